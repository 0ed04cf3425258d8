// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/transfer.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/populate.h"
#include "cpu/exec/block.h"
#include "cpu/memory/guarded_pages.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

namespace {

void run(const Copy& copy, std::size_t first, std::size_t count) noexcept {
  std::memmove(copy.destination + first, copy.source + first, count);
}

// Fills `count` bytes, a multiple of the value's size.
void fill_with(std::byte* to, std::uint32_t value, std::size_t value_bytes, std::size_t count) noexcept {
  std::byte block[64];  // stays in registers
  for (std::size_t at = 0; at < sizeof block; at += value_bytes)
    std::memcpy(block + at, &value, value_bytes);  // x86-64 is little-endian
  for (; count >= sizeof block; count -= sizeof block, to += sizeof block)
    std::memcpy(to, block, sizeof block);
  std::memcpy(to, block, count);
}

void run(const Fill& fill, std::size_t first, std::size_t count) noexcept {
  std::byte* const destination = fill.destination + first;
  if (fill.value_bytes == 1)
    std::memset(destination, static_cast<int>(fill.value), count);
  else
    fill_with(destination, fill.value, fill.value_bytes, count);
}

// Calls `piece(slice, row, first byte, bytes)` for each partial row of the bytes, and `rows(slice, row,
// count)` for whole rows.
template <class Piece, class Rows>
void each_row(const Box& box, std::size_t first, std::size_t count, Piece&& piece, Rows&& rows) noexcept {
  std::size_t row = first / box.width;
  std::size_t x = first % box.width;
  std::size_t slice = row / box.rows;
  row %= box.rows;
  while (count != 0) {
    std::size_t done = 1;
    if (x == 0 && count >= box.width) {
      done = std::min(count / box.width, box.rows - row);
      rows(slice, row, done);
      count -= done * box.width;
    } else {
      const std::size_t bytes = std::min(count, box.width - x);
      piece(slice, row, x, bytes);
      count -= bytes;
      x = 0;
    }
    row += done;
    if (row == box.rows) {
      row = 0;
      ++slice;
    }
  }
}

template <class Value>
void copy_values(std::byte* to, const std::byte* from, std::size_t to_pitch, std::size_t from_pitch,
                 std::size_t rows) noexcept {
  for (std::size_t i = 0; i < rows; ++i, to += to_pitch, from += from_pitch) {
    Value value;
    std::memcpy(&value, from, sizeof value);
    std::memcpy(to, &value, sizeof value);
  }
}

void copy_rows(std::byte* to, const std::byte* from, std::size_t width, std::size_t to_pitch,
               std::size_t from_pitch, std::size_t rows) noexcept {
  struct Bytes16 {
    std::uint64_t half[2];
  };
  switch (width) {
    case 1:
      return copy_values<std::uint8_t>(to, from, to_pitch, from_pitch, rows);
    case 2:
      return copy_values<std::uint16_t>(to, from, to_pitch, from_pitch, rows);
    case 4:
      return copy_values<std::uint32_t>(to, from, to_pitch, from_pitch, rows);
    case 8:
      return copy_values<std::uint64_t>(to, from, to_pitch, from_pitch, rows);
    case 16:
      return copy_values<Bytes16>(to, from, to_pitch, from_pitch, rows);
    default:
      for (std::size_t i = 0; i < rows; ++i, to += to_pitch, from += from_pitch)
        std::memmove(to, from, width);
  }
}

void run(const CopyBox& copy, std::size_t first, std::size_t count) noexcept {
  const auto to = [&](std::size_t slice, std::size_t row) {
    return copy.destination + slice * copy.to.slice + row * copy.to.row;
  };
  const auto from = [&](std::size_t slice, std::size_t row) {
    return copy.source + slice * copy.from.slice + row * copy.from.row;
  };
  each_row(
      copy.box, first, count,
      [&](std::size_t slice, std::size_t row, std::size_t x, std::size_t bytes) {
        std::memmove(to(slice, row) + x, from(slice, row) + x, bytes);
      },
      [&](std::size_t slice, std::size_t row, std::size_t rows) {
        copy_rows(to(slice, row), from(slice, row), copy.box.width, copy.to.row, copy.from.row, rows);
      });
}

// A repeated pattern as long as a row to fill, up to a useful size.
class Tile {
 public:
  Tile(const FillBox& fill, std::size_t most) noexcept : pattern_bytes_(fill.pattern_bytes) {
    whole_ = std::max(std::min(kBytes, most) / pattern_bytes_, std::size_t{1}) * pattern_bytes_;
    // The size doubles each time, because calls for a few bytes each take longer.
    std::memcpy(bytes_, fill.pattern, pattern_bytes_);
    const std::size_t all = whole_ + pattern_bytes_;
    for (std::size_t done = pattern_bytes_; done < all; done *= 2)
      std::memcpy(bytes_ + done, bytes_, std::min(done, all - done));
  }
  // Writes the pattern from byte x of a row on.
  void put(std::byte* to, std::size_t x, std::size_t count) const noexcept {
    const std::byte* const from = bytes_ + (x == 0 ? 0 : x % pattern_bytes_);
    for (; count >= whole_; count -= whole_, to += whole_) std::memcpy(to, from, whole_);
    std::memcpy(to, from, count);
  }
  // Writes `rows` rows of `width` bytes. A narrow row is two stores, which overlap if the width is no power
  // of 2.
  void put_rows(std::byte* to, std::size_t width, std::size_t pitch, std::size_t rows) const noexcept {
    if (width == 1) return put_ends<1>(to, width, pitch, rows);
    if (width <= 4) return put_ends<2>(to, width, pitch, rows);
    if (width <= 8) return put_ends<4>(to, width, pitch, rows);
    if (width <= 16) return put_ends<8>(to, width, pitch, rows);
    if (width <= 32) return put_ends<16>(to, width, pitch, rows);
    if (width <= 64) return put_ends<32>(to, width, pitch, rows);
    if (width <= whole_)
      for (; rows != 0; --rows, to += pitch) std::memcpy(to, bytes_, width);
    else
      for (; rows != 0; --rows, to += pitch) put(to, 0, width);
  }

