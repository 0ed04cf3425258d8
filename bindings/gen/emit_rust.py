# SPDX-License-Identifier: Apache-2.0
"""Rust: `gridcall-sys`, the raw declarations, and the generated part of `gridcall`, the safe layer; a file for each noun."""

from __future__ import annotations

import re
import textwrap

from model import Deprecated, Enum, Field, Flags, Function, Handle, Model, Noun, Param, SpecError, Struct, Type, language
from words import Words

SYS = "bindings/rust/gridcall-sys/src"
SAFE = "bindings/rust/gridcall/src/generated"
WIDTH = 110

SCALARS = {"u8": "u8", "u16": "u16", "i32": "i32", "u32": "u32", "i64": "i64", "u64": "u64", "f32": "f32", "f64": "f64",
           "size": "usize", "bool": "i32"}
LANGUAGE = language("rust")
UNSAFE = LANGUAGE["unsafe"]  # what the caller must see to
# Names of numbers that the library or a driver takes for an address or an object of its own.
FOREIGN = re.compile(r"native|tensor|address|\w+_address")


def foreign(model: Model, f: Function) -> list[str]:
    """The inputs of a function, and the fields of its structs, by which a caller could name what is not his."""
    names = []
    for p in f.params:
        if p.out:
            continue
        fields = [(f"{p.name}.{x.name}", x) for x in model.structs[p.type.name].fields] if p.type.kind == "struct" else []
        for name, item in [(p.name, p), *fields]:
            if item.type.name == "u64" and not item.unit and FOREIGN.fullmatch(item.name):
                names.append(name)
    return names


def check_unsafe(model: Model) -> None:
    """Safe Rust must not be able to name what is not its own: such a function is unsafe, or the list says why it need not be."""
    named = UNSAFE | LANGUAGE["harmless"]
    for f in model.functions:
        if f.bind and (f.method == "wrap" or foreign(model, f)) and f.name not in named:
            raise SpecError(f"emit_rust: {f.name} takes {', '.join(foreign(model, f)) or 'an object of another library'}: "
                            "say in bindings/lang/rust.toml what its caller must see to ([unsafe]), or why nothing ([harmless])")


def consumes(f: Function) -> bool:
    """Whether the object is of no use afterwards: then nobody may be borrowing it, and the method takes it."""
    return f.ends or f.name in LANGUAGE["consumes"]["functions"]


def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def cut(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False)


def attribute(deprecated: Deprecated | None, indent: str = "") -> list[str]:
    return [f'{indent}#[deprecated(since = "{deprecated.since}", note = "use {deprecated.use}")]'] if deprecated else []


# --- gridcall-sys ----------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """The spec's words for rustdoc, which reads Markdown."""
    return text.replace("<", "\\<").replace(">", "\\>").replace("_*", "_\\*").replace("[", "\\[")


def sys_type(decl: str, model: Model) -> str:
    """The Rust type of a C declaration of the header."""
    decl = decl.strip()
    base = {"char": "c_char", "void": "c_void", "uint8_t": "u8", "uint16_t": "u16", "int32_t": "i32", "uint32_t": "u32",
            "int64_t": "i64", "uint64_t": "u64", "size_t": "usize", "float": "f32", "double": "f64"}
    match = re.fullmatch(r"(const )?(\w+)((?:\s*\*\s*(?:const)?)*)", decl)
    name = base.get(match[2], match[2])
    stars = re.findall(r"\*\s*(const)?", match[3])
    const = bool(match[1])
    for star in stars:
        name = f"*{'const' if const else 'mut'} {name}"
        const = star == "const"
    return name


def sys_params(f: Function, model: Model) -> str:
    return ", ".join(f"{c.name}: {sys_type(c.decl, model) if not c.suffix else '*mut u8'}" for c in f.c_params)


def sys_returns(f: Function, model: Model) -> str:
    return "" if f.c_returns == "void" else f" -> {sys_type(f.c_returns, model)}"


HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.
"""

# The feature dlopen: the same functions, from a library that is opened when the first of them is called.
LOADED = HEAD + """
//! The library's table of functions, from a library that is opened when the first of them is called.

extern crate std;

use super::*;
use std::format;
use std::string::{String, ToString};
use std::sync::OnceLock;

/// The library's table. A pointer, for an older library's ends before ours does.
pub(crate) struct Table(pub(crate) *const gc_api);

// SAFETY: the library never changes it.
unsafe impl Send for Table {}
unsafe impl Sync for Table {}

static LIBRARY: OnceLock<Result<Table, String>> = OnceLock::new();

pub(crate) fn library() -> &'static Result<Table, String> {
    LIBRARY.get_or_init(|| {
        let name = std::env::var_os("GRIDCALL_LIBRARY").unwrap_or_else(|| "libgridcall.so.0".into());
        // SAFETY: opening gridcall runs nothing but its loader, and the symbol is what the header declares. It is never
        // closed.
        unsafe {
            let library = libloading::Library::new(&name).map_err(|e| e.to_string())?;
            let library = std::boxed::Box::leak(std::boxed::Box::new(library));
            let get: libloading::Symbol<'static, unsafe extern "C" fn(u32) -> *const gc_api> =
                library.get(b"gc_get_api\\0").map_err(|e| e.to_string())?;
            let table = get(GRIDCALL_ABI_VERSION);
            if table.is_null() {
                let name = name.to_string_lossy();
                return Err(format!("{name} does not speak version {GRIDCALL_ABI_VERSION} of the interface"));
            }
            Ok(Table(table))
        }
    })
}

/// Why the library could not be opened; None if it was.
pub fn load_failure() -> Option<&'static str> {
    library().as_ref().err().map(|why| why.as_str())
}

/// Bytes of the table that never change: what follows are previews, which other versions have elsewhere.
pub(crate) const STABLE_SIZE: usize = @STABLE_SIZE@;

