// SPDX-License-Identifier: Apache-2.0
//
// The pipeline of a module: the phases of passes/pass_names.def, and LLVM's passes between them.
// Long because both tiers share their steps.

#include "cc/backend/pipeline.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/RegAllocRegistry.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Coroutines/CoroCleanup.h>
#include <llvm/Transforms/Coroutines/CoroEarly.h>
#include <llvm/Transforms/Coroutines/CoroSplit.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/FunctionAttrs.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/MemCpyOptimizer.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "cc/backend/cost.h"
#include "cc/backend/forked_task.h"
#include "cc/backend/partition.h"
#include "cc/backend/stage.h"
#include "cc/backend/target.h"
#include "cc/passes/passes.h"
#include "cpu/abi/check.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

// The largest alignment that any pass requires, that of vectors of a warp's values.
constexpr std::uint64_t kVariableAlignment = 256;
// The largest baseline tier, in instructions, that uses the default instruction selector. Larger ones use
// FastISel, whose code runs two or three times as long.
constexpr unsigned kMaxForSelection = 30000;

// A sequence of passes with none of LLVM's between them; pass_names.def assigns each pass to one.
enum class Phase {
  kAccept,
  kFuse,
  kFlush,
  kSink,
  kMark,
  kCheck,
  kLower,
  kVectorize,
  kBound,
  kSuspend,
  kRegions,
  kJoin,
  kTables,
  kFinish,
  kSplit
};

void add_phase(llvm::ModulePassManager& passes, Phase wanted) {
#define GRIDCALL_CC_PASS(stage, phase, text, type) \
  if (wanted == Phase::phase) passes.addPass(type());
#define GRIDCALL_CC_PASS_WITH_ARGUMENTS(stage, phase, text, type)
#include "cc/passes/pass_names.def"
}

void dump(const llvm::Module& module, const Backend& backend, const char* name) {
  if (backend.dump_directory.empty()) return;
  std::error_code error;
  llvm::raw_fd_ostream out(backend.dump_directory + "/" + name + ".ll", error);
  if (!error) module.print(out, nullptr);
}

// Adds the metadata that the passes of passes/check read.
void request_checks(llvm::Module& module, std::uint32_t checks) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Constant* number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), checks);
  module.getOrInsertNamedMetadata(kChecksMetadata)
      ->addOperand(llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(number)));
}

bool refused(const llvm::Module& module) {
  return module.getContext().getDiagHandlerPtr()->HasErrors;
}

// Stage 1 on NVPTX-shaped IR, one thread's view: rewrites the front end's module into its meaning here.
void prepare_device(llvm::Module& module, const Backend& backend, llvm::TargetMachine& device) {
  Stage stage(&device, backend);
  llvm::ModulePassManager passes;
  add_phase(passes, Phase::kAccept);
  passes.run(module, stage.modules());
}

// After these passes, all variants of the code compute the same bytes.
void fix_rounding(llvm::ModulePassManager& passes, const llvm::TargetMachine& host) {
  if (host.getMCSubtargetInfo()->checkFeatures("+fma")) add_phase(passes, Phase::kFuse);
  add_phase(passes, Phase::kFlush);
}

// The optimized tier uses the baseline tier's variables and must not require a larger alignment.
void align_variables(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.hasAttribute(kVariableAttribute))
      variable.setAlignment(std::max(variable.getAlign().valueOrOne(), llvm::Align(kVariableAlignment)));
  }
}

// Branches on a variable that nobody set choose a side, as NVRTC's do. LLVM takes such a branch for one that
// no thread reaches, and removes all that lies before it.
struct DecideUndefined : llvm::PassInfoMixin<DecideUndefined> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    for (llvm::BasicBlock& block : function) {
      llvm::Instruction* end = block.getTerminator();
      if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst>(end)) continue;
      llvm::Value* condition = end->getOperand(0);
      if (llvm::isa<llvm::UndefValue>(condition))
        end->setOperand(0, llvm::Constant::getNullValue(condition->getType()));
    }
    return llvm::PreservedAnalyses::none();
  }
};

