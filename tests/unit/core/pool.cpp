// SPDX-License-Identifier: Apache-2.0
//
// The pool against an oracle: no two live blocks overlap, counters are exact, and a block reaches another
// stream only when the earlier work is done or ordered before.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include "fixture.h"
#include "support/sanitized.h"

namespace {

gc_pool* make_pool(gc_mem_place place = GRIDCALL_MEM_PLACE_DEVICE, std::uint64_t limit = 0) {
  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  options.place = place;
  options.limit = limit;
  gc_pool* pool = nullptr;
  MUST(gc_pool_create(context, &options, &pool, &e));
  return pool;
}

gc_pool_statistics stats_of(gc_pool* pool) {
  gc_pool_statistics stats = GRIDCALL_POOL_STATISTICS_INIT;
  MUST(gc_pool_get_statistics(pool, &stats, &e));
  return stats;
}

void work_on(gc_mem* mem, gc_stream* stream) {
  MUST(fill_u8(mem, 0, 1, 1, stream, &e));
}

// Blocks that were released just before are counted, without a collection in between.
void statistics_see_what_was_released(void**) {
  gc_pool* pool = make_pool();
  gc_mem* mem = take(pool, 1000);
  assert_int_equal(stats_of(pool).active_blocks, 1);
  gc_mem_release(mem);
  assert_int_equal(stats_of(pool).active_blocks, 0);
  assert_int_equal(stats_of(pool).held_blocks, 1);
  mem = take(pool, 1000);
  gc_mem_release(mem);
  MUST(gc_pool_free_held(pool, &e));
  assert_int_equal(stats_of(pool).held_blocks, 0);
  mem = take(pool, 1000);
  gc_mem_release(mem);
  MUST(gc_pool_stop_holding(pool, &e));
  assert_int_equal(stats_of(pool).held_blocks, 0);
  gc_pool_release(pool);
}

void same_stream_takes_it_at_once(void**) {
  gc_pool* pool = make_pool();
  gc_stream *one = make_stream(), *two = make_stream();
  fake->hold(1);
  gc_mem* mem = take(pool, 1000, one);
  const std::uint64_t address = address_of(mem);
  work_on(mem, one);
  gc_mem_release(mem);
  gc_mem* other = take(pool, 1000, two);
  assert_true(address_of(other) != address);
  gc_mem* again = take(pool, 900, one);
  assert_int_equal(address_of(again), address);
  gc_mem_release(again);
  // When the work is done the other stream takes it.
  fake->hold(0);
  MUST(gc_stream_synchronize(one, &e));
  fake->hold(1);
  gc_mem* third = take(pool, 1000, two);
  assert_int_equal(address_of(third), address);
  gc_mem_release(third);
  gc_mem_release(other);
  gc_stream_release(one);
  gc_stream_release(two);
  gc_pool_release(pool);
}

// A block that was handed out at once is used on another stream than announced: ordered behind.
void used_elsewhere_is_ordered_behind(void**) {
  gc_pool* pool = make_pool();
  gc_stream *one = make_stream(GRIDCALL_STREAM_NON_BLOCKING),
            *two = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  fake->hold(1);
  gc_mem* mem = take(pool, 1000, one);
  work_on(mem, one);
  gc_mem_release(mem);
  mem = take(pool, 1000, one);
  const auto waits = fake->calls_of("cuStreamWaitEvent");
  work_on(mem, one);
  assert_int_equal(fake->calls_of("cuStreamWaitEvent"), waits);
  work_on(mem, two);
  assert_int_equal(fake->calls_of("cuStreamWaitEvent"), waits + 1);
  work_on(mem, two);
  assert_int_equal(fake->calls_of("cuStreamWaitEvent"), waits + 1);
  unsigned char host[8];
  MUST(gc_memcpy_dtoh(host, mem, 0, 8, nullptr, &e));  // the default stream waits too
  gc_mem_release(mem);
  gc_stream_release(one);
  gc_stream_release(two);
  gc_pool_release(pool);
}

// The host is ordered with no stream: page-locked memory comes back only when nothing uses it.
// The pool asks each stream whether it captures, and the fake driver aborts, as a true one crashes, if it is
// asked about a stream that is gone.
void gives_back_beside_streams_that_end(void**) {
  gc_pool* pool = make_pool();
  std::atomic<bool> stop = false;
  std::vector<std::thread> others;
  others.reserve(3);
  for (int i = 0; i < 3; ++i) {
    others.emplace_back([&] {
      while (!stop) {
        gc_stream* stream = nullptr;
        MUST(gc_stream_create(context, nullptr, &stream, &e));
        gc_stream_release(stream);
        MUST(gc_handle_collect(&e));
      }
    });
  }
  for (int i = 0; i < 3000; ++i) MUST(gc_pool_free_held(pool, &e));
  stop = true;
  for (std::thread& other : others) other.join();
  gc_pool_release(pool);
}

void page_locked_memory_is_finished_with(void**) {
  gc_pool* pool = make_pool(GRIDCALL_MEM_PLACE_HOST);
  gc_stream* stream = make_stream();
  gc_mem* device = make_mem(1000);
  fake->hold(1);
  gc_mem* host = take(pool, 1000, stream);
  std::uint64_t address = 0, other = 0;
  MUST(gc_mem_get_host_address(host, &address, &e));
  MUST(gc_memcpy(device, 0, host, 0, 1000, stream, &e));
  gc_mem_release(host);
  host = take(pool, 1000, stream);
  MUST(gc_mem_get_host_address(host, &other, &e));
  assert_true(other != address);
  gc_mem_release(host);
  gc_mem_release(device);
  gc_stream_release(stream);
  gc_pool_release(pool);
}

void counters(void**) {
  gc_pool* pool = make_pool();
  gc_mem *a = take(pool, 1), *b = take(pool, 3000);
  gc_pool_statistics stats = stats_of(pool);
  assert_int_equal(stats.active_blocks, 2);
  assert_int_equal(stats.active_bytes, 256 + 3072);
  assert_int_equal(stats.held_blocks, 0);
  gc_mem_release(a);
  MUST(gc_handle_collect(&e));
  stats = stats_of(pool);
  assert_int_equal(stats.active_blocks, 1);
  assert_int_equal(stats.held_bytes, 256);
  assert_int_equal(stats.peak_bytes, 256 + 3072);
  MUST(gc_pool_free_held(pool, &e));
  stats = stats_of(pool);
  assert_int_equal(stats.held_blocks + stats.held_bytes, 0);
  assert_int_equal(fake->live("memory"), 1);
  MUST(gc_pool_stop_holding(pool, &e));
  gc_mem_release(b);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 0);
  gc_pool_release(pool);
}

