#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Selections, reductions by key, histograms, searches, takes and puts beside NumPy on whatever device GRIDCALL_DEVICE names: each bit of the
results, what is behind them, lengths from no element to several chunks, and strides of any sign."""

import ctypes as c
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import gridcall_ctypes as g  # noqa: E402
from effort import part  # noqa: E402
from gridcall_ctypes import np  # noqa: E402
from sort_scan import FLOATS, INTS, Pool, Scan, Sort, differs, keys_of, random_view, run  # noqa: E402

LENGTHS = (0, 1, 2, 7, 8, 9, 255, 2047, 2049, 16385, 32768, 40001, 100003)
UFUNCS = {"SUM": np.add, "PROD": np.multiply, "MIN": np.minimum, "MAX": np.maximum, "ANY": np.logical_or, "ALL": np.logical_and}


def select(arrays, to, src, mask, count=None):
    arrays.lib.call("gc_ndarray_select", to, src, mask, count, None, None)


def reduce_by_key(arrays, keys, values, src_keys, src_values, reduction, count=None):
    arrays.lib.call("gc_ndarray_reduce_by_key", keys, values, src_keys, src_values, g.REDUCTIONS[reduction], count, None, None)


def zeros(arrays, count, dtype):
    return arrays.put(np.zeros(count, g.STORED.get(dtype, dtype)), dtype)


def number(arrays):
    return arrays.put(np.full(1, -1, "int64"))


def value_of(arrays, count):
    return int(arrays.get(count, np.zeros(1, "int64"))[0])


def is_counted(arrays, count, want, what):
    got = value_of(arrays, count)
    return None if got == want else f"{what}: counted {got}, expected {want}"


def mask_of(random, shape, density):
    return random.random(shape) < density


def front(made, room):
    """The results with 0 behind them, which stays."""
    want = np.zeros(room, made.dtype)
    want[: len(made)] = made[:room]
    return want


def selections(arrays):
    wrong, random = [], np.random.default_rng(1)
    kinds = [*INTS, *FLOATS, "bool", "complex64", "complex128"]
    for i, count in part(enumerate([*LENGTHS, *(1003,) * len(kinds)]), 3):
        dtype = kinds[i % len(kinds)]
        for density in (0, 0.03, 0.5, 0.97, 1):
            src = random.integers(0, 2, count).astype(dtype) if dtype[0] == "c" else keys_of(random, dtype, count)
            mask = mask_of(random, count, density)
            want, what = src[mask], f"{count} {dtype} {density}"
            room = max(len(want) + int(random.integers(-5, 5)), 0)
            to, total = zeros(arrays, room, dtype), number(arrays)
            select(arrays, to, arrays.put(src, dtype), arrays.put(mask), total)
            wrong += [differs(arrays.get(to, front(want, room)), front(want, room), what), is_counted(arrays, total, len(want), what)]
            places = np.flatnonzero(mask).astype("int32" if i % 2 else "int64")
            to = arrays.put(np.zeros(room, places.dtype))
            select(arrays, to, None, arrays.put(mask))
            wrong.append(differs(arrays.get(to, front(places, room)), front(places, room), f"places of {what}"))
            arrays.end()
    return wrong


def selections_of_views(arrays):
    """Into every other element, backwards, in place, and from arrays of several dimensions; bytes that are not 0 or 1 are true."""
    wrong, random = [], np.random.default_rng(2)
    for _ in range(30):
        shape = tuple(int(n) for n in random.choice([1, 2, 3, 17, 90], random.integers(1, 4)))
        src, bytes_ = random.integers(0, 1 << 30, shape).astype("int32"), random.integers(0, 3, shape).astype("uint8") * 127
        steps, axes, view = random_view(random, shape)
        handle, mask = arrays.put(src), arrays.view(arrays.put(bytes_.view("bool")), steps, axes)
        want = view(src)[view(bytes_) != 0]
        to = arrays.put(np.zeros(2 * src.size, "int32"))
        back = arrays.keep(arrays.lib.make("gc_ndarray_slice", to, g.numbers(g.Slice, [g.Slice(g.OMITTED, g.OMITTED, -2)]), c.c_size_t(1)))
        total = number(arrays)
        select(arrays, back, arrays.view(handle, steps, axes), mask, total)
        whole = np.zeros(2 * src.size, "int32")
        whole[::-2] = front(want, src.size)
        wrong += [differs(arrays.get(to, whole), whole, f"{shape} by {steps} {axes}"), is_counted(arrays, total, len(want), f"{shape}")]
        line = arrays.keep(arrays.lib.make("gc_ndarray_reshape", handle, g.numbers(c.c_int64, [-1]), c.c_size_t(1), 0))
        select(arrays, line, handle, arrays.put(bytes_.view("bool")))
        kept = src.reshape(-1)[bytes_.reshape(-1) != 0]
        in_place = np.concatenate([kept, src.reshape(-1)[len(kept) :]])
        wrong.append(differs(arrays.get(line, in_place), in_place, f"{shape} in place"))
        arrays.end()
    return wrong


def runs_of(random, count, dtype, longest):
    """Keys in runs of 1 to `longest` elements."""
    keys = keys_of(random, dtype, max(count, 1))
    starts = np.cumsum(random.integers(1, longest + 1, max(count, 1)))
    return keys[np.searchsorted(starts, np.arange(count), "right")]


def heads_of(keys, dtype):
    """The first elements of runs; NaN equals NaN, and -0.0 equals 0.0."""
    if dtype == "bfloat16":
        keys = (keys.astype("uint32") << np.uint32(16)).view("float32")
    same = keys[1:] == keys[:-1]
    if keys.dtype.kind == "f":
        same |= np.isnan(keys[1:]) & np.isnan(keys[:-1])
    return np.flatnonzero(np.concatenate([[True] * min(len(keys), 1), ~same]).astype("bool"))


def reduced(values, starts, reduction, dtype):
    if reduction in ("ANY", "ALL"):
        values = values.astype("bool")
    elif values.dtype.kind in "iub" and reduction in ("SUM", "PROD"):
        values = values.astype("uint64" if values.dtype.kind == "u" else "int64")
    return UFUNCS[reduction].reduceat(values, starts).astype(dtype) if len(starts) else np.zeros(0, dtype)


def runs(arrays):
    """The numbers are such that every order of additions gives the same."""
    wrong, random = [], np.random.default_rng(3)
    kinds = [*INTS, *FLOATS, "bool"]
    cases = [("float32", "float32", "SUM"), ("int8", "int64", "SUM"), ("float64", "float64", "PROD"), ("float32", "float32", "MAX"), ("uint16", "uint16", "MIN"),
             ("float64", "bool", "ANY"), ("bool", "bool", "ALL"), ("complex64", "complex64", "SUM"), ("float16", "float16", "MIN"), ("bool", "int32", "SUM")]
    for i, count in part(enumerate([*LENGTHS, *LENGTHS]), 4):
        for longest in (1, 3, 700, 50000):
            dtype, (kind, out, reduction) = kinds[(i + longest) % len(kinds)], cases[(i * 4 + longest) % len(cases)]
            keys = runs_of(random, count, dtype, longest)
            values = random.integers(0, 4, count).astype(kind) if reduction != "PROD" else random.choice(np.array([1, -1, 1, 1.0]), count)
            if reduction == "MAX" and count > 10:
                values[count // 2] = np.nan
            starts, what = heads_of(keys, dtype), f"{reduction} of {count} {kind} as {out} by {dtype}, runs to {longest}"
            room = max(len(starts) + int(random.integers(-4, 5)), 0)
            to, out_values, total = zeros(arrays, room, dtype), arrays.put(np.zeros(room, out)), number(arrays)
            src = arrays.put(keys, dtype)
            want = front(reduced(values, starts, reduction, out), room)
            reduce_by_key(arrays, to, out_values, src, arrays.put(values), reduction, total)
            first = arrays.get(out_values, want)
            if not np.array_equal(first, want, equal_nan=want.dtype.kind == "f"):
                wrong.append(f"{what}: {first[:5]}, expected {want[:5]}")
            wrong += [differs(arrays.get(to, front(keys[starts], room)), front(keys[starts], room), f"keys of {what}"), is_counted(arrays, total, len(starts), what)]
            lengths = front(np.diff(np.append(starts, count)).astype("int32"), room)
            counted = arrays.put(np.zeros(room, "int32"))
            reduce_by_key(arrays, zeros(arrays, room, dtype), counted, src, None, "SUM")
            wrong.append(differs(arrays.get(counted, lengths), lengths, f"lengths of {what}"))
            alone = zeros(arrays, room, dtype)
            reduce_by_key(arrays, alone, None, src, None, "SUM")
            wrong.append(differs(arrays.get(alone, keys), arrays.get(to, keys), f"keys alone of {what}") if room == count else None)
            arrays.end()
    return wrong


def runs_again(arrays):
    """Sums of floats are the same bits each time, and near the sums in double."""
    wrong, random = [], np.random.default_rng(4)
    keys = np.sort(random.integers(0, 50, 200001)).astype("int16")
    values = random.standard_normal(200001).astype("float32")
    starts = heads_of(keys, "int16")
    src, given, made = arrays.put(keys), arrays.put(values), []
    for _ in range(4):
        to, sums = arrays.put(np.zeros(64, "int16")), arrays.put(np.zeros(64, "float32"))
        reduce_by_key(arrays, to, sums, src, given, "SUM")
        made.append(arrays.get(sums, np.zeros(64, "float32"))[: len(starts)])
        wrong.append(differs(made[-1], made[0], "again"))
    error = np.abs(made[0] - np.add.reduceat(values.astype("float64"), starts)).max()
    arrays.end()
    return [*wrong, None if error < 0.05 else f"sums differ by {error}"]


def runs_in_place(arrays):
    """Each result is where a source was."""
    wrong, random = [], np.random.default_rng(5)
    for count in (100, 50001):
        keys, values = np.sort(random.integers(0, 90, count)).astype("int32"), random.integers(0, 9, count).astype("int32")
        starts = heads_of(keys, "int32")
        first, second = arrays.put(keys), arrays.put(values)
        reduce_by_key(arrays, second, first, first, second, "SUM")
        sums = np.add.reduceat(values, starts)
        wrong += [differs(arrays.get(second, values)[: len(starts)].copy(), keys[starts], f"keys of {count}"),
                  differs(arrays.get(first, keys), np.concatenate([sums, keys[len(sums) :]]).astype("int32"), f"sums of {count}")]
        arrays.end()
    return wrong


class Bins(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("lower", c.c_double), ("upper", c.c_double), ("edges", c.c_void_p), ("weights", c.c_void_p), ("pool", c.c_void_p)]


class Index(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("flags", c.c_uint64), ("axis", c.c_uint32), ("reserved", c.c_uint32)]


MODES = {"raise": 0, "wrap": 1, "clip": 2}


def histogram(arrays, to, src, lower=0, upper=0, edges=None, weights=None):
    arrays.lib.call("gc_ndarray_histogram", to, src, c.byref(Bins(c.sizeof(Bins), lower, upper, edges, weights, None)), None)


def search(arrays, to, sorted_, values, right):
    arrays.lib.call("gc_ndarray_search", to, sorted_, values, c.c_uint64(right), None)


def take(arrays, to, src, indices, axis, mode):
    arrays.lib.call("gc_ndarray_take", to, src, indices, c.byref(Index(c.sizeof(Index), MODES[mode], axis, 0)), None)


def put(arrays, to, indices, values, axis, mode, add=False):
    arrays.lib.call("gc_ndarray_put", to, indices, values, c.byref(Index(c.sizeof(Index), MODES[mode] | add * 4, axis, 0)), None)


def as_double(values, dtype):
    with np.errstate(invalid="ignore"):  # NaN that signals
        return (values.astype("uint32") << np.uint32(16)).view("float32").astype("float64") if dtype == "bfloat16" else values.astype("float64")


def histograms(arrays):
    """All types with what is special, values on the edges, more bins than elements, more than shared memory has, and weights."""
    wrong, random = [], np.random.default_rng(6)
    kinds = [*INTS, *FLOATS, "bool"]
    for i, count in part(enumerate([*LENGTHS, *(1003,) * len(kinds), 50001]), 3):
        dtype, bins = kinds[i % len(kinds)], (1, 7, 256, 5000, 20000)[i % 5]
        src = keys_of(random, dtype, count)
        on_edges = random.integers(-2, bins + 3, count) / bins * 10 - 3
        wide = as_double(src, dtype)
        for values, given, kind in ((wide, src, dtype), (on_edges, on_edges, "float64")):
            finite = values[np.isfinite(values) & (np.abs(values) < 1e300)]
            lower, upper = (-3.0, 7.0) if kind == "float64" else (float(finite.min(initial=0)), float(finite.max(initial=0)) * 0.7 + 1)
            seen = values[~np.isnan(values)]
            want = np.histogram(seen, bins, (lower, upper))[0].astype("int32")
            to, handle = arrays.put(np.full(bins, 9, "int32")), arrays.put(given, kind)
            histogram(arrays, to, handle, lower, upper)
            wrong.append(differs(arrays.get(to, want), want, f"{count} {kind} in {bins} from {lower} to {upper}"))
            edges = np.sort(np.concatenate([[lower, upper, upper], random.choice(np.append(finite, lower), max(bins - 2, 0))]))
            want = np.histogram(seen, edges)[0].astype("int64")
            to = arrays.put(np.full(len(edges) - 1, 9, "int64"))
            histogram(arrays, to, handle, edges=arrays.put(edges))
            wrong.append(differs(arrays.get(to, want), want, f"{count} {kind} between {len(edges)} edges"))
            weights = random.integers(-5, 100, count).astype(("int8", "float32", "float64", "int64")[i % 4])
            out = ("int64", "float32", "float64", "float64")[i % 4]
            kept = ~np.isnan(values)
            want = np.histogram(seen, bins, (lower, upper), weights=weights[kept].astype("float64"))[0].astype(out)
            to = arrays.put(np.full(2 * bins, 9, out))
            back = arrays.keep(arrays.lib.make("gc_ndarray_slice", to, g.numbers(g.Slice, [g.Slice(g.OMITTED, g.OMITTED, -2)]), c.c_size_t(1)))
            histogram(arrays, back, handle, lower, upper, weights=arrays.put(weights))
            whole = np.full(2 * bins, 9, out)
            whole[::-2] = want
            wrong.append(differs(arrays.get(to, whole), whole, f"{weights.dtype} weights of {count} {kind} in {bins} as {out}"))
            arrays.end()
    for dtype in INTS:  # bin i has the integer lower + i
        for lower, upper, count in ((-3, 97, 5003), (0, 256, 1003), (2, 3, 9)):
            src = random.integers(0 if dtype[0] == "u" else -5, 110, count).astype(dtype)
            to, want = arrays.put(np.full(upper - lower, 9, "int32")), np.histogram(src, upper - lower, (lower, upper))[0].astype("int32")
            histogram(arrays, to, arrays.part(arrays.put(np.insert(src, 0, 5)), 1, count + 1), float(lower), float(upper))
            wrong.append(differs(arrays.get(to, want), want, f"{count} {dtype}, one in each bin from {lower}"))
        arrays.end()
    return wrong


def searches(arrays):
    """NaN is behind all numbers, also of a search; -0.0 is 0.0."""
    wrong, random = [], np.random.default_rng(7)
    kinds = [*INTS, *FLOATS, "bool"]
    for i, count in part(enumerate([*LENGTHS, *(1003,) * len(kinds)]), 3):
        dtype = kinds[i % len(kinds)]
        sorted_ = keys_of(random, dtype, count)
        sorted_ = sorted_[np.argsort(as_double(sorted_, dtype) if dtype == "bfloat16" else sorted_, kind="stable")]
        for shape in ((0,), (1,), (3, 5), (2003,)):
            values = keys_of(random, dtype, shape)
            if count:
                values = np.where(random.random(shape) < 0.5, random.choice(sorted_, shape), values)
            steps, axes, view = random_view(random, shape)
            for side in ("left", "right"):
                places = ("int32", "uint64")[i % 2]
                line, wanted = (as_double(x, dtype) if dtype == "bfloat16" else x for x in (sorted_, view(values)))
                want = np.searchsorted(line, wanted, side).astype(places)
                to = arrays.put(np.full(want.shape, 9, places))
                search(arrays, to, arrays.put(sorted_, dtype), arrays.view(arrays.put(values, dtype), steps, axes), side == "right")
                wrong.append(differs(arrays.get(to, want), want, f"{shape} {dtype} {side} in {count}"))
            arrays.end()
    return wrong


def indexed(src, indices, axis, mode):
    """NumPy's take, with 0 for what is out of range."""
    if mode != "raise":
        return np.take(src, indices.astype("int64"), axis, mode=mode)
    count = src.shape[axis]
    at = indices.astype("int64")
    at = np.where(at < 0, at + count, at)
    inside = (at >= 0) & (at < count)
    got = np.take(src, np.where(inside, at, 0), axis) if count else np.zeros((*src.shape[:axis], *at.shape, *src.shape[axis + 1 :]), src.dtype)
    shape = (1,) * axis + at.shape + (1,) * (src.ndim - axis - 1)
    return np.where(inside.reshape(shape), got, np.zeros((), src.dtype))


