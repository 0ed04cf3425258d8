// SPDX-License-Identifier: Apache-2.0
//
// Sets clang up in memory, runs it, and collects names, parameters and locations. The file is longer than
// others, because few files should parse the headers of clang.

#include "cc/frontend/frontend.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTLambda.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Mangle.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>
#include <clang/Serialization/ASTWriter.h>
#include <clang/Serialization/InMemoryModuleCache.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/value_type.h"
#include "cc/frontend/builtin_headers.h"
#include "cc/frontend/file_access.h"
#include "cc/frontend/file_system.h"
#include "cc/frontend/prelude.h"

namespace gridcall::cc {
namespace {

constexpr const char* kInstancePrefix = "__gridcall_instance_";
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

// Returns the value type of a number or a pointer to one; of a struct only if every GPU's headers have it.
std::uint32_t value_type_of(const clang::ASTContext& context, clang::QualType type) {
  using namespace gridcall::value_type;
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto* pointer = type->getAs<clang::PointerType>()) {
    const clang::QualType element = pointer->getPointeeType();
    return kPointer + (element->isPointerType() ? kUnknown : value_type_of(context, element));
  }
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    const clang::QualType integer = enumeration->getDecl()->getIntegerType();
    return integer.isNull() ? kUnknown : value_type_of(context, integer);
  }
  if (const auto* record = type->getAs<clang::RecordType>()) {
    const llvm::StringRef name = record->getDecl()->getName();
    return name == "__half" ? kFloat16 : name == "__nv_bfloat16" ? kBfloat16 : kStruct;
  }
  if (type->isBooleanType()) return kBool;
  if (type->isHalfType() || type->isFloat16Type()) return kFloat16;
  if (type->isBFloat16Type()) return kBfloat16;
  if (type->isFloatingType()) {
    const std::uint64_t bits = context.getTypeSize(type);
    return bits == 32 ? kFloat32 : bits == 64 ? kFloat64 : kUnknown;
  }
  if (!type->isIntegerType() || type->isVectorType()) return kUnknown;
  const bool is_signed = type->isSignedIntegerType();
  switch (context.getTypeSize(type)) {
    case 8:
      return is_signed ? kInt8 : kUint8;
    case 16:
      return is_signed ? kInt16 : kUint16;
    case 32:
      return is_signed ? kInt32 : kUint32;
    case 64:
      return is_signed ? kInt64 : kUint64;
    default:
      return kUnknown;
  }
}

std::vector<ParameterName> parameters_of(const clang::ASTContext& context, const clang::FunctionDecl& kernel,
                                         const clang::PrintingPolicy& policy) {
  std::vector<ParameterName> parameters;
  for (const clang::ParmVarDecl* parameter : kernel.parameters()) {
    // `const` and `__restrict__` of the parameter itself do not change its type for a caller.
    const clang::QualType type = parameter->getType().getUnqualifiedType();
    parameters.push_back(
        {parameter->getName().str(), type.getAsString(policy), value_type_of(context, type)});
  }
  return parameters;
}

std::string location_of(const clang::SourceManager& sources, clang::SourceLocation location) {
  if (location.isInvalid()) return {};
  clang::PresumedLoc presumed = sources.getPresumedLoc(location);
  if (presumed.isInvalid()) return {};
  return std::string(presumed.getFilename()) + ":" + std::to_string(presumed.getLine()) + ":" +
         std::to_string(presumed.getColumn());
}

// Returns the error in a kernel's declaration that NVRTC reports and clang does not; NULL if there is none.
const char* problem_of_kernel(const clang::FunctionDecl& kernel) {
  if (kernel.getReturnType()->getContainedDeducedType())
    return "a __global__ function returns void, and not a type that is deduced";
  if (llvm::isa<clang::CXXMethodDecl>(kernel)) return "a __global__ function cannot be a member of a class";
  if (kernel.isOverloadedOperator()) return "a __global__ function cannot be an operator";
  if (kernel.isVariadic()) return "a __global__ function cannot have an ellipsis";
  if (kernel.getFriendObjectKind() != clang::Decl::FOK_None && kernel.isThisDeclarationADefinition())
    return "a __global__ function cannot be defined in a friend declaration";
  return nullptr;
}

