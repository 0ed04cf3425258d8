// SPDX-License-Identifier: Apache-2.0
//
// The places of a source that the next parse reads otherwise, because NVRTC takes there what clang refuses.

#pragma once

#include <clang/AST/ASTLambda.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace gridcall::cc {

class Corrections {
 public:
  // The function templates whose bodies are not parsed, by the places of their names. NVRTC parses the body
  // of a template where it is instantiated; clang parses that of a constexpr one, or of one that returns
  // `auto`, where it is defined. A body with an error is left out, which is right if the template is never
  // used.
  bool has_left_out() const { return !bodies_.empty(); }
  bool is_left_out(const clang::SourceManager& sources, clang::SourceLocation location) const {
    return location.isFileID() && bodies_.count(place_of(sources, location)) != 0;
  }
  // Adds the template that contains an error, if one does.
  void leave_out(const clang::SourceManager& sources, const clang::DeclContext* context) {
    const clang::FunctionDecl* of = nullptr;
    for (; context; context = context->getParent()) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(context);
      if (function && function->isDependentContext() && !clang::isLambdaCallOperator(function)) of = function;
    }
    if (of && of->getLocation().isFileID()) bodies_.insert(place_of(sources, of->getLocation()));
  }
  // Returns whether `others` has a place that is new.
  bool add(const Corrections& others) {
    const auto size = [&] { return bodies_.size() + bare_.size() + kernels_.size(); };
    const std::size_t before = size();
    bool has_new = false;
    for (const auto& each : others.specializations_) {
      int& tries = specializations_[each.first];
      has_new |= tries < kKernel;
      tries = std::min(tries + 1, kKernel);
    }
    bodies_.insert(others.bodies_.begin(), others.bodies_.end());
    bare_.insert(others.bare_.begin(), others.bare_.end());
    kernels_.insert(others.kernels_.begin(), others.kernels_.end());
    return has_new || size() > before;
  }
  // Forgets what did not help, so that diagnostics are those of the source.
  void keep_sides() {
    bodies_.clear();
    std::erase_if(specializations_, [](const auto& each) { return each.second == kKernel; });
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
  int specialization(const clang::SourceManager& sources, clang::SourceLocation location) const {
    if (specializations_.empty()) return kNothing;
    const auto found = specializations_.find(place_of(sources, sources.getSpellingLoc(location)));
    return found == specializations_.end() ? kNothing : found->second;
  }
  bool has_specializations() const { return !specializations_.empty(); }
  void add_specialization(const clang::SourceManager& sources, clang::SourceLocation location) {
    specializations_[place_of(sources, sources.getSpellingLoc(location))] =
        kDevice;  // a macro may contain many
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
  std::set<Place> bodies_, bare_, kernels_;
  std::map<Place, int> specializations_;
};

}  // namespace gridcall::cc
