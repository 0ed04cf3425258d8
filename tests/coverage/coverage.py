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
from tap import Tap  # noqa: E402

RESULT = re.compile(r"^(ok|not ok) \d+ - (\w+)(?: # (SKIP).*)?", re.MULTILINE)
ENTRY = re.compile(r'\{"(\w+)", \w+, |cmocka_unit_test\((\w+)\)')
PASTED = re.compile(r"\b(GRIDCALL_\w+_)##")  # in a macro that is given the rest of the name


def conformance(program):
    """The names of the tests that passed."""
    done = subprocess.run([program], capture_output=True, text=True, timeout=500,
                          env={**os.environ, "GRIDCALL_DEVICE": "cpu", "CMOCKA_MESSAGE_OUTPUT": "TAP"})
    return {name for result, name, skip in RESULT.findall(done.stdout) if result == "ok" and not skip}


def sources():
    """For each conformance test the text of its file, with what all tests share."""
    folder = HERE.parents[0] / "conformance"
    shared = "".join((folder / name).read_text() for name in ("main.c", "harness.c", "harness.h"))
    found = {}
    for path in sorted(folder.glob("*.c")):
        text = path.read_text()
        for names in ENTRY.findall(text):
            found["".join(names)] = text + shared
    return found


def registered(build):
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    return {test["name"] for test in json.loads(shown.stdout)["tests"]}


def uses(text, name):
    """Whether the name, or what a macro makes it of, is in the text."""
    parts = [name] + [name.removeprefix(prefix) for prefix in PASTED.findall(text) if name.startswith(prefix)]
    return any(re.search(rf"\b{part}\b", text) for part in parts)


def missing(item, passed, texts, programs):
    """What is wrong with a row, or nothing."""
    called = ""
    for test in item["tests"]:
        if test.startswith("ctest:"):
            if test.removeprefix("ctest:") not in programs:
                return f"{test}: no such test"
            continue
        if test not in passed:
            return f"{test} did not pass on the CPU device"
        called += texts[test]
    unseen = [name for name in item["functions"] if called and not uses(called, name)]
    return f"no test of the row uses {', '.join(unseen)}" if unseen else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--conformance", required=True)
    parser.add_argument("--build", required=True)
    arguments = parser.parse_args()
    with (HERE / "items.toml").open("rb") as file:
        parts = tomllib.load(file)["part"]
    passed, texts, programs = conformance(arguments.conformance), sources(), registered(arguments.build)
    tap = Tap()
    for part in parts:
        for item in part["item"]:
            if "functions" in item:
                tap.case(f"{item['number']} {item['name']}", lambda item=item: missing(item, passed, texts, programs))
    items = [item for part in parts for item in part["item"]]
    for kind in ("functions", "answer", "open"):
        print(f"# METRIC coverage_{kind} {sum(kind in item for item in items)}")
    tap.end()


if __name__ == "__main__":
    main()
