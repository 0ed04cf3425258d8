// SPDX-License-Identifier: Apache-2.0

#include "image/names.h"

#include <cxxabi.h>

#include <cctype>
#include <cstdlib>

namespace gridcall::image {

namespace {

// The nesting of brackets in a text. Between parentheses `<` and `>` may be operators, so they do not count.
class Nesting {
 public:
  void pass(char c) noexcept {
    if (c == '(' || c == '{' || c == '[') ++brackets_;
    if (c == ')' || c == '}' || c == ']') --brackets_;
    if (brackets_ == 0 && c == '<') ++angles_;
    if (brackets_ == 0 && c == '>') --angles_;
  }
  bool is_outside() const noexcept { return brackets_ == 0 && angles_ == 0; }

 private:
  int brackets_ = 0;
  int angles_ = 0;
};

// Returns the index of the '(' before the parameters of a demangled function, npos for a variable.
std::size_t find_parameters(std::string_view text) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  Nesting nesting;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with(kAnonymous)) {
      i += kAnonymous.size() - 1;
      continue;
    }
    if (text[i] == '(' && nesting.is_outside()) return i;
    nesting.pass(text[i]);
  }
  return std::string_view::npos;
}

// Removes the return type of a template: "void lib::scale<float>" -> "lib::scale<float>".
std::string_view without_return_type(std::string_view text) {
  Nesting nesting;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    nesting.pass(text[i]);
    if (text[i] == ' ' && nesting.is_outside()) start = i + 1;
  }
  return text.substr(start);
}

// Removes the namespaces that NVRTC adds to names with internal linkage.
std::string without_internal_namespaces(std::string text) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  for (std::size_t at; (at = text.find(kAnonymous)) != std::string::npos;) text.erase(at, kAnonymous.size());
  for (std::string_view prefix : {"_INTERNAL_", "_GLOBAL__N_", "_NV_ANON_NAMESPACE"}) {
    for (std::size_t at; (at = text.find(prefix)) != std::string::npos;) {
      std::size_t end = text.find("::", at);
      if (end == std::string::npos) break;
      text.erase(at, end + 2 - at);
    }
  }
  return text;
}

}  // namespace

std::string normalize_whitespace(std::string_view name) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::string result;
  bool blank = false;
  for (const char c : name) {
    if (std::isspace(static_cast<unsigned char>(c))) {
      blank = true;
      continue;
    }
    if (blank && !result.empty() && in_word(result.back()) && in_word(c)) result += ' ';
    blank = false;
    result += c;
  }
  return result;
}

std::string demangled(const std::string& lowered) {
  // An extern "C" name is not mangled; the demangler would read `f` as "float".
  if (!lowered.starts_with("_Z")) return {};
  int status = 0;
  char* text = abi::__cxa_demangle(lowered.c_str(), nullptr, nullptr, &status);
  if (!text) return {};
  std::string name = text;
  std::free(text);
  return name;
}

std::string_view parameter_list(std::string_view demangled) {
  const std::size_t begin = find_parameters(demangled);
  if (begin == std::string_view::npos || !demangled.ends_with(')')) return {};
  return demangled.substr(begin + 1, demangled.size() - begin - 2);
}

std::vector<std::string_view> split_parameters(std::string_view list) {
  std::vector<std::string_view> parameters;
  while (!list.empty()) {
    Nesting nesting;
    std::size_t end = 0;
    for (; end < list.size() && !(list[end] == ',' && nesting.is_outside()); ++end) nesting.pass(list[end]);
    parameters.push_back(list.substr(0, end));
    list.remove_prefix(end < list.size() ? end + 1 : end);
  }
  return parameters;
}

std::string plain_name(const std::string& lowered) {
  std::string text = demangled(lowered);
  if (text.empty()) return lowered;
  std::string_view name = text;
  std::size_t parameters = find_parameters(name);
  if (parameters != std::string_view::npos) name = without_return_type(name.substr(0, parameters));
  return without_internal_namespaces(std::string(name));
}

std::string name_with_parameters(const std::string& lowered) {
  std::string text = demangled(lowered);
  std::size_t parameters = find_parameters(text);
  if (parameters == std::string::npos) return "";
  std::string name(without_return_type(std::string_view(text).substr(0, parameters)));
  return without_internal_namespaces(name + text.substr(parameters));
}

}  // namespace gridcall::image
