// SPDX-License-Identifier: Apache-2.0
//
// One thread's kernel entry becomes a warp's, cpu::WarpEntry. Lanes are
// elements of vectors; control flow is laid out in one order in which every block runs at most once per
// iteration of its loop, with the lanes that want it, so that lanes meet again where the source's paths do.

#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "cc/passes/warp/analysis/shapes.h"

namespace gridcall::cc::warp {

// Makes `result` (an empty function of the warp entry's type) from `entry`, which must have been through
// prepare(). Answers "" or, with `result` left without a body, why the kernel cannot run this way.
std::string vectorise(llvm::Function& entry, llvm::Function& result, const Facts& facts);

// Brings a thread entry to the form that vectorise() takes: everything inlined that can be, one return,
// simple loops in closed form, no switches, no small vectors. Answers "" or why it cannot.
std::string prepare(llvm::Function& entry);

// Ends a block behind each call in which lanes may wait apart, and hands on through phis what is kept across
// it: lanes that others overtake must find their own values. Answers the blocks behind.
Resumptions split_at_waits(llvm::Function& entry);

// Lays local arrays out for whole warps; a part of prepare().
void interleave_locals(llvm::Function& entry);

}  // namespace gridcall::cc::warp
