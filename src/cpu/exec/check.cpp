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
#include "cpu/base/processor.h"
#include "cpu/exec/block.h"
#include "cpu/exec/check_pending.h"
#include "cpu/exec/check_report.h"
#include "cpu/exec/check_words.h"
#include "cpu/memory/memory.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

namespace {

// The number of blocks of all launches so far, for the race check.
constinit std::atomic<std::uint32_t> blocks_numbered{1};
constinit std::atomic<std::uint64_t> launches_numbered{1};
// If one launch has more blocks, fences are not counted, and races in device memory are not checked.
constexpr std::uint64_t kMaxBlocks = std::uint64_t{1} << 24;
constexpr std::uint16_t kForEver = 0xffff;

// A refused access reads the first buffer and writes the second; no other accesses use them.
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

std::uint32_t argument_of(std::uint32_t flags) noexcept {
  return flags >> kAccessArgumentShift & kAccessArgumentMask;
}

// Returns the memory of an argument; NULL if it is unknown.
const driver::ArgumentPart* part_of(const Block& block, std::uint32_t argument) noexcept {
  const std::vector<driver::ArgumentPart>& parts = block.launch->parts;
  if (argument == 0 || argument > parts.size() || parts[argument - 1].bytes == 0) return nullptr;
  return &parts[argument - 1];
}

bool leaves_part(const Block& block, std::uint32_t flags, std::uintptr_t address,
                 std::uint64_t bytes) noexcept {
  const driver::ArgumentPart* const part = part_of(block, argument_of(flags));
  return part && (bytes > part->bytes || address - part->begin > part->bytes - bytes);
}

// Returns true if check_words.h has code for this processor.
bool is_wide() noexcept {
#if defined(__x86_64__)
  // __builtin_cpu_supports would ask the processor at each start, slowly in a virtual machine.
  static const bool known = lacking_feature("+avx2").empty();
  return known;
#else
  return false;
#endif
}

// ---- What was seen of shared memory

constexpr std::size_t kSeenWords = (kMaxSharedBytes + 2 * kSeenMargin) / 4;

// Returns a word's entry (BlockContext::seen_from); NULL if neither races nor unset reads are checked.
std::uint32_t* seen_place(const Block& block, std::uintptr_t address) noexcept {
  if (!block.checks->seen) return nullptr;
  return reinterpret_cast<std::uint32_t*>(address + static_cast<std::uintptr_t>(block.context.seen_from));
}

// Resets the entries, so that no word counts as read.
void see_anew(Block& block) noexcept {
  if (++block.context.seen != 0 || !block.checks->seen) return;
  std::fill_n(block.checks->seen.get(), kSeenWords, 0u);
  block.context.seen = 1;
}

void reset_clocks(BlockChecks& checks) noexcept {
  if (checks.moved_clocks == 0) return;
  std::memset(checks.clocks.get(), 0, checks.moved_clocks * sizeof(BlockChecks::WarpClocks));
  checks.moved_clocks = 0;
}

// From now on no word of shared memory has been accessed: a barrier of all threads.
void begin_epoch(Block& block) noexcept {
  BlockChecks& checks = *block.checks;
  if (!checks.shared_cells) return;
  see_anew(block);
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

std::size_t shared_word(const Block& block, std::uintptr_t address) noexcept {
  return (address - reinterpret_cast<std::uintptr_t>(block.context.shared)) / 4;
}

// Notes the accesses that are listed, which do not meet, and lists no more until the next barrier.
[[gnu::noinline]] void note_pending(Block& block) noexcept {
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

// Called before an access to shared memory is noted that may meet one that is listed.
void leave_pending(Block& block) noexcept {
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
void forget_set(const Block& block, std::uintptr_t begin, std::size_t bytes) noexcept {
  PendingAccesses* const pending = block.checks->pending.get();
  if (bytes == 0) return;
  const std::size_t words =
      std::min((begin % 4 + bytes + 3) / 4, kMaxSharedBytes / 4 - shared_word(block, begin));
  if (pending) pending->forget_set(shared_word(block, begin), words);
  if (std::uint32_t* const seen = seen_place(block, begin - begin % 4)) std::fill_n(seen, words, 0u);
}

// Notes words of shared memory that were written: without `race` no later access to them is looked at.
void note_set(const Block& block, std::uintptr_t begin, std::size_t bytes, std::uint32_t flags) noexcept {
  const bool is_set = (flags & (kAccessWrite | kAccessMayBeUnset)) != kAccessMayBeUnset;
  if ((block.checks->checks & (kCheckInit | kCheckRace)) == kCheckInit && is_set && begin % 4 == 0 &&
      bytes % 4 == 0 && is_shared(block, begin) && is_shared(block, begin + bytes - 1))
    std::fill_n(seen_place(block, begin), bytes / 4, block.context.seen);
}

// ---- Races ----

struct RaceCell {
  std::uint32_t value;  // the value of a write
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
  std::uint32_t first = reports.first_block.load(std::memory_order_relaxed);  // the first block of the launch
  // The block's number among those of all launches.
  std::uint32_t number = first + static_cast<std::uint32_t>(block.number());
  std::uint32_t release =
      reports.releases ? reports.releases[number - first].load(std::memory_order_relaxed) : 0u;
  std::uint32_t thread = 0;
  std::uint32_t clock = 0;

  void be(std::uint32_t linear) noexcept {
    thread = linear;
    clock = checks.clock_of(linear, linear);
  }

  // Moves the entry of SharedCells for a word to the race cells, until the next barrier.
  void use_shared_word(RaceCells& cells, std::size_t word, std::size_t of_block) const noexcept {
    SharedCells& quick = *checks.shared_cells;
    const std::uint32_t in_words = checks.shared_tag | SharedCells::kInWords;
    if (quick.tag[SharedCells::kWrite][of_block] == in_words) return;
    for (unsigned kind = 0; kind < SharedCells::kKinds; ++kind) {
      const std::uint32_t own = quick.tag[kind][of_block] ^ checks.shared_tag;
      if (own > SharedCells::kInWords) continue;
      cells.when(kind, word) = when(own);
      cells.site(kind, word) = quick.site[kind][of_block];
      cells.order(kind, word) = (checks.shared_together ? release : checks.shared_release) << 16;
      cells.block(kind, word) = number;
      if (kind == SharedCells::kWrite) cells.value(word) = quick.value[of_block];
    }
    quick.tag[SharedCells::kWrite][of_block] = in_words;
  }

  // Marks a line whose words must be checked one by one.
  void use_words(RaceCells& cells, std::uintptr_t address) const noexcept {
    const std::size_t word = address % Shadow::kChunkBytes / 4;
    if (in_shared) {
      if (checks.shared_cells) {
        leave_pending(block);
        use_shared_word(cells, word, shared_word(block, address));
      }
      return;
    }
    const std::size_t line = word / RaceCells::kLineWords;
    std::uint32_t& state = cells.in_words[line];
    if (!is_wide()) return;
    for (;;) {
      std::uint32_t of = __atomic_load_n(&state, __ATOMIC_ACQUIRE);
      if (of == first) return;
      if (of != RaceCells::kBusy && __atomic_compare_exchange_n(&state, &of, RaceCells::kBusy, false,
                                                                __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        break;
    }
    copy_line_to_words(cells, line, first, reports.blocks);
    __atomic_store_n(&state, first, __ATOMIC_RELEASE);
  }

  // A fast test: false only if is_ordered() is true for every other field of the cell.
  bool may_meet(std::uint32_t of, std::uint32_t when) const noexcept {
    if (of - first >= reports.blocks) return false;
    return of != number ? !in_shared : when >> 16 == checks.epoch && (when & 0xffff) != thread;
  }
  bool is_of_launch(std::uint32_t of) const noexcept { return of - first < reports.blocks; }
  // Returns true if the last write to the word wrote only some of its bytes; RaceCells::kBytes has the write
  // of each byte.
  bool is_in_parts(RaceCells& cells, std::size_t word) const noexcept {
    if (!is_of_launch(__atomic_load_n(&cells.block(RaceCells::kWrite, word), __ATOMIC_ACQUIRE))) return false;
    const std::uint32_t site = __atomic_load_n(&cells.site(RaceCells::kWrite, word), __ATOMIC_ACQUIRE);
    return (site >> kSiteBytesShift & 15) != 15;
  }
  bool may_meet(RaceCells& cells, unsigned kind, std::size_t word) const noexcept {
    const std::uint32_t when = __atomic_load_n(&cells.when(kind, word), __ATOMIC_ACQUIRE);
    return may_meet(__atomic_load_n(&cells.block(kind, word), __ATOMIC_ACQUIRE), when);
  }

  // Returns true if the cell's access happened before this one, or is by this thread.
  bool is_ordered(const RaceCell& cell) const noexcept {
    const std::uint32_t of_launch = cell.block - first;
    if (of_launch >= reports.blocks) return true;  // an access of an earlier launch
    if (cell.block == number) {
      if (cell.thread == thread || cell.epoch != checks.epoch || checks.epoch == kForEver) return true;
      const std::uint16_t known = checks.clock_of(thread, cell.thread);
      if (known > cell.clock || known == kForEver) return true;
    } else if (in_shared) {
      return true;  // an access of an earlier block
    }
    if (!reports.releases) return true;
    return reports.releases[of_launch].load(std::memory_order_relaxed) != cell.release &&
           reports.acquired[number - first].load(std::memory_order_relaxed);
  }

  std::uint32_t when(std::uint32_t linear) const noexcept {
    return linear | std::uint32_t{checks.epoch} << 16;
  }

  void note(RaceCells& cells, unsigned kind, std::size_t word, std::uint32_t site) const noexcept {
    const auto put = [](std::uint32_t& place, std::uint32_t value) {
      __atomic_store_n(&place, value, __ATOMIC_RELEASE);
    };
    if (!in_shared) put(cells.block(kind, word), 0);
    put(cells.when(kind, word), when(thread));
    put(cells.site(kind, word), site);
    put(cells.order(kind, word), clock | release << 16);
    put(cells.block(kind, word), number);
  }
  // Records a write. `in_parts`: the last write before it wrote only some bytes.
  void note_write(RaceCells& cells, std::size_t word, std::uint32_t site, bool in_parts) const noexcept {
    const std::uint32_t bytes = site >> kSiteBytesShift & 15;
    for (unsigned i = 0; i < 4 && bytes != 15; ++i) {
      if ((bytes >> i & 1) != 0) {
        note(cells, RaceCells::kBytes + i, word, site);
      } else if (!in_parts) {
        const auto copy = [&](std::uint32_t& to, std::uint32_t from) {
          __atomic_store_n(&to, from, __ATOMIC_RELEASE);
        };
        const std::uint32_t before = cells.block(RaceCells::kWrite, word);
        copy(cells.block(RaceCells::kBytes + i, word), 0);
        copy(cells.when(RaceCells::kBytes + i, word), cells.when(RaceCells::kWrite, word));
        copy(cells.site(RaceCells::kBytes + i, word), cells.site(RaceCells::kWrite, word));
        copy(cells.order(RaceCells::kBytes + i, word), cells.order(RaceCells::kWrite, word));
        copy(cells.block(RaceCells::kBytes + i, word), is_of_launch(before) ? before : 0);
      }
    }
    note(cells, RaceCells::kWrite, word, site);
  }
  // Records a read and keeps an earlier one of another thread. `is_written`: the word is known as written.
  void note_read(RaceCells& cells, std::size_t word, std::uint32_t site, std::uintptr_t address,
                 bool is_written) const noexcept {
    const std::uint32_t when = cells.when(RaceCells::kRead, word);
    const std::uint32_t of = cells.block(RaceCells::kRead, word);
    const bool is_other = of == number ? when >> 16 == checks.epoch && (when & 0xffff) != thread
                                       : !in_shared && is_of_launch(of);
    note(cells, is_other ? RaceCells::kOtherRead : RaceCells::kRead, word, site);
    if (!is_other || !in_shared || !is_written || (site >> kSiteBytesShift & 15) != 15) return;
    if (std::uint32_t* const place = seen_place(block, address)) *place = block.context.seen;
  }
};

RaceCell cell_of(RaceCells& cells, unsigned kind, std::size_t word) noexcept {
  const auto get = [](std::uint32_t& of) { return __atomic_load_n(&of, __ATOMIC_ACQUIRE); };
  RaceCell cell{};
  const std::uint32_t block = get(cells.block(kind, word));
  const std::uint32_t order = get(cells.order(kind, word));
  cell.site = get(cells.site(kind, word));
  const std::uint32_t when = get(cells.when(kind, word));
  cell.value = get(cells.value(word));
  // Another worker may write the cell at this moment.
  if (get(cells.block(kind, word)) == block) cell.block = block;
  cell.clock = static_cast<std::uint16_t>(order);
  cell.release = static_cast<std::uint16_t>(order >> 16);
  cell.thread = static_cast<std::uint16_t>(when);
  cell.epoch = static_cast<std::uint16_t>(when >> 16);
  return cell;
}

bool both_synchronize(std::uint32_t a, std::uint32_t b, bool in_shared) noexcept {
  constexpr std::uint32_t kBoth = kAccessAtomic | kAccessVolatile;
  if ((a & kBoth) == 0 || (b & kBoth) == 0) return false;
  // Blocks communicate by volatile accesses to device memory; in shared memory a volatile access does so only
  // if a loop waits for it.
  return !in_shared || (a & b & kAccessAtomic) != 0 || (a & kBoth) == kBoth || (b & kBoth) == kBoth;
}

// Threads of one warp with volatile accesses assume that they run in lockstep, as before compute capability
// 7.0. Two writes by one instruction are not in lockstep.
bool count_on_step(const RaceView& view, const RaceCell& other, std::uint32_t site) noexcept {
  const std::uint32_t both = other.site & site;
  return view.in_shared && other.block == view.number &&
         other.thread / kWarpSize == view.thread / kWarpSize && (both & kAccessVolatile) != 0 &&
         ((both & kAccessWrite) == 0 || other.site >> kSiteShift != site >> kSiteShift);
}

// Returns the access that an access to a word races with, and the kind of race; NULL if none. `is_same`: the
// write does not change the value.
template <class IsSame>
const char* find_race(const RaceView& view, RaceCells& cells, std::size_t word, std::uint32_t site,
                      bool in_parts, RaceCell& other, IsSame is_same) noexcept {
  const std::uint32_t mask = site >> kSiteBytesShift & 15;
  const auto meets = [&](unsigned kind) {
    other = cell_of(cells, kind, word);
    return other.block != 0 && (other.site >> kSiteBytesShift & mask) != 0 &&
           !both_synchronize(other.site, site, view.in_shared) && !view.is_ordered(other);
  };
  const bool is_write = (site & kAccessWrite) != 0;
  const auto meets_write = [&](unsigned kind) { return meets(kind) && !(is_write && is_same(other)); };
  bool is_after_write = meets_write(RaceCells::kWrite);
  for (unsigned i = 0; in_parts && i < 4 && !is_after_write; ++i)
    is_after_write = (mask >> i & 1) != 0 && meets_write(RaceCells::kBytes + i);
  const char* what = nullptr;
  if (is_after_write) what = (site & kAccessRead) != 0 ? "read_after_write" : "write_after_write";
  // A warning does not hide a race with another access.
  for (const unsigned kind : {RaceCells::kRead, RaceCells::kOtherRead}) {
    if (!is_write || (what && !count_on_step(view, other, site))) break;
    const RaceCell before = other;
    if (meets(kind) && (!what || !count_on_step(view, other, site)))
      what = "write_after_read";
    else
      other = before;
  }
  return what && count_on_step(view, other, site) ? kWarpSynchronous : what;
}

// Expands a mask of four bytes to a mask of their bits.
std::uint32_t bits_of_bytes(std::uint32_t bytes) noexcept {
  return ((bytes * 0x00204081u) & 0x01010101u) * 0xffu;
}

// `thread_of` returns the ThreadContext for a report.
template <class ThreadOf>
void look_for_race(const ThreadOf& thread_of, const RaceView& view, std::uintptr_t address,
                   std::uint64_t bytes, std::uint32_t flags, const CheckSite* site,
                   std::uint64_t value) noexcept {
  const auto number = static_cast<std::uint32_t>(site - view.checks.kernel->sites);
  const bool is_write = (flags & kAccessWrite) != 0;
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uintptr_t at = address + done;
    const auto skip = static_cast<unsigned>(at % 4);
    const auto count = static_cast<unsigned>(std::min<std::uint64_t>(4 - skip, bytes - done));
    RaceCells* const cells = shadow().race_cells(at);
    if (!cells) return;
    const std::size_t word = at % Shadow::kChunkBytes / 4;
    view.use_words(*cells, at);
    const std::uint32_t mask = ((1u << count) - 1) << skip;
    const bool has_value = (flags & kAccessHasValue) != 0;
    const std::uint32_t own =
        number << kSiteShift | (has_value ? kSiteHasValue : 0) | mask << kSiteBytesShift | (flags & 15);
    const std::uint32_t written = has_value ? static_cast<std::uint32_t>(value >> 8 * done) << 8 * skip : 0;
    const std::uint64_t from = done;
    done += count;
    // A write does no harm if it stores the present value, or the other write's.
    const auto is_same = [&](const RaceCell& other) {
      if (!has_value) return false;
      const std::uint64_t rest = value >> 8 * from;
      if (std::memcmp(reinterpret_cast<const void*>(at), &rest, count) == 0) return true;
      return (other.site & kSiteHasValue) != 0 &&
             ((other.value ^ written) & bits_of_bytes(other.site >> kSiteBytesShift & mask)) == 0;
    };
    RaceCell other{};
    const char* what = nullptr;
    const bool in_parts = view.is_in_parts(*cells, word);
    if (in_parts || view.may_meet(*cells, RaceCells::kWrite, word) ||
        (is_write && (view.may_meet(*cells, RaceCells::kRead, word) ||
                      view.may_meet(*cells, RaceCells::kOtherRead, word))))
      what = find_race(view, *cells, word, own, in_parts, other, is_same);
    // The bytes that others wrote stay recorded during one launch. The record is by byte, because another
    // worker may write the neighbours.
    if (is_write) {
      auto* const values = reinterpret_cast<std::uint8_t*>(&cells->value(word));
      for (unsigned i = skip; i < skip + count; ++i)
        __atomic_store_n(values + i, static_cast<std::uint8_t>(written >> 8 * i), __ATOMIC_RELEASE);
      view.note_write(*cells, word, own, in_parts);
      // Readers must check a word again after a write without a fault.
      std::uint32_t* const place = view.in_shared ? seen_place(view.block, at - skip) : nullptr;
      if (place) *place = 0;
    } else {
      view.note_read(*cells, word, own, at, (flags & kAccessMayBeUnset) == 0);
    }
    if (!what) continue;
    if (!view.in_shared && (shadow().at(address) & kShadowReadOnly) != 0) return;
    const std::uint64_t index = other.site >> kSiteShift;
    report_race(
        thread_of(), what, address, bytes, flags, site,
        RaceOther{other.site & 15u, other.block - view.first, other.thread,
                  index < view.checks.kernel->site_count ? &view.checks.kernel->sites[index] : nullptr});
    return;
  }
}

void note_release(Block& block) noexcept {
  see_anew(block);
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

// An atomic access may order other blocks' accesses after this block's.
void note_order(Block& block, std::uint32_t flags) noexcept {
  constexpr std::uint32_t kUpdate = kAccessAtomic | kAccessWrite | kAccessRead;
  if ((flags & kAccessRelease) != 0 || (flags & kUpdate) == kUpdate) note_release(block);
  const bool shows =
      (flags & kAccessVolatile) != 0 || (flags & (kAccessAtomic | kAccessCompared)) == kAccessAtomic;
  if ((flags & kAccessWrite) == 0 && shows) note_acquire(block);
}

// ---- Accesses ----

// Returns true if all bytes have the bits. Most accesses have 4 or 8 aligned bytes.
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
      of_warp->be(linear);
      look_for_race(thread_of, *of_warp, address, bytes, flags, site, value);
    } else {
      RaceView view{block, *block.checks, block.launch->checks, in_shared};
      view.be(linear);
      look_for_race(thread_of, view, address, bytes, flags, site, value);
    }
  }
  if (!of_warp) note_order(block, flags);
  return true;
}

bool check_range(ThreadContext* thread, std::uint32_t wanted, const void* address, std::uint64_t bytes,
                 std::uint32_t flags, const CheckSite* site, std::uint64_t value = 0) noexcept {
  return check_range([&] { return thread; }, block_of(thread), thread->linear_index, wanted,
                     reinterpret_cast<std::uintptr_t>(address), bytes, flags, site, value);
}

// ---- Accesses of a warp ----

// Returns the states that an access needs of bytes with this shadow memory.
ByteStates states_at(const BlockChecks& checks, std::uint8_t* place, std::uint32_t flags) noexcept {
  const bool is_write = (flags & kAccessWrite) != 0;
  const bool sees_init = (checks.checks & kCheckInit) != 0;
  const bool sees_unset = sees_init && !is_write && (flags & kAccessMayBeUnset) == 0;
  const auto wanted = static_cast<std::uint8_t>(kShadowValid | (sees_unset ? kShadowWritten : 0));
  return {place, static_cast<std::uint8_t>(wanted | (is_write ? kShadowReadOnly : 0)), wanted,
          is_write && sees_init};
}
// Returns them without a place if the bytes do not lie in one chunk.
ByteStates states_of(const BlockChecks& checks, std::uintptr_t begin, std::size_t bytes,
                     std::uint32_t flags) noexcept {
  const std::size_t first = begin % Shadow::kChunkBytes;
  std::uint8_t* const chunk = shadow().find(begin);
  return states_at(checks, chunk && first + bytes <= Shadow::kChunkBytes ? chunk + first : nullptr, flags);
}

// Returns true if a range lies in one chunk and may be accessed this way, and marks it as written.
bool is_state_right(const BlockChecks& checks, std::uintptr_t begin, std::size_t bytes,
                    std::uint32_t flags) noexcept {
  const ByteStates states = states_of(checks, begin, bytes, flags);
  std::uint8_t* const place = states.place;
  if (!place) return false;
  std::size_t i = 0;
  if (is_wide()) {
    i = bytes / 32 * 32;
    if (!have_state(states, i)) return false;
  }
  std::uint8_t wrong = 0;
  for (std::size_t j = i; j < bytes; ++j)
    wrong = static_cast<std::uint8_t>(wrong | ((place[j] & states.mask) ^ states.wanted));
  if (wrong != 0) return false;
  for (std::size_t j = i; j < bytes && states.marks; ++j)
    place[j] = static_cast<std::uint8_t>(place[j] | kShadowWritten);
  return true;
}

// A fast test: true only if is_ordered() is true for the last write.
bool no_write_meets(const RaceView& view, RaceCells& cells, std::size_t word) noexcept {
  const std::uint32_t when = __atomic_load_n(&cells.when(RaceCells::kWrite, word), __ATOMIC_ACQUIRE);
  const std::uint32_t of = __atomic_load_n(&cells.block(RaceCells::kWrite, word), __ATOMIC_ACQUIRE);
  if (of - view.first >= view.reports.blocks) return true;
  if (view.is_in_parts(cells, word)) return false;
  return of == view.number ? when >> 16 != view.checks.epoch : view.in_shared;
}

// Records that threads read a word: the first and the last of them, each with its site and its own bytes,
// since a thread may write what it alone has read.
void note_both(RaceView& view, RaceCells& cells, std::size_t word, std::uint32_t first,
               std::uint32_t first_site, std::uint32_t last, std::uint32_t last_site) noexcept {
  const std::uint32_t when = cells.when(RaceCells::kRead, word);
  const std::uint32_t of = cells.block(RaceCells::kRead, word);
  const bool is_known =
      of == view.number ? when >> 16 == view.checks.epoch : !view.in_shared && view.is_of_launch(of);
  if (!is_known || (of == view.number && when == view.when(first))) {
    view.be(first);
    view.note(cells, RaceCells::kRead, word, first_site);
  } else if (of == view.number && when == view.when(last)) {
    view.be(first);
    return view.note(cells, RaceCells::kOtherRead, word, first_site);
  }
  view.be(last);
  view.note(cells, RaceCells::kOtherRead, word, last_site);
}

bool may_go_together(const Block& block, std::uintptr_t begin, std::uint64_t bytes, std::uint64_t all,
                     std::uint32_t flags) noexcept {
  const std::uint64_t align = std::uint64_t{1} << (flags >> kAccessAlignShift & kAccessAlignMask);
  return begin % align == 0 && bytes % align == 0 && (flags & (kAccessAtomic | kAccessVolatile)) == 0 &&
         !leaves_part(block, flags, begin, all);
}

std::uint32_t site_of(const BlockChecks& checks, const CheckSite* site, std::uint32_t bytes,
                      std::uint32_t flags) noexcept {
  return static_cast<std::uint32_t>(site - checks.kernel->sites) << kSiteShift | bytes << kSiteBytesShift |
         (flags & 15);
}

// Returns true if note_shared() is to look at an access to words.
bool goes_by_tags(const Block& block, std::uintptr_t begin, std::size_t bytes) noexcept {
  return block.checks->shared_together && begin % 4 == 0 && is_shared(block, begin) &&
         is_shared(block, begin + bytes - 1);
}

// Returns the states for note_shared(), which may read behind them.
ByteStates shared_states(const Block& block, std::uintptr_t begin, std::size_t bytes,
                         std::uint32_t flags) noexcept {
  ByteStates states = states_at(*block.checks, nullptr, flags);
  if (std::uint8_t* const all = block.checks->shared_states)
    states.place = all + (begin - reinterpret_cast<std::uintptr_t>(block.context.shared));
  else
    states.place = states_of(*block.checks, begin, bytes + 28, flags).place;
  return states;
}

// Does what is_read_right() says, without tags.
[[gnu::noinline]] bool is_other_read_right(Block& block, std::uintptr_t begin, std::uint32_t bytes,
                                           std::uint32_t first, std::uint32_t last, std::uint32_t flags,
                                           const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  if (!is_state_right(checks, begin, bytes, flags)) return false;
  note_set(block, begin, bytes, flags);
  if ((checks.checks & kCheckRace) == 0) return true;
  if (begin % 4 + bytes > 4 && (begin % 4 != 0 || bytes % 4 != 0)) return false;
  if (is_of_stack(block, begin)) return true;
  RaceCells* const cells = shadow().race_cells(begin);
  if (!cells) return false;
  RaceView view{block, checks, block.launch->checks, is_shared(block, begin)};
  const std::size_t word = begin % Shadow::kChunkBytes / 4;
  const std::size_t words = (bytes + 3) / 4;
  for (std::size_t i = 0; i < words; ++i) {
    view.use_words(*cells, begin + 4 * i);
    if (!no_write_meets(view, *cells, word + i)) return false;
  }
  const std::uint32_t mask = bytes >= 4 ? 15u : ((1u << bytes) - 1) << begin % 4;
  const std::uint32_t own = site_of(checks, site, mask, flags);
  for (std::size_t i = 0; i < words; ++i) note_both(view, *cells, word + i, first, own, last, own);
  if (mask == 15 && view.in_shared && checks.seen && (flags & kAccessMayBeUnset) == 0)
    std::fill_n(seen_place(block, begin), words, block.context.seen);
  return true;
}

// Returns true if a read of one place by a warp's threads, of which the first and the last are given, needs
// no report.
bool is_read_right(Block& block, std::uintptr_t begin, std::uint32_t bytes, std::uint32_t first,
                   std::uint32_t last, std::uint32_t flags, const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  if ((flags & kAccessWrite) != 0 || !may_go_together(block, begin, bytes, bytes, flags)) return false;
  if (bytes % 4 == 0 && (flags & kAccessMayBeUnset) == 0 && goes_by_tags(block, begin, bytes)) {
    if (checks.pending->is_open() &&
        (bytes > 128 || !checks.pending->add_noted(WordMask(shared_word(block, begin), bytes / 4))))
      note_pending(block);
    const SharedAccess access{shared_states(block, begin, bytes, flags),
                              checks.shared_tag | first,
                              0,
                              site_of(checks, site, 15, flags),
                              nullptr,
                              seen_place(block, begin),
                              block.context.seen};
    if (access.states.place && note_shared_readers(access, *checks.shared_cells, shared_word(block, begin),
                                                   bytes / 4, checks.shared_tag | last))
      return true;
  }
  return is_other_read_right(block, begin, bytes, first, last, flags, site);
}

WarpAccess access_of(const RaceView& view, std::uint32_t thread, unsigned shift,
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

bool is_settled(const BlockChecks::WrittenRange& settled, std::uintptr_t begin, std::size_t bytes) noexcept {
  return begin >= settled.begin && begin < settled.end && bytes <= settled.end - begin &&
         settled.when == shadow().forgotten();
}

// Finds the allocation of a valid access settled if all of it was written. Looks seldom while it is not.
void settle(Block& block, BlockChecks::WrittenRange& settled, std::uintptr_t begin,
            std::size_t bytes) noexcept {
  if (!std::has_single_bit(++settled.misses) || is_shared(block, begin) || is_of_stack(block, begin)) return;
  const HostSection host(*block.worker);
  const std::uint64_t when = shadow().forgotten();
  Range range;
  if (!memory().find(begin, bytes, range) ||
      (range.kind != RangeKind::kDevice && range.kind != RangeKind::kHost &&
       range.kind != RangeKind::kManaged) ||
      shadow().count_written(range.begin, range.bytes) != range.bytes)
    return;
  settled = {range.begin, range.end(), when, settled.misses};
}

// Prefetches the records of lines, so that their cache misses overlap with those of the states.
void begin_to_note(RaceCells& cells, std::uintptr_t begin, std::size_t bytes, std::uint32_t flags) noexcept {
  constexpr std::size_t kLineBytes = 4 * RaceCells::kLineWords;
  const std::size_t first = begin % Shadow::kChunkBytes;
  const std::size_t end = std::min(first + bytes, Shadow::kChunkBytes);
  __builtin_prefetch(&cells.in_words[first / kLineBytes]);
  for (std::size_t line = first / kLineBytes; line * kLineBytes < end; ++line) {
    __builtin_prefetch(&cells.lines[line], 1);
    if ((flags & kAccessHasValue) != 0)
      __builtin_prefetch(&cells.line_values[line * RaceCells::kLineWords], 1);
  }
}

// Does what is_span_right() says for other memory than words that go by tags. Long because words, parts of
// them and lines have their own records.
[[gnu::noinline]] bool is_other_span_right(Block& block, std::uintptr_t begin, std::uint32_t bytes,
                                           std::uint32_t threads, std::uint32_t thread,
                                           const std::uint64_t* values, std::uint32_t flags,
                                           const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  const std::size_t all = std::size_t{bytes} * threads;
  const bool races = (checks.checks & kCheckRace) != 0 && !is_of_stack(block, begin);
  if (races && (begin % 4 != 0 || all % 4 != 0 || (bytes & (bytes - 1)) != 0 || bytes > 16)) return false;
  RaceCells* const cells = races && shadow().find(begin) ? shadow().race_cells(begin) : nullptr;
  if (cells) begin_to_note(*cells, begin, all, flags);
  const std::size_t number = static_cast<std::size_t>(site - checks.kernel->sites);
  BlockChecks::WrittenRange& settled = checks.settled[number % std::size(checks.settled)];
  if (!is_settled(settled, begin, all)) {
    if (!is_state_right(checks, begin, all, flags)) return false;
    settle(block, settled, begin, all);
    note_set(block, begin, all, flags);
  }
  if (!races) return true;
  if (!cells) return false;
  RaceView view{block, checks, block.launch->checks, is_shared(block, begin)};
  const std::size_t word = begin % Shadow::kChunkBytes / 4;
  const auto words = static_cast<std::uint32_t>(all / 4);
  std::uint32_t own = site_of(checks, site, 15, flags);
  if (bytes < 4) {
    if ((flags & kAccessWrite) != 0) return false;
    for (std::uint32_t i = 0; i < words; ++i) {
      view.use_words(*cells, begin + 4 * i);
      if (!no_write_meets(view, *cells, word + i)) return false;
    }
    const std::uint32_t of_word = 4 / bytes, low = (1u << bytes) - 1, high = low << (4 - bytes);
    for (std::uint32_t i = 0; i < words; ++i)
      note_both(view, *cells, word + i, thread + i * of_word, site_of(checks, site, low, flags),
                thread + (i + 1) * of_word - 1, site_of(checks, site, high, flags));
    return true;
  }
  if (!is_wide()) return false;
  alignas(32) std::uint32_t written[8 + 2 * kWarpSize + 8];
  const std::uint32_t* of_words = nullptr;
  if ((flags & kAccessHasValue) != 0 && values) {
    own |= kSiteHasValue;
    if (bytes == 4)
      for (std::uint32_t i = 0; i < words; ++i) written[8 + i] = static_cast<std::uint32_t>(values[i]);
    else
      std::memcpy(written + 8, values, all);
    of_words = written + 8;
  }
  WarpAccess access = access_of(view, thread, static_cast<unsigned>(std::countr_zero(bytes)) - 2, own);
  access.values = of_words;
  if (view.in_shared && (flags & kAccessMayBeUnset) == 0) access.seen = seen_place(block, begin);
  if (view.in_shared) {
    for (std::uint32_t i = 0; i < words; ++i) view.use_words(*cells, begin + 4 * i);
    return note_words(access, *cells, word, words);
  }
  constexpr auto kLine = static_cast<std::uint32_t>(RaceCells::kLineWords);
  for (std::uint32_t i = 0; i < words;) {
    const std::size_t line = (word + i) / kLine;
    const std::uint32_t next = std::min(words, i + kLine - static_cast<std::uint32_t>((word + i) % kLine));
    const std::uint32_t first = thread + (i >> access.shift);
    const std::uint32_t* const its = of_words ? of_words + i : nullptr;
    const bool by_line = next - i == kLine &&
                         __atomic_load_n(&cells->in_words[line], __ATOMIC_ACQUIRE) != view.first &&
                         note_line(access, *cells, line, first, its);
    if (!by_line) {
      view.use_words(*cells, begin + 4 * i);
      access.thread = first;
      access.values = its;
      if (!note_words(access, *cells, word + i, next - i)) return false;
    }
    i = next;
  }
  return true;
}

// Lists a row of words if their states allow it and it can meet no other access.
inline PendingAccesses::Result list_row(Block& block, const PendingAccess& row,
                                        std::uint32_t flags) noexcept {
  BlockChecks& checks = *block.checks;
  PendingAccesses& pending = *checks.pending;
  const WordMask words(row.word, row.count);
  const std::uintptr_t begin =
      reinterpret_cast<std::uintptr_t>(block.context.shared) + std::size_t{4} * row.word;
  if (!pending.are_set(words)) [[unlikely]] {
    if (!is_state_right(checks, begin, std::size_t{4} * row.count, flags))
      return PendingAccesses::Result::kMayMeet;
    if ((flags & kAccessMayBeUnset) == 0) pending.mark_set(words);
  }
  bool two_read = false;
  const PendingAccesses::Result result = pending.add_row(row, words, (flags & kAccessWrite) != 0, two_read);
  if (two_read && (flags & kAccessMayBeUnset) == 0)
    std::fill_n(seen_place(block, begin), row.count, block.context.seen);
  return result;
}

// Lists the access of a whole warp to a row of words, as most are; returns false if it did not.
bool list_whole_row(Block& block, const WarpContext& warp, std::uintptr_t begin, std::uint32_t flags,
                    const CheckSite* site, bool has_value) noexcept {
  BlockChecks& checks = *block.checks;
  const std::uintptr_t offset = begin - reinterpret_cast<std::uintptr_t>(block.context.shared);
  constexpr std::uint32_t kOther = kAccessAtomic | kAccessVolatile | kAccessCompared | kAccessMayBeUnset |
                                   kAccessAlignMask << kAccessAlignShift;
  if (!checks.pending || !checks.pending->is_open() || offset % 4 != 0 ||
      offset > kMaxSharedBytes - 4 * kWarpSize || (flags & kOther) != (2u << kAccessAlignShift))
    return false;
  return list_row(block,
                  {checks.shared_tag | warp.first_linear_index,
                   site_of(checks, site, 15, flags) | (has_value ? kSiteHasValue : 0),
                   static_cast<std::uint16_t>(offset / 4), 1, kWarpSize, 0},
                  flags) == PendingAccesses::Result::kListed;
}

// Returns true if accesses of consecutive threads to consecutive places need no report.
bool is_span_right(Block& block, std::uintptr_t begin, std::uint32_t bytes, std::uint32_t threads,
                   std::uint32_t thread, const std::uint64_t* values, std::uint32_t flags,
                   const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  const std::size_t all = std::size_t{bytes} * threads;
  if (!may_go_together(block, begin, bytes, all, flags)) return false;
  if ((bytes != 4 && bytes != 8 && bytes != 16) || !goes_by_tags(block, begin, all))
    return is_other_span_right(block, begin, bytes, threads, thread, values, flags, site);
  const bool has_value = (flags & kAccessHasValue) != 0 && values;
  const std::uint32_t own = site_of(checks, site, 15, flags) | (has_value ? kSiteHasValue : 0);
  const std::size_t word = shared_word(block, begin);
  const auto words = static_cast<std::uint32_t>(all / 4);
  if (checks.pending->is_open()) {
    // Words behind some that must be noted may meet, too.
    PendingAccesses::Result listed = PendingAccesses::Result::kListed;
    for (std::uint32_t i = 0; i < words && listed != PendingAccesses::Result::kMayMeet; i += 32)
      listed = std::max(listed, list_row(block,
                                         {checks.shared_tag | (thread + (i >> bytes / 8)), own,
                                          static_cast<std::uint16_t>(word + i), 1,
                                          static_cast<std::uint16_t>(std::min(32u, words - i)),
                                          static_cast<std::uint16_t>(bytes / 8)},
                                         flags));
    if (listed == PendingAccesses::Result::kListed) return true;
    if (listed == PendingAccesses::Result::kMayMeet) note_pending(block);
  }
  const SharedAccess access{shared_states(block, begin, all, flags),
                            checks.shared_tag | thread,
                            bytes / 8,
                            own,
                            has_value ? values : nullptr,
                            (flags & kAccessMayBeUnset) == 0 ? seen_place(block, begin) : nullptr,
                            block.context.seen};
  return access.states.place && note_shared(access, *checks.shared_cells, word, words);
}

// Returns the lanes in runs of consecutive places whose accesses need no report.
std::uint32_t runs_that_are_right(Block& block, const WarpContext& warp, std::uint32_t lanes,
                                  void* const* addresses, const std::uint64_t* values, std::uint64_t bytes,
                                  std::uint32_t flags, const CheckSite* site) noexcept {
  constexpr unsigned kShortest = 8;
  std::uint32_t right = 0;
  if (bytes > 16 || (flags & (kAccessAtomic | kAccessVolatile)) != 0) return 0;
  for (unsigned lane = 0; lane + kShortest <= kWarpSize;) {
    unsigned end = lane;
    if ((lanes >> lane & 1) == 0) {
      ++lane;
      continue;
    }
    const auto begin = reinterpret_cast<std::uintptr_t>(addresses[lane]);
    if (reinterpret_cast<std::uintptr_t>(addresses[lane + 1]) != begin + bytes) {
      ++lane;
      continue;
    }
    while (end < kWarpSize && (lanes >> end & 1) != 0 &&
           reinterpret_cast<std::uintptr_t>(addresses[end]) == begin + (end - lane) * bytes)
      ++end;
    if (end - lane >= kShortest &&
        is_span_right(block, begin, static_cast<std::uint32_t>(bytes), end - lane,
                      warp.first_linear_index + lane, values ? values + lane : nullptr, flags, site))
      right |= ~0u >> (kWarpSize - (end - lane)) << lane;
    lane = end;
  }
  return right;
}

// Returns the lanes at one distance from each other whose accesses to device memory need no report.
std::uint32_t strided_that_are_right(Block& block, const WarpContext& warp, std::uint32_t lanes,
                                     void* const* addresses, const std::uint64_t* values, std::uint64_t bytes,
                                     std::uint32_t flags, const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  if ((checks.checks & kCheckRace) == 0 || !is_wide() || first + 1 >= kWarpSize) return 0;
  const auto address_of = [&](unsigned lane) { return reinterpret_cast<std::uintptr_t>(addresses[lane]); };
  const std::uintptr_t begin = address_of(first);
  const std::uint64_t stride = address_of(first + 1) - begin,
                      offset = begin % std::max<std::uint64_t>(stride, 1);
  if (stride < 4 || stride > 4 * RaceCells::kLineWords || (stride & (stride - 1)) != 0 ||
      (bytes & (bytes - 1)) != 0 || offset + bytes > stride || begin % std::min<std::uint64_t>(bytes, 4) != 0)
    return 0;
  std::uint32_t count = 1;
  while (first + count < kWarpSize && (lanes >> (first + count) & 1) != 0 &&
         address_of(first + count) == begin + count * stride)
    ++count;
  const std::uint64_t all = count * stride;
  if (!may_go_together(block, begin, stride, all - stride + bytes, flags) || is_shared(block, begin) ||
      is_of_stack(block, begin))
    return 0;
  const ByteStates states = states_of(checks, begin - offset, all, flags);
  RaceCells* const cells = states.place ? shadow().race_cells(begin) : nullptr;
  if (!cells) return 0;
  const RaceView view{block, checks, block.launch->checks, false};
  const bool has_value = (flags & kAccessHasValue) != 0 && values;
  const std::uint32_t of_word = bytes < 4 ? ((1u << bytes) - 1) << begin % 4 : 15u;
  WarpAccess access =
      access_of(view, warp.first_linear_index + first, static_cast<unsigned>(std::countr_zero(stride)) - 2,
                site_of(checks, site, of_word, flags) | (has_value ? kSiteHasValue : 0));
  return note_strided({access, states, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(bytes),
                       has_value ? values + first : nullptr},
                      *cells, (begin - offset) % Shadow::kChunkBytes / 4, count)
         << first;
}

// Returns the distance in bytes between the accesses of a whole warp, all to words of shared memory; 0 if
// there is not one, or it is that of neighbours.
std::ptrdiff_t shared_distance(std::uintptr_t shared, void* const* addresses, std::uint64_t align) noexcept {
  const auto offset = [&](unsigned lane) {
    return static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(addresses[lane]) - shared);
  };
  const auto is_inside = [](std::ptrdiff_t at) { return at >= 0 && at < std::ptrdiff_t{kMaxSharedBytes}; };
  const std::ptrdiff_t distance = offset(1) - offset(0);
  const auto odd = static_cast<std::uint64_t>(offset(0) | distance) & (align - 1);
  if (distance == 4 || odd != 0 || !is_inside(offset(0)) ||
      !is_inside(offset(0) + distance * std::ptrdiff_t{kWarpSize - 1}))
    return 0;
  return are_apart(addresses, distance) ? distance : 0;
}

// Lists a read of a column if all its words were written and no write since the last barrier is listed.
bool list_column(Block& block, const WarpContext& warp, std::size_t word, std::ptrdiff_t stride,
                 std::uint32_t flags, const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  if ((flags & kAccessWrite) != 0) return false;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    if (!checks.pending->are_set(WordMask(word + static_cast<std::size_t>(lane * stride), 1))) return false;
  return checks.pending->add_column({checks.shared_tag | warp.first_linear_index,
                                     site_of(checks, site, 15, flags), static_cast<std::uint16_t>(word),
                                     static_cast<std::int16_t>(stride), kWarpSize, 0});
}

// Returns true if a whole warp's accesses to words of shared memory at one distance, the column of a matrix,
// need no report.
bool is_shared_column_right(Block& block, const WarpContext& warp, void* const* addresses,
                            const std::uint64_t* values, std::uint32_t flags,
                            const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  constexpr std::uint32_t kOther = kAccessAtomic | kAccessVolatile | kAccessCompared | kAccessMayBeUnset;
  if ((flags & kAccessShared) == 0 || !checks.shared_together || (flags & kOther) != 0) return false;
  const ByteStates states = states_at(checks, checks.shared_states, flags);
  const auto shared = reinterpret_cast<std::uintptr_t>(block.context.shared);
  const std::uint64_t align =
      std::max<std::uint64_t>(4, std::uint64_t{1} << (flags >> kAccessAlignShift & kAccessAlignMask));
  const std::ptrdiff_t distance = states.place ? shared_distance(shared, addresses, align) : 0;
  if (distance == 0) return false;
  const bool has_value = (flags & kAccessHasValue) != 0 && values;
  if (checks.pending->is_open()) {
    if (list_column(block, warp, (reinterpret_cast<std::uintptr_t>(addresses[0]) - shared) / 4, distance / 4,
                    flags, site))
      return true;
    note_pending(block);
  }
  const SharedAccess access{states,
                            checks.shared_tag | warp.first_linear_index,
                            0,
                            site_of(checks, site, 15, flags) | (has_value ? kSiteHasValue : 0),
                            has_value ? values : nullptr,
                            (flags & kAccessWrite) != 0 ? nullptr : seen_place(block, shared),
                            block.context.seen};
  return note_shared_strided(access, *checks.shared_cells,
                             (reinterpret_cast<std::uintptr_t>(addresses[0]) - shared) / 4, distance / 4);
}

// Returns the lanes whose accesses, each to a word of shared memory that goes by tags, need no report.
std::uint32_t shared_words_that_are_right(Block& block, const WarpContext& warp, std::uint32_t lanes,
                                          void* const* addresses, const std::uint64_t* values,
                                          std::uint32_t flags, const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  SharedCells& cells = *checks.shared_cells;
  const auto shared = reinterpret_cast<std::uintptr_t>(block.context.shared);
  const ByteStates states = states_at(checks, checks.shared_states, flags);
  if (!states.place) return 0;
  leave_pending(block);
  constexpr std::uint32_t kOnes = 0x01010101;
  const bool is_write = (flags & kAccessWrite) != 0;
  const bool has_value = (flags & kAccessHasValue) != 0 && values;
  const std::uint32_t number = site_of(checks, site, 15, flags) | (has_value ? kSiteHasValue : 0);
  const std::uint64_t align =
      std::max<std::uint64_t>(4, std::uint64_t{1} << (flags >> kAccessAlignShift & kAccessAlignMask));
  std::uint32_t* const seen = is_write ? nullptr : seen_place(block, shared);
  const std::uint32_t seen_now = block.context.seen, tag = checks.shared_tag | warp.first_linear_index;
  std::uint32_t right = 0;
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const auto address = reinterpret_cast<std::uintptr_t>(addresses[lane]);
    const std::uintptr_t offset = address - shared;
    if (offset >= kMaxSharedBytes || address % align != 0) return;
    const std::size_t word = offset / 4;
    if (seen && seen[word] == seen_now) {
      right |= 1u << lane;
      return;
    }
    std::uint32_t four = 0;
    std::memcpy(&four, states.place + offset, sizeof four);
    if ((four & kOnes * states.mask) != kOnes * states.wanted) return;
    const auto meets = [&](SharedCells::Kind kind) {
      return (cells.tag[kind][word] ^ (tag + lane)) - 1 < SharedCells::kInWords;
    };
    const auto note = [&](SharedCells::Kind kind) {
      cells.tag[kind][word] = tag + lane;
      cells.site[kind][word] = number;
      right |= 1u << lane;
    };
    if (meets(SharedCells::kWrite)) return;
    if (is_write) {
      if (meets(SharedCells::kRead) || meets(SharedCells::kOtherRead)) return;
      note(SharedCells::kWrite);
      if (has_value) cells.value[word] = static_cast<std::uint32_t>(values[lane]);
      if (!states.marks) return;
      four |= kOnes * kShadowWritten;
      std::memcpy(states.place + offset, &four, sizeof four);
    } else if (!meets(SharedCells::kRead)) {
      note(SharedCells::kRead);
    } else {
      note(SharedCells::kOtherRead);
      if (seen) seen[word] = seen_now;
    }
  });
  return right;
}

// Returns the lanes whose accesses, each of one word, all in shared memory or none, need no report.
std::uint32_t words_that_are_right(Block& block, const WarpContext& warp, std::uint32_t lanes,
                                   void* const* addresses, const std::uint64_t* values, std::uint32_t flags,
                                   const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  const bool is_write = (flags & kAccessWrite) != 0, is_atomic = (flags & kAccessAtomic) != 0;
  const bool sees_init = (checks.checks & kCheckInit) != 0;
  const bool reads = (flags & kAccessRead) != 0;
  const std::uint32_t wanted =
      0x01010101u * (kShadowValid | (sees_init && reads ? std::uint32_t{kShadowWritten} : 0u));
  const std::uint32_t mask = wanted | (is_write ? 0x01010101u * kShadowReadOnly : 0u);
  RaceView view{block, checks, block.launch->checks, (flags & kAccessShared) != 0};
  const bool has_value = (flags & kAccessHasValue) != 0 && values;
  const std::uint32_t own = site_of(checks, site, 15, flags) | (has_value ? kSiteHasValue : 0);
  const std::uint64_t align =
      std::max<std::uint64_t>(4, std::uint64_t{1} << (flags >> kAccessAlignShift & kAccessAlignMask));
  std::uint32_t right = 0;
  if (view.in_shared && checks.shared_together && !is_atomic && is_write != reads)
    right = shared_words_that_are_right(block, warp, lanes, addresses, values, flags, site);
  std::uintptr_t chunk = 0;  // the chunk of the last lane
  std::uint8_t* states = nullptr;
  RaceCells* cells = nullptr;
  for_each_lane(lanes & ~right, [&](std::uint32_t lane) {
    const auto address = reinterpret_cast<std::uintptr_t>(addresses[lane]);
    if (address % align != 0 || is_shared(block, address) != view.in_shared) return;
    if (!view.in_shared && (is_of_stack(block, address) || leaves_part(block, flags, address, 4))) return;
    if (chunk != address / Shadow::kChunkBytes) {
      chunk = address / Shadow::kChunkBytes;
      states = shadow().find(address);
      cells = states ? shadow().race_cells(address) : nullptr;
    }
    if (!cells) return;
    auto* const seen = view.in_shared ? seen_place(block, address) : nullptr;
    if (seen && !is_write && !is_atomic && *seen == block.context.seen) {
      right |= 1u << lane;
      return;
    }
    std::uint8_t* const state = states + address % Shadow::kChunkBytes;
    std::uint32_t four = 0;
    std::memcpy(&four, state, sizeof four);
    if ((four & mask) != wanted) return;
    const auto value = has_value ? static_cast<std::uint32_t>(values[lane]) : 0u;
    const auto mark = [&] {
      right |= 1u << lane;
      if (!is_write || !sees_init) return;
      four |= 0x01010101u * kShadowWritten;
      std::memcpy(state, &four, sizeof four);
    };
    const std::size_t word = address % Shadow::kChunkBytes / 4;
    view.use_words(*cells, address);
    view.be(warp.first_linear_index + lane);
    // Atomics do not race with each other.
    const auto meets = [&](unsigned kind) {
      return view.may_meet(*cells, kind, word) &&
             !(is_atomic &&
               (__atomic_load_n(&cells->site(kind, word), __ATOMIC_ACQUIRE) & kAccessAtomic) != 0);
    };
    if (meets(RaceCells::kWrite) || view.is_in_parts(*cells, word)) return;
    if (!is_write) {
      view.note_read(*cells, word, own, address, (flags & kAccessMayBeUnset) == 0);
    } else {
      if (meets(RaceCells::kRead) || meets(RaceCells::kOtherRead)) return;
      __atomic_store_n(&cells->value(word), value, __ATOMIC_RELEASE);
      view.note(*cells, RaceCells::kWrite, word, own);
      if (seen) *seen = 0;
    }
    mark();
  });
  return right;
}

// Returns the lanes that access words of shared memory which note_set() knows.
std::uint32_t set_lanes(const Block& block, std::uint32_t lanes, void* const* addresses, std::uint64_t bytes,
                        std::uint32_t flags) noexcept {
  const std::uint32_t align = flags >> kAccessAlignShift & kAccessAlignMask;
  if ((flags & (kAccessShared | kAccessAtomic | kAccessVolatile | kAccessCompared)) != kAccessShared ||
      bytes != 4 || align > 2)
    return 0;
  const auto shared = reinterpret_cast<std::uintptr_t>(block.context.shared);
  const std::uint32_t *const seen = seen_place(block, shared), now = block.context.seen;
  std::uint32_t right = 0;
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(addresses[lane]) - shared;
    if (offset < kMaxSharedBytes && offset % 4 == 0 && seen[offset / 4] == now) right |= 1u << lane;
  });
  return right;
}

