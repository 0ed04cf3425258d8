// SPDX-License-Identifier: Apache-2.0
//
// Contexts that threads make, use and release in random order, while others launch in contexts that stay; and
// a process that ends with such contexts in the middle of their work.

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <random>

#include "cpu_device/fixture.h"
#include "support/sanitized.h"

namespace {

constexpr int kRounds = kIsSanitized ? 25 : 150;

// A context of its own with a kernel, memory and a stream. Aborts where it fails: cmocka's checks are for one
// thread.
struct Own {
  gc_context* in = nullptr;
  gc_module* module = nullptr;
  gc_kernel* kernel = nullptr;
  gc_mem* mem = nullptr;
  gc_pool* pool = nullptr;
  gc_mem* lent = nullptr;
  gc_stream* stream = nullptr;
  gc_event* event = nullptr;

  static void must(gc_status status, gc_error* error) {
    if (status == GRIDCALL_OK) return;
    std::fprintf(stderr, "%s\n", gc_error_text(error));
    std::abort();
  }
  explicit Own(gc_context* use = nullptr) : in(use) {
    static const char source[] =
        "__global__ void put(int* x, int v) { x[blockIdx.x * blockDim.x + threadIdx.x] = v; }\n";
    gc_device* device = nullptr;
    gc_error* e = nullptr;
    must(gc_context_get_device(context, &device, &e), e);
    if (!in) must(gc_context_create(device, nullptr, &in, &e), e);
    must(gc_module_from_source(in, source, sizeof source - 1, nullptr, &module, &e), e);
    must(gc_module_get_kernel(module, "put", &kernel, &e), e);
    must(gc_mem_alloc(in, 4096, &mem, &e), e);
    must(gc_pool_create(in, nullptr, &pool, &e), e);
    must(gc_stream_create(in, nullptr, &stream, &e), e);
    must(gc_pool_alloc(pool, 4096, stream, &lent, &e), e);
    must(gc_event_create(in, nullptr, &event, &e), e);
  }
  void put(gc_mem* into, int value) const {
    gc_error* e = nullptr;
    const gc_arg args[] = {{GRIDCALL_ARG_KIND_MEM, 8, 0, into},
                           {GRIDCALL_ARG_KIND_SCALAR, 4, static_cast<std::uint32_t>(value), nullptr}};
    const gc_launch_config config = shape(4, 32);
    must(gc_launch(kernel, &config, args, 2, stream, &e), e);
  }
  int word(gc_mem* of) const {
    gc_error* e = nullptr;
    int value = -1;
    must(gc_memcpy_dtoh(&value, of, 0, sizeof value, stream, &e), e);
    return value;
  }
  std::vector<std::function<void()>> releases() const {
    return {[this] { gc_context_release(in); },    [this] { gc_module_release(module); },
            [this] { gc_kernel_release(kernel); }, [this] { gc_mem_release(mem); },
            [this] { gc_pool_release(pool); },     [this] { gc_mem_release(lent); },
            [this] { gc_stream_release(stream); }, [this] { gc_event_release(event); }};
  }
};

void made_and_released_by_threads(void**) {
  const std::uint64_t before = gc_handle_count();
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  // Two contexts that stay: the primary one and one of its own.
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&, i] {
      gc_context* primary = nullptr;
      gc_error* e = nullptr;
      if (i == 0) Own::must(gc_context_get_default(&primary, &e), e);
      const Own own(primary);
      for (int value = 1; !done.load(); ++value) {
        own.put(own.mem, value);
        if (own.word(own.mem) != value) ++wrong;
      }
      for (const auto& release : own.releases()) release();
    });
  std::vector<std::thread> makers;
  for (int i = 0; i < 3; ++i)
    makers.emplace_back([&, i] {
      std::mt19937 random(static_cast<unsigned>(i));
      for (int round = 0; round < kRounds; ++round) {
        const Own own;
        own.put(own.mem, round);
        own.put(own.lent, round + 1);
        Own::must(gc_event_record(own.event, own.stream, nullptr), nullptr);
        if (round % 3 == 0 && (own.word(own.mem) != round || own.word(own.lent) != round + 1)) ++wrong;
        auto releases = own.releases();  // in two rounds of three with the work under way
        std::shuffle(releases.begin(), releases.end(), random);
        for (const auto& release : releases) release();
      }
    });
  for (std::thread& maker : makers) maker.join();
  done = true;
  for (std::thread& thread : threads) thread.join();
  assert_int_equal(wrong.load(), 0);
  OK(gc_context_synchronize, context);
  assert_int_equal(gc_handle_collect(nullptr), GRIDCALL_OK);
  assert_int_equal(gc_handle_count(), before);
}

// The process ends in the middle of it, with contexts alive, and with some that nobody holds any more.
void process_ends_with_contexts(void**) {
  static char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  const pid_t child = vfork();
  if (child == 0) {
    execl(path, path, "--end", nullptr);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 7)
    fail_msg("the process ended with %x", static_cast<unsigned>(status));
}

int end_with_contexts() {
  gc_error* e = nullptr;
  Own::must(gc_context_get_default(&context, &e), e);
  for (int i = 0; i < 4; ++i) {
    const auto* own = new Own;
    own->put(own->mem, i);
    if (i % 2 == 0)
      for (const auto& release : own->releases()) release();
  }
  std::exit(7);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--end") == 0) return end_with_contexts();
  const CMUnitTest tests[] = {
      cmocka_unit_test(made_and_released_by_threads),
      cmocka_unit_test(process_ends_with_contexts),
  };
  return cmocka_run_group_tests_name("cpu_device_contexts", tests, open_cpu, nullptr);
}
