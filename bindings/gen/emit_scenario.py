# SPDX-License-Identifier: Apache-2.0
"""tests/bindings/<language>: what the interpreters of the shared scenario know of the API. For each function one operation, which
reads its arguments from words, calls the language's own binding and shows the results; all of it by type. The runtimes
beside the generated files hold what does not grow with the API: words, names, values and printing.
"""

from __future__ import annotations

import emit_go
import emit_julia
import emit_rust
from model import Enum, Field, Flags, Function, Model, Param, SpecError, Struct, Type

ROOT = "tests/bindings"
FLOATS = ("f32", "f64")
SIGNED = ("i32", "i64")


def inputs(f: Function) -> list[Param]:
    """What a line of the scenario gives, in C's order: every input, and for a buffer its type and count."""
    return [p for p in f.params if (not p.out or p.out == "bytes") and not p.length_of]


def results(f: Function) -> list[Param]:
    return f.outs


def visible(s: Struct) -> list[Field]:
    return [f for f in s.fields if f.name not in ("struct_size", "reserved") and not f.is_count_of and not f.writable]


def leaves(model: Model, s: Struct) -> list[tuple[str, Field]]:
    """The fields that a line names, "dst.offset" where the struct inside has handles or bytes; other structs are a word."""
    found = []
    for f in visible(s):
        inner = model.structs[f.type.name] if f.type.kind == "struct" and not f.array else None
        if inner and any(g.type.kind in ("handle", "bytes") for g in inner.fields):
            found += [(f"{f.name}.{g.name}", g) for g in visible(inner) + [g for g in inner.fields if g.either and not f.written]]
        else:
            found.append((f.name, f))
    return found


def written(model: Model, f: Function) -> bool:
    """Whether the interpreters can read what the function takes and show what it gives. A function that they cannot is no
    operation, so the scenario asks for a reason: tests/bindings/scenario.py."""
    structs = [model.structs[p.type.name] for p in f.params if p.type.kind == "struct"]
    structs += [model.structs[g.type.name] for s in structs for g in s.fields if g.type.kind == "struct"]
    plain = all(g.type.kind != "char" or g.array for s in structs for g in s.fields)
    plain = plain and not any(g.count or (g.writable and not g.nullable) or (g.array and g.type.kind == "handle") for s in structs for g in s.fields)
    arrays = all(p.type.kind in ("struct", "handle") or p.type.kind == "scalar" and p.type.name not in FLOATS for p in f.params if p.array and not p.out)
    outs = not any(p.optional for p in f.params) and (not f.dynamic or len(f.results) == 1) and \
        not any(p.out == "array" and p.type.kind != "struct" for p in f.params) and len([p for p in f.params if p.out == "owned"]) < 2
    return plain and arrays and outs


class Spec:
    """What all languages need of the model."""

    def __init__(self, model: Model):
        self.model = model
        # The runtimes release errors, and what the languages do not have cannot be called in all of them.
        self.functions = [f for f in model.functions if f.bind and written(model, f) and not (f.cls == "error" and f.role == "destructor")]
        self.methods: dict[str, list[Function]] = {}  # those that take any handle, by function: one for each class
        for noun in model.nouns:
            for f in noun.methods():
                if model.function(f.name).any:
                    self.methods.setdefault(f.name, []).append(f)
        self.classes = [h.name for h in model.handles.values() if h.name != "error"]
        params = [p for f in self.functions for p in f.params]
        self.structs = self.read_structs({p.type.name for p in params if p.type.kind == "struct" and not p.out})
        fields = [f for s in self.structs for _, f in leaves(model, s)]
        types = [p.type for p in params if not p.out] + [f.type for f in fields]
        self.enums = [e for e in model.enums.values() if Type("enum", e.name) in types]
        self.flags = [g for g in model.flags.values() if Type("flags", g.name) in types]

    def read_structs(self, names: set[str]) -> list[Struct]:
        """The structs that are read from words, those inside others first."""
        inner = {f.type.name for name in names for _, f in leaves(self.model, self.model.structs[name]) if f.type.kind == "struct"}
        every = [self.model.structs[name] for name in self.model.structs if name in names | inner]
        return sorted(every, key=lambda s: s.name not in inner)

    def fields(self, f: Function, kind: str) -> list[tuple[str, str]]:
        """The accessors of an error: the function and the field."""
        return [(g.name, g.method) for g in self.functions if g.cls == "error" and g.method == kind]


