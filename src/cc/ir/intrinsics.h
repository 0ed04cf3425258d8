// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <llvm/IR/Intrinsics.h>

namespace gridcall::cc {

// The other threads that a thread may wait for in an intrinsic.
enum class WaitsFor { kNothing, kLanes, kBlock };

// Returns whether lower-device-intrinsics lowers this llvm.nvvm.* intrinsic.
bool is_lowered_intrinsic(llvm::Intrinsic::ID id);
WaitsFor waits_for(llvm::Intrinsic::ID id);

}  // namespace gridcall::cc
