// SPDX-License-Identifier: Apache-2.0
//
// Logs over the fake driver: which records come, in which order, and what readers see that wait, are many,
// come late, or were forked.

#include <poll.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "base/log.h"
#include "core/log.h"
#include "fixture.h"
#include "gridcall/preview.h"
#include "support/slowdown.h"

namespace {

namespace log = gridcall::log;

constexpr std::uint64_t kMinute = 60'000'000'000;

gc_log* make_log(gc_log_level level = GRIDCALL_LOG_LEVEL_INFO) {
  gc_log* made = nullptr;
  MUST(gc_log_create(level, &made, &e));
  return made;
}

struct Read {
  bool done = false;
  gc_log_record record = GRIDCALL_LOG_RECORD_INIT;
  std::string text() const { return std::string(record.component) + ": " + record.message; }
};
Read read(gc_log* of, std::uint64_t timeout_ns = 0) {
  Read read;
  std::int32_t done = -1;
  MUST(gc_log_read(of, timeout_ns, &read.record, &done, &e));
  read.done = done == 1;
  return read;
}
std::vector<std::string> all_of(gc_log* of) {
  std::vector<std::string> texts;
  for (Read next = read(of); next.done; next = read(of)) texts.push_back(next.text());
  return texts;
}
bool has(const std::vector<std::string>& texts, const std::string& beginning) {
  for (const std::string& text : texts)
    if (text.starts_with(beginning)) return true;
  return false;
}
bool is_readable(gc_log* of) {
  std::int32_t descriptor = -1;
  MUST(gc_log_get_descriptor(of, &descriptor, &e));
  pollfd wanted{descriptor, POLLIN, 0};
  return ::poll(&wanted, 1, 0) == 1;
}

void first_the_library(void**) {
  ::setenv("GRIDCALL_DEVCE", "cpu", 1);
  gc_log* const made = make_log();
  const std::vector<std::string> texts = all_of(made);
  ::unsetenv("GRIDCALL_DEVCE");
  assert_true(texts.size() >= 3 && texts[0].starts_with("library: gridcall 0."));
  assert_true(has(texts, "environment: GRIDCALL_CUDA_DRIVER="));
  assert_true(has(texts,
                  "environment: GRIDCALL_DEVCE in the environment is no variable of gridcall's: did you mean "
                  "GRIDCALL_DEVICE?"));
  gc_log_release(made);
}

// In a process that has not used the library.
void drivers_and_devices(void**) {
  const pid_t child = fork();
  if (child == 0) {
    gc_log* const made = make_log();
    if (open_context(nullptr) != 0) _exit(1);
    const std::vector<std::string> texts = all_of(made);
    const bool right = has(texts, "driver: of GPUs: ") && has(texts, "driver: of the CPU device: ") &&
                       has(texts, "device: device 0 (") &&
                       has(texts, "context: the primary context of device 0 (");
    for (const std::string& text : texts) print_message("%s\n", text.c_str());
    _exit(right ? 0 : 2);
  }
  int status = -1;
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
}

// A server that forks its workers before it uses a device: each makes a log of its own.
void logs_in_workers(void**) {
  gc_log* const made = make_log();
  all_of(made);
  const pid_t worker = fork();
  if (worker == 0) {
    gc_log* const own = make_log();
    all_of(own);
    log::info("module", "of the worker");
    const std::vector<std::string> texts = all_of(own);
    _exit(texts.size() == 1 && texts[0] == "module: of the worker" ? 0 : 1);
  }
  int status = -1;
  waitpid(worker, &status, 0);
  assert_int_equal(status, 0);
  assert_false(is_readable(made));  // nor is its reader woken for nothing
  log::info("module", "of the server");
  assert_true(is_readable(made));
  assert_true(all_of(made) == std::vector<std::string>{"module: of the server"});
  gc_log_release(made);
}

void levels(void**) {
  gc_log *info = make_log(), *debug = make_log(GRIDCALL_LOG_LEVEL_DEBUG);
  all_of(info);
  all_of(debug);
  gc_mem* mem = make_mem(4096);
  const std::uint32_t value = 7;
  MUST(gc_memset(mem, 0, &value, sizeof value, 1024, nullptr, &e));
  gc_mem_release(mem);
  MUST(gc_handle_collect(&e));
  const std::vector<std::string> texts = all_of(debug);
  assert_true(has(texts, "memory: cuMemAlloc gave 4096 bytes at 0x"));
  assert_true(has(texts, "fill: 4096 bytes on the default stream"));
  assert_true(has(texts, "memory: cuMemFree takes back 4096 bytes at 0x"));
  assert_int_equal(all_of(info).size(), 0);
  gc_log_release(debug);
  assert_false(log::wants(log::Level::kDebug));
  assert_true(log::wants(log::Level::kInfo));
  gc_log_release(info);
  assert_false(log::wants(log::Level::kInfo));
}

void memory_runs_out(void**) {
  gc_log* const made = make_log();
  gc_mem* mem = nullptr;
  REFUSED(gc_mem_alloc(context, std::uint64_t{1} << 50, &mem, &e), OUT_OF_MEMORY, "out of memory");
  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  options.limit = 1024;
  gc_pool* pool = nullptr;
  MUST(gc_pool_create(context, &options, &pool, &e));
  REFUSED(gc_pool_alloc(pool, 4096, nullptr, &mem, &e), POOL_LIMIT, "limit of 1024");
  const std::vector<std::string> texts = all_of(made);
  assert_true(has(texts, "memory: out of "));
  assert_true(has(
      texts, "pool: a block of 4096 bytes (for 4096) and 0 active are more than the pool's limit of 1024"));
  gc_pool_release(pool);
  gc_log_release(made);
}

void records(void**) {
  gc_log* const made = make_log();
  all_of(made);
  assert_false(is_readable(made));
  log::info("module", "two\nlines, ", 7);
  log::debug("module", "nobody wants it");
  log::info("module", std::string(1000, 'x'));
  // 475 bytes fit: the cut comes before the character that begins at 471.
  log::info("module", std::string(471, 'x'), "\u00fc\u00fc\u00fc\u00fc");
  assert_true(is_readable(made));
  const Read first = read(made);
  assert_string_equal(first.text().c_str(), "module: two lines, 7");
  assert_int_equal(first.record.level, GRIDCALL_LOG_LEVEL_INFO);
  const auto now = std::chrono::system_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  assert_in_range(now - static_cast<std::int64_t>(first.record.time_nanoseconds), 0, kMinute);
  assert_string_equal(read(made).record.message, (std::string(472, 'x') + "...").c_str());
  assert_string_equal(read(made).record.message, (std::string(471, 'x') + "...").c_str());
  assert_false(is_readable(made));
  const Read none = read(made, 1'000'000);
  assert_false(none.done);
  assert_string_equal(none.text().c_str(), ": ");
  gc_log_release(made);
}

void a_full_log_counts(void**) {
  gc_log* const made = make_log();
  all_of(made);
  constexpr std::size_t kMax = gridcall::core::Log::kMaxRecords;
  for (std::size_t i = 0; i < kMax + 5; ++i) log::info("module", i);
  for (std::size_t i = 0; i < kMax; ++i) {
    const Read next = read(made);
    assert_int_equal(next.record.lost, 0);
    assert_string_equal(next.record.message, std::to_string(i).c_str());
  }
  log::info("module", "after");
  log::info("module", "later");
  assert_int_equal(read(made).record.lost, 5);
  assert_int_equal(read(made).record.lost, 0);
  gc_log_release(made);
}

// Each record goes to one of the readers, and each reader that waits wakes.
void many_threads(void**) {
  constexpr int kThreads = 4, kEach = 1000;  // fewer than a log holds
  gc_log* const made = make_log();
  all_of(made);
  std::atomic<int> taken{0}, failures{0};
  std::vector<std::thread> readers, writers;
  for (int i = 0; i < kThreads; ++i)
    readers.emplace_back([&] {
      for (;;) {
        gc_log_record record = GRIDCALL_LOG_RECORD_INIT;
        std::int32_t done = 0;
        const gc_status status = gc_log_read(made, kMinute, &record, &done, nullptr);
        if (status == GRIDCALL_ERROR_INVALID_HANDLE) return;
        if (status != GRIDCALL_OK || !done) ++failures;
        taken += 1 + static_cast<int>(record.lost);
      }
    });
  for (int i = 0; i < kThreads; ++i)
    writers.emplace_back([&] {
      for (int n = 0; n < kEach; ++n) log::info("module", n);
    });
  for (std::thread& each : writers) each.join();
  while (taken < kThreads * kEach) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  gc_log_release(made);
  for (std::thread& each : readers) each.join();
  assert_int_equal(taken.load(), kThreads * kEach);
  assert_int_equal(failures.load(), 0);
}

void a_forked_child(void**) {
  gc_log* const made = make_log();
  const pid_t child = fork();
  if (child == 0) {
    log::info("module", "of the child");
    gc_log_record record = GRIDCALL_LOG_RECORD_INIT;
    std::int32_t done = 0;
    const bool refused = gc_log_read(made, 0, &record, &done, nullptr) == GRIDCALL_ERROR_FORKED;
    gc_log_release(made);
    _exit(refused ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  assert_false(has(all_of(made), "module: of the child"));
  log::info("module", "of the parent");
  assert_true(has(all_of(made), "module: of the parent"));
  gc_log_release(made);
}

void no_descriptor_left(void**) {
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit none{3, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  gc_log* made = nullptr;
  gc_error* error = nullptr;
  const gc_status status = gc_log_create(GRIDCALL_LOG_LEVEL_INFO, &made, &error);
  setrlimit(RLIMIT_NOFILE, &before);
  check_refusal("gc_log_create", status, GRIDCALL_ERROR_IO, error, "ulimit");
}

}  // namespace

int main() {
  const CMUnitTest in_children[] = {cmocka_unit_test(drivers_and_devices), cmocka_unit_test(logs_in_workers)};
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(first_the_library, nothing_left),
      cmocka_unit_test_teardown(levels, nothing_left),
      cmocka_unit_test_teardown(memory_runs_out, nothing_left),
      cmocka_unit_test_teardown(records, nothing_left),
      cmocka_unit_test_teardown(a_full_log_counts, nothing_left),
      cmocka_unit_test_teardown(many_threads, nothing_left),
      cmocka_unit_test_teardown(a_forked_child, nothing_left),
      cmocka_unit_test_teardown(no_descriptor_left, nothing_left),
  };
  // The child first: afterwards this process has used the library.
  const int failed = cmocka_run_group_tests_name("logs in children", in_children, nullptr, nullptr);
  return cmocka_run_group_tests_name("logs", tests, open_context, nullptr) + failed;
}
