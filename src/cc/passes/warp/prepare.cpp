// SPDX-License-Identifier: Apache-2.0

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

#include "cc/passes/warp/analysis/execution_plan.h"
#include "cc/passes/warp/vectorize.h"

namespace gridcall::cc::warp {
namespace {

constexpr unsigned kMaxRepeated = 4;          // instructions one behind another
constexpr unsigned kMaxInstructions = 20000;  // larger entries take too long to compile as vectors

// Inlines calls of functions with a body until only recursive calls remain.
llvm::Error inline_calls(llvm::Function& entry) {
  for (unsigned round = 0; round < 64; ++round) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(entry)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration()) {
        calls.push_back(call);
      }
    }
    if (calls.empty()) return llvm::Error::success();
    for (llvm::CallInst* call : calls) {
      llvm::InlineFunctionInfo info;
      if (!llvm::InlineFunction(*call, info).isSuccess()) return not_vectorizable("a call cannot be inlined");
    }
    if (entry.getInstructionCount() > kMaxInstructions)
      return not_vectorizable("it is too large, or calls itself");
  }
  return not_vectorizable("it calls itself");
}

// Returns phis of structs of which only members are used. LLVM creates them from the results of calls in
// several blocks.
llvm::SmallSetVector<llvm::PHINode*, 8> phis_of_structs(llvm::Function& entry) {
  llvm::SmallSetVector<llvm::PHINode*, 8> phis;
  for (llvm::BasicBlock& block : entry) {
    for (llvm::PHINode& phi : block.phis()) {
      if (phi.getType()->isStructTy()) phis.insert(&phi);
    }
  }
  const auto is_used_otherwise = [&](llvm::PHINode* phi) {
    return llvm::any_of(phi->users(), [&](llvm::User* user) {
      auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(user);
      auto* other = llvm::dyn_cast<llvm::PHINode>(user);
      return !(extract && extract->getNumIndices() == 1) && !(other && phis.contains(other));
    });
  };
  while (phis.remove_if(is_used_otherwise)) {
  }
  return phis;
}

// Replaces a phi of a struct by one for each member.
void split_phis(llvm::Function& entry) {
  const llvm::SmallSetVector<llvm::PHINode*, 8> phis = phis_of_structs(entry);
  llvm::DenseMap<llvm::PHINode*, llvm::SmallVector<llvm::PHINode*>> members;
  for (llvm::PHINode* phi : phis) {
    for (llvm::Type* type : llvm::cast<llvm::StructType>(phi->getType())->elements())
      members[phi].push_back(
          llvm::PHINode::Create(type, phi->getNumIncomingValues(), "", phi->getIterator()));
  }
  for (llvm::PHINode* phi : phis) {
    // A block with several edges to this one must pass the same value on each.
    llvm::DenseMap<llvm::BasicBlock*, llvm::SmallVector<llvm::Value*>> brought;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      llvm::BasicBlock* from = phi->getIncomingBlock(i);
      llvm::SmallVector<llvm::Value*>& values = brought[from];
      auto* other = llvm::dyn_cast<llvm::PHINode>(phi->getIncomingValue(i));
      llvm::IRBuilder<> build(from->getTerminator());
      for (unsigned m = 0; m < members[phi].size(); ++m) {
        if (m == values.size())
          values.push_back(other && phis.contains(other)
                               ? members[other][m]
                               : build.CreateExtractValue(phi->getIncomingValue(i), m));
        members[phi][m]->addIncoming(values[m], from);
      }
    }
  }
  for (llvm::PHINode* phi : phis) {
    for (llvm::User* user : llvm::make_early_inc_range(phi->users())) {
      auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(user);
      if (!extract) continue;
      extract->replaceAllUsesWith(members[phi][extract->getIndices()[0]]);
      extract->eraseFromParent();
    }
  }
  for (llvm::PHINode* phi : phis) {
    phi->replaceAllUsesWith(llvm::PoisonValue::get(phi->getType()));
    phi->eraseFromParent();
  }
}

// Returns whether two indices or addresses are computed from the same operands by the same instructions,
// which can be repeated where their results merge.
bool is_same_value(const llvm::Value* a, const llvm::Value* b, unsigned depth = 0) {
  if (a == b) return true;
  const auto* left = llvm::dyn_cast<llvm::Instruction>(a);
  const auto* right = llvm::dyn_cast<llvm::Instruction>(b);
  if (!left || !right || depth == kMaxRepeated || llvm::isa<llvm::PHINode, llvm::FreezeInst>(left) ||
      !(left->getType()->isIntegerTy() || left->getType()->isPointerTy()) ||
      !left->isSameOperationAs(right) || left->mayReadOrWriteMemory() ||
      !llvm::isSafeToSpeculativelyExecute(left))
    return false;
  for (unsigned i = 0; i < left->getNumOperands(); ++i) {
    if (!is_same_value(left->getOperand(i), right->getOperand(i), depth + 1)) return false;
  }
  return true;
}

