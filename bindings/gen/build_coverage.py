# SPDX-License-Identifier: Apache-2.0
"""reference/coverage.md: what PyCUDA, Numba and PyOpenCL have, and how gridcall gives it."""

from __future__ import annotations

from build_reference import FOLDER, table
from model import Item, Model

TOP = """\
# Coverage

What PyCUDA, Numba's CUDA memory management and PyOpenCL's memory objects give to Python, item by item, and what gives it here. Each
row names the functions and the tests that ran on the CPU device; the same conformance tests run on a GPU. Generated from
`tests/coverage/items.toml`.
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
    return {f"{FOLDER}/coverage.md": "\n".join(lines) + "\n"}
