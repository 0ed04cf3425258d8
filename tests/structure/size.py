#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The amount there is to read: lines of the tree, of what is generated, of the header, and generated lines that one more function of the
API costs. Prints the numbers and holds them. Writes TAP."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "bindings/gen")]
import gen  # noqa: E402
import loader  # noqa: E402
from tap import Skip, Tap  # noqa: E402

# The numbers that were reached, a little rounded up. A change that adds lines takes others away, or says what the new ones are for.
LIMITS = {"tracked lines": 359_100, "generated and committed": 45_060, "generated for a function": 90, "gridcall.h": 4_500}

# A function as most are: an object, a range of it, a stream, a result, and four ways to fail.
FUNCTION = """
[[function]]
name = "gc_mem_measure"
class = "mem"
self = "mem"
since = "0.1"
doc = "Measures a part of memory. The numbers are those of the device."
params = [
  { name = "mem", type = "mem", doc = "The memory." },
  { name = "offset", type = "u64", unit = "bytes", doc = "Where the part begins." },
  { name = "size", type = "u64", unit = "bytes", doc = "How much; not 0." },
  { name = "stream", type = "stream", nullable = "the default stream", doc = "The stream behind whose work it is measured." },
  { name = "out_count", out = "value", type = "u64", doc = "What was measured." },
]
errors = ["OUT_OF_RANGE", "@device"]
"""


def lines(text):
    return text.count("\n")


def tracked():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        raise Skip("this tree is no clone of git")
    paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    contents = [path.read_bytes() for path in paths if path.is_file() and not path.is_symlink()]
    return sum(content.count(b"\n") for content in contents if b"\0" not in content)  # what git calls binary has no lines


def generated(api=ROOT / "bindings/api"):
    return gen.outputs(loader.load(api))


def of_a_function(before):
    with tempfile.TemporaryDirectory() as folder:
        api = Path(folder) / "bindings/api"
        shutil.copytree(ROOT / "bindings/api", api)
        shutil.copytree(ROOT / "tests/coverage", Path(folder) / "tests/coverage")
        with (api / "mem.toml").open("a", encoding="utf-8") as file:
            file.write(FUNCTION)
        after = generated(api)
    # A list of several to a line is written anew from a new entry on, so what counts is how much longer a file is.
    added = {path: lines(text) - lines(before.get(path, "")) for path, text in after.items()}
    for path, count in added.items():
        if count:
            print(f"# {count:4} {path}")
    return sum(added.values())


def held(name, number):
    print(f"# {name}: {number:,}, at most {LIMITS[name]:,}")
    return f"{number - LIMITS[name]:,} lines too many" if number > LIMITS[name] else None


def main():
    tap = Tap()
    files = generated()
    tap.case("the tree", lambda: held("tracked lines", tracked()))
    tap.case("what is generated and committed", lambda: held("generated and committed", sum(map(lines, files.values()))))
    tap.case("the header", lambda: held("gridcall.h", lines(files["include/gridcall/gridcall.h"])))
    long = [f"{path.name} has {n} lines" for path in sorted((ROOT / "bindings/gen").glob("*.py")) if (n := lines(path.read_text())) > 500]
    tap.case("no file of the generator is above 500 lines", lambda: long)
    tap.case("a new function", lambda: held("generated for a function", of_a_function(files)))
    tap.end()


main()
