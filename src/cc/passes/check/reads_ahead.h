// SPDX-License-Identifier: Apache-2.0
//
// Consecutive reads of adjacent shared memory in one block of the code, such as those of an unrolled loop. If
// all threads of a row read the same addresses, one check is enough for all reads.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <vector>

namespace gridcall::cc::check {

struct ReadsAhead {
  llvm::LoadInst* first;  // the first in the code
  std::int64_t distance;  // the bytes from its address to the lowest one
  std::uint64_t bytes;    // the bytes that are read from the lowest address on
};

std::vector<ReadsAhead> reads_ahead(llvm::Function& function);

}  // namespace gridcall::cc::check
