#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the Python package's hand-written part, on the device that GRIDCALL_DEVICE names. Writes TAP. NumPy's cases are skipped without it."""

import array
import asyncio
import copy
import ctypes
import gc as garbage
import logging
import os
import pickle
import re
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "bindings/python"), str(ROOT / "tests/support")]
import gridcall as gc  # noqa: E402
from gridcall import preview, raw  # noqa: E402
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

try:
    import numpy as np
except ImportError:
    np = None

SOURCE = """
struct Pair { int a; float b; };
__global__ void scale(float *x, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}
__global__ void numbers(double *out, char a, unsigned short b, int c, unsigned d, long long e, unsigned long long f, double g, bool h) {
  out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = f; out[6] = g; out[7] = h;
}
__global__ void add(int *out, const int *a, const int *b) { out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }
__global__ void pair(float *out, Pair p) { out[0] = p.a + p.b; }
__global__ void trap() { __trap(); }
__global__ void spin() { while (clock64() >= 0); }
"""
shared = {}
CASES = []


def case(function):
    CASES.append(function)
    return function


def kernel(name):
    if "module" not in shared:
        shared["module"] = gc.Module(SOURCE)
    return shared["module"].kernel(name)


def equal(a, b):
    assert a == b, f"{a!r}, not {b!r}"


def raises(kind, pattern, call, *args, **named):
    try:
        result = call(*args, **named)
    except kind as error:
        assert re.search(pattern, str(error)), f"{type(error).__name__}: {error}: no {pattern!r}"
        return error
    raise AssertionError(f"{result!r}, and no {kind.__name__}")


def needs_numpy():
    if np is None:
        raise Skip("NumPy is not installed")


def on_cpu():
    return gc.Context().device.kind == gc.DeviceKind.CPU


@case
def the_log():
    records = []
    handler = logging.Handler()
    handler.emit = records.append
    logger = logging.getLogger("gridcall")
    logger.addHandler(handler)
    for level in (logging.INFO, logging.DEBUG):
        logger.setLevel(level)
        records.clear()
        with gc.forward_log():
            gc.Module("__global__ void logged() {}", name="logged.cu").kernel("logged")[1, 1]()

        def has(name, beginning, wanted):
            return any(each.name == name and each.getMessage().startswith(beginning) and each.levelno == wanted for each in records)

        assert has("gridcall.library", "gridcall ", logging.INFO), records
        assert has("gridcall.compile", '"logged.cu" for ', logging.INFO), records
        equal(has("gridcall.launch", "logged<<<(1, 1, 1)", logging.DEBUG), level == logging.DEBUG)
        assert all(0 <= time.time() - each.created < 600 for each in records), records
    logger.removeHandler(handler)


@case
def the_first_program():
    x = gc.array([1, 2, 3], "float32")
    kernel("scale")[1, 32](x, 2, 3)
    equal(list(x.to_host()), [2, 4, 6])
    kernel("scale")(x, 0.5, 3, grid=(1, 1), block=(32, 1, 1), timeout=limit(30))
    equal([x[i].item() for i in range(3)], [1, 2, 3])


@case
def every_handle_is_released_twice():
    context = gc.Context()
    options = {"context": context}
    made = [gc.Context(), gc.Stream(**options), gc.Event(**options), gc.Completion(), gc.Mem(64, **options), gc.Pool(**options),
            gc.Sampler(**options), gc.Array(width=4, format="FLOAT", channels=1, flags="SURFACE_LDST", **options),
            gc.DType([("a", None, 0, 1, "INT32")], 4), gc.Module(SOURCE, **options), gc.Program.compile(SOURCE, device=context.device),
            gc.empty(3, "int32"), preview.Pipe(16, 8, **options), preview.Log("INFO")]
    array_of = made[7]
    made += [gc.Texture(array=array_of, **options), gc.Surface(array_of), made[9].kernel("add"), made[4].map(0, 64, flags="READ")]
    made.append(kernel("scale")[1, 1].prepare(made[11].view("FLOAT32"), 1, 1))
    made[1].begin_capture("GLOBAL")
    made.append(made[1].end_capture())
    left = {name for name in gc._call.handles if name not in ("comm", "device", "object")} - {each._kind for each in made}
    equal(left, set())
    for each in reversed(made):
        assert not each.closed
        with each as same:
            assert same is each
        assert each.closed
        each.close()
        assert "closed" in repr(each)
    raises(gc.LogicError, "a Mem that was released", lambda: made[4].size)
    gc.Device("cpu").close()  # a device is never released: nothing is done


