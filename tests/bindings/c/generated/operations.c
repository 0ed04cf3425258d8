// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include "../scenario.h"

static const Constant status_constants[] = {
    {"OK", GRIDCALL_OK},
    {"ERROR_INVALID_ARGUMENT", GRIDCALL_ERROR_INVALID_ARGUMENT},
    {"ERROR_INVALID_HANDLE", GRIDCALL_ERROR_INVALID_HANDLE},
    {"ERROR_OUT_OF_RANGE", GRIDCALL_ERROR_OUT_OF_RANGE},
    {"ERROR_INVALID_OPTIONS", GRIDCALL_ERROR_INVALID_OPTIONS},
    {"ERROR_NOT_FOUND", GRIDCALL_ERROR_NOT_FOUND},
    {"ERROR_WRONG_CONTEXT", GRIDCALL_ERROR_WRONG_CONTEXT},
    {"ERROR_INVALID_STATE", GRIDCALL_ERROR_INVALID_STATE},
    {"ERROR_NOT_READY", GRIDCALL_ERROR_NOT_READY},
    {"ERROR_ALREADY_REGISTERED", GRIDCALL_ERROR_ALREADY_REGISTERED},
    {"ERROR_OUT_OF_MEMORY", GRIDCALL_ERROR_OUT_OF_MEMORY},
    {"ERROR_OUT_OF_HOST_MEMORY", GRIDCALL_ERROR_OUT_OF_HOST_MEMORY},
    {"ERROR_POOL_LIMIT", GRIDCALL_ERROR_POOL_LIMIT},
    {"ERROR_INVALID_LAUNCH", GRIDCALL_ERROR_INVALID_LAUNCH},
    {"ERROR_ARGUMENT_MISMATCH", GRIDCALL_ERROR_ARGUMENT_MISMATCH},
    {"ERROR_ILLEGAL_ADDRESS", GRIDCALL_ERROR_ILLEGAL_ADDRESS},
    {"ERROR_MISALIGNED_ADDRESS", GRIDCALL_ERROR_MISALIGNED_ADDRESS},
    {"ERROR_KERNEL_TRAP", GRIDCALL_ERROR_KERNEL_TRAP},
    {"ERROR_KERNEL_ASSERT", GRIDCALL_ERROR_KERNEL_ASSERT},
    {"ERROR_DIVIDE_BY_ZERO", GRIDCALL_ERROR_DIVIDE_BY_ZERO},
    {"ERROR_STACK_OVERFLOW", GRIDCALL_ERROR_STACK_OVERFLOW},
    {"ERROR_LAUNCH_TIMEOUT", GRIDCALL_ERROR_LAUNCH_TIMEOUT},
    {"ERROR_LAUNCH_FAILED", GRIDCALL_ERROR_LAUNCH_FAILED},
    {"ERROR_KERNEL_DEADLOCK", GRIDCALL_ERROR_KERNEL_DEADLOCK},
    {"ERROR_DEVICE_LOST", GRIDCALL_ERROR_DEVICE_LOST},
    {"ERROR_CANCELLED", GRIDCALL_ERROR_CANCELLED},
    {"ERROR_COMPILE", GRIDCALL_ERROR_COMPILE},
    {"ERROR_COMPILER_UNAVAILABLE", GRIDCALL_ERROR_COMPILER_UNAVAILABLE},
    {"ERROR_COMPILER_FAILED", GRIDCALL_ERROR_COMPILER_FAILED},
    {"ERROR_COMPILE_TIMEOUT", GRIDCALL_ERROR_COMPILE_TIMEOUT},
    {"ERROR_INVALID_IMAGE", GRIDCALL_ERROR_INVALID_IMAGE},
    {"ERROR_INCOMPATIBLE_IMAGE", GRIDCALL_ERROR_INCOMPATIBLE_IMAGE},
    {"ERROR_INVALID_COMPILE_OPTION", GRIDCALL_ERROR_INVALID_COMPILE_OPTION},
    {"ERROR_DRIVER", GRIDCALL_ERROR_DRIVER},
    {"ERROR_NO_DEVICE", GRIDCALL_ERROR_NO_DEVICE},
    {"ERROR_DRIVER_UNAVAILABLE", GRIDCALL_ERROR_DRIVER_UNAVAILABLE},
    {"ERROR_DRIVER_TOO_OLD", GRIDCALL_ERROR_DRIVER_TOO_OLD},
    {"ERROR_IO", GRIDCALL_ERROR_IO},
    {"ERROR_INTERNAL", GRIDCALL_ERROR_INTERNAL},
    {"ERROR_UNSUPPORTED", GRIDCALL_ERROR_UNSUPPORTED},
    {"ERROR_FORKED", GRIDCALL_ERROR_FORKED},
    {"ERROR_EXITING", GRIDCALL_ERROR_EXITING},
    {NULL, 0}};

