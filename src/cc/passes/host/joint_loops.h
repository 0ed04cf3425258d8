// SPDX-License-Identifier: Apache-2.0
//
// Loops that several warps of a block may run as one (join-warps).

#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace gridcall::cc {

// Stands for the answer whether join-warps made a warp's copy of a loop run together with others'.
inline constexpr const char* kJoinedFunction = "gridcall_joined";
inline constexpr const char* kJointMetadata = "gridcall-joint";  // on the latch of a loop copied for that

// Returns whether an instruction may run once more, or for nothing, in a warp that comes to it.
bool is_repeatable(const llvm::Instruction& instruction);

// Returns whether an iteration of the loop may run once more, and the loop carries vectors of floating point,
// whose operations wait for each other.
bool is_joint_candidate(const llvm::Loop& loop);

}  // namespace gridcall::cc
