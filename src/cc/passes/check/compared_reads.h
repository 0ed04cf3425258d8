// SPDX-License-Identifier: Apache-2.0
//
// Reads that race with no atomic access: an atomic later compares their value with the memory, or a loop
// repeats a volatile read until the value changes.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace gridcall::cc::check {

// Maps these reads to the flags to be added to their CheckAccess.
llvm::DenseMap<const llvm::Instruction*, std::uint32_t> compared_reads(llvm::Function& function);

}  // namespace gridcall::cc::check
