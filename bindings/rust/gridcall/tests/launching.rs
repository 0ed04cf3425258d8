// SPDX-License-Identifier: Apache-2.0

//! Every form of a launch, handles with clones, empty memory, and what takes the types of the standard library.

use gridcall::*;
use std::os::fd::{AsFd, AsRawFd};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

const SOURCE: &str = "
__global__ void add(int *x, int n, int by) {
  int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by;
}
__global__ void shared(unsigned *x) {
  unsigned size;
  asm(\"mov.u32 %0, %%dynamic_smem_size;\" : \"=r\"(size));
  *x = size;
}
struct Pair { int a, b; };
__global__ void pair(int *x, Pair p) { x[0] = p.a; x[1] = p.b; }
";

struct Host {
    stream: Stream,
    kernels: Vec<Kernel>,
}

impl Host {
    fn kernel(&self) -> &Kernel {
        &self.kernels[0]
    }
}

fn blocks(n: usize) -> usize {
    (n + 31) / 32
}

fn setup() -> Result<(Context, Module, Host)> {
    let context = Context::default()?;
    let module = Module::from_source(&context, SOURCE, None)?;
    let host = Host {
        stream: Stream::create(&context, None)?,
        kernels: vec![module.kernel("add")?],
    };
    Ok((context, module, host))
}

#[test]
fn any_expression() -> Result<()> {
    let (context, module, h) = setup()?;
    let x = Buffer::<i32>::new(&context, 96)?;
    x.zero()?;
    let (n, size, size32) = (96, 256usize, 256u32);
    let some = Some(&h.stream);
    let none: Option<&Stream> = None;
    let arc = Arc::new(h.stream.clone());
    let pair = (1u32, 3usize);
    // SAFETY: 96 ints.
    unsafe {
        launch!(h.kernels[0]<<<3, 32>>>(&x, n, 1))?;
        launch!(h.kernel()<<<blocks(x.len()), 32usize>>>(x, n, 1i32))?;
        launch!(module.kernel("add")?<<<(x.len() / 32) as u32, blocks(1024)>>>(&x, n, 1))?;
        launch!(h.kernels[0]<<<pair, (8, 4), h.stream>>>(&x, n, 1))?;
        launch!(h.kernels[0]<<<3, 32, &h.stream>>>(&x, n, 1))?;
        launch!(h.kernels[0]<<<3, 32, some>>>(&x, n, 1))?;
        launch!(h.kernels[0]<<<3, 32, arc>>>(&x, n, 1))?;
        launch!(h.kernels[0]<<<3, 32, &arc>>>(&x, n, 1))?;
        launch!(h.kernels[0]<<<3, 32, size>>>(&x, n, 1))?;
        launch!(h.kernels[0]<<<3, 32, size32 * 2>>>(&x, n, 1))?;
        launch!(h.kernels[0]<<<3, 32, size, &h.stream>>>(&x, n, 1))?;
        launch!(h.kernels[0]<<<3, 32, 256, some>>>(&x, n, 1))?;
        launch!(h.kernels[0]<<<3, 32, 0, None>>>(&x, n, 1))?;
        launch!(h.kernels[0]<<<3, if n > 3 { 32 } else { 1 }, 0, none>>>(&x, n, 1), timeout = Duration::from_secs(60))?;
    }
    h.stream.synchronize()?;
    assert_eq!(x.to_vec()?, [14; 96]);
    Ok(())
}

#[test]
fn sizes_of_shared_memory() -> Result<()> {
    let (context, module, h) = setup()?;
    let shared = module.kernel("shared")?;
    let x = Buffer::<u32>::new(&context, 1)?;
    let size = 1usize << 10;
    // SAFETY: one int.
    unsafe {
        launch!(shared<<<1, 1, size>>>(&x))?;
        assert_eq!(x.to_vec()?, [1024]);
        launch!(shared<<<1, 1, size / 2, h.stream>>>(&x))?;
        h.stream.synchronize()?;
        assert_eq!(x.to_vec()?, [512]);
        prepare!(shared<<<1, 1, size / 4>>>(&x))?.launch(None)?;
        assert_eq!(x.to_vec()?, [256]);
        let error = launch!(shared<<<1, 1, -1>>>(&x)).unwrap_err();
        assert_eq!(error.status(), Status::INVALID_LAUNCH);
        let error = launch!(shared<<<(-1), 1>>>(&x)).unwrap_err();
        assert!(error.message().contains("grid"), "{error}");
        assert!(launch!(shared<<<1, u64::MAX>>>(&x)).is_err());
    }
    Ok(())
}

#[test]
fn staged_launches_take_the_same() -> Result<()> {
    let (_context, _module, h) = setup()?;
    let mut x = [1i32, 2, 3];
    // SAFETY: three ints.
    unsafe { launch_staged!(h.kernels[0]<<<blocks(3), 32, &h.stream>>>(InOut(&mut x), 3, 10))? };
    assert_eq!(x, [11, 12, 13]);
    Ok(())
}

#[test]
fn builders() -> Result<()> {
    let (context, module, h) = setup()?;
    let x = Buffer::<i32>::new(&context, 64)?;
    x.zero()?;
    let by = 5;
    // SAFETY: 64 ints.
    unsafe {
        let launch = h.kernel().builder(2usize, 32).arg(&x).arg(&64).arg(&by);
        launch.stream(&h.stream).shared_size(64usize).launch()?;
        h.stream.synchronize()?;
        let mut launch = h.kernel().builder((1, 2), (8, 4)).arg(&x);
        for value in [64, 3] {
            // A number that is gone by the time of the launch: it was copied.
            launch = launch.arg(if value == 3 { &3 } else { &64 });
        }
        launch
            .timeout(Duration::from_secs(60))
            .config(|config| config.flags = LaunchFlags::default())
            .launch()?;
        assert_eq!(x.to_vec()?, [8; 64]);
        let prepared = h
            .kernel()
            .builder(2, 32)
            .arg(&x)
            .arg(&64)
            .arg(&-8)
            .prepare()?;
        prepared.launch(None)?;
        assert_eq!(x.to_vec()?, [0; 64]);
        let error = h.kernel().builder(2, 32).arg(&x).launch().unwrap_err();
        assert_eq!(error.status(), Status::ARGUMENT_MISMATCH);
        let pair = module.kernel("pair")?;
        pair.builder(1, 1)
            .arg(x.mem())
            .arg(&Value([7i32, 9]))
            .launch()?;
        assert_eq!(x.slice(..2)?.to_vec()?, [7, 9]);
    }
    Ok(())
}

#[test]
fn clones_share_one_object() -> Result<()> {
    let (context, module, h) = setup()?;
    let x = Buffer::<i32>::new(&context, 32)?;
    x.zero()?;
    let (stream, kernel) = (h.stream.clone(), h.kernels[0].clone());
    assert_eq!(stream.raw(), h.stream.raw());
    drop((h, module.clone(), module, context.clone(), context));
    let worker = thread::spawn(move || -> Result<Stream> {
        // SAFETY: 32 ints.
        unsafe { launch!(kernel<<<1, 32, stream>>>(&x, 32, 1))? };
        stream.synchronize()?;
        assert_eq!(x.to_vec()?, [1; 32]);
        Ok(stream)
    });
    let stream = worker.join().unwrap()?;
    let other = stream.clone();
    let stream = stream.into_raw().expect_err("it has a clone");
    drop(other);
    let raw = stream.into_raw().expect("it has none");
    // SAFETY: nobody else releases it.
    let stream = unsafe { Stream::from_raw(raw) };
    let last = stream.clone();
    drop(stream);
    assert!(last.query()?);
    drop(last);
    // SAFETY: the library refuses a handle that was released.
    let gone = unsafe { Stream::from_raw(raw) };
    assert_eq!(gone.query().unwrap_err().status(), Status::INVALID_HANDLE);
    Ok(())
}

#[test]
fn empty_memory() -> Result<()> {
    let (context, _module, h) = setup()?;
    let empty = Buffer::<f64>::from_slice(&context, &[])?;
    assert!(empty.is_empty() && empty.to_vec()?.is_empty());
    empty.zero()?;
    empty.fill(1.0, Some(&h.stream))?;
    empty.upload(&[])?;
    empty.download(&mut [])?;
    assert!(empty.slice(..)?.is_empty());
    let x = Buffer::from_slice(&context, &[1i32, 2, 3])?;
    for range in [0..0, 2..2, 3..3] {
        assert_eq!(x.slice(range)?.to_vec()?, []);
    }
    x.copy_from(&x.slice(1..1)?, None)?;
    x.upload(&[])?;
    assert_eq!(x.to_vec()?, [1, 2, 3]);
    // SAFETY: it touches nothing.
    unsafe { launch!(h.kernels[0]<<<1, 32>>>(&x.slice(1..1)?, 0, 1))? };
    let mut host = HostBuffer::<u64>::new(&context, 0)?;
    // SAFETY: nothing is queued.
    assert_eq!(unsafe { host.as_slice()? }, []);
    assert_eq!(unsafe { host.as_mut_slice()? }, []);
    x.map(.., MapFlags::READ, None)?.unmap(None)?;
    let error = x.map(1..1, MapFlags::READ, None).unwrap_err();
    assert!(error.message().contains("1..1"), "{error}");
    Ok(())
}

/// Messages count elements, as the caller does.
#[test]
fn refused_ranges_and_counts() -> Result<()> {
    let context = Context::default()?;
    let x = Buffer::<f32>::new(&context, 100)?;
    let large = HostBuffer::<f32>::new(&context, 101)?;
    #[allow(clippy::reversed_empty_ranges)]
    let errors = [
        x.upload(&[0.0; 101]).unwrap_err(),
        x.download(&mut [0.0; 101]).unwrap_err(),
        x.upload_async(&large, None).unwrap_err(),
        x.download_async(&large, None).unwrap_err(),
        x.copy_from(&Buffer::new(&context, 101)?, None).unwrap_err(),
        x.slice(..101).unwrap_err(),
        x.slice(101..).unwrap_err(),
        x.slice(60..50).unwrap_err(),
        x.map(99..=100, MapFlags::READ, None).unwrap_err(),
    ];
    for error in &errors {
        assert_eq!(error.status(), Status::OUT_OF_RANGE, "{error}");
        assert!(!error.message().contains("400"), "{error}");
    }
    assert_eq!(
        errors[0].message(),
        "`values` has 101 elements, the memory 100: at most 100 fit"
    );
    assert_eq!(
        errors[7].message(),
        "`range` is 60..50 of 100 elements: it begins behind its end: swap them"
    );
    Ok(())
}

#[test]
fn types_of_the_standard_library() -> Result<()> {
    let (context, _module, h) = setup()?;
    let path = std::env::temp_dir().join(format!("launching-{}.cu", std::process::id()));
    std::fs::write(&path, SOURCE).unwrap();
    Module::from_file(&context, &path, None)?.kernel("add")?;
    Module::from_file(&context, path.to_str().unwrap(), None)?;
    let error = Module::from_file(&context, "a\0b", None).unwrap_err();
    assert_eq!(error.status(), Status::INVALID_ARGUMENT);

    let completion = Completion::create()?;
    let fd = completion.fd()?;
    assert_eq!(fd.as_fd().as_raw_fd(), completion.descriptor()?);
    assert_eq!(completion.wait(Duration::ZERO)?, (0, false));
    let (start, end) = (
        Event::create(&context, None)?,
        Event::create(&context, None)?,
    );
    start.record(Some(&h.stream))?;
    assert!(h.stream.synchronize_for(Duration::MAX)?);
    end.record(Some(&h.stream))?;
    assert!(Event::synchronize_for(&[&end], Duration::from_secs(60))?);
    assert_eq!(
        start.duration(&end)?.as_nanos() as i64,
        start.elapsed(&end)?
    );
    Ok(())
}

#[cfg(feature = "half")]
#[test]
fn halves() -> Result<()> {
    use half::{bf16, f16};
    let context = Context::default()?;
    let source = "#include <cuda_fp16.h>
        __global__ void scale(half *x, half by, int n) { if (threadIdx.x < n) x[threadIdx.x] = x[threadIdx.x] * by; }";
    let scale = Module::from_source(&context, source, None)?.kernel("scale")?;
    let x = Buffer::from_slice(&context, &[1.0, 2.5, -4.0].map(f16::from_f32))?;
    // SAFETY: three halves.
    unsafe { launch!(scale<<<1, 32>>>(&x, f16::from_f32(2.0), 3))? };
    assert_eq!(x.to_vec()?, [2.0, 5.0, -8.0].map(f16::from_f32));
    // SAFETY: it is refused.
    let error = unsafe { launch!(scale<<<1, 32>>>(&x, bf16::ONE, 3)) }.unwrap_err();
    assert_eq!(error.status(), Status::ARGUMENT_MISMATCH, "{error}");
    let array = NdarrayOf::from_slice(&context, &[bf16::from_f32(1.5); 4], &[4])?;
    array.apply("a * x", &[&array], &[scalar(2.0f32)], None)?;
    assert_eq!(array.to_vec()?, [bf16::from_f32(3.0); 4]);
    Ok(())
}
