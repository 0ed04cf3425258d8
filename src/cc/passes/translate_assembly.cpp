// SPDX-License-Identifier: Apache-2.0
//
// translate-assembly: inline PTX of one plain instruction becomes the IR that says the same: special
// registers, barriers and fences, bit fields, approximate functions, loads with a cache hint. Everything
// else stays, and check-supported refuses it.

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::Value;

struct Instruction {
  std::string name;                         // "bfe.u32"
  llvm::SmallVector<std::string> operands;  // "$0", "%laneid", "31"
};

// False where the text is not exactly one instruction.
bool parse(llvm::StringRef text, Instruction& instruction) {
  text = text.trim(" \t\r\n");
  text.consume_back(";");
  if (text.empty() || text.find_first_of(";{}|@:") != llvm::StringRef::npos) return false;
  auto [name, rest] = text.split(' ');
  if (name.contains('\t')) std::tie(name, rest) = text.split('\t');
  instruction.name = name.str();
  llvm::SmallVector<llvm::StringRef> parts;
  rest.split(parts, ',', -1, false);
  for (llvm::StringRef part : parts) instruction.operands.push_back(part.trim(" \t\r\n").str());
  return true;
}

llvm::Intrinsic::ID special_register(llvm::StringRef name) {
  using namespace llvm::Intrinsic;
  return llvm::StringSwitch<ID>(name)
      .Case("%laneid", nvvm_read_ptx_sreg_laneid)
      .Case("%warpid", nvvm_read_ptx_sreg_warpid)
      .Case("%nwarpid", nvvm_read_ptx_sreg_nwarpid)
      .Case("%smid", nvvm_read_ptx_sreg_smid)
      .Case("%nsmid", nvvm_read_ptx_sreg_nsmid)
      .Case("%tid.x", nvvm_read_ptx_sreg_tid_x)
      .Case("%tid.y", nvvm_read_ptx_sreg_tid_y)
      .Case("%tid.z", nvvm_read_ptx_sreg_tid_z)
      .Case("%ntid.x", nvvm_read_ptx_sreg_ntid_x)
      .Case("%ntid.y", nvvm_read_ptx_sreg_ntid_y)
      .Case("%ntid.z", nvvm_read_ptx_sreg_ntid_z)
      .Case("%ctaid.x", nvvm_read_ptx_sreg_ctaid_x)
      .Case("%ctaid.y", nvvm_read_ptx_sreg_ctaid_y)
      .Case("%ctaid.z", nvvm_read_ptx_sreg_ctaid_z)
      .Case("%nctaid.x", nvvm_read_ptx_sreg_nctaid_x)
      .Case("%nctaid.y", nvvm_read_ptx_sreg_nctaid_y)
      .Case("%nctaid.z", nvvm_read_ptx_sreg_nctaid_z)
      .Case("%lanemask_eq", nvvm_read_ptx_sreg_lanemask_eq)
      .Case("%lanemask_lt", nvvm_read_ptx_sreg_lanemask_lt)
      .Case("%lanemask_le", nvvm_read_ptx_sreg_lanemask_le)
      .Case("%lanemask_gt", nvvm_read_ptx_sreg_lanemask_gt)
      .Case("%lanemask_ge", nvvm_read_ptx_sreg_lanemask_ge)
      .Case("%clock", nvvm_read_ptx_sreg_clock)
      .Case("%clock64", nvvm_read_ptx_sreg_clock64)
      .Case("%globaltimer", nvvm_read_ptx_sreg_globaltimer)
      .Default(not_intrinsic);
}

class Translation {
 public:
  explicit Translation(llvm::CallInst* call) : call_(call), builder_(call) {}

  bool run() {
    auto* assembly = llvm::cast<llvm::InlineAsm>(call_->getCalledOperand());
    // An output in memory or one that is an input too ("+r") numbers the operands differently.
    for (const llvm::InlineAsm::ConstraintInfo& constraint : assembly->ParseConstraints()) {
      if (constraint.isIndirect || constraint.hasMatchingInput()) return false;
    }
    if (llvm::isa<llvm::StructType>(call_->getType())) return false;
    std::string text = assembly->getAsmString();
    std::replace(text.begin(), text.end(), kAssemblyPercent, '%');
    if (!parse(text, instruction_)) return false;
    Value* result = translate();
    if (result == nullptr) return false;
    if (!call_->getType()->isVoidTy()) {
      if (result->getType() != call_->getType()) return false;
      call_->replaceAllUsesWith(result);
    }
    call_->eraseFromParent();
    return true;
  }

 private:
  bool has_result() const { return !call_->getType()->isVoidTy(); }
  std::size_t count() const { return instruction_.operands.size(); }

