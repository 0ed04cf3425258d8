// SPDX-License-Identifier: Apache-2.0

#include "cc/backend/check_object.h"

#include <elf.h>

#include <cstdint>
#include <cstring>

#include "cc/ir/runtime.h"

namespace gridcall::cc {

std::string foreign_symbols(const std::string& object) {
  const char* data = object.data();
  Elf64_Ehdr header;
  if (object.size() < sizeof header) return "(no ELF file)";
  std::memcpy(&header, data, sizeof header);
  auto section = [&](unsigned index) {
    Elf64_Shdr value;
    std::memcpy(&value, data + header.e_shoff + index * sizeof value, sizeof value);
    return value;
  };
  std::string foreign;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr symbols = section(i);
    if (symbols.sh_type != SHT_SYMTAB) continue;
    Elf64_Shdr strings = section(symbols.sh_link);
    for (std::uint64_t offset = sizeof(Elf64_Sym); offset < symbols.sh_size; offset += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, data + symbols.sh_offset + offset, sizeof symbol);
      if (symbol.st_shndx != SHN_UNDEF) continue;
      const char* name = data + strings.sh_offset + symbol.st_name;
      if (is_runtime_function(name) || is_math_function(name) || is_texture_function(name)) continue;
      if (!foreign.empty()) foreign += ", ";
      foreign += name;
    }
  }
  return foreign;
}

}  // namespace gridcall::cc
