// SPDX-License-Identifier: Apache-2.0
//
// Divergence and stride analysis. A value of one thread's code is uniform if all lanes hold the same; affine
// if lane l holds base + stride * l; by rows if that holds in each row of a block, with a base for each;
// otherwise varying. The analysis also decides which branches are divergent. "Active" lanes are those that
// execute the instruction.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "cc/passes/warp/analysis/context_fields.h"
#include "cc/passes/warp/analysis/divergence.h"

namespace gridcall::cc::warp {

// The mapping of a block's threads to lanes. A kernel has one warp entry for each layout.
enum class BlockLayout {
  kLinear,   // a warp's lanes are consecutive in x, and y and z are equal: 1-D blocks, or x a multiple of
             // `lanes`
  kRows,     // x is `row_lanes`: a warp is several consecutive rows of its block
  kGeneral,  // any other block
};

// The points at which lanes of a warp may wait separately (emit/suspension.h).
struct Resumptions {
  llvm::DenseSet<const llvm::BasicBlock*> blocks;  // the resume points, each after a call that ends a block
  // The phis of resume points, grouped by the value of the thread's code that is live across the waits. A
  // lane waits at one point at a time, so that one slot in memory is enough for each value.
  llvm::SmallVector<std::pair<llvm::Type*, llvm::SmallVector<const llvm::PHINode*, 2>>> kept;

  bool contains(const llvm::BasicBlock* block) const { return blocks.contains(block); }
};

struct VectorizeConfig {
  unsigned lanes = 32;
  unsigned row_lanes = 32;
  BlockLayout layout = BlockLayout::kLinear;
  bool one_warp = false;  // the warp is its whole block, and its lanes never wait separately
  bool all_on = false;    // all lanes are active at the entry
  // Branches that are assumed to be uniform; if one diverges, control leaves this variant.
  const llvm::DenseSet<const llvm::Instruction*>* assumed = nullptr;
  // NULL if lanes never wait separately.
  const Resumptions* resumptions = nullptr;
};

struct VectorShape {
  enum Kind : std::uint8_t { kUnknown, kAffine, kRows, kVarying };
  Kind kind = kUnknown;
  // Affine: value(l) = value(0) + stride * l, modulo the width; uniform if the stride is 0. By rows: this
  // holds within each row, from the row's first lane.
  std::int64_t stride = 0;
  // A power of two that divides value(0), or the value of each row's first lane; 1 if none is known.
  std::uint64_t alignment = 1;
  // The shape holds only if no 32-bit extension in the value's computation wraps inside the warp, if an
  // unknown mask keeps the distances of the lanes, or if no lane is clamped. The code must test that
  // (LaneValues::check_of).
  bool checked = false;

  bool uniform() const { return kind == kAffine && stride == 0; }
  bool affine() const { return kind == kAffine; }
  bool by_row() const { return kind == kRows; }
  bool regular() const { return kind == kAffine || kind == kRows; }
  bool same_in_row() const { return regular() && stride == 0; }
  bool varying() const { return kind == kVarying; }
  bool operator==(const VectorShape&) const = default;
};

// The reason why a widening of an affine value stays affine.
enum class Widening {
  kExact,        // proven for every lane
  kActiveExact,  // proven for active lanes, because overflow would be undefined (nsw, nuw)
  kChecked,      // only if a run-time check passes
};

// x & m, x | m or x ^ m, with x affine and m equal in all lanes. The result is affine like x if the lanes
// fill an aligned group of `span` values and m does not change the bits inside of the group.
struct Grouping {
  const llvm::Value* lanes;
  const llvm::Value* mask;
  std::int64_t span;
};

// An index that is replaced in some lanes, as in min(x, width - 1) or x == 0 ? width - 1 : x - 1: the result
// is regular like `moving` if `compared` and `bound`, which is equal in all lanes of a row, satisfy the
// predicate in every lane.
struct Clamp {
  const llvm::Value* moving;
  const llvm::Value* compared;
  const llvm::Value* bound;
  llvm::CmpInst::Predicate predicate;  // relational or ICMP_NE
};

class VectorShapes {
 public:
  VectorShapes(llvm::Function& function, DivergenceAnalysis& divergence, const llvm::LoopInfo& loops,
               const VectorizeConfig& config);

  VectorShape of(const llvm::Value* value) const;
  bool is_divergent(const llvm::Instruction* branch) const { return divergent_branches_.contains(branch); }
  bool is_divergent(const llvm::Loop* loop) const { return divergent_loops_.contains(loop); }
  // `cast` is a sext or zext of a value that is affine or by rows, and not equal in all lanes of a row.
  Widening widening(const llvm::CastInst* cast) const;
  // Returns whether the active lanes' values of an affine value, as unbounded integers, are `stride` apart.
  bool counts_exactly(const llvm::Value* value, bool is_signed) const;
  std::optional<Grouping> grouping(const llvm::BinaryOperator& operation) const;
  std::optional<Clamp> clamp(const llvm::Instruction& instruction) const;
  // Returns every block that may run with a subset of the lanes because of a divergent branch.
  const llvm::DenseSet<const llvm::BasicBlock*>& divergent_blocks() const { return divergent_blocks_; }

 private:
  VectorShape compute(llvm::Instruction& instruction);
  VectorShape same_as_operands(llvm::Instruction& instruction) const;
  VectorShape compute_phi(llvm::PHINode& phi);
  VectorShape compute_load(llvm::LoadInst& load);
  VectorShape compute_binary(llvm::BinaryOperator& operation);
  VectorShape compute_compare(llvm::ICmpInst& compare) const;
  VectorShape compute_grouping(const llvm::BinaryOperator& operation) const;
  VectorShape compute_clamp(const llvm::Instruction& instruction) const;
  VectorShape compute_call(llvm::CallInst& call);
  void diverge(llvm::Instruction& branch);
  void resume_separately();
  llvm::ConstantRange range(const llvm::Value* value, unsigned depth) const;
  bool stays_in_range(const llvm::Value* value, bool is_signed) const;
  bool overflow_is_undefined(const llvm::Value* value, bool is_signed, unsigned depth) const;
  bool never_wraps(const llvm::OverflowingBinaryOperator& operation, bool is_signed) const;

  DivergenceAnalysis& divergence_;
  const llvm::LoopInfo& loops_;
  VectorizeConfig config_;
  llvm::DenseMap<const llvm::Value*, VectorShape> shapes_;
  llvm::DenseSet<const llvm::Instruction*> divergent_branches_;
  llvm::DenseSet<const llvm::Loop*> divergent_loops_;
  llvm::DenseSet<const llvm::BasicBlock*> joins_;  // phis here merge lanes from different paths
  llvm::DenseSet<const llvm::BasicBlock*> divergent_blocks_;
};

}  // namespace gridcall::cc::warp
