#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels with one planted fault each, in the checking mode of the CPU device: each must be reported, at its line, and nothing else.

    planted.py [--file memory.cu]... [--only NAME]... [--checks LIST] [--show]

README.md explains the lines `//!`, which say how a kernel is launched and what is reported. --checks compiles for other checks than the
file's own: only a case of one of these is then reported. --show prints the reports.
"""

import argparse
import atexit
import ctypes as c
import json
import os
import re
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parent / "support")]
sys.dont_write_bytecode = True
from tap import Tap  # noqa: E402

# One process, one file for its reports: the variables are read once.
REPORTS = tempfile.NamedTemporaryFile(prefix="gridcall-check-", suffix=".json")  # noqa: SIM115 - until the process ends
os.environ.update(GRIDCALL_DEVICE="cpu", GRIDCALL_CPU_CHECK="all", GRIDCALL_CPU_CHECK_FILE=REPORTS.name)
import gridcall  # noqa: E402

# By a case's check, the status of its launch. Correct kernels, and faults that are not found, have no report.
EXPECTED = {"memory": {"ILLEGAL_ADDRESS"}, "init": {"CHECK_FAILED"}, "race": {"CHECK_FAILED"},
            "sync": {"CHECK_FAILED", "KERNEL_DEADLOCK"}, "none": {"OK"}, "missed": {"OK"}}


class Case:
    """One kernel: the line with //! above it, and the lines of its part of the file that say FAULT and OTHER."""

    def __init__(self, file, first_line, text):
        head, _, rest = text.partition("\n")
        what, shape, arguments = (part.split() for part in head.removeprefix("//!").split("|"))
        self.file, self.check = file, what[0]
        self.wants = dict(word.split("=", 1) for word in what[1:])
        self.kernel = re.search(r"__global__ void (?:__launch_bounds__\(.*?\) )?(\w+)", rest).group(1)
        self.name = self.wants.pop("name", self.kernel)
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


