// SPDX-License-Identifier: Apache-2.0

//! What PyOpenCL does with buffers: content at creation, sub-buffers, fills, copies also of rectangles, mapping, and the
//! program's own memory as a buffer.

use gridcall::{
    launch, Buffer, Context, CopyEnd, MapFlags, Mem, MemOptions, Module, RectCopy, Result,
};
use std::slice;

const COUNT: usize = 12;
const SIZE: u64 = 4 * COUNT as u64;

const SOURCE: &str = "\
__global__ void twice(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
";

fn bytes(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|x| x.to_ne_bytes()).collect()
}

fn show(title: &str, values: &[i32]) {
    let values: Vec<String> = values.iter().map(i32::to_string).collect();
    println!("{title}: {}", values.join(" "));
}

/// Maps a whole buffer, waits until the host may use it, and unmaps it after use.
fn with_mapped(mem: &Mem, flags: MapFlags, mut change: impl FnMut(usize, &mut i32)) -> Result<()> {
    let mapping = mem.map(0, SIZE, flags, None)?;
    mapping.event()?.synchronize()?;
    // SAFETY: there are COUNT elements, and no kernel uses them until they are unmapped.
    let values = unsafe { slice::from_raw_parts_mut(mapping.address()? as *mut i32, COUNT) };
    for (i, x) in values.iter_mut().enumerate() {
        change(i, x);
    }
    mapping.unmap(None)
}

fn main() -> Result<()> {
    let context = Context::default()?;
    let twice = Module::from_source(&context, SOURCE, None)?.kernel("twice")?;
    let n = COUNT as i32;

    // Buffer(context, READ_WRITE | COPY_HOST_PTR, hostbuf=values)
    let mut values: Vec<i32> = (0..n).collect();
    let options = MemOptions {
        size: SIZE,
        content: &bytes(&values),
        ..Default::default()
    };
    let a = Buffer::<i32>::from_mem(Mem::create(&context, &options)?)?;
    show("content", &a.to_vec()?);

    // a.get_sub_region(16, 16): elements 4 to 7
    let part = a.mem().sub_region(16, 16, Default::default())?;
    // SAFETY: every launch here has memory of as many elements as it says.
    unsafe { launch!(twice<<<1, 32>>>(&part, 4))? };
    show("sub-buffer", &a.to_vec()?);

    // enqueue_fill_buffer, enqueue_copy
    let b = Buffer::<i32>::new(&context, COUNT)?;
    b.mem()
        .memset(0, &bytes(&[7, -1]), COUNT as u64 / 2, None)?;
    show("fill", &b.to_vec()?);
    b.mem().memcpy(8, a.mem(), 16, 16, None)?;
    show("copy", &b.to_vec()?);

    // enqueue_copy of a rectangle: columns 1 and 2 of the 3 rows of 4 elements in `a` become the 3 rows of 2 elements at the
    // end of `b`.
    let rect = RectCopy {
        dst: CopyEnd {
            offset: 24,
            row_pitch: 8,
            ..CopyEnd::from(b.mem())
        },
        src: CopyEnd {
            offset: 4,
            row_pitch: 16,
            ..CopyEnd::from(a.mem())
        },
        width: 8,
        height: 3,
        ..Default::default()
    };
    Mem::memcpy_rect(&rect, None)?;
    show("rectangle", &b.to_vec()?);

    // enqueue_map_buffer: write everything, then read and write.
    with_mapped(b.mem(), MapFlags::WRITE_INVALIDATE_REGION, |i, x| {
        *x = 100 + i as i32;
    })?;
    // SAFETY: as above.
    unsafe { launch!(twice<<<1, 32>>>(&b, n))? };
    with_mapped(b.mem(), MapFlags::READ | MapFlags::WRITE, |_, x| *x -= 200)?;
    show("map", &b.to_vec()?);

    // Buffer(context, READ_WRITE | USE_HOST_PTR, hostbuf=values): kernels use the program's own memory.
    // SAFETY: `values` is not touched before `own` is freed.
    let own = unsafe { Mem::register(&context, values.as_mut_ptr() as u64, SIZE, None)? };
    // SAFETY: as above; nothing else uses the values meanwhile.
    unsafe { launch!(twice<<<1, 32>>>(&own, n))? };
    own.free()?; // waits for the kernel, and ends the registration
    show("the program's own memory", &values);
    Ok(())
}
