# SPDX-License-Identifier: Apache-2.0
"""src/api/generated/implementation.h: what has to be implemented behind the extern "C" functions."""

from __future__ import annotations

from model import Field, Function, Model, Param, Struct, Type
from template import template

WIDTH = 110
FOLDER = "src/api/generated"
HEAD = "// SPDX-License-Identifier: Apache-2.0\n//\n// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.\n"


def camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


# The classes of handles that are not core's of the same name.
CLASSES = {"comm": "comm::Rank"}


def class_of(handle: str) -> str:
    return CLASSES.get(handle, f"core::{camel(handle)}")


def core(kind: Type) -> str:
    return class_of(kind.name)


def scalar(kind: Type) -> str:
    """A C++ value type."""
    if kind == Type("scalar", "bool"):
        return "bool"
    c = kind.c
    return f"std::{c}" if c.endswith("_t") and not c.startswith("gc_") else c


def array_element(p: Param) -> str:
    return {"str": "const char* const", "handle": f"{core(p.type)}* const"}.get(p.type.kind, f"const {scalar(p.type)}")


def cpp_input(p: Param) -> str:
    """The type by which the implementation takes an input."""
    kind = p.type.kind
    if p.array:
        return f"std::span<{array_element(p)}> {p.name}"
    if kind == "handle":
        return f"{core(p.type)}{'*' if p.nullable else '&'} {p.name}"
    if kind == "any":
        return f"core::AnyObject {p.name}"
    return {"struct": f"const {p.type.c}& {p.name}", "str": f"std::string_view {p.name}",
            "text": f"std::string_view {p.name}", "bytes": f"std::span<const std::byte> {p.name}",
            }.get(kind, f"{scalar(p.type)} {p.name}")


def is_static(model: Model, kind: Type) -> bool:
    return kind.kind == "handle" and model.handles[kind.name].static


def cpp_out(model: Model, p: Param) -> str:
    """A result as the implementation makes it."""
    if p.out == "array":
        element = scalar(p.type)
        if p.type.kind == "handle":
            element = f"{core(p.type)}*" if is_static(model, p.type) else f"core::Ref<{core(p.type)}>"
        return f"std::vector<{element}>"
    return {
        "value": lambda: scalar(p.type),
        "struct": lambda: p.type.c,
        "owned": lambda: f"core::Ref<{core(p.type)}>",
        "owned_each": lambda: f"std::vector<core::Ref<{core(p.type)}>>",
        "borrowed": lambda: f"{core(p.type)}*",
        "string": lambda: "std::string",
        "fixed_bytes": lambda: f"std::array<std::uint8_t, {p.count}>",
    }[p.out]()


def cpp_result(model: Model, f: Function) -> str:
    """The type that the implementation returns: one result; several it fills by reference."""
    if f.returns is not None:
        return {"str": "const char*"}.get(f.returns.kind, scalar(f.returns))
    if len(f.results) != 1:
        return "void"
    p = f.results[0]
    return f"{core(p.type)}&" if p.out == "borrowed" else cpp_out(model, p)


def handle_fields(model: Model, s: Struct) -> list[Field]:
    """The fields that are handles, or structs in which some stand."""
    return [f for f in s.fields if f.type.kind == "handle" or
            f.type.kind == "struct" and not f.array and handle_fields(model, model.structs[f.type.name])]


def objects_of(model: Model, p: Param) -> Struct | None:
    """The struct of a parameter in which handles stand."""
    s = model.structs[p.type.name] if p.type.kind == "struct" and not p.out else None
    return s if s and handle_fields(model, s) else None


def objects_type(s: Struct) -> str:
    return f"{camel(s.name)}Objects"


def objects_structs(model: Model) -> list[str]:
    """For each struct with handles that a function takes: the objects that they name."""
    lines, seen = [], set()

    def put(s: Struct) -> None:
        if s.name in seen:
            return
        seen.add(s.name)
        fields = []
        for field in handle_fields(model, s):
            if field.type.kind == "struct":
                inner = model.structs[field.type.name]
                put(inner)
                fields.append(f"  {objects_type(inner)} {field.name};")
            else:
                fields.append(f"  {core(field.type)}* {field.name} = nullptr;")
        lines.extend(["", f"// The objects that the handles in a {s.c_type} name.", f"struct {objects_type(s)} {{", *fields, "};"])

    for f in model.functions:
        for s in filter(None, (objects_of(model, p) for p in f.params)):
            put(s)
    return lines


def cpp_params(model: Model, f: Function) -> list[str]:
    params = []
    for p in f.params:
        if p.length_of:
            continue
        if not p.out:
            accessor_handle = p.type.kind == "handle" and not f.fallible
            params.append(f"{core(p.type)}* {p.name}" if accessor_handle else cpp_input(p))
            if s := objects_of(model, p):
                objects = f"std::span<const {objects_type(s)}>" if p.array else f"const {objects_type(s)}&"
                params.append(f"{objects} {p.name}_objects")
        elif p.out == "bytes":
            params.append(f"std::span<std::byte> {p.name}")
        elif len(f.results) > 1:
            params.append(f"{cpp_out(model, p)}& {p.name}")
    return params + ["core::HandleValue handle"] * f.ends


def packed(head: str, pieces: list[str], tail: str) -> list[str]:
    """`head(a, b, c)tail`, broken as clang-format does."""
    lines, current, indent = [], head + "(", " " * (len(head) + 1)
    for i, piece in enumerate(pieces or [""]):
        piece += ", " if i + 1 < len(pieces) else ")" + tail
        if len((current + piece).rstrip()) > WIDTH and current.strip() and current != head + "(":
            lines.append(current.rstrip())
            current = indent
        current += piece
    return lines + [current]


def is_table(f: Function) -> bool:
    """The function that returns the table of all others."""
    return f.returns == Type("api", "api")


def implemented(model: Model) -> list[Function]:
    return [f for f in model.functions if f.role != "destructor" and not is_table(f) and not f.calls]


def forward_declarations(model: Model) -> list[str]:
    rooms: dict[str, list[str]] = {}
    for handle in model.handles:
        room, name = class_of(handle).split("::")
        rooms.setdefault(room, []).append(name)
    return [line for room, names in rooms.items() for line in
            (f"namespace gridcall::{room} {{", *(f"class {name};" for name in names), f"}}  // namespace gridcall::{room}", "")]


def implementation(model: Model) -> str:
    lines = [*HEAD.splitlines(), *template("implementation.h.in").splitlines(), "", "#pragma once", "", "#include <array>",
             "#include <cstddef>", "#include <cstdint>", "#include <span>", "#include <string>",
             "#include <string_view>", "#include <vector>", "", '#include "api/boundary.h"',
             '#include "gridcall/preview.h"', "", *forward_declarations(model), "namespace gridcall::api {", *objects_structs(model)]
    noun = None
    for f in implemented(model):
        if f.noun is not noun:
            noun = f.noun
            lines += ["", f"// {noun.title}"]
        lines += packed(f"{cpp_result(model, f)} {f.implementation}", cpp_params(model, f), ";")
    return "\n".join(lines + ["", "}  // namespace gridcall::api"]) + "\n"
