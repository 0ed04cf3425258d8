// SPDX-License-Identifier: Apache-2.0

//! Doubles a matrix in three ways: in device memory, in page-locked memory of the host, and by an instance of a
//! template.

use gridcall::{launch, Buffer, Context, HostBuffer, Module, Result};

const SOURCE: &str = "\
__global__ void doublify(float *a) {
  int i = threadIdx.x + threadIdx.y * 4;
  a[i] *= 2;
}
template <typename T> __global__ void scale(T *a, T factor) {
  int i = threadIdx.x + threadIdx.y * 4;
  a[i] *= factor;
}
";

fn show(title: &str, a: &[f32]) {
    println!("{title}:");
    for row in a.chunks(4) {
        let row: Vec<String> = row.iter().map(|x| format!("{x:6.1}")).collect();
        println!("{}", row.join(" "));
    }
}

fn main() -> Result<()> {
    let context = Context::default()?;
    let module = Module::from_source(&context, SOURCE, None)?;
    let doublify = module.kernel("doublify")?;
    let scale = module.kernel("scale<float>")?;

    let a: Vec<f32> = (0..16).map(|i| i as f32 - 7.5).collect();
    show("original", &a);

    let device = Buffer::from_slice(&context, &a)?;
    // SAFETY: the kernels take 16 floats.
    unsafe { launch!(doublify<<<1, (4, 4)>>>(&device))? };
    let a = device.to_vec()?;
    show("doubled in device memory", &a);

    // A kernel reaches page-locked memory where it is: nothing is copied. Wait before reading it.
    let mut host = HostBuffer::new(&context, 16)?;
    // SAFETY: nothing is queued that uses the memory.
    unsafe { host.as_mut_slice()? }.copy_from_slice(&a);
    // SAFETY: as above.
    unsafe { launch!(doublify<<<1, (4, 4)>>>(&host))? };
    context.synchronize()?;
    // SAFETY: the work is done.
    show("doubled in page-locked memory", unsafe { host.as_slice()? });

    // SAFETY: as above.
    unsafe { launch!(scale<<<1, (4, 4)>>>(&host, 2.0f32))? };
    context.synchronize()?;
    // SAFETY: the work is done.
    show("doubled by scale<float>", unsafe { host.as_slice()? });
    Ok(())
}
