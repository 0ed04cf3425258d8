// SPDX-License-Identifier: Apache-2.0

//! Runs `tests/bindings/scenario.txt` through the Rust binding; the README there tells the rules. What is here does not grow
//! with the API: the words of a line, the names, what is shown. The operations, one for each function, are generated.
//! What words give lives as long as the program: a script is short.

mod operations {
    include!(concat!(env!("OUT_DIR"), "/operations.rs"));
}

use gridcall::*;
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::fmt::Display;
use std::mem::ManuallyDrop;
use std::process::exit;
use std::str::FromStr;

pub fn broken(message: impl Display) -> ! {
    eprintln!("scenario: {message}");
    exit(1)
}

pub fn unknown_field(name: &str) -> ! {
    broken(format!("there is no field '{name}'"))
}

/// Conversions between a handle of the binding and a raw one.
pub trait Object: Sized {
    const CLASS: &'static str;
    /// # Safety
    /// The library checks every handle; who makes an object of one decides who drops it.
    unsafe fn adopt(raw: *mut c_void) -> Self;
    fn give(self) -> *mut c_void;
}

#[macro_export]
macro_rules! objects {
    (@give owned $value:ident) => { $value.into_raw().cast() };
    (@give shared $value:ident) => { $value.into_raw().unwrap_or_else(|_| broken("it has a clone")).cast() };
    (@give borrowed $value:ident) => { $value.raw().cast() };
    ($($type:ident $class:literal $how:ident;)*) => { $(
        impl Object for $type {
            const CLASS: &'static str = $class;
            unsafe fn adopt(raw: *mut std::ffi::c_void) -> $type {
                $type::from_raw(raw.cast())
            }
            fn give(self) -> *mut std::ffi::c_void {
                objects!(@give $how self)
            }
        }
    )* };
}

/// A result, with the label that a printed one has.
pub struct Shown {
    label: Option<&'static str>,
    value: Value,
}

enum Value {
    Text(String),
    Handle(*mut c_void, &'static str),
}

fn shown(text: String) -> Shown {
    let value = Value::Text(text.replace('\n', "\\n"));
    Shown { label: None, value }
}

pub fn show(value: impl Display) -> Shown {
    shown(value.to_string())
}

pub fn show_real(value: f64) -> Shown {
    shown(format!("{value:.3}"))
}

pub fn show_hex(bytes: &[u8]) -> Shown {
    shown(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

pub fn show_handle<T: Object>(value: T) -> Shown {
    let value = Value::Handle(value.give(), T::CLASS);
    Shown { label: None, value }
}

pub fn labelled(label: &'static str, result: Shown) -> Shown {
    Shown {
        label: Some(label),
        ..result
    }
}

/// An entry of a list: its fields between colons.
pub fn entry(fields: &[Shown]) -> Shown {
    let texts: Vec<&str> = fields.iter().map(Shown::text).collect();
    shown(texts.join(":"))
}

impl Shown {
    fn text(&self) -> &str {
        match &self.value {
            Value::Text(text) => text,
            Value::Handle(..) => broken("a handle needs a name"),
        }
    }
}

#[derive(Default)]
pub struct Machine {
    texts: HashMap<String, &'static str>,
    handles: HashMap<String, (*mut c_void, &'static str)>,
    last: Option<Error>,
}

/// A word of a line, or a part of one.
#[derive(Clone, Copy)]
pub struct Word<'a> {
    machine: &'a Machine,
    text: &'a str,
}

impl Word<'_> {
    /// `@NAME` is the text of that name.
    pub fn text(&self) -> &'static str {
        match self.text.strip_prefix('@') {
            Some(name) => match self.machine.texts.get(name) {
                Some(text) => text,
                None => broken(format!("no text has the name '{name}'")),
            },
            None => String::leak(self.text.to_string()),
        }
    }

    fn is_none(&self) -> bool {
        self.text == "-"
    }

    pub fn optional_text(&self) -> Option<&'static str> {
        (!self.is_none()).then(|| self.text())
    }

    /// A number, or `TYPE(VALUE)`: the bits of that value.
    pub fn integer<T: FromStr>(&self) -> T {
        let text = self.text();
        let bits = text.strip_suffix(')').and_then(|t| t.split_once('('));
        let decimal = match bits {
            Some((kind, value)) => {
                let mut bits = [0; 8];
                let bytes = encode(kind, value);
                bits[..bytes.len()].copy_from_slice(&bytes);
                u64::from_le_bytes(bits).to_string()
            }
            None => text.to_string(),
        };
        number(&decimal)
    }

    pub fn truth(&self) -> bool {
        self.integer::<i32>() != 0
    }

    pub fn real<T: FromStr>(&self) -> T {
        number(self.text())
    }

