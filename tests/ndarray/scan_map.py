#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scans of expressions, and expressions of what they combined, beside NumPy on whatever device GRIDCALL_DEVICE names: random shapes, types, views, broadcasts,
overlaps, segments and combinations. The numbers are such that every order gives the same."""

import ctypes as c
import sys

sys.dont_write_bytecode = True
import gridcall_ctypes as g  # noqa: E402
from effort import effort, effort_seed, part  # noqa: E402
from sort_scan import Scan, cuts_of, np, pieces, run  # noqa: E402

SQUARE = "template <class T> __device__ T square(T x) { return x * x; }\n" \
    "__device__ complex_number<float> combine_sum(complex_number<float> a, complex_number<float> b) { return a * b; }"
# An expression, the same of NumPy, of the arrays by name (and i, i0, item, prev_item), and how many dimensions it needs.
MAPS = [(None, lambda n: n["a"], 1), ("a * b", lambda n: n["a"] * n["b"], 1), ("square(a - c) + d", lambda n: (n["a"] - n["c"]) ** 2 + n["d"], 1),
        ("i % 3 == 0 ? b : a", lambda n: np.where(n["i"] % 3 == 0, n["b"], n["a"]), 1), ("a + (i0 - i1) % 5 * c", lambda n: n["a"] + np.fmod(n["i0"] - n["i1"], 5) * n["c"], 2),
        ("a > 0 && d != 2", lambda n: (n["a"] > 0) & (n["d"] != 2), 1), ("i1", lambda n: n["i1"] + 0 * n["a"], 2)]
OUTPUTS = [(None, lambda n: n["item"], 1), ("item", lambda n: n["item"], 1), ("prev_item", lambda n: n["prev_item"], 1),
           ("item - prev_item + a", lambda n: n["item"] - n["prev_item"] + n["a"], 1), ("square(prev_item % 7) + b - i", lambda n: np.fmod(n["prev_item"], 7) ** 2 + n["b"] - n["i"], 1),
           ("item > 0 ? c : d - i1", lambda n: np.where(n["item"] > 0, n["c"], n["d"] - n["i1"]), 2), ("a", lambda n: n["a"], 1)]
FUNCTIONS = {"SUM": (np.add, 0), "MAX": (np.maximum, np.iinfo("int64").min), "MIN": (np.minimum, np.iinfo("int64").max), "ANY": (np.logical_or, 0), "ALL": (np.logical_and, 1)}
INTEGERS = ["int8", "int16", "int32", "int64", "bool"]
TYPES = [*INTEGERS, "float16", "float32", "float64"]


def options(axis=0, exclusive=False, segments=None, others=None, **texts):
    return Scan(struct_size=c.sizeof(Scan), flags=int(exclusive), axis=axis, segments=segments, **{name: text.encode() for name, text in texts.items() if text}, **(others or {}))


def call(arrays, to, src, reduction, *given, **named):
    arrays.lib.call("gc_ndarray_scan", to, src, g.REDUCTIONS[reduction] if reduction != "CUSTOM" else c.c_int32(9), c.byref(options(*given, **named)), None)


def accumulated(reduction, values, axis, cuts=()):
    """The combinations with the elements, and without them."""
    function, none = FUNCTIONS[reduction]
    items, before = np.empty_like(values), np.full_like(values, none)
    rows = [np.moveaxis(each, axis, 0) for each in (values, items, before)]
    for begin, end in pieces(np.array(cuts, "int64"), values.shape[axis]):
        rows[1][begin:end] = function.accumulate(rows[0][begin:end].astype("bool") if reduction in ("ANY", "ALL") else rows[0][begin:end], axis=0)
        rows[2][begin + 1:end] = rows[1][begin:end - 1] if end > begin else rows[1][:0]
    return items, before


def expected(reduction, mapped, output, names, axis, exclusive=False, cuts=()):
    values = np.broadcast_to(mapped(names), names["a"].shape).astype("int64")
    items, before = accumulated(reduction, values, axis, cuts)
    return before if exclusive else output(names | {"item": items, "prev_item": before})


def named(operands):
    """Operands as 64-bit integers, with the indices."""
    shape = operands["a"].shape
    indices = {f"i{k}": each for k, each in enumerate(np.indices(shape))} if shape else {}
    return {name: np.broadcast_to(each, shape).astype("int64") for name, each in operands.items()} | indices | {"i": np.arange(operands["a"].size).reshape(shape)}


def differs(got, want, what):
    want = np.broadcast_to(want, got.shape).astype(got.dtype)
    if np.array_equal(got, want, equal_nan=got.dtype.kind in "fc"):
        return None
    at = np.flatnonzero((got != want).reshape(-1))[:3]
    return f"{what}: at {at.tolist()} {got.reshape(-1)[at]}, expected {want.reshape(-1)[at]}"


def numbers(random, shape, dtype):
    """Small, so that all accumulators hold what is made of them."""
    low = 0 if dtype == "bool" else -3
    return random.integers(low, 2 if dtype == "bool" else 4, shape).astype(dtype)


def broadcast_shape(random, shape):
    kept = [1 if random.random() < 0.3 else n for n in shape]
    return tuple(kept[int(random.integers(len(kept) + 1)):] if random.random() < 0.4 else kept)


def view_of(arrays, random, shape, dtype, fill=None):
    """A view of that shape, the elements of its memory, and the function that finds the view's."""
    axes = random.permutation(len(shape)).tolist()
    steps = [int(random.choice([1, 1, 1, 2, -1, -3])) for _ in shape]
    memory = [0] * len(shape)
    for k, axis in enumerate(axes):
        memory[axis] = (shape[k] - 1) * abs(steps[axis]) + 1 if shape[k] else 0
    base = numbers(random, memory, dtype) if fill is None else np.full(memory, fill, dtype)
    handle = arrays.put(base)
    return arrays.view(handle, steps, axes), handle, base, lambda x: x[tuple(slice(None, None, step) for step in steps)].transpose(axes)


