// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

//! What the interpreter knows of the API: an operation for each function, by its words.

use crate::*;

objects! {
    Device "device" borrowed;
    Context "context" owned;
    Stream "stream" owned;
    Event "event" owned;
    Completion "completion" owned;
    Dtype "dtype" owned;
    Mem "mem" owned;
    Mapping "mapping" owned;
    Pipe "pipe" owned;
    Array "array" owned;
    Texture "texture" owned;
    Surface "surface" owned;
    Sampler "sampler" owned;
    Module "module" owned;
    Program "program" owned;
    Kernel "kernel" owned;
    Prepared "prepared" owned;
    Graph "graph" owned;
    Pool "pool" owned;
    Ndarray "ndarray" owned;
    Comm "comm" owned;
}

const VERSION_COMPONENT: &[(&str, i64)] = &[
    ("CUDA", VersionComponent::CUDA.0 as i64),
    ("DRIVER", VersionComponent::DRIVER.0 as i64),
    ("NVRTC", VersionComponent::NVRTC.0 as i64),
    ("CPU_DEVICE", VersionComponent::CPU_DEVICE.0 as i64),
    ("NCCL", VersionComponent::NCCL.0 as i64),
    ("MPI", VersionComponent::MPI.0 as i64),
];

const STATUS: &[(&str, i64)] = &[
    ("OK", Status::OK.0 as i64),
    ("ERROR_INVALID_ARGUMENT", Status::INVALID_ARGUMENT.0 as i64),
    ("ERROR_INVALID_HANDLE", Status::INVALID_HANDLE.0 as i64),
    ("ERROR_OUT_OF_RANGE", Status::OUT_OF_RANGE.0 as i64),
    ("ERROR_INVALID_OPTIONS", Status::INVALID_OPTIONS.0 as i64),
    ("ERROR_NOT_FOUND", Status::NOT_FOUND.0 as i64),
    ("ERROR_WRONG_CONTEXT", Status::WRONG_CONTEXT.0 as i64),
    ("ERROR_INVALID_STATE", Status::INVALID_STATE.0 as i64),
    ("ERROR_NOT_READY", Status::NOT_READY.0 as i64),
    ("ERROR_ALREADY_REGISTERED", Status::ALREADY_REGISTERED.0 as i64),
    ("ERROR_OUT_OF_MEMORY", Status::OUT_OF_MEMORY.0 as i64),
    ("ERROR_OUT_OF_HOST_MEMORY", Status::OUT_OF_HOST_MEMORY.0 as i64),
    ("ERROR_POOL_LIMIT", Status::POOL_LIMIT.0 as i64),
    ("ERROR_INVALID_LAUNCH", Status::INVALID_LAUNCH.0 as i64),
    ("ERROR_ARGUMENT_MISMATCH", Status::ARGUMENT_MISMATCH.0 as i64),
    ("ERROR_ILLEGAL_ADDRESS", Status::ILLEGAL_ADDRESS.0 as i64),
    ("ERROR_MISALIGNED_ADDRESS", Status::MISALIGNED_ADDRESS.0 as i64),
    ("ERROR_KERNEL_TRAP", Status::KERNEL_TRAP.0 as i64),
    ("ERROR_KERNEL_ASSERT", Status::KERNEL_ASSERT.0 as i64),
    ("ERROR_DIVIDE_BY_ZERO", Status::DIVIDE_BY_ZERO.0 as i64),
    ("ERROR_STACK_OVERFLOW", Status::STACK_OVERFLOW.0 as i64),
    ("ERROR_LAUNCH_TIMEOUT", Status::LAUNCH_TIMEOUT.0 as i64),
    ("ERROR_LAUNCH_FAILED", Status::LAUNCH_FAILED.0 as i64),
    ("ERROR_KERNEL_DEADLOCK", Status::KERNEL_DEADLOCK.0 as i64),
    ("ERROR_DEVICE_LOST", Status::DEVICE_LOST.0 as i64),
    ("ERROR_CANCELLED", Status::CANCELLED.0 as i64),
    ("ERROR_COMPILE", Status::COMPILE.0 as i64),
    ("ERROR_COMPILER_UNAVAILABLE", Status::COMPILER_UNAVAILABLE.0 as i64),
    ("ERROR_COMPILER_FAILED", Status::COMPILER_FAILED.0 as i64),
    ("ERROR_COMPILE_TIMEOUT", Status::COMPILE_TIMEOUT.0 as i64),
    ("ERROR_INVALID_IMAGE", Status::INVALID_IMAGE.0 as i64),
    ("ERROR_INCOMPATIBLE_IMAGE", Status::INCOMPATIBLE_IMAGE.0 as i64),
    ("ERROR_INVALID_COMPILE_OPTION", Status::INVALID_COMPILE_OPTION.0 as i64),
    ("ERROR_DRIVER", Status::DRIVER.0 as i64),
    ("ERROR_NO_DEVICE", Status::NO_DEVICE.0 as i64),
    ("ERROR_DRIVER_UNAVAILABLE", Status::DRIVER_UNAVAILABLE.0 as i64),
    ("ERROR_DRIVER_TOO_OLD", Status::DRIVER_TOO_OLD.0 as i64),
    ("ERROR_IO", Status::IO.0 as i64),
    ("ERROR_INTERNAL", Status::INTERNAL.0 as i64),
    ("ERROR_UNSUPPORTED", Status::UNSUPPORTED.0 as i64),
    ("ERROR_FORKED", Status::FORKED.0 as i64),
    ("ERROR_EXITING", Status::EXITING.0 as i64),
    ("ERROR_COMM", Status::COMM.0 as i64),
    ("ERROR_COMM_UNAVAILABLE", Status::COMM_UNAVAILABLE.0 as i64),
    ("ERROR_COMM_TOO_OLD", Status::COMM_TOO_OLD.0 as i64),
    ("ERROR_COMM_PEER_LOST", Status::COMM_PEER_LOST.0 as i64),
    ("ERROR_COMM_TIMEOUT", Status::COMM_TIMEOUT.0 as i64),
    ("ERROR_COMM_ABORTED", Status::COMM_ABORTED.0 as i64),
    ("ERROR_COMM_MISMATCH", Status::COMM_MISMATCH.0 as i64),
];

const DEVICE_ATTRIBUTE: &[(&str, i64)] = &[
    ("MAX_THREADS_PER_BLOCK", DeviceAttribute::MAX_THREADS_PER_BLOCK.0 as i64),
    ("MAX_BLOCK_DIM_X", DeviceAttribute::MAX_BLOCK_DIM_X.0 as i64),
    ("MAX_BLOCK_DIM_Y", DeviceAttribute::MAX_BLOCK_DIM_Y.0 as i64),
    ("MAX_BLOCK_DIM_Z", DeviceAttribute::MAX_BLOCK_DIM_Z.0 as i64),
    ("MAX_GRID_DIM_X", DeviceAttribute::MAX_GRID_DIM_X.0 as i64),
    ("MAX_GRID_DIM_Y", DeviceAttribute::MAX_GRID_DIM_Y.0 as i64),
    ("MAX_GRID_DIM_Z", DeviceAttribute::MAX_GRID_DIM_Z.0 as i64),
    ("MAX_SHARED_MEMORY_PER_BLOCK", DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK.0 as i64),
    ("TOTAL_CONSTANT_MEMORY", DeviceAttribute::TOTAL_CONSTANT_MEMORY.0 as i64),
    ("WARP_SIZE", DeviceAttribute::WARP_SIZE.0 as i64),
    ("MAX_PITCH", DeviceAttribute::MAX_PITCH.0 as i64),
    ("MAX_REGISTERS_PER_BLOCK", DeviceAttribute::MAX_REGISTERS_PER_BLOCK.0 as i64),
    ("CLOCK_RATE", DeviceAttribute::CLOCK_RATE.0 as i64),
    ("TEXTURE_ALIGNMENT", DeviceAttribute::TEXTURE_ALIGNMENT.0 as i64),
    ("GPU_OVERLAP", DeviceAttribute::GPU_OVERLAP.0 as i64),
    ("MULTIPROCESSOR_COUNT", DeviceAttribute::MULTIPROCESSOR_COUNT.0 as i64),
    ("KERNEL_EXEC_TIMEOUT", DeviceAttribute::KERNEL_EXEC_TIMEOUT.0 as i64),
    ("INTEGRATED", DeviceAttribute::INTEGRATED.0 as i64),
    ("CAN_MAP_HOST_MEMORY", DeviceAttribute::CAN_MAP_HOST_MEMORY.0 as i64),
    ("COMPUTE_MODE", DeviceAttribute::COMPUTE_MODE.0 as i64),
    ("MAXIMUM_TEXTURE1D_WIDTH", DeviceAttribute::MAXIMUM_TEXTURE1D_WIDTH.0 as i64),
    ("MAXIMUM_TEXTURE2D_WIDTH", DeviceAttribute::MAXIMUM_TEXTURE2D_WIDTH.0 as i64),
    ("MAXIMUM_TEXTURE2D_HEIGHT", DeviceAttribute::MAXIMUM_TEXTURE2D_HEIGHT.0 as i64),
    ("MAXIMUM_TEXTURE3D_WIDTH", DeviceAttribute::MAXIMUM_TEXTURE3D_WIDTH.0 as i64),
    ("MAXIMUM_TEXTURE3D_HEIGHT", DeviceAttribute::MAXIMUM_TEXTURE3D_HEIGHT.0 as i64),
    ("MAXIMUM_TEXTURE3D_DEPTH", DeviceAttribute::MAXIMUM_TEXTURE3D_DEPTH.0 as i64),
    ("MAXIMUM_TEXTURE2D_LAYERED_WIDTH", DeviceAttribute::MAXIMUM_TEXTURE2D_LAYERED_WIDTH.0 as i64),
    ("MAXIMUM_TEXTURE2D_LAYERED_HEIGHT", DeviceAttribute::MAXIMUM_TEXTURE2D_LAYERED_HEIGHT.0 as i64),
    ("MAXIMUM_TEXTURE2D_LAYERED_LAYERS", DeviceAttribute::MAXIMUM_TEXTURE2D_LAYERED_LAYERS.0 as i64),
    ("SURFACE_ALIGNMENT", DeviceAttribute::SURFACE_ALIGNMENT.0 as i64),
    ("CONCURRENT_KERNELS", DeviceAttribute::CONCURRENT_KERNELS.0 as i64),
    ("ECC_ENABLED", DeviceAttribute::ECC_ENABLED.0 as i64),
    ("PCI_BUS_ID", DeviceAttribute::PCI_BUS_ID.0 as i64),
    ("PCI_DEVICE_ID", DeviceAttribute::PCI_DEVICE_ID.0 as i64),
    ("TCC_DRIVER", DeviceAttribute::TCC_DRIVER.0 as i64),
    ("MEMORY_CLOCK_RATE", DeviceAttribute::MEMORY_CLOCK_RATE.0 as i64),
    ("GLOBAL_MEMORY_BUS_WIDTH", DeviceAttribute::GLOBAL_MEMORY_BUS_WIDTH.0 as i64),
    ("L2_CACHE_SIZE", DeviceAttribute::L2_CACHE_SIZE.0 as i64),
    ("MAX_THREADS_PER_MULTIPROCESSOR", DeviceAttribute::MAX_THREADS_PER_MULTIPROCESSOR.0 as i64),
    ("ASYNC_ENGINE_COUNT", DeviceAttribute::ASYNC_ENGINE_COUNT.0 as i64),
    ("UNIFIED_ADDRESSING", DeviceAttribute::UNIFIED_ADDRESSING.0 as i64),
    ("MAXIMUM_TEXTURE1D_LAYERED_WIDTH", DeviceAttribute::MAXIMUM_TEXTURE1D_LAYERED_WIDTH.0 as i64),
    ("MAXIMUM_TEXTURE1D_LAYERED_LAYERS", DeviceAttribute::MAXIMUM_TEXTURE1D_LAYERED_LAYERS.0 as i64),
    ("CAN_TEX2D_GATHER", DeviceAttribute::CAN_TEX2D_GATHER.0 as i64),
    ("MAXIMUM_TEXTURE2D_GATHER_WIDTH", DeviceAttribute::MAXIMUM_TEXTURE2D_GATHER_WIDTH.0 as i64),
    ("MAXIMUM_TEXTURE2D_GATHER_HEIGHT", DeviceAttribute::MAXIMUM_TEXTURE2D_GATHER_HEIGHT.0 as i64),
    ("MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE", DeviceAttribute::MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE.0 as i64),
    ("MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE", DeviceAttribute::MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE.0 as i64),
    ("MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE", DeviceAttribute::MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE.0 as i64),
    ("PCI_DOMAIN_ID", DeviceAttribute::PCI_DOMAIN_ID.0 as i64),
    ("TEXTURE_PITCH_ALIGNMENT", DeviceAttribute::TEXTURE_PITCH_ALIGNMENT.0 as i64),
    ("MAXIMUM_TEXTURECUBEMAP_WIDTH", DeviceAttribute::MAXIMUM_TEXTURECUBEMAP_WIDTH.0 as i64),
    ("MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH", DeviceAttribute::MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH.0 as i64),
    ("MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS", DeviceAttribute::MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS.0 as i64),
    ("MAXIMUM_SURFACE1D_WIDTH", DeviceAttribute::MAXIMUM_SURFACE1D_WIDTH.0 as i64),
    ("MAXIMUM_SURFACE2D_WIDTH", DeviceAttribute::MAXIMUM_SURFACE2D_WIDTH.0 as i64),
    ("MAXIMUM_SURFACE2D_HEIGHT", DeviceAttribute::MAXIMUM_SURFACE2D_HEIGHT.0 as i64),
    ("MAXIMUM_SURFACE3D_WIDTH", DeviceAttribute::MAXIMUM_SURFACE3D_WIDTH.0 as i64),
    ("MAXIMUM_SURFACE3D_HEIGHT", DeviceAttribute::MAXIMUM_SURFACE3D_HEIGHT.0 as i64),
    ("MAXIMUM_SURFACE3D_DEPTH", DeviceAttribute::MAXIMUM_SURFACE3D_DEPTH.0 as i64),
    ("MAXIMUM_SURFACE1D_LAYERED_WIDTH", DeviceAttribute::MAXIMUM_SURFACE1D_LAYERED_WIDTH.0 as i64),
    ("MAXIMUM_SURFACE1D_LAYERED_LAYERS", DeviceAttribute::MAXIMUM_SURFACE1D_LAYERED_LAYERS.0 as i64),
    ("MAXIMUM_SURFACE2D_LAYERED_WIDTH", DeviceAttribute::MAXIMUM_SURFACE2D_LAYERED_WIDTH.0 as i64),
    ("MAXIMUM_SURFACE2D_LAYERED_HEIGHT", DeviceAttribute::MAXIMUM_SURFACE2D_LAYERED_HEIGHT.0 as i64),
    ("MAXIMUM_SURFACE2D_LAYERED_LAYERS", DeviceAttribute::MAXIMUM_SURFACE2D_LAYERED_LAYERS.0 as i64),
    ("MAXIMUM_SURFACECUBEMAP_WIDTH", DeviceAttribute::MAXIMUM_SURFACECUBEMAP_WIDTH.0 as i64),
    ("MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH", DeviceAttribute::MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH.0 as i64),
    ("MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS", DeviceAttribute::MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS.0 as i64),
    ("MAXIMUM_TEXTURE1D_LINEAR_WIDTH", DeviceAttribute::MAXIMUM_TEXTURE1D_LINEAR_WIDTH.0 as i64),
    ("MAXIMUM_TEXTURE2D_LINEAR_WIDTH", DeviceAttribute::MAXIMUM_TEXTURE2D_LINEAR_WIDTH.0 as i64),
    ("MAXIMUM_TEXTURE2D_LINEAR_HEIGHT", DeviceAttribute::MAXIMUM_TEXTURE2D_LINEAR_HEIGHT.0 as i64),
    ("MAXIMUM_TEXTURE2D_LINEAR_PITCH", DeviceAttribute::MAXIMUM_TEXTURE2D_LINEAR_PITCH.0 as i64),
    ("MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH", DeviceAttribute::MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH.0 as i64),
    ("MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT", DeviceAttribute::MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT.0 as i64),
    ("COMPUTE_CAPABILITY_MAJOR", DeviceAttribute::COMPUTE_CAPABILITY_MAJOR.0 as i64),
    ("COMPUTE_CAPABILITY_MINOR", DeviceAttribute::COMPUTE_CAPABILITY_MINOR.0 as i64),
    ("MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH", DeviceAttribute::MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH.0 as i64),
    ("STREAM_PRIORITIES_SUPPORTED", DeviceAttribute::STREAM_PRIORITIES_SUPPORTED.0 as i64),
    ("GLOBAL_L1_CACHE_SUPPORTED", DeviceAttribute::GLOBAL_L1_CACHE_SUPPORTED.0 as i64),
    ("LOCAL_L1_CACHE_SUPPORTED", DeviceAttribute::LOCAL_L1_CACHE_SUPPORTED.0 as i64),
    ("MAX_SHARED_MEMORY_PER_MULTIPROCESSOR", DeviceAttribute::MAX_SHARED_MEMORY_PER_MULTIPROCESSOR.0 as i64),
    ("MAX_REGISTERS_PER_MULTIPROCESSOR", DeviceAttribute::MAX_REGISTERS_PER_MULTIPROCESSOR.0 as i64),
    ("MANAGED_MEMORY", DeviceAttribute::MANAGED_MEMORY.0 as i64),
    ("MULTI_GPU_BOARD", DeviceAttribute::MULTI_GPU_BOARD.0 as i64),
    ("MULTI_GPU_BOARD_GROUP_ID", DeviceAttribute::MULTI_GPU_BOARD_GROUP_ID.0 as i64),
    ("HOST_NATIVE_ATOMIC_SUPPORTED", DeviceAttribute::HOST_NATIVE_ATOMIC_SUPPORTED.0 as i64),
    ("SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO", DeviceAttribute::SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO.0 as i64),
    ("PAGEABLE_MEMORY_ACCESS", DeviceAttribute::PAGEABLE_MEMORY_ACCESS.0 as i64),
    ("CONCURRENT_MANAGED_ACCESS", DeviceAttribute::CONCURRENT_MANAGED_ACCESS.0 as i64),
    ("COMPUTE_PREEMPTION_SUPPORTED", DeviceAttribute::COMPUTE_PREEMPTION_SUPPORTED.0 as i64),
    ("CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM", DeviceAttribute::CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM.0 as i64),
    ("COOPERATIVE_LAUNCH", DeviceAttribute::COOPERATIVE_LAUNCH.0 as i64),
    ("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN", DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN.0 as i64),
    ("HOST_REGISTER_SUPPORTED", DeviceAttribute::HOST_REGISTER_SUPPORTED.0 as i64),
    ("PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES", DeviceAttribute::PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES.0 as i64),
    ("DIRECT_MANAGED_MEM_ACCESS_FROM_HOST", DeviceAttribute::DIRECT_MANAGED_MEM_ACCESS_FROM_HOST.0 as i64),
    ("VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED", DeviceAttribute::VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED.0 as i64),
    ("HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED", DeviceAttribute::HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED.0 as i64),
    ("HANDLE_TYPE_WIN32_HANDLE_SUPPORTED", DeviceAttribute::HANDLE_TYPE_WIN32_HANDLE_SUPPORTED.0 as i64),
    ("HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED", DeviceAttribute::HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED.0 as i64),
    ("MAX_BLOCKS_PER_MULTIPROCESSOR", DeviceAttribute::MAX_BLOCKS_PER_MULTIPROCESSOR.0 as i64),
    ("GENERIC_COMPRESSION_SUPPORTED", DeviceAttribute::GENERIC_COMPRESSION_SUPPORTED.0 as i64),
    ("MAX_PERSISTING_L2_CACHE_SIZE", DeviceAttribute::MAX_PERSISTING_L2_CACHE_SIZE.0 as i64),
    ("MAX_ACCESS_POLICY_WINDOW_SIZE", DeviceAttribute::MAX_ACCESS_POLICY_WINDOW_SIZE.0 as i64),
    ("RESERVED_SHARED_MEMORY_PER_BLOCK", DeviceAttribute::RESERVED_SHARED_MEMORY_PER_BLOCK.0 as i64),
    ("READ_ONLY_HOST_REGISTER_SUPPORTED", DeviceAttribute::READ_ONLY_HOST_REGISTER_SUPPORTED.0 as i64),
    ("MEMORY_POOLS_SUPPORTED", DeviceAttribute::MEMORY_POOLS_SUPPORTED.0 as i64),
    ("CLUSTER_LAUNCH", DeviceAttribute::CLUSTER_LAUNCH.0 as i64),
    ("SVM_CAPABILITIES", DeviceAttribute::SVM_CAPABILITIES.0 as i64),
];