@case
def what_nothing_refers_to_is_released():
    before = gc.handle_count()
    for _ in range(50):
        gc.Mem(64)
    garbage.collect()
    equal(gc.handle_count(), before)
    with gc.Mem(64) as mem:
        part = mem[16:32]
    equal(part.size, 16)
    del part


@case
def errors_have_the_class_of_their_category():
    found = raises(gc.LogicError, "^Mem: INVALID_ARGUMENT", gc.Mem, 0)
    equal((found.status, found.function, found.driver_code), (gc.Status.INVALID_ARGUMENT, "gc_mem_alloc", 0))
    assert isinstance(found, ValueError) and found.message in str(found)
    found = raises(gc.MemoryError, "", gc.Mem, 1 << 60)
    assert isinstance(found, MemoryError) and found.status == gc.Status.OUT_OF_MEMORY
    found = raises(gc.CompileError, "", gc.Module, "__global__ void k() { nonsense }", name="wrong.cu")
    assert "nonsense" in found.log and found.status == gc.Status.COMPILE and "nonsense" in str(found)
    found = raises(gc.LaunchError, "", kernel("scale")[1, 1 << 20], gc.array([1], "float32"), 1, 1)
    equal(found.status, gc.Status.INVALID_LAUNCH)
    found = raises(gc.RuntimeError, "does not exist: name a file", gc.Module.from_file, "/no/such/file.cu")
    assert isinstance(found, RuntimeError) and isinstance(found, gc.Error) and type(found).__module__ == "gridcall"
    equal(str(pickle.loads(pickle.dumps(found))), str(found))  # as a pool of processes hands it on
    if on_cpu():
        stream = gc.Stream()
        kernel("trap")[1, 1, stream]()
        equal(raises(gc.LaunchError, "trap", stream.synchronize).status, gc.Status.KERNEL_TRAP)
        kernel("spin")(grid=1, block=1, stream=stream, timeout=limit(0.05))
        equal(raises(gc.LaunchError, "time limit", stream.synchronize).status, gc.Status.LAUNCH_TIMEOUT)


