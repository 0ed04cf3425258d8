#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The requests for checks and the ways of reports: the words of GRIDCALL_CPU_CHECK and of --cpu-check, whether a kernel goes on, the file, the
cache, the end of the process. A process reads the variable once, so each case is one: interface.py NAME. Writes TAP."""

import array
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


# Right where a warp goes in step, although it has a warp function.
IN_STEP = """
__global__ void sum(int* out) {
  __shared__ volatile int part[32];
  part[threadIdx.x] = __shfl_xor_sync(~0u, threadIdx.x, 1);
  for (int stride = 16; stride > 0; stride >>= 1)
    if (threadIdx.x < stride) part[threadIdx.x] += part[threadIdx.x + stride];
  if (threadIdx.x == 0) *out = part[0];
}
"""


@case()
def a_warp_stays_in_step(device):
    for checks in ("memory", "init", "sync", "memory,init,sync"):
        (out,), arguments = memories(device, 4)
        told = device.launch(device.module("s.cu", IN_STEP, checks), "sum", [1], [32], arguments)
        yield from differs(checks, (told, words_of(device, out, 1)), (([], "OK", ""), [496]))
    # With `race` it cannot, which is an error.
    reports, status, _ = device.launch(device.module("s.cu", IN_STEP, "race"), "sum", [1], [32], arguments)
    yield from differs("race", (status, {each["what"] for each in reports}), ("CHECK_FAILED", {"warp_synchronous"}))


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


# A GPU faults where a kernel uses memory of the host that is not page-locked, and elements at odd addresses.
ARGUMENTS = """
typedef float (*Op)(float);
struct Box { float* in; };
__device__ float twice(float v) { return 2 * v; }
__device__ Op op = twice;
__device__ float cell;
__global__ void add(float* x) { if (x) *x += 1; }
extern "C" __global__ void plain(const void* x) {}
__global__ void boxed(Box b) { *b.in += 1; }
__global__ void apply(Op f, float (*g)(float), float* x) { *x = f(g(*x)); }
__global__ void leave(float* x) {}
__global__ void bytes(char* x) { *x = 1; }
__global__ void from_one(float* x) { x[1] = 3; }
__global__ void unless(float* x) { if ((size_t)x + 1 > 2) *x = 1; }
"""


KEPT = []


def pointer(device, address):
    return device.g.struct("arg", kind=device.constant["ARG_KIND_SCALAR"], size=8, bits=address)


def by_value(device, value):
    KEPT.append(value)
    return device.g.struct("arg", kind=device.constant["ARG_KIND_VALUE"], size=c.sizeof(value), object=c.addressof(value))


def part(device, mem, offset):
    return device.g.struct("arg", kind=device.constant["ARG_KIND_MEM"], size=8, object=mem, bits=offset)


def outcomes(device, module, wanted):
    for name, (kernel, argument, want) in wanted.items():
        arguments = argument if isinstance(argument, list) else [argument]
        _, status, text = device.launch(module, kernel, [1], [1], arguments)
        yield from differs(name, status, want)
        if want == "INVALID_ARGUMENT" and not ("argument 0 " in text and f"of `{kernel}`" in text and ": pass " in text):
            yield f"{name}: it says {text}"


def host_memory(device):
    heap = array.array("f", [41.0] * 4)
    malloc = c.CDLL(None).malloc
    malloc.restype = c.c_void_p
    return heap, heap.buffer_info()[0], malloc(4096)


@case(GRIDCALL_CPU_CHECK="1")
def addresses_of_host_memory(device):
    g, module = device.g, device.module("a.cu", ARGUMENTS)
    heap, address, block = host_memory(device)
    (mem, odd), _ = memories(device, 64, 64)
    locked, managed = device.placed("HOST", 64), device.placed("MANAGED", 64)
    pages = (c.c_char * 16384)()
    inside = (c.addressof(pages) + 4095) // 4096 * 4096
    registered = g.mem_register(device.context, inside, 4096, None)
    cell, op = device.address(g.module_get_global(module, b"cell")), g.module_get_global(module, b"op")
    function = sum((word & 0xffffffff) << 32 * i for i, word in enumerate(words_of(device, op, 2)))
    refused = "INVALID_ARGUMENT"
    yield from outcomes(device, module, {
        "an array": ("add", pointer(device, address), refused),
        "the middle of one": ("add", pointer(device, address + 8), refused),
        "malloc": ("add", pointer(device, block), refused),
        "by a value": ("add", by_value(device, c.c_void_p(address)), refused),
        "to what is unknown": ("plain", pointer(device, address), refused),
        "NULL": ("add", pointer(device, 0), "OK"),
        "device memory": ("add", pointer(device, device.address(mem)), "OK"),
        "its middle": ("add", pointer(device, device.address(mem) + 32), "OK"),
        "the end of device memory": ("leave", pointer(device, device.address(mem) + 64), "OK"),
        "page-locked memory": ("add", pointer(device, g.mem_get_host_address(locked)), "OK"),
        "managed memory": ("add", pointer(device, device.address(managed)), "OK"),
        "registered memory": ("add", pointer(device, inside + 16), "OK"),
        "its end": ("leave", pointer(device, inside + 4096), "OK"),
        "beside it": ("leave", pointer(device, inside + 4100), refused),
        "counted from 1": ("from_one", pointer(device, inside - 4), "OK"),
        "counted from 2": ("from_one", pointer(device, inside - 8), refused),
        "a sentinel of 1": ("unless", pointer(device, 1), "OK"),
        "a sentinel of -1": ("unless", pointer(device, 2**64 - 1), "OK"),
        "a variable of a module": ("add", pointer(device, cell), "OK"),
        "a function": ("apply", [pointer(device, function), pointer(device, function), part(device, mem, 0)], "OK"),
        "in a struct": ("boxed", by_value(device, c.c_void_p(address)), "OK"),
        "an odd address": ("add", pointer(device, device.address(odd) + 2), refused),
        "an odd address of bytes": ("bytes", pointer(device, device.address(odd) + 3), "OK"),
    })
    yield from differs("the host's array", heap[0], 42.0)
    yield from differs("the variable", device.launch(module, "add", [1], [1], [pointer(device, cell)])[1], "OK")
    # A launch that is kept is looked at when its argument is set.
    kernel = g.module_get_kernel(module, b"add")
    kept = g.prepared_create(kernel, c.byref(g.struct("launch_config", grid_x=1, block_x=1)), g.array(g.types["gc_arg"], [part(device, mem, 0)]), 1)
    try:
        g.prepared_set_arg(kept, 0, c.byref(pointer(device, address)), None, 0)
        yield "a prepared launch takes the host's array"
    except Exception as error:  # noqa: BLE001 - what it says is looked at
        if "argument 0 is an address in host memory" not in str(error):
            yield f"a prepared launch: {error}"
    g.mem_free(registered)
    yield from differs("registered no more", device.launch(module, "add", [1], [1], [pointer(device, inside + 16)])[1], refused)


@case(GRIDCALL_CPU_CHECK="0")
def without_checks_host_memory_is_used(device):
    module = device.module("a.cu", ARGUMENTS)
    heap, address, _ = host_memory(device)
    (mem,), _ = memories(device, 64)
    whole, half = device.g.mem_create_sub_region(mem, 0, 33, 0), device.g.mem_create_sub_region(mem, 1, 33, 0)
    yield from outcomes(device, module, {
        "an array": ("add", pointer(device, address), "OK"),
        "an odd part": ("add", part(device, half, 0), "INVALID_ARGUMENT"),
        "an odd offset": ("add", part(device, whole, 6), "INVALID_ARGUMENT"),
        "the same as bytes": ("bytes", part(device, half, 0), "OK"),
        "an even offset": ("add", part(device, half, 3), "OK"),
    })
    yield from differs("the host's array", heap[0], 42.0)


@case(GRIDCALL_CPU_CHECK="memory")
def the_checks_tell_the_line_of_host_memory(device):
    heap, address, _ = host_memory(device)
    reports, status, _ = device.launch(device.module("a.cu", ARGUMENTS), "boxed", [1], [1], [by_value(device, c.c_void_p(address))])
    yield from differs("reports", {(each["what"], each["line"]) for each in reports}, {("host", 9)})
    yield from differs("status and array", (status, heap[0]), ("ILLEGAL_ADDRESS", 41.0))


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


@case(GRIDCALL_CPU_CHECK="all")
def memory_that_ceases_to_be_written(device):
    """It is known as written, also to the blocks of a worker, until a copy brings what nobody wrote."""
    (mem,), arguments = memories(device, 4096)
    module = device.module("k.cu", "__global__ void k(int* a) {\n  a[blockIdx.x * 256 + threadIdx.x] += 1;\n}\n")
    unwritten = device.g.mem_alloc(device.context, 4096)
    for _ in range(2):
        for _ in range(3):
            yield from differs("written", device.launch(module, "k", [4], [256], arguments)[:2], ([], "OK"))
        device.g.memcpy(mem, 0, unwritten, 0, 4096, None)
        reports = device.launch(module, "k", [4], [256], arguments)[0]
        yield from differs("a copy of what nobody wrote", {(each["check"], each["line"]) for each in reports}, {("init", 2)})


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
