// SPDX-License-Identifier: Apache-2.0
//
// Waits for several events and completions over the fake driver: what the driver is asked, what a token does
// when the driver fails or the GPU is lost. Losses in processes of their own.

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include "core/completion.h"
#include "fixture.h"
#include "support/slowdown.h"

namespace {

constexpr std::uint64_t kMinute = 60'000'000'000;

gc_completion* make_completion() {
  gc_completion* completion = nullptr;
  MUST(gc_completion_create(&completion, &e));
  return completion;
}

gc_event* make_event() {
  gc_event* event = nullptr;
  MUST(gc_event_create(context, nullptr, &event, &e));
  return event;
}

// Tokens that come in that time each, at most `most`.
std::vector<std::uint64_t> tokens_of(gc_completion* completion, std::uint64_t timeout_ns = 0,
                                     std::size_t most = 100) {
  std::vector<std::uint64_t> tokens;
  while (tokens.size() < most) {
    std::uint64_t token = 0;
    std::int32_t done = 0;
    MUST(gc_completion_wait(completion, timeout_ns, &token, &done, &e));
    if (!done) break;
    tokens.push_back(token);
  }
  return tokens;
}
void check_tokens(const std::vector<std::uint64_t>& got, const std::vector<std::uint64_t>& wanted) {
  assert_int_equal(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) assert_int_equal(got[i], wanted[i]);
}

void the_driver_posts_in_order(void**) {
  gc_stream *a = make_stream(), *b = make_stream();
  gc_completion* completion = make_completion();
  fake->hold(1);
  const std::uint64_t before = fake->calls_of("cuLaunchHostFunc");
  MUST(gc_stream_notify(a, completion, 1, &e));
  MUST(gc_stream_notify(b, completion, 2, &e));
  MUST(gc_stream_notify(a, completion, 3, &e));
  assert_int_equal(fake->calls_of("cuLaunchHostFunc") - before, 3);
  check_tokens(tokens_of(completion), {});
  fake->finish(1);
  check_tokens(tokens_of(completion), {1});
  fake->finish(1);
  check_tokens(tokens_of(completion, kMinute, 1), {2});
  check_tokens(tokens_of(completion, 1'000'000), {});
  fake->hold(0);
  check_tokens(tokens_of(completion), {3});
  gc_completion_release(completion);
  gc_stream_release(a);
  gc_stream_release(b);
}

// Posted tokens do not pile up in the context, whatever is outstanding before them.
void many_tokens(void**) {
  gc_stream* stream = make_stream();
  gc_completion* completion = make_completion();
  std::vector<std::uint64_t> wanted;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    MUST(gc_stream_notify(stream, completion, i, &e));
    if (i % 3 == 0) check_tokens(tokens_of(completion, 0, 1), {i / 3});
  }
  for (std::uint64_t i = 1000; i < 3000; ++i) wanted.push_back(i);
  check_tokens(tokens_of(completion, 0, 10000), wanted);
  gc_completion_release(completion);
  gc_stream_release(stream);
}

// The context posts what a lost GPU's driver may yet call for.
void posted_by_both(void**) {
  namespace core = gridcall::core;
  const core::Ref<core::Completion> completion = core::Completion::create();
  for (const bool driver_first : {false, true}) {
    core::Notifications outstanding;
    auto* const notification = new core::Notification(*completion, 4);
    outstanding.add(*notification);
    if (driver_first) core::Notification::reached(notification);
    outstanding.post_all();
    if (!driver_first) core::Notification::reached(notification);
    assert_int_equal(completion->wait(0).value_or(0), 4);
    assert_false(completion->wait(0).has_value());
  }
}

void a_refused_call_posts_nothing(void**) {
  gc_stream* stream = make_stream();
  gc_completion* completion = make_completion();
  fake->fail_only("cuLaunchHostFunc");
  fake->inject(1, 1, 0);
  REFUSED(gc_stream_notify(stream, completion, 1, &e), DRIVER, "cuLaunchHostFunc");
  fake->fail_only(nullptr);
  MUST(gc_stream_notify(stream, completion, 2, &e));
  MUST(gc_stream_synchronize(stream, &e));
  check_tokens(tokens_of(completion), {2});
  gc_completion_release(completion);
  gc_stream_release(stream);
}

