#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Rust crates as they are published, without this tree: the feature `bundled` builds the library from the sources in the crate, or takes one
that is there, and README's program runs. The compiler of the CPU device is the one of the build that has this test. Writes TAP."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
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
        # Objects of an earlier run of this test: its folder has another name each time.
        self.environment |= {"CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "1", "GRIDCALL_CACHE_DIR": str(folder / "cache")}

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

    def bundled(self):
        if not shutil.which("cmake"):
            raise Skip("cmake is not installed")
        project = self.program('"bundled"')
        self.run("cargo", "build", "-q", "--manifest-path", project / "Cargo.toml", GRIDCALL_CC=self.compiler)
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
        tap.case("bundled: the library is built from the sources in the crate", crates.bundled)
    tap.end()


main()
