// SPDX-License-Identifier: Apache-2.0

//! Four threads, each with a context, a stream, a module and memory of its own. No lock is needed.

use gridcall::{launch, Buffer, Context, Device, Module, Result, Stream};
use std::thread;

const THREADS: usize = 4;
const COUNT: usize = 512;

const SOURCE: &str = "\
__global__ void add(float *x, float y) {
  x[threadIdx.x] += y;
}
";

fn run(device: &Device, y: f32) -> Result<Vec<f32>> {
    let context = Context::primary(device, None)?;
    let stream = Stream::create(&context, None)?;
    let add = Module::from_source(&context, SOURCE, None)?.kernel("add")?;
    let x = Buffer::<f32>::new(&context, COUNT)?;
    x.mem().fill(0, 0u32, COUNT as u64, Some(&stream))?;
    for _ in 0..10 {
        // SAFETY: the kernel takes as many floats as the block has threads.
        unsafe { launch!(add<<<1, COUNT as u32, stream>>>(&x, y))? };
    }
    stream.synchronize()?;
    x.to_vec()
}

fn main() -> Result<()> {
    let device = &Context::default()?.device()?;
    let results: Vec<Result<Vec<f32>>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|i| scope.spawn(move || run(device, i as f32 + 1.0)))
            .collect();
        let results = threads
            .into_iter()
            .map(|t| t.join().expect("a thread panicked"));
        results.collect()
    });
    for (i, result) in results.into_iter().enumerate() {
        let sum: f32 = result?.iter().sum();
        println!("thread {i}: {COUNT} elements, sum {sum:.0}");
    }
    Ok(())
}