class Device:
    def __init__(self):
        self.g = gridcall.Library()
        self.context = self.g.context_get_default()
        self.pool = self.g.pool_create(self.context, None)
        self.modules = {}
        self.constant = self.g.constants
        self.read = 0

    def module(self, path, instances, checks):
        key = path, checks
        if key not in self.modules:
            text = path.read_bytes()
            name, options = path.name.encode(), [f"--cpu-check={checks}".encode()] if checks else []
            self.modules[key] = self.g.module_from_source(self.context, text, len(text), c.byref(self.g.struct(
                "compile_options", name=name, flags=self.constant["COMPILE_NO_TIERING"],
                options=(c.c_char_p * len(options))(*options) if options else None, option_count=len(options),
                instances=(c.c_char_p * len(instances))(*instances) if instances else None, instance_count=len(instances))))
        return self.modules[key]

    def fill(self, mem, size, data=None):
        if data is not None:
            self.g.memcpy_htod(mem, 0, data, len(data), None)
        elif size:
            self.g.memset(mem, 0, b"\0", 1, size, None)
        return mem

    def placed(self, place, size):
        return self.g.mem_create(self.context, c.byref(self.g.struct("mem_options", place=self.constant[f"MEM_PLACE_{place}"], size=size)))

    def address(self, mem):
        return self.g.mem_get_address(mem)

    def argument(self, text, held):
        """A gc_arg; what must live as long goes to `held`."""
        kind, _, rest = text.partition(":")
        numbers = [int(n) for n in re.findall(r"\d+", rest)]
        mem, scalar = None, None
        if kind in ("a", "new", "part"):
            mem = self.g.mem_alloc(self.context, numbers[0])
            self.fill(mem, {"a": numbers[0], "new": 0, "part": numbers[-1]}[kind])
        elif kind == "pool":
            mem = self.fill(self.g.pool_alloc(self.pool, numbers[0], None), numbers[0])
        elif kind == "recycled":  # what a pool hands out again, with another's bytes in it
            self.g.mem_release(self.fill(self.g.pool_alloc(self.pool, numbers[0], None), numbers[0]))
            self.g.context_synchronize(self.context)
            mem = self.g.pool_alloc(self.pool, numbers[0], None)
        elif kind == "sub":
            whole = self.fill(self.g.mem_alloc(self.context, numbers[0]), numbers[0])
            held.append(whole)
            mem = self.g.mem_create_sub_region(whole, numbers[1], numbers[2], 0)
        elif kind in ("locked", "managed"):
            mem = self.fill(self.placed({"locked": "HOST", "managed": "MANAGED"}[kind], numbers[0]), numbers[0])
        elif kind == "copied":  # by the device, from memory that the host wrote
            source = self.fill(self.g.mem_alloc(self.context, numbers[0]), numbers[0])
            mem = self.g.mem_alloc(self.context, numbers[0])
            self.g.memcpy(mem, 0, source, 0, numbers[0], None)
            held.append(source)
        elif kind == "box":
            inner = self.fill(self.g.mem_alloc(self.context, numbers[0]), numbers[0])
            held.append(inner)
            mem = self.fill(self.g.mem_alloc(self.context, 8), 8, self.address(inner).to_bytes(8, "little"))
        elif kind == "list":  # each element is the index of the next
            mem = self.fill(self.g.mem_alloc(self.context, 4 * numbers[0]), 0, b"".join((i + 1).to_bytes(4, "little") for i in range(numbers[0])))
        elif kind in ("freed", "poolfreed"):
            gone = self.g.mem_alloc(self.context, numbers[0]) if kind == "freed" else self.g.pool_alloc(self.pool, numbers[0], None)
            self.fill(gone, numbers[0])
            scalar = self.address(gone), 8
            self.g.context_synchronize(self.context)
            self.g.mem_free(gone)
        elif kind == "host":
            held.append(c.create_string_buffer(numbers[0]))
            scalar = c.addressof(held[-1]), 8
        elif kind == "null":
            scalar = 0, 8
        elif kind == "struct":
            value = (c.c_int32 * len(numbers))(*numbers)
            held.append(value)
            return self.g.struct("arg", kind=self.constant["ARG_KIND_VALUE"], size=c.sizeof(value), object=c.addressof(value))
        else:
            scalar = (int(text[:-1]), 8) if text.endswith("L") else (int(text), 4)
        if scalar:
            return self.g.struct("arg", kind=self.constant["ARG_KIND_SCALAR"], size=scalar[1], bits=scalar[0] & (1 << 8 * scalar[1]) - 1)
        held.append(mem)
        return self.g.struct("arg", kind=self.constant["ARG_KIND_MEM"], size=8, object=mem)

    def reports(self):
        """The lines that were written since the last call."""
        with Path(REPORTS.name).open() as file:
            file.seek(self.read)
            lines = file.readlines()
            self.read = file.tell()
        return [json.loads(line) for line in lines]

    def run(self, case, module):
        """The reports of the kernel, the status of its launch and the text."""
        kernel = self.g.module_get_kernel(module, case.name.encode())
        held = []
        arguments = [self.argument(text, held) for text in case.arguments]
        grid, block = (dict(zip((f"{name}_x", f"{name}_y", f"{name}_z"), sizes)) for name, sizes in (("grid", case.grid), ("block", case.block)))
        config = self.g.struct("launch_config", shared_size=case.shared, flags=case.flags, **grid, **block)
        self.g.context_synchronize(self.context)
        self.reports()
        status, message = 0, ""
        try:
            self.g.launch(kernel, c.byref(config), self.g.array(self.g.types["gc_arg"], arguments), len(arguments), None)
            self.g.context_synchronize(self.context)
        except gridcall.GridcallError as error:
            status, message = error.status, str(error)
        for each in held:
            if isinstance(each, int):
                self.g.mem_release(each)
        self.g.kernel_release(kernel)
        names = [name for name, value in self.constant.items() if value == status and name.startswith("ERROR_")] if status else ["OK"]
        return self.reports(), names[0].removeprefix("ERROR_"), message


