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
__GC_HANDLE(cudaLibrary_t, CUlib_st)
__GC_HANDLE(cudaExecutionContext_t, cudaExecutionContext_st)
__GC_HANDLE(cudaGraphDeviceNode_t, CUgraphDeviceUpdatableNode_st)
__GC_HANDLE(cudaDevResourceDesc_t, CUdevResourceDesc_st)
__GC_HANDLE(cudaLogsCallbackHandle, CUlogsCallbackEntry_st)
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
typedef unsigned long long cudaGraphConditionalHandle;
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
  X(10, cudaErrorVersionTranslation,                                                                         \
    "the version of the driver and that of the API could not be translated")                                 \
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
  X(225, cudaErrorUnsupportedDevSideSync,                                                                    \
    "the code synchronizes on the device, which this architecture does not support")                         \
  X(226, cudaErrorContained, "an error was contained, and what ran before it is lost")                       \
  X(227, cudaErrorInsufficientLoaderVersion, "the driver is too old for this object")                        \
  X(300, cudaErrorInvalidSource, "device kernel image is invalid")                                           \
  X(301, cudaErrorFileNotFound, "file not found")                                                            \
  X(302, cudaErrorSharedObjectSymbolNotFound, "shared object symbol not found")                              \
  X(303, cudaErrorSharedObjectInitFailed, "shared object initialization failed")                             \
  X(304, cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS")                   \
  X(400, cudaErrorInvalidResourceHandle, "invalid resource handle")                                          \
  X(401, cudaErrorIllegalState, "the operation cannot be performed in the present state")                    \
  X(402, cudaErrorLossyQuery, "the answer to the query is incomplete")                                       \
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
  X(721, cudaErrorTensorMemoryLeak, "tensor memory was not released at the end of the kernel")               \
  X(800, cudaErrorNotPermitted, "operation not permitted")                                                   \
  X(801, cudaErrorNotSupported, "operation not supported")                                                   \
  X(802, cudaErrorSystemNotReady, "system not yet initialized")                                              \
  X(803, cudaErrorSystemDriverMismatch, "system has unsupported display driver / cuda driver combination")   \
  X(804, cudaErrorCompatNotSupportedOnDevice, "forward compatibility was attempted on non supported HW")     \
  X(805, cudaErrorMpsConnectionFailed, "cannot connect to the MPS control daemon or the MPS server")         \
  X(806, cudaErrorMpsRpcFailure, "a call between MPS server and client failed")                              \
  X(807, cudaErrorMpsServerNotReady, "the MPS server is not ready for clients")                              \
  X(808, cudaErrorMpsMaxClientsReached, "the MPS server has its maximum of clients")                         \
  X(809, cudaErrorMpsMaxConnectionsReached, "the device has its maximum of connections of MPS")              \
  X(810, cudaErrorMpsClientTerminated, "the MPS server ended the client")                                    \
  X(811, cudaErrorCdpNotSupported, "the device does not support launches from kernels")                      \
  X(812, cudaErrorCdpVersionMismatch, "the program mixes versions of launches from kernels")                 \
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
  X(911, cudaErrorExternalDevice, "an external device failed")                                               \
  X(912, cudaErrorInvalidClusterSize, "invalid cluster configuration")                                       \
  X(913, cudaErrorFunctionNotLoaded, "the function is not loaded")                                           \
  X(914, cudaErrorInvalidResourceType, "invalid type of resource")                                           \
  X(915, cudaErrorInvalidResourceConfiguration, "invalid configuration of resources")                        \
  X(917, cudaErrorStreamDetached, "the stream has no context any more")                                      \
  X(918, cudaErrorGraphRecaptureFailure, "the graph cannot be captured again")                               \
  X(919, cudaErrorFabricNotReady, "the fabric is not ready")                                                 \
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
          cudaChannelFormatKindFloat, cudaChannelFormatKindNone, cudaChannelFormatKindNV12,
          cudaChannelFormatKindUnsignedNormalized8X1, cudaChannelFormatKindUnsignedNormalized8X2,
          cudaChannelFormatKindUnsignedNormalized8X4, cudaChannelFormatKindUnsignedNormalized16X1,
          cudaChannelFormatKindUnsignedNormalized16X2, cudaChannelFormatKindUnsignedNormalized16X4,
          cudaChannelFormatKindSignedNormalized8X1, cudaChannelFormatKindSignedNormalized8X2,
          cudaChannelFormatKindSignedNormalized8X4, cudaChannelFormatKindSignedNormalized16X1,
          cudaChannelFormatKindSignedNormalized16X2, cudaChannelFormatKindSignedNormalized16X4,
          cudaChannelFormatKindUnsignedBlockCompressed1, cudaChannelFormatKindUnsignedBlockCompressed1SRGB,
          cudaChannelFormatKindUnsignedBlockCompressed2, cudaChannelFormatKindUnsignedBlockCompressed2SRGB,
          cudaChannelFormatKindUnsignedBlockCompressed3, cudaChannelFormatKindUnsignedBlockCompressed3SRGB,
          cudaChannelFormatKindUnsignedBlockCompressed4, cudaChannelFormatKindSignedBlockCompressed4,
          cudaChannelFormatKindUnsignedBlockCompressed5, cudaChannelFormatKindSignedBlockCompressed5,
          cudaChannelFormatKindUnsignedBlockCompressed6H, cudaChannelFormatKindSignedBlockCompressed6H,
          cudaChannelFormatKindUnsignedBlockCompressed7, cudaChannelFormatKindUnsignedBlockCompressed7SRGB,
          cudaChannelFormatKindUnsignedNormalized1010102, cudaChannelFormatKindUnsigned8Packed422,
          cudaChannelFormatKindUnsigned8Packed444, cudaChannelFormatKindUnsigned8SemiPlanar420,
          cudaChannelFormatKindUnsigned16SemiPlanar420, cudaChannelFormatKindUnsigned8SemiPlanar422,
          cudaChannelFormatKindUnsigned16SemiPlanar422, cudaChannelFormatKindUnsigned8SemiPlanar444,
          cudaChannelFormatKindUnsigned16SemiPlanar444, cudaChannelFormatKindUnsigned8Planar420,
          cudaChannelFormatKindUnsigned16Planar420, cudaChannelFormatKindUnsigned8Planar422,
          cudaChannelFormatKindUnsigned16Planar422, cudaChannelFormatKindUnsigned8Planar444,
          cudaChannelFormatKindUnsigned16Planar444)
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
          cudaLimitPersistingL2CacheSize, cudaLimitPerBlockMemorySize = 10)