const CONTEXT_SCHED: &[(&str, i64)] = &[
    ("AUTO", ContextSched::AUTO.0 as i64),
    ("SPIN", ContextSched::SPIN.0 as i64),
    ("YIELD", ContextSched::YIELD.0 as i64),
    ("BLOCKING_SYNC", ContextSched::BLOCKING_SYNC.0 as i64),
];

const CONTEXT_ATTRIBUTE: &[(&str, i64)] = &[
    ("STACK_SIZE", ContextAttribute::STACK_SIZE.0 as i64),
    ("PRINTF_FIFO_SIZE", ContextAttribute::PRINTF_FIFO_SIZE.0 as i64),
    ("MALLOC_HEAP_SIZE", ContextAttribute::MALLOC_HEAP_SIZE.0 as i64),
    ("DEV_RUNTIME_SYNC_DEPTH", ContextAttribute::DEV_RUNTIME_SYNC_DEPTH.0 as i64),
    ("DEV_RUNTIME_PENDING_LAUNCH_COUNT", ContextAttribute::DEV_RUNTIME_PENDING_LAUNCH_COUNT.0 as i64),
    ("MAX_L2_FETCH_GRANULARITY", ContextAttribute::MAX_L2_FETCH_GRANULARITY.0 as i64),
    ("PERSISTING_L2_CACHE_SIZE", ContextAttribute::PERSISTING_L2_CACHE_SIZE.0 as i64),
    ("CACHE_CONFIG", ContextAttribute::CACHE_CONFIG.0 as i64),
    ("SHARED_CONFIG", ContextAttribute::SHARED_CONFIG.0 as i64),
    ("SCHED", ContextAttribute::SCHED.0 as i64),
    ("FLAGS", ContextAttribute::FLAGS.0 as i64),
    ("API_VERSION", ContextAttribute::API_VERSION.0 as i64),
    ("IS_PRIMARY", ContextAttribute::IS_PRIMARY.0 as i64),
    ("DEFERS_CLEANUP", ContextAttribute::DEFERS_CLEANUP.0 as i64),
];

const POINTER_ATTRIBUTE: &[(&str, i64)] = &[
    ("CONTEXT", PointerAttribute::CONTEXT.0 as i64),
    ("MEMORY_TYPE", PointerAttribute::MEMORY_TYPE.0 as i64),
    ("DEVICE_POINTER", PointerAttribute::DEVICE_POINTER.0 as i64),
    ("HOST_POINTER", PointerAttribute::HOST_POINTER.0 as i64),
    ("IS_MANAGED", PointerAttribute::IS_MANAGED.0 as i64),
    ("DEVICE_ORDINAL", PointerAttribute::DEVICE_ORDINAL.0 as i64),
    ("RANGE_START_ADDRESS", PointerAttribute::RANGE_START_ADDRESS.0 as i64),
    ("RANGE_SIZE", PointerAttribute::RANGE_SIZE.0 as i64),
];

const FEATURE: &[(&str, i64)] = &[
    ("STREAM_CANCEL", Feature::STREAM_CANCEL.0 as i64),
    ("MODULE_FROM_BUFFER", Feature::MODULE_FROM_BUFFER.0 as i64),
    ("KERNEL_PARAMS", Feature::KERNEL_PARAMS.0 as i64),
    ("KERNEL_TIMEOUT", Feature::KERNEL_TIMEOUT.0 as i64),
    ("CPU_MODE", Feature::CPU_MODE.0 as i64),
    ("COOPERATIVE_LAUNCH", Feature::COOPERATIVE_LAUNCH.0 as i64),
    ("CLUSTERS", Feature::CLUSTERS.0 as i64),
    ("OCCUPANCY", Feature::OCCUPANCY.0 as i64),
    ("IPC", Feature::IPC.0 as i64),
];

const STREAM_ATTRIBUTE: &[(&str, i64)] = &[
    ("FLAGS", StreamAttribute::FLAGS.0 as i64),
    ("PRIORITY", StreamAttribute::PRIORITY.0 as i64),
    ("ID", StreamAttribute::ID.0 as i64),
    ("IS_CAPTURING", StreamAttribute::IS_CAPTURING.0 as i64),
];

const SCALAR_TYPE: &[(&str, i64)] = &[
    ("INT8", ScalarType::INT8.0 as i64),
    ("UINT8", ScalarType::UINT8.0 as i64),
    ("INT16", ScalarType::INT16.0 as i64),
    ("UINT16", ScalarType::UINT16.0 as i64),
    ("INT32", ScalarType::INT32.0 as i64),
    ("UINT32", ScalarType::UINT32.0 as i64),
    ("INT64", ScalarType::INT64.0 as i64),
    ("UINT64", ScalarType::UINT64.0 as i64),
    ("FLOAT16", ScalarType::FLOAT16.0 as i64),
    ("BFLOAT16", ScalarType::BFLOAT16.0 as i64),
    ("FLOAT32", ScalarType::FLOAT32.0 as i64),
    ("FLOAT64", ScalarType::FLOAT64.0 as i64),
    ("BOOL", ScalarType::BOOL.0 as i64),
    ("RECORD", ScalarType::RECORD.0 as i64),
    ("COMPLEX64", ScalarType::COMPLEX64.0 as i64),
    ("COMPLEX128", ScalarType::COMPLEX128.0 as i64),
    ("FLOAT8_E4M3", ScalarType::FLOAT8_E4M3.0 as i64),
    ("FLOAT8_E5M2", ScalarType::FLOAT8_E5M2.0 as i64),
];

const MEM_PLACE: &[(&str, i64)] = &[
    ("DEVICE", MemPlace::DEVICE.0 as i64),
    ("HOST", MemPlace::HOST.0 as i64),
    ("MANAGED", MemPlace::MANAGED.0 as i64),
    ("PAGEABLE", MemPlace::PAGEABLE.0 as i64),
];

const MEM_ATTRIBUTE: &[(&str, i64)] = &[
    ("READ_MOSTLY", MemAttribute::READ_MOSTLY.0 as i64),
    ("PREFERRED_LOCATION", MemAttribute::PREFERRED_LOCATION.0 as i64),
    ("LAST_PREFETCH_LOCATION", MemAttribute::LAST_PREFETCH_LOCATION.0 as i64),
    ("PLACE", MemAttribute::PLACE.0 as i64),
    ("ORIGIN", MemAttribute::ORIGIN.0 as i64),
    ("FLAGS", MemAttribute::FLAGS.0 as i64),
    ("PITCH", MemAttribute::PITCH.0 as i64),
    ("ROW_SIZE", MemAttribute::ROW_SIZE.0 as i64),
    ("HEIGHT", MemAttribute::HEIGHT.0 as i64),
    ("ALIGNMENT", MemAttribute::ALIGNMENT.0 as i64),
    ("OFFSET", MemAttribute::OFFSET.0 as i64),
    ("REFERENCE_COUNT", MemAttribute::REFERENCE_COUNT.0 as i64),
    ("IS_REGISTERED", MemAttribute::IS_REGISTERED.0 as i64),
    ("USES_SVM", MemAttribute::USES_SVM.0 as i64),
    ("MAP_COUNT", MemAttribute::MAP_COUNT.0 as i64),
];

const MEM_ATTACH_MODE: &[(&str, i64)] = &[
    ("GLOBAL", MemAttachMode::GLOBAL.0 as i64),
    ("HOST", MemAttachMode::HOST.0 as i64),
    ("SINGLE", MemAttachMode::SINGLE.0 as i64),
];

const MEM_ADVICE: &[(&str, i64)] = &[
    ("SET_READ_MOSTLY", MemAdvice::SET_READ_MOSTLY.0 as i64),
    ("UNSET_READ_MOSTLY", MemAdvice::UNSET_READ_MOSTLY.0 as i64),
    ("SET_PREFERRED_LOCATION", MemAdvice::SET_PREFERRED_LOCATION.0 as i64),
    ("UNSET_PREFERRED_LOCATION", MemAdvice::UNSET_PREFERRED_LOCATION.0 as i64),
    ("SET_ACCESSED_BY", MemAdvice::SET_ACCESSED_BY.0 as i64),
    ("UNSET_ACCESSED_BY", MemAdvice::UNSET_ACCESSED_BY.0 as i64),
];

const MAPPING_ATTRIBUTE: &[(&str, i64)] = &[
    ("SIZE", MappingAttribute::SIZE.0 as i64),
    ("FLAGS", MappingAttribute::FLAGS.0 as i64),
    ("IS_DIRECT", MappingAttribute::IS_DIRECT.0 as i64),
    ("ROW_PITCH", MappingAttribute::ROW_PITCH.0 as i64),
    ("SLICE_PITCH", MappingAttribute::SLICE_PITCH.0 as i64),
];

const PIPE_ATTRIBUTE: &[(&str, i64)] = &[
    ("PACKET_SIZE", PipeAttribute::PACKET_SIZE.0 as i64),
    ("MAX_PACKETS", PipeAttribute::MAX_PACKETS.0 as i64),
];

const ARRAY_FORMAT: &[(&str, i64)] = &[
    ("UNSIGNED_INT8", ArrayFormat::UNSIGNED_INT8.0 as i64),
    ("UNSIGNED_INT16", ArrayFormat::UNSIGNED_INT16.0 as i64),
    ("UNSIGNED_INT32", ArrayFormat::UNSIGNED_INT32.0 as i64),
    ("SIGNED_INT8", ArrayFormat::SIGNED_INT8.0 as i64),
    ("SIGNED_INT16", ArrayFormat::SIGNED_INT16.0 as i64),
    ("SIGNED_INT32", ArrayFormat::SIGNED_INT32.0 as i64),
    ("HALF", ArrayFormat::HALF.0 as i64),
    ("FLOAT", ArrayFormat::FLOAT.0 as i64),
    ("UNORM_INT_101010_2", ArrayFormat::UNORM_INT_101010_2.0 as i64),
    ("UNORM_INT8X1", ArrayFormat::UNORM_INT8X1.0 as i64),
    ("UNORM_INT8X2", ArrayFormat::UNORM_INT8X2.0 as i64),
    ("UNORM_INT8X4", ArrayFormat::UNORM_INT8X4.0 as i64),
    ("UNORM_INT16X1", ArrayFormat::UNORM_INT16X1.0 as i64),
    ("UNORM_INT16X2", ArrayFormat::UNORM_INT16X2.0 as i64),
    ("UNORM_INT16X4", ArrayFormat::UNORM_INT16X4.0 as i64),
    ("SNORM_INT8X1", ArrayFormat::SNORM_INT8X1.0 as i64),
    ("SNORM_INT8X2", ArrayFormat::SNORM_INT8X2.0 as i64),
    ("SNORM_INT8X4", ArrayFormat::SNORM_INT8X4.0 as i64),
    ("SNORM_INT16X1", ArrayFormat::SNORM_INT16X1.0 as i64),
    ("SNORM_INT16X2", ArrayFormat::SNORM_INT16X2.0 as i64),
    ("SNORM_INT16X4", ArrayFormat::SNORM_INT16X4.0 as i64),
];

const CHANNEL_ORDER: &[(&str, i64)] = &[
    ("R", ChannelOrder::R.0 as i64),
    ("A", ChannelOrder::A.0 as i64),
    ("RG", ChannelOrder::RG.0 as i64),
    ("RA", ChannelOrder::RA.0 as i64),
    ("RGB", ChannelOrder::RGB.0 as i64),
    ("RGBA", ChannelOrder::RGBA.0 as i64),
    ("BGRA", ChannelOrder::BGRA.0 as i64),
    ("ARGB", ChannelOrder::ARGB.0 as i64),
    ("INTENSITY", ChannelOrder::INTENSITY.0 as i64),
    ("LUMINANCE", ChannelOrder::LUMINANCE.0 as i64),
    ("RX", ChannelOrder::RX.0 as i64),
    ("RGX", ChannelOrder::RGX.0 as i64),
    ("RGBX", ChannelOrder::RGBX.0 as i64),
    ("DEPTH", ChannelOrder::DEPTH.0 as i64),
    ("DEPTH_STENCIL", ChannelOrder::DEPTH_STENCIL.0 as i64),
    ("SRGB", ChannelOrder::SRGB.0 as i64),
    ("SRGBX", ChannelOrder::SRGBX.0 as i64),
    ("SRGBA", ChannelOrder::SRGBA.0 as i64),
    ("SBGRA", ChannelOrder::SBGRA.0 as i64),
    ("ABGR", ChannelOrder::ABGR.0 as i64),
];

