// SPDX-License-Identifier: Apache-2.0
//
// Accesses of a warp's lanes wherever they are: those that need no report are found together, by runs, at one
// distance or by words, the others one by one.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/abi/runtime.h"
#include "cpu/exec/check_range.h"
#include "cpu/exec/check_warp.h"

namespace gridcall::cpu {

namespace {

// Returns the lanes in runs of consecutive places whose accesses need no report.
std::uint32_t clean_runs(Block& block, const WarpContext& warp, std::uint32_t lanes, void* const* addresses,
                         const std::uint64_t* values, std::uint64_t bytes, std::uint32_t flags,
                         const CheckSite* site) noexcept {
  constexpr unsigned kShortest = 8;
  std::uint32_t clean = 0;
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
        is_clean_span(block, begin, static_cast<std::uint32_t>(bytes), end - lane,
                      warp.first_linear_index + lane, values ? values + lane : nullptr, flags, site))
      clean |= ~0u >> (kWarpSize - (end - lane)) << lane;
    lane = end;
  }
  return clean;
}

// Returns the lanes at one distance from each other whose accesses to device memory need no report.
std::uint32_t clean_strided(Block& block, const WarpContext& warp, std::uint32_t lanes,
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
bool is_clean_shared_column(Block& block, const WarpContext& warp, void* const* addresses,
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
                            (flags & kAccessWrite) != 0 ? nullptr : seen_entry(block, shared),
                            block.context.seen};
  return note_shared_strided(access, *checks.shared_cells,
                             (reinterpret_cast<std::uintptr_t>(addresses[0]) - shared) / 4, distance / 4);
}

