# SPDX-License-Identifier: Apache-2.0
"""src/api/generated/: the extern "C" functions, what has to be implemented behind them, and the tables.

What the glue asks of src/api/boundary.h stands in the comment of implementation.h.
"""

from __future__ import annotations

from model import Enum, Field, Function, Model, Noun, Param, SpecError, Struct, Type

WIDTH = 110
FOLDER = "src/api/generated"
HEAD = "// SPDX-License-Identifier: Apache-2.0\n//\n// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.\n"

IMPLEMENTATION_TOP = """
// One function for each of the public header: what the hand-written files in src/api/ implement. By the time
// they run every argument has been checked and every handle is held for the length of the call. They throw
// Failure; the glue writes out parameters only if they return.
//
// The glue is written against src/api/boundary.h:
//   guard(function, out_error, f)     calls f(Call&), makes a status and a gc_error of what it throws
//   accessor(f)                       the same for functions that cannot fail: R{}, or "", if f throws
//   release<T>(handle)                noexcept; ignores what is no live T
//   call.handle<T>(h, name)           T&, held until the call ends; INVALID_HANDLE
//   call.optional_handle<T>(h, name)  T*; nullptr for NULL
//   call.handles<T>(p, count, name)   vector<T*>, each as handle; the message names the element
//   call.find<T>(h)                   T*, held; nullptr for anything that is no live T (accessors)
//                                     A handle in a struct is looked up once, here: `x_objects` holds what it
//                                     names, nullptr for NULL; the implementation does not read the field
//   call.options(p, name, size, mask), call.required_options(p, name, size, mask)
//                                     a copy, zeros for NULL or refused; `size` is the least struct_size, `mask`
//                                     the known bits of the field `flags`
//   call.reserved(value, name)        INVALID_OPTIONS unless 0
//   call.structure(p, name)           const T&, refuses NULL
//   call.str(p, name)                 string_view; refuses NULL and what is not UTF-8
//   call.optional_str(p, name)        the same, for NULL a view whose data() is nullptr
//   call.text(p, size, name)          string_view
//   call.bytes(p, size, name)         span<const std::byte>; NULL only if size is 0
//   call.out_bytes(p, size, name)     span<std::byte>
//   call.array(p, count, name)        span<const T>; NULL only if count is 0
//   call.max_count(count, max, name)  refuses a larger count, before an element is read
//   call.strings(p, count, name)      span<const char* const>, each as str
//   call.fixed_text(p, size, name)    string_view of text in an array of its own
//   call.enumeration(value, name, {values}), call.flags(value, name, mask)
//   call.any_handle(h, name)          core::AnyObject, held until the call ends
//   call.out(p, name)                 refuses NULL
//   call.out_struct(p, name, size)    refuses NULL and a struct_size that is none; `size` is the least
//   call.give_struct(p, value)        as much of it as the caller's struct_size has room for
//   call.buffer(p, capacity, name)    refuses NULL unless capacity is 0
//   call.give(out, Ref<T>), call.give_optional(out, Ref<T>), call.give_borrowed(out, T&)
//   call.give_each(outs, count, vector<Ref<T>>)    all of them or none
//   call.out_string(buffer, capacity, out_needed, string_view)
//   call.out_array(buffer, capacity, out_count, span), call.out_handles, call.out_borrowed
//   call.out_several(StringOut, ArrayOut, ...), NewHandle    all of them or none
"""


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
    """How the implementation takes an input."""
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
    """What the implementation returns: one result; several it fills by reference."""
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
        lines.extend(["", f"// What the handles in a {s.c_type} name.", f"struct {objects_type(s)} {{", *fields, "};"])

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
    lines = [*HEAD.splitlines(), *IMPLEMENTATION_TOP.splitlines(), "", "#pragma once", "", "#include <array>",
             "#include <cstddef>", "#include <cstdint>", "#include <span>", "#include <string>",
             "#include <string_view>", "#include <vector>", "", '#include "api/boundary.h"',
             '#include "gridcall/gridcall.h"', "", *forward_declarations(model),
             "namespace gridcall::api {", *objects_structs(model)]
    noun = None
    for f in implemented(model):
        if f.noun is not noun:
            noun = f.noun
            lines += ["", f"// {noun.title}"]
        lines += packed(f"{cpp_result(model, f)} {f.implementation}", cpp_params(model, f), ";")
    return "\n".join(lines + ["", "}  // namespace gridcall::api"]) + "\n"