  // The operand as a value: "$2", or a number for the type wanted; NULL for anything else.
  Value* operand(std::size_t index, llvm::Type* type) {
    llvm::StringRef text = instruction_.operands[index];
    if (text.consume_front("$")) {
      unsigned number = 0;
      if (text.getAsInteger(10, number)) return nullptr;
      if (has_result()) {
        if (number == 0) return nullptr;
        --number;
      }
      if (number >= call_->arg_size()) return nullptr;
      Value* value = call_->getArgOperand(number);
      return value->getType() == type ? value : nullptr;
    }
    std::int64_t number = 0;
    if (!type->isIntegerTy() || text.getAsInteger(0, number)) return nullptr;
    return llvm::ConstantInt::get(type, static_cast<std::uint64_t>(number), true);
  }
  bool writes_result() const { return has_result() && count() > 0 && instruction_.operands[0] == "$0"; }

  Value* translate() {
    llvm::StringRef name = instruction_.name;
    llvm::Type* i32 = builder_.getInt32Ty();
    llvm::Type* f32 = builder_.getFloatTy();
    if (!has_result()) {
      if (name.starts_with("membar.") || name.starts_with("fence.")) {
        return builder_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
      }
      if (name == "bar.sync" || name == "barrier.sync" || name == "barrier.sync.aligned") return barrier();
      if (name == "trap") return builder_.CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
      // Hints.
      if (name.starts_with("prefetch") || name.starts_with("griddepcontrol")) return builder_.getTrue();
      return nullptr;
    }
    if (!writes_result()) return nullptr;
    if (count() == 2) {
      if (llvm::Intrinsic::ID id = special_register(instruction_.operands[1]);
          id != llvm::Intrinsic::not_intrinsic && name.starts_with("mov.")) {
        Value* value = builder_.CreateIntrinsic(id, {}, {});
        if (!call_->getType()->isIntegerTy()) return nullptr;
        return builder_.CreateZExtOrTrunc(value, call_->getType());
      }
      if (auto [id, type] = unary(name); id != llvm::Intrinsic::not_intrinsic) {
        Value* value = operand(1, type);
        return value == nullptr ? nullptr : builder_.CreateUnaryIntrinsic(id, value);
      }
      if (name.starts_with("rcp.") && name.ends_with(".f32")) {
        Value* value = operand(1, f32);
        return value == nullptr ? nullptr : builder_.CreateFDiv(llvm::ConstantFP::get(f32, 1.0), value);
      }
      if (name.starts_with("rsqrt.") && name.ends_with(".f32")) {
        Value* value = operand(1, f32);
        if (value == nullptr) return nullptr;
        return builder_.CreateFDiv(llvm::ConstantFP::get(f32, 1.0),
                                   builder_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, value));
      }
      return load(name);
    }
    if (count() == 4 && (name == "bfe.u32" || name == "bfe.s32")) return bit_field(name == "bfe.s32");
    if (count() == 4 && (name == "fma.rn.f32" || name == "fma.rn.ftz.f32")) {
      Value *a = operand(1, f32), *b = operand(2, f32), *c = operand(3, f32);
      if (a == nullptr || b == nullptr || c == nullptr) return nullptr;
      return builder_.CreateIntrinsic(llvm::Intrinsic::fma, {f32}, {a, b, c});
    }
    if (count() == 5 && name == "lop3.b32") return logic();
    if (count() == 3 && (name == "mul.hi.u32" || name == "mul.hi.s32")) {
      Value *a = operand(1, i32), *b = operand(2, i32);
      if (a == nullptr || b == nullptr) return nullptr;
      llvm::Type* i64 = builder_.getInt64Ty();
      bool is_signed = name.ends_with("s32");
      auto wide = [&](Value* v) {
        return is_signed ? builder_.CreateSExt(v, i64) : builder_.CreateZExt(v, i64);
      };
      return builder_.CreateTrunc(builder_.CreateLShr(builder_.CreateMul(wide(a), wide(b)), 32), i32);
    }
    return nullptr;
  }

  Value* barrier() {
    llvm::Type* i32 = builder_.getInt32Ty();
    if (count() != 1 && count() != 2) return nullptr;
    Value* number = operand(0, i32);
    Value* threads = count() == 2 ? operand(1, i32) : nullptr;
    if (number == nullptr || (count() == 2 && threads == nullptr)) return nullptr;
    if (threads != nullptr)
      return builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier_sync_cnt, {}, {number, threads});
    if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(number); known != nullptr && known->isZero())
      return builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier0, {}, {});
    return builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier_sync, {}, {number});
  }

  std::pair<llvm::Intrinsic::ID, llvm::Type*> unary(llvm::StringRef name) {
    using namespace llvm::Intrinsic;
    llvm::Type* f32 = builder_.getFloatTy();
    auto approximate = llvm::StringSwitch<ID>(name)
                           .Cases("ex2.approx.f32", "ex2.approx.ftz.f32", exp2)
                           .Cases("lg2.approx.f32", "lg2.approx.ftz.f32", log2)
                           .Cases("sin.approx.f32", "sin.approx.ftz.f32", sin)
                           .Cases("cos.approx.f32", "cos.approx.ftz.f32", cos)
                           .Case("tanh.approx.f32", llvm::Intrinsic::tanh)
                           .Cases("sqrt.approx.f32", "sqrt.approx.ftz.f32", "sqrt.rn.f32", sqrt)
                           .Default(not_intrinsic);
    if (approximate != not_intrinsic) return {approximate, f32};
    auto bits = llvm::StringSwitch<ID>(name)
                    .Case("brev.b32", bitreverse)
                    .Case("popc.b32", ctpop)
                    .Default(not_intrinsic);
    return {bits, builder_.getInt32Ty()};
  }

  // "ld.global.nc.f32 $0, [$1]": any cache hint, no volatile or ordered form, no vector.
  Value* load(llvm::StringRef name) {
    llvm::SmallVector<llvm::StringRef> parts;
    name.split(parts, '.');
    if (parts[0] != "ld" && parts[0] != "ldu") return nullptr;
    for (llvm::StringRef part : llvm::drop_begin(parts)) {
      bool known = llvm::StringSwitch<bool>(part)
                       .Cases("global", "nc", "ca", "cg", "cs", "lu", true)
                       .Cases("u32", "s32", "b32", "f32", true)
                       .Cases("u64", "s64", "b64", "f64", true)
                       .StartsWith("L1::", true)
                       .StartsWith("L2::", true)
                       .Default(false);
      if (!known) return nullptr;
    }
    if (instruction_.operands[1] != "[$1]" || call_->arg_size() != 1) return nullptr;
    bool wide = parts.back().ends_with("64");
    if (call_->getType()->getPrimitiveSizeInBits() != (wide ? 64 : 32)) return nullptr;
    Value* address = call_->getArgOperand(0);
    if (!address->getType()->isPointerTy()) address = builder_.CreateIntToPtr(address, builder_.getPtrTy());
    return builder_.CreateAlignedLoad(call_->getType(), address, llvm::Align(wide ? 8 : 4));
  }

  // Fields that reach beyond bit 31 are filled with zeros, or with the sign.
  Value* bit_field(bool is_signed) {
    llvm::Type* i32 = builder_.getInt32Ty();
    llvm::Type* i64 = builder_.getInt64Ty();
    Value *word = operand(1, i32), *position = operand(2, i32), *length = operand(3, i32);
    if (word == nullptr || position == nullptr || length == nullptr) return nullptr;
    auto clamped = [&](Value* v) {
      v = builder_.CreateAnd(v, 255);
      v = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, v, builder_.getInt32(32));
      return builder_.CreateZExt(v, i64);
    };
    position = clamped(position);
    length = clamped(length);
    Value* wide = is_signed ? builder_.CreateSExt(word, i64) : builder_.CreateZExt(word, i64);
    Value* shifted = is_signed ? builder_.CreateAShr(wide, position) : builder_.CreateLShr(wide, position);
    // Up and down again, so that the field's top bit becomes the sign; length 0 gives 0.
    Value* rest = builder_.CreateSub(builder_.getInt64(64), length);
    Value* empty = builder_.CreateICmpEQ(length, builder_.getInt64(0));
    rest = builder_.CreateSelect(empty, builder_.getInt64(0), rest);
    Value* up = builder_.CreateShl(shifted, rest);
    Value* down = is_signed ? builder_.CreateAShr(up, rest) : builder_.CreateLShr(up, rest);
    return builder_.CreateTrunc(builder_.CreateSelect(empty, builder_.getInt64(0), down), i32);
  }

  // Every function of three bits, by its truth table.
  Value* logic() {
    llvm::Type* i32 = builder_.getInt32Ty();
    Value *a = operand(1, i32), *b = operand(2, i32), *c = operand(3, i32);
    auto* table = llvm::dyn_cast_or_null<llvm::ConstantInt>(operand(4, i32));
    if (a == nullptr || b == nullptr || c == nullptr || table == nullptr) return nullptr;
    Value* result = builder_.getInt32(0);
    for (unsigned row = 0; row < 8; ++row) {
      if (((table->getZExtValue() >> row) & 1) == 0) continue;
      Value* term = (row & 4) != 0 ? a : builder_.CreateNot(a);
      term = builder_.CreateAnd(term, (row & 2) != 0 ? b : builder_.CreateNot(b));
      term = builder_.CreateAnd(term, (row & 1) != 0 ? c : builder_.CreateNot(c));
      result = builder_.CreateOr(result, term);
    }
    return result;
  }

  llvm::CallInst* call_;
  llvm::IRBuilder<> builder_;
  Instruction instruction_;
};

}  // namespace

llvm::PreservedAnalyses TranslateAssembly::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call != nullptr && call->isInlineAsm()) changed |= Translation(call).run();
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