def random_scans(arrays):
    wrong, random = [], np.random.default_rng(effort_seed())
    for turn in range(effort(40, 400)):
        shape = tuple(int(n) for n in random.choice([1, 2, 3, 5, 17, 33, 90] if turn % 4 else [0, 1, 4099, 40000], random.integers(1, 4) if turn % 4 else 1))
        mapped, output = (many[int(random.choice([k for k, each in enumerate(many) if each[2] <= len(shape)]))] for many in (MAPS, OUTPUTS))
        reduction, axis = ("SUM", "SUM", "MAX", "ANY", "MIN", "ALL")[turn % 6], int(random.integers(len(shape)))
        exclusive = output[0] is None and bool(random.integers(2))
        is_integer = reduction in ("MIN", "MAX") or "%" in (output[0] or "")  # the neutral numbers are those of 64 bits, and floats have no %
        kinds = [str(random.choice(INTEGERS if is_integer else TYPES)) for _ in "abcd"]
        operands, handles = {}, {}
        for name, kind in zip("abcd", kinds):
            handles[name], _, base, found = view_of(arrays, random, shape if name == "a" else broadcast_shape(random, shape), kind)
            operands[name] = found(base)
        src = handles.pop("a")
        to, memory, base, found = view_of(arrays, random, shape, "int64" if is_integer else str(random.choice(["int64", "float64"])), 77)
        call(arrays, to, src, reduction, axis, exclusive, others=handles if mapped[0] or output[0] else {}, map=mapped[0], output=output[0], preamble=SQUARE)
        want = base.copy()
        found(want)[...] = expected(reduction, mapped[1], output[1], named(operands), axis, exclusive)
        wrong.append(differs(arrays.get(memory, base), want, f"{reduction} of {mapped[0]} as {output[0]}, {kinds} {[each.shape for each in operands.values()]} along {axis}, "
                             f"exclusive {exclusive}, to {base.dtype}"))
        arrays.end()
    return wrong


