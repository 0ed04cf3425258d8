# SPDX-License-Identifier: Apache-2.0
"""Memory pools."""

import math

import numpy

from .base import K, LogicError, Object, gc, options
from .context import current
from .memory import DeviceAllocation, HostPointer, from_cuda, numpy_view, shape_of


def bitlog2(value):
    return max(value.bit_length() - 1, 0)


class Pooled:
    """Memory of a pool; freed, it goes back there."""

    def free(self):
        if not self._handle:
            raise LogicError(f"{type(self).__name__}: freed already")
        self.__del__()

    def __len__(self):
        return self._size


class PooledDeviceAllocation(Pooled, DeviceAllocation):
    def __init__(self, handle, size):
        super().__init__(handle)
        self._size = size


class PooledHostAllocation(Pooled, HostPointer):
    def __init__(self, handle, size):
        super().__init__(handle)
        self._size = size


class Pool(Object):
    release = "pool_release"
    place, flags = K["MEM_PLACE_DEVICE"], 0
    _bits = 4  # leading bits of a size in the number of its bin

    def __init__(self):
        super().__init__(None)  # PyCUDA's pools need a context from their first allocation on

    def _allocate(self, size):
        if not self._handle:
            self._handle = gc.pool_create(current(), options("pool", place=self.place, flags=self.flags))
        return gc.pool_alloc(self, size, None)

    def _statistics(self):
        return gc.pool_get_statistics(self) if self._handle else None

    held_blocks = property(lambda self: getattr(self._statistics(), "held_blocks", 0))
    active_blocks = property(lambda self: getattr(self._statistics(), "active_blocks", 0))
    active_bytes = property(lambda self: getattr(self._statistics(), "active_bytes", 0))

    @property
    def managed_bytes(self):
        now = self._statistics()
        return now.held_bytes + now.active_bytes if now else 0

    def free_held(self):
        if self._handle:
            gc.pool_free_held(self)

    def stop_holding(self):
        if not self._handle:
            self._handle = gc.pool_create(current(), options("pool", place=self.place, flags=self.flags))
        gc.pool_stop_holding(self)

    # The bins of PyCUDA's own pool, which its tests compute with. gridcall's pool has other ones and does not number them.
    def bin_number(self, size):
        exponent = bitlog2(size)
        shift = exponent - self._bits
        return exponent << self._bits | ((size >> shift if shift >= 0 else size << -shift) & (1 << self._bits) - 1)

    def alloc_size(self, number):
        exponent, mantissa = number >> self._bits, number & (1 << self._bits) - 1
        shift, head = exponent - self._bits, 1 << self._bits | mantissa
        return head << shift | (1 << shift) - 1 if shift >= 0 else head >> -shift


class DeviceMemoryPool(Pool):
    def allocate(self, size):
        return PooledDeviceAllocation(self._allocate(size), size)


class PageLockedAllocator:
    def __init__(self, flags=0):
        self.flags = from_cuda(flags, "MEM")


class PageLockedMemoryPool(Pool):
    place = K["MEM_PLACE_HOST"]

    def __init__(self, allocator=None):
        super().__init__()
        self.flags = allocator.flags if allocator else 0

    def allocate(self, shape, dtype, order="C"):
        shape = shape_of(shape)
        size = math.prod(shape) * numpy.dtype(dtype).itemsize
        return numpy_view(PooledHostAllocation(self._allocate(size), size), shape, dtype, order)


__all__ = ["DeviceMemoryPool", "PageLockedAllocator", "PageLockedMemoryPool", "PooledDeviceAllocation", "PooledHostAllocation", "bitlog2"]
