// SPDX-License-Identifier: Apache-2.0

#include "cc/backend/merge_objects.h"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <string_view>

namespace gridcall::cc {
namespace {

constexpr std::uint32_t kAddressSignificance = 0x6fff4c03;  // LLVM's section type for linkers

struct Input {
  std::string_view bytes;
  Elf64_Ehdr header{};
  std::vector<Elf64_Shdr> sections;
  std::vector<Elf64_Sym> symbols;
  std::string_view section_names;
  std::string_view symbol_names;
  std::vector<std::uint32_t> section_numbers;  // the number of each section in the output; 0 if it is omitted
  std::vector<std::uint64_t> symbol_numbers;   // the number of each symbol in the output

  std::string_view contents(const Elf64_Shdr& section) const {
    return section.sh_type == SHT_NOBITS ? std::string_view()
                                         : bytes.substr(section.sh_offset, section.sh_size);
  }
};

std::string_view name_in(std::string_view table, std::uint32_t at) {
  std::string_view rest = table.substr(at);
  return rest.substr(0, rest.find('\0'));
}

std::optional<Input> read(std::string_view bytes) {
  Input input;
  input.bytes = bytes;
  if (bytes.size() < sizeof input.header) return std::nullopt;
  std::memcpy(&input.header, bytes.data(), sizeof input.header);
  const Elf64_Ehdr& header = input.header;
  if (header.e_shnum == 0 ||
      header.e_shoff + std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr) > bytes.size())
    return std::nullopt;
  input.sections.resize(header.e_shnum);
  std::memcpy(input.sections.data(), bytes.data() + header.e_shoff,
              input.sections.size() * sizeof(Elf64_Shdr));
  input.section_names = input.contents(input.sections[header.e_shstrndx]);
  for (const Elf64_Shdr& section : input.sections) {
    if (section.sh_type == SHT_GROUP || section.sh_type == SHT_SYMTAB_SHNDX || section.sh_type == SHT_REL)
      return std::nullopt;
    if (section.sh_type != SHT_SYMTAB) continue;
    input.symbols.resize(section.sh_size / sizeof(Elf64_Sym));
    std::memcpy(input.symbols.data(), bytes.data() + section.sh_offset,
                input.symbols.size() * sizeof(Elf64_Sym));
    input.symbol_names = input.contents(input.sections[section.sh_link]);
  }
  input.section_numbers.resize(input.sections.size());
  input.symbol_numbers.resize(input.symbols.size());
  return input;
}

class Output {
 public:
  explicit Output(std::vector<Input>& inputs) : inputs_(inputs) {}

  std::optional<std::string> write() {
    number_sections();
    if (sections_.size() + 3 >= SHN_LORESERVE) return std::nullopt;
    add_symbols();
    fill_sections();
    return finish();
  }

 private:
  struct Section {
    Elf64_Shdr header{};
    std::string contents;
  };

  static bool is_kept(const Elf64_Shdr& section, bool first, std::string_view name) {
    switch (section.sh_type) {
      case SHT_NULL:
      case SHT_SYMTAB:
      case SHT_STRTAB:
      case kAddressSignificance:
        return false;
      default:
        return first || name != ".note.GNU-stack";
    }
  }

  void number_sections() {
    sections_.resize(1);
    for (Input& input : inputs_) {
      for (std::size_t i = 0; i < input.sections.size(); ++i) {
        const std::string_view name = name_in(input.section_names, input.sections[i].sh_name);
        if (!is_kept(input.sections[i], &input == &inputs_.front(), name)) continue;
        input.section_numbers[i] = static_cast<std::uint32_t>(sections_.size());
        Section& section = sections_.emplace_back();
        section.header = input.sections[i];
        section.header.sh_name = add(section_names_, name);
        section.contents = input.contents(input.sections[i]);
      }
    }
  }

  // Adds local symbols first, as ELF requires, then global ones, then undefined ones.
  void add_symbols() {
    symbols_.resize(1);
    for (const bool local : {true, false}) {
      if (!local) first_global_ = symbols_.size();
      for (Input& input : inputs_) {
        for (std::size_t i = 1; i < input.symbols.size(); ++i) {
          Elf64_Sym symbol = input.symbols[i];
          if (symbol.st_shndx == SHN_UNDEF || (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL) != local) continue;
          const std::string_view name = name_in(input.symbol_names, symbol.st_name);
          if (symbol.st_shndx < SHN_LORESERVE) {
            symbol.st_shndx = static_cast<std::uint16_t>(input.section_numbers[symbol.st_shndx]);
          }
          symbol.st_name = name.empty() ? 0 : add(symbol_names_, name);
          input.symbol_numbers[i] = symbols_.size();
          if (!name.empty() && ELF64_ST_TYPE(symbol.st_info) != STT_FILE)
            defined_.emplace(name, symbols_.size());
          symbols_.push_back(symbol);
        }
      }
    }
    for (Input& input : inputs_) {
      for (std::size_t i = 1; i < input.symbols.size(); ++i) {
        Elf64_Sym symbol = input.symbols[i];
        if (symbol.st_shndx != SHN_UNDEF) continue;
        const std::string_view name = name_in(input.symbol_names, symbol.st_name);
        auto [place, is_new] = defined_.emplace(name, symbols_.size());
        if (is_new) {
          symbol.st_name = add(symbol_names_, name);
          symbols_.push_back(symbol);
        }
        input.symbol_numbers[i] = place->second;
      }
    }
  }

