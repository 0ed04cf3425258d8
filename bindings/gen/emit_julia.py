# SPDX-License-Identifier: Apache-2.0
"""The Julia package: the raw layer src/LibGridCall.jl, and the safe layer src/generated/<noun>.jl."""

from __future__ import annotations

import textwrap

import julia_raw
import model as spec
from julia_names import HEADER, LANGUAGE, RAW, ROOT, SCALARS, Docs, camel, flag_names, function_name, ident, number_type, raw_type, wrapped
from julia_types import declared, default, emit_enum, emit_flags, emit_handle, emit_input_struct, emit_struct, needs_roots, to_c
from words import in_messages


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
        if isinstance(item, spec.Param) and self.docs.is_said(item):
            return
        doc = self.docs.item(item, "`nothing`") if isinstance(item, spec.Field) else self.docs.value(item, "`nothing`")
        if isinstance(item, spec.Field) and item.type.kind == "struct" and not item.array:
            inner = self.model.structs[item.type.name]
            doc += " A named tuple of " + ", ".join(f"`{f.name}`" for f in inner.fields if f.name != "reserved" and not f.is_count_of) + "."
        if item.type.kind in ("enum", "flags") and not getattr(item, "out", ""):
            values = (self.model.enums if item.type.kind == "enum" else self.model.flags)[item.type.name].values
            if len(values) <= 6:
                doc += f" {'Several of' if item.type.kind == 'flags' and len(values) > 1 else 'One of' if len(values) > 1 else 'Or'} " + \
                    ", ".join(f"`:{v.name}`" for v in values) + "."
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
        if kind == "flags":
            self.keywords.append((name, "", "0"))
            self.call[p.name] = f"flag_bits({flag_names(p.type)}, {name})"
            return None
        declared_as = {"handle": lambda: camel(p.type.name), "scalar": lambda: number_type(p.type),
                       "enum": lambda: f"Union{{{camel(p.type.name)},Integer,Symbol}}", "str": lambda: "AbstractString",
                       "text": lambda: "AbstractString", "bytes": lambda: "DenseArray",
                       "struct": lambda: f"LibGridCall.{p.type.c}" if p.type.name in RAW else "",
                       "any": lambda: f"Has{camel(self.f.method)}"}[kind]()
        if p.nullable:
            self.keywords.append((name, f"Union{{Nothing,{declared_as}}}" if declared_as else "", "nothing"))
        else:
            self.positional.append(f"{name}::{declared_as}" if declared_as else name)
        if kind == "handle":
            self.call[p.name] = f"raw_stream({name})" if "default stream" in p.nullable else \
                f"something({name}, C_NULL)" if p.nullable else name
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
        result_doc = [self.docs.value(p, "`nothing`" if p.nullable else "") for p in f.results if len(f.results) > 1 or not self.docs.is_said(p)]
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
        # Takes any handle.
        out = [wrapped(f"const Has{camel(f.method)} = Union{{", [camel(name) for name in f.any], "}\n")] if f.any else []
        out.append(self.docs.string(doc).rstrip("\n"))
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
        if f.dynamic:
            args = ", ".join(self.call[c.name] if c.name in self.call else
                             {"buffer": "buffer", "capacity": "capacity", "needed": "needed", "error": "out_error"}[c.role]
                             for c in f.c_params)
            body.append(f"call(buffer, capacity, needed, out_error) =\n    LibGridCall.{f.name}({args})")
            preserve = f"GC.@preserve {' '.join(self.roots)} " if self.roots else ""
            raw, make = self.element(f.dynamic[0])
            read = "read_text(call)" if f.dynamic[0].out == "string" else f"read_items({raw}, call)"
            body.append(f"return {preserve}" + (f"map({make}, {read})" if make else read))
        else:
            args = [self.call[c.name] for c in f.c_params if c.role != "error"]
            preserve = f"GC.@preserve {' '.join(self.roots)} " if self.roots else ""
            body.append(wrapped(f"{preserve}@check LibGridCall.{f.name}(", args, ")"))
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
    files = {f"{ROOT}/generated/raw.jl": julia_raw.emit(model)}
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
    paths = {f.name: "close" if f.role == "destructor" else function_name(f) for f in model.functions if f.bind}
    table = in_messages(model, LANGUAGE, r"^[@\w!.]+(\[[^]]*\])?", paths, camel, docs, ident, ident)
    types.append(wrapped("const IN_MESSAGES = [", [f'"{name}" => "{text}"' for name, text in table], "]") + "\n")
    files[f"{ROOT}/generated/types.jl"] = "\n".join(types)
    for noun in model.nouns:
        parts = [HEADER]
        for f in noun.functions:
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
    # The files that `GridCall` includes, and those of its module `Preview`.
    for name, nouns in (("all", [n for n in model.nouns if not n.apart]), ("previews", [n for n in model.nouns if n.apart])):
        included = [f'include("{n.stem}.jl")\n' for n in nouns if f"{ROOT}/generated/{n.stem}.jl" in files]
        files[f"{ROOT}/generated/{name}.jl"] = HEADER + "\n" + ("".join(included) or "# None.\n")
    return files
