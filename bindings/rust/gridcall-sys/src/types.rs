// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use core::ffi::{c_char, c_void};

pub const GRIDCALL_VERSION: u32 = 100;
pub const GRIDCALL_ABI_VERSION: u32 = 0;

handles! { gc_error, gc_device, gc_context, gc_stream, gc_event, gc_completion, gc_dtype, gc_mem, gc_mapping,
    gc_pipe, gc_array, gc_texture, gc_surface, gc_sampler, gc_module, gc_program, gc_kernel, gc_prepared,
    gc_graph, gc_pool, gc_ndarray, gc_comm, gc_log }

pub type gc_version_component = i32;
pub const GRIDCALL_VERSION_COMPONENT_CUDA: gc_version_component = 1;
pub const GRIDCALL_VERSION_COMPONENT_DRIVER: gc_version_component = 2;
pub const GRIDCALL_VERSION_COMPONENT_NVRTC: gc_version_component = 3;
pub const GRIDCALL_VERSION_COMPONENT_CPU_DEVICE: gc_version_component = 4;
pub const GRIDCALL_VERSION_COMPONENT_NCCL: gc_version_component = 5;
pub const GRIDCALL_VERSION_COMPONENT_MPI: gc_version_component = 6;
pub const GRIDCALL_VERSION_COMPONENT_CUBLAS: gc_version_component = 7;
pub const GRIDCALL_VERSION_COMPONENT_BLAS: gc_version_component = 8;
pub const GRIDCALL_VERSION_COMPONENT_CUSOLVER: gc_version_component = 9;
pub const GRIDCALL_VERSION_COMPONENT_LAPACK: gc_version_component = 10;
pub const GRIDCALL_VERSION_COMPONENT_CUFFT: gc_version_component = 11;
pub const GRIDCALL_VERSION_COMPONENT_FFTW: gc_version_component = 12;

pub type gc_status = i32;
pub const GRIDCALL_OK: gc_status = 0;
pub const GRIDCALL_ERROR_INVALID_ARGUMENT: gc_status = 100;
pub const GRIDCALL_ERROR_INVALID_HANDLE: gc_status = 101;
pub const GRIDCALL_ERROR_OUT_OF_RANGE: gc_status = 102;
pub const GRIDCALL_ERROR_INVALID_OPTIONS: gc_status = 103;
pub const GRIDCALL_ERROR_NOT_FOUND: gc_status = 104;
pub const GRIDCALL_ERROR_WRONG_CONTEXT: gc_status = 105;
pub const GRIDCALL_ERROR_INVALID_STATE: gc_status = 106;
pub const GRIDCALL_ERROR_NOT_READY: gc_status = 107;
pub const GRIDCALL_ERROR_ALREADY_REGISTERED: gc_status = 108;
pub const GRIDCALL_ERROR_OUT_OF_MEMORY: gc_status = 200;
pub const GRIDCALL_ERROR_OUT_OF_HOST_MEMORY: gc_status = 201;
pub const GRIDCALL_ERROR_POOL_LIMIT: gc_status = 202;
pub const GRIDCALL_ERROR_INVALID_LAUNCH: gc_status = 300;
pub const GRIDCALL_ERROR_ARGUMENT_MISMATCH: gc_status = 301;
pub const GRIDCALL_ERROR_ILLEGAL_ADDRESS: gc_status = 302;
pub const GRIDCALL_ERROR_MISALIGNED_ADDRESS: gc_status = 303;
pub const GRIDCALL_ERROR_KERNEL_TRAP: gc_status = 304;
pub const GRIDCALL_ERROR_KERNEL_ASSERT: gc_status = 305;
pub const GRIDCALL_ERROR_DIVIDE_BY_ZERO: gc_status = 306;
pub const GRIDCALL_ERROR_STACK_OVERFLOW: gc_status = 307;
pub const GRIDCALL_ERROR_LAUNCH_TIMEOUT: gc_status = 308;
pub const GRIDCALL_ERROR_LAUNCH_FAILED: gc_status = 309;
pub const GRIDCALL_ERROR_KERNEL_DEADLOCK: gc_status = 310;
pub const GRIDCALL_ERROR_DEVICE_LOST: gc_status = 311;
pub const GRIDCALL_ERROR_CANCELLED: gc_status = 312;
pub const GRIDCALL_ERROR_CHECK_FAILED: gc_status = 313;
pub const GRIDCALL_ERROR_COMPILE: gc_status = 400;
pub const GRIDCALL_ERROR_COMPILER_UNAVAILABLE: gc_status = 401;
pub const GRIDCALL_ERROR_COMPILER_FAILED: gc_status = 402;
pub const GRIDCALL_ERROR_COMPILE_TIMEOUT: gc_status = 403;
pub const GRIDCALL_ERROR_INVALID_IMAGE: gc_status = 404;
pub const GRIDCALL_ERROR_INCOMPATIBLE_IMAGE: gc_status = 405;
pub const GRIDCALL_ERROR_INVALID_COMPILE_OPTION: gc_status = 406;
pub const GRIDCALL_ERROR_DRIVER: gc_status = 500;
pub const GRIDCALL_ERROR_NO_DEVICE: gc_status = 501;
pub const GRIDCALL_ERROR_DRIVER_UNAVAILABLE: gc_status = 502;
pub const GRIDCALL_ERROR_DRIVER_TOO_OLD: gc_status = 503;
pub const GRIDCALL_ERROR_IO: gc_status = 504;
pub const GRIDCALL_ERROR_INTERNAL: gc_status = 505;
pub const GRIDCALL_ERROR_UNSUPPORTED: gc_status = 506;
pub const GRIDCALL_ERROR_FORKED: gc_status = 507;
pub const GRIDCALL_ERROR_EXITING: gc_status = 508;
pub const GRIDCALL_ERROR_COMM: gc_status = 520;
pub const GRIDCALL_ERROR_COMM_UNAVAILABLE: gc_status = 521;
pub const GRIDCALL_ERROR_COMM_TOO_OLD: gc_status = 522;
pub const GRIDCALL_ERROR_COMM_PEER_LOST: gc_status = 523;
pub const GRIDCALL_ERROR_COMM_TIMEOUT: gc_status = 524;
pub const GRIDCALL_ERROR_COMM_ABORTED: gc_status = 525;
pub const GRIDCALL_ERROR_COMM_MISMATCH: gc_status = 526;

pub type gc_category = i32;
pub const GRIDCALL_CATEGORY_NONE: gc_category = 0;
pub const GRIDCALL_CATEGORY_LOGIC: gc_category = 1;
pub const GRIDCALL_CATEGORY_MEMORY: gc_category = 2;
pub const GRIDCALL_CATEGORY_LAUNCH: gc_category = 3;
pub const GRIDCALL_CATEGORY_COMPILE: gc_category = 4;
pub const GRIDCALL_CATEGORY_RUNTIME: gc_category = 5;

pub type gc_device_kind = i32;
pub const GRIDCALL_DEVICE_KIND_GPU: gc_device_kind = 1;
pub const GRIDCALL_DEVICE_KIND_CPU: gc_device_kind = 2;

pub type gc_compute_mode = i32;
pub const GRIDCALL_COMPUTE_MODE_DEFAULT: gc_compute_mode = 0;
pub const GRIDCALL_COMPUTE_MODE_PROHIBITED: gc_compute_mode = 2;
pub const GRIDCALL_COMPUTE_MODE_EXCLUSIVE_PROCESS: gc_compute_mode = 3;