    /// The number of a constant, or a number.
    pub fn code<T: TryFrom<i64>>(&self, constants: &[(&str, i64)]) -> T {
        let named = constants.iter().find(|(name, _)| *name == self.text);
        let value = named.map_or_else(|| self.integer(), |(_, value)| *value);
        T::try_from(value).unwrap_or_else(|_| broken(format!("{value} is too large")))
    }

    fn find(&self) -> (*mut c_void, &'static str) {
        match self.machine.handles.get(self.text) {
            Some(found) => *found,
            None if self.text == "null" => (std::ptr::null_mut(), "null"),
            None => broken(format!("no handle has the name '{}'", self.text)),
        }
    }

    pub fn class(&self) -> &'static str {
        self.find().1
    }

    /// An object of any handle: also a released one, or one of another type, as the script wants it.
    pub fn handle<T: Object>(&self) -> &'static T {
        // SAFETY: the library checks every handle, and what is leaked releases nothing.
        Box::leak(Box::new(ManuallyDrop::new(unsafe {
            T::adopt(self.find().0)
        })))
    }

    pub fn optional<T: Object>(&self) -> Option<&'static T> {
        (!self.is_none()).then(|| self.handle())
    }

    /// For a method that takes its object: also a stale one, as for handle.
    pub fn take<T: Object>(&self) -> T {
        // SAFETY: as for handle; the script uses no object that was taken.
        unsafe { T::adopt(self.find().0) }
    }

    pub fn release<T: Object>(&self) {
        let (raw, class) = self.find();
        if class != T::CLASS && class != "null" {
            broken(format!("'{}' is a {class}", self.text));
        }
        // SAFETY: as for handle; dropping a stale one is what the script asks for.
        drop(unsafe { T::adopt(raw) });
    }

    /// `TYPE:VALUE,VALUE...`, `hex:BYTES` or `@NAME`.
    pub fn bytes(&self) -> &'static [u8] {
        if self.text.starts_with('@') {
            return self.text().as_bytes();
        }
        let (kind, values) = split(self.text, ':');
        let bytes: Vec<u8> = match kind {
            "hex" => (0..values.len())
                .step_by(2)
                .map(|i| u8::from_str_radix(&values[i..i + 2], 16))
                .collect::<std::result::Result<_, _>>()
                .unwrap_or_else(|_| broken(format!("'{values}' is no hex"))),
            _ => values
                .split(',')
                .filter(|value| !value.is_empty())
                .flat_map(|value| encode(kind, value))
                .collect(),
        };
        bytes.leak()
    }

    pub fn optional_bytes(&self) -> Option<&'static [u8]> {
        (!self.is_none()).then(|| self.bytes())
    }

    /// `TYPE:COUNT`, for a result.
    pub fn buffer(&self) -> Buffer {
        let (kind, count) = split(self.text, ':');
        Buffer {
            bytes: vec![0; size_of(kind) * number::<usize>(count)],
            kind: kind.to_string(),
        }
    }

    /// The parts between colons; the last takes the rest.
    pub fn parts(&self, most: usize) -> Vec<Self> {
        let texts = self.text.splitn(most, ':');
        texts.map(|text| Word { text, ..*self }).collect()
    }
}

/// The words of a line, one after the other.
pub struct Words<'a> {
    machine: &'a Machine,
    words: &'a [&'a str],
    at: Cell<usize>,
}

impl<'a> Words<'a> {
    pub fn next(&self) -> Word<'a> {
        let at = self.at.replace(self.at.get() + 1);
        match self.words.get(at) {
            Some(text) => Word {
                machine: self.machine,
                text,
            },
            None => broken(format!("word {at} is missing")),
        }
    }

    pub fn end(&self) {
        if let Some(word) = self.words.get(self.at.get()) {
            broken(format!("'{word}' is one word too many"))
        }
    }

    fn until(&self, close: &str) -> Vec<Word<'a>> {
        std::iter::from_fn(|| Some(self.next()).filter(|word| word.text != close)).collect()
    }

    /// `[ ITEM... ]`
    pub fn items(&self) -> Vec<Word<'a>> {
        if self.next().text != "[" {
            broken("a list begins with [")
        }
        self.until("]")
    }

    /// `{ FIELD=WORD... }`, or `-` for none.
    pub fn fields(&self) -> Option<Vec<(&'a str, Word<'a>)>> {
        let word = self.next();
        if word.text != "{" && !word.is_none() {
            broken("fields begin with {")
        }
        let field = |word: Word<'a>| {
            let (name, text) = split(word.text, '=');
            (name, Word { text, ..word })
        };
        (!word.is_none()).then(|| self.until("}").into_iter().map(field).collect())
    }

    pub fn last_error(&self) -> &'a Error {
        let last = self.machine.last.as_ref();
        last.unwrap_or_else(|| broken("nothing has failed yet"))
    }
}

