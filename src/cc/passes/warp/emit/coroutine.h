// SPDX-License-Identifier: Apache-2.0
//
// The coroutine of a warp with block barriers. The runtime owns the frame's memory, so that it can keep one
// frame for each warp from block to block; local variables, and what is live while lanes wait separately, are
// behind the frame.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/vector_shapes.h"

namespace gridcall::cc::warp {

struct Target;

class Coroutine {
 public:
  // Emits the coroutine's start at `build`'s insertion point, and stores into `target` the addresses of local
  // variables and of what is kept. check_frame() must have accepted the source.
  Coroutine(Target& target, const Source& source, llvm::IRBuilder<>& build, const VectorizeConfig& config);

  // Emits a suspension; `last`: at the end of the warp. Returns the block in which the warp is resumed.
  BasicBlock* suspend(llvm::IRBuilder<>& build, bool last) const;

 private:
  llvm::Function& function_;
  BasicBlock* suspended_;
  BasicBlock* cleanup_;
};

}  // namespace gridcall::cc::warp