pub type gc_device_attribute = i32;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: gc_device_attribute = 1;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X: gc_device_attribute = 2;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: gc_device_attribute = 3;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: gc_device_attribute = 4;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: gc_device_attribute = 5;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y: gc_device_attribute = 6;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: gc_device_attribute = 7;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: gc_device_attribute = 8;
pub const GRIDCALL_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: gc_device_attribute = 9;
pub const GRIDCALL_DEVICE_ATTRIBUTE_WARP_SIZE: gc_device_attribute = 10;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_PITCH: gc_device_attribute = 11;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK: gc_device_attribute = 12;
pub const GRIDCALL_DEVICE_ATTRIBUTE_CLOCK_RATE: gc_device_attribute = 13;
pub const GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT: gc_device_attribute = 14;
pub const GRIDCALL_DEVICE_ATTRIBUTE_GPU_OVERLAP: gc_device_attribute = 15;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: gc_device_attribute = 16;
pub const GRIDCALL_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT: gc_device_attribute = 17;
pub const GRIDCALL_DEVICE_ATTRIBUTE_INTEGRATED: gc_device_attribute = 18;
pub const GRIDCALL_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY: gc_device_attribute = 19;
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_MODE: gc_device_attribute = 20;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH: gc_device_attribute = 21;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH: gc_device_attribute = 22;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT: gc_device_attribute = 23;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH: gc_device_attribute = 24;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT: gc_device_attribute = 25;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH: gc_device_attribute = 26;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH: gc_device_attribute = 27;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT: gc_device_attribute = 28;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS: gc_device_attribute = 29;
pub const GRIDCALL_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT: gc_device_attribute = 30;
pub const GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS: gc_device_attribute = 31;
pub const GRIDCALL_DEVICE_ATTRIBUTE_ECC_ENABLED: gc_device_attribute = 32;
pub const GRIDCALL_DEVICE_ATTRIBUTE_PCI_BUS_ID: gc_device_attribute = 33;
pub const GRIDCALL_DEVICE_ATTRIBUTE_PCI_DEVICE_ID: gc_device_attribute = 34;
pub const GRIDCALL_DEVICE_ATTRIBUTE_TCC_DRIVER: gc_device_attribute = 35;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: gc_device_attribute = 36;
pub const GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH: gc_device_attribute = 37;
pub const GRIDCALL_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: gc_device_attribute = 38;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: gc_device_attribute = 39;
pub const GRIDCALL_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT: gc_device_attribute = 40;
pub const GRIDCALL_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING: gc_device_attribute = 41;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH: gc_device_attribute = 42;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS: gc_device_attribute = 43;
pub const GRIDCALL_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER: gc_device_attribute = 44;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH: gc_device_attribute = 45;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT: gc_device_attribute = 46;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE: gc_device_attribute = 47;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE: gc_device_attribute = 48;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE: gc_device_attribute = 49;
pub const GRIDCALL_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID: gc_device_attribute = 50;
pub const GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT: gc_device_attribute = 51;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH: gc_device_attribute = 52;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH: gc_device_attribute = 53;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS: gc_device_attribute = 54;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH: gc_device_attribute = 55;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH: gc_device_attribute = 56;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT: gc_device_attribute = 57;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH: gc_device_attribute = 58;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT: gc_device_attribute = 59;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH: gc_device_attribute = 60;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH: gc_device_attribute = 61;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS: gc_device_attribute = 62;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH: gc_device_attribute = 63;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT: gc_device_attribute = 64;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS: gc_device_attribute = 65;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH: gc_device_attribute = 66;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH: gc_device_attribute = 67;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS: gc_device_attribute = 68;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH: gc_device_attribute = 69;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH: gc_device_attribute = 70;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT: gc_device_attribute = 71;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH: gc_device_attribute = 72;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH: gc_device_attribute = 73;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT: gc_device_attribute = 74;
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: gc_device_attribute = 75;
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: gc_device_attribute = 76;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH: gc_device_attribute = 77;
pub const GRIDCALL_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED: gc_device_attribute = 78;
pub const GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED: gc_device_attribute = 79;
pub const GRIDCALL_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED: gc_device_attribute = 80;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: gc_device_attribute = 81;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: gc_device_attribute = 82;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY: gc_device_attribute = 83;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD: gc_device_attribute = 84;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID: gc_device_attribute = 85;
pub const GRIDCALL_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED: gc_device_attribute = 86;
pub const GRIDCALL_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO: gc_device_attribute = 87;
pub const GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS: gc_device_attribute = 88;
pub const GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS: gc_device_attribute = 89;
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED: gc_device_attribute = 90;
pub const GRIDCALL_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM: gc_device_attribute = 91;
pub const GRIDCALL_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH: gc_device_attribute = 95;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: gc_device_attribute = 97;
pub const GRIDCALL_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED: gc_device_attribute = 99;
pub const GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES: gc_device_attribute = 100;
pub const GRIDCALL_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST: gc_device_attribute = 101;
pub const GRIDCALL_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: gc_device_attribute = 102;
pub const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED: gc_device_attribute = 103;
pub const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED: gc_device_attribute = 104;
pub const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED: gc_device_attribute = 105;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: gc_device_attribute = 106;
pub const GRIDCALL_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED: gc_device_attribute = 107;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE: gc_device_attribute = 108;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE: gc_device_attribute = 109;
pub const GRIDCALL_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK: gc_device_attribute = 111;
pub const GRIDCALL_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED: gc_device_attribute = 113;
pub const GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED: gc_device_attribute = 115;
pub const GRIDCALL_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH: gc_device_attribute = 120;
pub const GRIDCALL_DEVICE_ATTRIBUTE_SVM_CAPABILITIES: gc_device_attribute = 100001;

pub type gc_context_sched = i32;
pub const GRIDCALL_CONTEXT_SCHED_AUTO: gc_context_sched = 0;
pub const GRIDCALL_CONTEXT_SCHED_SPIN: gc_context_sched = 1;
pub const GRIDCALL_CONTEXT_SCHED_YIELD: gc_context_sched = 2;
pub const GRIDCALL_CONTEXT_SCHED_BLOCKING_SYNC: gc_context_sched = 4;

pub type gc_context_attribute = i32;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_STACK_SIZE: gc_context_attribute = 0;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_PRINTF_FIFO_SIZE: gc_context_attribute = 1;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE: gc_context_attribute = 2;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_DEV_RUNTIME_SYNC_DEPTH: gc_context_attribute = 3;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_DEV_RUNTIME_PENDING_LAUNCH_COUNT: gc_context_attribute = 4;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_MAX_L2_FETCH_GRANULARITY: gc_context_attribute = 5;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_PERSISTING_L2_CACHE_SIZE: gc_context_attribute = 6;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG: gc_context_attribute = 100001;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG: gc_context_attribute = 100002;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_SCHED: gc_context_attribute = 100003;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_FLAGS: gc_context_attribute = 100004;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_API_VERSION: gc_context_attribute = 100005;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_IS_PRIMARY: gc_context_attribute = 100006;
pub const GRIDCALL_CONTEXT_ATTRIBUTE_DEFERS_CLEANUP: gc_context_attribute = 100007;

pub type gc_cache_config = i32;
pub const GRIDCALL_CACHE_CONFIG_PREFER_NONE: gc_cache_config = 0;
pub const GRIDCALL_CACHE_CONFIG_PREFER_SHARED: gc_cache_config = 1;
pub const GRIDCALL_CACHE_CONFIG_PREFER_L1: gc_cache_config = 2;
pub const GRIDCALL_CACHE_CONFIG_PREFER_EQUAL: gc_cache_config = 3;

pub type gc_shared_config = i32;
pub const GRIDCALL_SHARED_CONFIG_DEFAULT_BANK_SIZE: gc_shared_config = 0;
pub const GRIDCALL_SHARED_CONFIG_FOUR_BYTE_BANK_SIZE: gc_shared_config = 1;
pub const GRIDCALL_SHARED_CONFIG_EIGHT_BYTE_BANK_SIZE: gc_shared_config = 2;

pub type gc_pointer_attribute = i32;
pub const GRIDCALL_POINTER_ATTRIBUTE_CONTEXT: gc_pointer_attribute = 1;
pub const GRIDCALL_POINTER_ATTRIBUTE_MEMORY_TYPE: gc_pointer_attribute = 2;
pub const GRIDCALL_POINTER_ATTRIBUTE_DEVICE_POINTER: gc_pointer_attribute = 3;
pub const GRIDCALL_POINTER_ATTRIBUTE_HOST_POINTER: gc_pointer_attribute = 4;
pub const GRIDCALL_POINTER_ATTRIBUTE_IS_MANAGED: gc_pointer_attribute = 8;
pub const GRIDCALL_POINTER_ATTRIBUTE_DEVICE_ORDINAL: gc_pointer_attribute = 9;
pub const GRIDCALL_POINTER_ATTRIBUTE_RANGE_START_ADDRESS: gc_pointer_attribute = 11;
pub const GRIDCALL_POINTER_ATTRIBUTE_RANGE_SIZE: gc_pointer_attribute = 12;

pub type gc_feature = i32;
pub const GRIDCALL_FEATURE_STREAM_CANCEL: gc_feature = 1;
pub const GRIDCALL_FEATURE_MODULE_FROM_BUFFER: gc_feature = 2;
pub const GRIDCALL_FEATURE_KERNEL_PARAMS: gc_feature = 3;
pub const GRIDCALL_FEATURE_KERNEL_TIMEOUT: gc_feature = 4;
pub const GRIDCALL_FEATURE_CPU_MODE: gc_feature = 5;
pub const GRIDCALL_FEATURE_COOPERATIVE_LAUNCH: gc_feature = 6;
pub const GRIDCALL_FEATURE_CLUSTERS: gc_feature = 7;
pub const GRIDCALL_FEATURE_OCCUPANCY: gc_feature = 8;
pub const GRIDCALL_FEATURE_IPC: gc_feature = 9;

pub type gc_stream_attribute = i32;
pub const GRIDCALL_STREAM_ATTRIBUTE_FLAGS: gc_stream_attribute = 100001;
pub const GRIDCALL_STREAM_ATTRIBUTE_PRIORITY: gc_stream_attribute = 100002;
pub const GRIDCALL_STREAM_ATTRIBUTE_ID: gc_stream_attribute = 100003;
pub const GRIDCALL_STREAM_ATTRIBUTE_IS_CAPTURING: gc_stream_attribute = 100004;

pub type gc_scalar_type = i32;
pub const GRIDCALL_SCALAR_TYPE_INT8: gc_scalar_type = 1;
pub const GRIDCALL_SCALAR_TYPE_UINT8: gc_scalar_type = 2;
pub const GRIDCALL_SCALAR_TYPE_INT16: gc_scalar_type = 3;
pub const GRIDCALL_SCALAR_TYPE_UINT16: gc_scalar_type = 4;
pub const GRIDCALL_SCALAR_TYPE_INT32: gc_scalar_type = 5;
pub const GRIDCALL_SCALAR_TYPE_UINT32: gc_scalar_type = 6;
pub const GRIDCALL_SCALAR_TYPE_INT64: gc_scalar_type = 7;
pub const GRIDCALL_SCALAR_TYPE_UINT64: gc_scalar_type = 8;
pub const GRIDCALL_SCALAR_TYPE_FLOAT16: gc_scalar_type = 9;
pub const GRIDCALL_SCALAR_TYPE_BFLOAT16: gc_scalar_type = 10;
pub const GRIDCALL_SCALAR_TYPE_FLOAT32: gc_scalar_type = 11;
pub const GRIDCALL_SCALAR_TYPE_FLOAT64: gc_scalar_type = 12;
pub const GRIDCALL_SCALAR_TYPE_BOOL: gc_scalar_type = 13;
pub const GRIDCALL_SCALAR_TYPE_RECORD: gc_scalar_type = 14;
pub const GRIDCALL_SCALAR_TYPE_COMPLEX64: gc_scalar_type = 15;
pub const GRIDCALL_SCALAR_TYPE_COMPLEX128: gc_scalar_type = 16;
pub const GRIDCALL_SCALAR_TYPE_FLOAT8_E4M3: gc_scalar_type = 17;
pub const GRIDCALL_SCALAR_TYPE_FLOAT8_E5M2: gc_scalar_type = 18;