__GC_ENUM(cudaMemoryAdvise, cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly,
          cudaMemAdviseSetPreferredLocation, cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy,
          cudaMemAdviseUnsetAccessedBy)
__GC_ENUM(cudaMemRangeAttribute, cudaMemRangeAttributeReadMostly = 1, cudaMemRangeAttributePreferredLocation,
          cudaMemRangeAttributeAccessedBy, cudaMemRangeAttributeLastPrefetchLocation,
          cudaMemRangeAttributePreferredLocationType, cudaMemRangeAttributePreferredLocationId,
          cudaMemRangeAttributeLastPrefetchLocationType, cudaMemRangeAttributeLastPrefetchLocationId)
__GC_ENUM(cudaAccessProperty, cudaAccessPropertyNormal, cudaAccessPropertyStreaming,
          cudaAccessPropertyPersisting)
__GC_ENUM(cudaMemAllocationHandleType, cudaMemHandleTypeNone, cudaMemHandleTypePosixFileDescriptor,
          cudaMemHandleTypeWin32, cudaMemHandleTypeWin32Kmt = 4, cudaMemHandleTypeFabric = 8)
__GC_ENUM(cudaMemAllocationType, cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned,
          cudaMemAllocationTypeManaged, cudaMemAllocationTypeMax = 2147483647)
__GC_ENUM(cudaMemLocationType, cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost,
          cudaMemLocationTypeNone = 0, cudaMemLocationTypeHostNuma = 3, cudaMemLocationTypeHostNumaCurrent,
          cudaMemLocationTypeInvisible, cudaMemLocationTypeDeviceLocalityDomain)
__GC_ENUM(cudaMemPoolAttr, cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic,
          cudaMemPoolReuseAllowInternalDependencies, cudaMemPoolAttrReleaseThreshold,
          cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh, cudaMemPoolAttrUsedMemCurrent,
          cudaMemPoolAttrUsedMemHigh, cudaMemPoolAttrAllocationType, cudaMemPoolAttrExportHandleTypes,
          cudaMemPoolAttrLocationId, cudaMemPoolAttrLocationType, cudaMemPoolAttrMaxPoolSize,
          cudaMemPoolAttrHwDecompressEnabled, cudaMemPoolAttrLocalityDomainId)
