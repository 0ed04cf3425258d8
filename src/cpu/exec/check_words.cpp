// SPDX-License-Identifier: Apache-2.0
//
// Compiled for AVX2. Long because accesses of every stride compare the same words, eight at a time.

#include "cpu/exec/check_words.h"

#include <atomic>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gridcall::cpu {

#if defined(__x86_64__)

// Long because its lambdas share the vectors that are made at its beginning.
bool note_words(const WarpAccess& access, RaceCells& cells, std::size_t word, std::uint32_t count) noexcept {
  const bool is_write = (access.site & kAccessWrite) != 0;
  const auto splat = [](std::uint32_t value) { return _mm256_set1_epi32(static_cast<int>(value)); };
  const auto load = [&](const std::uint32_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  };
  const __m256i steps = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i number = splat(access.number);
  const __m256i epoch = splat(std::uint32_t{access.epoch} << 16);
  const __m256i above = splat(0xffff0000u);
  const __m256i order = splat(access.release << 16);  // vector warps have no clocks
  const __m256i first = splat(access.first);
  const __m256i last = splat(access.blocks - 1);
  // `i` is relative to the first word, which may be after the first of the eight.
  const auto skipped = static_cast<std::int32_t>(word % 8);
  const auto end = static_cast<std::int32_t>(count);
  const auto indices = [&](std::int32_t i) { return _mm256_add_epi32(_mm256_set1_epi32(i), steps); };
  const auto threads = [&](std::int32_t i) {
    const __m256i index = _mm256_sra_epi32(indices(i), _mm_cvtsi32_si128(static_cast<int>(access.shift)));
    return _mm256_or_si256(epoch, _mm256_add_epi32(splat(access.thread), index));
  };
  const auto active = [&](std::int32_t i) {
    const __m256i index = indices(i);
    return _mm256_andnot_si256(_mm256_cmpgt_epi32(_mm256_setzero_si256(), index),
                               _mm256_cmpgt_epi32(_mm256_set1_epi32(end), index));
  };
  // The test of RaceView::may_meet().
  const auto meets = [&](const RaceCells::Eight& eight, bool is_of_write, std::int32_t i) {
    const __m256i of = load(eight.block);
    const __m256i along = _mm256_sub_epi32(of, first);
    const __m256i is_here =
        _mm256_and_si256(active(i), _mm256_cmpeq_epi32(_mm256_min_epu32(along, last), along));
    if (_mm256_testz_si256(is_here, is_here) != 0) return false;
    const __m256i is_own = _mm256_cmpeq_epi32(of, number);
    if (is_of_write) {
      // Other writes of single bytes are recorded elsewhere.
      const __m256i bytes = _mm256_andnot_si256(load(eight.site), splat(15u << kSiteBytesShift));
      const __m256i is_whole = _mm256_cmpeq_epi32(bytes, _mm256_setzero_si256());
      if (_mm256_testc_si256(is_whole, is_here) == 0) return true;
    }
    if (!access.in_shared && _mm256_testc_si256(is_own, is_here) == 0) return true;
    const __m256i when = load(eight.when);
    const __m256i is_now = _mm256_cmpeq_epi32(_mm256_and_si256(when, above), epoch);
    const __m256i is_other = _mm256_andnot_si256(_mm256_cmpeq_epi32(when, threads(i)), is_now);
    return _mm256_testz_si256(_mm256_and_si256(is_here, is_own), is_other) == 0;
  };
  RaceCells::Words* words = &cells.words[word / 8];
  for (std::int32_t i = -skipped; i < end; i += 8, ++words)
    if (meets(words->of[RaceCells::kWrite], true, i) ||
        (is_write &&
         (meets(words->of[RaceCells::kRead], false, i) || meets(words->of[RaceCells::kOtherRead], false, i))))
      return false;
  // Masked stores are slow on some processors, but another worker may write the neighbouring words.
  const auto put = [&](std::uint32_t* place, __m256i value, __m256i mask) {
    const int bits = _mm256_movemask_ps(_mm256_castsi256_ps(mask));
    if (bits == 0xff || access.in_shared) {
      if (bits != 0xff) value = _mm256_blendv_epi8(load(place), value, mask);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(place), value);
      return;
    }
    alignas(32) std::uint32_t all[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(all), value);
    for (int rest = bits; rest != 0; rest &= rest - 1) {
      const int lane = __builtin_ctz(static_cast<unsigned>(rest));
      __atomic_store_n(place + lane, all[lane], __ATOMIC_RELAXED);
    }
  };
  const auto note = [&](RaceCells::Eight& eight, __m256i when, __m256i mask) {
    if (!access.in_shared) put(eight.block, _mm256_setzero_si256(), mask);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    put(eight.when, when, mask);
    put(eight.site, splat(access.site), mask);
    put(eight.order, order, mask);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    put(eight.block, number, mask);
  };
  words = &cells.words[word / 8];
  for (std::int32_t i = -skipped; i < end; i += 8, ++words) {
    const __m256i when = threads(i);
    const __m256i mask = active(i);
    if (is_write) {
      if (access.values) put(words->value, load(access.values + i), mask);
      note(words->of[RaceCells::kWrite], when, mask);
      continue;
    }
    // An earlier read by another thread of the block stays recorded.
    RaceCells::Eight& read = words->of[RaceCells::kRead];
    const __m256i before = load(read.when);
    const __m256i is_own = _mm256_cmpeq_epi32(load(read.block), number);
    const __m256i is_same = _mm256_and_si256(is_own, _mm256_cmpeq_epi32(before, when));
    const __m256i is_now =
        _mm256_and_si256(is_own, _mm256_cmpeq_epi32(_mm256_and_si256(before, above), epoch));
    __m256i is_other = _mm256_and_si256(mask, _mm256_andnot_si256(is_same, is_now));
    if (!access.in_shared) {
      const __m256i along = _mm256_sub_epi32(load(read.block), first);
      const __m256i in_launch = _mm256_cmpeq_epi32(_mm256_min_epu32(along, last), along);
      is_other = _mm256_or_si256(is_other, _mm256_and_si256(mask, _mm256_andnot_si256(is_own, in_launch)));
    }
    const __m256i is_noted = _mm256_and_si256(is_same, _mm256_cmpeq_epi32(load(read.order), order));
    const __m256i is_new = _mm256_andnot_si256(_mm256_or_si256(is_other, is_noted), mask);
    if (_mm256_testz_si256(is_new, is_new) == 0) note(read, when, is_new);
    if (_mm256_testz_si256(is_other, is_other) != 0) continue;
    note(words->of[RaceCells::kOtherRead], when, is_other);
    if (access.seen) put(access.seen + i, splat(access.seen_now), is_other);
  }
  return true;
}

