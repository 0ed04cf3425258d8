// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose threads each walk a row of their own (a sparse matrix in CSR form: one row a thread, of any
// length) gain nothing from vectors: what is contiguous in one thread's iterations is far apart from lane to
// lane, so that every access gathers, and all lanes wait for the longest row. Such a kernel's entry is a
// thread loop (PoCL: work-item loop): scalar code, one thread of the block after another.

#pragma once

#include <llvm/IR/Function.h>

namespace gridcall::cc::warp {

// Whether it can be a thread loop and is estimated to be faster so. `entry` has been through prepare().
bool prefers_thread_loop(llvm::Function& entry);

// Emits it into `result` (an empty function of the warp entry's type): an entry for whole blocks of any
// layout.
void emit_thread_loop(llvm::Function& entry, llvm::Function& result);

}  // namespace gridcall::cc::warp
