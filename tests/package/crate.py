#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Rust crates as they are published, without this tree: the feature `bundled` builds the library, or takes one that is there, and README's
program runs. The compiler of the CPU device is the one of the build that has this test, and so are the library's objects where ccache has
them: then the checkout's sources are built, and each file of the crate's own is compared with them. Writes TAP."""

import argparse
import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(Path(__file__).parent)]
from sharing import is_set, is_shared, print_hits  # noqa: E402
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

PROGRAM = re.search(r"^\*\*Rust\*\* .*?```rust\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)[1]
MOST_BYTES = 10_000_000  # what the registry takes


class Crates:
    def __init__(self, built, compiler, folder):
        self.built, self.compiler, self.folder = built, compiler, folder
        # No folder of the build tree may help.
        names = ("GRIDCALL_", "LD_LIBRARY_PATH", "PKG_CONFIG", "CARGO_TARGET")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(names)}
        self.environment |= {"GRIDCALL_CACHE_DIR": str(folder / "cache"), "CCACHE_STATSLOG": str(folder / "ccache.log")}

    def run(self, *command, **more):
        done = subprocess.run([str(each) for each in command], capture_output=True, text=True, timeout=limit(800), env=self.environment | more, cwd=self.folder)
        if done.returncode:
            raise RuntimeError(f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        return done.stdout

    def package(self):
        self.run("cargo", "package", "--workspace", "--no-verify", "--allow-dirty", "--manifest-path", ROOT / "bindings/rust/Cargo.toml",
                 "--target-dir", self.folder / "packaged")
        made = sorted((self.folder / "packaged/package").glob("*.crate"))
        for crate in made:
            shutil.unpack_archive(crate, self.folder / "crates", "gztar")
        wrong = [f"{crate.name} has {crate.stat().st_size} bytes" for crate in made if crate.stat().st_size > MOST_BYTES]
        return wrong if len(made) == 2 else [*wrong, f"{len(made)} crates"]

    def sources(self):
        """The library's sources in the crate are those of the checkout, all of them."""
        own = next((self.folder / "crates").glob("gridcall-sys-*")) / "source"
        here = ROOT / "bindings/rust/gridcall-sys/source"
        wanted = {Path(folder, name).relative_to(here) for folder, _, names in os.walk(here, followlinks=True) for name in names}
        packed = {path.relative_to(own) for path in own.rglob("*") if path.is_file()}
        wrong = [f"{path} is not in both" for path in wanted ^ packed if path.suffix != ".pyc"]
        wrong += [f"{path} differs" for path in wanted & packed if not filecmp.cmp(here / path, own / path, shallow=False)]
        return wrong if len(wanted) > 500 else [*wrong, f"{len(wanted)} files"]

    def program(self, feature):
        """The project of a user, with the crates that were packaged in place of the registry's."""
        crates = {re.sub(r"-[0-9.]+$", "", path.name): path for path in (self.folder / "crates").iterdir()} if (self.folder / "crates").exists() else {}
        if not crates:
            raise Skip("no crates were packaged")
        project = self.folder / "program"
        (project / "src").mkdir(parents=True, exist_ok=True)
        (project / "src/main.rs").write_text(PROGRAM)
        patches = "".join(f'{name} = {{ path = "{path}" }}\n' for name, path in crates.items())
        (project / "Cargo.toml").write_text(f'[package]\nname = "program"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n'
                                            f'gridcall = {{ version = "0.1.0", features = [{feature}] }}\n\n[patch.crates-io]\n{patches}')
        return project

    def finds(self):
        project = self.program("")
        printed = self.run("cargo", "run", "-q", "--manifest-path", project / "Cargo.toml", PKG_CONFIG_PATH=f"{self.built}/lib/pkgconfig",
                           LD_LIBRARY_PATH=f"{self.built}/lib", GRIDCALL_CC=self.compiler, GRIDCALL_DEVICE="cpu")
        return None if printed == "[2.0, 4.0, 6.0]\n" else f"printed {printed!r}"

    def options(self):
        """The environment of a build that is made in seconds where it can be."""
        if not is_shared(self.built):
            return {"GRIDCALL_CMAKE_ARGS": "-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0"}
        # Only cargo knows which folder it builds in.
        launcher = self.folder / "launcher.sh"
        launcher.write_text(f'''#!/bin/sh
exec {Path(__file__).with_name("shared_objects.sh")} {self.built} "${{PWD%/out/build*}}/out/build" {shutil.which("ccache")} "$@"
''')
        launcher.chmod(0o755)
        options = [f"-D{name}={'ON' if is_set(self.built, f'{name}:BOOL=ON') else 'OFF'}" for name in ("GRIDCALL_UNITY", "GRIDCALL_WERROR")]
        options += [f"-DCMAKE_{language}_COMPILER_LAUNCHER={launcher}" for language in ("C", "CXX")]
        return {"GRIDCALL_CMAKE_ARGS": " ".join([*options, "-DCMAKE_BUILD_TYPE=RelWithDebInfo"]), "GRIDCALL_SOURCE_DIR": str(ROOT)}

    def no_compiler(self):
        project = self.program('"bundled"')
        try:
            self.run("cargo", "build", "-q", "--manifest-path", project / "Cargo.toml", GRIDCALL_CC="/nowhere/gridcall-cc")
        except RuntimeError as error:
            return None if "GRIDCALL_CC is /nowhere/gridcall-cc, and there is no such file: name a gridcall-cc" in str(error) else str(error)
        return "a GRIDCALL_CC that is no file was taken"

    def bundled(self):
        if not shutil.which("cmake"):
            raise Skip("cmake is not installed")
        project = self.program('"bundled"')
        self.run("cargo", "build", "-q", "--manifest-path", project / "Cargo.toml", GRIDCALL_CC=self.compiler, **self.options())
        program = project / "target/debug/program"
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", self.run("readelf", "-dW", program))
        printed = self.run(program, GRIDCALL_DEVICE="cpu")
        if printed != "[2.0, 4.0, 6.0]\n":
            return f"printed {printed!r}"
        return [f"the program needs {name}" for name in needed if name.startswith("libgridcall")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--built", type=Path, required=True)
    parser.add_argument("--compiler", required=True)
    arguments = parser.parse_args()
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="gridcall-crate-") as folder:
        crates = Crates(arguments.built, arguments.compiler, Path(folder))
        tap.case("the crates can be packaged, and are small enough", crates.package)
        tap.case("a program over the packaged crates and an installed library", crates.finds)
        tap.case("the crate has all of the library's sources", crates.sources)
        tap.case("bundled: a GRIDCALL_CC that is not there is refused at once", crates.no_compiler)
        tap.case("bundled: the library is built and linked statically", crates.bundled)
        print_hits("package_crate", crates.folder / "ccache.log")
    tap.end()


main()
