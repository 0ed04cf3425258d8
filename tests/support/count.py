#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the test cases in a suite's output, for scripts/test.

  count.py SUITE KIND OUTPUT EXIT_CODE COUNTS   count one suite, print it, append to COUNTS
  count.py --sum COUNTS SKIPS                   the last line: N passed, N failed, N skipped

KIND is the form of the output: ctest:JUNIT_FILE, lines (TAP: `ok`, `not ok`, `# SKIP`), cargo, go (test -json) or julia.
A suite that fails without a failing case counts as one failed case, so nothing that breaks is lost; so does a suite
that ran no case at all.
"""

import json
import re
import sys
import xml.etree.ElementTree
from pathlib import Path

TAP = re.compile(r"^(not )?ok\b(?P<rest>.*)$")
SKIP = re.compile(r"#\s*skip", re.IGNORECASE)


class Count:
    def __init__(self):
        self.passed = 0
        self.failures = []  # names
        self.skips = []     # names, with the reason where there is one

    def add(self, other):
        self.passed += other.passed
        self.failures += other.failures
        self.skips += other.skips


def count_tap(text):
    """TAP, also nested: an indented subtest is part of the case that follows it."""
    count = Count()
    for line in text.splitlines():
        match = TAP.match(line)
        if not match:
            continue
        name = re.sub(r"^\s*\d*\s*-?\s*", "", match["rest"])
        if SKIP.search(name):  # cmocka writes `not ok # SKIP`
            count.skips.append(name)
        elif match[1]:
            count.failures.append(name)
        else:
            count.passed += 1
    return count


def count_ctest(junit):
    count = Count()
    if not Path(junit).exists():
        return count
    for case in xml.etree.ElementTree.parse(junit).getroot().iter("testcase"):
        name, status = case.get("name"), case.get("status")
        output = case.findtext("system-out") or ""
        inner = count_tap(output)
        for names in (inner.failures, inner.skips):
            names[:] = [f"{name}: {each}" for each in names]
        if status in ("disabled", "notrun"):
            reason = case.find("skipped")
            inner = Count()
            # A program that was not built was meant to run: only a test that asks to be skipped is one.
            if status == "notrun" and (reason is None or "Unable to find" in (reason.get("message") or "")):
                inner.failures.append(f"{name}: not run")
            else:
                inner.skips.append(name)
        elif status == "fail" and not inner.failures:
            inner.failures.append(name)
        elif not (inner.passed or inner.failures or inner.skips):
            # Every test says what it ran; a command line that CMake took apart ran something else.
            if output.strip():
                inner.passed = 1
            else:
                inner.failures.append(f"{name}: wrote nothing")
        count.add(inner)
    return count


def count_cargo(text):
    count = Count()
    for match in re.finditer(r"^test (.+?) \.\.\. (\w+)", text, re.MULTILINE):
        name, result = match.groups()
        if result == "ok":
            count.passed += 1
        elif result == "ignored":
            count.skips.append(name)
        else:
            count.failures.append(name)
    return count


def count_go(text):
    results = {}
    for line in text.splitlines():
        if not line.startswith("{"):
            continue
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if event.get("Test") and event.get("Action") in ("pass", "fail", "skip"):
            results[event.get("Package", "") + " " + event["Test"]] = event["Action"]
    count = Count()
    for name, action in results.items():
        # A test with subtests is their sum.
        if any(other.startswith(name + "/") for other in results):
            continue
        if action == "pass":
            count.passed += 1
        elif action == "skip":
            count.skips.append(name)
        else:
            count.failures.append(name)
    return count


def count_julia(text):
    """`Test Summary: | Pass  Fail  Error  Broken  Total`: the columns differ, and each outermost set has its own table."""
    count = Count()
    columns = None
    for line in text.splitlines():
        if "|" not in line:
            columns = None
            continue
        left, right = line.split("|", 1)
        if left.startswith("Test Summary:"):
            columns = right.split()
            continue
        if columns is None or left.startswith("  "):  # inner sets are in the outer one's sum
            continue
        numbers = dict(zip(columns, right.split()))
        name = left.strip()
        count.passed += int(numbers.get("Pass", 0))
        count.failures += [name] * (int(numbers.get("Fail", 0)) + int(numbers.get("Error", 0)))
        count.skips += [name] * int(numbers.get("Broken", 0))
    return count


def count_suite(kind, text):
    form, _, argument = kind.partition(":")
    if form == "ctest":
        return count_ctest(argument)
    return {"lines": count_tap, "cargo": count_cargo, "go": count_go, "julia": count_julia}[form](text)


def metrics(kind, text):
    form, _, argument = kind.partition(":")
    if form == "ctest" and Path(argument).exists():
        text = "\n".join(case.findtext("system-out") or ""
                         for case in xml.etree.ElementTree.parse(argument).getroot().iter("testcase"))
    return re.findall(r"^#?\s*(METRIC .*)$", text, re.MULTILINE)


def run_suite(suite, kind, output, exit_code, counts):
    text = Path(output).read_text(errors="replace")
    count = count_suite(kind, text)
    total = count.passed + len(count.failures) + len(count.skips)
    if exit_code != 0 and not count.failures:
        count.failures.append(f"{suite} ended with exit code {exit_code}")
    elif total == 0:
        count.failures.append(f"{suite} ran no test")
    if count.failures:
        print("\n".join(text.splitlines()[-400:]))
    for name in count.failures:
        print(f"   FAILED: {name}")
    for name in count.skips:
        print(f"   skipped: {name}")
    for line in metrics(kind, text):
        print(f"   {line}")
    print(f"   {suite}: {count.passed} passed, {len(count.failures)} failed, {len(count.skips)} skipped", flush=True)
    with open(counts, "a") as file:
        print(suite, count.passed, len(count.failures), len(count.skips), file=file)


def sum_up(counts, skips):
    passed = failed = skipped = 0
    if Path(counts).exists():
        for line in Path(counts).read_text().splitlines():
            numbers = [int(each) for each in line.split()[-3:]]
            passed, failed, skipped = passed + numbers[0], failed + numbers[1], skipped + numbers[2]
    if Path(skips).exists():
        skipped += len(Path(skips).read_text().splitlines())
    if passed == 0:
        failed = failed or 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "--sum":
        return sum_up(*arguments[1:])
    if len(arguments) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    suite, kind, output, exit_code, counts = arguments
    run_suite(suite, kind, output, int(exit_code), counts)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
