// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/analysis/legality.h"

#include <llvm/IR/IntrinsicInst.h>

#include "cc/ir/names.h"
#include "cc/ir/runtime.h"
#include "cc/passes/warp/analysis/lowering.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {
namespace {

constexpr const char* kVaryingStruct = "a struct differs between threads";

const llvm::ConstantInt* constant(const llvm::CallInst& call, unsigned argument) {
  return llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument));
}

llvm::Error check_size(const llvm::AllocaInst& alloca, const VectorizeConfig& config) {
  const LocalLayout local = layout_of(alloca, config.lanes);
  if (local.bytes / config.lanes % alloca.getAlign().value() == 0 || alloca.hasMetadata(kInterleavedMetadata))
    return llvm::Error::success();
  return not_vectorizable("a local array's size is no multiple of its alignment");
}

class Check {
 public:
  Check(const ExecutionPlan& plan, const VectorShapes& shapes, const VectorizeConfig& config)
      : plan_(plan), shapes_(shapes), config_(config) {}

  llvm::Error block(const BasicBlock& block) const {
    for (const llvm::PHINode& phi : block.phis()) {
      const VectorShape shape = shapes_.of(&phi);
      if (shape.kind == VectorShape::kUnknown ||
          (!llvm::VectorType::isValidElementType(phi.getType()) && !shape.uniform())) {
        return not_vectorizable(kVaryingStruct);
      }
    }
    for (const Instruction& instruction : block) {
      if (llvm::isa<llvm::PHINode>(instruction)) continue;
      if (instruction.isTerminator()) {
        if (llvm::isa<llvm::ReturnInst, llvm::UnreachableInst, llvm::BranchInst>(instruction)) continue;
        return not_vectorizable(llvm::Twine("it ends a block by ") + instruction.getOpcodeName());
      }
      if (llvm::Error error = check(instruction)) return error;
    }
    return llvm::Error::success();
  }

 private:
  Lowering lowering(const Instruction& instruction) const {
    return lowering_of(instruction, shapes_, plan_.single_lane(instruction.getParent()));
  }

