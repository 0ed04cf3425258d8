# SPDX-License-Identifier: Apache-2.0
"""The misuse matrix: every function with each of its parameters made wrong in every way the spec knows of, one cell each;
and one cell in which all are right, so that the others have one fault alone.

What is right stands in the spec (`example`), and so does what else is refused (`range`, `wrong`);
tests/misuse/misuse_main.c makes the objects (@mem is its f->mem) and judges the answers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from emit_glue import quoted
from glue_functions import first_size
from glue_implementation import HEAD
from model import Field, Function, Model, Param, SpecError, Struct, Type

# The greatest value of a type.
GREATEST = {"i32": "INT32_MAX", "enum": "INT32_MAX", "u32": "UINT32_MAX", "u64": "UINT64_MAX", "size": "SIZE_MAX"}
OUTS = 8  # of misuse_main.c
# Sizes that no memory has.
TOO_LARGE = [("overflow", "UINT64_MAX"), ("absurd", "UINT64_MAX / 4")]
OUTSIDE = [("overflow", "UINT64_MAX"), ("past the end", "MEM_SIZE + 64"), ("wraps around", "UINT64_MAX - 63")]


def literal(value: object, kind: Type) -> str:
    """A value of the spec in C."""
    if isinstance(value, int):
        return str(int(value))
    if value.startswith("@"):
        return f"f->{value[1:]}"
    return quoted(value) if kind.kind in ("str", "text") else value


@dataclass
class Cell:
    function: str
    what: str  # "context released"
    names: str  # what the message must name, alternatives by |
    statuses: list[str]
    lines: list[str]  # statements before the call
    call: str
    kind: str = "WRONG"  # cell_kind of misuse_main.c
    needed: int = 0  # a bit for each out parameter that receives the size of a buffer
    releases: dict[int, str] = field(default_factory=dict)  # out parameter -> what frees the handle there
    ends: bool = False  # a valid call ends a handle


def wrong_handles(handles: dict, kind: str, nullable: bool) -> list[tuple[str, str]]:
    """(what, expression) of every wrong handle."""
    other = "context" if kind != "context" else "device"
    ways = [] if nullable else [("NULL", "NULL")]
    ways += [("of another kind", f"(gc_{kind}*)f->{other}"), ("forged", f"(gc_{kind}*)FORGED(f->{kind})"),
             ("of another generation", f"(gc_{kind}*)ANOTHER_GENERATION(f->{kind})"), ("an address", f"(gc_{kind}*)(void*)f")]
    if not handles[kind].static:
        other = "event" if kind != "event" else "stream"
        ways += [("released", f"f->released_{kind}"), ("of another kind, released", f"(gc_{kind}*)f->released_{other}")]
    return ways


def example_fields(s: Struct) -> list[tuple[str, object]]:
    """The fields of a struct that is right, "dst.offset", with their values."""
    found = []
    for f in s.fields:
        example = f.examples.example
        if isinstance(example, dict):
            found += [(f"{f.name}.{name}", value) for name, value in example.items()]
        elif example is not None:
            found.append((f.name, example))
    return found


def type_at(model: Model, s: Struct, path: str) -> Type:
    name, _, rest = path.partition(".")
    kind = next(f.type for f in s.fields if f.name == name)
    return type_at(model, model.structs[kind.name], rest) if rest else kind


class Cells:
    def __init__(self, model: Model, f: Function):
        self.model, self.f, self.cells = model, f, []
        self.arguments: dict[str, str] = {}  # C parameter -> what is right
        self.before: list[str] = []  # declarations of what the arguments name
        self.releases: dict[int, str] = {}
        self.needed = 0
        out = 0
        for p in f.params:
            if p.out in ("string", "array"):
                asks = p.type.kind == "handle"  # the handles would have to be released
                self.arguments |= {p.c[0].name: "NULL" if asks else f"OUT({out})", p.c[1].name: "0" if asks else "OUT_CAPACITY",
                                   p.c[2].name: f"OUT({out + 1})"}
                self.needed |= 1 << (out + 1)
                out += 2
            elif p.out == "struct":
                self.arguments[p.name] = f"sized(f, {out}, sizeof({p.type.c}))"
                out += 1
            elif p.out:
                self.arguments[p.name] = f"OUT({out})"
                self.arguments |= {c.name: "64" for c in p.c[1:]}
                if p.out in ("owned", "owned_each"):  # the example of an owned_each has one
                    self.releases[out] = f"release_{p.type.name}"
                out += 1
            elif p.length_of:
                self.arguments[p.name] = "64"
            else:
                self.right(p)
        self.spare = out
        if out >= OUTS:
            raise SpecError(f"build_misuse: {f.name} has more than {OUTS - 1} results: raise OUTS, and that of misuse_main.c")

    def right(self, p: Param) -> None:
        """A valid input."""
        example, kind = p.examples.example, p.type.kind
        value = literal(example, p.type) if isinstance(example, (int, str)) else ""
        if p.array:
            self.arguments |= {p.name: "NULL", p.array: "0"}
            if example:
                items = ", ".join(literal(v, p.type) for v in example)
                element = {"handle": f"{p.type.c}*", "str": "const char*"}.get(kind, p.type.c)
                self.before.append(f"{element} {p.name}[] = {{{items}}};")
                self.arguments |= {p.name: p.name, p.array: str(len(example))}
        elif kind == "struct":
            made = value or f"example_{p.type.name}({'f' if self.reads_fixture(self.model.structs[p.type.name]) else ''})"
            self.before.append(f"{p.type.c} {p.name} = {made};")
            self.arguments[p.name] = f"&{p.name}"
        elif kind in ("bytes", "text"):
            value = value or ("NULL" if p.nullable or kind == "text" else "f->bytes")
            size = "0" if value == "NULL" else f"sizeof {value}" if kind == "bytes" else f"strlen({value})"
            self.arguments |= {p.name: value, p.len: size}
        else:
            self.arguments[p.name] = value or {"handle": f"f->{p.type.name}", "any": "f->mem"}.get(kind, "0")

    @staticmethod
    def reads_fixture(s: Struct) -> bool:
        return any(isinstance(value, str) and value.startswith("@") for _, value in example_fields(s))

    def call(self, changed: dict[str, str]) -> str:
        arguments = [changed.get(n, v) for n, v in self.arguments.items()]
        return f"{self.f.name}({', '.join(arguments + (['e'] if self.f.fallible else []))})"

    def add(self, what: str, changed: dict[str, str], statuses, names: str, lines=(), kind="WRONG", needed=0) -> None:
        documented = [s for s in statuses if s == "OK" or s in self.f.errors]
        if not documented:
            raise SpecError(f"{self.f.name}({what}): none of {', '.join(statuses)} is among its errors")
        call = self.call(changed)
        lines, text = list(lines), call
        for line in reversed(self.before):  # only what is used
            name = re.search(r"(\w+)(\[\])? = ", line)[1]
            if re.search(rf"\b{name}\b", text + " ".join(lines)):
                lines.insert(0, line)
        self.cells.append(Cell(self.f.name, what, names, documented, lines, call, kind, needed, self.releases, self.f.ends))

    def change(self, name: str, what: str, expression: str, statuses, names: str = "") -> None:
        self.add(f"{name} {what}", {name: expression}, statuses, names or name)

    # --- inputs

    def handle(self, p: Param) -> None:
        for what, expression in wrong_handles(self.model.handles, p.type.name, bool(p.nullable)):
            self.change(p.name, what, expression, ["INVALID_HANDLE"])

    def any(self, p: Param) -> None:
        ways = [] if p.nullable else [("NULL", "NULL")]
        ways += [("released", "f->released_mem"), ("forged", "(void*)FORGED(f->mem)"),
                ("of another generation", "(void*)ANOTHER_GENERATION(f->mem)"), ("an address", "f")]
        for what, expression in ways:
            self.change(p.name, what, expression, ["INVALID_HANDLE"])
        if self.f.any:
            self.kinds(p)
        elif "UNSUPPORTED" in self.f.errors:
            self.change(p.name, "an error", "f->error", ["UNSUPPORTED"], "handle|gc_error")

    def kinds(self, p: Param) -> None:
        """A handle of each type: the call succeeds for those of which it is a method, and for what it returns itself."""
        takes = {*self.f.any, *(q.type.name for q in self.f.results)}
        for name in self.model.handles:
            if name in takes:
                self.add(f"{p.name} of type {name}", {p.name: f"f->{name}"}, ["OK"], "", kind="BASELINE")
            elif "UNSUPPORTED" in self.f.errors:
                self.change(p.name, f"of type {name}", f"f->{name}", ["UNSUPPORTED"], f"handle|gc_{name}")

    def struct(self, p: Param, s: Struct) -> None:
        name = p.name
        if not p.nullable:
            self.change(name, "NULL", "NULL", ["INVALID_ARGUMENT"])
        if s.versioned:
            least = first_size(s)
            for what, size in (("zero", "0"), ("too small", str(least - 1)), ("absurd", "SIZE_MAX")):
                self.add(f"{name} struct_size {what}", {}, ["INVALID_OPTIONS"], name, [f"{name}.struct_size = {size};"])
            self.add(f"{name} non-zero tail", {name: "&big.o"}, ["INVALID_OPTIONS"], name, [
                f"struct {{ {s.c_type} o; unsigned char tail[16]; }} big;", "memset(&big, 0, sizeof big);",
                f"big.o = {name};", "big.o.struct_size = sizeof big;", "big.tail[15] = 1;"])
        for f in s.fields:
            self.field(p, s, f, name, "")
        self.wrong_fields(p, s, name)

    def field(self, p: Param, s: Struct, f: Field, access: str, path: str) -> None:
        """A field of a struct made wrong; `access` is the struct."""
        name, target, shown, kind = p.name, f"{access}.{f.name}", path + f.name, f.type.kind
        spoil = lambda what, lines, errors, names: self.add(f"{name} {shown} {what}", {}, errors, names, lines)  # noqa: E731
        if kind == "flags":
            spoil("unknown bit", [f"{target} |= UINT64_C(1) << 63;"], ["INVALID_OPTIONS"], name)
        elif f.name.startswith("reserved"):
            spoil("not zero", [f"{target}{'[0]' if f.count else ''} = 1;"], ["INVALID_OPTIONS"], name)
        elif f.array or kind == "bytes":
            count = f"{access}.{f.array or f.len}"
            spoil("NULL with a count", [f"{target} = NULL;", f"{count} = 1;"], ["INVALID_ARGUMENT"], f.name)
            if kind == "str":
                for what, text in (("holds NULL", "NULL"), ("not UTF-8", "NOT_UTF8")):
                    spoil(what, [f"const char* texts[1] = {{{text}}};", f"{target} = texts;", f"{count} = 1;"],
                          ["INVALID_ARGUMENT"], f.name)
            elif kind == "struct":
                inner = self.model.structs[f.type.name]
                for g in inner.fields:
                    wrong = [("not UTF-8", "NOT_UTF8")] + ([] if g.nullable else [("NULL", "NULL")])
                    for what, text in wrong if g.type.kind == "str" else []:
                        others = "".join(f' inner[0].{h.name} = "x";' for h in inner.fields if h is not g and h.type.kind == "str")
                        self.add(f"{name} {shown}[].{g.name} {what}", {}, ["INVALID_ARGUMENT"], f.name, [
                            f"{inner.c_type} inner[1];", f"memset(inner, 0, sizeof inner);{others}",
                            f"inner[0].{g.name} = {text};", f"{target} = inner;", f"{count} = 1;"])
        elif kind == "struct":
            for g in self.model.structs[f.type.name].fields:
                self.field(p, s, g, target, f"{shown}.")
        elif kind == "str":
            spoil("not UTF-8", [f"{target} = NOT_UTF8;"], ["INVALID_ARGUMENT"], f.name)
        elif kind == "char":
            spoil("without a NUL", [f"memset({target}, 'x', sizeof {target});"], ["INVALID_ARGUMENT"], f.name)
        elif kind == "handle":
            for what, value in wrong_handles(self.model.handles, f.type.name, bool(f.nullable)):
                spoil(what, [f"{target} = {value};"], ["INVALID_HANDLE"], f.name)
        for what, value, errors, _ in self.numbers(f):
            spoil(what, [f"{target} = {value};"], errors, f"{f.name}|{name}")

    def wrong_fields(self, p: Param, s: Struct, access: str) -> None:
        for w in s.wrong:
            lines = [f"{access}.{name} = {literal(value, type_at(self.model, s, name))};" for name, value in w.value.items()]
            self.add(f"{p.name} {w.what}", {}, w.errors, "|".join([*w.value, w.what.split()[0], p.name, s.name]), lines)

    def array(self, p: Param) -> None:
        if self.arguments[p.array] == "0":
            self.add(f"{p.name} NULL with a count", {p.array: "1"}, ["INVALID_ARGUMENT"], p.name)
            return
        self.change(p.name, "NULL with a count", "NULL", ["INVALID_ARGUMENT"])
        length = len(p.examples.example)
        if p.type.kind == "handle":
            for what, value in wrong_handles(self.model.handles, p.type.name, False):
                self.add(f"{p.name}[{length - 1}] {what}", {}, ["INVALID_HANDLE"], f"{p.name}[{length - 1}]",
                         [f"{p.name}[{length - 1}] = {value};"])
        elif p.type.kind == "str":
            for what, value in (("NULL", "NULL"), ("not UTF-8", "NOT_UTF8")):
                self.add(f"{p.name}[{length - 1}] {what}", {}, ["INVALID_ARGUMENT"], f"{p.name}[{length - 1}]",
                         [f"{p.name}[{length - 1}] = {value};"])
        elif p.type.kind == "enum" and not self.model.enums[p.type.name].open:
            self.add(f"{p.name}[{length - 1}] unknown", {}, ["INVALID_ARGUMENT"], f"{p.name}[{length - 1}]", [f"{p.name}[{length - 1}] = 99;"])
        elif p.type.kind == "struct":
            self.elements(p, self.model.structs[p.type.name], length, lambda i: (f"{p.name}[{i}]", []))
        if p.max_count:
            self.add(f"{p.array} above {p.max_count}", {p.array: str(p.max_count + 1)}, ["INVALID_ARGUMENT"], p.array)
        for w in p.examples.wrong:  # of an array: a wrong count
            self.add(f"{p.array} {w.what}", {p.array: literal(w.value, Type("scalar", "size"))}, w.errors, f"{p.array}|{p.type.name}")

    def elements(self, p: Param, s: Struct, length: int, access) -> None:
        """The elements of an array made wrong; access(i) is one, and what puts it there."""
        for w in s.wrong:
            target, lines = access(w.element % length)
            lines = lines + [f"{target}.{name} = {literal(value, next(f.type for f in s.fields if f.name == name))};"
                             for name, value in w.value.items()]
            self.add(f"{p.name} {w.what}", self.place(w.element % length), w.errors, "|".join([*w.value, w.what.split()[0], p.name, s.name]), lines)
        for f in (f for f in s.fields if f.type.kind == "any" and f.bound):
            target, lines = access(0)
            for what, value in wrong_handles(self.model.handles, f.bound.name, False):
                statuses = ["INVALID_HANDLE"] + (["INVALID_ARGUMENT"] if what == "NULL" else [])
                self.add(f"{p.name} {f.bound.name} {what}", self.place(0), statuses, f"{s.name}|{f.name}",
                         [*lines, f"{target}.{f.name} = {value};"])

    def place(self, element: int) -> dict[str, str]:
        """The argument that says which element a single struct is, if there is one."""
        return {"index": str(element)} if "index" in self.arguments else {}

    def numbers(self, p: Param | Field) -> list[tuple[str, str, list[str], str]]:
        """(what, value, statuses, what else the message may name) of the numbers that the spec refuses."""
        ways = [(w.what, literal(w.value, p.type), list(w.errors), "") for w in p.examples.wrong]
        r = p.examples.range
        if r is None:
            return ways
        errors = list(r.errors)
        name = p.type.name if p.type.kind == "scalar" else "enum"
        if r.min is not None:
            ways.append(("zero" if r.min == 1 else "negative", str(r.min - 1), errors or ["INVALID_ARGUMENT"], ""))
        if r.max:
            ways.append(("too large", GREATEST[name], errors or ["OUT_OF_RANGE"], ""))
        if r.step:
            ways.append(("misaligned", str(r.step // 2), errors or ["INVALID_ARGUMENT"], ""))
        if r.within:
            for what, value in OUTSIDE:  # the greatest number is misaligned as well
                misaligned = ["INVALID_ARGUMENT"] if r.step and what == "overflow" else []
                ways.append((what, value, (errors or ["OUT_OF_RANGE"]) + misaligned, "offset|size|count"))
        if r.below:
            ways.append(("too large", GREATEST[name], errors or ["OUT_OF_RANGE"], ""))
            ways.append(("one too many", f"count_of_{r.below}(f)", errors or ["OUT_OF_RANGE"], ""))
        return ways

    def value(self, p: Param) -> None:
        ways = self.numbers(p)
        errors = set(self.f.errors)
        r = p.examples.range
        if p.type.kind == "enum":
            enum = self.model.enums[p.type.name]
            statuses = ["INVALID_ARGUMENT"] if not enum.open else [
                e for e in ("NOT_FOUND", "INVALID_ARGUMENT", "UNSUPPORTED") if e in errors]
            ways += [("unknown", "INT32_MAX", statuses, ""), ("negative", "-1", statuses, "")]
        if p.type.kind == "flags":
            ways.append(("unknown bit", "UINT64_C(1) << 63", ["INVALID_OPTIONS"], ""))
        if p.unit == "bytes" and p.name == "size" and "OUT_OF_MEMORY" in errors and not (r and r.within):
            ways += [(what, value, ["OUT_OF_MEMORY", "OUT_OF_HOST_MEMORY", "INVALID_ARGUMENT", "OUT_OF_RANGE"],
                      "size|memory|bytes") for what, value in TOO_LARGE]
        for what, value, statuses, names in ways:
            self.change(p.name, what, value, statuses, f"{p.name}|{names}" if names else p.name)

    def text(self, p: Param) -> None:
        kind = p.type.kind
        if kind == "str":
            if not p.nullable:
                self.change(p.name, "NULL", "NULL", ["INVALID_ARGUMENT"])
            self.change(p.name, "not UTF-8", "NOT_UTF8", ["INVALID_ARGUMENT"])
        else:
            length = {p.len: "64"} if p.nullable else {}
            self.add(f"{p.name} NULL with a size", {p.name: "NULL"} | length, ["INVALID_ARGUMENT"], p.name)
            if not p.nullable:
                self.change(p.len, "absurd", "SIZE_MAX", ["INVALID_ARGUMENT"] + ([] if kind == "text" else ["OUT_OF_RANGE"]),
                            f"{p.len}|{p.name}|offset")
        if kind == "text":
            self.add(f"{p.name} not UTF-8", {p.name: "NOT_UTF8", p.len: "2"}, ["INVALID_ARGUMENT"], p.name)
        for w in p.examples.wrong:
            expression = literal(w.value, p.type)
            self.change(p.name, w.what, expression, w.errors, f"{p.name}|{w.value or chr(34) * 2}")

    # --- results

    def result(self, p: Param) -> None:
        if p.out in ("string", "array"):
            buffer, capacity, needed = (c.name for c in p.c)
            self.add(f"{buffer} NULL with a capacity", {buffer: "NULL", capacity: "OUT_CAPACITY"}, ["INVALID_ARGUMENT"], buffer)
            spare = f"OUT({self.spare})"
            self.add(f"{capacity} zero with a buffer", {buffer: self.arguments[buffer].replace("NULL", spare), capacity: "0"},
                     ["OUT_OF_RANGE", *self.f.example_errors], f"{capacity}|{buffer}|bytes|elements|{self.f.cls}",
                     kind="WRITES_NEEDED", needed=self.needed)
            self.add(f"{needed} NULL without a buffer", {buffer: "NULL", capacity: "0", needed: "NULL"}, ["INVALID_ARGUMENT"], needed)
            if p.type.kind != "handle":  # the handles would have to be released
                self.add(f"{needed} not wanted", {needed: "NULL"}, ["OK", *self.f.example_errors], "", kind="BASELINE")
        elif p.out == "bytes":
            self.change(p.name, "NULL with a size", "NULL", ["INVALID_ARGUMENT"])
            self.change(p.len, "too large", "SIZE_MAX", ["INVALID_ARGUMENT", "OUT_OF_RANGE"], f"{p.len}|{p.name}|offset")
        else:
            self.change(p.name, "NULL", "NULL", ["INVALID_ARGUMENT"])
            if p.out == "struct":
                slot = re.match(r"sized\(f, (\d+),", self.arguments[p.name])[1]
                least = first_size(self.model.structs[p.type.name])
                for what, size in (("zero", "0"), ("too small", str(least - 1)), ("absurd", "SIZE_MAX")):
                    self.change(p.name, f"struct_size {what}", f"sized(f, {slot}, {size})", ["INVALID_OPTIONS"])

    def build(self) -> list[Cell]:
        f = self.f
        for p in f.params:
            kind = p.type.kind
            if p.out:
                self.result(p)
            elif p.length_of:
                continue
            elif kind == "any":
                self.any(p)
            elif p.array:
                self.array(p)
            elif kind == "handle":
                self.handle(p)
            elif kind == "struct":
                s = self.model.structs[p.type.name]
                self.struct(p, s) if isinstance(p.examples.example, type(None)) else self.one_of(p, s)
            elif kind in ("str", "text", "bytes"):
                self.text(p)
            else:
                self.value(p)
        self.add("all valid", {}, ["OK", *f.example_errors], "", kind="BASELINE")
        return self.cells

    def one_of(self, p: Param, s: Struct) -> None:
        """A struct that is one element of what the example (@args[1]) is a list of."""
        array = p.examples.example.partition("[")[0][1:]
        self.change(p.name, "NULL", "NULL", ["INVALID_ARGUMENT"])
        self.elements(p, s, 2, lambda i: (p.name, [f"{p.name} = f->{array}[{i}];"]))


def accessor_cells(model: Model, f: Function) -> list[tuple[str, str]]:
    """(what, expression that is true) for a function that cannot fail."""
    handle = next((p for p in f.params if p.type.kind == "handle"), None)
    others = ["0" for p in f.params if p is not handle]
    cells = []
    if handle:
        kind = handle.type.name
        ways = [("NULL", "NULL"), ("released", f"f->released_{kind}"), *wrong_handles(model.handles, kind, True)[:4]]
        for what, expression in ways:
            call = f"{f.name}({', '.join([expression, *others])})"
            true = f"({call}, 1)" if f.role == "destructor" else f"is_empty({call})" if f.c_returns == "const char*" else f"{call} == 0"
            cells.append((f"{handle.name} {what}", true))
        if f.role != "destructor" and others:
            cells.append(("index too large", f"is_empty({f.name}({', '.join([f'f->{kind}', 'SIZE_MAX', *others[1:]])}))"))
        return cells
    for p in f.params:
        for w in p.examples.wrong:
            cells.append((f"{p.name} {w.what}", f"{f.name}({literal(w.value, p.type)}) {w.returns}"))
        if f.returns.kind == "api":
            cells.append((f"{p.name} known", f"{f.name}({literal(p.examples.example, p.type)})->size == sizeof(gc_api)"))
    return cells


def helpers(model: Model) -> list[str]:
    """The functions that the cells call: releases, structs that are right, counts."""
    lines = [f"static void release_{h.name}(void* handle) {{ {h.release}(handle); }}"
             for h in model.handles.values() if h.release and h.name != "error"]
    given = [p.type.name for f in model.functions for p in f.inputs if p.type.kind == "struct" and not p.array and
             p.examples.example is None]
    for s in (s for s in model.structs.values() if s.name in given):
        reads = Cells.reads_fixture(s)
        lines += ["", f"static {s.c_type} example_{s.name}({'struct fixture* f' if reads else 'void'}) {{",
                  f"  {s.c_type} o = {s.init_macro if s.versioned else '{0}'};"]
        lines += [f"  o.{name} = {literal(value, type_at(model, s, name))};" for name, value in example_fields(s)]
        lines += ["  return o;", "}"]
    counts = {p.examples.range.below for f in model.functions for p in f.params if p.examples.range and p.examples.range.below}
    for f in (f for f in model.functions if f.name in counts):
        lines += ["", f"static size_t count_of_{f.name}(struct fixture* f) {{", "  size_t count = 0;",
                  f"  {f.name}(f->{f.params[0].type.name}, &count, NULL);", "  return count;", "}"]
    return lines + [""]


def matrix(model: Model) -> str:
    lines = [*HEAD.splitlines(), "//", "// Included by misuse_main.c, which says what a cell is.", "", *helpers(model)]
    cells = []
    for f in model.functions:
        if f.fallible:
            cells += Cells(model, f).build()
        else:
            cells += [Cell(f.name, what, "", ["OK"], [], f"{expression} ? GRIDCALL_OK : -1", "ACCESSOR")
                      for what, expression in accessor_cells(model, f)]
    rows = []
    for number, cell in enumerate(cells):
        text = "\n".join([*cell.lines, cell.call])
        unused = [n for n in ("f", "e") if not re.search(rf"\b({n}|OUT)\b", text)]
        statements = [f"(void){n};" for n in unused] + cell.lines + [f"return {cell.call};"]
        lines += [f"static gc_status cell_{number}(struct fixture* f, gc_error** e) {{", *(f"  {line}" for line in statements), "}"]
        statuses = ", ".join("GRIDCALL_OK" if s == "OK" else f"GRIDCALL_ERROR_{s}" for s in cell.statuses)
        names = f"{quoted(cell.function)}, {quoted(cell.what)}, {quoted(cell.names)}"
        releases = ", ".join(f"[{i}] = {r}" for i, r in cell.releases.items()) or "NULL"
        rows.append(f"    {{{names}, cell_{number}, {{{statuses}}}, {len(cell.statuses)}, {cell.kind}, {cell.needed}, {{{releases}}}, {int(cell.ends)}}},")
    return "\n".join([*lines, "", "static const struct cell kCells[] = {", *rows, "};"]) + "\n"



def emit(model: Model) -> dict[str, str]:
    return {"misuse_matrix.inc": matrix(model)}