// A block is at most an eighth larger than the request.
void blocks_waste_little(void**) {
  gc_pool* pool = make_pool();
  for (std::uint64_t size = 1; size < 64u << 20; size += 1 + size / 5) {
    gc_mem* mem = take(pool, size);
    const std::uint64_t bytes = stats_of(pool).active_bytes;
    assert_true(bytes >= size && bytes % 256 == 0);
    assert_true(bytes <= std::max(size + 255, size + size / 8));
    gc_mem_release(mem);
  }
  gc_pool_release(pool);
}

void limits(void**) {
  gc_pool* pool = make_pool(GRIDCALL_MEM_PLACE_DEVICE, 1 << 20);
  gc_mem* half = take(pool, 512 << 10);
  gc_mem* none = nullptr;
  REFUSED(gc_pool_alloc(pool, 600 << 10, nullptr, &none, &e), POOL_LIMIT, "524288 active|1048576");
  gc_mem_release(half);
  // Held blocks of another size make room.
  gc_mem* more = take(pool, 600 << 10);
  gc_pool_statistics stats = stats_of(pool);
  assert_true(stats.held_bytes + stats.active_bytes <= stats.limit);
  MUST(gc_pool_set_limit(pool, 64 << 10, &e));
  gc_mem_release(more);
  MUST(gc_handle_collect(&e));
  assert_int_equal(stats_of(pool).held_bytes, 0);
  REFUSED(gc_pool_alloc(pool, ~std::uint64_t{0}, nullptr, &none, &e), OUT_OF_MEMORY,
          "out of memory allocating");
  REFUSED(gc_pool_alloc(pool, 0, nullptr, &none, &e), INVALID_ARGUMENT, "`size` is 0");
  gc_pool_release(pool);
}

