# SPDX-License-Identifier: Apache-2.0
"""Copies and fills."""

from .base import ANY_CONTIGUOUS, STRIDED, WRITABLE, Buffer, LogicError, gc, library, struct
from .constants import memory_type
from .memory import Wrapped, address_of, page_locked


def memcpy_htod(dest, src):
    host = Buffer(src)
    if host.size:  # CUDA copies nothing; gridcall has no memory of no bytes
        gc.memcpy_htod(Wrapped(dest, host.size), 0, host.address, host.size, None)


def memcpy_dtoh(dest, src):
    host = Buffer(dest, ANY_CONTIGUOUS | WRITABLE)
    if host.size:
        gc.memcpy_dtoh(host.address, Wrapped(src, host.size), 0, host.size, None)


def memcpy_htod_async(dest, src, stream=None):
    host = Buffer(src)
    if not host.size:
        return
    device, locked = Wrapped(dest, host.size), page_locked(host.address, host.size)
    if locked is None:  # as CUDA: returns when the host memory was read
        gc.memcpy_htod(device, 0, host.address, host.size, stream)
    else:
        gc.memcpy(device, 0, locked, 0, host.size, stream)


def memcpy_dtoh_async(dest, src, stream=None):
    host = Buffer(dest, ANY_CONTIGUOUS | WRITABLE)
    if not host.size:
        return
    device, locked = Wrapped(src, host.size), page_locked(host.address, host.size)
    if locked is None:
        gc.memcpy_dtoh(host.address, device, 0, host.size, stream)
    else:
        gc.memcpy(locked, 0, device, 0, host.size, stream)


def memcpy_dtod_async(dest, src, size, stream=None):
    if size:
        gc.memcpy(Wrapped(dest, size), 0, Wrapped(src, size), 0, size, stream)


def memcpy_dtod(dest, src, size):
    memcpy_dtod_async(dest, src, size)


def memcpy_peer_async(dest, src, size, dest_context=None, src_context=None, stream=None):
    if size:
        gc.memcpy(Wrapped(dest, size, dest_context), 0, Wrapped(src, size, src_context), 0, size, stream)


def memcpy_peer(dest, src, size, dest_context=None, src_context=None):
    memcpy_peer_async(dest, src, size, dest_context, src_context)


def rectangle(dst, src, stream=None, **fields):
    """A copy between two ends, each a dict of the fields of gc_copy_end."""
    gc.memcpy_rect(struct("rect_copy", dst=library.struct("copy_end", **dst), src=library.struct("copy_end", **src), **fields), stream)


def in_array(array, x):
    return {"array": array, "x": x}


def in_host(host):
    return {"host": host.address, "host_size": host.size}


def in_memory(memory, size):
    return {"mem": Wrapped(memory, size)}


def memcpy_dtoa(ary, index, src, len):
    rectangle(in_array(ary, index), in_memory(src, len), width=len)


def memcpy_atod(dest, ary, index, len):
    rectangle(in_memory(dest, len), in_array(ary, index), width=len)


def memcpy_atoa(dest, dest_index, src, src_index, len):
    rectangle(in_array(dest, dest_index), in_array(src, src_index), width=len)


def memcpy_htoa(ary, index, src):
    host = Buffer(src)
    rectangle(in_array(ary, index), in_host(host), width=host.size)


def memcpy_atoh(dest, ary, index):
    host = Buffer(dest, ANY_CONTIGUOUS | WRITABLE)
    rectangle(in_host(host), in_array(ary, index), width=host.size)


