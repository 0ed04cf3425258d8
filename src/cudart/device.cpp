// SPDX-License-Identifier: Apache-2.0
//
// Devices: the CPU devices of gridcall, since that is what gridcall-nvcc compiles for.

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "cudart/runtime.h"

namespace gridcall::cudart {
namespace {

struct Devices {
  std::vector<Device> all;
  std::mutex mutex;

  Devices() {
    int32_t count = 0;
    if (call(gc_device_get_count, &count) != cudaSuccess) return;
    for (int32_t i = 0; i < count; ++i) {
      Device device;
      gc_device_kind kind = 0;
      if (call(gc_device_get_by_index, i, &device.handle) != cudaSuccess) continue;
      if (call(gc_device_get_kind, device.handle, &kind) != cudaSuccess || kind != GRIDCALL_DEVICE_KIND_CPU)
        continue;
      all.push_back(device);
    }
  }
};

Devices& devices() {
  static auto* const instance = new Devices;
  return *instance;
}

thread_local int current = 0;

int attribute_of(gc_device* device, int number) {
  int32_t value = 0;
  gc_error* error = nullptr;
  if (gc_device_get_attribute(device, number, &value, &error) == GRIDCALL_OK) return value;
  gc_error_release(error);
  return 0;
}

// The fields of cudaDeviceProp that are attributes of a device.
struct Field {
  cudaDeviceAttr attribute;
  std::size_t offset;
  bool is_size;  // size_t, else int
};
#define GRIDCALL_FIELD(attribute, field)                    \
  {cudaDevAttr##attribute, offsetof(cudaDeviceProp, field), \
   sizeof(static_cast<cudaDeviceProp*>(nullptr)->field) == sizeof(std::size_t)},
#define GRIDCALL_ITEM(attribute, field, index) \
  {cudaDevAttr##attribute, offsetof(cudaDeviceProp, field) + (index) * sizeof(int), false},
constexpr Field kFields[] = {
    GRIDCALL_FIELD(MaxSharedMemoryPerBlock, sharedMemPerBlock) GRIDCALL_FIELD(
        MaxRegistersPerBlock, regsPerBlock) GRIDCALL_FIELD(WarpSize, warpSize) GRIDCALL_FIELD(MaxPitch,
                                                                                              memPitch)
        GRIDCALL_FIELD(MaxThreadsPerBlock, maxThreadsPerBlock) GRIDCALL_ITEM(
            MaxBlockDimX, maxThreadsDim,
            0) GRIDCALL_ITEM(MaxBlockDimY, maxThreadsDim,
                             1) GRIDCALL_ITEM(MaxBlockDimZ, maxThreadsDim,
                                              2) GRIDCALL_ITEM(MaxGridDimX, maxGridSize,
                                                               0) GRIDCALL_ITEM(MaxGridDimY, maxGridSize, 1)
            GRIDCALL_ITEM(MaxGridDimZ, maxGridSize, 2) GRIDCALL_FIELD(ClockRate, clockRate) GRIDCALL_FIELD(
                TotalConstantMemory,
                totalConstMem) GRIDCALL_FIELD(ComputeCapabilityMajor,
                                              major) GRIDCALL_FIELD(ComputeCapabilityMinor, minor)
                GRIDCALL_FIELD(TextureAlignment, textureAlignment) GRIDCALL_FIELD(
                    TexturePitchAlignment,
                    texturePitchAlignment) GRIDCALL_FIELD(GpuOverlap, deviceOverlap)
                    GRIDCALL_FIELD(MultiProcessorCount, multiProcessorCount) GRIDCALL_FIELD(
                        KernelExecTimeout,
                        kernelExecTimeoutEnabled) GRIDCALL_FIELD(Integrated, integrated)
                        GRIDCALL_FIELD(CanMapHostMemory, canMapHostMemory) GRIDCALL_FIELD(
                            ComputeMode,
                            computeMode) GRIDCALL_FIELD(MaxTexture1DWidth, maxTexture1D)
                            GRIDCALL_FIELD(MaxTexture1DMipmappedWidth, maxTexture1DMipmap) GRIDCALL_FIELD(
                                MaxTexture1DLinearWidth,
                                maxTexture1DLinear) GRIDCALL_ITEM(MaxTexture2DWidth, maxTexture2D, 0)
                                GRIDCALL_ITEM(MaxTexture2DHeight, maxTexture2D, 1) GRIDCALL_ITEM(
                                    MaxTexture2DMipmappedWidth,
                                    maxTexture2DMipmap,
                                    0) GRIDCALL_ITEM(MaxTexture2DMipmappedHeight, maxTexture2DMipmap, 1)
                                    GRIDCALL_ITEM(MaxTexture2DLinearWidth, maxTexture2DLinear, 0) GRIDCALL_ITEM(
                                        MaxTexture2DLinearHeight,
                                        maxTexture2DLinear,
                                        1) GRIDCALL_ITEM(MaxTexture2DLinearPitch, maxTexture2DLinear, 2)
                                        GRIDCALL_ITEM(MaxTexture2DGatherWidth, maxTexture2DGather,
                                                      0) GRIDCALL_ITEM(MaxTexture2DGatherHeight,
                                                                       maxTexture2DGather, 1)
                                            GRIDCALL_ITEM(MaxTexture3DWidth, maxTexture3D, 0) GRIDCALL_ITEM(
                                                MaxTexture3DHeight,
                                                maxTexture3D,
                                                1) GRIDCALL_ITEM(MaxTexture3DDepth, maxTexture3D, 2)
                                                GRIDCALL_ITEM(
                                                    MaxTexture3DWidthAlt,
                                                    maxTexture3DAlt,
                                                    0) GRIDCALL_ITEM(MaxTexture3DHeightAlt, maxTexture3DAlt,
                                                                     1)
                                                    GRIDCALL_ITEM(
                                                        MaxTexture3DDepthAlt,
                                                        maxTexture3DAlt,
                                                        2) GRIDCALL_FIELD(MaxTextureCubemapWidth,
                                                                          maxTextureCubemap)
                                                        GRIDCALL_ITEM(
                                                            MaxTexture1DLayeredWidth,
                                                            maxTexture1DLayered,
                                                            0) GRIDCALL_ITEM(MaxTexture1DLayeredLayers,
                                                                             maxTexture1DLayered, 1)
                                                            GRIDCALL_ITEM(
                                                                MaxTexture2DLayeredWidth, maxTexture2DLayered,
                                                                0) GRIDCALL_ITEM(MaxTexture2DLayeredHeight,
                                                                                 maxTexture2DLayered, 1)
                                                                GRIDCALL_ITEM(
                                                                    MaxTexture2DLayeredLayers,
                                                                    maxTexture2DLayered,
                                                                    2) GRIDCALL_ITEM(MaxTextureCubemapLayeredWidth,
                                                                                     maxTextureCubemapLayered,
                                                                                     0)
                                                                    GRIDCALL_ITEM(
                                                                        MaxTextureCubemapLayeredLayers,
                                                                        maxTextureCubemapLayered,
                                                                        1) GRIDCALL_FIELD(MaxSurface1DWidth,
                                                                                          maxSurface1D)
                                                                        GRIDCALL_ITEM(
                                                                            MaxSurface2DWidth, maxSurface2D,
                                                                            0) GRIDCALL_ITEM(MaxSurface2DHeight,
                                                                                             maxSurface2D, 1)
                                                                            GRIDCALL_ITEM(MaxSurface3DWidth,
                                                                                          maxSurface3D, 0)
                                                                                GRIDCALL_ITEM(
                                                                                    MaxSurface3DHeight,
                                                                                    maxSurface3D, 1)
                                                                                    GRIDCALL_ITEM(
                                                                                        MaxSurface3DDepth,
                                                                                        maxSurface3D, 2)
                                                                                        GRIDCALL_ITEM(
                                                                                            MaxSurface1DLayeredWidth,
                                                                                            maxSurface1DLayered,
                                                                                            0)
                                                                                            GRIDCALL_ITEM(
                                                                                                MaxSurface1DLayeredLayers,
                                                                                                maxSurface1DLayered,
                                                                                                1) GRIDCALL_ITEM(MaxSurface2DLayeredWidth,
                                                                                                                 maxSurface2DLayered, 0) GRIDCALL_ITEM(MaxSurface2DLayeredHeight, maxSurface2DLayered, 1) GRIDCALL_ITEM(MaxSurface2DLayeredLayers, maxSurface2DLayered, 2) GRIDCALL_FIELD(MaxSurfaceCubemapWidth, maxSurfaceCubemap) GRIDCALL_ITEM(MaxSurfaceCubemapLayeredWidth, maxSurfaceCubemapLayered, 0) GRIDCALL_ITEM(MaxSurfaceCubemapLayeredLayers, maxSurfaceCubemapLayered, 1) GRIDCALL_FIELD(SurfaceAlignment, surfaceAlignment) GRIDCALL_FIELD(ConcurrentKernels, concurrentKernels) GRIDCALL_FIELD(EccEnabled,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                 ECCEnabled) GRIDCALL_FIELD(PciBusId, pciBusID) GRIDCALL_FIELD(PciDeviceId, pciDeviceID) GRIDCALL_FIELD(PciDomainId, pciDomainID) GRIDCALL_FIELD(TccDriver, tccDriver) GRIDCALL_FIELD(AsyncEngineCount,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                      asyncEngineCount) GRIDCALL_FIELD(UnifiedAddressing, unifiedAddressing) GRIDCALL_FIELD(MemoryClockRate,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            memoryClockRate) GRIDCALL_FIELD(GlobalMemoryBusWidth, memoryBusWidth) GRIDCALL_FIELD(L2CacheSize, l2CacheSize) GRIDCALL_FIELD(MaxPersistingL2CacheSize,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                          persistingL2CacheMaxSize) GRIDCALL_FIELD(MaxThreadsPerMultiProcessor,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                   maxThreadsPerMultiProcessor) GRIDCALL_FIELD(StreamPrioritiesSupported,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               streamPrioritiesSupported) GRIDCALL_FIELD(GlobalL1CacheSupported,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                         globalL1CacheSupported) GRIDCALL_FIELD(LocalL1CacheSupported,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                localL1CacheSupported) GRIDCALL_FIELD(MaxSharedMemoryPerMultiprocessor,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                      sharedMemPerMultiprocessor) GRIDCALL_FIELD(MaxRegistersPerMultiprocessor, regsPerMultiprocessor) GRIDCALL_FIELD(ManagedMemory, managedMemory) GRIDCALL_FIELD(IsMultiGpuBoard, isMultiGpuBoard) GRIDCALL_FIELD(MultiGpuBoardGroupID, multiGpuBoardGroupID) GRIDCALL_FIELD(HostNativeAtomicSupported, hostNativeAtomicSupported) GRIDCALL_FIELD(SingleToDoublePrecisionPerfRatio,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                    singleToDoublePrecisionPerfRatio) GRIDCALL_FIELD(PageableMemoryAccess,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                     pageableMemoryAccess) GRIDCALL_FIELD(ConcurrentManagedAccess, concurrentManagedAccess) GRIDCALL_FIELD(ComputePreemptionSupported,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           computePreemptionSupported) GRIDCALL_FIELD(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem) GRIDCALL_FIELD(CooperativeLaunch,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           cooperativeLaunch) GRIDCALL_FIELD(CooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch) GRIDCALL_FIELD(MaxSharedMemoryPerBlockOptin,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        sharedMemPerBlockOptin) GRIDCALL_FIELD(PageableMemoryAccessUsesHostPageTables,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               pageableMemoryAccessUsesHostPageTables)
                                                                                                GRIDCALL_FIELD(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost) GRIDCALL_FIELD(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor) GRIDCALL_FIELD(
                                                                                                    MaxAccessPolicyWindowSize,
                                                                                                    accessPolicyMaxWindowSize) GRIDCALL_FIELD(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock)
                                                                                                    GRIDCALL_FIELD(HostRegisterSupported, hostRegisterSupported) GRIDCALL_FIELD(
                                                                                                        SparseCudaArraySupported,
                                                                                                        sparseCudaArraySupported) GRIDCALL_FIELD(HostRegisterReadOnlySupported,
                                                                                                                                                 hostRegisterReadOnlySupported)
                                                                                                        GRIDCALL_FIELD(
                                                                                                            TimelineSemaphoreInteropSupported,
                                                                                                            timelineSemaphoreInteropSupported)
                                                                                                            GRIDCALL_FIELD(
                                                                                                                GPUDirectRDMASupported,
                                                                                                                gpuDirectRDMASupported)
                                                                                                                GRIDCALL_FIELD(
                                                                                                                    DeferredMappingCudaArraySupported,
                                                                                                                    deferredMappingCudaArraySupported)
                                                                                                                    GRIDCALL_FIELD(
                                                                                                                        IpcEventSupport,
                                                                                                                        ipcEventSupported)
                                                                                                                        GRIDCALL_FIELD(
                                                                                                                            ClusterLaunch,
                                                                                                                            clusterLaunch)};
#undef GRIDCALL_FIELD
#undef GRIDCALL_ITEM

}  // namespace

int device_count() {
  return static_cast<int>(devices().all.size());
}

int current_device() {
  return current;
}

cudaError_t describe_device(int index, gc_device*& device) {
  if (device_count() == 0) return cudaErrorNoDevice;
  if (index < 0 || index >= device_count()) return cudaErrorInvalidDevice;
  device = devices().all[static_cast<std::size_t>(index)].handle;
  return cudaSuccess;
}

cudaError_t set_current_device(int index) {
  gc_device* device = nullptr;
  if (cudaError_t error = describe_device(index, device); error != cudaSuccess) return error;
  current = index;
  return cudaSuccess;
}

cudaError_t get_device(int index, Device*& device) {
  if (cudaError_t error = sticky_error(); error != cudaSuccess) return error;
  gc_device* described = nullptr;
  if (cudaError_t error = describe_device(index, described); error != cudaSuccess) return error;
  Devices& list = devices();
  Device& found = list.all[static_cast<std::size_t>(index)];
  const std::lock_guard lock(list.mutex);
  if (!found.context) {
    cudaError_t error = call(gc_context_get_primary, found.handle,
                             static_cast<const gc_context_options*>(nullptr), &found.context);
    if (error == cudaSuccess)
      error = call(gc_context_get_default_stream, found.context, &found.default_stream);
    if (error != cudaSuccess) return error;
  }
  device = &found;
  return cudaSuccess;
}

}  // namespace gridcall::cudart

using namespace gridcall::cudart;

cudaError_t cudaGetDeviceCount(int* count) {
  if (!count) return result(cudaErrorInvalidValue);
  *count = device_count();
  return result(*count == 0 ? cudaErrorNoDevice : cudaSuccess);
}

cudaError_t cudaGetDevice(int* device) {
  if (!device) return result(cudaErrorInvalidValue);
  *device = current_device();
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  if (cudaError_t error = set_current_device(device); error != cudaSuccess) return result(error);
  Device* made = nullptr;
  return result(get_device(made));
}

cudaError_t cudaInitDevice(int index, unsigned int, unsigned int) {
  Device* device = nullptr;
  return result(get_device(index, device));
}

cudaError_t cudaSetValidDevices(int* list, int count) {
  for (int i = 0; i < count; ++i) {
    gc_device* device = nullptr;
    if (cudaError_t error = describe_device(list[i], device); error != cudaSuccess) return result(error);
  }
  return cudaSuccess;
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  if (!device || !wanted) return result(cudaErrorInvalidValue);
  *device = 0;
  return result(device_count() == 0 ? cudaErrorNoDevice : cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int index) {
  gc_device* device = nullptr;
  if (!properties) return result(cudaErrorInvalidValue);
  if (cudaError_t error = describe_device(index, device); error != cudaSuccess) return result(error);
  *properties = {};
  std::size_t needed = 0;
  call(gc_device_get_name, device, properties->name, sizeof properties->name, &needed);
  std::uint8_t uuid[16] = {};
  if (call(gc_device_get_uuid, device, uuid) == cudaSuccess)
    std::memcpy(properties->uuid.bytes, uuid, sizeof uuid);
  std::uint64_t total = 0;
  if (cudaError_t error = call(gc_device_get_total_memory, device, &total); error != cudaSuccess)
    return result(error);
  properties->totalGlobalMem = total;
  for (const Field& field : kFields) {
    const int value = attribute_of(device, field.attribute);
    char* const place = reinterpret_cast<char*>(properties) + field.offset;
    const std::size_t wide = static_cast<std::size_t>(value);
    std::memcpy(place, field.is_size ? static_cast<const void*>(&wide) : &value,
                field.is_size ? sizeof wide : sizeof value);
  }
  properties->memoryPoolsSupported = 1;  // cudaMallocAsync
  properties->unifiedFunctionPointers = 1;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int index) {
  gc_device* device = nullptr;
  if (!value) return result(cudaErrorInvalidValue);
  if (cudaError_t error = describe_device(index, device); error != cudaSuccess) return result(error);
  if (attribute == cudaDevAttrMemoryPoolsSupported) {
    *value = 1;
    return cudaSuccess;
  }
  *value = attribute_of(device, attribute);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char* bus_id, int size, int index) {
  gc_device* device = nullptr;
  if (!bus_id || size <= 0) return result(cudaErrorInvalidValue);
  if (cudaError_t error = describe_device(index, device); error != cudaSuccess) return result(error);
  // The CPU device is on no bus; a number for each keeps programs that print or compare it going.
  std::snprintf(bus_id, static_cast<std::size_t>(size), "0000:%02x:00.0",
                static_cast<unsigned>(index) & 0xffu);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* bus_id) {
  unsigned domain = 0, bus = 0;
  if (!device || !bus_id) return result(cudaErrorInvalidValue);
  const bool is_whole = std::sscanf(bus_id, "%x:%x:", &domain, &bus) == 2;
  if (!is_whole || static_cast<int>(bus) >= device_count()) return result(cudaErrorInvalidDevice);
  *device = static_cast<int>(bus);
  return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  return result(call(gc_context_synchronize, device->context));
}

cudaError_t cudaThreadSynchronize() {
  return cudaDeviceSynchronize();
}

// Memory and variables go; the context stays, as other threads may use it.
cudaError_t cudaDeviceReset() {
  clear_sticky_error();
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  gc_error* error = nullptr;
  if (gc_context_synchronize(device->context, &error) != GRIDCALL_OK)
    gc_error_release(error);  // reported before, or never
  release_modules();
  for (const Allocation& allocation : take_all_allocations()) gc_mem_release(allocation.mem);
  return cudaSuccess;
}

cudaError_t cudaThreadExit() {
  return cudaDeviceReset();
}

namespace {

cudaError_t set_context_attribute(gc_context_attribute attribute, std::uint64_t value) {
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  return result(call(gc_context_set_attribute, device->context, attribute, value));
}

cudaError_t get_context_attribute(gc_context_attribute attribute, std::uint64_t& value) {
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  return result(call(gc_context_get_attribute, device->context, attribute, &value));
}

}  // namespace

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  return set_context_attribute(static_cast<gc_context_attribute>(limit), value);
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  if (!value) return result(cudaErrorInvalidValue);
  std::uint64_t number = 0;
  if (cudaError_t error = get_context_attribute(static_cast<gc_context_attribute>(limit), number);
      error != cudaSuccess)
    return error;
  *value = number;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return set_context_attribute(GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG, config);
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  if (!config) return result(cudaErrorInvalidValue);
  std::uint64_t number = 0;
  if (cudaError_t error = get_context_attribute(GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG, number);
      error != cudaSuccess)
    return error;
  *config = static_cast<cudaFuncCache>(number);
  return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return set_context_attribute(GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG, config);
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  if (!config) return result(cudaErrorInvalidValue);
  std::uint64_t number = 0;
  if (cudaError_t error = get_context_attribute(GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG, number);
      error != cudaSuccess)
    return error;
  *config = static_cast<cudaSharedMemConfig>(number);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  std::int32_t low = 0, high = 0;
  if (cudaError_t error = call(gc_context_get_stream_priority_range, device->context, &low, &high);
      error != cudaSuccess)
    return result(error);
  if (least) *least = low;
  if (greatest) *greatest = high;
  return cudaSuccess;
}

namespace {
std::atomic<unsigned> device_flags{cudaDeviceMapHost};
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  constexpr unsigned kKnown = cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax;
  if ((flags & ~kKnown) != 0) return result(cudaErrorInvalidValue);
  device_flags = flags | cudaDeviceMapHost;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  if (!flags) return result(cudaErrorInvalidValue);
  *flags = device_flags;
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int index, int peer_index) {
  gc_device *device = nullptr, *peer = nullptr;
  if (!can) return result(cudaErrorInvalidValue);
  if (cudaError_t error = describe_device(index, device); error != cudaSuccess) return result(error);
  if (cudaError_t error = describe_device(peer_index, peer); error != cudaSuccess) return result(error);
  *can = 0;
  if (index == peer_index) return cudaSuccess;
  return result(call(gc_device_can_access_peer, device, peer, can));
}

namespace {

cudaError_t change_peer_access(int peer_index, gc_status (*change)(gc_context*, gc_context*, gc_error**)) {
  Device *device = nullptr, *peer = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  if (cudaError_t error = get_device(peer_index, peer); error != cudaSuccess) return result(error);
  if (device == peer) return result(cudaErrorInvalidDevice);
  return result(call(change, device->context, peer->context));
}

}  // namespace

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  return flags != 0 ? result(cudaErrorInvalidValue) : change_peer_access(peer, gc_context_enable_peer_access);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return change_peer_access(peer, gc_context_disable_peer_access);
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source, int destination) {
  if (!value) return result(cudaErrorInvalidValue);
  *value = 0;
  if (attribute != cudaDevP2PAttrAccessSupported) return cudaSuccess;
  return cudaDeviceCanAccessPeer(value, source, destination);
}

cudaError_t cudaDriverGetVersion(int* version) {
  if (!version) return result(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return cudaDriverGetVersion(version);
}

cudaError_t cudaProfilerStart() {
  return cudaSuccess;
}

cudaError_t cudaProfilerStop() {
  return cudaSuccess;
}
