// SPDX-License-Identifier: Apache-2.0
//
// The warp mode's divergence analysis on random control flow graphs, against two others: LLVM's uniformity
// analysis, and lanes that run one by one. What the analysis calls uniform must be the same in all lanes that
// run it in the same iteration of each loop around it; a block that it takes for all lanes must be run by
// all.
//
//   test_cc_divergence [COUNT [SEED]]

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cc/passes/warp/analysis/vector_shapes.h"
#include "cc/passes/warp/vectorize.h"
#include "cpu/abi/image.h"

namespace {

using gridcall::cc::warp::DivergenceAnalysis;
using gridcall::cc::warp::Field;
using gridcall::cc::warp::VectorizeConfig;
using gridcall::cc::warp::VectorShapes;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

constexpr unsigned kLanes = 8;
constexpr unsigned kMaxSteps = 400;
constexpr unsigned kParameters = 4;

class Generator {
 public:
  Generator(llvm::Module& module, std::uint64_t seed)
      : module_(module), context_(module.getContext()), build_(context_), random_(seed) {}

  llvm::Function& make() {
    llvm::Type* pointer = build_.getPtrTy();
    auto* type = llvm::FunctionType::get(build_.getVoidTy(), {pointer, pointer}, false);
    function_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "entry", module_);
    BasicBlock* entry = BasicBlock::Create(context_, "entry", function_);
    const unsigned count = 3 + below(12);
    for (unsigned i = 0; i < count; ++i) blocks_.push_back(BasicBlock::Create(context_, "b", function_));
    BasicBlock* end = BasicBlock::Create(context_, "end", function_);
    build_.SetInsertPoint(entry);
    llvm::MDNode* nothing = llvm::MDNode::get(context_, {});
    auto read = [&](unsigned argument, std::size_t offset) {
      Value* place =
          build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), function_->getArg(argument), offset);
      llvm::LoadInst* value = build_.CreateLoad(build_.getInt32Ty(), place);
      value->setMetadata(llvm::LLVMContext::MD_invariant_load, nothing);
      return value;
    };
    Value* thread = read(0, offsetof(gridcall::cpu::ThreadContext, thread_index));
    const unsigned variables = 3 + below(4);
    const unsigned divergent = 1 + below(2);  // variables that begin with the thread's index
    for (unsigned i = 0; i < variables; ++i) {
      variables_.push_back(build_.CreateAlloca(build_.getInt32Ty()));
      Value* value = read(1, std::size_t{4} * below(kParameters));
      build_.CreateStore(i < divergent ? build_.CreateAdd(thread, value) : value, variables_.back());
    }
    build_.CreateBr(blocks_[0]);
    for (unsigned i = 0; i < count; ++i) write_block(i, end);
    build_.SetInsertPoint(end);
    build_.CreateRetVoid();
    return *function_;
  }

 private:
  unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }
  bool chance(unsigned percent) { return below(100) < percent; }

  // Branches go mostly forward, so that most programs end.
  BasicBlock* target(unsigned from, BasicBlock* end) {
    if (chance(30)) return blocks_[below(from + 1)];
    const unsigned to = from + 1 + below(4);
    return to < blocks_.size() ? blocks_[to] : end;
  }

  Value* load(unsigned variable) { return build_.CreateLoad(build_.getInt32Ty(), variables_[variable]); }
  unsigned any_variable() { return below(static_cast<unsigned>(variables_.size())); }

  void write_block(unsigned number, BasicBlock* end) {
    build_.SetInsertPoint(blocks_[number]);
    for (unsigned i = below(3); i > 0; --i) {
      Value* value = chance(30) ? build_.getInt32(below(100)) : load(any_variable());
      // Varying variables stay apart from the others for the most part: few branches should diverge.
      const unsigned to = any_variable();
      Value* other = chance(25) ? load(any_variable()) : load(to);
      if (chance(60)) value = build_.getInt32(1 + below(5));
      build_.CreateStore(chance(70) ? build_.CreateAdd(other, value) : build_.CreateXor(other, value),
                         variables_[to]);
    }
    if (chance(25)) {
      build_.CreateBr(target(number, end));
      return;
    }
    Value* mixed = build_.CreateMul(load(any_variable()), build_.getInt32(0x9e3779b1));
    mixed = build_.CreateLShr(build_.CreateAdd(mixed, build_.getInt32(below(1u << 30))), build_.getInt32(29));
    Value* condition = build_.CreateICmpULT(mixed, build_.getInt32(1 + below(7)));
    BasicBlock* ways[] = {target(number, end), target(number, end)};
    build_.CreateCondBr(condition, ways[0], ways[1]);
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  llvm::IRBuilder<> build_;
  std::mt19937_64 random_;
  llvm::Function* function_ = nullptr;
  std::vector<BasicBlock*> blocks_;
  std::vector<llvm::AllocaInst*> variables_;
};