class Memcpy2D:
    """CUDA's description of a rectangle: fields that the program sets, then a call."""

    _numbers = ("x_in_bytes", "y", "z", "lod", "height", "pitch")

    def __init__(self):
        self.width_in_bytes, self.height, self.depth = 0, 0, 1
        for side in ("src", "dst"):
            for name in self._numbers:
                setattr(self, f"{side}_{name}", 0)
            setattr(self, f"{side}_memory_type", memory_type.HOST)
            setattr(self, f"{side}_device", 0)
            setattr(self, f"_{side}", None)

    def _set(self, side, kind, thing):
        setattr(self, f"{side}_memory_type", kind)
        setattr(self, f"_{side}", thing)

    def set_src_host(self, buffer):
        self._set("src", memory_type.HOST, Buffer(buffer, STRIDED))

    def set_dst_host(self, buffer):
        self._set("dst", memory_type.HOST, Buffer(buffer, STRIDED | WRITABLE))

    def set_src_array(self, array):
        self._set("src", memory_type.ARRAY, array)

    def set_dst_array(self, array):
        self._set("dst", memory_type.ARRAY, array)

    def set_src_device(self, pointer):
        self._set("src", memory_type.DEVICE, None)
        self.src_device = address_of(pointer)

    def set_dst_device(self, pointer):
        self._set("dst", memory_type.DEVICE, None)
        self.dst_device = address_of(pointer)

    def set_src_unified(self, buffer):
        self._set("src", memory_type.UNIFIED, Buffer(buffer))

    def set_dst_unified(self, buffer):
        self._set("dst", memory_type.UNIFIED, Buffer(buffer, ANY_CONTIGUOUS | WRITABLE))

    def _end(self, side, is_async, context=None):
        """The fields of gc_copy_end for one end, and what must live until the call."""
        x, y, z, lod, slice_height, pitch = (getattr(self, f"{side}_{name}") for name in self._numbers)
        kind, thing = getattr(self, f"{side}_memory_type"), getattr(self, f"_{side}")
        if lod:
            raise LogicError(f"{side}_lod is {lod}, not 0")
        if kind == memory_type.ARRAY:
            return {"array": thing, "x": x, "y": y, "z": z}, thing
        pitch = pitch or self.width_in_bytes
        offset = (z * slice_height + y) * pitch + x
        fields = {"offset": offset, "row_pitch": pitch, "slice_pitch": slice_height * pitch}
        rows = (max(self.depth, 1) - 1) * (slice_height or self.height) + max(self.height, 1) - 1
        size = offset + rows * pitch + self.width_in_bytes
        mem = Wrapped(getattr(self, f"{side}_device"), size, context) if kind == memory_type.DEVICE else page_locked(thing.address, size) if is_async or kind == memory_type.UNIFIED else None
        if mem is not None:
            return {**fields, "mem": mem}, mem
        return {**fields, "host": thing.address, "host_size": size}, thing

    def _copy(self, stream, contexts=(None, None)):
        (dst, _keep_dst), (src, _keep_src) = (self._end(side, stream is not None, context) for side, context in zip(("dst", "src"), contexts))
        rectangle(dst, src, stream, width=self.width_in_bytes, height=self.height, depth=self.depth)

    def __call__(self, stream=None, aligned=False):
        self._copy(None if isinstance(stream, bool) else stream)


class Memcpy3D(Memcpy2D):
    pass


class Memcpy3DPeer(Memcpy2D):
    def __init__(self):
        super().__init__()
        self._contexts = {"dst": None, "src": None}

    def set_src_context(self, context):
        self._contexts["src"] = context

    def set_dst_context(self, context):
        self._contexts["dst"] = context

    def __call__(self, stream=None):
        self._copy(stream, (self._contexts["dst"], self._contexts["src"]))


def fill(bits):
    def number(data):
        return Buffer(int(data).to_bytes(bits // 8, "little"))

    def memset_async(dest, data, size, stream=None):
        if size:
            value = number(data)
            gc.memset(Wrapped(dest, size * bits // 8), 0, value.address, value.size, size, stream)

    def memset_2d_async(dest, pitch, data, width, height, stream=None):
        if width and height:
            mem, pattern = Wrapped(dest, pitch * (height - 1) + width * bits // 8), number(data)
            gc.memset_rect(struct("rect_fill", dst=library.struct("copy_end", mem=mem, row_pitch=pitch), width=width * bits // 8, height=height,
                                  value=pattern.address, value_size=pattern.size), stream)

    return (lambda dest, data, size: memset_async(dest, data, size), memset_async,
            lambda dest, pitch, data, width, height: memset_2d_async(dest, pitch, data, width, height), memset_2d_async)


memset_d8, memset_d8_async, memset_d2d8, memset_d2d8_async = fill(8)
memset_d16, memset_d16_async, memset_d2d16, memset_d2d16_async = fill(16)
memset_d32, memset_d32_async, memset_d2d32, memset_d2d32_async = fill(32)

__all__ = [name for name in dir() if name.startswith(("memcpy_", "memset_", "Memcpy"))]
