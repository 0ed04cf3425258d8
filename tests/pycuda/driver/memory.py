# SPDX-License-Identifier: Apache-2.0
"""Memory: on the device, page-locked, aligned, managed, registered, of another process; NumPy arrays over it."""

import gc as collector
import math
import operator

import numpy

from .base import Buffer, K, LogicError, MemoryError, Object, gc, host_view, options
from .constants import pointer_attribute
from .context import current


def address_of(pointer):
    """A device address: a number, or what PyCUDA takes for one."""
    return operator.index(pointer)


class Wrapped(Object):
    """The gc_mem of a range of addresses: PyCUDA's copies and fills name memory by its address."""

    release = "mem_release"

    def __init__(self, pointer, size, context=None):
        super().__init__(gc.mem_wrap(context or current(), address_of(pointer), size, None))


class Memory(Object):
    """An owner of memory, which can be freed once."""

    release = "mem_release"

    def free(self):
        if not self._handle:
            raise LogicError(f"{type(self).__name__}: freed already")
        gc.mem_free(self)
        self._handle = None


class PointerHolderBase:
    """An object that a program makes to pass for a pointer: get_pointer is its own."""

    def __int__(self):
        return self.get_pointer()

    __index__ = __int__

    def as_buffer(self, size, offset=0):
        return host_view(int(self) + offset, size)


class DeviceAllocation(Memory):
    def __init__(self, handle):
        super().__init__(handle)
        self._address = gc.mem_get_address(handle)

    def __int__(self):
        return self._address

    __index__ = __int__

    def as_buffer(self, size, offset=0):
        return host_view(self._address + offset, size)


def allocate(**fields):
    """gc_mem_create. Where memory is short, what Python has not collected yet goes first."""
    try:
        return gc.mem_create(current(), options("mem", **fields))
    except MemoryError:
        collector.collect()
        return gc.mem_create(current(), options("mem", **fields))


def mem_alloc(size):
    return DeviceAllocation(allocate(size=size))


def mem_alloc_pitch(width, height, access_size):
    made = DeviceAllocation(allocate(size=width, height=height, element_size=access_size))
    return made, gc.mem_get_attribute(made, K["MEM_ATTRIBUTE_PITCH"])


def mem_get_info():
    return gc.context_get_memory_info(current())


def mem_get_address_range(pointer):
    return tuple(gc.context_get_pointer_attribute(current(), K[f"POINTER_ATTRIBUTE_RANGE_{name}"], address_of(pointer))
                 for name in ("START_ADDRESS", "SIZE"))


def mem_get_ipc_handle(pointer):
    start, size = mem_get_address_range(pointer)
    handle, _ = gc.mem_get_ipc_handle(Wrapped(start, size))
    return bytearray(handle)


class IPCMemoryHandle(DeviceAllocation):
    def __init__(self, handle, flags=1):
        # CUDA's handle says how large the memory is; gridcall wants to be told, and 1 byte is what it has at least.
        super().__init__(gc.mem_open_ipc(current(), bytes(handle), len(handle), 0, 1, options("mem_ipc", flags=flags)))

    def close(self):
        self.free()


class HostPointer(Memory):
    """Memory that the host reaches; NumPy arrays over it have it as their base."""

    def __init__(self, handle):
        super().__init__(handle)
        self._host = gc.mem_get_host_address(handle)

    def get_device_pointer(self):
        return gc.mem_get_address(self)


# PyCUDA's flags are CUDA's, in another order than gridcall's.
HOST_FLAGS = {1: "PORTABLE", 2: "MAPPED", 4: "WRITE_COMBINED"}


def from_cuda(flags, prefix):
    return sum(K[f"{prefix}_{name}"] for bit, name in HOST_FLAGS.items() if flags & bit)


