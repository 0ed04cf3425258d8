// SPDX-License-Identifier: Apache-2.0
//
// Fork: in a child of a process that used the library every call returns FORKED, the driver is never called
// (the fake aborts if it is), and the child ends cleanly. The parent continues. A child of a process that did
// not use it yet may.

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "support/cmocka.h"
#include "support/objects.h"
#include "support/slowdown.h"

namespace {

struct UsedObjects {
  explicit UsedObjects(const char* device_name) {
    gc_error* error = nullptr;
    context = objects::make_context(device_name);
    CHECK(gc_stream_create(context, nullptr, &stream, &error));
    CHECK(gc_event_create(context, nullptr, &event, &error));
    CHECK(gc_mem_alloc(context, 4096, &mem, &error));
    CHECK(gc_pool_create(context, nullptr, &pool, &error));
    CHECK(fill_u8(mem, 0, 1, 4096, stream, &error));
    CHECK(gc_completion_create(&completion, &error));
    CHECK(gc_stream_notify(stream, completion, 1, &error));
    CHECK(gc_mem_map(mem, 0, 64, GRIDCALL_MAP_WRITE, stream, &mapping, &error));
  }
  void release() const {
    gc_mapping_release(mapping);
    gc_completion_release(completion);
    gc_pool_release(pool);
    gc_mem_release(mem);
    gc_event_release(event);
    gc_stream_release(stream);
    gc_context_release(context);
  }
  gc_context* context = nullptr;
  gc_stream* stream = nullptr;
  gc_event* event = nullptr;
  gc_mem* mem = nullptr;
  gc_pool* pool = nullptr;
  gc_completion* completion = nullptr;
  gc_mapping* mapping = nullptr;
};

// The number of the call that did not return FORKED with an error object, or 0.
int calls_in_child(const UsedObjects& used) {
  gc_error* error = nullptr;
  int number = 0;
  int32_t value = 0;
  gc_context* context = nullptr;
  gc_stream* stream = nullptr;
  gc_event* event = nullptr;
  gc_mem* mem = nullptr;
  gc_module* module = nullptr;
  gc_pool* pool = nullptr;
  gc_completion* completion = nullptr;
  gc_mapping* mapping = nullptr;
  uint64_t token = 0;
  char byte = 0;
#define EXPECT_FORKED(call)                                                       \
  do {                                                                            \
    ++number;                                                                     \
    error = nullptr;                                                              \
    if ((call) != GRIDCALL_ERROR_FORKED) return number;                           \
    if (!error || gc_error_status(error) != GRIDCALL_ERROR_FORKED) return number; \
    if (!*gc_error_message(error)) return number;                                 \
    gc_error_release(error);                                                      \
  } while (0)
  EXPECT_FORKED(gc_device_get_count(&value, &error));
  EXPECT_FORKED(gc_context_get_default(&context, &error));
  EXPECT_FORKED(gc_context_synchronize(used.context, &error));
  EXPECT_FORKED(gc_stream_create(used.context, nullptr, &stream, &error));
  EXPECT_FORKED(gc_stream_synchronize(used.stream, &error));
  EXPECT_FORKED(gc_stream_query(used.stream, &value, &error));
  EXPECT_FORKED(gc_event_create(used.context, nullptr, &event, &error));
  EXPECT_FORKED(gc_event_record(used.event, used.stream, &error));
  EXPECT_FORKED(gc_event_synchronize(used.event, &error));
  EXPECT_FORKED(gc_mem_alloc(used.context, 16, &mem, &error));
  EXPECT_FORKED(gc_memcpy_dtoh(&byte, used.mem, 0, 1, nullptr, &error));
  EXPECT_FORKED(fill_u8(used.mem, 0, 1, 1, nullptr, &error));
  EXPECT_FORKED(
      gc_module_from_buffer(used.context, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module, &error));
  EXPECT_FORKED(gc_pool_create(used.context, nullptr, &pool, &error));
  EXPECT_FORKED(gc_pool_alloc(used.pool, 16, nullptr, &mem, &error));
  EXPECT_FORKED(gc_completion_create(&completion, &error));
  EXPECT_FORKED(gc_completion_wait(used.completion, 0, &token, &value, &error));
  EXPECT_FORKED(gc_completion_get_descriptor(used.completion, &value, &error));
  EXPECT_FORKED(gc_stream_notify(used.stream, used.completion, 1, &error));
  EXPECT_FORKED(gc_stream_wait_events(used.stream, &used.event, 1, &error));
  EXPECT_FORKED(gc_event_synchronize_for(&used.event, 1, 0, &value, &error));
  EXPECT_FORKED(gc_mem_map(used.mem, 0, 64, GRIDCALL_MAP_READ, used.stream, &mapping, &error));
  EXPECT_FORKED(gc_mapping_unmap(used.mapping, used.stream, &error));
  EXPECT_FORKED(gc_handle_collect(&error));
#undef EXPECT_FORKED
  used.release();  // allowed, and does nothing
  return 0;
}

// Runs `child` in a forked child that must end on its own; returns its exit code, or 1000 + the signal.
template <typename Child>
int in_child(const Child& child, bool plain_exit) {
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(alarm_limit(5));  // a deadlock is a failure
    const int code = child();
    if (plain_exit) std::exit(code);
    _exit(code);
  }
  int status = 0;
  if (waitpid(pid, &status, 0) != pid) return 2000;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

void forked_after_use(const char* device) {
  gc_error* error = nullptr;
  const UsedObjects used(device);
  for (int round = 0; round < 20; ++round) {
    assert_int_equal(in_child([&] { return calls_in_child(used); }, true), 0);
    assert_int_equal(in_child([&] { return calls_in_child(used); }, false), 0);
  }
  // The parent is as it was.
  CHECK(gc_stream_synchronize(used.stream, &error));
  used.release();
  CHECK(gc_handle_collect(&error));
  assert_int_equal(gc_handle_count(), 0);
}

void on_the_gpu(void**) {
  forked_after_use("gpu");
}
void on_the_cpu_device(void**) {
  gc_error* error = nullptr;
  gc_device* device = nullptr;
  if (gc_device_find("cpu", &device, &error) != GRIDCALL_OK) {
    std::printf("# %s\n", objects::take(error).c_str());
    skip();
  }
  forked_after_use("cpu");
}

// A fork may come at any moment: while other threads are inside a call, with whatever locks they hold. Each
// thread keeps errors, so that the handle table grows all the time.
void while_eight_threads_call(void**) {
  gc_error* error = nullptr;
  const UsedObjects used("gpu");
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      std::vector<gc_error*> kept;
      while (!stop) {
        gc_error* thread_error = nullptr;
        if (kept.size() < 50000) {
          if (gc_mem_alloc(nullptr, 64, nullptr, &thread_error) == GRIDCALL_OK || !thread_error) std::abort();
          kept.push_back(thread_error);
          thread_error = nullptr;
        }
        gc_mem* mem = nullptr;
        if (gc_mem_alloc(used.context, 64, &mem, &thread_error) != GRIDCALL_OK) std::abort();
        if (fill_u8(mem, 0, 1, 64, used.stream, &thread_error) != GRIDCALL_OK) std::abort();
        gc_mem_release(mem);
      }
      for (gc_error* one : kept) gc_error_release(one);
    });
  for (int round = 0; round < 50; ++round)
    assert_int_equal(in_child([&] { return calls_in_child(used); }, round % 2 == 0), 0);
  stop = true;
  for (std::thread& thread : threads) thread.join();
  used.release();
  CHECK(gc_handle_collect(&error));
  assert_int_equal(gc_handle_count(), 0);
}