// Runs the passes that both tiers of a large module share.
void simplify_large(llvm::Module& module, const Backend& backend, llvm::TargetMachine& device,
                    llvm::TargetMachine& host) {
  Stage stage(&device, backend);
  llvm::ModulePassManager passes;
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass());
  functions.addPass(DecideUndefined());
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::SimplifyCFGPass());
  llvm::ModuleInlinerWrapperPass inliner(llvm::getInlineParams(/*OptLevel*/ 2, /*SizeOptLevel*/ 0));
  inliner.getPM().addPass(llvm::createCGSCCToFunctionPassAdaptor(std::move(functions)));
  passes.addPass(llvm::AlwaysInlinerPass());
  passes.addPass(std::move(inliner));
  passes.addPass(llvm::GlobalDCEPass());
  fix_rounding(passes, host);
  passes.run(module, stage.modules());
}

// Runs the passes that lowering requires, and no others.
void finish_baseline_device(llvm::Module& module, const Backend& backend, llvm::TargetMachine& device) {
  Stage stage(&device, backend);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::InferAddressSpacesPass(0)));
  add_phase(passes, Phase::kMark);
  passes.run(module, stage.modules());
}

void optimize_device(llvm::Module& module, const Backend& backend, llvm::TargetMachine& device,
                     const llvm::TargetMachine& host, bool has_fixed_rounding) {
  Stage stage(&device, backend);
  llvm::OptimizationLevel level =
      backend.options.device_debug ? llvm::OptimizationLevel::O1 : llvm::OptimizationLevel::O2;
  if (level != llvm::OptimizationLevel::O1) {
    // Unrolls short counted loops only: a shuffle by a constant is one instruction, by a variable many.
    stage.builder().registerLateLoopOptimizationsEPCallback(
        [](llvm::LoopPassManager& loops, llvm::OptimizationLevel) {
          loops.addPass(llvm::LoopFullUnrollPass(2, /*OnlyWhenForced*/ false));
        });
  }
  stage.builder().registerPipelineEarlySimplificationEPCallback(
      [](llvm::ModulePassManager& early, llvm::OptimizationLevel) {
        early.addPass(llvm::createModuleToFunctionPassAdaptor(DecideUndefined()));
      });
  llvm::ModulePassManager passes = stage.builder().buildPerModuleDefaultPipeline(level);
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::InferAddressSpacesPass(0));
  functions.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  if (!has_fixed_rounding) fix_rounding(passes, host);
  if (backend.options.checks == 0 && level != llvm::OptimizationLevel::O1) {
    add_phase(passes, Phase::kSink);
    llvm::FunctionPassManager tests;
    tests.addPass(llvm::EarlyCSEPass());
    tests.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(tests)));
  }
  add_phase(passes, Phase::kMark);
  passes.run(module, stage.modules());
}

// Stage 2, reference mode: each thread runs by itself, on a fiber if it may block.
void lower_to_reference_mode(llvm::Module& module, const Backend& backend, llvm::TargetMachine& host) {
  Stage stage(&host, backend);
  llvm::ModulePassManager passes;
  if (backend.options.checks != 0) add_phase(passes, Phase::kCheck);
  add_phase(passes, Phase::kLower);
  passes.run(module, stage.modules());
}

// Stage 3 adds warp entries, which run a warp as vectors, next to each kernel's thread entry.
void add_warp_mode(llvm::Module& module, const Backend& backend, llvm::TargetMachine& host) {
  Stage stage(&host, backend);
  llvm::ModulePassManager passes;
  add_phase(passes, Phase::kVectorize);
  add_phase(passes, Phase::kBound);
  passes.run(module, stage.modules());
}

