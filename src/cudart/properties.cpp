// SPDX-License-Identifier: Apache-2.0
//
// Properties and attributes of devices. CUDA's numbers for attributes are gridcall's.

#include <cstring>

#include "cudart/runtime.h"

namespace gridcall::cudart {
namespace {

int attribute_of(gc_device* device, int number) {
  int32_t value = 0;
  gc_error* error = nullptr;
  if (gc_device_get_attribute(device, number, &value, &error) == GRIDCALL_OK) return value;
  gc_error_release(error);
  return 0;
}

// A field of cudaDeviceProp that is an attribute of a device.
struct Field {
  cudaDeviceAttr attribute;
  std::size_t offset;
  bool is_size;  // the field is a size_t, else an int
};
#define GRIDCALL_FIELD(attribute, field)                    \
  {cudaDevAttr##attribute, offsetof(cudaDeviceProp, field), \
   sizeof(static_cast<cudaDeviceProp*>(nullptr)->field) == sizeof(std::size_t)}
#define GRIDCALL_ITEM(attribute, field, index) \
  {cudaDevAttr##attribute, offsetof(cudaDeviceProp, field) + (index) * sizeof(int), false}
constexpr Field kFields[] = {
    GRIDCALL_FIELD(MaxSharedMemoryPerBlock, sharedMemPerBlock),
    GRIDCALL_FIELD(MaxRegistersPerBlock, regsPerBlock),
    GRIDCALL_FIELD(WarpSize, warpSize),
    GRIDCALL_FIELD(MaxPitch, memPitch),
    GRIDCALL_FIELD(MaxThreadsPerBlock, maxThreadsPerBlock),
    GRIDCALL_ITEM(MaxBlockDimX, maxThreadsDim, 0),
    GRIDCALL_ITEM(MaxBlockDimY, maxThreadsDim, 1),
    GRIDCALL_ITEM(MaxBlockDimZ, maxThreadsDim, 2),
    GRIDCALL_ITEM(MaxGridDimX, maxGridSize, 0),
    GRIDCALL_ITEM(MaxGridDimY, maxGridSize, 1),
    GRIDCALL_ITEM(MaxGridDimZ, maxGridSize, 2),
    GRIDCALL_FIELD(ClockRate, clockRate),
    GRIDCALL_FIELD(TotalConstantMemory, totalConstMem),
    GRIDCALL_FIELD(ComputeCapabilityMajor, major),
    GRIDCALL_FIELD(ComputeCapabilityMinor, minor),
    GRIDCALL_FIELD(TextureAlignment, textureAlignment),
    GRIDCALL_FIELD(TexturePitchAlignment, texturePitchAlignment),
    GRIDCALL_FIELD(GpuOverlap, deviceOverlap),
    GRIDCALL_FIELD(MultiProcessorCount, multiProcessorCount),
    GRIDCALL_FIELD(KernelExecTimeout, kernelExecTimeoutEnabled),
    GRIDCALL_FIELD(Integrated, integrated),
    GRIDCALL_FIELD(CanMapHostMemory, canMapHostMemory),
    GRIDCALL_FIELD(ComputeMode, computeMode),
    GRIDCALL_FIELD(MaxTexture1DWidth, maxTexture1D),
    GRIDCALL_FIELD(MaxTexture1DMipmappedWidth, maxTexture1DMipmap),
    GRIDCALL_FIELD(MaxTexture1DLinearWidth, maxTexture1DLinear),
    GRIDCALL_ITEM(MaxTexture2DWidth, maxTexture2D, 0),
    GRIDCALL_ITEM(MaxTexture2DHeight, maxTexture2D, 1),
    GRIDCALL_ITEM(MaxTexture2DMipmappedWidth, maxTexture2DMipmap, 0),
    GRIDCALL_ITEM(MaxTexture2DMipmappedHeight, maxTexture2DMipmap, 1),
    GRIDCALL_ITEM(MaxTexture2DLinearWidth, maxTexture2DLinear, 0),
    GRIDCALL_ITEM(MaxTexture2DLinearHeight, maxTexture2DLinear, 1),
    GRIDCALL_ITEM(MaxTexture2DLinearPitch, maxTexture2DLinear, 2),
    GRIDCALL_ITEM(MaxTexture2DGatherWidth, maxTexture2DGather, 0),
    GRIDCALL_ITEM(MaxTexture2DGatherHeight, maxTexture2DGather, 1),
    GRIDCALL_ITEM(MaxTexture3DWidth, maxTexture3D, 0),
    GRIDCALL_ITEM(MaxTexture3DHeight, maxTexture3D, 1),
    GRIDCALL_ITEM(MaxTexture3DDepth, maxTexture3D, 2),
    GRIDCALL_ITEM(MaxTexture3DWidthAlt, maxTexture3DAlt, 0),
    GRIDCALL_ITEM(MaxTexture3DHeightAlt, maxTexture3DAlt, 1),
    GRIDCALL_ITEM(MaxTexture3DDepthAlt, maxTexture3DAlt, 2),
    GRIDCALL_FIELD(MaxTextureCubemapWidth, maxTextureCubemap),
    GRIDCALL_ITEM(MaxTexture1DLayeredWidth, maxTexture1DLayered, 0),
    GRIDCALL_ITEM(MaxTexture1DLayeredLayers, maxTexture1DLayered, 1),
    GRIDCALL_ITEM(MaxTexture2DLayeredWidth, maxTexture2DLayered, 0),
    GRIDCALL_ITEM(MaxTexture2DLayeredHeight, maxTexture2DLayered, 1),
    GRIDCALL_ITEM(MaxTexture2DLayeredLayers, maxTexture2DLayered, 2),
    GRIDCALL_ITEM(MaxTextureCubemapLayeredWidth, maxTextureCubemapLayered, 0),
    GRIDCALL_ITEM(MaxTextureCubemapLayeredLayers, maxTextureCubemapLayered, 1),
    GRIDCALL_FIELD(MaxSurface1DWidth, maxSurface1D),
    GRIDCALL_ITEM(MaxSurface2DWidth, maxSurface2D, 0),
    GRIDCALL_ITEM(MaxSurface2DHeight, maxSurface2D, 1),
    GRIDCALL_ITEM(MaxSurface3DWidth, maxSurface3D, 0),
    GRIDCALL_ITEM(MaxSurface3DHeight, maxSurface3D, 1),
    GRIDCALL_ITEM(MaxSurface3DDepth, maxSurface3D, 2),
    GRIDCALL_ITEM(MaxSurface1DLayeredWidth, maxSurface1DLayered, 0),
    GRIDCALL_ITEM(MaxSurface1DLayeredLayers, maxSurface1DLayered, 1),
    GRIDCALL_ITEM(MaxSurface2DLayeredWidth, maxSurface2DLayered, 0),
    GRIDCALL_ITEM(MaxSurface2DLayeredHeight, maxSurface2DLayered, 1),
    GRIDCALL_ITEM(MaxSurface2DLayeredLayers, maxSurface2DLayered, 2),
    GRIDCALL_FIELD(MaxSurfaceCubemapWidth, maxSurfaceCubemap),
    GRIDCALL_ITEM(MaxSurfaceCubemapLayeredWidth, maxSurfaceCubemapLayered, 0),
    GRIDCALL_ITEM(MaxSurfaceCubemapLayeredLayers, maxSurfaceCubemapLayered, 1),
    GRIDCALL_FIELD(SurfaceAlignment, surfaceAlignment),
    GRIDCALL_FIELD(ConcurrentKernels, concurrentKernels),
    GRIDCALL_FIELD(EccEnabled, ECCEnabled),
    GRIDCALL_FIELD(PciBusId, pciBusID),
    GRIDCALL_FIELD(PciDeviceId, pciDeviceID),
    GRIDCALL_FIELD(PciDomainId, pciDomainID),
    GRIDCALL_FIELD(TccDriver, tccDriver),
    GRIDCALL_FIELD(AsyncEngineCount, asyncEngineCount),
    GRIDCALL_FIELD(UnifiedAddressing, unifiedAddressing),
    GRIDCALL_FIELD(MemoryClockRate, memoryClockRate),
    GRIDCALL_FIELD(GlobalMemoryBusWidth, memoryBusWidth),
    GRIDCALL_FIELD(L2CacheSize, l2CacheSize),
    GRIDCALL_FIELD(MaxPersistingL2CacheSize, persistingL2CacheMaxSize),
    GRIDCALL_FIELD(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    GRIDCALL_FIELD(StreamPrioritiesSupported, streamPrioritiesSupported),
    GRIDCALL_FIELD(GlobalL1CacheSupported, globalL1CacheSupported),
    GRIDCALL_FIELD(LocalL1CacheSupported, localL1CacheSupported),
    GRIDCALL_FIELD(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    GRIDCALL_FIELD(MaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    GRIDCALL_FIELD(ManagedMemory, managedMemory),
    GRIDCALL_FIELD(IsMultiGpuBoard, isMultiGpuBoard),
    GRIDCALL_FIELD(MultiGpuBoardGroupID, multiGpuBoardGroupID),
    GRIDCALL_FIELD(HostNativeAtomicSupported, hostNativeAtomicSupported),
    GRIDCALL_FIELD(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio),
    GRIDCALL_FIELD(PageableMemoryAccess, pageableMemoryAccess),
    GRIDCALL_FIELD(ConcurrentManagedAccess, concurrentManagedAccess),
    GRIDCALL_FIELD(ComputePreemptionSupported, computePreemptionSupported),
    GRIDCALL_FIELD(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    GRIDCALL_FIELD(CooperativeLaunch, cooperativeLaunch),
    GRIDCALL_FIELD(CooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch),
    GRIDCALL_FIELD(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    GRIDCALL_FIELD(PageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables),
    GRIDCALL_FIELD(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    GRIDCALL_FIELD(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    GRIDCALL_FIELD(MaxAccessPolicyWindowSize, accessPolicyMaxWindowSize),
    GRIDCALL_FIELD(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
    GRIDCALL_FIELD(HostRegisterSupported, hostRegisterSupported),
    GRIDCALL_FIELD(SparseCudaArraySupported, sparseCudaArraySupported),
    GRIDCALL_FIELD(HostRegisterReadOnlySupported, hostRegisterReadOnlySupported),
    GRIDCALL_FIELD(TimelineSemaphoreInteropSupported, timelineSemaphoreInteropSupported),
    GRIDCALL_FIELD(GPUDirectRDMASupported, gpuDirectRDMASupported),
    GRIDCALL_FIELD(DeferredMappingCudaArraySupported, deferredMappingCudaArraySupported),
    GRIDCALL_FIELD(IpcEventSupport, ipcEventSupported),
    GRIDCALL_FIELD(ClusterLaunch, clusterLaunch),
};
#undef GRIDCALL_FIELD
#undef GRIDCALL_ITEM

}  // namespace
}  // namespace gridcall::cudart

using namespace gridcall::cudart;

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int index) try {
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
  properties->memoryPoolsSupported = 1;  // for cudaMallocAsync
  properties->unifiedFunctionPointers = 1;
  properties->deviceNumaId = -1;  // memory of no NUMA node
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int index) try {
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
GRIDCALL_CATCH

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* width, const cudaChannelFormatDesc* format,
                                                 int device) try {
  int most = 0;
  if (!width || !format) return result(cudaErrorInvalidValue);
  const cudaError_t error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxTexture1DLinearWidth, device);
  if (error == cudaSuccess) *width = static_cast<std::size_t>(most);
  return error;
}
GRIDCALL_CATCH
