// SPDX-License-Identifier: Apache-2.0
//
// The loop over a block's warps in an entry for whole blocks, from the warp that it is called with. What is
// the same for all of them is computed before it. Full warps go round a loop of their own, in which only the
// lanes' indices change; a warp whose lanes part, and the last one of a block if that is not full, are run
// beside it and go back to it.

#pragma once

#include "cc/passes/warp/emit/version.h"

namespace gridcall::cc::warp {

struct BlockLoop {
  BasicBlock* every = nullptr;  // where a full warp begins; NULL without a full version
  BasicBlock* some = nullptr;   // where any warp does
  Value* lanes = nullptr;       // those that exist, in `some`
  BasicBlock* every_end = nullptr;
  BasicBlock* some_end = nullptr;
};

// Writes the loop, from where `build` stands, and into `target` what it knows of the warp being run. Where
// none may wait, and so be set aside, the number of warps stays what it is at first.
BlockLoop begin_block_loop(Target& target, llvm::IRBuilder<>& build, const Facts& facts, bool full_version,
                           bool may_wait);

}  // namespace gridcall::cc::warp
