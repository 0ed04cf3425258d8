# SPDX-License-Identifier: Apache-2.0
"""The names of things in Rust, and what Rust must not let its callers do."""

from __future__ import annotations

import re
import textwrap

from model import Enum, Field, Flags, Function, Model, Param, SpecError, Value, language
from words import Words

WIDTH = 110
PREVIEW = '#[cfg(feature = "preview")]'
SCALARS = {"u8": "u8", "u16": "u16", "i32": "i32", "u32": "u32", "i64": "i64", "u64": "u64", "f32": "f32", "f64": "f64",
           "size": "usize", "bool": "i32"}
LANGUAGE = language("rust")
UNSAFE = LANGUAGE["unsafe"]  # what the caller must see to
# Names of numbers that the library or a driver takes for an address or an object of its own.
FOREIGN = re.compile(r"native|tensor|address|\w+_address")
HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.
"""


def foreign(model: Model, f: Function) -> list[str]:
    """The inputs of a function, and the fields of its structs, by which a caller could name what is not his."""
    names = []
    for p in f.params:
        if p.out:
            continue
        fields = [(f"{p.name}.{x.name}", x) for x in model.structs[p.type.name].fields] if p.type.kind == "struct" else []
        for name, item in [(p.name, p), *fields]:
            if item.type.name == "u64" and not item.unit and FOREIGN.fullmatch(item.name):
                names.append(name)
    return names


def check_unsafe(model: Model) -> None:
    """Safe Rust must not be able to name what is not its own: such a function is unsafe, or the list says why it need not be."""
    named = UNSAFE | LANGUAGE["harmless"]
    for f in model.functions:
        if f.bind and (f.method == "wrap" or foreign(model, f)) and f.name not in named:
            raise SpecError(f"emit_rust: {f.name} takes {', '.join(foreign(model, f)) or 'an object of another library'}: "
                            "say in bindings/lang/rust.toml what its caller must see to ([unsafe]), or why nothing ([harmless])")


def is_duration(item: Param | Field) -> bool:
    """Whether it is a time that C takes as a number of nanoseconds."""
    return item.type.name == "u64" and item.unit == "nanoseconds"


def without_unit(name: str) -> str:
    return name.removesuffix("_nanoseconds")


def own_name(item: Param | Field) -> str:
    return without_unit(item.name) if is_duration(item) else item.name


def consumes(f: Function) -> bool:
    """Whether the object is of no use afterwards: then nobody may be borrowing it, and the method takes it."""
    return f.ends or f.name in LANGUAGE["consumes"]["functions"]


def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def cut(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False)


def plain(text: str) -> str:
    """The spec's words for rustdoc, which reads Markdown."""
    return text.replace("<", "\\<").replace(">", "\\>").replace("_*", "_\\*").replace("[", "\\[")


def value_name(e: Enum, name: str) -> str:
    return name.removeprefix("ERROR_") if e.name == "status" else name


class Rust(Words):
    null, true, false = "None", "true", "false"

    def __init__(self, model: Model):
        super().__init__(model)
        self.name_all("[`%s`]", camel, lambda e, name: f"{camel(e.name)}::{name if isinstance(e, Flags) else value_name(e, name)}")

    def path(self, f: Function) -> str:
        """The path of a function in Rust."""
        if f.role == "destructor":
            return f"{camel(f.cls)}"
        if f.cls == "status":
            return f"Status::{f.method}"
        if f.any:  # a method of each of these classes
            method = next(m.method for m in f.noun.methods() if m.name == f.name)
            return f"{camel('context' if 'context' in f.any else f.any[0])}::{method}"
        return f"{camel(f.cls)}::{f.method}" if f.cls in self.model.handles else f.plain_name

    def plain(self, text: str) -> str:
        return plain(text)

    def value(self, item: Param | Field | Value, none: str = "") -> str:
        text = super().value(item, none)
        return text.replace(", in nanoseconds", "") if not isinstance(item, Value) and is_duration(item) else text

    def other(self, name: str) -> str:
        return f"`{name}`"
