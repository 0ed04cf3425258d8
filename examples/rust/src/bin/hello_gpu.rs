// SPDX-License-Identifier: Apache-2.0

//! Multiplies two vectors: PyCUDA's first example.

use gridcall::{launch, Buffer, Context, Module, Result};

const COUNT: usize = 400;

const SOURCE: &str = "\
__global__ void multiply_them(float *dest, const float *a, const float *b) {
  int i = threadIdx.x;
  dest[i] = a[i] * b[i];
}
";

fn main() -> Result<()> {
    let context = Context::default()?;
    let module = Module::from_source(&context, SOURCE, None)?;
    let multiply_them = module.kernel("multiply_them")?;

    let a: Vec<f32> = (0..COUNT).map(|i| i as f32).collect();
    let b: Vec<f32> = (0..COUNT).map(|i| i as f32 + 0.5).collect();
    let da = Buffer::from_slice(&context, &a)?;
    let db = Buffer::from_slice(&context, &b)?;
    let ddest = Buffer::<f32>::new(&context, COUNT)?;
    // SAFETY: the kernel takes three arrays of as many floats as the block has threads.
    unsafe { launch!(multiply_them<<<1, (COUNT as u32)>>>(&ddest, &da, &db))? };
    let dest = ddest.to_vec()?;

    let wrong = (0..COUNT).filter(|&i| dest[i] != a[i] * b[i]).count();
    println!("dest[1]: {:.1}\ndest[399]: {:.1}", dest[1], dest[399]);
    println!("wrong: {wrong} of {COUNT}");
    Ok(())
}
