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
    Mem "mem" owned;
    Mapping "mapping" owned;
    Pipe "pipe" owned;
    Module "module" owned;
    Program "program" owned;
    Kernel "kernel" owned;
    Prepared "prepared" owned;
    Pool "pool" owned;
}

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
];

const PIPE_ATTRIBUTE: &[(&str, i64)] = &[
    ("PACKET_SIZE", PipeAttribute::PACKET_SIZE.0 as i64),
    ("MAX_PACKETS", PipeAttribute::MAX_PACKETS.0 as i64),
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
    ("PIPE", ArgKind::PIPE.0 as i64),
];

const HOST_DIRECTION: &[(&str, i64)] = &[
    ("IN", HostDirection::IN.0 as i64),
    ("OUT", HostDirection::OUT.0 as i64),
    ("IN_OUT", HostDirection::IN_OUT.0 as i64),
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

const MEM_HOST_FLAGS: &[(&str, i64)] = &[
    ("WRITE_COMBINED", MemHostFlags::WRITE_COMBINED.0 as i64),
];

const MAP_FLAGS: &[(&str, i64)] = &[
    ("READ", MapFlags::READ.0 as i64),
    ("WRITE", MapFlags::WRITE.0 as i64),
    ("WRITE_INVALIDATE_REGION", MapFlags::WRITE_INVALIDATE_REGION.0 as i64),
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

fn read_mem_host_options(words: &Words<'_>) -> Option<MemHostOptions> {
    let fields = words.fields()?;
    let mut o = MemHostOptions::default();
    for (name, word) in fields {
        match name {
            "flags" => o.flags = MemHostFlags(word.code(MEM_HOST_FLAGS)),
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
            "dst_mem" => o.dst_mem = word.optional::<Mem>(),
            "dst_offset" => o.dst_offset = word.integer(),
            "dst_row_pitch" => o.dst_row_pitch = word.integer(),
            "dst_slice_pitch" => o.dst_slice_pitch = word.integer(),
            "src_mem" => o.src_mem = word.optional::<Mem>(),
            "src_host" => o.src_host = word.bytes(),
            "src_offset" => o.src_offset = word.integer(),
            "src_row_pitch" => o.src_row_pitch = word.integer(),
            "src_slice_pitch" => o.src_slice_pitch = word.integer(),
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
            "mem" => o.mem = word.optional::<Mem>(),
            "offset" => o.offset = word.integer(),
            "row_pitch" => o.row_pitch = word.integer(),
            "slice_pitch" => o.slice_pitch = word.integer(),
            "width" => o.width = word.integer(),
            "height" => o.height = word.integer(),
            "depth" => o.depth = word.integer(),
            "pattern" => o.pattern = word.bytes(),
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
            _ => unknown_field(name),
        }
    }
    Some(o)
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
        "gc_version_status" => {
            words.end();
            let value = version_status();
            vec![show(value)]
        }
        "gc_version_cuda" => {
            words.end();
            let value = version_cuda();
            vec![show(value)]
        }
        "gc_version_get_driver" => {
            words.end();
            let (out_major, out_minor) = version_driver()?;
            vec![
                show(out_major),
                show(out_minor),
            ]
        }
        "gc_version_get_nvrtc" => {
            words.end();
            let (out_major, out_minor) = version_nvrtc()?;
            vec![
                show(out_major),
                show(out_minor),
            ]
        }
        "gc_version_get_cpu" => {
            words.end();
            let (out_major, out_minor) = version_cpu()?;
            vec![
                show(out_major),
                show(out_minor),
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
                "module" => handle.handle::<Module>().context()?,
                "program" => handle.handle::<Program>().context()?,
                "kernel" => handle.handle::<Kernel>().context()?,
                "prepared" => handle.handle::<Prepared>().context()?,
                "pool" => handle.handle::<Pool>().context()?,
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
                "module" => handle.handle::<Module>().identity()?,
                "program" => handle.handle::<Program>().identity()?,
                "kernel" => handle.handle::<Kernel>().identity()?,
                "prepared" => handle.handle::<Prepared>().identity()?,
                "pool" => handle.handle::<Pool>().identity()?,
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
                "module" => handle.handle::<Module>().native()?,
                "program" => handle.handle::<Program>().native()?,
                "kernel" => handle.handle::<Kernel>().native()?,
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
        "gc_device_get_by_pci_bus_id" => {
            let bus_id = words.next().text();
            words.end();
            let out_device = Device::by_pci_bus_id(bus_id)?;
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
            let out_context = Context::wrap(device, native)?;
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
            let out_stream = Stream::wrap(context, native)?;
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
            let out_event = Event::wrap(context, native)?;
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
        "gc_mem_create" => {
            let context = words.next().handle::<Context>();
            let options = read_mem_options(words).unwrap_or_else(|| broken("`-` is no struct"));
            words.end();
            let out_mem = Mem::create(context, &options)?;
            vec![show_handle(out_mem)]
        }
        "gc_mem_alloc" => {
            let context = words.next().handle::<Context>();
            let size = words.next().integer();
            words.end();
            let out_mem = Mem::alloc(context, size)?;
            vec![show_handle(out_mem)]
        }
        "gc_mem_alloc_host" => {
            let context = words.next().handle::<Context>();
            let size = words.next().integer();
            let options = read_mem_host_options(words);
            words.end();
            let out_mem = Mem::alloc_host(context, size, options.as_ref())?;
            vec![show_handle(out_mem)]
        }
        "gc_mem_create_sub_region" => {
            let mem = words.next().handle::<Mem>();
            let offset = words.next().integer();
            let size = words.next().integer();
            words.end();
            let out_mem = mem.sub_region(offset, size)?;
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
            let mem = words.next().handle::<Mem>();
            words.end();
            mem.free()?;
            vec![]
        }
        "gc_mem_release" => {
            words.next().release::<Mem>();
            words.end();
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
        "gc_memcpy_dtod" => {
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let size = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            dst.memcpy_dtod(dst_offset, src, src_offset, size, stream)?;
            vec![]
        }
        "gc_memcpy_htod_async" => {
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let size = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            dst.memcpy_htod_async(dst_offset, src, src_offset, size, stream)?;
            vec![]
        }
        "gc_memcpy_dtoh_async" => {
            let dst = words.next().handle::<Mem>();
            let dst_offset = words.next().integer();
            let src = words.next().handle::<Mem>();
            let src_offset = words.next().integer();
            let size = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            dst.memcpy_dtoh_async(dst_offset, src, src_offset, size, stream)?;
            vec![]
        }
        "gc_memcpy_rect" => {
            let rect = read_rect_copy(words).unwrap_or_else(|| broken("`-` is no struct"));
            let stream = words.next().optional::<Stream>();
            words.end();
            Mem::memcpy_rect(&rect, stream)?;
            vec![]
        }
        "gc_memcpy_rect_async" => {
            let rect = read_rect_copy(words).unwrap_or_else(|| broken("`-` is no struct"));
            let stream = words.next().optional::<Stream>();
            words.end();
            Mem::memcpy_rect_async(&rect, stream)?;
            vec![]
        }
        "gc_memset_d8" => {
            let mem = words.next().handle::<Mem>();
            let offset = words.next().integer();
            let value = words.next().integer();
            let count = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            mem.memset_d8(offset, value, count, stream)?;
            vec![]
        }
        "gc_memset_d16" => {
            let mem = words.next().handle::<Mem>();
            let offset = words.next().integer();
            let value = words.next().integer();
            let count = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            mem.memset_d16(offset, value, count, stream)?;
            vec![]
        }
        "gc_memset_d32" => {
            let mem = words.next().handle::<Mem>();
            let offset = words.next().integer();
            let value = words.next().integer();
            let count = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            mem.memset_d32(offset, value, count, stream)?;
            vec![]
        }
        "gc_memset_pattern" => {
            let mem = words.next().handle::<Mem>();
            let offset = words.next().integer();
            let pattern = words.next().bytes();
            let count = words.next().integer();
            let stream = words.next().optional::<Stream>();
            words.end();
            mem.memset_pattern(offset, pattern, count, stream)?;
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
            let mapping = words.next().handle::<Mapping>();
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
            let stream = words.next().optional::<Stream>();
            words.end();
            // SAFETY: the script's kernels and addresses stay inside the memory that the script gives them.
            unsafe { prepared.launch(stream)? };
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
        _ => broken(format!("unknown command '{name}'")),
    })
}
