// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/thread_loop.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <cstddef>

#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/vector_shapes.h"
#include "cc/passes/warp/emit/entry.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {
namespace {

// The cost model, in about quarters of a cycle for 32 threads. In vector code a gather or scatter costs more
// than its elements one by one, another varying instruction costs one instruction for 16 lanes, and the loop
// iterates as often as its longest row. In a thread loop every instruction counts 32 times.
constexpr unsigned kGather = 160, kVector = 8, kUniform = 1;
constexpr unsigned kAccessInThreadLoop = 64, kOtherInThreadLoop = 32;
constexpr unsigned kLongestRowPercent = 140;
// Accesses with a larger step from iteration to iteration do not walk a row.
constexpr std::int64_t kWidestStep = 64;
// The assumed number of iterations of each loop.
constexpr std::uint64_t kRounds = 8;
constexpr unsigned kDeepest = 6;

class Rule {
 public:
  explicit Rule(llvm::Function& entry)
      : source_(entry),
        layout_(entry.getParent()->getDataLayout()),
        shapes_(entry, source_.divergence, source_.loops, VectorizeConfig{}),
        library_(llvm::Triple(entry.getParent()->getTargetTriple())),
        library_info_(library_),
        assumptions_(entry),
        evolution_(entry, library_info_, assumptions_, source_.dominators, source_.loops) {}

  bool holds() {
    if (source_.loops.empty() || !llvm::all_of(llvm::instructions(source_.function), is_plain)) return false;
    for (const llvm::Loop* loop : source_.loops.getLoopsInPreorder()) {
      if (loop->isInnermost() && !walks_rows(*loop)) return false;
    }
    std::uint64_t as_vector = 0;
    std::uint64_t as_thread_loop = 0;
    for (const BasicBlock& block : source_.function) {
      std::uint64_t times = 1;
      for (unsigned i = std::min(source_.loops.getLoopDepth(&block), kDeepest); i > 0; --i) times *= kRounds;
      for (const Instruction& instruction : block) {
        if (is_free(instruction)) continue;
        as_vector += times * vector_cost(instruction);
        as_thread_loop += times * (address_of(instruction) ? kAccessInThreadLoop : kOtherInThreadLoop);
      }
    }
    return as_thread_loop * 100 < as_vector * kLongestRowPercent;
  }

 private:
  static const Value* address_of(const Instruction& instruction) {
    return llvm::getLoadStorePointerOperand(&instruction);
  }

