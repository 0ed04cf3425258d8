// SPDX-License-Identifier: Apache-2.0
//
// mark-blocking: marks the functions that may make a thread wait for another one, by a barrier, a warp
// function or a loop that polls memory. A kernel without these runs its threads in turn on one stack.
//
// A loop polls if its exit depends, through registers, memory or branches, on a value that another thread may
// change meanwhile: an atomic load, a volatile load, a plain load in a loop with a fence or a sleep, or the
// result of a call that contains one. A loop that only counts with atomics, such as a histogram, does not
// poll. Neither does a loop that repeats a compare-and-swap with the value that the last attempt returned,
// because it needs no other thread.
//
// Plain loads alone do not make a loop poll: relying on their change is a data race, and most such loads have
// been hoisted already, as by NVRTC. An exception is a loop whose only exit condition is a plain load from an
// address that the loop does not write: only another thread can end it.

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <map>
#include <utility>

#include "cc/ir/intrinsics.h"
#include "cc/ir/runtime.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

using llvm::Function;
using llvm::Instruction;

bool is_blocking_declaration(const Function& function) {
  if (function.isIntrinsic()) return waits_for(function.getIntrinsicID()) != WaitsFor::kNothing;
  llvm::StringRef name = function.getName();
  if (!name.starts_with(kDevicePrefix)) return false;
  return is_blocking_runtime_function(kRuntimePrefix +
                                      name.drop_front(llvm::StringRef(kDevicePrefix).size()).str());
}

// The effects of a function for its callers.
struct Effects {
  bool blocks = false;
  bool polls = false;                  // blocks in a loop that waits for another thread
  bool reads_changing_memory = false;  // by atomics or volatile loads; a loop may poll the result
  bool fences = false;
  bool stores = false;  // other than by an atomic; a changing value may then be in memory
};

class Marking {
 public:
  explicit Marking(llvm::Module& module) : module_(module) {}

  void run() {
    // Effects grow monotonically, so that repeating until none changes also covers recursion.
    bool changed = true;
    while (changed) {
      changed = false;
      for (Function& function : module_) {
        if (function.isDeclaration()) continue;
        Effects effects = examine(function);
        Effects& known = effects_[&function];
        if (effects.blocks != known.blocks || effects.polls != known.polls ||
            effects.reads_changing_memory != known.reads_changing_memory || effects.fences != known.fences ||
            effects.stores != known.stores) {
          known = effects;
          changed = true;
        }
      }
    }
    for (Function& function : module_) {
      if (function.isDeclaration()) continue;
      if (effects_[&function].blocks) function.addFnAttr(kMayBlockAttribute);
      if (effects_[&function].polls) function.addFnAttr(kPollsAttribute);
    }
  }

 private:
  // Returns the effects of a call. A call through a pointer has those of all functions with taken addresses.
  Effects effects_of(const llvm::CallBase& call) {
    if (const Function* callee = call.getCalledFunction()) {
      if (callee->isDeclaration()) {
        Effects effects;
        effects.blocks = is_blocking_declaration(*callee);
        // A thread that sleeps waits for others.
        effects.fences = callee->getName() == llvm::Twine(kDevicePrefix).concat("nanosleep").str();
        effects.stores =
            callee->isIntrinsic() && !callee->onlyReadsMemory() && callee->onlyAccessesArgMemory();
        return effects;
      }
      return effects_[callee];
    }
    if (call.isInlineAsm()) return {};
    Effects any;
    for (const Function& function : module_) {
      if (function.isDeclaration() || !function.hasAddressTaken()) continue;
      const Effects& one = effects_[&function];
      any.blocks |= one.blocks;
      any.polls |= one.polls;
      any.reads_changing_memory |= one.reads_changing_memory;
      any.fences |= one.fences;
      any.stores |= one.stores;
    }
    return any;
  }

  bool reads_changing_memory(const Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return load->isVolatile() || load->isAtomic();
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      return effects_of(*call).reads_changing_memory;
    return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
  }

