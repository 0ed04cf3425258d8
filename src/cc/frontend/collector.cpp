// SPDX-License-Identifier: Apache-2.0
//
// Reads names, parameters and locations from clang's AST, and checks what NVRTC refuses and clang does not.

#include "cc/frontend/collector.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Mangle.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/value_type.h"
#include "cc/frontend/diagnostic_printer.h"

namespace gridcall::cc {
namespace {

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

// Returns whether the function is a kernel, also one that device code calls.
bool is_kernel(const clang::Decl& function) {
  return function.hasAttr<clang::CUDAGlobalAttr>() || function.hasAttr<clang::CFUnknownTransferAttr>();
}

// Reads from the AST what the module does not contain.
class Collector : public clang::ASTConsumer {
 public:
  Collector(clang::CompilerInstance& compiler, clang::CodeGenerator& generator, const Request& request,
            const Corrections& corrections, FrontendResult& result)
      : compiler_(compiler),
        generator_(generator),
        request_(request),
        corrections_(corrections),
        result_(result) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      free_guides(*declaration);
      check(*declaration);
    }
    return true;
  }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    auto& printer = static_cast<DiagnosticPrinter&>(*compiler_.getDiagnostics().getClient());
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
  void check_jumps(const clang::DeclContext& scope, const DiagnosticPrinter::Jumps& passed_over) {
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
  void check_jumps(const clang::Stmt* statement, const DiagnosticPrinter::Jumps& passed_over) {
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
  static void find_called(const clang::DeclContext& scope, DiagnosticPrinter& printer) {
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
              printer.corrections().add_called_kernel(sources, global->getLocation());
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
  void check_use(const llvm::Function& function, DiagnosticPrinter& printer) {
    const auto* used =
        llvm::dyn_cast_or_null<clang::FunctionDecl>(generator_.GetDeclForMangledName(function.getName()));
    if (!used) return;
    if (const clang::FunctionDecl* of = used->getTemplateInstantiationPattern(/*ForDefinition*/ false))
      used = of;
    const clang::SourceManager& sources = compiler_.getSourceManager();
    if (corrections_.is_left_out(sources, used->getLocation()))
      report(*used, "a function that is used has an error in its body");
    if (sources.isInSystemHeader(used->getLocation()) || used->isDefined()) return;
    if (const clang::FunctionDecl* other = other_side(*used)) {
      printer.corrections().add_bare(sources, other->getLocation());
      for (const clang::FunctionDecl* each : used->redecls())
        printer.corrections().add_bare(sources, each->getLocation());
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
  const Corrections& corrections_;
  FrontendResult& result_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> create_collector(clang::CompilerInstance& compiler,
                                                     clang::CodeGenerator& generator, const Request& request,
                                                     const Corrections& corrections, FrontendResult& result) {
  return std::make_unique<Collector>(compiler, generator, request, corrections, result);
}

}  // namespace gridcall::cc