// Says of the thread's index that it differs between lanes.
class DivergentThreads : public llvm::TargetTransformInfoImplCRTPBase<DivergentThreads> {
 public:
  explicit DivergentThreads(const llvm::DataLayout& layout) : TargetTransformInfoImplCRTPBase(layout) {}
  bool hasBranchDivergence(const llvm::Function*) const { return true; }
  bool isSourceOfDivergence(const Value* value) const {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
    return load && gridcall::cc::warp::field_of(*load).field == Field::kThreadX;
  }
  bool isAlwaysUniform(const Value*) const { return false; }
};

// The number of the iteration in each loop around a block, outermost first.
using Iterations = std::vector<unsigned>;

// The trace of one lane.
struct Run {
  std::map<std::pair<const Instruction*, Iterations>, std::uint64_t> values;
  std::map<std::pair<const BasicBlock*, Iterations>, const BasicBlock*> ways;
};

std::optional<Run> run_lane(llvm::Function& function, const llvm::LoopInfo& loops, unsigned lane) {
  Run run;
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  llvm::DenseMap<const Value*, llvm::Constant*> known;
  std::map<const llvm::Loop*, unsigned> iteration;
  const BasicBlock* before = nullptr;
  const BasicBlock* block = &function.getEntryBlock();
  llvm::Type* i32 = llvm::Type::getInt32Ty(function.getContext());
  for (unsigned step = 0; step < kMaxSteps; ++step) {
    const llvm::Loop* loop = loops.getLoopFor(block);
    if (loop && loop->getHeader() == block)
      iteration[loop] = before && loop->contains(before) ? iteration[loop] + 1 : 0;
    Iterations at;
    for (const llvm::Loop* around = loop; around; around = around->getParentLoop())
      at.insert(at.begin(), iteration[around]);
    const auto value_of = [&](Value* value) {
      auto* constant = llvm::dyn_cast<llvm::Constant>(value);
      return constant ? constant : known.lookup(value);
    };
    std::vector<std::pair<const Instruction*, llvm::Constant*>> phis;
    for (llvm::PHINode& phi : const_cast<BasicBlock*>(block)->phis())
      phis.emplace_back(&phi, value_of(phi.getIncomingValueForBlock(before)));
    for (const auto& [phi, value] : phis) known[phi] = value;
    for (Instruction& instruction : *const_cast<BasicBlock*>(block)) {
      if (instruction.isTerminator()) break;
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        if (gridcall::cc::warp::field_of(*load).field == Field::kThreadX) {
          known[load] = llvm::ConstantInt::get(i32, lane);
        } else {
          llvm::APInt offset(64, 0);
          load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
          known[load] = llvm::ConstantInt::get(i32, 17 * offset.getZExtValue() + 5);
        }
      } else if (!llvm::isa<llvm::PHINode, llvm::GetElementPtrInst>(instruction)) {
        llvm::SmallVector<llvm::Constant*> operands;
        for (Value* operand : instruction.operands()) operands.push_back(value_of(operand));
        known[&instruction] = llvm::ConstantFoldInstOperands(&instruction, operands, layout);
      }
      auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(known.lookup(&instruction));
      if (number) run.values[{&instruction, at}] = number->getZExtValue();
    }
    const Instruction* terminator = block->getTerminator();
    if (llvm::isa<llvm::ReturnInst>(terminator)) {
      run.ways[{block, at}] = nullptr;
      return run;
    }
    auto* branch = llvm::cast<llvm::BranchInst>(terminator);
    const BasicBlock* next = branch->getSuccessor(0);
    if (branch->isConditional()) {
      auto* condition = llvm::dyn_cast_or_null<llvm::ConstantInt>(value_of(branch->getCondition()));
      if (!condition) return std::nullopt;  // poison
      next = branch->getSuccessor(condition->isZero() ? 1 : 0);
    }
    run.ways[{block, at}] = next;
    before = block;
    block = next;
  }
  return std::nullopt;
}

struct Counts {
  unsigned compared = 0, run = 0, uniform = 0, divergent_branches = 0, uniform_branches = 0, temporal = 0;
  unsigned stricter = 0;    // LLVM alone takes a value for uniform
  unsigned llvm_wrong = 0;  // and it differs between lanes
};

std::string name_of(const Value& value) {
  std::string text;
  llvm::raw_string_ostream out(text);
  value.print(out);
  return text;
}

