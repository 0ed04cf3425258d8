// SPDX-License-Identifier: Apache-2.0

//! Multiplies two matrices tile by tile: shared memory, a 2-D grid, and a constant of the source from outside.

use gridcall::{launch, Buffer, CompileOptions, Context, Define, Module, Result};

const SIZE: usize = 64;
const TILE: u32 = 16;

const SOURCE: &str = "\
__global__ void matrixmul(float *c, const float *a, const float *b, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (int tile = 0; tile < n; tile += TILE) {
    as[y][x] = a[row * n + tile + x];
    bs[y][x] = b[(tile + y) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; k++) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
";

fn main() -> Result<()> {
    let context = Context::default()?;
    let tile = TILE.to_string();
    let options = CompileOptions {
        defines: &[Define {
            name: "TILE",
            value: Some(&tile),
        }],
        ..Default::default()
    };
    let module = Module::from_source(&context, SOURCE, Some(&options))?;
    let matrixmul = module.kernel("matrixmul")?;

    // Small whole numbers: their products and sums are exact.
    let matrix = |f: fn(usize, usize) -> usize, less: f32| -> Vec<f32> {
        let cells = (0..SIZE).flat_map(|i| (0..SIZE).map(move |j| (i, j)));
        cells.map(|(i, j)| f(i, j) as f32 - less).collect()
    };
    let a = matrix(|i, j| (i + 2 * j) % 7, 3.0);
    let b = matrix(|i, j| (3 * i + j) % 5, 2.0);
    let da = Buffer::from_slice(&context, &a)?;
    let db = Buffer::from_slice(&context, &b)?;
    let dc = Buffer::<f32>::new(&context, SIZE * SIZE)?;

    let blocks = SIZE as u32 / TILE;
    // SAFETY: the kernel takes three matrices of n x n floats, n a multiple of TILE.
    unsafe {
        launch!(matrixmul<<<(blocks, blocks), (TILE, TILE)>>>(&dc, &da, &db, SIZE as i32))?;
    }
    let c = dc.to_vec()?;

    let product = |i: usize, j: usize| (0..SIZE).map(|k| a[i * SIZE + k] * b[k * SIZE + j]).sum();
    let is_wrong = |&at: &usize| -> bool {
        let expected: f32 = product(at / SIZE, at % SIZE);
        c[at] != expected
    };
    let wrong = (0..SIZE * SIZE).filter(is_wrong).count();
    for row in c.chunks(SIZE).take(4) {
        println!(
            "{:4.0} {:4.0} {:4.0} {:4.0}",
            row[0], row[1], row[2], row[3]
        );
    }
    println!("wrong: {wrong} of {}", SIZE * SIZE);
    Ok(())
}
