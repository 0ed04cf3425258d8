#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command `gridcall`, on the CPU device: each subcommand, as a person types it. Writes TAP.

usage: run.py --command GRIDCALL --cc CCOMPILER --libdir DIRECTORY --build DIRECTORY [--sanitize=KINDS]
"""

import argparse
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "support"))
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--command", required=True)
parser.add_argument("--cc", required=True)
parser.add_argument("--libdir", required=True)
parser.add_argument("--build", required=True)
parser.add_argument("--sanitize", default="")
given = parser.parse_args()
work = Path(tempfile.mkdtemp(prefix="gridcall-command-"))
KERNELS = HERE / "kernels.cu"
WRONG = "__global__ void k(int *x) {\n  x[0] = missing;\n}\n"
(work / "wrong.cu").write_text(WRONG)
(work / "one.cu").write_text("__global__ void twice(float *x, int n) {\n  int i = threadIdx.x;\n  if (i < n) x[i] *= 2;\n}\n")
(work / "half.cu").write_text("#include <cuda_fp16.h>\n__global__ void twice(half *x) { x[threadIdx.x] = x[threadIdx.x] + x[threadIdx.x]; }\n")


def run(*command, **more):
    environment = {**os.environ, **more.pop("environment", {})}
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=more.pop("cwd", work), env=environment,
                          timeout=limit(120), **more)


def gridcall(*arguments, **more):
    return run(given.command, *arguments, **more)


def differs(done, code, *patterns):
    """The errors in a run: its exit code, and patterns that its output (both streams) must have."""
    text = done.stdout + done.stderr
    missing = [pattern for pattern in patterns if not re.search(pattern, text, re.MULTILINE)]
    if done.returncode != code or missing:
        return f"{' '.join(done.args[1:])}: exit code {done.returncode}, not {code}; without {missing}:\n{text}"
    return None


def says(code, arguments, *patterns, **more):
    """A case: what these arguments end with, and what they print."""
    return lambda: differs(gridcall(*arguments, **more), code, *patterns)


def npy(shape, code, values):
    kind = {"f": "<f4", "d": "<f8", "i": "<i4"}[code]
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {tuple(shape)!r}, }}"
    header = header.ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}{code}", *values)


def info():
    done = gridcall("info", "--json")
    found = json.loads(done.stdout)
    wrong = []
    if found["devices"][-1]["kind"] != "cpu" or found["devices"][-1]["memory_bytes"] <= 0:
        wrong.append(f"the last device is no CPU device: {found['devices']}")
    if found["default"].get("index") != found["devices"][-1]["index"] or "GRIDCALL_DEVICE" not in found["default"]["reason"]:
        wrong.append(f"the default: {found['default']}")
    wrong += [f"no component {name}" for name in ("driver", "nvrtc", "cpu_device", "gridcall-cc", "nccl", "mpi", "cublas", "blas", "cusolver", "lapack", "cufft", "fftw")
              if name not in found["components"]]
    wrong += [f"{name}: {part}" for name, part in found["components"].items() if not part["version"] and not part["problem"]]
    without = {f"GRIDCALL_{name}": "none" for name in ("BLAS", "CUBLAS", "CUFFT", "CUSOLVER", "FFTW")}
    missing = json.loads(gridcall("info", "--json", environment=without).stdout)["components"]
    for name, package in (("cublas", "nvidia-cublas"), ("blas", "libopenblas0"), ("cusolver", "nvidia-cusolver"), ("lapack", "libopenblas0"),
                          ("cufft", "nvidia-cufft"), ("fftw", "libfftw3-double3 libfftw3-single3")):
        if not re.search(rf"there is none to ask \(`(pip|apt) install {package}` installs one\): GRIDCALL_\w+ is none", missing[name].get("problem", "")):
            wrong.append(f"without {name}: {missing[name]}")
    if not found["components"]["gridcall-cc"]["version"]:
        wrong.append(f"gridcall-cc: {found['components']['gridcall-cc']}")
    if found["settings"]["GRIDCALL_DEVICE"] != "cpu":
        wrong.append(f"settings: {found['settings']}")
    return wrong or differs(gridcall("info"), 0, r"^default +device \d", r"^gridcall-cc +\d", "^GRIDCALL_DEVICE=cpu$")


def doctor_finds():
    """Each thing that is wrong is named, with the next step; what is right is not."""
    wrong = {"GRIDCALL_DEVCE": "cpu", "GRIDCALL_CPU_THREADS": "many", "GRIDCALL_CPU_MODE": "fast", "GRIDCALL_NVRTC": "/no/such/file"}
    done = gridcall("doctor", "--json", environment=wrong)
    found = json.loads(done.stdout)
    texts = [(each["text"], each["next"]) for each in found["findings"] if each["level"] == "wrong"]
    missing = [name for name in wrong if not any(name in text and name in step for text, step in texts)]
    if done.returncode != 1 or missing or not any("did you mean `GRIDCALL_DEVICE`" in text for text, _ in texts):
        return f"exit code {done.returncode}, without {missing}: {done.stdout}{done.stderr}"
    return None


def doctor_is_content():
    done = gridcall("doctor", "--json")
    found = json.loads(done.stdout)
    if done.returncode or found["wrong"]:
        return done.stdout
    ran = [each for each in found["findings"] if "ran a kernel" in each["text"]]
    return None if ran else f"no device ran a kernel: {done.stdout}"


def check_json():
    done = gridcall("check", "wrong.cu", KERNELS, "--json")
    results = json.loads(done.stdout)["results"]
    first = [each for each in results[0]["diagnostics"] if each["level"] == "error"]
    if done.returncode != 1 or results[0]["ok"] or not results[1]["ok"] or [results[1]["file"], results[1]["target"]] != [str(KERNELS), "cpu"]:
        return done.stdout
    return None if first and first[0]["line"] == 2 and first[0]["column"] == 10 and "missing" in first[0]["message"] else f"diagnostics: {first}"


def check_sarif():
    """The fields that the SARIF 2.1.0 schema requires."""
    done = gridcall("check", "wrong.cu", "--sarif")
    sarif = json.loads(done.stdout)
    driver, results = sarif["runs"][0]["tool"]["driver"], sarif["runs"][0]["results"]
    rules = {rule["id"] for rule in driver["rules"]}
    if sarif["version"] != "2.1.0" or not driver["name"] or done.returncode != 1 or not results:
        return done.stdout
    for result in results:
        place = result["locations"][0]["physicalLocation"]
        if result["level"] not in ("none", "note", "warning", "error") or not result["message"]["text"] or result["ruleId"] not in rules:
            return f"{result}"
        if place["artifactLocation"]["uri"] != "wrong.cu" or place["region"]["startLine"] != 2:
            return f"{place}"
    return None


def check_arch():
    done = gridcall("check", "one.cu", "--arch", "cpu,sm_90", "--json")
    results = json.loads(done.stdout)["results"]
    if "no compiler" in done.stdout.lower() or "NVRTC" in json.dumps(results[1]):
        raise Skip("NVRTC is not installed")
    if [each["target"] for each in results] != ["cpu", "sm_90"] or not all(each["ok"] for each in results) or done.returncode:
        return done.stdout
    wrong = json.loads(gridcall("check", "wrong.cu", "--arch", "sm_90", "--json").stdout)["results"][0]["diagnostics"]
    return None if wrong and wrong[0]["line"] == 2 and wrong[0]["level"] == "error" else f"diagnostics: {wrong}"


def run_prints():
    done = gridcall("run", KERNELS, "--kernel", "scale", "--grid", 1, "--block", 32, "x:f32[5]=i*2+1", "by:f32=0.5", "n:i32=4")
    wrong = differs(done, 0, r"^x:f32\[5\] = 0\.5 1\.5 2\.5 3\.5 9$", r"^scale: grid 1, block 32, on .*: [\d.]+ \ws$")
    return wrong or differs(gridcall("run", "one.cu", "x[3]=1.5", "n=2"), 0, r"^x:f32\[3\] = 3 3 1\.5$")


def run_files():
    """A file of NumPy's in, one out; a two-dimensional array keeps its shape, and an input is not printed."""
    (work / "a.npy").write_bytes(npy((2, 3), "d", [1, 2, 3, 4, 5, 6]))
    done = gridcall("run", KERNELS, "-k", "add", "a=@a.npy", "b:f64[2,3]=10*i+j", "out:f64[2,3]", "n:u64=6", "-o", "out=out.npy")
    if wrong := differs(done, 0, "written to out.npy"):
        return wrong
    written = (work / "out.npy").read_bytes()
    values = struct.unpack("<6d", written[-48:])
    if "a:f64" in done.stdout or values != (1, 3, 5, 14, 16, 18) or b"(2,3,)" not in written or (len(written) - 48) % 64:
        return f"{done.stdout}{values} {written[:-48]}"
    if not (python := ROOT / ".prefix/python/bin/python").exists():
        return None
    script = "import numpy; x = numpy.load('out.npy'); assert x.shape == (2, 3) and x[1, 2] == 18; numpy.save('b.npy', x)"
    if (loaded := run(python, "-c", script)).returncode:
        return loaded.stderr
    return differs(gridcall("run", KERNELS, "-k", "add", "a=@a.npy", "b=@b.npy", "out:f64[6]", "n:u64=6"), 0, r"^out:f64\[6\] = 2 5 8 18 21 24$")


