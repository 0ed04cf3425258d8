// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <llvm/IR/Intrinsics.h>

namespace gridcall::cc {

// Whether lower-device-intrinsics knows this llvm.nvvm.* intrinsic.
bool is_lowered_intrinsic(llvm::Intrinsic::ID id);

}  // namespace gridcall::cc
