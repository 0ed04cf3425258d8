# SPDX-License-Identifier: Apache-2.0
"""operations.<language>: what the interpreters of the shared scenario know of the API. For each function one operation, which
reads its arguments from words, calls the language's own binding and shows the results; all of it by type. The runtimes
in tests/bindings hold what does not grow with the API: words, names, values and printing.
"""

from __future__ import annotations

from model import Model
from scenario import Spec
from scenario_c import C
from scenario_go import Go
from scenario_julia import Julia
from scenario_python import Python
from scenario_rust import Rust


def emit(model: Model) -> dict[str, str]:
    spec = Spec(model)
    return {"operations.c": C(spec).emit(), "operations.rs": Rust(spec).emit(), "operations.go": Go(spec).emit(),
            "operations.jl": Julia(spec).emit(), "operations.py": Python(spec).emit()}
