// SPDX-License-Identifier: Apache-2.0
//
// For tests of the emitter's classes: a small thread entry with its analyses, and an empty warp entry.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/ValueSymbolTable.h>

#include <memory>
#include <optional>
#include <string>

#include "cc/passes/warp/analysis/execution_plan.h"
#include "cc/passes/warp/emit/target.h"
#include "cc/passes/warp/emit/warp_builder.h"
#include "cc/passes/warp/vectorize.h"
#include "small_ir.h"

namespace small_ir {

using gridcall::cc::warp::Analyses;
using gridcall::cc::warp::ExecutionPlan;
using gridcall::cc::warp::Resumptions;
using gridcall::cc::warp::Target;
using gridcall::cc::warp::WarpBuilder;
using gridcall::cc::warp::WarpVariantKind;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Type;
using llvm::Value;

// The predicated variant's, with `config`; `separately`: of the entry split at its waits.
class Emitter {
 public:
  Emitter(const std::string& text, const VectorizeConfig& config_of_test, bool separately = false)
      : config(config_of_test), module_(parse(text, context_)) {
    llvm::Function& entry = *module_->getFunction("entry");
    if (separately) {
      resumptions_ = gridcall::cc::warp::split_at_waits(entry);
      config.resumptions = &resumptions_;
    }
    source.emplace(entry);
    shapes.emplace(entry, source->divergence, source->loops, config);
    plan.emplace(
        llvm::cantFail(ExecutionPlan::create(*source, *shapes, config, WarpVariantKind::kPredicated)));
    known.emplace(Analyses{*source, *shapes, *plan, config});
    auto* type = llvm::FunctionType::get(llvm::PointerType::getUnqual(context_),
                                         entry.getFunctionType()->params(), false);
    result = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "result", *module_);
    result->getArg(0)->setName("warp");
    result->getArg(1)->setName("parameters");
    target.emplace(*result);
    target->warp = result->getArg(0);
    build.emplace(*result, config.lanes);
    build->SetInsertPoint(build->block("entry"));
  }

  BasicBlock* block(llvm::StringRef name) {
    for (BasicBlock& candidate : source->function) {
      if (candidate.getName() == name) return &candidate;
    }
    return nullptr;
  }
  Instruction* value(llvm::StringRef name) {
    return llvm::cast<Instruction>(source->function.getValueSymbolTable()->lookup(name));
  }
  // A value of the result that stands for what other code computes.
  Value* opaque(Type* type, const char* name) { return build->CreateLoad(type, result->getArg(1), name); }

 private:
  llvm::LLVMContext context_;

 public:
  VectorizeConfig config;
  std::optional<Source> source;
  std::optional<VectorShapes> shapes;
  std::optional<ExecutionPlan> plan;
  std::optional<Analyses> known;
  llvm::Function* result = nullptr;
  std::optional<Target> target;
  std::optional<WarpBuilder> build;

 private:
  Resumptions resumptions_;
  std::unique_ptr<llvm::Module> module_;
};

// The block's instructions, one a line.
inline std::string instructions(const BasicBlock& block) {
  std::string text;
  for (const Instruction& instruction : block) {
    std::string line = text_of(instruction);
    text += line.substr(line.find_first_not_of(' ')) + "\n";
  }
  return text;
}

// For each block, or each of `names`: the functions that it calls, and where it branches to.
inline std::string outline(const llvm::Function& function, llvm::ArrayRef<llvm::StringRef> names = {}) {
  std::string text;
  for (const BasicBlock& block : function) {
    if (!names.empty() && !llvm::is_contained(names, block.getName())) continue;
    text += block.getName().str() + ":";
    for (const Instruction& instruction : block) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call && call->getCalledFunction()) text += " " + call->getCalledFunction()->getName().str() + "()";
    }
    for (const BasicBlock* successor : llvm::successors(&block)) text += " " + successor->getName().str();
    text += "\n";
  }
  return text;
}

}  // namespace small_ir
