// SPDX-License-Identifier: Apache-2.0
//
// The CUDA runtime API for C++: what cuda_runtime_api.h has, and its templates.

#pragma once
#ifdef __clang__
#pragma clang system_header
#endif
#define __CUDA_RUNTIME_H__  // which sources ask for, as helper_cuda.h of cuda-samples does

#include "./cuda_runtime_api.h"

#ifdef __cplusplus
#include <math.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <utility>

#define __GC_HOST static inline
template <typename T>
__GC_HOST cudaError_t cudaMalloc(T** address, size_t size) {
  return ::cudaMalloc(reinterpret_cast<void**>(address), size);
}
template <typename T>
__GC_HOST cudaError_t cudaMallocHost(T** address, size_t size, unsigned int flags = 0) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(address), size, flags);
}
template <typename T>
__GC_HOST cudaError_t cudaHostAlloc(T** address, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(address), size, flags);
}
template <typename T>
__GC_HOST cudaError_t cudaMallocManaged(T** address, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(reinterpret_cast<void**>(address), size, flags);
}
template <typename T>
__GC_HOST cudaError_t cudaMallocPitch(T** address, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch(reinterpret_cast<void**>(address), pitch, width, height);
}
template <typename T>
__GC_HOST cudaError_t cudaMallocAsync(T** address, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync(reinterpret_cast<void**>(address), size, stream);
}
template <typename T>
__GC_HOST cudaError_t cudaHostGetDevicePointer(T** device_address, void* host_address, unsigned int flags) {
  return ::cudaHostGetDevicePointer(reinterpret_cast<void**>(device_address), host_address, flags);
}
template <typename T>
__GC_HOST cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* address, size_t length = 0,
                                               unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, static_cast<void*>(address), length, flags);
}

// As CUDA 13 has them: a place is a location, edges have data.
__GC_HOST cudaError_t cudaMemPrefetchAsync(const void* address, size_t size, cudaMemLocation location,
                                           unsigned int flags, cudaStream_t stream = 0) {
  return ::cudaMemPrefetchAsync_v2(address, size, location, flags, stream);
}
__GC_HOST cudaError_t cudaMemAdvise(const void* address, size_t size, cudaMemoryAdvise advice,
                                    cudaMemLocation location) {
  return ::cudaMemAdvise_v2(address, size, advice, location);
}
__GC_HOST cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                               unsigned long long* id, cudaGraph_t* graph,
                                               const cudaGraphNode_t** dependencies,
                                               const cudaGraphEdgeData** edges, size_t* count) {
  return ::cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, edges, count);
}
__GC_HOST cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, const cudaGraphEdgeData*,
                                       size_t count, cudaGraphNodeParams* parameters) {
  return ::cudaGraphAddNode(node, graph, dependencies, count, parameters);  // what an edge relaxes stays
}
__GC_HOST cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                          const cudaGraphEdgeData* edges, size_t count,
                                                          unsigned int flags) {
  return ::cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, edges, count, flags);
}
template <typename T>
__GC_HOST cudaError_t cudaGetKernel(cudaKernel_t* kernel, T* function) {
  return ::cudaGetKernel(kernel, reinterpret_cast<const void*>(function));
}
template <typename T>
__GC_HOST cudaError_t cudaGetFuncBySymbol(cudaFunction_t* handle, T* function) {
  return ::cudaGetFuncBySymbol(handle, reinterpret_cast<const void*>(function));
}
template <typename T>
__GC_HOST cudaError_t cudaFuncGetName(const char** name, T* function) {
  return ::cudaFuncGetName(name, reinterpret_cast<const void*>(function));
}

template <typename T>
__GC_HOST cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                     const cudaGraphNode_t* dependencies, size_t count,
                                                     const T& symbol, const void* src, size_t size,
                                                     size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, dependencies, count, static_cast<const void*>(&symbol),
                                          src, size, offset, kind);
}
template <typename T>
__GC_HOST cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                       const cudaGraphNode_t* dependencies, size_t count,
                                                       void* dst, const T& symbol, size_t size, size_t offset,
                                                       cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, dependencies, count, dst,
                                            static_cast<const void*>(&symbol), size, offset, kind);
}
template <typename T>
__GC_HOST cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* src, size_t size, size_t offset = 0,
                                         cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(static_cast<const void*>(&symbol), src, size, offset, kind);
}
template <typename T>
__GC_HOST cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* src, size_t size,
                                              size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                              cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync(static_cast<const void*>(&symbol), src, size, offset, kind, stream);
}
template <typename T>
__GC_HOST cudaError_t cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t size, size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, static_cast<const void*>(&symbol), size, offset, kind);
}
template <typename T>
__GC_HOST cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t size, size_t offset = 0,
                                                cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(dst, static_cast<const void*>(&symbol), size, offset, kind, stream);
}
template <typename T>
__GC_HOST cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  return ::cudaGetSymbolAddress(address, static_cast<const void*>(&symbol));
}
template <typename T>
__GC_HOST cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
  return ::cudaGetSymbolSize(size, static_cast<const void*>(&symbol));
}

