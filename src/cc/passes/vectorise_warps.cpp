// SPDX-License-Identifier: Apache-2.0
//
// vectorise-warps: beside each kernel's thread entry, entries that run a whole warp as vectors, for each way in which
// blocks are laid out. A kernel that cannot run this way keeps only its thread entry; the reason is left as an
// attribute, for `gridcall-cc --dump-ir` and the tests.

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "cc/passes/passes.h"
#include "cc/passes/warp/vectorise.h"

namespace gridcall::cc {
namespace {

struct Variant {
  const char* suffix;
  warp::Facts facts;
};

// In the order of cpu::WarpVariant.
const Variant kVariants[] = {
    {"linear32", {32, warp::BlockShape::kLinear}},
    {"linear16", {16, warp::BlockShape::kLinear}},
    {"general32", {32, warp::BlockShape::kGeneral}},
};

std::string vectorise_entry(llvm::Module& module, llvm::Function& entry) {
  llvm::ValueToValueMapTy map;
  llvm::Function* prepared = llvm::CloneFunction(&entry, map);
  prepared->setName("gridcall_prepared." + entry.getName());
  std::string reason = warp::prepare(*prepared);
  bool some = false;
  if (reason.empty()) {
    for (const Variant& variant : kVariants) {
      llvm::Function* result =
          llvm::Function::Create(entry.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                 kWarpPrefix + std::string(variant.suffix) + "." +
                                     entry.getName().drop_front(llvm::StringRef(kEntryPrefix).size()).str(),
                                 module);
      result->setDSOLocal(true);
      result->setDoesNotThrow();
      std::string why = warp::vectorise(*prepared, *result, variant.facts);
      if (why.empty()) {
        some = true;
      } else {
        result->eraseFromParent();
        if (reason.empty()) reason = why;
      }
    }
  }
  prepared->eraseFromParent();
  return some ? "" : reason;
}

}  // namespace

llvm::PreservedAnalyses VectoriseWarps::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::SmallVector<llvm::Function*> entries;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && function.getName().starts_with(kEntryPrefix)) entries.push_back(&function);
  }
  for (llvm::Function* entry : entries) {
    std::string reason = vectorise_entry(module, *entry);
    if (!reason.empty()) entry->addFnAttr(kNotVectorisedAttribute, reason);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
