# SPDX-License-Identifier: Apache-2.0
"""The public header. It should read as if a careful person had written it."""

from __future__ import annotations

import re
import textwrap

from model import CParam, Enum, Field, Flags, Function, Handle, Model, Noun, Param, Struct
from words import Words

WIDTH = 110
HEADER = "include/gridcall/gridcall.h"

TOP = """\
/* SPDX-License-Identifier: Apache-2.0
 *
 * gridcall: GPU compute from any language. CUDA C++ source in, results out, on an NVIDIA GPU or on this
 * machine's cores.
 *
 * Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.
 */

#ifndef GRIDCALL_GRIDCALL_H
#define GRIDCALL_GRIDCALL_H

#include <stddef.h>
#include <stdint.h>

@CONTRACT@

#if defined(GRIDCALL_STATIC)
#define GRIDCALL_API
#elif defined(__GNUC__)
#define GRIDCALL_API __attribute__((visibility("default")))
#else
#define GRIDCALL_API
#endif
"""

# Written only where something is deprecated.
DEPRECATED = """
#if defined(__GNUC__) && !defined(GRIDCALL_NO_DEPRECATION_WARNINGS)
#define GRIDCALL_DEPRECATED(text) __attribute__((deprecated(text)))
#else
#define GRIDCALL_DEPRECATED(text)
#endif
"""


class C(Words):
    buffers = True

    def status(self, name: str) -> str:
        return name


def contract(model: Model) -> str:
    """What holds for every function, as a comment; the names that the code has stay in backticks only where they are parameters."""
    lines = ["/*", " * What holds for every function"]
    for paragraph in model.contract:
        text = paragraph.replace("**", "").replace("`gc_", "gc_").replace("`GRIDCALL_", "GRIDCALL_")
        text = re.sub(r"\b((?:gc_|GRIDCALL_)[\w.]*[\w*])`", r"\1", text)
        lines += [" *", *textwrap.wrap(text, WIDTH - 3, initial_indent=" * ", subsequent_indent=" * ", break_long_words=False,
                                       break_on_hyphens=False)]
    return "\n".join([*lines, " */"])


def wrap(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False)


def comment(paragraphs: list[list[str]], indent: str = "") -> list[str]:
    """A doc comment: on one line where it fits."""
    lines = [line for p in paragraphs for line in [""] + p][1:]
    if len(lines) == 1 and len(lines[0]) + len(indent) + 7 <= WIDTH:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**"] + [f"{indent} * {line}".rstrip() for line in lines] + [f"{indent} */"]


def flow(text: str, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH - 3, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False) or [""]


def title(noun: Noun) -> list[str]:
    """A section: a rule, the title, what the noun is."""
    head = f"/* --- {noun.title} "
    return ["", head + "-" * (WIDTH - len(head)), *wrap(noun.doc, " * ", " * "), " */"]


