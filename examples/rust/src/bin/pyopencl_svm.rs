// SPDX-License-Identifier: Apache-2.0

//! PyOpenCL's shared virtual memory: the host and kernels use the same addresses. A device that has no memory of a kind gets
//! page-locked memory for it.

use gridcall::{
    launch, Context, DeviceAttribute, Element, HostBuffer, MapFlags, Mem, MemOptions, MemPlace,
    Module, Result, SvmCapabilities as Svm,
};
use std::slice;

const COUNT: usize = 8;
const SIZE: u64 = 4 * COUNT as u64;
const NODES: usize = 5;

const SOURCE: &str = "\
struct node { long long value; node *next; };
__global__ void triple(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 3;
}
__global__ void walk(node *first) {
  long long sum = 0;
  for (node *each = first; each; each = each->next) sum += each->value;
  first->value = sum;
}
";

fn create<T: Element>(context: &Context, size: u64, place: MemPlace) -> Result<HostBuffer<T>> {
    let options = MemOptions {
        size,
        place,
        ..Default::default()
    };
    HostBuffer::from_mem(Mem::create(context, &options)?)
}

fn fill(values: &mut [i32], value: impl Fn(i32) -> i32) {
    for (i, x) in values.iter_mut().enumerate() {
        *x = value(i as i32);
    }
}

fn show(title: &str, memory: &HostBuffer<i32>) -> Result<()> {
    memory.mem().wait(u64::MAX)?;
    // SAFETY: no kernel uses it.
    let values = unsafe { memory.as_slice()? };
    let values: Vec<String> = values.iter().map(i32::to_string).collect();
    println!("{title}: {}", values.join(" "));
    Ok(())
}

fn main() -> Result<()> {
    let context = Context::default()?;
    let device = context.device()?;
    let module = Module::from_source(&context, SOURCE, None)?;
    let (triple, walk) = (module.kernel("triple")?, module.kernel("walk")?);
    let (n, half) = (COUNT as i32, COUNT as i32 / 2);
    let has = Svm(device.attribute(DeviceAttribute::SVM_CAPABILITIES)? as u64);
    let place = |needs, place| match has.contains(needs) {
        true => place,
        false => MemPlace::HOST,
    };
    let by_turns = place(Svm::COARSE_GRAIN_BUFFER, MemPlace::MANAGED);
    let at_once = place(Svm::FINE_GRAIN_BUFFER, MemPlace::MANAGED);
    let any = place(Svm::FINE_GRAIN_SYSTEM, MemPlace::PAGEABLE);

    // csvm_empty: the host and kernels use it by turns. The host maps it, or waits until no kernel uses it; a prefetch
    // moves it before it is used.
    let coarse = create(&context, SIZE, by_turns)?;
    let mem = coarse.mem();
    let mapping = mem.map(0, SIZE, MapFlags::WRITE_INVALIDATE_REGION, None)?;
    mapping.event()?.synchronize()?;
    // SAFETY: there are COUNT elements, and no kernel uses them until they are unmapped.
    let values = unsafe { slice::from_raw_parts_mut(mapping.address()? as *mut i32, COUNT) };
    fill(values, |i| i);
    mapping.unmap(None)?;
    if at_once == MemPlace::MANAGED {
        mem.prefetch(0, SIZE, Some(&device), Default::default(), None)?;
    }
    // SAFETY: every launch here has memory of as many elements as it says.
    unsafe { launch!(triple<<<1, 32>>>(&coarse, n))? };
    if at_once == MemPlace::MANAGED {
        mem.prefetch(0, SIZE, None, Default::default(), None)?;
    }
    show("coarse-grain buffer", &coarse)?;

    // fsvm_empty: the host writes the second half while the kernel works on the first.
    let fine = create(&context, SIZE, at_once)?;
    let (mut left, mut right) = (fine.slice(..COUNT / 2)?, fine.slice(COUNT / 2..)?);
    // SAFETY: no kernel uses the first half yet.
    fill(unsafe { left.as_mut_slice()? }, |i| 100 + i);
    // SAFETY: as above.
    unsafe { launch!(triple<<<1, 32>>>(&left, half))? };
    // SAFETY: no kernel uses the second half.
    fill(unsafe { right.as_mut_slice()? }, |i| -half - i);
    show("fine-grain buffer", &fine)?;

    // SVM(array): ordinary memory of the host.
    let mut ordinary = create(&context, SIZE, any)?;
    // SAFETY: no kernel uses it yet.
    fill(unsafe { ordinary.as_mut_slice()? }, |i| 10 - i);
    // SAFETY: as above.
    unsafe { launch!(triple<<<1, 32>>>(&ordinary, n))? };
    show("fine-grain system", &ordinary)?;

    // A kernel follows the host's pointers. A node is a value and an address.
    let mut list = create::<[u64; 2]>(&context, 16 * NODES as u64, by_turns)?;
    let first = list.mem().host_address()?;
    // SAFETY: no kernel uses it yet.
    let nodes = unsafe { list.as_mut_slice()? };
    for (i, node) in nodes.iter_mut().enumerate() {
        *node = [1 << i, first + 16 * (i as u64 + 1)];
    }
    nodes[NODES - 1][1] = 0; // the end
                             // SAFETY: the kernel follows the list to its end.
    unsafe { launch!(walk<<<1, 1>>>(&list))? };
    list.mem().wait(u64::MAX)?;
    // SAFETY: no kernel uses it.
    println!("sum of the list: {}", unsafe { list.as_slice()? }[0][0]);
    Ok(())
}
