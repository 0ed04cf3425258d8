#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes the first programs out of README.md, builds each with the command before it, and runs it. Writes TAP."""

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

# `**Go** — `command``, then the program in a fence.
PROGRAM = re.compile(r"^\*\*(?P<language>[\w+]+)\*\* — `(?P<command>[^`]+)`[^\n]*\n\n```(?P<fence>\w+)\n(?P<source>.*?)^```$", re.MULTILINE | re.DOTALL)

# For each language: the program that it needs on PATH, the file its program goes to, the commands before and after, and the
# expected output.
LANGUAGES = {
    "C": ("cc", "first.c", None, "./a.out", "2 4 6"),
    "C++": ("c++", "first.cpp", None, "./a.out", "2 4 6"),
    "Rust": ("cargo", "src/main.rs", "cargo init -q --name first", "cargo run -q", "[2.0, 4.0, 6.0]"),
    "Go": ("go", "main.go", None, "go run .", "[2 4 6]"),
    "Julia": ("julia", "first.jl", None, None, "Float32[2.0, 4.0, 6.0]"),
    "Python": ("python3", "first.py", None, None, "2.0 4.0 6.0"),
}


def run(language, command, source, has_cc):
    tool, name, before, after, printed = LANGUAGES[language]
    if not shutil.which(tool):
        raise Skip(f"{tool} is not on this machine")
    if not has_cc:
        raise Skip("gridcall-cc is not built")
    # Folders in the command are those of a checkout.
    command = re.sub(r"(?<![\w/])(PATH/)?bindings/", f"{ROOT}/bindings/", command)
    with tempfile.TemporaryDirectory(prefix="gridcall-readme-") as folder:
        folder = Path(folder)
        output = ""
        for step in [before, command, after]:
            if step is command:
                (folder / name).write_text(source)
                if language == "Rust":  # the versions of a known build, so that no index is asked
                    shutil.copy(ROOT / "examples/rust/Cargo.lock", folder / "Cargo.lock")
            if not step:
                continue
            done = subprocess.run(step, shell=True, cwd=folder, capture_output=True, text=True, timeout=280)
            if done.returncode:
                return f"`{step}` ended with {done.returncode}\n{done.stdout}{done.stderr}"
            output = done.stdout
        last = output.strip().splitlines()[-1:]
        return None if last == [printed] else f"printed {output!r}, not {printed!r}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--has-cc", required=True)
    has_cc = parser.parse_args().has_cc == "1"
    programs = {match["language"]: match for match in PROGRAM.finditer((ROOT / "README.md").read_text())}
    tap = Tap()
    for language in LANGUAGES:
        if language not in programs:
            tap.case(f"{language}'s first program", lambda: "README.md has none, or not in the form that this test reads")
            continue
        match = programs[language]
        tap.case(f"{language}'s first program", lambda match=match: run(match["language"], match["command"], match["source"], has_cc))
    tap.end()


main()
