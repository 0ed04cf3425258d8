// SPDX-License-Identifier: Apache-2.0
//
// The context fields that a thread's code reads, and the layout of its local variables for a warp.

#pragma once

#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace gridcall::cc::warp {

// The field of ThreadContext or BlockContext that a load reads, by the argument it starts from.
enum class Field { kNone, kThreadX, kThreadY, kThreadZ, kLinearIndex, kBlock, kBlockField };
struct FieldAccess {
  Field field = Field::kNone;
  unsigned offset = 0;  // the offset in BlockContext, for kBlockField
};
// The size of a local variable for all lanes, and the distance between the copies of adjacent lanes.
struct LocalLayout {
  std::uint64_t bytes = 0;
  std::uint64_t step = 0;
};
LocalLayout layout_of(const llvm::AllocaInst& alloca, unsigned lanes);

FieldAccess field_of(const llvm::LoadInst& load);

// Returns whether the value is blockDim.x * threadIdx.y or similar. In linear warps such a value is a
// multiple of the number of lanes, because the block is one row or its rows have such a length.
bool counts_rows(const llvm::BinaryOperator& operation);

}  // namespace gridcall::cc::warp
