// SPDX-License-Identifier: Apache-2.0
//
// The functions that checked code calls before its accesses, barriers and calls. A block runs on one OS
// thread and changes threads only inside calls of the runtime, so its state needs no lock. The cells of races
// in device memory are shared by all workers, without a lock: of two accesses within some nanoseconds one may
// not see the other.
// One file, and so a little longer than others, because the functions share what is known of a block.

#include "cpu/exec/check.h"

#include <algorithm>
#include <atomic>
#include <bit>
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
constinit std::atomic<std::uint64_t> launches_numbered{1};
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

struct RaceCell {
  std::uint32_t block;
  std::uint32_t site;
  std::uint16_t thread;
  std::uint16_t epoch;
  std::uint16_t clock;
  std::uint16_t release;
};

// The accesses of a block until its next barrier.
struct RaceView {
  Block& block;
  BlockChecks& checks;
  CheckReports& reports;
  bool in_shared;
  std::uint32_t first = reports.first_block.load(std::memory_order_relaxed);  // of the launch's blocks
  std::uint32_t number = first + static_cast<std::uint32_t>(block.number());  // among those of all launches
  std::uint32_t release =
      reports.releases ? reports.releases[number - first].load(std::memory_order_relaxed) : 0u;
  std::uint32_t thread = 0;
  std::uint32_t clock = 0;

  void be(std::uint32_t linear) noexcept {
    thread = linear;
    clock = checks.clocks[linear / kWarpSize].of[linear % kWarpSize][linear % kWarpSize];
  }

  // False where is_ordered() is true whatever the cell says else; mostly.
  bool may_meet(std::uint32_t of, std::uint32_t when) const noexcept {
    if (of - first >= reports.blocks) return false;
    return of != number ? !in_shared : when >> 16 == checks.epoch && (when & 0xffff) != thread;
  }
  bool may_meet(const RaceCells& cells, RaceCells::Kind kind, std::size_t word) const noexcept {
    const std::uint32_t when = __atomic_load_n(&cells.when[kind][word], __ATOMIC_ACQUIRE);
    return may_meet(__atomic_load_n(&cells.block[kind][word], __ATOMIC_ACQUIRE), when);
  }

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

  void note(RaceCells& cells, RaceCells::Kind kind, std::size_t word, std::uint32_t site) const noexcept {
    const auto put = [](std::uint32_t& place, std::uint32_t value) {
      __atomic_store_n(&place, value, __ATOMIC_RELEASE);
    };
    put(cells.block[kind][word], number);
    put(cells.when[kind][word], thread | std::uint32_t{checks.epoch} << 16);
    put(cells.site[kind][word], site);
    put(cells.order[kind][word], clock | release << 16);
  }
  // The reader before it stays, if it is another one.
  void note_read(RaceCells& cells, std::size_t word, std::uint32_t site) const noexcept {
    const std::uint32_t when = cells.when[RaceCells::kRead][word];
    const bool is_other = cells.block[RaceCells::kRead][word] == number && when >> 16 == checks.epoch &&
                          (when & 0xffff) != thread;
    note(cells, is_other ? RaceCells::kOtherRead : RaceCells::kRead, word, site);
  }
};

RaceCell cell_of(const RaceCells& cells, RaceCells::Kind kind, std::size_t word) noexcept {
  const auto get = [&](const auto& of) { return __atomic_load_n(&of[kind][word], __ATOMIC_ACQUIRE); };
  RaceCell cell{};
  const std::uint32_t order = get(cells.order);
  cell.site = get(cells.site);
  const std::uint32_t when = get(cells.when);
  cell.block = get(cells.block);
  cell.clock = static_cast<std::uint16_t>(order);
  cell.release = static_cast<std::uint16_t>(order >> 16);
  cell.thread = static_cast<std::uint16_t>(when);
  cell.epoch = static_cast<std::uint16_t>(when >> 16);
  return cell;
}

bool both_synchronize(std::uint32_t a, std::uint32_t b, bool in_shared) noexcept {
  // A volatile access to device memory is how blocks tell each other something; in shared memory it is none.
  const std::uint32_t kinds = in_shared ? kAccessAtomic : kAccessAtomic | kAccessVolatile;
  return (a & kinds) != 0 && (b & kinds) != 0;
}

