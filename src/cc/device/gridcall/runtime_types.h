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
          cudaChannelFormatKindFloat, cudaChannelFormatKindNone, cudaChannelFormatKindNV12 = 4,
          cudaChannelFormatKindUnsignedNormalized8X1 = 5, cudaChannelFormatKindUnsignedNormalized8X2 = 6,
          cudaChannelFormatKindUnsignedNormalized8X4 = 7, cudaChannelFormatKindUnsignedNormalized16X1 = 8,
          cudaChannelFormatKindUnsignedNormalized16X2 = 9, cudaChannelFormatKindUnsignedNormalized16X4 = 10,
          cudaChannelFormatKindSignedNormalized8X1 = 11, cudaChannelFormatKindSignedNormalized8X2 = 12,
          cudaChannelFormatKindSignedNormalized8X4 = 13, cudaChannelFormatKindSignedNormalized16X1 = 14,
          cudaChannelFormatKindSignedNormalized16X2 = 15, cudaChannelFormatKindSignedNormalized16X4 = 16,
          cudaChannelFormatKindUnsignedBlockCompressed1 = 17,
          cudaChannelFormatKindUnsignedBlockCompressed1SRGB = 18,
          cudaChannelFormatKindUnsignedBlockCompressed2 = 19,
          cudaChannelFormatKindUnsignedBlockCompressed2SRGB = 20,
          cudaChannelFormatKindUnsignedBlockCompressed3 = 21,
          cudaChannelFormatKindUnsignedBlockCompressed3SRGB = 22,
          cudaChannelFormatKindUnsignedBlockCompressed4 = 23,
          cudaChannelFormatKindSignedBlockCompressed4 = 24,
          cudaChannelFormatKindUnsignedBlockCompressed5 = 25,
          cudaChannelFormatKindSignedBlockCompressed5 = 26,
          cudaChannelFormatKindUnsignedBlockCompressed6H = 27,
          cudaChannelFormatKindSignedBlockCompressed6H = 28,
          cudaChannelFormatKindUnsignedBlockCompressed7 = 29,
          cudaChannelFormatKindUnsignedBlockCompressed7SRGB = 30,
          cudaChannelFormatKindUnsignedNormalized1010102 = 31, cudaChannelFormatKindUnsigned8Packed422 = 32,
          cudaChannelFormatKindUnsigned8Packed444 = 33, cudaChannelFormatKindUnsigned8SemiPlanar420 = 34,
          cudaChannelFormatKindUnsigned16SemiPlanar420 = 35, cudaChannelFormatKindUnsigned8SemiPlanar422 = 36,
          cudaChannelFormatKindUnsigned16SemiPlanar422 = 37, cudaChannelFormatKindUnsigned8SemiPlanar444 = 38,
          cudaChannelFormatKindUnsigned16SemiPlanar444 = 39, cudaChannelFormatKindUnsigned8Planar420 = 40,
          cudaChannelFormatKindUnsigned16Planar420 = 41, cudaChannelFormatKindUnsigned8Planar422 = 42,
          cudaChannelFormatKindUnsigned16Planar422 = 43, cudaChannelFormatKindUnsigned8Planar444 = 44,
          cudaChannelFormatKindUnsigned16Planar444 = 45)
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
          cudaMemRangeAttributePreferredLocationType = 5, cudaMemRangeAttributePreferredLocationId = 6,
          cudaMemRangeAttributeLastPrefetchLocationType = 7, cudaMemRangeAttributeLastPrefetchLocationId = 8)
__GC_ENUM(cudaAccessProperty, cudaAccessPropertyNormal, cudaAccessPropertyStreaming,
          cudaAccessPropertyPersisting)
__GC_ENUM(cudaMemAllocationHandleType, cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1,
          cudaMemHandleTypeWin32 = 2, cudaMemHandleTypeWin32Kmt = 4, cudaMemHandleTypeFabric = 8)
__GC_ENUM(cudaMemAllocationType, cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned,
          cudaMemAllocationTypeManaged = 2, cudaMemAllocationTypeMax = 2147483647)
__GC_ENUM(cudaMemLocationType, cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost,
          cudaMemLocationTypeNone = 0, cudaMemLocationTypeHostNuma = 3,
          cudaMemLocationTypeHostNumaCurrent = 4, cudaMemLocationTypeInvisible = 5,
          cudaMemLocationTypeDeviceLocalityDomain = 6)
