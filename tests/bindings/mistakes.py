#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Deliberate mistakes in each language: every message must say in the caller's words what is wrong, with its numbers, and what to do next. Writes TAP.

    mistakes.py c=build/tests/mistakes_c "python=python3 tests/bindings/python/mistakes.py"

A program gets the path of mistakes.cu and prints a line for each mistake: its name, a tab, and the error as the language shows it, `\\n` for a
line end. It runs with GRIDCALL_CPU_CHECK=1, which tells what only a GPU would fault at. What compiles in no program of a language, or is right
there, its program leaves out. The first line must hold each pattern of WANTED, a
word of NEXT_STEP, and in no language but C a name of C's. Mistakes in the environment are made with the Python program's interpreter.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from effort import effort_seed, part  # noqa: E402
from slowdown import limit  # noqa: E402

NEXT_STEP = r"\b(ask|at most|call|close|convert|copy|did you mean|end|expected|fit|GRIDCALL_CPU_CHECK|has|install|it has|launch|make|name|pass|raise|" \
            r"record|release|set|spelled as|take|use|write)\b"
# An index, which Julia counts from 1, is <0>; the rest are each language's nouns.
NOUNS = {
    "c": {"mem": "gc_mem", "stream": "gc_stream", "kernel": "gc_kernel", "arguments": "`arg_count`", "grid": "`config->grid_x`", "block": "`config->block_x`",
          "buffer": "memory", "address": "an address as a pointer", "argument": "`object` of argument"},
    "rust": {"buffer": "a Buffer", "address": r"a \*const T"},
    "go": {"buffer": r"a \*Slice", "address": "a uintptr"},
    "julia": {"buffer": "a DeviceArray", "address": "a Ptr"},
    "python": {"buffer": "an NdArray", "address": "c_void_p"},
}
OTHERS = {"mem": "Mem", "stream": "Stream", "kernel": "Kernel", "arguments": "the number of arguments", "grid": "`grid.x`", "block": "`block.x`",
          "argument": "argument"}