pub type gc_mem_place = i32;
pub const GRIDCALL_MEM_PLACE_DEVICE: gc_mem_place = 1;
pub const GRIDCALL_MEM_PLACE_HOST: gc_mem_place = 2;
pub const GRIDCALL_MEM_PLACE_MANAGED: gc_mem_place = 3;
pub const GRIDCALL_MEM_PLACE_PAGEABLE: gc_mem_place = 4;

pub type gc_mem_origin = i32;
pub const GRIDCALL_MEM_ORIGIN_ALLOCATED: gc_mem_origin = 1;
pub const GRIDCALL_MEM_ORIGIN_POOL: gc_mem_origin = 2;
pub const GRIDCALL_MEM_ORIGIN_SUB_REGION: gc_mem_origin = 3;
pub const GRIDCALL_MEM_ORIGIN_WRAPPED: gc_mem_origin = 4;
pub const GRIDCALL_MEM_ORIGIN_GLOBAL: gc_mem_origin = 5;
pub const GRIDCALL_MEM_ORIGIN_REGISTERED: gc_mem_origin = 6;
pub const GRIDCALL_MEM_ORIGIN_IPC: gc_mem_origin = 7;

pub type gc_mem_attribute = i32;
pub const GRIDCALL_MEM_ATTRIBUTE_READ_MOSTLY: gc_mem_attribute = 1;
pub const GRIDCALL_MEM_ATTRIBUTE_PREFERRED_LOCATION: gc_mem_attribute = 2;
pub const GRIDCALL_MEM_ATTRIBUTE_LAST_PREFETCH_LOCATION: gc_mem_attribute = 4;
pub const GRIDCALL_MEM_ATTRIBUTE_PLACE: gc_mem_attribute = 100001;
pub const GRIDCALL_MEM_ATTRIBUTE_ORIGIN: gc_mem_attribute = 100002;
pub const GRIDCALL_MEM_ATTRIBUTE_FLAGS: gc_mem_attribute = 100003;
pub const GRIDCALL_MEM_ATTRIBUTE_PITCH: gc_mem_attribute = 100004;
pub const GRIDCALL_MEM_ATTRIBUTE_ROW_SIZE: gc_mem_attribute = 100005;
pub const GRIDCALL_MEM_ATTRIBUTE_HEIGHT: gc_mem_attribute = 100006;
pub const GRIDCALL_MEM_ATTRIBUTE_ALIGNMENT: gc_mem_attribute = 100007;
pub const GRIDCALL_MEM_ATTRIBUTE_OFFSET: gc_mem_attribute = 100008;
pub const GRIDCALL_MEM_ATTRIBUTE_REFERENCE_COUNT: gc_mem_attribute = 100009;
pub const GRIDCALL_MEM_ATTRIBUTE_IS_REGISTERED: gc_mem_attribute = 100010;
pub const GRIDCALL_MEM_ATTRIBUTE_USES_SVM: gc_mem_attribute = 100011;
pub const GRIDCALL_MEM_ATTRIBUTE_MAP_COUNT: gc_mem_attribute = 100012;

pub type gc_mem_attach_mode = i32;
pub const GRIDCALL_MEM_ATTACH_MODE_GLOBAL: gc_mem_attach_mode = 1;
pub const GRIDCALL_MEM_ATTACH_MODE_HOST: gc_mem_attach_mode = 2;
pub const GRIDCALL_MEM_ATTACH_MODE_SINGLE: gc_mem_attach_mode = 4;

pub type gc_mem_advice = i32;
pub const GRIDCALL_MEM_ADVICE_SET_READ_MOSTLY: gc_mem_advice = 1;
pub const GRIDCALL_MEM_ADVICE_UNSET_READ_MOSTLY: gc_mem_advice = 2;
pub const GRIDCALL_MEM_ADVICE_SET_PREFERRED_LOCATION: gc_mem_advice = 3;
pub const GRIDCALL_MEM_ADVICE_UNSET_PREFERRED_LOCATION: gc_mem_advice = 4;
pub const GRIDCALL_MEM_ADVICE_SET_ACCESSED_BY: gc_mem_advice = 5;
pub const GRIDCALL_MEM_ADVICE_UNSET_ACCESSED_BY: gc_mem_advice = 6;

pub type gc_mapping_attribute = i32;
pub const GRIDCALL_MAPPING_ATTRIBUTE_SIZE: gc_mapping_attribute = 100001;
pub const GRIDCALL_MAPPING_ATTRIBUTE_FLAGS: gc_mapping_attribute = 100002;
pub const GRIDCALL_MAPPING_ATTRIBUTE_IS_DIRECT: gc_mapping_attribute = 100003;
pub const GRIDCALL_MAPPING_ATTRIBUTE_ROW_PITCH: gc_mapping_attribute = 100004;
pub const GRIDCALL_MAPPING_ATTRIBUTE_SLICE_PITCH: gc_mapping_attribute = 100005;

pub type gc_pipe_attribute = i32;
pub const GRIDCALL_PIPE_ATTRIBUTE_PACKET_SIZE: gc_pipe_attribute = 100001;
pub const GRIDCALL_PIPE_ATTRIBUTE_MAX_PACKETS: gc_pipe_attribute = 100002;

pub type gc_array_format = i32;
pub const GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8: gc_array_format = 1;
pub const GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16: gc_array_format = 2;
pub const GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT32: gc_array_format = 3;
pub const GRIDCALL_ARRAY_FORMAT_SIGNED_INT8: gc_array_format = 8;
pub const GRIDCALL_ARRAY_FORMAT_SIGNED_INT16: gc_array_format = 9;
pub const GRIDCALL_ARRAY_FORMAT_SIGNED_INT32: gc_array_format = 10;
pub const GRIDCALL_ARRAY_FORMAT_HALF: gc_array_format = 16;
pub const GRIDCALL_ARRAY_FORMAT_FLOAT: gc_array_format = 32;
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT_101010_2: gc_array_format = 80;
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT8X1: gc_array_format = 192;
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT8X2: gc_array_format = 193;
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT8X4: gc_array_format = 194;
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT16X1: gc_array_format = 195;
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT16X2: gc_array_format = 196;
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT16X4: gc_array_format = 197;
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT8X1: gc_array_format = 198;
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT8X2: gc_array_format = 199;
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT8X4: gc_array_format = 200;
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT16X1: gc_array_format = 201;
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT16X2: gc_array_format = 202;
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT16X4: gc_array_format = 203;

pub type gc_channel_order = i32;
pub const GRIDCALL_CHANNEL_ORDER_R: gc_channel_order = 4272;
pub const GRIDCALL_CHANNEL_ORDER_A: gc_channel_order = 4273;
pub const GRIDCALL_CHANNEL_ORDER_RG: gc_channel_order = 4274;
pub const GRIDCALL_CHANNEL_ORDER_RA: gc_channel_order = 4275;
pub const GRIDCALL_CHANNEL_ORDER_RGB: gc_channel_order = 4276;
pub const GRIDCALL_CHANNEL_ORDER_RGBA: gc_channel_order = 4277;
pub const GRIDCALL_CHANNEL_ORDER_BGRA: gc_channel_order = 4278;
pub const GRIDCALL_CHANNEL_ORDER_ARGB: gc_channel_order = 4279;
pub const GRIDCALL_CHANNEL_ORDER_INTENSITY: gc_channel_order = 4280;
pub const GRIDCALL_CHANNEL_ORDER_LUMINANCE: gc_channel_order = 4281;
pub const GRIDCALL_CHANNEL_ORDER_RX: gc_channel_order = 4282;
pub const GRIDCALL_CHANNEL_ORDER_RGX: gc_channel_order = 4283;
pub const GRIDCALL_CHANNEL_ORDER_RGBX: gc_channel_order = 4284;
pub const GRIDCALL_CHANNEL_ORDER_DEPTH: gc_channel_order = 4285;
pub const GRIDCALL_CHANNEL_ORDER_DEPTH_STENCIL: gc_channel_order = 4286;
pub const GRIDCALL_CHANNEL_ORDER_SRGB: gc_channel_order = 4287;
pub const GRIDCALL_CHANNEL_ORDER_SRGBX: gc_channel_order = 4288;
pub const GRIDCALL_CHANNEL_ORDER_SRGBA: gc_channel_order = 4289;
pub const GRIDCALL_CHANNEL_ORDER_SBGRA: gc_channel_order = 4290;
pub const GRIDCALL_CHANNEL_ORDER_ABGR: gc_channel_order = 4291;

pub type gc_channel_type = i32;
pub const GRIDCALL_CHANNEL_TYPE_SNORM_INT8: gc_channel_type = 4304;
pub const GRIDCALL_CHANNEL_TYPE_SNORM_INT16: gc_channel_type = 4305;
pub const GRIDCALL_CHANNEL_TYPE_UNORM_INT8: gc_channel_type = 4306;
pub const GRIDCALL_CHANNEL_TYPE_UNORM_INT16: gc_channel_type = 4307;
pub const GRIDCALL_CHANNEL_TYPE_UNORM_SHORT_565: gc_channel_type = 4308;
pub const GRIDCALL_CHANNEL_TYPE_UNORM_SHORT_555: gc_channel_type = 4309;
pub const GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010: gc_channel_type = 4310;
pub const GRIDCALL_CHANNEL_TYPE_SIGNED_INT8: gc_channel_type = 4311;
pub const GRIDCALL_CHANNEL_TYPE_SIGNED_INT16: gc_channel_type = 4312;
pub const GRIDCALL_CHANNEL_TYPE_SIGNED_INT32: gc_channel_type = 4313;
pub const GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT8: gc_channel_type = 4314;
pub const GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT16: gc_channel_type = 4315;
pub const GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT32: gc_channel_type = 4316;
pub const GRIDCALL_CHANNEL_TYPE_HALF_FLOAT: gc_channel_type = 4317;
pub const GRIDCALL_CHANNEL_TYPE_FLOAT: gc_channel_type = 4318;
pub const GRIDCALL_CHANNEL_TYPE_UNORM_INT24: gc_channel_type = 4319;
pub const GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010_2: gc_channel_type = 4320;

