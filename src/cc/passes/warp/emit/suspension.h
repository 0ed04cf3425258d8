// SPDX-License-Identifier: Apache-2.0
//
// Lanes that wait separately from the rest of their warp: at a barrier that the others have not reached, or
// in a warp function for lanes that are elsewhere. They are parked: the others continue, and when none can,
// the warp asks the runtime which lanes are released (cpu/exec/parking.cpp), and suspends if none is.
// Meanwhile other lanes may run blocks that parked lanes have run. Lanes park at the resume points of the
// predicated variant; the convergent one waits as a whole.

#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

#include "cc/passes/warp/emit/control.h"
#include "cc/passes/warp/emit/lane_values.h"
#include "cc/passes/warp/emit/mask_builder.h"
#include "cc/passes/warp/emit/phi_values.h"

namespace gridcall::cc::warp {

class SuspensionEmitter {
 public:
  SuspensionEmitter(const Analyses& known, Target& target, WarpBuilder& build, MaskBuilder& masks,
                    LaneValues& values, PhiValues& phis, ControlEmitter& control)
      : known_(known),
        target_(target),
        build_(build),
        masks_(masks),
        values_(values),
        phis_(phis),
        control_(control) {}

  // --- In the predicated variant of a kernel with resume points
  // Creates the slots. `lanes` start, and the warp continues at `end` after all have left the kernel.
  void begin(Value* lanes, BasicBlock* end);
  void leave_kernel(Value* mask);
  // Emits the path on which some lanes of `mask` are parked, at a call in which lanes wait. The code after it
  // is for lanes that need not wait, or wait together; if there are none, the path ends the block.
  void wait(llvm::CallInst& call, Value* mask);
  // Emits the code for a warp whose lanes all wait: it asks the runtime, suspends, and sends released lanes
  // to their resume points.
  void emit_settling();

  // --- In the convergent variant, at a named barrier, the lanes wait as one. If they are not released as
  // one, they continue in the predicated variant; `switch_over` moves its insertion point here.
  void wait_as_one(llvm::CallInst& call, SuspensionEmitter& predicated,
                   llvm::function_ref<void()> switch_over);

 private:
  // Reports the lanes' operands to the runtime.
  void report_barrier(llvm::CallInst& call, Value* mask, Value* lanes);
  void report_warp_function(llvm::CallInst& call, llvm::StringRef name, Value* mask);

  Value* live_lanes();  // the lanes that have not left the kernel, as bits
  Value* all_have_come(llvm::CallInst& call, llvm::StringRef name, Value* mask);
  void park(llvm::CallInst& call, Value* mask);
  void suspend_until_released(BasicBlock* ask);
  Value* operands_of_warp();
  void forget_unstable();

  const Analyses& known_;
  Target& target_;
  WarpBuilder& build_;
  MaskBuilder& masks_;
  LaneValues& values_;
  PhiValues& phis_;
  ControlEmitter& control_;

  llvm::MapVector<BasicBlock*, llvm::AllocaInst*> parked_;  // the lanes that wait at the end of a block
  llvm::AllocaInst* live_ = nullptr;
  llvm::AllocaInst* released_ = nullptr;
  BasicBlock* settle_ = nullptr;   // reached when every lane waits
  BasicBlock* release_ = nullptr;  // the lanes in `released_` continue
  BasicBlock* end_ = nullptr;
};

}  // namespace gridcall::cc::warp
