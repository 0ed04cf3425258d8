// SPDX-License-Identifier: Apache-2.0
//
// Types and numbers of the CUDA runtime API, written from NVIDIA's public documentation (CUDA Runtime API,
// "Data types used by CUDA Runtime"), for C and C++, and for kernels as for the host.

#pragma once
#ifdef __clang__
#pragma clang system_header
#endif

#define __GC_HANDLE(name, tag) typedef struct tag* name;
__GC_HANDLE(cudaStream_t, CUstream_st)
__GC_HANDLE(cudaEvent_t, CUevent_st)
__GC_HANDLE(cudaGraph_t, CUgraph_st)
__GC_HANDLE(cudaGraphExec_t, CUgraphExec_st)
__GC_HANDLE(cudaGraphNode_t, CUgraphNode_st)
__GC_HANDLE(cudaFunction_t, CUfunc_st)
__GC_HANDLE(cudaKernel_t, CUkern_st)
__GC_HANDLE(cudaMemPool_t, CUmemPoolHandle_st)
__GC_HANDLE(cudaUserObject_t, CUuserObject_st)
__GC_HANDLE(cudaExternalMemory_t, CUexternalMemory_st)
__GC_HANDLE(cudaExternalSemaphore_t, CUexternalSemaphore_st)
typedef struct cudaGraphicsResource cudaGraphicsResource;
typedef struct cudaGraphicsResource* cudaGraphicsResource_t;
struct cudaArray;
struct cudaMipmappedArray;
typedef struct cudaArray* cudaArray_t;
typedef struct cudaMipmappedArray* cudaMipmappedArray_t;
typedef const struct cudaArray* cudaArray_const_t;
typedef const struct cudaMipmappedArray* cudaMipmappedArray_const_t;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef void (*cudaHostFn_t)(void* user_data);
#undef __GC_HANDLE

