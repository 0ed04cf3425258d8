# SPDX-License-Identifier: Apache-2.0
"""The compile cache between processes.

usage: test_processes.py BINARY_DIRECTORY
"""

import mmap
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

BINARIES = sys.argv[1] if len(sys.argv) > 1 else "."
ONCE = os.path.join(BINARIES, "compile_once")
FAKE = os.path.join(BINARIES, "fake_cc")
WORKER = os.path.join(BINARIES, "cache_worker")
REAL = os.environ.get("GRIDCALL_TEST_CC", "")
KILL_SECONDS = float(os.environ.get("GRIDCALL_TEST_KILL_SECONDS", "10"))


def fields(text):
    return dict(line.split(" ", 1) for line in text.splitlines() if " " in line)


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(each) for each in what))


def check_equal(got, wanted, *what):
    check(got == wanted, "got", repr(got), "wanted", repr(wanted), *what)


class Processes:
    """One case: a folder of its own, with a cache in it."""

    def __init__(self, root):
        self.root = root
        self.cache = os.path.join(self.root, "cache")
        self.environment = dict(os.environ, GRIDCALL_CACHE_DIR=self.cache, GRIDCALL_CC=FAKE)

    def write(self, name, text):
        path = os.path.join(self.root, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def once(self, device, path, prefix=(), **environment):
        done = subprocess.run([*prefix, ONCE, device, path], env=dict(self.environment, **environment),
                              capture_output=True, text=True, timeout=limit(120))
        return fields(done.stdout), done

    def traced(self, device, path, **environment):
        """The files the second process opened and the programs it started, or None without strace."""
        if shutil.which("strace") is None:
            print("# SKIPPED: no strace")
            return None
        log = os.path.join(self.root, "trace")
        out, done = self.once(device, path, ("strace", "-f", "-o", log, "-e", "trace=openat,open,execve,mmap"),
                              **environment)
        if "cached" not in out and "ptrace" in done.stderr.lower():
            print("# SKIPPED: strace may not trace here")
            return None
        check_equal(out["cached"], "1", done.stdout + done.stderr)
        with open(log) as file:
            return file.read()

    def test_second_process_starts_no_compiler(self):
        counter = os.path.join(self.root, "starts")
        path = self.write("a.cu", f"// fake: count {counter}\n")
        first, _ = self.once("cpu", path)
        second, _ = self.once("cpu", path)
        check_equal((first["cached"], second["cached"]), ("0", "1"))
        check_equal(first["sum"], second["sum"])
        check_equal(os.path.getsize(counter), 1)
        trace = self.traced("cpu", path)
        if trace is not None:
            check_equal(len(re.findall(r"execve\(", trace)), 1)  # itself
        check_equal(os.path.getsize(counter), 1)

    def test_second_process_opens_no_nvrtc(self):
        path = self.write("a.cu", "__global__ void f(int* a) { *a = 1; }\n")
        first, done = self.once("gpu", path)
        if first.get("status") == "401":
            raise Skip("no NVRTC on this machine")
        check_equal(first["cached"], "0", done.stdout)
        second, _ = self.once("gpu", path)
        check_equal((second["cached"], second["sum"]), ("1", first["sum"]))
        trace = self.traced("gpu", path)
        if trace is not None:
            # Its identity is read from the file's first bytes; it is not mapped, so its code never runs.
            opened = [line for line in trace.splitlines() if "libnvrtc" in line and "= -1" not in line]
            check(len(opened) <= 1, opened)
            check(all("O_NONBLOCK" in line for line in opened), opened)
            check("nvrtc-builtins" not in trace, "the builtins library was opened")

    def test_second_process_with_the_real_compiler(self):
        if not os.access(REAL, os.X_OK):
            raise Skip("gridcall-cc is not built")
        path = self.write("a.cu", "__global__ void f(int* a) { *a = 1; }\n")
        first, done = self.once("cpu", path, GRIDCALL_CC=REAL)
        check_equal(first.get("cached"), "0", done.stdout)
        trace = self.traced("cpu", path, GRIDCALL_CC=REAL)
        if trace is not None:
            check_equal(len(re.findall(r"execve\(", trace)), 1)

    def test_cold_start_of_many(self):
        counter = os.path.join(self.root, "starts")
        path = self.write("a.cu", f"// fake: count {counter}\n")
        processes = [subprocess.Popen([ONCE, "cpu", path], env=self.environment, stdout=subprocess.PIPE, text=True)
                     for _ in range(8)]
        sums = {fields(process.communicate(timeout=limit(60))[0])["sum"] for process in processes}
        check_equal(len(sums), 1)
        check(os.path.getsize(counter) <= 2, os.path.getsize(counter), "compilers were started")

    def test_home_that_is_not_writable(self):
        path = self.write("a.cu", "// fake: ok\n")
        if os.geteuid() == 0:
            blocked = "/proc/self/gridcall-cache"  # nothing can be made there, not by root either
        else:
            blocked = os.path.join(self.root, "closed", "cache")
            os.mkdir(os.path.join(self.root, "closed"), 0o500)
        out, _ = self.once("cpu", path, GRIDCALL_CACHE_DIR=blocked)
        check_equal((out["cached"], out["enabled"], out["errors"]), ("0", "0", "1"))
        out, _ = self.once("cpu", path, GRIDCALL_DISABLE_CACHE="1")
        check_equal((out["cached"], out["enabled"], out["errors"]), ("0", "0", "0"))

    def test_a_full_disk_only_costs_the_entry(self):
        path = self.write("a.cu", "// fake: ok " + "x" * 8000 + "\n")
        limited = ("sh", "-c", "trap '' XFSZ; ulimit -f 4; exec \"$@\"", "sh")
        out, done = self.once("cpu", path, limited)
        check_equal((out.get("cached"), out.get("errors")), ("0", "1"), done.stdout + done.stderr)
        check_equal([name for name in os.listdir(self.cache) if not name.startswith("lock-")], [])

    def test_kills_and_chaos(self):
        counters = os.path.join(self.root, "counters")
        with open(counters, "wb") as file:
            file.write(b"\0" * 4096)
        rng = random.Random(1)
        environment = dict(self.environment, GRIDCALL_COMPILE_TIMEOUT="30")

        def start(seed):
            return subprocess.Popen([WORKER, counters, str(seed)], env=environment, stderr=subprocess.PIPE)

        workers = [start(seed) for seed in range(8)]
        kills = 0
        end = time.monotonic() + KILL_SECONDS
        crashed = []
        while time.monotonic() < end:
            time.sleep(rng.uniform(0.005, 0.05))
            place = rng.randrange(len(workers))
            victim = workers[place]
            if victim.poll() is not None:
                crashed.append((victim.returncode, victim.stderr.read()))
            victim.kill()
            victim.wait()
            victim.stderr.close()
            kills += 1
            workers[place] = start(1000 + kills)
            names = [name for name in os.listdir(self.cache) if name.endswith(".gridcall")] if os.path.isdir(
                self.cache) else []
            if not names:
                continue
            path = os.path.join(self.cache, rng.choice(names))
            try:
                what = rng.randrange(5)
                if what == 0:
                    os.truncate(path, rng.randrange(os.path.getsize(path) + 1))
                elif what == 1:
                    with open(path, "r+b") as file:
                        file.seek(rng.randrange(max(1, os.path.getsize(path))))
                        file.write(b"\x55")
                elif what == 2:
                    os.unlink(path)
                elif what == 3:
                    os.chmod(path, 0o666)
                else:
                    os.utime(path, (rng.randrange(2**31), rng.randrange(2**31)))
            except FileNotFoundError:
                pass
        for worker in workers:
            if worker.poll() is not None:
                crashed.append((worker.returncode, worker.stderr.read()))
            worker.send_signal(signal.SIGKILL)
            worker.wait()
            worker.stderr.close()
        with open(counters, "r+b") as file, mmap.mmap(file.fileno(), 32) as mapped:
            gets, wrong, slow, hits = struct.unpack("4Q", mapped[:32])
        print(f"# METRIC cache_kills {kills}\n# METRIC cache_gets {gets}\n# METRIC cache_wrong_payloads {wrong}\n"
              f"# METRIC cache_hits_under_kill {hits}")
        check_equal(crashed, [])
        check_equal((wrong, slow), (0, 0))
        check(kills > 20, kills, "kills are too few to tell")
        check(hits > 1000, hits, "hits are too few to tell")
        # No children of killed workers stay, and what killed writers left goes after its time.
        left = [name for name in os.listdir(self.cache) if name.startswith("tmp-")]
        for name in left:
            os.utime(os.path.join(self.cache, name), (1, 1))
        self.once("cpu", self.write("b.cu", "// fake: ok last\n"))
        check_equal([name for name in os.listdir(self.cache) if name.startswith("tmp-")], [])


def main():
    tap = Tap()
    for name in sorted(name for name in dir(Processes) if name.startswith("test_")):
        with tempfile.TemporaryDirectory(prefix="gridcall-test-") as root:
            tap.case(name.removeprefix("test_"), getattr(Processes(root), name))
    tap.end()


if __name__ == "__main__":
    main()
