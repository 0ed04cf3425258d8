#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs an example in several languages: each must exit with 0 and print the same lines, but for measured numbers. Writes TAP.

    examples.py vector_add c=build/examples/c/vector_add "go=go -C examples/go run ./vector_add" ...

An example that prints the same on every device has its output in examples/expected/NAME.txt, and each language is compared
with that. The others are compared with the first language, with times and rates (`12.345 ms`, `6.48 GB/s`) taken out, and
their last line is OK. A language whose program is not on this machine is skipped; the first and half of the others run, unless the effort is full.
"""

import difflib
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from effort import effort_seed, part  # noqa: E402
from slowdown import limit  # noqa: E402

# Measured values, which differ by machine. Counts, sums and errors are compared.
MEASURED = re.compile(r"\d+\.\d+(?= ms| GB/s)")
# Messages speak of elements, and of calls, as each language has them; the status is the same.
MESSAGE = re.compile(r"(?m)^(ARGUMENT_MISMATCH|INVALID_HANDLE|OUT_OF_RANGE): .+$")
EXPECTED = pathlib.Path(__file__).parents[2] / "examples" / "expected"


def main() -> int:
    example, *programs = sys.argv[1:]
    failed, first = 0, None
    file = EXPECTED / f"{example}.txt"
    committed = file.exists()
    if committed:
        first = file.name, file.read_text(encoding="utf-8").splitlines()
    print(f"1..{len(programs)}\n# seed {effort_seed()}")
    chosen = [programs[0], *part(programs[1:], 2)]
    for number, program in enumerate(programs, 1):
        language, _, text = program.partition("=")
        command = shlex.split(text)
        title = f"{number} - example {example} {language}"
        if not shutil.which(command[0]):
            print(f"ok {title} # SKIP {command[0]} is not on this machine")
            continue
        if program not in chosen:
            print(f"ok {title} # SKIP in the part of another seed, and by scripts/test --full")
            continue
        done = subprocess.run(command, text=True, capture_output=True, timeout=limit(280))
        lines = MESSAGE.sub(r"\1", MEASURED.sub("N", done.stdout)).splitlines()
        wrong = []
        if done.returncode:
            wrong = [f"exit code {done.returncode}"] + (done.stdout + done.stderr).splitlines()
        elif not committed and (not lines or lines[-1] != "OK"):
            wrong = ["the last line is not OK"] + lines
        elif first is not None and lines != first[1]:
            wrong = list(difflib.unified_diff(first[1], lines, first[0], language, lineterm=""))
        if first is None:
            first = language, lines
        failed += bool(wrong)
        print(f"{'not ' if wrong else ''}ok {title}")
        print("\n".join(f"# {line}" for line in wrong), end="\n" if wrong else "")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