template <typename T>
__GC_HOST cudaError_t cudaLaunchKernel(T* function, dim3 grid, dim3 block, void** arguments,
                                       size_t shared_size = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchKernel(reinterpret_cast<const void*>(function), grid, block, arguments, shared_size,
                            stream);
}
template <typename T>
__GC_HOST cudaError_t cudaLaunchCooperativeKernel(T* function, dim3 grid, dim3 block, void** arguments,
                                                  size_t shared_size = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(function), grid, block, arguments,
                                       shared_size, stream);
}
template <typename... Parameters, typename... Arguments>
__GC_HOST cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*function)(Parameters...),
                                         Arguments&&... arguments) {
  return [&](Parameters... values) {
    void* addresses[] = {const_cast<void*>(static_cast<const volatile void*>(
                             &reinterpret_cast<const volatile char&>(values)))...,
                         nullptr};
    return ::cudaLaunchKernelExC(config, reinterpret_cast<const void*>(function), addresses);
  }(static_cast<Arguments&&>(arguments)...);
}
template <typename T>
__GC_HOST cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* function) {
  return ::cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(function));
}
template <typename T>
__GC_HOST cudaError_t cudaFuncSetAttribute(T* function, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute(reinterpret_cast<const void*>(function), attribute, value);
}
template <typename T>
__GC_HOST cudaError_t cudaFuncSetCacheConfig(T* function, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig(reinterpret_cast<const void*>(function), config);
}
template <typename T>
__GC_HOST cudaError_t cudaFuncSetSharedMemConfig(T* function, cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(function), config);
}
template <typename T>
__GC_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T function, int block_size,
                                                                    size_t shared_size) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(function),
                                                         block_size, shared_size);
}
template <typename T>
__GC_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T function,
                                                                             int block_size,
                                                                             size_t shared_size,
                                                                             unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, reinterpret_cast<const void*>(function), block_size, shared_size, flags);
}
// The block with which the most threads are resident, tried in steps of a warp, the largest first.
template <typename Size, typename T>
__GC_HOST cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, T function,
                                                                     Size size_of_block, int limit = 0) {
  cudaFuncAttributes attributes;
  int device = 0, processors = 0;
  cudaError_t error = ::cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(function));
  if (error == cudaSuccess) error = ::cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = ::cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  int most = 0;
  const int largest =
      limit > 0 && limit < attributes.maxThreadsPerBlock ? limit : attributes.maxThreadsPerBlock;
  for (int threads = largest; error == cudaSuccess && threads > 0; threads = (threads - 1) / 32 * 32) {
    int blocks = 0;
    error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reinterpret_cast<const void*>(function),
                                                            threads, size_of_block(threads));
    if (blocks * threads <= most) continue;
    most = blocks * threads;
    *block = threads;
    *grid = blocks * processors;
  }
  return error;
}
template <typename T>
__GC_HOST cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, T function,
                                                         size_t shared_size = 0, int limit = 0) {
  return ::cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid, block, function, [shared_size](int) { return shared_size; }, limit);
}

__GC_HOST cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}
__GC_HOST cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, cudaGraphNode_t*,
                                           char*, size_t) {
  return ::cudaGraphInstantiate(executable, graph, 0ULL);
}

// ---- Channel formats ----

template <typename T>
struct __gc_channels;
#define __GC_CHANNELS(type, count, kind)                                              \
  template <>                                                                         \
  struct __gc_channels<type> {                                                        \
    static cudaChannelFormatDesc get(int bits) {                                      \
      return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, \
              cudaChannelFormatKind##kind};                                           \
    }                                                                                 \
    static const int number = count;                                                  \
  };