def parameter_docs(model: Model, p: Param) -> list[tuple[str, str]]:
    """(name, text) for each C parameter that the spec's one stands for."""
    text = C(model).value(p, "NULL") + (" NULL: not wanted." if p.optional else "")
    optional = " NULL: not wanted." if p.optional else ""
    names = [c.name for c in p.c]
    if p.out == "owned":
        none = f" NULL: {p.nullable}." if p.nullable else ""
        return [(names[0], f"OWNED, release it with {model.handles[p.type.name].release}. {p.doc}{none}{optional}")]
    if p.out == "owned_each":
        return [(names[0], f"OWNED, release each with {model.handles[p.type.name].release}. {p.doc} As many as `{p.of}` has; all of them or none.")]
    if p.out == "borrowed":
        return [(names[0], f"Never released. {p.doc}{optional}")]
    if p.out == "struct":
        return [(names[0], f"{p.doc} Its struct_size is set by the caller: {model.structs[p.type.name].init_macro}.{optional}")]
    if p.out == "string":
        return [(names[0], f"{p.doc} NULL: asks for the size; then `{names[1]}` is 0."),
                (names[1], "Bytes of the buffer."), (names[2], f"Bytes needed, the NUL included. NULL: not wanted; then `{names[0]}` is not NULL.")]
    if p.out == "array":
        handle = model.handles.get(p.type.name) if p.type.kind == "handle" else None
        owner = "" if handle is None else "Never released. " if handle.static else f"OWNED, release each with {handle.release}. "
        return [(names[0], f"{owner}{p.doc} NULL: asks for the count; then `{names[1]}` is 0."),
                (names[1], "Elements of the buffer."), (names[2], f"Elements there are. NULL: not wanted; then `{names[0]}` is not NULL.")]
    if p.type.kind == "bytes":
        return [(names[0], f"{p.doc} NULL: " + (p.nullable or f"only if `{p.len}` is 0") + ".")] + \
            [(name, "Bytes.") for name in names[1:]]
    if p.length_of:
        return [(names[0], "Bytes.")]
    if p.type.kind == "text":
        return [(names[0], text), (names[1], "Bytes, without a NUL.")]
    if p.array:
        return [(names[0], f"{p.doc} NULL: only if `{names[1]}` is 0."), (names[1], "Elements.")]
    return [(names[0], text)]


def restates(name: str, text: str, p: Param, model: Model) -> bool:
    """Whether the doc of a parameter says no more than its name or its type: `context The context.`"""
    said = text.lower().rstrip(".").removeprefix("the ").removesuffix(" number")
    words = [name.removeprefix("out_").replace("_", " "), p.type.name.replace("_", " ")]
    if p.type.kind == "handle":
        noun = model.handles[p.type.name].noun.title.lower()
        words += [noun, f"{p.type.name} {noun}"]
    return said in words


def function_comment(model: Model, f: Function) -> list[str]:
    paragraphs = [flow(f.doc + (" May block." if f.blocking else ""))]
    tags = []
    for p in f.params:
        for name, text in parameter_docs(model, p):
            if not restates(name, text, p, model):
                tags += flow(f"@param {name} {text}", "", "    ")
    if f.fallible:
        tags += flow("@return GRIDCALL_OK, or GRIDCALL_ERROR_*: " + ", ".join(C(model).errors(f)) + ".", "", "    ")
    tags += [f"@since {f.since}"]
    if f.deprecated:
        tags += [f"@deprecated {C(model).deprecation(f)}"]
    return comment(paragraphs + [tags])


def declaration(head: str, params: list[CParam]) -> list[str]:
    """As clang-format breaks it: packed behind the parenthesis."""
    texts = [c.text for c in params] or ["void"]
    one = f"{head}({', '.join(texts)});"
    if len(one) <= WIDTH:
        return [one]
    lines, current, indent = [], head + "(", " " * (len(head) + 1)
    for i, text in enumerate(texts):
        piece = text + (", " if i + 1 < len(texts) else ");")
        if len(current + piece.rstrip()) > WIDTH and current.strip() != (head + "(").strip():
            lines.append(current.rstrip())
            current = indent
        current += piece
    return lines + [current]


def enum_lines(e: Enum, model: Model) -> list[str]:
    tail = " Expect numbers that are not listed." if e.open else ""
    lines = ["", *comment([flow(e.doc + tail)]), f"typedef int32_t {e.c_type};", f"enum {e.tag} {{"]
    lines += value_lines([(f"  {v.constant} = {v.value}", C(model).item(v)) for v in e.values], ",")
    return lines + ["};"]


