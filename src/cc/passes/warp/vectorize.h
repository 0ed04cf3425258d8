// SPDX-License-Identifier: Apache-2.0
//
// Vectorization makes a warp's entry, cpu::WarpEntry, from one thread's. Lanes are elements of vectors.
// Control flow is linearized: every block runs at most once per iteration of its loop, with the lanes that
// branch to it, so that lanes reconverge where the source's paths do.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/Support/Error.h>

#include "cc/passes/warp/analysis/vector_shapes.h"

namespace gridcall::cc::warp {

// Makes `result` (an empty function of the warp entry's type) from `entry`, which must have been through
// prepare(). The error is the reason why the kernel is not vectorizable; `result` then has no body.
llvm::Error vectorize(llvm::Function& entry, llvm::Function& result, const VectorizeConfig& config);

// Brings a thread entry into the form that vectorize() requires: all calls with a body inlined, one return,
// loops in simplified and closed form, no switches, no small vectors. The error is the reason why it cannot.
llvm::Error prepare(llvm::Function& entry);

// Splits a block after each call in which lanes may wait separately, with a phi for each value that is live
// across it, because lanes that are overtaken must keep their own values. Returns the blocks after the calls.
Resumptions split_at_waits(llvm::Function& entry);

// Changes the layout of local arrays to one for whole warps. prepare() calls it.
void interleave_locals(llvm::Function& entry);

}  // namespace gridcall::cc::warp
