#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The requests for checks and the ways of reports: the words of GRIDCALL_CPU_CHECK and of --cpu-check, whether a kernel goes on, the file, the
cache, the end of the process. A process reads the variable once, so each case is one: interface.py NAME. Writes TAP."""

import ctypes as c
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "support")]
from slowdown import limit  # noqa: E402
from tap import Tap  # noqa: E402

CASES = {}

# Writes past its memory, reads past it, reads what nobody wrote; the rest of what it does is right.
FAULTS = """
__global__ void faults(int* out, const int* in, int* after) {
  out[threadIdx.x] = 7;
  after[0] = in[threadIdx.x] + 1;
  after[1] = 5;
}
__global__ void fine(int* out) { out[threadIdx.x] = 9; }
"""


def case(**environment):
    """The function is a case, in a process with this environment. It returns or yields what is wrong."""
    def add(function):
        CASES[function.__name__] = function, environment
        return function
    return add


def words_of(device, mem, count):
    words = (c.c_int32 * count)()
    device.g.memcpy_dtoh(words, mem, 0, c.sizeof(words), None)
    return list(words)


def memories(device, *sizes):
    """Filled with zeros, as arguments and as what they are."""
    mems = [device.fill(device.g.mem_alloc(device.context, size), size) for size in sizes]
    return mems, [device.g.struct("arg", kind=device.constant["ARG_KIND_MEM"], size=8, object=mem) for mem in mems]


def differs(what, have, want):
    return [] if have == want else [f"{what}: {have}, not {want}"]


@case(GRIDCALL_CPU_CHECK="memory")
def a_kernel_goes_on(device):
    (out, _, after), arguments = memories(device, 12, 16, 8)
    reports, status, text = device.launch(device.module("f.cu", FAULTS), "faults", [1], [5], arguments)
    yield from differs("reports", [(each["line"], each["access"], each["thread"]) for each in reports], [(3, "write", [3, 0, 0]), (4, "read", [4, 0, 0])])
    yield from differs("status", status, "ILLEGAL_ADDRESS")
    yield from differs("what the kernel wrote", (words_of(device, out, 3), words_of(device, after, 2)), ([7, 7, 7], [1, 5]))
    if "and 1 more report" not in text or reports and reports[0]["text"] not in text:
        yield f"the text is {text}"


@case(GRIDCALL_CPU_CHECK="memory,stop")
def a_kernel_stops(device):
    (out,), arguments = memories(device, 8)
    source = "__global__ void k(volatile int* out) {\n  out[0] = 1;\n  out[2] = 2;\n  out[1] = 3;\n  out[3] = 4;\n}\n"
    reports, status, _ = device.launch(device.module("k.cu", source), "k", [1], [1], arguments)
    yield from differs("reports", [each["line"] for each in reports], [3])
    yield from differs("status", status, "ILLEGAL_ADDRESS")
    yield from differs("what the kernel wrote", words_of(device, out, 2), [1, 0])


@case(GRIDCALL_CPU_CHECK="memory")
def the_next_launch_is_fine(device):
    (out, _, _), arguments = memories(device, 20, 16, 8)
    module = device.module("f.cu", FAULTS)
    for _ in range(3):
        yield from differs("a faulty launch", device.launch(module, "faults", [1], [5], arguments)[1], "ILLEGAL_ADDRESS")
        yield from differs("one behind it", device.launch(module, "fine", [1], [5], arguments[:1])[:2], ([], "OK"))
        yield from differs("its words", words_of(device, out, 5), [9] * 5)


@case(GRIDCALL_CPU_CHECK="all")
def one_line_for_a_place(device):
    _, arguments = memories(device, 4, 4)
    source = "__global__ void k(int* out, int* other) {\n  out[1 + threadIdx.x] = 1;\n  other[1 + blockIdx.x] = 1;\n}\n"
    reports, status, text = device.launch(device.module("k.cu", source), "k", [500], [64], arguments)
    yield from differs("lines", sorted(each["line"] for each in reports if each["check"] == "memory"), [2, 3])
    yield from differs("status", status, "ILLEGAL_ADDRESS")


@case(GRIDCALL_CPU_CHECK="memory")
def at_most_100_lines(device):
    _, arguments = memories(device, 4)
    source = "__global__ void k(volatile int* out) {\n" + "".join(f"  out[{i + 1}] = {i};\n" for i in range(150)) + "}\n"
    reports, _, text = device.launch(device.module("k.cu", source), "k", [1], [1], arguments)
    yield from differs("lines", [each["line"] for each in reports], list(range(2, 102)))
    if " more reports" not in text:
        yield f"the text is {text}"


@case(GRIDCALL_CPU_CHECK="memory")
def a_name_may_be_no_utf8(device):
    _, arguments = memories(device, 4)
    source = '__global__ void k(int* out) {\n#line 7 "na\\357ve \\342\\202\\254.cu"\n  out[1] = 1;\n}\n'
    reports, _, _ = device.launch(device.module("k.cu", source), "k", [1], [1], arguments)
    yield from differs("file and line", [(each["file"], each["line"]) for each in reports], [("na\ufffdve \u20ac.cu", 7)])


@case(GRIDCALL_CPU_CHECK="0")
def an_option_turns_checks_on(device):
    _, arguments = memories(device, 12, 16, 8)
    for checks, lines in (("none", []), ("memory", [3, 4]), ("init", []), ("race,memory", [3, 4]), ("none", [])):
        reports = device.launch(device.module("f.cu", FAULTS, checks), "faults", [1], [5], arguments)[0]
        yield from differs(checks, [each["line"] for each in reports if each["check"] == "memory"], lines)


@case(GRIDCALL_CPU_CHECK="all")
def an_option_turns_checks_off(device):
    _, arguments = memories(device, 20, 20, 8)
    source = "__global__ void k(int* out) {\n  out[0] = threadIdx.x;\n}\n"
    for checks, count in (("none", 0), (None, 1), ("sync", 0), ("race", 1)):
        yield from differs(checks, len(device.launch(device.module("k.cu", source, checks), "k", [1], [64], arguments[:1])[0]), count)


@case(GRIDCALL_CPU_CHECK="memory")
def an_unknown_word_of_the_option(device):
    try:
        device.module("f.cu", FAULTS, "memory,nonsense")
    except Exception as error:  # noqa: BLE001 - what it says is looked at
        if "nonsense" not in str(error) or "INVALID_COMPILE_OPTION" not in str(error):
            yield f"it says {error}"
    else:
        yield "it was taken"


@case(GRIDCALL_CPU_CHECK="memory,nonsense")
def an_unknown_word_of_the_variable(device):
    yield "it was taken"


@case(GRIDCALL_CPU_CHECK="all")
def names_that_json_escapes(device):
    _, arguments = memories(device, 4)
    for name in ('quo"te.cu', "back\\slash.cu", "tab\there.cu", "ümläut.cu", "a b.cu"):
        source = "__global__ void k(int* out) {\n  out[1] = 1;\n}\n"
        reports = device.launch(device.module(name, source), "k", [1], [1], arguments)[0]
        yield from differs("file", [each["file"] for each in reports], [name])


@case(GRIDCALL_CPU_CHECK="memory")
def lines_that_an_option_of_line_moves(device):
    _, arguments = memories(device, 4)
    source = '#line 70 "other.cuh"\n__device__ void put(int* p) { p[1] = 1; }\n#line 5 "main.cu"\n__global__ void k(int* out) {\n  put(out);\n}\n'
    reports = device.launch(device.module("k.cu", source), "k", [1], [1], arguments)[0]
    yield from differs("stack", [[(frame["file"], frame["line"]) for frame in each["stack"]] for each in reports], [[("other.cuh", 70), ("main.cu", 6)]])


@case(GRIDCALL_CPU_CHECK="all")
def graphs_and_many_streams(device):
    """Each launch's reports, whole lines of the file, whatever runs beside it."""
    g = device.g
    _, arguments = memories(device, 400)
    source = "__global__ void k(int* out, int n) {\n  if (threadIdx.x == 99) out[100 + n] = 1;\n}\n"
    kernel = g.module_get_kernel(device.module("k.cu", source), b"k")
    config = g.struct("launch_config", grid_x=20, block_x=100)
    streams = [g.stream_create(device.context, None) for _ in range(8)]
    for n, stream in enumerate(streams):
        one = g.struct("arg", kind=device.constant["ARG_KIND_SCALAR"], size=4, bits=n)
        g.launch(kernel, c.byref(config), g.array(g.types["gc_arg"], [arguments[0], one]), 2, stream)
    failed = 0
    for stream in streams:
        try:
            g.stream_synchronize(stream)
        except Exception as error:  # noqa: BLE001
            failed += "ILLEGAL_ADDRESS" in str(error)
    yield from differs("streams that say so", failed, 8)
    reports = [each for each in device.reports() if each["check"] == "memory"]
    yield from differs("distances", sorted(each["distance"] for each in reports), [4 * n for n in range(8)])


