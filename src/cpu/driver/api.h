// SPDX-License-Identifier: Apache-2.0
//
// The driver API as this library has it: the names of functions.def, in a namespace, so that no `cu*` symbol
// leaves the library. Each may throw bad_alloc; driver.cpp's table catches.

#pragma once

#include "driver/types.h"

namespace gridcall::cpu::api {

using namespace driver;

#define GRIDCALL_DRIVER_FN(need, name, version, parameters) CUresult name parameters;
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN

}  // namespace gridcall::cpu::api