void retarget(llvm::Module& module, llvm::TargetMachine& host) {
  module.setTargetTriple(host.getTargetTriple().str());
  module.setDataLayout(host.createDataLayout());
  if (module.getPICLevel() == llvm::PICLevel::NotPIC) module.setPICLevel(llvm::PICLevel::BigPIC);
  for (llvm::Function& function : module) {
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
    if (function.isDeclaration()) continue;
    function.addFnAttr("target-cpu", host.getTargetCPU());
    function.addFnAttr("target-features", host.getTargetFeatureString());
    // A frame larger than a page touches each of its pages, so that an overflow hits the stack's guard.
    function.addFnAttr("probe-stack", "inline-asm");
    function.setDoesNotThrow();
  }
}

// Runs passes on the functions that CoroSplit created, because no others have changed.
class RegionsOnly : public llvm::PassInfoMixin<RegionsOnly> {
 public:
  explicit RegionsOnly(llvm::FunctionPassManager passes) : passes_(std::move(passes)) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (!function.hasFnAttribute(kCoroutineAttribute)) return llvm::PreservedAnalyses::all();
    return passes_.run(function, analyses);
  }

 private:
  llvm::FunctionPassManager passes_;
};

// Returns whether the value is the splat of a scalar plus constants.
bool steps_from_scalar(const llvm::Value* value) {
  using namespace llvm::PatternMatch;
  if (match(value, m_Shuffle(m_InsertElt(m_Undef(), m_Value(), m_ZeroInt()), m_Undef(), m_ZeroMask())))
    return true;
  const auto* steps = llvm::dyn_cast<llvm::Instruction>(value);
  return steps &&
         (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(steps) ||
          (llvm::isa<llvm::BinaryOperator>(steps) && llvm::isa<llvm::Constant>(steps->getOperand(1)))) &&
         steps->getType()->isIntOrIntVectorTy() && steps_from_scalar(steps->getOperand(0));
}

// Returns whether a value is recomputed after a barrier instead of being live across it: invariant loads,
// addresses and indices are. Vectors of lanes' values are not; a sum would make every summand live instead.
bool is_rematerializable(const llvm::Instruction& value) {
  if (value.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return true;
  if (value.getType()->isVectorTy()) {
    if (llvm::isa<llvm::InsertElementInst>(value))
      return llvm::isa<llvm::UndefValue>(value.getOperand(0)) &&
             llvm::isa<llvm::ConstantInt>(value.getOperand(2));
    return steps_from_scalar(&value);
  }
  return (llvm::isa<llvm::CastInst, llvm::GetElementPtrInst, llvm::BinaryOperator, llvm::CmpInst>(value)) &&
         (value.getType()->isIntegerTy() || value.getType()->isPointerTy()) &&
         !value.getOperand(0)->getType()->isVectorTy();
}

// Stages 3 and 4 of the baseline tier, without warp entries and with little optimization.
void finish_baseline_host(llvm::Module& module, const Backend& backend, llvm::TargetMachine& host) {
  Stage stage(&host, backend);
  llvm::ModulePassManager passes;
  add_phase(passes, Phase::kBound);
  passes.addPass(llvm::AlwaysInlinerPass());
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  passes.addPass(llvm::GlobalDCEPass());
  add_phase(passes, Phase::kSplit);
  passes.run(module, stage.modules());
}

void inline_helpers(llvm::Module& module, const Backend& backend, llvm::TargetMachine& host) {
  Stage stage(&host, backend);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass());
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, stage.modules());
}

