// SPDX-License-Identifier: Apache-2.0
//
// The one place that turns source into a module image: NVRTC for a GPU, gridcall-cc for the CPU device,
// the compile cache in front of both.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "core/optimised_tier.h"

namespace gridcall::compile {

struct Request {
  std::string_view source;
  std::string name = "source.cu";
  std::string arch;  // "sm_90", "compute_90"; empty: the target's own
  std::vector<std::string> options;
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> include_dirs;
  std::vector<std::pair<std::string, std::string>> headers;  // name, text
  std::vector<std::string> instances;                        // template instances, "scale<float>"
  bool use_cache = true;
  // Of a large source for the CPU device the result may be a baseline image while the full one is still being
  // made. GRIDCALL_DISABLE_TIERING in the environment turns it off.
  bool tiered = true;
  // The compiler reads no file but its own and the toolkit's headers.
  bool no_files = false;
};

struct Target {
  bool is_cpu = false;
  int compute_capability_major = 0;
  int compute_capability_minor = 0;
  int driver_version = 0;  // 13000 for CUDA 13.0: NVRTC may be newer than the driver
};

struct Result {
  std::vector<std::byte> image;  // cubin, or NUL-terminated PTX, or the CPU device's object
  std::string log;
  // What the caller may ask for -> the name in the image: every kernel's and global's plain name and every
  // instance of the request.
  std::vector<std::pair<std::string, std::string>> lowered_names;
  std::vector<std::string> kernels;  // plain names of the kernels in the image, if known
  bool from_cache = false;
  std::shared_ptr<core::OptimisedTier> full;  // not NULL: the image is a baseline image, this one follows
};

// Throws Failure: COMPILE, COMPILER_UNAVAILABLE, COMPILER_FAILED, COMPILE_TIMEOUT, INVALID_COMPILE_OPTION,
// IO.
Result compile(const Request& request, const Target& target);

// The same, but whatever the cache holds is replaced and not used: for an image from the cache that the
// driver refused.
Result recompile(const Request& request, const Target& target);

struct NvrtcVersion {
  int major;
  int minor;
};
// Throws Failure COMPILER_UNAVAILABLE with the files that were tried as notes.
NvrtcVersion nvrtc_version();

struct CacheStats {
  std::uint64_t hits, misses, errors;
  bool enabled;
};
CacheStats cache_stats();
std::string cache_directory();        // "" if the cache is off
std::string cache_disabled_reason();  // "" if it is on
void cache_clear();                   // throws Failure IO

}  // namespace gridcall::compile
