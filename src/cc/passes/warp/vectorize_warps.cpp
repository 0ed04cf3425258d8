// SPDX-License-Identifier: Apache-2.0
//
// vectorize-warps: adds warp entries to each kernel's thread entry, one for each block layout, or one thread
// loop if vectors would be slower. A kernel that is not vectorizable keeps only its thread entry, with the
// reason as an attribute, for `gridcall-cc --dump-ir` and the tests.

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <iterator>
#include <optional>
#include <string>

#include "cc/ir/requested_checks.h"
#include "cc/ir/runtime.h"
#include "cc/passes/passes.h"
#include "cc/passes/warp/analysis/execution_plan.h"
#include "cc/passes/warp/emit/thread_loop.h"
#include "cc/passes/warp/vectorize.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

// The variants in the order of cpu::WarpVariant.
const warp::VectorizeConfig kVariants[] = {
    {32, 32, warp::BlockLayout::kLinear},
    {32, 16, warp::BlockLayout::kRows},
    {32, 32, warp::BlockLayout::kGeneral},
};
const warp::VectorizeConfig kSingle = {cpu::kSingleLanes, cpu::kSingleLanes, warp::BlockLayout::kLinear,
                                       /*one_warp*/ true};
// For blocks of rows of 16: each row a warp of 16 lanes.
const warp::VectorizeConfig kRow = {cpu::kSingleLanes, cpu::kSingleLanes, warp::BlockLayout::kLinear};
constexpr unsigned kMaxOfCondition = 16;  // the instructions of a branch's condition
constexpr unsigned kMaxForSingle = 2500;  // instructions

// Returns the largest size, in instructions, of a kernel with an entry for the layout; each entry takes as
// long to compile as the first. In larger kernels blocks of rows run the general entry, and others fibers.
unsigned max_instructions(warp::BlockLayout layout) {
  return layout == warp::BlockLayout::kLinear ? ~0u : layout == warp::BlockLayout::kRows ? 4000 : 20000;
}

// A kernel that reads only threadIdx.x is meant for 1-D blocks, and one entry is enough, which handles each
// row. Blocks of several rows whose x is not a multiple of 32 run on fibers.
bool is_for_rows(const llvm::Function& prepared) {
  bool x = false;
  for (const llvm::Instruction& instruction : llvm::instructions(prepared)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (!load) continue;
    const warp::Field field = warp::field_of(*load).field;
    if (field == warp::Field::kThreadY || field == warp::Field::kThreadZ) return false;
    x = x || field == warp::Field::kThreadX;
  }
  return x;
}

// Returns whether the kernel has barriers and its threads meet nowhere else.
bool meets_only_at_barriers(const llvm::Function& prepared) {
  bool barriers = false;
  for (const llvm::Instruction& instruction : llvm::instructions(prepared)) {
    if (llvm::isa<llvm::AllocaInst>(instruction)) return false;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (call && !callee) return false;
    if (!callee || callee->isIntrinsic()) continue;
    const bool barrier = callee->getName() == "gridcall_rt_barrier";
    if (is_runtime_function(callee->getName()) && !barrier) return false;
    barriers |= barrier;
  }
  return barriers;
}

// Returns whether a kernel gets an entry for blocks of kSingleLanes threads at most. Only kernels that seem
// to be made for such blocks and have barriers do: the others would gain less than a second compilation
// costs. Warp functions take numbers of 32 lanes, and local arrays are laid out for so many. In checked code
// barriers are the runtime's.
bool is_for_small_blocks(const llvm::Function& entry, const llvm::Function& prepared) {
  return check::requested(*entry.getParent()) == 0 && entry.hasFnAttribute(kSmallBlocksAttribute) &&
         is_for_rows(prepared) && prepared.getInstructionCount() <= kMaxForSingle &&
         meets_only_at_barriers(prepared);
}

// Returns whether a branch depends on threadIdx.y and not on x. Two rows in one warp would often diverge
// there.
bool branches_by_row(const llvm::Function& prepared) {
  for (const llvm::BasicBlock& block : prepared) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional()) continue;
    bool x = false;
    bool y = false;
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    llvm::SmallVector<const llvm::Value*> work{branch->getCondition()};
    while (!work.empty() && seen.size() < kMaxOfCondition) {
      const auto* made = llvm::dyn_cast<llvm::Instruction>(work.pop_back_val());
      if (!made || !seen.insert(made).second) continue;
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(made);
      const warp::Field field = load ? warp::field_of(*load).field : warp::Field::kNone;
      x |= field == warp::Field::kThreadX || (load && field == warp::Field::kNone) ||
           llvm::isa<llvm::PHINode, llvm::CallBase>(made);
      y |= field == warp::Field::kThreadY;
      if (!load) work.append(made->op_begin(), made->op_end());
    }
    if (y && !x && work.empty()) return true;
  }
  return false;
}

// Returns whether rows of 16 threads run as warps of their own. In a loop two rows share what they load, and
// one has too few independent operations.
bool is_for_single_rows(const llvm::Function& prepared) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> loops;
  llvm::FindFunctionBackedges(prepared, loops);
  return check::requested(*prepared.getParent()) == 0 && loops.empty() && meets_only_at_barriers(prepared) &&
         branches_by_row(prepared);
}

