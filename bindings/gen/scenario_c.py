# SPDX-License-Identifier: Apache-2.0
"""operations.c: an operation for each function, in C."""

from __future__ import annotations

from model import Flags, Function, Struct, Type
from scenario import FLOATS, SIGNED, Spec, inputs, leaves, results, visible


class C:
    HEAD = ("// SPDX-License-Identifier: Apache-2.0\n// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.\n\n"
            '#include "bindings/c/scenario.h"')

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