static const Constant device_attribute_constants[] = {
    {"MAX_THREADS_PER_BLOCK", GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
    {"MAX_BLOCK_DIM_X", GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X},
    {"MAX_BLOCK_DIM_Y", GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y},
    {"MAX_BLOCK_DIM_Z", GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z},
    {"MAX_GRID_DIM_X", GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X},
    {"MAX_GRID_DIM_Y", GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y},
    {"MAX_GRID_DIM_Z", GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z},
    {"MAX_SHARED_MEMORY_PER_BLOCK", GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK},
    {"TOTAL_CONSTANT_MEMORY", GRIDCALL_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY},
    {"WARP_SIZE", GRIDCALL_DEVICE_ATTRIBUTE_WARP_SIZE},
    {"MAX_PITCH", GRIDCALL_DEVICE_ATTRIBUTE_MAX_PITCH},
    {"MAX_REGISTERS_PER_BLOCK", GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK},
    {"CLOCK_RATE", GRIDCALL_DEVICE_ATTRIBUTE_CLOCK_RATE},
    {"TEXTURE_ALIGNMENT", GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT},
    {"GPU_OVERLAP", GRIDCALL_DEVICE_ATTRIBUTE_GPU_OVERLAP},
    {"MULTIPROCESSOR_COUNT", GRIDCALL_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT},
    {"KERNEL_EXEC_TIMEOUT", GRIDCALL_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT},
    {"INTEGRATED", GRIDCALL_DEVICE_ATTRIBUTE_INTEGRATED},
    {"CAN_MAP_HOST_MEMORY", GRIDCALL_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY},
    {"COMPUTE_MODE", GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_MODE},
    {"MAXIMUM_TEXTURE1D_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH},
    {"MAXIMUM_TEXTURE2D_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH},
    {"MAXIMUM_TEXTURE2D_HEIGHT", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT},
    {"MAXIMUM_TEXTURE3D_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH},
    {"MAXIMUM_TEXTURE3D_HEIGHT", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT},
    {"MAXIMUM_TEXTURE3D_DEPTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH},
    {"MAXIMUM_TEXTURE2D_LAYERED_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH},
    {"MAXIMUM_TEXTURE2D_LAYERED_HEIGHT", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT},
    {"MAXIMUM_TEXTURE2D_LAYERED_LAYERS", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS},
    {"SURFACE_ALIGNMENT", GRIDCALL_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT},
    {"CONCURRENT_KERNELS", GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS},
    {"ECC_ENABLED", GRIDCALL_DEVICE_ATTRIBUTE_ECC_ENABLED},
    {"PCI_BUS_ID", GRIDCALL_DEVICE_ATTRIBUTE_PCI_BUS_ID},
    {"PCI_DEVICE_ID", GRIDCALL_DEVICE_ATTRIBUTE_PCI_DEVICE_ID},
    {"TCC_DRIVER", GRIDCALL_DEVICE_ATTRIBUTE_TCC_DRIVER},
    {"MEMORY_CLOCK_RATE", GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE},
    {"GLOBAL_MEMORY_BUS_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH},
    {"L2_CACHE_SIZE", GRIDCALL_DEVICE_ATTRIBUTE_L2_CACHE_SIZE},
    {"MAX_THREADS_PER_MULTIPROCESSOR", GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR},
    {"ASYNC_ENGINE_COUNT", GRIDCALL_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT},
    {"UNIFIED_ADDRESSING", GRIDCALL_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING},
    {"MAXIMUM_TEXTURE1D_LAYERED_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH},
    {"MAXIMUM_TEXTURE1D_LAYERED_LAYERS", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS},
    {"CAN_TEX2D_GATHER", GRIDCALL_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER},
    {"MAXIMUM_TEXTURE2D_GATHER_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH},
    {"MAXIMUM_TEXTURE2D_GATHER_HEIGHT", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT},
    {"MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE},
    {"MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE},
    {"MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE},
    {"PCI_DOMAIN_ID", GRIDCALL_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID},
    {"TEXTURE_PITCH_ALIGNMENT", GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT},
    {"MAXIMUM_TEXTURECUBEMAP_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH},
    {"MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH},
    {"MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS},
    {"MAXIMUM_SURFACE1D_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH},
    {"MAXIMUM_SURFACE2D_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH},
    {"MAXIMUM_SURFACE2D_HEIGHT", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT},
    {"MAXIMUM_SURFACE3D_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH},
    {"MAXIMUM_SURFACE3D_HEIGHT", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT},
    {"MAXIMUM_SURFACE3D_DEPTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH},
    {"MAXIMUM_SURFACE1D_LAYERED_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH},
    {"MAXIMUM_SURFACE1D_LAYERED_LAYERS", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS},
    {"MAXIMUM_SURFACE2D_LAYERED_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH},
    {"MAXIMUM_SURFACE2D_LAYERED_HEIGHT", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT},
    {"MAXIMUM_SURFACE2D_LAYERED_LAYERS", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS},
    {"MAXIMUM_SURFACECUBEMAP_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH},
    {"MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH},
    {"MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS},
    {"MAXIMUM_TEXTURE1D_LINEAR_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH},
    {"MAXIMUM_TEXTURE2D_LINEAR_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH},
    {"MAXIMUM_TEXTURE2D_LINEAR_HEIGHT", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT},
    {"MAXIMUM_TEXTURE2D_LINEAR_PITCH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH},
    {"MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH},
    {"MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT},
    {"COMPUTE_CAPABILITY_MAJOR", GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR},
    {"COMPUTE_CAPABILITY_MINOR", GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR},
    {"MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH", GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH},
    {"STREAM_PRIORITIES_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED},
    {"GLOBAL_L1_CACHE_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED},
    {"LOCAL_L1_CACHE_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED},
    {"MAX_SHARED_MEMORY_PER_MULTIPROCESSOR", GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR},
    {"MAX_REGISTERS_PER_MULTIPROCESSOR", GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR},
    {"MANAGED_MEMORY", GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY},
    {"MULTI_GPU_BOARD", GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD},
    {"MULTI_GPU_BOARD_GROUP_ID", GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID},
    {"HOST_NATIVE_ATOMIC_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED},
    {"SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO", GRIDCALL_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO},
    {"PAGEABLE_MEMORY_ACCESS", GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS},
    {"CONCURRENT_MANAGED_ACCESS", GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS},
    {"COMPUTE_PREEMPTION_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED},
    {"CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM", GRIDCALL_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM},
    {"COOPERATIVE_LAUNCH", GRIDCALL_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH},
    {"MAX_SHARED_MEMORY_PER_BLOCK_OPTIN", GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN},
    {"HOST_REGISTER_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED},
    {"PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES", GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES},
    {"DIRECT_MANAGED_MEM_ACCESS_FROM_HOST", GRIDCALL_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST},
    {"VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED},
    {"HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED},
    {"HANDLE_TYPE_WIN32_HANDLE_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED},
    {"HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED},
    {"MAX_BLOCKS_PER_MULTIPROCESSOR", GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR},
    {"GENERIC_COMPRESSION_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED},
    {"MAX_PERSISTING_L2_CACHE_SIZE", GRIDCALL_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE},
    {"MAX_ACCESS_POLICY_WINDOW_SIZE", GRIDCALL_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE},
    {"RESERVED_SHARED_MEMORY_PER_BLOCK", GRIDCALL_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK},
    {"READ_ONLY_HOST_REGISTER_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED},
    {"MEMORY_POOLS_SUPPORTED", GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED},
    {"CLUSTER_LAUNCH", GRIDCALL_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH},
    {"SVM_CAPABILITIES", GRIDCALL_DEVICE_ATTRIBUTE_SVM_CAPABILITIES},
    {NULL, 0}};

static const Constant context_sched_constants[] = {
    {"AUTO", GRIDCALL_CONTEXT_SCHED_AUTO},
    {"SPIN", GRIDCALL_CONTEXT_SCHED_SPIN},
    {"YIELD", GRIDCALL_CONTEXT_SCHED_YIELD},
    {"BLOCKING_SYNC", GRIDCALL_CONTEXT_SCHED_BLOCKING_SYNC},
    {NULL, 0}};

static const Constant context_attribute_constants[] = {
    {"STACK_SIZE", GRIDCALL_CONTEXT_ATTRIBUTE_STACK_SIZE},
    {"PRINTF_FIFO_SIZE", GRIDCALL_CONTEXT_ATTRIBUTE_PRINTF_FIFO_SIZE},
    {"MALLOC_HEAP_SIZE", GRIDCALL_CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE},
    {"DEV_RUNTIME_SYNC_DEPTH", GRIDCALL_CONTEXT_ATTRIBUTE_DEV_RUNTIME_SYNC_DEPTH},
    {"DEV_RUNTIME_PENDING_LAUNCH_COUNT", GRIDCALL_CONTEXT_ATTRIBUTE_DEV_RUNTIME_PENDING_LAUNCH_COUNT},
    {"MAX_L2_FETCH_GRANULARITY", GRIDCALL_CONTEXT_ATTRIBUTE_MAX_L2_FETCH_GRANULARITY},
    {"PERSISTING_L2_CACHE_SIZE", GRIDCALL_CONTEXT_ATTRIBUTE_PERSISTING_L2_CACHE_SIZE},
    {"CACHE_CONFIG", GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG},
    {"SHARED_CONFIG", GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG},
    {"SCHED", GRIDCALL_CONTEXT_ATTRIBUTE_SCHED},
    {"FLAGS", GRIDCALL_CONTEXT_ATTRIBUTE_FLAGS},
    {"API_VERSION", GRIDCALL_CONTEXT_ATTRIBUTE_API_VERSION},
    {"IS_PRIMARY", GRIDCALL_CONTEXT_ATTRIBUTE_IS_PRIMARY},
    {NULL, 0}};

static const Constant pointer_attribute_constants[] = {
    {"CONTEXT", GRIDCALL_POINTER_ATTRIBUTE_CONTEXT},
    {"MEMORY_TYPE", GRIDCALL_POINTER_ATTRIBUTE_MEMORY_TYPE},
    {"DEVICE_POINTER", GRIDCALL_POINTER_ATTRIBUTE_DEVICE_POINTER},
    {"HOST_POINTER", GRIDCALL_POINTER_ATTRIBUTE_HOST_POINTER},
    {"IS_MANAGED", GRIDCALL_POINTER_ATTRIBUTE_IS_MANAGED},
    {"DEVICE_ORDINAL", GRIDCALL_POINTER_ATTRIBUTE_DEVICE_ORDINAL},
    {"RANGE_START_ADDRESS", GRIDCALL_POINTER_ATTRIBUTE_RANGE_START_ADDRESS},
    {"RANGE_SIZE", GRIDCALL_POINTER_ATTRIBUTE_RANGE_SIZE},
    {NULL, 0}};

static const Constant feature_constants[] = {
    {"STREAM_CANCEL", GRIDCALL_FEATURE_STREAM_CANCEL},
    {"MODULE_FROM_BUFFER", GRIDCALL_FEATURE_MODULE_FROM_BUFFER},
    {"KERNEL_PARAMS", GRIDCALL_FEATURE_KERNEL_PARAMS},
    {"KERNEL_TIMEOUT", GRIDCALL_FEATURE_KERNEL_TIMEOUT},
    {"CPU_MODE", GRIDCALL_FEATURE_CPU_MODE},
    {"COOPERATIVE_LAUNCH", GRIDCALL_FEATURE_COOPERATIVE_LAUNCH},
    {"CLUSTERS", GRIDCALL_FEATURE_CLUSTERS},
    {"OCCUPANCY", GRIDCALL_FEATURE_OCCUPANCY},
    {"IPC", GRIDCALL_FEATURE_IPC},
    {NULL, 0}};

static const Constant stream_attribute_constants[] = {
    {"FLAGS", GRIDCALL_STREAM_ATTRIBUTE_FLAGS},
    {"PRIORITY", GRIDCALL_STREAM_ATTRIBUTE_PRIORITY},
    {"ID", GRIDCALL_STREAM_ATTRIBUTE_ID},
    {"IS_CAPTURING", GRIDCALL_STREAM_ATTRIBUTE_IS_CAPTURING},
    {NULL, 0}};

static const Constant mem_place_constants[] = {
    {"DEVICE", GRIDCALL_MEM_PLACE_DEVICE},
    {"HOST", GRIDCALL_MEM_PLACE_HOST},
    {"MANAGED", GRIDCALL_MEM_PLACE_MANAGED},
    {"PAGEABLE", GRIDCALL_MEM_PLACE_PAGEABLE},
    {NULL, 0}};

static const Constant mem_attribute_constants[] = {
    {"READ_MOSTLY", GRIDCALL_MEM_ATTRIBUTE_READ_MOSTLY},
    {"PREFERRED_LOCATION", GRIDCALL_MEM_ATTRIBUTE_PREFERRED_LOCATION},
    {"LAST_PREFETCH_LOCATION", GRIDCALL_MEM_ATTRIBUTE_LAST_PREFETCH_LOCATION},
    {"PLACE", GRIDCALL_MEM_ATTRIBUTE_PLACE},
    {"ORIGIN", GRIDCALL_MEM_ATTRIBUTE_ORIGIN},
    {"FLAGS", GRIDCALL_MEM_ATTRIBUTE_FLAGS},
    {"PITCH", GRIDCALL_MEM_ATTRIBUTE_PITCH},
    {"ROW_SIZE", GRIDCALL_MEM_ATTRIBUTE_ROW_SIZE},
    {"HEIGHT", GRIDCALL_MEM_ATTRIBUTE_HEIGHT},
    {"ALIGNMENT", GRIDCALL_MEM_ATTRIBUTE_ALIGNMENT},
    {"OFFSET", GRIDCALL_MEM_ATTRIBUTE_OFFSET},
    {"REFERENCE_COUNT", GRIDCALL_MEM_ATTRIBUTE_REFERENCE_COUNT},
    {"IS_REGISTERED", GRIDCALL_MEM_ATTRIBUTE_IS_REGISTERED},
    {"USES_SVM", GRIDCALL_MEM_ATTRIBUTE_USES_SVM},
    {NULL, 0}};

static const Constant mem_attach_mode_constants[] = {
    {"GLOBAL", GRIDCALL_MEM_ATTACH_MODE_GLOBAL},
    {"HOST", GRIDCALL_MEM_ATTACH_MODE_HOST},
    {"SINGLE", GRIDCALL_MEM_ATTACH_MODE_SINGLE},
    {NULL, 0}};

static const Constant mem_advice_constants[] = {
    {"SET_READ_MOSTLY", GRIDCALL_MEM_ADVICE_SET_READ_MOSTLY},
    {"UNSET_READ_MOSTLY", GRIDCALL_MEM_ADVICE_UNSET_READ_MOSTLY},
    {"SET_PREFERRED_LOCATION", GRIDCALL_MEM_ADVICE_SET_PREFERRED_LOCATION},
    {"UNSET_PREFERRED_LOCATION", GRIDCALL_MEM_ADVICE_UNSET_PREFERRED_LOCATION},
    {"SET_ACCESSED_BY", GRIDCALL_MEM_ADVICE_SET_ACCESSED_BY},
    {"UNSET_ACCESSED_BY", GRIDCALL_MEM_ADVICE_UNSET_ACCESSED_BY},
    {NULL, 0}};

static const Constant mapping_attribute_constants[] = {
    {"SIZE", GRIDCALL_MAPPING_ATTRIBUTE_SIZE},
    {"FLAGS", GRIDCALL_MAPPING_ATTRIBUTE_FLAGS},
    {"IS_DIRECT", GRIDCALL_MAPPING_ATTRIBUTE_IS_DIRECT},
    {NULL, 0}};

static const Constant pipe_attribute_constants[] = {
    {"PACKET_SIZE", GRIDCALL_PIPE_ATTRIBUTE_PACKET_SIZE},
    {"MAX_PACKETS", GRIDCALL_PIPE_ATTRIBUTE_MAX_PACKETS},
    {NULL, 0}};

static const Constant module_attribute_constants[] = {
    {"COMPILE_NANOSECONDS", GRIDCALL_MODULE_ATTRIBUTE_COMPILE_NANOSECONDS},
    {"JIT_NANOSECONDS", GRIDCALL_MODULE_ATTRIBUTE_JIT_NANOSECONDS},
    {"JIT_THREADS_PER_BLOCK", GRIDCALL_MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK},
    {NULL, 0}};

static const Constant kernel_attribute_constants[] = {
    {"MAX_THREADS_PER_BLOCK", GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
    {"SHARED_SIZE_BYTES", GRIDCALL_KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES},
    {"CONST_SIZE_BYTES", GRIDCALL_KERNEL_ATTRIBUTE_CONST_SIZE_BYTES},
    {"LOCAL_SIZE_BYTES", GRIDCALL_KERNEL_ATTRIBUTE_LOCAL_SIZE_BYTES},
    {"NUM_REGS", GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS},
    {"PTX_VERSION", GRIDCALL_KERNEL_ATTRIBUTE_PTX_VERSION},
    {"BINARY_VERSION", GRIDCALL_KERNEL_ATTRIBUTE_BINARY_VERSION},
    {"CACHE_MODE_CA", GRIDCALL_KERNEL_ATTRIBUTE_CACHE_MODE_CA},
    {"MAX_DYNAMIC_SHARED_SIZE_BYTES", GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES},
    {"PREFERRED_SHARED_MEMORY_CARVEOUT", GRIDCALL_KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT},
    {"CPU_MODE", GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE},
    {"CPU_WARP_LAYOUTS", GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS},
    {"CACHE_CONFIG", GRIDCALL_KERNEL_ATTRIBUTE_CACHE_CONFIG},
    {"SHARED_CONFIG", GRIDCALL_KERNEL_ATTRIBUTE_SHARED_CONFIG},
    {"CPU_IS_BASELINE", GRIDCALL_KERNEL_ATTRIBUTE_CPU_IS_BASELINE},
    {NULL, 0}};

static const Constant value_type_constants[] = {
    {"UNKNOWN", GRIDCALL_VALUE_TYPE_UNKNOWN},
    {"INT8", GRIDCALL_VALUE_TYPE_INT8},
    {"UINT8", GRIDCALL_VALUE_TYPE_UINT8},
    {"INT16", GRIDCALL_VALUE_TYPE_INT16},
    {"UINT16", GRIDCALL_VALUE_TYPE_UINT16},
    {"INT32", GRIDCALL_VALUE_TYPE_INT32},
    {"UINT32", GRIDCALL_VALUE_TYPE_UINT32},
    {"INT64", GRIDCALL_VALUE_TYPE_INT64},
    {"UINT64", GRIDCALL_VALUE_TYPE_UINT64},
    {"FLOAT16", GRIDCALL_VALUE_TYPE_FLOAT16},
    {"BFLOAT16", GRIDCALL_VALUE_TYPE_BFLOAT16},
    {"FLOAT32", GRIDCALL_VALUE_TYPE_FLOAT32},
    {"FLOAT64", GRIDCALL_VALUE_TYPE_FLOAT64},
    {"BOOL", GRIDCALL_VALUE_TYPE_BOOL},
    {"STRUCT", GRIDCALL_VALUE_TYPE_STRUCT},
    {"POINTER", GRIDCALL_VALUE_TYPE_POINTER},
    {NULL, 0}};

static const Constant arg_kind_constants[] = {
    {"SCALAR", GRIDCALL_ARG_KIND_SCALAR},
    {"MEM", GRIDCALL_ARG_KIND_MEM},
    {"BYTES", GRIDCALL_ARG_KIND_BYTES},
    {"VALUE", GRIDCALL_ARG_KIND_VALUE},
    {"PIPE", GRIDCALL_ARG_KIND_PIPE},
    {NULL, 0}};

static const Constant host_direction_constants[] = {
    {"IN", GRIDCALL_HOST_DIRECTION_IN},
    {"OUT", GRIDCALL_HOST_DIRECTION_OUT},
    {"IN_OUT", GRIDCALL_HOST_DIRECTION_IN_OUT},
    {NULL, 0}};

static const Constant profiler_output_constants[] = {
    {"TRACE_EVENTS", GRIDCALL_PROFILER_OUTPUT_TRACE_EVENTS},
    {"KEY_VALUE_PAIR", GRIDCALL_PROFILER_OUTPUT_KEY_VALUE_PAIR},
    {"CSV", GRIDCALL_PROFILER_OUTPUT_CSV},
    {NULL, 0}};

static const Constant context_flags_constants[] = {
    {"MAP_HOST", (int64_t)GRIDCALL_CONTEXT_MAP_HOST},
    {"LMEM_RESIZE_TO_MAX", (int64_t)GRIDCALL_CONTEXT_LMEM_RESIZE_TO_MAX},
    {NULL, 0}};

static const Constant stream_flags_constants[] = {
    {"NON_BLOCKING", (int64_t)GRIDCALL_STREAM_NON_BLOCKING},
    {NULL, 0}};

static const Constant event_flags_constants[] = {
    {"BLOCKING_SYNC", (int64_t)GRIDCALL_EVENT_BLOCKING_SYNC},
    {"DISABLE_TIMING", (int64_t)GRIDCALL_EVENT_DISABLE_TIMING},
    {"INTERPROCESS", (int64_t)GRIDCALL_EVENT_INTERPROCESS},
    {NULL, 0}};

static const Constant mem_flags_constants[] = {
    {"WRITE_COMBINED", (int64_t)GRIDCALL_MEM_WRITE_COMBINED},
    {"PORTABLE", (int64_t)GRIDCALL_MEM_PORTABLE},
    {"MAPPED", (int64_t)GRIDCALL_MEM_MAPPED},
    {"ZERO", (int64_t)GRIDCALL_MEM_ZERO},
    {"KERNEL_READ_ONLY", (int64_t)GRIDCALL_MEM_KERNEL_READ_ONLY},
    {"KERNEL_WRITE_ONLY", (int64_t)GRIDCALL_MEM_KERNEL_WRITE_ONLY},
    {"HOST_READ_ONLY", (int64_t)GRIDCALL_MEM_HOST_READ_ONLY},
    {"HOST_WRITE_ONLY", (int64_t)GRIDCALL_MEM_HOST_WRITE_ONLY},
    {"HOST_NO_ACCESS", (int64_t)GRIDCALL_MEM_HOST_NO_ACCESS},
    {NULL, 0}};

static const Constant mem_register_flags_constants[] = {
    {"PORTABLE", (int64_t)GRIDCALL_MEM_REGISTER_PORTABLE},
    {"MAPPED", (int64_t)GRIDCALL_MEM_REGISTER_MAPPED},
    {"IO_MEMORY", (int64_t)GRIDCALL_MEM_REGISTER_IO_MEMORY},
    {"READ_ONLY", (int64_t)GRIDCALL_MEM_REGISTER_READ_ONLY},
    {NULL, 0}};

static const Constant mem_prefetch_flags_constants[] = {
    {"DISCARD", (int64_t)GRIDCALL_MEM_PREFETCH_DISCARD},
    {NULL, 0}};

static const Constant mem_wrap_flags_constants[] = {
    {"OWNED", (int64_t)GRIDCALL_MEM_WRAP_OWNED},
    {NULL, 0}};

static const Constant mem_ipc_flags_constants[] = {
    {"LAZY_PEER_ACCESS", (int64_t)GRIDCALL_MEM_IPC_LAZY_PEER_ACCESS},
    {NULL, 0}};

static const Constant mem_host_flags_constants[] = {
    {"WRITE_COMBINED", (int64_t)GRIDCALL_MEM_HOST_WRITE_COMBINED},
    {NULL, 0}};

static const Constant map_flags_constants[] = {
    {"READ", (int64_t)GRIDCALL_MAP_READ},
    {"WRITE", (int64_t)GRIDCALL_MAP_WRITE},
    {"WRITE_INVALIDATE_REGION", (int64_t)GRIDCALL_MAP_WRITE_INVALIDATE_REGION},
    {NULL, 0}};

static const Constant compile_flags_constants[] = {
    {"NO_CACHE", (int64_t)GRIDCALL_COMPILE_NO_CACHE},
    {"NO_TIERING", (int64_t)GRIDCALL_COMPILE_NO_TIERING},
    {"NO_FILES", (int64_t)GRIDCALL_COMPILE_NO_FILES},
    {NULL, 0}};

static const Constant module_flags_constants[] = {
    {"DEBUG", (int64_t)GRIDCALL_MODULE_DEBUG},
    {"LINE_INFO", (int64_t)GRIDCALL_MODULE_LINE_INFO},
    {"VERBOSE", (int64_t)GRIDCALL_MODULE_VERBOSE},
    {"PREFER_BINARY", (int64_t)GRIDCALL_MODULE_PREFER_BINARY},
    {"NO_OPTIMIZATION", (int64_t)GRIDCALL_MODULE_NO_OPTIMIZATION},
    {NULL, 0}};

static const Constant occupancy_flags_constants[] = {
    {"DISABLE_CACHING_OVERRIDE", (int64_t)GRIDCALL_OCCUPANCY_DISABLE_CACHING_OVERRIDE},
    {NULL, 0}};

static const Constant launch_flags_constants[] = {
    {"COOPERATIVE", (int64_t)GRIDCALL_LAUNCH_COOPERATIVE},
    {NULL, 0}};

static gc_define read_define(const char* word) {
  gc_define o = {0};
  const Parts parts = word_parts(word, 2);
  if (parts.count > 0) o.name = word_text(parts.part[0]);
  if (parts.count > 1) o.value = word_text(parts.part[1]);
  return o;
}

static gc_header read_header(const char* word) {
  gc_header o = {0};
  const Parts parts = word_parts(word, 2);
  if (parts.count > 0) o.name = word_text(parts.part[0]);
  if (parts.count > 1) o.text = word_text(parts.part[1]);
  return o;
}

static const gc_context_options* read_context_options(gc_context_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_context_options)GRIDCALL_CONTEXT_OPTIONS_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "flags")) {
      o->flags = (gc_context_flags)word_code(field.word, context_flags_constants);
    } else if (is_field(&field, "sched")) {
      o->sched = (gc_context_sched)word_code(field.word, context_sched_constants);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_stream_options* read_stream_options(gc_stream_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_stream_options)GRIDCALL_STREAM_OPTIONS_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "flags")) {
      o->flags = (gc_stream_flags)word_code(field.word, stream_flags_constants);
    } else if (is_field(&field, "priority")) {
      o->priority = (int32_t)word_integer(field.word, 4, true);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_event_options* read_event_options(gc_event_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_event_options)GRIDCALL_EVENT_OPTIONS_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "flags")) {
      o->flags = (gc_event_flags)word_code(field.word, event_flags_constants);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_mem_ipc_options* read_mem_ipc_options(gc_mem_ipc_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_mem_ipc_options)GRIDCALL_MEM_IPC_OPTIONS_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "flags")) {
      o->flags = (gc_mem_ipc_flags)word_code(field.word, mem_ipc_flags_constants);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_mem_options* read_mem_options(gc_mem_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_mem_options)GRIDCALL_MEM_OPTIONS_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "flags")) {
      o->flags = (gc_mem_flags)word_code(field.word, mem_flags_constants);
    } else if (is_field(&field, "place")) {
      o->place = (gc_mem_place)word_code(field.word, mem_place_constants);
    } else if (is_field(&field, "attach")) {
      o->attach = (gc_mem_attach_mode)word_code(field.word, mem_attach_mode_constants);
    } else if (is_field(&field, "size")) {
      o->size = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "alignment")) {
      o->alignment = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "height")) {
      o->height = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "element_size")) {
      o->element_size = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "content")) {
      const Bytes bytes = word_bytes(field.word);
      o->content = bytes.data;
      o->content_size = bytes.size;
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_mem_register_options* read_mem_register_options(gc_mem_register_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_mem_register_options)GRIDCALL_MEM_REGISTER_OPTIONS_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "flags")) {
      o->flags = (gc_mem_register_flags)word_code(field.word, mem_register_flags_constants);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_mem_host_options* read_mem_host_options(gc_mem_host_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_mem_host_options)GRIDCALL_MEM_HOST_OPTIONS_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "flags")) {
      o->flags = (gc_mem_host_flags)word_code(field.word, mem_host_flags_constants);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_mem_wrap_options* read_mem_wrap_options(gc_mem_wrap_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_mem_wrap_options)GRIDCALL_MEM_WRAP_OPTIONS_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "host_address")) {
      o->host_address = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "flags")) {
      o->flags = (gc_mem_wrap_flags)word_code(field.word, mem_wrap_flags_constants);
    } else if (is_field(&field, "completion")) {
      o->completion = word_handle(field.word);
    } else if (is_field(&field, "token")) {
      o->token = (uint64_t)word_integer(field.word, 8, false);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_rect_copy* read_rect_copy(gc_rect_copy* o) {
  if (!open_fields()) return NULL;
  *o = (gc_rect_copy)GRIDCALL_RECT_COPY_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "dst_mem")) {
      o->dst_mem = word_handle(field.word);
    } else if (is_field(&field, "dst_offset")) {
      o->dst_offset = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "dst_row_pitch")) {
      o->dst_row_pitch = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "dst_slice_pitch")) {
      o->dst_slice_pitch = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "src_mem")) {
      o->src_mem = word_handle(field.word);
    } else if (is_field(&field, "src_host")) {
      const Bytes bytes = word_bytes(field.word);
      o->src_host = bytes.data;
      o->src_host_size = bytes.size;
    } else if (is_field(&field, "src_offset")) {
      o->src_offset = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "src_row_pitch")) {
      o->src_row_pitch = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "src_slice_pitch")) {
      o->src_slice_pitch = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "width")) {
      o->width = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "height")) {
      o->height = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "depth")) {
      o->depth = (uint64_t)word_integer(field.word, 8, false);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_rect_fill* read_rect_fill(gc_rect_fill* o) {
  if (!open_fields()) return NULL;
  *o = (gc_rect_fill)GRIDCALL_RECT_FILL_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "mem")) {
      o->mem = word_handle(field.word);
    } else if (is_field(&field, "offset")) {
      o->offset = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "row_pitch")) {
      o->row_pitch = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "slice_pitch")) {
      o->slice_pitch = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "width")) {
      o->width = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "height")) {
      o->height = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "depth")) {
      o->depth = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "pattern")) {
      const Bytes bytes = word_bytes(field.word);
      o->pattern = bytes.data;
      o->pattern_size = bytes.size;
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_compile_options* read_compile_options(gc_compile_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_compile_options)GRIDCALL_COMPILE_OPTIONS_INIT;
  static const char* options[kMaxItems];
  static gc_define defines[kMaxItems];
  static const char* include_dirs[kMaxItems];
  static gc_header headers[kMaxItems];
  static const char* instances[kMaxItems];
  for (Field field; next_field(&field);) {
    if (is_field(&field, "flags")) {
      o->flags = (gc_compile_flags)word_code(field.word, compile_flags_constants);
    } else if (is_field(&field, "name")) {
      o->name = word_text(field.word);
    } else if (is_field(&field, "arch")) {
      o->arch = word_text(field.word);
    } else if (is_field(&field, "options")) {
      options[item_index(o->option_count++)] = word_text(field.word);
      o->options = options;
    } else if (is_field(&field, "defines")) {
      defines[item_index(o->define_count++)] = read_define(field.word);
      o->defines = defines;
    } else if (is_field(&field, "include_dirs")) {
      include_dirs[item_index(o->include_dir_count++)] = word_text(field.word);
      o->include_dirs = include_dirs;
    } else if (is_field(&field, "headers")) {
      headers[item_index(o->header_count++)] = read_header(field.word);
      o->headers = headers;
    } else if (is_field(&field, "instances")) {
      instances[item_index(o->instance_count++)] = word_text(field.word);
      o->instances = instances;
    } else if (is_field(&field, "cache_dir")) {
      o->cache_dir = word_text(field.word);
    } else if (is_field(&field, "keep_dir")) {
      o->keep_dir = word_text(field.word);
    } else if (is_field(&field, "compiler")) {
      o->compiler = word_text(field.word);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_module_options* read_module_options(gc_module_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_module_options)GRIDCALL_MODULE_OPTIONS_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "flags")) {
      o->flags = (gc_module_flags)word_code(field.word, module_flags_constants);
    } else if (is_field(&field, "arch")) {
      o->arch = word_text(field.word);
    } else if (is_field(&field, "max_registers")) {
      o->max_registers = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "threads_per_block")) {
      o->threads_per_block = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "optimization_level")) {
      o->optimization_level = (uint32_t)word_integer(field.word, 4, false);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static gc_arg read_arg(const char* word) {
  gc_arg o = {0};
  const Parts parts = word_parts(word, 5);
  if (parts.count > 0) o.kind = (gc_arg_kind)word_code(parts.part[0], arg_kind_constants);
  if (parts.count > 1) o.size = (uint32_t)word_integer(parts.part[1], 4, false);
  if (parts.count > 2) o.bits = (uint64_t)word_integer(parts.part[2], 8, false);
  if (parts.count > 3) o.object = word_handle(parts.part[3]);
  if (parts.count > 4) o.value_type = (gc_value_type)word_code(parts.part[4], value_type_constants);
  return o;
}

static const gc_launch_config* read_launch_config(gc_launch_config* o) {
  if (!open_fields()) return NULL;
  *o = (gc_launch_config)GRIDCALL_LAUNCH_CONFIG_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "grid_x")) {
      o->grid_x = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "grid_y")) {
      o->grid_y = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "grid_z")) {
      o->grid_z = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "block_x")) {
      o->block_x = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "block_y")) {
      o->block_y = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "block_z")) {
      o->block_z = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "shared_size")) {
      o->shared_size = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "bytes")) {
      const Bytes bytes = word_bytes(field.word);
      o->bytes = bytes.data;
      o->bytes_size = bytes.size;
    } else if (is_field(&field, "timeout_nanoseconds")) {
      o->timeout_nanoseconds = (uint64_t)word_integer(field.word, 8, false);
    } else if (is_field(&field, "flags")) {
      o->flags = (gc_launch_flags)word_code(field.word, launch_flags_constants);
    } else if (is_field(&field, "start_event")) {
      o->start_event = word_handle(field.word);
    } else if (is_field(&field, "end_event")) {
      o->end_event = word_handle(field.word);
    } else if (is_field(&field, "cluster_x")) {
      o->cluster_x = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "cluster_y")) {
      o->cluster_y = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "cluster_z")) {
      o->cluster_z = (uint32_t)word_integer(field.word, 4, false);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static gc_host_arg read_host_arg(const char* word) {
  gc_host_arg o = {0};
  const Parts parts = word_parts(word, 5);
  if (parts.count > 0) o.index = (uint32_t)word_integer(parts.part[0], 4, false);
  if (parts.count > 1) o.direction = (gc_host_direction)word_code(parts.part[1], host_direction_constants);
  if (parts.count > 2) o.host_address = (uint64_t)word_integer(parts.part[2], 8, false);
  if (parts.count > 3) o.size = (size_t)word_integer(parts.part[3], 8, false);
  if (parts.count > 4) o.value_type = (gc_value_type)word_code(parts.part[4], value_type_constants);
  return o;
}

static const gc_pool_options* read_pool_options(gc_pool_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_pool_options)GRIDCALL_POOL_OPTIONS_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "place")) {
      o->place = (gc_mem_place)word_code(field.word, mem_place_constants);
    } else if (is_field(&field, "limit")) {
      o->limit = (uint64_t)word_integer(field.word, 8, false);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static const gc_profiler_options* read_profiler_options(gc_profiler_options* o) {
  if (!open_fields()) return NULL;
  *o = (gc_profiler_options)GRIDCALL_PROFILER_OPTIONS_INIT;
  for (Field field; next_field(&field);) {
    if (is_field(&field, "output")) {
      o->output = (gc_profiler_output)word_code(field.word, profiler_output_constants);
    } else if (is_field(&field, "capacity")) {
      o->capacity = (uint32_t)word_integer(field.word, 4, false);
    } else if (is_field(&field, "output_file")) {
      o->output_file = word_text(field.word);
    } else if (is_field(&field, "config_file")) {
      o->config_file = word_text(field.word);
    } else {
      unknown_field(&field);
    }
  }
  return o;
}

static void run_version(void) {
  end_words();
  show_unsigned(NULL, gc_version());
  finish();
}

static void run_version_text(void) {
  end_words();
  show_text(NULL, gc_version_text());
  finish();
}

static void run_version_status(void) {
  end_words();
  show_text(NULL, gc_version_status());
  finish();
}

static void run_version_cuda(void) {
  end_words();
  show_unsigned(NULL, gc_version_cuda());
  finish();
}

static void run_version_get_driver(void) {
  int32_t out_major = 0;
  int32_t out_minor = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_version_get_driver(&out_major, &out_minor, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_major);
  show_signed(NULL, out_minor);
  finish();
}

static void run_version_get_nvrtc(void) {
  int32_t out_major = 0;
  int32_t out_minor = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_version_get_nvrtc(&out_major, &out_minor, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_major);
  show_signed(NULL, out_minor);
  finish();
}

static void run_version_get_cpu(void) {
  int32_t out_major = 0;
  int32_t out_minor = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_version_get_cpu(&out_major, &out_minor, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_major);
  show_signed(NULL, out_minor);
  finish();
}

static void run_status_name(void) {
  const gc_status status = (gc_status)word_code(next_word(), status_constants);
  end_words();
  show_text(NULL, gc_status_name(status));
  finish();
}

static void run_status_text(void) {
  const gc_status status = (gc_status)word_code(next_word(), status_constants);
  end_words();
  show_text(NULL, gc_status_text(status));
  finish();
}

static void run_status_category(void) {
  const gc_status status = (gc_status)word_code(next_word(), status_constants);
  end_words();
  show_signed(NULL, gc_status_category(status));
  finish();
}

static void run_error_status(void) {
  end_words();
  show_signed(NULL, gc_error_status(last_error));
  finish();
}

static void run_error_message(void) {
  end_words();
  show_text(NULL, gc_error_message(last_error));
  finish();
}

static void run_error_text(void) {
  end_words();
  show_text(NULL, gc_error_text(last_error));
  finish();
}

static void run_error_function(void) {
  end_words();
  show_text(NULL, gc_error_function(last_error));
  finish();
}

static void run_error_driver_code(void) {
  end_words();
  show_signed(NULL, gc_error_driver_code(last_error));
  finish();
}

static void run_error_driver_name(void) {
  end_words();
  show_text(NULL, gc_error_driver_name(last_error));
  finish();
}

static void run_error_note_count(void) {
  end_words();
  show_unsigned(NULL, gc_error_note_count(last_error));
  finish();
}

static void run_error_note(void) {
  const size_t index = (size_t)word_integer(next_word(), 8, false);
  end_words();
  show_text(NULL, gc_error_note(last_error, index));
  finish();
}

static void run_error_log(void) {
  end_words();
  show_text(NULL, gc_error_log(last_error));
  finish();
}

static void run_error_options(void) {
  end_words();
  show_text(NULL, gc_error_options(last_error));
  finish();
}

static void run_error_source_name(void) {
  end_words();
  show_text(NULL, gc_error_source_name(last_error));
  finish();
}

static void run_handle_get_context(void) {
  const void* const handle = word_handle(next_word());
  gc_context* out_context = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_handle_get_context(handle, &out_context, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_context);
  finish();
}

static void run_handle_get_identity(void) {
  const void* const handle = word_handle(next_word());
  uint64_t out_identity = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_handle_get_identity(handle, &out_identity, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_identity);
  finish();
}

static void run_handle_get_native(void) {
  const void* const handle = word_handle(next_word());
  uint64_t out_native = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_handle_get_native(handle, &out_native, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_native);
  finish();
}

static void run_handle_count(void) {
  end_words();
  show_unsigned(NULL, gc_handle_count());
  finish();
}

static void run_handle_collect(void) {
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_handle_collect(&call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_device_get_count(void) {
  int32_t out_count = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_count(&out_count, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_count);
  finish();
}

static void run_device_get_by_index(void) {
  const int32_t index = (int32_t)word_integer(next_word(), 4, true);
  gc_device* out_device = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_by_index(index, &out_device, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_device);
  finish();
}

static void run_device_find(void) {
  const char* const text = word_text(next_word());
  gc_device* out_device = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_find(text, &out_device, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_device);
  finish();
}

static void run_device_get_by_pci_bus_id(void) {
  const char* const bus_id = word_text(next_word());
  gc_device* out_device = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_by_pci_bus_id(bus_id, &out_device, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_device);
  finish();
}

static void run_device_get_index(void) {
  gc_device* const device = word_handle(next_word());
  int32_t out_index = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_index(device, &out_index, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_index);
  finish();
}

static void run_device_get_kind(void) {
  gc_device* const device = word_handle(next_word());
  gc_device_kind out_kind = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_kind(device, &out_kind, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_kind);
  finish();
}

static void run_device_get_name(void) {
  gc_device* const device = word_handle(next_word());
  static char name[kMaxText];
  size_t out_needed = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_name(device, name, kMaxText, &out_needed, &call_error);
  if (!worked(call_status, call_error)) return;
  show_text(NULL, name);
  finish();
}

static void run_device_get_pci_bus_id(void) {
  gc_device* const device = word_handle(next_word());
  static char bus_id[kMaxText];
  size_t out_needed = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_pci_bus_id(device, bus_id, kMaxText, &out_needed, &call_error);
  if (!worked(call_status, call_error)) return;
  show_text(NULL, bus_id);
  finish();
}

static void run_device_get_uuid(void) {
  gc_device* const device = word_handle(next_word());
  uint8_t out_uuid[16] = {0};
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_uuid(device, out_uuid, &call_error);
  if (!worked(call_status, call_error)) return;
  show_hex(out_uuid, 16);
  finish();
}

static void run_device_get_compute_capability(void) {
  gc_device* const device = word_handle(next_word());
  int32_t out_major = 0;
  int32_t out_minor = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_compute_capability(device, &out_major, &out_minor, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_major);
  show_signed(NULL, out_minor);
  finish();
}

static void run_device_get_total_memory(void) {
  gc_device* const device = word_handle(next_word());
  uint64_t out_size = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_total_memory(device, &out_size, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_size);
  finish();
}

static void run_device_get_attribute(void) {
  gc_device* const device = word_handle(next_word());
  const gc_device_attribute attribute = (gc_device_attribute)word_code(next_word(), device_attribute_constants);
  int32_t out_value = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_attribute(device, attribute, &out_value, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_value);
  finish();
}

static void run_device_get_attributes(void) {
  gc_device* const device = word_handle(next_word());
  static gc_device_attribute_entry values[kMaxEntries];
  size_t out_count = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_attributes(device, values, kMaxEntries, &out_count, &call_error);
  if (!worked(call_status, call_error)) return;
  for (size_t i = 0; i < out_count; i++) {
    begin_entry();
    show_signed(NULL, values[i].attribute);
    show_signed(NULL, values[i].value);
    end_entry();
  }
  finish();
}

static void run_device_attribute_name(void) {
  const gc_device_attribute attribute = (gc_device_attribute)word_code(next_word(), device_attribute_constants);
  end_words();
  show_text(NULL, gc_device_attribute_name(attribute));
  finish();
}

static void run_device_attribute_from_name(void) {
  const char* const name = word_text(next_word());
  gc_device_attribute out_attribute = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_attribute_from_name(name, &out_attribute, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_attribute);
  finish();
}

static void run_device_get_default(void) {
  const int32_t fallback = (int32_t)word_integer(next_word(), 4, true);
  gc_device* out_device = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_get_default(fallback, &out_device, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_device);
  finish();
}

static void run_device_can_access_peer(void) {
  gc_device* const device = word_handle(next_word());
  gc_device* const peer = word_handle(next_word());
  int32_t out_can = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_device_can_access_peer(device, peer, &out_can, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_can);
  finish();
}

static void run_context_get_default(void) {
  gc_context* out_context = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_get_default(&out_context, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_context);
  finish();
}

static void run_context_get_primary(void) {
  gc_device* const device = word_handle(next_word());
  gc_context_options options_place;
  const gc_context_options* const options = read_context_options(&options_place);
  gc_context* out_context = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_get_primary(device, options, &out_context, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_context);
  finish();
}

static void run_context_create(void) {
  gc_device* const device = word_handle(next_word());
  gc_context_options options_place;
  const gc_context_options* const options = read_context_options(&options_place);
  gc_context* out_context = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_create(device, options, &out_context, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_context);
  finish();
}

static void run_context_wrap(void) {
  gc_device* const device = word_handle(next_word());
  const uint64_t native = (uint64_t)word_integer(next_word(), 8, false);
  gc_context* out_context = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_wrap(device, native, &out_context, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_context);
  finish();
}

static void run_context_push(void) {
  gc_context* const context = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_push(context, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_context_pop(void) {
  gc_context* const context = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_pop(context, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_context_get_current(void) {
  gc_context* out_context = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_get_current(&out_context, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_context);
  finish();
}

static void run_context_get_attribute(void) {
  gc_context* const context = word_handle(next_word());
  const gc_context_attribute attribute = (gc_context_attribute)word_code(next_word(), context_attribute_constants);
  uint64_t out_value = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_get_attribute(context, attribute, &out_value, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_value);
  finish();
}

static void run_context_set_attribute(void) {
  gc_context* const context = word_handle(next_word());
  const gc_context_attribute attribute = (gc_context_attribute)word_code(next_word(), context_attribute_constants);
  const uint64_t value = (uint64_t)word_integer(next_word(), 8, false);
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_set_attribute(context, attribute, value, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_context_get_pointer_attribute(void) {
  gc_context* const context = word_handle(next_word());
  const gc_pointer_attribute attribute = (gc_pointer_attribute)word_code(next_word(), pointer_attribute_constants);
  const uint64_t address = (uint64_t)word_integer(next_word(), 8, false);
  uint64_t out_value = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_get_pointer_attribute(context, attribute, address, &out_value, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_value);
  finish();
}

static void run_context_enable_peer_access(void) {
  gc_context* const context = word_handle(next_word());
  gc_context* const peer = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_enable_peer_access(context, peer, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_context_disable_peer_access(void) {
  gc_context* const context = word_handle(next_word());
  gc_context* const peer = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_disable_peer_access(context, peer, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_context_get_device_reason(void) {
  gc_context* const context = word_handle(next_word());
  static char text[kMaxText];
  size_t out_needed = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_get_device_reason(context, text, kMaxText, &out_needed, &call_error);
  if (!worked(call_status, call_error)) return;
  show_text(NULL, text);
  finish();
}

static void run_context_get_device(void) {
  gc_context* const context = word_handle(next_word());
  gc_device* out_device = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_get_device(context, &out_device, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_device);
  finish();
}

static void run_context_synchronize(void) {
  gc_context* const context = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_synchronize(context, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_context_get_memory_info(void) {
  gc_context* const context = word_handle(next_word());
  uint64_t out_free = 0;
  uint64_t out_total = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_get_memory_info(context, &out_free, &out_total, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_free);
  show_unsigned(NULL, out_total);
  finish();
}

static void run_context_is_supported(void) {
  gc_context* const context = word_handle(next_word());
  const gc_feature feature = (gc_feature)word_code(next_word(), feature_constants);
  int32_t out_supported = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_is_supported(context, feature, &out_supported, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_supported);
  finish();
}

static void run_context_release(void) {
  gc_context* const context = word_handle(next_word());
  end_words();
  gc_context_release(context);
  finish();
}

static void run_stream_create(void) {
  gc_context* const context = word_handle(next_word());
  gc_stream_options options_place;
  const gc_stream_options* const options = read_stream_options(&options_place);
  gc_stream* out_stream = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_stream_create(context, options, &out_stream, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_stream);
  finish();
}

static void run_context_get_default_stream(void) {
  gc_context* const context = word_handle(next_word());
  gc_stream* out_stream = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_get_default_stream(context, &out_stream, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_stream);
  finish();
}

static void run_context_get_stream_priority_range(void) {
  gc_context* const context = word_handle(next_word());
  int32_t out_least = 0;
  int32_t out_greatest = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_context_get_stream_priority_range(context, &out_least, &out_greatest, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_least);
  show_signed(NULL, out_greatest);
  finish();
}

static void run_stream_synchronize(void) {
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_stream_synchronize(stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_stream_query(void) {
  gc_stream* const stream = word_handle(next_word());
  int32_t out_done = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_stream_query(stream, &out_done, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_done);
  finish();
}

static void run_stream_synchronize_for(void) {
  gc_stream* const stream = word_handle(next_word());
  const uint64_t timeout_nanoseconds = (uint64_t)word_integer(next_word(), 8, false);
  int32_t out_done = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_stream_synchronize_for(stream, timeout_nanoseconds, &out_done, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_done);
  finish();
}

static void run_stream_cancel(void) {
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_stream_cancel(stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_stream_wait_event(void) {
  gc_stream* const stream = word_handle(next_word());
  gc_event* const event = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_stream_wait_event(stream, event, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_stream_wait_events(void) {
  gc_stream* const stream = word_handle(next_word());
  gc_event* events[kMaxItems];
  size_t event_count = 0;
  for (open_items(); next_item();) events[item_index(event_count++)] = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_stream_wait_events(stream, events, event_count, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_stream_notify(void) {
  gc_stream* const stream = word_handle(next_word());
  gc_completion* const completion = word_handle(next_word());
  const uint64_t token = (uint64_t)word_integer(next_word(), 8, false);
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_stream_notify(stream, completion, token, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_stream_release(void) {
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_stream_release(stream);
  finish();
}

static void run_stream_get_attribute(void) {
  gc_stream* const stream = word_handle(next_word());
  const gc_stream_attribute attribute = (gc_stream_attribute)word_code(next_word(), stream_attribute_constants);
  int64_t out_value = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_stream_get_attribute(stream, attribute, &out_value, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_value);
  finish();
}

static void run_stream_wrap(void) {
  gc_context* const context = word_handle(next_word());
  const uint64_t native = (uint64_t)word_integer(next_word(), 8, false);
  gc_stream* out_stream = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_stream_wrap(context, native, &out_stream, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_stream);
  finish();
}

static void run_event_create(void) {
  gc_context* const context = word_handle(next_word());
  gc_event_options options_place;
  const gc_event_options* const options = read_event_options(&options_place);
  gc_event* out_event = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_event_create(context, options, &out_event, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_event);
  finish();
}

static void run_event_record(void) {
  gc_event* const event = word_handle(next_word());
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_event_record(event, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_event_synchronize(void) {
  gc_event* const event = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_event_synchronize(event, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_event_synchronize_for(void) {
  gc_event* events[kMaxItems];
  size_t event_count = 0;
  for (open_items(); next_item();) events[item_index(event_count++)] = word_handle(next_word());
  const uint64_t timeout_nanoseconds = (uint64_t)word_integer(next_word(), 8, false);
  int32_t out_done = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_event_synchronize_for(events, event_count, timeout_nanoseconds, &out_done, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_done);
  finish();
}

static void run_event_query(void) {
  gc_event* const event = word_handle(next_word());
  int32_t out_done = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_event_query(event, &out_done, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_done);
  finish();
}

static void run_event_get_elapsed(void) {
  gc_event* const start = word_handle(next_word());
  gc_event* const end = word_handle(next_word());
  int64_t out_nanoseconds = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_event_get_elapsed(start, end, &out_nanoseconds, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_nanoseconds);
  finish();
}

static void run_event_release(void) {
  gc_event* const event = word_handle(next_word());
  end_words();
  gc_event_release(event);
  finish();
}

static void run_event_wrap(void) {
  gc_context* const context = word_handle(next_word());
  const uint64_t native = (uint64_t)word_integer(next_word(), 8, false);
  gc_event* out_event = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_event_wrap(context, native, &out_event, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_event);
  finish();
}

static void run_event_get_ipc_handle(void) {
  gc_event* const event = word_handle(next_word());
  uint8_t out_handle[64] = {0};
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_event_get_ipc_handle(event, out_handle, &call_error);
  if (!worked(call_status, call_error)) return;
  show_hex(out_handle, 64);
  finish();
}

static void run_event_open_ipc(void) {
  gc_context* const context = word_handle(next_word());
  const Bytes handle = word_bytes(next_word());
  gc_event* out_event = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_event_open_ipc(context, handle.data, handle.size, &out_event, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_event);
  finish();
}

static void run_completion_create(void) {
  gc_completion* out_completion = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_completion_create(&out_completion, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_completion);
  finish();
}

static void run_completion_wait(void) {
  gc_completion* const completion = word_handle(next_word());
  const uint64_t timeout_nanoseconds = (uint64_t)word_integer(next_word(), 8, false);
  uint64_t out_token = 0;
  int32_t out_done = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_completion_wait(completion, timeout_nanoseconds, &out_token, &out_done, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_token);
  show_signed(NULL, out_done);
  finish();
}

static void run_completion_get_descriptor(void) {
  gc_completion* const completion = word_handle(next_word());
  int32_t out_descriptor = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_completion_get_descriptor(completion, &out_descriptor, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_descriptor);
  finish();
}

static void run_completion_release(void) {
  gc_completion* const completion = word_handle(next_word());
  end_words();
  gc_completion_release(completion);
  finish();
}

static void run_mem_create(void) {
  gc_context* const context = word_handle(next_word());
  gc_mem_options options_place;
  const gc_mem_options* const options = read_mem_options(&options_place);
  gc_mem* out_mem = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_create(context, options, &out_mem, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_mem);
  finish();
}

static void run_mem_alloc(void) {
  gc_context* const context = word_handle(next_word());
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  gc_mem* out_mem = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_alloc(context, size, &out_mem, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_mem);
  finish();
}

static void run_mem_alloc_host(void) {
  gc_context* const context = word_handle(next_word());
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  gc_mem_host_options options_place;
  const gc_mem_host_options* const options = read_mem_host_options(&options_place);
  gc_mem* out_mem = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_alloc_host(context, size, options, &out_mem, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_mem);
  finish();
}

static void run_mem_create_sub_region(void) {
  gc_mem* const mem = word_handle(next_word());
  const uint64_t offset = (uint64_t)word_integer(next_word(), 8, false);
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  gc_mem* out_mem = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_create_sub_region(mem, offset, size, &out_mem, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_mem);
  finish();
}

static void run_mem_register(void) {
  gc_context* const context = word_handle(next_word());
  const uint64_t host_address = (uint64_t)word_integer(next_word(), 8, false);
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  gc_mem_register_options options_place;
  const gc_mem_register_options* const options = read_mem_register_options(&options_place);
  gc_mem* out_mem = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_register(context, host_address, size, options, &out_mem, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_mem);
  finish();
}

static void run_mem_wrap(void) {
  gc_context* const context = word_handle(next_word());
  const uint64_t address = (uint64_t)word_integer(next_word(), 8, false);
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  gc_mem_wrap_options options_place;
  const gc_mem_wrap_options* const options = read_mem_wrap_options(&options_place);
  gc_mem* out_mem = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_wrap(context, address, size, options, &out_mem, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_mem);
  finish();
}

static void run_mem_get_address(void) {
  gc_mem* const mem = word_handle(next_word());
  uint64_t out_address = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_get_address(mem, &out_address, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_address);
  finish();
}

static void run_mem_get_host_address(void) {
  gc_mem* const mem = word_handle(next_word());
  uint64_t out_address = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_get_host_address(mem, &out_address, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_address);
  finish();
}

static void run_mem_get_size(void) {
  gc_mem* const mem = word_handle(next_word());
  uint64_t out_size = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_get_size(mem, &out_size, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_size);
  finish();
}

static void run_mem_get_attribute(void) {
  gc_mem* const mem = word_handle(next_word());
  const gc_mem_attribute attribute = (gc_mem_attribute)word_code(next_word(), mem_attribute_constants);
  uint64_t out_value = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_get_attribute(mem, attribute, &out_value, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_value);
  finish();
}

static void run_mem_get_parent(void) {
  gc_mem* const mem = word_handle(next_word());
  gc_mem* out_mem = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_get_parent(mem, &out_mem, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_mem);
  finish();
}

static void run_mem_use(void) {
  gc_mem* const mem = word_handle(next_word());
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_use(mem, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_mem_wait(void) {
  gc_mem* const mem = word_handle(next_word());
  const uint64_t timeout_nanoseconds = (uint64_t)word_integer(next_word(), 8, false);
  int32_t out_done = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_wait(mem, timeout_nanoseconds, &out_done, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_done);
  finish();
}

static void run_mem_attach(void) {
  gc_mem* const mem = word_handle(next_word());
  const gc_mem_attach_mode attach = (gc_mem_attach_mode)word_code(next_word(), mem_attach_mode_constants);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_attach(mem, attach, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_mem_advise(void) {
  gc_mem* const mem = word_handle(next_word());
  const uint64_t offset = (uint64_t)word_integer(next_word(), 8, false);
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  const gc_mem_advice advice = (gc_mem_advice)word_code(next_word(), mem_advice_constants);
  gc_device* const device = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_advise(mem, offset, size, advice, device, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_mem_prefetch(void) {
  gc_mem* const mem = word_handle(next_word());
  const uint64_t offset = (uint64_t)word_integer(next_word(), 8, false);
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  gc_device* const device = word_handle(next_word());
  const gc_mem_prefetch_flags flags = (gc_mem_prefetch_flags)word_code(next_word(), mem_prefetch_flags_constants);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_prefetch(mem, offset, size, device, flags, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_mem_get_ipc_handle(void) {
  gc_mem* const mem = word_handle(next_word());
  uint8_t out_handle[64] = {0};
  uint64_t out_offset = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_get_ipc_handle(mem, out_handle, &out_offset, &call_error);
  if (!worked(call_status, call_error)) return;
  show_hex(out_handle, 64);
  show_unsigned(NULL, out_offset);
  finish();
}

static void run_mem_open_ipc(void) {
  gc_context* const context = word_handle(next_word());
  const Bytes handle = word_bytes(next_word());
  const uint64_t offset = (uint64_t)word_integer(next_word(), 8, false);
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  gc_mem_ipc_options options_place;
  const gc_mem_ipc_options* const options = read_mem_ipc_options(&options_place);
  gc_mem* out_mem = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_open_ipc(context, handle.data, handle.size, offset, size, options, &out_mem, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_mem);
  finish();
}

static void run_mem_free(void) {
  gc_mem* const mem = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_free(mem, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_mem_release(void) {
  gc_mem* const mem = word_handle(next_word());
  end_words();
  gc_mem_release(mem);
  finish();
}

static void run_memcpy_htod(void) {
  gc_mem* const dst = word_handle(next_word());
  const uint64_t dst_offset = (uint64_t)word_integer(next_word(), 8, false);
  const Bytes src = word_bytes(next_word());
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memcpy_htod(dst, dst_offset, src.data, src.size, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_memcpy_dtoh(void) {
  const Buffer dst = next_buffer();
  gc_mem* const src = word_handle(next_word());
  const uint64_t src_offset = (uint64_t)word_integer(next_word(), 8, false);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memcpy_dtoh(dst.data, src, src_offset, dst.size, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  show_buffer(&dst);
  finish();
}

static void run_memcpy_dtod(void) {
  gc_mem* const dst = word_handle(next_word());
  const uint64_t dst_offset = (uint64_t)word_integer(next_word(), 8, false);
  gc_mem* const src = word_handle(next_word());
  const uint64_t src_offset = (uint64_t)word_integer(next_word(), 8, false);
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memcpy_dtod(dst, dst_offset, src, src_offset, size, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_memcpy_htod_async(void) {
  gc_mem* const dst = word_handle(next_word());
  const uint64_t dst_offset = (uint64_t)word_integer(next_word(), 8, false);
  gc_mem* const src = word_handle(next_word());
  const uint64_t src_offset = (uint64_t)word_integer(next_word(), 8, false);
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memcpy_htod_async(dst, dst_offset, src, src_offset, size, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_memcpy_dtoh_async(void) {
  gc_mem* const dst = word_handle(next_word());
  const uint64_t dst_offset = (uint64_t)word_integer(next_word(), 8, false);
  gc_mem* const src = word_handle(next_word());
  const uint64_t src_offset = (uint64_t)word_integer(next_word(), 8, false);
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memcpy_dtoh_async(dst, dst_offset, src, src_offset, size, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_memcpy_rect(void) {
  gc_rect_copy rect_place;
  const gc_rect_copy* const rect = read_rect_copy(&rect_place);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memcpy_rect(rect, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_memcpy_rect_async(void) {
  gc_rect_copy rect_place;
  const gc_rect_copy* const rect = read_rect_copy(&rect_place);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memcpy_rect_async(rect, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_memset_d8(void) {
  gc_mem* const mem = word_handle(next_word());
  const uint64_t offset = (uint64_t)word_integer(next_word(), 8, false);
  const uint8_t value = (uint8_t)word_integer(next_word(), 1, false);
  const uint64_t count = (uint64_t)word_integer(next_word(), 8, false);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memset_d8(mem, offset, value, count, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_memset_d16(void) {
  gc_mem* const mem = word_handle(next_word());
  const uint64_t offset = (uint64_t)word_integer(next_word(), 8, false);
  const uint16_t value = (uint16_t)word_integer(next_word(), 2, false);
  const uint64_t count = (uint64_t)word_integer(next_word(), 8, false);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memset_d16(mem, offset, value, count, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_memset_d32(void) {
  gc_mem* const mem = word_handle(next_word());
  const uint64_t offset = (uint64_t)word_integer(next_word(), 8, false);
  const uint32_t value = (uint32_t)word_integer(next_word(), 4, false);
  const uint64_t count = (uint64_t)word_integer(next_word(), 8, false);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memset_d32(mem, offset, value, count, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_memset_pattern(void) {
  gc_mem* const mem = word_handle(next_word());
  const uint64_t offset = (uint64_t)word_integer(next_word(), 8, false);
  const Bytes pattern = word_bytes(next_word());
  const uint64_t count = (uint64_t)word_integer(next_word(), 8, false);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memset_pattern(mem, offset, pattern.data, pattern.size, count, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_memset_rect(void) {
  gc_rect_fill rect_place;
  const gc_rect_fill* const rect = read_rect_fill(&rect_place);
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_memset_rect(rect, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_mem_map(void) {
  gc_mem* const mem = word_handle(next_word());
  const uint64_t offset = (uint64_t)word_integer(next_word(), 8, false);
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  const gc_map_flags flags = (gc_map_flags)word_code(next_word(), map_flags_constants);
  gc_stream* const stream = word_handle(next_word());
  gc_mapping* out_mapping = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mem_map(mem, offset, size, flags, stream, &out_mapping, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_mapping);
  finish();
}

static void run_mapping_get_address(void) {
  gc_mapping* const mapping = word_handle(next_word());
  uint64_t out_address = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mapping_get_address(mapping, &out_address, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_address);
  finish();
}

static void run_mapping_get_attribute(void) {
  gc_mapping* const mapping = word_handle(next_word());
  const gc_mapping_attribute attribute = (gc_mapping_attribute)word_code(next_word(), mapping_attribute_constants);
  uint64_t out_value = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mapping_get_attribute(mapping, attribute, &out_value, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_value);
  finish();
}

static void run_mapping_get_event(void) {
  gc_mapping* const mapping = word_handle(next_word());
  gc_event* out_event = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mapping_get_event(mapping, &out_event, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_event);
  finish();
}

static void run_mapping_unmap(void) {
  gc_mapping* const mapping = word_handle(next_word());
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_mapping_unmap(mapping, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_mapping_release(void) {
  gc_mapping* const mapping = word_handle(next_word());
  end_words();
  gc_mapping_release(mapping);
  finish();
}

static void run_pipe_create(void) {
  gc_context* const context = word_handle(next_word());
  const uint64_t packet_size = (uint64_t)word_integer(next_word(), 8, false);
  const uint64_t max_packets = (uint64_t)word_integer(next_word(), 8, false);
  gc_pipe* out_pipe = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_pipe_create(context, packet_size, max_packets, &out_pipe, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_pipe);
  finish();
}

static void run_pipe_get_attribute(void) {
  gc_pipe* const pipe = word_handle(next_word());
  const gc_pipe_attribute attribute = (gc_pipe_attribute)word_code(next_word(), pipe_attribute_constants);
  uint64_t out_value = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_pipe_get_attribute(pipe, attribute, &out_value, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_value);
  finish();
}

static void run_pipe_release(void) {
  gc_pipe* const pipe = word_handle(next_word());
  end_words();
  gc_pipe_release(pipe);
  finish();
}

static void run_module_from_source(void) {
  gc_context* const context = word_handle(next_word());
  const char* const source = word_text(next_word());
  gc_compile_options options_place;
  const gc_compile_options* const options = read_compile_options(&options_place);
  gc_module* out_module = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_module_from_source(context, source, strlen(source), options, &out_module, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_module);
  finish();
}

static void run_module_from_buffer(void) {
  gc_context* const context = word_handle(next_word());
  const Bytes image = word_bytes(next_word());
  gc_module_options options_place;
  const gc_module_options* const options = read_module_options(&options_place);
  gc_module* out_module = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_module_from_buffer(context, image.data, image.size, options, &out_module, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_module);
  finish();
}

static void run_module_from_file(void) {
  gc_context* const context = word_handle(next_word());
  const char* const path = word_text(next_word());
  gc_compile_options options_place;
  const gc_compile_options* const options = read_compile_options(&options_place);
  gc_module* out_module = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_module_from_file(context, path, options, &out_module, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_module);
  finish();
}

static void run_module_get_kernel(void) {
  gc_module* const module = word_handle(next_word());
  const char* const name = word_text(next_word());
  gc_kernel* out_kernel = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_module_get_kernel(module, name, &out_kernel, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_kernel);
  finish();
}

static void run_module_get_kernel_count(void) {
  gc_module* const module = word_handle(next_word());
  size_t out_count = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_module_get_kernel_count(module, &out_count, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_count);
  finish();
}

static void run_module_get_kernel_name(void) {
  gc_module* const module = word_handle(next_word());
  const size_t index = (size_t)word_integer(next_word(), 8, false);
  static char name[kMaxText];
  size_t out_needed = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_module_get_kernel_name(module, index, name, kMaxText, &out_needed, &call_error);
  if (!worked(call_status, call_error)) return;
  show_text(NULL, name);
  finish();
}

static void run_module_get_global(void) {
  gc_module* const module = word_handle(next_word());
  const char* const name = word_text(next_word());
  gc_mem* out_mem = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_module_get_global(module, name, &out_mem, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_mem);
  finish();
}

static void run_module_get_log(void) {
  gc_module* const module = word_handle(next_word());
  static char log[kMaxText];
  size_t out_needed = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_module_get_log(module, log, kMaxText, &out_needed, &call_error);
  if (!worked(call_status, call_error)) return;
  show_text(NULL, log);
  finish();
}

static void run_module_get_attribute(void) {
  gc_module* const module = word_handle(next_word());
  const gc_module_attribute attribute = (gc_module_attribute)word_code(next_word(), module_attribute_constants);
  uint64_t out_value = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_module_get_attribute(module, attribute, &out_value, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_value);
  finish();
}

static void run_module_is_cached(void) {
  gc_module* const module = word_handle(next_word());
  int32_t out_cached = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_module_is_cached(module, &out_cached, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_cached);
  finish();
}

static void run_module_release(void) {
  gc_module* const module = word_handle(next_word());
  end_words();
  gc_module_release(module);
  finish();
}

static void run_program_compile(void) {
  gc_device* const device = word_handle(next_word());
  const char* const source = word_text(next_word());
  gc_compile_options options_place;
  const gc_compile_options* const options = read_compile_options(&options_place);
  gc_program* out_program = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_program_compile(device, source, strlen(source), options, &out_program, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_program);
  finish();
}

static void run_program_get_log(void) {
  gc_program* const program = word_handle(next_word());
  static char log[kMaxText];
  size_t out_needed = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_program_get_log(program, log, kMaxText, &out_needed, &call_error);
  if (!worked(call_status, call_error)) return;
  show_text(NULL, log);
  finish();
}

static void run_program_get_symbol(void) {
  gc_program* const program = word_handle(next_word());
  const char* const name = word_text(next_word());
  static char symbol[kMaxText];
  size_t out_needed = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_program_get_symbol(program, name, symbol, kMaxText, &out_needed, &call_error);
  if (!worked(call_status, call_error)) return;
  show_text(NULL, symbol);
  finish();
}

static void run_module_from_program(void) {
  gc_context* const context = word_handle(next_word());
  gc_program* const program = word_handle(next_word());
  gc_module_options options_place;
  const gc_module_options* const options = read_module_options(&options_place);
  gc_module* out_module = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_module_from_program(context, program, options, &out_module, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_module);
  finish();
}

static void run_program_get_default_options(void) {
  static char options[kMaxText];
  size_t out_needed = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_program_get_default_options(options, kMaxText, &out_needed, &call_error);
  if (!worked(call_status, call_error)) return;
  show_text(NULL, options);
  finish();
}

static void run_program_release(void) {
  gc_program* const program = word_handle(next_word());
  end_words();
  gc_program_release(program);
  finish();
}

static void run_kernel_get_name(void) {
  gc_kernel* const kernel = word_handle(next_word());
  static char name[kMaxText];
  size_t out_needed = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_kernel_get_name(kernel, name, kMaxText, &out_needed, &call_error);
  if (!worked(call_status, call_error)) return;
  show_text(NULL, name);
  finish();
}

static void run_kernel_get_attribute(void) {
  gc_kernel* const kernel = word_handle(next_word());
  const gc_kernel_attribute attribute = (gc_kernel_attribute)word_code(next_word(), kernel_attribute_constants);
  int32_t out_value = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_kernel_get_attribute(kernel, attribute, &out_value, &call_error);
  if (!worked(call_status, call_error)) return;
  show_signed(NULL, out_value);
  finish();
}

static void run_kernel_set_attribute(void) {
  gc_kernel* const kernel = word_handle(next_word());
  const gc_kernel_attribute attribute = (gc_kernel_attribute)word_code(next_word(), kernel_attribute_constants);
  const int32_t value = (int32_t)word_integer(next_word(), 4, true);
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_kernel_set_attribute(kernel, attribute, value, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_kernel_get_occupancy(void) {
  gc_kernel* const kernel = word_handle(next_word());
  const uint32_t block_size = (uint32_t)word_integer(next_word(), 4, false);
  const uint64_t shared_size = (uint64_t)word_integer(next_word(), 8, false);
  const gc_occupancy_flags flags = (gc_occupancy_flags)word_code(next_word(), occupancy_flags_constants);
  uint32_t out_block_count = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_kernel_get_occupancy(kernel, block_size, shared_size, flags, &out_block_count, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_block_count);
  finish();
}

static void run_kernel_suggest_block(void) {
  gc_kernel* const kernel = word_handle(next_word());
  const uint64_t shared_size = (uint64_t)word_integer(next_word(), 8, false);
  const uint32_t max_block_size = (uint32_t)word_integer(next_word(), 4, false);
  uint32_t out_block_size = 0;
  uint32_t out_grid_size = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_kernel_suggest_block(kernel, shared_size, max_block_size, &out_block_size, &out_grid_size, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_block_size);
  show_unsigned(NULL, out_grid_size);
  finish();
}

static void run_kernel_get_param_count(void) {
  gc_kernel* const kernel = word_handle(next_word());
  size_t out_count = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_kernel_get_param_count(kernel, &out_count, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned(NULL, out_count);
  finish();
}

static void run_kernel_get_param(void) {
  gc_kernel* const kernel = word_handle(next_word());
  const size_t index = (size_t)word_integer(next_word(), 8, false);
  gc_kernel_param out_param = GRIDCALL_KERNEL_PARAM_INIT;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_kernel_get_param(kernel, index, &out_param, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned("offset", out_param.offset);
  show_unsigned("size", out_param.size);
  show_signed("value_type", out_param.value_type);
  show_text("type_name", out_param.type_name);
  show_text("name", out_param.name);
  finish();
}

static void run_kernel_release(void) {
  gc_kernel* const kernel = word_handle(next_word());
  end_words();
  gc_kernel_release(kernel);
  finish();
}

static void run_launch(void) {
  gc_kernel* const kernel = word_handle(next_word());
  gc_launch_config config_place;
  const gc_launch_config* const config = read_launch_config(&config_place);
  gc_arg args[kMaxItems];
  size_t arg_count = 0;
  for (open_items(); next_item();) args[item_index(arg_count++)] = read_arg(next_word());
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_launch(kernel, config, args, arg_count, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_prepared_create(void) {
  gc_kernel* const kernel = word_handle(next_word());
  gc_launch_config config_place;
  const gc_launch_config* const config = read_launch_config(&config_place);
  gc_arg args[kMaxItems];
  size_t arg_count = 0;
  for (open_items(); next_item();) args[item_index(arg_count++)] = read_arg(next_word());
  gc_prepared* out_prepared = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_prepared_create(kernel, config, args, arg_count, &out_prepared, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_prepared);
  finish();
}

static void run_prepared_set_arg(void) {
  gc_prepared* const prepared = word_handle(next_word());
  const size_t index = (size_t)word_integer(next_word(), 8, false);
  const gc_arg arg = read_arg(next_word());
  const Bytes bytes = word_bytes(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_prepared_set_arg(prepared, index, &arg, bytes.data, bytes.size, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_prepared_set_config(void) {
  gc_prepared* const prepared = word_handle(next_word());
  gc_launch_config config_place;
  const gc_launch_config* const config = read_launch_config(&config_place);
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_prepared_set_config(prepared, config, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_prepared_launch(void) {
  gc_prepared* const prepared = word_handle(next_word());
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_prepared_launch(prepared, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_prepared_release(void) {
  gc_prepared* const prepared = word_handle(next_word());
  end_words();
  gc_prepared_release(prepared);
  finish();
}

static void run_launch_staged(void) {
  gc_kernel* const kernel = word_handle(next_word());
  gc_launch_config config_place;
  const gc_launch_config* const config = read_launch_config(&config_place);
  gc_arg args[kMaxItems];
  size_t arg_count = 0;
  for (open_items(); next_item();) args[item_index(arg_count++)] = read_arg(next_word());
  gc_host_arg host_args[kMaxItems];
  size_t host_arg_count = 0;
  for (open_items(); next_item();) host_args[item_index(host_arg_count++)] = read_host_arg(next_word());
  gc_stream* const stream = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_launch_staged(kernel, config, args, arg_count, host_args, host_arg_count, stream, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_pool_create(void) {
  gc_context* const context = word_handle(next_word());
  gc_pool_options options_place;
  const gc_pool_options* const options = read_pool_options(&options_place);
  gc_pool* out_pool = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_pool_create(context, options, &out_pool, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_pool);
  finish();
}

static void run_pool_alloc(void) {
  gc_pool* const pool = word_handle(next_word());
  const uint64_t size = (uint64_t)word_integer(next_word(), 8, false);
  gc_stream* const stream = word_handle(next_word());
  gc_mem* out_mem = NULL;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_pool_alloc(pool, size, stream, &out_mem, &call_error);
  if (!worked(call_status, call_error)) return;
  show_handle(out_mem);
  finish();
}

static void run_pool_get_statistics(void) {
  gc_pool* const pool = word_handle(next_word());
  gc_pool_statistics out_statistics = GRIDCALL_POOL_STATISTICS_INIT;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_pool_get_statistics(pool, &out_statistics, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned("held_blocks", out_statistics.held_blocks);
  show_unsigned("held_bytes", out_statistics.held_bytes);
  show_unsigned("active_blocks", out_statistics.active_blocks);
  show_unsigned("active_bytes", out_statistics.active_bytes);
  show_unsigned("peak_bytes", out_statistics.peak_bytes);
  show_unsigned("limit", out_statistics.limit);
  finish();
}

static void run_pool_free_held(void) {
  gc_pool* const pool = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_pool_free_held(pool, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_pool_stop_holding(void) {
  gc_pool* const pool = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_pool_stop_holding(pool, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_pool_set_limit(void) {
  gc_pool* const pool = word_handle(next_word());
  const uint64_t limit = (uint64_t)word_integer(next_word(), 8, false);
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_pool_set_limit(pool, limit, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_pool_release(void) {
  gc_pool* const pool = word_handle(next_word());
  end_words();
  gc_pool_release(pool);
  finish();
}

static void run_cache_get_statistics(void) {
  gc_cache_statistics out_statistics = GRIDCALL_CACHE_STATISTICS_INIT;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_cache_get_statistics(&out_statistics, &call_error);
  if (!worked(call_status, call_error)) return;
  show_unsigned("hits", out_statistics.hits);
  show_unsigned("misses", out_statistics.misses);
  show_unsigned("errors", out_statistics.errors);
  show_signed("enabled", out_statistics.enabled);
  finish();
}

static void run_cache_get_directory(void) {
  static char path[kMaxText];
  size_t out_needed = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_cache_get_directory(path, kMaxText, &out_needed, &call_error);
  if (!worked(call_status, call_error)) return;
  show_text(NULL, path);
  finish();
}

static void run_cache_get_disabled_reason(void) {
  static char reason[kMaxText];
  size_t out_needed = 0;
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_cache_get_disabled_reason(reason, kMaxText, &out_needed, &call_error);
  if (!worked(call_status, call_error)) return;
  show_text(NULL, reason);
  finish();
}

static void run_cache_clear(void) {
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_cache_clear(&call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_profiler_initialize(void) {
  gc_context* const context = word_handle(next_word());
  gc_profiler_options options_place;
  const gc_profiler_options* const options = read_profiler_options(&options_place);
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_profiler_initialize(context, options, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_profiler_start(void) {
  gc_context* const context = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_profiler_start(context, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

static void run_profiler_stop(void) {
  gc_context* const context = word_handle(next_word());
  end_words();
  gc_error* call_error = NULL;
  const gc_status call_status = gc_profiler_stop(context, &call_error);
  if (!worked(call_status, call_error)) return;
  finish();
}

const Operation operations[] = {
    {"gc_version", run_version},
    {"gc_version_text", run_version_text},
    {"gc_version_status", run_version_status},
    {"gc_version_cuda", run_version_cuda},
    {"gc_version_get_driver", run_version_get_driver},
    {"gc_version_get_nvrtc", run_version_get_nvrtc},
    {"gc_version_get_cpu", run_version_get_cpu},
    {"gc_status_name", run_status_name},
    {"gc_status_text", run_status_text},
    {"gc_status_category", run_status_category},
    {"gc_error_status", run_error_status},
    {"gc_error_message", run_error_message},
    {"gc_error_text", run_error_text},
    {"gc_error_function", run_error_function},
    {"gc_error_driver_code", run_error_driver_code},
    {"gc_error_driver_name", run_error_driver_name},
    {"gc_error_note_count", run_error_note_count},
    {"gc_error_note", run_error_note},
    {"gc_error_log", run_error_log},
    {"gc_error_options", run_error_options},
    {"gc_error_source_name", run_error_source_name},
    {"gc_handle_get_context", run_handle_get_context},
    {"gc_handle_get_identity", run_handle_get_identity},
    {"gc_handle_get_native", run_handle_get_native},
    {"gc_handle_count", run_handle_count},
    {"gc_handle_collect", run_handle_collect},
    {"gc_device_get_count", run_device_get_count},
    {"gc_device_get_by_index", run_device_get_by_index},
    {"gc_device_find", run_device_find},
    {"gc_device_get_by_pci_bus_id", run_device_get_by_pci_bus_id},
    {"gc_device_get_index", run_device_get_index},
    {"gc_device_get_kind", run_device_get_kind},
    {"gc_device_get_name", run_device_get_name},
    {"gc_device_get_pci_bus_id", run_device_get_pci_bus_id},
    {"gc_device_get_uuid", run_device_get_uuid},
    {"gc_device_get_compute_capability", run_device_get_compute_capability},
    {"gc_device_get_total_memory", run_device_get_total_memory},
    {"gc_device_get_attribute", run_device_get_attribute},
    {"gc_device_get_attributes", run_device_get_attributes},
    {"gc_device_attribute_name", run_device_attribute_name},
    {"gc_device_attribute_from_name", run_device_attribute_from_name},
    {"gc_device_get_default", run_device_get_default},
    {"gc_device_can_access_peer", run_device_can_access_peer},
    {"gc_context_get_default", run_context_get_default},
    {"gc_context_get_primary", run_context_get_primary},
    {"gc_context_create", run_context_create},
    {"gc_context_wrap", run_context_wrap},
    {"gc_context_push", run_context_push},
    {"gc_context_pop", run_context_pop},
    {"gc_context_get_current", run_context_get_current},
    {"gc_context_get_attribute", run_context_get_attribute},
    {"gc_context_set_attribute", run_context_set_attribute},
    {"gc_context_get_pointer_attribute", run_context_get_pointer_attribute},
    {"gc_context_enable_peer_access", run_context_enable_peer_access},
    {"gc_context_disable_peer_access", run_context_disable_peer_access},
    {"gc_context_get_device_reason", run_context_get_device_reason},
    {"gc_context_get_device", run_context_get_device},
    {"gc_context_synchronize", run_context_synchronize},
    {"gc_context_get_memory_info", run_context_get_memory_info},
    {"gc_context_is_supported", run_context_is_supported},
    {"gc_context_release", run_context_release},
    {"gc_stream_create", run_stream_create},
    {"gc_context_get_default_stream", run_context_get_default_stream},
    {"gc_context_get_stream_priority_range", run_context_get_stream_priority_range},
    {"gc_stream_synchronize", run_stream_synchronize},
    {"gc_stream_query", run_stream_query},
    {"gc_stream_synchronize_for", run_stream_synchronize_for},
    {"gc_stream_cancel", run_stream_cancel},
    {"gc_stream_wait_event", run_stream_wait_event},
    {"gc_stream_wait_events", run_stream_wait_events},
    {"gc_stream_notify", run_stream_notify},
    {"gc_stream_release", run_stream_release},
    {"gc_stream_get_attribute", run_stream_get_attribute},
    {"gc_stream_wrap", run_stream_wrap},
    {"gc_event_create", run_event_create},
    {"gc_event_record", run_event_record},
    {"gc_event_synchronize", run_event_synchronize},
    {"gc_event_synchronize_for", run_event_synchronize_for},
    {"gc_event_query", run_event_query},
    {"gc_event_get_elapsed", run_event_get_elapsed},
    {"gc_event_release", run_event_release},
    {"gc_event_wrap", run_event_wrap},
    {"gc_event_get_ipc_handle", run_event_get_ipc_handle},
    {"gc_event_open_ipc", run_event_open_ipc},
    {"gc_completion_create", run_completion_create},
    {"gc_completion_wait", run_completion_wait},
    {"gc_completion_get_descriptor", run_completion_get_descriptor},
    {"gc_completion_release", run_completion_release},
    {"gc_mem_create", run_mem_create},
    {"gc_mem_alloc", run_mem_alloc},
    {"gc_mem_alloc_host", run_mem_alloc_host},
    {"gc_mem_create_sub_region", run_mem_create_sub_region},
    {"gc_mem_register", run_mem_register},
    {"gc_mem_wrap", run_mem_wrap},
    {"gc_mem_get_address", run_mem_get_address},
    {"gc_mem_get_host_address", run_mem_get_host_address},
    {"gc_mem_get_size", run_mem_get_size},
    {"gc_mem_get_attribute", run_mem_get_attribute},
    {"gc_mem_get_parent", run_mem_get_parent},
    {"gc_mem_use", run_mem_use},
    {"gc_mem_wait", run_mem_wait},
    {"gc_mem_attach", run_mem_attach},
    {"gc_mem_advise", run_mem_advise},
    {"gc_mem_prefetch", run_mem_prefetch},
    {"gc_mem_get_ipc_handle", run_mem_get_ipc_handle},
    {"gc_mem_open_ipc", run_mem_open_ipc},
    {"gc_mem_free", run_mem_free},
    {"gc_mem_release", run_mem_release},
    {"gc_memcpy_htod", run_memcpy_htod},
    {"gc_memcpy_dtoh", run_memcpy_dtoh},
    {"gc_memcpy_dtod", run_memcpy_dtod},
    {"gc_memcpy_htod_async", run_memcpy_htod_async},
    {"gc_memcpy_dtoh_async", run_memcpy_dtoh_async},
    {"gc_memcpy_rect", run_memcpy_rect},
    {"gc_memcpy_rect_async", run_memcpy_rect_async},
    {"gc_memset_d8", run_memset_d8},
    {"gc_memset_d16", run_memset_d16},
    {"gc_memset_d32", run_memset_d32},
    {"gc_memset_pattern", run_memset_pattern},
    {"gc_memset_rect", run_memset_rect},
    {"gc_mem_map", run_mem_map},
    {"gc_mapping_get_address", run_mapping_get_address},
    {"gc_mapping_get_attribute", run_mapping_get_attribute},
    {"gc_mapping_get_event", run_mapping_get_event},
    {"gc_mapping_unmap", run_mapping_unmap},
    {"gc_mapping_release", run_mapping_release},
    {"gc_pipe_create", run_pipe_create},
    {"gc_pipe_get_attribute", run_pipe_get_attribute},
    {"gc_pipe_release", run_pipe_release},
    {"gc_module_from_source", run_module_from_source},
    {"gc_module_from_buffer", run_module_from_buffer},
    {"gc_module_from_file", run_module_from_file},
    {"gc_module_get_kernel", run_module_get_kernel},
    {"gc_module_get_kernel_count", run_module_get_kernel_count},
    {"gc_module_get_kernel_name", run_module_get_kernel_name},
    {"gc_module_get_global", run_module_get_global},
    {"gc_module_get_log", run_module_get_log},
    {"gc_module_get_attribute", run_module_get_attribute},
    {"gc_module_is_cached", run_module_is_cached},
    {"gc_module_release", run_module_release},
    {"gc_program_compile", run_program_compile},
    {"gc_program_get_log", run_program_get_log},
    {"gc_program_get_symbol", run_program_get_symbol},
    {"gc_module_from_program", run_module_from_program},
    {"gc_program_get_default_options", run_program_get_default_options},
    {"gc_program_release", run_program_release},
    {"gc_kernel_get_name", run_kernel_get_name},
    {"gc_kernel_get_attribute", run_kernel_get_attribute},
    {"gc_kernel_set_attribute", run_kernel_set_attribute},
    {"gc_kernel_get_occupancy", run_kernel_get_occupancy},
    {"gc_kernel_suggest_block", run_kernel_suggest_block},
    {"gc_kernel_get_param_count", run_kernel_get_param_count},
    {"gc_kernel_get_param", run_kernel_get_param},
    {"gc_kernel_release", run_kernel_release},
    {"gc_launch", run_launch},
    {"gc_prepared_create", run_prepared_create},
    {"gc_prepared_set_arg", run_prepared_set_arg},
    {"gc_prepared_set_config", run_prepared_set_config},
    {"gc_prepared_launch", run_prepared_launch},
    {"gc_prepared_release", run_prepared_release},
    {"gc_launch_staged", run_launch_staged},
    {"gc_pool_create", run_pool_create},
    {"gc_pool_alloc", run_pool_alloc},
    {"gc_pool_get_statistics", run_pool_get_statistics},
    {"gc_pool_free_held", run_pool_free_held},
    {"gc_pool_stop_holding", run_pool_stop_holding},
    {"gc_pool_set_limit", run_pool_set_limit},
    {"gc_pool_release", run_pool_release},
    {"gc_cache_get_statistics", run_cache_get_statistics},
    {"gc_cache_get_directory", run_cache_get_directory},
    {"gc_cache_get_disabled_reason", run_cache_get_disabled_reason},
    {"gc_cache_clear", run_cache_clear},
    {"gc_profiler_initialize", run_profiler_initialize},
    {"gc_profiler_start", run_profiler_start},
    {"gc_profiler_stop", run_profiler_stop},
    {NULL, NULL}};
