#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small sources, one for each feature of the CUDA C++ Programming Guide: gridcall-cc accepts and refuses what NVRTC does, and its
first error names a line that NVRTC's errors name. README.md has the form of the files.

    run.py GRIDCALL_CC [--seed N | --all] [--only WORD] [--record] [--warnings] [--show]

All sources are compiled with --all, and NVRTC is asked about them; else a choice of each chapter. --record writes what it says into the files, --warnings lists
those of its warnings that gridcall-cc does not give, --show prints both logs."""

import argparse
import concurrent.futures
import ctypes
import os
import random
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "support"))
from effort import effort  # noqa: E402
from tap import Skip, Tap  # noqa: E402

MARK = re.compile(r"^//(?P<kind>[=!])(?P<lines>[\d,]*) (?P<name>.*?)(?: \{(?P<options>[^}]*)\})?$")
SLOW = re.compile(r"#include <(cooperative_groups|cuda/|cub/|thrust/|mma\.h)")  # NVRTC reads these for two seconds


class Source:
    def __init__(self, path, at, mark):
        self.path, self.at, self.text = path, at, ""
        self.chapter, self.name, self.options = path.stem, mark["name"], (mark["options"] or "").split()
        self.accepted = mark["kind"] == "="
        self.lines = [int(line) for line in mark["lines"].split(",") if line]

    @property
    def key(self):
        return f"{self.chapter}: {self.name}"


class Verdict:
    """The answer of a compiler: whether it accepts, which lines of the source its errors and warnings name, its log."""

    def __init__(self, accepted, log, pattern):
        self.accepted, self.log = accepted, log
        found = [(int(line), kind) for line, kind in re.findall(pattern, log, re.MULTILINE)]
        self.errors = list(dict.fromkeys(line for line, kind in found if "error" in kind))
        self.warnings = list(dict.fromkeys(line for line, kind in found if kind == "warning"))


def read(path):
    sources = []
    for at, line in enumerate(path.read_text().splitlines()):
        if mark := MARK.match(line):
            sources.append(Source(path, at, mark))
        elif sources:
            sources[-1].text += line + "\n"
    return sources


def by_gridcall_cc(program, source, folder):
    path = Path(folder) / f"{source.path.stem}-{source.at}.cu"
    path.write_text(f'#line 1 "source.cu"\n{source.text}')
    done = subprocess.run([program, *source.options, "-arch=sm_90", str(path)], capture_output=True, text=True, check=False)
    log = done.stderr if done.returncode in (0, 1) else f"gridcall-cc ends with {done.returncode}: {done.stderr}"
    return Verdict(done.returncode == 0, log, r"^source\.cu:(\d+):(?:\d+:)? (error|warning|fatal error):")


class Nvrtc:
    """One in each process of the pool."""

    instance = None

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        include = Path(path).resolve().parent.parent / "include"
        self.paths = [f"-I{folder}" for folder in (include, include / "cccl") if folder.is_dir()]

    def compile(self, text, options, names=()):
        program, size = ctypes.c_void_p(), ctypes.c_size_t()
        arguments = ["-arch=sm_90", *self.paths, *options]
        if self.library.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"source.cu", 0, None, None):
            raise RuntimeError("nvrtcCreateProgram fails")
        for name in names:
            self.library.nvrtcAddNameExpression(program, name.encode())
        array = (ctypes.c_char_p * len(arguments))(*[each.encode() for each in arguments])
        status = self.library.nvrtcCompileProgram(program, len(arguments), array)
        self.library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        self.library.nvrtcGetProgramLog(program, log)
        self.library.nvrtcDestroyProgram(ctypes.byref(program))
        if status not in (0, 6):
            raise RuntimeError(f"nvrtcCompileProgram: {status}: {log.value.decode()}")
        return status == 0, log.value.decode(errors="replace")


def start_nvrtc(path):
    Nvrtc.instance = Nvrtc(path)


def by_nvrtc(text, options):
    accepted, log = Nvrtc.instance.compile(text, options)
    return Verdict(accepted, log, r"^source\.cu\((\d+)\): (error|catastrophic error|warning)")


def first_difference(source, verdict):
    """"" or "we accept", "we refuse", "place", and what is behind it."""
    if verdict.accepted != source.accepted:
        return "we accept" if verdict.accepted else "we refuse"
    if not verdict.accepted and source.lines and (not verdict.errors or verdict.errors[0] not in source.lines):
        return "place"
    return ""


def record(sources, verdicts):
    """Writes NVRTC's verdicts into the marks."""
    for path in {source.path for source in sources}:
        lines = path.read_text().splitlines()
        for source in sources:
            verdict = verdicts.get(source.key)
            if source.path != path or not verdict:
                continue
            options = f" {{{' '.join(source.options)}}}" if source.options else ""
            mark = "//=" if verdict.accepted else "//!" + ",".join(map(str, verdict.errors))
            lines[source.at] = f"{mark} {source.name}{options}"
        path.write_text("\n".join(lines) + "\n")