@case
def wrong_arguments_are_named_with_what_to_pass():
    mem, x, scale, wrong = gc.Mem(64), gc.array([1, 2], "float32"), kernel("scale")[1, 1], []
    for kind, pattern, call in (
            (TypeError, "`size` is a str: pass an int", lambda: gc.Mem("64")),
            (OverflowError, "`size` is -1: pass a number from 0", lambda: gc.Mem(-1)),
            (TypeError, "`context` is a str: pass a Context", lambda: gc.Mem(64, context="cpu")),
            (TypeError, "`source` is a bytes: pass a str", lambda: gc.Module(b"")),
            (TypeError, "`name` is None: pass a str", lambda: shared["module"].kernel(None)),
            (ValueError, "`name` has a NUL", lambda: shared["module"].kernel("a\0b")),
            (TypeError, "`options` is a str: pass a list", lambda: gc.Module(SOURCE, options="-O2")),
            (ValueError, "`place` is 'nowhere', which is no MemPlace: pass one of DEVICE", lambda: gc.Mem.create(size=4, place="nowhere")),
            (TypeError, "`flags` is a list: pass a MemFlags", lambda: gc.Mem.create(size=4, flags=[])),
            (TypeError, "`source` is an int: pass what has the buffer protocol", lambda: mem.copy_from(5)),
            (ValueError, "`dst` is read-only", lambda: mem.memcpy_dtoh(bytes(4), 0)),
            (TypeError, "`src` is a bytes: pass a Mem: Mem.from_host", lambda: mem.memcpy(0, b"1234", 0, 4)),
            (TypeError, "a slice of bytes", lambda: mem[3]),
            (ValueError, "`out` has 3 bytes, and the array 8", lambda: x.to_host(bytearray(3))),
            (IndexError, "index 2 of dimension 0, which has 2", lambda: x[2]),
            *([(TypeError, r"`index\[0\]` is an ndarray: pass an int, a slice", lambda: x[np.array([True, False])])] if np else []),
            (IndexError, "2 indices for an array of 1", lambda: x[0, 0]),
            (TypeError, r"argument 0 \(`float \* x`\) is a list: pass gridcall.array", lambda: scale([1.0], 1, 1)),
            (TypeError, r"argument 0 .* is an int: pass a Mem or an NdArray", lambda: scale(4096, 1, 1)),
            (TypeError, r"argument 2 \(`int n`\) is a float: pass an int", lambda: scale(x, 1, 1.5)),
            (OverflowError, "argument 2 .* is 4294967296, which does not fit", lambda: scale(x, 1, 1 << 32)),
            (TypeError, "argument 1 .* is a str: pass a number", lambda: scale(x, "1", 1)),
            (TypeError, "argument 0 .* is None: pass a Mem or an NdArray$", lambda: scale(None, 1, 1)),
            (TypeError, "`grid` is a float: pass ints, n // 32 in place", lambda: kernel("scale")[100 / 32, 32](x, 1, 1)),
            (TypeError, "a kernel takes its shape in brackets", lambda: kernel("scale")[1]),
            (OverflowError, "`grid` is -1", lambda: kernel("scale")[-1, 1](x, 1, 1)),
            (TypeError, "`stream` is a str: pass a Stream", lambda: kernel("scale")[1, 1, "s"](x, 1, 1)),
            (TypeError, "`dtype` is None: a list has no type", lambda: gc.array([1, 2])),
            (gc.LogicError, "no scalar type", lambda: gc.empty(2, "float33")),
            (gc.LaunchError, "pass an NdArray of 32-bit floats", lambda: scale(gc.array([1], "float64"), 1, 1)),
            (gc.LaunchError, "takes 3|3 arguments", lambda: scale(x, 1)),
            (gc.LaunchError, "", lambda: scale(x, ctypes.c_int(1), 1)),
    ):
        try:
            raises(kind, pattern, call)
        except AssertionError as error:
            wrong.append(str(error))
    assert not wrong, "\n".join(wrong)


@case
def numbers_become_what_the_kernel_takes():
    out = gc.zeros(8, "float64")
    kernel("numbers")[1, 1](out, -5, 65535, -(2**31), 2**32 - 1, -(2**63), 2**64 - 1, 3, True)
    equal(list(out.to_host()), [-5, 65535, -(2**31), 2**32 - 1, -(2.0**63), 2.0**64, 3, 1])
    strict = [ctypes.c_int8(1), ctypes.c_uint16(2), ctypes.c_int32(3), ctypes.c_uint32(4), ctypes.c_int64(5), ctypes.c_uint64(6), ctypes.c_double(7.5),
              ctypes.c_bool(False)]
    kernel("numbers")[1, 1](out, *strict)
    equal(list(out.to_host()), [1, 2, 3, 4, 5, 6, 7.5, 0])
    if np:
        kernel("numbers")[1, 1](out, np.int8(2), np.uint16(3), np.int32(4), np.uint32(5), np.int64(6), np.uint64(7), np.float64(8.5), np.bool_(True))
        equal(list(out.to_host()), [2, 3, 4, 5, 6, 7, 8.5, 1])


@case
def structs_are_bytes_or_ctypes():
    class Pair(ctypes.Structure):
        _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_float)]

    out = gc.zeros(1, "float32")
    for value in (Pair(2, 0.5), bytes(Pair(2, 0.5)), *([np.array([(2, 0.5)], [("a", "i4"), ("b", "f4")])[0]] if np else [])):
        out.fill(bytes(4))
        kernel("pair")[1, 1](out, value)
        equal(out.item() if out.size == 1 else None, 2.5)


