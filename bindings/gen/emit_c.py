# SPDX-License-Identifier: Apache-2.0
"""The public header, and the table for plugins. They should read as if a careful person had written them."""

from __future__ import annotations

import textwrap

from c_docs import WIDTH, C, columns, comment, contract, field_doc, flow, function_comment, section
from model import CParam, Enum, Field, Flags, Function, Handle, Model, Noun, Struct
from template import template

HEADER = "include/gridcall/gridcall.h"
PREVIEW_HEADER = "include/gridcall/preview.h"
TABLE = "include/gridcall/table.h"

# C's own numbers, as the spec's enum of values calls them.
NUMBERS = [("char", "INT8"), ("signed char", "INT8"), ("unsigned char", "UINT8"), ("short", "INT16"), ("unsigned short", "UINT16"),
           ("int", "INT32"), ("unsigned int", "UINT32"), ("long", "INT64"), ("unsigned long", "UINT64"), ("long long", "INT64"),
           ("unsigned long long", "UINT64"), ("float", "FLOAT32"), ("double", "FLOAT64")]
# Objects that are arguments: the kind of each has its name.
ARGUMENTS = ("mem", "ndarray", "pipe", "texture", "surface")


def declaration(head: str, params: list[CParam], width: int = WIDTH) -> list[str]:
    """As clang-format breaks it: packed behind the parenthesis."""
    texts = [c.text for c in params] or ["void"]
    one = f"{head}({', '.join(texts)});"
    if len(one) <= width:
        return [one]
    lines, current, indent = [], head + "(", " " * (len(head) + 1)
    for i, text in enumerate(texts):
        piece = text + (", " if i + 1 < len(texts) else ");")
        if len(current + piece.rstrip()) > width and current.strip() != (head + "(").strip():
            lines.append(current.rstrip())
            current = indent
        current += piece
    return lines + [current]


def enum_lines(e: Enum, model: Model) -> list[str]:
    rows = [(f"  {v.constant} = {v.value}" + "," * (v is not e.values[-1]), C(model).item(v)) for v in e.values]
    return ["", *comment([flow(e.doc)]), f"typedef int32_t {e.c_type};", f"enum {e.tag} {{", *columns(rows), "};"]


def flags_lines(g: Flags, model: Model) -> list[str]:
    rows = [(f"#define {v.constant} (UINT64_C(1) << {v.value.bit_length() - 1})", C(model).item(v)) for v in g.values]
    return ["", *comment([flow(f"{g.doc} Any of these bits:")]), f"typedef uint64_t {g.c_type};", *columns(rows)]


def zero(f: Field, model: Model) -> str:
    """Its initializer in an _INIT macro."""
    if f.type.kind == "struct" and not f.array:
        return "{" + ", ".join(zero(g, model) for g in model.structs[f.type.name].fields) + "}"
    return "{0}" if f.count else "NULL" if f.pointer else "0"


def struct_lines(s: Struct, model: Model) -> list[str]:
    rows = [(f"  {f.c_decl}{f.name}{f.suffix};", field_doc(f, model)) for f in s.fields]
    lines = ["", *comment([flow(s.doc)]), f"typedef struct {s.c_type} {{", *columns(rows), f"}} {s.c_type};"]
    if s.versioned:
        zeros = "".join(f", {zero(f, model)}" for f in s.fields[1:])
        text = f"#define {s.init_macro} {{sizeof({s.c_type}){zeros}}}"
        if len(text) > WIDTH:
            rows = textwrap.wrap(f"{{sizeof({s.c_type}){zeros}}}", WIDTH - 4, initial_indent="  ", subsequent_indent="   ")
            lines += [f"#define {s.init_macro} \\", *[row + " \\" for row in rows[:-1]], rows[-1]]
        else:
            lines += [text]
    return lines


def handle_lines(h: Handle) -> list[str]:
    tail = " Never released." if h.static else f" It holds its {h.parent}." if h.parent else ""
    return ["", *comment([flow(h.doc + tail)]), f"typedef struct {h.c_type} {h.c_type};"]


def function_lines(f: Function, model: Model) -> list[str]:
    attribute = [f'GRIDCALL_DEPRECATED("use {f.deprecated.use}")'] if f.deprecated else []
    return ["", *function_comment(model, f), *attribute, *declaration(f"GRIDCALL_API {f.c_returns} {f.name}", f.c_params)]


def packed(items: list[str], indent: str = "", end: str = "") -> list[str]:
    """As many on a line as fit."""
    lines = [indent + items[0]]
    for item in items[1:]:
        if len(lines[-1]) + len(item) + len(end) < WIDTH:
            lines[-1] += " " + item
        else:
            lines.append(indent + item)
    return [line + end for line in lines]


def define(head: str, items: list[str]) -> list[str]:
    """A macro of several lines."""
    rows = packed(items, "  ", " \\")
    return [f"#define {head} \\", *rows[:-1], rows[-1].removesuffix(" \\")]


