#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels of public repositories: how many of those that NVRTC takes gridcall-cc compiles, and why not the others. By hand; nothing of them is in the tree, only
their names, in repositories.txt.

    run.py GRIDCALL_CC FOLDER [--set WORD] [--only OWNER/NAME]... [--limit N] [--jobs N] [--seconds N] [--log FILE] [--keep FOLDER] [--alone]

FOLDER has a repository as OWNER/NAME, a work tree, or as OWNER+NAME, one or a bare clone of git. Of each the CUDA files and headers with a __global__ function and
the texts in Python, C++, Rust, Go and Julia with one are taken (--limit: so many of each repository, chosen by the hash of their text). Files of the repository are
put in place of their #include. Then NVRTC (GRIDCALL_NVRTC) judges: a declaration with an error goes, those of kernels last, until NVRTC takes the rest, with instances of
templates as the host code names them or with float and 32. A kernel is counted where it is in that rest and no #if leaves it out, equal ones of a repository once, as failed if one of them does.
Both compilers find CCCL beside NVRTC; --alone keeps it from gridcall-cc. Behind it the processor time of both for each rest, of gridcall-cc to the first code that runs."""

import argparse
import collections
import concurrent.futures
import hashlib
import multiprocessing
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parent / "verdicts"), str(FOLDER.parent / "support")]
from run import Nvrtc  # noqa: E402

CUDA = (".cu", ".cuh", ".h", ".hpp", ".hxx", ".inl", ".inc", ".cuinc")
SUFFIXES = (*CUDA, ".py", ".cpp", ".cc", ".rs", ".go", ".jl")
STRINGS = re.compile(r'R"(\w*)\((?P<cpp>.*?)\)\1"|r?"""(?P<triple>.*?)"""|r#+"(?P<rust>.*?)"#+|`(?P<go>[^`]*)`', re.DOTALL)
DEVICE = re.compile(r"\b(__global__|__device__|__constant__|__shared__)\b")
HOST = re.compile(r"<<<|\bcuda(Malloc|Memcpy|Free|Device|Stream|Event|Get|Launch)\w*\s*\(|\bstd::(cout|cerr|vector|string)\b|\bprintf\s*\(.*stderr|\bint\s+main\s*\(")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">][^\n]*', re.MULTILINE)
ONCE = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+once[^\n]*", re.MULTILINE)
KERNEL = re.compile(r"(?:template\s*<(?P<parameters>[^{};]*?)>\s*)?(?:(?:static|inline|extern|void|\"C\"|__launch_bounds__\s*\([^;{]*?\))\s*)*"
                    r"__global__[^;{}]*?\b(?P<name>(?!__launch_bounds__)\w+)\s*\([^;{}]*\)\s*\{")
CLASS = re.compile(r"(?<!\benum )\b(class|struct|union)\b(?:[^;{}()=]|\b(?:__align__|alignas)\s*\([^(){};]*\)|\b__attribute__\s*\(\([^;{}]*?\)\))*$")
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\r?\n|[^\n])*|[{};]', re.DOTALL | re.MULTILINE)
# In place of <stdint.h>, <limits.h> and <float.h>, which NVRTC does not have.
SHORT = "typedef unsigned int uint; typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned long ulong;\n"
INTEGERS = "".join(
    f"typedef {'unsigned ' * (sign == 'u')}{'char' if (bits, sign) == (8, 'u') else kind} {sign}int{bits}_t;\n"
    for bits, kind in ((8, "signed char"), (16, "short"), (32, "int"), (64, "long long")) for sign in ("", "u")) + "".join(
    f"#define UINT{bits}_MAX {2**bits - 1}{suffix}\n#define INT{bits}_MAX {2 ** (bits - 1) - 1}\n" for bits, suffix in ((8, ""), (16, ""), (32, "u"), (64, "ull")))
MACROS = {"FLT_MAX": "3.402823466e+38f", "FLT_MIN": "1.175494351e-38f", "FLT_EPSILON": "1.192092896e-07f", "DBL_MAX": "1.7976931348623157e+308", "DBL_EPSILON": "2.2204460492503131e-16",
          "INT_MAX": "2147483647", "INT_MIN": "(-2147483647 - 1)", "UINT_MAX": "4294967295u", "NULL": "0", "M_PI": "3.14159265358979323846", "CHAR_BIT": "8"}
PREAMBLE = SHORT + "namespace std { using ::size_t; using ::ptrdiff_t; }\n" + "".join(f"#ifndef {name}\n#define {name} {value}\n#endif\n" for name, value in MACROS.items()) + (
    f"#if __has_include(<stdint.h>)\n#include <stdint.h>\n#else\n{INTEGERS}#endif\n")
MOST = 600_000  # characters of a source with its headers
MOST_TIMES = 8  # that a header is put into a source
ROUNDS = 60
EMPTY = ("assert.h", "math.h", "stdio.h", "stdlib.h", "string.h")  # for NVRTC, where a header of the toolkit includes them
KNOWN = ("cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "device_launch_parameters.h")  # NVRTC has their names, and not the headers that these include


def top_level(text):
    """Pieces of a source: a directive, a declaration to its `;` or `}`, or the head or end of a namespace or class, whose members are pieces."""
    depth, begin, conditions, scopes = 0, 0, [], []  # of each scope whether it is a class
    for found in TOKEN.finditer(text):
        word = found.group()
        if word.lstrip().startswith("#"):
            # Each branch of a condition begins in the same depth.
            if re.match(r"\s*#\s*if", word):
                conditions.append((depth, scopes[:]))
            elif conditions and re.match(r"\s*#\s*(else|elif)", word):
                depth, scopes = conditions[-1][0], conditions[-1][1][:]
            elif conditions and re.match(r"\s*#\s*endif", word):
                conditions.pop()
            if depth == 0:
                yield text[begin:found.start()]
                yield word
                begin = found.end()
        elif word == "{":
            # A declaration in a namespace, an extern "C" or a class counts as top level.
            head = text[begin:found.start()]
            is_class = CLASS.search(bare(head))
            if depth == 0 and (is_class or re.search(r'(\bnamespace\b[^;{}()=]*|extern\s*"C"\s*)$', head)):
                yield head + "{"
                begin = found.end()
                scopes.append(bool(is_class))
            else:
                depth += 1
        elif word == "}":
            depth -= 1
            if depth < 0 and scopes and scopes.pop():
                # The end of a class goes to its `;`.
                yield text[begin:found.start()]
                depth, begin = 0, found.start()
                continue
            follows = text[found.end():found.end() + 40].lstrip()
            is_body = follows[:1] not in (",", "{") and re.search(r"\)\s*(const|noexcept)?\s*\{", text[begin:found.end()])
            is_whole = is_body or not re.match(r"[;=,\w*\[{]", follows)
            if depth < 0 or depth == 0 and is_whole:
                depth = 0
                yield text[begin:found.end()]
                begin = found.end()
        elif word == ";" and depth == 0:
            yield text[begin:found.end()]
            begin = found.end()
    yield text[begin:]


def blank(piece):
    label = re.match(r"(public|private|protected)\s*:(?!:)", bare(piece))
    return (label[0] if label else "") + "\n" * (piece.count("\n") - (label[0].count("\n") if label else 0))


def is_kernel(piece):
    return "__global__" in piece and not piece.lstrip().startswith("#") and bool(re.search(r"\b__global__\b[^;]*\{.", bare(piece), re.DOTALL))


def bare(piece):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", piece, flags=re.DOTALL).strip()


def is_fixed(piece):
    """A piece that cannot go alone: the ends of a namespace or class, conditions."""
    return bare(piece).startswith("}") or bare(piece).endswith("{") or re.match(r"\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b", piece)


class Tree:
    """The files of a repository."""

    def __init__(self, folder):
        self.folder, self.by_name, self.includers = folder, collections.defaultdict(list), collections.defaultdict(list)
        for path in sorted(folder.rglob("*")):
            self.by_name[path.name].append(path)
            if path.suffix in CUDA and path.is_file() and path.stat().st_size <= 400_000:
                for name in INCLUDE.findall(path.read_text(errors="replace")):
                    self.includers[Path(name).name].append(path)

    def root(self, path):
        """A CUDA file that includes this header, or the last header before none: many declare nothing that they use."""
        seen = {path}
        while path.suffix not in (".cu", ".cuh") and (above := [each for each in self.includers[path.name] if each not in seen]):
            path = min(above, key=lambda each: (each.suffix != ".cu", each))
            seen.add(path)
        return path

    def find(self, name, beside):
        places = [beside / name, self.folder / name, self.folder / "include" / name, self.folder / "src" / name]
        places += [path for path in self.by_name[Path(name).name] if str(path).endswith("/" + name.lstrip("./"))]
        return next((path.resolve() for path in places if path.is_file()), None)

    def flat(self, path, text, toolkit, open_files=(), used=None):
        """The text with the files of the repository in it, without headers that are neither there nor NVIDIA's. `used` counts each file: guarded ones that include each other would grow
        without end."""
        used = collections.Counter() if used is None else used

        def replace(found):
            header = self.find(found[1], path.parent)
            if not header:
                return found[0] if found[1] not in KNOWN and any((folder / found[1]).is_file() for folder in toolkit) else ""
            used[header] += 1
            if header in open_files or header.stat().st_size > 400_000 or used[header] > MOST_TIMES:
                return ""
            inner = header.read_text(errors="replace")
            if once := ONCE.search(inner):
                guard = "ONCE_" + hashlib.sha256(str(header).encode()).hexdigest()[:12]
                inner = f"#ifndef {guard}\n#define {guard}\n{inner[:once.start()]}{inner[once.end():]}\n#endif"
            inner = self.flat(header, inner, toolkit, (*open_files, header), used)
            total[0] += len(inner)
            return inner + "\n" if total[0] < MOST else ""

        total = [0]
        return INCLUDE.sub(replace, text)


def tree_of(folder, name):
    """A work tree, and whether it is to be removed."""
    owner, repository = name.split("/")
    bare_ones = (f"{owner}+{repository}", f"{owner}+{repository}/repo/.git", f"{owner}+{repository}/repo")
    for path in (folder / owner / repository, *(folder / each for each in bare_ones)):
        if (path / "HEAD").is_file():
            made = tempfile.TemporaryDirectory(prefix="gridcall-public-")
            # A snapshot may lack large files.
            listed = subprocess.run(["git", "-C", path, "ls-tree", "-r", "-z", "--name-only", "HEAD"], check=True, capture_output=True, text=True).stdout.split("\0")
            wanted = [each for each in listed if Path(each).suffix in SUFFIXES]
            for each in wanted:
                done = subprocess.run(["git", "-C", path, "cat-file", "blob", f"HEAD:{each}"], capture_output=True, check=False)
                if done.returncode == 0:
                    (Path(made.name) / each).parent.mkdir(parents=True, exist_ok=True)
                    (Path(made.name) / each).write_bytes(done.stdout)
            return Path(made.name), made
        if path.is_dir() and not (path / "repo").is_dir():
            return path, None
    return None, None


def sources_of(tree):
    """Pairs of a path and a text; a text that occurs twice once."""
    seen = set()
    for path in sorted(tree.folder.rglob("*")):
        if path.suffix not in SUFFIXES or not path.is_file() or path.stat().st_size > 400_000:
            continue
        text = path.read_text(errors="replace")
        if not re.search(r"__global__\s[^;{]*\{", text):
            continue
        if path.suffix in CUDA:
            path = tree.root(path)
            text = path.read_text(errors="replace")
        texts = [next(filter(None, found.groupdict().values()), "") for found in STRINGS.finditer(text)] if path.suffix not in (".cu", ".cuh") else []
        for each in ([re.sub(r'R"(\w*)\(.*?\)\1"', '""', text, flags=re.DOTALL)] if path.suffix in CUDA else []) + texts:
            if (path.suffix in CUDA or "__global__" in each) and each not in seen:
                seen.add(each)
                yield path, each


def cause_of(log):
    """The first error without the names of one source."""
    found = re.search(r"(?:error|catastrophic error): (.*)", log)
    return re.sub(r"'[^']*'", lambda quoted: quoted.group() if re.search(r"\.(h|cuh|hpp)'|file not found", quoted.group() + log[quoted.end():quoted.end() + 16]) else "'...'",
                  found[1] if found else log.strip()[:100] or "no diagnostic")[:140]


def class_around(pieces, end):
    """The pieces of the class that has its head or end there."""
    begins = bare(pieces[end]).endswith("{")
    if not (CLASS.search(bare(pieces[end])[:-1]) if begins else re.match(r"\}[^{]*;", bare(pieces[end]))):
        return []
    depth, step, index = 0, 1 if begins else -1, end
    while 0 <= index < len(pieces):
        depth += step * (bare(pieces[index]).endswith("{") - bare(pieces[index]).startswith("}"))
        if depth == 0:
            return range(min(end, index), max(end, index) + 1)
        index += step
    return []


def scopes_of(pieces):
    """Pairs of a piece with a kernel and the namespaces around it."""
    scopes = []
    for piece in pieces:
        if is_kernel(piece):
            yield piece, "".join(scopes)
        elif found := re.search(r"\bnamespace\b\s*([\w:]*)[^{]*\{$", bare(piece)):
            scopes.append(found[1] + "::" if found[1] else "")
        elif bare(piece).endswith("{"):
            scopes.append("")
        elif bare(piece).startswith("}") and scopes:
            scopes.pop()


def instances_of(text, pieces):
    """Name expressions of the templates: as the host code launches them, else with float and 32."""
    names = []
    for piece, scope in scopes_of(pieces):
        for found in KERNEL.finditer(piece):
            if found["parameters"] is None:
                continue
            named = re.findall(rf"\b{found['name']}\s*<([\w\s,:<>*]*)>\s*<<<", text)
            guess = []
            for parameter in re.split(r",(?![^<]*>)", found["parameters"]):
                if "=" in parameter:
                    break
                guess.append("float" if re.match(r"\s*(typename|class)\b", parameter) else "false" if re.match(r"\s*(const\s+)?bool\b", parameter) else "32")
            for arguments in [*dict.fromkeys(named)][:3] + [", ".join(guess)]:
                names.append(f"{scope}{found['name']}<{' '.join(arguments.split())}>")
    return list(dict.fromkeys(names))[:20]


def cut_by(nvrtc, text, kept):
    """The rest that NVRTC takes: pieces and the name expressions. Adds to the options what a source that calls functions of others needs."""
    pieces = [blank(piece) if HOST.search(piece) and not DEVICE.search(piece.split("{")[0]) and not is_fixed(piece) and not piece.lstrip().startswith("#") else piece
              for piece in top_level(text)]
    for _ in range(ROUNDS):
        if not any(map(is_kernel, pieces)):
            break
        accepted, log = nvrtc.compile("".join(pieces), kept)
        if accepted:
            names = instances_of(text, pieces)
            if names and not nvrtc.compile("".join(pieces), kept, names)[0]:
                names = [each for each in names if nvrtc.compile("".join(pieces), kept, [each])[0]]
            return pieces, names
        if "Unresolved extern" in log and "-rdc=true" not in kept:
            kept.append("-rdc=true")
            continue
        lines = {int(line) for line in re.findall(r"^source\.cu\((\d+)\): (?:error|catastrophic error)", log, re.MULTILINE)}
        elsewhere = Path((re.search(r"^(/\S+)\(\d+\): (?:error|catastrophic error)", log, re.MULTILINE) or "  ")[1]).name
        wrong, ends, at = [], [], 1
        for index, piece in enumerate(pieces):
            first = at + piece[:len(piece) - len(piece.lstrip())].count("\n")
            if piece.strip() and piece != blank(piece) and (any(first <= line <= at + piece.rstrip().count("\n") for line in lines) or not lines and elsewhere.strip() and
                    elsewhere in piece and "include" in piece):
                (ends if is_fixed(piece) else wrong).append(index)
            at += piece.count("\n")
        whole = set() if any(not is_kernel(pieces[index]) for index in wrong) else {index for end in ends for index in class_around(pieces, end)}
        wrong = [index for index in wrong if not is_kernel(pieces[index])] or whole or wrong
        if not wrong and not lines:
            wrong = [index for index, piece in enumerate(pieces) if re.match(r"\s*#\s*include\s*<(thrust|cub|cuda)/", piece)]
        if not wrong:
            break
        for index in wrong:
            pieces[index] = "\n" * pieces[index].count("\n") if index in whole else blank(pieces[index])
    return [], []


def kernels_of(nvrtc, pieces, flags):
    """Indices of the kernels that no condition leaves out: an assertion before such a one fails."""
    left, found = [index for index, piece in enumerate(pieces) if is_kernel(piece)], []
    while left:
        text = "".join(f'static_assert(sizeof(int) == 0, "kernel {index} ");{piece}' if index in left else piece for index, piece in enumerate(pieces))
        active = [index for index in left if f'"kernel {index} "' in nvrtc.compile(text, flags)[1]]
        if not active:
            break
        found, left = found + active, [index for index in left if index not in active]
    return sorted(found)


def by_gridcall_cc(options, toolkit, text, names, flags):
    """Whether it compiles, and why not."""
    with tempfile.NamedTemporaryFile("w", suffix=".cu") as file:
        file.write('#line 1 "source.cu"\n' + text)
        file.flush()
        folders = [] if options.alone else [f"--library-headers={folder}" for folder in toolkit[-1:]]
        try:
            done = subprocess.run([options.program, file.name, "-arch=sm_90", "--baseline", *flags, *folders, *[f"--instance={each}" for each in names]],
                                  capture_output=True, text=True, check=False, timeout=options.seconds)
            return done.returncode == 0, cause_of(done.stderr) if done.returncode else ""
        except subprocess.TimeoutExpired:
            return False, f"longer than {options.seconds} s"


def judge(options, text, toolkit, answer):
    """Sends the kernels of a text that NVRTC takes: a hash of each, and why it does not compile."""
    nvrtc = Nvrtc(os.environ["GRIDCALL_NVRTC"])
    nvrtc.paths.append(f"-I{options.empty}")
    flags = ["-default-device", "-w"]
    pieces, names = cut_by(nvrtc, text, flags)
    kernels = kernels_of(nvrtc, pieces, flags)
    result = {index: "" for index in kernels}
    begin = time.process_time()
    nvrtc.compile("".join(pieces), flags, names)
    theirs = time.process_time() - begin
    compiles, cause_of_all = by_gridcall_cc(options, toolkit, "".join(pieces), names, flags) if kernels else (True, "")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    times = (used.ru_utime + used.ru_stime, theirs) if kernels and compiles else None
    if not compiles:
        for index in kernels:
            mine = [each for each in names if re.search(rf"\b{each.split('<')[0].split('::')[-1]}\b", pieces[index])]
            alone = "".join(blank(piece) if other in result and other != index else piece for other, piece in enumerate(pieces))
            compiles, cause = by_gridcall_cc(options, toolkit, alone, mine, flags)
            if not compiles:
                # Others may use this kernel: then only the whole says why.
                result[index] = cause if nvrtc.compile(alone, flags, mine)[0] else cause_of_all
                if options.keep:
                    stem = hashlib.sha256(alone.encode()).hexdigest()[:10]
                    (options.keep / f"{stem}.cu").write_text("".join(f"// --instance={each}\n" for each in mine) + '#line 1 "source.cu"\n' + alone)
    answer.send((times, [(hashlib.sha256(" ".join(pieces[index].split()).encode()).hexdigest(), pieces[index].count("__global__"), cause) for index, cause in result.items()]))


def in_process(job):
    """NVRTC may crash or take for ever: each source has a process of its own."""
    options, name, path, text, toolkit = job
    receive, send = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=judge, args=(options, text, toolkit, send))
    process.start()
    send.close()
    try:
        times, kernels = receive.recv() if receive.poll(3 * options.seconds) else (None, [])
    except EOFError:
        times, kernels = None, []
    process.kill()
    process.join()
    return name, path, kernels, times


def print_times(results):
    times = sorted((times, path.name) for _, path, _, times in results if times)
    if not times:
        return
    ours = [ours for (ours, _), _ in times]
    at = lambda list_, part: list_[min(int(part * len(list_)), len(list_) - 1)]  # noqa: E731
    print(f"processor seconds of {len(times)} sources: median {statistics.median(ours):.2f}, 99 % {at(ours, 0.99):.2f}, most {ours[-1]:.2f} ({times[-1][1]}); NVRTC's median "
          f"{statistics.median(theirs for (_, theirs), _ in times):.2f}; median ratio {statistics.median(ours / theirs for (ours, theirs), _ in times):.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set", default="")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, default=100)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--alone", action="store_true")
    options = parser.parse_args()
    include = Path(os.environ["GRIDCALL_NVRTC"]).resolve().parent.parent / "include"
    toolkit = [folder for folder in (include, include / "cccl") if folder.is_dir()]
    lines = [line.split() for line in (FOLDER / "repositories.txt").read_text().splitlines() if not line.startswith("#")]
    listed = [(name, line[0].removesuffix(":")) for line in lines for name in line[1:]]
    jobs, kept, absent = [], [], []
    for name in options.only or [words[0] for words in listed if not options.set or options.set in words[1:]]:
        folder, made = tree_of(options.folder, name)
        if not folder:
            absent.append(name)
            continue
        kept.append(made)
        tree = Tree(folder.resolve())
        found = sorted(sources_of(tree), key=lambda each: hashlib.sha256(each[1].encode()).digest())
        jobs += [(options, name, path, PREAMBLE + tree.flat(path, text, toolkit), toolkit) for path, text in found[:options.limit or None]]
    with tempfile.TemporaryDirectory() as options.empty, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for header in EMPTY:
            (Path(options.empty) / header).touch()
        results = list(pool.map(in_process, jobs))
    total, compiled, causes, lines = 0, 0, collections.Counter(), []
    for name in dict.fromkeys(job[1] for job in jobs):
        kernels = {}
        for _, path, found, times in (each for each in results if each[0] == name):
            lines += [f"{name}\t{path.name}\t{digest[:10]}\t{cause or 'compiled'}\t{times or ''}" for digest, _, cause in found]
            kernels |= {digest: (count, cause) for digest, count, cause in found if not kernels.get(digest, (0, ""))[1]}
        total, good = total + sum(count for count, _ in kernels.values()), sum(count for count, cause in kernels.values() if not cause)
        compiled += good
        causes.update(cause for _, cause in kernels.values() if cause)
        print(f"{name}: {good} of {sum(count for count, _ in kernels.values())} kernels, {sum(each[0] == name and bool(each[2]) for each in results)} of "
              f"{sum(each[0] == name for each in results)} sources")
    if options.log:
        options.log.write_text("\n".join(lines) + "\n")
    for cause, count in causes.most_common():
        print(f"{count:5}  {cause}")
    print_times(results)
    print(f"{compiled} of {total} kernels compile, of {len(kept)} repositories; not there: {', '.join(absent) or 'none'}")
    if not total:
        sys.exit(1)


if __name__ == "__main__":
    main()
