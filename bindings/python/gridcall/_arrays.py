# SPDX-License-Identifier: Apache-2.0
"""Memory and arrays: slices, copies from and to the host, and the protocols by which NumPy, PyTorch and others share them."""

from __future__ import annotations

import struct
import sys
from typing import Any

from . import _dlpack
from ._buffer import HostBuffer, memory_at, wrong

FOREVER = 2**64 - 1


def numpy() -> Any:
    """NumPy, if it is installed."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def is_host(mem: Any) -> bool:
    """Whether the host reads the memory at its address."""
    from ._classes import DeviceKind, MemAttribute, MemPlace

    with mem.context() as context:
        return context.device.kind == DeviceKind.CPU or mem.attribute(MemAttribute.PLACE) != MemPlace.DEVICE


def interface(address: int, shape: tuple[int, ...], typestr: str, strides: tuple[int, ...] | None, readonly: bool = False) -> dict[str, Any]:
    return {"version": 3, "shape": shape, "typestr": typestr, "data": (address, readonly), "strides": strides}


def scalar_type(dtype: Any) -> Any:
    """A ScalarType of one, its name ("float32", "<f4", "f"), or a dtype of NumPy."""
    from ._classes import DType, ScalarType

    if isinstance(dtype, ScalarType):
        return dtype
    if isinstance(dtype, type) and dtype in (int, float, bool, complex):
        dtype = {int: "int64", float: "float64", bool: "bool", complex: "complex128"}[dtype]
    name = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", None) or (dtype.str if getattr(dtype, "kind", "V") in "biufc" else
                                                                                        getattr(dtype, "name", str(dtype)))
    return DType.scalar_from_name(name)


class MemMixin:
    def __len__(self) -> int:
        return self.size

    @classmethod
    def from_host(cls, data: Any, *, context: Any = None) -> Any:
        """New memory with the bytes of a buffer."""
        return cls.create(size=HostBuffer("data", data, False).size, place="DEVICE", content=data, context=context)

    def __getitem__(self, part: slice) -> Any:
        """A part, in bytes; it shares the memory."""
        if not isinstance(part, slice):
            raise wrong("part", part, "a slice of bytes, mem[16:32]")
        start, stop, step = part.indices(self.size)
        if step != 1:
            raise ValueError(f"`part` has the step {step}: memory has parts of step 1 alone; an NdArray has others")
        return self.sub_region(start, max(stop - start, 0))

    def copy_from(self, source: Any, offset: int = 0, *, stream: Any = None) -> None:
        """Copies the bytes of a buffer of the host, or of other memory, to `offset`."""
        from ._classes import Mem

        if isinstance(source, Mem):
            self.memcpy(offset, source, 0, source.size, stream=stream)
        elif HostBuffer("source", source, False).size:
            self.memcpy_htod(offset, source, stream=stream)

    def to_host(self, out: Any = None, offset: int = 0, size: int | None = None, *, stream: Any = None) -> Any:
        """Copies `size` bytes (all that follow `offset`) to the host: into `out`, a writable buffer whose size counts, or a new bytearray."""
        if out is None:
            out = bytearray(self.size - offset if size is None else size)
        if HostBuffer("out", out, True).size:
            self.memcpy_dtoh(out, offset, stream=stream)
        return out

    def fill(self, value: Any, offset: int = 0, count: int | None = None, *, stream: Any = None) -> None:
        """Writes a pattern (a byte as an int, or 1, 2, 4, 8 or 16 bytes) `count` times, or up to the end."""
        value = bytes([value]) if isinstance(value, int) else value
        self.memset(offset, value, (self.size - offset) // max(HostBuffer("value", value, False).size, 1) if count is None else count, stream=stream)

    def view(self) -> memoryview:
        """The host's view of memory of the places HOST, MANAGED and PAGEABLE: valid until `close`, and first waited for."""
        address = self.host_address
        self.wait(FOREVER)
        return memory_at(address, self.size, self)

    def __dlpack__(self, **options: Any) -> Any:
        return self.as_ndarray("uint8").__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.as_ndarray("uint8").__dlpack_device__()

    def as_ndarray(self, dtype: Any, shape: Any = None, offset: int = 0) -> Any:
        """An NdArray over the memory; without a shape of one dimension, of as many elements as fit."""
        from ._classes import DType, NdArray

        kind = scalar_type(dtype)
        return NdArray.from_mem(self, offset, scalar_type=kind, shape=shape_of((self.size - offset) // DType.scalar_size(kind) if shape is None else shape))

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return host_interface(self, self, self.address if self.size else 0, (self.size,), "|u1", None)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return device_interface(self, self.address, (self.size,), "|u1", None)


def host_interface(of: Any, mem: Any, *described: Any) -> dict[str, Any]:
    if not is_host(mem):
        raise AttributeError(f"the host does not reach this memory: copy it with {type(of).__name__}.to_host()")
    mem.wait(FOREVER)
    return interface(*described)


def device_interface(mem: Any, *described: Any) -> dict[str, Any]:
    from ._classes import DeviceKind

    with mem.context() as context:
        if context.device.kind != DeviceKind.GPU:
            raise AttributeError("memory of the CPU device has no __cuda_array_interface__: use __array_interface__ or __dlpack__")
    return interface(*described)


class MappingMixin:
    def view(self) -> memoryview:
        """The mapped memory, waited for; valid until `close` or `unmap`."""
        from ._classes import MappingAttribute

        with self.event() as event:
            event.synchronize()
        return memory_at(self.address, self.attribute(MappingAttribute.SIZE), self)


def shape_of(shape: Any) -> tuple[int, ...]:
    return (shape,) if hasattr(shape, "__index__") else tuple(shape)


LEFT_OUT = -(2**63)  # of a slice


class NdArrayMixin:
    @property
    def dtype(self) -> Any:
        """The ScalarType of its elements."""
        from ._classes import NdarrayAttribute, ScalarType

        return ScalarType(self.attribute(NdarrayAttribute.TYPE))

    @property
    def typestr(self) -> str:
        """The type of its elements as NumPy writes it: "<f4"."""
        from ._classes import DType

        return DType.scalar_name(self.dtype)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of its elements."""
        from ._classes import NdarrayAttribute

        return self.attribute(NdarrayAttribute.COUNT)

    @property
    def nbytes(self) -> int:
        from ._classes import NdarrayAttribute

        return self.attribute(NdarrayAttribute.SIZE)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array of no dimensions has no length")
        return self.shape[0]

    def __repr__(self) -> str:
        return super().__repr__() if self.closed else f"<gridcall.NdArray {self.typestr} {self.shape}>"

    @property
    def T(self) -> Any:  # noqa: N802 (NumPy's name)
        return self.transpose(())

    def __getitem__(self, index: Any) -> Any:
        """A part, as NumPy's basic indexing takes it; it shares the memory."""
        from ._classes import NdarrayAttribute

        index, shape = index if isinstance(index, tuple) else (index,), self.shape
        if (at := next((at for at, each in enumerate(index) if each is Ellipsis), None)) is not None:
            index = index[:at] + (slice(None),) * (len(shape) - len(index) + 1) + index[at + 1 :]
        if len(index) > len(shape):
            raise IndexError(f"{len(index)} indices for an array of {len(shape)} dimensions: pass at most that many")
        slices, dropped = [], []
        for axis, each in enumerate(index):
            if isinstance(each, slice):
                slices.append(tuple(LEFT_OUT if part is None else part for part in (each.start, each.stop)) + (1 if each.step is None else each.step,))
            elif hasattr(each, "__index__") and not getattr(each, "shape", ()):
                at = each.__index__()
                if not -shape[axis] <= at < shape[axis]:
                    raise IndexError(f"index {at} of dimension {axis}, which has {shape[axis]} elements")
                slices.append((at, at + 1 or LEFT_OUT, 1))
                dropped.append(axis)
            else:
                raise wrong(f"index[{axis}]", each, "an int, a slice or ...")
        part = self.slice(slices)
        if not dropped:
            return part
        left = [axis for axis in range(len(shape)) if axis not in dropped]
        strides, shape = part.strides, part.shape
        with part.mem() as mem:
            return type(self).from_mem(mem, part.attribute(NdarrayAttribute.OFFSET), scalar_type=self.dtype, shape=tuple(shape[i] for i in left),
                                       strides=tuple(strides[i] for i in left))

    def __setitem__(self, index: Any, value: Any) -> None:
        """x[1:, 0] = a number for each element, or what copy_from takes."""
        part, value = self[index], value.item() if type(value).__module__ == "numpy" and value.shape == () else value
        (part.fill if isinstance(value, (bool, int, float, complex)) else part.copy_from)(value)

    def copy_from(self, source: Any, *, stream: Any = None) -> None:
        """Copies an array of the host, of its own type and shape, or another NdArray, which is converted and broadcast."""
        from ._classes import NdArray

        if isinstance(source, NdArray):
            self.copy_ndarray(source, stream=stream)
            return
        host = HostBuffer("source", source, False, any_order=True)
        if host.shape != self.shape or host.itemsize * self.size != self.nbytes:
            raise ValueError(f"`source` has the shape {host.shape} and elements of {host.itemsize} bytes, and this array {self.shape} and "
                             f"{self.nbytes // max(self.size, 1)}: pass one of the same type and shape")
        if host.size:
            self.copy_from_buffer(memory_at(host.address, host.size, host), flags="ORDER_F" if host.fortran else 0, stream=stream)

    def to_host(self, out: Any = None, *, stream: Any = None) -> Any:
        """Copies it to the host, in C's order: into `out`, else into a new NumPy array; without NumPy a memoryview of its shape."""
        np = numpy()
        shape, typestr = self.shape, self.typestr
        if out is None:
            if np and typestr != "bfloat16":
                out = np.empty(shape, typestr)
            else:
                out = memoryview(bytearray(self.nbytes))
                if self.nbytes and typestr in FORMATS:
                    out = out.cast(FORMATS[typestr], shape)
        host = HostBuffer("out", out, True)
        if host.size != self.nbytes:
            raise ValueError(f"`out` has {host.size} bytes, and the array {self.nbytes}: pass one of {shape} elements {typestr}")
        if host.size:
            self.copy_to_buffer(memory_at(host.address, host.size, host), stream=stream)
        return out

    def fill(self, value: Any, *, stream: Any = None) -> None:
        """Writes a number, or the bytes of an element, to each element."""
        self.fill_bytes(packed(self.typestr, value) if isinstance(value, (bool, int, float, complex)) else value, stream=stream)

    def apply(self, expression: str, inputs: Any = (), scalars: Any = (), *, stream: Any = None) -> None:
        """Computes each element: inputs are a, b and so on in the expression, scalars x, y and so on: numbers, which count as 64 bits wide."""
        self.apply_scalars(expression, inputs, scalars, stream=stream)

    def reduced(self, reduction: Any) -> Any:
        """All elements combined to a number: x.reduced("SUM"). See reduce."""
        with self.mem() as mem, mem.context() as context, empty((1,) * self.ndim, self.dtype, context=context) as out:
            out.reduce(self, reduction, [])
            return out.item()

    def item(self) -> Any:
        """Its only element as a number."""
        if self.size != 1:
            raise ValueError(f"the array has {self.size} elements: index it until one is left")
        data = memoryview(bytearray(self.nbytes))
        self.copy_to_buffer(data)
        return unpacked(self.typestr, bytes(data))

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None) -> Any:
        return _dlpack.capsule_of(self, stream, max_version, copy)

    def __dlpack_device__(self) -> tuple[int, int]:
        return _dlpack.device_of(self)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        with self.mem() as mem:
            return host_interface(self, mem, *self._described())

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        with self.mem() as mem:
            return device_interface(mem, *self._described())

    def _described(self) -> tuple[Any, ...]:
        from ._classes import NdarrayAttribute

        if self.typestr in ("", "bfloat16"):
            raise AttributeError(f"NumPy's interface has no type for {self.dtype.name}: view it as integers, x.view('UINT16')")
        contiguous = self.attribute(NdarrayAttribute.IS_C_CONTIGUOUS)
        return (self.attribute(NdarrayAttribute.ADDRESS), self.shape, self.typestr, None if contiguous else self.strides,
                bool(self.attribute(NdarrayAttribute.IS_READ_ONLY)))


FORMATS = {"|i1": "b", "|u1": "B", "<i2": "h", "<u2": "H", "<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q", "<f4": "f", "<f8": "d", "|b1": "?"}


def packed(typestr: str, value: Any) -> bytes:
    """A number as an element of a type."""
    if typestr == "bfloat16":
        return packed("<f4", value)[2:]
    if typestr in ("<c8", "<c16"):
        return struct.pack("<2f" if typestr == "<c8" else "<2d", complex(value).real, complex(value).imag)
    code = "e" if typestr == "<f2" else FORMATS[typestr]
    return struct.pack("<" + code, float(value) if code in "efd" else value)


def unpacked(typestr: str, data: bytes) -> Any:
    """An element of a type as a number."""
    if typestr == "bfloat16":
        return unpacked("<f4", b"\0\0" + data)
    if typestr in ("<c8", "<c16"):
        return complex(*struct.unpack("<2f" if typestr == "<c8" else "<2d", data))
    return struct.unpack("<" + ("e" if typestr == "<f2" else FORMATS[typestr]), data)[0]


def scalar(name: str, value: Any) -> dict[str, Any]:
    """A number as the struct that an expression takes."""
    kinds = ((bool, "|b1", "BOOL"), (int, "<i8", "INT64"), (float, "<f8", "FLOAT64"), (complex, "<c16", "COMPLEX128"))
    value = value.item() if hasattr(value, "dtype") else value
    typestr, kind = next(((typestr, kind) for of, typestr, kind in kinds if isinstance(value, of)), ("", ""))
    if not kind:
        raise wrong(name, value, "a number")
    bits = packed(typestr, value).ljust(16, b"\0")
    return {"bits": (int.from_bytes(bits[:8], "little"), int.from_bytes(bits[8:], "little")), "scalar_type": kind}


def empty(shape: Any, dtype: Any, **options: Any) -> Any:
    """An NdArray whose elements are undefined. Options are those of NdArray: place, pool, context and so on."""
    from ._classes import NdArray

    return NdArray(scalar_type=scalar_type(dtype), shape=shape_of(shape), **options)


def zeros(shape: Any, dtype: Any, **options: Any) -> Any:
    """An NdArray of zeros."""
    made = empty(shape, dtype, **options)
    if made.nbytes:
        made.fill(0)
    return made


def array(data: Any, dtype: Any = None, **options: Any) -> Any:
    """An NdArray with the elements of an array of the host: NumPy's, what has the buffer protocol, or a list of numbers, which needs `dtype`.
    With `dtype` the elements are converted."""
    from ._classes import NdArray

    if isinstance(data, NdArray):
        made = empty(data.shape, dtype or data.dtype, **options)
        made.copy_from(data)
        return made
    if isinstance(data, (list, tuple, range, int, float)):
        return _of_list(data, dtype, options)
    host = HostBuffer("data", data, False, any_order=True)
    kind = scalar_type(getattr(data, "dtype", None) or host.format.lstrip("@=<|") or "B")
    if not host.size:
        return empty(host.shape, dtype or kind, **options)
    made = NdArray.from_host(memory_at(host.address, host.size, host), scalar_type=kind, shape=host.shape, flags="ORDER_F" if host.fortran else 0, **options)
    return made if dtype is None or scalar_type(dtype) == kind else array(made, dtype, **options)


def _of_list(data: Any, dtype: Any, options: dict[str, Any]) -> Any:
    if dtype is None:
        raise TypeError('`dtype` is None: a list has no type of elements; pass one, array([1, 2], "float32")')
    kind, shape, flat = scalar_type(dtype), [], data
    while isinstance(flat, (list, tuple, range)):
        shape.append(len(flat))
        if shape[-1] and isinstance(flat[0], (list, tuple, range)):
            if any(len(each) != len(flat[0]) for each in flat):
                raise ValueError("`data` has lists of different lengths: make them alike")
            flat = [number for each in flat for number in each]
            shape[-1:] = [shape[-1]]
            continue
        break
    for i in range(len(shape) - 1, 0, -1):
        shape[i] //= max(shape[i - 1], 1)
    from ._classes import DType

    flat = flat if shape else [flat]
    typestr = DType.scalar_name(kind)
    if typestr not in FORMATS:
        np = numpy()
        if not np or typestr == "bfloat16":
            raise TypeError(f"a list cannot become elements of {kind.name}: pass an array of that type")
        return array(np.array(data, typestr), **options)
    made = memoryview(bytearray(len(flat) * DType.scalar_size(kind))).cast(FORMATS[typestr])
    floats = FORMATS[typestr] in "fd"
    for i, each in enumerate(flat):
        made[i] = float(each) if floats else bool(each) if FORMATS[typestr] == "?" else each
    return array(made.cast("B").cast(FORMATS[typestr], shape) if shape and flat else made, None, **options) if shape else \
        array(made, None, **options).reshape(())


def apply(expression: str, inputs: Any, scalars: Any = (), *, dtype: Any = None, stream: Any = None, **options: Any) -> Any:
    """A new NdArray of what inputs are broadcast to, of `dtype` or the first input's, with the expression's values: apply("a * b", [column, row])."""
    if not inputs:
        raise ValueError("`inputs` is empty, so there is no shape: make an array and use its apply")
    ndim = max(each.ndim for each in inputs)
    shapes = [(1,) * (ndim - each.ndim) + each.shape for each in inputs]
    with inputs[0].mem() as mem, mem.context() as context:
        out = empty([next((n for n in along if n != 1), 1) for along in zip(*shapes)], dtype or inputs[0].dtype, **{"context": context, **options})
    out.apply(expression, inputs, scalars, stream=stream)
    return out


def from_dlpack(tensor: Any, *, context: Any = None) -> Any:
    """An array of another library as an NdArray that shares its memory: by `__dlpack__`, else by `__cuda_array_interface__`."""
    return _dlpack.from_dlpack(tensor, context)


def is_numpy(value: Any) -> bool:
    return "numpy" in sys.modules and isinstance(value, sys.modules["numpy"].ndarray)


__all__ = ["apply", "array", "empty", "from_dlpack", "zeros"]
