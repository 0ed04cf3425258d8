// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/transfer.h"

#include <algorithm>
#include <cstring>

namespace gridcall::cpu {

namespace {

void run(const Copy& copy, std::size_t first, std::size_t count) noexcept {
  std::memmove(copy.destination + first, copy.source + first, count);
}

template <class Value>
void fill_with(std::byte* destination, std::uint32_t value, std::size_t count) noexcept {
  auto* const out = reinterpret_cast<Value*>(destination);
  std::fill(out, out + count / sizeof(Value), static_cast<Value>(value));
}

void run(const Fill& fill, std::size_t first, std::size_t count) noexcept {
  std::byte* const destination = fill.destination + first;
  switch (fill.value_bytes) {
    case 1:
      std::memset(destination, static_cast<int>(fill.value), count);
      break;
    case 2:
      fill_with<std::uint16_t>(destination, fill.value, count);
      break;
    default:
      fill_with<std::uint32_t>(destination, fill.value, count);
  }
}

// Calls `piece(slice, row, first byte, bytes)` for each row of the bytes, and for rows that are whole
// `rows(slice, row, count)`.
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
  struct Sixteen {
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
      return copy_values<Sixteen>(to, from, to_pitch, from_pitch, rows);
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

// A pattern over and over, from any byte of it on.
class Tile {
 public:
  explicit Tile(const FillBox& fill) noexcept : pattern_bytes_(fill.pattern_bytes) {
    whole_ = kBytes / pattern_bytes_ * pattern_bytes_;
    for (std::size_t at = 0; at < whole_ + pattern_bytes_; at += pattern_bytes_)
      std::memcpy(bytes_ + at, fill.pattern, pattern_bytes_);
  }
  void put(std::byte* to, std::size_t x, std::size_t count) const noexcept {
    const std::byte* const from = bytes_ + x % pattern_bytes_;
    for (; count >= whole_; count -= whole_, to += whole_) std::memcpy(to, from, whole_);
    std::memcpy(to, from, count);
  }

 private:
  static constexpr std::size_t kBytes = 4096;
  std::size_t pattern_bytes_;
  std::size_t whole_;
  std::byte bytes_[kBytes + FillBox::kMaxPatternBytes];
};

template <class Put>
void fill_box(const FillBox& fill, std::size_t first, std::size_t count, Put&& put) noexcept {
  const auto to = [&](std::size_t slice, std::size_t row) {
    return fill.destination + slice * fill.to.slice + row * fill.to.row;
  };
  each_row(
      fill.box, first, count,
      [&](std::size_t slice, std::size_t row, std::size_t x, std::size_t bytes) {
        put(to(slice, row) + x, x, bytes);
      },
      [&](std::size_t slice, std::size_t row, std::size_t rows) {
        std::byte* begin = to(slice, row);
        for (std::size_t i = 0; i < rows; ++i, begin += fill.to.row) put(begin, 0, fill.box.width);
      });
}

void run(const FillBox& fill, std::size_t first, std::size_t count) noexcept {
  if (fill.pattern_bytes == 1) {
    const int value = std::to_integer<int>(fill.pattern[0]);
    fill_box(fill, first, count,
             [=](std::byte* to, std::size_t, std::size_t bytes) { std::memset(to, value, bytes); });
    return;
  }
  const Tile tile(fill);
  fill_box(fill, first, count,
           [&](std::byte* to, std::size_t x, std::size_t bytes) { tile.put(to, x, bytes); });
}

}  // namespace

void Transfer::run(std::size_t first, std::size_t count) const noexcept {
  std::visit([=](const auto& kind) { cpu::run(kind, first, count); }, work);
}

const char* Transfer::name() const noexcept {
  return std::holds_alternative<Fill>(work) || std::holds_alternative<FillBox>(work) ? "fill" : "copy";
}

}  // namespace gridcall::cpu
