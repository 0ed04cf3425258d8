// SPDX-License-Identifier: Apache-2.0

#include "compile/kernel_names.h"

#include <cxxabi.h>
#include <elf.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string_view>

namespace gridcall::compile {

namespace {

constexpr unsigned char kEntryFlag = 0x10;  // in st_other of a cubin's symbol: a kernel

template <typename T>
bool copy_at(std::string_view bytes, std::uint64_t offset, T* out) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return false;
  std::memcpy(out, bytes.data() + offset, sizeof(T));
  return true;
}

std::string_view string_at(std::string_view table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  std::string_view rest = table.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

bool is_reserved(std::string_view name) {
  return name.empty() || name.starts_with(".") || name.starts_with("__nv_") || name.starts_with("$") ||
         name.starts_with("_ZZ");  // inside a function: no name reaches it from outside
}

std::vector<ImageSymbol> cubin_symbols(std::string_view image) {
  std::vector<ImageSymbol> symbols;
  Elf64_Ehdr header;
  if (!copy_at(image, 0, &header) || header.e_shentsize != sizeof(Elf64_Shdr)) return symbols;
  auto section = [&](std::uint64_t index, Elf64_Shdr* out) {
    return index < header.e_shnum && copy_at(image, header.e_shoff + index * sizeof(Elf64_Shdr), out);
  };
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr table;
    Elf64_Shdr strings;
    if (!section(i, &table) || table.sh_type != SHT_SYMTAB || !section(table.sh_link, &strings)) continue;
    if (strings.sh_offset > image.size() || strings.sh_size > image.size() - strings.sh_offset) continue;
    std::string_view names = image.substr(strings.sh_offset, strings.sh_size);
    for (std::uint64_t k = 0; k < table.sh_size / sizeof(Elf64_Sym); ++k) {
      Elf64_Sym symbol;
      if (!copy_at(image, table.sh_offset + k * sizeof(symbol), &symbol)) break;
      if (symbol.st_shndx == SHN_UNDEF) continue;
      std::string_view name = string_at(names, symbol.st_name);
      if (is_reserved(name)) continue;
      unsigned type = ELF64_ST_TYPE(symbol.st_info);
      bool is_kernel = type == STT_FUNC && (symbol.st_other & kEntryFlag) != 0;
      if (!is_kernel && type != STT_OBJECT) continue;
      symbols.push_back({std::string(name), is_kernel});
    }
  }
  return symbols;
}

bool is_ptx_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         c == '%';
}

// Directives at the outermost level: `.visible .entry name(`, `.global .align 4 .u32 name[4] = ...;`
std::vector<ImageSymbol> ptx_symbols(std::string_view ptx) {
  std::vector<ImageSymbol> symbols;
  int depth = 0;
  enum class Kind { kNone, kEntry, kVariable } kind = Kind::kNone;
  std::string_view last_word;
  bool after_number_directive = false;
  for (std::size_t at = 0; at < ptx.size();) {
    char c = ptx[at];
    if (ptx.substr(at, 2) == "//") {
      at = std::min(ptx.find('\n', at), ptx.size());
    } else if (ptx.substr(at, 2) == "/*") {
      std::size_t end = ptx.find("*/", at + 2);
      at = end == std::string_view::npos ? ptx.size() : end + 2;
    } else if (c == '"') {
      std::size_t end = ptx.find('"', at + 1);
      at = end == std::string_view::npos ? ptx.size() : end + 1;
    } else if (c == '{' || c == '}') {
      depth += c == '{' ? 1 : -1;
      ++at;
    } else if (c == '.' && depth == 0) {
      std::size_t start = at++;
      while (at < ptx.size() && is_ptx_word(ptx[at])) ++at;
      std::string_view directive = ptx.substr(start, at - start);
      if (directive == ".entry") kind = Kind::kEntry;
      if (directive == ".global" || directive == ".const") kind = Kind::kVariable;
      if (directive == ".func" || directive == ".extern") kind = Kind::kNone;
      after_number_directive = directive == ".align" || directive == ".attribute";
    } else if (is_ptx_word(c)) {
      std::size_t start = at;
      while (at < ptx.size() && is_ptx_word(ptx[at])) ++at;
      std::string_view word = ptx.substr(start, at - start);
      if (depth != 0 || kind == Kind::kNone) continue;
      if (after_number_directive || (word[0] >= '0' && word[0] <= '9')) {
        after_number_directive = false;
        continue;
      }
      if (!is_reserved(word)) symbols.push_back({std::string(word), kind == Kind::kEntry});
      kind = Kind::kNone;
    } else {
      ++at;
    }
  }
  return symbols;
}

