// SPDX-License-Identifier: Apache-2.0
//
// The thread entry that a warp's code is generated from, and the analyses of its control flow.

#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "cc/passes/warp/analysis/divergence.h"

namespace gridcall::cc::warp {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Type;
using llvm::Value;

struct Source {
  llvm::Function& function;
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  DivergenceAnalysis divergence;

  explicit Source(llvm::Function& entry)
      : function(entry), dominators(entry), loops(dominators), divergence(entry, loops) {}
};

}  // namespace gridcall::cc::warp
