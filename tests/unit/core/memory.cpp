// SPDX-License-Identifier: Apache-2.0
//
// Bounds of every copy and fill, and what releasing memory under queued work does.

#include <cstdint>
#include <vector>

#include "fixture.h"

namespace {

constexpr std::uint64_t kMax = ~std::uint64_t{0};

void copies_stay_inside(void**) {
  gc_mem* mem = make_mem(256);
  gc_mem* other = make_mem(1024);
  unsigned char host[512] = {};
  REFUSED(gc_memcpy_htod(mem, 16, host, 400, nullptr, &e), OUT_OF_RANGE,
          "`size` 400 at `dst_offset` 16|`dst`|256|240");
  REFUSED(gc_memcpy_htod(mem, 257, host, 0, nullptr, &e), OUT_OF_RANGE, "`dst_offset` 257|256");
  REFUSED(gc_memcpy_htod(mem, kMax, host, 1, nullptr, &e), OUT_OF_RANGE, "`dst_offset`");
  REFUSED(gc_memcpy_dtoh(host, mem, 255, 2, nullptr, &e), OUT_OF_RANGE,
          "`size` 2 at `src_offset` 255|at most 1");
  MUST(gc_memcpy_htod(mem, 256, host, 0, nullptr, &e));
  MUST(gc_memcpy_htod(mem, 0, host, 256, nullptr, &e));
  MUST(gc_memcpy_dtoh(host, mem, 255, 1, nullptr, &e));
  // offset + size overflows to something small.
  for (const std::uint64_t size : {kMax, kMax - 15, kMax / 2 + 1})
    REFUSED(gc_memcpy(mem, 16, other, 0, size, nullptr, &e), OUT_OF_RANGE, "`dst`");
  REFUSED(gc_memcpy(mem, 0, other, 1000, 100, nullptr, &e), OUT_OF_RANGE, "`src`|1024|at most 24");
  REFUSED(gc_memcpy(mem, 0, mem, 100, 101, nullptr, &e), INVALID_ARGUMENT, "overlap by 1 ");
  REFUSED(gc_memcpy(mem, 64, mem, 64, 64, nullptr, &e), INVALID_ARGUMENT, "overlap by 64");
  MUST(gc_memcpy(mem, 0, mem, 128, 128, nullptr, &e));
  MUST(gc_memcpy(mem, 256, other, 1024, 0, nullptr, &e));
  gc_mem_release(mem);
  gc_mem_release(other);
}

void fills_stay_inside(void**) {
  gc_mem* mem = make_mem(256);
  REFUSED(fill_u32(mem, 0, 1, 65, nullptr, &e), OUT_OF_RANGE, "`count` 65|256|at most 64");
  REFUSED(fill_u32(mem, 0, 1, kMax / 4 + 2, nullptr, &e), OUT_OF_RANGE, "`count`");  // count * 4 is 4
  REFUSED(fill_u8(mem, 257, 1, 0, nullptr, &e), OUT_OF_RANGE, "`offset` 257");
  MUST(fill_u32(mem, 252, 1, 1, nullptr, &e));
  REFUSED(fill_u32(mem, 252, 1, 2, nullptr, &e), OUT_OF_RANGE, "`count` 2|`offset` 252|256|at most 1 fit");
  MUST(fill_u8(mem, 256, 1, 0, nullptr, &e));
  gc_mem* odd = nullptr;
  MUST(gc_mem_create_sub_region(mem, 1, 100, 0, &odd, &e));
  // An unaligned range is filled as with other patterns.
  const auto aligned = fake->calls_of("cuMemsetD32Async") + fake->calls_of("cuMemsetD16Async");
  MUST(fill_u32(odd, 0, 0x04030201, 2, nullptr, &e));
  MUST(fill_u16(mem, 11, 0x0605, 1, nullptr, &e));
  assert_int_equal(fake->calls_of("cuMemsetD32Async") + fake->calls_of("cuMemsetD16Async"), aligned);
  unsigned char got[13];
  MUST(gc_memcpy_dtoh(got, mem, 0, sizeof got, nullptr, &e));
  const unsigned char want[8] = {1, 2, 3, 4, 1, 2, 3, 4};
  assert_memory_equal(got + 1, want, sizeof want);
  assert_true(got[11] == 5 && got[12] == 6);
  gc_mem_release(odd);
  gc_mem_release(mem);
}

void parts_of_parts(void**) {
  gc_mem* mem = make_mem(1000);
  gc_mem *part = nullptr, *part_of_part = nullptr, *none = nullptr;
  REFUSED(gc_mem_create_sub_region(mem, 900, 101, 0, &none, &e), OUT_OF_RANGE,
          "`size` 101 at `offset` 900|at most 100");
  REFUSED(gc_mem_create_sub_region(mem, 0, 0, 0, &none, &e), INVALID_ARGUMENT, "`size` is 0");
  MUST(gc_mem_create_sub_region(mem, 100, 800, 0, &part, &e));
  MUST(gc_mem_create_sub_region(part, 100, 700, 0, &part_of_part, &e));
  assert_int_equal(address_of(part_of_part), address_of(mem) + 200);
  REFUSED(fill_u8(part_of_part, 0, 0, 701, nullptr, &e), OUT_OF_RANGE, "700");
  // The whole goes first and the part still works.
  gc_mem_release(mem);
  gc_mem_release(part);
  MUST(gc_handle_collect(&e));
  MUST(fill_u8(part_of_part, 0, 0, 700, nullptr, &e));
  assert_int_equal(fake->live("memory"), 1);
  gc_mem_release(part_of_part);
}

void foreign_addresses(void**) {
  gc_mem* mem = nullptr;
  REFUSED(gc_mem_wrap(context, 0, 1, nullptr, &mem, &e), INVALID_ARGUMENT, "`address` is 0");
  REFUSED(gc_mem_wrap(context, kMax - 10, 100, nullptr, &mem, &e), OUT_OF_RANGE, "`address`");
  gc_mem* own = make_mem(64);
  MUST(gc_mem_wrap(context, address_of(own), 64, nullptr, &mem, &e));
  MUST(fill_u8(mem, 0, 1, 64, nullptr, &e));
  gc_mem_release(mem);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 1);  // not ours to free
  gc_mem_release(own);
}

