// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

namespace gridcall::cc::warp {

// What each execution computes anew to the same, for all lanes whether they are on or not: it needs nobody to
// keep it. (A division is not done for lanes that are off.)
class StableValues {
 public:
  bool operator()(const llvm::Value* value);

 private:
  bool compute(const llvm::Instruction& instruction);

  llvm::DenseMap<const llvm::Instruction*, bool> known_;
};

}  // namespace gridcall::cc::warp