// Prefetches the data for the checks of lanes, so that the cache misses overlap.
void begin_to_read(std::uint32_t lanes, void* const* addresses, bool races) noexcept {
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const auto address = reinterpret_cast<std::uintptr_t>(addresses[lane]);
    const std::uint8_t* const chunk = shadow().find(address);
    if (!chunk) return;
    __builtin_prefetch(chunk + address % Shadow::kChunkBytes);
    RaceCells* const cells = races ? shadow().race_cells(address) : nullptr;
    if (!cells) return;
    const RaceCells::Words& words = cells->words[address % Shadow::kChunkBytes / 32];
    __builtin_prefetch(&words.of[RaceCells::kWrite]);
    __builtin_prefetch(&words.of[RaceCells::kRead], 1);
    __builtin_prefetch(words.of[RaceCells::kRead].site, 1);
  });
}

// Returns true if the range of a valid access covers later accesses too (CheckRange), as in generated code.
bool has_range(const BlockChecks& checks, std::uint32_t flags) noexcept {
  if ((checks.checks & (kCheckInit | kCheckRace)) == 0) return true;
  return (flags & (kAccessAtomic | kAccessVolatile | kAccessCompared | kAccessShared)) == 0 &&
         ((flags & kAccessWrite) == 0 || (checks.checks & kCheckRace) == 0);
}

