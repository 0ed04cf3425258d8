// SPDX-License-Identifier: Apache-2.0

#include "cpu/memory/red_zone.h"

#include <algorithm>
#include <cstring>

namespace gridcall::cpu {

namespace {

// The pattern at multiples of 8: a double and, in its first half, a float that are signalling NaNs.
// Arithmetic makes them quiet, which changes the pattern, so that `x[n] += 1` is detected as well as `x[n] =
// 1`. No word can be both: the float in the second half is quiet.
constexpr unsigned char kPattern[8] = {0xc3, 0xa5, 0xb5, 0xff, 0xc3, 0xa5, 0xf5, 0xff};
constexpr std::size_t kPeriod = sizeof kPattern;

struct Sample {
  unsigned char bytes[kWideRedZoneBytes + kPeriod];
  constexpr Sample() : bytes() {
    for (std::size_t i = 0; i < sizeof bytes; ++i) bytes[i] = kPattern[i % kPeriod];
  }
};
constexpr Sample kSample;

// Calls `visit(address, pattern, bytes)` piece by piece, while it returns true.
template <class Visit>
void for_each_piece(std::uintptr_t begin, std::uintptr_t end, Visit visit) noexcept {
  while (begin < end) {
    const std::size_t bytes = std::min(static_cast<std::size_t>(end - begin), kWideRedZoneBytes);
    if (!visit(begin, kSample.bytes + begin % kPeriod, bytes)) return;
    begin += bytes;
  }
}

}  // namespace

void red_zone_fill(std::uintptr_t begin, std::uintptr_t end) noexcept {
  for_each_piece(begin, end, [](std::uintptr_t at, const unsigned char* pattern, std::size_t bytes) {
    std::memcpy(reinterpret_cast<void*>(at), pattern, bytes);
    return true;
  });
}

std::uintptr_t red_zone_damage(std::uintptr_t begin, std::uintptr_t end) noexcept {
  std::uintptr_t found = 0;
  for_each_piece(begin, end, [&found](std::uintptr_t at, const unsigned char* pattern, std::size_t bytes) {
    const auto* zone = reinterpret_cast<const unsigned char*>(at);
    if (std::memcmp(zone, pattern, bytes) == 0) return true;
    found = at + static_cast<std::size_t>(std::mismatch(zone, zone + bytes, pattern).first - zone);
    return false;
  });
  return found;
}

}  // namespace gridcall::cpu
