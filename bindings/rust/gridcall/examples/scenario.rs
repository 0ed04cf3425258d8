// SPDX-License-Identifier: Apache-2.0

//! Runs `tests/bindings/scenario.txt` through the Rust binding; the README there tells the rules.

use gridcall::*;
use std::collections::HashMap;
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::process::exit;

/// The type a handle was made with; what `release` calls.
type Drops = fn(*mut c_void);

struct Machine {
    handles: HashMap<String, (*mut c_void, Drops)>,
    sources: HashMap<String, String>,
    last: Option<Error>,
}

/// What a command prints after it worked.
type Answer = Result<String>;

fn broken(message: impl std::fmt::Display) -> ! {
    eprintln!("scenario: {message}");
    exit(1)
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse()
        .unwrap_or_else(|_| broken(format!("'{text}' is no number here")))
}

fn ok(result: Result<()>) -> Answer {
    result.map(|()| "ok".to_string())
}

fn shown(value: impl std::fmt::Display) -> Answer {
    Ok(format!("= {value}"))
}

/// A borrowed object of any handle: also a released one, or one of another type, as the script wants it.
macro_rules! borrowed {
    ($($name:ident $type:ty;)*) => {
        impl Machine { $(
            fn $name(&self, name: &str) -> ManuallyDrop<$type> {
                // SAFETY: the library checks every handle, and ManuallyDrop releases nothing.
                ManuallyDrop::new(unsafe { <$type>::from_raw(self.raw(name).cast()) })
            }
        )* }
    };
}
borrowed! {
    context Context;
    stream Stream;
    event Event;
    mem Mem;
    module Module;
    kernel Kernel;
    prepared Prepared;
    pool Pool;
}

macro_rules! bind {
    ($machine:expr, $name:expr, $type:ty, $made:expr) => {{
        let value: $type = $made?;
        // SAFETY: the handle was made as this type.
        let drops: Drops = |raw| drop(unsafe { <$type>::from_raw(raw.cast()) });
        $machine
            .handles
            .insert($name.to_string(), (value.into_raw().cast(), drops));
        Ok("ok".to_string())
    }};
}

fn size_of(kind: &str) -> usize {
    match kind {
        "i8" | "u8" => 1,
        "i16" | "u16" => 2,
        "i32" | "u32" | "f32" => 4,
        "i64" | "u64" | "f64" => 8,
        _ => broken(format!("'{kind}' is no type")),
    }
}

fn encode(kind: &str, text: &str) -> Vec<u8> {
    match kind {
        "i8" => number::<i8>(text).to_ne_bytes().to_vec(),
        "u8" => number::<u8>(text).to_ne_bytes().to_vec(),
        "i16" => number::<i16>(text).to_ne_bytes().to_vec(),
        "u16" => number::<u16>(text).to_ne_bytes().to_vec(),
        "i32" => number::<i32>(text).to_ne_bytes().to_vec(),
        "u32" => number::<u32>(text).to_ne_bytes().to_vec(),
        "i64" => number::<i64>(text).to_ne_bytes().to_vec(),
        "u64" => number::<u64>(text).to_ne_bytes().to_vec(),
        "f32" => number::<f32>(text).to_ne_bytes().to_vec(),
        "f64" => number::<f64>(text).to_ne_bytes().to_vec(),
        _ => broken(format!("'{kind}' is no type")),
    }
}

fn decode(kind: &str, bytes: &[u8]) -> String {
    macro_rules! value {
        ($type:ty) => {
            <$type>::from_ne_bytes(bytes.try_into().expect("the size of the type"))
        };
    }
    match kind {
        "i8" => value!(i8).to_string(),
        "u8" => value!(u8).to_string(),
        "i16" => value!(i16).to_string(),
        "u16" => value!(u16).to_string(),
        "i32" => value!(i32).to_string(),
        "u32" => value!(u32).to_string(),
        "i64" => value!(i64).to_string(),
        "u64" => value!(u64).to_string(),
        "f32" => format!("{:.3}", value!(f32)),
        _ => format!("{:.3}", value!(f64)),
    }
}

fn shape(text: &str) -> [u32; 3] {
    let mut sizes = [0; 3];
    for (size, part) in sizes.iter_mut().zip(text.split('x')) {
        *size = number(part);
    }
    sizes
}

/// `mem:NAME+N` and the like, before its handle is looked up.
struct RawArg {
    kind: ArgKind,
    size: u32,
    bits: u64,
    mem: Option<ManuallyDrop<Mem>>,
}

impl RawArg {
    fn arg(&self) -> Arg<'_> {
        Arg::new(
            self.kind,
            self.size,
            self.bits,
            self.mem.as_deref(),
            ValueType::UNKNOWN,
        )
    }
}

