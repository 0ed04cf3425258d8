// SPDX-License-Identifier: Apache-2.0
//
// An IRBuilder for vectors with one element for each lane of a warp.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>

#include "cc/passes/warp/analysis/source.h"

namespace gridcall::cc::warp {

class WarpBuilder : public llvm::IRBuilder<> {
 public:
  WarpBuilder(llvm::Function& function, unsigned lanes)
      : llvm::IRBuilder<>(function.getContext()), function_(function), lanes_(lanes) {}

  unsigned lanes() const { return lanes_; }
  llvm::Module& module() const { return *function_.getParent(); }
  BasicBlock* block(const llvm::Twine& name) { return BasicBlock::Create(getContext(), name, &function_); }

  llvm::FixedVectorType* vector_type(Type* type) const { return llvm::FixedVectorType::get(type, lanes_); }
  Value* splat(Value* value) { return CreateVectorSplat(lanes_, value); }
  // Returns the vector 0, stride, 2 * stride ...
  static Value* steps(Type* type, std::int64_t stride, unsigned count);
  // Concatenates vectors of equal length, whose number is a power of two.
  Value* concatenate(llvm::ArrayRef<Value*> parts);
  // Returns the elements of one of `rows` equal parts of the lanes.
  Value* part_of(Value* vector, unsigned row, unsigned rows);

 private:
  llvm::Function& function_;
  unsigned lanes_;
};

}  // namespace gridcall::cc::warp
