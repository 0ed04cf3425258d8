// SPDX-License-Identifier: Apache-2.0
//
// The facts of this machine, read once.

#pragma once

#include <cstddef>
#include <cstdint>

namespace gridcall::cpu {

struct DeviceFacts {
  char name[128];
  unsigned char uuid[16];
  std::uint32_t cores;      // the cores that this process may run on, or GRIDCALL_CPU_THREADS
  std::size_t total_bytes;  // the device's memory
  std::size_t heap_bytes;   // malloc in kernels
  std::size_t stack_bytes;  // the stack of a thread in a kernel that may block
  bool check_memory;        // true for any GRIDCALL_CPU_CHECK
  std::uint32_t checks;     // the Checks of GRIDCALL_CPU_CHECK in kernels
  int clock_khz;
  int l2_bytes;
};

// Reads the facts; cuInit calls it once. All are zero before.
void device_facts_read() noexcept;
const DeviceFacts& device_facts() noexcept;

// Returns the memory that the system reports as available; SIZE_MAX if it reports none.
std::size_t system_available_bytes() noexcept;

}  // namespace gridcall::cpu
