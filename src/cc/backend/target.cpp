// SPDX-License-Identifier: Apache-2.0

#include "cc/backend/target.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include <cstdlib>
#include <iterator>

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86AsmPrinter();
}

namespace gridcall::cc {
namespace {

constexpr const char* kHostTriple = "x86_64-unknown-linux-gnu";
constexpr const char* kDeviceTriple = "nvptx64-nvidia-cuda";

const llvm::Target& target_of(const char* triple) {
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) llvm::report_fatal_error(llvm::Twine("no code generator for ") + triple + ": " + error);
  return *target;
}

const char* chosen_cpu() {
  const char* name = std::getenv("GRIDCALL_CPU_TARGET");
  return name && *name != '\0' ? name : nullptr;
}

}  // namespace

void initialize_targets() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  const char* arguments[] = {"gridcall-cc",
                             // Disables a pass that is quadratic in kernel size and removes only a few moves.
                             "-disable-x86-domain-reassignment",
                             // Limits how many memory accesses of a block the schedulers compare pairwise.
                             "-dag-maps-huge-region=200",
                             // Limits how long the register allocator looks for places to split.
                             "-grow-region-complexity-budget=500"};
  llvm::cl::ParseCommandLineOptions(static_cast<int>(std::size(arguments)), arguments);
}

std::string unknown_cpu() {
  const char* name = chosen_cpu();
  if (!name) return "";
  const std::unique_ptr<llvm::MCSubtargetInfo> processors(
      target_of(kHostTriple).createMCSubtargetInfo(kHostTriple, "", ""));
  return processors->isCPUStringValid(name) ? "" : name;
}

// Both are computed once: the CPUID instruction leaves a virtual machine, which takes microseconds.
const std::string& host_cpu() {
  static const std::string name = chosen_cpu() ? chosen_cpu() : llvm::sys::getHostCPUName().str();
  return name;
}

const std::string& host_features() {
  static const std::string text = [] {
    std::string made;
    if (chosen_cpu()) return made;  // the processor's name implies its features
    // LLVM adds what each listed feature implies, by a walk over all features, for each subtarget: those that
    // the processor's name implies are left out.
    const std::unique_ptr<llvm::MCSubtargetInfo> named(
        target_of(kHostTriple).createMCSubtargetInfo(kHostTriple, host_cpu(), ""));
    const llvm::StringMap<bool> present = llvm::sys::getHostCPUFeatures();
    for (const llvm::SubtargetFeatureKV& known : named->getAllProcessorFeatures()) {  // sorted
      const auto found = present.find(known.Key);
      if (found == present.end() || found->second == named->hasFeature(known.Value)) continue;
      if (!made.empty()) made += ',';
      made += (found->second ? '+' : '-') + found->first().str();
    }
    return made;
  }();
  return text;
}

std::string image_target(const llvm::TargetMachine& host) {
  static constexpr llvm::StringRef kFeatures[] = {
#define GRIDCALL_CPU_FEATURE(name, ...) name,
#include "cpu/abi/features.def"
#undef GRIDCALL_CPU_FEATURE
  };
  const llvm::MCSubtargetInfo& processor = *host.getMCSubtargetInfo();
  const auto known = processor.getAllProcessorFeatures();  // sorted
  std::string text = host_cpu();
  for (const llvm::StringRef feature : kFeatures) {
    const auto* found = llvm::lower_bound(known, feature);
    if (found != known.end() && found->Key == feature && processor.hasFeature(found->Value))
      text += ("+" + feature).str();
  }
  return text;
}

std::unique_ptr<llvm::TargetMachine> create_device_machine() {
  llvm::TargetOptions options;
  return std::unique_ptr<llvm::TargetMachine>(
      target_of(kDeviceTriple)
          .createTargetMachine(kDeviceTriple, "sm_90", "+ptx80", options, llvm::Reloc::Static, std::nullopt,
                               llvm::CodeGenOptLevel::Default));
}

std::unique_ptr<llvm::TargetMachine> create_host_machine(bool optimize) {
  llvm::TargetOptions options;
  // Each instruction has its own `contract` flag from clang, so that -fmad=false and __fmul_rn take effect.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  options.MCOptions.AsmVerbose = false;
  return std::unique_ptr<llvm::TargetMachine>(
      target_of(kHostTriple)
          .createTargetMachine(kHostTriple, host_cpu(), host_features(), options, llvm::Reloc::PIC_,
                               llvm::CodeModel::Small,
                               optimize ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None));
}

}  // namespace gridcall::cc
