// SPDX-License-Identifier: Apache-2.0
//
// The coroutine of a warp with block barriers. The runtime owns the frame's memory, so that it can keep one
// frame for each warp from block to block. Local variables and values that are live while lanes wait
// separately follow the frame.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/vector_shapes.h"

namespace gridcall::cc::warp {

struct Target;

class Coroutine {
 public:
  // Emits the coroutine's start at `build`'s insertion point, and stores the addresses of local variables and
  // kept values in `target`. check_frame() must have accepted the source.
  Coroutine(Target& target, const Source& source, llvm::IRBuilder<>& build, const VectorizeConfig& config);

  // Emits a suspension; `last` means at the end of the warp. Returns the block in which the warp resumes.
  BasicBlock* suspend(llvm::IRBuilder<>& build, bool last) const;

 private:
  llvm::Function& function_;
  BasicBlock* suspended_;
  BasicBlock* cleanup_;
};

}  // namespace gridcall::cc::warp
