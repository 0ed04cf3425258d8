// SPDX-License-Identifier: Apache-2.0

#include "core/declared_parameters.h"

#include <elf.h>

#include <cctype>
#include <cstdlib>
#include <cstring>

namespace gridcall::core {

namespace {

// ".visible .entry scale(.param .u64 data, .param .align 8 .b8 point[24]) {": sizes are in the types, offsets
// follow from size and alignment, as in C.
DeclaredParameters ptx_parameters(std::string_view ptx) {
  DeclaredParameters kernels;
  const auto is_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
  };
  for (std::size_t at = ptx.find(".entry"); at != std::string_view::npos; at = ptx.find(".entry", at + 1)) {
    std::size_t begin = at + 6;
    while (begin < ptx.size() && std::isspace(static_cast<unsigned char>(ptx[begin]))) ++begin;
    std::size_t end = begin;
    while (end < ptx.size() && is_name(ptx[end])) ++end;
    const std::size_t stop = ptx.find_first_of("({;", end);
    if (end == begin || stop == std::string_view::npos) continue;
    std::vector<Parameter>& parameters = kernels[std::string(ptx.substr(begin, end - begin))];
    parameters.clear();
    if (ptx[stop] != '(') continue;
    const std::string_view list = ptx.substr(stop + 1, ptx.find(')', stop) - stop - 1);
    std::uint32_t offset = 0;
    for (std::size_t from = list.find(".param"); from != std::string_view::npos;) {
      const std::size_t next = list.find(".param", from + 1);
      const std::string_view one = list.substr(from, next == std::string_view::npos ? next : next - from);
      from = next;
      std::uint32_t element = 8, alignment = 0, count = 1;
      for (std::size_t dot = one.find('.', 1); dot != std::string_view::npos; dot = one.find('.', dot + 1)) {
        const std::string_view word = one.substr(dot + 1);
        if (word.starts_with("align")) {
          if (alignment == 0)
            alignment =
                static_cast<std::uint32_t>(std::strtoul(std::string(word.substr(5)).c_str(), nullptr, 10));
        } else if (word.size() > 1 && std::strchr("bsuf", word[0]) &&
                   std::isdigit(static_cast<unsigned char>(word[1]))) {
          element =
              static_cast<std::uint32_t>(std::strtoul(std::string(word.substr(1)).c_str(), nullptr, 10)) / 8;
        } else if (word.starts_with("ptr")) {
          break;  // what follows describes what the pointer points to
        }
      }
      if (const std::size_t bracket = one.find('['); bracket != std::string_view::npos)
        count = static_cast<std::uint32_t>(
            std::strtoul(std::string(one.substr(bracket + 1)).c_str(), nullptr, 10));
      if (element == 0) element = 1;
      if (alignment == 0) alignment = element;
      offset = (offset + alignment - 1) / alignment * alignment;
      parameters.push_back({offset, element * count});
      offset += element * count;
    }
  }
  return kernels;
}

// A number of a cubin, or nothing behind its end.
template <class T>
bool read(std::span<const std::byte> bytes, std::uint64_t offset, T& value) {
  if (offset > bytes.size() || sizeof value > bytes.size() - offset) return false;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return true;
}

// Attributes of a section .nv.info.<kernel>: a format, a number, and 16 bits that are the value or, in format
// 4, the size of what follows. KPARAM_INFO: index (32 bits), ordinal (16), offset (16), and the size from bit
// 18 on.
std::vector<Parameter> kernel_parameters(std::span<const std::byte> info) {
  constexpr std::uint8_t kSized = 4, kParameter = 0x17;
  std::vector<Parameter> parameters;
  for (std::uint64_t at = 0;;) {
    std::uint8_t format = 0, attribute = 0;
    std::uint16_t size = 0;
    if (!read(info, at, format) || !read(info, at + 1, attribute) || !read(info, at + 2, size))
      return parameters;
    at += 4;
    std::uint16_t ordinal = 0, offset = 0;
    std::uint32_t word = 0;
    if (format == kSized && attribute == kParameter && size >= 12 && read(info, at + 4, ordinal) &&
        read(info, at + 6, offset) && read(info, at + 8, word)) {
      if (parameters.size() <= ordinal) parameters.resize(std::size_t{ordinal} + 1);
      parameters[ordinal] = {offset, word >> 18};
    }
    if (format == kSized) at += size;
  }
}

DeclaredParameters cubin_parameters(std::span<const std::byte> cubin) {
  constexpr std::string_view kInfo = ".nv.info.";
  DeclaredParameters kernels;
  Elf64_Ehdr header;
  if (!read(cubin, 0, header)) return kernels;
  const auto section = [&](std::uint64_t index, Elf64_Shdr& found) {
    return index < header.e_shnum && read(cubin, header.e_shoff + index * sizeof found, found) &&
           found.sh_offset <= cubin.size() && found.sh_size <= cubin.size() - found.sh_offset;
  };
  Elf64_Shdr names;
  if (!section(header.e_shstrndx, names)) return kernels;
  const std::string_view texts(reinterpret_cast<const char*>(cubin.data()) + names.sh_offset, names.sh_size);
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr found;
    if (!section(i, found) || found.sh_type == SHT_NOBITS || found.sh_name >= texts.size()) continue;
    const std::string_view rest = texts.substr(found.sh_name);
    const std::string_view name = rest.substr(0, rest.find('\0'));
    if (name.starts_with(kInfo))
      kernels[std::string(name.substr(kInfo.size()))] =
          kernel_parameters(cubin.subspan(found.sh_offset, found.sh_size));
  }
  return kernels;
}

}  // namespace

DeclaredParameters declared_parameters(std::span<const std::byte> image) {
  const std::string_view text(reinterpret_cast<const char*>(image.data()), image.size());
  return text.starts_with(ELFMAG) ? cubin_parameters(image) : ptx_parameters(text);
}

}  // namespace gridcall::core