/// A function of the table, if the library has a table and is new enough for it; a preview if it is of this version.
macro_rules! function {
    ($name:ident) => {
        match $crate::loaded::library() {
            Ok($crate::loaded::Table(table)) => {
                let place = core::ptr::addr_of!((**table).$name);
                let at = place as usize - *table as usize;
                let known = at < $crate::loaded::STABLE_SIZE || ((**table).version)() == $crate::GRIDCALL_VERSION;
                if known && at < *table.cast::<usize>() { Some(*place) } else { None }
            }
            Err(_) => None,
        }
    };
}
"""

CRATE = HEAD + """
//! Raw declarations of [gridcall](https://docs.rs/gridcall)'s C interface, one to one with `gridcall/gridcall.h`:
//! the header's comments say what each function does. Programs want the safe crate, `gridcall`.

#![no_std]
#![allow(non_camel_case_types, deprecated)]
#![cfg_attr(rustfmt, rustfmt_skip)]

#[cfg(feature = "dlopen")]
#[macro_use]
#[rustfmt::skip]
mod loaded;
#[cfg(feature = "dlopen")]
pub use loaded::load_failure;

#[rustfmt::skip]
mod layout;
#[rustfmt::skip]
mod table;
pub use table::gc_api;
%(nouns)s
/// The version these declarations were made from: major * 10000 + minor * 100 + patch.
pub const GRIDCALL_VERSION: u32 = %(version)d;
/// What `gc_get_api` takes.
pub const GRIDCALL_ABI_VERSION: u32 = %(abi)d;

/// Why the library could not be opened; None if it was, or if it is linked.
#[cfg(not(feature = "dlopen"))]
pub fn load_failure() -> Option<&'static str> {
    None
}
"""

TABLE = """\
/// The functions of the library in one table; `gc_get_api` hands it out. Stable ones never move, previews stand last.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_api {
    /// Bytes of the table that the library fills.
    pub size: usize,"""

LAYOUT = HEAD + """
//! What the header says of sizes and offsets, held against what this compiler makes of the structs.

use super::*;