def run_json():
    done = gridcall("run", KERNELS, "-k", "scale", "--json", "x:f32[3]=i", "by:f32=2", "n:i32=3")
    found = json.loads(done.stdout)
    return None if found["arrays"] == {"x": [0, 2, 4]} and found["kernel"] == "scale" and found["nanoseconds"] > 0 else done.stdout


def run_types():
    done = gridcall("run", KERNELS, "-k", "words", "--block", 2, "--grid", 1, "in:u8[2]=i+1", "type:i16[2]", "is_negative=true", "pairs:u8[8]")
    if wrong := differs(done, 0, r"^type:i16\[2\] = -1 -2$", "^pairs:u8.8. *: unchanged$"):
        return wrong
    if wrong := differs(gridcall("run", KERNELS, "-k", "fill<long long>", "--block", 2, "--grid", 1, "x[3]", "value=-7"), 0, "= -7 -7 0$"):
        return wrong
    return differs(gridcall("run", "half.cu", "--block", 2, "--grid", 1, "x:f16[2]=i+0.25"), 0, r"= 0\.5 2\.5$")


def run_check():
    done = gridcall("run", KERNELS, "-k", "outside", "--check", "--block", 4, "--grid", 1, "x:i32[4]")
    if wrong := differs(done, 1, r"kernels\.cu:31", "report: .*past the end"):
        return wrong
    return differs(gridcall("run", "one.cu", "--check=memory,race", "x[3]=1", "n=3"), 0, "= 2 2 2")


