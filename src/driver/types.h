// SPDX-License-Identifier: Apache-2.0
//
// The part of the CUDA driver API that gridcall uses, declared from NVIDIA's public documentation
// ("CUDA Driver API", docs.nvidia.com/cuda/cuda-driver-api). Nothing of cuda.h is needed to build.
// tests/unit/driver compares every size and number with a toolkit's cuda.h where one is installed.

#pragma once

#include <cstddef>
#include <cstdint>

// NOLINTBEGIN(readability-identifier-naming): CUDA's names stay as they are.
namespace gridcall::driver {

using CUdevice = int;
using CUdeviceptr = std::uint64_t;
using CUcontext = struct CUctx_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CUmodule = struct CUmod_st*;
using CUlinkState = struct CUlinkState_st*;
using CUfunction = struct CUfunc_st*;
using CUgraph = struct CUgraph_st*;
using CUgraphNode = struct CUgraphNode_st*;
using CUgraphExec = struct CUgraphExec_st*;
using CUarray = struct CUarray_st*;
using CUmipmappedArray = struct CUmipmappedArray_st*;
using CUtexObject = unsigned long long;
using CUsurfObject = unsigned long long;
struct CUDA_RESOURCE_VIEW_DESC;  // no call passes one

using CUhostFn = void (*)(void* data);

struct CUuuid {
  char bytes[16];
};

struct CUipcMemHandle {
  char reserved[64];
};

struct CUipcEventHandle {
  char reserved[64];
};

// The kind in the first four bytes of the CPU device's IPC handles.
enum GridcallIpcKind : std::uint32_t {
  GRIDCALL_IPC_MEMORY = 0x31634d47,
  GRIDCALL_IPC_EVENT = 0x31634547,
};

enum CUresult : int {
#define GRIDCALL_RESULT(name, number, ...) name = number,
#include "driver/results.def"
#undef GRIDCALL_RESULT
};

enum CUdevice_attribute : int {
#define GRIDCALL_DEVICE_ATTRIBUTE(name, number) name = number,
#include "driver/attributes.def"
#undef GRIDCALL_DEVICE_ATTRIBUTE
};

enum CUfunction_attribute : int {
#define GRIDCALL_FUNCTION_ATTRIBUTE(name, number) name = number,
#include "driver/attributes.def"
#undef GRIDCALL_FUNCTION_ATTRIBUTE
};

enum CUpointer_attribute : int {
#define GRIDCALL_POINTER_ATTRIBUTE(name, number) name = number,
#include "driver/attributes.def"
#undef GRIDCALL_POINTER_ATTRIBUTE
};

enum CUmemorytype : int {
  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE = 2,
  CU_MEMORYTYPE_ARRAY = 3,
};

enum CUarray_format : int {
  CU_AD_FORMAT_UNSIGNED_INT8 = 0x01,
  CU_AD_FORMAT_UNSIGNED_INT16 = 0x02,
  CU_AD_FORMAT_UNSIGNED_INT32 = 0x03,
  CU_AD_FORMAT_SIGNED_INT8 = 0x08,
  CU_AD_FORMAT_SIGNED_INT16 = 0x09,
  CU_AD_FORMAT_SIGNED_INT32 = 0x0a,
  CU_AD_FORMAT_HALF = 0x10,
  CU_AD_FORMAT_FLOAT = 0x20,
  CU_AD_FORMAT_UNORM_INT_101010_2 = 0x50,
  CU_AD_FORMAT_UNORM_INT8X1 = 0xc0,
  CU_AD_FORMAT_UNORM_INT8X2 = 0xc1,
  CU_AD_FORMAT_UNORM_INT8X4 = 0xc2,
  CU_AD_FORMAT_UNORM_INT16X1 = 0xc3,
  CU_AD_FORMAT_UNORM_INT16X2 = 0xc4,
  CU_AD_FORMAT_UNORM_INT16X4 = 0xc5,
  CU_AD_FORMAT_SNORM_INT8X1 = 0xc6,
  CU_AD_FORMAT_SNORM_INT8X2 = 0xc7,
  CU_AD_FORMAT_SNORM_INT8X4 = 0xc8,
  CU_AD_FORMAT_SNORM_INT16X1 = 0xc9,
  CU_AD_FORMAT_SNORM_INT16X2 = 0xca,
  CU_AD_FORMAT_SNORM_INT16X4 = 0xcb,
};

// The CUDA_ARRAY3D_... flags, which are macros in cuda.h.
inline constexpr unsigned kArrayLayered = 1;
inline constexpr unsigned kArraySurface = 2;
inline constexpr unsigned kArrayCubemap = 4;
inline constexpr unsigned kArrayGather = 8;

struct CUDA_ARRAY3D_DESCRIPTOR {
  std::size_t width;
  std::size_t height;
  std::size_t depth;
  CUarray_format format;
  unsigned channels;
  unsigned flags;
};

enum CUresourcetype : int {
  CU_RESOURCE_TYPE_ARRAY = 0,
  CU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
  CU_RESOURCE_TYPE_LINEAR = 2,
  CU_RESOURCE_TYPE_PITCH2D = 3,
};

struct CUDA_RESOURCE_DESC {
  CUresourcetype type;
  union {
    CUarray array;
    CUmipmappedArray mipmap;
    struct {
      CUdeviceptr address;
      CUarray_format format;
      unsigned channels;
      std::size_t bytes;
    } linear;
    struct {
      CUdeviceptr address;
      CUarray_format format;
      unsigned channels;
      std::size_t width;
      std::size_t height;
      std::size_t pitch;
    } pitch2d;
    int reserved[32];
  } res;
  unsigned flags;
};

enum CUaddress_mode : int {
  CU_TR_ADDRESS_MODE_WRAP = 0,
  CU_TR_ADDRESS_MODE_CLAMP = 1,
  CU_TR_ADDRESS_MODE_MIRROR = 2,
  CU_TR_ADDRESS_MODE_BORDER = 3,
};

enum CUfilter_mode : int {
  CU_TR_FILTER_MODE_POINT = 0,
  CU_TR_FILTER_MODE_LINEAR = 1,
};

// The CU_TRSF_... flags, which are macros in cuda.h.
inline constexpr unsigned kTextureReadAsInteger = 1;
inline constexpr unsigned kTextureNormalizedCoordinates = 2;
inline constexpr unsigned kTextureSrgb = 0x10;
inline constexpr unsigned kTextureNoTrilinearOptimization = 0x20;
inline constexpr unsigned kTextureSeamlessCubemap = 0x40;

struct CUDA_TEXTURE_DESC {
  CUaddress_mode address[3];
  CUfilter_mode filter;
  unsigned flags;
  unsigned max_anisotropy;
  CUfilter_mode mip_filter;
  float bias;
  float min_level;
  float max_level;
  float border[4];
  int reserved[12];
};

enum CUmem_advise : int {
  CU_MEM_ADVISE_SET_READ_MOSTLY = 1,
  CU_MEM_ADVISE_UNSET_READ_MOSTLY = 2,
  CU_MEM_ADVISE_SET_PREFERRED_LOCATION = 3,
  CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 4,
  CU_MEM_ADVISE_SET_ACCESSED_BY = 5,
  CU_MEM_ADVISE_UNSET_ACCESSED_BY = 6,
};

enum CUmem_range_attribute : int {
  CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
  CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
  CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 4,
};

enum CUmemLocationType : int {
  CU_MEM_LOCATION_TYPE_DEVICE = 1,
  CU_MEM_LOCATION_TYPE_HOST = 2,
};

struct CUmemLocation {
  CUmemLocationType type;
  int id;
};

// Rectangles of bytes in memory of the host or the device. Of each end only the members of its type are read.
struct CUDA_MEMCPY2D {
  std::size_t src_x;
  std::size_t src_y;
  CUmemorytype src_type;
  const void* src_host;
  CUdeviceptr src_device;
  CUarray src_array;
  std::size_t src_pitch;
  std::size_t dst_x;
  std::size_t dst_y;
  CUmemorytype dst_type;
  void* dst_host;
  CUdeviceptr dst_device;
  CUarray dst_array;
  std::size_t dst_pitch;
  std::size_t width;
  std::size_t height;
};

// The slices of an end follow each other at a distance of pitch times height.
struct CUDA_MEMCPY3D {
  std::size_t src_x;
  std::size_t src_y;
  std::size_t src_z;
  std::size_t src_lod;
  CUmemorytype src_type;
  const void* src_host;
  CUdeviceptr src_device;
  CUarray src_array;
  void* reserved0;
  std::size_t src_pitch;
  std::size_t src_height;
  std::size_t dst_x;
  std::size_t dst_y;
  std::size_t dst_z;
  std::size_t dst_lod;
  CUmemorytype dst_type;
  void* dst_host;
  CUdeviceptr dst_device;
  CUarray dst_array;
  void* reserved1;
  std::size_t dst_pitch;
  std::size_t dst_height;
  std::size_t width;
  std::size_t height;
  std::size_t depth;
};

struct CUDA_MEMCPY3D_PEER {
  std::size_t src_x;
  std::size_t src_y;
  std::size_t src_z;
  std::size_t src_lod;
  CUmemorytype src_type;
  const void* src_host;
  CUdeviceptr src_device;
  CUarray src_array;
  CUcontext src_context;
  std::size_t src_pitch;
  std::size_t src_height;
  std::size_t dst_x;
  std::size_t dst_y;
  std::size_t dst_z;
  std::size_t dst_lod;
  CUmemorytype dst_type;
  void* dst_host;
  CUdeviceptr dst_device;
  CUarray dst_array;
  CUcontext dst_context;
  std::size_t dst_pitch;
  std::size_t dst_height;
  std::size_t width;
  std::size_t height;
  std::size_t depth;
};

// The fill of gridcallMemset3D: a pattern of 1 to 128 bytes; `width` is a multiple of its size.
struct GridcallFill {
  CUdeviceptr address;
  std::size_t row_pitch;
  std::size_t slice_pitch;
  std::size_t width;
  std::size_t height;
  std::size_t depth;
  const void* pattern;
  std::size_t pattern_bytes;
};

enum CUjit_option : int {
  CU_JIT_MAX_REGISTERS = 0,
  CU_JIT_THREADS_PER_BLOCK = 1,
  CU_JIT_WALL_TIME = 2,
  CU_JIT_INFO_LOG_BUFFER = 3,
  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
  CU_JIT_ERROR_LOG_BUFFER = 5,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  CU_JIT_OPTIMIZATION_LEVEL = 7,
  CU_JIT_TARGET = 9,
  CU_JIT_FALLBACK_STRATEGY = 10,
  CU_JIT_GENERATE_DEBUG_INFO = 11,
  CU_JIT_LOG_VERBOSE = 12,
  CU_JIT_GENERATE_LINE_INFO = 13,
};

enum CUjitInputType : int {
  CU_JIT_INPUT_CUBIN = 0,
  CU_JIT_INPUT_PTX = 1,
  CU_JIT_INPUT_FATBINARY = 2,
  CU_JIT_INPUT_OBJECT = 3,
  CU_JIT_INPUT_LIBRARY = 4,
};

enum CUjit_fallback : int {
  CU_PREFER_PTX = 0,
  CU_PREFER_BINARY = 1,
};

enum CUlimit : int {
  CU_LIMIT_STACK_SIZE = 0,
  CU_LIMIT_PRINTF_FIFO_SIZE = 1,
  CU_LIMIT_MALLOC_HEAP_SIZE = 2,
  CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH = 3,
  CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT = 4,
  CU_LIMIT_MAX_L2_FETCH_GRANULARITY = 5,
  CU_LIMIT_PERSISTING_L2_CACHE_SIZE = 6,
};

enum CUfunc_cache : int {
  CU_FUNC_CACHE_PREFER_NONE = 0,
  CU_FUNC_CACHE_PREFER_SHARED = 1,
  CU_FUNC_CACHE_PREFER_L1 = 2,
  CU_FUNC_CACHE_PREFER_EQUAL = 3,
};

enum CUsharedconfig : int {
  CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE = 0,
  CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE = 1,
  CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE = 2,
};

enum CUlaunchAttributeID : int {
  CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
  CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
  // An attribute of libgridcall_cpu.so alone: the kernel's time limit in nanoseconds.
  GRIDCALL_LAUNCH_ATTRIBUTE_TIME_LIMIT = 100001,
  // The memory of each argument, for checked code.
  GRIDCALL_LAUNCH_ATTRIBUTE_PARTS = 100002,
};

// An attribute of libgridcall_cpu.so alone for cuFuncGetAttribute: 1 for checked code.
inline constexpr int kFunctionIsChecked = 100100;

// Flags of gridcallHostWork: the function takes less time than to hand it to a worker; its memory does not go
// meanwhile; it may put megabytes on the stack.
inline constexpr unsigned kHostWorkShort = 1;
inline constexpr unsigned kHostWorkKept = 2;
inline constexpr unsigned kHostWorkDeep = 4;
struct ArgumentPart {
  std::uint64_t begin;
  std::uint64_t bytes;  // 0 if it is no memory, or unknown
};

union CUlaunchAttributeValue {
  char pad[64];
  int cooperative;
  struct {
    unsigned x, y, z;
  } clusterDim;
  std::uint64_t time_limit_ns;
  const ArgumentPart* parts;  // one for each parameter
};

struct CUlaunchAttribute {
  CUlaunchAttributeID id;
  char pad[8 - sizeof(CUlaunchAttributeID)];
  CUlaunchAttributeValue value;
};

struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute* attrs;
  unsigned numAttrs;
};