// Copies `values`, all the same value, to `place`. A flag must hold on each way.
llvm::Value* repeat(llvm::ArrayRef<llvm::Value*> values, llvm::Instruction* place) {
  if (llvm::all_equal(values)) return values.front();
  llvm::Instruction* copy = llvm::cast<llvm::Instruction>(values.front())->clone();
  copy->dropUnknownNonDebugMetadata();
  for (llvm::Value* other : values.drop_front()) copy->andIRFlags(other);
  for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
    llvm::SmallVector<llvm::Value*> operands;
    for (llvm::Value* value : values) operands.push_back(llvm::cast<llvm::Instruction>(value)->getOperand(i));
    copy->setOperand(i, repeat(operands, place));
  }
  copy->insertBefore(place);
  return copy;
}

// A phi of equal values, as an index that both sides of a branch extended, would be varying where lanes have
// diverged.
void merge_equal_values(llvm::Function& entry) {
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&entry);
  for (llvm::BasicBlock* block : order) {
    for (llvm::PHINode& phi : llvm::make_early_inc_range(block->phis())) {
      const llvm::SmallVector<llvm::Value*> values(phi.incoming_values());
      if (!llvm::all_of(values, [&](llvm::Value* value) { return is_same_value(values.front(), value); }))
        continue;
      phi.replaceAllUsesWith(repeat(values, &*block->getFirstInsertionPt()));
      phi.eraseFromParent();
    }
  }
}

// A varying struct has no form outside of its block, so that its members are extracted there.
void gather_extracts(llvm::Function& entry) {
  for (llvm::BasicBlock& block : entry) {
    for (llvm::Instruction& instruction : block) {
      if (!instruction.getType()->isStructTy() || llvm::isa<llvm::PHINode>(instruction)) continue;
      for (llvm::User* user : instruction.users()) {
        auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(user);
        if (extract && extract->getParent() != &block) extract->moveAfter(&instruction);
      }
    }
  }
}

// LLVM 19's FixIrreducible breaks the phis of a block that is an entry of an irreducible cycle and a loop by
// itself: it moves the block's own back edge, but not the phi's entry for it. Splitting such a block gives it
// its back edge from another block.
void split_self_loops(llvm::Function& entry) {
  llvm::DominatorTree dominators(entry);
  llvm::LoopInfo loops(dominators);
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&entry);
  if (!llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops)) return;
  llvm::SmallVector<llvm::BasicBlock*> blocks;
  for (llvm::BasicBlock& block : entry) {
    if (llvm::is_contained(llvm::successors(&block), &block)) blocks.push_back(&block);
  }
  for (llvm::BasicBlock* block : blocks) llvm::SplitBlock(block, block->getTerminator());
}

}  // namespace

llvm::Error prepare(llvm::Function& entry) {
  if (llvm::Error error = inline_calls(entry)) return error;

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  functions.registerPass([&entry] {
    llvm::TargetLibraryInfoImpl library(llvm::Triple(entry.getParent()->getTargetTriple()));
    library.setUnavailable(llvm::LibFunc_bcmp);  // cpu/abi/math.def does not have it
    return llvm::TargetLibraryAnalysis(library);
  });
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  llvm::ScalarizerPassOptions scalarize;
  scalarize.ScalarizeLoadStore = true;
  scalarize.ScalarizeVariableInsertExtract = true;
  passes.addPass(llvm::ScalarizerPass(scalarize));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::ADCEPass());
  passes.run(entry, functions);

  merge_equal_values(entry);
  split_phis(entry);
  gather_extracts(entry);
  interleave_locals(entry);
  functions.invalidate(entry, llvm::PreservedAnalyses::none());

  llvm::FunctionPassManager branches;
  branches.addPass(llvm::LowerSwitchPass());
  branches.run(entry, functions);
  split_self_loops(entry);
  functions.invalidate(entry, llvm::PreservedAnalyses::none());

  llvm::FunctionPassManager shape;
  shape.addPass(llvm::FixIrreduciblePass());
  shape.addPass(llvm::UnifyFunctionExitNodesPass());
  shape.addPass(llvm::LoopSimplifyPass());
  shape.addPass(llvm::LCSSAPass());
  shape.run(entry, functions);
  if (entry.getInstructionCount() > kMaxInstructions) return not_vectorizable("it is too large");
  return llvm::Error::success();
}

}  // namespace gridcall::cc::warp
