#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Selections and reductions by key beside NumPy on whatever device GRIDCALL_DEVICE names: each bit of the
results, what is behind them, lengths from no element to several chunks, and strides of any sign."""

import argparse
import ctypes as c
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from tap import Tap  # noqa: E402

try:
    import numpy as np
except ImportError:
    print("1..1\nok 1 - primitives # SKIP there is no NumPy")
    sys.exit(0)
import gridcall_ctypes as g  # noqa: E402
from sort_scan import FLOATS, INTS, Arrays, differs, keys_of, random_view  # noqa: E402

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
    """What is behind the results stays 0."""
    want = np.zeros(room, made.dtype)
    want[: len(made)] = made[:room]
    return want


def selections(arrays):
    wrong, random = [], np.random.default_rng(1)
    kinds = [*INTS, *FLOATS, "bool", "complex64", "complex128"]
    for i, count in enumerate([*LENGTHS, *(1003,) * len(kinds)]):
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
    for turn in range(30):
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
    """Where runs begin; NaN equals NaN, and -0.0 equals 0.0."""
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
    for i, count in enumerate([*LENGTHS, *LENGTHS]):
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    arrays, tap = Arrays(g.Library(parser.parse_args().library)), Tap()
    for check in (selections, selections_of_views, runs, runs_again, runs_in_place):
        tap.case(check.__name__, lambda check=check: [each for each in check(arrays) if each])
    tap.end()


if __name__ == "__main__":
    main()
