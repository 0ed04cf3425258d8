// SPDX-License-Identifier: Apache-2.0
//
// Limits that a batch system or a shell sets, and a child that exits while its parent's threads call.

#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "host.h"

namespace {

int compile_under(int resource, rlim_t value, const std::string& source) {
  return host::in_child([&] {
    ::signal(SIGXFSZ, SIG_DFL);
    struct rlimit limit = {value, value};
    if (::setrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) return 2;
    const std::string text = host::compile(host::cpu_context(), source);
    if (!text.empty()) std::fprintf(stderr, "%s\n", text.c_str());
    return text.empty() ? 0 : 3;
  });
}

// Kernels enough that the compiler finishes them in processes of its own.
std::string many_kernels() {
  std::string body;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    body += "__global__ void k" + n + "(float* p, int n) { for (int i = 0; i < n; ++i) {";
    for (int k = 0; k < 40; ++k)
      body += " p[i + " + std::to_string(k) + "] += p[i] * " + n + "." + std::to_string(k) + "f;";
    body += " } }\n";
  }
  return host::new_source(body);
}

void the_size_of_files(void**) {
  assert_int_equal(compile_under(RLIMIT_FSIZE, 1000, host::new_source()), 0);
  assert_int_equal(compile_under(RLIMIT_FSIZE, 0, host::new_source()), 0);
  assert_int_equal(compile_under(RLIMIT_FSIZE, 1000, many_kernels()), 0);
}

void the_stack(void**) {
  std::string terms = "p[1]";
  for (int i = 0; i < 5000; ++i) terms += " + p[1]";
  assert_int_equal(compile_under(RLIMIT_STACK, 64 * 1024,
                                 host::new_source("__global__ void f(int* p) { p[0] = " + terms + "; }\n")),
                   0);
  assert_int_equal(compile_under(RLIMIT_STACK, 16 * 1024, host::new_source()), 0);
  assert_int_equal(compile_under(RLIMIT_STACK, 64 * 1024, many_kernels()), 0);
}

// The threads whose calls would be waited for at exit are the parent's.
void a_forked_child_exits_at_once(void**) {
  const int status = host::in_child([] {
    gc_context* context = host::cpu_context();
    std::atomic<bool> stop{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i)
      threads.emplace_back([&] {
        while (!stop) {
          gc_mem* mem = nullptr;
          if (gc_mem_alloc(context, 4096, &mem, nullptr) == GRIDCALL_OK) gc_mem_release(mem);
          gc_context_synchronize(context, nullptr);
        }
      });
    std::vector<double> times;
    for (int i = 0; i < 41; ++i) {
      const double start = host::now();
      const pid_t child = ::fork();
      if (child == 0) std::exit(0);
      int ended = 0;
      ::waitpid(child, &ended, 0);
      if (ended != 0) return 2;
      times.push_back(host::now() - start);
    }
    stop = true;
    for (std::thread& thread : threads) thread.join();
    std::sort(times.begin(), times.end());
    std::printf("# a child's exit: %.1f ms\n", times[times.size() / 2] * 1e3);
    std::fflush(nullptr);
    // Waiting in vain takes 100 ms and more.
    return times[times.size() / 2] < 0.05 ? 0 : 3;
  });
  assert_int_equal(status, 0);
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_size_of_files),
      cmocka_unit_test(the_stack),
      cmocka_unit_test(a_forked_child_exits_at_once),
  };
  return cmocka_run_group_tests_name("limits", tests, nullptr, nullptr);
}