__GC_ENUM(cudaMemPoolAttr, cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic,
          cudaMemPoolReuseAllowInternalDependencies, cudaMemPoolAttrReleaseThreshold,
          cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh, cudaMemPoolAttrUsedMemCurrent,
          cudaMemPoolAttrUsedMemHigh, cudaMemPoolAttrAllocationType = 9,
          cudaMemPoolAttrExportHandleTypes = 10, cudaMemPoolAttrLocationId = 11,
          cudaMemPoolAttrLocationType = 12, cudaMemPoolAttrMaxPoolSize = 13,
          cudaMemPoolAttrHwDecompressEnabled = 14, cudaMemPoolAttrLocalityDomainId = 15)
__GC_ENUM(cudaStreamCaptureMode, cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
          cudaStreamCaptureModeRelaxed)
__GC_ENUM(cudaStreamCaptureStatus, cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive,
          cudaStreamCaptureStatusInvalidated)
__GC_ENUM(cudaGraphNodeType, cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset,
          cudaGraphNodeTypeHost, cudaGraphNodeTypeGraph, cudaGraphNodeTypeEmpty, cudaGraphNodeTypeWaitEvent,
          cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeCount = 18, cudaGraphNodeTypeExtSemaphoreSignal = 8,
          cudaGraphNodeTypeExtSemaphoreWait = 9, cudaGraphNodeTypeMemAlloc = 10,
          cudaGraphNodeTypeMemFree = 11, cudaGraphNodeTypeConditional = 13, cudaGraphNodeTypeMemcpyBatch = 14,
          cudaGraphNodeTypeExternalEngine = 17)
__GC_ENUM(cudaGraphExecUpdateResult, cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError,
          cudaGraphExecUpdateErrorTopologyChanged, cudaGraphExecUpdateErrorNodeTypeChanged,
          cudaGraphExecUpdateErrorFunctionChanged = 4, cudaGraphExecUpdateErrorParametersChanged = 5,
          cudaGraphExecUpdateErrorNotSupported = 6, cudaGraphExecUpdateErrorUnsupportedFunctionChange = 7,
          cudaGraphExecUpdateErrorAttributesChanged = 8)
__GC_ENUM(cudaGraphInstantiateFlags, cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
          cudaGraphInstantiateFlagUpload = 2, cudaGraphInstantiateFlagDeviceLaunch = 4,
          cudaGraphInstantiateFlagUseNodePriority = 8)
__GC_ENUM(cudaFuncAttribute, cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
          cudaFuncAttributePreferredSharedMemoryCarveout = 9, cudaFuncAttributeClusterDimMustBeSet = 10,
          cudaFuncAttributeRequiredClusterWidth, cudaFuncAttributeRequiredClusterHeight,
          cudaFuncAttributeRequiredClusterDepth, cudaFuncAttributeNonPortableClusterSizeAllowed,
          cudaFuncAttributeClusterSchedulingPolicyPreference, cudaFuncAttributeSharedMemoryMode = 16,
          cudaFuncAttributeMax = 17)
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
__GC_ENUM(cudaDeviceP2PAttr, cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported,
          cudaDevP2PAttrNativeAtomicSupported, cudaDevP2PAttrCudaArrayAccessSupported,
          cudaDevP2PAttrOnlyPartialNativeAtomicSupported = 5)
