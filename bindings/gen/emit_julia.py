# SPDX-License-Identifier: Apache-2.0
"""The Julia package: the raw layer src/LibGridCall.jl, and the safe layer src/generated/<noun>.jl."""

from __future__ import annotations

import re
import textwrap

import model as spec

ROOT = "bindings/julia/src"
HEADER = "# SPDX-License-Identifier: Apache-2.0\n# Generated from bindings/api/; edit the spec, then run scripts/generate.\n"
SCALARS = {
    "u8": "UInt8", "u16": "UInt16", "i32": "Int32", "u32": "UInt32", "i64": "Int64", "u64": "UInt64",
    "f32": "Float32", "f64": "Float64", "size": "Csize_t", "bool": "Int32",
}
LANGUAGE = spec.language("julia")
TYPES = LANGUAGE["types"]
TAKEN = set(LANGUAGE["taken"]["methods"])

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
        "any": lambda: "Ptr{Cvoid}", "void": lambda: "Cvoid", "api": lambda: "Ptr{Cvoid}",
    }[t.kind]()


def number_type(t: spec.Type) -> str:
    """What a number may be that Julia passes on as this type."""
    return "Real" if t.name in ("f32", "f64") else "Integer"


def field_type(f: spec.Field) -> str:
    if f.array:
        return f"Ptr{{{raw_type(f.type)}}}"
    return raw_type(f.type)


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


class Docs:
    """Doc sentences with C's names turned into Julia's."""

    def __init__(self, model: spec.Model):
        self.names = {f.name: f"`{function_name(f)}`" for f in model.functions}
        self.names |= {f.name: "`close`" for f in model.functions if f.role == "destructor"}
        self.names |= {h.c_type: f"`{camel(h.name)}`" for h in model.handles.values()}
        self.names |= {s.c_type: f"`{camel(s.name)}`" for s in model.structs.values()}
        self.names["gc_error"] = "`GridCallError`"
        self.names["gc_status"] = "`Status`"

    def text(self, doc: str) -> str:
        doc = re.sub(r"`?\bgc_[a-z0-9_]+\b`?", lambda m: self.names.get(m[0].strip("`"), m[0]), doc)
        doc = re.sub(r"\bGRIDCALL_([A-Z0-9_]+\*?)", lambda m: m[0] if m[0] in spec.Loader.ENVIRONMENT else m[1], doc)
        # Markdown would read underscores as emphasis.
        return re.sub(r"(?<![`\"\w])[A-Z][A-Z0-9]*_[A-Z0-9_]*\*?(?![`\"\w])", lambda m: f"`{m[0]}`", doc)

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
        if not f.bind:
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
    lines += [""] + [f"- `{prefix}{v.name}`: {docs.text(v.doc)}" for v in e.values]
    out = [docs.string(lines) + f"struct {name} <: Code\n    value::Int32\nend"]
    out += [f"const {prefix}{v.name} = {name}({v.value})" for v in e.values]
    names = [f":{v.name} => {v.value}" for v in e.values]
    out.append(wrapped(f"const {e.name}_names = Pair{{Symbol,Int32}}[", names, "]"))
    out.append(f"codes(::Type{{{name}}}) = {e.name}_names\n")
    return "\n".join(out)


