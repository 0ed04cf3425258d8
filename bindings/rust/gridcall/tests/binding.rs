// SPDX-License-Identifier: Apache-2.0

//! The safe layer against the library, on whatever device GRIDCALL_DEVICE names.

use bytemuck::{Pod, Zeroable};
use gridcall::*;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

const SOURCE: &str = "
struct Pair { int a; float b; double c; };
__global__ void add(float *c, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void fill2(int *x, int n) {
  int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
__global__ void pairs(double *out, Pair p, char k, Pair q) {
  out[0] = p.a; out[1] = p.b; out[2] = p.c; out[3] = k; out[4] = q.a; out[5] = q.b; out[6] = q.c;
}
__global__ void types(double *out, bool z, signed char a, unsigned char b, short c, unsigned short d, int e, unsigned f,
                      long long g, unsigned long long h, float i, double j, unsigned long k) {
  double v[] = {(double)z, (double)a, (double)b, (double)c, (double)d, (double)e, (double)f,
                (double)g, (double)h, (double)i, j, (double)k};
  for (int t = 0; t < 12; t++) out[t] = v[t];
}
__global__ void reverse(int *x) {
  extern __shared__ int s[];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void nothing() {}
";

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct Pair {
    a: i32,
    b: f32,
    c: f64,
}

#[cfg(not(feature = "bytemuck"))]
// SAFETY: numbers without padding.
unsafe impl Element for Pair {}

fn setup() -> (Context, Module) {
    let context = Context::default().expect("a device");
    let module = Module::from_source(&context, SOURCE, None).expect("the source compiles");
    (context, module)
}

#[test]
fn adds() -> Result<()> {
    let (context, module) = setup();
    let names = module.kernel_names()?;
    assert_eq!(names.len(), module.kernel_count()?);
    assert!(names.iter().any(|name| name == "add"), "{names:?}");
    let add = module.kernel("add")?;
    assert_eq!(add.params()?.len(), add.param_count()?);
    assert!(Device::all()?.contains(&context.device()?));
    let n = 1000usize;
    let a: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let b: Vec<f32> = (0..n).map(|i| 2.0 * i as f32).collect();
    let (da, db) = (
        Buffer::from_slice(&context, &a)?,
        Buffer::from_slice(&context, &b)?,
    );
    let mut dc = Buffer::<f32>::new(&context, n)?;
    let stream = Stream::create(&context, None)?;
    // SAFETY: three arrays of n floats, and n.
    unsafe { launch!(add<<<(n as u32 + 127) / 128, 128, stream>>>(&mut dc, &da, &db, n as i32))? };
    stream.synchronize()?;
    let c = dc.to_vec()?;
    assert!(c.iter().enumerate().all(|(i, &v)| v == 3.0 * i as f32));

    // A launch on a borrowed stream and on a part.
    dc.zero()?;
    let borrowed = &stream;
    let part = dc.slice(10..20)?;
    unsafe { launch!(add<<<1, 128, borrowed>>>(&part, &da, &db, 10i32))? };
    stream.synchronize()?;
    assert_eq!(dc.slice(9..12)?.to_vec()?, [0.0, 0.0, 3.0]);
    assert_eq!(part.len(), 10);
    Ok(())
}

#[test]
fn shapes() -> Result<()> {
    let (context, module) = setup();
    let fill = module.kernel("fill2")?;
    let x = Buffer::<i32>::new(&context, 96)?;
    // SAFETY: an array of 96 ints.
    unsafe { launch!(fill<<<(3, 2), (8, 2)>>>(&x, 96i32))? };
    assert_eq!(x.to_vec()?, (0..96).collect::<Vec<i32>>());
    x.zero()?;
    unsafe { launch!((module.kernel("fill2")?)<<<(6u32, 1, 1), (16, 1, 1)>>>(&x, 96i32))? };
    assert_eq!(x.to_vec()?, (0..96).collect::<Vec<i32>>());
    Ok(())
}

#[test]
fn shared_memory() -> Result<()> {
    let (context, module) = setup();
    let reverse = module.kernel("reverse")?;
    let x = Buffer::from_slice(&context, &(0..64).collect::<Vec<i32>>())?;
    let stream = Stream::create(&context, None)?;
    let bytes = 64 * 4;
    // SAFETY: 64 ints in x and in shared memory.
    unsafe {
        launch!(reverse<<<1, 64, 256>>>(&x))?;
        launch!(reverse<<<1, 64, (bytes)>>>(&x))?;
        launch!(reverse<<<1, 64, bytes, stream>>>(&x))?;
    }
    stream.synchronize()?;
    assert_eq!(x.to_vec()?, (0..64).rev().collect::<Vec<i32>>());
    Ok(())
}

#[test]
fn every_type_of_argument() -> Result<()> {
    let (context, module) = setup();
    let out = Buffer::<f64>::new(&context, 12)?;
    let types = module.kernel("types")?;
    // SAFETY: as the kernel takes them.
    unsafe {
        launch!(types<<<1, 1>>>(&out, true, -1i8, 255u8, -2i16, 65535u16, -3i32, u32::MAX, -4i64, 1u64 << 53, 1.5f32, -2.25f64,
                                7usize))?
    };
    let two53 = 9007199254740992.0;
    assert_eq!(
        out.to_vec()?,
        [
            1.0,
            -1.0,
            255.0,
            -2.0,
            65535.0,
            -3.0,
            4294967295.0,
            -4.0,
            two53,
            1.5,
            -2.25,
            7.0
        ]
    );

    let (p, q) = (
        Pair {
            a: 1,
            b: 2.0,
            c: 3.0,
        },
        Pair {
            a: -4,
            b: 5.5,
            c: -6.25,
        },
    );
    let pairs = module.kernel("pairs")?;
    unsafe { launch!(pairs<<<1, 1>>>(&out, Value(p), 9i8, Value(q)))? };
    assert_eq!(out.to_vec()?[..7], [1.0, 2.0, 3.0, 9.0, -4.0, 5.5, -6.25]);
    Ok(())
}

#[test]
fn wrong_arguments() -> Result<()> {
    let (context, module) = setup();
    let add = module.kernel("add")?;
    let x = Buffer::<f32>::new(&context, 4)?;
    // SAFETY: each is refused before it runs.
    unsafe {
        let error = launch!(add<<<1, 1>>>(&x, &x, &x)).unwrap_err();
        assert_eq!(error.status(), Status::ARGUMENT_MISMATCH);
        assert_eq!(error.function(), "gc_launch");
        assert_eq!(error.category(), Category::LAUNCH);
        let error = launch!(add<<<1, 1>>>(&x, &x, &x, 4usize)).unwrap_err();
        assert_eq!(error.status(), Status::ARGUMENT_MISMATCH);
        assert!(error.message().contains('8') && error.message().contains('4'));
        // Handles of the right size and the wrong kind.
        let doubles = Buffer::<f64>::new(&context, 4)?;
        for error in [
            launch!(add<<<1, 1>>>(&x, &x, &x, 4f32)).unwrap_err(),
            launch!(add<<<1, 1>>>(&doubles, &x, &x, 4i32)).unwrap_err(),
            launch!(add<<<1, 1>>>(0u64, &x, &x, 4i32)).unwrap_err(),
        ] {
            assert_eq!(error.status(), Status::ARGUMENT_MISMATCH);
            assert!(error.message().contains("takes `"), "{}", error.message());
        }
        let error = launch!(add<<<1, 4096>>>(&x, &x, &x, 4i32)).unwrap_err();
        assert_eq!(error.status(), Status::INVALID_LAUNCH);
        let error = launch!(add<<<0, 1>>>(&x, &x, &x, 4i32)).unwrap_err();
        assert_ne!(error.status(), Status::OK);
    }
    Ok(())
}

#[test]
fn errors_tell() {
    let (context, _) = setup();
    let options = CompileOptions {
        name: Some("broken.cu"),
        ..Default::default()
    };
    let source = "__global__ void k(float *x) {\n  x[0] = missing;\n}\n";
    let error = Module::from_source(&context, source, Some(&options)).unwrap_err();
    assert_eq!(error.status(), Status::COMPILE);
    assert_eq!(error.source_name(), "broken.cu");
    assert!(error.log().contains("missing") && error.log().contains("broken.cu"));
    let debug = format!("{error:?}");
    assert!(
        debug.starts_with("COMPILE: Module::from_source: "),
        "{debug}"
    );
    assert!(debug.contains('\n') && debug.contains("missing"));

    let error = Mem::alloc(&context, 0).unwrap_err();
    assert_eq!(error.status(), Status::INVALID_ARGUMENT);
    assert_eq!(
        error.to_string(),
        format!("Buffer::new: {}", error.message())
    );

    let x = Buffer::<u32>::new(&context, 4).unwrap();
    assert_eq!(
        x.upload(&[0; 5]).unwrap_err().status(),
        Status::OUT_OF_RANGE
    );
    assert_eq!(x.slice(2..6).unwrap_err().status(), Status::OUT_OF_RANGE);
    assert_eq!(
        Buffer::<u64>::new(&context, usize::MAX)
            .unwrap_err()
            .status(),
        Status::OUT_OF_RANGE
    );
    let error = Device::find("a\0b").unwrap_err();
    assert_eq!(error.status(), Status::INVALID_ARGUMENT);
    assert!(error.message().contains("NUL at byte 1"));
}

#[test]
fn compile_options() -> Result<()> {
    let (context, _) = setup();
    let options = CompileOptions {
        flags: CompileFlags::NO_CACHE,
        name: Some("options.cu"),
        defines: &[
            Define {
                name: "A",
                value: Some("40"),
            },
            Define {
                name: "B",
                ..Default::default()
            },
        ],
        headers: &[Header {
            name: "two.h",
            text: "#define TWO (A / 20)\n",
        }],
        instances: &["put<float>", "put<int>"],
        ..Default::default()
    };
    let source =
        "#include \"two.h\"\ntemplate <typename T> __global__ void put(T *x) { *x = A + B + TWO; }";
    let module = Module::from_source(&context, source, Some(&options))?;
    assert!(!module.is_cached()?);
    assert_eq!(module.kernel_count()?, 2);
    let put = module.kernel("put<float>")?;
    let x = Buffer::<f32>::new(&context, 1)?;
    // SAFETY: one float.
    unsafe { launch!(put<<<1, 1>>>(&x))? };
    assert_eq!(x.to_vec()?, [43.0]);
    Ok(())
}

#[test]
fn typed_memory() -> Result<()> {
    let (context, _) = setup();
    let pairs: Vec<Pair> = (0..10)
        .map(|i| Pair {
            a: i,
            b: i as f32 / 2.0,
            c: -i as f64,
        })
        .collect();
    let buffer = Buffer::from_slice(&context, &pairs)?;
    assert_eq!(buffer.mem().size()?, 160);
    assert_eq!(buffer.slice(3..=4)?.to_vec()?, &pairs[3..5]);
    let copy = Buffer::<Pair>::new(&context, 10)?;
    copy.copy_from(&buffer, None)?;
    assert_eq!(copy.to_vec()?, pairs);
    assert_eq!(
        format!("{:?}", Buffer::<u8>::new(&context, 3)?),
        "Buffer<u8>(3 elements)"
    );
    let array = gridcall::NdarrayOf::<f32>::zeros(&context, &[2, 3])?;
    assert_eq!(format!("{array:?}"), "NdarrayOf<f32>([2, 3])");

    let stream = Stream::create(&context, None)?;
    let mut host = HostBuffer::<Pair>::new(&context, 10)?;
    assert_eq!(
        host.mem().attribute(MemAttribute::PLACE)?,
        MemPlace::HOST.0 as u64
    );
    // SAFETY: nothing is queued.
    unsafe { host.as_mut_slice()?.copy_from_slice(&pairs) };
    copy.zero()?;
    copy.upload_async(&host, Some(&stream))?;
    let back = HostBuffer::<Pair>::new(&context, 10)?;
    copy.download_async(&back, Some(&stream))?;
    stream.synchronize()?;
    // SAFETY: the copies are done.
    assert_eq!(unsafe { back.as_slice()? }, &pairs[..]);
    assert_eq!(back.to_vec()?, pairs);
    let odd = HostBuffer::<u32>::from_mem(back.mem().sub_region(1, 8, Default::default())?)?;
    assert_eq!(odd.len(), 2);
    // SAFETY: nothing is queued.
    assert_eq!(
        unsafe { odd.as_slice() }.unwrap_err().status(),
        Status::INVALID_ARGUMENT
    );
    Ok(())
}

#[test]
fn text_and_arrays_out() -> Result<()> {
    let (context, module) = setup();
    let device = context.device()?;
    assert!(!device.name()?.is_empty());
    let attributes = device.attributes()?;
    assert!(attributes.len() > 20);
    let warp = device.attribute(DeviceAttribute::WARP_SIZE)?;
    assert!(attributes
        .iter()
        .any(|a| a.attribute == DeviceAttribute::WARP_SIZE && a.value == warp));
    assert_eq!(
        Device::attribute_name(DeviceAttribute::WARP_SIZE),
        "WARP_SIZE"
    );
    assert_eq!(format!("{:?}", DeviceAttribute::WARP_SIZE), "WARP_SIZE");
    assert_eq!(Status::OUT_OF_MEMORY.to_string(), "OUT_OF_MEMORY");
    // Longer than the first buffer.
    let long = "k".repeat(700);
    let source = format!("__global__ void {long}() {{}}");
    let kernel = Module::from_source(&context, &source, None)?.kernel(&long)?;
    assert_eq!(kernel.name()?, long);
    let names: Vec<String> = (0..module.kernel_count()?)
        .map(|i| module.kernel_name(i))
        .collect::<Result<_>>()?;
    assert!(names.iter().any(|n| n == "nothing"), "{names:?}");
    Ok(())
}

#[test]
fn drops_in_any_order_on_any_thread() -> Result<()> {
    let (context, module) = setup();
    let nothing = module.kernel("nothing")?;
    let buffers: Vec<_> = (0..16)
        .map(|_| Buffer::<u8>::new(&context, 4096))
        .collect::<Result<_>>()?;
    drop(context);
    drop(module);
    let threads: Vec<_> = buffers
        .into_iter()
        .map(|buffer| thread::spawn(move || drop(buffer)))
        .collect();
    threads.into_iter().for_each(|t| t.join().unwrap());
    // SAFETY: it takes nothing and does nothing.
    unsafe { launch!(nothing<<<1, 1>>>()) }
}

#[test]
fn drops_while_panicking() {
    let (context, _) = setup();
    let result = thread::spawn(move || {
        let _buffer = Buffer::<u8>::new(&context, 4096).unwrap();
        let _stream = Stream::create(&context, None).unwrap();
        panic!("on purpose");
    })
    .join();
    assert!(result.is_err());
}

#[test]
fn many_threads_launch() -> Result<()> {
    let (context, module) = setup();
    let (context, add) = (Arc::new(context), Arc::new(module.kernel("add")?));
    let threads: Vec<_> = (0..8)
        .map(|t| {
            let (context, add) = (context.clone(), add.clone());
            thread::spawn(move || -> Result<()> {
                let stream = Stream::create(&context, None)?;
                let a = Buffer::from_slice(&context, &[t as f32; 256])?;
                let c = Buffer::<f32>::new(&context, 256)?;
                for _ in 0..20 {
                    // SAFETY: arrays of 256 floats.
                    unsafe { launch!(add<<<2, 128, stream>>>(&c, &a, &a, 256i32))? };
                }
                stream.synchronize()?;
                assert_eq!(c.to_vec()?, [2.0 * t as f32; 256]);
                Ok(())
            })
        })
        .collect();
    threads.into_iter().try_for_each(|t| t.join().unwrap())
}

#[test]
fn typed_prepared_launches() -> Result<()> {
    let (context, module) = setup();
    let (fill, pairs, reverse) = (
        module.kernel("fill2")?,
        module.kernel("pairs")?,
        module.kernel("reverse")?,
    );
    let x = Buffer::<i32>::new(&context, 64)?;
    x.fill(-1, None)?;
    let prepared = prepare!(fill<<<2, 32>>>(&x, 10i32))?;
    // SAFETY: an array of 64 ints, and a number up to that.
    unsafe { prepared.launch(None)? };
    assert_eq!(x.slice(8..12)?.to_vec()?, [8, 9, -1, -1]);
    prepared.set(1, 12i32)?;
    unsafe { prepared.launch(None)? };
    assert_eq!(x.slice(8..14)?.to_vec()?, [8, 9, 10, 11, -1, -1]);
    let y = Buffer::<i32>::new(&context, 64)?;
    prepared.set(0, &y)?;
    unsafe { prepared.launch(None)? };
    assert_eq!(y.slice(..3)?.to_vec()?, [0, 1, 2]);
    // Types and places are checked as in a launch.
    assert_eq!(
        prepared.set(1, 1.0f32).unwrap_err().status(),
        Status::ARGUMENT_MISMATCH
    );
    assert_eq!(
        prepared.set(2, 1i32).unwrap_err().status(),
        Status::OUT_OF_RANGE
    );
    assert!(prepare!(fill<<<2, 32>>>(&x)).is_err());

    // Structs, and shared memory.
    let out = Buffer::<f64>::new(&context, 7)?;
    let p = Pair {
        a: 1,
        b: 2.0,
        c: 3.0,
    };
    let prepared = prepare!(pairs<<<1, 1>>>(&out, Value(p), 4u8 as i8, Value(Pair { a: 5, ..p })))?;
    unsafe { prepared.launch(None)? };
    assert_eq!(out.to_vec()?, [1.0, 2.0, 3.0, 4.0, 5.0, 2.0, 3.0]);
    prepared.set(3, Value(Pair { a: 9, ..p }))?;
    unsafe { prepared.launch(None)? };
    assert_eq!(out.to_vec()?[4..], [9.0, 2.0, 3.0]);
    let z = Buffer::from_slice(&context, &(0..32).collect::<Vec<i32>>())?;
    let prepared = prepare!(reverse<<<1, 32, 128>>>(&z))?;
    unsafe { prepared.launch(None)? };
    assert_eq!(z.slice(..2)?.to_vec()?, [31, 30]);
    Ok(())
}

#[test]
fn typed_copies_and_fills() -> Result<()> {
    let (context, _) = setup();
    let options = StreamOptions {
        flags: StreamFlags::NON_BLOCKING,
        ..Default::default()
    };
    let stream = Stream::create(&context, Some(&options))?;
    let x = Buffer::<f64>::new(&context, 1000)?;
    x.fill(2.5, Some(&stream))?;
    let mut got = vec![0.0; 1000];
    x.download_on(&mut got, Some(&stream))?;
    assert!(got.iter().all(|&v| v == 2.5));
    x.upload_on(&[1.0, 2.0], Some(&stream))?;
    x.slice(2..4)?.fill(7.0, Some(&stream))?;
    x.download_on(&mut got, Some(&stream))?;
    assert_eq!(got[..5], [1.0, 2.0, 7.0, 7.0, 2.5]);
    let pairs = Buffer::<Pair>::new(&context, 3)?;
    let pair = Pair {
        a: 1,
        b: 2.0,
        c: 3.0,
    };
    pairs.fill(pair, None)?;
    assert_eq!(pairs.to_vec()?, [pair; 3]);
    let large = Buffer::<[u64; 17]>::new(&context, 2)?;
    assert_eq!(
        large.fill([0; 17], None).unwrap_err().status(),
        Status::OUT_OF_RANGE
    );
    Ok(())
}

#[test]
fn mapped_elements() -> Result<()> {
    let (context, _) = setup();
    let x = Buffer::from_slice(&context, &[1i32, 2, 3, 4])?;
    let mut mapped = x.map(1..3, MapFlags::READ | MapFlags::WRITE, None)?;
    assert_eq!(mapped.len(), 2);
    // SAFETY: nothing is queued.
    unsafe {
        assert_eq!(mapped.as_slice()?, [2, 3]);
        mapped.as_mut_slice()?[0] = 20;
    }
    mapped.unmap(None)?;
    assert_eq!(x.to_vec()?, [1, 20, 3, 4]);
    assert_eq!(
        x.map(3..6, MapFlags::READ, None).unwrap_err().status(),
        Status::OUT_OF_RANGE
    );
    Ok(())
}

#[test]
fn memory_is_freed_once_nothing_holds_it() -> Result<()> {
    let (context, _) = setup();
    let host = HostBuffer::<i32>::new(&context, 1024)?;
    host.fill(7, None)?;
    let mapped = host.map(.., MapFlags::READ, None)?;
    assert_eq!(
        host.slice(..16)?.free().unwrap_err().status(),
        Status::INVALID_ARGUMENT,
        "a part"
    );
    assert_eq!(host.free().unwrap_err().status(), Status::INVALID_STATE);
    // SAFETY: nothing is queued, and nobody else has the memory.
    assert_eq!(unsafe { mapped.as_slice()? }, [7; 1024]);
    drop(mapped);
    HostBuffer::<i32>::new(&context, 1024)?.free()?;
    Buffer::<i32>::new(&context, 1024)?.free()
}

#[cfg(feature = "preview")]
#[test]
fn memoized_objects() -> Result<()> {
    let (context, _) = setup();
    let mut made = 0;
    for _ in 0..3 {
        let kernel = context.memoize("memoized fill2", || {
            made += 1;
            Module::from_source(&context, SOURCE, None)?.kernel("fill2")
        })?;
        assert_eq!(kernel.name()?, "fill2");
    }
    assert_eq!(made, 1);
    // Another type of the same key is another object.
    let module = context.memoize("memoized fill2", || {
        Module::from_source(&context, SOURCE, None)
    })?;
    module.kernel("add")?;
    Context::clear_memo(Some(&context))?;
    context.memoize("memoized fill2", || {
        made += 1;
        module.kernel("fill2")
    })?;
    assert_eq!(made, 2);
    assert!(context
        .memoize("never", || module.kernel("no such kernel"))
        .is_err());
    Context::clear_memo(None)
}

#[test]
fn prepared_and_pool() -> Result<()> {
    let (context, module) = setup();
    let pool = Pool::create(&context, None)?;
    let x = Buffer::<i32>::from_pool(&pool, 8, None)?;
    assert_eq!(pool.statistics()?.active_blocks, 1);
    x.zero()?;
    let config = LaunchConfig {
        grid_x: 1,
        block_x: 32,
        ..Default::default()
    };
    let scalar = |n: i32| Arg::new(ArgKind::SCALAR, 4, n as u64, None, ValueType::INT32);
    let args = [
        Arg::new(ArgKind::MEM, 8, 0, Some(x.mem()), ValueType::INT32),
        scalar(4),
    ];
    let prepared = Prepared::create(&module.kernel("fill2")?, &config, &args)?;
    // SAFETY: 8 ints, of which 4 and then 6 are written.
    unsafe { prepared.launch(None)? };
    assert_eq!(x.to_vec()?, [0, 1, 2, 3, 0, 0, 0, 0]);
    prepared.set_arg(1, &scalar(6), None)?;
    unsafe { prepared.launch(None)? };
    assert_eq!(x.to_vec()?, [0, 1, 2, 3, 4, 5, 0, 0]);
    drop(x);
    drop(prepared);
    // A release only queues, and another test's thread may be giving back what this one released.
    for _ in 0..200 {
        handle_collect()?;
        if pool.statistics()?.active_blocks == 0 {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("the pool never got its block back")
}
