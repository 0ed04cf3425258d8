# SPDX-License-Identifier: Apache-2.0
"""The Julia package: the raw layer src/LibGridCall.jl, and the safe layer src/generated/<noun>.jl."""

from __future__ import annotations

import re
import textwrap

import model as spec
from words import Words

ROOT = "bindings/julia/src"
HEADER = "# SPDX-License-Identifier: Apache-2.0\n# Generated from bindings/api/; edit the spec, then run scripts/generate.\n"
SCALARS = {
    "u8": "UInt8", "u16": "UInt16", "i32": "Int32", "u32": "UInt32", "i64": "Int64", "u64": "UInt64",
    "f32": "Float32", "f64": "Float64", "size": "Csize_t", "bool": "Int32",
}
LANGUAGE = spec.language("julia")
TYPES = LANGUAGE["types"]
TAKEN = set(LANGUAGE["taken"]["methods"])
RAW = set(LANGUAGE["raw"]["structs"])

RESERVED = set("""baremodule begin break catch const continue do else elseif end export finally for function global if
    import let local macro module quote return struct try using while""".split())


def ident(name: str) -> str:
    return name + "_" if name in RESERVED else name


def camel(name: str) -> str:
    return TYPES.get(name) or "".join(word.capitalize() for word in name.split("_"))


def function_name(f: spec.Function) -> str:
    name = f.method if f.self_param and f.method not in TAKEN else f.plain_name
    if f.self_param and f.method.startswith("is_"):
        name = name.replace("is_", "is", 1)
    return name + "!" if f.self_param and f.method.startswith("set_") else name


def raw_type(t: spec.Type) -> str:
    """The type of a value as C has it."""
    return {
        "scalar": lambda: SCALARS[t.name], "enum": lambda: t.c, "flags": lambda: "UInt64", "struct": lambda: t.c,
        "handle": lambda: f"Ptr{{{t.c}}}", "str": lambda: "Cstring", "bytes": lambda: "Ptr{Cvoid}",
        "char": lambda: "UInt8", "any": lambda: "Ptr{Cvoid}", "void": lambda: "Cvoid", "api": lambda: "Ptr{Cvoid}",
    }[t.kind]()


def number_type(t: spec.Type) -> str:
    """What a number may be that Julia passes on as this type."""
    return "Real" if t.name in ("f32", "f64") else "Integer"


def field_type(f: spec.Field) -> str:
    if f.array:
        return f"Ptr{{{raw_type(f.type)}}}"
    return f"NTuple{{{f.count},{raw_type(f.type)}}}" if f.count else raw_type(f.type)


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


def wrapped(before: str, items: list[str], after: str, indent: str = "") -> str:
    """One line, or as many as it takes, each filled with items."""
    line = indent + before + ", ".join(items) + after
    if len(line) <= 112:
        return line
    body = textwrap.fill(", ".join(i.replace(" ", "\0") for i in items), 106 - len(indent), break_long_words=False,
                         break_on_hyphens=False).replace("\0", " ")
    return f"{indent}{before}\n{textwrap.indent(body, indent + '    ')}\n{indent}{after}"


class Docs(Words):
    """Doc sentences with C's names turned into Julia's."""

    null, true, false = "`nothing`", "`true`", "`false`"

    def __init__(self, model: spec.Model):
        super().__init__(model)
        self.names |= {f.name: f"`{function_name(f)}`" for f in model.functions}
        self.names |= {f.name: "`close`" for f in model.functions if f.role == "destructor"}
        self.names |= {x.c_type: f"`{camel(x.name)}`" for group in (model.handles, model.structs, model.enums)
                       for x in group.values()}

    def plain(self, text: str) -> str:
        # Markdown would read underscores as emphasis.
        return re.sub(r"(?<![`\"\w])[A-Z][A-Z0-9]*_[A-Z0-9_]*\*?(?![`\"\w])", lambda m: f"`{m[0]}`", text)

    def other(self, name: str) -> str:
        return f"`{name if name in spec.ENVIRONMENT else name.removeprefix('GRIDCALL_')}`"

    def string(self, lines: list[str]) -> str:
        """A docstring of these paragraphs."""
        out = []
        for line in lines:
            indent = "  " if line.startswith("- ") else "        " if line.startswith("    ") else ""
            out += textwrap.wrap(line, 110, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False) or [""]
        body = "\n".join(out).replace("\\", "\\\\").replace("$", "\\$").replace('"""', '\\"\\"\\"')
        return f'"""\n{body}\n"""\n'


