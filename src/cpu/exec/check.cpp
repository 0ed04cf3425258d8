// SPDX-License-Identifier: Apache-2.0
//
// The functions that checked code calls before its accesses, barriers and calls. A block runs on one OS
// thread and changes threads only inside calls of the runtime, so its state needs no lock. The words of races
// in device memory are shared by all workers: a lock for some of them each.
// One file, and so a little longer than others, because the functions share what is known of a block.

#include "cpu/exec/check.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

#include "cpu/abi/runtime.h"
#include "cpu/base/futex.h"
#include "cpu/exec/block.h"
#include "cpu/exec/check_report.h"
#include "cpu/memory/memory.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

namespace {

// Blocks of all launches so far, for the check of races.
constinit std::atomic<std::uint32_t> blocks_numbered{1};
// Above this many blocks of one launch no fences are counted, and races in device memory are not looked for.
constexpr std::uint64_t kMaxBlocks = std::uint64_t{1} << 24;
constexpr std::uint16_t kForEver = 0xffff;

// A refused access reads the first and writes the second; nothing else is in them.
constexpr std::size_t kSinkBytes = 4096;
alignas(64) constinit std::byte zeros[kSinkBytes]{};
alignas(64) constinit std::byte sink[kSinkBytes]{};

BlockChecks* checks_of(ThreadContext* thread) noexcept {
  BlockChecks* const checks = block_of(thread).checks.get();
  return checks && checks->checks != 0 ? checks : nullptr;
}

bool is_shared(const Block& block, std::uintptr_t address) noexcept {
  return address - reinterpret_cast<std::uintptr_t>(block.context.shared) < kMaxSharedBytes;
}

// ---- Races
// -----------------------------------------------------------------------------------------------------

class WordLock {
 public:
  explicit WordLock(const RaceWord* word) noexcept
      : lock_(locks[reinterpret_cast<std::uintptr_t>(word) / 64 % kLocks]) {
    while (lock_.exchange(true, std::memory_order_acquire)) cpu_pause();
  }
  ~WordLock() { lock_.store(false, std::memory_order_release); }
  WordLock(const WordLock&) = delete;
  WordLock& operator=(const WordLock&) = delete;

 private:
  static constexpr std::size_t kLocks = 4096;
  static inline constinit std::atomic<bool> locks[kLocks]{};
  std::atomic<bool>& lock_;
};

struct RaceView {
  Block& block;
  BlockChecks& checks;
  CheckReports& reports;
  std::uint32_t number;  // of the block, among those of all launches
  std::uint32_t first;   // of the launch's
  std::uint16_t thread;
  std::uint16_t clock;
  bool in_shared;

