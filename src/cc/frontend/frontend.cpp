// SPDX-License-Identifier: Apache-2.0
//
// Sets clang up in memory and runs it, several times where a source is not what clang takes it for.

#include "cc/frontend/frontend.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/FileManager.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/Sema.h>
#include <clang/Serialization/ASTWriter.h>
#include <clang/Serialization/InMemoryModuleCache.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/xxhash.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cc/frontend/builtin_headers.h"
#include "cc/frontend/collector.h"
#include "cc/frontend/diagnostic_printer.h"
#include "cc/frontend/file_access.h"
#include "cc/frontend/file_system.h"
#include "cc/frontend/prelude.h"
#include "cc/frontend/token_corrections.h"
#include "cpu/abi/check.h"

namespace gridcall::cc {
namespace {

constexpr const char* kLibrariesName = "gridcall/libraries.h";
constexpr int kMaxOperands = 30;  // operands of one inline assembly statement

constexpr const char* kPartNote =
    "note: a part of CUB, Thrust and libcu++ is built in, and no CUDA toolkit or Python package with all was "
    "found: `pip install nvidia-cuda-cccl`, or set GRIDCALL_CUDA_HEADERS to the folder that has it\n";

// Returns `#line 1 "NAME"`, for diagnostics.
std::string line_directive(llvm::StringRef name) {
  std::string quoted;
  for (char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return "#line 1 \"" + quoted + "\"\n";
}

// Returns the source followed by one reference per name expression, which makes the compiler instantiate it.
// A wrong expression is an error in a "file" of its name.
std::string with_instances(const Request& request, const Options& options) {
  std::string text;
  if (options.device_by_default) {
    text += "#pragma clang force_cuda_host_device begin\n";
    text += "#pragma clang diagnostic ignored \"-Wpragma-clang-attribute\"\n";  // no variable may be global
    text += "#pragma clang attribute push(__attribute__((device)), apply_to = variable(is_global))\n";
  }
  text += line_directive(request.source_name);
  text += without_host_headers(request.source, [&](auto name) { return is_given(request, options, name); });
  // The other pragma stays: bodies of templates may be parsed at the end, with the classes in them.
  if (options.device_by_default) text += "\n#pragma clang attribute pop\n";
  for (std::size_t i = 0; i < request.instances.size(); ++i) {
    const std::string& expression = request.instances[i];
    bool is_address = !expression.empty() && (expression[0] == '&' || expression[0] == '(');
    text += std::string("\n") + (is_address ? "auto " : "auto& ") + kInstancePrefix + std::to_string(i) +
            " =\n" + line_directive("name expression '" + expression + "'") + expression + ";\n";
  }
  return text;
}

// clang defines each variable of the device that a function of both sides uses, also a member that is only
// declared, whose class may be incomplete.
struct UndefinedMembers : clang::ASTConsumer {
  void HandleTranslationUnit(clang::ASTContext& context) override {
    auto& used = context.CUDADeviceVarODRUsedByHost;
    for (const clang::VarDecl* variable : std::vector(used.begin(), used.end()))
      if (!variable->hasDefinition()) used.erase(variable);
  }
};

class Action : public clang::ASTFrontendAction {
 public:
  Action(llvm::LLVMContext& context, const Request& request, const Corrections& corrections,
         FrontendResult& result)
      : context_(context), request_(request), corrections_(corrections), result_(result) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::unique_ptr<clang::CodeGenerator> generator(clang::CreateLLVMCodeGen(
        compiler.getDiagnostics(), file, &compiler.getVirtualFileSystem(), compiler.getHeaderSearchOpts(),
        compiler.getPreprocessorOpts(), compiler.getCodeGenOpts(), context_));
    generator_ = generator.get();
    auto collector = create_collector(compiler, *generator, request_, corrections_, result_);
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<UndefinedMembers>());  // before the generator
    consumers.push_back(std::move(generator));
    consumers.push_back(std::move(collector));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  void EndSourceFileAction() override { result_.module.reset(generator_->ReleaseModule()); }

 private:
  llvm::LLVMContext& context_;
  const Request& request_;
  const Corrections& corrections_;
  FrontendResult& result_;
  clang::CodeGenerator* generator_ = nullptr;
};

// Gives access to a private member: an explicit instantiation may name one ([temp.spec.general]).
llvm::SmallSetVector<clang::Decl*, 4>& deferred_functions(clang::Sema& sema);
template <auto Member>
struct DeferredFunctions {
  friend llvm::SmallSetVector<clang::Decl*, 4>& deferred_functions(clang::Sema& sema) { return sema.*Member; }
};
template struct DeferredFunctions<&clang::Sema::DeclsToCheckForDeferredDiags>;

// Writes the prelude's AST without the functions that clang checks for deferred diagnostics at the end: each
// compilation would read all of them, and the prelude has no such diagnostic.
class PreludeWriter : public clang::PCHGenerator {
 public:
  PreludeWriter(clang::CompilerInstance& compiler, std::shared_ptr<clang::PCHBuffer> buffer)
      : PCHGenerator(compiler.getPreprocessor(), compiler.getModuleCache(), kPrecompiledName, /*isysroot*/ "",
                     std::move(buffer), compiler.getFrontendOpts().ModuleFileExtensions),
        compiler_(compiler) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    deferred_functions(compiler_.getSema()).clear();
    PCHGenerator::HandleTranslationUnit(context);
  }