def emit_raw(model: spec.Model) -> str:
    out = [HEADER, '''"""
The C functions of gridcall, as they are. `GridCall` is the package to use; this is for what it does not offer.
"""
module LibGridCall

# Found by its soname: GridCall opens the file that the environment names before the first call.
const libgridcall = "libgridcall.so.0"

# A ccall that may block. While it runs, other threads can collect garbage without waiting for this one, so what
# touches Julia's memory (conversions) happens before.
macro blocking(call)
    f, result, types, arguments = call.args[2], call.args[3], call.args[4].args, call.args[5:end]
    roots = [gensym(:root) for _ in arguments]
    values = [gensym(:value) for _ in arguments]
    return esc(quote
        $((:($root = Base.cconvert($type, $argument)) for (root, type, argument) in zip(roots, types, arguments))...)
        GC.@preserve $(roots...) begin
            $((:($value = Base.unsafe_convert($type, $root)) for (value, type, root) in zip(values, types, roots))...)
            gc_state = ccall(:jl_gc_safe_enter, Int8, ())
            status = ccall($f, $result, ($(types...),), $(values...))
            ccall(:jl_gc_safe_leave, Cvoid, (Int8,), gc_state)
        end
        status
    end)
end
''']
    out.append(f"const GRIDCALL_VERSION = {model.version_number}")
    out.append(f"const GRIDCALL_ABI_VERSION = {model.abi_version}\n")
    out += [f"mutable struct {h.c_type} end" for h in model.handles.values()]
    for noun in model.nouns:
        for e in noun.enums:
            out.append(f"\nconst {raw_type(spec.Type('enum', e.name))} = Int32")
            out += [f"const {v.constant} = Int32({v.value})" for v in e.values]
        for g in noun.flags:
            out.append("")
            out += [f"const {v.constant} = UInt64({v.value:#x})" for v in g.values]
    for s in model.structs.values():
        out.append(f"\nstruct {s.c_type}")
        out += [f"    {f.name}::{field_type(f)}" for f in s.fields]
        out.append("end")
        offsets = ", ".join(str(f.offset) for f in s.fields)
        out.append(f"@assert sizeof({s.c_type}) == {s.size}")
        out.append(f"@assert [Int(fieldoffset({s.c_type}, i)) for i in 1:{len(s.fields)}] ==\n    [{offsets}]")
    out.append("")
    for f in model.functions:
        if f.returns is not None and f.returns.kind == "api":
            continue
        pairs = [(ident(c.name), raw_param(p, c)) for p in f.params for c in p.c]
        if f.fallible:
            pairs.append(("out_error", "Ptr{Ptr{gc_error}}"))
        names = ", ".join(name for name, _ in pairs)
        types = ", ".join(kind for _, kind in pairs) + ("," if len(pairs) == 1 else "")
        result = "gc_status" if f.fallible else raw_type(f.returns)
        blocking = "@blocking " if f.blocking else ""
        call = f"{blocking}ccall((:{f.name}, libgridcall), {result}, ({types})"
        line = f"    {call}{', ' + names if names else ''})\n"
        if len(line) > 120:
            line = wrapped(f"{blocking}ccall((:{f.name}, libgridcall), {result}, (", [kind for _, kind in pairs],
                           f"), {names})\n", "    ")
        out.append(f"{f.name}({names}) =\n{line}")
    out.append("end")
    return "\n".join(out) + "\n"


