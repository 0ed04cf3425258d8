// SPDX-License-Identifier: Apache-2.0
//
// Masks: vectors of i1, one for each lane. Every function emits at the builder's insertion point.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "cc/passes/warp/emit/warp_builder.h"

namespace gridcall::cc::warp {

class MaskBuilder {
 public:
  explicit MaskBuilder(WarpBuilder& build) : build_(build) {}

  llvm::FixedVectorType* type() const { return build_.vector_type(build_.getInt1Ty()); }
  llvm::Constant* all() const { return llvm::Constant::getAllOnesValue(type()); }
  llvm::Constant* none() const { return llvm::Constant::getNullValue(type()); }
  static bool is_all(const Value* mask);  // known to be so as the code is emitted

  Value* bits(Value* mask);    // an integer with one bit for each lane
  Value* bits32(Value* mask);  // as the runtime's functions take it
  Value* any(Value* mask);
  Value* none_of(Value* mask, Value* condition);  // whether it holds for no lane of the mask
  Value* first_lane(Value* mask);                 // its number, an i32; poison of an empty mask
  // The lanes of the mask for which the condition holds. A select: poison in a lane that is off must not
  // spread.
  Value* both(Value* mask, Value* condition);
  // bits32() of the lanes of the mask whose element is not 0.
  Value* nonzero_bits(Value* mask, Value* elements);
  // A loop over the active lanes, in order; `body` emits what one does. Where all are active each iteration
  // is for `at_once` of them.
  void for_lanes(Value* mask, llvm::function_ref<void(Value* lane)> body, unsigned at_once = 1);

 private:
  void for_all_lanes(llvm::function_ref<void(Value* lane)> body, unsigned at_once);

  WarpBuilder& build_;
};

}  // namespace gridcall::cc::warp