pub type gc_array_attribute = i32;
pub const GRIDCALL_ARRAY_ATTRIBUTE_WIDTH: gc_array_attribute = 100001;
pub const GRIDCALL_ARRAY_ATTRIBUTE_HEIGHT: gc_array_attribute = 100002;
pub const GRIDCALL_ARRAY_ATTRIBUTE_DEPTH: gc_array_attribute = 100003;
pub const GRIDCALL_ARRAY_ATTRIBUTE_FORMAT: gc_array_attribute = 100004;
pub const GRIDCALL_ARRAY_ATTRIBUTE_CHANNELS: gc_array_attribute = 100005;
pub const GRIDCALL_ARRAY_ATTRIBUTE_FLAGS: gc_array_attribute = 100006;
pub const GRIDCALL_ARRAY_ATTRIBUTE_LEVELS: gc_array_attribute = 100007;
pub const GRIDCALL_ARRAY_ATTRIBUTE_LEVEL: gc_array_attribute = 100008;
pub const GRIDCALL_ARRAY_ATTRIBUTE_LAYERS: gc_array_attribute = 100009;
pub const GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE: gc_array_attribute = 100010;
pub const GRIDCALL_ARRAY_ATTRIBUTE_SIZE: gc_array_attribute = 100011;
pub const GRIDCALL_ARRAY_ATTRIBUTE_SAMPLES: gc_array_attribute = 100012;
pub const GRIDCALL_ARRAY_ATTRIBUTE_CHANNEL_ORDER: gc_array_attribute = 100013;
pub const GRIDCALL_ARRAY_ATTRIBUTE_CHANNEL_TYPE: gc_array_attribute = 100014;
pub const GRIDCALL_ARRAY_ATTRIBUTE_ROW_PITCH: gc_array_attribute = 100015;
pub const GRIDCALL_ARRAY_ATTRIBUTE_SLICE_PITCH: gc_array_attribute = 100016;
pub const GRIDCALL_ARRAY_ATTRIBUTE_REFERENCE_COUNT: gc_array_attribute = 100017;
pub const GRIDCALL_ARRAY_ATTRIBUTE_MAP_COUNT: gc_array_attribute = 100018;

pub type gc_address_mode = i32;
pub const GRIDCALL_ADDRESS_MODE_WRAP: gc_address_mode = 0;
pub const GRIDCALL_ADDRESS_MODE_CLAMP: gc_address_mode = 1;
pub const GRIDCALL_ADDRESS_MODE_MIRROR: gc_address_mode = 2;
pub const GRIDCALL_ADDRESS_MODE_BORDER: gc_address_mode = 3;

pub type gc_filter_mode = i32;
pub const GRIDCALL_FILTER_MODE_POINT: gc_filter_mode = 0;
pub const GRIDCALL_FILTER_MODE_LINEAR: gc_filter_mode = 1;

pub type gc_sampler_attribute = i32;
pub const GRIDCALL_SAMPLER_ATTRIBUTE_FLAGS: gc_sampler_attribute = 100001;
pub const GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_X: gc_sampler_attribute = 100002;
pub const GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_Y: gc_sampler_attribute = 100003;
pub const GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_Z: gc_sampler_attribute = 100004;
pub const GRIDCALL_SAMPLER_ATTRIBUTE_FILTER: gc_sampler_attribute = 100005;
pub const GRIDCALL_SAMPLER_ATTRIBUTE_MIP_FILTER: gc_sampler_attribute = 100006;
pub const GRIDCALL_SAMPLER_ATTRIBUTE_MAX_ANISOTROPY: gc_sampler_attribute = 100007;
pub const GRIDCALL_SAMPLER_ATTRIBUTE_BIAS: gc_sampler_attribute = 100008;
pub const GRIDCALL_SAMPLER_ATTRIBUTE_MIN_LEVEL: gc_sampler_attribute = 100009;
pub const GRIDCALL_SAMPLER_ATTRIBUTE_MAX_LEVEL: gc_sampler_attribute = 100010;
pub const GRIDCALL_SAMPLER_ATTRIBUTE_REFERENCE_COUNT: gc_sampler_attribute = 100011;

pub type gc_texture_attribute = i32;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_SAMPLING_FLAGS: gc_texture_attribute = 100001;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_X: gc_texture_attribute = 100002;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_Y: gc_texture_attribute = 100003;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_Z: gc_texture_attribute = 100004;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_FILTER: gc_texture_attribute = 100005;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_MIP_FILTER: gc_texture_attribute = 100006;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_MAX_ANISOTROPY: gc_texture_attribute = 100007;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_BIAS: gc_texture_attribute = 100008;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_MIN_LEVEL: gc_texture_attribute = 100009;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_MAX_LEVEL: gc_texture_attribute = 100010;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_FLAGS: gc_texture_attribute = 100021;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_FORMAT: gc_texture_attribute = 100022;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_CHANNELS: gc_texture_attribute = 100023;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_OFFSET: gc_texture_attribute = 100024;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS: gc_texture_attribute = 100025;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_WIDTH: gc_texture_attribute = 100026;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_HEIGHT: gc_texture_attribute = 100027;
pub const GRIDCALL_TEXTURE_ATTRIBUTE_ROW_PITCH: gc_texture_attribute = 100028;

pub type gc_module_attribute = i32;
pub const GRIDCALL_MODULE_ATTRIBUTE_COMPILE_NANOSECONDS: gc_module_attribute = 100001;
pub const GRIDCALL_MODULE_ATTRIBUTE_JIT_NANOSECONDS: gc_module_attribute = 100002;
pub const GRIDCALL_MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK: gc_module_attribute = 100003;

pub type gc_kernel_attribute = i32;
pub const GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK: gc_kernel_attribute = 0;
pub const GRIDCALL_KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES: gc_kernel_attribute = 1;
pub const GRIDCALL_KERNEL_ATTRIBUTE_CONST_SIZE_BYTES: gc_kernel_attribute = 2;
pub const GRIDCALL_KERNEL_ATTRIBUTE_LOCAL_SIZE_BYTES: gc_kernel_attribute = 3;
pub const GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS: gc_kernel_attribute = 4;
pub const GRIDCALL_KERNEL_ATTRIBUTE_PTX_VERSION: gc_kernel_attribute = 5;
pub const GRIDCALL_KERNEL_ATTRIBUTE_BINARY_VERSION: gc_kernel_attribute = 6;
pub const GRIDCALL_KERNEL_ATTRIBUTE_CACHE_MODE_CA: gc_kernel_attribute = 7;
pub const GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: gc_kernel_attribute = 8;
pub const GRIDCALL_KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: gc_kernel_attribute = 9;
pub const GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE: gc_kernel_attribute = 100001;
pub const GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS: gc_kernel_attribute = 100002;
pub const GRIDCALL_KERNEL_ATTRIBUTE_CACHE_CONFIG: gc_kernel_attribute = 100004;
pub const GRIDCALL_KERNEL_ATTRIBUTE_SHARED_CONFIG: gc_kernel_attribute = 100005;
pub const GRIDCALL_KERNEL_ATTRIBUTE_CPU_IS_BASELINE: gc_kernel_attribute = 100003;

pub type gc_value_type = i32;
pub const GRIDCALL_VALUE_TYPE_UNKNOWN: gc_value_type = 0;
pub const GRIDCALL_VALUE_TYPE_INT8: gc_value_type = 1;
pub const GRIDCALL_VALUE_TYPE_UINT8: gc_value_type = 2;
pub const GRIDCALL_VALUE_TYPE_INT16: gc_value_type = 3;
pub const GRIDCALL_VALUE_TYPE_UINT16: gc_value_type = 4;
pub const GRIDCALL_VALUE_TYPE_INT32: gc_value_type = 5;
pub const GRIDCALL_VALUE_TYPE_UINT32: gc_value_type = 6;
pub const GRIDCALL_VALUE_TYPE_INT64: gc_value_type = 7;
pub const GRIDCALL_VALUE_TYPE_UINT64: gc_value_type = 8;
pub const GRIDCALL_VALUE_TYPE_FLOAT16: gc_value_type = 9;
pub const GRIDCALL_VALUE_TYPE_BFLOAT16: gc_value_type = 10;
pub const GRIDCALL_VALUE_TYPE_FLOAT32: gc_value_type = 11;
pub const GRIDCALL_VALUE_TYPE_FLOAT64: gc_value_type = 12;
pub const GRIDCALL_VALUE_TYPE_BOOL: gc_value_type = 13;
pub const GRIDCALL_VALUE_TYPE_STRUCT: gc_value_type = 14;
pub const GRIDCALL_VALUE_TYPE_POINTER: gc_value_type = 256;

pub type gc_arg_kind = i32;
pub const GRIDCALL_ARG_KIND_SCALAR: gc_arg_kind = 1;
pub const GRIDCALL_ARG_KIND_MEM: gc_arg_kind = 2;
pub const GRIDCALL_ARG_KIND_BYTES: gc_arg_kind = 3;
pub const GRIDCALL_ARG_KIND_VALUE: gc_arg_kind = 4;
pub const GRIDCALL_ARG_KIND_TEXTURE: gc_arg_kind = 5;
pub const GRIDCALL_ARG_KIND_SURFACE: gc_arg_kind = 6;
pub const GRIDCALL_ARG_KIND_NDARRAY: gc_arg_kind = 8;
pub const GRIDCALL_ARG_KIND_PIPE: gc_arg_kind = 7;
pub const GRIDCALL_ARG_KIND_TYPE: gc_arg_kind = 9;

