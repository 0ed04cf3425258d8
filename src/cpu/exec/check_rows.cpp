// SPDX-License-Identifier: Apache-2.0
//
// Accesses of a warp to rows: consecutive threads at consecutive places, or all at one place.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "cpu/abi/runtime.h"
#include "cpu/exec/check_range.h"
#include "cpu/exec/check_warp.h"
#include "cpu/memory/memory.h"

namespace gridcall::cpu {

bool has_clean_state(const BlockChecks& checks, std::uintptr_t begin, std::size_t bytes,
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

namespace {

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
    view.set_thread(first);
    view.note(cells, RaceCells::kRead, word, first_site);
  } else if (of == view.number && when == view.when(last)) {
    view.set_thread(first);
    return view.note(cells, RaceCells::kOtherRead, word, first_site);
  }
  view.set_thread(last);
  view.note(cells, RaceCells::kOtherRead, word, last_site);
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

// Does what is_clean_read() says, without tags.
[[gnu::noinline]] bool is_other_clean_read(Block& block, std::uintptr_t begin, std::uint32_t bytes,
                                           std::uint32_t first, std::uint32_t last, std::uint32_t flags,
                                           const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  if (!has_clean_state(checks, begin, bytes, flags)) return false;
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
    std::fill_n(seen_entry(block, begin), words, block.context.seen);
  return true;
}

// Returns true if a read of one place by a warp's threads, of which the first and the last are given, needs
// no report.
bool is_clean_read(Block& block, std::uintptr_t begin, std::uint32_t bytes, std::uint32_t first,
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
                              seen_entry(block, begin),
                              block.context.seen};
    if (access.states.place && note_shared_readers(access, *checks.shared_cells, shared_word(block, begin),
                                                   bytes / 4, checks.shared_tag | last))
      return true;
  }
  return is_other_clean_read(block, begin, bytes, first, last, flags, site);
}

bool is_settled(const BlockChecks::WrittenRange& settled, std::uintptr_t begin, std::size_t bytes) noexcept {
  return begin >= settled.begin && begin < settled.end && bytes <= settled.end - begin &&
         settled.when == shadow().forgotten();
}

