// SPDX-License-Identifier: Apache-2.0
//
// Copies and fills of rectangles, and between contexts, which share the table of the process's memory.

#include <cstdint>

#include "cpu/driver/api.h"
#include "cpu/driver/array.h"
#include "cpu/driver/context.h"
#include "cpu/queue/copy.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// CUDA's pitch and height of an end, and the box's position in it.
struct Place {
  std::size_t x;
  std::size_t y;
  std::size_t z;
  std::size_t pitch;
  std::size_t height;
};

// A sum of products that records an overflow of 64 bits.
struct Sum {
  std::size_t value = 0;
  bool fits = true;

  void add(std::size_t count, std::size_t each) noexcept {
    std::size_t product = 0;
    fits = fits && !__builtin_mul_overflow(count, each, &product) &&
           !__builtin_add_overflow(value, product, &value);
  }
};

// Returns false if the pitches are too small for the box, or the end leaves the address space.
bool make_end(std::uintptr_t address, bool is_device, const Place& place, const Box& box,
              BoxEnd& end) noexcept {
  const bool has_rows = box.rows > 1 || place.y != 0 || box.slices > 1 || place.z != 0;
  const bool has_slices = box.slices > 1 || place.z != 0;
  Sum columns;
  columns.add(1, place.x);
  columns.add(1, box.width);
  Sum rows;
  rows.add(1, place.y);
  rows.add(1, box.rows);
  if (!columns.fits || !rows.fits) return false;
  if (has_rows && place.pitch < columns.value) return false;
  if (has_slices && place.height < rows.value) return false;
  std::size_t slice = 0;
  if (has_slices && __builtin_mul_overflow(place.pitch, place.height, &slice)) return false;
  Sum begin{address};
  begin.add(1, place.x);
  begin.add(place.y, has_rows ? place.pitch : 0);
  begin.add(place.z, slice);
  Sum last = begin;
  last.add(box.rows - 1, place.pitch);
  last.add(box.slices - 1, slice);
  last.add(1, box.width);
  if (!last.fits) return false;
  end = {begin.value, {place.pitch, slice}, is_device};
  return true;
}

// The end that a copy's parameters name: an address of the host or the device, or an array.
struct EndOf {
  CUmemorytype type;
  const void* host;
  CUdeviceptr device;
  CUarray array;
};

bool make_end(const EndOf& of, const Place& place, const Box& box, BoxEnd& end) noexcept {
  switch (of.type) {
    case CU_MEMORYTYPE_HOST:
      return make_end(reinterpret_cast<std::uintptr_t>(of.host), false, place, box, end);
    case CU_MEMORYTYPE_DEVICE:
      return make_end(of.device, true, place, box, end);
    case CU_MEMORYTYPE_ARRAY: {
      ArrayEnd found;
      if (!find_in_array(of.array, place.x, place.y, place.z, box.width, box.rows, box.slices, found))
        return false;
      end = {found.address, {found.row_pitch, found.slice_pitch}, true};
      return true;
    }
  }
  return false;
}

template <class Copy>
bool make_ends(const Copy& copy, const Place& to_place, const Place& from_place, const Box& box, BoxEnd& to,
               BoxEnd& from) noexcept {
  return make_end({copy.dst_type, copy.dst_host, copy.dst_device, copy.dst_array}, to_place, box, to) &&
         make_end({copy.src_type, copy.src_host, copy.src_device, copy.src_array}, from_place, box, from);
}

CUresult copy_rectangle(const CUDA_MEMCPY2D& copy, CUstream stream, bool synchronous) {
  const Box box{copy.width, copy.height, 1};
  BoxEnd to;
  BoxEnd from;
  if (box.width == 0 || box.rows == 0) return CUDA_SUCCESS;
  if (!make_ends(copy, {copy.dst_x, copy.dst_y, 0, copy.dst_pitch, 0},
                 {copy.src_x, copy.src_y, 0, copy.src_pitch, 0}, box, to, from))
    return CUDA_ERROR_INVALID_VALUE;
  return copy_box(current_context(), to, from, box, stream, synchronous);
}

