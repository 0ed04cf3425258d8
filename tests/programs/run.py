#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that others wrote or generate, compiled by the host's compiler and for a device: each thread of a kernel must
have what the host has for that thread.

  run.py BUILD csmith|torture [--seed N] [--count N] [--seconds N] [--jobs N] [--device NAME] [--print]

With --print the sources for the first seeds are written, and nothing is run."""

import argparse
import concurrent.futures
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
import csmith  # noqa: E402
import torture  # noqa: E402
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

import program  # noqa: E402

BATCH = 16  # programs that are compiled together
PREFIX = ROOT / ".prefix/programs"
# Two compilers, for what differs between them is no program that means one thing: the first leaves a pattern where nothing was
# written, the second makes of it what suits it; they order what C leaves open in their own ways. Without clang the second is
# the first one's optimizer.
FIRST_HOST = ("g++ -std=c++20 -w -fpermissive -O1 -g0 -fno-strict-aliasing -ffp-contract=off -ftrivial-auto-var-init=pattern "
              "-fsanitize=undefined,address -fno-sanitize-recover=all").split()
SECOND_NAME = next((name for name in ("clang++-19", "clang++") if shutil.which(name)), "g++ -fpermissive")
SECOND_HOST = f"{SECOND_NAME} -std=c++20 -w -O2 -fno-strict-aliasing -ffp-contract=off".split()
ERROR = re.compile(r"^(\w+):\d+:(?:\d+:)? (?:fatal )?error: (.*)", re.MULTILINE)


class Source:
    """A source of programs."""

    def __init__(self, kind):
        self.kind = kind
        if kind == "csmith":
            self.tool = shutil.which("csmith") or str(PREFIX / "usr/bin/csmith")
            header = next((path for path in (Path("/usr/include/csmith/safe_math.h"), PREFIX / "usr/include/csmith/safe_math.h") if path.exists()), None)
            if not Path(self.tool).exists() or header is None:
                raise Skip("csmith is missing: scripts/setup gets it")
            self.before = csmith.safe_math(header)
        else:
            self.folder = PREFIX / "torture"
            if not any(self.folder.glob("*.c")):
                raise Skip("the tests of gcc are missing: scripts/setup gets them")
            self.before = torture.LIBRARY

    def generate(self, seed):
        if self.kind == "csmith":
            return csmith.generate(self.tool, seed)
        return torture.generate(self.folder, seed)


class Result:
    def __init__(self):
        self.same = self.vectorized = self.differing_threads = self.rejected = 0
        self.refused, self.wrong = [], []

    def add(self, other):
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def compile_host(command, programs, before, folder, name):
    """The programs that it compiles, and the executable."""
    while programs:
        source = folder / f"{name}.cpp"
        source.write_text(program.host_source(programs, before))
        done = subprocess.run([*command, str(source), "-o", str(folder / name)], capture_output=True, text=True, errors="replace", cwd=folder)
        if done.returncode == 0:
            return programs
        bad = {match[1] for match in ERROR.finditer(done.stderr)}
        left = [each for each in programs if each.name not in bad]
        # An error that spoils what follows it: the first one that has any is the one.
        programs = left if len(left) < len(programs) else programs[1:]
    return []


def run_host(executable, folder):
    done = subprocess.run([str(folder / executable)], capture_output=True, text=True, errors="replace", timeout=limit(200), cwd=folder)
    return {line.split()[0]: line for line in done.stdout.splitlines()}


def run_device(build, programs, before, expected, folder, device, result):
    source, expectations = folder / "device.cu", folder / "expected"
    source.write_text(program.device_source(programs, before))
    expectations.write_text("".join(expected["k_" + each.name] + "\n" for each in programs))
    command = [str(build / "tests/run_programs"), str(source), str(expectations), "--device", device]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=limit(900))
    told = set()
    for line in done.stdout.splitlines():
        word, _, rest = line.partition(" ")
        if word not in ("same", "differs"):
            continue  # what a program prints
        name, _, rest = rest.partition(" ")
        name = name.removeprefix("k_").rstrip(":")
        told.add(name)
        if word == "same":
            result.same += 1
            result.vectorized += rest != "0"
            result.differing_threads += len(set(expected["k_" + name].split()[1:])) > 1
        else:
            result.wrong.append(f"{name}: {rest}")
    left = [each for each in programs if each.name not in told]
    if not left:
        return
    if "COMPILE: " in done.stderr:  # one of them is not for a device
        if len(left) == 1:
            result.refused.append(f"{left[0].name}: {done.stderr.partition('COMPILE: ')[2].splitlines()[0]}")
            return
        half = len(left) // 2
        parts = [left[:half], left[half:]]
    else:
        if "STACK_OVERFLOW" in done.stderr:
            result.refused.append(f"{left[0].name}: its frames are larger than a thread's stack")
            left = left[1:]
        elif done.returncode != 3:  # else it was said: it does not end
            result.wrong.append(f"{left[0].name}: {done.stderr[:600]}")
            left = left[1:]
        parts = [left] if left else []
    for part in parts:
        run_device(build, part, before, expected, folder, device, result)


def run_batch(build, source, seeds, device):
    result = Result()
    with tempfile.TemporaryDirectory() as path:
        folder = Path(path)
        programs = [each for each in map(source.generate, seeds) if each is not None]
        result.rejected = len(seeds) - len(programs)
        programs = compile_host(SECOND_HOST, programs, source.before, folder, "second")
        programs = compile_host(FIRST_HOST, programs, source.before, folder, "first")
        if not programs:
            return result
        first, second = run_host("first", folder), run_host("second", folder)
        expected = {name: line for name, line in first.items() if second.get(name) == line}
        programs = [each for each in programs if "k_" + each.name in expected]
        result.rejected = len(seeds) - len(programs)
        run_device(build, programs, source.before, expected, folder, device, result)
    return result


def run_all(options):
    source = Source(options.kind)
    total, begin = Result(), time.monotonic()
    batches = [range(first, min(first + BATCH, options.seed + options.count)) for first in range(options.seed, options.seed + options.count, BATCH)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def one(seeds):
            if time.monotonic() - begin > options.seconds:
                return Result()
            result = run_batch(options.build, source, seeds, options.device)
            for line in result.wrong:
                print(f"# {line}", flush=True)
            return result
        for result in pool.map(one, batches):
            total.add(result)
    for line in total.refused[:5]:
        print(f"# not for a device: {line}")
    print(f"METRIC programs_{options.kind} {total.same + len(total.wrong)}\nMETRIC programs_{options.kind}_vectorized {total.vectorized}\n"
          f"METRIC programs_{options.kind}_threads_differ {total.differing_threads}\nMETRIC programs_{options.kind}_rejected {total.rejected}\n"
          f"METRIC programs_{options.kind}_refused {len(total.refused)}\nMETRIC programs_{options.kind}_wrong {len(total.wrong)}\n"
          f"METRIC programs_{options.kind}_seconds {time.monotonic() - begin:.1f}", flush=True)
    if total.same == 0:
        return "no program was run"
    return total.wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("kind", choices=("csmith", "torture"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    if options.print:
        source = Source(options.kind)
        made = source.generate(options.seed)
        print(program.device_source([made], source.before) if made else "// not one thread's")
        return
    tap = Tap()
    tap.case(f"programs of {options.kind}, seeds from {options.seed}", lambda: run_all(options))
    tap.end()


if __name__ == "__main__":
    main()