@case(GRIDCALL_CPU_CHECK="all")
def a_program_compiled_before(device):
    """An image keeps the checks that it was compiled for."""
    g = device.g
    _, arguments = memories(device, 4)
    source = b"__global__ void k(int* out) {\n  out[1] = 1;\n}\n"
    program = g.program_compile(g.context_get_device(device.context), source, len(source), None)
    module = g.module_from_program(device.context, program, None)
    yield from differs("reports", [each["line"] for each in device.launch(module, "k", [1], [1], arguments)[0]], [2])


@case(GRIDCALL_CPU_CHECK="memory")
def memory_that_is_not_released(device):
    g = device.g
    device.kept = [g.mem_alloc(device.context, size) for size in (4096, 12, 1 << 20)]
    device.gone = g.mem_alloc(device.context, 777)
    g.mem_release(device.gone)
    g.context_synchronize(device.context)
    return []


def leaks(file):
    sizes = sorted(each["bytes"] for each in map(json.loads, Path(file).read_text().splitlines()) if each["check"] == "leak")
    return differs("leaks", sizes, [12, 4096, 1 << 20])


@case(GRIDCALL_CPU_CHECK="memory")
def nothing_is_left(device):
    device.g.mem_release(device.g.mem_alloc(device.context, 4096))
    device.g.context_synchronize(device.context)
    return []