  void fill_sections() {
    for (Input& input : inputs_) {
      for (std::size_t i = 0; i < input.sections.size(); ++i) {
        if (input.section_numbers[i] == 0) continue;
        Section& section = sections_[input.section_numbers[i]];
        if (section.header.sh_type == SHT_RELA) {
          section.header.sh_link =
              static_cast<std::uint32_t>(sections_.size());  // the symbol table follows all sections
          section.header.sh_info = input.section_numbers[section.header.sh_info];
          for (std::size_t at = 0; at + sizeof(Elf64_Rela) <= section.contents.size();
               at += sizeof(Elf64_Rela)) {
            Elf64_Rela entry;
            std::memcpy(&entry, section.contents.data() + at, sizeof entry);
            entry.r_info =
                ELF64_R_INFO(input.symbol_numbers[ELF64_R_SYM(entry.r_info)], ELF64_R_TYPE(entry.r_info));
            std::memcpy(section.contents.data() + at, &entry, sizeof entry);
          }
        } else if (section.header.sh_link != 0) {
          section.header.sh_link = input.section_numbers[section.header.sh_link];
        }
      }
    }
  }

  std::string finish() {
    const auto symbols_at = static_cast<std::uint32_t>(sections_.size());
    add_section(".symtab", SHT_SYMTAB,
                {reinterpret_cast<const char*>(symbols_.data()), symbols_.size() * sizeof(Elf64_Sym)});
    sections_.back().header.sh_link = symbols_at + 1;
    sections_.back().header.sh_info = static_cast<std::uint32_t>(first_global_);
    sections_.back().header.sh_entsize = sizeof(Elf64_Sym);
    sections_.back().header.sh_addralign = 8;
    add_section(".strtab", SHT_STRTAB, symbol_names_);
    const std::uint32_t name = add(section_names_, ".shstrtab");
    add_section("", SHT_STRTAB, section_names_);
    sections_.back().header.sh_name = name;

    std::string out(sizeof(Elf64_Ehdr), '\0');
    for (Section& section : sections_) {
      if (section.header.sh_type == SHT_NULL) continue;
      const std::uint64_t alignment = section.header.sh_addralign == 0 ? 1 : section.header.sh_addralign;
      out.resize((out.size() + alignment - 1) / alignment * alignment);
      section.header.sh_offset = out.size();
      out += section.contents;
    }
    out.resize((out.size() + 7) / 8 * 8);
    Elf64_Ehdr header = inputs_.front().header;
    header.e_shoff = out.size();
    header.e_shnum = static_cast<std::uint16_t>(sections_.size());
    header.e_shstrndx = static_cast<std::uint16_t>(sections_.size() - 1);
    std::memcpy(out.data(), &header, sizeof header);
    for (const Section& section : sections_) {
      out.append(reinterpret_cast<const char*>(&section.header), sizeof section.header);
    }
    return out;
  }

  void add_section(std::string_view name, std::uint32_t type, std::string_view contents) {
    Section& section = sections_.emplace_back();
    if (!name.empty()) section.header.sh_name = add(section_names_, name);
    section.header.sh_type = type;
    section.header.sh_addralign = 1;
    section.header.sh_size = contents.size();
    section.contents = contents;
  }

  static std::uint32_t add(std::string& table, std::string_view name) {
    const auto at = static_cast<std::uint32_t>(table.size());
    table += name;
    table += '\0';
    return at;
  }

  std::vector<Input>& inputs_;
  std::vector<Section> sections_;
  std::vector<Elf64_Sym> symbols_;
  std::map<std::string_view, std::uint64_t> defined_;
  std::uint64_t first_global_ = 1;
  std::string section_names_ = std::string(1, '\0');
  std::string symbol_names_ = std::string(1, '\0');
};

}  // namespace

std::optional<std::string> merge_objects(const std::vector<std::string>& objects) {
  std::vector<Input> inputs;
  for (const std::string& object : objects) {
    std::optional<Input> input = read(object);
    if (!input) return std::nullopt;
    inputs.push_back(std::move(*input));
  }
  if (inputs.empty()) return std::nullopt;
  return Output(inputs).write();
}

}  // namespace gridcall::cc
