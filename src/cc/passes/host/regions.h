// SPDX-License-Identifier: Apache-2.0
//
// The regions of one warp entry (make-regions).

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>

#include <cstdint>
#include <optional>

#include "cc/passes/host/frame_use.h"

namespace gridcall::cc::regions {

using llvm::BasicBlock;
using llvm::Function;
using llvm::Instruction;
using llvm::Type;
using llvm::Value;

// The code of one warp from its start, or from a barrier, as a function that returns the resume point. It is
// inlined later.
struct RegionBody {
  Function* function = nullptr;
  Value* frame = nullptr;
  FrameUse use;
  Value* first() const { return function->getArg(0); }  // the first of the warps being run
  Value* context() const { return function->getArg(1); }
  Value* parameters() const { return function->getArg(2); }
  Value* block() const { return function->getArg(3); }
  Value* shared() const { return function->getArg(4); }
};

// A function that runs warps one after another, from their start or a region's begin to its end.
struct WarpLoop {
  Function* function = nullptr;
  llvm::ReturnInst* end = nullptr;
  Value* last = nullptr;   // the last warp's context
  Value* frame = nullptr;  // of the running warp
  Value* block = nullptr;
  llvm::WeakTrackingVH next;  // where the running warp resumes; a constant if all warps do there
  llvm::WeakTrackingVH away;  // whether some warp has ended or did not run; NULL if nobody asks
};

// A region for warps that all resume there.
struct ChainedRegion {
  WarpLoop loop;
  bool tests_stop = false;  // whether it had tests of stop requests, which its callers make instead
};

class Regions {
 public:
  explicit Regions(Function& entry)
      : entry_(entry),
        module_(*entry.getParent()),
        context_(entry.getContext()),
        pointer_(llvm::PointerType::getUnqual(context_)),
        resume_(module_.getFunction((entry.getName() + ".resume").str())) {}

  void make();

 private:
  RegionBody take_body(Function& from, llvm::ArrayRef<Type*> types);
  void take_entry();
  void take_resumption();
  std::uint64_t find_index();
  unsigned count_regions(unsigned limit) const;
  void create_regions();
  void forward_constants();
  bool drop_plain_barriers();
  void set_frame_alias_scope();
  void set_frame_alias_scope(RegionBody& body, llvm::MDNode* frame);
  void end_at_suspensions(RegionBody& body);
  void tidy(RegionBody& body);
  WarpLoop run_warps(Function& function, const RegionBody& body, Function* region, bool is_together = false);
  void create_chained();
  void chain(const WarpLoop& loop);
  void chain_together(const WarpLoop& loop);
  // Returns true for the function that CoroSplit makes for a warp that suspends only at its end.
  static bool ends_at_once(const Function& resume) {
    const BasicBlock* block = &resume.getEntryBlock();
    while (block->getSingleSuccessor()) block = block->getSingleSuccessor();
    return llvm::isa<llvm::UnreachableInst>(block->getTerminator());
  }
  void drop_split();
  std::uint64_t shared_bytes() const;
  void drop(llvm::GlobalValue* value) {
    if (!value) return;
    value->replaceAllUsesWith(llvm::PoisonValue::get(value->getType()));
    value->eraseFromParent();
  }
  bool plain() const { return start_.use.plain() && behind_.use.plain(); }

  Function& entry_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  llvm::PointerType* pointer_;
  Function* resume_;  // NULL if no warp ever reaches a barrier

  RegionBody start_;
  RegionBody behind_;
  llvm::IntrinsicInst* begin_ = nullptr;
  llvm::SwitchInst* choice_ = nullptr;  // selects the resume point if there are several barriers
  std::uint64_t index_offset_ = 0;      // the offset in the frame
  std::uint64_t frame_bytes_ = 0;
  llvm::MapVector<llvm::ConstantInt*, Function*> regions_;  // keyed by the index of their resume point
  bool one_region_ = false;
  bool chains_ = false;                               // whether regions may call the next ones
  llvm::DenseMap<Function*, ChainedRegion> chained_;  // of regions
  llvm::SmallPtrSet<Function*, 4> large_;             // regions too large for that, to which others jump
  std::optional<std::uint64_t> parameters_offset_;    // the offset of their address in a frame that has it
};

}  // namespace gridcall::cc::regions
