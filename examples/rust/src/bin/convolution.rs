// SPDX-License-Identifier: Apache-2.0

//! A separable filter, first along the rows and then along the columns of an image. The weights are in constant memory.

use gridcall::{launch, Buffer, CompileOptions, Context, Define, Module, Result};

const WIDTH: usize = 128;
const HEIGHT: usize = 64;
const TILE: u32 = 32;
const RADIUS: usize = 4;

const SOURCE: &str = "\
__constant__ float weights[2 * RADIUS + 1];
// Lines of length elements, step apart; each begins line_step after the one before.
__global__ void convolve(float *out, const float *in, int length, int step, int line_step) {
  __shared__ float part[TILE + 2 * RADIUS];
  int first = blockIdx.x * TILE, line = blockIdx.y * line_step;
  for (int i = threadIdx.x; i < TILE + 2 * RADIUS; i += TILE) {
    int at = first + i - RADIUS;
    part[i] = at >= 0 && at < length ? in[line + at * step] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 2 * RADIUS; k++) sum += part[threadIdx.x + k] * weights[k];
  out[line + (first + threadIdx.x) * step] = sum;
}
";

fn main() -> Result<()> {
    let context = Context::default()?;
    let define = |name, value| Define {
        name,
        value: Some(value),
    };
    let options = CompileOptions {
        defines: &[define("RADIUS", "4"), define("TILE", "32")],
        ..Default::default()
    };
    let module = Module::from_source(&context, SOURCE, Some(&options))?;
    let convolve = module.kernel("convolve")?;

    // Close to a Gaussian, and exact: 8 over k, by 256.
    let weights = [1.0f32, 8.0, 28.0, 56.0, 70.0, 56.0, 28.0, 8.0, 1.0].map(|w| w / 256.0);
    Buffer::<f32>::from_mem(module.global("weights")?)?.upload(&weights)?;

    // One bright point becomes the filter itself.
    let mut pixels = vec![0.0f32; WIDTH * HEIGHT];
    pixels[31 * WIDTH + 62] = 65536.0;
    let image = Buffer::from_slice(&context, &pixels)?;
    let between = Buffer::<f32>::new(&context, WIDTH * HEIGHT)?;
    let (width, height) = (WIDTH as i32, HEIGHT as i32);
    let rows = (WIDTH as u32 / TILE, HEIGHT as u32);
    let columns = (HEIGHT as u32 / TILE, WIDTH as u32);
    // SAFETY: the steps and lengths are those of the images.
    unsafe {
        launch!(convolve<<<rows, TILE>>>(&between, &image, width, 1i32, width))?;
        launch!(convolve<<<columns, TILE>>>(&image, &between, height, width, 1i32))?;
    }
    image.download(&mut pixels)?;

    for row in pixels.chunks(WIDTH).skip(31 - RADIUS).take(2 * RADIUS + 1) {
        let around = &row[62 - RADIUS..=62 + RADIUS];
        let texts: Vec<String> = around.iter().map(|x| format!("{x:5.0}")).collect();
        println!("{}", texts.join(" "));
    }
    println!("sum: {:.0}", pixels.iter().sum::<f32>());
    Ok(())
}