bool have_state(const ByteStates& states, std::size_t bytes) noexcept {
  const auto splat = [](std::uint8_t value) { return _mm256_set1_epi8(static_cast<char>(value)); };
  const auto load = [&](std::size_t i) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(states.place + i));
  };
  const __m256i mask = splat(states.mask), wanted = splat(states.wanted);
  __m256i wrong = _mm256_setzero_si256(), some_unset = wrong;
  for (std::size_t i = 0; i < bytes; i += 32) {
    const __m256i state = load(i);
    wrong = _mm256_or_si256(wrong, _mm256_xor_si256(_mm256_and_si256(state, mask), wanted));
    some_unset = _mm256_or_si256(some_unset, _mm256_andnot_si256(state, splat(kShadowWritten)));
  }
  if (_mm256_testz_si256(wrong, wrong) == 0) return false;
  if (!states.marks || _mm256_testz_si256(some_unset, some_unset) != 0) return true;
  for (std::size_t i = 0; i < bytes; i += 32)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(states.place + i),
                        _mm256_or_si256(load(i), splat(kShadowWritten)));
  return true;
}

namespace {

__m256i load_words(const std::uint32_t* from) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
void store_words(std::uint32_t* place, __m256i value) noexcept {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(place), value);
}
// One OS thread has all of a block's shared memory.
void put_words(std::uint32_t* place, __m256i value, __m256i mask) noexcept {
  store_words(place, _mm256_blendv_epi8(load_words(place), value, mask));
}
__m256i first_of(std::uint32_t count) noexcept {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)),
                            _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
// Tags of this time between barriers, those of the thread itself left out.
__m256i is_of_another(__m256i tag, __m256i own) noexcept {
  const __m256i less = _mm256_add_epi32(_mm256_xor_si256(tag, own), _mm256_set1_epi32(-1));
  return _mm256_cmpeq_epi32(_mm256_min_epu32(less, _mm256_set1_epi32(SharedCells::kInWords - 1)), less);
}

