# SPDX-License-Identifier: Apache-2.0
"""The types of Julia's safe layer: enums, flags, handles, and structs that go in and out."""

from __future__ import annotations

import model as spec
from julia_names import SCALARS, Docs, camel, field_type, flag_names, number_type, raw_type, wrapped


def emit_enum(e: spec.Enum, docs: Docs) -> str:
    name = camel(e.name)
    prefix = "" if e.name == "status" else e.name.upper() + "_"
    lines = [f"    {name}", "", docs.text(e.doc)]
    for sentence in docs.model.group_sentences if e.name == "status" else []:
        lines += ["", docs.plain(sentence)]
    lines += [""] + [f"- `{prefix}{v.name}`: {docs.item(v)}" for v in e.values]
    return docs.string(lines) + wrapped("@codes(", [name, f'"{prefix}"', *(v.name for v in e.values)], ")") + "\n"


def emit_flags(g: spec.Flags, docs: Docs) -> str:
    constants = [f"{docs.brief(docs.item(v))}const {g.prefix}_{v.name} = LibGridCall.{v.constant}\n" for v in g.values]
    names = [f"{v.name} = {g.prefix}_{v.name}" for v in g.values]
    return "\n".join(constants) + "\n" + wrapped(f"const {flag_names(g)} = (", names, ",)" if len(names) == 1 else ")") + "\n"


def emit_handle(h: spec.Handle, docs: Docs) -> str:
    name = camel(h.name)
    tail = " It is never closed." if h.static else " It is released by `close`, or when it is collected; in any order with others, from any thread."
    tail += f" It keeps its {h.parent} alive." if h.parent and not h.static else ""
    return docs.string([f"    {name}", "", docs.text(h.doc) + tail]) + f"@handle {name} {h.c_type} {h.release}".rstrip() + "\n"


def of_c(t: spec.Type, value: str) -> str:
    """A value that C gives, as Julia has it."""
    if t.kind in ("enum", "struct"):
        return f"{camel(t.name)}({value})"
    if t.kind == "str":
        return f"unsafe_string({value})"
    return value + (" != 0" if t.name == "bool" else "")


def field_of_c(f: spec.Field) -> tuple[str, str]:
    """The Julia type of a field of a struct that goes out, and its value."""
    if f.type.kind == "char":
        return "String", f"tuple_text(c.{f.name})"
    kind = {"enum": camel(f.type.name), "struct": camel(f.type.name), "flags": "UInt64", "str": "String"}.get(f.type.kind) or \
        ("Bool" if f.type.name == "bool" else SCALARS[f.type.name])
    if f.count:
        return f"NTuple{{{f.count},{kind}}}", f"map({kind}, c.{f.name})"
    return kind, of_c(f.type, f"c.{f.name}")


def emit_struct(s: spec.Struct, docs: Docs) -> str:
    """A struct that the library fills."""
    name = camel(s.name)
    fields = [f for f in s.fields if f.name not in ("struct_size", "reserved")]
    out = [docs.string([f"    {name}", "", docs.text(s.doc), ""] + [f"- `{f.name}`: {docs.item(f)}" for f in fields]) +
           f"struct {name}"]
    out += [f"    {f.name}::{field_of_c(f)[0]}" for f in fields]
    out.append("end")
    if s.versioned:
        out.append(f"empty(::Type{{{name}}}) = zeroed(LibGridCall.{s.c_type}, sizeof(LibGridCall.{s.c_type}))")
    out.append(wrapped(f"{name}(c::LibGridCall.{s.c_type}) = {name}(", [field_of_c(f)[1] for f in fields], ")\n"))
    return "\n".join(out)


def default(f: spec.Field) -> str:
    """The value of a field of an input struct that is not named: C's zero."""
    if f.array:
        return "()"
    if f.type.kind == "char":
        return '""'
    if f.count:
        return "(" + "0, " * f.count + ")"
    return {"scalar": "false" if f.type.name == "bool" else "0", "enum": "0", "flags": "0"}.get(f.type.kind, "nothing")


