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

// Returns whether one of the headers has that name.
bool has_header(const std::vector<Header>& headers, const std::string& name);

// Throws Failure INVALID_COMPILE_OPTION unless the headers that options name are given.
void check_pre_includes(const std::vector<std::string>& names, const std::vector<Header>& given);

// Throws Failure COMPILE if the text names a header, in whatever spelling, for which `is_given` is false, or
// one that only the preprocessor knows. `name` is what diagnostics call the text, which has no comments.
void check_directives(std::string_view text, const std::string& name,
                      const std::function<bool(const std::string& header)>& is_given);

// Throws Failure COMPILE if `##` can make a question for a file, as __has_include, of words of the texts:
// NVRTC takes what it made for one. All texts of a program, without comments.
void check_pasted_words(const std::vector<std::string_view>& texts, const std::string& name);

}  // namespace gridcall::compile
