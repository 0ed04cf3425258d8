// SPDX-License-Identifier: Apache-2.0
//
// SuspensionEmitter alone: blocks and calls around barriers and warp functions that only some lanes reach.
// The blocks' own instructions are left out.

#include "cc/passes/warp/emit/suspension.h"

#include "cc/passes/warp/emit/coroutine.h"
#include "small_emitter.h"

namespace {

using namespace gridcall::cc::warp;
using small_ir::check;
using small_ir::Emitter;

constexpr const char* kRuntime = R"(
declare i32 @gridcall_rt_barrier(ptr, i32, i32)
declare void @gridcall_rt_named_barrier(ptr, i32, i32)
declare i32 @gridcall_rt_ballot(ptr, i32, i32)
)";

std::string divergent(const std::string& call) {
  return small_ir::thread_entry(R"(
  %c = icmp slt i32 %x, %n
  br i1 %c, label %then, label %end
then:
)" + call + R"(
  store i32 1, ptr %parameters
  br label %end
end:
  ret void
)",
                                kRuntime);
}

// Emits the variant's control flow with nothing but its waits.
struct Test : Emitter {
  explicit Test(const std::string& call)
      : Emitter(divergent(call), {}, /*separately*/ true),
        masks(*build),
        values(*known, *target, *build),
        phis(*known, *target, *build, values),
        control(*known, *target, *build, masks, phis),
        suspension(*known, *target, *build, masks, values, phis, control) {
    target->coroutine.emplace(*target, *source, *build, config);
    BasicBlock* end = build->block("warp.end");
    BasicBlock* some = build->block("some.lanes");
    build->CreateBr(some);
    build->SetInsertPoint(some);
    control.create_blocks();
    suspension.begin(masks.all(), end);
    control.enter(masks.all());
    for (BasicBlock* block : plan->order()) emit(block);
    suspension.emit_settling();
    build->SetInsertPoint(end);
    build->SetInsertPoint(target->coroutine->suspend(*build, /*last*/ true));
    build->CreateUnreachable();
  }

  void emit(BasicBlock* block) {
    const ControlEmitter::Active active = control.begin_block(block);
    values.begin_block(block, active.lane);
    phis.read(*block);
    for (Instruction& instruction : *block) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call) suspension.wait(*call, active.mask);
      if (build->GetInsertBlock()->getTerminator()) return;
      if (instruction.getType()->isIntegerTy(1)) {
        values.set_vector(instruction, masks.none());
      } else if (!instruction.getType()->isVoidTy() && shapes->of(&instruction).regular()) {
        values.set_scalar(instruction, build->getInt32(5));
      } else if (!instruction.getType()->isVoidTy() && !llvm::isa<llvm::PHINode>(instruction)) {
        values.set_vector(instruction, build->splat(build->getInt32(7)));
      }
      values.publish(instruction);
    }
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (!branch) {
      suspension.leave_kernel(active.mask);
      control.leave(block);
    } else if (branch->isConditional()) {
      control.diverge(block, active.mask, values.vector(branch->getCondition()));
    } else {
      control.edge(block, branch->getSuccessor(0), active.mask);
      control.jump(block, branch->getSuccessor(0));
    }
  }

  std::string call_of(const char* function) {
    std::string text;
    for (const BasicBlock& block : *result) {
      for (const Instruction& instruction : block) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call || call->getCalledFunction()->getName() != function) continue;
        const std::string line = small_ir::text_of(*call);
        text += line.substr(line.find('(')) + "\n";
      }
    }
    return text;
  }

  MaskBuilder masks;
  LaneValues values;
  PhiValues phis;
  ControlEmitter control;
  SuspensionEmitter suspension;
};

}  // namespace

int main() {
  Test barrier("  %r = call i32 @gridcall_rt_barrier(ptr %thread, i32 1, i32 %x)");
  check("the code around a barrier is valid", small_ir::problem_of(*barrier.result), "");
  check("lanes wait together or are parked, until the runtime releases some",
        small_ir::outline(*barrier.result),
        R"(entry: llvm.coro.id() llvm.coro.size.i64() frame.ready frame.grow
frame.grow: gridcall_rt_warp_frame() frame.ready
frame.ready: llvm.coro.begin() some.lanes
suspend: llvm.coro.end()
cleanup: llvm.coro.free() suspend
warp.end: llvm.coro.suspend() suspend resumed.after.end cleanup
some.lanes: entry1
entry1: then.guard
then: together apart
then.guard: then then.split.guard
then.split: end
then.split.guard: then.split end.guard
end: settle
end.guard: end settle
settle: warp.end ask
release: then.split.guard
together: then.split
apart: gridcall_rt_warp_park() then.split.guard
ask: gridcall_rt_warp_released() idle some.released
idle: llvm.coro.suspend() suspend resumed cleanup
some.released: release
resumed: ask
resumed.after.end:
)");
  check("a barrier's operands are reported", barrier.call_of("gridcall_rt_warp_park"),
        "(ptr %warp, i32 %55, i32 0, i32 0, i32 1, i32 %60)\n");

  Test named("  call void @gridcall_rt_named_barrier(ptr %thread, i32 3, i32 64)");
  check("the code around a named barrier is valid", small_ir::problem_of(*named.result), "");
  check("lanes at a named barrier are always parked",
        small_ir::outline(*named.result, {"then", "together", "apart"}),
        "then: gridcall_rt_warp_park() then.split.guard\n");
  check("a named barrier's operands are reported", named.call_of("gridcall_rt_warp_park"),
        "(ptr %warp, i32 %22, i32 3, i32 64, i32 0, i32 0)\n");

  Test ballot(
      "  %r = call i32 @gridcall_rt_ballot(ptr %thread, i32 %x, i32 %n)\n  store i32 %r, ptr %parameters");
  check("the code around a warp function is valid", small_ir::problem_of(*ballot.result), "");
  check("each lane's mask decides whether it waits, and its result is kept",
        small_ir::outline(*ballot.result, {"then", "lane", "lanes.done", "together", "apart", "release"}),
        "then: lane\n"
        "release: gridcall_rt_warp_operands() llvm.masked.store.v32i32.p0() then.split.guard\n"
        "together: llvm.masked.store.v32i32.p0() then.split\n"
        "apart: gridcall_rt_warp_operands() llvm.masked.store.v32i32.p0() llvm.masked.store.v32i64.p0() "
        "llvm.masked.store.v32p0.p0() gridcall_rt_warp_meet() then.split.guard\n"
        "lane: llvm.cttz.i32() lane lanes.done\n"
        "lanes.done: together apart\n");
  check("nothing was missing", ballot.values.missing() ? ballot.values.missing() : "", "");
  return small_ir::finish();
}
