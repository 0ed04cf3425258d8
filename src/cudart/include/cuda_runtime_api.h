// SPDX-License-Identifier: Apache-2.0
//
// The functions of the CUDA runtime API that libgridcall_cudart.so has, written from NVIDIA's public
// documentation (CUDA Runtime API, "Modules"), for C and C++. What is not here is not there: a source that
// calls it does not compile. Long because it is one list.

#pragma once
#ifdef __clang__
#pragma clang system_header
#endif
#define __CUDA_RUNTIME_API_H__  // which sources ask for, as helper_cuda.h of cuda-samples does

#include "driver_types.h"

#ifndef CUDART_VERSION
#define CUDART_VERSION 12040
#endif
#ifdef __cplusplus
#define __GC_OR(value) = value
extern "C" {
#else
#define __GC_OR(value)
#endif

// Devices
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaSetValidDevices(int* devices, int count);
cudaError_t cudaChooseDevice(int* device, const struct cudaDeviceProp* wanted);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* width, const struct cudaChannelFormatDesc* format,
                                                 int device);
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* bus_id);
cudaError_t cudaDeviceGetPCIBusId(char* bus_id, int size, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache* config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig* config);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaDeviceGetP2PAttribute(int* value, enum cudaDeviceP2PAttr attribute, int source,
                                      int destination);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int* flags);
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);

// Errors
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);

// Streams
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void* user_data);
cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags __GC_OR(0));
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned int flags);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* address, size_t length __GC_OR(0),
                                     unsigned int flags __GC_OR(cudaMemAttachSingle));
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue* value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue* value);
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* edges,
                                          size_t count, enum cudaStreamCaptureMode mode);
#define cudaStreamGetCaptureInfo_v2 cudaStreamGetCaptureInfo
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                     unsigned long long* id __GC_OR(0), cudaGraph_t* graph __GC_OR(0),
                                     const cudaGraphNode_t** dependencies __GC_OR(0),
                                     size_t* count __GC_OR(0));
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                        unsigned long long* id __GC_OR(0), cudaGraph_t* graph __GC_OR(0),
                                        const cudaGraphNode_t** dependencies __GC_OR(0),
                                        const cudaGraphEdgeData** edges __GC_OR(0), size_t* count __GC_OR(0));
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                size_t count, unsigned int flags __GC_OR(0));
cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                   const cudaGraphEdgeData* edges, size_t count,
                                                   unsigned int flags __GC_OR(0));
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus* status);
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode* mode);

// Events
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream __GC_OR(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream __GC_OR(0),
                                     unsigned int flags __GC_OR(0));
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end);

// Memory and events of other processes
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* address);
cudaError_t cudaIpcOpenMemHandle(void** address, cudaIpcMemHandle_t handle, unsigned int flags);
cudaError_t cudaIpcCloseMemHandle(void* address);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle);

// Memory
cudaError_t cudaMalloc(void** address, size_t size);
cudaError_t cudaMallocHost(void** address, size_t size);
cudaError_t cudaHostAlloc(void** address, size_t size, unsigned int flags);
cudaError_t cudaMallocManaged(void** address, size_t size, unsigned int flags __GC_OR(cudaMemAttachGlobal));
cudaError_t cudaMallocPitch(void** address, size_t* pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr* pitched, struct cudaExtent extent);
cudaError_t cudaMallocArray(cudaArray_t* array, const struct cudaChannelFormatDesc* format, size_t width,
                            size_t height __GC_OR(0), unsigned int flags __GC_OR(0));
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const struct cudaChannelFormatDesc* format,
                              struct cudaExtent extent, unsigned int flags __GC_OR(0));
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array, const struct cudaChannelFormatDesc* format,
                                     struct cudaExtent extent, unsigned int levels,
                                     unsigned int flags __GC_OR(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level_array, cudaMipmappedArray_const_t array,
                                       unsigned int level);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc* format, struct cudaExtent* extent,
                             unsigned int* flags, cudaArray_t array);