// Returns the lanes whose accesses, each to a word of shared memory that goes by tags, need no report.
std::uint32_t clean_shared_words(Block& block, const WarpContext& warp, std::uint32_t lanes,
                                 void* const* addresses, const std::uint64_t* values, std::uint32_t flags,
                                 const CheckSite* site) noexcept {
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
  std::uint32_t* const seen = is_write ? nullptr : seen_entry(block, shared);
  const std::uint32_t seen_now = block.context.seen, tag = checks.shared_tag | warp.first_linear_index;
  std::uint32_t clean = 0;
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const auto address = reinterpret_cast<std::uintptr_t>(addresses[lane]);
    const std::uintptr_t offset = address - shared;
    if (offset >= kMaxSharedBytes || address % align != 0) return;
    const std::size_t word = offset / 4;
    if (seen && seen[word] == seen_now) {
      clean |= 1u << lane;
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
      clean |= 1u << lane;
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
  return clean;
}

// Returns the lanes whose accesses, each of one word, all in shared memory or none, need no report.
std::uint32_t clean_words(Block& block, const WarpContext& warp, std::uint32_t lanes, void* const* addresses,
                          const std::uint64_t* values, std::uint32_t flags, const CheckSite* site) noexcept {
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
  std::uint32_t clean = 0;
  if (view.in_shared && checks.shared_together && !is_atomic && is_write != reads)
    clean = clean_shared_words(block, warp, lanes, addresses, values, flags, site);
  std::uintptr_t chunk = 0;  // the chunk of the last lane
  std::uint8_t* states = nullptr;
  RaceCells* cells = nullptr;
  for_each_lane(lanes & ~clean, [&](std::uint32_t lane) {
    const auto address = reinterpret_cast<std::uintptr_t>(addresses[lane]);
    if (address % align != 0 || is_shared(block, address) != view.in_shared) return;
    if (!view.in_shared && (is_of_stack(block, address) || leaves_part(block, flags, address, 4))) return;
    if (chunk != address / Shadow::kChunkBytes) {
      chunk = address / Shadow::kChunkBytes;
      states = shadow().find(address);
      cells = states ? shadow().race_cells(address) : nullptr;
    }
    if (!cells) return;
    auto* const seen = view.in_shared ? seen_entry(block, address) : nullptr;
    if (seen && !is_write && !is_atomic && *seen == block.context.seen) {
      clean |= 1u << lane;
      return;
    }
    std::uint8_t* const state = states + address % Shadow::kChunkBytes;
    std::uint32_t four = 0;
    std::memcpy(&four, state, sizeof four);
    if ((four & mask) != wanted) return;
    const auto value = has_value ? static_cast<std::uint32_t>(values[lane]) : 0u;
    const auto mark = [&] {
      clean |= 1u << lane;
      if (!is_write || !sees_init) return;
      four |= 0x01010101u * kShadowWritten;
      std::memcpy(state, &four, sizeof four);
    };
    const std::size_t word = address % Shadow::kChunkBytes / 4;
    view.use_words(*cells, address);
    view.set_thread(warp.first_linear_index + lane);
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
  return clean;
}

// Returns the lanes that access words of shared memory which note_set() knows.
std::uint32_t set_lanes(const Block& block, std::uint32_t lanes, void* const* addresses, std::uint64_t bytes,
                        std::uint32_t flags) noexcept {
  const std::uint32_t align = flags >> kAccessAlignShift & kAccessAlignMask;
  if ((flags & (kAccessShared | kAccessAtomic | kAccessVolatile | kAccessCompared)) != kAccessShared ||
      bytes != 4 || align > 2)
    return 0;
  const auto shared = reinterpret_cast<std::uintptr_t>(block.context.shared);
  const std::uint32_t *const seen = seen_entry(block, shared), now = block.context.seen;
  std::uint32_t clean = 0;
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(addresses[lane]) - shared;
    if (offset < kMaxSharedBytes && offset % 4 == 0 && seen[offset / 4] == now) clean |= 1u << lane;
  });
  return clean;
}

// Prefetches the data for the checks of lanes, so that the cache misses overlap.
void prefetch_states(std::uint32_t lanes, void* const* addresses, bool races) noexcept {
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

}  // namespace

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

std::uint32_t gridcall_rt_check_lanes(WarpContext* warp, std::uint32_t lanes, void** addresses, void** bases,
                                      const std::uint64_t* values, std::uint64_t bytes, std::uint32_t flags,
                                      const CheckSite* site, const CheckObject* object, std::uint32_t slot) {
  Block& block = *reinterpret_cast<Block*>(warp->block);
  BlockChecks* const checks = block.checks.get();
  if (!checks || checks->checks == 0) return 0;
  if (!bases && bytes == 4 && lanes == ~0u &&
      is_clean_shared_column(block, *warp, addresses, values, flags, site))
    return 0;
  const InstructionScope scope(*checks, *warp, values);
  std::uint32_t refused_lanes = 0;
  const void* good = nullptr;
  const bool is_init = (checks->checks & (kCheckInit | kCheckRace)) == kCheckInit;
  if (!bases && is_init) lanes &= ~set_lanes(block, lanes, addresses, bytes, flags);
  if (lanes == 0) return 0;
  if (!bases) {
    std::uint32_t clean = clean_runs(block, *warp, lanes, addresses, values, bytes, flags, site);
    if (clean == 0) clean = clean_strided(block, *warp, lanes, addresses, values, bytes, flags, site);
    if (clean != 0) good = addresses[std::countr_zero(clean)];
    lanes &= ~clean;
    if ((flags & kAccessShared) == 0) prefetch_states(lanes, addresses, (checks->checks & kCheckRace) != 0);
    if (lanes != 0 && bytes == 4 && (checks->checks & kCheckRace) != 0 &&
        (flags & (kAccessVolatile | kAccessCompared | kAccessMayBeUnset)) == 0) {
      const std::uint32_t words = clean_words(block, *warp, lanes, addresses, values, flags, site);
      if (words != 0) good = addresses[std::countr_zero(words)];
      lanes &= ~words;
    }
    if (is_init) {
      std::uint32_t set = 0;
      for_each_lane(lanes, [&](std::uint32_t lane) {
        const auto address = reinterpret_cast<std::uintptr_t>(addresses[lane]);
        if (!may_go_together(block, address, bytes, bytes, flags) ||
            !has_clean_state(*checks, address, bytes, flags))
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
  if (good && !bases) store_range(block, reinterpret_cast<std::uintptr_t>(good), bytes, flags, slot);
  return refused_lanes;
}