def run_profile():
    if wrong := differs(gridcall("run", "one.cu", "--profile", "trace.json", "x[3]=1", "n=3"), 0, "ui.perfetto.dev"):
        return wrong
    events = json.loads((work / "trace.json").read_text())["traceEvents"]
    return None if any(event.get("name") == "twice" for event in events) else f"{events}"


def log():
    """GRIDCALL_LOG: a line on standard error for each record, which grep finds."""
    line = r"^gridcall\[\d+\] \d\d:\d\d:\d\d\.\d{6}Z "
    arguments = ["run", "one.cu", "x[3]=1", "n=3"]
    info = gridcall(*arguments, environment={"GRIDCALL_LOG": "info"})
    for component in ("info library: gridcall ", "info environment: GRIDCALL_LOG=info$", "info driver: ", "info device: ", "info context: ", "info module: loaded .*twice",
                      r'info compile: "one\.cu" for the CPU device: (compiled by .*gridcall-cc \(not in the cache\)|from the cache) after \d+ ms$'):
        if not re.search(line + component, info.stderr, re.MULTILINE):
            return f"no `{component}` in {info.stderr}"
    if " debug " in info.stderr or "gridcall[" in info.stdout:
        return f"{info}"
    if wrong := differs(gridcall(*arguments, environment={"GRIDCALL_LOG": "debug"}), 0, line + r"debug launch: twice<<<\(1, 1, 1\), .*>>> on the default stream$",
                        line + "debug memory: cuMemAlloc gave ", line + "debug copy: 12 bytes to the (device|host) on "):
        return wrong
    return differs(gridcall(*arguments, environment={"GRIDCALL_LOG": "warn"}), 1, 'GRIDCALL_LOG in the environment is "warn": write info or debug, or unset it')


TRACED = r"""
#include <gridcall/gridcall.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static const char source[] = "__global__ void twice(int *x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }";
static void must(gc_status status) { if (status != GRIDCALL_OK) exit(9); }
int main(int count, char **words) {
  gc_context *context; gc_module *module; gc_kernel *kernel; gc_mem *x; gc_stream *stream;
  int values[32] = {1};
  must(gc_context_get_default(&context, NULL));
  must(gc_module_from_source(context, source, sizeof source - 1, NULL, &module, NULL));
  must(gc_module_get_kernel(module, "twice", &kernel, NULL));
  must(gc_mem_alloc(context, sizeof values, &x, NULL));
  must(gc_stream_create(context, NULL, &stream, NULL));
  must(gc_memcpy_htod(x, 0, values, sizeof values, NULL, NULL));
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  int n = 32;
  gc_arg args[] = {GRIDCALL_ARG_MEM(x), GRIDCALL_ARG(n)};
  must(gc_launch(kernel, &config, args, 2, stream, NULL));
  must(gc_launch(kernel, &config, args, 2, stream, NULL));
  must(gc_memcpy_dtoh(values, x, 0, sizeof values, stream, NULL));
  if (count > 2) {  /* let the file be written, then end without the exit's functions */
    usleep(300000);
    must(gc_launch(kernel, &config, args, 2, stream, NULL));
    must(gc_context_synchronize(context, NULL));
    _exit(3);
  }
  printf("%s %d\n", words[1], values[0]);
  return 3;
}
"""