__GC_ENUM(
    cudaDeviceAttr, cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxBlockDimY = 3, cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxGridDimY = 6, cudaDevAttrMaxGridDimZ = 7, cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10, cudaDevAttrMaxPitch = 11,
    cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13, cudaDevAttrTextureAlignment = 14,
    cudaDevAttrGpuOverlap = 15, cudaDevAttrMultiProcessorCount = 16, cudaDevAttrKernelExecTimeout = 17,
    cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory = 19, cudaDevAttrComputeMode = 20,
    cudaDevAttrMaxTexture1DWidth = 21, cudaDevAttrMaxTexture2DWidth = 22, cudaDevAttrMaxTexture2DHeight = 23,
    cudaDevAttrMaxTexture3DWidth = 24, cudaDevAttrMaxTexture3DHeight = 25, cudaDevAttrMaxTexture3DDepth = 26,
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
    cudaDevAttrMaxTexture3DDepthAlt = 49, cudaDevAttrPciDomainId = 50, cudaDevAttrTexturePitchAlignment = 51,
    cudaDevAttrMaxTextureCubemapWidth = 52, cudaDevAttrMaxTextureCubemapLayeredWidth = 53,
    cudaDevAttrMaxTextureCubemapLayeredLayers = 54, cudaDevAttrMaxSurface1DWidth = 55,
    cudaDevAttrMaxSurface2DWidth = 56, cudaDevAttrMaxSurface2DHeight = 57, cudaDevAttrMaxSurface3DWidth = 58,
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
    cudaDevAttrManagedMemory = 83, cudaDevAttrIsMultiGpuBoard = 84, cudaDevAttrMultiGpuBoardGroupID = 85,
    cudaDevAttrHostNativeAtomicSupported = 86, cudaDevAttrSingleToDoublePrecisionPerfRatio = 87,
    cudaDevAttrPageableMemoryAccess = 88, cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrComputePreemptionSupported = 90, cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
    cudaDevAttrCooperativeLaunch = 95, cudaDevAttrCooperativeMultiDeviceLaunch = 96,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, cudaDevAttrCanFlushRemoteWrites = 98,
    cudaDevAttrHostRegisterSupported = 99, cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100,
    cudaDevAttrDirectManagedMemAccessFromHost = 101, cudaDevAttrMaxBlocksPerMultiprocessor = 106,
    cudaDevAttrMaxPersistingL2CacheSize = 108, cudaDevAttrMaxAccessPolicyWindowSize = 109,
    cudaDevAttrReservedSharedMemoryPerBlock = 111, cudaDevAttrSparseCudaArraySupported = 112,
    cudaDevAttrHostRegisterReadOnlySupported = 113, cudaDevAttrTimelineSemaphoreInteropSupported = 114,
    cudaDevAttrMemoryPoolsSupported = 115, cudaDevAttrGPUDirectRDMASupported = 116,
    cudaDevAttrGPUDirectRDMAFlushWritesOptions = 117, cudaDevAttrGPUDirectRDMAWritesOrdering = 118,
    cudaDevAttrMemoryPoolSupportedHandleTypes = 119, cudaDevAttrClusterLaunch = 120,
    cudaDevAttrDeferredMappingCudaArraySupported = 121, cudaDevAttrIpcEventSupport = 125,
    cudaDevAttrNumaConfig = 130, cudaDevAttrNumaId = 131, cudaDevAttrHostNumaId = 134,
    cudaDevAttrMemSyncDomainCount = 126, cudaDevAttrMpsEnabled = 133, cudaDevAttrD3D12CigSupported = 135,
    cudaDevAttrVulkanCigSupported = 138, cudaDevAttrGpuPciDeviceId = 139, cudaDevAttrGpuPciSubsystemId = 140,
    cudaDevAttrHostNumaMemoryPoolsSupported = 142, cudaDevAttrHostNumaMultinodeIpcSupported = 143,
    cudaDevAttrHostMemoryPoolsSupported = 144, cudaDevAttrOnlyPartialHostNativeAtomicSupported = 147,
    cudaDevAttrAtomicReductionSupported = 148, cudaDevAttrLocalityDomainCount = 149,
    cudaDevAttrOversizedSharedMemoryPerBlock = 150, cudaDevAttrCigStreamsSupported = 151,
    cudaDevAttrLocalityDomainMultiprocessorCount = 157, cudaDevAttrTensorMapLargeTensorMinSize = 160,
    cudaDevAttrMax = 161)
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
__GC_ENUM(cudaGraphRecaptureStatus, cudaGraphRecaptureEligibleForUpdate = 0,
          cudaGraphRecaptureIneligibleForUpdate = 1, cudaGraphRecaptureError = 2)
__GC_ENUM(cudaClusterSchedulingPolicy, cudaClusterSchedulingPolicyDefault = 0,
          cudaClusterSchedulingPolicySpread = 1, cudaClusterSchedulingPolicyLoadBalancing = 2,
          cudaClusterSchedulingPolicyRubinDsmemLocality = 3)
__GC_ENUM(cudaStreamUpdateCaptureDependenciesFlags, cudaStreamAddCaptureDependencies = 0,
          cudaStreamSetCaptureDependencies = 1)
__GC_ENUM(cudaUserObjectFlags, cudaUserObjectNoDestructorSync = 1)
__GC_ENUM(cudaUserObjectRetainFlags, cudaGraphUserObjectMove = 1)
__GC_ENUM(cudaHostTaskSyncMode, cudaHostTaskBlocking = 0, cudaHostTaskSpinWait = 1)
__GC_ENUM(cudaGraphicsRegisterFlags, cudaGraphicsRegisterFlagsNone = 0, cudaGraphicsRegisterFlagsReadOnly = 1,
          cudaGraphicsRegisterFlagsWriteDiscard = 2, cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
          cudaGraphicsRegisterFlagsTextureGather = 8)
