#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs tests again and again, beside other work, and counts: which failed how often. A test must not depend on how fast the machine is.

usage: tests/repeat.py [--times N] [--load N] [--jobs N] [--minutes N] [--build FOLDER] [REGEX]
  --times N    10 unless said otherwise
  --load N     busy processes beside the tests, of the same priority: 3 for each processor unless said otherwise; 0 for none
  --jobs N     tests at a time: as many as there are processors
  --minutes N  begins no round after so many
  REGEX        of ctest -R; without: the tests with threads, timers and processes

What a failing run wrote is in build/repeat. Ends with 1 if one failed; METRIC lines say runs and failures.
"""

import argparse
import collections
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONCURRENT = "^(random_calls.*|comm_.*|core_.*|cpu_(streams|reports|faults|values|ipc|launch)|cpu_device_.*|lifecycle_.*|soak|compile_(cache|cc|processes))$"


def results(path):
    """(name, seconds, state, output) of each test; state: run, fail, notrun or disabled."""
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        yield case.get("name"), float(case.get("time") or 0), case.get("status"), case.findtext("system-out") or ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--load", type=int, default=3 * os.cpu_count())
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("regex", nargs="?", default=CONCURRENT)
    arguments = parser.parse_args()
    folder = arguments.build / "repeat"
    folder.mkdir(parents=True, exist_ok=True)
    environment = {"GRIDCALL_COMPILE_TIMEOUT": "600", **os.environ}
    environment["LD_LIBRARY_PATH"] = f"{arguments.build}/lib:{os.environ.get('LD_LIBRARY_PATH', '')}"
    load = [subprocess.Popen([sys.executable, "-c", "while True: sum(range(10**6))"]) for _ in range(arguments.load)]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    runs, failures, longest = collections.Counter(), collections.Counter(), collections.Counter()
    begin = time.monotonic()
    try:
        for number in range(1, arguments.times + 1):
            if time.monotonic() - begin > 60 * arguments.minutes:
                break
            path = folder / "results.xml"
            path.unlink(missing_ok=True)
            subprocess.run(["ctest", "--test-dir", arguments.build, "-R", arguments.regex, "-j", str(arguments.jobs), "--output-junit", path,
                            "--test-output-size-failed", "1000000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
            if not path.exists():
                sys.exit(f"ctest ran nothing: is {arguments.build} built?")
            failed = []
            for name, seconds, state, output in results(path):
                runs[name] += 1
                longest[name] = max(longest[name], seconds)
                if state != "run":
                    failed.append(name)
                    failures[name] += 1
                    (folder / f"{name}.{number}.txt").write_text(output)
            print(f"round {number}: {sum(1 for _ in results(path))} tests, {time.monotonic() - begin:.0f} s"
                  + (f", FAILED: {' '.join(failed)}" if failed else ""), flush=True)
    finally:
        for each in load:
            each.kill()
    for name, count in failures.most_common():
        lines = [line for file in sorted(folder.glob(f"{name}.*.txt")) for line in re.findall(r"^(?:not ok|\[  FAILED).*", file.read_text(), re.M)]
        print(f"{name}: {count} of {runs[name]} runs failed: {lines[0] if lines else 'see ' + str(folder)}")
    print("longest: " + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in longest.most_common(5)))
    print(f"# METRIC repeated_runs {sum(runs.values())}\n# METRIC repeated_runs_failed {sum(failures.values())}")
    sys.exit(1 if failures or not runs else 0)


main()
