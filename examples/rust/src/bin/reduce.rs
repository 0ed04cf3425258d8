// SPDX-License-Identifier: Apache-2.0

//! Sums a vector: shuffles within a warp, shared memory within a block, an atomic between blocks.

use gridcall::{launch, Buffer, Context, Module, Result};
use std::process::ExitCode;

const COUNT: usize = 1_000_000;
const BLOCK: u32 = 256;
const GRID: u32 = 64;

const SOURCE: &str = "\
__global__ void sum(unsigned long long *out, const unsigned *x, int n) {
  extern __shared__ unsigned long long warps[];
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += x[i];
  for (int d = 16; d > 0; d /= 2) mine += __shfl_down_sync(0xffffffff, mine, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; w++) mine += warps[w];
    atomicAdd(out, mine);
  }
}
";

fn run() -> Result<bool> {
    let context = Context::default()?;
    println!("device: {}", context.device()?.name()?);
    let module = Module::from_source(&context, SOURCE, None)?;
    let sum = module.kernel("sum")?;

    let mut x = 1u32;
    let values: Vec<u32> = (0..COUNT)
        .map(|_| {
            x = x.wrapping_mul(1664525).wrapping_add(1013904223);
            x >> 8
        })
        .collect();
    let expected: u64 = values.iter().map(|&v| v as u64).sum();
    println!("elements: {COUNT}");

    let input = Buffer::from_slice(&context, &values)?;
    let output = Buffer::<u64>::new(&context, 1)?;
    output.zero()?;
    // SAFETY: sum takes one 64-bit result, an array and its length; shared memory holds one number a warp.
    unsafe { launch!(sum<<<GRID, BLOCK, (BLOCK / 32 * 8)>>>(&output, &input, COUNT as i32))? };
    let result = output.to_vec()?[0];
    println!("sum: {result}\nhost: {expected}");
    println!("{}", if result == expected { "OK" } else { "WRONG" });
    Ok(result == expected)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
