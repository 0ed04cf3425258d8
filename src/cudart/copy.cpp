// SPDX-License-Identifier: Apache-2.0
//
// Copies and fills by address.

#include <algorithm>
#include <cstring>

#include "cudart/runtime.h"

namespace gridcall::cudart {
namespace {

// One end of a copy: known memory, an array, or ordinary host memory.
struct End {
  Allocation allocation;
  std::uint64_t offset = 0;
  void* host = nullptr;
  gc_array* array = nullptr;
  std::size_t pitch = 0, slice = 0;  // in bytes
  std::size_t x = 0, y = 0, z = 0;   // the position in an array; x in bytes

  bool is_host() const { return host != nullptr; }
};

End end_at(const void* address) {
  End end;
  if (find_allocation(address, end.allocation))
    end.offset = reinterpret_cast<std::uintptr_t>(address) - end.allocation.base;
  else
    end.host = const_cast<void*>(address);
  return end;
}

bool is_on_device(const End& end) {
  return end.array ||
         (!end.is_host() && end.allocation.kind != Kind::kHost && end.allocation.kind != Kind::kRegistered);
}
bool is_only_on_device(const End& end) {
  return is_on_device(end) && (end.array || (end.allocation.kind != Kind::kManaged &&
                                             end.allocation.kind != Kind::kManagedSymbol));
}

// Compares the caller's kind of copy with the kinds of both ends.
cudaError_t check(const End& dst, const End& src, cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return is_only_on_device(dst) || is_only_on_device(src) ? cudaErrorInvalidValue : cudaSuccess;
    case cudaMemcpyHostToDevice:
      return dst.is_host() || is_only_on_device(src) ? cudaErrorInvalidValue : cudaSuccess;
    case cudaMemcpyDeviceToHost:
      return is_only_on_device(dst) || src.is_host() ? cudaErrorInvalidValue : cudaSuccess;
    case cudaMemcpyDeviceToDevice:
      return dst.is_host() || src.is_host() ? cudaErrorInvalidValue : cudaSuccess;
    case cudaMemcpyDefault:
      return cudaSuccess;
  }
  return cudaErrorInvalidMemcpyDirection;
}

gc_copy_end gridcall_end(const End& end, std::size_t width, std::size_t height, std::size_t depth) {
  gc_copy_end made{};
  if (end.array) {
    made.array = end.array;
    made.x = end.x;
    made.y = end.y;
    made.z = end.z;
    return made;
  }
  made.row_pitch = end.pitch;
  made.slice_pitch = end.slice;
  if (end.is_host()) {
    const std::size_t pitch = end.pitch ? end.pitch : width, slice = end.slice ? end.slice : pitch * height;
    made.host = end.host;
    made.host_size = (depth - 1) * slice + (height - 1) * pitch + width;
  } else {
    made.mem = end.allocation.mem;
    made.offset = end.offset;
  }
  return made;
}

// Copies a rectangle of bytes.
cudaError_t copy_rect(const End& dst, const End& src, std::size_t width, std::size_t height,
                      std::size_t depth, cudaStream_t stream) {
  if (width == 0 || height == 0 || depth == 0) return cudaSuccess;
  gc_stream* native = nullptr;
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return error;
  if (dst.is_host() && src.is_host()) {
    if (cudaError_t error = call(gc_stream_synchronize, native); error != cudaSuccess) return error;
    for (std::size_t z = 0; z < depth; ++z)
      for (std::size_t y = 0; y < height; ++y) {
        std::memmove(
            static_cast<char*>(dst.host) + z * (dst.slice ? dst.slice : dst.pitch * height) + y * dst.pitch,
            static_cast<char*>(src.host) + z * (src.slice ? src.slice : src.pitch * height) + y * src.pitch,
            width);
      }
    return cudaSuccess;
  }
  gc_rect_copy rect = GRIDCALL_RECT_COPY_INIT;
  rect.dst = gridcall_end(dst, width, height, depth);
  rect.src = gridcall_end(src, width, height, depth);
  rect.width = width;
  rect.height = height;
  rect.depth = depth;
  return call(gc_memcpy_rect, &rect, native);
}

cudaError_t copy_2d(void* dst, std::size_t dst_pitch, const void* src, std::size_t src_pitch,
                    std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  if (width > dst_pitch || width > src_pitch) return cudaErrorInvalidPitchValue;
  End to = end_at(dst), from = end_at(src);
  if (cudaError_t error = check(to, from, kind); error != cudaSuccess) return error;
  to.pitch = dst_pitch;
  from.pitch = src_pitch;
  return copy_rect(to, from, width, height, 1, stream);
}

End end_in(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t z = 0) {
  End end;
  end.array = array->handle;
  end.x = x;
  end.y = y;
  end.z = z;
  return end;
}

// Waits for the work that a call without a stream has queued, because such calls return when the copy is
// complete.
cudaError_t finish(cudaError_t error) {
  return error == cudaSuccess ? cudaStreamSynchronize(nullptr) : error;
}

cudaError_t check_devices(int dst, int src) {
  gc_device* device = nullptr;
  const cudaError_t error = describe_device(dst, device);
  return error == cudaSuccess ? describe_device(src, device) : error;
}

cudaError_t fill(void* address, int value, std::size_t size, cudaStream_t stream) {
  return fill_2d(address, size, static_cast<unsigned char>(value), 1, size, 1, stream);
}

}  // namespace