def value_lines(rows: list[tuple[str, str]], end: str) -> list[str]:
    """`declaration, /**< doc */` in a column, or the doc above where one of them is too long."""
    last = len(rows) - 1
    heads = [head + (end if end != "," or i < last else "") for i, (head, _) in enumerate(rows)]
    column = max(len(h) for h in heads) + 1
    if all(column + len(doc) + 8 <= WIDTH for _, doc in rows):
        return [f"{h.ljust(column)}/**< {doc} */" for h, (_, doc) in zip(heads, rows)]
    lines = []
    for h, (_, doc) in zip(heads, rows):
        lines += comment([textwrap.wrap(doc, WIDTH - 5, break_on_hyphens=False)], "  ") + [h]
    return lines


def flags_lines(g: Flags, model: Model) -> list[str]:
    lines = ["", *comment([flow(f"{g.doc} Any of these bits:")]), f"typedef uint64_t {g.c_type};"]
    for v in g.values:
        lines += [*comment([flow(C(model).item(v))]), f"#define {v.constant} (UINT64_C(1) << {v.value.bit_length() - 1})"]
    return lines


def field_doc(f: Field, model: Model) -> str:
    return C(model).item(f, "NULL")


def zero(f: Field, model: Model) -> str:
    """Its initialiser in an _INIT macro."""
    if f.type.kind == "struct" and not f.array:
        return "{" + ", ".join(zero(g, model) for g in model.structs[f.type.name].fields) + "}"
    return "{0}" if f.count else "NULL" if f.pointer else "0"


def struct_lines(s: Struct, model: Model) -> list[str]:
    lines = ["", *comment([flow(s.doc)]), f"typedef struct {s.c_type} {{"]
    lines += value_lines([(f"  {f.c_decl}{f.name}{f.suffix};", field_doc(f, model)) for f in s.fields], "")
    lines += [f"}} {s.c_type};"]
    if s.versioned:
        zeros = "".join(f", {zero(f, model)}" for f in s.fields[1:])
        text = f"#define {s.init_macro} {{sizeof({s.c_type}){zeros}}}"
        if len(text) > WIDTH:
            head = f"#define {s.init_macro}"
            rows = textwrap.wrap(f"{{sizeof({s.c_type}){zeros}}}", WIDTH - 4, initial_indent="  ", subsequent_indent="   ")
            lines += [head + " \\", *[row + " \\" for row in rows[:-1]], rows[-1]]
        else:
            lines += [text]
    return lines


def handle_lines(h: Handle) -> list[str]:
    tail = " Never released." if h.static else f" Released with {h.release}."
    tail += f" It holds its {h.parent}." if h.parent and not h.static else ""
    return ["", *comment([flow(h.doc + tail)]), f"typedef struct {h.c_type} {h.c_type};"]


def table_lines(model: Model) -> list[str]:
    about = "Every function of this header, for plugins: see gc_get_api. It only grows, at its end."
    lines = ["", *comment([flow(about)]),
             "struct gc_api {", "  size_t size; /**< Bytes that the library fills. */"]
    for f in model.table:
        lines += declaration(f"  {f.c_returns} (*{f.implementation})", f.c_params)
    return lines + ["};"]


# C's own numbers, as the spec's enum of values calls them.
C_NUMBERS = [("char", "INT8"), ("signed char", "INT8"), ("unsigned char", "UINT8"), ("short", "INT16"), ("unsigned short", "UINT16"),
             ("int", "INT32"), ("unsigned int", "UINT32"), ("long", "INT64"), ("unsigned long", "UINT64"), ("long long", "INT64"),
             ("unsigned long long", "UINT64"), ("float", "FLOAT32"), ("double", "FLOAT64"), ("_Bool", "BOOL")]

