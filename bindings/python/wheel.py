#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel: the package, and of a build what it needs to run (the libraries, gridcall-cc) and the command, stripped. A wheel is a zip with a list of its
files, so this is also the backend by which `pip wheel bindings/python` makes one.

    wheel.py [--build FOLDER] [--out FOLDER]    without a build the wheel is the package alone, for a library that is installed elsewhere
"""

import argparse
import base64
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# File of a build -> where it lies in the package: the library looks for the others beside itself.
BUILT = {"lib/libgridcall.so.0": "lib/libgridcall.so.0", "lib/libgridcall_cpu.so": "lib/libgridcall_cpu.so", "lib/libgridcall_mpi.so": "lib/libgridcall_mpi.so",
         "bin/gridcall": "bin/gridcall", "libexec/gridcall/gridcall-cc": "libexec/gridcall/gridcall-cc", "libexec/gridcall/gridcall-cc.prelude": "libexec/gridcall/gridcall-cc.prelude"}


def project(key):
    return re.search(rf'^{key} = "(.*)"$', (HERE / "pyproject.toml").read_text(), re.MULTILINE)[1]


def stripped(path, folder):
    """A copy without debug information; the file itself where it is no ELF file."""
    if path.read_bytes()[:4] != b"\x7fELF" or not shutil.which("strip"):
        return path
    made = Path(folder) / path.name
    subprocess.run(["strip", "--strip-unneeded", "-o", made, path], check=True)
    return made


def tag_of(files):
    """py3-none-manylinux of the newest glibc symbol that they ask for."""
    newest = max((int(minor) for path in files if path.read_bytes()[:4] == b"\x7fELF"
                  for minor in re.findall(rb"\0GLIBC_2\.(\d+)", path.read_bytes())), default=None)
    return "py3-none-any" if newest is None else f"py3-none-manylinux_2_{max(newest, 17)}_x86_64"


class Wheel:
    def __init__(self, path):
        self.zip, self.record = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6), []

    def add(self, name, data, mode=0o644):
        info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))  # the same bytes of the same build
        info.external_attr, info.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
        self.zip.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}\n")

    def close(self, info):
        name = f"{info}/RECORD"
        self.zip.writestr(name, "".join(self.record) + f"{name},,\n")
        self.zip.close()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook of PEP 517; returns the file's name."""
    build = Path(os.environ.get("GRIDCALL_BUILD_DIR", ROOT / "build"))
    version = project("version")
    info = f"gridcall-{version}.dist-info"
    with tempfile.TemporaryDirectory() as folder:
        built = {place: stripped((build / path).resolve(), folder) for path, place in BUILT.items() if (build / path).exists()}
        if "lib/libgridcall.so.0" not in built:
            built = {}
        tag = tag_of(built.values())
        name = f"gridcall-{version}-{tag}.whl"
        wheel = Wheel(Path(wheel_directory) / name)
        for path in sorted((HERE / "gridcall").glob("*.py")) + [HERE / "gridcall/py.typed"]:
            wheel.add(f"gridcall/{path.name}", path.read_bytes())
        for place, path in built.items():
            wheel.add(f"gridcall/{place}", path.read_bytes(), 0o755 if os.access(path, os.X_OK) else 0o644)
    readme = (HERE / "README.md").read_text()
    wheel.add(f"{info}/METADATA", (f"Metadata-Version: 2.1\nName: gridcall\nVersion: {version}\nSummary: {project('description')}\nLicense: Apache-2.0\n"
                                   f"Requires-Python: {project('requires-python')}\nDescription-Content-Type: text/markdown\n\n{readme}").encode())
    wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: gridcall\nRoot-Is-Purelib: {str(not built).lower()}\nTag: {tag}\n".encode())
    wheel.add(f"{info}/entry_points.txt", b"[console_scripts]\ngridcall = gridcall.__main__:main\n")
    wheel.add(f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
    if built:
        wheel.add(f"{info}/copyright", (ROOT / "pkgconfig/copyright").read_bytes())
    wheel.close(info)
    return name


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", help="the build whose libraries it has (default: build)")
    parser.add_argument("--out", default=".", help="the folder that it is written to")
    arguments = parser.parse_args()
    if arguments.build:
        os.environ["GRIDCALL_BUILD_DIR"] = arguments.build
    Path(arguments.out).mkdir(parents=True, exist_ok=True)
    print(Path(arguments.out) / build_wheel(arguments.out))


if __name__ == "__main__":
    main()
