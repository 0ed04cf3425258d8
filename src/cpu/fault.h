// SPDX-License-Identifier: Apache-2.0
//
// What a kernel did wrong: noticed by a signal or a runtime call, kept on the stream, reported once.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/image.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct Worker;
struct Op;

inline constexpr std::size_t kFaultTextBytes = 1024;

// A fault that some call has yet to report. Counted references, under the scheduler's lock.
struct FaultRecord {
  std::uint32_t references = 1;
  driver::CUresult code = driver::CUDA_SUCCESS;
  bool reported = false;
  char text[kFaultTextBytes] = {};
};

// A fault as it was noticed, on the worker's own memory: nothing is allocated or locked to write it.
struct FaultNote {
  bool set = false;
  Fault kind = Fault::kTrap;
  bool has_address = false;
  bool is_write = false;
  bool knows_access = false;
  std::uintptr_t address = 0;
  std::uint32_t thread[3] = {};
  std::uint32_t candidates = 1;  // it was `thread` or one of the lanes behind it, so many in all
  char detail[512] = {};         // when not empty, stands for the sentence that the kind would give
};

driver::CUresult fault_code(Fault fault) noexcept;

// Writes "kernel `k`: block (x,y,z), thread (x,y,z): ..." for the note.
void fault_describe(const FaultNote& note, const Op& op, const std::uint32_t block[3], char* text,
                    std::size_t capacity) noexcept;

// Claims SIGSEGV, SIGBUS, SIGFPE and SIGILL of worker threads inside kernels; all else goes to whom it went
// before.
void fault_install_handlers() noexcept;
// For each worker thread: a stack for the handler.
void fault_prepare_thread() noexcept;

// The calling thread's last reported fault or refusal, for gridcallFaultText.
void fault_text_set(const char* text) noexcept;
[[gnu::format(printf, 1, 2)]] void fault_text_format(const char* format, ...) noexcept;

}  // namespace gridcall::cpu