def segments(arrays):
    wrong, random = [], np.random.default_rng(effort_seed() + 1)
    for count in (1, 3, 33, 300, 4099, 70001):
        for cuts in cuts_of(random, count):
            mapped, output = MAPS[int(random.integers(1, 4))], OUTPUTS[int(random.integers(4))]
            reduction, exclusive = ("SUM", "MAX")[int(random.integers(2))], output[0] is None and bool(random.integers(2))
            operands = {name: numbers(random, count, kind) for name, kind in zip("abcd", ("int32", "float32", "int64", "int8"))}
            if reduction == "MAX":
                operands["b"] = operands["b"].astype("int16")
            handles = {name: arrays.put(each) for name, each in operands.items()}
            src = handles.pop("a")
            to = src if count % 2 and reduction == "SUM" else arrays.put(np.zeros(count, "int64"))  # INT32 does not hold the neutral number
            call(arrays, to, src, reduction, 0, exclusive, arrays.put(cuts), handles, map=mapped[0], output=output[0], preamble=SQUARE)
            got = arrays.get(to, operands["a"] if to is src else np.zeros(count, "int64"))
            want = expected(reduction, mapped[1], output[1], named(operands), 0, exclusive, cuts)
            wrong.append(differs(got, want, f"{reduction} of {mapped[0]} as {output[0]} of {count} in {len(cuts) + 1} segments, exclusive {exclusive}"))
            arrays.end()
    return wrong


def overlaps(arrays):
    """Sources and further arrays anywhere in the memory of the results."""
    wrong, random = [], np.random.default_rng(effort_seed() + 2)
    for turn in range(effort(24, 200)):
        count = int(random.choice([1, 5, 33, 300, 4099, 40000]))
        memory = random.integers(-3, 4, 2 * count + 9).astype("int32")
        handle = arrays.put(memory)

        def one(handle=handle, count=count):
            start, step = int(random.integers(0, 9)) * int(random.integers(2)), int(random.choice([1, 1, 1, 2, -1]))
            stop = start + (count - 1) * abs(step) + 1
            view = arrays.part(handle, start, stop)
            return arrays.view(view, [step], [0]), lambda x: x[start:stop][::step]

        (src, a), (to, out) = one(), one()
        others = {name: one() for name in "bc"}
        if turn % 3 == 0:
            others["c"] = (to, out)
        if turn % 4 == 0:
            to, out = src, a
        operands = {"a": a(memory), **{name: found(memory) for name, (_, found) in others.items()}}
        call(arrays, to, src, "SUM", others={name: view for name, (view, _) in others.items()}, map="a * b", output="prev_item + c - 2 * a")
        want = memory.copy()
        out(want)[...] = expected("SUM", MAPS[1][1], lambda n: n["prev_item"] + n["c"] - 2 * n["a"], named(operands), 0)
        wrong.append(differs(arrays.get(handle, memory), want, f"{count} elements, turn {turn}"))
        arrays.end()
    for rows, columns, axis in ((300, 40, 0), (3, 40000, 1), (40000, 3, 1)):  # an array of one row, which is the first of the results
        memory = random.integers(-3, 4, (rows, columns)).astype("int64")
        handle = arrays.put(memory)
        first = arrays.keep(arrays.lib.make("gc_ndarray_slice", handle, g.numbers(g.Slice, [g.Slice(0, 1, 1)]), c.c_size_t(1)))
        call(arrays, handle, handle, "SUM", axis, others={"b": first}, map="a - b", output="item + b")
        want = np.cumsum(memory - memory[:1], axis) + memory[:1]
        wrong.append(differs(arrays.get(handle, memory), want, f"a row of {memory.shape} along {axis}"))
        arrays.end()
    return wrong


THEN = "complex(real(a) * real(b), real(b) * imag(a) + imag(b))"


