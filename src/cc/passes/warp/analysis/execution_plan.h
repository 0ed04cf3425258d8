// SPDX-License-Identifier: Apache-2.0
//
// In which order a variant of a warp's code runs the blocks of a kernel, with which lanes, and where lanes
// wait for each other. Computed once from the thread's code and its shapes; nothing is emitted.

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

// Why a kernel cannot run a warp as vectors: it keeps only its thread entry, a fiber per thread.
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
  // True for a predicated variant in which lanes have to wait separately, for which the thread's code must be
  // split at its waits. The rest of the plan is then incomplete.
  bool needs_resumptions() const { return needs_resumptions_; }
  bool has_barriers() const { return has_barriers_; }

  llvm::ArrayRef<BasicBlock*> order() const { return order_; }
  BasicBlock* block_at(int position) const { return order_[static_cast<std::size_t>(position)]; }
  int position(const BasicBlock* block) const { return position_.lookup(block); }
  // Lanes may wait for the block while others run blocks before it.
  bool is_pending(const BasicBlock* block) const { return pending_.contains(position(block)); }
  int next_pending(int position) const;  // the next such position behind it; -1: none

  bool all_active(const BasicBlock* block) const;  // all lanes run it
  bool diverges(const BasicBlock* block) const;    // its branch is divergent
  bool arrives_as(const BasicBlock* block) const;  // with exactly the lanes of the block before it
  bool waits(const BasicBlock* block) const {
    return waits_.contains(block);
  }  // has calls that wait for lanes
  bool waits_separately(const BasicBlock* block) const;  // ends in a call in which lanes may wait separately
  // At most one lane runs it: `if (threadIdx.x == 0)`. Then varying values are scalars of that lane.
  bool single_lane(const BasicBlock* block) const { return single_lane_.contains(block); }
  const BasicBlock* single_lane_entry(const BasicBlock* block) const { return single_lane_.lookup(block); }
  // True for an edge that a convergent variant leaves to the predicated one.
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
  llvm::DenseMap<const BasicBlock*, const BasicBlock*> single_lane_;  // and the entry block of that region
  bool has_barriers_ = false;
  bool needs_resumptions_ = false;
};

}  // namespace gridcall::cc::warp