// Returns true if the words from `i` on, of which `mask` has the first `count`, have the states.
bool have_state_of_words(const ByteStates& states, std::uint32_t i, __m256i mask,
                         std::uint32_t count) noexcept {
  const auto splat = [](std::uint8_t value) { return _mm256_set1_epi8(static_cast<char>(value)); };
  std::uint8_t* const place = states.place + std::size_t{4} * i;
  const __m256i state = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(place));
  const __m256i wrong = _mm256_xor_si256(_mm256_and_si256(state, splat(states.mask)), splat(states.wanted));
  if (_mm256_testz_si256(wrong, mask) == 0) return false;
  if (!states.marks) return true;
  alignas(32) std::uint8_t marked[32];
  const __m256i all = _mm256_or_si256(state, splat(kShadowWritten));
  if (count >= 8) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(place), all);
  } else {
    // The bytes behind may be another block's.
    _mm256_store_si256(reinterpret_cast<__m256i*>(marked), all);
    std::memcpy(place, marked, std::size_t{4} * count);
  }
  return true;
}

// Returns the words from `i` on that threads write.
__m256i written_words(const SharedAccess& access, std::uint32_t i, std::uint32_t count) noexcept {
  alignas(32) std::uint64_t some[8];
  const std::uint64_t* from = access.values + (i >> access.shift);
  if (count < 8) {
    std::memcpy(some, from, sizeof some[0] * ((count + (1u << access.shift) - 1) >> access.shift));
    from = some;
  }
  const auto* const halves = reinterpret_cast<const __m256i*>(from);
  if (access.shift != 0) return _mm256_loadu_si256(halves);
  const __m256 low = _mm256_castsi256_ps(_mm256_loadu_si256(halves));
  const __m256 high = _mm256_castsi256_ps(_mm256_loadu_si256(halves + 1));
  return _mm256_permute4x64_epi64(_mm256_castps_si256(_mm256_shuffle_ps(low, high, 0x88)), 0xd8);
}

__m256i are_seen(const SharedAccess& access, std::uint32_t i) noexcept {
  return _mm256_cmpeq_epi32(load_words(access.seen + i),
                            _mm256_set1_epi32(static_cast<int>(access.seen_now)));
}

template <bool kWrites>
bool note_shared_row(const SharedAccess& access, SharedCells& cells, std::size_t word,
                     std::uint32_t count) noexcept {
  const __m256i steps = _mm256_srl_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7),
                                         _mm_cvtsi32_si128(static_cast<int>(access.shift)));
  const __m256i site = _mm256_set1_epi32(static_cast<int>(access.site));
  for (std::uint32_t i = 0; i < count; i += 8) {
    const std::size_t at = word + i;
    const __m256i mask = first_of(count - i);
    if (!kWrites && access.seen && _mm256_testc_si256(are_seen(access, i), mask) != 0) continue;
    const __m256i own =
        _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(access.tag + (i >> access.shift))), steps);
    const auto of_another = [&](SharedCells::Kind kind) {
      return is_of_another(load_words(cells.tag[kind] + at), own);
    };
    __m256i met = of_another(SharedCells::kWrite);
    const __m256i read = of_another(SharedCells::kRead);
    if (kWrites) met = _mm256_or_si256(_mm256_or_si256(met, read), of_another(SharedCells::kOtherRead));
    if (_mm256_testz_si256(met, mask) == 0 || !have_state_of_words(access.states, i, mask, count - i))
      return false;
    const auto note = [&](SharedCells::Kind kind, __m256i where) {
      put_words(cells.tag[kind] + at, own, where);
      put_words(cells.site[kind] + at, site, where);
    };
    const __m256i other = _mm256_and_si256(mask, read);
    const bool are_first = kWrites || _mm256_testz_si256(other, other) != 0;
    constexpr SharedCells::Kind kUsual = kWrites ? SharedCells::kWrite : SharedCells::kRead;
    if (are_first && count - i >= 8) {
      store_words(cells.tag[kUsual] + at, own);
      store_words(cells.site[kUsual] + at, site);
      if (kWrites && access.values) store_words(cells.value + at, written_words(access, i, 8));
      continue;
    }
    // Another thread that has read the word stays.
    note(kUsual, kWrites ? mask : _mm256_andnot_si256(read, mask));
    if (kWrites && access.values) put_words(cells.value + at, written_words(access, i, count - i), mask);
    if (are_first) continue;
    note(SharedCells::kOtherRead, other);
    if (access.seen) put_words(access.seen + i, _mm256_set1_epi32(static_cast<int>(access.seen_now)), other);
  }
  return true;
}

}  // namespace

