#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints how many branches and lines were taken, of gcovr's JSON, by folder and for some modules.

usage: branches.py COVERAGE.json [FILE]      with FILE: the lines of it whose branches were missed
"""

import json
import re
import sys
from pathlib import Path

MODULES = {
    "handle table": r"src/core/handle\.(cpp|h)",
    "pool": r"src/core/memory/pool\.(cpp|h)",
    "cache": r"src/compile/(cache|cache_directory|entry|single_flight)\.(cpp|h)",
    "error": r"src/(core/(error|check)\.(cpp|h)|api/(error|boundary)\.(cpp|h))",
}


def counts(files):
    branches = lines = taken = run = 0
    for file in files:
        for line in file["lines"]:
            lines += 1
            run += line["count"] > 0
            for branch in line.get("branches", []):
                branches += 1
                taken += branch["count"] > 0
    return taken, branches, run, lines


def row(name, files):
    taken, branches, run, lines = counts(files)
    print(f"{name:24} {taken:6} of {branches:6} branches {100 * taken / max(1, branches):6.1f} %   "
          f"{run:6} of {lines:6} lines {100 * run / max(1, lines):6.1f} %")


def main():
    files = json.loads(Path(sys.argv[1]).read_text())["files"]
    if len(sys.argv) > 2:
        for file in files:
            if not file["file"].endswith(sys.argv[2]):
                continue
            source = Path(file["file"]).read_text().splitlines()
            for line in file["lines"]:
                missed = sum(branch["count"] == 0 for branch in line.get("branches", []))
                if missed or line["count"] == 0:
                    print(f"{line['line_number']:5} {missed or '-'}  {source[line['line_number'] - 1].strip()}")
        return
    folders = sorted({"/".join(file["file"].split("/")[:2]) for file in files})
    for folder in folders:
        row(folder, [file for file in files if file["file"].startswith(folder + "/")])
    row("all", files)
    print()
    for name, pattern in MODULES.items():
        row(name, [file for file in files if re.fullmatch(pattern, file["file"])])


main()
