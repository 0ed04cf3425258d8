#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Divides points into clusters by k-means, without a kernel of its own: the nearest center of all points at once, and the sums of all
clusters at once, are reductions of expressions over points by centers."""

import gridcall as gc
from gridcall import preview

COUNT, CLUSTERS, STEPS = 20000, 4, 10
CORNERS = [(100, 200), (700, 100), (400, 700), (100, 600)]


def random_points():
    r, points = 1, ([], [])
    for _ in range(COUNT):
        r = (r * 1664525 + 1013904223) & 0xFFFFFFFF
        corner = CORNERS[r >> 30]
        points[0].append(float(corner[0] + (r >> 8 & 255)))
        points[1].append(float(corner[1] + (r >> 16 & 255)))
    return points


def main():
    points = random_points()
    at = [gc.array([[value] for value in points[d]], "float64") for d in range(2)]
    center = [gc.array([points[d][:CLUSTERS]], "float64") for d in range(2)]  # the first points are the first centers
    size, *sums = (gc.empty((1, CLUSTERS), "float64") for _ in range(3))
    number, label = gc.empty((1, CLUSTERS), "int32"), gc.empty((COUNT, 1), "int32")
    number.apply("i")

    for _ in range(STEPS):
        preview.ndarray_transform_reduce([label], "(a - c) * (a - c) + (b - d) * (b - d)", [*at, *center], [], ["ARG_MIN"], [1])
        # The points of each cluster and their coordinates, added up in one pass.
        chosen = "a == b ? 1.0 : 0.0; a == b ? c : 0.0; a == b ? d : 0.0"
        preview.ndarray_transform_reduce([size, *sums], chosen, [label, number, *at], [], ["SUM"], [0])
        preview.ndarray_transform(center, "a > 0 ? b / a : d; a > 0 ? c / a : e", [size, *sums, *center], [])

    print(f"{COUNT} points after {STEPS} steps")
    for number, x, y in zip(*(a.to_host().tolist()[0] for a in (size, *center))):
        print(f"{number:.0f} points around ({x:.3f}, {y:.3f})")


main()
