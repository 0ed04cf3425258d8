#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels of public repositories, as they are: how many of those that NVRTC takes gridcall-cc compiles, and why not the others. By hand; nothing of them is in the
tree, only their names, in repositories.txt.

    run.py GRIDCALL_CC FOLDER [--only OWNER/NAME]... [--limit N] [--jobs N] [--seconds N] [--log FILE] [-I FOLDER]...

FOLDER has a repository as OWNER/NAME, a work tree, or as OWNER+NAME, one or a bare clone of git. Of each the .cu and .cuh files with a __global__ function and
the texts in Python, C++, Rust, Go and Julia with one are taken (--limit: so many of each repository, chosen by the hash of their text); host code is cut out, files
in the repository are found by #include. NVRTC (GRIDCALL_NVRTC) says what the denominator is; without it gridcall-cc's own errors are counted."""

import argparse
import collections
import concurrent.futures
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parent / "verdicts"), str(FOLDER.parent / "support")]
from run import Nvrtc  # noqa: E402

SUFFIXES = (".cu", ".cuh", ".py", ".cpp", ".cc", ".h", ".hpp", ".rs", ".go", ".jl")
STRINGS = re.compile(r'R"(\w*)\((?P<cpp>.*?)\)\1"|r?"""(?P<triple>.*?)"""|r#+"(?P<rust>.*?)"#+|`(?P<go>[^`]*)`', re.DOTALL)
DEVICE = re.compile(r"\b(__global__|__device__|__constant__|__shared__)\b")
HOST = re.compile(r"<<<|\bcuda(Malloc|Memcpy|Free|Device|Stream|Event|Get|Launch)\w*\s*\(|\bstd::(cout|cerr|vector|string)\b|\bprintf\s*\(.*stderr|\bint\s+main\s*\(")
HOST_HEADERS = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<(?!cuda/|cub/|thrust/|nv/|cooperative_groups|cuda_|curand_kernel|mma|crt/|sm_|math_c|vector_|texture_|surface_|device_)[^>]*>", re.MULTILINE)


def top_level(text):
    """Pieces of a source: a directive, or a declaration to its `;` or `}`."""
    depth, begin = 0, 0
    token = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\r?\n|[^\n])*|[{};]', re.DOTALL | re.MULTILINE)
    for found in token.finditer(text):
        word = found.group()
        if word.lstrip().startswith("#") and depth == 0:
            yield text[begin:found.start()]
            yield word
            begin = found.end()
        elif word == "{":
            # A declaration in a namespace or an extern "C" counts as top level.
            head = text[begin:found.start()]
            if depth == 0 and re.search(r'(\bnamespace\b[^;{}()=]*|extern\s*"C"\s*)$', head):
                yield head + "{"
                begin = found.end()
            else:
                depth += 1
        elif word == "}":
            if depth == 0:
                yield text[begin:found.end()]
                begin = found.end()
            else:
                depth -= 1
                follows = text[found.end():found.end() + 40].lstrip()
                if depth == 0 and not re.match(r"[;=,\w*\[]", follows) or depth == 0 and re.search(r"\)\s*(const|noexcept)?\s*\{", text[begin:found.end()]):
                    yield text[begin:found.end()]
                    begin = found.end()
        elif word == ";" and depth == 0:
            yield text[begin:found.end()]
            begin = found.end()
    yield text[begin:]


def without_host(text):
    """The source without functions of the host: pieces with a launch or a call of the runtime API, and no mark of the device."""
    text = HOST_HEADERS.sub("", text)
    return "".join(("\n" * piece.count("\n")) if HOST.search(piece) and not DEVICE.search(piece.split("{")[0]) else piece for piece in top_level(text))


def tree_of(folder, name):
    """A work tree, and whether it is to be removed."""
    owner, repository = name.split("/")
    for path in (folder / owner / repository, folder / f"{owner}+{repository}", folder / f"{owner}+{repository}" / "repo"):
        if (path / "HEAD").is_file():
            made = tempfile.TemporaryDirectory(prefix="gridcall-public-")
            # A snapshot may lack large files.
            listed = subprocess.run(["git", "-C", path, "ls-tree", "-r", "-z", "--name-only", "HEAD"], check=True, capture_output=True, text=True).stdout.split("\0")
            wanted = [each for each in listed if Path(each).suffix in (*SUFFIXES, ".inl", ".inc", ".cuinc", ".hxx")]
            archive = subprocess.run(["git", "-C", path, "archive", "HEAD", "--", *wanted], check=True, capture_output=True).stdout
            subprocess.run(["tar", "-x", "-C", made.name], input=archive, check=True)
            return Path(made.name), made
        if path.is_dir() and not (path / "repo").is_dir():
            return path, None
    return None, None