def declared(f: spec.Field) -> str:
    """The type of the keyword of a field."""
    if f.array or f.count or f.type.kind == "struct":
        return "AbstractString" if f.type.kind == "char" else ""
    return {"str": "Union{Nothing,AbstractString}", "bytes": "Union{Nothing,DenseArray}", "enum":
            f"Union{{{camel(f.type.name)},Integer,Symbol}}", "handle": f"Union{{Nothing,{camel(f.type.name)}}}",
            "any": "Union{Nothing,Handle}", "flags": ""}.get(f.type.kind, number_type(f.type))


def to_c(s: spec.Struct, f: spec.Field) -> tuple[list[str], str]:
    """Statements, and the value of a field of the C struct. What it points to is kept in `roots`."""
    kind, raw = f.type.kind, raw_type(f.type) if f.type.kind != "struct" else f"LibGridCall.{f.type.c}"
    if f.name == "struct_size":
        return [], f"sizeof(LibGridCall.{s.c_type})"
    if f.name == "reserved":
        return [], default(f)
    if f.is_count_of:
        counted = next(g for g in s.fields if g.name == f.is_count_of)
        return [], f"byte_count({counted.name})" if counted.type.kind == "bytes" else f"length({counted.name}_items)"
    if f.array:
        items = f"code({camel(f.type.name)}, x) for x in {f.name}" if kind == "enum" else f.name
        made = f"pin_all!(roots, {raw}, {f'[{items}]' if kind == 'enum' else items})"
        return [f"{f.name}_items = {made}"], f"first_pointer({f.name}_items)"
    if kind == "char":
        return [], f"fixed_text(Val({f.count}), {f.name})"
    if f.count:
        items = f"map(x -> code({camel(f.type.name)}, x), Tuple({f.name}))" if kind == "enum" else f"Tuple({f.name})"
        return [], f"convert({field_type(f).replace('gc_' + f.type.name, 'Int32')}, {items})"
    return [], {
        "str": lambda: f"pin!(roots, {f.name})",
        "flags": lambda: f"flag_bits({flag_names(f.type)}, {f.name})",
        "enum": lambda: f"code({camel(f.type.name)}, {f.name})",
        "bytes": lambda: f"pin_bytes!(roots, {f.name})",
        "handle": lambda: f"pin_handle!(roots, Ptr{{LibGridCall.{f.type.c}}}, {f.name})",
        "any": lambda: f"pin_handle!(roots, Ptr{{Cvoid}}, {f.name})",
        "struct": lambda: f"make_item!(roots, {raw}, {f.name})",
    }.get(kind, lambda: f.name)()


def needs_roots(f: spec.Field) -> bool:
    return f.pointer or f.type.kind == "struct"


def emit_input_struct(s: spec.Struct) -> str:
    """The constructor of a struct inside another, or an item of an array of structs, is made: from a tuple, a pair or its first field
    alone; all zeros from nothing."""
    fields = [f for f in s.fields if f.name != "reserved" and not f.is_count_of]
    head = f"make!(roots, ::Type{{LibGridCall.{s.c_type}}}"
    defaults = ", ".join([fields[0].name] + [f"{f.name} = {default(f)}" for f in fields[1:]])
    statements, values = [], []
    for f in s.fields:
        more, value = to_c(s, f)
        statements += more
        values.append(value)
    result = f"LibGridCall.{s.c_type}({', '.join(values)})"
    lines = [f"{head}, {defaults}) =", f"    {result}"] if not statements else \
        [f"function {head}, {defaults})", *("    " + line for line in statements), f"    return {result}", "end"]
    named = ", ".join(f"{f.name} = {default(f)}" for f in fields)
    lines += [f"item_fields(::Type{{LibGridCall.{s.c_type}}}) = ({named}{',' if len(fields) == 1 else ''})"]
    if s.fields[0].type.kind != "str":
        lines += [f"{head}, ::Nothing) = zeroed(LibGridCall.{s.c_type})"]
    return "\n".join(lines + [f"{head}, x::LibGridCall.{s.c_type}) = x"]) + "\n"
