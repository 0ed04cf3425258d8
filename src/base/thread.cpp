// SPDX-License-Identifier: Apache-2.0

#include "base/thread.h"

#include <signal.h>

namespace gridcall {

int start_thread(pthread_t* thread, std::size_t stack_bytes, void* (*run)(void*), void* argument) noexcept {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, stack_bytes);
  if (!thread) ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t detached;
  const int error = ::pthread_create(thread ? thread : &detached, &attributes, run, argument);
  ::pthread_attr_destroy(&attributes);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error;
}

}  // namespace gridcall