__GC_ENUM(cudaStreamCaptureMode, cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
          cudaStreamCaptureModeRelaxed)
__GC_ENUM(cudaStreamCaptureStatus, cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive,
          cudaStreamCaptureStatusInvalidated)
__GC_ENUM(cudaGraphNodeType, cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset,
          cudaGraphNodeTypeHost, cudaGraphNodeTypeGraph, cudaGraphNodeTypeEmpty, cudaGraphNodeTypeWaitEvent,
          cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeCount = 18, cudaGraphNodeTypeExtSemaphoreSignal = 8,
          cudaGraphNodeTypeExtSemaphoreWait, cudaGraphNodeTypeMemAlloc, cudaGraphNodeTypeMemFree,
          cudaGraphNodeTypeConditional = 13, cudaGraphNodeTypeMemcpyBatch, cudaGraphNodeTypeReserved16 = 16,
          cudaGraphNodeTypeExternalEngine)
__GC_ENUM(cudaGraphExecUpdateResult, cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError,
          cudaGraphExecUpdateErrorTopologyChanged, cudaGraphExecUpdateErrorNodeTypeChanged,
          cudaGraphExecUpdateErrorFunctionChanged, cudaGraphExecUpdateErrorParametersChanged,
          cudaGraphExecUpdateErrorNotSupported, cudaGraphExecUpdateErrorUnsupportedFunctionChange,
          cudaGraphExecUpdateErrorAttributesChanged)
__GC_ENUM(cudaGraphInstantiateFlags, cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
          cudaGraphInstantiateFlagUpload, cudaGraphInstantiateFlagDeviceLaunch = 4,
          cudaGraphInstantiateFlagUseNodePriority = 8)
__GC_ENUM(cudaFuncAttribute, cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
          cudaFuncAttributePreferredSharedMemoryCarveout, cudaFuncAttributeClusterDimMustBeSet,
          cudaFuncAttributeRequiredClusterWidth, cudaFuncAttributeRequiredClusterHeight,
          cudaFuncAttributeRequiredClusterDepth, cudaFuncAttributeNonPortableClusterSizeAllowed,
          cudaFuncAttributeClusterSchedulingPolicyPreference, cudaFuncAttributeSharedMemoryMode,
          cudaFuncAttributeMax)
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
__GC_ENUM(cudaDeviceP2PAttr, cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported,
          cudaDevP2PAttrNativeAtomicSupported, cudaDevP2PAttrCudaArrayAccessSupported,
          cudaDevP2PAttrOnlyPartialNativeAtomicSupported)
