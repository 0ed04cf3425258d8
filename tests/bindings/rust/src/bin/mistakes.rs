// SPDX-License-Identifier: Apache-2.0

//! The deliberate mistakes of `../../mistakes.py`: NAME TAB MESSAGE for each. Others do not compile in Rust.

use gridcall::*;
use std::mem::ManuallyDrop;
use std::time::Duration;

type Mistake<'a> = (&'static str, Box<dyn Fn() -> Result<()> + 'a>);

/// A mistake: its name and what makes it.
macro_rules! mistakes {
    ($($name:ident: $call:expr,)*) => {
        vec![$((stringify!($name), Box::new(|| ($call).map(drop)) as Box<dyn Fn() -> Result<()> + '_>),)*]
    };
}

/// A launch of a kernel that takes what it gets, or is refused: no test runs one that writes elsewhere, but `past_end`.
macro_rules! run {
    ($($launch:tt)*) => {
        // SAFETY: refused before anything runs, or ended by the device where the mistake is in the kernel.
        unsafe { launch!($($launch)*) }
    };
}

fn captured(on: &Context, queue: impl FnOnce(&Stream) -> Result<()>) -> Result<Graph> {
    Stream::create(on, None)?.capture(queue)
}

fn main() -> Result<()> {
    let file = std::env::args().nth(1).expect("the source of the kernels");
    let source = std::fs::read_to_string(file).expect("the source is there");
    let device = Device::find("cpu")?;
    let (on, apart) = (
        Context::primary(&device, None)?,
        Context::create(&device, None)?,
    );
    let options = CompileOptions {
        name: Some("mistakes.cu"),
        ..Default::default()
    };
    let wrong_options = CompileOptions {
        options: &["--expt-nothing"],
        ..Default::default()
    };
    let module = Module::from_source(&on, &source, Some(&options))?;
    let (scale, record) = (module.kernel("scale")?, module.kernel("record")?);
    let (past, endless) = (module.kernel("past")?, module.kernel("endless")?);
    let (stream, other_stream) = (Stream::create(&on, None)?, Stream::create(&apart, None)?);
    let (pool, mem) = (Pool::create(&on, None)?, Mem::alloc(&on, 400)?);
    pool.set_limit(1 << 20)?;
    let x = Buffer::from_slice(&on, &[0f32; 100])?;
    let doubles = Buffer::from_slice(&on, &[0f64; 100])?;
    let other = Buffer::from_slice(&apart, &[0f32; 100])?;
    let (array, short) = (
        NdarrayOf::<f32>::zeros(&on, &[100])?,
        NdarrayOf::<f32>::zeros(&on, &[99])?,
    );
    let prepared = prepare!(scale<<<1, 32>>>(&x, 2f32, 100i32))?;
    let graph = stream.capture(|s| run!(scale<<<1, 32, s>>>(&x, 2f32, 100i32)))?;
    let zeros = Buffer::from_slice(&on, &[0f32; 8])?;
    // SAFETY: the library checks the handle, and it is never released again.
    let closed = unsafe { ManuallyDrop::new(Mem::from_raw(Mem::alloc(&on, 400)?.raw())) };
    let event = Event::create(&on, None)?;
    let (long, minus) = ([0f32; 101], -1);
    let (vector, odd) = (vec![0f32; 100], mem.sub_region(1, 33, MemFlags::default())?);

    let mistakes: Vec<Mistake<'_>> = mistakes! {
        few_arguments: run!(scale<<<1, 32>>>(&x, 2f32)),
        many_arguments: run!(scale<<<1, 32>>>(&x, 2f32, 100i32, 5i32)),
        double_for_float: run!(scale<<<1, 32>>>(&x, 2.0, 100i32)),
        int_for_float: run!(scale<<<1, 32>>>(&x, 2i32, 100i32)),
        long_for_int: run!(scale<<<1, 32>>>(&x, 2f32, 5i64)),
        doubles_for_floats: run!(scale<<<1, 32>>>(&doubles, 2f32, 100i32)),
        memory_for_number: run!(scale<<<1, 32>>>(&x, &x, 100i32)),
        number_for_memory: run!(scale<<<1, 32>>>(5u64, 2f32, 100i32)),
        host_memory: run!(scale<<<1, 32>>>(vector.as_ptr(), 2f32, 100i32)),
        host_stack: run!(scale<<<1, 32>>>(long.as_ptr(), 2f32, 100i32)),
        odd_part: run!(scale<<<1, 32>>>(&odd, 2f32, 100i32)),
        struct_size: run!(record<<<1, 1>>>(Value([1i32, 2]))),
        other_context_memory: run!(scale<<<1, 32>>>(&other, 2f32, 100i32)),
        other_context_stream: run!(scale<<<1, 32, &other_stream>>>(&x, 2f32, 100i32)),
        released_argument: run!(scale<<<1, 32>>>(&*closed, 2f32, 100i32)),
        // SAFETY: as above.
        staged_type: unsafe { launch_staged!(scale<<<1, 32>>>(InOut(&mut [0f64; 9]), 2f32, 9i32)) },
        grid_zero: run!(scale<<<0, 32>>>(&x, 2f32, 100i32)),
        block_zero: run!(scale<<<1, 0>>>(&x, 2f32, 100i32)),
        block_large: run!(scale<<<1, 2048>>>(&x, 2f32, 100i32)),
        block_product: run!(scale<<<1, (32, 32, 2)>>>(&x, 2f32, 100i32)),
        grid_large: run!(scale<<<(1, 70000), 1>>>(&x, 2f32, 100i32)),
        negative_grid: run!(scale<<<minus, 32>>>(&x, 2f32, 100i32)),
        shared_large: run!(scale<<<1, 32, 1 << 20>>>(&x, 2f32, 100i32)),
        prepared_index: prepared.set(3, 5i32),
        prepared_type: prepared.set(0, &doubles),
        graph_node: graph.set(5, 0, &x),
        graph_index: graph.set(0, 3, &x),
        graph_type: graph.set(0, 0, &doubles),
        upload_long: x.upload(&long),
        download_long: x.download(&mut long.clone()),
        bytes_long: mem.memcpy_htod(0, &[0; 404], None),
        elements_past: x.slice(90..110),
        elements_reversed: x.slice(std::ops::Range { start: 60, end: 50 }),
        nothing_to_map: x.map(5..5, MapFlags::READ, None).map(|_| ()),
        part_past: mem.sub_region(390, 20, MemFlags::default()),
        released: closed.size(),
        size_zero: Mem::alloc(&on, 0),
        too_many: Buffer::<f32>::new(&on, usize::MAX),
        too_large: Buffer::<f32>::new(&on, 1 << 48),
        pool_limit: Buffer::<u8>::from_pool(&pool, 2 << 20, None),
        fill_long: mem.memset(0, &[0; 129], 1, None),
        copy_overlap: mem.memcpy(4, &mem, 0, 100, None),
        map_past: mem.map(390, 20, MapFlags::READ, None),
        map_flags: mem.map(0, 20, MapFlags::default(), None),
        host_address: mem.host_address(),
        kernel_name: module.kernel("scael"),
        global_name: module.global("tabel"),
        no_file: Module::from_file(&on, "/nowhere/k.cu", None),
        folder: Module::from_file(&on, "/", None),
        include: Module::from_source(&on, "#include \"mine.h\"\n", None),
        syntax: Module::from_source(&on, "__global__ void k() { int x = 1 }", None),
        option: Module::from_source(&on, "__global__ void k() {}", Some(&wrong_options)),
        image: Module::from_buffer(&on, &[0; 20], None),
        device_name: Device::find("gpuu"),
        device_index: Device::by_index(99),
        device_attribute: device.attribute(DeviceAttribute(9999)),
        nul_in_text: module.kernel("a\0b"),
        capture_wait: captured(&on, |s| s.synchronize()),
        capture_copy: captured(&on, |s| x.download_on(&mut [0f32; 100], Some(s))),
        capture_end: stream.end_capture(),
        capture_twice: captured(&on, |s| s.begin_capture(CaptureMode::RELAXED)),
        event_unrecorded: event.elapsed(&event),
        past_end: run!(past<<<1, 1, &stream>>>(&zeros)).and_then(|()| stream.synchronize()),
        endless: {
            let limited = endless.builder(1, 1).arg(&zeros).stream(&stream).timeout(Duration::from_millis(50));
            // SAFETY: it reads one element.
            unsafe { limited.launch() }.and_then(|()| stream.synchronize())
        },
        expression_half: array.apply("a +", &[&array], &[], None),
        expression_name: array.apply("a + foo", &[&array], &[], None),
        expression_read: array.apply("*(float*)8", &[], &[], None),
        expression_inputs: array.apply("a + b", &[&array], &[], None),
        shapes: array.apply("a", &[&short], &[], None),
        reshape: array.reshape(&[3, 33], NdarrayFlags::default()),
        axis: array.reduce(&array, Reduction::SUM, &[3], None),
        texture_of_nothing: Texture::create(&on, &TextureOptions::default()),
        array_empty: Array::create(&on, &ArrayOptions { format: ArrayFormat::FLOAT, channels: 1, ..Default::default() }),
        array_channels: Array::create(&on, &ArrayOptions { width: 4, format: ArrayFormat::FLOAT, channels: 3, ..Default::default() }),
    };
    for (name, mistake) in mistakes {
        let said = mistake().map_or_else(|error| error.to_string(), |()| "no error".into());
        println!("{name}\t{}", said.replace('\n', "\\n"));
    }
    Ok(())
}
