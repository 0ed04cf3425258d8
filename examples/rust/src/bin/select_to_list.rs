// SPDX-License-Identifier: Apache-2.0

//! Lists where numbers exceed a limit. Blocks append to the list in any order, by atomics: it is sorted at the end.

use gridcall::{launch, Buffer, Context, Module, Result};

const COUNT: usize = 655360;
const BLOCK: u32 = 512;

const SOURCE: &str = "\
__global__ void select_them(int *list, int *count, const float *a, float limit, int n) {
  __shared__ int mine[512], found, start;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (i < n && a[i] > limit) mine[atomicAdd(&found, 1)] = i;
  __syncthreads();
  if (threadIdx.x == 0) start = atomicAdd(count, found);
  __syncthreads();
  if (threadIdx.x < found) list[start + threadIdx.x] = mine[threadIdx.x];
}
";

fn main() -> Result<()> {
    let context = Context::default()?;
    let module = Module::from_source(&context, SOURCE, None)?;
    let select_them = module.kernel("select_them")?;

    let mut x = 1u32;
    let mut random = || {
        x = x.wrapping_mul(1664525).wrapping_add(1013904223);
        (x >> 8) as f32 / 16777216.0
    };
    let values: Vec<f32> = (0..COUNT).map(|_| random()).collect();
    let a = Buffer::from_slice(&context, &values)?;
    let list = Buffer::<i32>::new(&context, COUNT)?;
    let count = Buffer::from_slice(&context, &[0i32])?;

    let (limit, grid) = (0.9f32, COUNT as u32 / BLOCK);
    // SAFETY: the list has room for every index.
    unsafe { launch!(select_them<<<grid, BLOCK>>>(&list, &count, &a, limit, COUNT as i32))? };
    let found = count.to_vec()?[0] as usize;
    let mut selected = list.slice(..found)?.to_vec()?;
    selected.sort_unstable();

    let expected: Vec<i32> = (0..COUNT as i32)
        .filter(|&i| values[i as usize] > limit)
        .collect();
    println!("selected: {found} of {COUNT}");
    let first: Vec<String> = selected.iter().take(5).map(i32::to_string).collect();
    println!("first: {}", first.join(" "));
    println!(
        "as on the host: {}",
        if selected == expected { "yes" } else { "no" }
    );
    Ok(())
}
