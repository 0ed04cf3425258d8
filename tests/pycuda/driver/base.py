# SPDX-License-Identifier: Apache-2.0
"""The common parts of the stand-in: the library, PyCUDA's errors, objects that end with their handle, buffers."""

import ctypes as c
from collections import Counter

from gridcall import GridcallError, Library


class Error(Exception):
    pass


class MemoryError(Error):  # noqa: A001 - PyCUDA's names
    pass


class LogicError(Error):
    pass


class LaunchError(Error):
    pass


class RuntimeError(Error):  # noqa: A001
    pass


library = Library()
K = library.constants
CATEGORIES = {K["CATEGORY_LOGIC"]: LogicError, K["CATEGORY_MEMORY"]: MemoryError, K["CATEGORY_LAUNCH"]: LaunchError,
              K["CATEGORY_COMPILE"]: LogicError, K["CATEGORY_RUNTIME"]: RuntimeError}


WORK = ("launch", "mem_alloc", "mem_create", "memcpy_", "memset_", "pool_alloc")


class Calls:
    """The library's functions; a failure is PyCUDA's error of its category."""

    def __init__(self):
        self.work = Counter()  # calls that allocate or queue work: what a test did with the device

    def __getattr__(self, name):
        function, is_work = getattr(library, name), name.startswith(WORK)

        def call(*inputs):
            if is_work:
                self.work[name] += 1
            try:
                return function(*inputs)
            except GridcallError as error:
                raise CATEGORIES.get(library.status_category(error.status), Error)(str(error)) from error
        setattr(self, name, call)
        return call


gc = Calls()


def struct(name, /, **fields):
    """A struct for a parameter that takes its address."""
    return c.byref(library.struct(name, **fields))


def options(name, /, **fields):
    return struct(f"{name}_options", **fields)


class Object:
    """Owns a handle, which ends with it."""

    release = None  # the name of the function

    def __init__(self, handle):
        self._handle = handle

    def __del__(self):
        handle, self._handle = self.__dict__.get("_handle"), None
        if handle and library is not None:  # None while the interpreter ends
            getattr(library, self.release)(handle)

    @property
    def _as_parameter_(self):
        """The value ctypes passes for it: a call holds the object, and so its handle, until it returns."""
        return self._handle

    @property
    def native(self):
        return gc.handle_get_native(self)


class PyBuffer(c.Structure):
    _fields_ = [("buf", c.c_void_p), ("obj", c.py_object), ("len", c.c_ssize_t), ("itemsize", c.c_ssize_t), ("readonly", c.c_int),
                ("ndim", c.c_int), ("format", c.c_char_p), ("shape", c.POINTER(c.c_ssize_t)), ("strides", c.POINTER(c.c_ssize_t)),
                ("suboffsets", c.POINTER(c.c_ssize_t)), ("internal", c.c_void_p)]


WRITABLE, STRIDED, ANY_CONTIGUOUS = 0x1, 0x18, 0x98


class Buffer:
    """Address and size of an object with Python's buffer interface."""

    def __init__(self, thing, flags=ANY_CONTIGUOUS):
        self.view = PyBuffer()
        c.pythonapi.PyObject_GetBuffer(c.py_object(thing), c.byref(self.view), c.c_int(flags))
        self.address, self.size = self.view.buf or 0, self.view.len

    def __del__(self):
        if self.view.len is not None:
            c.pythonapi.PyBuffer_Release(c.byref(self.view))


def host_view(address, size):
    """A memoryview of an address of the host."""
    make = c.pythonapi.PyMemoryView_FromMemory
    make.restype, make.argtypes = c.py_object, [c.c_void_p, c.c_ssize_t, c.c_int]
    return make(address, size, 0x200)  # PyBUF_WRITE


__all__ = ["Error", "LaunchError", "LogicError", "MemoryError", "RuntimeError"]
