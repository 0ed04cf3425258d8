# SPDX-License-Identifier: Apache-2.0
"""The types of the Go package: enums, flags, structs and handles."""

from __future__ import annotations

from go_names import LANGUAGE, SCALARS, WIDTH, GoWords, camel, cut, is_time, lower, own, short, value_name
from model import Enum, Field, Flags, Function, Handle, Model, Param, Struct, Type, Value


def small(text: str) -> str:
    """A text as the end of a sentence: its first letter is small, unless it begins with a name."""
    first = text.split()[0]
    return text[0].lower() + text[1:] if len(first) == 1 or first[0].isalpha() and first[1:] == first[1:].lower() else text


class Types:
    """Writes types; emit_go.py adds functions, and puts files together."""

    def __init__(self, model: Model):
        self.model = model
        self.words = GoWords(model)
        self.out: list[str] = []

    def doc(self, text: str) -> str:
        return self.words.text(text)

    def deprecation(self, item: Function | Value | Field) -> str:
        """The paragraph that Go's tools look for."""
        if item.deprecated and isinstance(item, Field):
            return f"Deprecated: since {item.deprecated.since}; use {camel(item.deprecated.use)}."
        return f"Deprecated: {self.words.deprecation(item)}" if item.deprecated else ""

    def sentence(self, name: str, doc: str) -> str:
        """As Go wants it: the comment begins with the name."""
        text = self.doc(doc)
        first = text.split()[0].removesuffix(":")
        if first.endswith("s") and first not in LANGUAGE["nouns"]["words"] and first.replace("-", "").isalpha():
            return f"{name} {small(text)}"
        return f"{name} returns {small(text)}"

    def described(self, name: str, kind: str, doc: str) -> str:
        """Describes a type: it is what its doc says, or a `kind` of which the doc says more."""
        text = self.doc(doc)
        article, noun = text.split()[:2]
        is_one = article in ("A", "An", "One", "The") and not noun.endswith("s")
        return f"{name} is {small(text)}" if is_one else f"{name} is {kind}. {text}"

    def put(self, *lines: str) -> None:
        self.out += lines

    def comment(self, indent: str, text: str, bullets: list[str] = (), *more: str) -> None:
        self.out += cut(text, f"{indent}// ", f"{indent}// ")
        if bullets:
            self.put(f"{indent}//")
            for b in bullets:
                self.out += cut(b, f"{indent}//   - ", f"{indent}//     ")
        for paragraph in filter(None, more):
            self.put(f"{indent}//")
            self.out += cut(paragraph, f"{indent}// ", f"{indent}// ")

    def documented(self, rows: list[tuple[list[str], str, str]]) -> None:
        """Constants or fields as gofmt aligns them: a doc behind its row where it has room, else above, where new columns begin."""
        room = WIDTH - 8 - sum(max(len(cells[i]) + 1 for cells, _, _ in rows) for i in range(len(rows[0][0]))) if rows else 0
        run: list[tuple[list[str], str]] = []

        def end() -> None:
            widths = [max(len(cells[i]) for cells, _ in run) for i in range(len(run[0][0]) - 1)] if run else []
            widths += [max((len(cells[-1]) for cells, doc in run if doc), default=0)]
            for cells, doc in run:
                line = " ".join(cell.ljust(width) for cell, width in zip(cells, widths))
                self.put(f"\t{line} // {doc}" if doc else f"\t{line.rstrip()}")
            run.clear()

        for cells, doc, deprecation in rows:
            above = bool(deprecation) or len(doc) > room
            if above:
                end()
                self.comment("\t", doc, [], deprecation)
            run.append((cells, "" if above else doc))
        end()

    def visible(self, s: Struct) -> list[Field]:
        return [f for f in s.fields if f.name not in ("struct_size", "reserved") and not f.is_count_of]

    def inner(self, f: Field) -> Struct | None:
        return self.model.structs[f.type.name] if f.type.kind == "struct" else None

    def keeps(self, s: Struct) -> bool:
        """Whether the C struct needs memory beside it."""
        return not s.output and any(f.type.kind in ("str", "bytes") or f.array or self.inner(f) and self.keeps(self.inner(f))
                                    for f in s.fields)

    def fails(self, s: Struct) -> bool:
        """Whether making the C struct can fail: text with a NUL inside, or too long."""
        return not s.output and any(f.type.kind in ("str", "char") or self.inner(f) and self.fails(self.inner(f))
                                    for f in s.fields)

    def mirror(self, s: Struct) -> bool:
        """A number where C has void*: the garbage collector would take a handle for an address there."""
        return any(f.type.kind == "any" for f in s.fields)

    def c_struct(self, s: Struct) -> str:
        return f"c{camel(s.name)}" if self.mirror(s) else f"C.{s.c_type}"

    def type(self, t: Type) -> str:
        if t.kind == "scalar":
            return SCALARS[t.name]
        if t.kind == "handle":
            return "*" + camel(t.name)
        if t.kind == "any":
            return "*Mem"
        return {"str": "string", "text": "string", "bytes": "[]byte"}.get(t.kind) or camel(t.name)

    def c_scalar(self, t: Type) -> str:
        return {"uint8_t": "C.uint8_t", "size_t": "C.size_t"}.get(t.c, "C." + t.c)

    def enum(self, e: Enum) -> None:
        name = camel(e.name)
        self.put("")
        groups = self.model.group_sentences if e.name == "status" else []
        self.comment("", self.described(name, "an enumeration", e.doc), [], *groups)
        self.put(f"type {name} int32", "", "const (")
        self.documented([([value_name(e, v.name), name, f"= {v.value}"], self.doc(v.doc), self.deprecation(v)) for v in e.values])
        self.put(")")
        if e.name == "status":
            return
        rows = ", ".join(f'{v.value}:\0"{v.name}"' for v in e.values) + ","
        self.put("", f"var names{name} = map[{name}]string{{", *[line.replace("\0", " ") for line in cut(rows, "\t", "\t")], "}", "",
                 "// String returns the name of the constant, or the number.",
                 *short(f"func (v {name}) String() string", f"return nameOf(v, names{name})"))

    def flags(self, g: Flags) -> None:
        name = camel(g.name)
        self.put("")
        self.comment("", f"{name} is a set of flags. {self.doc(g.doc)}")
        self.put(f"type {name} uint64", "", "const (")
        self.documented([([camel(g.prefix) + camel(v.name), name, f"= 1 << {v.value.bit_length() - 1}"], self.doc(v.doc), self.deprecation(v))
                         for v in g.values])
        self.put(")")

    def field_type(self, f: Field) -> str:
        if f.type.kind == "char":
            return "string"
        if is_time(f):
            return "time.Duration"
        return f"[{f.count}]" * bool(f.count) + "[]" * bool(f.array) + self.type(f.type)

    def field_doc(self, f: Field | Param) -> str:
        return self.words.value(f, {"str": "Empty", "bytes": "Empty"}.get(f.type.kind, "Nil"))

    def from_c(self, f: Field) -> str:
        """The value of a field of a struct that goes out."""
        c = f"c.{f.name}"
        if f.type.kind == "char":
            return f"arrayText({c}[:])"
        if f.count:
            return f"*(*{self.field_type(f)})(unsafe.Pointer(&{c}))"
        if f.type.kind == "struct":
            return f"from{camel(f.type.name)}(&{c})"
        if f.type.kind == "str":
            return f"C.GoString({c})"
        return f"{c} != 0" if f.type.name == "bool" else f"{self.type(f.type)}({c})"

    def to_c(self, s: Struct, f: Field) -> list[str]:
        """Statements that set a field of the C struct."""
        name = lower(f.name) if self.mirror(s) else "_" * (f.name in ("type", "func", "range", "map")) + f.name  # cgo's names of fields
        value, c, where, kind = f"o.{camel(own(f))}", f"c.{name}", f'"{camel(s.name)}.{camel(own(f))}"', f.type.kind
        checked = lambda call: [f"if {call}; err != nil {{", "\treturn c, err", "}"]  # noqa: E731
        if f.name == "struct_size":
            return [f"c.struct_size = C.sizeof_{s.c_type}"]
        if f.name == "reserved" or f.is_count_of:
            return []
        if f.array and kind == "str":
            return [*checked(f"{c}, err = keep.texts({where}, {value})"), f"c.{f.array} = C.size_t(len({value}))"]
        if f.array:
            inner = self.inner(f)
            item, call = self.c_element(f.type), self.c_value(f.type, f"{value}[i]")
            set_item = [f"items[i] = {call}"]
            if inner and self.fails(inner):
                set_item = [f"if items[i], err = {value}[i].c({'keep' if self.keeps(inner) else ''}); err != nil {{",
                            "\treturn c, err", "}"]
            elif inner:
                set_item = [f"items[i] = {value}[i].c({'keep' if self.keeps(inner) else ''})"]
            size = item.replace("C.", "C.sizeof_", 1)
            return [f"if n := len({value}); n > 0 {{",
                    f"\titems := unsafe.Slice((*{item})(keep.alloc(C.size_t(n)*{size})), n)",
                    f"\tfor i := range {value} {{", *["\t\t" + line for line in set_item], "\t}", f"\t{c} = &items[0]", "}",
                    f"c.{f.array} = C.size_t(len({value}))"]
        if kind == "char":
            return checked(f"err = fixedText({where}, {c}[:], {value})")
        if f.count:
            return [f"for i, v := range {value} {{", f"\t{c}[i] = {self.c_value(f.type, 'v')}", "}"]
        if kind == "struct":
            inner = self.inner(f)
            call = f"{value}.c({'keep' if self.keeps(inner) else ''})"
            return checked(f"{c}, err = {call}") if self.fails(inner) else [f"{c} = {call}"]
        if kind == "str":
            body = checked(f"{c}, err = keep.text({where}, {value})")
            return [f'if {value} != "" {{', *["\t" + line for line in body], "}"] if f.nullable else body
        if kind == "bytes":
            return [f"if len({value}) > 0 {{", f"\t{c} = keep.{'pin' if f.writable else 'bytes'}({value})",
                    f"\tc.{f.len} = C.size_t(len({value}))", "}"]
        if kind == "handle":
            return [f"{c} = {value}.raw()"]
        if is_time(f):
            return [f"{c} = nanoseconds({value})"]
        if kind == "any":
            return [f"c.{lower(f.name)} = {value}.Raw()"]
        if self.mirror(s):
            number = {"enum": "int32", "flags": "uint64"}.get(kind) or SCALARS[f.type.name]
            return [f"c.{lower(f.name)} = {number}({value})"]
        if f.type.name == "bool":
            return [f"if {value} {{", f"\t{c} = 1", "}"]
        return [f"{c} = {self.c_value(f.type, value)}"]

    def c_element(self, t: Type) -> str:
        return f"C.{t.c}" if t.kind == "struct" else self.c_scalar(t)

    def c_value(self, t: Type, value: str) -> str:
        return f"{self.c_scalar(t)}({value})"

    def struct(self, s: Struct) -> None:
        name, fields = camel(s.name), self.visible(s)
        self.put("")
        extra = " The zero value is every default." if s.versioned and not s.output else ""
        self.comment("", self.described(name, "a set of values", s.doc) + extra)
        self.put(f"type {name} struct {{")
        self.documented([([camel(own(f)), self.field_type(f)], self.field_doc(f), self.deprecation(f)) for f in fields])
        self.put("}")
        if s.written:
            self.put("", f"func from{name}(c *C.{s.c_type}) {name} {{", f"\treturn {name}{{",
                     *self.aligned("\t\t", [(camel(own(f)) + ":", self.from_c(f) + ",") for f in fields]), "\t}", "}")
        if s.output:
            return
        keep = "keep *arena" if self.keeps(s) else ""
        errors = self.fails(s)
        result = f"({self.c_struct(s)}, error)" if errors else self.c_struct(s)
        if self.mirror(s):
            kinds = {"enum": "int32", "flags": "uint64", "any": "uintptr"}
            rows = [(f.name, kinds.get(f.type.kind) or SCALARS[f.type.name]) for f in s.fields]
            self.put("", f"// {self.c_struct(s)} has the layout of {s.c_type}. A handle in it is a number, which the garbage collector leaves alone.",
                     f"type {self.c_struct(s)} struct {{", *self.aligned("\t", [(lower(a), b) for a, b in rows]), "}", "",
                     f"var _ = [1]struct{{}}{{}}[unsafe.Sizeof({self.c_struct(s)}{{}})-C.sizeof_{s.c_type}]")
        self.put("", f"func (o *{name}) c({keep}) {result} {{", f"\tvar c {self.c_struct(s)}")
        if errors:
            self.put("\tvar err error")
        self.put(*["\t" + line for f in s.fields for line in self.to_c(s, f)])
        self.put("\treturn c, nil" if errors else "\treturn c", "}")

    def aligned(self, indent: str, rows: list[tuple[str, str]]) -> list[str]:
        width = max((len(a) for a, _ in rows), default=0) + 1
        return [f"{indent}{a.ljust(width)}{b}" for a, b in rows]

    def handle(self, h: Handle) -> None:
        name = camel(h.name)
        made = f"*(**C.{h.c_type})(unsafe.Pointer(&raw))"
        self.put("")
        self.comment("", f"{name} is a handle. {self.doc(h.doc)}", [],
                     self.doc(h.noun.doc) if h is h.noun.handles[0] else "",
                     "Close it when done; the garbage collector does it else. Any goroutine may use it." if h.release else "")
        self.put(f"type {name} struct {{", f"\th *C.{h.c_type}", *["\towner"] * bool(h.release), "}", "",
                 f"func (x *{name}) raw() *C.{h.c_type} {{", "\tif x == nil {", "\t\treturn nil", "\t}", "\treturn x.h", "}", "")
        if h.release:
            self.put(*short(f"func release{name}(raw uintptr)", f"C.{h.release}({made})"), "",
                     *short(f"func new{name}(h *C.{h.c_type}) *{name}", f"return own(&{name}{{h: h}}, release{name})"), "",
                     "// Close releases it without waiting; queued work finishes first. The error is nil, also for nil and a closed one.",
                     *short(f"func (x *{name}) Close() error", f"return closeOnce(x, release{name})"), "")
        else:
            self.put(f"func new{name}(h *C.{h.c_type}) *{name} {{", "\tif h == nil {", "\t\treturn nil", "\t}", f"\treturn &{name}{{h: h}}", "}", "")
        self.put("// Raw returns the number of the C handle, for other code that speaks to the library.",
                 *short(f"func (x *{name}) Raw() uintptr", "return uintptr(unsafe.Pointer(x.raw()))"), "")
        self.put("// String names it for people: its type, and a number that all handles of one object have in common.",
                 *short(f"func (x *{name}) String() string", "return handleText(x)"), "")
        if h.release:
            self.put(f"// Adopt{name} takes over a C handle that nobody else releases.",
                     *short(f"func Adopt{name}(raw uintptr) *{name}", f"return new{name}({made})"), "")
        self.put(f"// Borrow{name} makes a {name} of a C handle that somebody else releases.",
                 *short(f"func Borrow{name}(raw uintptr) *{name}",
                        f"return borrow(&{name}{{h: {made}}})" if h.release else f"return new{name}({made})"))
