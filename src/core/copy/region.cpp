// SPDX-License-Identifier: Apache-2.0

#include "core/copy/region.h"

#include <algorithm>
#include <utility>

#include "base/concat.h"

namespace gridcall::core {

namespace {

using Wide = __int128;

Wide floor_of(Wide value, Wide by) noexcept {
  return value >= 0 ? value / by : -((-value + by - 1) / by);
}

// Returns the sum of (a * i + c) / m, rounded down, for i from 0 to n - 1, in logarithmic time. a, c >= 0.
Wide floor_sum(Wide n, Wide m, Wide a, Wide c) noexcept {
  Wide sum = 0;
  for (;;) {
    sum += n * (n - 1) / 2 * (a / m) + n * (c / m);
    a %= m;
    c %= m;
    const Wide last = a * n + c;
    if (last < m) return sum;
    n = last / m;
    c = last % m;
    std::swap(a, m);
  }
}

// Returns true if a row of one set shares a byte with a row of the other: `count` rows of `width` bytes each,
// which begin at `apart` + i * a and at k * b.
bool rows_meet(Wide apart, Wide a, Wide b, Wide width, Wide count) noexcept {
  const Wide reach = width - 1;
  // Only rows i between the first and the last row of the other set can meet one.
  const Wide first = std::max<Wide>(0, -floor_of(apart + reach, a));
  const Wide last = std::min<Wide>(count - 1, floor_of((count - 1) * b + reach - apart, a));
  if (first > last) return false;
  if (2 * reach + 1 >= b) return true;
  // Row i meets a row k * b if a multiple of b is within `reach` of it: (apart + i * a + reach) % b <= 2 *
  // reach. The sums count such rows.
  const Wide begin = apart + first * a + reach + b;
  const Wide n = last - first + 1;
  return floor_sum(n, b, a % b, begin) != floor_sum(n, b, a % b, begin - 2 * reach - 1);
}

// Returns (count - 1) * pitch + bytes; nullopt if that exceeds 64 bits.
std::optional<std::uint64_t> extent(std::uint64_t count, std::uint64_t pitch, std::uint64_t bytes) noexcept {
  std::uint64_t sum = 0;
  if (__builtin_mul_overflow(count - 1, pitch, &sum) || __builtin_add_overflow(sum, bytes, &sum))
    return std::nullopt;
  return sum;
}

}  // namespace

CopyRegion CopyRegion::collapsed() const noexcept {
  CopyRegion least = *this;
  for (CopyEnd* end : {&least.dst, &least.src}) {
    end->row_pitch = row_pitch(*end);
    end->slice_pitch = slice_pitch(*end);
  }
  const auto slices_become_rows = [&] {
    least.rows = least.slices;
    least.slices = 1;
    for (CopyEnd* end : {&least.dst, &least.src}) end->row_pitch = end->slice_pitch;
  };
  const auto rows_join = [&] {
    return least.dst.row_pitch == least.width && least.src.row_pitch == least.width;
  };
  if (rows == 1) slices_become_rows();
  if (least.rows > 1 && rows_join()) {
    least.width *= least.rows;
    least.rows = 1;
    slices_become_rows();
  }
  if (least.rows > 1 && rows_join()) {
    least.width *= least.rows;
    least.rows = 1;
  }
  if (least.slices > 1 && least.dst.slice_pitch == least.rows * least.dst.row_pitch &&
      least.src.slice_pitch == least.rows * least.src.row_pitch) {
    least.rows *= least.slices;
    least.slices = 1;
  }
  return least;
}

void CopyRegion::check_box() const {
  check_box_end(dst);
  check_box_end(src);
  if (!is_empty() && collapsed().boxes_overlap())
    throw Failure(status::kInvalidArgument,
                  concat("`", dst.name, "` from `", dst.offset_name, "` ", dst.offset, " on and `", src.name,
                         "` from `", src.offset_name, "` ", src.offset,
                         " on share bytes: they overlap; copy by way of a third memory"));
}

void CopyRegion::check_box_end(const CopyEnd& end) const {
  if (is_empty()) {
    if (end.mem) end.mem->check_range(end.offset, 0, end.name, end.offset_name);
    return;
  }
  const std::uint64_t row = row_pitch(end);
  if (row < width)
    throw Failure(status::kInvalidArgument,
                  concat("`", end.name, ".row_pitch` is ", row, ", less than `width` ", width,
                         ": pass 0 or the distance of two rows"));
  // The rows of a slice must end before the next slice begins.
  const auto rows_bytes = extent(rows, row, width);
  std::uint64_t needed = 0;
  bool fits = rows_bytes.has_value();
  if (fits && slices > 1) {
    std::uint64_t slice = end.slice_pitch;
    if (slice == 0) {
      fits = !__builtin_mul_overflow(rows, row, &slice);
    } else if (slice < *rows_bytes) {
      throw Failure(status::kInvalidArgument,
                    concat("`", end.name, ".slice_pitch` is ", slice, ", less than the ", *rows_bytes,
                           " bytes of a slice: pass 0 or the distance of two slices"));
    } else if (rows > 1 && slice % row != 0) {  // drivers measure the slice's pitch in rows
      throw Failure(status::kInvalidArgument,
                    concat("`", end.name, ".slice_pitch` is ", slice, ", not a multiple of the row pitch, ",
                           row, ": pass 0 or a multiple of it"));
    }
    const auto all = fits ? extent(slices, slice, *rows_bytes) : std::nullopt;
    fits = all.has_value();
    needed = all.value_or(0);
  } else if (fits) {
    needed = *rows_bytes;
  }
  if (fits && end.offset <= end.size && needed <= end.size - end.offset) return;
  if (end.offset > end.size)
    throw Failure(status::kOutOfRange,
                  concat("`", end.offset_name, "` ", end.offset, " is outside `", end.name, "`, which has ",
                         end.size, " bytes: pass an offset in it"));
  throw Failure(
      status::kOutOfRange,
      concat("`width` ", width, " x `height` ", rows, " x `depth` ", slices, " with `", end.name,
             ".row_pitch` ", row, " at `", end.offset_name, "` ", end.offset, " need ",
             fits ? concat(needed) : std::string("more than 2^64"), " bytes of `", end.name,
             "`, from that offset on it has ", end.size - end.offset, ": pass less, or smaller pitches"));
}

// The slices of each end ascend and do not overlap, so few pairs are compared.
bool CopyRegion::boxes_overlap() const noexcept {
  const auto slice_bytes = [&](const CopyEnd& end) { return (rows - 1) * end.row_pitch + width; };
  const std::uint64_t to_bytes = slice_bytes(dst), from_bytes = slice_bytes(src);
  std::uint64_t to = dst.begin(), from = src.begin();
  std::uint64_t to_left = slices, from_left = slices;
  // Skips the slices that end before `address`.
  const auto skip = [](std::uint64_t& begin, std::uint64_t& left, std::uint64_t bytes, std::uint64_t pitch,
                       std::uint64_t address) {
    const std::uint64_t count = (address - begin - bytes) / std::max<std::uint64_t>(pitch, 1) + 1;
    left -= std::min(left, count);
    begin += count * pitch;
  };
  while (to_left != 0 && from_left != 0) {
    if (to + to_bytes <= from) {
      skip(to, to_left, to_bytes, dst.slice_pitch, from);
    } else if (from + from_bytes <= to) {
      skip(from, from_left, from_bytes, src.slice_pitch, to);
    } else {
      if (rows_meet(static_cast<Wide>(to) - static_cast<Wide>(from), static_cast<Wide>(dst.row_pitch),
                    static_cast<Wide>(src.row_pitch), static_cast<Wide>(width), static_cast<Wide>(rows)))
        return true;
      if (to + to_bytes < from + from_bytes) {
        to += dst.slice_pitch;
        --to_left;
      } else {
        from += src.slice_pitch;
        --from_left;
      }
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
