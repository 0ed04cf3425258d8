# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

const status_constants = [
    "OK" => Int(GridCall.OK),
    "ERROR_INVALID_ARGUMENT" => Int(GridCall.ERROR_INVALID_ARGUMENT),
    "ERROR_INVALID_HANDLE" => Int(GridCall.ERROR_INVALID_HANDLE),
    "ERROR_OUT_OF_RANGE" => Int(GridCall.ERROR_OUT_OF_RANGE),
    "ERROR_INVALID_OPTIONS" => Int(GridCall.ERROR_INVALID_OPTIONS),
    "ERROR_NOT_FOUND" => Int(GridCall.ERROR_NOT_FOUND),
    "ERROR_WRONG_CONTEXT" => Int(GridCall.ERROR_WRONG_CONTEXT),
    "ERROR_INVALID_STATE" => Int(GridCall.ERROR_INVALID_STATE),
    "ERROR_NOT_READY" => Int(GridCall.ERROR_NOT_READY),
    "ERROR_ALREADY_REGISTERED" => Int(GridCall.ERROR_ALREADY_REGISTERED),
    "ERROR_OUT_OF_MEMORY" => Int(GridCall.ERROR_OUT_OF_MEMORY),
    "ERROR_OUT_OF_HOST_MEMORY" => Int(GridCall.ERROR_OUT_OF_HOST_MEMORY),
    "ERROR_POOL_LIMIT" => Int(GridCall.ERROR_POOL_LIMIT),
    "ERROR_INVALID_LAUNCH" => Int(GridCall.ERROR_INVALID_LAUNCH),
    "ERROR_ARGUMENT_MISMATCH" => Int(GridCall.ERROR_ARGUMENT_MISMATCH),
    "ERROR_ILLEGAL_ADDRESS" => Int(GridCall.ERROR_ILLEGAL_ADDRESS),
    "ERROR_MISALIGNED_ADDRESS" => Int(GridCall.ERROR_MISALIGNED_ADDRESS),
    "ERROR_KERNEL_TRAP" => Int(GridCall.ERROR_KERNEL_TRAP),
    "ERROR_KERNEL_ASSERT" => Int(GridCall.ERROR_KERNEL_ASSERT),
    "ERROR_DIVIDE_BY_ZERO" => Int(GridCall.ERROR_DIVIDE_BY_ZERO),
    "ERROR_STACK_OVERFLOW" => Int(GridCall.ERROR_STACK_OVERFLOW),
    "ERROR_LAUNCH_TIMEOUT" => Int(GridCall.ERROR_LAUNCH_TIMEOUT),
    "ERROR_LAUNCH_FAILED" => Int(GridCall.ERROR_LAUNCH_FAILED),
    "ERROR_KERNEL_DEADLOCK" => Int(GridCall.ERROR_KERNEL_DEADLOCK),
    "ERROR_DEVICE_LOST" => Int(GridCall.ERROR_DEVICE_LOST),
    "ERROR_CANCELLED" => Int(GridCall.ERROR_CANCELLED),
    "ERROR_COMPILE" => Int(GridCall.ERROR_COMPILE),
    "ERROR_COMPILER_UNAVAILABLE" => Int(GridCall.ERROR_COMPILER_UNAVAILABLE),
    "ERROR_COMPILER_FAILED" => Int(GridCall.ERROR_COMPILER_FAILED),
    "ERROR_COMPILE_TIMEOUT" => Int(GridCall.ERROR_COMPILE_TIMEOUT),
    "ERROR_INVALID_IMAGE" => Int(GridCall.ERROR_INVALID_IMAGE),
    "ERROR_INCOMPATIBLE_IMAGE" => Int(GridCall.ERROR_INCOMPATIBLE_IMAGE),
    "ERROR_INVALID_COMPILE_OPTION" => Int(GridCall.ERROR_INVALID_COMPILE_OPTION),
    "ERROR_DRIVER" => Int(GridCall.ERROR_DRIVER),
    "ERROR_NO_DEVICE" => Int(GridCall.ERROR_NO_DEVICE),
    "ERROR_DRIVER_UNAVAILABLE" => Int(GridCall.ERROR_DRIVER_UNAVAILABLE),
    "ERROR_DRIVER_TOO_OLD" => Int(GridCall.ERROR_DRIVER_TOO_OLD),
    "ERROR_IO" => Int(GridCall.ERROR_IO),
    "ERROR_INTERNAL" => Int(GridCall.ERROR_INTERNAL),
    "ERROR_UNSUPPORTED" => Int(GridCall.ERROR_UNSUPPORTED),
    "ERROR_FORKED" => Int(GridCall.ERROR_FORKED),
    "ERROR_EXITING" => Int(GridCall.ERROR_EXITING),
    "ERROR_COMM" => Int(GridCall.ERROR_COMM),
    "ERROR_COMM_UNAVAILABLE" => Int(GridCall.ERROR_COMM_UNAVAILABLE),
    "ERROR_COMM_TOO_OLD" => Int(GridCall.ERROR_COMM_TOO_OLD),
    "ERROR_COMM_PEER_LOST" => Int(GridCall.ERROR_COMM_PEER_LOST),
    "ERROR_COMM_TIMEOUT" => Int(GridCall.ERROR_COMM_TIMEOUT),
    "ERROR_COMM_ABORTED" => Int(GridCall.ERROR_COMM_ABORTED),
    "ERROR_COMM_MISMATCH" => Int(GridCall.ERROR_COMM_MISMATCH),
]
const device_attribute_constants = [
    "MAX_THREADS_PER_BLOCK" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
    "MAX_BLOCK_DIM_X" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
    "MAX_BLOCK_DIM_Y" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
    "MAX_BLOCK_DIM_Z" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z),
    "MAX_GRID_DIM_X" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_GRID_DIM_X),
    "MAX_GRID_DIM_Y" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
    "MAX_GRID_DIM_Z" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z),
    "MAX_SHARED_MEMORY_PER_BLOCK" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
    "TOTAL_CONSTANT_MEMORY" => Int(GridCall.DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY),
    "WARP_SIZE" => Int(GridCall.DEVICE_ATTRIBUTE_WARP_SIZE),
    "MAX_PITCH" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_PITCH),
    "MAX_REGISTERS_PER_BLOCK" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK),
    "CLOCK_RATE" => Int(GridCall.DEVICE_ATTRIBUTE_CLOCK_RATE),
    "TEXTURE_ALIGNMENT" => Int(GridCall.DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT),
    "GPU_OVERLAP" => Int(GridCall.DEVICE_ATTRIBUTE_GPU_OVERLAP),
    "MULTIPROCESSOR_COUNT" => Int(GridCall.DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
    "KERNEL_EXEC_TIMEOUT" => Int(GridCall.DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT),
    "INTEGRATED" => Int(GridCall.DEVICE_ATTRIBUTE_INTEGRATED),
    "CAN_MAP_HOST_MEMORY" => Int(GridCall.DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY),
    "COMPUTE_MODE" => Int(GridCall.DEVICE_ATTRIBUTE_COMPUTE_MODE),
    "MAXIMUM_TEXTURE1D_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH),
    "MAXIMUM_TEXTURE2D_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH),
    "MAXIMUM_TEXTURE2D_HEIGHT" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT),
    "MAXIMUM_TEXTURE3D_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH),
    "MAXIMUM_TEXTURE3D_HEIGHT" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT),
    "MAXIMUM_TEXTURE3D_DEPTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH),
    "MAXIMUM_TEXTURE2D_LAYERED_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH),
    "MAXIMUM_TEXTURE2D_LAYERED_HEIGHT" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT),
    "MAXIMUM_TEXTURE2D_LAYERED_LAYERS" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS),
    "SURFACE_ALIGNMENT" => Int(GridCall.DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT),
    "CONCURRENT_KERNELS" => Int(GridCall.DEVICE_ATTRIBUTE_CONCURRENT_KERNELS),
    "ECC_ENABLED" => Int(GridCall.DEVICE_ATTRIBUTE_ECC_ENABLED),
    "PCI_BUS_ID" => Int(GridCall.DEVICE_ATTRIBUTE_PCI_BUS_ID),
    "PCI_DEVICE_ID" => Int(GridCall.DEVICE_ATTRIBUTE_PCI_DEVICE_ID),
    "TCC_DRIVER" => Int(GridCall.DEVICE_ATTRIBUTE_TCC_DRIVER),
    "MEMORY_CLOCK_RATE" => Int(GridCall.DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE),
    "GLOBAL_MEMORY_BUS_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH),
    "L2_CACHE_SIZE" => Int(GridCall.DEVICE_ATTRIBUTE_L2_CACHE_SIZE),
    "MAX_THREADS_PER_MULTIPROCESSOR" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR),
    "ASYNC_ENGINE_COUNT" => Int(GridCall.DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT),
    "UNIFIED_ADDRESSING" => Int(GridCall.DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING),
    "MAXIMUM_TEXTURE1D_LAYERED_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH),
    "MAXIMUM_TEXTURE1D_LAYERED_LAYERS" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS),
    "CAN_TEX2D_GATHER" => Int(GridCall.DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER),
    "MAXIMUM_TEXTURE2D_GATHER_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH),
    "MAXIMUM_TEXTURE2D_GATHER_HEIGHT" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT),
    "MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE),
    "MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE),
    "MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE),
    "PCI_DOMAIN_ID" => Int(GridCall.DEVICE_ATTRIBUTE_PCI_DOMAIN_ID),
    "TEXTURE_PITCH_ALIGNMENT" => Int(GridCall.DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT),
    "MAXIMUM_TEXTURECUBEMAP_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH),
    "MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH),
    "MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS),
    "MAXIMUM_SURFACE1D_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH),
    "MAXIMUM_SURFACE2D_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH),
    "MAXIMUM_SURFACE2D_HEIGHT" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT),
    "MAXIMUM_SURFACE3D_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH),
    "MAXIMUM_SURFACE3D_HEIGHT" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT),
    "MAXIMUM_SURFACE3D_DEPTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH),
    "MAXIMUM_SURFACE1D_LAYERED_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH),
    "MAXIMUM_SURFACE1D_LAYERED_LAYERS" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS),
    "MAXIMUM_SURFACE2D_LAYERED_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH),
    "MAXIMUM_SURFACE2D_LAYERED_HEIGHT" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT),
    "MAXIMUM_SURFACE2D_LAYERED_LAYERS" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS),
    "MAXIMUM_SURFACECUBEMAP_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH),
    "MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH),
    "MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS),
    "MAXIMUM_TEXTURE1D_LINEAR_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH),
    "MAXIMUM_TEXTURE2D_LINEAR_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH),
    "MAXIMUM_TEXTURE2D_LINEAR_HEIGHT" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT),
    "MAXIMUM_TEXTURE2D_LINEAR_PITCH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH),
    "MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH),
    "MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT),
    "COMPUTE_CAPABILITY_MAJOR" => Int(GridCall.DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
    "COMPUTE_CAPABILITY_MINOR" => Int(GridCall.DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
    "MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH" => Int(GridCall.DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH),
    "STREAM_PRIORITIES_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED),
    "GLOBAL_L1_CACHE_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED),
    "LOCAL_L1_CACHE_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED),
    "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
    "MAX_REGISTERS_PER_MULTIPROCESSOR" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR),
    "MANAGED_MEMORY" => Int(GridCall.DEVICE_ATTRIBUTE_MANAGED_MEMORY),
    "MULTI_GPU_BOARD" => Int(GridCall.DEVICE_ATTRIBUTE_MULTI_GPU_BOARD),
    "MULTI_GPU_BOARD_GROUP_ID" => Int(GridCall.DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID),
    "HOST_NATIVE_ATOMIC_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED),
    "SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO" => Int(GridCall.DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO),
    "PAGEABLE_MEMORY_ACCESS" => Int(GridCall.DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS),
    "CONCURRENT_MANAGED_ACCESS" => Int(GridCall.DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS),
    "COMPUTE_PREEMPTION_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED),
    "CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM" => Int(GridCall.DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM),
    "COOPERATIVE_LAUNCH" => Int(GridCall.DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH),
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
    "HOST_REGISTER_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED),
    "PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES" => Int(GridCall.DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES),
    "DIRECT_MANAGED_MEM_ACCESS_FROM_HOST" => Int(GridCall.DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST),
    "VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED),
    "HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED),
    "HANDLE_TYPE_WIN32_HANDLE_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED),
    "HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED),
    "MAX_BLOCKS_PER_MULTIPROCESSOR" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR),
    "GENERIC_COMPRESSION_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED),
    "MAX_PERSISTING_L2_CACHE_SIZE" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE),
    "MAX_ACCESS_POLICY_WINDOW_SIZE" => Int(GridCall.DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE),
    "RESERVED_SHARED_MEMORY_PER_BLOCK" => Int(GridCall.DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK),
    "READ_ONLY_HOST_REGISTER_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED),
    "MEMORY_POOLS_SUPPORTED" => Int(GridCall.DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED),
    "CLUSTER_LAUNCH" => Int(GridCall.DEVICE_ATTRIBUTE_CLUSTER_LAUNCH),
    "SVM_CAPABILITIES" => Int(GridCall.DEVICE_ATTRIBUTE_SVM_CAPABILITIES),
]
const context_sched_constants = [
    "AUTO" => Int(GridCall.CONTEXT_SCHED_AUTO),
    "SPIN" => Int(GridCall.CONTEXT_SCHED_SPIN),
    "YIELD" => Int(GridCall.CONTEXT_SCHED_YIELD),
    "BLOCKING_SYNC" => Int(GridCall.CONTEXT_SCHED_BLOCKING_SYNC),
]
const context_attribute_constants = [
    "STACK_SIZE" => Int(GridCall.CONTEXT_ATTRIBUTE_STACK_SIZE),
    "PRINTF_FIFO_SIZE" => Int(GridCall.CONTEXT_ATTRIBUTE_PRINTF_FIFO_SIZE),
    "MALLOC_HEAP_SIZE" => Int(GridCall.CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE),
    "DEV_RUNTIME_SYNC_DEPTH" => Int(GridCall.CONTEXT_ATTRIBUTE_DEV_RUNTIME_SYNC_DEPTH),
    "DEV_RUNTIME_PENDING_LAUNCH_COUNT" => Int(GridCall.CONTEXT_ATTRIBUTE_DEV_RUNTIME_PENDING_LAUNCH_COUNT),
    "MAX_L2_FETCH_GRANULARITY" => Int(GridCall.CONTEXT_ATTRIBUTE_MAX_L2_FETCH_GRANULARITY),
    "PERSISTING_L2_CACHE_SIZE" => Int(GridCall.CONTEXT_ATTRIBUTE_PERSISTING_L2_CACHE_SIZE),
    "CACHE_CONFIG" => Int(GridCall.CONTEXT_ATTRIBUTE_CACHE_CONFIG),
    "SHARED_CONFIG" => Int(GridCall.CONTEXT_ATTRIBUTE_SHARED_CONFIG),
    "SCHED" => Int(GridCall.CONTEXT_ATTRIBUTE_SCHED),
    "FLAGS" => Int(GridCall.CONTEXT_ATTRIBUTE_FLAGS),
    "API_VERSION" => Int(GridCall.CONTEXT_ATTRIBUTE_API_VERSION),
    "IS_PRIMARY" => Int(GridCall.CONTEXT_ATTRIBUTE_IS_PRIMARY),
    "DEFERS_CLEANUP" => Int(GridCall.CONTEXT_ATTRIBUTE_DEFERS_CLEANUP),
]
const pointer_attribute_constants = [
    "CONTEXT" => Int(GridCall.POINTER_ATTRIBUTE_CONTEXT),
    "MEMORY_TYPE" => Int(GridCall.POINTER_ATTRIBUTE_MEMORY_TYPE),
    "DEVICE_POINTER" => Int(GridCall.POINTER_ATTRIBUTE_DEVICE_POINTER),
    "HOST_POINTER" => Int(GridCall.POINTER_ATTRIBUTE_HOST_POINTER),
    "IS_MANAGED" => Int(GridCall.POINTER_ATTRIBUTE_IS_MANAGED),
    "DEVICE_ORDINAL" => Int(GridCall.POINTER_ATTRIBUTE_DEVICE_ORDINAL),
    "RANGE_START_ADDRESS" => Int(GridCall.POINTER_ATTRIBUTE_RANGE_START_ADDRESS),
    "RANGE_SIZE" => Int(GridCall.POINTER_ATTRIBUTE_RANGE_SIZE),
]
const feature_constants = [
    "STREAM_CANCEL" => Int(GridCall.FEATURE_STREAM_CANCEL),
    "MODULE_FROM_BUFFER" => Int(GridCall.FEATURE_MODULE_FROM_BUFFER),
    "KERNEL_PARAMS" => Int(GridCall.FEATURE_KERNEL_PARAMS),
    "KERNEL_TIMEOUT" => Int(GridCall.FEATURE_KERNEL_TIMEOUT),
    "CPU_MODE" => Int(GridCall.FEATURE_CPU_MODE),
    "COOPERATIVE_LAUNCH" => Int(GridCall.FEATURE_COOPERATIVE_LAUNCH),
    "CLUSTERS" => Int(GridCall.FEATURE_CLUSTERS),
    "OCCUPANCY" => Int(GridCall.FEATURE_OCCUPANCY),
    "IPC" => Int(GridCall.FEATURE_IPC),
]
const stream_attribute_constants = [
    "FLAGS" => Int(GridCall.STREAM_ATTRIBUTE_FLAGS),
    "PRIORITY" => Int(GridCall.STREAM_ATTRIBUTE_PRIORITY),
    "ID" => Int(GridCall.STREAM_ATTRIBUTE_ID),
    "IS_CAPTURING" => Int(GridCall.STREAM_ATTRIBUTE_IS_CAPTURING),
]
const scalar_type_constants = [
    "INT8" => Int(GridCall.SCALAR_TYPE_INT8),
    "UINT8" => Int(GridCall.SCALAR_TYPE_UINT8),
    "INT16" => Int(GridCall.SCALAR_TYPE_INT16),
    "UINT16" => Int(GridCall.SCALAR_TYPE_UINT16),
    "INT32" => Int(GridCall.SCALAR_TYPE_INT32),
    "UINT32" => Int(GridCall.SCALAR_TYPE_UINT32),
    "INT64" => Int(GridCall.SCALAR_TYPE_INT64),
    "UINT64" => Int(GridCall.SCALAR_TYPE_UINT64),
    "FLOAT16" => Int(GridCall.SCALAR_TYPE_FLOAT16),
    "BFLOAT16" => Int(GridCall.SCALAR_TYPE_BFLOAT16),
    "FLOAT32" => Int(GridCall.SCALAR_TYPE_FLOAT32),
    "FLOAT64" => Int(GridCall.SCALAR_TYPE_FLOAT64),
    "BOOL" => Int(GridCall.SCALAR_TYPE_BOOL),
    "RECORD" => Int(GridCall.SCALAR_TYPE_RECORD),
    "COMPLEX64" => Int(GridCall.SCALAR_TYPE_COMPLEX64),
    "COMPLEX128" => Int(GridCall.SCALAR_TYPE_COMPLEX128),
    "FLOAT8_E4M3" => Int(GridCall.SCALAR_TYPE_FLOAT8_E4M3),
    "FLOAT8_E5M2" => Int(GridCall.SCALAR_TYPE_FLOAT8_E5M2),
]
const mem_place_constants = [
    "DEVICE" => Int(GridCall.MEM_PLACE_DEVICE),
    "HOST" => Int(GridCall.MEM_PLACE_HOST),
    "MANAGED" => Int(GridCall.MEM_PLACE_MANAGED),
    "PAGEABLE" => Int(GridCall.MEM_PLACE_PAGEABLE),
]
const mem_attribute_constants = [
    "READ_MOSTLY" => Int(GridCall.MEM_ATTRIBUTE_READ_MOSTLY),
    "PREFERRED_LOCATION" => Int(GridCall.MEM_ATTRIBUTE_PREFERRED_LOCATION),
    "LAST_PREFETCH_LOCATION" => Int(GridCall.MEM_ATTRIBUTE_LAST_PREFETCH_LOCATION),
    "PLACE" => Int(GridCall.MEM_ATTRIBUTE_PLACE),
    "ORIGIN" => Int(GridCall.MEM_ATTRIBUTE_ORIGIN),
    "FLAGS" => Int(GridCall.MEM_ATTRIBUTE_FLAGS),
    "PITCH" => Int(GridCall.MEM_ATTRIBUTE_PITCH),
    "ROW_SIZE" => Int(GridCall.MEM_ATTRIBUTE_ROW_SIZE),
    "HEIGHT" => Int(GridCall.MEM_ATTRIBUTE_HEIGHT),
    "ALIGNMENT" => Int(GridCall.MEM_ATTRIBUTE_ALIGNMENT),
    "OFFSET" => Int(GridCall.MEM_ATTRIBUTE_OFFSET),
    "REFERENCE_COUNT" => Int(GridCall.MEM_ATTRIBUTE_REFERENCE_COUNT),
    "IS_REGISTERED" => Int(GridCall.MEM_ATTRIBUTE_IS_REGISTERED),
    "USES_SVM" => Int(GridCall.MEM_ATTRIBUTE_USES_SVM),
    "MAP_COUNT" => Int(GridCall.MEM_ATTRIBUTE_MAP_COUNT),
]
const mem_attach_mode_constants = [
    "GLOBAL" => Int(GridCall.MEM_ATTACH_MODE_GLOBAL),
    "HOST" => Int(GridCall.MEM_ATTACH_MODE_HOST),
    "SINGLE" => Int(GridCall.MEM_ATTACH_MODE_SINGLE),
]
const mem_advice_constants = [
    "SET_READ_MOSTLY" => Int(GridCall.MEM_ADVICE_SET_READ_MOSTLY),
    "UNSET_READ_MOSTLY" => Int(GridCall.MEM_ADVICE_UNSET_READ_MOSTLY),
    "SET_PREFERRED_LOCATION" => Int(GridCall.MEM_ADVICE_SET_PREFERRED_LOCATION),
    "UNSET_PREFERRED_LOCATION" => Int(GridCall.MEM_ADVICE_UNSET_PREFERRED_LOCATION),
    "SET_ACCESSED_BY" => Int(GridCall.MEM_ADVICE_SET_ACCESSED_BY),
    "UNSET_ACCESSED_BY" => Int(GridCall.MEM_ADVICE_UNSET_ACCESSED_BY),
]
const mapping_attribute_constants = [
    "SIZE" => Int(GridCall.MAPPING_ATTRIBUTE_SIZE),
    "FLAGS" => Int(GridCall.MAPPING_ATTRIBUTE_FLAGS),
    "IS_DIRECT" => Int(GridCall.MAPPING_ATTRIBUTE_IS_DIRECT),
    "ROW_PITCH" => Int(GridCall.MAPPING_ATTRIBUTE_ROW_PITCH),
    "SLICE_PITCH" => Int(GridCall.MAPPING_ATTRIBUTE_SLICE_PITCH),
]
const pipe_attribute_constants = [
    "PACKET_SIZE" => Int(GridCall.PIPE_ATTRIBUTE_PACKET_SIZE),
    "MAX_PACKETS" => Int(GridCall.PIPE_ATTRIBUTE_MAX_PACKETS),
]
const array_format_constants = [
    "UNSIGNED_INT8" => Int(GridCall.ARRAY_FORMAT_UNSIGNED_INT8),
    "UNSIGNED_INT16" => Int(GridCall.ARRAY_FORMAT_UNSIGNED_INT16),
    "UNSIGNED_INT32" => Int(GridCall.ARRAY_FORMAT_UNSIGNED_INT32),
    "SIGNED_INT8" => Int(GridCall.ARRAY_FORMAT_SIGNED_INT8),
    "SIGNED_INT16" => Int(GridCall.ARRAY_FORMAT_SIGNED_INT16),
    "SIGNED_INT32" => Int(GridCall.ARRAY_FORMAT_SIGNED_INT32),
    "HALF" => Int(GridCall.ARRAY_FORMAT_HALF),
    "FLOAT" => Int(GridCall.ARRAY_FORMAT_FLOAT),
    "UNORM_INT_101010_2" => Int(GridCall.ARRAY_FORMAT_UNORM_INT_101010_2),
    "UNORM_INT8X1" => Int(GridCall.ARRAY_FORMAT_UNORM_INT8X1),
    "UNORM_INT8X2" => Int(GridCall.ARRAY_FORMAT_UNORM_INT8X2),
    "UNORM_INT8X4" => Int(GridCall.ARRAY_FORMAT_UNORM_INT8X4),
    "UNORM_INT16X1" => Int(GridCall.ARRAY_FORMAT_UNORM_INT16X1),
    "UNORM_INT16X2" => Int(GridCall.ARRAY_FORMAT_UNORM_INT16X2),
    "UNORM_INT16X4" => Int(GridCall.ARRAY_FORMAT_UNORM_INT16X4),
    "SNORM_INT8X1" => Int(GridCall.ARRAY_FORMAT_SNORM_INT8X1),
    "SNORM_INT8X2" => Int(GridCall.ARRAY_FORMAT_SNORM_INT8X2),
    "SNORM_INT8X4" => Int(GridCall.ARRAY_FORMAT_SNORM_INT8X4),
    "SNORM_INT16X1" => Int(GridCall.ARRAY_FORMAT_SNORM_INT16X1),
    "SNORM_INT16X2" => Int(GridCall.ARRAY_FORMAT_SNORM_INT16X2),
    "SNORM_INT16X4" => Int(GridCall.ARRAY_FORMAT_SNORM_INT16X4),
]
const channel_order_constants = [
    "R" => Int(GridCall.CHANNEL_ORDER_R),
    "A" => Int(GridCall.CHANNEL_ORDER_A),
    "RG" => Int(GridCall.CHANNEL_ORDER_RG),
    "RA" => Int(GridCall.CHANNEL_ORDER_RA),
    "RGB" => Int(GridCall.CHANNEL_ORDER_RGB),
    "RGBA" => Int(GridCall.CHANNEL_ORDER_RGBA),
    "BGRA" => Int(GridCall.CHANNEL_ORDER_BGRA),
    "ARGB" => Int(GridCall.CHANNEL_ORDER_ARGB),
    "INTENSITY" => Int(GridCall.CHANNEL_ORDER_INTENSITY),
    "LUMINANCE" => Int(GridCall.CHANNEL_ORDER_LUMINANCE),
    "RX" => Int(GridCall.CHANNEL_ORDER_RX),
    "RGX" => Int(GridCall.CHANNEL_ORDER_RGX),
    "RGBX" => Int(GridCall.CHANNEL_ORDER_RGBX),
    "DEPTH" => Int(GridCall.CHANNEL_ORDER_DEPTH),
    "DEPTH_STENCIL" => Int(GridCall.CHANNEL_ORDER_DEPTH_STENCIL),
    "SRGB" => Int(GridCall.CHANNEL_ORDER_SRGB),
    "SRGBX" => Int(GridCall.CHANNEL_ORDER_SRGBX),
    "SRGBA" => Int(GridCall.CHANNEL_ORDER_SRGBA),
    "SBGRA" => Int(GridCall.CHANNEL_ORDER_SBGRA),
    "ABGR" => Int(GridCall.CHANNEL_ORDER_ABGR),
]
const channel_type_constants = [
    "SNORM_INT8" => Int(GridCall.CHANNEL_TYPE_SNORM_INT8),
    "SNORM_INT16" => Int(GridCall.CHANNEL_TYPE_SNORM_INT16),
    "UNORM_INT8" => Int(GridCall.CHANNEL_TYPE_UNORM_INT8),
    "UNORM_INT16" => Int(GridCall.CHANNEL_TYPE_UNORM_INT16),
    "UNORM_SHORT_565" => Int(GridCall.CHANNEL_TYPE_UNORM_SHORT_565),
    "UNORM_SHORT_555" => Int(GridCall.CHANNEL_TYPE_UNORM_SHORT_555),
    "UNORM_INT_101010" => Int(GridCall.CHANNEL_TYPE_UNORM_INT_101010),
    "SIGNED_INT8" => Int(GridCall.CHANNEL_TYPE_SIGNED_INT8),
    "SIGNED_INT16" => Int(GridCall.CHANNEL_TYPE_SIGNED_INT16),
    "SIGNED_INT32" => Int(GridCall.CHANNEL_TYPE_SIGNED_INT32),
    "UNSIGNED_INT8" => Int(GridCall.CHANNEL_TYPE_UNSIGNED_INT8),
    "UNSIGNED_INT16" => Int(GridCall.CHANNEL_TYPE_UNSIGNED_INT16),
    "UNSIGNED_INT32" => Int(GridCall.CHANNEL_TYPE_UNSIGNED_INT32),
    "HALF_FLOAT" => Int(GridCall.CHANNEL_TYPE_HALF_FLOAT),
    "FLOAT" => Int(GridCall.CHANNEL_TYPE_FLOAT),
    "UNORM_INT24" => Int(GridCall.CHANNEL_TYPE_UNORM_INT24),
    "UNORM_INT_101010_2" => Int(GridCall.CHANNEL_TYPE_UNORM_INT_101010_2),
]
const array_attribute_constants = [
    "WIDTH" => Int(GridCall.ARRAY_ATTRIBUTE_WIDTH),
    "HEIGHT" => Int(GridCall.ARRAY_ATTRIBUTE_HEIGHT),
    "DEPTH" => Int(GridCall.ARRAY_ATTRIBUTE_DEPTH),
    "FORMAT" => Int(GridCall.ARRAY_ATTRIBUTE_FORMAT),
    "CHANNELS" => Int(GridCall.ARRAY_ATTRIBUTE_CHANNELS),
    "FLAGS" => Int(GridCall.ARRAY_ATTRIBUTE_FLAGS),
    "LEVELS" => Int(GridCall.ARRAY_ATTRIBUTE_LEVELS),
    "LEVEL" => Int(GridCall.ARRAY_ATTRIBUTE_LEVEL),
    "LAYERS" => Int(GridCall.ARRAY_ATTRIBUTE_LAYERS),
    "ELEMENT_SIZE" => Int(GridCall.ARRAY_ATTRIBUTE_ELEMENT_SIZE),
    "SIZE" => Int(GridCall.ARRAY_ATTRIBUTE_SIZE),
    "SAMPLES" => Int(GridCall.ARRAY_ATTRIBUTE_SAMPLES),
    "CHANNEL_ORDER" => Int(GridCall.ARRAY_ATTRIBUTE_CHANNEL_ORDER),
    "CHANNEL_TYPE" => Int(GridCall.ARRAY_ATTRIBUTE_CHANNEL_TYPE),
    "ROW_PITCH" => Int(GridCall.ARRAY_ATTRIBUTE_ROW_PITCH),
    "SLICE_PITCH" => Int(GridCall.ARRAY_ATTRIBUTE_SLICE_PITCH),
    "REFERENCE_COUNT" => Int(GridCall.ARRAY_ATTRIBUTE_REFERENCE_COUNT),
    "MAP_COUNT" => Int(GridCall.ARRAY_ATTRIBUTE_MAP_COUNT),
]
const address_mode_constants = [
    "WRAP" => Int(GridCall.ADDRESS_MODE_WRAP),
    "CLAMP" => Int(GridCall.ADDRESS_MODE_CLAMP),
    "MIRROR" => Int(GridCall.ADDRESS_MODE_MIRROR),
    "BORDER" => Int(GridCall.ADDRESS_MODE_BORDER),
]
const filter_mode_constants = [
    "POINT" => Int(GridCall.FILTER_MODE_POINT),
    "LINEAR" => Int(GridCall.FILTER_MODE_LINEAR),
]
const sampler_attribute_constants = [
    "FLAGS" => Int(GridCall.SAMPLER_ATTRIBUTE_FLAGS),
    "ADDRESS_X" => Int(GridCall.SAMPLER_ATTRIBUTE_ADDRESS_X),
    "ADDRESS_Y" => Int(GridCall.SAMPLER_ATTRIBUTE_ADDRESS_Y),
    "ADDRESS_Z" => Int(GridCall.SAMPLER_ATTRIBUTE_ADDRESS_Z),
    "FILTER" => Int(GridCall.SAMPLER_ATTRIBUTE_FILTER),
    "MIP_FILTER" => Int(GridCall.SAMPLER_ATTRIBUTE_MIP_FILTER),
    "MAX_ANISOTROPY" => Int(GridCall.SAMPLER_ATTRIBUTE_MAX_ANISOTROPY),
    "BIAS" => Int(GridCall.SAMPLER_ATTRIBUTE_BIAS),
    "MIN_LEVEL" => Int(GridCall.SAMPLER_ATTRIBUTE_MIN_LEVEL),
    "MAX_LEVEL" => Int(GridCall.SAMPLER_ATTRIBUTE_MAX_LEVEL),
    "REFERENCE_COUNT" => Int(GridCall.SAMPLER_ATTRIBUTE_REFERENCE_COUNT),
]
const texture_attribute_constants = [
    "SAMPLING_FLAGS" => Int(GridCall.TEXTURE_ATTRIBUTE_SAMPLING_FLAGS),
    "ADDRESS_X" => Int(GridCall.TEXTURE_ATTRIBUTE_ADDRESS_X),
    "ADDRESS_Y" => Int(GridCall.TEXTURE_ATTRIBUTE_ADDRESS_Y),
    "ADDRESS_Z" => Int(GridCall.TEXTURE_ATTRIBUTE_ADDRESS_Z),
    "FILTER" => Int(GridCall.TEXTURE_ATTRIBUTE_FILTER),
    "MIP_FILTER" => Int(GridCall.TEXTURE_ATTRIBUTE_MIP_FILTER),
    "MAX_ANISOTROPY" => Int(GridCall.TEXTURE_ATTRIBUTE_MAX_ANISOTROPY),
    "BIAS" => Int(GridCall.TEXTURE_ATTRIBUTE_BIAS),
    "MIN_LEVEL" => Int(GridCall.TEXTURE_ATTRIBUTE_MIN_LEVEL),
    "MAX_LEVEL" => Int(GridCall.TEXTURE_ATTRIBUTE_MAX_LEVEL),
    "FLAGS" => Int(GridCall.TEXTURE_ATTRIBUTE_FLAGS),
    "FORMAT" => Int(GridCall.TEXTURE_ATTRIBUTE_FORMAT),
    "CHANNELS" => Int(GridCall.TEXTURE_ATTRIBUTE_CHANNELS),
    "OFFSET" => Int(GridCall.TEXTURE_ATTRIBUTE_OFFSET),
    "ADDRESS" => Int(GridCall.TEXTURE_ATTRIBUTE_ADDRESS),
    "WIDTH" => Int(GridCall.TEXTURE_ATTRIBUTE_WIDTH),
    "HEIGHT" => Int(GridCall.TEXTURE_ATTRIBUTE_HEIGHT),
    "ROW_PITCH" => Int(GridCall.TEXTURE_ATTRIBUTE_ROW_PITCH),
]
const module_attribute_constants = [
    "COMPILE_NANOSECONDS" => Int(GridCall.MODULE_ATTRIBUTE_COMPILE_NANOSECONDS),
    "JIT_NANOSECONDS" => Int(GridCall.MODULE_ATTRIBUTE_JIT_NANOSECONDS),
    "JIT_THREADS_PER_BLOCK" => Int(GridCall.MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK),
]
const kernel_attribute_constants = [
    "MAX_THREADS_PER_BLOCK" => Int(GridCall.KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
    "SHARED_SIZE_BYTES" => Int(GridCall.KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES),
    "CONST_SIZE_BYTES" => Int(GridCall.KERNEL_ATTRIBUTE_CONST_SIZE_BYTES),
    "LOCAL_SIZE_BYTES" => Int(GridCall.KERNEL_ATTRIBUTE_LOCAL_SIZE_BYTES),
    "NUM_REGS" => Int(GridCall.KERNEL_ATTRIBUTE_NUM_REGS),
    "PTX_VERSION" => Int(GridCall.KERNEL_ATTRIBUTE_PTX_VERSION),
    "BINARY_VERSION" => Int(GridCall.KERNEL_ATTRIBUTE_BINARY_VERSION),
    "CACHE_MODE_CA" => Int(GridCall.KERNEL_ATTRIBUTE_CACHE_MODE_CA),
    "MAX_DYNAMIC_SHARED_SIZE_BYTES" => Int(GridCall.KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES),
    "PREFERRED_SHARED_MEMORY_CARVEOUT" => Int(GridCall.KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT),
    "CPU_MODE" => Int(GridCall.KERNEL_ATTRIBUTE_CPU_MODE),
    "CPU_WARP_LAYOUTS" => Int(GridCall.KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS),
    "CACHE_CONFIG" => Int(GridCall.KERNEL_ATTRIBUTE_CACHE_CONFIG),
    "SHARED_CONFIG" => Int(GridCall.KERNEL_ATTRIBUTE_SHARED_CONFIG),
    "CPU_IS_BASELINE" => Int(GridCall.KERNEL_ATTRIBUTE_CPU_IS_BASELINE),
]
const value_type_constants = [
    "UNKNOWN" => Int(GridCall.VALUE_TYPE_UNKNOWN),
    "INT8" => Int(GridCall.VALUE_TYPE_INT8),
    "UINT8" => Int(GridCall.VALUE_TYPE_UINT8),
    "INT16" => Int(GridCall.VALUE_TYPE_INT16),
    "UINT16" => Int(GridCall.VALUE_TYPE_UINT16),
    "INT32" => Int(GridCall.VALUE_TYPE_INT32),
    "UINT32" => Int(GridCall.VALUE_TYPE_UINT32),
    "INT64" => Int(GridCall.VALUE_TYPE_INT64),
    "UINT64" => Int(GridCall.VALUE_TYPE_UINT64),
    "FLOAT16" => Int(GridCall.VALUE_TYPE_FLOAT16),
    "BFLOAT16" => Int(GridCall.VALUE_TYPE_BFLOAT16),
    "FLOAT32" => Int(GridCall.VALUE_TYPE_FLOAT32),
    "FLOAT64" => Int(GridCall.VALUE_TYPE_FLOAT64),
    "BOOL" => Int(GridCall.VALUE_TYPE_BOOL),
    "STRUCT" => Int(GridCall.VALUE_TYPE_STRUCT),
    "POINTER" => Int(GridCall.VALUE_TYPE_POINTER),
]
const arg_kind_constants = [
    "SCALAR" => Int(GridCall.ARG_KIND_SCALAR),
    "MEM" => Int(GridCall.ARG_KIND_MEM),
    "BYTES" => Int(GridCall.ARG_KIND_BYTES),
    "VALUE" => Int(GridCall.ARG_KIND_VALUE),
    "TEXTURE" => Int(GridCall.ARG_KIND_TEXTURE),
    "SURFACE" => Int(GridCall.ARG_KIND_SURFACE),
    "NDARRAY" => Int(GridCall.ARG_KIND_NDARRAY),
    "PIPE" => Int(GridCall.ARG_KIND_PIPE),
    "TYPE" => Int(GridCall.ARG_KIND_TYPE),
]
const host_direction_constants = [
    "IN" => Int(GridCall.HOST_DIRECTION_IN),
    "OUT" => Int(GridCall.HOST_DIRECTION_OUT),
    "IN_OUT" => Int(GridCall.HOST_DIRECTION_IN_OUT),
]
const capture_mode_constants = [
    "GLOBAL" => Int(GridCall.CAPTURE_MODE_GLOBAL),
    "THREAD_LOCAL" => Int(GridCall.CAPTURE_MODE_THREAD_LOCAL),
    "RELAXED" => Int(GridCall.CAPTURE_MODE_RELAXED),
]
const ndarray_attribute_constants = [
    "TYPE" => Int(GridCall.NDARRAY_ATTRIBUTE_TYPE),
    "NDIM" => Int(GridCall.NDARRAY_ATTRIBUTE_NDIM),
    "COUNT" => Int(GridCall.NDARRAY_ATTRIBUTE_COUNT),
    "ELEMENT_SIZE" => Int(GridCall.NDARRAY_ATTRIBUTE_ELEMENT_SIZE),
    "SIZE" => Int(GridCall.NDARRAY_ATTRIBUTE_SIZE),
    "OFFSET" => Int(GridCall.NDARRAY_ATTRIBUTE_OFFSET),
    "ADDRESS" => Int(GridCall.NDARRAY_ATTRIBUTE_ADDRESS),
    "IS_C_CONTIGUOUS" => Int(GridCall.NDARRAY_ATTRIBUTE_IS_C_CONTIGUOUS),
    "IS_F_CONTIGUOUS" => Int(GridCall.NDARRAY_ATTRIBUTE_IS_F_CONTIGUOUS),
    "IS_READ_ONLY" => Int(GridCall.NDARRAY_ATTRIBUTE_IS_READ_ONLY),
]
const reduction_constants = [
    "SUM" => Int(GridCall.REDUCTION_SUM),
    "PROD" => Int(GridCall.REDUCTION_PROD),
    "MIN" => Int(GridCall.REDUCTION_MIN),
    "MAX" => Int(GridCall.REDUCTION_MAX),
    "ANY" => Int(GridCall.REDUCTION_ANY),
    "ALL" => Int(GridCall.REDUCTION_ALL),
]
const comm_reduction_constants = [
    "SUM" => Int(GridCall.COMM_REDUCTION_SUM),
    "PROD" => Int(GridCall.COMM_REDUCTION_PROD),
    "MAX" => Int(GridCall.COMM_REDUCTION_MAX),
    "MIN" => Int(GridCall.COMM_REDUCTION_MIN),
    "AVG" => Int(GridCall.COMM_REDUCTION_AVG),
    "SCALED_SUM" => Int(GridCall.COMM_REDUCTION_SCALED_SUM),
]
const comm_operation_constants = [
    "ALL_REDUCE" => Int(GridCall.COMM_OPERATION_ALL_REDUCE),
    "REDUCE" => Int(GridCall.COMM_OPERATION_REDUCE),
    "BROADCAST" => Int(GridCall.COMM_OPERATION_BROADCAST),
    "ALL_GATHER" => Int(GridCall.COMM_OPERATION_ALL_GATHER),
    "REDUCE_SCATTER" => Int(GridCall.COMM_OPERATION_REDUCE_SCATTER),
    "ALL_TO_ALL" => Int(GridCall.COMM_OPERATION_ALL_TO_ALL),
    "GATHER" => Int(GridCall.COMM_OPERATION_GATHER),
    "SCATTER" => Int(GridCall.COMM_OPERATION_SCATTER),
    "SEND" => Int(GridCall.COMM_OPERATION_SEND),
    "RECV" => Int(GridCall.COMM_OPERATION_RECV),
    "BARRIER" => Int(GridCall.COMM_OPERATION_BARRIER),
]
const comm_attribute_constants = [
    "RANK" => Int(GridCall.COMM_ATTRIBUTE_RANK),
    "COUNT" => Int(GridCall.COMM_ATTRIBUTE_COUNT),
    "ENGINE" => Int(GridCall.COMM_ATTRIBUTE_ENGINE),
    "ENGINE_VERSION" => Int(GridCall.COMM_ATTRIBUTE_ENGINE_VERSION),
    "STATE" => Int(GridCall.COMM_ATTRIBUTE_STATE),
    "OPERATIONS_STARTED" => Int(GridCall.COMM_ATTRIBUTE_OPERATIONS_STARTED),
    "OPERATIONS_DONE" => Int(GridCall.COMM_ATTRIBUTE_OPERATIONS_DONE),
    "ERROR_STATUS" => Int(GridCall.COMM_ATTRIBUTE_ERROR_STATUS),
    "LOCAL_RANK" => Int(GridCall.COMM_ATTRIBUTE_LOCAL_RANK),
    "LOCAL_COUNT" => Int(GridCall.COMM_ATTRIBUTE_LOCAL_COUNT),
    "DEVICE_MEMORY" => Int(GridCall.COMM_ATTRIBUTE_DEVICE_MEMORY),
]
const profiler_output_constants = [
    "TRACE_EVENTS" => Int(GridCall.PROFILER_OUTPUT_TRACE_EVENTS),
    "KEY_VALUE_PAIR" => Int(GridCall.PROFILER_OUTPUT_KEY_VALUE_PAIR),
    "CSV" => Int(GridCall.PROFILER_OUTPUT_CSV),
]
const context_flags_constants = [
    "MAP_HOST" => Int(GridCall.CONTEXT_MAP_HOST),
    "LMEM_RESIZE_TO_MAX" => Int(GridCall.CONTEXT_LMEM_RESIZE_TO_MAX),
]
const stream_flags_constants = [
    "NON_BLOCKING" => Int(GridCall.STREAM_NON_BLOCKING),
]
const event_flags_constants = [
    "BLOCKING_SYNC" => Int(GridCall.EVENT_BLOCKING_SYNC),
    "DISABLE_TIMING" => Int(GridCall.EVENT_DISABLE_TIMING),
    "INTERPROCESS" => Int(GridCall.EVENT_INTERPROCESS),
]
const mem_flags_constants = [
    "WRITE_COMBINED" => Int(GridCall.MEM_WRITE_COMBINED),
    "PORTABLE" => Int(GridCall.MEM_PORTABLE),
    "MAPPED" => Int(GridCall.MEM_MAPPED),
    "ZERO" => Int(GridCall.MEM_ZERO),
    "KERNEL_READ_ONLY" => Int(GridCall.MEM_KERNEL_READ_ONLY),
    "KERNEL_WRITE_ONLY" => Int(GridCall.MEM_KERNEL_WRITE_ONLY),
    "HOST_READ_ONLY" => Int(GridCall.MEM_HOST_READ_ONLY),
    "HOST_WRITE_ONLY" => Int(GridCall.MEM_HOST_WRITE_ONLY),
    "HOST_NO_ACCESS" => Int(GridCall.MEM_HOST_NO_ACCESS),
    "SVM_FINE_GRAIN_BUFFER" => Int(GridCall.MEM_SVM_FINE_GRAIN_BUFFER),
    "SVM_ATOMICS" => Int(GridCall.MEM_SVM_ATOMICS),
]
const mem_register_flags_constants = [
    "PORTABLE" => Int(GridCall.MEM_REGISTER_PORTABLE),
    "MAPPED" => Int(GridCall.MEM_REGISTER_MAPPED),
    "IO_MEMORY" => Int(GridCall.MEM_REGISTER_IO_MEMORY),
    "READ_ONLY" => Int(GridCall.MEM_REGISTER_READ_ONLY),
]
const mem_prefetch_flags_constants = [
    "DISCARD" => Int(GridCall.MEM_PREFETCH_DISCARD),
]
const mem_wrap_flags_constants = [
    "OWNED" => Int(GridCall.MEM_WRAP_OWNED),
]
const mem_ipc_flags_constants = [
    "LAZY_PEER_ACCESS" => Int(GridCall.MEM_IPC_LAZY_PEER_ACCESS),
]
const mem_host_flags_constants = [
    "WRITE_COMBINED" => Int(GridCall.MEM_HOST_WRITE_COMBINED),
]
const map_flags_constants = [
    "READ" => Int(GridCall.MAP_READ),
    "WRITE" => Int(GridCall.MAP_WRITE),
    "WRITE_INVALIDATE_REGION" => Int(GridCall.MAP_WRITE_INVALIDATE_REGION),
]
const array_flags_constants = [
    "LAYERED" => Int(GridCall.ARRAY_LAYERED),
    "SURFACE_LDST" => Int(GridCall.ARRAY_SURFACE_LDST),
    "CUBEMAP" => Int(GridCall.ARRAY_CUBEMAP),
    "TEXTURE_GATHER" => Int(GridCall.ARRAY_TEXTURE_GATHER),
]
const sampling_flags_constants = [
    "NORMALIZED_COORDINATES" => Int(GridCall.SAMPLING_NORMALIZED_COORDINATES),
]
const texture_flags_constants = [
    "READ_AS_INTEGER" => Int(GridCall.TEXTURE_READ_AS_INTEGER),
    "SRGB" => Int(GridCall.TEXTURE_SRGB),
    "SEAMLESS_CUBEMAP" => Int(GridCall.TEXTURE_SEAMLESS_CUBEMAP),
    "ALLOW_OFFSET" => Int(GridCall.TEXTURE_ALLOW_OFFSET),
]
const compile_flags_constants = [
    "NO_CACHE" => Int(GridCall.COMPILE_NO_CACHE),
    "NO_TIERING" => Int(GridCall.COMPILE_NO_TIERING),
    "NO_FILES" => Int(GridCall.COMPILE_NO_FILES),
]
const module_flags_constants = [
    "DEBUG" => Int(GridCall.MODULE_DEBUG),
    "LINE_INFO" => Int(GridCall.MODULE_LINE_INFO),
    "VERBOSE" => Int(GridCall.MODULE_VERBOSE),
    "PREFER_BINARY" => Int(GridCall.MODULE_PREFER_BINARY),
    "NO_OPTIMIZATION" => Int(GridCall.MODULE_NO_OPTIMIZATION),
]
const occupancy_flags_constants = [
    "DISABLE_CACHING_OVERRIDE" => Int(GridCall.OCCUPANCY_DISABLE_CACHING_OVERRIDE),
]
const launch_flags_constants = [
    "COOPERATIVE" => Int(GridCall.LAUNCH_COOPERATIVE),
]
const ndarray_flags_constants = [
    "ORDER_F" => Int(GridCall.NDARRAY_ORDER_F),
]
const array_from_flags_constants = [
    "CHANNELS" => Int(GridCall.ARRAY_FROM_CHANNELS),
    "NORMALIZED" => Int(GridCall.ARRAY_FROM_NORMALIZED),
]
const dlpack_flags_constants = [
    "LEGACY" => Int(GridCall.DLPACK_LEGACY),
]
const comm_flags_constants = [
    "CHECKED" => Int(GridCall.COMM_CHECKED),
    "UNCHECKED" => Int(GridCall.COMM_UNCHECKED),
    "SHARE" => Int(GridCall.COMM_SHARE),
]

function read_sampling(word)
    parts = as_parts(word, 14)
    flags = length(parts) > 0 ? as_code(parts[1], sampling_flags_constants) : 0
    address_x = length(parts) > 1 ? as_code(parts[2], address_mode_constants) : 0
    address_y = length(parts) > 2 ? as_code(parts[3], address_mode_constants) : 0
    address_z = length(parts) > 3 ? as_code(parts[4], address_mode_constants) : 0
    filter = length(parts) > 4 ? as_code(parts[5], filter_mode_constants) : 0
    mip_filter = length(parts) > 5 ? as_code(parts[6], filter_mode_constants) : 0
    max_anisotropy = length(parts) > 6 ? as_integer(parts[7]) : 0
    bias = length(parts) > 7 ? as_real(parts[8]) : 0
    min_level = length(parts) > 8 ? as_real(parts[9]) : 0
    max_level = length(parts) > 9 ? as_real(parts[10]) : 0
    border_r = length(parts) > 10 ? as_real(parts[11]) : 0
    border_g = length(parts) > 11 ? as_real(parts[12]) : 0
    border_b = length(parts) > 12 ? as_real(parts[13]) : 0
    border_a = length(parts) > 13 ? as_real(parts[14]) : 0
    return (flags, address_x, address_y, address_z, filter, mip_filter, max_anisotropy, bias, min_level, max_level, border_r, border_g, border_b, border_a)
end

function read_define(word)
    parts = as_parts(word, 2)
    name = length(parts) > 0 ? as_text(parts[1]) : nothing
    value = length(parts) > 1 ? as_text(parts[2]) : nothing
    return (name, value)
end

function read_header(word)
    parts = as_parts(word, 2)
    name = length(parts) > 0 ? as_text(parts[1]) : nothing
    text = length(parts) > 1 ? as_text(parts[2]) : nothing
    return (name, text)
end

function read_context_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, context_flags_constants)
        elseif name == "sched"
            o[:sched] = as_code(word, context_sched_constants)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_stream_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, stream_flags_constants)
        elseif name == "priority"
            o[:priority] = as_integer(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_event_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, event_flags_constants)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_dtype_entry(word)
    parts = as_parts(word, 5)
    name = length(parts) > 0 ? as_text(parts[1]) : nothing
    record = length(parts) > 1 ? as_handle(GridCall.Dtype, parts[2]) : nothing
    offset = length(parts) > 2 ? as_integer(parts[3]) : 0
    count = length(parts) > 3 ? as_integer(parts[4]) : 0
    scalar_type = length(parts) > 4 ? as_code(parts[5], scalar_type_constants) : 0
    return (name, record, offset, count, scalar_type)