def emit_enum(e: spec.Enum, docs: Docs) -> str:
    name = camel(e.name)
    prefix = "" if e.name == "status" else e.name.upper() + "_"
    lines = [f"    {name}", "", docs.text(e.doc)]
    for sentence in docs.model.group_sentences if e.name == "status" else []:
        lines += ["", docs.plain(sentence)]
    lines += [""] + [f"- `{prefix}{v.name}`: {docs.item(v)}" for v in e.values]
    out = [docs.string(lines) + f"struct {name} <: Code\n    value::Int32\nend"]
    out += [f"const {prefix}{v.name} = {name}({v.value})" for v in e.values]
    names = [f":{v.name} => {v.value}" for v in e.values]
    out.append(wrapped(f"const {e.name}_names = Pair{{Symbol,Int32}}[", names, "]"))
    out.append(f"codes(::Type{{{name}}}) = {e.name}_names\n")
    return "\n".join(out)


def emit_flags(g: spec.Flags, docs: Docs) -> str:
    out = []
    for v in g.values:
        out.append(docs.string([f"    {g.prefix}_{v.name}", "", docs.item(v)]) +
                   f"const {g.prefix}_{v.name} = UInt64({v.value:#x})\n")
    return "\n".join(out)


def emit_handle(h: spec.Handle, docs: Docs) -> str:
    name = camel(h.name)
    if h.static:
        return docs.string([f"    {name}", "", docs.text(h.doc) + " It is never closed."]) + f"""struct {name} <: Handle
    handle::Ptr{{LibGridCall.{h.c_type}}}
end
Base.unsafe_convert(::Type{{Ptr{{LibGridCall.{h.c_type}}}}}, x::{name}) = x.handle
"""
    return docs.string([
        f"    {name}", "", docs.text(h.doc) + " It is released by `close`, or when it is collected; in any order with "
        "others, from any thread." + (f" It keeps its {h.parent} alive." if h.parent else "")]) + \
        f"""mutable struct {name} <: Handle
    handle::Ptr{{LibGridCall.{h.c_type}}}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function {name}(handle::Ptr{{LibGridCall.{h.c_type}}}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::{name})
    if x.open
        x.open = false
        LibGridCall.{h.release}(x.handle)
    end
    return nothing
end
Base.isopen(x::{name}) = x.open
Base.unsafe_convert(::Type{{Ptr{{LibGridCall.{h.c_type}}}}}, x::{name}) = x.handle
"""


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
    """What a field of a struct that goes in is if it is not named: C's zero."""
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
            "any": "Union{Nothing,Handle}"}.get(f.type.kind, number_type(f.type))


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
        "enum": lambda: f"code({camel(f.type.name)}, {f.name})",
        "bytes": lambda: f"pin_bytes!(roots, {f.name})",
        "handle": lambda: f"pin_handle!(roots, Ptr{{LibGridCall.{f.type.c}}}, {f.name})",
        "any": lambda: f"pin_handle!(roots, Ptr{{Cvoid}}, {f.name})",
        "struct": lambda: f"make_item!(roots, {raw}, {f.name})",
    }.get(kind, lambda: f.name)()


def needs_roots(f: spec.Field) -> bool:
    return f.pointer or f.type.kind == "struct"