#[cfg(target_pointer_width = "64")]
const _: () = {
    macro_rules! offset {
        ($t:ty, $f:ident) => {{
            let whole = core::mem::MaybeUninit::<$t>::uninit();
            let base = whole.as_ptr();
            // SAFETY: both pointers lie in `whole`, and nothing is read.
            unsafe { (core::ptr::addr_of!((*base).$f) as *const u8).offset_from(base as *const u8) }
        }};
    }"""


def sys_file(lines: list[str], uses_crate: bool) -> str:
    """A file of gridcall-sys with the imports that these lines need."""
    text = "\n".join(lines).rstrip("\n") + "\n"
    pointed = [name for name in ("c_char", "c_void") if re.search(rf"\b{name}\b", text)]
    imports = ["use crate::*;"] if uses_crate else []
    if pointed:
        imports.append(f"use core::ffi::{pointed[0]};" if len(pointed) == 1 else f"use core::ffi::{{{', '.join(pointed)}}};")
    return HEAD + "\n" + "".join(f"{line}\n" for line in imports) + ("\n" if imports else "") + text


def sys_noun(noun: Noun, model: Model) -> str:
    """The declarations of a noun; empty if it has none."""
    out: list[str] = []
    for h in noun.handles:
        out += cut(f"{plain(h.doc)} An opaque identifier, not an address: never dereferenced.", "/// ", "/// ")
        out += ["#[repr(C)]", f"pub struct {h.c_type} {{", "    _private: [u8; 0],", "}", ""]
    for e in noun.enums:
        out += cut(plain(e.doc), "/// ", "/// ") + [f"pub type {e.c_type} = i32;"]
        for v in e.values:
            out += cut(plain(v.doc), "/// ", "/// ") + attribute(v.deprecated)
            out += [f"pub const {v.constant}: {e.c_type} = {v.value};"]
        out.append("")
    for g in noun.flags:
        out += cut(plain(g.doc), "/// ", "/// ") + [f"pub type {g.c_type} = u64;"]
        for v in g.values:
            out += cut(plain(v.doc), "/// ", "/// ") + attribute(v.deprecated)
            out += [f"pub const {v.constant}: {g.c_type} = 1 << {v.value.bit_length() - 1};"]
        out.append("")
    for s in noun.structs:
        out += cut(plain(s.doc), "/// ", "/// ") + ["#[repr(C)]", "#[derive(Clone, Copy)]", f"pub struct {s.c_type} {{"]
        for f in s.fields:
            out += cut(plain(f.doc), "    /// ", "    /// ") + attribute(f.deprecated, "    ")
            kind = sys_type(f.c_decl, model)
            out += [f"    pub {f.name}: [{kind}; {f.count}]," if f.count else f"    pub {f.name}: {kind},"]
        out += ["}", ""]
    if noun.functions:
        out += ['#[cfg(not(feature = "dlopen"))]', 'extern "C" {']
        for f in noun.functions:
            out += cut(plain(f.doc), "    /// ", "    /// ") + attribute(f.deprecated, "    ")
            out += [f"    pub fn {f.name}({sys_params(f, model)}){sys_returns(f, model)};"]
        out += ["}", ""]
    loaded = [f for f in model.table if f.noun is noun]
    if loaded:
        out += ['#[cfg(feature = "dlopen")]', "pub use from_table::*;", "", '#[cfg(feature = "dlopen")]', "mod from_table {", "    use super::*;"]
        for f in loaded:
            names = ", ".join(c.name for c in f.c_params)
            missing = "{ if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE }"
            if not f.fallible:
                missing = 'b"\\0".as_ptr().cast()' if f.returns.kind == "str" else "0"
            out += ["", *cut(plain(f.doc), "    /// ", "    /// "), *attribute(f.deprecated, "    ")]
            out += ["    #[allow(clippy::missing_safety_doc)]", "    #[inline]",
                    f"    pub unsafe fn {f.name}({sys_params(f, model)}){sys_returns(f, model)} {{",
                    *([f"        if let Some(function) = function!({f.implementation}) {{", f"            function({names})", "        }"]
                      if f.c_returns == "void" else
                      [f"        match function!({f.implementation}) {{", f"            Some(function) => function({names}),",
                       f"            None => {missing},", "        }"]), "    }"]
        out += ["}", ""]
    if not out:
        return ""
    # A file that speaks of its own types alone imports no others.
    text = "\n".join(out)
    named = set(re.findall(r"\b(?:gc_\w+|GRIDCALL_\w+)\b", re.sub(r"///.*", "", text)))
    own = set(re.findall(r"\b(?:pub (?:struct|type|const|fn|unsafe fn)) (\w+)", text))
    return sys_file(out, bool(named - own))


def emit_sys(model: Model) -> dict[str, str]:
    nouns = {noun.stem: text for noun in model.nouns if (text := sys_noun(noun, model))}
    declared = "".join(f"\n#[rustfmt::skip]\nmod {stem};\npub use {stem}::*;" for stem in nouns) + "\n"
    table = TABLE.split("\n") + [
        f"    pub {f.implementation}: unsafe extern \"C\" fn({sys_params(f, model)}){sys_returns(f, model)}," for f in model.table] + ["}"]
    layout = LAYOUT.split("\n")
    for s in model.structs.values():
        layout.append(f"    assert!(core::mem::size_of::<{s.c_type}>() == {s.size});")
        layout += [f"    assert!(offset!({s.c_type}, {f.name}) == {f.offset});" for f in s.fields]
    files = {"lib": CRATE % {"nouns": declared, "version": model.version_number, "abi": model.abi_version},
             "loaded": LOADED.replace("@STABLE_SIZE@", f"{8 + 8 * sum(not f.preview for f in model.table)}"),
             "table": sys_file(table, True), "layout": "\n".join([*layout, "};", ""])}
    return {f"{SYS}/{stem}.rs": text for stem, text in (files | nouns).items()}


# --- gridcall --------------------------------------------------------------------------------------------

MODULE = HEAD + """
//! The nouns of the library: what follows from its description.

#![allow(clippy::too_many_arguments)] // as many as the function has
"""
# The imports of a file that uses a name: the name, and the line.
IMPORTS = {"fmt": "use core::fmt;", "PhantomData": "use core::marker::PhantomData;", "ptr": "use core::ptr;",
           "c_void": "use std::ffi::c_void;"}
SUPPORT = ["array_out", "c_text", "check", "fixed_text", "grow", "string_out", "Host", "Keep", "Out"]


class Rust(Words):
    null, true, false = "None", "true", "false"

    def __init__(self, model: Model):
        super().__init__(model)
        self.name_all("[`%s`]", camel, lambda e, name: f"{camel(e.name)}::{name if isinstance(e, Flags) else value_name(e, name)}")

    def path(self, f: Function) -> str:
        """How a function is reached in Rust."""
        if f.role == "destructor":
            return f"{camel(f.cls)}"
        if f.cls == "status":
            return f"Status::{f.method}"
        if f.any:  # a method of each of these classes
            method = next(m.method for m in f.noun.methods() if m.name == f.name)
            return f"{camel('context' if 'context' in f.any else f.any[0])}::{method}"
        return f"{camel(f.cls)}::{f.method}" if f.cls in self.model.handles else f.plain_name

    def plain(self, text: str) -> str:
        return plain(text)

    def other(self, name: str) -> str:
        return f"`{name}`"


def value_name(e: Enum, name: str) -> str:
    return name.removeprefix("ERROR_") if e.name == "status" else name


class Safe:
    def __init__(self, model: Model):
        self.model = model
        self.words = Rust(model)
        self.out: list[str] = []

    # --- words ---

    def doc(self, text: str) -> str:
        """A sentence of the spec in Rust's words, as Markdown."""
        return self.words.text(text)

    def deprecate(self, deprecated: Deprecated | None, indent: str = "") -> None:
        if deprecated:
            use = self.doc(deprecated.use).strip("[]`")
            self.put(f'{indent}#[deprecated(since = "{deprecated.since}", note = "use {use}")]')

    def put(self, *lines: str) -> None:
        self.out += lines

    def comment(self, indent: str, *paragraphs: str) -> None:
        for i, paragraph in enumerate(p for p in paragraphs if p):
            if i:
                self.put(f"{indent}///")
            for line in paragraph.split("\n"):
                rest = "///   " if line.startswith("* ") else "/// "
                self.out += cut(line, f"{indent}/// ", indent + rest)

    # --- types ---

    def inner(self, f: Field) -> Struct | None:
        return self.model.structs[f.type.name] if f.type.kind == "struct" else None

    def lifetime(self, s: Struct) -> bool:
        return not s.output and any(f.pointer or f.type.kind == "char" or self.inner(f) and self.lifetime(self.inner(f))
                                    for f in s.fields)

    def keeps(self, s: Struct) -> bool:
        """Whether the C struct needs memory beside it, text with a NUL or arrays; or what may be refused is in it."""
        return not s.output and any(f.type.kind in ("str", "char") or f.written or f.writable and not f.either or f.array and f.type.kind == "struct" or
                                    self.inner(f) and self.keeps(self.inner(f)) for f in s.fields)

    def copies(self, s: Struct) -> bool:
        """Whether two of it may be there at once: not if one is the only way to memory that is written."""
        return not any(f.writable or self.inner(f) and not self.copies(self.inner(f)) for f in s.fields)

    def floats(self, s: Struct) -> bool:
        return any(f.type.name in ("f32", "f64") or self.inner(f) and self.floats(self.inner(f)) for f in s.fields)

    def transparent(self, s: Struct) -> bool:
        """Plain data with a handle: the Rust type is the C struct, so a slice of it needs no copy."""
        return any(f.type.kind in ("handle", "any") for f in s.fields) and not s.versioned and all(
            f.name == "reserved" or f.type.kind in ("handle", "any", "scalar", "enum", "flags") and f.type.name != "bool" and
            not f.array and not f.count for f in s.fields)

    def visible(self, s: Struct) -> list[Field]:
        return [f for f in s.fields if f.name not in ("struct_size", "reserved") and not f.is_count_of]

    def type(self, t: Type, lifetime: str = "'_") -> str:
        if t.kind == "scalar":
            return "bool" if t.name == "bool" else SCALARS[t.name]
        if t.kind == "struct":
            s = self.model.structs[t.name]
            return camel(t.name) + (f"<{lifetime}>" if self.lifetime(s) else "")
        return {"str": "&str", "text": "&str", "bytes": "&[u8]"}.get(t.kind) or camel(t.name)

    def enum(self, e: Enum) -> None:
        name = camel(e.name)
        self.put("")
        self.comment("", self.doc(e.doc), *(self.model.group_sentences if e.name == "status" else []))
        self.put("#[repr(transparent)]", "#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]",
                 f"pub struct {name}(pub i32);", "", f"impl {name} {{")
        for v in e.values:
            self.comment("    ", self.doc(v.doc))
            self.deprecate(v.deprecated, "    ")
            self.put(f"    pub const {value_name(e, v.name)}: {name} = {name}({v.value});")
        self.put("}", "", f"impl fmt::Debug for {name} {{", "    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {",
                 "        f.write_str(match self.0 {")
        self.put(*[f'            {v.value} => "{value_name(e, v.name)}",' for v in e.values])
        self.put(f'            other => return write!(f, "{name}({{other}})"),', "        })", "    }", "}")

    def flags(self, g: Flags) -> None:
        name = camel(g.name)
        self.put("")
        self.comment("", self.doc(g.doc))
        self.put("#[repr(transparent)]", "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]",
                 f"pub struct {name}(pub u64);", "", f"impl {name} {{")
        for v in g.values:
            self.comment("    ", self.doc(v.doc))
            self.deprecate(v.deprecated, "    ")
            self.put(f"    pub const {v.name}: {name} = {name}(1 << {v.value.bit_length() - 1});")
        self.put("", "    /// Whether all of `other`'s flags are set.", f"    pub const fn contains(self, other: {name}) -> bool {{",
                 "        self.0 & other.0 == other.0", "    }", "}", "",
                 f"impl core::ops::BitOr for {name} {{", f"    type Output = {name};",
                 f"    fn bitor(self, other: {name}) -> {name} {{", f"        {name}(self.0 | other.0)", "    }", "}")

    def field_type(self, f: Field, output: bool = False) -> str:
        if output and f.type.kind in ("str", "char"):
            return "String"
        if f.type.kind == "char":
            return "&'a str"
        if f.count:
            return f"[{self.type(f.type)}; {f.count}]"
        if f.array:
            inner = "&'a str" if f.type.kind == "str" else self.type(f.type, "'a")
            return f"&'a [{inner}]"
        if f.type.kind == "str":
            return "Option<&'a str>" if f.nullable else "&'a str"
        if f.type.kind == "bytes":
            return "Host<'a>" if f.writable else "&'a [u8]"
        if f.type.kind in ("handle", "any"):
            name = camel((f.bound or f.type).name)
            return f"Option<&'a {name}>" if f.nullable else f"&'a {name}"
        return self.type(f.type, "'a")

    def field_doc(self, f: Field) -> str:
        return self.words.value(f, "Empty" if f.type.kind == "bytes" else "None")

    def zero(self, f: Field) -> str:
        """The value of a field in Default."""
        value = f"{camel(f.type.name)}(0)" if f.type.kind == "enum" else "0.0" if f.type.name.startswith("f") else "0"
        return f"[{value}; {f.count}]" if f.count and f.type.kind != "char" else \
            value if f.type.kind == "enum" and not f.array else "Default::default()"

    def from_c(self, f: Field) -> str:
        """The value of a field of a struct that goes out."""
        c, name = f"c.{f.name}", camel(f.type.name)
        if f.type.kind == "char":
            return f"crate::support::array_text(&{c})"
        if f.count:
            return f"{c}.map({name})" if f.type.kind == "enum" else c
        return {"enum": f"{name}({c})", "flags": f"{name}({c})", "struct": f"{name}::from_c({c})",
                "str": f"unsafe {{ crate::support::owned_text({c}) }}"}.get(
            f.type.kind, c + (" != 0" if f.type.name == "bool" else ""))

    def to_c(self, s: Struct, f: Field) -> str:
        """The value of a field of the C struct."""
        value, where, kind = f"self.{f.name}", f'"{s.name}.{f.name}"', f.type.kind
        if f.name == "struct_size":
            return f"core::mem::size_of::<sys::{s.c_type}>()"
        if f.name == "reserved":
            return f"[0; {f.count}]" if f.count else "0"
        if f.is_count_of:
            return f"self.{f.is_count_of}.len()"
        if f.array and kind == "str":
            return f"keep.texts({where}, {value})?"
        if f.array and kind == "struct":
            inner = self.inner(f)
            item = "item.0" if self.transparent(inner) else "item.as_c(keep)" if self.keeps(inner) else "item.as_c()"
            return f"keep.array({value}, |item, {'keep' if self.keeps(inner) else '_'}| " + \
                (f"{item})?" if self.keeps(inner) else f"Ok({item}))?")
        if f.array:
            return f"if {value}.is_empty() {{ ptr::null() }} else {{ {value}.as_ptr().cast() }}"
        if kind == "char":
            return f"fixed_text({where}, {value})?"
        if f.count:
            return f"{value}.map(|v| v.0)" if kind == "enum" else value
        if kind == "struct" and f.written:
            inner = self.inner(f)
            held = [f'{value}.{g.name}.written("{s.name}.{f.name}.{g.name}")?; ' for g in inner.fields if g.either]
            return f"{{ {''.join(held)}{value}.as_c() }}"
        if kind == "struct":
            inner = self.inner(f)
            return value + (".0" if self.transparent(inner) else ".as_c(keep)?" if self.keeps(inner) else ".as_c()")
        if kind == "str":
            return f"keep.{'optional' if f.nullable else 'text'}({where}, {value})?"
        if kind == "bytes":
            return f"{value}.as_ptr()" if f.either else f"{value}.written({where})?" if f.writable else \
                f"if {value}.is_empty() {{ ptr::null() }} else {{ {value}.as_ptr().cast() }}"
        if kind == "handle":
            return f"{value}.map_or(ptr::null_mut(), |h| h.raw)" if f.nullable else f"{value}.raw"
        if kind == "any":
            return f"{value}.map_or(ptr::null(), |h| h.raw.cast())"
        return value + (".0" if kind in ("enum", "flags") else " as i32" if f.type.name == "bool" else "")

    def struct(self, s: Struct) -> None:
        if self.transparent(s):
            return self.transparent_struct(s)
        name, fields = camel(s.name), self.visible(s)
        life = "<'a>" if self.lifetime(s) else ""
        self.put("")
        notes = "" if not s.versioned else "" if s.output else "The default is every default; new fields may come, so end a literal with `..Default::default()`."
        self.comment("", self.doc(s.doc), notes)
        required = [f for f in fields if f.type.kind in ("handle", "any") and not f.nullable]
        default = not s.output and not required and all(self.zero(f) == "Default::default()" for f in fields)
        if s.output:
            plain_data = all(f.type.kind in ("scalar", "enum", "flags") for f in fields)
            self.put("#[non_exhaustive]",
                     f"#[derive(Clone{', Copy' if plain_data else ''}, Debug, PartialEq{'' if self.floats(s) else ', Eq'})]")
        else:
            copy = "Clone, Copy, " if self.copies(s) else ""
            equal = ("" if not s.written else ", PartialEq" if self.floats(s) else ", PartialEq, Eq")
            self.put(f"#[derive({copy}Debug{', Default' if default else ''}{equal})]")
        self.put(f"pub struct {name}{life} {{")
        for f in fields:
            self.comment("    ", self.field_doc(f))
            self.deprecate(f.deprecated, "    ")
            self.put(f"    pub {f.name}: {self.field_type(f, s.output)},")
        self.put("}")
        quiet = ["#[allow(deprecated)]"] if any(f.deprecated for f in fields) else []
        if s.written:
            self.put("", *quiet, f"impl {name}{'<' + chr(39) + '_>' if life else ''} {{",
                     f"    pub(crate) fn from_c(c: sys::{s.c_type}) -> {name} {{", f"        {name} {{")
            self.put(*[f"            {f.name}: {self.from_c(f)}," for f in fields], "        }", "    }", "}")
        if s.output:
            return
        if not default and not required:
            self.put("", *quiet, f"impl{life} Default for {name}{life} {{", f"    fn default() -> {name}{life} {{", f"        {name} {{")
            self.put(*[f"            {f.name}: {self.zero(f)}," for f in fields], "        }", "    }", "}")
        values = [f"            {f.name}: {self.to_c(s, f)}," for f in s.fields]
        named = "keep" if any("keep" in value for value in values) else "_"
        keep, result = (f", {named}: &mut Keep", f"Result<sys::{s.c_type}>") if self.keeps(s) else ("", f"sys::{s.c_type}")
        anonymous = "<'_>" if life else ""
        self.put("", *quiet, f"impl {name}{anonymous} {{", "    #[inline]", f"    pub(crate) fn as_c(&self{keep}) -> {result} {{")
        if self.keeps(s):
            self.put(f"        Ok(sys::{s.c_type} {{", *values, "        })")
        else:
            self.put(f"        sys::{s.c_type} {{", *values, "        }")
        self.put("    }", "}")

    def transparent_struct(self, s: Struct) -> None:
        name, fields = camel(s.name), self.visible(s)
        self.put("")
        self.comment("", self.doc(s.doc))
        self.put("#[repr(transparent)]", "#[derive(Clone, Copy)]",
                 f"pub struct {name}<'a>(pub(crate) sys::{s.c_type}, pub(crate) PhantomData<&'a ()>);", "", f"impl<'a> {name}<'a> {{")
        bullets = "\n".join(f"* `{f.name}`: {self.field_doc(f)}" for f in fields)
        self.comment("    ", f"The {s.name} with these fields.", bullets)
        params = ", ".join(f"{f.name}: {self.field_type(f)}" for f in fields)
        self.put("    #[inline]", f"    pub fn new({params}) -> {name}<'a> {{", f"        {name}(sys::{s.c_type} {{")
        for f in s.fields:
            value = f.name
            if f.name == "reserved":
                value = "0"
            elif f.type.kind == "handle":
                value = f"{f.name}.map_or(ptr::null_mut(), |m| m.raw)" if f.nullable else f"{f.name}.raw"
            elif f.type.kind == "any":
                value = f"{f.name}.map_or(ptr::null(), |m| m.raw.cast())"
            elif f.type.kind in ("enum", "flags"):
                value += ".0"
            self.put(f"            {f.name}{': ' + value if value != f.name else ''},")
        self.put("        }, PhantomData)", "    }")
        for f in fields:
            if f.type.kind in ("scalar", "enum", "flags"):
                value = f"{camel(f.type.name)}(self.0.{f.name})" if f.type.kind != "scalar" else f"self.0.{f.name}"
                self.comment("    ", self.field_doc(f))
                self.put(f"    pub fn {f.name}(&self) -> {self.type(f.type)} {{", f"        {value}", "    }")
        self.put("}", "", f"impl fmt::Debug for {name}<'_> {{", "    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {",
                 f'        f.debug_struct("{name}")')
        for f in fields:
            if f.type.kind in ("scalar", "enum", "flags"):
                self.put(f'            .field("{f.name}", &self.{f.name}())')
            else:
                self.put(f'            .field("{f.name}", &self.0.{f.name})')
        self.put("            .finish()", "    }", "}")
        # Plain data: what it refers to is a handle, which any thread may use.
        self.put(f"unsafe impl Send for {name}<'_> {{}}", f"unsafe impl Sync for {name}<'_> {{}}")

    def handle(self, h: Handle) -> None:
        name = camel(h.name)
        self.put("")
        self.comment("", self.doc(h.doc), self.doc(h.noun.doc) if h is h.noun.handles[0] else "",
                     "Releasing never blocks and never fails; what was made from it stays usable." if h.release else "")
        if h.static:
            self.put("#[derive(Clone, Copy, PartialEq, Eq, Hash)]")
        self.put(f"pub struct {name} {{", f"    pub(super) raw: *mut sys::{h.c_type},", "}", "",
                 "// SAFETY: any function of the library may be called from any thread on any handle.",
                 f"unsafe impl Send for {name} {{}}", f"unsafe impl Sync for {name} {{}}", "",
                 f"impl {name} {{", "    /// The C handle, for other code that speaks to the library. Still owned by `self`." if h.release else
                 "    /// The C handle, for other code that speaks to the library.",
                 f"    pub fn raw(&self) -> *mut sys::{h.c_type} {{", "        self.raw", "    }", "")
        self.comment("    ", "Takes a C handle over." if h.release else "The Rust value of a C handle.", "# Safety",
                     f"`raw` must be a `{h.c_type}` that nobody else releases." if h.release else f"`raw` must be a `{h.c_type}`.")
        self.put(f"    pub unsafe fn from_raw(raw: *mut sys::{h.c_type}) -> {name} {{", f"        {name} {{ raw }}", "    }")
        if h.release:
            self.put("", "    /// The C handle, no longer owned: somebody must release it.",
                     f"    pub fn into_raw(self) -> *mut sys::{h.c_type} {{",
                     "        let raw = self.raw;", "        core::mem::forget(self);", "        raw", "    }")
        self.put("}", "", f"impl fmt::Debug for {name} {{", "    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {",
                 f'        write!(f, "{name}({{:#x}})", self.raw as usize)', "    }", "}")
        if h.release:
            self.put("", f"impl Drop for {name} {{", "    fn drop(&mut self) {",
                     "        // SAFETY: the handle is ours, and a release only queues its work.",
                     f"        unsafe {{ sys::{h.release}(self.raw) }}", "    }", "}")

    # --- functions ---

    def errors(self, f: Function) -> str:
        return "# Errors\n\n" + ", ".join(self.words.errors(f)) + "." if f.fallible else ""

    def param_doc(self, p: Param) -> str:
        return self.words.value(p, "None")

    def input(self, p: Param) -> tuple[str, list[str], list[str]]:
        """Rust type, statements before the call, arguments of the call."""
        t, name = p.type, p.name
        if p.out == "bytes":
            length = [f"{name}.len()"] if len(p.c) > 1 else []
            return "&mut [u8]", [], [f"{name}.as_mut_ptr().cast::<c_void>()"] + length
        if p.array:
            return self.input_array(p)
        if t.kind == "handle":
            kind = f"&{camel(t.name)}"
            if p.nullable:
                return f"Option<{kind}>", [], [f"{name}.map_or(ptr::null_mut(), |h| h.raw)"]
            return kind, [], [f"{name}.raw"]
        if t.kind == "struct":
            s = self.model.structs[t.name]
            if self.transparent(s):
                return f"&{self.type(t)}", [], [f"ptr::addr_of!({name}.0)"]
            call = f"{name}.as_c(&mut keep)?" if self.keeps(s) else f"{name}.as_c()"
            if not p.nullable:
                before = ["let mut keep = Keep::default();"] if self.keeps(s) else []
                return f"&{self.type(t)}", before + [f"let {name} = {call};"], [f"&{name}"]
            before = ["let mut keep = Keep::default();"] if self.keeps(s) else []
            mapped = f"let {name} = match {name} {{ Some({name}) => Some({call}), None => None }};"
            if not self.keeps(s):
                mapped = f"let {name} = {name}.map(|o| o.as_c());"
            return (f"Option<&{self.type(t)}>", before + [mapped],
                    [f"{name}.as_ref().map_or(ptr::null(), |o| o as *const _)"])
        if t.kind == "str":
            return "&str", [f'let {name} = c_text("{name}", {name})?;'], [f"{name}.as_ptr()"]
        if t.kind == "text":
            return "&str", [], [f"{name}.as_ptr().cast()", f"{name}.len()"]
        if t.kind == "bytes":
            if p.nullable:
                return ("Option<&[u8]>", [], [f"{name}.map_or(ptr::null(), |b| b.as_ptr().cast())", f"{name}.map_or(0, <[u8]>::len)"])
            return "&[u8]", [], [f"{name}.as_ptr().cast()", f"{name}.len()"]
        if t.kind in ("enum", "flags"):
            return camel(t.name), [], [f"{name}.0"]
        return self.type(t), [], [f"{name} as i32" if t.name == "bool" else name]

    def input_array(self, p: Param) -> tuple[str, list[str], list[str]]:
        t, name = p.type, p.name
        made = f"{name}_c"
        pointer = [f"if {made}.is_empty() {{ ptr::null() }} else {{ {made}.as_ptr() }}", f"{name}.len()"]
        if t.kind == "str":
            return ("&[&str]", ["let mut keep = Keep::default();", f'let {made} = keep.texts("{name}", {name})?;'],
                    [made, f"{name}.len()"])
        if t.kind == "handle":
            return f"&[&{camel(t.name)}]", [f"let {made}: Vec<_> = {name}.iter().map(|h| h.raw).collect();"], pointer
        if t.kind == "struct" and not self.transparent(self.model.structs[t.name]):
            if not self.keeps(self.model.structs[t.name]):
                return f"&[{self.type(t)}]", [f"let {made}: Vec<_> = {name}.iter().map(|item| item.as_c()).collect();"], pointer
            return (f"&[{self.type(t)}]",
                    ["let mut keep = Keep::default();", f"let {made} = keep.array({name}, |item, keep| item.as_c(keep))?;"],
                    [made, f"{name}.len()"])
        return (f"&[{self.type(t)}]", [],
                [f"if {name}.is_empty() {{ ptr::null() }} else {{ {name}.as_ptr().cast() }}", f"{name}.len()"])

    def element(self, p: Param) -> tuple[str, str]:
        """The Rust type of an element of an array that goes out, and what makes it of C's; "" if it is the same."""
        kind = self.type(p.type)
        return kind, {"struct": f"{kind}::from_c", "enum": kind, "handle": f"|raw| {kind} {{ raw }}"}.get(p.type.kind, "")

    def output(self, p: Param) -> tuple[str, str, str]:
        """Rust type, the variable's start, the value out of it."""
        t, name = p.type, p.name
        if p.out == "owned_each":
            return f"Vec<{camel(t.name)}>", f"vec![ptr::null_mut(); {p.of}.len()]", f"{name}.into_iter().map(|raw| {camel(t.name)} {{ raw }}).collect()"
        if p.out == "owned" and p.nullable:
            return f"Option<{camel(t.name)}>", "ptr::null_mut()", f"(!{name}.is_null()).then(|| {camel(t.name)} {{ raw: {name} }})"
        if p.out in ("owned", "borrowed"):
            return camel(t.name), "ptr::null_mut()", f"{camel(t.name)} {{ raw: {name} }}"
        if p.out == "struct":
            return camel(t.name), f"sys::{t.c} {{ struct_size: core::mem::size_of::<sys::{t.c}>(), ..unsafe {{ core::mem::zeroed() }} }}", \
                f"{camel(t.name)}::from_c({name})"
        if p.out == "fixed_bytes":
            return f"[u8; {p.count}]", f"[0u8; {p.count}]", name
        if t.kind == "enum":
            return camel(t.name), "0", f"{camel(t.name)}({name})"
        if t.name == "bool":
            return "bool", "0", f"{name} != 0"
        zero = "0.0" if t.name.startswith("f") else "0"
        return self.type(t), f"{zero}{SCALARS[t.name]}", name

    def function(self, f: Function, indent: str, method: bool) -> None:
        name = f.method if method else f.plain_name
        receiver = f.self_param if method else ""
        status_method = method and f.cls == "status"
        inputs = [p for p in f.params if (not p.out or p.out == "bytes") and not p.length_of]
        outs = f.results
        several = len(outs) > 1
        listed = [p for p in inputs if p.name != receiver and not status_method]
        bullets = "\n".join(f"* `{p.name}`: {self.param_doc(p)}" for p in listed)
        if len(outs) > 1:
            results = "; ".join(self.param_doc(p).rstrip(".") for p in outs)
            bullets += ("\n" if bullets else "") + f"* returns: {results}."
        elif outs and (outs[0].unit and outs[0].unit not in f.doc or outs[0].nullable):
            bullets += ("\n" if bullets else "") + f"* returns: {self.param_doc(outs[0])}"
        unsafe = UNSAFE.get(f.name, "")
        self.put("")
        takes = f"It takes the {camel(f.cls)}: if it fails, that is released as by dropping it." if method and consumes(f) else ""
        self.comment(indent, self.doc(f.doc), takes, bullets, f"# Safety\n\n{self.doc(unsafe)}" if unsafe else "", self.errors(f))
        params, before, arguments = [], [], []
        for p in f.params:
            if p in inputs:
                if p.name == receiver and receiver:
                    params.insert(0, "self" if consumes(f) else "&self")
                    arguments.append("self.raw.cast()" if p.c[0].role == "any" else "self.raw")
                    continue
                if status_method:
                    params.insert(0, "self")
                    arguments.append("self.0")
                    continue
                kind, statements, values = self.input(p)
                params.append(f"{p.name}: {kind}")
                before += statements
                arguments += values
            elif p.out in ("string", "array"):
                arguments += [f"{p.name}.buffer()", f"{p.name}.capacity()", f"&mut {p.name}.needed"] if several else \
                    ["buffer", "capacity", "needed"]
            elif p.length_of:
                arguments.append(f"{p.length_of}.len()")
            elif p.out in ("fixed_bytes", "owned_each"):
                arguments.append(f"{p.name}.as_mut_ptr()")
            else:
                arguments.append(f"&mut {p.name}")
        self.deprecate(f.deprecated, indent)
        head = f"{indent}pub {'unsafe ' if unsafe else ''}fn {name}({', '.join(params)})"
        body = []
        if f.returns is not None:
            if f.deprecated:
                self.put(f"{indent}#[allow(deprecated)]")
            kind, value = self.returned(f.returns, f"unsafe {{ sys::{f.name}({', '.join(arguments)}) }}")
            self.put(f"{indent}{f'pub fn {name}'}({', '.join(params)}){kind} {{", f"{indent}    {value}", f"{indent}}}")
            return
        dynamic = next(iter(f.dynamic), None)
        call = f"sys::{f.name}({', '.join(arguments + ['error' if dynamic and not several else '&mut error'])})"
        if dynamic and not several:
            closure = f"|buffer, capacity, needed, error| unsafe {{ {call} }}"
            if dynamic.out == "string":
                result, tail = "String", [f"string_out({closure})"]
            else:
                item, make = self.element(dynamic)
                tail = [f"let items = array_out({closure})?;", f"Ok(items.into_iter().map({make}).collect())"]
                result, tail = f"Vec<{item}>", tail if make else [f"array_out({closure})"]
            body = before + tail
        elif dynamic:
            kinds, values, starts = [], [], []
            for p in outs:
                if p.out in ("string", "array"):
                    item, make = self.element(p) if p.out == "array" else ("", "")
                    kinds.append(f"Vec<{item}>" if item else "String")
                    values.append(f"{p.name}.text()" if not item else f"{p.name}.items()" +
                                  (f".into_iter().map({make}).collect()" if make else ""))
                    starts.append("Out::new()")
                else:
                    kind, start, value = self.output(p)
                    kinds.append(kind)
                    values.append(value)
                    starts.append(start)
            outs_of = ", ".join(f"&mut {p.name}" for p in f.dynamic)
            body = before + [f"let mut {p.name} = {start};" for p, start in zip(outs, starts)]
            body += ["loop {", "    let mut error = ptr::null_mut();", f"    let status = unsafe {{ {call} }};",
                     f"    if grow(status, error, &mut [{outs_of}]) {{", "        continue;", "    }", "    check(status, error)?;",
                     f"    return Ok(({', '.join(values)}));", "}"]
            result = f"({', '.join(kinds)})"
        else:
            kinds = [self.output(p) for p in outs]
            body = list(before)
            body += [f"let mut {p.name} = {start};" for p, (_, start, _) in zip(outs, kinds)]
            body += ["let mut error = ptr::null_mut();", f"let status = unsafe {{ {call} }};"]
            values = [value for _, _, value in kinds]
            if values:
                body += ["check(status, error)?;", f"Ok({values[0] if len(values) == 1 else '(' + ', '.join(values) + ')'})"]
            else:
                body += ["check(status, error)"]
            types = [t for t, _, _ in kinds]
            result = "()" if not types else types[0] if len(types) == 1 else f"({', '.join(types)})"
        if f.deprecated:
            self.put(f"{indent}#[allow(deprecated)]")
        if name == "default":  # it can fail, which Default::default cannot
            self.put(f"{indent}#[allow(clippy::should_implement_trait)]")
        if f.name in LANGUAGE["inline"]["functions"]:
            self.put(f"{indent}#[inline]")
        self.put(f"{head} -> Result<{result}> {{", *[f"{indent}    {line}" for line in body], f"{indent}}}")

    def returned(self, t: Type, call: str) -> tuple[str, str]:
        if t.kind == "str":
            return " -> &'static str", f"crate::support::static_text({call})"
        if t.kind == "enum":
            return f" -> {camel(t.name)}", f"{camel(t.name)}({call})"
        if t.kind == "scalar":
            return f" -> {self.type(t)}", call + (" != 0" if t.name == "bool" else "")
        raise SpecError(f"emit_rust: returning {t.kind} {t.name} is not written yet")

    def error_type(self) -> None:
        """The owned Rust copy of a gc_error, made at once, so that no handle lives on."""
        functions = [f for f in self.model.functions if f.cls == "error" and f.role != "destructor"]
        simple = [f for f in functions if f.method not in ("note_count", "note")]
        kinds = {"str": "String", "enum": "Status", "scalar": "i32"}
        self.put("", "/// Why a call failed: everything the library says about it.", "pub struct Error(Box<Details>);", "",
                 "pub(crate) struct Details {")
        self.put(*[f"    pub(crate) {f.method}: {kinds[f.returns.kind]}," for f in simple], "    pub(crate) notes: Vec<String>,", "}", "")
        self.put("impl Error {", "    pub(crate) fn from_details(details: Details) -> Error {", "        Error(Box::new(details))", "    }", "",
                 "    /// Copies what a gc_error says, and releases it.", "    #[cold]",
                 "    pub(crate) fn take(status: sys::gc_status, error: *mut sys::gc_error) -> Error {",
                 "        // SAFETY: the accessors return empty text for NULL; text lives until the release below.",
                 "        unsafe {", "            let details = Details {")
        for f in simple:
            call = f"sys::{f.name}(error)"
            value = {"str": f"crate::support::owned_text({call})", "enum": "Status(status)", "scalar": call}[f.returns.kind]
            if f.method == "message":
                value = f"crate::support::message(status, error, {call})"
            self.put(f"                {f.method}: {value},")
        self.put("                notes: (0..sys::gc_error_note_count(error))",
                 "                    .map(|index| crate::support::owned_text(sys::gc_error_note(error, index)))",
                 "                    .collect(),", "            };", "            sys::gc_error_release(error);",
                 "            Error::from_details(details)", "        }", "    }")
        for f in simple:
            self.put("")
            self.comment("    ", self.doc(f.doc))
            if f.returns.kind == "str":
                self.put(f"    pub fn {f.method}(&self) -> &str {{", f"        &self.0.{f.method}", "    }")
            else:
                self.put(f"    pub fn {f.method}(&self) -> {kinds[f.returns.kind]} {{", f"        self.0.{f.method}", "    }")
        self.put("", "    /// Further lines, such as the files that were tried.", "    pub fn notes(&self) -> &[String] {",
                 "        &self.0.notes", "    }", "}")

    def types(self, noun: Noun) -> set[str]:
        """The types that the noun's file defines."""
        return {camel(x.name) for x in noun.handles + noun.enums + noun.flags + noun.structs}

    def noun(self, noun: Noun) -> str:
        """The file of a noun; empty if it has nothing that Rust offers."""
        self.out = []
        for h in noun.handles:
            if h.name == "error":
                self.error_type()
            else:
                self.handle(h)
        for e in noun.enums:
            self.enum(e)
        for g in noun.flags:
            self.flags(g)
        for s in noun.structs:
            self.struct(s)
        bound = [f for f in noun.methods() if f.bind and f.role != "destructor" and f.cls != "error"]
        classes = list(dict.fromkeys(f.cls for f in bound))
        for cls in classes:
            mine = [f for f in bound if f.cls == cls]
            if cls in self.model.handles or cls == "status":
                self.put("", f"impl {camel(cls)} {{")
                mark = len(self.out)
                for f in mine:
                    self.function(f, "    ", True)
                if self.out[mark] == "":
                    del self.out[mark]
                self.put("}")
            else:
                for f in mine:
                    self.function(f, "", False)
        return "\n".join([*self.imports(noun), *self.out]) + "\n" if self.out else ""

    def imports(self, noun: Noun) -> list[str]:
        docs = "\n".join(line for line in self.out if line.lstrip().startswith("///"))
        code = "\n".join(line for line in self.out if not line.lstrip().startswith("///"))

        def named(name: str, text: str) -> bool:
            return re.search(rf"(?<!::)\b{name}\b", text) is not None

        lines = []
        support = [name for name in SUPPORT if named(name, code)]
        if support:
            lines.append(f"use crate::support::{{{', '.join(support)}}};" if len(support) > 1 else f"use crate::support::{support[0]};")
        if named("sys", code):
            lines.append("use crate::sys;")
        if named("Result", re.sub(r"fmt::Result", "", code)):
            lines.append("use crate::Result;")
        lines += [line for name, line in IMPORTS.items() if named(name, code)]
        others = {name for n in self.model.nouns if n is not noun for name in self.types(n)}
        if any(named(name, code) for name in others):
            lines.append("use super::*;")
        elif any(named(name, docs) for name in others):
            lines += ["#[allow(unused_imports)] // for the links in the documentation", "use super::*;"]
        return [HEAD, *lines]

    def files(self) -> dict[str, str]:
        files = {noun.stem: text for noun in self.model.nouns if (text := self.noun(noun))}
        lines = []
        for stem, text in files.items():
            lines += ["", f"mod {stem};"]
            if re.search(r"^pub", text, re.MULTILINE):
                lines.append(f"pub use {stem}::*;")
        if any(f.writable for s in self.model.structs.values() for f in s.fields):
            lines.append("\npub use crate::support::Host;")
        files["mod"] = MODULE + "\n".join(lines) + "\n"
        return {f"{SAFE}/{stem}.rs": text for stem, text in files.items()}


def emit(model: Model) -> dict[str, str]:
    check_unsafe(model)
    return emit_sys(model) | Safe(model).files()