X, F, N = ("parameter <0>, `x`, of `scale`", "parameter <1>, `f`, of `scale`", "parameter <2>, `n`, of `scale`")
DOUBLES = ["argument <0> is memory of 64-bit floats", X, "pass <buffer> of 32-bit floats"]
HOST = ["argument <0> is an address in host memory that is not page-locked, where a GPU faults", X, "pass <buffer> of 32-bit floats, or page-lock it with"]
RELEASED = "that was released: release it after its last use"
WANTED = {
    "few_arguments": ["<arguments> is 2", "`scale` takes 3", "pass one for each"],
    "many_arguments": ["<arguments> is 4", "`scale` takes 3", "pass one for each"],
    "double_for_float": ["argument <1> is a 64-bit float of 8 bytes", F, "takes 4: pass a 32-bit float"],
    "int_for_float": ["argument <1> is a 32-bit integer", F, "takes `float`: pass a 32-bit float"],
    "long_for_int": ["argument <2> is a 64-bit integer of 8 bytes", N, "takes 4: pass a 32-bit integer"],
    "go_int": ["argument <2> is a Go int of 8 bytes", "use int32"],
    "doubles_for_floats": DOUBLES,
    "memory_for_number": ["argument <1> is memory", F, "pass a 32-bit float"],
    "number_for_memory": ["argument <0>", "pass <buffer> of 32-bit floats, or .*<address>"],
    "number_for_memory python": ["argument 0 .`float . x`. is an int", "pass a Mem or an NdArray", "<address>"],
    "host_array go": [r"argument 0: a \[\]float32", "SliceOf", "InOut"],
    "host_array julia": ["argument 1 is an Array, which is in host memory", r"DeviceArray\(x\)"],
    "host_array python": ["argument 0 .`float . x`. is an array", r"gridcall.array\(x\)", "InOut"],
    "host_pointer": [r"argument 0: a \*float32", "SliceOf"],
    "host_memory": HOST,
    "host_stack": HOST,
    "odd_part": ["argument <0> begins at an address that is no multiple of 4", X, "pass a part that begins at one"],
    "struct_by_value": ["argument 0: a main.pair", r"pass ValueOf\(&x\)"],
    "struct_size": ["argument <0> has 8 bytes", "parameter <0>, `p`, of `record` takes 12", "pass a struct of 12 bytes"],
    "text_argument": ["argument <0>", "[Ss]tr", "(pass|use) a"],
    "nil_argument": ["argument 0 is nil", r"pass a \*Slice"],
    "nil_slice": [r"argument 0 is a nil \*gridcall.Slice\[float32\]", "make it first"],
    "nil_array": [r"argument 0 is a nil \*gridcall.NdarrayOf\[float32\]", "make it first"],
    "nil_kernel": ["Kernel.Launch: `kernel` is nil: pass a Kernel"],
    "nil_context": ["NewSlice: `context` is nil: pass a Context"],
    "nil_receiver": ["Ndarray.Shape: `ndarray` is nil: pass an Ndarray"],
    "null_kernel": ["`kernel` is NULL: pass a gc_kernel"],
    "null_config": ["`config` is NULL: pass a valid pointer"],
    "null_arguments": ["`args` is NULL, but its size is 3: pass"],
    "null_host": ["`dst` is NULL, but its size is 400: pass"],
    "null_mem": ["`src` is NULL: pass a gc_mem"],
    "null_result": ["`out_mem` is NULL: pass a valid pointer"],
    "other_context_memory": ["<argument> <0> and the kernel belong to two contexts", "use objects of one context"],
    "other_context_stream": ["`stream` and the kernel belong to two contexts", "use objects of one context"],
    "released_argument": [f"<argument> <0> is a <mem> {RELEASED}"],
    "released_kernel": [f"`kernel` is a <kernel> {RELEASED}"],
    "released_stream": [f"`stream` is a <stream> {RELEASED}"],
    "staged_type": DOUBLES,
    "staged_in_launch": ["argument 0 is a slice of Go's", "to LaunchStaged"],
    "grid_zero": ["<grid> is 0: launch 1 at least"],
    "block_zero": ["<block> is 0: launch 1 at least"],
    "block_large": ["2048 threads in x, the device allows 1024: use a smaller block"],
    "block_product": ["32 x 32 x 2 = 2048 threads", "the device allows, 1024: use a smaller block"],
    "grid_large": ["70000 blocks in y, the device allows 65535: use fewer"],
    "negative_grid": [r"the grid has 4294967295 \(a negative number\?\) blocks in x, the device allows 2147483647: use fewer"],
    "negative_grid rust": ["`grid.x` is 0: launch 1"],
    "negative_grid julia": ["-1: pass from 1 to 4294967295"],
    "shared_large": ["`shared_?[sS]ize` 1048576", "`scale` is set up for, [0-9]+", "the device has for a block, [0-9]+: use less"],
    "negative_timeout": ["timeout", "-1", "pass 0 or more"],
    "no_shape": ["`grid` is missing: write kernel"],
    "four_dimensions": ["`grid` has 4 numbers: pass from 1 to 3"],
    "prepared_index": ["`index` is <3>, and `scale` takes 3 parameters: pass a smaller one"],
    "negative_index": ["argument -1: pass its number, from 0"],
    "index_zero": ["argument 0: pass its number, from 1"],
    "prepared_type": DOUBLES,
    "graph_node": ["`node` is <5>, and `graph` has 1 nodes: pass a smaller number"],
    "graph_index": ["`index` is <3>, and `scale` takes 3 parameters: pass a smaller one"],
    "graph_type": DOUBLES,
    "upload_long": ["101", "100", "fit|pass"],
    "upload_long julia": ["BoundsError", "100-element DeviceArray", "101"],
    "download_long": ["(101|404)", "(100|400)", "fit|pass"],
    "download_long julia": ["BoundsError", "100-element", "101"],
    "bytes_long": ["(`size`|the size of `src`) 404", "`dst`, which has 400 bytes: at most 400 fit"],
    "elements_past": ["90", "110", "100 elements", ": (pass|it ends behind them: end it)"],
    "elements_past julia": ["BoundsError", "100-element DeviceArray", "90:110"],
    "elements_reversed": ["60", "50", "100 elements", "swap|low first"],
    "element": [r"Use Array\(a\)", "copyto!"],
    "nothing_to_map": [r"`range` is 5..5", "pass one element at least"],
    "part_past": ["`size` 20 at `offset` 390 exceeds `mem`, which has 400 bytes: at most 10 fit"],
    "released": [f"`(src|mem)` is a <mem> {RELEASED}"],
    "released_host_array": ["this HostArray is closed: close it after its last use"],
    "wrong_handle c": ["`src` is a gc_stream: pass a gc_mem"],
    "wrong_handle python": ["`event` is a Mem: pass an Event"],
    "not_a_handle": ["`src` is not a gridcall handle: pass a gc_mem"],
    "size_zero": ["`size` is 0: ask for 1 byte at least"],
    "negative_size": ["-1", "(pass|ask)"],
    "pointers": [r"\*int holds pointers|String cannot be the element", "use numbers"],
    "too_many": ["18446744073709551615 elements of 4 bytes", "ask for less"],
    "too_large": ["1125899906842624 bytes", "has [0-9]+ of [0-9]+ bytes free", "release memory or ask for less"],
    "pool_limit": ["2097152 bytes", "limit of 1048576", "raise it with .*[sS]et_?[lL]imit"],
    "fill_long": ["(`value_size`|the size of `value`) 129 exceeds 128", "pass a value of 1 to 128 bytes, or copy"],
    "copy_overlap": ["`dst` and `src` overlap by 96 bytes: copy by way of a third memory"],
    "copy_type": ["Float64 to Float32", "write dst .= src"],
    "map_past": ["`size` 20 at `offset` 390 exceeds `mem`, which has 400 bytes: at most 10 fit"],
    "map_flags": ["`flags` is 0: pass (MapFlags::READ|MapFlags.READ|MapRead|MAP_READ)"],
    "host_address": ["`mem` is not page-locked", "copy it with", "place HOST"],
    "in_place": ["`mem` is not page-locked", "copy it with Slice.Values"],
    "enum_number": ["`options->place` is 99: pass DEVICE"],
    "unknown_flag": ["`options` has flags 0x8000000000000000", "leave them out"],
    "no_struct_size": ["struct_size is 0, less than [0-9]+: set it"],
    "enum_name": ["DEVISE", "no MemPlace: pass one of :?DEVICE, "],
    "flag_name": [":NON_BLOKING", "pass one of :NON_BLOCKING"],
    "attribute_name": ["WARP_SIZ\\b", "no DeviceAttribute: pass one of .*WARP_SIZE"],
    "number_too_large": ["1099511627776", "pass a number from -2147483648"],
    "kernel_name": ['no kernel "scael": did you mean "scale"', "has endless, past, record, scale"],
    "global_name": ['variable "tabel": it has table'],
    "no_file": ['`path` "/nowhere/k.cu" does not exist: name a file'],
    "folder": ['`path` "/" is a folder: name a regular file'],
    "include": ["source.cu:1:10: fatal error: 'mine.h' file not found: pass its folder in `[iI]nclude_?[dD]irs`"],
    "syntax": ["source.cu:1:32: error: expected ';'"],
    "option": ["option '--expt-nothing' is unknown", "-DNAME=VALUE"],
    "image": ["20 bytes", "pass what .*[iI]mage returned"],
    "device_name": ['"gpuu" names no device: write "gpu", "cpu"'],
    "device_index": ["`index` is 99, and there are 1 devices: pass a number below"],
    "device_attribute": ["`attribute` is 9999", "use one that .*[aA]ttributes lists"],
    "nul_in_text": ["NUL", "take it out"],
    "nul_in_text julia": ["NULs are not allowed"],
    "capture_wait": ["while a stream captures: wait, ask or copy to the host before .*[cC]apture or after .*[lL]aunch"],
    "capture_copy": ["while a stream captures: wait, ask or copy to the host before .*[cC]apture or after .*[lL]aunch"],
    "capture_end": ["`stream` is in no capture", "begin one"],
    "capture_twice": ["`stream` captures already: end that with"],
    "event_unrecorded": ["`(start|event)` was never recorded: record it on a stream first"],
    "past_end": ["kernel `past`", "0 bytes past the end of the 32-byte allocation", "GRIDCALL_CPU_CHECK=memory"],
    "endless": ["kernel `endless`", "its time limit is 0.05 s; raise it"],
    "expression_half": ["ends at column 4, where a value is missing: write one"],
    "expression_name": ['"foo" at column 5', "write one of these"],
    "expression_read": [r'"\*" at column 1', "pass the array as an input"],
    "expression_inputs": ['"b" at column 5', "(`input_count`|the number of `inputs`) is 1: pass an array for each letter"],
    "shapes": [r"`inputs\[0\]` of shape \(99\)", r"\(100\)", "make each dimension"],
    "reshape": [r"\(3, 33\) has 99 elements, and the array 100: pass as many"],
    "reshape_array": ["100 elements", "3x33"],
    "axis": [r"`axes`\[0\] is 3, and `src` has 1 dimensions: pass less"],
    "broadcast_call": ["cannot call lowercase of Float32", "use operators"],
    "broadcast_array": [r"not a Array\{Float32,1\}", r"pass DeviceArray\(x\)"],
    "reduce_call": ["not reduced by xor", r"or Array\(a\)"],
    "texture_of_nothing": ["neither `array` nor `mem` is given: pass one of them"],
    "array_empty": ["`width` is 0: an array has 1 element at least"],
    "array_channels": ["`channels` is 3: pass 1, 2 or 4"],
}
# Base's own errors in Julia, which say what Julia's say.
OF_BASE = ("BoundsError", "DimensionMismatch", "ArgumentError: embedded NULs")
FIRST = "import gridcall; gridcall.Context(); gridcall.Module('__global__ void k() {}')"
ENVIRONMENT = {
    "no compiler": ({"GRIDCALL_CC": "/nowhere/gridcall-cc"}, ["gridcall-cc, the compiler for the CPU device, was not found", "install it, or set GRIDCALL_CC"]),
    "no GPU": ({"GRIDCALL_DEVICE": "gpu", "GRIDCALL_CUDA_DRIVER": "/nowhere/libcuda.so.1"}, ["GRIDCALL_DEVICE=gpu: there is no GPU", 'name "cpu" to use the CPU device']),
    "device 7": ({"GRIDCALL_DEVICE": "7"}, ["GRIDCALL_DEVICE", '"7": the last device is number [0-9]+: name one']),
    "no device": ({"GRIDCALL_DEVICE": "gpuu"}, ["GRIDCALL_DEVICE", "gpuu", 'write "gpu"']),
    "a misspelt variable": ({"GRIDCALL_DEVCIE": "cpu"}, ["GRIDCALL_DEVCIE", "did you mean GRIDCALL_DEVICE"]),
    "a wrong number": ({"GRIDCALL_KERNEL_TIMEOUT": "soon"}, ["GRIDCALL_KERNEL_TIMEOUT", "soon", "pass|write|set|give"]),
    "a wrong memory": ({"GRIDCALL_CPU_MEMORY": "much"}, ["GRIDCALL_CPU_MEMORY", "much", "pass|write|set|give"]),
    "no library": ({"GRIDCALL_LIBRARY": "/nowhere/libgridcall.so.0"}, ["/nowhere/libgridcall.so.0", "GRIDCALL_LIBRARY"]),
}
numbers = 0


