// SPDX-License-Identifier: Apache-2.0
//
// The structs that callers of the compiler and its parts share.

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gridcall::compile {

using Header = std::pair<std::string, std::string>;     // name and text
using LinkInput = std::pair<std::string, std::string>;  // what messages call it, and its bytes

struct Request {
  std::string source;
  std::vector<LinkInput> inputs;  // for gridcall-cc to link, in place of a source
  std::string name;               // empty: "source.cu", and no file
  std::string arch;               // "sm_90", "compute_90"; empty: the target's own
  std::vector<std::string> options;
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> include_dirs;
  std::vector<Header> headers;
  std::vector<std::string> instances;  // template instances, "scale<float>"
  bool use_cache = true;
  // The image of a large source for the CPU device may be baseline code while the optimized code is still
  // being made. GRIDCALL_DISABLE_TIERING in the environment turns it off.
  bool tiered = true;
  // The compiler reads no file but its own and the toolkit's headers.
  bool no_files = false;
  // A source of the library's own, which the process's default options are not for.
  bool is_own = false;
  // Empty: the process's own.
  std::string cache_dir;
  std::string compiler;
  // The folder to which source, log and image are written; empty: none. The code is optimized at once then.
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

struct NvrtcVersion {
  int major;
  int minor;
};

struct CacheStats {
  std::uint64_t hits, misses, errors;
  bool enabled;
};

}  // namespace gridcall::compile