def traced(*words):
    (work / "traced.c").write_text(TRACED)
    options = ["-fsanitize=" + given.sanitize] if given.sanitize else []
    built = run(given.cc, "traced.c", "-o", "traced", *options, f"-I{ROOT}/include", f"-L{given.libdir}", f"-Wl,-rpath,{given.libdir}", "-lgridcall")
    if built.returncode:
        raise AssertionError(built.stderr)
    done = gridcall("trace", "--output", "whole.json", "./traced", *words)
    return done, json.loads((work / "whole.json").read_text())["traceEvents"]


def trace():
    """An unchanged program: what it prints and ends with, the summary, and the events: their names, tracks, nesting and times."""
    done, events = traced("--output")
    if wrong := differs(done, 3, r"^--output 4$", r"^ .* 2 .* twice$", r" 1 +128 bytes  memcpyHtoD$", r" 1 +128 bytes  memcpyDtoH$", r"compilations, ",
                        r"^whole\.json: open it at ui\.perfetto\.dev$"):
        return wrong
    names = {(event["pid"], event["tid"], event["name"]): event["args"]["name"] for event in events if event["ph"] == "M"}
    spans = [event for event in events if event["ph"] == "X"]
    wrong = [f"{event['name']} has no track: {event}" for event in spans if (event["pid"], 0, "process_name") not in names]
    wrong += [f"a span of no length: {event}" for event in spans if event["ts"] < 0 or event["dur"] < 0]
    tracks = {names[event["pid"], event["tid"], "thread_name"] for event in spans}
    if tracks != {"main thread", "default stream", "stream 1"} or not names[1, 0, "process_name"].startswith("host: traced"):
        wrong.append(f"the tracks: {names}")
    of = {category: [event for event in spans if event["cat"] == category] for category in ("kernel", "memcpy", "call", "compile")}
    if [event["name"] for event in of["kernel"]] != ["twice", "twice"] or [len(of[category]) for category in of] != [2, 2, 4, 1]:
        wrong.append(f"the spans: {spans}")
    # Each track is in the order of time, and no span is inside another: as far as CUDA's floats of milliseconds tell.
    for category in of:
        for a, b in zip(of[category], of[category][1:]):
            if (a["pid"], a["tid"]) == (b["pid"], b["tid"]) and a["ts"] + a["dur"] > b["ts"] * (1 + 2**-23) + 0.002:
                wrong.append(f"{a} goes over into {b}")
    for call, work_of_it in zip(of["call"], sorted(of["kernel"] + of["memcpy"], key=lambda event: event["ts"])):
        if not call["name"].endswith(work_of_it["name"]) or work_of_it["ts"] + work_of_it["dur"] < call["ts"]:
            wrong.append(f"{call} is not the call of {work_of_it}")
    return wrong


def trace_of_a_program_that_ends_at_once():
    """A file that was written before _exit is whole."""
    done, events = traced("x", "_exit")
    if wrong := differs(done, 3, r"twice$"):
        return wrong
    count = len([event for event in events if event.get("cat") == "kernel"])
    return None if count >= 2 else f"{count} kernels: {events}"


def trace_refuses():
    wrong = []
    for arguments, code, pattern in (
        ([], 2, "no program is named: type gridcall trace PROGRAM"),
        (["--outputs", "x", "true"], 2, "`--outputs` is no option of `gridcall trace`"),
        (["./none"], 2, "cannot run `./none`: No such file"),
        (["true"], 1, "`true` asked for no device of gridcall's: there is no trace"),
        (["sh", "-c", "exit 7"], 7, "asked for no device"),
        (["--output", "none/trace.json", given.command, "info"], 1, 'GRIDCALL_TRACE in the environment is ".*none/trace.json", which cannot be written: No such'),
    ):
        wrong.append(differs(gridcall("trace", *arguments), code, pattern))
    return [each for each in wrong if each]