// Shrinks the range.
void cut(Range& range, std::uintptr_t begin, std::uintptr_t end) noexcept {
  const std::uintptr_t last = std::min(range.end(), end);
  range.begin = std::max(range.begin, begin);
  range.bytes = last > range.begin ? last - range.begin : 0;
}

// Stores the range of a valid access, unless the range may end while the kernel runs. A slot whose accesses
// lie in different ranges each time is not searched for again.
void remember(Block& block, std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags,
              std::uint32_t slot) noexcept {
  const BlockChecks& checks = *block.checks;
  if (slot == kNoCheckRange || !has_range(checks, flags)) return;
  const std::uint32_t misses = ++block.range_misses[slot];
  if (misses > 8 && !std::has_single_bit(misses)) return;
  Range found;
  if (is_shared(block, address)) {
    if ((checks.checks & (kCheckInit | kCheckRace)) != 0) return;
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
    if ((checks.checks & kCheckRace) != 0 && block.launch->checks.may_write(found.begin, found.end())) return;
    if (const driver::ArgumentPart* const part = part_of(block, argument_of(flags)))
      cut(found, part->begin, part->begin + part->bytes);
    if ((checks.checks & kCheckInit) != 0) {
      const std::size_t written = shadow().count_written(found.begin, found.bytes);
      if (address + bytes <= found.begin + written)
        found.bytes = written;
      else
        cut(found, address, address + shadow().count_written(address, found.end() - address));
    }
  }
  const std::uint32_t align = flags >> kAccessAlignShift & kAccessAlignMask;
  const std::uint64_t odd = found.begin % (std::uint64_t{1} << align);
  if (odd != 0) cut(found, found.begin + (std::uint64_t{1} << align) - odd, found.end());
  if (found.bytes < bytes) return;
  block.ranges[slot] = {found.begin, ((found.bytes - bytes) >> align) + 1};
}

