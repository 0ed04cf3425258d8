// SPDX-License-Identifier: Apache-2.0

#include "image/elf.h"

namespace gridcall::image {

namespace {

std::string_view string_at(std::string_view table, std::uint64_t offset) noexcept {
  if (offset >= table.size()) return {};
  const std::string_view rest = table.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

}  // namespace

Elf::Elf(Bytes bytes) noexcept : bytes_(bytes) {
  has_header_ = begins(bytes) && read_at(bytes, 0, header_);
  is_readable_ = has_header_ && header_.e_ident[EI_CLASS] == ELFCLASS64 &&
                 (header_.e_shnum == 0 || header_.e_shentsize == sizeof(Elf64_Shdr));
}

const char* Elf::defect() const noexcept {
  if (!has_header_) return "ends inside its ELF header";
  if (header_.e_ident[EI_CLASS] != ELFCLASS64) return "is no 64-bit ELF file";
  if (!is_readable_) return "has a damaged ELF header";
  if (!is_inside(header_.e_shoff, std::uint64_t{header_.e_shnum} * sizeof(Elf64_Shdr)))
    return "ends before its section table: it is cut off";
  if (!is_inside(header_.e_phoff, std::uint64_t{header_.e_phnum} * header_.e_phentsize))
    return "ends before its program headers: it is cut off";
  for (unsigned i = 0; i < header_.e_shnum; ++i) {
    const auto found = section(i);
    if (!found || (found->sh_type != SHT_NOBITS && !is_inside(found->sh_offset, found->sh_size)))
      return "ends inside a section: it is cut off";
  }
  return nullptr;
}

std::optional<Elf64_Shdr> Elf::section(std::uint64_t index) const noexcept {
  Elf64_Shdr found;
  std::uint64_t offset = 0;
  if (index >= section_count() || __builtin_add_overflow(header_.e_shoff, index * sizeof found, &offset) ||
      !read_at(bytes_, offset, found))
    return std::nullopt;
  return found;
}

Bytes Elf::content(const Elf64_Shdr& section) const noexcept {
  if (section.sh_type == SHT_NOBITS || !is_inside(section.sh_offset, section.sh_size)) return {};
  return bytes_.subspan(section.sh_offset, section.sh_size);
}

std::string_view Elf::name(const Elf64_Shdr& section) const noexcept {
  const auto names = this->section(header_.e_shstrndx);
  return names ? string_at(as_text(content(*names)), section.sh_name) : std::string_view();
}

std::vector<ElfSymbol> Elf::symbols() const {
  std::vector<ElfSymbol> symbols;
  for (unsigned i = 0; i < section_count(); ++i) {
    const auto table = section(i);
    if (!table || table->sh_type != SHT_SYMTAB) continue;
    const auto strings = section(table->sh_link);
    if (!strings) continue;
    const std::string_view names = as_text(content(*strings));
    const Bytes entries = content(*table);
    Elf64_Sym symbol;
    for (std::uint64_t at = 0; read_at(entries, at, symbol); at += sizeof symbol)
      if (symbol.st_shndx != SHN_UNDEF)
        symbols.push_back({string_at(names, symbol.st_name),
                           static_cast<unsigned>(ELF64_ST_TYPE(symbol.st_info)), symbol.st_other});
  }
  return symbols;
}

Bytes Elf::build_id() const noexcept {
  if (!has_header_ || header_.e_ident[EI_CLASS] != ELFCLASS64) return {};
  const auto padded = [](std::uint64_t size) { return (size + 3) & ~std::uint64_t{3}; };
  for (unsigned i = 0; i < header_.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::uint64_t offset = 0;
    if (__builtin_add_overflow(header_.e_phoff, std::uint64_t{i} * sizeof segment, &offset) ||
        !read_at(bytes_, offset, segment))
      return {};
    if (segment.p_type != PT_NOTE || segment.p_offset > bytes_.size()) continue;
    const Bytes notes =
        bytes_.subspan(segment.p_offset)
            .first(std::min<std::uint64_t>(segment.p_filesz, bytes_.size() - segment.p_offset));
    Elf64_Nhdr note;
    for (std::uint64_t at = 0; read_at(notes, at, note);) {
      const std::uint64_t name = at + sizeof note;
      const std::uint64_t data = name + padded(note.n_namesz);
      at = data + padded(note.n_descsz);
      if (at > notes.size()) break;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && as_text(notes).substr(name, 3) == "GNU")
        return notes.subspan(data, note.n_descsz);
    }
  }
  return {};
}

}  // namespace gridcall::image
