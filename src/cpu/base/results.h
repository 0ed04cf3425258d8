// SPDX-License-Identifier: Apache-2.0
//
// Names and texts of the results that this driver returns.

#pragma once

#include "driver/types.h"

namespace gridcall::cpu {

// NULL: no result of this driver.
const char* result_name(driver::CUresult code) noexcept;
const char* result_text(driver::CUresult code) noexcept;

}  // namespace gridcall::cpu
