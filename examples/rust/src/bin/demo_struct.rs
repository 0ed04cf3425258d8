// SPDX-License-Identifier: Apache-2.0

//! Structs in device memory that point to arrays there, and a prepared launch.

use gridcall::{
    launch, launch_shape, Arg, ArgKind, Buffer, Context, Module, Prepared, Result, ValueType,
};

const SOURCE: &str = "\
struct DoubleOperation {
  int size, reserved;
  float *data;
};
__global__ void double_array(DoubleOperation *operations) {
  DoubleOperation *a = operations + blockIdx.x;
  for (int i = threadIdx.x; i < a->size; i += blockDim.x) a->data[i] *= 2;
}
";

/// As the kernel has it.
#[derive(Clone, Copy)]
#[repr(C)]
struct DoubleOperation {
    size: i32,
    reserved: i32,
    data: u64,
}

// SAFETY: plain numbers without padding.
unsafe impl gridcall::Element for DoubleOperation {}

fn operation(array: &Buffer<f32>) -> Result<DoubleOperation> {
    Ok(DoubleOperation {
        size: array.len() as i32,
        reserved: 0,
        data: array.mem().address()?,
    })
}

fn show(title: &str, first: &Buffer<f32>, second: &Buffer<f32>) -> Result<()> {
    let text = |array: &Buffer<f32>| -> Result<String> {
        let values = array.to_vec()?;
        let texts: Vec<String> = values.iter().map(|x| format!("{x:.0}")).collect();
        Ok(texts.join(" "))
    };
    println!("{title}: {} | {}", text(first)?, text(second)?);
    Ok(())
}

fn main() -> Result<()> {
    let context = Context::default()?;
    let module = Module::from_source(&context, SOURCE, None)?;
    let double_array = module.kernel("double_array")?;

    // The library does not see addresses in structs: keep the arrays until the work is done.
    let first = Buffer::from_slice(&context, &[1.0f32, 2.0, 3.0])?;
    let second = Buffer::from_slice(&context, &[0.0f32, 4.0])?;
    let operations = Buffer::from_slice(&context, &[operation(&first)?, operation(&second)?])?;
    show("original", &first, &second)?;

    // SAFETY: each block finds a struct, and the address and size of an array in it.
    unsafe { launch!(double_array<<<2, 32>>>(&operations))? };
    show("doubled", &first, &second)?;

    let last = operations.slice(1..)?;
    // SAFETY: as above.
    unsafe { launch!(double_array<<<1, 32>>>(&last))? };
    show("doubled the second only", &first, &second)?;

    let shape = launch_shape(2, 32, 0, None);
    let mem = Some(operations.mem());
    let args = [Arg::new(ArgKind::MEM, 8, 0, mem, ValueType::UNKNOWN)];
    let prepared = Prepared::create(&double_array, &shape, &args)?;
    for _ in 0..3 {
        // SAFETY: as above.
        unsafe { prepared.launch(None)? };
    }
    show("doubled three times, prepared", &first, &second)
}