# --- glue.cpp -----------------------------------------------------------------------------------------------


def first_size(s: Struct) -> int:
    """The size that the struct had in its first version: the least that is accepted."""
    return max(f.offset + f.size for f in s.fields if f.since == s.since)


def all_flags(model: Model, name: str) -> str:
    return " | ".join(v.constant for v in model.flags[name].values)


def flags_mask(model: Model, s: Struct) -> str:
    """The known bits of the field `flags`, which call.options checks."""
    return next((all_flags(model, f.type.name) for f in s.fields if f.name == "flags" and f.type.kind == "flags"), "0")


def has_inside(model: Model, s: Struct) -> bool:
    """Whether a struct that is not versioned has pointers or text in it, so that it needs a look inside."""
    return any(f.array or f.type.kind in ("str", "bytes", "handle", "char") or
               f.type.kind == "struct" and has_inside(model, model.structs[f.type.name]) for f in s.fields)


def elements_check(model: Model, s: Struct, span: str, path: str, reserved: bool, objects: str = "") -> list[str]:
    """Checks each element of an array of structs, if there is anything in it to check."""
    body = field_check(model, s, "element", f"{path}[].", objects and "objects") if reserved or has_inside(model, s) else []
    if objects:
        body.insert(0, f"auto& objects = {objects}.emplace_back();")
    return [f"for (const {s.c_type}& element : {span}) {{", *("  " + b for b in body), "}"] if body else []


def field_check(model: Model, s: Struct, access: str, path: str, objects: str = "") -> list[str]:
    """Statements that check the fields; `objects` is where what handles name is kept, "" where no handle may stand."""
    lines = []
    for f in s.fields:
        value, name = f"{access}.{f.name}", f'"{path}{f.name}"'
        if f.name.startswith("reserved"):
            lines.append(f"call.reserved({value}, {name});")
        elif f.array and f.type.kind == "str":
            lines.append(f"call.strings({value}, {access}.{f.array}, {name});")
        elif f.array:
            span = f"call.array({value}, {access}.{f.array}, {name})"
            inside = f.type.kind == "struct" and elements_check(model, model.structs[f.type.name], span, f"{path}{f.name}", True)
            lines += inside or [span + ";"]
        elif f.type.kind == "struct":
            lines += field_check(model, model.structs[f.type.name], value, f"{path}{f.name}.", objects and f"{objects}.{f.name}")
        elif f.type.kind == "str":
            lines.append(f"call.{'optional_' if f.nullable else ''}str({value}, {name});")
        elif f.type.kind == "char":
            lines.append(f"call.fixed_text({value}, sizeof {value}, {name});")
        elif f.type.kind == "bytes":
            lines.append(f"call.{'out_' if f.writable else ''}bytes({value}, {access}.{f.len}, {name});")
        elif f.type.kind == "handle":
            if not objects:
                raise SpecError(f"{s.c_type}.{f.name}: a handle in a struct inside of a struct, which the glue cannot hand on")
            found = f"optional_handle<{core(f.type)}>" if f.nullable else f"handle<{core(f.type)}>"
            lines.append(f"{objects}.{f.name} = {'' if f.nullable else '&'}call.{found}({value}, {name});")
        elif f.type.kind == "flags" and f.name != "flags":
            lines.append(f"call.flags({value}, {name}, {all_flags(model, f.type.name)});")
    return lines


