// SPDX-License-Identifier: Apache-2.0

#include "cpu/exec/check_block.h"

#include <atomic>
#include <cstring>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "cpu/abi/runtime.h"
#include "cpu/memory/memory.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

namespace {

// The number of blocks of all launches so far, for the race check.
constinit std::atomic<std::uint32_t> blocks_numbered{1};
constinit std::atomic<std::uint64_t> launches_numbered{1};
// If one launch has more blocks, fences are not counted, and races in device memory are not checked.
constexpr std::uint64_t kMaxBlocks = std::uint64_t{1} << 24;

}  // namespace

void reset_clocks(BlockChecks& checks) noexcept {
  if (checks.moved_clocks == 0) return;
  std::memset(checks.clocks.get(), 0, checks.moved_clocks * sizeof(BlockChecks::WarpClocks));
  checks.moved_clocks = 0;
}

void begin_epoch(Block& block) noexcept {
  BlockChecks& checks = *block.checks;
  if (!checks.shared_cells) return;
  reset_seen(block);
  checks.shared_tag += 1u << SharedCells::kThreadBits;
  if (checks.shared_tag == 0) {
    std::memset(checks.shared_cells->tag, 0, sizeof checks.shared_cells->tag);
    checks.shared_tag = 1u << SharedCells::kThreadBits;
  }
  const auto shared = reinterpret_cast<std::uintptr_t>(block.context.shared) % Shadow::kChunkBytes;
  checks.shared_states = shadow().find(reinterpret_cast<std::uintptr_t>(block.context.shared));
  if (checks.shared_states)
    checks.shared_states =
        shared + kMaxSharedBytes + 28 <= Shadow::kChunkBytes ? checks.shared_states + shared : nullptr;
  // Blocks of a cluster access each other's.
  checks.shared_together = is_wide() && !block.cluster && (checks.checks & kCheckRace) != 0;
  checks.pending->begin(checks.shared_together && checks.shared_states);
}

void note_pending(Block& block) noexcept {
  BlockChecks& checks = *block.checks;
  PendingAccesses& pending = *checks.pending;
  const std::uint32_t count = pending.close();
  const auto* const words = reinterpret_cast<const std::uint32_t*>(block.context.shared);
  for (std::uint32_t i = 0; i < count; ++i) {
    const PendingAccess& of = pending[i];
    // Words that two threads have read are noted, too.
    SharedAccess access{{checks.shared_states + std::size_t{4} * of.word, 0, 0, false},
                        of.tag,
                        of.shift,
                        of.site,
                        nullptr,
                        nullptr,
                        0};
    if (of.stride != 1) {
      access.states.place = checks.shared_states;
      note_shared_strided(access, *checks.shared_cells, of.word, of.stride);
      continue;
    }
    // Nobody has written the words since.
    std::uint64_t values[2 * kWarpSize];
    if ((of.site & kSiteHasValue) != 0 && i >= checks.unwritten.from) {
      access.values =
          checks.unwritten.values + ((of.tag & SharedCells::kInWords) - checks.unwritten.first_thread);
    } else if ((of.site & kSiteHasValue) != 0) {
      if (of.shift == 0) std::copy_n(words + of.word, of.count, values);
      if (of.shift != 0) std::memcpy(values, words + of.word, std::size_t{4} * of.count);
      access.values = values;
    }
    note_shared(access, *checks.shared_cells, of.word, of.count);
  }
}

void forget_set(const Block& block, std::uintptr_t begin, std::size_t bytes) noexcept {
  PendingAccesses* const pending = block.checks->pending.get();
  if (bytes == 0) return;
  const std::size_t words =
      std::min((begin % 4 + bytes + 3) / 4, kMaxSharedBytes / 4 - shared_word(block, begin));
  if (pending) pending->forget_set(shared_word(block, begin), words);
  if (std::uint32_t* const seen = seen_entry(block, begin - begin % 4)) std::fill_n(seen, words, 0u);
}

void note_set(const Block& block, std::uintptr_t begin, std::size_t bytes, std::uint32_t flags) noexcept {
  const bool is_set = (flags & (kAccessWrite | kAccessMayBeUnset)) != kAccessMayBeUnset;
  if ((block.checks->checks & (kCheckInit | kCheckRace)) == kCheckInit && is_set && begin % 4 == 0 &&
      bytes % 4 == 0 && is_shared(block, begin) && is_shared(block, begin + bytes - 1))
    std::fill_n(seen_entry(block, begin), bytes / 4, block.context.seen);
}

