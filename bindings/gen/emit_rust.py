# SPDX-License-Identifier: Apache-2.0
"""Rust: `gridcall-sys`, the raw declarations, and the generated part of `gridcall`, the safe layer."""

from __future__ import annotations

import rust_sys
from model import Model
from rust_names import check_unsafe
from rust_safe import Safe


def emit(model: Model) -> dict[str, str]:
    check_unsafe(model)
    return rust_sys.emit(model) | Safe(model).files()
