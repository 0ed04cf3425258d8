#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reductions and scans by a combination of the caller's beside NumPy, on whatever device GRIDCALL_DEVICE names: combinations that tell a * b from
b * a, shapes from no element to several chunks, axes in any number, strides of any sign, and segments."""

import argparse
import ctypes as c
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from effort import effort, effort_seed  # noqa: E402
from sort_scan import Arrays, Scan, cuts_of, differs, g, np, part, pieces, random_view  # noqa: E402
from tap import Tap  # noqa: E402

CUSTOM = 9


class Combination(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("combine", c.c_char_p), ("neutral", c.c_char_p), ("preamble", c.c_char_p)]


def composed(a, b):
    """a, then b, where a number is the map of x to real * x + imag."""
    return (a.real * b.real + 1j * (b.real * a.imag + b.imag)).astype(a.dtype)


def composed_words(a, b):
    """Likewise of 16 bits each, modulo 2^16."""
    return (((a >> 16) * (b >> 16)) << 16) | (((b >> 16) * (a & 0xffff) + (b & 0xffff)) & 0xffff)


# Name, type, combination, neutral element, preamble; the same of NumPy, and random elements.
WORDS = "((a >> 16) * (b >> 16) << 16) | ((b >> 16) * (a & 0xffff) + (b & 0xffff) & 0xffff)"
MAPS = "template <class T> __device__ T join(T a, T b) { return complex(real(a) * real(b), real(b) * imag(a) + imag(b)); }\n" \
    "__device__ complex_number<float> combine(complex_number<float> a, complex_number<float> b) { return join(a, b); }"


def affine(random, shape):
    return random.choice([1.0, -1.0], shape) + 1j * random.integers(-5, 6, shape)


def words(random, shape):
    return random.integers(0, 2**32, shape)


def sparse(random, shape):
    return np.where(random.random(shape) < 0.02, random.integers(1, 100, shape), 0)


CASES = [("words", "uint32", WORDS, "65536u", None, composed_words, 65536, words), ("words", "uint32", WORDS, "1 << 16", None, composed_words, 65536, words),
         ("maps", "complex64", "combine(a, b)", "1", MAPS, composed, 1, affine), ("maps", "complex128", "join(a, b)", "complex(1.0, 0.0)", MAPS, composed, 1, affine)]
CASES += [("last", dtype, "b != 0 ? b : a", "0", None, lambda a, b: np.where(b != 0, b, a), 0, sparse)
          for dtype in ("int8", "uint16", "int16", "float16", "float32", "float64", "int64", "bool")]
CASES += [("first", dtype, "first(a, b)", "0", "template <class T> __device__ T first(T a, T b) { return a != 0 ? a : b; }", lambda a, b: np.where(a != 0, a, b), 0, sparse)
          for dtype in ("uint8", "float32", "uint64")]


def text(value):
    return value.encode() if value else None


def folded(case, rows):
    """The combination of each row, in its order."""
    combine, neutral = case[5:7]
    while rows.shape[-1] != 1:
        if rows.shape[-1] % 2:
            rows = np.concatenate([rows, np.full((*rows.shape[:-1], 1), neutral, rows.dtype)], -1)
        rows = combine(rows[..., 0::2], rows[..., 1::2]) if rows.shape[-1] else np.full((*rows.shape[:-1], 1), neutral, rows.dtype)
    return rows[..., 0]


def scanned(case, src, axis, exclusive):
    combine, neutral = case[5:7]
    rows = np.moveaxis(src, axis, -1)
    if exclusive and rows.size:
        rows = np.concatenate([np.full((*rows.shape[:-1], 1), neutral, rows.dtype), rows[..., :-1]], -1)
    away = 1
    while away < rows.shape[-1]:
        rows = np.concatenate([rows[..., :away], combine(rows[..., :-away], rows[..., away:])], -1)
        away *= 2
    return np.moveaxis(rows, -1, axis)


def reduce(arrays, case, src, view, axes):
    """Reduces a view of the array at `src`, whose elements are those of `view`."""
    over = tuple(axes) if axes else tuple(range(view.ndim))
    kept = [i for i in range(view.ndim) if i not in over]
    rows = np.transpose(view, [*kept, *sorted(over)]).reshape([view.shape[i] for i in kept] + [-1] if view.size else [view.shape[i] for i in kept] + [0])
    want = folded(case, rows).astype(case[1])
    if not kept or view.size % 2:
        want = want.reshape([1 if i in over else n for i, n in enumerate(view.shape)])
    to = arrays.put(np.full(want.shape, 7, case[1]))
    options = Combination(c.sizeof(Combination), text(case[2]), text(case[3]), text(case[4]))
    arrays.lib.call("gc_ndarray_transform_reduce", to, b"a", (c.c_void_p * 1)(src.value), c.c_size_t(1), c.byref(options), None, c.c_size_t(0),
                    c.c_int32(CUSTOM), g.numbers(c.c_uint32, axes), c.c_size_t(len(axes)), None)
    return differs(arrays.get(to, want), want, f"{case[0]} of {case[1]} {view.shape} {view.strides} over {axes}")


def scan(arrays, case, to, src, axis=0, exclusive=False, segments=None):
    options = Scan(c.sizeof(Scan), int(exclusive), axis, 0, None, segments, text(case[2]), text(case[3]), text(case[4]))
    arrays.lib.call("gc_ndarray_scan", to, src, c.c_int32(CUSTOM), c.byref(options), None)


def reductions(arrays):
    wrong, random = [], np.random.default_rng(1)
    for case in part(CASES, 5):
        for shape, axes in (((0,), []), ((1,), []), ((3, 0), [1]), ((257,), []), ((5000,), []), ((100001,), []), ((3, 40001), [1]), ((40001, 3), [0]), ((300, 300), [0]),
                            ((300, 300), [1]), ((70, 3, 90), [0, 2]), ((9000, 70), [0])):
            src = case[7](random, shape).astype(case[1])
            wrong.append(reduce(arrays, case, arrays.put(src), src, axes))
            arrays.end()
    return wrong


def reductions_of_views(arrays):
    """The order is that of the view's dimensions, however they lie in memory."""
    wrong, random = [], np.random.default_rng(effort_seed())
    for _ in range(effort(20, 100)):
        case = CASES[int(random.integers(4))]
        shape = tuple(int(n) for n in random.choice([1, 2, 3, 5, 17, 90], random.integers(1, 5)))
        src = case[7](random, shape).astype(case[1])
        steps, axes, view = random_view(random, shape)
        over = sorted(int(i) for i in random.permutation(len(shape))[:random.integers(0, len(shape) + 1)])
        wrong.append(reduce(arrays, case, arrays.view(arrays.put(src), steps, axes), view(src), over))
        arrays.end()
    return wrong


