// SPDX-License-Identifier: Apache-2.0
//
// Red zones: bytes beside a buffer that hold a pattern, so that a write there is found afterwards.

#pragma once

#include <cstddef>
#include <cstdint>

namespace gridcall::cpu {

// Two buffers that share pages have between them the zone of the lower one and the zone of the upper one,
// which are disjoint, so that damage next to one buffer is never blamed on users of the other.
inline constexpr std::size_t kHeadRedZoneBytes = 64;   // before a buffer
inline constexpr std::size_t kTailRedZoneBytes = 128;  // the minimum after a buffer
// The bytes after a buffer that are filled and checked if they are free.
inline constexpr std::size_t kWideRedZoneBytes = 256;

// Fills the range with a pattern that reads as NaN, as float and as double, and that changes when the result
// of arithmetic is stored.
void red_zone_fill(std::uintptr_t begin, std::uintptr_t end) noexcept;
// Returns the first byte without the pattern; 0 if there is none.
std::uintptr_t red_zone_damage(std::uintptr_t begin, std::uintptr_t end) noexcept;

// The two red zones of one buffer: [head, begin) and [end, tail).
struct RedZones {
  std::uintptr_t head = 0;
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::uintptr_t tail = 0;

  void fill() const noexcept {
    red_zone_fill(head, begin);
    red_zone_fill(end, tail);
  }
  // Checks the bytes after the buffer first, because most errors run past the end.
  std::uintptr_t damage() const noexcept {
    const std::uintptr_t behind = red_zone_damage(end, tail);
    return behind != 0 ? behind : red_zone_damage(head, begin);
  }
};

}  // namespace gridcall::cpu