cudaError_t cudaFree(void* address);
cudaError_t cudaFreeHost(void* address);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);
cudaError_t cudaHostRegister(void* address, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void* address);
cudaError_t cudaHostGetDevicePointer(void** device_address, void* host_address, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* address);
cudaError_t cudaMemGetInfo(size_t* free_size, size_t* total_size);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, const void* address);
cudaError_t cudaMemAdvise(const void* address, size_t size, enum cudaMemoryAdvise advice, int device);
cudaError_t cudaMemPrefetchAsync(const void* address, size_t size, int device,
                                 cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemAdvise_v2(const void* address, size_t size, enum cudaMemoryAdvise advice,
                             struct cudaMemLocation location);
cudaError_t cudaMemPrefetchAsync_v2(const void* address, size_t size, struct cudaMemLocation location,
                                    unsigned int flags, cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemPrefetchBatchAsync(void** addresses, size_t* sizes, size_t count,
                                      struct cudaMemLocation* places, size_t* first, size_t place_count,
                                      unsigned long long flags, cudaStream_t stream);
cudaError_t cudaMemcpyBatchAsync(void* const* dsts, const void* const* srcs, const size_t* sizes,
                                 size_t count, struct cudaMemcpyAttributes* attributes, size_t* first,
                                 size_t attribute_count, cudaStream_t stream);
cudaError_t cudaMemRangeGetAttribute(void* data, size_t data_size, enum cudaMemRangeAttribute attribute,
                                     const void* address, size_t size);
cudaError_t cudaMemRangeGetAttributes(void** data, size_t* data_sizes, enum cudaMemRangeAttribute* attributes,
                                      size_t count, const void* address, size_t size);
cudaError_t cudaMallocAsync(void** address, size_t size, cudaStream_t stream);
cudaError_t cudaFreeAsync(void* address, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void** address, size_t size, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const struct cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc* list, size_t count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 struct cudaMemLocation* location);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep);

// Copies and fills
cudaError_t cudaMemcpy(void* dst, const void* src, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t size, enum cudaMemcpyKind kind,
                            cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemcpyPeer(void* dst, int dst_device, const void* src, int src_device, size_t size);
cudaError_t cudaMemcpyPeerAsync(void* dst, int dst_device, const void* src, int src_device, size_t size,
                                cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemcpy2D(void* dst, size_t dst_pitch, const void* src, size_t src_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* dst, size_t dst_pitch, const void* src, size_t src_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y, const void* src, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void* src, size_t pitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind,
                                     cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemcpy2DFromArray(void* dst, size_t pitch, cudaArray_const_t src, size_t x, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t pitch, cudaArray_const_t src, size_t x, size_t y,
                                       size_t width, size_t height, enum cudaMemcpyKind kind,
                                       cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y, const void* src, size_t size,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t x, size_t y, size_t size,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void* src, size_t size,
                                   enum cudaMemcpyKind kind, cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, size_t x, size_t y, size_t size,
                                     enum cudaMemcpyKind kind, cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t dst_x, size_t dst_y, cudaArray_const_t src,
                                     size_t src_x, size_t src_y, size_t width, size_t height,
                                     enum cudaMemcpyKind kind __GC_OR(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms* copy);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms* copy, cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms* copy);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms* copy, cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t size, size_t offset __GC_OR(0),
                               enum cudaMemcpyKind kind __GC_OR(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t size, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t size, size_t offset __GC_OR(0),
                                 enum cudaMemcpyKind kind __GC_OR(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t size, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream __GC_OR(0));
cudaError_t cudaGetSymbolAddress(void** address, const void* symbol);
cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol);
cudaError_t cudaMemset(void* address, int value, size_t size);
cudaError_t cudaMemsetAsync(void* address, int value, size_t size, cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemset2D(void* address, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void* address, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream __GC_OR(0));
cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                              cudaStream_t stream __GC_OR(0));

// Textures and surfaces
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc* format, cudaArray_const_t array);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const struct cudaResourceDesc* resource,
                                    const struct cudaTextureDesc* texture,
                                    const struct cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc* resource, cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc* texture, cudaTextureObject_t object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const struct cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc* resource, cudaSurfaceObject_t object);

// Launches
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared_size, cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments);
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_size, cudaStream_t stream);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes, const void* function);
cudaError_t cudaFuncSetAttribute(const void* function, enum cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncGetName(const char** name, const void* function);
cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset, size_t* size);
cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* function);
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* handle, const void* function);
cudaError_t cudaFuncGetParamCount(const void* function, size_t* count);
cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult* status __GC_OR(0));
cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned int version,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult* status __GC_OR(0));
cudaError_t cudaFuncSetCacheConfig(const void* function, enum cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void* function, enum cudaSharedMemConfig config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int block_size,
                                                          size_t shared_size);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                   int block_size, size_t shared_size,
                                                                   unsigned int flags);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, const void* function,
                                                 const struct cudaLaunchConfig_st* config);
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                           const struct cudaLaunchConfig_st* config);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* size, const void* function, int blocks,
                                                      int block_size);