// At the limit a block whose work is not done is better than none.
void at_the_limit_a_used_block_is_taken(void**) {
  gc_pool* pool = make_pool(GRIDCALL_MEM_PLACE_DEVICE, 1024);
  gc_stream *one = make_stream(GRIDCALL_STREAM_NON_BLOCKING),
            *two = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  fake->hold(1);
  gc_mem* mem = take(pool, 1024, one);
  const std::uint64_t address = address_of(mem);
  work_on(mem, one);
  gc_mem_release(mem);
  mem = take(pool, 1024, two);
  assert_int_equal(address_of(mem), address);
  const auto waits = fake->calls_of("cuStreamWaitEvent");
  work_on(mem, two);
  assert_int_equal(fake->calls_of("cuStreamWaitEvent"), waits + 1);
  gc_mem_release(mem);
  gc_stream_release(one);
  gc_stream_release(two);
  gc_pool_release(pool);
}

// The host waits for the work that uses page-locked memory, which is better than none.
void at_the_limit_the_host_waits(void**) {
  gc_pool* pool = make_pool(GRIDCALL_MEM_PLACE_HOST, 1024);
  gc_stream* stream = make_stream();
  gc_mem* device = make_mem(1024);
  fake->hold(1);
  gc_mem* host = take(pool, 1024, stream);
  std::uint64_t address = 0, again = 0;
  MUST(gc_mem_get_host_address(host, &address, &e));
  MUST(gc_memcpy(device, 0, host, 0, 1024, stream, &e));
  gc_mem_release(host);
  host = take(pool, 1024, stream);
  MUST(gc_mem_get_host_address(host, &again, &e));
  assert_int_equal(again, address);
  // Waiting would free no block.
  gc_mem* none = nullptr;
  REFUSED(gc_pool_alloc(pool, 1, stream, &none, &e), POOL_LIMIT, "1024 active|limit of 1024");
  gc_mem_release(host);
  gc_mem_release(device);
  gc_stream_release(stream);
  gc_pool_release(pool);
}

// A released block counts as free, however much was released since.
void released_long_before(void**) {
  for (const bool holds : {true, false}) {
    gc_pool* pool = make_pool(GRIDCALL_MEM_PLACE_DEVICE, 1024);
    if (!holds) MUST(gc_pool_stop_holding(pool, &e));
    gc_mem* mem = take(pool, 1024);
    std::vector<gc_stream*> streams;
    for (int i = 0; i < 200; ++i) streams.push_back(make_stream());
    gc_mem_release(mem);
    for (gc_stream* stream : streams) gc_stream_release(stream);
    mem = take(pool, 1024);
    assert_int_equal(stats_of(pool).active_bytes, 1024);
    gc_mem_release(mem);
    gc_pool_release(pool);
  }
}

// A limit below what is in use refuses until enough of it is released; a pool without one does not.
void limits_that_come_late(void**) {
  gc_pool* pool = make_pool();
  gc_mem *large = take(pool, 4096), *none = nullptr;
  MUST(gc_pool_set_limit(pool, 1024, &e));
  REFUSED(gc_pool_alloc(pool, 256, nullptr, &none, &e), POOL_LIMIT, "4096 active|limit of 1024");
  gc_mem_release(large);
  gc_mem_release(take(pool, 256));
  MUST(gc_pool_set_limit(pool, 0, &e));
  gc_mem_release(take(pool, 1 << 20));
  gc_pool_release(pool);
}

// Another thread sets limits all the time: each request gets memory, or is told of a limit.
void limits_that_change_meanwhile(void**) {
  gc_pool* pool = make_pool(GRIDCALL_MEM_PLACE_HOST, 1024);
  std::atomic<bool> stop{false};
  std::thread other([&] {
    for (std::uint64_t i = 0; !stop; ++i) MUST(gc_pool_set_limit(pool, i % 2 * 1024, &e));
  });
  gc_mem* const first = take(pool, 512);
  int taken = 0, refused = 0;
  for (int i = 0; i < (kIsSanitized ? 2'000 : 20'000); ++i) {
    gc_mem* mem = nullptr;
    const gc_status status = gc_pool_alloc(pool, 768, nullptr, &mem, nullptr);
    assert_true(status == GRIDCALL_OK || status == GRIDCALL_ERROR_POOL_LIMIT);
    ++(status == GRIDCALL_OK ? taken : refused);
    gc_mem_release(mem);
  }
  stop = true;
  other.join();
  print_message("# %d taken, %d refused\n", taken, refused);
  gc_mem_release(first);
  gc_pool_release(pool);
}

