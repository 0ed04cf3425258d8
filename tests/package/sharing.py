# SPDX-License-Identifier: Apache-2.0
"""Options with which a build that a test makes takes the objects of the build that has this test."""

import re
import shutil
from pathlib import Path


def is_set(built, setting):
    return re.search(rf"^{setting}$", (built / "CMakeCache.txt").read_text(), re.MULTILINE) is not None


def is_shared(built):
    return shutil.which("ccache") is not None and is_set(built, "CMAKE_BUILD_TYPE:STRING=RelWithDebInfo")


def print_hits(test, statistics):
    """Prints what CCACHE_STATSLOG told. Without hits the test is right, and takes minutes longer."""
    if statistics.exists():
        lines = statistics.read_text().splitlines()
        print(f"# METRIC {test}_shared_objects {sum('cache_hit' in line for line in lines)} of {sum(line.startswith('#') for line in lines)}")


def options_of_sharing(built, own):
    """Objects are those of the build that has this test where ccache has them, which is seconds. Else not optimized, and a folder at a time."""
    if not is_shared(built):
        return ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DGRIDCALL_UNITY=ON"]
    launcher = f"{Path(__file__).with_name('shared_objects.sh')};{built};{own};{shutil.which('ccache')}"
    return [f"-DGRIDCALL_UNITY={'ON' if is_set(built, 'GRIDCALL_UNITY:BOOL=ON') else 'OFF'}"] + \
        [f"-DCMAKE_{language}_COMPILER_LAUNCHER={launcher}" for language in ("C", "CXX")]
