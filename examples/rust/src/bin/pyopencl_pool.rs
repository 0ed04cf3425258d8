// SPDX-License-Identifier: Apache-2.0

//! PyOpenCL's memory pools: what a pool holds and what is in use, at each step; a pool of page-locked memory; and memory
//! without a pool.

use gridcall::{
    handle_collect, launch, Buffer, Context, HostBuffer, Mem, MemAttribute, MemOrigin, MemPlace,
    Module, Pool, PoolOptions, Result, Stream,
};

const COUNT: usize = 1000;

const SOURCE: &str = "\
__global__ void iota(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
";

/// Dropping only queues: `handle_collect` gives the blocks back to the pool now, so that they are counted.
fn show(title: &str, pool: &Pool) -> Result<()> {
    handle_collect()?;
    let s = pool.statistics()?;
    println!(
        "{title}: held {} blocks, {} bytes; active {} blocks, {} bytes",
        s.held_blocks, s.held_bytes, s.active_blocks, s.active_bytes
    );
    Ok(())
}

fn origin_of(mem: &Mem) -> Result<MemOrigin> {
    Ok(MemOrigin(mem.attribute(MemAttribute::ORIGIN)? as i32))
}

fn main() -> Result<()> {
    let context = Context::default()?;
    let iota = Module::from_source(&context, SOURCE, None)?.kernel("iota")?;

    // MemoryPool: requests are rounded up to a size class, and released blocks are held.
    let pool = Pool::create(&context, None)?;
    let a = Buffer::<i32>::from_pool(&pool, COUNT, None)?;
    let b = pool.alloc(100000, None)?;
    show("two blocks", &pool)?;
    drop(a);
    show("one released", &pool)?;
    let c = Buffer::<i32>::from_pool(&pool, COUNT, None)?;
    show("allocated again", &pool)?;
    // SAFETY: the memory has COUNT elements.
    unsafe { launch!(iota<<<4, 256>>>(&c, COUNT as i32))? };

    // PooledBuffer in page-locked memory, for an asynchronous copy.
    let options = PoolOptions {
        place: MemPlace::HOST,
        ..Default::default()
    };
    let host_pool = Pool::create(&context, Some(&options))?;
    let host = HostBuffer::<i32>::from_mem(host_pool.alloc(4 * COUNT as u64, None)?)?;
    let stream = Stream::create(&context, None)?;
    c.download_async(&host, Some(&stream))?;
    stream.synchronize()?;
    // SAFETY: the copy is done.
    println!("sum: {}", unsafe { host.as_slice()? }.iter().sum::<i32>());
    show("page-locked", &host_pool)?;
    drop(host);
    show("page-locked, released", &host_pool)?;

    // free_held, stop_holding
    drop(b);
    show("larger one released", &pool)?;
    pool.free_held()?;
    show("free_held", &pool)?;
    pool.stop_holding()?;
    println!("memory of the pool: {:?}", origin_of(c.mem())?);
    drop(c);
    show("stop_holding, released", &pool)?;

    // ImmediateAllocator: memory of the driver, without a pool. `free` gives it back before it returns.
    let immediate = Mem::alloc(&context, 4 * COUNT as u64)?;
    println!("memory without a pool: {:?}", origin_of(&immediate)?);
    immediate.free()
}