// Stage 4 optimizes the lowered module for the host.
void optimize_host(llvm::Module& module, const Backend& backend, llvm::TargetMachine& host) {
  Stage stage(&host, backend);
  llvm::ModulePassManager passes;
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA*/ true));
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::SimplifyCFGPass());
  functions.addPass(
      llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA*/ true));
  functions.addPass(llvm::MemCpyOptPass());
  functions.addPass(llvm::GVNPass());
  functions.addPass(llvm::DSEPass());
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  {
    // LCSSA makes a loop's results live across a barrier only after the loop, not in each iteration.
    llvm::FunctionPassManager closed;
    closed.addPass(llvm::LCSSAPass());
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(closed)));
  }
  // Warp entries with barriers are split into regions only now, after dead values were removed.
  add_phase(passes, Phase::kSuspend);
  passes.addPass(llvm::CoroEarlyPass());
  passes.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::CoroSplitPass(
      [](llvm::Instruction& value) { return is_rematerializable(value); }, /*OptimizeFrame*/ false)));
  add_phase(passes, Phase::kRegions);
  passes.addPass(llvm::CoroCleanupPass());
  llvm::FunctionPassManager regions;
  regions.addPass(llvm::SimplifyCFGPass());
  regions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  regions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA*/ true));
  regions.addPass(llvm::InstCombinePass());
  // LICM hoists reads of the frame that do not change in a loop.
  regions.addPass(
      llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA*/ true));
  regions.addPass(llvm::GVNPass());
  regions.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(RegionsOnly(std::move(regions))));
  passes.addPass(llvm::GlobalDCEPass());
  add_phase(passes, Phase::kJoin);
  if (host.getMCSubtargetInfo()->checkFeatures("+avx2")) add_phase(passes, Phase::kTables);
  add_phase(passes, Phase::kFinish);
  add_phase(passes, Phase::kSplit);
  passes.run(module, stage.modules());
}

void describe(llvm::Module& module, const Backend& backend, llvm::TargetMachine& host, std::uint32_t flags) {
  Stage stage(&host, backend);
  llvm::ModulePassManager passes;
  passes.addPass(DescribeModule(&backend.names, image_target(host), flags));
  passes.run(module, stage.modules());
}

std::string generate(llvm::Module& module, llvm::TargetMachine& host) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::legacy::PassManager passes;
  llvm::TargetLibraryInfoImpl info(host.getTargetTriple());
  info.setUnavailable(llvm::LibFunc_bcmp);
  passes.add(new llvm::TargetLibraryInfoWrapperPass(info));
  if (host.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile,
                               /*DisableVerify*/ true)) {
    llvm::report_fatal_error("this LLVM cannot write x86-64 objects");
  }
  passes.run(module);
  llvm::reportAndResetTimings();
  return std::string(bytes.begin(), bytes.end());
}

// Compiles thread entries only. Returns "" if a pass refuses a construct; the optimized tier reports it.
std::string make_baseline(llvm::Module& module, const Backend& backend) {
  const bool selects = module.getInstructionCount() <= kMaxForSelection;
  std::unique_ptr<llvm::TargetMachine> host = create_host_machine(/*optimize*/ selects);
  if (selects) {
    host->setOptLevel(llvm::CodeGenOptLevel::Less);
    // The default register allocator is quadratic in a block's size. The option applies to the whole process,
    // which compiles nothing else.
    llvm::RegisterRegAlloc::setDefault(&llvm::createBasicRegisterAllocator);
  }
  retarget(module, *host);
  lower_to_reference_mode(module, backend, *host);
  if (refused(module)) return "";
  retarget(module, *host);
  finish_baseline_host(module, backend, *host);
  describe(module, backend, *host, cpu::kModuleQuick);
  std::string object = generate(module, *host);
  return refused(module) ? std::string() : object;
}

// Compiles the optimized IR of threads. Returns false if a pass refuses a construct.
bool make_optimized(llvm::Module& module, const Backend& backend, llvm::TargetMachine& host,
                    std::string& object) {
  retarget(module, host);
  lower_to_reference_mode(module, backend, host);
  if (refused(module)) return false;
  retarget(module, host);  // again, for the functions that lowering added
  dump(module, backend, "2-lowered");
  add_warp_mode(module, backend, host);
  retarget(module, host);  // again, for the warp entries
  dump(module, backend, "3-warps");
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(module, &stream)) {
    llvm::report_fatal_error(llvm::Twine("lowering made invalid IR: ") + stream.str());
  }
  inline_helpers(module, backend, host);
  const auto finish = [&](unsigned partition) -> std::string {
    optimize_host(module, backend, host);
    if (partition == 0) describe(module, backend, host, backend.options.checks << cpu::kModuleChecksShift);
    dump(module, backend, "4-host");
    std::string made = generate(module, host);
    return refused(module) ? std::string() : made;
  };
  const bool is_watched = !backend.dump_directory.empty() || llvm::TimePassesIsEnabled;
  const unsigned partitions = is_watched ? 1 : count_partitions(module);
  if (partitions > 1) {
    if (std::optional<std::string> whole = finish_in_partitions(module, partitions, finish)) {
      object = std::move(*whole);
      return true;
    }
  }
  object = finish(0);
  return !refused(module);
}

