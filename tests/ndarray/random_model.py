# SPDX-License-Identifier: Apache-2.0
"""Random numbers as gc_ndarray_fill_random documents them, by NumPy: each operation is one of IEEE 754, in the order of
src/ndarray/kernels/random.cuh, so that the results are equal bit for bit."""

import numpy as np

U32, U64 = np.uint32, np.uint64


def philox(counter, subsequence, seed):
    """The four words of each counter, an array of n x 4."""
    counter = np.asarray(counter, U64)
    low, shift = U64(0xFFFFFFFF), U64(32)
    x, y = counter & low, counter >> shift
    z, w = (np.full(counter.shape, part, U64) for part in (subsequence & 0xFFFFFFFF, subsequence >> 32))
    keys = [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        a, b = U64(0xD2511F53) * x, U64(0xCD9E8D57) * z
        x, y, z, w = (b >> shift) ^ y ^ U64(keys[0]), b & low, (a >> shift) ^ w ^ U64(keys[1]), a & low
        keys = [(keys[0] + 0x9E3779B9) & 0xFFFFFFFF, (keys[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return np.stack([x, y, z, w], -1)


def words(seed, first, count, subsequence=0):
    """Words first to first + count - 1."""
    begin, end = first // 4, (first + count + 3) // 4
    counters = np.arange(end - begin, dtype=U64) + U64(begin)
    return philox(counters, subsequence, seed).reshape(-1)[first - 4 * begin:][:count]


class Float:
    def __init__(self, kind, bits, fraction, bias, terms, least, most, high, low):
        self.kind, self.bits, self.fraction, self.bias = np.dtype(kind).type, np.dtype(bits).type, fraction, bias
        self.log_terms, self.sin_terms, self.exp_terms = terms
        self.least, self.most, self.high, self.low = self.kind(least), self.kind(most), self.kind(high), self.kind(low)

    def log(self, x):
        t, one = self.kind, self.kind(1)
        whole, middle = x.view(self.bits), np.array(0.70710678118654752, t).view(self.bits)
        e = (whole - middle) >> self.bits(self.fraction)
        m = (whole - e * (self.bits(1) << self.bits(self.fraction))).view(t)
        s = (m - one) / (m + one)
        z, total = s * s, np.zeros_like(s)
        for i in range(self.log_terms, 0, -1):
            total = (total + one / t(2 * i + 1)) * z
        return t(2) * (s + s * total) + e.astype(t) * t(0.69314718055994531)

    def exp(self, x):
        t, one = self.kind, self.kind(1)
        x = np.minimum(np.maximum(x, self.least), self.most)
        n = np.rint(x * t(1.4426950408889634))
        r = x - n * self.high - n * self.low
        total = np.ones_like(r)
        for i in range(self.exp_terms, 0, -1):
            total = one + total * r * (one / t(i))
        whole = n.astype(self.bits)
        half = np.trunc(n / t(2)).astype(self.bits)
        with np.errstate(all="ignore"):
            return total * self.power(half) * self.power(whole - half)

    def power(self, n):
        return ((n + self.bits(self.bias)) << self.bits(self.fraction)).view(self.kind)

    def sin_cos(self, y, quadrant):
        t, one = self.kind, self.kind(1)
        z = y * y
        s, c = np.ones_like(y), np.ones_like(y)
        for i in range(self.sin_terms, 0, -1):
            s = one - s * z * (one / t(2 * i * (2 * i + 1)))
            c = one - c * z * (one / t(2 * i * (2 * i - 1)))
        s = s * y
        odd, negative = (quadrant & 1) != 0, (quadrant & 2) != 0
        a, b = np.where(odd, c, s), np.where(odd, -s, c)
        return np.where(negative, -a, a), np.where(negative, -b, b)


SINGLE = Float("float32", "int32", 23, 127, (6, 6, 8), -104, 89, float.fromhex("0x1.62e4p-1"), float.fromhex("0x1.7f7d1cp-20"))
DOUBLE = Float("float64", "int64", 52, 1023, (12, 10, 15), -746, 710, float.fromhex("0x1.62e42fefp-1"), float.fromhex("0x1.473de6af278edp-34"))


def bits53(low, high):
    return low ^ (high << U64(21))


def open_unit(bits):
    return bits.astype("float64") * 2.0**-53 + 2.0**-54


def pairs(sine, cosine):
    return np.stack([sine, cosine], -1).reshape(-1)


def normal_single(radius, angle):
    f = np.float32
    r = np.sqrt(f(-2) * SINGLE.log(radius.astype("uint32").astype(f) * f(2.0**-32) + f(2.0**-33)))
    angle = angle.astype("uint32")
    quadrant = (angle + U32(1 << 29)) >> U32(30)
    y = (angle - (quadrant << U32(30))).view("int32").astype(f) * f(2 * np.pi / 2**32) + f(np.pi / 2**32)
    sine, cosine = SINGLE.sin_cos(y, quadrant)
    return pairs(r * sine, r * cosine)


def normal_double(radius, angle):
    r = np.sqrt(-2.0 * DOUBLE.log(open_unit(radius)))
    quadrant = (angle + U64(1 << 50)) >> U64(51)
    y = (angle - (quadrant << U64(51))).view("int64").astype("float64") * (2 * np.pi / 2**53) + np.pi / 2**53
    sine, cosine = DOUBLE.sin_cos(y, quadrant.astype("uint32"))
    return pairs(r * sine, r * cosine)


def normals(dtype, seed, first, count):
    """Normal numbers, mean 0 and deviation 1."""
    start = first - first % 2
    n = count + 2
    if dtype == "float64":
        w = words(seed, 2 * start, 4 * ((n + 1) // 2)).reshape(-1, 4)
        made = normal_double(bits53(w[:, 0], w[:, 1]), bits53(w[:, 2], w[:, 3]))
    else:
        w = words(seed, start, 2 * ((n + 1) // 2)).reshape(-1, 2)
        made = normal_single(w[:, 0], w[:, 1])
    return made[first - start:][:count]


def as_type(x, dtype):
    """Rounded to a float; bfloat16 as its bits."""
    if dtype != "bfloat16":
        with np.errstate(all="ignore"):
            return x.astype(dtype)
    bits = x.view("uint32")
    return ((bits + U32(0x7FFF) + (bits >> U32(16) & U32(1))) >> U32(16)).astype("uint16")


def value_of(stored, dtype):
    return (stored.astype("uint32") << U32(16)).view("float32") if dtype == "bfloat16" else stored


def uniform(dtype, a, b, seed, first, count):
    """a and b are numbers of the type."""
    if dtype == "float64":
        w = words(seed, 2 * first, 2 * count).reshape(-1, 2)
        u = bits53(w[:, 0], w[:, 1]).astype("float64") * 2.0**-53
    else:
        u = (words(seed, first, count) >> U64(8)).astype("float32") * np.float32(2.0**-24)
    a, b = u.dtype.type(a), u.dtype.type(b)
    made = as_type(a + (b - a) * u, dtype)
    if dtype == "bfloat16":
        top = as_type(np.array([b], "float32"), dtype)[0]
        last = top - U32(1) if b > 0 else top + U32(1) if b < 0 else 0x8001
    else:
        last = np.nextafter(np.dtype(dtype).type(b), np.dtype(dtype).type(-np.inf))
    return np.where(value_of(made, dtype) >= b, last, made).astype(made.dtype)


def normal(dtype, a, b, seed, first, count, is_log=False):
    z = normals(dtype, seed, first, count)
    t = z.dtype.type
    with np.errstate(all="ignore"):
        x = t(a) + t(b) * z
        return as_type((DOUBLE if dtype == "float64" else SINGLE).exp(x) if is_log else x, dtype)


def integers(low, end, seed, first, count):
    """Python's integers, by Lemire's rule."""
    reach, made = end - low, []
    size = 1 if reach <= 2**32 else 2
    limit = 2**(32 * size)
    refused = limit % reach
    for i, w in enumerate(words(seed, size * first, size * count).reshape(-1, size).tolist()):
        at, subsequence = size * (first + i), 0
        while True:
            product = (w[0] | (w[1] << 32 if size == 2 else 0)) * reach
            if product % limit >= refused:
                break
            subsequence += 1
            w = words(seed, at, size, subsequence).tolist()
        made.append(low + product // limit)
    return made


def log_poisson(k, mean):
    log = lambda x: DOUBLE.log(np.array([x], "float64"))[0]  # noqa: E731
    if k < 16:
        factorial = 1.0
        for i in range(2, int(k) + 1):
            factorial *= i
        return k * log(mean) - mean - log(factorial)
    r = 1 / k
    z = r * r
    rest = r * (1 / 12.0 - z * (1 / 360.0 - z * (1 / 1260.0 - z * (1 / 1680.0))))
    return k * log(mean * r) + (k - mean) - 0.5 * log(6.2831853071795865 * k) - rest


def poisson(mean, seed, first, count):
    made = []
    for n in range(first, first + count):
        attempt = 0
        while True:
            w = philox(np.array([n], U64), attempt, seed)
            u, v = (float(open_unit(bits53(w[:, i], w[:, i + 1]))[0]) for i in (0, 2))
            if mean < 10:
                k, part = 0, float(DOUBLE.exp(np.array([-mean]))[0])
                total = part
                while u > total and k < 200:
                    k += 1
                    part *= mean / k
                    total += part
                break
            b = 0.931 + 2.53 * float(np.sqrt(mean))
            a = -0.059 + 0.02483 * b
            u -= 0.5
            us = 0.5 - abs(u)
            attempt += 1
            if us == 0:
                continue
            k = float(np.floor((2 * a / us + b) * u + mean + 0.43))
            if us >= 0.07 and v <= 0.9277 - 3.6224 / (b - 2):
                break
            if k < 0 or us < 0.013 and v > us:
                continue
            if DOUBLE.log(np.array([v * (1.1239 + 1.1328 / (b - 3.4)) / (a / (us * us) + b)]))[0] <= log_poisson(k, mean):
                break
        made.append(k)
    return np.array(made, "float64")
