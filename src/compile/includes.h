// SPDX-License-Identifier: Apache-2.0
//
// The headers that a source can reach, so that a cached image is used only while all of them are what they
// were. Conditions are not evaluated: every #include that is written counts.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridcall::compile {

struct IncludeSearch {
  std::vector<std::string> user_dirs;     // searched first
  std::vector<std::string> toolkit_dirs;  // then these
  // Name and text; they go before files.
  const std::vector<std::pair<std::string, std::string>>* headers = nullptr;
  // The text of a header that no directory has; may be empty.
  std::function<std::optional<std::string>(const std::string& name)> built_in;
};

struct IncludeClosure {
  // One line for each include: where it was found and the SHA-256 of what is there, or that it was not.
  std::string description;
  // Headers that search.built_in had to provide, name and text.
  std::vector<std::pair<std::string, std::string>> built_in;
  // Names that nothing had.
  std::vector<std::string> missing;
  // Is false if some user file includes what only the preprocessor can name (#include MACRO).
  bool is_known = true;
  // A header of the toolkit that does so; "" if none.
  std::string computed_by;
};

IncludeClosure include_closure(std::string_view source, const std::vector<std::string>& pre_includes,
                               const IncludeSearch& search);

struct Include {
  std::string name;
  bool is_quoted;
  bool is_next;  // #include_next: any directory that has it may be the one
};
// The names after #include, #include_next, #import and in __has_include, outside comments and strings.
// *is_known becomes false if one of them is a macro.
std::vector<Include> scan_includes(std::string_view source, bool* is_known);

}  // namespace gridcall::compile
