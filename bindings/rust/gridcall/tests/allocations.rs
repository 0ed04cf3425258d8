// SPDX-License-Identifier: Apache-2.0

//! A launch allocates nothing on the Rust side. A program of its own, because it replaces the allocator.

use gridcall::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: it is the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = COUNT.try_with(|count| count.set(count.get() + 1));
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        System.dealloc(at, layout)
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn launches_allocate_nothing() -> Result<()> {
    let context = Context::default()?;
    let source = "struct S { int a[4]; }; __global__ void k(float *x, int n, S s) { if (n > 4) x[0] = s.a[0]; }";
    let kernel = Module::from_source(&context, source, None)?.kernel("k")?;
    let x = Buffer::<f32>::new(&context, 16)?;
    let stream = Stream::create(&context, None)?;
    let before = COUNT.with(Cell::get);
    for i in 0..100 {
        // SAFETY: nothing outside x is touched.
        unsafe { launch!(kernel<<<1, 32, stream>>>(&x, i, Value([i; 4])))? };
    }
    let after = COUNT.with(Cell::get);
    stream.synchronize()?;
    assert_eq!(after - before, 0);
    assert!(before > 0, "the counter counts");
    Ok(())
}
