# SPDX-License-Identifier: Apache-2.0
"""The part of PyCUDA's interface that its own tests leave out. Faults and host reads on the CPU device alone: a fault ends CUDA for a GPU's
process."""

import os

import numpy as np
import pycuda.autoinit  # noqa: F401 - a context for all of them
import pycuda.driver as drv
import pycuda.gpuarray as gpuarray
import pytest
from pycuda.compiler import DynamicModule, SourceModule
from pycuda.tools import DeviceMemoryPool, PageLockedMemoryPool

IS_CPU = os.environ.get("GRIDCALL_DEVICE", "cpu") == "cpu"
DOUBLE = "__global__ void twice(float *a) { a[threadIdx.x] *= 2; }"


def back(pointer, shape, dtype):
    return drv.from_device(pointer, shape, dtype)


@pytest.mark.parametrize("bits,dtype", [(8, np.uint8), (16, np.uint16), (32, np.uint32)])
def test_fills(bits, dtype):
    value, stream = 0x21436587 & (1 << bits) - 1, drv.Stream()
    row = 12 * bits // 8
    mem, pitch = drv.mem_alloc_pitch(row, 5, 4)
    getattr(drv, f"memset_d{bits}")(mem, 1, pitch * 8 // bits * 5 - pitch * 8 // bits + 12)
    getattr(drv, f"memset_d2d{bits}_async")(mem, pitch, value, 7, 5, stream)
    stream.synchronize()
    rows = [back(int(mem) + y * pitch, 12, dtype) for y in range(5)]
    assert all((each[:7] == value).all() and (each[7:] == 1).all() for each in rows)


def test_arrays_of_one_dimension():
    descriptor = drv.ArrayDescriptor()
    descriptor.width, descriptor.format, descriptor.num_channels = 64, drv.array_format.FLOAT, 1
    one, other = drv.Array(descriptor), drv.Array(descriptor)
    assert one.get_descriptor().width == 64 and one.get_descriptor_3d().num_channels == 1
    values = np.arange(64, dtype=np.float32)
    mem, result = drv.to_device(values), np.zeros(32, np.float32)
    drv.memcpy_dtoa(one, 0, mem, 256)
    drv.memcpy_htoa(one, 16, -values[:4])
    drv.memcpy_atoa(other, 0, one, 0, 128)
    drv.memcpy_atod(int(mem) + 128, other, 0, 128)
    drv.memcpy_atoh(result, other, 0)
    expected = np.concatenate([values[:4], -values[:4], values[8:32]])
    assert (result == expected).all() and (back(mem, 64, np.float32)[32:] == expected).all()


def test_rectangles_on_a_stream():
    stream, host, result = drv.Stream(), drv.pagelocked_empty((6, 8), np.float32), drv.pagelocked_zeros((6, 8), np.float32)
    host[:] = np.arange(48).reshape(6, 8)
    mem = gpuarray.zeros((6, 8), np.float32)
    for source, target in ((("host", host), ("device", mem.gpudata)), (("device", mem.gpudata), ("host", result))):
        for copy in (drv.Memcpy2D(), drv.Memcpy3D(), drv.Memcpy3DPeer()):
            getattr(copy, f"set_src_{source[0]}")(source[1])
            getattr(copy, f"set_dst_{target[0]}")(target[1])
            copy.src_pitch = copy.dst_pitch = 32
            copy.src_x_in_bytes, copy.dst_x_in_bytes, copy.src_y, copy.dst_y = 8, 8, 1, 1
            copy.width_in_bytes, copy.height, copy.depth = 16, 4, 1
            copy(stream)
    stream.synchronize()
    expected = np.zeros((6, 8), np.float32)
    expected[1:5, 2:6] = host[1:5, 2:6]
    assert (result == expected).all()


def test_memory_of_the_host():
    twice = SourceModule(DOUBLE).get_function("twice")
    managed = drv.managed_zeros((4, 8), np.float32, order="F", mem_flags=drv.mem_attach_flags.GLOBAL)
    managed[:] = 3
    assert isinstance(managed.base, drv.ManagedAllocation) and managed.flags.f_contiguous
    managed.base.attach(drv.mem_attach_flags.GLOBAL)
    twice(managed, block=(32, 1, 1))
    drv.Context.synchronize()
    assert (managed == 6).all()
    aligned = drv.aligned_zeros(1000, np.float64, alignment=8192)
    assert aligned.ctypes.data % 8192 == 0
    registered = drv.register_host_memory(aligned)
    mem, stream = drv.mem_alloc(registered.nbytes), drv.Stream()
    registered[:] = 7
    drv.memcpy_htod_async(mem, registered, stream)
    registered_back = drv.pagelocked_empty_like(registered)
    drv.memcpy_dtoh_async(registered_back, mem, stream)
    stream.synchronize()
    assert (registered_back == 7).all() and registered.base.get_device_pointer()
    registered.base.unregister()
    flags = drv.host_alloc_flags.DEVICEMAP | drv.host_alloc_flags.PORTABLE
    locked = drv.pagelocked_empty(16, np.float32, mem_flags=flags | drv.host_alloc_flags.WRITECOMBINED)
    assert locked.base.get_flags() & flags == flags


def test_device_memory():
    mem = drv.mem_alloc(4096)
    assert drv.mem_get_address_range(int(mem) + 100) == (int(mem), 4096)
    assert len(drv.mem_get_ipc_handle(mem)) == 64
    other = drv.mem_alloc(4096)
    drv.memset_d8(mem, 5, 4096)
    drv.memcpy_dtod(other, mem, 4096)
    drv.memcpy_peer(int(other) + 1, mem, 0)
    assert (back(other, 4096, np.uint8) == 5).all()
    if IS_CPU:
        assert bytes(mem.as_buffer(4, 8)) == b"\5" * 4  # the host reads the CPU device's memory
    mem.free()
    with pytest.raises(drv.LogicError):
        mem.free()
    with pytest.raises(drv.Error):
        drv.memcpy_htod(other, np.zeros(5000, np.uint8))


def test_pools():
    pool, locked = DeviceMemoryPool(), PageLockedMemoryPool()
    first, second = pool.allocate(1000), pool.allocate(2000)
    array = locked.allocate((10, 20), np.float32, order="F")
    assert pool.active_blocks == 2 and pool.active_bytes >= 3000 and len(second) == 2000 and array.shape == (10, 20)
    first.free()
    with pytest.raises(drv.LogicError):
        first.free()
    assert (pool.held_blocks, pool.active_blocks) == (1, 1) and pool.managed_bytes >= 3000
    pool.free_held()
    assert pool.held_blocks == 0
    pool.stop_holding()
    del second
    assert (pool.held_blocks, pool.active_blocks) == (0, 0)
    array[:] = 1
    assert locked.active_blocks == 1 and array.sum() == 200


def test_events_and_limits():
    start, end, stream = drv.Event(), drv.Event(drv.event_flags.BLOCKING_SYNC), drv.Stream()
    start.record(stream)
    drv.memset_d8_async(drv.mem_alloc(1 << 20), 0, 1 << 20, stream)
    end.record(stream).synchronize()
    stream.wait_for_event(end)
    stream.synchronize()
    assert end.query() and stream.is_done() and end.time_since(start) == start.time_till(end) >= 0
    drv.Context.set_limit(drv.limit.STACK_SIZE, 4096)
    assert drv.Context.get_limit(drv.limit.STACK_SIZE) >= 4096
    drv.Context.set_cache_config(drv.func_cache.PREFER_L1)
    drv.Context.synchronize()
    assert drv.Context.get_cache_config() in list(drv.func_cache)


def test_modules(tmp_path):
    from pycuda.compiler import compile
    image, messages = compile("__device__ int number = 4;" + DOUBLE), []
    module = drv.module_from_buffer(image, [(drv.jit_option.OPTIMIZATION_LEVEL, 3)], lambda *said: messages.append(said))
    assert messages[0][0]
    pointer, size = module.get_global("number")
    assert size == 4 and back(pointer, 1, np.int32)[0] == 4
    (tmp_path / "image").write_bytes(image)
    twice = drv.module_from_file(tmp_path / "image").get_function("twice")
    twice.set_cache_config(drv.func_cache.PREFER_SHARED)
    assert twice.max_threads_per_block >= 32
    mem = gpuarray.to_gpu(np.ones(32, np.float32))
    assert twice(mem, block=(32, 1, 1), time_kernel=True) >= 0
    assert twice.prepare("P").prepared_timed_call((1, 1), (32, 1, 1), mem.gpudata)() >= 0
    assert (mem.get() == 4).all()
    with pytest.raises(drv.LogicError):
        twice(mem, np.int32(1), block=(32, 1, 1))
    with pytest.raises(drv.LogicError):
        module.get_texref("missing")
    with pytest.raises(drv.CompileError):
        SourceModule("__global__ void k() { missing(); }")
    with pytest.raises(drv.LogicError):
        drv.module_from_buffer(image[:100])


@pytest.mark.skipif(not IS_CPU, reason="a fault ends CUDA for a GPU's process")
def test_faults():
    wild = SourceModule("__global__ void wild(float *a) { a[1ll << 40] = 1; }").get_function("wild")
    mem = drv.mem_alloc(64)
    wild(mem, block=(1, 1, 1))
    with pytest.raises(drv.LaunchError, match="kernel `wild`.*illegal address"):
        drv.memcpy_dtoh(np.zeros(4, np.float32), mem)
    drv.memcpy_dtoh(np.zeros(4, np.float32), mem)


def test_texture_states():
    module = SourceModule("""
        texture<float, 1, cudaReadModeElementType> line;
        texture<unsigned char, 2, cudaReadModeNormalizedFloat> grey;
        __global__ void read(float *out) {
          out[threadIdx.x] = tex1Dfetch(line, threadIdx.x) + tex2D(grey, (threadIdx.x + 0.5f) / 4, 0.5f);
        }""")
    line, grey = module.get_texref("line"), module.get_texref("grey")
    values = gpuarray.to_gpu(np.arange(256, dtype=np.float32))
    with pytest.raises(drv.LogicError):
        line.set_address(int(values.gpudata) + 4, 64)
    offset = line.set_address(int(values.gpudata) + 4, 64, allow_offset=True)
    line.set_format(drv.array_format.FLOAT, 1)
    grey.set_flags(drv.TRSF_NORMALIZED_COORDINATES)
    grey.set_filter_mode(drv.filter_mode.POINT)
    drv.bind_array_to_texref(drv.matrix_to_array(np.array([[0, 51, 102, 255]], np.uint8), "C"), grey)
    out = np.zeros(4, np.float32)
    module.get_function("read")(drv.Out(out), block=(4, 1, 1), texrefs=[line, grey])
    assert np.allclose(out, np.arange(4) + (1 if offset == 0 else 0) + [0, 0.2, 0.4, 1])
    assert line.get_format() == (drv.array_format.FLOAT, 1) and grey.get_flags() == drv.TRSF_NORMALIZED_COORDINATES


def test_profiler(tmp_path):
    drv.initialize_profiler("", str(tmp_path / "profile"), drv.profiler_output_mode.CSV)
    drv.start_profiler()
    SourceModule(DOUBLE).get_function("twice")(gpuarray.zeros(32, np.float32), block=(32, 1, 1))
    drv.stop_profiler()
    assert "twice" in (tmp_path / "profile").read_text()


def test_jit_link_of_sources():
    """As test_driver.py's test_jit_link_module, without a launch from a kernel."""
    module = DynamicModule()
    options = ["-rdc=true", "-lcudadevrt"]
    module.add_source("extern __constant__ float factor; __device__ float scaled(float x);"
                      "__global__ void scale(float *a) { a[threadIdx.x] = scaled(a[threadIdx.x]) + factor; }", options, "scale.cu")
    module.add_source("__constant__ float factor = 3; __device__ float scaled(float x) { return factor * x; }", options, "scaled.cu")
    module.link()
    values = gpuarray.to_gpu(np.arange(32, dtype=np.float32))
    module.get_function("scale")(values, block=(32, 1, 1))
    assert (values.get() == 3 * np.arange(32) + 3).all() and module.get_global("factor")[1] == 4
    alone = DynamicModule()
    alone.add_source("__device__ float scaled(float x); __global__ void scale(float *a) { *a = scaled(*a); }", options, "alone.cu")
    with pytest.raises(drv.Error, match="scaled"):
        alone.link()
