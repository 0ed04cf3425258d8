// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <cstddef>

namespace gridcall::cc {

// Returns the targets of back edges, except the headers of loops over lanes and of innermost loops of at most
// `short_loop` iterations. In a function with more than `most_loops` back edges it measures no loop, because
// the analysis of one visits all loops around and before it.
llvm::SetVector<llvm::BasicBlock*> long_loop_headers(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& functions,
                                                     unsigned short_loop, std::size_t most_loops = SIZE_MAX);

// Makes a copy of the loop, which runs where `condition`, at the end of its preheader, is false. The loop has
// one exit block and is in LCSSA form; its exit is no longer its own then.
void keep_copy(llvm::Loop& loop, llvm::Value* condition, llvm::LoopInfo& loops,
               llvm::DominatorTree& dominators);

}  // namespace gridcall::cc
