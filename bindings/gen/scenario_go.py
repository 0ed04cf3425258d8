# SPDX-License-Identifier: Apache-2.0
"""operations.go: an operation for each function, in Go."""

from __future__ import annotations

import go_names as go
from go_types import Types
from model import Enum, Flags, Function, Param, Struct, Type
from scenario import FLOATS, Spec, inputs, leaves, results, visible


class Go:
    HEAD = go.HEAD.replace("package gridcall", "package main")

    def __init__(self, spec: Spec):
        self.spec, self.model, self.out = spec, spec.model, [self.HEAD]
        self.go = Types(spec.model)

    def put(self, *lines: str) -> None:
        self.out += lines

    def constants(self, t: Type) -> str:
        name = go.camel(t.name)
        return name[0].lower() + name[1:] + "Constants"

    def convert(self, t: Type, word: str) -> str:
        if t.kind == "scalar":
            if t.name == "bool":
                return f"asTruth({word})"
            return f"as{'Real' if t.name in FLOATS else 'Integer'}[{go.SCALARS[t.name]}]({word})"
        if t.kind in ("enum", "flags"):
            return f"gridcall.{go.camel(t.name)}(asCode({word}, {self.constants(t)}))"
        if t.kind == "handle":
            return f"asHandle({word}, gridcall.Borrow{go.camel(t.name)})"
        if t.kind == "struct":
            return f"read{go.camel(t.name)}({word})"
        return f"as{'Bytes' if t.kind == 'bytes' else 'Text'}({word})"

    def struct(self, s: Struct) -> None:
        name, fields = go.camel(s.name), visible(s)
        if not s.versioned:
            self.put("", f"func read{name}(w word) gridcall.{name} {{", f"\tparts := asParts(w, {len(fields)})", f"\tvar o gridcall.{name}")
            for i, f in enumerate(fields):
                self.put(f"\tif len(parts) > {i} {{", f"\t\to.{go.camel(f.name)} = {self.convert(f.bound or f.type, f'parts[{i}]')}", "\t}")
            self.put("\treturn o", "}")
            return
        self.put("", f"func read{name}(w *words) *gridcall.{name} {{", "\tfields, given := w.fields()", "\tif !given {", "\t\treturn nil", "\t}",
                 f"\to := &gridcall.{name}{{}}", "\tfor _, f := range fields {", "\t\tswitch f.name {")
        for path, f in leaves(self.model, s):
            holder = path.rpartition(".")[0]
            field = ".".join(map(go.camel, [*filter(None, holder.split(".")), go.own(f)]))
            value = "asDuration(f.word)" if go.is_time(f) else self.convert(f.bound or f.type, "f.word")
            self.put(f'\t\tcase "{path}":', f"\t\t\to.{field} = " + (f"append(o.{field}, {value})" if f.array else value))
        self.put("\t\tdefault:", "\t\t\tunknownField(f)", "\t\t}", "\t}", "\treturn o", "}")

    def show(self, t: Type, value: str) -> str:
        if t.kind == "enum":
            return f"show(int32({value}))"
        if t.kind == "flags":
            return f"show(uint64({value}))"
        if t.name == "bool":
            return f"showTruth({value})"
        return f"showReal(float64({value}))" if t.name in FLOATS else f"show({value})"

    def result(self, p: Param, value: str) -> list[str]:
        if p.nullable:
            return [f"showOptional({value})"]
        if p.out in ("owned", "borrowed"):
            return [f"showHandle({value})"]
        if p.out == "fixed_bytes":
            return [f"showHex({value}[:])"]
        if p.out == "struct":
            return [f'labelled("{f.name}", {self.show(f.type, f"{value}.{go.camel(f.name)}")})'
                    for f in visible(self.model.structs[p.type.name])]
        return [self.show(p.type, f"int64({value})" if go.is_time(p) else value)]

    def error(self, f: Function) -> None:
        field = f"last().{go.camel(f.method)}"
        shown = {"note_count": "show(len(last().Notes))", "note": "showNote(last().Notes, asInteger[int](w.next()))",
                 "report": "show(len(last().Reports))"}.get(
            f.method, self.show(f.returns, field))
        self.put(f"\t\tshown := {shown}", "\t\tw.end()", "\t\treturn done(nil, shown)")

    def function(self, f: Function) -> None:
        self.put(f'\tcase "{f.name}":')
        if f.cls == "error":
            return self.error(f)
        if f.role == "destructor":
            self.put(f"\t\trelease[*gridcall.{go.camel(f.cls)}](w.next())", "\t\tw.end()", "\t\treturn done(nil)")
            return None
        methods = self.spec.methods.get(f.name)
        arguments, receiver, handle = [], "", ""
        for p in inputs(f):
            t, name = p.type, go.lower(p.name)
            if p.out == "bytes":
                self.put(f"\t\t{name} := asBuffer(w.next())")
                arguments.append(f"{name}.bytes")
                continue
            if p.array:
                element = f"*gridcall.{go.camel(t.name)}" if t.kind == "handle" else self.go.type(t)
                read = f"func(w word) {element} {{ return {self.convert(t, 'w')} }}" if t.kind != "struct" else f"read{go.camel(t.name)}"
                self.put(f"\t\t{name} := asItems(w.items(), {read})")
            elif t.kind == "any":
                handle = name
                self.put(f"\t\t{name} := objectOf(w.next())")
                continue
            elif t.kind == "struct":
                versioned = self.model.structs[t.name].versioned
                self.put(f"\t\t{name} := read{go.camel(t.name)}({'w' if versioned else 'w.next()'})")
                if not versioned:
                    arguments.append(f"&{name}")
                    continue
            else:
                self.put(f"\t\t{name} := {'asDuration(w.next())' if go.is_time(p) else self.convert(t, 'w.next()')}")
                if p.name == f.self_param or f.cls == "status" and not receiver:
                    receiver = name
                    continue
            arguments.append(name)
        self.put("\t\tw.end()")
        outs = [p for p in results(f) if p.out != "bytes"]
        names = [go.lower(p.name) for p in outs]
        given = ", ".join(arguments)
        call = f"{receiver + '.' if receiver else 'gridcall.'}{go.function_name(f)}({given})"
        if methods:
            kind = f"{'*' if outs[0].out == 'owned' else ''}"
            zero = {"owned": f"{kind}gridcall.{go.camel(outs[0].type.name)}"}.get(outs[0].out, self.go.type(outs[0].type))
            self.put(f"\t\tvar {names[0]} {zero}", "\t\tvar err error", f"\t\tswitch x := {handle}.(type) {{")
            for m in methods:
                self.put(f"\t\tcase *gridcall.{go.camel(m.cls)}:", f"\t\t\t{names[0]}, err = x.{go.function_name(m)}({given})")
            self.put("\t\tdefault:", f'\t\t\tbroken("{f.name} is no method of a %T", x)', "\t\t}")
        elif not f.fallible:
            self.put(f"\t\treturn done(nil, {self.show(f.returns, call)})")
            return None
        elif names:
            self.put(f"\t\t{', '.join(names)}, err := {call}")
        else:
            self.put(f"\t\terr := {call}")
        buffers = [p for p in results(f) if p.out == "bytes"]
        if len(outs) == 1 and outs[0].out == "array":
            s = self.model.structs[outs[0].type.name]
            parts = ", ".join(self.show(x.type, f"item.{go.camel(x.name)}") for x in visible(s))
            self.put("\t\tvar entries []shown", f"\t\tfor _, item := range {names[0]} {{", f"\t\t\tentries = append(entries, entry({parts}))",
                     "\t\t}", "\t\treturn done(err, entries...)")
        elif len(outs) == 1 and outs[0].out == "owned_each":
            self.put("\t\tvar handles []shown", f"\t\tfor _, each := range {names[0]} {{", "\t\t\thandles = append(handles, showHandle(each))",
                     "\t\t}", "\t\treturn done(err, handles...)")
        elif buffers and not outs and len(buffers) == 1:
            self.put(f"\t\treturn done(err, {go.lower(buffers[0].name)}.show()...)")
        else:
            shown = [each for p, n in zip(outs, names) for each in self.result(p, n)]
            if len(shown) > 2:
                self.put("\t\treturn done(err,", *[f"\t\t\t{each}," for each in shown[:-1]], f"\t\t\t{shown[-1]})")
            else:
                self.put(f"\t\treturn done({', '.join(['err', *shown])})")
        return None

    def constant(self, e: Enum | Flags, name: str) -> str:
        return go.camel(e.prefix) + go.camel(name) if isinstance(e, Flags) else go.value_name(e, name)

    def emit(self) -> str:
        self.put("import gridcall \"github.com/gridcall/gridcall/bindings/go\"")
        for e in self.spec.enums + self.spec.flags:
            kind = Type("flags" if isinstance(e, Flags) else "enum", e.name)
            self.put("", f"var {self.constants(kind)} = []constant{{",
                     *[f'\t{{"{v.name}", int64(gridcall.{self.constant(e, v.name)})}},' for v in e.values], "}")
        for s in self.spec.structs:
            self.struct(s)
        self.put("", "func run(name string, w *words) ([]shown, error) {", "\tswitch name {")
        for f in self.spec.functions:
            self.function(f)
        self.put("\t}", '\tbroken("unknown command \'%s\'", name)', "\treturn nil, nil", "}")
        return "\n".join(self.out) + "\n"
