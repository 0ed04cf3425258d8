// SPDX-License-Identifier: Apache-2.0
//
// Compiled for AVX2.

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
// One OS thread has all of a block's shared memory.
void put_words(std::uint32_t* place, __m256i value, __m256i mask) noexcept {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(place), _mm256_blendv_epi8(load_words(place), value, mask));
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
bool have_state_of_words(const ByteStates& states, std::uint32_t i, __m256i mask, std::uint32_t count) noexcept {
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
  return _mm256_cmpeq_epi32(load_words(access.seen + i), _mm256_set1_epi32(static_cast<int>(access.seen_now)));
}

}  // namespace

bool note_shared(const SharedAccess& access, SharedCells& cells, std::size_t word,
                 std::uint32_t count) noexcept {
  const bool is_write = (access.site & kAccessWrite) != 0;
  const __m256i steps = _mm256_srl_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7),
                                         _mm_cvtsi32_si128(static_cast<int>(access.shift)));
  const __m256i site = _mm256_set1_epi32(static_cast<int>(access.site));
  for (std::uint32_t i = 0; i < count; i += 8) {
    const std::size_t at = word + i;
    const __m256i mask = first_of(count - i);
    if (!is_write && access.seen && _mm256_testc_si256(are_seen(access, i), mask) != 0) continue;
    const __m256i own =
        _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(access.tag + (i >> access.shift))), steps);
    const auto of_another = [&](SharedCells::Kind kind) {
      return is_of_another(load_words(cells.tag[kind] + at), own);
    };
    __m256i met = of_another(SharedCells::kWrite);
    const __m256i read = of_another(SharedCells::kRead);
    if (is_write) met = _mm256_or_si256(_mm256_or_si256(met, read), of_another(SharedCells::kOtherRead));
    if (_mm256_testz_si256(met, mask) == 0 || !have_state_of_words(access.states, i, mask, count - i))
      return false;
    const auto note = [&](SharedCells::Kind kind, __m256i where) {
      put_words(cells.tag[kind] + at, own, where);
      put_words(cells.site[kind] + at, site, where);
    };
    if (is_write) {
      note(SharedCells::kWrite, mask);
      if (access.values) put_words(cells.value + at, written_words(access, i, count - i), mask);
      continue;
    }
    // Another thread that has read the word stays.
    note(SharedCells::kRead, _mm256_andnot_si256(read, mask));
    const __m256i other = _mm256_and_si256(mask, read);
    if (_mm256_testz_si256(other, other) != 0) continue;
    note(SharedCells::kOtherRead, other);
    if (access.seen) put_words(access.seen + i, _mm256_set1_epi32(static_cast<int>(access.seen_now)), other);
  }
  return true;
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

}  // namespace

bool note_line(const WarpAccess& access, RaceCells& cells, std::size_t line, std::uint32_t thread,
               const std::uint32_t* values) noexcept {
  RaceCells::Line& records = cells.lines[line];
  const RaceCells::LineRecord own{access.number, std::uint32_t{access.epoch} << 16 | thread, access.site,
                                  access.release << 16 | access.shift};
  // Returns true for accesses by other threads of the block since its last barrier.
  const auto is_of_others = [&](const RaceCells::LineRecord& of) {
    return of.block == own.block && of.when >> 16 == access.epoch &&
           (of.when != own.when || ((of.order ^ own.order) & 0xffff) != 0);
  };
  const auto meets = [&](const RaceCells::LineRecord& of) {
    return of.block - access.first < access.blocks && (of.block != own.block || is_of_others(of));
  };
  const RaceCells::LineRecord read = load_line(records.read);
  if (meets(load_line(records.write))) return false;
  if ((access.site & kAccessWrite) == 0) {
    // Words record the last two threads that read them.
    if (meets(read)) return false;
    store_line(records.read, own);
    return true;
  }
  if (meets(read)) return false;
  if (values)
    std::memcpy(&cells.line_values[line * RaceCells::kLineWords], values, 4 * RaceCells::kLineWords);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  store_line(records.write, own);
  return true;
}

void copy_line_to_words(RaceCells& cells, std::size_t line, std::uint32_t first,
                        std::uint64_t blocks) noexcept {
  const auto put = [](std::uint32_t& place, std::uint32_t value) {
    __atomic_store_n(&place, value, __ATOMIC_RELEASE);
  };
  const auto copy = [&](const RaceCells::LineRecord& record, unsigned kind) {
    if (record.block - first >= blocks) return;
    for (std::uint32_t i = 0; i < RaceCells::kLineWords; ++i) {
      const std::size_t word = line * RaceCells::kLineWords + i;
      put(cells.block(kind, word), 0);
      if (kind == RaceCells::kWrite) put(cells.value(word), cells.line_values[word]);
      put(cells.when(kind, word), record.when + (i >> (record.order & 0xffff)));
      put(cells.site(kind, word), record.site);
      put(cells.order(kind, word), record.order & 0xffff0000u);
      put(cells.block(kind, word), record.block);
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

bool note_shared_readers(const SharedAccess&, SharedCells&, std::size_t, std::uint32_t,
                         std::uint32_t) noexcept {
  return false;
}

bool note_line(const WarpAccess&, RaceCells&, std::size_t, std::uint32_t, const std::uint32_t*) noexcept {
  return false;
}

void copy_line_to_words(RaceCells&, std::size_t, std::uint32_t, std::uint64_t) noexcept {}

bool note_words(const WarpAccess&, RaceCells&, std::size_t, std::uint32_t) noexcept {
  return false;
}

#endif

}  // namespace gridcall::cpu