cudaError_t copy(void* dst, const void* src, std::size_t size, cudaMemcpyKind kind, cudaStream_t stream) {
  if (size == 0) return cudaSuccess;
  if (!dst || !src) return cudaErrorInvalidValue;
  const End to = end_at(dst), from = end_at(src);
  if (cudaError_t error = check(to, from, kind); error != cudaSuccess) return error;
  gc_stream* native = nullptr;
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return error;
  if (to.is_host() && from.is_host()) {
    if (cudaError_t error = call(gc_stream_synchronize, native); error != cudaSuccess) return error;
    std::memmove(dst, src, size);
    return cudaSuccess;
  }
  if (to.is_host()) return call(gc_memcpy_dtoh, dst, from.allocation.mem, from.offset, size, native);
  if (from.is_host()) return call(gc_memcpy_htod, to.allocation.mem, to.offset, src, size, native);
  return call(gc_memcpy, to.allocation.mem, to.offset, from.allocation.mem, from.offset,
              static_cast<std::uint64_t>(size), native);
}

cudaError_t copy_3d(const cudaMemcpy3DParms& parameters, cudaStream_t stream) {
  const cudaMemcpy3DParms& p = parameters;
  if ((p.srcArray != nullptr) == (p.srcPtr.ptr != nullptr) ||
      (p.dstArray != nullptr) == (p.dstPtr.ptr != nullptr) || (p.srcArray && !is_live(p.srcArray)) ||
      (p.dstArray && !is_live(p.dstArray)))
    return cudaErrorInvalidValue;
  // With an array the extent counts its elements, otherwise bytes.
  const std::size_t element = p.srcArray   ? p.srcArray->element_size
                              : p.dstArray ? p.dstArray->element_size
                                           : 1;
  const auto end_of = [](cudaArray_t array, const cudaPitchedPtr& pitched, const cudaPos& position) {
    if (array) return end_in(array, position.x * array->element_size, position.y, position.z);
    const std::size_t slice = pitched.pitch * pitched.ysize;
    End end = end_at(static_cast<char*>(pitched.ptr) + position.z * slice + position.y * pitched.pitch +
                     position.x);
    end.pitch = pitched.pitch;
    end.slice = slice;
    return end;
  };
  const End to = end_of(p.dstArray, p.dstPtr, p.dstPos), from = end_of(p.srcArray, p.srcPtr, p.srcPos);
  if (cudaError_t error = check(to, from, p.kind); error != cudaSuccess) return error;
  return copy_rect(to, from, p.extent.width * element, p.extent.height ? p.extent.height : 1,
                   p.extent.depth ? p.extent.depth : 1, stream);
}

