# SPDX-License-Identifier: Apache-2.0
"""The arrays' kernels as NVRTC compiles them: the tests against NumPy run over the fake GPU, which computes nothing, with the real compiler. Results
are wrong and are not looked at; a kernel that does not compile, or a program that ends before its plan, fails."""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "../support"))
from effort import effort, effort_seed  # noqa: E402
from tap import Skip, Tap  # noqa: E402

# Each program, its arguments, and in how many parts its cases are divided, of which one runs by day.
PROGRAMS = [("oracle", ["--programs", "20"], 1), ("matmul", ["--child"], 1), ("factor", ["--child", "--cases", str(effort(20, 80))], 1),
            ("fft", ["--child"], 1), ("sparse", ["--cases", str(effort(20, 60))], 1), ("sort_scan", [], effort(11, 1)), ("combine", [], effort(5, 1)), ("primitives", [], effort(9, 1)),
            ("scan_map", [], effort(2, 1)), ("random_numbers", [], effort(5, 1))]


def compiler():
    names = sorted(glob.glob(os.path.join(ROOT, ".prefix/nvrtc/nvidia/cu*/lib/libnvrtc.so.*")))
    if not names:
        raise Skip("no NVRTC: scripts/setup installs its wheel")
    return names[-1]


def program(name, arguments, parts, library, driver):
    nvrtc = compiler()
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {
            "GRIDCALL_DEVICE": "gpu", "GRIDCALL_CUDA_DRIVER": driver, "GRIDCALL_NVRTC": nvrtc, "GRIDCALL_CACHE_DIR": cache, "GRIDCALL_LOG": "info",
            "FAKE_CUDA_VERSION": "13050", "FAKE_CUDA_CAPABILITY": "99", "GRIDCALL_TEST_PART": f"{effort_seed() % parts}/{parts}"}
        environment |= {f"GRIDCALL_{each}": "none" for each in ("CUBLAS", "CUSOLVER", "CUFFT")}
        done = subprocess.run([sys.executable, os.path.join(HERE, f"{name}.py"), "--library", library, *arguments], env=environment,
                              capture_output=True, text=True, errors="replace")
    compiled = len(re.findall(r"info compile: .* compiled by .*libnvrtc", done.stderr))
    wrong = [line for line in (done.stdout + done.stderr).splitlines() if re.search(r"COMPILE: |NO_COMPILER: |error: ", line)][:5]
    if not re.search(r"^1\.\.\d+$", done.stdout, re.MULTILINE):
        wrong.append(f"{name}.py ended with {done.returncode} before its plan: {done.stderr[-400:]}")
    if compiled == 0:
        wrong.append(f"{name}.py compiled no kernel")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", required=True)
    parser.add_argument("--driver", required=True, help="the fake libcuda.so.1")
    arguments, tap = parser.parse_args(), Tap()
    for each in PROGRAMS:
        tap.case(each[0], lambda each=each: program(*each, arguments.library, arguments.driver))
    tap.end()


if __name__ == "__main__":
    main()