// Compiles the baseline tier in a forked process, because the optimized tier needs the module unchanged. If
// `is_raw`, the passes that lowering requires have not run yet.
void send_baseline(llvm::Module& module, const Backend& backend, llvm::TargetMachine& device, bool is_raw) {
  ForkedTask task;
  if (!task.start([&] {
        if (is_raw) finish_baseline_device(module, backend, device);
        return make_baseline(module, backend);
      }) ||
      !task.wait())
    return;
  if (std::optional<std::string> baseline = task.result()) backend.take_baseline(std::move(*baseline));
}

// Runs make_optimized in a forked process; if that exceeds the patience, also compiles a baseline tier from
// the same IR, so that both compute the same bytes. Returns no value if the process cannot start or crashes.
std::optional<bool> make_with_patience(llvm::Module& module, const Backend& backend,
                                       llvm::TargetMachine& device, llvm::TargetMachine& host,
                                       std::string& object) {
  struct Head {
    bool is_made;
    std::uint64_t log_bytes;
  };
  ForkedTask optimized;
  const bool is_started = optimized.start([&] {
    std::string made;
    Head head = {};
    head.is_made = make_optimized(module, backend, host, made);
    head.log_bytes = backend.log->size();
    return std::string(reinterpret_cast<const char*>(&head), sizeof head) + *backend.log + made;
  });
  if (!is_started) return std::nullopt;
  if (!optimized.ends_within(backend.patience)) send_baseline(module, backend, device, /*is_raw*/ false);
  const bool has_ended_well = optimized.wait();
  const std::optional<std::string> result = optimized.result();
  if (!has_ended_well || !result) return std::nullopt;
  Head head;
  std::memcpy(&head, result->data(), sizeof head);
  *backend.log = result->substr(sizeof head, head.log_bytes);
  object = result->substr(sizeof head + head.log_bytes);
  return head.is_made;
}

}  // namespace

bool compile_module(llvm::Module& module, const Backend& backend, std::string& object) {
  if (backend.options.checks != 0) request_checks(module, backend.options.checks);
  dump(module, backend, "0-frontend");
  std::unique_ptr<llvm::TargetMachine> device = create_device_machine();
  std::unique_ptr<llvm::TargetMachine> host = create_host_machine(!backend.options.device_debug);
  prepare_device(module, backend, *device);
  if (refused(module)) return false;
  const bool may_tier = !backend.options.device_debug && may_have_tiers(module);
  const bool has_baseline = backend.take_baseline && backend.options.checks == 0;
  const bool is_simplified = may_tier && is_large(module);
  if (is_simplified) {
    // Runs without a request for a baseline tier too, so that the optimized tier does not depend on it.
    align_variables(module);
    simplify_large(module, backend, *device, *host);
    if (has_baseline) send_baseline(module, backend, *device, /*is_raw*/ true);
  }
  optimize_device(module, backend, *device, *host, is_simplified);
  dump(module, backend, "1-device");
  if (refused(module)) return false;
  if (may_tier && !is_simplified && may_take_long(module)) {
    align_variables(module);
    if (has_baseline) {
      if (const auto made = make_with_patience(module, backend, *device, *host, object)) return *made;
    }
  }
  return make_optimized(module, backend, *host, object);
}

}  // namespace gridcall::cc