void released_before_its_tokens(void**) {
  gc_stream* stream = make_stream();
  fake->hold(1);
  for (int i = 0; i < 3; ++i) {
    gc_completion* completion = make_completion();
    for (std::uint64_t token = 0; token < 5; ++token) MUST(gc_stream_notify(stream, completion, token, &e));
    if (i == 1) fake->finish(2);
    if (i == 1) check_tokens(tokens_of(completion), {});  // of the first completion
    gc_completion_release(completion);
    if (i == 2) MUST(gc_handle_collect(&e));
  }
  gc_stream_release(stream);
  fake->hold(0);  // the driver posts to what nobody has any more
}

void no_descriptor_left(void**) {
  std::vector<gc_completion*> all;
  gc_completion* completion = nullptr;
  gc_error* error = nullptr;
  gc_status status = GRIDCALL_OK;
  while ((status = gc_completion_create(&completion, &error)) == GRIDCALL_OK && all.size() < 100000)
    all.push_back(completion);
  assert_int_equal(status, GRIDCALL_ERROR_IO);
  assert_non_null(strstr(gc_error_message(error), "ulimit"));
  gc_error_release(error);
  for (gc_completion* each : all) gc_completion_release(each);
  MUST(gc_handle_collect(&e));
  gc_completion_release(make_completion());
}

void what_the_driver_is_asked_for_events(void**) {
  gc_stream *a = make_stream(), *b = make_stream();
  gc_event* events[] = {make_event(), make_event(), make_event()};
  fake->hold(1);
  MUST(gc_event_record(events[0], a, &e));
  MUST(gc_event_record(events[1], a, &e));
  std::uint64_t before = fake->calls_of("cuStreamWaitEvent");
  MUST(gc_stream_wait_events(b, events, 3, &e));
  assert_int_equal(fake->calls_of("cuStreamWaitEvent") - before, 3);
  std::int32_t done = -1;
  before = fake->calls_of("cuEventSynchronize");
  MUST(gc_event_synchronize_for(events, 3, 0, &done, &e));
  assert_int_equal(done, 0);
  fake->finish(1);
  MUST(gc_event_synchronize_for(events, 3, 3'000'000, &done, &e));
  assert_int_equal(done, 0);
  assert_int_equal(fake->calls_of("cuEventSynchronize"), before);  // it would wait without a limit
  fake->finish(1);
  MUST(gc_event_synchronize_for(events, 3, 0, &done, &e));
  assert_int_equal(done, 1);
  // Without a limit the driver waits.
  MUST(gc_event_record(events[2], a, &e));
  MUST(gc_event_synchronize_for(events, 3, UINT64_MAX, &done, &e));
  assert_int_equal(done, 1);
  fake->hold(0);
  // A failure among several is said.
  fake->fail_only("cuStreamWaitEvent");
  fake->inject(2, 1, 0);
  REFUSED(gc_stream_wait_events(b, events, 3, &e), DRIVER, "cuStreamWaitEvent");
  fake->fail_only("cuEventQuery");
  fake->inject(2, 1, 0);
  REFUSED(gc_event_synchronize_for(events, 3, kMinute, &done, &e), DRIVER, "cuEventQuery");
  fake->fail_only(nullptr);
  for (gc_event* event : events) gc_event_release(event);
  gc_stream_release(a);
  gc_stream_release(b);
}