class PagelockedHostAllocation(HostPointer):
    def __init__(self, size, flags):
        super().__init__(allocate(size=size, place=K["MEM_PLACE_HOST"], flags=from_cuda(flags, "MEM")))

    def get_flags(self):
        flags = gc.mem_get_attribute(self, K["MEM_ATTRIBUTE_FLAGS"])
        return sum(bit for bit, name in HOST_FLAGS.items() if flags & K[f"MEM_{name}"])


class AlignedHostAllocation(HostPointer):
    def __init__(self, size, alignment):
        super().__init__(allocate(size=size, place=K["MEM_PLACE_PAGEABLE"], alignment=alignment))


class ManagedAllocation(DeviceAllocation):
    def __init__(self, size, flags):
        super().__init__(allocate(size=size, place=K["MEM_PLACE_MANAGED"], attach=flags))
        self._host = gc.mem_get_host_address(self)

    def get_device_pointer(self):
        return self._address

    def attach(self, mem_flags, stream=None):
        gc.mem_attach(self, mem_flags, stream)


class RegisteredHostMemory(HostPointer):
    def __init__(self, array, flags):
        buffer = Buffer(array)
        super().__init__(gc.mem_register(current(), buffer.address, buffer.size,
                                         options("mem_register", flags=from_cuda(flags, "MEM_REGISTER"))))
        self._array = array

    def unregister(self):
        self.free()


def numpy_view(owner, shape, dtype, order):
    """A NumPy array over an allocation, which is its base: PyCUDA looks for it there."""
    dtype = numpy.dtype(dtype)
    if order not in ("C", "c", "F", "f"):
        raise LogicError(f"order {order!r} is neither C nor F")
    strides = None
    if order in ("F", "f"):
        strides = tuple(dtype.itemsize * math.prod(shape[:axis]) for axis in range(len(shape)))
    owner.__array_interface__ = {"version": 3, "data": (owner._host, False), "shape": shape, "strides": strides,
                                 "typestr": dtype.str, "descr": dtype.descr if dtype.fields else [("", dtype.str)]}
    return numpy.asarray(owner)


def shape_of(shape):
    try:
        return (operator.index(shape),)
    except TypeError:
        return tuple(operator.index(each) for each in shape)


def array_over(make, shape, dtype, order):
    shape = shape_of(shape)
    return numpy_view(make(numpy.dtype(dtype).itemsize * math.prod(shape)), shape, dtype, order)


def pagelocked_empty(shape, dtype, order="C", mem_flags=0):
    return array_over(lambda size: PagelockedHostAllocation(size, mem_flags), shape, dtype, order)


def aligned_empty(shape, dtype, order="C", alignment=4096):
    return array_over(lambda size: AlignedHostAllocation(size, alignment), shape, dtype, order)


def managed_empty(shape, dtype, order="C", mem_flags=0):
    return array_over(lambda size: ManagedAllocation(size, mem_flags), shape, dtype, order)


def register_host_memory(ary, flags=0):
    return numpy_view(RegisteredHostMemory(ary, flags), ary.shape, ary.dtype, "C" if ary.flags.c_contiguous else "F")


HostAllocation = PagelockedHostAllocation


def page_locked(address, size):
    """The gc_mem of page-locked memory, which copies of a stream take; None for other memory of the host."""
    try:
        kind = gc.context_get_pointer_attribute(current(), pointer_attribute.MEMORY_TYPE, address)
    except LogicError:  # NOT_FOUND: no memory of CUDA
        return None
    return Wrapped(address, size) if kind == 1 else None


__all__ = ["AlignedHostAllocation", "DeviceAllocation", "HostAllocation", "HostPointer", "IPCMemoryHandle", "ManagedAllocation",
           "PagelockedHostAllocation", "PointerHolderBase", "RegisteredHostMemory", "aligned_empty", "managed_empty", "mem_alloc",
           "mem_alloc_pitch", "mem_get_address_range", "mem_get_info", "mem_get_ipc_handle", "pagelocked_empty", "register_host_memory"]