// Copies by a CUDA_MEMCPY3D, or by a CUDA_MEMCPY3D_PEER, which names the contexts too.
template <class Copy>
CUresult copy_cuboid(const Copy& copy, CUstream stream, bool synchronous) {
  const Box box{copy.width, copy.height, copy.depth};
  BoxEnd to;
  BoxEnd from;
  if (copy.src_lod != 0 || copy.dst_lod != 0) return CUDA_ERROR_INVALID_VALUE;
  if (box.width == 0 || box.rows == 0 || box.slices == 0) return CUDA_SUCCESS;
  if (!make_ends(copy, {copy.dst_x, copy.dst_y, copy.dst_z, copy.dst_pitch, copy.dst_height},
                 {copy.src_x, copy.src_y, copy.src_z, copy.src_pitch, copy.src_height}, box, to, from))
    return CUDA_ERROR_INVALID_VALUE;
  return copy_box(current_context(), to, from, box, stream, synchronous);
}

template <class Value>
CUresult fill_rectangle(CUdeviceptr address, std::size_t pitch, Value value, std::size_t width,
                        std::size_t height, CUstream stream) {
  if (width == 0 || height == 0) return CUDA_SUCCESS;
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(width, sizeof value, &bytes)) return CUDA_ERROR_INVALID_VALUE;
  if (address % sizeof value != 0 || (height > 1 && pitch % sizeof value != 0))
    return CUDA_ERROR_INVALID_VALUE;
  const Box box{bytes, height, 1};
  BoxEnd to;
  if (!make_end(address, true, {0, 0, 0, pitch, 0}, box, to)) return CUDA_ERROR_INVALID_VALUE;
  return fill_box(current_context(), to, box, &value, sizeof value, stream);
}

}  // namespace

namespace api {

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy) {
  return copy_rectangle(*copy, nullptr, true);
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
  return copy_rectangle(*copy, stream, false);
}
CUresult cuMemcpy3D(const CUDA_MEMCPY3D* copy) {
  return copy_cuboid(*copy, nullptr, true);
}
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* copy, CUstream stream) {
  return copy_cuboid(*copy, stream, false);
}
CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext dst_context, CUdeviceptr src, CUcontext src_context,
                           std::size_t bytes, CUstream stream) {
  if (!find_context(dst_context) || !find_context(src_context)) return CUDA_ERROR_INVALID_CONTEXT;
  return copy(current_context(), dst, src, bytes, true, true, stream, false);
}
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* copy, CUstream stream) {
  if (!find_context(copy->dst_context) || !find_context(copy->src_context)) return CUDA_ERROR_INVALID_CONTEXT;
  return copy_cuboid(*copy, stream, false);
}
CUresult cuMemsetD2D8Async(CUdeviceptr dst, std::size_t pitch, unsigned char value, std::size_t width,
                           std::size_t height, CUstream stream) {
  return fill_rectangle(dst, pitch, value, width, height, stream);
}
CUresult cuMemsetD2D16Async(CUdeviceptr dst, std::size_t pitch, unsigned short value, std::size_t width,
                            std::size_t height, CUstream stream) {
  return fill_rectangle(dst, pitch, value, width, height, stream);
}
CUresult cuMemsetD2D32Async(CUdeviceptr dst, std::size_t pitch, unsigned value, std::size_t width,
                            std::size_t height, CUstream stream) {
  return fill_rectangle(dst, pitch, value, width, height, stream);
}
CUresult gridcallMemset3D(const GridcallFill* fill, CUstream stream) {
  const Box box{fill->width, fill->height, fill->depth};
  if (!fill->pattern || fill->pattern_bytes == 0 || fill->pattern_bytes > FillBox::kMaxPatternBytes ||
      box.width % fill->pattern_bytes != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (box.width == 0 || box.rows == 0 || box.slices == 0) return CUDA_SUCCESS;
  Sum all;
  all.add(box.rows - 1, fill->row_pitch);
  all.add(box.slices - 1, fill->slice_pitch);
  all.add(1, box.width);
  if (!all.fits) return CUDA_ERROR_INVALID_VALUE;
  const BoxEnd to{fill->address, {fill->row_pitch, fill->slice_pitch}, true};
  return fill_box(current_context(), to, box, fill->pattern, fill->pattern_bytes, stream);
}

}  // namespace api

}  // namespace gridcall::cpu
