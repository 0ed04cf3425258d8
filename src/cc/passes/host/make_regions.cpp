// SPDX-License-Identifier: Apache-2.0
//
// make-regions: splits a warp entry that CoroSplit has split at its barriers into the entry and one function
// for each region, the code from one barrier to the next ones. Each function runs a range of warps, one after
// another (cpu::WarpEntry, cpu::WarpRegion). A barrier thus costs one call for all warps of a block, and
// values that are uniform for the block are computed once in a region.
//
// CoroSplit leaves the entry up to its first barriers, and one function that resumes after any barrier,
// selected by an index in the warp's frame. Each region gets a copy of the code that it needs of that
// function. If the copies would share most of their code, all barriers have one region, which reads the
// index.

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>

#include "cc/ir/requested_checks.h"
#include "cc/ir/runtime.h"
#include "cc/passes/host/regions.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::regions {
namespace {

// The largest factor by which copies of shared code may enlarge the regions.
constexpr unsigned kMaxCopies = 2;
constexpr unsigned kSmallRegions = 500;  // instructions, of all regions together

}  // namespace

RegionBody Regions::take_body(Function& from, llvm::ArrayRef<Type*> types) {
  RegionBody body;
  body.function = Function::Create(llvm::FunctionType::get(pointer_, types, false),
                                   llvm::GlobalValue::InternalLinkage, from.getName() + ".warp", module_);
  body.function->setAttributes(
      llvm::AttributeList::get(context_, llvm::AttributeList::FunctionIndex,
                               llvm::AttrBuilder(context_, from.getAttributes().getFnAttrs())));
  body.function->splice(body.function->begin(), &from);
  from.setSubprogram(nullptr);
  for (Instruction& instruction : llvm::instructions(*body.function)) instruction.setDebugLoc({});
  return body;
}

void Regions::take_entry() {
  start_ = take_body(entry_, {pointer_, pointer_, pointer_, pointer_, pointer_});
  entry_.getArg(0)->replaceAllUsesWith(start_.context());
  entry_.getArg(1)->replaceAllUsesWith(start_.parameters());
  for (Instruction& instruction : llvm::instructions(*start_.function)) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == llvm::Intrinsic::coro_begin) begin_ = call;
  }
  if (!begin_) return;
  start_.frame = begin_;
  start_.use.find(begin_);
}

void Regions::take_resumption() {
  frame_bytes_ = resume_->getParamDereferenceableBytes(0);
  BasicBlock* block = &resume_->getEntryBlock();
  while (block->getSingleSuccessor()) block = block->getSingleSuccessor();
  choice_ = llvm::dyn_cast<llvm::SwitchInst>(block->getTerminator());
  if (choice_ && !llvm::isa<llvm::LoadInst>(choice_->getCondition())) choice_ = nullptr;
  Type* index_type = choice_ ? choice_->getCondition()->getType() : Type::getInt1Ty(context_);
  behind_ = take_body(*resume_, {pointer_, pointer_, pointer_, pointer_, pointer_, pointer_, index_type});
  behind_.frame = behind_.function->getArg(5);
  resume_->getArg(0)->replaceAllUsesWith(behind_.frame);
  behind_.use.find(behind_.frame);
  index_offset_ = find_index();
  if (choice_) choice_->getCondition()->replaceAllUsesWith(behind_.function->getArg(6));
}

// Returns the index's offset in the frame. A warp with one barrier never loads the index.
std::uint64_t Regions::find_index() {
  llvm::SmallDenseSet<std::uint64_t> read;
  for (const RegionBody* body : {&start_, &behind_}) {
    for (const auto& [access, offset] : body->use.accesses()) {
      if (choice_ && access == choice_->getCondition()) return offset;
      if (llvm::isa<llvm::LoadInst>(access)) read.insert(offset);
    }
  }
  for (const auto& [access, offset] : start_.use.accesses()) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(access);
    if (!choice_ && store && !read.contains(offset) &&
        store->getValueOperand() == llvm::ConstantInt::getFalse(context_)) {
      return offset;
    }
  }
  llvm::report_fatal_error("internal: a warp's code does not go on by its index");
}

namespace {

// Counts the instructions that are reachable from `begin` before the next barriers.
unsigned count_region(BasicBlock* begin, const llvm::SmallPtrSetImpl<BasicBlock*>& suspensions) {
  unsigned count = 0;
  llvm::SmallPtrSet<BasicBlock*, 32> seen{begin};
  llvm::SmallVector<BasicBlock*> work{begin};
  while (!work.empty()) {
    BasicBlock* block = work.pop_back_val();
    count += static_cast<unsigned>(block->size());
    if (suspensions.contains(block)) continue;
    for (BasicBlock* next : llvm::successors(block)) {
      if (seen.insert(next).second) work.push_back(next);
    }
  }
  return count;
}

}  // namespace

