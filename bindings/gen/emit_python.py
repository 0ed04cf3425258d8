# SPDX-License-Identifier: Apache-2.0
"""The Python package: the table of the C API, its codes, and a class for each handle. gridcall/_call.py, written by hand, converts."""

from __future__ import annotations

import keyword
import re
from dataclasses import replace

import model as spec
import python_table
from python_names import (
    HEADER,
    LANGUAGE,
    RAW,
    ROOT,
    Docs,
    camel,
    constant,
    function_name,
    ident,
    input_type,
    is_method,
    is_new,
    is_property,
    result_type,
    value_type,
    wrapped,
)


def emit_codes(noun: spec.Noun) -> list[str]:
    """Enums and flags, in the form that type checkers know."""
    out = []
    for group in noun.enums + noun.flags:
        kind = "IntFlag" if isinstance(group, spec.Flags) else "IntEnum"
        items = [(constant(group, v.name), v.value) for v in group.values]
        if bad := [name for name, _ in items if not name.isidentifier() or keyword.iskeyword(name)]:
            raise spec.SpecError(f"emit_python: {group.name}: {bad[0]} is no name in Python")
        values = [f'"{name}": {value:#x}' if kind == "IntFlag" else f'"{name}": {value}' for name, value in items]
        out.append(wrapped(f'{camel(group.name)} = {kind}("{camel(group.name)}", {{', values, "})"))
    return out


def emit_results(noun: spec.Noun) -> list[str]:
    """Structs that the library fills."""
    out = []
    for s in noun.structs:
        if s.written:
            fields = [(f, "str" if f.type.kind == "char" else value_type(f.type)) for f in s.fields if f.name not in ("struct_size", "reserved")]
            types = [f'("{f.name}", "{f"tuple[{t}, ...]" if f.count and t != "str" else t}")' for f, t in fields]
            out.append(wrapped(f'{camel(s.name)} = NamedTuple("{camel(s.name)}", [', types, "])"))
    return out


class FunctionWriter:
    def __init__(self, model: spec.Model, f: spec.Function, docs: Docs):
        self.model, self.f, self.docs = model, f, docs
        self.method = is_method(model, f)
        self.positional: list[str] = []
        self.keywords: list[str] = []

    def option(self, f: spec.Field) -> str:
        if f.array or f.count:
            return f"{ident(f.name)}: {input_type(f.type, True) if f.type.kind != 'char' else 'str'} = {'()' if f.type.kind != 'char' else repr('')}"
        kind = input_type(f.type, False)
        empty = {"scalar": "False" if f.type.name == "bool" else "0", "enum": "0", "flags": "0"}.get(f.type.kind)
        return f"{ident(f.name)}: {kind} = {empty}" if empty else f"{ident(f.name)}: {kind} | None = None"

    def parameters(self) -> list[str]:
        f = self.f
        for p in f.params:
            if p.out and p.out != "bytes" or p.length_of or p.name == f.self_param and self.method:
                continue
            name, kind = ident(p.name), input_type(p.type, bool(p.array))
            struct = self.model.structs[p.type.name] if p.type.kind == "struct" else None
            if p.type.kind == "handle" and p.type.name == "context" and not p.nullable and p.name != f.self_param and not p.array and not f.self_param:
                self.keywords.append("context: Context | None = None")
            elif p.out == "bytes":
                self.positional.append(f"{name}: Buffer")
            elif struct and struct.versioned and not p.array and struct.name not in RAW:
                self.keywords += [self.option(x) for x in struct.fields if x.name not in ("struct_size", "reserved") and not x.is_count_of]
            elif p.nullable:
                self.keywords.append(f"{name}: {kind} | None = None")
            elif p.type.kind == "flags":
                self.keywords.append(f"{name}: {kind} = 0")
            else:
                self.positional.append(f"{name}: {kind}")
        names = [each.partition(":")[0] for each in self.positional + self.keywords]
        if twice := [name for name in names if names.count(name) > 1]:
            raise spec.SpecError(f"emit_python: {f.name}: a parameter and a field of its options, or two fields, are called {twice[0]}")
        first = ["cls"] if is_new(f) else ["self"] if self.method and f.self_param else []
        return first + self.positional + ["*"] * bool(self.keywords) + self.keywords

    def write(self) -> str:
        f, indent = self.f, "    " * self.method
        marks = ["@property"] if is_property(self.model, f) else ["@staticmethod"] if self.method and not f.self_param and not is_new(f) else []
        lines = [indent + mark for mark in marks]
        lines += [wrapped(f"def {function_name(self.model, f)}(", self.parameters(), f") -> {result_type(f)}:", indent)]
        lines += [self.docs.string(self.docs.summary(f), indent + "    ")]
        if f.deprecated:
            lines += [f'{indent}    deprecated("{self.docs.path(f)}", "{self.docs.deprecation(f)}")']
        return "\n".join([*lines, f'{indent}    return call("{f.name}", locals())'])