def run_refuses():
    """Wrong arguments: exit code 2, and a sentence with what to write."""
    k = ["run", KERNELS, "-k", "scale"]
    right = ["x:f32[4]", "by:f32=1", "n:i32=4"]
    cases = [
        (k + ["x:f32[4]"], r"takes 3 arguments, 1 given: write x:f32\[1000\] by:f32=100 n:i32=100"),
        (k + ["y:f32[4]"] + right[1:], r"the parameter at this place is `x`: write x:f32\[1000\]"),
        (k + ["x:f33[4]"] + right[1:], "`f33` is no type: write one of i8, u8"),
        (k + ["x:f32[0]"] + right[1:], r"`0` is no number of elements: write \[1000\]"),
        (k + ["x:f32[4]=1 +"] + right[1:], "write an expression of C"),
        (k + ["x:f32[4]="] + right[1:], "nothing stands behind `=`"),
        (k + ["x=@none.npy"] + right[1:], "cannot read `none.npy`: No such file"),
        (k + ["x=@wrong.cu"] + right[1:], "is no .npy file: write it with numpy.save"),
        (k + [right[0], "by:f32=two", right[2]], "`two` is no number"),
        (k + right[:2] + ["n:i32=3000000000"], "does not fit into i32, whose largest number is 2147483647"),
        (k + right[:2] + ["n:i32"], "a number needs a value: write n:i32=100"),
        (k + ["x:f32=4"] + right[1:], r"the parameter is an array: write x:f32\[1000\]"),
        (k + ["--grid", "1,x"] + right, "--grid `1,x` is not up to three numbers above 0: write --grid 128"),
        (k + ["--output", "z=z.npy"] + right, "write NAME=FILE.npy with one of the arrays x"),
        (["run", KERNELS], "has several kernels: write --kernel with one of .*scale"),
        (["run", "none.cu"], "cannot read `none.cu`"),
        (["run"], "FILE is required\ntype: gridcall run --help"),
        (["runn"], "`runn` is not an argument of `gridcall`: did you mean `run`"),
        (["info", "--jsn"], "`--jsn` is not an argument of `gridcall info`: did you mean `--json`"),
        (["bindgen", "one.cu", "-l", "cobol"], "cobol not in"),
        ([], "type: gridcall --help"),
    ]
    wrong = [differs(gridcall(*arguments), 2, pattern) for arguments, pattern in cases]
    # The library's own refusals end with 1.
    wrong.append(differs(gridcall(*k, "x:f64[4]", *right[1:]), 1, "float"))
    wrong.append(differs(gridcall("run", KERNELS, "-k", "scal", *right), 1, "scale"))
    return [text for text in wrong if text]


def bench():
    done = gridcall("bench", "one.cu", "x[64]=1", "n=64", "--repeat", 20, "--json")
    found = json.loads(done.stdout)["results"][0]
    if not 0 < found["min"] <= found["median"] <= found["p90"] <= found["p99"] <= found["max"] or found["samples"] != 20:
        return done.stdout
    calls = json.loads(gridcall("bench", "--repeat", 20, "--json").stdout)["results"]
    names = {each["name"] for each in calls}
    if not {"launch, queued", "launch and wait", "copy of 1 MiB to it"} <= names or any(each["median"] <= 0 for each in calls):
        return f"{calls}"
    return differs(gridcall("bench", "one.cu", "x[64]=1", "n=64", "--repeat", 5), 0, "least +median +p90 +p99", "^twice +")


