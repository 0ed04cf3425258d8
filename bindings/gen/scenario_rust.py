# SPDX-License-Identifier: Apache-2.0
"""operations.rs: an operation for each function, in Rust."""

from __future__ import annotations

import rust_names as rust
from model import Enum, Field, Flags, Function, Param, SpecError, Struct, Type
from rust_safe import Safe
from scenario import FLOATS, Spec, inputs, leaves, results, visible


class Rust:
    HEAD = rust.HEAD

    def __init__(self, spec: Spec):
        self.spec, self.model, self.out = spec, spec.model, [self.HEAD]
        self.safe = Safe(spec.model)

    def put(self, *lines: str) -> None:
        self.out += lines

    def convert(self, t: Type, word: str, nullable: bool) -> str:
        if t.kind == "scalar":
            return f"{word}.{'truth' if t.name == 'bool' else 'real' if t.name in FLOATS else 'integer'}()"
        if t.kind in ("enum", "flags"):
            return f"{rust.camel(t.name)}({word}.code({t.name.upper()}))"
        if t.kind == "handle":
            return f"{word}.{'optional' if nullable else 'handle'}::<{rust.camel(t.name)}>()"
        if t.kind == "struct":
            return f"read_{t.name}({word})"
        if t.kind == "str" and nullable:
            return f"{word}.optional_text()"
        if t.kind == "bytes" and nullable:
            return f"{word}.optional_bytes()"
        return f"{word}.{'bytes' if t.kind == 'bytes' else 'text'}()"

    def field(self, f: Field, word: str) -> str:
        if rust.is_duration(f):
            return f"Duration::from_nanos({word}.integer())"
        if f.type.kind == "bytes":
            return f"{word}.bytes()"
        return self.convert(f.bound or f.type, word, bool(f.nullable))

    def default(self, f: Field) -> str:
        if f.type.kind in ("handle", "any") or f.type.kind == "str" and f.nullable:
            return "None"
        if f.type.kind in ("enum", "flags"):
            return f"{rust.camel(f.type.name)}(0)"
        return "Default::default()"

    def part(self, f: Field, index: int) -> str:
        """A field of an item, of the part of a word that is there or not."""
        part, value, default = "parts.first()" if index == 0 else f"parts.get({index})", self.field(f, "word"), self.default(f)
        if f.type.kind == "handle" and not f.nullable:
            return f"{part}.map(|word| {value}).unwrap_or_else(|| broken(\"`{f.name}` is missing\"))"
        if default == "None":
            return f"{part}.and_then(|word| {value})"
        if default == "Default::default()":
            return f"{part}.map(|word| {value}).unwrap_or_default()"
        return f"{part}.map_or({default}, |word| {value})"

    def struct(self, s: Struct) -> None:
        name, fields = rust.camel(s.name), visible(s)
        life = "<'static>" if self.safe.lifetime(s) else ""
        if not s.versioned:
            self.put("", f"fn read_{s.name}(word: Word<'_>) -> {name}{life} {{", f"    let parts = word.parts({len(fields)});")
            values = [self.part(f, i) for i, f in enumerate(fields)]
            if self.safe.transparent(s):
                self.put(f"    {name}::new(", *[f"        {v}," for v in values], "    )", "}")
            else:
                self.put(f"    {name} {{", *[f"        {f.name}: {v}," for f, v in zip(fields, values)], "    }", "}")
            return
        self.put("", f"fn read_{s.name}(words: &Words<'_>) -> Option<{name}{life}> {{", "    let fields = words.fields()?;")
        if not fields:
            self.put("    if let Some((name, _)) = fields.first() {", "        unknown_field(name)", "    }", f"    Some({name} {{}})", "}")
            return
        self.put(f"    let mut o = {name}::default();")
        lists = [f for f in fields if f.array]
        self.put(*[f"    let mut {f.name} = Vec::new();" for f in lists])
        self.put("    for (name, word) in fields {", "        match name {")
        for path, f in leaves(self.model, s):
            if f.array:
                self.put(f'            "{f.name}" => {f.name}.push({self.convert(f.type, "word", False)}),')
            else:
                rust_path = path.removesuffix(f.name) + rust.own_name(f)
                self.put(f'            "{path}" => o.{rust_path} = {self.field(f, "word")}{".into()" * f.either},')
        self.put("            _ => unknown_field(name),", "        }", "    }")
        self.put(*[f"    o.{f.name} = {f.name}.leak();" for f in lists], "    Some(o)", "}")

    def show(self, t: Type, value: str) -> str:
        if t.kind in ("enum", "flags"):
            return f"show({value}.0)"
        if t.name == "bool":
            return f"show({value} as i32)"
        if t.name == "f64":
            return f"show_real({value})"
        return f"show_real({value} as f64)" if t.name in FLOATS else f"show({value})"

    def result(self, p: Param, value: str) -> list[str]:
        """Expressions that make a list of what is shown."""
        t = p.type
        if p.nullable:
            return [f'{value}.map_or_else(|| show("none"), show_handle)']
        if p.out in ("owned", "borrowed"):
            return [f"show_handle({value})"]
        if p.out == "fixed_bytes":
            return [f"show_hex(&{value})"]
        if p.out == "struct":
            return [f'labelled("{f.name}", {self.show(f.type, f"{value}.{f.name}")})' for f in visible(self.model.structs[t.name])]
        return [self.show(t, value)]

    def error(self, f: Function) -> None:
        words = {"note_count": "show(error.notes().len())", "report": "show(error.reports().len())",
                 "note": "show(error.notes().get(words.next().integer::<usize>()).map_or(\"\", |note| note))",
                 "status": "show(error.status().0)"}.get(f.method, f"show(error.{f.method}())")
        self.put(f'        "{f.name}" => {{', "            let error = words.last_error();", f"            let shown = {words};",
                 "            words.end();", "            vec![shown]", "        }")

    def function(self, f: Function) -> None:
        if f.cls == "error":
            return self.error(f)
        self.put(f'        "{f.name}" => {{')
        if f.role == "destructor":
            self.put(f"            words.next().release::<{rust.camel(f.cls)}>();", "            words.end();", "            vec![]", "        }")
            return None
        methods = self.spec.methods.get(f.name)
        arguments, receiver, after = [], "", []
        for p in inputs(f):
            t, name = p.type, p.name
            if p.out == "bytes":
                self.put(f"            let mut {name} = words.next().buffer();")
                arguments.append(f"&mut {name}.bytes")
                after.append(f"{name}.show()")
            elif p.array:
                read = f"|word| {self.convert(t, 'word', False)}" if t.kind != "struct" else f"read_{t.name}"
                self.put(f"            let {name}: Vec<_> = words.items().into_iter().map({read}).collect();")
                arguments.append(f"&{name}")
            elif t.kind == "any":
                self.put(f"            let {name} = words.next();")
            elif t.kind == "struct" and self.model.structs[t.name].versioned:
                given = "" if p.nullable else ".unwrap_or_else(|| broken(\"`-` is no struct\"))"
                self.put(f"            let {name} = read_{t.name}(words){given};")
                arguments.append(f"{name}.as_ref()" if p.nullable else f"&{name}")
            elif t.kind == "struct":
                self.put(f"            let {name} = read_{t.name}(words.next());")
                arguments.append(f"&{name}")
            else:
                taken = p.name == f.self_param and rust.consumes(f)
                value = f"words.next().take::<{rust.camel(t.name)}>()" if taken else self.convert(t, "words.next()", bool(p.nullable))
                value = f"Duration::from_nanos({value})" if rust.is_duration(p) else value
                self.put(f"            let {name} = {value};")
                if p.name == f.self_param or f.cls == "status" and not receiver:
                    receiver = name
                else:
                    arguments.append(name)
        self.put("            words.end();")
        outs = [p for p in results(f) if p.out != "bytes"]
        names = [p.name for p in outs] if f.fallible else ["value"]
        if methods:
            handle = next(p.name for p in inputs(f) if p.type.kind == "any")
            self.put(f"            let {names[0]} = match {handle}.class() {{")
            for m in methods:
                self.put(f'                "{m.cls}" => {handle}.handle::<{rust.camel(m.cls)}>().{m.method}({", ".join(arguments)})?,')
            self.put(f'                class => broken(format!("{f.name} is no method of {{class}}")),', "            };")
        else:
            call = f"{receiver}.{f.method}({', '.join(arguments)})" if receiver else f"{self.safe.words.path(f)}({', '.join(arguments)})"
            call += "?" if f.fallible else ""
            if f.name in rust.UNSAFE:
                self.put("            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.")
                call = f"unsafe {{ {call} }}"
            if f.fallible and not outs:
                self.put(f"            {call};")
            else:
                self.put(f"            let {names[0] if len(names) == 1 else '(' + ', '.join(names) + ')'} = {call};")
        if not f.fallible:
            shown = [self.show(f.returns, names[0])]
        elif len(outs) == 1 and outs[0].out == "array":
            s = self.model.structs[outs[0].type.name]
            parts = ", ".join(self.show(x.type, f"item.{x.name}") for x in visible(s))
            self.put(f"            {names[0]}.iter().map(|item| entry(&[{parts}])).collect()", "        }")
            return None
        elif len(outs) == 1 and outs[0].out == "owned_each":
            self.put(f"            {names[0]}.into_iter().map(show_handle).collect()", "        }")
            return None
        else:
            shown = [each for p in outs for each in self.result(p, p.name)]
        if after and not shown and len(after) == 1:
            self.put(f"            {after[0]}", "        }")
        elif after:
            raise SpecError(f"build_scenario: {f.name}: a buffer beside another result is not written yet")
        elif len(shown) > 1:
            self.put("            vec![", *[f"                {each}," for each in shown], "            ]", "        }")
        else:
            self.put(f"            vec![{', '.join(shown)}]", "        }")
        return None

    def ownership(self, handle: str) -> str:
        shared = handle in rust.LANGUAGE["clone"]["handles"]
        return "shared" if shared else "owned" if self.model.handles[handle].release else "borrowed"

    def constant(self, e: Enum | Flags, name: str) -> str:
        return name if isinstance(e, Flags) else rust.value_name(e, name)

    def emit(self) -> str:
        self.put("use crate::*;", "use std::time::Duration;", "", "objects! {", *[f'    {rust.camel(h)} "{h}" {self.ownership(h)};'
                                                     for h in self.spec.classes], "}")
        for e in self.spec.enums + self.spec.flags:
            cast = " as i64"
            self.put("", f"const {e.name.upper()}: &[(&str, i64)] = &[",
                     *[f'    ("{v.name}", {rust.camel(e.name)}::{self.constant(e, v.name)}.0{cast}),' for v in e.values], "];")
        for s in self.spec.structs:
            self.struct(s)
        self.put("", "pub fn run(name: &str, words: &Words<'_>) -> Result<Vec<Shown>> {", "    Ok(match name {")
        for f in self.spec.functions:
            self.function(f)
        self.put('        _ => broken(format!("unknown command \'{name}\'")),', "    })", "}")
        return "\n".join(self.out) + "\n"
