#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs on arrays, each step made by the library and by NumPy: views, copies with conversions, fills, expressions,
reductions. After each step the array that it wrote or made is compared, bit by bit. `oracle.py [--programs N] [--seed N]`.

Nearly every program makes the library compile kernels, which takes most of the time. With `--palettes N` each program draws its types and
expressions from one of N small sets, so that many programs run on few kernels: 100,000 take some minutes.

NumPy computes what C++ would: operands are converted first. Sums are of numbers that every order adds to the same.
"""

import argparse
import ctypes as c
import os
import sys

sys.dont_write_bytecode = True
import gridcall_ctypes as g  # noqa: E402
from effort import effort  # noqa: E402
from gridcall_ctypes import np  # noqa: E402

INTS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
ALL = INTS + FLOATS + COMPLEX + ["bool"]
RANK = {"int32": 0, "uint32": 1, "int64": 2, "uint64": 3, "float32": 4, "float64": 5}


class Different(Exception):
    pass


def promoted(array):
    """As C++ computes with it."""
    name = array.dtype.name
    if name in ("bool", "int8", "uint8", "int16", "uint16"):
        return array.astype("int32")
    return array.astype("float32") if name == "float16" else array


def common(a, b):
    a, b = promoted(a), promoted(b)
    if np.iscomplexobj(a) or np.iscomplexobj(b):
        wide = any(x.dtype.name in ("complex128", "float64") for x in (a, b))
        kind = "complex128" if wide else "complex64"
    else:
        kind = max(a.dtype.name, b.dtype.name, key=RANK.get)
    return a.astype(kind), b.astype(kind)


def times(a, b):
    if not np.iscomplexobj(a):
        return a * b
    result = np.empty(np.broadcast_shapes(a.shape, b.shape), a.dtype)
    result.real = a.real * b.real - a.imag * b.imag
    result.imag = a.real * b.imag + a.imag * b.real
    return result


def fits(array, dtype):
    """Whether the conversion is one that C++ defines."""
    if array.size == 0 or np.iscomplexobj(array) and dtype not in COMPLEX + ["bool"]:
        return array.size == 0
    real = array if not np.iscomplexobj(array) else np.maximum(np.abs(array.real), np.abs(array.imag))
    if dtype in INTS and array.dtype.kind == "f":
        info = np.iinfo(dtype)
        return bool(np.isfinite(real).all() and real.min() >= max(info.min, -2**31 + 1) and real.max() <= min(info.max, 2**31 - 200))
    if dtype == "float16":
        return bool(np.abs(real.astype("float64")).max() < 60000)
    return True


def small(array, most=1000):
    if array.size == 0:
        return True
    values = np.abs(array.astype("complex128"))
    return bool(np.isfinite(values).all() and values.max() <= most)


class Program:
    def __init__(self, library, seed, palettes=0):
        self.lib, self.random = library, np.random.default_rng(seed)
        self.palette = seed % palettes if palettes else None
        self.types = ALL
        if palettes:
            self.types = [ALL[i] for i in np.random.default_rng([self.palette, 77]).permutation(len(ALL))[:2]]
        self.arrays = []  # (NumPy's, the library's handle)
        self.steps = []
        self.seed = seed

    def one_in(self, n):
        return self.random.integers(n) == 0

    def pick(self, items):
        return items[self.random.integers(len(items))]

    def values(self, shape, dtype):
        n = self.random.integers(0 if dtype.startswith("u") or dtype == "bool" else -100, 2 if dtype == "bool" else 101, shape)
        if dtype in FLOATS + COMPLEX:
            n = n / 4
        if dtype in COMPLEX:
            n = n + 1j * self.random.integers(-20, 20, shape) / 4
        return np.asarray(n).astype(dtype)

    def shape(self):
        return tuple(int(self.pick([0, 1, 1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 40])) if not self.one_in(40) else 0
                     for _ in range(self.random.integers(0, 4)))

    def keep(self, array, handle):
        self.arrays.append((array, handle))
        self.compare(array, handle)

    def compare(self, array, handle):
        if self.lib.shape(handle) != array.shape:
            raise Different(f"shape {self.lib.shape(handle)}, NumPy has {array.shape}")
        got = np.empty(array.shape, array.dtype)
        self.lib.read(handle, got)
        want = np.ascontiguousarray(array).reshape(array.shape)
        if got.tobytes() == want.tobytes():
            return
        with np.errstate(all="ignore"):
            if np.array_equal(got, want, equal_nan=array.dtype.kind in "fc"):
                return  # -0 and NaNs of another payload
        where = np.argwhere(got != want)[:3].tolist()
        raise Different(f"{array.dtype} {array.shape}: at {where} {got[got != want][:3]}, NumPy has {want[got != want][:3]}")

    # --- steps

    def create(self):
        dtype, order = self.pick(self.types), self.pick("CF")
        array = np.array(self.values(self.shape(), dtype), order=order)
        self.steps.append(f"create {dtype} {array.shape} {order}")
        self.keep(array, self.lib.from_host(array, order))

    def slice(self, array, handle):
        slices, mine = [], []
        for n in array.shape[:self.random.integers(0, array.ndim + 1)]:
            if n and self.one_in(5):
                at = int(self.random.integers(-n, n))
                slices.append(at)
                mine.append(g.Slice(at, at, 0))
                continue
            step = int(self.pick([1, 1, 2, 3, -1, -2, 5]))
            bound = (lambda n=n: int(self.random.integers(-n, n)) if n else None)
            start = None if self.one_in(3) else bound()
            stop = None if self.one_in(3) else bound()
            slices.append(slice(start, stop, step))
            mine.append(g.Slice(g.OMITTED if start is None else start, g.OMITTED if stop is None else stop, step))
        self.steps.append(f"slice {array.shape} {slices}")
        part = array[tuple(slices)] if slices else array[...]
        if not isinstance(part, np.ndarray):  # NumPy makes a number of it
            part = array[tuple(slice(s, s + 1 or None) if isinstance(s, int) else s for s in slices)].reshape(())
        self.keep(part, self.lib.make("gc_ndarray_slice", handle, g.numbers(g.Slice, mine), c.c_size_t(len(mine))))

    def transpose(self, array, handle):
        axes = [int(i) for i in self.random.permutation(array.ndim)]
        given = axes if axes and not self.one_in(3) else []
        self.steps.append(f"transpose {given}")
        self.keep(array.transpose(axes) if given else array.T,
                  self.lib.make("gc_ndarray_transpose", handle, g.numbers(c.c_uint32, given), c.c_size_t(len(given))))

    def reshape(self, array, handle):
        order, n, shape = self.pick("CF"), array.size, []
        while n > 1 and len(shape) < 4:
            f = int(self.pick([d for d in range(1, n + 1) if n % d == 0]))
            shape.append(f)
            n //= f
        shape = [*shape, n] if n != 1 or not shape else shape
        shape = [int(s) for s in self.random.permutation(shape)]
        if shape and array.size and self.one_in(3):
            shape[self.random.integers(len(shape))] = -1
        self.steps.append(f"reshape {array.shape} {array.strides} {shape} {order}")
        try:
            want = np.reshape(array, shape, order=order, copy=False)
        except ValueError:
            want = None
        try:
            made = self.lib.make("gc_ndarray_reshape", handle, g.numbers(c.c_int64, shape), c.c_size_t(len(shape)),
                                 c.c_uint64(order == "F"))
        except g.GridcallError as error:
            if want is not None or error.status != "ERROR_INVALID_ARGUMENT" and error.status != "INVALID_ARGUMENT":
                raise
            return
        if want is None:
            raise Different("the library reshapes what NumPy cannot")
        self.keep(want, made)

    def view(self, array, handle):
        dtype = self.pick([d for d in self.types if d != "bool"])
        self.steps.append(f"view {array.dtype} {array.shape} {array.strides} as {dtype}")
        if array.dtype.name == "bool" or np.dtype(dtype).alignment > array.dtype.alignment:
            return
        try:
            want = array.view(dtype)
        except ValueError:
            want = None
        try:
            made = self.lib.make("gc_ndarray_view", handle, c.c_int32(g.SCALARS[dtype]), None)
        except g.GridcallError:
            if want is not None:
                raise
            return
        if want is None:
            self.lib.release(made)  # of no elements; NumPy asks for more
            if array.size:
                raise Different("the library views what NumPy cannot")
            return
        if self.lib.shape(made) != want.shape:
            raise Different(f"view: shape {self.lib.shape(made)}, NumPy has {want.shape}")
        self.lib.release(made)  # its values may be any, which later steps do not take

    def writable(self, array):
        return not (array.size > 1 and any(s == 0 and n > 1 for s, n in zip(array.strides, array.shape)))

    def fill(self, array, handle):
        value = self.values((), array.dtype.name)
        self.steps.append(f"fill {array.shape} {array.strides} {value}")
        array[...] = value
        self.lib.call("gc_ndarray_fill", handle, value.tobytes(), c.c_size_t(value.nbytes), None)
        self.compare(array, handle)

    def copy(self, array, handle):
        source, other = self.pick(self.arrays)
        try:
            if np.broadcast_shapes(source.shape, array.shape) != array.shape:
                return
        except ValueError:
            return
        if not fits(source, array.dtype.name) or np.iscomplexobj(source) and array.dtype.name not in COMPLEX + ["bool"]:
            return
        self.steps.append(f"copy {source.dtype} {source.shape} {source.strides} to {array.dtype} {array.shape} {array.strides}")
        array[...] = source.copy().astype(array.dtype)
        self.lib.call("gc_ndarray_copy", handle, other, None)
        self.compare(array, handle)

    def host(self, array, handle):
        """To and from host memory with strides of its own and another type."""
        kinds = [d for d in self.types if d in COMPLEX + ["bool"] or not np.iscomplexobj(array)]
        kind = self.pick(kinds)
        if not fits(array, kind):
            return
        big = np.zeros(tuple(2 * n for n in array.shape), kind)
        part = big[tuple(slice(1, None, 2) if self.one_in(2) else slice(n - 1, None, -1) for n in array.shape)] if array.size and array.ndim else big[...]
        if part.shape != array.shape:
            return
        offset = part.__array_interface__["data"][0] - big.__array_interface__["data"][0] if array.size else 0
        layout = g.Layout(struct_size=c.sizeof(g.Layout), scalar_type=g.SCALARS[kind], offset=offset)
        if array.ndim:
            layout.strides, layout.stride_count = g.numbers(c.c_int64, part.strides), array.ndim
        self.steps.append(f"to host {kind} {part.strides}")
        self.lib.call("gc_ndarray_copy_to_host", handle, big.ctypes.data_as(c.c_void_p), c.c_size_t(big.nbytes), c.byref(layout), None)
        want = np.zeros_like(big)
        if array.size:
            want.reshape(-1).view(np.uint8)  # contiguous
            np.lib.stride_tricks.as_strided(want.reshape(-1)[offset // want.itemsize:] if want.size else want, part.shape, part.strides)[...] = \
                array.astype(kind)
        if not np.array_equal(big, want, equal_nan=big.dtype.kind in "fc"):
            raise Different(f"host memory has {big.reshape(-1)[:8]}, NumPy {want.reshape(-1)[:8]}")
        if not fits(part, array.dtype.name) or np.iscomplexobj(part) and array.dtype.name not in COMPLEX + ["bool"]:
            return
        self.steps.append("and back")
        array[...] = part.astype(array.dtype)
        self.lib.call("gc_ndarray_copy_from_host", handle, big.ctypes.data_as(c.c_void_p), c.c_size_t(big.nbytes), c.byref(layout), None)
        self.compare(array, handle)

    def expression(self, names, depth=0):
        """(text, value)"""
        if depth == 2 or self.one_in(3):
            if names and not self.one_in(4):
                name = self.pick(sorted(names))
                return name, names[name]
            return self.pick([("2", np.int32(2)), ("3", np.int32(3)), ("0.5f", np.float32(0.5)), ("4.0", np.float64(4))])
        left, a = self.expression(names, depth + 1)
        right, b = self.expression(names, depth + 1)
        a, b = common(np.asarray(a), np.asarray(b))
        sign = self.pick("+-*<?")
        if sign in "<?" and np.iscomplexobj(a):
            sign = "+"
        if sign == "?":
            return f"({left} < {right} ? {left} : {right})", np.where(a < b, a, b).astype(a.dtype)
        with np.errstate(all="ignore"):
            value = {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: times(a, b), "<": lambda: a < b}[sign]()
        return f"({left} {sign} {right})", value

    def formula(self, names):
        """An expression; of a palette one of four for these names."""
        if self.palette is None:
            return self.expression(names)
        mine, self.random = self.random, np.random.default_rng([self.palette, len(names), "x" in names, int(self.random.integers(4))])
        try:
            return self.expression(names)
        finally:
            self.random = mine

    def apply(self, array, handle):
        inputs = []
        for _ in range(self.random.integers(0, 4)):
            source, other = self.pick(self.arrays)
            try:
                if np.broadcast_shapes(source.shape, array.shape) == array.shape and small(source) and \
                        (np.iscomplexobj(array) or not np.iscomplexobj(source)):
                    inputs.append((source, other))
            except ValueError:
                pass
        names = {chr(ord("a") + i): source.copy() for i, (source, _) in enumerate(inputs)}
        if array.size and self.one_in(3):
            names["i"] = np.arange(array.size, dtype=np.int64).reshape(array.shape)
            names |= {f"i{axis}": index.astype(np.int64) for axis, index in enumerate(np.indices(array.shape)[:2])}
        scalars = []
        if numbers := [d for d in self.types if d in INTS + FLOATS] if self.one_in(2) else []:
            value = self.values((), self.pick(numbers))
            names["x"] = value
            bits = (c.c_uint64 * 2)()
            c.memmove(bits, value.tobytes(), value.nbytes)
            scalars.append(g.Scalar(bits, g.SCALARS[value.dtype.name], 0))
        text, value = self.formula(names)
        value = promoted(np.asarray(value))
        if not fits(value, array.dtype.name) or np.iscomplexobj(value) and not np.iscomplexobj(array):
            return
        self.steps.append(f"apply {text} to {array.dtype} {array.shape} {array.strides} of "
                          f"{[(s.dtype.name, s.shape, s.strides) for s, _ in inputs]} {names.get('x')}")
        with np.errstate(all="ignore"):
            array[...] = np.broadcast_to(value, np.broadcast_shapes(value.shape, array.shape)).astype(array.dtype)
        handles = (c.c_void_p * len(inputs))(*(h.value for _, h in inputs))
        count, numbers, number_count = c.c_size_t(len(inputs)), g.numbers(g.Scalar, scalars), c.c_size_t(len(scalars))
        way = self.random.integers(3)
        if way == 1:  # by a prepared launch to another array first, which overlaps no input
            twin = self.lib.create(array.dtype.name, array.shape)
            one = (c.c_void_p * 1)(twin.value)
            prepared = self.lib.make("gc_prepared_from_expression", one, c.c_size_t(1), text.encode(), handles, count, None, numbers, number_count)
            self.lib.call("gc_prepared_launch", prepared, None, None, c.c_size_t(0), None)
            self.lib.c.gc_prepared_release(prepared)
            self.compare(array, twin)
            self.lib.release(twin)
        if way < 2:
            self.lib.call("gc_ndarray_apply", handle, text.encode(), handles, count, numbers, number_count, None)
        else:  # the same to two arrays, in one pass
            twin = self.lib.create(array.dtype.name, array.shape)
            both = (c.c_void_p * 2)(handle.value, twin.value)
            self.lib.call("gc_ndarray_transform", both, c.c_size_t(2), f"{text}; {text}".encode(), handles, count, None, numbers, number_count, None)
            self.compare(array, twin)
            self.lib.release(twin)
        self.compare(array, handle)

    def transform_reduce(self, array, handle):
        """An expression of the array, of another one that is broadcast, and of the indices."""
        if not small(array):  # the products of ints would overflow
            return
        names, handles = {"a": array.copy()}, [handle]
        source, other = self.pick(self.arrays)
        try:
            if np.broadcast_shapes(source.shape, array.shape) == array.shape and small(source):
                names["b"] = source.copy()
                handles.append(other)
        except ValueError:
            pass
        if array.size and self.one_in(3):
            names["i"] = np.arange(array.size, dtype=np.int64).reshape(array.shape)
            names |= {f"i{axis}": index.astype(np.int64) for axis, index in enumerate(np.indices(array.shape)[:2])}
        text, value = self.formula(names)
        value = np.broadcast_to(promoted(np.asarray(value)), array.shape)
        self.steps.append(f"{text} of {[(n, v.dtype.name) for n, v in names.items()]}")
        made = (c.c_void_p * len(handles))(*(h.value for h in handles))
        self.reduce(value, lambda out, reduction, axes, count: self.lib.call(
            "gc_ndarray_transform_reduce", (c.c_void_p * 1)(out.value), c.c_size_t(1), text.encode(), made, c.c_size_t(len(handles)), None, None, c.c_size_t(0),
            (c.c_int32 * 1)(reduction.value), c.c_size_t(1), axes, count, None))

    def reduce(self, array, handle):
        name = self.pick(sorted(g.REDUCTIONS))
        axes = sorted(int(i) for i in self.random.permutation(array.ndim)[:self.random.integers(0, array.ndim + 1)])
        over = tuple(axes) if axes else tuple(range(array.ndim))
        count = int(np.prod([array.shape[i] for i in over])) if over else 1
        if name in ("MIN", "MAX", "ARG_MIN", "ARG_MAX") and (np.iscomplexobj(array) or count == 0):
            return
        if name in ("SUM", "PROD") and not small(array) or name == "PROD" and count > 4:
            return
        if name == "PROD" and np.iscomplexobj(array):
            return
        kind = array.dtype.kind
        wide = array.astype({"u": "uint64", "i": "int64", "b": "int64", "f": "float64", "c": "complex128"}[kind])
        if name.startswith("ARG"):  # NumPy's take one axis or all
            rows = np.moveaxis(array, over, range(-len(over), 0)).reshape(*(n for i, n in enumerate(array.shape) if i not in over), count)
            value = (np.argmin if name == "ARG_MIN" else np.argmax)(rows, axis=-1).astype("int64")
        else:
            value = {"SUM": np.sum, "PROD": np.prod, "MIN": np.min, "MAX": np.max}[name](wide, axis=over) if name in ("SUM", "PROD", "MIN", "MAX") \
                else {"ANY": np.any, "ALL": np.all}[name](array, axis=over).astype("int32")
        value = np.asarray(value)
        if name in ("SUM", "PROD") and kind in "fc" and value.size and np.abs(value).max() * 4 ** (count if name == "PROD" else 1) >= 2**22:
            return
        dtypes = [d for d in self.types if d in COMPLEX or not np.iscomplexobj(value)]
        if name.startswith("ARG"):
            dtypes = [d for d in self.types if d in INTS and count - 1 <= np.iinfo(d).max]
        if not dtypes:
            return
        dtype = self.pick(dtypes)
        if not fits(value, dtype) or kind == "f" and dtype in ("uint8",):
            return
        keep = self.one_in(3)
        shape = tuple(1 if i in over else n for i, n in enumerate(array.shape)) if keep else value.shape
        out = np.full(shape, 7, dtype)
        self.steps.append(f"reduce {name} {array.dtype} {array.shape} {array.strides} over {axes} to {dtype} {shape}")
        made = self.lib.from_host(out)
        out[...] = value.reshape(shape).astype(dtype)
        call = handle if callable(handle) else lambda out, *how: self.lib.call("gc_ndarray_reduce", out, handle, *how, None)
        call(made, c.c_int32(g.REDUCTIONS[name]), g.numbers(c.c_uint32, axes), c.c_size_t(len(axes)))
        self.keep(out, made)

    def run(self):
        try:
            self.create()
            for _ in range(self.random.integers(2, 9)):
                if len(self.arrays) > 6 or self.one_in(6):
                    self.create()
                    continue
                step = self.pick([self.slice, self.transpose, self.reshape, self.view, self.fill, self.copy, self.copy, self.host,
                                  self.apply, self.apply, self.reduce, self.transform_reduce])
                step(*self.pick(self.arrays))
            for array, handle in self.arrays:  # an array that shares memory sees what was written
                self.compare(array, handle)
        finally:
            for _, handle in self.arrays:
                self.lib.release(handle)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=int(os.environ.get("GRIDCALL_NDARRAY_PROGRAMS", effort(40, 120))))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--palettes", type=int, default=0, help="sets of types and expressions; 0: any")
    parser.add_argument("--library")
    parser.add_argument("--most", type=int, default=5, help="differences to print")
    arguments = parser.parse_args()
    print("1..1")
    library = g.Library(arguments.library)
    before, bad = library.c.gc_handle_count(), 0
    for seed in range(arguments.seed, arguments.seed + arguments.programs):
        program = Program(library, seed, arguments.palettes)
        try:
            program.run()
        except (Different, g.GridcallError) as error:
            bad += 1
            print(f"# seed {seed}: {error}".replace("\n", "\n# "))
            print("".join(f"#   {step}\n" for step in program.steps), end="")
            if bad >= arguments.most:
                break
    if library.c.gc_handle_count() != before:
        bad += 1
        print(f"# {before} handles before, {library.c.gc_handle_count()} after")
    print(f"{'not ok' if bad else 'ok'} 1 - {arguments.programs} programs from seed {arguments.seed}: {bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