std::string demangle(const std::string& lowered) {
  if (!lowered.starts_with("_Z")) return "";
  int status = 0;
  char* text = abi::__cxa_demangle(lowered.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text != nullptr ? text : "";
  ::free(text);
  return result;
}

// Index of the '(' that opens the parameters of a demangled function, npos for a variable.
std::size_t find_parameters(std::string_view text) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  int angle = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '<') ++angle;
    if (c == '>') --angle;
    if (c != '(' || angle != 0) continue;
    if (text.substr(i).starts_with(kAnonymous)) {
      i += kAnonymous.size() - 1;
      continue;
    }
    return i;
  }
  return std::string_view::npos;
}

// "void lib::scale<float>" -> "lib::scale<float>": a template's name is shown with its return type.
std::string_view without_return_type(std::string_view text) {
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (c == ' ' && depth == 0) start = i + 1;
  }
  return text.substr(start);
}

// Variables that come with the toolkit's headers, by the dozen, are nothing a user asks for.
bool is_of_toolkit(std::string_view plain) {
  return plain.starts_with("cuda::") || plain.starts_with("cub::") || plain.starts_with("thrust::") ||
         plain.starts_with("cooperative_groups::");
}

// NVRTC puts what has internal linkage into a namespace of its own making.
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

std::vector<ImageSymbol> image_symbols(std::span<const std::byte> image) {
  std::string_view bytes(reinterpret_cast<const char*>(image.data()), image.size());
  if (bytes.starts_with(ELFMAG)) return cubin_symbols(bytes);
  if (bytes.find(".version") != std::string_view::npos) return ptx_symbols(bytes.substr(0, bytes.find('\0')));
  return {};
}

std::string plain_name(const std::string& lowered) {
  std::string text = demangle(lowered);
  if (text.empty()) return lowered;
  std::string_view name = text;
  std::size_t parameters = find_parameters(name);
  if (parameters != std::string_view::npos) name = without_return_type(name.substr(0, parameters));
  return without_internal_namespaces(std::string(name));
}

std::string name_with_parameters(const std::string& lowered) {
  std::string text = demangle(lowered);
  std::size_t parameters = find_parameters(text);
  if (parameters == std::string::npos) return "";
  std::string name(without_return_type(std::string_view(text).substr(0, parameters)));
  return without_internal_namespaces(name + text.substr(parameters));
}

void add_image_names(Result* result) {
  std::vector<ImageSymbol> symbols = image_symbols(result->image);
  std::map<std::string, int> uses;
  for (const ImageSymbol& symbol : symbols) ++uses[plain_name(symbol.lowered)];

  std::set<std::string> taken;
  std::map<std::string, std::string> asked;  // lowered name -> the instance as the request spells it
  for (const auto& [plain, lowered] : result->lowered_names) {
    taken.insert(plain);
    asked.emplace(lowered, plain);
  }
  for (const ImageSymbol& symbol : symbols) {
    std::string plain = plain_name(symbol.lowered);
    if (!symbol.is_kernel && is_of_toolkit(plain)) continue;
    // Of overloads each is called by its parameters; which one the bare name means, nobody can say.
    if (uses[plain] > 1) {
      std::string full = name_with_parameters(symbol.lowered);
      if (!full.empty()) plain = full;
    }
    if (taken.insert(plain).second) result->lowered_names.emplace_back(plain, symbol.lowered);
    if (!symbol.is_kernel) continue;
    auto instance = asked.find(symbol.lowered);
    result->kernels.push_back(instance == asked.end() ? plain : instance->second);
  }
}

}  // namespace gridcall::compile
