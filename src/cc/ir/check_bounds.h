// SPDX-License-Identifier: Apache-2.0
//
// Code that decides inline whether a call of gridcall_rt_check_access or gridcall_rt_check_variable would
// report an error, for one thread or for the lanes of a warp.

#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstddef>
#include <cstdint>

#include "cc/ir/runtime.h"
#include "cpu/abi/check.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::check {

// A call of one of these two functions.
class Check {
 public:
  explicit Check(llvm::CallInst& call)
      : call_(call), is_variable_(call.getCalledFunction()->getName() == kCheckVariable) {}
  static bool is(const llvm::Value* value) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    return callee && (callee->getName() == kCheckVariable || callee->getName() == kCheckAccess);
  }

  llvm::CallInst& call() const { return call_; }
  bool is_variable() const { return is_variable_; }
  unsigned address_operand() const { return is_variable_ ? 2 : 1; }
  llvm::Value* address() const { return call_.getArgOperand(address_operand()); }
  llvm::Value* base() const { return is_variable_ ? call_.getArgOperand(1) : nullptr; }
  llvm::Value* bytes() const { return call_.getArgOperand(address_operand() + 1); }
  llvm::Value* flags() const { return call_.getArgOperand(address_operand() + 2); }
  llvm::Value* site() const { return call_.getArgOperand(address_operand() + 3); }
  llvm::Constant* object() const {
    return is_variable_ ? llvm::cast<llvm::Constant>(call_.getArgOperand(6)) : nullptr;
  }
  llvm::Value* slot() const { return is_variable_ ? nullptr : call_.getArgOperand(6); }
  static constexpr unsigned kValueOperand = 5;
  llvm::Value* value() const { return is_variable_ ? nullptr : call_.getArgOperand(kValueOperand); }
  // Returns the logarithm of the alignment that the access relies on; 0 for a variable, which is not checked
  // for it.
  unsigned align() const {
    if (is_variable_) return 0;
    return static_cast<unsigned>(number(flags()) >> cpu::kAccessAlignShift & cpu::kAccessAlignMask);
  }
  std::uint64_t object_bytes() const {
    const auto* variable = llvm::cast<llvm::GlobalVariable>(object());
    return number(variable->getInitializer()->getAggregateElement(1));
  }
  // Returns whether a cpu::CheckRange can decide the access alone under these checks. Races are detected only
  // where the launch writes, and each write must reach the runtime once.
  bool has_range(std::uint32_t checks) const {
    if (is_variable_ || (checks & (cpu::kCheckInit | cpu::kCheckRace)) == 0) return true;
    const std::uint64_t flags = number(this->flags());
    return (flags &
            (cpu::kAccessAtomic | cpu::kAccessVolatile | cpu::kAccessCompared | cpu::kAccessShared)) == 0 &&
           ((flags & cpu::kAccessWrite) == 0 || (checks & cpu::kCheckRace) == 0);
  }
  // Returns whether BlockContext::seen can prove that a read repeats an earlier one of a word of shared
  // memory, or, without `race`, that an access is to a word that was written.
  bool may_be_seen(std::uint32_t checks) const {
    if (is_variable_ || (checks & (cpu::kCheckInit | cpu::kCheckRace)) == 0) return false;
    const std::uint64_t flags = number(this->flags());
    return (flags & cpu::kAccessShared) != 0 && number(bytes()) % 4 == 0 &&
           (flags & (cpu::kAccessAtomic | cpu::kAccessVolatile | cpu::kAccessCompared)) == 0 &&
           ((flags & cpu::kAccessWrite) == 0 || (checks & cpu::kCheckRace) == 0);
  }
  static std::uint64_t number(const llvm::Value* value) {
    return llvm::cast<llvm::ConstantInt>(value)->getZExtValue();
  }

 private:
  static constexpr llvm::StringRef kCheckAccess = "gridcall_rt_check_access";
  static constexpr llvm::StringRef kCheckVariable = "gridcall_rt_check_variable";
  llvm::CallInst& call_;
  bool is_variable_;
};

// An access is inside if (address - begin), rotated right, is below the limit. Both are 64-bit integers.
struct Bounds {
  llvm::Value* begin;
  llvm::Value* limit;
  unsigned rotate;
};

// `base` is the variable's address as a value of the generated code, or NULL; `block` is the BlockContext.
inline Bounds bounds_of(llvm::IRBuilderBase& builder, const Check& check, llvm::Value* base,
                        llvm::Value* block) {
  llvm::Type* i64 = builder.getInt64Ty();
  if (check.is_variable()) {
    const std::uint64_t bytes = Check::number(check.bytes());
    const std::uint64_t all = check.object_bytes();
    return {builder.CreatePtrToInt(base, base->getType()->getWithNewType(i64)),
            builder.getInt64(bytes <= all ? all - bytes + 1 : 0), 0};
  }
  const auto field = [&](llvm::Value* from, std::uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), from, offset);
  };
  llvm::LoadInst* ranges =
      builder.CreateLoad(builder.getPtrTy(), field(block, offsetof(cpu::BlockContext, ranges)));
  ranges->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder.getContext(), {}));
  llvm::Value* range = field(ranges, Check::number(check.slot()) * sizeof(cpu::CheckRange));
  return {builder.CreateLoad(i64, field(range, offsetof(cpu::CheckRange, begin))),
          builder.CreateLoad(i64, field(range, offsetof(cpu::CheckRange, limit))), check.align()};
}

// Compares an address, or a vector of addresses if the bounds are vectors too.
inline llvm::Value* is_inside(llvm::IRBuilderBase& builder, const Bounds& bounds, llvm::Value* address) {
  llvm::Type* type = address->getType()->getWithNewType(builder.getInt64Ty());
  llvm::Value* distance = builder.CreateSub(builder.CreatePtrToInt(address, type), bounds.begin);
  if (bounds.rotate != 0)
    distance = builder.CreateIntrinsic(llvm::Intrinsic::fshr, {type},
                                       {distance, distance, llvm::ConstantInt::get(type, bounds.rotate)});
  return builder.CreateICmpULT(distance, bounds.limit);
}

}  // namespace gridcall::cc::check
