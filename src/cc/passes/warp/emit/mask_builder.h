// SPDX-License-Identifier: Apache-2.0
//
// Masks are vectors of i1, one for each lane. Every function emits at the builder's insertion point.

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
  static bool is_all(const Value* mask);  // known at compile time

  Value* bits(Value* mask);    // an integer with one bit for each lane
  Value* bits32(Value* mask);  // the form that the runtime's functions take
  Value* any(Value* mask);
  Value* none_of(Value* mask, Value* condition);  // true if the condition holds for no lane of the mask
  Value* first_lane(Value* mask);                 // the lane's number, an i32; poison for an empty mask
  // Returns the lanes of the mask for which the condition holds. It is a select, so that poison in an
  // inactive lane does not spread.
  Value* both(Value* mask, Value* condition);
  // Returns bits32() of the lanes of the mask whose element is not 0.
  Value* nonzero_bits(Value* mask, Value* elements);
  // Emits a loop over the active lanes, in order; `body` emits the code for one lane. If all lanes are
  // active, each iteration is for `at_once` of them.
  void for_lanes(Value* mask, llvm::function_ref<void(Value* lane)> body, unsigned at_once = 1);

 private:
  void for_all_lanes(llvm::function_ref<void(Value* lane)> body, unsigned at_once);

  WarpBuilder& build_;
};

}  // namespace gridcall::cc::warp
