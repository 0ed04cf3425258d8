# SPDX-License-Identifier: Apache-2.0
"""DLPack's capsules: the library makes and takes the tensors, Python wraps their addresses."""

from __future__ import annotations

import ctypes
from typing import Any

FOREVER = 2**64 - 1
CPU = 1  # kDLCPU
VERSIONED, LEGACY = b"dltensor_versioned", b"dltensor"
USED = {VERSIONED: b"used_dltensor_versioned", LEGACY: b"used_dltensor"}  # a capsule keeps the address of its name


class _Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32)]


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Versioned(ctypes.Structure):
    """DLManagedTensorVersioned."""

    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p),
                ("flags", ctypes.c_uint64), ("tensor", _Tensor)]


class _Legacy(ctypes.Structure):
    """DLManagedTensor: its tensor is of 48 bytes."""

    _fields_ = [("tensor", ctypes.c_uint64 * 6), ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


_api = ctypes.pythonapi
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(("PyCapsule_New", _api))
_is = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_IsValid", _api))
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", _api))
_rename = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_SetName", _api))
# A capsule that is being destroyed must not be referred to again: by its address.
_dying_is = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", _api))
_dying_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", _api))


def delete(address: int, legacy: bool) -> None:
    deleter = (_Legacy if legacy else _Versioned).from_address(address).deleter
    if deleter:
        _Deleter(deleter)(address)


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _destroy(capsule: int) -> None:
    """The end of a capsule that nobody consumed."""
    for name in (VERSIONED, LEGACY):
        if _dying_is(capsule, name):
            delete(_dying_pointer(capsule, name), name == LEGACY)


# Capsules may end after this module: the function is never freed.
_api.Py_IncRef(ctypes.py_object(_destroy))


def capsule_of(ndarray: Any, stream: Any, max_version: Any, copy: bool | None) -> Any:
    from ._classes import Stream

    if copy:
        from ._arrays import array

        ndarray = array(ndarray)
    legacy = max_version is None or max_version[0] < 1
    # -1: the consumer wants no order; 1 and 2 are CUDA's own default streams.
    on = stream if isinstance(stream, Stream) else None
    if isinstance(stream, int) and stream > 2:
        with ndarray.context() as context:
            on = Stream.wrap(stream, context=context)
    address = ndarray.to_dlpack(flags="LEGACY" if legacy else 0, stream=on)
    if device_at(address, legacy)[0] == CPU:
        with ndarray.mem() as mem:
            mem.wait(FOREVER)
    return _new(address, LEGACY if legacy else VERSIONED, ctypes.cast(_destroy, ctypes.c_void_p))


def device_at(address: int, legacy: bool) -> tuple[int, int]:
    tensor = _Tensor.from_address(address) if legacy else _Versioned.from_address(address).tensor
    return tensor.device_type, tensor.device_id


def device_of(ndarray: Any) -> tuple[int, int]:
    address = ndarray.to_dlpack()
    try:
        return device_at(address, False)
    finally:
        delete(address, False)


def from_dlpack(tensor: Any, context: Any) -> Any:
    from ._classes import Mem, NdArray, handle_collect

    if not hasattr(tensor, "__dlpack__"):
        given = getattr(tensor, "__cuda_array_interface__", None)
        if given is None:
            raise TypeError(f"`tensor` is a {type(tensor).__name__}: pass what has __dlpack__ or __cuda_array_interface__")
        return _of_interface(given, context, tensor, Mem, NdArray)
    options: dict[str, Any] = {"max_version": (1, 0)}
    if tensor.__dlpack_device__()[0] not in (CPU, 3):  # host memory has no stream
        options["stream"] = 1
    try:
        capsule = tensor.__dlpack__(**options)
    except TypeError:  # it is older than DLPack 1.0
        del options["max_version"]
        capsule = tensor.__dlpack__(**options)
    legacy = not _is(capsule, VERSIONED)
    name = LEGACY if legacy else VERSIONED
    handle_collect()
    made = NdArray.from_dlpack(_pointer(capsule, name), flags="LEGACY" if legacy else 0, context=context)
    _rename(capsule, USED[name])
    return made


def _of_interface(given: dict[str, Any], context: Any, owner: Any, mem_type: Any, ndarray_type: Any) -> Any:
    from ._arrays import scalar_type

    shape, strides, itemsize = tuple(given["shape"]), given.get("strides"), int(given["typestr"][2:])
    steps = strides or []
    reach = sum((n - 1) * s for n, s in zip(shape, steps)) if steps else itemsize
    if any(s < 0 for s in steps):
        raise ValueError("an array with negative strides: pass a contiguous copy")
    count = 1
    for n in shape:
        count *= n
    size = reach + itemsize if steps else count * itemsize
    with mem_type.wrap(given["data"][0], size, context=context) as mem:
        made = ndarray_type.from_mem(mem, 0, scalar_type=scalar_type(given["typestr"]), shape=shape, strides=tuple(steps))
    made._owner = owner
    return made