void note_release(Block& block) noexcept {
  reset_seen(block);
  CheckReports& reports = block.launch->checks;
  if (!reports.releases) return;
  const std::uint16_t before = reports.releases[block.number()].fetch_add(1, std::memory_order_relaxed);
  if (!block.checks || !block.checks->shared_together) return;
  leave_pending(block);
  block.checks->shared_together = false;
  block.checks->shared_release = before;
}
void note_acquire(Block& block) noexcept {
  if (CheckReports& reports = block.launch->checks; reports.acquired)
    reports.acquired[block.number()].store(true, std::memory_order_relaxed);
}

void note_order(Block& block, std::uint32_t flags) noexcept {
  constexpr std::uint32_t kUpdate = kAccessAtomic | kAccessWrite | kAccessRead;
  if ((flags & kAccessRelease) != 0 || (flags & kUpdate) == kUpdate) note_release(block);
  const bool shows =
      (flags & kAccessVolatile) != 0 || (flags & (kAccessAtomic | kAccessCompared)) == kAccessAtomic;
  if ((flags & kAccessWrite) == 0 && shows) note_acquire(block);
}

// ---- Launches and blocks ----

BlockChecks::BlockChecks() = default;
BlockChecks::~BlockChecks() = default;

void CheckReports::begin(std::uint64_t block_count) noexcept {
  launch = launches_numbered.fetch_add(1, std::memory_order_relaxed);
  count.store(0, std::memory_order_relaxed);
  text.clear();
  lines.clear();
  seen.clear();
  warnings = 0;
  blocks = block_count;
  releases.reset();
  acquired.reset();
  first_block.store(0, std::memory_order_relaxed);
}

void CheckReports::find_written(const Launch& of, const CheckKernel& kernel) noexcept {
  written.clear();
  writes_anywhere = true;
  if (kernel.write_count == kWritesUnknown) return;
  const auto* const values = reinterpret_cast<const std::byte*>(of.parameters.data());
  for (std::uint32_t i = 0; i < kernel.write_count; ++i) {
    const CheckWrite& write = kernel.writes[i];
    auto address = reinterpret_cast<std::uintptr_t>(write.variable);
    if (!write.variable) {
      const std::size_t at = write.parameter < of.kernel().parameter_count
                                 ? std::size_t{of.kernel().parameters[write.parameter].offset} + write.offset
                                 : of.kernel().parameter_bytes;
      if (at + sizeof address > of.kernel().parameter_bytes) return;
      std::memcpy(&address, values + at, sizeof address);
      if (address == 0) continue;
    }
    Range range;
    if (!memory().find(address, 1, range)) return;
    try {
      written.push_back({range.begin, range.end()});
    } catch (const std::bad_alloc&) {
      return;
    }
  }
  writes_anywhere = false;
}

void CheckReports::begin_races(const Launch& of, const CheckKernel& kernel) noexcept {
  const std::lock_guard held(lock);
  if (first_block.load(std::memory_order_relaxed) != 0) return;
  find_written(of, kernel);
  if (blocks <= kMaxBlocks) {
    releases.reset(new (std::nothrow) std::atomic<std::uint16_t>[blocks]());
    acquired.reset(new (std::nothrow) std::atomic<bool>[blocks]());
    if (!acquired) releases.reset();
  }
  renumber();
}

void CheckReports::renumber() noexcept {
  const auto more = static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks, UINT32_MAX));
  first_block.store(blocks_numbered.fetch_add(more, std::memory_order_relaxed), std::memory_order_release);
}

void check_heap(ThreadContext* thread, void* address, std::uint64_t bytes) noexcept {
  if (!checks_of(thread) && !shadow().is_on()) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  shadow().forget_accesses(begin, bytes);
  shadow().set(begin, bytes, kShadowValid);
}

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

