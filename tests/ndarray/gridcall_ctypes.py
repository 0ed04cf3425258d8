# SPDX-License-Identifier: Apache-2.0
"""The part that the tests of arrays need of gridcall.h, by ctypes, and NumPy, without which they skip."""

import ctypes as c
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
try:
    import numpy as np  # noqa: F401
except ImportError:
    print("1..1\nok 1 - arrays # SKIP there is no NumPy")
    sys.exit(0)

SCALARS = {"int8": 1, "uint8": 2, "int16": 3, "uint16": 4, "int32": 5, "uint32": 6, "int64": 7, "uint64": 8, "float16": 9,
           "float32": 11, "float64": 12, "bool": 13, "complex64": 15, "complex128": 16}
REDUCTIONS = {"SUM": 1, "PROD": 2, "MIN": 3, "MAX": 4, "ANY": 5, "ALL": 6, "ARG_MIN": 7, "ARG_MAX": 8}
OMITTED = -2**63
# NumPy has no bfloat16: its bits are those of another type.
ALL_SCALARS = SCALARS | {"bfloat16": 10}
STORED = {"bfloat16": "uint16"}


class Options(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("flags", c.c_uint64), ("scalar_type", c.c_int32), ("place", c.c_int32),
                ("record", c.c_void_p), ("shape", c.POINTER(c.c_uint64)), ("shape_count", c.c_size_t),
                ("strides", c.POINTER(c.c_int64)), ("stride_count", c.c_size_t), ("mem_flags", c.c_uint64),
                ("alignment", c.c_uint64), ("pool", c.c_void_p), ("stream", c.c_void_p), ("attach", c.c_int32), ("reserved", c.c_uint32)]


class Layout(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("flags", c.c_uint64), ("strides", c.POINTER(c.c_int64)), ("stride_count", c.c_size_t),
                ("offset", c.c_uint64), ("scalar_type", c.c_int32), ("reserved", c.c_uint32)]


class Slice(c.Structure):
    _fields_ = [("start", c.c_int64), ("stop", c.c_int64), ("step", c.c_int64)]


class Scalar(c.Structure):
    _fields_ = [("bits", c.c_uint64 * 2), ("scalar_type", c.c_int32), ("reserved", c.c_uint32)]


class GridcallError(Exception):
    def __init__(self, status, message):
        super().__init__(f"{status}: {message}")
        self.status = status


def numbers(kind, values):
    return (kind * len(values))(*values)


class Library:
    """Calls of the library; a failure is a GridcallError."""

    def __init__(self, path=None):
        self.c = c.CDLL(path or os.environ.get("GRIDCALL_LIBRARY", "libgridcall.so.0"))
        for name in ("message", "log", "status_name"):
            if name != "status_name":
                getattr(self.c, f"gc_error_{name}").restype = c.c_char_p
                getattr(self.c, f"gc_error_{name}").argtypes = [c.c_void_p]
        self.c.gc_status_name.restype = c.c_char_p
        self.c.gc_handle_count.restype = c.c_uint64
        self.context = self.make("gc_context_get_default")

    def call(self, name, *arguments):
        error = c.c_void_p()
        status = getattr(self.c, name)(*arguments, c.byref(error))
        if status:
            text = self.c.gc_error_message(error).decode() + "\n" + (self.c.gc_error_log(error) or b"").decode()
            self.c.gc_error_release(error)
            raise GridcallError(self.c.gc_status_name(status).decode(), text.strip())

    def make(self, name, *arguments):
        out = c.c_void_p()
        self.call(name, *arguments, c.byref(out))
        return out

    def options(self, dtype, shape, strides=None, order="C"):
        options = Options(struct_size=c.sizeof(Options), scalar_type=ALL_SCALARS[dtype], shape=numbers(c.c_uint64, shape),
                          shape_count=len(shape), flags=1 if order == "F" else 0)
        if strides is not None:
            options.strides, options.stride_count = numbers(c.c_int64, strides), len(strides)
        return options

    def create(self, dtype, shape):
        """An array of undefined elements."""
        return self.make("gc_ndarray_create", self.context, c.byref(self.options(dtype, shape)))

    def from_host(self, array, order="C"):
        """An array like a NumPy array."""
        data = array.tobytes(order=order)
        options = self.options(array.dtype.name, array.shape, order=order)
        return self.make("gc_ndarray_from_host", self.context, data, c.c_size_t(len(data)), c.byref(options))

    def shape(self, handle):
        out, count = (c.c_uint64 * 32)(), c.c_size_t()
        self.call("gc_ndarray_get_shape", handle, out, c.c_size_t(32), c.byref(count))
        return tuple(out[:count.value])

    def strides(self, handle):
        out, count = (c.c_int64 * 32)(), c.c_size_t()
        self.call("gc_ndarray_get_strides", handle, out, c.c_size_t(32), c.byref(count))
        return tuple(out[:count.value])

    def read(self, handle, into):
        """Into a NumPy array in C's order."""
        self.call("gc_ndarray_copy_to_host", handle, into.ctypes.data_as(c.c_void_p), c.c_size_t(into.nbytes), None, None)

    def release(self, handle):
        self.c.gc_ndarray_release(handle)