// Returns the dynamic shared memory of a block of that many threads.
using CUoccupancyB2DSize = std::size_t (*)(int block_size);

enum CUstreamCaptureStatus : int {
  CU_STREAM_CAPTURE_STATUS_NONE = 0,
  CU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
  CU_STREAM_CAPTURE_STATUS_INVALIDATED = 2,
};

enum CUstreamCaptureMode : int {
  CU_STREAM_CAPTURE_MODE_GLOBAL = 0,
  CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
  CU_STREAM_CAPTURE_MODE_RELAXED = 2,
};

enum CUstreamWaitValue_flags : int {
  CU_STREAM_WAIT_VALUE_GEQ = 0,  // cyclic: the difference, taken as signed, is not negative
  CU_STREAM_WAIT_VALUE_EQ = 1,
  CU_STREAM_WAIT_VALUE_AND = 2,
  CU_STREAM_WAIT_VALUE_NOR = 3,
  CU_STREAM_WAIT_VALUE_FLUSH = 1 << 30,
  // A flag for the CPU device alone: the writer of the word calls gridcallValuesWritten afterwards.
  GRIDCALL_STREAM_WAIT_VALUE_ANNOUNCED = 1 << 29,
};

enum CUstreamWriteValue_flags : int {
  CU_STREAM_WRITE_VALUE_DEFAULT = 0,
  CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 1,
};