__GC_ENUM(cudaDeviceAttr, cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY,
          cudaDevAttrMaxBlockDimZ, cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ,
          cudaDevAttrMaxSharedMemoryPerBlock, cudaDevAttrTotalConstantMemory, cudaDevAttrWarpSize,
          cudaDevAttrMaxPitch, cudaDevAttrMaxRegistersPerBlock, cudaDevAttrClockRate,
          cudaDevAttrTextureAlignment, cudaDevAttrGpuOverlap, cudaDevAttrMultiProcessorCount,
          cudaDevAttrKernelExecTimeout, cudaDevAttrIntegrated, cudaDevAttrCanMapHostMemory,
          cudaDevAttrComputeMode, cudaDevAttrMaxTexture1DWidth, cudaDevAttrMaxTexture2DWidth,
          cudaDevAttrMaxTexture2DHeight, cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight,
          cudaDevAttrMaxTexture3DDepth, cudaDevAttrMaxTexture2DLayeredWidth,
          cudaDevAttrMaxTexture2DLayeredHeight, cudaDevAttrMaxTexture2DLayeredLayers,
          cudaDevAttrSurfaceAlignment, cudaDevAttrConcurrentKernels, cudaDevAttrEccEnabled,
          cudaDevAttrPciBusId, cudaDevAttrPciDeviceId, cudaDevAttrTccDriver, cudaDevAttrMemoryClockRate,
          cudaDevAttrGlobalMemoryBusWidth, cudaDevAttrL2CacheSize, cudaDevAttrMaxThreadsPerMultiProcessor,
          cudaDevAttrAsyncEngineCount, cudaDevAttrUnifiedAddressing, cudaDevAttrMaxTexture1DLayeredWidth,
          cudaDevAttrMaxTexture1DLayeredLayers, cudaDevAttrCanTex2DGather, cudaDevAttrMaxTexture2DGatherWidth,
          cudaDevAttrMaxTexture2DGatherHeight, cudaDevAttrMaxTexture3DWidthAlt,
          cudaDevAttrMaxTexture3DHeightAlt, cudaDevAttrMaxTexture3DDepthAlt, cudaDevAttrPciDomainId,
          cudaDevAttrTexturePitchAlignment, cudaDevAttrMaxTextureCubemapWidth,
          cudaDevAttrMaxTextureCubemapLayeredWidth, cudaDevAttrMaxTextureCubemapLayeredLayers,
          cudaDevAttrMaxSurface1DWidth, cudaDevAttrMaxSurface2DWidth, cudaDevAttrMaxSurface2DHeight,
          cudaDevAttrMaxSurface3DWidth, cudaDevAttrMaxSurface3DHeight, cudaDevAttrMaxSurface3DDepth,
          cudaDevAttrMaxSurface1DLayeredWidth, cudaDevAttrMaxSurface1DLayeredLayers,
          cudaDevAttrMaxSurface2DLayeredWidth, cudaDevAttrMaxSurface2DLayeredHeight,
          cudaDevAttrMaxSurface2DLayeredLayers, cudaDevAttrMaxSurfaceCubemapWidth,
          cudaDevAttrMaxSurfaceCubemapLayeredWidth, cudaDevAttrMaxSurfaceCubemapLayeredLayers,
          cudaDevAttrMaxTexture1DLinearWidth, cudaDevAttrMaxTexture2DLinearWidth,
          cudaDevAttrMaxTexture2DLinearHeight, cudaDevAttrMaxTexture2DLinearPitch,
          cudaDevAttrMaxTexture2DMipmappedWidth, cudaDevAttrMaxTexture2DMipmappedHeight,
          cudaDevAttrComputeCapabilityMajor, cudaDevAttrComputeCapabilityMinor,
          cudaDevAttrMaxTexture1DMipmappedWidth, cudaDevAttrStreamPrioritiesSupported,
          cudaDevAttrGlobalL1CacheSupported, cudaDevAttrLocalL1CacheSupported,
          cudaDevAttrMaxSharedMemoryPerMultiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor,
          cudaDevAttrManagedMemory, cudaDevAttrIsMultiGpuBoard, cudaDevAttrMultiGpuBoardGroupID,
          cudaDevAttrHostNativeAtomicSupported, cudaDevAttrSingleToDoublePrecisionPerfRatio,
          cudaDevAttrPageableMemoryAccess, cudaDevAttrConcurrentManagedAccess,
          cudaDevAttrComputePreemptionSupported, cudaDevAttrCanUseHostPointerForRegisteredMem,
          cudaDevAttrCooperativeLaunch = 95, cudaDevAttrCooperativeMultiDeviceLaunch,
          cudaDevAttrMaxSharedMemoryPerBlockOptin, cudaDevAttrCanFlushRemoteWrites,
          cudaDevAttrHostRegisterSupported, cudaDevAttrPageableMemoryAccessUsesHostPageTables,
          cudaDevAttrDirectManagedMemAccessFromHost, cudaDevAttrMaxBlocksPerMultiprocessor = 106,
          cudaDevAttrMaxPersistingL2CacheSize = 108, cudaDevAttrMaxAccessPolicyWindowSize,
          cudaDevAttrReservedSharedMemoryPerBlock = 111, cudaDevAttrSparseCudaArraySupported,
          cudaDevAttrHostRegisterReadOnlySupported, cudaDevAttrTimelineSemaphoreInteropSupported,
          cudaDevAttrMemoryPoolsSupported, cudaDevAttrGPUDirectRDMASupported,
          cudaDevAttrGPUDirectRDMAFlushWritesOptions, cudaDevAttrGPUDirectRDMAWritesOrdering,
          cudaDevAttrMemoryPoolSupportedHandleTypes, cudaDevAttrClusterLaunch,
          cudaDevAttrDeferredMappingCudaArraySupported, cudaDevAttrIpcEventSupport = 125,
          cudaDevAttrNumaConfig = 130, cudaDevAttrNumaId, cudaDevAttrHostNumaId = 134,
          cudaDevAttrMemSyncDomainCount = 126, cudaDevAttrMpsEnabled = 133,
          cudaDevAttrD3D12CigSupported = 135, cudaDevAttrVulkanCigSupported = 138, cudaDevAttrGpuPciDeviceId,
          cudaDevAttrGpuPciSubsystemId, cudaDevAttrHostNumaMemoryPoolsSupported = 142,
          cudaDevAttrHostNumaMultinodeIpcSupported, cudaDevAttrHostMemoryPoolsSupported,
          cudaDevAttrOnlyPartialHostNativeAtomicSupported = 147, cudaDevAttrAtomicReductionSupported,
          cudaDevAttrLocalityDomainCount, cudaDevAttrOversizedSharedMemoryPerBlock,
          cudaDevAttrCigStreamsSupported, cudaDevAttrLocalityDomainMultiprocessorCount = 157,
          cudaDevAttrReserved92 = 92, cudaDevAttrReserved93, cudaDevAttrReserved94,
          cudaDevAttrReserved96 = 96, cudaDevAttrReserved122 = 122, cudaDevAttrReserved123,
          cudaDevAttrReserved124, cudaDevAttrReserved127 = 127, cudaDevAttrReserved128,
          cudaDevAttrReserved129, cudaDevAttrReserved132 = 132, cudaDevAttrReserved141 = 141,
          cudaDevAttrReserved145 = 145, cudaDevAttrTensorMapLargeTensorMinSize = 160, cudaDevAttrMax)