def case(name: str, why: str = "") -> bool:
    global numbers
    numbers += 1
    print(f"{'not ' * bool(why)}ok {numbers} - {name}" + f"\n# {why}" * bool(why), flush=True)
    return not why


def patterns(name: str, language: str) -> list[str] | None:
    found = WANTED.get(f"{name} {language}") or WANTED.get(name)
    nouns = OTHERS | NOUNS[language]
    shift = language == "julia"
    return found and [re.sub(r"<(\w+)>", lambda m: str(int(m[1]) + shift) if m[1].isdigit() else nouns[m[1]], each) for each in found]


def wrong(name: str, language: str, said: str) -> str:
    """Why a message is not good enough; "" where it is."""
    if (wanted := patterns(name, language)) is None:
        return "no pattern in WANTED"
    line = said.split("\\n")[0]
    lacks = [each for each in wanted if not re.search(each, line)]
    if not lacks and language != "c":
        lacks = [f"a name of C's, {found[0]}" for found in [re.search(r"\bgc_\w+|GRIDCALL_(?!CPU_CHECK)\w+|\bNULL\b", line)] if found]
    if not lacks and not re.search(NEXT_STEP, line, re.IGNORECASE) and not line.startswith(OF_BASE):
        lacks = ["a next step"]
    return f"{lacks[0]}: {said}" if lacks else ""