class C:
    HEAD = ("// SPDX-License-Identifier: Apache-2.0\n// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.\n\n"
            '#include "../scenario.h"')

    def __init__(self, spec: Spec):
        self.spec, self.model, self.out = spec, spec.model, [self.HEAD]

    def put(self, *lines: str) -> None:
        self.out += lines

    def convert(self, t: Type, word: str) -> str:
        """The value of a word."""
        if t.kind == "scalar" and t.name in FLOATS:
            return f"({t.c})word_real({word})"
        if t.kind == "scalar":
            return f"({t.c})word_integer({word}, {t.size}, {'true' if t.name in SIGNED + ('bool',) else 'false'})"
        if t.kind in ("enum", "flags"):
            return f"({t.c})word_code({word}, {t.name}_constants)"
        if t.kind == "struct":
            return f"read_{t.name}({word})"
        return {"handle": f"word_handle({word})", "any": f"word_handle({word})", "str": f"word_text({word})"}[t.kind]

    def struct(self, s: Struct) -> None:
        fields = visible(s)
        if not s.versioned:
            self.put("", f"static {s.c_type} read_{s.name}(const char* word) {{", f"  {s.c_type} o = {{0}};",
                     f"  const Parts parts = word_parts(word, {len(fields)});")
            self.put(*[f"  if (parts.count > {i}) o.{f.name} = {self.convert(f.type, f'parts.part[{i}]')};" for i, f in enumerate(fields)])
            self.put("  return o;", "}")
            return
        self.put("", f"static const {s.c_type}* read_{s.name}({s.c_type}* o) {{",
                 "  if (!open_fields()) return NULL;", f"  *o = ({s.c_type}){s.init_macro};")
        for f in fields:
            if f.array:
                self.put(f"  static {'const char*' if f.type.kind == 'str' else f.type.c} {f.name}[kMaxItems];")
        self.put("  for (Field field; next_field(&field);) {")
        for i, (path, f) in enumerate(leaves(self.model, s)):
            head = f"    {'} else ' if i else ''}if (is_field(&field, \"{path}\")) {{"
            if f.array:
                body = [f"      {f.name}[item_index(o->{f.array}++)] = {self.convert(f.type, 'field.word')};", f"      o->{f.name} = {f.name};"]
            elif f.type.kind == "bytes":
                size = path.removesuffix(f.name) + f.len
                body = ["      const Bytes bytes = word_bytes(field.word);", f"      o->{path} = {'(void*)' * f.either}bytes.data;", f"      o->{size} = bytes.size;"]
            else:
                body = [f"      o->{path} = {self.convert(f.type, 'field.word')};"]
            self.put(head, *body)
        self.put("    } else {" if fields else "    {", "      unknown_field(&field);", "    }", "  }", "  return o;", "}")

    def show(self, t: Type, value: str, label: str = "NULL") -> str:
        if t.kind == "str":
            return f"show_text({label}, {value})"
        if t.kind == "scalar" and t.name in FLOATS:
            return f"show_real({label}, {value})"
        if t.kind == "enum" or t.name in SIGNED + ("bool",):
            return f"show_signed({label}, {value})"
        return f"show_unsigned({label}, {value})"

    def function(self, f: Function) -> None:
        arguments: dict[str, str] = {}
        before: list[str] = []
        after: list[str] = []
        for p in inputs(f):
            t, name = p.type, p.name
            if p.out == "bytes":
                before.append(f"  const Buffer {name} = next_buffer();")
                arguments |= {name: f"{name}.data", p.len: f"{name}.size"}
                after.append(f"  show_buffer(&{name});")
            elif p.array:
                element, item = (t.c + "*" * (t.kind == "handle"), self.convert(t, "next_word()")) if t.kind != "struct" else (t.c, f"read_{t.name}(next_word())")
                before += [f"  {element} {name}[kMaxItems];", f"  size_t {p.array} = 0;",
                           f"  for (open_items(); next_item();) {name}[item_index({p.array}++)] = {item};"]
                arguments |= {name: name, p.array: p.array}
            elif t == Type("handle", "error"):
                arguments[name] = "last_error"
            elif t.kind == "struct" and self.model.structs[t.name].versioned:
                before += [f"  {t.c} {name}_place;", f"  const {t.c}* const {name} = read_{t.name}(&{name}_place);"]
                arguments[name] = name
            elif t.kind == "struct":
                before.append(f"  const {t.c} {name} = read_{t.name}(next_word());")
                arguments[name] = f"&{name}"
            elif t.kind == "bytes":
                before.append(f"  const Bytes {name} = word_bytes(next_word());")
                arguments |= {name: f"{name}.data", p.len: f"{name}.size"}
            elif t.kind == "text":
                before.append(f"  const char* const {name} = word_text(next_word());")
                arguments |= {name: name, p.len: f"strlen({name})"}
            else:
                star = {"handle": "* const", "any": " const", "str": " const"}.get(t.kind, " const" if t.c.endswith("*") else "")
                decl = t.c + star if star else f"const {t.c}"
                before.append(f"  {decl} {name} = {self.convert(t, 'next_word()')};")
                arguments[name] = name
        for p in results(f):
            t, name = p.type, p.name
            arguments.setdefault(name, f"&{name}")
            if p.out == "owned_each":
                before.append(f"  {t.c}* {name}[kMaxItems] = {{NULL}};")
                arguments[name] = name
                after.append(f"  for (size_t i = 0; i < {f.count_of(p)}; i++) show_handle({name}[i]);")
            elif p.out in ("owned", "borrowed"):
                before.append(f"  {t.c}* {name} = NULL;")
                after += [f"  if ({name})", f"    show_handle({name});", "  else", '    show_text(NULL, "none");'] if p.nullable else [f"  show_handle({name});"]
            elif p.out == "string":
                before += [f"  static char {name}[kMaxText];", "  size_t out_needed = 0;"]
                arguments |= {name: name, "capacity": "kMaxText", "out_needed": "&out_needed"}
                after.append(f"  show_text(NULL, {name});")
            elif p.out == "array":
                s = self.model.structs[t.name]
                before += [f"  static {t.c} {name}[kMaxEntries];", "  size_t out_count = 0;"]
                arguments |= {name: name, "capacity": "kMaxEntries", "out_count": "&out_count"}
                after += ["  for (size_t i = 0; i < out_count; i++) {", "    begin_entry();"]
                after += [f"    {self.show(x.type, f'{name}[i].{x.name}')};" for x in visible(s)]
                after += ["    end_entry();", "  }"]
            elif p.out == "struct":
                s = self.model.structs[t.name]
                before.append(f"  {t.c} {name} = {s.init_macro};")
                after += [f"  {self.show(x.type, f'{name}.{x.name}', quoted(x.name))};" for x in visible(s)]
            elif p.out == "fixed_bytes":
                before.append(f"  uint8_t {name}[{p.count}] = {{0}};")
                arguments[name] = name
                after.append(f"  show_hex({name}, {p.count});")
            elif p.out == "value":
                before.append(f"  {t.c} {name} = 0;")
                after.append(f"  {self.show(t, name)};")
        values = [arguments[c.name] for c in f.c_params if c.role != "error"]
        self.put("", f"static void run_{f.implementation}(void) {{", *before, "  end_words();")
        call = f"{f.name}({', '.join(values + (['&call_error'] if f.fallible else []))})"
        if f.fallible:
            self.put("  gc_error* call_error = NULL;", f"  const gc_status call_status = {call};",
                     "  if (!worked(call_status, call_error)) return;")
        elif f.returns.kind == "void":
            self.put(f"  {call};")
        else:
            after.append(f"  {self.show(f.returns, call)};")
        self.put(*after, "  finish();", "}")

    def emit(self) -> str:
        for e in self.spec.enums + self.spec.flags:
            kind = "(int64_t)" if isinstance(e, Flags) else ""
            self.put("", f"static const Constant {e.name}_constants[] = {{",
                     *[f'    {{"{v.name}", {kind}{v.constant}}},' for v in e.values], "    {NULL, 0}};")
        for s in self.spec.structs:
            self.struct(s)
        for f in self.spec.functions:
            self.function(f)
        self.put("", "const Operation operations[] = {",
                 *[f'    {{"{f.name}", run_{f.implementation}}},' for f in self.spec.functions], "    {NULL, NULL}};")
        return "\n".join(self.out) + "\n"


