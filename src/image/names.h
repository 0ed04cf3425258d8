// SPDX-License-Identifier: Apache-2.0
//
// The names of kernels and variables: as an image spells them (mangled), and as the source does.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridcall::image {

// Normalizes blanks: "scale< float >" -> "scale<float>", "unsigned  int" -> "unsigned int".
std::string normalize_whitespace(std::string_view name);
// Demangles "_Z5scaleIfEvPT_" to "void scale<float>(float*)"; returns "" for a name that is not mangled.
std::string demangled(const std::string& lowered);
// Returns the text between the parentheses of a demangled function; empty if it has none.
std::string_view parameter_list(std::string_view demangled);
// Splits "int, f<a, b>" into "int" and " f<a, b>".
std::vector<std::string_view> split_parameters(std::string_view list);

// Converts "_ZN3lib5scaleIfEEvPT_i" to "lib::scale<float>"; returns a name that is not mangled unchanged.
std::string plain_name(const std::string& lowered);
// Returns "lib::scale<float>(float*, int)", which distinguishes overloads; "" if the name is not mangled.
std::string name_with_parameters(const std::string& lowered);

}  // namespace gridcall::image
