// SPDX-License-Identifier: Apache-2.0
//
// Fills of patterns and rectangles, copies between contexts: what the driver is asked for.

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "fixture.h"

namespace {

gc_context* peer = nullptr;

int open_contexts(void** state) {
  if (open_context(state) != 0) return -1;
  gc_device* device = nullptr;
  return gc_device_get_by_index(1, &device, nullptr) == GRIDCALL_OK &&
                 gc_context_get_primary(device, nullptr, &peer, nullptr) == GRIDCALL_OK
             ? 0
             : -1;
}

gc_mem* make_peer_mem(std::uint64_t size) {
  gc_mem* mem = nullptr;
  MUST(gc_mem_alloc(peer, size, &mem, &e));
  return mem;
}

void wait_and_collect() {
  MUST(gc_context_synchronize(context, &e));
  MUST(gc_context_synchronize(peer, &e));
  MUST(gc_handle_collect(&e));
}

gc_rect_copy rows_of(gc_mem* dst, gc_mem* src) {
  gc_rect_copy rect = GRIDCALL_RECT_COPY_INIT;
  rect.dst.mem = dst;
  rect.src.mem = src;
  rect.dst.row_pitch = 64;
  rect.width = 16;
  rect.height = 8;
  return rect;
}

void copies_between_contexts_are_the_drivers(void**) {
  gc_mem *here = make_mem(4096), *there = make_peer_mem(4096), *locked = nullptr;
  gc_stream* stream = make_stream();
  MUST(alloc_host(context, 4096, &locked, &e));
  for (gc_stream* queue : {static_cast<gc_stream*>(nullptr), stream}) {
    const Calls line("cuMemcpyPeerAsync"), box("cuMemcpy3DPeerAsync"), waits("cuStreamWaitEvent");
    MUST(gc_memcpy(there, 0, here, 0, 100, queue, &e));
    assert_int_equal(line.made(), 1);
    assert_int_equal(waits.made(), 2);  // there and back again
    const gc_rect_copy rect = rows_of(there, here);
    MUST(gc_memcpy_rect(&rect, queue, &e));
    assert_int_equal(box.made(), 1);
    assert_int_equal(waits.made(), 4);
    // A tight one is a line.
    gc_rect_copy tight = rect;
    tight.dst.row_pitch = 0;
    MUST(gc_memcpy_rect(&tight, queue, &e));
    assert_int_equal(line.made(), 2);
    assert_int_equal(box.made(), 1);
    // Page-locked memory belongs to no device.
    const Calls from_host("cuMemcpyHtoDAsync"), to_host("cuMemcpyDtoHAsync"), rows("cuMemcpy2DAsync");
    MUST(gc_memcpy(there, 0, locked, 0, 100, queue, &e));
    MUST(gc_memcpy(locked, 0, there, 0, 100, queue, &e));
    const gc_rect_copy to_locked = rows_of(locked, there);
    MUST(gc_memcpy_rect(&to_locked, queue, &e));
    assert_int_equal(from_host.made(), 1);
    assert_int_equal(to_host.made(), 1);
    assert_int_equal(rows.made(), 1);
    assert_int_equal(line.made(), 2);
    assert_int_equal(fake->live("event"), 0);
  }
  gc_stream* other_stream = nullptr;
  MUST(gc_stream_create(peer, nullptr, &other_stream, &e));
  REFUSED(gc_memcpy(here, 0, locked, 0, 4, other_stream, &e), WRONG_CONTEXT, "`stream`|`dst`");
  for (gc_mem* mem : {here, there, locked}) gc_mem_release(mem);
  for (gc_stream* each : {stream, other_stream}) gc_stream_release(each);
  wait_and_collect();
}

void memory_of_both_contexts_stays(void**) {
  gc_mem *here = make_mem(4096), *there = make_peer_mem(4096);
  fake->hold(1);
  MUST(gc_memcpy(there, 0, here, 0, 100, nullptr, &e));
  gc_mem_release(here);
  gc_mem_release(there);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 2);
  fake->hold(0);
  wait_and_collect();
  assert_int_equal(fake->live("memory"), 0);
}

