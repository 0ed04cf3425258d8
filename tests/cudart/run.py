#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole CUDA programs, built by gridcall-nvcc and run on the CPU device; and what the driver takes and refuses.

usage: run.py --nvcc GRIDCALL_NVCC --cxx C++COMPILER
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from effort import effort_seed, part  # noqa: E402
from tap import Skip, Tap, left_out  # noqa: E402

PROGRAMS = HERE / "programs"
# Texts that programs print, beside ending with 0.
PRINTS = {"templates": "done\n", "cooperative": "sum 10 of blocks\n"}

parser = argparse.ArgumentParser()
parser.add_argument("--nvcc", required=True)
parser.add_argument("--cxx", required=True)
given = parser.parse_args()
work = Path(tempfile.mkdtemp(prefix="gridcall-cudart-"))


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=work, **more)


def nvcc(*arguments):
    return run(given.nvcc, *arguments)


def succeeds(done):
    return None if done.returncode == 0 else f"{' '.join(done.args)}: {done.returncode}\n{done.stdout}{done.stderr}"


def program(name):
    def check():
        wrong = succeeds(nvcc("-O2", "-o", name, PROGRAMS / f"{name}.cu")) or succeeds(done := run(f"./{name}"))
        if wrong:
            return wrong
        wanted = PRINTS.get(name, "")
        return None if done.stdout == wanted else f"prints {done.stdout!r}, not {wanted!r}"
    return check


def per_thread(name):
    return succeeds(nvcc("--default-stream=per-thread", "-o", name, PROGRAMS / "many_per_thread.cu")) or succeeds(run(f"./{name}"))


def many():
    options = ["-std=c++17", "-arch=sm_80", "-Xcompiler", "-Wall,-O1", "--expt-relaxed-constexpr", "-lineinfo", "-Xptxas=-v"]
    for name, compile_option in [("many_fill.cu", "-c"), ("many_sum.cu", "-dc"), ("many_main.cpp", "-c")]:
        if wrong := succeeds(nvcc(*options, compile_option, PROGRAMS / name)):
            return wrong
    if wrong := succeeds(nvcc("-dlink", "-o", "dlink.o", "many_fill.o", "many_sum.o")):
        return wrong
    wrong = succeeds(nvcc("many_main.o", "many_fill.o", "many_sum.o", "dlink.o", "-o", "many", "-lcudart"))
    return wrong or succeeds(run("./many"))


def separate():
    """Device code across files: in one command, object by object, with a device link of its own, and from a library."""
    sources = [PROGRAMS / "separate_main.cu", PROGRAMS / "separate_more.cu"]
    cuda = nvcc("--print-cuda-path").stdout.strip()
    steps = "".join(f"  x = sinf(x) * cosf(x + {i}) + powf(x, {i}.5f);\n" for i in range(60))
    long = source("long.cu", f"#include <cstdio>\n__global__ void takes_long(float* p) {{\n  float x = *p;\n{steps}  *p = x;\n}}\n"
                  "int main() {\n  float* p;\n  cudaMalloc(&p, 4);\n  takes_long<<<1, 1>>>(p);\n  puts(cudaDeviceSynchronize() ? \"wrong\" : \"linked\");\n}\n")

    def runs(name, *commands):
        wrong = next((text for text in (succeeds(each()) for each in commands) if text), None) or succeeds(done := run(f"./{name}"))
        return wrong or (None if done.stdout == "linked\n" else f"{name} prints {done.stdout!r}")
    return (runs("at_once", lambda: nvcc("-rdc=true", "-O2", *sources, "-o", "at_once"))
            or runs("by_objects", lambda: nvcc("-dc", *sources), lambda: nvcc("separate_main.o", "separate_more.o", "-o", "by_objects"))
            or runs("by_hand", lambda: nvcc("-arch=sm_80", "-dlink", "separate_main.o", "separate_more.o", "-o", "linked.o"),
                    lambda: run(given.cxx, "separate_main.o", "separate_more.o", "linked.o", "-o", "by_hand", f"-L{cuda}/lib64", "-lcudart",
                                f"-Wl,-rpath,{cuda}/lib64"))
            or runs("again", lambda: nvcc("separate_main.o", "separate_more.o", "linked.o", "-o", "again"))
            or runs("in_baseline", lambda: nvcc("-rdc=true", "--optimize-within=0", long, "-o", "in_baseline"))
            or runs("of_library", lambda: nvcc("-lib", "separate_more.o", "-o", "libmore.a"),
                    lambda: nvcc("separate_main.o", "-L.", "-lmore", "-o", "of_library")))


