#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tensors of DLPack between the library and others, without copies: NumPy and PyTorch on the CPU device, PyTorch and CuPy on a GPU
(GRIDCALL_DEVICE=gpu). What is not installed is skipped."""

import argparse
import ctypes as c
import gc
import os
import sys

sys.dont_write_bytecode = True
import gridcall_ctypes as g  # noqa: E402
from gridcall_ctypes import np  # noqa: E402

LEGACY = 1
NAMES = {0: b"dltensor_versioned", LEGACY: b"dltensor"}
new_capsule = c.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = c.py_object, [c.c_void_p, c.c_char_p, c.c_void_p]
pointer_of = c.pythonapi.PyCapsule_GetPointer
pointer_of.restype, pointer_of.argtypes = c.c_void_p, [c.py_object, c.c_char_p]
rename = c.pythonapi.PyCapsule_SetName
rename.argtypes = [c.py_object, c.c_char_p]
USED = {LEGACY: b"used_dltensor", 0: b"used_dltensor_versioned"}


class Exported:
    """An array of the library for from_dlpack of another."""

    def __init__(self, library, handle, device=(1, 0)):
        self.library, self.handle, self.device = library, handle, device

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        flags = 0 if max_version and max_version[0] >= 1 else LEGACY
        tensor = c.c_uint64()
        # 1 is the legacy default stream, 2 the default stream of the thread, -1 no order; else a CUstream.
        theirs = None if stream in (None, -1, 0, 1) else self.library.make("gc_stream_wrap", self.library.context, c.c_uint64(stream))
        self.library.call("gc_ndarray_to_dlpack", self.handle, c.c_uint64(flags), theirs, c.byref(tensor))
        if theirs:
            self.library.c.gc_stream_release(theirs)
        return new_capsule(tensor.value, NAMES[flags], None)


def address(library, handle):
    value = c.c_uint64()
    library.call("gc_ndarray_get_attribute", handle, c.c_int32(100007), c.byref(value))
    return value.value


def take(library, capsule, flags):
    handle = library.make("gc_ndarray_from_dlpack", library.context, c.c_uint64(pointer_of(capsule, NAMES[flags])), c.c_uint64(flags), None)
    rename(capsule, USED[flags])
    return handle


def to_numpy(library):
    for dtype in g.SCALARS:
        array = np.arange(24).reshape(4, 6).astype(dtype)
        handle = library.from_host(array)
        view = library.make("gc_ndarray_slice", handle, g.numbers(g.Slice, [g.Slice(3, g.OMITTED, -2)]), c.c_size_t(1))
        theirs = np.from_dlpack(Exported(library, view))
        assert theirs.dtype == array.dtype and np.array_equal(theirs, array[3::-2]), dtype
        assert theirs.__array_interface__["data"][0] == address(library, view), "a copy was made"
        library.release(view)
        library.release(handle)
        gc.collect()
        assert np.array_equal(theirs, array[3::-2]), "the memory went with the handles"


def from_numpy(library):
    for flags in (0, LEGACY):
        for dtype in g.SCALARS:
            array = np.arange(60).reshape(3, 4, 5).astype(dtype)[::-1, 1:, ::2]
            capsule = array.__dlpack__(max_version=(1, 0)) if flags == 0 else array.__dlpack__()
            before = sys.getrefcount(array)
            handle = take(library, capsule, flags)
            assert library.shape(handle) == array.shape and library.strides(handle) == array.strides
            assert address(library, handle) == array.__array_interface__["data"][0], "a copy was made"
            got = np.empty(array.shape, dtype)
            library.read(handle, got)
            assert np.array_equal(got, array), dtype
            value = np.ones((), dtype)
            library.call("gc_ndarray_fill", handle, value.tobytes(), c.c_size_t(value.nbytes), None)
            library.call("gc_context_synchronize", library.context)
            assert (array == value).all(), "it wrote elsewhere"
            library.release(handle)
            assert sys.getrefcount(array) == before, "the deleter ran before gc_handle_collect"
            del capsule
            library.call("gc_handle_collect")
            assert sys.getrefcount(array) == before - 1, "the deleter did not run in gc_handle_collect"


def contiguous_from_numpy(library):
    """The case of every user: an ordinary array, which is copied and filled without a kernel."""
    for flags in (0, LEGACY):
        for dtype in g.SCALARS:
            for size in (1, 7, 4097, 1 << 20):
                expected = (np.arange(size) % 100).astype(dtype)
                array = expected.copy()
                handle = take(library, array.__dlpack__(max_version=(1, 0)) if flags == 0 else array.__dlpack__(), flags)
                assert address(library, handle) == array.__array_interface__["data"][0], "a copy was made"
                same_bytes(library, handle, expected)
                copy = library.make("gc_ndarray_create", library.context, c.byref(library.options(dtype, (size,))))
                library.call("gc_ndarray_copy", copy, handle, None)
                same_bytes(library, copy, expected)
                value = np.ones((), dtype)
                library.call("gc_ndarray_fill", handle, value.tobytes(), c.c_size_t(value.nbytes), None)
                library.call("gc_context_synchronize", library.context)
                assert (array == value).all(), f"{dtype}: not filled"
                library.call("gc_ndarray_copy", handle, copy, None)
                library.call("gc_context_synchronize", library.context)
                assert np.array_equal(array, expected), f"{dtype}: not copied"
                other = expected[::-1].copy()
                library.call("gc_ndarray_copy_from_host", handle, other.ctypes.data_as(c.c_void_p), c.c_size_t(other.nbytes), None, None)
                assert np.array_equal(array, other), f"{dtype}: not copied from the host"
                mem = library.make("gc_ndarray_get_mem", handle)
                library.call("gc_memset", mem, c.c_uint64(0), b"\0", c.c_size_t(1), c.c_uint64(array.nbytes), None)
                got = np.ones_like(array)
                library.call("gc_memcpy_dtoh", got.ctypes.data_as(c.c_void_p), mem, c.c_uint64(0), c.c_size_t(got.nbytes), None)
                assert not got.any() and not array.any(), f"{dtype}: its memory was not filled"
                library.c.gc_mem_release(mem)
                library.release(copy)
                library.release(handle)
    library.call("gc_handle_collect")


def read_only(library):
    array = np.arange(4.0)
    array.flags.writeable = False
    handle = take(library, array.__dlpack__(max_version=(1, 0)), 0)
    try:
        library.call("gc_ndarray_fill", handle, bytes(8), c.c_size_t(8), None)
        raise AssertionError("a read-only tensor was written")
    except g.GridcallError as error:
        assert "read-only" in str(error)
    theirs = np.from_dlpack(Exported(library, handle))
    assert not theirs.flags.writeable
    library.release(handle)


def torch(library):
    import torch as other
    tensor = other.arange(12, dtype=other.float32).reshape(3, 4).t()
    handle = take(library, other.utils.dlpack.to_dlpack(tensor), LEGACY)
    assert address(library, handle) == tensor.data_ptr() and library.shape(handle) == (4, 3)
    back = other.utils.dlpack.from_dlpack(Exported(library, handle))
    assert back.data_ptr() == tensor.data_ptr() and other.equal(back, tensor)
    library.release(handle)


def same_bytes(library, handle, expected):
    got = np.empty(expected.shape, expected.dtype)
    library.read(handle, got)
    assert np.array_equal(got, expected), f"{got} is not {expected}"


def doubled(library, handle, stream=None):
    """In place, by a kernel of the library."""
    library.call("gc_ndarray_apply", handle, b"a + a", g.numbers(c.c_void_p, [handle]), c.c_size_t(1), None, c.c_size_t(0), stream)


def both_ways(library, make, to_host, pointer, shape, take_back):
    """For each type: theirs as an array of the library, computed in place, back, and an array of the library as theirs."""
    before = library.c.gc_handle_count()
    for dtype in sorted(set(g.SCALARS) - {"bool", "uint16", "uint32", "uint64", "complex64", "complex128"}):
        expected = np.arange(24).reshape(4, 6).astype(dtype)
        theirs = make(expected)
        for flags in (0, LEGACY):
            capsule = theirs.__dlpack__(stream=1, max_version=(1, 0)) if flags == 0 else theirs.__dlpack__(stream=1)
            handle = take(library, capsule, flags)
            assert address(library, handle) == pointer(theirs) and library.shape(handle) == shape(theirs), "a copy was made"
            turned = library.make("gc_ndarray_transpose", handle, None, c.c_size_t(0))
            same_bytes(library, turned, to_host(theirs).T)
            doubled(library, turned)
            back = take_back(Exported(library, turned, (2, 0)))
            assert pointer(back) == pointer(theirs), "a copy was made"
            assert np.array_equal(to_host(back), to_host(theirs).T), dtype
            library.release(turned)
            library.release(handle)
            del back, capsule
            gc.collect()
            library.call("gc_handle_collect")
        assert np.array_equal(to_host(theirs), expected * 4), f"{dtype}: the sum went elsewhere"
        ours = library.from_host(expected)
        back = take_back(Exported(library, ours, (2, 0)))
        library.release(ours)
        assert np.array_equal(to_host(back), expected), "the memory went with the handle"
        del back
        gc.collect()
    library.call("gc_handle_collect")
    assert library.c.gc_handle_count() == before, "handles are left"


def torch_on_gpu(library):
    import torch as other
    both_ways(library, lambda array: other.from_numpy(array.copy()).cuda(), lambda tensor: tensor.cpu().numpy(),
              lambda tensor: tensor.data_ptr(), lambda tensor: tuple(tensor.shape), other.from_dlpack)
    # Work on a stream of PyTorch's, then of the library's on the same, then of PyTorch's on another: nobody waits on the host.
    stream = other.cuda.Stream()
    with other.cuda.stream(stream):
        big = other.full((1 << 24,), 1.0, device="cuda")
        for _ in range(20):
            big = big + 1
        theirs = library.make("gc_stream_wrap", library.context, c.c_uint64(stream.cuda_stream))
        capsule = big.__dlpack__(stream=stream.cuda_stream)
        handle = library.make("gc_ndarray_from_dlpack", library.context, c.c_uint64(pointer_of(capsule, NAMES[LEGACY])), c.c_uint64(LEGACY), theirs)
        rename(capsule, USED[LEGACY])
        doubled(library, handle, theirs)
        second = other.cuda.Stream()
        with other.cuda.stream(second):
            back = other.from_dlpack(Exported(library, handle, (2, 0))) + 1
        second.synchronize()
        assert float(back.min()) == 43 and float(back.max()) == 43, "a stream did not wait"
    library.release(handle)
    library.c.gc_stream_release(theirs)


def cupy(library):
    import cupy as other
    both_ways(library, other.asarray, other.asnumpy, lambda array: array.data.ptr, lambda array: array.shape, other.from_dlpack)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    library = g.Library(parser.parse_args().library)
    tests, bad = [torch_on_gpu, cupy] if os.environ.get("GRIDCALL_DEVICE") == "gpu" else [
        to_numpy, from_numpy, contiguous_from_numpy, read_only, torch], 0
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        try:
            test(library)
            print(f"ok {number} - {test.__name__}")
        except ImportError as error:
            print(f"ok {number} - {test.__name__} # SKIP {error}")
        except (AssertionError, g.GridcallError) as error:
            bad += 1
            print(f"not ok {number} - {test.__name__}: {error}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
