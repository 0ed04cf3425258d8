// SPDX-License-Identifier: Apache-2.0
//
// Shadow memory by itself, at addresses that nobody reads; the place of shared memory in its pages.

#include "cpu/memory/shadow.h"

#include <cstdint>

#include "cpu/exec/cluster.h"
#include "support/cmocka.h"

namespace {

using namespace gridcall::cpu;

constexpr std::size_t kChunk = Shadow::kChunkBytes;
constexpr std::uintptr_t kHere = std::uintptr_t{1} << 40;  // the beginning of a chunk
constexpr std::uint8_t kBoth = kShadowValid | kShadowWritten;

Shadow made;

// Each test has chunks of its own.
std::uintptr_t fresh() {
  static std::uintptr_t next = kHere;
  return next += 16 * kChunk;
}

int turn_on(void**) {
  assert_false(made.is_on());
  assert_null(made.table());
  // Without it nothing is marked.
  made.set(kHere, 64, kShadowValid);
  made.add(kHere, 64, kShadowWritten);
  made.copy_written(kHere, kHere + 64, 64);
  assert_int_equal(made.at(kHere), 0);
  assert_int_equal(made.count_with(kHere, 64, kShadowValid, kShadowValid), 0);
  assert_null(made.race_cells(kHere));
  return made.turn_on() && made.turn_on() && made.is_on() ? 0 : 1;
}

std::size_t valid(std::uintptr_t begin, std::size_t bytes) {
  return made.count_with(begin, bytes, kShadowValid, kShadowValid);
}
std::size_t written(std::uintptr_t begin, std::size_t bytes) {
  return made.count_with(begin, bytes, kBoth, kBoth);
}

std::uint32_t& block_of(std::uintptr_t address, RaceCells::Kind kind) {
  return made.race_cells(address)->block(kind, address % kChunk / 4);
}

void a_range_has_exact_ends(void**) {
  const std::uintptr_t begin = fresh() + 100;
  made.set(begin, 1000, kShadowValid);
  assert_int_equal(made.at(begin - 1), 0);
  assert_int_equal(made.at(begin), kShadowValid);
  assert_int_equal(made.at(begin + 999), kShadowValid);
  assert_int_equal(made.at(begin + 1000), 0);
  assert_int_equal(valid(begin, 1000), 1000);
  assert_int_equal(valid(begin, 1001), 1000);
  assert_int_equal(valid(begin - 1, 8), 0);
  assert_int_equal(valid(begin + 996, 8), 4);
  made.set(begin, 0, 0);
  assert_int_equal(valid(begin, 1000), 1000);
}

void a_range_crosses_chunks(void**) {
  const std::uintptr_t edge = fresh() + kChunk;
  made.set(edge - 3, 2 * kChunk + 6, kShadowValid);
  assert_int_equal(made.at(edge - 4), 0);
  assert_int_equal(valid(edge - 3, 2 * kChunk + 6), 2 * kChunk + 6);
  assert_int_equal(valid(edge - 3, 2 * kChunk + 7), 2 * kChunk + 6);
  assert_int_equal(made.at(edge + 2 * kChunk + 2), kShadowValid);
  assert_int_equal(made.at(edge + 2 * kChunk + 3), 0);
  // The chunk behind has no shadow at all.
  made.set(edge + 3 * kChunk - 4, 4, kShadowValid);
  assert_null(made.find(edge + 3 * kChunk));
  assert_int_equal(valid(edge + 3 * kChunk - 4, 8), 4);
  made.add(edge + 3 * kChunk - 4, 8, kShadowWritten);
  assert_int_equal(written(edge + 3 * kChunk - 4, 8), 4);
  assert_null(made.find(edge + 3 * kChunk));
  // A part that crosses an edge is released.
  made.set(edge - 1, 2, 0);
  assert_int_equal(valid(edge - 3, 8), 2);
  assert_int_equal(made.at(edge + 1), kShadowValid);
}

void memory_that_is_used_again_is_new(void**) {
  const std::uintptr_t begin = fresh() + 256;
  made.set(begin, 64, kShadowValid);
  made.add(begin, 32, kShadowWritten);
  assert_int_equal(written(begin, 64), 32);
  for (const std::uintptr_t each : {begin, begin + 60, begin + 64}) block_of(each, RaceCells::kWrite) = 7;
  block_of(begin + 8, RaceCells::kOtherRead) = 8;
  made.set(begin, 64, 0);
  assert_int_equal(made.at(begin), 0);
  made.set(begin, 64, kShadowValid);
  made.forget_accesses(begin, 64);
  assert_int_equal(written(begin, 64), 0);
  for (const std::uintptr_t each : {begin, begin + 60})
    assert_int_equal(block_of(each, RaceCells::kWrite), 0);
  assert_int_equal(block_of(begin + 8, RaceCells::kOtherRead), 0);
  assert_int_equal(block_of(begin + 64, RaceCells::kWrite), 7);
}

void cells_are_of_a_chunk(void**) {
  const std::uintptr_t edge = fresh() + kChunk;
  RaceCells* const last = made.race_cells(edge - 4);
  RaceCells* const first = made.race_cells(edge);
  assert_non_null(last);
  assert_ptr_equal(made.race_cells(edge - kChunk), last);
  assert_ptr_not_equal(first, last);
  block_of(edge - 4, RaceCells::kRead) = block_of(edge, RaceCells::kRead) = 5;
  assert_int_equal(last->block(RaceCells::kRead, RaceCells::kWords - 1), 5);
  assert_int_equal(first->block(RaceCells::kRead, 0), 5);
  made.forget_accesses(edge - 4, 8);
  assert_int_equal(block_of(edge - 4, RaceCells::kRead), 0);
  assert_int_equal(block_of(edge, RaceCells::kRead), 0);
  assert_null(made.race_cells(std::uintptr_t{1} << kShadowAddressBits));
  assert_null(made.find(std::uintptr_t{1} << kShadowAddressBits));
}

void a_copy_is_written_where_its_source_is(void**) {
  const std::uintptr_t from = fresh() + kChunk - 8;
  const std::uintptr_t to = fresh() + kChunk - 5;
  made.set(from, 16, kShadowValid);
  made.set(to, 16, kBoth);
  made.add(from + 4, 8, kShadowWritten);
  made.copy_written(to, from, 16);
  assert_int_equal(written(to, 16), 0);
  assert_int_equal(made.at(to + 3), kShadowValid);
  assert_int_equal(written(to + 4, 12), 8);
  assert_int_equal(made.at(to + 12), kShadowValid);
  // Nobody sees what the host writes.
  made.copy_written(to, kHere, 16);
  assert_int_equal(written(to, 16), 16);
  // It makes nothing valid.
  made.add(from, 16, kShadowWritten);
  made.copy_written(to + 12, from, 16);
  assert_int_equal(valid(to, 32), 16);
  // The copy goes to memory without a shadow.
  made.copy_written(kHere, from, 16);
  assert_null(made.find(kHere));
}

void a_copy_may_overlap(void**) {
  const std::uintptr_t begin = fresh() + kChunk - 6;
  const auto pattern = [&] {
    made.set(begin, 16, kShadowValid);
    for (const std::uintptr_t i : {1u, 4u, 5u, 9u}) made.add(begin + i, 1, kShadowWritten);
  };
  const auto is_written = [&](std::uintptr_t i) { return made.at(begin + i) == kBoth; };
  pattern();
  made.copy_written(begin + 2, begin, 12);
  for (std::uintptr_t i = 2; i < 14; ++i)
    assert_int_equal(is_written(i), i == 3 || i == 6 || i == 7 || i == 11);
  pattern();
  made.copy_written(begin, begin + 3, 12);
  for (std::uintptr_t i = 0; i < 12; ++i) assert_int_equal(is_written(i), i == 1 || i == 2 || i == 6);
}

// A vector that is active from shared memory's first element on begins before it, and lanes that are near to
// an active one load too (lower-gathers).
void shared_memory_ends_with_its_pages(void**) {
  SharedMemory shared;
  assert_true(shared.map());
  const auto begin = reinterpret_cast<std::uintptr_t>(shared.data());
  assert_int_equal(begin % kBufferAlignment, 0);
  assert_true(shared.holds(begin + kMaxSharedBytes - 1));
  assert_false(shared.holds(begin + kMaxSharedBytes));
  assert_true(shared.holds(begin - 1024));
  assert_int_equal(static_cast<int>(shared.data()[-1024]), 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_range_has_exact_ends),
      cmocka_unit_test(a_range_crosses_chunks),
      cmocka_unit_test(memory_that_is_used_again_is_new),
      cmocka_unit_test(cells_are_of_a_chunk),
      cmocka_unit_test(a_copy_is_written_where_its_source_is),
      cmocka_unit_test(a_copy_may_overlap),
      cmocka_unit_test(shared_memory_ends_with_its_pages),
  };
  return cmocka_run_group_tests(tests, turn_on, nullptr);
}
