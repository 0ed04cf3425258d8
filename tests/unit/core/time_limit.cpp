// SPDX-License-Identifier: Apache-2.0
//
// Time limits on a device that cannot end a kernel: the wait returns, and the kernel still runs. The fake
// driver holds work back, so that a kernel "runs" until the test lets it finish.

#include <chrono>
#include <cstdint>
#include <cstring>
#include <vector>

#include "fixture.h"
#include "support/objects.h"
#include "support/slowdown.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kLimit = 0.05;
constexpr std::uint64_t kLimitNs = 50'000'000;

gc_module* module = nullptr;
gc_kernel* scale = nullptr;
gc_mem* data = nullptr;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

int open_kernel(void** state) {
  if (open_context(state) != 0) return -1;
  MUST(gc_module_from_buffer(context, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module, &e));
  MUST(gc_module_get_kernel(module, "scale", &scale, &e));
  data = make_mem(1024);
  return 0;
}

int close_kernel(void** state) {
  gc_kernel_release(scale);
  gc_module_release(module);
  gc_mem_release(data);
  return nothing_left(state);
}

// Work that no test waits for ends with the test.
int let_go(void**) {
  fake->hold(0);
  MUST(gc_context_synchronize(context, &e));
  // This is done twice: the event of the chunk that copies have used goes with the second.
  MUST(gc_handle_collect(&e));
  MUST(gc_handle_collect(&e));
  if (fake->live("event") == 0) return 0;
  print_error("%d events are left\n", static_cast<int>(fake->live("event")));
  return -1;
}

void start(gc_stream* stream, std::uint64_t limit_ns) {
  gc_launch_config config = objects::shape(2, 32);
  config.timeout_nanoseconds = limit_ns;
  const objects::ScaleArguments arguments(data);
  MUST(gc_launch(scale, &config, arguments.args, 3, stream, &e));
}

#define EXCEEDED(call) \
  REFUSED(call, LAUNCH_TIMEOUT, "kernel `scale` has run for |its time limit is 0.05 s|still runs")

void the_wait_returns(void**) {
  gc_stream* stream = make_stream();
  fake->hold(1);
  start(stream, kLimitNs);
  const Clock::time_point begin = Clock::now();
  EXCEEDED(gc_stream_synchronize(stream, &e));
  const double took = seconds_since(begin);
  assert_true(took >= kLimit * 0.9 && took < 10 * slowdown());
  // Said once: the next wait waits. The device is not lost.
  int32_t done = -1;
  MUST(gc_stream_synchronize_for(stream, 2 * kLimitNs, &done, &e));
  assert_int_equal(done, 0);
  fake->hold(0);
  MUST(gc_stream_synchronize_for(stream, 2 * kLimitNs, &done, &e));
  assert_int_equal(done, 1);
  start(stream, kLimitNs);
  MUST(gc_stream_synchronize(stream, &e));
  gc_stream_release(stream);
}

// The work is ready in time, or has no limit: nothing is said.
void work_that_ends_in_time(void**) {
  gc_stream* stream = make_stream();
  for (int i = 0; i < 20; ++i) {
    start(stream, kLimitNs);
    start(nullptr, kLimitNs);
  }
  MUST(gc_stream_synchronize(stream, &e));
  MUST(gc_context_synchronize(context, &e));
  fake->hold(1);
  start(stream, 0);
  start(stream, UINT64_MAX);
  int32_t done = -1;
  MUST(gc_stream_synchronize_for(stream, 2 * kLimitNs, &done, &e));
  assert_int_equal(done, 0);
  MUST(gc_stream_synchronize(stream, &e));
  gc_stream_release(stream);
}

void a_wait_for_a_time(void**) {
  gc_stream* stream = make_stream();
  fake->hold(1);
  start(stream, kLimitNs);
  int32_t done = -1;
  MUST(gc_stream_synchronize_for(stream, kLimitNs / 10, &done, &e));
  assert_int_equal(done, 0);
  EXCEEDED(gc_stream_synchronize_for(stream, 100 * kLimitNs, &done, &e));
  gc_stream_release(stream);
}

void the_queue_does_not_count(void**) {
  gc_stream* stream = make_stream();
  fake->hold(1);
  start(stream, 0);
  start(stream, kLimitNs);
  int32_t done = -1;
  MUST(gc_stream_synchronize_for(stream, 3 * kLimitNs, &done, &e));
  assert_int_equal(done, 0);
  fake->finish(2);  // the first launch, and the event before the second
  const Clock::time_point begin = Clock::now();
  EXCEEDED(gc_stream_synchronize_for(stream, 100 * kLimitNs, &done, &e));
  assert_true(seconds_since(begin) >= kLimit * 0.9);
  gc_stream_release(stream);
}

