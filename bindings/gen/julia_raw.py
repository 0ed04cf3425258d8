# SPDX-License-Identifier: Apache-2.0
"""Julia's raw layer: the header's constants, structs and functions as they are."""

from __future__ import annotations

import model as spec
from julia_names import HEADER, field_type, ident, raw_type, wrapped


def raw_param(p: spec.Param, c: spec.CParam) -> str:
    """The ccall type of one C parameter."""
    if c.role in ("length", "capacity"):
        return "Csize_t"
    if c.role == "needed":
        return "Ptr{Csize_t}"
    if c.role == "array":
        return f"Ptr{{{raw_type(p.type)}}}"
    if c.role == "buffer":
        return "Ptr{UInt8}" if p.out == "string" else f"Ptr{{{raw_type(p.type)}}}"
    if c.role in ("bytes", "out_bytes", "any"):
        return "Ptr{Cvoid}"
    if c.role == "text":
        return "Ptr{UInt8}"
    if p.out == "fixed_bytes":
        return "Ptr{UInt8}"
    if p.out or c.role == "struct":
        return f"Ptr{{{raw_type(p.type)}}}"
    return raw_type(p.type)


def emit(model: spec.Model) -> str:
    out = [HEADER, f"const GRIDCALL_VERSION = {model.version_number}", f"const GRIDCALL_ABI_VERSION = {model.abi_version}", ""]
    out += [f"mutable struct {h.c_type} end" for h in model.handles.values()]
    for noun in model.nouns:
        for e in noun.enums:
            prefix = "GRIDCALL_" if e.name == "status" else f"GRIDCALL_{e.name.upper()}_"
            out += ["", f"const {raw_type(spec.Type('enum', e.name))} = Int32",
                    wrapped("@constants(", ["Int32", prefix] + [f"{v.constant.removeprefix(prefix)} = {v.value}" for v in e.values], ")")]
        for g in noun.flags:
            prefix = f"GRIDCALL_{g.prefix}_"
            out += ["", wrapped("@constants(", ["UInt64", prefix] + [f"{v.constant.removeprefix(prefix)} = {v.value:#x}" for v in g.values], ")")]
    for s in model.structs.values():
        out.append(f"\nstruct {s.c_type}")
        out += [f"    {f.name}::{field_type(f)}" for f in s.fields]
        out += ["end", wrapped("layout(", [s.c_type, str(s.size), *(str(f.offset) for f in s.fields)], ")")]
    out.append("")
    for f in model.functions:
        if f.returns is not None and f.returns.kind == "api":
            continue
        params = [f"{ident(c.name)}::{raw_param(p, c)}" for p in f.params for c in p.c]
        params += ["out_error::Ptr{Ptr{gc_error}}"] * f.fallible
        result = "gc_status" if f.fallible else raw_type(f.returns)
        out.append(wrapped(f"@c {'blocking ' if f.blocking else ''}{f.name}(", params, f")::{result}"))
    return "\n".join(out) + "\n"
