// SPDX-License-Identifier: Apache-2.0
//
// Copies and fills, of rectangles too. They happen at once: a stream only decides when they count as
// finished.

#include "fake_cuda/copy.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include <algorithm>

#include "fake_cuda/graph.h"

namespace fake {

CUresult copy(void* dst, const void* src, std::size_t bytes, CUstream stream) {
  NEED_CONTEXT();
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_MEMCPY, [=] {
    for (const void* end : {const_cast<const void*>(dst), src})
      if (state().memories.count(key(end))) check_range(key(end), bytes);
    memmove(dst, src, bytes);
  });
  queue(stream);
  memmove(dst, src, bytes);
  return CUDA_SUCCESS;
}
void* host(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}
// Memory of the host that is not there, or may not be written, is refused, as by the true driver.
bool may_copy(const void* begin, std::size_t bytes, bool writes) {
  if (bytes == 0) return true;
  const std::uintptr_t first = key(begin) / 4096 * 4096, end = (key(begin) + bytes + 4095) / 4096 * 4096;
  static long here = 0;
  static const bool system_says =
      madvise(reinterpret_cast<void*>(key(&here) / 4096 * 4096), 4096, MADV_POPULATE_READ) == 0;
  return !system_says || madvise(reinterpret_cast<void*>(first), end - first,
                                 writes ? MADV_POPULATE_WRITE : MADV_POPULATE_READ) == 0;
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void* src, std::size_t bytes, CUstream stream) {
  check_range(dst, bytes);
  if (!may_copy(src, bytes, false)) return CUDA_ERROR_INVALID_VALUE;
  return copy(host(dst), src, bytes, stream);
}
CUresult cuMemcpyDtoHAsync(void* dst, CUdeviceptr src, std::size_t bytes, CUstream stream) {
  check_range(src, bytes);
  if (!may_copy(dst, bytes, true)) return CUDA_ERROR_INVALID_VALUE;
  return copy(dst, host(src), bytes, stream);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, std::size_t bytes, CUstream stream) {
  check_range(dst, bytes);
  check_range(src, bytes);
  return copy(host(dst), host(src), bytes, stream);
}
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void* src, std::size_t bytes) {
  finish_all();
  return cuMemcpyHtoDAsync(dst, src, bytes, nullptr);
}
CUresult cuMemcpyDtoH(void* dst, CUdeviceptr src, std::size_t bytes) {
  finish_all();
  return cuMemcpyDtoHAsync(dst, src, bytes, nullptr);
}
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, std::size_t bytes) {
  finish_all();
  return cuMemcpyDtoDAsync(dst, src, bytes, nullptr);
}
template <typename Value>
CUresult fill(CUdeviceptr dst, Value value, std::size_t count, CUstream stream) {
  NEED_CONTEXT();
  if (dst % sizeof value) return CUDA_ERROR_INVALID_VALUE;
  check_range(dst, count * sizeof value);
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_MEMSET, [=] {
    check_range(dst, count * sizeof value);
    std::fill_n(static_cast<Value*>(host(dst)), count, value);
  });
  queue(stream);
  std::fill_n(static_cast<Value*>(host(dst)), count, value);
  return CUDA_SUCCESS;
}
CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, std::size_t count, CUstream stream) {
  return fill(dst, value, count, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr dst, unsigned short value, std::size_t count, CUstream stream) {
  return fill(dst, value, count, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr dst, unsigned value, std::size_t count, CUstream stream) {
  return fill(dst, value, count, stream);
}
CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, std::size_t count) {
  return fill(dst, value, count, nullptr);
}
CUresult cuMemsetD16(CUdeviceptr dst, unsigned short value, std::size_t count) {
  return fill(dst, value, count, nullptr);
}
CUresult cuMemsetD32(CUdeviceptr dst, unsigned value, std::size_t count) {
  return fill(dst, value, count, nullptr);
}

template <typename Copy>
void check_in_array(const Array& array, std::size_t x, std::size_t y, std::size_t z, const Copy& copy) {
  if (x % array.element || copy.width % array.element || x > array.pitch() ||
      copy.width > array.pitch() - x || y > array.rows() || copy.height > array.rows() - y ||
      z > array.slices() || copy.depth > array.slices() - z)
    die("a copy that leaves its array", array.content);
}

template <typename Copy>
End dst_of(const Copy& copy) {
  if (copy.dst_type == CU_MEMORYTYPE_ARRAY) return array_end(copy.dst_array, copy.dst_x, copy.dst_y);
  const bool is_device = copy.dst_type == CU_MEMORYTYPE_DEVICE;
  if (!is_device && copy.dst_type != CU_MEMORYTYPE_HOST) die("a memory type that is not set");
  return {(is_device ? copy.dst_device : key(copy.dst_host)) + copy.dst_x + copy.dst_y * copy.dst_pitch,
          is_device, copy.dst_pitch, 0};
}
template <typename Copy>
End src_of(const Copy& copy) {
  if (copy.src_type == CU_MEMORYTYPE_ARRAY) return array_end(copy.src_array, copy.src_x, copy.src_y);
  const bool is_device = copy.src_type == CU_MEMORYTYPE_DEVICE;
  if (!is_device && copy.src_type != CU_MEMORYTYPE_HOST) die("a memory type that is not set");
  return {(is_device ? copy.src_device : key(copy.src_host)) + copy.src_x + copy.src_y * copy.src_pitch,
          is_device, copy.src_pitch, 0};
}
CUresult copy_rows(const End& dst, const End& src, std::size_t width, std::size_t height, std::size_t slices,
                   CUstream stream) {
  NEED_CONTEXT();
  for (const End* end : {&dst, &src})
    if (!end->array && (end->pitch < width || end->pitch > kMaxPitch)) return CUDA_ERROR_INVALID_VALUE;
  const auto run = [=] {
    for (std::size_t z = 0; z < slices; ++z)
      for (std::size_t y = 0; y < height; ++y) {
        const std::uintptr_t to = dst.address + z * dst.slice + y * dst.pitch;
        const std::uintptr_t from = src.address + z * src.slice + y * src.pitch;
        if (dst.is_device) check_range(to, width);
        if (src.is_device) check_range(from, width);
        memmove(host(to), host(from), width);
      }
  };
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_MEMCPY, run);
  queue(stream);
  run();
  return CUDA_SUCCESS;
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
  return copy_rows(dst_of(*copy), src_of(*copy), copy->width, copy->height, 1, stream);
}
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy) {
  finish_all();
  return cuMemcpy2DAsync(copy, nullptr);
}
template <typename Copy>
CUresult copy_slices(const Copy& copy, CUstream stream) {
  End dst = dst_of(copy), src = src_of(copy);
  if (!dst.array) dst.slice = copy.dst_pitch * copy.dst_height;
  if (!src.array) src.slice = copy.src_pitch * copy.src_height;
  if ((!dst.array && copy.dst_height < copy.height) || (!src.array && copy.src_height < copy.height) ||
      copy.src_lod || copy.dst_lod)
    return CUDA_ERROR_INVALID_VALUE;
  if (dst.array) check_in_array(*dst.array, copy.dst_x, copy.dst_y, copy.dst_z, copy);
  if (src.array) check_in_array(*src.array, copy.src_x, copy.src_y, copy.src_z, copy);
  dst.address += copy.dst_z * dst.slice;
  src.address += copy.src_z * src.slice;
  // Errors of the driver of an H200 (580). Beside layers of one dimension, slices of device memory
  // are a row high; from a layer of two dimensions to another one of the same array, the bytes do not arrive.
  const auto has_layers = [](const Array* array, bool of_rows) {
    return array && (array->descriptor.flags & (kArrayLayered | kArrayCubemap)) &&
           (array->descriptor.height == 0) == of_rows;
  };
  if (has_layers(dst.array, true) && src.is_device && !src.array) src.slice = src.pitch;
  if (has_layers(src.array, true) && dst.is_device && !dst.array) dst.slice = dst.pitch;
  const bool is_lost = has_layers(dst.array, false) && dst.array == src.array && copy.dst_z != copy.src_z;
  return copy_rows(dst, src, copy.width, copy.height, is_lost ? 0 : copy.depth, stream);
}
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* copy, CUstream stream) {
  if (copy->reserved0 || copy->reserved1) return CUDA_ERROR_INVALID_VALUE;
  return copy_slices(*copy, stream);
}
CUresult cuMemcpy3D(const CUDA_MEMCPY3D* copy) {
  finish_all();
  return cuMemcpy3DAsync(copy, nullptr);
}
// The memory must be of the context that is named, and no host memory.
void check_peer(std::uintptr_t address, CUcontext context) {
  live(context, Kind::kContext);
  const Object* const object = memory_at(address);
  if (!object) return;
  if (object->kind == Kind::kHostMemory) die("host memory in a copy between contexts", address);
  if (object->context != context) die("memory of another context than the one named", address);
}
CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext dst_context, CUdeviceptr src, CUcontext src_context,
                           std::size_t bytes, CUstream stream) {
  check_peer(dst, dst_context);
  check_peer(src, src_context);
  return cuMemcpyDtoDAsync(dst, src, bytes, stream);
}
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* copy, CUstream stream) {
  check_peer(dst_of(*copy).address, copy->dst_context);
  check_peer(src_of(*copy).address, copy->src_context);
  return copy_slices(*copy, stream);
}
template <typename Value>
CUresult fill_rows(CUdeviceptr dst, std::size_t pitch, Value value, std::size_t width, std::size_t height,
                   CUstream stream) {
  NEED_CONTEXT();
  if (dst % sizeof value || pitch % sizeof value || pitch < width * sizeof value || pitch > kMaxPitch)
    return CUDA_ERROR_INVALID_VALUE;
  const auto run = [=] {
    for (std::size_t y = 0; y < height; ++y) {
      check_range(dst + y * pitch, width * sizeof value);
      std::fill_n(static_cast<Value*>(host(dst + y * pitch)), width, value);
    }
  };
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_MEMSET, run);
  queue(stream);
  run();
  return CUDA_SUCCESS;
}
CUresult cuMemsetD2D8Async(CUdeviceptr dst, std::size_t pitch, unsigned char value, std::size_t width,
                           std::size_t height, CUstream stream) {
  return fill_rows(dst, pitch, value, width, height, stream);
}
CUresult cuMemsetD2D16Async(CUdeviceptr dst, std::size_t pitch, unsigned short value, std::size_t width,
                            std::size_t height, CUstream stream) {
  return fill_rows(dst, pitch, value, width, height, stream);
}
CUresult cuMemsetD2D32Async(CUdeviceptr dst, std::size_t pitch, unsigned value, std::size_t width,
                            std::size_t height, CUstream stream) {
  return fill_rows(dst, pitch, value, width, height, stream);
}
CUresult gridcallMemset3D(const GridcallFill*, CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace fake
