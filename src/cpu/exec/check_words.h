// SPDX-License-Identifier: Apache-2.0
//
// Races: the words that a warp's lanes access side by side, looked at and noted by eight.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

// RaceCells::site.
inline constexpr unsigned kSiteBytesShift = 4;
inline constexpr std::uint32_t kSiteHasValue = 1u << 8;
inline constexpr unsigned kSiteShift = 9;

struct WarpAccess {
  std::uint32_t number;  // of the block among those of all launches
  std::uint32_t first;   // block of the launch
  std::uint32_t blocks;  // of it
  std::uint16_t epoch;   // barriers of the block so far
  std::uint32_t release;
  bool in_shared;
  std::uint32_t thread;         // of the first word
  unsigned shift;               // each thread accesses 1 << `shift` words
  std::uint32_t site;           // RaceCells::site
  const std::uint32_t* values;  // that are written, eight before and behind may be read; or NULL
};

// Returns false if each word must be checked by itself. Requires AVX2, and threads without clocks.
bool note_words(const WarpAccess& access, RaceCells& cells, std::size_t word, std::uint32_t count) noexcept;

}  // namespace gridcall::cpu