const CHANNEL_TYPE: &[(&str, i64)] = &[
    ("SNORM_INT8", ChannelType::SNORM_INT8.0 as i64),
    ("SNORM_INT16", ChannelType::SNORM_INT16.0 as i64),
    ("UNORM_INT8", ChannelType::UNORM_INT8.0 as i64),
    ("UNORM_INT16", ChannelType::UNORM_INT16.0 as i64),
    ("UNORM_SHORT_565", ChannelType::UNORM_SHORT_565.0 as i64),
    ("UNORM_SHORT_555", ChannelType::UNORM_SHORT_555.0 as i64),
    ("UNORM_INT_101010", ChannelType::UNORM_INT_101010.0 as i64),
    ("SIGNED_INT8", ChannelType::SIGNED_INT8.0 as i64),
    ("SIGNED_INT16", ChannelType::SIGNED_INT16.0 as i64),
    ("SIGNED_INT32", ChannelType::SIGNED_INT32.0 as i64),
    ("UNSIGNED_INT8", ChannelType::UNSIGNED_INT8.0 as i64),
    ("UNSIGNED_INT16", ChannelType::UNSIGNED_INT16.0 as i64),
    ("UNSIGNED_INT32", ChannelType::UNSIGNED_INT32.0 as i64),
    ("HALF_FLOAT", ChannelType::HALF_FLOAT.0 as i64),
    ("FLOAT", ChannelType::FLOAT.0 as i64),
    ("UNORM_INT24", ChannelType::UNORM_INT24.0 as i64),
    ("UNORM_INT_101010_2", ChannelType::UNORM_INT_101010_2.0 as i64),
];

const ARRAY_ATTRIBUTE: &[(&str, i64)] = &[
    ("WIDTH", ArrayAttribute::WIDTH.0 as i64),
    ("HEIGHT", ArrayAttribute::HEIGHT.0 as i64),
    ("DEPTH", ArrayAttribute::DEPTH.0 as i64),
    ("FORMAT", ArrayAttribute::FORMAT.0 as i64),
    ("CHANNELS", ArrayAttribute::CHANNELS.0 as i64),
    ("FLAGS", ArrayAttribute::FLAGS.0 as i64),
    ("LEVELS", ArrayAttribute::LEVELS.0 as i64),
    ("LEVEL", ArrayAttribute::LEVEL.0 as i64),
    ("LAYERS", ArrayAttribute::LAYERS.0 as i64),
    ("ELEMENT_SIZE", ArrayAttribute::ELEMENT_SIZE.0 as i64),
    ("SIZE", ArrayAttribute::SIZE.0 as i64),
    ("SAMPLES", ArrayAttribute::SAMPLES.0 as i64),
    ("CHANNEL_ORDER", ArrayAttribute::CHANNEL_ORDER.0 as i64),
    ("CHANNEL_TYPE", ArrayAttribute::CHANNEL_TYPE.0 as i64),
    ("ROW_PITCH", ArrayAttribute::ROW_PITCH.0 as i64),
    ("SLICE_PITCH", ArrayAttribute::SLICE_PITCH.0 as i64),
    ("REFERENCE_COUNT", ArrayAttribute::REFERENCE_COUNT.0 as i64),
    ("MAP_COUNT", ArrayAttribute::MAP_COUNT.0 as i64),
];

const ADDRESS_MODE: &[(&str, i64)] = &[
    ("WRAP", AddressMode::WRAP.0 as i64),
    ("CLAMP", AddressMode::CLAMP.0 as i64),
    ("MIRROR", AddressMode::MIRROR.0 as i64),
    ("BORDER", AddressMode::BORDER.0 as i64),
];

const FILTER_MODE: &[(&str, i64)] = &[
    ("POINT", FilterMode::POINT.0 as i64),
    ("LINEAR", FilterMode::LINEAR.0 as i64),
];

const SAMPLER_ATTRIBUTE: &[(&str, i64)] = &[
    ("FLAGS", SamplerAttribute::FLAGS.0 as i64),
    ("ADDRESS_X", SamplerAttribute::ADDRESS_X.0 as i64),
    ("ADDRESS_Y", SamplerAttribute::ADDRESS_Y.0 as i64),
    ("ADDRESS_Z", SamplerAttribute::ADDRESS_Z.0 as i64),
    ("FILTER", SamplerAttribute::FILTER.0 as i64),
    ("MIP_FILTER", SamplerAttribute::MIP_FILTER.0 as i64),
    ("MAX_ANISOTROPY", SamplerAttribute::MAX_ANISOTROPY.0 as i64),
    ("BIAS", SamplerAttribute::BIAS.0 as i64),
    ("MIN_LEVEL", SamplerAttribute::MIN_LEVEL.0 as i64),
    ("MAX_LEVEL", SamplerAttribute::MAX_LEVEL.0 as i64),
    ("REFERENCE_COUNT", SamplerAttribute::REFERENCE_COUNT.0 as i64),
];

const TEXTURE_ATTRIBUTE: &[(&str, i64)] = &[
    ("SAMPLING_FLAGS", TextureAttribute::SAMPLING_FLAGS.0 as i64),
    ("ADDRESS_X", TextureAttribute::ADDRESS_X.0 as i64),
    ("ADDRESS_Y", TextureAttribute::ADDRESS_Y.0 as i64),
    ("ADDRESS_Z", TextureAttribute::ADDRESS_Z.0 as i64),
    ("FILTER", TextureAttribute::FILTER.0 as i64),
    ("MIP_FILTER", TextureAttribute::MIP_FILTER.0 as i64),
    ("MAX_ANISOTROPY", TextureAttribute::MAX_ANISOTROPY.0 as i64),
    ("BIAS", TextureAttribute::BIAS.0 as i64),
    ("MIN_LEVEL", TextureAttribute::MIN_LEVEL.0 as i64),
    ("MAX_LEVEL", TextureAttribute::MAX_LEVEL.0 as i64),
    ("FLAGS", TextureAttribute::FLAGS.0 as i64),
    ("FORMAT", TextureAttribute::FORMAT.0 as i64),
    ("CHANNELS", TextureAttribute::CHANNELS.0 as i64),
    ("OFFSET", TextureAttribute::OFFSET.0 as i64),
    ("ADDRESS", TextureAttribute::ADDRESS.0 as i64),
    ("WIDTH", TextureAttribute::WIDTH.0 as i64),
    ("HEIGHT", TextureAttribute::HEIGHT.0 as i64),
    ("ROW_PITCH", TextureAttribute::ROW_PITCH.0 as i64),
];

const MODULE_ATTRIBUTE: &[(&str, i64)] = &[
    ("COMPILE_NANOSECONDS", ModuleAttribute::COMPILE_NANOSECONDS.0 as i64),
    ("JIT_NANOSECONDS", ModuleAttribute::JIT_NANOSECONDS.0 as i64),
    ("JIT_THREADS_PER_BLOCK", ModuleAttribute::JIT_THREADS_PER_BLOCK.0 as i64),
];

const KERNEL_ATTRIBUTE: &[(&str, i64)] = &[
    ("MAX_THREADS_PER_BLOCK", KernelAttribute::MAX_THREADS_PER_BLOCK.0 as i64),
    ("SHARED_SIZE_BYTES", KernelAttribute::SHARED_SIZE_BYTES.0 as i64),
    ("CONST_SIZE_BYTES", KernelAttribute::CONST_SIZE_BYTES.0 as i64),
    ("LOCAL_SIZE_BYTES", KernelAttribute::LOCAL_SIZE_BYTES.0 as i64),
    ("NUM_REGS", KernelAttribute::NUM_REGS.0 as i64),
    ("PTX_VERSION", KernelAttribute::PTX_VERSION.0 as i64),
    ("BINARY_VERSION", KernelAttribute::BINARY_VERSION.0 as i64),
    ("CACHE_MODE_CA", KernelAttribute::CACHE_MODE_CA.0 as i64),
    ("MAX_DYNAMIC_SHARED_SIZE_BYTES", KernelAttribute::MAX_DYNAMIC_SHARED_SIZE_BYTES.0 as i64),
    ("PREFERRED_SHARED_MEMORY_CARVEOUT", KernelAttribute::PREFERRED_SHARED_MEMORY_CARVEOUT.0 as i64),
    ("CPU_MODE", KernelAttribute::CPU_MODE.0 as i64),
    ("CPU_WARP_LAYOUTS", KernelAttribute::CPU_WARP_LAYOUTS.0 as i64),
    ("CACHE_CONFIG", KernelAttribute::CACHE_CONFIG.0 as i64),
    ("SHARED_CONFIG", KernelAttribute::SHARED_CONFIG.0 as i64),
    ("CPU_IS_BASELINE", KernelAttribute::CPU_IS_BASELINE.0 as i64),
];

const VALUE_TYPE: &[(&str, i64)] = &[
    ("UNKNOWN", ValueType::UNKNOWN.0 as i64),
    ("INT8", ValueType::INT8.0 as i64),
    ("UINT8", ValueType::UINT8.0 as i64),
    ("INT16", ValueType::INT16.0 as i64),
    ("UINT16", ValueType::UINT16.0 as i64),
    ("INT32", ValueType::INT32.0 as i64),
    ("UINT32", ValueType::UINT32.0 as i64),
    ("INT64", ValueType::INT64.0 as i64),
    ("UINT64", ValueType::UINT64.0 as i64),
    ("FLOAT16", ValueType::FLOAT16.0 as i64),
    ("BFLOAT16", ValueType::BFLOAT16.0 as i64),
    ("FLOAT32", ValueType::FLOAT32.0 as i64),
    ("FLOAT64", ValueType::FLOAT64.0 as i64),
    ("BOOL", ValueType::BOOL.0 as i64),
    ("STRUCT", ValueType::STRUCT.0 as i64),
    ("POINTER", ValueType::POINTER.0 as i64),
];

const ARG_KIND: &[(&str, i64)] = &[
    ("SCALAR", ArgKind::SCALAR.0 as i64),
    ("MEM", ArgKind::MEM.0 as i64),
    ("BYTES", ArgKind::BYTES.0 as i64),
    ("VALUE", ArgKind::VALUE.0 as i64),
    ("TEXTURE", ArgKind::TEXTURE.0 as i64),
    ("SURFACE", ArgKind::SURFACE.0 as i64),
    ("NDARRAY", ArgKind::NDARRAY.0 as i64),
    ("PIPE", ArgKind::PIPE.0 as i64),
    ("TYPE", ArgKind::TYPE.0 as i64),
];

const HOST_DIRECTION: &[(&str, i64)] = &[
    ("IN", HostDirection::IN.0 as i64),
    ("OUT", HostDirection::OUT.0 as i64),
    ("IN_OUT", HostDirection::IN_OUT.0 as i64),
];

const CAPTURE_MODE: &[(&str, i64)] = &[
    ("GLOBAL", CaptureMode::GLOBAL.0 as i64),
    ("THREAD_LOCAL", CaptureMode::THREAD_LOCAL.0 as i64),
    ("RELAXED", CaptureMode::RELAXED.0 as i64),
];

const NDARRAY_ATTRIBUTE: &[(&str, i64)] = &[
    ("TYPE", NdarrayAttribute::TYPE.0 as i64),
    ("NDIM", NdarrayAttribute::NDIM.0 as i64),
    ("COUNT", NdarrayAttribute::COUNT.0 as i64),
    ("ELEMENT_SIZE", NdarrayAttribute::ELEMENT_SIZE.0 as i64),
    ("SIZE", NdarrayAttribute::SIZE.0 as i64),
    ("OFFSET", NdarrayAttribute::OFFSET.0 as i64),
    ("ADDRESS", NdarrayAttribute::ADDRESS.0 as i64),
    ("IS_C_CONTIGUOUS", NdarrayAttribute::IS_C_CONTIGUOUS.0 as i64),
    ("IS_F_CONTIGUOUS", NdarrayAttribute::IS_F_CONTIGUOUS.0 as i64),
    ("IS_READ_ONLY", NdarrayAttribute::IS_READ_ONLY.0 as i64),
];

const REDUCTION: &[(&str, i64)] = &[
    ("SUM", Reduction::SUM.0 as i64),
    ("PROD", Reduction::PROD.0 as i64),
    ("MIN", Reduction::MIN.0 as i64),
    ("MAX", Reduction::MAX.0 as i64),
    ("ANY", Reduction::ANY.0 as i64),
    ("ALL", Reduction::ALL.0 as i64),
];

const COMM_REDUCTION: &[(&str, i64)] = &[
    ("SUM", CommReduction::SUM.0 as i64),
    ("PROD", CommReduction::PROD.0 as i64),
    ("MAX", CommReduction::MAX.0 as i64),
    ("MIN", CommReduction::MIN.0 as i64),
    ("AVG", CommReduction::AVG.0 as i64),
    ("SCALED_SUM", CommReduction::SCALED_SUM.0 as i64),
];

const COMM_OPERATION: &[(&str, i64)] = &[
    ("ALL_REDUCE", CommOperation::ALL_REDUCE.0 as i64),
    ("REDUCE", CommOperation::REDUCE.0 as i64),
    ("BROADCAST", CommOperation::BROADCAST.0 as i64),
    ("ALL_GATHER", CommOperation::ALL_GATHER.0 as i64),
    ("REDUCE_SCATTER", CommOperation::REDUCE_SCATTER.0 as i64),
    ("ALL_TO_ALL", CommOperation::ALL_TO_ALL.0 as i64),
    ("GATHER", CommOperation::GATHER.0 as i64),
    ("SCATTER", CommOperation::SCATTER.0 as i64),
    ("SEND", CommOperation::SEND.0 as i64),
    ("RECV", CommOperation::RECV.0 as i64),
    ("BARRIER", CommOperation::BARRIER.0 as i64),
];

const COMM_ATTRIBUTE: &[(&str, i64)] = &[
    ("RANK", CommAttribute::RANK.0 as i64),
    ("COUNT", CommAttribute::COUNT.0 as i64),
    ("ENGINE", CommAttribute::ENGINE.0 as i64),
    ("ENGINE_VERSION", CommAttribute::ENGINE_VERSION.0 as i64),
    ("STATE", CommAttribute::STATE.0 as i64),
    ("OPERATIONS_STARTED", CommAttribute::OPERATIONS_STARTED.0 as i64),
    ("OPERATIONS_DONE", CommAttribute::OPERATIONS_DONE.0 as i64),
    ("ERROR_STATUS", CommAttribute::ERROR_STATUS.0 as i64),
    ("LOCAL_RANK", CommAttribute::LOCAL_RANK.0 as i64),
    ("LOCAL_COUNT", CommAttribute::LOCAL_COUNT.0 as i64),
    ("DEVICE_MEMORY", CommAttribute::DEVICE_MEMORY.0 as i64),
];

const PROFILER_OUTPUT: &[(&str, i64)] = &[
    ("TRACE_EVENTS", ProfilerOutput::TRACE_EVENTS.0 as i64),
    ("KEY_VALUE_PAIR", ProfilerOutput::KEY_VALUE_PAIR.0 as i64),
    ("CSV", ProfilerOutput::CSV.0 as i64),
];

const CONTEXT_FLAGS: &[(&str, i64)] = &[
    ("MAP_HOST", ContextFlags::MAP_HOST.0 as i64),
    ("LMEM_RESIZE_TO_MAX", ContextFlags::LMEM_RESIZE_TO_MAX.0 as i64),
];

const STREAM_FLAGS: &[(&str, i64)] = &[
    ("NON_BLOCKING", StreamFlags::NON_BLOCKING.0 as i64),
];

const EVENT_FLAGS: &[(&str, i64)] = &[
    ("BLOCKING_SYNC", EventFlags::BLOCKING_SYNC.0 as i64),
    ("DISABLE_TIMING", EventFlags::DISABLE_TIMING.0 as i64),
    ("INTERPROCESS", EventFlags::INTERPROCESS.0 as i64),
];

const MEM_FLAGS: &[(&str, i64)] = &[
    ("WRITE_COMBINED", MemFlags::WRITE_COMBINED.0 as i64),
    ("PORTABLE", MemFlags::PORTABLE.0 as i64),
    ("MAPPED", MemFlags::MAPPED.0 as i64),
    ("ZERO", MemFlags::ZERO.0 as i64),
    ("KERNEL_READ_ONLY", MemFlags::KERNEL_READ_ONLY.0 as i64),
    ("KERNEL_WRITE_ONLY", MemFlags::KERNEL_WRITE_ONLY.0 as i64),
    ("HOST_READ_ONLY", MemFlags::HOST_READ_ONLY.0 as i64),
    ("HOST_WRITE_ONLY", MemFlags::HOST_WRITE_ONLY.0 as i64),
    ("HOST_NO_ACCESS", MemFlags::HOST_NO_ACCESS.0 as i64),
    ("SVM_FINE_GRAIN_BUFFER", MemFlags::SVM_FINE_GRAIN_BUFFER.0 as i64),
    ("SVM_ATOMICS", MemFlags::SVM_ATOMICS.0 as i64),
];

const MEM_REGISTER_FLAGS: &[(&str, i64)] = &[
    ("PORTABLE", MemRegisterFlags::PORTABLE.0 as i64),
    ("MAPPED", MemRegisterFlags::MAPPED.0 as i64),
    ("IO_MEMORY", MemRegisterFlags::IO_MEMORY.0 as i64),
    ("READ_ONLY", MemRegisterFlags::READ_ONLY.0 as i64),
];

