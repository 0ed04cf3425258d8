// SPDX-License-Identifier: Apache-2.0
//
// prefetch-strides: a loop over a grid (i += gridDim.x * blockDim.x) reads far apart in each of its rounds,
// which the processor's own prefetchers do not follow. Where a warp's loop loads at base + i and i grows by a
// step that is not known to be small, it asks for the lines of a later round. The address may be anything: a
// prefetch does not fault.

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using namespace llvm::PatternMatch;

constexpr unsigned kRoundsAhead = 8;
constexpr std::uint64_t kLine = 64;
constexpr unsigned kMostInLoop = 8;

struct Access {
  llvm::Instruction* load;
  llvm::Value* pointer;
  std::uint64_t bytes;
};

// The variable that the loop counts with, if the loop adds the same to it in each round; `step` is what.
llvm::PHINode* counter(llvm::Value* value, const llvm::Loop& loop, llvm::Value*& step) {
  auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  if (phi == nullptr || phi->getParent() != loop.getHeader() || loop.getLoopLatch() == nullptr)
    return nullptr;
  llvm::Value* next = phi->getIncomingValueForBlock(loop.getLoopLatch());
  if (!match(next, m_c_Add(m_Specific(phi), m_Value(step))) || !loop.isLoopInvariant(step)) return nullptr;
  return llvm::isa<llvm::Constant>(step) ? nullptr : phi;
}

void prefetch(const Access& access, const llvm::Loop& loop) {
  auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(access.pointer);
  if (gep == nullptr || gep->getNumIndices() != 1 || !loop.isLoopInvariant(gep->getPointerOperand())) return;
  llvm::Value* index = gep->getOperand(1);
  auto* widened = llvm::dyn_cast<llvm::CastInst>(index);
  if (widened != nullptr && !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(widened)) return;
  llvm::Value* step = nullptr;
  llvm::PHINode* phi = counter(widened != nullptr ? widened->getOperand(0) : index, loop, step);
  if (phi == nullptr) return;
  llvm::IRBuilder<> build(access.load);
  llvm::Value* later =
      build.CreateAdd(phi, build.CreateMul(step, llvm::ConstantInt::get(step->getType(), kRoundsAhead)));
  if (widened != nullptr) later = build.CreateCast(widened->getOpcode(), later, widened->getType());
  llvm::Value* address = build.CreateGEP(gep->getSourceElementType(), gep->getPointerOperand(), later);
  for (std::uint64_t at = 0; at < access.bytes; at += kLine) {
    llvm::Value* line = build.CreateConstGEP1_64(build.getInt8Ty(), address, at);
    build.CreateIntrinsic(llvm::Intrinsic::prefetch, {line->getType()},
                          {line, build.getInt32(0), build.getInt32(3), build.getInt32(1)});
  }
}

}  // namespace

llvm::PreservedAnalyses PrefetchStrides::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  const llvm::DataLayout& layout = module.getDataLayout();
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getName().starts_with(kWarpPrefix)) continue;
    auto& loops = functions.getResult<llvm::LoopAnalysis>(function);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      llvm::SmallVector<Access> accesses;
      for (llvm::BasicBlock* block : loop->blocks()) {
        if (loops.getLoopFor(block) != loop) continue;
        for (llvm::Instruction& instruction : *block) {
          auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
          llvm::Value* pointer = load != nullptr ? load->getPointerOperand() : nullptr;
          if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
              call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::masked_load) {
            pointer = call->getArgOperand(0);
          }
          if (pointer == nullptr || !instruction.getType()->isVectorTy()) continue;
          accesses.push_back(
              {&instruction, pointer, layout.getTypeStoreSize(instruction.getType()).getFixedValue()});
        }
      }
      if (accesses.size() > kMostInLoop) continue;
      for (const Access& access : accesses) prefetch(access, *loop);
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