 private:
  static constexpr std::size_t kBytes = 4096;

  // Writes the first and the last kEnd bytes of each row.
  template <std::size_t kEnd>
  void put_ends(std::byte* to, std::size_t width, std::size_t pitch, std::size_t rows) const noexcept {
    struct End {
      std::byte bytes[kEnd];
    };
    End first, last;
    std::memcpy(&first, bytes_, kEnd);
    std::memcpy(&last, bytes_ + width - kEnd, kEnd);
    for (; rows != 0; --rows, to += pitch) {
      std::memcpy(to, &first, kEnd);
      std::memcpy(to + width - kEnd, &last, kEnd);
    }
  }

  std::size_t pattern_bytes_;
  std::size_t whole_;
  std::byte bytes_[kBytes + FillBox::kMaxPatternBytes];
};

void run(const FillBox& fill, std::size_t first, std::size_t count) noexcept {
  const auto to = [&](std::size_t slice, std::size_t row) {
    return fill.destination + slice * fill.to.slice + row * fill.to.row;
  };
  const std::size_t longest = std::min(fill.box.width, count);
  if (fill.pattern_bytes == 1 && longest > FillBox::kMaxPatternBytes) {
    const int value = std::to_integer<int>(fill.pattern[0]);
    each_row(
        fill.box, first, count,
        [&](std::size_t slice, std::size_t row, std::size_t x, std::size_t bytes) {
          std::memset(to(slice, row) + x, value, bytes);
        },
        [&](std::size_t slice, std::size_t row, std::size_t rows) {
          std::byte* begin = to(slice, row);
          for (; rows != 0; --rows, begin += fill.to.row) std::memset(begin, value, fill.box.width);
        });
    return;
  }
  const Tile tile(fill, longest);
  each_row(
      fill.box, first, count,
      [&](std::size_t slice, std::size_t row, std::size_t x, std::size_t bytes) {
        tile.put(to(slice, row) + x, x, bytes);
      },
      [&](std::size_t slice, std::size_t row, std::size_t rows) {
        tile.put_rows(to(slice, row), fill.box.width, fill.to.row, rows);
      });
}

// Maps the missing pages of a destination at once, which costs less than a page fault for each.
class NewPages {
 public:
  static void ask_for(std::byte* begin, std::size_t bytes) noexcept {
    if (bytes < kLeastBytes) return;
    const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(begin) / kPageBytes * kPageBytes;
    const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(begin) + bytes;
    const int error = errno;
    unsigned char is_there = 1;
    // The last page is checked too, because memory may begin with a mapped page and end with a new one.
    for (const std::uintptr_t each : {page, (end - 1) / kPageBytes * kPageBytes})
      if (is_there != 0 && ::mincore(reinterpret_cast<void*>(each), kPageBytes, &is_there) != 0) is_there = 1;
    if ((is_there & 1) == 0) ::madvise(reinterpret_cast<void*>(page), end - page, kPopulateWrite);
    errno = error;
  }