// The access that one to a word races with, and how; NULL: none. `is_same`: it writes what is there.
template <class IsSame>
const char* find_race(const RaceView& view, const RaceCells& cells, std::size_t word, std::uint32_t site,
                      RaceCell& other, IsSame is_same) noexcept {
  const std::uint32_t mask = site >> 4 & 15;
  const auto meets = [&](RaceCells::Kind kind) {
    other = cell_of(cells, kind, word);
    return other.block != 0 && (other.site >> 4 & mask) != 0 &&
           !both_synchronize(other.site, site, view.in_shared) && !view.is_ordered(other);
  };
  const bool is_write = (site & kAccessWrite) != 0;
  if (meets(RaceCells::kWrite) && !(is_write && is_same(other)))
    return (site & kAccessRead) != 0 ? "read_after_write" : "write_after_write";
  if (is_write && (meets(RaceCells::kRead) || meets(RaceCells::kOtherRead))) return "write_after_read";
  return nullptr;
}

// `thread_of` gives the ThreadContext, for a report; `lanes` what those of its warp write with it, or NULL.
template <class ThreadOf>
void look_for_race(const ThreadOf& thread_of, const RaceView& view, std::uintptr_t address,
                   std::uint64_t bytes, std::uint32_t flags, const CheckSite* site, std::uint64_t value,
                   const std::uint64_t* lanes) noexcept {
  const auto number = static_cast<std::uint32_t>(site - view.checks.kernel->sites);
  const bool is_write = (flags & kAccessWrite) != 0;
  const auto is_same = [&](const RaceCell& other) {
    if ((flags & kAccessHasValue) == 0) return false;
    if (std::memcmp(reinterpret_cast<const void*>(address), &value, bytes) == 0) return true;
    // The lanes before it have not written yet.
    return lanes && other.block == view.number && other.thread / kWarpSize == view.thread / kWarpSize &&
           other.site >> 8 == number && lanes[other.thread % kWarpSize] == value;
  };
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uintptr_t at = address + done;
    const auto skip = static_cast<unsigned>(at % 4);
    const auto count = static_cast<unsigned>(std::min<std::uint64_t>(4 - skip, bytes - done));
    done += count;
    RaceCells* const cells = shadow().race_cells(at);
    if (!cells) return;
    const std::size_t word = at % Shadow::kChunkBytes / 4;
    const std::uint32_t own = number << 8 | ((1u << count) - 1) << skip << 4 | (flags & 15);
    RaceCell other{};
    const char* what = nullptr;
    if (view.may_meet(*cells, RaceCells::kWrite, word) ||
        (is_write && (view.may_meet(*cells, RaceCells::kRead, word) ||
                      view.may_meet(*cells, RaceCells::kOtherRead, word))))
      what = find_race(view, *cells, word, own, other, is_same);
    // Bytes of the word that others wrote stay known as long as this is one launch's.
    if (is_write)
      view.note(*cells, RaceCells::kWrite, word, own);
    else
      view.note_read(*cells, word, own);
    if (!what) continue;
    if (!view.in_shared && (shadow().at(address) & kShadowReadOnly) != 0) return;
    const std::uint64_t index = other.site >> 8;
    report_race(
        thread_of(), what, address, bytes, flags, site,
        RaceOther{other.site & 15u, other.block - view.first, other.thread,
                  index < view.checks.kernel->site_count ? &view.checks.kernel->sites[index] : nullptr});
    return;
  }
}

void note_release(Block& block) noexcept {
  if (CheckReports& reports = block.launch->checks; reports.releases)
    reports.releases[block.number()].fetch_add(1, std::memory_order_relaxed);
}
void note_acquire(Block& block) noexcept {
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
template <class ThreadOf>
bool check_range(const ThreadOf& thread_of, Block& block, std::uint32_t linear, std::uint32_t wanted,
                 std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags, const CheckSite* site,
                 std::uint64_t value, const std::uint64_t* lanes = nullptr) noexcept {
  if (bytes == 0) return true;
  const bool is_write = (flags & kAccessWrite) != 0;
  const bool sees_unset =
      (wanted & kCheckInit) != 0 && (flags & (kAccessRead | kAccessMayBeUnset)) == kAccessRead;
  const std::uint64_t align = std::uint64_t{1} << (flags >> kAccessAlignShift & 63);
  // Mostly all of it is right; else it is found out what is wrong.
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
      return true;  // another check's
    }
    if (sees_unset && !all_have(address, bytes, kShadowWritten, kShadowWritten)) {
      report_unset(thread_of(), address, bytes, flags, site);
      note_written(address, bytes);  // once
    }
  }
  if ((wanted & kCheckInit) != 0 && is_write) note_written(address, bytes);
  if ((wanted & kCheckRace) == 0) return true;
  const bool in_shared = is_shared(block, address);
  if (in_shared || !is_of_stack(block, address)) {
    RaceView view{block, *block.checks, block.launch->checks, in_shared};
    view.be(linear);
    look_for_race(thread_of, view, address, bytes, flags, site, value, lanes);
  }
  constexpr std::uint32_t kUpdate = kAccessAtomic | kAccessWrite | kAccessRead;
  if ((flags & kAccessRelease) != 0 || (flags & kUpdate) == kUpdate) note_release(block);
  if (!is_write && (flags & (kAccessAtomic | kAccessVolatile)) != 0) note_acquire(block);
  return true;
}

