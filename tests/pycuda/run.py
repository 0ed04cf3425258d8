#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""PyCUDA's own tests over gridcall's C ABI. README.md says how.

  run.py --library build/lib/libgridcall.so [--jobs N] [--files NAME,...] [NAME...]     NAMEs: of tests; a part of it is enough
"""

import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "support"))
from effort import effort  # noqa: E402
from expected import CURAND, DIFFERENT, DIFFERENT_ON_A_GPU, DIFFERENT_ON_THE_CPU_DEVICE, LEFT_OUT, NO_WORK  # noqa: E402
from tap import Skip, Tap  # noqa: E402

PREFIX = ROOT / ".prefix"
FILES = "driver cumath gpuarray rest".split()
DIFFERENT.update(DIFFERENT_ON_THE_CPU_DEVICE if os.environ.get("GRIDCALL_DEVICE", "cpu") == "cpu" else DIFFERENT_ON_A_GPU)


def curand():
    """The library of nvidia-curand behind the one that it needs, and its headers; empty texts where they are not installed."""
    runtime, library = (glob.glob(str(PREFIX / folder / "nvidia/*/lib" / name))
                        for folder, name in (("nvrtc", "libcudart.so.*"), ("curand", "libcurand.so.*")))
    if not runtime or not library:
        return "", ""
    return f"{runtime[0]}:{library[0]}", str(Path(library[0]).parents[1] / "include")


def left_out():
    """The tests that are not run unless they are named, with the reasons."""
    return {**LEFT_OUT, **({} if curand()[0] else {CURAND: "cuRAND's headers and tables, which scripts/setup gets, are missing"})}


def environment(arguments, results):
    library, headers = curand()
    path = os.pathsep.join(filter(None, [str(HERE), str(arguments.source), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "PYCUDA_TEST_RESULTS": results,
            "PYCUDA_TEST_ONE_OF": str(1 if arguments.names else effort(3, 1)),
            "GRIDCALL_LIBRARY": str(Path(arguments.library).resolve()), "GRIDCALL_DEVICE": os.environ.get("GRIDCALL_DEVICE", "cpu"),
            "PYCUDA_TEST_CURAND": library, "PYCUDA_DEFAULT_NVCC_FLAGS": f"-I{headers}" if headers else ""}


def start(arguments, program, results):
    """pytest on one of PyCUDA's test programs, or on ours; what comes of each test goes to the file `results`."""
    command = [arguments.python, "-m", "pytest", "-p", "plugin", "-p", "no:cacheprovider", "--rootdir", ".", "-q", "--tb=short", "-W", "ignore", program]
    if arguments.names:
        command += ["-k", " or ".join(arguments.names)]
    else:
        for name in left_out():
            command += ["--deselect", name]
    return subprocess.Popen(command, cwd=HERE if program == "test_rest.py" else arguments.source / "test", env=environment(arguments, results), text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def judge(name, outcome, work, why):
    """Returns what is wrong with the outcome of a test, or raises the reason why it is as it should be."""
    if name in DIFFERENT:
        wanted, text, reason = DIFFERENT[name]
        if outcome != wanted:
            return f"{outcome}, and the list says {wanted} ({reason}): {why}"
        if text not in why:
            return f"{outcome} for another reason than {text!r}: {why}"
        raise Skip(reason)
    if outcome != "passed":
        return f"{outcome}: {why}"
    if not work and name not in NO_WORK:
        return "it passed without having allocated, copied or launched anything"
    return None


def skip(reason):
    raise Skip(reason)


def run(arguments, programs, tap):
    """The outcome of each test: name -> (outcome, calls that allocate or queue work, why)."""
    waiting, running, outcomes = list(programs), [], {}
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < arguments.jobs:
                program = waiting.pop(0)
                results = Path(folder) / program
                running.append((program, results, start(arguments, program, str(results))))
            program, results, process = running.pop(0)
            output, _ = process.communicate()
            lines = results.read_text().splitlines() if results.exists() else []
            outcomes.update((name, rest) for name, *rest in map(json.loads, lines))
            # 0: all passed, 1: some failed, 5: no test was chosen.
            if process.returncode not in ((0, 1, 5) if arguments.names else (0, 1)) or not lines and not arguments.names:
                tap.case(program, lambda: f"pytest ended with {process.returncode}\n{output[-4000:]}")  # noqa: B023
    return outcomes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", required=True)
    parser.add_argument("--jobs", type=int, default=1, help="how many of the programs at once")
    parser.add_argument("--files", default=",".join(FILES), help="of driver,cumath,gpuarray,rest")
    parser.add_argument("--source", type=Path, default=PREFIX / "pycuda", help="PyCUDA's unpacked sources")
    parser.add_argument("--python", default=str(PREFIX / "python/bin/python"), help="one with pytest, NumPy, pytools and mako")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    tap = Tap()
    if not (arguments.source / "test").is_dir() or not Path(arguments.python).exists():
        tap.case("pycuda", lambda: skip("PyCUDA's sources are missing: scripts/setup gets them"))
        tap.end()
    programs = [f"test_{name}.py" for name in arguments.files.split(",")]
    outcomes = run(arguments, programs, tap)
    for name, (outcome, work, why) in outcomes.items():
        tap.case(name, lambda: judge(name, outcome, work, why))  # noqa: B023
    if not arguments.names:
        for name, reason in left_out().items():
            if name.split("::")[0] in programs:
                tap.case(name, lambda: skip(reason))  # noqa: B023
        for name in () if effort(True, False) else sorted({*DIFFERENT, *NO_WORK} - {*outcomes} - {*left_out()}):
            if name.split("::")[0] in programs:
                tap.case(name, lambda: "the list has it, and PyCUDA does not")
    tap.end()


if __name__ == "__main__":
    main()
