// SPDX-License-Identifier: Apache-2.0
//
// The common part of all warp entries: vector code and thread loops.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <cstddef>

namespace gridcall::cc::warp {

// Declares what the entry's caller guarantees about its arguments, so that loads which are uniform for the
// block may be hoisted. `thread_entry` is the kernel's.
void declare_contexts(const llvm::Function& thread_entry, llvm::Function& entry);
// Declares the contexts of an entry that runs whole blocks.
void declare_whole_blocks(const llvm::Function& thread_entry, llvm::Function& entry);

// Loads a field that does not change while the block runs.
llvm::LoadInst* read_field(llvm::IRBuilder<>& build, llvm::Type* type, llvm::Value* base, std::size_t offset);
// Loads the BlockContext, marked as dereferenceable so that its fields may be read speculatively.
llvm::Value* read_block(llvm::IRBuilder<>& build, llvm::Function& entry);
// Loads the number of warps that the entry must run. It may shrink, so that it is loaded before each warp.
llvm::Value* read_warps_to_run(llvm::IRBuilder<>& build, llvm::Function& entry);
// Stores the number of the running warp, counted from the entry's first, and its lanes, for fault reports.
void note_running(llvm::IRBuilder<>& build, llvm::Function& entry, llvm::Value* warp, llvm::Value* lanes);
// Stores only the lanes.
void note_lanes(llvm::IRBuilder<>& build, llvm::Function& entry, llvm::Value* lanes);
// Marks the back edge of a loop that iterates at most once for each thread of a block, and so needs no stop
// check.
void mark_short(llvm::BranchInst* branch);

}  // namespace gridcall::cc::warp
