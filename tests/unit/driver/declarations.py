#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles our own declarations of the driver API and of NVRTC beside NVIDIA's, where a toolkit is found, and lets the compiler
compare: every number, every size, and the shape of every function, parameter by parameter."""

import argparse
import contextlib
import functools
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import Skip, Tap  # noqa: E402

SHAPE = """
#include <cstddef>
#include <type_traits>
// Two parameters have the same shape if they are passed the same way: our types and NVIDIA's are never the same to the compiler.
template <typename A, typename B>
constexpr bool same_parameter = sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
    std::is_floating_point_v<A> == std::is_floating_point_v<B>;
template <typename A, typename B> constexpr bool same_pointee = true;
template <typename A, typename B> requires(!std::is_void_v<A> && !std::is_void_v<B> && !std::is_function_v<A>)
constexpr bool same_pointee<A*, B*> = [] {
  if constexpr (requires { sizeof(A); sizeof(B); }) return sizeof(A) == sizeof(B) && std::is_const_v<A> == std::is_const_v<B>;
  else return true;
}();
template <typename F, typename G> struct SameShape;
template <typename R, typename... A, typename S, typename... B>
struct SameShape<R (*)(A...), S (*)(B...)> {
  static constexpr bool value = [] {
    if constexpr (sizeof...(A) != sizeof...(B)) return false;
    else return sizeof(R) == sizeof(S) && ((same_parameter<A, B> && same_pointee<A, B>) && ... && true);
  }();
};
"""


def find_header(name):
    folders = [os.environ[each] + "/include" for each in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(each)]
    if nvcc := shutil.which("nvcc"):
        folders.append(str(Path(nvcc).resolve().parents[1] / "include"))
    folders += ["/usr/local/cuda/include", *sorted(glob.glob("/usr/local/cuda-*/include"), reverse=True), "/usr/include",
                *sorted(glob.glob(str(ROOT / ".prefix/nvrtc/nvidia/*/include")), reverse=True)]
    for folder in folders:
        if (Path(folder) / name).exists():
            return Path(folder)
    raise Skip(f"no CUDA toolkit here ({name} not found)")


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)


def enumerators(text):
    """Every enumerator with a number, and the name of its enum ("" for one without)."""
    found = []
    for match in re.finditer(r"\benum\s*(?:class\s+)?(\w*)\s*(?::\s*[\w:]+\s*)?\{(.*?)\}", without_comments(text), re.DOTALL):
        found += [(match[1], name) for name in re.findall(r"\b([A-Z]\w+)\s*=", match[2])]
    return found


class Compiler:
    def __init__(self, cxx, include):
        self.cxx, self.include = cxx, include

    def check(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
            file.write(text)
            file.flush()
            result = subprocess.run([self.cxx, "-std=c++20", "-fsyntax-only", f"-I{ROOT}/src", "-isystem", str(self.include), file.name],
                                    capture_output=True, text=True)
        if result.returncode == 0:
            return None
        asserted = re.findall(r"static assertion failed: (.*)", result.stderr)
        return asserted or result.stderr[:4000]


def functions():
    text = (ROOT / "src/driver/functions.def").read_text()
    text = re.sub(r"//[^\n]*", "", text)
    return [(name, int(version), " ".join(parameters.split())) for name, version, parameters in
            re.findall(r"GRIDCALL_DRIVER_FN\(\w+,\s*(\w+),\s*(\d+),\s*(\(.*?\)),\s*\w+,\s*\([\d, ]*\)\)\s*$", text, re.DOTALL | re.MULTILINE)]


def known(header, name):
    return re.search(rf"\b{name}(_v\d+)?\s*\(", header) or re.search(rf"#\s*define\s+{name}\s", header)


def checks(names, assertion, compile_assertions):
    """The check of one name. One compilation says it of all; each is compiled by itself where it does not hold."""
    @functools.cache
    def all_hold():
        asserts = ""
        for name in names:
            with contextlib.suppress(Skip):
                asserts += assertion(name)
        return compile_assertions(asserts) is None

    def check(name):
        asserts = assertion(name)
        return None if all_hold() else compile_assertions(asserts)
    return check


def check_driver(tap, cxx):
    def compiler():
        return Compiler(cxx, find_header("cuda.h"))

    @functools.cache
    def header():
        return without_comments((find_header("cuda.h") / "cuda.h").read_text(errors="replace"))

    @functools.cache
    def typedefs():
        file = find_header("cuda.h") / "cudaTypedefs.h"
        return set(re.findall(r"\bPFN_\w+", file.read_text(errors="replace"))) if file.exists() else set()

    # Ours first: cuda.h renames functions by macros.
    both = SHAPE + '#include "driver/types.h"\n#include <cuda.h>\n'

    def numbers():
        theirs = header()
        ours = [name for _, name in enumerators((ROOT / "src/driver/types.h").read_text())]
        for table in ("results.def", "attributes.def"):
            ours += re.findall(r"^GRIDCALL_\w+\((\w+), \d+", (ROOT / "src/driver" / table).read_text(), re.MULTILINE)
        ours = [name for name in ours if not name.startswith("GRIDCALL_")]
        if len(ours) < 80:
            return f"only {len(ours)} numbers found in src/driver"
        absent = [name for name in ours if not re.search(rf"\b{name}\b", theirs)]
        # Some of theirs are macros, so ours are taken down before cuda.h comes.
        taken = [f"constexpr long long ours_{name} = static_cast<long long>(gridcall::driver::{name});" for name in ours]
        asserts = [f'static_assert(ours_{name} == static_cast<long long>({name}), "{name}");' for name in ours if name not in absent]
        # An older toolkit lacks the newest codes; a name that no toolkit knows is a mistake.
        if len(absent) > 5:
            return f"cuda.h does not know {', '.join(absent)}"
        return compiler().check('#include "driver/types.h"\n' + "\n".join(taken) + "\n#include <cuda.h>\n" + "\n".join(asserts))

    def sizes():
        types = ["CUdevice", "CUdeviceptr", "CUcontext", "CUstream", "CUevent", "CUmodule", "CUfunction", "CUuuid", "CUresult",
                 "CUdevice_attribute", "CUfunction_attribute", "CUpointer_attribute", "CUmemorytype", "CUjit_option", "CUarray_format", "CUaddress_mode", "CUfilter_mode",
                 "CUresourcetype", "CUtexObject", "CUsurfObject", "CUstreamCaptureMode", "CUstreamCaptureStatus", "CUgraph", "CUgraphNode",
                 "CUgraphExec", "CUgraphNodeType"]
        return compiler().check(both + "\n".join(
            f'static_assert(sizeof(gridcall::driver::{t}) == sizeof(::{t}) && alignof(gridcall::driver::{t}) == alignof(::{t}), "{t}");'
            for t in types))

    def structs():
        """The members of ours in NVIDIA's order, at NVIDIA's places."""
        words = {"x": "XInBytes", "lod": "LOD", "type": "MemoryType"}
        others = {  # structs whose members have other names
            "CUDA_ARRAY3D_DESCRIPTOR": ["Width", "Height", "Depth", "Format", "NumChannels", "Flags"],
            "CUDA_RESOURCE_DESC": ["resType", "res", "flags"],
            "CUDA_TEXTURE_DESC": ["addressMode", "filterMode", "flags", "maxAnisotropy", "mipmapFilterMode", "mipmapLevelBias",
                                  "minMipmapLevelClamp", "maxMipmapLevelClamp", "borderColor", "reserved"],
        }
        ours = {"CUDA_ARRAY3D_DESCRIPTOR": ["width", "height", "depth", "format", "channels", "flags"],
                "CUDA_RESOURCE_DESC": ["type", "res", "flags"],
                "CUDA_TEXTURE_DESC": ["address", "filter", "flags", "max_anisotropy", "mip_filter", "bias", "min_level", "max_level",
                                      "border", "reserved"]}
        text = without_comments((ROOT / "src/driver/types.h").read_text())
        asserts = []
        for struct, names in others.items():
            asserts += [f'static_assert(offsetof(gridcall::driver::{struct}, {member}) == offsetof(::{struct}, {theirs}) && '
                        f'sizeof(gridcall::driver::{struct}::{member}) == sizeof(::{struct}::{theirs}), "{struct}.{member}");'
                        for member, theirs in zip(ours[struct], names, strict=True)]
            asserts.append(f'static_assert(sizeof(gridcall::driver::{struct}) == sizeof(::{struct}), "{struct}");')
        for struct, body in re.findall(r"struct (CUDA_MEMCPY\w+) \{(.*?)\};", text, re.DOTALL):
            for member in re.findall(r"(\w+);", body):
                end, _, word = member.partition("_")
                theirs = {"width": "WidthInBytes", "height": "Height", "depth": "Depth"}.get(member, member)
                if end in ("src", "dst"):
                    theirs = end + words.get(word, word.capitalize())
                asserts.append(f'static_assert(offsetof(gridcall::driver::{struct}, {member}) == offsetof(::{struct}, {theirs}) && '
                               f'sizeof(gridcall::driver::{struct}::{member}) == sizeof(::{struct}::{theirs}), "{struct}.{member}");')
            asserts.append(f'static_assert(sizeof(gridcall::driver::{struct}) == sizeof(::{struct}), "{struct}");')
        if len(asserts) < 60:
            return f"only {len(asserts)} members found in types.h"
        # CUDA's names are macros for the newest version of each.
        return compiler().check(both.replace("#include <cuda.h>", "namespace gridcall::driver {"
                                             + " ".join(f"using {s}_ours = {s};" for s in ("CUDA_MEMCPY2D", "CUDA_MEMCPY3D", "CUDA_MEMCPY3D_PEER", *others))
                                             + "}\n#include <cuda.h>")
                                + "\n".join(re.sub(r"gridcall::driver::(CUDA_\w+)", r"gridcall::driver::\1_ours", each) for each in asserts))

    def assertion(function):
        name, version, parameters = function
        # The type of the version that is asked for; the function itself is the newest one.
        typedef = f"PFN_{name}_v{version}"
        if typedef in typedefs():
            theirs = f"::{typedef}"
        elif known(header(), name):
            theirs = f"decltype(&::{name})"
        else:
            raise Skip(f"this toolkit's cuda.h has no {name}")
        return f'static_assert(SameShape<CUresult (*) {parameters}, {theirs}>::value, "{name}{parameters}");\n'

    def compile_assertions(asserts):
        include = "#include <cudaTypedefs.h>\n" if "::PFN" in asserts else ""
        return compiler().check(f"{both}{include}namespace gridcall::driver {{\n{asserts}}}\n")

    ours = [each for each in functions() if each[1]]  # version 0: not NVIDIA's

    check = checks(ours, assertion, compile_assertions)

    tap.case("the driver's numbers", numbers)
    tap.case("the driver's types", sizes)
    tap.case("the driver's structs", structs)
    for function in ours:
        tap.case(f"{function[0]} has NVIDIA's parameters", lambda function=function: check(function))
    tap.case("cuGetProcAddress has NVIDIA's parameters", lambda: compiler().check(
        both + 'static_assert(SameShape<gridcall::driver::cuGetProcAddress_fn, decltype(&::cuGetProcAddress)>::value, "cuGetProcAddress");'))


def check_nvrtc(tap, cxx):
    ours = ROOT / "src/compile/nvrtc.h"
    if not ours.exists():
        return

    def numbers():
        folder = find_header("nvrtc.h")
        theirs = without_comments((folder / "nvrtc.h").read_text(errors="replace"))
        names = [name for enum, name in enumerators(ours.read_text()) if enum == "nvrtcResult"]
        if not names:
            return "no number found in src/compile/nvrtc.h"
        asserts = [f'static_assert(static_cast<int>(gridcall::compile::{name}) == static_cast<int>(::{name}), "{name}");'
                   for name in names if re.search(rf"\b{name}\b", theirs)]
        if len(asserts) < len(names) - 2:
            return "nvrtc.h does not know most of our names"
        return Compiler(cxx, folder).check('#include "compile/nvrtc.h"\n#include <nvrtc.h>\n' + "\n".join(asserts))

    def assertion(member):
        name = "nvrtc" + member
        if not known(without_comments((find_header("nvrtc.h") / "nvrtc.h").read_text(errors="replace")), name):
            raise Skip(f"this toolkit's nvrtc.h has no {name}")
        return f'static_assert(SameShape<decltype(gridcall::compile::Nvrtc::{member}), decltype(&::{name})>::value, "{name}");\n'

    def compile_assertions(asserts):
        return Compiler(cxx, find_header("nvrtc.h")).check(SHAPE + '#include "compile/nvrtc.h"\n#include <nvrtc.h>\n' + asserts)

    members = re.findall(r"\(\*(\w+)\)\s*\(", ours.read_text())
    check = checks(members, assertion, compile_assertions)
    tap.case("NVRTC's numbers", numbers)
    for member in members:
        tap.case(f"nvrtc{member} has NVIDIA's parameters", lambda member=member: check(member))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cxx", required=True)
    options = parser.parse_args()
    tap = Tap()
    check_driver(tap, options.cxx)
    check_nvrtc(tap, options.cxx)
    tap.end()


main()