def is_in(wanted, value):
    """Whether `3`, `3,1` or `0..15` has the x, or x, y, z."""
    low, _, high = wanted.partition("..")
    if high:
        return int(low) <= value[0] <= int(high) and value[1:] == [0, 0]
    numbers = [int(n) for n in low.split(",")]
    return value == numbers + [0] * (3 - len(numbers))


def wrong_in(case, report):
    """What a report says that it should not."""
    stack = [frame["function"].split("(")[0].split("::")[-1] for frame in report.get("stack", [])]
    other, faults, others = report.get("other", {}), case.lines["FAULT"], case.lines["OTHER"]
    have = {"check": report["check"], "what": report.get("what"), "kernel": report.get("kernel"), "file": report.get("file"),
            "array": report.get("array", ""), "kind": report.get("array_kind"), "size": str(report.get("array_bytes")),
            "distance": str(report.get("distance")), "access": report.get("access"), "stack": ",".join(stack)}
    want = {"check": case.check, "kernel": case.kernel, "file": case.file, "stack": case.kernel, **case.wants}
    if case.check == "memory":
        want.setdefault("what", "out_of_bounds")
    if "kind" in want and want["kind"] in ("device", "host", "managed", "heap"):
        want.setdefault("array", "")
    for key in ("block", "thread"):
        if key in want and not is_in(want.pop(key), report.get(key, [])):
            yield f"{key} {report.get(key)}, not {case.wants[key]}"
    for key, value in want.items():
        if have[key] not in (value.split(",") if key == "what" else [value]):
            yield f"{key} `{have[key]}`, not `{value}`"
    if report.get("line") not in faults | others or report.get("column", 0) < 1:
        yield f"line {report.get('line')}, column {report.get('column')}, not line {sorted(faults | others)}"
    if case.check == "race":
        if not other:
            yield "no other access"
        elif {report.get("line"), other.get("line")} & faults == set() or other.get("line") not in faults | others:
            yield f"other line {other.get('line')}, not {sorted(faults | others)}"
        elif (other.get("block"), other.get("thread")) == (report["block"], report["thread"]):
            yield "both accesses are of one thread"


def wrong_of(case, reports, status, message):
    """What is wrong with all that was said of one launch."""
    if EXPECTED[case.check] == {"OK"}:
        return [f"status {status}: {message}"] * (status != "OK") + [each["text"] for each in reports]
    if not reports:
        return [f"no report; status {status} {message}"]
    wrong = [f"{problem}: {each.get('text')}" for each in reports for problem in wrong_in(case, each)]
    allowed = {"MISALIGNED_ADDRESS"} if case.wants.get("what") == "misaligned" else EXPECTED[case.check]
    if status not in allowed:
        wrong.append(f"status {status}, not {' or '.join(sorted(allowed))}: {message}")
    first = reports[0]
    if not all(text in message for text in (f"`{first.get('kernel')}`", f"{first.get('file')}:{first.get('line')}:{first.get('column')}")):
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
        instances = [case.name.encode() for case in cases if case.name != case.kernel]
        for case in cases:
            if options.only and case.kernel not in options.only:
                continue

            def check(case=case, path=path, instances=instances):
                result = device.run(case, device.module(path, instances, options.checks))
                if options.show:
                    print(*(f"# {json.dumps(each)}" for each in result[0]), f"# {result[1]} {result[2]}", sep="\n")
                if options.checks and case.check not in options.checks.split(","):
                    return [each["text"] for each in result[0]]
                return wrong_of(case, *result)
            tap.case(f"{path.stem}: {case.kernel}", check)
            of_check[case.check] += 1
    print("# METRIC planted", *(f"{name} {count}" for name, count in of_check.items()))
    atexit.register(REPORTS.close)
    tap.end()


main()
