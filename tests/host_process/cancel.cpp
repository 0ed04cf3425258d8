// SPDX-License-Identifier: Apache-2.0
//
// A thread is cancelled in the middle of a call: the call ends as always, and the thread after it.

#include <pthread.h>

#include <atomic>

#include "host.h"

namespace {

std::atomic<bool> in_call;

// Each round runs in a process of its own: a mistake ends it.
int cancel_during(void* (*calls)(void*), int type, useconds_t after) {
  static int cancel_type;
  static void* (*work)(void*);
  cancel_type = type;
  work = calls;
  pthread_t thread;
  const auto start = [](void*) -> void* {
    ::pthread_setcanceltype(cancel_type, nullptr);
    return work(nullptr);
  };
  if (::pthread_create(&thread, nullptr, start, nullptr) != 0) return 2;
  while (!in_call) ::usleep(100);
  ::usleep(after);
  ::pthread_cancel(thread);
  // `work` never returns: what joins was cancelled. (No look at the result: glibc 2.36 sets none for a thread
  // that ends in pthread_setcancelstate.)
  if (::pthread_join(thread, nullptr) != 0) return 3;
  // The library still works, for this thread too, and nothing the calls held is left behind.
  gc_context* context = host::cpu_context();
  const std::string text = host::compile(context, host::new_source());
  if (!text.empty()) std::fprintf(stderr, "%s\n", text.c_str());
  gc_context_release(context);
  return text.empty() ? 0 : 4;
}

void* compile_for_ever(void*) {
  gc_context* context = host::cpu_context();
  in_call = true;
  for (;;) {
    host::compile(context, host::new_source());
    ::pthread_testcancel();
  }
}

void* load_from_cache_for_ever(void*) {
  gc_context* context = host::cpu_context();
  const std::string source = host::new_source();
  host::compile(context, source);
  in_call = true;
  for (;;) {
    host::compile(context, source);
    ::pthread_testcancel();
  }
}

// The kernel ends by itself: nobody else is there to end it.
void* wait_for_a_kernel(void*) {
  gc_error* error = nullptr;
  gc_context* context = host::cpu_context();
  const std::string source =
      host::new_source("__global__ void f() { for (volatile int i = 0; i < 20000000; ++i) {} }\n");
  gc_module* module = nullptr;
  gc_kernel* kernel = nullptr;
  HOST_CHECK(gc_module_from_source(context, source.data(), source.size(), nullptr, &module, &error));
  HOST_CHECK(gc_module_get_kernel(module, "f", &kernel, &error));
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  HOST_CHECK(gc_launch(kernel, &config, nullptr, 0, nullptr, &error));
  in_call = true;
  for (;;) {
    gc_context_synchronize(context, nullptr);
    ::pthread_testcancel();
  }
}

void* read_a_file(void*) {
  gc_context* context = host::cpu_context();
  in_call = true;
  for (;;) {
    gc_module* module = nullptr;
    gc_error* error = nullptr;
    gc_module_from_file(context, "/proc/self/maps", nullptr, &module, &error);
    gc_error_release(error);
    ::pthread_testcancel();
  }
}

void expect_clean(void* (*calls)(void*), int type) {
  for (useconds_t after : {1000u, 20'000u, 60'000u, 90'000u}) {
    const int status = host::in_child([&] { return cancel_during(calls, type, after); });
    if (status != 0) fail_msg("cancelled after %u us: wait status %x", after, static_cast<unsigned>(status));
  }
}

void a_compilation(void**) {
  expect_clean(compile_for_ever, PTHREAD_CANCEL_DEFERRED);
}
// Functions that must not be called where a thread may end anywhere are only called inside gridcall's own
// function.
void* compile_asynchronously(void*) {
  gc_context* context = host::cpu_context();
  static std::string source;
  source = host::new_source();
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.flags = GRIDCALL_COMPILE_NO_CACHE;
  in_call = true;
  for (;;) {
    gc_module* module = nullptr;
    ::pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
    gc_module_from_source(context, source.data(), source.size(), &options, &module, nullptr);
    ::pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, nullptr);
    gc_module_release(module);
  }
}

void a_compilation_asynchronously(void**) {
  expect_clean(compile_asynchronously, PTHREAD_CANCEL_DEFERRED);
}
void a_look_into_the_cache(void**) {
  expect_clean(load_from_cache_for_ever, PTHREAD_CANCEL_DEFERRED);
}
void a_wait_for_the_device(void**) {
  expect_clean(wait_for_a_kernel, PTHREAD_CANCEL_DEFERRED);
}
void a_file_that_is_read(void**) {
  expect_clean(read_a_file, PTHREAD_CANCEL_DEFERRED);
}

// The state that the thread itself set is the one that it has afterwards.
void the_state_stays(void**) {
  for (int state : {PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE}) {
    int before = 0;
    ::pthread_setcancelstate(state, &before);
    int32_t count = 0;
    gc_device_get_count(&count, nullptr);
    gc_device_get_count(nullptr, nullptr);
    int after = -1;
    ::pthread_setcancelstate(before, &after);
    assert_int_equal(after, state);
  }
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_compilation),         cmocka_unit_test(a_compilation_asynchronously),
      cmocka_unit_test(a_look_into_the_cache), cmocka_unit_test(a_wait_for_the_device),
      cmocka_unit_test(a_file_that_is_read),   cmocka_unit_test(the_state_stays),
  };
  return cmocka_run_group_tests_name("cancelled threads", tests, nullptr, nullptr);
}