def cache():
    folder = work / "cache"
    folder.mkdir(mode=0o700)
    at = {"environment": {"GRIDCALL_CACHE_DIR": str(folder)}}
    gridcall("check", "one.cu", **at)
    entries = list(folder.glob("*.gridcall"))
    wrong = differs(gridcall("cache", "size", **at), 0, r": 1 entries, [\d.]+ KiB") or \
        differs(gridcall("cache", "list", **at), 0, rf"^{entries[0].stem} +{entries[0].stat().st_size} bytes") or \
        differs(gridcall("cache", "verify", **at), 0, "^1 entries, all as they were written$")
    if wrong:
        return wrong
    damaged = bytearray(entries[0].read_bytes())
    damaged[len(damaged) // 2] ^= 1
    entries[0].write_bytes(damaged)
    if wrong := differs(gridcall("cache", "verify", **at), 1, "content is damaged", "type: gridcall cache clear"):
        return wrong
    if wrong := differs(gridcall("cache", "clear", **at), 0, "^cleared$"):
        return wrong
    left = list(folder.glob("*.gridcall"))
    return f"{left} are left" if left else differs(gridcall("cache", "size", environment={"GRIDCALL_DISABLE_CACHE": "1"}), 1, "is off: GRIDCALL_DISABLE_CACHE")


def explain():
    for text in ("301", "ARGUMENT_MISMATCH", "argument-mismatch", "GRIDCALL_ERROR_ARGUMENT_MISMATCH"):
        if wrong := differs(gridcall("explain", text), 0, r"^ARGUMENT_MISMATCH \(301\)$", "^category: launch", "^next: .*gridcall bindgen"):
            return wrong
    header = (ROOT / "include/gridcall/gridcall.h").read_text()
    statuses = set(re.findall(r"^  GRIDCALL_(?:ERROR_)?(\w+) = \d+", header.partition("enum gc_status_value {")[2].partition("};")[0], re.MULTILINE))
    listed = set(re.findall(r"^ *\d+  (\w+)", gridcall("explain").stdout, re.MULTILINE))
    return f"lists {listed ^ statuses} wrongly" if listed != statuses else differs(gridcall("explain", "ARGUMENT_MISMATH"), 2, "did you mean `ARGUMENT_MISMATCH`")


def plain_text():
    """No colors in a pipe, colors on a terminal, none there with NO_COLOR."""
    def on_terminal(**environment):
        return run("script", "-qec", f"{given.command} explain 301", "/dev/null", environment={"TERM": "xterm", **environment}).stdout
    if "\033" in gridcall("info").stdout:
        return "escape codes in a pipe"
    if not shutil.which("script"):
        raise Skip("no program `script` makes a terminal")
    if "\033[1m" not in on_terminal():
        return f"no colors on a terminal: {on_terminal()!r}"
    return "colors with NO_COLOR" if "\033[1m" in on_terminal(NO_COLOR="1") else None


def bindgen(language, *arguments, source=KERNELS):
    done = gridcall("bindgen", source, "--language", language, *arguments)
    if done.returncode or "`by_value` has no wrapper" not in done.stderr:
        raise RuntimeError(f"{done.returncode}: {done.stdout[-500:]}{done.stderr}")
    return done.stdout


C_PROGRAM = """
#include "kernels.h"
#include <stdio.h>
int main(void) {
  gc_context *context = NULL;
  kernels_kernels kernels;
  gridcall_float32_mem x = {NULL, 0};
  gc_error *error = NULL;
  float host[3] = {1, 2, 3};
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  if (gc_context_get_default(&context, &error) || kernels_load(context, &kernels, &error) ||
      gc_mem_alloc(context, sizeof host, &x.mem, &error) || gc_memcpy_htod(x.mem, 0, host, sizeof host, NULL, &error) ||
      kernels_launch_scale(&kernels, &config, NULL, ARGUMENT, 2, 3, &error) ||
      kernels_launch_nothing(&kernels, &config, NULL, &error) ||
      gc_memcpy_dtoh(host, x.mem, 0, sizeof host, NULL, &error)) {
    fprintf(stderr, "%s", gc_error_text(error));
    return 1;
  }
  printf("%g %g %g\\n", host[0], host[1], host[2]);
  gc_mem_release(x.mem);
  kernels_release(&kernels);
  gc_context_release(context);
}
"""


def bindgen_c():
    """It compiles as C and as C++ with all warnings, it runs, and memory of other elements does not compile."""
    (work / "kernels.h").write_text(bindgen("c", "--instance", "fill<float>"))
    (work / "program.c").write_text(C_PROGRAM)
    command = [given.cc, "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}", "program.c", f"-L{given.libdir}", f"-Wl,-rpath,{given.libdir}", "-lgridcall"]
    if given.sanitize:
        command.append(f"-fsanitize={given.sanitize}")
    done = run(*command, "-DARGUMENT=x", "-o", "program")
    if done.returncode:
        return done.stderr
    if wrong := differs(run("./program"), 0, "^2 4 6$"):
        return wrong
    if (cxx := run(given.cc, "-x", "c++", "-std=c++17", "-Wall", "-Werror", f"-I{ROOT / 'include'}", "-DARGUMENT=x", "-fsyntax-only", "program.c")).returncode:
        return cxx.stderr
    for wrong in ("x.mem", "host", "(gridcall_float64_mem){NULL, 0}", "1"):
        if run(*command, f"-DARGUMENT={wrong}", "-o", "other").returncode == 0:
            return f"`{wrong}` compiles as an argument"
    return None


def needs(program):
    if given.sanitize:
        raise Skip("programs of other languages have no sanitizers")
    if not shutil.which(program):
        raise Skip(f"{program} is not installed")


def bindgen_rust():
    needs("cargo")
    folder = work / "rust"
    (folder / "src").mkdir(parents=True)
    (folder / "Cargo.toml").write_text(f"""[package]
name = "wrapped"
version = "0.1.0"
edition = "2021"
[dependencies]
gridcall = {{ path = "{ROOT / 'bindings/rust/gridcall'}" }}
""")
    (folder / "src/kernels.rs").write_text(bindgen("rust"))
    main = """mod kernels;
use gridcall::{Buffer, Context};
fn main() -> gridcall::Result<()> {
    let context = Context::default()?;
    let kernels = kernels::Kernels::load(&context)?;
    let x = Buffer::from_slice(&context, &[1.0FLOAT, 2.0, 3.0])?;
    // SAFETY: three elements are given.
    unsafe { kernels.scale(1, 32, None, &x, 2.0, 3)? };
    println!("{:?}", x.to_vec()?);
    Ok(())
}
"""
    at = {"cwd": folder, "environment": {"CARGO_TARGET_DIR": f"{given.build}/rust", "LD_LIBRARY_PATH": given.libdir,
                                         "PKG_CONFIG_PATH": f"{given.libdir}/pkgconfig"}}
    (folder / "src/main.rs").write_text(main.replace("FLOAT", "f32"))
    if wrong := differs(run("cargo", "run", "-q", "--offline", **at), 0, r"^\[2.0, 4.0, 6.0\]$"):
        return wrong
    (folder / "src/main.rs").write_text(main.replace("FLOAT", "f64"))
    return differs(run("cargo", "build", "-q", "--offline", **at), 101, "mismatched types")


def bindgen_go():
    needs("go")
    folder = work / "go"
    (folder / "kernels").mkdir(parents=True)
    (folder / "go.mod").write_text("module wrapped\ngo 1.24\nrequire github.com/gridcall/gridcall/bindings/go v0.0.0\n"
                                   f"replace github.com/gridcall/gridcall/bindings/go => {ROOT / 'bindings/go'}\n")
    (folder / "kernels/kernels.go").write_text(bindgen("go"))
    main = """package main
import ("fmt"; gridcall "github.com/gridcall/gridcall/bindings/go"; "wrapped/kernels")
func must[T any](value T, err error) T { if err != nil { panic(err) }; return value }
func main() {
	context := must(gridcall.ContextDefault())
	k := must(kernels.Load(context))
	x := must(gridcall.SliceOf(context, []FLOAT{1, 2, 3}))
	if err := k.Scale(nil, gridcall.Dim(1), gridcall.Dim(32), x, 2, 3); err != nil { panic(err) }
	fmt.Println(must(x.Values()))
}
"""
    at = {"cwd": folder, "environment": {"PKG_CONFIG_PATH": f"{given.libdir}/pkgconfig", "LD_LIBRARY_PATH": given.libdir, "GOFLAGS": "-mod=mod",
                                         "GOPROXY": "off"}}
    (folder / "main.go").write_text(main.replace("FLOAT", "float32"))
    if wrong := differs(run("go", "run", ".", **at), 0, r"^\[2 4 6\]$"):
        return wrong
    if (formatted := run("gofmt", "-l", "kernels", cwd=folder)).stdout:
        return f"gofmt would change {run('gofmt', '-d', 'kernels', cwd=folder).stdout}{formatted.stderr}"
    (folder / "main.go").write_text(main.replace("FLOAT", "float64"))
    return differs(run("go", "build", ".", **at), 1, r"cannot use x")


def bindgen_julia():
    julia = shutil.which("julia") or str(ROOT / ".prefix/julia/bin/julia")
    needs(julia)
    (work / "kernels.jl").write_text(bindgen("julia"))
    script = """include("kernels.jl")
using GridCall
k = KernelsKernels.Kernels()
x = DeviceArray(Float32[1, 2, 3])
KernelsKernels.scale(k, x, 2f0, Int32(3); grid = 1, block = 32)
println(Array(x))
try KernelsKernels.scale(k, DeviceArray(Float64[1]), 2f0, Int32(1); grid = 1, block = 32) catch e; println(typeof(e)) end
"""
    at = {"environment": {"GRIDCALL_LIBRARY": f"{given.libdir}/libgridcall.so.0", "JULIA_DEPOT_PATH": f"{ROOT}/.prefix/julia/depot"}}
    return differs(run(julia, f"--project={ROOT / 'bindings/julia'}", "-e", script, **at), 0, r"\[2\.0, 4\.0, 6\.0\]", "^MethodError$")


def bindgen_python():
    if given.sanitize:
        raise Skip("programs of other languages have no sanitizers")
    (work / "kernels.py").write_text(bindgen("python"))
    script = """import kernels, gridcall as gc
k = kernels.Kernels()
x = gc.array([1, 2, 3], "float32")
k.scale(1, 32, x, 2.0, 3)
print(list(x.to_host()))
try: k.scale(1, 32, gc.array([1.0], "float64"), 2.0, 1)
except gc.Error as error: print(error.status.name, kernels.Kernels.scale.__annotations__["n"])
"""
    at = {"environment": {"PYTHONPATH": f"{ROOT / 'bindings/python'}", "GRIDCALL_LIBRARY": f"{given.libdir}/libgridcall.so.0"}}
    return differs(run(sys.executable, "-c", script, **at), 0, r"2\.?0?,? +4\.?0?,? +6", "^ARGUMENT_MISMATCH int$")


def bindgen_text():
    """The source is in it as it was: tabs, quotes, dollars and all."""
    text = '#define TEXT "a\\n\\"b\\"\\t$x ??) %d"\n\t__global__ void k(char* at) { at[0] = TEXT[threadIdx.x]; }\n'
    (work / "text.cu").write_text(text)
    done = gridcall("bindgen", "text.cu", "--language", "python", "--name", "other name")
    if done.returncode:
        return done.stderr
    names = {}
    exec(done.stdout.replace("import gridcall as gc", ""), names)  # noqa: S102 - the test's own text
    return None if names["SOURCE"] == text else f"{names['SOURCE']!r}"


def completions():
    """bash takes the script, and completes from it; every subcommand is in all three."""
    names = re.findall(r"^  ([a-z]+)  ", gridcall("--help").stdout, re.MULTILINE)
    if not {"info", "run", "bindgen"} <= set(names) or "man" in names:
        return f"--help lists {names}"
    script = gridcall("completion", "bash").stdout

    def completed(*words):
        line = " ".join(f"'{word}'" for word in words)
        code = f"{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _gridcall; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        done = run("bash", "-uc", code)
        return done.stdout.split() if done.returncode == 0 else [done.stderr]
    expected = [(("gridcall", "bi"), "bindgen"), (("gridcall", "cache", "ver"), "verify"), (("gridcall", "run", "--gr"), "--grid"),
                (("gridcall", "bindgen", "--language", "ru"), "rust"), (("gridcall", "completion", "f"), "fish"), (("gridcall", "check", "one"), "one.cu")]
    wrong = [f"{words}: {completed(*words)}" for words, word in expected if word not in completed(*words)]
    for shell in ("bash", "zsh", "fish"):
        text = gridcall("completion", shell).stdout
        wrong += [f"{shell} does not complete {name}" for name in names if name not in text]
        if shutil.which(shell) and (done := run(shell, "-n", "/dev/stdin", input=text)).returncode:
            wrong.append(f"{shell}: {done.stderr}")
    return wrong


def manual():
    """Every subcommand and option is in the page, and troff has nothing to say."""
    page = gridcall("man").stdout
    names = re.findall(r"^  ([a-z]+)  ", gridcall("--help").stdout, re.MULTILINE)
    wrong = [f"no section about {name}" for name in names if f'.SH gridcall {name}\n' not in page]
    wrong += [f"no option {name}" for name in ("json", "sarif", "kernel", "profile", "language", "instance") if f"\\-\\-{name}" not in page]
    if shutil.which("man") and shutil.which("troff"):
        (work / "gridcall.1").write_text(page)
        done = run("man", "--warnings=w", "-l", "gridcall.1", environment={"MANPAGER": "cat", "LC_ALL": "C.UTF-8"})
        wrong += [done.stderr] if done.stderr else []
    return wrong


def guide():
    """The commands of docs/guide/command.md run as they stand there."""
    commands = re.search(r"^```sh\n(.*?)^```$", (ROOT / "docs/guide/command.md").read_text(), re.MULTILINE | re.DOTALL)[1]
    folder = work / "guide"
    folder.mkdir()
    (folder / "input.npy").write_bytes(npy((1000,), "f", range(1000)))
    done = run("bash", "-eu", input=commands, cwd=folder, environment={"PATH": f"{Path(given.command).parent}:{os.environ['PATH']}"})
    return differs(done, 0, r"^x:f32\[1000\] = 0 0\.5 1 ", "written to output.npy")


def main():
    tap = Tap()
    tap.case("info", info)
    tap.case("doctor finds nothing on a machine that works", doctor_is_content)
    tap.case("doctor names what is wrong", doctor_finds)
    tap.case("check prints the compiler's log", says(1, ["check", "wrong.cu"], "wrong.cu:2:10: error: .*missing", "^wrong.cu: cpu: does not compile"))
    tap.case("check of a right source", says(0, ["check", "one.cu", "-DX=1", "-I", "."], "^one.cu: cpu: ok"))
    tap.case("check --json", check_json)
    tap.case("check --sarif", check_sarif)
    tap.case("check --arch", check_arch)
    tap.case("run prints", run_prints)
    tap.case("run reads and writes .npy", run_files)
    tap.case("run --json", run_json)
    tap.case("run takes types and templates", run_types)
    tap.case("the guide's commands", guide)
    tap.case("run --check", run_check)
    tap.case("run --profile", run_profile)
    tap.case("GRIDCALL_LOG", log)
    tap.case("trace", trace)
    tap.case("trace of a program that ends at once", trace_of_a_program_that_ends_at_once)
    tap.case("trace refuses", trace_refuses)
    tap.case("wrong arguments are refused with the next step", run_refuses)
    tap.case("bench", bench)
    tap.case("cache", cache)
    tap.case("explain", explain)
    tap.case("colors on a terminal alone", plain_text)
    for check in (bindgen_c, bindgen_rust, bindgen_go, bindgen_julia, bindgen_python, bindgen_text):
        tap.case(check.__name__.replace("_", " "), check)
    tap.case("completion", completions)
    tap.case("the man page", manual)
    tap.case("--version", says(0, ["--version"], r"^gridcall \d+\.\d+"))
    shutil.rmtree(work)
    tap.end()


main()