# The value of an expression goes into the gc_arg itself: in C++ it would be gone before the launch.
CPP_ARG = """\
extern "C++" {
namespace gridcall_header {
inline gc_value_type value_type_of(const volatile void*) { return GRIDCALL_VALUE_TYPE_UNKNOWN; }""".splitlines()
CPP_VALUE_TYPE = "inline gc_value_type value_type_of(const volatile {c}*) {{ return GRIDCALL_VALUE_TYPE_{name}; }}"
CPP_ARG_OF = """\
// The number of a handle is no value: an object is an argument of its own kind, or none.
#define GRIDCALL_ARGUMENT(type, kind)                                                                        \\
  inline gc_arg arg_of(type* object) {                                                                       \\
    const gc_arg arg = {GRIDCALL_ARG_KIND_##kind, 8, 0, object, GRIDCALL_VALUE_TYPE_UNKNOWN, 0};             \\
    return arg;                                                                                              \\
  }                                                                                                          \\
  uint64_t host_array(type*) = delete;
#define GRIDCALL_NO_ARGUMENT(type) \\
  gc_arg arg_of(type*) = delete;   \\
  uint64_t host_array(type*) = delete;
@OBJECTS@
#undef GRIDCALL_ARGUMENT
#undef GRIDCALL_NO_ARGUMENT
template <class T>
inline gc_arg arg_of(T& variable) {
  const volatile void* const address = &variable;
  const gc_arg arg = {GRIDCALL_ARG_KIND_VALUE, sizeof(T), 0, const_cast<const void*>(address),
                      value_type_of(&variable), 0};
  return arg;
}
template <class T>
inline gc_arg arg_of(const T&& value) {
  static_assert(!__is_class(T) && !__is_union(T) && sizeof(T) <= sizeof(uint64_t),
                "GRIDCALL_ARG takes a struct, and what is larger than 8 bytes, as a variable");
  gc_arg arg = {GRIDCALL_ARG_KIND_SCALAR, sizeof(T), 0, nullptr, value_type_of(&value), 0};
  __builtin_memcpy(&arg.bits, &value, sizeof(T));
  return arg;
}
template <class T>
inline T* host_array(T* array) { return array; }
inline uint64_t host_array(uint64_t address) { return address; }
inline uint64_t host_array(decltype(nullptr)) { return 0; }
}  // namespace gridcall_header
}  // extern "C++"
"""
# Objects that are arguments: the kind of each has its name.
ARGUMENTS = ("mem", "ndarray", "pipe", "texture", "surface")


def packed(items: list[str], indent: str = "", end: str = "") -> list[str]:
    """As many on a line as fit."""
    lines = [indent + items[0]]
    for item in items[1:]:
        if len(lines[-1]) + len(item) + len(end) < WIDTH:
            lines[-1] += " " + item
        else:
            lines.append(indent + item)
    return [line + end for line in lines]


def cpp_objects(model: Model) -> list[str]:
    """What C++ makes arguments of, by overloads."""
    objects = packed([f"GRIDCALL_ARGUMENT({h.c_type}, {h.name.upper()})" if h.name in ARGUMENTS else f"GRIDCALL_NO_ARGUMENT({h.c_type})"
                      for h in model.handles.values()])
    return CPP_ARG_OF.replace("@OBJECTS@", "\n".join(objects)).splitlines()


