#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Correct kernels under all checks: the test programs of the tree run with GRIDCALL_CPU_CHECK, must pass as they do without, and must not be
reported.

    correct.py [--build build] [--all] [--seed N] [--only NAME]... [--checks LIST] [--jobs N] [--keep FOLDER]

By default some random kernels and some of the conformance tests, as a seed chooses; --all runs everything (README.md has the counts).
--keep leaves the reports there, a file for each program.
"""

import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support")]
sys.dont_write_bytecode = True
from effort import effort  # noqa: E402
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

FORMS = {"mixed": 96, "graph": 96, "loops": 96, "nests": 48, "meetings": 96}  # how many kernels of a form --all takes
# Conformance tests that are about something else, or whose kernels are faulty on purpose.
KERNELS = "block warp atomic language output heap integer vector half launch staged texture surface sampler grid cluster waiting ndarray pool math".split()
LEFT_OUT = {
    "launch_time_limits": "kernels that never end",
    "block_early_exit": "its threads return before a barrier, which `sync` tells though sm_70 defines it",
    **dict.fromkeys(("pool_reuse", "pool_page_locked", "pool_out_of_memory"), "under checks a pool keeps nothing that could be counted"),
}
# Their threads meet at barriers of different places, which sm_70 defines; `sync` tells it all the same. kernel_fuzz leaves such kernels of the form `mixed` out.
WITHOUT_SYNC = {"random meetings"}
EXAMPLES = "vector_add reduce convolution image_filter particles record_table streams memory_kinds multiple_threads".split()


def conformance(build, draw, everything):
    program = build / "tests/test_conformance"
    listed = subprocess.run([program, "--list"], check=True, capture_output=True, text=True).stdout.split()
    names = [name for name in listed if name.split("_")[0].rstrip("s") in KERNELS and name not in LEFT_OUT and "fault" not in name]
    chosen = names if everything else draw.sample(names, effort(12, 24))
    for i in range(0, len(chosen), 24):
        yield f"conformance {i // 24 + 1}", [program, *chosen[i:i + 24]]


def programs(options, draw):
    """Pairs of a name and a command."""
    build = options.build.resolve()
    yield from conformance(build, draw, options.all)
    for form, count in FORMS.items():
        seed = draw.randrange(10**6)
        yield f"random {form}", [build / "tests/kernel_fuzz", "--form", form, "--seed", str(seed), "--count", str(count if options.all else count // effort(24, 12)),
                                 "--no-shrink"]
    for name in EXAMPLES if options.all else draw.sample(EXAMPLES, effort(1, 3)):
        yield f"example {name}", [build / "bin" / name]
    # Not test_kernel_parking: its kernels diverge at barriers on purpose, and it wants vector code of all, which warp functions under checks have not.
    if options.all:
        yield "suite", [build / "tests/test_kernel_suite"]
        yield "fp8", [build / "tests/test_kernel_fp8"]
        yield "PTX", [build / "tests/test_kernel_assembly"]
        yield "pycuda", [sys.executable, ROOT / "tests/pycuda/run.py", "--library", build / "lib/libgridcall.so", "--jobs", "1"]


def run(name, command, options, folder):
    """The errors: the end of the program's output if it failed, and its reports."""
    if not Path(command[0]).exists():
        return lambda: skip(f"{Path(command[0]).name} is not built"), 0
    file = folder / (name.replace(" ", "-") + ".json")
    file.unlink(missing_ok=True)
    checks = "memory,init,race" if name in WITHOUT_SYNC and options.checks == "all" else options.checks
    environment = {**os.environ, "GRIDCALL_DEVICE": "cpu", "GRIDCALL_CPU_CHECK": checks, "GRIDCALL_CPU_CHECK_FILE": str(file)}
    begin = time.monotonic()
    try:
        done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=environment,
                              timeout=limit(1500))
        wrong = [f"ended with {done.returncode}: {done.stdout[-2500:]}"] if done.returncode else []
    except subprocess.TimeoutExpired:
        wrong = ["does not end"]
    lines = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    wrong += [f"{each['check']} {each.get('what')}: {each.get('text')}" for each in lines if each["check"] != "leak" and each.get("severity") != "warning"]
    return lambda: wrong[:20] + [f"and {len(wrong) - 20} more"] * (len(wrong) > 20), time.monotonic() - begin


def skip(reason):
    raise Skip(reason)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--checks", default="all")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    tap = Tap()
    print(f"# seed {options.seed}")
    with tempfile.TemporaryDirectory(prefix="gridcall-check-") as made, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = (options.keep or Path(made)).resolve()
        folder.mkdir(exist_ok=True)
        chosen = [each for each in programs(options, random.Random(options.seed)) if not options.only or any(part in each[0] for part in options.only)]
        for (name, _), (check, seconds) in zip(chosen, pool.map(lambda each: run(*each, options, folder), chosen)):
            tap.case(name, check)
            print(f"# METRIC check_seconds_{name.replace(' ', '_')} {seconds:.1f}")
    tap.end()


main()
