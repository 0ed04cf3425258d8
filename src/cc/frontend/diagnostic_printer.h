// SPDX-License-Identifier: Apache-2.0
//
// Prints clang's diagnostics, and finds in them what the next parse must read otherwise.

#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceLocation.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>

#include <map>
#include <set>

#include "cc/frontend/corrections.h"

namespace gridcall::cc {

using MissingWords = std::map<unsigned, const char*>;

// Records jumps over declarations, because diagnostics do not contain the declaration, places where the
// source lacks a comma between operands of inline assembly or the word `template`, and templates that contain
// errors.
class DiagnosticPrinter : public clang::TextDiagnosticPrinter {
 public:
  DiagnosticPrinter(llvm::raw_ostream& log, clang::DiagnosticOptions* options,
                    const clang::CompilerInstance& compiler)
      : TextDiagnosticPrinter(log, options), log_(log), compiler_(compiler) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

  // Returns whether a function of the device refers to a kernel, or to the function that clang calls to
  // launch one.
  static bool is_launch(const clang::Diagnostic& info);
  // Returns whether an undeclared name is like one of the runtime API, which NVRTC has with -rdc=true.
  static bool names_runtime(const clang::Diagnostic& info);

  struct Jump {
    clang::SourceLocation location;
    bool is_goto;  // a goto, not a switch
  };
  using Jumps = std::multimap<clang::SourceLocation, Jump>;  // keyed by the declaration that is passed over
  const Jumps& passed_over() const { return passed_over_; }
  // Returns words with their offsets in the main file.
  const MissingWords& missing() const { return missing_; }
  const Corrections& corrections() const { return corrections_; }
  Corrections& corrections() { return corrections_; }
  // Returns whether device code calls the kernel that is declared there as a function.
  bool is_called(clang::SourceLocation kernel) const { return called_.count(kernel) != 0; }
  bool has_called_kernels() const { return !called_.empty(); }

 private:
  // Records declarations of one function that clang takes for two, because they are for other sides, and
  // kernels that are called without <<<>>>.
  void find_other_side(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info);

  // An attribute stands behind the declarator, but behind `template` in an instantiation, and behind
  // `template <>` where a type follows the declarator.
  void find_specialization(const clang::SourceManager& sources, clang::SourceLocation location,
                           bool is_instance);

  // A `)` before a string or a name in brackets ends an operand.
  void find_missing_comma(const clang::SourceManager& sources, clang::SourceLocation location);

  // NVRTC takes `A<T>::f<N>(x)` and `a.f<N>(x)`, for which clang asks where they are instantiated. The second
  // in an expression is to clang an overloaded function that is compared.
  void find_missing_template(const clang::Diagnostic& info);

  // NVRTC warns of `extern __shared__ float a[4]`, and takes it for a static variable (Collector::define).
  void share(const clang::Diagnostic& info);

  llvm::raw_ostream& log_;
  const clang::CompilerInstance& compiler_;
  Corrections corrections_;
  Jump jump_ = {};
  Jumps passed_over_;
  MissingWords missing_;
  bool is_of_sides_ = false;  // the last error, whose notes follow
  std::set<clang::SourceLocation> called_;
};

}  // namespace gridcall::cc