  // Whether what the cell says was done before this, or by this thread.
  bool is_ordered(const RaceCell& cell) const noexcept {
    const std::uint32_t of_launch = cell.block - first;
    if (of_launch >= reports.blocks) return true;  // of an earlier launch
    if (cell.block == number) {
      if (cell.thread == thread || cell.epoch != checks.epoch || checks.epoch == kForEver) return true;
      if (cell.thread / kWarpSize == thread / kWarpSize) {
        const std::uint16_t known =
            checks.clocks[thread / kWarpSize].of[thread % kWarpSize][cell.thread % kWarpSize];
        if (known > cell.clock || known == kForEver) return true;
      }
    } else if (in_shared) {
      return true;  // of a block before it
    }
    if (!reports.releases) return true;
    return reports.releases[of_launch].load(std::memory_order_relaxed) != cell.release &&
           reports.acquired[number - first].load(std::memory_order_relaxed);
  }
};

bool both_synchronize(std::uint32_t a, std::uint32_t b, bool in_shared) noexcept {
  // A volatile access to device memory is how blocks tell each other something; in shared memory it is none.
  const std::uint32_t kinds = in_shared ? kAccessAtomic : kAccessAtomic | kAccessVolatile;
  return (a & kinds) != 0 && (b & kinds) != 0;
}

void look_for_race(ThreadContext* thread, BlockChecks& checks, std::uintptr_t address, std::uint64_t bytes,
                   std::uint32_t flags, const CheckSite* site, std::uint64_t value) noexcept {
  Block& block = block_of(thread);
  CheckReports& reports = block.launch->checks;
  const bool in_shared = is_shared(block, address);
  if (!in_shared && (shadow().at(address) & kShadowReadOnly) != 0) return;
  const std::uint32_t first = reports.first_block.load(std::memory_order_relaxed);
  const std::uint64_t place = block.number();
  const auto linear = static_cast<std::uint16_t>(thread->linear_index);
  const RaceView view{block,
                      checks,
                      reports,
                      first + static_cast<std::uint32_t>(place),
                      first,
                      linear,
                      checks.clocks[linear / kWarpSize].of[linear % kWarpSize][linear % kWarpSize],
                      in_shared};
  RaceCell own{view.number,
               0,
               linear,
               checks.epoch,
               view.clock,
               reports.releases ? reports.releases[place].load(std::memory_order_relaxed) : std::uint16_t{0}};
  const auto number = static_cast<std::uint32_t>(site - checks.kernel->sites);
  const std::uint32_t kind = flags & 15;
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uintptr_t at = address + done;
    const auto skip = static_cast<unsigned>(at % 4);
    const auto count = static_cast<unsigned>(std::min<std::uint64_t>(4 - skip, bytes - done));
    const std::uint32_t mask = ((1u << count) - 1) << skip;
    done += count;
    RaceWord* const word = shadow().race_word(at);
    if (!word) return;
    own.site = number << 8 | mask << 4 | kind;
    RaceCell other{};
    const char* what = nullptr;
    {
      const WordLock lock(word);
      const auto meets = [&](const RaceCell& cell) {
        return cell.block != 0 && (cell.site >> 4 & mask) != 0 &&
               !both_synchronize(cell.site, kind, in_shared) && !view.is_ordered(cell);
      };
      if (meets(word->write)) {
        const bool is_write = (kind & kAccessWrite) != 0;
        const bool is_same = (flags & kAccessHasValue) != 0 &&
                             std::memcmp(reinterpret_cast<const void*>(address), &value, bytes) == 0;
        if (!is_write || !is_same) {
          other = word->write;
          what = is_write && (kind & kAccessRead) == 0 ? "write_after_write"
                 : (kind & kAccessRead) != 0           ? "read_after_write"
                                                       : "write_after_write";
        }
      }
      if (!what && (kind & kAccessWrite) != 0) {
        for (const RaceCell& cell : word->reads) {
          if (!meets(cell)) continue;
          other = cell;
          what = "write_after_read";
          break;
        }
      }
      if ((kind & kAccessWrite) != 0) {
        // Bytes of the word that others wrote stay known as long as this is one launch's.
        word->write = own;
      } else {
        RaceCell* slot = &word->reads[0];
        if (slot->block == own.block && slot->thread != own.thread && slot->epoch == own.epoch)
          slot = &word->reads[1];
        *slot = own;
      }
    }
    if (what) {
      const std::uint64_t index = other.site >> 8;
      report_race(thread, what, address, bytes, flags, site,
                  RaceOther{other.site & 15u, other.block - first, other.thread,
                            index < checks.kernel->site_count ? &checks.kernel->sites[index] : nullptr});
      return;
    }
  }
}

void note_release(ThreadContext* thread) noexcept {
  Block& block = block_of(thread);
  if (CheckReports& reports = block.launch->checks; reports.releases)
    reports.releases[block.number()].fetch_add(1, std::memory_order_relaxed);
}
void note_acquire(ThreadContext* thread) noexcept {
  Block& block = block_of(thread);
  if (CheckReports& reports = block.launch->checks; reports.acquired)
    reports.acquired[block.number()].store(true, std::memory_order_relaxed);
}

// ---- Accesses
// --------------------------------------------------------------------------------------------------

// Whether all bytes have the bits. Most accesses are of 4 or 8 aligned bytes.
template <class Word>
bool all_have(const std::uint8_t* place, std::uint8_t mask, std::uint8_t wanted) noexcept {
  constexpr Word kOnes = static_cast<Word>(0x0101010101010101u);
  Word word;
  std::memcpy(&word, place, sizeof word);
  return (word & static_cast<Word>(kOnes * mask)) == static_cast<Word>(kOnes * wanted);
}

