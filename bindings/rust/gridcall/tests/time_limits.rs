// SPDX-License-Identifier: Apache-2.0

//! Launches with a time limit. Alone in its process: while its kernel waits for the host, a GPU's driver lets no other
//! thread release memory or load a kernel.

use gridcall::*;
use std::time::Duration;

const SOURCE: &str = "
__global__ void nothing() {}
__global__ void wait_for(volatile int *flag) { while (*flag == 0) { } }
";

/// The CPU device ends the kernel; on a GPU it runs until it is let go.
#[test]
fn time_limits() -> Result<()> {
    let context = Context::default().expect("a device");
    let module = Module::from_source(&context, SOURCE, None).expect("the source compiles");
    let stream = Stream::create(&context, None)?;
    let wait_for = module.kernel("wait_for")?;
    let limit = Duration::from_millis(20);
    let flag = HostBuffer::<i32>::new(&context, 1)?;
    let place = flag.mem().host_address()? as *mut i32;
    for _ in 0..2 {
        // SAFETY: an aligned int, and no kernel runs.
        unsafe { std::ptr::write_volatile(place, 0) };
        // SAFETY: one int, for as long as the kernel runs.
        unsafe { launch!(wait_for<<<1, 1, stream>>>(&flag), timeout = limit)? };
        let error = stream.synchronize().unwrap_err();
        assert_eq!(error.status(), Status::LAUNCH_TIMEOUT, "{error}");
        assert!(error.to_string().contains("0.02 s"), "{error}");
        // SAFETY: the kernel only reads it.
        unsafe { std::ptr::write_volatile(place, 1) };
        stream.synchronize()?;
    }
    // SAFETY: the flag is up.
    unsafe { launch!(wait_for<<<1, 1>>>(&flag), timeout = Duration::from_secs(100))? };
    unsafe { launch!((module.kernel("nothing")?)<<<(1, 2), (3, 1)>>>(), timeout = Duration::MAX)? };
    context.synchronize()
}
