#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The common behaviour of benchmarks and tools: --help, refused options, JSON. Judges no number. Writes TAP."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

SCRIPTS = ["demo", "docs", "format", "gpu-check", "setup", "test"]


def run(*command):
    return subprocess.run([str(each) for each in command], check=False, capture_output=True, text=True, timeout=limit(120), env=os.environ | {"GRIDCALL_DEVICE": "cpu"})


def answers_help(*command):
    done = run(*command, "--help")
    return None if done.returncode == 0 and len(done.stdout.splitlines()) > 2 else f"{command} --help ended with {done.returncode}: {done.stdout}{done.stderr}"


def refuses(program, *arguments):
    done = run(program, *arguments)
    return None if done.returncode == 2 and arguments[-1] in done.stderr else f"{arguments}: {done.returncode}: {done.stderr}"


def writes_json(program, has_cc):
    if not has_cc:
        raise Skip("gridcall-cc is not built")
    with tempfile.TemporaryDirectory(prefix="gridcall-bench-") as folder:
        done = run(program, "1", "--json", Path(folder) / "out.json")
        if done.returncode:
            return done.stderr
        report = json.loads((Path(folder) / "out.json").read_text())
        if report["benchmark"] != program.name or not report["processor"] or len(report["rows"]) < 10:
            return f"the report is {report}"
        wrong = [row for row in report["rows"] if not row["case"] or not row["candidate"] or row["unit"] != "ns" or not row["value"] > 0]
        done = run(program, "1", "--json", Path(folder) / "none/out.json")
        return wrong or (None if done.returncode == 1 and "cannot write" in done.stderr else "a file that cannot be written was no failure")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--call-costs", required=True, type=Path)
    parser.add_argument("--has-cc", required=True)
    options = parser.parse_args()
    tap = Tap()
    for name in SCRIPTS:
        tap.case(f"scripts/{name} --help", lambda name=name: answers_help(ROOT / "scripts" / name))
    tap.case("call_costs --help", lambda: answers_help(options.call_costs))
    tap.case("call_costs refuses an unknown option", lambda: refuses(options.call_costs, "--rounds"))
    tap.case("call_costs refuses what is no number", lambda: refuses(options.call_costs, "many"))
    tap.case("call_costs --json", lambda: writes_json(options.call_costs, options.has_cc == "1"))
    tap.end()


main()
