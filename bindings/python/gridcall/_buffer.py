# SPDX-License-Identifier: Apache-2.0
"""Addresses of host memory: by the buffer protocol, also where it is read-only, else by NumPy's __array_interface__."""

from __future__ import annotations

import ctypes
from typing import Any


class _View(ctypes.Structure):
    """Py_buffer."""

    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.c_void_p), ("len", ctypes.c_ssize_t), ("itemsize", ctypes.c_ssize_t),
                ("readonly", ctypes.c_int), ("ndim", ctypes.c_int), ("format", ctypes.c_char_p), ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
                ("strides", ctypes.POINTER(ctypes.c_ssize_t)), ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p)]


_get = ctypes.pythonapi.PyObject_GetBuffer
_get.argtypes = [ctypes.py_object, ctypes.POINTER(_View), ctypes.c_int]
_give_back = ctypes.pythonapi.PyBuffer_Release
_give_back.argtypes = [ctypes.POINTER(_View)]
_give_back.restype = None
_FULL_RO = 0x11C
CONTIGUOUS = "pass numpy.ascontiguousarray(x), or x.tobytes(): a copy whose elements follow each other"


def wrong(name: str, value: Any, wanted: str) -> TypeError:
    """The argument is of a wrong type."""
    return TypeError(f"{quoted(name)} is {'None' if value is None else one(type(value).__name__)}: pass {wanted}")


def quoted(name: str) -> str:
    return name if name.startswith("argument ") else f"`{name}`"


def one(noun: str) -> str:
    return f"{'an' if noun[0].lower() in 'aeiou' or noun.lower() == 'ndarray' else 'a'} {noun}"


class HostBuffer:
    """The memory of an object, which it keeps: `address` (None of no bytes), `size` in bytes, `format` as the struct module has it, `shape`."""

    def __init__(self, name: str, value: Any, writable: bool, any_order: bool = False):
        self._view = _View()
        self._held = False
        self.fortran = False
        try:
            view = memoryview(value)
            _get(value, ctypes.byref(self._view), _FULL_RO)
        except (TypeError, ValueError, BufferError):
            self._from_interface(name, value, writable)
            return
        self._held, self._value = True, value
        self.fortran = view.f_contiguous and not view.c_contiguous
        if not view.c_contiguous and not (any_order and self.fortran):
            raise ValueError(f"{quoted(name)} is not contiguous (shape {view.shape}, strides {view.strides}): {CONTIGUOUS}")
        if writable and view.readonly:
            raise ValueError(f"{quoted(name)} is read-only, and the call writes it: pass a bytearray or a writable array")
        self.size, self.format, self.shape, self.itemsize = view.nbytes, view.format, view.shape, view.itemsize
        self.address = self._view.buf if self.size else None

    def _from_interface(self, name: str, value: Any, writable: bool) -> None:
        given = getattr(value, "__array_interface__", None)
        if given is None:
            raise wrong(name, value, "what has the buffer protocol (bytes, bytearray, array.array, memoryview) or a NumPy array") from None
        if given.get("strides") is not None:
            raise ValueError(f"{quoted(name)} is not contiguous (shape {given['shape']}, strides {given['strides']}): {CONTIGUOUS}")
        address, readonly = given["data"]
        if writable and readonly:
            raise ValueError(f"{quoted(name)} is read-only, and the call writes it: pass a writable array")
        self.itemsize, self.format, self.shape, self._value = int(given["typestr"][2:]), given["typestr"], tuple(given["shape"]), value
        self.size = self.itemsize
        for each in self.shape:
            self.size *= each
        self.address = address if self.size else None

    def __del__(self) -> None:
        if self._held:
            _give_back(ctypes.byref(self._view))


def memory_at(address: int, size: int, owner: Any) -> memoryview:
    """The memory at an address, which keeps its owner."""
    made = (ctypes.c_char * size).from_address(address) if size else (ctypes.c_char * 0)()
    made._owner = owner  # type: ignore[attr-defined]
    return memoryview(made).cast("B")
