// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose threads each walk a row of their own (a sparse matrix in CSR form: one row a thread, of any
// length) gain nothing from vectors: what is side by side in a thread's own iterations is far apart from lane
// to lane, so that every access gathers, and all lanes wait for the longest row. Such a kernel's entry runs
// the block's threads one after another, as scalar code.

#pragma once

#include <llvm/IR/Function.h>

namespace gridcall::cc::warp {

// Whether it can run this way and is taken to be faster so. `entry` has been through prepare().
bool better_in_turn(llvm::Function& entry);

// Makes `result` (an empty function of the warp entry's type) from it: an entry for whole blocks of any
// shape.
void run_in_turn(llvm::Function& entry, llvm::Function& result);

}  // namespace gridcall::cc::warp
