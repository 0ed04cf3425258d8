#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs scenario.txt through the interpreters of several languages and compares what they print. Writes TAP.

    scenario.py c=build/tests/scenario_c "rust=cargo run --example scenario --"

Each interpreter gets an empty compile cache of its own. The first must fit scenario.expected, where `*` is any text
within a line; each other must print exactly what the first printed. One whose program is not on this machine is skipped.
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


def run(command: list[str], scenario: Path) -> tuple[str, str]:
    """What it prints, and why that is not all (or "")."""
    with tempfile.TemporaryDirectory(prefix="gridcall-scenario-") as cache:
        done = subprocess.run([*command, str(scenario)], env={**os.environ, "GRIDCALL_CACHE_DIR": cache}, text=True,
                              capture_output=True, timeout=280)
    why = f"exit code {done.returncode}: {done.stderr.strip()}" if done.returncode else ""
    return done.stdout, why


def fits(line: str, pattern: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), line) is not None


def differences(printed: str, expected: str, names: tuple[str, str], masks: bool) -> list[str]:
    left, right = expected.splitlines(), printed.splitlines()
    if masks:
        # A line that fits its mask is that mask, so that only the others differ.
        right = [e if fits(p, e) else p for p, e in zip(right, left)] + right[len(left):]
    return list(difflib.unified_diff(left, right, *names, lineterm="", n=2))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("interpreters", nargs="+", metavar="NAME=COMMAND")
    parser.add_argument("--scenario", type=Path, default=HERE / "scenario.txt")
    parser.add_argument("--expected", type=Path, default=HERE / "scenario.expected")
    parser.add_argument("--device", help="sets GRIDCALL_DEVICE")
    parser.add_argument("--write", action="store_true", help="writes the first one's output as what is expected; then put masks in")
    arguments = parser.parse_args()
    if arguments.device:
        os.environ["GRIDCALL_DEVICE"] = arguments.device
    failed, first = 0, ""
    print(f"1..{len(arguments.interpreters)}")
    for number, interpreter in enumerate(arguments.interpreters, 1):
        name, _, text = interpreter.partition("=")
        command = shlex.split(text)
        title = f"{number} - scenario {name}"
        if not shutil.which(command[0]):
            print(f"ok {title} # SKIP {command[0]} is not on this machine")
            continue
        try:
            printed, why = run(command, arguments.scenario)
        except subprocess.TimeoutExpired as e:
            printed, why = "", f"still running after {e.timeout} s"
        if arguments.write and not first and not why:
            arguments.expected.write_text(printed, encoding="utf-8")
        if not first:
            first = name
            reference = printed
            wrong = differences(printed, arguments.expected.read_text(encoding="utf-8"), (arguments.expected.name, name), True)
        else:
            wrong = differences(printed, reference, (first, name), False)
        if why or wrong:
            failed += 1
            print(f"not ok {title}")
            print("\n".join(f"# {line}" for line in ([why] if why else []) + wrong))
        else:
            print(f"ok {title}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