 private:
  clang::CompilerInstance& compiler_;
};

// Precompiles the prelude and keeps the result in memory.
class PrecompileAction : public clang::ASTFrontendAction {
 public:
  std::string take() {
    return buffer_->IsComplete ? std::string(buffer_->Data.begin(), buffer_->Data.end()) : std::string();
  }

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<PreludeWriter>(compiler, buffer_);
  }

  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }

 private:
  std::shared_ptr<clang::PCHBuffer> buffer_ = std::make_shared<clang::PCHBuffer>();
};

// Returns the options for the prelude; they differ only between its variants (prelude.h).
std::vector<std::string> prelude_arguments(const Options& options) {
  std::vector<std::string> arguments = {
      "-triple", "nvptx64-nvidia-cuda", "-aux-triple", "x86_64-unknown-linux-gnu", "-x", "cuda",
      "-fcuda-is-device",
      // The newest target that this clang knows; __CUDA_ARCH__ below gives the source its own.
      "-target-cpu", "sm_90", "-target-feature", "+ptx80", "-emit-llvm-only", "-disable-llvm-passes",
      "-disable-free",
      // As in NVRTC, loops may be endless, types may be punned, and conversions saturate.
      "-fno-finite-loops", "-relaxed-aliasing", "-fno-strict-float-cast-overflow", "-fno-threadsafe-statics",
      "-fno-delete-null-pointer-checks",              // and `this` may be nullptr
      "-fsanitize=return", "-fsanitize-trap=return",  // passes/device/prepare_module.cpp
      // Nor does code end where a local variable without a value decides; a large one rarely does.
      "-ftrivial-auto-var-init=zero", "-ftrivial-auto-var-init-max-size=128", "-fcxx-exceptions",
      "-fexceptions", "-fdeprecated-macro", "-ferror-limit", "64", "-Wno-unused-value",
      "-fconstexpr-steps=33554432", "-Wno-register", "-Wno-invalid-constexpr", "-disable-pragma-debug-crash",
      // NVRTC accepts these, the second with a warning.
      "-fcuda-allow-variadic-functions", "-Wno-error=c++11-narrowing", "-Wno-error=return-type",
      "-Wno-cuda-compat", "-Wno-user-defined-literals", "-Wno-reserved-user-defined-literal",
      "-Wno-c++23-extensions", "-Wno-c++26-extensions", "-resource-dir", kClangRoot,
      "-std=" + options.standard,
      options.fmad || options.fast_math ? "-ffp-contract=fast" : "-ffp-contract=off",
      options.device_debug ? "-O1" : "-O2", "-U__CUDA_ARCH__",
      // NVRTC does not define this macro, and sources assume a C++ library where it is defined.
      "-U__clang__", "-U__clang_major__", "-U__clang_version__", "-U__llvm__", "-U__CUDA__", "-U_GNU_SOURCE",
      // Nor the macros of a host.
      "-U__x86_64__", "-U__x86_64", "-U__amd64__", "-U__amd64", "-U__SSE__", "-U__SSE2__", "-U__MMX__",
      "-U__linux__", "-U__linux", "-U__gnu_linux__", "-U__unix__", "-U__unix",
      // Nor clang's own, behind which a source expects clang.
      "-U__has_attribute", "-U__has_constexpr_builtin", "-U__has_declspec_attribute", "-U__has_extension",
      "-U__has_feature", "-U__has_warning", "-U__is_identifier", "-U__NVPTX__", "-U__PTX__", "-U__VERSION__",
      // clang 19 substitutes pack indexing in discarded branches.
      "-U__cpp_pack_indexing", "-Wno-builtin-macro-redefined", "-I", kHeaderRoot, "-I", kDeviceHeaderRoot};
  if (options.fast_math) arguments.insert(arguments.end(), {"-fapprox-func", "-freciprocal-math"});
  return arguments;
}

