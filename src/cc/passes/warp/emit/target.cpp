// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/target.h"

#include <llvm/IR/Constants.h>

namespace gridcall::cc::warp {

llvm::AllocaInst* Target::slot(Type* type, const char* name) {
  BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> build(&entry, entry.begin());
  llvm::AllocaInst* slot = build.CreateAlloca(type, nullptr, name);
  if (fresh && type->isSingleValueType()) {
    build.SetInsertPoint(fresh, fresh->getFirstInsertionPt());
    build.CreateStore(llvm::PoisonValue::get(type), slot);
  }
  return slot;
}

Value* Target::field(llvm::IRBuilder<>& build, std::size_t offset) const {
  return build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), function.getArg(0), offset);
}

}  // namespace gridcall::cc::warp
