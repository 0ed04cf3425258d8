# SPDX-License-Identifier: Apache-2.0
"""reference/coverage.md: what PyCUDA, Numba and PyOpenCL have, and how gridcall gives it; and the part of it for each page of docs/coming."""

from __future__ import annotations

from build_reference import FOLDER, table
from model import Item, Model, SpecError
from signatures import Python, python

TOP = """\
# Coverage

What PyCUDA, Numba's CUDA memory management and PyOpenCL's memory objects give to Python, item by item, and what gives it here. Each
row names the functions and the tests that ran on the CPU device; the same conformance tests run on a GPU. Generated from
`tests/coverage/items.toml`.
"""

COMING = """
## All of it

Item by item, in their order: what it is called in Python and in C. [Coverage](../reference/coverage.md) has the tests of each.
"""


def given(item: Item, pages: dict[str, str]) -> str:
    if item.open:
        return f"*open: {item.open}*"
    if item.answer:
        return item.answer
    links = ", ".join(f"[`{name}`]({pages[name]})" if name in pages else f"`{name}`" for name in item.functions)
    return f"{links}: {item.note}" if item.note else links


def emit(model: Model) -> dict[str, str]:
    if not model.coverage:
        return {}
    pages = {f.name: f"{f.noun.stem}.md#{f.name}" for f in model.functions}
    items = [item for part in model.coverage for item in part.items]
    lines = TOP.split("\n")
    counts = {"have functions": sum(bool(i.functions) for i in items), "need none": sum(bool(i.answer) for i in items),
              "are open": sum(bool(i.open) for i in items)}
    lines += [f"{len(items)} items: " + ", ".join(f"{count} {what}" for what, count in counts.items()) + "."]
    source = ""
    for part in model.coverage:
        if part.source != source:
            source = part.source
            lines += ["", f"## {source}"]
        if part.title:
            lines += ["", f"### {part.title}"]
        lines += table(["", "item", "here", "tests"], [
            [str(i.number), f"`{i.name}`", given(i, pages), ", ".join(i.tests)] for i in part.items])
    return {f"{FOLDER}/coverage.md": "\n".join(lines) + "\n"} | coming(model, {name: f"../{FOLDER}/{page}" for name, page in pages.items()})


def coming(model: Model, pages: dict[str, str]) -> dict[str, str]:
    """The rows of each library, which follow what is written by hand on the page of its name."""
    paths = python(model).paths
    words = {name: word for name, word in Python(model).names.items() if name != "gc_error_release"}
    words |= {f.name: f"`{path}`" for f in model.functions if f.role != "destructor" and (path := paths.get(f.name))}
    texts = {name: COMING.splitlines() for name in ("pycuda", "numba", "pyopencl")}
    for part in model.coverage:
        lines = texts.get(part.source.split(":")[0].lower())
        if lines is None:
            raise SpecError(f"items.toml: no page of docs/coming is for \"{part.source}\"")
        lines += ["", f"### {part.title or part.source.split(': ')[1]}"] + table(["item", "Python", "C"], [
            [f"`{i.name}`", ", ".join(dict.fromkeys(words[name] for name in i.functions if name in words)), given(i, pages)] for i in part.items])
    return {f"coming/{name}.md": "\n".join(lines) + "\n" for name, lines in texts.items()}