__GC_ENUM(cudaFlushGPUDirectRDMAWritesOptions, cudaFlushGPUDirectRDMAWritesOptionHost = 1,
          cudaFlushGPUDirectRDMAWritesOptionMemOps)
__GC_ENUM(cudaGPUDirectRDMAWritesOrdering, cudaGPUDirectRDMAWritesOrderingNone,
          cudaGPUDirectRDMAWritesOrderingOwner = 100, cudaGPUDirectRDMAWritesOrderingAllDevices = 200)
__GC_ENUM(cudaDeviceNumaConfig, cudaDeviceNumaConfigNone, cudaDeviceNumaConfigNumaNode)
__GC_ENUM(cudaMemAccessFlags, cudaMemAccessFlagsProtNone, cudaMemAccessFlagsProtRead,
          cudaMemAccessFlagsProtReadWrite = 3)
__GC_ENUM(cudaRoundMode, cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf)
__GC_ENUM(cudaGraphicsMapFlags, cudaGraphicsMapFlagsNone, cudaGraphicsMapFlagsReadOnly,
          cudaGraphicsMapFlagsWriteDiscard)
__GC_ENUM(cudaGraphRecaptureStatus, cudaGraphRecaptureEligibleForUpdate,
          cudaGraphRecaptureIneligibleForUpdate, cudaGraphRecaptureError)
__GC_ENUM(cudaClusterSchedulingPolicy, cudaClusterSchedulingPolicyDefault, cudaClusterSchedulingPolicySpread,
          cudaClusterSchedulingPolicyLoadBalancing, cudaClusterSchedulingPolicyRubinDsmemLocality)
__GC_ENUM(cudaStreamUpdateCaptureDependenciesFlags, cudaStreamAddCaptureDependencies,
          cudaStreamSetCaptureDependencies)
__GC_ENUM(cudaUserObjectFlags, cudaUserObjectNoDestructorSync = 1)
__GC_ENUM(cudaUserObjectRetainFlags, cudaGraphUserObjectMove = 1)
__GC_ENUM(cudaHostTaskSyncMode, cudaHostTaskBlocking, cudaHostTaskSpinWait)
__GC_ENUM(cudaGraphicsRegisterFlags, cudaGraphicsRegisterFlagsNone, cudaGraphicsRegisterFlagsReadOnly,
          cudaGraphicsRegisterFlagsWriteDiscard, cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
          cudaGraphicsRegisterFlagsTextureGather = 8)
__GC_ENUM(cudaGraphicsCubeFace, cudaGraphicsCubeFacePositiveX, cudaGraphicsCubeFaceNegativeX,
          cudaGraphicsCubeFacePositiveY, cudaGraphicsCubeFaceNegativeY, cudaGraphicsCubeFacePositiveZ,
          cudaGraphicsCubeFaceNegativeZ)