def argument_macros(model: Model) -> str:
    """GRIDCALL_ARG and its kin: in C by the type of the value, in C++ by overloads."""
    if "value_type" not in model.enums:  # not in the spec that tests/gen reads
        return ""
    takes = [h for h in model.handles.values() if h.name in ARGUMENTS]
    others = [h for h in model.handles.values() if h not in takes]

    def any_of(handles: list[Handle]) -> list[str]:
        tests = [f"GRIDCALL_IS(value, {h.c_type})" for h in handles]
        return ["(" + tests[0] + " ||", *[test + " ||" for test in tests[1:-1]], tests[-1] + ")"]

    kinds = [f"GRIDCALL_IS(value, {h.c_type}) ? GRIDCALL_ARG_KIND_{h.name.upper()} :" for h in takes]
    tests = [*define("GRIDCALL_IS_ARGUMENT(value)", any_of(takes)), *define("GRIDCALL_IS_NO_ARGUMENT(value)", any_of(others)),
             "#define GRIDCALL_ARG_KIND_OF(value) \\", "  __builtin_choose_expr(GRIDCALL_IS_NO_ARGUMENT(value), GRIDCALL_NO_VALUE, \\",
             *packed(kinds, "    ", " \\"), "    GRIDCALL_ARG_KIND_VALUE)"]
    objects = packed([f"GRIDCALL_ARGUMENT({h.c_type}, {h.name.upper()})" if h in takes else f"GRIDCALL_NO_ARGUMENT({h.c_type})"
                      for h in model.handles.values()])
    about = ("A gc_arg with any value, of a variable or of an expression, a struct too: an array of them is what gc_launch takes. "
             "A variable must last, and is read, until that call; in C what an expression gave lasts until the end of the block. "
             f"A {', '.join('gc_' + name for name in ARGUMENTS[:-1])} or gc_{ARGUMENTS[-1]} becomes an argument of its kind, and "
             "another object is refused by the compiler.")
    macros = [f"#define GRIDCALL_ARG_{name.upper()}({name}) GRIDCALL_OBJECT_ARG({name.upper()}, {name})"
              for name in ARGUMENTS if name in model.handles]
    numbers = define("GRIDCALL_NUMBERS(number)", [f"number({c}, {name})" for c, name in NUMBERS])
    return template("arguments.h.in", numbers="\n".join(numbers), objects="\n".join(objects),
                    arg_comment="\n".join(comment([flow(about)])), tests="\n".join(tests), object_args="\n".join(macros))


def noun_lines(model: Model, noun: Noun) -> list[str]:
    lines = section(model, noun)
    for e in noun.enums:
        lines += [] if e is model.enums.get("status") else enum_lines(e, model)
    for g in noun.flags:
        lines += flags_lines(g, model)
    for s in noun.structs:
        lines += struct_lines(s, model)
    for f in noun.functions:
        lines += function_lines(f, model) if f.preview == noun.apart else []
    return lines


def previews(model: Model) -> list[str]:
    """Nouns that are previews, and functions of other nouns that are."""
    lines = []
    for noun in model.nouns:
        if noun.apart:
            lines += noun_lines(model, noun)
    for f in model.functions:
        lines += function_lines(f, model) if f.preview and not f.noun.apart else []
    return lines


def declarations(model: Model) -> list[str]:
    # Types that anything may mention come first, so that the sections can stand in the order of reading.
    lines = ["", "/* Handles: opaque, and defined nowhere. Each is released with the function that has its name and _release. */"]
    for h in model.handles.values():
        lines += handle_lines(h)
    lines += ["", "/** The table of every function, defined in gridcall/table.h. */", "typedef struct gc_api gc_api;"]
    status = model.enums.get("status")
    lines += enum_lines(status, model) if status else []
    for noun in model.nouns:
        lines += [] if noun.apart else noun_lines(model, noun)
    return lines


def table(model: Model) -> str:
    def row(f: Function) -> str:
        # The type of a deprecated function cannot be named without the compiler's warning.
        return "\n".join(declaration(f"  {f.c_returns} (*{f.implementation})", f.c_params)) if f.deprecated else \
            f"  __typeof__({f.name})* {f.implementation};"

    stable = [f for f in model.table if not f.preview]
    previews = [f for f in model.table if f.preview]
    rows = [row(f) for f in stable]
    if previews:
        rows += ["#ifdef GRIDCALL_PREVIEW_H", *[row(f) for f in previews], "#endif"]
    return template("table.h.in", rows="\n".join(rows), last_stable=stable[-1].implementation)


def emit(model: Model) -> dict[str, str]:
    major, minor, patch = model.version.split(".")
    # Written only where something is deprecated.
    deprecated = template("deprecated.h.in") if any(f.deprecated for f in model.functions) else ""
    preview = "\n".join(previews(model))
    header = template(
        "gridcall.h.in", contract=contract(model), deprecated=deprecated,
        version=model.version_number, major=int(major), minor=int(minor), patch=int(patch),
        text=model.version_text, abi=model.abi_version, declarations="\n".join(declarations(model)),
        arguments=argument_macros(model))
    files = {HEADER: header, TABLE: table(model)}
    if preview:
        files[PREVIEW_HEADER] = template("preview.h.in", declarations=preview)
    return files
