// SPDX-License-Identifier: Apache-2.0

#include "cc/frontend/diagnostic_printer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <cstddef>

namespace gridcall::cc {

void DiagnosticPrinter::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                         const clang::Diagnostic& info) {
  if (level >= clang::DiagnosticsEngine::Error && compiler_.hasSema())
    corrections_.leave_out(compiler_.getSourceManager(), compiler_.getSema().CurContext);
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
  if (names_runtime(info))
    log_ << "note: kernels cannot call the CUDA runtime on the CPU device: call it from the host\n";
}

bool DiagnosticPrinter::names_runtime(const clang::Diagnostic& info) {
  if ((info.getID() != clang::diag::err_undeclared_var_use &&
       info.getID() != clang::diag::err_undeclared_var_use_suggest) ||
      info.getArgKind(0) != clang::DiagnosticsEngine::ak_declarationname)
    return false;
  const std::string name = clang::DeclarationName::getFromOpaqueInteger(info.getRawArg(0)).getAsString();
  return name.size() > 4 && name.rfind("cuda", 0) == 0 && name[4] >= 'A' && name[4] <= 'Z';
}

bool DiagnosticPrinter::is_launch(const clang::Diagnostic& info) {
  const auto* named = reinterpret_cast<const clang::NamedDecl*>(info.getRawArg(2));
  const clang::IdentifierInfo* name = named->getIdentifier();
  return info.getArgSInt(0) == 1 ||
         (name && (name->isStr("cudaConfigureCall") || name->isStr("__cudaPushCallConfiguration")));
}

void DiagnosticPrinter::find_other_side(clang::DiagnosticsEngine::Level level,
                                        const clang::Diagnostic& info) {
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
      for (const clang::Decl* each : named->redecls()) corrections_.add_bare(sources, each->getLocation());
    // A kernel with a qualified name.
    const auto [file, offset] = sources.getDecomposedLoc(sources.getSpellingLoc(info.getLocation()));
    const llvm::StringRef statement = sources.getBufferData(file).substr(offset).split(';').first;
    if (named->hasAttr<clang::CUDAGlobalAttr>() && !statement.contains("<<<"))
      called_.insert(named->getLocation());
  }
  if (is_of_sides_) corrections_.add_bare(sources, info.getLocation());
  if (info.getID() != clang::diag::err_member_decl_does_not_match) return;
  // No note names a member template.
  auto* scope = reinterpret_cast<clang::DeclContext*>(info.getRawArg(1));
  const auto name = clang::DeclarationName::getFromOpaqueInteger(info.getRawArg(0));
  for (const clang::NamedDecl* member : scope->lookup(name))
    corrections_.add_bare(sources, member->getLocation());
}

void DiagnosticPrinter::find_specialization(const clang::SourceManager& sources,
                                            clang::SourceLocation location, bool is_instance) {
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
    corrections_.add_specialization(sources, place(word));
  else if (!is_instance)
    corrections_.add_specialization(sources, name);
  if (const std::size_t kernel = before.find("__global__");
      is_found && is_instance && kernel != llvm::StringRef::npos)
    corrections_.add_called_kernel(sources, place(word + kernel));
}

void DiagnosticPrinter::find_missing_comma(const clang::SourceManager& sources,
                                           clang::SourceLocation location) {
  const auto [file, offset] = sources.getDecomposedLoc(location);
  if (file != sources.getMainFileID()) return;
  const llvm::StringRef text = sources.getBufferData(file);
  const bool is_operand = text.substr(offset).starts_with("\"") || text.substr(offset).starts_with("[");
  if (is_operand && text.take_front(offset).rtrim().ends_with(")")) missing_.emplace(offset, ",");
}

void DiagnosticPrinter::find_missing_template(const clang::Diagnostic& info) {
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

void DiagnosticPrinter::share(const clang::Diagnostic& info) {
  auto* variable = reinterpret_cast<clang::NamedDecl*>(info.getRawArg(0));
  variable->addAttr(clang::CUDASharedAttr::CreateImplicit(variable->getASTContext()));
  if (info.getDiags()->getIgnoreAllWarnings()) return;
  TextDiagnosticPrinter::HandleDiagnostic(clang::DiagnosticsEngine::Warning, info);
  log_ << "note: it has a size, and is static __shared__ memory\n";
}

}  // namespace gridcall::cc