def runs_of_halves(arrays):
    keys = np.repeat(np.arange(12), 3).astype("float16")
    to, want = zeros(arrays, 12, "float16"), keys[::3]
    reduce_by_key(arrays, to, None, arrays.put(keys), None, "SUM")
    return [differs(arrays.get(to, want), want, "halves")]


def runs_checked(_):
    """The CPU device's check finds nothing that is read before it is written."""
    child = subprocess.run([sys.executable, __file__, *sys.argv[1:]], env=os.environ | {"GRIDCALL_CPU_CHECK": "init"}, capture_output=True, text=True)
    return [child.stdout + child.stderr] if child.returncode else []


def takes(arrays):
    wrong, random = [], np.random.default_rng(8)
    kinds = [*INTS, *FLOATS, "bool", "complex64", "complex128"]
    for turn in part(range(60), 3):
        shape = tuple(int(n) for n in random.choice([1, 2, 3, 8, 33, 90], random.integers(1, 4)))
        dtype, mode = kinds[turn % len(kinds)], ("raise", "wrap", "clip")[turn % 3]
        src = random.integers(0, 99, shape).astype(dtype) if dtype[0] == "c" else keys_of(random, dtype, shape)
        steps, axes, view = random_view(random, shape)
        axis, seen = int(random.integers(len(shape))), view(src)
        count = seen.shape[axis]
        indices = random.integers(-2 * count - 1, 2 * count + 2, ((1,), (7,), (3, 4), (500,))[random.integers(4)]).astype(random.choice(["int8", "int32", "int64"]))
        if turn % 4 == 0:
            indices = np.abs(indices).astype("uint16")
        want = indexed(seen, indices, axis, mode)
        src_view = arrays.view(arrays.put(src, dtype), steps, axes)
        to = arrays.put(np.zeros_like(want), dtype)
        take(arrays, to, src_view, arrays.put(indices), axis, mode)
        wrong.append(differs(arrays.get(to, want), want, f"{dtype} {shape} by {steps} {axes}, {indices.shape} along {axis}, {mode}"))
        arrays.end()
    far, line = np.array([2**64 - 1, 2**63, 2**63 + 3, 4], "uint64"), random.integers(1, 99, 5).astype("int16")  # no index of 64 bits counts from the end
    for mode, want in (("raise", np.where(far < 5, line[4], 0)), ("wrap", line[far % np.uint64(5)]), ("clip", line[[4] * 4])):
        to, back = arrays.put(np.zeros_like(line[:4])), arrays.put(np.zeros_like(line))
        take(arrays, to, arrays.put(line), arrays.put(far), 0, mode)
        wrong.append(differs(arrays.get(to, line[:4]), want.astype("int16"), f"from 2^63 on, {mode}"))
        put(arrays, back, arrays.put(far), arrays.put(line[4:]), 0, mode)
        want = np.zeros_like(line)
        want[[4] if mode != "wrap" else (far % np.uint64(5)).astype("int64")] = line[4]
        wrong.append(differs(arrays.get(back, want), want, f"to 2^63 on, {mode}"))
        arrays.end()
    table = random.integers(0, 99, (40, 64)).astype("float32")  # a permutation in place, of whole rows
    order, handle = random.permutation(40).astype("int32"), arrays.put(table)
    take(arrays, handle, handle, arrays.put(order), 0, "raise")
    wrong.append(differs(arrays.get(handle, table), table[order], "rows in place"))
    arrays.end()
    return wrong


