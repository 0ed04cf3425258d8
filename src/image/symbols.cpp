// SPDX-License-Identifier: Apache-2.0

#include "image/symbols.h"

#include <map>
#include <set>
#include <string_view>

#include "image/elf.h"
#include "image/names.h"
#include "image/ptx.h"

namespace gridcall::image {

namespace {

constexpr unsigned char kEntryFlag = 0x10;  // the flag of a kernel in st_other of a cubin's symbol

bool is_reserved(std::string_view name) {
  return name.empty() || name.starts_with(".") || name.starts_with("__nv_") || name.starts_with("$") ||
         name.starts_with("_ZZ");  // a name inside a function, which has no linkage
}

// Returns true for variables of the toolkit's headers, which users do not ask for.
bool is_of_toolkit(std::string_view plain) {
  return plain.starts_with("cuda::") || plain.starts_with("cub::") || plain.starts_with("thrust::") ||
         plain.starts_with("cooperative_groups::");
}

}  // namespace

std::vector<Symbol> image_symbols(Bytes bytes) {
  std::vector<Symbol> symbols;
  const auto add = [&](std::string_view name, bool is_kernel) {
    if (!is_reserved(name)) symbols.push_back({std::string(name), is_kernel});
  };
  switch (format_of(bytes)) {
    case Format::kElf:
      for (const ElfSymbol& each : Elf(bytes).symbols()) {
        const bool is_kernel = each.type == STT_FUNC && (each.other & kEntryFlag) != 0;
        if (is_kernel || each.type == STT_OBJECT) add(each.name, is_kernel);
      }
      break;
    case Format::kPtx:
      for (const PtxSymbol& each : ptx_symbols(ptx_text(bytes))) add(each.name, each.is_kernel);
      break;
    case Format::kFatbin:
    case Format::kLtoIr:
    case Format::kCpu:
    case Format::kUnknown:
      break;
  }
  return symbols;
}

void add_names(Image& image) {
  const std::vector<Symbol> symbols = image_symbols(image.bytes);
  std::map<std::string, int> uses;
  for (const Symbol& symbol : symbols) ++uses[plain_name(symbol.lowered)];

  std::set<std::string> taken;
  std::map<std::string, std::string> asked;  // lowered name -> the instance in the request's spelling
  for (const auto& [plain, lowered] : image.lowered_names) {
    taken.insert(plain);
    asked.emplace(lowered, plain);
  }
  for (const Symbol& symbol : symbols) {
    std::string plain = plain_name(symbol.lowered);
    if (!symbol.is_kernel && is_of_toolkit(plain)) continue;
    // Overloads are named with their parameters, because the bare name is ambiguous.
    if (uses[plain] > 1) {
      std::string full = name_with_parameters(symbol.lowered);
      if (!full.empty()) plain = full;
    }
    if (taken.insert(plain).second) image.lowered_names.emplace_back(plain, symbol.lowered);
    if (!symbol.is_kernel) continue;
    auto instance = asked.find(symbol.lowered);
    image.kernels.push_back(instance == asked.end() ? plain : instance->second);
  }
}

}  // namespace gridcall::image