def run_language(language: str, command: list[str], cache: str) -> bool:
    if not shutil.which(command[0]):
        return case(f"{language} # SKIP {command[0]} is not installed")
    done = subprocess.run([*command, str(HERE / "mistakes.cu")], text=True, capture_output=True, timeout=limit(500),
                          env={**os.environ, "GRIDCALL_CACHE_DIR": cache, "GRIDCALL_CPU_CHECK": "1"})
    said = dict(line.split("\t", 1) for line in done.stdout.splitlines())
    fails = [f"{name}: {why}" for name, text in said.items() if (why := wrong(name, language, text))]
    if done.returncode or len(said) < 60:
        fails.insert(0, f"exit code {done.returncode} after {len(said)} mistakes: {done.stderr.strip()}")
    return case(f"{language}: {len(said)} mistakes", "\n# ".join(fails))


def run_environment(command: list[str]) -> bool:
    fails = []
    for name, (variables, wanted) in ENVIRONMENT.items():
        done = subprocess.run([command[0], "-c", FIRST], env={**os.environ, "GRIDCALL_DISABLE_CACHE": "1", **variables}, text=True, capture_output=True, timeout=limit(60))
        if lacks := [each for each in wanted if not re.search(each, done.stderr)]:
            fails.append(f"{name}: no {lacks[0]!r} in {done.stderr.strip().splitlines()[-1:]}")
    return case(f"{len(ENVIRONMENT)} mistakes in the environment", "\n# ".join(fails))


def main() -> int:
    programs = {name: shlex.split(command) for name, command in (each.split("=", 1) for each in sys.argv[1:])}
    chosen = part(programs, 2)
    print(f"# seed {effort_seed()}")
    with tempfile.TemporaryDirectory(prefix="gridcall-mistakes-") as cache:
        good = [run_language(*each, cache) if each[0] in chosen else case(f"{each[0]} # SKIP in the part of another seed, and by scripts/test --full") for each in programs.items()]
    if "python" in programs:
        good.append(run_environment(programs["python"]))
    print(f"1..{numbers}")
    return not all(good)


sys.exit(main())