void other_waits_do_not_hear(void**) {
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_stream* other = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_event *before = nullptr, *behind = nullptr;
  MUST(gc_event_create(context, nullptr, &before, &e));
  MUST(gc_event_create(context, nullptr, &behind, &e));
  MUST(gc_event_record(before, stream, &e));
  fake->hold(1);
  start(stream, 1);
  MUST(gc_event_record(behind, stream, &e));
  REFUSED(gc_event_synchronize(behind, &e), LAUNCH_TIMEOUT, "kernel `scale`");
  start(stream, 1);
  MUST(gc_event_synchronize(before, &e));  // the fake finishes everything at a wait
  fake->hold(1);
  start(stream, 1);
  MUST(gc_stream_synchronize(other, &e));
  start(stream, 1);
  unsigned char bytes[16] = {};
  MUST(gc_memcpy_htod(data, 0, bytes, sizeof bytes, nullptr, &e));
  for (gc_event* event : {before, behind}) gc_event_release(event);
  for (gc_stream* each : {stream, other}) gc_stream_release(each);
}

// A blocking copy on the stream whose kernel exceeds its limit is not queued: what it names may be gone when
// it has returned. The driver here copies as soon as it is called.
void a_copy_that_times_out_is_not_queued(void**) {
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  unsigned char before[16], after[16], other[16];
  std::memset(before, 0x11, sizeof before);
  std::memset(after, 0x22, sizeof after);
  std::memset(other, 0x33, sizeof other);
  MUST(gc_memcpy_htod(data, 0, before, sizeof before, nullptr, &e));
  fake->hold(1);
  start(stream, kLimitNs);
  EXCEEDED(gc_memcpy_dtoh(after, data, 0, sizeof after, stream, &e));
  assert_int_equal(after[0], 0x22);
  fake->finish(100);
  start(stream, kLimitNs);
  EXCEEDED(gc_memcpy_htod(data, 0, other, sizeof other, stream, &e));
  fake->finish(100);
  fake->hold(0);
  MUST(gc_memcpy_dtoh(after, data, 0, sizeof after, stream, &e));
  assert_memory_equal(after, before, sizeof after);
  gc_stream_release(stream);
}

// The default stream waits for blocking ones, and they for it; the context for all.
void waits_for_several_streams(void**) {
  gc_stream* blocking = make_stream();
  gc_stream* free = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  unsigned char bytes[16] = {};
  gc_stream* standard = nullptr;
  MUST(gc_context_get_default_stream(context, &standard, &e));
  fake->hold(1);
  start(blocking, kLimitNs);
  EXCEEDED(gc_memcpy_dtoh(bytes, data, 0, sizeof bytes, nullptr, &e));
  fake->finish(100);
  start(blocking, kLimitNs);
  EXCEEDED(gc_memcpy_htod(data, 0, bytes, sizeof bytes, nullptr, &e));
  fake->finish(100);
  start(nullptr, kLimitNs);
  EXCEEDED(gc_stream_synchronize(blocking, &e));
  fake->finish(100);
  start(free, kLimitNs);
  EXCEEDED(gc_context_synchronize(context, &e));
  fake->finish(100);
  start(nullptr, kLimitNs);
  EXCEEDED(gc_stream_synchronize(standard, &e));
  for (gc_stream* each : {blocking, free, standard}) gc_stream_release(each);
}

void prepared_launches(void**) {
  gc_stream* stream = make_stream();
  gc_launch_config config = objects::shape(2, 32);
  config.timeout_nanoseconds = kLimitNs;
  const objects::ScaleArguments arguments(data);
  gc_prepared* prepared = nullptr;
  MUST(gc_prepared_create(scale, &config, arguments.args, 3, &prepared, &e));
  fake->hold(1);
  for (int i = 0; i < 2; ++i) {
    MUST(gc_prepared_launch(prepared, nullptr, nullptr, 0, stream, &e));
    EXCEEDED(gc_stream_synchronize(stream, &e));
    fake->finish(100);
  }
  gc_prepared_release(prepared);
  gc_stream_release(stream);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(the_wait_returns, let_go),
      cmocka_unit_test_teardown(work_that_ends_in_time, let_go),
      cmocka_unit_test_teardown(a_wait_for_a_time, let_go),
      cmocka_unit_test_teardown(the_queue_does_not_count, let_go),
      cmocka_unit_test_teardown(other_waits_do_not_hear, let_go),
      cmocka_unit_test_teardown(a_copy_that_times_out_is_not_queued, let_go),
      cmocka_unit_test_teardown(waits_for_several_streams, let_go),
      cmocka_unit_test_teardown(prepared_launches, let_go),
  };
  return cmocka_run_group_tests_name("core_time_limit", tests, open_kernel, close_kernel);
}
