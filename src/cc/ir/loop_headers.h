// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <cstddef>

namespace gridcall::cc {

// The blocks that back edges lead to, but for innermost loops of at most `short_loop` iterations and loops
// over lanes. In a function with more than `most_loops` back edges no loop is measured: the analysis of one
// visits all loops around and before it.
llvm::SetVector<llvm::BasicBlock*> long_loop_headers(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& functions,
                                                     unsigned short_loop, std::size_t most_loops = SIZE_MAX);

}  // namespace gridcall::cc
