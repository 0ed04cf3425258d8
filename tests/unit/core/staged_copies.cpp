// SPDX-License-Identifier: Apache-2.0
//
// Copies of ordinary host memory by several threads, over the fake driver: what it is asked for, and which
// bytes arrive.

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "fixture.h"
#include "support/effort.h"

namespace {

constexpr std::size_t kStaged = std::size_t{4} << 20;  // from here on
constexpr std::size_t kLarge = std::size_t{24} << 20;
constexpr std::size_t kMaxChunks = 32;  // of 2 MiB

using Bytes = std::vector<unsigned char>;

Bytes random_bytes(std::size_t size, unsigned seed) {
  std::mt19937_64 random(seed);
  Bytes bytes(size + 8);
  for (std::size_t i = 0; i < size; i += 8) {
    const std::uint64_t value = random();
    std::memcpy(bytes.data() + i, &value, 8);
  }
  bytes.resize(size);
  return bytes;
}

// The content of the fake driver's memory, whose addresses are the host's.
unsigned char* bytes_of(gc_mem* mem) {
  return reinterpret_cast<unsigned char*>(static_cast<std::uintptr_t>(address_of(mem)));
}

bool has_threads() {
  return std::thread::hardware_concurrency() > 1;
}

void small_copies_are_the_drivers(void**) {
  gc_mem* mem = make_mem(kLarge);
  Bytes host = random_bytes(kLarge, 1);
  const Calls in("cuMemcpyHtoD"), out("cuMemcpyDtoH"), asked("cuPointerGetAttribute");
  MUST(gc_memcpy_htod(mem, 5, host.data(), kStaged - 1, nullptr, &e));
  MUST(gc_memcpy_dtoh(host.data(), mem, 5, kStaged - 1, nullptr, &e));
  assert_int_equal(in.made(), 1);
  assert_int_equal(out.made(), 1);
  assert_int_equal(asked.made(), 0);
  gc_mem_release(mem);
}

// Through page-locked memory, unless the driver knows the destination or cannot write there.
void small_copies_back(void**) {
  gc_mem *mem = make_mem(1 << 20), *locked = nullptr;
  MUST(alloc_host(context, 1 << 20, &locked, &e));
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  const Bytes content = random_bytes(1 << 20, 9);
  memcpy(bytes_of(mem), content.data(), content.size());
  for (gc_stream* each : {static_cast<gc_stream*>(nullptr), stream})
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{1000}, std::size_t{4096}, std::size_t{256} << 10}) {
      Bytes back(size + 2, 7);
      const Calls queued("cuMemcpyDtoHAsync"), raw("cuMemcpyDtoH"), waits("cuStreamSynchronize");
      MUST(gc_memcpy_dtoh(back.data() + 1, mem, 3, size, each, &e));
      assert_int_equal(queued.made(), 1);
      assert_int_equal(waits.made(), 1);
      assert_int_equal(raw.made(), 0);
      assert_memory_equal(back.data() + 1, content.data() + 3, size);
      assert_true(back.front() == 7 && back.back() == 7);
    }
  const Calls queued("cuMemcpyDtoHAsync"), raw("cuMemcpyDtoH");
  Bytes back((256 << 10) + 1);
  MUST(gc_memcpy_dtoh(back.data(), mem, 0, back.size(), nullptr, &e));
  MUST(gc_memcpy_dtoh(bytes_of(locked), mem, 0, 4097, nullptr, &e));
  assert_int_equal(queued.made(), 0);
  assert_int_equal(raw.made(), 2);
  // A copy this short is over sooner than the driver says what the memory is.
  MUST(gc_memcpy_dtoh(bytes_of(locked), mem, 5, 4096, nullptr, &e));
  assert_memory_equal(bytes_of(locked), content.data() + 5, 4096);
  assert_int_equal(queued.made(), 1);
  assert_int_equal(raw.made(), 2);
  // One chunk served all.
  MUST(gc_mem_free(locked, &e));
  gc_mem_release(locked);
  assert_int_equal(fake->live("host memory"), 1);
  // A waiting copy may still write to the chunk, so the next one gets another chunk.
  fake->fail_only("cuStreamSynchronize");
  fake->inject(1, 999, 0);
  gc_error* error = nullptr;
  memset(back.data(), 0, back.size());
  assert_int_not_equal(gc_memcpy_dtoh(back.data(), mem, 0, 100, nullptr, &error), GRIDCALL_OK);
  assert_non_null(strstr(gc_error_text(error), "cuStreamSynchronize"));
  gc_error_release(error);
  fake->fail_only(nullptr);
  assert_true(back == Bytes(back.size()));
  MUST(gc_memcpy_dtoh(back.data(), mem, 0, 100, nullptr, &e));
  assert_memory_equal(back.data(), content.data(), 100);
  assert_int_equal(fake->live("host memory"), 2);
  gc_stream_release(stream);
  gc_mem_release(mem);
}

