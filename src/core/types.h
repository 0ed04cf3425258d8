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
  kDtype = 7,
  kMem = 8,
  kMapping = 9,
  kPipe = 10,
  kArray = 11,
  kTexture = 12,
  kSurface = 13,
  kSampler = 14,
  kModule = 15,
  kProgram = 16,
  kKernel = 17,
  kPrepared = 18,
  kGraph = 19,
  kPool = 20,
  kNdarray = 21,
  kComm = 22,
  kLog = 23,
};
inline constexpr HandleType kLastHandleType = HandleType::kLog;

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
    case HandleType::kDtype:
      return "gc_dtype";
    case HandleType::kMem:
      return "gc_mem";
    case HandleType::kMapping:
      return "gc_mapping";
    case HandleType::kPipe:
      return "gc_pipe";
    case HandleType::kArray:
      return "gc_array";
    case HandleType::kTexture:
      return "gc_texture";
    case HandleType::kSurface:
      return "gc_surface";
    case HandleType::kSampler:
      return "gc_sampler";
    case HandleType::kModule:
      return "gc_module";
    case HandleType::kProgram:
      return "gc_program";
    case HandleType::kKernel:
      return "gc_kernel";
    case HandleType::kPrepared:
      return "gc_prepared";
    case HandleType::kGraph:
      return "gc_graph";
    case HandleType::kPool:
      return "gc_pool";
    case HandleType::kNdarray:
      return "gc_ndarray";
    case HandleType::kComm:
      return "gc_comm";
    case HandleType::kLog:
      return "gc_log";
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
  kDefersCleanup = 100007,
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

enum class ScalarType : std::int32_t {
  kInt8 = 1,
  kUint8 = 2,
  kInt16 = 3,
  kUint16 = 4,
  kInt32 = 5,
  kUint32 = 6,
  kInt64 = 7,
  kUint64 = 8,
  kFloat16 = 9,
  kBfloat16 = 10,
  kFloat32 = 11,
  kFloat64 = 12,
  kBool = 13,
  kRecord = 14,
  kComplex64 = 15,
  kComplex128 = 16,
  kFloat8E4m3 = 17,
  kFloat8E5m2 = 18,
};

enum class MemPlace : std::int32_t { kDevice = 1, kHost = 2, kManaged = 3, kPageable = 4 };

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
  kMapCount = 100012,
};

enum class MemAttachMode : std::int32_t { kGlobal = 1, kHost = 2, kSingle = 4 };

enum class MappingAttribute : std::int32_t {
  kSize = 100001,
  kFlags = 100002,
  kIsDirect = 100003,
  kRowPitch = 100004,
  kSlicePitch = 100005,
};

enum class PipeAttribute : std::int32_t { kPacketSize = 100001, kMaxPackets = 100002 };

enum class ArrayFormat : std::int32_t {
  kUnsignedInt8 = 1,
  kUnsignedInt16 = 2,
  kUnsignedInt32 = 3,
  kSignedInt8 = 8,
  kSignedInt16 = 9,
  kSignedInt32 = 10,
  kHalf = 16,
  kFloat = 32,
  kUnormInt1010102 = 80,
  kUnormInt8x1 = 192,
  kUnormInt8x2 = 193,
  kUnormInt8x4 = 194,
  kUnormInt16x1 = 195,
  kUnormInt16x2 = 196,
  kUnormInt16x4 = 197,
  kSnormInt8x1 = 198,
  kSnormInt8x2 = 199,
  kSnormInt8x4 = 200,
  kSnormInt16x1 = 201,
  kSnormInt16x2 = 202,
  kSnormInt16x4 = 203,
};

enum class ChannelOrder : std::int32_t {
  kR = 4272,
  kA = 4273,
  kRg = 4274,
  kRa = 4275,
  kRgb = 4276,
  kRgba = 4277,
  kBgra = 4278,
  kArgb = 4279,
  kIntensity = 4280,
  kLuminance = 4281,
  kRx = 4282,
  kRgx = 4283,
  kRgbx = 4284,
  kDepth = 4285,
  kDepthStencil = 4286,
  kSrgb = 4287,
  kSrgbx = 4288,
  kSrgba = 4289,
  kSbgra = 4290,
  kAbgr = 4291,
};

enum class ChannelType : std::int32_t {
  kSnormInt8 = 4304,
  kSnormInt16 = 4305,
  kUnormInt8 = 4306,
  kUnormInt16 = 4307,
  kUnormShort565 = 4308,
  kUnormShort555 = 4309,
  kUnormInt101010 = 4310,
  kSignedInt8 = 4311,
  kSignedInt16 = 4312,
  kSignedInt32 = 4313,
  kUnsignedInt8 = 4314,
  kUnsignedInt16 = 4315,
  kUnsignedInt32 = 4316,
  kHalfFloat = 4317,
  kFloat = 4318,
  kUnormInt24 = 4319,
  kUnormInt1010102 = 4320,
};

