// SPDX-License-Identifier: Apache-2.0
//
// Reads that race with no atomic access: their value is a guess, which an atomic compares with what is there
// then, or a loop repeats a volatile read until it is another.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace gridcall::cc::check {

// By read, what is added to its CheckAccess.
llvm::DenseMap<const llvm::Instruction*, std::uint32_t> compared_reads(llvm::Function& function);

}  // namespace gridcall::cc::check