// The function templates whose bodies are not parsed, by the places of their names. NVRTC parses the body of
// a template where it is instantiated; clang parses that of a constexpr one, or of one that returns `auto`,
// where it is defined. A body with an error is left out, which is right if the template is never used.
class LeftOut {
 public:
  bool empty() const { return places_.empty(); }
  bool has(const clang::SourceManager& sources, clang::SourceLocation location) const {
    return location.isFileID() && places_.count(place_of(sources, location)) != 0;
  }
  // Adds the template that contains an error, if one does.
  void add(const clang::SourceManager& sources, const clang::DeclContext* context) {
    const clang::FunctionDecl* of = nullptr;
    for (; context; context = context->getParent()) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(context);
      if (function && function->isDependentContext() && !clang::isLambdaCallOperator(function)) of = function;
    }
    if (of && of->getLocation().isFileID()) places_.insert(place_of(sources, of->getLocation()));
  }
  // Returns whether `others` has a place that is new.
  bool add(const LeftOut& others) {
    const auto size = [&] { return places_.size() + bare_.size() + kernels_.size(); };
    const std::size_t before = size();
    bool has_new = false;
    for (const auto& each : others.special_) {
      int& tries = special_[each.first];
      has_new |= tries < kKernel;
      tries = std::min(tries + 1, kKernel);
    }
    places_.insert(others.places_.begin(), others.places_.end());
    bare_.insert(others.bare_.begin(), others.bare_.end());
    kernels_.insert(others.kernels_.begin(), others.kernels_.end());
    return has_new || size() > before;
  }
  // Forgets what did not help, so that diagnostics are those of the source.
  void keep_sides() {
    places_.clear();
    std::erase_if(special_, [](const auto& each) { return each.second == kKernel; });
  }
  // To NVRTC a function that is declared `__device__` once stays so where it is declared without, or for the
  // host too; to clang that is another function. Both declarations are for both sides then.
  bool is_bare(const clang::SourceManager& sources, clang::SourceLocation location) const {
    return location.isFileID() && !bare_.empty() && bare_.count(place_of(sources, location)) != 0;
  }
  void add_bare(const clang::SourceManager& sources, clang::SourceLocation location) {
    if (location.isFileID()) bare_.insert(place_of(sources, location));
  }
  // To clang a specialization for no side, or for both, is none of a template for the device. There each is
  // for the device, and `__host__` means that, too; if clang refuses that, it is for both sides, or needs
  // nothing since another declaration has changed, or is a kernel. The place is that of the name, or of the
  // word `template`.
  static constexpr int kDevice = 1, kBothSides = 2, kNothing = 3, kKernel = 4;
  // Returns which of them.
  int special(const clang::SourceManager& sources, clang::SourceLocation location) const {
    if (special_.empty()) return kNothing;
    const auto found = special_.find(place_of(sources, sources.getSpellingLoc(location)));
    return found == special_.end() ? kNothing : found->second;
  }
  bool has_special() const { return !special_.empty(); }
  void add_special(const clang::SourceManager& sources, clang::SourceLocation location) {
    special_[place_of(sources, sources.getSpellingLoc(location))] = kDevice;  // a macro may contain many
  }
  // The places of `__global__` of kernels that device code calls as functions (attributes.cpp).
  bool is_called_kernel(const clang::SourceManager& sources, clang::SourceLocation location) const {
    return !kernels_.empty() && kernels_.count(place_of(sources, sources.getExpansionLoc(location))) != 0;
  }
  void add_called_kernel(const clang::SourceManager& sources, clang::SourceLocation location) {
    kernels_.insert(place_of(sources, sources.getExpansionLoc(location)));
  }

 private:
  using Place = std::pair<std::string, unsigned>;
  static Place place_of(const clang::SourceManager& sources, clang::SourceLocation location) {
    return {sources.getFilename(location).str(), sources.getFileOffset(location)};
  }
  std::set<Place> places_, bare_, kernels_;
  std::map<Place, int> special_;
};

using Missing = std::map<unsigned, const char*>;

