#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the libraries as a stranger does: an empty folder, CMake's default generator, no preset. Not the CPU device's compiler, which is
most of the work and has no rule that the libraries do not have too. Then as a part of a project of his own, by FetchContent. And compiles what
scripts/demo builds, a folder as one file, if the build that has this test does not."""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(Path(__file__).parent)]
from effort import effort_seed, part  # noqa: E402
from sharing import is_set, options_of_sharing, print_hits  # noqa: E402
from slowdown import limit  # noqa: E402
from tap import Skip, Tap, left_out  # noqa: E402


class Build:
    def __init__(self, cmake, built, folder, has_cc, compiler):
        self.cmake = cmake
        self.compiler = compiler
        self.built = built
        self.has_cc = has_cc
        self.folder = folder
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("CMAKE_", "GRIDCALL_"))}
        self.environment["CCACHE_STATSLOG"] = str(folder / "ccache.log")

    def run(self, *arguments):
        done = subprocess.run([self.cmake, *map(str, arguments)], check=False, capture_output=True, text=True, env=self.environment)
        return None if done.returncode == 0 else f"cmake {' '.join(map(str, arguments))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"

    def configure(self, name, *options):
        return self.run("-S", ROOT, "-B", self.folder / name, "-G", "Unix Makefiles", "-DGRIDCALL_BUILD_CC=OFF", "-DBUILD_TESTING=OFF", *options)

    def build(self):
        if not shutil.which("make"):
            raise Skip("make is not installed")
        if wrong := self.configure("plain", *options_of_sharing(self.built, self.folder / "plain")):
            return wrong
        if wrong := self.run("--build", self.folder / "plain", "-j2"):
            return wrong
        return [f"{name} was not built" for name in ("libgridcall.so.0", "libgridcall.a", "libgridcall_cpu.so") if not (self.folder / "plain/lib" / name).exists()]

    def fetched(self):
        """FetchContent: the program has its library, the CPU device and its compiler, and needs no variable. The compiler is a finished one."""
        if not self.compiler or not shutil.which("make"):
            raise Skip("not without make and gridcall-cc")
        project = self.folder / "parent"
        project.mkdir()
        shutil.copy(Path(__file__).with_name("fetched.cmake"), project / "CMakeLists.txt")
        (project / "first.c").write_text(re.search(r"^\*\*C\*\*.*?^```c\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)[1])
        borrowed = ["-DGRIDCALL_BUILD_CC=OFF", f"-DGRIDCALL_BORROWED_CC={self.compiler}", "-DGRIDCALL_WERROR=ON"]
        configure = ["-S", project, f"-DCHECKOUT={ROOT}", "-B"]
        if wrong := self.run(*configure, project / "build", "-G", "Unix Makefiles", *borrowed,
                             *options_of_sharing(self.built, project / "build/_deps/gridcall-build")):
            return wrong
        if wrong := self.run("--build", project / "build", "-j2"):
            return wrong
        plain = {name: value for name, value in self.environment.items() if not name.startswith(("LD_", "PKG_CONFIG"))}
        ran = subprocess.run([project / "build/first"], capture_output=True, text=True, env=plain | {"HOME": str(self.folder)}, timeout=limit(120))
        if ran.stdout != "2 4 6\n":
            return f"first ended with {ran.returncode}: {ran.stdout}{ran.stderr}"
        part = project / "build/_deps/gridcall-build"
        wrong = [f"{name} is a part of the build" for name in ("tests", "examples", "bin/gridcall") if (part / name).exists()]
        tests = subprocess.run(["ctest", "-N"], cwd=project / "build", capture_output=True, text=True, env=plain).stdout
        return wrong if re.search(r"Total Tests: 1$", tests, re.M) else [*wrong, tests]

    def fetched_compiler(self):
        """To build the program is to build the compiler."""
        if not self.has_cc or not shutil.which("ninja"):
            raise Skip("not without ninja and gridcall-cc")
        project = self.folder / "parent"
        if wrong := self.run("-S", project, "-B", project / "whole", "-G", "Ninja", f"-DCHECKOUT={ROOT}"):
            return wrong
        commands = subprocess.run(["ninja", "-C", project / "whole", "-t", "commands", "first"], capture_output=True, text=True, env=self.environment).stdout
        return [f"first is built without {name}" for name in ("libexec/gridcall/gridcall-cc", "gridcall-cc.prelude", "lib/libgridcall_cpu.so") if name not in commands]

    def alone(self):
        """A generated file includes what it names; within a folder that is one file an earlier one may have. clang-tidy sees those by hand."""
        files = sorted((ROOT / "src/api/generated").glob("*.cpp"))
        command = ["c++", "-std=c++20", "-fsyntax-only", f"-I{ROOT}/src", f"-I{ROOT}/include"]
        for file in part(files, 4):
            done = subprocess.run([*command, file], check=False, capture_output=True, text=True)
            if done.returncode:
                yield done.stderr[:2000]

    def unity(self):
        """A name that two files of a folder give to something of their own is defined twice there (cmake/unity.cmake). The front end of the
        compiler sees that, so no code is generated."""
        failed = self.run("-S", ROOT, "-B", self.folder / "unity", f"-DGRIDCALL_BUILD_CC={'ON' if self.has_cc else 'OFF'}", "-DBUILD_TESTING=OFF",
                          "-DGRIDCALL_UNITY=ON", "-DGRIDCALL_WERROR=OFF", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0")
        if failed:
            return failed
        folders = [each for each in json.loads((self.folder / "unity/compile_commands.json").read_text())
                   if "/Unity/" in each["file"] and "/Unity/gridcall-cc/" not in each["file"]]

        def compile_one(each):
            # Files that a rule writes are those of the build that has this test.
            command = shlex.split(each["command"].replace(f"-I{self.folder / 'unity'}", f"-I{self.built}"))
            place = command.index("-o")
            command[place:place + 2] = ["-fsyntax-only"]
            while command[0] == "env" or "=" in command[0] or Path(command[0]).name == "ccache":
                del command[0]
            done = subprocess.run(command, cwd=each["directory"], check=False, capture_output=True, text=True, env=self.environment)
            return f"{Path(each['file']).name}\n{done.stderr[-4000:]}" if done.returncode else None

        with ThreadPoolExecutor(2) as two:
            wrong = [text for text in two.map(compile_one, folders) if text]
        return wrong if len(folders) > 10 else [f"{len(folders)} folders are compiled as one file"]

    def warnings(self):
        """Warnings are errors where the option says so, and nowhere else."""
        wrong = []
        for value in ("ON", "OFF"):
            if failed := self.configure(value, f"-DGRIDCALL_WERROR={value}"):
                return failed
            commands = json.loads((self.folder / value / "compile_commands.json").read_text())
            wrong += [f"GRIDCALL_WERROR={value}: {Path(each['file']).relative_to(ROOT)} is compiled {'without' if value == 'ON' else 'with'} -Werror"
                      for each in commands if "/src/" in each["file"] and ("-Werror" in each["command"].split()) != (value == "ON")]
        return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--built", type=Path, required=True)
    parser.add_argument("--has-cc", required=True)
    parser.add_argument("--compiler", required=True, help="a gridcall-cc, or nothing")
    arguments = parser.parse_args()
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="gridcall-plain-") as folder:
        build = Build(arguments.cmake, arguments.built, Path(folder), arguments.has_cc == "1", arguments.compiler)
        tap.case("GRIDCALL_WERROR alone makes warnings errors", build.warnings)
        # The library is built twice: one of these.
        print(f"# seed {effort_seed()}")
        chosen = part(("plain", "fetched"), 2)
        tap.case("cmake -S . -B build && cmake --build build, with Makefiles", build.build if "plain" in chosen else left_out)
        tap.case("FetchContent: a project with the sources as a part of it", build.fetched if "fetched" in chosen else left_out)
        tap.case("FetchContent: its compiler is built with the program", build.fetched_compiler if "fetched" in chosen else left_out)
        tap.case("each generated file compiles alone", lambda: list(build.alone()))
        if not is_set(arguments.built, "GRIDCALL_UNITY:BOOL=ON"):
            tap.case("each folder compiled as one file", build.unity)
        print_hits("plain_build", build.folder / "ccache.log")
    tap.end()


main()
