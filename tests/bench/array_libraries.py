#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Algorithms of arrays on a GPU beside PyTorch and CuPy, in one process on one GPU, whichever of the two is installed; matrices on the CPU device
beside NumPy and OpenBLAS's LAPACK itself. Prints microseconds of a call and how many times as fast gridcall was as each, medians of rounds in which they take turns,
and what a call and a wait for next to no work take; it judges nothing.

    GRIDCALL_DEVICE=gpu tests/bench/array_libraries.py --library build/lib/libgridcall.so.0 [--sizes 10,20,28] [--sides 64,512,2048]"""

import argparse
import ctypes as c
import functools
import os
import sys
import time

sys.dont_write_bytecode = True
for folder in ("../support", "../ndarray"):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), folder))
import gridcall_ctypes as g  # noqa: E402
import numpy as np  # noqa: E402

FIRSTS = 100  # of a top k


class Sort(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("flags", c.c_uint64), ("axis", c.c_uint32), ("reserved", c.c_uint32), ("values", c.c_void_p),
                ("values_src", c.c_void_p), ("pool", c.c_void_p), ("segments", c.c_void_p)]


class Bins(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("lower", c.c_double), ("upper", c.c_double), ("edges", c.c_void_p), ("weights", c.c_void_p), ("pool", c.c_void_p)]


class Random(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("distribution", c.c_int32), ("generator", c.c_int32), ("seed", c.c_uint64), ("offset", c.c_uint64),
                ("a", c.c_double), ("b", c.c_double), ("dimension", c.c_uint32), ("reserved", c.c_uint32)]


class Index(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("flags", c.c_uint64), ("axis", c.c_uint32), ("reserved", c.c_uint32)]


def optional(name):
    try:
        return __import__(name)
    except Exception as reason:  # one that does not find its CUDA says so in many ways
        print(f"# no {name}: {reason}")
        return None


def taken(call, wait, times):
    """The time of a call and of what it queues, in microseconds."""
    start = time.perf_counter()
    for _ in range(times):
        call()
        wait()
    return (time.perf_counter() - start) / times * 1e6


def in_turns(calls, rounds=7):
    """The times of each call and its wait in rounds of which each takes all, first in order and then in reverse."""
    times = []
    for call in calls:
        taken(*call, 1)
    counts = [max(int(200 / taken(*call, 1)), 1) for call in calls]
    end = time.perf_counter() + 0.3
    while len(times) < rounds or time.perf_counter() < end:
        row = [0] * len(calls)
        for i in range(len(calls))[::-1 if len(times) % 2 else 1]:
            row[i] = taken(*calls[i], counts[i])
        times.append(row)
    return np.array(times).T


class Gridcall:
    """The calls of one size; each is named as its row."""

    def __init__(self, library, data):
        self.lib, self.made = library, []
        count = len(data["floats"])
        put = {name: self.keep(library.from_host(array)) for name, array in data.items()}
        new = {name: self.new(dtype, count) for name, dtype in [("float", "float32"), ("long", "uint64"), ("int", "int32"), ("place", "int64")]}
        one, bins = self.new("int64", 1), self.new("int32", 1000)
        places, firsts = Sort(c.sizeof(Sort), values=new["place"]), Sort(c.sizeof(Sort), flags=1, values=self.new("int64", min(FIRSTS, count)))
        first, of_bins, at = self.new("float32", min(FIRSTS, count)), Bins(c.sizeof(Bins), 0, 1), Index(c.sizeof(Index))
        shape = g.numbers(c.c_int64, [count // 64, 64])
        rows = {each: self.keep(library.make("gc_ndarray_reshape", of, shape, c.c_size_t(2), 0))
                for each, of in [("from", put["floats"]), ("to", new["float"])]}
        self.calls = {
            "sort, float32": lambda: library.call("gc_ndarray_sort", new["float"], put["floats"], None, None),
            "sort, uint64": lambda: library.call("gc_ndarray_sort", new["long"], put["longs"], None, None),
            "argsort, float32": lambda: library.call("gc_ndarray_sort", new["float"], put["floats"], c.byref(places), None),
            f"top {FIRSTS}": lambda: library.call("gc_ndarray_sort", first, put["floats"], c.byref(firsts), None),
            "select": lambda: library.call("gc_ndarray_select", new["float"], put["floats"], put["mask"], one, None, None),
            "places of true": lambda: library.call("gc_ndarray_select", new["place"], None, put["mask"], one, None, None),
            "run lengths": lambda: library.call("gc_ndarray_reduce_by_key", new["int"], new["place"], put["keys"], None, 1, one, None, None),
            "histogram, 1000 bins": lambda: library.call("gc_ndarray_histogram", bins, put["floats"], c.byref(of_bins), None),
            "search": lambda: library.call("gc_ndarray_search", new["int"], put["sorted"], put["floats"], c.c_uint64(0), None),
            "scan": lambda: library.call("gc_ndarray_scan", new["float"], put["floats"], c.c_int32(1), None, None),
            "take": lambda: library.call("gc_ndarray_take", new["float"], put["floats"], put["index"], c.byref(at), None),
            "take rows of 64": lambda: library.call("gc_ndarray_take", rows["to"], rows["from"], put["rows"], c.byref(at), None),
            "put": lambda: library.call("gc_ndarray_put", new["float"], put["index"], put["floats"], c.byref(at), None),
        }

    def keep(self, handle):
        self.made.append(handle)
        return handle

    def new(self, dtype, count):
        return self.keep(self.lib.make("gc_ndarray_create", self.lib.context, c.byref(self.lib.options(dtype, (count,)))))

    def end(self):
        for handle in self.made:
            self.lib.release(handle)


class Matrices(Gridcall):
    """Square matrices, and as many numbers."""

    def __init__(self, library, data):
        self.lib, self.made = library, []
        put = {name: self.keep(library.from_host(array)) for name, array in data.items()}
        side, kind = len(data["a"]), data["a"].dtype.name
        complex_kind = "complex64" if kind == "float32" else "complex128"
        new = {name: self.keep(library.create(dtype, shape)) for name, dtype, shape in [
            ("out", kind, (side, side)), ("other", kind, (side, side)), ("values", kind, (side,)), ("spectrum", complex_kind, (side, side)),
            ("half", complex_kind, (side, side // 2 + 1))]}
        numbers = Random(c.sizeof(Random), 1, 0, 7, 0, 0.0, 1.0)

        def call(name, *arguments):
            library.call(name, *arguments, None, None)
            return functools.partial(getattr(library.c, name), *arguments, None, None, None)

        self.calls = {
            "product": call("gc_ndarray_matmul", new["out"], put["a"], put["b"]),
            "solve": call("gc_ndarray_solve", new["out"], put["a"], put["b"]),
            "cholesky": call("gc_ndarray_cholesky", new["out"], put["positive"]),
            "qr": call("gc_ndarray_qr", new["out"], new["other"], put["a"]),
            "fft2": call("gc_ndarray_fft", new["spectrum"], put["complex"]),
            "rfft2": call("gc_ndarray_fft", new["half"], put["a"]),
            "sparse product": call("gc_ndarray_sparse_matmul", new["values"], put["offsets"], put["columns"], put["sparse"], put["vector"]),
            "uniform": lambda: library.call("gc_ndarray_fill_random", new["out"], c.byref(numbers), None),
        }
        if side <= 512:  # seconds beyond
            self.calls |= {"svd": call("gc_ndarray_svd", new["values"], new["out"], new["other"], put["a"]),
                           "eigh": call("gc_ndarray_eigh", new["values"], new["out"], put["positive"])}


def matrices(random, side, kind):
    def normal():
        return random.standard_normal((side, side), kind)

    a, per_row = normal(), min(side, 16)
    columns = np.sort(random.integers(0, side, (side, per_row)), 1).astype(np.int32).reshape(-1)
    return {"a": a, "b": normal(), "positive": a @ a.T + side * np.eye(side, dtype=kind),
            "complex": (a + 1j * normal()).astype(np.result_type(kind, np.complex64)),
            "offsets": np.arange(side + 1, dtype=np.int32) * per_row, "columns": columns, "sparse": random.random(len(columns), kind),
            "vector": random.random(side, kind)}


def library_calls(xp, data):
    """PyTorch, CuPy or NumPy, whose functions of matrices have one name."""
    put, asarray = {}, xp.asarray
    for name, array in data.items():
        put[name] = asarray(array).cuda() if xp.__name__ == "torch" else asarray(array)
    a, b, positive = put["a"], put["b"], put["positive"]
    calls = {"product": lambda: a @ b, "solve": lambda: xp.linalg.solve(a, b), "cholesky": lambda: xp.linalg.cholesky(positive), "qr": lambda: xp.linalg.qr(a),
             "svd": lambda: xp.linalg.svd(a, full_matrices=False), "eigh": lambda: xp.linalg.eigh(positive), "fft2": lambda: xp.fft.fft2(put["complex"]),
             "rfft2": lambda: xp.fft.rfft2(a)}
    if xp.__name__ == "torch":
        sparse = xp.sparse_csr_tensor(put["offsets"], put["columns"], put["sparse"], a.shape)
        calls |= {"sparse product": lambda: sparse @ put["vector"], "uniform": lambda: a.uniform_()}
    elif xp.__name__ == "cupy":
        sparse = __import__("cupyx.scipy.sparse").scipy.sparse.csr_matrix((put["sparse"], put["columns"], put["offsets"]), a.shape)
        calls |= {"sparse product": lambda: sparse @ put["vector"], "uniform": lambda: xp.random.random(a.shape, a.dtype)}
    else:
        generator = np.random.Generator(np.random.Philox(7))
        calls |= {"uniform": lambda: generator.random(a.shape, a.dtype)}
    return calls


def lapack_calls(data):
    """OpenBLAS's LAPACK, for matrices in Fortran's order of which it overwrites copies: the other triangle keeps what was there. Behind these calls those that have
    the arrays of gridcall and NumPy, in C's order, and the same results there, copied by NumPy."""
    try:
        library = c.CDLL("libopenblas.so.0")
    except OSError as reason:
        print(f"# no LAPACK: {reason}")
        return {}, {}
    side, kind = len(data["a"]), data["a"].dtype.name
    letter, real = ("s", c.c_float) if kind == "float32" else ("d", c.c_double)
    a, b, positive = (np.asfortranarray(data[name]) for name in ("a", "b", "positive"))
    x, y, z = (np.empty_like(a) for _ in range(3))
    values, tau, pivots, places, work = (np.empty(count, dtype) for count, dtype in [
        (side, kind), (side, kind), (side, "int32"), (8 * side + 3, "int32"), (8 * side * (side + 16), kind)])

    def prepare(name, *arguments):
        made = {int: lambda each: c.byref(c.c_int(each)), float: lambda each: c.byref(real(each)), bytes: lambda each: each}
        prepared = functools.partial(getattr(library, letter + name), *(made.get(type(each), lambda each: c.c_void_p(each.ctypes.data))(each) for each in arguments), *[1] * 2)
        prepared.keeps = arguments  # their memory
        return prepared

    factor, solve, cholesky, product = prepare("getrf_", side, side, x, side, pivots, 0), prepare("getrs_", b"N", side, side, x, side, pivots, y, side, 0), \
        prepare("potrf_", b"L", side, x, side, 0), prepare("gemm_", b"N", b"N", side, side, side, 1.0, b, side, a, side, 0.0, x, side)
    reflect, columns = prepare("geqrf_", side, side, x, side, tau, work, len(work), 0), prepare("orgqr_", side, side, side, y, side, tau, work, len(work), 0)
    svd = prepare("gesdd_", b"S", side, side, x, side, values, y, side, z, side, work, len(work), places, 0)
    eigh = prepare("syevd_", b"V", b"L", side, x, side, values, work, len(work), places, len(places), 0)
    calls = {"product": product, "solve": lambda: (np.copyto(x, a), np.copyto(y, b), factor(), solve()), "cholesky": lambda: (np.copyto(x, positive), cholesky()),
             "qr": lambda: (np.copyto(x, a), reflect(), np.copyto(y, x), columns())}
    rows, out, other = {name: data[name] for name in ("a", "b", "positive")}, np.empty((side, side), kind), np.empty((side, side), kind)
    by_rows = {"solve": lambda: (np.copyto(x, rows["a"]), np.copyto(y, rows["b"]), factor(), solve(), np.copyto(out, y)),
               "cholesky": lambda: (np.copyto(x, rows["positive"]), cholesky(), np.copyto(out, np.tril(x))),
               "qr": lambda: (np.copyto(x, rows["a"]), reflect(), np.copyto(other, np.triu(x)), np.copyto(y, x), columns(), np.copyto(out, y))}
    return calls | {"svd": lambda: (np.copyto(x, a), svd()), "eigh": lambda: (np.copyto(x, positive), eigh())}, by_rows


