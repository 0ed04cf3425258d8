// SPDX-License-Identifier: Apache-2.0
//
// prefetch-strides: a loop over a grid reads far apart in each of its rounds, which the processor's own
// prefetchers do not follow: it asks for the lines of a later round. The address may be anything: a prefetch
// does not fault. Where warps take turns in such a loop (pause-strides), their neighbours' lines are read
// anyway.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "cc/passes/passes.h"
#include "cc/passes/strides.h"

namespace gridcall::cc {
namespace {

constexpr unsigned kRoundsAhead = 8;
constexpr std::uint64_t kLine = 64;
constexpr unsigned kMostInLoop = 8;

void prefetch(const StridedAccess& access) {
  llvm::IRBuilder<> build(access.access);
  llvm::Value* later =
      build.CreateAdd(access.counter, build.CreateMul(access.step, llvm::ConstantInt::get(access.step->getType(),
                                                                                          kRoundsAhead)));
  if (access.widened != nullptr)
    later = build.CreateCast(access.widened->getOpcode(), later, access.widened->getType());
  llvm::Value* address =
      build.CreateGEP(access.place->getSourceElementType(), access.place->getPointerOperand(), later);
  for (std::uint64_t at = 0; at < access.bytes; at += kLine) {
    llvm::Value* line = build.CreateConstGEP1_64(build.getInt8Ty(), address, at);
    build.CreateIntrinsic(llvm::Intrinsic::prefetch, {line->getType()},
                          {line, build.getInt32(0), build.getInt32(3), build.getInt32(1)});
  }
}

}  // namespace

llvm::PreservedAnalyses PrefetchStrides::run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
  auto& functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getName().starts_with(kWarpPrefix)) continue;
    auto& loops = functions.getResult<llvm::LoopAnalysis>(function);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      llvm::SmallVector<StridedAccess> accesses = find_strided(*loop, loops);
      llvm::erase_if(accesses, [](const StridedAccess& one) { return one.access->getType()->isVoidTy(); });
      if (accesses.size() > kMostInLoop) continue;
      for (const StridedAccess& access : accesses) prefetch(access);
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
