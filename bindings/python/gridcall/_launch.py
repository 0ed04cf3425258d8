# SPDX-License-Identifier: Apache-2.0
"""Launches: `kernel[grid, block](x, 2.5, n)`. A number of Python's becomes what the kernel takes; one of NumPy or ctypes has a type of its own,
which must be the kernel's."""

from __future__ import annotations

import ctypes
import struct
from typing import Any

from . import raw
from ._arrays import from_dlpack
from ._buffer import HostBuffer, wrong
from ._call import Handle
from ._errors import error_of

UNKNOWN, FLOAT16, BFLOAT16, FLOAT32, FLOAT64, BOOL, STRUCT, POINTER = 0, 9, 10, 11, 12, 13, 14, 256
SCALAR, MEM, BYTES = 1, 2, 3
OBJECTS = {"texture": 5, "surface": 6, "pipe": 7, "ndarray": 8}
INTEGERS = {1: "b", 2: "B", 3: "h", 4: "H", 5: "i", 6: "I", 7: "q", 8: "Q"}
CODES = {"b": 1, "B": 2, "h": 3, "H": 4, "i": 5, "I": 6, "q": 7, "Q": 8, "l": 7, "L": 8, "e": 9, "f": 11, "d": 12, "?": 13, "c": 1, "P": POINTER}
NAMES = {"i": 0, "u": 1}  # NumPy's kinds of integers
FOREVER = 2**64 - 1


class In:
    """An array of the host as an argument, which the kernel reads. The launch then waits."""

    direction = 1

    def __init__(self, array: Any):
        self.array = array


class Out(In):
    """An array of the host as an argument, which the kernel writes; what it finds there is undefined."""

    direction = 2


class InOut(In):
    """An array of the host as an argument, which the kernel reads and writes."""

    direction = 3


class Param:
    """A parameter of a kernel: its C++ type, if that is known, and its size."""

    def __init__(self, index: int, found: Any):
        self.type, self.size = int(found.value_type), found.size
        self.text = f"argument {index}" + (f" (`{found.type_name} {found.name}`".rstrip() + ")" if found.type_name else "")


def params_of(kernel: Any) -> list[Param]:
    if kernel._params is None:
        kernel._params = [Param(i, kernel.param(i)) for i in range(kernel.param_count)]
    return kernel._params


def bits(code: str, value: Any) -> int:
    return int.from_bytes(struct.pack("<" + code, value), "little")


def value_type_of(host: HostBuffer, array: Any) -> int:
    """The type of the elements of an array of the host, where kernels have it."""
    name, code = getattr(getattr(array, "dtype", None), "name", ""), (host.format or "B").lstrip("@=<|")
    if code[0] in ">!":
        raise ValueError(f"an array of the byte order {code[0]!r}: pass one of this machine's, x.astype(x.dtype.newbyteorder('='))")
    return BFLOAT16 if name == "bfloat16" else CODES.get(code, UNKNOWN)


