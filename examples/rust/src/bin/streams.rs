// SPDX-License-Identifier: Apache-2.0

//! A pipeline of chunks on two streams: while one chunk is copied another is computed. A future is ready when a chunk is done;
//! any runtime can poll it, here a small one.

use gridcall::{launch, Buffer, Context, Done, Event, HostBuffer, Kernel, Module, Result, Stream};
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{self, Poll, Wake};
use std::thread::{self, Thread};

const STREAMS: usize = 2;
const CHUNKS: usize = 8;
const COUNT: usize = 16384;
const BLOCK: u32 = 256;

const SOURCE: &str = "\
__global__ void step(unsigned *x, unsigned long long *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] = x[i] % 1000 + 1;
  atomicAdd(total, x[i]);
}
__global__ void join(unsigned long long *total, const unsigned long long *other) { *total += *other; }
";

fn input(chunk: usize, i: usize) -> u32 {
    ((chunk * COUNT + i) as u32).wrapping_mul(2654435761) >> 8
}

/// A stream, and the memory of the chunk that is on it.
struct Slot {
    stream: Stream,
    host: HostBuffer<u32>,
    device: Buffer<u32>,
    total: Buffer<u64>,
    running: Option<Done>,
}

impl Slot {
    fn new(context: &Context) -> Result<Slot> {
        Ok(Slot {
            stream: Stream::create(context, None)?,
            host: HostBuffer::new(context, COUNT)?,
            device: Buffer::new(context, COUNT)?,
            total: Buffer::from_slice(context, &[0])?,
            running: None,
        })
    }

    fn start(&mut self, step: &Kernel, chunk: usize) -> Result<()> {
        // SAFETY: the chunk before is done.
        let values = unsafe { self.host.as_mut_slice()? };
        for (i, x) in values.iter_mut().enumerate() {
            *x = input(chunk, i);
        }
        let (stream, grid) = (&self.stream, COUNT as u32 / BLOCK);
        self.device.upload_async(&self.host, Some(stream))?;
        // SAFETY: the memory has COUNT elements.
        unsafe { launch!(step<<<grid, BLOCK, stream>>>(&self.device, &self.total, COUNT as i32))? };
        self.device.download_async(&self.host, Some(stream))?;
        self.running = Some(stream.done()?);
        Ok(())
    }
}

async fn run(slots: &mut [Slot], step: &Kernel) -> Result<Vec<u64>> {
    let mut sums = Vec::new();
    for chunk in 0..CHUNKS + STREAMS {
        let slot = &mut slots[chunk % STREAMS];
        if let Some(running) = slot.running.take() {
            running.await?;
            // SAFETY: the chunk is done.
            let values = unsafe { slot.host.as_slice()? };
            sums.push(values.iter().map(|&x| u64::from(x)).sum());
        }
        if chunk < CHUNKS {
            slot.start(step, chunk)?;
        }
    }
    Ok(sums)
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let waker = Arc::new(Unpark(thread::current())).into();
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut task::Context::from_waker(&waker)) {
            Poll::Ready(result) => return result,
            Poll::Pending => thread::park(),
        }
    }
}

fn main() -> Result<()> {
    let context = Context::default()?;
    let module = Module::from_source(&context, SOURCE, None)?;
    let (step, join) = (module.kernel("step")?, module.kernel("join")?);
    let mut slots = [Slot::new(&context)?, Slot::new(&context)?];
    let sums = block_on(run(&mut slots, &step))?;

    // One stream waits for the other by an event: the host does not.
    let [first, second] = slots;
    let (event, stream) = (Event::create(&context, None)?, first.stream);
    event.record(Some(&second.stream))?;
    stream.wait_event(&event)?;
    // SAFETY: both have one element.
    unsafe { launch!(join<<<1, 1, stream>>>(&first.total, &second.total))? };
    stream.synchronize()?;
    let total = first.total.to_vec()?[0];

    let mut host_total = 0;
    for (chunk, sum) in sums.iter().enumerate() {
        host_total += (0..COUNT)
            .map(|i| u64::from(input(chunk, i) % 1000 + 1))
            .sum::<u64>();
        println!("chunk {chunk}: {sum}");
    }
    let answer = if total == host_total { "yes" } else { "no" };
    println!("total: {total}\nas on the host: {answer}");
    Ok(())
}
