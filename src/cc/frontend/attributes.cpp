// SPDX-License-Identifier: Apache-2.0
//
// The attributes that this compiler adds to clang's. __attribute__((gridcall_reference)), which
// gridcall_textures.h puts before each `texture<...>` and `surface<...>` of a source, makes a variable at
// namespace scope a constant and leaves a parameter of such a type unchanged, where __constant__ would be an
// error. __attribute__((gridcall_kernel)) stands for `global` at a kernel that device code calls as a
// function, which NVRTC takes: to clang it is a function of both sides, until collector.cpp makes a kernel of
// it, which it knows by an attribute that means nothing here.

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

struct KernelAttribute : clang::ParsedAttrInfo {
  KernelAttribute() {
    static constexpr Spelling kSpellings[] = {{clang::ParsedAttr::AS_GNU, "gridcall_kernel"}};
    Spellings = kSpellings;
  }

  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr&) const override {
    if (!declaration->getAsFunction()) return AttributeNotApplied;
    declaration->addAttr(clang::CUDAHostAttr::CreateImplicit(sema.Context));
    declaration->addAttr(clang::CUDADeviceAttr::CreateImplicit(sema.Context));
    declaration->addAttr(clang::CFUnknownTransferAttr::CreateImplicit(sema.Context));
    declaration->addAttr(clang::UsedAttr::CreateImplicit(sema.Context));  // so that instances are emitted
    return AttributeApplied;
  }
};

const clang::ParsedAttrInfoRegistry::Add<ReferenceAttribute> kReferenceAttribute(
    "gridcall_reference", "a texture or surface reference");
const clang::ParsedAttrInfoRegistry::Add<KernelAttribute> kKernelAttribute("gridcall_kernel",
                                                                           "a kernel that device code calls");

}  // namespace
}  // namespace gridcall::cc