fn split(text: &str, at: char) -> (&str, &str) {
    text.split_once(at)
        .unwrap_or_else(|| broken(format!("'{text}' has no '{at}'")))
}

fn number<T: FromStr>(text: &str) -> T {
    text.parse()
        .unwrap_or_else(|_| broken(format!("'{text}' is no number here")))
}

/// The memory that a call puts bytes into.
pub struct Buffer {
    kind: String,
    pub bytes: Vec<u8>,
}

/// For each type: its size, a value's bytes, the text of bytes.
macro_rules! types {
    ($($name:literal $type:ty, $show:ident;)*) => {
        fn size_of(kind: &str) -> usize {
            match kind {
                $($name => std::mem::size_of::<$type>(),)*
                _ => broken(format!("'{kind}' is no type")),
            }
        }

        fn encode(kind: &str, text: &str) -> Vec<u8> {
            match kind {
                $($name => number::<$type>(text).to_ne_bytes().to_vec(),)*
                _ => broken(format!("'{kind}' is no type")),
            }
        }

        impl Buffer {
            pub fn show(&self) -> Vec<Shown> {
                self.bytes.chunks(size_of(&self.kind)).map(|bytes| match &self.kind[..] {
                    $($name => $show(<$type>::from_ne_bytes(bytes.try_into().expect("whole values")).into()),)*
                    _ => unreachable!(),
                }).collect()
            }
        }
    };
}

fn show_integer(value: i128) -> Shown {
    show(value)
}

types! {
    "i8" i8, show_integer;
    "u8" u8, show_integer;
    "i16" i16, show_integer;
    "u16" u16, show_integer;
    "i32" i32, show_integer;
    "u32" u32, show_integer;
    "i64" i64, show_integer;
    "u64" u64, show_integer;
    "f32" f32, show_real;
    "f64" f64, show_real;
}

impl Machine {
    /// Binds the results to the line's names, or makes the line that shows them. What a name meant before is not released.
    fn finish(&mut self, results: Vec<Shown>, names: &[&str]) -> String {
        if names.is_empty() {
            if results.is_empty() {
                return "ok".to_string();
            }
            let mut line = "=".to_string();
            for result in &results {
                let label = result
                    .label
                    .map_or(String::new(), |label| label.to_string() + "=");
                line += &format!(" {label}{}", result.text());
            }
            return line;
        }
        if names.len() != results.len() {
            broken(format!(
                "{} results, but {} names",
                results.len(),
                names.len()
            ))
        }
        for (name, result) in names.iter().zip(results) {
            self.texts.remove(*name);
            self.handles.remove(*name);
            let name = name.to_string();
            match result.value {
                Value::Text(text) => {
                    self.texts.insert(name, text.leak());
                }
                Value::Handle(raw, class) => {
                    self.handles.insert(name, (raw, class));
                }
            }
        }
        "ok".to_string()
    }

    fn compare(&self, words: &Words<'_>) -> bool {
        let (a, op, b) = (words.next(), words.next().text, words.next());
        words.end();
        match op {
            "==" => a.text() == b.text(),
            "!=" => a.text() != b.text(),
            "<" => a.integer::<i64>() < b.integer(),
            "<=" => a.integer::<i64>() <= b.integer(),
            _ => broken(format!("'{op}' compares nothing")),
        }
    }

    fn run(&mut self, line: &[&str]) -> Result<String> {
        let equal = line.iter().position(|word| *word == "=");
        let (names, line) = match equal {
            Some(at) => (&line[..at], &line[at + 1..]),
            None => (&line[..0], line),
        };
        let words = Words {
            machine: self,
            words: line,
            at: Cell::new(1),
        };
        let results = match line[0] {
            "compare" => vec![show(self.compare(&words) as i32)],
            "contains" => {
                let (text, part) = (words.next().text(), words.next().text());
                words.end();
                vec![show(text.contains(part) as i32)]
            }
            command => operations::run(command, &words)?,
        };
        Ok(self.finish(results, names))
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments
        .next()
        .unwrap_or_else(|| broken("usage: scenario SCENARIO [NAME=TEXT...]"));
    let script = std::fs::read_to_string(&path).unwrap_or_else(|e| broken(format!("{path}: {e}")));
    let mut machine = Machine::default();
    for argument in arguments {
        let (name, text) = split(argument.leak(), '=');
        machine.texts.insert(name.to_string(), text);
    }
    let mut lines = script.lines();
    while let Some(line) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        println!("> {line}");
        let words: Vec<&str> = line.split(' ').collect();
        if let ["source", name] = words[..] {
            let text: String = lines
                .by_ref()
                .take_while(|l| *l != "end")
                .map(|l| format!("{l}\n"))
                .collect();
            machine.texts.insert(name.to_string(), text.leak());
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
