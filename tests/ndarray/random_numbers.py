#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gc_ndarray_fill_random beside its definition in NumPy, bit for bit, on whatever device GRIDCALL_DEVICE names; the definition beside the
published answers of Philox4x32-10; and numbers of each distribution beside its probabilities. `random_numbers.py --words GENERATOR` writes words of 32
bits without end, for a battery of tests: `| RNG_test stdin32 -multithreaded` of PractRand."""

import argparse
import contextlib
import ctypes as c
import glob
import math
import os
import sys

sys.dont_write_bytecode = True
import gridcall_ctypes as g  # noqa: E402
import random_model as model  # noqa: E402
from effort import effort_seed, part  # noqa: E402
from gridcall_ctypes import np  # noqa: E402
from tap import Skip, Tap  # noqa: E402

KINDS = {"UNIFORM": 1, "NORMAL": 2, "LOG_NORMAL": 3, "POISSON": 4, "INTEGERS": 5}
FLOATS = ["float16", "bfloat16", "float32", "float64"]
INTS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]


class Random(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("distribution", c.c_int32), ("generator", c.c_int32), ("seed", c.c_uint64), ("offset", c.c_uint64),
                ("a", c.c_double), ("b", c.c_double), ("dimension", c.c_uint32), ("reserved", c.c_uint32)]


class Numbers:
    def __init__(self, library):
        self.lib = library

    def fill(self, handle, kind, a, b, seed, offset, generator=0, dimension=0):
        options = Random(c.sizeof(Random), KINDS[kind], generator, seed, offset, a, b, dimension, 0)
        self.lib.call("gc_ndarray_fill_random", handle, c.byref(options), None)

    def made(self, dtype, count, kind, a, b, seed, offset=0, generator=0, dimension=0):
        """`count` numbers in a new ndarray; bfloat16 as its bits."""
        handle = self.lib.create(dtype, (count,))
        try:
            self.fill(handle, kind, a, b, seed, offset, generator, dimension)
            got = np.empty(count, g.STORED.get(dtype, dtype))
            self.lib.read(handle, got)
            return got
        finally:
            self.lib.release(handle)


def differs(got, want, what):
    if got.tobytes() == want.tobytes():
        return None
    at = np.flatnonzero(got.view(f"u{got.itemsize}") != want.view(f"u{want.itemsize}"))
    return f"{what}: {len(at)} of {len(got)} differ, at {at[:3].tolist()} {got[at[:3]]}, expected {want[at[:3]]}"


def known_answers():
    """Random123's kat_vectors."""
    ones, pi = 2**64 - 1, [0x85A308D3243F6A88, 0x0370734413198A2E, 0x299F31D0A4093822]
    for counter, subsequence, seed, want in ((0, 0, 0, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"), (ones, ones, ones, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
                                             (*pi, "d16cfe09 94fdcceb 5001e420 24126ea1")):
        got = " ".join(f"{w:08x}" for w in model.philox([counter], subsequence, seed)[0].tolist())
        if got != want:
            return f"{got}, expected {want}"
    return None


def library_words(numbers):
    first = numbers.made("uint32", 4, "INTEGERS", 0, 2.0**32, 0)
    if first.tolist() != [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]:
        return f"{first}"
    wrong = []
    for seed, offset in ((1, 0), (2**64 - 1, 5), (0x123456789ABCDEF, 2**62 + 3), (7, 2**34 - 2)):
        got = numbers.made("uint32", 1001, "INTEGERS", 0, 2.0**32, seed, offset)
        wrong.append(differs(got, model.words(seed, offset, 1001).astype("uint32"), f"seed {seed} offset {offset}"))
    return [w for w in wrong if w]


def floats(numbers):
    wrong = []
    for dtype in part(FLOATS, 2):
        for seed, offset, count in ((3, 0, 4099), (2**40 + 1, 2**33 + 1, 514), (5, 3, 1), (5, 2, 7)):
            for a, b in ((0, 1), (-2.5, 1.75), (1, 1.0625), (-8, 0), (-4, -2)):
                what = f"{dtype} seed {seed} offset {offset} of {a}, {b}"
                wrong.append(differs(numbers.made(dtype, count, "UNIFORM", a, b, seed, offset),
                                     model.uniform(dtype, a, b, seed, offset, count), f"uniform {what}"))
            for a, b in ((0, 1), (-2.5, 3)):
                for kind in ("NORMAL", "LOG_NORMAL"):
                    wrong.append(differs(numbers.made(dtype, count, kind, a, b, seed, offset),
                                         model.normal(dtype, a, b, seed, offset, count, kind == "LOG_NORMAL"), f"{kind} {dtype} {seed} {offset} {a} {b}"))
        wrong.append(differs(numbers.made(dtype, 999, "LOG_NORMAL", 0, 300, 4), model.normal(dtype, 0, 300, 4, 0, 999, True), f"wide log-normal {dtype}"))
    return [w for w in wrong if w]


def integers(numbers):
    wrong = []
    for dtype in [*part(INTS, 4), "bool"]:
        low, high = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        limits = [(low, high + 1), (low, low + 1), (0, min(high + 1, 3)), (high // 3, high + 1 if high < 2**53 else 2**53)]
        limits += [(-7, 100), (0, 3 * 2**30), (-2**31, 2**31), (-1, 2**31), (0, 2**32 + 2**20), (0, 2**63), (2**53, 2**63 - 2**20), (5, 3 * 2**61)]
        for a, b in limits:
            if a < low or b > high + 1 or a >= b or float(a) != a or float(b) != b:
                continue
            want = np.array(model.integers(a, b, 11, 5, 203), dtype)
            wrong.append(differs(numbers.made(dtype, 203, "INTEGERS", a, b, 11, 5), want, f"{dtype} from {a} to {b}"))
    return [w for w in wrong if w]


def poisson(numbers):
    wrong = []
    for mean in (0, 0.5, 9.99, 10, 15.5, 300, 1e6, 2.0**30):
        exact = model.poisson(mean, 21, 2**33 - 3, 150)
        for dtype in part(("float64", "int32", "uint8", "float16", "uint64"), 2):
            top = np.finfo(dtype).max if dtype[0] == "f" else np.iinfo(dtype).max
            want = np.minimum(exact, float(top)).astype(dtype)
            wrong.append(differs(numbers.made(dtype, 150, "POISSON", mean, 0, 21, 2**33 - 3), want, f"{dtype} of {mean}"))
    return [w for w in wrong if w]


def views(numbers):
    """Halves are as the whole; the order is C's, whatever the strides are; what lies between stays."""
    wrong, random = [], np.random.default_rng(5)
    for dtype, kind, a, b in (("float32", "NORMAL", 1, 2), ("float64", "UNIFORM", -1, 1), ("uint8", "INTEGERS", 0, 251), ("int64", "INTEGERS", -5, 2.0**40),
                              ("float16", "POISSON", 20, 0), ("float32", "UNIFORM", 0, 1)):
        whole = numbers.made(dtype, 3000, kind, a, b, 9, 1)
        for cut in (0, 1, 2, 3, 1501, 2999):
            halves = [numbers.made(dtype, n, kind, a, b, 9, 1 + first) for first, n in ((0, cut), (cut, 3000 - cut))]
            wrong.append(differs(np.concatenate(halves), whole, f"{dtype} {kind} cut at {cut}"))
        for _ in range(6):
            big = np.zeros(tuple(int(n) for n in random.integers(1, 14, random.integers(1, 4))), dtype)
            slices, mine = [], []
            for _ in big.shape:
                step = int(random.choice([1, 1, 2, -1, -3]))
                slices.append(slice(None, None, step))
                mine.append(g.Slice(g.OMITTED, g.OMITTED, step))
            axes = random.permutation(big.ndim).tolist()
            handle = numbers.lib.from_host(big)
            part = numbers.lib.make("gc_ndarray_slice", handle, g.numbers(g.Slice, mine), c.c_size_t(len(mine)))
            turned = numbers.lib.make("gc_ndarray_transpose", part, g.numbers(c.c_uint32, axes), c.c_size_t(len(axes)))
            numbers.fill(turned, kind, a, b, 9, 1)
            view = big[tuple(slices)].transpose(axes)
            view[...] = whole[:view.size].reshape(view.shape)
            got = np.empty_like(big)
            numbers.lib.read(handle, got)
            wrong.append(differs(got.reshape(-1), big.reshape(-1), f"{dtype} {big.shape} {slices} {axes}"))
            for each in (handle, part, turned):
                numbers.lib.release(each)
    return [w for w in wrong if w]


def end_points(numbers):
    wrong = []
    for dtype in FLOATS:
        for a, b in ((0, 1), (1, 1.03125), (-1, 0), (1000, 1008)):
            got = model.value_of(numbers.made(dtype, 200000, "UNIFORM", a, b, 2), dtype).astype("float64")
            if got.min() < a or got.max() >= b or got.max() == got.min():
                wrong.append(f"{dtype} from {a} to {b}: {got.min()} to {got.max()}")
    return wrong


def normal_below(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def continuous(numbers):
    """Kolmogorov and Smirnov: a distance above 2 / sqrt(n) has a probability below 0.001."""
    wrong, n = [], 40000
    for dtype in part(("float32", "float64", "float16"), 2):
        for kind, a, b, below in (("UNIFORM", -3, 5, lambda x: (x + 3) / 8), ("NORMAL", 2, 3, lambda x: normal_below((x - 2) / 3)),
                                  ("LOG_NORMAL", 0.5, 0.75, lambda x: normal_below((math.log(x) - 0.5) / 0.75))):
            got = np.sort(numbers.made(dtype, n, kind, a, b, 77).astype("float64"))
            want = np.array([below(x) for x in got])
            places = np.arange(n)
            distance = max((want - places / n).max(), ((places + 1) / n - want).max())
            if distance * math.sqrt(n) > (3 if dtype == "float16" else 1.95):  # float16 has steps
                wrong.append(f"{kind} of {dtype}: {distance * math.sqrt(n)}")
    return wrong


def chi_square(got, chances):
    """Standard deviations that the statistic is above its mean; the last class is the rest."""
    expected = np.array(chances) * len(got)
    counts = np.bincount(np.minimum(got, len(chances) - 1).astype("int64"), minlength=len(chances))
    kept = expected >= 5
    statistic = ((counts - expected)[kept] ** 2 / expected[kept]).sum()
    freedom = kept.sum() - 1
    return (statistic - freedom) / math.sqrt(2 * freedom)


def discrete(numbers):
    wrong, n = [], 200000
    for mean in (0.3, 4, 9.5, 10, 12, 60, 1000):
        top = int(mean + 8 * math.sqrt(mean) + 8)
        chances = [math.exp(k * math.log(mean) - mean - math.lgamma(k + 1)) for k in range(top)]
        chances.append(max(0, 1 - sum(chances)))
        far = chi_square(numbers.made("int32", n, "POISSON", mean, 0, 31), chances)
        if far > 5:
            wrong.append(f"Poisson of {mean}: {far}")
    for reach in (2, 3, 10, 100, 251):
        far = chi_square(numbers.made("int16", n, "INTEGERS", 0, reach, 13), [1 / reach] * reach)
        if far > 5:
            wrong.append(f"integers below {reach}: {far}")
    # A word modulo 3 * 2^30 would be below 2^30 twice as often.
    got = numbers.made("uint32", n, "INTEGERS", 0, 3 * 2.0**30, 3)
    far = chi_square(got >> 28, [1 / 12] * 12)
    return wrong + ([f"integers below 3 * 2^30: {far}"] if far > 5 else [])


class Curand:
    """Words of cuRAND's generators that run on the host, of the package that scripts/setup installs."""

    TYPES, SUBSEQUENCES = {1: 101, 2: 121, 3: 201}, {1: 4096, 2: 81920, 3: 1}

    def __init__(self):
        prefix = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.prefix")
        roots = [os.environ.get("GRIDCALL_CURAND") or f"{prefix}/curand/nvidia/*", "/usr/local/cuda"]
        found = {name: [file for root in [*roots, f"{prefix}/nvrtc/nvidia/*"] for file in glob.glob(f"{root}/lib*/{name}.so.*")] for name in ("libcudart", "libcurand")}
        for name, mode in (("libcudart", c.RTLD_GLOBAL), ("libcurand", c.DEFAULT_MODE)):
            if found[name]:
                try:
                    self.c = c.CDLL(found[name][0], mode=mode)
                except OSError as error:
                    raise Skip(f"{error}: scripts/setup installs nvidia-curand and nvidia-cuda-runtime") from error
            elif name == "libcurand":
                raise Skip("there is no libcurand.so: scripts/setup installs nvidia-curand, or set GRIDCALL_CURAND")

    def words(self, generator, seed, first, count, dimension=0):
        """Words first to first + count - 1. cuRAND is asked from the first subsequence on."""
        handle, turn = c.c_void_p(), self.SUBSEQUENCES[generator]
        begin = first // turn * turn
        each = first + count - begin
        got = np.empty(each * (dimension + 1), "uint32")

        def call(name, *arguments):
            if getattr(self.c, name)(*arguments):
                raise RuntimeError(name)

        call("curandCreateGeneratorHost", c.byref(handle), self.TYPES[generator])
        if generator == 3:
            call("curandSetQuasiRandomGeneratorDimensions", handle, c.c_uint(dimension + 1))
        else:
            call("curandSetPseudoRandomGeneratorSeed", handle, c.c_ulonglong(seed))
        call("curandSetGeneratorOffset", handle, c.c_ulonglong(begin))
        call("curandGenerate", handle, got.ctypes.data_as(c.c_void_p), c.c_size_t(got.size))
        call("curandDestroyGenerator", handle)
        return got[dimension * each:][first - begin:]


@contextlib.contextmanager
def words_from(source):
    """The model takes the words of subsequence 0 from there."""
    words, philox = model.words, model.philox
    model.words = lambda seed, first, count, subsequence=0: words(seed, first, count, subsequence) if subsequence else source(seed, first, count).astype("uint64")
    model.philox = lambda counter, subsequence, seed: philox(counter, subsequence, seed) if subsequence else np.concatenate(
        [source(seed, 4 * int(each), 4) for each in np.ravel(counter)]).astype("uint64").reshape(-1, 4)
    try:
        yield
    finally:
        model.words, model.philox = words, philox


def generators(numbers, curand):
    """A million words of each, and the numbers that the model makes of its words."""
    wrong = []
    for generator, name, places in ((1, "XORWOW", (0, 12345678901, 2**50 + 4097)), (2, "MRG32k3a", (0, 81921, 2**45 + 5)), (3, "SOBOL32", (0, 3, 2**31 - 5))):
        for seed, offset in zip((0, 0x123456789ABCDEF, 2**64 - 1), places):
            seed, count = 0 if generator == 3 else seed, 1000003 if offset == 0 else 100001
            got = numbers.made("uint32", count, "INTEGERS", 0, 2.0**32, seed, offset, generator)
            wrong.append(differs(got, curand.words(generator, seed, offset, count), f"{name} of seed {seed} at {offset}"))
    for dimension in range(21):
        got = numbers.made("uint32", 5000, "INTEGERS", 0, 2.0**32, 0, 100, 3, dimension)
        wrong.append(differs(got, curand.words(3, 0, 100, 5000, dimension), f"dimension {dimension}"))
    even = numbers.made("float64", 999, "UNIFORM", -1, 3, 0, 7, 3, 2)
    wrong.append(differs(even, -1 + 4 * (curand.words(3, 0, 7, 999, 2) * 2.0**-32), "even doubles"))
    all_words = {}

    def source(generator):
        def words(seed, first, count):
            if generator not in all_words:
                all_words[generator] = curand.words(generator, seed, 0, 100000)
            return all_words[generator][first:first + count]
        return words

    for generator in part((1, 2), 2):
        with words_from(source(generator)):
            for dtype in FLOATS:
                wrong.append(differs(numbers.made(dtype, 9001, "UNIFORM", -2, 3, 5, 77, generator), model.uniform(dtype, -2, 3, 5, 77, 9001), f"uniform {dtype}"))
                wrong.append(differs(numbers.made(dtype, 9001, "NORMAL", 1, 3, 5, 78, generator), model.normal(dtype, 1, 3, 5, 78, 9001), f"normal {dtype}"))
            for dtype, a, b in (("int8", -5, 100), ("uint32", 0, 3 * 2**30), ("int64", -2**40, 2**61)):
                want = np.array(model.integers(a, b, 5, 3, 203), dtype)
                wrong.append(differs(numbers.made(dtype, 203, "INTEGERS", a, b, 5, 3, generator), want, f"{dtype} from {a} to {b}"))
            for mean in (3, 30):
                want = model.poisson(mean, 5, 10, 300).astype("int32")
                wrong.append(differs(numbers.made("int32", 300, "POISSON", mean, 0, 5, 10, generator), want, f"Poisson of {mean}"))
    parts = [numbers.made("float32", n, "NORMAL", 0, 1, 4, first, 2) for first, n in ((3, 100000), (100003, 7))]
    wrong.append(differs(np.concatenate(parts), numbers.made("float32", 100007, "NORMAL", 0, 1, 4, 3, 2), "halves"))
    return [w for w in wrong if w]


def write_words(numbers, generator, count=2**24):
    handle, into, offset = numbers.lib.create("uint32", (count,)), np.empty(count, "uint32"), 0
    with contextlib.suppress(BrokenPipeError):
        while True:
            numbers.fill(handle, "INTEGERS", 0, 2.0**32, 1, offset, generator)
            numbers.lib.read(handle, into)
            sys.stdout.buffer.write(into)
            offset += count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    parser.add_argument("--words", type=int, help="a generator's number: 0 Philox, 1 XORWOW, 2 MRG32k3a, 3 Sobol")
    arguments = parser.parse_args()
    numbers, tap = Numbers(g.Library(arguments.library)), Tap()
    if arguments.words is not None:
        write_words(numbers, arguments.words)
        return
    print(f"# seed {effort_seed()}")
    tap.case("the model has Philox's published answers", known_answers)
    for check in (library_words, floats, integers, poisson, views, end_points, continuous, discrete):
        tap.case(check.__name__, lambda check=check: check(numbers))
    tap.case("other generators, beside cuRAND's", lambda: generators(numbers, Curand()))
    tap.end()


if __name__ == "__main__":
    main()
