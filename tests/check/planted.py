#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels with one planted fault each, in the checking mode of the CPU device: each must be reported, at its line, and nothing else.

    planted.py [--file memory.cu]... [--only NAME]... [--checks LIST] [--show]

README.md explains the lines `//!`, which say how a kernel is launched and what is reported. --checks compiles for other checks than the
file's own: only a case of one of these is then reported. --show prints the reports.
"""

import argparse
import json
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
from device import Device  # noqa: E402
from tap import Tap  # noqa: E402

# By a case's check, the status of its launch. Correct kernels, and faults that are not found, have no report.
EXPECTED = {"memory": {"ILLEGAL_ADDRESS"}, "init": {"CHECK_FAILED"}, "race": {"CHECK_FAILED"},
            "sync": {"CHECK_FAILED", "KERNEL_DEADLOCK", "LAUNCH_FAILED"}, "none": {"OK"}, "missed": {"OK"}, "warning": {"OK"}}


class Case:
    """One kernel: the line with //! above it, and the lines of its part of the file that say FAULT and OTHER."""

    def __init__(self, file, first_line, text):
        head, _, rest = text.partition("\n")
        what, shape, arguments = (part.split() for part in head.removeprefix("//!").split("|"))
        self.file, self.check = file, what[0]
        self.wants = dict(word.split("=", 1) for word in what[1:])
        self.kernel = re.search(r"__global__ void (?:__launch_bounds__\(.*?\) )?(\w+)", rest).group(1)
        self.name = self.wants.pop("name", self.kernel).replace(",", ", ")
        self.also = self.wants.pop("also", "")  # reported or not, as threads happen to run
        self.flags = 1 if self.wants.pop("cooperative", None) else 0
        self.grid, self.block = ([int(n) for n in each.split(",")] for each in shape[:2])
        self.shared = int(shape[2]) if len(shape) > 2 else 0
        self.arguments = arguments
        lines = text.split("\n")
        self.lines = {word: {first_line + i for i, line in enumerate(lines) if line.endswith(f"// {word}")} for word in ("FAULT", "OTHER")}
        if (self.check == "none") == bool(self.lines["FAULT"]) or self.check not in EXPECTED:
            raise ValueError(f"{file}:{first_line}: a case has a line with FAULT, or is of `none`")


def cases_of(path):
    text, line = path.read_text(), 1
    for part in re.split(r"(?m)^(?=//! )", text):
        if part.startswith("//! "):
            yield Case(path.name, line, part)
        line += part.count("\n")


def is_in(wanted, value):
    """Whether `3`, `3,1` or `0..15` has the x, or x, y, z."""
    low, _, high = wanted.partition("..")
    if high:
        return int(low) <= value[0] <= int(high) and value[1:] == [0, 0]
    numbers = [int(n) for n in low.split(",")]
    return value == numbers + [0] * (3 - len(numbers))


def wrong_in(case, report):
    """The parts of a report that should not be there."""
    stack = [re.sub(r"<.*>$", "", frame["function"]).split("::")[-1] for frame in report.get("stack", [])]
    other, faults, others = report.get("other", {}), case.lines["FAULT"], case.lines["OTHER"]
    have = {"check": report["check"], "what": report.get("what"), "kernel": report.get("kernel"), "file": report.get("file"),
            "array": report.get("array", ""), "kind": report.get("array_kind"), "size": str(report.get("array_bytes")),
            "distance": str(report.get("distance")), "access": report.get("access"), "stack": ",".join(stack)}
    want = {"check": "race" if case.check == "warning" else case.check, "kernel": case.name, "file": case.file, "stack": case.kernel, **case.wants}
    if case.check == "memory":
        want.setdefault("what", "out_of_bounds")
    if "kind" in want and want["kind"] in ("device", "host", "managed", "heap"):
        want.setdefault("array", "")
    for key, place in {"block": report.get("block", []), "thread": report.get("thread", []), "other": other.get("thread", [])}.items():
        if key in want and not is_in(want.pop(key), place):
            yield f"{key} {place}, not {case.wants[key]}"
    for key, value in want.items():
        if have[key] not in (value.split(",") if key == "what" else [value]):
            yield f"{key} `{have[key]}`, not `{value}`"
    if report.get("line") not in faults | others or report.get("column", 0) < 1:
        yield f"line {report.get('line')}, column {report.get('column')}, not line {sorted(faults | others)}"
    if case.check == "warning" and report.get("severity") != "warning":
        yield "no warning"
    if case.check in ("race", "warning"):
        if not other:
            yield "no other access"
        elif {report.get("line"), other.get("line")} & faults == set() or other.get("line") not in faults | others:
            yield f"other line {other.get('line')}, not {sorted(faults | others)}"
        elif (other.get("block"), other.get("thread")) == (report["block"], report["thread"]):
            yield "both accesses are of one thread"


def wrong_of(case, reports, status, message):
    """The errors in all that was said of one launch."""
    if case.check in ("none", "missed"):
        return [f"status {status}: {message}"] * (status != "OK") + [each["text"] for each in reports]
    if not reports:
        return [f"no report; status {status} {message}"]
    first, reports = reports[0], [each for each in reports if each["check"] != case.also]
    if not reports:
        return [f"no report of {case.check}; status {status} {message}"]
    wrong = [f"{problem}: {each.get('text')}" for each in reports for problem in wrong_in(case, each)]
    allowed = {"MISALIGNED_ADDRESS"} if case.wants.get("what") == "misaligned" else EXPECTED[case.check]
    if status not in allowed:
        wrong.append(f"status {status}, not {' or '.join(sorted(allowed))}: {message}")
    if case.check == "warning":
        return wrong
    # A mask that lacks the caller is refused without checks too, in words of its own.
    if status != "LAUNCH_FAILED" and not all(text in message for text in (f"`{first.get('kernel')}`", f"{first.get('file')}:{first.get('line')}:{first.get('column')}")):
        wrong.append(f"the message does not name kernel and line: {message}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", action="append", default=[])
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--checks")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    paths = [FOLDER / "planted" / name for name in options.file] or sorted(FOLDER.glob("planted/*.cu"))
    device, tap, of_check = Device(), Tap(), dict.fromkeys(EXPECTED, 0)
    for path in paths:
        cases = list(cases_of(path))
        instances = [case.name for case in cases if case.name != case.kernel]
        module = device.module(path.name, path.read_text(), options.checks, instances)
        for case in cases:
            if options.only and case.kernel not in options.only:
                continue

            def check(case=case, module=module):
                result = device.launch(module, case.name, case.grid, case.block, case.arguments, case.shared, case.flags)
                if options.show:
                    print(*(f"# {json.dumps(each)}" for each in result[0]), f"# {result[1]} {result[2]}", sep="\n")
                if options.checks and case.check.replace("warning", "race") not in options.checks.split(","):
                    return [each["text"] for each in result[0]]
                return wrong_of(case, *result)
            tap.case(f"{path.stem}: {case.kernel}", check)
            of_check[case.check] += 1
    print("# METRIC planted", *(f"{name} {count}" for name, count in of_check.items()))
    tap.end()


if __name__ == "__main__":
    main()
