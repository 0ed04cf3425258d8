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

// The one table of driver codes.
Status status_of(driver::CUresult result) noexcept;
// Whether a GPU stays unusable for this process after this answer.
bool is_sticky(driver::CUresult result) noexcept;
// Whether the answer tells of a kernel that failed, perhaps long ago.
bool is_kernel_fault(driver::CUresult result) noexcept;

// "cuMemAlloc returned CUDA_ERROR_OUT_OF_MEMORY: out of memory", with code and name filled in.
Failure driver_failure(const driver::Table& table, driver::CUresult result, const char* call);

// NOT_FOUND: an attribute's number that none of the constants of that name has.
[[noreturn]] void refuse_attribute(std::int32_t attribute, const char* constants);

// No driver call in a forked child or while the process exits. Throws FORKED or EXITING.
[[noreturn]] void refuse_process();
inline void check_process() {
  if (__builtin_expect(process_over(), 0)) refuse_process();
}

}  // namespace gridcall::core
