# SPDX-License-Identifier: Apache-2.0
"""bindings/api/lock.txt: what the released versions have, one line a symbol, constant and field. loader.py refuses to change one."""

from __future__ import annotations

from model import Model

HEAD = """\
# Every stable symbol, constant and field of the released versions, with the version that brought it, in the order of
# the function table. Until a version is released its lines follow from the spec and are not here; those of preview
# nouns and functions never are.
# Written by bindings/gen/gen.py. A line never changes and never moves.
"""


def emit(model: Model) -> dict[str, str]:
    current = ".".join(model.version.split(".")[:2])
    before = model.since_versions[: model.since_versions.index(current) + (not model.version_status)]
    return {"bindings/api/lock.txt": HEAD + "".join(f"{line}\n" for line in model.lock if line.split()[0] in before)}
