// SPDX-License-Identifier: Apache-2.0
//
// The marks that flush-denormals, form-fma and lower-flushes share: under -ftz=true a call of
// llvm.canonicalize flushes floats, and a call of llvm.arithmetic.fence keeps the flush of a comparison. The
// front end gives functions the mode "dynamic", so that LLVM itself neither flushes nor treats
// llvm.canonicalize as an identity.

#pragma once

#include <llvm/IR/IntrinsicInst.h>

namespace gridcall::cc {

inline constexpr llvm::StringLiteral kDenormalMode("denormal-fp-math-f32");

inline bool is_float(const llvm::Value* value) {
  return value->getType()->isFPOrFPVectorTy() && value->getType()->getScalarType()->isFloatTy();
}

inline bool is_flush(const llvm::Value* value, llvm::Intrinsic::ID id = llvm::Intrinsic::canonicalize) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(value);
  return call && call->getIntrinsicID() == id && is_float(call);
}

// The effect of -ftz=true on an instruction, as observed in the PTX that NVRTC makes.
struct Flushing {
  bool flushes = false;  // flushes the operands, and a result that may be subnormal
  enum Result { kMayBeSubnormal, kSubnormalAsOperands, kNeverSubnormal } result = kMayBeSubnormal;
};

Flushing flushing_of(const llvm::Instruction& instruction);

}  // namespace gridcall::cc
