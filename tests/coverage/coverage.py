#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every row of items.toml that names functions: its tests ran on the CPU device, and they call those functions. Writes TAP."""

import argparse
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[0] / "support"))
from slowdown import limit  # noqa: E402
from tap import Tap  # noqa: E402

RESULT = re.compile(r"^(ok|not ok) \d+ - (\w+)(?: # (SKIP).*)?", re.MULTILINE)
ENTRY = re.compile(r'\{"(\w+)", \w+, |cmocka_unit_test\((\w+)\)')
PASTED = re.compile(r"\b(GRIDCALL_\w+_)##")  # in a macro that is given the rest of the name


def conformance(program, results, build):
    """The names of the tests that passed: from what the test `conformance` wrote, if it ran since all of this was built."""
    built = [program, *(build / "lib").glob("libgridcall*.so*"), *(build / "libexec/gridcall").glob("*")]
    if results.exists() and results.stat().st_mtime > max(path.stat().st_mtime for path in built):
        text = results.read_text()
    else:
        text = subprocess.run([program], capture_output=True, text=True, timeout=limit(500),
                              env={**os.environ, "GRIDCALL_DEVICE": "cpu", "CMOCKA_MESSAGE_OUTPUT": "TAP"}).stdout
    return {name for result, name, skip in RESULT.findall(text) if result == "ok" and not skip}


def without_comments(text):
    """C text with comments as spaces; strings stay, since tests hand sources and names to child processes."""
    parts = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.DOTALL)
    return parts.sub(lambda found: " " if found[0].startswith("/") else found[0], text)


def definitions(text):
    """The definitions of a C file by name: functions, variables, types and macros, each with its whole text."""
    found = {}
    text = without_comments(text).replace("\\\n", " ")
    for macro in re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+).*$", text, re.MULTILINE):
        found[macro] = ""
    for line in re.findall(r"^[ \t]*#[ \t]*define[ \t].*$", text, re.MULTILINE):
        found[re.search(r"define[ \t]+(\w+)", line)[1]] += line + "\n"
    text = re.sub(r"^[ \t]*#.*$", "", text, flags=re.MULTILINE)
    depth = start = 0
    for token in re.finditer(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[{}();]', text):
        depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(token[0], 0)
        ends = token[0] == ";" or (token[0] == "}" and not re.match(r"\s*[\w;,=]+\s*(;|\[|=)", text[token.end():token.end() + 200]))
        if depth == 0 and ends:
            body = text[start:token.end()]
            start = token.end()
            head = re.split(r"[{=]", body, maxsplit=1)[0]
            function = re.search(r"(\w+)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$", head)
            if function and "{" not in body:
                continue  # a declaration
            if function:
                names = [function[1]]
            elif re.match(r"\s*(typedef|(static |const )*(struct|union|enum) \w+ *\{)", body):  # the tag, and the name behind
                names = re.findall(r"\b(?:struct|union|enum) (\w+)", head) + re.findall(r"(\w+)\s*;\s*$", body)
            else:  # of a variable the last word before its dimensions
                names = re.findall(r"(\w+)\s*(?:\[[^\]]*\]\s*)*;?\s*$", head)
            for name in names:
                found[name] = found.get(name, "") + body
    return found


def sources():
    """For each conformance test what it does: its own text and that of every definition that it names, directly or not."""
    folder = HERE.parents[0] / "conformance"
    shared = {}
    header = HERE.parents[1] / "include" / "gridcall" / "cmocka.h"  # what it gives to the tests of others is tested too
    for path in [folder / name for name in ("main.c", "harness.c", "harness.h", "arrays.h", "ndarrays.h")] + [header]:
        for definition, text in definitions(path.read_text()).items():
            shared[definition] = shared.get(definition, "") + text
    found = {}
    for path in sorted(folder.glob("*.c")):
        text = path.read_text()
        known = {**shared, **definitions(text)}
        for named, pasted in ENTRY.findall(text):
            function = pasted or re.search(rf'\{{"{named}", (\w+)', text)[1]
            found[named or pasted] = closure(function, known)
    return found


def closure(function, known):
    seen, pending, text = set(), [function], ""
    while pending:
        name = pending.pop()
        if name in seen or name not in known:
            continue
        seen.add(name)
        text += known[name]
        if name == "run_self":  # the program again, in a process of its own
            pending.append("main")
        pending += re.findall(r"\b[A-Za-z_]\w*\b", re.sub(r'"(?:\\.|[^"\\])*"', "", known[name]))
    return text


def program_sources(name):
    """The sources of a test that is a program: the file, or the folder, that its name is made of (tests/README.md)."""
    tests = HERE.parents[0]
    found = []
    for path in [*tests.rglob("*.c"), *tests.rglob("*.cpp"), *(tests.parent / "examples" / "c").glob("*.c")]:
        parts = [part for part in path.relative_to(tests.parent).with_suffix("").parts if part not in ("tests", "unit", "c")]
        names = {"_".join(parts), "_".join(parts[:-1]), "bindings_example_" + parts[-1] if parts[0] == "examples" else ""}
        if name in names:
            found.append(without_comments(path.read_text()))
    return "".join(found)


def registered(build):
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    return {test["name"] for test in json.loads(shown.stdout)["tests"]}


def uses(text, name):
    """Whether the name, or what a macro makes it of, is in the text."""
    parts = [name] + [name.removeprefix(prefix) for prefix in PASTED.findall(text) if name.startswith(prefix)]
    return any(re.search(rf"\b{part}\b", text) for part in parts)


def missing(item, passed, texts, programs):
    """The error in a row, or None."""
    called = ""
    for test in item["tests"]:
        if test.startswith("ctest:"):
            name = test.removeprefix("ctest:")
            if name not in programs:
                return f"{test}: no such test"
            text = program_sources(name)
            if not text:
                return f"{test}: no source of that name"
            called += text
            continue
        if test not in passed:
            return f"{test} did not pass on the CPU device"
        called += texts[test]
    unseen = [name for name in item["functions"] if not uses(called, name)]
    return f"no test of the row uses {', '.join(unseen)}" if unseen else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--conformance", type=Path, required=True)
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--build", type=Path, required=True)
    arguments = parser.parse_args()
    with (HERE / "items.toml").open("rb") as file:
        parts = tomllib.load(file)["part"]
    passed, texts, programs = conformance(arguments.conformance, arguments.results, arguments.build), sources(), registered(arguments.build)
    tap = Tap()
    items = [item for part in parts for item in part["item"]]
    for number, item in enumerate(items, 1):
        if "functions" in item:
            tap.case(f"{number} {item['name']}", lambda item=item: missing(item, passed, texts, programs))
    for kind in ("functions", "answer", "open"):
        print(f"# METRIC coverage_{kind} {sum(kind in item for item in items)}")
    tap.end()


if __name__ == "__main__":
    main()