pub type gc_host_direction = i32;
pub const GRIDCALL_HOST_DIRECTION_IN: gc_host_direction = 1;
pub const GRIDCALL_HOST_DIRECTION_OUT: gc_host_direction = 2;
pub const GRIDCALL_HOST_DIRECTION_IN_OUT: gc_host_direction = 3;

pub type gc_capture_mode = i32;
pub const GRIDCALL_CAPTURE_MODE_GLOBAL: gc_capture_mode = 0;
pub const GRIDCALL_CAPTURE_MODE_THREAD_LOCAL: gc_capture_mode = 1;
pub const GRIDCALL_CAPTURE_MODE_RELAXED: gc_capture_mode = 2;

pub type gc_graph_node_kind = i32;
pub const GRIDCALL_GRAPH_NODE_KIND_KERNEL: gc_graph_node_kind = 0;
pub const GRIDCALL_GRAPH_NODE_KIND_MEMCPY: gc_graph_node_kind = 1;
pub const GRIDCALL_GRAPH_NODE_KIND_MEMSET: gc_graph_node_kind = 2;
pub const GRIDCALL_GRAPH_NODE_KIND_HOST: gc_graph_node_kind = 3;
pub const GRIDCALL_GRAPH_NODE_KIND_GRAPH: gc_graph_node_kind = 4;
pub const GRIDCALL_GRAPH_NODE_KIND_EMPTY: gc_graph_node_kind = 5;
pub const GRIDCALL_GRAPH_NODE_KIND_WAIT_EVENT: gc_graph_node_kind = 6;
pub const GRIDCALL_GRAPH_NODE_KIND_EVENT_RECORD: gc_graph_node_kind = 7;
pub const GRIDCALL_GRAPH_NODE_KIND_MEM_ALLOC: gc_graph_node_kind = 10;
pub const GRIDCALL_GRAPH_NODE_KIND_MEM_FREE: gc_graph_node_kind = 11;

pub type gc_ndarray_attribute = i32;
pub const GRIDCALL_NDARRAY_ATTRIBUTE_TYPE: gc_ndarray_attribute = 100001;
pub const GRIDCALL_NDARRAY_ATTRIBUTE_NDIM: gc_ndarray_attribute = 100002;
pub const GRIDCALL_NDARRAY_ATTRIBUTE_COUNT: gc_ndarray_attribute = 100003;
pub const GRIDCALL_NDARRAY_ATTRIBUTE_ELEMENT_SIZE: gc_ndarray_attribute = 100004;
pub const GRIDCALL_NDARRAY_ATTRIBUTE_SIZE: gc_ndarray_attribute = 100005;
pub const GRIDCALL_NDARRAY_ATTRIBUTE_OFFSET: gc_ndarray_attribute = 100006;
pub const GRIDCALL_NDARRAY_ATTRIBUTE_ADDRESS: gc_ndarray_attribute = 100007;
pub const GRIDCALL_NDARRAY_ATTRIBUTE_IS_C_CONTIGUOUS: gc_ndarray_attribute = 100008;
pub const GRIDCALL_NDARRAY_ATTRIBUTE_IS_F_CONTIGUOUS: gc_ndarray_attribute = 100009;
pub const GRIDCALL_NDARRAY_ATTRIBUTE_IS_READ_ONLY: gc_ndarray_attribute = 100010;

pub type gc_reduction = i32;
pub const GRIDCALL_REDUCTION_SUM: gc_reduction = 1;
pub const GRIDCALL_REDUCTION_PROD: gc_reduction = 2;
pub const GRIDCALL_REDUCTION_MIN: gc_reduction = 3;
pub const GRIDCALL_REDUCTION_MAX: gc_reduction = 4;
pub const GRIDCALL_REDUCTION_ANY: gc_reduction = 5;
pub const GRIDCALL_REDUCTION_ALL: gc_reduction = 6;
pub const GRIDCALL_REDUCTION_ARG_MIN: gc_reduction = 7;
pub const GRIDCALL_REDUCTION_ARG_MAX: gc_reduction = 8;
pub const GRIDCALL_REDUCTION_CUSTOM: gc_reduction = 9;

pub type gc_random_distribution = i32;
pub const GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM: gc_random_distribution = 1;
pub const GRIDCALL_RANDOM_DISTRIBUTION_NORMAL: gc_random_distribution = 2;
pub const GRIDCALL_RANDOM_DISTRIBUTION_LOG_NORMAL: gc_random_distribution = 3;
pub const GRIDCALL_RANDOM_DISTRIBUTION_POISSON: gc_random_distribution = 4;
pub const GRIDCALL_RANDOM_DISTRIBUTION_INTEGERS: gc_random_distribution = 5;

pub type gc_random_generator = i32;
pub const GRIDCALL_RANDOM_GENERATOR_PHILOX: gc_random_generator = 0;
pub const GRIDCALL_RANDOM_GENERATOR_XORWOW: gc_random_generator = 1;
pub const GRIDCALL_RANDOM_GENERATOR_MRG32K3A: gc_random_generator = 2;
pub const GRIDCALL_RANDOM_GENERATOR_SOBOL32: gc_random_generator = 3;

pub type gc_fft_norm = i32;
pub const GRIDCALL_FFT_NORM_BACKWARD: gc_fft_norm = 0;
pub const GRIDCALL_FFT_NORM_ORTHO: gc_fft_norm = 1;
pub const GRIDCALL_FFT_NORM_FORWARD: gc_fft_norm = 2;

pub type gc_comm_reduction = i32;
pub const GRIDCALL_COMM_REDUCTION_SUM: gc_comm_reduction = 0;
pub const GRIDCALL_COMM_REDUCTION_PROD: gc_comm_reduction = 1;
pub const GRIDCALL_COMM_REDUCTION_MAX: gc_comm_reduction = 2;
pub const GRIDCALL_COMM_REDUCTION_MIN: gc_comm_reduction = 3;
pub const GRIDCALL_COMM_REDUCTION_AVG: gc_comm_reduction = 4;
pub const GRIDCALL_COMM_REDUCTION_SCALED_SUM: gc_comm_reduction = 100001;

pub type gc_comm_operation = i32;
pub const GRIDCALL_COMM_OPERATION_ALL_REDUCE: gc_comm_operation = 1;
pub const GRIDCALL_COMM_OPERATION_REDUCE: gc_comm_operation = 2;
pub const GRIDCALL_COMM_OPERATION_BROADCAST: gc_comm_operation = 3;
pub const GRIDCALL_COMM_OPERATION_ALL_GATHER: gc_comm_operation = 4;
pub const GRIDCALL_COMM_OPERATION_REDUCE_SCATTER: gc_comm_operation = 5;
pub const GRIDCALL_COMM_OPERATION_ALL_TO_ALL: gc_comm_operation = 6;
pub const GRIDCALL_COMM_OPERATION_GATHER: gc_comm_operation = 7;
pub const GRIDCALL_COMM_OPERATION_SCATTER: gc_comm_operation = 8;
pub const GRIDCALL_COMM_OPERATION_SEND: gc_comm_operation = 9;
pub const GRIDCALL_COMM_OPERATION_RECV: gc_comm_operation = 10;
pub const GRIDCALL_COMM_OPERATION_BARRIER: gc_comm_operation = 11;

pub type gc_comm_engine = i32;
pub const GRIDCALL_COMM_ENGINE_NONE: gc_comm_engine = 0;
pub const GRIDCALL_COMM_ENGINE_NCCL: gc_comm_engine = 1;
pub const GRIDCALL_COMM_ENGINE_MPI: gc_comm_engine = 2;

pub type gc_comm_state = i32;
pub const GRIDCALL_COMM_STATE_READY: gc_comm_state = 1;
pub const GRIDCALL_COMM_STATE_FINALIZED: gc_comm_state = 2;
pub const GRIDCALL_COMM_STATE_ABORTED: gc_comm_state = 3;
pub const GRIDCALL_COMM_STATE_FAILED: gc_comm_state = 4;

pub type gc_comm_attribute = i32;
pub const GRIDCALL_COMM_ATTRIBUTE_RANK: gc_comm_attribute = 100001;
pub const GRIDCALL_COMM_ATTRIBUTE_COUNT: gc_comm_attribute = 100002;
pub const GRIDCALL_COMM_ATTRIBUTE_ENGINE: gc_comm_attribute = 100003;
pub const GRIDCALL_COMM_ATTRIBUTE_ENGINE_VERSION: gc_comm_attribute = 100004;
pub const GRIDCALL_COMM_ATTRIBUTE_STATE: gc_comm_attribute = 100005;
pub const GRIDCALL_COMM_ATTRIBUTE_OPERATIONS_STARTED: gc_comm_attribute = 100006;
pub const GRIDCALL_COMM_ATTRIBUTE_OPERATIONS_DONE: gc_comm_attribute = 100007;
pub const GRIDCALL_COMM_ATTRIBUTE_ERROR_STATUS: gc_comm_attribute = 100008;
pub const GRIDCALL_COMM_ATTRIBUTE_LOCAL_RANK: gc_comm_attribute = 100009;
pub const GRIDCALL_COMM_ATTRIBUTE_LOCAL_COUNT: gc_comm_attribute = 100010;
pub const GRIDCALL_COMM_ATTRIBUTE_DEVICE_MEMORY: gc_comm_attribute = 100011;

pub type gc_profiler_output = i32;
pub const GRIDCALL_PROFILER_OUTPUT_TRACE_EVENTS: gc_profiler_output = 1;
pub const GRIDCALL_PROFILER_OUTPUT_KEY_VALUE_PAIR: gc_profiler_output = 2;
pub const GRIDCALL_PROFILER_OUTPUT_CSV: gc_profiler_output = 3;

