# SPDX-License-Identifier: Apache-2.0
"""operations.jl: an operation for each function, in Julia."""

from __future__ import annotations

import julia_names as julia
from model import Enum, Flags, Function, Param, Struct, Type
from scenario import FLOATS, Spec, inputs, leaves, results, visible


class Julia:
    # The names of GridCallError's fields.
    ERROR_FIELDS = {"function": "func"}

    def __init__(self, spec: Spec):
        self.spec, self.model = spec, spec.model
        self.out = [julia.HEADER]

    def put(self, *lines: str) -> None:
        self.out += lines

    def convert(self, t: Type, word: str, nullable: bool) -> str:
        if t.kind == "scalar":
            return f"as_{'real' if t.name in FLOATS else 'integer'}({word})"
        if t.kind in ("enum", "flags"):
            return f"as_code({word}, {t.name}_constants)"
        if t.kind == "handle":
            return f"as_handle(GridCall.{julia.camel(t.name)}, {word})"
        if t.kind == "any":
            return f"as_raw({word})"
        if t.kind == "struct":
            return f"read_{t.name}({word})"
        return f"as_{'bytes' if t.kind == 'bytes' else 'text'}({word})"

    def struct(self, s: Struct) -> None:
        fields = visible(s)
        raw = s.name in self.raw
        if not s.versioned:
            self.put("", f"function read_{s.name}(word)", f"    parts = as_parts(word, {len(fields)})")
            values = []
            for i, f in enumerate(fields):
                is_raw_handle = f.type.kind == "any" or f.type.kind == "handle" and raw
                none = "C_NULL" if is_raw_handle else "nothing" if f.type.kind in ("str", "handle") else "0"
                value = f"as_raw(parts[{i + 1}])" if is_raw_handle else self.convert(f.type, f"parts[{i + 1}]", True)
                values.append(f"length(parts) > {i} ? {value} : {none}")
            self.put(*[f"    {f.name} = {v}" for f, v in zip(fields, values)])
            names = ", ".join("0" if f.name == "reserved" else f.name for f in s.fields if raw or f.name != "reserved")
            self.put(f"    return LibGridCall.{s.c_type}({names})" if raw else f"    return ({names})", "end")
            return
        missing = "nothing" if raw else "Dict{Symbol,Any}()"
        self.put("", f"function read_{s.name}(words)", "    fields = next_fields!(words)",
                 f"    fields === nothing && return {missing}")
        if raw:
            self.put(*[f"    {f.name} = {'UInt8[]' if f.type.kind == 'bytes' else '0'}" for f in fields])
        else:
            self.put("    o = Dict{Symbol,Any}()")
        self.put("    for (name, word) in fields")
        for i, (path, f) in enumerate(leaves(self.model, s)):
            value = self.convert(f.type, "word", bool(f.nullable))
            self.put(f'        {"elseif" if i else "if"} name == "{path}"')
            if path != f.name:
                holder = path.partition(".")[0]
                self.put(f"            o[:{holder}] = (; get(o, :{holder}, (;))..., {f.name} = {value})")
            elif raw:
                self.put(f"            {f.name} = {value}")
            elif f.array:
                self.put(f"            push!(get!(o, :{f.name}, Any[]), {value})")
            else:
                self.put(f"            o[:{f.name}] = {value}")
        self.put("        else" if fields else "        begin", "            unknown_field(name)", "        end", "    end")
        if not raw:
            self.put("    return o", "end")
            return
        values = []
        for f in s.fields:
            if f.name == "struct_size":
                values.append(f"sizeof(LibGridCall.{s.c_type})")
            elif f.name == "reserved":
                values.append("0")
            elif f.is_count_of:
                values.append(f"length({f.is_count_of})")
            elif f.type.kind == "bytes":
                values.append(f"keep!(words, {f.name})")
            else:
                values.append(f.name)
        self.put(julia.wrapped(f"return LibGridCall.{s.c_type}(", values, ")", "    "), "end")

    def show(self, t: Type, value: str) -> str:
        if t.kind == "enum":
            return f"show_value(Int({value}))"
        if t.name == "bool":
            return f"show_value(Int({value}))"
        return f"show_real({value})" if t.name in FLOATS else f"show_value({value})"

    def result(self, p: Param, value: str) -> list[str]:
        if p.nullable:
            return [f'{value} === nothing ? show_value("none") : show_handle({value})']
        if p.out in ("owned", "borrowed"):
            return [f"show_handle({value})"]
        if p.out == "fixed_bytes":
            return [f"show_hex({value})"]
        if p.out == "struct":
            return [f'labelled("{f.name}", {self.show(f.type, f"{value}.{f.name}")})' for f in visible(self.model.structs[p.type.name])]
        return [self.show(p.type, value)]

    def function(self, f: Function) -> None:
        self.put("", f'OPERATIONS["{f.name}"] = function (words)')
        if f.cls == "error":
            field = f"last_error().{self.ERROR_FIELDS.get(f.method, f.method)}"
            shown = {"note_count": "show_value(length(last_error().notes))",
                     "report": "show_value(length(last_error().reports))",
                     "note": "show_value(get(last_error().notes, as_integer(next!(words)) + 1, \"\"))"}.get(f.method, self.show(f.returns, field))
            self.put(f"    shown = {shown}", "    end_words(words)", "    return [shown]", "end")
            return
        if f.role == "destructor":
            self.put(f"    release(GridCall.{julia.camel(f.cls)}, next!(words))", "    end_words(words)", "    return Shown[]", "end")
            return
        positional, keywords = [], []
        buffers = []
        for p in inputs(f):
            t, name = p.type, julia.ident(p.name)
            if p.out == "bytes":
                self.put(f"    {name} = as_buffer(next!(words))")
                positional.append(f"{name}.bytes")
                buffers.append(name)
            elif p.array:
                element = {"handle": f"GridCall.{julia.camel(t.name)}", "struct": f"LibGridCall.{t.c}"}.get(t.kind, "")
                read = self.convert(t, "word", False) if t.kind != "struct" else f"read_{t.name}(word)"
                if t.kind == "struct" and t.name not in self.raw:
                    element = ""  # what the binding makes one of
                self.put(f"    {name} = {element}[{read} for word in next_items!(words)]")
                positional.append(name)
            elif t.kind == "any":
                self.put(f"    {name} = object_of(next!(words))")
                positional.append(name)
            elif t.kind == "struct":
                versioned = self.model.structs[t.name].versioned
                self.put(f"    {name} = read_{t.name}({'words' if versioned else 'next!(words)'})")
                if t.name in self.raw and p.nullable:
                    keywords.append(f"{name} = {name}")
                elif t.name in self.raw:
                    positional.append(name)
                else:
                    keywords.append(f"{name}...")
            else:
                self.put(f"    {name} = {self.convert(t, 'next!(words)', bool(p.nullable))}")
                if p.nullable or t.kind == "flags":
                    keywords.append(f"{name} = {name}")
                else:
                    positional.append(name)
        self.put("    end_words(words)")
        module = "GridCall.Preview" if f.noun.apart else "GridCall"
        call = f"{module}.{julia.function_name(self.spec.methods[f.name][0] if f.name in self.spec.methods else f)}(" + \
            ", ".join(positional) + (f"; {', '.join(keywords)}" if keywords else "") + ")"
        outs = [p for p in results(f) if p.out != "bytes"]
        if not f.fallible:
            self.put(f"    return [{self.show(f.returns, call)}]", "end")
            return
        names = [p.name for p in outs]
        self.put(f"    {', '.join(names) + ' = ' if names else ''}{call}")
        if len(outs) == 1 and outs[0].out == "array":
            parts = ", ".join(self.show(x.type, f"item.{x.name}") for x in visible(self.model.structs[outs[0].type.name]))
            self.put(f"    return [entry([{parts}]) for item in {names[0]}]", "end")
        elif len(outs) == 1 and outs[0].out == "owned_each":
            self.put(f"    return Shown[show_handle(each) for each in {names[0]}]", "end")
        elif buffers:
            self.put(f"    return show_buffer({buffers[0]})", "end")
        else:
            shown = [each for p in outs for each in self.result(p, p.name)]
            self.put(julia.wrapped("return Shown[", shown, "]", "    "), "end")

    def constant(self, e: Enum | Flags, name: str) -> str:
        if isinstance(e, Flags):
            return f"GridCall.{e.prefix}_{name}"
        return f"GridCall.{'' if e.name == 'status' else e.name.upper() + '_'}{name}"

    def emit(self) -> str:
        # Structs that the binding takes as C has them; the others become keywords.
        self.raw = {p.type.name for f in self.spec.functions for p in inputs(f) if p.type.kind == "struct" and
                    (p.array or p.type.name in julia.RAW or not self.model.structs[p.type.name].versioned) and
                    not any(field.type.kind == "str" for field in self.model.structs[p.type.name].fields)}
        for e in self.spec.enums + self.spec.flags:
            self.put(f"const {e.name}_constants = [",
                     *[f'    "{v.name}" => Int({self.constant(e, v.name)}),' for v in e.values], "]")
        for s in self.spec.structs:
            self.struct(s)
        self.put("", "const OPERATIONS = Dict{String,Function}()")
        for f in self.spec.functions:
            self.function(f)
        return "\n".join(self.out) + "\n"
