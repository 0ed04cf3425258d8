// SPDX-License-Identifier: Apache-2.0

//! Adds two vectors on the default device, and tells how long everything took. `examples/README.md` explains the output.

use gridcall::{launch, Buffer, CompileFlags, CompileOptions, Context, Event, Module, Result};
use std::process::ExitCode;
use std::time::Instant;

const COUNT: usize = 10_000_000;

const SOURCE: &str = "\
__global__ void vector_add(float *c, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
";

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

fn print_transfer(what: &str, time: f64, bytes: usize) {
    println!(
        "{what}: {time:.3} ms, {:.2} GB/s",
        bytes as f64 / time / 1e6
    );
}

fn compile(context: &Context, flags: CompileFlags) -> Result<Module> {
    let options = CompileOptions {
        name: Some("vector_add.cu"),
        flags,
        ..Default::default()
    };
    Module::from_source(context, SOURCE, Some(&options))
}

fn run() -> Result<bool> {
    let context = Context::default()?;
    println!("device: {}", context.device()?.name()?);
    println!("chosen: {}", context.device_reason()?);

    let start = Instant::now();
    compile(&context, CompileFlags::NO_CACHE)?;
    println!("compile: {:.3} ms", milliseconds(start));
    compile(&context, CompileFlags::default())?;
    let start = Instant::now();
    let module = compile(&context, CompileFlags::default())?;
    let again = milliseconds(start);
    let cached = if module.is_cached()? {
        "from the cache"
    } else {
        "not from the cache"
    };
    println!("compile again: {again:.3} ms ({cached})");
    let vector_add = module.kernel("vector_add")?;

    let mut x = 1u32;
    let mut random = || {
        x = x.wrapping_mul(1664525).wrapping_add(1013904223);
        (x >> 8) as f32 / 16777216.0
    };
    let a: Vec<f32> = (0..COUNT).map(|_| random()).collect();
    let b: Vec<f32> = (0..COUNT).map(|_| random()).collect();
    let mut c = vec![0.0f32; COUNT];
    let size = COUNT * 4;
    println!("elements: {COUNT}");

    let da = Buffer::new(&context, COUNT)?;
    let db = Buffer::new(&context, COUNT)?;
    let dc = Buffer::new(&context, COUNT)?;
    let start = Instant::now();
    da.upload(&a)?;
    db.upload(&b)?;
    print_transfer("to the device", milliseconds(start), 2 * size);

    let (before, after) = (
        Event::create(&context, None)?,
        Event::create(&context, None)?,
    );
    let n = COUNT as i32;
    let grid = (COUNT as u32 + 127) / 128;
    // SAFETY: vector_add takes three float arrays and their length, and stays inside them.
    unsafe {
        launch!(vector_add<<<grid, 128>>>(&dc, &da, &db, n))?;
        before.record(None)?;
        launch!(vector_add<<<grid, 128>>>(&dc, &da, &db, n))?;
        after.record(None)?;
    }
    after.synchronize()?;
    print_transfer("kernel", before.elapsed(&after)? as f64 / 1e6, 3 * size);

    let start = Instant::now();
    dc.download(&mut c)?;
    print_transfer("to the host", milliseconds(start), size);

    let mut largest = 0.0f64;
    for i in 0..COUNT {
        let difference = (c[i] as f64 - (a[i] + b[i]) as f64).abs();
        if difference.is_nan() || difference > largest {
            largest = difference; // a NaN counts
        }
    }
    println!("largest error: {largest}");
    let right = largest <= 1e-6;
    println!("{}", if right { "OK" } else { "WRONG" });
    Ok(right)
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
