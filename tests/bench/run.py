#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The common behaviour of benchmarks and tools: --help, refused options, JSON; how history.py judges recorded numbers. Judges no
number of this machine. Writes TAP."""

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


# A build whose benchmark gives the recorded numbers of one build, run in turns with itself on a machine that others used, times a factor.
# A power below 1 takes the spread of their logarithms down, to that of a quiet machine.
REPLAY = """#!/usr/bin/env python3
import json, sys
from pathlib import Path
here = Path(sys.argv[0]).parent
turn = int((here / "turn").read_text()) if (here / "turn").exists() else 0
(here / "turn").write_text(str(turn + 1))
recorded = json.loads(Path({recorded!r}).read_text())
rows = [{{"case": case, "candidate": "gridcall", "value": pairs[turn][{side}] ** {spread} * {factor}, "unit": "ms"}} for case, pairs in recorded.items()]
report = {{"processor": "recorded", "threads": 2, "rows": rows}}
Path(sys.argv[sys.argv.index("--json") + 1]).write_text(json.dumps(report))
"""
RECORDED = ROOT / "tests/bench/recorded.json"
HISTORY = ROOT / "tests/bench/history.py"


def replayed(folder, name, side, factor, spread=1):
    program = Path(folder) / name / "bin/call_costs"
    program.parent.mkdir(parents=True)
    program.write_text(REPLAY.format(recorded=str(RECORDED), side=side, factor=factor, spread=spread))
    program.chmod(0o755)
    return program.parent.parent


def compared(factor, spread):
    """(exit code, cases that are slower, number of cases) of two runs of one build of which the second is slower by `factor`."""
    with tempfile.TemporaryDirectory(prefix="gridcall-bench-") as folder:
        builds = [replayed(folder, "a", 0, 1, spread), replayed(folder, "b", 1, factor, spread)]
        pairs = len(next(iter(json.loads(RECORDED.read_text()).values())))
        done = run(sys.executable, HISTORY, "--compare", *builds, "--pairs", pairs)
    lines = done.stdout.splitlines()
    return done.returncode, sum(line.endswith("SLOWER") for line in lines), len(lines)


def noise_is_no_regression():
    code, slower, count = compared(1, 1)
    return None if (code, slower) == (0, 0) and count > 5 else f"ended with {code}, {slower} of {count} slower"


def finds(factor, spread, least):
    code, slower, count = compared(factor, spread)
    return None if code == 1 and slower >= least else f"ended with {code}, {slower} of {count} slower"


def keeps_history():
    with tempfile.TemporaryDirectory(prefix="gridcall-bench-") as folder:
        build = replayed(folder, "a", 0, 1)
        for _ in range(2):
            done = run(sys.executable, HISTORY, Path(folder) / "kept", "--build", build)
            if done.returncode:
                return done.stderr
        records = [json.loads(line) for line in (Path(folder) / "kept/history.jsonl").read_text().splitlines()]
        picture = (Path(folder) / "kept/history.svg").read_text()
        cases = [f"call_costs: {case}" for case in json.loads(RECORDED.read_text())]
        wrong = [record for record in records if list(record["medians"]) != cases or not record["date"] or record["processor"] != "recorded" or record["threads"] != 2]
        return wrong or (None if len(records) == 2 and picture.count("<polyline") == len(cases) + 1 else picture)


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
    tap.case("history.py --compare: the noise of two runs of one build", noise_is_no_regression)
    tap.case("history.py --compare: a shift of 6 % where the noise is a twentieth", lambda: finds(1.06, 0.05, 5))
    tap.case("history.py --compare: a shift of 30 %", lambda: finds(1.3, 1, 5))
    tap.case("history.py keeps a record of each run, and draws them", keeps_history)
    tap.end()


main()
