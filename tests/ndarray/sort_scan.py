#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gc_ndarray_sort and gc_ndarray_scan beside NumPy on whatever device GRIDCALL_DEVICE names: the permutation of a stable sort, each bit of
keys and values, shapes from no element to several chunks, segments, the first of the order, and strides of any sign."""

import argparse
import ctypes as c
import sys

sys.dont_write_bytecode = True
import gridcall_ctypes as g  # noqa: E402
from effort import effort_seed, part  # noqa: E402
from gridcall_ctypes import np  # noqa: E402
from tap import Tap  # noqa: E402

FLOATS = {"float16": "uint16", "bfloat16": "uint16", "float32": "uint32", "float64": "uint64"}
INTS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]


class Sort(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("flags", c.c_uint64), ("axis", c.c_uint32), ("reserved", c.c_uint32), ("values", c.c_void_p),
                ("values_src", c.c_void_p), ("pool", c.c_void_p), ("segments", c.c_void_p)]


class Pool(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("place", c.c_int32), ("reserved", c.c_uint32), ("limit", c.c_uint64), ("flags", c.c_uint64), ("alignment", c.c_uint64)]


class Scan(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("flags", c.c_uint64), ("axis", c.c_uint32), ("reserved", c.c_uint32), ("pool", c.c_void_p), ("segments", c.c_void_p),
                ("combine", c.c_char_p), ("neutral", c.c_char_p), ("preamble", c.c_char_p), ("map", c.c_char_p), ("output", c.c_char_p), ("b", c.c_void_p), ("c", c.c_void_p),
                ("d", c.c_void_p)]


class Arrays:
    """Calls on arrays, and what they made, which end() releases."""

    def __init__(self, library):
        self.lib, self.made = library, []

    def keep(self, handle):
        self.made.append(handle)
        return handle

    def end(self):
        for handle in self.made:
            self.lib.release(handle)
        self.made = []

    def put(self, array, dtype=None):
        """bfloat16 comes as its bits."""
        data = np.ascontiguousarray(array)
        options = self.lib.options(dtype or data.dtype.name, data.shape)
        return self.keep(self.lib.make("gc_ndarray_from_host", self.lib.context, data.tobytes(), c.c_size_t(data.nbytes), c.byref(options)))

    def get(self, handle, like):
        got = np.empty(like.shape, like.dtype)
        self.lib.read(handle, got)
        return got

    def view(self, handle, steps, axes):
        slices = [g.Slice(g.OMITTED, g.OMITTED, step) for step in steps]
        part = self.keep(self.lib.make("gc_ndarray_slice", handle, g.numbers(g.Slice, slices), c.c_size_t(len(slices))))
        return self.keep(self.lib.make("gc_ndarray_transpose", part, g.numbers(c.c_uint32, axes), c.c_size_t(len(axes))))

    def part(self, handle, start, stop):
        one = g.numbers(g.Slice, [g.Slice(start, stop, 1)])
        return self.keep(self.lib.make("gc_ndarray_slice", handle, one, c.c_size_t(1)))

    def sort(self, to, src, axis=0, down=False, values=None, values_src=None, segments=None, pool=None):
        options = Sort(c.sizeof(Sort), int(down), axis, 0, values, values_src, pool, segments)
        self.lib.call("gc_ndarray_sort", to, src, c.byref(options), None)

    def scan(self, to, src, reduction, axis=0, exclusive=False, segments=None):
        options = Scan(c.sizeof(Scan), int(exclusive), axis, 0, None, segments)
        self.lib.call("gc_ndarray_scan", to, src, g.REDUCTIONS[reduction], c.byref(options), None)


def order_of(keys, dtype, axis, down):
    """The permutation of a stable sort; NumPy has NaN behind all, and -0.0 equal to 0.0."""
    if dtype == "bfloat16":
        keys = (keys.astype("uint32") << np.uint32(16)).view("float32")
    if not down:
        return np.argsort(keys, axis=axis, kind="stable")
    return keys.shape[axis] - 1 - np.flip(np.argsort(np.flip(keys, axis), axis=axis, kind="stable"), axis)


def keys_of(random, dtype, shape):
    """Among the numbers are equal ones, and all that are special."""
    if dtype == "bool":
        return random.integers(0, 2, shape).astype("bool")
    if dtype in INTS:
        info = np.iinfo(dtype)
        made = random.integers(info.min, info.max, shape, dtype, endpoint=True)
        return np.where(random.random(shape) < 0.3, random.choice(np.array([info.min, 0, 1, info.max], dtype), shape), made)
    bits = np.dtype(FLOATS[dtype]).type
    width, fraction = bits().itemsize * 8, {"float16": 10, "bfloat16": 7, "float32": 23, "float64": 52}[dtype]
    top = 1 << (width - 1)
    infinity = (top - 1) >> fraction << fraction
    special = [0, 1, infinity, infinity + 1, top - 1, infinity - 1, 1 << fraction]  # 0, the least, infinity, NaNs, the greatest
    special = np.array(special + [top | each for each in special], bits)
    made = random.integers(0, 2**width - 1, shape, bits, endpoint=True)
    made = np.where(random.random(shape) < 0.3, random.choice(special, shape), made)
    return made if dtype == "bfloat16" else made.view(dtype)


def differs(got, want, what):
    if got.tobytes() == want.tobytes():
        return None
    raw = [np.ascontiguousarray(x).reshape(-1).view("uint8").reshape(-1, x.itemsize) for x in (got, want)]
    at = np.flatnonzero((raw[0] != raw[1]).any(-1))
    return f"{what}: {len(at)} of {got.size} differ, at {at[:3].tolist()} {got.reshape(-1)[at[:3]]}, expected {want.reshape(-1)[at[:3]]}"


def sorted_alike(arrays, keys, dtype, what, axis=0, down=False, places="int64", in_place=False):
    src = arrays.put(keys, dtype)
    to = src if in_place else arrays.put(np.zeros_like(keys), dtype)
    order = order_of(keys, dtype, axis, down)
    index = arrays.put(np.full(keys.shape, 77, places)) if places else None
    arrays.sort(to, src, axis, down, index)
    wrong = [differs(arrays.get(to, keys), np.take_along_axis(keys, order, axis), f"keys of {what}")]
    if places:
        wrong.append(differs(arrays.get(index, order.astype(places)), order.astype(places), f"places of {what}"))
    if not in_place:
        wrong.append(differs(arrays.get(src, keys), keys, f"source of {what}"))
    arrays.end()
    return wrong


def types(arrays):
    wrong, random = [], np.random.default_rng(1)
    for i, dtype in part(enumerate([*INTS, *FLOATS, "bool"]), 3):
        wrong += sorted_alike(arrays, keys_of(random, dtype, 1003), dtype, dtype, down=i % 2 == 1, in_place=i % 3 == 0)
    return wrong


def lengths(arrays):
    """By insertion, by one worker or block, and in chunks."""
    wrong, random = [], np.random.default_rng(2)
    for count in (0, 1, 2, 3, 31, 32, 33, 256, 257, 2048, 2049, 4096, 4097, 32768, 32769, 100003):
        for in_place in (False, True):
            wrong += sorted_alike(arrays, keys_of(random, "float32", count), "float32", f"{count}", places="int32", in_place=in_place)
    for shape, axis in (((3, 40001), 1), ((40, 33), 1), ((2, 3, 70), 2), ((0, 5), 1), ((5, 0), 1), ((500, 2), 1)):
        wrong += sorted_alike(arrays, keys_of(random, "float32", shape), "float32", f"{shape}", axis, places="int32")
    return wrong


def skipped(arrays):
    """Passes that move nothing: one digit everywhere, and few of them."""
    wrong, random = [], np.random.default_rng(3)
    for count in (1000, 50001):
        for name, keys in (("equal", np.full(count, 5)), ("low", random.integers(0, 256, count)), ("high", random.integers(0, 256, count) << 24),
                           ("two", random.integers(0, 2, count) * 0x00010100), ("three", random.integers(0, 1 << 24, count))):
            for in_place in (False, True):
                for places in ("int32", None):
                    wrong += sorted_alike(arrays, keys.astype("uint32"), "uint32", f"{name} {count} {in_place}", places=places, in_place=in_place)
    for count in (1000, 50001):  # one pass: its result is where the keys do not begin
        wrong += sorted_alike(arrays, keys_of(random, "uint8", count), "uint8", f"bytes {count}", places=None, in_place=True)
    return wrong


def by_key(arrays):
    """Values of other types move along, in place or not."""
    wrong, random = [], np.random.default_rng(4)
    for kind, dtype, counts in (("float64", "complex128", (20, 3000, 40000)), ("int16", "uint8", (20, 40000)), ("uint8", "float64", (3000, 40000))):
        for count in counts:
            keys = keys_of(random, kind, count)
            values = random.integers(0, 255, count).astype(dtype)
            order = order_of(keys, kind, 0, True)
            for in_place in (False, True):
                src, given = arrays.put(keys), arrays.put(values)
                to, out = (src, given) if in_place else (arrays.put(np.zeros_like(keys)), arrays.put(np.zeros_like(values)))
                arrays.sort(to, src, 0, True, out, given)
                what = f"{dtype} by {count} {kind} {'in place' if in_place else ''}"
                wrong += [differs(arrays.get(to, keys), keys[order], f"keys of {what}"), differs(arrays.get(out, values), values[order], what)]
                arrays.end()
    return wrong


def random_view(random, shape):
    steps = [int(random.choice([1, 1, 2, -1, -3])) for _ in shape]
    axes = random.permutation(len(shape)).tolist()
    return steps, axes, lambda x: x[tuple(slice(None, None, step) for step in steps)].transpose(axes)


def views(arrays):
    """Any dimension of any strides; what lies between the elements stays."""
    wrong, random = [], np.random.default_rng(5)
    for turn in range(40):
        shape = tuple(int(n) for n in random.choice([1, 2, 3, 5, 17, 90], random.integers(1, 4)))
        keys, values = keys_of(random, "int16", shape), random.integers(0, 1 << 30, shape).astype("uint32")
        steps, axes, view = random_view(random, shape)
        axis, down = int(random.integers(len(shape))), False
        order = order_of(view(keys), "int16", axis, down)
        src, given = arrays.put(keys), arrays.put(values)
        src_view, given_view = arrays.view(src, steps, axes), arrays.view(given, steps, axes)
        what = f"{shape} by {steps} {axes} along {axis}"
        want, want_values = keys.copy(), values.copy()
        view(want)[...] = np.take_along_axis(view(keys), order, axis)
        view(want_values)[...] = np.take_along_axis(view(values), order, axis)
        if turn % 2:
            to = arrays.put(np.zeros(order.shape, "int16"))
            arrays.sort(to, src_view, axis, down, given_view, given_view)
            wrong.append(differs(arrays.get(to, np.empty(order.shape, "int16")), view(want).copy(), f"keys of {what}"))
            want = keys
        else:
            arrays.sort(src_view, src_view, axis, down, given_view, given_view)
        wrong += [differs(arrays.get(src, keys), want, f"all of {what}"), differs(arrays.get(given, values), want_values, f"values of {what}")]
        arrays.end()
    return wrong


def overlaps(arrays):
    """Arrays that overlap give what separate ones would."""
    wrong, random = [], np.random.default_rng(6)
    for count in (20, 3000, 40000):
        keys = keys_of(random, "uint32", count + 7)
        memory = arrays.put(keys)
        low, high = arrays.part(memory, 0, count), arrays.part(memory, 7, count + 7)
        arrays.sort(low, high)
        want = np.concatenate([np.sort(keys[7:]), keys[count:]])
        wrong.append(differs(arrays.get(memory, keys), want, f"{count} elements moved by 7"))
        # Each source is where the other's result goes.
        a, b = keys_of(random, "uint32", count), keys_of(random, "uint32", count)
        order = np.argsort(b, kind="stable")
        first, second = arrays.put(a), arrays.put(b)
        arrays.sort(first, second, 0, False, second, first)
        wrong += [differs(arrays.get(first, a), b[order], f"keys of {count}"), differs(arrays.get(second, a), a[order], f"values of {count}")]
        scanned = keys.astype("int64")
        memory = arrays.put(scanned)
        arrays.scan(arrays.part(memory, 0, count), arrays.part(memory, 7, count + 7), "SUM")
        wrong.append(differs(arrays.get(memory, scanned), np.concatenate([np.cumsum(scanned[7:]), scanned[count:]]), f"a scan of {count}"))
        arrays.end()
    return wrong


def lines(arrays):
    """In one dimension, of any distance: apart, in place, and in one memory at different places; whole, the first, and in segments."""
    wrong, random = [], np.random.default_rng([12, effort_seed()])
    for turn in part(range(90), 3):
        count, dtype, down = int(random.choice([1, 2, 20, 33, 3000, 5000, 40001])), str(random.choice([*INTS, *FLOATS, "bool"])), bool(random.integers(2))
        far = 9 if turn % 7 == 0 else 1  # from a pool without room for copies
        count, size = (40001, 9 * 3 * 40001) if far > 1 else (count, 3 * count + 9)
        memory = [keys_of(random, dtype, size), keys_of(random, dtype, size)]
        values = [keys_of(random, dtype, size) if turn % 4 == 0 else random.integers(0, 1 << 30, size).astype(("uint8", "uint32", "complex128")[turn // 2 % 3]) for _ in "ab"]
        kept = count if turn % 3 else int(random.integers(1, count + 1))
        made = [arrays.put(each, dtype if each.dtype == memory[0].dtype else None) for each in memory + values]
        all_of, before = memory + values, [each.copy() for each in memory + values]

        def line(k, length, like=None, random=random, made=made, far=far):
            low, step = like or (int(random.integers(9)), far * int(random.choice([1, 1, 2, 3, -1, -2, -3])))
            part_of = arrays.part(made[k], low, low + (length - 1) * abs(step) + 1)
            return arrays.view(part_of, [step], [0]), slice(low, low + (length - 1) * abs(step) + 1), step, (low, step)

        at = lambda k, of, arrays_of: arrays_of[k][of[1]][:: of[2]]  # noqa: E731
        to, same_values = int(random.integers(2)), int(random.integers(2, 4))
        src = line(0, count)
        out = line(to, kept, src[3] if turn % 5 == 0 else None)
        kind = turn % 3 if all_of[2].dtype.kind in "iu" and all_of[2].itemsize >= 4 else turn % 2 * 2  # none, places, moved
        cross = kind == 2 and turn % 4 == 0 and all_of[2].dtype == memory[0].dtype  # the values lie where keys go
        of_values = line(to if cross else same_values, count) if kind == 2 else None
        to_values = line(2, kept, of_values[3] if turn % 5 == 0 and not cross and kind == 2 and kept == count else None) if kind else None
        cuts = np.sort(random.integers(0, count + 1, 5)) if kept == count and turn % 2 else None
        limit = Pool(c.sizeof(Pool), limit=count * (memory[0].itemsize + (values[0].itemsize if kind else 0)) * 6 // 5 + 200000)
        pool = arrays.lib.make("gc_pool_create", arrays.lib.context, c.byref(limit)) if far > 1 else None
        arrays.sort(out[0], src[0], 0, down, to_values and to_values[0], of_values and of_values[0], None if cuts is None else arrays.put(cuts), pool)
        arrays.lib.c.gc_pool_release(pool)
        keys = at(0, src, before)
        order = np.concatenate([begin + order_of(keys[begin:end], dtype, 0, down) for begin, end in pieces(np.zeros(0) if cuts is None else cuts, count)])[:kept]
        want = [each.copy() for each in before]
        at(to, out, want)[...] = keys[order]
        if kind:
            at(2, to_values, want)[...] = at(to if cross else same_values, of_values, before)[order] if kind == 2 else order
        for k, name in enumerate(("source", "keys", "values", "other values")):
            wrong.append(differs(arrays.get(made[k], want[k]), want[k], f"{name} of turn {turn}: {kept} of {count} {dtype}, {src[3]} to {out[3]} of {to}, values {kind}, down {down}, cuts {cuts}"))
        arrays.end()
    return wrong


def columns(arrays):
    """Large ones, which are sorted in two parts, into others, in place, and where a part would write what the other one reads."""
    wrong, random = [], np.random.default_rng(10)
    for dtype, shape, axis, kept in (("float32", (701, 403), 0, 701), ("int16", (5000, 107), 0, 3001), ("int64", (3, 601, 90), 1, 500), ("float64", (2, 70001), 1, 70000)):
        keys, places = keys_of(random, dtype, shape), "int32"
        for down in (False, True):
            first = (slice(None),) * axis + (slice(kept),)
            order = order_of(keys, dtype, axis, down)[first]
            src, want = arrays.put(keys), np.take_along_axis(keys, order, axis)
            to, out = arrays.put(np.zeros_like(want)), arrays.put(np.zeros(want.shape, places))
            arrays.sort(to, src, axis, down, out)
            wrong += [differs(arrays.get(to, want), want, f"{kept} of {dtype} {shape}, {down}"), differs(arrays.get(out, order.astype(places)), order.astype(places), f"places of {shape}, {down}")]
            arrays.end()
    keys = random.integers(-1000, 1000, (701, 404)).astype("int64")
    memory, want = arrays.put(keys), np.sort(keys, 0)
    arrays.sort(memory, memory)
    wrong.append(differs(arrays.get(memory, keys), want, "columns in place"))
    memory, want = arrays.put(keys), keys.copy()
    want[:, 1:] = np.sort(keys[:, :-1], 0)
    low, high = (arrays.keep(arrays.lib.make("gc_ndarray_slice", memory, g.numbers(g.Slice, [g.Slice(0, 701, 1), g.Slice(at, at + 403, 1)]), c.c_size_t(2))) for at in (0, 1))
    order = np.argsort(keys[:, :-1], 0, kind="stable").astype("int32")
    out = arrays.put(np.zeros_like(order))
    arrays.sort(high, low, 0, False, out)
    wrong += [differs(arrays.get(memory, keys), want, "columns moved by 1"), differs(arrays.get(out, order), order, "their places")]
    arrays.end()
    return wrong


def scanned(src, reduction, dtype, axis, exclusive):
    function = {"SUM": np.add, "PROD": np.multiply, "MIN": np.minimum, "MAX": np.maximum, "ANY": np.logical_or, "ALL": np.logical_and}[reduction]
    kind = np.dtype(dtype)
    limits = np.iinfo(kind) if kind.kind in "iu" else None
    none = {"SUM": 0, "ANY": False, "PROD": 1, "ALL": True, "MIN": limits.max if limits else np.inf, "MAX": limits.min if limits else -np.inf}[reduction]
    with np.errstate(all="ignore"):
        wide = kind if kind.kind in "fc" else np.dtype("uint64" if src.dtype.kind == "u" else "int64")
        made = function.accumulate(src.astype("bool" if reduction in ("ANY", "ALL") else wide), axis=axis).astype(dtype)
    if not exclusive:
        return made
    first = np.full_like(np.take(made, [0], axis) if made.size else made, none)
    return np.concatenate([first, np.delete(made, -1, axis)], axis) if made.size else made


def scans(arrays):
    """The numbers are such that every order of additions gives the same."""
    wrong, random = [], np.random.default_rng(7)
    cases = [("float32", "float32", "SUM"), ("float64", "float64", "PROD"), ("int8", "int32", "SUM"), ("uint16", "uint16", "MIN"), ("int64", "int16", "MAX"),
             ("float32", "float32", "MAX"), ("float16", "float16", "MIN"), ("complex64", "complex64", "SUM"), ("float64", "bool", "ANY"), ("bool", "bool", "ALL"),
             ("bool", "int64", "SUM")]
    for kind, dtype, reduction in part(cases, 3):
        for exclusive in (False, True):
            for count in (0, 1, 2, 5, 32, 33, 257, 4099, 32768, 70001):
                src = random.integers(-3, 4, count).astype(kind) if np.dtype(kind).kind in "fci" else random.integers(0, 2, count).astype(kind)
                if reduction == "PROD":
                    src = random.choice(np.array([1, -1, 1, 2, 0.5]), count)
                if reduction in ("MIN", "MAX") and kind[0] == "f" and count > 40:
                    src[count // 2] = np.nan
                if reduction == "ANY":
                    src = (np.arange(count) == count // 2).astype(kind)
                to = arrays.put(np.zeros(count, dtype))
                arrays.scan(to, arrays.put(src), reduction, 0, exclusive)
                want = scanned(src, reduction, dtype, 0, exclusive)
                got = arrays.get(to, want)
                if not np.array_equal(got, want, equal_nan=got.dtype.kind == "f"):
                    wrong.append(f"{reduction} of {count} {kind} as {dtype}, exclusive {exclusive}: {got[:5]}, expected {want[:5]}")
                arrays.end()
    return wrong


def scans_of_views(arrays):
    wrong, random = [], np.random.default_rng(8)
    for turn in range(30):
        shape = tuple(int(n) for n in random.choice([1, 2, 3, 5, 17, 90], random.integers(1, 4)))
        src = random.integers(-1000, 1000, shape).astype("int32")
        steps, axes, view = random_view(random, shape)
        axis, exclusive = int(random.integers(len(shape))), turn % 3 == 0
        handle = arrays.put(src)
        part = arrays.view(handle, steps, axes)
        want = src.copy()
        view(want)[...] = scanned(view(src), "SUM", "int32", axis, exclusive)
        arrays.scan(part, part, "SUM", axis, exclusive)
        wrong.append(differs(arrays.get(handle, src), want, f"{shape} by {steps} {axes} along {axis}, exclusive {exclusive}"))
        arrays.end()
    return wrong


def firsts(arrays):
    """The first of the order: of short rows, by a select in one chunk or several, of views, of sources that overlap the results."""
    wrong, random = [], np.random.default_rng(9)
    cases = [("float32", (100003,), 0, 1), ("float32", (100003,), 0, 1000), ("float32", (100003,), 0, 60000), ("int64", (40000,), 0, 5), ("uint8", (70000,), 0, 300),
             ("float16", (50000,), 0, 20000), ("bfloat16", (9000,), 0, 9), ("bool", (9000,), 0, 4000), ("float64", (3, 9001), 1, 17), ("int16", (5000, 3), 0, 40),
             ("float32", (5, 40), 1, 3), ("int32", (7, 300), 1, 299), ("uint32", (2, 4500, 3), 1, 2000), ("float32", (300,), 0, 0), ("int8", (100, 20), 0, 7)]
    for turn, (dtype, shape, axis, kept) in part(enumerate(cases), 3):
        keys, down = keys_of(random, dtype, shape), turn % 2 == 1
        first = [slice(None)] * len(shape)
        first[axis] = slice(kept)
        order = order_of(keys, dtype, axis, down)[tuple(first)]
        values = random.integers(0, 1 << 60, shape)
        what = f"{kept} of {dtype} {shape} along {axis}"
        for moved in (None, "places", "values", "strided"):
            strided = moved == "strided"
            src = arrays.put(keys[..., ::-1] if strided else keys, dtype)
            steps, axes = [1] * (len(shape) - 1) + [-1], list(range(len(shape)))
            view = arrays.view(src, steps, axes) if strided else src
            to = arrays.put(np.zeros_like(np.take_along_axis(keys, order, axis)), dtype)
            given = arrays.put(values) if moved in ("values", "strided") else None
            out = arrays.put(np.zeros(order.shape, "int64")) if moved else None
            arrays.sort(to, view, axis, down, out, given)
            wrong.append(differs(arrays.get(to, np.empty(order.shape, keys.dtype)), np.take_along_axis(keys, order, axis), f"keys of {what}, {moved}"))
            if moved:
                want = order if moved == "places" else np.take_along_axis(values, order, axis)
                wrong.append(differs(arrays.get(out, np.empty(order.shape, "int64")), want.astype("int64"), f"{moved} of {what}"))
            arrays.end()
    for count, kept in ((300, 100), (9000, 100), (9000, 8000)):
        keys = keys_of(random, "int32", count)
        memory = arrays.put(keys)
        arrays.sort(arrays.part(memory, 50, 50 + kept), memory, 0, False)
        want = keys.copy()
        want[50:50 + kept] = np.sort(keys)[:kept]
        wrong.append(differs(arrays.get(memory, keys), want, f"{kept} of {count} into themselves"))
        arrays.end()
    return wrong


def cuts_of(random, count):
    """Offsets of segments: many short ones, few of any length, empty ones, and both ends or not."""
    for cuts in (np.empty(0), [0, count], [count // 2], np.sort(random.integers(0, count + 1, 7)), np.sort(random.integers(0, count + 1, count // 5)),
                 np.repeat(np.sort(random.integers(0, count + 1, 5)), 3)):
        yield np.array(cuts, random.choice(["int32", "int64"]))


def pieces(cuts, count):
    return list(zip([0, *cuts.tolist()], [*cuts.tolist(), count]))


def segments(arrays):
    wrong, random = [], np.random.default_rng(10)
    cases = (("float32", 100003), ("int16", 3000), ("uint64", 40), ("float16", 20000), ("int8", 70000), ("int32", 1))
    for turn, (dtype, count) in part(enumerate(cases), 3):
        for cuts in cuts_of(random, count):
            keys, down = keys_of(random, dtype, count), turn % 2 == 1
            order = np.concatenate([np.empty(0, "int64"), *[begin + order_of(keys[begin:end], dtype, 0, down) for begin, end in pieces(cuts, count)]])
            for in_place in (False, True):
                src, given = arrays.put(keys), arrays.put(cuts)
                to, out = src if in_place else arrays.put(np.zeros_like(keys)), arrays.put(np.zeros(count, "int32"))
                arrays.sort(to, src, 0, down, out, None, given)
                what = f"{count} {dtype} in {len(cuts) + 1} segments"
                wrong += [differs(arrays.get(to, keys), keys[order], f"keys of {what}"), differs(arrays.get(out, order.astype("int32")), order.astype("int32"), f"places of {what}")]
                arrays.end()
    keys = keys_of(random, "int32", 3000)
    memory, given = arrays.put(keys), arrays.put(np.array([2500, 1200, 300]))
    backwards = arrays.view(memory, [-1], [0])
    arrays.sort(backwards, backwards, 0, False, None, None, arrays.view(given, [-1], [0]))
    want = np.concatenate([np.sort(each) for each in np.split(keys[::-1], [300, 1200, 2500])])[::-1]
    wrong.append(differs(arrays.get(memory, keys), want.copy(), "views, offsets backwards"))
    for cuts in ([-5, 2**40, 7, 3], [2**62, -2**62]):  # nothing else is touched
        memory = arrays.put(np.arange(30000, dtype="int32"))
        half = arrays.part(memory, 10000, 20000)
        arrays.sort(half, half, 0, True, None, None, arrays.put(np.array(cuts)))
        arrays.scan(half, half, "SUM", 0, True, arrays.put(np.array(cuts)))
        got = arrays.get(memory, np.empty(30000, "int32"))
        wrong.append(differs(np.delete(got, slice(10000, 20000)), np.delete(np.arange(30000, dtype="int32"), slice(10000, 20000)), f"beside {cuts}"))
    arrays.end()
    return wrong


def segmented_scans(arrays):
    wrong, random = [], np.random.default_rng(11)
    cases = [("float32", "float32", "SUM"), ("int8", "int32", "SUM"), ("uint16", "uint16", "MIN"), ("int64", "int16", "MAX"), ("complex64", "complex128", "SUM"),
             ("float64", "bool", "ANY")]
    for kind, dtype, reduction in part(cases, 3):
        for count in (1, 3, 33, 300, 4099, 70001):
            for cuts in cuts_of(random, count):
                src, exclusive = random.integers(-3, 4, count).astype(kind), bool(random.integers(2))
                to = arrays.put(np.zeros(count, dtype))
                arrays.scan(to, arrays.put(src), reduction, 0, exclusive, arrays.put(cuts))
                want = np.concatenate([scanned(src[begin:end], reduction, dtype, 0, exclusive) for begin, end in pieces(cuts, count)])
                wrong.append(differs(arrays.get(to, want), want, f"{reduction} of {count} {kind} as {dtype} in {len(cuts) + 1} segments, exclusive {exclusive}"))
                arrays.end()
    return wrong


def run(*checks):
    """A case of the test for each check, which returns what it found wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    arrays, tap = Arrays(g.Library(parser.parse_args().library)), Tap()
    print(f"# seed {effort_seed()}")
    for check in checks:
        tap.case(check.__name__, lambda check=check: [each for each in check(arrays) if each])
    tap.end()


if __name__ == "__main__":
    run(types, lengths, skipped, by_key, views, overlaps, lines, columns, scans, scans_of_views, firsts, segments, segmented_scans)