@case
def arrays_of_the_host_as_arguments():
    a, b, out = array.array("i", [1, 2, 3]), array.array("i", [10, 20, 30]), array.array("i", [0, 0, 0])
    kernel("add")[1, 3](gc.Out(out), gc.In(a), gc.In(b))
    equal(out.tolist(), [11, 22, 33])
    x = memoryview(bytearray(12)).cast("f")
    x[0] = 3
    kernel("scale")[1, 3](gc.InOut(x), 2.0, 3)
    equal(x.tolist(), [6, 0, 0])
    raises(ValueError, "argument 0 .* is read-only", kernel("scale")[1, 3], gc.InOut(bytes(12)), 2.0, 3)
    if np:
        y = np.arange(6, dtype="float32")
        kernel("scale")[1, 6](gc.InOut(y), np.float32(2), np.int32(6))
        equal(y.tolist(), [0, 2, 4, 6, 8, 10])
        raises(ValueError, "argument 0 .* not contiguous", kernel("scale")[1, 3], gc.InOut(y[::2]), 2.0, 3)


@case
def prepared_launches_and_graphs_change_their_arguments():
    x, stream = gc.array([1, 1], "float32"), gc.Stream()
    prepared = kernel("scale")[1, 2, stream].prepare(x, 3, 2)
    prepared()
    prepared[1] = 2.0
    prepared(stream=stream)
    prepared(x, 5, 2)
    stream.synchronize()
    equal(list(x.to_host()), [30, 30])
    stream.begin_capture("GLOBAL")
    kernel("scale")[1, 2, stream](x, 0.1, 2)
    graph = stream.end_capture()
    graph[0, 1] = 0.5
    graph.launch(stream=stream)
    stream.synchronize()
    equal(list(x.to_host()), [15, 15])


@case
def memory_takes_and_gives_buffers():
    mem = gc.Mem.from_host(array.array("i", range(8)))
    equal((len(mem), mem[8:16].size, mem.closed), (32, 8, False))
    equal(memoryview(mem.to_host()).cast("i").tolist(), list(range(8)))
    mem.copy_from(b"\1\0\0\0", 4)
    mem[24:].fill(b"\5\0\0\0")
    mem[:4].fill(255)
    out = array.array("i", bytes(32))
    assert mem.to_host(out) is out
    equal(out.tolist(), [-1, 1, 2, 3, 4, 5, 5, 5])
    other = gc.Mem(32)
    other.copy_from(mem)
    equal(other.to_host(offset=28), bytearray(b"\5\0\0\0"))
    mem.copy_from(b"")
    equal(mem.to_host(size=0), bytearray())
    with mem.map(0, 8, flags="WRITE") as mapping:
        mapping.view()[:4] = b"\7\0\0\0"
    equal(mem.to_host(size=4), bytearray(b"\7\0\0\0"))
    host = gc.Mem.create(size=16, place="HOST")
    host.view()[:2] = b"ab"
    equal(bytes(host.view()[:2]), b"ab")
    pool = gc.Pool()
    equal(pool.alloc(100).size, 100)
    assert pool.statistics.peak_bytes >= 100


