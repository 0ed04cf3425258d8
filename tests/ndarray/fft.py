# SPDX-License-Identifier: Apache-2.0
"""Fourier transforms against NumPy: random shapes, dimensions, views, norms and types, by the library's kernels and by the FFTW of the machine."""

import argparse
import ctypes as c
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import gridcall_ctypes as g  # noqa: E402
from effort import effort  # noqa: E402
from gridcall_ctypes import np  # noqa: E402
from tap import Skip, Tap  # noqa: E402

INVERSE, OWN_KERNEL = 1, 2
NORMS = ["backward", "ortho", "forward"]
# Powers, products of small primes, primes that are radices, and those that are not.
LENGTHS = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 20, 25, 29, 30, 31, 32, 37, 49, 60, 64, 67, 81, 100, 101, 127, 128]
LONG = [243, 256, 257, 343, 512, 1000, 1009, 1024, 1155, 2048, 2187, 3000, 4099, 8192, 15625, 16384, 65536, 65537, 100000, 117649, 131072, 262144]


class Options(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("flags", c.c_uint64), ("norm", c.c_int32), ("reserved", c.c_uint32),
                ("axes", c.POINTER(c.c_uint32)), ("axis_count", c.c_size_t), ("pool", c.c_void_p)]


def view(library, random, shape, dtype, values=None):
    """A view in a larger array: the handles of view and whole, the whole in NumPy, and the view in that."""
    ndim = len(shape)
    axes = [int(i) for i in (random.permutation(ndim) if random.random() < 0.5 else range(ndim))]
    steps = [int(random.choice([1, 1, 2, -1, -3])) if random.random() < 0.4 else 1 for _ in shape]
    before = [0] * ndim
    for place, axis in enumerate(axes):
        before[axis] = shape[place]
    whole = np.full([n * abs(step) for n, step in zip(before, steps)], 7, dtype)
    part = whole[tuple(slice(None, None, step) for step in steps)].transpose(axes)
    if values is not None:
        part[...] = values
    base = library.from_host(whole)
    sliced = library.make("gc_ndarray_slice", base, g.numbers(g.Slice, [g.Slice(g.OMITTED, g.OMITTED, step) for step in steps]), c.c_size_t(ndim))
    turned = library.make("gc_ndarray_transpose", sliced, g.numbers(c.c_uint32, axes), c.c_size_t(ndim))
    return turned, [base, sliced, turned], whole, part


def transform(library, out, src, flags, norm, axes):
    options = Options(c.sizeof(Options), flags, NORMS.index(norm), 0, g.numbers(c.c_uint32, axes), len(axes), None)
    library.call("gc_ndarray_fft", out, src, c.byref(options), None)


def wide_of(values):
    return "complex128" if np.iscomplexobj(values) else "float64"


def oracle(values, kind, inverse, norm, axes, last):
    wide = values.astype(wide_of(values))
    if kind == "r2c":
        return np.fft.rfftn(wide, axes=axes, norm=norm)
    if kind == "c2r":
        return np.fft.irfftn(wide, [wide.shape[axis] for axis in axes[:-1]] + [last], axes=axes, norm=norm)
    return (np.fft.ifftn if inverse else np.fft.fftn)(wide, axes=axes, norm=norm)


def least_of(single):
    """The least number above 0."""
    return 2.0**-149 if single else 2.0**-1074


def differs(got, want, single, count, where):
    """The error in the norm of all, which grows as the logarithm of the length does. A denormal number is rounded by half of the least one, and the
    root of the length carries that to the results."""
    want, got = want * 2.0**100, got * np.float64(2.0**100)  # squares of denormal numbers would be 0
    scale = (np.sqrt(np.mean(abs(want) ** 2)) or 1) + least_of(single) * 2.0**100 * 2.0**25 * np.sqrt(count) * (1 if single else 2.0**29)
    error = np.sqrt(np.mean(abs(got - want) ** 2)) / scale
    bound = (2**-24 if single else 2**-53) * (2 + 0.7 * np.log2(max(count, 2)))
    if not error <= bound:
        return f"{where}: the error is {error:.3g}, allowed {bound:.3g}"
    worst = abs(got - want).max() / (scale * np.sqrt(max(np.log(got.size + 1), 1)))
    return f"{where}: an element is wrong by {worst:.3g}" if worst > 16 * bound else None


