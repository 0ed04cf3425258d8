#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gc_ndarray_matmul beside NumPy on whatever device GRIDCALL_DEVICE names: random shapes, batches, views of any strides; by the library's kernel, by
the BLAS that is found, and on the CPU device by others that this machine has. `matmul.py [--cases N] [--seed N]`.

Elements are small integers, of which every order gives the same sum, so that all results are exact; NaN and infinities are among those of real
floats. Random numbers are compared within the bound of a sum in any order."""

import argparse
import ctypes as c
import glob
import os
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
import gridcall_ctypes as g  # noqa: E402
from effort import effort, effort_seed, part  # noqa: E402
from gridcall_ctypes import np  # noqa: E402
from tap import Skip, Tap  # noqa: E402

INTS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool"]
FLOATS = ["float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
EXTENTS = [0, 1, 1, 2, 3, 5, 7, 8, 16, 31, 32, 33, 64, 65, 130, 200]
# The least number above 0.
LEAST = {"float16": 2.0**-24, "bfloat16": 2.0**-133, "float32": 2.0**-149, "complex64": 2.0**-149, "float64": 2.0**-1074, "complex128": 2.0**-1074}
OWN_KERNEL = 2


class Options(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("flags", c.c_uint64), ("pool", c.c_void_p)]


def to_bits(array, dtype):
    """bfloat16 as its bits, to the nearest."""
    if dtype != "bfloat16":
        return array.astype(dtype)
    bits = np.ascontiguousarray(array, "float32").view("uint32")
    rounded = ((bits + np.uint32(0x7FFF) + (bits >> np.uint32(16) & np.uint32(1))) >> np.uint32(16)).astype("uint16")
    return np.where(np.isnan(array), np.uint16(0x7FC0), rounded).reshape(array.shape)


def from_bits(array, dtype):
    return (array.astype("uint32") << 16).view("float32") if dtype == "bfloat16" else array


def by_definition(a, b):
    """Products and sums one by one, as NaN and infinities need it: BLAS may leave factors of 0 out."""
    row, column = a.ndim == 1, b.ndim == 1
    a, b = a[None, :] if row else a, b[:, None] if column else b
    total = np.zeros(np.broadcast_shapes(a.shape[:-2], b.shape[:-2]) + (a.shape[-2], b.shape[-1]), a.dtype)
    with np.errstate(all="ignore"):
        for k in range(a.shape[-1]):
            total = total + a[..., :, k:k + 1] * b[..., k:k + 1, :]
    total = total[..., 0] if column else total
    return total[..., 0] if row and column else total[..., 0, :] if row else total


class Case:
    def __init__(self, library, random):
        self.lib, self.random, self.handles = library, random, []

    def keep(self, handle):
        self.handles.append(handle)
        return handle

    def view(self, dtype, shape, values):
        """A view of these values in a larger array: its handle, that of the whole, the whole, and the view in NumPy."""
        random, ndim = self.random, len(shape)
        axes = [int(i) for i in (random.permutation(ndim) if random.random() < 0.6 else range(ndim))]
        steps = [int(random.choice([1, 1, 1, 2, -1, -3])) if random.random() < 0.5 else 1 for _ in shape]
        before = [0] * ndim
        for place, axis in enumerate(axes):
            before[axis] = shape[place]
        whole = np.full([n * abs(step) for n, step in zip(before, steps)], 7, g.STORED.get(dtype, dtype))
        index = tuple(slice(None, None, step) for step in steps)
        if values is not None:
            whole[index].transpose(axes)[...] = to_bits(values, dtype)
        mine = [g.Slice(g.OMITTED, g.OMITTED, step) for step in steps]
        options = self.lib.options(dtype, whole.shape)
        data = whole.tobytes()
        base = self.keep(self.lib.make("gc_ndarray_from_host", self.lib.context, data, c.c_size_t(len(data)), c.byref(options)))
        part = self.keep(self.lib.make("gc_ndarray_slice", base, g.numbers(g.Slice, mine), c.c_size_t(ndim)))
        turned = self.keep(self.lib.make("gc_ndarray_transpose", part, g.numbers(c.c_uint32, axes), c.c_size_t(ndim)))
        return turned, base, whole, index, axes

    def product(self, dtype, a, b, want, flags, exact=True):
        random = self.random
        one, two = self.view(dtype, a.shape, a), self.view(dtype, b.shape, b)
        out, base, whole, index, axes = self.view(dtype, want.shape, None)
        options = Options(c.sizeof(Options), flags, None)
        self.lib.call("gc_ndarray_matmul", out, one[0], two[0], c.byref(options) if flags or random.random() < 0.5 else None, None)
        got = np.empty_like(whole)
        self.lib.read(base, got)
        written = got[index].transpose(axes).copy()
        got[index] = 7
        where = f"{dtype} {a.shape} {b.shape} flags {flags} of strides {self.lib.strides(one[0])} {self.lib.strides(two[0])} {self.lib.strides(out)}"
        if not (got == np.full_like(got, 7)).all():  # 7 is true, in bools
            return f"{where}: wrote between the elements"
        return differs(written, want, dtype, where, exact, a.shape[-1])

    def release(self):
        for handle in self.handles:
            self.lib.release(handle)
        self.handles.clear()


def differs(got, want, dtype, where, exact, depth):
    if exact:
        got, want = from_bits(got, dtype), from_bits(to_bits(want, dtype), dtype)
        wrong = ~((got == want) | ((got != got) & (want != want)))
    else:
        value, (want, bound) = from_bits(got, dtype), want
        unit = {"float16": 2**-11, "bfloat16": 2**-8, "float32": 2**-24, "complex64": 2**-22, "float64": 2**-53, "complex128": 2**-51}[dtype]
        sums = unit if "64" in dtype and dtype != "complex64" or dtype == "complex128" else 2**-22
        wrong = ~(abs(value - want) <= (depth + 2) * sums * bound + unit * abs(want) + 1e-30)
        got = value
    if not wrong.any():
        return None
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    return f"{where}: {int(wrong.sum())} of {wrong.size} are wrong, at {at} {got[at]}, expected {want[at]}"


def values(random, dtype, shape):
    if dtype == "bool":
        return random.random(shape) < 0.1
    if dtype in INTS:
        info = np.iinfo(dtype)
        return random.integers(info.min, info.max, shape, dtype, endpoint=True)
    made = random.integers(-3, 4, shape).astype("float64")
    if "complex" in dtype:
        return made + 1j * random.integers(-3, 4, shape)
    if random.random() < 0.3:
        made = np.where(random.random(shape) < 0.02, random.choice([np.nan, np.inf, -np.inf], shape), made)
    return made


def shapes(random):
    m, n, k = (int(random.choice(EXTENTS)) for _ in range(3))
    batch = [int(random.choice([1, 2, 3, 5])) for _ in range(int(random.choice([0, 0, 1, 2, 3])))]

    def of(rows, columns):
        own = [1 if random.random() < 0.3 else n for n in batch[int(random.integers(0, len(batch) + 1)) if random.random() < 0.3 else 0:]]
        return tuple(own) + (rows, columns)

    a = (k,) if random.random() < 0.15 else of(m, k)
    b = (k,) if random.random() < 0.15 else of(k, n)
    return a, b


def random_products(library, seed, cases, only_blas=False):
    wrong, random = [], np.random.default_rng(seed)
    for _ in range(cases):
        dtype = str(random.choice(FLOATS if only_blas else INTS + 2 * FLOATS))
        a, b = (values(random, dtype, shape) for shape in shapes(random))
        if dtype in LEAST and random.random() < 0.2:
            a = a * LEAST[dtype]  # denormal numbers, whose sums are exact too
        with np.errstate(all="ignore"):
            want = np.asarray(by_definition(a, b) if dtype in FLOATS else np.matmul(a, b))
        for flags in (0,) if only_blas else (0, OWN_KERNEL):
            case = Case(library, random)
            try:
                wrong.append(case.product(dtype, a, b, want, flags))
            finally:
                case.release()
    return [w for w in wrong if w]


def random_numbers(library, seed):
    wrong, random = [], np.random.default_rng(seed)
    for dtype in part(FLOATS, 3):
        for a_shape, b_shape in (((37, 300), (300, 41)), ((3, 9, 513), (513, 70)), ((1000,), (1000, 33)), ((5, 1000), (1000,))):
            made = [random.standard_normal(shape) + (1j * random.standard_normal(shape) if "complex" in dtype else 0) for shape in (a_shape, b_shape)]
            a, b = (from_bits(to_bits(each, dtype), dtype).astype("complex128" if "complex" in dtype else "float64") for each in made)
            want = np.matmul(a, b), np.matmul(abs(a), abs(b))
            for flags in (0, OWN_KERNEL):
                case = Case(library, random)
                handles = [case.keep(library.make("gc_ndarray_from_host", library.context, to_bits(each, dtype).tobytes(),
                                                  c.c_size_t(to_bits(each, dtype).nbytes), c.byref(library.options(dtype, each.shape)))) for each in made]
                out = case.keep(library.create(dtype, want[0].shape))
                library.call("gc_ndarray_matmul", out, *handles, c.byref(Options(c.sizeof(Options), flags, None)), None)
                got = np.empty(want[0].shape, g.STORED.get(dtype, dtype))
                library.read(out, got)
                wrong.append(differs(got, want, dtype, f"{dtype} {a_shape} {b_shape} flags {flags}", False, a_shape[-1]))
                case.release()
    return [w for w in wrong if w]


def is_gpu(library):
    kind = c.c_int32()
    library.call("gc_device_get_kind", library.make("gc_context_get_device", library.context), c.byref(kind))
    return kind.value == 1


def engine(library):
    """The version of the BLAS of the device; the reason where there is none."""
    numbers = [c.c_int32() for _ in range(3)]
    try:
        library.call("gc_version_get", c.c_int32(7 if is_gpu(library) else 8), *(c.byref(n) for n in numbers))
    except g.GridcallError as error:
        return None, str(error)
    return ".".join(str(n.value) for n in numbers), ""


def found(library):
    version, reason = engine(library)
    if not version:
        raise Skip(reason.splitlines()[0])


def released(library):
    """A product in memory that its owner has released, after the host has taken the signal: the call fails, or the wait that does a longer one, and the process lives."""
    size = c.c_uint64(1 << 20)
    mem, address = library.make("gc_mem_alloc", library.context, size), c.c_uint64()
    library.call("gc_mem_get_address", mem, c.byref(address))
    wrapped = library.make("gc_mem_wrap", library.context, address, size, None)
    sides = [[library.make("gc_ndarray_from_mem", wrapped, c.c_uint64(i << 18), c.byref(library.options("float32", (side, side)))) for i in range(3)] for side in (4, 256)]
    for places in sides:
        library.call("gc_ndarray_matmul", *places, None, None)
        library.call("gc_context_synchronize", library.context)
    library.c.gc_mem_release(mem)
    library.call("gc_handle_collect")
    for places in sides:
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        try:
            library.call("gc_ndarray_matmul", *places, None, None)
            library.call("gc_context_synchronize", library.context)
            return "no failure"
        except g.GridcallError as failure:
            if failure.status != "ILLEGAL_ADDRESS":
                return str(failure)
    return None


def by_itself(arguments):
    one = dict(os.environ, OPENBLAS_NUM_THREADS="1")  # its own threads' faults are nobody's
    run = subprocess.run([sys.executable, os.path.abspath(__file__), "--library", arguments.library, "--released"], capture_output=True, text=True, env=one)
    return None if run.returncode == 0 else f"exit code {run.returncode}: {run.stdout}{run.stderr}"


def by_another(arguments, path, version, variable="GRIDCALL_BLAS"):
    """The random products in a process of its own, by that library; without a version they fail."""
    run = subprocess.run([sys.executable, os.path.abspath(__file__), "--library", arguments.library, "--child", "--cases", str(arguments.cases),
                          "--seed", str(arguments.seed + 1)], env=os.environ | {variable: path}, capture_output=True, text=True)
    said = run.stdout + run.stderr
    if version is None:
        return None if run.returncode != 0 and "GRIDCALL_BLAS names no library that can be used" in said else said
    return None if run.returncode == 0 and f"# by {version}" in said else said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    parser.add_argument("--cases", type=int, default=effort(8, 400))
    parser.add_argument("--seed", type=int, default=effort_seed())
    parser.add_argument("--child", action="store_true")
    parser.add_argument("--released", action="store_true")
    arguments = parser.parse_args()
    library, tap = g.Library(arguments.library), Tap()
    if arguments.released:
        sys.exit(released(library))
    print(f"# by {engine(library)[0]}\n# seed {arguments.seed}")
    tap.case("random products", lambda: random_products(library, arguments.seed, arguments.cases, arguments.child))
    if not arguments.child:
        tap.case("random numbers", lambda: random_numbers(library, arguments.seed))
        tap.case("a BLAS is found", lambda: found(library))
    if not arguments.child and not is_gpu(library):  # GRIDCALL_BLAS is for the CPU device
        tap.case("memory that its owner has released", lambda: by_itself(arguments))
        tap.case("no other one where it is named wrongly", lambda: by_another(arguments, "/nonexistent.so", None))
        for target in ["x86-64-v3", "x86-64-v2"]:  # vectors of AVX2, and none
            tap.case(f"on {target}", lambda target=target: by_another(arguments, target, "", "GRIDCALL_CPU_TARGET"))
        # NumPy's wheel has an OpenBLAS with integers of 64 bits.
        for path in glob.glob(os.path.join(os.path.dirname(np.__file__), "../numpy.libs/*openblas64*.so")):
            tap.case(f"by {os.path.basename(path)}", lambda path=path: by_another(arguments, path, "0."))
    tap.end()


if __name__ == "__main__":
    main()