__GC_ENUM(cudaGraphicsCubeFace, cudaGraphicsCubeFacePositiveX = 0, cudaGraphicsCubeFaceNegativeX = 1,
          cudaGraphicsCubeFacePositiveY = 2, cudaGraphicsCubeFaceNegativeY = 3,
          cudaGraphicsCubeFacePositiveZ = 4, cudaGraphicsCubeFaceNegativeZ = 5)
__GC_ENUM(cudaResourceViewFormat, cudaResViewFormatNone = 0, cudaResViewFormatUnsignedChar1 = 1,
          cudaResViewFormatUnsignedChar2 = 2, cudaResViewFormatUnsignedChar4 = 3,
          cudaResViewFormatSignedChar1 = 4, cudaResViewFormatSignedChar2 = 5,
          cudaResViewFormatSignedChar4 = 6, cudaResViewFormatUnsignedShort1 = 7,
          cudaResViewFormatUnsignedShort2 = 8, cudaResViewFormatUnsignedShort4 = 9,
          cudaResViewFormatSignedShort1 = 10, cudaResViewFormatSignedShort2 = 11,
          cudaResViewFormatSignedShort4 = 12, cudaResViewFormatUnsignedInt1 = 13,
          cudaResViewFormatUnsignedInt2 = 14, cudaResViewFormatUnsignedInt4 = 15,
          cudaResViewFormatSignedInt1 = 16, cudaResViewFormatSignedInt2 = 17,
          cudaResViewFormatSignedInt4 = 18, cudaResViewFormatHalf1 = 19, cudaResViewFormatHalf2 = 20,
          cudaResViewFormatHalf4 = 21, cudaResViewFormatFloat1 = 22, cudaResViewFormatFloat2 = 23,
          cudaResViewFormatFloat4 = 24, cudaResViewFormatUnsignedBlockCompressed1 = 25,
          cudaResViewFormatUnsignedBlockCompressed2 = 26, cudaResViewFormatUnsignedBlockCompressed3 = 27,
          cudaResViewFormatUnsignedBlockCompressed4 = 28, cudaResViewFormatSignedBlockCompressed4 = 29,
          cudaResViewFormatUnsignedBlockCompressed5 = 30, cudaResViewFormatSignedBlockCompressed5 = 31,
          cudaResViewFormatUnsignedBlockCompressed6H = 32, cudaResViewFormatSignedBlockCompressed6H = 33,
          cudaResViewFormatUnsignedBlockCompressed7 = 34)
__GC_ENUM(cudaSharedMemoryMode, cudaSharedMemoryModeDefault = 0, cudaSharedMemoryModeRequirePortable = 1,
          cudaSharedMemoryModeAllowNonPortable = 2, cudaSharedMemoryModeAllowOversizedSharedMemory = 3,
          cudaSharedMemoryModePreferOversizedSharedMemory = 4)
__GC_ENUM(cudaFlushGPUDirectRDMAWritesScope, cudaFlushGPUDirectRDMAWritesToOwner = 100,
          cudaFlushGPUDirectRDMAWritesToAllDevices = 200)
__GC_ENUM(cudaFlushGPUDirectRDMAWritesTarget, cudaFlushGPUDirectRDMAWritesTargetCurrentDevice = 0)
__GC_ENUM(cudaGraphMemAttributeType, cudaGraphMemAttrUsedMemCurrent = 0, cudaGraphMemAttrUsedMemHigh = 1)
__GC_ENUM(cudaMemcpyFlags, cudaMemcpyFlagDefault = 0, cudaMemcpyFlagPreferOverlapWithCompute = 1)
__GC_ENUM(cudaMemcpySrcAccessOrder, cudaMemcpySrcAccessOrderInvalid = 0, cudaMemcpySrcAccessOrderStream = 1,
          cudaMemcpySrcAccessOrderDuringApiCall = 2, cudaMemcpySrcAccessOrderAny = 3,
          cudaMemcpySrcAccessOrderMax = 2147483647)
__GC_ENUM(cudaMemcpy3DOperandType, cudaMemcpyOperandTypePointer = 1, cudaMemcpyOperandTypeArray = 2,
          cudaMemcpyOperandTypeMax = 2147483647)
