// SPDX-License-Identifier: Apache-2.0

#include "core/copy/region.h"

#include "base/concat.h"

namespace gridcall::core {

namespace {

// The rows of an end as ranges of addresses, in rising order.
class Rows {
 public:
  Rows(const CopyRegion& region, const CopyEnd& end) noexcept
      : region_(region),
        row_pitch_(region.row_pitch(end)),
        slice_pitch_(region.slice_pitch(end)),
        first_(end.address() + end.offset) {}

  bool at_end() const noexcept { return slice_ == region_.slices; }
  std::uint64_t begin() const noexcept { return first_ + slice_ * slice_pitch_ + row_ * row_pitch_; }
  std::uint64_t end() const noexcept { return begin() + region_.width; }
  void next() noexcept {
    if (++row_ < region_.rows) return;
    row_ = 0;
    ++slice_;
  }

 private:
  const CopyRegion& region_;
  const std::uint64_t row_pitch_, slice_pitch_, first_;
  std::uint64_t row_ = 0, slice_ = 0;
};

// (count - 1) * pitch + bytes, nullopt past 64 bits.
std::optional<std::uint64_t> extent(std::uint64_t count, std::uint64_t pitch, std::uint64_t bytes) noexcept {
  std::uint64_t sum = 0;
  if (__builtin_mul_overflow(count - 1, pitch, &sum) || __builtin_add_overflow(sum, bytes, &sum))
    return std::nullopt;
  return sum;
}

}  // namespace

void CopyRegion::check_box() const {
  check_box_end(dst);
  check_box_end(src);
  if (dst.mem && src.mem && !is_empty() && boxes_overlap())
    throw Failure(status::kInvalidArgument,
                  concat("`", dst.name, "` and `", src.name, "` overlap: copy by way of a third memory"));
}

void CopyRegion::check_box_end(const CopyEnd& end) const {
  if (is_empty()) {
    if (end.mem) end.mem->check_range(end.offset, 0, end.name, end.offset_name);
    return;
  }
  const std::uint64_t row = row_pitch(end);
  if (row < width)
    throw Failure(status::kInvalidArgument,
                  concat("the row pitch of `", end.name, "` is ", row, ", less than the ", width,
                         " bytes of a row: pass 0 or the distance of two rows"));
  // Rows of a slice lie before the next slice.
  const auto rows_bytes = extent(rows, row, width);
  std::uint64_t needed = 0;
  bool fits = rows_bytes.has_value();
  if (fits && slices > 1) {
    std::uint64_t slice = end.slice_pitch;
    if (slice == 0) {
      fits = !__builtin_mul_overflow(rows, row, &slice);
    } else if (slice < *rows_bytes) {
      throw Failure(status::kInvalidArgument,
                    concat("the slice pitch of `", end.name, "` is ", slice, ", less than the ", *rows_bytes,
                           " bytes of a slice: pass 0 or the distance of two slices"));
    }
    const auto all = fits ? extent(slices, slice, *rows_bytes) : std::nullopt;
    fits = all.has_value();
    needed = all.value_or(0);
  } else if (fits) {
    needed = *rows_bytes;
  }
  if (!fits || end.offset > end.size || needed > end.size - end.offset)
    throw Failure(
        status::kOutOfRange,
        concat(width, " bytes x ", rows, " rows x ", slices, " slices at offset ", end.offset, " exceed `",
               end.name, "`, which has ", end.size, " bytes: copy less, or use smaller pitches"));
}

// Two rows are compared at most once: both lists rise.
bool CopyRegion::boxes_overlap() const noexcept {
  Rows to(*this, dst), from(*this, src);
  while (!to.at_end() && !from.at_end()) {
    if (to.end() <= from.begin()) {
      to.next();
    } else if (from.end() <= to.begin()) {
      from.next();
    } else {
      return true;
    }
  }
  return false;
}

void CopyRegion::refuse_line(const Mem* mem, std::uint64_t size, std::uint64_t offset, std::uint64_t width,
                             const char* name, const char* offset_name) {
  if (mem) mem->check_range(offset, width, name, offset_name);
  throw Failure(status::kOutOfRange,
                concat("`size` ", width, " exceeds `", name, "`, which has ", size, " bytes"));
}

void CopyRegion::refuse_overlap(std::uint64_t bytes) {
  throw Failure(status::kInvalidArgument,
                concat("`dst` and `src` overlap by ", bytes, " bytes: copy by way of a third memory"));
}

}  // namespace gridcall::core
