// SPDX-License-Identifier: Apache-2.0
//
// Compile options in NVRTC's spelling.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gridcall::cc {

struct Options {
  std::string standard = "c++17";
  std::vector<std::string> macros;  // "-DN=4", "-UX", in order
  std::vector<std::string> include_paths;
  std::vector<std::string>
      library_dirs;  // folders of the machine's CUB, Thrust, libcu++ or cuRAND (file_access.h)
  std::vector<std::string> pre_includes;
  int architecture = 90;  // the value of __CUDA_ARCH__ / 10
  bool fmad = true;
  bool ftz = false;
  bool precise_division = true;
  bool precise_sqrt = true;
  bool fast_math = false;
  bool device_debug = false;
  bool line_info = false;
  bool warnings = true;
  bool device_by_default = false;  // functions without annotation are device functions
  bool int128 = false;
  std::uint32_t checks = 0;  // cpu::Checks
  bool relocatable = false;  // -rdc=true: makes an object to be linked with others (frontend/objects.h)
  std::string unit;          // distinguishes static symbols from those of other sources; empty: the text does
  // The source is a whole program with host code, preprocessed with a prelude of its own
  // (device/gridcall/whole_program.h).
  bool preprocessed = false;
};

// Returns false for an option that is unknown or malformed; `problem` names it.
bool parse_options(const std::vector<std::string>& arguments, Options& options, std::string& problem);

}  // namespace gridcall::cc