// The driver is asked once for a page, while the device copies.
void small_copies_back_ask_once(void**) {
  gc_mem *mem = make_mem(1 << 20), *managed = nullptr;
  const Bytes content = random_bytes(1 << 20, 10);
  memcpy(bytes_of(mem), content.data(), content.size());
  Bytes back(20000);
  const Calls queued("cuMemcpyDtoHAsync"), raw("cuMemcpyDtoH"), asked("cuPointerGetAttribute");
  MUST(gc_memcpy_dtoh(back.data(), mem, 1, back.size(), nullptr, &e));
  const std::uint64_t first = asked.made();
  for (std::uint64_t i = 1; i < 4; ++i) {
    MUST(gc_memcpy_dtoh(back.data(), mem, 1, back.size(), nullptr, &e));
    assert_int_equal(asked.made(), first + i);
  }
  assert_memory_equal(back.data(), content.data() + 1, back.size());
  assert_int_equal(queued.made(), 4);
  assert_int_equal(raw.made(), 0);
  // Managed memory is the driver's, whatever was there before.
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.place = GRIDCALL_MEM_PLACE_MANAGED;
  options.size = 1 << 16;
  MUST(gc_mem_create(context, &options, &managed, &e));
  for (const std::size_t size : {std::size_t{100}, std::size_t{10000}}) {
    MUST(gc_memcpy_dtoh(bytes_of(managed), mem, 7, size, nullptr, &e));
    assert_memory_equal(bytes_of(managed), content.data() + 7, size);
  }
  assert_int_equal(raw.made(), 2);
  // If the memory cannot be written, the driver says so.
  void* const sealed = mmap(nullptr, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fake->fail_only("cuMemcpyDtoH");
  fake->inject(1, 1, 0);
  gc_error* error = nullptr;
  assert_int_not_equal(gc_memcpy_dtoh(sealed, mem, 0, 100, nullptr, &error), GRIDCALL_OK);
  assert_non_null(strstr(gc_error_text(error), "cuMemcpyDtoH"));
  gc_error_release(error);
  fake->fail_only(nullptr);
  munmap(sealed, 8192);
  gc_mem_release(managed);
  gc_mem_release(mem);
}

void large_copies_are_in_pieces(void**) {
  if (!has_threads()) skip();
  gc_mem* mem = make_mem(kLarge);
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  Bytes host = random_bytes(kLarge, 2), back(kLarge);
  std::uint64_t pieces = 0;
  for (gc_stream* each : {static_cast<gc_stream*>(nullptr), stream}) {
    const Calls in("cuMemcpyHtoDAsync"), out("cuMemcpyDtoHAsync"), raw_in("cuMemcpyHtoD"),
        raw_out("cuMemcpyDtoH");
    MUST(gc_memcpy_htod(mem, 0, host.data(), kLarge, each, &e));
    assert_memory_equal(bytes_of(mem), host.data(), kLarge);
    MUST(gc_memcpy_dtoh(back.data(), mem, 0, kLarge, each, &e));
    assert_true(back == host);
    // Pieces of 2 MiB, or two for each thread; into the device the first ones are shorter.
    assert_in_range(out.made(), 12, 2 * 6 + 1);
    assert_in_range(in.made(), out.made(), 2 * out.made());
    pieces = out.made();
    assert_int_equal(raw_in.made() + raw_out.made(), 0);
    memset(back.data(), 0, back.size());
    memset(bytes_of(mem), 0, kLarge);
  }
  // A chunk for each piece. Who calls gc_handle_collect between copies does not lose them each time.
  assert_int_equal(fake->live("host memory"), pieces);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("host memory"), pieces);
  MUST(gc_memcpy_htod(mem, 0, host.data(), kLarge, nullptr, &e));
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("host memory"), pieces);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("host memory"), 0);
  gc_stream_release(stream);
  gc_mem_release(mem);
}