std::uint32_t gridcall_rt_check_enter(ThreadContext* thread, const CheckKernel* kernel) {
  Block& block = block_of(thread);
  BlockChecks* checks = block.checks.get();
  if (checks && checks->has_begun) return 0;
  const std::uint64_t launch = block.launch->checks.launch;
  const bool is_new = !checks || checks->launch != launch || checks->kernel != kernel;
  {
    const HostSection host(*block.worker);
    try {
      if (!checks) {
        block.checks = std::make_unique<BlockChecks>();
        checks = block.checks.get();
      }
      if (!checks->threads) checks->threads = std::make_unique<CheckedThread[]>(kMaxThreadsPerBlock);
      if ((kernel->checks & kCheckRace) != 0 && !checks->clocks)
        checks->clocks = std::make_unique<BlockChecks::WarpClocks[]>(kMaxWarps);
      if ((kernel->checks & (kCheckInit | kCheckRace)) != 0 && !checks->seen)
        checks->seen = std::make_unique<std::uint32_t[]>(kSeenWords);
      if ((kernel->checks & kCheckRace) != 0 && !checks->shared_cells)
        checks->shared_cells = std::make_unique<SharedCells>();
      if ((kernel->checks & kCheckRace) != 0 && !checks->pending)
        checks->pending = std::make_unique<PendingAccesses>();
    } catch (const std::bad_alloc&) {
      refuse(thread, Fault::kTrap, "the host has no memory for the checks of a block");
    }
    checks->kernel = kernel;
    checks->checks = kernel->checks;
    checks->stop = (kernel->checks & kCheckStop) != 0;
    checks->epoch = 0;
    checks->has_begun = true;
    checks->launch = launch;
    ++checks->begun;
    checks->all_threads = 0;
    std::fill(std::begin(checks->warp_waits), std::end(checks->warp_waits), BlockChecks::WarpWait{});
    reset_clocks(*checks);
    for (BlockChecks::WrittenRange& each : checks->settled)
      if (is_new) each.misses = 0;
    if (is_new) {
      shadow().set_own(reinterpret_cast<std::uintptr_t>(block.context.shared), kMaxSharedBytes, 0);
      if (checks->pending) checks->pending->forget_set(0, kMaxSharedBytes / 4);
    }
    if ((kernel->checks & kCheckRace) != 0 &&
        block.launch->checks.first_block.load(std::memory_order_acquire) == 0)
      block.launch->checks.begin_races(*block.launch, *kernel);
    if (checks->seen) {
      const auto first = reinterpret_cast<std::uintptr_t>(checks->seen.get()) + kSeenMargin;
      block.context.seen_from =
          static_cast<std::intptr_t>(first - reinterpret_cast<std::uintptr_t>(block.context.shared));
    }
    reset_seen(block);
    begin_epoch(block);
  }
  // A block finds the shared arrays as the previous block left them, except for the written state.
  if (!is_new && (kernel->checks & kCheckInit) == 0) return 0;
  checks->shared.clear();
  return 1;
}

void gridcall_rt_check_shared(ThreadContext* thread, void* address, const CheckObject* object) {
  Block& block = block_of(thread);
  BlockChecks& checks = *block.checks;
  const bool is_dynamic = object->kind == static_cast<std::uint32_t>(CheckObjectKind::kDynamicShared);
  const std::uint64_t bytes = is_dynamic ? block.context.dynamic_shared_bytes : object->bytes;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  shadow().set_own(begin, bytes, kShadowValid);
  forget_set(block, begin, bytes);
  const HostSection host(*block.worker);
  try {
    checks.shared.push_back({begin, bytes, object});
  } catch (const std::bad_alloc&) {
  }
}

void gridcall_rt_check_local(ThreadContext* thread, void* address, std::uint32_t what,
                             const CheckObject* object) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  std::vector<CheckedVariable>& locals = block_of(thread).checks->of(thread->linear_index).locals;
  const auto known = std::find_if(locals.rbegin(), locals.rend(),
                                  [&](const CheckedVariable& each) { return each.begin == begin; });
  if (what == kLocalEnds) {
    shadow().set_own(begin, object->bytes, 0);
    if (known != locals.rend()) locals.erase(std::next(known).base());
    return;
  }
  shadow().set_own(
      begin, object->bytes,
      static_cast<std::uint8_t>((what & kLocalIsSet) != 0 ? kShadowValid | kShadowWritten : kShadowValid));
  if (known != locals.rend()) {
    known->object = object;
    known->bytes = object->bytes;
    return;
  }
  const HostSection host(*block_of(thread).worker);
  try {
    locals.push_back({begin, object->bytes, object});
  } catch (const std::bad_alloc&) {
  }
}