// The number, name and text of each error.
#define __GC_CUDA_ERRORS(X)                                                                                  \
  X(0, cudaSuccess, "no error")                                                                              \
  X(1, cudaErrorInvalidValue, "invalid argument")                                                            \
  X(2, cudaErrorMemoryAllocation, "out of memory")                                                           \
  X(3, cudaErrorInitializationError, "initialization error")                                                 \
  X(4, cudaErrorCudartUnloading, "driver shutting down")                                                     \
  X(5, cudaErrorProfilerDisabled, "profiler disabled while using external profiling tool")                   \
  X(6, cudaErrorProfilerNotInitialized, "profiler not initialized: call cudaProfilerInitialize()")           \
  X(7, cudaErrorProfilerAlreadyStarted, "profiler already started")                                          \
  X(8, cudaErrorProfilerAlreadyStopped, "profiler already stopped")                                          \
  X(9, cudaErrorInvalidConfiguration, "invalid configuration argument")                                      \
  X(12, cudaErrorInvalidPitchValue, "invalid pitch argument")                                                \
  X(13, cudaErrorInvalidSymbol, "invalid device symbol")                                                     \
  X(16, cudaErrorInvalidHostPointer, "invalid host pointer")                                                 \
  X(17, cudaErrorInvalidDevicePointer, "invalid device pointer")                                             \
  X(18, cudaErrorInvalidTexture, "invalid texture reference")                                                \
  X(19, cudaErrorInvalidTextureBinding, "texture is not bound to a pointer")                                 \
  X(20, cudaErrorInvalidChannelDescriptor, "invalid channel descriptor")                                     \
  X(21, cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")                                \
  X(22, cudaErrorAddressOfConstant, "__device__ variable cannot be accessed by address")                     \
  X(23, cudaErrorTextureFetchFailed, "fetch from texture failed")                                            \
  X(24, cudaErrorTextureNotBound, "cannot fetch from a texture that is not bound")                           \
  X(25, cudaErrorSynchronizationError, "incorrect use of __syncthreads()")                                   \
  X(26, cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type")                  \
  X(27, cudaErrorInvalidNormSetting, "read as normalized float not supported for 32-bit non float type")     \
  X(28, cudaErrorMixedDeviceExecution, "device emulation mode and device execution mode cannot be mixed")    \
  X(31, cudaErrorNotYetImplemented, "feature not yet implemented")                                           \
  X(32, cudaErrorMemoryValueTooLarge, "memory value too large")                                              \
  X(34, cudaErrorStubLibrary, "CUDA driver is a stub library")                                               \
  X(35, cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version")         \
  X(36, cudaErrorCallRequiresNewerDriver, "API call is not supported in the installed CUDA driver")          \
  X(37, cudaErrorInvalidSurface, "invalid surface reference")                                                \
  X(43, cudaErrorDuplicateVariableName, "duplicate global variable looked up by string name")                \
  X(44, cudaErrorDuplicateTextureName, "duplicate texture looked up by string name")                         \
  X(45, cudaErrorDuplicateSurfaceName, "duplicate surface looked up by string name")                         \
  X(46, cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable")                    \
  X(49, cudaErrorIncompatibleDriverContext, "incompatible driver context")                                   \
  X(52, cudaErrorMissingConfiguration, "__global__ function call is not configured")                         \
  X(53, cudaErrorPriorLaunchFailure, "unspecified launch failure in prior launch")                           \
  X(65, cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches")             \
  X(66, cudaErrorLaunchFileScopedTex, "launch failed because kernel uses unsupported, file-scoped textures") \
  X(67, cudaErrorLaunchFileScopedSurf,                                                                       \
    "launch failed because kernel uses unsupported, file-scoped surfaces")                                   \
  X(68, cudaErrorSyncDepthExceeded,                                                                          \
    "cudaDeviceSynchronize failed because caller's grid depth exceeds the limit")                            \
  X(69, cudaErrorLaunchPendingCountExceeded,                                                                 \
    "launch failed because launch would exceed the limit of pending launches")                               \
  X(98, cudaErrorInvalidDeviceFunction, "invalid device function")                                           \
  X(100, cudaErrorNoDevice, "no CUDA-capable device is detected")                                            \
  X(101, cudaErrorInvalidDevice, "invalid device ordinal")                                                   \
  X(102, cudaErrorDeviceNotLicensed, "device doesn't have valid Grid license")                               \
  X(103, cudaErrorSoftwareValidityNotEstablished, "integrity checks failed")                                 \
  X(127, cudaErrorStartupFailure, "startup failure in cuda runtime")                                         \
  X(200, cudaErrorInvalidKernelImage, "device kernel image is invalid")                                      \
  X(201, cudaErrorDeviceUninitialized, "invalid device context")                                             \
  X(205, cudaErrorMapBufferObjectFailed, "mapping of buffer object failed")                                  \
  X(206, cudaErrorUnmapBufferObjectFailed, "unmapping of buffer object failed")                              \
  X(207, cudaErrorArrayIsMapped, "array is mapped")                                                          \
  X(208, cudaErrorAlreadyMapped, "resource already mapped")                                                  \
  X(209, cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device")        \
  X(210, cudaErrorAlreadyAcquired, "resource already acquired")                                              \
  X(211, cudaErrorNotMapped, "resource not mapped")                                                          \
  X(212, cudaErrorNotMappedAsArray, "resource not mapped as array")                                          \
  X(213, cudaErrorNotMappedAsPointer, "resource not mapped as pointer")                                      \
  X(214, cudaErrorECCUncorrectable, "uncorrectable ECC error encountered")                                   \
  X(215, cudaErrorUnsupportedLimit, "limit is not supported on this architecture")                           \
  X(216, cudaErrorDeviceAlreadyInUse, "exclusive-thread device already in use by a different thread")        \
  X(217, cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices")           \
  X(218, cudaErrorInvalidPtx, "a PTX JIT compilation failed")                                                \
  X(219, cudaErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context")                               \
  X(220, cudaErrorNvlinkUncorrectable, "uncorrectable NVLink error detected during the execution")           \
  X(221, cudaErrorJitCompilerNotFound, "PTX JIT compiler library not found")                                 \
  X(222, cudaErrorUnsupportedPtxVersion, "the provided PTX was compiled with an unsupported toolchain.")     \
  X(223, cudaErrorJitCompilationDisabled, "PTX JIT compilation was disabled")                                \
  X(224, cudaErrorUnsupportedExecAffinity, "the provided execution affinity is not supported")               \
  X(300, cudaErrorInvalidSource, "device kernel image is invalid")                                           \
  X(301, cudaErrorFileNotFound, "file not found")                                                            \
  X(302, cudaErrorSharedObjectSymbolNotFound, "shared object symbol not found")                              \
  X(303, cudaErrorSharedObjectInitFailed, "shared object initialization failed")                             \
  X(304, cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS")                   \
  X(400, cudaErrorInvalidResourceHandle, "invalid resource handle")                                          \
  X(401, cudaErrorIllegalState, "the operation cannot be performed in the present state")                    \
  X(500, cudaErrorSymbolNotFound, "named symbol not found")                                                  \
  X(600, cudaErrorNotReady, "device not ready")                                                              \
  X(700, cudaErrorIllegalAddress, "an illegal memory access was encountered")                                \
  X(701, cudaErrorLaunchOutOfResources, "too many resources requested for launch")                           \
  X(702, cudaErrorLaunchTimeout, "the launch timed out and was terminated")                                  \
  X(703, cudaErrorLaunchIncompatibleTexturing, "launch uses incompatible texturing mode")                    \
  X(704, cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled")                                \
  X(705, cudaErrorPeerAccessNotEnabled, "peer access has not been enabled")                                  \
  X(708, cudaErrorSetOnActiveProcess, "cannot set while device is active in this process")                   \
  X(709, cudaErrorContextIsDestroyed, "context is destroyed")                                                \
  X(710, cudaErrorAssert, "device-side assert triggered")                                                    \
  X(711, cudaErrorTooManyPeers, "peer mapping resources exhausted")                                          \
  X(712, cudaErrorHostMemoryAlreadyRegistered,                                                               \
    "part or all of the requested memory range is already mapped")                                           \
  X(713, cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region")      \
  X(714, cudaErrorHardwareStackError, "hardware stack error")                                                \
  X(715, cudaErrorIllegalInstruction, "an illegal instruction was encountered")                              \
  X(716, cudaErrorMisalignedAddress, "misaligned address")                                                   \
  X(717, cudaErrorInvalidAddressSpace, "operation not supported on global/shared address space")             \
  X(718, cudaErrorInvalidPc, "invalid program counter")                                                      \
  X(719, cudaErrorLaunchFailure, "unspecified launch failure")                                               \
  X(720, cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch")                        \
  X(800, cudaErrorNotPermitted, "operation not permitted")                                                   \
  X(801, cudaErrorNotSupported, "operation not supported")                                                   \
  X(802, cudaErrorSystemNotReady, "system not yet initialized")                                              \
  X(803, cudaErrorSystemDriverMismatch, "system has unsupported display driver / cuda driver combination")   \
  X(804, cudaErrorCompatNotSupportedOnDevice, "forward compatibility was attempted on non supported HW")     \
  X(900, cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing")              \
  X(901, cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture")       \
  X(902, cudaErrorStreamCaptureMerge, "operation would result in a merge of separate capture sequences")     \
  X(903, cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began")            \
  X(904, cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work")                               \
  X(905, cudaErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream")         \
  X(906, cudaErrorStreamCaptureImplicit,                                                                     \
    "operation would make the legacy stream depend on a capturing blocking stream")                          \
  X(907, cudaErrorCapturedEvent, "operation not permitted on an event last recorded in a capturing stream")  \
  X(908, cudaErrorStreamCaptureWrongThread,                                                                  \
    "attempt to terminate a thread-local capture sequence from another thread")                              \
  X(909, cudaErrorTimeout, "wait operation timed out")                                                       \
  X(910, cudaErrorGraphExecUpdateFailure,                                                                    \
    "the graph update was not performed because it included changes which violated constraints specific to " \
    "instantiated graph update")                                                                             \
  X(912, cudaErrorInvalidClusterSize, "invalid cluster configuration")                                       \
  X(999, cudaErrorUnknown, "unknown error")

enum cudaError {
#define __GC_ERROR(number, name, text) name = number,
  __GC_CUDA_ERRORS(__GC_ERROR)
#undef __GC_ERROR
      cudaErrorApiFailureBase = 10000
};
typedef enum cudaError cudaError_t;

#define __GC_ENUM(name, ...) \
  enum name { __VA_ARGS__ }; \
  typedef enum name name;
__GC_ENUM(cudaMemcpyKind, cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
          cudaMemcpyDeviceToDevice, cudaMemcpyDefault)
__GC_ENUM(cudaChannelFormatKind, cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned,
          cudaChannelFormatKindFloat, cudaChannelFormatKindNone)
__GC_ENUM(cudaTextureAddressMode, cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror,
          cudaAddressModeBorder)
__GC_ENUM(cudaTextureFilterMode, cudaFilterModePoint, cudaFilterModeLinear)
__GC_ENUM(cudaTextureReadMode, cudaReadModeElementType, cudaReadModeNormalizedFloat)
__GC_ENUM(cudaSurfaceBoundaryMode, cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap)
__GC_ENUM(cudaSurfaceFormatMode, cudaFormatModeForced, cudaFormatModeAuto)
__GC_ENUM(cudaResourceType, cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear,
          cudaResourceTypePitch2D)
__GC_ENUM(cudaMemoryType, cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice,
          cudaMemoryTypeManaged)
__GC_ENUM(cudaFuncCache, cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1,
          cudaFuncCachePreferEqual)
__GC_ENUM(cudaSharedMemConfig, cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte,
          cudaSharedMemBankSizeEightByte)
__GC_ENUM(cudaSharedCarveout, cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxShared = 100,
          cudaSharedmemCarveoutMaxL1 = 0)
__GC_ENUM(cudaComputeMode, cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited,
          cudaComputeModeExclusiveProcess)
__GC_ENUM(cudaLimit, cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
          cudaLimitDevRuntimeSyncDepth, cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity,
          cudaLimitPersistingL2CacheSize)
__GC_ENUM(cudaMemoryAdvise, cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly,
          cudaMemAdviseSetPreferredLocation, cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy,
          cudaMemAdviseUnsetAccessedBy)
__GC_ENUM(cudaMemRangeAttribute, cudaMemRangeAttributeReadMostly = 1, cudaMemRangeAttributePreferredLocation,
          cudaMemRangeAttributeAccessedBy, cudaMemRangeAttributeLastPrefetchLocation)
__GC_ENUM(cudaAccessProperty, cudaAccessPropertyNormal, cudaAccessPropertyStreaming,
          cudaAccessPropertyPersisting)
__GC_ENUM(cudaMemAllocationHandleType, cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1,
          cudaMemHandleTypeWin32 = 2, cudaMemHandleTypeWin32Kmt = 4, cudaMemHandleTypeFabric = 8)
__GC_ENUM(cudaMemAllocationType, cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned)
__GC_ENUM(cudaMemLocationType, cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost)
__GC_ENUM(cudaMemPoolAttr, cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic,
          cudaMemPoolReuseAllowInternalDependencies, cudaMemPoolAttrReleaseThreshold,
          cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh, cudaMemPoolAttrUsedMemCurrent,
          cudaMemPoolAttrUsedMemHigh)
__GC_ENUM(cudaStreamCaptureMode, cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
          cudaStreamCaptureModeRelaxed)
__GC_ENUM(cudaStreamCaptureStatus, cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive,
          cudaStreamCaptureStatusInvalidated)
__GC_ENUM(cudaGraphNodeType, cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset,
          cudaGraphNodeTypeHost, cudaGraphNodeTypeGraph, cudaGraphNodeTypeEmpty, cudaGraphNodeTypeWaitEvent,
          cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeCount = 18)
__GC_ENUM(cudaGraphExecUpdateResult, cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError,
          cudaGraphExecUpdateErrorTopologyChanged, cudaGraphExecUpdateErrorNodeTypeChanged)
__GC_ENUM(cudaGraphInstantiateFlags, cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
          cudaGraphInstantiateFlagUpload = 2)
__GC_ENUM(cudaFuncAttribute, cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
          cudaFuncAttributePreferredSharedMemoryCarveout = 9, cudaFuncAttributeClusterDimMustBeSet = 10,
          cudaFuncAttributeRequiredClusterWidth, cudaFuncAttributeRequiredClusterHeight,
          cudaFuncAttributeRequiredClusterDepth, cudaFuncAttributeNonPortableClusterSizeAllowed,
          cudaFuncAttributeClusterSchedulingPolicyPreference)
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
__GC_ENUM(cudaDeviceP2PAttr, cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported,
          cudaDevP2PAttrNativeAtomicSupported, cudaDevP2PAttrCudaArrayAccessSupported)
__GC_ENUM(cudaDeviceAttr, cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2,
          cudaDevAttrMaxBlockDimY = 3, cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5,
          cudaDevAttrMaxGridDimY = 6, cudaDevAttrMaxGridDimZ = 7, cudaDevAttrMaxSharedMemoryPerBlock = 8,
          cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10, cudaDevAttrMaxPitch = 11,
          cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13, cudaDevAttrTextureAlignment = 14,
          cudaDevAttrGpuOverlap = 15, cudaDevAttrMultiProcessorCount = 16, cudaDevAttrKernelExecTimeout = 17,
          cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory = 19, cudaDevAttrComputeMode = 20,
          cudaDevAttrMaxTexture1DWidth = 21, cudaDevAttrMaxTexture2DWidth = 22,
          cudaDevAttrMaxTexture2DHeight = 23, cudaDevAttrMaxTexture3DWidth = 24,
          cudaDevAttrMaxTexture3DHeight = 25, cudaDevAttrMaxTexture3DDepth = 26,
          cudaDevAttrMaxTexture2DLayeredWidth = 27, cudaDevAttrMaxTexture2DLayeredHeight = 28,
          cudaDevAttrMaxTexture2DLayeredLayers = 29, cudaDevAttrSurfaceAlignment = 30,
          cudaDevAttrConcurrentKernels = 31, cudaDevAttrEccEnabled = 32, cudaDevAttrPciBusId = 33,
          cudaDevAttrPciDeviceId = 34, cudaDevAttrTccDriver = 35, cudaDevAttrMemoryClockRate = 36,
          cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38,
          cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrAsyncEngineCount = 40,
          cudaDevAttrUnifiedAddressing = 41, cudaDevAttrMaxTexture1DLayeredWidth = 42,
          cudaDevAttrMaxTexture1DLayeredLayers = 43, cudaDevAttrCanTex2DGather = 44,
          cudaDevAttrMaxTexture2DGatherWidth = 45, cudaDevAttrMaxTexture2DGatherHeight = 46,
          cudaDevAttrMaxTexture3DWidthAlt = 47, cudaDevAttrMaxTexture3DHeightAlt = 48,
          cudaDevAttrMaxTexture3DDepthAlt = 49, cudaDevAttrPciDomainId = 50,
          cudaDevAttrTexturePitchAlignment = 51, cudaDevAttrMaxTextureCubemapWidth = 52,
          cudaDevAttrMaxTextureCubemapLayeredWidth = 53, cudaDevAttrMaxTextureCubemapLayeredLayers = 54,
          cudaDevAttrMaxSurface1DWidth = 55, cudaDevAttrMaxSurface2DWidth = 56,
          cudaDevAttrMaxSurface2DHeight = 57, cudaDevAttrMaxSurface3DWidth = 58,
          cudaDevAttrMaxSurface3DHeight = 59, cudaDevAttrMaxSurface3DDepth = 60,
          cudaDevAttrMaxSurface1DLayeredWidth = 61, cudaDevAttrMaxSurface1DLayeredLayers = 62,
          cudaDevAttrMaxSurface2DLayeredWidth = 63, cudaDevAttrMaxSurface2DLayeredHeight = 64,
          cudaDevAttrMaxSurface2DLayeredLayers = 65, cudaDevAttrMaxSurfaceCubemapWidth = 66,
          cudaDevAttrMaxSurfaceCubemapLayeredWidth = 67, cudaDevAttrMaxSurfaceCubemapLayeredLayers = 68,
          cudaDevAttrMaxTexture1DLinearWidth = 69, cudaDevAttrMaxTexture2DLinearWidth = 70,
          cudaDevAttrMaxTexture2DLinearHeight = 71, cudaDevAttrMaxTexture2DLinearPitch = 72,
          cudaDevAttrMaxTexture2DMipmappedWidth = 73, cudaDevAttrMaxTexture2DMipmappedHeight = 74,
          cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76,
          cudaDevAttrMaxTexture1DMipmappedWidth = 77, cudaDevAttrStreamPrioritiesSupported = 78,
          cudaDevAttrGlobalL1CacheSupported = 79, cudaDevAttrLocalL1CacheSupported = 80,
          cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrMaxRegistersPerMultiprocessor = 82,
          cudaDevAttrManagedMemory = 83, cudaDevAttrIsMultiGpuBoard = 84,
          cudaDevAttrMultiGpuBoardGroupID = 85, cudaDevAttrHostNativeAtomicSupported = 86,
          cudaDevAttrSingleToDoublePrecisionPerfRatio = 87, cudaDevAttrPageableMemoryAccess = 88,
          cudaDevAttrConcurrentManagedAccess = 89, cudaDevAttrComputePreemptionSupported = 90,
          cudaDevAttrCanUseHostPointerForRegisteredMem = 91, cudaDevAttrCooperativeLaunch = 95,
          cudaDevAttrCooperativeMultiDeviceLaunch = 96, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
          cudaDevAttrCanFlushRemoteWrites = 98, cudaDevAttrHostRegisterSupported = 99,
          cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100,
          cudaDevAttrDirectManagedMemAccessFromHost = 101, cudaDevAttrMaxBlocksPerMultiprocessor = 106,
          cudaDevAttrMaxPersistingL2CacheSize = 108, cudaDevAttrMaxAccessPolicyWindowSize = 109,
          cudaDevAttrReservedSharedMemoryPerBlock = 111, cudaDevAttrSparseCudaArraySupported = 112,
          cudaDevAttrHostRegisterReadOnlySupported = 113, cudaDevAttrTimelineSemaphoreInteropSupported = 114,
          cudaDevAttrMemoryPoolsSupported = 115, cudaDevAttrGPUDirectRDMASupported = 116,
          cudaDevAttrGPUDirectRDMAFlushWritesOptions = 117, cudaDevAttrGPUDirectRDMAWritesOrdering = 118,
          cudaDevAttrMemoryPoolSupportedHandleTypes = 119, cudaDevAttrClusterLaunch = 120,
          cudaDevAttrDeferredMappingCudaArraySupported = 121, cudaDevAttrIpcEventSupport = 125,
          cudaDevAttrNumaConfig = 130, cudaDevAttrNumaId = 131, cudaDevAttrHostNumaId = 134)
__GC_ENUM(cudaFlushGPUDirectRDMAWritesOptions, cudaFlushGPUDirectRDMAWritesOptionHost = 1,
          cudaFlushGPUDirectRDMAWritesOptionMemOps = 2)
__GC_ENUM(cudaGPUDirectRDMAWritesOrdering, cudaGPUDirectRDMAWritesOrderingNone,
          cudaGPUDirectRDMAWritesOrderingOwner = 100, cudaGPUDirectRDMAWritesOrderingAllDevices = 200)
__GC_ENUM(cudaDeviceNumaConfig, cudaDeviceNumaConfigNone, cudaDeviceNumaConfigNumaNode)
__GC_ENUM(cudaMemAccessFlags, cudaMemAccessFlagsProtNone, cudaMemAccessFlagsProtRead,
          cudaMemAccessFlagsProtReadWrite = 3)
__GC_ENUM(cudaRoundMode, cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf)
__GC_ENUM(cudaGraphicsMapFlags, cudaGraphicsMapFlagsNone, cudaGraphicsMapFlagsReadOnly,
          cudaGraphicsMapFlagsWriteDiscard)
#undef __GC_ENUM

#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaEventRecordDefault 0x00
#define cudaEventRecordExternal 0x01
#define cudaEventWaitDefault 0x00
#define cudaEventWaitExternal 0x01
#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterReadOnly 0x08
#define cudaPeerAccessDefault 0x00
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04
#define cudaArrayTextureGather 0x08
#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync 0x04
#define cudaDeviceScheduleMask 0x07
#define cudaDeviceMapHost 0x08
#define cudaDeviceLmemResizeToMax 0x10
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)
#define cudaIpcMemLazyEnablePeerAccess 0x01
#define CUDA_IPC_HANDLE_SIZE 64
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC

