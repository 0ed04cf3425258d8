# SPDX-License-Identifier: Apache-2.0
"""src/api/generated/<noun>.cpp: the extern "C" functions."""

from __future__ import annotations

from glue_implementation import HEAD, WIDTH, class_of, core, cpp_out, is_static, is_table, objects_of, objects_type, packed
from model import Function, Model, Noun, Param, SpecError, Struct


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


def known_values(model: Model, p: Param) -> str:
    return f"{{{', '.join(v.constant for v in model.enums[p.type.name].values)}}}"


def check_input(model: Model, f: Function, p: Param) -> tuple[list[str], str]:
    """Statements that check an input, and the expression that hands it on."""
    name, quoted, kind = p.name, f'"{p.name}"', p.type.kind
    if p.array:
        many = {"str": "strings", "handle": f"handles<{core(p.type)}>"}.get(kind, "array")
        lines = [f'call.max_count({p.array}, {p.max_count}, "{p.array}");'] if p.max_count else []
        known = kind == "enum" and not model.enums[p.type.name].open
        lines.append(f"const auto {name}_ = " + (f"call.enumerations({name}, {p.array}, {quoted}, {known_values(model, p)});" if known else
                                                 f"call.{many}({name}, {p.array}, {quoted});"))
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
        return [f"call.enumeration({name}, {quoted}, {known_values(model, p)});"], name
    if kind == "flags":
        return [f"call.flags({name}, {quoted}, {all_flags(model, p.type.name)});"], name
    return [], f"{name} != 0" if p.type.name == "bool" else name


def guard(model: Model, f: Function) -> str:
    """A call that needs a driver refuses in a forked child, and one that makes a handle gives others' memory back first."""
    asks = f.blocking or "FORKED" in f.errors or any(
        p.type.kind == "handle" and not is_static(model, p.type) for p in f.outs)
    return "guard" if asks else "guard_quick"


def out_check(model: Model, f: Function, p: Param) -> list[str]:
    """The checks of an out parameter before any work is done."""
    quoted = f'"{p.name}"'
    if p.out in ("string", "array"):
        _, capacity, needed = (c.name for c in p.c)
        return [f"call.buffer({p.name}, {capacity}, {quoted});", f'call.needed({p.name}, {needed}, "{needed}");']
    if p.out == "owned_each":
        return [f"call.buffer({p.name}, {f.count_of(p)}, {quoted});"]
    if p.out == "struct":
        return [f"call.out_struct({p.name}, {quoted}, {first_size(model.structs[p.type.name])});"]
    return [f"call.out({p.name}, {quoted});"]


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


def several_results(model: Model, f: Function) -> list[str]:
    """The conversions that can fail come first, so that all results are written or none."""
    lines = [f"api::NewHandle<{p.type.c}> {p.name}_handle(std::move({p.name}_));" for p in f.results if p.out == "owned"]
    for p in f.results:
        lines.append({
            "value": f"*{p.name} = {p.name}_{' ? 1 : 0' if p.type.name == 'bool' else ''};",
            "struct": f"call.give_struct({p.name}, {p.name}_);",
            "owned": f"*{p.name} = {p.name}_handle.take();",
            "borrowed": f"call.give_borrowed({p.name}, *{p.name}_);",
            "fixed_bytes": f"std::memcpy({p.name}, {p.name}_.data(), {p.name}_.size());",
        }[p.out])
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
    whole = [*head, start, *("    " + line for line in inner), "  });", "}"]
    if not f.at_once:
        return whole
    # The usual way is a function of its own, so that the other one is short.
    names = [c.name for c in f.c_params]
    usual = packed(f"[[gnu::noinline]] static {f.c_returns} usual_{f.name[3:]}", [c.text for c in f.c_params], " {")
    return [*usual, *whole[len(head):], "", *head,
            *("  " + line for line in packed(f"const gc_status status = api::{f.name[3:]}_at_once", names, ";")),
            "  if (__builtin_expect(status != api::kNotAtOnce, 1)) return status;",
            *("  " + line for line in packed(f"return usual_{f.name[3:]}", names, ";")), "}"]


def glue(model: Model, noun: Noun | None = None) -> str:
    """The functions of one noun, or of all."""
    functions = [f for f in model.functions if not is_table(f) and (noun is None or f.noun is noun)]
    headers = sorted({"api/boundary.h", "api/generated/implementation.h", f"gridcall/{'preview' if any(f.preview for f in functions) else 'gridcall'}.h", *(noun.includes if noun else [])})
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
