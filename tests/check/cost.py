#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the checks cost: six kernels of cpu_device_bench, as they are by default, in reference mode, and with checks. By hand.

    cost.py [--build build] [--rounds 3] [--checks memory --checks all]

Prints milliseconds of processor time, so that other work on the machine counts little, and in brackets how many times those of the default.
"""

import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

CASES = ["saxpy 16M", "reduction 16M, 4096", "tiled matmul 512", "histogram 16M bytes", "stencil 2048", "n-body 8192"]


def measured(program, rounds, environment):
    """Milliseconds of each case."""
    times = {}
    with tempfile.TemporaryDirectory(prefix="gridcall-cost-") as folder:
        report = Path(folder) / "report.json"
        for case in CASES:
            subprocess.run([program, str(rounds), case, "cpu", "--json", report], check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment})
            times.update((row["case"], row["value"]) for row in json.loads(report.read_text())["rows"] if row["candidate"] == "gridcall")
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--checks", action="append")
    options = parser.parse_args()
    ways = {"default": {}, "reference": {"GRIDCALL_CPU_MODE": "reference"}}
    ways.update((checks, {"GRIDCALL_CPU_CHECK": checks}) for checks in options.checks or ("memory", "init", "race", "sync", "all"))
    common = {"GRIDCALL_DEVICE": "cpu", "GRIDCALL_DISABLE_TIERING": "1"}
    results = {}
    for way, environment in ways.items():
        results[way] = measured(options.build / "bin/cpu_device_bench", options.rounds, common | environment)
        if way == "default":
            base = results[way]
        print(f"{way:10}", *(f"{case}: {time:.1f} ms ({time / base[case]:.1f})" for case, time in results[way].items()), sep="  ", flush=True)


main()
