#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run.py openmpi|mpich|standard FOLDER [--without-cc] [--moments N] [--seed N]: starts the programs of tests/comm that lie in FOLDER with 1
to 8 processes of that MPI.

A job has several cases, for a launcher takes about a second to start; each process says `rank 2 passed CASE`. Some jobs run at a time, for
many wait. A job that is not done in time is ended with all its processes.
"""

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
BESIDE = 3  # ranks that poll share the cores with other tests
os.environ["GRIDCALL_TEST_SLOWDOWN"] = str(BESIDE * float(os.environ.get("GRIDCALL_TEST_SLOWDOWN") or 1))
from effort import effort, effort_seed  # noqa: E402
from slowdown import limit  # noqa: E402
from tap import Skip, Tap, left_out  # noqa: E402

ENGINES = {
    "openmpi": {
        "launchers": ["mpirun.openmpi", "mpirun"],
        "arguments": ["--oversubscribe"],
        "library": "libmpi.so.40",
        "package": "openmpi-bin",
        "compilers": ["mpicxx.openmpi", "mpicxx"],
        "says": "Open MPI",
        # Not finalized, since requests were given up: mpirun calls that an error, and 4.1.4's sometimes ends in PMIx_server_finalize by
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
    text = subprocess.run([launcher, "--version"], capture_output=True, text=True, timeout=limit(20)).stdout
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

    def run(self, count, program, *arguments, most=60, more=None, ended=None):
        """Starts a job; (return code or None, output, seconds). None after `most` seconds, or for a launcher that stays 2 s after `ended` holds
        of the output so far: Open MPI 4.1.4's mpirun may stay for ever when its ranks ended without MPI_Finalize."""
        if not self.launcher:
            raise Skip(f"no {self.name} here: install {self.engine['package']}")
        command = [self.launcher, *self.engine["arguments"], "-n", str(count), str(self.folder / program), *map(str, arguments)]
        began = time.monotonic()
        until, took = began + limit(most), None
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            job = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   start_new_session=True, env=self.environment(more))
            while (rc := job.poll()) is None and time.monotonic() < until:
                # The processes write at the position that they share with this file: pread leaves it.
                if ended and not took and ended(os.pread(output.fileno(), 1 << 20, 0).decode(errors="replace")):
                    took = time.monotonic() - began
                    until = min(until, time.monotonic() + limit(2))
                time.sleep(0.02)
            took = took or time.monotonic() - began
            self.end(job)
            output.seek(0)
            return rc, output.read(), took

    @staticmethod
    def end(job):
        for sent in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(job.pid, sent)
            except ProcessLookupError:
                break
            try:
                job.wait(limit(5))
                if sent == signal.SIGTERM:
                    time.sleep(0.05)
            except subprocess.TimeoutExpired:
                pass

    def passes(self, count, program, names, *arguments, codes=(0,), more=None):
        """Starts a job with cases; for each that is wrong, what is."""
        gives_up = codes is self.engine["rc_after_abort"] and len(codes) > 1
        rc, output, took = self.run(count, program, ",".join(names), *arguments, most=20 if gives_up else 60 + 30 * len(names), more=more)
        missing = {name: [rank for rank in range(count) if not re.search(rf"rank {rank} passed {name}\b", output)] for name in names}
        comments = [line for line in output.splitlines() if line.startswith("# ")]
        if rc is None and gives_up and not any(missing.values()):
            comments.append("# every rank passed and ended, but the launcher did not")
            rc = 0
        if comments:
            sys.stdout.write("\n".join(comments) + "\n")
        why = f"not done after {took:.0f} s" if rc is None else f"return code {rc} after {took:.1f} s"
        wrong = [name for name in names if missing[name]] or ([] if rc in codes else names)
        return {name: [f"{why}; ranks that did not pass: {missing[name]}", output] for name in wrong}