// Does what gridcall_rt_check_rows() says, for any rows.
[[gnu::noinline]] bool are_rows_right(Block& block, const WarpContext& warp, std::uint32_t lanes, void* first,
                                      void* second, const std::uint64_t* values, std::uint32_t shape,
                                      std::uint32_t flags, const CheckSite* site) noexcept {
  const BlockChecks& checks = *block.checks;
  const std::uint32_t bytes = shape & kRowsBytes;
  // Halves that follow each other are one row.
  const bool are_one = (shape & kRowsOfOne) == 0 && lanes == ~0u &&
                       second == static_cast<std::byte*>(first) + kWarpSize / 2 * bytes;
  const unsigned length = (shape & kRowsAreTwo) != 0 && !are_one ? kWarpSize / 2 : kWarpSize;
  const std::uint32_t part = length == kWarpSize ? ~0u : (1u << length) - 1;
  bool is_right = lanes != 0;
  std::uint32_t low_bytes = 0;  // the distance from `first` to the first active lane's address
  if ((shape & kRowsOfOne) == 0)
    low_bytes = static_cast<std::uint32_t>(std::countr_zero(lanes | 1u << 31)) * bytes;
  for (unsigned at = 0; at < kWarpSize && is_right; at += length) {
    const std::uint32_t active = lanes >> at & part;
    if (active == 0) continue;
    const auto low = static_cast<unsigned>(std::countr_zero(active));
    const auto high = static_cast<unsigned>(31 - std::countl_zero(active));
    const auto begin = reinterpret_cast<std::uintptr_t>(at == 0 ? first : second);
    const std::uint32_t thread = warp.first_linear_index + at;
    if ((shape & kRowsOfOne) != 0 && low != high)
      is_right = is_read_right(block, begin, bytes, thread + low, thread + high, flags, site);
    else
      is_right =
          active >> low == ~0u >> (31 - (high - low)) &&
          is_span_right(block, (shape & kRowsOfOne) != 0 ? begin : begin + low * bytes, bytes, high - low + 1,
                        thread + low, values ? values + at + low : nullptr, flags, site);
  }
  if (is_right && has_range(checks, flags))
    remember(block, reinterpret_cast<std::uintptr_t>(first) + low_bytes, bytes, flags,
             shape >> kRowsSlotShift);
  return is_right;
}

}  // namespace

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
      const std::size_t at = write.parameter < of.kernel->parameter_count
                                 ? std::size_t{of.kernel->parameters[write.parameter].offset} + write.offset
                                 : of.kernel->parameter_bytes;
      if (at + sizeof address > of.kernel->parameter_bytes) return;
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

