// SPDX-License-Identifier: Apache-2.0
//
// Reads of shared memory that follow each other in one block of the code and lie side by side, as those of an
// unrolled loop do: where all threads of a row read them, one look is enough for all.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <vector>

namespace gridcall::cc::check {

struct ReadsAhead {
  llvm::LoadInst* first;  // in the code
  std::int64_t distance;  // from its address to the lowest one, bytes
  std::uint64_t bytes;    // that are read from there on
};

std::vector<ReadsAhead> reads_ahead(llvm::Function& function);

}  // namespace gridcall::cc::check
