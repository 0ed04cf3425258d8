# SPDX-License-Identifier: Apache-2.0
"""bindings/api/lock.txt: one line a symbol, constant and field. loader.py refuses to change a released line."""

from __future__ import annotations

from model import Model

HEAD = """\
# Every stable symbol, constant and field with the version that brought it, in the order of the function table.
# Those of preview nouns and functions are not here: they may change in any release.
# Written by bindings/gen/gen.py. Lines of a released version never change and never move.
"""


def emit(model: Model) -> dict[str, str]:
    return {"bindings/api/lock.txt": HEAD + "\n".join(model.lock) + "\n"}