namespace {

// Merges the clocks, so that each of them has the knowledge of all.
template <class Each>
void join_clocks(BlockChecks& checks, const Each& each_thread) noexcept {
  std::uint16_t joined[kMaxThreadsPerBlock] = {};
  const std::uint32_t count = checks.all_threads;
  each_thread([&](std::uint32_t thread) {
    std::uint16_t* const own = &checks.all_clocks[thread * count];
    if (own[thread] != kForEver) ++own[thread];
    for (std::uint32_t i = 0; i < count; ++i) joined[i] = std::max(joined[i], own[i]);
  });
  each_thread([&](std::uint32_t thread) {
    std::memcpy(&checks.all_clocks[thread * count], joined, count * sizeof joined[0]);
  });
}

// Merges the clocks at a barrier of a part of the block. Returns false if it must count as a barrier of all.
bool meet_in_part(Block& block, BlockChecks& checks, const Thread* head, std::uint32_t arrived) noexcept {
  std::uint32_t waiting = 0;
  for (const Thread* thread = head; thread; thread = thread->next) ++waiting;
  // A thread that arrives without waiting is not in the list.
  if (!checks.clocks || waiting != arrived || arrived >= block.live) return false;
  const std::uint32_t count = block.context.thread_count;
  if (checks.all_threads == 0) {
    if (!checks.all_clocks) {
      const HostSection host(*block.worker);
      checks.all_clocks.reset(new (std::nothrow) std::uint16_t[kMaxThreadsPerBlock * kMaxThreadsPerBlock]);
      if (!checks.all_clocks) return false;
    }
    for (std::uint32_t thread = 0; thread < count; ++thread)
      for (std::uint32_t other = 0; other < count; ++other)
        checks.all_clocks[thread * count + other] = checks.clock_of(thread, other);
    checks.all_threads = count;
  }
  join_clocks(checks, [&](const auto& visit) {
    for (const Thread* thread = head; thread; thread = thread->next) visit(thread->context.linear_index);
  });
  return true;
}

}  // namespace

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
  if (barrier != 0 && meet_in_part(block, *checks, head, arrived)) return;
  checks->all_threads = 0;
  if (checks->epoch != kForEver) ++checks->epoch;
  begin_epoch(block);
  reset_clocks(*checks);
}