// Records jumps over declarations, because diagnostics do not contain the declaration, places where the
// source lacks a comma between operands of inline assembly or the word `template`, and templates that contain
// errors.
class Printer : public clang::TextDiagnosticPrinter {
 public:
  Printer(llvm::raw_ostream& log, clang::DiagnosticOptions* options, const clang::CompilerInstance& compiler)
      : TextDiagnosticPrinter(log, options), log_(log), compiler_(compiler) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    if (level >= clang::DiagnosticsEngine::Error && compiler_.hasSema())
      templates_.add(compiler_.getSourceManager(), compiler_.getSema().CurContext);
    if (info.hasSourceManager()) find_other_side(level, info);
    if (level != clang::DiagnosticsEngine::Note)
      jump_ = {info.getLocation(), info.getID() == clang::diag::err_goto_into_protected_scope};
    else if (info.getID() == clang::diag::note_protected_by_variable_init ||
             info.getID() == clang::diag::note_protected_by_variable_nontriv_destructor)
      passed_over_.emplace(info.getLocation(), jump_);
    if (info.getID() == clang::diag::err_expected && info.hasSourceManager())
      find_missing_comma(info.getSourceManager(), info.getSourceManager().getSpellingLoc(info.getLocation()));
    const bool may_lack_template = info.getID() == clang::diag::err_template_kw_missing ||
                                   info.getID() == clang::diag::err_ovl_unresolvable ||
                                   info.getID() == clang::diag::err_bound_member_function;
    if (may_lack_template && info.hasSourceManager()) find_missing_template(info);
    if (info.getID() == clang::diag::err_cuda_extern_shared) {
      share(info);
      return;
    }
    TextDiagnosticPrinter::HandleDiagnostic(level, info);
    if (info.getID() == clang::diag::err_ref_bad_target && is_launch(info))
      log_ << "note: kernels cannot launch kernels on the CPU device: launch from the host\n";
  }

  // Returns whether a function of the device refers to a kernel, or to the function that clang calls to
  // launch one.
  static bool is_launch(const clang::Diagnostic& info) {
    const auto* named = reinterpret_cast<const clang::NamedDecl*>(info.getRawArg(2));
    const clang::IdentifierInfo* name = named->getIdentifier();
    return info.getArgSInt(0) == 1 ||
           (name && (name->isStr("cudaConfigureCall") || name->isStr("__cudaPushCallConfiguration")));
  }

  struct Jump {
    clang::SourceLocation location;
    bool is_goto;  // a goto, not a switch
  };
  using Jumps = std::multimap<clang::SourceLocation, Jump>;  // keyed by the declaration that is passed over
  const Jumps& passed_over() const { return passed_over_; }
  // Returns words with their offsets in the main file.
  const Missing& missing() const { return missing_; }
  const LeftOut& templates() const { return templates_; }  // with an error
  LeftOut& templates() { return templates_; }
  // Returns whether device code calls the kernel that is declared there as a function.
  bool is_called(clang::SourceLocation kernel) const { return called_.count(kernel) != 0; }
  bool has_called_kernels() const { return !called_.empty(); }

 private:
  // Records declarations of one function that clang takes for two, because they are for other sides, and
  // kernels that are called without <<<>>>.
  void find_other_side(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) {
    const clang::SourceManager& sources = info.getSourceManager();
    if (info.getID() == clang::diag::note_ovl_candidate_bad_target &&
        info.getArgSInt(3) == static_cast<int>(clang::CUDAFunctionTarget::Global))
      called_.insert(info.getLocation());
    if (level != clang::DiagnosticsEngine::Note)
      is_of_sides_ = info.getID() == clang::diag::err_cuda_ovl_target ||
                     info.getID() == clang::diag::err_member_decl_does_not_match;
    if (info.getID() == clang::diag::err_function_template_spec_no_match ||
        info.getID() == clang::diag::err_explicit_instantiation_not_known)
      find_specialization(sources, info.getLocation(),
                          info.getID() == clang::diag::err_explicit_instantiation_not_known);
    if (info.getID() == clang::diag::err_global_call_not_config) {
      called_.insert(reinterpret_cast<clang::NamedDecl*>(info.getRawArg(0))->getLocation());
    }
    if (info.getID() == clang::diag::err_ref_bad_target) {
      auto* named = reinterpret_cast<clang::NamedDecl*>(info.getRawArg(2));
      if (llvm::isa<clang::CXXDestructorDecl>(named))
        for (const clang::Decl* each : named->redecls()) templates_.add_bare(sources, each->getLocation());
      // A kernel with a qualified name.
      const auto [file, offset] = sources.getDecomposedLoc(sources.getSpellingLoc(info.getLocation()));
      const llvm::StringRef statement = sources.getBufferData(file).substr(offset).split(';').first;
      if (named->hasAttr<clang::CUDAGlobalAttr>() && !statement.contains("<<<"))
        called_.insert(named->getLocation());
    }
    if (is_of_sides_) templates_.add_bare(sources, info.getLocation());
    if (info.getID() != clang::diag::err_member_decl_does_not_match) return;
    // No note names a member template.
    auto* scope = reinterpret_cast<clang::DeclContext*>(info.getRawArg(1));
    const auto name = clang::DeclarationName::getFromOpaqueInteger(info.getRawArg(0));
    for (const clang::NamedDecl* member : scope->lookup(name))
      templates_.add_bare(sources, member->getLocation());
  }

  // An attribute stands behind the declarator, but behind `template` in an instantiation, and behind
  // `template <>` where a type follows the declarator.
  void find_specialization(const clang::SourceManager& sources, clang::SourceLocation location,
                           bool is_instance) {
    const clang::SourceLocation name = sources.getSpellingLoc(location);
    const auto [file, offset] = sources.getDecomposedLoc(name);
    const llvm::StringRef text = sources.getBufferData(file);
    const llvm::StringRef declarator =
        text.substr(offset).take_until([](char c) { return c == '{' || c == ';'; });
    std::size_t word = text.take_front(offset).rfind("template");
    while (word != llvm::StringRef::npos && text.take_front(word).rtrim().ends_with("::"))
      word = text.take_front(word).rfind("template");
    const llvm::StringRef before = word == llvm::StringRef::npos ? ";" : text.slice(word, offset);
    const auto place = [&](std::size_t at) {
      return name.getLocWithOffset(static_cast<int>(at) - static_cast<int>(offset));
    };
    const bool is_found = before.find_first_of(";{}") == llvm::StringRef::npos;
    if (is_found && (is_instance || declarator.contains("->")))
      templates_.add_special(sources, place(word));
    else if (!is_instance)
      templates_.add_special(sources, name);
    if (const std::size_t kernel = before.find("__global__");
        is_found && is_instance && kernel != llvm::StringRef::npos)
      templates_.add_called_kernel(sources, place(word + kernel));
  }

  // A `)` before a string or a name in brackets ends an operand.
  void find_missing_comma(const clang::SourceManager& sources, clang::SourceLocation location) {
    const auto [file, offset] = sources.getDecomposedLoc(location);
    if (file != sources.getMainFileID()) return;
    const llvm::StringRef text = sources.getBufferData(file);
    const bool is_operand = text.substr(offset).starts_with("\"") || text.substr(offset).starts_with("[");
    if (is_operand && text.take_front(offset).rtrim().ends_with(")")) missing_.emplace(offset, ",");
  }

  // NVRTC takes `A<T>::f<N>(x)` and `a.f<N>(x)`, for which clang asks where they are instantiated. The second
  // in an expression is to clang an overloaded function that is compared.
  void find_missing_template(const clang::Diagnostic& info) {
    const clang::SourceManager& sources = info.getSourceManager();
    const auto [file, offset] = sources.getDecomposedLoc(sources.getSpellingLoc(info.getLocation()));
    if (file != sources.getMainFileID()) return;
    const llvm::StringRef text = sources.getBufferData(file);
    const std::size_t end = std::min(text.find_first_of(";{}", offset), text.size());
    const auto is_word = [&](std::size_t at) { return text[at] == '_' || llvm::isAlnum(text[at]); };
    for (std::size_t at = offset; at < end; ++at) {
      if (!is_word(at)) continue;
      const std::size_t name = at;
      while (at < end && is_word(at)) ++at;
      const llvm::StringRef before = text.take_front(name).rtrim();
      const bool is_member = before.ends_with("::") || before.ends_with(".") || before.ends_with("->");
      if (!is_member || !text.substr(at).ltrim().starts_with("<")) continue;
      int depth = 0;
      for (std::size_t closing = at; closing < end; ++closing) {
        depth += text[closing] == '<' ? 1 : text[closing] == '>' ? -1 : 0;
        if (depth != 0 || text[closing] != '>') continue;
        const bool is_call = text.substr(closing + 1).ltrim().starts_with("(");
        if (!is_call && info.getID() != clang::diag::err_template_kw_missing) break;
        missing_.emplace(name, "template ");
        return;
      }
    }
  }

  // NVRTC warns of `extern __shared__ float a[4]`, and takes it for a static variable (Collector::define).
  void share(const clang::Diagnostic& info) {
    auto* variable = reinterpret_cast<clang::NamedDecl*>(info.getRawArg(0));
    variable->addAttr(clang::CUDASharedAttr::CreateImplicit(variable->getASTContext()));
    if (info.getDiags()->getIgnoreAllWarnings()) return;
    TextDiagnosticPrinter::HandleDiagnostic(clang::DiagnosticsEngine::Warning, info);
    log_ << "note: it has a size, and is static __shared__ memory\n";
  }

  llvm::raw_ostream& log_;
  const clang::CompilerInstance& compiler_;
  LeftOut templates_;
  Jump jump_ = {};
  Jumps passed_over_;
  Missing missing_;
  bool is_of_sides_ = false;  // the last error, whose notes follow
  std::set<clang::SourceLocation> called_;
};

