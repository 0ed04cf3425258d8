// SPDX-License-Identifier: Apache-2.0
//
// Races: the words that a warp's lanes access side by side, looked at and noted by eight.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/abi/image.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

// The layout of RaceCells::site.
inline constexpr unsigned kSiteBytesShift = 4;
inline constexpr std::uint32_t kSiteHasValue = 1u << 8;
inline constexpr unsigned kSiteShift = 9;

// Accesses to whole words of a block's shared memory since its last barrier, by lanes of vectors. A tag is
// the thread, and above kThreadBits a number of the time between two barriers, so that one comparison says
// whether another thread was there. A word that has to be looked at with all that is known of it has kInWords
// for its writer: until the next barrier RaceCells has it.
struct SharedCells {
  enum Kind : unsigned { kWrite, kRead, kOtherRead, kKinds };  // as those of RaceCells
  static constexpr unsigned kThreadBits = 11;
  static constexpr std::uint32_t kInWords = (1u << kThreadBits) - 1;
  static_assert(kMaxThreadsPerBlock <= kInWords);
  // Eight words at a time are written, the last of them as they were.
  static constexpr std::size_t kPitch = kMaxSharedBytes / 4 + 48;
  std::uint32_t tag[kKinds][kPitch];
  std::uint32_t site[kKinds][kPitch];  // as RaceCells::site
  std::uint32_t value[kPitch];         // that kWrite wrote
};

// Bytes of shadow memory, which must have the bits `wanted` of `mask`, and are marked as written if `marks`.
struct ByteStates {
  std::uint8_t* place;
  std::uint8_t mask;
  std::uint8_t wanted;
  bool marks;
};

struct SharedAccess {
  ByteStates states;  // of the first word; the states of seven words behind the last one may be read
  std::uint32_t tag;  // of the first word
  unsigned shift;     // each thread accesses 1 << `shift` words
  std::uint32_t site;
  const std::uint64_t* values;  // the written values of threads; or NULL
  std::uint32_t* seen;          // the first word's place at BlockContext::seen_from, or NULL
  std::uint32_t seen_now;
};

struct WarpAccess {
  std::uint32_t number;  // the block's number among those of all launches
  std::uint32_t first;   // the first block of the launch
  std::uint32_t blocks;  // the number of the launch's blocks
  std::uint16_t epoch;   // the number of the block's barriers so far
  std::uint32_t release;
  bool in_shared;
  std::uint32_t thread;         // the thread of the first word
  unsigned shift;               // each thread accesses 1 << `shift` words
  std::uint32_t site;           // the RaceCells::site
  const std::uint32_t* values;  // the written values, readable from eight before to eight after them; or NULL
  std::uint32_t* seen;          // the first word's entry in BlockContext::seen_from, or NULL
  std::uint32_t seen_now;
};

// Accesses of consecutive threads, each to a part of 1 << `of.shift` words of its own.
struct StridedAccess {
  WarpAccess of;         // without values
  ByteStates states;     // of the first thread's words
  std::uint32_t offset;  // of the first byte in a thread's words
  std::uint32_t bytes;
  const std::uint64_t* values;  // of each thread; or NULL
};

// Returns true if bytes, a multiple of 32, have the states.
bool have_state(const ByteStates& states, std::size_t bytes) noexcept;
// Returns false if a word has another state, or another thread has accessed it since the last barrier; words
// before it are noted. Passes over words that two threads have read.
bool note_shared(const SharedAccess& access, SharedCells& cells, std::size_t word,
                 std::uint32_t count) noexcept;
// Does what note_shared() does, for 32 threads with words that lie `stride` words apart, not 0. The access's
// states and places are those of word 0.
bool note_shared_strided(const SharedAccess& access, SharedCells& cells, std::size_t word,
                         std::ptrdiff_t stride) noexcept;
// Returns true if each of 32 addresses lies `distance` bytes behind the one before.
bool are_apart(void* const* addresses, std::ptrdiff_t distance) noexcept;
// Records that the access's thread, the thread of the tag `last` and the threads between them have read each
// of the words. Returns false, like note_shared(), if a write happened since the last barrier.
bool note_shared_readers(const SharedAccess& access, SharedCells& cells, std::size_t word,
                         std::uint32_t count, std::uint32_t last) noexcept;
// Records accesses to a whole line (RaceCells::lines), whose first word is the thread's. Returns false if its
// words must be checked. `values` is as in `access`.
bool note_line(const WarpAccess& access, RaceCells& cells, std::size_t line, std::uint32_t thread,
               const std::uint32_t* values) noexcept;
// Copies a line's records to its words if they are of the launch.
void copy_line_to_words(RaceCells& cells, std::size_t line, std::uint32_t first,
                        std::uint64_t blocks) noexcept;
// Records accesses of `lanes` threads, the first of which has the words from `word` on. Returns the lanes
// that need no report, of lines that are accessed from end to end.
std::uint32_t note_strided(const StridedAccess& access, RaceCells& cells, std::size_t word,
                           std::uint32_t lanes) noexcept;
// Returns false if each word must be checked by itself. Requires AVX2, and threads without clocks.
bool note_words(const WarpAccess& access, RaceCells& cells, std::size_t word, std::uint32_t count) noexcept;

}  // namespace gridcall::cpu
