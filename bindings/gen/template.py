# SPDX-License-Identifier: Apache-2.0
"""Texts that follow from nothing: files of templates/, with @NAME@ where a value stands."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "templates"


def template(name: str, **values: object) -> str:
    text = (FOLDER / name).read_text(encoding="utf-8")
    for key, value in values.items():
        text = text.replace(f"@{key.upper()}@", str(value))
    return text
