#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of the checks: the kernels of cost.cu by default, in reference mode, and with checks. By hand, on a quiet machine.

    cost.py [--rounds 5] [--only KERNEL]... [--checks memory --checks all] [--markdown]

Prints milliseconds of processor time of a launch, the least of some rounds in which all ways take turns, so that other work on the machine
counts little, and in brackets how many times those of the default.
"""

import argparse
import ctypes as c
import json
import os
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.dont_write_bytecode = True

# Kernel: grid, block, arguments. "4M" is memory of as many bytes, "4M:rows" and "4M:indices/N" are filled so.
SMALL, LARGE = 1 << 20, 1 << 22
KERNELS = {
    "saxpy": ([LARGE // 256], [256], ["16M", "16M", 2.0, LARGE]),
    "stencil": ([64, 256], [32, 8], ["16M", "16M", 2048]),
    "matmul": ([8, 32], [32, 8], ["256K", "256K", "256K", 256]),
    "matmul_tiled": ([16, 16], [16, 16], ["256K", "256K", "256K", 256]),
    "reduce": ([256], [256], ["16M", "1K", LARGE]),
    "scan": ([SMALL // 256], [256], ["4M", "4M", SMALL]),
    "histogram": ([64], [256], ["4M", "1K", LARGE]),
    "transpose": ([32, 32], [32, 8], ["4M", "4M", 1024]),
    "black_scholes": ([SMALL // 256], [256], ["4M", "4M", "4M", "4M", "4M", SMALL]),
    "nbody": ([16], [128], ["32K", "32K", 2048]),
    "spmv": ([256], [256], ["512K:rows", "4M:indices/65536", "4M", "256K", "256K", 65536]),
    "gather": ([SMALL // 256], [256], ["4M:indices/1048576", "4M", "4M", SMALL]),
    "bitonic": ([SMALL // 512], [256], ["4M", SMALL]),
    "particles": ([SMALL // 1024], [256], ["4M", "4M", SMALL // 4]),
    "convolve": ([SMALL // 256], [256], ["4M", "4M", SMALL]),
    "bytes": ([LARGE // 1024], [256], ["4M", "4M", LARGE]),
}


def size_of(text):
    return int(text[:-1]) * {"K": 1 << 10, "M": 1 << 20}[text[-1]]


def measure():
    """Milliseconds of the kernel that each line of the input names, in a process of its own with the environment of one way."""
    from device import Device

    device = Device()
    g, module = device.g, device.module("cost.cu", (FOLDER / "cost.cu").read_text())

    def launch(name, grid, block, arguments):
        kernel = g.module_get_kernel(module, name.encode())
        shape = {f"{what}_{axis}": size for what, sizes in (("grid", grid), ("block", block)) for axis, size in zip("xyz", [*sizes, 1, 1])}
        config = g.struct("launch_config", **shape)
        g.launch(kernel, c.byref(config), g.array(g.types["gc_arg"], arguments), len(arguments), None)
        g.context_synchronize(device.context)
        g.kernel_release(kernel)

    def argument(value):
        if isinstance(value, float):
            value, bits = 0, int.from_bytes(bytes(c.c_float(value)), "little")
            return g.struct("arg", kind=device.constant["ARG_KIND_SCALAR"], size=4, bits=bits)
        if isinstance(value, int):
            return g.struct("arg", kind=device.constant["ARG_KIND_SCALAR"], size=4, bits=value)
        size, _, what = value.partition(":")
        mem = device.fill(g.mem_alloc(device.context, size_of(size)), size_of(size))
        given = g.struct("arg", kind=device.constant["ARG_KIND_MEM"], size=8, object=mem)
        count = size_of(size) // 4
        if what == "rows":
            launch("fill_rows", [count // 256], [256], [given, argument(65536)])
        elif what:
            launch("fill_indices", [count // 256], [256], [given, argument(count), argument(int(what.partition("/")[2]))])
        return given

    # So many together that the system's count of processor time is right.
    prepared, counts = {}, {}
    for name in map(str.strip, sys.stdin):
        grid, block, arguments = KERNELS[name]
        if name not in prepared:
            prepared[name], counts[name] = [argument(value) for value in arguments], 1
            launch(name, grid, block, prepared[name])
        while True:
            begin = time.process_time()
            for _ in range(counts[name]):
                launch(name, grid, block, prepared[name])
            took = 1000 * (time.process_time() - begin)
            if took >= 30:
                break
            counts[name] *= 2
        print(json.dumps(took / counts[name]), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="of each kernel, in each way")
    parser.add_argument("--only", action="append", choices=KERNELS)
    parser.add_argument("--checks", action="append")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        return measure()
    ways = {"default": {}, "reference": {"GRIDCALL_CPU_MODE": "reference"}}
    ways.update((checks, {"GRIDCALL_CPU_CHECK": checks}) for checks in options.checks or ("memory", "init", "race", "sync", "all"))
    processes = {}
    for way, environment in ways.items():
        given = {"GRIDCALL_DISABLE_TIERING": "1", "GRIDCALL_CPU_CHECK": "0", "GRIDCALL_CPU_CHECK_FILE": "/dev/null"} | environment
        processes[way] = subprocess.Popen([sys.executable, __file__, "--measure"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                          env={**os.environ, **given})
    if options.markdown:
        print("| kernel |", " | ".join(ways), "|")
        print("|---" * (len(ways) + 1) + "|")
    for name in options.only or KERNELS:
        results = dict.fromkeys(ways, float("inf"))
        for _ in range(options.rounds):
            for way, process in processes.items():
                process.stdin.write(name + "\n")
                process.stdin.flush()
                results[way] = min(results[way], json.loads(process.stdout.readline()))
        base = results.pop("default")
        if options.markdown:
            print(f"| `{name}` | {base:.2f} ms |", " | ".join(f"{took / base:.1f}" for took in results.values()), "|", flush=True)
        else:
            print(f"{name:14} {base:.2f}", *(f"{way} {took:.2f} ({took / base:.1f})" for way, took in results.items()), flush=True)
    for process in processes.values():
        process.communicate()
    return None


main()