  llvm::Error check(const Instruction& instruction) const {
    switch (lowering(instruction)) {
      case Lowering::kNotVectorizable:
        return refuse(instruction);
      case Lowering::kAffine:
        if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
          return check_size(*alloca, config_);
        break;
      case Lowering::kVector:
        if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) return check(*extract);
        break;
      case Lowering::kSerial:
        return check_results(instruction);
      case Lowering::kRuntime:
        return check(llvm::cast<llvm::CallInst>(instruction));
      default:
        break;
    }
    return llvm::Error::success();
  }

  // Returns the reason why lowering_of() returned kNotVectorizable.
  static llvm::Error refuse(const Instruction& instruction) {
    if (llvm::isa<llvm::LoadInst>(instruction)) return not_vectorizable("it loads a struct");
    if (llvm::isa<llvm::StoreInst>(instruction)) return not_vectorizable("it stores a struct");
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      const llvm::Function* callee = call->getCalledFunction();
      if (!callee) return not_vectorizable("it calls through a pointer");
      const llvm::Intrinsic::ID id = callee->getIntrinsicID();
      if (id == llvm::Intrinsic::trap || id == llvm::Intrinsic::debugtrap)
        return not_vectorizable("it traps by intrinsic");
      llvm::StringRef name = callee->getName();
      name.consume_front(kRuntimePrefix);
      return not_vectorizable("it calls " + name +
                              (callee->isDeclaration() ? "" : ", in which threads wait"));
    }
    if (llvm::isa<llvm::GetElementPtrInst>(instruction))
      return not_vectorizable("it hands on its thread's context");
    if (!llvm::VectorType::isValidElementType(instruction.getType()))
      return not_vectorizable(llvm::Twine(kVaryingStruct) + " (" + instruction.getOpcodeName() + ")");
    if (llvm::isa<llvm::CastInst>(instruction)) return not_vectorizable("it casts a small vector");
    if (llvm::isa<llvm::AllocaInst>(instruction)) return not_vectorizable("it allocates stack as it runs");
    return not_vectorizable(llvm::Twine("it uses ") + instruction.getOpcodeName());
  }

  // The members of a struct are vectors of lanes only in its own block.
  llvm::Error check(const llvm::ExtractValueInst& extract) const {
    auto* made = llvm::dyn_cast<Instruction>(extract.getAggregateOperand());
    if (!made || made->getParent() != extract.getParent() || lowering(*made) != Lowering::kSerial ||
        extract.getNumIndices() != 1) {
      return not_vectorizable("it takes a struct apart");
    }
    return llvm::Error::success();
  }

  llvm::Error check_results(const Instruction& instruction) const {
    auto is_element = [](Type* type) { return llvm::VectorType::isValidElementType(type); };
    Type* type = instruction.getType();
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      if (!llvm::all_of(structure->elements(), is_element))
        return not_vectorizable("a call gives back a struct");
      for (const llvm::User* user : instruction.users()) {
        auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(user);
        if (!extract || extract->getParent() != instruction.getParent())
          return not_vectorizable(kVaryingStruct);
      }
    } else if (!type->isVoidTy() && !instruction.use_empty() && !is_element(type)) {
      return not_vectorizable("a call gives back a struct");
    }
    return llvm::Error::success();
  }

  // Checks a barrier or a warp function, whose kind selects the code that is emitted.
  llvm::Error check(const llvm::CallInst& call) const {
    const BasicBlock* block = call.getParent();
    const llvm::StringRef name =
        call.getCalledFunction()->getName().drop_front(llvm::StringRef(kRuntimePrefix).size());
    const bool separately = plan_.variant() == WarpVariantKind::kPredicated && plan_.waits_separately(block);
    if (name == "named_barrier") {
      if (plan_.variant() == WarpVariantKind::kConvergent && !plan_.all_active(block))
        return not_vectorizable("internal: a named barrier for some lanes");
    } else if (name == "barrier") {
      if ((separately || config_.one_warp) && !constant(call, 1))
        return not_vectorizable("a barrier's kind is not known");
      if (!shapes_.of(call.getArgOperand(1)).uniform())
        return not_vectorizable("a barrier's kind differs between threads");
    } else if (name == "shuffle") {
      return check_shuffle(call, separately);
    } else if (name == "warp_reduce") {
      const llvm::ConstantInt* kind = constant(call, 3);
      if (!kind && separately) return not_vectorizable("a warp function's kind is not known");
      if (!kind || kind->getZExtValue() > static_cast<std::uint64_t>(cpu::WarpReduction::kXor))
        return not_vectorizable("a reduction's kind is not known");
    }
    return llvm::Error::success();
  }

  static llvm::Error check_shuffle(const llvm::CallInst& call, bool separately) {
    if (!constant(call, 5)) {
      return not_vectorizable(separately ? "a warp function's kind is not known"
                                         : "a shuffle's kind is not known");
    }
    const llvm::ConstantInt* width = constant(call, 4);
    if (!constant(call, 3) || !width) return llvm::Error::success();
    const std::uint64_t segment = width->getZExtValue();
    if (segment < 1 || segment > 32 || (segment & (segment - 1)) != 0)
      return not_vectorizable("a shuffle's width is no power of two");
    return llvm::Error::success();
  }

  const ExecutionPlan& plan_;
  const VectorShapes& shapes_;
  const VectorizeConfig& config_;
};

}  // namespace

llvm::Error check_legality(const ExecutionPlan& plan, const VectorShapes& shapes,
                           const VectorizeConfig& config) {
  const Check check(plan, shapes, config);
  for (const BasicBlock* block : plan.order()) {
    if (llvm::Error error = check.block(*block)) return error;
  }
  return llvm::Error::success();
}

llvm::Error check_frame(const Source& source, const VectorizeConfig& config) {
  for (const Instruction& instruction : source.function.getEntryBlock()) {
    auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!alloca) continue;
    if (!alloca->isStaticAlloca()) return not_vectorizable("it allocates stack as it runs");
    if (alloca->getAlign() > llvm::Align(64))
      return not_vectorizable("a local array needs an alignment of more than 64 bytes");
    if (llvm::Error error = check_size(*alloca, config)) return error;
  }
  if (!config.resumptions) return llvm::Error::success();
  for (const auto& [type, phis] : config.resumptions->kept) {
    if (!llvm::VectorType::isValidElementType(type)) return not_vectorizable(kVaryingStruct);
  }
  return llvm::Error::success();
}

}  // namespace gridcall::cc::warp