const MEM_PREFETCH_FLAGS: &[(&str, i64)] = &[
    ("DISCARD", MemPrefetchFlags::DISCARD.0 as i64),
];

const MEM_WRAP_FLAGS: &[(&str, i64)] = &[
    ("OWNED", MemWrapFlags::OWNED.0 as i64),
];

const MEM_IPC_FLAGS: &[(&str, i64)] = &[
    ("LAZY_PEER_ACCESS", MemIpcFlags::LAZY_PEER_ACCESS.0 as i64),
];

const MAP_FLAGS: &[(&str, i64)] = &[
    ("READ", MapFlags::READ.0 as i64),
    ("WRITE", MapFlags::WRITE.0 as i64),
    ("WRITE_INVALIDATE_REGION", MapFlags::WRITE_INVALIDATE_REGION.0 as i64),
];

const ARRAY_FLAGS: &[(&str, i64)] = &[
    ("LAYERED", ArrayFlags::LAYERED.0 as i64),
    ("SURFACE_LDST", ArrayFlags::SURFACE_LDST.0 as i64),
    ("CUBEMAP", ArrayFlags::CUBEMAP.0 as i64),
    ("TEXTURE_GATHER", ArrayFlags::TEXTURE_GATHER.0 as i64),
];

const SAMPLING_FLAGS: &[(&str, i64)] = &[
    ("NORMALIZED_COORDINATES", SamplingFlags::NORMALIZED_COORDINATES.0 as i64),
];

const TEXTURE_FLAGS: &[(&str, i64)] = &[
    ("READ_AS_INTEGER", TextureFlags::READ_AS_INTEGER.0 as i64),
    ("SRGB", TextureFlags::SRGB.0 as i64),
    ("SEAMLESS_CUBEMAP", TextureFlags::SEAMLESS_CUBEMAP.0 as i64),
    ("ALLOW_OFFSET", TextureFlags::ALLOW_OFFSET.0 as i64),
];

const COMPILE_FLAGS: &[(&str, i64)] = &[
    ("NO_CACHE", CompileFlags::NO_CACHE.0 as i64),
    ("NO_TIERING", CompileFlags::NO_TIERING.0 as i64),
    ("NO_FILES", CompileFlags::NO_FILES.0 as i64),
];

const MODULE_FLAGS: &[(&str, i64)] = &[
    ("DEBUG", ModuleFlags::DEBUG.0 as i64),
    ("LINE_INFO", ModuleFlags::LINE_INFO.0 as i64),
    ("VERBOSE", ModuleFlags::VERBOSE.0 as i64),
    ("PREFER_BINARY", ModuleFlags::PREFER_BINARY.0 as i64),
    ("NO_OPTIMIZATION", ModuleFlags::NO_OPTIMIZATION.0 as i64),
];

const OCCUPANCY_FLAGS: &[(&str, i64)] = &[
    ("DISABLE_CACHING_OVERRIDE", OccupancyFlags::DISABLE_CACHING_OVERRIDE.0 as i64),
];

const LAUNCH_FLAGS: &[(&str, i64)] = &[
    ("COOPERATIVE", LaunchFlags::COOPERATIVE.0 as i64),
];

const NDARRAY_FLAGS: &[(&str, i64)] = &[
    ("ORDER_F", NdarrayFlags::ORDER_F.0 as i64),
];

const ARRAY_FROM_FLAGS: &[(&str, i64)] = &[
    ("CHANNELS", ArrayFromFlags::CHANNELS.0 as i64),
    ("NORMALIZED", ArrayFromFlags::NORMALIZED.0 as i64),
];

const DLPACK_FLAGS: &[(&str, i64)] = &[
    ("LEGACY", DlpackFlags::LEGACY.0 as i64),
];

const COMM_FLAGS: &[(&str, i64)] = &[
    ("CHECKED", CommFlags::CHECKED.0 as i64),
    ("UNCHECKED", CommFlags::UNCHECKED.0 as i64),
    ("SHARE", CommFlags::SHARE.0 as i64),
];

fn read_sampling(word: Word<'_>) -> Sampling {
    let parts = word.parts(14);
    Sampling {
        flags: parts.first().map_or(SamplingFlags(0), |word| SamplingFlags(word.code(SAMPLING_FLAGS))),
        address_x: parts.get(1).map_or(AddressMode(0), |word| AddressMode(word.code(ADDRESS_MODE))),
        address_y: parts.get(2).map_or(AddressMode(0), |word| AddressMode(word.code(ADDRESS_MODE))),
        address_z: parts.get(3).map_or(AddressMode(0), |word| AddressMode(word.code(ADDRESS_MODE))),
        filter: parts.get(4).map_or(FilterMode(0), |word| FilterMode(word.code(FILTER_MODE))),
        mip_filter: parts.get(5).map_or(FilterMode(0), |word| FilterMode(word.code(FILTER_MODE))),
        max_anisotropy: parts.get(6).map(|word| word.integer()).unwrap_or_default(),
        bias: parts.get(7).map(|word| word.real()).unwrap_or_default(),
        min_level: parts.get(8).map(|word| word.real()).unwrap_or_default(),
        max_level: parts.get(9).map(|word| word.real()).unwrap_or_default(),
        border_r: parts.get(10).map(|word| word.real()).unwrap_or_default(),
        border_g: parts.get(11).map(|word| word.real()).unwrap_or_default(),
        border_b: parts.get(12).map(|word| word.real()).unwrap_or_default(),
        border_a: parts.get(13).map(|word| word.real()).unwrap_or_default(),
    }
}

