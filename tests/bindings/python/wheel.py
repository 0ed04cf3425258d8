#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel of a build, installs it into a fresh environment without a network, and runs README's program there with no variable of gridcall's.
Writes TAP."""

import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/support"))
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

PROGRAM = re.search(r"^\*\*Python\*\* .*?```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)[1]


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=limit(280), **options)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def installed(build, folder):
    """The interpreter of an environment with the wheel."""
    try:
        run(sys.executable, "-m", "venv", folder / "env")
    except RuntimeError as error:
        raise Skip(f"no environment can be made: {str(error).splitlines()[-1]}") from None
    wheel = run(sys.executable, ROOT / "bindings/python/wheel.py", "--build", build, "--out", folder).strip()
    run(folder / "env/bin/python", "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", wheel)
    return wheel, folder / "env/bin/python"


def main():
    build = Path(sys.argv[1])
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="gridcall-wheel-") as folder:
        folder = Path(folder)
        plain = {key: value for key, value in os.environ.items() if not key.startswith(("GRIDCALL_", "LD_", "PYTHON"))} | {"HOME": str(folder)}
        made = []

        def installs():
            made.extend(installed(build, folder))
            names = zipfile.ZipFile(made[0]).namelist()
            assert re.search(r"-py3-none-manylinux_2_\d+_x86_64\.whl$", made[0]), made[0]
            wanted = ["lib/libgridcall.so.0", "lib/libgridcall_cpu.so", "libexec/gridcall/gridcall-cc", "libexec/gridcall/gridcall-cc.prelude", "py.typed"]
            print(f"# {Path(made[0]).name}: {Path(made[0]).stat().st_size / 1e6:.1f} MB")
            return [f"{each} is not in the wheel" for each in wanted if f"gridcall/{each}" not in names]

        def runs():
            if not made:
                raise Skip("no wheel was installed")
            printed = run(made[1], "-c", PROGRAM, cwd=folder, env=plain | {"GRIDCALL_DEVICE": "cpu"})
            return None if printed.split() == ["2.0", "4.0", "6.0"] else f"printed {printed!r}"

        def has_the_command():
            if not made:
                raise Skip("no wheel was installed")
            if not (build / "bin/gridcall").exists():
                raise Skip("the command is not built")
            said = json.loads(run(folder / "env/bin/gridcall", "info", "--json", cwd=folder, env=plain | {"GRIDCALL_DEVICE": "cpu"}))
            wrong = [] if said["gridcall"]["library"].startswith(str(folder / "env/lib")) else [f"the library is {said['gridcall']['library']}"]
            return wrong + ([] if said["components"]["gridcall-cc"]["version"] else [f"gridcall-cc: {said['components']['gridcall-cc']}"])

        tap.case("the wheel is made and installed", installs)
        tap.case("README's program runs with it", runs)
        tap.case("the command finds the wheel's library and compiler", has_the_command)
    tap.end()


main()