def emit_input_struct(s: spec.Struct) -> str:
    """How a struct inside another, or an item of an array of structs, is made: from a tuple, a pair or its first field
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


class FunctionWriter:
    def __init__(self, model: spec.Model, f: spec.Function, docs: Docs):
        self.model, self.f, self.docs = model, f, docs
        self.positional: list[str] = []
        self.keywords: list[str] = []
        self.before: list[str] = []  # statements before the call
        self.roots: list[str] = []
        self.call: dict[str, str] = {}  # C parameter -> expression
        self.results: list[str] = []
        self.notes: list[str] = []

    def note(self, name: str, item: spec.Param | spec.Field) -> None:
        doc = self.docs.item(item, "`nothing`") if isinstance(item, spec.Field) else self.docs.value(item, "`nothing`")
        if isinstance(item, spec.Field) and item.type.kind == "struct" and not item.array:
            inner = self.model.structs[item.type.name]
            doc += " A named tuple of " + ", ".join(f"`{f.name}`" for f in inner.fields if f.name != "reserved" and not f.is_count_of) + "."
        self.notes.append(f"- `{name}`: {doc}")

    def code_expr(self, name: str, t: spec.Type) -> str:
        return f"code({camel(t.name)}, {name})"

    def keep_roots(self) -> None:
        if "roots" not in self.roots:
            self.before.append("roots = Any[]  # what the arguments point to")
            self.roots.append("roots")

    def input(self, p: spec.Param) -> None:
        if p.length_of:
            return None
        kind, name = p.type.kind, ident(p.name)
        if kind == "struct" and not p.array and self.model.structs[p.type.name].versioned and p.type.name not in RAW:
            return self.options(p)
        self.note(name, p)
        if p.array:
            return self.input_array(p, name)
        declared_as = {"handle": lambda: camel(p.type.name), "scalar": lambda: number_type(p.type), "flags": lambda: "Integer",
                       "enum": lambda: f"Union{{{camel(p.type.name)},Integer,Symbol}}", "str": lambda: "AbstractString",
                       "text": lambda: "AbstractString", "bytes": lambda: "DenseArray",
                       "struct": lambda: f"LibGridCall.{p.type.c}" if p.type.name in RAW else ""}[kind]()
        if p.nullable:
            self.keywords.append((name, f"Union{{Nothing,{declared_as}}}" if declared_as else "", "nothing"))
        else:
            self.positional.append(f"{name}::{declared_as}" if declared_as else name)
        if kind == "handle":
            self.call[p.name] = f"something({name}, C_NULL)" if p.nullable else name
        elif kind == "enum":
            self.call[p.name] = self.code_expr(name, p.type)
        elif kind == "struct" and p.type.name in RAW:
            self.call[p.name] = f"{name} === nothing ? C_NULL : Ref({name})" if p.nullable else f"Ref({name})"
        elif kind == "struct":
            self.keep_roots()
            self.before.append(f"{name}_struct = make_item!(roots, LibGridCall.{p.type.c}, {name})")
            self.call[p.name] = f"{name} === nothing ? C_NULL : Ref({name}_struct)" if p.nullable else f"Ref({name}_struct)"
        elif kind == "text":
            self.before.append(f"{name}_text = String({name})")
            self.call |= {p.name: f"{name}_text", p.len: f"sizeof({name}_text)"}
        elif kind == "bytes":
            self.before.append(f"{name}_size = byte_count({name})")
            self.call |= {p.name: f"something({name}, C_NULL)" if p.nullable else name, p.len: f"{name}_size"}
        else:
            self.call[p.name] = name
        return None

    def input_array(self, p: spec.Param, name: str) -> None:
        kind, items = p.type.kind, f"{name}_items"
        self.call |= {p.name: items, p.array: f"length({items})"}
        if p.type.name in RAW:
            self.positional.append(f"{name}::DenseVector{{LibGridCall.{p.type.c}}}")
            self.call |= {p.name: name, p.array: f"length({name})"}
            return
        self.positional.append(name)
        if kind in ("scalar", "enum"):
            element = SCALARS[p.type.name] if kind == "scalar" else "Int32"
            value = "x" if kind == "scalar" else self.code_expr("x", p.type)
            self.before.append(f"{items} = {element}[{value} for x in {name}]")
            return
        self.keep_roots()
        if kind == "handle":
            raw = f"Ptr{{LibGridCall.{p.type.c}}}"
            self.before.append(f"{items} = {raw}[pin_handle!(roots, {raw}, x) for x in {name}]")
            return
        raw = "Cstring" if kind == "str" else f"LibGridCall.{p.type.c}"
        self.before.append(f"{items} = pin_all!(roots, {raw}, {name})")

    def options(self, p: spec.Param) -> None:
        """An options struct becomes keyword arguments."""
        struct = self.model.structs[p.type.name]
        values = []
        if any(needs_roots(f) for f in struct.fields):
            self.keep_roots()
        for f in struct.fields:
            statements, value = to_c(struct, f)
            self.before += statements
            values.append(value)
            if f.name not in ("struct_size", "reserved") and not f.is_count_of:
                self.note(f.name, f)
                self.keywords.append((f.name, declared(f), default(f)))
        self.before.append(wrapped(f"{p.name}_struct = LibGridCall.{struct.c_type}(", values, ")"))
        self.call[p.name] = f"Ref({p.name}_struct)"

    def element(self, p: spec.Param) -> tuple[str, str]:
        """The C type of an element of a result of unknown size, and what makes Julia's of it."""
        if p.out == "string":
            return "UInt8", ""
        raw = {"handle": f"Ptr{{LibGridCall.{p.type.c}}}", "struct": f"LibGridCall.{p.type.c}", "enum": "Int32"}.get(
            p.type.kind) or SCALARS[p.type.name]
        return raw, "" if p.type.kind == "scalar" else camel(p.type.name)

    def several(self, shown: list[str]) -> list[str]:
        """The call, if results of unknown size stand beside others: first with empty buffers, to ask for the sizes."""
        f = self.f
        body = []
        for p in f.dynamic:
            body += [f"{p.name}_buffer = {self.element(p)[0]}[]", f"{p.name}_needed = Ref{{Csize_t}}(0)"]
            self.call |= {p.c[0].name: f"{p.name}_buffer", p.c[1].name: f"length({p.name}_buffer)", p.c[2].name: f"{p.name}_needed"}
        args = ["out_error" if c.role == "error" else self.call[c.name] for c in f.c_params]
        preserve = f"GC.@preserve {' '.join(self.roots)} " if self.roots else ""
        body += ["while true", "    out_error = no_error()", wrapped(f"{preserve}status = LibGridCall.{f.name}(", args, ")", "    "),
                 wrapped("    grow!(status, out_error[], ", [f"{p.name}_buffer => {p.name}_needed" for p in f.dynamic], ") && continue"),
                 "    status == 0 || throw_error(status, out_error[])", f"    return ({', '.join(shown)})", "end"]
        return body

    def output(self, p: spec.Param) -> None:
        kind, name = p.type.kind, p.name
        if p.out == "bytes":
            self.note(name, p)
            self.positional.append(f"{name}::DenseArray")
            self.before.append(f"{name}_size = byte_count({name})")
            self.call |= {name: name, p.len: f"{name}_size"}
            self.results.append(name)
            return
        if p.out in ("string", "array"):
            make = self.element(p)[1]
            buffer = f"{p.name}_buffer"
            self.results.append(f"buffer_text({buffer})" if p.out == "string" else f"map({make}, {buffer})" if make else buffer)
            return
        short = name.removeprefix("out_")
        if p.out == "owned_each":
            self.before.append(f"{name} = fill(Ptr{{LibGridCall.{p.type.c}}}(C_NULL), {self.call[self.f.count_of(p)]})")
            self.results.append(f"map({camel(p.type.name)}, {name})")
        elif p.out in ("owned", "borrowed"):
            raw = f"Ptr{{LibGridCall.{p.type.c}}}"
            self.before.append(f"{name} = Ref{{{raw}}}(C_NULL)")
            made = f"{camel(p.type.name)}({name}[])"
            self.results.append(f"{name}[] == C_NULL ? nothing : {made}" if p.nullable else made)
        elif p.out == "struct":
            self.before.append(f"{name} = Ref(empty({camel(p.type.name)}))")
            self.call[name] = name
            value = f"{camel(p.type.name)}({name}[])"
            self.results.append(f"GC.@preserve {self.f.self_param} {value}" if self.f.self_param else value)
            return
        elif p.out == "fixed_bytes":
            self.before.append(f"{name} = Ref{{NTuple{{{p.count},UInt8}}}}()")
            self.call[name] = f"Base.unsafe_convert(Ptr{{NTuple{{{p.count},UInt8}}}}, {name})"
            self.roots.append(name)
            self.results.append(f"{name}[]")
            return
        else:
            self.before.append(f"{name} = Ref{{{raw_type(p.type) if kind != 'enum' else 'Int32'}}}(0)")
            if kind == "enum":
                self.results.append(f"{camel(p.type.name)}({name}[])")
            elif p.type.name == "bool":
                self.results.append(f"{name}[] != 0")
            elif "address" in short or short == "token" or kind == "flags" or p.type.name in ("f32", "f64"):
                self.results.append(f"{name}[]")
            elif short == "value" and p.type.name == "u64":  # some attributes are negative in two's complement
                self.results.append(f"{name}[] % Int")
            else:
                self.results.append(f"Int({name}[])")
        self.call[name] = name

    def write(self) -> str:
        f = self.f
        name = function_name(f)
        for p in f.params:
            if p.out:
                self.output(p)
            else:
                self.input(p)
        names = [n.split("::")[0] for n in self.positional] + [n for n, _, _ in self.keywords]
        for n in names:
            if names.count(n) > 1:
                raise spec.SpecError(f"emit_julia: {f.name}: a parameter and a field of its options, or two fields, are called {n}")
        keywords = [f"{n}::{t} = {d}" if t else f"{n} = {d}" for n, t, d in self.keywords]
        items = self.positional + keywords
        if keywords:
            split = len(self.positional)
            items = self.positional[:-1] + [f"{self.positional[-1]}; {keywords[0]}"] + keywords[1:] if split else \
                [f"; {keywords[0]}"] + keywords[1:]
        shown = f"{name}({', '.join(p.split('::')[0] for p in self.positional)}" + \
            (f"; {', '.join(n + ' = ' + d for n, t, d in self.keywords)}" if keywords else "") + ")"
        doc = [f"    {shown}", "", self.docs.text(f.doc)]
        if self.notes:
            doc += [""] + self.notes
        result_doc = [self.docs.value(p, "`nothing`" if p.nullable else "") for p in f.results]
        if result_doc:
            doc += ["", "Returns: " + " ".join(result_doc)]
        if f.blocking:
            doc += ["", "May block."]
        if f.fallible:
            doc += ["", "Throws a `GridCallError`: " + ", ".join(self.docs.errors(f)) + "."]
        warning = []
        if f.deprecated:
            doc += ["", f"Deprecated {self.docs.deprecation(f)}"]
            use = self.docs.text(f.deprecated.use).strip("`")
            warning = [f'Base.depwarn("{name} is deprecated, use {use}", :{name})']
        out = [self.docs.string(doc).rstrip("\n")]
        if not f.fallible:
            call = f"LibGridCall.{f.name}({', '.join(self.call[c.name] for c in f.c_params)})"
            kind = f.returns.kind
            if kind == "str":
                call = f"unsafe_string({call})"
            elif kind == "enum":
                call = f"{camel(f.returns.name)}({call})"
            elif kind == "scalar" and f.returns.name not in ("f32", "f64", "bool"):
                call = f"Int({call})"
            elif kind == "scalar" and f.returns.name == "bool":
                call += " != 0"
            if warning:
                out += [wrapped(f"function {name}(", items, ")"), f"    {warning[0]}", f"    return {call}", "end\n"]
            else:
                out.append(wrapped(f"{name}(", items, f") = {call}\n"))
            return "\n".join(out)
        out.append(wrapped(f"function {name}(", items, ")"))
        body = warning + self.before
        if len(f.results) > 1 and f.dynamic:
            body += self.several(self.results)
        elif f.dynamic:
            args = ", ".join(self.call[c.name] if c.name in self.call else
                             {"buffer": "buffer", "capacity": "capacity", "needed": "needed", "error": "out_error"}[c.role]
                             for c in f.c_params)
            body.append(f"call(buffer, capacity, needed, out_error) =\n    LibGridCall.{f.name}({args})")
            preserve = f"GC.@preserve {' '.join(self.roots)} " if self.roots else ""
            raw, make = self.element(f.dynamic[0])
            read = "read_text(call)" if f.dynamic[0].out == "string" else f"read_items({raw}, call)"
            body.append(f"return {preserve}" + (f"map({make}, {read})" if make else read))
        else:
            args = ["out_error" if c.role == "error" else self.call[c.name] for c in f.c_params]
            body.append("out_error = no_error()")
            preserve = f"GC.@preserve {' '.join(self.roots)} " if self.roots else ""
            body.append(wrapped(f"{preserve}status = LibGridCall.{f.name}(", args, ")"))
            body.append("status == 0 || throw_error(status, out_error[])")
            result = {0: "nothing", 1: self.results[0] if self.results else ""}.get(
                len(self.results), f"({', '.join(self.results)})")
            body.append(f"return {result}")
        out += [textwrap.indent(line, "    ") for line in body]
        out.append("end")
        if f.role == "constructor":
            out.append(f"{name}(f::Function, arguments...; options...) = with(f, {name}(arguments...; options...))")
            if f.method == "create" and not f.self_param:
                made = camel(f.cls)
                # Typed by its first parameter: the type's own constructor takes the handle.
                given = [*self.positional[:1], "arguments...; options..."] if self.positional else []
                passed = ", ".join(each.split("::")[0] for each in given)
                out.append(f'\n"    {made}({shown.partition("(")[2]}\\n\\nSee `{name}`."')
                out.append(f"{made}({', '.join(given)}) = {name}({passed})")
                out.append(f"{made}(f::Function, arguments...; options...) = with(f, {made}(arguments...; options...))")
        return "\n".join(out) + "\n"


