#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints how many branches and lines of src/ were taken in a build with gcov's counters, by folder and for some modules.

usage: branches.py BUILD [FILE]      with FILE: the lines of it whose branches were missed
       GCOV=gcov-13 branches.py BUILD

Branches that only an exception takes are not counted, nor those of lines without code. A template's instances and an inline
function's copies count as one. Nor are branches that no test can make happen, where `// not counted: WHY` behind the line, or alone
above the statement, says why; how many is printed, and the marks are few. Programs that link objects of the library have counters of their own
(tests/support/counters.cpp). What was counted is kept in BUILD/coverage.json until a test runs again.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODULES = {
    "handle table": r"src/core/handle\.(cpp|h)",
    "pool": r"src/core/memory/pool\.(cpp|h)",
    "cache": r"src/compile/(cache|cache_directory|entry|single_flight)\.(cpp|h)",
    "error": r"src/(core/(error|check)\.(cpp|h)|api/(error|boundary)\.(cpp|h))",
}
MARK = re.compile(r"// not counted: \w")
MOST_MARKS = 30


def gcov_of(build):
    """The gcov of the compiler's version: another one does not read its files."""
    if "GCOV" in os.environ:
        return os.environ["GCOV"]
    compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M)[1]
    major = subprocess.run([compiler, "-dumpversion"], capture_output=True, text=True, check=True).stdout.split(".")[0]
    return next((name for name in (f"gcov-{major}", "gcov") if shutil.which(name)), None) or sys.exit("no gcov is installed")


def read(gcov, notes):
    """[(file, line, count, [branch counts])] of one object."""
    done = subprocess.run([gcov, "--json-format", "--stdout", "--branch-probabilities", notes.name], cwd=notes.parent,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{gcov} {notes}: {done.stderr}")
    found = []
    for document in done.stdout.splitlines():
        data = json.loads(document)
        for file in data["files"]:
            path = Path(data["current_working_directory"], file["file"]).resolve()
            if not path.is_relative_to(ROOT / "src") or "generated" in path.parts:
                continue
            for line in file["lines"]:
                branches = [branch["count"] for branch in line["branches"] if not branch["throw"]]
                found.append((str(path.relative_to(ROOT)), line["line_number"], line["count"], branches))
    return found


def notes_beside(counters, build):
    """gcov wants an object's notes in the folder of its counters, which is below that of its program."""
    at = counters.parts.index("src", len(build.parts) + 2)
    notes = counters.with_suffix(".gcno")
    if not notes.exists():
        notes.symlink_to((build / Path(*counters.parts[at:])).with_suffix(".gcno"))
    return notes


def count(build):
    """{file: {line: [count, [branch counts]]}}"""
    files = sorted(build.glob("src/**/*.gcno"))  # an object that no program loaded has no counters, and counts
    own = sorted((build / "counters").glob("*/src/**/*.gcda"))
    files += [notes_beside(file, build) for file in own]
    counters = [file.stat().st_mtime for file in [*build.glob("src/**/*.gcda"), *own]]
    if not counters:
        sys.exit(f"{build} has no counters: scripts/coverage builds with them and runs the tests")
    kept = build / "coverage.json"
    if kept.exists() and kept.stat().st_mtime > max(counters):
        return json.loads(kept.read_text())
    gcov = gcov_of(build)
    merged = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda file: read(gcov, file), files):
            for path, number, times, branches in found:
                line = merged.setdefault(path, {}).setdefault(str(number), [0, []])
                line[0] += times
                for i, taken in enumerate(branches):
                    line[1][i:i + 1] = [taken + (line[1][i] if i < len(line[1]) else 0)]
    kept.write_text(json.dumps(merged))
    return merged


def leave_out(files):
    """Drops what does not count. Returns how many branches marks have left out, and how many marks there are."""
    dropped = marks = 0
    for path, lines in files.items():
        source = (ROOT / path).read_text().splitlines()
        marked = set()
        for number, text in enumerate(source, 1):
            if not MARK.search(text):
                continue
            marks += 1
            last = number + (not MARK.split(text)[0].strip())
            while not re.search(r"[;{}]\s*(//.*)?$", source[last - 1]):  # to the end of the statement
                last += 1
            marked.update(range(number, last + 1))
        for number, line in lines.items():
            if not re.search(r"\w", source[int(number) - 1].partition("//")[0]):
                line[1] = []
            if int(number) in marked:
                taken = [each for each in line[1] if each > 0]
                dropped += len(line[1]) - len(taken)
                line[1] = taken
    if marks > MOST_MARKS:
        sys.exit(f"{marks} lines are marked as not counted, more than {MOST_MARKS}: write tests instead")
    return dropped, marks


def row(name, files):
    lines = [line for file in files for line in file.values()]
    branches = [taken for line in lines for taken in line[1]]
    taken, run = sum(each > 0 for each in branches), sum(line[0] > 0 for line in lines)
    print(f"{name:24} {taken:6} of {len(branches):6} branches {100 * taken / max(1, len(branches)):6.1f} %   "
          f"{run:6} of {len(lines):6} lines {100 * run / max(1, len(lines)):6.1f} %")


def main():
    if len(sys.argv) < 2 or sys.argv[1] == "--help":
        sys.exit(__doc__)
    files = count(Path(sys.argv[1]).resolve())
    dropped, marks = leave_out(files)
    if len(sys.argv) > 2:
        for path, lines in files.items():
            if not path.endswith(sys.argv[2]):
                continue
            source = (ROOT / path).read_text().splitlines()
            for number, (times, branches) in sorted(lines.items(), key=lambda each: int(each[0])):
                missed = sum(taken == 0 for taken in branches)
                if missed or times == 0:
                    print(f"{number:>5} {missed or '-'}  {source[int(number) - 1].strip()}")
        return
    for folder in sorted({"/".join(path.split("/")[:2]) for path in files}):
        row(folder, [file for path, file in files.items() if path.startswith(folder + "/")])
    row("all", list(files.values()))
    print()
    for name, pattern in MODULES.items():
        row(name, [file for path, file in files.items() if re.fullmatch(pattern, path)])
    print(f"\n{dropped} branches of {marks} marked lines are not counted")


main()