def puts(arrays):
    wrong, random = [], np.random.default_rng(9)
    kinds = [*INTS, *FLOATS, "complex64", "complex128"]
    for turn in part(range(60), 3):
        shape = tuple(int(n) for n in random.choice([1, 2, 3, 8, 33, 90], random.integers(1, 4)))
        dtype, mode, add = kinds[turn % len(kinds)], ("raise", "wrap", "clip")[turn % 3], turn % 2 == 0
        if add:
            dtype = ("int32", "uint32", "int64", "uint64", "float32", "float64")[turn // 2 % 6]
        whole = random.integers(0, 99, shape).astype(g.STORED.get(dtype, dtype))
        steps, axes, view = random_view(random, shape)
        axis = int(random.integers(len(shape)))
        count = view(whole).shape[axis]
        if add:
            indices = random.integers(-2 * count - 1, 2 * count + 2, ((1,), (7,), (3, 4), (500,))[random.integers(4)])
        else:  # each element once
            indices = random.permutation(np.arange(count))[: int(random.integers(count + 1))] + (count * int(random.integers(-1, 3)) if mode != "clip" else 0)
        at = indices if mode != "raise" else np.where(indices < 0, indices + count, indices)
        inside = (at >= 0) & (at < count) if mode == "raise" else np.ones(at.shape, "bool")
        at = at % count if mode == "wrap" else np.clip(at, 0, count - 1)
        line, want = view(whole), whole.copy()
        full = (*line.shape[:axis], *indices.shape, *line.shape[axis + 1 :])
        values = random.integers(0, 99, full if turn % 5 else full[-1:]).astype(whole.dtype)
        moved = np.moveaxis(np.broadcast_to(values, full), range(axis, axis + indices.ndim), range(indices.ndim)).reshape(-1, *line.shape[:axis], *line.shape[axis + 1 :])
        into = np.moveaxis(view(want), axis, 0)
        keep = inside.reshape(-1)
        if add:
            np.add.at(into, at.reshape(-1)[keep], moved[keep])
        else:
            into[at.reshape(-1)[keep]] = moved[keep]
        handle = arrays.put(whole, dtype)
        put(arrays, arrays.view(handle, steps, axes), arrays.put(indices), arrays.put(values, dtype), axis, mode, add)
        wrong.append(differs(arrays.get(handle, want), want, f"{dtype} {shape} by {steps} {axes}, {indices.shape} along {axis}, {mode}, add {add}"))
        arrays.end()
    return wrong


class Statistics(c.Structure):
    _fields_ = [(name, c.c_uint64) for name in "struct_size held_blocks held_bytes active_blocks active_bytes peak_bytes limit".split()]


class Select(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("pool", c.c_void_p)]


def temporary_memory(arrays):
    """The most that a pool had, beside what its calls read and write."""
    lib, count, random = arrays.lib, 1 << 20, np.random.default_rng(9)
    src, table = random.random(count, np.float32), random.random((1000, 1000), np.float32)
    keys = np.sort(random.integers(0, count // 8, count).astype(np.int32))
    floats, square, runs_of, mask = arrays.put(src), arrays.put(table), arrays.put(keys), arrays.put(src < 0.5)
    out, places, few, most, most_places, turned, turned_places, most_turned, found, bins = (arrays.put(np.zeros(shape, dtype)) for shape, dtype in [
        (count, "float32"), (count, "int32"), (100, "float32"), (count * 3 // 4, "float32"), (count * 3 // 4, "int32"),
        ((1000, 1000), "float32"), ((1000, 1000), "int32"), ((750, 1000), "float32"), (1, "int64"), (1000, "int32")])
    first = arrays.keep(lib.make("gc_ndarray_slice", out, g.numbers(g.Slice, [g.Slice(g.OMITTED, count * 3 // 4, 1)]), c.c_size_t(1)))

    wide, far = arrays.put(np.zeros(2 * count, "float32")), arrays.view(arrays.put(np.zeros(17 * count, "float32")), [-17], [0])
    every, back, moved, moved_back = arrays.view(wide, [2], [0]), arrays.view(floats, [-1], [0]), arrays.part(wide, 0, count), arrays.view(arrays.part(wide, 7, count + 7), [-1], [0])
    three = arrays.part(every, 0, count * 3 // 4)
    boxes = [[g.Slice(0, rows, 1), g.Slice(at, at + 999, 1)] for rows, at in ((1000, 0), (1000, 1), (750, 0))]
    left, right, most_left = (arrays.keep(lib.make("gc_ndarray_slice", square, g.numbers(g.Slice, box), c.c_size_t(2))) for box in boxes)

    def sort(to, of, **fields):
        return lambda pool: lib.call("gc_ndarray_sort", to, of, c.byref(Sort(c.sizeof(Sort), pool=pool, **fields)), None)

    def scan(to, of, axis, **fields):
        return lambda pool: lib.call("gc_ndarray_scan", to, of, 1, c.byref(Scan(c.sizeof(Scan), pool=pool, axis=axis, **fields)), None)

    size, wrong = 4 * count, []
    for name, bound, call in [
            ("sort", size, sort(out, floats)), ("sort in place", size, sort(out, out)), ("with places", 2 * size, sort(out, floats, values=places)),
            ("top 100", 0, sort(few, floats, flags=1)), ("top 3/4", size * 3 // 4, sort(most, floats, flags=1)),
            ("top 3/4 with places", size * 3 // 2, sort(most, floats, flags=1, values=most_places)), ("top 3/4 in place", size, sort(first, out)),
            ("sort of rows", size, sort(turned, square, axis=1)), ("sort of columns", size, sort(turned, square)), ("sort of columns in place", size, sort(turned, turned)),
            ("columns with places", 2 * size, sort(turned, square, values=turned_places)), ("top 3/4 of columns", size, sort(most_turned, square)),
            ("strided", size, sort(every, back)), ("strided in place", size, sort(every, every)), ("strided to rows", size, sort(out, every)),
            ("strided with places", 2 * size, sort(every, back, values=places)), ("moved", size, sort(moved, moved_back)), ("top 3/4 of strided in place", size, sort(three, every)),
            ("far", size, sort(far, back)), ("far in place with places", 2 * size, sort(far, far, values=places)), ("columns moved", size, sort(left, right)),
            ("first 3/4 moved", size, sort(most_left, right)), ("scan with a map", size, scan(every, every, 0, map=b"a + 1")),
            ("scan", 0, scan(out, floats, 0)), ("scan of moved", size, scan(moved, moved_back, 0)), ("scan of columns", size, scan(turned, square, 0)),
            ("select", 0, lambda pool: lib.call("gc_ndarray_select", out, floats, mask, found, c.byref(Select(16, pool)), None)),
            ("select in place", size, lambda pool: lib.call("gc_ndarray_select", out, out, mask, found, c.byref(Select(16, pool)), None)),
            ("runs", 0, lambda pool: lib.call("gc_ndarray_reduce_by_key", places, None, runs_of, None, 1, found, c.byref(Select(16, pool)), None)),
            ("histogram", 0, lambda pool: lib.call("gc_ndarray_histogram", bins, floats, c.byref(Bins(c.sizeof(Bins), 0, 1, None, None, pool)), None))]:
        allowed = int(bound * 1.3 + size // 8)
        limited = Pool(c.sizeof(Pool), limit=allowed) if name.startswith(("far", "columns moved", "first")) else None  # without a limit these are copied in rows
        pool, statistics = lib.make("gc_pool_create", lib.context, limited and c.byref(limited)), Statistics(c.sizeof(Statistics))
        call(pool)
        lib.call("gc_pool_get_statistics", pool, c.byref(statistics))
        lib.c.gc_pool_release(pool)
        if statistics.peak_bytes > allowed:
            wrong.append(f"{name}: {statistics.peak_bytes} bytes, of {size} that it reads")
    arrays.end()
    return wrong


if __name__ == "__main__":
    if "GRIDCALL_CPU_CHECK" in os.environ:
        run(runs_of_halves)
    else:
        run(selections, selections_of_views, runs, runs_again, runs_in_place, runs_checked, histograms, searches, takes, puts, temporary_memory)