class Plan:
    """The cases in their order, and jobs that run meanwhile. Of the two MPIs that are installed each takes every third one, unless the effort is full:
    others the next day."""

    def __init__(self, jobs):
        self.jobs, self.cases, self.offered = jobs, [], effort_seed() + (jobs.name == "mpich")
        self.pool = ThreadPoolExecutor((os.cpu_count() or 1) + 1)

    def takes(self):
        self.offered += 1
        return self.jobs.name == "standard" or effort(self.offered % 3 == 0, True)

    def case(self, name, check):
        future = self.pool.submit(check if self.takes() else left_out)
        self.cases.append((f"{self.jobs.name}: {name}", future.result))

    def job(self, title, count, program, names, *arguments, **how):
        future = self.pool.submit((lambda: self.jobs.passes(count, program, names, *arguments, **how)) if self.takes() else left_out)
        for name in names:
            self.cases.append((f"{self.jobs.name}: {title}{name}, {count} processes", lambda name=name: future.result().get(name)))

    def any_of(self, name, checks):
        """One case of several jobs: what the first one that is wrong says."""
        futures = [self.pool.submit(check) for check in (checks if self.takes() else [left_out])]
        self.cases.append((f"{self.jobs.name}: {name}", lambda: next((wrong for future in futures if (wrong := future.result())), None)))

    def run(self):
        tap = Tap()
        print(f"# seed {effort_seed()}")
        for name, check in self.cases:
            tap.case(name, check)
        tap.end()


def abi(jobs):
    """Our constants and sizes beside those of mpi.h."""
    compiler = find(jobs.engine["compilers"])
    if not compiler:
        raise Skip("no mpi.h of it here: install " + ("libopenmpi-dev" if jobs.name == "openmpi" else "libmpich-dev"))
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "abi"
        source = ROOT / "tests/comm/mpi_abi.cpp"
        built = subprocess.run([compiler, "-std=c++20", f"-I{ROOT / 'src'}", str(source), "-o", str(program)],
                               capture_output=True, text=True, timeout=limit(120))
        if built.returncode != 0:
            return built.stderr
        ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=limit(30), env=jobs.environment())
        return None if ran.returncode == 0 else ran.stdout + ran.stderr


def killed(jobs, count):
    """Every process ends. The launcher may stay: see Jobs.run."""
    rc, output, took = jobs.run(count, "comm_mpi_faults", "killed", most=20, ended=all_ended(count))
    left = left_over(output)
    if "ready" not in output:
        return ["it did not come so far", output]
    if rc == 0 or left or took > limit(10):
        return [f"return code {rc} after {took:.1f} s, still there: {left}", output]
    return None


def pids_of(output):
    return [int(pid) for pid in re.findall(r"pid (\d+)", output)]


def all_ended(count):
    """A predicate for Jobs.run: the processes have said their numbers and are gone."""
    return lambda output: len(pids_of(output)) == count and not any(map(is_there, pids_of(output)))


def left_over(output):
    """Processes of the job that are still there after 3 s."""
    pids = pids_of(output)
    until = time.monotonic() + limit(3)
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


def killed_sometime(jobs, moment, count):
    """A rank is killed while MPI starts, while communicators are made, work and end: no process stays."""
    rc, output, took = jobs.run(count, "comm_rank_faults", "killed_sometime", moment, most=15, ended=all_ended(count))
    left = left_over(output)
    # Without a return code and with a process that has not said its number, `took` is above the limit.
    if rc == 0 or left or took > limit(12):
        return [f"killed after {moment} us: return code {rc} after {took:.1f} s, still there: {left}", output]
    return None


