// SPDX-License-Identifier: Apache-2.0
//
// Replacements of functions of clang and LLVM 19: the linker redirects calls between their archives to this
// file (--wrap). They have no effect if gridcall-cc loads clang and LLVM as shared libraries.

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/Sema/SemaCUDA.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Intrinsics.h>

#include <string>

#include "cc/ir/names.h"

using llvm::Intrinsic::ID;

extern "C" {

// llvm::getInverseMinMaxIntrinsic. LLVM calls it for any intrinsic beside a maximum with the same arguments,
// as in fmaxf(fmaxf(x, y), fmaf(x, y, z)), but it handles minima and maxima only; its behaviour is undefined
// for others.
ID __real__ZN4llvm25getInverseMinMaxIntrinsicEj(ID which);
ID __wrap__ZN4llvm25getInverseMinMaxIntrinsicEj(ID which);

ID __wrap__ZN4llvm25getInverseMinMaxIntrinsicEj(ID which) {
  switch (which) {
    case llvm::Intrinsic::maximum:
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::minimum:
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::umin:
      return __real__ZN4llvm25getInverseMinMaxIntrinsicEj(which);
    default:
      return llvm::Intrinsic::not_intrinsic;
  }
}

// clang::GCCAsmStmt::AnalyzeAsmString. NVRTC accepts a plain % before a letter, as in "mov.u32 %0, %laneid;";
// clang requires "%%laneid". The replacement text has the same length, so that locations stay right.
using clang::GCCAsmStmt;
using Pieces = llvm::SmallVectorImpl<GCCAsmStmt::AsmStringPiece>;
unsigned
__real__ZNK5clang10GCCAsmStmt16AnalyzeAsmStringERN4llvm15SmallVectorImplINS0_14AsmStringPieceEEERKNS_10ASTContextERj(
    const GCCAsmStmt* statement, Pieces& pieces, const clang::ASTContext& context, unsigned& offset);
unsigned
__wrap__ZNK5clang10GCCAsmStmt16AnalyzeAsmStringERN4llvm15SmallVectorImplINS0_14AsmStringPieceEEERKNS_10ASTContextERj(
    const GCCAsmStmt* statement, Pieces& pieces, const clang::ASTContext& context, unsigned& offset);

unsigned
__wrap__ZNK5clang10GCCAsmStmt16AnalyzeAsmStringERN4llvm15SmallVectorImplINS0_14AsmStringPieceEEERKNS_10ASTContextERj(
    const GCCAsmStmt* statement, Pieces& pieces, const clang::ASTContext& context, unsigned& offset) {
  const auto analyze = [&] {
    pieces.clear();
    return __real__ZNK5clang10GCCAsmStmt16AnalyzeAsmStringERN4llvm15SmallVectorImplINS0_14AsmStringPieceEEERKNS_10ASTContextERj(
        statement, pieces, context, offset);
  };
  const unsigned problem = analyze();
  if (problem == 0) return 0;
  const clang::StringLiteral* literal = statement->getAsmString();
  std::string text = literal->getString().str();
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '%') continue;
    if (llvm::isAlpha(text[i + 1])) text[i] = gridcall::cc::kAssemblyPercent;
    ++i;
  }
  llvm::SmallVector<clang::SourceLocation> locations;
  for (unsigned i = 0; i < literal->getNumConcatenated(); ++i)
    locations.push_back(literal->getStrTokenLoc(i));
  auto* mutable_statement = const_cast<GCCAsmStmt*>(statement);
  clang::StringLiteral* original = mutable_statement->getAsmString();
  mutable_statement->setAsmString(
      clang::StringLiteral::Create(context, text, literal->getKind(), literal->isPascal(), literal->getType(),
                                   locations.data(), literal->getNumConcatenated()));
  if (analyze() == 0) return 0;
  mutable_statement->setAsmString(original);
  return analyze();
}

// clang::SemaCUDA::checkAllowedInitializer. NVRTC accepts a __shared__ variable in a function whose class has
// a constructor or destructor, and runs neither. Clang's code generator would too, but this check refuses it.
void __real__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(clang::SemaCUDA* sema,
                                                                      clang::VarDecl* variable);
void __wrap__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(clang::SemaCUDA* sema,
                                                                      clang::VarDecl* variable);

void __wrap__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(clang::SemaCUDA* sema,
                                                                      clang::VarDecl* variable) {
  const auto* made = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(variable->getInit());
  if (!variable->hasAttr<clang::CUDASharedAttr>() || !variable->isLocalVarDecl() || !made ||
      made->isListInitialization() || made->getParenOrBraceRange().isValid() ||
      variable->getInitStyle() != clang::VarDecl::CallInit ||
      variable->getDeclContext()->isDependentContext())
    return __real__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(sema, variable);
  const bool has_destructor = variable->getType().isDestructedType() == clang::QualType::DK_cxx_destructor;
  if (!sema->isEmptyConstructor(variable->getLocation(), made->getConstructor()) ||
      (has_destructor &&
       !sema->isEmptyDestructor(
           variable->getLocation(),
           variable->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl()->getDestructor())))
    sema->Diag(
        variable->getLocation(),
        sema->getDiagnostics().getCustomDiagID(
            clang::DiagnosticsEngine::Warning,
            "the constructor and destructor of a __shared__ variable do not run: assign to it instead"));
}

}  // extern "C"