def emit(model: spec.Model) -> dict[str, str]:
    docs = Docs(model)
    files = {f"{ROOT}/LibGridCall.jl": emit_raw(model)}
    # Structs that a caller gives as tuples: parameters, and what stands in a struct that goes in.
    given = {f.type.name for s in model.structs.values() if not s.output for f in s.fields if f.type.kind == "struct"}
    given |= {p.type.name for f in model.functions for p in f.inputs if p.type.kind == "struct" and p.type.name not in RAW and
              not model.structs[p.type.name].versioned}
    types, seen = [HEADER], {}
    for noun in model.nouns:
        types += [emit_enum(e, docs) for e in noun.enums]
        types += [emit_flags(g, docs) for g in noun.flags]
        types += [emit_handle(h, docs) for h in noun.handles if h.name != "error"]
        for s in noun.structs:
            if s.written:
                types.append(emit_struct(s, docs))
            if s.name in given:
                types.append(emit_input_struct(s))
    files[f"{ROOT}/generated/types.jl"] = "\n".join(types)
    for noun in model.nouns:
        parts = [HEADER]
        for f in noun.methods():
            if not f.bind or f.role == "destructor" or f.cls == "error":
                continue
            receiver = f.params[0].type.name if f.params and f.self_param else ""
            key = (function_name(f), receiver)
            if key in seen:
                raise spec.SpecError(f"emit_julia: {f.name} and {seen[key]} would both be {key[0]}")
            seen[key] = f.name
            parts.append(FunctionWriter(model, f, docs).write())
        if len(parts) > 1:
            files[f"{ROOT}/generated/{noun.stem}.jl"] = "\n".join(parts)
    order = [path.rpartition("/")[2] for path in files if "/generated/" in path and not path.endswith("/types.jl")]
    files[f"{ROOT}/generated/all.jl"] = HEADER + "\n" + "".join(f'include("{name}")\n' for name in order)
    return files
