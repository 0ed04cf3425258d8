// SPDX-License-Identifier: Apache-2.0

#include "image/parameters.h"

#include <string_view>

#include "image/elf.h"
#include "image/names.h"
#include "image/ptx.h"

namespace gridcall::image {

using namespace value_type;

namespace {

// Reads the attributes of a section .nv.info.<kernel>: a format, a number, and 16 bits that are the value or,
// in format 4, the size of the following data. KPARAM_INFO: index (32 bits), ordinal (16), offset (16), and
// the size from bit 18 on.
std::vector<Parameter> kernel_parameters(Bytes info) {
  constexpr std::uint8_t kSized = 4, kParameter = 0x17;
  std::vector<Parameter> parameters;
  for (std::uint64_t at = 0;;) {
    std::uint8_t format = 0, attribute = 0;
    std::uint16_t size = 0;
    if (!read_at(info, at, format) || !read_at(info, at + 1, attribute) || !read_at(info, at + 2, size))
      return parameters;
    at += 4;
    std::uint16_t ordinal = 0, offset = 0;
    std::uint32_t word = 0;
    if (format == kSized && attribute == kParameter && size >= 12 && read_at(info, at + 4, ordinal) &&
        read_at(info, at + 6, offset) && read_at(info, at + 8, word)) {
      if (parameters.size() <= ordinal) parameters.resize(std::size_t{ordinal} + 1);
      parameters[ordinal] = {offset, word >> 18};
    }
    if (format == kSized) at += size;
  }
}

DeclaredParameters cubin_parameters(const Elf& cubin) {
  constexpr std::string_view kInfo = ".nv.info.";
  DeclaredParameters kernels;
  for (unsigned i = 0; i < cubin.section_count(); ++i) {
    const auto section = cubin.section(i);
    if (!section || section->sh_type == SHT_NOBITS) continue;
    const std::string_view name = cubin.name(*section);
    if (name.starts_with(kInfo))
      kernels[std::string(name.substr(kInfo.size()))] = kernel_parameters(cubin.content(*section));
  }
  return kernels;
}

DeclaredParameters ptx_parameters(std::string_view ptx) {
  DeclaredParameters kernels;
  for (const PtxSymbol& symbol : ptx_symbols(ptx)) {
    if (!symbol.is_kernel) continue;
    std::vector<Parameter>& parameters = kernels[std::string(symbol.name)];
    parameters.clear();
    for (const PtxParameter& each : symbol.parameters) parameters.push_back({each.offset, each.size});
  }
  return kernels;
}

struct NamedType {
  std::string_view name;
  std::uint32_t type;
};

// The demangler's names of types. It gives an enum or a struct only by name.
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

// Removes qualifiers: "float const* const __restrict" -> "float const*"
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

// Returns true for "void (*)(int)" and "float (*) [4]", outside of a template's arguments.
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
  return pointer;  // the pointee or the whole type is unknown
}

}  // namespace

DeclaredParameters declared_parameters(Bytes image) {
  switch (format_of(image)) {
    case Format::kElf:
      return cubin_parameters(Elf(image));
    case Format::kPtx:
      return ptx_parameters(ptx_text(image));
    case Format::kFatbin:
    case Format::kLtoIr:
    case Format::kCpu:
    case Format::kUnknown:
      break;
  }
  return {};
}

std::vector<ParameterText> types_of_name(const std::string& lowered) {
  std::vector<ParameterText> parameters;
  const std::string whole = demangled(lowered);
  const std::string_view list = parameter_list(whole);
  if (list == "void") return parameters;
  for (std::string_view each : split_parameters(list)) {
    each = trimmed(each);
    parameters.push_back({type_of(each), std::string(each), {}});
  }
  return parameters;
}

}  // namespace gridcall::image