def check_ours(source, verdict, known):
    expected = known.get(source.key)
    found = first_difference(source, verdict)
    if not found and not expected:
        return None
    if expected and found == expected:
        return None
    if expected and not found:
        return f"there is no difference any more: take \"{source.key}\" out of differences.toml"
    what = f"line {verdict.errors}, NVRTC's are {source.lines}" if found == "place" else verdict.log or "no diagnostic"
    return f"{source.path.name}:{source.at + 1}: {source.name}: {found or 'no difference'}: {what}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    for flag in ("all", "record", "warnings", "show"):
        parser.add_argument(f"--{flag}", action="store_true")
    options = parser.parse_args()
    tap = Tap()
    everything = [source for path in sorted(FOLDER.glob("*.txt")) for source in read(path)]
    listed = tomllib.loads((FOLDER / "differences.toml").read_text())["difference"]
    known = {name: each["kind"] for each in listed for name in each["sources"]}
    keys = [source.key for source in everything]
    tap.case("every source has a name of its own", lambda: sorted({key for key in keys if keys.count(key) > 1}))
    tap.case("every difference is that of a source, and stands once", lambda: [*sorted(set(known) - set(keys)), *(
        "a difference stands twice" for _ in range(sum(len(each["sources"]) for each in listed) - len(known)))])
    tap.case("there are 600 sources", lambda: len(keys) < 600 and f"there are {len(keys)}")
    sources = [source for source in everything if options.only in source.key]

    workers = os.cpu_count() or 1
    asked = sources
    if not (options.all or options.record or options.only):
        choose = random.Random(options.seed)
        print(f"# seed {options.seed}")
        slow = [source for source in sources if SLOW.search(source.text)]
        quick = [source for source in sources if not SLOW.search(source.text)]
        asked = choose.sample(quick, len(quick) // effort(36, 12)) + choose.sample(slow, effort(1, 4))
        one_of = effort(3, 1)
        sources = [source for at, source in enumerate(sources) if at % one_of == options.seed % one_of or source in asked]
    library = os.environ.get("GRIDCALL_NVRTC")
    judged = {}
    if library:
        with concurrent.futures.ProcessPoolExecutor(workers, initializer=start_nvrtc, initargs=(library,)) as pool:
            judged = dict(zip([each.key for each in asked], pool.map(by_nvrtc, [each.text for each in asked], [each.options for each in asked])))
    if options.record:
        record(sources, judged)
        for source in sources:
            source.accepted, source.lines = judged[source.key].accepted, judged[source.key].errors
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(workers) as pool:
        ours = dict(zip([each.key for each in sources], pool.map(lambda each: by_gridcall_cc(options.program, each, folder), sources)))

    for chapter in dict.fromkeys(source.chapter for source in sources):
        here = [source for source in sources if source.chapter == chapter]

        def compare(here=here):
            return [problem for source in here if (problem := check_ours(source, ours[source.key], known))]

        def ask_nvrtc(here=here):
            if not library:
                raise Skip("NVRTC is not installed: scripts/setup puts it into .prefix/nvrtc, or set GRIDCALL_NVRTC")
            wrong = []
            for source in here:
                verdict = judged.get(source.key)
                if verdict and (verdict.accepted != source.accepted or verdict.errors != source.lines):
                    wrong.append(f"{source.path.name}:{source.at + 1}: NVRTC says otherwise: {verdict.log or 'accepted'}")
            return wrong

        tap.case(f"{chapter}: {len(here)} sources", compare)
        tap.case(f"{chapter}: NVRTC still says this of {sum(each.key in judged for each in here)}", ask_nvrtc)
    for source in sources:
        if options.show:
            print(f"#### {source.key}\n{source.text}---- NVRTC\n{judged[source.key].log if source.key in judged else ''}---- gridcall-cc\n{ours[source.key].log}")
        verdict = judged.get(source.key)
        if options.warnings and verdict and (missing := [line for line in verdict.warnings if line not in ours[source.key].warnings]):
            print(f"# {source.key}: NVRTC warns of lines {missing}")
    accepted = sum(source.accepted for source in sources)
    print(f"# METRIC verdicts {len(sources)} sources, {accepted} accepted, {len(judged)} asked of NVRTC, {len(known)} known differences")
    tap.end()


if __name__ == "__main__":
    main()
