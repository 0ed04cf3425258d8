// SPDX-License-Identifier: Apache-2.0

#include "image/image.h"

#include "base/concat.h"
#include "image/elf.h"
#include "image/ptx.h"

namespace gridcall::image {

namespace {

constexpr const char* kNoImage = "is neither PTX nor a cubin, a fatbin or an image of the CPU device";
constexpr std::string_view kFatbinMagic = "\x50\xed\x55\xba", kLtoMagic = "\xed\x43\x4e\x7f";

// Checks the magic, the version and the header's size (16 bits each), and the size of the rest (64 bits).
const char* fatbin_defect(Bytes bytes) noexcept {
  std::uint16_t header_size = 0;
  std::uint64_t size = 0;
  if (!read_at(bytes, 6, header_size) || !read_at(bytes, 8, size)) return "ends inside its fatbin header";
  if (header_size > bytes.size() || size > bytes.size() - header_size) return "is a fatbin that is cut off";
  return nullptr;
}

const char* cpu_defect(Bytes bytes) noexcept {
  CpuHeader header{};
  if (!read_at(bytes, 0, header)) return "ends inside its header";
  // Only the library that made an image of another version knows it.
  if (header.version != kCpuHeaderVersion) return nullptr;
  if (header.header_bytes != sizeof header) return "has a damaged header";
  if (header.object_bytes > bytes.size() - sizeof header) return "is cut off";
  if (header.object_bytes < bytes.size() - sizeof header) return "has bytes behind its end";
  return nullptr;
}

const char* ptx_defect(std::string_view text) noexcept {
  return text.find('\0') < text.size() - 1 ? kNoImage : nullptr;
}

const char* defect(Bytes bytes) noexcept {
  if (bytes.empty()) return "is empty";
  switch (format_of(bytes)) {
    case Format::kElf:
      return Elf(bytes).defect();
    case Format::kFatbin:
      return fatbin_defect(bytes);
    case Format::kPtx:
      return ptx_defect(as_text(bytes));
    case Format::kCpu:
      return cpu_defect(bytes);
    case Format::kLtoIr:
      return nullptr;  // the linker reports the defect
    case Format::kUnknown:
      break;
  }
  return kNoImage;
}

}  // namespace

Format format_of(Bytes bytes) noexcept {
  const std::string_view text = as_text(bytes);
  if (Elf::begins(bytes)) return Format::kElf;
  if (text.starts_with(kFatbinMagic)) return Format::kFatbin;
  if (text.starts_with(kLtoMagic)) return Format::kLtoIr;
  if (text.starts_with(kCpuMagic) || is_cpu_relocatable(bytes)) return Format::kCpu;
  return text.find(".version") != std::string_view::npos ? Format::kPtx : Format::kUnknown;
}

bool is_archive(Bytes bytes) noexcept {
  return as_text(bytes).starts_with("!<arch>\n");
}

bool is_cpu_relocatable(Bytes bytes) noexcept {
  return as_text(bytes).starts_with(kCpuRelocatableMagic);
}

std::string_view ptx_text(Bytes bytes) noexcept {
  const std::string_view text = as_text(bytes);
  return text.substr(0, text.find('\0'));
}

std::string defect_of(Bytes bytes) {
  const char* what = defect(bytes);
  return what ? concat("the image of ", bytes.size(), " bytes ", what) : std::string();
}

bool is_image(Bytes bytes) noexcept {
  const std::string_view text = as_text(bytes);
  const Format format = format_of(bytes);
  return text.empty() || format == Format::kElf || format == Format::kFatbin || format == Format::kCpu ||
         format == Format::kLtoIr || text.find('\0') != std::string_view::npos || begins_as_ptx(text);
}

}  // namespace gridcall::image
