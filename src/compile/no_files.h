// SPDX-License-Identifier: Apache-2.0
//
// Sources that nobody vouches for (GRIDCALL_COMPILE_NO_FILES), for NVRTC, which opens what #include names:
// every text is looked through before NVRTC gets it. What is taken for a directive here is more than what
// NVRTC takes for one.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/request.h"

namespace gridcall::compile {

// Returns true if one of the headers has that name.
bool has_header(const std::vector<Header>& headers, const std::string& name);

// Throws Failure INVALID_COMPILE_OPTION unless the headers that options name are given.
void check_pre_includes(const std::vector<std::string>& names, const std::vector<Header>& given);

// Throws Failure COMPILE if the text, which has no comments, names a header for which `is_given` is false, in
// any spelling, or one that only the preprocessor knows. `name`: the text's name in diagnostics.
void check_directives(std::string_view text, const std::string& name,
                      const std::function<bool(const std::string& header)>& is_given);

// Throws Failure COMPILE if `##` can form __has_include or __has_embed from words of the texts, because NVRTC
// evaluates the result. The texts are all those of a program, without comments.
void check_pasted_words(const std::vector<std::string_view>& texts, const std::string& name);

}  // namespace gridcall::compile
