// SPDX-License-Identifier: Apache-2.0

//! Stands around a piece of Rust in a guide: objects under the names that the guides use.

#![allow(unused)]

use gridcall::*;
use std::time::Duration;

/// Runs a future on this thread.
fn block_on<T>(future: impl std::future::Future<Output = T>) -> T {
    struct Unpark(std::thread::Thread);
    impl std::task::Wake for Unpark {
        fn wake(self: std::sync::Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = std::sync::Arc::new(Unpark(std::thread::current())).into();
    let mut future = std::pin::pin!(future);
    loop {
        match future
            .as_mut()
            .poll(&mut std::task::Context::from_waker(&waker))
        {
            std::task::Poll::Ready(value) => return value,
            std::task::Poll::Pending => std::thread::park(),
        }
    }
}

fn main() -> gridcall::Result<()> {
    let context = Context::default()?;
    let source = "__global__ void step(float *x, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] += 1;
    }";
    let step = Module::from_source(&context, source, None)?.kernel("step")?;
    let n = 1024i32;
    let x = Buffer::<f32>::new(&context, n as usize)?;
    let y = Buffer::<f32>::new(&context, n as usize)?;
    x.zero()?;
    y.zero()?;
    let (grid, block) = (4, 256);
    let stream = Stream::create(&context, None)?;
    let (a, b) = (
        Stream::create(&context, None)?,
        Stream::create(&context, None)?,
    );
    let (fork, join) = (
        Event::create(&context, None)?,
        Event::create(&context, None)?,
    );
    let streams = [
        Stream::create(&context, None)?,
        Stream::create(&context, None)?,
    ];
    context.synchronize()?;
    block_on(async {
        // The piece.
        gridcall::Result::Ok(())
    })?;
    context.synchronize()
}