def arguments():
    """Each function of the API with wrong arguments, and with failing allocations."""
    cuda = nvcc("--print-cuda-path").stdout.strip()
    declared = set(re.findall(r"^[a-z].*?\b((?:__)?cuda\w+)\(", (Path(cuda) / "include/cuda_runtime_api.h").read_text(), re.M))
    text = (PROGRAMS / "many_arguments.cpp").read_text()
    if absent := sorted(name for name in declared if not re.search(rf"\b{name}\b", text)):
        return f"many_arguments.cpp does not call {absent}"
    wrong = succeeds(nvcc("-std=c++20", "-o", "arguments", PROGRAMS / "many_arguments.cpp", PROGRAMS / "many_kernel.cu"))
    if wrong := wrong or succeeds(done := run("./arguments")):
        return wrong
    return None if done.stdout == "injected\n" else f"too few allocations failed: {done.stdout!r}"


def openmp():
    """Is told by name where it is not installed."""
    done = nvcc("-Xcompiler", "-fopenmp", "-o", "openmp", source("openmp.cu", "#include <omp.h>\nint main() { return omp_get_max_threads() < 1; }\n"))
    if done.returncode == 0:
        return succeeds(run("./openmp"))
    return None if "libomp-19-dev" in done.stderr else done.stderr


def libraries():
    """Thrust of an installed package; else its name is told."""
    text = """#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
int main() {
  thrust::device_vector<int> x(1000, 2);
  thrust::transform(x.begin(), x.end(), x.begin(), [] __device__(int y) { return y * y; });
  return thrust::reduce(x.begin(), x.end()) == 4000 ? 0 : 1;
}
"""
    done = nvcc("-O1", "--extended-lambda", "-o", "thrust", source("thrust.cu", text))
    if done.returncode and "nvidia-cuda-cccl" in done.stderr:
        raise Skip("no package nvidia-cuda-cccl-cu12 is installed; its absence is told")
    return succeeds(done) or succeeds(run("./thrust"))


def shared():
    """Objects in a library, and a program that another compiler links."""
    cuda = nvcc("--print-cuda-path").stdout.strip()
    if wrong := succeeds(nvcc("-shared", "-Xcompiler", "-fPIC", "-o", "libmany.so", PROGRAMS / "many_fill.cu", PROGRAMS / "many_sum.cu")):
        return wrong
    wrong = succeeds(run(given.cxx, f"-I{cuda}/include", PROGRAMS / "many_main.cpp", "-o", "foreign", "./libmany.so", f"-L{cuda}/lib64",
                         "-lcudart", f"-Wl,-rpath,{cuda}/lib64"))
    return wrong or succeeds(run("./foreign"))


def makefile():
    """As projects have it: CUDA_PATH, and a dependency file of the compiler."""
    if not shutil.which("make"):
        raise Skip("make is not there")
    cuda = nvcc("--print-cuda-path").stdout.strip()
    (work / "Makefile").write_text(
        "NVCC = $(CUDA_PATH)/bin/nvcc\n"
        "made: made_fill.o made_sum.o made_main.o\n\t$(NVCC) -o $@ $^ -L$(CUDA_PATH)/lib64 -lcudart\n"
        f"made_%.o: {PROGRAMS}/many_%.cu\n\t$(NVCC) -MD -MF $*.d -I$(CUDA_PATH)/include -gencode arch=compute_70,code=sm_70 -c $< -o $@\n"
        f"made_%.o: {PROGRAMS}/many_%.cpp\n\t$(NVCC) -c $< -o $@\n")
    if wrong := succeeds(run("make", f"CUDA_PATH={cuda}")) or succeeds(run("./made")):
        return wrong
    return None if "check.h" in (work / "fill.d").read_text() else "the dependency file does not name check.h"


