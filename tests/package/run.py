#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the library into an empty folder, moves it, and builds outside projects against it in each way that users have."""

import argparse
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests/support"))
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402


def run(*command, **options):
    result = subprocess.run([str(each) for each in command], capture_output=True, text=True, **options)
    if result.returncode:
        shown = " ".join(str(each) for each in command)
        raise RuntimeError(f"{shown}\nended with {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


class Package:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.tree = folder / "tree"
        self.lib = self.tree / options.libdir
        self.sanitize = [f"-fsanitize={options.sanitize}"] if options.sanitize else []
        # No search path and no environment variable of the build tree may help, but for the tests' cache.
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("GRIDCALL_", "LD_LIBRARY_PATH", "PKG_CONFIG"))}
        self.environment["GRIDCALL_CACHE_DIR"] = os.environ.get("GRIDCALL_CACHE_DIR", str(folder / "cache"))

    def install(self):
        run(self.options.cmake, "--install", self.options.build, "--prefix", self.folder / "first")
        # A tree that was moved must still work: nothing in it may name where it was installed.
        (self.folder / "first").rename(self.tree)

    def check_files(self):
        expected = [f"include/gridcall/{name}" for name in ("gridcall.h", "preview.h", "gridcall.hpp", "table.h", "cmocka.h")]
        expected += [f"{self.options.libdir}/libgridcall.so.0",
                     f"{self.options.libdir}/libgridcall.so",
                     f"{self.options.libdir}/libgridcall.a", f"{self.options.libdir}/gridcall/libgridcall_cpu.so", f"{self.options.libdir}/gridcall/libgridcall_mpi.so",
                     f"{self.options.libdir}/pkgconfig/gridcall.pc", f"{self.options.libdir}/cmake/gridcall/gridcallConfig.cmake",
                     f"{self.options.libdir}/cmake/gridcall/gridcallConfigVersion.cmake", "share/gridcall/api/index.toml", "share/doc/gridcall/LICENSE"]
        if self.options.has_cc == "1":
            expected.append("libexec/gridcall/gridcall-cc")
        wrong = [f"{name} is not installed" for name in expected if not (self.tree / name).exists()]
        for path in self.tree.rglob("*"):
            if path.suffix in (".pc", ".cmake", ".h", ".toml") and re.search(f"{self.folder}|{ROOT}", path.read_text()):
                wrong.append(f"{path.relative_to(self.tree)} names a folder of this machine")
            # clang's own headers are inside: where the build found them there may be none.
            if path.name.startswith("gridcall-cc") and b"/lib/clang/" in path.read_bytes():
                wrong.append(f"{path.relative_to(self.tree)} names clang's headers where it was built")
        return wrong

    def is_small(self):
        """Without debug information, at most 116 MB; that of each file can be installed beside it."""
        if self.sanitize or self.options.stripped != "ON":
            raise Skip("this build installs its debug information")
        files = [path for path in self.tree.rglob("*") if path.is_file() and not path.is_symlink()]
        size = sum(path.stat().st_size for path in files)
        print(f"METRIC package_installed_bytes {size}")
        wrong = [f"{size} bytes are installed"] if size > 116e6 else []
        programs = [path for path in files if path.read_bytes()[:4] == b"\x7fELF"]
        debug = self.folder / "debug"
        run(self.options.cmake, "--install", self.options.build, "--prefix", debug, "--component", "debug")
        for path in programs:
            if ".debug_info" in run("readelf", "-SW", path):
                wrong.append(f"{path.relative_to(self.tree)} has debug information")
            number = re.search(r"Build ID: (..)(\w+)", run("readelf", "-n", path))
            if path.name != "gridcall-cc" and not (number and (debug / f"lib/debug/.build-id/{number[1]}/{number[2]}.debug").exists()):
                wrong.append(f"{path.relative_to(self.tree)} has no debug information beside it")
        return wrong if len(programs) > 4 else [f"{len(programs)} programs"]

    def needs_old_glibc(self):
        """At most 2.31 of Debian 11, no library but libc's and ours, and Python's wheel says so."""
        if self.options.old_glibc != "ON":
            raise Skip("this build is for the glibc of this machine")
        wrong, programs = [], [path for path in self.tree.rglob("*") if path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF"]
        for path in programs:
            needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-dW", path)))
            if others := needed - {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "ld-linux-x86-64.so.2", "libgridcall.so.0"}:
                wrong.append(f"{path.name} needs {', '.join(sorted(others))}")
            symbols = re.findall(r"\*UND\*.*\(GLIBC_2\.(\d+)\) +(\w+)", run("objdump", "-T", path))
            wrong += [f"{path.name} needs {name} of glibc 2.{minor}: it belongs into src/base/old_glibc.c" for minor, name in symbols if int(minor) > 31]
            if not symbols:
                wrong.append(f"{path.name}: nothing was read")
        wheel = runpy.run_path(str(ROOT / "bindings/python/wheel.py"))["tag_of"](programs)
        tag = re.search(r"-manylinux_2_(\d+)_x86_64$", wheel)
        return wrong + ([] if tag and int(tag[1]) <= 31 else [f"the wheel is {wheel}"]) if len(programs) > 4 else [f"{len(programs)} programs"]

    def components(self):
        """runtime is what programs need, dev what compilers need."""
        for component in ("runtime", "dev", "tools"):
            run(self.options.cmake, "--install", self.options.build, "--prefix", self.folder / component, "--component", component)
        owners = {}
        for component in ("runtime", "dev", "tools"):
            for path in (self.folder / component).rglob("*"):
                if not path.is_dir() or path.is_symlink():
                    owners.setdefault(str(path.relative_to(self.folder / component)), []).append(component)
        whole = {str(path.relative_to(self.tree)) for path in self.tree.rglob("*") if not path.is_dir() or path.is_symlink()}
        wrong = [f"{name} is in {', '.join(several)}" for name, several in owners.items() if len(several) > 1]
        wrong += [f"{name} is in no component" for name in whole - owners.keys()]
        for name, component in ((f"{self.options.libdir}/libgridcall.so.0", "runtime"), (f"{self.options.libdir}/libgridcall.so", "dev"),
                                (f"{self.options.libdir}/libgridcall.a", "dev"), ("bin/gridcall-nvcc", "tools"),
                                *((each, "tools") for each in ("bin/gridcall", "share/man/man1/gridcall.1.gz") if (Path(self.options.build) / "bin/gridcall").exists())):
            if owners.get(name) != [component]:
                wrong.append(f"{name} is in {owners.get(name)}, not in {component}")
        return wrong

    def pkg_config_variables(self):
        values = {name: self.pkg_config(f"--variable={name}")[0] for name in ("libexecdir", "cpu_driver", "abi_version")}
        wrong = [] if Path(values["cpu_driver"]).is_file() else [f"no file {values['cpu_driver']}"]
        if self.options.has_cc == "1" and not (Path(values["libexecdir"]) / "gridcall-cc").is_file():
            wrong.append(f"no gridcall-cc in {values['libexecdir']}")
        return wrong + ([] if values["abi_version"] == "0" else [f"abi_version {values['abi_version']}"])

    def pkg_config(self, *arguments):
        if not shutil.which("pkg-config"):
            raise Skip("pkg-config is not installed")
        environment = self.environment | {"PKG_CONFIG_PATH": str(self.lib / "pkgconfig")}
        return shlex.split(run("pkg-config", *arguments, "gridcall", env=environment))

    def compile(self, name, source, arguments):
        program = self.folder / name
        run(self.options.cc, "-std=c99", "-Wall", "-Wextra", "-Werror", *self.sanitize, HERE / source, "-o", program, *arguments)
        return program

    def execute(self, program, *arguments, library_path=True, plugins=False, compiler=False):
        folder = self.lib / "gridcall" if plugins else self.lib
        environment = self.environment | ({"LD_LIBRARY_PATH": str(folder)} if library_path else {})
        if compiler:
            environment["GRIDCALL_CC"] = str(self.tree / "libexec/gridcall/gridcall-cc")
        return run(program, *arguments, env=environment, timeout=limit(120))

    def use(self, program, static=False):
        """Runs the outside program, with a kernel where the installed tree can compile one. A program that the library was linked into
        is in no installed tree, so it needs the paths of the CPU device and of the compiler."""
        self.execute(program, plugins=static)
        if self.options.has_cc == "1":
            self.execute(program, "kernel", plugins=static, compiler=static)

    def pkg_config_shared(self):
        program = self.compile("pc-shared", "outside.c", self.pkg_config("--cflags", "--libs"))
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-dW", program))
        if "libgridcall.so.0" not in needed:
            return f"the program needs {needed}, not libgridcall.so.0"
        self.use(program)
        if self.options.has_cc == "1":  # a relative path, which is no path of gridcall-cc's own folder
            run(program, "kernel", env=self.environment | {"LD_LIBRARY_PATH": self.options.libdir}, cwd=self.tree, timeout=limit(120))
        return None

    def first_program(self):
        """README.md's first program, linked as docs/guide/linking.md says where nobody runs ldconfig."""
        if self.sanitize or self.options.has_cc != "1":
            raise Skip("not without gridcall-cc, and not sanitized")
        folder = self.folder / "first-program"
        folder.mkdir()
        (folder / "first.c").write_text(re.search(r"^\*\*C\*\*.*?^```c\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)[1])
        command = re.search(r"^ {4}(cc first\.c .*-rpath.*)$", (ROOT / "docs/guide/linking.md").read_text(), re.M)[1]
        self.pkg_config("--version")
        run("sh", "-c", command, cwd=folder, env=self.environment | {"PKG_CONFIG_PATH": str(self.lib / "pkgconfig")})
        printed = self.execute(folder / "a.out", library_path=False)
        return None if printed == "2 4 6\n" else f"printed {printed!r}"

    def whole_program(self):
        """gridcall-nvcc of the installed tree: it finds clang, its headers, its library and gridcall-cc, and the program the libraries."""
        if self.options.has_cc != "1" or self.sanitize:
            raise Skip("not without gridcall-cc, and not sanitized")
        if not (shutil.which("clang++-19") or Path("/usr/lib/llvm-19/bin/clang++").exists()):
            raise Skip("clang 19 is not installed")
        nvcc, program = self.tree / "bin/gridcall-nvcc", self.folder / "whole"
        cuda = Path(run(nvcc, "--print-cuda-path", env=self.environment).strip())
        if cuda != self.lib / "gridcall/cuda":
            return f"the toolkit's folder is {cuda}"
        for driver in (nvcc, cuda / "bin/nvcc"):
            run(driver, "-O1", "-o", program, ROOT / "tests/cudart/programs/templates.cu", env=self.environment)
            printed = self.execute(program, library_path=False)
            if printed != "done\n":
                return f"printed {printed!r}"
        return None

    def pkg_config_static(self):
        flags = self.pkg_config("--static", "--cflags", "--libs")
        # Both libraries are there: ask for the archive by name.
        flags = ["-l:libgridcall.a" if each == "-lgridcall" else each for each in flags]
        program = self.compile("pc-static", "outside.c", ["-DGRIDCALL_STATIC", *flags])
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-dW", program))
        if any(name.startswith("libgridcall") for name in needed):
            return f"the program needs {needed}"
        self.use(program, static=True)
        return None

    def fails(self, program, *arguments):
        result = subprocess.run([program, *arguments], capture_output=True, text=True, env=self.environment, timeout=limit(120))
        if result.returncode == 0:
            raise RuntimeError(f"{program} ran")
        return result.stderr

    def static_where_installed(self):
        """A program with the library in it finds the rest by itself, whatever the prefix of `cmake --install` was."""
        prefix = self.folder / "chosen"
        run(self.options.cmake, "--install", self.options.build, "--prefix", prefix)
        environment = self.environment | {"PKG_CONFIG_PATH": str(prefix / self.options.libdir / "pkgconfig")}
        flags = shlex.split(run("pkg-config", "--static", "--cflags", "--libs", "gridcall", env=environment))
        flags = ["-l:libgridcall.a" if each == "-lgridcall" else each for each in flags]
        program = self.compile("where-installed", "outside.c", ["-DGRIDCALL_STATIC", *flags])
        self.execute(program, library_path=False)
        if self.options.has_cc == "1":
            self.execute(program, "kernel", library_path=False)
        shutil.rmtree(prefix)

    def static_elsewhere(self):
        """A program in no installed tree finds what was installed where the library was configured for."""
        prefix = Path(self.options.elsewhere_prefix)
        shutil.rmtree(prefix, ignore_errors=True)
        folder = self.folder / "elsewhere"
        folder.mkdir()
        program = shutil.copy(self.options.elsewhere, folder / "program")
        plugins = prefix / self.options.libdir / "gridcall"
        wanted = f"libgridcall_cpu.so: not in {folder}, {folder}/gridcall, the loader's folders, {plugins}; install it there, or set GRIDCALL_CPU_DRIVER to it"
        if wanted not in (text := self.fails(program)):
            return f"said {text!r}, not {wanted!r}"
        run(self.options.cmake, "--install", self.options.build, "--prefix", prefix)
        try:
            self.execute(program, library_path=False)
            if self.options.has_cc == "1":
                self.execute(program, "kernel", library_path=False)
                (prefix / "libexec/gridcall/gridcall-cc").unlink()
                text = self.fails(program, "kernel")
                if f"no program {prefix}/libexec/gridcall/gridcall-cc" not in text or "or set GRIDCALL_CC to it" not in text:
                    return f"said {text!r}"
            # Beside the program comes first.
            shutil.copy(plugins / "libgridcall_cpu.so", folder / "libgridcall_cpu.so")
            shutil.rmtree(prefix)
            self.execute(program, library_path=False)
            # However it was started, and wherever.
            run("program", env=self.environment | {"PATH": str(folder)}, cwd="/", timeout=limit(120))
        finally:
            shutil.rmtree(prefix, ignore_errors=True)
        return None

    def static_message(self):
        """The archive that is installed says where it looked, which is where it was installed before it was moved."""
        folder = self.folder / "first" / self.options.libdir / "gridcall"
        text = self.fails(self.folder / "pc-static")
        return None if f"the loader's folders, {folder}; install it there, or set GRIDCALL_CPU_DRIVER to it" in text else text

    def fully_static(self):
        program = self.folder / "fully-static"
        if self.sanitize:
            raise Skip("a sanitizer cannot be linked statically")
        run(self.options.cc, "-std=c99", "-DGRIDCALL_STATIC", HERE / "outside.c", f"-I{self.tree}/include", f"-L{self.lib}", "-o", program,
            "-static", "-l:libgridcall.a", "-lstdc++", "-lm")
        text = self.fails(program)
        return None if "a fully static program (-static) can open no library: link libc dynamically" in text else text

    def cmake_project(self):
        project = self.folder / "project"
        project.mkdir()
        shutil.copy(HERE / "outside.cmake", project / "CMakeLists.txt")
        for name in ("outside.c", "plugin.c", "outside_test.c"):
            shutil.copy(HERE / name, project)
        flags = [f"-DCMAKE_C_FLAGS={' '.join(self.sanitize)}"] if self.sanitize else []
        run(self.options.cmake, "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={self.tree}", *flags, env=self.environment)
        run(self.options.cmake, "--build", project / "build", env=self.environment)

    def cmocka_tests(self):
        """A project's own tests with gridcall/cmocka.h: they pass, and one that leaves a handle fails."""
        program = self.folder / "project/build/outside_test"
        if not program.exists():
            raise Skip("the outside project found no cmocka")
        self.execute(program)
        text = self.fails_with_library(program, "leave")
        return None if "the test left 1 handles" in text else f"said {text!r}"

    def fails_with_library(self, program, *arguments):
        environment = self.environment | {"LD_LIBRARY_PATH": str(self.lib)}
        result = subprocess.run([program, *arguments], capture_output=True, text=True, env=environment, timeout=limit(120))
        if result.returncode == 0:
            raise RuntimeError(f"{program} passed")
        return result.stdout + result.stderr

    def plugin(self):
        # No LD_LIBRARY_PATH: the library finds its CPU device beside itself.
        out = self.execute(self.folder / "project/build/plugin", self.lib / "libgridcall.so.0", library_path=False)
        return None if "no such device" in out else f"the error does not name what was asked for: {out}"


def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "cmake", "cc", "libdir", "has-cc", "elsewhere", "elsewhere-prefix", "stripped", "old-glibc"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--sanitize", default="")
    options = parser.parse_args()
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="gridcall-package-") as folder:
        package = Package(options, Path(folder))
        tap.case("installs into an empty folder", package.install)
        tap.case("installs every file, and none names where it was built", package.check_files)
        tap.case("is stripped and small, and debug information is beside it", package.is_small)
        tap.case("needs no newer glibc than Debian 11's", package.needs_old_glibc)
        tap.case("each file is in one component", package.components)
        tap.case("pkg-config says where the CPU device and its compiler are", package.pkg_config_variables)
        tap.case("pkg-config: a C program with the shared library", package.pkg_config_shared)
        tap.case("the first program of README.md finds the library by its rpath", package.first_program)
        tap.case("gridcall-nvcc builds a program that finds its libraries", package.whole_program)
        tap.case("pkg-config --static: a C program with the static library", package.pkg_config_static)
        tap.case("a program with the static library finds what was installed with it", package.static_where_installed)
        tap.case("the static library says where it looked for the CPU device", package.static_message)
        tap.case("a program with the library in it finds what is installed", package.static_elsewhere)
        tap.case("a fully static program is told why it has no device", package.fully_static)
        tap.case("find_package: a CMake project of C alone", package.cmake_project)
        tap.case("find_package: gridcall::gridcall runs", lambda: package.use(package.folder / "project/build/shared"))
        tap.case("find_package: gridcall::gridcall_static runs", lambda: package.use(package.folder / "project/build/static", static=True))
        tap.case("find_package: a project's own tests with gridcall/cmocka.h", package.cmocka_tests)
        tap.case("dlopen and gc_get_api", package.plugin)
        tap.case("a kernel compiled by the installed gridcall-cc", lambda: no_compiler(options))
    tap.end()


def no_compiler(options):
    if options.has_cc != "1":
        raise Skip("gridcall-cc is not built: the outside programs ran a memset instead of a kernel")


main()
