// SPDX-License-Identifier: Apache-2.0

//! Multiplies two slices of the host: the launch copies them, as PyCUDA's drv.In and drv.Out do.

use gridcall::{launch_staged, Context, In, Module, Out};

const COUNT: usize = 400;

const SOURCE: &str = "
__global__ void multiply_them(float *dest, const float *a, const float *b, float by) {
  int i = threadIdx.x;
  dest[i] = a[i] * b[i] * by;
}
";

fn main() -> gridcall::Result<()> {
    let context = Context::default()?;
    let multiply_them = Module::from_source(&context, SOURCE, None)?.kernel("multiply_them")?;
    let a: Vec<f32> = (0..COUNT).map(|i| i as f32).collect();
    let b: Vec<f32> = a.iter().map(|x| x + 0.5).collect();
    let mut dest = vec![0f32; COUNT];
    // SAFETY: `multiply_them` takes three float arrays of COUNT elements and a float.
    unsafe {
        launch_staged!(multiply_them<<<1, 400>>>(Out(&mut dest), In(&a), In(&b), 2f32))?;
    }
    let wrong = (0..COUNT).filter(|&i| dest[i] != a[i] * b[i] * 2.0).count();
    println!("dest[1]: {:.1}\ndest[399]: {:.1}", dest[1], dest[399]);
    println!("wrong: {wrong} of {COUNT}");
    Ok(())
}
