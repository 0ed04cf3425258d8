// SPDX-License-Identifier: Apache-2.0
//
// Time limits of kernels on the CPU device. With an argument: what GRIDCALL_KERNEL_TIMEOUT says, "0.05" or
// nonsense.

#include <sys/wait.h>

#include <cerrno>
#include <csignal>

#include "fixture.h"
#include "support/slowdown.h"

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void ends_and_says_so(void**) {
  gc_stream* stream = make_stream();
  gc_mem* word = make_mem(4);
  OK(fill_u32, word, 0, 1, 1, nullptr);
  const Clock::time_point begin = Clock::now();
  const gc_launch_config config = shape(100, 64, 0.05);
  OK(gc_launch, loop, &config, nullptr, 0, stream);
  OK(start_put, word, 2, stream);  // behind it: dropped
  FAILS(LAUNCH_TIMEOUT, "kernel `loop`|ended after 0.0|its time limit is 0.05 s", gc_stream_synchronize,
        stream);
  assert_true(seconds_since(begin) < 20 * slowdown());
  OK(gc_stream_synchronize, stream);
  assert_int_equal(read_word(word), 1);
  OK(start_put, word, 3, stream);
  OK(gc_stream_synchronize, stream);
  assert_int_equal(read_word(word), 3);
  gc_mem_release(word);
  gc_stream_release(stream);
}

// Recursion in tail position needs neither a loop nor stack. By a limit, and by gc_stream_cancel.
void of_recursion(void**) {
  constexpr char kSource[] =
      "__device__ void pong(int n, char *p);\n"
      "__device__ __noinline__ void ping(int n, char *p) { p[n & 15] += 1; pong(n + 1, p); }\n"
      "__device__ __noinline__ void pong(int n, char *p) { p[n & 7] += 2; ping(n + 3, p); }\n"
      "__global__ void mutual(char *p) { ping(0, p); }\n"
      "typedef void (*F)(char *, void *);\n"
      "__device__ void self(char *p, void *f) { p[0] += 1; ((F)f)(p, f); }\n"
      "__global__ void pointer(char *p) { self(p, (void *)self); }\n"
      "__global__ void two_entries(char *p) {\n"
      "  if (threadIdx.x & 1) goto b;\n"
      "a: p[0] += 1;\n"
      "b: p[1] += 1; goto a;\n"
      "}\n";
  gc_module* module = nullptr;
  OK(gc_module_from_source, context, kSource, sizeof kSource - 1, nullptr, &module);
  gc_stream* stream = make_stream();
  gc_mem* mem = make_mem(64);
  const gc_arg arg = GRIDCALL_ARG_MEM(mem);
  for (const char* name : {"mutual", "pointer", "two_entries"}) {
    gc_kernel* kernel = nullptr;
    OK(gc_module_get_kernel, module, name, &kernel);
    const gc_launch_config limited = shape(2, 33, 0.05);
    OK(gc_launch, kernel, &limited, &arg, 1, stream);
    FAILS(LAUNCH_TIMEOUT, "its time limit is 0.05 s", gc_stream_synchronize, stream);
    const gc_launch_config endless = shape(2, 33, 0);
    OK(gc_launch, kernel, &endless, &arg, 1, stream);
    OK(gc_stream_cancel, stream);
    FAILS(CANCELLED, "", gc_stream_synchronize, stream);
    gc_kernel_release(kernel);
  }
  gc_mem_release(mem);
  gc_stream_release(stream);
  gc_module_release(module);
}

void on_the_default_stream(void**) {
  const gc_launch_config config = shape(2, 64, 0.02);
  OK(gc_launch, loop, &config, nullptr, 0, nullptr);
  FAILS(LAUNCH_TIMEOUT, "kernel `loop`", gc_context_synchronize, context);
  OK(gc_launch, loop, &config, nullptr, 0, nullptr);
  gc_mem* word = make_mem(4);
  int value = 0;
  FAILS(LAUNCH_TIMEOUT, "kernel `loop`|this copy was not made", gc_memcpy_dtoh, &value, word, 0, 4, nullptr);
  OK(gc_memcpy_dtoh, &value, word, 0, 4, nullptr);
  gc_mem_release(word);
}

void of_a_prepared_launch(void**) {
  gc_stream* stream = make_stream();
  const gc_launch_config config = shape(2, 64, 0.02);
  gc_prepared* prepared = nullptr;
  OK(gc_prepared_create, loop, &config, nullptr, 0, &prepared);
  for (int i = 0; i < 3; ++i) {
    OK(gc_prepared_launch, prepared, nullptr, nullptr, 0, stream);
    FAILS(LAUNCH_TIMEOUT, "kernel `loop`|0.02 s", gc_stream_synchronize, stream);
  }
  gc_prepared_release(prepared);
  gc_stream_release(stream);
}