def scans(arrays):
    wrong, random = [], np.random.default_rng(2)
    for case in part(CASES, 5):
        for turn, count in enumerate((0, 1, 2, 5, 33, 257, 4099, 32768, 70001)):
            src, exclusive = case[7](random, count).astype(case[1]), bool(random.integers(2))
            handle = arrays.put(src)
            to = handle if turn % 2 else arrays.put(np.zeros(count, case[1]))
            scan(arrays, case, to, handle, 0, exclusive)
            wrong.append(differs(arrays.get(to, src), scanned(case, src, 0, exclusive), f"{case[0]} of {count} {case[1]}, exclusive {exclusive}"))
            arrays.end()
    return wrong


def scans_of_views(arrays):
    wrong, random = [], np.random.default_rng(effort_seed())
    for turn in range(effort(10, 50)):
        case = CASES[int(random.integers(4))]
        shape = tuple(int(n) for n in random.choice([1, 2, 3, 5, 17, 90], random.integers(1, 4)))
        src = case[7](random, shape).astype(case[1])
        steps, axes, view = random_view(random, shape)
        axis, exclusive = int(random.integers(len(shape))), turn % 3 == 0
        handle, want = arrays.put(src), src.copy()
        view(want)[...] = scanned(case, view(src), axis, exclusive)
        both = arrays.view(handle, steps, axes)
        scan(arrays, case, both, both, axis, exclusive)
        wrong.append(differs(arrays.get(handle, src), want, f"{case[0]} of {shape} by {steps} {axes} along {axis}, exclusive {exclusive}"))
        arrays.end()
    return wrong


def segmented_scans(arrays):
    wrong, random = [], np.random.default_rng(3)
    for case in part(CASES, 5):
        for count in (1, 33, 4099, 70001):
            for cuts in cuts_of(random, count):
                src, exclusive = case[7](random, count).astype(case[1]), bool(random.integers(2))
                to = arrays.put(np.zeros(count, case[1]))
                scan(arrays, case, to, arrays.put(src), 0, exclusive, arrays.put(cuts))
                want = np.concatenate([scanned(case, src[begin:end], 0, exclusive) for begin, end in pieces(cuts, count)])
                wrong.append(differs(arrays.get(to, src), want, f"{case[0]} of {count} {case[1]} in {len(cuts) + 1} segments, exclusive {exclusive}"))
                arrays.end()
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    arrays, tap = Arrays(g.Library(parser.parse_args().library)), Tap()
    print(f"# seed {effort_seed()}")
    for check in (reductions, reductions_of_views, scans, scans_of_views, segmented_scans):
        tap.case(check.__name__, lambda check=check: [each for each in check(arrays) if each])
    tap.end()


if __name__ == "__main__":
    main()