// A driver gets its own events alone; for the other's the calling thread waits.
void events_of_two_drivers(void**) {
  gc_device* device = nullptr;
  gc_context* cpu = nullptr;
  gc_stream *here = make_stream(), *there = nullptr;
  gc_event *own = make_event(), *foreign = nullptr;
  MUST(gc_device_find("cpu", &device, &e));
  MUST(gc_context_get_primary(device, nullptr, &cpu, &e));
  MUST(gc_stream_create(cpu, nullptr, &there, &e));
  MUST(gc_event_create(cpu, nullptr, &foreign, &e));
  MUST(gc_event_record(own, here, &e));
  MUST(gc_event_record(foreign, there, &e));
  gc_event* const events[] = {foreign, own, foreign};
  const std::uint64_t before = fake->calls_of("cuStreamWaitEvent");
  const std::uint64_t waits = fake->calls_of("cuEventSynchronize");
  MUST(gc_stream_wait_events(here, events, 3, &e));
  assert_int_equal(fake->calls_of("cuStreamWaitEvent") - before, 1);
  MUST(gc_stream_wait_events(there, events, 3, &e));
  assert_int_equal(fake->calls_of("cuStreamWaitEvent") - before, 1);
  assert_int_equal(fake->calls_of("cuEventSynchronize") - waits, 1);
  std::int32_t done = 0;
  MUST(gc_event_synchronize_for(events, 3, kMinute, &done, &e));
  assert_int_equal(done, 1);
  // Both post to one completion.
  gc_completion* completion = make_completion();
  MUST(gc_stream_notify(here, completion, 1, &e));
  MUST(gc_stream_notify(there, completion, 2, &e));
  const std::vector<std::uint64_t> got = tokens_of(completion, kMinute, 2);
  assert_int_equal(got.size(), 2);
  assert_int_equal(got[0] + got[1], 3);
  gc_completion_release(completion);
  gc_event_release(own);
  gc_event_release(foreign);
  gc_stream_release(here);
  gc_stream_release(there);
  gc_context_release(cpu);
}

// Runs a case whose context is lost, in a process of its own.
template <class Case>
void in_new_context(Case&& run) {
  in_child([&] {
    alarm(alarm_limit(60));
    if (open_context(nullptr) != 0) _exit(3);
    run();
  });
}

// The driver calls nobody any more; a thread that only waits for tokens gets them all the same.
void a_wait_notices_the_loss(void**) {
  in_new_context([] {
    gc_stream *a = make_stream(), *b = make_stream();
    gc_completion* completion = make_completion();
    fake->hold(1);
    for (std::uint64_t i = 1; i <= 6; ++i) MUST(gc_stream_notify(i % 2 ? a : b, completion, i, &e));
    fake->finish(2);
    std::thread([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      fake->sticky(700);
    }).detach();
    check_tokens(tokens_of(completion, kMinute, 6), {1, 2, 3, 4, 5, 6});
    check_tokens(tokens_of(completion, 300'000'000), {});  // each once
    REFUSED(gc_stream_synchronize(a, &e), DEVICE_LOST, "lost");
    REFUSED(gc_stream_notify(a, completion, 7, &e), DEVICE_LOST, "lost");
    check_tokens(tokens_of(completion), {});
    gc_completion_release(completion);
    gc_stream_release(a);
    gc_stream_release(b);
  });
}

// As an event loop does that calls without waiting.
void a_poll_notices_the_loss(void**) {
  in_new_context([] {
    gc_stream* stream = make_stream();
    gc_completion* completion = make_completion();
    fake->hold(1);
    MUST(gc_stream_notify(stream, completion, 1, &e));
    check_tokens(tokens_of(completion), {});
    fake->sticky(700);
    std::vector<std::uint64_t> got;
    for (int i = 0; i < 500 && got.empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      got = tokens_of(completion);
    }
    check_tokens(got, {1});
    gc_completion_release(completion);
    gc_stream_release(stream);
  });
}

void any_call_that_notices_posts(void**) {
  in_new_context([] {
    gc_stream* stream = make_stream();
    gc_completion* completion = make_completion();
    fake->hold(1);
    MUST(gc_stream_notify(stream, completion, 1, &e));
    fake->sticky(700);
    REFUSED(gc_stream_synchronize(stream, &e), ILLEGAL_ADDRESS, "700");
    check_tokens(tokens_of(completion), {1});
    gc_completion_release(completion);
    gc_stream_release(stream);
  });
}

