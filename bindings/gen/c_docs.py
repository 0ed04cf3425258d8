# SPDX-License-Identifier: Apache-2.0
"""Comments of the public header: their words, and how they are laid out."""

from __future__ import annotations

import re
import textwrap

from model import Field, Function, Model, Noun, Param
from spec_keys import PREVIEW
from words import Words, restates

WIDTH = 110
# The contract says it of all streams.
SAID_OF_STREAMS = re.compile(r"The stream( that the copy is| it is)?( queued on)?(; of the \w+'s context)?\. "
                             r"NULL: the default stream of the (?!destination)\w+'s context\.")


class C(Words):
    def status(self, name: str) -> str:
        return name


def contract(model: Model) -> str:
    """The contract of all functions as a comment; the names that the code has stay in backticks only where they are parameters."""
    lines = ["/*", " * The contract of every function"]
    for paragraph in model.contract:
        text = paragraph.replace("**", "").replace("`gc_", "gc_").replace("`GRIDCALL_", "GRIDCALL_")
        text = re.sub(r"\b((?:gc_|GRIDCALL_)[\w.]*[\w*])`", r"\1", text)
        lines += [" *", *wrap(text, " * ")]
    return "\n".join([*lines, " */"])


def wrap(text: str, first: str = "", rest: str | None = None, width: int = WIDTH) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=first if rest is None else rest, break_long_words=False,
                         break_on_hyphens=False) or [""]


def comment(paragraphs: list[list[str]], indent: str = "") -> list[str]:
    """A doc comment: on one line where it fits."""
    lines = [line for p in paragraphs for line in [""] + p][1:]
    if len(lines) == 1 and len(lines[0]) + len(indent) + 7 <= WIDTH:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**"] + [f"{indent} * {line}".rstrip() for line in lines] + [f"{indent} */"]


def flow(text: str, first: str = "", rest: str = "") -> list[str]:
    return wrap(text, first, rest, WIDTH - 3)


def columns(rows: list[tuple[str, str]]) -> list[str]:
    """`declaration /**< doc */`, in a column that most docs have room in; the doc is above where it has none on the line."""
    def room(head: str, doc: str, column: int) -> bool:
        return max(len(head) + 1, column) + len(doc) + 8 <= WIDTH

    def cost(column: int) -> tuple[int, int]:
        """Lines, and how many of the docs are not in the column."""
        return sum(not room(h, d, column) for h, d in rows), sum(room(h, d, column) and len(h) + 1 > column for h, d in rows)

    column = min(sorted({len(h) + 1 for h, _ in rows}), key=cost)
    lines = []
    for head, doc in rows:
        if room(head, doc, column):
            lines.append(f"{head.ljust(column - 1)} /**< {doc} */")
        else:
            lines += [*comment([wrap(doc, width=WIDTH - 5)], head[:len(head) - len(head.lstrip())]), head]
    return lines


def section(model: Model, noun: Noun) -> list[str]:
    """A rule, the title, how to use the noun, and all that its functions have in common."""
    head = f"/* --- {noun.title} "
    lines = ["", head + "-" * (WIDTH - len(head)), *wrap(noun.doc, " * ")]
    for paragraph in noun.guide:
        code = paragraph.startswith("    ")
        lines += [" *", *([f" * {line}".rstrip() for line in paragraph.splitlines()] if code else wrap(paragraph, " * "))]
    shared = [(p, *parameter_docs(model, p)[0]) for p in noun.common_params().values()]
    shared = [(name, text) for p, name, text in shared if not restates(p, text, model) and not SAID_OF_STREAMS.fullmatch(text)]
    if shared:
        lines += [" *", " * Common parameters:", *(line for name, text in shared for line in wrap(f"`{name}`: {text}", " * - ", " *   "))]
    if noun.errors:
        lines += [" *", *wrap(common_errors(model, noun), " * ")]
    return lines + [" */"]


def common_errors(model: Model, noun: Noun) -> str:
    return f"Common errors: {', '.join(C(model).error_list(noun.errors))}."


def parameter_docs(model: Model, p: Param) -> list[tuple[str, str]]:
    """(name, text) for each C parameter that the spec's one stands for, with all that holds for it."""
    text = C(model).value(p, "NULL")
    names = [c.name for c in p.c]
    if p.out == "owned":
        none = f" NULL: {p.nullable}." if p.nullable else ""
        return [(names[0], f"OWNED, release it with {model.handles[p.type.name].release}. {p.doc}{none}")]
    if p.out == "owned_each":
        return [(names[0], f"OWNED, release each with {model.handles[p.type.name].release}. {p.doc} As many as `{p.of}` has; all of them or none.")]
    if p.out == "borrowed":
        return [(names[0], f"Never released. {p.doc}")]
    if p.out == "struct":
        return [(names[0], f"{p.doc} Its struct_size is set by the caller: {model.structs[p.type.name].init_macro}.")]
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


def short_docs(model: Model, f: Function) -> list[tuple[str, str]]:
    """(name, text) of the parameters of which there is more to say than the contract, the section, name and type do."""
    common, found = f.noun.common_params(), []
    for p in f.params:
        defaults = p.nullable == "all defaults"  # the contract says it of all options
        null = f" NULL: {p.nullable}." if p.nullable and not defaults else ""
        if p.length_of or f.role == "destructor" or p.name in common and p.says(common[p.name]):
            continue
        handles = p.type.kind == "handle" and not model.handles[p.type.name].static
        text = f"{p.doc}{null if p.out else ''}"
        if not p.out and not p.array and p.type.kind != "bytes":
            text = C(model).value(p, "" if defaults else "NULL")
        elif p.type.kind == "bytes":
            text = p.doc + null
        elif p.out == "owned_each":
            text = f"{p.doc} As many as `{p.of}` has; all of them or none."
        elif p.out == "value":
            text = C(model).value(p, "NULL")
        if restates(p, text.removesuffix(", from 0."), model) or SAID_OF_STREAMS.fullmatch(text):
            continue
        owned = "OWNED. " if p.out in ("owned", "owned_each") or p.out == "array" and handles else ""
        found.append((p.c[0].name, owned + text))
    return found


def function_comment(model: Model, f: Function) -> list[str]:
    words, tags = C(model), []
    for name, text in short_docs(model, f):
        tags += flow(f"@param {name} {text}", "", "    ")
    own = words.own_errors(f)
    said = all(re.search(rf"\b{e}\b", f.doc) for e in own.split(", "))  # by the doc, with when they come
    doc = f.doc.removesuffix(PREVIEW) if f.noun.preview else f.doc  # its section says it
    text = doc + " May block." * f.blocking + f" Errors: {own}." * (bool(own) and not said)
    if f.since != model.since_versions[0]:
        tags += [f"@since {f.since}"]
    if f.deprecated:
        tags += [f"@deprecated {words.deprecation(f)}"]
    return comment([flow(text), *([tags] if tags else [])])


def field_doc(f: Field, model: Model) -> str:
    return C(model).item(f, "NULL")
