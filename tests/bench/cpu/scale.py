#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs cpu_device_bench on 1, 2, 4, ... cores and prints how many times as fast each case is as on one.

    scale.py PROGRAM [ROUNDS] [CASE] [--json FILE]

The CPU device takes as many worker threads as the process may run on; so does OpenMP, whose native code is
beside it: what the memory cannot do, neither can.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys


def cores():
    """The processors that this process may use, one of each core first."""

    def number(cpu, name):
        try:
            with open(f"/sys/devices/system/cpu/cpu{cpu}/topology/{name}") as file:
                return int(file.read())
        except (OSError, ValueError):
            return cpu

    seen, order = {}, []
    for cpu in sorted(os.sched_getaffinity(0)):
        core = (number(cpu, "physical_package_id"), number(cpu, "core_id"))
        seen[core] = seen.get(core, 0) + 1
        order.append((seen[core], cpu))
    return [cpu for _, cpu in sorted(order)], len(seen)


def measure(program, arguments, cpus):
    """{case: (gridcall's ms, native ms)}"""
    done = subprocess.run([program, *arguments], stdout=subprocess.PIPE, text=True, check=True,
                          preexec_fn=lambda: os.sched_setaffinity(0, cpus))
    found = {}
    for line in done.stdout.splitlines():
        # 22 columns of name; ours, native and each OpenCL platform in ms; the ratios; remarks.
        name, numbers = line[:22].strip(), re.findall(r"\s(\d+\.\d+)", line[22:])
        if "DIFFERS" in line:
            sys.exit(line)
        if len(numbers) >= 3:
            found[name] = float(numbers[0]), float(numbers[1])
    if not found:
        sys.exit("no case was measured:\n" + done.stdout)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="build/bin/cpu_device_bench")
    parser.add_argument("rounds", nargs="?", default="5")
    parser.add_argument("case", nargs="?", default="", help="only cases whose name has this in it")
    parser.add_argument("--json", help="a file for the numbers: {cores: {case: [the CPU device's ms, native ms]}}")
    given = parser.parse_args()
    arguments = [given.rounds, given.case]
    cpus, whole = cores()
    counts = [1]
    while counts[-1] * 2 <= len(cpus):
        counts.append(counts[-1] * 2)
    if counts[-1] != len(cpus):
        counts.append(len(cpus))
    print(f"{len(cpus)} processors, {whole} cores; times as fast as on one: the CPU device, then native (OpenMP)")
    results = {count: measure(given.program, arguments, set(cpus[:count])) for count in counts}
    print(f"{'':22} {'ms on one':>19}" + "".join(f"{count:>13}" for count in counts[1:]))
    logs = {count: ([], []) for count in counts}
    for case, (ours, native) in results[1].items():
        text = ""
        for count in counts[1:]:
            now = results[count][case]
            text += f"{ours / now[0]:>7.2f}{native / now[1]:>6.2f}"
            logs[count][0].append(math.log(ours / now[0]))
            logs[count][1].append(math.log(native / now[1]))
        print(f"{case:22} {ours:>9.2f} {native:>9.2f}{text}")
    means = {count: [math.exp(sum(part) / len(part)) for part in logs[count]] for count in counts[1:]}
    print(f"{'geometric mean':42}" + "".join(f"{means[count][0]:>7.2f}{means[count][1]:>6.2f}" for count in counts[1:]))
    if given.json:
        with open(given.json, "w") as file:
            json.dump({"benchmark": "scale", "command": " ".join(sys.argv), "cores": results}, file, indent=2)
    for count in counts[1:]:
        print(f"METRIC cpu_device_speedup_{count}_cores {means[count][0]:.2f}")


if __name__ == "__main__":
    main()