// Releasing memory under queued work neither waits nor frees it too early.
void released_under_work(void**) {
  gc_stream* stream = make_stream();
  gc_mem* mem = make_mem(4096);
  fake->hold(1);
  MUST(fill_u8(mem, 0, 1, 4096, stream, &e));
  gc_mem_release(mem);
  const auto frees = fake->calls_of("cuMemFree");
  const auto waits = fake->calls_of("cuStreamSynchronize") + fake->calls_of("cuCtxSynchronize");
  for (int i = 0; i < 50; ++i) {
    gc_mem* more = make_mem(64);
    gc_mem_release(more);
    MUST(gc_handle_collect(&e));
  }
  assert_int_equal(fake->calls_of("cuMemFree"), frees);
  assert_int_equal(fake->calls_of("cuStreamSynchronize") + fake->calls_of("cuCtxSynchronize"), waits);
  fake->hold(0);
  MUST(gc_stream_synchronize(stream, &e));
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 0);
  gc_stream_release(stream);
}

// Memory that went back long ago is no reason to hurry: the driver would wait for all that runs.
void earlier_releases_hurry_nobody(void**) {
  for (int i = 0; i < 6; ++i) {  // of 1 GiB; a quarter may wait
    gc_mem_release(make_mem(64u << 20));
    MUST(gc_handle_collect(&e));
  }
  gc_stream* stream = make_stream();
  gc_mem *mem = make_mem(64), *idle = make_mem(64);
  fake->hold(1);
  MUST(fill_u8(mem, 0, 1, 64, stream, &e));
  gc_mem_release(idle);
  const auto frees = fake->calls_of("cuMemFree");
  for (int i = 0; i < 3; ++i) gc_mem_release(make_mem(64));
  assert_int_equal(fake->calls_of("cuMemFree"), frees);
  gc_mem_release(mem);
  gc_stream_release(stream);
}