#define __GC_CHANNEL_TYPES(scalar, name, kind) \
  __GC_CHANNELS(scalar, 1, kind)               \
  __GC_CHANNELS(name##1, 1, kind)              \
  __GC_CHANNELS(name##2, 2, kind) __GC_CHANNELS(name##3, 3, kind) __GC_CHANNELS(name##4, 4, kind)
__GC_CHANNEL_TYPES(signed char, char, Signed)
__GC_CHANNELS(char, 1, Signed)
__GC_CHANNEL_TYPES(unsigned char, uchar, Unsigned)
__GC_CHANNEL_TYPES(short, short, Signed)
__GC_CHANNEL_TYPES(unsigned short, ushort, Unsigned)
__GC_CHANNEL_TYPES(int, int, Signed)
__GC_CHANNEL_TYPES(unsigned int, uint, Unsigned)
__GC_CHANNEL_TYPES(float, float, Float)
#undef __GC_CHANNEL_TYPES
#undef __GC_CHANNELS
template <typename T>
__GC_HOST cudaChannelFormatDesc cudaCreateChannelDesc() {
  return __gc_channels<T>::get(static_cast<int>(8 * sizeof(T)) / __gc_channels<T>::number);
}
__GC_HOST cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}

#ifdef __CUDA__
// ---- Functions of the CUDA Math API that host code has and the C library lacks ----

#define __GC_MIN_MAX(T)                \
  __GC_HOST __host__ T min(T a, T b) { \
    return b < a ? b : a;              \
  }                                    \
  __GC_HOST __host__ T max(T a, T b) { \
    return a < b ? b : a;              \
  }
__GC_MIN_MAX(int)
__GC_MIN_MAX(unsigned int)
__GC_MIN_MAX(long)
__GC_MIN_MAX(unsigned long)
__GC_MIN_MAX(long long)
__GC_MIN_MAX(unsigned long long)
#undef __GC_MIN_MAX
#define __GC_MIN_MAX(A, B, T)                               \
  __GC_HOST __host__ T min(A a, B b) {                      \
    return std::fmin(static_cast<T>(a), static_cast<T>(b)); \
  }                                                         \
  __GC_HOST __host__ T max(A a, B b) {                      \
    return std::fmax(static_cast<T>(a), static_cast<T>(b)); \
  }
__GC_MIN_MAX(float, float, float)
__GC_MIN_MAX(double, double, double)
__GC_MIN_MAX(float, double, double)
__GC_MIN_MAX(double, float, double)
#undef __GC_MIN_MAX
#define __GC_MIN_MAX(A, B, T)                         \
  __GC_HOST __host__ T min(A a, B b) {                \
    return min(static_cast<T>(a), static_cast<T>(b)); \
  }                                                   \
  __GC_HOST __host__ T max(A a, B b) {                \
    return max(static_cast<T>(a), static_cast<T>(b)); \
  }
__GC_MIN_MAX(int, unsigned int, unsigned int)
__GC_MIN_MAX(unsigned int, int, unsigned int)
__GC_MIN_MAX(long, unsigned long, unsigned long)
__GC_MIN_MAX(unsigned long, long, unsigned long)
#undef __GC_MIN_MAX
__GC_HOST __host__ float rsqrtf(float x) {
  return 1.0f / std::sqrt(x);
}
__GC_HOST __host__ double rsqrt(double x) {
  return 1.0 / std::sqrt(x);
}
__GC_HOST __host__ float rsqrt(float x) {
  return rsqrtf(x);
}
__GC_HOST __host__ double sinpi(double x) {
  return std::sin(3.14159265358979323846 * std::remainder(x, 2.0));
}
__GC_HOST __host__ float sinpif(float x) {
  return static_cast<float>(sinpi(static_cast<double>(x)));
}
__GC_HOST __host__ double cospi(double x) {
  return std::cos(3.14159265358979323846 * std::remainder(x, 2.0));
}
__GC_HOST __host__ float cospif(float x) {
  return static_cast<float>(cospi(static_cast<double>(x)));
}
__GC_HOST __host__ float fdividef(float x, float y) {
  return x / y;
}
__GC_HOST __host__ float rcbrtf(float x) {
  return 1.0f / std::cbrt(x);
}
__GC_HOST __host__ double normcdf(double x) {
  return 0.5 * std::erfc(-x * 0.70710678118654752440);
}
__GC_HOST __host__ float normcdff(float x) {
  return static_cast<float>(normcdf(static_cast<double>(x)));
}
#endif
#undef __GC_HOST
#endif  // __cplusplus