// Graphs
cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const struct cudaKernelNodeParams* parameters);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const struct cudaMemcpy3DParms* parameters);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count, void* dst,
                                     const void* src, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const struct cudaMemsetParams* parameters);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, size_t count,
                                 const struct cudaHostNodeParams* parameters);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, size_t count, cudaGraph_t child);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, size_t count);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, size_t count);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, size_t count);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams* parameters);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams* parameters);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms* parameters);
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms* parameters);
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, size_t size,
                                           enum cudaMemcpyKind kind);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams* parameters);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams* parameters);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph);
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, size_t count, cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, size_t count, cudaEvent_t event);
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event);
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event);
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaEvent_t event);
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               cudaEvent_t event);
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies, size_t count,
                                           const void* symbol, const void* src, size_t size, size_t offset,
                                           enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* dependencies, size_t count, void* dst,
                                             const void* symbol, size_t size, size_t offset,
                                             enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol, const void* src,
                                                 size_t size, size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst, const void* symbol,
                                                   size_t size, size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                     const void* symbol, const void* src, size_t size,
                                                     size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                       void* dst, const void* symbol, size_t size,
                                                       size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                            const cudaLaunchAttributeValue* value);
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                            cudaLaunchAttributeValue* value);
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from);
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                             size_t count, struct cudaGraphNodeParams* parameters);
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams* parameters);
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams* parameters);
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int flags);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType* type);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams* parameters);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams* parameters);
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count,
                                     struct cudaMemAllocNodeParams* parameters);
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams* parameters);
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, size_t count, void* address);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* address);
cudaError_t cudaDeviceGraphMemTrim(int device);
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void* value);
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void* value);
cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* user_data, cudaHostFn_t destroy,
                                 unsigned int count, unsigned int flags);
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count __GC_OR(1));
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count __GC_OR(1));
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count __GC_OR(1), unsigned int flags __GC_OR(0));
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count __GC_OR(1));
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long flags __GC_OR(0));
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags);
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters);
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long* flags);
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms* parameters);
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaGraph_t child);
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned int enabled);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned int* enabled);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable);
cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result);
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams* parameters);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void* dst,
                                               const void* src, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const struct cudaMemsetParams* parameters);
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams* parameters);

// Profiling: accepted, and nothing is recorded.
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