// If the other context cannot be told of the copy the host waits for it.
void an_untold_copy_is_waited_for(void**) {
  gc_mem *here = make_mem(4096), *there = make_peer_mem(4096);
  const Calls waits("cuStreamSynchronize");
  fake->fail_only("cuStreamWaitEvent");
  fake->inject(2, 2, 0);
  REFUSED(gc_memcpy(there, 0, here, 0, 100, nullptr, &e), OUT_OF_MEMORY, "cuStreamWaitEvent");
  fake->inject(0, 0, 0);
  fake->fail_only(nullptr);
  assert_int_equal(waits.made(), 1);
  assert_int_equal(fake->live("event"), 0);
  gc_mem_release(here);
  gc_mem_release(there);
  wait_and_collect();
}

void expect_calls(const char* function, std::uint64_t count, gc_mem* mem, std::uint64_t offset,
                  const std::vector<unsigned char>& pattern, std::uint64_t patterns) {
  const Calls calls(function);
  const std::uint64_t before = fake->calls();
  const Calls contexts("cuCtxGetCurrent"), pushes("cuCtxPushCurrent"), pops("cuCtxPopCurrent");
  MUST(gc_memset(mem, offset, pattern.data(), pattern.size(), patterns, nullptr, &e));
  assert_int_equal(calls.made(), count);
  // The rest are copies of what is filled, twice as much each time.
  const std::uint64_t others = fake->calls() - before - contexts.made() - pushes.made() - pops.made() - count;
  assert_in_range(others, 0, 12);
  std::vector<unsigned char> got(pattern.size() * patterns);
  MUST(gc_memcpy_dtoh(got.data(), mem, offset, got.size(), nullptr, &e));
  for (std::size_t i = 0; i < got.size(); ++i) assert_int_equal(got[i], pattern[i % pattern.size()]);
}

void patterns_take_few_calls(void**) {
  gc_mem* mem = make_mem(1 << 20);
  expect_calls("cuMemsetD8Async", 1, mem, 3, {7}, 1000);
  expect_calls("cuMemsetD16Async", 1, mem, 2, {1, 2}, 1000);
  expect_calls("cuMemsetD32Async", 1, mem, 4, {1, 2, 3, 4}, 1000);
  // A pattern that a shorter one equals.
  expect_calls("cuMemsetD8Async", 1, mem, 0, std::vector<unsigned char>(16), 1000);
  expect_calls("cuMemsetD32Async", 1, mem, 4, {1, 2, 3, 4, 1, 2, 3, 4}, 1000);
  // Columns of the widest element that fits address and size.
  expect_calls("cuMemsetD2D32Async", 3, mem, 0, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 20000);
  expect_calls("cuMemsetD2D16Async", 6, mem, 2, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 20000);
  expect_calls("cuMemsetD2D8Async", 4, mem, 1, {1, 2, 3, 4}, 20000);
  expect_calls("cuMemsetD2D8Async", 3, mem, 0, {1, 2, 3}, 20000);
  std::vector<unsigned char> longest(128);
  for (std::size_t i = 0; i < longest.size(); ++i) longest[i] = static_cast<unsigned char>(i);
  expect_calls("cuMemsetD2D32Async", 32, mem, 0, longest, 2000);
  expect_calls("cuMemsetD32Async", 32, mem, 0, longest, 1);
  gc_mem_release(mem);
}

