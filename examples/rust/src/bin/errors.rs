// SPDX-License-Identifier: Apache-2.0

//! The library's messages when something is wrong.

use gridcall::{launch, Buffer, CompileOptions, Context, Mem, Module, Result, Status};
use std::mem::ManuallyDrop;
use std::process::exit;

const BROKEN: &str = "\
__global__ void scale(float *x, float f) {
  x[threadIdx.x] *= factor;
}
";
const RIGHT: &str = "\
__global__ void scale(float *x, float f) {
  x[threadIdx.x] *= f;
}
";

/// Prints an error that is wanted, the compile log indented; ends the program if it is not the one.
fn show<T>(result: Result<T>, wanted: Status) {
    let Err(error) = result else {
        println!("no error");
        exit(1)
    };
    println!("{}: {}", error.status(), error.message());
    for line in error.log().lines() {
        println!("| {line}");
    }
    if error.status() != wanted {
        exit(1);
    }
}

fn main() -> Result<()> {
    let context = Context::default()?;
    let options = CompileOptions {
        name: Some("scale.cu"),
        ..Default::default()
    };
    show(
        Module::from_source(&context, BROKEN, Some(&options)),
        Status::COMPILE,
    );

    let module = Module::from_source(&context, RIGHT, Some(&options))?;
    let scale = module.kernel("scale")?;
    let x = Buffer::<f32>::new(&context, 32)?;
    // SAFETY: refused before anything runs: 2.0 is a double, where the kernel takes a float.
    let launched = unsafe { launch!(scale<<<1, 32>>>(&x, 2.0f64)) };
    show(launched, Status::ARGUMENT_MISMATCH);

    // Rust itself forbids the use of what was dropped; a handle that C code released is still refused.
    // SAFETY: the handle is only looked at by the library, which checks it, and never released again.
    let released = unsafe { ManuallyDrop::new(Mem::from_raw(x.mem().raw())) };
    drop(x);
    show(
        released.memcpy_htod(0, &[0; 256], None),
        Status::INVALID_HANDLE,
    );

    let x = Buffer::<f32>::new(&context, 32)?;
    show(x.upload(&[0.0; 64]), Status::OUT_OF_RANGE);
    println!("OK");
    Ok(())
}
