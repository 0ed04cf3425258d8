// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/thread_loop.h"

#include <llvm/ADT/SetVector.h>
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
#include <optional>

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

// The values that a function made of a loop takes.
struct Inputs {
  llvm::SmallSetVector<Value*, 8> values;
  llvm::SmallVector<Instruction*> repeated;  // computed from the values, in this order
};

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

  // Returns the outermost loops if threads decide by what they load whether they run one of them, and each
  // can be a function.
  llvm::SmallVector<llvm::Loop*> guarded_loops() const {
    const bool can_be_functions = llvm::all_of(source_.loops, [&](const llvm::Loop* loop) {
      return loop->getLoopPreheader() && loop->getUniqueExitBlock() && inputs_of(*loop);
    });
    if (!can_be_functions ||
        llvm::none_of(source_.loops, [&](const llvm::Loop* loop) { return is_guarded(*loop); }))
      return {};
    return {source_.loops.begin(), source_.loops.end()};
  }

  std::optional<Inputs> inputs_of(const llvm::Loop& loop) const {
    Inputs inputs;
    for (const BasicBlock* block : loop.blocks()) {
      for (const Instruction& instruction : *block) {
        for (Value* operand : instruction.operands()) {
          if (!add_input(inputs, operand, loop)) return std::nullopt;
        }
      }
    }
    // A value that is used behind the loop may be from before it.
    for (llvm::PHINode& phi : loop.getUniqueExitBlock()->phis()) {
      for (Value* value : phi.incoming_values()) {
        if (!add_input(inputs, value, loop)) return std::nullopt;
      }
    }
    return inputs;
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

  // Returns whether a branch on what a thread loads leads to the loop, other than the test for an empty row.
  bool is_guarded(const llvm::Loop& loop) const {
    for (const auto* node = source_.dominators.getNode(loop.getHeader())->getIDom(); node;
         node = node->getIDom()) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
      if (!branch || !branch->isConditional() || !shapes_.is_divergent(branch)) continue;
      if (is_bound(branch->getCondition(), loop)) continue;
      llvm::SmallPtrSet<const Value*, 16> seen;
      llvm::SmallVector<const Value*> work{branch->getCondition()};
      while (!work.empty()) {
        const auto* made = llvm::dyn_cast<Instruction>(work.pop_back_val());
        if (!made || !seen.insert(made).second) continue;
        if (llvm::isa<llvm::LoadInst>(made) && !shapes_.of(made).regular()) return true;
        work.append(made->op_begin(), made->op_end());
      }
    }
    return false;
  }

  // Returns whether the loop uses an operand of the condition, as it does its first and its last index.
  static bool is_bound(const Value* condition, const llvm::Loop& loop) {
    const auto* test = llvm::dyn_cast<llvm::ICmpInst>(condition);
    return test && llvm::any_of(test->operands(), [&](const Value* operand) {
             return llvm::isa<Instruction>(operand) &&
                    llvm::any_of(operand->users(), [&](const llvm::User* user) {
                      const auto* in = llvm::cast<Instruction>(user);
                      return loop.contains(in) || (llvm::isa<llvm::CastInst>(in) &&
                                                   llvm::any_of(in->users(), [&](const llvm::User* wide) {
                                                     return loop.contains(llvm::cast<Instruction>(wide));
                                                   }));
                    });
           });
  }

  // An address is computed for each lane from its index, which takes half the memory of an array of
  // addresses.
  bool add_input(Inputs& inputs, Value* value, const llvm::Loop& loop) const {
    if (llvm::isa<llvm::Argument>(value)) {
      inputs.values.insert(value);
      return value != source_.function.getArg(0);
    }
    auto* made = llvm::dyn_cast<Instruction>(value);
    if (!made) return true;
    if (loop.contains(made) || llvm::is_contained(inputs.repeated, made)) return true;
    if (llvm::isa<llvm::CastInst, llvm::GetElementPtrInst>(made) && !shapes_.of(made).uniform()) {
      for (Value* operand : made->operands()) {
        if (!add_input(inputs, operand, loop)) return false;
      }
      inputs.repeated.push_back(made);
      return true;
    }
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(made);
    if (load && field_of(*load).field == Field::kBlock) return false;
    inputs.values.insert(made);
    return llvm::VectorType::isValidElementType(made->getType());
  }

  Source source_;
  const llvm::DataLayout& layout_;
  VectorShapes shapes_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo library_info_;
  llvm::AssumptionCache assumptions_;
  llvm::ScalarEvolution evolution_;
};