def quoted(text: str) -> str:
    return f'"{text}"'


class Rust:
    HEAD = emit_rust.HEAD + "\n//! What the interpreter knows of the API: an operation for each function, by its words.\n"

    def __init__(self, spec: Spec):
        self.spec, self.model, self.out = spec, spec.model, [self.HEAD]
        self.safe = emit_rust.Safe(spec.model)

    def put(self, *lines: str) -> None:
        self.out += lines

    def convert(self, t: Type, word: str, nullable: bool) -> str:
        if t.kind == "scalar":
            return f"{word}.{'truth' if t.name == 'bool' else 'real' if t.name in FLOATS else 'integer'}()"
        if t.kind in ("enum", "flags"):
            return f"{emit_rust.camel(t.name)}({word}.code({t.name.upper()}))"
        if t.kind == "handle":
            return f"{word}.{'optional' if nullable else 'handle'}::<{emit_rust.camel(t.name)}>()"
        if t.kind == "struct":
            return f"read_{t.name}({word})"
        if t.kind == "str" and nullable:
            return f"{word}.optional_text()"
        if t.kind == "bytes" and nullable:
            return f"{word}.optional_bytes()"
        return f"{word}.{'bytes' if t.kind == 'bytes' else 'text'}()"

    def field(self, f: Field, word: str) -> str:
        if f.type.kind == "bytes":
            return f"{word}.bytes()"
        return self.convert(f.bound or f.type, word, bool(f.nullable))

    def default(self, f: Field) -> str:
        if f.type.kind in ("handle", "any") or f.type.kind == "str" and f.nullable:
            return "None"
        if f.type.kind in ("enum", "flags"):
            return f"{emit_rust.camel(f.type.name)}(0)"
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
        name, fields = emit_rust.camel(s.name), visible(s)
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
                self.put(f'            "{path}" => o.{path} = {self.field(f, "word")}{".into()" * f.either},')
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
        words = {"note_count": "show(error.notes().len())",
                 "note": "show(error.notes().get(words.next().integer::<usize>()).map_or(\"\", |note| note))",
                 "status": "show(error.status().0)"}.get(f.method, f"show(error.{f.method}())")
        self.put(f'        "{f.name}" => {{', "            let error = words.last_error();", f"            let shown = {words};",
                 "            words.end();", "            vec![shown]", "        }")

    def function(self, f: Function) -> None:
        if f.cls == "error":
            return self.error(f)
        self.put(f'        "{f.name}" => {{')
        if f.role == "destructor":
            self.put(f"            words.next().release::<{emit_rust.camel(f.cls)}>();", "            words.end();", "            vec![]", "        }")
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
                taken = p.name == f.self_param and emit_rust.consumes(f)
                value = f"words.next().take::<{emit_rust.camel(t.name)}>()" if taken else self.convert(t, "words.next()", bool(p.nullable))
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
                self.put(f'                "{m.cls}" => {handle}.handle::<{emit_rust.camel(m.cls)}>().{m.method}({", ".join(arguments)})?,')
            self.put(f'                class => broken(format!("{f.name} is no method of {{class}}")),', "            };")
        else:
            call = f"{receiver}.{f.method}({', '.join(arguments)})" if receiver else f"{self.safe.words.path(f)}({', '.join(arguments)})"
            call += "?" if f.fallible else ""
            if f.name in emit_rust.UNSAFE:
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
            raise SpecError(f"emit_scenario: {f.name}: a buffer beside another result is not written yet")
        elif len(shown) > 1:
            self.put("            vec![", *[f"                {each}," for each in shown], "            ]", "        }")
        else:
            self.put(f"            vec![{', '.join(shown)}]", "        }")
        return None

    def constant(self, e: Enum | Flags, name: str) -> str:
        return name if isinstance(e, Flags) else emit_rust.value_name(e, name)

    def emit(self) -> str:
        self.put("use crate::*;", "", "objects! {", *[f'    {emit_rust.camel(h)} "{h}" {"owned" if self.model.handles[h].release else "borrowed"};'
                                                     for h in self.spec.classes], "}")
        for e in self.spec.enums + self.spec.flags:
            cast = " as i64"
            self.put("", f"const {e.name.upper()}: &[(&str, i64)] = &[",
                     *[f'    ("{v.name}", {emit_rust.camel(e.name)}::{self.constant(e, v.name)}.0{cast}),' for v in e.values], "];")
        for s in self.spec.structs:
            self.struct(s)
        self.put("", "pub fn run(name: &str, words: &Words<'_>) -> Result<Vec<Shown>> {", "    Ok(match name {")
        for f in self.spec.functions:
            self.function(f)
        self.put('        _ => broken(format!("unknown command \'{name}\'")),', "    })", "}")
        return "\n".join(self.out) + "\n"


