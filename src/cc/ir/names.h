// SPDX-License-Identifier: Apache-2.0
//
// Facts of symbols that the front end knows and the module's IR does not say.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gridcall::cc {

struct ParameterName {
  std::string name;       // "n", empty where it has none
  std::string type_name;  // "const float *"
  std::uint32_t type;     // base/value_type.h
};

struct SymbolName {
  std::string plain;                           // as the source spells it: "lib::scale<float>"
  std::string location;                        // "saxpy.cu:12:3", empty where there is none
  std::vector<ParameterName> parameters = {};  // of a kernel
};

using NameTable = std::map<std::string, SymbolName, std::less<>>;

// Attributes and metadata that the passes leave for each other.
inline constexpr const char* kKernelAttribute = "gridcall-kernel";               // on kernels
inline constexpr const char* kMaxThreadsAttribute = "gridcall-max-threads";      // __launch_bounds__
inline constexpr const char* kClusterAttribute = "gridcall-cluster";             // __cluster_dims__: "2,1,1"
inline constexpr const char* kMayBlockAttribute = "gridcall-may-block";          // needs a fiber per thread
inline constexpr const char* kParametersAttribute = "gridcall-parameters";       // "offset:size,..."
inline constexpr const char* kStaticSharedAttribute = "gridcall-static-shared";  // bytes
inline constexpr const char* kVariableAttribute = "gridcall-variable";           // "device" or "constant"
inline constexpr const char* kPollsAttribute = "gridcall-polls";  // has a loop that waits for another thread
inline constexpr const char* kNotVectorizedAttribute =
    "gridcall-not-vectorized";  // why there are no warp entries
inline constexpr const char* kCoroutineAttribute =
    "gridcall-coroutine";  // split at its barriers, or a region
inline constexpr const char* kWholeBlocksAttribute =
    "gridcall-whole-blocks";  // on warp entries: cpu::kKernelWholeBlocks
// The node of cpu::Checks, of a module that is to be checked.
inline constexpr const char* kChecksMetadata = "gridcall.checks";
// The annotations of device headers on functions that compute in ways of their own: -ftz=true flushes nothing
// inside of them, and their arguments and result or nothing outside.
inline constexpr const char* kFlushedOutsideAttribute = "gridcall-flushed-outside";
inline constexpr const char* kNotFlushedAttribute = "gridcall-not-flushed";
// Stands for a '%' in the text of inline assembly where clang would take it for its own
// (backend/llvm_workarounds.cpp).
inline constexpr char kAssemblyPercent = '\x01';
inline constexpr const char* kEntryPrefix = "gridcall_entry.";
inline constexpr const char* kInterleavedMetadata =
    "gridcall-interleaved";  // on what holds all lanes' elements already
inline constexpr const char* kLaneLoopMetadata = "gridcall-lanes";  // on a loop over the lanes of a warp
inline constexpr const char* kWarpVariantNames[] = {"linear32", "rows16", "general32"};  // cpu::WarpVariant
inline constexpr const char* kWarpPrefix = "gridcall_warp.";  // then the variant and a dot

}  // namespace gridcall::cc
