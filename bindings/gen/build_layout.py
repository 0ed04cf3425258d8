# SPDX-License-Identifier: Apache-2.0
"""layout_asserts.c: sizes and offsets of every struct, which the bindings were generated for, compared by a C compiler."""

from __future__ import annotations

from glue_implementation import HEAD, packed
from model import Model


def layout_asserts(model: Model) -> str:
    lines = [*HEAD.splitlines(), "//", "// The layout that the bindings were generated for.", "",
             '#include "gridcall/preview.h"', "",
             '_Static_assert(sizeof(void*) == 8 && sizeof(size_t) == 8, "gridcall is for 64-bit platforms");']
    for s in model.structs.values():
        lines += ["", f'_Static_assert(sizeof({s.c_type}) == {s.size}, "size of {s.c_type}");']
        for f in s.fields:
            lines += packed("_Static_assert", [f"offsetof({s.c_type}, {f.name}) == {f.offset}",
                                               f'"offset of {s.c_type}.{f.name}"'], ";")
    return "\n".join(lines) + "\n"


def emit(model: Model) -> dict[str, str]:
    return {"layout_asserts.c": layout_asserts(model)}
