// SPDX-License-Identifier: Apache-2.0
//
// The driver API as this library has it: the names of functions.def, in a namespace, so that no `cu*` symbol
// leaves the library. driver.cpp's entry points have checked the state and the NULL arguments that
// functions.def names before one is called, and catch what it throws.

#pragma once

#include "driver/types.h"

namespace gridcall::cpu::api {

using namespace driver;

#define GRIDCALL_DRIVER_FN(need, name, version, parameters, ...) CUresult name parameters;
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN

}  // namespace gridcall::cpu::api
