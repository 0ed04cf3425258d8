// SPDX-License-Identifier: Apache-2.0

#include "cc/frontend/prelude.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/xxhash.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "cc/frontend/builtin_headers.h"
#include "cc/frontend/frontend.h"
#include "cc/frontend/program_directory.h"

namespace gridcall::cc {
namespace {

// The file has a head, one Place for each variant, then their bytes, each aligned and followed by a zero.
constexpr char kMagic[8] = {'g', 'c', 'p', 'r', 'e', 'l', '0', '1'};
constexpr std::uint64_t kAlignment = 64;

struct Head {
  char magic[8];
  std::uint64_t identity;
  std::uint64_t count;
};

struct Place {
  char variant[24];
  std::uint64_t offset;
  std::uint64_t bytes;
};

// Returns the hash of the headers. Clang itself checks that its version matches.
std::uint64_t identity() {
  return llvm::xxh3_64bits(llvm::StringRef(GRIDCALL_CC_VERSION " " LLVM_VERSION_STRING
#include "abi_headers.inc.hash"
#include "clang_headers.inc.hash"
#include "device_headers.inc.hash"
                                           ));
}

// Returns the whole file, opened once and never unmapped, because the process ends soon. "" if there is none.
llvm::StringRef prelude_file() {
  static const llvm::StringRef bytes = [] {
    const std::string path = program_directory() + "/gridcall-cc.prelude";
    auto file = llvm::MemoryBuffer::getFile(path, /*IsText*/ false, /*RequiresNullTerminator*/ false);
    return file ? file->release()->getBuffer() : llvm::StringRef();
  }();
  return bytes;
}

}  // namespace

std::string prelude_variant(const Options& options) {
  return options.standard + (options.fast_math ? " fast" : options.fmad ? " fmad" : "");
}

llvm::StringRef precompiled_prelude(const std::string& variant) {
  const llvm::StringRef bytes = prelude_file();
  Head head;
  if (bytes.size() < sizeof head) return {};
  std::memcpy(&head, bytes.data(), sizeof head);
  if (std::memcmp(head.magic, kMagic, sizeof kMagic) != 0 || head.identity != identity() ||
      head.count > (bytes.size() - sizeof head) / sizeof(Place)) {
    return {};
  }
  for (std::uint64_t i = 0; i < head.count; ++i) {
    Place place;
    std::memcpy(&place, bytes.data() + sizeof head + i * sizeof place, sizeof place);
    if (variant != llvm::StringRef(place.variant, ::strnlen(place.variant, sizeof place.variant))) continue;
    if (place.offset > bytes.size() || place.bytes >= bytes.size() - place.offset) return {};
    return bytes.substr(place.offset, place.bytes);
  }
  return {};
}

bool make_prelude(const char* path) {
  std::vector<std::pair<std::string, std::string>> variants;
  for (const char* standard : {"c++11", "c++14", "c++17", "c++20", "c++23"}) {
    for (int arithmetic = 0; arithmetic < 3; ++arithmetic) {
      Options options;
      options.standard = standard;
      options.fmad = arithmetic != 0;
      options.fast_math = arithmetic == 2;
      std::string log;
      std::string bytes = precompile_prelude(options, log);
      if (bytes.empty()) {
        std::fprintf(stderr, "gridcall-cc: the prelude cannot be precompiled: %s\n", log.c_str());
        return false;
      }
      variants.emplace_back(prelude_variant(options), std::move(bytes));
    }
  }
  Head head{{}, identity(), variants.size()};
  std::memcpy(head.magic, kMagic, sizeof kMagic);
  std::string out(reinterpret_cast<const char*>(&head), sizeof head);
  out.resize(sizeof head + variants.size() * sizeof(Place));
  for (std::size_t i = 0; i < variants.size(); ++i) {
    out.resize((out.size() / kAlignment + 1) * kAlignment);
    Place place{{}, out.size(), variants[i].second.size()};
    variants[i].first.copy(place.variant, sizeof place.variant - 1);
    std::memcpy(out.data() + sizeof head + i * sizeof place, &place, sizeof place);
    out += variants[i].second;
  }
  out += '\0';
  std::FILE* file = std::fopen(path, "wb");
  const bool written = file && std::fwrite(out.data(), 1, out.size(), file) == out.size();
  if (!file || std::fclose(file) != 0 || !written) {
    std::fprintf(stderr, "gridcall-cc: cannot write '%s'\n", path);
    return false;
  }
  return true;
}

}  // namespace gridcall::cc
