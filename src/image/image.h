// SPDX-License-Identifier: Apache-2.0
//
// A module image: compiled code as bytes, and what is known of it. The compiler makes it, the core loads it.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridcall::image {

using Bytes = std::span<const std::byte>;

// The optimized code of a module whose baseline code is loaded already, while a compiler still makes it. Each
// module that waits for it holds a share; without a share, and without a cache to fill, it is given up.
struct OptimizedTier {
  enum class State : std::uint32_t { kBeingMade, kMade, kFailed };

  std::atomic<State> state{State::kBeingMade};
  std::vector<std::byte> bytes;  // set before kMade, never after
};

struct Image {
  std::vector<std::byte> bytes;  // cubin, fatbin, PTX, or the CPU device's object
  std::string log;
  // Names that the caller may use -> the names in the image: every kernel's and global's plain name and every
  // instance of the request.
  std::vector<std::pair<std::string, std::string>> lowered_names;
  std::vector<std::string> kernels;  // plain names of the kernels in the image, if known
  bool from_cache = false;
  std::uint64_t compile_ns = 0;              // how long the compiler took; 0 from the cache
  std::shared_ptr<OptimizedTier> optimized;  // not NULL: the bytes are baseline code, this follows
};

enum class Format { kElf, kFatbin, kPtx, kLtoIr, kCpu, kUnknown };

// An image of the CPU device as it is handed out: this, and behind it the object.
struct CpuHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t header_bytes;
  std::uint64_t object_bytes;
  std::uint8_t digest[32];  // SHA-256 of the object
};
inline constexpr std::string_view kCpuMagic = "GRIDCPUI";
// The object is relocatable (-rdc=true): LLVM's bitcode, for the linker.
inline constexpr std::string_view kCpuRelocatableMagic = "GRIDCPUR";
inline constexpr std::string_view kBitcodeMagic = "BC\xc0\xde";
inline constexpr std::uint32_t kCpuHeaderVersion = 1;
// Behind LTO IR, for nvJitLink, which does not find it there: the options with which the source was compiled
// and that say how it computes.
inline constexpr std::string_view kLtoArithmetic = "\ngridcall: compiled with ";

// By the first bytes; PTX is what has a `.version`, for comments may come before it.
Format format_of(Bytes bytes) noexcept;
// Whether it is a library of objects, as ar makes it.
bool is_archive(Bytes bytes) noexcept;
// An image of the CPU device that must be linked before it runs.
bool is_cpu_relocatable(Bytes bytes) noexcept;
// The text of a PTX image, without what follows its NUL.
std::string_view ptx_text(Bytes bytes) noexcept;

// A message if the bytes cannot be a module image: the driver takes no length and reads past the end of a
// damaged one. "" if nothing is wrong with what can be checked.
std::string defect_of(Bytes bytes);
// Whether they are compiled code, whole or damaged, and no source.
bool is_image(Bytes bytes) noexcept;

}  // namespace gridcall::image
