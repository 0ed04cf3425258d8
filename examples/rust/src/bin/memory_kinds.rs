// SPDX-License-Identifier: Apache-2.0

//! The kinds of memory: slices of the host that a launch copies, memory of the device, page-locked memory for queued copies, mapped
//! memory, managed memory.

use gridcall::{
    launch, launch_staged, Buffer, Context, DeviceAttribute, HostBuffer, In, Mem, MemAttachMode,
    MemOptions, MemPlace, Module, Out, Result, Stream,
};
use std::time::Duration;

const COUNT: usize = 10;

const SOURCE: &str = "\
__global__ void square(int *y, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * x[i];
}
";

fn show(title: &str, values: &[i32]) {
    let values: Vec<String> = values.iter().map(i32::to_string).collect();
    println!("{title}: {}", values.join(" "));
}

fn fill(memory: &mut HostBuffer<i32>, value: impl Fn(i32) -> i32) -> Result<()> {
    // SAFETY: every caller has waited for the work that uses the memory.
    let values = unsafe { memory.as_mut_slice()? };
    for (i, x) in values.iter_mut().enumerate() {
        *x = value(i as i32);
    }
    Ok(())
}

fn main() -> Result<()> {
    let context = Context::default()?;
    let square = Module::from_source(&context, SOURCE, None)?.kernel("square")?;
    let n = COUNT as i32;

    // Slices of the host: the launch copies them, as PyCUDA's In and Out do.
    let values: [i32; COUNT] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    let mut result = [0i32; COUNT];
    // SAFETY: every launch here has memory of n elements.
    unsafe { launch_staged!(square<<<1, 32>>>(Out(&mut result), In(&values), n))? };
    show("staged", &result);

    // Copied to the device and back (Numba: to_device, copy_to_host, device_array).
    let x = Buffer::from_slice(&context, &values)?;
    show("copied", &x.to_vec()?);
    let y = Buffer::new(&context, COUNT)?;
    // SAFETY: as above.
    unsafe { launch!(square<<<1, 32>>>(&y, &x, n))? };
    show("on the device", &y.to_vec()?);

    // Page-locked memory (pinned_array): the host queues the copies and the kernel, and waits once.
    let stream = Stream::create(&context, None)?;
    let mut pinned = HostBuffer::new(&context, COUNT)?;
    fill(&mut pinned, |i| 10 - i)?;
    x.upload_async(&pinned, Some(&stream))?;
    // SAFETY: as above.
    unsafe { launch!(square<<<1, 32, stream>>>(&y, &x, n))? };
    y.download_async(&pinned, Some(&stream))?;
    stream.synchronize()?;
    // SAFETY: the work is done.
    show("page-locked", unsafe { pinned.as_slice()? });

    // Mapped (mapped_array): the kernel reads and writes the host's memory, nothing is copied. The host waits for that memory.
    let mut mapped = HostBuffer::new(&context, COUNT)?;
    fill(&mut mapped, |i| i + 10)?;
    // SAFETY: as above.
    unsafe { launch!(square<<<1, 32, stream>>>(&mapped, &mapped, n))? };
    mapped.mem().wait(Duration::MAX)?;
    // SAFETY: the work is done.
    show("mapped", unsafe { mapped.as_slice()? });

    // Managed (managed_array): it belongs to the host, then to one stream. A device without such memory gets page-locked memory.
    let has_managed = context
        .device()?
        .attribute(DeviceAttribute::MANAGED_MEMORY)?
        != 0;
    let mut options = MemOptions {
        size: 4 * COUNT as u64,
        place: MemPlace::HOST,
        ..Default::default()
    };
    if has_managed {
        (options.place, options.attach) = (MemPlace::MANAGED, MemAttachMode::HOST);
    }
    let mut managed = HostBuffer::from_mem(Mem::create(&context, &options)?)?;
    fill(&mut managed, |i| 2 * i)?;
    if has_managed {
        managed.mem().attach(MemAttachMode::SINGLE, Some(&stream))?;
    }
    // SAFETY: as above.
    unsafe { launch!(square<<<1, 32, stream>>>(&managed, &managed, n))? };
    managed.mem().wait(Duration::MAX)?;
    // SAFETY: the work is done.
    show("managed", unsafe { managed.as_slice()? });
    Ok(())
}