// Returns whether the function is a kernel, also one that device code calls.
bool is_kernel(const clang::Decl& function) {
  return function.hasAttr<clang::CUDAGlobalAttr>() || function.hasAttr<clang::CFUnknownTransferAttr>();
}

// Reads from the AST what the module does not contain.
class Collector : public clang::ASTConsumer {
 public:
  Collector(clang::CompilerInstance& compiler, clang::CodeGenerator& generator, const Request& request,
            const LeftOut& left_out, FrontendResult& result)
      : compiler_(compiler), generator_(generator), request_(request), left_out_(left_out), result_(result) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      free_guides(*declaration);
      check(*declaration);
    }
    return true;
  }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    auto& printer = static_cast<Printer&>(*compiler_.getDiagnostics().getClient());
    if (printer.has_called_kernels()) find_called(*context.getTranslationUnitDecl(), printer);
    if (compiler_.getDiagnostics().hasErrorOccurred()) return;
    llvm::Module* module = generator_.GetModule();
    if (!module) return;
    make_kernels(*module);
    clang::PrintingPolicy policy(context.getLangOpts());
    policy.SuppressUnwrittenScope = true;
    policy.SuppressInlineNamespace = true;
    std::vector<std::pair<std::string, std::string>> found;  // plain and mangled names
    auto add = [&](const llvm::GlobalValue& value) {
      const clang::Decl* declaration = generator_.GetDeclForMangledName(value.getName());
      auto* named = llvm::dyn_cast_or_null<clang::NamedDecl>(declaration);
      if (!named) return;
      SymbolName& name = result_.names[value.getName().str()];
      llvm::raw_string_ostream out(name.plain);
      named->getNameForDiagnostic(out, policy, /*Qualified*/ true);
      out.flush();
      name.location = location_of(context.getSourceManager(), named->getLocation());
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(named);
      if (function && is_kernel(*function)) name.parameters = parameters_of(context, *function, policy);
      if (is_for_host(context, value, *named)) found.emplace_back(name.plain, value.getName().str());
    };
    for (const llvm::Function& function : *module) {
      if (!function.isIntrinsic()) add(function);
      if (function.isDeclaration()) check_use(function, printer);
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call) add_location(context, *call);
      }
    }
    for (llvm::GlobalVariable& variable : module->globals()) {
      define(context, variable);
      add(variable);
      const clang::Decl* declaration = generator_.GetDeclForMangledName(variable.getName());
      if (variable.isThreadLocal() && declaration)
        report(*declaration, "device code has no thread_local variables: use a local or a __shared__ one");
    }
    add_lowered(context);
    add_plain_names(found);
    if (!printer.passed_over().empty()) check_jumps(*context.getTranslationUnitDecl(), printer.passed_over());
  }

 private:
  // A deduction guide without __device__ counts in kernels, too, which clang 19 takes for a host's function.
  static void free_guides(clang::Decl& declaration) {
    if (const auto* of = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration))
      return free_guides(*of->getTemplatedDecl());
    if (llvm::isa<clang::CXXDeductionGuideDecl>(declaration) &&
        !declaration.hasAttr<clang::CUDADeviceAttr>()) {
      declaration.addAttr(clang::CUDADeviceAttr::CreateImplicit(declaration.getASTContext()));
      declaration.addAttr(clang::CUDAHostAttr::CreateImplicit(declaration.getASTContext()));
    } else if (llvm::isa<clang::NamespaceDecl>(declaration)) {
      for (clang::Decl* each : llvm::cast<clang::NamespaceDecl>(declaration).decls()) free_guides(*each);
    }
  }

  // NVRTC's rule: a goto passes over no object of a class that has an initializer, a switch over none that
  // has a destructor.
  void check_jumps(const clang::DeclContext& scope, const Printer::Jumps& passed_over) {
    for (const clang::Decl* declaration : scope.noload_decls()) {
      if (const auto* of = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration)) {
        for (const clang::FunctionDecl* instance : of->specializations())
          check_jumps(instance->getBody(), passed_over);
      } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
        check_jumps(function->getBody(), passed_over);
      } else if (const auto* inner = llvm::dyn_cast<clang::DeclContext>(declaration)) {
        check_jumps(*inner, passed_over);
      }
    }
  }
  void check_jumps(const clang::Stmt* statement, const Printer::Jumps& passed_over) {
    if (!statement) return;
    if (const auto* declares = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* each : declares->decls()) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(each);
        if (!variable) continue;
        const clang::QualType type = variable->getType();
        const auto [from, to] = passed_over.equal_range(each->getLocation());
        for (auto jump = from; jump != to; ++jump) {
          if (type.isDestructedType() ||
              (jump->second.is_goto && type->getBaseElementTypeUnsafe()->isRecordType()))
            report(jump->second.location, "the jump bypasses the initialization of an object");
        }
      }
    }
    for (const clang::Stmt* inner : statement->children()) check_jumps(inner, passed_over);
  }

  // Adds the places of all declarations of kernels that are called as functions.
  static void find_called(const clang::DeclContext& scope, Printer& printer) {
    const clang::SourceManager& sources = scope.getParentASTContext().getSourceManager();
    for (const clang::Decl* declaration : scope.noload_decls()) {
      std::vector<const clang::FunctionDecl*> functions = {declaration->getAsFunction()};
      if (const auto* of = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
        functions.insert(functions.end(), of->spec_begin(), of->spec_end());
      if (functions[0] && functions[0]->hasAttr<clang::CUDAGlobalAttr>()) {
        if (llvm::none_of(functions, [&](auto* each) { return printer.is_called(each->getLocation()); }))
          continue;
        for (const clang::FunctionDecl* function : functions) {
          for (const clang::FunctionDecl* each : function->redecls())
            for (const auto* global : each->specific_attrs<clang::CUDAGlobalAttr>())  // its own and inherited
              printer.templates().add_called_kernel(sources, global->getLocation());
        }
      } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
        find_called(*llvm::cast<clang::DeclContext>(declaration), printer);
      }
    }
  }

  // Makes kernels of those that were parsed as functions.
  void make_kernels(llvm::Module& module) {
    std::vector<llvm::Function*> kernels;
    for (llvm::Function& function : module) {
      if (function.isDeclaration()) continue;
      const clang::Decl* declaration = generator_.GetDeclForMangledName(function.getName());
      if (declaration && declaration->hasAttr<clang::CFUnknownTransferAttr>()) kernels.push_back(&function);
    }
    if (kernels.empty()) return;
    llvm::removeFromUsedLists(module, [](llvm::Constant*) { return true; });
    llvm::LLVMContext& context = module.getContext();
    llvm::NamedMDNode* annotations = module.getOrInsertNamedMetadata("nvvm.annotations");
    auto* one = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1));
    for (llvm::Function* function : kernels) {
      if (function->hasLinkOnceLinkage()) function->setLinkage(llvm::GlobalValue::WeakODRLinkage);
      annotations->addOperand(llvm::MDNode::get(
          context, {llvm::ValueAsMetadata::get(function), llvm::MDString::get(context, "kernel"), one}));
    }
  }

  // Returns the function of no side that defines what `used` only declares; NULL if there is none.
  const clang::FunctionDecl* other_side(const clang::FunctionDecl& used) const {
    for (clang::NamedDecl* named : used.getDeclContext()->getRedeclContext()->lookup(used.getDeclName())) {
      const clang::FunctionDecl* other = named->getAsFunction();
      if (other && other->isDefined() && !other->hasAttr<clang::CUDADeviceAttr>() && !is_kernel(*other) &&
          other->getASTContext().hasSameType(other->getType(), used.getType()))
        return other;
    }
    return nullptr;
  }

  // A template whose body is left out must not be used, and a function that is declared for the device may be
  // defined without that.
  void check_use(const llvm::Function& function, Printer& printer) {
    const auto* used =
        llvm::dyn_cast_or_null<clang::FunctionDecl>(generator_.GetDeclForMangledName(function.getName()));
    if (!used) return;
    if (const clang::FunctionDecl* of = used->getTemplateInstantiationPattern(/*ForDefinition*/ false))
      used = of;
    const clang::SourceManager& sources = compiler_.getSourceManager();
    if (left_out_.has(sources, used->getLocation()))
      report(*used, "a function that is used has an error in its body");
    if (sources.isInSystemHeader(used->getLocation()) || used->isDefined()) return;
    if (const clang::FunctionDecl* other = other_side(*used)) {
      printer.templates().add_bare(sources, other->getLocation());
      for (const clang::FunctionDecl* each : used->redecls())
        printer.templates().add_bare(sources, each->getLocation());
    }
  }

  void report(const clang::Decl& declaration, const char* problem) {
    report(declaration.getLocation(), problem);
  }
  void report(clang::SourceLocation location, const char* problem) {
    clang::DiagnosticsEngine& diagnostics = compiler_.getDiagnostics();
    diagnostics.Report(location, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0"))
        << problem;
  }

  // Checks kernels of namespaces and classes too.
  void check(const clang::Decl& declaration) {
    if (const auto* made = llvm::dyn_cast<clang::FriendDecl>(&declaration)) {
      if (made->getFriendDecl()) check(*made->getFriendDecl());
    } else if (const auto* of = llvm::dyn_cast<clang::TemplateDecl>(&declaration)) {
      if (of->getTemplatedDecl()) check(*of->getTemplatedDecl());
    } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
      if (const char* problem = is_kernel(*function) ? problem_of_kernel(*function) : nullptr)
        report(*function, problem);
      if (!is_kernel(*function) && function->hasAttr<clang::CUDALaunchBoundsAttr>())
        report(*function, "__launch_bounds__ is for __global__ functions only");
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::RecordDecl>(declaration)) {
      for (const clang::Decl* inner : llvm::cast<clang::DeclContext>(&declaration)->decls()) check(*inner);
    }
  }

  // Defines an extern variable that the source does not define, as NVRTC does: a source that is not
  // relocatable is a whole program.
  void define(const clang::ASTContext& context, llvm::GlobalVariable& variable) {
    const clang::Decl* declaration = generator_.GetDeclForMangledName(variable.getName());
    const bool is_shared = variable.getAddressSpace() == 3;
    const bool is_memory = variable.getAddressSpace() == 1 || variable.getAddressSpace() == 4 || is_shared;
    if (!variable.isDeclaration() || !is_memory || !declaration ||
        compiler_.getLangOpts().GPURelocatableDeviceCode ||
        context.getSourceManager().isInSystemHeader(declaration->getLocation()) ||
        !variable.getValueType()->isSized() ||
        variable.getParent()->getDataLayout().getTypeAllocSize(variable.getValueType()) == 0)
      return;
    if (is_shared) {
      variable.setInitializer(llvm::UndefValue::get(variable.getValueType()));
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    } else {
      variable.setInitializer(llvm::Constant::getNullValue(variable.getValueType()));
      variable.setExternallyInitialized(true);
    }
  }

  // Returns whether the symbol is a kernel or a variable of the user's that the host reaches by name.
  static bool is_for_host(const clang::ASTContext& context, const llvm::GlobalValue& value,
                          const clang::NamedDecl& named) {
    if (value.isDeclaration() || context.getSourceManager().isInSystemHeader(named.getLocation()))
      return false;
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
    if (!variable) return is_kernel(named);
    return (variable->getAddressSpace() == 1 || variable->getAddressSpace() == 4) &&
           !variable->isConstant() && !variable->hasPrivateLinkage();
  }

  // A plain name that overloads share names none of them.
  void add_plain_names(const std::vector<std::pair<std::string, std::string>>& found) {
    std::map<std::string, int> uses;
    for (const auto& [plain, mangled] : found) ++uses[plain];
    for (const auto& [instance, mangled] : result_.lowered) uses[instance] = 2;
    for (const auto& each : found) {
      if (uses[each.first] == 1) result_.lowered.push_back(each);
    }
  }

  // Inline assembly has a location, and calls of functions that have the attribute `error`.
  void add_location(clang::ASTContext& context, const llvm::CallBase& call) {
    llvm::MDNode* node = call.getMetadata("srcloc");
    if (!node || node->getNumOperands() == 0) return;
    auto* value = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0));
    if (!value) return;
    auto location = clang::SourceLocation::getFromRawEncoding(
        static_cast<clang::SourceLocation::UIntTy>(value->getZExtValue()));
    result_.assembly_locations[value->getZExtValue()] = location_of(context.getSourceManager(), location);
  }

  void add_lowered(clang::ASTContext& context) {
    clang::ASTNameGenerator names(context);
    for (std::size_t i = 0; i < request_.instances.size(); ++i) {
      clang::IdentifierInfo& id = context.Idents.get(kInstancePrefix + std::to_string(i));
      std::string mangled;
      for (clang::NamedDecl* found : context.getTranslationUnitDecl()->lookup(&id)) {
        auto* variable = llvm::dyn_cast<clang::VarDecl>(found);
        if (!variable || !variable->getInit()) continue;
        const clang::Expr* expression = variable->getInit()->IgnoreParenCasts();
        while (auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
          if (unary->getOpcode() != clang::UO_AddrOf) break;
          expression = unary->getSubExpr()->IgnoreParenCasts();
        }
        if (auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
          mangled = names.getName(reference->getDecl());
        }
      }
      if (mangled.empty()) {
        unsigned id_of_error = compiler_.getDiagnostics().getCustomDiagID(
            clang::DiagnosticsEngine::Error,
            "name expression '%0' names no kernel or variable; give one like \"scale<float>\" or \"&table\"");
        compiler_.getDiagnostics().Report(id_of_error) << request_.instances[i];
      }
      result_.lowered.emplace_back(request_.instances[i], mangled);
    }
  }

  clang::CompilerInstance& compiler_;
  clang::CodeGenerator& generator_;
  const Request& request_;
  const LeftOut& left_out_;
  FrontendResult& result_;
};

