// SPDX-License-Identifier: Apache-2.0

#include "core/parameter_type.h"

#include <string_view>

#include "core/module.h"

namespace gridcall::core {

using namespace value_type;

namespace {

struct NamedType {
  std::string_view name;
  std::uint32_t type;
};

// As the demangler writes them. An enum or a struct is no more than a name there.
constexpr NamedType kNamed[] = {
    {"char", kInt8},
    {"signed char", kInt8},
    {"unsigned char", kUint8},
    {"char8_t", kUint8},
    {"bool", kBool},
    {"short", kInt16},
    {"unsigned short", kUint16},
    {"char16_t", kUint16},
    {"int", kInt32},
    {"unsigned int", kUint32},
    {"wchar_t", kInt32},
    {"char32_t", kUint32},
    {"long", kInt64},
    {"unsigned long", kUint64},
    {"long long", kInt64},
    {"unsigned long long", kUint64},
    {"__half", kFloat16},
    {"_Float16", kFloat16},
    {"__nv_bfloat16", kBfloat16},
    {"float", kFloat32},
    {"double", kFloat64},
};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// "float const* const __restrict" -> "float const*"
std::string_view without_qualifiers(std::string_view text) {
  for (bool again = true; again;) {
    again = false;
    text = trimmed(text);
    for (std::string_view word : {"const", "volatile", "__restrict__", "__restrict", "restrict"}) {
      if (!text.ends_with(word) || text.size() == word.size()) continue;
      const char before = text[text.size() - word.size() - 1];
      if (before != ' ' && before != '*') continue;
      text.remove_suffix(word.size());
      again = true;
    }
  }
  return text;
}

// "void (*)(int)", "float (*) [4]": outside of a template's arguments.
bool is_pointer_to_function_or_array(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (depth == 0 && text.substr(i).starts_with(" (*")) return true;
    if (text[i] == '<') ++depth;
    if (text[i] == '>') --depth;
  }
  return false;
}

std::uint32_t type_of(std::string_view text) {
  text = without_qualifiers(text);
  if (is_pointer_to_function_or_array(text)) return kPointer;
  std::uint32_t pointer = 0;
  if (text.ends_with('*')) {
    pointer = kPointer;
    text.remove_suffix(1);
    text = without_qualifiers(text);
  }
  for (const NamedType& known : kNamed)
    if (text == known.name) return pointer + known.type;
  return pointer;  // of what, or what at all, is unknown
}

// The text between the parentheses of the parameters.
std::string_view parameter_list(std::string_view text) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with(kAnonymous)) {
      i += kAnonymous.size() - 1;
    } else if (text[i] == '(' && depth == 0) {
      return text.ends_with(')') ? text.substr(i + 1, text.size() - i - 2) : std::string_view();
    } else if (text[i] == '<' || text[i] == '(' || text[i] == '{' || text[i] == '[') {
      ++depth;
    } else if (text[i] == '>' || text[i] == ')' || text[i] == '}' || text[i] == ']') {
      --depth;
    }
  }
  return {};
}

// Integers are told apart by size alone: a program's `unsigned` for an `int` is no mistake.
std::uint32_t kind_of(std::uint32_t type) noexcept {
  switch (type) {
    case kUint8:
    case kBool:
      return kInt8;
    case kUint16:
      return kInt16;
    case kUint32:
      return kInt32;
    case kUint64:
      return kInt64;
    default:
      return type;
  }
}

bool are_alike(std::uint32_t a, std::uint32_t b) noexcept {
  a = kind_of(a);
  b = kind_of(b);
  const auto is_half = [](std::uint32_t type) { return type == kFloat16 || type == kBfloat16; };
  // Few languages have them: their 16 bits do.
  return a == b || (is_half(a) && b == kInt16) || (is_half(b) && a == kInt16);
}

}  // namespace

std::vector<ParameterText> types_of_name(const std::string& compiled_name) {
  std::vector<ParameterText> parameters;
  const std::string whole = demangled(compiled_name);
  std::string_view list = parameter_list(whole);
  if (list == "void") return parameters;
  while (!list.empty()) {
    int depth = 0;
    std::size_t end = 0;
    for (; end < list.size(); ++end) {
      const char c = list[end];
      if (c == ',' && depth == 0) break;
      if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
      if (c == '>' || c == ')' || c == '}' || c == ']') --depth;
    }
    const std::string_view one = trimmed(list.substr(0, end));
    parameters.push_back({type_of(one), std::string(one), {}});
    list.remove_prefix(end < list.size() ? end + 1 : end);
  }
  return parameters;
}

bool accepts(std::uint32_t parameter, std::uint32_t argument) noexcept {
  const std::uint32_t of_parameter = parameter & ~kPointer;
  const std::uint32_t of_argument = argument & ~kPointer;
  const bool is_pointer = (parameter & kPointer) != 0;
  const bool gives_pointer = (argument & kPointer) != 0;
  // What another version calls by a number unknown here is unknown too; a struct takes any bytes of its size.
  const auto is_open = [](std::uint32_t type) { return type == kUnknown || type >= kStruct; };
  if ((!is_pointer && is_open(of_parameter)) || (!gives_pointer && is_open(of_argument))) return true;
  if (is_pointer != gives_pointer) return false;
  if (is_pointer) {
    // void*, char* and pointers to a struct take any memory, and bytes may hold anything.
    for (std::uint32_t each : {of_parameter, of_argument})
      if (is_open(each) || kind_of(each) == kInt8) return true;
  }
  return are_alike(of_parameter, of_argument);
}

std::string value_text(std::uint32_t type) {
  const auto noun = [](std::uint32_t each) -> std::string {
    switch (each) {
      case kInt8:
      case kUint8:
        return "8-bit integer";
      case kInt16:
      case kUint16:
        return "16-bit integer";
      case kInt32:
      case kUint32:
        return "32-bit integer";
      case kInt64:
      case kUint64:
        return "64-bit integer";
      case kFloat16:
        return "16-bit float";
      case kBfloat16:
        return "bfloat16";
      case kFloat32:
        return "32-bit float";
      case kFloat64:
        return "64-bit float";
      case kBool:
        return "truth value";
      default:
        return "struct";
    }
  };
  if ((type & kPointer) == 0) return (type == kInt8 || type == kUint8 ? "an " : "a ") + noun(type);
  if (type == kPointer) return "memory";
  return "memory of " + noun(type & ~kPointer) + "s";
}

}  // namespace gridcall::core
