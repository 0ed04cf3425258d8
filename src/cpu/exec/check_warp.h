// SPDX-License-Identifier: Apache-2.0
//
// Accesses of a warp's lanes that are checked together: what checks of rows and of scattered lanes share. An
// access is clean if it needs no report; if that is not sure, each lane is checked by itself.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cpu/exec/check_races.h"

namespace gridcall::cpu {

// Returns the states that an access needs of bytes with this shadow memory.
inline ByteStates states_at(const BlockChecks& checks, std::uint8_t* place, std::uint32_t flags) noexcept {
  const bool is_write = (flags & kAccessWrite) != 0;
  const bool sees_init = (checks.checks & kCheckInit) != 0;
  const bool sees_unset = sees_init && !is_write && (flags & kAccessMayBeUnset) == 0;
  const auto wanted = static_cast<std::uint8_t>(kShadowValid | (sees_unset ? kShadowWritten : 0));
  return {place, static_cast<std::uint8_t>(wanted | (is_write ? kShadowReadOnly : 0)), wanted,
          is_write && sees_init};
}
// Returns them without a place if the bytes do not lie in one chunk.
inline ByteStates states_of(const BlockChecks& checks, std::uintptr_t begin, std::size_t bytes,
                            std::uint32_t flags) noexcept {
  const std::size_t first = begin % Shadow::kChunkBytes;
  std::uint8_t* const chunk = shadow().find(begin);
  return states_at(checks, chunk && first + bytes <= Shadow::kChunkBytes ? chunk + first : nullptr, flags);
}

// Returns true if a range lies in one chunk and may be accessed this way, and marks it as written.
bool has_clean_state(const BlockChecks& checks, std::uintptr_t begin, std::size_t bytes,
                     std::uint32_t flags) noexcept;

inline bool may_go_together(const Block& block, std::uintptr_t begin, std::uint64_t bytes, std::uint64_t all,
                            std::uint32_t flags) noexcept {
  const std::uint64_t align = std::uint64_t{1} << (flags >> kAccessAlignShift & kAccessAlignMask);
  return begin % align == 0 && bytes % align == 0 && (flags & (kAccessAtomic | kAccessVolatile)) == 0 &&
         !leaves_part(block, flags, begin, all);
}

inline std::uint32_t site_of(const BlockChecks& checks, const CheckSite* site, std::uint32_t bytes,
                             std::uint32_t flags) noexcept {
  return static_cast<std::uint32_t>(site - checks.kernel->sites) << kSiteShift | bytes << kSiteBytesShift |
         (flags & 15);
}

inline WarpAccess access_of(const RaceView& view, std::uint32_t thread, unsigned shift,
                            std::uint32_t site) noexcept {
  return {view.number,
          view.first,
          static_cast<std::uint32_t>(std::min<std::uint64_t>(view.reports.blocks, UINT32_MAX)),
          view.checks.epoch,
          view.release,
          view.in_shared,
          thread,
          shift,
          site,
          nullptr,
          nullptr,
          view.block.context.seen};
}

// Returns true if accesses of consecutive threads to consecutive places need no report.
bool is_clean_span(Block& block, std::uintptr_t begin, std::uint32_t bytes, std::uint32_t threads,
                   std::uint32_t thread, const std::uint64_t* values, std::uint32_t flags,
                   const CheckSite* site) noexcept;

}  // namespace gridcall::cpu