void a_stream_released_under_work(void**) {
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_mem* mem = make_mem(4096);
  fake->hold(1);
  MUST(fill_u8(mem, 0, 1, 4096, stream, &e));
  gc_stream_release(stream);
  gc_mem_release(mem);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 1);
  assert_int_equal(fake->live("stream"), 1);
}

void queued_copies_keep_page_locked_memory(void**) {
  gc_stream* stream = make_stream();
  gc_mem *device = make_mem(512), *host = nullptr;
  MUST(alloc_host(context, 512, &host, &e));
  REFUSED(gc_memcpy(device, 8, host, 0, 512, stream, &e), OUT_OF_RANGE, "`dst`|504");
  fake->hold(1);
  MUST(gc_memcpy(device, 0, host, 0, 512, stream, &e));
  gc_mem_release(host);
  gc_mem_release(device);
  gc_stream_release(stream);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("host memory"), 1);
  assert_int_equal(fake->live("memory"), 1);
}

// Released memory that waits for a busy device is there again when it is needed.
void memory_is_never_short_while_some_was_released(void**) {
  gc_stream* stream = make_stream();
  constexpr std::uint64_t kLarge = 700u << 20;  // of 1 GiB
  for (int i = 0; i < 5; ++i) {
    gc_mem* mem = make_mem(kLarge);
    fake->hold(1);
    MUST(fill_u8(mem, 0, 1, 16, stream, &e));
    gc_mem_release(mem);
  }
  gc_mem* kept = make_mem(kLarge);
  gc_mem* none = nullptr;
  REFUSED(gc_mem_alloc(context, kLarge, &none, &e), OUT_OF_MEMORY, "734003200 bytes|1073741824");
  assert_null(none);
  gc_mem_release(kept);
  gc_stream_release(stream);
}

// Thousands of released blocks are not freed by the one call that allocates next.
void an_allocation_gives_back_few(void**) {
  constexpr unsigned kMany = 5000;
  gc_stream* stream = make_stream();
  std::vector<gc_mem*> all(kMany);
  for (gc_mem*& mem : all) mem = make_mem(256);
  fake->hold(1);
  for (gc_mem* mem : all) {
    MUST(fill_u8(mem, 0, 1, 16, stream, &e));
    gc_mem_release(mem);
  }
  const auto frees = fake->calls_of("cuMemFree");
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->calls_of("cuMemFree"), frees);
  fake->hold(0);
  gc_mem_release(make_mem(256));
  assert_true(fake->calls_of("cuMemFree") - frees < kMany / 2);
  // Some calls later all is back.
  for (unsigned i = 0; i < kMany / 2; ++i) gc_mem_release(make_mem(256));
  assert_true(fake->live("memory") < 200);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 0);
  gc_stream_release(stream);
}

// The thread's own context is the same after every call.
void the_current_context_stays(void**) {
  const int depth = fake->stack_depth();
  void* const current = fake->current();
  gc_mem* mem = make_mem(64);
  gc_mem* none = nullptr;
  REFUSED(gc_mem_alloc(context, std::uint64_t{1} << 50, &none, &e), OUT_OF_MEMORY,
          "out of memory allocating");
  unsigned char host[64];
  MUST(gc_memcpy_dtoh(host, mem, 0, 64, nullptr, &e));
  gc_mem_release(mem);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->stack_depth(), depth);
  assert_ptr_equal(fake->current(), current);
}

}  // namespace

#define CASE(name) cmocka_unit_test_teardown(name, nothing_left)

int main() {
  const CMUnitTest tests[] = {
      CASE(copies_stay_inside),
      CASE(fills_stay_inside),
      CASE(parts_of_parts),
      CASE(foreign_addresses),
      CASE(released_under_work),
      CASE(earlier_releases_hurry_nobody),
      CASE(a_stream_released_under_work),
      CASE(queued_copies_keep_page_locked_memory),
      CASE(memory_is_never_short_while_some_was_released),
      CASE(an_allocation_gives_back_few),
      CASE(the_current_context_stays),
  };
  return cmocka_run_group_tests_name("core_memory", tests, open_context, nullptr);
}
