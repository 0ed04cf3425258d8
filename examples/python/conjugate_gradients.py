#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Solves Poisson's equation on a square by conjugate gradients: a sparse matrix times a vector, dot products, and sums of vectors. What
divides these stays on the device, so that the host waits for every 50th step alone."""

import math

import gridcall as gc
from gridcall import preview

SIDE, BETWEEN_CHECKS = 127, 50


def laplacian():
    """The 5-point Laplacian of a square of unknowns, by rows (CSR)."""
    offsets, columns, values = [0], [], []
    for y in range(SIDE):
        for x in range(SIDE):
            at = y * SIDE + x
            for is_inside, column in ((y > 0, at - SIDE), (x > 0, at - 1), (True, at), (x < SIDE - 1, at + 1), (y < SIDE - 1, at + SIDE)):
                if is_inside:
                    columns.append(column)
                    values.append(4.0 if column == at else -1.0)
            offsets.append(len(columns))
    return gc.array(offsets, "int32"), gc.array(columns, "int32"), gc.array(values, "float64")


def dot(result, a, b):
    preview.ndarray_transform_reduce([result], "a * b", [a, b], [], ["SUM"], [])


def main():
    unknowns, spacing = SIDE * SIDE, 1 / (SIDE + 1)
    matrix = laplacian()
    x, r, p, q = (gc.zeros(unknowns, "float64") for _ in range(4))
    rr, previous, pq = (gc.empty((), "float64") for _ in range(3))

    r.fill(spacing**2)  # the right side, as x is 0
    p.copy_from(r)
    dot(rr, r, r)
    first = last = rr.item()
    print(f"{unknowns} unknowns, {matrix[1].size} elements")
    steps = 0
    while last > 1e-16 * first:
        for _ in range(BETWEEN_CHECKS):
            preview.ndarray_sparse_matmul(q, *matrix, p)
            dot(pq, p, q)
            x.apply("a + b / c * d", [x, rr, pq, p])
            r.apply("a - b / c * d", [r, rr, pq, q])
            rr, previous = previous, rr
            dot(rr, r, r)
            p.apply("a + b / c * d", [r, rr, previous, p])
        last = rr.item()
        steps += BETWEEN_CHECKS
        print(f"{steps} steps: residual 10^{math.log10(last / first) / 2:.3f}")
    print(f"greatest {x.reduced('MAX'):.6f}, mean {x.reduced('SUM') * spacing**2:.6f}")


main()
