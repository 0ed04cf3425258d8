#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps what the benchmarks measured at each commit, and compares two builds.

usage: tests/bench/history.py FOLDER [--build BUILD]      appends a record to FOLDER/history.jsonl, draws FOLDER/history.svg
       tests/bench/history.py --compare A B [--pairs N]   runs the builds A and B in turns; 1 where a case of B is slower by more than 5 %

A comparison runs A and B in pairs, each pair in the other order, and takes each case's ratios B / A. Its interval is
Wilcoxon's for the centre of their logarithms, at 95 % for all cases together: noise alone passes one run in twenty at most.
"""

import argparse
import datetime
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from itertools import combinations_with_replacement
from pathlib import Path

import plot

# A program, and its arguments behind the number of rounds.
RUNS = (("call_costs",), ("graph_costs",), ("cpu_device_bench", "", "cpu"), ("cpu_device_bench", "", "cpu", "second"))
LIMIT = 1.05


def measured(build, runs, rounds, cases=None):
    """({case: gridcall's median}, a report) of the programs of these runs that `build` has."""
    found, report = {}, {}
    with tempfile.TemporaryDirectory(prefix="gridcall-history-") as folder:
        # No OpenCL: it is no part of what is compared.
        environment = os.environ | {"OCL_ICD_VENDORS": folder}
        for program, *arguments in runs:
            path, file = Path(build) / "bin" / program, Path(folder) / "report.json"
            if not path.exists():
                continue
            if cases and program == "cpu_device_bench":
                arguments[0] = cases
            done = subprocess.run([str(path), str(rounds), *arguments, "--json", str(file)], capture_output=True, text=True, check=False, env=environment)
            if done.returncode:
                sys.exit(f"{path} ended with {done.returncode}: {done.stderr}")
            report = json.loads(file.read_text())
            name = " ".join([program, *arguments[2:]])
            found |= {f"{name}: {row['case']}": row["value"] for row in report["rows"] if row["candidate"].startswith("gridcall")}
    if not found:
        sys.exit(f"{build} has measured nothing: ninja -C {build} {' '.join(dict.fromkeys(run[0] for run in runs))}")
    return found, report


def record(folder, build, runs, rounds):
    """Measures, appends and draws."""
    tree = Path(__file__).resolve().parents[2]

    def git(*words):
        return subprocess.run(["git", *words], cwd=tree, capture_output=True, text=True, check=False).stdout.strip()

    medians, report = measured(build, runs, rounds)
    commit = git("rev-parse", "HEAD") + ("+" if git("status", "--porcelain", "-uno") else "")
    entry = {"commit": commit, "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
             "processor": report["processor"], "threads": report["threads"], "medians": medians}
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "history.jsonl").open("a") as file:
        file.write(json.dumps(entry) + "\n")
    entries = [json.loads(line) for line in (folder / "history.jsonl").read_text().splitlines()]
    last = {each["commit"]: each for each in entries if all(each[key] == entry[key] for key in ("processor", "threads"))}
    (folder / "history.svg").write_text(plot.draw_history(list(last.values())))
    print(f"{folder}/history.jsonl: {len(entries)} records; {folder}/history.svg: {len(last)} commits on {entry['processor']}")


def rank_of_limit(count, alpha):
    """The number of the means of pairs that lie outside of each end of the interval: the largest k with P(W < k) <= alpha / 2; None: too few."""
    ways = [1]
    for rank in range(1, count + 1):
        ways = [(ways[i] if i < len(ways) else 0) + (ways[i - rank] if i >= rank else 0) for i in range(len(ways) + rank)]
    below, k = 0, 0
    while below + ways[k] <= alpha / 2 * 2**count:
        below += ways[k]
        k += 1
    return k - 1 if k else None


def interval(ratios, alpha):
    """(low, centre, high) of the ratios, by Wilcoxon's signed ranks and Hodges and Lehmann's estimate on logarithms."""
    means = sorted((a + b) / 2 for a, b in combinations_with_replacement([math.log(ratio) for ratio in ratios], 2))
    k = rank_of_limit(len(ratios), alpha)
    if k is None:
        return 0.0, math.exp(statistics.median(means)), math.inf
    return math.exp(means[k]), math.exp(statistics.median(means)), math.exp(means[-1 - k])


def judge(pairs):
    """Prints each case's interval; the cases that are slower. pairs: {case: [(A, B)]}"""
    slower = []
    for case, values in pairs.items():
        low, centre, high = interval([b / a for a, b in values], 0.05 / len(pairs))
        remark = "SLOWER" if low > LIMIT else "faster" if high < 1 / LIMIT else ""
        print(f"{case:50} {centre:6.3f}  [{low:5.3f}, {high:5.3f}]  {remark}".rstrip())
        if low > LIMIT:
            slower.append(case)
    return slower


def compare(a, b, count, runs, rounds, cases):
    pairs = {}
    for number in range(count):
        values = {}
        for build in (a, b) if number % 2 == 0 else (b, a):
            values[build] = measured(build, runs, rounds, cases)[0]
        for case in values[a].keys() & values[b].keys():
            pairs.setdefault(case, []).append((values[a][case], values[b][case]))
        print(f"pair {number + 1} of {count}", file=sys.stderr, flush=True)
    return pairs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("folder", nargs="?", type=Path, help="of the history, outside the tree")
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("A", "B"))
    parser.add_argument("--pairs", type=int, default=16, help="16; fewer than 12 can say nothing of 48 cases")
    parser.add_argument("--rounds", type=int, default=11, help="of one run, whose medians count; 11")
    parser.add_argument("--program", action="append", help="only this one, such as cpu_device_bench; may be repeated")
    parser.add_argument("--cases", help="of a comparison: only the CPU device's cases whose name has this in it")
    parser.add_argument("--json", type=Path, help="of a comparison: a file for the numbers")
    given = parser.parse_args()
    runs = [run for run in RUNS if not given.program or run[0] in given.program]
    if not given.compare:
        if not given.folder:
            parser.error("a folder, or --compare A B")
        record(given.folder, given.build, runs, given.rounds)
        return
    if given.compare[0] == given.compare[1]:
        parser.error("a build beside itself: copy it")
    pairs = compare(*given.compare, given.pairs, runs, given.rounds, given.cases)
    if given.json:
        given.json.write_text("{\n" + ",\n".join(f"{json.dumps(case)}: {json.dumps(values)}" for case, values in sorted(pairs.items())) + "\n}\n")
    sys.exit(1 if judge(dict(sorted(pairs.items()))) else 0)


if __name__ == "__main__":
    main()