def check_input(model: Model, f: Function, p: Param) -> tuple[list[str], str]:
    """Statements that check an input, and the expression that hands it on."""
    name, quoted, kind = p.name, f'"{p.name}"', p.type.kind
    if p.array:
        many = {"str": "strings", "handle": f"handles<{core(p.type)}>"}.get(kind, "array")
        lines = [f'call.max_count({p.array}, {p.max_count}, "{p.array}");'] if p.max_count else []
        lines.append(f"const auto {name}_ = call.{many}({name}, {p.array}, {quoted});")
        objects = objects_of(model, p)
        if objects:
            lines += [f"std::vector<api::{objects_type(objects)}> {name}_objects;", f"{name}_objects.reserve({name}_.size());"]
        if kind == "struct":
            lines += elements_check(model, model.structs[p.type.name], f"{name}_", name, False, f"{name}_objects" if objects else "")
        return lines, f"{name}_, {name}_objects" if objects else f"{name}_"
    if kind == "any":
        return [f"const auto {name}_ = call.{'optional_' if p.nullable else ''}any_handle({name}, {quoted});"], f"{name}_"
    if kind == "handle":
        if not f.fallible:
            return [], f"call.find<{core(p.type)}>({name})"
        if p.nullable:
            return [f"auto* {name}_ = call.optional_handle<{core(p.type)}>({name}, {quoted});"], f"{name}_"
        return [f"auto& {name}_ = call.handle<{core(p.type)}>({name}, {quoted});"], f"{name}_"
    if kind == "struct":
        s = model.structs[p.type.name]
        objects = f"{name}_objects" if objects_of(model, p) else ""
        made = [f"api::{objects_type(s)} {objects};"] if objects else []
        handed_on = f"{name}_, {objects}" if objects else f"{name}_"
        if not s.versioned:
            inside = field_check(model, s, f"{name}_", f"{name}->", objects) if has_inside(model, s) else []
            return [f"const auto& {name}_ = call.structure({name}, {quoted});", *made, *inside], handed_on
        required = "" if p.nullable else "required_"
        lines = packed(f"const auto {name}_ = call.{required}options",
                       [name, quoted, str(first_size(s)), flags_mask(model, s)], ";")
        return lines + made + field_check(model, s, f"{name}_", f"{name}->", objects), handed_on
    if kind == "str":
        return [f"const auto {name}_ = call.{'optional_' if p.nullable else ''}str({name}, {quoted});"], f"{name}_"
    if kind in ("text", "bytes"):
        return [f"const auto {name}_ = call.{kind}({name}, {p.len}, {quoted});"], f"{name}_"
    if kind == "enum" and not model.enums[p.type.name].open:
        values = ", ".join(v.constant for v in model.enums[p.type.name].values)
        return [f"call.enumeration({name}, {quoted}, {{{values}}});"], name
    if kind == "flags":
        return [f"call.flags({name}, {quoted}, {all_flags(model, p.type.name)});"], name
    return [], f"{name} != 0" if p.type.name == "bool" else name


def guard(model: Model, f: Function) -> str:
    """What calls a driver refuses in a forked child, and what makes a handle gives others' memory back first."""
    asks = f.blocking or "FORKED" in f.errors or any(
        p.type.kind == "handle" and not is_static(model, p.type) for p in f.outs)
    return "guard" if asks else "guard_quick"


def out_check(model: Model, f: Function, p: Param) -> list[str]:
    """What is refused of an out parameter before any work is done."""
    quoted = f'"{p.name}"'
    if p.out in ("string", "array"):
        _, capacity, needed = (c.name for c in p.c)
        return [f"call.buffer({p.name}, {capacity}, {quoted});", f'call.needed({p.name}, {needed}, "{needed}");']
    if p.out == "owned_each":
        return [f"call.buffer({p.name}, {f.count_of(p)}, {quoted});"]
    if p.out == "struct":
        line = f"call.out_struct({p.name}, {quoted}, {first_size(model.structs[p.type.name])});"
        return [f"if ({p.name}) {line}" if p.optional else line]
    return [] if p.optional else [f"call.out({p.name}, {quoted});"]


def one_result(model: Model, f: Function, p: Param, call: str) -> list[str]:
    many = "array" if p.type.kind != "handle" else "borrowed" if is_static(model, p.type) else "handles"
    return {
        "value": lambda: [f"*{p.name} = {call}{' ? 1 : 0' if p.type.name == 'bool' else ''};"],
        "struct": lambda: packed("call.give_struct", [p.name, call], ";"),
        "owned": lambda: packed("call.give_optional" if p.nullable else "call.give", [p.name, call], ";"),
        "owned_each": lambda: packed("call.give_each", [p.name, f.count_of(p), call], ";"),
        "borrowed": lambda: packed("call.give_borrowed", [p.name, call], ";"),
        "string": lambda: packed("call.out_string", [c.name for c in p.c] + [call], ";"),
        "array": lambda: packed(f"call.out_{many}", [c.name for c in p.c] + [call], ";"),
        "fixed_bytes": lambda: [f"const auto {p.name}_ = {call};",
                                f"std::memcpy({p.name}, {p.name}_.data(), {p.name}_.size());"],
    }[p.out]()