// Refused by cudaErrorNotSupported, so that programs link: memory and semaphores of other libraries,
// graphics, pools of other processes, conditional nodes, libraries (code of NVIDIA's compilers does not run
// here), parts of a device, and what CUDA 13 asks of memory, logs and graphs.
#define __GC_CUDA_REFUSED(X)                                                                                 \
  X(cudaImportExternalMemory, cudaExternalMemory_t*, const struct cudaExternalMemoryHandleDesc*)             \
  X(cudaExternalMemoryGetMappedBuffer, void**, cudaExternalMemory_t,                                         \
    const struct cudaExternalMemoryBufferDesc*)                                                              \
  X(cudaExternalMemoryGetMappedMipmappedArray, cudaMipmappedArray_t*, cudaExternalMemory_t,                  \
    const struct cudaExternalMemoryMipmappedArrayDesc*)                                                      \
  X(cudaDestroyExternalMemory, cudaExternalMemory_t)                                                         \
  X(cudaImportExternalSemaphore, cudaExternalSemaphore_t*, const struct cudaExternalSemaphoreHandleDesc*)    \
  X(cudaSignalExternalSemaphoresAsync, const cudaExternalSemaphore_t*,                                       \
    const struct cudaExternalSemaphoreSignalParams*, unsigned, cudaStream_t __GC_OR(0))                      \
  X(cudaWaitExternalSemaphoresAsync, const cudaExternalSemaphore_t*,                                         \
    const struct cudaExternalSemaphoreWaitParams*, unsigned, cudaStream_t __GC_OR(0))                        \
  X(cudaDestroyExternalSemaphore, cudaExternalSemaphore_t)                                                   \
  X(cudaGraphicsUnregisterResource, cudaGraphicsResource_t)                                                  \
  X(cudaGraphicsResourceSetMapFlags, cudaGraphicsResource_t, unsigned)                                       \
  X(cudaGraphicsMapResources, int, cudaGraphicsResource_t*, cudaStream_t __GC_OR(0))                         \
  X(cudaGraphicsUnmapResources, int, cudaGraphicsResource_t*, cudaStream_t __GC_OR(0))                       \
  X(cudaGraphicsResourceGetMappedPointer, void**, size_t*, cudaGraphicsResource_t)                           \
  X(cudaGraphicsSubResourceGetMappedArray, cudaArray_t*, cudaGraphicsResource_t, unsigned, unsigned)         \
  X(cudaGraphicsResourceGetMappedMipmappedArray, cudaMipmappedArray_t*, cudaGraphicsResource_t)              \
  X(cudaMemPoolExportToShareableHandle, void*, cudaMemPool_t, enum cudaMemAllocationHandleType, unsigned)    \
  X(cudaMemPoolImportFromShareableHandle, cudaMemPool_t*, void*, enum cudaMemAllocationHandleType, unsigned) \
  X(cudaMemPoolExportPointer, struct cudaMemPoolPtrExportData*, void*)                                       \
  X(cudaMemPoolImportPointer, void**, cudaMemPool_t, struct cudaMemPoolPtrExportData*)                       \
  X(cudaGraphConditionalHandleCreate, cudaGraphConditionalHandle*, cudaGraph_t, unsigned __GC_OR(0),         \
    unsigned __GC_OR(0))                                                                                     \
  X(cudaLibraryLoadData, cudaLibrary_t*, const void*, enum cudaJitOption*, void**, unsigned,                 \
    enum cudaLibraryOption*, void**, unsigned)                                                               \
  X(cudaLibraryLoadFromFile, cudaLibrary_t*, const char*, enum cudaJitOption*, void**, unsigned,             \
    enum cudaLibraryOption*, void**, unsigned)                                                               \
  X(cudaLibraryUnload, cudaLibrary_t)                                                                        \
  X(cudaLibraryGetKernel, cudaKernel_t*, cudaLibrary_t, const char*)                                         \
  X(cudaLibraryGetGlobal, void**, size_t*, cudaLibrary_t, const char*)                                       \
  X(cudaLibraryGetManaged, void**, size_t*, cudaLibrary_t, const char*)                                      \
  X(cudaGraphConditionalHandleCreate_v2, cudaGraphConditionalHandle*, cudaGraph_t, cudaExecutionContext_t,   \
    unsigned, unsigned)                                                                                      \
  X(cudaLibraryGetKernelCount, unsigned*, cudaLibrary_t)                                                     \
  X(cudaLibraryEnumerateKernels, cudaKernel_t*, unsigned, cudaLibrary_t)                                     \
  X(cudaLibraryGetUnifiedFunction, void**, cudaLibrary_t, const char*)                                       \
  X(cudaKernelSetAttributeForDevice, cudaKernel_t, enum cudaFuncAttribute, int, int)                         \
  X(cudaArrayGetMemoryRequirements, struct cudaArrayMemoryRequirements*, cudaArray_t, int)                   \
  X(cudaMipmappedArrayGetMemoryRequirements, struct cudaArrayMemoryRequirements*, cudaMipmappedArray_t, int) \
  X(cudaArrayGetSparseProperties, struct cudaArraySparseProperties*, cudaArray_t)                            \
  X(cudaMipmappedArrayGetSparseProperties, struct cudaArraySparseProperties*, cudaMipmappedArray_t)          \
  X(cudaArrayGetPlane, cudaArray_t*, cudaArray_t, unsigned)                                                  \
  X(cudaMemcpyArrayToArray, cudaArray_t, size_t, size_t, cudaArray_const_t, size_t, size_t, size_t,          \
    enum cudaMemcpyKind)                                                                                     \
  X(cudaGetTextureObjectResourceViewDesc, struct cudaResourceViewDesc*, cudaTextureObject_t)                 \
  X(cudaDeviceFlushGPUDirectRDMAWrites, enum cudaFlushGPUDirectRDMAWritesTarget,                             \
    enum cudaFlushGPUDirectRDMAWritesScope)                                                                  \
  X(cudaDeviceGetNvSciSyncAttributes, void*, int, int)                                                       \
  X(cudaDeviceRegisterAsyncNotification, int, cudaAsyncCallback, void*, cudaAsyncCallbackHandle_t*)          \
  X(cudaDeviceUnregisterAsyncNotification, int, cudaAsyncCallbackHandle_t)                                   \
  X(cudaDeviceGetHostAtomicCapabilities, unsigned*, const enum cudaAtomicOperation*, unsigned, int)          \
  X(cudaDeviceGetP2PAtomicCapabilities, unsigned*, const enum cudaAtomicOperation*, unsigned, int, int)      \
  X(cudaGetExportTable, const void**, const cudaUUID_t*)                                                     \
  X(cudaGraphAddExternalSemaphoresSignalNode, cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, \
    const struct cudaExternalSemaphoreSignalNodeParams*)                                                     \
  X(cudaGraphAddExternalSemaphoresWaitNode, cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,   \
    const struct cudaExternalSemaphoreWaitNodeParams*)                                                       \
  X(cudaGraphExternalSemaphoresSignalNodeGetParams, cudaGraphNode_t,                                         \
    struct cudaExternalSemaphoreSignalNodeParams*)                                                           \
  X(cudaGraphExternalSemaphoresSignalNodeSetParams, cudaGraphNode_t,                                         \
    const struct cudaExternalSemaphoreSignalNodeParams*)                                                     \
  X(cudaGraphExternalSemaphoresWaitNodeGetParams, cudaGraphNode_t,                                           \
    struct cudaExternalSemaphoreWaitNodeParams*)                                                             \
  X(cudaGraphExternalSemaphoresWaitNodeSetParams, cudaGraphNode_t,                                           \
    const struct cudaExternalSemaphoreWaitNodeParams*)                                                       \
  X(cudaGraphExecExternalSemaphoresSignalNodeSetParams, cudaGraphExec_t, cudaGraphNode_t,                    \
    const struct cudaExternalSemaphoreSignalNodeParams*)                                                     \
  X(cudaGraphExecExternalSemaphoresWaitNodeSetParams, cudaGraphExec_t, cudaGraphNode_t,                      \
    const struct cudaExternalSemaphoreWaitNodeParams*)                                                       \
  X(cudaGraphGetId, cudaGraph_t, unsigned*)                                                                  \
  X(cudaGraphExecGetId, cudaGraphExec_t, unsigned*)                                                          \
  X(cudaGraphNodeGetLocalId, cudaGraphNode_t, unsigned*)                                                     \
  X(cudaGraphNodeGetToolsId, cudaGraphNode_t, unsigned long long*)                                           \
  X(cudaGraphNodeGetContainingGraph, cudaGraphNode_t, cudaGraph_t*)                                          \
  X(cudaGraphNodeGetParams, cudaGraphNode_t, struct cudaGraphNodeParams*)                                    \
  X(cudaLaunchHostFunc_v2, cudaStream_t, cudaHostFn_t, void*, unsigned)                                      \
  X(cudaLogsRegisterCallback, void (*)(void*, cudaLogLevel, char*, size_t), void*, cudaLogsCallbackHandle*)  \
  X(cudaLogsUnregisterCallback, cudaLogsCallbackHandle)                                                      \
  X(cudaLogsCurrent, cudaLogIterator*, unsigned)                                                             \
  X(cudaLogsDumpToFile, cudaLogIterator*, const char*, unsigned)                                             \
  X(cudaLogsDumpToMemory, cudaLogIterator*, char*, size_t*, unsigned)                                        \
  X(cudaMemcpyWithAttributesAsync, void*, const void*, size_t, struct cudaMemcpyAttributes*, cudaStream_t)   \
  X(cudaMemcpy3DWithAttributesAsync, struct cudaMemcpy3DBatchOp*, unsigned long long, cudaStream_t)          \
  X(cudaMemcpy3DBatchAsync, size_t, struct cudaMemcpy3DBatchOp*, unsigned long long, cudaStream_t)           \
  X(cudaMemDiscardBatchAsync, void**, size_t*, size_t, unsigned long long, cudaStream_t)                     \
  X(cudaMemDiscardAndPrefetchBatchAsync, void**, size_t*, size_t, struct cudaMemLocation*, size_t*, size_t,  \
    unsigned long long, cudaStream_t)                                                                        \
  X(cudaMemGetLocationInfo, void*, size_t, size_t, size_t, struct cudaMemLocation*)                          \
  X(cudaMemGetDefaultMemPool, cudaMemPool_t*, struct cudaMemLocation*, enum cudaMemAllocationType)           \
  X(cudaMemGetMemPool, cudaMemPool_t*, struct cudaMemLocation*, enum cudaMemAllocationType)                  \
  X(cudaMemSetMemPool, struct cudaMemLocation*, enum cudaMemAllocationType, cudaMemPool_t)                   \
  X(cudaDeviceGetDevResource, int, cudaDevResource*, enum cudaDevResourceType)                               \
  X(cudaDevSmResourceSplitByCount, cudaDevResource*, unsigned*, const cudaDevResource*, cudaDevResource*,    \
    unsigned, unsigned)                                                                                      \
  X(cudaDevSmResourceSplit, cudaDevResource*, unsigned, const cudaDevResource*, cudaDevResource*, unsigned,  \
    cudaDevSmResourceGroupParams*)                                                                           \
  X(cudaDevResourceGenerateDesc, cudaDevResourceDesc_t*, cudaDevResource*, unsigned)                         \
  X(cudaGreenCtxCreate, cudaExecutionContext_t*, cudaDevResourceDesc_t, int, unsigned)                       \
  X(cudaDeviceGetExecutionCtx, cudaExecutionContext_t*, int)                                                 \
  X(cudaExecutionCtxDestroy, cudaExecutionContext_t)                                                         \
  X(cudaExecutionCtxGetDevResource, cudaExecutionContext_t, cudaDevResource*, enum cudaDevResourceType)      \
  X(cudaExecutionCtxGetDevice, int*, cudaExecutionContext_t)                                                 \
  X(cudaExecutionCtxGetId, cudaExecutionContext_t, unsigned long long*)                                      \
  X(cudaExecutionCtxStreamCreate, cudaStream_t*, cudaExecutionContext_t, unsigned, int)                      \
  X(cudaExecutionCtxSynchronize, cudaExecutionContext_t)                                                     \
  X(cudaExecutionCtxRecordEvent, cudaExecutionContext_t, cudaEvent_t)                                        \
  X(cudaExecutionCtxWaitEvent, cudaExecutionContext_t, cudaEvent_t)                                          \
  X(cudaStreamGetDevResource, cudaStream_t, cudaDevResource*, enum cudaDevResourceType)
#define __GC_DECLARE(name, ...) cudaError_t name(__VA_ARGS__);
__GC_CUDA_REFUSED(__GC_DECLARE)
#undef __GC_DECLARE

// For the code that clang writes for a host file.
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** module);
void __cudaUnregisterFatBinary(void** module);
void __cudaRegisterFunction(void** module, const char* host_function, char* device_function,
                            const char* device_name, int thread_limit, void* thread_id, void* block_id,
                            dim3* block, dim3* grid, int* warp_size);
void __cudaRegisterVar(void** module, char* host_variable, char* device_address, const char* device_name,
                       int is_external, size_t size, int is_constant, int is_global);
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_size __GC_OR(0),
                                         cudaStream_t stream __GC_OR(0));
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_size, void* stream);

// From here on a stream of 0 is the thread's own default stream, in all files of the program.
void __cudaUsePerThreadDefaultStream(void);
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) && !defined(__CUDA_ARCH__)
__attribute__((constructor)) static void __gc_use_per_thread_default_stream(void) {
  __cudaUsePerThreadDefaultStream();
}
#endif

#ifdef __cplusplus
}
#endif
