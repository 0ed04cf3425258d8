// SPDX-License-Identifier: Apache-2.0

//! Waiting for streams: futures without a runtime, several at once, with faults.

use gridcall::*;
use std::future::Future;
use std::pin::{pin, Pin};
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// Runs a future on this thread, as the simplest runtime does.
fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut task = std::task::Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut task) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

struct Counter(AtomicUsize);
impl Wake for Counter {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// One test at a time: a GPU's driver may let the load of a module, an allocation or a first fill wait for the kernels that run,
/// and holds its lock of the context meanwhile, so that a test that would open its gate waits too.
static ONE_TEST: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ONE_TEST
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A kernel that runs until it is opened.
struct Gate {
    kernel: Kernel,
    mem: Mem,
    _alone: MutexGuard<'static, ()>,
}

impl Gate {
    fn new(context: &Context) -> Gate {
        let alone = alone();
        let source = "__global__ void gate(volatile int *flag) { while (*flag == 0) { } }";
        let module = Module::from_source(context, source, None).expect("it compiles");
        let place = MemOptions {
            place: MemPlace::HOST,
            size: 64,
            ..Default::default()
        };
        let gate = Gate {
            kernel: module.kernel("gate").expect("it is there"),
            mem: Mem::create(context, &place).expect("memory"),
            _alone: alone,
        };
        gate.open(); // loads the code while nothing runs
        gate.shut(&Stream::create(context, None).expect("a stream"));
        context.synchronize().expect("it ends");
        gate.flag().store(0, Ordering::SeqCst);
        gate
    }
    fn flag(&self) -> &AtomicI32 {
        let address = self.mem.host_address().expect("an address");
        // SAFETY: page-locked memory that lives as long as `self`.
        unsafe { AtomicI32::from_ptr_compat(address as *mut i32) }
    }
    fn shut(&self, stream: &Stream) {
        // SAFETY: it reads one int.
        unsafe { launch!((self.kernel)<<<1, 1, 0, stream>>>(&self.mem)) }.expect("a launch");
    }
    fn open(&self) {
        self.flag().store(1, Ordering::SeqCst);
    }
}

/// AtomicI32::from_ptr is of Rust 1.75.
trait FromPtr {
    unsafe fn from_ptr_compat<'a>(pointer: *mut i32) -> &'a AtomicI32;
}
impl FromPtr for AtomicI32 {
    unsafe fn from_ptr_compat<'a>(pointer: *mut i32) -> &'a AtomicI32 {
        &*pointer.cast()
    }
}

fn own_stream(context: &Context) -> Stream {
    let options = StreamOptions {
        flags: StreamFlags::NON_BLOCKING,
        ..Default::default()
    };
    Stream::create(context, Some(&options)).expect("a stream")
}

#[test]
fn a_waker_that_panics_stops_nobody_else() -> Result<()> {
    struct Panics;
    impl Wake for Panics {
        fn wake(self: Arc<Self>) {
            panic!("this waker panics, on purpose");
        }
    }
    let context = Context::default()?;
    let gate = Gate::new(&context);
    let (one, two) = (
        Stream::create(&context, None)?,
        Stream::create(&context, None)?,
    );
    gate.shut(&one);
    gate.shut(&two);
    let mut first = one.done()?;
    let waker = Waker::from(Arc::new(Panics));
    let mut task = std::task::Context::from_waker(&waker);
    assert!(matches!(
        Pin::new(&mut first).poll(&mut task),
        Poll::Pending
    ));
    let mut second = two.done()?;
    gate.open();
    let long = Duration::from_secs(60);
    assert!(second.wait_for(long).expect("it becomes ready").is_ok());
    assert!(first.wait_for(long).expect("it becomes ready").is_ok());
    one.done()?.wait_for(long).expect("later ones too")
}

#[test]
fn a_future_is_ready_when_the_work_is_done() -> Result<()> {
    let context = Context::default()?;
    let gate = Gate::new(&context);
    let (busy, idle) = (own_stream(&context), own_stream(&context));
    block_on(idle.done()?)?;
    gate.shut(&busy);
    let mut done = busy.done()?;
    block_on(idle.done()?)?; // while another is outstanding
    let counter = Arc::new(Counter(AtomicUsize::new(0)));
    let waker = Waker::from(counter.clone());
    let mut task = std::task::Context::from_waker(&waker);
    for _ in 0..3 {
        assert!(Pin::new(&mut done).poll(&mut task).is_pending());
    }
    assert!(done.wait_for(Duration::from_millis(20)).is_none());
    assert_eq!(counter.0.load(Ordering::SeqCst), 0);
    drop(busy); // the work runs on
    gate.open();
    let begin = Instant::now();
    while counter.0.load(Ordering::SeqCst) == 0 && begin.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(counter.0.load(Ordering::SeqCst), 1);
    assert!(matches!(
        Pin::new(&mut done).poll(&mut task),
        Poll::Ready(Ok(()))
    ));
    Ok(())
}

#[test]
fn a_future_may_be_dropped_or_move_to_another_thread() -> Result<()> {
    let context = Context::default()?;
    let gate = Gate::new(&context);
    let stream = own_stream(&context);
    gate.shut(&stream);
    drop(stream.done()?);
    let (done, same) = (stream.done()?, stream.done()?);
    let other = thread::spawn(move || block_on(done));
    let waits = thread::spawn(move || same.wait());
    thread::sleep(Duration::from_millis(20));
    assert!(!other.is_finished());
    gate.open();
    other.join().expect("no panic")?;
    waits.join().expect("no panic")
}

/// A future reports the fault of the work before it, once; work behind it belongs to another future.
#[test]
fn a_future_reports_the_fault() -> Result<()> {
    let context = Context::default()?;
    if context.device()?.kind()? == DeviceKind::GPU {
        return Ok(()); // it would be lost
    }
    let _alone = alone(); // a test that waits for the context meanwhile would be told the fault
    let source = "__global__ void fault(int *x) { *(volatile int *)16 = *x; }";
    let module = Module::from_source(&context, source, None)?;
    let fault = module.kernel("fault")?;
    let (stream, mem) = (own_stream(&context), Mem::alloc(&context, 4)?);
    // SAFETY: the fault is what is wanted.
    unsafe { launch!(fault<<<1, 1, 0, stream>>>(&mem))? };
    let error = block_on(stream.done()?).expect_err("it faults");
    assert_eq!(error.status(), Status::ILLEGAL_ADDRESS);
    block_on(stream.done()?)
}

#[test]
fn many_threads_wait() -> Result<()> {
    let _alone = alone();
    let context = Context::default()?;
    let mem = Arc::new(Mem::alloc(&context, 4096)?);
    let threads: Vec<_> = (0..8u8)
        .map(|i| {
            let (stream, mem) = (own_stream(&context), mem.clone());
            thread::spawn(move || -> Result<()> {
                for _ in 0..200 {
                    mem.fill(0, i, 4096, Some(&stream))?;
                    let first = stream.done()?;
                    let _unused = stream.done()?;
                    block_on(first)?;
                }
                Ok(())
            })
        })
        .collect();
    for each in threads {
        each.join().expect("no panic")?;
    }
    Ok(())
}
