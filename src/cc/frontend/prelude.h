// SPDX-License-Identifier: Apache-2.0
//
// The precompiled prelude, once for each set of options that changes it, in a file beside the program. The
// build makes it (`gridcall-cc --make-prelude FILE`); without it the prelude is parsed as text.

#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

#include "cc/frontend/options.h"

namespace gridcall::cc {

// The options that change the prelude: "c++17 fmad".
std::string prelude_variant(const Options& options);

// Its precompiled header; empty where there is none, or one of other device headers than this program's.
// A zero byte follows it.
llvm::StringRef precompiled_prelude(const std::string& variant);

// Writes the file with all variants. False if it cannot.
bool make_prelude(const char* path);

}  // namespace gridcall::cc
