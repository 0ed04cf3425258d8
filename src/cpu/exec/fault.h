// SPDX-License-Identifier: Apache-2.0
//
// A fault, which a kernel did wrong: noticed by a signal or a runtime call, kept on the stream, reported
// once.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/abi/image.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct Worker;

// A fault at the time of its detection, in the worker's own memory, so that nothing is allocated or locked.
struct FaultNote {
  bool set = false;
  bool no_memory = false;  // the host lacks memory for the kernel
  Fault kind = Fault::kTrap;
  bool has_address = false;
  bool is_write = false;
  bool knows_access = false;
  std::uintptr_t address = 0;
  std::uint32_t thread[3] = {};
  std::uint32_t candidates = 1;  // the number of candidates: `thread` and the lanes after it
  char detail[512] = {};         // replaces the sentence of the kind if not empty

  // The caller writes the purpose of the memory into `detail`.
  void set_no_memory() noexcept {
    *this = FaultNote{};
    set = no_memory = true;
  }
};

driver::CUresult fault_code(const FaultNote& note) noexcept;

// Writes "kernel `k`: block (x,y,z), thread (x,y,z): ..." from the note.
void fault_describe(const FaultNote& note, const KernelDescription& kernel, const std::uint32_t block[3],
                    char* text, std::size_t capacity) noexcept;
// Describes a fault outside of kernels: "copy: ...".
void fault_describe(const FaultNote& note, const char* what, char* text, std::size_t capacity) noexcept;

// Handles SIGSEGV, SIGBUS, SIGFPE and SIGILL of worker threads inside kernels, and passes all others to the
// previous handler.
void fault_install_handlers() noexcept;
// Returns a stack for a worker thread's handler, which fault_prepare_thread sets on the thread itself; NULL
// if memory is short.
void* fault_new_signal_stack() noexcept;
void fault_prepare_thread(void* signal_stack) noexcept;

// Runs body(argument), a copy by a thread of the host. Returns false if it accessed unmapped memory at
// `address`, such as memory that another thread released while the copy was queued.
bool fault_guard_copy(void (*body)(const void*), const void* argument, std::uintptr_t& address) noexcept;

}  // namespace gridcall::cpu