bool all_have(std::uintptr_t address, std::uint64_t bytes, std::uint8_t mask, std::uint8_t wanted) noexcept {
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

void note_written(std::uintptr_t address, std::uint64_t bytes) noexcept {
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

void* refused(std::uint64_t bytes, std::uint32_t flags) noexcept {
  if (bytes > kSinkBytes) return sink;
  return (flags & kAccessWrite) != 0 ? sink : zeros;
}

// Whether the range may be accessed so. Reports what is wrong.
bool check_range(ThreadContext* thread, BlockChecks& checks, std::uintptr_t address, std::uint64_t bytes,
                 std::uint32_t flags, const CheckSite* site, std::uint64_t value) noexcept {
  if (bytes == 0) return true;
  const bool is_write = (flags & kAccessWrite) != 0;
  if ((checks.checks & kCheckMemory) != 0) {
    const std::uint64_t align = std::uint64_t{1} << (flags >> kAccessAlignShift & 63);
    if (address % align != 0) {
      report_misaligned(thread, address, bytes, flags, site, align);
      return false;
    }
    const auto mask = static_cast<std::uint8_t>(is_write ? kShadowValid | kShadowReadOnly : kShadowValid);
    if (!all_have(address, bytes, mask, kShadowValid)) {
      report_memory(thread, address, bytes, flags, site);
      return false;
    }
  } else if (!all_have(address, bytes, kShadowValid, kShadowValid)) {
    return true;  // another check's
  }
  if ((checks.checks & kCheckInit) != 0) {
    if ((flags & (kAccessRead | kAccessMayBeUnset)) == kAccessRead &&
        !all_have(address, bytes, kShadowWritten, kShadowWritten)) {
      report_unset(thread, address, bytes, flags, site);
      note_written(address, bytes);  // once
    }
    if (is_write) note_written(address, bytes);
  }
  if ((checks.checks & kCheckRace) != 0) {
    const bool is_local = !is_shared(block_of(thread), address) && is_of_stack(thread, address);
    if (!is_local) look_for_race(thread, checks, address, bytes, flags, site, value);
    if ((flags & kAccessRelease) != 0 || (flags & (kAccessAtomic | kAccessWrite | kAccessRead)) ==
                                             (kAccessAtomic | kAccessWrite | kAccessRead))
      note_release(thread);
    if (!is_write && (flags & (kAccessAtomic | kAccessVolatile)) != 0) note_acquire(thread);
  }
  return true;
}

}  // namespace

// ---- Launches and blocks
// ---------------------------------------------------------------------------------------

void CheckReports::begin(std::uint64_t block_count) noexcept {
  count.store(0, std::memory_order_relaxed);
  text.clear();
  seen.clear();
  blocks = block_count;
  releases.reset();
  acquired.reset();
  first_block.store(0, std::memory_order_relaxed);
}

void CheckReports::begin_races() noexcept {
  const std::lock_guard held(lock);
  if (first_block.load(std::memory_order_relaxed) != 0) return;
  if (blocks <= kMaxBlocks) {
    releases.reset(new (std::nothrow) std::atomic<std::uint16_t>[blocks]());
    acquired.reset(new (std::nothrow) std::atomic<bool>[blocks]());
    if (!acquired) releases.reset();
  }
  renumber();
}

void CheckReports::renumber() noexcept {
  const auto more = static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks, kMaxBlocks));
  first_block.store(blocks_numbered.fetch_add(more, std::memory_order_relaxed), std::memory_order_release);
}

void check_barrier(Block& block, std::uint32_t barrier, Thread* head, std::uint32_t arrived) noexcept {
  BlockChecks* const checks = block.checks.get();
  if (!checks || !checks->has_begun) return;
  if ((checks->checks & kCheckSync) != 0 && barrier == 0) {
    const CheckSite* const first = checks->threads[head->context.linear_index].wait;
    for (const Thread* thread = head->next; thread; thread = thread->next) {
      const CheckSite* const other = checks->threads[thread->context.linear_index].wait;
      if (other == first) continue;
      report_divergent(&head->context, *thread, first, other);
      break;
    }
    if (arrived < block.context.thread_count) report_exited(&head->context, first, arrived);
  }
  // A named barrier counts as one of the whole block: no race is reported that may be none.
  if (checks->epoch != kForEver) ++checks->epoch;
  if (checks->clocks) {
    const std::uint32_t warps = (block.context.thread_count + kWarpSize - 1) / kWarpSize;
    std::memset(checks->clocks.get(), 0, warps * sizeof(BlockChecks::WarpClocks));
  }
}

