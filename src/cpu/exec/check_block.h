// SPDX-License-Identifier: Apache-2.0
//
// A block that runs checked code: what is known of its shared memory, and what its barriers and fences change
// of that. A block runs on one OS thread and changes threads only inside calls of the runtime, so its state
// needs no lock. These functions are called for each access, and inline.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cpu/base/processor.h"
#include "cpu/exec/block.h"
#include "cpu/exec/check.h"
#include "cpu/exec/check_pending.h"
#include "cpu/exec/check_words.h"

namespace gridcall::cpu {

inline constexpr std::uint16_t kForEver = 0xffff;

inline BlockChecks* checks_of(ThreadContext* thread) noexcept {
  BlockChecks* const checks = block_of(thread).checks.get();
  return checks && checks->checks != 0 ? checks : nullptr;
}

inline bool is_shared(const Block& block, std::uintptr_t address) noexcept {
  return address - reinterpret_cast<std::uintptr_t>(block.context.shared) < kMaxSharedBytes;
}

inline std::uint32_t argument_of(std::uint32_t flags) noexcept {
  return flags >> kAccessArgumentShift & kAccessArgumentMask;
}

// Returns the memory of an argument; NULL if it is unknown.
inline const driver::ArgumentPart* part_of(const Block& block, std::uint32_t argument) noexcept {
  const std::vector<driver::ArgumentPart>& parts = block.launch->parts;
  if (argument == 0 || argument > parts.size() || parts[argument - 1].bytes == 0) return nullptr;
  return &parts[argument - 1];
}

inline bool leaves_part(const Block& block, std::uint32_t flags, std::uintptr_t address,
                        std::uint64_t bytes) noexcept {
  const driver::ArgumentPart* const part = part_of(block, argument_of(flags));
  return part && (bytes > part->bytes || address - part->begin > part->bytes - bytes);
}

// Returns true if check_words.h has code for this processor.
inline bool is_wide() noexcept {
#if defined(__x86_64__)
  // __builtin_cpu_supports would ask the processor at each start, slowly in a virtual machine.
  static const bool known = lacking_feature("+avx2").empty();
  return known;
#else
  return false;
#endif
}

inline constexpr std::size_t kSeenWords = (kMaxSharedBytes + 2 * kSeenMargin) / 4;

// Returns a word's entry (BlockContext::seen_from); NULL if neither races nor unset reads are checked.
inline std::uint32_t* seen_entry(const Block& block, std::uintptr_t address) noexcept {
  if (!block.checks->seen) return nullptr;
  return reinterpret_cast<std::uint32_t*>(address + static_cast<std::uintptr_t>(block.context.seen_from));
}

// Resets the entries, so that no word counts as read.
inline void reset_seen(Block& block) noexcept {
  if (++block.context.seen != 0 || !block.checks->seen) return;
  std::fill_n(block.checks->seen.get(), kSeenWords, 0u);
  block.context.seen = 1;
}

void reset_clocks(BlockChecks& checks) noexcept;

// From now on no word of shared memory has been accessed: a barrier of all threads.
void begin_epoch(Block& block) noexcept;

inline std::size_t shared_word(const Block& block, std::uintptr_t address) noexcept {
  return (address - reinterpret_cast<std::uintptr_t>(block.context.shared)) / 4;
}

// Notes the accesses that are listed, which do not meet, and lists no more until the next barrier.
void note_pending(Block& block) noexcept;

// Called before an access to shared memory is noted that may meet one that is listed.
inline void leave_pending(Block& block) noexcept {
  if (PendingAccesses* const pending = block.checks->pending.get(); pending && pending->is_open())
    note_pending(block);
}

// The check of a warp's instruction. Of a write note_pending() finds the values here.
class InstructionScope {
 public:
  InstructionScope(BlockChecks& checks, const WarpContext& warp, const std::uint64_t* values) noexcept
      : checks_(checks) {
    if (values && checks.pending && checks.pending->is_open())
      checks.unwritten = {checks.pending->count(), warp.first_linear_index, values};
  }
  InstructionScope(const InstructionScope&) = delete;
  InstructionScope& operator=(const InstructionScope&) = delete;
  ~InstructionScope() { checks_.unwritten.from = ~0u; }
  bool has_listed() const noexcept {
    return checks_.pending && checks_.pending->is_open() && checks_.pending->count() > checks_.unwritten.from;
  }

 private:
  BlockChecks& checks_;
};

// Called when bytes of shared memory cease to be valid or written.
void forget_set(const Block& block, std::uintptr_t begin, std::size_t bytes) noexcept;

// Notes words of shared memory that were written: without `race` no later access to them is looked at.
void note_set(const Block& block, std::uintptr_t begin, std::size_t bytes, std::uint32_t flags) noexcept;

void note_release(Block& block) noexcept;
void note_acquire(Block& block) noexcept;
// An atomic access may order other blocks' accesses after this block's.
void note_order(Block& block, std::uint32_t flags) noexcept;

}  // namespace gridcall::cpu
