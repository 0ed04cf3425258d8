// SPDX-License-Identifier: Apache-2.0
//
// __attribute__((gridcall_reference)), which gridcall_textures.h puts before each `texture<...>` and
// `surface<...>` of a source. It makes a variable at namespace scope a constant and leaves a parameter of
// such a type unchanged, where __constant__ would be an error.

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/ParsedAttrInfo.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>

namespace gridcall::cc {
namespace {

struct ReferenceAttribute : clang::ParsedAttrInfo {
  ReferenceAttribute() {
    static constexpr Spelling kSpellings[] = {{clang::ParsedAttr::AS_GNU, "gridcall_reference"}};
    Spellings = kSpellings;
  }

  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& attribute) const override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!variable || variable->hasLocalStorage()) return AttributeNotApplied;
    if (!variable->hasAttr<clang::CUDAConstantAttr>())
      declaration->addAttr(::new (sema.Context) clang::CUDAConstantAttr(sema.Context, attribute));
    return AttributeApplied;
  }
};

const clang::ParsedAttrInfoRegistry::Add<ReferenceAttribute> kReferenceAttribute(
    "gridcall_reference", "a texture or surface reference");

}  // namespace
}  // namespace gridcall::cc
