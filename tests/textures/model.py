# SPDX-License-Identifier: Apache-2.0
"""The result of a read of a texture, in exact fractions: the rules as measured on an H200 (README.md), written apart from
src/cpu/runtime/texture.cpp."""

import math
import struct
from fractions import Fraction as F

WRAP, CLAMP, MIRROR, BORDER = range(4)
LAYERED, SURFACE, CUBEMAP, GATHER = 1, 2, 4, 8
READ_AS_INTEGER, NORMALIZED, SRGB = 1, 2, 0x10
# The values that an H200 reads for sRGB 0 to 255: the upper halves of floats.
SRGB_VALUES = [int(each, 16) for each in """
    0000 39a0 3a20 3a70 3aa0 3ac8 3af0 3b0c 3b20 3b34 3b48 3b5c 3b70 3b84 3b90 3b9c 3baa 3bb8 3bc6 3bd6 3be6 3bf6 3c03 3c0c
    3c16 3c1f 3c29 3c34 3c3e 3c49 3c55 3c60 3c6c 3c7a 3c83 3c8a 3c91 3c98 3c9f 3ca6 3cae 3cb6 3cbe 3cc6 3cce 3cd7 3ce0 3ce9
    3cf2 3cfc 3d03 3d08 3d0d 3d12 3d17 3d1c 3d22 3d28 3d2d 3d33 3d39 3d3f 3d45 3d4c 3d52 3d58 3d60 3d66 3d6c 3d74 3d7a 3d81
    3d85 3d88 3d8c 3d90 3d94 3d98 3d9c 3da0 3da4 3da9 3dad 3db1 3db6 3dba 3dbf 3dc3 3dc8 3dcd 3dd1 3dd6 3ddb 3de0 3de5 3dea
    3df0 3df4 3dfa 3e00 3e02 3e05 3e08 3e0b 3e0e 3e11 3e14 3e17 3e1a 3e1d 3e20 3e23 3e26 3e29 3e2c 3e30 3e33 3e36 3e3a 3e3d
    3e40 3e44 3e47 3e4b 3e4e 3e52 3e56 3e59 3e5d 3e61 3e65 3e68 3e6c 3e70 3e74 3e78 3e7c 3e80 3e82 3e84 3e86 3e88 3e8a 3e8d
    3e8f 3e91 3e93 3e95 3e98 3e9a 3e9c 3e9e 3ea1 3ea3 3ea5 3ea8 3eaa 3ead 3eaf 3eb2 3eb4 3eb6 3eb9 3ebc 3ebe 3ec1 3ec3 3ec6
    3ec8 3ecb 3ece 3ed1 3ed3 3ed6 3ed9 3edb 3ede 3ee1 3ee4 3ee7 3eea 3eed 3ef0 3ef2 3ef6 3ef8 3efc 3efe 3f01 3f02 3f04 3f05
    3f07 3f09 3f0a 3f0c 3f0d 3f0f 3f11 3f12 3f14 3f16 3f17 3f19 3f1b 3f1c 3f1e 3f20 3f21 3f23 3f25 3f27 3f29 3f2a 3f2c 3f2e
    3f30 3f32 3f33 3f35 3f37 3f39 3f3b 3f3d 3f3f 3f41 3f43 3f45 3f47 3f49 3f4b 3f4d 3f4f 3f51 3f53 3f55 3f57 3f59 3f5b 3f5d
    3f5f 3f61 3f63 3f65 3f68 3f6a 3f6c 3f6e 3f70 3f72 3f74 3f76 3f7a 3f7c 3f7e 3f80
""".split()]

# format: letter of struct, kind, bits
FORMATS = {1: ("B", "u", 8), 2: ("H", "u", 16), 3: ("I", "u", 32), 8: ("b", "s", 8), 9: ("h", "s", 16), 10: ("i", "s", 32),
           16: ("H", "f", 16), 32: ("I", "f", 32)}


def bits_of(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def float_of(bits):
    return struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]


def of_half(bits):
    """The float's bits; a NaN keeps its own."""
    if bits >> 10 & 31 == 31:
        return (bits & 0x8000) << 16 | 0x7F800000 | (bits & 0x3FF) << 13
    return bits_of(struct.unpack("<e", struct.pack("<H", bits))[0])