typedef struct cudaExtent {
  size_t width, height, depth;
} cudaExtent;
typedef struct cudaPos {
  size_t x, y, z;
} cudaPos;
typedef struct cudaPitchedPtr {
  void* ptr;
  size_t pitch, xsize, ysize;
} cudaPitchedPtr;
typedef struct cudaChannelFormatDesc {
  int x, y, z, w;
  enum cudaChannelFormatKind f;
} cudaChannelFormatDesc;
typedef struct cudaIpcMemHandle_st {
  char reserved[64];
} cudaIpcMemHandle_t;
typedef struct cudaIpcEventHandle_st {
  char reserved[64];
} cudaIpcEventHandle_t;
typedef struct CUuuid_st {
  char bytes[16];
} cudaUUID_t;
typedef struct CUuuid_st CUuuid;
typedef struct cudaMemLocation {
  enum cudaMemLocationType type;
  int id;
} cudaMemLocation;
typedef struct cudaMemAccessDesc {
  struct cudaMemLocation location;
  enum cudaMemAccessFlags flags;
} cudaMemAccessDesc;
#include "runtime_structs.h"
typedef struct cudaMemcpy3DPeerParms {
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  int srcDevice;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  int dstDevice;
  struct cudaExtent extent;
} cudaMemcpy3DPeerParms;
typedef struct cudaGraphExecUpdateResultInfo_st {
  enum cudaGraphExecUpdateResult result;
  cudaGraphNode_t errorNode;
  cudaGraphNode_t errorFromNode;
} cudaGraphExecUpdateResultInfo;
#define cudaStreamAttrValue cudaLaunchAttributeValue
#define cudaStreamAttrID cudaLaunchAttributeID