bool note_shared(const SharedAccess& access, SharedCells& cells, std::size_t word,
                 std::uint32_t count) noexcept {
  if ((access.site & kAccessWrite) != 0) return note_shared_row<true>(access, cells, word, count);
  return note_shared_row<false>(access, cells, word, count);
}

namespace {

template <bool kWrites>
bool note_shared_column(const SharedAccess& access, SharedCells& cells, std::size_t word,
                        std::ptrdiff_t stride) noexcept {
  const auto splat = [](std::uint32_t value) { return _mm256_set1_epi32(static_cast<int>(value)); };
  const __m256i steps = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i state = splat(0x01010101u * access.states.mask);
  const __m256i wanted = splat(0x01010101u * access.states.wanted);
  const auto step = static_cast<std::uint32_t>(stride);
  const __m256i distances = _mm256_mullo_epi32(steps, splat(step));
  constexpr SharedCells::Kind kUsual = kWrites ? SharedCells::kWrite : SharedCells::kRead;
  std::uint32_t* const tags = cells.tag[kUsual];
  std::uint32_t* const sites = cells.site[kUsual];
  for (std::uint32_t lane = 0; lane < 32; lane += 8) {
    const auto first = static_cast<std::uint32_t>(word) + step * lane;
    const __m256i at = _mm256_add_epi32(splat(first), distances);
    const auto gather = [&](const void* from) {
      return _mm256_i32gather_epi32(static_cast<const int*>(from), at, 4);
    };
    const __m256i own = _mm256_add_epi32(splat(access.tag + lane), steps);
    const auto of_another = [&](SharedCells::Kind kind) {
      return is_of_another(gather(cells.tag[kind]), own);
    };
    __m256i wrong = _mm256_xor_si256(_mm256_and_si256(gather(access.states.place), state), wanted);
    wrong = _mm256_or_si256(wrong, of_another(SharedCells::kWrite));
    const __m256i read = of_another(SharedCells::kRead);
    if (kWrites) wrong = _mm256_or_si256(_mm256_or_si256(wrong, read), of_another(SharedCells::kOtherRead));
    if (_mm256_testz_si256(wrong, wrong) == 0) return false;
    const auto place = [&](std::uint32_t i) { return std::size_t{first + step * i}; };
    if (kWrites || _mm256_testz_si256(read, read) != 0) {
      for (std::uint32_t i = 0; i < 8; ++i) {
        tags[place(i)] = access.tag + lane + i;
        sites[place(i)] = access.site;
      }
    } else {
      const auto readers = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(read)));
      for (std::uint32_t i = 0; i < 8; ++i) {
        const bool is_other = (readers >> i & 1) != 0;
        const SharedCells::Kind kind = is_other ? SharedCells::kOtherRead : SharedCells::kRead;
        cells.tag[kind][place(i)] = access.tag + lane + i;
        cells.site[kind][place(i)] = access.site;
        if (is_other && access.seen) access.seen[place(i)] = access.seen_now;
      }
    }
    if (!kWrites) continue;
    for (std::uint32_t i = 0; i < 8 && access.values; ++i)
      cells.value[place(i)] = static_cast<std::uint32_t>(access.values[lane + i]);
    for (std::uint32_t i = 0; i < 8 && access.states.marks; ++i)
      for (unsigned byte = 0; byte < 4; ++byte) access.states.place[4 * place(i) + byte] |= kShadowWritten;
  }
  return true;
}

}  // namespace

bool note_shared_strided(const SharedAccess& access, SharedCells& cells, std::size_t word,
                         std::ptrdiff_t stride) noexcept {
  if ((access.site & kAccessWrite) != 0) return note_shared_column<true>(access, cells, word, stride);
  return note_shared_column<false>(access, cells, word, stride);
}