def emit_flags(g: spec.Flags, docs: Docs) -> str:
    out = []
    for v in g.values:
        out.append(docs.string([f"    {g.prefix}_{v.name}", "", docs.text(v.doc)]) +
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


def emit_struct(s: spec.Struct, docs: Docs) -> str:
    """A struct that the library fills; C's layout, with enums as our types."""
    name = camel(s.name)
    fields = [f for f in s.fields if f.name not in ("struct_size", "reserved")]
    out = [docs.string([f"    {name}", "", docs.text(s.doc), ""] +
                       [f"- `{f.name}`: {docs.text(f.doc)}" for f in fields if f.name != "reserved"]) + f"struct {name}"]
    for f in fields:
        kind = {"enum": camel(f.type.name), "str": "String"}.get(f.type.kind) or ("Bool" if f.type.name == "bool" else SCALARS[f.type.name])
        out.append(f"    {f.name}::{kind}")
    out.append("end")
    if s.versioned:
        zeros = ["Cstring(C_NULL)" if f.type.kind == "str" else "0" for f in s.fields[1:]]
        values = [{"enum": f"{camel(f.type.name)}(c.{f.name})", "str": f"unsafe_string(c.{f.name})"}.get(
            f.type.kind, f"c.{f.name}" + (" != 0" if f.type.name == "bool" else "")) for f in fields]
        out.append(wrapped(f"empty(::Type{{{name}}}) = LibGridCall.{s.c_type}(", [f"sizeof(LibGridCall.{s.c_type})", *zeros], ")"))
        out.append(wrapped(f"{name}(c::LibGridCall.{s.c_type}) = {name}(", values, ")\n"))
    else:
        out.append(f"@assert sizeof({name}) == sizeof(LibGridCall.{s.c_type})\n")
    return "\n".join(out)


def emit_input_struct(s: spec.Struct) -> str:
    """How an item of an array of structs is made: from a tuple, a pair or its first field alone."""
    names = [f.name for f in s.fields]
    parts = ", ".join(f"pin!(roots, {n})" for n in names)
    defaults = ", ".join([names[0]] + [f"{n} = nothing" for n in names[1:]])
    return (f"make!(roots, ::Type{{LibGridCall.{s.c_type}}}, {defaults}) =\n"
            f"    LibGridCall.{s.c_type}({parts})\n")


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
        self.two_call = ""

    def note(self, name: str, doc: str, null: str = "", unit: str = "") -> None:
        doc = self.docs.text(doc)
        if unit and unit[:-1] not in doc.lower():
            doc = doc.rstrip(".") + f", in {unit}."
        self.notes.append(f"- `{name}`: {doc}" + (f" `nothing`: {self.docs.text(null)}." if null else ""))

    def code_expr(self, name: str, t: spec.Type) -> str:
        return f"code({camel(t.name)}, {name})"

    def input(self, p: spec.Param) -> None:
        if p.length_of:
            return None
        kind, name = p.type.kind, ident(p.name)
        if kind == "struct" and not p.array and self.model.structs[p.type.name].versioned and p.nullable:
            return self.options(p)
        self.note(name, p.doc, p.nullable, p.unit)
        declared = {"handle": lambda: camel(p.type.name), "scalar": lambda: number_type(p.type), "flags": lambda: "Integer",
                    "enum": lambda: f"Union{{{camel(p.type.name)},Integer,Symbol}}", "str": lambda: "AbstractString",
                    "text": lambda: "AbstractString", "bytes": lambda: "DenseArray",
                    "struct": lambda: f"LibGridCall.{p.type.c}"}[kind]()
        if p.array:
            if kind != "struct":
                raise spec.SpecError(f"emit_julia: {self.f.name}: arrays of {kind} are not written yet")
            self.positional.append(f"{name}::DenseVector{{LibGridCall.{p.type.c}}}")
            self.call |= {p.name: name, p.array: f"length({name})"}
            return None
        if p.nullable:
            self.keywords.append((name, f"Union{{Nothing,{declared}}}", "nothing"))
        else:
            self.positional.append(f"{name}::{declared}")
        if kind == "handle":
            self.call[p.name] = f"something({name}, C_NULL)" if p.nullable else name
        elif kind == "enum":
            self.call[p.name] = self.code_expr(name, p.type)
        elif kind == "struct":
            self.call[p.name] = f"Ref({name})"
        elif kind == "text":
            self.before.append(f"{name}_text = String({name})")
            self.call |= {p.name: f"{name}_text", p.len: f"sizeof({name}_text)"}
        elif kind == "bytes":
            self.before.append(f"{name}_size = byte_count({name})")
            self.call |= {p.name: f"something({name}, C_NULL)" if p.nullable else name, p.len: f"{name}_size"}
        else:
            self.call[p.name] = name
        return None

    def options(self, p: spec.Param) -> None:
        """An options struct becomes keyword arguments."""
        struct = self.model.structs[p.type.name]
        values = []
        needs_roots = any(f.type.kind == "str" or f.array for f in struct.fields)
        if needs_roots:
            self.before.append("roots = Any[]  # what the options point to")
            self.roots.append("roots")
        for f in struct.fields:
            kind = f.type.kind
            if f.name == "struct_size":
                values.append(f"sizeof(LibGridCall.{struct.c_type})")
                continue
            if f.name == "reserved":
                values.append("0")
                continue
            if f.is_count_of:
                counted = next(g for g in struct.fields if g.name == f.is_count_of)
                values.append(f"byte_count({counted.name})" if counted.type.kind == "bytes" else f"length({counted.name}_items)")
                continue
            self.note(f.name, f.doc, f.nullable, f.unit)
            if f.array:
                self.keywords.append((f.name, "", "()"))
                element = "Cstring" if kind == "str" else f"LibGridCall.{f.type.c}"
                self.before.append(f"{f.name}_items = pin_all!(roots, {element}, {f.name})")
                values.append(f"first_pointer({f.name}_items)")
            elif kind == "str":
                self.keywords.append((f.name, "Union{Nothing,AbstractString}", "nothing"))
                values.append(f"pin!(roots, {f.name})")
            elif kind == "enum":
                self.keywords.append((f.name, f"Union{{{camel(f.type.name)},Integer,Symbol}}", "0"))
                values.append(self.code_expr(f.name, f.type))
            elif kind == "bytes":
                self.keywords.append((f.name, "Union{Nothing,DenseArray}", "nothing"))
                values.append(f"{f.name} === nothing ? C_NULL : Ptr{{Cvoid}}(pointer({f.name}))")
                self.roots.append(f.name)
            elif kind in ("scalar", "flags"):
                self.keywords.append((f.name, number_type(f.type), "0"))
                values.append(f.name)
            else:
                raise spec.SpecError(f"emit_julia: {struct.c_type}.{f.name}: {kind} in options is not written yet")
        self.before.append(wrapped(f"options_struct = LibGridCall.{struct.c_type}(", values, ")"))
        self.call[p.name] = "Ref(options_struct)"

    def output(self, p: spec.Param) -> None:
        kind, name = p.type.kind, p.name
        if p.out == "bytes":
            self.note(name, p.doc)
            self.positional.append(f"{name}::DenseArray")
            self.before.append(f"{name}_size = byte_count({name})")
            self.call |= {name: name, p.len: f"{name}_size"}
            self.results.append(name)
            return
        if p.out in ("string", "array"):
            if self.two_call or len(self.f.outs) != 1:
                raise spec.SpecError(f"emit_julia: {self.f.name}: a text or array goes alone")
            self.two_call = "Cchar" if p.out == "string" else camel(p.type.name)
            return
        short = name.removeprefix("out_")
        if p.out in ("owned", "borrowed"):
            raw = f"Ptr{{LibGridCall.{p.type.c}}}"
            self.before.append(f"{name} = Ref{{{raw}}}(C_NULL)")
            self.results.append(f"{camel(p.type.name)}({name}[])")
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
            raw = raw_type(p.type) if kind != "enum" else "Int32"
            self.before.append(f"{name} = Ref{{{raw}}}(0)")
            if kind == "enum":
                self.results.append(f"{camel(p.type.name)}({name}[])")
            elif p.type.name == "bool":
                self.results.append(f"{name}[] != 0")
            elif "address" in short or kind == "flags" or p.type.name in ("f32", "f64"):
                self.results.append(f"{name}[]")
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
        result_doc = [self.docs.text(p.doc) for p in f.outs if p.out not in ("bytes",)]
        if result_doc:
            doc += ["", "Returns: " + " ".join(result_doc)]
        if f.blocking:
            doc += ["", "May block."]
        if f.fallible:
            errors = [f"`{e.removeprefix('category.')}`" + (" (all)" if e.startswith("category.") else "")
                      for e in f.error_text]
            doc += ["", "Throws a `GridCallError`: " + ", ".join(errors) + "."]
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
            out.append(wrapped(f"{name}(", items, f") = {call}\n"))
            return "\n".join(out)
        out.append(wrapped(f"function {name}(", items, ")"))
        body = list(self.before)
        if self.two_call:
            args = ", ".join(self.call[c.name] if c.name in self.call else
                             {"buffer": "buffer", "capacity": "capacity", "needed": "needed", "error": "out_error"}[c.role]
                             for c in f.c_params)
            reader = "read_text" if self.two_call == "Cchar" else "read_items"
            element = "" if self.two_call == "Cchar" else f"({self.two_call}, LibGridCall.{f.outs[0].type.c})"
            lead = element[1:-1] + ", " if element else ""
            body.append(f"call(buffer, capacity, needed, out_error) =\n    LibGridCall.{f.name}({args})")
            body.append(f"return {reader}({lead}call)")
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
                first = self.positional[0]
                out.append(f'\n"    {made}({shown.partition("(")[2]}\\n\\nSee `{name}`."')
                out.append(f"{made}({first}, arguments...; options...) = {name}({first.split('::')[0]}, arguments...; options...)")
                out.append(f"{made}(f::Function, arguments...; options...) = with(f, {made}(arguments...; options...))")
        return "\n".join(out) + "\n"


def emit(model: spec.Model) -> dict[str, str]:
    docs = Docs(model)
    files = {f"{ROOT}/LibGridCall.jl": emit_raw(model)}
    used_in_arrays = {f.type.name for s in model.structs.values() for f in s.fields if f.array and f.type.kind == "struct"}
    types, seen = [HEADER], {}
    for noun in model.nouns:
        types += [emit_enum(e, docs) for e in noun.enums]
        types += [emit_flags(g, docs) for g in noun.flags]
        types += [emit_handle(h, docs) for h in noun.handles if h.name != "error"]
        for s in noun.structs:
            if s.output:
                types.append(emit_struct(s, docs))
            if s.name in used_in_arrays:
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