pub type gc_log_level = i32;
pub const GRIDCALL_LOG_LEVEL_INFO: gc_log_level = 1;
pub const GRIDCALL_LOG_LEVEL_DEBUG: gc_log_level = 2;

pub type gc_occupancy_limit = i32;
pub const GRIDCALL_OCCUPANCY_LIMIT_DEVICE: gc_occupancy_limit = 1;
pub const GRIDCALL_OCCUPANCY_LIMIT_WARPS: gc_occupancy_limit = 2;
pub const GRIDCALL_OCCUPANCY_LIMIT_REGISTERS: gc_occupancy_limit = 3;
pub const GRIDCALL_OCCUPANCY_LIMIT_SHARED_MEMORY: gc_occupancy_limit = 4;

pub type gc_svm_capabilities = u64;
pub const GRIDCALL_SVM_COARSE_GRAIN_BUFFER: gc_svm_capabilities = 1 << 0;
pub const GRIDCALL_SVM_FINE_GRAIN_BUFFER: gc_svm_capabilities = 1 << 1;
pub const GRIDCALL_SVM_FINE_GRAIN_SYSTEM: gc_svm_capabilities = 1 << 2;
pub const GRIDCALL_SVM_ATOMICS: gc_svm_capabilities = 1 << 3;

pub type gc_context_flags = u64;
pub const GRIDCALL_CONTEXT_MAP_HOST: gc_context_flags = 1 << 3;
pub const GRIDCALL_CONTEXT_LMEM_RESIZE_TO_MAX: gc_context_flags = 1 << 4;

pub type gc_stream_flags = u64;
pub const GRIDCALL_STREAM_NON_BLOCKING: gc_stream_flags = 1 << 0;

pub type gc_event_flags = u64;
pub const GRIDCALL_EVENT_BLOCKING_SYNC: gc_event_flags = 1 << 0;
pub const GRIDCALL_EVENT_DISABLE_TIMING: gc_event_flags = 1 << 1;
pub const GRIDCALL_EVENT_INTERPROCESS: gc_event_flags = 1 << 2;

pub type gc_mem_flags = u64;
pub const GRIDCALL_MEM_WRITE_COMBINED: gc_mem_flags = 1 << 0;
pub const GRIDCALL_MEM_PORTABLE: gc_mem_flags = 1 << 1;
pub const GRIDCALL_MEM_MAPPED: gc_mem_flags = 1 << 2;
pub const GRIDCALL_MEM_ZERO: gc_mem_flags = 1 << 3;
pub const GRIDCALL_MEM_KERNEL_READ_ONLY: gc_mem_flags = 1 << 4;
pub const GRIDCALL_MEM_KERNEL_WRITE_ONLY: gc_mem_flags = 1 << 5;
pub const GRIDCALL_MEM_HOST_READ_ONLY: gc_mem_flags = 1 << 6;
pub const GRIDCALL_MEM_HOST_WRITE_ONLY: gc_mem_flags = 1 << 7;
pub const GRIDCALL_MEM_HOST_NO_ACCESS: gc_mem_flags = 1 << 8;
pub const GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER: gc_mem_flags = 1 << 9;
pub const GRIDCALL_MEM_SVM_ATOMICS: gc_mem_flags = 1 << 10;

pub type gc_mem_register_flags = u64;
pub const GRIDCALL_MEM_REGISTER_PORTABLE: gc_mem_register_flags = 1 << 0;
pub const GRIDCALL_MEM_REGISTER_MAPPED: gc_mem_register_flags = 1 << 1;
pub const GRIDCALL_MEM_REGISTER_IO_MEMORY: gc_mem_register_flags = 1 << 2;
pub const GRIDCALL_MEM_REGISTER_READ_ONLY: gc_mem_register_flags = 1 << 3;

pub type gc_mem_prefetch_flags = u64;
pub const GRIDCALL_MEM_PREFETCH_DISCARD: gc_mem_prefetch_flags = 1 << 0;

pub type gc_mem_wrap_flags = u64;
pub const GRIDCALL_MEM_WRAP_OWNED: gc_mem_wrap_flags = 1 << 0;

pub type gc_mem_ipc_flags = u64;
pub const GRIDCALL_MEM_IPC_LAZY_PEER_ACCESS: gc_mem_ipc_flags = 1 << 0;

pub type gc_map_flags = u64;
pub const GRIDCALL_MAP_READ: gc_map_flags = 1 << 0;
pub const GRIDCALL_MAP_WRITE: gc_map_flags = 1 << 1;
pub const GRIDCALL_MAP_WRITE_INVALIDATE_REGION: gc_map_flags = 1 << 2;

pub type gc_array_flags = u64;
pub const GRIDCALL_ARRAY_LAYERED: gc_array_flags = 1 << 0;
pub const GRIDCALL_ARRAY_SURFACE_LDST: gc_array_flags = 1 << 1;
pub const GRIDCALL_ARRAY_CUBEMAP: gc_array_flags = 1 << 2;
pub const GRIDCALL_ARRAY_TEXTURE_GATHER: gc_array_flags = 1 << 3;

pub type gc_sampling_flags = u64;
pub const GRIDCALL_SAMPLING_NORMALIZED_COORDINATES: gc_sampling_flags = 1 << 1;

pub type gc_texture_flags = u64;
pub const GRIDCALL_TEXTURE_READ_AS_INTEGER: gc_texture_flags = 1 << 0;
pub const GRIDCALL_TEXTURE_SRGB: gc_texture_flags = 1 << 4;
pub const GRIDCALL_TEXTURE_SEAMLESS_CUBEMAP: gc_texture_flags = 1 << 6;
pub const GRIDCALL_TEXTURE_ALLOW_OFFSET: gc_texture_flags = 1 << 32;

pub type gc_compile_flags = u64;
pub const GRIDCALL_COMPILE_NO_CACHE: gc_compile_flags = 1 << 0;
pub const GRIDCALL_COMPILE_NO_TIERING: gc_compile_flags = 1 << 1;
pub const GRIDCALL_COMPILE_NO_FILES: gc_compile_flags = 1 << 2;

pub type gc_module_flags = u64;
pub const GRIDCALL_MODULE_DEBUG: gc_module_flags = 1 << 0;
pub const GRIDCALL_MODULE_LINE_INFO: gc_module_flags = 1 << 1;
pub const GRIDCALL_MODULE_VERBOSE: gc_module_flags = 1 << 2;
pub const GRIDCALL_MODULE_PREFER_BINARY: gc_module_flags = 1 << 3;
pub const GRIDCALL_MODULE_NO_OPTIMIZATION: gc_module_flags = 1 << 4;

pub type gc_occupancy_flags = u64;
pub const GRIDCALL_OCCUPANCY_DISABLE_CACHING_OVERRIDE: gc_occupancy_flags = 1 << 0;

pub type gc_launch_flags = u64;
pub const GRIDCALL_LAUNCH_COOPERATIVE: gc_launch_flags = 1 << 0;

pub type gc_ndarray_flags = u64;
pub const GRIDCALL_NDARRAY_ORDER_F: gc_ndarray_flags = 1 << 0;

pub type gc_array_from_flags = u64;
pub const GRIDCALL_ARRAY_FROM_CHANNELS: gc_array_from_flags = 1 << 0;
pub const GRIDCALL_ARRAY_FROM_NORMALIZED: gc_array_from_flags = 1 << 1;

pub type gc_sort_flags = u64;
pub const GRIDCALL_SORT_DESCENDING: gc_sort_flags = 1 << 0;

pub type gc_scan_flags = u64;
pub const GRIDCALL_SCAN_EXCLUSIVE: gc_scan_flags = 1 << 0;

pub type gc_search_flags = u64;
pub const GRIDCALL_SEARCH_RIGHT: gc_search_flags = 1 << 0;

pub type gc_index_flags = u64;
pub const GRIDCALL_INDEX_WRAP: gc_index_flags = 1 << 0;
pub const GRIDCALL_INDEX_CLIP: gc_index_flags = 1 << 1;
pub const GRIDCALL_INDEX_ADD: gc_index_flags = 1 << 2;

pub type gc_matmul_flags = u64;
pub const GRIDCALL_MATMUL_TF32: gc_matmul_flags = 1 << 0;
pub const GRIDCALL_MATMUL_OWN_KERNEL: gc_matmul_flags = 1 << 1;

pub type gc_fft_flags = u64;
pub const GRIDCALL_FFT_INVERSE: gc_fft_flags = 1 << 0;
pub const GRIDCALL_FFT_OWN_KERNEL: gc_fft_flags = 1 << 1;

pub type gc_dlpack_flags = u64;
pub const GRIDCALL_DLPACK_LEGACY: gc_dlpack_flags = 1 << 0;