// Counts the instructions after each barrier, up to the next ones, or until there are more than `limit`: code
// with hundreds of barriers would be walked once for each.
unsigned Regions::count_regions(unsigned limit) const {
  if (!choice_) return 0;
  llvm::SmallPtrSet<BasicBlock*, 16> suspensions;
  for (const auto& [access, offset] : behind_.use.accesses()) {
    if (llvm::isa<llvm::StoreInst>(access) && (offset == 0 || offset == index_offset_))
      suspensions.insert(access->getParent());
  }
  unsigned all = 0;
  for (const auto& chosen : choice_->cases()) {
    all += count_region(chosen.getCaseSuccessor(), suspensions);
    if (all > limit) break;
  }
  return all;
}

void Regions::create_regions() {
  const unsigned limit = std::max(kSmallRegions, kMaxCopies * behind_.function->getInstructionCount());
  one_region_ = count_regions(limit) > limit;
  llvm::SmallVector<llvm::ConstantInt*> indices;
  if (!choice_) {
    indices.push_back(llvm::ConstantInt::getFalse(context_));
  } else {
    for (const auto& chosen : choice_->cases()) indices.push_back(chosen.getCaseValue());
  }
  Function* region = nullptr;
  for (llvm::ConstantInt* index : indices) {
    if (!region || !one_region_) {
      region = Function::Create(llvm::FunctionType::get(pointer_, {pointer_}, false),
                                llvm::GlobalValue::InternalLinkage,
                                entry_.getName() + ".region." + llvm::Twine(regions_.size()), module_);
      region->setAttributes(entry_.getAttributes().removeParamAttributes(context_, 1));
      region->setDSOLocal(true);
    }
    regions_[index] = region;
  }
}

// Replaces loads from the frame whose values are known without it: the contexts' addresses, and values that
// became constant with the frame's size.
void Regions::forward_constants() {
  struct Slot {
    std::uint64_t bytes = 0;
    unsigned stores = 0;
    llvm::StoreInst* store = nullptr;  // the store by the entry
    llvm::SmallVector<llvm::LoadInst*> loads;
  };
  const llvm::DataLayout& layout = module_.getDataLayout();
  std::map<std::uint64_t, Slot> slots;
  for (const RegionBody* body : {&start_, &behind_}) {
    for (const auto& [access, offset] : body->use.accesses()) {
      Slot& slot = slots[offset];
      slot.bytes =
          std::max(slot.bytes, layout.getTypeStoreSize(llvm::getLoadStoreType(access)).getFixedValue());
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(access)) {
        slot.loads.push_back(load);
      } else {
        ++slot.stores;
        if (body == &start_) slot.store = llvm::cast<llvm::StoreInst>(access);
      }
    }
  }
  std::uint64_t end = 0;
  for (auto slot = slots.begin(); slot != slots.end(); ++slot) {
    auto& [offset, use] = *slot;
    const auto next = std::next(slot);
    const bool overlaps = offset < end || (next != slots.end() && next->first < offset + use.bytes);
    end = std::max(end, offset + use.bytes);
    if (overlaps || use.stores != 1 || !use.store || offset == 0 || offset == index_offset_) continue;
    Value* value = use.store->getValueOperand();
    const bool memory = value == begin_->getArgOperand(1);
    if (!memory && value != start_.context() && value != start_.parameters() &&
        !llvm::isa<llvm::Constant>(value))
      continue;
    const bool alike = std::all_of(use.loads.begin(), use.loads.end(),
                                   [&](llvm::LoadInst* load) { return load->getType() == value->getType(); });
    if (!alike) continue;
    for (llvm::LoadInst* load : use.loads) {
      Value* known = value;
      if (load->getFunction() == behind_.function) {
        if (memory) known = behind_.frame;
        if (value == start_.context()) known = behind_.context();
        if (value == start_.parameters()) known = behind_.parameters();
      }
      load->replaceAllUsesWith(known);
      load->eraseFromParent();
    }
    if (value == start_.parameters()) {
      parameters_offset_ = offset;
    } else {
      use.store->eraseFromParent();
    }
  }
  for (RegionBody* body : {&start_, &behind_}) {
    body->use = FrameUse();
    body->use.find(body->frame);
  }
}

