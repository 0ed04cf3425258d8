#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the header and the glue of the tiny spec, for tests/gen/glue.cpp: `tiny_glue.py FOLDER`."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "bindings/gen"))

import emit_c  # noqa: E402
import emit_glue  # noqa: E402
import loader  # noqa: E402

# Not src/core: the glue runs on the library's own handles.
WANTED = (emit_c.HEADER, emit_c.PREVIEW_HEADER, "src/api/generated/implementation.h", "src/api/generated/lamp.cpp")

tiny = loader.load(HERE / "tiny")
for path, text in (emit_c.emit(tiny) | emit_glue.emit(tiny)).items():
    if path in WANTED:
        target = Path(sys.argv[1]) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
