// SPDX-License-Identifier: Apache-2.0
//
// The one place that turns source into a module image: NVRTC for a GPU, gridcall-cc for the CPU device,
// the compile cache in front of both.

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "image/image.h"

namespace gridcall::compile {

using Header = std::pair<std::string, std::string>;  // name and text

struct Request {
  std::string source;
  std::string name;  // empty: "source.cu", and no file
  std::string arch;  // "sm_90", "compute_90"; empty: the target's own
  std::vector<std::string> options;
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> include_dirs;
  std::vector<Header> headers;
  std::vector<std::string> instances;  // template instances, "scale<float>"
  bool use_cache = true;
  // The image of a large source for the CPU device may be baseline code while the optimised code is still
  // being made. GRIDCALL_DISABLE_TIERING in the environment turns it off.
  bool tiered = true;
  // The compiler reads no file but its own and the toolkit's headers.
  bool no_files = false;
  // A source of the library's own, which the process's default options are not for.
  bool is_own = false;
  // Empty: the process's own.
  std::string cache_dir;
  std::string compiler;
  // The folder to which source, log and image are written; empty: none. The code is optimised at once then.
  std::string keep_dir;

  // Returns what messages call the source.
  std::string source_name() const { return name.empty() ? "source.cu" : name; }
};

struct Target {
  bool is_cpu = false;
  int compute_capability_major = 0;
  int compute_capability_minor = 0;
  int driver_version = 0;  // 13000 for CUDA 13.0: NVRTC may be newer than the driver
};

// Throws Failure: COMPILE, COMPILER_UNAVAILABLE, COMPILER_FAILED, COMPILE_TIMEOUT, INVALID_COMPILE_OPTION,
// IO.
image::Image compile(const Request& request, const Target& target);

// Compiles, and replaces what the cache holds without using it: for an image from the cache that the
// driver refused.
image::Image recompile(const Request& request, const Target& target);

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