def c_objects(model: Model) -> list[str]:
    """The same in C, by the type of the value."""
    takes = [h for h in model.handles.values() if h.name in ARGUMENTS]
    others = [h for h in model.handles.values() if h not in takes]

    def define(head: str, items: list[str], between: str, last: str) -> list[str]:
        rows = packed([f"{item} {between}" for item in items] + [last], "    ", " \\")
        return [f"#define {head} \\", *rows[:-1], rows[-1].removesuffix(" \\")]

    def tests(handles: list[Handle]) -> list[str]:
        return [f"GRIDCALL_IS(value, {h.c_type})" for h in handles]

    kinds = [f"{test} ? GRIDCALL_ARG_KIND_{h.name.upper()} :" for test, h in zip(tests(takes), takes)]
    return [*comment([flow("What a compiler names where an object is passed that is no argument, or no array of the host.")]),
            "struct gridcall_object_that_is_no_value {", "  int unused;", "};",
            "#define GRIDCALL_NO_VALUE (struct gridcall_object_that_is_no_value){0}",
            "#define GRIDCALL_IS(value, type) __builtin_types_compatible_p(__typeof__(value), type*)",
            *define("GRIDCALL_IS_ARGUMENT(value)", ["(" * (not n) + test for n, test in enumerate(tests(takes)[:-1])], "||", tests(takes)[-1] + ")"),
            *define("GRIDCALL_IS_NO_ARGUMENT(value)", ["(" * (not n) + test for n, test in enumerate(tests(others)[:-1])], "||",
                    tests(others)[-1] + ")"),
            "#define GRIDCALL_ARG_KIND_OF(value) \\", "  __builtin_choose_expr(GRIDCALL_IS_NO_ARGUMENT(value), GRIDCALL_NO_VALUE, \\",
            *packed(kinds, "    ", " \\"), "    GRIDCALL_ARG_KIND_VALUE)",
            "#define GRIDCALL_ARG_OBJECT_OF(value) \\",
            "  __builtin_choose_expr(GRIDCALL_IS_ARGUMENT(value), (value), (__typeof__(value)[1]){value})",
            "#define GRIDCALL_HOST_ARRAY(array) \\",
            "  __builtin_choose_expr(GRIDCALL_IS_ARGUMENT(array) || GRIDCALL_IS_NO_ARGUMENT(array), \\",
            "    GRIDCALL_NO_VALUE, (array))"]


def object_arg(name: str) -> list[str]:
    """The macro for an argument that is an object."""
    value = f"GRIDCALL_ARG_KIND_{name.upper()}, 8, 0, ({name}), GRIDCALL_VALUE_TYPE_UNKNOWN, 0"
    macro = f"#define GRIDCALL_ARG_{name.upper()}({name}) \\"
    return ["", "#ifdef __cplusplus", *comment([flow(f"A gc_arg with a gc_{name}.")]),
            macro, f"  gc_arg {{{value}}}", "#else", macro, f"  ((gc_arg){{{value}}})", "#endif"]


def value_type_macro(model: Model) -> list[str]:
    """In C11, which value a number is."""
    if "value_type" not in model.enums:
        return []
    rows = [f"    {c}: GRIDCALL_VALUE_TYPE_{name}" for c, name in C_NUMBERS] + ["    default: GRIDCALL_VALUE_TYPE_UNKNOWN)"]
    rows = [row + (", \\" if row is not rows[-1] else "") for row in rows]
    value = ("GRIDCALL_ARG_KIND_OF(value), (uint32_t)sizeof(value), 0, GRIDCALL_ARG_OBJECT_OF(value), \\\n   "
             "GRIDCALL_VALUE_TYPE_OF(value), 0")
    memory = "GRIDCALL_ARG_KIND_MEM, 8, 0, (mem), GRIDCALL_VALUE_TYPE_UNKNOWN, 0"
    host = ("(uint32_t)(index), GRIDCALL_HOST_DIRECTION_##direction, \\\n   (uint64_t)(uintptr_t)@(array), "
            "(size), GRIDCALL_VALUE_TYPE_UNKNOWN, 0")
    host_c, host_cpp = host.replace("@", "GRIDCALL_HOST_ARRAY"), host.replace("@", "gridcall_header::host_array")
    # Each comment stands right before the first #define of what it documents.
    return ["", "#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && defined(__LP64__)",
            *comment([flow("The gc_value_type of a number, for `value_type` of a gc_arg; before C11 and in C++: UNKNOWN.")]),
            "#define GRIDCALL_VALUE_TYPE_OF(value) _Generic((value), \\", *rows,
            "#else", "#define GRIDCALL_VALUE_TYPE_OF(value) GRIDCALL_VALUE_TYPE_UNKNOWN", "#endif", "",
            "#ifdef __cplusplus", *CPP_ARG, *[CPP_VALUE_TYPE.format(c=c.replace("_Bool", "bool"), name=name) for c, name in C_NUMBERS],
            *cpp_objects(model),
            *comment([flow("A gc_arg with any value, of a variable or of an expression, a struct too: an array of them is what gc_launch takes. "
                           "A variable must last, and is read, until that call; in C what an expression gave lasts until the end of the block. "
                           f"A {', '.join('gc_' + name for name in ARGUMENTS[:-1])} or gc_{ARGUMENTS[-1]} becomes an argument of its kind, and "
                           "another object is refused by the compiler.")]),
            "#define GRIDCALL_ARG(value) gridcall_header::arg_of(value)",
            "#else", *c_objects(model), *f"#define GRIDCALL_ARG(value) \\\n  ((gc_arg){{{value}}})".splitlines(), "#endif", "",
            "#ifdef __cplusplus",
            *comment([flow("A gc_arg with the device address of a gc_mem.")]),
            "#define GRIDCALL_ARG_MEM(mem) \\", f"  gc_arg {{{memory}}}",
            "#else", "#define GRIDCALL_ARG_MEM(mem) \\", f"  ((gc_arg){{{memory}}})", "#endif",
            *[line for name in ARGUMENTS[1:] if name in model.handles for line in object_arg(name)],
            "", "#ifdef __cplusplus",
            *comment([flow("A gc_host_arg: the parameter's index, IN, OUT or IN_OUT, the array's address and its size in bytes.")]),
            "#define GRIDCALL_HOST_ARG(index, direction, array, size) \\", f"  gc_host_arg {{{host_cpp}}}",
            "#else", "#define GRIDCALL_HOST_ARG(index, direction, array, size) \\", f"  ((gc_host_arg){{{host_c}}})", "#endif"]


