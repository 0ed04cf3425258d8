// SPDX-License-Identifier: Apache-2.0
//
// The warp entry being emitted, shared by its variants.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstddef>
#include <optional>

#include "cc/passes/warp/analysis/execution_plan.h"
#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/vector_shapes.h"
#include "cc/passes/warp/emit/coroutine.h"

namespace gridcall::cc::warp {

// The analyses of one variant's code before it is emitted. All four outlive the emitter.
struct Analyses {
  const Source& source;
  const VectorShapes& shapes;
  const ExecutionPlan& plan;
  const VectorizeConfig& config;
};

struct Target {
  llvm::Function& function;
  llvm::DenseMap<const llvm::AllocaInst*, Value*> locals;  // the memory of a local variable for all lanes
  // Memory for values that are live while lanes wait separately, keyed by the phi of the resume point.
  llvm::MapVector<const llvm::PHINode*, Value*> kept;
  // The known values of the running warp; those that are NULL are loaded from its context.
  Value* warp = nullptr;   // its context
  Value* block = nullptr;  // BlockContext
  Value* block_x = nullptr;
  Value* first_index = nullptr;
  Value* thread_index[3] = {};
  llvm::AllocaInst* reads = nullptr;  // the WarpReads of all texture reads
  // Runs before each warp of a block and resets the slots, so that they hold no value of the previous warp.
  BasicBlock* fresh = nullptr;
  // Set for a kernel with block barriers: the runtime runs each warp from barrier to barrier.
  std::optional<Coroutine> coroutine;

  explicit Target(llvm::Function& result) : function(result) {}
  // Returns memory for one value of a warp. SROA promotes it.
  llvm::AllocaInst* slot(Type* type, const char* name);
  // Returns the address of a field in the context that the entry is called with, which is the first warp's if
  // the entry runs a whole block.
  Value* field(llvm::IRBuilder<>& build, std::size_t offset) const;
};

}  // namespace gridcall::cc::warp
