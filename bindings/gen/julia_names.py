# SPDX-License-Identifier: Apache-2.0
"""The names of things in Julia, and the layout of its sources."""

from __future__ import annotations

import re
import textwrap

import model as spec
from words import Words

ROOT = "bindings/julia/src"
HEADER = "# SPDX-License-Identifier: Apache-2.0\n# Generated from bindings/api/; edit the spec, then run scripts/generate.\n"
SCALARS = {
    "u8": "UInt8", "u16": "UInt16", "i32": "Int32", "u32": "UInt32", "i64": "Int64", "u64": "UInt64",
    "f32": "Float32", "f64": "Float64", "size": "Csize_t", "bool": "Int32",
}
LANGUAGE = spec.language("julia")
TYPES = LANGUAGE["types"]
TAKEN = set(LANGUAGE["taken"]["methods"])
RAW = set(LANGUAGE["raw"]["structs"])
RESERVED = set("""baremodule begin break catch const continue do else elseif end export finally for function global if
    import let local macro module quote return struct try using while""".split())


def ident(name: str) -> str:
    return name + "_" if name in RESERVED else name


def camel(name: str) -> str:
    return TYPES.get(name) or "".join(word.capitalize() for word in name.split("_"))


def function_name(f: spec.Function) -> str:
    name = f.method if f.self_param and f.method not in TAKEN else f.plain_name
    if f.self_param and f.method.startswith("is_"):
        name = name.replace("is_", "is", 1)
    return name + "!" if f.self_param and f.method.startswith("set_") else name


def flag_names(t: spec.Type | spec.Flags) -> str:
    """The names of flags, which `flag_bits` looks symbols up in."""
    return camel(t.name)


def raw_type(t: spec.Type) -> str:
    """The type of a value as C has it."""
    return {
        "scalar": lambda: SCALARS[t.name], "enum": lambda: t.c, "flags": lambda: "UInt64", "struct": lambda: t.c,
        "handle": lambda: f"Ptr{{{t.c}}}", "str": lambda: "Cstring", "bytes": lambda: "Ptr{Cvoid}",
        "char": lambda: "UInt8", "any": lambda: "Ptr{Cvoid}", "void": lambda: "Cvoid", "api": lambda: "Ptr{Cvoid}",
    }[t.kind]()


def number_type(t: spec.Type) -> str:
    """The Julia types that may be passed on as this type."""
    return "Real" if t.name in ("f32", "f64") else "Integer"


def field_type(f: spec.Field) -> str:
    if f.array:
        return f"Ptr{{{raw_type(f.type)}}}"
    return f"NTuple{{{f.count},{raw_type(f.type)}}}" if f.count else raw_type(f.type)


def wrapped(before: str, items: list[str], after: str, indent: str = "") -> str:
    """One line, or as many as it takes, each filled with items."""
    line = indent + before + ", ".join(items) + after
    if len(line) <= 112:
        return line
    body = textwrap.fill(", ".join(i.replace(" ", "\0") for i in items), 106 - len(indent), break_long_words=False,
                         break_on_hyphens=False).replace("\0", " ")
    return f"{indent}{before}\n{textwrap.indent(body, indent + '    ')}\n{indent}{after}"


class Docs(Words):
    """Doc sentences with C's names turned into Julia's."""

    null, true, false = "`nothing`", "`true`", "`false`"

    def __init__(self, model: spec.Model):
        super().__init__(model)
        self.names |= {f.name: f"`{function_name(f)}`" for f in model.functions}
        self.names |= {f.name: "`close`" for f in model.functions if f.role == "destructor"}
        self.names |= {x.c_type: f"`{camel(x.name)}`" for group in (model.handles, model.structs, model.enums)
                       for x in group.values()}

    def plain(self, text: str) -> str:
        # Markdown would read underscores as emphasis.
        return re.sub(r"(?<![`\"\w])([A-Z][A-Z0-9]*_[A-Z0-9_]*\*?|__\w+__)(?![`\"\w])", lambda m: f"`{m[0]}`", text)

    def other(self, name: str) -> str:
        return f"`{name if name in spec.ENVIRONMENT else name.removeprefix('GRIDCALL_')}`"

    def brief(self, text: str) -> str:
        """A docstring of one sentence or two, on one line where it fits."""
        return f'"{text}"\n' if len(text) < 110 and not re.search(r'["$\\\\]', text) else self.string([text])

    def string(self, lines: list[str]) -> str:
        """A docstring of these paragraphs."""
        out = []
        for line in lines:
            indent = "  " if line.startswith("- ") else "        " if line.startswith("    ") else ""
            out += textwrap.wrap(line, 110, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False) or [""]
        body = "\n".join(out).replace("\\", "\\\\").replace("$", "\\$").replace('"""', '\\"\\"\\"')
        return f'"""\n{body}\n"""\n'
