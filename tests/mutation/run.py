#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seeds the faults of faults.toml one by one into a copy of the tree, builds what each concerns, and says which test finds it.

usage: run.py [--only TEXT] [--minutes N] [--jobs N] [--list]
       run.py --check [BUILD]       that each fault still fits its file and BUILD has its tests: TAP
  --only TEXT    the faults whose area or description has this text
  --minutes N    begins no fault after so many minutes; those that are left out are counted
  --jobs N       of the build, 2 unless said otherwise

The copy is a git worktree of HEAD, build/mutation/tree, with a build of its own: commit first. What was found before is in
build/mutation/results.tsv and is not run again; delete that to begin anew.
"""

import argparse
import contextlib
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import Tap  # noqa: E402

PLACE = ROOT / "build/mutation"
TREE = PLACE / "tree"
BUILD = TREE / "build"
RESULTS = PLACE / "results.tsv"
# The targets that tests need and do not name: all but those of the passes need them, which need no compiler.
LIBRARIES = ["gridcall", "gridcall_cpu", "gridcall-cc", "fake_cuda"]
NEED_NOTHING = ["cc_passes"]


class Fault:
    def __init__(self, area, table):
        self.area = area["name"]
        self.what = table["what"]
        self.file = table["file"]
        self.find = table["find"]
        self.replace = table["replace"]
        self.tests = table.get("tests", area["tests"])
        self.equivalent = table.get("equivalent")

    def key(self):
        parts = [self.file, self.find, self.replace, " ".join(self.tests)]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]

    def defect(self, root):
        """Why it cannot be seeded, or None."""
        path = root / self.file
        if not path.is_file():
            return f"{self.what}: {self.file} does not exist"
        matches = path.read_text().count(self.find)
        if matches != 1:
            return f"{self.what}: its text is {matches} times in {self.file}: it must be there once"
        return f"{self.what}: it changes nothing" if self.find == self.replace else None


def faults():
    tables = tomllib.loads((HERE / "faults.toml").read_text())
    return [Fault(area, table) for area in tables["area"] for table in area["fault"]], tables.get("programs", {})


def known_tests(build):
    """The tests that ctest runs: name -> its command, folder, environment."""
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    known = {}
    for test in json.loads(listing.stdout)["tests"]:
        properties = {each["name"]: each["value"] for each in test.get("properties", [])}
        known[test["name"]] = (test.get("command", []), properties.get("WORKING_DIRECTORY", str(build)),
                               dict(each.split("=", 1) for each in properties.get("ENVIRONMENT", [])))
    return known


def programs_of(build):
    """The programs that a test's command names: ctest tells no command of one that is not built yet."""
    found = {}
    for file in build.glob("tests/**/CTestTestfile.cmake"):
        for name, command in re.findall(r"^add_test\((?:\[=\[|\")(.*?)(?:\]=\]|\") (.*)\)$", file.read_text(), re.M):
            found[name] = [Path(word).name for word in re.findall(r'"([^"]*)"', command) if Path(word).parent == build / "tests"]
    return found


def check(build):
    listed, _ = faults()
    tap = Tap()
    tap.case(f"each of {len(listed)} seeded faults fits one place of its file",
             lambda: [defect for fault in listed if (defect := fault.defect(ROOT))])
    tap.case("no two have one description",
             lambda: sorted({fault.what for fault in listed if sum(other.what == fault.what for other in listed) > 1}))
    if build:
        known = known_tests(build)
        needs_cc = "cc_passes" in known  # a build without gridcall-cc has fewer tests
        tap.case("its tests are there", lambda: [f"{fault.what}: ctest has no {test}" for fault in listed for test in fault.tests
                                                 if needs_cc and test.split(" ")[0] not in known])
    tap.end()