// The source of the headers of CUB, Thrust, libcu++ and cuRAND.
enum class Libraries {
  kBuiltIn,  // this program, and the caller's folders
  kFound,    // this machine, for all of them: libcu++ works with its own parts only
};

// The time when the body of a template is parsed. Only at the definition does a name that does not depend on
// the template's parameters find the right declaration, so that is always tried first.
enum class Templates {
  kAtDefinition,
  kAtInstantiation,  // accepts undeclared names in a template that is never instantiated, as NVRTC does
};

std::vector<std::string> arguments_of(const Request& request, const Options& options, bool precompiled,
                                      Libraries libraries) {
  std::vector<std::string> arguments = prelude_arguments(options);
  if (options.ftz || options.fast_math)
    arguments.push_back("-fdenormal-fp-math-f32=dynamic,dynamic");  // passes/device/flushing.h
  // Reports contain locations and the names of local variables and members. No object depends on the folder
  // that the compiler runs in.
  if (options.checks != 0)
    arguments.insert(arguments.end(),
                     {"-debug-info-kind=limited", "-dwarf-version=5", "-fdebug-compilation-dir=/"});
  else
    arguments.push_back("-discard-value-names");
  if (!options.warnings) arguments.push_back("-w");
  if (options.preprocessed) {
    // Launches in host code are checked against the runtime API of this version.
    arguments.push_back("-target-sdk-version=12.3");
    return arguments;
  }
  for (const std::string& path : options.include_paths) arguments.insert(arguments.end(), {"-I", path});
  if (llvm::sys::path::is_absolute(request.source_name)) {
    arguments.insert(arguments.end(), {"-iquote", llvm::sys::path::parent_path(request.source_name).str()});
  }
  if (libraries == Libraries::kFound)
    for (const std::string& dir : options.library_dirs)
      arguments.insert(arguments.end(), {"-internal-isystem", dir});
  arguments.insert(arguments.end(),
                   {"-internal-isystem", kLastHeaderRoot, "-internal-isystem", kClangHeaderRoot});
  if (precompiled) {
    arguments.insert(arguments.end(), {"-include-pch", kPrecompiledName});
  } else {
    arguments.insert(arguments.end(), {"-include", kPreludeName});
  }
  arguments.insert(arguments.end(), {"-include", kDefinesName});
  if (libraries == Libraries::kFound) arguments.insert(arguments.end(), {"-include", kLibrariesName});
  for (const std::string& file : options.pre_includes) arguments.insert(arguments.end(), {"-include", file});
  return arguments;
}

