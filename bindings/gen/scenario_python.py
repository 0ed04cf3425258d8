# SPDX-License-Identifier: Apache-2.0
"""operations.py: each function with the method that calls it. The rest is read of the package's own table: tests/bindings/python/scenario.py."""

from __future__ import annotations

from dataclasses import replace

from python_names import HEADER, Docs, is_method, is_property
from scenario import Spec


class Python:
    def __init__(self, spec: Spec):
        self.spec, self.model = spec, spec.model

    def emit(self) -> str:
        docs = Docs(self.model)
        lines = [HEADER.format("Functions, and their parameter that is `self`."), "import gridcall as gc", "import gridcall.preview", "", "OPERATIONS = {"]
        for f in self.spec.functions:
            if f.cls == "error" or f.role == "destructor":
                continue
            fget = ".fget" * is_property(self.model, replace(f, cls=f.any[0]) if f.any else f)
            own = f.self_param if f.any or is_method(self.model, f) else ""
            lines.append(f'    "{f.name}": (gc.{docs.path(f)}{fget}, "{own}"),')
        return "\n".join([*lines, "}"]) + "\n"
