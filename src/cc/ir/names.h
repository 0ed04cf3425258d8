// SPDX-License-Identifier: Apache-2.0
//
// Facts about symbols that the front end knows and that the module's IR does not contain.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gridcall::cc {

struct ParameterName {
  std::string name;       // "n"; empty if the parameter has no name
  std::string type_name;  // "const float *"
  std::uint32_t type;     // a number of base/value_type.h
};

struct SymbolName {
  std::string plain;                           // the name in the source: "lib::scale<float>"
  std::string location;                        // "saxpy.cu:12:3"; empty if unknown
  std::vector<ParameterName> parameters = {};  // the parameters of a kernel
};

using NameTable = std::map<std::string, SymbolName, std::less<>>;

// Attributes and metadata by which passes pass facts to later passes.
inline constexpr const char* kKernelAttribute = "gridcall-kernel";               // on kernels
inline constexpr const char* kMaxThreadsAttribute = "gridcall-max-threads";      // __launch_bounds__
inline constexpr const char* kClusterAttribute = "gridcall-cluster";             // __cluster_dims__: "2,1,1"
inline constexpr const char* kMayBlockAttribute = "gridcall-may-block";          // needs a fiber per thread
inline constexpr const char* kParametersAttribute = "gridcall-parameters";       // "offset:size,..."
inline constexpr const char* kStaticSharedAttribute = "gridcall-static-shared";  // bytes
inline constexpr const char* kSmallBlocksAttribute =
    "gridcall-small-blocks";  // shared arrays whose rows suggest blocks of cpu::kSingleLanes threads
inline constexpr const char* kInStepAttribute = "gridcall-in-step";     // counts on warps that go in step
inline constexpr const char* kVariableAttribute = "gridcall-variable";  // "device" or "constant"
inline constexpr const char* kPollsAttribute = "gridcall-polls";        // a loop waits for another thread
inline constexpr const char* kNotVectorizedAttribute =
    "gridcall-not-vectorized";  // the reason why there are no warp entries
inline constexpr const char* kCoroutineAttribute =
    "gridcall-coroutine";  // a function to be split at its barriers, or a region
inline constexpr const char* kWholeBlocksAttribute =
    "gridcall-whole-blocks";  // on warp entries that set cpu::kKernelWholeBlocks
inline constexpr const char* kBlockRunsAttribute =
    "gridcall-block-runs";  // on warp entries that set cpu::kKernelBlockRuns
inline constexpr const char* kRowWarpsAttribute =
    "gridcall-row-warps";  // on warp entries that set cpu::kKernelRowWarps
// The named metadata of a module to be checked; its node is a number of cpu::Checks.
inline constexpr const char* kChecksMetadata = "gridcall.checks";
// Annotations of device functions that handle denormals themselves. With -ftz=true the code inside of them
// flushes nothing; the first annotation flushes their arguments and result, the second does not.
inline constexpr const char* kFlushedOutsideAttribute = "gridcall-flushed-outside";
inline constexpr const char* kNotFlushedAttribute = "gridcall-not-flushed";
// Replaces a '%' in the text of inline assembly that clang would interpret (backend/llvm_workarounds.cpp).
inline constexpr char kAssemblyPercent = '\x01';
inline constexpr const char* kEntryPrefix = "gridcall_entry.";
inline constexpr const char* kInterleavedMetadata =
    "gridcall-interleaved";  // on an alloca of the elements of all lanes
inline constexpr const char* kLaneLoopMetadata = "gridcall-lanes";  // on a loop over the lanes of a warp
inline constexpr const char* kSomeLanesMetadata =
    "gridcall-some-lanes";  // on a masked access of the convergent variant
inline constexpr const char* kWarpVariantNames[] = {"linear32", "rows16", "general32",
                                                    "single16"};  // cpu::WarpVariant
inline constexpr const char* kWarpPrefix = "gridcall_warp.";      // followed by the variant and a dot

}  // namespace gridcall::cc
