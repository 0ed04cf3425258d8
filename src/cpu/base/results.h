// SPDX-License-Identifier: Apache-2.0
//
// Names and texts of results (driver/results.def).

#pragma once

#include "driver/types.h"

namespace gridcall::cpu {

// These return NULL for a code that is not in the table.
const char* result_name(driver::CUresult code) noexcept;
const char* result_text(driver::CUresult code) noexcept;

}  // namespace gridcall::cpu
