#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes everything that follows from bindings/api/: `gen.py`, or `gen.py --check` to name what has drifted."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

import model as spec

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Every emit_*.py beside this file has emit(model) -> {path from the root: text}.
EMITTERS = sorted(path.stem for path in HERE.glob("emit_*.py"))


def outputs(model: spec.Model) -> dict[str, str]:
    files: dict[str, str] = {}
    for name in EMITTERS:
        for path, text in importlib.import_module(name).emit(model).items():
            if path in files:
                raise spec.SpecError(f"{name}: writes {path}, which another emitter writes too")
            if not text.endswith("\n") or text.endswith("\n\n"):
                raise spec.SpecError(f"{name}: {path} does not end in one newline")
            files[path] = text
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a committed file would change")
    parser.add_argument("--list", action="store_true", help="name the files that are generated")
    parser.add_argument("--root", type=Path, default=ROOT, help="where to write (default: the repository)")
    parser.add_argument("--api", type=Path, default=ROOT / "bindings/api", help="where the spec is")
    arguments = parser.parse_args()
    try:
        files = outputs(spec.load(arguments.api))
    except spec.SpecError as e:
        print(f"gen.py: {e}", file=sys.stderr)
        return 1
    if arguments.list:
        print("\n".join(sorted(files)))
        return 0
    drifted = []
    for path, text in sorted(files.items()):
        target = arguments.root / path
        if target.exists() and target.read_text(encoding="utf-8") == text:
            continue
        drifted.append(path)
        if not arguments.check:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
    if arguments.check and drifted:
        print("gen.py: these files differ from what the spec says; run scripts/generate:", file=sys.stderr)
        print("\n".join(f"  {path}" for path in drifted), file=sys.stderr)
        return 1
    if not arguments.check:
        print(f"gen.py: {len(files)} files, {len(drifted)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
