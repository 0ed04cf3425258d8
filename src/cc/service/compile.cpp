// SPDX-License-Identifier: Apache-2.0

#include "cc/service/compile.h"

#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "cc/backend/check_object.h"
#include "cc/backend/pipeline.h"
#include "cc/backend/target.h"
#include "cc/frontend/file_access.h"
#include "cc/frontend/frontend.h"
#include "cc/frontend/objects.h"
#include "cc/frontend/options.h"
#include "cc/frontend/prelude.h"
#include "cc/ir/names.h"
#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

// Formats the diagnostics of passes and code generator as clang formats its own.
class Handler : public llvm::DiagnosticHandler {
 public:
  Handler(const FrontendResult& frontend, bool has_remarks, std::string& log)
      : frontend_(frontend), has_remarks_(has_remarks), log_(log) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() == llvm::DS_Remark) {
      if (auto* scalar = llvm::dyn_cast<llvm::DiagnosticInfoUnsupported>(&info); scalar && has_remarks_)
        add(location_of(scalar->getFunction()),
            "remark: kernel '" + plain_name(scalar->getFunction()) +
                "' has no vector code, its threads run one by one: " + scalar->getMessage().str());
      return true;
    }
    const bool is_error = info.getSeverity() == llvm::DS_Error;
    if (!is_error && info.getSeverity() != llvm::DS_Warning) return true;
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    stream.flush();
    auto* construct = llvm::dyn_cast<UnsupportedConstruct>(&info);
    add(construct ? location_of(*construct) : "", (is_error ? "error: " : "warning: ") + text);
    HasErrors |= is_error;
    return true;
  }

 private:
  void add(const std::string& where, const std::string& text) {
    const std::string line = (where.empty() ? "" : where + ": ") + text + "\n";
    if (log_.find(line) == std::string::npos) log_ += line;
  }

  // The name of an entry contains its kernel's name.
  const SymbolName* kernel_of(const llvm::Function& entry) const {
    llvm::StringRef symbol = entry.getName();
    symbol.consume_front(kEntryPrefix);
    const auto found = frontend_.names.find(symbol.str());
    return found == frontend_.names.end() ? nullptr : &found->second;
  }
  std::string location_of(const llvm::Function& entry) const {
    const SymbolName* kernel = kernel_of(entry);
    return kernel ? kernel->location : "";
  }
  std::string plain_name(const llvm::Function& entry) const {
    const SymbolName* kernel = kernel_of(entry);
    return kernel ? kernel->plain : entry.getName().str();
  }

  std::string location_of(const UnsupportedConstruct& construct) {
    auto assembly = frontend_.assembly_locations.find(construct.location_cookie());
    if (assembly != frontend_.assembly_locations.end()) return assembly->second;
    auto symbol = frontend_.names.find(construct.symbol());
    return symbol == frontend_.names.end() ? "" : symbol->second.location;
  }

  const FrontendResult& frontend_;
  bool has_remarks_;
  std::string& log_;
};

}  // namespace

Answer compile(const Request& request, const std::string& dump_directory,
               const std::function<void(const Answer&)>& take_baseline) {
  Answer answer;
  Options options;
  std::string problem;
  if (!parse_options(request.options, options, problem)) {
    answer.exit_code = kBadRequest;
    answer.log = "error: " + problem + "\n";
    return answer;
  }
  if (std::string name = unknown_cpu(); !name.empty()) {
    answer.exit_code = kBadRequest;
    answer.log = "error: GRIDCALL_CPU_TARGET: '" + name +
                 "' is no x86-64 processor that LLVM knows; give one like x86-64-v3 or haswell\n";
    return answer;
  }
  if (request.no_files) {
    precompiled_prelude(prelude_variant(options));  // opens the file before files are closed
    close_files();
  }
  // Never destroyed, because the process ends after the answer.
  auto* context = new llvm::LLVMContext;
  auto* frontend = new FrontendResult;
  if (request.inputs.empty()) *frontend = parse_source(request, options, *context);
  context->setDiagnosticHandler(std::make_unique<Handler>(*frontend, options.warnings, answer.log));
  if (!request.inputs.empty()) link_objects(request.inputs, options, *context, *frontend);
  answer.log += frontend->log;
  if (!frontend->ok) {
    answer.exit_code = kDoesNotCompile;
    return answer;
  }
  const bool is_object = request.inputs.empty() && options.relocatable;
  if (is_object) answer.object = relocatable_object(*frontend, request.source_name, options);
  answer.lowered = frontend->lowered;
  answer.registrations = frontend->registrations;
  if (is_object) return answer;
  Backend backend{options, frontend->names, dump_directory};
  backend.patience = request.patience;
  backend.log = &answer.log;
  if (request.baseline_first && take_baseline && dump_directory.empty()) {
    backend.take_baseline = [&](std::string object) {
      if (!foreign_symbols(object).empty()) return;  // the optimized tier reports it
      Answer baseline = answer;
      baseline.object = std::move(object);
      if (options.warnings)
        baseline.log += request.source_name +
                        ": remark: kernels run in baseline code, which is slow, until the optimized code is "
                        "made; this source takes long\n";
      take_baseline(baseline);
    };
  }
  bool ok = compile_module(*frontend->module.release(), backend, answer.object);
  if (!ok) {
    answer.exit_code = kDoesNotCompile;
    return answer;
  }
  std::string foreign = foreign_symbols(answer.object);
  if (!foreign.empty()) {
    answer.exit_code = kInternalFailure;
    answer.log += "error: the compiled code needs " + foreign + ", which the CPU device does not have\n";
  }
  return answer;
}

}  // namespace gridcall::cc
