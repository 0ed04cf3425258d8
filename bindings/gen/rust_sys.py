# SPDX-License-Identifier: Apache-2.0
"""`gridcall-sys`, the raw declarations of the header in Rust; a file for each noun."""

from __future__ import annotations

import re

from model import Deprecated, Function, Model, Noun
from rust_names import HEAD, cut, plain
from template import template

SYS = "bindings/rust/gridcall-sys/src"


def attribute(deprecated: Deprecated | None, indent: str = "") -> list[str]:
    return [f'{indent}#[deprecated(since = "{deprecated.since}", note = "use {deprecated.use}")]'] if deprecated else []


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


def emit(model: Model) -> dict[str, str]:
    nouns = {noun.stem: text for noun in model.nouns if (text := sys_noun(noun, model))}
    declared = "".join(f"\n#[rustfmt::skip]\nmod {stem};\npub use {stem}::*;" for stem in nouns) + "\n"
    table = template("rust_table.rs.in").splitlines() + [
        f"    pub {f.implementation}: unsafe extern \"C\" fn({sys_params(f, model)}){sys_returns(f, model)}," for f in model.table] + ["}"]
    layout = (HEAD + template("rust_layout.rs.in")).splitlines()
    for s in model.structs.values():
        layout.append(f"    assert!(core::mem::size_of::<{s.c_type}>() == {s.size});")
        layout += [f"    assert!(offset!({s.c_type}, {f.name}) == {f.offset});" for f in s.fields]
    files = {"lib": HEAD + template("rust_crate.rs.in", nouns=declared, version=model.version_number, abi=model.abi_version),
             "loaded": HEAD + template("rust_loaded.rs.in"),
             "table": sys_file(table, True), "layout": "\n".join([*layout, "};", ""])}
    return {f"{SYS}/{stem}.rs": text for stem, text in (files | nouns).items()}