  // Returns whether the instruction needs neither other threads nor the runtime.
  static bool is_plain(const Instruction& instruction) {
    if (llvm::isa<llvm::AllocaInst, llvm::FenceInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(
            instruction) ||
        instruction.isVolatile() || instruction.isAtomic()) {
      return false;
    }
    // The fields of the thread's context have known values.
    const Value* context = instruction.getFunction()->getArg(0);
    auto is_field = [](const Value* user) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
      return load && field_of(*load).field != Field::kNone;
    };
    if (llvm::is_contained(instruction.operands(), context)) {
      return is_field(&instruction) ||
             (llvm::isa<llvm::GetElementPtrInst>(instruction) && llvm::all_of(instruction.users(), is_field));
    }
    if (instruction.isTerminator())
      return llvm::isa<llvm::BranchInst, llvm::ReturnInst, llvm::UnreachableInst>(instruction);
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
      return intrinsic && (intrinsic->isAssumeLikeIntrinsic() || intrinsic->doesNotAccessMemory());
    }
    return true;
  }

  // Returns whether the instruction becomes a part of an access's address, or disappears.
  static bool is_free(const Instruction& instruction) {
    auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::CastInst>(instruction) ||
           (intrinsic && intrinsic->isAssumeLikeIntrinsic());
  }

  unsigned vector_cost(const Instruction& instruction) const {
    const Value* address = address_of(instruction);
    if (!address) return shapes_.of(&instruction).affine() ? kUniform : kVector;
    return shapes_.of(address).varying() ? kGather : kVector;
  }

  // Returns whether lanes leave the loop in different iterations, a lane has accesses that are contiguous
  // from iteration to iteration, and no address depends on a value that an earlier iteration has loaded.
  bool walks_rows(const llvm::Loop& loop) {
    if (!shapes_.is_divergent(&loop)) return false;
    bool walks = false;
    for (const BasicBlock* block : loop.blocks()) {
      for (const Instruction& instruction : *block) {
        const Value* address = address_of(instruction);
        if (!address || !shapes_.of(address).varying()) continue;
        if (!known_early(address, loop)) return false;
        walks = walks || steps_closely(address, loop);
      }
    }
    return walks;
  }

  const llvm::SCEVConstant* step_of(const Value* value, const llvm::Loop& loop) {
    if (!evolution_.isSCEVable(value->getType())) return nullptr;
    auto* sum = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(const_cast<Value*>(value)));
    if (!sum || sum->getLoop() != &loop || !sum->isAffine()) return nullptr;
    return llvm::dyn_cast<llvm::SCEVConstant>(sum->getStepRecurrence(evolution_));
  }

  bool steps_closely(const Value* address, const llvm::Loop& loop) {
    std::int64_t scale = 1;
    const llvm::SCEVConstant* step = step_of(address, loop);
    if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(address);
        !step && gep && gep->getNumIndices() == 1 && loop.isLoopInvariant(gep->getPointerOperand())) {
      // The index may extend an induction variable that could wrap.
      const Value* index = gep->getOperand(1);
      if (auto* cast = llvm::dyn_cast<llvm::CastInst>(index)) index = cast->getOperand(0);
      step = step_of(index, loop);
      scale =
          static_cast<std::int64_t>(layout_.getTypeAllocSize(gep->getSourceElementType()).getFixedValue());
    }
    if (!step || step->getAPInt().getSignificantBits() > 32) return false;
    const std::int64_t bytes = step->getAPInt().getSExtValue() * scale;
    return bytes != 0 && bytes <= kWidestStep && bytes >= -kWidestStep;
  }

  // Returns whether the value follows from induction variables, and from values that this iteration has
  // loaded at such addresses.
  bool known_early(const Value* value, const llvm::Loop& loop) {
    llvm::SmallPtrSet<const Value*, 16> seen;
    llvm::SmallVector<const Value*> work{value};
    while (!work.empty()) {
      auto* instruction = llvm::dyn_cast<Instruction>(work.pop_back_val());
      if (!instruction || !loop.contains(instruction) || !seen.insert(instruction).second) continue;
      if (llvm::isa<llvm::PHINode>(instruction)) {
        if (!step_of(instruction, loop)) return false;
        continue;
      }
      for (const Value* operand : instruction->operands()) work.push_back(operand);
    }
    return true;
  }

  Source source_;
  const llvm::DataLayout& layout_;
  VectorShapes shapes_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo library_info_;
  llvm::AssumptionCache assumptions_;
  llvm::ScalarEvolution evolution_;
};

// Returns how many dimensions of the thread's index the entry reads: 3 if z, although it may not read x.
unsigned used_dimensions(const llvm::Function& entry) {
  unsigned used = 0;
  for (const Instruction& each : llvm::instructions(entry)) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&each);
    const Field field = load ? field_of(*load).field : Field::kNone;
    if (field == Field::kThreadX) used = std::max(used, 1u);
    if (field == Field::kThreadY) used = std::max(used, 2u);
    if (field == Field::kThreadZ) used = 3;
  }
  return used;
}

}  // namespace

bool prefers_thread_loop(llvm::Function& entry) {
  return Rule(entry).holds();
}