def c_header():
    """The headers are C, too."""
    cuda = nvcc("--print-cuda-path").stdout.strip()
    (work / "plain.c").write_text("#include <cuda_runtime_api.h>\n#include <cuda.h>\nint main(void) { float4 v = make_float4(1, 2, 3, 4); int n; "
                                  "return cudaGetDeviceCount(&n) == cudaSuccess && v.w == 4 && n > 0 ? 0 : 1; }\n")
    wrong = succeeds(nvcc("-x", "c", "plain.c", "-o", "plain")) or succeeds(run("./plain"))
    return wrong or succeeds(run(given.cxx, "-x", "c++", "-fsyntax-only", "-Wall", "-Werror", f"-I{cuda}/include", "plain.c"))


def refused(text, *arguments):
    def check():
        done = nvcc(*arguments)
        if done.returncode == 0:
            return "it is taken"
        return None if text in done.stderr else f"the message lacks {text!r}: {done.stderr}"
    return check


def source(name, text):
    (work / name).write_text(text)
    return name


def dry():
    """Commands are printed, and none is run."""
    done = nvcc("--dryrun", "-o", "absent", "-use_fast_math", PROGRAMS / "symbols.cu")
    if wrong := succeeds(done):
        return wrong
    if (work / "absent").exists() or "--preprocessed" not in done.stderr:
        return "it ran, or printed nothing"
    return None if "--use_fast_math" in done.stderr else "the device's code lacks --use_fast_math"


def attributes():
    """The host's side is clang's, which wants C++'s attributes first."""
    source("tile.h", "#define TILE(type, name) __shared__ [[maybe_unused]] alignas(32) type name[3]\n")
    text = source("aligned.cu", """#include "tile.h"
        struct S { __host__ __device__ [[nodiscard]] int f() const { return 1; } };
        template <class T> __global__ void k(bool* p) {
          TILE(T, a); extern __shared__ T sized[4]; extern __shared__ char rest[]; __shared__ extern T behind[4];
          __shared__ alignas(16) [[maybe_unused]] struct { char c[5]; } b;
          *p = (size_t)a % 32 == 0 && (size_t)&b % 16 == 0 && sizeof a == S().f() * 3 * sizeof(T) && (sized[3] = 7) == 7 && (rest[0] = 1) && (behind[3] = 5);
        }
        int main() {
          bool* p;
          cudaMallocManaged(&p, 1);
          k<char><<<1, 1, 1>>>(p);
          return cudaDeviceSynchronize() == cudaSuccess && *p && __LINE__ == 12 ? 0 : 1;
        }""")
    wrong = succeeds(nvcc("-MD", "-O2", "-c", text)) or succeeds(nvcc("-o", "aligned", "aligned.o")) or succeeds(run("./aligned"))
    if wrong:
        return wrong
    needs = (work / "aligned.d").read_text()
    return None if needs.startswith("aligned.o: ") and "tile.h" in needs else f"the dependencies are {needs!r}"


def impatient():
    """Baseline code, and a remark, where optimized code takes too long."""
    done = nvcc("--optimize-within=0", "-o", "impatient", PROGRAMS / "templates.cu")
    if wrong := succeeds(done) or succeeds(ran := run("./impatient")):
        return wrong
    if ran.stdout != PRINTS["templates"]:
        return f"prints {ran.stdout!r}"
    return None if "baseline code" in done.stderr and "templates.cu" in done.stderr else f"no remark: {done.stderr}"


def gone():
    """In a working directory that was removed."""
    path = work / source("gone.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n")
    return succeeds(run("sh", "-c", f"mkdir gone && cd gone && rmdir ../gone && '{given.nvcc}' -c {path} -o {path}.o"))


