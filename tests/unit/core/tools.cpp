// SPDX-License-Identifier: Apache-2.0
//
// Deferred cleanup, pools with flags and device data: what the driver is asked for, and when.

#include <cstdint>

#include "fixture.h"
#include "gridcall/preview.h"

namespace {

constexpr int kWriteCombined = 4;  // CU_MEMHOSTALLOC_WRITECOMBINED

gc_pool* make_pool(const gc_pool_options& options) {
  gc_pool_options sized = options;
  sized.struct_size = sizeof sized;
  gc_pool* pool = nullptr;
  MUST(gc_pool_create(context, &sized, &pool, &e));
  return pool;
}

void nothing_goes_back_while_a_context_defers(void**) {
  MUST(gc_context_defer_cleanup(context, 1, &e));
  const auto freed = fake->calls_of("cuMemFree");
  for (int i = 0; i < 20; ++i) gc_mem_release(make_mem(1 << 20));
  gc_stream_release(make_stream());
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->calls_of("cuMemFree"), freed);
  assert_int_equal(fake->live("memory"), 20);
  assert_int_equal(fake->live("stream"), 1);
  MUST(gc_context_defer_cleanup(context, 1, &e));
  MUST(gc_context_defer_cleanup(context, 0, &e));
  assert_int_equal(fake->live("memory"), 20);  // as many ends as beginnings
  MUST(gc_context_defer_cleanup(context, 0, &e));
  assert_int_equal(fake->live("memory"), 0);
  assert_int_equal(fake->live("stream"), 0);
  REFUSED(gc_context_defer_cleanup(context, 0, &e), INVALID_STATE, "`context` does not defer");
}

// The fake has 1 GiB: what waits is more than an allocation can do without.
void memory_comes_first(void**) {
  MUST(gc_context_defer_cleanup(context, 1, &e));
  gc_mem_release(make_mem(200 << 20));
  gc_mem_release(make_mem(200 << 20));
  assert_int_equal(fake->live("memory"), 2);
  gc_mem* large = make_mem(900 << 20);
  assert_int_equal(fake->live("memory"), 1);
  // A quarter of the memory is more than a context keeps: the next allocation gives it back.
  MUST(gc_mem_free(large, &e));
  gc_mem_release(make_mem(300 << 20));
  gc_mem* small = make_mem(64);
  gc_mem* another = make_mem(64);
  assert_int_equal(fake->live("memory"), 2);
  gc_mem_release(small);
  gc_mem_release(another);
  MUST(gc_context_defer_cleanup(context, 0, &e));
}

void gc_mem_free_does_not_wait(void**) {
  MUST(gc_context_defer_cleanup(context, 1, &e));
  MUST(gc_mem_free(make_mem(64), &e));
  assert_int_equal(fake->live("memory"), 0);
  MUST(gc_context_defer_cleanup(context, 0, &e));
}

void pools_pass_flags_on(void**) {
  gc_pool* pool = make_pool({.place = GRIDCALL_MEM_PLACE_HOST, .flags = GRIDCALL_MEM_WRITE_COMBINED});
  gc_mem* mem = take(pool, 100);
  assert_int_equal(fake->range().number & kWriteCombined, kWriteCombined);
  gc_mem_release(mem);
  gc_pool_release(pool);
  pool = make_pool({.place = GRIDCALL_MEM_PLACE_HOST});
  mem = take(pool, 100);
  assert_int_equal(fake->range().number & kWriteCombined, 0);
  gc_mem_release(mem);
  gc_pool_release(pool);

  pool = make_pool({.alignment = 1 << 16});
  gc_mem *first = take(pool, 300), *second = take(pool, 300);
  assert_int_equal(address_of(first) % (1 << 16), 0);
  assert_int_equal(address_of(second) % (1 << 16), 0);
  gc_mem_release(first);
  gc_mem_release(second);
  gc_pool_release(pool);
}

void zeros_are_queued_on_the_stream(void**) {
  gc_pool* pool = make_pool({.flags = GRIDCALL_MEM_ZERO});
  gc_stream* a = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_stream* b = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  const auto fills = fake->calls_of("cuMemsetD8Async");
  fake->hold(1);
  gc_mem* mem = take(pool, 64, a);
  assert_int_equal(fake->calls_of("cuMemsetD8Async"), fills + 1);
  // The first use on another stream is ordered behind the fill, which has not run.
  const auto waits = fake->calls_of("cuStreamWaitEvent");
  MUST(fill_u8(mem, 0, 9, 64, b, &e));
  assert_int_equal(fake->calls_of("cuStreamWaitEvent"), waits + 1);
  fake->hold(0);
  MUST(gc_context_synchronize(context, &e));
  assert_int_equal(*reinterpret_cast<const unsigned char*>(address_of(mem)), 9);
  gc_mem_release(mem);
  // A host's piece is written by the host, not by a call.
  gc_pool* host = make_pool({.place = GRIDCALL_MEM_PLACE_HOST, .flags = GRIDCALL_MEM_ZERO});
  const auto before = fake->calls_of("cuMemsetD8Async");
  for (int i = 0; i < 3; ++i) {
    mem = take(host, 64);
    std::uint64_t address = 0;
    MUST(gc_mem_get_host_address(mem, &address, &e));
    auto* bytes = reinterpret_cast<unsigned char*>(address);
    for (int k = 0; k < 64; ++k) assert_int_equal(bytes[k], 0);
    std::memset(bytes, 7, 64);
    gc_mem_release(mem);
    MUST(gc_handle_collect(&e));
  }
  assert_int_equal(fake->calls_of("cuMemsetD8Async"), before);
  gc_pool_release(host);
  gc_pool_release(pool);
  gc_stream_release(a);
  gc_stream_release(b);
}