// Errors are plain memory: what the parent made can be read and released in the child.
void errors_outlive_a_fork(void**) {
  gc_error* error = nullptr;
  gc_device* device = nullptr;
  assert_int_equal(gc_device_find("gpu:77", &device, &error), GRIDCALL_ERROR_NOT_FOUND);
  assert_int_equal(in_child(
                       [&] {
                         const int wrong = !std::strstr(gc_error_message(error), "77");
                         gc_error_release(error);
                         return wrong;
                       },
                       false),
                   0);
  gc_error_release(error);
}

// Before the library was used, a child may use it.
void before_use(void**) {
  assert_int_equal(in_child(
                       [] {
                         gc_error* error = nullptr;
                         const UsedObjects used("gpu");
                         CHECK(gc_stream_synchronize(used.stream, &error));
                         used.release();
                         CHECK(gc_handle_collect(&error));
                         return gc_handle_count() == 0 ? 0 : 1;
                       },
                       true),
                   0);
}

void fork_and_exec(void**) {
  const UsedObjects used("gpu");
  assert_int_equal(in_child(
                       [] {
                         execl("/proc/self/exe", "fork", "use", static_cast<char*>(nullptr));
                         return 99;
                       },
                       false),
                   0);
  used.release();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "use") == 0) {
    const UsedObjects used("gpu");
    used.release();
    return 0;
  }
  const CMUnitTest tests[] = {
      cmocka_unit_test(before_use),  // first: the others use the library
      cmocka_unit_test(on_the_gpu),
      cmocka_unit_test(on_the_cpu_device),
      cmocka_unit_test(while_eight_threads_call),
      cmocka_unit_test(errors_outlive_a_fork),
      cmocka_unit_test(fork_and_exec),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
