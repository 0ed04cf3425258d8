#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Blurs a picture by Fourier transforms: the spectra of the picture and of a Gaussian are multiplied. Some pixels are computed as weighted
sums of their neighbours, too. The picture goes on at its other side."""

import math

import gridcall as gc
from gridcall import preview

HEIGHT, WIDTH, RECTANGLES, DEVIATION = 1080, 1920, 1000, 5.0


def random_picture():
    """Rectangles of gray on top of each other."""
    r, picture = 1, bytearray(HEIGHT * WIDTH)

    def random(limit):
        nonlocal r
        r = (r * 1664525 + 1013904223) & 0xFFFFFFFF
        return (r >> 8) % limit

    for _ in range(RECTANGLES):
        top, left = random(HEIGHT), random(WIDTH)
        bottom, right, gray = min(top + random(200), HEIGHT), min(left + random(200), WIDTH), random(256)
        for y in range(top, bottom):
            picture[y * WIDTH + left : y * WIDTH + right] = bytes([gray]) * (right - left)
    return picture


def gaussian(count):
    """Weights of distances along a circle of pixels, whose sum is 1."""
    weights = [math.exp(-((min(i, count - i) / DEVIATION) ** 2) / 2) for i in range(count)]
    return [weight / sum(weights) for weight in weights]


def main():
    picture, down, across = random_picture(), gaussian(HEIGHT), gaussian(WIDTH)
    image, weights = gc.empty((HEIGHT, WIDTH), "float64"), gc.empty((HEIGHT, WIDTH), "float64")
    spectrum, factors = gc.empty((HEIGHT, WIDTH // 2 + 1), "complex128"), gc.empty((HEIGHT, WIDTH // 2 + 1), "complex128")
    image.copy_from(gc.NdArray.from_host(picture, scalar_type="UINT8", shape=(HEIGHT, WIDTH)))
    weights.apply("a * b", [gc.array([[weight] for weight in down], "float64"), gc.array([across], "float64")])
    before = image.reduced("SUM")

    preview.ndarray_fft(spectrum, image)
    preview.ndarray_fft(factors, weights)
    spectrum.apply("a * b", [spectrum, factors])
    preview.ndarray_fft(image, spectrum, flags="INVERSE")

    print(f"{WIDTH} x {HEIGHT} pixels, sum {before:.3f}, of the blurred ones {image.reduced('SUM'):.3f}")
    blurred, reach = image.to_host(), range(-40, 41)
    for i in range(4):
        row, column = 40 + 270 * i, 300 + 480 * i
        direct = sum(down[y] * across[x] * picture[(row + y) % HEIGHT * WIDTH + (column + x) % WIDTH] for y in reach for x in reach)
        print(f"row {row}, column {column}: {blurred[row, column]:.3f} by Fourier transforms, {direct:.3f} directly")


main()
