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
  kMem = 6,
  kModule = 7,
  kKernel = 8,
  kPrepared = 9,
  kPool = 10,
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
    case HandleType::kMem:
      return "gc_mem";
    case HandleType::kModule:
      return "gc_module";
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

enum class Feature : std::int32_t {
  kStreamCancel = 1,
  kModuleFromBuffer = 2,
  kKernelParams = 3,
  kKernelTimeout = 4,
  kCpuMode = 5,
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

enum class ArgKind : std::int32_t {
  kScalar = 1,
  kMem = 2,
  kBytes = 3,
  kValue = 4,
};

}  // namespace gridcall::core