class Runner:
    def __init__(self, jobs, programs):
        self.jobs = jobs
        self.programs = programs
        self.seconds = {}  # a test's, without a fault

    def call(self, *command, **options):
        return subprocess.run([str(each) for each in command], capture_output=True, text=True, **options)

    def prepare(self):
        PLACE.mkdir(parents=True, exist_ok=True)
        if not (TREE / ".git").exists():
            self.call("git", "-C", ROOT, "worktree", "prune", check=True)
            self.call("git", "-C", ROOT, "worktree", "add", "--force", "--detach", TREE, "HEAD", check=True)
        head = self.call("git", "-C", ROOT, "rev-parse", "HEAD", check=True).stdout.strip()
        self.call("git", "-C", TREE, "checkout", "--force", "--detach", head, check=True)
        if not (BUILD / "build.ninja").exists():
            done = self.call("cmake", "--preset", "release", "-S", TREE, "-B", BUILD, cwd=TREE)
            if done.returncode != 0:
                sys.exit(done.stdout + done.stderr)
        (BUILD / "cache").mkdir(mode=0o700, exist_ok=True)
        self.named = programs_of(BUILD)

    def targets(self, tests):
        names = set()
        for test in tests:
            name = test.split(" ")[0]
            names.update([] if name in NEED_NOTHING else LIBRARIES)
            names.update(self.named[name])
            names.update(self.programs.get(name, []))
        return sorted(names)

    def build(self, tests):
        return self.call("cmake", "--build", BUILD, f"-j{self.jobs}", "--target", *self.targets(tests))

    def run(self, test, limit):
        """None if it passes, else how it fails."""
        name, _, pattern = test.partition(" ")
        command, folder, environment = self.known[name]
        environment = {**os.environ, "GRIDCALL_COMPILE_TIMEOUT": "600", **environment, "GRIDCALL_CACHE_DIR": str(BUILD / "cache")}
        begin = time.monotonic()
        # In a group of its own, whose rest is ended too.
        process = subprocess.Popen(command + ([pattern] if pattern else []), cwd=folder, env=environment, start_new_session=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        try:
            output = process.communicate(timeout=limit)[0]
        except subprocess.TimeoutExpired:
            output = None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        is_late = output is None
        if is_late:
            output = process.communicate()[0]  # a case may have failed, and left threads that wait for it
        self.seconds.setdefault(test, time.monotonic() - begin)
        if process.returncode == 0 and not is_late:
            return None
        lines = [line for line in output.splitlines() if line.startswith("not ok")]
        return lines[0][:100] if lines else f"no end after {limit:.0f} s" if is_late else f"exit status {process.returncode}"

    def limit(self, test):
        return 30 + 4 * self.seconds.get(test, 300)

    def seed(self, fault):
        """The way it was found: (verdict, test, how)."""
        path = TREE / fault.file
        original = path.read_text()
        path.write_text(original.replace(fault.find, fault.replace))
        try:
            for test in fault.tests:
                built = self.build([test])  # no more than is needed to find it
                if built.returncode != 0:
                    errors = [line for line in built.stdout.splitlines() if " error: " in line] or built.stdout.splitlines()[-3:]
                    return "not built", "", " / ".join(errors)[:300]
                if how := self.run(test, self.limit(test)):
                    return "caught", test, how
            return "survived", "", ""
        finally:
            path.write_text(original)  # with a new time: it is built again


def remembered():
    lines = RESULTS.read_text().splitlines() if RESULTS.exists() else []
    return {line.split("\t")[0]: line.split("\t")[1:] for line in lines}


def print_table(listed, results):
    print()
    width = max(len(fault.area) for fault in listed)
    counts = {}
    for fault in listed:
        verdict = "equivalent" if fault.equivalent else results.get(fault.key(), ["not run"])[0]
        counts.setdefault(fault.area, {}).setdefault(verdict, []).append(fault)
        counts.setdefault("all", {}).setdefault(verdict, []).append(fault)
    print(f"{'':{width}}  caught  survived  equivalent  not run")
    for area, verdicts in counts.items():
        number = {verdict: len(each) for verdict, each in verdicts.items()}
        left = number.get("not run", 0) + number.get("not built", 0)
        print(f"{area:{width}}  {number.get('caught', 0):6}  {number.get('survived', 0):8}  {number.get('equivalent', 0):10}  {left:7}")
    for verdict in ("survived", "not built"):
        for fault in counts["all"].get(verdict, []):
            print(f"{verdict}: {fault.area}: {fault.what} ({fault.file}) {results[fault.key()][2]}")
    caught, survived = (len(counts["all"].get(verdict, [])) for verdict in ("caught", "survived"))
    if caught + survived:
        print(f"# METRIC seeded_faults_caught_percent {100 * caught / (caught + survived):.1f} ({caught} of {caught + survived})")
    return survived


def main():
    if sys.argv[1:2] == ["--check"]:
        check(sys.argv[2] if len(sys.argv) > 2 else None)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    listed, programs = faults()
    chosen = [fault for fault in listed if arguments.only in fault.area or arguments.only in fault.what]
    if defects := [defect for fault in chosen if (defect := fault.defect(ROOT))]:
        sys.exit("\n".join(defects))
    results = remembered()
    if arguments.list:
        sys.exit(1 if print_table(chosen, results) else 0)
    # Takes the areas in turn, so that a run that ends early has seen all of them.
    order = [fault for fault in chosen if not fault.equivalent and results.get(fault.key(), ["not built"])[0] == "not built"]
    places = {id(fault): [other.area for other in order[:number]].count(fault.area) for number, fault in enumerate(order)}
    order.sort(key=lambda fault: places[id(fault)])

    begin = time.monotonic()
    runner = Runner(arguments.jobs, programs)
    runner.prepare()
    if defects := [defect for fault in chosen if (defect := fault.defect(TREE))]:
        sys.exit("not in HEAD, commit first:\n" + "\n".join(defects))
    tests = sorted({test for fault in order for test in fault.tests})
    built = runner.build(tests)
    if built.returncode != 0:
        sys.exit(f"without a fault: the build failed\n{built.stdout[-3000:]}")
    print(f"# built in {time.monotonic() - begin:.0f} s", flush=True)
    runner.known = known_tests(BUILD)
    for test in tests:
        if how := runner.run(test, runner.limit(test)):
            sys.exit(f"without a fault: {test}: {how}")
    print(f"# {len(tests)} tests pass without a fault, after {time.monotonic() - begin:.0f} s", flush=True)

    for fault in order:
        if time.monotonic() - begin > 60 * arguments.minutes:
            break
        start = time.monotonic()
        verdict, test, how = runner.seed(fault)
        results[fault.key()] = [verdict, test, how]
        with RESULTS.open("a") as file:
            file.write("\t".join([fault.key(), verdict, test, how]) + "\n")
        by = f" by {test} ({how})" if test else f" {how}"
        print(f"{verdict:9} {time.monotonic() - start:4.0f} s  {fault.area}: {fault.what}{by}", flush=True)
    sys.exit(1 if print_table(chosen, results) else 0)


main()