// The instance is owned by reference counts and, with -disable-free, never destroyed: the process ends soon.
clang::CompilerInstance* create_compiler(const std::vector<std::string>& arguments,
                                         const clang::FrontendInputFile& input,
                                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                         llvm::raw_ostream& log) {
  auto* compiler = new clang::CompilerInstance;
  auto* diagnostic_options = new clang::DiagnosticOptions;
  diagnostic_options->ShowPresumedLoc = 1;  // applies #line
  auto* printer = new DiagnosticPrinter(log, diagnostic_options, *compiler);
  clang::DiagnosticsEngine early(new clang::DiagnosticIDs, diagnostic_options, printer,
                                 /*ShouldOwnClient*/ false);
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  if (!clang::CompilerInvocation::CreateFromArgs(compiler->getInvocation(), pointers, early)) return nullptr;
  compiler->getFrontendOpts().Inputs = {input};
  compiler->createDiagnostics(printer, /*ShouldOwnClient*/ false);
  // NVRTC warns about these: a pragma that has no loop, a wrong number or another pragma, and a jump over an
  // initializer (check_jumps has the exceptions). It takes `template <class T> void f<T>() {}`; clang drops
  // that definition, and refuses calls. Clang can make only an ignored error a warning.
  for (const unsigned each : std::initializer_list<unsigned>{
           clang::diag::err_pragma_loop_precedes_nonloop, clang::diag::err_requires_positive_value,
           clang::diag::err_pragma_loop_compatibility, clang::diag::err_goto_into_protected_scope,
           clang::diag::err_switch_into_protected_scope, clang::diag::err_function_template_partial_spec}) {
    compiler->getDiagnostics().setSeverity(each, clang::diag::Severity::Ignored, {});
    compiler->getDiagnostics().setSeverity(each, clang::diag::Severity::Warning, {});
  }
  // A source specializes templates of cuda::std in that namespace; they are std's here.
  compiler->getDiagnostics().setSeverity(clang::diag::err_template_spec_redecl_out_of_scope,
                                         clang::diag::Severity::Ignored, {});
  // The printer reads of it, also where warnings are off.
  compiler->getDiagnostics().setSeverity(clang::diag::err_cuda_extern_shared, clang::diag::Severity::Remark,
                                         {});
  compiler->createFileManager(std::move(files));
  return compiler->createTarget() ? compiler : nullptr;
}

// `unit` is the unit of relocatable code, for which the prelude is not precompiled; otherwise empty.
bool run(clang::CompilerInstance& compiler, clang::FrontendAction& action, Templates templates, bool no_files,
         const std::string& unit, bool checks_init, const Corrections& corrections, LibraryUse& use) {
  if (action.BeginSourceFile(compiler, compiler.getFrontendOpts().Inputs[0])) {
    watch_file_directives(compiler, no_files, use);
    correct_tokens(compiler, corrections);
    // Set after the prelude is read, because clang 19 crashes when it precompiles such templates.
    compiler.getLangOpts().DelayedTemplateParsing = templates == Templates::kAtInstantiation;
    compiler.getLangOpts().GPURelocatableDeviceCode = !unit.empty();
    compiler.getLangOpts().CUID = unit;
    if (checks_init)
      compiler.getLangOpts().setTrivialAutoVarInit(clang::LangOptions::TrivialAutoVarInitKind::Uninitialized);
    if (llvm::Error error = action.Execute()) llvm::consumeError(std::move(error));
    action.EndSourceFile();
  }
  return !compiler.getDiagnostics().hasErrorOccurred();
}

// The text that clang reads, what it lacks, and what of it is left out.
struct Text {
  std::string source;
  MissingWords missing;
  Corrections corrections;
  bool has_new_corrections = false;  // found by the last parse
};

FrontendResult parse(const Request& request, const Options& options, Text& text, llvm::StringRef precompiled,
                     Libraries libraries, Templates templates, LibraryUse& use, llvm::LLVMContext& context) {
  use = {.is_found = libraries == Libraries::kFound};
  FrontendResult result;
  llvm::raw_string_ostream log(result.log);
  const clang::InputKind kind(clang::Language::CUDA);
  clang::FrontendInputFile input(source_path(request), options.preprocessed ? kind.getPreprocessed() : kind);
  clang::CompilerInstance* compiler =
      create_compiler(arguments_of(request, options, !precompiled.empty(), libraries), input,
                      file_system(request, options, precompiled, text.source), log);
  if (!compiler) {
    log.flush();
    return result;
  }
  auto* action = new Action(context, request, text.corrections, result);
  if (options.relocatable)
    result.unit = options.unit.empty()
                      ? llvm::utohexstr(llvm::xxh3_64bits(request.source_name + "\n" + request.source))
                      : options.unit;
  result.ok = run(*compiler, *action, templates, request.no_files, result.unit,
                  (options.checks & cpu::kCheckInit) != 0, text.corrections, use) &&
              result.module;
  const auto& printer = static_cast<const DiagnosticPrinter&>(*compiler->getDiagnostics().getClient());
  text.missing = printer.missing();
  text.has_new_corrections = text.corrections.add(printer.corrections());
  log.flush();
  return result;
}

}  // namespace