// More streams than are asked about at once still use blocks of the size.
void many_streams_use_blocks_of_one_size(void**) {
  gc_pool* pool = make_pool();
  std::vector<gc_stream*> streams;
  std::vector<gc_mem*> blocks;
  for (int i = 0; i < 9; ++i) {
    streams.push_back(make_stream(GRIDCALL_STREAM_NON_BLOCKING));
    blocks.push_back(take(pool, 1000, streams.back()));
  }
  fake->hold(1);
  for (std::size_t i = 0; i < blocks.size(); ++i) work_on(blocks[i], streams[i]);
  work_on(blocks[0], streams[1]);
  gc_stream* const idle = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  for (gc_mem* block : blocks) gc_mem_release(block);
  gc_mem* mem = take(pool, 1000, idle);  // none of them
  assert_int_equal(stats_of(pool).held_blocks, blocks.size());
  gc_mem_release(mem);
  fake->hold(0);
  for (gc_stream* stream : streams) MUST(gc_stream_synchronize(stream, &e));
  fake->hold(1);
  for (std::size_t i = 0; i < blocks.size(); ++i) blocks[i] = take(pool, 1000, idle);
  assert_int_equal(stats_of(pool).held_blocks, 1);
  for (gc_mem* block : blocks) gc_mem_release(block);
  for (gc_stream* stream : streams) gc_stream_release(stream);
  gc_stream_release(idle);
  gc_pool_release(pool);
}

// The pool's handle ends while the driver has no memory for its only block: the pool goes with the failure.
void released_while_memory_is_short(void**) {
  gc_pool* pool = make_pool();
  gc_stream* stream = make_stream();
  std::uint64_t native = 0;
  MUST(gc_handle_get_native(stream, &native, &e));
  const std::uint64_t gate = fake->make_gate(reinterpret_cast<void*>(native));
  const std::uint64_t before = fake->calls_of("cuMemAlloc");
  std::thread other([&] {
    // The call tries several times, then it waits for the device.
    while (fake->calls_of("cuMemAlloc") < before + 5) std::this_thread::yield();
    gc_pool_release(pool);
    fake->open_gate(gate);
  });
  gc_mem* none = nullptr;
  REFUSED(gc_pool_alloc(pool, std::uint64_t{2} << 30, nullptr, &none, &e), OUT_OF_MEMORY, "2147483648");
  other.join();
  gc_stream_release(stream);
}

void every_place_and_flag(void**) {
  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  gc_pool* pool = nullptr;
  options.place = GRIDCALL_MEM_PLACE_PAGEABLE;
  REFUSED(gc_pool_create(context, &options, &pool, &e), INVALID_OPTIONS, "`options->place` is");
  options.flags = GRIDCALL_MEM_ZERO;
  for (const gc_mem_place place :
       {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST, GRIDCALL_MEM_PLACE_MANAGED}) {
    options.place = place;
    MUST(gc_pool_create(context, &options, &pool, &e));
    for (int round = 0; round < 2; ++round) {
      gc_mem* mem = take(pool, 1000);
      unsigned char bytes[1000];
      MUST(gc_memcpy_dtoh(bytes, mem, 0, sizeof bytes, nullptr, &e));
      assert_true(
          std::all_of(std::begin(bytes), std::end(bytes), [](unsigned char byte) { return byte == 0; }));
      MUST(fill_u8(mem, 0, 1, 1000, nullptr, &e));
      gc_mem_release(mem);
    }
    gc_pool_release(pool);
  }
}

// With checks a block is as large as it was asked for, and is not used again.
void checked_memory_is_not_held(void**) {
  gc_device* device = nullptr;
  gc_context* checked = nullptr;
  MUST(gc_device_find("cpu", &device, &e));
  MUST(gc_context_get_primary(device, nullptr, &checked, &e));
  gc_pool* pool = nullptr;
  MUST(gc_pool_create(checked, nullptr, &pool, &e));
  gc_mem* mem = take(pool, 1001);
  assert_int_equal(stats_of(pool).active_bytes, 1001);
  gc_mem_release(mem);
  assert_int_equal(stats_of(pool).held_bytes, 0);
  gc_pool_release(pool);
  gc_context_release(checked);
}

