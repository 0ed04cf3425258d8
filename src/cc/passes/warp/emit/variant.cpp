// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/variant.h"

#include <utility>

#include "cc/passes/warp/analysis/legality.h"

namespace gridcall::cc::warp {

Variant::Variant(Source& source, const VectorizeConfig& config, WarpVariantKind kind)
    : source_(source),
      config_(config),
      kind_(kind),
      shapes_(source.function, source.divergence, source.loops, config_) {}

llvm::Error Variant::make_plan() {
  llvm::Expected<ExecutionPlan> plan = ExecutionPlan::create(source_, shapes_, config_, kind_);
  if (!plan) return plan.takeError();
  plan_.emplace(std::move(*plan));
  if (plan_->needs_resumptions()) return llvm::Error::success();
  return check_legality(*plan_, shapes_, config_);
}

llvm::SmallVector<const Instruction*> Variant::assumed_in_vain() const {
  llvm::SmallVector<const Instruction*> branches;
  for (const Instruction* branch : *config_.assumed) {
    if (!config_.all_on || shapes_.divergent_blocks().contains(branch->getParent()))
      branches.push_back(branch);
  }
  return branches;
}

WarpEmitter& Variant::create_emitter(Target& target, WarpEmitter* predicated) {
  known_.emplace(Analyses{source_, shapes_, *plan_, config_});
  return emitter_.emplace(*known_, target, predicated);
}

}  // namespace gridcall::cc::warp
