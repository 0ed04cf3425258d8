// SPDX-License-Identifier: Apache-2.0
//
// vectorise-warps: next to each kernel's thread entry, entries that run a whole warp as vectors, one for each
// block layout; or, where that would be slower, one thread loop. A kernel
// that cannot run this way keeps only its thread entry; the reason is left as an attribute, for `gridcall-cc
// --dump-ir` and the tests.

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <iterator>

#include "cc/passes/passes.h"
#include "cc/passes/warp/emit/thread_loop.h"
#include "cc/passes/warp/vectorise.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

// In the order of cpu::WarpVariant.
const warp::VectorizeConfig kVariants[] = {
    {32, 32, warp::BlockLayout::kLinear},
    {32, 16, warp::BlockLayout::kRows},
    {32, 32, warp::BlockLayout::kGeneral},
};

// A kernel that reads only threadIdx.x is meant for 1-D blocks, and one entry is enough: it handles each row.
// Blocks of several rows whose x is no multiple of 32 run on fibers.
bool is_for_rows(const llvm::Function& prepared) {
  bool x = false;
  for (const llvm::Instruction& instruction : llvm::instructions(prepared)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr) continue;
    const warp::Field field = warp::field_of(*load).field;
    if (field == warp::Field::kThreadY || field == warp::Field::kThreadZ) return false;
    x = x || field == warp::Field::kThreadX;
  }
  return x;
}

std::string vectorise_entry(llvm::Module& module, llvm::Function& entry) {
  llvm::ValueToValueMapTy map;
  llvm::Function* prepared = llvm::CloneFunction(&entry, map);
  prepared->setName("gridcall_prepared." + entry.getName());
  std::string reason = warp::prepare(*prepared);
  auto* type = llvm::FunctionType::get(llvm::PointerType::getUnqual(module.getContext()),
                                       entry.getFunctionType()->params(), false);
  auto create = [&](cpu::WarpVariant variant) {
    llvm::Function* result = llvm::Function::Create(
        type, llvm::GlobalValue::ExternalLinkage,
        kWarpPrefix + std::string(kWarpVariantNames[static_cast<std::size_t>(variant)]) + "." +
            entry.getName().drop_front(llvm::StringRef(kEntryPrefix).size()).str(),
        module);
    result->setDSOLocal(true);
    result->setDoesNotThrow();
    // What the warp notes in its context is no kernel's memory.
    result->addParamAttr(0, llvm::Attribute::NoAlias);
    return result;
  };
  bool some = false;
  if (reason.empty() && warp::prefers_thread_loop(*prepared)) {
    warp::emit_thread_loop(*prepared, *create(cpu::WarpVariant::kGeneral32));  // it handles every block
    some = true;
  } else if (reason.empty()) {
    const std::size_t wanted = is_for_rows(*prepared) ? 1 : std::size(kVariants);
    for (std::size_t variant = 0; variant < wanted; ++variant) {
      llvm::Function* result = create(static_cast<cpu::WarpVariant>(variant));
      std::string why = warp::vectorise(*prepared, *result, kVariants[variant]);
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
    if (!function.isDeclaration() && function.getName().starts_with(kEntryPrefix))
      entries.push_back(&function);
  }
  for (llvm::Function* entry : entries) {
    // Threads that wait for each other in a loop need fibers of their own.
    std::string reason = entry->hasFnAttribute(kPollsAttribute) ? "a loop in it waits for another thread"
                                                                : vectorise_entry(module, *entry);
    if (!reason.empty()) entry->addFnAttr(kNotVectorisedAttribute, reason);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
