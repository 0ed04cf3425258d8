// SPDX-License-Identifier: Apache-2.0
//
// The loop over a block's warps in an entry for whole blocks, from the warp that it is called with. Values
// that are uniform for all of them are computed before it. Warps whose lanes are all active have an inner
// loop of their own, in which only the lanes' indices change. A warp whose lanes diverge, and a partial last
// warp of a block, run outside of it and return to it.

#pragma once

#include "cc/passes/warp/emit/target.h"

namespace gridcall::cc::warp {

struct WarpLoop {
  BasicBlock* convergent = nullptr;  // the start of a warp with all lanes; NULL without a convergent variant
  BasicBlock* predicated = nullptr;  // the start of any warp
  Value* lanes = nullptr;            // the existing lanes, in `predicated`
  BasicBlock* convergent_end = nullptr;
  BasicBlock* predicated_end = nullptr;
};

// Emits the loop at `build`'s insertion point, and stores the known values of the running warp in `target`.
// If no warp may wait, and so be suspended, the number of warps is loaded once. With `block_runs` each row of
// the block is run for several blocks, BlockContext::blocks_to_run of them, before the next row.
WarpLoop begin_warp_loop(Target& target, llvm::IRBuilder<>& build, const VectorizeConfig& config,
                         bool with_convergent_variant, bool may_wait, bool block_runs);

}  // namespace gridcall::cc::warp
