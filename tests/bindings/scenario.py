#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs scenario.txt through the interpreters of several languages and compares what they print. Writes TAP.

    scenario.py c=build/tests/scenario_c "rust=cargo run --manifest-path tests/bindings/rust/Cargo.toml --"

Each interpreter gets an empty compile cache of its own. The first must fit the results in the script, where `*` is any text
within a line; each other must print exactly what the first printed: half of them, unless the effort is full. One whose program is not on this
machine is skipped.
The last case holds the script against the list of all functions: each is called, and works or may work, or UNCALLED says why not.
"""

import argparse
import difflib
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

MAP = HERE.parents[1] / "src/api/generated/gridcall.map"  # names every function; reading the spec takes a newer Python than some GPU machines have
MOST = 60  # lines of a difference
UNCALLED = {
    "gc_get_api": "only C has it",
    "gc_comm_create_id": "needs NCCL or MPI; tests/unit/comm calls it",
    "gc_comm_from_environment": "needs a launcher; the example ring calls it in each language",
    "gc_context_get_comm_engine": "what it says depends on the machine; tests/unit/comm calls it",
    "gc_comm_recv": "a single rank receives in a group alone; tests/unit/comm calls it",
    "gc_comm_send": "a single rank sends in a group alone; tests/unit/comm calls it",
    "gc_event_open_ipc": "opens what another process made; the example ipc does in each language",
    "gc_log_read": "text in an array of a struct has no word; tests/unit/core/log.cpp calls it, and the languages' loggers",
    "gc_mem_open_ipc": "opens what another process made; the example ipc does in each language",
    "gc_module_link": "a list of bytes that goes in has no word; the guide of compiling calls it in each language",
    "gc_program_get_image": "a list of numbers that goes out has no word; tests/conformance/programs.c calls it",
    "gc_program_set_default_options": "a list of texts that goes in has no word; tests/conformance/programs.c calls it",
    "gc_ndarray_apply": "lists of numbers that go in have no word; tests/conformance/ndarray.c calls it",
    "gc_ndarray_transform": "its numbers too; tests/conformance/algorithm.c calls it",
    "gc_prepared_from_expression": "its numbers too; tests/conformance/algorithm.c calls it, and the guide of arrays in each language",
    "gc_ndarray_transform_reduce": "its numbers too; tests/conformance/algorithm.c calls it",
    "gc_ndarray_get_shape": "a list of numbers that goes out has no word; tests/conformance/ndarray.c calls it",
    "gc_ndarray_get_strides": "a list of numbers that goes out has no word; tests/conformance/ndarray.c calls it",
    "gc_context_set_memo": "takes an object of any kind, which only C can name; tests/conformance/tools.c calls it, and the languages' memoize",
    "gc_context_get_memo": "returns an object of any kind, which only C can name; tests/conformance/tools.c calls it, and the languages' memoize",
    "gc_error_report": "no call of the script is checked; the guide of checking reads it in each language, tests/check/interface.py all of it",
    "gc_error_release": "each binding, and C's interpreter, releases the error of every failed call",
}


def run(command: list[str], scenario: Path) -> tuple[str, str]:
    """Returns what it prints, and why that is not all (or "")."""
    with tempfile.TemporaryDirectory(prefix="gridcall-scenario-") as cache:
        done = subprocess.run([*command, str(scenario), f"file={HERE / 'scenario.cu'}"], env={**os.environ, "GRIDCALL_CACHE_DIR": cache}, text=True,
                              capture_output=True, timeout=limit(280))
    why = f"exit code {done.returncode}: {done.stderr.strip()}" if done.returncode else ""
    return done.stdout, why


def fits(line: str, pattern: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), line) is not None


def differences(printed: str, wanted: str, names: tuple[str, str], masks: bool) -> list[str]:
    left, right = wanted.splitlines(), printed.splitlines()
    if masks:
        # A line that fits its mask is that mask, so that only the others differ.
        right = [e if fits(p, e) else p for p, e in zip(right, left)] + right[len(left):]
    return list(difflib.unified_diff(left, right, *names, lineterm="", n=2))


def read(script: str) -> list[tuple[str, str, str]]:
    """(lines before a command, the command with its text, its result) for each; what stands behind the last one has no command.
    A line `#= 1`, `#! NAME ...` or `#*` behind a command is its result; without one it is `ok`."""
    entries, before, text = [], [], []
    for line in script.splitlines():
        if text:
            text.append(line)
            if line == "end":
                entries.append(("".join(before), "\n".join(text), "ok"))
                before, text = [], []
        elif re.match("#[=!*]", line):
            entries[-1] = (*entries[-1][:2], line[1:])
        elif not line or line.startswith("#"):
            before.append(line + "\n")
        elif line.startswith("source "):
            text = [line]
        else:
            entries.append(("".join(before), line, "ok"))
            before = []
    return [*entries, ("".join(before), "", "")]


def expected(script: str) -> str:
    """The output of an interpreter."""
    return "".join(f"> {command.partition(chr(10))[0]}\n{result}\n" for _, command, result in read(script)[:-1])


def written(script: str, printed: str) -> str:
    """The script with the results that were printed; a mask that still fits stays."""
    *entries, (rest, _, _) = read(script)
    text = ""
    for (before, command, result), new in zip(entries, printed.splitlines()[1::2], strict=True):
        result = result if fits(new, result) else new
        text += f"{before}{command}\n" + f"#{result}\n" * (result != "ok")
    return text + rest


def coverage(wanted: str) -> list[str]:
    """The errors in the set of functions that the script calls."""
    functions = set(re.findall(r"^    (gc_\w+);", MAP.read_text(encoding="utf-8"), re.MULTILINE))
    lines = wanted.splitlines()
    called, worked = set(), set()
    for command, result in zip(lines, lines[1:]):
        if match := re.match(r"> (?:[\w ]+ = )?(gc_\w+)", command):
            called.add(match[1])
            if not result.startswith("!"):
                worked.add(match[1])
    return ([f"{name} is called nowhere: add a line to scenario.txt, or a reason to UNCALLED" for name in sorted(functions - called - set(UNCALLED))] +
            [f"{name} never works: each call of it is expected to fail" for name in sorted(called & functions - worked)] +
            [f"UNCALLED has {name}, which is called" for name in sorted(set(UNCALLED) & called)] +
            [f"UNCALLED has {name}, which does not exist" for name in sorted(set(UNCALLED) - functions)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("interpreters", nargs="+", metavar="NAME=COMMAND")
    parser.add_argument("--scenario", type=Path, default=HERE / "scenario.txt")
    parser.add_argument("--device", help="sets GRIDCALL_DEVICE")
    parser.add_argument("--write", action="store_true", help="writes the results of the first one into the script; masks are kept")
    arguments = parser.parse_args()
    if arguments.device:
        os.environ["GRIDCALL_DEVICE"] = arguments.device
    failed, first = 0, ""
    script = arguments.scenario.read_text(encoding="utf-8")
    print(f"1..{len(arguments.interpreters) + 1}\n# seed {effort_seed()}")
    chosen = [arguments.interpreters[0], *part(arguments.interpreters[1:], 2)]
    for number, interpreter in enumerate(arguments.interpreters, 1):
        name, _, text = interpreter.partition("=")
        command = shlex.split(text)
        title = f"{number} - scenario {name}"
        if not shutil.which(command[0]):
            print(f"ok {title} # SKIP {command[0]} is not on this machine")
            continue
        if interpreter not in chosen:
            print(f"ok {title} # SKIP in the part of another seed, and by scripts/test --full")
            continue
        try:
            printed, why = run(command, arguments.scenario)
        except subprocess.TimeoutExpired as e:
            printed, why = "", f"still running after {e.timeout} s"
        if arguments.write and not first and not why:
            script = written(script, printed)
            arguments.scenario.write_text(script, encoding="utf-8")
        if not first:
            first = name
            reference = printed
            wrong = differences(printed, expected(script), (arguments.scenario.name, name), True)
        else:
            wrong = differences(printed, reference, (first, name), False)
        if why or wrong:
            failed += 1
            print(f"not ok {title}")
            print("\n".join(f"# {line}" for line in ([why] if why else []) + wrong[:MOST]))
            if len(wrong) > MOST:
                print(f"# and {len(wrong) - MOST} lines more")
        else:
            print(f"ok {title}")
    wrong = coverage(expected(script))
    failed += bool(wrong)
    print(f"{'not ' if wrong else ''}ok {len(arguments.interpreters) + 1} - scenario calls every function")
    print("".join(f"# {line}\n" for line in wrong), end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