class Packed:
    """The arguments of a launch as C takes them."""

    def __init__(self, params: list[Param], args: tuple[Any, ...], known: bool = True):
        self.keep: list[Any] = []
        self.blob = bytearray()
        self.hosts: list[Any] = []
        records = []
        for i, value in enumerate(args):
            param = params[i] if i < len(params) else None
            name = param.text if param else f"argument {i}"
            if isinstance(value, In):
                host = HostBuffer(name, value.array, value.direction != 1)
                self.keep.append(host)
                self.hosts.append(raw.gc_host_arg(i, value.direction, host.address or 0, host.size, value_type_of(host, value.array), 0))
            else:
                records.append(self.record(name, param, value))
        self.count = len(records)
        self.args = (raw.gc_arg * max(self.count, 1))(*records)

    def scalar(self, size: int, value: int, kind: int) -> Any:
        return raw.gc_arg(SCALAR, size, value, None, kind, 0)

    def bytes_of(self, data: Any) -> Any:
        self.blob += bytes(-len(self.blob) % 16)
        at = len(self.blob)
        self.blob += data
        return raw.gc_arg(BYTES, len(data), at, None, UNKNOWN, 0)

    def record(self, name: str, param: Param | None, value: Any) -> Any:
        if isinstance(value, Handle):
            self.keep.append(value)
            kind = MEM if value._kind == "mem" else OBJECTS.get(value._kind)
            if kind is None:
                raise wrong(name, value, "a Mem, an NdArray, a Texture, a Surface, a Pipe or a value")
            return raw.gc_arg(kind, 8, 0, value._pointer, UNKNOWN, 0)
        if isinstance(value, (bool, int, float)) and type(value).__module__ == "builtins":
            return self.number(name, param, value)
        if isinstance(value, ctypes._SimpleCData):
            return self.scalar(ctypes.sizeof(value), int.from_bytes(bytes(value), "little"), CODES.get(value._type_, UNKNOWN))
        if isinstance(value, (bytes, bytearray, ctypes.Structure, ctypes.Array)):
            return self.bytes_of(bytes(value))
        dtype = getattr(value, "dtype", None)
        if dtype is not None and getattr(value, "shape", None) == () and hasattr(value, "tobytes") and not hasattr(value, "__cuda_array_interface__"):
            if dtype.itemsize > 8 or dtype.kind in "cV" and dtype.name != "bfloat16":
                return self.bytes_of(value.tobytes())
            value = dtype.type(value)  # in the byte order of this machine
            kind = {"f": {2: FLOAT16, 4: FLOAT32, 8: FLOAT64}, "b": {1: BOOL}, "i": {1: 1, 2: 3, 4: 5, 8: 7}, "u": {1: 2, 2: 4, 4: 6, 8: 8},
                    "V": {2: BFLOAT16}}.get(dtype.kind, {}).get(dtype.itemsize, UNKNOWN)
            return self.scalar(dtype.itemsize, int.from_bytes(value.tobytes(), "little"), kind)
        if hasattr(value, "__cuda_array_interface__") or hasattr(value, "__dlpack__") and not hasattr(value, "__array_interface__"):
            return self.record(name, param, from_dlpack(value))
        if isinstance(value, (list, tuple)) or hasattr(value, "__array_interface__") or hasattr(value, "tobytes"):
            raise wrong(name, value, "gridcall.array(x), a copy on the device, or gridcall.In(x), Out(x) or InOut(x): it is in host memory")
        kind = param.type if param else UNKNOWN
        raise wrong(name, value, "a Mem or an NdArray" if kind >= POINTER else "a number" if kind not in (UNKNOWN, STRUCT) else
                    "a Mem, an NdArray, a number, or bytes or a ctypes.Structure for a struct")

    def number(self, name: str, param: Param | None, value: Any) -> Any:
        """A number of Python's, as what the kernel takes."""
        kind, size = (param.type, param.size) if param else (UNKNOWN, 0)
        if kind >= POINTER or kind == STRUCT:
            raise wrong(name, value, "a Mem or an NdArray: the kernel takes memory; ctypes.c_void_p(x) is an address" if kind >= POINTER else
                        "bytes or a ctypes.Structure: the kernel takes a struct")
        try:
            if isinstance(value, float) and (kind in INTEGERS or kind == BOOL):
                raise wrong(name, value, "an int: the kernel takes an integer")
            if kind == BFLOAT16:
                whole = bits("f", value)
                return self.scalar(2, (whole + 0x7FFF + (whole >> 16 & 1)) >> 16 if value == value else whole >> 16 | 0x40, kind)
            code = INTEGERS.get(kind) or {FLOAT16: "e", FLOAT32: "f", FLOAT64: "d", BOOL: "?"}.get(kind)
            if code is None:  # the kernel's types are not known
                code = {2: "e", 4: "f"}.get(size, "d") if isinstance(value, float) else {1: "b", 2: "h", 4: "i", 8: "q"}.get(size) or "iq"[not -(2**31) <= value < 2**31]
                code = code.upper() if isinstance(value, int) and value >= 1 << 8 * struct.calcsize("<" + code) - 1 else code
            return self.scalar(struct.calcsize("<" + code), bits(code, value), CODES[code] if kind else UNKNOWN)
        except (struct.error, OverflowError):
            fits = f"from {-(1 << 8 * size - 1)} to {(1 << 8 * size) - 1}" if isinstance(value, int) and size else "that does"
            raise OverflowError(f"{name} is {value}, which does not fit {size} bytes: pass a number {fits}") from None

    def config(self, grid: Any, block: Any, shared: int, timeout: float | None) -> Any:
        g, b = extent("grid", grid), extent("block", block)
        config = raw.gc_launch_config(grid_x=g[0], grid_y=g[1], grid_z=g[2], block_x=b[0], block_y=b[1], block_z=b[2], shared_size=shared)
        self.set_bytes(config)
        if timeout is not None:
            config.timeout_nanoseconds = FOREVER if timeout == float("inf") else max(int(timeout * 1e9), 1)
        return config

    def set_bytes(self, config: Any) -> None:
        if self.blob:
            made = (ctypes.c_char * len(self.blob)).from_buffer(self.blob)
            self.keep.append(made)
            config.bytes, config.bytes_size = ctypes.addressof(made), len(self.blob)


def extent(name: str, value: Any) -> tuple[int, int, int]:
    """A number, or up to three."""
    items = tuple(value) if hasattr(value, "__iter__") and not hasattr(value, "__index__") else (value,)
    if not 1 <= len(items) <= 3:
        raise ValueError(f"`{name}` has {len(items)} numbers: pass from 1 to 3")
    for each in items:
        if not hasattr(each, "__index__"):
            raise wrong(name, each, "ints, n // 32 in place of n / 32" if isinstance(each, float) else "ints")
        if not 0 <= each < 2**32:
            raise OverflowError(f"`{name}` is {value}: pass numbers from 1 to {2**32 - 1}")
    return (*(int(each) for each in items), 0, 0)[:3]  # type: ignore[return-value]