impl Machine {
    fn raw(&self, name: &str) -> *mut c_void {
        if name == "null" {
            return std::ptr::null_mut();
        }
        match self.handles.get(name) {
            Some((raw, _)) => *raw,
            None => broken(format!("unknown name '{name}'")),
        }
    }

    fn optional_stream(&self, name: &str) -> Option<ManuallyDrop<Stream>> {
        (name != "-").then(|| self.stream(name))
    }

    fn source(&self, name: &str) -> &str {
        match self.sources.get(name) {
            Some(text) => text,
            None => broken(format!("unknown source '{name}'")),
        }
    }

    fn argument(&self, text: &str, blob: &mut Vec<u8>) -> RawArg {
        let (kind, value) = split(text, ':');
        let mut arg = RawArg {
            kind: ArgKind::SCALAR,
            size: 0,
            bits: 0,
            mem: None,
        };
        match kind {
            "mem" => {
                let (name, offset) = value.split_once('+').unwrap_or((value, "0"));
                arg.kind = ArgKind::MEM;
                arg.size = 8;
                arg.bits = number(offset);
                arg.mem = Some(self.mem(name));
            }
            "bytes" => {
                arg.kind = ArgKind::BYTES;
                arg.bits = blob.len() as u64;
                for i in (0..value.len()).step_by(2) {
                    match u8::from_str_radix(&value[i..i + 2], 16) {
                        Ok(byte) => blob.push(byte),
                        Err(_) => broken(format!("'{value}': wrong bytes")),
                    }
                }
                arg.size = value.len() as u32 / 2;
            }
            "raw" => {
                let fields: Vec<&str> = value.split(':').collect();
                arg.kind = ArgKind(number(fields[0]));
                arg.size = number(fields[1]);
                arg.bits = number(fields[2]);
            }
            _ => {
                let mut bits = [0; 8];
                let bytes = encode(kind, value);
                bits[..bytes.len()].copy_from_slice(&bytes);
                arg.size = bytes.len() as u32;
                arg.bits = u64::from_le_bytes(bits);
            }
        }
        arg
    }