void page_locked_memory_is_the_drivers(void**) {
  gc_mem *mem = make_mem(kLarge), *locked = nullptr;
  MUST(alloc_host(context, kLarge, &locked, &e));
  const Calls in("cuMemcpyHtoD"), out("cuMemcpyDtoH");
  MUST(gc_memcpy_htod(mem, 0, bytes_of(locked), kLarge, nullptr, &e));
  MUST(gc_memcpy_dtoh(bytes_of(locked) + 7, mem, 0, kLarge - 7, nullptr, &e));
  assert_int_equal(in.made(), 1);
  assert_int_equal(out.made(), 1);
  gc_mem_release(locked);
  gc_mem_release(mem);
}

// Boxes of all shapes, beside a model.
void boxes_arrive(void**) {
  std::mt19937 random(11);
  const auto below = [&](std::size_t n) { return random() % n; };
  gc_mem* mem = make_mem(kLarge);
  gc_stream* stream = make_stream();
  Bytes host = random_bytes(kLarge, 3);
  memset(bytes_of(mem), 1, kLarge);
  Bytes model(kLarge, 1);
  std::uint64_t large = 0;
  const unsigned rounds = effort(50, 150);
  for (unsigned round = 0; round < rounds; ++round) {
    gc_rect_copy rect = GRIDCALL_RECT_COPY_INIT;
    rect.width = below(3) == 0 ? 1 + below(40) : 1 + below(below(2) ? 5000 : 1500000);
    const std::size_t most = kLarge / 2 / rect.width;
    rect.height = 1 + below(std::min<std::size_t>(most, below(2) ? 40 : 40000));
    rect.depth = 1 + below(std::max<std::size_t>(std::min<std::size_t>(most / rect.height, 6), 1));
    std::uint64_t extents[2];
    std::uint64_t* const pitches[2][2] = {{&rect.dst.row_pitch, &rect.dst.slice_pitch},
                                          {&rect.src.row_pitch, &rect.src.slice_pitch}};
    for (int end = 0; end < 2; ++end) {
      std::uint64_t& row = *pitches[end][0];
      row = rect.width + (below(2) ? below(300) : 0);
      *pitches[end][1] = (rect.height + below(2)) * row;
      extents[end] = (rect.depth - 1) * *pitches[end][1] + (rect.height - 1) * row + rect.width;
    }
    if (extents[0] > kLarge || extents[1] > kLarge) continue;
    large += rect.width * rect.height * rect.depth >= kStaged;
    rect.dst.offset = below(kLarge - extents[0] + 1);
    rect.src.offset = below(kLarge - extents[1] + 1);
    const bool is_to_host = below(2) != 0;
    Bytes& to = is_to_host ? host : model;
    const Bytes& from = is_to_host ? model : host;
    Bytes expected = to;
    for (std::uint64_t z = 0; z < rect.depth; ++z)
      for (std::uint64_t y = 0; y < rect.height; ++y)
        memcpy(expected.data() + rect.dst.offset + z * rect.dst.slice_pitch + y * rect.dst.row_pitch,
               from.data() + rect.src.offset + z * rect.src.slice_pitch + y * rect.src.row_pitch, rect.width);
    if (is_to_host) {
      rect.src.mem = mem;
      rect.dst.host = host.data();
      rect.dst.host_size = kLarge;
    } else {
      rect.dst.mem = mem;
      rect.src.host = host.data();
      rect.src.host_size = kLarge;
    }
    MUST(gc_memcpy_rect(&rect, below(2) ? stream : nullptr, &e));
    if (!is_to_host) memcpy(model.data(), bytes_of(mem), kLarge);
    assert_true(to == expected);
  }
  assert_in_range(large, rounds / 5, rounds);
  gc_stream_release(stream);
  gc_mem_release(mem);
}

