// SPDX-License-Identifier: Apache-2.0
//
// The functions of runtime.def, declared.

#pragma once

#include <cstdint>

#include "cpu/abi/check.h"
#include "cpu/abi/image.h"

extern "C" {
using gridcall::cpu::CheckKernel;
using gridcall::cpu::CheckObject;
using gridcall::cpu::CheckSite;
using gridcall::cpu::ThreadContext;
using gridcall::cpu::WarpContext;
using gridcall::cpu::WarpOperands;
using gridcall::cpu::WarpReads;
#define GRIDCALL_RT_FN(result, name, parameters) result name parameters;
#include "cpu/abi/runtime.def"
#undef GRIDCALL_RT_FN
}
