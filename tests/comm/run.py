#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run.py openmpi|mpich|standard FOLDER [--without-cc]: starts the programs of tests/comm that lie in FOLDER with 1 to 8 processes of that MPI.

Each process of a job says `rank 2 passed` at its end; a job that is not done in time is ended with all its processes.
"""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import Skip, Tap  # noqa: E402

ENGINES = {
    "openmpi": {
        "launchers": ["mpirun.openmpi", "mpirun"],
        "arguments": ["--oversubscribe"],
        "library": "libmpi.so.40",
        "package": "openmpi-bin",
        "compilers": ["mpicxx.openmpi", "mpicxx"],
        "says": "Open MPI",
        # Not finalised, since requests were given up: mpirun calls that an error, and 4.1.4's sometimes ends in PMIx_server_finalize by
        # SIGSEGV, when all ranks are gone.
        "rc_after_abort": (0, 1, -signal.SIGSEGV),
        "thread_multiple": 3,
    },
    "mpich": {
        "launchers": ["mpiexec.mpich", "mpiexec.hydra"],
        "arguments": [],
        "library": "libmpich.so.12",
        "package": "mpich",
        "compilers": ["mpicxx.mpich", "mpicxx.hydra"],
        "says": "MPICH",
        # The launcher may still kill a rank that passed, behind one that has left; and when a rank's socket closes before the launcher
        # has read its status, 1 stands for it, which the launcher prints as SIGHUP (pmodels/mpich#5930).
        "rc_after_abort": (0, 9, 1),
        "thread_multiple": 3,
    },
    # The ABI of MPI 5.0, here MPICH's.
    "standard": {
        "launchers": [str(ROOT / ".prefix/mpi/bin/mpiexec")],
        "arguments": [],
        "library": str(ROOT / ".prefix/mpi/lib/libmpi_abi.so.1"),
        "package": "MPICH 5: scripts/setup --mpi5",
        "compilers": [str(ROOT / ".prefix/mpi/bin/mpicxx_abi")],
        "says": "MPICH",
        "rc_after_abort": (0, 9, 1),
        "thread_multiple": 4096,
    },
}


def find(names):
    return next((found for name in names if (found := shutil.which(name))), None)


def is_of(launcher, engine):
    """Whether a launcher with a common name belongs to this MPI."""
    text = subprocess.run([launcher, "--version"], capture_output=True, text=True, timeout=20).stdout
    return ("Open MPI" in text or "OpenRTE" in text) == (engine == "openmpi")


class Jobs:
    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.engine = ENGINES[name]
        self.launcher = find(self.engine["launchers"])
        if self.launcher and not is_of(self.launcher, name):
            self.launcher = None

    def environment(self, more=None):
        made = {key: value for key, value in os.environ.items() if not key.startswith(("OMPI_", "PMI", "PMIX_", "SLURM_"))}
        made.pop("LD_LIBRARY_PATH", None)
        # Tests run as root in containers; and more processes than cores are meant.
        made.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
        if self.name == "standard":
            made["GRIDCALL_MPI"] = self.engine["library"]
        made.update(more or {})
        return made

    def run(self, count, program, *arguments, limit=60, more=None):
        """Starts a job; (return code or None after the limit, output, seconds)."""
        if not self.launcher:
            raise Skip(f"no {self.name} here: install {self.engine['package']}")
        command = [self.launcher, *self.engine["arguments"], "-n", str(count), str(self.folder / program), *map(str, arguments)]
        began = time.monotonic()
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            job = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   start_new_session=True, env=self.environment(more))
            try:
                rc = job.wait(limit)
            except subprocess.TimeoutExpired:
                rc = None
            self.end(job)
            output.seek(0)
            return rc, output.read(), time.monotonic() - began

    @staticmethod
    def end(job):
        for sent in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(job.pid, sent)
            except ProcessLookupError:
                break
            try:
                job.wait(5)
                if sent == signal.SIGTERM:
                    time.sleep(0.05)
            except subprocess.TimeoutExpired:
                pass

    def passes(self, count, program, *arguments, limit=60, codes=(0,), more=None):
        # Open MPI 4.1.4's mpirun may stay when all processes have ended without MPI_Finalize.
        gives_up = codes is self.engine["rc_after_abort"] and len(codes) > 1
        rc, output, took = self.run(count, program, *arguments, limit=20 if gives_up else limit, more=more)
        if rc is None and gives_up and all(f"rank {rank} passed" in output for rank in range(count)):
            print("# every rank passed and ended, but the launcher did not")
            return None
        if rc is None:
            return [f"not done after {limit} s", output]
        for line in output.splitlines():
            if line.startswith("# "):
                print(line)
        missing = [rank for rank in range(count) if f"rank {rank} passed" not in output]
        if missing or rc not in codes:
            return [f"return code {rc} after {took:.1f} s; ranks that did not pass: {missing}", output]
        return None


def abi(jobs):
    """Our constants and sizes beside those of mpi.h."""
    compiler = find(jobs.engine["compilers"])
    if not compiler:
        raise Skip("no mpi.h of it here: install " + ("libopenmpi-dev" if jobs.name == "openmpi" else "libmpich-dev"))
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "abi"
        source = ROOT / "tests/comm/mpi_abi.cpp"
        built = subprocess.run([compiler, "-std=c++20", f"-I{ROOT / 'src'}", str(source), "-o", str(program)],
                               capture_output=True, text=True, timeout=120)
        if built.returncode != 0:
            return built.stderr
        ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=30, env=jobs.environment())
        return None if ran.returncode == 0 else ran.stdout + ran.stderr


def killed(jobs, count):
    """The launcher ends the job."""
    rc, output, took = jobs.run(count, "comm_mpi_faults", "killed", limit=20)
    if "ready" not in output:
        return ["it did not come so far", output]
    if rc is None or rc == 0 or took > 10:
        return [f"return code {rc} after {took:.1f} s", output]
    return None


def left_over(output):
    """Processes of the job that are still there after 3 s."""
    pids = [int(pid) for pid in re.findall(r"pid (\d+)", output)]
    until = time.monotonic() + 3
    while True:
        left = [pid for pid in pids if is_there(pid)]
        if not left or time.monotonic() > until:
            break
        time.sleep(0.05)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return left


def is_there(pid):
    try:
        # The state stands behind the name; a zombie is gone.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def killed_sometime(jobs, moments, count):
    """A rank is killed while MPI starts, while communicators are made, work and end: no process stays."""
    for moment in moments:
        rc, output, took = jobs.run(count, "comm_rank_faults", "killed_sometime", moment, limit=15)
        left = left_over(output)
        if rc is None or rc == 0 or left or took > 12:
            return [f"killed after {moment} us: return code {rc} after {took:.1f} s, still there: {left}", output]
    return None


def leaves(jobs, count):
    """Every process ends within 5 s of its exit, whatever is outstanding."""
    rc, output, took = jobs.run(count, "comm_rank_faults", "leave_with_work", limit=15)
    left = left_over(output)
    missing = [rank for rank in range(count) if f"rank {rank} passed" not in output]
    # About 1 s of it is MPI's start.
    if rc is None or missing or left or took > 8:
        return [f"return code {rc} after {took:.1f} s; did not come to the end: {missing}; still there: {left}", output]
    return None


def wrong_launcher(jobs, program="comm_mpi_faults"):
    other = ENGINES["mpich" if jobs.name == "openmpi" else "openmpi"]
    rc, output, _ = jobs.run(2, program, "wrong_launcher", more={"GRIDCALL_MPI": other["library"]})
    if "cannot open shared object" in output:
        raise Skip(f"no {other['library']} here")
    # Both are rank 0 of 1 by their own MPI.
    passed = len(re.findall("rank 0 passed", output))
    return None if passed == 2 else [f"return code {rc}", output]


def main():
    jobs = Jobs(sys.argv[1], Path(sys.argv[2]))
    compiles = "--without-cc" not in sys.argv
    engine = jobs.engine
    tap = Tap()
    if jobs.name == "standard" and not jobs.launcher:
        def skip():
            raise Skip(f"no {engine['package']}")

        tap.case("communicators over the ABI of MPI 5.0", skip)
        tap.end()
        return
    where = f"{jobs.name}: "
    tap.case(where + "constants and sizes are those of mpi.h", lambda: abi(jobs))
    for count in (1, 2, 4, 8):
        tap.case(where + f"every operation, {count} processes",
                 lambda count=count: jobs.passes(count, "comm_mpi_matrix", "0", "few" if count == 8 else "all", limit=90))
    tap.case(where + "2 processes, in pieces of 1,000", lambda: jobs.passes(2, "comm_mpi_matrix", "1000", "few"))
    tap.case(where + "4 processes, in pieces of 1,000", lambda: jobs.passes(4, "comm_mpi_matrix", "1000", "few"))
    tap.case(where + "2 processes, 1 Mi elements", lambda: jobs.passes(2, "comm_mpi_matrix", "0", "long"))
    for what, count in (("many", 2), ("two_streams", 2), ("two_streams", 4), ("stream_order", 4), ("graph", 2), ("graph", 4),
                        ("group", 1), ("group", 4)):
        tap.case(where + f"{what}, {count} processes",
                 lambda what=what, count=count: jobs.passes(count, "comm_mpi_order", what))
    for level, what in ((engine["thread_multiple"], "beside"), (0, "refused")):
        tap.case(where + f"a host program that has initialised MPI: {what}",
                 lambda level=level: jobs.passes(2, "comm_mpi_order", "host_program", engine["library"], level))
    after_abort = engine["rc_after_abort"]
    for what, count, codes in (("mismatches", 2, after_abort), ("mismatches", 4, after_abort), ("late", 4, (0,)),
                               ("abort", 4, after_abort), ("splits", 8, (0,)),
                               ("ids", 4, after_abort)):
        tap.case(where + f"{what}, {count} processes",
                 lambda what=what, count=count, codes=codes: jobs.passes(count, "comm_mpi_faults", what, codes=codes))
    for what, count in (("sweep", 1), ("sweep", 2), ("sweep", 4), ("many", 2), ("streams", 2), ("releases", 4), ("splits", 4), ("no_context", 2), ("ids", 4)):
        tap.case(where + f"gc_comm: {what}, {count} processes", lambda what=what, count=count: jobs.passes(count, "comm_ranks", what))
    if jobs.name == "openmpi":
        for chosen in (None, 1, 2):
            more = {"OMPI_MCA_coll_libnbc_iallreduce_algorithm": str(chosen)} if chosen else None
            tap.case(where + f"gc_comm: iallreduce_algorithm is {chosen or 'not chosen'} and stays so",
                     lambda more=more: jobs.passes(2, "comm_ranks", "tuning", more=more))
    if compiles:
        for what, count in (("kernels", 2), ("kernels", 4), ("graph", 2), ("graph", 4)):
            tap.case(where + f"gc_comm: {what}, {count} processes",
                     lambda what=what, count=count: jobs.passes(count, "comm_ranks", what))
    for what, count in (("mismatch", 4), ("mismatch_in_parts", 4), ("timeout", 4), ("abort", 4)):
        tap.case(where + f"gc_comm: {what}, {count} processes",
                 lambda what=what, count=count: jobs.passes(count, "comm_ranks", what, codes=after_abort))
    for what, count, codes in (("stopped", 2, after_abort), ("stopped", 4, after_abort), ("forked", 2, (0,)), ("patient", 2, (0,)),
                               ("memory_stays", 2, after_abort)):
        tap.case(where + f"gc_comm: {what}, {count} processes",
                 lambda what=what, count=count, codes=codes: jobs.passes(count, "comm_rank_faults", what, codes=codes))
    # Moments are the same in each run, spread over what a job does in its first second.
    moments = [random.Random(seed).randrange(1000, 900000) for seed in range(20)]
    tap.case(where + "gc_comm: a rank is killed at 20 moments", lambda: killed_sometime(jobs, moments, 2))
    tap.case(where + "gc_comm: exit with work outstanding", lambda: leaves(jobs, 4))
    tap.case(where + "gc_comm: the launcher is another MPI's", lambda: wrong_launcher(jobs, "comm_ranks"))
    tap.case(where + "a process is killed: the job ends", lambda: killed(jobs, 4))
    tap.case(where + "the launcher is another MPI's", lambda: wrong_launcher(jobs))
    tap.case(where + "there is no MPI", lambda: jobs.passes(1, "comm_mpi_faults", "no_mpi",
                                                            more={"GRIDCALL_MPI": "/no-such-mpi.so"}))
    tap.end()


main()