fn read_define(word: Word<'_>) -> Define<'static> {
    let parts = word.parts(2);
    Define {
        name: parts.first().map(|word| word.text()).unwrap_or_default(),
        value: parts.get(1).and_then(|word| word.optional_text()),
    }
}

fn read_header(word: Word<'_>) -> Header<'static> {
    let parts = word.parts(2);
    Header {
        name: parts.first().map(|word| word.text()).unwrap_or_default(),
        text: parts.get(1).map(|word| word.text()).unwrap_or_default(),
    }
}

fn read_context_options(words: &Words<'_>) -> Option<ContextOptions> {
    let fields = words.fields()?;
    let mut o = ContextOptions::default();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = ContextFlags(word.code(CONTEXT_FLAGS)),
            "sched" => o.sched = ContextSched(word.code(CONTEXT_SCHED)),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_stream_options(words: &Words<'_>) -> Option<StreamOptions> {
    let fields = words.fields()?;
    let mut o = StreamOptions::default();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = StreamFlags(word.code(STREAM_FLAGS)),
            "priority" => o.priority = word.integer(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_event_options(words: &Words<'_>) -> Option<EventOptions> {
    let fields = words.fields()?;
    let mut o = EventOptions::default();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = EventFlags(word.code(EVENT_FLAGS)),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_dtype_entry(word: Word<'_>) -> DtypeEntry<'static> {
    let parts = word.parts(5);
    DtypeEntry {
        name: parts.first().map(|word| word.text()).unwrap_or_default(),
        record: parts.get(1).and_then(|word| word.optional::<Dtype>()),
        offset: parts.get(2).map(|word| word.integer()).unwrap_or_default(),
        count: parts.get(3).map(|word| word.integer()).unwrap_or_default(),
        scalar_type: parts.get(4).map_or(ScalarType(0), |word| ScalarType(word.code(SCALAR_TYPE))),
    }
}

fn read_mem_ipc_options(words: &Words<'_>) -> Option<MemIpcOptions> {
    let fields = words.fields()?;
    let mut o = MemIpcOptions::default();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = MemIpcFlags(word.code(MEM_IPC_FLAGS)),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_mem_options(words: &Words<'_>) -> Option<MemOptions<'static>> {
    let fields = words.fields()?;
    let mut o = MemOptions::default();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = MemFlags(word.code(MEM_FLAGS)),
            "place" => o.place = MemPlace(word.code(MEM_PLACE)),
            "attach" => o.attach = MemAttachMode(word.code(MEM_ATTACH_MODE)),
            "size" => o.size = word.integer(),
            "alignment" => o.alignment = word.integer(),
            "height" => o.height = word.integer(),
            "element_size" => o.element_size = word.integer(),
            "content" => o.content = word.bytes(),
            "completion" => o.completion = word.optional::<Completion>(),
            "token" => o.token = word.integer(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_mem_register_options(words: &Words<'_>) -> Option<MemRegisterOptions> {
    let fields = words.fields()?;
    let mut o = MemRegisterOptions::default();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = MemRegisterFlags(word.code(MEM_REGISTER_FLAGS)),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_mem_wrap_options(words: &Words<'_>) -> Option<MemWrapOptions<'static>> {
    let fields = words.fields()?;
    let mut o = MemWrapOptions::default();
    for (name, word) in fields {
        match name {
            "host_address" => o.host_address = word.integer(),
            "flags" => o.flags = MemWrapFlags(word.code(MEM_WRAP_FLAGS)),
            "completion" => o.completion = word.optional::<Completion>(),
            "token" => o.token = word.integer(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_rect_copy(words: &Words<'_>) -> Option<RectCopy<'static>> {
    let fields = words.fields()?;
    let mut o = RectCopy::default();
    for (name, word) in fields {
        match name {
            "dst.mem" => o.dst.mem = word.optional::<Mem>(),
            "dst.array" => o.dst.array = word.optional::<Array>(),
            "dst.offset" => o.dst.offset = word.integer(),
            "dst.row_pitch" => o.dst.row_pitch = word.integer(),
            "dst.slice_pitch" => o.dst.slice_pitch = word.integer(),
            "dst.x" => o.dst.x = word.integer(),
            "dst.y" => o.dst.y = word.integer(),
            "dst.z" => o.dst.z = word.integer(),
            "src.mem" => o.src.mem = word.optional::<Mem>(),
            "src.array" => o.src.array = word.optional::<Array>(),
            "src.offset" => o.src.offset = word.integer(),
            "src.row_pitch" => o.src.row_pitch = word.integer(),
            "src.slice_pitch" => o.src.slice_pitch = word.integer(),
            "src.x" => o.src.x = word.integer(),
            "src.y" => o.src.y = word.integer(),
            "src.z" => o.src.z = word.integer(),
            "src.host" => o.src.host = word.bytes().into(),
            "width" => o.width = word.integer(),
            "height" => o.height = word.integer(),
            "depth" => o.depth = word.integer(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_rect_fill(words: &Words<'_>) -> Option<RectFill<'static>> {
    let fields = words.fields()?;
    let mut o = RectFill::default();
    for (name, word) in fields {
        match name {
            "dst.mem" => o.dst.mem = word.optional::<Mem>(),
            "dst.array" => o.dst.array = word.optional::<Array>(),
            "dst.offset" => o.dst.offset = word.integer(),
            "dst.row_pitch" => o.dst.row_pitch = word.integer(),
            "dst.slice_pitch" => o.dst.slice_pitch = word.integer(),
            "dst.x" => o.dst.x = word.integer(),
            "dst.y" => o.dst.y = word.integer(),
            "dst.z" => o.dst.z = word.integer(),
            "width" => o.width = word.integer(),
            "height" => o.height = word.integer(),
            "depth" => o.depth = word.integer(),
            "value" => o.value = word.bytes(),
            "color_type" => o.color_type = ScalarType(word.code(SCALAR_TYPE)),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_array_options(words: &Words<'_>) -> Option<ArrayOptions> {
    let fields = words.fields()?;
    let mut o = ArrayOptions::default();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = ArrayFlags(word.code(ARRAY_FLAGS)),
            "width" => o.width = word.integer(),
            "height" => o.height = word.integer(),
            "depth" => o.depth = word.integer(),
            "format" => o.format = ArrayFormat(word.code(ARRAY_FORMAT)),
            "channels" => o.channels = word.integer(),
            "levels" => o.levels = word.integer(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_array_region(words: &Words<'_>) -> Option<ArrayRegion> {
    let fields = words.fields()?;
    let mut o = ArrayRegion::default();
    for (name, word) in fields {
        match name {
            "x" => o.x = word.integer(),
            "y" => o.y = word.integer(),
            "z" => o.z = word.integer(),
            "width" => o.width = word.integer(),
            "height" => o.height = word.integer(),
            "depth" => o.depth = word.integer(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_sampler_options(words: &Words<'_>) -> Option<SamplerOptions> {
    let fields = words.fields()?;
    let mut o = SamplerOptions::default();
    for (name, word) in fields {
        match name {
            "sampling" => o.sampling = read_sampling(word),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_texture_options(words: &Words<'_>) -> Option<TextureOptions<'static>> {
    let fields = words.fields()?;
    let mut o = TextureOptions::default();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = TextureFlags(word.code(TEXTURE_FLAGS)),
            "array" => o.array = word.optional::<Array>(),
            "mem" => o.mem = word.optional::<Mem>(),
            "offset" => o.offset = word.integer(),
            "width" => o.width = word.integer(),
            "height" => o.height = word.integer(),
            "row_pitch" => o.row_pitch = word.integer(),
            "format" => o.format = word.integer(),
            "channels" => o.channels = word.integer(),
            "sampling" => o.sampling = read_sampling(word),
            "sampler" => o.sampler = word.optional::<Sampler>(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_compile_options(words: &Words<'_>) -> Option<CompileOptions<'static>> {
    let fields = words.fields()?;
    let mut o = CompileOptions::default();
    let mut options = Vec::new();
    let mut defines = Vec::new();
    let mut include_dirs = Vec::new();
    let mut headers = Vec::new();
    let mut instances = Vec::new();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = CompileFlags(word.code(COMPILE_FLAGS)),
            "name" => o.name = word.optional_text(),
            "arch" => o.arch = word.optional_text(),
            "options" => options.push(word.text()),
            "defines" => defines.push(read_define(word)),
            "include_dirs" => include_dirs.push(word.text()),
            "headers" => headers.push(read_header(word)),
            "instances" => instances.push(word.text()),
            "cache_dir" => o.cache_dir = word.optional_text(),
            "keep_dir" => o.keep_dir = word.optional_text(),
            "compiler" => o.compiler = word.optional_text(),
            _ => unknown_field(name),
        }
    }
    o.options = options.leak();
    o.defines = defines.leak();
    o.include_dirs = include_dirs.leak();
    o.headers = headers.leak();
    o.instances = instances.leak();
    Some(o)
}

fn read_module_options(words: &Words<'_>) -> Option<ModuleOptions<'static>> {
    let fields = words.fields()?;
    let mut o = ModuleOptions::default();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = ModuleFlags(word.code(MODULE_FLAGS)),
            "arch" => o.arch = word.optional_text(),
            "max_registers" => o.max_registers = word.integer(),
            "threads_per_block" => o.threads_per_block = word.integer(),
            "optimization_level" => o.optimization_level = word.integer(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_arg(word: Word<'_>) -> Arg<'static> {
    let parts = word.parts(5);
    Arg::new(
        parts.first().map_or(ArgKind(0), |word| ArgKind(word.code(ARG_KIND))),
        parts.get(1).map(|word| word.integer()).unwrap_or_default(),
        parts.get(2).map(|word| word.integer()).unwrap_or_default(),
        parts.get(3).and_then(|word| word.optional::<Mem>()),
        parts.get(4).map_or(ValueType(0), |word| ValueType(word.code(VALUE_TYPE))),
    )
}

fn read_launch_config(words: &Words<'_>) -> Option<LaunchConfig<'static>> {
    let fields = words.fields()?;
    let mut o = LaunchConfig::default();
    for (name, word) in fields {
        match name {
            "grid_x" => o.grid_x = word.integer(),
            "grid_y" => o.grid_y = word.integer(),
            "grid_z" => o.grid_z = word.integer(),
            "block_x" => o.block_x = word.integer(),
            "block_y" => o.block_y = word.integer(),
            "block_z" => o.block_z = word.integer(),
            "shared_size" => o.shared_size = word.integer(),
            "bytes" => o.bytes = word.bytes(),
            "timeout_nanoseconds" => o.timeout_nanoseconds = word.integer(),
            "flags" => o.flags = LaunchFlags(word.code(LAUNCH_FLAGS)),
            "start_event" => o.start_event = word.optional::<Event>(),
            "end_event" => o.end_event = word.optional::<Event>(),
            "cluster_x" => o.cluster_x = word.integer(),
            "cluster_y" => o.cluster_y = word.integer(),
            "cluster_z" => o.cluster_z = word.integer(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_host_arg(word: Word<'_>) -> HostArg {
    let parts = word.parts(5);
    HostArg {
        index: parts.first().map(|word| word.integer()).unwrap_or_default(),
        direction: parts.get(1).map_or(HostDirection(0), |word| HostDirection(word.code(HOST_DIRECTION))),
        host_address: parts.get(2).map(|word| word.integer()).unwrap_or_default(),
        size: parts.get(3).map(|word| word.integer()).unwrap_or_default(),
        value_type: parts.get(4).map_or(ValueType(0), |word| ValueType(word.code(VALUE_TYPE))),
    }
}

fn read_pool_options(words: &Words<'_>) -> Option<PoolOptions> {
    let fields = words.fields()?;
    let mut o = PoolOptions::default();
    for (name, word) in fields {
        match name {
            "place" => o.place = MemPlace(word.code(MEM_PLACE)),
            "limit" => o.limit = word.integer(),
            "flags" => o.flags = MemFlags(word.code(MEM_FLAGS)),
            "alignment" => o.alignment = word.integer(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_ndarray_options(words: &Words<'_>) -> Option<NdarrayOptions<'static>> {
    let fields = words.fields()?;
    let mut o = NdarrayOptions::default();
    let mut shape = Vec::new();
    let mut strides = Vec::new();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = NdarrayFlags(word.code(NDARRAY_FLAGS)),
            "scalar_type" => o.scalar_type = ScalarType(word.code(SCALAR_TYPE)),
            "place" => o.place = MemPlace(word.code(MEM_PLACE)),
            "record" => o.record = word.optional::<Dtype>(),
            "shape" => shape.push(word.integer()),
            "strides" => strides.push(word.integer()),
            "mem_flags" => o.mem_flags = MemFlags(word.code(MEM_FLAGS)),
            "alignment" => o.alignment = word.integer(),
            "pool" => o.pool = word.optional::<Pool>(),
            "stream" => o.stream = word.optional::<Stream>(),
            "attach" => o.attach = MemAttachMode(word.code(MEM_ATTACH_MODE)),
            _ => unknown_field(name),
        }
    }
    o.shape = shape.leak();
    o.strides = strides.leak();
    Some(o)
}

fn read_ndarray_layout(words: &Words<'_>) -> Option<NdarrayLayout<'static>> {
    let fields = words.fields()?;
    let mut o = NdarrayLayout::default();
    let mut strides = Vec::new();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = NdarrayFlags(word.code(NDARRAY_FLAGS)),
            "strides" => strides.push(word.integer()),
            "offset" => o.offset = word.integer(),
            "scalar_type" => o.scalar_type = ScalarType(word.code(SCALAR_TYPE)),
            _ => unknown_field(name),
        }
    }
    o.strides = strides.leak();
    Some(o)
}

fn read_axis_slice(word: Word<'_>) -> AxisSlice {
    let parts = word.parts(3);
    AxisSlice {
        start: parts.first().map(|word| word.integer()).unwrap_or_default(),
        stop: parts.get(1).map(|word| word.integer()).unwrap_or_default(),
        step: parts.get(2).map(|word| word.integer()).unwrap_or_default(),
    }
}

fn read_comm_options(words: &Words<'_>) -> Option<CommOptions<'static>> {
    let fields = words.fields()?;
    let mut o = CommOptions::default();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = CommFlags(word.code(COMM_FLAGS)),
            "create_timeout_nanoseconds" => o.create_timeout_nanoseconds = word.integer(),
            "timeout_nanoseconds" => o.timeout_nanoseconds = word.integer(),
            "name" => o.name = word.optional_text(),
            "min_blocks" => o.min_blocks = word.integer(),
            "max_blocks" => o.max_blocks = word.integer(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_comm_op(word: Word<'_>) -> CommOp<'static> {
    let parts = word.parts(12);
    CommOp::new(
        parts.first().map_or(CommOperation(0), |word| CommOperation(word.code(COMM_OPERATION))),
        parts.get(1).map_or(CommReduction(0), |word| CommReduction(word.code(COMM_REDUCTION))),
        parts.get(2).map_or(ScalarType(0), |word| ScalarType(word.code(SCALAR_TYPE))),
        parts.get(3).map(|word| word.integer()).unwrap_or_default(),
        parts.get(4).map(|word| word.handle::<Comm>()).unwrap_or_else(|| broken("`comm` is missing")),
        parts.get(5).and_then(|word| word.optional::<Mem>()),
        parts.get(6).map(|word| word.integer()).unwrap_or_default(),
        parts.get(7).and_then(|word| word.optional::<Mem>()),
        parts.get(8).map(|word| word.integer()).unwrap_or_default(),
        parts.get(9).map(|word| word.integer()).unwrap_or_default(),
        parts.get(10).and_then(|word| word.optional::<Stream>()),
        parts.get(11).map(|word| word.real()).unwrap_or_default(),
    )
}

fn read_profiler_options(words: &Words<'_>) -> Option<ProfilerOptions<'static>> {
    let fields = words.fields()?;
    let mut o = ProfilerOptions::default();
    for (name, word) in fields {
        match name {
            "output" => o.output = ProfilerOutput(word.code(PROFILER_OUTPUT)),
            "capacity" => o.capacity = word.integer(),
            "output_file" => o.output_file = word.text(),
            "config_file" => o.config_file = word.optional_text(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

fn read_device_data(words: &Words<'_>) -> Option<DeviceData> {
    let fields = words.fields()?;
    let mut o = DeviceData::default();
    for (name, word) in fields {
        match name {
            "max_threads" => o.max_threads = word.integer(),
            "warp_size" => o.warp_size = word.integer(),
            "warps_per_mp" => o.warps_per_mp = word.integer(),
            "thread_blocks_per_mp" => o.thread_blocks_per_mp = word.integer(),
            "registers_per_mp" => o.registers_per_mp = word.integer(),
            "registers_per_block" => o.registers_per_block = word.integer(),
            "registers_per_thread" => o.registers_per_thread = word.integer(),
            "register_alloc_unit" => o.register_alloc_unit = word.integer(),
            "register_partitions" => o.register_partitions = word.integer(),
            "shared_memory_per_mp" => o.shared_memory_per_mp = word.integer(),
            "shared_memory_per_block" => o.shared_memory_per_block = word.integer(),
            "system_shared" => o.system_shared = word.integer(),
            "smem_granularity" => o.smem_granularity = word.integer(),
            "smem_alloc_granularity" => o.smem_alloc_granularity = word.integer(),
            _ => unknown_field(name),
        }
    }
    Some(o)
}

pub fn run(name: &str, words: &Words<'_>) -> Result<Vec<Shown>> {
    Ok(match name {
        "gc_version" => {
            words.end();
            let value = version();
            vec![show(value)]
        }
        "gc_version_text" => {
            words.end();
            let value = version_text();
            vec![show(value)]
        }
        "gc_version_get" => {
            let component = VersionComponent(words.next().code(VERSION_COMPONENT));
            words.end();
            let (out_major, out_minor, out_patch) = version_get(component)?;
            vec![
                show(out_major),
                show(out_minor),
                show(out_patch),
            ]
        }
        "gc_status_name" => {
            let status = Status(words.next().code(STATUS));
            words.end();
            let value = status.name();
            vec![show(value)]
        }
        "gc_status_text" => {
            let status = Status(words.next().code(STATUS));
            words.end();
            let value = status.text();
            vec![show(value)]
        }
        "gc_status_category" => {
            let status = Status(words.next().code(STATUS));
            words.end();
            let value = status.category();
            vec![show(value.0)]
        }
        "gc_error_status" => {
            let error = words.last_error();
            let shown = show(error.status().0);
            words.end();
            vec![shown]
        }
        "gc_error_message" => {
            let error = words.last_error();
            let shown = show(error.message());
            words.end();
            vec![shown]
        }
        "gc_error_text" => {
            let error = words.last_error();
            let shown = show(error.text());
            words.end();
            vec![shown]
        }
        "gc_error_function" => {
            let error = words.last_error();
            let shown = show(error.function());
            words.end();
            vec![shown]
        }
        "gc_error_driver_code" => {
            let error = words.last_error();
            let shown = show(error.driver_code());
            words.end();
            vec![shown]
        }
        "gc_error_driver_name" => {
            let error = words.last_error();
            let shown = show(error.driver_name());
            words.end();
            vec![shown]
        }
        "gc_error_note_count" => {
            let error = words.last_error();
            let shown = show(error.notes().len());
            words.end();
            vec![shown]
        }
        "gc_error_note" => {
            let error = words.last_error();
            let shown = show(error.notes().get(words.next().integer::<usize>()).map_or("", |note| note));
            words.end();
            vec![shown]
        }
        "gc_error_log" => {
            let error = words.last_error();
            let shown = show(error.log());
            words.end();
            vec![shown]
        }
        "gc_error_options" => {
            let error = words.last_error();
            let shown = show(error.options());
            words.end();
            vec![shown]
        }
        "gc_error_source_name" => {
            let error = words.last_error();
            let shown = show(error.source_name());
            words.end();
            vec![shown]
        }
        "gc_handle_get_context" => {
            let handle = words.next();
            words.end();
            let out_context = match handle.class() {
                "stream" => handle.handle::<Stream>().context()?,
                "event" => handle.handle::<Event>().context()?,
                "mem" => handle.handle::<Mem>().context()?,
                "mapping" => handle.handle::<Mapping>().context()?,
                "pipe" => handle.handle::<Pipe>().context()?,
                "array" => handle.handle::<Array>().context()?,
                "texture" => handle.handle::<Texture>().context()?,
                "surface" => handle.handle::<Surface>().context()?,
                "sampler" => handle.handle::<Sampler>().context()?,
                "module" => handle.handle::<Module>().context()?,
                "kernel" => handle.handle::<Kernel>().context()?,
                "prepared" => handle.handle::<Prepared>().context()?,
                "graph" => handle.handle::<Graph>().context()?,
                "pool" => handle.handle::<Pool>().context()?,
                "ndarray" => handle.handle::<Ndarray>().context()?,
                "comm" => handle.handle::<Comm>().context()?,
                class => broken(format!("gc_handle_get_context is no method of {class}")),
            };
            vec![show_handle(out_context)]
        }
        "gc_handle_get_identity" => {
            let handle = words.next();
            words.end();
            let out_identity = match handle.class() {
                "device" => handle.handle::<Device>().identity()?,
                "context" => handle.handle::<Context>().identity()?,
                "stream" => handle.handle::<Stream>().identity()?,
                "event" => handle.handle::<Event>().identity()?,
                "completion" => handle.handle::<Completion>().identity()?,
                "mem" => handle.handle::<Mem>().identity()?,
                "mapping" => handle.handle::<Mapping>().identity()?,
                "pipe" => handle.handle::<Pipe>().identity()?,
                "array" => handle.handle::<Array>().identity()?,
                "texture" => handle.handle::<Texture>().identity()?,
                "surface" => handle.handle::<Surface>().identity()?,
                "sampler" => handle.handle::<Sampler>().identity()?,
                "module" => handle.handle::<Module>().identity()?,
                "program" => handle.handle::<Program>().identity()?,
                "kernel" => handle.handle::<Kernel>().identity()?,
                "prepared" => handle.handle::<Prepared>().identity()?,
                "graph" => handle.handle::<Graph>().identity()?,
                "pool" => handle.handle::<Pool>().identity()?,
                "dtype" => handle.handle::<Dtype>().identity()?,
                "ndarray" => handle.handle::<Ndarray>().identity()?,
                "comm" => handle.handle::<Comm>().identity()?,
                class => broken(format!("gc_handle_get_identity is no method of {class}")),
            };
            vec![show(out_identity)]
        }
        "gc_handle_get_native" => {
            let handle = words.next();
            words.end();
            let out_native = match handle.class() {
                "device" => handle.handle::<Device>().native()?,
                "context" => handle.handle::<Context>().native()?,
                "stream" => handle.handle::<Stream>().native()?,
                "event" => handle.handle::<Event>().native()?,
                "mem" => handle.handle::<Mem>().native()?,
                "array" => handle.handle::<Array>().native()?,
                "texture" => handle.handle::<Texture>().native()?,
                "surface" => handle.handle::<Surface>().native()?,
                "module" => handle.handle::<Module>().native()?,
                "kernel" => handle.handle::<Kernel>().native()?,
                "graph" => handle.handle::<Graph>().native()?,
                "ndarray" => handle.handle::<Ndarray>().native()?,
                class => broken(format!("gc_handle_get_native is no method of {class}")),
            };
            vec![show(out_native)]
        }
        "gc_handle_count" => {
            words.end();
            let value = handle_count();
            vec![show(value)]
        }
        "gc_handle_collect" => {
            words.end();
            handle_collect()?;
            vec![]
        }
        "gc_device_get_count" => {
            words.end();
            let out_count = Device::count()?;
            vec![show(out_count)]
        }
        "gc_device_get_by_index" => {
            let index = words.next().integer();
            words.end();
            let out_device = Device::by_index(index)?;
            vec![show_handle(out_device)]
        }
        "gc_device_find" => {
            let text = words.next().text();
            words.end();
            let out_device = Device::find(text)?;
            vec![show_handle(out_device)]
        }
        "gc_device_get_index" => {
            let device = words.next().handle::<Device>();
            words.end();
            let out_index = device.index()?;
            vec![show(out_index)]
        }
        "gc_device_get_kind" => {
            let device = words.next().handle::<Device>();
            words.end();
            let out_kind = device.kind()?;
            vec![show(out_kind.0)]
        }
        "gc_device_get_name" => {
            let device = words.next().handle::<Device>();
            words.end();
            let name = device.name()?;
            vec![show(name)]
        }
        "gc_device_get_pci_bus_id" => {
            let device = words.next().handle::<Device>();
            words.end();
            let bus_id = device.pci_bus_id()?;
            vec![show(bus_id)]
        }
        "gc_device_get_uuid" => {
            let device = words.next().handle::<Device>();
            words.end();
            let out_uuid = device.uuid()?;
            vec![show_hex(&out_uuid)]
        }
        "gc_device_get_compute_capability" => {
            let device = words.next().handle::<Device>();
            words.end();
            let (out_major, out_minor) = device.compute_capability()?;
            vec![
                show(out_major),
                show(out_minor),
            ]
        }
        "gc_device_get_total_memory" => {
            let device = words.next().handle::<Device>();
            words.end();
            let out_size = device.total_memory()?;
            vec![show(out_size)]
        }
        "gc_device_get_attribute" => {
            let device = words.next().handle::<Device>();
            let attribute = DeviceAttribute(words.next().code(DEVICE_ATTRIBUTE));
            words.end();
            let out_value = device.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_device_get_attributes" => {
            let device = words.next().handle::<Device>();
            words.end();
            let values = device.attributes()?;
            values.iter().map(|item| entry(&[show(item.attribute.0), show(item.value)])).collect()
        }
        "gc_device_attribute_name" => {
            let attribute = DeviceAttribute(words.next().code(DEVICE_ATTRIBUTE));
            words.end();
            let value = Device::attribute_name(attribute);
            vec![show(value)]
        }
        "gc_device_attribute_from_name" => {
            let name = words.next().text();
            words.end();
            let out_attribute = Device::attribute_from_name(name)?;
            vec![show(out_attribute.0)]
        }
        "gc_device_get_default" => {
            let fallback = words.next().integer();
            words.end();
            let out_device = Device::default(fallback)?;
            vec![show_handle(out_device)]
        }
        "gc_device_can_access_peer" => {
            let device = words.next().handle::<Device>();
            let peer = words.next().handle::<Device>();
            words.end();
            let out_can = device.can_access_peer(peer)?;
            vec![show(out_can as i32)]
        }
        "gc_context_get_default" => {
            words.end();
            let out_context = Context::default()?;
            vec![show_handle(out_context)]
        }
        "gc_context_get_primary" => {
            let device = words.next().handle::<Device>();
            let options = read_context_options(words);
            words.end();
            let out_context = Context::primary(device, options.as_ref())?;
            vec![show_handle(out_context)]
        }
        "gc_context_create" => {
            let device = words.next().handle::<Device>();
            let options = read_context_options(words);
            words.end();
            let out_context = Context::create(device, options.as_ref())?;
            vec![show_handle(out_context)]
        }
        "gc_context_wrap" => {
            let device = words.next().handle::<Device>();
            let native = words.next().integer();
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            let out_context = unsafe { Context::wrap(device, native)? };
            vec![show_handle(out_context)]
        }
        "gc_context_push" => {
            let context = words.next().handle::<Context>();
            words.end();
            context.push()?;
            vec![]
        }
        "gc_context_pop" => {
            let context = words.next().handle::<Context>();
            words.end();
            context.pop()?;
            vec![]
        }
        "gc_context_get_current" => {
            words.end();
            let out_context = Context::current()?;
            vec![show_handle(out_context)]
        }
        "gc_context_get_attribute" => {
            let context = words.next().handle::<Context>();
            let attribute = ContextAttribute(words.next().code(CONTEXT_ATTRIBUTE));
            words.end();
            let out_value = context.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_context_set_attribute" => {
            let context = words.next().handle::<Context>();
            let attribute = ContextAttribute(words.next().code(CONTEXT_ATTRIBUTE));
            let value = words.next().integer();
            words.end();
            context.set_attribute(attribute, value)?;
            vec![]
        }
        "gc_context_get_pointer_attribute" => {
            let context = words.next().handle::<Context>();
            let attribute = PointerAttribute(words.next().code(POINTER_ATTRIBUTE));
            let address = words.next().integer();
            words.end();
            let out_value = context.pointer_attribute(attribute, address)?;
            vec![show(out_value)]
        }
        "gc_context_enable_peer_access" => {
            let context = words.next().handle::<Context>();
            let peer = words.next().handle::<Context>();
            words.end();
            context.enable_peer_access(peer)?;
            vec![]
        }
        "gc_context_disable_peer_access" => {
            let context = words.next().handle::<Context>();
            let peer = words.next().handle::<Context>();
            words.end();
            context.disable_peer_access(peer)?;
            vec![]
        }
        "gc_context_get_device_reason" => {
            let context = words.next().handle::<Context>();
            words.end();
            let text = context.device_reason()?;
            vec![show(text)]
        }
        "gc_context_get_device" => {
            let context = words.next().handle::<Context>();
            words.end();
            let out_device = context.device()?;
            vec![show_handle(out_device)]
        }
        "gc_context_synchronize" => {
            let context = words.next().handle::<Context>();
            words.end();
            context.synchronize()?;
            vec![]
        }
        "gc_context_get_memory_info" => {
            let context = words.next().handle::<Context>();
            words.end();
            let (out_free, out_total) = context.memory_info()?;
            vec![
                show(out_free),
                show(out_total),
            ]
        }
        "gc_context_is_supported" => {
            let context = words.next().handle::<Context>();
            let feature = Feature(words.next().code(FEATURE));
            words.end();
            let out_supported = context.is_supported(feature)?;
            vec![show(out_supported as i32)]
        }
        "gc_context_release" => {
            words.next().release::<Context>();
            words.end();
            vec![]
        }
        "gc_stream_create" => {
            let context = words.next().handle::<Context>();
            let options = read_stream_options(words);
            words.end();
            let out_stream = Stream::create(context, options.as_ref())?;
            vec![show_handle(out_stream)]
        }
        "gc_context_get_default_stream" => {
            let context = words.next().handle::<Context>();
            words.end();
            let out_stream = context.default_stream()?;
            vec![show_handle(out_stream)]
        }
        "gc_context_get_stream_priority_range" => {
            let context = words.next().handle::<Context>();
            words.end();
            let (out_least, out_greatest) = context.stream_priority_range()?;
            vec![
                show(out_least),
                show(out_greatest),
            ]
        }
        "gc_stream_synchronize" => {
            let stream = words.next().handle::<Stream>();
            words.end();
            stream.synchronize()?;
            vec![]
        }
        "gc_stream_query" => {
            let stream = words.next().handle::<Stream>();
            words.end();
            let out_done = stream.query()?;
            vec![show(out_done as i32)]
        }
        "gc_stream_synchronize_for" => {
            let stream = words.next().handle::<Stream>();
            let timeout_nanoseconds = words.next().integer();
            words.end();
            let out_done = stream.synchronize_for(timeout_nanoseconds)?;
            vec![show(out_done as i32)]
        }
        "gc_stream_cancel" => {
            let stream = words.next().handle::<Stream>();
            words.end();
            stream.cancel()?;
            vec![]
        }
        "gc_stream_wait_event" => {
            let stream = words.next().handle::<Stream>();
            let event = words.next().handle::<Event>();
            words.end();
            stream.wait_event(event)?;
            vec![]
        }
        "gc_stream_wait_events" => {
            let stream = words.next().handle::<Stream>();
            let events: Vec<_> = words.items().into_iter().map(|word| word.handle::<Event>()).collect();
            words.end();
            stream.wait_events(&events)?;
            vec![]
        }
        "gc_stream_notify" => {
            let stream = words.next().handle::<Stream>();
            let completion = words.next().handle::<Completion>();
            let token = words.next().integer();
            words.end();
            stream.notify(completion, token)?;
            vec![]
        }
        "gc_stream_release" => {
            words.next().release::<Stream>();
            words.end();
            vec![]
        }
        "gc_stream_get_attribute" => {
            let stream = words.next().handle::<Stream>();
            let attribute = StreamAttribute(words.next().code(STREAM_ATTRIBUTE));
            words.end();
            let out_value = stream.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_stream_wrap" => {
            let context = words.next().handle::<Context>();
            let native = words.next().integer();
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            let out_stream = unsafe { Stream::wrap(context, native)? };
            vec![show_handle(out_stream)]
        }
        "gc_event_create" => {
            let context = words.next().handle::<Context>();
            let options = read_event_options(words);
            words.end();
            let out_event = Event::create(context, options.as_ref())?;
            vec![show_handle(out_event)]
        }
        "gc_event_record" => {
            let event = words.next().handle::<Event>();
            let stream = words.next().optional::<Stream>();
            words.end();
            event.record(stream)?;
            vec![]
        }
        "gc_event_synchronize" => {
            let event = words.next().handle::<Event>();
            words.end();
            event.synchronize()?;
            vec![]
        }
        "gc_event_synchronize_for" => {
            let events: Vec<_> = words.items().into_iter().map(|word| word.handle::<Event>()).collect();
            let timeout_nanoseconds = words.next().integer();
            words.end();
            let out_done = Event::synchronize_for(&events, timeout_nanoseconds)?;
            vec![show(out_done as i32)]
        }
        "gc_event_query" => {
            let event = words.next().handle::<Event>();
            words.end();
            let out_done = event.query()?;
            vec![show(out_done as i32)]
        }
        "gc_event_get_elapsed" => {
            let start = words.next().handle::<Event>();
            let end = words.next().handle::<Event>();
            words.end();
            let out_nanoseconds = start.elapsed(end)?;
            vec![show(out_nanoseconds)]
        }
        "gc_event_release" => {
            words.next().release::<Event>();
            words.end();
            vec![]
        }
        "gc_event_wrap" => {
            let context = words.next().handle::<Context>();
            let native = words.next().integer();
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            let out_event = unsafe { Event::wrap(context, native)? };
            vec![show_handle(out_event)]
        }
        "gc_event_get_ipc_handle" => {
            let event = words.next().handle::<Event>();
            words.end();
            let out_handle = event.ipc_handle()?;
            vec![show_hex(&out_handle)]
        }
        "gc_event_open_ipc" => {
            let context = words.next().handle::<Context>();
            let handle = words.next().bytes();
            words.end();
            let out_event = Event::open_ipc(context, handle)?;
            vec![show_handle(out_event)]
        }
        "gc_completion_create" => {
            words.end();
            let out_completion = Completion::create()?;
            vec![show_handle(out_completion)]
        }
        "gc_completion_wait" => {
            let completion = words.next().handle::<Completion>();
            let timeout_nanoseconds = words.next().integer();
            words.end();
            let (out_token, out_done) = completion.wait(timeout_nanoseconds)?;
            vec![
                show(out_token),
                show(out_done as i32),
            ]
        }
        "gc_completion_get_descriptor" => {
            let completion = words.next().handle::<Completion>();
            words.end();
            let out_descriptor = completion.descriptor()?;
            vec![show(out_descriptor)]
        }
        "gc_completion_release" => {
            words.next().release::<Completion>();
            words.end();
            vec![]
        }
        "gc_dtype_create" => {
            let entries: Vec<_> = words.items().into_iter().map(read_dtype_entry).collect();
            let size = words.next().integer();
            words.end();
            let out_dtype = Dtype::create(&entries, size)?;
            vec![show_handle(out_dtype)]
        }
        "gc_dtype_get_size" => {
            let dtype = words.next().handle::<Dtype>();
            words.end();
            let out_size = dtype.size()?;
            vec![show(out_size)]
        }
        "gc_dtype_get_alignment" => {
            let dtype = words.next().handle::<Dtype>();
            words.end();
            let out_alignment = dtype.alignment()?;
            vec![show(out_alignment)]
        }
        "gc_dtype_get_field_count" => {
            let dtype = words.next().handle::<Dtype>();
            words.end();
            let out_count = dtype.field_count()?;
            vec![show(out_count)]
        }
        "gc_dtype_get_field" => {
            let dtype = words.next().handle::<Dtype>();
            let index = words.next().integer();
            words.end();
            let out_field = dtype.field(index)?;
            vec![
                labelled("name", show(out_field.name)),
                labelled("offset", show(out_field.offset)),
                labelled("count", show(out_field.count)),
                labelled("size", show(out_field.size)),
                labelled("scalar_type", show(out_field.scalar_type.0)),
            ]
        }
        "gc_dtype_get_field_record" => {
            let dtype = words.next().handle::<Dtype>();
            let index = words.next().integer();
            words.end();
            let out_record = dtype.field_record(index)?;
            vec![show_handle(out_record)]
        }
        "gc_dtype_find_field" => {
            let dtype = words.next().handle::<Dtype>();
            let name = words.next().text();
            words.end();
            let out_index = dtype.find_field(name)?;
            vec![show(out_index)]
        }
        "gc_dtype_scalar_size" => {
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            words.end();
            let value = Dtype::scalar_size(scalar_type);
            vec![show(value)]
        }
        "gc_dtype_scalar_name" => {
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            words.end();
            let value = Dtype::scalar_name(scalar_type);
            vec![show(value)]
        }
        "gc_dtype_scalar_from_name" => {
            let name = words.next().text();
            words.end();
            let out_scalar_type = Dtype::scalar_from_name(name)?;
            vec![show(out_scalar_type.0)]
        }
        "gc_dtype_release" => {
            words.next().release::<Dtype>();
            words.end();
            vec![]
        }
        "gc_mem_alloc" => {
            let context = words.next().handle::<Context>();
            let size = words.next().integer();
            words.end();
            let out_mem = Mem::alloc(context, size)?;
            vec![show_handle(out_mem)]
        }
        "gc_mem_create" => {
            let context = words.next().handle::<Context>();
            let options = read_mem_options(words).unwrap_or_else(|| broken("`-` is no struct"));
            words.end();
            let out_mem = Mem::create(context, &options)?;
            vec![show_handle(out_mem)]
        }
        "gc_mem_create_sub_region" => {
            let mem = words.next().handle::<Mem>();
            let offset = words.next().integer();
            let size = words.next().integer();
            let flags = MemFlags(words.next().code(MEM_FLAGS));
            words.end();
            let out_mem = mem.sub_region(offset, size, flags)?;
            vec![show_handle(out_mem)]
        }
        "gc_mem_register" => {
            let context = words.next().handle::<Context>();
            let host_address = words.next().integer();
            let size = words.next().integer();
            let options = read_mem_register_options(words);
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            let out_mem = unsafe { Mem::register(context, host_address, size, options.as_ref())? };
            vec![show_handle(out_mem)]
        }
        "gc_mem_wrap" => {
            let context = words.next().handle::<Context>();
            let address = words.next().integer();
            let size = words.next().integer();
            let options = read_mem_wrap_options(words);
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            let out_mem = unsafe { Mem::wrap(context, address, size, options.as_ref())? };
            vec![show_handle(out_mem)]
        }
        "gc_mem_get_address" => {
            let mem = words.next().handle::<Mem>();
            words.end();
            let out_address = mem.address()?;
            vec![show(out_address)]
        }
        "gc_mem_get_host_address" => {
            let mem = words.next().handle::<Mem>();
            words.end();
            let out_address = mem.host_address()?;
            vec![show(out_address)]
        }
        "gc_mem_get_size" => {
            let mem = words.next().handle::<Mem>();
            words.end();
            let out_size = mem.size()?;
            vec![show(out_size)]
        }
        "gc_mem_get_attribute" => {
            let mem = words.next().handle::<Mem>();
            let attribute = MemAttribute(words.next().code(MEM_ATTRIBUTE));
            words.end();
            let out_value = mem.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_mem_get_parent" => {
            let mem = words.next().handle::<Mem>();
            words.end();
            let out_mem = mem.parent()?;
            vec![show_handle(out_mem)]
        }
        "gc_mem_use" => {
            let mem = words.next().handle::<Mem>();
            let stream = words.next().optional::<Stream>();
            words.end();
            mem.use_on(stream)?;
            vec![]
        }
        "gc_mem_wait" => {
            let mem = words.next().handle::<Mem>();
            let timeout_nanoseconds = words.next().integer();
            words.end();
            let out_done = mem.wait(timeout_nanoseconds)?;
            vec![show(out_done as i32)]
        }
        "gc_mem_attach" => {
            let mem = words.next().handle::<Mem>();
            let attach = MemAttachMode(words.next().code(MEM_ATTACH_MODE));
            let stream = words.next().optional::<Stream>();
            words.end();
            mem.attach(attach, stream)?;
            vec![]
        }
        "gc_mem_advise" => {
            let mem = words.next().handle::<Mem>();
            let offset = words.next().integer();
            let size = words.next().integer();
            let advice = MemAdvice(words.next().code(MEM_ADVICE));
            let device = words.next().optional::<Device>();
            words.end();
            mem.advise(offset, size, advice, device)?;
            vec![]
        }
        "gc_mem_prefetch" => {
            let mem = words.next().handle::<Mem>();
            let offset = words.next().integer();
            let size = words.next().integer();
            let device = words.next().optional::<Device>();
            let flags = MemPrefetchFlags(words.next().code(MEM_PREFETCH_FLAGS));
            let stream = words.next().optional::<Stream>();
            words.end();
            mem.prefetch(offset, size, device, flags, stream)?;
            vec![]
        }
        "gc_mem_get_ipc_handle" => {
            let mem = words.next().handle::<Mem>();
            words.end();
            let (out_handle, out_offset) = mem.ipc_handle()?;
            vec![
                show_hex(&out_handle),
                show(out_offset),
            ]
        }
        "gc_mem_open_ipc" => {
            let context = words.next().handle::<Context>();
            let handle = words.next().bytes();
            let offset = words.next().integer();
            let size = words.next().integer();
            let options = read_mem_ipc_options(words);
            words.end();
            let out_mem = Mem::open_ipc(context, handle, offset, size, options.as_ref())?;
            vec![show_handle(out_mem)]
        }
        "gc_mem_free" => {
            let mem = words.next().take::<Mem>();
            words.end();
            mem.free()?;
            vec![]
        }
        "gc_mem_release" => {
            words.next().release::<Mem>();
            words.end();
            vec![]
        }
        "gc_memcpy" => {
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let size = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            dst.memcpy(dst_offset, src, src_offset, size, stream)?;
            vec![]
        }
        "gc_memcpy_htod" => {
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().bytes();
            let stream = words.next().optional::<Stream>();
            words.end();
            dst.memcpy_htod(dst_offset, src, stream)?;
            vec![]
        }
        "gc_memcpy_dtoh" => {
            let mut dst = words.next().buffer();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            src.memcpy_dtoh(&mut dst.bytes, src_offset, stream)?;
            dst.show()
        }
        "gc_memcpy_rect" => {
            let rect = read_rect_copy(words).unwrap_or_else(|| broken("`-` is no struct"));
            let stream = words.next().optional::<Stream>();
            words.end();
            Mem::memcpy_rect(&rect, stream)?;
            vec![]
        }
        "gc_memset" => {
            let mem = words.next().handle::<Mem>();
            let offset = words.next().integer();
            let value = words.next().bytes();
            let count = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            mem.memset(offset, value, count, stream)?;
            vec![]
        }
        "gc_memset_rect" => {
            let rect = read_rect_fill(words).unwrap_or_else(|| broken("`-` is no struct"));
            let stream = words.next().optional::<Stream>();
            words.end();
            Mem::memset_rect(&rect, stream)?;
            vec![]
        }
        "gc_mem_map" => {
            let mem = words.next().handle::<Mem>();
            let offset = words.next().integer();
            let size = words.next().integer();
            let flags = MapFlags(words.next().code(MAP_FLAGS));
            let stream = words.next().optional::<Stream>();
            words.end();
            let out_mapping = mem.map(offset, size, flags, stream)?;
            vec![show_handle(out_mapping)]
        }
        "gc_mapping_get_address" => {
            let mapping = words.next().handle::<Mapping>();
            words.end();
            let out_address = mapping.address()?;
            vec![show(out_address)]
        }
        "gc_mapping_get_attribute" => {
            let mapping = words.next().handle::<Mapping>();
            let attribute = MappingAttribute(words.next().code(MAPPING_ATTRIBUTE));
            words.end();
            let out_value = mapping.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_mapping_get_event" => {
            let mapping = words.next().handle::<Mapping>();
            words.end();
            let out_event = mapping.event()?;
            vec![show_handle(out_event)]
        }
        "gc_mapping_unmap" => {
            let mapping = words.next().take::<Mapping>();
            let stream = words.next().optional::<Stream>();
            words.end();
            mapping.unmap(stream)?;
            vec![]
        }
        "gc_mapping_release" => {
            words.next().release::<Mapping>();
            words.end();
            vec![]
        }
        "gc_pipe_create" => {
            let context = words.next().handle::<Context>();
            let packet_size = words.next().integer();
            let max_packets = words.next().integer();
            words.end();
            let out_pipe = Pipe::create(context, packet_size, max_packets)?;
            vec![show_handle(out_pipe)]
        }
        "gc_pipe_get_attribute" => {
            let pipe = words.next().handle::<Pipe>();
            let attribute = PipeAttribute(words.next().code(PIPE_ATTRIBUTE));
            words.end();
            let out_value = pipe.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_pipe_release" => {
            words.next().release::<Pipe>();
            words.end();
            vec![]
        }
        "gc_array_create" => {
            let context = words.next().handle::<Context>();
            let options = read_array_options(words).unwrap_or_else(|| broken("`-` is no struct"));
            words.end();
            let out_array = Array::create(context, &options)?;
            vec![show_handle(out_array)]
        }
        "gc_array_wrap" => {
            let context = words.next().handle::<Context>();
            let native = words.next().integer();
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            let out_array = unsafe { Array::wrap(context, native)? };
            vec![show_handle(out_array)]
        }
        "gc_array_find_format" => {
            let order = ChannelOrder(words.next().code(CHANNEL_ORDER));
            let channel_type = ChannelType(words.next().code(CHANNEL_TYPE));
            words.end();
            let out_info = Array::find_format(order, channel_type)?;
            vec![
                labelled("format", show(out_info.format.0)),
                labelled("channels", show(out_info.channels)),
                labelled("channel_size", show(out_info.channel_size)),
                labelled("element_size", show(out_info.element_size)),
                labelled("order_name", show(out_info.order_name)),
                labelled("type_name", show(out_info.type_name)),
            ]
        }
        "gc_array_channel_count" => {
            let channels = words.next().integer();
            words.end();
            let value = Array::channel_count(channels);
            vec![show(value)]
        }
        "gc_array_get_image_formats" => {
            let context = words.next().handle::<Context>();
            let flags = ArrayFlags(words.next().code(ARRAY_FLAGS));
            let dimensions = words.next().integer();
            words.end();
            let formats = Array::image_formats(context, flags, dimensions)?;
            formats.iter().map(|item| entry(&[show(item.order.0), show(item.channel_type.0)])).collect()
        }
        "gc_array_get_attribute" => {
            let array = words.next().handle::<Array>();
            let attribute = ArrayAttribute(words.next().code(ARRAY_ATTRIBUTE));
            words.end();
            let out_value = array.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_array_get_level" => {
            let array = words.next().handle::<Array>();
            let level = words.next().integer();
            words.end();
            let out_array = array.level(level)?;
            vec![show_handle(out_array)]
        }
        "gc_array_map" => {
            let array = words.next().handle::<Array>();
            let region = read_array_region(words);
            let flags = MapFlags(words.next().code(MAP_FLAGS));
            let stream = words.next().optional::<Stream>();
            words.end();
            let out_mapping = array.map(region.as_ref(), flags, stream)?;
            vec![show_handle(out_mapping)]
        }
        "gc_array_release" => {
            words.next().release::<Array>();
            words.end();
            vec![]
        }
        "gc_texture_create" => {
            let context = words.next().handle::<Context>();
            let options = read_texture_options(words).unwrap_or_else(|| broken("`-` is no struct"));
            words.end();
            let out_texture = Texture::create(context, &options)?;
            vec![show_handle(out_texture)]
        }
        "gc_texture_get_attribute" => {
            let texture = words.next().handle::<Texture>();
            let attribute = TextureAttribute(words.next().code(TEXTURE_ATTRIBUTE));
            words.end();
            let out_value = texture.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_texture_get_array" => {
            let texture = words.next().handle::<Texture>();
            words.end();
            let out_array = texture.array()?;
            vec![show_handle(out_array)]
        }
        "gc_texture_release" => {
            words.next().release::<Texture>();
            words.end();
            vec![]
        }
        "gc_surface_create" => {
            let array = words.next().handle::<Array>();
            words.end();
            let out_surface = Surface::create(array)?;
            vec![show_handle(out_surface)]
        }
        "gc_surface_get_array" => {
            let surface = words.next().handle::<Surface>();
            words.end();
            let out_array = surface.array()?;
            vec![show_handle(out_array)]
        }
        "gc_surface_release" => {
            words.next().release::<Surface>();
            words.end();
            vec![]
        }
        "gc_sampler_create" => {
            let context = words.next().handle::<Context>();
            let options = read_sampler_options(words);
            words.end();
            let out_sampler = Sampler::create(context, options.as_ref())?;
            vec![show_handle(out_sampler)]
        }
        "gc_sampler_get_attribute" => {
            let sampler = words.next().handle::<Sampler>();
            let attribute = SamplerAttribute(words.next().code(SAMPLER_ATTRIBUTE));
            words.end();
            let out_value = sampler.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_sampler_release" => {
            words.next().release::<Sampler>();
            words.end();
            vec![]
        }
        "gc_module_from_source" => {
            let context = words.next().handle::<Context>();
            let source = words.next().text();
            let options = read_compile_options(words);
            words.end();
            let out_module = Module::from_source(context, source, options.as_ref())?;
            vec![show_handle(out_module)]
        }
        "gc_module_from_buffer" => {
            let context = words.next().handle::<Context>();
            let image = words.next().bytes();
            let options = read_module_options(words);
            words.end();
            let out_module = Module::from_buffer(context, image, options.as_ref())?;
            vec![show_handle(out_module)]
        }
        "gc_module_from_file" => {
            let context = words.next().handle::<Context>();
            let path = words.next().text();
            let options = read_compile_options(words);
            words.end();
            let out_module = Module::from_file(context, path, options.as_ref())?;
            vec![show_handle(out_module)]
        }
        "gc_module_get_kernel" => {
            let module = words.next().handle::<Module>();
            let name = words.next().text();
            words.end();
            let out_kernel = module.kernel(name)?;
            vec![show_handle(out_kernel)]
        }
        "gc_module_get_kernel_count" => {
            let module = words.next().handle::<Module>();
            words.end();
            let out_count = module.kernel_count()?;
            vec![show(out_count)]
        }
        "gc_module_get_kernel_name" => {
            let module = words.next().handle::<Module>();
            let index = words.next().integer();
            words.end();
            let name = module.kernel_name(index)?;
            vec![show(name)]
        }
        "gc_module_get_global" => {
            let module = words.next().handle::<Module>();
            let name = words.next().text();
            words.end();
            let out_mem = module.global(name)?;
            vec![show_handle(out_mem)]
        }
        "gc_module_bind_texture" => {
            let module = words.next().handle::<Module>();
            let name = words.next().text();
            let texture = words.next().optional::<Texture>();
            let stream = words.next().optional::<Stream>();
            words.end();
            module.bind_texture(name, texture, stream)?;
            vec![]
        }
        "gc_module_bind_surface" => {
            let module = words.next().handle::<Module>();
            let name = words.next().text();
            let surface = words.next().optional::<Surface>();
            let stream = words.next().optional::<Stream>();
            words.end();
            module.bind_surface(name, surface, stream)?;
            vec![]
        }
        "gc_module_get_texture" => {
            let module = words.next().handle::<Module>();
            let name = words.next().text();
            words.end();
            let out_texture = module.texture(name)?;
            vec![show_handle(out_texture)]
        }
        "gc_module_get_surface" => {
            let module = words.next().handle::<Module>();
            let name = words.next().text();
            words.end();
            let out_surface = module.surface(name)?;
            vec![show_handle(out_surface)]
        }
        "gc_module_get_log" => {
            let module = words.next().handle::<Module>();
            words.end();
            let log = module.log()?;
            vec![show(log)]
        }
        "gc_module_get_attribute" => {
            let module = words.next().handle::<Module>();
            let attribute = ModuleAttribute(words.next().code(MODULE_ATTRIBUTE));
            words.end();
            let out_value = module.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_module_is_cached" => {
            let module = words.next().handle::<Module>();
            words.end();
            let out_cached = module.is_cached()?;
            vec![show(out_cached as i32)]
        }
        "gc_module_release" => {
            words.next().release::<Module>();
            words.end();
            vec![]
        }
        "gc_program_compile" => {
            let device = words.next().optional::<Device>();
            let source = words.next().text();
            let options = read_compile_options(words);
            words.end();
            let out_program = Program::compile(device, source, options.as_ref())?;
            vec![show_handle(out_program)]
        }
        "gc_program_get_log" => {
            let program = words.next().handle::<Program>();
            words.end();
            let log = program.log()?;
            vec![show(log)]
        }
        "gc_program_get_symbol" => {
            let program = words.next().handle::<Program>();
            let name = words.next().text();
            words.end();
            let symbol = program.symbol(name)?;
            vec![show(symbol)]
        }
        "gc_module_from_program" => {
            let context = words.next().handle::<Context>();
            let program = words.next().handle::<Program>();
            let options = read_module_options(words);
            words.end();
            let out_module = Module::from_program(context, program, options.as_ref())?;
            vec![show_handle(out_module)]
        }
        "gc_program_get_default_options" => {
            words.end();
            let options = Program::default_options()?;
            vec![show(options)]
        }
        "gc_program_release" => {
            words.next().release::<Program>();
            words.end();
            vec![]
        }
        "gc_kernel_get_name" => {
            let kernel = words.next().handle::<Kernel>();
            words.end();
            let name = kernel.name()?;
            vec![show(name)]
        }
        "gc_kernel_get_attribute" => {
            let kernel = words.next().handle::<Kernel>();
            let attribute = KernelAttribute(words.next().code(KERNEL_ATTRIBUTE));
            words.end();
            let out_value = kernel.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_kernel_set_attribute" => {
            let kernel = words.next().handle::<Kernel>();
            let attribute = KernelAttribute(words.next().code(KERNEL_ATTRIBUTE));
            let value = words.next().integer();
            words.end();
            kernel.set_attribute(attribute, value)?;
            vec![]
        }
        "gc_kernel_get_occupancy" => {
            let kernel = words.next().handle::<Kernel>();
            let block_size = words.next().integer();
            let shared_size = words.next().integer();
            let flags = OccupancyFlags(words.next().code(OCCUPANCY_FLAGS));
            words.end();
            let out_block_count = kernel.occupancy(block_size, shared_size, flags)?;
            vec![show(out_block_count)]
        }
        "gc_kernel_suggest_block" => {
            let kernel = words.next().handle::<Kernel>();
            let shared_size = words.next().integer();
            let max_block_size = words.next().integer();
            words.end();
            let (out_block_size, out_grid_size) = kernel.suggest_block(shared_size, max_block_size)?;
            vec![
                show(out_block_size),
                show(out_grid_size),
            ]
        }
        "gc_kernel_get_param_count" => {
            let kernel = words.next().handle::<Kernel>();
            words.end();
            let out_count = kernel.param_count()?;
            vec![show(out_count)]
        }
        "gc_kernel_get_param" => {
            let kernel = words.next().handle::<Kernel>();
            let index = words.next().integer();
            words.end();
            let out_param = kernel.param(index)?;
            vec![
                labelled("offset", show(out_param.offset)),
                labelled("size", show(out_param.size)),
                labelled("value_type", show(out_param.value_type.0)),
                labelled("type_name", show(out_param.type_name)),
                labelled("name", show(out_param.name)),
            ]
        }
        "gc_kernel_release" => {
            words.next().release::<Kernel>();
            words.end();
            vec![]
        }
        "gc_launch" => {
            let kernel = words.next().handle::<Kernel>();
            let config = read_launch_config(words).unwrap_or_else(|| broken("`-` is no struct"));
            let args: Vec<_> = words.items().into_iter().map(read_arg).collect();
            let stream = words.next().optional::<Stream>();
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            unsafe { kernel.launch(&config, &args, stream)? };
            vec![]
        }
        "gc_prepared_create" => {
            let kernel = words.next().handle::<Kernel>();
            let config = read_launch_config(words).unwrap_or_else(|| broken("`-` is no struct"));
            let args: Vec<_> = words.items().into_iter().map(read_arg).collect();
            words.end();
            let out_prepared = Prepared::create(kernel, &config, &args)?;
            vec![show_handle(out_prepared)]
        }
        "gc_prepared_set_arg" => {
            let prepared = words.next().handle::<Prepared>();
            let index = words.next().integer();
            let arg = read_arg(words.next());
            let bytes = words.next().optional_bytes();
            words.end();
            prepared.set_arg(index, &arg, bytes)?;
            vec![]
        }
        "gc_prepared_set_config" => {
            let prepared = words.next().handle::<Prepared>();
            let config = read_launch_config(words).unwrap_or_else(|| broken("`-` is no struct"));
            words.end();
            prepared.set_config(&config)?;
            vec![]
        }
        "gc_prepared_launch" => {
            let prepared = words.next().handle::<Prepared>();
            let config = read_launch_config(words);
            let args: Vec<_> = words.items().into_iter().map(read_arg).collect();
            let stream = words.next().optional::<Stream>();
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            unsafe { prepared.launch_with(config.as_ref(), &args, stream)? };
            vec![]
        }
        "gc_prepared_release" => {
            words.next().release::<Prepared>();
            words.end();
            vec![]
        }
        "gc_launch_staged" => {
            let kernel = words.next().handle::<Kernel>();
            let config = read_launch_config(words).unwrap_or_else(|| broken("`-` is no struct"));
            let args: Vec<_> = words.items().into_iter().map(read_arg).collect();
            let host_args: Vec<_> = words.items().into_iter().map(read_host_arg).collect();
            let stream = words.next().optional::<Stream>();
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            unsafe { kernel.launch_staged(&config, &args, &host_args, stream)? };
            vec![]
        }
        "gc_stream_begin_capture" => {
            let stream = words.next().handle::<Stream>();
            let mode = CaptureMode(words.next().code(CAPTURE_MODE));
            words.end();
            stream.begin_capture(mode)?;
            vec![]
        }
        "gc_stream_end_capture" => {
            let stream = words.next().handle::<Stream>();
            words.end();
            let out_graph = stream.end_capture()?;
            vec![show_handle(out_graph)]
        }
        "gc_graph_launch" => {
            let graph = words.next().handle::<Graph>();
            let stream = words.next().optional::<Stream>();
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            unsafe { graph.launch(stream)? };
            vec![]
        }
        "gc_graph_get_node_count" => {
            let graph = words.next().handle::<Graph>();
            words.end();
            let out_count = graph.node_count()?;
            vec![show(out_count)]
        }
        "gc_graph_get_node_kind" => {
            let graph = words.next().handle::<Graph>();
            let node = words.next().integer();
            words.end();
            let out_kind = graph.node_kind(node)?;
            vec![show(out_kind.0)]
        }
        "gc_graph_get_node_kernel" => {
            let graph = words.next().handle::<Graph>();
            let node = words.next().integer();
            words.end();
            let out_kernel = graph.node_kernel(node)?;
            vec![show_handle(out_kernel)]
        }
        "gc_graph_set_arg" => {
            let graph = words.next().handle::<Graph>();
            let node = words.next().integer();
            let index = words.next().integer();
            let arg = read_arg(words.next());
            let bytes = words.next().optional_bytes();
            words.end();
            graph.set_arg(node, index, &arg, bytes)?;
            vec![]
        }
        "gc_graph_get_text" => {
            let graph = words.next().handle::<Graph>();
            words.end();
            let text = graph.text()?;
            vec![show(text)]
        }
        "gc_graph_release" => {
            words.next().release::<Graph>();
            words.end();
            vec![]
        }
        "gc_pool_create" => {
            let context = words.next().handle::<Context>();
            let options = read_pool_options(words);
            words.end();
            let out_pool = Pool::create(context, options.as_ref())?;
            vec![show_handle(out_pool)]
        }
        "gc_pool_alloc" => {
            let pool = words.next().handle::<Pool>();
            let size = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            let out_mem = pool.alloc(size, stream)?;
            vec![show_handle(out_mem)]
        }
        "gc_pool_get_statistics" => {
            let pool = words.next().handle::<Pool>();
            words.end();
            let out_statistics = pool.statistics()?;
            vec![
                labelled("held_blocks", show(out_statistics.held_blocks)),
                labelled("held_bytes", show(out_statistics.held_bytes)),
                labelled("active_blocks", show(out_statistics.active_blocks)),
                labelled("active_bytes", show(out_statistics.active_bytes)),
                labelled("peak_bytes", show(out_statistics.peak_bytes)),
                labelled("limit", show(out_statistics.limit)),
            ]
        }
        "gc_pool_free_held" => {
            let pool = words.next().handle::<Pool>();
            words.end();
            pool.free_held()?;
            vec![]
        }
        "gc_pool_stop_holding" => {
            let pool = words.next().handle::<Pool>();
            words.end();
            pool.stop_holding()?;
            vec![]
        }
        "gc_pool_set_limit" => {
            let pool = words.next().handle::<Pool>();
            let limit = words.next().integer();
            words.end();
            pool.set_limit(limit)?;
            vec![]
        }
        "gc_pool_release" => {
            words.next().release::<Pool>();
            words.end();
            vec![]
        }
        "gc_ndarray_create" => {
            let context = words.next().handle::<Context>();
            let options = read_ndarray_options(words).unwrap_or_else(|| broken("`-` is no struct"));
            words.end();
            let out_ndarray = Ndarray::create(context, &options)?;
            vec![show_handle(out_ndarray)]
        }
        "gc_ndarray_from_host" => {
            let context = words.next().handle::<Context>();
            let data = words.next().bytes();
            let options = read_ndarray_options(words).unwrap_or_else(|| broken("`-` is no struct"));
            words.end();
            let out_ndarray = Ndarray::from_host(context, data, &options)?;
            vec![show_handle(out_ndarray)]
        }
        "gc_ndarray_from_mem" => {
            let mem = words.next().handle::<Mem>();
            let offset = words.next().integer();
            let options = read_ndarray_options(words).unwrap_or_else(|| broken("`-` is no struct"));
            words.end();
            let out_ndarray = Ndarray::from_mem(mem, offset, &options)?;
            vec![show_handle(out_ndarray)]
        }
        "gc_ndarray_get_mem" => {
            let ndarray = words.next().handle::<Ndarray>();
            words.end();
            let out_mem = ndarray.mem()?;
            vec![show_handle(out_mem)]
        }
        "gc_ndarray_get_record" => {
            let ndarray = words.next().handle::<Ndarray>();
            words.end();
            let out_dtype = ndarray.record()?;
            vec![show_handle(out_dtype)]
        }
        "gc_ndarray_get_attribute" => {
            let ndarray = words.next().handle::<Ndarray>();
            let attribute = NdarrayAttribute(words.next().code(NDARRAY_ATTRIBUTE));
            words.end();
            let out_value = ndarray.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_ndarray_slice" => {
            let ndarray = words.next().handle::<Ndarray>();
            let slices: Vec<_> = words.items().into_iter().map(read_axis_slice).collect();
            words.end();
            let out_ndarray = ndarray.slice(&slices)?;
            vec![show_handle(out_ndarray)]
        }
        "gc_ndarray_reshape" => {
            let ndarray = words.next().handle::<Ndarray>();
            let shape: Vec<_> = words.items().into_iter().map(|word| word.integer()).collect();
            let flags = NdarrayFlags(words.next().code(NDARRAY_FLAGS));
            words.end();
            let out_ndarray = ndarray.reshape(&shape, flags)?;
            vec![show_handle(out_ndarray)]
        }
        "gc_ndarray_transpose" => {
            let ndarray = words.next().handle::<Ndarray>();
            let axes: Vec<_> = words.items().into_iter().map(|word| word.integer()).collect();
            words.end();
            let out_ndarray = ndarray.transpose(&axes)?;
            vec![show_handle(out_ndarray)]
        }
        "gc_ndarray_view" => {
            let ndarray = words.next().handle::<Ndarray>();
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            let record = words.next().optional::<Dtype>();
            words.end();
            let out_ndarray = ndarray.view(scalar_type, record)?;
            vec![show_handle(out_ndarray)]
        }
        "gc_ndarray_get_field" => {
            let ndarray = words.next().handle::<Ndarray>();
            let name = words.next().text();
            words.end();
            let out_ndarray = ndarray.field(name)?;
            vec![show_handle(out_ndarray)]
        }
        "gc_ndarray_copy" => {
            let dst = words.next().handle::<Ndarray>();
            let src = words.next().handle::<Ndarray>();
            let stream = words.next().optional::<Stream>();
            words.end();
            dst.copy(src, stream)?;
            vec![]
        }
        "gc_ndarray_copy_from_host" => {
            let ndarray = words.next().handle::<Ndarray>();
            let data = words.next().bytes();
            let layout = read_ndarray_layout(words);
            let stream = words.next().optional::<Stream>();
            words.end();
            ndarray.copy_from_host(data, layout.as_ref(), stream)?;
            vec![]
        }
        "gc_ndarray_copy_to_host" => {
            let ndarray = words.next().handle::<Ndarray>();
            let mut data = words.next().buffer();
            let layout = read_ndarray_layout(words);
            let stream = words.next().optional::<Stream>();
            words.end();
            ndarray.copy_to_host(&mut data.bytes, layout.as_ref(), stream)?;
            data.show()
        }
        "gc_ndarray_fill" => {
            let ndarray = words.next().handle::<Ndarray>();
            let value = words.next().bytes();
            let stream = words.next().optional::<Stream>();
            words.end();
            ndarray.fill(value, stream)?;
            vec![]
        }
        "gc_ndarray_reduce" => {
            let ndarray = words.next().handle::<Ndarray>();
            let src = words.next().handle::<Ndarray>();
            let reduction = Reduction(words.next().code(REDUCTION));
            let axes: Vec<_> = words.items().into_iter().map(|word| word.integer()).collect();
            let stream = words.next().optional::<Stream>();
            words.end();
            ndarray.reduce(src, reduction, &axes, stream)?;
            vec![]
        }
        "gc_array_from_ndarray" => {
            let ndarray = words.next().handle::<Ndarray>();
            let array_flags = ArrayFlags(words.next().code(ARRAY_FLAGS));
            let from_flags = ArrayFromFlags(words.next().code(ARRAY_FROM_FLAGS));
            let stream = words.next().optional::<Stream>();
            words.end();
            let out_array = Array::from_ndarray(ndarray, array_flags, from_flags, stream)?;
            vec![show_handle(out_array)]
        }
        "gc_array_from_host" => {
            let context = words.next().handle::<Context>();
            let data = words.next().bytes();
            let options = read_ndarray_options(words).unwrap_or_else(|| broken("`-` is no struct"));
            let array_flags = ArrayFlags(words.next().code(ARRAY_FLAGS));
            let from_flags = ArrayFromFlags(words.next().code(ARRAY_FROM_FLAGS));
            words.end();
            let out_array = Array::from_host(context, data, &options, array_flags, from_flags)?;
            vec![show_handle(out_array)]
        }
        "gc_ndarray_release" => {
            words.next().release::<Ndarray>();
            words.end();
            vec![]
        }
        "gc_ndarray_to_dlpack" => {
            let ndarray = words.next().handle::<Ndarray>();
            let flags = DlpackFlags(words.next().code(DLPACK_FLAGS));
            let stream = words.next().optional::<Stream>();
            words.end();
            let out_tensor = ndarray.to_dlpack(flags, stream)?;
            vec![show(out_tensor)]
        }
        "gc_ndarray_from_dlpack" => {
            let context = words.next().handle::<Context>();
            let tensor = words.next().integer();
            let flags = DlpackFlags(words.next().code(DLPACK_FLAGS));
            let stream = words.next().optional::<Stream>();
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            let out_ndarray = unsafe { Ndarray::from_dlpack(context, tensor, flags, stream)? };
            vec![show_handle(out_ndarray)]
        }
        "gc_context_get_comm_engine" => {
            let context = words.next().handle::<Context>();
            words.end();
            let text = context.comm_engine()?;
            vec![show(text)]
        }
        "gc_comm_create_id" => {
            let context = words.next().handle::<Context>();
            words.end();
            let out_id = Comm::create_id(context)?;
            vec![show_hex(&out_id)]
        }
        "gc_comm_create" => {
            let context = words.next().handle::<Context>();
            let id = words.next().optional_bytes();
            let rank = words.next().integer();
            let count = words.next().integer();
            let options = read_comm_options(words);
            words.end();
            let out_comm = Comm::create(context, id, rank, count, options.as_ref())?;
            vec![show_handle(out_comm)]
        }
        "gc_comm_create_many" => {
            let contexts: Vec<_> = words.items().into_iter().map(|word| word.handle::<Context>()).collect();
            let ranks: Vec<_> = words.items().into_iter().map(|word| word.integer()).collect();
            let id = words.next().optional_bytes();
            let count = words.next().integer();
            let options = read_comm_options(words);
            words.end();
            let out_comms = Comm::create_many(&contexts, &ranks, id, count, options.as_ref())?;
            out_comms.into_iter().map(show_handle).collect()
        }
        "gc_comm_from_environment" => {
            let context = words.next().optional::<Context>();
            let options = read_comm_options(words);
            words.end();
            let out_comm = Comm::from_environment(context, options.as_ref())?;
            vec![show_handle(out_comm)]
        }
        "gc_comm_split" => {
            let comm = words.next().handle::<Comm>();
            let color = words.next().integer();
            let key = words.next().integer();
            let options = read_comm_options(words);
            words.end();
            let out_comm = comm.split(color, key, options.as_ref())?;
            vec![out_comm.map_or_else(|| show("none"), show_handle)]
        }
        "gc_comm_get_attribute" => {
            let comm = words.next().handle::<Comm>();
            let attribute = CommAttribute(words.next().code(COMM_ATTRIBUTE));
            words.end();
            let out_value = comm.attribute(attribute)?;
            vec![show(out_value)]
        }
        "gc_comm_query" => {
            let comm = words.next().handle::<Comm>();
            words.end();
            let out_done = comm.query()?;
            vec![show(out_done as i32)]
        }
        "gc_comm_all_reduce" => {
            let comm = words.next().handle::<Comm>();
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let count = words.next().integer();
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            let reduction = CommReduction(words.next().code(COMM_REDUCTION));
            let stream = words.next().optional::<Stream>();
            words.end();
            comm.all_reduce(dst, dst_offset, src, src_offset, count, scalar_type, reduction, stream)?;
            vec![]
        }
        "gc_comm_reduce" => {
            let comm = words.next().handle::<Comm>();
            let dst = words.next().optional::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let count = words.next().integer();
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            let reduction = CommReduction(words.next().code(COMM_REDUCTION));
            let root = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            comm.reduce(dst, dst_offset, src, src_offset, count, scalar_type, reduction, root, stream)?;
            vec![]
        }
        "gc_comm_broadcast" => {
            let comm = words.next().handle::<Comm>();
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().optional::<Mem>();
            let src_offset = words.next().integer();
            let count = words.next().integer();
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            let root = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            comm.broadcast(dst, dst_offset, src, src_offset, count, scalar_type, root, stream)?;
            vec![]
        }
        "gc_comm_all_gather" => {
            let comm = words.next().handle::<Comm>();
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let count = words.next().integer();
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            let stream = words.next().optional::<Stream>();
            words.end();
            comm.all_gather(dst, dst_offset, src, src_offset, count, scalar_type, stream)?;
            vec![]
        }
        "gc_comm_reduce_scatter" => {
            let comm = words.next().handle::<Comm>();
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let count = words.next().integer();
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            let reduction = CommReduction(words.next().code(COMM_REDUCTION));
            let stream = words.next().optional::<Stream>();
            words.end();
            comm.reduce_scatter(dst, dst_offset, src, src_offset, count, scalar_type, reduction, stream)?;
            vec![]
        }
        "gc_comm_all_to_all" => {
            let comm = words.next().handle::<Comm>();
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let count = words.next().integer();
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            let stream = words.next().optional::<Stream>();
            words.end();
            comm.all_to_all(dst, dst_offset, src, src_offset, count, scalar_type, stream)?;
            vec![]
        }
        "gc_comm_gather" => {
            let comm = words.next().handle::<Comm>();
            let dst = words.next().optional::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let count = words.next().integer();
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            let root = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            comm.gather(dst, dst_offset, src, src_offset, count, scalar_type, root, stream)?;
            vec![]
        }
        "gc_comm_scatter" => {
            let comm = words.next().handle::<Comm>();
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().optional::<Mem>();
            let src_offset = words.next().integer();
            let count = words.next().integer();
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            let root = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            comm.scatter(dst, dst_offset, src, src_offset, count, scalar_type, root, stream)?;
            vec![]
        }
        "gc_comm_send" => {
            let comm = words.next().handle::<Comm>();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let count = words.next().integer();
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            let peer = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            comm.send(src, src_offset, count, scalar_type, peer, stream)?;
            vec![]
        }
        "gc_comm_recv" => {
            let comm = words.next().handle::<Comm>();
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let count = words.next().integer();
            let scalar_type = ScalarType(words.next().code(SCALAR_TYPE));
            let peer = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            comm.recv(dst, dst_offset, count, scalar_type, peer, stream)?;
            vec![]
        }
        "gc_comm_barrier" => {
            let comm = words.next().handle::<Comm>();
            let stream = words.next().optional::<Stream>();
            words.end();
            comm.barrier(stream)?;
            vec![]
        }
        "gc_comm_launch_group" => {
            let ops: Vec<_> = words.items().into_iter().map(read_comm_op).collect();
            words.end();
            Comm::launch_group(&ops)?;
            vec![]
        }
        "gc_comm_finalize" => {
            let comm = words.next().handle::<Comm>();
            let timeout_nanoseconds = words.next().integer();
            words.end();
            let out_done = comm.finalize(timeout_nanoseconds)?;
            vec![show(out_done as i32)]
        }
        "gc_comm_abort" => {
            let comms: Vec<_> = words.items().into_iter().map(|word| word.handle::<Comm>()).collect();
            words.end();
            Comm::abort(&comms)?;
            vec![]
        }
        "gc_comm_release" => {
            words.next().release::<Comm>();
            words.end();
            vec![]
        }
        "gc_cache_get_statistics" => {
            words.end();
            let out_statistics = cache_statistics()?;
            vec![
                labelled("hits", show(out_statistics.hits)),
                labelled("misses", show(out_statistics.misses)),
                labelled("errors", show(out_statistics.errors)),
                labelled("enabled", show(out_statistics.enabled as i32)),
            ]
        }
        "gc_cache_get_directory" => {
            words.end();
            let path = cache_directory()?;
            vec![show(path)]
        }
        "gc_cache_get_disabled_reason" => {
            words.end();
            let reason = cache_disabled_reason()?;
            vec![show(reason)]
        }
        "gc_cache_clear" => {
            words.end();
            cache_clear()?;
            vec![]
        }
        "gc_profiler_initialize" => {
            let context = words.next().handle::<Context>();
            let options = read_profiler_options(words).unwrap_or_else(|| broken("`-` is no struct"));
            words.end();
            context.initialize_profiler(&options)?;
            vec![]
        }
        "gc_profiler_start" => {
            let context = words.next().handle::<Context>();
            words.end();
            context.start_profiler()?;
            vec![]
        }
        "gc_profiler_stop" => {
            let context = words.next().handle::<Context>();
            words.end();
            context.stop_profiler()?;
            vec![]
        }
        "gc_device_get_data" => {
            let device = words.next().handle::<Device>();
            words.end();
            let out_data = device.data()?;
            vec![
                labelled("max_threads", show(out_data.max_threads)),
                labelled("warp_size", show(out_data.warp_size)),
                labelled("warps_per_mp", show(out_data.warps_per_mp)),
                labelled("thread_blocks_per_mp", show(out_data.thread_blocks_per_mp)),
                labelled("registers_per_mp", show(out_data.registers_per_mp)),
                labelled("registers_per_block", show(out_data.registers_per_block)),
                labelled("registers_per_thread", show(out_data.registers_per_thread)),
                labelled("register_alloc_unit", show(out_data.register_alloc_unit)),
                labelled("register_partitions", show(out_data.register_partitions)),
                labelled("shared_memory_per_mp", show(out_data.shared_memory_per_mp)),
                labelled("shared_memory_per_block", show(out_data.shared_memory_per_block)),
                labelled("system_shared", show(out_data.system_shared)),
                labelled("smem_granularity", show(out_data.smem_granularity)),
                labelled("smem_alloc_granularity", show(out_data.smem_alloc_granularity)),
            ]
        }
        "gc_device_get_alignment" => {
            let device = words.next().handle::<Device>();
            let word_size = words.next().integer();
            let size = words.next().integer();
            words.end();
            let (out_alignment, out_size) = device.alignment(word_size, size)?;
            vec![
                show(out_alignment),
                show(out_size),
            ]
        }
        "gc_device_data_get_occupancy" => {
            let data = read_device_data(words).unwrap_or_else(|| broken("`-` is no struct"));
            let threads = words.next().integer();
            let shared_size = words.next().integer();
            let registers = words.next().integer();
            words.end();
            let out_record = Device::data_occupancy(&data, threads, shared_size, registers)?;
            vec![
                labelled("thread_blocks_per_mp", show(out_record.thread_blocks_per_mp)),
                labelled("limited_by", show(out_record.limited_by.0)),
                labelled("warps_per_mp", show(out_record.warps_per_mp)),
                labelled("occupancy", show_real(out_record.occupancy)),
            ]
        }
        "gc_context_clear_memo" => {
            let context = words.next().optional::<Context>();
            words.end();
            Context::clear_memo(context)?;
            vec![]
        }
        "gc_context_defer_cleanup" => {
            let context = words.next().handle::<Context>();
            let defers = words.next().truth();
            words.end();
            context.defer_cleanup(defers)?;
            vec![]
        }
        _ => broken(format!("unknown command '{name}'")),
    })
}