// `lanes_of` returns the lanes of a warp that are at the barrier.
template <class LanesOf>
void check_lanes_at_barrier(Block& block, const LanesOf& lanes_of) noexcept {
  BlockChecks* const checks = block.checks.get();
  if (!checks || !checks->has_begun) return;
  if ((checks->checks & kCheckSync) != 0) {
    WarpContext* first = nullptr;
    std::uint32_t first_lane = 0;
    const CheckSite* site = nullptr;
    bool was_told = false;
    std::uint32_t arrived = 0;
    const auto visit = [&](WarpContext& warp, std::uint32_t lane, const CheckSite* own) {
      if (!first) {
        first = &warp;
        first_lane = lane;
        site = own;
      } else if (own != site && !was_told) {
        was_told = true;
        std::uint32_t other[3];
        std::memcpy(other, gridcall_rt_lane_thread(&warp, lane)->thread_index, sizeof other);
        report_divergent(gridcall_rt_lane_thread(first, first_lane), other, site, own);
      }
    };
    for (std::uint32_t i = 0; i < block.warp_block.count; ++i) {
      WarpContext& warp = block.warp_block.warps[i].context;
      const std::uint32_t lanes = lanes_of(i);
      if (lanes == 0) continue;
      arrived += static_cast<std::uint32_t>(std::popcount(lanes));
      const BlockChecks::WarpWait& wait = checks->warp_waits[warp.first_linear_index / 16];
      if ((lanes & ~wait.lanes) == 0)
        visit(warp, static_cast<std::uint32_t>(std::countr_zero(lanes)), wait.site);
      else
        for_each_lane(lanes, [&](std::uint32_t lane) {
          visit(warp, lane, checks->wait_of(warp.first_linear_index, lane));
        });
    }
    if (first && arrived < block.context.thread_count)
      report_exited(gridcall_rt_lane_thread(first, first_lane), site, arrived);
  }
  if (checks->epoch != kForEver) ++checks->epoch;
  begin_epoch(block);
}

