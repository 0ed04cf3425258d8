#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles our own declarations of NCCL beside NVIDIA's, where nccl.h is found, and lets the compiler compare: numbers, sizes,
and the shape of every function."""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/support"))
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

# The driver's test has the templates that compare shapes.
SHAPE = re.search(r'SHAPE = """(.*?)"""', (ROOT / "tests/unit/driver/declarations.py").read_text(), re.S)[1]

ENUMS = ("ncclResult_t", "ncclDataType_t", "ncclRedOp_t", "ncclScalarResidence_t")
# Enums that older headers lack: the enum, a name that is in it, and from which version on.
NEWER = (("ncclCommMemStat_t", "ncclStatGpuMemTotal", 22907),)
# NCCL's config grows at its end; ours is its beginning.
GROWN = ("ncclCommInitRankConfig", "ncclCommSplit")


def header():
    places = [os.environ.get("NCCL_HOME", "/nowhere") + "/include", "/usr/include", "/usr/local/include", "/usr/local/cuda/include"]
    for site in sys.path:
        places += glob.glob(f"{site}/nvidia/nccl/include")
    for place in places:
        if Path(place, "nccl.h").exists():
            return place
    raise Skip("nccl.h is not on this machine (NCCL_HOME names another place)")


def ours():
    return (ROOT / "src/comm/nccl_types.h").read_text(), (ROOT / "src/comm/functions.def").read_text()


def source():
    types, functions = ours()
    lines = [SHAPE, "#include <nccl.h>", "#undef ncclGetVersion", '#include "comm/nccl_types.h"', "namespace own = gridcall::comm;"]
    for enum in ENUMS:
        body = re.search(rf"enum {enum} : int {{(.*?)}};", types, re.S)[1]
        for name in re.findall(r"(nccl\w+) = \d+", body):
            lines.append(f'static_assert(static_cast<int>(own::{name}) == static_cast<int>(::{name}), "{name}");')
    for enum, name, version in NEWER:
        value = re.search(rf"enum {enum} : int {{.*?{name} = (\d+)", types, re.S)[1]
        lines += [f"#if NCCL_VERSION_CODE >= {version}", f'static_assert(::{name} == {value}, "{name}");', "#endif"]
    lines.append("static_assert(sizeof(own::ncclUniqueId) == sizeof(::ncclUniqueId));")
    for field in ("size", "magic", "version", "blocking", "cgaClusterSize", "minCTAs", "maxCTAs", "netName", "splitShare"):
        lines.append(f"static_assert(offsetof(own::ncclConfig_t, {field}) == offsetof(::ncclConfig_t, {field}));")
    lines.append("namespace gridcall::comm {\nstruct Own {\n#define GRIDCALL_ENGINE_FN(need, result, name, parameters) using name##_fn = result(*) parameters;\n"
                 '#include "comm/functions.def"\n};\n}')
    for need, name in re.findall(r"GRIDCALL_ENGINE_FN\((\w+), [^,]+, (nccl\w+),", functions):
        if need == "REQUIRED" and name not in GROWN:
            lines.append(f'static_assert(SameShape<own::Own::{name}_fn, decltype(&::{name})>::value, "{name}");')
    return "\n".join(lines) + "\n"


def compare(cxx):
    place = header()
    with tempfile.TemporaryDirectory() as folder:
        # Declarations that nccl.h takes from the CUDA toolkit, where that is not installed.
        Path(folder, "cuda_runtime.h").write_text("#include <cstdint>\ntypedef struct CUstream_st* cudaStream_t;\n")
        Path(folder, "cuda_fp16.h").write_text("")
        Path(folder, "compare.cpp").write_text(source())
        done = subprocess.run([cxx, "-std=c++20", "-fsyntax-only", f"-I{place}", f"-I{ROOT}/src", f"-I{folder}", f"{folder}/compare.cpp"],
                              text=True, capture_output=True, timeout=limit(300))
    return done.stderr.splitlines() if done.returncode else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cxx", default="c++")
    tap = Tap()
    cxx = parser.parse_args().cxx
    tap.case("our declarations are nccl.h's", lambda: compare(cxx))
    tap.end()


if __name__ == "__main__":
    main()
