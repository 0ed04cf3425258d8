// SPDX-License-Identifier: Apache-2.0
//
// The tokens that clang's preprocessor hands to its parser, changed where NVRTC reads a source otherwise.

#include "cc/frontend/token_corrections.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace gridcall::cc {
namespace {

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
  LeftOutBodies(clang::CompilerInstance& compiler, const Corrections& corrections)
      : compiler_(compiler), corrections_(corrections) {}

  // Replaces the brace that opens such a body by a semicolon.
  void see(clang::Token& token) {
    using namespace clang;
    if (!corrections_.has_left_out() || is_removing_) return;
    if (corrections_.is_left_out(compiler_.getSourceManager(), token.getLocation())) {
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
  const Corrections& corrections_;
  int depth_ = 0;
  bool is_inside_ = false;  // between the name and the body
  bool is_removing_ = false;
};

// Gives specializations the attributes that they lack, behind the declarator if that can be, because their
// names may be qualified.
class Specializations {
 public:
  Specializations(clang::CompilerInstance& compiler, const Corrections& corrections)
      : compiler_(compiler), corrections_(corrections) {}

  // Replaces the token behind the attribute's place by the first of the attribute; it follows with the
  // others. Returns whether a kernel begins.
  bool see(clang::Token& token) {
    using namespace clang;
    if (is_in_front_) {
      is_instance_ &= token.isNot(tok::less);
      is_in_front_ = token.isOneOf(tok::less, tok::greater);
      // NVRTC refuses an instantiation of a kernel that is none.
      if (!is_in_front_ && !(is_instance_ && special_ == Corrections::kKernel)) insert(token);
    } else if (const int special =
                   corrections_.specialization(compiler_.getSourceManager(), token.getLocation());
               special != Corrections::kNothing) {
      special_ = special;
      is_in_front_ = is_instance_ = token.is(tok::kw_template);
      is_inside_ = !is_in_front_;
      has_parameters_ = false;
      depth_ = 0;
      return special == Corrections::kKernel;
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
    rest.push_back(make(tok::identifier, special_ == Corrections::kKernel ? "global" : "device"));
    if (special_ == Corrections::kBothSides) {
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
  const Corrections& corrections_;
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
  KernelDeclarators(clang::CompilerInstance& compiler, const Corrections& corrections)
      : compiler_(compiler),
        attributes_(compiler),
        bodies_(compiler, corrections),
        specializations_(compiler, corrections),
        corrections_(corrections) {
    compiler.getPreprocessor().setTokenWatcher([this](const clang::Token& token) {
      // The token is the preprocessor's own, which the parser gets.
      if (specializations_.see(const_cast<clang::Token&>(token))) begin_kernel();
      bodies_.see(const_cast<clang::Token&>(token));
      if (token.is(clang::tok::identifier)) {
        take_address(token);
        if (is_in_host_ && corrections_.has_specializations() && token.getIdentifierInfo()->isStr("host"))
          const_cast<clang::Token&>(token).setIdentifierInfo(
              &compiler_.getPreprocessor().getIdentifierTable().get("device"));
        if (token.getIdentifierInfo()->isStr("global") &&
            corrections_.is_called_kernel(compiler_.getSourceManager(), token.getLocation()))
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
               compiler_.hasSema() &&
               corrections_.is_bare(compiler_.getSourceManager(), token.getLocation())) {
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
  const Corrections& corrections_;
  bool is_in_host_ = false;  // from __host__ to the word in its attribute
  State state_ = State::kOutside, forcing_ = State::kOutside;
};

}  // namespace

void correct_tokens(clang::CompilerInstance& compiler, const Corrections& corrections) {
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<KernelDeclarators>(compiler, corrections));
}

}  // namespace gridcall::cc
