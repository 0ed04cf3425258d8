// SPDX-License-Identifier: Apache-2.0

#include "program/cpu_image.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"
#include "compile/sha256.h"
#include "image/elf.h"

namespace gridcall::program {

std::vector<std::byte> with_header(image::Bytes object) {
  image::CpuHeader header{};
  const bool is_bitcode = image::as_text(object).starts_with(image::kBitcodeMagic);
  (is_bitcode ? image::kCpuRelocatableMagic : image::kCpuMagic).copy(header.magic, sizeof header.magic);
  header.version = image::kCpuHeaderVersion;
  header.header_bytes = sizeof header;
  header.object_bytes = object.size();
  const compile::Digest digest = compile::sha256(image::as_text(object));
  std::copy(digest.begin(), digest.end(), header.digest);
  std::vector<std::byte> bytes(sizeof header + object.size());
  std::memcpy(bytes.data(), &header, sizeof header);
  std::copy(object.begin(), object.end(), bytes.begin() + sizeof header);
  return bytes;
}

image::Bytes without_header(image::Bytes image) {
  if (const std::string defect = image::defect_of(image); !defect.empty())
    throw Failure(status::kInvalidImage, defect + ": pass what gc_program_get_image returned, whole");
  image::CpuHeader header{};
  std::memcpy(&header, image.data(), sizeof header);
  if (header.version != image::kCpuHeaderVersion)
    throw Failure(status::kIncompatibleImage, concat("the image of ", image.size(), " bytes has version ",
                                                     header.version, ", this library takes version ",
                                                     image::kCpuHeaderVersion, ": compile the source again"));
  const image::Bytes object = image.subspan(sizeof header);
  const compile::Digest digest = compile::sha256(image::as_text(object));
  if (!std::equal(digest.begin(), digest.end(), header.digest))
    throw Failure(status::kInvalidImage, concat("the image of ", image.size(),
                                                " bytes is damaged: its digest is not that of its code; "
                                                "compile the source again"));
  return object;
}

}  // namespace gridcall::program
