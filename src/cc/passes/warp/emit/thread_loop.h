// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose threads each walk a row of their own (a sparse matrix in CSR form: one row per thread, of any
// length) gain nothing from vectors: addresses that are contiguous in one thread's iterations are far apart
// from lane to lane, so that every access gathers, and all lanes wait for the longest row. Such a kernel's
// entry is a thread loop (PoCL: work-item loop): scalar code that runs one thread of the block after another.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace gridcall::cc::warp {

// Returns whether the entry, which has been through prepare(), can be a thread loop and is likely faster so.
bool prefers_thread_loop(llvm::Function& entry);

// Emits the thread loop into `result` (an empty function of the warp entry's type), an entry for whole blocks
// of any layout.
void emit_thread_loop(llvm::Function& entry, llvm::Function& result);

// Moves the outermost loops of such an entry into functions and returns these, if threads decide by what they
// load whether they run the loops, as the nodes of a graph do that are not in the frontier: vector code tests
// that for 32 threads at once, and calls the functions for those lanes that need it. Otherwise changes
// nothing.
llvm::SmallVector<llvm::Function*> outline_guarded_loops(llvm::Function& entry);

}  // namespace gridcall::cc::warp