void check_warp_function(Block& block, const Warp& warp, std::uint32_t first_thread,
                         const WarpGroup& group) noexcept {
  BlockChecks* const checks = block.checks.get();
  if (!checks || !checks->has_begun) return;
  const std::uint32_t existing = std::min(kWarpSize, block.context.thread_count - first_thread);
  const std::uint32_t lanes = existing == kWarpSize ? ~0u : (1u << existing) - 1;
  const std::uint32_t missing = group.mask & lanes & ~group.arrived;
  const std::uint32_t ended = lanes & ~warp.live;
  const bool is_shuffle = (group.kind & 0xff) == static_cast<std::uint32_t>(WarpFunction::kShuffle);
  if ((checks->checks & kCheckSync) != 0 && (ended != 0 || is_shuffle)) {
    ThreadContext& one =
        block.threads[first_thread + static_cast<std::uint32_t>(std::countr_zero(group.arrived))].context;
    const std::uint32_t absent = ended | (lanes & ~group.mask);
    bool reads = false;
    if (is_shuffle) {
      for_each_lane(group.arrived, [&](std::uint32_t lane) {
        std::uint32_t source = lane;
        if (!shuffle_source(static_cast<ShuffleMode>(group.kind >> 8), lane, warp.operands.operand[lane],
                            warp.operands.width[lane], source) ||
            (absent >> source & 1) == 0 || reads)
          return;
        reads = true;
        report_inactive(&block.threads[first_thread + lane].context, group.mask, source);
      });
    }
    if (!reads && missing != 0) report_missing(&one, group.mask, missing);
  }
  // __syncwarp alone orders memory.
  if (!checks->clocks || (group.kind & 0xff) != static_cast<std::uint32_t>(WarpFunction::kSync)) return;
  BlockChecks::WarpClocks& clocks = checks->clocks[first_thread / kWarpSize];
  for_each_lane(group.arrived, [&](std::uint32_t lane) {
    if (clocks.of[lane][lane] != kForEver) ++clocks.of[lane][lane];
  });
  std::uint16_t joined[kWarpSize] = {};
  for_each_lane(group.arrived, [&](std::uint32_t lane) {
    for (std::uint32_t i = 0; i < kWarpSize; ++i) joined[i] = std::max(joined[i], clocks.of[lane][i]);
  });
  for_each_lane(group.arrived,
                [&](std::uint32_t lane) { std::memcpy(clocks.of[lane], joined, sizeof joined); });
}

void check_heap(ThreadContext* thread, void* address, std::uint64_t bytes) noexcept {
  if (!checks_of(thread) && !shadow().is_on()) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  if (bytes != 0) {
    shadow().forget_accesses(begin, bytes);
    return shadow().set(begin, bytes, kShadowValid);
  }
  // Between two pieces of the heap some bytes belong to none.
  std::size_t size = 0;
  while ((shadow().at(begin + size) & kShadowValid) != 0) ++size;
  shadow().set(begin, size, 0);
}

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

std::uint32_t gridcall_rt_check_enter(ThreadContext* thread, const CheckKernel* kernel) {
  Block& block = block_of(thread);
  BlockChecks* checks = block.checks.get();
  const bool is_first = !checks || !checks->has_begun;
  if (is_first) {
    const HostSection host(*block.worker);
    try {
      if (!checks) {
        block.checks = std::make_unique<BlockChecks>();
        checks = block.checks.get();
      }
      if (!checks->threads) checks->threads = std::make_unique<CheckedThread[]>(kMaxThreadsPerBlock);
      if ((kernel->checks & kCheckRace) != 0 && !checks->clocks)
        checks->clocks = std::make_unique<BlockChecks::WarpClocks[]>(kMaxWarps);
    } catch (const std::bad_alloc&) {
      refuse(thread, Fault::kTrap, "the host has no memory for the checks of a block");
    }
    checks->kernel = kernel;
    checks->checks = kernel->checks;
    checks->stop = (kernel->checks & kCheckStop) != 0;
    checks->epoch = 0;
    checks->has_begun = true;
    checks->shared.clear();
    if (checks->clocks) {
      const std::uint32_t warps = (block.context.thread_count + kWarpSize - 1) / kWarpSize;
      std::memset(checks->clocks.get(), 0, warps * sizeof(BlockChecks::WarpClocks));
    }
    shadow().set(reinterpret_cast<std::uintptr_t>(block.context.shared), kMaxSharedBytes, 0);
    if ((kernel->checks & kCheckRace) != 0 &&
        block.launch->checks.first_block.load(std::memory_order_acquire) == 0)
      block.launch->checks.begin_races();
  }
  CheckedThread& state = checks->threads[thread->linear_index];
  state.depth = 0;
  state.wait = nullptr;
  state.locals.clear();
  return is_first ? 1 : 0;
}

void gridcall_rt_check_shared(ThreadContext* thread, void* address, const CheckObject* object) {
  Block& block = block_of(thread);
  BlockChecks& checks = *block.checks;
  const bool is_dynamic = object->kind == static_cast<std::uint32_t>(CheckObjectKind::kDynamicShared);
  const std::uint64_t bytes = is_dynamic ? block.context.dynamic_shared_bytes : object->bytes;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  shadow().set(begin, bytes, kShadowValid);
  const HostSection host(*block.worker);
  try {
    checks.shared.push_back({begin, bytes, object});
  } catch (const std::bad_alloc&) {
  }
}