def leaves(jobs, count):
    """Every process ends within 5 s of its exit, whatever is outstanding. The launcher may stay: see Jobs.run."""
    rc, output, took = jobs.run(count, "comm_rank_faults", "leave_with_work", most=15, ended=all_ended(count))
    left = left_over(output)
    missing = [rank for rank in range(count) if f"rank {rank} passed" not in output]
    # About 1 s of it is MPI's start.
    if missing or left or took > limit(8):
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
    parser = argparse.ArgumentParser()
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--without-cc", action="store_true")
    parser.add_argument("--moments", type=int, default=effort(3, 8), help="at so many moments a rank is killed")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    jobs = Jobs(options.engine, options.folder)
    engine = jobs.engine
    plan = Plan(jobs)
    if jobs.name == "standard" and not jobs.launcher:
        def skip():
            raise Skip(f"no {engine['package']}")

        plan.case("communicators over the ABI of MPI 5.0", skip)
        plan.run()
        return
    after_abort = engine["rc_after_abort"]
    plan.case("constants and sizes are those of mpi.h", lambda: abi(jobs))
    for count, cases in ((1, ["all"]), (2, ["all", "in_pieces", "large"]), (4, ["all", "in_pieces"]), (8, ["few"])):
        plan.job("every operation, ", count, "comm_mpi_matrix", cases)
    for count, cases in ((1, ["group"]), (2, ["many", "two_streams", "graph"]), (4, ["two_streams", "stream_order", "graph", "group"])):
        plan.job("", count, "comm_mpi_order", cases)
    for level, what in ((engine["thread_multiple"], "beside"), (0, "refused")):
        plan.case(f"a host program that has initialized MPI: {what}",
                  lambda level=level: jobs.passes(2, "comm_mpi_order", ["host_program"], engine["library"], level).get("host_program"))
    for count, case, codes in ((2, "mismatches", after_abort), (4, "mismatches", after_abort), (4, "late", (0,)), (4, "abort", after_abort),
                               (8, "splits", (0,)), (4, "ids", after_abort)):
        plan.job("", count, "comm_mpi_faults", [case], codes=codes)
    tuning = ["tuning"] if jobs.name == "openmpi" else []
    compiled = [] if options.without_cc else ["kernels", "graph", "streams"]
    for count, cases in ((1, ["sweep"]), (2, ["sweep", "many", "no_context", *compiled, *tuning]),
                         (4, ["sweep", "releases", "splits", "ids", *compiled[:2]])):
        plan.job("gc_comm: ", count, "comm_ranks", cases)
    for chosen in (1, 2) if tuning else ():
        plan.job(f"gc_comm: iallreduce_algorithm is {chosen} and stays so: ", 2, "comm_ranks", tuning,
                 more={"OMPI_MCA_coll_libnbc_iallreduce_algorithm": str(chosen)})
    for case in ("mismatch", "mismatch_in_parts", "timeout", "abort"):
        plan.job("gc_comm: ", 4, "comm_ranks", [case], codes=after_abort)
    for count, cases, codes in ((2, ["stopped"], after_abort), (4, ["stopped"], after_abort), (2, ["forked", "patient"], (0,)),
                                (2, ["memory_stays"], after_abort)):
        plan.job("gc_comm: ", count, "comm_rank_faults", cases, codes=codes)
    # Moments are the same in each run, spread over what a job does in its first second.
    print(f"# moments of seed {options.seed}")
    draw, each = random.Random(options.seed), 900000 / options.moments
    moments = [int(limit(1000 + each * (i + draw.random())) / BESIDE) for i in range(options.moments)]
    plan.any_of(f"gc_comm: a rank is killed at {options.moments} moments",
                [lambda moment=moment: killed_sometime(jobs, moment, 2) for moment in moments])
    plan.case("gc_comm: exit with work outstanding", lambda: leaves(jobs, 4))
    plan.case("gc_comm: the launcher is another MPI's", lambda: wrong_launcher(jobs, "comm_ranks"))
    plan.case("a process is killed: the job ends", lambda: killed(jobs, 4))
    plan.case("the launcher is another MPI's", lambda: wrong_launcher(jobs))
    plan.job("there is no MPI: ", 1, "comm_mpi_faults", ["no_mpi"], more={"GRIDCALL_MPI": "/no-such-mpi.so"})
    plan.run()


main()
