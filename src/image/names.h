// SPDX-License-Identifier: Apache-2.0
//
// The names of kernels and variables: as an image spells them (mangled), and as the source does.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridcall::image {

// "scale< float >" -> "scale<float>", "unsigned  int" -> "unsigned int".
std::string normalize_whitespace(std::string_view name);
// "_Z5scaleIfEvPT_" -> "void scale<float>(float*)"; "" if it is not mangled.
std::string demangled(const std::string& lowered);
// The text between the parentheses of a demangled function's parameters; empty if it has none.
std::string_view parameter_list(std::string_view demangled);
// "int, f<a, b>" -> "int", " f<a, b>".
std::vector<std::string_view> split_parameters(std::string_view list);

// "_ZN3lib5scaleIfEEvPT_i" -> "lib::scale<float>"; a name that is not mangled stays as it is.
std::string plain_name(const std::string& lowered);
// "lib::scale<float>(float*, int)": tells overloads apart. "" if the name is not mangled.
std::string name_with_parameters(const std::string& lowered);

}  // namespace gridcall::image