def torch_calls(torch, data):
    put = {name: torch.from_numpy(array.view(np.int64) if array.dtype == np.uint64 else array).cuda() for name, array in data.items()}
    floats, index, rows = put["floats"], put["index"].long(), put["rows"].long()
    out = torch.zeros_like(floats)
    return {
        "sort, float32": lambda: torch.sort(floats), "sort, uint64": lambda: torch.sort(put["longs"]), "argsort, float32": lambda: torch.sort(floats),
        f"top {FIRSTS}": lambda: torch.topk(floats, min(FIRSTS, len(floats))), "select": lambda: torch.masked_select(floats, put["mask"]),
        "places of true": lambda: torch.nonzero(put["mask"]), "run lengths": lambda: torch.unique_consecutive(put["keys"], return_counts=True),
        "histogram, 1000 bins": lambda: torch.histc(floats, 1000, 0, 1), "search": lambda: torch.searchsorted(put["sorted"], floats, out_int32=True),
        "scan": lambda: torch.cumsum(floats, 0), "take": lambda: torch.index_select(floats, 0, index),
        "take rows of 64": lambda: torch.index_select(floats.view(-1, 64), 0, rows), "put": lambda: out.index_copy_(0, index, floats)}


def cupy_calls(cupy, data):
    put = {name: cupy.asarray(array) for name, array in data.items()}
    floats, out = put["floats"], cupy.zeros_like(put["floats"])
    return {
        "sort, float32": lambda: cupy.sort(floats), "sort, uint64": lambda: cupy.sort(put["longs"]), "argsort, float32": lambda: cupy.argsort(floats),
        "select": lambda: floats[put["mask"]], "places of true": lambda: cupy.flatnonzero(put["mask"]),
        "histogram, 1000 bins": lambda: cupy.histogram(floats, 1000, (0, 1)), "search": lambda: cupy.searchsorted(put["sorted"], floats),
        "scan": lambda: cupy.cumsum(floats), "take": lambda: cupy.take(floats, put["index"]),
        "take rows of 64": lambda: cupy.take(floats.reshape(-1, 64), put["rows"], 0), "put": lambda: out.__setitem__(put["index"], floats)}


