// SPDX-License-Identifier: Apache-2.0
//
// Reports of checks: a sentence for the launch's fault and a line of JSON for the file that the user names.
// Each ends the thread if the kernel is to stop.

#pragma once

#include <cstdint>

#include "cpu/abi/check.h"
#include "cpu/abi/image.h"
#include "cpu/exec/block.h"
#include "cpu/exec/check.h"

namespace gridcall::cpu {

// The report of a race that cannot happen if the threads of a warp run in lockstep, which is a warning.
inline constexpr char kWarpSynchronous[] = "warp_synchronous";

// The earlier access of a race.
struct RaceOther {
  std::uint32_t flags;   // the CheckAccess bits
  std::uint32_t block;   // the block's number in the launch
  std::uint32_t thread;  // the thread's linear index
  const CheckSite* site;
};

// Returns true if the address lies on the stack of the running code.
inline bool is_of_stack(const Block& block, std::uintptr_t address) noexcept {
  const Stack* const stack = block.worker->running_stack;
  return stack && address - reinterpret_cast<std::uintptr_t>(stack->low) < stack->bytes;
}

void report_memory(ThreadContext* thread, std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags,
                   const CheckSite* site) noexcept;
void report_misaligned(ThreadContext* thread, std::uintptr_t address, std::uint64_t bytes,
                       std::uint32_t flags, const CheckSite* site, std::uint64_t align) noexcept;
// Reports an access outside of a variable whose address is known.
void report_outside(ThreadContext* thread, std::uintptr_t base, std::uintptr_t address, std::uint64_t bytes,
                    std::uint32_t flags, const CheckSite* site, const CheckObject& object) noexcept;
// Reports an access inside an allocation, but outside of the part that was passed as the argument.
void report_part(ThreadContext* thread, std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags,
                 const CheckSite* site, std::uint32_t argument, const driver::ArgumentPart& part) noexcept;
void report_unset(ThreadContext* thread, std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags,
                  const CheckSite* site) noexcept;
void report_unset_local(ThreadContext* thread, const CheckObject& object, const CheckSite* site) noexcept;
void report_race(ThreadContext* thread, const char* what, std::uintptr_t address, std::uint64_t bytes,
                 std::uint32_t flags, const CheckSite* site, const RaceOther& other) noexcept;
void report_divergent(ThreadContext* thread, const std::uint32_t other[3], const CheckSite* site,
                      const CheckSite* other_site) noexcept;
void report_exited(ThreadContext* thread, const CheckSite* site, std::uint32_t arrived) noexcept;
void report_missing(ThreadContext* thread, std::uint32_t mask, std::uint32_t missing) noexcept;
void report_inactive(ThreadContext* thread, std::uint32_t mask, std::uint32_t source) noexcept;

}  // namespace gridcall::cpu
