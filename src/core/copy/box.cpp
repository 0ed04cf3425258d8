// SPDX-License-Identifier: Apache-2.0

#include "core/copy/box.h"

#include <algorithm>
#include <type_traits>

#include "core/array.h"
#include "core/context.h"

namespace gridcall::core {

using namespace driver;

namespace {

// Sets the fields of the driver's structs for a source and a destination.
template <class Copy>
void set_src(Copy& copy, const CopyEnd& end) noexcept {
  if constexpr (std::is_same_v<Copy, CUDA_MEMCPY3D>) {
    if (end.array) {
      copy.src_type = CU_MEMORYTYPE_ARRAY;
      copy.src_array = end.array->driver_handle();
      copy.src_x = end.x;
      copy.src_y = end.y;
      copy.src_z = end.z;
      return;
    }
  }
  if (end.by_host) {
    copy.src_type = CU_MEMORYTYPE_HOST;
    copy.src_host = end.host + end.offset;
  } else {
    copy.src_type = CU_MEMORYTYPE_DEVICE;
    copy.src_device = end.begin();
  }
  copy.src_pitch = end.row_pitch;
}

template <class Copy>
void set_dst(Copy& copy, const CopyEnd& end) noexcept {
  if constexpr (std::is_same_v<Copy, CUDA_MEMCPY3D>) {
    if (end.array) {
      copy.dst_type = CU_MEMORYTYPE_ARRAY;
      copy.dst_array = end.array->driver_handle();
      copy.dst_x = end.x;
      copy.dst_y = end.y;
      copy.dst_z = end.z;
      return;
    }
  }
  if (end.by_host) {
    copy.dst_type = CU_MEMORYTYPE_HOST;
    copy.dst_host = end.host + end.offset;
  } else {
    copy.dst_type = CU_MEMORYTYPE_DEVICE;
    copy.dst_device = end.begin();
  }
  copy.dst_pitch = end.row_pitch;
}

template <class Copy>
Copy copy_of_rows(const CopyRegion& region) noexcept {
  Copy copy{};
  set_src(copy, region.src);
  set_dst(copy, region.dst);
  copy.width = region.width;
  copy.height = region.rows;
  return copy;
}

template <class Copy>
Copy copy_of_slices(const CopyRegion& region) noexcept {
  auto copy = copy_of_rows<Copy>(region);
  const auto slice_rows = [&](const CopyEnd& end) {
    return end.array ? 0 : region.slices > 1 ? end.slice_pitch / end.row_pitch : region.rows;
  };
  copy.src_height = slice_rows(region.src);
  copy.dst_height = slice_rows(region.dst);
  copy.depth = region.slices;
  return copy;
}

CallResult copy_line(const Table& table, const CopyRegion& line, bool is_blocking, CUstream stream) {
  const CopyEnd &to = line.dst, &from = line.src;
  if (!to.mem || (to.by_host && !from.by_host)) {
    if (is_blocking)
      return {table.cuMemcpyDtoH(to.host + to.offset, from.begin(), line.width), "cuMemcpyDtoH"};
    return {table.cuMemcpyDtoHAsync(to.host + to.offset, from.begin(), line.width, stream),
            "cuMemcpyDtoHAsync"};
  }
  if (from.by_host) {
    if (is_blocking)
      return {table.cuMemcpyHtoD(to.begin(), from.host + from.offset, line.width), "cuMemcpyHtoD"};
    return {table.cuMemcpyHtoDAsync(to.begin(), from.host + from.offset, line.width, stream),
            "cuMemcpyHtoDAsync"};
  }
  return {table.cuMemcpyDtoDAsync(to.begin(), from.begin(), line.width, stream), "cuMemcpyDtoDAsync"};
}

// Returns true if the driver refuses the pitches; the rows, which are few, are then copied one by one.
bool is_far_apart(Context& context, const CopyRegion& region) {
  const std::uint64_t pitch = std::max(region.dst.row_pitch, region.src.row_pitch);
  return pitch > kLeastMaxPitch &&
         pitch > static_cast<std::uint64_t>(context.device().attribute(CU_DEVICE_ATTRIBUTE_MAX_PITCH));
}

template <class CopyLine>
CallResult copy_rows_one_by_one(const CopyRegion& region, CopyLine&& copy) {
  CopyRegion line = region;
  line.rows = line.slices = 1;
  CallResult asked{};
  for (std::uint64_t z = 0; z < region.slices; ++z)
    for (std::uint64_t y = 0; y < region.rows; ++y) {
      line.dst.offset = region.dst.offset + z * region.dst.slice_pitch + y * region.dst.row_pitch;
      line.src.offset = region.src.offset + z * region.src.slice_pitch + y * region.src.row_pitch;
      asked = copy(line);
      if (asked.result != CUDA_SUCCESS) return asked;
    }
  return asked;
}

}  // namespace

CallResult copy_box(Context& context, const CopyRegion& region, bool is_blocking, CUstream stream) {
  const Table& table = context.table();
  if (region.is_line()) return copy_line(table, region, is_blocking, stream);
  if (is_far_apart(context, region))
    return copy_rows_one_by_one(
        region, [&](const CopyRegion& line) { return copy_line(table, line, is_blocking, stream); });
  if (region.slices == 1) {
    const auto copy = copy_of_rows<CUDA_MEMCPY2D>(region);
    if (is_blocking) return {table.cuMemcpy2DUnaligned(&copy), "cuMemcpy2DUnaligned"};
    return {table.cuMemcpy2DAsync(&copy, stream), "cuMemcpy2DAsync"};
  }
  const auto copy = copy_of_slices<CUDA_MEMCPY3D>(region);
  if (is_blocking) return {table.cuMemcpy3D(&copy), "cuMemcpy3D"};
  return {table.cuMemcpy3DAsync(&copy, stream), "cuMemcpy3DAsync"};
}

CallResult copy_array_box(Context& context, const CopyRegion& region, bool is_blocking, CUstream stream) {
  const auto copy = copy_of_slices<CUDA_MEMCPY3D>(region);
  if (is_blocking) return {context.table().cuMemcpy3D(&copy), "cuMemcpy3D"};
  return {context.table().cuMemcpy3DAsync(&copy, stream), "cuMemcpy3DAsync"};
}

CallResult copy_box_between(Context& to, Context& from, const CopyRegion& region, CUstream stream) {
  const Table& table = to.table();
  const auto copy_line_between = [&](const CopyRegion& line) -> CallResult {
    return {table.cuMemcpyPeerAsync(line.dst.begin(), to.driver_handle(), line.src.begin(),
                                    from.driver_handle(), line.width, stream),
            "cuMemcpyPeerAsync"};
  };
  if (region.is_line()) return copy_line_between(region);
  if (is_far_apart(to, region)) return copy_rows_one_by_one(region, copy_line_between);
  auto copy = copy_of_slices<CUDA_MEMCPY3D_PEER>(region);
  copy.src_context = from.driver_handle();
  copy.dst_context = to.driver_handle();
  return {table.cuMemcpy3DPeerAsync(&copy, stream), "cuMemcpy3DPeerAsync"};
}

}  // namespace gridcall::core
