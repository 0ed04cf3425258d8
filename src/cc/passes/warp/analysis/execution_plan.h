// SPDX-License-Identifier: Apache-2.0
//
// The order in which a variant of a warp's code runs the blocks of a kernel, the lanes that run each, and the
// places where lanes wait for each other. Computed once from the thread's code and its shapes; emits no code.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/Twine.h>
#include <llvm/Support/Error.h>

#include <set>
#include <vector>

#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/vector_shapes.h"

namespace llvm {
class raw_ostream;
}

namespace gridcall::cc::warp {

// Returns the error of a kernel that cannot run a warp as vectors and keeps only its entry with fibers.
llvm::Error not_vectorizable(const llvm::Twine& reason);

enum class WarpVariantKind {
  kConvergent,  // for a warp whose lanes are all active
  kPredicated,  // for any set of lanes
};

class ExecutionPlan {
 public:
  // All four must outlive the plan.
  static llvm::Expected<ExecutionPlan> create(Source& source, const VectorShapes& shapes,
                                              const VectorizeConfig& config, WarpVariantKind variant);

  WarpVariantKind variant() const { return variant_; }
  // Returns true for a predicated variant in which lanes must wait separately. The thread's code must then be
  // split at its waits, and the rest of the plan is incomplete.
  bool needs_resumptions() const { return needs_resumptions_; }
  bool has_barriers() const { return has_barriers_; }

  llvm::ArrayRef<BasicBlock*> order() const { return order_; }
  BasicBlock* block_at(int position) const { return order_[static_cast<std::size_t>(position)]; }
  int position(const BasicBlock* block) const { return position_.lookup(block); }
  // Returns whether lanes may wait for the block while others run blocks before it.
  bool is_pending(const BasicBlock* block) const { return pending_.contains(position(block)); }
  int next_pending(int position) const;  // the next pending position after it; -1 if there is none

  bool all_active(const BasicBlock* block) const;  // all lanes run it
  bool diverges(const BasicBlock* block) const;    // the block's branch is divergent
  bool arrives_as(const BasicBlock* block) const;  // runs with exactly the lanes of the block before it
  bool waits(const BasicBlock* block) const {
    return waits_.contains(block);
  }  // calls functions that wait for lanes
  bool waits_separately(const BasicBlock* block) const;  // ends in a call in which lanes may wait separately
  // Returns whether at most one lane runs the block, whose varying values are then scalars of that lane.
  bool single_lane(const BasicBlock* block) const { return single_lane_.contains(block); }
  const BasicBlock* single_lane_entry(const BasicBlock* block) const { return single_lane_.lookup(block); }
  // Returns whether a convergent variant leaves to the predicated one on this edge.
  bool leaves_for(const BasicBlock* from, const BasicBlock* to) const;
  // Returns the branches of a predicated variant that a convergent one may assume to be uniform.
  llvm::DenseSet<const Instruction*> assumable_branches() const;

  void print(llvm::raw_ostream& out) const;

 private:
  ExecutionPlan(Source& source, const VectorShapes& shapes, const VectorizeConfig& config,
                WarpVariantKind variant)
      : source_(source), shapes_(shapes), config_(config), variant_(variant) {}
  llvm::Error order_blocks();
  void find_waits();
  void find_single_lane();
  void find_pending();

  Source& source_;
  const VectorShapes& shapes_;
  const VectorizeConfig& config_;
  WarpVariantKind variant_;

  std::vector<BasicBlock*> order_;
  llvm::DenseMap<const BasicBlock*, int> position_;
  std::set<int> pending_;                            // positions
  llvm::SmallVector<const Instruction*> diverging_;  // divergent branches with waits on their paths
  llvm::SmallPtrSet<const BasicBlock*, 8> waits_;
  llvm::DenseMap<const BasicBlock*, const BasicBlock*> single_lane_;  // maps to the entry block of the region
  bool has_barriers_ = false;
  bool needs_resumptions_ = false;
};

}  // namespace gridcall::cc::warp
