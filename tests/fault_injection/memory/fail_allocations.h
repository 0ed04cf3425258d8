// SPDX-License-Identifier: Apache-2.0
//
// Makes the N-th request for memory of this process fail, whichever thread and library it comes from; not
// those of programs that it starts.

#pragma once

#include <cstdint>

enum FailKind : int {
  kAllocations,  // malloc and its kin, and so operator new
  kMappings,     // mmap, mprotect
  kThreads,      // pthread_create
  kExecutable,   // mprotect that asks for executable memory, by EACCES: a system that forbids it
};

// The nth from now (1: the next) fails, and with `for_ever` every later one.
void fail_arm(FailKind kind, long nth, bool for_ever);
// Only allocations that this library's code asks for count from now on. False: it is not loaded.
bool fail_only_in(const char* library);
// Returns how many allocations have failed.
long fail_disarm();
