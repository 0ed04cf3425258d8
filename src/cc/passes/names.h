// SPDX-License-Identifier: Apache-2.0
//
// What the front end knows of a symbol that the module's IR does not say.

#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace gridcall::cc {

struct SymbolName {
  std::string plain;     // as the source spells it: "lib::scale<float>"
  std::string location;  // "saxpy.cu:12:3", empty where there is none
};

using NameTable = std::map<std::string, SymbolName, std::less<>>;

// Attributes and metadata that the passes leave for each other.
inline constexpr const char* kKernelAttribute = "gridcall-kernel";               // on kernels
inline constexpr const char* kMaxThreadsAttribute = "gridcall-max-threads";      // __launch_bounds__
inline constexpr const char* kMayBlockAttribute = "gridcall-may-block";          // needs a fiber per thread
inline constexpr const char* kParametersAttribute = "gridcall-parameters";       // "offset:size,..."
inline constexpr const char* kStaticSharedAttribute = "gridcall-static-shared";  // bytes
inline constexpr const char* kVariableAttribute = "gridcall-variable";           // "device" or "constant"
inline constexpr const char* kEntryPrefix = "gridcall_entry.";

}  // namespace gridcall::cc
