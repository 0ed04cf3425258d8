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

// A fault of a stream's work, reported once. Counted references, under the scheduler's lock. Every Op comes
// with one, so that a fault is never lost for want of memory; its text may be.
struct FaultRecord {
  std::uint32_t references = 0;
  driver::CUresult code = driver::CUDA_SUCCESS;
  bool reported = false;
  std::uint64_t epoch = 0;      // of its stream
  std::uint64_t number = 0;     // faults are reported in the order in which they came
  char* text = nullptr;         // owned; NULL where there was no memory for it
  FaultRecord* next = nullptr;  // in the free list
};

// Room for a text, or NULL.
char* fault_new_text() noexcept;

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
  std::uint32_t candidates = 1;  // it was `thread` or one of the lanes behind it, so many in all
  char detail[512] = {};         // when not empty, stands for the sentence that the kind would give

  // `detail` is to say for what.
  void set_no_memory() noexcept {
    *this = FaultNote{};
    set = no_memory = true;
  }
};

driver::CUresult fault_code(const FaultNote& note) noexcept;
// What a code means, in a sentence.
const char* fault_sentence(driver::CUresult code) noexcept;

// Writes "kernel `k`: block (x,y,z), thread (x,y,z): ..." for the note.
void fault_describe(const FaultNote& note, const Op& op, const std::uint32_t block[3], char* text,
                    std::size_t capacity) noexcept;

// Claims SIGSEGV, SIGBUS, SIGFPE and SIGILL of worker threads inside kernels; all else goes to whom it went
// before.
void fault_install_handlers() noexcept;
// For each worker thread: a stack for the handler. NULL: no memory; else fault_prepare_thread on the thread
// itself.
void* fault_new_signal_stack() noexcept;
void fault_free_signal_stack(void* stack) noexcept;
void fault_prepare_thread(void* signal_stack) noexcept;

// Runs body(argument), a copy by a thread of the host. False: it met memory of the device that is gone,
// released by another thread while the copy was queued, and ended there; `address` is where. Needs the
// handlers.
bool fault_guard_copy(void (*body)(const void*), const void* argument, std::uintptr_t& address) noexcept;

// What the calling thread's current call reports or refuses, for gridcallFaultText. Cleared as a call begins.
void fault_text_set(const char* text) noexcept;
// Which text is the thread's; 0: none. initial-exec: the loader might need memory for it else.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local std::uint64_t fault_text_ticket;
inline void fault_text_clear() noexcept {
  fault_text_ticket = 0;
}
[[gnu::format(printf, 1, 2)]] void fault_text_format(const char* format, ...) noexcept;

}  // namespace gridcall::cpu