class Go:
    HEAD = emit_go.HEAD.replace("package gridcall", "package main")

    def __init__(self, spec: Spec):
        self.spec, self.model, self.out = spec, spec.model, [self.HEAD]
        self.go = emit_go.Go(spec.model)

    def put(self, *lines: str) -> None:
        self.out += lines

    def constants(self, t: Type) -> str:
        name = emit_go.camel(t.name)
        return name[0].lower() + name[1:] + "Constants"

    def convert(self, t: Type, word: str) -> str:
        if t.kind == "scalar":
            if t.name == "bool":
                return f"asTruth({word})"
            return f"as{'Real' if t.name in FLOATS else 'Integer'}[{emit_go.SCALARS[t.name]}]({word})"
        if t.kind in ("enum", "flags"):
            return f"gridcall.{emit_go.camel(t.name)}(asCode({word}, {self.constants(t)}))"
        if t.kind == "handle":
            return f"asHandle({word}, gridcall.Borrow{emit_go.camel(t.name)})"
        if t.kind == "struct":
            return f"read{emit_go.camel(t.name)}({word})"
        return f"as{'Bytes' if t.kind == 'bytes' else 'Text'}({word})"

    def struct(self, s: Struct) -> None:
        name, fields = emit_go.camel(s.name), visible(s)
        if not s.versioned:
            self.put("", f"func read{name}(w word) gridcall.{name} {{", f"\tparts := asParts(w, {len(fields)})", f"\tvar o gridcall.{name}")
            for i, f in enumerate(fields):
                self.put(f"\tif len(parts) > {i} {{", f"\t\to.{emit_go.camel(f.name)} = {self.convert(f.bound or f.type, f'parts[{i}]')}", "\t}")
            self.put("\treturn o", "}")
            return
        self.put("", f"func read{name}(w *words) *gridcall.{name} {{", "\tfields, given := w.fields()", "\tif !given {", "\t\treturn nil", "\t}",
                 f"\to := &gridcall.{name}{{}}", "\tfor _, f := range fields {", "\t\tswitch f.name {")
        for path, f in leaves(self.model, s):
            field = ".".join(map(emit_go.camel, path.split(".")))
            value = self.convert(f.bound or f.type, "f.word")
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
            return [f'labelled("{f.name}", {self.show(f.type, f"{value}.{emit_go.camel(f.name)}")})'
                    for f in visible(self.model.structs[p.type.name])]
        return [self.show(p.type, value)]

    def error(self, f: Function) -> None:
        field = f"last().{emit_go.camel(f.method)}"
        shown = {"note_count": "show(len(last().Notes))", "note": "showNote(last().Notes, asInteger[int](w.next()))"}.get(
            f.method, self.show(f.returns, field))
        self.put(f"\t\tshown := {shown}", "\t\tw.end()", "\t\treturn done(nil, shown)")

    def function(self, f: Function) -> None:
        self.put(f'\tcase "{f.name}":')
        if f.cls == "error":
            return self.error(f)
        if f.role == "destructor":
            self.put(f"\t\trelease[*gridcall.{emit_go.camel(f.cls)}](w.next())", "\t\tw.end()", "\t\treturn done(nil)")
            return None
        methods = self.spec.methods.get(f.name)
        arguments, receiver, handle = [], "", ""
        for p in inputs(f):
            t, name = p.type, emit_go.lower(p.name)
            if p.out == "bytes":
                self.put(f"\t\t{name} := asBuffer(w.next())")
                arguments.append(f"{name}.bytes")
                continue
            if p.array:
                element = f"*gridcall.{emit_go.camel(t.name)}" if t.kind == "handle" else self.go.type(t)
                read = f"func(w word) {element} {{ return {self.convert(t, 'w')} }}" if t.kind != "struct" else f"read{emit_go.camel(t.name)}"
                self.put(f"\t\t{name} := asItems(w.items(), {read})")
            elif t.kind == "any":
                handle = name
                self.put(f"\t\t{name} := objectOf(w.next())")
                continue
            elif t.kind == "struct":
                versioned = self.model.structs[t.name].versioned
                self.put(f"\t\t{name} := read{emit_go.camel(t.name)}({'w' if versioned else 'w.next()'})")
                if not versioned:
                    arguments.append(f"&{name}")
                    continue
            else:
                self.put(f"\t\t{name} := {self.convert(t, 'w.next()')}")
                if p.name == f.self_param or f.cls == "status" and not receiver:
                    receiver = name
                    continue
            arguments.append(name)
        self.put("\t\tw.end()")
        outs = [p for p in results(f) if p.out != "bytes"]
        names = [emit_go.lower(p.name) for p in outs]
        given = ", ".join(arguments)
        call = f"{receiver + '.' if receiver else 'gridcall.'}{emit_go.function_name(f)}({given})"
        if methods:
            kind = f"{'*' if outs[0].out == 'owned' else ''}"
            zero = {"owned": f"{kind}gridcall.{emit_go.camel(outs[0].type.name)}"}.get(outs[0].out, self.go.type(outs[0].type))
            self.put(f"\t\tvar {names[0]} {zero}", "\t\tvar err error", f"\t\tswitch x := {handle}.(type) {{")
            for m in methods:
                self.put(f"\t\tcase *gridcall.{emit_go.camel(m.cls)}:", f"\t\t\t{names[0]}, err = x.{emit_go.function_name(m)}({given})")
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
            parts = ", ".join(self.show(x.type, f"item.{emit_go.camel(x.name)}") for x in visible(s))
            self.put("\t\tvar entries []shown", f"\t\tfor _, item := range {names[0]} {{", f"\t\t\tentries = append(entries, entry({parts}))",
                     "\t\t}", "\t\treturn done(err, entries...)")
        elif len(outs) == 1 and outs[0].out == "owned_each":
            self.put("\t\tvar handles []shown", f"\t\tfor _, each := range {names[0]} {{", "\t\t\thandles = append(handles, showHandle(each))",
                     "\t\t}", "\t\treturn done(err, handles...)")
        elif buffers and not outs and len(buffers) == 1:
            self.put(f"\t\treturn done(err, {emit_go.lower(buffers[0].name)}.show()...)")
        else:
            shown = [each for p, n in zip(outs, names) for each in self.result(p, n)]
            if len(shown) > 2:
                self.put("\t\treturn done(err,", *[f"\t\t\t{each}," for each in shown[:-1]], f"\t\t\t{shown[-1]})")
            else:
                self.put(f"\t\treturn done({', '.join(['err', *shown])})")
        return None

    def constant(self, e: Enum | Flags, name: str) -> str:
        return emit_go.camel(e.prefix) + emit_go.camel(name) if isinstance(e, Flags) else emit_go.value_name(e, name)

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


