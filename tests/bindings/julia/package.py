#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds the Julia package to a project of a user's with `Pkg.develop`, runs README's program there and `Pkg.test`: with an empty depot and without a
network, which bindings/julia/offline.jl makes possible. Writes TAP."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/support"))
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

PROGRAM = re.search(r"^\*\*Julia\*\* .*?```julia\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)[1]


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="gridcall-julia-") as folder:
        folder = Path(folder)
        shutil.copytree(ROOT / "bindings/julia", folder / "GridCall")
        (folder / "project").mkdir()
        (folder / "project/first.jl").write_text(PROGRAM)
        nowhere = {f"{scheme}_proxy": "http://127.0.0.1:9" for scheme in ("http", "https", "all")}
        env = os.environ | nowhere | {"JULIA_DEPOT_PATH": str(folder / "depot"), "JULIA_PKG_SERVER": ""}

        def julia(*words):
            done = subprocess.run(["julia", "--startup-file=no", f"--project={folder}/project", *words], cwd=folder / "project", env=env,
                                  capture_output=True, text=True, timeout=limit(280))
            if done.returncode:
                raise RuntimeError(f"julia {words[0]} ended with {done.returncode}\n{done.stdout}{done.stderr}")
            return done.stdout

        def develops():
            if not shutil.which("julia"):
                raise Skip("julia is not installed")
            julia(folder / "GridCall/offline.jl")
            julia("-e", f'using Pkg; Pkg.develop(Pkg.PackageSpec(path = "{folder}/GridCall"))')
            return None if (folder / "project/Manifest.toml").read_text().count("GridCall") else "it is not in the manifest"

        def runs():
            printed = julia("first.jl")
            return None if printed.strip() == "Float32[2.0, 4.0, 6.0]" else f"printed {printed!r}"

        def tests():
            """Pkg finds what the tests need, and runs them in a project that it makes. Not the whole suite, which the bindings' tests are."""
            (folder / "GridCall/test/runtests.jl").write_text(f"using Random, Test\n{PROGRAM}\n@test Array(x) == [2, 4, 6]\n")
            printed = julia("-e", 'using Pkg; Pkg.test("GridCall")')
            return None if "Float32[2.0, 4.0, 6.0]" in printed else f"printed {printed!r}"

        tap.case("Pkg.develop needs no network", develops)
        tap.case("README's program runs in the project", runs)
        tap.case("Pkg.test needs no network", tests)
    tap.end()


main()
