#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The verdict of NVIDIA's compute-sanitizer on the kernels of planted/*.cu, on a GPU: by hand.

    sanitizer.py [--only NAME]... [--jobs N] [--seconds N] [--show]

Each kernel with a fault runs in a process of its own under the tool for its check, one of `missed.cu` under all four; the correct ones run together
under each. Prints a line for each kernel: `found` at a line marked FAULT or OTHER, `elsewhere`, `no report`, or `no end` after --seconds.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER)]
sys.dont_write_bytecode = True
TOOLS = {"memory": "memcheck", "init": "initcheck", "race": "racecheck", "sync": "synccheck"}


def cases(only):
    import planted
    for path in sorted(FOLDER.glob("planted/*.cu")):
        yield from ((path, case) for case in planted.cases_of(path) if not only or case.kernel in only)


def launch(path, kernels):
    """Runs a process under a tool."""
    import device
    os.environ["GRIDCALL_DEVICE"] = "gpu"  # device.py says cpu
    gpu = device.Device()
    found = [case for at, case in cases(kernels) if at.name == path]
    instances = [case.name for case in found if case.name != case.kernel]
    module = gpu.module(path, (FOLDER / "planted" / path).read_text(), None, instances, ["-lineinfo"])
    for case in found:
        _, status, message = gpu.launch(module, case.name, case.grid, case.block, case.arguments, case.shared, case.flags)
        print("status", case.name, status, message.replace("\n", " ")[:200], flush=True)


def run(tool, path, kernels, seconds):
    command = ["compute-sanitizer", f"--tool={tool}", "--destroy-on-device-error=kernel", "--report-api-errors=no", "--print-limit=8"]
    command += ["--racecheck-report=all"] if tool == "racecheck" else []
    command += [sys.executable, __file__, "--launch", path, *(f"--only={name}" for name in kernels)]
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=seconds, errors="replace").stdout
    except subprocess.TimeoutExpired:
        return None


def verdict(text, path, lines):
    if text is None:
        return "no end", ""
    said = [line.strip("= ") for line in text.split("\n") if re.match(r"=+ +(Error: |Warning: |Invalid|Uninit|Barrier|Race|Potential|Out-of|Misaligned|Unused|Program hit)", line)]
    places = {int(n) for n in re.findall(rf"{re.escape(path)}:(\d+)", text)}
    errors = re.search(r"(?:ERROR SUMMARY: |hazards? displayed \()(\d+) error", text)
    if not errors:
        return "failed", text[-300:].replace("\n", " ")
    if not int(errors.group(1)) and "hazard" not in " ".join(said):
        return "no report", ""
    return ("found" if places & lines else "elsewhere"), f"{sorted(places)} {said[:1]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--launch")
    options = parser.parse_args()
    if options.launch:
        return launch(options.launch, options.only)
    todo, correct = [], collections.defaultdict(list)
    for path, case in cases(options.only):
        if case.check == "none":
            correct[path.name].append(case.kernel)
        else:
            tools = [TOOLS[case.check]] if case.check in TOOLS else TOOLS.values()
            todo += [(tool, path.name, [case.kernel], case.check, case.lines["FAULT"] | case.lines["OTHER"]) for tool in tools]
    todo += [(tool, path, names, "none", set()) for path, names in correct.items() for tool in TOOLS.values()]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (tool, path, names, check, lines), text in zip(todo, pool.map(lambda each: run(*each[:3], options.seconds), todo)):
            kind, detail = verdict(text, path, lines)
            counts[check, tool, kind] += 1
            name = names[0] if len(names) == 1 else f"{len(names)} correct kernels"
            print(f"{check:7} {tool:10} {kind:10} {path}: {name} {detail[:160]}", flush=True)
            if options.show and text:
                print(text)
    for (check, tool, kind), count in sorted(counts.items()):
        print(f"METRIC {check} {tool} {kind.replace(' ', '_')} {count}")


if __name__ == "__main__":
    main()
