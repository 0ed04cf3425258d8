// SPDX-License-Identifier: Apache-2.0
//
// Loops over a grid, as `for (i = first; i < n; i += gridDim.x * blockDim.x)`: each round of a warp's loop reads
// or writes at base + i, far from the round before.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace gridcall::cc {

// A warp's load or store of neighbouring elements at base + i, where the loop adds a step to i that is not known
// to be small.
struct StridedAccess {
  llvm::Instruction* access;
  llvm::GetElementPtrInst* place;
  llvm::CastInst* widened;  // i made as wide as an address, or NULL
  llvm::PHINode* counter;   // i
  llvm::Value* step;
  std::uint64_t bytes;
};

// Those of the loop itself, not of loops in it.
llvm::SmallVector<StridedAccess> find_strided(const llvm::Loop& loop, const llvm::LoopInfo& loops);

}  // namespace gridcall::cc
