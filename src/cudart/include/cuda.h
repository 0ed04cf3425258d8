// SPDX-License-Identifier: Apache-2.0
//
// The CUDA driver API's types, and declarations of its functions, written from NVIDIA's public documentation
// (CUDA Driver API). gridcall-nvcc has none of the functions: a call is an error of the compiler, with the
// reason. They are declared because CCCL 3 names their types, and gets their addresses when it runs.

#pragma once
#ifdef __clang__
#pragma clang system_header
#endif
#define __cuda_cuda_h__  // which sources ask for, as helper_cuda.h of cuda-samples does

#include <stdint.h>

#include "driver_types.h"

#ifndef CUDA_VERSION
#define CUDA_VERSION 12040
#endif
#define CUDAAPI
#define CUDA_CB

typedef uint64_t cuuint64_t;
typedef uint32_t cuuint32_t;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUlib_st* CUlibrary;
typedef struct CUkern_st* CUkernel;
typedef struct CUfunc_st* CUfunction;
typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef struct CUgraph_st* CUgraph;
typedef struct CUgraphNode_st* CUgraphNode;
typedef struct CUmemPoolHandle_st* CUmemoryPool;
typedef struct CUgreenCtx_st* CUgreenCtx;

typedef enum CUresult {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;
typedef enum CUdriverProcAddressQueryResult {
  CU_GET_PROC_ADDRESS_SUCCESS = 0,
  CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
  CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2
} CUdriverProcAddressQueryResult;
enum { CU_GET_PROC_ADDRESS_DEFAULT = 0, CU_EVENT_WAIT_DEFAULT = 0 };

typedef enum CUdevice_attribute {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97
} CUdevice_attribute;
typedef enum CUfunction_attribute {
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
} CUfunction_attribute;
typedef enum CUpointer_attribute {
  CU_POINTER_ATTRIBUTE_CONTEXT = 1,
  CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
  CU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
  CU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
  CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
  CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
  CU_POINTER_ATTRIBUTE_MAPPED = 13,
  CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17
} CUpointer_attribute;
typedef enum CUmemorytype {
  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE,
  CU_MEMORYTYPE_ARRAY,
  CU_MEMORYTYPE_UNIFIED
} CUmemorytype;
typedef enum CUmemPool_attribute {
  CU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4,
  CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT,
  CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH,
  CU_MEMPOOL_ATTR_USED_MEM_CURRENT,
  CU_MEMPOOL_ATTR_USED_MEM_HIGH
} CUmemPool_attribute;
typedef enum CUmemLocationType {
  CU_MEM_LOCATION_TYPE_INVALID,
  CU_MEM_LOCATION_TYPE_NONE = 0,
  CU_MEM_LOCATION_TYPE_DEVICE,
  CU_MEM_LOCATION_TYPE_HOST,
  CU_MEM_LOCATION_TYPE_HOST_NUMA
} CUmemLocationType;
typedef enum CUmemAllocationType {
  CU_MEM_ALLOCATION_TYPE_INVALID,
  CU_MEM_ALLOCATION_TYPE_PINNED,
  CU_MEM_ALLOCATION_TYPE_MANAGED
} CUmemAllocationType;
typedef enum CUmemAllocationHandleType { CU_MEM_HANDLE_TYPE_NONE } CUmemAllocationHandleType;
typedef enum CUmemAccess_flags {
  CU_MEM_ACCESS_FLAGS_PROT_NONE = 0,
  CU_MEM_ACCESS_FLAGS_PROT_READ = 1,
  CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3
} CUmemAccess_flags;
typedef struct CUmemLocation {
  CUmemLocationType type;
  int id;
} CUmemLocation;
typedef struct CUmemAccessDesc {
  CUmemLocation location;
  CUmemAccess_flags flags;
} CUmemAccessDesc;
typedef struct CUmemPoolProps {
  CUmemAllocationType allocType;
  CUmemAllocationHandleType handleTypes;
  CUmemLocation location;
  void* win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
} CUmemPoolProps;

typedef enum CUjit_option { CU_JIT_MAX_REGISTERS } CUjit_option;
typedef enum CUlibraryOption { CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE } CUlibraryOption;
typedef enum CUlaunchAttributeID {
  CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
  CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
  CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,
  CU_LAUNCH_ATTRIBUTE_PRIORITY = 8
} CUlaunchAttributeID;
typedef union CUlaunchAttributeValue {
  char pad[64];
  int cooperative;
  struct {
    unsigned int x, y, z;
  } clusterDim;
  int programmaticStreamSerializationAllowed;
  int priority;
} CUlaunchAttributeValue;
typedef struct CUlaunchAttribute {
  CUlaunchAttributeID id;
  char pad[4];
  CUlaunchAttributeValue value;
} CUlaunchAttribute;
typedef CUlaunchAttributeID CUkernelNodeAttrID;
typedef CUlaunchAttributeValue CUkernelNodeAttrValue;
typedef struct CUlaunchConfig {
  unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute* attrs;
  unsigned int numAttrs;
} CUlaunchConfig;
typedef struct CUDA_KERNEL_NODE_PARAMS {
  CUfunction func;
  unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  void **kernelParams, **extra;
  CUkernel kern;
  CUcontext ctx;
} CUDA_KERNEL_NODE_PARAMS;
typedef void (*CUhostFn)(void* user_data);
typedef void (*CUstreamCallback)(CUstream stream, CUresult status, void* user_data);

typedef struct CUtensorMap {
  cuuint64_t opaque[16];
} CUtensorMap
#ifdef __GNUC__
    __attribute__((aligned(64)))
#endif
    ;
typedef enum CUtensorMapDataType {
  CU_TENSOR_MAP_DATA_TYPE_UINT8,
  CU_TENSOR_MAP_DATA_TYPE_UINT16,
  CU_TENSOR_MAP_DATA_TYPE_UINT32,
  CU_TENSOR_MAP_DATA_TYPE_INT32,
  CU_TENSOR_MAP_DATA_TYPE_UINT64,
  CU_TENSOR_MAP_DATA_TYPE_INT64,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
  CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
  CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
  CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ
} CUtensorMapDataType;
typedef enum CUtensorMapInterleave {
  CU_TENSOR_MAP_INTERLEAVE_NONE,
  CU_TENSOR_MAP_INTERLEAVE_16B,
  CU_TENSOR_MAP_INTERLEAVE_32B
} CUtensorMapInterleave;
typedef enum CUtensorMapSwizzle {
  CU_TENSOR_MAP_SWIZZLE_NONE,
  CU_TENSOR_MAP_SWIZZLE_32B,
  CU_TENSOR_MAP_SWIZZLE_64B,
  CU_TENSOR_MAP_SWIZZLE_128B
} CUtensorMapSwizzle;
typedef enum CUtensorMapL2promotion {
  CU_TENSOR_MAP_L2_PROMOTION_NONE,
  CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_256B
} CUtensorMapL2promotion;
typedef enum CUtensorMapFloatOOBfill {
  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
  CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
} CUtensorMapFloatOOBfill;

#ifdef __cplusplus
extern "C" {
#endif

// The error is of calls alone: a type or an address may be taken.
#define __GC_DRIVER(name, ...) \
  CUresult name(__VA_ARGS__)   \
      __attribute__((error("gridcall-nvcc has no CUDA driver API: use the runtime API (cuda...)")));

__GC_DRIVER(cuInit, unsigned int flags)
__GC_DRIVER(cuDriverGetVersion, int* version)
__GC_DRIVER(cuGetProcAddress, const char* name, void** address, int version, cuuint64_t flags,
            CUdriverProcAddressQueryResult* found)
__GC_DRIVER(cuGetErrorName, CUresult error, const char** name)
__GC_DRIVER(cuGetErrorString, CUresult error, const char** text)
__GC_DRIVER(cuDeviceGet, CUdevice* device, int ordinal)
__GC_DRIVER(cuDeviceGetCount, int* count)
__GC_DRIVER(cuDeviceGetName, char* name, int size, CUdevice device)
__GC_DRIVER(cuDeviceGetAttribute, int* value, CUdevice_attribute attribute, CUdevice device)
__GC_DRIVER(cuDeviceTotalMem, size_t* size, CUdevice device)
__GC_DRIVER(cuDeviceCanAccessPeer, int* can, CUdevice device, CUdevice peer)
__GC_DRIVER(cuDeviceGetDefaultMemPool, CUmemoryPool* pool, CUdevice device)
__GC_DRIVER(cuDevicePrimaryCtxRetain, CUcontext* context, CUdevice device)
__GC_DRIVER(cuDevicePrimaryCtxRelease, CUdevice device)
__GC_DRIVER(cuDevicePrimaryCtxGetState, CUdevice device, unsigned int* flags, int* active)
__GC_DRIVER(cuCtxCreate, CUcontext* context, unsigned int flags, CUdevice device)
__GC_DRIVER(cuCtxDestroy, CUcontext context)
__GC_DRIVER(cuCtxPushCurrent, CUcontext context)
__GC_DRIVER(cuCtxPopCurrent, CUcontext* context)
__GC_DRIVER(cuCtxSetCurrent, CUcontext context)
__GC_DRIVER(cuCtxGetCurrent, CUcontext* context)
__GC_DRIVER(cuCtxGetDevice, CUdevice* device)
__GC_DRIVER(cuCtxSynchronize, void)
__GC_DRIVER(cuModuleLoad, CUmodule* module, const char* file)
__GC_DRIVER(cuModuleLoadData, CUmodule* module, const void* image)
__GC_DRIVER(cuModuleUnload, CUmodule module)
__GC_DRIVER(cuModuleGetFunction, CUfunction* function, CUmodule module, const char* name)
__GC_DRIVER(cuModuleGetGlobal, CUdeviceptr* address, size_t* size, CUmodule module, const char* name)
__GC_DRIVER(cuLibraryLoadData, CUlibrary* library, const void* code, CUjit_option* options, void** values,
            unsigned int count, CUlibraryOption* library_options, void** library_values,
            unsigned int library_count)
__GC_DRIVER(cuLibraryUnload, CUlibrary library)
__GC_DRIVER(cuLibraryGetKernel, CUkernel* kernel, CUlibrary library, const char* name)
__GC_DRIVER(cuLibraryGetGlobal, CUdeviceptr* address, size_t* size, CUlibrary library, const char* name)
__GC_DRIVER(cuLibraryGetManaged, CUdeviceptr* address, size_t* size, CUlibrary library, const char* name)
__GC_DRIVER(cuKernelGetFunction, CUfunction* function, CUkernel kernel)
__GC_DRIVER(cuKernelGetName, const char** name, CUkernel kernel)
__GC_DRIVER(cuKernelGetAttribute, int* value, CUfunction_attribute attribute, CUkernel kernel,
            CUdevice device)
__GC_DRIVER(cuFuncGetAttribute, int* value, CUfunction_attribute attribute, CUfunction function)
__GC_DRIVER(cuFuncSetAttribute, CUfunction function, CUfunction_attribute attribute, int value)
__GC_DRIVER(cuLaunchKernel, CUfunction function, unsigned int grid_x, unsigned int grid_y,
            unsigned int grid_z, unsigned int block_x, unsigned int block_y, unsigned int block_z,
            unsigned int shared_size, CUstream stream, void** arguments, void** extra)
__GC_DRIVER(cuLaunchKernelEx, const CUlaunchConfig* shape, CUfunction function, void** arguments,
            void** extra)
__GC_DRIVER(cuLaunchHostFunc, CUstream stream, CUhostFn function, void* user_data)
__GC_DRIVER(cuMemAlloc, CUdeviceptr* address, size_t size)
__GC_DRIVER(cuMemAllocManaged, CUdeviceptr* address, size_t size, unsigned int flags)
__GC_DRIVER(cuMemAllocHost, void** address, size_t size)
__GC_DRIVER(cuMemAllocFromPoolAsync, CUdeviceptr* address, size_t size, CUmemoryPool pool, CUstream stream)
__GC_DRIVER(cuMemFree, CUdeviceptr address)
__GC_DRIVER(cuMemFreeHost, void* address)
__GC_DRIVER(cuMemFreeAsync, CUdeviceptr address, CUstream stream)
__GC_DRIVER(cuMemGetInfo, size_t* free_size, size_t* size)
__GC_DRIVER(cuMemcpyHtoD, CUdeviceptr dst, const void* src, size_t size)
__GC_DRIVER(cuMemcpyDtoH, void* dst, CUdeviceptr src, size_t size)
__GC_DRIVER(cuMemcpyDtoD, CUdeviceptr dst, CUdeviceptr src, size_t size)
__GC_DRIVER(cuMemcpyAsync, CUdeviceptr dst, CUdeviceptr src, size_t size, CUstream stream)
__GC_DRIVER(cuMemsetD8, CUdeviceptr address, unsigned char value, size_t count)
__GC_DRIVER(cuMemsetD32, CUdeviceptr address, unsigned int value, size_t count)
__GC_DRIVER(cuMemsetD8Async, CUdeviceptr address, unsigned char value, size_t count, CUstream stream)
__GC_DRIVER(cuMemsetD16Async, CUdeviceptr address, unsigned short value, size_t count, CUstream stream)
__GC_DRIVER(cuMemsetD32Async, CUdeviceptr address, unsigned int value, size_t count, CUstream stream)
__GC_DRIVER(cuMemPoolCreate, CUmemoryPool* pool, const CUmemPoolProps* properties)
__GC_DRIVER(cuMemPoolDestroy, CUmemoryPool pool)
__GC_DRIVER(cuMemPoolSetAttribute, CUmemoryPool pool, CUmemPool_attribute attribute, void* value)
__GC_DRIVER(cuMemPoolGetAttribute, CUmemoryPool pool, CUmemPool_attribute attribute, void* value)
__GC_DRIVER(cuMemPoolTrimTo, CUmemoryPool pool, size_t size)
__GC_DRIVER(cuMemPoolSetAccess, CUmemoryPool pool, const CUmemAccessDesc* places, size_t count)
__GC_DRIVER(cuMemPoolGetAccess, CUmemAccess_flags* flags, CUmemoryPool pool, CUmemLocation* place)
__GC_DRIVER(cuPointerGetAttribute, void* value, CUpointer_attribute attribute, CUdeviceptr address)
__GC_DRIVER(cuPointerGetAttributes, unsigned int count, CUpointer_attribute* attributes, void** values,
            CUdeviceptr address)
__GC_DRIVER(cuStreamCreate, CUstream* stream, unsigned int flags)
__GC_DRIVER(cuStreamCreateWithPriority, CUstream* stream, unsigned int flags, int priority)
__GC_DRIVER(cuStreamDestroy, CUstream stream)
__GC_DRIVER(cuStreamAddCallback, CUstream stream, CUstreamCallback function, void* user_data,
            unsigned int flags)
__GC_DRIVER(cuStreamSynchronize, CUstream stream)
__GC_DRIVER(cuStreamQuery, CUstream stream)
__GC_DRIVER(cuStreamWaitEvent, CUstream stream, CUevent event, unsigned int flags)
__GC_DRIVER(cuStreamGetCtx, CUstream stream, CUcontext* context)
__GC_DRIVER(cuStreamGetPriority, CUstream stream, int* priority)
__GC_DRIVER(cuStreamGetId, CUstream stream, unsigned long long* id)
__GC_DRIVER(cuEventCreate, CUevent* event, unsigned int flags)
__GC_DRIVER(cuEventDestroy, CUevent event)
__GC_DRIVER(cuEventRecord, CUevent event, CUstream stream)
__GC_DRIVER(cuEventQuery, CUevent event)
__GC_DRIVER(cuEventSynchronize, CUevent event)
__GC_DRIVER(cuEventElapsedTime, float* milliseconds, CUevent first, CUevent second)
__GC_DRIVER(cuGraphAddKernelNode, CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
            size_t count, const CUDA_KERNEL_NODE_PARAMS* parameters)
__GC_DRIVER(cuGraphKernelNodeSetAttribute, CUgraphNode node, CUkernelNodeAttrID attribute,
            const CUkernelNodeAttrValue* value)
__GC_DRIVER(cuTensorMapEncodeTiled, CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank,
            void* address, const cuuint64_t* extents, const cuuint64_t* strides, const cuuint32_t* box,
            const cuuint32_t* element_strides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
            CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
#undef __GC_DRIVER

#ifdef __cplusplus
}
#endif