__GC_ENUM(cudaResourceViewFormat, cudaResViewFormatNone, cudaResViewFormatUnsignedChar1,
          cudaResViewFormatUnsignedChar2, cudaResViewFormatUnsignedChar4, cudaResViewFormatSignedChar1,
          cudaResViewFormatSignedChar2, cudaResViewFormatSignedChar4, cudaResViewFormatUnsignedShort1,
          cudaResViewFormatUnsignedShort2, cudaResViewFormatUnsignedShort4, cudaResViewFormatSignedShort1,
          cudaResViewFormatSignedShort2, cudaResViewFormatSignedShort4, cudaResViewFormatUnsignedInt1,
          cudaResViewFormatUnsignedInt2, cudaResViewFormatUnsignedInt4, cudaResViewFormatSignedInt1,
          cudaResViewFormatSignedInt2, cudaResViewFormatSignedInt4, cudaResViewFormatHalf1,
          cudaResViewFormatHalf2, cudaResViewFormatHalf4, cudaResViewFormatFloat1, cudaResViewFormatFloat2,
          cudaResViewFormatFloat4, cudaResViewFormatUnsignedBlockCompressed1,
          cudaResViewFormatUnsignedBlockCompressed2, cudaResViewFormatUnsignedBlockCompressed3,
          cudaResViewFormatUnsignedBlockCompressed4, cudaResViewFormatSignedBlockCompressed4,
          cudaResViewFormatUnsignedBlockCompressed5, cudaResViewFormatSignedBlockCompressed5,
          cudaResViewFormatUnsignedBlockCompressed6H, cudaResViewFormatSignedBlockCompressed6H,
          cudaResViewFormatUnsignedBlockCompressed7)
__GC_ENUM(cudaSharedMemoryMode, cudaSharedMemoryModeDefault, cudaSharedMemoryModeRequirePortable,
          cudaSharedMemoryModeAllowNonPortable, cudaSharedMemoryModeAllowOversizedSharedMemory,
          cudaSharedMemoryModePreferOversizedSharedMemory)
__GC_ENUM(cudaFlushGPUDirectRDMAWritesScope, cudaFlushGPUDirectRDMAWritesToOwner = 100,
          cudaFlushGPUDirectRDMAWritesToAllDevices = 200)
__GC_ENUM(cudaFlushGPUDirectRDMAWritesTarget, cudaFlushGPUDirectRDMAWritesTargetCurrentDevice)
__GC_ENUM(cudaGraphMemAttributeType, cudaGraphMemAttrUsedMemCurrent, cudaGraphMemAttrUsedMemHigh,
          cudaGraphMemAttrReservedMemCurrent, cudaGraphMemAttrReservedMemHigh)
__GC_ENUM(cudaMemcpyFlags, cudaMemcpyFlagDefault, cudaMemcpyFlagPreferOverlapWithCompute)
__GC_ENUM(cudaMemcpySrcAccessOrder, cudaMemcpySrcAccessOrderInvalid, cudaMemcpySrcAccessOrderStream,
          cudaMemcpySrcAccessOrderDuringApiCall, cudaMemcpySrcAccessOrderAny,
          cudaMemcpySrcAccessOrderMax = 2147483647)
__GC_ENUM(cudaMemcpy3DOperandType, cudaMemcpyOperandTypePointer = 1, cudaMemcpyOperandTypeArray,
          cudaMemcpyOperandTypeMax = 2147483647)
__GC_ENUM(cudaAtomicOperation, cudaAtomicOperationIntegerAdd, cudaAtomicOperationIntegerMin,
          cudaAtomicOperationIntegerMax, cudaAtomicOperationIntegerIncrement,
          cudaAtomicOperationIntegerDecrement, cudaAtomicOperationAnd, cudaAtomicOperationOr,
          cudaAtomicOperationXOR, cudaAtomicOperationExchange, cudaAtomicOperationCAS,
          cudaAtomicOperationFloatAdd, cudaAtomicOperationFloatMin, cudaAtomicOperationFloatMax)
__GC_ENUM(cudaAtomicOperationCapability, cudaAtomicCapabilitySigned = 1, cudaAtomicCapabilityUnsigned,
          cudaAtomicCapabilityReduction = 4, cudaAtomicCapabilityScalar32 = 8,
          cudaAtomicCapabilityScalar64 = 16, cudaAtomicCapabilityScalar128 = 32,
          cudaAtomicCapabilityVector32x4 = 64)
__GC_ENUM(cudaExternalMemoryHandleType, cudaExternalMemoryHandleTypeOpaqueFd = 1,
          cudaExternalMemoryHandleTypeOpaqueWin32, cudaExternalMemoryHandleTypeOpaqueWin32Kmt,
          cudaExternalMemoryHandleTypeD3D12Heap, cudaExternalMemoryHandleTypeD3D12Resource,
          cudaExternalMemoryHandleTypeD3D11Resource, cudaExternalMemoryHandleTypeD3D11ResourceKmt,
          cudaExternalMemoryHandleTypeNvSciBuf)