 private:
  // Below this size the faults take less time than the call.
  static constexpr std::size_t kLeastBytes = std::size_t{512} << 10;
};

void ask_for_pages(const Copy& copy, std::size_t first, std::size_t count) noexcept {
  NewPages::ask_for(copy.destination + first, count);
}
void ask_for_pages(const Fill& fill, std::size_t first, std::size_t count) noexcept {
  NewPages::ask_for(fill.destination + first, count);
}
// A box whose rows have gaps is skipped, because the gaps may have unused pages.
template <class BoxWork>
void ask_for_pages(const BoxWork& work, std::size_t first, std::size_t count) noexcept {
  if (work.to.row != work.box.width || (work.box.slices > 1 && work.to.slice != work.box.rows * work.to.row))
    return;
  NewPages::ask_for(work.destination + first, count);
}

// Marks the bytes as written for checked kernels, which detect uninitialized reads.
void note_written(const Copy& copy, std::size_t first, std::size_t count) noexcept {
  shadow().copy_written(reinterpret_cast<std::uintptr_t>(copy.destination) + first,
                        reinterpret_cast<std::uintptr_t>(copy.source) + first, count);
}
void note_written(const Fill& fill, std::size_t first, std::size_t count) noexcept {
  shadow().add(reinterpret_cast<std::uintptr_t>(fill.destination) + first, count, kShadowWritten);
}
template <class BoxWork>
void note_written(const BoxWork& work, std::size_t first, std::size_t count) noexcept {
  const auto note = [&](std::size_t slice, std::size_t row, std::size_t x, std::size_t bytes) {
    const std::byte* const to = work.destination + slice * work.to.slice + row * work.to.row;
    shadow().add(reinterpret_cast<std::uintptr_t>(to) + x, bytes, kShadowWritten);
  };
  each_row(work.box, first, count, note, [&](std::size_t slice, std::size_t row, std::size_t rows) {
    for (std::size_t i = 0; i < rows; ++i) note(slice, row + i, 0, work.box.width);
  });
}

}  // namespace

void Transfer::run(std::size_t first, std::size_t count) const noexcept {
  std::visit(
      [=](const auto& kind) {
        if constexpr (requires { kind.function; }) {
          kind.function(kind.data);
        } else {
          ask_for_pages(kind, first, count);
          cpu::run(kind, first, count);
          if (shadow().is_on()) note_written(kind, first, count);
        }
      },
      work);
}

const char* Transfer::name() const noexcept {
  if (std::holds_alternative<HostWork>(work)) return "work of the host";
  return std::holds_alternative<Fill>(work) || std::holds_alternative<FillBox>(work) ? "fill" : "copy";
}

std::size_t Transfer::stack_bytes() const noexcept {
  // As much as a thread of the host has: OpenBLAS factorizes with arrays of 2 MiB on the stack.
  constexpr std::size_t kHostWorkStackBytes = std::size_t{8} << 20;
  return std::holds_alternative<HostWork>(work) ? kHostWorkStackBytes : kSequentialStackBytes;
}

}  // namespace gridcall::cpu