@case
def arrays_without_numpy():
    x = gc.array([[1, 2, 3], [4, 5, 6]], "int32")
    equal((x.shape, x.strides, x.ndim, x.size, x.nbytes, x.dtype, x.typestr), ((2, 3), (12, 4), 2, 6, 24, gc.ScalarType.INT32, "<i4"))
    equal((x[1, 2].item(), x[-1, 0].item(), x[1].shape, x.T.shape, x[:, ::2].shape, x[..., 1].shape, len(x)), (6, 4, (3,), (3, 2), (2, 2), (2,), 2))
    y = gc.array(x, "float64")
    equal((y.typestr, y[1, 1].item()), ("<f8", 5.0))
    equal(gc.array(array.array("d", [0.5])).to_host().tolist(), [0.5])
    equal(gc.array(bytes([1, 2])).typestr, "|u1")
    for shape in ((0,), (2, 0), (0, 3)):
        empty = gc.empty(shape, "float32")
        equal((empty.shape, empty.size, len(bytes(empty.to_host()))), (shape, 0, 0))
    equal(gc.array([], "int32").shape, (0,))
    equal(gc.array(5, "int16").shape, ())
    equal(gc.zeros((2, 2), "bool").to_host().tolist(), [[False, False], [False, False]])
    total = gc.empty((), "int32")
    total.reduce(x, "SUM", [0, 1])
    equal(total.item(), 21)
    x.apply("a * x + y", [x], [2, True])
    equal(x[0, 2].item(), 7)
    raises(TypeError, r"`scalars\[0\]` is a str: pass a number", x.apply, "x", [], ["1"])
    y.fill(1.5)
    equal((float(y[0, 0]), int(y[1, 2])), (1.5, 1))
    y[1, ::2] = 7
    y[..., 1] = gc.array([8, 9], "int16")
    equal(y.to_host().tolist(), [[1.5, 8, 1.5], [7, 9, 7]])
    raises(ValueError, "the array has 6 elements", float, y)
    raises(TypeError, "an NdArray cannot be pickled or copied by `copy`: pass x.to_host", pickle.dumps, y)
    raises(TypeError, "a Stream cannot be pickled .*, and belongs to this process", copy.copy, gc.Stream())
    half = gc.zeros(2, "bfloat16")
    half.fill(-2)
    equal(bytes(half.to_host()), b"\x00\xc0" * 2)
    for dtype, value in (("bfloat16", -2.0), ("float16", 0.5), ("complex64", 1.5 - 2j), ("complex128", 3j), ("bool", True)):
        one = gc.empty((), dtype)
        one.fill(value)
        equal((one.item(), type(one.item())), (value, type(value)))


@case
def new_arrays_from_expressions():
    column, row = gc.array([[1], [2]], "float32"), gc.array([10, 20, 30], "float32")
    table = gc.apply("a * b + x", [column, row], [0.5])
    equal(table.shape, (2, 3))
    equal([table[1, i].item() for i in range(3)], [20.5, 40.5, 60.5])
    equal((table.reduced("SUM"), table.reduced("MAX"), column.reduced(gc.Reduction.PROD)), (183.0, 60.5, 2.0))
    whole = gc.apply("a", [row], dtype="int32", place="HOST")
    equal((whole.dtype, whole[2].item()), (gc.ScalarType.INT32, 30))
    raises(ValueError, "`inputs` is empty", gc.apply, "1", [])
    raises(gc.LogicError, "broadcast|shape", gc.apply, "a + b", [row, gc.array([1, 2], "float32")])
    raises(ValueError, "reduction", row.reduced, "AVERAGE")


@case
def numpy_arrays_of_all_types():
    needs_numpy()
    for name in ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64", "complex64", "complex128"):
        host = np.arange(6).reshape(2, 3).astype(name)
        x = gc.array(host)
        back = x.to_host()
        assert back.dtype == host.dtype and (back == host).all(), f"{name}: {back}"
        again = np.empty((2, 3), name)
        assert x.to_host(again) is again and (again == host).all()
        equal(x[1, 1].item(), host[1, 1].item())
        x.copy_from(host + host)
        assert (x.to_host() == host + host).all(), name
        fortran = gc.array(np.asfortranarray(host))
        assert (fortran.to_host() == host).all(), name
        x.copy_from(np.asfortranarray(host))
        assert (x.to_host() == host).all(), name
        equal(gc.array(host[:0]).shape, (0, 3))
        gc.empty((0, 3), name).copy_from(host[:0])