FrontendResult parse_source(const Request& request, const Options& options, llvm::LLVMContext& context) {
  const llvm::StringRef precompiled =
      options.preprocessed ? llvm::StringRef() : precompiled_prelude(prelude_variant(options));
  LibraryUse use;
  Text text{with_instances(request, options), {}, {}, false};
  const auto parse_first = [&] {
    return parse(request, options, text, precompiled, Libraries::kBuiltIn, Templates::kAtDefinition, use,
                 context);
  };
  FrontendResult result = parse_first();
  // NVRTC accepts operands without commas between them; clang reports only the first missing one of a parse.
  for (int i = 0; i < kMaxOperands && !result.ok && !text.missing.empty(); ++i) {
    for (const auto& [offset, word] : llvm::reverse(text.missing)) text.source.insert(offset, word);
    result = parse_first();
  }
  if (result.ok && !use.is_missing && !text.has_new_corrections) return result;
  const LibraryUse first = use;
  FrontendResult other;
  Corrections sides;  // so that diagnostics name other errors
  const auto parses = [&](Libraries libraries, Templates templates) {
    do {
      other = parse(request, options, text, precompiled, libraries, templates, use, context);
    } while (text.has_new_corrections);
    if (libraries == Libraries::kBuiltIn) sides = std::move(text.corrections);
    text.corrections = {};
    return other.ok;
  };
  // A body with an error in a template that nothing uses, or a function of two sides.
  if (!first.is_missing && text.has_new_corrections && parses(Libraries::kBuiltIn, Templates::kAtDefinition))
    return other;
  // If the built-in headers do not suffice, the libraries of this machine may.
  const bool has_libraries = !options.library_dirs.empty() && (first.is_missing || first.is_built_in);
  if (has_libraries && (parses(Libraries::kFound, Templates::kAtDefinition) ||
                        parses(Libraries::kFound, Templates::kAtInstantiation)))
    return other;
  if (result.ok) return result;
  if (!first.is_missing && parses(Libraries::kBuiltIn, Templates::kAtInstantiation)) return other;
  const Libraries libraries = has_libraries && first.is_missing ? Libraries::kFound : Libraries::kBuiltIn;
  sides.keep_sides();
  text.corrections = std::move(sides);
  // Diagnostics quote source lines, which a precompiled prelude does not contain.
  result = parse(request, options, text, {}, libraries, Templates::kAtInstantiation, use, context);
  const auto says = [&](const char* word) { return result.log.find(word) != std::string::npos; };
  if (options.library_dirs.empty() && first.is_built_in &&
      (says("namespace 'cub'") || says("namespace 'thrust'") || says("namespace 'cuda")))
    result.log += kPartNote;
  return result;
}

std::string precompile_prelude(const Options& options, std::string& log) {
  llvm::raw_string_ostream out(log);
  const std::string path = std::string(kDeviceHeaderRoot) + "/" + kPreludeName;
  clang::CompilerInstance* compiler = create_compiler(
      prelude_arguments(options), clang::FrontendInputFile(path, clang::InputKind(clang::Language::CUDA)),
      file_system(Request(), options, {}, {}), out);
  if (!compiler) return {};
  compiler->getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;
  compiler->getLangOpts().PCHInstantiateTemplates = true;  // else each compilation instantiates them
  auto* action = new PrecompileAction;
  LibraryUse none;
  return run(*compiler, *action, Templates::kAtDefinition, /*no_files*/ true, "", /*checks_init*/ false, {},
             none)
             ? action->take()
             : std::string();
}

}  // namespace gridcall::cc