__GC_ENUM(cudaExternalSemaphoreHandleType, cudaExternalSemaphoreHandleTypeOpaqueFd = 1,
          cudaExternalSemaphoreHandleTypeOpaqueWin32, cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt,
          cudaExternalSemaphoreHandleTypeD3D12Fence, cudaExternalSemaphoreHandleTypeD3D11Fence,
          cudaExternalSemaphoreHandleTypeNvSciSync, cudaExternalSemaphoreHandleTypeKeyedMutex,
          cudaExternalSemaphoreHandleTypeKeyedMutexKmt, cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd,
          cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32)
__GC_ENUM(cudaDevSmResourceGroup_flags, cudaDevSmResourceGroupDefault, cudaDevSmResourceGroupBackfill,
          cudaDevSmResourceGroupLocalityDomainId, cudaDevSmResourceGroupLocalityDomainSupplementalSms = 4)
__GC_ENUM(cudaDevSmResourceSplitByCount_flags, cudaDevSmResourceSplitIgnoreSmCoscheduling = 1,
          cudaDevSmResourceSplitMaxPotentialClusterSize)
__GC_ENUM(cudaDevResourceType, cudaDevResourceTypeInvalid, cudaDevResourceTypeSm,
          cudaDevResourceTypeWorkqueueConfig = 1000, cudaDevResourceTypeWorkqueue = 10000)
__GC_ENUM(cudaDevWorkqueueConfigScope, cudaDevWorkqueueConfigScopeDeviceCtx,
          cudaDevWorkqueueConfigScopeGreenCtxBalanced)
__GC_ENUM(cudaJitOption, cudaJitMaxRegisters, cudaJitThreadsPerBlock, cudaJitWallTime, cudaJitInfoLogBuffer,
          cudaJitInfoLogBufferSizeBytes, cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes,
          cudaJitOptimizationLevel, cudaJitFallbackStrategy = 10, cudaJitGenerateDebugInfo, cudaJitLogVerbose,
          cudaJitGenerateLineInfo, cudaJitCacheMode, cudaJitPositionIndependentCode = 30, cudaJitMinCtaPerSm,
          cudaJitMaxThreadsPerBlock, cudaJitOverrideDirectiveValues)
__GC_ENUM(cudaLibraryOption, cudaLibraryHostUniversalFunctionAndDataTable, cudaLibraryBinaryIsPreserved)
__GC_ENUM(cudaJit_CacheMode, cudaJitCacheOptionNone, cudaJitCacheOptionCG, cudaJitCacheOptionCA)
__GC_ENUM(cudaJit_Fallback, cudaPreferPtx, cudaPreferBinary)
__GC_ENUM(cudaCGScope, cudaCGScopeInvalid, cudaCGScopeGrid, cudaCGScopeReserved)
__GC_ENUM(cudaKernelFunctionType, cudaKernelFunctionTypeUnspecified, cudaKernelFunctionTypeDeviceEntry,
          cudaKernelFunctionTypeKernel, cudaKernelFunctionTypeFunction)
__GC_ENUM(cudaGraphConditionalHandleFlags, cudaGraphCondAssignDefault = 1)
__GC_ENUM(cudaGraphConditionalNodeType, cudaGraphCondTypeIf, cudaGraphCondTypeWhile, cudaGraphCondTypeSwitch)
__GC_ENUM(cudaGraphChildGraphNodeOwnership, cudaGraphChildGraphOwnershipClone,
          cudaGraphChildGraphOwnershipMove, cudaGraphChildGraphOwnershipInvalid = -1)
__GC_ENUM(cudaGraphDependencyType_enum, cudaGraphDependencyTypeDefault, cudaGraphDependencyTypeProgrammatic)
__GC_ENUM(cudaGraphInstantiateResult, cudaGraphInstantiateSuccess, cudaGraphInstantiateError,
          cudaGraphInstantiateInvalidStructure, cudaGraphInstantiateNodeOperationNotSupported,
          cudaGraphInstantiateMultipleDevicesNotSupported, cudaGraphInstantiateConditionalHandleUnused)
__GC_ENUM(cudaGraphKernelNodeField, cudaGraphKernelNodeFieldInvalid, cudaGraphKernelNodeFieldGridDim,
          cudaGraphKernelNodeFieldParam, cudaGraphKernelNodeFieldEnabled)