void gridcall_rt_check_local(ThreadContext* thread, void* address, std::uint32_t what,
                             const CheckObject* object) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  std::vector<CheckedVariable>& locals = block_of(thread).checks->threads[thread->linear_index].locals;
  const auto known = std::find_if(locals.rbegin(), locals.rend(),
                                  [&](const CheckedVariable& each) { return each.begin == begin; });
  if (what == kLocalEnds) {
    shadow().set(begin, object->bytes, 0);
    if (known != locals.rend()) locals.erase(std::next(known).base());
    return;
  }
  shadow().set(
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

void* gridcall_rt_check_access(ThreadContext* thread, void* address, std::uint64_t bytes, std::uint32_t flags,
                               const CheckSite* site, std::uint64_t value) {
  if (address == sink || address == zeros) return address;  // refused before
  BlockChecks* const checks = checks_of(thread);
  if (!checks ||
      check_range(thread, *checks, reinterpret_cast<std::uintptr_t>(address), bytes, flags, site, value))
    return address;
  return refused(bytes, flags);
}

void* gridcall_rt_check_outside(ThreadContext* thread, void* base, void* address, std::uint64_t bytes,
                                std::uint32_t flags, const CheckSite* site, const CheckObject* object) {
  report_outside(thread, reinterpret_cast<std::uintptr_t>(base), reinterpret_cast<std::uintptr_t>(address),
                 bytes, flags, site, *object);
  return refused(bytes, flags);
}

void gridcall_rt_check_move(ThreadContext* thread, void* to, const void* from, std::uint64_t bytes,
                            std::uint32_t flags, const CheckSite* site) {
  BlockChecks* const checks = checks_of(thread);
  if (checks) {
    bool may = true;
    if ((flags & kAccessTrustFrom) == 0)
      may = check_range(
          thread, *checks, reinterpret_cast<std::uintptr_t>(from), bytes,
          kAccessRead | kAccessMayBeUnset | (flags >> kAccessFromAlignShift) << kAccessAlignShift, site, 0);
    if ((flags & kAccessTrustTo) == 0) {
      // The copy is written where the source is.
      const std::uint32_t before = checks->checks;
      checks->checks &= ~std::uint32_t{kCheckInit};
      may = check_range(thread, *checks, reinterpret_cast<std::uintptr_t>(to), bytes,
                        kAccessWrite | (flags >> kAccessAlignShift & 63) << kAccessAlignShift, site, 0) &&
            may;
      checks->checks = before;
    }
    if (!may) return;
    if ((checks->checks & kCheckInit) != 0)
      shadow().copy_written(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from),
                            bytes);
  }
  std::memmove(to, from, bytes);
}

void gridcall_rt_check_fill(ThreadContext* thread, void* to, std::uint32_t value, std::uint64_t bytes,
                            std::uint32_t flags, const CheckSite* site) {
  BlockChecks* const checks = checks_of(thread);
  if (checks && !check_range(thread, *checks, reinterpret_cast<std::uintptr_t>(to), bytes,
                             flags | kAccessWrite, site, 0))
    return;
  std::memset(to, static_cast<int>(value), bytes);
}

void gridcall_rt_check_written(ThreadContext*, void* address, std::uint64_t bytes) {
  shadow().add(reinterpret_cast<std::uintptr_t>(address), bytes, kShadowWritten);
}

void gridcall_rt_check_keep(ThreadContext*, void*) {}

void gridcall_rt_check_unset(ThreadContext* thread, const CheckObject* object, const CheckSite* site) {
  report_unset_local(thread, *object, site);
}

void gridcall_rt_check_call(ThreadContext* thread, const CheckSite* site) {
  CheckedThread& state = block_of(thread).checks->threads[thread->linear_index];
  if (state.depth < CheckedThread::kMaxCalls) state.calls[state.depth] = site;
  ++state.depth;
}

void gridcall_rt_check_return(ThreadContext* thread) {
  --block_of(thread).checks->threads[thread->linear_index].depth;
}

void gridcall_rt_check_wait(ThreadContext* thread, const CheckSite* site) {
  block_of(thread).checks->threads[thread->linear_index].wait = site;
}

void gridcall_rt_check_fence(ThreadContext* thread) {
  note_release(thread);
  note_acquire(thread);
}