def dynamic_out(model: Model, p: Param) -> str:
    """The result as call.out_several takes it."""
    element = f"gc_{p.type.name}"
    kind = "api::StringOut"
    if p.out == "array" and p.type.kind == "handle":
        kind = f"api::{'BorrowedOut' if is_static(model, p.type) else 'HandlesOut'}<{element}, {core(p.type)}>"
    elif p.out == "array":
        kind = f"api::ArrayOut<{p.type.c}>"
    buffer, capacity, needed = (c.name for c in p.c)
    return f'{kind}({{{buffer}, {capacity}, {needed}, "{capacity}"}}, {p.name}_)'


def several_results(model: Model, f: Function) -> list[str]:
    """What can fail comes first, so that all results are written or none."""
    lines = []
    if f.dynamic:
        lines += packed("call.out_several", [dynamic_out(model, p) for p in f.dynamic], ";")
    owned = [p for p in f.results if p.out == "owned"]
    for p in owned:
        object_ = f"std::move({p.name}_)"
        object_ = f"{p.name} ? {object_} : core::Ref<{core(p.type)}>()" if p.optional else object_
        lines.append(f"api::NewHandle<{p.type.c}> {p.name}_handle({object_});")
    for p in f.results:
        if p.out in ("string", "array"):
            continue
        line = {
            "value": f"*{p.name} = {p.name}_{' ? 1 : 0' if p.type.name == 'bool' else ''};",
            "struct": f"call.give_struct({p.name}, {p.name}_);",
            "owned": f"*{p.name} = {p.name}_handle.take();",
            "borrowed": f"call.give_borrowed({p.name}, *{p.name}_);",
            "fixed_bytes": f"std::memcpy({p.name}, {p.name}_.data(), {p.name}_.size());",
        }[p.out]
        lines.append(f"if ({p.name}) {line}" if p.optional else line)
    return lines


def body(model: Model, f: Function) -> list[str]:
    lines, arguments = [], []
    for p in f.params:
        if p.length_of:
            continue
        if not p.out:
            checks, expression = check_input(model, f, p)
            lines += checks
            arguments.append(expression)
        elif p.out == "bytes":
            lines.append(f'const auto {p.name}_ = call.out_bytes({p.name}, {p.len}, "{p.name}");')
            arguments.append(f"{p.name}_")
        else:
            lines += out_check(model, f, p)
    if len(f.results) > 1:
        lines += [f"{cpp_out(model, p)} {p.name}_{{}};" for p in f.results]
        arguments += [f"{p.name}_" for p in f.results]
    if f.ends:
        arguments.append(f"reinterpret_cast<std::uintptr_t>({f.self_param})")
    call = f"api::{f.implementation}({', '.join(arguments)})"
    if f.calls.startswith("."):
        receiver, rest = arguments[0], arguments[1:]
        for p, argument in zip([p for p in f.params if not p.out and not p.length_of], arguments):
            if p.name == f.self_param:
                receiver, rest = argument, [a for a in arguments if a is not argument]
        call = f"{receiver}{f.calls}({', '.join(rest)})"
    elif f.calls:
        call = f"{f.calls}({', '.join(arguments)})"
    if not f.fallible:
        return lines + [f"return {call};"]
    if len(f.results) == 1:
        return lines + one_result(model, f, f.results[0], call)
    return lines + [call + ";"] + several_results(model, f)


def definition(model: Model, f: Function) -> list[str]:
    head = packed(f"{f.c_returns} {f.name}", [c.text for c in f.c_params], " {")
    if f.role == "destructor":
        p = f.params[0]
        one = f"void {f.name}({p.c[0].text}) {{ api::release<{core(p.type)}>({p.name}); }}"
        return [one] if len(one) <= WIDTH else [*head, f"  api::release<{core(p.type)}>({p.name});", "}"]
    inner = body(model, f)
    call = "api::Call& call" if any("call." in line for line in inner) else "api::Call&"
    if f.fallible:
        start = f'  return api::{guard(model, f)}("{f.name}", out_error, [&]({call}) {{'
    else:
        start = f"  return api::accessor([&]({call}) -> {f.c_returns} {{"
        if not any(c.name in " ".join(inner) for c in f.c_params):
            start = start.replace("[&]", "[]")
        if len(inner) == 1 and len(start + inner[0]) + 4 <= WIDTH:
            return [*head, f"{start} {inner[0]} }});", "}"]
    return [*head, start, *("    " + line for line in inner), "  });", "}"]