// The device is slow: each chunk is used again when it has copied what is in it.
void a_busy_device_is_waited_for(void**) {
  constexpr std::size_t kMany = (kMaxChunks << 21) + (std::size_t{9} << 20);
  gc_mem* mem = make_mem(kMany);
  gc_stream* stream = make_stream();
  const Bytes host = random_bytes(kMany, 4);
  Bytes back(kMany);
  fake->hold(1);
  MUST(gc_memcpy_htod(mem, 0, host.data(), kMany, stream, &e));
  MUST(gc_memcpy_dtoh(back.data(), mem, 0, kMany, stream, &e));
  fake->hold(0);
  assert_true(back == host);
  gc_stream_release(stream);
  gc_mem_release(mem);
}

// The driver refuses an address that is not mapped; no thread may touch it.
void addresses_that_are_not_mapped_are_refused(void**) {
  gc_mem* mem = make_mem(kLarge);
  auto* const pages = static_cast<unsigned char*>(
      mmap(nullptr, kLarge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  assert_ptr_not_equal(pages, MAP_FAILED);
  const auto check = [&] {
    gc_error* error = nullptr;
    assert_int_not_equal(gc_memcpy_htod(mem, 0, pages, kLarge, nullptr, &error), GRIDCALL_OK);
    gc_error_release(error);
    error = nullptr;
    assert_int_not_equal(gc_memcpy_dtoh(pages, mem, 0, kLarge, nullptr, &error), GRIDCALL_OK);
    gc_error_release(error);
  };
  assert_int_equal(munmap(pages + kLarge / 2, 4096), 0);
  check();
  assert_int_equal(munmap(pages, kLarge), 0);
  check();
  gc_mem_release(mem);
}

// Memory that may be read and not written: a source, and no destination.
void memory_that_is_read_only(void**) {
  gc_mem* mem = make_mem(kLarge);
  auto* const pages = static_cast<unsigned char*>(
      mmap(nullptr, kLarge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  assert_ptr_not_equal(pages, MAP_FAILED);
  memset(pages, 7, kLarge);
  assert_int_equal(mprotect(pages, kLarge, PROT_READ), 0);
  MUST(gc_memcpy_htod(mem, 0, pages, kLarge, nullptr, &e));
  assert_memory_equal(bytes_of(mem), pages, kLarge);
  for (const std::size_t size : {kLarge, std::size_t{100}}) {
    gc_error* error = nullptr;
    assert_int_not_equal(gc_memcpy_dtoh(pages, mem, 0, size, nullptr, &error), GRIDCALL_OK);
    gc_error_release(error);
  }
  munmap(pages, kLarge);
  gc_mem_release(mem);
}

// Each call of the driver fails once: the copy says so or was made without it, and the next one works.
void a_failure_in_the_middle_ends_the_copy(void**) {
  gc_mem* mem = make_mem(kLarge);
  gc_stream* stream = make_stream();
  const Bytes host = random_bytes(kLarge, 5);
  Bytes back(kLarge);
  for (std::uint64_t nth = 1, failed = 1; failed != 0; ++nth) {
    failed = 0;
    for (const auto& [is_to_host, size] :
         {std::pair{false, kLarge}, {true, kLarge}, {true, std::size_t{5000}}}) {
      gc_error* error = nullptr;
      fake->inject(nth, 999, 0);
      const gc_status status =
          is_to_host ? gc_memcpy_dtoh(back.data(), mem, 0, size, nth % 2 ? stream : nullptr, &error)
                     : gc_memcpy_htod(mem, 0, host.data(), size, nth % 2 ? stream : nullptr, &error);
      const bool fired = fake->failed_call() != nullptr;
      failed += fired;
      assert_true(fired || status == GRIDCALL_OK);
      gc_error_release(error);
      fake->inject(0, 0, 0);
      if (fake->stack_depth() != 0) fail_msg("a context stays current");
      MUST(gc_memcpy_htod(mem, 0, host.data(), kLarge, stream, &e));
      memset(back.data(), 0, back.size());
      MUST(gc_memcpy_dtoh(back.data(), mem, 0, kLarge, stream, &e));
      assert_true(back == host);
    }
  }
  gc_stream_release(stream);
  gc_mem_release(mem);
}

// Threads share the chunks and the library's threads; with no chunk left a copy is the driver's.
void many_threads_copy_at_once(void**) {
  constexpr int kThreads = 12;
  gc_mem* mems[kThreads];
  gc_stream* streams[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    mems[i] = make_mem(kLarge);
    streams[i] = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  }
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      const Bytes host = random_bytes(kLarge, static_cast<unsigned>(100 + i));
      Bytes back(kLarge);
      for (int round = 0; round < 4; ++round) {
        const std::size_t size =
            kStaged + static_cast<std::size_t>(i * 1000 + round) * 4099 % (kLarge - kStaged);
        memset(back.data(), 0, back.size());
        if (gc_memcpy_htod(mems[i], 3, host.data(), size, streams[i], nullptr) != GRIDCALL_OK ||
            gc_memcpy_dtoh(back.data(), mems[i], 3, size, streams[i], nullptr) != GRIDCALL_OK ||
            memcmp(back.data(), host.data(), size) != 0 || back[size] != 0)
          ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  assert_int_equal(wrong.load(), 0);
  for (int i = 0; i < kThreads; ++i) {
    gc_stream_release(streams[i]);
    gc_mem_release(mems[i]);
  }
}

// Chunks of all contexts are 64 MiB at most, and go with their contexts.
void chunks_are_bounded(void**) {
  if (!has_threads()) skip();
  gc_device* device = nullptr;
  MUST(gc_context_get_device(context, &device, &e));
  gc_context* contexts[6];
  const Bytes host = random_bytes(kLarge, 6);
  for (gc_context*& each : contexts) {
    MUST(gc_context_create(device, nullptr, &each, &e));
    gc_mem* mem = nullptr;
    MUST(gc_mem_alloc(each, kLarge, &mem, &e));
    MUST(gc_memcpy_htod(mem, 0, host.data(), kLarge, nullptr, &e));
    assert_memory_equal(bytes_of(mem), host.data(), kLarge);
    gc_mem_release(mem);
  }
  assert_int_equal(fake->live("host memory"), kMaxChunks);
  for (gc_context* each : contexts) gc_context_release(each);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("host memory"), 0);
  assert_int_equal(fake->live("context"), 1);
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(small_copies_are_the_drivers, nothing_left),
      cmocka_unit_test_teardown(small_copies_back, nothing_left),
      cmocka_unit_test_teardown(small_copies_back_ask_once, nothing_left),
      cmocka_unit_test_teardown(large_copies_are_in_pieces, nothing_left),
      cmocka_unit_test_teardown(page_locked_memory_is_the_drivers, nothing_left),
      cmocka_unit_test_teardown(boxes_arrive, nothing_left),
      cmocka_unit_test_teardown(a_busy_device_is_waited_for, nothing_left),
      cmocka_unit_test_teardown(addresses_that_are_not_mapped_are_refused, nothing_left),
      cmocka_unit_test_teardown(memory_that_is_read_only, nothing_left),
      cmocka_unit_test_teardown(a_failure_in_the_middle_ends_the_copy, nothing_left),
      cmocka_unit_test_teardown(many_threads_copy_at_once, nothing_left),
      cmocka_unit_test_teardown(chunks_are_bounded, nothing_left),
  };
  return cmocka_run_group_tests_name("staged copies", tests, open_context, nullptr);
}
