// SPDX-License-Identifier: Apache-2.0

//! Two processes and one memory. The program starts itself again with the argument `other`, and writes the handles of
//! the memory and of an event to its standard input.

#![allow(clippy::needless_update)] // a struct of options may get more fields

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use gridcall::{launch, Context, Event, EventFlags, EventOptions, Mem, Module, Stream};

const COUNT: usize = 1024;
const BYTES: u64 = (COUNT * 4) as u64;

const SOURCE: &str = "\
__global__ void twice(unsigned *numbers) { numbers[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
";

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn sum(mem: &Mem) -> Result<u32> {
    let mut bytes = vec![0u8; COUNT * 4];
    mem.memcpy_dtoh(&mut bytes, 0, None)?;
    Ok(bytes
        .chunks_exact(4)
        .map(|b| u32::from_ne_bytes([b[0], b[1], b[2], b[3]]))
        .sum())
}

/// Waits for the event, doubles the numbers, and records the event behind that.
fn other(context: &Context) -> Result<()> {
    let (mut mem_handle, mut offset, mut event_handle) = ([0u8; 64], [0u8; 8], [0u8; 64]);
    let mut input = std::io::stdin().lock();
    input.read_exact(&mut mem_handle)?;
    input.read_exact(&mut offset)?;
    input.read_exact(&mut event_handle)?;
    let mem = Mem::open_ipc(
        context,
        &mem_handle,
        u64::from_le_bytes(offset),
        BYTES,
        None,
    )?;
    let event = Event::open_ipc(context, &event_handle)?;
    let stream = Stream::create(context, None)?;
    stream.wait_event(&event)?;
    let module = Module::from_source(context, SOURCE, None)?;
    let twice = module.kernel("twice")?;
    // SAFETY: the kernel takes an array of as many numbers as there are threads.
    unsafe { launch!(twice<<<(COUNT as u32 / 128), 128, stream>>>(&mem))? };
    event.record(Some(&stream))?;
    stream.synchronize()?;
    println!("the other process sees {}", sum(&mem)?);
    Ok(())
}

fn first(context: &Context) -> Result<()> {
    let numbers: Vec<u8> = (0..COUNT as u32).flat_map(u32::to_ne_bytes).collect();
    let mem = Mem::alloc(context, BYTES)?;
    let flags = EventFlags::INTERPROCESS | EventFlags::DISABLE_TIMING;
    let event = Event::create(
        context,
        Some(&EventOptions {
            flags,
            ..Default::default()
        }),
    )?;
    mem.memcpy_htod(0, &numbers, None)?;
    event.record(None)?;
    println!("this process has {}", sum(&mem)?);

    let (mem_handle, offset) = mem.ipc_handle()?;
    let event_handle = event.ipc_handle()?;
    let mut child = Command::new(std::env::current_exe()?)
        .arg("other")
        .stdin(Stdio::piped())
        .spawn()?;
    let input = child.stdin.as_mut().ok_or("no pipe")?;
    input.write_all(&mem_handle)?;
    input.write_all(&offset.to_le_bytes())?;
    input.write_all(&event_handle)?;
    if !child.wait()?.success() {
        return Err("the other process failed".into());
    }
    event.synchronize()?;
    println!("and so does this one: {}", sum(&mem)?);
    Ok(())
}

fn main() -> Result<()> {
    let context = Context::default()?;
    if std::env::args().len() > 1 {
        other(&context)
    } else {
        first(&context)
    }
}
