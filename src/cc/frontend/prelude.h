// SPDX-License-Identifier: Apache-2.0
//
// The precompiled prelude, one for each set of options that changes it, in a file beside the program. The
// build makes the file (`gridcall-cc --make-prelude FILE`); without it the prelude is parsed as text.

#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

#include "cc/frontend/options.h"

namespace gridcall::cc {

// Returns the options that change the prelude: "c++17 fmad".
std::string prelude_variant(const Options& options);

// Returns the variant's precompiled header, followed by a zero byte; empty if there is none for this
// program's device headers.
llvm::StringRef precompiled_prelude(const std::string& variant);

// Writes the file with all variants. Returns false on failure.
bool make_prelude(const char* path);

}  // namespace gridcall::cc