def glue(model: Model, noun: Noun | None = None) -> str:
    """The functions of one noun, or of all."""
    functions = [f for f in model.functions if not is_table(f) and (noun is None or f.noun is noun)]
    headers = sorted({"api/boundary.h", "api/generated/implementation.h", "gridcall/gridcall.h", *(noun.includes if noun else [])})
    deprecated = ["#define GRIDCALL_NO_DEPRECATION_WARNINGS", ""] if any(f.deprecated for f in functions) else []
    lines = [*HEAD.splitlines(), "", *deprecated, "#include <cstdint>", "#include <cstring>", "", *(f'#include "{h}"' for h in headers), "",
             "namespace api = gridcall::api;", "namespace core = gridcall::core;"]
    if any(f.calls.startswith("compile::") for f in functions):
        lines += ["namespace compile = gridcall::compile;"]
    if any(f.calls.startswith("ndarray::") for f in functions):
        lines += ["namespace ndarray = gridcall::ndarray;"]
    if noun is not None and any(class_of(h.name).startswith("comm::") for h in noun.handles):
        lines += ["namespace comm = gridcall::comm;"]
    lines += ["", 'extern "C" {']
    for f in functions:
        lines += ["", *definition(model, f)]
    return "\n".join(lines + ["", '}  // extern "C"']) + "\n"


# --- tables -------------------------------------------------------------------------------------------------


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def api_table(model: Model) -> str:
    names = "".join(f"    &{f.name},\n" for f in model.table)
    deprecated = "#define GRIDCALL_NO_DEPRECATION_WARNINGS\n" if any(f.deprecated for f in model.functions) else ""
    return (HEAD + "\n" + deprecated + """\
#include "gridcall/table.h"

namespace {

constexpr gc_api kApi = {
    sizeof(gc_api),
""" + names + """};

}  // namespace

extern "C" const gc_api* gc_get_api(uint32_t abi_version) {
  return abi_version == GRIDCALL_ABI_VERSION ? &kApi : nullptr;
}
""")


