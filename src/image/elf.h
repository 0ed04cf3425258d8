// SPDX-License-Identifier: Apache-2.0
//
// The one walk through an ELF file in memory: cubins, the CPU device's objects, the heads of programs.
// Whatever the bytes say, nothing outside of them is read; what cannot be read counts as absent.

#pragma once

#include <elf.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "image/image.h"

namespace gridcall::image {

inline std::string_view as_text(Bytes bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Returns false past the end.
template <class T>
bool read_at(Bytes bytes, std::uint64_t offset, T& value) noexcept {
  if (offset > bytes.size() || sizeof value > bytes.size() - offset) return false;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return true;
}

struct ElfSymbol {
  std::string_view name;
  unsigned type;        // STT_FUNC or STT_OBJECT
  unsigned char other;  // the flags of a cubin
};

class Elf {
 public:
  explicit Elf(Bytes bytes) noexcept;

  static bool begins(Bytes bytes) noexcept { return as_text(bytes).starts_with(ELFMAG); }

  // Returns the defect of the file as a whole, in a few words: "ends inside its ELF header"; nullptr if
  // there is none.
  const char* defect() const noexcept;

  // Returns true for NVIDIA's machine code.
  bool is_cubin() const noexcept { return has_header_ && header_.e_machine == kMachineCuda; }
  unsigned section_count() const noexcept { return is_readable_ ? header_.e_shnum : 0u; }
  std::optional<Elf64_Shdr> section(std::uint64_t index) const noexcept;
  std::string_view name(const Elf64_Shdr& section) const noexcept;
  // Returns the section's bytes; empty if the file does not have all of them.
  Bytes content(const Elf64_Shdr& section) const noexcept;

  // Returns the defined symbols of every symbol table.
  std::vector<ElfSymbol> symbols() const;
  // Returns the build id in the notes of the program headers; empty if there is none. Linkers put it into the
  // first page, so the head of a file is enough.
  Bytes build_id() const noexcept;

 private:
  bool is_inside(std::uint64_t offset, std::uint64_t size) const noexcept {
    return offset <= bytes_.size() && size <= bytes_.size() - offset;
  }

  static constexpr unsigned kMachineCuda = 190;  // EM_CUDA, which some elf.h lack

  Bytes bytes_;
  Elf64_Ehdr header_{};
  bool has_header_ = false;
  bool is_readable_ = false;  // true for a 64-bit file with valid sections
};

}  // namespace gridcall::image