bool check_range(ThreadContext* thread, std::uint32_t wanted, const void* address, std::uint64_t bytes,
                 std::uint32_t flags, const CheckSite* site, std::uint64_t value = 0) noexcept {
  return check_range([&] { return thread; }, block_of(thread), thread->linear_index, wanted,
                     reinterpret_cast<std::uintptr_t>(address), bytes, flags, site, value);
}

// Accesses of so many threads that follow each other, to words that do: looked at and noted together. False:
// they have to be looked at one by one.
constexpr std::uint32_t kTogether = 16;

bool are_right(Block& block, std::uint32_t linear, void* const* addresses, std::uint64_t bytes,
               std::uint32_t flags, const CheckSite* site) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(addresses[0]);
  const std::size_t first = begin % Shadow::kChunkBytes;
  if (bytes != 4 || begin % 4 != 0 || first + kTogether * 4 > Shadow::kChunkBytes ||
      (flags & (kAccessAtomic | kAccessVolatile)) != 0)
    return false;
  std::uintptr_t apart = 0;
  for (std::uint32_t i = 0; i < kTogether; ++i)
    apart |= reinterpret_cast<std::uintptr_t>(addresses[i]) ^ (begin + 4 * i);
  if (apart != 0 || is_of_stack(block, begin)) return false;

  const bool is_write = (flags & kAccessWrite) != 0;
  const bool sees_init = (block.checks->checks & kCheckInit) != 0;
  std::uint8_t* const shadows = shadow().find(begin);
  if (!shadows) return false;
  const std::uint64_t state =
      kShadowValid |
      (sees_init && !is_write && (flags & kAccessMayBeUnset) == 0 ? std::uint64_t{kShadowWritten} : 0);
  const std::uint64_t mask = state | (is_write ? std::uint64_t{kShadowReadOnly} : 0);
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  std::uint64_t bits[kTogether / 2];
  std::memcpy(bits, shadows + first, sizeof bits);
  std::uint64_t wrong = 0;
  for (const std::uint64_t each : bits) wrong |= (each & kOnes * mask) ^ kOnes * state;
  if (wrong != 0) return false;

  RaceCells* const cells = shadow().race_cells(begin);
  if (!cells) return false;
  const RaceView view{block, *block.checks, block.launch->checks, is_shared(block, begin)};
  const std::size_t word = first / 4;
  const std::uint32_t own = view.checks.epoch;
  const auto blocks = static_cast<std::uint32_t>(std::min<std::uint64_t>(view.reports.blocks, UINT32_MAX));
  // As RaceView::may_meet().
  const auto meet = [&](RaceCells::Kind kind) {
    const std::uint32_t foreign = view.in_shared ? 0 : 1;
    std::uint32_t some = 0;
    for (std::uint32_t i = 0; i < kTogether; ++i) {
      const std::uint32_t of = cells->block[kind][word + i];
      const std::uint32_t when = cells->when[kind][word + i];
      const std::uint32_t is_own = of == view.number ? 1 : 0;
      const std::uint32_t meets = (when >> 16 == own ? 1u : 0u) & ((when & 0xffff) != linear + i ? 1u : 0u);
      some |= (of - view.first < blocks ? 1u : 0u) & ((is_own & meets) | (~is_own & foreign));
    }
    return some != 0;
  };
  if (meet(RaceCells::kWrite) || (is_write && (meet(RaceCells::kRead) || meet(RaceCells::kOtherRead))))
    return false;
  if (!is_write) {
    // Another thread of the block that has read the words stays.
    std::uint32_t others = 0;
    for (std::uint32_t i = 0; i < kTogether; ++i) {
      const std::uint32_t when = cells->when[RaceCells::kRead][word + i];
      others |= (cells->block[RaceCells::kRead][word + i] == view.number ? 1u : 0u) &
                (when >> 16 == own ? 1u : 0u) & ((when & 0xffff) != linear + i ? 1u : 0u);
    }
    if (others != 0) return false;
  }
  const RaceCells::Kind kind = is_write ? RaceCells::kWrite : RaceCells::kRead;
  const auto number = static_cast<std::uint32_t>(site - view.checks.kernel->sites);
  for (std::uint32_t i = 0; i < kTogether; ++i) {
    cells->block[kind][word + i] = view.number;
    cells->when[kind][word + i] = (linear + i) | own << 16;
    cells->site[kind][word + i] = number << 8 | 0xf0 | (flags & 15);
    cells->order[kind][word + i] = view.release << 16;  // no warp that is a vector has clocks
  }
  if (is_write && sees_init) {
    for (std::uint64_t& each : bits) each |= kOnes * kShadowWritten;
    std::memcpy(shadows + first, bits, sizeof bits);
  }
  return true;
}

