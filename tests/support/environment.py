# SPDX-License-Identifier: Apache-2.0
"""The environment variables of src/base/environment.def, as the table of docs/environment.md shows them.

usage: python3 tests/support/environment.py [--write]   prints the table, or puts it into docs/environment.md
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENTRY = re.compile(r'^GRIDCALL_VARIABLE\((?P<name>\w+), (?P<kind>\w+), (?P<least>\w+), (?P<most>\w+), (?P<rest>"(?:[^"\\]|\\.)*",\s*"(?:[^"\\]|\\.)*",\s*"(?:[^"\\]|\\.)*")\)',
                   re.MULTILINE)


def variables():
    text = (ROOT / "src/base/environment.def").read_text()
    found = [(m["name"], m["kind"], m["least"], m["most"], *ast.literal_eval(f"({m['rest']})")) for m in ENTRY.finditer(text)]
    if len(found) != len(re.findall(r"^GRIDCALL_VARIABLE\(", text, re.MULTILINE)):
        raise AssertionError("environment.def has an entry that this script cannot read")
    return found


def shown(number, takes_unit):
    value, unit = int(number), ""
    for each in "KMGT":
        if not takes_unit or value == 0 or value % 1024:
            break
        value, unit = value // 1024, each
    return f"{value}{unit}"


def allowed(kind, least, most, words):
    if kind == "SWITCH":
        return "0, 1"
    if kind == "CHOICE":
        return ", ".join(f"`{word}`" for word in words.split())
    if kind == "LIST":
        shown_words = words.split()[:words.split().index("0") + 1] if "0" in words.split() else words.split()
        return "a list of " + ", ".join(f"`{word}`" for word in shown_words)
    if kind == "SECONDS":
        return f"seconds, {least} to {most}"
    if kind in ("NUMBER", "BYTES"):
        unit = kind == "BYTES"
        if most == "UINT64_MAX":
            return "bytes, K, M, G, T" if least == "0" else f"{shown(least, unit)} at least"
        return f"{shown(least, unit)} to {shown(most, unit)}"
    return {"PATH": "a path", "TEXT": "text", "OTHER": ""}[kind]


def rows():
    return ["| variable | values | default | |", "|---|---|---|---|"] + [
        f"| `GRIDCALL_{name}` | {allowed(kind, least, most, words)} | {default} | {text} |"
        for name, kind, least, most, words, default, text in variables()]


def write():
    page = ROOT / "docs/environment.md"
    text = page.read_text()
    begin = text.index(rows()[0])
    end = text.find("\n\n", begin)  # prose behind the table stays
    page.write_text(text[:begin] + "\n".join(rows()) + (text[end:] if end >= 0 else "\n"))


if __name__ == "__main__":
    write() if sys.argv[1:] == ["--write"] else print("\n".join(rows()))
