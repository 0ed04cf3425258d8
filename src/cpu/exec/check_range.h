// SPDX-License-Identifier: Apache-2.0
//
// The check of a range that one thread accesses.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/exec/check_races.h"

namespace gridcall::cpu {

// A refused access reads the first buffer and writes the second; no other accesses use them.
inline constexpr std::size_t kSinkBytes = 4096;
alignas(64) inline constinit std::byte zeros[kSinkBytes]{};
alignas(64) inline constinit std::byte sink[kSinkBytes]{};

// Returns true if all bytes have the bits. Most accesses have 4 or 8 aligned bytes.
template <class Word>
bool all_have(const std::uint8_t* place, std::uint8_t mask, std::uint8_t wanted) noexcept {
  constexpr Word kOnes = static_cast<Word>(0x0101010101010101u);
  Word word;
  std::memcpy(&word, place, sizeof word);
  return (word & static_cast<Word>(kOnes * mask)) == static_cast<Word>(kOnes * wanted);
}

inline bool all_have(std::uintptr_t address, std::uint64_t bytes, std::uint8_t mask,
                     std::uint8_t wanted) noexcept {
  const std::uint8_t* const chunk = shadow().find(address);
  if (!chunk) return false;
  const std::size_t first = address % Shadow::kChunkBytes;
  if (first + bytes <= Shadow::kChunkBytes) {
    if (bytes == 4) return all_have<std::uint32_t>(chunk + first, mask, wanted);
    if (bytes == 8) return all_have<std::uint64_t>(chunk + first, mask, wanted);
    if (bytes == 1) return (chunk[first] & mask) == wanted;
  }
  return shadow().count_with(address, bytes, mask, wanted) == bytes;
}

inline void note_written(std::uintptr_t address, std::uint64_t bytes) noexcept {
  std::uint8_t* const chunk = shadow().find(address);
  const std::size_t first = address % Shadow::kChunkBytes;
  if (chunk && first + bytes <= Shadow::kChunkBytes && bytes == 4) {
    std::uint32_t word;
    std::memcpy(&word, chunk + first, 4);
    word |= 0x01010101u * kShadowWritten;
    std::memcpy(chunk + first, &word, 4);
    return;
  }
  shadow().add(address, bytes, kShadowWritten);
}

inline void* refused(std::uint64_t bytes, std::uint32_t flags) noexcept {
  if (bytes > kSinkBytes) return sink;
  return (flags & kAccessWrite) != 0 ? sink : zeros;
}

// Returns true if the range may be accessed this way, else reports the error.
template <class ThreadOf>
bool check_range(const ThreadOf& thread_of, Block& block, std::uint32_t linear, std::uint32_t wanted,
                 std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags, const CheckSite* site,
                 std::uint64_t value, RaceView* of_warp = nullptr) noexcept {
  if (bytes == 0) return true;
  const bool is_write = (flags & kAccessWrite) != 0;
  const bool sees_unset =
      (wanted & kCheckInit) != 0 && (flags & (kAccessRead | kAccessMayBeUnset)) == kAccessRead;
  const std::uint64_t align = std::uint64_t{1} << (flags >> kAccessAlignShift & kAccessAlignMask);
  // Usually the whole range is valid; otherwise the code below finds the error.
  const auto state = static_cast<std::uint8_t>(kShadowValid | (sees_unset ? kShadowWritten : 0));
  const auto mask = static_cast<std::uint8_t>(state | (is_write ? kShadowReadOnly : 0));
  if (address % align != 0 || !all_have(address, bytes, mask, state)) {
    if ((wanted & kCheckMemory) != 0) {
      if (address % align != 0) {
        report_misaligned(thread_of(), address, bytes, flags, site, align);
        return false;
      }
      const auto may = static_cast<std::uint8_t>(is_write ? kShadowValid | kShadowReadOnly : kShadowValid);
      if (!all_have(address, bytes, may, kShadowValid)) {
        report_memory(thread_of(), address, bytes, flags, site);
        return false;
      }
    } else if (!all_have(address, bytes, kShadowValid, kShadowValid)) {
      return true;  // another check reports this error
    }
    if (sees_unset && !all_have(address, bytes, kShadowWritten, kShadowWritten)) {
      report_unset(thread_of(), address, bytes, flags, site);
      note_written(address, bytes);  // so that it is reported once
    }
  }
  if ((wanted & kCheckMemory) != 0 && leaves_part(block, flags, address, bytes)) {
    const std::uint32_t argument = argument_of(flags);
    report_part(thread_of(), address, bytes, flags, site, argument - 1, *part_of(block, argument));
    return false;
  }
  if ((wanted & kCheckInit) != 0 && is_write) note_written(address, bytes);
  if ((wanted & kCheckRace) == 0) return true;
  const bool in_shared = is_shared(block, address);
  if (in_shared || !is_of_stack(block, address)) {
    if (of_warp) {
      of_warp->in_shared = in_shared;
      of_warp->set_thread(linear);
      look_for_race(thread_of, *of_warp, address, bytes, flags, site, value);
    } else {
      RaceView view{block, *block.checks, block.launch->checks, in_shared};
      view.set_thread(linear);
      look_for_race(thread_of, view, address, bytes, flags, site, value);
    }
  }
  if (!of_warp) note_order(block, flags);
  return true;
}

// Returns true if the range of a valid access covers later accesses too (CheckRange), as in generated code.
inline bool has_range(const BlockChecks& checks, std::uint32_t flags) noexcept {
  if ((checks.checks & (kCheckInit | kCheckRace)) == 0) return true;
  return (flags & (kAccessAtomic | kAccessVolatile | kAccessCompared | kAccessShared)) == 0 &&
         ((flags & kAccessWrite) == 0 || (checks.checks & kCheckRace) == 0);
}

// Stores the range of a valid access, unless the range may end while the kernel runs. A slot whose accesses
// lie in different ranges each time is not searched for again.
void store_range(Block& block, std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags,
                 std::uint32_t slot) noexcept;

}  // namespace gridcall::cpu