// A launch that waits in the queue has not begun, even if it waits behind a long kernel.
void counts_from_the_beginning(void**) {
  gc_stream* stream = make_stream();
  gc_mem* word = make_mem(4);
  OK(fill_u32, word, 0, 0, 1, nullptr);
  const gc_launch_config first = shape(1, 1, 0.2);
  OK(gc_launch, loop, &first, nullptr, 0, stream);
  FAILS(LAUNCH_TIMEOUT, "", gc_stream_synchronize, stream);
  gc_stream* other = make_stream();
  gc_event* event = nullptr;
  OK(gc_event_create, context, nullptr, &event);
  start(loop, other);
  OK(gc_event_record, event, other);
  OK(gc_stream_wait_event, stream, event);
  const gc_arg args[] = {{GRIDCALL_ARG_KIND_MEM, 8, 0, word}, {GRIDCALL_ARG_KIND_SCALAR, 4, 7, nullptr}};
  const gc_launch_config config = shape(1, 1, 0.1);
  OK(gc_launch, put, &config, args, 2, stream);
  usleep(200000);
  OK(gc_stream_cancel, other);
  OK(gc_stream_synchronize, stream);
  assert_int_equal(read_word(word), 7);
  FAILS(CANCELLED, "", gc_stream_synchronize, other);
  gc_event_release(event);
  gc_mem_release(word);
  gc_stream_release(stream);
  gc_stream_release(other);
}

// The process had no processor: the kernel could not have ended.
void does_not_count_while_the_process_is_stopped(void**) {
  gc_stream* stream = make_stream();
  Gate held_up;
  held_up.close(stream);
  held_up.open();
  OK(gc_stream_synchronize, stream);
  held_up.close(stream, 2);
  const pid_t self = getpid();
  const pid_t child = fork();
  if (child == 0) {
    kill(self, SIGSTOP);
    usleep(3000000);
    kill(self, SIGCONT);
    _exit(0);
  }
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  usleep(50000);  // the watchdog looks
  held_up.open();
  OK(gc_stream_synchronize, stream);
  // It still ends what runs on.
  held_up.close(stream, 0.2);
  FAILS(LAUNCH_TIMEOUT, "its time limit is 0.2 s", gc_stream_synchronize, stream);
  gc_stream_release(stream);
}

// --- GRIDCALL_KERNEL_TIMEOUT

void by_the_environment(void**) {
  gc_stream* stream = make_stream();
  start(loop, stream);
  FAILS(LAUNCH_TIMEOUT, "kernel `loop`|0.05 s", gc_stream_synchronize, stream);
  const gc_launch_config config = shape(1, 1);
  gc_prepared* prepared = nullptr;
  OK(gc_prepared_create, loop, &config, nullptr, 0, &prepared);
  OK(gc_prepared_launch, prepared, nullptr, nullptr, 0, stream);
  FAILS(LAUNCH_TIMEOUT, "0.05 s", gc_stream_synchronize, stream);
  gc_prepared_release(prepared);
  // A launch of its own mind: longer, and without one.
  gc_launch_config other = shape(1, 1, 0.2);
  const Clock::time_point begin = Clock::now();
  OK(gc_launch, loop, &other, nullptr, 0, stream);
  FAILS(LAUNCH_TIMEOUT, "0.2 s", gc_stream_synchronize, stream);
  assert_true(seconds_since(begin) >= 0.2);
  other.timeout_nanoseconds = UINT64_MAX;
  OK(gc_launch, loop, &other, nullptr, 0, stream);
  std::int32_t done = -1;
  OK(gc_stream_synchronize_for, stream, 200000000, &done);
  assert_int_equal(done, 0);
  OK(gc_stream_cancel, stream);
  FAILS(CANCELLED, "", gc_stream_synchronize, stream);
  gc_stream_release(stream);
}

void by_an_environment_of_nonsense(void**) {
  gc_context* none = nullptr;
  for (int call = 0; call < 2; ++call)
    FAILS(INVALID_ARGUMENT, "GRIDCALL_KERNEL_TIMEOUT in the environment is \"soon\"|seconds, as 0.5 or 30",
          gc_context_get_default, &none);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool number = std::strcmp(argv[1], "soon") != 0;
    const CMUnitTest tests[] = {
        {argv[1], number ? by_the_environment : by_an_environment_of_nonsense, nullptr, nullptr, nullptr}};
    return cmocka_run_group_tests_name("cpu_device_time_limits", tests, number ? open_cpu : nullptr, nullptr);
  }
  const CMUnitTest tests[] = {
      cmocka_unit_test(ends_and_says_so),
      cmocka_unit_test(of_recursion),
      cmocka_unit_test(on_the_default_stream),
      cmocka_unit_test(of_a_prepared_launch),
      cmocka_unit_test(counts_from_the_beginning),
      cmocka_unit_test(does_not_count_while_the_process_is_stopped),
  };
  return cmocka_run_group_tests_name("cpu_device_time_limits", tests, open_cpu, nullptr);
}
