// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

namespace gridcall::cc::warp {

// Decides whether each execution recomputes the same value for all lanes, active or not, so that the value
// need not be saved across a wait. A division does not, because it is not executed for inactive lanes.
class StableValues {
 public:
  bool operator()(const llvm::Value* value);

 private:
  bool compute(const llvm::Instruction& instruction);

  llvm::DenseMap<const llvm::Instruction*, bool> known_;
};

}  // namespace gridcall::cc::warp