// 1 GiB: what pools hold, also of other pools and under queued work, is freed before an allocation fails.
void pools_give_back_before_memory_is_short(void**) {
  gc_pool *first = make_pool(), *second = make_pool(), *page_locked = make_pool(GRIDCALL_MEM_PLACE_HOST);
  gc_stream* stream = make_stream();
  constexpr std::uint64_t kMax = 768u << 20;
  gc_mem* mem = take(first, kMax, stream);
  fake->hold(1);
  work_on(mem, stream);
  gc_mem_release(mem);
  mem = take(second, kMax);
  assert_int_equal(stats_of(first).held_bytes, 0);
  gc_mem_release(mem);
  mem = make_mem(kMax);
  gc_mem* none = nullptr;
  REFUSED(gc_pool_alloc(first, kMax, stream, &none, &e), OUT_OF_MEMORY,
          "805306368|0 active|0 held|limit none");
  assert_int_equal(stats_of(first).active_blocks, 0);
  assert_int_equal(stats_of(first).active_bytes, 0);
  gc_mem_release(mem);
  mem = take(first, kMax, stream);
  gc_mem_release(mem);
  gc_stream_release(stream);
  gc_pool_release(first);
  gc_pool_release(second);
  gc_pool_release(page_locked);
}

void memory_outlives_its_pool(void**) {
  gc_pool* pool = make_pool();
  gc_mem *mem = take(pool, 1000), *other = take(pool, 5000);
  gc_pool_release(pool);
  MUST(gc_handle_collect(&e));
  MUST(fill_u8(mem, 0, 1, 1000, nullptr, &e));
  // Nobody could take it again: it is not held.
  gc_mem_release(other);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 1);
  gc_mem* part = nullptr;
  MUST(gc_mem_create_sub_region(mem, 10, 20, 0, &part, &e));
  gc_mem_release(mem);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 1);
  gc_mem_release(part);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 0);
}

// Random requests on several streams, some with queued work that does not finish by itself.
void oracle(void**) {
  constexpr unsigned kSeed = 20260721;
  // A sanitizer looks at memory, and what is wrong with it shows in the first rounds: blocks are used again
  // in all of them. What the oracle finds, the build without one finds.
  constexpr int kRounds = kIsSanitized ? 10'000 : 60'000, kStreams = 4;
  constexpr std::uint64_t kLimit = 64u << 20;
  std::mt19937_64 random(kSeed);
  print_message("# seed %u\n", kSeed);
  gc_pool* pool = make_pool(GRIDCALL_MEM_PLACE_DEVICE, kLimit);
  std::vector<gc_stream*> streams;
  for (int i = 0; i < kStreams; ++i) streams.push_back(make_stream(i % 2 ? GRIDCALL_STREAM_NON_BLOCKING : 0));

  struct Block {
    gc_mem* mem;
    std::uint64_t address, size;
  };
  std::vector<Block> live;
  std::map<std::uint64_t, std::uint64_t> intervals;  // address -> size
  std::uint64_t refused = 0, taken = 0;
  bool held = false;
  const auto release_one = [&](std::size_t index) {
    intervals.erase(live[index].address);
    gc_mem_release(live[index].mem);
    live[index] = live.back();
    live.pop_back();
  };
  for (int round = 0; round < kRounds; ++round) {
    const auto dice = random() % 100;
    gc_stream* stream = streams[random() % kStreams];
    if (dice < 48 || live.empty()) {
      const std::uint64_t size = 1 + (random() >> (44 + random() % 20));  // 1 B to 1 MiB
      gc_mem* mem = nullptr;
      const gc_status status = gc_pool_alloc(pool, size, stream, &mem, nullptr);
      if (status == GRIDCALL_ERROR_POOL_LIMIT) {
        ++refused;
        // Then at least what is active leaves no room.
        assert_true(stats_of(pool).active_bytes + size * 5 / 4 + 512 > kLimit);
        for (int i = 0; i < 20 && !live.empty(); ++i) release_one(random() % live.size());
        continue;
      }
      assert_int_equal(status, GRIDCALL_OK);
      ++taken;
      const Block block{mem, address_of(mem), size};
      assert_int_equal(block.address % 256, 0);
      const auto next = intervals.lower_bound(block.address);
      if (next != intervals.end()) assert_true(block.address + size <= next->first);
      if (next != intervals.begin()) {
        const auto previous = std::prev(next);
        assert_true(previous->first + previous->second <= block.address);
      }
      intervals[block.address] = size;
      live.push_back(block);
    } else if (dice < 80) {
      release_one(random() % live.size());
    } else if (dice < 98) {
      work_on(live[random() % live.size()].mem, stream);
    } else if (dice < 99) {
      held = !held;
      fake->hold(held);
    } else {
      MUST(gc_stream_synchronize(stream, &e));
    }
    if (round % 512 == 0) {
      MUST(gc_handle_collect(&e));
      const gc_pool_statistics stats = stats_of(pool);
      assert_int_equal(stats.active_blocks, live.size());
      assert_true(stats.active_bytes + stats.held_bytes <= kLimit);
      assert_true(stats.peak_bytes <= kLimit);
      // Blocks of the driver: what the pool has, and what still waits to be freed.
      assert_true(fake->live("memory") >= stats.active_blocks + stats.held_blocks);
    }
  }
  print_message("# %llu blocks taken, %llu requests over the limit\n", static_cast<unsigned long long>(taken),
                static_cast<unsigned long long>(refused));
  assert_true(taken > kRounds / 6 && refused > 0);
  while (!live.empty()) release_one(0);
  for (gc_stream* stream : streams) gc_stream_release(stream);
  gc_pool_release(pool);
}

