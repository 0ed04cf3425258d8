#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""nccl.py FOLDER [--shared]: starts the programs of tests/comm that lie in FOLDER on NCCL, one process a rank, 1 to 4 ranks.

Each rank has a GPU of its own. With --shared ranks share GPUs where there are fewer, which NCCL 2.30 and newer allow with
NCCL_MULTI_RANK_GPU_ENABLE=1: everything but speed can be seen on one GPU then. GRIDCALL_NCCL names another libnccl.so.2.
"""

import ctypes
import glob
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

SHARES = 23000  # NCCL 2.30.0


def gpus():
    if not shutil.which("nvidia-smi"):
        return 0
    listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, timeout=limit(60)).stdout
    return sum(line.startswith("GPU ") for line in listed.splitlines())


def version():
    """Also of a package of Python's; GRIDCALL_NCCL names it from then on."""
    found = [path for site in sys.path for path in glob.glob(f"{site}/nvidia/nccl/lib/libnccl.so.2")]
    for name in [os.environ["GRIDCALL_NCCL"]] if "GRIDCALL_NCCL" in os.environ else ["libnccl.so.2", *found]:
        try:
            library, number = ctypes.CDLL(name), ctypes.c_int()
        except OSError:
            continue
        library.ncclGetVersion(ctypes.byref(number))
        os.environ["GRIDCALL_NCCL"] = name
        return number.value
    raise Skip("no NCCL here: install nvidia-nccl-cu13")


class Jobs:
    def __init__(self, folder, shares):
        self.folder, self.shares, self.gpus = folder, shares, gpus()

    def run(self, count, program, *arguments, most=90, local=False):
        """Starts a job; for each rank the return code, or None after `most` seconds, and its output; seconds. `local`: the ranks are told their
        numbers on this machine, also where those are not their GPUs'."""
        if self.gpus == 0:
            raise Skip("no NVIDIA GPU here")
        number = version()
        if count > self.gpus and not (self.shares and number >= SHARES):
            raise Skip(f"{count} ranks need as many GPUs, and there are {self.gpus}; NCCL is {number}")
        with tempfile.TemporaryDirectory() as place:
            jobs = []
            began = time.monotonic()
            for rank in range(count):
                environment = dict(os.environ, RANK=str(rank), WORLD_SIZE=str(count), LOCAL_RANK=str(rank % self.gpus),
                                   GRIDCALL_COMM_ID=f"file:{place}/id", NCCL_NVLS_ENABLE="0")
                if local:
                    environment.update(LOCAL_RANK=str(rank), LOCAL_WORLD_SIZE=str(count))
                if count > self.gpus:
                    environment["NCCL_MULTI_RANK_GPU_ENABLE"] = "1"
                with open(f"{place}/{rank}", "w") as output:
                    command = [str(self.folder / program), *map(str, arguments), f"gpu:{rank % self.gpus}"]
                    jobs.append(subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT,
                                                 stdin=subprocess.DEVNULL, env=environment))
            codes = []
            for job in jobs:
                try:
                    codes.append(job.wait(max(0.1, began + limit(most) - time.monotonic())))
                except subprocess.TimeoutExpired:
                    codes.append(None)
            took = time.monotonic() - began
            for job in jobs:
                if job.poll() is None:
                    job.send_signal(signal.SIGKILL)
                    job.wait()
            return codes, [Path(f"{place}/{rank}").read_text(errors="replace") for rank in range(count)], took

    def passes(self, count, program, *arguments):
        codes, outputs, took = self.run(count, program, *arguments, local=arguments[0] == "splits")
        for line in "".join(outputs).splitlines():
            if line.startswith("# "):
                print(line)
        if all(code == 0 and f"rank {rank} passed" in outputs[rank] for rank, code in enumerate(codes)):
            print(f"# {took:.1f} s")
            return None
        return [f"return codes {codes} after {took:.1f} s", *(f"rank {rank}: {output[-3000:]}" for rank, output in enumerate(outputs))]


def killed_sometime(jobs, moments):
    """Rank 1 is killed: rank 0 ends with an error, in time."""
    for moment in moments:
        codes, outputs, took = jobs.run(2, "comm_rank_faults", "killed_sometime", moment, most=40)
        if codes != [4, -signal.SIGKILL]:
            return [f"killed after {moment} us: return codes {codes} after {took:.1f} s", *outputs]
        print(f"# killed after {moment} us: the other one ended after {took:.1f} s")
    return None


def main():
    jobs = Jobs(Path(sys.argv[1]), "--shared" in sys.argv)
    tap = Tap()
    for what, counts in (("sweep", (1, 2, 4)), ("kernels", (1, 2)), ("graph", (1, 2)), ("streams", (2,)), ("releases", (2, 4)),
                         ("splits", (4,)), ("no_context", (2,)), ("ids", (2,)), ("mismatch", (2,)),
                         ("mismatch_in_parts", (4,)), ("timeout", (2,)), ("abort", (2, 4))):
        for count in counts:
            tap.case(f"nccl: {what}, {count} processes", lambda what=what, count=count: jobs.passes(count, "comm_ranks", what))
    for what in ("stopped", "forked"):
        tap.case(f"nccl: {what}, 2 processes", lambda what=what: jobs.passes(2, "comm_rank_faults", what))
    # Ranks that share a GPU take turns: 4.5 ms for each of 10,000 operations.
    if jobs.gpus > 1 or not jobs.shares:
        tap.case("nccl: many, 2 processes", lambda: jobs.passes(2, "comm_ranks", "many"))
    # Moments are the same in each run, spread over what a job does in its first seconds.
    tap.case("nccl: a rank is killed at 4 moments",
             lambda: killed_sometime(jobs, [random.Random(seed).randrange(100000, 6000000) for seed in range(4)]))
    tap.end()


if __name__ == "__main__":
    main()
