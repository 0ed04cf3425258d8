// SPDX-License-Identifier: Apache-2.0
//
// Threads of the library inside a host's process.

#pragma once

#include <pthread.h>

#include <cstddef>

namespace gridcall {

// Starts a thread that blocks the host's signals, which are for the host's own threads. `thread` NULL:
// detached. Returns 0, or the error of pthread_create.
int start_thread(pthread_t* thread, std::size_t stack_bytes, void* (*run)(void*), void* argument) noexcept;

}  // namespace gridcall