// Keeps the range that a good access lies in, unless it is one that may end while the kernel runs. Looking
// for it is not repeated for a slot whose accesses lie in other ranges each time.
void remember(Block& block, std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags,
              std::uint32_t slot) noexcept {
  const std::uint32_t misses = ++block.range_misses[slot];
  if (misses > 8 && !std::has_single_bit(misses)) return;
  Range found;
  if (is_shared(block, address)) {
    found.begin = address;
    std::uintptr_t end = address;
    while ((shadow().at(found.begin - 1) & kShadowValid) != 0) --found.begin;
    while ((shadow().at(end) & kShadowValid) != 0) ++end;
    found.bytes = end - found.begin;
  } else if (is_of_stack(block, address)) {
    return;
  } else {
    const HostSection host(*block.worker);
    if (!memory().find(address, bytes, found)) return;
  }
  const std::uint32_t align = flags >> kAccessAlignShift & 63;
  if (found.bytes < bytes || found.begin % (std::uint64_t{1} << align) != 0) return;
  block.ranges[slot] = {found.begin, ((found.bytes - bytes) >> align) + 1};
}

}  // namespace

// ---- Launches and blocks
// ---------------------------------------------------------------------------------------

void CheckReports::begin(std::uint64_t block_count) noexcept {
  launch = launches_numbered.fetch_add(1, std::memory_order_relaxed);
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
    const CheckSite* const first = checks->of(head->context.linear_index).wait;
    for (const Thread* thread = head->next; thread; thread = thread->next) {
      const CheckSite* const other = checks->of(thread->context.linear_index).wait;
      if (other == first) continue;
      report_divergent(&head->context, thread->context.thread_index, first, other);
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

void check_warp_barrier(Block& block) noexcept {
  BlockChecks* const checks = block.checks.get();
  if (!checks || !checks->has_begun) return;
  if ((checks->checks & kCheckSync) != 0) {
    ThreadContext* first = nullptr;
    const CheckSite* site = nullptr;
    const CheckSite* another = nullptr;
    std::uint32_t arrived = 0;
    for (std::uint32_t i = 0; i < block.warp_block.count; ++i) {
      WarpContext& warp = block.warp_block.warps[i].context;
      if (!block.warp_block.warps[i].live() || warp.barrier_mask == 0) continue;
      arrived += static_cast<std::uint32_t>(std::popcount(warp.barrier_mask));
      ThreadContext* const thread =
          gridcall_rt_lane_thread(&warp, static_cast<std::uint32_t>(std::countr_zero(warp.barrier_mask)));
      const CheckSite* const own = checks->of(thread->linear_index).wait;
      if (!first) {
        first = thread;
        site = own;
      } else if (own != site && !another) {
        another = own;
        report_divergent(first, thread->thread_index, site, another);
      }
    }
    if (first && arrived < block.context.thread_count) report_exited(first, site, arrived);
  }
  if (checks->epoch != kForEver) ++checks->epoch;
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
    if (checks->clocks) {
      const std::uint32_t warps = (block.context.thread_count + kWarpSize - 1) / kWarpSize;
      std::memset(checks->clocks.get(), 0, warps * sizeof(BlockChecks::WarpClocks));
    }
    if (is_new) shadow().set(reinterpret_cast<std::uintptr_t>(block.context.shared), kMaxSharedBytes, 0);
    if ((kernel->checks & kCheckRace) != 0 &&
        block.launch->checks.first_block.load(std::memory_order_acquire) == 0)
      block.launch->checks.begin_races();
  }
  // A block finds the shared arrays as the one before it left them, but for what is written.
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
  std::vector<CheckedVariable>& locals = block_of(thread).checks->of(thread->linear_index).locals;
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
                               const CheckSite* site, std::uint64_t value, std::uint32_t slot) {
  if (address == sink || address == zeros) return address;  // refused before
  BlockChecks* const checks = checks_of(thread);
  if (!checks) return address;
  if (!check_range(thread, checks->checks, address, bytes, flags, site, value)) return refused(bytes, flags);
  if ((checks->checks & kCheckAll) == kCheckMemory)
    remember(block_of(thread), reinterpret_cast<std::uintptr_t>(address), bytes, flags, slot);
  return address;
}

void* gridcall_rt_check_variable(ThreadContext* thread, void* base, void* address, std::uint64_t bytes,
                                 std::uint32_t flags, const CheckSite* site, const CheckObject* object) {
  const auto begin = reinterpret_cast<std::uintptr_t>(base);
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  if (bytes <= object->bytes && place - begin <= object->bytes - bytes) return address;
  if (address == sink || address == zeros) return address;
  report_outside(thread, begin, place, bytes, flags, site, *object);
  return refused(bytes, flags);
}

std::uint32_t gridcall_rt_check_lanes(WarpContext* warp, std::uint32_t lanes, void** addresses, void** bases,
                                      const std::uint64_t* values, std::uint64_t bytes, std::uint32_t flags,
                                      const CheckSite* site, const CheckObject* object, std::uint32_t slot) {
  Block& block = *reinterpret_cast<Block*>(warp->block);
  BlockChecks* const checks = block.checks.get();
  if (!checks || checks->checks == 0) return 0;
  if (!bases && (checks->checks & kCheckRace) != 0) {
    for (std::uint32_t first = 0; first < kWarpSize; first += kTogether) {
      constexpr std::uint32_t kAll = (1u << kTogether) - 1;
      if ((lanes >> first & kAll) == kAll &&
          are_right(block, warp->first_linear_index + first, addresses + first, bytes, flags, site))
        lanes &= ~(kAll << first);
    }
  }
  std::uint32_t refused_lanes = 0;
  const void* good = nullptr;
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const auto thread_of = [&] { return gridcall_rt_lane_thread(warp, lane); };
    void* const address = addresses[lane];
    if (address == sink || address == zeros) return;
    if (bases) {
      addresses[lane] =
          gridcall_rt_check_variable(thread_of(), bases[lane], address, bytes, flags, site, object);
    } else if (!check_range(thread_of, block, warp->first_linear_index + lane, checks->checks,
                            reinterpret_cast<std::uintptr_t>(address), bytes, flags, site,
                            values ? values[lane] : 0, values)) {
      addresses[lane] = refused(bytes, flags);
    }
    if (addresses[lane] == address)
      good = address;
    else
      refused_lanes |= 1u << lane;
  });
  if (good && !bases && (checks->checks & kCheckAll) == kCheckMemory)
    remember(block, reinterpret_cast<std::uintptr_t>(good), bytes, flags, slot);
  return refused_lanes;
}

