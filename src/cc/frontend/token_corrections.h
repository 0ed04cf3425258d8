// SPDX-License-Identifier: Apache-2.0
//
// The tokens that clang's preprocessor hands to its parser, changed where NVRTC reads a source otherwise.

#pragma once

#include "cc/frontend/corrections.h"

namespace clang {
class CompilerInstance;
}

namespace gridcall::cc {

// Changes the tokens of the compiler's source from now on. Both arguments outlive the parse.
void correct_tokens(clang::CompilerInstance& compiler, const Corrections& corrections);

}  // namespace gridcall::cc
