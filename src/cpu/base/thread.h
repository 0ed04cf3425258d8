// SPDX-License-Identifier: Apache-2.0
//
// Threads of the CPU device inside a host's process.

#pragma once

#include <cstddef>

namespace gridcall::cpu {

// Starts a detached thread that blocks the host's signals, except those that its own instructions raise.
// Returns false if the system has no thread for it.
bool thread_start(void* (*run)(void*), void* argument, std::size_t stack_bytes) noexcept;

}  // namespace gridcall::cpu
