// SPDX-License-Identifier: Apache-2.0
//
// What a copy or a fill does, and the one place that does it.

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

struct Transfer {
  std::variant<Copy, Fill> work;
  std::size_t bytes = 0;

  // Does `count` bytes of it from byte `first`, both multiples of a fill's value.
  void run(std::size_t first, std::size_t count) const noexcept;
  const char* name() const noexcept;  // for messages
};

// The bytes of a chunk in which workers claim a transfer.
inline constexpr std::size_t kTransferChunkBytes = std::size_t{1} << 20;

}  // namespace gridcall::cpu
