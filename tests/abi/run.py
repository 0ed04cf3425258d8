#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The built files as others see them: symbols, dependencies, hardening, and the ABI against the last release."""

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

# The C library's parts, and the loader. Nothing else may be needed at run time.
LIBC = re.compile(r"^(libc|libm|libdl|libpthread|librt)\.so\.\d+$|^ld-linux.*\.so\.\d+$")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def tool(name):
    if not shutil.which(name):
        raise Skip(f"{name} is not installed")
    return name


def exported(library):
    """The defined dynamic symbols, without the version node's own: {name: (type, version)}."""
    symbols = {}
    for line in run("nm", "-D", "--defined-only", "--with-symbol-versions", library).splitlines():
        _, kind, name = line.split(maxsplit=2)
        if kind == "A":
            continue
        name, _, version = name.partition("@")
        symbols[name] = (kind, version.lstrip("@"))
    return symbols


def in_map(path):
    names, version = set(), None
    for line in Path(path).read_text().splitlines():
        line = line.strip()
        if match := re.match(r"^(\w+)\s*\{", line):
            version = match[1]
        elif match := re.match(r"^(\w+);$", line):
            names.add((match[1], version))
    return names


def needed(library):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-dW", library))


def check_map(library):
    ours = {(name, version) for name, (_, version) in exported(library).items()}
    spec = in_map(ROOT / "src/api/generated/gridcall.map")
    if not spec:
        return "the version script names no function"
    return [f"exported, but not in the spec: {name}@{version}" for name, version in sorted(ours - spec)] + \
           [f"in the spec, but not exported: {name}@{version}" for name, version in sorted(spec - ours)]


def check_cpu_symbols(library):
    names = set(exported(library))
    return None if names == {"gridcall_cpu_driver"} else f"exports {sorted(names)}, expected gridcall_cpu_driver alone"


def check_kinds(library):
    """No unique symbols (they pin a library) and no weak ones (typeinfo, inline functions of the C++ library)."""
    return [f"{name} is of kind {kind}" for name, (kind, _) in exported(library).items() if kind != "T"]


def check_needed(library):
    return [f"needs {name}" for name in needed(library) if not LIBC.match(name)]


def check_soname(library, soname):
    found = re.findall(r"\(SONAME\).*\[(.*)\]", run("readelf", "-dW", library))
    return None if found == [soname] else f"soname {found}, expected {soname}"


def check_dynamic(path, is_library=True):
    dynamic = run("readelf", "-dW", path)
    wrong = []
    if "TEXTREL" in dynamic:
        wrong.append("has text relocations")
    if not re.search(r"\(FLAGS_1\).*\bNOW\b", dynamic) and "BIND_NOW" not in dynamic:
        wrong.append("is not bound at load time (-z now)")
    if is_library and not re.search(r"\(FLAGS_1\).*\bNODELETE\b", dynamic):
        wrong.append("can be unloaded (-z nodelete)")
    if re.search(r"\((RPATH|RUNPATH)\)", dynamic):
        wrong.append("has a search path of its own")
    return wrong


def check_segments(library):
    headers = run("readelf", "-lW", library)
    wrong = []
    for line in headers.splitlines():
        if re.match(r"\s+LOAD\b", line) and re.search(r"\bRWE\b", line):
            wrong.append("a segment is writable and executable: " + line.strip())
        if re.match(r"\s+GNU_STACK\b", line) and "E" in line.split()[-2]:
            wrong.append("asks for an executable stack")
    if "GNU_RELRO" not in headers:
        wrong.append("no RELRO")
    if "GNU_STACK" not in headers:
        wrong.append("does not say that its stack is not executable")
    return wrong


def check_stack_protector(library):
    undefined = run("nm", "-D", "--undefined-only", library)
    return None if "__stack_chk_fail" in undefined else "built without a stack protector"


def check_no_shadow_stack(library):
    """A process with shadow stacks must learn it at load, not when a fiber returns."""
    return "is marked for shadow stacks, which fibers do not switch" if "SHSTK" in run("readelf", "-nW", library) else None


def check_fortified(path):
    """A copy or a text of the C library's whose size is known is checked: _FORTIFY_SOURCE."""
    return None if re.search(r"\b__(?!stack)\w+_chk\b", run("nm", "-D", "--undefined-only", path)) else "calls none of the checked functions"


def check_debug_types(library):
    """The signature the compiler gave each function, read from the library's debug information, against the spec."""
    tool("abidw")
    dump = run("abidw", "--no-show-locs", "--drop-private-types", "--exported-interfaces-only", library)
    import xml.etree.ElementTree
    root = xml.etree.ElementTree.fromstring(dump)
    counts = {}
    for function in root.iter("function-decl"):
        # Not every definition is tied to its symbol (abidw 2.2), but C has one function of a name.
        if function.get("name", "").startswith("gc_"):
            counts[function.get("name")] = sum(1 for each in function if each.tag == "parameter")
    if not counts:
        raise Skip("the library has no debug information")
    return compare_counts(counts)


