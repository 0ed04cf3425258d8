// SPDX-License-Identifier: Apache-2.0
//
// Red zones: bytes beside a buffer that hold a pattern, so that a write there is found afterwards.

#pragma once

#include <cstddef>
#include <cstdint>

namespace gridcall::cpu {

// Between two buffers that share pages lie the zone of the one below and the zone of the one above, which
// share no byte: what is written beside one of them is never taken for a fault of who uses the other.
inline constexpr std::size_t kHeadRedZoneBytes = 64;   // before a buffer
inline constexpr std::size_t kTailRedZoneBytes = 128;  // at least, behind one
// So much behind a buffer is filled and checked, where nothing else lies there.
inline constexpr std::size_t kWideRedZoneBytes = 256;

// Fills with a pattern that reads as a NaN, as float and as double, and changes where arithmetic is written
// back.
void red_zone_fill(std::uintptr_t begin, std::uintptr_t end) noexcept;
// The first byte that does not hold the pattern; 0: all do.
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
  // Looks behind the buffer first, because most programs run past its end.
  std::uintptr_t damage() const noexcept {
    const std::uintptr_t behind = red_zone_damage(end, tail);
    return behind != 0 ? behind : red_zone_damage(head, begin);
  }
};

}  // namespace gridcall::cpu
