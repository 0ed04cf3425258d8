#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gc_ndarray_sparse_matmul beside NumPy on whatever device GRIDCALL_DEVICE names: matrices with empty, long and few rows, slices of rows, views of any
strides, both types of indices. `sparse.py [--cases N] [--seed N]`.

Elements are small integers, of which every order gives the same sum, so that all results are exact; NaN and infinities are among them. Random
numbers are compared within the bound of a sum in any order."""

import argparse
import ctypes as c
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import gridcall_ctypes as g  # noqa: E402
from effort import effort, effort_seed, part  # noqa: E402
from gridcall_ctypes import np  # noqa: E402
from matmul import FLOATS, Case, differs, is_gpu, to_bits, values  # noqa: E402
from tap import Tap  # noqa: E402

COLUMNS = [0, 1, 1, 1, 2, 3, 4, 5, 8, 15, 16, 17, 33, 70]


class Options(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("pool", c.c_void_p)]


def lengths_of_rows(random):
    """The number of elements in each row: few, none in most, or all in one."""
    rows = int(random.choice([0, 1, 2, 7, 100, 1001]))
    kind = int(random.integers(0, 4))
    lengths = random.integers(0, [4, 60, 2, 3][kind], rows)
    if kind == 3 and rows:
        lengths[int(random.integers(0, rows))] = int(random.choice([300, 5000, 40000]))
    return lengths


def product(offsets, columns, elements, right):
    rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    used = slice(offsets[0], offsets[-1])
    each = elements[used]
    total = np.zeros((len(offsets) - 1,) + right.shape[1:], right.dtype)
    with np.errstate(all="ignore"):
        np.add.at(total, rows, (each if right.ndim == 1 else each[:, None]) * right[columns[used]])
    return total


def run(library, random, dtype, matrix, right, want, exact, again=False):
    """The difference, or None; the bits of the results with it."""
    case = Case(library, random)
    try:
        offsets, columns, elements = matrix
        types = [str(random.choice(["int32", "int64"])) for _ in range(2)]
        handles = [case.view(kind, each.shape, each)[0] for kind, each in
                   ((types[0], offsets), (types[1], columns), (dtype, elements), (dtype, right))]
        out, base, whole, index, axes = case.view(dtype, want[0].shape if not exact else want.shape, None)
        options = Options(c.sizeof(Options), None)
        for _ in range(2 if again else 1):
            library.call("gc_ndarray_sparse_matmul", out, *handles, c.byref(options) if random.random() < 0.5 else None, None)
        got = np.empty_like(whole)
        library.read(base, got)
        written = got[index].transpose(axes).copy()
        got[index] = 7
        where = f"{dtype} {types} of {len(offsets) - 1} rows, {len(columns)} elements, {right.shape}"
        if not (got == 7).all():
            return f"{where}: wrote between the elements", written
        return differs(written, want, dtype, where, exact, int(np.diff(offsets).max(initial=0))), written
    finally:
        case.release()


def random_matrix(random, dtype):
    lengths = lengths_of_rows(random)
    before, behind = (int(random.choice([0, 0, 5, 700])) for _ in range(2))
    offsets = np.concatenate(([0], np.cumsum(lengths))).astype("int64") + before
    depth = int(random.choice([1, 2, 50, 999]))
    count = int(offsets[-1]) + behind
    columns = random.integers(0, depth, count)
    columns[:before], columns[count - behind:] = 2**30, 2**30  # of no row: not read
    return (offsets, columns, values(random, dtype, (count,))), depth


def random_products(library, seed, cases):
    wrong, random = [], np.random.default_rng(seed)
    for _ in range(cases):
        dtype = str(random.choice(FLOATS))
        matrix, depth = random_matrix(random, dtype)
        width = int(random.choice(COLUMNS))
        right = values(random, dtype, (depth,) if random.random() < 0.3 else (depth, width))
        wrong.append(run(library, random, dtype, matrix, right, product(*matrix, right), True)[0])
    return [w for w in wrong if w]


def random_numbers(library, seed):
    """Within the bound, and each time the same bits."""
    wrong, random = [], np.random.default_rng(seed)
    for dtype in part(("float32", "float64", "complex64", "complex128"), 4):
        for shape in ((500,), (500, 3), (500, 40)):
            make = lambda shape, dtype=dtype: random.standard_normal(shape) + (1j * random.standard_normal(shape) if "complex" in dtype else 0)  # noqa: E731
            offsets = np.concatenate(([0], np.cumsum(random.integers(0, 30, 700)), [60000, 60000])).astype("int64")
            columns = random.integers(0, 500, 60000)
            elements, right = (to_bits(make(each), dtype).astype("complex128" if "complex" in dtype else "float64") for each in ((60000,), shape))
            want = product(offsets, columns, elements, right), product(offsets, columns, abs(elements), abs(right))
            state = random.bit_generator.state
            difference, first = run(library, random, dtype, (offsets, columns, elements), right, want, False)
            random.bit_generator.state = state
            second = run(library, random, dtype, (offsets, columns, elements), right, want, False, True)[1]
            wrong.append(difference or (None if first.tobytes() == second.tobytes() else f"{dtype} {shape}: other bits the second time"))
    return [w for w in wrong if w]


def far_column(library):
    """A column that lies outside of the memory, for the CPU device's checks."""
    arrays = [np.array([0, 2], "int32"), np.array([0, 10**7], "int32"), np.ones(2, "float32"), np.ones(3, "float32")]
    handles = [library.from_host(each) for each in arrays]
    out = library.create("float32", (1,))
    library.call("gc_ndarray_sparse_matmul", out, *handles, None, None)
    library.read(out, np.empty(1, "float32"))


def checked(arguments):
    run = subprocess.run([sys.executable, os.path.abspath(__file__), "--library", arguments.library, "--far"],
                         env=os.environ | {"GRIDCALL_CPU_CHECK": "memory"}, capture_output=True, text=True)
    return None if run.returncode != 0 and "ILLEGAL_ADDRESS" in run.stderr else run.stdout + run.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    parser.add_argument("--cases", type=int, default=effort(12, 400))
    parser.add_argument("--seed", type=int, default=effort_seed())
    parser.add_argument("--far", action="store_true")
    arguments = parser.parse_args()
    library, tap = g.Library(arguments.library), Tap()
    if arguments.far:
        return far_column(library)
    print(f"# seed {arguments.seed}")
    tap.case("random products", lambda: random_products(library, arguments.seed, arguments.cases))
    tap.case("random numbers", lambda: random_numbers(library, arguments.seed))
    if not is_gpu(library):
        tap.case("a column outside of the memory is reported", lambda: checked(arguments))
    return tap.end()


if __name__ == "__main__":
    main()