def no_leaks(file):
    return differs("lines", Path(file).read_text() if Path(file).exists() else "", "")


AFTERWARDS = {"memory_that_is_not_released": leaks, "nothing_is_left": no_leaks}


def run(name):
    with tempfile.TemporaryDirectory(prefix="gridcall-check-") as folder:
        file = Path(folder) / "reports.json"
        done = subprocess.run([sys.executable, __file__, name], check=False, capture_output=True, text=True, timeout=limit(120),
                              env={**os.environ, **CASES[name][1], "GRIDCALL_CPU_CHECK_FILE": str(file)})
        if name == "an_unknown_word_of_the_variable":
            text = done.stderr
            return None if done.returncode and "GRIDCALL_CPU_CHECK" in text and "nonsense" in text and "INVALID_ARGUMENT" in text else f"it says {text}"
        if done.returncode:
            return done.stdout + done.stderr
        return AFTERWARDS[name](file) if name in AFTERWARDS else None


def main():
    if len(sys.argv) > 1:
        from device import Device
        wrong = list(CASES[sys.argv[1]][0](Device()))
        print(*wrong, sep="\n")
        sys.exit(1 if wrong else 0)
    tap = Tap()
    for name in CASES:
        tap.case(name, lambda name=name: run(name))
    tap.end()


main()
