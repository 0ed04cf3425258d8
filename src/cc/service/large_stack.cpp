// SPDX-License-Identifier: Apache-2.0

#include "cc/service/large_stack.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace gridcall::cc {
namespace {

// A compilation needs a small part of this; only touched pages cost memory.
constexpr std::size_t kMaxBytes = std::size_t{512} << 20;
constexpr std::size_t kLeastBytes = std::size_t{8} << 20;
// The guard is larger than a page, because a frame may step over its last page before it touches one.
constexpr std::size_t kGuardBytes = std::size_t{1} << 20;
constexpr std::size_t kSignalStackBytes = 64 * 1024;

struct Stack {
  std::byte* guard = nullptr;  // the guard below the stack
  std::size_t bytes = 0;       // the size with the guard
};
Stack stack;

struct Overflow {
  pid_t process = 0;
  int descriptor = -1;
  const char* answer = nullptr;
  std::size_t bytes = 0;
  int exit_code = 0;
};
Overflow overflow;

bool map_stack() {
  std::size_t most = kMaxBytes;
  struct rlimit limit;
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    while (most > kLeastBytes && most > limit.rlim_cur / 8) most /= 2;
  }
  for (std::size_t bytes = most; bytes >= kLeastBytes; bytes /= 2) {
    void* mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapped == MAP_FAILED) continue;
    if (::mprotect(mapped, kGuardBytes, PROT_NONE) == 0) {
      stack = {static_cast<std::byte*>(mapped), bytes};
      return true;
    }
    ::munmap(mapped, bytes);
  }
  return false;
}

void on_fault(int signal, siginfo_t* info, void*) {
  const auto* address = static_cast<const std::byte*>(info->si_addr);
  if (address < stack.guard || address >= stack.guard + kGuardBytes) {
    // Any other fault takes its default action when the instruction runs again.
    ::signal(signal, SIG_DFL);
    return;
  }
  if (!overflow.answer || ::getpid() != overflow.process) ::_exit(1);
  for (std::size_t done = 0; done < overflow.bytes;) {
    const ssize_t put = ::write(overflow.descriptor, overflow.answer + done, overflow.bytes - done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) break;
    done += static_cast<std::size_t>(put);
  }
  ::_exit(overflow.exit_code);
}

struct Task {
  int (*work)(void*);
  void* argument;
  int result;
};

void* run_task(void* raw) {
  auto* task = static_cast<Task*>(raw);
  static std::byte signal_stack[kSignalStackBytes];
  stack_t alternative{};
  alternative.ss_sp = signal_stack;
  alternative.ss_size = sizeof signal_stack;
  ::sigaltstack(&alternative, nullptr);
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGSEGV, &action, nullptr);
  ::sigaction(SIGBUS, &action, nullptr);
  task->result = task->work(task->argument);
  return nullptr;
}

}  // namespace

int run_on_large_stack(int (*work)(void*), void* argument) {
  if (!map_stack()) return work(argument);
  Task task = {work, argument, 0};
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstack(&attributes, stack.guard + kGuardBytes, stack.bytes - kGuardBytes);
  pthread_t thread;
  const bool started = ::pthread_create(&thread, &attributes, run_task, &task) == 0;
  ::pthread_attr_destroy(&attributes);
  if (!started) return work(argument);
  ::pthread_join(thread, nullptr);
  return task.result;
}

void set_overflow_answer(int descriptor, std::string answer, int exit_code) {
  // Never freed, because the process ends after the answer.
  const auto* kept = new std::string(std::move(answer));
  overflow = {::getpid(), descriptor, kept->data(), kept->size(), exit_code};
}

}  // namespace gridcall::cc