// Moves the loop into a function of its inputs, which returns what is used behind it, and calls that.
llvm::Function* outline(const llvm::Loop& loop, const Inputs& inputs) {
  BasicBlock* before = loop.getLoopPreheader();
  BasicBlock* behind = loop.getUniqueExitBlock();
  BasicBlock* header = loop.getHeader();
  llvm::LLVMContext& context = before->getContext();
  llvm::SmallVector<Type*> types, results;
  for (const Value* input : inputs.values) types.push_back(input->getType());
  for (const llvm::PHINode& phi : behind->phis()) results.push_back(phi.getType());
  Type* type = results.empty()       ? Type::getVoidTy(context)
               : results.size() == 1 ? results.front()
                                     : llvm::StructType::get(context, results);
  llvm::Function* function =
      llvm::Function::Create(llvm::FunctionType::get(type, types, false), llvm::GlobalValue::InternalLinkage,
                             "gridcall_rows", before->getModule());
  function->setDoesNotThrow();

  BasicBlock* start = BasicBlock::Create(context, "", function);
  llvm::IRBuilder<> build(start);
  llvm::ValueToValueMapTy map;
  for (std::size_t i = 0; i < inputs.values.size(); ++i)
    map[inputs.values[i]] = function->getArg(static_cast<unsigned>(i));
  for (Instruction* made : inputs.repeated) {
    Instruction* copy = build.Insert(made->clone());
    llvm::RemapInstruction(copy, map, llvm::RF_IgnoreMissingLocals | llvm::RF_NoModuleLevelChanges);
    map[made] = copy;
  }
  build.CreateBr(header);
  BasicBlock* end = BasicBlock::Create(context, "", function);
  for (BasicBlock* block : loop.blocks()) {
    block->removeFromParent();
    block->insertInto(function, end);
    block->getTerminator()->replaceSuccessorWith(behind, end);
    for (Instruction& instruction : *block) {
      llvm::RemapInstruction(&instruction, map, llvm::RF_IgnoreMissingLocals | llvm::RF_NoModuleLevelChanges);
      instruction.setDebugLoc({});
    }
  }
  header->replacePhiUsesWith(before, start);

  build.SetInsertPoint(before->getTerminator());
  llvm::CallInst* call = build.CreateCall(function, inputs.values.getArrayRef());
  before->getTerminator()->replaceSuccessorWith(header, behind);
  build.SetInsertPoint(end);
  Value* returned = results.size() > 1 ? llvm::PoisonValue::get(type) : nullptr;
  for (unsigned i = 0; i < results.size(); ++i) {
    auto& phi = llvm::cast<llvm::PHINode>(behind->front());
    Value* result = call;
    if (results.size() > 1) {
      llvm::IRBuilder<> after(before->getTerminator());
      result = after.CreateExtractValue(call, i);
    }
    phi.replaceAllUsesWith(result);
    phi.removeFromParent();
    phi.insertInto(end, end->getFirstNonPHIIt());
    llvm::RemapInstruction(&phi, map, llvm::RF_IgnoreMissingLocals | llvm::RF_NoModuleLevelChanges);
    build.SetInsertPoint(end);
    returned = results.size() > 1 ? build.CreateInsertValue(returned, &phi, i) : &phi;
  }
  if (returned) {
    build.CreateRet(returned);
  } else {
    build.CreateRetVoid();
  }
  return function;
}

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

llvm::SmallVector<llvm::Function*> outline_guarded_loops(llvm::Function& entry) {
  Rule rule(entry);
  llvm::SmallVector<llvm::Function*> made;
  // One may use another's results.
  for (const llvm::Loop* loop : rule.guarded_loops()) made.push_back(outline(*loop, *rule.inputs_of(*loop)));
  return made;
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