__GC_ENUM(cudaGetDriverEntryPointFlags, cudaEnableDefault, cudaEnableLegacyStream,
          cudaEnablePerThreadDefaultStream)
__GC_ENUM(cudaDriverEntryPointQueryResult, cudaDriverEntryPointSuccess, cudaDriverEntryPointSymbolNotFound,
          cudaDriverEntryPointVersionNotSufficent)
__GC_ENUM(cudaGraphDebugDotFlags, cudaGraphDebugDotFlagsVerbose = 1,
          cudaGraphDebugDotFlagsKernelNodeParams = 4, cudaGraphDebugDotFlagsMemcpyNodeParams = 8,
          cudaGraphDebugDotFlagsMemsetNodeParams = 16, cudaGraphDebugDotFlagsHostNodeParams = 32,
          cudaGraphDebugDotFlagsEventNodeParams = 64, cudaGraphDebugDotFlagsExtSemasSignalNodeParams = 128,
          cudaGraphDebugDotFlagsExtSemasWaitNodeParams = 256,
          cudaGraphDebugDotFlagsKernelNodeAttributes = 512, cudaGraphDebugDotFlagsHandles = 1024,
          cudaGraphDebugDotFlagsConditionalNodeParams = 32768,
          cudaGraphDebugDotFlagsMemcpyBatchNodeParams = 65536)
__GC_ENUM(cudaLaunchMemSyncDomain, cudaLaunchMemSyncDomainDefault, cudaLaunchMemSyncDomainRemote)
__GC_ENUM(cudaLaunchAttributePortableClusterMode, cudaLaunchPortableClusterModeDefault,
          cudaLaunchPortableClusterModeRequirePortable, cudaLaunchPortableClusterModeAllowNonPortable)
__GC_ENUM(cudaAsyncNotificationType_enum, cudaAsyncNotificationTypeOverBudget = 1)
__GC_ENUM(CUDAlogLevel_enum, cudaLogLevelError, cudaLogLevelWarning)
__GC_ENUM(cudaEmulationStrategy_t, CUDA_EMULATION_STRATEGY_DEFAULT, CUDA_EMULATION_STRATEGY_PERFORMANT,
          CUDA_EMULATION_STRATEGY_EAGER)
__GC_ENUM(cudaEmulationMantissaControl_t, CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC,
          CUDA_EMULATION_MANTISSA_CONTROL_FIXED)
__GC_ENUM(cudaEmulationSpecialValuesSupport_t, CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT = 65535,
          CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NONE = 0, CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_INFINITY,
          CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NAN)
__GC_ENUM(cudaFabricOpStatusSource, cudaFabricOpStatusSourceMbarrierV1,
          cudaFabricOpStatusSourceMax = 2147483647)
__GC_ENUM(cudaFabricOpStatusInfo, cudaFabricOpStatusInfoSuccess, cudaFabricOpStatusInfoLast = 0,
          cudaFabricOpStatusInfoMax = 2147483647)
typedef enum cudaGraphDependencyType_enum cudaGraphDependencyType;
typedef enum cudaAsyncNotificationType_enum cudaAsyncNotificationType;
typedef enum CUDAlogLevel_enum cudaLogLevel;
typedef enum cudaEmulationStrategy_t cudaEmulationStrategy;
typedef enum cudaEmulationMantissaControl_t cudaEmulationMantissaControl;
typedef enum cudaEmulationSpecialValuesSupport_t cudaEmulationSpecialValuesSupport;
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
  union {
    int id;
    struct {
      unsigned char deviceId, localityDomainId;
    } localized;
  };
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
#define cudaStreamAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaStreamAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaStreamAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttrValue cudaLaunchAttributeValue
#define cudaKernelNodeAttrID cudaLaunchAttributeID
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttributeClusterDimension cudaLaunchAttributeClusterDimension
#define cudaKernelNodeAttributeClusterSchedulingPolicyPreference \
  cudaLaunchAttributeClusterSchedulingPolicyPreference
#define cudaKernelNodeAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaKernelNodeAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaKernelNodeAttributePreferredSharedMemoryCarveout cudaLaunchAttributePreferredSharedMemoryCarveout
#define cudaKernelNodeAttributeDeviceUpdatableKernelNode cudaLaunchAttributeDeviceUpdatableKernelNode
#define cudaKernelNodeAttributeNvlinkUtilCentricScheduling cudaLaunchAttributeNvlinkUtilCentricScheduling