// NVRTC accepts C++'s attributes after CUDA's at the beginning of a declaration, `__shared__ alignas(16)
// float a[4]`, `__shared__ [[maybe_unused]] float a[4]`. In a function or class clang does not. Of alignments
// it accepts C's `_Alignas` there, so the token becomes that one; other attributes change no code, and go.
class LateAttributes {
 public:
  explicit LateAttributes(clang::CompilerInstance& compiler) : compiler_(compiler) {}

  // Returns whether `token` is another one now, which has been seen.
  bool see(clang::Token& token) {
    using namespace clang;
    if (is_removing_) return false;
    if (state_ == State::kBehind && token.is(tok::l_square) && remove(token)) return true;
    const bool is_alignment = state_ == State::kBehind && token.is(tok::kw_alignas);
    if (is_alignment) {
      // A body that is parsed later takes the kind from the name again.
      token.setIdentifierInfo(&compiler_.getPreprocessor().getIdentifierTable().get("_Alignas"));
      token.setKind(tok::kw__Alignas);
    }
    if (is_alignment ||
        (state_ != State::kInside && state_ != State::kOther && token.is(tok::kw___attribute))) {
      state_ = State::kInside;
    } else if (state_ == State::kInside) {
      depth_ += token.is(tok::l_paren) ? 1 : token.is(tok::r_paren) ? -1 : 0;
      if (depth_ == 0) state_ = State::kBehind;
    } else {
      const bool begins = token.isOneOf(tok::l_brace, tok::r_brace, tok::semi, tok::l_paren, tok::r_paren,
                                        tok::r_square, tok::colon, tok::kw_else);
      state_ = begins ? State::kBegin : State::kOther;
    }
    return false;
  }

