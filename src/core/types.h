// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#pragma once

#include <cstdint>

namespace gridcall::core {

// Part of every handle's value, six bits.
enum class HandleType : std::uint32_t {
  kNone = 0,
  kError = 1,
  kDevice = 2,
  kContext = 3,
  kStream = 4,
  kEvent = 5,
  kCompletion = 6,
  kMem = 7,
  kMapping = 8,
  kPipe = 9,
  kModule = 10,
  kProgram = 11,
  kKernel = 12,
  kPrepared = 13,
  kPool = 14,
};
inline constexpr HandleType kLastHandleType = HandleType::kPool;

// "gc_stream"
constexpr const char* handle_type_name(HandleType type) noexcept {
  switch (type) {
    case HandleType::kError:
      return "gc_error";
    case HandleType::kDevice:
      return "gc_device";
    case HandleType::kContext:
      return "gc_context";
    case HandleType::kStream:
      return "gc_stream";
    case HandleType::kEvent:
      return "gc_event";
    case HandleType::kCompletion:
      return "gc_completion";
    case HandleType::kMem:
      return "gc_mem";
    case HandleType::kMapping:
      return "gc_mapping";
    case HandleType::kPipe:
      return "gc_pipe";
    case HandleType::kModule:
      return "gc_module";
    case HandleType::kProgram:
      return "gc_program";
    case HandleType::kKernel:
      return "gc_kernel";
    case HandleType::kPrepared:
      return "gc_prepared";
    case HandleType::kPool:
      return "gc_pool";
    case HandleType::kNone:
      break;
  }
  return "handle";
}

enum class ContextAttribute : std::int32_t {
  kStackSize = 0,
  kPrintfFifoSize = 1,
  kMallocHeapSize = 2,
  kDevRuntimeSyncDepth = 3,
  kDevRuntimePendingLaunchCount = 4,
  kMaxL2FetchGranularity = 5,
  kPersistingL2CacheSize = 6,
  kCacheConfig = 100001,
  kSharedConfig = 100002,
  kSched = 100003,
  kFlags = 100004,
  kApiVersion = 100005,
  kIsPrimary = 100006,
};

enum class Feature : std::int32_t {
  kStreamCancel = 1,
  kModuleFromBuffer = 2,
  kKernelParams = 3,
  kKernelTimeout = 4,
  kCpuMode = 5,
  kCooperativeLaunch = 6,
  kClusters = 7,
  kOccupancy = 8,
  kIpc = 9,
};

enum class StreamAttribute : std::int32_t {
  kFlags = 100001,
  kPriority = 100002,
  kId = 100003,
  kIsCapturing = 100004,
};

enum class MemPlace : std::int32_t {
  kDevice = 1,
  kHost = 2,
  kManaged = 3,
  kPageable = 4,
};

enum class MemOrigin : std::int32_t {
  kAllocated = 1,
  kPool = 2,
  kSubRegion = 3,
  kWrapped = 4,
  kGlobal = 5,
  kRegistered = 6,
  kIpc = 7,
};

enum class MemAttribute : std::int32_t {
  kReadMostly = 1,
  kPreferredLocation = 2,
  kLastPrefetchLocation = 4,
  kPlace = 100001,
  kOrigin = 100002,
  kFlags = 100003,
  kPitch = 100004,
  kRowSize = 100005,
  kHeight = 100006,
  kAlignment = 100007,
  kOffset = 100008,
  kReferenceCount = 100009,
  kIsRegistered = 100010,
  kUsesSvm = 100011,
};

enum class MemAttachMode : std::int32_t {
  kGlobal = 1,
  kHost = 2,
  kSingle = 4,
};

enum class MappingAttribute : std::int32_t {
  kSize = 100001,
  kFlags = 100002,
  kIsDirect = 100003,
};

enum class PipeAttribute : std::int32_t {
  kPacketSize = 100001,
  kMaxPackets = 100002,
};

enum class ModuleAttribute : std::int32_t {
  kCompileNanoseconds = 100001,
  kJitNanoseconds = 100002,
  kJitThreadsPerBlock = 100003,
};

enum class ArgKind : std::int32_t {
  kScalar = 1,
  kMem = 2,
  kBytes = 3,
  kValue = 4,
  kPipe = 7,
};

enum class HostDirection : std::int32_t {
  kIn = 1,
  kOut = 2,
  kInOut = 3,
};

enum class ProfilerOutput : std::int32_t {
  kTraceEvents = 1,
  kKeyValuePair = 2,
  kCsv = 3,
};

}  // namespace gridcall::core
