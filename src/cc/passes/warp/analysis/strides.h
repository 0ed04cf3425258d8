// SPDX-License-Identifier: Apache-2.0
//
// Loops with a large stride from iteration to iteration: over a grid (i += gridDim.x * blockDim.x), down a
// column (in[k * n + x]).

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

#include <cstdint>

namespace gridcall::cc {

// How far a load or store moves per iteration, where that is not known to be little.
struct Stride {
  const llvm::SCEV* step = nullptr;  // in elements; NULL: there is none
  std::uint64_t element_bytes = 0;
};

// That of the first such access of the loop itself, not of loops in it: of a warp's (vectors) or of one
// thread's.
Stride find_stride(const llvm::Loop& loop, const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
                   bool of_warps);

// In one thread's code: whether it has such a loop.
bool strides_far(llvm::Function& function, llvm::DominatorTree& dominators, llvm::LoopInfo& loops);

}  // namespace gridcall::cc