// A failed fill gives the block back to the pool.
void a_failed_fill_leaves_nothing(void**) {
  gc_pool* pool = make_pool({.flags = GRIDCALL_MEM_ZERO});
  fake->fail_only("cuMemsetD8Async");
  fake->inject(1, 999, 0);
  gc_mem* mem = nullptr;
  REFUSED(gc_pool_alloc(pool, 64, nullptr, &mem, &e), DRIVER, "cuMemsetD8Async");
  fake->inject(0, 0, 0);
  fake->fail_only(nullptr);
  assert_null(mem);
  gc_pool_statistics stats = GRIDCALL_POOL_STATISTICS_INIT;
  MUST(gc_pool_get_statistics(pool, &stats, &e));
  assert_int_equal(stats.active_blocks, 0);
  assert_int_equal(stats.held_blocks, 1);
  gc_pool_release(pool);
}

// If the host and the device cannot use managed memory at once, the driver can move none of it.
void no_prefetch_without_concurrent_access(void**) {
  constexpr int kConcurrentManagedAccess = 89;
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.place = GRIDCALL_MEM_PLACE_MANAGED;
  options.size = 4096;
  gc_mem* mem = nullptr;
  MUST(gc_mem_create(context, &options, &mem, &e));
  fake->set_attribute(kConcurrentManagedAccess, 1);
  const auto calls = fake->calls_of("cuMemPrefetchAsync");
  MUST(gc_mem_prefetch(mem, 0, 4096, nullptr, 0, nullptr, &e));
  assert_int_equal(fake->calls_of("cuMemPrefetchAsync"), calls + 1);
  fake->set_attribute(kConcurrentManagedAccess, 0);
  MUST(gc_mem_prefetch(mem, 0, 4096, nullptr, 0, nullptr, &e));
  MUST(gc_mem_prefetch(mem, 0, 4096, nullptr, GRIDCALL_MEM_PREFETCH_DISCARD, nullptr, &e));
  assert_int_equal(fake->calls_of("cuMemPrefetchAsync"), calls + 1);
  REFUSED(gc_mem_prefetch(mem, 1, 4096, nullptr, 0, nullptr, &e), OUT_OF_RANGE, "`offset`");
  fake->set_attribute(kConcurrentManagedAccess, 1);
  gc_mem_release(mem);
}

void data_of_an_older_device(void**) {
  gc_device* device = nullptr;
  MUST(gc_context_get_device(context, &device, &e));
  fake->set_attribute(75, 7);  // compute capability 7.5
  fake->set_attribute(76, 5);
  fake->set_attribute(106, 0);  // a driver that does not tell the blocks
  fake->set_attribute(111, 0);
  gc_device_data data = GRIDCALL_DEVICE_DATA_INIT;
  MUST(gc_device_get_data(device, &data, &e));
  assert_int_equal(data.thread_blocks_per_mp, 32);
  assert_int_equal(data.system_shared, 0);
  assert_int_equal(data.smem_alloc_granularity, 256);
  fake->set_attribute(75, 9);
  fake->set_attribute(76, 0);
  fake->set_attribute(106, 16);
  MUST(gc_device_get_data(device, &data, &e));
  assert_int_equal(data.thread_blocks_per_mp, 16);
  assert_int_equal(data.system_shared, 1024);
  assert_int_equal(data.smem_alloc_granularity, 128);
  // A caller of an older version gets what it has room for.
  gc_device_data shorter{};
  shorter.struct_size = sizeof shorter;
  MUST(gc_device_get_data(device, &shorter, &e));
  assert_int_equal(shorter.warp_size, 32);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(nothing_goes_back_while_a_context_defers, nothing_left),
      cmocka_unit_test_teardown(memory_comes_first, nothing_left),
      cmocka_unit_test_teardown(gc_mem_free_does_not_wait, nothing_left),
      cmocka_unit_test_teardown(pools_pass_flags_on, nothing_left),
      cmocka_unit_test_teardown(zeros_are_queued_on_the_stream, nothing_left),
      cmocka_unit_test_teardown(a_failed_fill_leaves_nothing, nothing_left),
      cmocka_unit_test_teardown(no_prefetch_without_concurrent_access, nothing_left),
      cmocka_unit_test_teardown(data_of_an_older_device, nothing_left),
  };
  return cmocka_run_group_tests_name("core tools", tests, open_context, nullptr);
}
