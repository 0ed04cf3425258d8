// SPDX-License-Identifier: Apache-2.0
//
// The structs that callers of the compiler and its parts share.

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gridcall::compile {

using Header = std::pair<std::string, std::string>;     // a name and a text
using LinkInput = std::pair<std::string, std::string>;  // a name for messages, and the bytes

struct Request {
  std::string source;
  std::vector<LinkInput> inputs;  // the inputs that gridcall-cc links instead of a source
  std::string name;               // empty: "source.cu", which is no file
  std::string arch;               // "sm_90", "compute_90"; empty: the target's architecture
  std::vector<std::string> options;
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> include_dirs;
  std::vector<Header> headers;
  std::vector<std::string> instances;  // template instances such as "scale<float>"
  bool use_cache = true;
  // Allows baseline code for a large source for the CPU device until the optimized code is ready.
  // GRIDCALL_DISABLE_TIERING in the environment turns it off.
  bool tiered = true;
  // The compiler reads no files but its own and the toolkit's headers.
  bool no_files = false;
  // A source of the library's own, to which the process's default options do not apply.
  bool is_own = false;
  // The folder of the cache; empty: the process's own.
  std::string cache_dir;
  std::string compiler;
  // The folder to which source, log and image are written; empty: none. With it there is no baseline code.
  std::string keep_dir;

  // Returns the source's name in messages.
  std::string source_name() const { return name.empty() ? "source.cu" : name; }
};

struct Target {
  bool is_cpu = false;
  int compute_capability_major = 0;
  int compute_capability_minor = 0;
  int driver_version = 0;  // 13000 for CUDA 13.0; NVRTC may be newer than the driver
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
