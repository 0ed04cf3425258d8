// SPDX-License-Identifier: Apache-2.0

//! Draws the Mandelbrot set as text. Without fused multiply-add every device rounds alike and draws the same.

use gridcall::{launch, Buffer, CompileOptions, Context, Module, Result};

const WIDTH: u32 = 64;
const HEIGHT: u32 = 28;

const SOURCE: &str = r#"__global__ void mandelbrot(char *picture, int width, int iterations) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float a = -2 + x * 0.0390625f, b = -1.0546875f + y * 0.078125f, u = 0, v = 0;
  int n = 0;
  for (; n < iterations && u * u + v * v <= 4; n++) {
    float next = u * u - v * v + a;
    v = 2 * u * v + b;
    u = next;
  }
  picture[y * (width + 1) + x] = n == iterations ? '@' : " .,:;-=+*#"[n < 10 ? n : 9];
  if (x == 0) picture[y * (width + 1) + width] = '\n';
}
"#;

fn main() -> Result<()> {
    let context = Context::default()?;
    let options = CompileOptions {
        options: &["--fmad=false"],
        ..Default::default()
    };
    let module = Module::from_source(&context, SOURCE, Some(&options))?;
    let mandelbrot = module.kernel("mandelbrot")?;

    let picture = Buffer::<u8>::new(&context, (HEIGHT * (WIDTH + 1)) as usize)?;
    let grid = (WIDTH / 32, HEIGHT / 4);
    // SAFETY: the picture has room for `width` characters and a line's end in every row of the grid.
    unsafe { launch!(mandelbrot<<<grid, (32, 4)>>>(&picture, WIDTH as i32, 1000i32))? };
    print!("{}", String::from_utf8_lossy(&picture.to_vec()?));
    Ok(())
}
