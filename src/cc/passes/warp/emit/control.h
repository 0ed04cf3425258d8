// SPDX-License-Identifier: Apache-2.0
//
// The blocks of one variant and the edges between them: linearized control flow, in which a block runs with
// the lanes that have branched to it. The lanes that wait for a block are a mask in a slot; of a block that
// all lanes run, an i1 says whether they wait for it.

#pragma once

#include <llvm/ADT/DenseMap.h>

#include "cc/passes/warp/emit/mask_builder.h"
#include "cc/passes/warp/emit/phi_values.h"

namespace gridcall::cc::warp {

class ControlEmitter {
 public:
  struct Active {
    Value* mask;
    Value* lane;  // the one, in a single-lane region; else NULL
  };

  ControlEmitter(const Analyses& known, Target& target, WarpBuilder& build, MaskBuilder& masks,
                 PhiValues& phis)
      : known_(known), target_(target), build_(build), masks_(masks), phis_(phis) {}

  // Creates the blocks, and the slots of masks and phis.
  void create_blocks();
  // Sets the block at which the last lanes of a warp continue.
  void set_end(BasicBlock* end) { end_ = end; }
  // From the insertion point to the variant's first block.
  void enter(Value* lanes);
  // Moves the insertion point to the block's start, behind the test whether any lane waits for it.
  Active begin_block(BasicBlock* block);

  // --- Edges, at the end of `from`
  void edge(BasicBlock* from, BasicBlock* to, Value* mask);   // notes the lanes; no branch
  void jump(BasicBlock* from, BasicBlock* to);                // the branch, once all edges are noted
  void leave(BasicBlock* from);                               // no lane of the block continues behind it
  void diverge(BasicBlock* from, Value* mask, Value* taken);  // both successors, by lanes

  // --- For lanes that continue somewhere else
  void set_waiting(const BasicBlock* block, Value* mask);
  void resume_at(int position);

 private:
  // The successor of the block at `position` when no block up to the next pending one has lanes.
  BasicBlock* after(int position) const;

  const Analyses& known_;
  Target& target_;
  WarpBuilder& build_;
  MaskBuilder& masks_;
  PhiValues& phis_;
  BasicBlock* end_ = nullptr;
  llvm::DenseMap<const BasicBlock*, BasicBlock*> body_, guard_;
  llvm::DenseMap<const BasicBlock*, llvm::AllocaInst*> waiting_;
  llvm::DenseMap<const BasicBlock*, llvm::AllocaInst*> lane_slots_;  // by entry of a single-lane region
};

}  // namespace gridcall::cc::warp