// Long because it emits one loop nest, in the order of its blocks.
void emit_thread_loop(llvm::Function& entry, llvm::Function& result) {
  llvm::LLVMContext& context = entry.getContext();
  declare_whole_blocks(entry, result);
  auto made = [&](const char* name) { return BasicBlock::Create(context, name, &result); };
  BasicBlock* start = made("entry");
  BasicBlock* warp = made("warp");
  BasicBlock* thread = made("thread");
  llvm::IRBuilder<> build(start);
  Type* i32 = build.getInt32Ty();
  Value* block = read_block(build, result);
  Value* threads = read_field(build, i32, block, offsetof(cpu::BlockContext, thread_count));
  Value* width = read_field(build, i32, block, offsetof(cpu::BlockContext, block_size));
  Value* first = read_field(build, i32, result.getArg(0), offsetof(cpu::WarpContext, first_linear_index));
  const unsigned used = used_dimensions(entry);  // of the thread's index, x first; each needs those before it
  llvm::SmallVector<Value*> first_of;
  for (std::size_t i = 0; i < used; ++i)
    first_of.push_back(
        read_field(build, i32, result.getArg(0),
                   offsetof(cpu::WarpContext, thread_index) + i * cpu::kWarpSize * sizeof(std::uint32_t)));
  Value* height =
      read_field(build, i32, block, offsetof(cpu::BlockContext, block_size) + sizeof(std::uint32_t));
  BasicBlock* done = made("block.done");
  build.CreateBr(warp);

  build.SetInsertPoint(warp);
  llvm::SmallVector<llvm::PHINode*> before(1 + used);  // the number and the index of the warp's first thread
  for (llvm::PHINode*& place : before) place = build.CreatePHI(i32, 2, "warp.thread");
  Value* warp_size = build.getInt32(cpu::kWarpSize);
  Value* warp_number = build.CreateUDiv(build.CreateNUWSub(before[0], first), warp_size);
  Value* warp_end =
      build.CreateBinaryIntrinsic(llvm::Intrinsic::umin, threads, build.CreateNUWAdd(before[0], warp_size));
  build.CreateCondBr(build.CreateICmpULT(warp_number, read_warps_to_run(build, result)), thread, done);

  build.SetInsertPoint(thread);
  llvm::PHINode* number = build.CreatePHI(i32, 2, "thread.number");
  llvm::SmallVector<llvm::PHINode*> index(used);
  for (llvm::PHINode*& place : index) place = build.CreatePHI(i32, 2, "thread.index");
  Value* lane = build.CreateAnd(number, build.getInt32(cpu::kWarpSize - 1));
  note_running(build, result, warp_number, build.CreateShl(build.getInt32(1), lane));

  llvm::ValueToValueMapTy map;
  map[entry.getArg(0)] = llvm::PoisonValue::get(entry.getArg(0)->getType());  // its fields have known values
  map[entry.getArg(1)] = result.getArg(1);
  llvm::SmallVector<BasicBlock*> copies;
  for (BasicBlock& old : entry) {
    copies.push_back(llvm::CloneBasicBlock(&old, map, "", &result));
    map[&old] = copies.back();
  }
  build.CreateBr(copies.front());
  BasicBlock* end = made("thread.end");
  for (const Instruction& old : llvm::instructions(entry)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&old);
    const FieldAccess access = load ? field_of(*load) : FieldAccess{};
    Value* known = nullptr;
    switch (access.field) {
      case Field::kThreadX:
      case Field::kThreadY:
      case Field::kThreadZ:
        known = index[static_cast<unsigned>(access.field) - static_cast<unsigned>(Field::kThreadX)];
        break;
      case Field::kLinearIndex:
        known = number;
        break;
      case Field::kBlock:
        known = block;
        break;
      case Field::kBlockField:
      case Field::kNone:
        continue;
    }
    llvm::cast<Instruction>(map[&old])->eraseFromParent();
    map[&old] = known;
  }
  llvm::remapInstructionsInBlocks(copies, map);
  for (Instruction& copy : llvm::instructions(result)) copy.setDebugLoc({});
  for (BasicBlock* copy : copies) {
    if (!llvm::isa<llvm::ReturnInst>(copy->getTerminator())) continue;
    copy->getTerminator()->eraseFromParent();
    llvm::BranchInst::Create(end, copy);
  }

  build.SetInsertPoint(end);
  auto follow = [&](Value* value) { return build.CreateAdd(value, build.getInt32(1), "", true, true); };
  Value* next = follow(number);
  llvm::SmallVector<Value*> later;
  Value* ends = nullptr;  // the row or plane of the dimension before ends with this thread
  for (llvm::PHINode* place : index) {
    Value* here = ends ? build.CreateSelect(ends, follow(place), place) : follow(place);
    if (later.size() == 2) {
      later.push_back(here);
      break;
    }
    ends = build.CreateICmpEQ(here, later.empty() ? width : height);
    later.push_back(build.CreateSelect(ends, build.getInt32(0), here));
  }
  BasicBlock* through = made("warp.end");
  mark_short(build.CreateCondBr(build.CreateICmpULT(next, warp_end), thread, through));
  build.SetInsertPoint(through);
  mark_short(build.CreateCondBr(build.CreateICmpULT(next, threads), warp, done));
  number->addIncoming(before[0], warp);
  number->addIncoming(next, end);
  before[0]->addIncoming(first, start);
  before[0]->addIncoming(next, through);
  for (unsigned i = 0; i < used; ++i) {
    index[i]->addIncoming(before[i + 1], warp);
    index[i]->addIncoming(later[i], end);
    before[i + 1]->addIncoming(first_of[i], start);
    before[i + 1]->addIncoming(later[i], through);
  }
  build.SetInsertPoint(done);
  build.CreateRet(llvm::ConstantPointerNull::get(build.getPtrTy()));
}

}  // namespace gridcall::cc::warp
