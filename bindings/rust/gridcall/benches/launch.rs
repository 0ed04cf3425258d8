// SPDX-License-Identifier: Apache-2.0

//! Measures a launch through the Rust binding, beside the same loop over the C function: `cargo bench --bench launch`. Prints one
//! line of nanoseconds a launch for each, and their difference.

use gridcall::*;
use std::ptr;
use std::time::Instant;

const LAUNCHES: usize = 500;
const ROUNDS: usize = 400;

/// Nanoseconds a launch of one round.
fn round(stream: &Stream, run: &dyn Fn(i32)) -> f64 {
    let start = Instant::now();
    (0..LAUNCHES).for_each(|i| run(i as i32));
    let time = start.elapsed().as_nanos() as f64 / LAUNCHES as f64;
    stream.synchronize().expect("the launches work");
    time
}

fn main() -> Result<()> {
    let context = Context::default()?;
    let source = "__global__ void empty(float *c, const float *a, const float *b, int n) {}";
    let kernel = Module::from_source(&context, source, None)?.kernel("empty")?;
    let x = Buffer::<f32>::new(&context, 16)?;
    let stream = Stream::create(&context, None)?;
    let c = |i: i32| {
        let mem = |m: &Mem| sys::gc_arg {
            kind: sys::GRIDCALL_ARG_KIND_MEM,
            size: 8,
            bits: 0,
            object: m.raw().cast(),
            value_type: sys::GRIDCALL_VALUE_TYPE_UNKNOWN,
            reserved: 0,
        };
        let scalar = sys::gc_arg {
            kind: sys::GRIDCALL_ARG_KIND_SCALAR,
            size: 4,
            bits: i as u32 as u64,
            object: ptr::null(),
            value_type: sys::GRIDCALL_VALUE_TYPE_UNKNOWN,
            reserved: 0,
        };
        let args = [mem(x.mem()), mem(x.mem()), mem(x.mem()), scalar];
        // SAFETY: zeros are a valid config, and the kernel does nothing.
        unsafe {
            let mut config: sys::gc_launch_config = std::mem::zeroed();
            config.struct_size = std::mem::size_of_val(&config);
            config.grid_x = 1;
            config.block_x = 1;
            let mut error = ptr::null_mut();
            let (kernel, stream) = (kernel.raw(), stream.raw());
            let status = sys::gc_launch(kernel, &config, args.as_ptr(), 4, stream, &mut error);
            assert_eq!(status, sys::GRIDCALL_OK);
        }
    };
    // SAFETY: the kernel does nothing.
    let rust = |i: i32| unsafe { launch!(kernel<<<1, 1, stream>>>(&x, &x, &x, i)).unwrap() };
    // In turns, and the best of each: what the machine can do when nothing disturbs it.
    let (mut best_c, mut best_rust) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        best_c = best_c.min(round(&stream, &c));
        best_rust = best_rust.min(round(&stream, &rust));
    }
    println!("device: {}", context.device()?.name()?);
    println!("c launch: {best_c:.1} ns");
    println!("rust launch: {best_rust:.1} ns");
    println!("rust over c: {:+.1} ns", best_rust - best_c);
    Ok(())
}