bool are_apart(void* const* addresses, std::ptrdiff_t distance) noexcept {
  const auto load = [&](unsigned lane) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(addresses + lane));
  };
  const __m256i of_four = _mm256_set1_epi64x(4 * distance);
  __m256i expected = _mm256_add_epi64(_mm256_set1_epi64x(reinterpret_cast<std::intptr_t>(addresses[0])),
                                      _mm256_setr_epi64x(0, distance, 2 * distance, 3 * distance));
  __m256i differs = _mm256_setzero_si256();
  for (unsigned lane = 0; lane < 32; lane += 4) {
    differs = _mm256_or_si256(differs, _mm256_xor_si256(load(lane), expected));
    expected = _mm256_add_epi64(expected, of_four);
  }
  return _mm256_testz_si256(differs, differs) != 0;
}

bool note_shared_readers(const SharedAccess& access, SharedCells& cells, std::size_t word,
                         std::uint32_t count, std::uint32_t last) noexcept {
  const auto splat = [](std::uint32_t value) { return _mm256_set1_epi32(static_cast<int>(value)); };
  const __m256i first = splat(access.tag);
  for (std::uint32_t i = 0; i < count; i += 8) {
    const std::size_t at = word + i;
    const __m256i mask = first_of(count - i);
    if (_mm256_testc_si256(are_seen(access, i), mask) != 0) continue;
    // Any thread's of this time between barriers.
    const auto is_now = [&](__m256i tag) {
      const __m256i differs = _mm256_srli_epi32(_mm256_xor_si256(tag, first), SharedCells::kThreadBits);
      return _mm256_cmpeq_epi32(differs, _mm256_setzero_si256());
    };
    if (_mm256_testz_si256(is_now(load_words(cells.tag[SharedCells::kWrite] + at)), mask) == 0 ||
        !have_state_of_words(access.states, i, mask, count - i))
      return false;
    const __m256i before = load_words(cells.tag[SharedCells::kRead] + at);
    // An earlier reader stays recorded, and the other one of these two is recorded next to it.
    const __m256i stays = _mm256_andnot_si256(_mm256_cmpeq_epi32(before, first), is_now(before));
    const __m256i is_last = _mm256_cmpeq_epi32(before, splat(last));
    const auto note = [&](SharedCells::Kind kind, __m256i tag, __m256i where) {
      put_words(cells.tag[kind] + at, tag, where);
      put_words(cells.site[kind] + at, splat(access.site), where);
    };
    note(SharedCells::kRead, first, _mm256_andnot_si256(stays, mask));
    note(SharedCells::kOtherRead, _mm256_blendv_epi8(splat(last), first, is_last), mask);
    put_words(access.seen + i, splat(access.seen_now), mask);
  }
  return true;
}

namespace {

RaceCells::LineRecord load_line(const RaceCells::LineRecord& from) noexcept {
  RaceCells::LineRecord record;
  _mm_store_si128(reinterpret_cast<__m128i*>(&record),
                  _mm_load_si128(reinterpret_cast<const __m128i*>(&from)));
  return record;
}

void store_line(RaceCells::LineRecord& to, const RaceCells::LineRecord& record) noexcept {
  _mm_store_si128(reinterpret_cast<__m128i*>(&to), _mm_load_si128(reinterpret_cast<const __m128i*>(&record)));
}

constexpr std::uint32_t kAllWords = (1u << RaceCells::kLineWords) - 1;
constexpr std::uint32_t kSiteBytes = 15u << kSiteBytesShift;

// Adds to `own`, which meets no other thread, an earlier access of the launch to the line. Returns false if
// one record cannot describe both.
bool merge(RaceCells::LineRecord& own, const RaceCells::LineRecord& before) noexcept {
  const std::uint32_t more_words = before.order & ~own.order & kAllWords;
  const std::uint32_t more_bytes = before.site & ~own.site & kSiteBytes;
  if ((more_words | more_bytes) == 0) return true;
  const std::uint32_t words = (before.order ^ own.order) & kAllWords;
  const std::uint32_t bytes = (before.site ^ own.site) & kSiteBytes;
  if (before.when != own.when || before.block != own.block || (before.site ^ own.site) != bytes ||
      (before.order ^ own.order) != words || (words != 0 && bytes != 0))
    return false;
  own.order |= before.order;
  own.site |= before.site;
  return true;
}

// Records an access to the words and bytes that `own` has. `put_values` stores the values of a write.
template <class PutValues>
bool note_in_line(const WarpAccess& access, RaceCells::Line& records, RaceCells::LineRecord own,
                  const PutValues& put_values) noexcept {
  const auto is_of_launch = [&](const RaceCells::LineRecord& of) {
    return of.block - access.first < access.blocks;
  };
  // Returns true for accesses of the launch by other threads, those before the block's last barrier left out.
  const auto meets = [&](const RaceCells::LineRecord& of) {
    return is_of_launch(of) &&
           (of.block != own.block || (of.when >> 16 == access.epoch && of.when != own.when));
  };
  const bool is_write = (access.site & kAccessWrite) != 0;
  const RaceCells::LineRecord read = load_line(records.read), write = load_line(records.write);
  // Words record the last two threads that read them.
  if (meets(write) || meets(read)) return false;
  const RaceCells::LineRecord& before = is_write ? write : read;
  if (is_of_launch(before) && !merge(own, before)) return false;
  if (is_write) put_values();
  std::atomic_signal_fence(std::memory_order_seq_cst);
  store_line(is_write ? records.write : records.read, own);
  return true;
}

RaceCells::LineRecord line_record(const WarpAccess& access, std::uint32_t thread,
                                  std::uint32_t words) noexcept {
  return {access.number, std::uint32_t{access.epoch} << 16 | access.shift << RaceCells::kLineShift | thread,
          access.site, access.release << 16 | words};
}

}  // namespace