// No pointer of the kernel points into the frame, except to its local arrays. The alias scope tells LLVM that
// a store keeps values in the frame, so that loads are not repeated and a loop's results are stored after it.
void Regions::set_frame_alias_scope() {
  if (!start_.use.bounded() || !behind_.use.bounded()) return;
  llvm::MDBuilder build(context_);
  llvm::MDNode* domain = build.createAnonymousAliasScopeDomain(entry_.getName());
  llvm::MDNode* frame = llvm::MDNode::get(context_, {build.createAnonymousAliasScope(domain, "frame")});
  set_frame_alias_scope(start_, frame);
  set_frame_alias_scope(behind_, frame);
}

void Regions::set_frame_alias_scope(RegionBody& body, llvm::MDNode* frame) {
  llvm::SmallPtrSet<const Instruction*, 32> accesses;
  for (const auto& [access, offset] : body.use.accesses()) {
    const std::uint64_t field = body.use.field_of(access);
    if (!start_.use.leaks().contains(field) && !behind_.use.leaks().contains(field)) accesses.insert(access);
  }
  for (Instruction& instruction : llvm::instructions(*body.function)) {
    if (!instruction.mayReadOrWriteMemory()) continue;
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call && call->getCalledFunction() &&
        call->getCalledFunction()->getName() == "gridcall_rt_warp_frame") {
      continue;
    }
    const unsigned kind =
        accesses.contains(&instruction) ? llvm::LLVMContext::MD_alias_scope : llvm::LLVMContext::MD_noalias;
    instruction.setMetadata(kind, llvm::MDNode::concatenate(instruction.getMetadata(kind), frame));
  }
}

// Replaces stores of an index before a suspension by a store and the return of the region.
void Regions::end_at_suspensions(RegionBody& body) {
  llvm::SmallVector<std::pair<llvm::StoreInst*, llvm::Constant*>> ends;
  for (const auto& [access, offset] : body.use.accesses()) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(access);
    if (!store) continue;
    Value* value = store->getValueOperand();
    if (offset == 0 && llvm::isa<llvm::ConstantPointerNull>(value)) {
      ends.emplace_back(store, llvm::cast<llvm::Constant>(value));
    } else if (offset == index_offset_ && llvm::isa<llvm::ConstantInt>(value)) {
      ends.emplace_back(store, regions_.lookup(llvm::cast<llvm::ConstantInt>(value)));
    } else if (offset < 2 * sizeof(void*)) {
      store->eraseFromParent();  // the addresses of CoroSplit's own functions
    }
  }
  for (auto [store, next] : ends) {
    BasicBlock* block = store->getParent();
    llvm::SplitBlock(block, store->getNextNode());
    block->getTerminator()->eraseFromParent();
    llvm::IRBuilder<> build(block);
    if (store->getValueOperand() != next) {
      build.CreateStore(next, body.frame)->copyMetadata(*store);
      if (!one_region_) store->eraseFromParent();
    }
    build.CreateRet(next);
  }
}

namespace {

template <typename Visit>
void each_field(Value* base, std::uint64_t wanted, Visit visit) {
  for (llvm::User* user : llvm::make_early_inc_range(base->users())) {
    auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
    llvm::APInt offset(64, 0);
    if (!place || place->getPointerOperand() != base) continue;
    if (place->accumulateConstantOffset(place->getDataLayout(), offset) && offset == wanted) visit(*place);
  }
}

}  // namespace

