# SPDX-License-Identifier: Apache-2.0
"""The names of things in Python, and the layout of its generated sources."""

from __future__ import annotations

import keyword
import re
import textwrap

import model as spec
from words import Words

ROOT = "bindings/python/gridcall"
HEADER = '# SPDX-License-Identifier: Apache-2.0\n# Generated from bindings/api/; edit the spec, then run scripts/generate.\n"""{}"""\n'
LANGUAGE = spec.language("python")
RAW = set(LANGUAGE["raw"]["structs"])
WIDTH = 150


def ident(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def camel(name: str) -> str:
    return LANGUAGE["types"].get(name) or "".join(word.capitalize() for word in name.split("_"))


def is_new(f: spec.Function) -> bool:
    """Whether the type's name calls it."""
    made = LANGUAGE["new"].get(f.cls, f"gc_{f.cls}_create")
    return f.role in ("constructor", "getter") and not f.self_param and f.name == made


def is_method(model: spec.Model, f: spec.Function) -> bool:
    """Whether it stands in a class; a preview of a stable class does not, because the previews are a module of their own."""
    return f.cls in model.handles and (model.handles[f.cls].noun.apart or not f.noun.apart)


def function_name(model: spec.Model, f: spec.Function) -> str:
    if is_new(f):
        return "__new__"
    return ident(LANGUAGE["methods"].get(f.name) or (f.method if is_method(model, f) else f.plain_name))


def is_property(model: spec.Model, f: spec.Function) -> bool:
    """Whether it reads something of its object, at once and without making a handle."""
    reads = re.match(r"gc_[a-z]+_(get|is)_", f.name)
    return bool(reads and is_method(model, f) and f.self_param and len(f.inputs) == 1 and not f.blocking and f.results and
                all(p.out != "owned" for p in f.results))


def result_type(f: spec.Function) -> str:
    def one(p: spec.Param) -> str:
        if p.out == "string":
            return "str"
        if p.out == "fixed_bytes" or p.out == "array" and p.type.name == "u8":
            return "bytes"
        name = value_type(p.type)
        if p.out == "owned_each" or p.out == "array" and p.type.kind != "scalar":
            return f"list[{name}]"
        return f"tuple[{name}, ...]" if p.out == "array" else name + " | None" * bool(p.nullable)
    if not f.fallible:
        return "None" if f.returns.kind == "void" else value_type(f.returns)
    names = [one(p) for p in f.results]
    return "None" if not names else names[0] if len(names) == 1 else f"tuple[{', '.join(names)}]"


def value_type(t: spec.Type) -> str:
    """The Python type of a value that the library gives."""
    if t.kind == "scalar":
        return {"bool": "bool", "f32": "float", "f64": "float"}.get(t.name, "int")
    return camel(t.name) if t.kind in ("enum", "flags", "handle", "struct") else "str"


def input_type(t: spec.Type, array: bool) -> str:
    """The Python types that a caller may pass."""
    if t.kind in ("enum", "flags"):
        one = f"{camel(t.name)} | int | str"
    elif t.kind in ("struct", "bytes", "any"):
        one = {"struct": "Record", "bytes": "Buffer", "any": "Handle"}[t.kind]
    else:
        one = value_type(t)
    return f"Sequence[{one}]" if array else one


def wrapped(before: str, items: list[str], after: str, indent: str = "") -> str:
    """One line, or as many as it takes, each filled with items."""
    line = indent + before + ", ".join(items) + after
    if len(line) <= WIDTH:
        return line
    body = textwrap.fill(", ".join(i.replace(" ", "\0") for i in items), WIDTH - 6 - len(indent), break_long_words=False,
                         break_on_hyphens=False).replace("\0", " ")
    return f"{indent}{before}\n{textwrap.indent(body, indent + '    ')}\n{indent}{after}"


class Docs(Words):
    """Doc sentences with C's names turned into Python's."""

    null, true, false = "None", "True", "False"

    def __init__(self, model: spec.Model):
        super().__init__(model)
        self.name_all("`%s`", camel, lambda group, name: f"{camel(group.name)}.{constant(group, name)}")
        self.names |= {f.name: "`close`" for f in model.functions if f.role == "destructor"}

    def path(self, f: spec.Function) -> str:
        name = function_name(self.model, f)
        if f.cls == "error" or f.any:
            return f"{'Object' if f.any else 'Error'}.{f.method}"
        if not is_method(self.model, f):
            return f"preview.{name}" if f.noun.apart else name
        owner = f"preview.{camel(f.cls)}" if f.noun.apart else camel(f.cls)
        return owner if name == "__new__" else f"{owner}.{name}"

    def other(self, name: str) -> str:
        return f"`{name if name in spec.ENVIRONMENT else name.removeprefix('GRIDCALL_')}`"

    def string(self, text: str, indent: str) -> str:
        """A docstring."""
        text = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
        text += " " * text.endswith('"')
        return textwrap.fill(f'"""{text}"""', WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)

    def summary(self, item: spec.Function | spec.Handle) -> str:
        """The first sentence."""
        text = re.split(r"(?<=[.!?])\s+(?=[A-Z`])", " ".join(item.doc.split("\n\n")[0].split()))[0]
        if isinstance(item, spec.Function):
            text += " Preview: may change in any release." * (item.preview and not item.noun.apart) + " May block." * item.blocking
            text += f" Deprecated {self.deprecation(item)}" if item.deprecated else ""
        return self.text(text)


def constant(group: spec.Enum | spec.Flags, name: str) -> str:
    return name.removeprefix("ERROR_") if group.name == "status" else name
