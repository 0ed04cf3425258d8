#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reductions and scans by a combination of the caller's beside NumPy, on whatever device GRIDCALL_DEVICE names: combinations that tell a * b from
b * a, shapes from no element to several chunks, axes in any number, strides of any sign, and segments; and several reductions of one pass."""

import ctypes as c
import sys

sys.dont_write_bytecode = True
import gridcall_ctypes as g  # noqa: E402
from effort import effort, effort_seed  # noqa: E402
from sort_scan import Scan, cuts_of, differs, np, part, pieces, random_view, run  # noqa: E402

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
    "__device__ complex_number<float> combine(complex_number<float> a, complex_number<float> b) { return join(a, b); }\n" \
    "__device__ complex_number<float> from_lane(complex_number<float> a, int) { return 0 * a; }"


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


def transform_reduce(arrays, outs, expression, inputs, reductions, axes, options=None):
    """The reductions are numbers, one for each result or one for all."""
    arrays.lib.call("gc_ndarray_transform_reduce", (c.c_void_p * len(outs))(*(out.value for out in outs)), c.c_size_t(len(outs)), expression.encode(),
                    (c.c_void_p * len(inputs))(*(each.value for each in inputs)), c.c_size_t(len(inputs)), options and c.byref(options), None, c.c_size_t(0),
                    g.numbers(c.c_int32, reductions), c.c_size_t(len(reductions)), g.numbers(c.c_uint32, axes), c.c_size_t(len(axes)), None)


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
    transform_reduce(arrays, [to], "a", [src], [CUSTOM], axes, options)
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


# Reductions of the rows of an array, numbers and their order being exact.
ROWS = {"SUM": lambda x: x.sum(-1), "PROD": lambda x: x.prod(-1), "MIN": lambda x: x.min(-1), "MAX": lambda x: x.max(-1), "ANY": lambda x: (x != 0).any(-1),
        "ALL": lambda x: (x != 0).all(-1), "ARG_MIN": lambda x: x.argmin(-1), "ARG_MAX": lambda x: x.argmax(-1),
        "CUSTOM": lambda x: np.take_along_axis(np.concatenate([0 * x[..., :1], x], -1), np.where(x != 0, np.arange(x.shape[-1]) + 1, 0).max(-1, keepdims=True), -1)[..., 0]
        if x.shape[-1] else np.zeros(x.shape[:-1])}
VALUES = [("a", lambda a, b, i: a), ("a * a", lambda a, b, i: a * a), ("a + b", lambda a, b, i: a + b), ("b", lambda a, b, i: b + 0 * i),
          ("i % 7 - 3", lambda a, b, i: i % 7 - 3), ("a == 0 ? 1 : -1", lambda a, b, i: np.where(a == 0, 1, -1))]
NUMBERS = ("int8", "uint8", "int32", "int64", "uint64", "bool", "float16", "float32", "float64")


def some(random, shape, dtype):
    """Small numbers, so that sums are exact; of floats now and then a NaN or an infinity."""
    made = random.integers(0 if dtype[0] in "ub" else -8, 9, shape).astype(dtype)
    if dtype[0] == "f" and random.integers(2):
        made = np.where(random.random(shape) < 0.002, random.choice([np.nan, np.inf, -np.inf], shape), made).astype(dtype)
    return made


def result(arrays, random, shape, dtype):
    """An array for results, of any strides: its handle, what it is a view of, and that view."""
    steps, axes = [int(random.choice([1, 2, -1])) for _ in shape], random.permutation(len(shape)).tolist()
    base = [0] * len(shape)
    for extent, axis in zip(shape, axes):
        base[axis] = extent * abs(steps[axis])
    whole = np.full(base, 7, dtype)
    handle = arrays.keep(arrays.lib.from_host(whole))
    return arrays.view(handle, steps, axes), handle, whole, whole[(*(slice(None, None, step) for step in steps), ...)].transpose(axes)


def several(arrays):
    """One to eight reductions of one pass, each with its own expression and type."""
    wrong, random = [], np.random.default_rng(effort_seed())
    large = [(100001,), (3, 40001), (40001, 3), (9000, 70), (70, 3, 90), (300, 300)]
    for turn in range(effort(30, 150)):
        shape = large[turn % len(large)] if turn % 3 == 0 else tuple(int(n) for n in random.choice([0, 1, 2, 3, 5, 17, 90], random.integers(1, 5), p=[0.05, *[0.95 / 6] * 6]))
        dtypes = random.choice(NUMBERS, 2)
        if dtypes[1] == "uint64" or dtypes[0] == "uint64":  # C's sums with a negative number are no int64
            dtypes[:] = "uint64"
        src, other = some(random, shape, dtypes[0]), some(random, [n if random.integers(2) else 1 for n in shape], dtypes[1])
        steps, axes, view = random_view(random, shape)
        a, b = view(src), view(other) if all(abs(step) == 1 for step in steps) else np.zeros(1, dtypes[1])
        inputs = [arrays.view(arrays.put(src), steps, axes), arrays.view(arrays.put(other), steps, axes) if b.ndim == a.ndim and b.size != 1 else arrays.put(b.reshape(-1)[:1])]
        over = sorted(int(i) for i in random.permutation(a.ndim)[:random.integers(0, a.ndim + 1)])
        reduced = tuple(over) if over else tuple(range(a.ndim))
        kept = [n for i, n in enumerate(a.shape) if i not in reduced]
        wide = [x.astype("float64" if x.dtype.kind == "f" else "int64") for x in (a, b)]
        index = np.arange(a.size).reshape(a.shape)
        outs, texts, names, parents = [], [], [], []
        for _ in range(random.integers(1, 9)):
            with np.errstate(invalid="ignore"):
                text, value = VALUES[int(random.integers(len(VALUES)))]
                name = str(random.choice(sorted(ROWS)))
                text, value = VALUES[-1] if name == "PROD" else (text, value)
                if a.size == 0 and name in ("MIN", "MAX", "ARG_MIN", "ARG_MAX"):
                    name = "SUM"
                rows = np.broadcast_to(value(*wide, index), a.shape)
                rows = np.moveaxis(rows, reduced, range(-len(reduced), 0)).reshape(*kept, int(np.prod([a.shape[i] for i in reduced])))
                want = ROWS[name](rows)
            dtype = "int64" if name.startswith("ARG") else str(random.choice(["float32", "float64"] + ["complex128"] * (name == "SUM") + ["int32", "int64"] * (rows.dtype.kind != "f")))
            out_shape = [1 if i in reduced else n for i, n in enumerate(a.shape)] if random.integers(2) else kept
            out, parent, whole, place = result(arrays, random, out_shape, dtype)
            place[...] = want.reshape(out_shape)
            for list_, each in ((outs, out), (texts, text), (names, name), (parents, (parent, whole))):
                list_.append(each)
        one = len(set(names)) == 1
        options = Combination(c.sizeof(Combination), b"b != 0 ? b : a", b"0", None) if "CUSTOM" in names else None
        numbers = [(g.REDUCTIONS | {"CUSTOM": CUSTOM})[name] for name in names]
        transform_reduce(arrays, outs, "; ".join(texts), inputs, numbers[:1] if one else numbers, over, options)
        for k, (parent, whole) in enumerate(parents):
            got = arrays.get(parent, whole)
            if not np.array_equal(got, whole, equal_nan=True):
                wrong.append(f"turn {turn}: {names[k]} of \"{texts[k]}\", {k} of {names}, of {a.dtype} {a.shape} {a.strides} and {b.dtype} {b.shape} over {over} "
                             f"to {whole.dtype}: {got.reshape(-1)[:4]}, expected {whole.reshape(-1)[:4]}")
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


if __name__ == "__main__":
    run(reductions, reductions_of_views, several, scans, scans_of_views, segmented_scans)
