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

// A fault as it was noticed, on the worker's own memory: nothing is allocated or locked to write it.
struct FaultNote {
  bool set = false;
  bool no_memory = false;  // the host has none for what the kernel needs
  Fault kind = Fault::kTrap;
  bool has_address = false;
  bool is_write = false;
  bool knows_access = false;
  std::uintptr_t address = 0;
  std::uint32_t thread[3] = {};
  std::uint32_t candidates = 1;  // it was `thread` or one of the lanes behind it: the number of both
  char detail[512] = {};         // when not empty, replaces the sentence of the kind

  // `detail` must say for what.
  void set_no_memory() noexcept {
    *this = FaultNote{};
    set = no_memory = true;
  }
};

driver::CUresult fault_code(const FaultNote& note) noexcept;

// Writes "kernel `k`: block (x,y,z), thread (x,y,z): ..." for the note.
void fault_describe(const FaultNote& note, const KernelDescription& kernel, const std::uint32_t block[3],
                    char* text, std::size_t capacity) noexcept;
// Describes a fault outside of kernels: "copy: ...".
void fault_describe(const FaultNote& note, const char* what, char* text, std::size_t capacity) noexcept;

// Claims SIGSEGV, SIGBUS, SIGFPE and SIGILL of worker threads inside kernels; everything else goes to the
// previous handler.
void fault_install_handlers() noexcept;
// For each worker thread: a stack for the handler. NULL: no memory; else fault_prepare_thread on the thread
// itself.
void* fault_new_signal_stack() noexcept;
void fault_prepare_thread(void* signal_stack) noexcept;

// Runs body(argument), a copy by a thread of the host. False: it accessed what is not mapped, such as memory
// that another thread released while the copy was queued, and ended there; `address` is where.
bool fault_guard_copy(void (*body)(const void*), const void* argument, std::uintptr_t& address) noexcept;

}  // namespace gridcall::cpu
