// SPDX-License-Identifier: Apache-2.0
//
// Memory as a program sees it on the CPU device: released memory is freed while other work runs, no call
// pays for what thousands of others released, memory in use is never handed out, and what runs off a buffer
// is told.

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "gridcall/preview.h"
#include "support/cmocka.h"  // after the library's headers: `fail` is a macro of its
#include "support/memory.h"
#include "support/sanitized.h"

namespace {

constexpr int kSlower = kIsSanitized ? 25 : 1;
// The largest time that one allocation may take of its thread.
constexpr std::int64_t kMaxNs = 2'000'000 * kSlower;

#define CALL(function, ...)                                                                      \
  do {                                                                                           \
    gc_error* call_error = nullptr;                                                              \
    if (function(__VA_ARGS__, &call_error) != GRIDCALL_OK)                                       \
      fail_msg("%s: %s\n%s", #function, gc_error_message(call_error), gc_error_log(call_error)); \
  } while (false)

constexpr char kSource[] = R"(
__global__ void hold(volatile int* gate, unsigned char* out, int n) {
  while (*gate == 0) { }
  for (int i = 0; i < n; ++i) out[i] = 7;
}
__global__ void spin(int n) { volatile int s = 0; for (int i = 0; i < n; ++i) s += i; }
__global__ void past(float* x, long n) { x[threadIdx.x + n] = 1; }
__global__ void byte(unsigned char* x, long i) { x[i] = 1; }
__global__ void behind(unsigned char** x, long i) { (*x)[i] = 1; }
)";

gc_context* context = nullptr;
gc_module* module = nullptr;

std::int64_t clock_ns(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

int set_up(void**) {
  gc_error* error = nullptr;
  if (gc_context_get_default(&context, &error) != GRIDCALL_OK ||
      gc_module_from_source(context, kSource, sizeof kSource - 1, nullptr, &module, &error) != GRIDCALL_OK) {
    std::fprintf(stderr, "%s\n%s\n", gc_error_message(error), gc_error_log(error));
    return -1;
  }
  return 0;
}

int nothing_left(void**) {
  CALL(gc_context_synchronize, context);
  assert_int_equal(gc_handle_collect(nullptr), GRIDCALL_OK);
  if (gc_handle_count() == 2) return 0;
  print_error("%d handles are left\n", static_cast<int>(gc_handle_count()) - 2);
  return -1;
}

gc_kernel* kernel(const char* name) {
  gc_kernel* made = nullptr;
  CALL(gc_module_get_kernel, module, name, &made);
  return made;
}

gc_stream* make_stream() {
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  gc_stream* stream = nullptr;
  CALL(gc_stream_create, context, &options, &stream);
  return stream;
}

gc_mem* make_mem(std::uint64_t size) {
  gc_mem* mem = nullptr;
  CALL(gc_mem_alloc, context, size, &mem);
  return mem;
}

std::uint64_t address_of(gc_mem* mem) {
  std::uint64_t address = 0;
  CALL(gc_mem_get_address, mem, &address);
  return address;
}

gc_arg mem_arg(gc_mem* mem) {
  return {GRIDCALL_ARG_KIND_MEM, 8, 0, mem};
}
gc_arg number(std::uint64_t value, std::uint32_t size) {
  return {GRIDCALL_ARG_KIND_SCALAR, size, value, nullptr};
}

void start(const char* name, gc_stream* stream, std::uint32_t threads, const std::vector<gc_arg>& args) {
  gc_kernel* k = kernel(name);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = threads;
  CALL(gc_launch, k, &config, args.data(), args.size(), stream);
  gc_kernel_release(k);
}

// A kernel that runs on a stream until the gate opens, and then writes to some memory.
class HeldStream {
 public:
  explicit HeldStream(gc_mem* mem = nullptr, gc_stream* on = nullptr) : stream(on ? on : make_stream()) {
    CALL(alloc_host, context, 4, &gate_);
    std::uint64_t address = 0;
    CALL(gc_mem_get_host_address, gate_, &address);
    flag_ = reinterpret_cast<volatile int*>(static_cast<std::uintptr_t>(address));
    *flag_ = 0;
    start("hold", stream, 1, {mem_arg(gate_), mem_arg(mem ? mem : gate_), number(mem ? 64 : 0, 4)});
  }
  ~HeldStream() {
    open();
    gc_mem_release(gate_);
    gc_stream_release(stream);
  }
  void open() { *flag_ = 1; }
  gc_stream* const stream;

 private:
  gc_mem* gate_ = nullptr;
  volatile int* flag_ = nullptr;
};

// 100 times 8 MiB of 256, one after another, each used.
void use_more_than_there_is(bool ask_address) {
  gc_stream* stream = make_stream();
  for (int i = 0; i < 100; ++i) {
    gc_mem* mem = make_mem(8u << 20);
    CALL(fill_u8, mem, 0, 1, 8u << 20, stream);
    CALL(gc_stream_synchronize, stream);
    if (ask_address) address_of(mem);
    gc_mem_release(mem);
  }
  gc_stream_release(stream);
}

void memory_comes_back_while_a_kernel_runs(void**) {
  const HeldStream held;
  use_more_than_there_is(false);
  use_more_than_there_is(true);
}

// A thread that waits is inside a call, which must not keep what others release.
void memory_comes_back_while_a_thread_waits(void**) {
  HeldStream held;
  std::thread waiter([&held] {
    std::int32_t done = 0;
    gc_stream_synchronize_for(held.stream, 60'000'000'000u, &done, nullptr);
  });
  usleep(20000);
  use_more_than_there_is(false);
  held.open();
  waiter.join();
}

// While one thread waits for a kernel, another must not be given the memory that the kernel uses.
void memory_in_use_is_not_handed_out(void**) {
  gc_pool* pool = nullptr;
  CALL(gc_pool_create, context, nullptr, &pool);
  for (const bool pooled : {true, false}) {
    gc_mem* used = nullptr;
    gc_stream* stream = make_stream();
    if (pooled) {
      CALL(gc_pool_alloc, pool, 5000, stream, &used);
    } else {
      used = make_mem(5000);
    }
    // Its address is not read: that alone would keep it.
    HeldStream held(used, stream);
    std::thread waiter([&held] { gc_stream_synchronize(held.stream, nullptr); });
    usleep(20000);
    gc_mem_release(used);
    std::vector<gc_mem*> taken;
    gc_stream* other = make_stream();
    for (int i = 0; i < 20; ++i) {
      gc_mem* mem = nullptr;
      if (pooled) {
        CALL(gc_pool_alloc, pool, 5000, other, &mem);
      } else {
        mem = make_mem(5000);
      }
      CALL(fill_u8, mem, 0, 3, 5000, other);
      taken.push_back(mem);
    }
    CALL(gc_stream_synchronize, other);
    held.open();
    waiter.join();
    for (gc_mem* mem : taken) {
      unsigned char got[64];
      CALL(gc_memcpy_dtoh, got, mem, 0, sizeof got, nullptr);
      for (const unsigned char byte : got) assert_int_equal(byte, 3);
      gc_mem_release(mem);
    }
    gc_stream_release(other);
  }
  gc_pool_release(pool);
}

// Work may use an address that was read without the library's knowledge.
void memory_whose_address_is_known_stays_longer(void**) {
  HeldStream held;
  gc_mem* mem = make_mem(3000);
  const std::uint64_t address = address_of(mem);
  gc_mem_release(mem);
  for (int i = 0; i < 50; ++i) {
    gc_mem* next = make_mem(3000);
    assert_true(address_of(next) != address);
    gc_mem_release(next);
  }
}

// ---- Who pays --------------------------------------------------------------------------------------------

// The time that a thread spends in one allocation, without the time that the system gives to others
// meanwhile.
struct ThreadTime {
  std::int64_t most = 0;
  void alloc_and_release(std::uint64_t size) {
    const std::int64_t before = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    gc_mem* mem = make_mem(size);
    most = std::max(most, clock_ns(CLOCK_THREAD_CPUTIME_ID) - before);
    gc_mem_release(mem);
  }
};

void an_allocation_pays_for_few_others(void**) {
  std::vector<gc_mem*> all(100'000);
  for (gc_mem*& mem : all) mem = make_mem(100);
  for (gc_mem* mem : all) gc_mem_release(mem);
  ThreadTime spent;
  spent.alloc_and_release(100);
  print_message("# METRIC memory_alloc_after_100000_releases_us %d\n", static_cast<int>(spent.most / 1000));
  assert_true(spent.most <= kMaxNs);
  // It comes back in the end, without any call that would collect all.
  for (int i = 0; i < 40'000; ++i) spent.alloc_and_release(100);
  std::uint64_t free_bytes = 0, total = 0;
  CALL(gc_context_get_memory_info, context, &free_bytes, &total);
  if (free_bytes < total - 4096) fail_msg("%d bytes are still taken", static_cast<int>(total - free_bytes));
}

// One thread launches without end; another allocates and releases.
void an_allocation_is_quick_while_kernels_run(void**) {
  std::atomic<bool> stop{false};
  std::thread busy([&stop] {
    gc_stream* streams[2] = {make_stream(), make_stream()};
    gc_kernel* k = kernel("spin");
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    config.grid_x = 2;
    config.block_x = 1;
    const gc_arg count = number(200'000, 4);
    for (unsigned i = 0; !stop; ++i) {
      gc_launch(k, &config, &count, 1, streams[i % 2], nullptr);
      gc_stream_synchronize(streams[(i + 1) % 2], nullptr);
    }
    for (gc_stream* stream : streams) {
      gc_stream_synchronize(stream, nullptr);
      gc_stream_release(stream);
    }
    gc_kernel_release(k);
  });
  for (const std::uint64_t size : {4u << 10, 64u << 10, 1u << 20}) {
    // The best of three counts, because time that a machine's host takes now and then counts as the thread's
    // too.
    ThreadTime spent;
    for (int attempt = 0; attempt == 0 || (attempt < 3 && spent.most > kMaxNs); ++attempt) {
      spent = ThreadTime();
      for (int i = 0; i < 20'000 / kSlower; ++i) spent.alloc_and_release(size);
    }
    print_message("# METRIC memory_busy_alloc_%dk_most_us %d\n", static_cast<int>(size >> 10),
                  static_cast<int>(spent.most / 1000));
    if (spent.most > kMaxNs) {
      stop = true;
      busy.join();
      fail_msg("an allocation of %d bytes took %d us", static_cast<int>(size),
               static_cast<int>(spent.most / 1000));
    }
  }
  stop = true;
  busy.join();
}

// The cost of an allocation does not grow with the number of streams.
void streams_do_not_cost_allocations(void**) {
  const HeldStream held;
  const auto cost = [] {
    const std::int64_t before = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    ThreadTime spent;
    for (int i = 0; i < 4000; ++i) spent.alloc_and_release(70'000);
    return clock_ns(CLOCK_THREAD_CPUTIME_ID) - before;
  };
  cost();
  const std::int64_t few = cost();
  std::vector<gc_stream*> streams(3000);
  for (gc_stream*& stream : streams) stream = make_stream();
  gc_mem* some = make_mem(16);
  for (std::size_t i = 0; i < 100; ++i) CALL(fill_u8, some, 0, 1, 16, streams[i]);
  const std::int64_t many = cost();
  gc_mem_release(some);
  for (gc_stream* stream : streams) gc_stream_release(stream);
  if (many > 8 * few + 4'000'000)
    fail_msg("%d us with 3000 streams, %d without", static_cast<int>(many / 1000),
             static_cast<int>(few / 1000));
}

void what_was_released_counts_as_free(void**) {
  std::uint64_t before = 0, after = 0, total = 0;
  CALL(gc_context_get_memory_info, context, &before, &total);
  gc_mem* mem = make_mem(100u << 20);
  CALL(gc_context_get_memory_info, context, &after, &total);
  assert_true(after + (100u << 20) <= total);
  gc_mem_release(mem);
  CALL(gc_context_get_memory_info, context, &after, &total);
  assert_int_equal(after, before);
  gc_mem* none = nullptr;
  assert_int_equal(gc_mem_alloc(context, total + 1, &none, nullptr), GRIDCALL_ERROR_OUT_OF_MEMORY);
}

void threads_allocate_and_release(void**) {
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned n = 0; n < 8; ++n) {
    threads.emplace_back([&wrong, n] {
      gc_stream* stream = nullptr;
      if (gc_stream_create(context, nullptr, &stream, nullptr) != GRIDCALL_OK) ++wrong;
      std::vector<gc_mem*> taken(16);
      for (unsigned i = 0; i < 3000; ++i) {
        gc_mem*& mem = taken[i % taken.size()];
        gc_mem_release(mem);
        const std::uint64_t size = 1 + (i * 7919 + n * 104729) % 300'000;
        if (gc_mem_alloc(context, size, &mem, nullptr) != GRIDCALL_OK) ++wrong;
        if (i % 5 == 0 &&
            fill_u8(mem, 0, 1, std::min<std::uint64_t>(size, 500), stream, nullptr) != GRIDCALL_OK)
          ++wrong;
      }
      for (gc_mem* mem : taken) gc_mem_release(mem);
      if (gc_stream_synchronize(stream, nullptr) != GRIDCALL_OK) ++wrong;
      gc_stream_release(stream);
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert_int_equal(wrong.load(), 0);
}

// ---- What runs off ---------------------------------------------------------------------------------------

void check_says(gc_error* error, const std::string& part) {
  const std::string text = error ? gc_error_message(error) : "";
  gc_error_release(error);
  if (text.find(part) == std::string::npos) fail_msg("`%s' is not in `%s'", part.c_str(), text.c_str());
}

// The forgotten `if (i < n)`.
void a_small_buffer_is_guarded(void**) {
  for (const std::uint64_t n : {100u, 25u, 1000u, 16384u, 20000u}) {
    gc_mem* x = make_mem(4 * n);
    gc_mem* other = make_mem(4 * n);
    gc_stream* stream = make_stream();
    start("past", stream, 100, {mem_arg(x), number(n, 8)});
    gc_error* error = nullptr;
    assert_int_equal(gc_stream_synchronize(stream, &error), GRIDCALL_ERROR_ILLEGAL_ADDRESS);
    check_says(error, "0 bytes past the end of the " + std::to_string(4 * n) + "-byte allocation");
    CALL(gc_stream_synchronize, stream);
    gc_stream_release(stream);
    gc_mem_release(x);
    gc_mem_release(other);
    while (gc_handle_collect(nullptr) == GRIDCALL_OK &&
           gc_context_synchronize(context, nullptr) != GRIDCALL_OK) {
    }
  }
}

// Found when the memory goes back; releasing does not fail, so the next call that waits for the context
// tells.
void damage_is_told_by_the_next_synchronize(void**) {
  gc_mem* x = make_mem(400);
  gc_mem* pointer = make_mem(8);
  const std::uint64_t address = address_of(x);
  CALL(gc_memcpy_htod, pointer, 0, &address, 8, nullptr);
  start("behind", nullptr, 1, {mem_arg(pointer), number(402, 8)});
  CALL(gc_context_synchronize, context);
  gc_mem_release(x);
  gc_mem_release(pointer);
  assert_int_equal(gc_handle_collect(nullptr), GRIDCALL_OK);
  gc_error* error = nullptr;
  assert_int_equal(gc_context_synchronize(context, &error), GRIDCALL_ERROR_ILLEGAL_ADDRESS);
  check_says(error, "2 bytes past the end of the 400-byte allocation");
}

// A pipe's packets are nothing until one is written: their pages are not asked for.
void a_pipe_has_no_pages_for_packets(void**) {
  constexpr std::uint64_t kPacket = std::uint64_t{128} << 20;
  gc_pipe* pipe = nullptr;
  CALL(gc_pipe_create, context, kPacket, 1, &pipe);
  std::ifstream maps("/proc/self/smaps");
  std::uint64_t begin = 0, end = 0, kib = 0;
  bool found = false;
  for (std::string line; std::getline(maps, line);) {
    if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2) continue;
    if (std::sscanf(line.c_str(), "Rss: %lu kB", &kib) != 1 || end - begin < kPacket) continue;
    found = true;
    if (kib * 1024 >= kPacket) fail_msg("a mapping of %lu bytes has %lu KiB of pages", end - begin, kib);
  }
  assert_true(found);
  gc_pipe_release(pipe);
}

// With GRIDCALL_CPU_CHECK=1 a pool's block is exactly as large as was requested.
int run_checked() {
  if (set_up(nullptr) != 0) return 1;
  gc_pool* pool = nullptr;
  if (gc_pool_create(context, nullptr, &pool, nullptr) != GRIDCALL_OK) return 2;
  for (const std::uint64_t size : {1000u, 5000u, 70001u}) {
    gc_mem* mem = nullptr;
    if (gc_pool_alloc(pool, size, nullptr, &mem, nullptr) != GRIDCALL_OK) return 3;
    unsigned char first = 0;
    if (gc_memcpy_dtoh(&first, mem, size - 1, 1, nullptr, nullptr) != GRIDCALL_OK || first != 0xfd) return 4;
    gc_stream* stream = make_stream();
    start("byte", stream, 1, {mem_arg(mem), number(size, 8)});
    gc_error* error = nullptr;
    if (gc_stream_synchronize(stream, &error) != GRIDCALL_ERROR_ILLEGAL_ADDRESS) return 5;
    const std::string text = gc_error_message(error);
    std::fprintf(stderr, "%s\n", text.c_str());
    if (text.find("0 bytes past the end of the " + std::to_string(size) + "-byte allocation") ==
        std::string::npos)
      return 6;
    if (text.find("kernel `byte`") == std::string::npos) return 7;
    gc_error_release(error);
    gc_stream_release(stream);
    gc_mem_release(mem);
  }
  gc_pool_release(pool);
  return 0;
}

// This program again, with an argument and perhaps a variable of the environment.
void run_again(const char* argument, const char* variable = nullptr) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    if (variable) setenv(variable, "1", 1);
    execl("/proc/self/exe", "test_cpu_device_memory", argument, nullptr);
    _exit(99);
  }
  int status = 0;
  waitpid(child, &status, 0);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

void pools_are_checked_too(void**) {
  run_again("checked", "GRIDCALL_CPU_CHECK");
}

// Page-locked memory that was released under the handle that wraps it: the caller's mistake, refused whatever
// thread makes the copy, and when.
gc_mem* dangling(std::uint64_t size) {
  gc_mem* host = nullptr;
  gc_mem* wrapped = nullptr;
  CALL(alloc_host, context, size, &host);
  CALL(gc_mem_wrap, context, address_of(host), size, nullptr, &wrapped);
  gc_mem_release(host);
  CALL(gc_context_synchronize, context);
  assert_int_equal(gc_handle_collect(nullptr), GRIDCALL_OK);
  return wrapped;
}

void expect_refusal(gc_stream* stream, gc_status status, gc_error* error) {
  // Not all are refused by the call; what is queued is told by the stream.
  if (status == GRIDCALL_OK) status = gc_stream_synchronize(stream, &error);
  if (status != GRIDCALL_ERROR_ILLEGAL_ADDRESS)
    fail_msg("%d: %s", static_cast<int>(status), gc_error_message(error));
  assert_non_null(std::strstr(gc_error_message(error), "illegal address"));
  gc_error_release(error);
}

void copies_of_released_memory_are_refused(void** launches) {
  // The test runner has handlers of its own; a launch puts the device's before them again.
  if (*launches) start("spin", nullptr, 1, {number(1, 4)});
  constexpr std::uint64_t kBytes = 8u << 20;
  gc_mem* mem = make_mem(kBytes);
  gc_mem* wrapped = dangling(kBytes);
  gc_stream* stream = make_stream();
  for (const std::uint64_t size : {std::uint64_t{16}, kBytes}) {
    gc_error* error = nullptr;
    gc_status status = gc_memcpy(mem, 0, wrapped, 0, size, stream, &error);
    expect_refusal(stream, status, error);
    status = gc_memcpy(wrapped, 0, mem, 0, size, stream, &error);
    expect_refusal(stream, status, error);
  }
  gc_stream_release(stream);
  gc_mem_release(mem);
  gc_mem_release(wrapped);
}

// Behind a kernel that still runs, the source is read before the copy's turn.
void queued_copies_of_released_memory_are_refused(void**) {
  gc_mem* mem = make_mem(4096);
  gc_mem* wrapped = dangling(8u << 20);
  HeldStream held;
  std::thread opener([&held] {
    usleep(20000);
    held.open();
  });
  gc_error* error = nullptr;
  const gc_status status = gc_memcpy(mem, 0, wrapped, 0, 16, held.stream, &error);
  expect_refusal(held.stream, status, error);
  opener.join();
  gc_mem_release(mem);
  gc_mem_release(wrapped);
}

// The process has launched nothing: the first copy finds the signal handlers missing.
void the_first_copy_is_guarded(void**) {
  run_again("released");
}

#define CASE(name) cmocka_unit_test_teardown(name, nothing_left)

int run_released() {
  const CMUnitTest tests[] = {CASE(copies_of_released_memory_are_refused)};
  return cmocka_run_group_tests_name("released", tests, set_up, nullptr);
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "checked") == 0) return run_checked();
  if (count > 1 && std::strcmp(arguments[1], "released") == 0) return run_released();
  const CMUnitTest tests[] = {
      CASE(memory_comes_back_while_a_kernel_runs),
      CASE(memory_comes_back_while_a_thread_waits),
      CASE(memory_in_use_is_not_handed_out),
      CASE(memory_whose_address_is_known_stays_longer),
      CASE(an_allocation_pays_for_few_others),
      CASE(an_allocation_is_quick_while_kernels_run),
      CASE(streams_do_not_cost_allocations),
      CASE(what_was_released_counts_as_free),
      CASE(threads_allocate_and_release),
      CASE(a_small_buffer_is_guarded),
      CASE(damage_is_told_by_the_next_synchronize),
      CASE(a_pipe_has_no_pages_for_packets),
      CASE(pools_are_checked_too),
      {"copies_of_released_memory_are_refused", copies_of_released_memory_are_refused, nullptr, nothing_left,
       &module},
      CASE(queued_copies_of_released_memory_are_refused),
      CASE(the_first_copy_is_guarded),
  };
  return cmocka_run_group_tests_name("memory", tests, set_up, nullptr);
}