@case
def what_is_not_contiguous_is_refused_by_name():
    needs_numpy()
    host = np.arange(12, dtype="float32").reshape(3, 4)
    next_step = r"is not contiguous \(shape .*, strides .*\): pass numpy.ascontiguousarray"
    raises(ValueError, "`data` " + next_step, gc.array, host[:, ::2])
    raises(ValueError, "`source` " + next_step, gc.array(host[:, :2].copy()).copy_from, host[:, ::2])
    raises(ValueError, "`out` " + next_step, gc.array(host[:, :2].copy()).to_host, host[:, ::2])
    raises(ValueError, "`source` " + next_step, gc.Mem(64).copy_from, memoryview(bytes(8))[::2])
    raises(ValueError, "has the shape", gc.array(host).copy_from, host[0])
    raises(gc.LogicError, "no scalar type", gc.array, host.astype(">f4"))
    raises(ValueError, "byte order", kernel("scale")[1, 1], gc.InOut(host.astype(">f4")), 1, 1)


@case
def numpy_shares_the_memory():
    needs_numpy()
    x = gc.array(np.arange(6, dtype="int32").reshape(2, 3))
    if not on_cpu():
        equal(x.__cuda_array_interface__["shape"], (2, 3))
        raises(AttributeError, "to_host", lambda: x.__array_interface__)
        raise Skip("memory of a GPU is not NumPy's")
    raises(AttributeError, "__array_interface__", lambda: x.__cuda_array_interface__)
    for view in (np.asarray(x), np.from_dlpack(x), np.asarray(x[:, ::2]), np.from_dlpack(x.T)):
        assert view.flat[0] == 0 and view.sum() in (15, 10), view
    np.asarray(x)[0, 0] = 7
    equal(x[0, 0].item(), 7)
    equal(x.__dlpack_device__(), (1, 0))
    equal(np.asarray(gc.Mem.from_host(b"ab")).tolist(), [97, 98])
    equal(np.from_dlpack(gc.Mem.from_host(b"ab")).tolist(), [97, 98])
    equal(np.from_dlpack(gc.zeros((0, 2), "float32")).shape, (0, 2))
    host = np.arange(4, dtype="float32")
    shares = gc.from_dlpack(host)
    kernel("scale")[1, 4](shares, 3, 4)
    gc.Context().synchronize()
    equal(host.tolist(), [0, 3, 6, 9])
    x.__dlpack__()  # a capsule that nobody consumes
    x.__dlpack__(max_version=(1, 0))
    raises(TypeError, "pass what has __dlpack__", gc.from_dlpack, 5)
    copy = np.from_dlpack(x).copy()
    x = view = None
    garbage.collect()
    equal(copy[0, 0], 7)


@case
def waiting_in_asyncio():
    async def wait():
        streams = [gc.Stream() for _ in range(4)]
        arrays = [gc.array([i], "float32") for i in range(4)]
        for stream, x in zip(streams, arrays):
            kernel("scale")[1, 1, stream](x, 2, 1)
        await asyncio.gather(*(stream.wait() for stream in streams))
        if on_cpu():
            kernel("trap")[1, 1, streams[0]]()
            try:
                await streams[0].wait()
            except gc.LaunchError as error:
                equal(error.status, gc.Status.KERNEL_TRAP)
            else:
                raise AssertionError("the fault was not raised")
            kernel("spin")(grid=1, block=1, stream=streams[1], timeout=limit(30))
            try:
                await asyncio.wait_for(streams[1].wait(), 0.05)
            except asyncio.TimeoutError:  # noqa: UP041 (older Pythons)
                streams[1].cancel()
            equal(raises(gc.LaunchError, "", streams[1].synchronize).status, gc.Status.CANCELLED)
            await streams[2].wait()
        return [x.item() for x in arrays]

    equal(asyncio.run(wait()), [0, 2, 4, 6])
    equal(asyncio.run(wait()), [0, 2, 4, 6])


@case
def threads_use_and_release_everything():
    wrong = []

    def work(number):
        try:
            for i in range(20):
                with gc.Stream() as stream:
                    x = gc.array([number, i], "float32")
                    kernel("scale")[1, 2, stream](x, 2, 2)
                    stream.synchronize()
                    equal(list(x.to_host()), [2 * number, 2 * i])
        except BaseException as error:  # noqa: BLE001
            wrong.append(repr(error))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    equal(wrong, [])


