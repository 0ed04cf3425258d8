// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/warp_builder.h"

#include <llvm/IR/Constants.h>

namespace gridcall::cc::warp {

Value* WarpBuilder::steps(Type* type, std::int64_t stride, unsigned count) {
  llvm::SmallVector<llvm::Constant*> elements;
  for (unsigned lane = 0; lane < count; ++lane) {
    elements.push_back(llvm::ConstantInt::get(type, static_cast<std::uint64_t>(stride * lane), true));
  }
  return llvm::ConstantVector::get(elements);
}

Value* WarpBuilder::concatenate(llvm::ArrayRef<Value*> parts) {
  llvm::SmallVector<Value*> all(parts.begin(), parts.end());
  while (all.size() > 1) {
    llvm::SmallVector<Value*> pairs;
    const unsigned length = llvm::cast<llvm::FixedVectorType>(all[0]->getType())->getNumElements();
    llvm::SmallVector<int> indices;
    for (unsigned i = 0; i < 2 * length; ++i) indices.push_back(static_cast<int>(i));
    for (std::size_t i = 0; i < all.size(); i += 2) {
      pairs.push_back(CreateShuffleVector(all[i], all[i + 1], indices));
    }
    all = std::move(pairs);
  }
  return all[0];
}

Value* WarpBuilder::part_of(Value* vector, unsigned row, unsigned rows) {
  if (rows == 1) return vector;
  llvm::SmallVector<int> indices;
  for (unsigned i = 0; i < lanes_ / rows; ++i) indices.push_back(static_cast<int>(row * (lanes_ / rows) + i));
  return CreateShuffleVector(vector, indices);
}

}  // namespace gridcall::cc::warp
