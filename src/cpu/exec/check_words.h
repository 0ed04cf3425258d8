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
  std::uint32_t* seen;          // the first word's place at BlockContext::seen_from, or NULL
  std::uint32_t seen_now;
};

// Whether bytes of shadow memory, a multiple of 32, have the bits `wanted` of `mask`; `marks`: those that do
// are marked as written.
bool have_state(std::uint8_t* place, std::size_t bytes, std::uint8_t mask, std::uint8_t wanted,
                bool marks) noexcept;
// Words of shared memory that the access's thread, `last` and those between them have read, as note_both() in
// check.cpp. Returns false if a write was there since the last barrier.
bool note_readers(const WarpAccess& access, RaceCells& cells, std::size_t word, std::uint32_t count,
                  std::uint32_t last) noexcept;
// A whole line (RaceCells::lines), whose first word is the thread's. Returns false if its words have to be
// looked at. `values` as in `access`.
bool note_line(const WarpAccess& access, RaceCells& cells, std::size_t line, std::uint32_t thread,
               const std::uint32_t* values) noexcept;
// Writes what a line's records say to its words, if they are of the launch.
void copy_line_to_words(RaceCells& cells, std::size_t line, std::uint32_t first,
                        std::uint64_t blocks) noexcept;
// Returns false if each word must be checked by itself. Requires AVX2, and threads without clocks.
bool note_words(const WarpAccess& access, RaceCells& cells, std::size_t word, std::uint32_t count) noexcept;

}  // namespace gridcall::cpu
