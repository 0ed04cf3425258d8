# SPDX-License-Identifier: Apache-2.0
"""`gridcall-sys`, the raw declarations of the header in Rust: lists for the macros of its declare.rs."""

from __future__ import annotations

import re

from model import Deprecated, Function, Model
from rust_names import HEAD, PREVIEW, cut

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


def filled(items: list[str], first: str, last: str) -> list[str]:
    """Items in as few lines as they take."""
    return cut(f"{first}{', '.join(items)}{last}", "", "    ")


def types(model: Model) -> str:
    """Handles, constants and structs."""
    out = [f"pub const GRIDCALL_VERSION: u32 = {model.version_number};", f"pub const GRIDCALL_ABI_VERSION: u32 = {model.abi_version};", "",
           *filled([h.c_type for h in model.handles.values()], "handles! { ", " }")]
    for e in model.enums.values():
        out += ["", f"pub type {e.c_type} = i32;"]
        out += [line for v in e.values for line in [*attribute(v.deprecated), f"pub const {v.constant}: {e.c_type} = {v.value};"]]
    for g in model.flags.values():
        out += ["", f"pub type {g.c_type} = u64;"]
        out += [line for v in g.values for line in [*attribute(v.deprecated), f"pub const {v.constant}: {g.c_type} = 1 << {v.value.bit_length() - 1};"]]
    for s in model.structs.values():
        out += ["", "#[repr(C)]", "#[derive(Clone, Copy)]", f"pub struct {s.c_type} {{"]
        for f in s.fields:
            kind = sys_type(f.c_decl, model)
            out += [*attribute(f.deprecated, "    "), f"    pub {f.name}: [{kind}; {f.count}]," if f.count else f"    pub {f.name}: {kind},"]
        out += ["}", *filled([f"{f.name} {f.offset}" for f in s.fields], f"layout! {{ {s.c_type} {s.size}: ", " }")]
    return sys_file(out, "")


def functions(model: Model) -> str:
    out = ["/// Bytes of the table that never change: what follows are previews, which other versions have elsewhere.", '#[cfg(feature = "dlopen")]',
           f"pub(crate) const STABLE_SIZE: usize = {8 + 8 * sum(not f.preview for f in model.table)};", "", "functions! {"]
    for f in model.table:
        missing = "" if f.fallible else " = ()" if f.c_returns == "void" else ' = b"\\0".as_ptr().cast()' if f.returns.kind == "str" else " = 0"
        out += [*attribute(f.deprecated, "    "),
                f"    {PREVIEW + ' ' if f.preview else ''}fn {f.name} as {f.implementation}({sys_params(f, model)}){sys_returns(f, model)}{missing};"]
    return sys_file([*out, "}"], "use crate::*;\n")


def sys_file(lines: list[str], imports: str) -> str:
    text = "\n".join(lines) + "\n"
    pointed = [name for name in ("c_char", "c_void") if re.search(rf"\b{name}\b", text)]
    if pointed:
        imports += f"use core::ffi::{pointed[0]};\n" if len(pointed) == 1 else f"use core::ffi::{{{', '.join(pointed)}}};\n"
    return f"{HEAD}\n{imports}{chr(10) if imports else ''}{text}"


def emit(model: Model) -> dict[str, str]:
    return {f"{SYS}/types.rs": types(model), f"{SYS}/functions.rs": functions(model)}