// Finds the allocation of a valid access settled if all of it was written. Looks seldom while it is not.
void note_settled(Block& block, BlockChecks::WrittenRange& settled, std::uintptr_t begin,
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
void prefetch_records(RaceCells& cells, std::uintptr_t begin, std::size_t bytes,
                      std::uint32_t flags) noexcept {
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

// Does what is_clean_span() says for other memory than words that go by tags. Long because words, parts of
// them and lines have their own records.
[[gnu::noinline]] bool is_other_clean_span(Block& block, std::uintptr_t begin, std::uint32_t bytes,
                                           std::uint32_t threads, std::uint32_t thread,
                                           const std::uint64_t* values, std::uint32_t flags,
                                           const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  const std::size_t all = std::size_t{bytes} * threads;
  const bool races = (checks.checks & kCheckRace) != 0 && !is_of_stack(block, begin);
  if (races && (begin % 4 != 0 || all % 4 != 0 || (bytes & (bytes - 1)) != 0 || bytes > 16)) return false;
  RaceCells* const cells = races && shadow().find(begin) ? shadow().race_cells(begin) : nullptr;
  if (cells) prefetch_records(*cells, begin, all, flags);
  const std::size_t number = static_cast<std::size_t>(site - checks.kernel->sites);
  BlockChecks::WrittenRange& settled = checks.settled[number % std::size(checks.settled)];
  if (!is_settled(settled, begin, all)) {
    if (!has_clean_state(checks, begin, all, flags)) return false;
    note_settled(block, settled, begin, all);
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
  if (view.in_shared && (flags & kAccessMayBeUnset) == 0) access.seen = seen_entry(block, begin);
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
    if (!has_clean_state(checks, begin, std::size_t{4} * row.count, flags))
      return PendingAccesses::Result::kMayMeet;
    if ((flags & kAccessMayBeUnset) == 0) pending.mark_set(words);
  }
  bool two_read = false;
  const PendingAccesses::Result result = pending.add_row(row, words, (flags & kAccessWrite) != 0, two_read);
  if (two_read && (flags & kAccessMayBeUnset) == 0)
    std::fill_n(seen_entry(block, begin), row.count, block.context.seen);
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

}  // namespace

bool is_clean_span(Block& block, std::uintptr_t begin, std::uint32_t bytes, std::uint32_t threads,
                   std::uint32_t thread, const std::uint64_t* values, std::uint32_t flags,
                   const CheckSite* site) noexcept {
  BlockChecks& checks = *block.checks;
  const std::size_t all = std::size_t{bytes} * threads;
  if (!may_go_together(block, begin, bytes, all, flags)) return false;
  if ((bytes != 4 && bytes != 8 && bytes != 16) || !goes_by_tags(block, begin, all))
    return is_other_clean_span(block, begin, bytes, threads, thread, values, flags, site);
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
                            (flags & kAccessMayBeUnset) == 0 ? seen_entry(block, begin) : nullptr,
                            block.context.seen};
  return access.states.place && note_shared(access, *checks.shared_cells, word, words);
}

namespace {

// Does what gridcall_rt_check_rows() says, for any rows.
[[gnu::noinline]] bool are_clean_rows(Block& block, const WarpContext& warp, std::uint32_t lanes, void* first,
                                      void* second, const std::uint64_t* values, std::uint32_t shape,
                                      std::uint32_t flags, const CheckSite* site) noexcept {
  const BlockChecks& checks = *block.checks;
  const std::uint32_t bytes = shape & kRowsBytes;
  // Halves that follow each other are one row.
  const bool are_one = (shape & kRowsOfOne) == 0 && lanes == ~0u &&
                       second == static_cast<std::byte*>(first) + kWarpSize / 2 * bytes;
  const unsigned length = (shape & kRowsAreTwo) != 0 && !are_one ? kWarpSize / 2 : kWarpSize;
  const std::uint32_t part = length == kWarpSize ? ~0u : (1u << length) - 1;
  bool is_clean = lanes != 0;
  std::uint32_t low_bytes = 0;  // the distance from `first` to the first active lane's address
  if ((shape & kRowsOfOne) == 0)
    low_bytes = static_cast<std::uint32_t>(std::countr_zero(lanes | 1u << 31)) * bytes;
  for (unsigned at = 0; at < kWarpSize && is_clean; at += length) {
    const std::uint32_t active = lanes >> at & part;
    if (active == 0) continue;
    const auto low = static_cast<unsigned>(std::countr_zero(active));
    const auto high = static_cast<unsigned>(31 - std::countl_zero(active));
    const auto begin = reinterpret_cast<std::uintptr_t>(at == 0 ? first : second);
    const std::uint32_t thread = warp.first_linear_index + at;
    if ((shape & kRowsOfOne) != 0 && low != high)
      is_clean = is_clean_read(block, begin, bytes, thread + low, thread + high, flags, site);
    else
      is_clean =
          active >> low == ~0u >> (31 - (high - low)) &&
          is_clean_span(block, (shape & kRowsOfOne) != 0 ? begin : begin + low * bytes, bytes, high - low + 1,
                        thread + low, values ? values + at + low : nullptr, flags, site);
  }
  if (is_clean && has_range(checks, flags))
    store_range(block, reinterpret_cast<std::uintptr_t>(first) + low_bytes, bytes, flags,
                shape >> kRowsSlotShift);
  return is_clean;
}

}  // namespace

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

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
  const bool is_clean =
      is_one_row && !has_range(*checks, flags)
          ? is_clean_span(block, reinterpret_cast<std::uintptr_t>(first), shape & kRowsBytes, kWarpSize,
                          warp->first_linear_index, values, flags, site)
          : are_clean_rows(block, *warp, lanes, first, second, values, shape, flags, site);
  if (!is_clean && scope.has_listed()) note_pending(block);  // gridcall_rt_check_lanes() is called now
  return is_clean ? 1 : 0;
}
