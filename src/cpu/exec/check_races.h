// SPDX-License-Identifier: Apache-2.0
//
// Races: an access against those that are recorded of the same word. The cells of device memory are shared by
// all workers, without a lock: of two accesses within some nanoseconds one may not see the other.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/exec/check_block.h"
#include "cpu/exec/check_report.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

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

  void set_thread(std::uint32_t linear) noexcept {
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
    if (std::uint32_t* const place = seen_entry(block, address)) *place = block.context.seen;
  }
};

inline RaceCell cell_of(RaceCells& cells, unsigned kind, std::size_t word) noexcept {
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

inline bool both_synchronize(std::uint32_t a, std::uint32_t b, bool in_shared) noexcept {
  constexpr std::uint32_t kBoth = kAccessAtomic | kAccessVolatile;
  if ((a & kBoth) == 0 || (b & kBoth) == 0) return false;
  // Blocks communicate by volatile accesses to device memory; in shared memory a volatile access does so only
  // if a loop waits for it.
  return !in_shared || (a & b & kAccessAtomic) != 0 || (a & kBoth) == kBoth || (b & kBoth) == kBoth;
}

// Threads of one warp with volatile accesses assume that they run in lockstep, as before compute capability
// 7.0. Two writes by one instruction are not in lockstep.
inline bool assume_lockstep(const RaceView& view, const RaceCell& other, std::uint32_t site) noexcept {
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
    if (!is_write || (what && !assume_lockstep(view, other, site))) break;
    const RaceCell before = other;
    if (meets(kind) && (!what || !assume_lockstep(view, other, site)))
      what = "write_after_read";
    else
      other = before;
  }
  return what && assume_lockstep(view, other, site) ? kWarpSynchronous : what;
}

// Expands a mask of four bytes to a mask of their bits.
inline std::uint32_t bits_of_bytes(std::uint32_t bytes) noexcept {
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
      std::uint32_t* const place = view.in_shared ? seen_entry(view.block, at - skip) : nullptr;
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

}  // namespace gridcall::cpu
