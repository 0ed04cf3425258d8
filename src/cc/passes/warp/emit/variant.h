// SPDX-License-Identifier: Apache-2.0
//
// One variant of a warp's code. A warp entry has two in one function: the convergent variant, for a warp
// whose lanes are all active, in which blocks that all lanes run have no masks; and the predicated variant,
// for any set of lanes. If lanes diverge at a branch that the convergent variant assumed to be uniform, it
// branches to the predicated one, which never branches back.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Error.h>

#include <optional>

#include "cc/passes/warp/analysis/execution_plan.h"
#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/vector_shapes.h"
#include "cc/passes/warp/emit/target.h"
#include "cc/passes/warp/emit/warp_emitter.h"

namespace gridcall::cc::warp {

class Variant {
 public:
  Variant(Source& source, const VectorizeConfig& config, WarpVariantKind kind);
  Variant(const Variant&) = delete;
  Variant& operator=(const Variant&) = delete;

  // Orders the blocks and checks that they can be emitted. Skips the check if the plan needs resumptions,
  // because the thread's code must be split at its waits first.
  llvm::Error make_plan();
  const ExecutionPlan& plan() const { return *plan_; }
  const VectorShapes& shapes() const { return shapes_; }
  // Returns the branches of the convergent variant that only some lanes reach, so that assuming them uniform
  // is useless.
  llvm::SmallVector<const Instruction*> assumed_in_vain() const;

  // `predicated` is NULL for the predicated variant itself.
  WarpEmitter& create_emitter(Target& target, WarpEmitter* predicated);

 private:
  Source& source_;
  VectorizeConfig config_;
  WarpVariantKind kind_;
  VectorShapes shapes_;
  std::optional<ExecutionPlan> plan_;
  std::optional<Analyses> known_;
  std::optional<WarpEmitter> emitter_;
};

}  // namespace gridcall::cc::warp
