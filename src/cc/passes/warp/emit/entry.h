// SPDX-License-Identifier: Apache-2.0
//
// What warp entries have in common, however they run the block's threads.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <cstddef>

namespace gridcall::cc::warp {

// Says what the entry's caller vouches for, so that what is the same for all threads may be read before the
// first. `thread_entry` is the kernel's.
void declare_contexts(const llvm::Function& thread_entry, llvm::Function& entry);
// And that it is one for whole blocks.
void declare_whole_blocks(const llvm::Function& thread_entry, llvm::Function& entry);

// A field that does not change while the block runs.
llvm::LoadInst* read_field(llvm::IRBuilder<>& build, llvm::Type* type, llvm::Value* base, std::size_t offset);
// The BlockContext; its fields may be read before it is known that anything of them is.
llvm::Value* read_block(llvm::IRBuilder<>& build, llvm::Function& entry);
// How many warps the entry is to run; asked before each, for it may become fewer.
llvm::Value* read_warps_to_run(llvm::IRBuilder<>& build, llvm::Function& entry);
// For fault reports: which warp runs, counted from the entry's first, and which of its lanes.
void note_running(llvm::IRBuilder<>& build, llvm::Function& entry, llvm::Value* warp, llvm::Value* lanes);
// The lanes alone; the warp has been noted.
void note_lanes(llvm::IRBuilder<>& build, llvm::Function& entry, llvm::Value* lanes);
// A back edge of a loop with at most as many iterations as a block has threads: no stop check.
void mark_short(llvm::BranchInst* branch);

}  // namespace gridcall::cc::warp