cudaError_t fill_2d(void* address, std::size_t pitch, unsigned value, unsigned element_size,
                    std::size_t width, std::size_t height, cudaStream_t stream) {
  if (width == 0 || height == 0) return cudaSuccess;
  const End end = end_at(address);
  if (!address || end.is_host()) return cudaErrorInvalidValue;
  if (height > 1 && width > pitch) return cudaErrorInvalidPitchValue;
  gc_stream* native = nullptr;
  if (cudaError_t error = native_stream(stream, native); error != cudaSuccess) return error;
  if (height == 1) {
    return call(gc_memset, end.allocation.mem, end.offset, static_cast<const void*>(&value),
                static_cast<std::size_t>(element_size), static_cast<std::uint64_t>(width / element_size),
                native);
  }
  gc_rect_fill rect = GRIDCALL_RECT_FILL_INIT;
  rect.dst.mem = end.allocation.mem;
  rect.dst.offset = end.offset;
  rect.dst.row_pitch = pitch;
  rect.width = width;
  rect.height = height;
  rect.value = &value;
  rect.value_size = element_size;
  return call(gc_memset_rect, &rect, native);
}

}  // namespace gridcall::cudart

using namespace gridcall::cudart;

cudaError_t cudaMemcpyAsync(void* dst, const void* src, std::size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream) try {
  return result(
      submit(stream, cudaGraphNodeTypeMemcpy, [=](cudaStream_t s) { return copy(dst, src, size, kind, s); }));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpy(void* dst, const void* src, std::size_t size, cudaMemcpyKind kind) try {
  return result(finish(copy(dst, src, size, kind, nullptr)));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpyPeerAsync(void* dst, int dst_device, const void* src, int src_device, std::size_t size,
                                cudaStream_t stream) try {
  if (cudaError_t error = check_devices(dst_device, src_device); error != cudaSuccess) return result(error);
  return cudaMemcpyAsync(dst, src, size, cudaMemcpyDeviceToDevice, stream);
}
GRIDCALL_CATCH

cudaError_t cudaMemcpyPeer(void* dst, int dst_device, const void* src, int src_device, std::size_t size) try {
  if (cudaError_t error = check_devices(dst_device, src_device); error != cudaSuccess) return result(error);
  return cudaMemcpy(dst, src, size, cudaMemcpyDeviceToDevice);
}
GRIDCALL_CATCH

cudaError_t cudaMemcpy2DAsync(void* dst, std::size_t dst_pitch, const void* src, std::size_t src_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) try {
  return result(submit(stream, cudaGraphNodeTypeMemcpy, [=](cudaStream_t s) {
    return copy_2d(dst, dst_pitch, src, src_pitch, width, height, kind, s);
  }));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpy2D(void* dst, std::size_t dst_pitch, const void* src, std::size_t src_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) try {
  return result(finish(copy_2d(dst, dst_pitch, src, src_pitch, width, height, kind, nullptr)));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, std::size_t x, std::size_t y, const void* src,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) try {
  if (!is_live(dst) || !src) return result(cudaErrorInvalidValue);
  return result(submit(stream, cudaGraphNodeTypeMemcpy, [=](cudaStream_t s) {
    const End to = end_in(dst, x, y);
    End from = end_at(src);
    from.pitch = pitch;
    const cudaError_t error = check(to, from, kind);
    return error == cudaSuccess ? copy_rect(to, from, width, height, 1, s) : error;
  }));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, std::size_t x, std::size_t y, const void* src,
                                std::size_t pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind) try {
  return finish(cudaMemcpy2DToArrayAsync(dst, x, y, src, pitch, width, height, kind, nullptr));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, std::size_t pitch, cudaArray_const_t src, std::size_t x,
                                       std::size_t y, std::size_t width, std::size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream) try {
  if (!dst || !is_live(src)) return result(cudaErrorInvalidValue);
  return result(submit(stream, cudaGraphNodeTypeMemcpy, [=](cudaStream_t s) {
    End to = end_at(dst);
    to.pitch = pitch;
    const End from = end_in(src, x, y);
    const cudaError_t error = check(to, from, kind);
    return error == cudaSuccess ? copy_rect(to, from, width, height, 1, s) : error;
  }));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpy2DFromArray(void* dst, std::size_t pitch, cudaArray_const_t src, std::size_t x,
                                  std::size_t y, std::size_t width, std::size_t height,
                                  cudaMemcpyKind kind) try {
  return finish(cudaMemcpy2DFromArrayAsync(dst, pitch, src, x, y, width, height, kind, nullptr));
}
GRIDCALL_CATCH

namespace {

// Copies `size` consecutive bytes, in an array from row to row.
cudaError_t copy_rows(cudaArray_const_t array, std::size_t x, std::size_t y, char* host, std::size_t size,
                      cudaMemcpyKind kind, bool to_array, cudaStream_t stream) {
  if (!is_live(array) || !host) return cudaErrorInvalidValue;
  const std::size_t row = array->extent.width * array->element_size;
  if (x >= row) return cudaErrorInvalidValue;
  while (size > 0) {
    const std::size_t width = std::min(size, row - x);
    const std::size_t height = x == 0 && size >= row ? size / row : 1;
    auto* const changed = const_cast<cudaArray_t>(array);
    const cudaError_t error =
        to_array ? cudaMemcpy2DToArrayAsync(changed, x, y, host, width, width, height, kind, stream)
                 : cudaMemcpy2DFromArrayAsync(host, width, array, x, y, width, height, kind, stream);
    if (error != cudaSuccess) return error;
    host += width * height;
    size -= width * height;
    y += height;
    x = 0;
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, std::size_t x, std::size_t y, const void* src,
                                   std::size_t size, cudaMemcpyKind kind, cudaStream_t stream) try {
  return result(copy_rows(dst, x, y, static_cast<char*>(const_cast<void*>(src)), size, kind, true, stream));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpyToArray(cudaArray_t dst, std::size_t x, std::size_t y, const void* src,
                              std::size_t size, cudaMemcpyKind kind) try {
  return finish(cudaMemcpyToArrayAsync(dst, x, y, src, size, kind, nullptr));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, std::size_t x, std::size_t y,
                                     std::size_t size, cudaMemcpyKind kind, cudaStream_t stream) try {
  return result(copy_rows(src, x, y, static_cast<char*>(dst), size, kind, false, stream));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, std::size_t x, std::size_t y,
                                std::size_t size, cudaMemcpyKind kind) try {
  return finish(cudaMemcpyFromArrayAsync(dst, src, x, y, size, kind, nullptr));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, std::size_t dst_x, std::size_t dst_y,
                                     cudaArray_const_t src, std::size_t src_x, std::size_t src_y,
                                     std::size_t width, std::size_t height, cudaMemcpyKind) try {
  if (!is_live(dst) || !is_live(src)) return result(cudaErrorInvalidValue);
  return result(
      finish(copy_rect(end_in(dst, dst_x, dst_y), end_in(src, src_x, src_y), width, height, 1, nullptr)));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) try {
  if (!parameters) return result(cudaErrorInvalidValue);
  return result(
      submit(stream, cudaGraphNodeTypeMemcpy, [p = *parameters](cudaStream_t s) { return copy_3d(p, s); }));
}
GRIDCALL_CATCH

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) try {
  if (!parameters) return result(cudaErrorInvalidValue);
  return result(finish(copy_3d(*parameters, nullptr)));
}
GRIDCALL_CATCH

namespace {
// An address says itself where it is, so the devices do not matter.
cudaMemcpy3DParms of_peers(const cudaMemcpy3DPeerParms& p) {
  return {p.srcArray, p.srcPos, p.srcPtr, p.dstArray, p.dstPos, p.dstPtr, p.extent, cudaMemcpyDefault};
}
}  // namespace

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream) try {
  if (!parameters) return result(cudaErrorInvalidValue);
  const cudaMemcpy3DParms plain = of_peers(*parameters);
  return cudaMemcpy3DAsync(&plain, stream);
}
GRIDCALL_CATCH

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) try {
  if (!parameters) return result(cudaErrorInvalidValue);
  const cudaMemcpy3DParms plain = of_peers(*parameters);
  return cudaMemcpy3D(&plain);
}
GRIDCALL_CATCH

cudaError_t gridcall::cudart::symbol_at(const void* symbol, std::size_t size, std::size_t offset,
                                        char*& address) {
  Allocation allocation;
  if (cudaError_t error = find_symbol(symbol, allocation); error != cudaSuccess) return error;
  if (offset > allocation.size || size > allocation.size - offset) return cudaErrorInvalidValue;
  address = reinterpret_cast<char*>(allocation.base) + offset;
  return cudaSuccess;
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, std::size_t size, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) try {
  char* address = nullptr;
  if (cudaError_t error = symbol_at(symbol, size, offset, address); error != cudaSuccess)
    return result(error);
  return cudaMemcpyAsync(address, src, size, kind, stream);
}
GRIDCALL_CATCH

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, std::size_t size, std::size_t offset,
                               cudaMemcpyKind kind) try {
  char* address = nullptr;
  if (cudaError_t error = symbol_at(symbol, size, offset, address); error != cudaSuccess)
    return result(error);
  return cudaMemcpy(address, src, size, kind);
}
GRIDCALL_CATCH

cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, std::size_t size, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) try {
  char* address = nullptr;
  if (cudaError_t error = symbol_at(symbol, size, offset, address); error != cudaSuccess)
    return result(error);
  return cudaMemcpyAsync(dst, address, size, kind, stream);
}
GRIDCALL_CATCH

cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, std::size_t size, std::size_t offset,
                                 cudaMemcpyKind kind) try {
  char* address = nullptr;
  if (cudaError_t error = symbol_at(symbol, size, offset, address); error != cudaSuccess)
    return result(error);
  return cudaMemcpy(dst, address, size, kind);
}
GRIDCALL_CATCH

// The hints say where memory is and when a source may be read; a copy of a stream keeps to the strictest.
cudaError_t cudaMemcpyBatchAsync(void* const* dsts, const void* const* srcs, const std::size_t* sizes,
                                 std::size_t count, cudaMemcpyAttributes* attributes, std::size_t* first,
                                 std::size_t attribute_count, cudaStream_t stream) try {
  if (!dsts || !srcs || !sizes || !attributes || !first || count == 0 || attribute_count == 0 ||
      attribute_count > count || first[0] != 0 || !stream || stream == cudaStreamLegacy)
    return result(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < attribute_count; ++i)
    if (attributes[i].srcAccessOrder < cudaMemcpySrcAccessOrderStream ||
        attributes[i].srcAccessOrder > cudaMemcpySrcAccessOrderAny || first[i] >= count ||
        (i > 0 && first[i] <= first[i - 1]))
      return result(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i)
    if (cudaError_t error = cudaMemcpyAsync(dsts[i], srcs[i], sizes[i], cudaMemcpyDefault, stream);
        error != cudaSuccess)
      return error;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMemsetAsync(void* address, int value, std::size_t size, cudaStream_t stream) try {
  return result(
      submit(stream, cudaGraphNodeTypeMemset, [=](cudaStream_t s) { return fill(address, value, size, s); }));
}
GRIDCALL_CATCH

cudaError_t cudaMemset(void* address, int value, std::size_t size) try {
  return result(fill(address, value, size, nullptr));
}
GRIDCALL_CATCH

cudaError_t cudaMemset2DAsync(void* address, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) try {
  return result(submit(stream, cudaGraphNodeTypeMemset, [=](cudaStream_t s) {
    return fill_2d(address, pitch, static_cast<unsigned char>(value), 1, width, height, s);
  }));
}
GRIDCALL_CATCH

cudaError_t cudaMemset2D(void* address, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) try {
  return cudaMemset2DAsync(address, pitch, value, width, height, nullptr);
}
GRIDCALL_CATCH

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent, cudaStream_t stream) try {
  return result(submit(stream, cudaGraphNodeTypeMemset, [=](cudaStream_t s) {
    for (std::size_t z = 0; z < extent.depth; ++z) {
      char* const slice = static_cast<char*>(pitched.ptr) + z * pitched.pitch * pitched.ysize;
      const cudaError_t error =
          fill_2d(slice, pitched.pitch, static_cast<unsigned char>(value), 1, extent.width, extent.height, s);
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  }));
}
GRIDCALL_CATCH

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) try {
  return cudaMemset3DAsync(pitched, value, extent, nullptr);
}
GRIDCALL_CATCH