llvm::Function* create_warp_entry(const llvm::Function& entry, llvm::Module& module,
                                  cpu::WarpVariant variant) {
  auto* type = llvm::FunctionType::get(llvm::PointerType::getUnqual(module.getContext()),
                                       entry.getFunctionType()->params(), false);
  llvm::Function* result =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                             kWarpPrefix + std::string(kWarpVariantNames[static_cast<std::size_t>(variant)]) +
                                 "." + entry.getName().drop_front(llvm::StringRef(kEntryPrefix).size()).str(),
                             module);
  result->setDSOLocal(true);
  result->setDoesNotThrow();
  // No pointer of a kernel points to the warp's context.
  result->addParamAttr(0, llvm::Attribute::NoAlias);
  return result;
}

// Succeeds if it emits at least one entry; otherwise the error is the first one's.
llvm::Error emit_vector_entries(llvm::Module& module, const llvm::Function& entry, llvm::Function& prepared) {
  std::optional<std::string> reason;
  bool some = false;
  const std::size_t wanted = is_for_rows(prepared) ? 1 : std::size(kVariants);
  for (std::size_t variant = 0; variant < wanted; ++variant) {
    if (prepared.getInstructionCount() > max_instructions(kVariants[variant].layout)) continue;
    llvm::Function* result = create_warp_entry(entry, module, static_cast<cpu::WarpVariant>(variant));
    const bool rows = kVariants[variant].layout == warp::BlockLayout::kRows && is_for_single_rows(prepared);
    llvm::Error error = warp::vectorize(prepared, *result, rows ? kRow : kVariants[variant]);
    if (!error) {
      if (rows) result->addFnAttr(kRowWarpsAttribute);
      some = true;
      continue;
    }
    result->eraseFromParent();
    std::string text = llvm::toString(std::move(error));
    if (!reason) reason = std::move(text);
  }
  if (some && is_for_small_blocks(entry, prepared)) {
    llvm::Function* result = create_warp_entry(entry, module, cpu::WarpVariant::kSingle16);
    if (llvm::Error error = warp::vectorize(prepared, *result, kSingle)) {
      llvm::consumeError(std::move(error));
      result->eraseFromParent();
    }
  }
  return some ? llvm::Error::success() : llvm::createStringError(*reason);
}

// Emits entries whose vector code decides which lanes run the loops, one after another, if that is how the
// kernel is made; returns whether it did.
bool emit_guarded_loops(llvm::Module& module, const llvm::Function& entry, llvm::Function& prepared) {
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(&prepared, map);
  const llvm::SmallVector<llvm::Function*> loops = warp::outline_guarded_loops(*copy);
  llvm::Error error = loops.empty() ? warp::not_vectorizable("") : emit_vector_entries(module, entry, *copy);
  copy->eraseFromParent();
  for (llvm::Function* loop : loops) {
    while (!loop->use_empty()) {
      llvm::InlineFunctionInfo info;
      llvm::InlineFunction(*llvm::cast<llvm::CallInst>(loop->user_back()), info);
    }
    loop->eraseFromParent();
  }
  const bool made = !error;
  llvm::consumeError(std::move(error));
  return made;
}

// Succeeds if it emits at least one entry; otherwise the error is the first one's.
llvm::Error emit_warp_entries(llvm::Module& module, const llvm::Function& entry, llvm::Function& prepared) {
  if (llvm::Error error = warp::prepare(prepared)) return error;
  // Threads that go one by one would compute something else where they count on a warp that goes in step.
  // Then `race` reports that, and `sync` does not look at the warp functions.
  const std::uint32_t checks =
      entry.hasFnAttribute(kInStepAttribute) ? cpu::kCheckRace : cpu::kCheckSync | cpu::kCheckRace;
  if ((check::requested(module) & checks) != 0) {
    for (const llvm::Instruction& instruction : llvm::instructions(prepared)) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && is_waiting_runtime_function(callee->getName()) &&
          callee->getName() != "gridcall_rt_barrier")
        return warp::not_vectorizable("its warp functions are checked thread by thread");
    }
  }
  if (warp::prefers_thread_loop(prepared)) {
    if (emit_guarded_loops(module, entry, prepared)) return llvm::Error::success();
    // The thread loop handles every block.
    warp::emit_thread_loop(prepared, *create_warp_entry(entry, module, cpu::WarpVariant::kGeneral32));
    return llvm::Error::success();
  }
  return emit_vector_entries(module, entry, prepared);
}

llvm::Error vectorize_entry(llvm::Module& module, llvm::Function& entry) {
  llvm::ValueToValueMapTy map;
  llvm::Function* prepared = llvm::CloneFunction(&entry, map);
  prepared->setName("gridcall_prepared." + entry.getName());
  llvm::Error error = emit_warp_entries(module, entry, *prepared);
  prepared->eraseFromParent();
  return error;
}

}  // namespace

llvm::PreservedAnalyses VectorizeWarps::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::SmallVector<llvm::Function*> entries;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && function.getName().starts_with(kEntryPrefix))
      entries.push_back(&function);
  }
  for (llvm::Function* entry : entries) {
    // Each thread that waits for others in a loop needs a fiber.
    llvm::Error error = entry->hasFnAttribute(kPollsAttribute)
                            ? llvm::createStringError("a loop in it waits for another thread")
                            : vectorize_entry(module, *entry);
    if (!error) continue;
    const std::string reason = llvm::toString(std::move(error));
    entry->addFnAttr(kNotVectorizedAttribute, reason);
    module.getContext().diagnose(llvm::DiagnosticInfoUnsupported(*entry, reason, {}, llvm::DS_Remark));
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