def compare_counts(counts):
    text = "".join((ROOT / "include/gridcall" / name).read_text() for name in ("gridcall.h", "preview.h"))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    declared = {}
    for match in re.finditer(r"^GRIDCALL_API\b[^;(]*?\b(gc_\w+)\(([^;]*)\);", text, re.MULTILINE):
        parameters = match[2].strip()
        declared[match[1]] = 0 if parameters == "void" else len(parameters.split(","))
    wrong = [f"{name}: declared with {declared[name]} parameters, built with {counts.get(name)}"
             for name in sorted(declared) if counts.get(name) != declared[name]]
    return wrong or (None if declared else "no function found in the header")


def check_last_release(library):
    """The library against the one that the newest release tag builds."""
    git = subprocess.run(["git", "-C", ROOT, "tag", "--list", "v*", "--sort=-v:refname"], capture_output=True, text=True)
    tags = git.stdout.split() if git.returncode == 0 else []
    if not tags:
        raise Skip("no release tag yet to compare with")
    tool("abidiff")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "-C", ROOT, "worktree", "add", "--detach", folder + "/tree", tags[0]], check=True, capture_output=True)
        try:
            run("cmake", "-S", folder + "/tree", "-B", folder + "/build", "-G", "Ninja", "-DGRIDCALL_BUILD_CC=OFF", "-DBUILD_TESTING=OFF")
            run("cmake", "--build", folder + "/build", "--target", "gridcall")
            old = next(Path(folder, "build/lib").glob("libgridcall.so.*.*"))
            diff = subprocess.run(["abidiff", "--no-added-syms", old, library], capture_output=True, text=True)
            return None if diff.returncode & 0b1100 == 0 else diff.stdout + diff.stderr
        finally:
            subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", folder + "/tree"], check=False)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", required=True)
    parser.add_argument("--cpu-library", default="")
    parser.add_argument("--mpi-library", default="")
    parser.add_argument("--compiler", default="")
    parser.add_argument("--configuration", default="")
    parser.add_argument("--soversion", required=True)
    parser.add_argument("--sanitize", default="")
    options = parser.parse_args()
    tap = Tap()

    def released(check, *arguments):
        """A sanitizer brings libraries and symbols of its own."""
        def guarded():
            if options.sanitize:
                raise Skip("a sanitized build")
            return check(*arguments)
        return guarded

    library = options.library
    tap.case("libgridcall exports exactly the spec's functions, in their version", released(check_map, library))
    tap.case("libgridcall has the soname of its ABI",
             lambda: check_soname(library, f"libgridcall.so.{options.soversion}"))
    tap.case("libgridcall's functions have the parameters of the header", released(check_debug_types, library))
    tap.case("libgridcall is compatible with the last release", released(check_last_release, library))

    def optimized(check, *arguments):
        """Without optimization no size is known."""
        def guarded():
            if options.configuration == "Debug":
                raise Skip("a build without optimization")
            return check(*arguments)
        return released(guarded)

    libraries = [path for path in (library, options.cpu_library, options.mpi_library) if path]
    for path in libraries:
        name = Path(path).name.partition(".so")[0]
        tap.case(f"{name} exports functions alone", released(check_kinds, path))
        tap.case(f"{name} needs the C library alone", released(check_needed, path))
        tap.case(f"{name}: no text relocations, bound at load, never unloaded", lambda path=path: check_dynamic(path))
        tap.case(f"{name}: no segment both writable and executable, RELRO", lambda path=path: check_segments(path))
        tap.case(f"{name} is built with a stack protector", released(check_stack_protector, path))
        tap.case(f"{name} checks the sizes of copies where they are known", optimized(check_fortified, path))
    if options.cpu_library:
        tap.case("libgridcall_cpu exports its one entry", released(check_cpu_symbols, options.cpu_library))
        tap.case("libgridcall_cpu is not marked for shadow stacks", lambda: check_no_shadow_stack(options.cpu_library))
    # A program at a fixed address: src/cc/CMakeLists.txt says why.
    if compiler := options.compiler:
        tap.case("gridcall-cc: no text relocations, bound at load", lambda: check_dynamic(compiler, is_library=False))
        tap.case("gridcall-cc: no segment both writable and executable, RELRO", lambda: check_segments(compiler))
        tap.case("gridcall-cc is built with a stack protector", lambda: check_stack_protector(compiler))
        tap.case("gridcall-cc checks the sizes of copies where they are known", optimized(check_fortified, compiler))
    tap.end()


main()
