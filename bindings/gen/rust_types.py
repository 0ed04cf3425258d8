# SPDX-License-Identifier: Apache-2.0
"""The types of Rust's safe layer: enums, flags, structs and handles."""

from __future__ import annotations

from model import Deprecated, Enum, Field, Flags, Handle, Model, Struct, Type, Value
from rust_names import LANGUAGE, SCALARS, Rust, camel, cut, is_duration, own_name, value_name


class Types:
    """Writes types; rust_safe.py adds functions, and puts files together."""

    def __init__(self, model: Model):
        self.model = model
        self.words = Rust(model)
        self.out: list[str] = []

    def doc(self, text: str) -> str:
        """A sentence of the spec in Rust's words, as Markdown."""
        return self.words.text(text)

    def deprecate(self, deprecated: Deprecated | None, indent: str = "") -> None:
        if deprecated:
            use = self.doc(deprecated.use).strip("[]`")
            self.put(f'{indent}#[deprecated(since = "{deprecated.since}", note = "use {use}")]')

    def put(self, *lines: str) -> None:
        self.out += lines

    def comment(self, indent: str, *paragraphs: str) -> None:
        for i, paragraph in enumerate(p for p in paragraphs if p):
            if i:
                self.put(f"{indent}///")
            for line in paragraph.split("\n"):
                rest = "///   " if line.startswith("* ") else "/// "
                self.out += cut(line, f"{indent}/// ", indent + rest)

    def inner(self, f: Field) -> Struct | None:
        return self.model.structs[f.type.name] if f.type.kind == "struct" else None

    def lifetime(self, s: Struct) -> bool:
        return not s.output and any(f.pointer or f.type.kind == "char" or self.inner(f) and self.lifetime(self.inner(f))
                                    for f in s.fields)

    def keeps(self, s: Struct) -> bool:
        """Whether the C struct needs memory beside it, text with a NUL or arrays; or what may be refused is in it."""
        return not s.output and any(f.type.kind in ("str", "char") or f.written or f.writable and not f.either or f.array and f.type.kind == "struct" or
                                    self.inner(f) and self.keeps(self.inner(f)) for f in s.fields)

    def copies(self, s: Struct) -> bool:
        """Whether two of it may be there at once: not if one is the only way to memory that is written."""
        return not any(f.writable or self.inner(f) and not self.copies(self.inner(f)) for f in s.fields)

    def floats(self, s: Struct) -> bool:
        return any(f.type.name in ("f32", "f64") or self.inner(f) and self.floats(self.inner(f)) for f in s.fields)

    def transparent(self, s: Struct) -> bool:
        """Plain data with a handle: the Rust type is the C struct, so a slice of it needs no copy."""
        # One of many fields is written with their names.
        return any(f.type.kind in ("handle", "any") for f in s.fields) and not s.versioned and len(self.visible(s)) < 8 and all(
            f.name == "reserved" or f.type.kind in ("handle", "any", "scalar", "enum", "flags") and f.type.name != "bool" and
            not f.array and not f.count for f in s.fields)

    def visible(self, s: Struct) -> list[Field]:
        return [f for f in s.fields if f.name not in ("struct_size", "reserved") and not f.is_count_of]

    def type(self, t: Type, lifetime: str = "'_") -> str:
        if t.kind == "scalar":
            return "bool" if t.name == "bool" else SCALARS[t.name]
        if t.kind == "struct":
            s = self.model.structs[t.name]
            return camel(t.name) + (f"<{lifetime}>" if self.lifetime(s) else "")
        return {"str": "&str", "text": "&str", "bytes": "&[u8]"}.get(t.kind) or camel(t.name)

    def list(self, name: str, macro: str, doc: list[str], values: list[tuple[Value, str, int]]) -> None:
        """An enum or flags, for the macro of macros.rs."""
        self.put("", f"{macro}! {{")
        self.comment("    ", *doc)
        self.put(f"    {name} {{")
        for v, constant, number in values:
            self.comment("        ", self.doc(v.doc))
            self.deprecate(v.deprecated, "        ")
            self.put(f"        {constant} = {number},")
        self.put("    }", "}")

    def enum(self, e: Enum) -> None:
        self.list(camel(e.name), "codes", [self.doc(e.doc), *(self.model.group_sentences if e.name == "status" else [])],
                  [(v, value_name(e, v.name), v.value) for v in e.values])

    def flags(self, g: Flags) -> None:
        self.list(camel(g.name), "flags", [self.doc(g.doc)], [(v, v.name, v.value.bit_length() - 1) for v in g.values])

    def field_type(self, f: Field, output: bool = False) -> str:
        if output and f.type.kind in ("str", "char"):
            return "String"
        if f.type.kind == "char":
            return "&'a str"
        if is_duration(f) and not output:
            return "Duration"
        if f.count:
            return f"[{self.type(f.type)}; {f.count}]"
        if f.array:
            inner = "&'a str" if f.type.kind == "str" else self.type(f.type, "'a")
            return f"&'a [{inner}]"
        if f.type.kind == "str":
            return "Option<&'a str>" if f.nullable else "&'a str"
        if f.type.kind == "bytes":
            return "Host<'a>" if f.writable else "&'a [u8]"
        if f.type.kind in ("handle", "any"):
            name = camel((f.bound or f.type).name)
            return f"Option<&'a {name}>" if f.nullable else f"&'a {name}"
        return self.type(f.type, "'a")

    def field_doc(self, f: Field) -> str:
        return self.words.value(f, "Empty" if f.type.kind == "bytes" else "None")

    def zero(self, f: Field) -> str:
        """The value of a field in Default. Rust has none for large arrays."""
        return f"[Default::default(); {f.count}]" if f.count > 32 and f.type.kind != "char" else "Default::default()"

    def from_c(self, f: Field) -> str:
        """The value of a field of a struct that goes out."""
        c, name = f"c.{f.name}", camel(f.type.name)
        if f.type.kind == "char":
            return f"crate::support::array_text(&{c})"
        if f.count:
            return f"{c}.map({name})" if f.type.kind == "enum" else c
        return {"enum": f"{name}({c})", "flags": f"{name}({c})", "struct": f"{name}::from_c({c})",
                "str": f"unsafe {{ crate::support::owned_text({c}) }}"}.get(
            f.type.kind, c + (" != 0" if f.type.name == "bool" else ""))

    def to_c(self, s: Struct, f: Field) -> str:
        """The value of a field of the C struct."""
        value, where, kind = f"self.{own_name(f)}", f'"{s.name}.{f.name}"', f.type.kind
        if f.name == "struct_size":
            return f"core::mem::size_of::<sys::{s.c_type}>()"
        if f.name == "reserved":
            return f"[0; {f.count}]" if f.count else "0"
        if f.is_count_of:
            return f"self.{f.is_count_of}.len()"
        if is_duration(f):
            return f"nanoseconds({value})"
        if f.array and kind == "str":
            return f"keep.texts({where}, {value})?"
        if f.array and kind == "struct":
            inner = self.inner(f)
            item = "item.0" if self.transparent(inner) else "item.as_c(keep)" if self.keeps(inner) else "item.as_c()"
            return f"keep.array({value}, |item, {'keep' if self.keeps(inner) else '_'}| " + \
                (f"{item})?" if self.keeps(inner) else f"Ok({item}))?")
        if f.array:
            return f"if {value}.is_empty() {{ ptr::null() }} else {{ {value}.as_ptr().cast() }}"
        if kind == "char":
            return f"fixed_text({where}, {value})?"
        if f.count:
            return f"{value}.map(|v| v.0)" if kind == "enum" else value
        if kind == "struct" and f.written:
            inner = self.inner(f)
            held = [f'{value}.{g.name}.written("{s.name}.{f.name}.{g.name}")?; ' for g in inner.fields if g.either]
            return f"{{ {''.join(held)}{value}.as_c() }}"
        if kind == "struct":
            inner = self.inner(f)
            return value + (".0" if self.transparent(inner) else ".as_c(keep)?" if self.keeps(inner) else ".as_c()")
        if kind == "str":
            return f"keep.{'optional' if f.nullable else 'text'}({where}, {value})?"
        if kind == "bytes":
            return f"{value}.as_ptr()" if f.either else f"{value}.written({where})?" if f.writable else \
                f"if {value}.is_empty() {{ ptr::null() }} else {{ {value}.as_ptr().cast() }}"
        if kind == "handle":
            return f"{value}.map_or(ptr::null_mut(), |h| h.raw)" if f.nullable else f"{value}.raw"
        if kind == "any":
            return f"{value}.map_or(ptr::null(), |h| h.raw.cast())"
        return value + (".0" if kind in ("enum", "flags") else " as i32" if f.type.name == "bool" else "")

    def struct(self, s: Struct) -> None:
        if self.transparent(s):
            return self.transparent_struct(s)
        name, fields = camel(s.name), self.visible(s)
        life = "<'a>" if self.lifetime(s) else ""
        self.put("")
        notes = "" if not s.versioned else "" if s.output else "The default is every default; new fields may come, so end a literal with `..Default::default()`."
        self.comment("", self.doc(s.doc), notes)
        required = [f for f in fields if f.type.kind in ("handle", "any") and not f.nullable]
        default = not s.output and not required and all(self.zero(f) == "Default::default()" for f in fields)
        if s.output:
            plain_data = all(f.type.kind in ("scalar", "enum", "flags") for f in fields)
            self.put("#[non_exhaustive]",
                     f"#[derive(Clone{', Copy' if plain_data else ''}, Debug, PartialEq{'' if self.floats(s) else ', Eq'})]")
        else:
            copy = "Clone, Copy, " if self.copies(s) else ""
            equal = ("" if not s.written else ", PartialEq" if self.floats(s) else ", PartialEq, Eq")
            self.put(f"#[derive({copy}Debug{', Default' if default else ''}{equal})]")
        self.put(f"pub struct {name}{life} {{")
        for f in fields:
            self.comment("    ", self.field_doc(f))
            self.deprecate(f.deprecated, "    ")
            self.put(f"    pub {f.name if s.output else own_name(f)}: {self.field_type(f, s.output)},")
        self.put("}")
        quiet = ["#[allow(deprecated)]"] if any(f.deprecated for f in fields) else []
        if s.written:
            self.put("", *quiet, f"impl {name}{'<' + chr(39) + '_>' if life else ''} {{",
                     f"    pub(crate) fn from_c(c: sys::{s.c_type}) -> {name} {{", f"        {name} {{")
            self.put(*[f"            {f.name}: {self.from_c(f)}," for f in fields], "        }", "    }", "}")
        if s.output:
            return
        if not default and not required:
            self.put("", *quiet, f"impl{life} Default for {name}{life} {{", f"    fn default() -> {name}{life} {{", f"        {name} {{")
            self.put(*[f"            {own_name(f)}: {self.zero(f)}," for f in fields], "        }", "    }", "}")
        if required:
            given = ", ".join(f"{f.name}: {self.field_type(f)}" for f in required)
            self.put("", *quiet, f"impl{life} {name}{life} {{")
            self.comment("    ", f"The {s.name.replace('_', ' ')} with this, and zero or none in all other fields: for `..{name}::new(...)` at the end of a literal.")
            self.put(f"    pub fn new({given}) -> {name}{life} {{", f"        {name} {{")
            self.put(*[f"            {f.name}{'' if f in required else f': {self.zero(f)}'}," for f in fields], "        }", "    }", "}")
        values = [f"            {f.name}: {self.to_c(s, f)}," for f in s.fields]
        named = "keep" if any("keep" in value for value in values) else "_"
        keep, result = (f", {named}: &mut Keep", f"Result<sys::{s.c_type}>") if self.keeps(s) else ("", f"sys::{s.c_type}")
        anonymous = "<'_>" if life else ""
        self.put("", *quiet, f"impl {name}{anonymous} {{", "    #[inline]", f"    pub(crate) fn as_c(&self{keep}) -> {result} {{")
        if self.keeps(s):
            self.put(f"        Ok(sys::{s.c_type} {{", *values, "        })")
        else:
            self.put(f"        sys::{s.c_type} {{", *values, "        }")
        self.put("    }", "}")

    def transparent_struct(self, s: Struct) -> None:
        name, fields = camel(s.name), self.visible(s)
        self.put("")
        self.comment("", self.doc(s.doc))
        self.put("#[repr(transparent)]", "#[derive(Clone, Copy)]",
                 f"pub struct {name}<'a>(pub(crate) sys::{s.c_type}, pub(crate) PhantomData<&'a ()>);", "", f"impl<'a> {name}<'a> {{")
        bullets = "\n".join(f"* `{f.name}`: {self.field_doc(f)}" for f in fields)
        self.comment("    ", f"The {s.name} with these fields.", bullets)
        params = ", ".join(f"{f.name}: {self.field_type(f)}" for f in fields)
        self.put("    #[inline]", f"    pub fn new({params}) -> {name}<'a> {{", f"        {name}(sys::{s.c_type} {{")
        for f in s.fields:
            value = f.name
            if f.name == "reserved":
                value = "0"
            elif f.type.kind == "handle":
                value = f"{f.name}.map_or(ptr::null_mut(), |m| m.raw)" if f.nullable else f"{f.name}.raw"
            elif f.type.kind == "any":
                value = f"{f.name}.map_or(ptr::null(), |m| m.raw.cast())"
                # C takes it for an address there: the library refuses NULL.
                if kind := LANGUAGE["addresses"].get(f"{s.name}.{f.name}"):
                    value = f"if kind.0 == sys::{kind} {{ ptr::null() }} else {{ {value} }}"
            elif f.type.kind in ("enum", "flags"):
                value += ".0"
            self.put(f"            {f.name}{': ' + value if value != f.name else ''},")
        self.put("        }, PhantomData)", "    }")
        for f in fields:
            if f.type.kind in ("scalar", "enum", "flags"):
                value = f"{camel(f.type.name)}(self.0.{f.name})" if f.type.kind != "scalar" else f"self.0.{f.name}"
                self.comment("    ", self.field_doc(f))
                self.put(f"    pub fn {f.name}(&self) -> {self.type(f.type)} {{", f"        {value}", "    }")
        self.put("}", "", f"impl fmt::Debug for {name}<'_> {{", "    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {",
                 f'        f.debug_struct("{name}")')
        for f in fields:
            if f.type.kind in ("scalar", "enum", "flags"):
                self.put(f'            .field("{f.name}", &self.{f.name}())')
            else:
                self.put(f'            .field("{f.name}", &self.0.{f.name})')
        self.put("            .finish()", "    }", "}")
        # Plain data: what it refers to is a handle, which any thread may use.
        self.put(f"unsafe impl Send for {name}<'_> {{}}", f"unsafe impl Sync for {name}<'_> {{}}")

    def handle(self, h: Handle) -> None:
        self.put("", "handle! {")
        self.comment("    ", self.doc(h.doc), self.doc(h.noun.doc) if h is h.noun.handles[0] else "",
                     "Releasing never blocks and never fails; what was made from it stays usable." if h.release else "",
                     "A clone is one more owner of the same object, which is released with the last of them." if h.name in LANGUAGE["clone"]["handles"] else "")
        shared = "shared " * (h.name in LANGUAGE["clone"]["handles"])
        self.put(f"    {shared}{camel(h.name)}({h.c_type}) {h.release}".rstrip(), "}")