pub type gc_comm_flags = u64;
pub const GRIDCALL_COMM_CHECKED: gc_comm_flags = 1 << 0;
pub const GRIDCALL_COMM_UNCHECKED: gc_comm_flags = 1 << 1;
pub const GRIDCALL_COMM_SHARE: gc_comm_flags = 1 << 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_device_attribute_entry {
    pub attribute: gc_device_attribute,
    pub value: i32,
}
layout! { gc_device_attribute_entry 8: attribute 0, value 4 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_context_options {
    pub struct_size: usize,
    pub flags: gc_context_flags,
    pub sched: gc_context_sched,
    pub reserved: u32,
}
layout! { gc_context_options 24: struct_size 0, flags 8, sched 16, reserved 20 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_stream_options {
    pub struct_size: usize,
    pub flags: gc_stream_flags,
    pub priority: i32,
    pub reserved: u32,
}
layout! { gc_stream_options 24: struct_size 0, flags 8, priority 16, reserved 20 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_event_options {
    pub struct_size: usize,
    pub flags: gc_event_flags,
}
layout! { gc_event_options 16: struct_size 0, flags 8 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_dtype_entry {
    pub name: *const c_char,
    pub record: *mut gc_dtype,
    pub offset: u64,
    pub count: u64,
    pub scalar_type: gc_scalar_type,
    pub reserved: u32,
}
layout! { gc_dtype_entry 40: name 0, record 8, offset 16, count 24, scalar_type 32, reserved 36 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_dtype_field {
    pub struct_size: usize,
    pub name: *const c_char,
    pub offset: u64,
    pub count: u64,
    pub size: u64,
    pub scalar_type: gc_scalar_type,
    pub reserved: u32,
}
layout! { gc_dtype_field 48: struct_size 0, name 8, offset 16, count 24, size 32, scalar_type 40, reserved 44
    }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_ipc_options {
    pub struct_size: usize,
    pub flags: gc_mem_ipc_flags,
}
layout! { gc_mem_ipc_options 16: struct_size 0, flags 8 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_options {
    pub struct_size: usize,
    pub flags: gc_mem_flags,
    pub place: gc_mem_place,
    pub attach: gc_mem_attach_mode,
    pub size: u64,
    pub alignment: u64,
    pub height: u64,
    pub element_size: u32,
    pub reserved: u32,
    pub content: *const c_void,
    pub content_size: usize,
    pub completion: *mut gc_completion,
    pub token: u64,
}
layout! { gc_mem_options 88: struct_size 0, flags 8, place 16, attach 20, size 24, alignment 32, height 40,
    element_size 48, reserved 52, content 56, content_size 64, completion 72, token 80 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_register_options {
    pub struct_size: usize,
    pub flags: gc_mem_register_flags,
}
layout! { gc_mem_register_options 16: struct_size 0, flags 8 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_wrap_options {
    pub struct_size: usize,
    pub host_address: u64,
    pub flags: gc_mem_wrap_flags,
    pub completion: *mut gc_completion,
    pub token: u64,
}
layout! { gc_mem_wrap_options 40: struct_size 0, host_address 8, flags 16, completion 24, token 32 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_copy_end {
    pub mem: *mut gc_mem,
    pub host: *mut c_void,
    pub host_size: usize,
    pub array: *mut gc_array,
    pub offset: u64,
    pub row_pitch: u64,
    pub slice_pitch: u64,
    pub x: u64,
    pub y: u64,
    pub z: u64,
}
layout! { gc_copy_end 80: mem 0, host 8, host_size 16, array 24, offset 32, row_pitch 40, slice_pitch 48, x
    56, y 64, z 72 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rect_copy {
    pub struct_size: usize,
    pub dst: gc_copy_end,
    pub src: gc_copy_end,
    pub width: u64,
    pub height: u64,
    pub depth: u64,
}
layout! { gc_rect_copy 192: struct_size 0, dst 8, src 88, width 168, height 176, depth 184 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rect_fill {
    pub struct_size: usize,
    pub dst: gc_copy_end,
    pub width: u64,
    pub height: u64,
    pub depth: u64,
    pub value: *const c_void,
    pub value_size: usize,
    pub color_type: gc_scalar_type,
    pub reserved: u32,
}
layout! { gc_rect_fill 136: struct_size 0, dst 8, width 88, height 96, depth 104, value 112, value_size 120,
    color_type 128, reserved 132 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_image_format {
    pub order: gc_channel_order,
    pub channel_type: gc_channel_type,
}
layout! { gc_image_format 8: order 0, channel_type 4 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_image_format_info {
    pub struct_size: usize,
    pub format: gc_array_format,
    pub channels: u32,
    pub channel_size: u32,
    pub element_size: u32,
    pub order_name: *const c_char,
    pub type_name: *const c_char,
}
layout! { gc_image_format_info 40: struct_size 0, format 8, channels 12, channel_size 16, element_size 20,
    order_name 24, type_name 32 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_array_options {
    pub struct_size: usize,
    pub flags: gc_array_flags,
    pub width: u64,
    pub height: u64,
    pub depth: u64,
    pub format: gc_array_format,
    pub channels: u32,
    pub levels: u32,
    pub reserved: u32,
}
layout! { gc_array_options 56: struct_size 0, flags 8, width 16, height 24, depth 32, format 40, channels 44,
    levels 48, reserved 52 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_array_region {
    pub struct_size: usize,
    pub x: u64,
    pub y: u64,
    pub z: u64,
    pub width: u64,
    pub height: u64,
    pub depth: u64,
}
layout! { gc_array_region 56: struct_size 0, x 8, y 16, z 24, width 32, height 40, depth 48 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sampling {
    pub flags: gc_sampling_flags,
    pub address_x: gc_address_mode,
    pub address_y: gc_address_mode,
    pub address_z: gc_address_mode,
    pub filter: gc_filter_mode,
    pub mip_filter: gc_filter_mode,
    pub max_anisotropy: u32,
    pub bias: f32,
    pub min_level: f32,
    pub max_level: f32,
    pub border_r: f32,
    pub border_g: f32,
    pub border_b: f32,
    pub border_a: f32,
    pub reserved: u32,
}
layout! { gc_sampling 64: flags 0, address_x 8, address_y 12, address_z 16, filter 20, mip_filter 24,
    max_anisotropy 28, bias 32, min_level 36, max_level 40, border_r 44, border_g 48, border_b 52, border_a
    56, reserved 60 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sampler_options {
    pub struct_size: usize,
    pub sampling: gc_sampling,
}
layout! { gc_sampler_options 72: struct_size 0, sampling 8 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_texture_options {
    pub struct_size: usize,
    pub flags: gc_texture_flags,
    pub array: *mut gc_array,
    pub mem: *mut gc_mem,
    pub offset: u64,
    pub width: u64,
    pub height: u64,
    pub row_pitch: u64,
    pub format: i32,
    pub channels: u32,
    pub sampling: gc_sampling,
    pub sampler: *mut gc_sampler,
}
layout! { gc_texture_options 144: struct_size 0, flags 8, array 16, mem 24, offset 32, width 40, height 48,
    row_pitch 56, format 64, channels 68, sampling 72, sampler 136 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_define {
    pub name: *const c_char,
    pub value: *const c_char,
}
layout! { gc_define 16: name 0, value 8 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_header {
    pub name: *const c_char,
    pub text: *const c_char,
}
layout! { gc_header 16: name 0, text 8 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_compile_options {
    pub struct_size: usize,
    pub flags: gc_compile_flags,
    pub name: *const c_char,
    pub arch: *const c_char,
    pub options: *const *const c_char,
    pub option_count: usize,
    pub defines: *const gc_define,
    pub define_count: usize,
    pub include_dirs: *const *const c_char,
    pub include_dir_count: usize,
    pub headers: *const gc_header,
    pub header_count: usize,
    pub instances: *const *const c_char,
    pub instance_count: usize,
    pub cache_dir: *const c_char,
    pub keep_dir: *const c_char,
    pub compiler: *const c_char,
}
layout! { gc_compile_options 136: struct_size 0, flags 8, name 16, arch 24, options 32, option_count 40,
    defines 48, define_count 56, include_dirs 64, include_dir_count 72, headers 80, header_count 88, instances
    96, instance_count 104, cache_dir 112, keep_dir 120, compiler 128 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_module_options {
    pub struct_size: usize,
    pub flags: gc_module_flags,
    pub arch: *const c_char,
    pub max_registers: u32,
    pub threads_per_block: u32,
    pub optimization_level: u32,
    pub reserved: u32,
}
layout! { gc_module_options 40: struct_size 0, flags 8, arch 16, max_registers 24, threads_per_block 28,
    optimization_level 32, reserved 36 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_link_input {
    pub name: *const c_char,
    pub image: *const c_void,
    pub size: usize,
}
layout! { gc_link_input 24: name 0, image 8, size 16 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_kernel_param {
    pub struct_size: usize,
    pub offset: u64,
    pub size: u64,
    pub value_type: gc_value_type,
    pub reserved: u32,
    pub type_name: *const c_char,
    pub name: *const c_char,
}
layout! { gc_kernel_param 48: struct_size 0, offset 8, size 16, value_type 24, reserved 28, type_name 32, name
    40 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_arg {
    pub kind: gc_arg_kind,
    pub size: u32,
    pub bits: u64,
    pub object: *const c_void,
    pub value_type: gc_value_type,
    pub reserved: u32,
}
layout! { gc_arg 32: kind 0, size 4, bits 8, object 16, value_type 24, reserved 28 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_launch_config {
    pub struct_size: usize,
    pub grid_x: u32,
    pub grid_y: u32,
    pub grid_z: u32,
    pub block_x: u32,
    pub block_y: u32,
    pub block_z: u32,
    pub shared_size: u64,
    pub bytes: *const c_void,
    pub bytes_size: usize,
    pub timeout_nanoseconds: u64,
    pub flags: gc_launch_flags,
    pub start_event: *mut gc_event,
    pub end_event: *mut gc_event,
    pub cluster_x: u32,
    pub cluster_y: u32,
    pub cluster_z: u32,
    pub reserved: u32,
}
layout! { gc_launch_config 104: struct_size 0, grid_x 8, grid_y 12, grid_z 16, block_x 20, block_y 24, block_z
    28, shared_size 32, bytes 40, bytes_size 48, timeout_nanoseconds 56, flags 64, start_event 72, end_event
    80, cluster_x 88, cluster_y 92, cluster_z 96, reserved 100 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_host_arg {
    pub index: u32,
    pub direction: gc_host_direction,
    pub host_address: u64,
    pub size: usize,
    pub value_type: gc_value_type,
    pub reserved: u32,
}
layout! { gc_host_arg 32: index 0, direction 4, host_address 8, size 16, value_type 24, reserved 28 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_pool_options {
    pub struct_size: usize,
    pub place: gc_mem_place,
    pub reserved: u32,
    pub limit: u64,
    pub flags: gc_mem_flags,
    pub alignment: u64,
}
layout! { gc_pool_options 40: struct_size 0, place 8, reserved 12, limit 16, flags 24, alignment 32 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_pool_statistics {
    pub struct_size: usize,
    pub held_blocks: u64,
    pub held_bytes: u64,
    pub active_blocks: u64,
    pub active_bytes: u64,
    pub peak_bytes: u64,
    pub limit: u64,
}
layout! { gc_pool_statistics 56: struct_size 0, held_blocks 8, held_bytes 16, active_blocks 24, active_bytes
    32, peak_bytes 40, limit 48 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_ndarray_options {
    pub struct_size: usize,
    pub flags: gc_ndarray_flags,
    pub scalar_type: gc_scalar_type,
    pub place: gc_mem_place,
    pub record: *mut gc_dtype,
    pub shape: *const u64,
    pub shape_count: usize,
    pub strides: *const i64,
    pub stride_count: usize,
    pub mem_flags: gc_mem_flags,
    pub alignment: u64,
    pub pool: *mut gc_pool,
    pub stream: *mut gc_stream,
    pub attach: gc_mem_attach_mode,
    pub reserved: u32,
}
layout! { gc_ndarray_options 104: struct_size 0, flags 8, scalar_type 16, place 20, record 24, shape 32,
    shape_count 40, strides 48, stride_count 56, mem_flags 64, alignment 72, pool 80, stream 88, attach 96,
    reserved 100 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_ndarray_layout {
    pub struct_size: usize,
    pub flags: gc_ndarray_flags,
    pub strides: *const i64,
    pub stride_count: usize,
    pub offset: u64,
    pub scalar_type: gc_scalar_type,
    pub reserved: u32,
}
layout! { gc_ndarray_layout 48: struct_size 0, flags 8, strides 16, stride_count 24, offset 32, scalar_type
    40, reserved 44 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_axis_slice {
    pub start: i64,
    pub stop: i64,
    pub step: i64,
}
layout! { gc_axis_slice 24: start 0, stop 8, step 16 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_scalar {
    pub bits: [u64; 2],
    pub scalar_type: gc_scalar_type,
    pub reserved: u32,
}
layout! { gc_scalar 24: bits 0, scalar_type 16, reserved 20 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_random_options {
    pub struct_size: usize,
    pub distribution: gc_random_distribution,
    pub generator: gc_random_generator,
    pub seed: u64,
    pub offset: u64,
    pub a: f64,
    pub b: f64,
    pub dimension: u32,
    pub reserved: u32,
}
layout! { gc_random_options 56: struct_size 0, distribution 8, generator 12, seed 16, offset 24, a 32, b 40,
    dimension 48, reserved 52 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_reduce_options {
    pub struct_size: usize,
    pub combine: *const c_char,
    pub neutral: *const c_char,
    pub preamble: *const c_char,
}
layout! { gc_reduce_options 32: struct_size 0, combine 8, neutral 16, preamble 24 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_transform_options {
    pub struct_size: usize,
    pub preamble: *const c_char,
    pub input_names: *const *const c_char,
    pub input_name_count: usize,
    pub scalar_names: *const *const c_char,
    pub scalar_name_count: usize,
}
layout! { gc_transform_options 48: struct_size 0, preamble 8, input_names 16, input_name_count 24,
    scalar_names 32, scalar_name_count 40 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sort_options {
    pub struct_size: usize,
    pub flags: gc_sort_flags,
    pub axis: u32,
    pub reserved: u32,
    pub values: *mut gc_ndarray,
    pub values_src: *mut gc_ndarray,
    pub pool: *mut gc_pool,
    pub segments: *mut gc_ndarray,
}
layout! { gc_sort_options 56: struct_size 0, flags 8, axis 16, reserved 20, values 24, values_src 32, pool 40,
    segments 48 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_scan_options {
    pub struct_size: usize,
    pub flags: gc_scan_flags,
    pub axis: u32,
    pub reserved: u32,
    pub pool: *mut gc_pool,
    pub segments: *mut gc_ndarray,
    pub combine: *const c_char,
    pub neutral: *const c_char,
    pub preamble: *const c_char,
    pub map: *const c_char,
    pub output: *const c_char,
    pub b: *mut gc_ndarray,
    pub c: *mut gc_ndarray,
    pub d: *mut gc_ndarray,
}
layout! { gc_scan_options 104: struct_size 0, flags 8, axis 16, reserved 20, pool 24, segments 32, combine 40,
    neutral 48, preamble 56, map 64, output 72, b 80, c 88, d 96 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_select_options {
    pub struct_size: usize,
    pub pool: *mut gc_pool,
}
layout! { gc_select_options 16: struct_size 0, pool 8 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_histogram_options {
    pub struct_size: usize,
    pub lower: f64,
    pub upper: f64,
    pub edges: *mut gc_ndarray,
    pub weights: *mut gc_ndarray,
    pub pool: *mut gc_pool,
}
layout! { gc_histogram_options 48: struct_size 0, lower 8, upper 16, edges 24, weights 32, pool 40 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_index_options {
    pub struct_size: usize,
    pub flags: gc_index_flags,
    pub axis: u32,
    pub reserved: u32,
}
layout! { gc_index_options 24: struct_size 0, flags 8, axis 16, reserved 20 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_matmul_options {
    pub struct_size: usize,
    pub flags: gc_matmul_flags,
    pub pool: *mut gc_pool,
}
layout! { gc_matmul_options 24: struct_size 0, flags 8, pool 16 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_matmul_options {
    pub struct_size: usize,
    pub pool: *mut gc_pool,
}
layout! { gc_sparse_matmul_options 16: struct_size 0, pool 8 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_factor_options {
    pub struct_size: usize,
    pub info: *mut gc_ndarray,
    pub pool: *mut gc_pool,
}
layout! { gc_factor_options 24: struct_size 0, info 8, pool 16 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fft_options {
    pub struct_size: usize,
    pub flags: gc_fft_flags,
    pub norm: gc_fft_norm,
    pub reserved: u32,
    pub axes: *const u32,
    pub axis_count: usize,
    pub pool: *mut gc_pool,
}
layout! { gc_fft_options 48: struct_size 0, flags 8, norm 16, reserved 20, axes 24, axis_count 32, pool 40 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_comm_options {
    pub struct_size: usize,
    pub flags: gc_comm_flags,
    pub create_timeout_nanoseconds: u64,
    pub timeout_nanoseconds: u64,
    pub name: *const c_char,
    pub min_blocks: u32,
    pub max_blocks: u32,
}
layout! { gc_comm_options 48: struct_size 0, flags 8, create_timeout_nanoseconds 16, timeout_nanoseconds 24,
    name 32, min_blocks 40, max_blocks 44 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_comm_op {
    pub operation: gc_comm_operation,
    pub reduction: gc_comm_reduction,
    pub scalar_type: gc_scalar_type,
    pub peer: u32,
    pub comm: *mut gc_comm,
    pub dst: *mut gc_mem,
    pub dst_offset: u64,
    pub src: *mut gc_mem,
    pub src_offset: u64,
    pub count: u64,
    pub stream: *mut gc_stream,
    pub scale: f64,
}
layout! { gc_comm_op 80: operation 0, reduction 4, scalar_type 8, peer 12, comm 16, dst 24, dst_offset 32, src
    40, src_offset 48, count 56, stream 64, scale 72 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_cache_statistics {
    pub struct_size: usize,
    pub hits: u64,
    pub misses: u64,
    pub errors: u64,
    pub enabled: i32,
    pub reserved: u32,
}
layout! { gc_cache_statistics 40: struct_size 0, hits 8, misses 16, errors 24, enabled 32, reserved 36 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_profiler_options {
    pub struct_size: usize,
    pub output: gc_profiler_output,
    pub capacity: u32,
    pub output_file: *const c_char,
    pub config_file: *const c_char,
}
layout! { gc_profiler_options 32: struct_size 0, output 8, capacity 12, output_file 16, config_file 24 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_log_record {
    pub struct_size: usize,
    pub time_nanoseconds: u64,
    pub lost: u64,
    pub component: *const c_char,
    pub level: gc_log_level,
    pub message: [c_char; 476],
}
layout! { gc_log_record 512: struct_size 0, time_nanoseconds 8, lost 16, component 24, level 32, message 36 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_device_data {
    pub struct_size: usize,
    pub max_threads: u32,
    pub warp_size: u32,
    pub warps_per_mp: u32,
    pub thread_blocks_per_mp: u32,
    pub registers_per_mp: u32,
    pub registers_per_block: u32,
    pub registers_per_thread: u32,
    pub register_alloc_unit: u32,
    pub register_partitions: u32,
    pub shared_memory_per_mp: u32,
    pub shared_memory_per_block: u32,
    pub system_shared: u32,
    pub smem_granularity: u32,
    pub smem_alloc_granularity: u32,
}
layout! { gc_device_data 64: struct_size 0, max_threads 8, warp_size 12, warps_per_mp 16, thread_blocks_per_mp
    20, registers_per_mp 24, registers_per_block 28, registers_per_thread 32, register_alloc_unit 36,
    register_partitions 40, shared_memory_per_mp 44, shared_memory_per_block 48, system_shared 52,
    smem_granularity 56, smem_alloc_granularity 60 }

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_occupancy_record {
    pub struct_size: usize,
    pub thread_blocks_per_mp: u32,
    pub limited_by: gc_occupancy_limit,
    pub warps_per_mp: u32,
    pub reserved: u32,
    pub occupancy: f64,
}
layout! { gc_occupancy_record 32: struct_size 0, thread_blocks_per_mp 8, limited_by 12, warps_per_mp 16,
    reserved 20, occupancy 24 }