class Julia:
    # The fields of GridCallError with names of their own.
    ERROR_FIELDS = {"function": "func"}

    def __init__(self, spec: Spec):
        self.spec, self.model = spec, spec.model
        self.out = [emit_julia.HEADER]

    def put(self, *lines: str) -> None:
        self.out += lines

    def convert(self, t: Type, word: str, nullable: bool) -> str:
        if t.kind == "scalar":
            return f"as_{'real' if t.name in FLOATS else 'integer'}({word})"
        if t.kind in ("enum", "flags"):
            return f"as_code({word}, {t.name}_constants)"
        if t.kind == "handle":
            return f"as_handle(GridCall.{emit_julia.camel(t.name)}, {word})"
        if t.kind == "any":
            return f"as_raw({word})"
        if t.kind == "struct":
            return f"read_{t.name}({word})"
        return f"as_{'bytes' if t.kind == 'bytes' else 'text'}({word})"

    def raw_field(self, f: Field, fields: list[Field]) -> str:
        if f.name == "struct_size":
            return "sizeof(o)"
        return "0" if f.name == "reserved" else f.name

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
        self.put(emit_julia.wrapped(f"return LibGridCall.{s.c_type}(", values, ")", "    "), "end")

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
                     "note": "show_value(get(last_error().notes, as_integer(next!(words)) + 1, \"\"))"}.get(f.method, self.show(f.returns, field))
            self.put(f"    shown = {shown}", "    end_words(words)", "    return [shown]", "end")
            return
        if f.role == "destructor":
            self.put(f"    release(GridCall.{emit_julia.camel(f.cls)}, next!(words))", "    end_words(words)", "    return Shown[]", "end")
            return
        positional, keywords = [], []
        buffers = []
        for p in inputs(f):
            t, name = p.type, emit_julia.ident(p.name)
            if p.out == "bytes":
                self.put(f"    {name} = as_buffer(next!(words))")
                positional.append(f"{name}.bytes")
                buffers.append(name)
            elif p.array:
                element = {"handle": f"GridCall.{emit_julia.camel(t.name)}", "struct": f"LibGridCall.{t.c}"}.get(t.kind, "")
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
                if p.nullable:
                    keywords.append(f"{name} = {name}")
                else:
                    positional.append(name)
        self.put("    end_words(words)")
        call = f"GridCall.{emit_julia.function_name(self.spec.methods[f.name][0] if f.name in self.spec.methods else f)}(" + \
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
            self.put(emit_julia.wrapped("return Shown[", shown, "]", "    "), "end")

    def constant(self, e: Enum | Flags, name: str) -> str:
        if isinstance(e, Flags):
            return f"GridCall.{e.prefix}_{name}"
        return f"GridCall.{'' if e.name == 'status' else e.name.upper() + '_'}{name}"

    def emit(self) -> str:
        # Structs that the binding takes as C has them; the others become keywords.
        self.raw = {p.type.name for f in self.spec.functions for p in inputs(f) if p.type.kind == "struct" and
                    (p.array or p.type.name in emit_julia.RAW or not self.model.structs[p.type.name].versioned) and
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


def emit(model: Model) -> dict[str, str]:
    spec = Spec(model)
    return {f"{ROOT}/c/generated/operations.c": C(spec).emit(), f"{ROOT}/rust/src/operations.rs": Rust(spec).emit(),
            f"{ROOT}/go/zz_operations.go": Go(spec).emit(), f"{ROOT}/julia/operations.jl": Julia(spec).emit()}
