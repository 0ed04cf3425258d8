// SPDX-License-Identifier: Apache-2.0
//
// LLVM's scheduler with another policy; the linker puts it in the place of LLVM's own, as
// llvm_workarounds.cpp. That one runs a vector's chain of operations behind another's, which keeps registers
// free. In a long block of arithmetic the processor does not look ahead far enough to find the next chain:
// from the top down they are interleaved.

#include <llvm/CodeGen/MachineScheduler.h>

#include <memory>

namespace gridcall::cc {
namespace {

// A processor looks about half as many instructions ahead.
constexpr unsigned kLong = 500;

class Interleaving : public llvm::GenericScheduler {
 public:
  using GenericScheduler::GenericScheduler;
  void initPolicy(llvm::MachineBasicBlock::iterator begin, llvm::MachineBasicBlock::iterator end,
                  unsigned count) override {
    GenericScheduler::initPolicy(begin, end, count);
    if (count < kLong) return;
    unsigned arithmetic = 0;
    for (const llvm::MachineInstr& instruction : llvm::make_range(begin, end))
      arithmetic += instruction.getDesc().mayRaiseFPException() ? 1 : 0;
    // With more integers and selects beside it the spills cost more: pow, hypot and Mandelbulb became slower.
    if (arithmetic * 5 < count * 3) return;
    RegionPolicy.OnlyTopDown = true;
    RegionPolicy.OnlyBottomUp = false;
  }
};

}  // namespace
}  // namespace gridcall::cc

extern "C" llvm::ScheduleDAGMILive* __wrap__ZN4llvm22createGenericSchedLiveEPNS_19MachineSchedContextE(
    llvm::MachineSchedContext* context);

llvm::ScheduleDAGMILive* __wrap__ZN4llvm22createGenericSchedLiveEPNS_19MachineSchedContextE(
    llvm::MachineSchedContext* context) {
  auto* schedule =
      new llvm::ScheduleDAGMILive(context, std::make_unique<gridcall::cc::Interleaving>(context));
  schedule->addMutation(llvm::createCopyConstrainDAGMutation(schedule->TII, schedule->TRI));
  return schedule;
}
