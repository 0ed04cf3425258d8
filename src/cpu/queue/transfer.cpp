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

}  // namespace

void Transfer::run(std::size_t first, std::size_t count) const noexcept {
  std::visit([=](const auto& kind) { cpu::run(kind, first, count); }, work);
}

const char* Transfer::name() const noexcept {
  return std::holds_alternative<Fill>(work) ? "fill" : "copy";
}

}  // namespace gridcall::cpu