end

function read_mem_ipc_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, mem_ipc_flags_constants)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_mem_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, mem_flags_constants)
        elseif name == "place"
            o[:place] = as_code(word, mem_place_constants)
        elseif name == "attach"
            o[:attach] = as_code(word, mem_attach_mode_constants)
        elseif name == "size"
            o[:size] = as_integer(word)
        elseif name == "alignment"
            o[:alignment] = as_integer(word)
        elseif name == "height"
            o[:height] = as_integer(word)
        elseif name == "element_size"
            o[:element_size] = as_integer(word)
        elseif name == "content"
            o[:content] = as_bytes(word)
        elseif name == "completion"
            o[:completion] = as_handle(GridCall.Completion, word)
        elseif name == "token"
            o[:token] = as_integer(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_mem_register_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, mem_register_flags_constants)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_mem_host_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, mem_host_flags_constants)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_mem_wrap_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "host_address"
            o[:host_address] = as_integer(word)
        elseif name == "flags"
            o[:flags] = as_code(word, mem_wrap_flags_constants)
        elseif name == "completion"
            o[:completion] = as_handle(GridCall.Completion, word)
        elseif name == "token"
            o[:token] = as_integer(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_rect_copy(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "dst_mem"
            o[:dst_mem] = as_handle(GridCall.Mem, word)
        elseif name == "dst_offset"
            o[:dst_offset] = as_integer(word)
        elseif name == "dst_row_pitch"
            o[:dst_row_pitch] = as_integer(word)
        elseif name == "dst_slice_pitch"
            o[:dst_slice_pitch] = as_integer(word)
        elseif name == "src_mem"
            o[:src_mem] = as_handle(GridCall.Mem, word)
        elseif name == "src_host"
            o[:src_host] = as_bytes(word)
        elseif name == "src_offset"
            o[:src_offset] = as_integer(word)
        elseif name == "src_row_pitch"
            o[:src_row_pitch] = as_integer(word)
        elseif name == "src_slice_pitch"
            o[:src_slice_pitch] = as_integer(word)
        elseif name == "width"
            o[:width] = as_integer(word)
        elseif name == "height"
            o[:height] = as_integer(word)
        elseif name == "depth"
            o[:depth] = as_integer(word)
        elseif name == "dst_array"
            o[:dst_array] = as_handle(GridCall.OpaqueArray, word)
        elseif name == "dst_x"
            o[:dst_x] = as_integer(word)
        elseif name == "dst_y"
            o[:dst_y] = as_integer(word)
        elseif name == "dst_z"
            o[:dst_z] = as_integer(word)
        elseif name == "src_array"
            o[:src_array] = as_handle(GridCall.OpaqueArray, word)
        elseif name == "src_x"
            o[:src_x] = as_integer(word)
        elseif name == "src_y"
            o[:src_y] = as_integer(word)
        elseif name == "src_z"
            o[:src_z] = as_integer(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_rect_fill(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "mem"
            o[:mem] = as_handle(GridCall.Mem, word)
        elseif name == "offset"
            o[:offset] = as_integer(word)
        elseif name == "row_pitch"
            o[:row_pitch] = as_integer(word)
        elseif name == "slice_pitch"
            o[:slice_pitch] = as_integer(word)
        elseif name == "width"
            o[:width] = as_integer(word)
        elseif name == "height"
            o[:height] = as_integer(word)
        elseif name == "depth"
            o[:depth] = as_integer(word)
        elseif name == "pattern"
            o[:pattern] = as_bytes(word)
        elseif name == "array"
            o[:array] = as_handle(GridCall.OpaqueArray, word)
        elseif name == "x"
            o[:x] = as_integer(word)
        elseif name == "y"
            o[:y] = as_integer(word)
        elseif name == "z"
            o[:z] = as_integer(word)
        elseif name == "color_type"
            o[:color_type] = as_code(word, scalar_type_constants)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_array_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, array_flags_constants)
        elseif name == "width"
            o[:width] = as_integer(word)
        elseif name == "height"
            o[:height] = as_integer(word)
        elseif name == "depth"
            o[:depth] = as_integer(word)
        elseif name == "format"
            o[:format] = as_code(word, array_format_constants)
        elseif name == "channels"
            o[:channels] = as_integer(word)
        elseif name == "levels"
            o[:levels] = as_integer(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_array_region(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "x"
            o[:x] = as_integer(word)
        elseif name == "y"
            o[:y] = as_integer(word)
        elseif name == "z"
            o[:z] = as_integer(word)
        elseif name == "width"
            o[:width] = as_integer(word)
        elseif name == "height"
            o[:height] = as_integer(word)
        elseif name == "depth"
            o[:depth] = as_integer(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_sampler_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "sampling"
            o[:sampling] = read_sampling(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_texture_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, texture_flags_constants)
        elseif name == "array"
            o[:array] = as_handle(GridCall.OpaqueArray, word)
        elseif name == "mem"
            o[:mem] = as_handle(GridCall.Mem, word)
        elseif name == "offset"
            o[:offset] = as_integer(word)
        elseif name == "width"
            o[:width] = as_integer(word)
        elseif name == "height"
            o[:height] = as_integer(word)
        elseif name == "row_pitch"
            o[:row_pitch] = as_integer(word)
        elseif name == "format"
            o[:format] = as_integer(word)
        elseif name == "channels"
            o[:channels] = as_integer(word)
        elseif name == "sampling"
            o[:sampling] = read_sampling(word)
        elseif name == "sampler"
            o[:sampler] = as_handle(GridCall.Sampler, word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_compile_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, compile_flags_constants)
        elseif name == "name"
            o[:name] = as_text(word)
        elseif name == "arch"
            o[:arch] = as_text(word)
        elseif name == "options"
            push!(get!(o, :options, Any[]), as_text(word))
        elseif name == "defines"
            push!(get!(o, :defines, Any[]), read_define(word))
        elseif name == "include_dirs"
            push!(get!(o, :include_dirs, Any[]), as_text(word))
        elseif name == "headers"
            push!(get!(o, :headers, Any[]), read_header(word))
        elseif name == "instances"
            push!(get!(o, :instances, Any[]), as_text(word))
        elseif name == "cache_dir"
            o[:cache_dir] = as_text(word)
        elseif name == "keep_dir"
            o[:keep_dir] = as_text(word)
        elseif name == "compiler"
            o[:compiler] = as_text(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_module_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, module_flags_constants)
        elseif name == "arch"
            o[:arch] = as_text(word)
        elseif name == "max_registers"
            o[:max_registers] = as_integer(word)
        elseif name == "threads_per_block"
            o[:threads_per_block] = as_integer(word)
        elseif name == "optimization_level"
            o[:optimization_level] = as_integer(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_arg(word)
    parts = as_parts(word, 5)
    kind = length(parts) > 0 ? as_code(parts[1], arg_kind_constants) : 0
    size = length(parts) > 1 ? as_integer(parts[2]) : 0
    bits = length(parts) > 2 ? as_integer(parts[3]) : 0
    object = length(parts) > 3 ? as_raw(parts[4]) : C_NULL
    value_type = length(parts) > 4 ? as_code(parts[5], value_type_constants) : 0
    return LibGridCall.gc_arg(kind, size, bits, object, value_type, 0)
end

function read_launch_config(words)
    fields = next_fields!(words)
    fields === nothing && return nothing
    grid_x = 0
    grid_y = 0
    grid_z = 0
    block_x = 0
    block_y = 0
    block_z = 0
    shared_size = 0
    bytes = UInt8[]
    timeout_nanoseconds = 0
    flags = 0
    start_event = 0
    end_event = 0
    cluster_x = 0
    cluster_y = 0
    cluster_z = 0
    for (name, word) in fields
        if name == "grid_x"
            grid_x = as_integer(word)
        elseif name == "grid_y"
            grid_y = as_integer(word)
        elseif name == "grid_z"
            grid_z = as_integer(word)
        elseif name == "block_x"
            block_x = as_integer(word)
        elseif name == "block_y"
            block_y = as_integer(word)
        elseif name == "block_z"
            block_z = as_integer(word)
        elseif name == "shared_size"
            shared_size = as_integer(word)
        elseif name == "bytes"
            bytes = as_bytes(word)
        elseif name == "timeout_nanoseconds"
            timeout_nanoseconds = as_integer(word)
        elseif name == "flags"
            flags = as_code(word, launch_flags_constants)
        elseif name == "start_event"
            start_event = as_handle(GridCall.Event, word)
        elseif name == "end_event"
            end_event = as_handle(GridCall.Event, word)
        elseif name == "cluster_x"
            cluster_x = as_integer(word)
        elseif name == "cluster_y"
            cluster_y = as_integer(word)
        elseif name == "cluster_z"
            cluster_z = as_integer(word)
        else
            unknown_field(name)
        end
    end
    return LibGridCall.gc_launch_config(
        sizeof(LibGridCall.gc_launch_config), grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_size,
        keep!(words, bytes), length(bytes), timeout_nanoseconds, flags, start_event, end_event, cluster_x,
        cluster_y, cluster_z, 0
    )
end

function read_host_arg(word)
    parts = as_parts(word, 5)
    index = length(parts) > 0 ? as_integer(parts[1]) : 0
    direction = length(parts) > 1 ? as_code(parts[2], host_direction_constants) : 0
    host_address = length(parts) > 2 ? as_integer(parts[3]) : 0
    size = length(parts) > 3 ? as_integer(parts[4]) : 0
    value_type = length(parts) > 4 ? as_code(parts[5], value_type_constants) : 0
    return LibGridCall.gc_host_arg(index, direction, host_address, size, value_type, 0)
end

function read_pool_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "place"
            o[:place] = as_code(word, mem_place_constants)
        elseif name == "limit"
            o[:limit] = as_integer(word)
        elseif name == "flags"
            o[:flags] = as_code(word, mem_flags_constants)
        elseif name == "alignment"
            o[:alignment] = as_integer(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_ndarray_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, ndarray_flags_constants)
        elseif name == "scalar_type"
            o[:scalar_type] = as_code(word, scalar_type_constants)
        elseif name == "place"
            o[:place] = as_code(word, mem_place_constants)
        elseif name == "record"
            o[:record] = as_handle(GridCall.Dtype, word)
        elseif name == "shape"
            push!(get!(o, :shape, Any[]), as_integer(word))
        elseif name == "strides"
            push!(get!(o, :strides, Any[]), as_integer(word))
        elseif name == "mem_flags"
            o[:mem_flags] = as_code(word, mem_flags_constants)
        elseif name == "alignment"
            o[:alignment] = as_integer(word)
        elseif name == "pool"
            o[:pool] = as_handle(GridCall.Pool, word)
        elseif name == "stream"
            o[:stream] = as_handle(GridCall.Stream, word)
        elseif name == "attach"
            o[:attach] = as_code(word, mem_attach_mode_constants)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_ndarray_layout(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, ndarray_flags_constants)
        elseif name == "strides"
            push!(get!(o, :strides, Any[]), as_integer(word))
        elseif name == "offset"
            o[:offset] = as_integer(word)
        elseif name == "scalar_type"
            o[:scalar_type] = as_code(word, scalar_type_constants)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_axis_slice(word)
    parts = as_parts(word, 3)
    start = length(parts) > 0 ? as_integer(parts[1]) : 0
    stop = length(parts) > 1 ? as_integer(parts[2]) : 0
    step = length(parts) > 2 ? as_integer(parts[3]) : 0
    return LibGridCall.gc_axis_slice(start, stop, step)
end

function read_comm_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "flags"
            o[:flags] = as_code(word, comm_flags_constants)
        elseif name == "create_timeout_nanoseconds"
            o[:create_timeout_nanoseconds] = as_integer(word)
        elseif name == "timeout_nanoseconds"
            o[:timeout_nanoseconds] = as_integer(word)
        elseif name == "name"
            o[:name] = as_text(word)
        elseif name == "min_blocks"
            o[:min_blocks] = as_integer(word)
        elseif name == "max_blocks"
            o[:max_blocks] = as_integer(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_comm_op(word)
    parts = as_parts(word, 12)
    operation = length(parts) > 0 ? as_code(parts[1], comm_operation_constants) : 0
    reduction = length(parts) > 1 ? as_code(parts[2], comm_reduction_constants) : 0
    scalar_type = length(parts) > 2 ? as_code(parts[3], scalar_type_constants) : 0
    peer = length(parts) > 3 ? as_integer(parts[4]) : 0
    comm = length(parts) > 4 ? as_raw(parts[5]) : C_NULL
    dst = length(parts) > 5 ? as_raw(parts[6]) : C_NULL
    dst_offset = length(parts) > 6 ? as_integer(parts[7]) : 0
    src = length(parts) > 7 ? as_raw(parts[8]) : C_NULL
    src_offset = length(parts) > 8 ? as_integer(parts[9]) : 0
    count = length(parts) > 9 ? as_integer(parts[10]) : 0
    stream = length(parts) > 10 ? as_raw(parts[11]) : C_NULL
    scale = length(parts) > 11 ? as_real(parts[12]) : 0
    return LibGridCall.gc_comm_op(operation, reduction, scalar_type, peer, comm, dst, dst_offset, src, src_offset, count, stream, scale)
end

function read_profiler_options(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "output"
            o[:output] = as_code(word, profiler_output_constants)
        elseif name == "capacity"
            o[:capacity] = as_integer(word)
        elseif name == "output_file"
            o[:output_file] = as_text(word)
        elseif name == "config_file"
            o[:config_file] = as_text(word)
        else
            unknown_field(name)
        end
    end
    return o
end

function read_device_data(words)
    fields = next_fields!(words)
    fields === nothing && return Dict{Symbol,Any}()
    o = Dict{Symbol,Any}()
    for (name, word) in fields
        if name == "max_threads"
            o[:max_threads] = as_integer(word)
        elseif name == "warp_size"
            o[:warp_size] = as_integer(word)
        elseif name == "warps_per_mp"
            o[:warps_per_mp] = as_integer(word)
        elseif name == "thread_blocks_per_mp"
            o[:thread_blocks_per_mp] = as_integer(word)
        elseif name == "registers_per_mp"
            o[:registers_per_mp] = as_integer(word)
        elseif name == "registers_per_block"
            o[:registers_per_block] = as_integer(word)
        elseif name == "registers_per_thread"
            o[:registers_per_thread] = as_integer(word)
        elseif name == "register_alloc_unit"
            o[:register_alloc_unit] = as_integer(word)
        elseif name == "register_partitions"
            o[:register_partitions] = as_integer(word)
        elseif name == "shared_memory_per_mp"
            o[:shared_memory_per_mp] = as_integer(word)
        elseif name == "shared_memory_per_block"
            o[:shared_memory_per_block] = as_integer(word)
        elseif name == "system_shared"
            o[:system_shared] = as_integer(word)
        elseif name == "smem_granularity"
            o[:smem_granularity] = as_integer(word)
        elseif name == "smem_alloc_granularity"
            o[:smem_alloc_granularity] = as_integer(word)
        else
            unknown_field(name)
        end
    end
    return o
end

const OPERATIONS = Dict{String,Function}()

OPERATIONS["gc_version"] = function (words)
    end_words(words)
    return [show_value(GridCall.version())]
end

OPERATIONS["gc_version_text"] = function (words)
    end_words(words)
    return [show_value(GridCall.version_text())]
end

OPERATIONS["gc_version_status"] = function (words)
    end_words(words)
    return [show_value(GridCall.version_status())]
end

OPERATIONS["gc_version_cuda"] = function (words)
    end_words(words)
    return [show_value(GridCall.version_cuda())]
end

OPERATIONS["gc_version_get_driver"] = function (words)
    end_words(words)
    out_major, out_minor = GridCall.version_driver()
    return Shown[show_value(out_major), show_value(out_minor)]
end

OPERATIONS["gc_version_get_nvrtc"] = function (words)
    end_words(words)
    out_major, out_minor = GridCall.version_nvrtc()
    return Shown[show_value(out_major), show_value(out_minor)]
end

OPERATIONS["gc_version_get_cpu"] = function (words)
    end_words(words)
    out_major, out_minor = GridCall.version_cpu()
    return Shown[show_value(out_major), show_value(out_minor)]
end

OPERATIONS["gc_status_name"] = function (words)
    status = as_code(next!(words), status_constants)
    end_words(words)
    return [show_value(GridCall.status_name(status))]
end

OPERATIONS["gc_status_text"] = function (words)
    status = as_code(next!(words), status_constants)
    end_words(words)
    return [show_value(GridCall.status_text(status))]
end

OPERATIONS["gc_status_category"] = function (words)
    status = as_code(next!(words), status_constants)
    end_words(words)
    return [show_value(Int(GridCall.status_category(status)))]
end

OPERATIONS["gc_error_status"] = function (words)
    shown = show_value(Int(last_error().status))
    end_words(words)
    return [shown]
end

OPERATIONS["gc_error_message"] = function (words)
    shown = show_value(last_error().message)
    end_words(words)
    return [shown]
end

OPERATIONS["gc_error_text"] = function (words)
    shown = show_value(last_error().text)
    end_words(words)
    return [shown]
end

OPERATIONS["gc_error_function"] = function (words)
    shown = show_value(last_error().func)
    end_words(words)
    return [shown]
end

OPERATIONS["gc_error_driver_code"] = function (words)
    shown = show_value(last_error().driver_code)
    end_words(words)
    return [shown]
end

OPERATIONS["gc_error_driver_name"] = function (words)
    shown = show_value(last_error().driver_name)
    end_words(words)
    return [shown]
end

OPERATIONS["gc_error_note_count"] = function (words)
    shown = show_value(length(last_error().notes))
    end_words(words)
    return [shown]
end

OPERATIONS["gc_error_note"] = function (words)
    shown = show_value(get(last_error().notes, as_integer(next!(words)) + 1, ""))
    end_words(words)
    return [shown]
end

OPERATIONS["gc_error_log"] = function (words)
    shown = show_value(last_error().log)
    end_words(words)
    return [shown]
end

OPERATIONS["gc_error_options"] = function (words)
    shown = show_value(last_error().options)
    end_words(words)
    return [shown]
end

OPERATIONS["gc_error_source_name"] = function (words)
    shown = show_value(last_error().source_name)
    end_words(words)
    return [shown]
end

OPERATIONS["gc_handle_get_context"] = function (words)
    handle = object_of(next!(words))
    end_words(words)
    out_context = GridCall.context(handle)
    return Shown[show_handle(out_context)]
end

OPERATIONS["gc_handle_get_identity"] = function (words)
    handle = object_of(next!(words))
    end_words(words)
    out_identity = GridCall.handle_identity(handle)
    return Shown[show_value(out_identity)]
end

OPERATIONS["gc_handle_get_native"] = function (words)
    handle = object_of(next!(words))
    end_words(words)
    out_native = GridCall.native(handle)
    return Shown[show_value(out_native)]
end

OPERATIONS["gc_handle_count"] = function (words)
    end_words(words)
    return [show_value(GridCall.handle_count())]
end

OPERATIONS["gc_handle_collect"] = function (words)
    end_words(words)
    GridCall.handle_collect()
    return Shown[]
end

OPERATIONS["gc_device_get_count"] = function (words)
    end_words(words)
    out_count = GridCall.device_count()
    return Shown[show_value(out_count)]
end

OPERATIONS["gc_device_get_by_index"] = function (words)
    index = as_integer(next!(words))
    end_words(words)
    out_device = GridCall.device_by_index(index)
    return Shown[show_handle(out_device)]
end

OPERATIONS["gc_device_find"] = function (words)
    text = as_text(next!(words))
    end_words(words)
    out_device = GridCall.device_find(text)
    return Shown[show_handle(out_device)]
end

OPERATIONS["gc_device_get_by_pci_bus_id"] = function (words)
    bus_id = as_text(next!(words))
    end_words(words)
    out_device = GridCall.device_by_pci_bus_id(bus_id)
    return Shown[show_handle(out_device)]
end

OPERATIONS["gc_device_get_index"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    end_words(words)
    out_index = GridCall.index(device)
    return Shown[show_value(out_index)]
end

OPERATIONS["gc_device_get_kind"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    end_words(words)
    out_kind = GridCall.kind(device)
    return Shown[show_value(Int(out_kind))]
end

OPERATIONS["gc_device_get_name"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    end_words(words)
    name = GridCall.name(device)
    return Shown[show_value(name)]
end

OPERATIONS["gc_device_get_pci_bus_id"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    end_words(words)
    bus_id = GridCall.pci_bus_id(device)
    return Shown[show_value(bus_id)]
end

OPERATIONS["gc_device_get_uuid"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    end_words(words)
    out_uuid = GridCall.uuid(device)
    return Shown[show_hex(out_uuid)]
end

OPERATIONS["gc_device_get_compute_capability"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    end_words(words)
    out_major, out_minor = GridCall.compute_capability(device)
    return Shown[show_value(out_major), show_value(out_minor)]
end

OPERATIONS["gc_device_get_total_memory"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    end_words(words)
    out_size = GridCall.total_memory(device)
    return Shown[show_value(out_size)]
end

OPERATIONS["gc_device_get_attribute"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    attribute = as_code(next!(words), device_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(device, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_device_get_attributes"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    end_words(words)
    values = GridCall.attributes(device)
    return [entry([show_value(Int(item.attribute)), show_value(item.value)]) for item in values]
end

OPERATIONS["gc_device_attribute_name"] = function (words)
    attribute = as_code(next!(words), device_attribute_constants)
    end_words(words)
    return [show_value(GridCall.device_attribute_name(attribute))]
end

OPERATIONS["gc_device_attribute_from_name"] = function (words)
    name = as_text(next!(words))
    end_words(words)
    out_attribute = GridCall.device_attribute_from_name(name)
    return Shown[show_value(Int(out_attribute))]
end

OPERATIONS["gc_device_get_default"] = function (words)
    fallback = as_integer(next!(words))
    end_words(words)
    out_device = GridCall.device_default(fallback)
    return Shown[show_handle(out_device)]
end

OPERATIONS["gc_device_can_access_peer"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    peer = as_handle(GridCall.Device, next!(words))
    end_words(words)
    out_can = GridCall.can_access_peer(device, peer)
    return Shown[show_value(Int(out_can))]
end

OPERATIONS["gc_context_get_default"] = function (words)
    end_words(words)
    out_context = GridCall.context_default()
    return Shown[show_handle(out_context)]
end

OPERATIONS["gc_context_get_primary"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    options = read_context_options(words)
    end_words(words)
    out_context = GridCall.context_primary(device; options...)
    return Shown[show_handle(out_context)]
end

OPERATIONS["gc_context_create"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    options = read_context_options(words)
    end_words(words)
    out_context = GridCall.context_create(device; options...)
    return Shown[show_handle(out_context)]
end

OPERATIONS["gc_context_wrap"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    native = as_integer(next!(words))
    end_words(words)
    out_context = GridCall.context_wrap(device, native)
    return Shown[show_handle(out_context)]
end

OPERATIONS["gc_context_push"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    GridCall.push(context)
    return Shown[]
end

OPERATIONS["gc_context_pop"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    GridCall.pop(context)
    return Shown[]
end

OPERATIONS["gc_context_get_current"] = function (words)
    end_words(words)
    out_context = GridCall.context_current()
    return Shown[show_handle(out_context)]
end

OPERATIONS["gc_context_get_attribute"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    attribute = as_code(next!(words), context_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(context, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_context_set_attribute"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    attribute = as_code(next!(words), context_attribute_constants)
    value = as_integer(next!(words))
    end_words(words)
    GridCall.set_attribute!(context, attribute, value)
    return Shown[]
end

OPERATIONS["gc_context_get_pointer_attribute"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    attribute = as_code(next!(words), pointer_attribute_constants)
    address = as_integer(next!(words))
    end_words(words)
    out_value = GridCall.pointer_attribute(context, attribute, address)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_context_enable_peer_access"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    peer = as_handle(GridCall.Context, next!(words))
    end_words(words)
    GridCall.enable_peer_access(context, peer)
    return Shown[]
end

OPERATIONS["gc_context_disable_peer_access"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    peer = as_handle(GridCall.Context, next!(words))
    end_words(words)
    GridCall.disable_peer_access(context, peer)
    return Shown[]
end

OPERATIONS["gc_context_get_device_reason"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    text = GridCall.device_reason(context)
    return Shown[show_value(text)]
end

OPERATIONS["gc_context_get_device"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    out_device = GridCall.device(context)
    return Shown[show_handle(out_device)]
end

OPERATIONS["gc_context_synchronize"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    GridCall.synchronize(context)
    return Shown[]
end

OPERATIONS["gc_context_get_memory_info"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    out_free, out_total = GridCall.memory_info(context)
    return Shown[show_value(out_free), show_value(out_total)]
end

OPERATIONS["gc_context_is_supported"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    feature = as_code(next!(words), feature_constants)
    end_words(words)
    out_supported = GridCall.issupported(context, feature)
    return Shown[show_value(Int(out_supported))]
end

OPERATIONS["gc_context_release"] = function (words)
    release(GridCall.Context, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_stream_create"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    options = read_stream_options(words)
    end_words(words)
    out_stream = GridCall.stream_create(context; options...)
    return Shown[show_handle(out_stream)]
end

OPERATIONS["gc_context_get_default_stream"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    out_stream = GridCall.default_stream(context)
    return Shown[show_handle(out_stream)]
end

OPERATIONS["gc_context_get_stream_priority_range"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    out_least, out_greatest = GridCall.stream_priority_range(context)
    return Shown[show_value(out_least), show_value(out_greatest)]
end

OPERATIONS["gc_stream_synchronize"] = function (words)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.synchronize(stream)
    return Shown[]
end

OPERATIONS["gc_stream_query"] = function (words)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    out_done = GridCall.query(stream)
    return Shown[show_value(Int(out_done))]
end

OPERATIONS["gc_stream_synchronize_for"] = function (words)
    stream = as_handle(GridCall.Stream, next!(words))
    timeout_nanoseconds = as_integer(next!(words))
    end_words(words)
    out_done = GridCall.synchronize_for(stream, timeout_nanoseconds)
    return Shown[show_value(Int(out_done))]
end

OPERATIONS["gc_stream_cancel"] = function (words)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.cancel(stream)
    return Shown[]
end

OPERATIONS["gc_stream_wait_event"] = function (words)
    stream = as_handle(GridCall.Stream, next!(words))
    event = as_handle(GridCall.Event, next!(words))
    end_words(words)
    GridCall.wait_event(stream, event)
    return Shown[]
end

OPERATIONS["gc_stream_wait_events"] = function (words)
    stream = as_handle(GridCall.Stream, next!(words))
    events = GridCall.Event[as_handle(GridCall.Event, word) for word in next_items!(words)]
    end_words(words)
    GridCall.wait_events(stream, events)
    return Shown[]
end

OPERATIONS["gc_stream_notify"] = function (words)
    stream = as_handle(GridCall.Stream, next!(words))
    completion = as_handle(GridCall.Completion, next!(words))
    token = as_integer(next!(words))
    end_words(words)
    GridCall.stream_notify(stream, completion, token)
    return Shown[]
end

OPERATIONS["gc_stream_release"] = function (words)
    release(GridCall.Stream, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_stream_get_attribute"] = function (words)
    stream = as_handle(GridCall.Stream, next!(words))
    attribute = as_code(next!(words), stream_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(stream, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_stream_wrap"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    native = as_integer(next!(words))
    end_words(words)
    out_stream = GridCall.stream_wrap(context, native)
    return Shown[show_handle(out_stream)]
end

OPERATIONS["gc_event_create"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    options = read_event_options(words)
    end_words(words)
    out_event = GridCall.event_create(context; options...)
    return Shown[show_handle(out_event)]
end

OPERATIONS["gc_event_record"] = function (words)
    event = as_handle(GridCall.Event, next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.record(event; stream = stream)
    return Shown[]
end

OPERATIONS["gc_event_synchronize"] = function (words)
    event = as_handle(GridCall.Event, next!(words))
    end_words(words)
    GridCall.synchronize(event)
    return Shown[]
end

OPERATIONS["gc_event_synchronize_for"] = function (words)
    events = GridCall.Event[as_handle(GridCall.Event, word) for word in next_items!(words)]
    timeout_nanoseconds = as_integer(next!(words))
    end_words(words)
    out_done = GridCall.event_synchronize_for(events, timeout_nanoseconds)
    return Shown[show_value(Int(out_done))]
end

OPERATIONS["gc_event_query"] = function (words)
    event = as_handle(GridCall.Event, next!(words))
    end_words(words)
    out_done = GridCall.query(event)
    return Shown[show_value(Int(out_done))]
end

OPERATIONS["gc_event_get_elapsed"] = function (words)
    start = as_handle(GridCall.Event, next!(words))
    end_ = as_handle(GridCall.Event, next!(words))
    end_words(words)
    out_nanoseconds = GridCall.elapsed(start, end_)
    return Shown[show_value(out_nanoseconds)]
end

OPERATIONS["gc_event_release"] = function (words)
    release(GridCall.Event, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_event_wrap"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    native = as_integer(next!(words))
    end_words(words)
    out_event = GridCall.event_wrap(context, native)
    return Shown[show_handle(out_event)]
end

OPERATIONS["gc_event_get_ipc_handle"] = function (words)
    event = as_handle(GridCall.Event, next!(words))
    end_words(words)
    out_handle = GridCall.ipc_handle(event)
    return Shown[show_hex(out_handle)]
end

OPERATIONS["gc_event_open_ipc"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    handle = as_bytes(next!(words))
    end_words(words)
    out_event = GridCall.event_open_ipc(context, handle)
    return Shown[show_handle(out_event)]
end

OPERATIONS["gc_completion_create"] = function (words)
    end_words(words)
    out_completion = GridCall.completion_create()
    return Shown[show_handle(out_completion)]
end

OPERATIONS["gc_completion_wait"] = function (words)
    completion = as_handle(GridCall.Completion, next!(words))
    timeout_nanoseconds = as_integer(next!(words))
    end_words(words)
    out_token, out_done = GridCall.completion_wait(completion, timeout_nanoseconds)
    return Shown[show_value(out_token), show_value(Int(out_done))]
end

OPERATIONS["gc_completion_get_descriptor"] = function (words)
    completion = as_handle(GridCall.Completion, next!(words))
    end_words(words)
    out_descriptor = GridCall.descriptor(completion)
    return Shown[show_value(out_descriptor)]
end

OPERATIONS["gc_completion_release"] = function (words)
    release(GridCall.Completion, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_dtype_create"] = function (words)
    entries = [read_dtype_entry(word) for word in next_items!(words)]
    size = as_integer(next!(words))
    end_words(words)
    out_dtype = GridCall.dtype_create(entries, size)
    return Shown[show_handle(out_dtype)]
end

OPERATIONS["gc_dtype_get_size"] = function (words)
    dtype = as_handle(GridCall.Dtype, next!(words))
    end_words(words)
    out_size = GridCall.dtype_size(dtype)
    return Shown[show_value(out_size)]
end

OPERATIONS["gc_dtype_get_alignment"] = function (words)
    dtype = as_handle(GridCall.Dtype, next!(words))
    end_words(words)
    out_alignment = GridCall.alignment(dtype)
    return Shown[show_value(out_alignment)]
end

OPERATIONS["gc_dtype_get_field_count"] = function (words)
    dtype = as_handle(GridCall.Dtype, next!(words))
    end_words(words)
    out_count = GridCall.field_count(dtype)
    return Shown[show_value(out_count)]
end

OPERATIONS["gc_dtype_get_field"] = function (words)
    dtype = as_handle(GridCall.Dtype, next!(words))
    index = as_integer(next!(words))
    end_words(words)
    out_field = GridCall.field(dtype, index)
    return Shown[
        labelled("name", show_value(out_field.name)), labelled("offset", show_value(out_field.offset)),
        labelled("count", show_value(out_field.count)), labelled("size", show_value(out_field.size)),
        labelled("scalar_type", show_value(Int(out_field.scalar_type)))
    ]
end

OPERATIONS["gc_dtype_get_field_record"] = function (words)
    dtype = as_handle(GridCall.Dtype, next!(words))
    index = as_integer(next!(words))
    end_words(words)
    out_record = GridCall.field_record(dtype, index)
    return Shown[show_handle(out_record)]
end

OPERATIONS["gc_dtype_find_field"] = function (words)
    dtype = as_handle(GridCall.Dtype, next!(words))
    name = as_text(next!(words))
    end_words(words)
    out_index = GridCall.find_field(dtype, name)
    return Shown[show_value(out_index)]
end

OPERATIONS["gc_dtype_scalar_size"] = function (words)
    scalar_type = as_code(next!(words), scalar_type_constants)
    end_words(words)
    return [show_value(GridCall.dtype_scalar_size(scalar_type))]
end

OPERATIONS["gc_dtype_scalar_name"] = function (words)
    scalar_type = as_code(next!(words), scalar_type_constants)
    end_words(words)
    return [show_value(GridCall.dtype_scalar_name(scalar_type))]
end

OPERATIONS["gc_dtype_scalar_from_name"] = function (words)
    name = as_text(next!(words))
    end_words(words)
    out_scalar_type = GridCall.dtype_scalar_from_name(name)
    return Shown[show_value(Int(out_scalar_type))]
end

OPERATIONS["gc_dtype_release"] = function (words)
    release(GridCall.Dtype, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_mem_create"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    options = read_mem_options(words)
    end_words(words)
    out_mem = GridCall.mem_create(context; options...)
    return Shown[show_handle(out_mem)]
end

OPERATIONS["gc_mem_alloc"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    size = as_integer(next!(words))
    end_words(words)
    out_mem = GridCall.mem_alloc(context, size)
    return Shown[show_handle(out_mem)]
end

OPERATIONS["gc_mem_alloc_host"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    size = as_integer(next!(words))
    options = read_mem_host_options(words)
    end_words(words)
    out_mem = GridCall.mem_alloc_host(context, size; options...)
    return Shown[show_handle(out_mem)]
end

OPERATIONS["gc_mem_create_sub_region"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    offset = as_integer(next!(words))
    size = as_integer(next!(words))
    flags = as_code(next!(words), mem_flags_constants)
    end_words(words)
    out_mem = GridCall.sub_region(mem, offset, size, flags)
    return Shown[show_handle(out_mem)]
end

OPERATIONS["gc_mem_register"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    host_address = as_integer(next!(words))
    size = as_integer(next!(words))
    options = read_mem_register_options(words)
    end_words(words)
    out_mem = GridCall.mem_register(context, host_address, size; options...)
    return Shown[show_handle(out_mem)]
end

OPERATIONS["gc_mem_wrap"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    address = as_integer(next!(words))
    size = as_integer(next!(words))
    options = read_mem_wrap_options(words)
    end_words(words)
    out_mem = GridCall.mem_wrap(context, address, size; options...)
    return Shown[show_handle(out_mem)]
end

OPERATIONS["gc_mem_get_address"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    end_words(words)
    out_address = GridCall.address(mem)
    return Shown[show_value(out_address)]
end

OPERATIONS["gc_mem_get_host_address"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    end_words(words)
    out_address = GridCall.host_address(mem)
    return Shown[show_value(out_address)]
end

OPERATIONS["gc_mem_get_size"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    end_words(words)
    out_size = GridCall.mem_size(mem)
    return Shown[show_value(out_size)]
end

OPERATIONS["gc_mem_get_attribute"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    attribute = as_code(next!(words), mem_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(mem, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_mem_get_parent"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    end_words(words)
    out_mem = GridCall.parent(mem)
    return Shown[show_handle(out_mem)]
end

OPERATIONS["gc_mem_use"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.use_on(mem; stream = stream)
    return Shown[]
end

OPERATIONS["gc_mem_wait"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    timeout_nanoseconds = as_integer(next!(words))
    end_words(words)
    out_done = GridCall.mem_wait(mem, timeout_nanoseconds)
    return Shown[show_value(Int(out_done))]
end

OPERATIONS["gc_mem_attach"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    attach = as_code(next!(words), mem_attach_mode_constants)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.attach(mem, attach; stream = stream)
    return Shown[]
end

OPERATIONS["gc_mem_advise"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    offset = as_integer(next!(words))
    size = as_integer(next!(words))
    advice = as_code(next!(words), mem_advice_constants)
    device = as_handle(GridCall.Device, next!(words))
    end_words(words)
    GridCall.advise(mem, offset, size, advice; device = device)
    return Shown[]
end

OPERATIONS["gc_mem_prefetch"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    offset = as_integer(next!(words))
    size = as_integer(next!(words))
    device = as_handle(GridCall.Device, next!(words))
    flags = as_code(next!(words), mem_prefetch_flags_constants)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.prefetch(mem, offset, size, flags; device = device, stream = stream)
    return Shown[]
end

OPERATIONS["gc_mem_get_ipc_handle"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    end_words(words)
    out_handle, out_offset = GridCall.ipc_handle(mem)
    return Shown[show_hex(out_handle), show_value(out_offset)]
end

OPERATIONS["gc_mem_open_ipc"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    handle = as_bytes(next!(words))
    offset = as_integer(next!(words))
    size = as_integer(next!(words))
    options = read_mem_ipc_options(words)
    end_words(words)
    out_mem = GridCall.mem_open_ipc(context, handle, offset, size; options...)
    return Shown[show_handle(out_mem)]
end

OPERATIONS["gc_mem_free"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    end_words(words)
    GridCall.free(mem)
    return Shown[]
end

OPERATIONS["gc_mem_release"] = function (words)
    release(GridCall.Mem, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_memcpy_htod"] = function (words)
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_bytes(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memcpy_htod(dst, dst_offset, src; stream = stream)
    return Shown[]
end

OPERATIONS["gc_memcpy_dtoh"] = function (words)
    dst = as_buffer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memcpy_dtoh(dst.bytes, src, src_offset; stream = stream)
    return show_buffer(dst)
end

OPERATIONS["gc_memcpy_dtod"] = function (words)
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    size = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memcpy_dtod(dst, dst_offset, src, src_offset, size; stream = stream)
    return Shown[]
end

OPERATIONS["gc_memcpy_htod_async"] = function (words)
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    size = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memcpy_htod_async(dst, dst_offset, src, src_offset, size; stream = stream)
    return Shown[]
end

OPERATIONS["gc_memcpy_dtoh_async"] = function (words)
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    size = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memcpy_dtoh_async(dst, dst_offset, src, src_offset, size; stream = stream)
    return Shown[]
end

OPERATIONS["gc_memcpy_rect"] = function (words)
    rect = read_rect_copy(words)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memcpy_rect(; rect..., stream = stream)
    return Shown[]
end

OPERATIONS["gc_memcpy_rect_async"] = function (words)
    rect = read_rect_copy(words)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memcpy_rect_async(; rect..., stream = stream)
    return Shown[]
end

OPERATIONS["gc_memset_d8"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    offset = as_integer(next!(words))
    value = as_integer(next!(words))
    count = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memset_d8(mem, offset, value, count; stream = stream)
    return Shown[]
end

OPERATIONS["gc_memset_d16"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    offset = as_integer(next!(words))
    value = as_integer(next!(words))
    count = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memset_d16(mem, offset, value, count; stream = stream)
    return Shown[]
end

OPERATIONS["gc_memset_d32"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    offset = as_integer(next!(words))
    value = as_integer(next!(words))
    count = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memset_d32(mem, offset, value, count; stream = stream)
    return Shown[]
end

OPERATIONS["gc_memset_pattern"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    offset = as_integer(next!(words))
    pattern = as_bytes(next!(words))
    count = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memset_pattern(mem, offset, pattern, count; stream = stream)
    return Shown[]
end

OPERATIONS["gc_memset_rect"] = function (words)
    rect = read_rect_fill(words)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.memset_rect(; rect..., stream = stream)
    return Shown[]
end

OPERATIONS["gc_mem_map"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    offset = as_integer(next!(words))
    size = as_integer(next!(words))
    flags = as_code(next!(words), map_flags_constants)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    out_mapping = GridCall.mem_map(mem, offset, size, flags; stream = stream)
    return Shown[show_handle(out_mapping)]
end

OPERATIONS["gc_mapping_get_address"] = function (words)
    mapping = as_handle(GridCall.Mapping, next!(words))
    end_words(words)
    out_address = GridCall.address(mapping)
    return Shown[show_value(out_address)]
end

OPERATIONS["gc_mapping_get_attribute"] = function (words)
    mapping = as_handle(GridCall.Mapping, next!(words))
    attribute = as_code(next!(words), mapping_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(mapping, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_mapping_get_event"] = function (words)
    mapping = as_handle(GridCall.Mapping, next!(words))
    end_words(words)
    out_event = GridCall.event(mapping)
    return Shown[show_handle(out_event)]
end

OPERATIONS["gc_mapping_unmap"] = function (words)
    mapping = as_handle(GridCall.Mapping, next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.unmap(mapping; stream = stream)
    return Shown[]
end

OPERATIONS["gc_mapping_release"] = function (words)
    release(GridCall.Mapping, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_pipe_create"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    packet_size = as_integer(next!(words))
    max_packets = as_integer(next!(words))
    end_words(words)
    out_pipe = GridCall.pipe_create(context, packet_size, max_packets)
    return Shown[show_handle(out_pipe)]
end

OPERATIONS["gc_pipe_get_attribute"] = function (words)
    pipe = as_handle(GridCall.Pipe, next!(words))
    attribute = as_code(next!(words), pipe_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(pipe, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_pipe_release"] = function (words)
    release(GridCall.Pipe, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_array_create"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    options = read_array_options(words)
    end_words(words)
    out_array = GridCall.array_create(context; options...)
    return Shown[show_handle(out_array)]
end

OPERATIONS["gc_array_wrap"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    native = as_integer(next!(words))
    end_words(words)
    out_array = GridCall.array_wrap(context, native)
    return Shown[show_handle(out_array)]
end

OPERATIONS["gc_array_find_format"] = function (words)
    order = as_code(next!(words), channel_order_constants)
    channel_type = as_code(next!(words), channel_type_constants)
    end_words(words)
    out_info = GridCall.array_find_format(order, channel_type)
    return Shown[
        labelled("format", show_value(Int(out_info.format))),
        labelled("channels", show_value(out_info.channels)),
        labelled("channel_size", show_value(out_info.channel_size)),
        labelled("element_size", show_value(out_info.element_size)),
        labelled("order_name", show_value(out_info.order_name)),
        labelled("type_name", show_value(out_info.type_name))
    ]
end

OPERATIONS["gc_array_get_image_formats"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    flags = as_code(next!(words), array_flags_constants)
    dimensions = as_integer(next!(words))
    end_words(words)
    formats = GridCall.array_image_formats(context, flags, dimensions)
    return [entry([show_value(Int(item.order)), show_value(Int(item.channel_type))]) for item in formats]
end

OPERATIONS["gc_array_get_attribute"] = function (words)
    array = as_handle(GridCall.OpaqueArray, next!(words))
    attribute = as_code(next!(words), array_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(array, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_array_get_level"] = function (words)
    array = as_handle(GridCall.OpaqueArray, next!(words))
    level = as_integer(next!(words))
    end_words(words)
    out_array = GridCall.level(array, level)
    return Shown[show_handle(out_array)]
end

OPERATIONS["gc_array_map"] = function (words)
    array = as_handle(GridCall.OpaqueArray, next!(words))
    region = read_array_region(words)
    flags = as_code(next!(words), map_flags_constants)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    out_mapping = GridCall.array_map(array, flags; region..., stream = stream)
    return Shown[show_handle(out_mapping)]
end

OPERATIONS["gc_array_release"] = function (words)
    release(GridCall.OpaqueArray, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_texture_create"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    options = read_texture_options(words)
    end_words(words)
    out_texture = GridCall.texture_create(context; options...)
    return Shown[show_handle(out_texture)]
end

OPERATIONS["gc_texture_get_attribute"] = function (words)
    texture = as_handle(GridCall.Texture, next!(words))
    attribute = as_code(next!(words), texture_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(texture, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_texture_get_array"] = function (words)
    texture = as_handle(GridCall.Texture, next!(words))
    end_words(words)
    out_array = GridCall.array(texture)
    return Shown[show_handle(out_array)]
end

OPERATIONS["gc_texture_release"] = function (words)
    release(GridCall.Texture, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_surface_create"] = function (words)
    array = as_handle(GridCall.OpaqueArray, next!(words))
    end_words(words)
    out_surface = GridCall.surface_create(array)
    return Shown[show_handle(out_surface)]
end

OPERATIONS["gc_surface_get_array"] = function (words)
    surface = as_handle(GridCall.Surface, next!(words))
    end_words(words)
    out_array = GridCall.array(surface)
    return Shown[show_handle(out_array)]
end

OPERATIONS["gc_surface_release"] = function (words)
    release(GridCall.Surface, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_sampler_create"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    options = read_sampler_options(words)
    end_words(words)
    out_sampler = GridCall.sampler_create(context; options...)
    return Shown[show_handle(out_sampler)]
end

OPERATIONS["gc_sampler_get_attribute"] = function (words)
    sampler = as_handle(GridCall.Sampler, next!(words))
    attribute = as_code(next!(words), sampler_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(sampler, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_sampler_release"] = function (words)
    release(GridCall.Sampler, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_module_from_source"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    source = as_text(next!(words))
    options = read_compile_options(words)
    end_words(words)
    out_module = GridCall.module_from_source(context, source; options...)
    return Shown[show_handle(out_module)]
end

OPERATIONS["gc_module_from_buffer"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    image = as_bytes(next!(words))
    options = read_module_options(words)
    end_words(words)
    out_module = GridCall.module_from_buffer(context, image; options...)
    return Shown[show_handle(out_module)]
end

OPERATIONS["gc_module_from_file"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    path = as_text(next!(words))
    options = read_compile_options(words)
    end_words(words)
    out_module = GridCall.module_from_file(context, path; options...)
    return Shown[show_handle(out_module)]
end

OPERATIONS["gc_module_get_kernel"] = function (words)
    module_ = as_handle(GridCall.CodeModule, next!(words))
    name = as_text(next!(words))
    end_words(words)
    out_kernel = GridCall.kernel(module_, name)
    return Shown[show_handle(out_kernel)]
end

OPERATIONS["gc_module_get_kernel_count"] = function (words)
    module_ = as_handle(GridCall.CodeModule, next!(words))
    end_words(words)
    out_count = GridCall.kernel_count(module_)
    return Shown[show_value(out_count)]
end

OPERATIONS["gc_module_get_kernel_name"] = function (words)
    module_ = as_handle(GridCall.CodeModule, next!(words))
    index = as_integer(next!(words))
    end_words(words)
    name = GridCall.kernel_name(module_, index)
    return Shown[show_value(name)]
end

OPERATIONS["gc_module_get_global"] = function (words)
    module_ = as_handle(GridCall.CodeModule, next!(words))
    name = as_text(next!(words))
    end_words(words)
    out_mem = GridCall.module_global(module_, name)
    return Shown[show_handle(out_mem)]
end

OPERATIONS["gc_module_bind_texture"] = function (words)
    module_ = as_handle(GridCall.CodeModule, next!(words))
    name = as_text(next!(words))
    texture = as_handle(GridCall.Texture, next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.bind_texture(module_, name; texture = texture, stream = stream)
    return Shown[]
end

OPERATIONS["gc_module_bind_surface"] = function (words)
    module_ = as_handle(GridCall.CodeModule, next!(words))
    name = as_text(next!(words))
    surface = as_handle(GridCall.Surface, next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.bind_surface(module_, name; surface = surface, stream = stream)
    return Shown[]
end

OPERATIONS["gc_module_get_texture"] = function (words)
    module_ = as_handle(GridCall.CodeModule, next!(words))
    name = as_text(next!(words))
    end_words(words)
    out_texture = GridCall.texture(module_, name)
    return Shown[show_handle(out_texture)]
end

OPERATIONS["gc_module_get_surface"] = function (words)
    module_ = as_handle(GridCall.CodeModule, next!(words))
    name = as_text(next!(words))
    end_words(words)
    out_surface = GridCall.surface(module_, name)
    return Shown[show_handle(out_surface)]
end

OPERATIONS["gc_module_get_log"] = function (words)
    module_ = as_handle(GridCall.CodeModule, next!(words))
    end_words(words)
    log = GridCall.module_log(module_)
    return Shown[show_value(log)]
end

OPERATIONS["gc_module_get_attribute"] = function (words)
    module_ = as_handle(GridCall.CodeModule, next!(words))
    attribute = as_code(next!(words), module_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(module_, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_module_is_cached"] = function (words)
    module_ = as_handle(GridCall.CodeModule, next!(words))
    end_words(words)
    out_cached = GridCall.iscached(module_)
    return Shown[show_value(Int(out_cached))]
end

OPERATIONS["gc_module_release"] = function (words)
    release(GridCall.CodeModule, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_program_compile"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    source = as_text(next!(words))
    options = read_compile_options(words)
    end_words(words)
    out_program = GridCall.program_compile(source; device = device, options...)
    return Shown[show_handle(out_program)]
end

OPERATIONS["gc_program_get_log"] = function (words)
    program = as_handle(GridCall.Program, next!(words))
    end_words(words)
    log = GridCall.program_log(program)
    return Shown[show_value(log)]
end

OPERATIONS["gc_program_get_symbol"] = function (words)
    program = as_handle(GridCall.Program, next!(words))
    name = as_text(next!(words))
    end_words(words)
    symbol = GridCall.symbol(program, name)
    return Shown[show_value(symbol)]
end

OPERATIONS["gc_module_from_program"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    program = as_handle(GridCall.Program, next!(words))
    options = read_module_options(words)
    end_words(words)
    out_module = GridCall.module_from_program(context, program; options...)
    return Shown[show_handle(out_module)]
end

OPERATIONS["gc_program_get_default_options"] = function (words)
    end_words(words)
    options = GridCall.program_default_options()
    return Shown[show_value(options)]
end

OPERATIONS["gc_program_release"] = function (words)
    release(GridCall.Program, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_kernel_get_name"] = function (words)
    kernel = as_handle(GridCall.Kernel, next!(words))
    end_words(words)
    name = GridCall.name(kernel)
    return Shown[show_value(name)]
end

OPERATIONS["gc_kernel_get_attribute"] = function (words)
    kernel = as_handle(GridCall.Kernel, next!(words))
    attribute = as_code(next!(words), kernel_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(kernel, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_kernel_set_attribute"] = function (words)
    kernel = as_handle(GridCall.Kernel, next!(words))
    attribute = as_code(next!(words), kernel_attribute_constants)
    value = as_integer(next!(words))
    end_words(words)
    GridCall.set_attribute!(kernel, attribute, value)
    return Shown[]
end

OPERATIONS["gc_kernel_get_occupancy"] = function (words)
    kernel = as_handle(GridCall.Kernel, next!(words))
    block_size = as_integer(next!(words))
    shared_size = as_integer(next!(words))
    flags = as_code(next!(words), occupancy_flags_constants)
    end_words(words)
    out_block_count = GridCall.occupancy(kernel, block_size, shared_size, flags)
    return Shown[show_value(out_block_count)]
end

OPERATIONS["gc_kernel_suggest_block"] = function (words)
    kernel = as_handle(GridCall.Kernel, next!(words))
    shared_size = as_integer(next!(words))
    max_block_size = as_integer(next!(words))
    end_words(words)
    out_block_size, out_grid_size = GridCall.suggest_block(kernel, shared_size, max_block_size)
    return Shown[show_value(out_block_size), show_value(out_grid_size)]
end

OPERATIONS["gc_kernel_get_param_count"] = function (words)
    kernel = as_handle(GridCall.Kernel, next!(words))
    end_words(words)
    out_count = GridCall.param_count(kernel)
    return Shown[show_value(out_count)]
end

OPERATIONS["gc_kernel_get_param"] = function (words)
    kernel = as_handle(GridCall.Kernel, next!(words))
    index = as_integer(next!(words))
    end_words(words)
    out_param = GridCall.param(kernel, index)
    return Shown[
        labelled("offset", show_value(out_param.offset)), labelled("size", show_value(out_param.size)),
        labelled("value_type", show_value(Int(out_param.value_type))),
        labelled("type_name", show_value(out_param.type_name)), labelled("name", show_value(out_param.name))
    ]
end

OPERATIONS["gc_kernel_release"] = function (words)
    release(GridCall.Kernel, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_launch"] = function (words)
    kernel = as_handle(GridCall.Kernel, next!(words))
    config = read_launch_config(words)
    args = LibGridCall.gc_arg[read_arg(word) for word in next_items!(words)]
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.launch(kernel, config, args; stream = stream)
    return Shown[]
end

OPERATIONS["gc_prepared_create"] = function (words)
    kernel = as_handle(GridCall.Kernel, next!(words))
    config = read_launch_config(words)
    args = LibGridCall.gc_arg[read_arg(word) for word in next_items!(words)]
    end_words(words)
    out_prepared = GridCall.prepared_create(kernel, config, args)
    return Shown[show_handle(out_prepared)]
end

OPERATIONS["gc_prepared_set_arg"] = function (words)
    prepared = as_handle(GridCall.Prepared, next!(words))
    index = as_integer(next!(words))
    arg = read_arg(next!(words))
    bytes = as_bytes(next!(words))
    end_words(words)
    GridCall.set_arg!(prepared, index, arg; bytes = bytes)
    return Shown[]
end

OPERATIONS["gc_prepared_set_config"] = function (words)
    prepared = as_handle(GridCall.Prepared, next!(words))
    config = read_launch_config(words)
    end_words(words)
    GridCall.set_config!(prepared, config)
    return Shown[]
end

OPERATIONS["gc_prepared_launch"] = function (words)
    prepared = as_handle(GridCall.Prepared, next!(words))
    config = read_launch_config(words)
    args = LibGridCall.gc_arg[read_arg(word) for word in next_items!(words)]
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.launch_with(prepared, args; config = config, stream = stream)
    return Shown[]
end

OPERATIONS["gc_prepared_release"] = function (words)
    release(GridCall.Prepared, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_launch_staged"] = function (words)
    kernel = as_handle(GridCall.Kernel, next!(words))
    config = read_launch_config(words)
    args = LibGridCall.gc_arg[read_arg(word) for word in next_items!(words)]
    host_args = LibGridCall.gc_host_arg[read_host_arg(word) for word in next_items!(words)]
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.launch_staged(kernel, config, args, host_args; stream = stream)
    return Shown[]
end

OPERATIONS["gc_stream_begin_capture"] = function (words)
    stream = as_handle(GridCall.Stream, next!(words))
    mode = as_code(next!(words), capture_mode_constants)
    end_words(words)
    GridCall.begin_capture(stream, mode)
    return Shown[]
end

OPERATIONS["gc_stream_end_capture"] = function (words)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    out_graph = GridCall.end_capture(stream)
    return Shown[show_handle(out_graph)]
end

OPERATIONS["gc_graph_launch"] = function (words)
    graph = as_handle(GridCall.Graph, next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.launch(graph; stream = stream)
    return Shown[]
end

OPERATIONS["gc_graph_get_node_count"] = function (words)
    graph = as_handle(GridCall.Graph, next!(words))
    end_words(words)
    out_count = GridCall.node_count(graph)
    return Shown[show_value(out_count)]
end

OPERATIONS["gc_graph_get_node_kind"] = function (words)
    graph = as_handle(GridCall.Graph, next!(words))
    node = as_integer(next!(words))
    end_words(words)
    out_kind = GridCall.node_kind(graph, node)
    return Shown[show_value(Int(out_kind))]
end

OPERATIONS["gc_graph_get_node_kernel"] = function (words)
    graph = as_handle(GridCall.Graph, next!(words))
    node = as_integer(next!(words))
    end_words(words)
    out_kernel = GridCall.node_kernel(graph, node)
    return Shown[show_handle(out_kernel)]
end

OPERATIONS["gc_graph_set_arg"] = function (words)
    graph = as_handle(GridCall.Graph, next!(words))
    node = as_integer(next!(words))
    index = as_integer(next!(words))
    arg = read_arg(next!(words))
    bytes = as_bytes(next!(words))
    end_words(words)
    GridCall.set_arg!(graph, node, index, arg; bytes = bytes)
    return Shown[]
end

OPERATIONS["gc_graph_get_text"] = function (words)
    graph = as_handle(GridCall.Graph, next!(words))
    end_words(words)
    text = GridCall.graph_text(graph)
    return Shown[show_value(text)]
end

OPERATIONS["gc_graph_release"] = function (words)
    release(GridCall.Graph, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_pool_create"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    options = read_pool_options(words)
    end_words(words)
    out_pool = GridCall.pool_create(context; options...)
    return Shown[show_handle(out_pool)]
end

OPERATIONS["gc_pool_alloc"] = function (words)
    pool = as_handle(GridCall.Pool, next!(words))
    size = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    out_mem = GridCall.alloc(pool, size; stream = stream)
    return Shown[show_handle(out_mem)]
end

OPERATIONS["gc_pool_get_statistics"] = function (words)
    pool = as_handle(GridCall.Pool, next!(words))
    end_words(words)
    out_statistics = GridCall.statistics(pool)
    return Shown[
        labelled("held_blocks", show_value(out_statistics.held_blocks)),
        labelled("held_bytes", show_value(out_statistics.held_bytes)),
        labelled("active_blocks", show_value(out_statistics.active_blocks)),
        labelled("active_bytes", show_value(out_statistics.active_bytes)),
        labelled("peak_bytes", show_value(out_statistics.peak_bytes)),
        labelled("limit", show_value(out_statistics.limit))
    ]
end

OPERATIONS["gc_pool_free_held"] = function (words)
    pool = as_handle(GridCall.Pool, next!(words))
    end_words(words)
    GridCall.free_held(pool)
    return Shown[]
end

OPERATIONS["gc_pool_stop_holding"] = function (words)
    pool = as_handle(GridCall.Pool, next!(words))
    end_words(words)
    GridCall.stop_holding(pool)
    return Shown[]
end

OPERATIONS["gc_pool_set_limit"] = function (words)
    pool = as_handle(GridCall.Pool, next!(words))
    limit = as_integer(next!(words))
    end_words(words)
    GridCall.set_limit!(pool, limit)
    return Shown[]
end

OPERATIONS["gc_pool_release"] = function (words)
    release(GridCall.Pool, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_ndarray_create"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    options = read_ndarray_options(words)
    end_words(words)
    out_ndarray = GridCall.ndarray_create(context; options...)
    return Shown[show_handle(out_ndarray)]
end

OPERATIONS["gc_ndarray_from_host"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    data = as_bytes(next!(words))
    options = read_ndarray_options(words)
    end_words(words)
    out_ndarray = GridCall.ndarray_from_host(context, data; options...)
    return Shown[show_handle(out_ndarray)]
end

OPERATIONS["gc_ndarray_from_mem"] = function (words)
    mem = as_handle(GridCall.Mem, next!(words))
    offset = as_integer(next!(words))
    options = read_ndarray_options(words)
    end_words(words)
    out_ndarray = GridCall.ndarray_from_mem(mem, offset; options...)
    return Shown[show_handle(out_ndarray)]
end

OPERATIONS["gc_ndarray_get_mem"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    end_words(words)
    out_mem = GridCall.mem(ndarray)
    return Shown[show_handle(out_mem)]
end

OPERATIONS["gc_ndarray_get_record"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    end_words(words)
    out_dtype = GridCall.record(ndarray)
    return Shown[show_handle(out_dtype)]
end

OPERATIONS["gc_ndarray_get_attribute"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    attribute = as_code(next!(words), ndarray_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(ndarray, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_ndarray_slice"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    slices = LibGridCall.gc_axis_slice[read_axis_slice(word) for word in next_items!(words)]
    end_words(words)
    out_ndarray = GridCall.slice(ndarray, slices)
    return Shown[show_handle(out_ndarray)]
end

OPERATIONS["gc_ndarray_reshape"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    shape = [as_integer(word) for word in next_items!(words)]
    flags = as_code(next!(words), ndarray_flags_constants)
    end_words(words)
    out_ndarray = GridCall.ndarray_reshape(ndarray, shape, flags)
    return Shown[show_handle(out_ndarray)]
end

OPERATIONS["gc_ndarray_transpose"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    axes = [as_integer(word) for word in next_items!(words)]
    end_words(words)
    out_ndarray = GridCall.ndarray_transpose(ndarray, axes)
    return Shown[show_handle(out_ndarray)]
end

OPERATIONS["gc_ndarray_view"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    scalar_type = as_code(next!(words), scalar_type_constants)
    record = as_handle(GridCall.Dtype, next!(words))
    end_words(words)
    out_ndarray = GridCall.ndarray_view(ndarray, scalar_type; record = record)
    return Shown[show_handle(out_ndarray)]
end

OPERATIONS["gc_ndarray_get_field"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    name = as_text(next!(words))
    end_words(words)
    out_ndarray = GridCall.field(ndarray, name)
    return Shown[show_handle(out_ndarray)]
end

OPERATIONS["gc_ndarray_copy"] = function (words)
    dst = as_handle(GridCall.Ndarray, next!(words))
    src = as_handle(GridCall.Ndarray, next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.ndarray_copy(dst, src; stream = stream)
    return Shown[]
end

OPERATIONS["gc_ndarray_copy_from_host"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    data = as_bytes(next!(words))
    layout = read_ndarray_layout(words)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.copy_from_host(ndarray, data; layout..., stream = stream)
    return Shown[]
end

OPERATIONS["gc_ndarray_copy_to_host"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    data = as_buffer(next!(words))
    layout = read_ndarray_layout(words)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.copy_to_host(ndarray, data.bytes; layout..., stream = stream)
    return show_buffer(data)
end

OPERATIONS["gc_ndarray_fill"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    value = as_bytes(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.ndarray_fill(ndarray, value; stream = stream)
    return Shown[]
end

OPERATIONS["gc_ndarray_reduce"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    src = as_handle(GridCall.Ndarray, next!(words))
    reduction = as_code(next!(words), reduction_constants)
    axes = [as_integer(word) for word in next_items!(words)]
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.ndarray_reduce(ndarray, src, reduction, axes; stream = stream)
    return Shown[]
end

OPERATIONS["gc_array_from_ndarray"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    array_flags = as_code(next!(words), array_flags_constants)
    from_flags = as_code(next!(words), array_from_flags_constants)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    out_array = GridCall.array_from_ndarray(ndarray, array_flags, from_flags; stream = stream)
    return Shown[show_handle(out_array)]
end

OPERATIONS["gc_array_from_host"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    data = as_bytes(next!(words))
    options = read_ndarray_options(words)
    array_flags = as_code(next!(words), array_flags_constants)
    from_flags = as_code(next!(words), array_from_flags_constants)
    end_words(words)
    out_array = GridCall.array_from_host(context, data, array_flags, from_flags; options...)
    return Shown[show_handle(out_array)]
end

OPERATIONS["gc_ndarray_release"] = function (words)
    release(GridCall.Ndarray, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_ndarray_to_dlpack"] = function (words)
    ndarray = as_handle(GridCall.Ndarray, next!(words))
    flags = as_code(next!(words), dlpack_flags_constants)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    out_tensor = GridCall.to_dlpack(ndarray, flags; stream = stream)
    return Shown[show_value(out_tensor)]
end

OPERATIONS["gc_ndarray_from_dlpack"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    tensor = as_integer(next!(words))
    flags = as_code(next!(words), dlpack_flags_constants)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    out_ndarray = GridCall.ndarray_from_dlpack(context, tensor, flags; stream = stream)
    return Shown[show_handle(out_ndarray)]
end

OPERATIONS["gc_version_get_nccl"] = function (words)
    end_words(words)
    out_major, out_minor = GridCall.version_nccl()
    return Shown[show_value(out_major), show_value(out_minor)]
end

OPERATIONS["gc_version_get_mpi"] = function (words)
    end_words(words)
    out_major, out_minor = GridCall.version_mpi()
    return Shown[show_value(out_major), show_value(out_minor)]
end

OPERATIONS["gc_comm_get_engine"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    text = GridCall.comm_engine(context)
    return Shown[show_value(text)]
end

OPERATIONS["gc_comm_create_id"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    out_id = GridCall.comm_create_id(context)
    return Shown[show_hex(out_id)]
end

OPERATIONS["gc_comm_create"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    id = as_bytes(next!(words))
    rank = as_integer(next!(words))
    count = as_integer(next!(words))
    options = read_comm_options(words)
    end_words(words)
    out_comm = GridCall.comm_create(context, rank, count; id = id, options...)
    return Shown[show_handle(out_comm)]
end

OPERATIONS["gc_comm_create_many"] = function (words)
    contexts = GridCall.Context[as_handle(GridCall.Context, word) for word in next_items!(words)]
    ranks = [as_integer(word) for word in next_items!(words)]
    id = as_bytes(next!(words))
    count = as_integer(next!(words))
    options = read_comm_options(words)
    end_words(words)
    out_comms = GridCall.comm_create_many(contexts, ranks, count; id = id, options...)
    return Shown[show_handle(each) for each in out_comms]
end

OPERATIONS["gc_comm_from_environment"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    options = read_comm_options(words)
    end_words(words)
    out_comm = GridCall.comm_from_environment(; context = context, options...)
    return Shown[show_handle(out_comm)]
end

OPERATIONS["gc_comm_split"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    color = as_integer(next!(words))
    key = as_integer(next!(words))
    options = read_comm_options(words)
    end_words(words)
    out_comm = GridCall.comm_split(comm, color, key; options...)
    return Shown[out_comm === nothing ? show_value("none") : show_handle(out_comm)]
end

OPERATIONS["gc_comm_get_attribute"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    attribute = as_code(next!(words), comm_attribute_constants)
    end_words(words)
    out_value = GridCall.attribute(comm, attribute)
    return Shown[show_value(out_value)]
end

OPERATIONS["gc_comm_query"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    end_words(words)
    out_done = GridCall.query(comm)
    return Shown[show_value(Int(out_done))]
end

OPERATIONS["gc_comm_all_reduce"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    count = as_integer(next!(words))
    scalar_type = as_code(next!(words), scalar_type_constants)
    reduction = as_code(next!(words), comm_reduction_constants)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.all_reduce(comm, dst, dst_offset, src, src_offset, count, scalar_type, reduction; stream = stream)
    return Shown[]
end

OPERATIONS["gc_comm_reduce"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    count = as_integer(next!(words))
    scalar_type = as_code(next!(words), scalar_type_constants)
    reduction = as_code(next!(words), comm_reduction_constants)
    root = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.comm_reduce(comm, dst_offset, src, src_offset, count, scalar_type, reduction, root; dst = dst, stream = stream)
    return Shown[]
end

OPERATIONS["gc_comm_broadcast"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    count = as_integer(next!(words))
    scalar_type = as_code(next!(words), scalar_type_constants)
    root = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.comm_broadcast(comm, dst, dst_offset, src_offset, count, scalar_type, root; src = src, stream = stream)
    return Shown[]
end

OPERATIONS["gc_comm_all_gather"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    count = as_integer(next!(words))
    scalar_type = as_code(next!(words), scalar_type_constants)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.all_gather(comm, dst, dst_offset, src, src_offset, count, scalar_type; stream = stream)
    return Shown[]
end

OPERATIONS["gc_comm_reduce_scatter"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    count = as_integer(next!(words))
    scalar_type = as_code(next!(words), scalar_type_constants)
    reduction = as_code(next!(words), comm_reduction_constants)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.reduce_scatter(comm, dst, dst_offset, src, src_offset, count, scalar_type, reduction; stream = stream)
    return Shown[]
end

OPERATIONS["gc_comm_all_to_all"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    count = as_integer(next!(words))
    scalar_type = as_code(next!(words), scalar_type_constants)
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.all_to_all(comm, dst, dst_offset, src, src_offset, count, scalar_type; stream = stream)
    return Shown[]
end

OPERATIONS["gc_comm_gather"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    count = as_integer(next!(words))
    scalar_type = as_code(next!(words), scalar_type_constants)
    root = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.gather(comm, dst_offset, src, src_offset, count, scalar_type, root; dst = dst, stream = stream)
    return Shown[]
end

OPERATIONS["gc_comm_scatter"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    count = as_integer(next!(words))
    scalar_type = as_code(next!(words), scalar_type_constants)
    root = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.scatter(comm, dst, dst_offset, src_offset, count, scalar_type, root; src = src, stream = stream)
    return Shown[]
end

OPERATIONS["gc_comm_send"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    src = as_handle(GridCall.Mem, next!(words))
    src_offset = as_integer(next!(words))
    count = as_integer(next!(words))
    scalar_type = as_code(next!(words), scalar_type_constants)
    peer = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.send(comm, src, src_offset, count, scalar_type, peer; stream = stream)
    return Shown[]
end

OPERATIONS["gc_comm_recv"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    dst = as_handle(GridCall.Mem, next!(words))
    dst_offset = as_integer(next!(words))
    count = as_integer(next!(words))
    scalar_type = as_code(next!(words), scalar_type_constants)
    peer = as_integer(next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.recv(comm, dst, dst_offset, count, scalar_type, peer; stream = stream)
    return Shown[]
end

OPERATIONS["gc_comm_barrier"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    stream = as_handle(GridCall.Stream, next!(words))
    end_words(words)
    GridCall.barrier(comm; stream = stream)
    return Shown[]
end

OPERATIONS["gc_comm_launch_group"] = function (words)
    ops = LibGridCall.gc_comm_op[read_comm_op(word) for word in next_items!(words)]
    end_words(words)
    GridCall.comm_launch_group(ops)
    return Shown[]
end

OPERATIONS["gc_comm_finalize"] = function (words)
    comm = as_handle(GridCall.Comm, next!(words))
    timeout_nanoseconds = as_integer(next!(words))
    end_words(words)
    out_done = GridCall.comm_finalize(comm, timeout_nanoseconds)
    return Shown[show_value(Int(out_done))]
end

OPERATIONS["gc_comm_abort"] = function (words)
    comms = GridCall.Comm[as_handle(GridCall.Comm, word) for word in next_items!(words)]
    end_words(words)
    GridCall.comm_abort(comms)
    return Shown[]
end

OPERATIONS["gc_comm_release"] = function (words)
    release(GridCall.Comm, next!(words))
    end_words(words)
    return Shown[]
end

OPERATIONS["gc_cache_get_statistics"] = function (words)
    end_words(words)
    out_statistics = GridCall.cache_statistics()
    return Shown[
        labelled("hits", show_value(out_statistics.hits)),
        labelled("misses", show_value(out_statistics.misses)),
        labelled("errors", show_value(out_statistics.errors)),
        labelled("enabled", show_value(Int(out_statistics.enabled)))
    ]
end

OPERATIONS["gc_cache_get_directory"] = function (words)
    end_words(words)
    path = GridCall.cache_directory()
    return Shown[show_value(path)]
end

OPERATIONS["gc_cache_get_disabled_reason"] = function (words)
    end_words(words)
    reason = GridCall.cache_disabled_reason()
    return Shown[show_value(reason)]
end

OPERATIONS["gc_cache_clear"] = function (words)
    end_words(words)
    GridCall.cache_clear()
    return Shown[]
end

OPERATIONS["gc_profiler_initialize"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    options = read_profiler_options(words)
    end_words(words)
    GridCall.initialize_profiler(context; options...)
    return Shown[]
end

OPERATIONS["gc_profiler_start"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    GridCall.start_profiler(context)
    return Shown[]
end

OPERATIONS["gc_profiler_stop"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    GridCall.stop_profiler(context)
    return Shown[]
end

OPERATIONS["gc_device_get_data"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    end_words(words)
    out_data = GridCall.data(device)
    return Shown[
        labelled("max_threads", show_value(out_data.max_threads)),
        labelled("warp_size", show_value(out_data.warp_size)),
        labelled("warps_per_mp", show_value(out_data.warps_per_mp)),
        labelled("thread_blocks_per_mp", show_value(out_data.thread_blocks_per_mp)),
        labelled("registers_per_mp", show_value(out_data.registers_per_mp)),
        labelled("registers_per_block", show_value(out_data.registers_per_block)),
        labelled("registers_per_thread", show_value(out_data.registers_per_thread)),
        labelled("register_alloc_unit", show_value(out_data.register_alloc_unit)),
        labelled("register_partitions", show_value(out_data.register_partitions)),
        labelled("shared_memory_per_mp", show_value(out_data.shared_memory_per_mp)),
        labelled("shared_memory_per_block", show_value(out_data.shared_memory_per_block)),
        labelled("system_shared", show_value(out_data.system_shared)),
        labelled("smem_granularity", show_value(out_data.smem_granularity)),
        labelled("smem_alloc_granularity", show_value(out_data.smem_alloc_granularity))
    ]
end

OPERATIONS["gc_device_get_alignment"] = function (words)
    device = as_handle(GridCall.Device, next!(words))
    word_size = as_integer(next!(words))
    size = as_integer(next!(words))
    end_words(words)
    out_alignment, out_size = GridCall.alignment(device, word_size, size)
    return Shown[show_value(out_alignment), show_value(out_size)]
end

OPERATIONS["gc_device_channel_count"] = function (words)
    channels = as_integer(next!(words))
    end_words(words)
    return [show_value(GridCall.device_channel_count(channels))]
end

OPERATIONS["gc_device_get_occupancy"] = function (words)
    threads = as_integer(next!(words))
    shared_size = as_integer(next!(words))
    registers = as_integer(next!(words))
    data = read_device_data(words)
    end_words(words)
    out_record = GridCall.device_occupancy(threads, shared_size, registers; data...)
    return Shown[
        labelled("thread_blocks_per_mp", show_value(out_record.thread_blocks_per_mp)),
        labelled("limited_by", show_value(Int(out_record.limited_by))),
        labelled("warps_per_mp", show_value(out_record.warps_per_mp)),
        labelled("occupancy", show_real(out_record.occupancy))
    ]
end

OPERATIONS["gc_context_clear_memo"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    end_words(words)
    GridCall.context_clear_memo(; context = context)
    return Shown[]
end

OPERATIONS["gc_context_defer_cleanup"] = function (words)
    context = as_handle(GridCall.Context, next!(words))
    defers = as_integer(next!(words))
    end_words(words)
    GridCall.defer_cleanup(context, defers)
    return Shown[]
end