  bool fences(const Instruction& instruction) {
    if (llvm::isa<llvm::FenceInst>(instruction)) return true;
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      switch (intrinsic->getIntrinsicID()) {
        case llvm::Intrinsic::nvvm_membar_cta:
        case llvm::Intrinsic::nvvm_membar_gl:
        case llvm::Intrinsic::nvvm_membar_sys:
          return true;
        default:
          return false;
      }
    }
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) return false;
    return call->isInlineAsm() || effects_of(*call).fences;
  }

  Effects examine(Function& function) {
    Effects effects;
    for (Instruction& instruction : llvm::instructions(function)) {
      effects.reads_changing_memory |= reads_changing_memory(instruction);
      effects.fences |= fences(instruction);
      effects.stores |= llvm::isa<llvm::StoreInst>(instruction);
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call) continue;
      Effects callee = effects_of(*call);
      effects.stores |= callee.stores;
      effects.blocks |= callee.blocks;
      effects.polls |= callee.polls;
    }
    if (!effects.polls)
      effects.polls = has_polling_cycle(function, effects.reads_changing_memory || effects.fences);
    effects.blocks |= effects.polls;
    return effects;
  }

  bool has_polling_cycle(Function& function, bool memory_changes) {
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    // LoopInfo omits irreducible cycles; a function that has one polls if memory changes.
    llvm::ReversePostOrderTraversal<Function*> order(&function);
    if (memory_changes && llvm::containsIrreducibleCFG<llvm::BasicBlock*>(order, loops)) return true;
    llvm::PostDominatorTree ends(function);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (ends_by_others(*loop)) return true;
      if (memory_changes && !retries(*loop, dominators) && polls(*loop, ends)) return true;
    }
    return false;
  }

  // Returns whether the loop iterates again only after a compare-and-swap has failed, with the value that it
  // returned or a fresh load. A compare-and-swap fails only if another thread's has succeeded.
  static bool retries(const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
    using namespace llvm::PatternMatch;
    const llvm::BasicBlock* latch = loop.getLoopLatch();
    if (!latch) return false;
    llvm::SmallVector<llvm::BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    for (llvm::BasicBlock* block : exiting) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional() || !dominators.dominates(block, latch)) continue;
      llvm::Value* condition = branch->getCondition();
      unsigned met = 0;  // the successor if the condition holds
      llvm::Value* inner = nullptr;
      while (match(condition, m_Not(m_Value(inner)))) {
        condition = inner;
        met ^= 1;
      }
      const llvm::AtomicCmpXchgInst* swap = nullptr;
      llvm::CmpInst::Predicate predicate{};
      llvm::Value *left = nullptr, *right = nullptr;
      if (match(condition, m_ExtractValue<1>(m_Value(left)))) {
        swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(left);
      } else if (match(condition, m_ICmp(predicate, m_Value(left), m_Value(right))) &&
                 llvm::ICmpInst::isEquality(predicate)) {
        if (predicate == llvm::CmpInst::ICMP_NE) met ^= 1;
        for (int side = 0; side < 2 && !swap; ++side) {
          if (match(left, m_ExtractValue<0>(m_Value(inner)))) {
            swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(inner);
            if (swap && swap->getCompareOperand() != right) swap = nullptr;
          }
          std::swap(left, right);
        }
      }
      if (!swap || !loop.contains(swap) || loop.contains(branch->getSuccessor(met))) continue;
      const llvm::Value* expected = swap->getCompareOperand();
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(expected); phi && phi->getParent() == loop.getHeader()) {
        expected = phi->getIncomingValueForBlock(latch);
        if (match(expected, m_ExtractValue<0>(m_Specific(swap)))) return true;
      }
      auto* look = llvm::dyn_cast<llvm::LoadInst>(expected);
      if (look && loop.contains(look) && look->getPointerOperand() == swap->getPointerOperand()) return true;
    }
    return false;
  }

  // Returns whether the two are known to point to different objects.
  static bool apart(const llvm::Value* a, const llvm::Value* b) {
    if (a == b) return false;
    if (llvm::isIdentifiedObject(a) && llvm::isIdentifiedObject(b)) return true;
    return (llvm::isa<llvm::AllocaInst>(a) && llvm::isa<llvm::Argument>(b)) ||
           (llvm::isa<llvm::Argument>(a) && llvm::isa<llvm::AllocaInst>(b));
  }

  // The values in a loop that another thread may change while the loop runs.
  struct TaintSet {
    const llvm::Loop& loop;
    llvm::SetVector<const llvm::Value*> values;

    // Adds the instructions that read the memory which `pointer` points to (NULL: any memory).
    void memory(const llvm::Value* pointer) {
      const llvm::Value* object = pointer ? llvm::getUnderlyingObject(pointer) : nullptr;
      const auto reached = [object](const llvm::Value* source) {
        return !object || !apart(llvm::getUnderlyingObject(source), object);
      };
      for (llvm::BasicBlock* block : loop.blocks()) {
        for (Instruction& other : *block) {
          bool reads = false;
          if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&other)) {
            reads = !load->hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
                    reached(load->getPointerOperand());
          } else if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&other)) {
            reads = reached(transfer->getSource());
          } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&other)) {
            reads = call->mayReadFromMemory() &&
                    (!call->getCalledFunction() || !call->getCalledFunction()->isDeclaration());
          }
          if (reads) values.insert(&other);
        }
      }
    }
  };

  // Taints the memory that an instruction stores to, because its value depends on other threads.
  void taint_written(const Instruction& instruction, TaintSet& tainted) {
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      tainted.memory(store->getPointerOperand());
    } else if (auto* bulk = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      tainted.memory(bulk->getDest());
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (effects_of(*call).stores) tainted.memory(nullptr);
    }
  }

  // Returns true if the branch decides whether the loop ends.
  bool taint_branch(const Instruction& branch, const llvm::PostDominatorTree& ends, TaintSet& tainted) {
    const llvm::BasicBlock* from = branch.getParent();
    for (const llvm::BasicBlock* next : llvm::successors(from)) {
      if (!tainted.loop.contains(next)) return true;
    }
    const auto* node = ends.getNode(from);
    const llvm::BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!join || !tainted.loop.contains(join)) return true;
    llvm::SetVector<const llvm::BasicBlock*> between;
    for (const llvm::BasicBlock* next : llvm::successors(from)) {
      if (next != join) between.insert(next);
    }
    for (unsigned i = 0; i < between.size(); ++i) {
      if (between[i] == tainted.loop.getHeader()) return true;
      for (const Instruction& instruction : *between[i]) {
        if (llvm::isa<llvm::PHINode>(instruction)) tainted.values.insert(&instruction);
        taint_written(instruction, tainted);
      }
      for (const llvm::BasicBlock* next : llvm::successors(between[i])) {
        if (!tainted.loop.contains(next)) return true;
        if (next != join) between.insert(next);
      }
    }
    for (const llvm::PHINode& phi : join->phis()) tainted.values.insert(&phi);
    return false;
  }

  // Returns whether the load is from a loop-invariant address that the loop does not write.
  bool waits_for_a_change(const llvm::LoadInst& load, const llvm::Loop& loop) {
    const llvm::Value* pointer = load.getPointerOperand();
    if (!loop.isLoopInvariant(pointer) || load.hasMetadata(llvm::LLVMContext::MD_invariant_load) ||
        llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)))
      return false;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (Instruction& other : *block) {
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(&other)) {
          // The block's other threads run while one waits at a barrier.
          if (effects_of(*call).stores || waits_for(call->getIntrinsicID()) == WaitsFor::kBlock) return false;
        } else if (other.mayWriteToMemory() && llvm::getPointerOperand(&other) == pointer) {
          return false;
        }
      }
    }
    return true;
  }

  // Returns whether every exit depends on such loads, and on no value that the loop itself changes.
  bool ends_by_others(const llvm::Loop& loop) {
    llvm::SmallVector<llvm::BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    for (llvm::BasicBlock* block : exiting) {
      bool found = false;
      llvm::SetVector<const llvm::Value*> condition;
      if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator()))
        condition.insert(branch->getCondition());
      for (unsigned i = 0; i < condition.size(); ++i) {
        auto* instruction = llvm::dyn_cast<Instruction>(condition[i]);
        if (!instruction || !loop.contains(instruction)) continue;
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
          if (!waits_for_a_change(*load, loop)) return false;
          found = true;
          continue;
        }
        if (llvm::isa<llvm::PHINode, llvm::CallBase>(instruction) || instruction->mayReadOrWriteMemory())
          return false;
        condition.insert(instruction->op_begin(), instruction->op_end());
      }
      if (!found) return false;
    }
    return !exiting.empty();
  }

  bool polls(const llvm::Loop& loop, const llvm::PostDominatorTree& ends) {
    bool fenced = false;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (Instruction& instruction : *block) fenced |= fences(instruction);
    }
    TaintSet tainted{loop, {}};
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (Instruction& instruction : *block) {
        if (!reads_changing_memory(instruction) && !(fenced && llvm::isa<llvm::LoadInst>(instruction)))
          continue;
        tainted.values.insert(&instruction);
      }
    }
    for (unsigned i = 0; i < tainted.values.size(); ++i) {
      const llvm::Value* value = tainted.values[i];
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(value)) taint_written(*call, tainted);
      for (const llvm::User* user : value->users()) {
        auto* instruction = llvm::dyn_cast<Instruction>(user);
        if (!instruction || !loop.contains(instruction)) continue;
        if (instruction->isTerminator()) {
          if (taint_branch(*instruction, ends, tainted)) return true;
          continue;
        }
        auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction);
        if (!store) {
          tainted.values.insert(instruction);
        } else if (store->getValueOperand() == value) {
          taint_written(*store, tainted);
        }
      }
    }
    return false;
  }

  llvm::Module& module_;
  std::map<const Function*, Effects> effects_;
};

}  // namespace

llvm::PreservedAnalyses MarkBlocking::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  Marking(module).run();
  return llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