def check(status: int, error: Any) -> None:
    if status:
        raise error_of(status, error)


class Launch:
    """A kernel with its shape: `kernel[grid, block]`. Called with the kernel's arguments it queues a launch."""

    def __init__(self, kernel: Any, grid: Any, block: Any, stream: Any = None, shared: int = 0, timeout: float | None = None):
        self.kernel, self.grid, self.block, self.stream, self.shared, self.timeout = kernel, grid, block, stream, shared, timeout

    def __call__(self, *args: Any) -> None:
        packed = Packed(params_of(self.kernel), args)
        config, error = packed.config(self.grid, self.block, self.shared, self.timeout), ctypes.c_void_p()
        kernel, stream = self.kernel._pointer, stream_of(self.stream)
        if packed.hosts:
            hosts = (raw.gc_host_arg * len(packed.hosts))(*packed.hosts)
            check(raw.gc_launch_staged(kernel, ctypes.byref(config), packed.args, packed.count, hosts, len(hosts), stream, ctypes.byref(error)), error)
        else:
            check(raw.gc_launch(kernel, ctypes.byref(config), packed.args, packed.count, stream, ctypes.byref(error)), error)

    def prepare(self, *args: Any) -> Any:
        """Checks the launch once, with its arguments: `prepared()` queues it, `prepared[1] = value` replaces an argument."""
        from ._classes import Prepared

        packed = Packed(params_of(self.kernel), args)
        if packed.hosts:
            raise TypeError("an array of the host cannot be prepared: pass gridcall.array(x), a copy on the device")
        config, error, made = packed.config(self.grid, self.block, self.shared, self.timeout), ctypes.c_void_p(), ctypes.c_void_p()
        check(raw.gc_prepared_create(self.kernel._pointer, ctypes.byref(config), packed.args, packed.count, ctypes.byref(made), ctypes.byref(error)), error)
        prepared = Prepared._of(made.value)
        prepared._params, prepared._stream = params_of(self.kernel), self.stream
        return prepared


def stream_of(stream: Any) -> int:
    if stream is None:
        return 0
    if not isinstance(stream, Handle):
        raise wrong("stream", stream, "a Stream, or None for the default one")
    return stream._pointer


class KernelMixin:
    _params: list[Param] | None = None

    def __getitem__(self, shape: Any) -> Launch:
        """kernel[grid, block], kernel[grid, block, stream, shared]: numbers, or tuples of up to three."""
        if not isinstance(shape, tuple) or not 2 <= len(shape) <= 4:
            raise TypeError("a kernel takes its shape in brackets: kernel[grid, block], or kernel[grid, block, stream, shared]")
        return Launch(self, *shape)

    def __call__(self, *args: Any, grid: Any = None, block: Any = None, stream: Any = None, shared: int = 0, timeout: float | None = None) -> None:
        """Queues a launch. `timeout` is how many seconds the kernel may run; `float("inf")` is without a limit."""
        if grid is None or block is None:
            raise TypeError(f"`{'grid' if grid is None else 'block'}` is missing: write kernel[grid, block](...) or kernel(..., grid=1, block=32)")
        Launch(self, grid, block, stream, shared, timeout)(*args)


class PreparedMixin:
    _params: list[Param] = []
    _stream: Any = None

    def __call__(self, *args: Any, stream: Any = None) -> None:
        """Queues it, as it stands or with other arguments, all of them, which it keeps."""
        packed, error = Packed(self._params, args), ctypes.c_void_p()
        config = raw.gc_launch_config()
        packed.set_bytes(config)
        check(raw.gc_prepared_launch(self._pointer, ctypes.byref(config) if packed.blob else None, packed.args if args else None, packed.count,
                                     stream_of(stream or self._stream), ctypes.byref(error)), error)

    def __setitem__(self, index: int, value: Any) -> None:
        packed, error = one(self._params, index, value), ctypes.c_void_p()
        check(raw.gc_prepared_set_arg(self._pointer, index, packed.args, bytes(packed.blob) or None, len(packed.blob), ctypes.byref(error)), error)


class GraphMixin:
    def __setitem__(self, at: tuple[int, int], value: Any) -> None:
        """graph[node, index] = value: an argument of a kernel's node."""
        node, index = at
        error = ctypes.c_void_p()
        with self.node_kernel(node) as kernel:
            packed = one(params_of(kernel), index, value)
        check(raw.gc_graph_set_arg(self._pointer, node, index, packed.args, bytes(packed.blob) or None, len(packed.blob), ctypes.byref(error)), error)


def one(params: list[Param], index: int, value: Any) -> Packed:
    """A single argument."""
    if not hasattr(index, "__index__") or index < 0:
        raise IndexError(f"argument {index}: pass its number, from 0")
    return Packed(params[index : index + 1], (value,))
