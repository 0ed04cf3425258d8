#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the programs of docs/coming/ten_tasks.md, and compares with the page's table. Writes TAP; with --write the table, and no TAP.

A task is a heading with a number, and has parts: each a program of ours, on the page or in the recipe that a line `Ours: [...](...)` links, and
behind it theirs, fences with a title. Where theirs lacks a part, ours is not counted either; where it lacks all, ours is counted alone.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import Tap  # noqa: E402

PAGE = ROOT / "docs/coming/ten_tasks.md"
# Language -> the package that its users come from, and what begins a comment.
THEIRS = {"c": "CUDA driver API", "rust": "cudarc", "go": "gorgonia/cu", "julia": "CUDA.jl", "python": "PyCUDA"}
NAMES = {"c": "C", "rust": "Rust", "go": "Go", "julia": "Julia", "python": "Python"}
COMMENT = {"c": "//", "rust": "//", "go": "//", "julia": "#", "python": "#"}
# A statement that only releases, of ours or theirs.
RELEASE = re.compile(r"\s*(gc_\w+_release\(|must\(cu(MemFree|StreamDestroy)\(|close\(|\w+\.free\(\)|CUDA\.unsafe_free!)")
MARK = "<!-- Written by tests/docs/ten_tasks.py --write. -->\n"
PIECE = re.compile(r'^(?:## \d+\. (?P<task>[^\n]*)|Ours: \[[^\]]*\]\((?P<page>[^)#]*)#(?P<anchor>[^)]*)\)[^\n]*|```(?P<kind>\w+)(?: title="(?P<title>[^"]*)")?\n(?P<code>.*?)^```)$',
                   re.MULTILINE | re.DOTALL)


def lines(language, code):
    """The lines of code: none that is empty, a comment or only releases. A directive of C is code."""
    return sum(bool(line.strip()) and not (line.strip().startswith(COMMENT[language]) and not RELEASE.match(line)) and not RELEASE.match(line)
               for line in code.splitlines())


def recipe(page, anchor):
    """The code of a recipe, by language."""
    sections = re.split(r"^## (.*)\n", (PAGE.parent / page).read_text(), flags=re.MULTILINE)
    for heading, text in zip(sections[1::2], sections[2::2]):
        if re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") == anchor:
            return {each["kind"]: each["code"] for each in PIECE.finditer(text) if each["kind"] in THEIRS}
    raise ValueError(f"{PAGE.name}: {page} has no recipe {anchor}")


def tasks():
    """(title, parts) of each task; a part is ours and theirs, by language."""
    found = []
    for each in PIECE.finditer(PAGE.read_text()):
        if each["task"]:
            found.append((each["task"], []))
        elif each["page"]:
            found[-1][1].append((recipe(each["page"], each["anchor"]), {}))
        elif each["title"]:
            if THEIRS[each["kind"]] != each["title"]:
                raise ValueError(f"{PAGE.name}: {each['title']} is not {each['kind']}'s")
            found[-1][1][-1][1][each["kind"]] = each["code"]
        elif each["kind"] in THEIRS:
            parts = found[-1][1]
            if not parts or parts[-1][1]:
                parts.append(({}, {}))
            parts[-1][0][each["kind"]] = each["code"]
    return found


def count(parts, language):
    """The lines of ours and theirs of a task; theirs is None where they have nothing of it."""
    both = [part for part in parts if language in part[1]]
    ours = sum(lines(language, part[0][language]) for part in both or parts)
    return ours, sum(lines(language, part[1][language]) for part in both) if both else None


def table():
    rows = ["| | " + " | ".join(f"{NAMES[language]} | {THEIRS[language]}" for language in THEIRS) + " |", "|---|" + "--:|" * (2 * len(THEIRS))]
    for number, (title, parts) in enumerate(tasks(), 1):
        cells = [str(cell if cell is not None else "–") for language in THEIRS for cell in count(parts, language)]
        rows.append(f"| {number}. {title} | " + " | ".join(cells) + " |")
    return "\n" + "\n".join(rows) + "\n"


def with_table():
    before, mark, after = PAGE.read_text().partition(MARK)
    return before + mark + table() + "\n" + after[after.index("## "):]


def longer():
    return [f"{number}. {title}: {ours} lines in {NAMES[language]}, {theirs} in {THEIRS[language]}" for number, (title, parts) in enumerate(tasks(), 1)
            for language in THEIRS for ours, theirs in [count(parts, language)] if theirs is not None and ours > theirs]


def complete():
    found = tasks()
    missing = [f"{title}: a part has no {NAMES[language]}" for title, parts in found for ours, _ in parts for language in THEIRS if language not in ours]
    return missing + ([] if len(found) == 10 else [f"there are {len(found)} tasks"])


def main():
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(with_table())
        print(table(), *longer(), sep="\n")
        return
    tap = Tap()
    tap.case("there are ten tasks, each in five languages", complete)
    tap.case("the table is what is counted", lambda: None if with_table() == PAGE.read_text() else "run tests/docs/ten_tasks.py --write")
    tap.case("ours are not longer than theirs", longer)
    tap.end()


main()
