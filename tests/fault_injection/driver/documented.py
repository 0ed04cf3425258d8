#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the statuses that the spec documents for each function, as C++ initializers."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bindings/gen"))
import loader  # noqa: E402

api = loader.load(Path(__file__).resolve().parents[3] / "bindings/api")
with open(sys.argv[1], "w") as out:
    for function in api.functions:
        if function.errors:
            print(f'{{"{function.name}", {{{", ".join("GRIDCALL_ERROR_" + each for each in function.errors)}}}}},', file=out)