// A barrier tells the runtime what it combines. If no barrier combines anything, no warp pauses and no lane
// waits separately, nobody reads that: the runtime has set barrier_reduction to 0 before the block. Returns
// whether this is so.
bool Regions::drop_plain_barriers() {
  llvm::SmallVector<Instruction*> accesses;
  for (const RegionBody* body : {&start_, &behind_}) {
    for (const Instruction& instruction : llvm::instructions(*body->function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const Function* callee = call ? call->getCalledFunction() : nullptr;
      if (call && (!callee ||
                   (is_runtime_function(callee->getName()) && callee->getName() != "gridcall_rt_warp_frame" &&
                    callee->getName() != "gridcall_rt_warp_stop")))
        return false;
    }
    for (const std::size_t field :
         {offsetof(cpu::WarpContext, barrier_reduction), offsetof(cpu::WarpContext, barrier_mask),
          offsetof(cpu::WarpContext, barrier_predicates), offsetof(cpu::WarpContext, barrier_result)}) {
      bool plain = true;
      each_field(body->context(), field, [&](llvm::GetElementPtrInst& place) {
        for (llvm::User* user : place.users()) {
          auto* access = llvm::cast<Instruction>(user);
          const auto* store = llvm::dyn_cast<llvm::StoreInst>(access);
          plain &= store
                       ? field != offsetof(cpu::WarpContext, barrier_reduction) ||
                             llvm::PatternMatch::match(store->getValueOperand(), llvm::PatternMatch::m_Zero())
                       : llvm::isa<llvm::LoadInst>(access) && access->use_empty();
          accesses.push_back(access);
        }
      });
      if (!plain) return false;
    }
  }
  for (Instruction* access : accesses) access->eraseFromParent();
  return true;
}

void Regions::tidy(RegionBody& body) {
  Function& function = *body.function;
  llvm::removeUnreachableBlocks(function);
  for (BasicBlock& block : function) {
    if (block.getSinglePredecessor()) llvm::FoldSingleEntryPHINodes(&block);
  }
  for (BasicBlock& block : function) llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions*/ true);
  llvm::removeUnreachableBlocks(function);
  for (BasicBlock& block : function) {
    // A return value that is not constant belongs to a warp that never reaches a barrier.
    auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    Value* answer = end ? end->getReturnValue() : nullptr;
    if (!end || (answer && llvm::isa<llvm::Constant>(answer))) continue;
    llvm::ReturnInst::Create(context_, llvm::ConstantPointerNull::get(pointer_), end);
    end->eraseFromParent();
  }
  // The address is the same for all warps, so that it is loaded from the first one.
  each_field(body.context(), offsetof(cpu::WarpContext, stop),
             [&](llvm::GetElementPtrInst& place) { place.setOperand(0, body.first()); });
  const auto replace_by = [](Value* known) {
    return [known](llvm::GetElementPtrInst& place) {
      for (llvm::User* reader : llvm::make_early_inc_range(place.users())) {
        auto* load = llvm::dyn_cast<llvm::LoadInst>(reader);
        if (!load || load->getType() != known->getType()) continue;
        load->replaceAllUsesWith(known);
        load->eraseFromParent();
      }
    };
  };
  each_field(body.context(), offsetof(cpu::WarpContext, block), replace_by(body.block()));
  each_field(body.block(), offsetof(cpu::BlockContext, shared), replace_by(body.shared()));
}

void Regions::make() {
  llvm::AttrBuilder contexts(context_);
  contexts.addAttribute(llvm::Attribute::NoAlias);
  contexts.addDereferenceableAttr(sizeof(cpu::WarpContext)).addAlignmentAttr(alignof(cpu::WarpContext));
  entry_.addParamAttrs(0, contexts);
  take_entry();
  const bool waits = resume_ && !ends_at_once(*resume_);
  if (resume_ && !waits) end_at_suspensions(start_);
  if (waits) {
    take_resumption();
    create_regions();
    set_frame_alias_scope();
    if (plain()) forward_constants();
    // In a frame that is not plain a region reads the context's address from it, and its stores are not seen.
    if (check::requested(module_) == 0) chains_ = plain() && drop_plain_barriers() && !one_region_;
    end_at_suspensions(start_);
    end_at_suspensions(behind_);
    tidy(behind_);
  }
  tidy(start_);
  if (begin_) {
    auto* id = llvm::cast<llvm::IntrinsicInst>(begin_->getArgOperand(0));
    begin_->replaceAllUsesWith(begin_->getArgOperand(1));
    begin_->eraseFromParent();
    id->eraseFromParent();
  }
  if (chains_) create_chained();
  const WarpLoop entry = run_warps(entry_, start_, nullptr);
  if (chains_) chain(entry);
  start_.function->eraseFromParent();
  if (!resume_) return;
  if (!waits) return drop_split();
  llvm::SmallPtrSet<Function*, 8> made;
  for (const auto& [index, region] : regions_) {
    if (!made.insert(region).second) continue;
    const WarpLoop loop = run_warps(*region, behind_, region);
    if (chains_) chain(loop);
  }
  behind_.function->eraseFromParent();
  drop_split();
}

void Regions::drop_split() {
  const std::string name = entry_.getName().str();
  drop(module_.getNamedGlobal(name + ".resumers"));
  for (const char* part : {".resume", ".destroy", ".cleanup"}) drop(module_.getFunction(name + part));
}

}  // namespace gridcall::cc::regions

namespace gridcall::cc {

llvm::PreservedAnalyses MakeRegions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::SmallVector<llvm::Function*> entries;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !function.hasLocalLinkage() &&
        function.hasFnAttribute(kCoroutineAttribute))
      entries.push_back(&function);
  }
  for (llvm::Function* entry : entries) regions::Regions(*entry).make();
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
