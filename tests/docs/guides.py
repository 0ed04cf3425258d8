#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the whole C programs of docs/guide: each must print what the next fence, of `text`, says. Writes TAP."""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import Skip, Tap  # noqa: E402

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = ["arrays", "copies", "launching", "linking", "profiling", "textures"]  # those that must have a program


def programs(page):
    fences = FENCE.findall(page.read_text())
    for (kind, source), (next_kind, printed) in zip(fences, [*fences[1:], ("", "")]):
        if kind == "c" and "int main(" in source:
            yield source, printed if next_kind == "text" else None


def run(source, printed, has_cc):
    if printed is None:
        return "no fence of `text` behind the program says what it prints"
    if not shutil.which("cc") or not shutil.which("pkg-config"):
        raise Skip("cc or pkg-config is not on this machine")
    if not has_cc:
        raise Skip("gridcall-cc is not built")
    with tempfile.TemporaryDirectory(prefix="gridcall-guide-") as folder:
        (Path(folder) / "guide.c").write_text(source)
        build = "cc -std=c11 -Wall -Wextra -Werror guide.c $(pkg-config --cflags --libs gridcall)"
        for step in (build, "./a.out"):
            done = subprocess.run(step, shell=True, cwd=folder, capture_output=True, text=True, timeout=280)
            if done.returncode:
                return f"`{step}` ended with {done.returncode}\n{done.stdout}{done.stderr}"
        return None if done.stdout == printed else f"printed {done.stdout!r}, not {printed!r}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--has-cc", required=True)
    has_cc = parser.parse_args().has_cc == "1"
    tap = Tap()
    for page in sorted((ROOT / "docs/guide").glob("*.md")):
        found = list(programs(page))
        if not found and page.stem in PAGES:
            tap.case(f"the program of {page.name}", lambda: "there is none")
        for source, printed in found:
            tap.case(f"the program of {page.name}", lambda source=source, printed=printed: run(source, printed, has_cc))
    tap.end()


main()
