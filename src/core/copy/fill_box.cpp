// SPDX-License-Identifier: Apache-2.0
//
// Fills of rectangles. A driver of CUDA fills rows with 1, 2 or 4 bytes; with other patterns a kernel fills
// long rows, and of others a first piece is filled column by column, and what is filled is copied behind
// itself, twice as much each time.

#include <algorithm>
#include <cstring>

#include "core/context.h"
#include "core/copy/box.h"
#include "core/copy/staging.h"

namespace gridcall::core {

using namespace driver;

namespace {

// The number of bytes that are filled column by column before they are copied.
constexpr std::uint64_t kSeedBytes = 4096;
// A rectangle with more slices than this is filled by copies of its first slice.
constexpr std::uint64_t kFewFills = 8;

// Returns the shortest pattern that yields the same bytes.
std::span<const std::byte> shortest(std::span<const std::byte> pattern) noexcept {
  for (std::size_t size = 1; size < pattern.size(); ++size)
    if (pattern.size() % size == 0 &&
        std::memcmp(pattern.data(), pattern.data() + size, pattern.size() - size) == 0)
      return pattern.first(size);
  return pattern;
}

// Fills `rows` rows of `count` elements of 1, 2 or 4 bytes.
CallResult fill_rows(const Table& table, std::uint64_t address, std::uint64_t pitch, const std::byte* element,
                     unsigned size, std::uint64_t count, std::uint64_t rows, CUstream stream) {
  std::uint32_t value = 0;
  std::memcpy(&value, element, size);  // x86-64 and every GPU are little-endian
  const auto as_byte = static_cast<unsigned char>(value);
  const auto as_short = static_cast<unsigned short>(value);
  if (rows == 1) {
    switch (size) {
      case 1:
        return {table.cuMemsetD8Async(address, as_byte, count, stream), "cuMemsetD8Async"};
      case 2:
        return {table.cuMemsetD16Async(address, as_short, count, stream), "cuMemsetD16Async"};
      default:
        return {table.cuMemsetD32Async(address, value, count, stream), "cuMemsetD32Async"};
    }
  }
  switch (size) {
    case 1:
      return {table.cuMemsetD2D8Async(address, pitch, as_byte, count, rows, stream), "cuMemsetD2D8Async"};
    case 2:
      return {table.cuMemsetD2D16Async(address, pitch, as_short, count, rows, stream), "cuMemsetD2D16Async"};
    default:
      return {table.cuMemsetD2D32Async(address, pitch, value, count, rows, stream), "cuMemsetD2D32Async"};
  }
}

class Filling {
 public:
  Filling(Context& context, const CopyRegion& region, std::span<const std::byte> pattern, CUstream stream)
      : context_(context), table_(context.table()), region_(region), pattern_(pattern), stream_(stream) {
    const CopyEnd& end = region.dst;
    std::uint64_t together = end.begin() | pattern.size();
    if (region.rows > 1) together |= end.row_pitch;
    if (region.slices > 1) together |= end.slice_pitch;
    element_ = together % 4 == 0 ? 4 : together % 2 == 0 ? 2 : 1;
  }

  CallResult run() {
    const bool is_plain = pattern_.size() == element_;
    // One call fills a set of rows: the rows of a slice, or one row of every slice.
    const bool few = is_plain && std::min(region_.rows, region_.slices) <= kFewFills;
    if (is_plain && region_.slices == 1) {
      fill(0, region_.dst.row_pitch, region_.rows);
    } else if (few && region_.slices <= region_.rows) {
      for (std::uint64_t z = 0; z < region_.slices; ++z)
        fill(z * region_.dst.slice_pitch, region_.dst.row_pitch, region_.rows);
    } else if (few) {
      for (std::uint64_t y = 0; y < region_.rows; ++y)
        fill(y * region_.dst.row_pitch, region_.dst.slice_pitch, region_.slices);
    } else {
      if (is_plain)
        fill(0, region_.dst.row_pitch, region_.rows);
      else
        fill_first_slice();
      for (std::uint64_t done = 1; done < region_.slices && is_good();) {
        const std::uint64_t next = std::min(done, region_.slices - done);
        repeat(done * region_.dst.slice_pitch, region_.width, region_.rows, next);
        done += next;
      }
    }
    return asked_;
  }

 private:
  bool is_good() const noexcept { return asked_.result == CUDA_SUCCESS; }

  void fill(std::uint64_t offset, std::uint64_t pitch, std::uint64_t rows) {
    const std::uint64_t together = pitch > kLeastMaxPitch ? 1 : rows;
    for (std::uint64_t row = 0; row < rows && is_good(); row += together)
      asked_ = fill_rows(table_, region_.dst.begin() + offset + row * pitch, pitch, pattern_.data(), element_,
                         region_.width / element_, together, stream_);
  }

  bool kernel_fills_row() {
    if (region_.width < PatternKernel::kLeastBytes ||
        !service<Staging>(context_).pattern_kernel().fill(context_, region_.dst.begin(), region_.width,
                                                          pattern_, stream_, asked_.result))
      return false;
    asked_.call = "cuLaunchKernel";
    return true;
  }

  void fill_first_row() {
    const std::uint64_t size = pattern_.size();
    const std::uint64_t count = std::min(region_.width, std::max(size, kSeedBytes / size * size)) / size;
    for (std::uint64_t at = 0; at < size && is_good(); at += element_)
      asked_ = fill_rows(table_, region_.dst.begin() + at, size, pattern_.data() + at, element_, 1, count,
                         stream_);
    for (std::uint64_t done = count * size; done < region_.width && is_good();) {
      const std::uint64_t next = std::min(done, region_.width - done);
      repeat(done, next, 1, 1);
      done += next;
    }
  }

  void fill_first_slice() {
    if (!kernel_fills_row()) fill_first_row();
    for (std::uint64_t done = 1; done < region_.rows && is_good();) {
      const std::uint64_t next = std::min(done, region_.rows - done);
      repeat(done * region_.dst.row_pitch, region_.width, next, 1);
      done += next;
    }
  }

  // Copies the filled bytes, from the first one on, to the bytes behind them.
  void repeat(std::uint64_t offset, std::uint64_t width, std::uint64_t rows, std::uint64_t slices) {
    CopyRegion piece{region_.dst, region_.dst, width, rows, slices};
    piece.dst.offset += offset;
    asked_ = copy_box(context_, piece.collapsed(), false, stream_);
  }

  Context& context_;
  const Table& table_;
  const CopyRegion& region_;
  const std::span<const std::byte> pattern_;
  const CUstream stream_;
  unsigned element_;
  CallResult asked_{CUDA_SUCCESS, ""};
};

}  // namespace

CallResult fill_box(Context& context, const CopyRegion& region, std::span<const std::byte> pattern,
                    CUstream stream) {
  const Table& table = context.table();
  if (table.gridcallMemset3D) {
    const GridcallFill fill{region.dst.begin(), region.dst.row_pitch, region.dst.slice_pitch, region.width,
                            region.rows,        region.slices,        pattern.data(),         pattern.size()};
    return {table.gridcallMemset3D(&fill, stream), "gridcallMemset3D"};
  }
  return Filling(context, region, shortest(pattern), stream).run();
}

}  // namespace gridcall::core
