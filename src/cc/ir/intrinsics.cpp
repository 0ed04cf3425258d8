// SPDX-License-Identifier: Apache-2.0

#include "cc/ir/intrinsics.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

namespace gridcall::cc {

bool is_lowered_intrinsic(llvm::Intrinsic::ID id) {
  switch (id) {
#define GRIDCALL_CC_INTRINSIC(name, waits) case llvm::Intrinsic::name:
#include "cc/ir/intrinsics.def"
#undef GRIDCALL_CC_INTRINSIC
    return true;
    default:
      return false;
  }
}

WaitsFor waits_for(llvm::Intrinsic::ID id) {
  switch (id) {
#define GRIDCALL_CC_INTRINSIC(name, waits) \
  case llvm::Intrinsic::name:              \
    return WaitsFor::waits;
#include "cc/ir/intrinsics.def"
#undef GRIDCALL_CC_INTRINSIC
    default:
      return WaitsFor::kNothing;
  }
}

}  // namespace gridcall::cc