bool note_line(const WarpAccess& access, RaceCells& cells, std::size_t line, std::uint32_t thread,
               const std::uint32_t* values) noexcept {
  return note_in_line(access, cells.lines[line], line_record(access, thread, kAllWords), [&] {
    constexpr std::size_t kWords = RaceCells::kLineWords;
    if (values) std::memcpy(&cells.line_values[line * kWords], values, 4 * kWords);
  });
}

std::uint32_t note_strided(const StridedAccess& access, RaceCells& cells, std::size_t word,
                           std::uint32_t lanes) noexcept {
  constexpr std::uint32_t kWords = RaceCells::kLineWords;
  const unsigned shift = access.of.shift;
  const std::uint32_t of_line = kWords >> shift;  // threads
  // The bytes of a line.
  alignas(32) std::uint32_t accessed[kWords] = {};
  std::uint32_t words = 0;
  for (std::uint32_t i = access.offset / 4; i < kWords; i += 1u << shift)
    for (std::uint32_t j = i; j < i + (access.bytes + 3) / 4; ++j) {
      accessed[j] = access.bytes >= 4 ? ~0u : ((1u << 8 * access.bytes) - 1) << 8 * (access.offset % 4);
      words |= 1u << j;
    }
  const auto vector = [](auto* from, unsigned half) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from) + half);
  };
  const __m256i bits[] = {vector(accessed, 0), vector(accessed, 1)};
  const auto splat = [](std::uint8_t value) { return _mm256_set1_epi8(static_cast<char>(value)); };
  const __m256i mask = splat(access.states.mask), wanted = splat(access.states.wanted);
  const auto skipped = static_cast<std::uint32_t>(-word % kWords >> shift);  // threads before the first line
  std::uint32_t clean = 0;
  for (std::uint32_t lane = skipped; lane + of_line <= lanes; lane += of_line) {
    std::uint8_t* const state = access.states.place + std::size_t{4} * (lane << shift);
    const std::size_t line = (word + (lane << shift)) / kWords;
    __m256i wrong = _mm256_setzero_si256(), unset = wrong;
    for (unsigned half = 0; half < 2; ++half) {
      const __m256i of = vector(state, half);
      wrong = _mm256_or_si256(
          wrong, _mm256_and_si256(bits[half], _mm256_xor_si256(_mm256_and_si256(of, mask), wanted)));
      unset = _mm256_or_si256(unset,
                              _mm256_and_si256(bits[half], _mm256_andnot_si256(of, splat(kShadowWritten))));
    }
    if (_mm256_testz_si256(wrong, wrong) == 0 ||
        __atomic_load_n(&cells.in_words[line], __ATOMIC_ACQUIRE) == access.of.first ||
        !note_in_line(access.of, cells.lines[line], line_record(access.of, access.of.thread + lane, words),
                      [&] {
                        if (!access.values) return;
                        alignas(32) std::uint32_t written[kWords] = {};
                        for (std::uint32_t i = 0; i < of_line; ++i) {
                          const std::uint64_t value = access.values[lane + i] << 8 * (access.offset % 4);
                          std::uint32_t* const place = written + (i << shift) + access.offset / 4;
                          place[0] = static_cast<std::uint32_t>(value);
                          if (access.bytes == 8) place[1] = static_cast<std::uint32_t>(value >> 32);
                        }
                        std::uint32_t* const values = &cells.line_values[line * kWords];
                        for (unsigned half = 0; half < 2; ++half)
                          put_words(values + 8 * half, vector(written, half), bits[half]);
                      }))
      continue;
    clean |= ((1u << of_line) - 1) << lane;
    if (!access.states.marks || _mm256_testz_si256(unset, unset) != 0) continue;
    // The bytes between may be another block's.
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(accessed);
    for (std::uint32_t i = 0; i < 4 * kWords; ++i)
      if (bytes[i] != 0) state[i] = static_cast<std::uint8_t>(state[i] | kShadowWritten);
  }
  return clean;
}

