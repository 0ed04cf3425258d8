// SPDX-License-Identifier: Apache-2.0
//
// The bytes of copies and fills are moved here, and nowhere else; work of the host is called here too.

#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>

namespace gridcall::cpu {

struct Copy {
  std::byte* destination = nullptr;
  const std::byte* source = nullptr;
};

struct Fill {
  std::byte* destination = nullptr;
  std::uint32_t value = 0;
  std::uint32_t value_bytes = 1;  // 1, 2 or 4
};

// A box of `slices` times `rows` rows of `width` bytes.
struct Box {
  std::size_t width = 0;
  std::size_t rows = 0;
  std::size_t slices = 0;
};

// The distances between rows and slices at one end of a copy or a fill.
struct Pitches {
  std::size_t row = 0;
  std::size_t slice = 0;

  // Returns the bytes from the first byte to the end of the last one. The sums do not overflow for a checked
  // box.
  std::size_t extent(const Box& box) const noexcept {
    return (box.slices - 1) * slice + (box.rows - 1) * row + box.width;
  }
};

struct CopyBox {
  std::byte* destination = nullptr;
  const std::byte* source = nullptr;
  Box box;
  Pitches to;
  Pitches from;
};

struct FillBox {
  static constexpr std::size_t kMaxPatternBytes = 128;

  std::byte* destination = nullptr;
  Box box;  // its width is a multiple of the pattern's size
  Pitches to;
  std::uint32_t pattern_bytes = 1;
  std::byte pattern[kMaxPatternBytes] = {};
};

// A call of a function of the host, which counts as one byte.
struct HostWork {
  void (*function)(void* data) = nullptr;
  void* data = nullptr;
};

struct Transfer {
  std::variant<Copy, Fill, CopyBox, FillBox, HostWork> work;
  std::size_t bytes = 0;

  // Transfers `count` bytes from byte `first` on, both multiples of a fill's value. The bytes of a box are
  // counted row by row.
  void run(std::size_t first, std::size_t count) const noexcept;
  const char* name() const noexcept;  // the name in messages
  std::size_t stack_bytes() const noexcept;
};

// The chunk of a transfer that a worker claims, so large that two workers do not share a new huge page.
inline constexpr std::size_t kTransferChunkBytes = std::size_t{2} << 20;

}  // namespace gridcall::cpu
