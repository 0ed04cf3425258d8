// SPDX-License-Identifier: Apache-2.0
//
// The meaning of a driver's results.

#pragma once

#include <cstdint>

#include "base/failure.h"
#include "base/process.h"
#include "base/status.h"
#include "driver/table.h"

namespace gridcall::core {

// Returns the status of a driver's result, from the only table of such codes.
Status status_of(driver::CUresult result) noexcept;
// Returns true if the result makes a GPU unusable for the rest of the process.
bool is_sticky(driver::CUresult result) noexcept;
// Returns true if the result reports a kernel that failed, perhaps much earlier.
bool is_kernel_fault(driver::CUresult result) noexcept;

// Returns a failure such as "cuMemAlloc returned CUDA_ERROR_OUT_OF_MEMORY: out of memory".
Failure driver_failure(const driver::Table& table, driver::CUresult result, const char* call);

// Throws NOT_FOUND for an attribute that none of the constants of that name has.
[[noreturn]] void refuse_attribute(std::int32_t attribute, const char* constants);

// Throws FORKED or EXITING: a forked child and an exiting process make no driver calls.
[[noreturn]] void refuse_process();
[[gnu::always_inline]] inline void check_process() {
  if (__builtin_expect(process_over(), 0)) refuse_process();
}

}  // namespace gridcall::core