def compare(library, heading, ours, others):
    wait = functools.partial(library.c.gc_context_synchronize, library.context, None)
    one = [library.from_host(np.ones((1, 1), np.float32)) for _ in range(3)]
    least = functools.partial(library.c.gc_ndarray_matmul, *one, None, None, None)
    print(f"{heading} least: {np.median(in_turns([(least, wait)])):.1f} us")
    for name, call in ours.calls.items():
        those = [(other, (calls[name], its)) for other, calls, its in others if name in calls]
        mine, *theirs = in_turns([(call, wait)] + [each for _, each in those])
        print(f"{heading} {name}: {np.median(mine):.1f} us" + "".join(
            f"; {other} {np.median(each):.1f} us, {np.median(each / mine):.2f} times" for (other, _), each in zip(those, theirs)), flush=True)
    ours.end()
    for each in one:
        library.release(each)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", required=True)
    parser.add_argument("--sizes", default="10,20,28", help="powers of two, with commas; none: \"\"")
    parser.add_argument("--sides", default="64,512,2048", help="of square matrices, with commas")
    parser.add_argument("--kind", default="float32", choices=["float32", "float64"], help="of the matrices' numbers")
    arguments = parser.parse_args()
    library = g.Library(arguments.library)
    kind = c.c_int32()
    library.call("gc_device_get_kind", library.make("gc_context_get_device", library.context), c.byref(kind))
    torch, cupy = (optional("torch"), optional("cupy")) if kind.value == 1 else (None, None)
    random = np.random.default_rng(1)
    for size in map(int, filter(None, arguments.sizes.split(","))):
        count = 1 << size
        floats = random.random(count, np.float32)
        data = {"floats": floats, "longs": random.integers(0, 2**63, count).astype(np.uint64), "mask": random.random(count, np.float32) < 0.5,
                "keys": np.sort(random.integers(0, max(count // 8, 1), count).astype(np.int32)), "sorted": np.sort(floats),
                "index": random.permutation(count).astype(np.int32), "rows": random.permutation(max(count // 64, 1)).astype(np.int32)}
        others = [("torch", torch_calls(torch, data), torch.cuda.synchronize)] if torch else []
        if cupy:
            others.append(("cupy", cupy_calls(cupy, data), cupy.cuda.Device().synchronize))
        compare(library, f"2^{size}", Gridcall(library, data), others)
        del others
    for side in map(int, filter(None, arguments.sides.split(","))):
        data = matrices(random, side, arguments.kind)
        others = [(xp.__name__, library_calls(xp, data), wait) for xp, wait in [
            (torch, torch and torch.cuda.synchronize), (cupy, cupy and cupy.cuda.Device().synchronize), (None if kind.value == 1 else np, lambda: None)] if xp]
        if kind.value != 1:
            others += [(name, calls, lambda: None) for name, calls in zip(["LAPACK", "LAPACK by rows"], lapack_calls(data))]
        compare(library, f"{side} x {side}", Matrices(library, data), others)


if __name__ == "__main__":
    main()