// "" or what is wrong.
std::string check(std::uint64_t seed, Counts& counts) {
  llvm::LLVMContext context;
  llvm::Module module("random", context);
  llvm::Function& function = Generator(module, seed).make();
  if (llvm::Error error = gridcall::cc::warp::prepare(function)) {
    llvm::consumeError(std::move(error));
    return "";
  }
  if (llvm::verifyModule(module, &llvm::errs())) return "the verifier refuses it";

  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  DivergenceAnalysis divergence(function, loops);
  VectorizeConfig config;
  config.layout = gridcall::cc::warp::BlockLayout::kGeneral;
  config.all_on = true;
  const VectorShapes shapes(function, divergence, loops, config);

  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::CycleAnalysis(); });
  analyses.registerPass([] {
    return llvm::TargetIRAnalysis([](const llvm::Function& of) {
      return llvm::TargetTransformInfo(DivergentThreads(of.getParent()->getDataLayout()));
    });
  });
  llvm::UniformityInfo uniformity = llvm::UniformityInfoAnalysis().run(function, analyses);
  ++counts.compared;

  const auto uniform = [&](const Instruction& instruction) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
    if (branch) return branch->isUnconditional() || !shapes.is_divergent(branch);
    const auto shape = shapes.of(&instruction);
    return shape.uniform() && !shape.checked;
  };
  llvm::SmallVector<const Instruction*> only_llvm;
  for (const Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::GetElementPtrInst>(instruction)) continue;  // of the thread's context
    if (instruction.isTerminator()) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
      if (!branch || branch->isUnconditional()) continue;
      ++(shapes.is_divergent(branch) ? counts.divergent_branches : counts.uniform_branches);
      if (shapes.is_divergent(branch))
        counts.temporal += !divergence.of(branch->getParent()).temporal.empty();
    }
    const bool llvm_uniform = instruction.isTerminator()
                                  ? !uniformity.hasDivergentTerminator(*instruction.getParent())
                                  : !uniformity.isDivergent(&instruction);
    if (uniform(instruction) && !llvm_uniform)
      return "uniform here, divergent for LLVM:" + name_of(instruction);
    if (!uniform(instruction) && llvm_uniform) only_llvm.push_back(&instruction);
    counts.uniform += uniform(instruction);
  }
  // LLVM ignores ways on which a phi is undefined.
  const bool undefined = llvm::any_of(only_llvm, [](const Instruction* instruction) {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction);
    return phi && phi->hasConstantOrUndefValue();
  });
  counts.stricter += !only_llvm.empty() && !undefined;

  std::vector<Run> runs;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    std::optional<Run> run = run_lane(function, loops, lane);
    if (run) runs.push_back(std::move(*run));
  }
  if (runs.size() < 2) return "";
  ++counts.run;
  bool llvm_wrong = false;
  for (const Run& run : runs) {
    for (const auto& [place, value] : run.values) {
      for (const Run& other : runs) {
        auto found = other.values.find(place);
        if (found == other.values.end() || found->second == value) continue;
        if (uniform(*place.first)) return "differs between lanes:" + name_of(*place.first);
        llvm_wrong = llvm_wrong || llvm::is_contained(only_llvm, place.first);
      }
    }
    for (const auto& [place, way] : run.ways) {
      for (const Run& other : runs) {
        auto found = other.ways.find(place);
        if (found == other.ways.end()) {
          if (!shapes.divergent_blocks().contains(place.first))
            return "not run by all lanes: " + place.first->getName().str();
        } else if (found->second != way && uniform(*place.first->getTerminator())) {
          return "lanes take different ways:" + name_of(*place.first->getTerminator());
        }
      }
    }
  }
  counts.llvm_wrong += llvm_wrong;
  return "";
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t kernels = count > 1 ? std::strtoull(arguments[1], nullptr, 0) : 3000;
  const std::uint64_t first = count > 2 ? std::strtoull(arguments[2], nullptr, 0) : 1;
  Counts counts;
  std::printf("1..3\n");
  for (std::uint64_t seed = first; seed < first + kernels; ++seed) {
    const std::string problem = check(seed, counts);
    if (problem.empty()) continue;
    std::printf("# seed %llu: %s\n", static_cast<unsigned long long>(seed), problem.c_str());
    if (kernels == 1) {
      llvm::LLVMContext context;
      llvm::Module module("random", context);
      llvm::Function& function = Generator(module, seed).make();
      function.print(llvm::outs());
      llvm::consumeError(gridcall::cc::warp::prepare(function));
      function.print(llvm::outs());
    }
    std::printf("not ok 1 - divergence_of_random_graphs\n");
    return 1;
  }
  std::printf(
      "# %u graphs compared with LLVM's analysis, %u run by lanes; %u uniform values, %u divergent and %u "
      "uniform branches, %u make a loop's exit divergent\n",
      counts.compared, counts.run, counts.uniform, counts.divergent_branches, counts.uniform_branches,
      counts.temporal);
  std::printf(
      "# in %u graphs LLVM alone takes a value for uniform; in %u of them a run shows that it is not\n",
      counts.stricter, counts.llvm_wrong);
  std::printf("ok 1 - divergence_of_random_graphs\n");
  // Neither too careful, nor on graphs without what the analysis is for.
  const bool precise = counts.stricter <= kernels / 50 + 2;
  std::printf("%s 2 - divergence_is_as_precise_as_llvm\n", precise ? "ok" : "not ok");
  const bool enough =
      counts.run > kernels / 4 && counts.temporal > kernels / 4 && counts.uniform_branches > kernels / 2;
  std::printf("%s 3 - graphs_have_divergent_exits\n", enough ? "ok" : "not ok");
  return enough && precise ? 0 : 1;
}