def one(library, random, shape, axes, flags, denormal=False):
    kind = str(random.choice(["c2c", "c2c", "r2c", "c2r"]))
    single = bool(random.random() < 0.5)
    norm = str(random.choice(NORMS))
    inverse = kind == "c2r" or (kind == "c2c" and random.random() < 0.5)
    real, complex_ = ("float32", "complex64") if single else ("float64", "complex128")
    half = [n // 2 + 1 if axis == axes[-1] else n for axis, n in enumerate(shape)]
    src_shape, out_shape = (half if kind == "c2r" else shape), (half if kind == "r2c" else shape)
    values = random.standard_normal(src_shape) + (0 if kind == "r2c" else 1j * random.standard_normal(src_shape))
    shift = 2.0**12 * least_of(single) if denormal else 1
    values = (values * shift).astype(real if kind == "r2c" else complex_)
    src, handles = view(library, random, src_shape, values.dtype, values)[:2]
    in_place = kind == "c2c" and random.random() < 0.3
    out, mine, whole, part = view(library, random, out_shape, np.dtype(real if kind == "c2r" else complex_), values if in_place else None)
    handles += mine
    if in_place:
        src = out
    where = f"{kind}{' denormal' if denormal else ''} {values.dtype} {tuple(src_shape)} along {axes} {norm}{' inverse' if inverse else ''}{' in place' if in_place else ''} flags {flags}"
    where += f" of strides {library.strides(src)} {library.strides(out)}"
    transform(library, out, src, flags | (INVERSE if inverse else 0), norm, axes)
    library.read(mine[0], whole)
    got = part.copy()
    part[...] = 7
    for handle in handles:
        library.release(handle)
    if not (whole == 7).all():
        return f"{where}: wrote between the elements"
    count = int(np.prod([shape[axis] for axis in axes]))
    want = oracle(values.astype(wide_of(values)) * 2.0**100, kind, inverse, norm, axes, shape[axes[-1]]) * 2.0**-100
    return differs(got, want, single, count, where)


def random_transforms(library, seed, cases, own):
    wrong, random = [], np.random.default_rng(seed)
    for _ in range(cases):
        ndim = int(random.choice([1, 2, 3, 4]))
        shape = [int(random.choice(LENGTHS if ndim < 3 else LENGTHS[:16])) for _ in range(ndim)]
        axes = [int(i) for i in random.permutation(ndim)[:int(random.integers(1, min(ndim, 3) + 1))]]
        if random.random() < 0.3:
            axes = sorted(axes)
        wrong.append(one(library, random, shape, axes, OWN_KERNEL if own else 0, random.random() < 0.15))
    return [w for w in wrong if w]


def long_ones(library, seed, own):
    wrong, random = [], np.random.default_rng(seed)
    for n in LONG if effort(0, 1) else LONG[:-4]:
        for shape, axes in (([n], [0]), ([3, n], [1]), ([n, 5], [0])) if n < 20000 else (([n], [0]),):
            wrong.append(one(library, random, shape, axes, OWN_KERNEL if own else 0))
    wrong.append(one(library, random, [64, 1024], [0, 1], OWN_KERNEL if own else 0))
    return [w for w in wrong if w]


def ends(library, own):
    """The imaginary parts of the elements 0 and n/2, which do not count."""
    wrong = []
    for n in sorted(set(LENGTHS + (LONG if effort(0, 1) else [8192, 16384]))):
        for real, kind in (("float32", "complex64"), ("float64", "complex128")):
            for shape in ([n], [3, n], [2, n, 3]):
                axes = [1] if len(shape) > 1 else [0]
                for along in (axes, [0, 1]) if len(shape) == 2 else (axes,):
                    values = np.zeros([n // 2 + 1 if axis == axes[0] else extent for axis, extent in enumerate(shape)], kind)
                    for end in (0, n // 2) if n % 2 == 0 else (0,):
                        values[(slice(None),) * axes[0] + (end,)] = 1j
                    src, out, got = library.from_host(values), library.create(real, shape), np.empty(shape, real)
                    transform(library, out, src, INVERSE | (OWN_KERNEL if own else 0), "backward", along)
                    library.read(out, got)
                    library.release(src)
                    library.release(out)
                    if abs(got).max() * n > 1e-3:
                        wrong.append(f"{kind} {values.shape} along {along}: {abs(got).max() * n}")
    return wrong


def laws(library, own):
    """Linearity, Parseval's theorem, a shift, and back again."""
    wrong, random, flags = [], np.random.default_rng(3), OWN_KERNEL if own else 0
    for n in (60, 128, 1009, 4096):
        a, b = (random.standard_normal(n) + 1j * random.standard_normal(n) for _ in range(2))

        def of(values, more=0, norm="backward"):
            src, out = library.from_host(values), library.create("complex128", values.shape)
            transform(library, out, src, flags | more, norm, [])
            got = np.empty_like(values)
            library.read(out, got)
            library.release(src)
            library.release(out)
            return got

        checks = {"linear": (of(2 * a - 3j * b), 2 * of(a) - 3j * of(b)), "back": (of(of(a), INVERSE), a),
                  "unitary": (np.array([np.vdot(of(a, 0, "ortho"), of(b, 0, "ortho"))]), np.array([np.vdot(a, b)])),
                  "shift": (of(np.roll(a, 1)), of(a) * np.exp(-2j * np.pi * np.arange(n) / n))}
        wrong += [f"{name}, {n}" for name, (got, want) in checks.items() if not np.allclose(got, want, rtol=1e-12, atol=1e-11 * np.sqrt(n))]
    return wrong


def overlapping(library):
    """Results that overlap the source without being it."""
    wrong, random = [], np.random.default_rng(4)
    for flags in (0, OWN_KERNEL):
        values = random.standard_normal(100) + 1j * random.standard_normal(100)
        base = library.from_host(values)
        parts = [library.make("gc_ndarray_slice", base, g.numbers(g.Slice, [g.Slice(*each)]), c.c_size_t(1)) for each in ((0, 90, 1), (10, 100, 1))]
        transform(library, parts[1], parts[0], flags, "backward", [])
        got = np.empty_like(values)
        library.read(base, got)
        if not np.allclose(got[10:], np.fft.fft(values[:90])) or not (got[:10] == values[:10]).all():
            wrong.append(f"flags {flags}")
        for handle in [*parts, base]:
            library.release(handle)
    return wrong


def is_gpu(library):
    kind = c.c_int32()
    library.call("gc_device_get_kind", library.make("gc_context_get_device", library.context), c.byref(kind))
    return kind.value == 1


def child(arguments, cases=None, **environment):
    run = subprocess.run([sys.executable, os.path.abspath(__file__), "--library", arguments.library, "--child", "--cases", str(cases or arguments.cases // 2),
                          "--seed", str(arguments.seed + 1)], env=os.environ | environment, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


def by_library(arguments, variable, name):
    """The random transforms in a process that tells which library does them."""
    code, said = child(arguments, GRIDCALL_LOG="info")
    if f"no {name}" in said:
        raise Skip(next(line for line in said.splitlines() if f"no {name}" in line))
    return None if code == 0 and f"found {name}" in said else said


def captured(library):
    """A transform of a length that no call had before, in a graph."""
    values = np.random.default_rng(5).standard_normal(600) + 0j
    src, out = library.from_host(values), library.create("complex128", values.shape)
    options = Options(c.sizeof(Options), OWN_KERNEL, 0, 0, None, 0, None)
    stream = library.make("gc_stream_create", library.context, None)
    library.call("gc_stream_begin_capture", stream, c.c_int32(2))
    library.call("gc_ndarray_fft", out, src, c.byref(options), stream)
    graph = library.make("gc_stream_end_capture", stream)
    library.call("gc_graph_launch", graph, stream)
    library.call("gc_stream_synchronize", stream)
    got = np.empty_like(values)
    library.read(out, got)
    library.release(src)
    library.release(out)
    return None if np.allclose(got, np.fft.fft(values)) else "another result"


def checked(arguments):
    """The library's kernels under the checks of the CPU device, which report nothing."""
    code, said = child(arguments, 4, GRIDCALL_CPU_CHECK="memory,init,race")
    return None if code == 0 else said


def named_wrongly(arguments, variable):
    code, said = child(arguments, **{variable: "/nonexistent.so"})
    return None if code != 0 and f"{variable} names no" in said else said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    parser.add_argument("--cases", type=int, default=effort(60, 1000))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", action="store_true")
    arguments = parser.parse_args()
    library, tap = g.Library(arguments.library), Tap()
    if arguments.child:
        tap.case("random transforms", lambda: random_transforms(library, arguments.seed, arguments.cases, False))
        tap.end()
        return
    for own in (True, False):
        by = "the library's kernels" if own else "what the machine has"
        tap.case(f"random transforms by {by}", lambda own=own: random_transforms(library, arguments.seed, arguments.cases, own))
        tap.case(f"imaginary parts that do not count by {by}", lambda own=own: ends(library, own))
        tap.case(f"long ones by {by}", lambda own=own: long_ones(library, arguments.seed, own))
        tap.case(f"laws by {by}", lambda own=own: laws(library, own))
    tap.case("results that overlap", lambda: overlapping(library))
    variable, name = ("GRIDCALL_CUFFT", "cuFFT") if is_gpu(library) else ("GRIDCALL_FFTW", "FFTW")
    tap.case(f"by {name}", lambda: by_library(arguments, variable, name))
    tap.case("captured", lambda: captured(library))
    if not is_gpu(library):
        tap.case("nothing to report by checks", lambda: checked(arguments))
    tap.case("no other one where it is named wrongly", lambda: named_wrongly(arguments, variable))
    tap.end()


if __name__ == "__main__":
    main()