@case
def every_function_is_in_the_raw_layer():
    for name in raw.FUNCTIONS:
        assert getattr(raw, name).argtypes is not None
    context = gc.Context()
    made, error = ctypes.c_void_p(), ctypes.c_void_p()
    options = raw.gc_stream_options(flags=raw.GRIDCALL_STREAM_NON_BLOCKING)
    equal(options.struct_size, ctypes.sizeof(options))
    equal(raw.gc_stream_create(context, ctypes.byref(options), ctypes.byref(made), ctypes.byref(error)), raw.GRIDCALL_OK)
    raw.gc_stream_release(made)
    equal(raw.gc_mem_alloc(context, 0, ctypes.byref(made), ctypes.byref(error)), raw.GRIDCALL_ERROR_INVALID_ARGUMENT)
    raw.gc_error_release(error)
    raises(AttributeError, "gc_nothing", lambda: raw.gc_nothing)
    assert "gc_launch" in dir(raw) and "GRIDCALL_SVM_ATOMICS" in dir(raw)


@case
def constants_are_members_names_and_numbers():
    device = gc.Context().device
    equal({device.attribute(each) for each in ("warp_size", 10, gc.DeviceAttribute.WARP_SIZE)}, {32})
    assert device.name and device.kind in gc.DeviceKind and gc.version_text() and len(gc.devices()) == gc.Device.count()
    equal(gc.Mem.create(size=4, place="HOST", flags="ZERO|PORTABLE").attribute("PLACE"), gc.MemPlace.HOST)
    equal(gc.status_category(999), gc.Category.RUNTIME)
    raises(TypeError, "Kernel is not called", gc.Kernel)
    assert not {"call", "register", "Sequence", "MemMixin"} & set(dir(gc))


EXITS = """
import sys, threading
sys.path.insert(0, {path!r})
import gridcall as gc
context = gc.Context()
alive = [gc.Stream(), gc.Mem(64), gc.Module({source!r}), gc.array([1, 2], "float32"), gc.Completion()]
alive.append(alive[2].kernel("scale"))
alive[5][1, 2, alive[0]](alive[3], 2, 2)
capsule = alive[3].__dlpack__()
cycle = [alive]; cycle.append(cycle)
sys.modules["kept"] = alive
class AtExit:
    def __del__(self): alive[1].close()
last = AtExit()
print("done")
{end}
"""


@case
def the_interpreter_exits_with_live_handles():
    own = {key: value for key, value in os.environ.items() if key != "GRIDCALL_OPERATIONS"}  # of the scenario; the library tells of names that are not its own
    for end in ("", "sys.exit(0)", "threading.Thread(target=alive[0].synchronize).start()", "raise SystemExit"):
        done = subprocess.run([sys.executable, "-X", "dev", "-c", EXITS.format(path=str(ROOT / "bindings/python"), source=SOURCE, end=end)],
                              capture_output=True, text=True, timeout=limit(120), env=own)
        equal((done.returncode, done.stdout, done.stderr), (0, "done\n", ""))


@case
def what_a_missing_library_says():
    program = f"import sys; sys.path.insert(0, {str(ROOT / 'bindings/python')!r})\nimport gridcall as gc\ntry: gc.version()\nexcept ImportError as e: print(e)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=limit(60), env={"GRIDCALL_LIBRARY": "/no/lib.so"})
    assert "/no/lib.so cannot be loaded" in done.stdout and "set GRIDCALL_LIBRARY" in done.stdout, done.stdout + done.stderr


def checked(function):
    try:
        function()
    except (Skip, KeyboardInterrupt):
        raise
    except BaseException as error:  # noqa: BLE001
        return traceback.format_tb(error.__traceback__)[-4:] + [f"{type(error).__name__}: {error}"[:1000]]
    return None


def main():
    tap = Tap()
    wanted = sys.argv[1:]
    for function in CASES:
        if not wanted or function.__name__ in wanted:
            tap.case(function.__name__.replace("_", " "), lambda function=function: checked(function))
    shared.clear()
    tap.end()


main()
