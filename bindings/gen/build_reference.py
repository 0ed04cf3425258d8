# SPDX-License-Identifier: Apache-2.0
"""reference/: the pages of the site that say what each function does, one page a noun, and indexes: C's names, and those of the languages."""

from __future__ import annotations

from c_docs import C, common_errors, field_doc, parameter_docs
from emit_c import declaration
from model import Function, Model, Noun
from signatures import WIDTH, Language, languages

FOLDER = "reference"
PREVIEW = ("**Preview.** These types and functions may change or go in any release. A program in C includes `gridcall/preview.h`; "
           " in Rust the crate has them with the feature `preview`, in Julia they are in `GridCall.Preview`, and in Python in `gridcall.preview`.")

INDEX_TOP = """\
# gridcall reference

The C API of gridcall, and what its functions are called in the other languages, generated from `bindings/api/`. [Rust](rust.md), [Go](go.md),
[Julia](julia.md) and [Python](python.md) have a page of names each; the tabs at a function show how it is called.

## The contract of every function

@CONTRACT@

```c
gc_error* error = NULL;
if (gc_mem_alloc(context, 1 << 20, &mem, &error) != GRIDCALL_OK) {
  fprintf(stderr, "%s\\n", gc_error_message(error));
  gc_error_release(error);
}
```
"""


class Page(C):
    def status(self, name: str) -> str:
        return f"`{name}`"


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def table(heads: list[str], rows: list[list[str]]) -> list[str]:
    lines = ["", f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    return lines + [f"| {' | '.join(cell(c) for c in row)} |" for row in rows]


def function_lines(model: Model, f: Function, others: list[Language]) -> list[str]:
    """An entry. Fences of several languages behind each other become tabs on the page."""
    lines = ["", f"### {f.name}", "", f.doc, "", "```c", *declaration(f"{f.c_returns} {f.name}", f.c_params, WIDTH), "```"]
    for each in others:
        code = each.code(f)
        lines += ["", f"```{each.fence}", *code, "```"] if code else []
    if f.params:
        lines += [""]
    for p in f.params:
        lines += [f"- `{name}`: {text}" for name, text in parameter_docs(model, p)]
    if f.fallible:
        own = [own] if (own := Page(model).own_errors(f)) else []
        common = ["the common ones"] if f.noun.errors and f.common_errors else []
        lines += ["", f"Errors: {', '.join(own + common) or 'what wrong arguments cause'}."]
    if f.deprecated:
        lines += ["", f"**Deprecated** {C(model).deprecation(f)}"]
    notes = ["May block."] * f.blocking + [f"Since {f.since}."] * (f.since != model.since_versions[0])
    return lines + ["", " ".join(notes)] * bool(notes)


def top(model: Model, noun: Noun) -> list[str]:
    """The head of a page: how the noun is used, and what its functions have in common."""
    lines = [f"# {noun.title}"]
    if noun.preview:
        lines += ["", PREVIEW]
    lines += ["", noun.doc]
    for paragraph in noun.guide:
        code = [line[4:] for line in paragraph.splitlines()] if paragraph.startswith("    ") else []
        lines += ["", *(["```c", *code, "```"] if code else [paragraph])]
    return lines + (["", common_errors(model, noun)] if noun.errors else [])


def page(model: Model, noun: Noun, others: list[Language]) -> str:
    lines = top(model, noun)
    for h in noun.handles:
        tail = "Never released." if h.static else f"Released with `{h.release}`."
        tail += f" It holds its {h.parent}." if h.parent else ""
        lines += ["", f"## {h.c_type}", "", f"{h.doc} {tail}"]
    for e in noun.enums:
        lines += ["", f"## {e.c_type}", "", f"`int32_t`. {e.doc}"]
        lines += table(["constant", "number", ""], [[f"`{v.constant}`", str(v.value), C(model).item(v)] for v in e.values])
    for g in noun.flags:
        lines += ["", f"## GRIDCALL_{g.prefix}_*", "", f"`uint64_t`. {g.doc}"]
        lines += table(["flag", "bit", ""], [[f"`{v.constant}`", str(v.value.bit_length() - 1), C(model).item(v)] for v in g.values])
    for s in noun.structs:
        tail = f" Start from `{s.init_macro}`." if s.versioned else ""
        lines += ["", f"## {s.c_type}", "", f"{s.doc}{tail} {s.size} bytes."]
        lines += table(["field", "type", "offset", ""],
                       [[f"`{f.name}`", f"`{f.c_decl.strip()}{f.suffix}`", str(f.offset), field_doc(f, model)] for f in s.fields])
    lines += ["", "## Functions"]
    for f in noun.functions:
        lines += function_lines(model, f, others)
    return "\n".join(lines) + "\n"


def names(model: Model, language: Language) -> str:
    """The page of what a language calls the functions."""
    lines = [f"# {language.name}", *(line for paragraph in language.about for line in ("", paragraph))]
    for noun in model.nouns:
        rows = []
        for f in noun.functions:
            own = "<br>".join(f"`{line}`" for line in language.own.get(f.name, "").splitlines())
            name = f"`{language.paths[f.name]}`" if f.name in language.paths else ""
            preview = " (preview)" * (f.preview and not noun.preview)
            rows += [[f"[`{f.name}`]({noun.stem}.md#{f.name}){preview}", name, own]] if name or own else []
        columns = 3 if any(row[2] for row in rows) else 2
        heads = ["C", language.name, "or shorter"][:columns]
        lines += ["", f"## {noun.title}{' (preview)' * noun.preview}"] + table(heads, [row[:columns] for row in rows]) if rows else []
    return "\n".join(lines) + "\n"


def emit(model: Model) -> dict[str, str]:
    others = languages(model)
    files = {f"{FOLDER}/{n.stem}.md": page(model, n, others) for n in model.nouns}
    files |= {f"{FOLDER}/{each.fence}.md": names(model, each) for each in others}
    index = INDEX_TOP.replace("@CONTRACT@", "\n\n".join(model.contract)).splitlines() + ["", "## The nouns"]
    for n in model.nouns:
        index += ["", f"**[{n.title}]({n.stem}.md)**{' (preview)' * n.preview}: " + ", ".join(
            f"[`{f.name}`]({n.stem}.md#{f.name})" for f in n.functions)]
    files[f"{FOLDER}/gridcall.md"] = "\n".join(index) + "\n"
    return files