void check_warp_barrier(Block& block) noexcept {
  check_lanes_at_barrier(block, [&](std::uint32_t warp) {
    const VectorWarp& vector = block.warp_block.warps[warp];
    return vector.live() ? vector.context.barrier_mask : 0u;
  });
}

void check_parked_barrier(Block& block, std::uint32_t barrier) noexcept {
  check_lanes_at_barrier(block, [&](std::uint32_t warp) { return block.warps[warp].at[barrier]; });
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
  // __syncwarp is the only warp function that orders memory.
  if (!checks->clocks || (group.kind & 0xff) != static_cast<std::uint32_t>(WarpFunction::kSync)) return;
  if (checks->all_threads != 0)
    return join_clocks(*checks, [&](const auto& visit) {
      for_each_lane(group.arrived, [&](std::uint32_t lane) { visit(first_thread + lane); });
    });
  BlockChecks::WarpClocks& clocks = checks->clocks[first_thread / kWarpSize];
  checks->moved_clocks = std::max(checks->moved_clocks, first_thread / kWarpSize + 1);
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
    see_anew(block);
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

void* gridcall_rt_check_access(ThreadContext* thread, void* address, std::uint64_t bytes, std::uint32_t flags,
                               const CheckSite* site, std::uint64_t value, std::uint32_t slot) {
  if (address == sink || address == zeros) return address;  // an earlier check refused the access
  BlockChecks* const checks = checks_of(thread);
  if (!checks) return address;
  if (!check_range(thread, checks->checks, address, bytes, flags, site, value)) return refused(bytes, flags);
  if (has_range(*checks, flags))
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
  if (!bases && bytes == 4 && lanes == ~0u &&
      is_shared_column_right(block, *warp, addresses, values, flags, site))
    return 0;
  const InstructionScope scope(*checks, *warp, values);
  std::uint32_t refused_lanes = 0;
  const void* good = nullptr;
  const bool is_init = (checks->checks & (kCheckInit | kCheckRace)) == kCheckInit;
  if (!bases && is_init) lanes &= ~set_lanes(block, lanes, addresses, bytes, flags);
  if (lanes == 0) return 0;
  if (!bases) {
    std::uint32_t right = runs_that_are_right(block, *warp, lanes, addresses, values, bytes, flags, site);
    if (right == 0)
      right = strided_that_are_right(block, *warp, lanes, addresses, values, bytes, flags, site);
    if (right != 0) good = addresses[std::countr_zero(right)];
    lanes &= ~right;
    if ((flags & kAccessShared) == 0) begin_to_read(lanes, addresses, (checks->checks & kCheckRace) != 0);
    if (lanes != 0 && bytes == 4 && (checks->checks & kCheckRace) != 0 &&
        (flags & (kAccessVolatile | kAccessCompared | kAccessMayBeUnset)) == 0) {
      const std::uint32_t words = words_that_are_right(block, *warp, lanes, addresses, values, flags, site);
      if (words != 0) good = addresses[std::countr_zero(words)];
      lanes &= ~words;
    }
    if (is_init) {
      std::uint32_t set = 0;
      for_each_lane(lanes, [&](std::uint32_t lane) {
        const auto address = reinterpret_cast<std::uintptr_t>(addresses[lane]);
        if (!may_go_together(block, address, bytes, bytes, flags) ||
            !is_state_right(*checks, address, bytes, flags))
          return;
        note_set(block, address, bytes, flags);
        set |= 1u << lane;
        good = addresses[lane];
      });
      lanes &= ~set;
    }
  }
  RaceView view{block, *checks, block.launch->checks, false};
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const auto thread_of = [&] { return gridcall_rt_lane_thread(warp, lane); };
    void* const address = addresses[lane];
    if (address == sink || address == zeros) return;
    if (bases) {
      if (bytes <= object->bytes &&
          reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(bases[lane]) <=
              object->bytes - bytes)
        return;
      addresses[lane] =
          gridcall_rt_check_variable(thread_of(), bases[lane], address, bytes, flags, site, object);
    } else if (!check_range(thread_of, block, warp->first_linear_index + lane, checks->checks,
                            reinterpret_cast<std::uintptr_t>(address), bytes, flags, site,
                            values ? values[lane] : 0, &view)) {
      addresses[lane] = refused(bytes, flags);
    }
    if (addresses[lane] == address)
      good = address;
    else
      refused_lanes |= 1u << lane;
  });
  if (good && !bases && (checks->checks & kCheckRace) != 0) note_order(block, flags);
  if (good && !bases) remember(block, reinterpret_cast<std::uintptr_t>(good), bytes, flags, slot);
  return refused_lanes;
}