__GC_ENUM(cudaAtomicOperation, cudaAtomicOperationIntegerAdd = 0, cudaAtomicOperationIntegerMin = 1,
          cudaAtomicOperationIntegerMax = 2, cudaAtomicOperationIntegerIncrement = 3,
          cudaAtomicOperationIntegerDecrement = 4, cudaAtomicOperationAnd = 5, cudaAtomicOperationOr = 6,
          cudaAtomicOperationXOR = 7, cudaAtomicOperationExchange = 8, cudaAtomicOperationCAS = 9,
          cudaAtomicOperationFloatAdd = 10, cudaAtomicOperationFloatMin = 11,
          cudaAtomicOperationFloatMax = 12)
__GC_ENUM(cudaAtomicOperationCapability, cudaAtomicCapabilitySigned = 1, cudaAtomicCapabilityUnsigned = 2,
          cudaAtomicCapabilityReduction = 4, cudaAtomicCapabilityScalar32 = 8,
          cudaAtomicCapabilityScalar64 = 16, cudaAtomicCapabilityScalar128 = 32,
          cudaAtomicCapabilityVector32x4 = 64)
__GC_ENUM(cudaExternalMemoryHandleType, cudaExternalMemoryHandleTypeOpaqueFd = 1,
          cudaExternalMemoryHandleTypeOpaqueWin32 = 2, cudaExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
          cudaExternalMemoryHandleTypeD3D12Heap = 4, cudaExternalMemoryHandleTypeD3D12Resource = 5,
          cudaExternalMemoryHandleTypeD3D11Resource = 6, cudaExternalMemoryHandleTypeD3D11ResourceKmt = 7,
          cudaExternalMemoryHandleTypeNvSciBuf = 8)
__GC_ENUM(cudaExternalSemaphoreHandleType, cudaExternalSemaphoreHandleTypeOpaqueFd = 1,
          cudaExternalSemaphoreHandleTypeOpaqueWin32 = 2, cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,
          cudaExternalSemaphoreHandleTypeD3D12Fence = 4, cudaExternalSemaphoreHandleTypeD3D11Fence = 5,
          cudaExternalSemaphoreHandleTypeNvSciSync = 6, cudaExternalSemaphoreHandleTypeKeyedMutex = 7,
          cudaExternalSemaphoreHandleTypeKeyedMutexKmt = 8,
          cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
          cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10)
__GC_ENUM(cudaDevSmResourceGroup_flags, cudaDevSmResourceGroupDefault = 0, cudaDevSmResourceGroupBackfill = 1,
          cudaDevSmResourceGroupLocalityDomainId = 2, cudaDevSmResourceGroupLocalityDomainSupplementalSms = 4)
__GC_ENUM(cudaDevSmResourceSplitByCount_flags, cudaDevSmResourceSplitIgnoreSmCoscheduling = 1,
          cudaDevSmResourceSplitMaxPotentialClusterSize = 2)
__GC_ENUM(cudaDevResourceType, cudaDevResourceTypeInvalid = 0, cudaDevResourceTypeSm = 1,
          cudaDevResourceTypeWorkqueueConfig = 1000, cudaDevResourceTypeWorkqueue = 10000)
__GC_ENUM(cudaDevWorkqueueConfigScope, cudaDevWorkqueueConfigScopeDeviceCtx = 0,
          cudaDevWorkqueueConfigScopeGreenCtxBalanced = 1)
__GC_ENUM(cudaJitOption, cudaJitMaxRegisters = 0, cudaJitThreadsPerBlock = 1, cudaJitWallTime = 2,
          cudaJitInfoLogBuffer = 3, cudaJitInfoLogBufferSizeBytes = 4, cudaJitErrorLogBuffer = 5,
          cudaJitErrorLogBufferSizeBytes = 6, cudaJitOptimizationLevel = 7, cudaJitFallbackStrategy = 10,
          cudaJitGenerateDebugInfo = 11, cudaJitLogVerbose = 12, cudaJitGenerateLineInfo = 13,
          cudaJitCacheMode = 14, cudaJitPositionIndependentCode = 30, cudaJitMinCtaPerSm = 31,
          cudaJitMaxThreadsPerBlock = 32, cudaJitOverrideDirectiveValues = 33)
__GC_ENUM(cudaLibraryOption, cudaLibraryHostUniversalFunctionAndDataTable = 0,
          cudaLibraryBinaryIsPreserved = 1)
