// SPDX-License-Identifier: Apache-2.0
//
// The functions of runtime.def, declared; and the table by which the loader finds them and the math ones.

#pragma once

#include <cstdint>

#include "cpu/image.h"

extern "C" {
using gridcall::cpu::ThreadContext;
using gridcall::cpu::WarpContext;
using gridcall::cpu::WarpOperands;
#define GRIDCALL_RT_FN(result, name, parameters) result name parameters;
#include "cpu/runtime.def"
#undef GRIDCALL_RT_FN
}

namespace gridcall::cpu {

// The address of a function that device code may call, or NULL.
void* runtime_symbol(const char* name) noexcept;

}  // namespace gridcall::cpu