 private:
  enum class State { kBegin, kInside, kBehind, kOther };

  // Replaces the bracket that an attribute opens with by the token behind the attribute.
  bool remove(clang::Token& bracket) {
    if (!compiler_.hasSema() || !is_in_function_or_class(compiler_.getSema().getCurScope())) return false;
    clang::Preprocessor& preprocessor = compiler_.getPreprocessor();
    is_removing_ = true;
    clang::Token token;
    preprocessor.Lex(token);
    if (token.isNot(clang::tok::l_square)) {
      preprocessor.EnterToken(token, /*IsReinject*/ false);
      is_removing_ = false;
      return false;
    }
    for (int depth = 2; depth > 0 && token.isNot(clang::tok::eof);) {
      preprocessor.Lex(token);
      depth += token.is(clang::tok::l_square) ? 1 : token.is(clang::tok::r_square) ? -1 : 0;
    }
    is_removing_ = false;
    preprocessor.Lex(bracket);
    return true;
  }

  static bool is_in_function_or_class(const clang::Scope* scope) {
    while (scope && !scope->isFunctionScope() && !scope->isClassScope()) scope = scope->getParent();
    return scope;
  }

  clang::CompilerInstance& compiler_;
  State state_ = State::kBegin;  // of a declaration, inside or behind an attribute
  int depth_ = 0;
  bool is_removing_ = false;
};

// Makes a declaration of the definition of a template whose body is left out.
class LeftOutBodies {
 public:
  LeftOutBodies(clang::CompilerInstance& compiler, const LeftOut& templates)
      : compiler_(compiler), templates_(templates) {}

  // Replaces the brace that opens such a body by a semicolon.
  void see(clang::Token& token) {
    using namespace clang;
    if (templates_.empty() || is_removing_) return;
    if (templates_.has(compiler_.getSourceManager(), token.getLocation())) {
      is_inside_ = true;
      depth_ = 0;
    } else if (is_inside_) {
      depth_ += token.isOneOf(tok::l_paren, tok::l_square)   ? 1
                : token.isOneOf(tok::r_paren, tok::r_square) ? -1
                                                             : 0;
      // A body that follows the initializers of members, or a `try`, is parsed.
      if (depth_ != 0 || !token.isOneOf(tok::l_brace, tok::semi, tok::colon, tok::kw_try)) return;
      is_inside_ = false;
      if (token.is(tok::l_brace)) remove(token);
    }
  }