enum CUgraphNodeType : int {
  CU_GRAPH_NODE_TYPE_KERNEL = 0,
  CU_GRAPH_NODE_TYPE_MEMCPY = 1,
  CU_GRAPH_NODE_TYPE_MEMSET = 2,
  CU_GRAPH_NODE_TYPE_HOST = 3,
  CU_GRAPH_NODE_TYPE_EMPTY = 5,
  CU_GRAPH_NODE_TYPE_BATCH_MEM_OP = 12,
};

// The struct of CUDA 12 and later, which name it CUDA_KERNEL_NODE_PARAMS_v2.
struct CUDA_KERNEL_NODE_PARAMS {
  CUfunction func;
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  void** kernelParams;
  void** extra;
  void* kern;
  CUcontext ctx;
};

enum : unsigned {
  CU_CTX_SCHED_AUTO = 0,
  CU_CTX_SCHED_SPIN = 1,
  CU_CTX_SCHED_YIELD = 2,
  CU_CTX_SCHED_BLOCKING_SYNC = 4,
  CU_CTX_SCHED_MASK = 7,
  CU_CTX_MAP_HOST = 8,
  CU_CTX_LMEM_RESIZE_TO_MAX = 16,
};

enum : unsigned {
  CU_STREAM_DEFAULT = 0,
  CU_STREAM_NON_BLOCKING = 1,

