// SPDX-License-Identifier: Apache-2.0

#include "cpu/base/thread.h"

#include <pthread.h>
#include <signal.h>

#include <cfenv>
#include <initializer_list>

namespace gridcall::cpu {

bool thread_start(void* (*run)(void*), void* argument, std::size_t stack_bytes) noexcept {
  sigset_t blocked;
  sigset_t before;
  ::sigfillset(&blocked);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
    sigdelset(&blocked, signal);
  ::pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  ::pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_t thread;
  // A thread begins with the rounding, the flushing and the traps of the one that starts it.
  std::fenv_t environment;
  std::fegetenv(&environment);
  std::fesetenv(FE_DFL_ENV);
  const bool started = ::pthread_create(&thread, &attributes, run, argument) == 0;
  std::fesetenv(&environment);
  ::pthread_attr_destroy(&attributes);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return started;
}

}  // namespace gridcall::cpu
