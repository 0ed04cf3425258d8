# SPDX-License-Identifier: Apache-2.0
"""calls.inc: a call of every function with random arguments, by the type and the unit of each.

tests/random_calls/random_calls.cpp draws the values, keeps the handles and checks what the calls return.
"""

from __future__ import annotations

from glue_implementation import HEAD
from model import Field, Function, Model, Param, Struct, Type

PATH = "calls.inc"


def camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def quantity(name: str, unit: str) -> str:
    named = {"host_address": "HostAddress", "address": "Address"}.get(name) or ("Offset" if name.endswith("offset") else "")
    if named:
        return f"Quantity::k{named}"
    return {"bytes": "Quantity::kSize", "elements": "Quantity::kSize", "nanoseconds": "Quantity::kTime"}.get(unit, "Quantity::kPlain")


class Calls:
    def __init__(self, model: Model):
        self.model = model
        self.lines: list[str] = []
        self.size = "Quantity::kSize"  # what a size in bytes is: of memory, or of a part of it

    def value(self, kind: Type, name: str, unit: str) -> str:
        """An expression with a random value."""
        if kind.kind == "enum":
            values = ", ".join(v.constant for v in self.model.enums[kind.name].values)
            return f"s.choice<{kind.c}>({{{values}}})"
        if kind.kind == "flags":
            return f"s.flags({hex(self.model.flags[kind.name].mask)}u)"
        if kind.kind == "str":
            return f's.text("{name}")'
        if kind.name in ("f32", "f64"):
            return f"static_cast<{kind.c}>(s.number<int32_t>(Quantity::kPlain))"
        what = quantity(name, unit)
        return f"s.number<{kind.c}>({self.size if what == 'Quantity::kSize' else what})"

    def member(self, struct: Struct, f: Field) -> list[str]:
        if f.name == "struct_size":
            return ["if (s.one_in(30)) o.struct_size = s.below(sizeof o + 1);"]
        if f.type.kind == "char":  # now and then without a NUL
            return [f"if (s.one_in(3)) std::memset(o.{f.name}, 'a', s.below(sizeof o.{f.name} + 1));"]
        if f.count and not f.name.startswith("reserved"):
            return [f"for (auto& each : o.{f.name}) each = {self.value(f.type, f.name, f.unit)};"]
        if f.type.kind == "struct" and not f.array:
            return [f"fill(s, o.{f.name});"]
        if f.type.kind == "handle":
            return [f"if (s.one_in(3)) o.{f.name} = s.handle<{f.type.c}>(k{camel(f.type.name)});"]
        if f.name in ("x", "y", "z") and struct.name == "copy_end":  # with an array alone
            return [f"if (s.one_in(8)) o.{f.name} = {self.value(f.type, f.name, f.unit)};"]
        if f.name.startswith("reserved"):
            return [f"if (s.one_in(40)) o.{f.name}{'[0]' if f.count else ''} = 1;"]
        if f.is_count_of:
            return []
        if f.array:
            element = f.type.c
            each = "fill(s, items[i])" if f.type.kind == "struct" else f'items[i] = {self.value(f.type, f.name, f.unit)}'
            return ["if (s.one_in(8)) {", "  const size_t count = s.below(4);", f"  {element}* items = s.storage<{element}>(count);",
                    f"  for (size_t i = 0; i < count; ++i) {each};", f"  o.{f.name} = s.one_in(20) ? nullptr : items;",
                    f"  o.{f.array} = count;", "}"]
        if f.type.kind == "bytes":
            return [f"o.{f.name} = s.host();", f"o.{f.len} = s.below(64);"]
        if f.type.kind == "any":
            return [f"o.{f.name} = s.one_in(2) ? s.any() : s.host();"]
        return [f"if (s.one_in(3)) o.{f.name} = {self.value(f.type, f.name, f.unit)};"]

    def struct(self, struct: Struct) -> None:
        self.lines.append(f"[[maybe_unused]] void fill(State& s, {struct.c_type}& o) {{")
        if not struct.versioned:
            self.lines.append("  std::memset(&o, 0, sizeof o);")
        for f in struct.fields:
            self.lines += [f"  {line}" for line in self.member(struct, f)]
        self.lines += ["  adjust(s, o);", "}"]

    def argument(self, p: Param) -> tuple[list[str], list[str]]:
        """Statements before the call and the arguments, one for each C parameter of an input."""
        name, kind = p.name, p.type.kind
        if p.array:
            if kind == "struct":
                before = [f"{p.type.c} {name}[4];", f"for (auto& each : {name}) fill(s, each);"]
            elif kind == "handle":
                before = [f"{p.type.c}* {name}[4];", f"for (auto& each : {name}) each = s.handle<{p.type.c}>(k{camel(p.type.name)});"]
            else:
                before = [f"{p.type.c} {name}[4];", f"for (auto& each : {name}) each = {self.value(p.type, name, p.unit)};"]
            before.append(f"const size_t {p.array} = s.count();")
            return before, [f"{p.array} ? s.or_null({name}) : nullptr", p.array]
        if kind == "handle":
            expression = f"s.handle<{p.type.c}>(k{camel(p.type.name)})"
            return [f"{p.type.c}* {name} = {f's.one_in(3) ? nullptr : {expression}' if p.nullable else expression};"], [name]
        if kind == "any":
            return [f"const void* {name} = {'s.one_in(3) ? nullptr : ' if p.nullable else ''}s.any();"], [name]
        if kind == "struct":
            struct = self.model.structs[p.type.name]
            init = f" = {struct.init_macro}" if struct.versioned else ""
            null = f"s.one_in(2) ? nullptr : &{name}" if p.nullable else f"s.or_null(&{name})"
            return [f"{p.type.c} {name}{init};", f"fill(s, {name});"], [null]
        if kind == "text":
            return [f"const std::string_view {name} = s.source();"], [f"{name}.data()", f"{name}.size()"]
        if kind == "bytes":
            before = [f"const void* {name} = s.or_null(s.host());"]
            length = next((c.name for c in p.c if c is not p.c[0]), "")
            if length:
                before.append(f"const size_t {length} = s.host_size();")
            return before, [name] + ([length] if length else [])
        return [f"const auto {name} = {self.value(p.type, name, p.unit)};"], [name]

    def out(self, p: Param) -> tuple[list[str], list[str], list[str]]:
        """Statements before the call, arguments, statements after it."""
        name = p.name
        if p.out == "owned":
            return [f"{p.type.c}* {name} = nullptr;"], [f"s.or_null(&{name})"], [f"{f'if ({name}) ' if p.nullable else ''}s.keep(k{camel(p.type.name)}, {name});"]
        if p.out == "owned_each":  # no array that goes in is longer
            return ([f"{p.type.c}* {name}[4] = {{}};"], [f"s.or_null({name})"],
                    [f"for (auto* each : {name}) if (each) s.keep(k{camel(p.type.name)}, each);"])
        if p.out == "borrowed":
            return [f"{p.type.c}* {name} = nullptr;"], [f"s.or_null(&{name})"], []
        if p.out in ("string", "array"):
            element = "char" if p.out == "string" else f"{p.type.c}*" if p.type.kind == "handle" else p.type.c
            count = p.c[2].name
            owned = p.type.kind == "handle" and not self.model.handles[p.type.name].static
            after = [f"for (auto* each : {name}) if (each) s.keep(k{camel(p.type.name)}, each);"] if owned else []
            return ([f"{element} {name}[256]{' = {}' if after else ''};", f"size_t {count} = 0;"],
                    [f"s.one_in(3) ? nullptr : {name}", "s.one_in(2) ? 256 : s.below(257)", f"s.or_null(&{count})"], after)
        if p.out == "struct":
            return ([f"{p.type.c} {name} = {self.model.structs[p.type.name].init_macro};",
                     f"if (s.one_in(20)) {name}.struct_size = s.below(sizeof {name} + 1);"], [f"s.or_null(&{name})"], [])
        if p.out == "bytes":
            return [f"void* {name} = s.or_null(s.host());"], [name] + ([c.name for c in p.c[1:]]), []
        if p.out == "fixed_bytes":
            return [f"uint8_t {name}[{p.count}];"], [f"s.one_in(20) ? nullptr : {name}"], []
        # The content of a DLPack tensor goes with its deleter.
        after = [f"s.delete_tensor({name}, flags);"] if name == "out_tensor" else []
        return [f"{p.type.c} {name};"], [f"s.or_null(&{name})"], after

    def function(self, number: int, f: Function) -> None:
        before, arguments, after = [], [], []
        self.size = "Quantity::kExtent" if any(p.type.name == "mem" and not p.out for p in f.params) else "Quantity::kSize"
        lengths = {p.length_of for p in f.params}
        for p in f.params:
            if p.length_of:
                b, a, e = [f"const size_t {p.name} = s.host_size();"], [p.name], []
            elif p.out:
                b, a, e = self.out(p)
                if p.out == "bytes" and p.name not in lengths:
                    b += [f"const size_t {c.name} = s.host_size();" for c in p.c[1:]]
            else:
                b, a = self.argument(p)
                e = []
            before, arguments, after = before + b, arguments + a, after + e
        self.lines.append(f"void call_{number}([[maybe_unused]] State& s) {{")
        if f.role == "destructor":
            kind = next(p.type for p in f.params if p.type.kind == "handle")
            self.lines += [f"  {f.name}(s.drop<{kind.c}>(k{camel(kind.name)}));", "}"]
            return
        self.lines += [f"  {line}" for line in before]
        if f.fallible:
            self.lines += [f"  const gc_status status = {f.name}({', '.join([*arguments, 's.error()'])});", f"  s.check({number}, status);"]
            if after:
                self.lines += ["  if (status == GRIDCALL_OK) {", *(f"    {line}" for line in after), "  }"]
            for p in f.outs:
                if p.out in ("owned", "borrowed") and not p.nullable:
                    self.lines.append(f"  s.check_out({number}, status, {p.name});")
        elif f.c_returns == "const char*" and not any(p.type.kind == "handle" for p in f.params):
            self.lines.append(f"  s.read({f.name}({', '.join(arguments)}));")
        else:  # a text belongs to its handle, which another thread may release
            self.lines.append(f"  (void){f.name}({', '.join(arguments)});")
        self.lines.append("}")

    def emit(self) -> str:
        model = self.model
        handles = list(model.handles.values())
        self.lines += ["enum Class {", *(f"  k{camel(h.name)}," for h in handles), "  kClasses", "};",
                       "const Release kRelease[] = {"]
        for h in handles:
            self.lines.append(f"    [](void* handle) {{ {h.release}(static_cast<{h.c_type}*>(handle)); }}," if h.release else "    nullptr,")
        self.lines += ["};", ""]
        inputs = [s for s in model.structs.values() if not s.output]
        for struct in sorted(inputs, key=lambda s: any(f.type.kind == "struct" for f in s.fields)):
            self.struct(struct)
        self.lines.append("")
        for number, f in enumerate(model.functions):
            self.function(number, f)
        self.lines += ["", "const Row kRows[] = {"]
        for number, f in enumerate(model.functions):
            statuses = ", ".join(["GRIDCALL_OK", *(f"GRIDCALL_ERROR_{e}" for e in f.errors)]) if f.fallible else ""
            self.lines.append(f'    {{"{f.name}", call_{number}, {{{statuses}}}}},')
        self.lines.append("};")
        return "\n".join([*HEAD.splitlines(), "//", "// Included by random_calls.cpp.", "", *self.lines]) + "\n"


def emit(model: Model) -> dict[str, str]:
    return {PATH: Calls(model).emit()}