enum class ArrayAttribute : std::int32_t {
  kWidth = 100001,
  kHeight = 100002,
  kDepth = 100003,
  kFormat = 100004,
  kChannels = 100005,
  kFlags = 100006,
  kLevels = 100007,
  kLevel = 100008,
  kLayers = 100009,
  kElementSize = 100010,
  kSize = 100011,
  kSamples = 100012,
  kChannelOrder = 100013,
  kChannelType = 100014,
  kRowPitch = 100015,
  kSlicePitch = 100016,
  kReferenceCount = 100017,
  kMapCount = 100018,
};

enum class AddressMode : std::int32_t { kWrap = 0, kClamp = 1, kMirror = 2, kBorder = 3 };

enum class FilterMode : std::int32_t { kPoint = 0, kLinear = 1 };

enum class SamplerAttribute : std::int32_t {
  kFlags = 100001,
  kAddressX = 100002,
  kAddressY = 100003,
  kAddressZ = 100004,
  kFilter = 100005,
  kMipFilter = 100006,
  kMaxAnisotropy = 100007,
  kBias = 100008,
  kMinLevel = 100009,
  kMaxLevel = 100010,
  kReferenceCount = 100011,
};

enum class TextureAttribute : std::int32_t {
  kSamplingFlags = 100001,
  kAddressX = 100002,
  kAddressY = 100003,
  kAddressZ = 100004,
  kFilter = 100005,
  kMipFilter = 100006,
  kMaxAnisotropy = 100007,
  kBias = 100008,
  kMinLevel = 100009,
  kMaxLevel = 100010,
  kFlags = 100021,
  kFormat = 100022,
  kChannels = 100023,
  kOffset = 100024,
  kAddress = 100025,
  kWidth = 100026,
  kHeight = 100027,
  kRowPitch = 100028,
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
  kTexture = 5,
  kSurface = 6,
  kNdarray = 8,
  kPipe = 7,
  kType = 9,
};

enum class HostDirection : std::int32_t { kIn = 1, kOut = 2, kInOut = 3 };

enum class CaptureMode : std::int32_t { kGlobal = 0, kThreadLocal = 1, kRelaxed = 2 };

enum class GraphNodeKind : std::int32_t {
  kKernel = 0,
  kMemcpy = 1,
  kMemset = 2,
  kHost = 3,
  kGraph = 4,
  kEmpty = 5,
  kWaitEvent = 6,
  kEventRecord = 7,
  kMemAlloc = 10,
  kMemFree = 11,
};

enum class NdarrayAttribute : std::int32_t {
  kType = 100001,
  kNdim = 100002,
  kCount = 100003,
  kElementSize = 100004,
  kSize = 100005,
  kOffset = 100006,
  kAddress = 100007,
  kIsCContiguous = 100008,
  kIsFContiguous = 100009,
  kIsReadOnly = 100010,
};

enum class Reduction : std::int32_t {
  kSum = 1,
  kProd = 2,
  kMin = 3,
  kMax = 4,
  kAny = 5,
  kAll = 6,
  kArgMin = 7,
  kArgMax = 8,
  kCustom = 9,
};

enum class RandomDistribution : std::int32_t {
  kUniform = 1,
  kNormal = 2,
  kLogNormal = 3,
  kPoisson = 4,
  kIntegers = 5,
};

enum class CommReduction : std::int32_t {
  kSum = 0,
  kProd = 1,
  kMax = 2,
  kMin = 3,
  kAvg = 4,
  kScaledSum = 100001,
};

enum class CommOperation : std::int32_t {
  kAllReduce = 1,
  kReduce = 2,
  kBroadcast = 3,
  kAllGather = 4,
  kReduceScatter = 5,
  kAllToAll = 6,
  kGather = 7,
  kScatter = 8,
  kSend = 9,
  kRecv = 10,
  kBarrier = 11,
};

enum class CommEngine : std::int32_t { kNone = 0, kNccl = 1, kMpi = 2 };

enum class CommState : std::int32_t { kReady = 1, kFinalized = 2, kAborted = 3, kFailed = 4 };

enum class CommAttribute : std::int32_t {
  kRank = 100001,
  kCount = 100002,
  kEngine = 100003,
  kEngineVersion = 100004,
  kState = 100005,
  kOperationsStarted = 100006,
  kOperationsDone = 100007,
  kErrorStatus = 100008,
  kLocalRank = 100009,
  kLocalCount = 100010,
  kDeviceMemory = 100011,
};

enum class ProfilerOutput : std::int32_t { kTraceEvents = 1, kKeyValuePair = 2, kCsv = 3 };

enum class OccupancyLimit : std::int32_t { kDevice = 1, kWarps = 2, kRegisters = 3, kSharedMemory = 4 };

}  // namespace gridcall::core
