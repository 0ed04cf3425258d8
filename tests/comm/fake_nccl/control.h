// SPDX-License-Identifier: Apache-2.0
//
// A test steers with this the fake libnccl.so.2, which the library opens by GRIDCALL_NCCL. Its ranks are
// threads, or the entries of a group, of one process over the fake CUDA driver; an operation moves its data
// when the last rank has called.

#pragma once

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fake_nccl_control {
  // Sets what ncclCommGetAsyncError returns of each communicator from now on; 0: no error.
  void (*set_async_error)(int result);
  // Operations do not return before their communicator is aborted.
  void (*hang)(int on);
  // Operations return ncclInProgress and are queued later, as those of NCCL's on a communicator that does not
  // block: when ncclCommGetAsyncError was called a few times, of any communicator.
  void (*defer)(int on);
  // Threads pause for a pseudo-random while, up to 1 ms, at each step of a call from now on, so that they
  // come together in orders that a machine at rest does not show. 0: no more.
  void (*delay)(uint64_t seed);
  // The next call of an operation returns it, once.
  void (*fail_next)(int result);
  // Called with what each rank gets of an all_gather, from now on: as if other ranks had sent it. NULL: not.
  void (*change_gathered)(void (*change)(void* bytes, uint64_t size, int rank));
  // Communicators that there are, and how they went.
  uint64_t (*live)(void);
  uint64_t (*aborted)(void);
  uint64_t (*destroyed)(void);
  // The nth rank that is made from now on is refused; 0: none.
  void (*fail_init)(int nth);
  // Ranks that the newest group has made.
  int (*made_by_group)(void);
  // Operations that were called, and the newest one's name.
  uint64_t (*operations)(void);
  const char* (*newest)(void);
} fake_nccl_control;

static inline const fake_nccl_control* fake_nccl(void) {
  void* library = dlopen(getenv("GRIDCALL_NCCL"), RTLD_NOW | RTLD_LOCAL);
  const fake_nccl_control* (*get)(void) = NULL;
  if (library) *(void**)(&get) = dlsym(library, "fake_nccl_get_control");
  return get ? get() : NULL;
}

#ifdef __cplusplus
}
#endif