void gridcall_rt_check_move(ThreadContext* thread, void* to, const void* from, std::uint64_t bytes,
                            std::uint32_t flags, const CheckSite* site) {
  BlockChecks* const checks = checks_of(thread);
  if (checks) {
    bool may = true;
    if ((flags & kAccessTrustFrom) == 0)
      may = check_range(
          thread, checks->checks, from, bytes,
          kAccessRead | kAccessMayBeUnset | (flags >> kAccessFromAlignShift) << kAccessAlignShift, site);
    if ((flags & kAccessTrustTo) == 0) {
      // The copy is written where the source is.
      may = check_range(thread, checks->checks & ~std::uint32_t{kCheckInit}, to, bytes,
                        kAccessWrite | (flags >> kAccessAlignShift & 63) << kAccessAlignShift, site) &&
            may;
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
  if (checks && !check_range(thread, checks->checks, to, bytes, flags | kAccessWrite, site)) return;
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
  CheckedThread& state = block_of(thread).checks->of(thread->linear_index);
  if (state.depth < CheckedThread::kMaxCalls) state.calls[state.depth] = site;
  ++state.depth;
}

void gridcall_rt_check_return(ThreadContext* thread) {
  --block_of(thread).checks->of(thread->linear_index).depth;
}

void gridcall_rt_check_wait(ThreadContext* thread, const CheckSite* site) {
  block_of(thread).checks->of(thread->linear_index).wait = site;
}

void gridcall_rt_check_wait_lanes(WarpContext* warp, std::uint32_t lanes, const CheckSite* site) {
  BlockChecks& checks = *reinterpret_cast<Block*>(warp->block)->checks;
  for_each_lane(lanes, [&](std::uint32_t lane) { checks.of(warp->first_linear_index + lane).wait = site; });
}

void gridcall_rt_check_fence(ThreadContext* thread) {
  note_release(block_of(thread));
  note_acquire(block_of(thread));
}