void rectangles_are_filled_by_the_driver(void**) {
  gc_mem* mem = make_mem(1 << 20);
  const unsigned char pattern[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  gc_rect_fill rect = GRIDCALL_RECT_FILL_INIT;
  rect.dst.mem = mem;
  rect.value = pattern;
  rect.width = 64;
  rect.dst.row_pitch = 128;
  rect.height = 50;
  const struct {
    const char* function;
    std::size_t size;
  } kPlain[] = {{"cuMemsetD2D8Async", 1}, {"cuMemsetD2D16Async", 2}, {"cuMemsetD2D32Async", 4}};
  for (const auto& each : kPlain) {
    const Calls calls(each.function);
    rect.value_size = each.size;
    MUST(gc_memset_rect(&rect, nullptr, &e));
    assert_int_equal(calls.made(), 1);
  }
  // Slices: of few each is filled, in either direction; many are copied.
  const auto slices = [&](std::uint64_t height, std::uint64_t depth, std::uint64_t fills,
                          std::uint64_t copies) {
    const Calls filled("cuMemsetD2D32Async"), copied("cuMemcpy3DAsync");
    rect.height = height;
    rect.depth = depth;
    rect.dst.slice_pitch = 128 * (height + 1);
    MUST(gc_memset_rect(&rect, nullptr, &e));
    assert_int_equal(filled.made(), fills);
    assert_int_equal(copied.made(), copies);
  };
  slices(50, 4, 4, 0);
  slices(4, 50, 4, 0);
  slices(30, 100, 1, 6);  // and the second slice, as rows
  // Another pattern: two columns, then rows and slices.
  const Calls columns("cuMemsetD32Async"), wide("cuMemcpyDtoDAsync"), rows("cuMemcpy2DAsync"),
      boxes("cuMemcpy3DAsync");
  rect.value_size = 8;
  rect.width = 8;
  MUST(gc_memset_rect(&rect, nullptr, &e));
  assert_int_equal(columns.made(), 2);
  assert_int_equal(wide.made(), 1);  // the second row
  assert_int_equal(rows.made(), 5);  // four times twice as many rows, and the second slice
  assert_int_equal(boxes.made(), 6);
  gc_mem_release(mem);
}

void long_patterns_are_filled_by_a_kernel(void**) {
  constexpr std::uint64_t kSize = std::uint64_t{300} << 10;
  gc_mem* mem = make_mem(kSize + 512);
  std::vector<unsigned char> at(kSize + 512);
  unsigned char pattern[128];
  for (unsigned i = 0; i < sizeof pattern; ++i) pattern[i] = static_cast<unsigned char>(i * 37 + 1);
  for (const unsigned size : {3U, 5U, 8U, 12U, 16U, 31U, 32U, 96U, 127U, 128U})
    for (const unsigned offset : {0U, 1U, 8U, 15U, 16U}) {
      MUST(fill_u8(mem, 0, 0, kSize + 512, nullptr, &e));
      const Calls kernels("cuLaunchKernel"), copies("cuMemcpyDtoDAsync");
      const std::uint64_t count = kSize / size;
      MUST(gc_memset(mem, offset, pattern, size, count, nullptr, &e));
      MUST(gc_memcpy_dtoh(at.data(), mem, 0, kSize + 512, nullptr, &e));
      assert_int_equal(kernels.made(), 1);
      assert_int_equal(copies.made(), 0);
      for (std::uint64_t i = 0; i < kSize + 512; ++i) {
        const bool is_filled = i >= offset && i < offset + count * size;
        if (at[i] != (is_filled ? pattern[(i - offset) % size] : 0))
          fail_msg("pattern of %d at %d: byte %d", static_cast<int>(size), static_cast<int>(offset),
                   static_cast<int>(i));
      }
    }
  gc_mem_release(mem);
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(copies_between_contexts_are_the_drivers),
      cmocka_unit_test(memory_of_both_contexts_stays),
      cmocka_unit_test(an_untold_copy_is_waited_for),
      cmocka_unit_test(patterns_take_few_calls),
      cmocka_unit_test(rectangles_are_filled_by_the_driver),
      cmocka_unit_test(long_patterns_are_filled_by_a_kernel),
  };
  return cmocka_run_group_tests_name("rectangles", tests, open_contexts, nullptr);
}
