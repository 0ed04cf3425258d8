// SPDX-License-Identifier: Apache-2.0
//
// mark-blocking: which functions may make a thread wait for another one, by a barrier, a warp function or
// a loop that polls memory. A kernel without these runs its threads one after another on one stack.
//
// A loop polls when one of its branches depends on a value that another thread may change while the loop
// runs: an atomic, volatile or (beside a fence) plain load, or the result of a call that has such. A loop
// that only counts with atomics, as a histogram's, does not poll.

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <map>

#include "cc/passes/passes.h"
#include "cc/passes/runtime.h"

namespace gridcall::cc {
namespace {

using llvm::Function;
using llvm::Instruction;

bool is_blocking_intrinsic(llvm::Intrinsic::ID id) {
  using namespace llvm::Intrinsic;
  switch (id) {
    case nvvm_barrier0:
    case nvvm_barrier0_popc:
    case nvvm_barrier0_and:
    case nvvm_barrier0_or:
    case nvvm_bar_sync:
    case nvvm_barrier_n:
    case nvvm_barrier_sync:
    case nvvm_barrier:
    case nvvm_barrier_sync_cnt:
    case nvvm_bar_warp_sync:
    case nvvm_activemask:
      return true;
    default:
      return false;
  }
}

bool is_blocking_declaration(const Function& function) {
  if (function.isIntrinsic()) return is_blocking_intrinsic(function.getIntrinsicID());
  llvm::StringRef name = function.getName();
  if (!name.starts_with(kDevicePrefix)) return false;
  return is_blocking_runtime_function(kRuntimePrefix +
                                      name.drop_front(llvm::StringRef(kDevicePrefix).size()).str());
}

// What a function's callers need to know of it.
struct Facts {
  bool blocks = false;
  bool polls = false;                  // among the ways to block: a loop that waits for another thread
  bool reads_changing_memory = false;  // atomics or volatile loads: its result may be a poll's
  bool fences = false;
};

class Marking {
 public:
  explicit Marking(llvm::Module& module) : module_(module) {}

  void run() {
    // Facts grow monotonically, so repeat until none changes (recursion included).
    bool changed = true;
    while (changed) {
      changed = false;
      for (Function& function : module_) {
        if (function.isDeclaration()) continue;
        Facts facts = examine(function);
        Facts& known = facts_[&function];
        if (facts.blocks != known.blocks || facts.polls != known.polls ||
            facts.reads_changing_memory != known.reads_changing_memory || facts.fences != known.fences) {
          known = facts;
          changed = true;
        }
      }
    }
    for (Function& function : module_) {
      if (function.isDeclaration()) continue;
      if (facts_[&function].blocks) function.addFnAttr(kMayBlockAttribute);
      if (facts_[&function].polls) function.addFnAttr(kPollsAttribute);
    }
  }

 private:
  // What may happen in a call; through a pointer, what any function whose address is taken may do.
  Facts facts_of(const llvm::CallBase& call) {
    if (const Function* callee = call.getCalledFunction()) {
      if (callee->isDeclaration()) return {is_blocking_declaration(*callee), false, false, false};
      return facts_[callee];
    }
    if (call.isInlineAsm()) return {};
    Facts any;
    for (const Function& function : module_) {
      if (function.isDeclaration() || !function.hasAddressTaken()) continue;
      const Facts& one = facts_[&function];
      any.blocks |= one.blocks;
      any.polls |= one.polls;
      any.reads_changing_memory |= one.reads_changing_memory;
      any.fences |= one.fences;
    }
    return any;
  }

  bool reads_changing_memory(const Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return load->isVolatile() || load->isAtomic();
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      return facts_of(*call).reads_changing_memory;
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
    if (call == nullptr) return false;
    return call->isInlineAsm() || facts_of(*call).fences;
  }

  Facts examine(Function& function) {
    Facts facts;
    for (Instruction& instruction : llvm::instructions(function)) {
      facts.reads_changing_memory |= reads_changing_memory(instruction);
      facts.fences |= fences(instruction);
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      Facts callee = facts_of(*call);
      facts.blocks |= callee.blocks;
      facts.polls |= callee.polls;
    }
    if (!facts.polls && (facts.reads_changing_memory || facts.fences))
      facts.polls = has_polling_cycle(function);
    facts.blocks |= facts.polls;
    return facts;
  }

  bool has_polling_cycle(Function& function) {
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    // Irreducible cycles are not in LoopInfo: the whole function is taken for one then.
    llvm::ReversePostOrderTraversal<Function*> order(&function);
    if (llvm::containsIrreducibleCFG<llvm::BasicBlock*>(order, loops)) return true;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (polls(*loop)) return true;
    }
    return false;
  }

  bool polls(const llvm::Loop& loop) {
    bool fenced = false;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (Instruction& instruction : *block) fenced |= fences(instruction);
    }
    llvm::SetVector<const llvm::Value*> tainted;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (Instruction& instruction : *block) {
        if (reads_changing_memory(instruction) || (fenced && llvm::isa<llvm::LoadInst>(instruction))) {
          tainted.insert(&instruction);
        }
      }
    }
    for (unsigned i = 0; i < tainted.size(); ++i) {
      for (const llvm::User* user : tainted[i]->users()) {
        auto* instruction = llvm::dyn_cast<Instruction>(user);
        if (instruction == nullptr || !loop.contains(instruction)) continue;
        // A terminator: the loop's course depends on it. A call: it may loop on the value itself.
        if (instruction->isTerminator() && !llvm::isa<llvm::ReturnInst>(instruction)) return true;
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
          // Into a local variable: follow the loads of it.
          if (store->getValueOperand() != tainted[i]) continue;
          const llvm::Value* object = llvm::getUnderlyingObject(store->getPointerOperand());
          if (!llvm::isa<llvm::AllocaInst>(object)) continue;
          for (llvm::BasicBlock* block : loop.blocks()) {
            for (Instruction& other : *block) {
              auto* load = llvm::dyn_cast<llvm::LoadInst>(&other);
              if (load != nullptr && llvm::getUnderlyingObject(load->getPointerOperand()) == object) {
                tainted.insert(load);
              }
            }
          }
          continue;
        }
        tainted.insert(instruction);
      }
    }
    return false;
  }

  llvm::Module& module_;
  std::map<const Function*, Facts> facts_;
};

}  // namespace

llvm::PreservedAnalyses MarkBlocking::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  Marking(module).run();
  return llvm::PreservedAnalyses::all();
}

}  // namespace gridcall::cc
