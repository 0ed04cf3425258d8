// SPDX-License-Identifier: Apache-2.0
//
// The end of a process, in every way it can come, with objects alive: no crash, no hang, nothing on standard
// error, and no driver call after the driver's own exit handler (the fake aborts at one). Each way runs in
// processes of its own.

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "support/cmocka.h"
#include "support/objects.h"
#include "support/slowdown.h"

namespace {

constexpr int kRuns = 20;
constexpr int kSeconds = 5;  // more is a hang

struct UsedObjects {
  UsedObjects() {
    gc_error* error = nullptr;
    context = objects::make_context(getenv("TEST_DEVICE"));
    CHECK(gc_stream_create(context, nullptr, &stream, &error));
    CHECK(gc_event_create(context, nullptr, &event, &error));
    CHECK(gc_mem_alloc(context, 4096, &mem, &error));
    CHECK(gc_pool_create(context, nullptr, &pool, &error));
    CHECK(gc_pool_alloc(pool, 512, stream, &pooled, &error));
    CHECK(fill_u8(mem, 0, 1, 4096, stream, &error));
  }
  gc_context* context = nullptr;
  gc_stream* stream = nullptr;
  gc_event* event = nullptr;
  gc_mem *mem = nullptr, *pooled = nullptr;
  gc_pool* pool = nullptr;
};
UsedObjects* used;

// Calls that an exit handler of another library may still make: each returns, with EXITING or as usual;
// releases are silent.
void late_calls() {
  gc_error* error = nullptr;
  gc_mem* mem = nullptr;
  const gc_status status = gc_mem_alloc(used->context, 64, &mem, &error);
  if (status != GRIDCALL_OK && status != GRIDCALL_ERROR_EXITING) {
    std::fprintf(stderr, "gc_mem_alloc while exiting: %s\n", objects::take(error).c_str());
    return;
  }
  gc_error_release(error);
  gc_mem_release(mem);
  gc_mem_release(used->pooled);
  gc_pool_release(used->pool);
  gc_event_release(used->event);
  gc_stream_release(used->stream);
  gc_context_release(used->context);
}

// An object that is destroyed after main, as a C++ program's global owner is.
struct LateOwner {
  ~LateOwner() {
    if (armed) late_calls();
  }
  bool armed = false;
};
LateOwner late_owner;

int run(const std::string& way) {
  if (way == "exit") {
    used = new UsedObjects;
    std::exit(0);
  }
  if (way == "return from main") {
    used = new UsedObjects;
    return 0;
  }
  if (way == "exit handler set before first use") {
    std::atexit(late_calls);
    used = new UsedObjects;
    std::exit(0);
  }
  if (way == "exit handler set after first use") {
    used = new UsedObjects;
    std::atexit(late_calls);
    std::exit(0);
  }
  if (way == "destructor of a global") {
    used = new UsedObjects;
    late_owner.armed = true;
    std::exit(0);
  }
  if (way == "exit while four threads call") {
    used = new UsedObjects;
    std::vector<std::thread>& threads = *new std::vector<std::thread>;
    static std::atomic<int> running{0};
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([] {
        ++running;
        for (;;) {
          gc_error* error = nullptr;
          gc_mem* mem = nullptr;
          if (gc_mem_alloc(used->context, 64, &mem, &error) == GRIDCALL_OK) {
            fill_u8(mem, 0, 1, 64, used->stream, nullptr);
            gc_mem_release(mem);
          }
          gc_error_release(error);
        }
      });
    while (running < 4) usleep(1000);
    std::exit(0);
  }
  if (way == "first use in a thread that ended") {
    std::thread([] { used = new UsedObjects; }).join();
    std::exit(0);
  }
  if (way == "main thread ends first") {
    used = new UsedObjects;
    std::thread([] {
      usleep(10000);
      gc_error* error = nullptr;
      CHECK(gc_stream_synchronize(used->stream, &error));
      std::exit(0);
    }).detach();
    pthread_exit(nullptr);
  }
  if (way == "quick_exit") {
    used = new UsedObjects;
    std::quick_exit(0);
  }
  if (way == "_exit") {
    used = new UsedObjects;
    _exit(0);
  }
  if (way == "abort") {
    used = new UsedObjects;
    std::abort();
  }
  return 99;
}

struct Outcome {
  int status = 0;
  bool hung = false;
  std::string errors;
};

Outcome start(const char* way, const char* device) {
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0) std::abort();
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(pipes[1], STDERR_FILENO);
    setenv("TEST_DEVICE", device, 1);
    execl("/proc/self/exe", "exit", way, static_cast<char*>(nullptr));
    _exit(98);
  }
  close(pipes[1]);
  Outcome outcome;
  const time_t until = time(nullptr) + alarm_limit(kSeconds);
  char text[512];
  for (;;) {
    pollfd wait{pipes[0], POLLIN, 0};
    const int left = static_cast<int>(until - time(nullptr));
    if (left <= 0 || poll(&wait, 1, left * 1000) <= 0) {
      outcome.hung = true;
      kill(pid, SIGKILL);
      break;
    }
    const ssize_t got = read(pipes[0], text, sizeof text);
    if (got <= 0) break;
    outcome.errors.append(text, static_cast<std::size_t>(got));
  }
  close(pipes[0]);
  waitpid(pid, &outcome.status, 0);
  return outcome;
}

void runs(const char* way, const char* device) {
  const bool aborts = std::strcmp(way, "abort") == 0;
  for (int i = 0; i < kRuns; ++i) {
    const Outcome outcome = start(way, device);
    const bool ended_well = aborts ? WIFSIGNALED(outcome.status) && WTERMSIG(outcome.status) == SIGABRT
                                   : WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0;
    if (outcome.hung || !ended_well || !outcome.errors.empty())
      fail_msg("%s on %s, run %d: %s, wait status 0x%x, standard error: \"%s\"", way, device, i,
               outcome.hung ? "hung" : "ended", static_cast<unsigned>(outcome.status),
               outcome.errors.c_str());
  }
}

const char* const kWays[] = {
    "exit",
    "return from main",
    "exit handler set before first use",
    "exit handler set after first use",
    "destructor of a global",
    "exit while four threads call",
    "first use in a thread that ended",
    "main thread ends first",
    "quick_exit",
    "_exit",
    "abort",
};

void on_the_gpu(void** state) {
  runs(static_cast<const char*>(*state), "gpu");
}
void on_the_cpu_device(void** state) {
  gc_error* error = nullptr;
  gc_device* device = nullptr;
  if (gc_device_find("cpu", &device, &error) != GRIDCALL_OK) {
    std::printf("# %s\n", objects::take(error).c_str());
    skip();
  }
  runs(static_cast<const char*>(*state), "cpu");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) return run(argv[1]);
  std::vector<std::string> names;
  std::vector<CMUnitTest> tests;
  names.reserve(2 * std::size(kWays));
  for (const char* way : kWays) {
    names.push_back(std::string(way) + " (gpu)");
    tests.push_back({names.back().c_str(), on_the_gpu, nullptr, nullptr, const_cast<char*>(way)});
    names.push_back(std::string(way) + " (cpu)");
    tests.push_back({names.back().c_str(), on_the_cpu_device, nullptr, nullptr, const_cast<char*>(way)});
  }
  return _cmocka_run_group_tests("exit", tests.data(), tests.size(), nullptr, nullptr);
}
