# SPDX-License-Identifier: Apache-2.0
"""The table that gridcall/raw.py makes ctypes functions and structs of, and gridcall/_call.py calls: a line for each.

A word is NAME:TYPE with marks behind: a scalar's name, @handle, &struct, =enum, ~flags, str, text, bytes, any. `>` before the name: an
out. `*`: an array, `[16]`: a fixed one, `?`: it may be None, `#x`: the length of x, `^x`: a handle for each of x, `!`: the library writes it."""

from __future__ import annotations

import textwrap
from string import ascii_lowercase as LETTERS

import model as spec
from python_names import HEADER, LANGUAGE, RAW, WIDTH, Docs, camel, ident
from words import in_messages

MARKS = {"handle": "@", "struct": "&", "enum": "=", "flags": "~"}


def code(t: spec.Type) -> str:
    return MARKS.get(t.kind, "") + t.name


def word(p: spec.Param) -> str:
    marks = "*" * bool(p.array or p.out == "array") + (f"[{p.count}]" if p.out == "fixed_bytes" else "") + "?" * bool(p.nullable)
    marks += f"#{p.length_of}" * bool(p.length_of) + f"^{p.of}" * bool(p.of)
    kind = "str" if p.out == "string" else "size" if p.length_of else "bytes" if p.out == "bytes" else code(p.type)
    raw = "$" * (p.type.kind == "struct" and p.type.name in RAW)
    return f"{'>' * bool(p.out)}{p.name}:{kind}{marks}{raw}"


def field(f: spec.Field) -> str:
    marks = "*" * bool(f.array) + f"[{f.count}]" * bool(f.count) + f"#{f.is_count_of}" * bool(f.is_count_of) + "?" * bool(f.nullable)
    marks += "!" * bool(f.writable and not f.either or f.written) + "%" * f.either
    return f"{f.name}:{'bytes' if f.type.kind == 'bytes' else code(f.type)}{marks}"


def emit(model: spec.Model) -> str:
    lines = [HEADER.format("Every function and struct of the C API: bindings/gen/python_table.py says how a line is read."),
             f'VERSION = "{model.version}"', f"ABI = {model.abi_version}", 'STRUCTS = """']
    lines += [" ".join([s.name, *map(field, s.fields)]) for s in model.structs.values()]
    lines += ['"""', 'FUNCTIONS = """']
    for f in model.functions:
        if not f.returns or f.returns.kind != "api":
            lines.append(" ".join([f.name, code(f.returns) if f.returns else "-", *map(word, f.params)]))
    # A line that begins with a space goes on with the one before.
    return "\n".join("\n ".join(textwrap.wrap(line, WIDTH, break_on_hyphens=False)) if line[0] in LETTERS else line for line in lines) + '\n"""\n' + in_python(model)


def in_python(model: spec.Model) -> str:
    docs = Docs(model)
    paths = {f.name: docs.path(f) for f in model.functions if f.bind} | {f.name: "close" for f in model.functions if f.role == "destructor"}
    table = in_messages(model, LANGUAGE, r"[\w.]+(\[[^]]*\])?(\.\w+)?", paths, camel, docs, *[python_name] * 2)
    rows = "; ".join(f"{c} = {text}".replace(" ", "\0") for c, text in table)
    return "\n".join(['# What messages say in Python: C\'s words and these, longest first.', 'MESSAGES = """', *textwrap.wrap(rows, WIDTH), '"""', ""]).replace("\0", " ")


def python_name(name: str) -> str:
    return ident(name.removesuffix("_nanoseconds"))