def recurrences(arrays):
    """y = a * y + b, whose combination is of maps, and counts by numbers that are wider than the elements."""
    wrong, random = [], np.random.default_rng(effort_seed() + 3)
    for kind, shape, axis in part([("float64", (70001,), 0), ("float32", (300,), 0), ("float32", (33, 5), 0), ("float64", (5, 33000), 1), ("float32", (1,), 0), ("float64", (0, 4), 0)], 2):
        factors, summands = random.choice([1, -1], shape).astype(kind), random.integers(-5, 6, shape[-1:]).astype(kind)
        src = arrays.put(factors)
        given = {"map": "complex(a, b)", "combine": THEN, "neutral": "1"}
        want, before, last = np.zeros(shape, kind), np.zeros(shape, kind), 0
        for k in range(shape[axis]):
            at = tuple(k if i == axis else slice(None) for i in range(len(shape)))
            before[at] = last
            want[at] = last = factors[at] * last + np.broadcast_to(summands, shape)[at]
        b, to = arrays.put(summands), arrays.put(np.zeros(shape, kind))
        for output, numbers_of in (("imag(item)", want), ("imag(prev_item) * 2", before * 2)):
            call(arrays, to, src, "CUSTOM", axis, others={"b": b}, output=output, **given)
            wrong.append(differs(arrays.get(to, want), numbers_of, f"{output} of {kind} {shape}"))
        arrays.end()
    for count in (5, 70001):
        small = random.integers(-128, 128, count).astype("int8")
        src = arrays.put(small)
        for expression, values in ((None, small), ("a > 0", small > 0)):
            to = arrays.put(np.zeros(count, "int64"))
            call(arrays, to, src, "CUSTOM", map=expression, output="item", combine="a + b", neutral="0")
            wrong.append(differs(arrays.get(to, np.zeros(count, "int64")), np.cumsum(values, dtype="int64"), f"{count} of {expression}"))
        to = arrays.put(np.zeros(count, "bool"))
        call(arrays, to, src, "CUSTOM", map="a > 100 ? 256 : 0", combine="a || b", neutral="false")
        wrong.append(differs(arrays.get(to, np.zeros(count, "bool")), np.logical_or.accumulate(small > 100), f"{count} of BOOL"))
        arrays.end()
    return wrong


def floats(arrays):
    """NaN, complex numbers, and means, whose every operation is rounded as NumPy rounds it."""
    wrong, random = [], np.random.default_rng(effort_seed() + 4)
    for count in (1, 33, 300, 40000):
        a = random.integers(-1 if count > 100 else 0, 100, count).astype("float32")
        src, to = arrays.put(a), arrays.put(np.zeros(count, "float32"))
        with np.errstate(all="ignore"):
            for reduction, function, none in (("MAX", np.maximum, -np.inf), ("MIN", np.minimum, np.inf)):
                items = function.accumulate(np.sqrt(a))
                before = np.concatenate([np.full(1, none, "float32"), items[:-1]])
                for expression, want in ((None, items), ("prev_item", before), ("a - prev_item", a - before)):
                    call(arrays, to, src, reduction, map="sqrt(a)", output=expression)
                    wrong.append(differs(arrays.get(to, a), want, f"{reduction} of {count} roots as {expression}"))
        sums = np.cumsum(np.abs(a), dtype="float32")
        call(arrays, to, src, "SUM", map="fabs(a)", output="item / (i + 1)")
        wrong.append(differs(arrays.get(to, a), sums / np.arange(1, count + 1).astype("float32"), f"a mean of {count}"))
        parts = (a + 1j * (np.arange(count) % 7)).astype("complex64")
        src = arrays.put(parts)
        call(arrays, to, src, "SUM", map="imag(a)", output="item + real(a)")
        wrong.append(differs(arrays.get(to, a), np.cumsum(parts.imag) + parts.real, f"parts of {count}"))
        call(arrays, to, src, "SUM", output="real(item)", preamble=SQUARE)
        wrong.append(differs(arrays.get(to, a), np.cumsum(parts.real), f"real parts of {count}"))
        # BFLOAT16 is summed in float, and 257 is none of its numbers.
        bits = (np.full(count, 257, "float32").view("uint32") >> 16).astype("uint16")
        call(arrays, to, arrays.put(bits, "bfloat16"), "SUM", map="a + 1", output="item - i")
        wrong.append(differs(arrays.get(to, a), np.arange(count) * 256 + 257, f"{count} of BFLOAT16"))
        arrays.end()
    return wrong


if __name__ == "__main__":
    run(random_scans, segments, overlaps, recurrences, floats)