std::uint32_t gridcall_rt_check_rows(WarpContext* warp, std::uint32_t lanes, void* first, void* second,
                                     const std::uint64_t* values, std::uint32_t shape, std::uint32_t flags,
                                     const CheckSite* site) {
  Block& block = *reinterpret_cast<Block*>(warp->block);
  BlockChecks* const checks = block.checks.get();
  if (!checks || checks->checks == 0) return 1;
  const bool is_one_row = lanes == ~0u && (shape & (kRowsOfOne | kRowsAreTwo)) == 0;
  if (is_one_row && (shape & kRowsBytes) == 4 && (flags & kAccessShared) != 0 &&
      list_whole_row(block, *warp, reinterpret_cast<std::uintptr_t>(first), flags, site,
                     (flags & kAccessHasValue) != 0 && values))
    return 1;
  const InstructionScope scope(*checks, *warp, values);
  const bool is_right =
      is_one_row && !has_range(*checks, flags)
          ? is_span_right(block, reinterpret_cast<std::uintptr_t>(first), shape & kRowsBytes, kWarpSize,
                          warp->first_linear_index, values, flags, site)
          : are_rows_right(block, *warp, lanes, first, second, values, shape, flags, site);
  if (!is_right && scope.has_listed()) note_pending(block);  // gridcall_rt_check_lanes() is called now
  return is_right ? 1 : 0;
}

void gridcall_rt_check_move(ThreadContext* thread, void* to, const void* from, std::uint64_t bytes,
                            std::uint32_t flags, const CheckSite* site) {
  BlockChecks* const checks = checks_of(thread);
  if (checks) {
    bool may = true;
    if ((flags & kAccessTrustFrom) == 0)
      may = check_range(thread, checks->checks, from, bytes,
                        kAccessRead | kAccessMayBeUnset |
                            (flags >> kAccessFromAlignShift & kAccessAlignMask) << kAccessAlignShift |
                            (flags >> kAccessFromArgumentShift & kAccessArgumentMask) << kAccessArgumentShift,
                        site);
    if ((flags & kAccessTrustTo) == 0) {
      // The copy counts as written where its source is.
      may = check_range(thread, checks->checks & ~std::uint32_t{kCheckInit}, to, bytes,
                        kAccessWrite | (flags >> kAccessAlignShift & kAccessAlignMask) << kAccessAlignShift |
                            argument_of(flags) << kAccessArgumentShift,
                        site) &&
            may;
    }
    if (!may) return;
    if ((checks->checks & kCheckInit) != 0) {
      shadow().copy_written(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from),
                            bytes);
      if (is_shared(block_of(thread), reinterpret_cast<std::uintptr_t>(to)))
        forget_set(block_of(thread), reinterpret_cast<std::uintptr_t>(to), bytes);
    }
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

void gridcall_rt_check_ahead(ThreadContext*, void*, std::uint64_t, std::uint32_t, const CheckSite*) {}

void* gridcall_rt_check_member(ThreadContext*, void*, void* address, std::uint64_t, const CheckObject*) {
  return address;
}

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
  BlockChecks::WarpWait& wait = checks.warp_waits[warp->first_linear_index / 16];
  if ((wait.lanes & ~lanes) == 0) {
    wait = {site, lanes};
    return;
  }
  wait.lanes &= ~lanes;
  for_each_lane(lanes, [&](std::uint32_t lane) { checks.of(warp->first_linear_index + lane).wait = site; });
}

void gridcall_rt_check_fence(ThreadContext* thread) {
  note_release(block_of(thread));
  note_acquire(block_of(thread));
}