// A child shares the descriptor; it must not take the parent's tokens.
void a_forked_child_takes_nothing(void**) {
  gc_stream* stream = make_stream();
  gc_completion* completion = make_completion();
  MUST(gc_stream_notify(stream, completion, 5, &e));
  MUST(gc_stream_synchronize(stream, &e));
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    alarm(alarm_limit(20));
    std::uint64_t token = 0;
    std::int32_t value = 0;
    if (gc_completion_wait(completion, 0, &token, &value, nullptr) != GRIDCALL_ERROR_FORKED) _exit(1);
    if (gc_completion_get_descriptor(completion, &value, nullptr) != GRIDCALL_ERROR_FORKED) _exit(2);
    if (gc_stream_notify(stream, completion, 6, nullptr) != GRIDCALL_ERROR_FORKED) _exit(3);
    gc_completion_release(completion);
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  check_tokens(tokens_of(completion), {5});
  gc_completion_release(completion);
  gc_stream_release(stream);
}

// Also one that was made before anything else was used.
void a_child_of_an_unused_library(void**) {
  std::fflush(nullptr);
  const pid_t first = fork();
  if (first == 0) {
    alarm(alarm_limit(20));
    gc_completion* completion = make_completion();
    const pid_t second = fork();
    if (second == 0) {
      std::uint64_t token = 0;
      std::int32_t done = 0;
      const gc_status refused = gc_completion_wait(completion, 0, &token, &done, nullptr);
      gc_completion_release(completion);
      gc_completion* own = make_completion();
      check_tokens(tokens_of(own), {});
      _exit(refused == GRIDCALL_ERROR_FORKED ? 0 : 1);
    }
    int status = -1;
    waitpid(second, &status, 0);
    check_tokens(tokens_of(completion), {});  // the child's release is the child's
    _exit(status == 0 ? 0 : 1);
  }
  int status = -1;
  waitpid(first, &status, 0);
  assert_int_equal(status, 0);
}

// As Go's os.File makes it. A wait ends all the same, and many of them take each token once.
void a_blocking_descriptor_blocks_nothing(void**) {
  gc_completion* completion = make_completion();
  std::int32_t descriptor = -1, done = -1;
  std::uint64_t token = 0;
  MUST(gc_completion_get_descriptor(completion, &descriptor, &e));
  assert_int_equal(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK), 0);
  MUST(gc_completion_wait(completion, 0, &token, &done, &e));
  assert_int_equal(done, 0);
  MUST(gc_completion_wait(completion, 1000000, &token, &done, &e));
  assert_int_equal(done, 0);
  gc_completion_release(completion);
}

void a_closed_descriptor_is_said(void**) {
  gc_completion* completion = make_completion();
  std::int32_t descriptor = -1, done = 0;
  std::uint64_t token = 0;
  MUST(gc_completion_get_descriptor(completion, &descriptor, &e));
  const int kept = dup(descriptor);
  close(descriptor);
  REFUSED(gc_completion_wait(completion, kMinute, &token, &done, &e), IO, "do not close it");
  dup2(kept, descriptor);  // the library closes it
  close(kept);
  gc_completion_release(completion);
}

}  // namespace

int main() {
  const CMUnitTest in_children[] = {
      cmocka_unit_test(a_child_of_an_unused_library),
      cmocka_unit_test(a_wait_notices_the_loss),
      cmocka_unit_test(a_poll_notices_the_loss),
      cmocka_unit_test(any_call_that_notices_posts),
  };
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(the_driver_posts_in_order, nothing_left),
      cmocka_unit_test_teardown(many_tokens, nothing_left),
      cmocka_unit_test_teardown(posted_by_both, nothing_left),
      cmocka_unit_test_teardown(a_refused_call_posts_nothing, nothing_left),
      cmocka_unit_test_teardown(released_before_its_tokens, nothing_left),
      cmocka_unit_test_teardown(no_descriptor_left, nothing_left),
      cmocka_unit_test_teardown(what_the_driver_is_asked_for_events, nothing_left),
      cmocka_unit_test_teardown(events_of_two_drivers, nothing_left),
      cmocka_unit_test_teardown(a_blocking_descriptor_blocks_nothing, nothing_left),
      cmocka_unit_test_teardown(a_closed_descriptor_is_said, nothing_left),
      cmocka_unit_test_teardown(a_forked_child_takes_nothing, nothing_left),
  };
  // The children first: afterwards this process has used the library.
  const int lost = cmocka_run_group_tests_name("completions in children", in_children, nullptr, nullptr);
  return cmocka_run_group_tests_name("completions", tests, open_context, nullptr) + lost;
}