def emit(model: Model) -> dict[str, str]:
    major, minor, patch = model.version.split(".")
    deprecated = DEPRECATED if any(f.deprecated for f in model.functions) else ""
    lines = (TOP + deprecated).replace("@CONTRACT@", contract(model)).splitlines() + [
        "", "/** The version of this header: major * 10000 + minor * 100 + patch. */",
        f"#define GRIDCALL_VERSION {model.version_number}",
        f"#define GRIDCALL_VERSION_MAJOR {int(major)}", f"#define GRIDCALL_VERSION_MINOR {int(minor)}",
        f"#define GRIDCALL_VERSION_PATCH {int(patch)}", f"#define GRIDCALL_VERSION_TEXT \"{model.version_text}\"",
        "/** What gc_get_api takes, and the number in the library's soname. */",
        f"#define GRIDCALL_ABI_VERSION {model.abi_version}",
        "", "#ifdef __cplusplus", 'extern "C" {', "#endif"]
    # Types that anything may mention come first, so that the sections can stand in the order of reading.
    lines += ["", "/* Handles: opaque, and defined nowhere. */"]
    for h in model.handles.values():
        lines += handle_lines(h)
    lines += ["", "/** The table of every function, defined at the end. */", "typedef struct gc_api gc_api;"]
    status = model.enums.get("status")
    hoisted = [status] if status else []
    for e in hoisted:
        lines += enum_lines(e, model)
    for noun in model.nouns:
        lines += title(noun)
        for e in noun.enums:
            lines += [] if e in hoisted else enum_lines(e, model)
        for g in noun.flags:
            lines += flags_lines(g, model)
        for s in noun.structs:
            lines += struct_lines(s, model)
        for f in noun.functions:
            returns = f.c_returns
            attribute = [f'GRIDCALL_DEPRECATED("use {f.deprecated.use}")'] if f.deprecated else []
            lines += ["", *function_comment(model, f), *attribute, *declaration(f"GRIDCALL_API {returns} {f.name}", f.c_params)]
    lines += table_lines(model)
    lines += value_type_macro(model)
    lines += ["", "#ifdef __cplusplus", '}', "#endif", "", "#endif /* GRIDCALL_GRIDCALL_H */"]
    return {HEADER: "\n".join(lines) + "\n"}
