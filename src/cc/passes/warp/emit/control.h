// SPDX-License-Identifier: Apache-2.0
//
// The blocks of one variant and the edges between them: linearized control flow, in which a block runs with
// the lanes that have branched to it. A slot has the mask of the lanes that wait for a block; for a block
// that all lanes run together, it has an i1.

#pragma once

#include <llvm/ADT/DenseMap.h>

#include "cc/passes/warp/emit/mask_builder.h"
#include "cc/passes/warp/emit/phi_values.h"

namespace gridcall::cc::warp {

class ControlEmitter {
 public:
  struct Active {
    Value* mask;
    Value* lane;  // the one lane of a single-lane region; otherwise NULL
  };

  ControlEmitter(const Analyses& known, Target& target, WarpBuilder& build, MaskBuilder& masks,
                 PhiValues& phis)
      : known_(known), target_(target), build_(build), masks_(masks), phis_(phis) {}

  // Creates the blocks, and the slots of masks and phis.
  void create_blocks();
  // Sets the block at which the last lanes of a warp continue.
  void set_end(BasicBlock* end) { end_ = end; }
  // Branches from the insertion point to the variant's first block.
  void enter(Value* lanes);
  // Moves the insertion point to the start of the block, after the test whether any lane waits for it.
  Active begin_block(BasicBlock* block);

  // --- Edges, at the end of `from`
  void edge(BasicBlock* from, BasicBlock* to, Value* mask);   // records the lanes; emits no branch
  void jump(BasicBlock* from, BasicBlock* to);                // emits the branch after all edges are recorded
  void leave(BasicBlock* from);                               // no lane of the block continues after it
  void diverge(BasicBlock* from, Value* mask, Value* taken);  // edges to both successors, by lanes

  // --- For lanes that continue at another block
  void set_waiting(const BasicBlock* block, Value* mask);
  void resume_at(int position);

 private:
  // Returns the successor of the block at `position` if no block up to the next pending one has lanes.
  BasicBlock* after(int position) const;

  const Analyses& known_;
  Target& target_;
  WarpBuilder& build_;
  MaskBuilder& masks_;
  PhiValues& phis_;
  BasicBlock* end_ = nullptr;
  llvm::DenseMap<const BasicBlock*, BasicBlock*> body_, guard_;
  llvm::DenseMap<const BasicBlock*, llvm::AllocaInst*> waiting_;
  llvm::DenseMap<const BasicBlock*, llvm::AllocaInst*> lane_slots_;  // keyed by entry of a single-lane region
};

}  // namespace gridcall::cc::warp