  CU_EVENT_DEFAULT = 0,
  CU_EVENT_BLOCKING_SYNC = 1,
  CU_EVENT_DISABLE_TIMING = 2,
  CU_EVENT_INTERPROCESS = 4,

  CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 1,

  CU_MEMHOSTALLOC_PORTABLE = 1,
  CU_MEMHOSTALLOC_DEVICEMAP = 2,
  CU_MEMHOSTALLOC_WRITECOMBINED = 4,

  CU_MEMHOSTREGISTER_PORTABLE = 1,
  CU_MEMHOSTREGISTER_DEVICEMAP = 2,
  CU_MEMHOSTREGISTER_IOMEMORY = 4,
  CU_MEMHOSTREGISTER_READ_ONLY = 8,

  CU_MEM_ATTACH_GLOBAL = 1,
  CU_MEM_ATTACH_HOST = 2,
  CU_MEM_ATTACH_SINGLE = 4,
};

// Locations that are no device.
inline constexpr CUdevice CU_DEVICE_CPU = -1;
inline constexpr CUdevice CU_DEVICE_INVALID = -2;

// The result of cuGetProcAddress for a symbol.
enum CUdriverProcAddressQueryResult : int {
  CU_GET_PROC_ADDRESS_SUCCESS = 0,
  CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
  CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2,
};

using cuGetProcAddress_fn = CUresult (*)(const char* symbol, void** function, int cuda_version,
                                         std::uint64_t flags, CUdriverProcAddressQueryResult* status);

}  // namespace gridcall::driver
// NOLINTEND(readability-identifier-naming)