 private:
  void remove(clang::Token& brace) {
    is_removing_ = true;
    clang::Token token;
    for (int depth = 1; depth > 0;) {
      compiler_.getPreprocessor().Lex(token);
      if (token.is(clang::tok::eof)) break;
      depth += token.is(clang::tok::l_brace) ? 1 : token.is(clang::tok::r_brace) ? -1 : 0;
    }
    is_removing_ = false;
    brace.setKind(clang::tok::semi);
  }

  clang::CompilerInstance& compiler_;
  const LeftOut& templates_;
  int depth_ = 0;
  bool is_inside_ = false;  // between the name and the body
  bool is_removing_ = false;
};

// Gives specializations the attributes that they lack, behind the declarator if that can be, because their
// names may be qualified.
class Specializations {
 public:
  Specializations(clang::CompilerInstance& compiler, const LeftOut& left_out)
      : compiler_(compiler), left_out_(left_out) {}

  // Replaces the token behind the attribute's place by the first of the attribute; it follows with the
  // others. Returns whether a kernel begins.
  bool see(clang::Token& token) {
    using namespace clang;
    if (is_in_front_) {
      is_instance_ &= token.isNot(tok::less);
      is_in_front_ = token.isOneOf(tok::less, tok::greater);
      // NVRTC refuses an instantiation of a kernel that is none.
      if (!is_in_front_ && !(is_instance_ && special_ == LeftOut::kKernel)) insert(token);
    } else if (const int special = left_out_.special(compiler_.getSourceManager(), token.getLocation());
               special != LeftOut::kNothing) {
      special_ = special;
      is_in_front_ = is_instance_ = token.is(tok::kw_template);
      is_inside_ = !is_in_front_;
      has_parameters_ = false;
      depth_ = 0;
      return special == LeftOut::kKernel;
    } else if (is_inside_) {
      has_parameters_ |= token.is(tok::r_paren);  // `operator=` has its sign before
      depth_ = std::max(depth_ + (token.is(tok::l_paren) ? 1 : token.is(tok::r_paren) ? -1 : 0), 0);
      if (!has_parameters_ || depth_ != 0 || !token.isOneOf(tok::l_brace, tok::semi, tok::equal, tok::colon))
        return false;
      is_inside_ = false;
      insert(token);
    }
    return false;
  }

 private:
  void insert(clang::Token& behind) {
    using namespace clang;
    Preprocessor& preprocessor = compiler_.getPreprocessor();
    const auto make = [&](tok::TokenKind kind, const char* word = nullptr) {
      Token token;
      token.startToken();
      token.setKind(kind);
      token.setLocation(behind.getLocation());
      if (word) token.setIdentifierInfo(preprocessor.getIdentifierInfo(word));
      return token;
    };
    std::vector<Token> rest = {make(tok::l_paren), make(tok::l_paren)};
    rest.push_back(make(tok::identifier, special_ == LeftOut::kKernel ? "global" : "device"));
    if (special_ == LeftOut::kBothSides) {
      rest.push_back(make(tok::comma));
      rest.push_back(make(tok::identifier, "host"));
    }
    rest.insert(rest.end(), {make(tok::r_paren), make(tok::r_paren), behind});
    auto tokens = std::make_unique<Token[]>(rest.size());
    std::copy(rest.begin(), rest.end(), tokens.get());
    preprocessor.EnterTokenStream(std::move(tokens), static_cast<unsigned>(rest.size()),
                                  /*DisableMacroExpansion*/ true,
                                  /*IsReinject*/ false);
    behind = make(tok::kw___attribute, "__attribute__");
  }

  clang::CompilerInstance& compiler_;
  const LeftOut& left_out_;
  int depth_ = 0, special_ = 0;
  bool is_in_front_ = false;  // behind `template`
  bool is_instance_ = false;  // behind `template` without `<>`
  bool is_inside_ = false;    // between the name and the end of the declarator
  bool has_parameters_ = false;
};

