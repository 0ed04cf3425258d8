// SPDX-License-Identifier: Apache-2.0
//
// Loops with a large stride from iteration to iteration: over a grid (i += gridDim.x * blockDim.x), or down a
// column (in[k * n + x]).

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

#include <cstdint>

namespace gridcall::cc {

// The step of a load's or store's address per iteration, if it is not known to be small.
struct Stride {
  const llvm::SCEV* step = nullptr;  // in elements; NULL if there is no stride
  std::uint64_t element_bytes = 0;
};

// Returns the stride of the first such access in the loop itself, not in inner loops. `of_warps` selects
// vector accesses of a warp, otherwise scalar ones of a thread.
Stride find_stride(const llvm::Loop& loop, const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
                   bool of_warps);

// Returns whether one thread's code has such a loop.
bool strides_far(llvm::Function& function, llvm::DominatorTree& dominators, llvm::LoopInfo& loops);

}  // namespace gridcall::cc