__GC_ENUM(cudaJit_CacheMode, cudaJitCacheOptionNone = 0, cudaJitCacheOptionCG = 1, cudaJitCacheOptionCA = 2)
__GC_ENUM(cudaJit_Fallback, cudaPreferPtx = 0, cudaPreferBinary = 1)
__GC_ENUM(cudaCGScope, cudaCGScopeInvalid = 0, cudaCGScopeGrid = 1)
__GC_ENUM(cudaKernelFunctionType, cudaKernelFunctionTypeUnspecified = 0,
          cudaKernelFunctionTypeDeviceEntry = 1, cudaKernelFunctionTypeKernel = 2,
          cudaKernelFunctionTypeFunction = 3)
__GC_ENUM(cudaGraphConditionalHandleFlags, cudaGraphCondAssignDefault = 1)
__GC_ENUM(cudaGraphConditionalNodeType, cudaGraphCondTypeIf = 0, cudaGraphCondTypeWhile = 1,
          cudaGraphCondTypeSwitch = 2)
__GC_ENUM(cudaGraphChildGraphNodeOwnership, cudaGraphChildGraphOwnershipClone = 0,
          cudaGraphChildGraphOwnershipMove = 1, cudaGraphChildGraphOwnershipInvalid = -1)
__GC_ENUM(cudaGraphDependencyType, cudaGraphDependencyTypeDefault = 0,
          cudaGraphDependencyTypeProgrammatic = 1)
__GC_ENUM(cudaGraphInstantiateResult, cudaGraphInstantiateSuccess = 0, cudaGraphInstantiateError = 1,
          cudaGraphInstantiateInvalidStructure = 2, cudaGraphInstantiateNodeOperationNotSupported = 3,
          cudaGraphInstantiateMultipleDevicesNotSupported = 4,
          cudaGraphInstantiateConditionalHandleUnused = 5)
__GC_ENUM(cudaGraphKernelNodeField, cudaGraphKernelNodeFieldInvalid = 0, cudaGraphKernelNodeFieldGridDim = 1,
          cudaGraphKernelNodeFieldParam = 2, cudaGraphKernelNodeFieldEnabled = 3)
__GC_ENUM(cudaGetDriverEntryPointFlags, cudaEnableDefault = 0, cudaEnableLegacyStream = 1,
          cudaEnablePerThreadDefaultStream = 2)
__GC_ENUM(cudaDriverEntryPointQueryResult, cudaDriverEntryPointSuccess = 0,
          cudaDriverEntryPointSymbolNotFound = 1, cudaDriverEntryPointVersionNotSufficent = 2)
__GC_ENUM(cudaGraphDebugDotFlags, cudaGraphDebugDotFlagsVerbose = 1,
          cudaGraphDebugDotFlagsKernelNodeParams = 4, cudaGraphDebugDotFlagsMemcpyNodeParams = 8,
          cudaGraphDebugDotFlagsMemsetNodeParams = 16, cudaGraphDebugDotFlagsHostNodeParams = 32,
          cudaGraphDebugDotFlagsEventNodeParams = 64, cudaGraphDebugDotFlagsExtSemasSignalNodeParams = 128,
          cudaGraphDebugDotFlagsExtSemasWaitNodeParams = 256,
          cudaGraphDebugDotFlagsKernelNodeAttributes = 512, cudaGraphDebugDotFlagsHandles = 1024,
          cudaGraphDebugDotFlagsConditionalNodeParams = 32768,
          cudaGraphDebugDotFlagsMemcpyBatchNodeParams = 65536)
__GC_ENUM(cudaLaunchMemSyncDomain, cudaLaunchMemSyncDomainDefault = 0, cudaLaunchMemSyncDomainRemote = 1)
__GC_ENUM(cudaLaunchAttributePortableClusterMode, cudaLaunchPortableClusterModeDefault = 0,
          cudaLaunchPortableClusterModeRequirePortable = 1, cudaLaunchPortableClusterModeAllowNonPortable = 2)
__GC_ENUM(cudaAsyncNotificationType, cudaAsyncNotificationTypeOverBudget = 1)
__GC_ENUM(CUDAlogLevel, cudaLogLevelError = 0, cudaLogLevelWarning = 1)
__GC_ENUM(cudaEmulationStrategy_t, CUDA_EMULATION_STRATEGY_DEFAULT = 0,
          CUDA_EMULATION_STRATEGY_PERFORMANT = 1, CUDA_EMULATION_STRATEGY_EAGER = 2)
__GC_ENUM(cudaEmulationMantissaControl_t, CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC = 0,
          CUDA_EMULATION_MANTISSA_CONTROL_FIXED = 1)
__GC_ENUM(cudaEmulationSpecialValuesSupport_t, CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT = 65535,
          CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NONE = 0, CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_INFINITY = 1,
          CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NAN = 2)
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