// "#pragma clang force_cuda_host_device" would give kernels both attributes, which makes a second declaration
// of a kernel an error. This class suspends it from `__global__` to the end of the declarator, which the
// parser has reached when it requests the token after the brace or semicolon.
class KernelDeclarators : public clang::PPCallbacks {
 public:
  KernelDeclarators(clang::CompilerInstance& compiler, const LeftOut& left_out)
      : compiler_(compiler),
        attributes_(compiler),
        bodies_(compiler, left_out),
        specializations_(compiler, left_out),
        left_out_(left_out) {
    compiler.getPreprocessor().setTokenWatcher([this](const clang::Token& token) {
      // The token is the preprocessor's own, which the parser gets.
      if (specializations_.see(const_cast<clang::Token&>(token))) begin_kernel();
      bodies_.see(const_cast<clang::Token&>(token));
      if (token.is(clang::tok::identifier)) {
        take_address(token);
        if (is_in_host_ && left_out_.has_special() && token.getIdentifierInfo()->isStr("host"))
          const_cast<clang::Token&>(token).setIdentifierInfo(
              &compiler_.getPreprocessor().getIdentifierTable().get("device"));
        if (token.getIdentifierInfo()->isStr("global") &&
            left_out_.is_called_kernel(compiler_.getSourceManager(), token.getLocation()))
          const_cast<clang::Token&>(token).setIdentifierInfo(
              &compiler_.getPreprocessor().getIdentifierTable().get("gridcall_kernel"));
        is_in_host_ = false;
      }
      force(token);
      if (!attributes_.see(const_cast<clang::Token&>(token))) see(token);
    });
  }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    // A source declares __syncthreads() and its kin as __device_builtin__, and these are no host functions.
    const clang::IdentifierInfo& word = *name.getIdentifierInfo();
    is_in_host_ = word.isStr("__host__");
    if (!(word.isStr("__global__") || word.isStr("__device_builtin__")) || !compiler_.hasSema()) return;
    begin_kernel();
  }

 private:
  enum class State { kOutside, kInside, kEnding };

  void begin_kernel() {
    // After another kernel's declaration the pragma is suspended already.
    if (state_ != State::kOutside || compiler_.getSema().CUDA().PopForceHostDevice()) state_ = State::kInside;
  }

  // NVRTC takes a kernel's address in device code. clang refuses it at most once at a place: here it has.
  void take_address(const clang::Token& name) {
    if (!compiler_.hasSema()) return;
    clang::Sema& sema = compiler_.getSema();
    clang::FunctionDecl* caller = sema.getCurFunctionDecl(/*AllowLambda=*/true);
    if (!caller) return;
    for (auto at = sema.IdResolver.begin(name.getIdentifierInfo()); at != sema.IdResolver.end(); ++at) {
      const clang::FunctionDecl* function = (*at)->getAsFunction();
      if (function && function->hasAttr<clang::CUDAGlobalAttr>())
        sema.CUDA().LocsWithCUDACallDiags.insert({caller, name.getLocation()});
    }
  }

  // Gives the declaration of a bare name both attributes, until the parser asks for what follows it.
  void force(const clang::Token& token) {
    if (forcing_ == State::kEnding) {
      compiler_.getSema().CUDA().PopForceHostDevice();
      forcing_ = State::kOutside;
    } else if (forcing_ == State::kInside && token.isOneOf(clang::tok::l_brace, clang::tok::semi)) {
      forcing_ = State::kEnding;
    } else if (token.isOneOf(clang::tok::identifier, clang::tok::tilde, clang::tok::kw_operator) &&
               compiler_.hasSema() && left_out_.is_bare(compiler_.getSourceManager(), token.getLocation())) {
      compiler_.getSema().CUDA().PushForceHostDevice();
      forcing_ = State::kInside;
    }
  }

  void see(const clang::Token& token) {
    if (state_ == State::kEnding) {
      compiler_.getSema().CUDA().PushForceHostDevice();
      state_ = State::kOutside;
    } else if (state_ == State::kInside && token.isOneOf(clang::tok::l_brace, clang::tok::semi)) {
      state_ = State::kEnding;
    }
  }

  clang::CompilerInstance& compiler_;
  LateAttributes attributes_;
  LeftOutBodies bodies_;
  Specializations specializations_;
  const LeftOut& left_out_;
  bool is_in_host_ = false;  // from __host__ to the word in its attribute
  State state_ = State::kOutside, forcing_ = State::kOutside;
};

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
  Action(llvm::LLVMContext& context, const Request& request, const LeftOut& left_out, FrontendResult& result)
      : context_(context), request_(request), left_out_(left_out), result_(result) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::unique_ptr<clang::CodeGenerator> generator(clang::CreateLLVMCodeGen(
        compiler.getDiagnostics(), file, &compiler.getVirtualFileSystem(), compiler.getHeaderSearchOpts(),
        compiler.getPreprocessorOpts(), compiler.getCodeGenOpts(), context_));
    generator_ = generator.get();
    auto collector = std::make_unique<Collector>(compiler, *generator, request_, left_out_, result_);
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
  const LeftOut& left_out_;
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
      "-fcxx-exceptions", "-fexceptions", "-fdeprecated-macro", "-ferror-limit", "64", "-Wno-unused-value",
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
  auto* printer = new Printer(log, diagnostic_options, *compiler);
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
         const std::string& unit, const LeftOut& left_out, LibraryUse& use) {
  if (action.BeginSourceFile(compiler, compiler.getFrontendOpts().Inputs[0])) {
    watch_file_directives(compiler, no_files, use);
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<KernelDeclarators>(compiler, left_out));
    // Set after the prelude is read, because clang 19 crashes when it precompiles such templates.
    compiler.getLangOpts().DelayedTemplateParsing = templates == Templates::kAtInstantiation;
    compiler.getLangOpts().GPURelocatableDeviceCode = !unit.empty();
    compiler.getLangOpts().CUID = unit;
    if (llvm::Error error = action.Execute()) llvm::consumeError(std::move(error));
    action.EndSourceFile();
  }
  return !compiler.getDiagnostics().hasErrorOccurred();
}

// The text that clang reads, what it lacks, and what of it is left out.
struct Text {
  std::string source;
  Missing missing;
  LeftOut left_out;
  bool has_new_left_out = false;  // found by the last parse
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
  auto* action = new Action(context, request, text.left_out, result);
  if (options.relocatable)
    result.unit = options.unit.empty()
                      ? llvm::utohexstr(llvm::xxh3_64bits(request.source_name + "\n" + request.source))
                      : options.unit;
  result.ok =
      run(*compiler, *action, templates, request.no_files, result.unit, text.left_out, use) && result.module;
  const auto& printer = static_cast<const Printer&>(*compiler->getDiagnostics().getClient());
  text.missing = printer.missing();
  text.has_new_left_out = text.left_out.add(printer.templates());
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
  if (result.ok && !use.is_missing && !text.has_new_left_out) return result;
  const LibraryUse first = use;
  FrontendResult other;
  LeftOut sides;  // so that diagnostics name other errors
  const auto parses = [&](Libraries libraries, Templates templates) {
    do {
      other = parse(request, options, text, precompiled, libraries, templates, use, context);
    } while (text.has_new_left_out);
    if (libraries == Libraries::kBuiltIn) sides = std::move(text.left_out);
    text.left_out = {};
    return other.ok;
  };
  // A body with an error in a template that nothing uses, or a function of two sides.
  if (!first.is_missing && text.has_new_left_out && parses(Libraries::kBuiltIn, Templates::kAtDefinition))
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
  text.left_out = std::move(sides);
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
  return run(*compiler, *action, Templates::kAtDefinition, /*no_files*/ true, "", {}, none) ? action->take()
                                                                                            : std::string();
}

}  // namespace gridcall::cc