def sources_of(tree):
    """Pairs of a path and a text; a text that occurs twice once."""
    seen = set()
    for path in sorted(tree.rglob("*")):
        if path.suffix not in SUFFIXES or not path.is_file() or path.stat().st_size > 400_000:
            continue
        text = path.read_text(errors="replace")
        if "__global__" not in text:
            continue
        texts = [text] if path.suffix in (".cu", ".cuh") else [next(filter(None, found.groupdict().values()), "") for found in STRINGS.finditer(text)]
        for each in texts:
            each = without_host(each)
            if re.search(r"__global__\s[^;{]*\{", each) and each not in seen:
                seen.add(each)
                yield path, each


def cause_of(log):
    """The first error without the names of one source."""
    found = re.search(r"(?:error|catastrophic error): (.*)", log)
    return re.sub(r"'[^']*'", lambda quoted: quoted.group() if re.search(r"\.(h|cuh|hpp)'|file not found", quoted.group() + log[quoted.end():quoted.end() + 16]) else "'...'",
                  found[1] if found else log.strip()[:100] or "no diagnostic")[:140]


# NVRTC has no header of the host's; those that a file of the repository includes are empty here, but for the integers.
INTEGERS = "".join(f"typedef {'unsigned ' * (sign == 'u')}{kind} {sign}int{bits}_t;\n" for bits, kind in ((8, "char"), (16, "short"), (32, "int"), (64, "long long")) for sign in ("", "u"))
EMPTY = """stdio.h stdlib.h string.h math.h assert.h float.h limits.h time.h stdint.h stddef.h inttypes.h unistd.h sys/time.h cuda.h cuda_runtime.h iostream fstream sstream string vector
    map memory algorithm functional random chrono cmath cstdio cstdlib cstring cstdint cassert cfloat climits ctime iomanip stdexcept utility thread mutex set numeric
    cublas_v2.h cublasLt.h curand.h cufft.h omp.h mpi.h cuda_runtime_api.h device_launch_parameters.h""".split()
NVRTC = {}


def stubs():
    """The folder of empty headers, one for a process."""
    made = tempfile.TemporaryDirectory(prefix="gridcall-stubs-")
    for name in EMPTY:
        path = Path(made.name) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#pragma once\n" + INTEGERS * (name in ("stdint.h", "cstdint", "inttypes.h")))
    return made


def judge(job):
    program, name, tree, path, text, folders, seconds = job
    include = [f"-I{folder}" for folder in dict.fromkeys([path.parent, tree, tree / "include", tree / "src", *folders]) if Path(folder).is_dir()]
    accepted, theirs = None, ""
    if library := os.environ.get("GRIDCALL_NVRTC"):
        if not NVRTC:
            NVRTC["one"], NVRTC["stubs"] = Nvrtc(library), stubs()
        accepted, theirs = NVRTC["one"].compile(text, ["-default-device", *include, f"-I{NVRTC['stubs'].name}"])
        if not accepted:
            return name, path, accepted, None, cause_of(theirs)
    with tempfile.NamedTemporaryFile("w", suffix=".cu") as file:
        file.write(text)
        file.flush()
        try:
            done = subprocess.run([program, file.name, "-arch=sm_90", "-default-device", *include], capture_output=True, text=True, check=False, timeout=seconds)
            return name, path, accepted, done.returncode == 0, cause_of(done.stderr) if done.returncode else ""
        except subprocess.TimeoutExpired:
            return name, path, accepted, False, f"longer than {seconds} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--log", type=Path)
    parser.add_argument("-I", dest="folders", action="append", default=[])
    options = parser.parse_args()
    names = [line.split()[0] for line in (FOLDER / "repositories.txt").read_text().splitlines() if line.strip() and not line.startswith("#")]
    jobs, kept, absent = [], [], []
    for name in options.only or names:
        tree, made = tree_of(options.folder, name)
        if not tree:
            absent.append(name)
            continue
        kept.append(made)
        found = sorted(sources_of(tree), key=lambda each: hashlib.sha256(each[1].encode()).digest())
        jobs += [(options.program, name, tree, path, text, options.folders, options.seconds) for path, text in found[:options.limit or None]]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        results = list(pool.map(judge, jobs))
    lines = [f"{name}\t{path.name}\t{'' if accepted is None else 'taken' if accepted else 'refused'}\t{'' if ours is None else 'compiled' if ours else 'failed'}\t{cause}"
             for name, path, accepted, ours, cause in results]
    if options.log:
        options.log.write_text("\n".join(lines) + "\n")
    for name in dict.fromkeys(each[1] for each in jobs):
        mine = [each for each in results if each[0] == name and each[3] is not None]
        print(f"{name}: {sum(each[3] for each in mine)} of {len(mine)}, {sum(each[0] == name for each in results)} sources")
    for cause, count in collections.Counter(each[4] for each in results if each[3] is False).most_common():
        print(f"{count:5}  {cause}")
    judged = [each for each in results if each[3] is not None]
    print(f"{sum(each[3] for each in judged)} of {len(judged)} compile, of {len(results)} sources in {len(kept)} repositories; not there: {', '.join(absent) or 'none'}")
    if not judged:
        sys.exit(1)


if __name__ == "__main__":
    main()
