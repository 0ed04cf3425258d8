// SPDX-License-Identifier: Apache-2.0
//
// The tokens that clang's preprocessor hands to its parser, changed where NVRTC reads a source otherwise.

#pragma once

#include "cc/frontend/left_out.h"

namespace clang {
class CompilerInstance;
}

namespace gridcall::cc {

// Changes the tokens of the compiler's source from now on. Both arguments outlive the parse.
void watch_tokens(clang::CompilerInstance& compiler, const LeftOut& left_out);

}  // namespace gridcall::cc