def status_table(model: Model) -> str:
    categories = {v.value: v.constant for v in model.enums["category"].values}
    lines = [*HEAD.splitlines(), "", "// GRIDCALL_STATUS(constant, name, category, text)"]
    for v in model.enums["status"].values:
        lines += packed("GRIDCALL_STATUS", [v.constant, quoted(v.name.removeprefix("ERROR_")),
                                            categories[v.value // 100], quoted(v.doc)], "")
    return "\n".join(lines) + "\n"


def documented_table(model: Model) -> str:
    """What each function may return: src/api/boundary.cpp holds what a driver says against it."""
    place = {v.name.removeprefix("ERROR_"): i for i, v in enumerate(model.enums["status"].values)}
    if len(place) > 64:
        raise SpecError("emit_glue: documented_statuses.inc has 64 bits a function, and there are more statuses")
    lines = [*HEAD.splitlines(), "",
             "// GRIDCALL_DOCUMENTED(function, statuses), by name: a bit for each row of status_table.inc, from the lowest"]
    for f in sorted((f for f in model.functions if f.fallible), key=lambda f: f.name):
        lines.append(f"GRIDCALL_DOCUMENTED({quoted(f.name)}, {sum(1 << place[e] for e in f.errors):#x})")
    return "\n".join(lines) + "\n"


def name_table(e: Enum) -> str:
    macro = f"GRIDCALL_{e.name.upper()}"
    lines = [*HEAD.splitlines(), "", f"// {macro}(number, name), by rising number"]
    values = sorted(e.values, key=lambda v: v.value)
    return "\n".join(lines + [f"{macro}({v.value}, {quoted(v.name)})" for v in values]) + "\n"


def layout_asserts(model: Model) -> str:
    lines = [*HEAD.splitlines(), "//", "// The layout that the bindings were generated for.", "",
             '#include "gridcall/gridcall.h"', "",
             '_Static_assert(sizeof(void*) == 8 && sizeof(size_t) == 8, "gridcall is for 64-bit platforms");']
    for s in model.structs.values():
        lines += ["", f'_Static_assert(sizeof({s.c_type}) == {s.size}, "size of {s.c_type}");']
        for f in s.fields:
            lines += packed("_Static_assert", [f"offsetof({s.c_type}, {f.name}) == {f.offset}",
                                               f'"offset of {s.c_type}.{f.name}"'], ";")
    return "\n".join(lines) + "\n"


def word(name: str) -> str:
    """OUT_OF_MEMORY -> OutOfMemory."""
    return "".join(part.capitalize() for part in name.split("_"))


def status_header(model: Model) -> str:
    lines = [*HEAD.splitlines(), "//", "// The numbers that a function returns. Names and texts are in src/api/generated.", "", "#pragma once", "",
             '#include "base/failure.h"', "", "namespace gridcall::status {", ""]
    lines += [f"inline constexpr Status k{word(v.name.removeprefix('ERROR_'))} = {v.value};" for v in model.enums["status"].values]
    return "\n".join(lines + ["", "}  // namespace gridcall::status"]) + "\n"


def value_types_header(model: Model) -> str:
    lines = [*HEAD.splitlines(), "//", "// Types of values: the numbers of gc_value_type, which images of the CPU device hold too.", "", "#pragma once", "",
             "#include <cstdint>", "", "namespace gridcall::value_type {", ""]
    lines += [f"inline constexpr std::uint32_t k{word(v.name)} = {v.value};" for v in model.enums["value_type"].values]
    return "\n".join(lines + ["", "}  // namespace gridcall::value_type"]) + "\n"


def types_header(model: Model) -> str:
    lines = [*HEAD.splitlines(), "", "#pragma once", "", "#include <cstdint>", "", "namespace gridcall::core {", "",
             "// Part of every handle's value, six bits.", "enum class HandleType : std::uint32_t {", "  kNone = 0,"]
    lines += [f"  k{camel(name)} = {i}," for i, name in enumerate(model.handles, 1)]
    lines += ["};", f"inline constexpr HandleType kLastHandleType = HandleType::k{camel(list(model.handles)[-1])};", "",
              '// "gc_stream"', "constexpr const char* handle_type_name(HandleType type) noexcept {", "  switch (type) {"]
    for name in model.handles:
        lines += [f"    case HandleType::k{camel(name)}:", f'      return "gc_{name}";']
    lines += ["    case HandleType::kNone:", "      break;", "  }", '  return "handle";', "}"]
    for e in (e for e in model.enums.values() if e.core):
        lines += ["", f"enum class {camel(e.name)} : std::int32_t {{", *(f"  k{word(v.name)} = {v.value}," for v in e.values), "};"]
    return "\n".join(lines + ["", "}  // namespace gridcall::core"]) + "\n"


def version_script(model: Model) -> str:
    """One node a version: a program that needs a newer one fails to load with that version's name."""
    nodes, parent = [], ""
    for since in model.since_versions:
        names = [f.name for f in model.functions if f.since == since]
        if not names and parent:
            continue
        node = f"GRIDCALL_{model.abi_version}" + (f".{since}" if parent else "")
        local = "" if parent else "  local:\n    *;\n"
        nodes.append(f"{node} {{\n  global:\n" + "".join(f"    {n};\n" for n in names) + local + f"}}{parent};\n")
        parent = f" {node}"
    return "# Generated from bindings/api/ by bindings/gen/gen.py: do not edit.\n" + "\n".join(nodes)


def emit(model: Model) -> dict[str, str]:
    core_files = {"src/base/status.h": status_header(model), "src/core/types.h": types_header(model)}
    if "value_type" in model.enums:  # not in the spec that tests/gen reads
        core_files["src/base/value_type.h"] = value_types_header(model)
    nouns = {f"{FOLDER}/{n.stem}.cpp": glue(model, n) for n in model.nouns if any(not is_table(f) for f in n.functions)}
    tables = {f"{FOLDER}/{e.name}_table.inc": name_table(e) for e in model.enums.values() if e.table}
    return core_files | nouns | tables | {f"{FOLDER}/{name}": text for name, text in {
        "implementation.h": implementation(model),
        "api_table.cpp": api_table(model),
        "status_table.inc": status_table(model),
        "documented_statuses.inc": documented_table(model),
        "layout_asserts.c": layout_asserts(model),
        "gridcall.map": version_script(model),
    }.items()}
