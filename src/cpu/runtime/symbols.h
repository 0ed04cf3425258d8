// SPDX-License-Identifier: Apache-2.0
//
// The table by which the loader finds the functions of runtime.def and math.def.

#pragma once

namespace gridcall::cpu {

// Returns the address of a function that device code may call, or NULL.
void* runtime_symbol(const char* name) noexcept;

}  // namespace gridcall::cpu
