# SPDX-License-Identifier: Apache-2.0
"""cuRAND's tables on the host, of the package nvidia-curand, where it is installed: no part of gridcall."""

import ctypes as c
import os
from enum import IntEnum

from .base import ANY_CONTIGUOUS, WRITABLE, Buffer, LogicError

direction_vector_set = IntEnum("direction_vector_set", {
    "VECTOR_32": 101, "SCRAMBLED_VECTOR_32": 102, "VECTOR_64": 103, "SCRAMBLED_VECTOR_64": 104})
# Paths: the libraries that it needs, then itself.
libraries = [c.CDLL(path, c.RTLD_GLOBAL) for path in os.environ.get("PYCUDA_TEST_CURAND", "").split(":") if path]
curand = libraries[-1] if libraries else None
ROWS = 20000  # the dimensions of each table


def get_curand_version():
    version = c.c_int()
    if curand is not None:
        curand.curandGetVersion(c.byref(version))
    return version.value // 1000, version.value % 1000 // 10, version.value % 10


def copy_table(function, size, dst, count, *which):
    """The first rows of a table, from its beginning again where it has not as many."""
    table, buffer = c.c_void_p(), Buffer(dst, ANY_CONTIGUOUS | WRITABLE)
    if getattr(curand, function)(c.byref(table), *which):
        raise LogicError(f"{function} failed")
    for first in range(0, count, ROWS):
        c.memmove(buffer.address + first * size, table, min(ROWS, count - first) * size)


def _get_direction_vectors(set, dst, count):
    bits = 32 if set in (direction_vector_set.VECTOR_32, direction_vector_set.SCRAMBLED_VECTOR_32) else 64
    copy_table(f"curandGetDirectionVectors{bits}", bits * bits // 8, dst, count, int(set))


def _get_scramble_constants32(dst, count):
    copy_table("curandGetScrambleConstants32", 4, dst, count)


def _get_scramble_constants64(dst, count):
    copy_table("curandGetScrambleConstants64", 8, dst, count)


__all__ = ["_get_direction_vectors", "_get_scramble_constants32", "_get_scramble_constants64", "direction_vector_set", "get_curand_version"]