void what_it_costs(void**) {
  gc_pool* pool = make_pool();
  gc_stream* stream = make_stream();
  const auto measure = [&] {
    constexpr int kRounds = kIsSanitized ? 1'000 : 200'000;
    int failed = 0;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kRounds; ++i) {
      gc_mem* mem = nullptr;
      failed += gc_pool_alloc(pool, 1000, stream, &mem, nullptr) != GRIDCALL_OK;
      gc_mem_release(mem);
    }
    const auto took = std::chrono::steady_clock::now() - start;
    assert_int_equal(failed, 0);
    return std::chrono::duration<double, std::nano>(took).count() / kRounds;
  };
  const double empty = measure();
  std::vector<gc_mem*> live;
  for (std::uint64_t i = 0; i < 10'000; ++i) live.push_back(take(pool, 100 + i, stream));
  const double full = measure();
  print_message("# METRIC pool_alloc_release_ns %.1f\n# METRIC pool_alloc_release_10000_live_ns %.1f\n",
                empty, full);
  for (gc_mem* mem : live) gc_mem_release(mem);
  gc_stream_release(stream);
  gc_pool_release(pool);
}

}  // namespace

#define CASE(name) cmocka_unit_test_teardown(name, nothing_left)

int main() {
  ::setenv("GRIDCALL_CPU_CHECK", "1",
           1);  // for the last case; it is read when the first device is looked for
  const CMUnitTest tests[] = {
      CASE(statistics_see_what_was_released),
      CASE(same_stream_takes_it_at_once),
      CASE(used_elsewhere_is_ordered_behind),
      CASE(gives_back_beside_streams_that_end),
      CASE(page_locked_memory_is_finished_with),
      CASE(counters),
      CASE(blocks_waste_little),
      CASE(limits),
      CASE(at_the_limit_a_used_block_is_taken),
      CASE(at_the_limit_the_host_waits),
      CASE(released_long_before),
      CASE(limits_that_come_late),
      CASE(limits_that_change_meanwhile),
      CASE(many_streams_use_blocks_of_one_size),
      CASE(released_while_memory_is_short),
      CASE(every_place_and_flag),
      CASE(pools_give_back_before_memory_is_short),
      CASE(memory_outlives_its_pool),
      CASE(oracle),
      CASE(what_it_costs),
      CASE(checked_memory_is_not_held),
  };
  return cmocka_run_group_tests_name("core_pool", tests, open_context, nullptr);
}
