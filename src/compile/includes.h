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
  std::vector<std::string> user_dirs;     // the directories that are searched first
  std::vector<std::string> toolkit_dirs;  // the directories that are searched next
  // Names and texts, which precede files.
  const std::vector<std::pair<std::string, std::string>>* headers = nullptr;
  // Returns the text of a header that no directory has; may be empty.
  std::function<std::optional<std::string>(const std::string& name)> built_in;
};

struct IncludeClosure {
  // One line for each include: its path and the SHA-256 of its text, or the fact that it was not found.
  std::string description;
  // Names and texts of the headers that search.built_in provided.
  std::vector<std::pair<std::string, std::string>> built_in;
  // The names of headers that were not found.
  std::vector<std::string> missing;
  // False if a user's file includes a header whose name only the preprocessor knows (#include MACRO).
  bool is_known = true;
  // A header of the toolkit with such an include; "" if none.
  std::string computed_by;
};

IncludeClosure include_closure(std::string_view source, const std::vector<std::string>& pre_includes,
                               const IncludeSearch& search);

struct Include {
  std::string name;
  bool is_quoted;
  bool is_next;  // #include_next: any directory that has the file may be meant
};
// Returns the names after #include, #include_next, #import and in __has_include, outside comments and
// strings. Sets *is_known to false if a name is a macro.
std::vector<Include> scan_includes(std::string_view source, bool* is_known);

}  // namespace gridcall::compile