def nearest_float(value):
    """The bits of the float nearest to a fraction, ties to even: what one IEEE operation gives."""
    if value == 0:
        return 0
    sign = 0x80000000 if value < 0 else 0
    value = abs(value)
    exponent = floor_log2(value)
    exponent = max(exponent, -126)
    scaled = value / F(2) ** (exponent - 23)
    whole = scaled.numerator // scaled.denominator
    rest = scaled - whole
    if rest > F(1, 2) or (rest == F(1, 2) and whole % 2):
        whole += 1
    return sign | bits_of(math.ldexp(whole, exponent - 23))


def floor_log2(value):
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if F(2) ** exponent > value:
        exponent -= 1
    return exponent


def halved(extent, level):
    return max(extent >> level, 1) if extent else 0


class Texture:
    def __init__(self, case):
        self.__dict__.update(case)
        self.letter, self.kind, self.bits = FORMATS[self.format]
        self.is_float = self.kind == "f"
        self.element_read = not self.is_float and (self.bits == 32 or self.flags & READ_AS_INTEGER)
        self.srgb = bool(self.flags & SRGB) and self.format == 1 and not self.element_read
        self.normalized = bool(self.sampling & NORMALIZED)
        self.layers = self.depth if self.array_flags & (LAYERED | CUBEMAP) else 0
        self.extents = []
        at = 0
        self.begins = []
        for level in range(max(self.levels, 1)):
            w, h = halved(self.width, level), halved(self.height, level)
            d = self.depth if self.layers else halved(self.depth, level)
            self.extents.append((w, max(h, 1), max(d, 1)))
            self.begins.append(at)
            at += w * max(h, 1) * max(d, 1) * self.channels
        modes = list(self.address)
        if not self.normalized:
            modes = [CLAMP if m in (WRAP, MIRROR) else m for m in modes]
        self.modes = [CLAMP] * 3 if self.array_flags & CUBEMAP else modes

    # --- texels as numbers of the format (floats as bits of f32)
    def number(self, raw):
        if self.format == 16:
            return of_half(raw)
        return raw

    def texel(self, level, x, y, z, channel):
        if channel >= self.channels:
            return 0
        if x is None or y is None or z is None:
            return self.border_number(channel)
        w, h, _ = self.extents[level]
        return self.number(self.texels[self.begins[level] + ((z * h + y) * w + x) * self.channels + channel])

    def is_color(self, channel):
        return self.srgb and not (self.channels > 1 and channel == self.channels - 1)

    def border_number(self, channel):
        color = self.border[channel]
        if self.format == 32:
            return bits_of(color)
        if self.format == 16:
            limited = min(max(color, -65504.0), 65504.0)
            # cut off to 11 significant bits, or to multiples of 2^-24
            if limited == 0:
                return 0
            value = F(limited)
            quantum = F(2) ** max(floor_log2(abs(value)) - 10, -24)
            cut = abs(value) // quantum * quantum
            return bits_of(float(cut if value > 0 else -cut))
        if self.element_read:
            bits = bits_of(color) & ((1 << self.bits) - 1)
            if self.kind == "s" and bits >> (self.bits - 1):
                bits -= 1 << self.bits
            return bits
        largest = (1 << self.bits) - 1 if self.kind == "u" else (1 << (self.bits - 1)) - 1
        value = min(max(F(color), F(0 if self.kind == "u" else -1)), F(1))
        if self.is_color(channel):
            c = float(value)
            encoded = c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055
            return math.floor(encoded * 255 + 0.5)
        value = F(math.trunc(value * (1 << 19)), 1 << 19)
        # halves towards 0
        return math.ceil(value * largest - F(1, 2)) if value > 0 else math.floor(value * largest + F(1, 2))

    # --- what a read makes of one texel
    def srgb_value(self, number):
        return F(float_of(SRGB_VALUES[number & 255] << 16))

    def converted(self, number, channel):
        if channel >= self.channels:
            return 0
        if self.is_float:
            return number
        if self.element_read:
            return number & 0xFFFFFFFF
        if self.is_color(channel):
            return nearest_float(self.srgb_value(number))
        if self.kind == "u":
            return nearest_float(F(number, (1 << self.bits) - 1))
        return nearest_float(max(F(number, (1 << (self.bits - 1)) - 1), F(-1)))

    # --- coordinates
    def place(self, coordinate, size, mode):
        """In texels, exact."""
        if math.isnan(coordinate) or abs(coordinate) < 2.0 ** -126:
            coordinate = 0.0
        repeats = mode in (WRAP, MIRROR)
        if math.isinf(coordinate):
            if repeats:
                return F(0)
            return F(-(1 << 22)) if coordinate < 0 else F(1 << 22)
        value = F(coordinate)
        if self.normalized:
            value = F(math.floor(value * (1 << 21)), 1 << 21)
            if mode == WRAP:
                value -= math.floor(value)
            elif mode == MIRROR:
                value -= 2 * math.floor(value / 2)
            value *= size
        return value

    @staticmethod
    def number_of(i, size, mode):
        """The texel that is read for texel i; None: the border."""
        if mode == WRAP:
            return i % size
        if mode == MIRROR:
            i %= 2 * size
            return i if i < size else 2 * size - 1 - i
        if mode == BORDER:
            return i if 0 <= i < size else None
        return min(max(i, 0), size - 1)

    def point(self, coordinate, size, mode):
        return self.number_of(math.floor(self.place(coordinate, size, mode)), size, mode)

    def neighbours(self, coordinate, size, mode, filters=True):
        """(texel, texel, share of the second in 256ths)"""
        at = math.floor((self.place(coordinate, size, mode)) * 256 + F(1, 2)) - 128
        i, fraction = at >> 8, at & 255
        if mode == CLAMP and filters and (i < 0 or i >= size - 1):
            fraction = 0
            i = 0 if i < 0 else size - 1
        return self.number_of(i, size, mode), self.number_of(i + 1, size, mode), fraction

    # --- filters
    def quads(self, level, at, dimensions, slice_, share):
        """Lists of (texel's place, weight), one for each quad."""
        w, h, d = self.extents[level]
        if not self.linear:
            x = self.point(at[0], w, self.modes[0])
            y = 0 if dimensions == 1 and self.array_flags & LAYERED else self.point(at[1], h, self.modes[1])
            z = self.point(at[2], d, self.modes[2]) if dimensions == 3 else slice_
            return [[((level, x, y, z), share)]]
        half_up = lambda weight, f: (2 * weight * f + 256) // 512
        xs = self.neighbours(at[0], w, self.modes[0])
        ys = (0, 0, 0) if dimensions == 1 and self.array_flags & LAYERED else self.neighbours(at[1], h, self.modes[1])
        zs = self.neighbours(at[2], d, self.modes[2]) if dimensions == 3 else (slice_, slice_, 0)
        result = []
        far = share - half_up(share, 256 - zs[2])
        for z, of_z, takes_part in ((zs[0], share - far, True), (zs[1], far, zs[2] != 0)):
            if not takes_part:
                continue
            right = half_up(of_z, xs[2])
            quad = []
            for x, of_x, share_of_lower in ((xs[0], of_z - right, lambda w: w - half_up(w, 256 - ys[2])), (xs[1], right, lambda w: half_up(w, ys[2]))):
                if quad and xs[2] == 0:
                    continue
                lower = share_of_lower(of_x)
                quad.append(((level, x, ys[0], z), of_x - lower))
                if ys[2]:
                    quad.append(((level, x, ys[1], z), lower))
            result.append(quad)
        return result

    def filtered(self, quads, channel):
        if channel >= self.channels:
            return 0
        if self.is_color(channel):
            values = [[(self.srgb_value(self.texel(*place, channel)), weight) for place, weight in quad] for quad in quads]
            return self.rounded_sum(values, 8, 16, 11, -24)
        if self.is_float:
            nan = 0x7FFFFFFF if self.format == 32 else 0x7FFFE000
            infinities = set()
            values = []
            weighted = [self.texel(*place, channel) for quad in quads for place, weight in quad if weight]
            zero = 0x80000000 if all(bits >> 31 for bits in weighted) else 0
            for quad in quads:
                values.append([])
                for place, weight in quad:
                    bits = self.texel(*place, channel)
                    value = float_of(bits)
                    if math.isnan(value):
                        return nan
                    if math.isinf(value):
                        infinities.add(value)
                        continue
                    if self.format == 32 and abs(value) < 2.0 ** -126:
                        value = 0.0
                    values[-1].append((F(value), weight))
            if infinities:
                return nan if len(infinities) == 2 else bits_of(infinities.pop())
            return self.rounded_sum(values, *((28, 36, 24, -149) if self.format == 32 else (15, 28, 11, -24))) or zero
        total = sum(self.texel(*place, channel) * weight for quad in quads for place, weight in quad)
        if self.element_read:
            return (total >> 8 if self.bits == 32 else (total + 128) >> 8) & 0xFFFFFFFF
        if self.kind == "u":
            return nearest_float(F((total * (257 if self.bits == 8 else 1) + 128) >> 8, 65535))
        if self.bits == 16:
            return nearest_float(max(F((total + 128) >> 8, 32767), F(-1)))
        total = sum((4128 * v + (v >> 3)) * weight for v, weight in ((self.texel(*place, channel), w) for quad in quads for place, w in quad))
        return nearest_float(max(F((total + 2048) >> 12, 32767), F(-1)))

    @staticmethod
    def rounded_sum(quads, kept, kept_of_sums, significant, least):
        """Texels are cut off towards 0, the sums of quads down."""
        sums = []
        for quad in quads:
            weighted = [abs(v) for v, w in quad if w > 0 and v]
            if not weighted:
                continue
            largest = max(floor_log2(v) for v in weighted)
            quantum = F(2) ** (largest - (kept - 1))
            total = F(0)
            for value, weight in quad:
                if weight > 0:
                    cut = abs(value) // quantum * quantum
                    total += (cut if value > 0 else -cut) * weight
            sums.append((total / 256, largest))
        if not sums:
            return 0
        quantum = F(2) ** (max(largest for _, largest in sums) - (kept_of_sums - 1))
        total = sum(value // quantum * quantum for value, _ in sums)
        if total == 0:
            return 0
        quantum = F(2) ** max(floor_log2(abs(total)) - (significant - 1), least)
        rounded = math.floor(abs(total) / quantum + F(1, 2)) * quantum
        if rounded < F(2) ** -126:
            return 0
        return bits_of(float(rounded if total > 0 else -rounded))

    # --- whole reads
    def level_of(self, asked):
        def cut(value):
            return math.trunc(F(value) * 256)
        lod = cut(asked) + cut(self.bias) if asked is not None else 0
        least, most = cut(self.min_level), cut(self.max_level)
        lod = max(min(lod, most), least)
        return max(min(lod, (len(self.extents) - 1) * 256), 0)

    def read(self, op, x, y, z, layer, level):
        """Bits of the four channels. op: "1", "2", "3", with "l" layered, "c" cube, "L" level; "f" fetch, "g" gather."""
        if op == "f":
            if not 0 <= layer < self.width:
                return [0] * 4
            return [self.converted(self.texel(0, layer, 0, 0, c), c) for c in range(4)]
        if op == "g":
            w, h, _ = self.extents[0]
            xs = self.neighbours(x, w, self.modes[0], False)
            ys = self.neighbours(y, h, self.modes[1], False)
            return [self.filtered([[((0, a, b, 0), 256)]], layer)
                    for a, b in ((xs[0], ys[1]), (xs[1], ys[1]), (xs[1], ys[0]), (xs[0], ys[0]))]
        dimensions = int(op[0])
        slice_ = 0
        if "l" in op:
            count = self.layers // (6 if "c" in op else 1)
            slice_ = min(layer & 0xFFFFFFFF, count - 1)
        if "c" in op:
            face, x, y = cube_place(x, y, z)
            slice_ = slice_ * 6 + face
        elif dimensions == 1:
            y = 0.0
        lod = self.level_of(level if "L" in op else None)
        at = (x, y, z)
        if self.mip_linear:
            first, fraction = lod >> 8, lod & 255
            quads = self.quads(first, at, dimensions, slice_, 256 - fraction)
            if fraction:
                quads += self.quads(first + 1, at, dimensions, slice_, fraction)
        else:
            quads = self.quads((lod + 128) >> 8, at, dimensions, slice_, 256)
        if not self.linear and not self.mip_linear:
            return [self.converted(self.texel(*quads[0][0][0], c), c) for c in range(4)]
        return [self.filtered(quads, c) for c in range(4)]


def f32(value):
    return float_of(bits_of(value))


def cube_place(x, y, z):
    if abs(z) >= abs(x) and abs(z) >= abs(y):
        face, s, t, m = (5, -x, -y, z) if math.copysign(1, z) < 0 else (4, x, -y, z)
    elif abs(y) >= abs(x):
        face, s, t, m = (3, x, -z, y) if math.copysign(1, y) < 0 else (2, x, z, y)
    else:
        face, s, t, m = (1, z, -y, x) if math.copysign(1, x) < 0 else (0, -z, -y, x)
    m = abs(m)
    return face, f32(f32(f32(s / m) + 1) * 0.5), f32(f32(f32(t / m) + 1) * 0.5)