def emit_classes(model: spec.Model, nouns: list[spec.Noun], docs: Docs) -> list[str]:
    functions = [f for noun in nouns for f in noun.functions if f.bind and f.role != "destructor" and f.cls != "error"]
    seen: dict[tuple[str, str], str] = {}
    for f in functions:
        key = (f.cls if is_method(model, f) else "", function_name(model, f))
        if key in seen:
            raise spec.SpecError(f"emit_python: {f.name} and {seen[key]} would both be {'.'.join(filter(None, key))}")
        seen[key] = f.name
    every = [f for f in functions if f.any]  # methods of each handle; a class that is not listed in `any` has them too, and the library refuses it
    out = []
    if every:
        out += ["\n\nclass Object(Handle):", '    """A handle of any type."""\n']
        out += ["\n\n".join(FunctionWriter(model, replace(f, cls=f.any[0]), docs).write() for f in every)]
    for h in (h for noun in nouns for h in noun.handles if h.name != "error"):
        mixin = LANGUAGE["mixins"].get(h.name)
        tail = " It is never released." if h.static else " It holds its " + h.parent + "." if h.parent else ""
        out += [f"\n\nclass {camel(h.name)}({f'{mixin}, ' if mixin else ''}Object):", docs.string(docs.summary(h) + tail, "    "),
                f'    _kind, _release = "{h.name}", "{h.release}"']
        out += ["\n" + FunctionWriter(model, f, docs).write() for f in functions if is_method(model, f) and f.cls == h.name and not f.any]
    out += ["\n\n" + FunctionWriter(model, f, docs).write() for f in functions if not is_method(model, f) and not f.any]
    return out


IMPORTS = "\n# ruff: noqa: UP014\nfrom __future__ import annotations\n\nfrom collections.abc import Sequence\nfrom enum import IntEnum, IntFlag\nfrom typing import NamedTuple\n\n"


def imports(model: spec.Model, text: str, preview: bool) -> str:
    """The names a module uses of the others."""
    used = set(re.findall(r"\b[A-Za-z]+\b", re.sub(r'""".*?"""', "", text, flags=re.DOTALL)))
    stable = {camel(x.name) for n in model.nouns if not n.apart for x in n.handles + n.enums + n.flags + n.structs} | {"Object"}
    lines = [("._call", {"Buffer", "Handle", "Record", "call", "deprecated", "register"}), ("._classes", stable if preview else set()),
             ("._mixins", set(LANGUAGE["mixins"].values()))]
    return "".join(f"from {module} import {', '.join(sorted(names & used, key=order))}\n"
                   for module, names in lines if names & used)


def order(name: str) -> tuple[bool, str]:
    """The order in which ruff wants names: classes, then functions."""
    return name[0].islower(), name


def emit(model: spec.Model) -> dict[str, str]:
    docs = Docs(model)
    stable = [n for n in model.nouns if not n.apart]
    preview = [n for n in model.nouns if n.apart]
    files = {f"{ROOT}/_table.py": python_table.emit(model)}
    for name, nouns, about in (("_classes", stable, "Codes, results, classes and functions."),
                               ("preview", preview, "Previews: they may change or go in any release.")):
        parts = [line for noun in nouns for line in emit_codes(noun)] + [line for noun in nouns for line in emit_results(noun)]
        parts += emit_classes(model, nouns, docs)
        # The constants' prefixes in C, where they are not those of the type's name.
        prefixes = "".join(f', {g.name}="{g.prefix}"' for n in nouns for g in n.flags if g.prefix != g.name.upper().removesuffix("_FLAGS"))
        parts += [f"\n\nregister(globals(){prefixes})"]
        files[f"{ROOT}/{name}.py"] = "\n".join([HEADER.format(about) + IMPORTS + imports(model, "\n".join(parts), name == "preview"), *parts]) + "\n"
    return files