    /// What is the same in a launch and a prepared one.
    fn with_launch<R>(
        &self,
        words: &[&str],
        run: impl FnOnce(&LaunchConfig<'_>, &[Arg<'_>]) -> R,
    ) -> R {
        let (grid, block) = (shape(words[0]), shape(words[1]));
        let mut blob = Vec::new();
        let raws: Vec<RawArg> = words[3..]
            .iter()
            .map(|word| self.argument(word, &mut blob))
            .collect();
        let args: Vec<Arg<'_>> = raws.iter().map(RawArg::arg).collect();
        let config = LaunchConfig {
            grid_x: grid[0],
            grid_y: grid[1],
            grid_z: grid[2],
            block_x: block[0],
            block_y: block[1],
            block_z: block[2],
            shared_size: number(words[2]),
            bytes: &blob,
            ..Default::default()
        };
        run(&config, &args)
    }

    fn compile(&self, words: &[&str]) -> Result<Module> {
        let name = format!("{}.cu", words[3]);
        let (mut options, mut instances, mut defines, mut headers) =
            (vec![], vec![], vec![], vec![]);
        for word in &words[4..] {
            let (kind, value) = split(word, ':');
            match kind {
                "opt" => options.push(value),
                "instance" => instances.push(value),
                "define" => {
                    let (name, value) = split(value, '=');
                    defines.push(Define {
                        name,
                        value: Some(value),
                    });
                }
                "header" => {
                    let (name, source) = split(value, '=');
                    headers.push(Header {
                        name,
                        text: self.source(source),
                    });
                }
                _ => broken(format!("'{word}' is no option")),
            }
        }
        let options = CompileOptions {
            name: Some(&name),
            options: &options,
            instances: &instances,
            defines: &defines,
            headers: &headers,
            ..Default::default()
        };
        Module::from_source(
            &self.context(words[2]),
            self.source(words[3]),
            Some(&options),
        )
    }

    fn fill(&self, words: &[&str], stream: Option<Option<ManuallyDrop<Stream>>>) -> Result<()> {
        let mem = self.mem(words[1]);
        let (offset, value, count) = (number(words[2]), number::<u32>(words[4]), number(words[5]));
        match (words[3], &stream) {
            ("8", None) => mem.memset_d8(offset, value as u8, count, None),
            ("16", None) => mem.memset_d16(offset, value as u16, count, None),
            ("32", None) => mem.memset_d32(offset, value, count, None),
            ("8", Some(s)) => mem.memset_d8(offset, value as u8, count, s.as_deref()),
            ("16", Some(s)) => mem.memset_d16(offset, value as u16, count, s.as_deref()),
            ("32", Some(s)) => mem.memset_d32(offset, value, count, s.as_deref()),
            _ => broken("no such fill"),
        }
    }

    fn run(&mut self, words: &[&str]) -> Answer {
        let word = |i: usize| -> &str {
            words
                .get(i)
                .unwrap_or_else(|| broken(format!("word {i} is missing")))
        };
        match words[0] {
            "status-name" => shown(Status(number(word(1))).name()),
            "status-text" => shown(Status(number(word(1))).text()),
            "status-category" => shown(Status(number(word(1))).category().0),
            "attribute-name" => shown(Device::attribute_name(DeviceAttribute(number(word(1))))),
            "attribute-number" => shown(Device::attribute_from_name(word(1))?.0),
            "handles" => shown(handle_count()),
            "context" => bind!(self, word(1), Context, Context::default()),
            "primary" => {
                let device = Device::find(word(2))?;
                bind!(self, word(1), Context, Context::primary(&device, None))
            }
            "alloc" => {
                let made = Mem::alloc(&self.context(word(2)), number(word(3)));
                bind!(self, word(1), Mem, made)
            }
            "alloc-host" => {
                let made = Mem::alloc_host(&self.context(word(2)), number(word(3)), None);
                bind!(self, word(1), Mem, made)
            }
            "sub" => {
                let made = self
                    .mem(word(2))
                    .sub_region(number(word(3)), number(word(4)));
                bind!(self, word(1), Mem, made)
            }
            "size" => shown(self.mem(word(1)).size()?),
            "place" => {
                let mem = self.mem(word(1));
                let place = mem.attribute(MemAttribute::PLACE)?;
                shown(format!("{place} {}", mem.attribute(MemAttribute::ORIGIN)?))
            }
            "write" => {
                let bytes: Vec<u8> = words[4..].iter().flat_map(|w| encode(word(3), w)).collect();
                ok(self.mem(word(1)).memcpy_htod(number(word(2)), &bytes, None))
            }
            "read" => {
                let size = size_of(word(3));
                let mut bytes = vec![0; size * number::<usize>(word(4))];
                self.mem(word(1))
                    .memcpy_dtoh(&mut bytes, number(word(2)), None)?;
                let values: Vec<String> = bytes.chunks(size).map(|b| decode(word(3), b)).collect();
                shown(values.join(" "))
            }
            "copy" => {
                let (dst, src) = (self.mem(word(1)), self.mem(word(3)));
                ok(dst.memcpy_dtod(
                    number(word(2)),
                    &src,
                    number(word(4)),
                    number(word(5)),
                    None,
                ))
            }
            "copy-async" => {
                let (dst, src) = (self.mem(word(2)), self.mem(word(4)));
                let (to, from, size) = (number(word(3)), number(word(5)), number(word(6)));
                let stream = self.optional_stream(word(7));
                ok(match word(1) {
                    "htod" => dst.memcpy_htod_async(to, &src, from, size, stream.as_deref()),
                    "dtoh" => dst.memcpy_dtoh_async(to, &src, from, size, stream.as_deref()),
                    "dtod" => dst.memcpy_dtod(to, &src, from, size, stream.as_deref()),
                    way => broken(format!("no copy '{way}'")),
                })
            }
            "fill" => ok(self.fill(words, None)),
            "fill-async" => ok(self.fill(words, Some(self.optional_stream(word(6))))),
            "stream" => {
                let options = StreamOptions {
                    flags: StreamFlags(number(word(3))),
                    priority: number(word(4)),
                };
                let made = Stream::create(&self.context(word(2)), Some(&options));
                bind!(self, word(1), Stream, made)
            }
            "event" => {
                let options = EventOptions {
                    flags: EventFlags(number(word(3))),
                };
                let made = Event::create(&self.context(word(2)), Some(&options));
                bind!(self, word(1), Event, made)
            }
            "record" => {
                let stream = self.optional_stream(word(2));
                ok(self.event(word(1)).record(stream.as_deref()))
            }
            "wait" => ok(self.stream(word(1)).wait_event(&self.event(word(2)))),
            "elapsed" => {
                let time = self.event(word(2)).elapsed(&self.event(word(1)))?;
                shown(if time < 0 { "negative" } else { "not negative" })
            }
            "sync-context" => ok(self.context(word(1)).synchronize()),
            "sync-stream" => ok(self.stream(word(1)).synchronize()),
            "sync-event" => ok(self.event(word(1)).synchronize()),
            "query-stream" => shown(self.stream(word(1)).query()? as i32),
            "query-event" => shown(self.event(word(1)).query()? as i32),
            "module" => {
                let made = self.compile(words);
                bind!(self, word(1), Module, made)
            }
            "cached" => shown(self.module(word(1)).is_cached()? as i32),
            "kernel" => {
                let made = self.module(word(2)).kernel(word(3));
                bind!(self, word(1), Kernel, made)
            }
            "global" => {
                let made = self.module(word(2)).global(word(3));
                bind!(self, word(1), Mem, made)
            }
            "kernel-count" => shown(self.module(word(1)).kernel_count()?),
            "params" => {
                let kernel = self.kernel(word(1));
                let params = (0..kernel.param_count()?)
                    .map(|i| kernel.param(i).map(|p| format!("{}:{}", p.offset, p.size)))
                    .collect::<Result<Vec<_>>>()?;
                shown(params.join(" "))
            }
            "launch" => {
                let stream = self.optional_stream(word(2));
                let kernel = self.kernel(word(1));
                // SAFETY: the script's kernels stay inside the memory that the script gives them.
                ok(self.with_launch(&words[3..], |config, args| unsafe {
                    kernel.launch(config, args, stream.as_deref())
                }))
            }
            "prepare" => {
                let kernel = self.kernel(word(2));
                let made = self.with_launch(&words[3..], |config, args| {
                    Prepared::create(&kernel, config, args)
                });
                bind!(self, word(1), Prepared, made)
            }
            "set-arg" => {
                let mut blob = Vec::new();
                let raw = self.argument(word(3), &mut blob);
                let bytes = (!blob.is_empty()).then_some(&blob[..]);
                ok(self
                    .prepared(word(1))
                    .set_arg(number(word(2)), &raw.arg(), bytes))
            }
            "launch-prepared" => {
                let stream = self.optional_stream(word(2));
                // SAFETY: as for launch.
                ok(unsafe { self.prepared(word(1)).launch(stream.as_deref()) })
            }
            "pool" => {
                let options = PoolOptions {
                    limit: number(word(3)),
                    ..Default::default()
                };
                let made = Pool::create(&self.context(word(2)), Some(&options));
                bind!(self, word(1), Pool, made)
            }
            "pool-alloc" => {
                let stream = self.optional_stream(word(4));
                let made = self.pool(word(2)).alloc(number(word(3)), stream.as_deref());
                bind!(self, word(1), Mem, made)
            }
            "pool-stats" => {
                let stats = self.pool(word(1)).statistics()?;
                let (held, active) = (stats.held_blocks, stats.active_blocks);
                shown(format!("{held} {active} {}", stats.limit))
            }
            "pool-free" => ok(self.pool(word(1)).free_held()),
            "pool-limit" => ok(self.pool(word(1)).set_limit(number(word(2)))),
            "release" => {
                match self.handles.get(word(1)) {
                    Some((raw, drops)) => drops(*raw),
                    None => broken(format!("unknown name '{}'", word(1))),
                }
                ok(Ok(()))
            }
            "last" => {
                let Some(error) = &self.last else {
                    broken("nothing has failed yet")
                };
                match word(1) {
                    "status" => shown(error.status().name()),
                    "category" => shown(error.category().0),
                    "function" => shown(error.function()),
                    "source-name" => shown(error.source_name()),
                    field => broken(format!("'{field}' is no field")),
                }
            }
            "log-has" => shown(
                self.last
                    .as_ref()
                    .map_or(0, |e| e.log().contains(word(1)) as i32),
            ),
            command => broken(format!("unknown command '{command}'")),
        }
    }
}

fn split(text: &str, at: char) -> (&str, &str) {
    text.split_once(at)
        .unwrap_or_else(|| broken(format!("'{text}' has no '{at}'")))
}

fn main() {
    let path = std::env::args()
        .nth(1)
        .unwrap_or_else(|| broken("usage: scenario SCENARIO"));
    let script = std::fs::read_to_string(&path).unwrap_or_else(|e| broken(format!("{path}: {e}")));
    let mut machine = Machine {
        handles: HashMap::new(),
        sources: HashMap::new(),
        last: None,
    };
    let mut lines = script.lines();
    while let Some(line) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        println!("> {line}");
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == "source" {
            let text: String = lines
                .by_ref()
                .take_while(|l| *l != "end")
                .map(|l| format!("{l}\n"))
                .collect();
            machine.sources.insert(words[1].to_string(), text);
            println!("ok");
            continue;
        }
        match machine.run(&words) {
            Ok(answer) => println!("{answer}"),
            Err(error) => {
                let (name, function) = (error.status().name(), error.function());
                println!("! {name} {function}: {}", error.message());
                machine.last = Some(error);
            }
        }
    }
}