void copy_line_to_words(RaceCells& cells, std::size_t line, std::uint32_t first,
                        std::uint64_t blocks) noexcept {
  const auto put = [](std::uint32_t& place, std::uint32_t value) {
    __atomic_store_n(&place, value, __ATOMIC_RELEASE);
  };
  const auto copy = [&](const RaceCells::LineRecord& record, unsigned kind) {
    if (record.block - first >= blocks) return;
    const std::uint32_t thread_bits = (1u << RaceCells::kLineShift) - 1;
    const unsigned shift = record.when >> RaceCells::kLineShift & 15;
    const auto note = [&](unsigned to, std::size_t word, std::uint32_t i) {
      put(cells.block(to, word), 0);
      if (to == RaceCells::kWrite) put(cells.value(word), cells.line_values[word]);
      put(cells.when(to, word), (record.when & (0xffff0000u | thread_bits)) + (i >> shift));
      put(cells.site(to, word), record.site);
      put(cells.order(to, word), record.order & 0xffff0000u);
      put(cells.block(to, word), record.block);
    };
    const std::uint32_t bytes = (record.site & kSiteBytes) >> kSiteBytesShift;
    for (std::uint32_t i = 0; i < RaceCells::kLineWords; ++i) {
      const std::size_t word = line * RaceCells::kLineWords + i;
      if ((record.order >> i & 1) == 0) continue;
      for (unsigned byte = 0; byte < 4 && kind == RaceCells::kWrite && bytes != 15; ++byte) {
        if ((bytes >> byte & 1) != 0)
          note(RaceCells::kBytes + byte, word, i);
        else
          put(cells.block(RaceCells::kBytes + byte, word), 0);
      }
      note(kind, word, i);
    }
  };
  copy(load_line(cells.lines[line].write), RaceCells::kWrite);
  copy(load_line(cells.lines[line].read), RaceCells::kRead);
}

#else

bool have_state(const ByteStates&, std::size_t) noexcept {
  return false;
}

bool note_shared(const SharedAccess&, SharedCells&, std::size_t, std::uint32_t) noexcept {
  return false;
}

bool note_shared_strided(const SharedAccess&, SharedCells&, std::size_t, std::ptrdiff_t) noexcept {
  return false;
}

bool are_apart(void* const*, std::ptrdiff_t) noexcept {
  return false;
}

bool note_shared_readers(const SharedAccess&, SharedCells&, std::size_t, std::uint32_t,
                         std::uint32_t) noexcept {
  return false;
}

bool note_line(const WarpAccess&, RaceCells&, std::size_t, std::uint32_t, const std::uint32_t*) noexcept {
  return false;
}

std::uint32_t note_strided(const StridedAccess&, RaceCells&, std::size_t, std::uint32_t) noexcept {
  return 0;
}

void copy_line_to_words(RaceCells&, std::size_t, std::uint32_t, std::uint64_t) noexcept {}

bool note_words(const WarpAccess&, RaceCells&, std::size_t, std::uint32_t) noexcept {
  return false;
}

#endif

}  // namespace gridcall::cpu