tap = Tap()
try:
    print(f"# seed {effort_seed()}")
    programs = sorted(path.stem for path in PROGRAMS.glob("*.cu") if not path.stem.startswith(("many_", "separate_")))
    chosen = part(programs, 4)
    for name in programs:
        tap.case(name, program(name) if name in chosen else left_out)
    tap.case("three files, compiled one by one, with a device link", many)
    # These compile for long.
    slow = part((separate, arguments, libraries), 2)
    tap.case("device functions and variables of other files", separate if separate in slow else left_out)
    tap.case("every function with wrong arguments", arguments if arguments in slow else left_out)
    tap.case("OpenMP, or what to install for it", openmp)
    tap.case("Thrust, or what to install for it", libraries if libraries in slow else left_out)
    tap.case("a default stream of each thread", lambda: per_thread("per_thread"))
    tap.case("a shared library, and a program of another compiler", shared)
    tap.case("a makefile that has CUDA_PATH", makefile)
    tap.case("headers in C", c_header)
    tap.case("C++ attributes behind __shared__ and __device__", attributes)
    tap.case("a limit for the time of optimized code", impatient)
    tap.case("a limit that is no number", refused("no number of seconds", "--optimize-within=soon", "x.cu"))
    tap.case("a working directory that was removed", gone)
    tap.case("--dryrun", dry)
    tap.case("--version says a release", lambda: None if "release 12" in nvcc("--version").stdout else "it does not")
    tap.case("PTX is refused", refused("-ptx", "-ptx", "x.cu"))
    tap.case("cuBLAS is refused", refused("-lcublas", "x.cu", "-lcublas"))
    tap.case("the driver API is refused, by the name of the function and its line",
             refused("driver.cu:2:", "-c", source("driver.cu", "#include <cuda.h>\nint main() { CUdeviceptr p; return cuMemAlloc(&p, 4) == CUDA_SUCCESS ? 0 : 1; }\n")))
    tap.case("the driver API may be named", lambda: succeeds(nvcc("-c", source("named.cu", "#include <cuda.h>\ndecltype(&cuMemAlloc) *allocate;\nCUresult result = CUDA_SUCCESS;\n"))))
    for name, words, text in (
            ("launch", "kernels cannot launch kernels", "__global__ void a() {}\n__global__ void b() { a<<<1, 1>>>(); }\n"),
            ("texture", "there are no texture references", "texture<float, 2, cudaReadModeElementType> t;\n"),
            ("cublas", "NVIDIA's libraries are not there", "#include <cublas_v2.h>\n"),
            ("nvrtc", "there is no NVRTC", "#include <nvrtc.h>\n")):
        tap.case(f"the reason is told: {name}", refused(words, "-c", source(f"{name}.cu", text)))
    tap.case("curand_kernel.h needs no toolkit",
             lambda: succeeds(nvcc("-c", source("random.cu", "#include <curand_kernel.h>\n__global__ void k(float* x) { curandState s; curand_init(1, 2, 3, &s); *x = curand_uniform(&s); }\n"
                                                "int main() { k<<<1, 1>>>(nullptr); return CURAND_STATUS_SUCCESS; }\n"))))
    tap.case("helper_cuda.h finds the runtime API",
             lambda: succeeds(nvcc("-c", source("guards.cu", "#include <cuda_runtime.h>\n#if !defined __DRIVER_TYPES_H__ || !defined __CUDA_RUNTIME_H__\n#error\n#endif\n"))))
    tap.case("an unknown option is refused", refused("--no-such-thing", "--no-such-thing", "x.cu"))
    tap.case("-std=c++03 is refused", refused("C++11", "-std=c++03", "x.cu"))
    tap.case("no file", refused("no file", "-c"))
    tap.case("a file that is not there", refused("absent.cu", "-c", "absent.cu"))
    tap.case("a wrong kernel is told with its line",
             refused("wrong.cu:2:", "-c", source("wrong.cu", "#include <vector>\n__global__ void k(int* x) { *x = undeclared; }\n")))
    tap.case("a host function in a kernel is told",
             refused("host.cu:2:", "-c", source("host.cu", "#include <cstdio>\n__global__ void k() { fopen(\"a\", \"r\"); }\nint main() { k<<<1, 1>>>(); }\n")))
    tap.case("a device function that no file has is told by its name and the file",
             refused("Undefined reference to 'elsewhere(int)' in '", "-rdc=true", "-o", "other", source("other.cu", "__device__ int elsewhere(int);\n__global__ void k(int* x) { *x = elsewhere(1); }\n"
                                                            "int main() { k<<<1, 1>>>(nullptr); }\n")))
finally:
    shutil.rmtree(work)
tap.end()
