# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
The C functions of gridcall, as they are. `GridCall` is the package to use; this is for what it does not offer.
"""
module LibGridCall

# Found by its soname: GridCall opens the file that the environment names before the first call.
const libgridcall = "libgridcall.so.0"

# A ccall that may block. While it runs, other threads can collect garbage without waiting for this one, so what
# touches Julia's memory (conversions) happens before.
macro blocking(call)
    f, result, types, arguments = call.args[2], call.args[3], call.args[4].args, call.args[5:end]
    roots = [gensym(:root) for _ in arguments]
    values = [gensym(:value) for _ in arguments]
    return esc(quote
        $((:($root = Base.cconvert($type, $argument)) for (root, type, argument) in zip(roots, types, arguments))...)
        GC.@preserve $(roots...) begin
            $((:($value = Base.unsafe_convert($type, $root)) for (value, type, root) in zip(values, types, roots))...)
            gc_state = ccall(:jl_gc_safe_enter, Int8, ())
            status = ccall($f, $result, ($(types...),), $(values...))
            ccall(:jl_gc_safe_leave, Cvoid, (Int8,), gc_state)
        end
        status
    end)
end

const GRIDCALL_VERSION = 100
const GRIDCALL_ABI_VERSION = 0

mutable struct gc_error end
mutable struct gc_device end
mutable struct gc_context end
mutable struct gc_stream end
mutable struct gc_event end
mutable struct gc_completion end
mutable struct gc_mem end
mutable struct gc_mapping end
mutable struct gc_pipe end
mutable struct gc_array end
mutable struct gc_texture end
mutable struct gc_surface end
mutable struct gc_sampler end
mutable struct gc_module end
mutable struct gc_program end
mutable struct gc_kernel end
mutable struct gc_prepared end
mutable struct gc_graph end
mutable struct gc_pool end
mutable struct gc_dtype end
mutable struct gc_ndarray end

const gc_status = Int32
const GRIDCALL_OK = Int32(0)
const GRIDCALL_ERROR_INVALID_ARGUMENT = Int32(100)
const GRIDCALL_ERROR_INVALID_HANDLE = Int32(101)
const GRIDCALL_ERROR_OUT_OF_RANGE = Int32(102)
const GRIDCALL_ERROR_INVALID_OPTIONS = Int32(103)
const GRIDCALL_ERROR_NOT_FOUND = Int32(104)
const GRIDCALL_ERROR_WRONG_CONTEXT = Int32(105)
const GRIDCALL_ERROR_INVALID_STATE = Int32(106)
const GRIDCALL_ERROR_NOT_READY = Int32(107)
const GRIDCALL_ERROR_ALREADY_REGISTERED = Int32(108)
const GRIDCALL_ERROR_OUT_OF_MEMORY = Int32(200)
const GRIDCALL_ERROR_OUT_OF_HOST_MEMORY = Int32(201)
const GRIDCALL_ERROR_POOL_LIMIT = Int32(202)
const GRIDCALL_ERROR_INVALID_LAUNCH = Int32(300)
const GRIDCALL_ERROR_ARGUMENT_MISMATCH = Int32(301)
const GRIDCALL_ERROR_ILLEGAL_ADDRESS = Int32(302)
const GRIDCALL_ERROR_MISALIGNED_ADDRESS = Int32(303)
const GRIDCALL_ERROR_KERNEL_TRAP = Int32(304)
const GRIDCALL_ERROR_KERNEL_ASSERT = Int32(305)
const GRIDCALL_ERROR_DIVIDE_BY_ZERO = Int32(306)
const GRIDCALL_ERROR_STACK_OVERFLOW = Int32(307)
const GRIDCALL_ERROR_LAUNCH_TIMEOUT = Int32(308)
const GRIDCALL_ERROR_LAUNCH_FAILED = Int32(309)
const GRIDCALL_ERROR_KERNEL_DEADLOCK = Int32(310)
const GRIDCALL_ERROR_DEVICE_LOST = Int32(311)
const GRIDCALL_ERROR_CANCELLED = Int32(312)
const GRIDCALL_ERROR_COMPILE = Int32(400)
const GRIDCALL_ERROR_COMPILER_UNAVAILABLE = Int32(401)
const GRIDCALL_ERROR_COMPILER_FAILED = Int32(402)
const GRIDCALL_ERROR_COMPILE_TIMEOUT = Int32(403)
const GRIDCALL_ERROR_INVALID_IMAGE = Int32(404)
const GRIDCALL_ERROR_INCOMPATIBLE_IMAGE = Int32(405)
const GRIDCALL_ERROR_INVALID_COMPILE_OPTION = Int32(406)
const GRIDCALL_ERROR_DRIVER = Int32(500)
const GRIDCALL_ERROR_NO_DEVICE = Int32(501)
const GRIDCALL_ERROR_DRIVER_UNAVAILABLE = Int32(502)
const GRIDCALL_ERROR_DRIVER_TOO_OLD = Int32(503)
const GRIDCALL_ERROR_IO = Int32(504)
const GRIDCALL_ERROR_INTERNAL = Int32(505)
const GRIDCALL_ERROR_UNSUPPORTED = Int32(506)
const GRIDCALL_ERROR_FORKED = Int32(507)
const GRIDCALL_ERROR_EXITING = Int32(508)
const GRIDCALL_ERROR_COMM = Int32(520)
const GRIDCALL_ERROR_COMM_UNAVAILABLE = Int32(521)
const GRIDCALL_ERROR_COMM_TOO_OLD = Int32(522)
const GRIDCALL_ERROR_COMM_PEER_LOST = Int32(523)
const GRIDCALL_ERROR_COMM_TIMEOUT = Int32(524)
const GRIDCALL_ERROR_COMM_ABORTED = Int32(525)
const GRIDCALL_ERROR_COMM_MISMATCH = Int32(526)

const gc_category = Int32
const GRIDCALL_CATEGORY_NONE = Int32(0)
const GRIDCALL_CATEGORY_LOGIC = Int32(1)
const GRIDCALL_CATEGORY_MEMORY = Int32(2)
const GRIDCALL_CATEGORY_LAUNCH = Int32(3)
const GRIDCALL_CATEGORY_COMPILE = Int32(4)
const GRIDCALL_CATEGORY_RUNTIME = Int32(5)

const gc_device_kind = Int32
const GRIDCALL_DEVICE_KIND_GPU = Int32(1)
const GRIDCALL_DEVICE_KIND_CPU = Int32(2)

const gc_compute_mode = Int32
const GRIDCALL_COMPUTE_MODE_DEFAULT = Int32(0)
const GRIDCALL_COMPUTE_MODE_PROHIBITED = Int32(2)
const GRIDCALL_COMPUTE_MODE_EXCLUSIVE_PROCESS = Int32(3)

const gc_device_attribute = Int32
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = Int32(1)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = Int32(2)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = Int32(3)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = Int32(4)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = Int32(5)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = Int32(6)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = Int32(7)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = Int32(8)
const GRIDCALL_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = Int32(9)
const GRIDCALL_DEVICE_ATTRIBUTE_WARP_SIZE = Int32(10)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_PITCH = Int32(11)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = Int32(12)
const GRIDCALL_DEVICE_ATTRIBUTE_CLOCK_RATE = Int32(13)
const GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = Int32(14)
const GRIDCALL_DEVICE_ATTRIBUTE_GPU_OVERLAP = Int32(15)
const GRIDCALL_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = Int32(16)
const GRIDCALL_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = Int32(17)
const GRIDCALL_DEVICE_ATTRIBUTE_INTEGRATED = Int32(18)
const GRIDCALL_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = Int32(19)
const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_MODE = Int32(20)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = Int32(21)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = Int32(22)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = Int32(23)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = Int32(24)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = Int32(25)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = Int32(26)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = Int32(27)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = Int32(28)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = Int32(29)
const GRIDCALL_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = Int32(30)
const GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = Int32(31)
const GRIDCALL_DEVICE_ATTRIBUTE_ECC_ENABLED = Int32(32)
const GRIDCALL_DEVICE_ATTRIBUTE_PCI_BUS_ID = Int32(33)
const GRIDCALL_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = Int32(34)
const GRIDCALL_DEVICE_ATTRIBUTE_TCC_DRIVER = Int32(35)
const GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = Int32(36)
const GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = Int32(37)
const GRIDCALL_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = Int32(38)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = Int32(39)
const GRIDCALL_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = Int32(40)
const GRIDCALL_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = Int32(41)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = Int32(42)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = Int32(43)
const GRIDCALL_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER = Int32(44)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH = Int32(45)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT = Int32(46)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE = Int32(47)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE = Int32(48)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE = Int32(49)
const GRIDCALL_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = Int32(50)
const GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = Int32(51)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH = Int32(52)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH = Int32(53)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS = Int32(54)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH = Int32(55)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH = Int32(56)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT = Int32(57)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH = Int32(58)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT = Int32(59)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH = Int32(60)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH = Int32(61)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS = Int32(62)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH = Int32(63)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT = Int32(64)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS = Int32(65)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH = Int32(66)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH = Int32(67)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS = Int32(68)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH = Int32(69)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH = Int32(70)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = Int32(71)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH = Int32(72)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = Int32(73)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = Int32(74)
const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = Int32(75)
const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = Int32(76)
const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = Int32(77)
const GRIDCALL_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = Int32(78)
const GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = Int32(79)
const GRIDCALL_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = Int32(80)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = Int32(81)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = Int32(82)
const GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY = Int32(83)
const GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD = Int32(84)
const GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID = Int32(85)
const GRIDCALL_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = Int32(86)
const GRIDCALL_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = Int32(87)
const GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = Int32(88)
const GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = Int32(89)
const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = Int32(90)
const GRIDCALL_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = Int32(91)
const GRIDCALL_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = Int32(95)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = Int32(97)
const GRIDCALL_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = Int32(99)
const GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = Int32(100)
const GRIDCALL_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST = Int32(101)
const GRIDCALL_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = Int32(102)
const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = Int32(103)
const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED = Int32(104)
const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED = Int32(105)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = Int32(106)
const GRIDCALL_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = Int32(107)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = Int32(108)
const GRIDCALL_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE = Int32(109)
const GRIDCALL_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = Int32(111)
const GRIDCALL_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED = Int32(113)
const GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = Int32(115)
const GRIDCALL_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = Int32(120)
const GRIDCALL_DEVICE_ATTRIBUTE_SVM_CAPABILITIES = Int32(100001)

const GRIDCALL_SVM_COARSE_GRAIN_BUFFER = UInt64(0x1)
const GRIDCALL_SVM_FINE_GRAIN_BUFFER = UInt64(0x2)
const GRIDCALL_SVM_FINE_GRAIN_SYSTEM = UInt64(0x4)
const GRIDCALL_SVM_ATOMICS = UInt64(0x8)

const gc_context_sched = Int32
const GRIDCALL_CONTEXT_SCHED_AUTO = Int32(0)
const GRIDCALL_CONTEXT_SCHED_SPIN = Int32(1)
const GRIDCALL_CONTEXT_SCHED_YIELD = Int32(2)
const GRIDCALL_CONTEXT_SCHED_BLOCKING_SYNC = Int32(4)

const gc_context_attribute = Int32
const GRIDCALL_CONTEXT_ATTRIBUTE_STACK_SIZE = Int32(0)
const GRIDCALL_CONTEXT_ATTRIBUTE_PRINTF_FIFO_SIZE = Int32(1)
const GRIDCALL_CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE = Int32(2)
const GRIDCALL_CONTEXT_ATTRIBUTE_DEV_RUNTIME_SYNC_DEPTH = Int32(3)
const GRIDCALL_CONTEXT_ATTRIBUTE_DEV_RUNTIME_PENDING_LAUNCH_COUNT = Int32(4)
const GRIDCALL_CONTEXT_ATTRIBUTE_MAX_L2_FETCH_GRANULARITY = Int32(5)
const GRIDCALL_CONTEXT_ATTRIBUTE_PERSISTING_L2_CACHE_SIZE = Int32(6)
const GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG = Int32(100001)
const GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG = Int32(100002)
const GRIDCALL_CONTEXT_ATTRIBUTE_SCHED = Int32(100003)
const GRIDCALL_CONTEXT_ATTRIBUTE_FLAGS = Int32(100004)
const GRIDCALL_CONTEXT_ATTRIBUTE_API_VERSION = Int32(100005)
const GRIDCALL_CONTEXT_ATTRIBUTE_IS_PRIMARY = Int32(100006)
const GRIDCALL_CONTEXT_ATTRIBUTE_DEFERS_CLEANUP = Int32(100007)

const gc_cache_config = Int32
const GRIDCALL_CACHE_CONFIG_PREFER_NONE = Int32(0)
const GRIDCALL_CACHE_CONFIG_PREFER_SHARED = Int32(1)
const GRIDCALL_CACHE_CONFIG_PREFER_L1 = Int32(2)
const GRIDCALL_CACHE_CONFIG_PREFER_EQUAL = Int32(3)

const gc_shared_config = Int32
const GRIDCALL_SHARED_CONFIG_DEFAULT_BANK_SIZE = Int32(0)
const GRIDCALL_SHARED_CONFIG_FOUR_BYTE_BANK_SIZE = Int32(1)
const GRIDCALL_SHARED_CONFIG_EIGHT_BYTE_BANK_SIZE = Int32(2)

const gc_pointer_attribute = Int32
const GRIDCALL_POINTER_ATTRIBUTE_CONTEXT = Int32(1)
const GRIDCALL_POINTER_ATTRIBUTE_MEMORY_TYPE = Int32(2)
const GRIDCALL_POINTER_ATTRIBUTE_DEVICE_POINTER = Int32(3)
const GRIDCALL_POINTER_ATTRIBUTE_HOST_POINTER = Int32(4)
const GRIDCALL_POINTER_ATTRIBUTE_IS_MANAGED = Int32(8)
const GRIDCALL_POINTER_ATTRIBUTE_DEVICE_ORDINAL = Int32(9)
const GRIDCALL_POINTER_ATTRIBUTE_RANGE_START_ADDRESS = Int32(11)
const GRIDCALL_POINTER_ATTRIBUTE_RANGE_SIZE = Int32(12)

const gc_feature = Int32
const GRIDCALL_FEATURE_STREAM_CANCEL = Int32(1)
const GRIDCALL_FEATURE_MODULE_FROM_BUFFER = Int32(2)
const GRIDCALL_FEATURE_KERNEL_PARAMS = Int32(3)
const GRIDCALL_FEATURE_KERNEL_TIMEOUT = Int32(4)
const GRIDCALL_FEATURE_CPU_MODE = Int32(5)
const GRIDCALL_FEATURE_COOPERATIVE_LAUNCH = Int32(6)
const GRIDCALL_FEATURE_CLUSTERS = Int32(7)
const GRIDCALL_FEATURE_OCCUPANCY = Int32(8)
const GRIDCALL_FEATURE_IPC = Int32(9)

const GRIDCALL_CONTEXT_MAP_HOST = UInt64(0x8)
const GRIDCALL_CONTEXT_LMEM_RESIZE_TO_MAX = UInt64(0x10)

const gc_stream_attribute = Int32
const GRIDCALL_STREAM_ATTRIBUTE_FLAGS = Int32(100001)
const GRIDCALL_STREAM_ATTRIBUTE_PRIORITY = Int32(100002)
const GRIDCALL_STREAM_ATTRIBUTE_ID = Int32(100003)
const GRIDCALL_STREAM_ATTRIBUTE_IS_CAPTURING = Int32(100004)

const GRIDCALL_STREAM_NON_BLOCKING = UInt64(0x1)

const GRIDCALL_EVENT_BLOCKING_SYNC = UInt64(0x1)
const GRIDCALL_EVENT_DISABLE_TIMING = UInt64(0x2)
const GRIDCALL_EVENT_INTERPROCESS = UInt64(0x4)

const gc_mem_place = Int32
const GRIDCALL_MEM_PLACE_DEVICE = Int32(1)
const GRIDCALL_MEM_PLACE_HOST = Int32(2)
const GRIDCALL_MEM_PLACE_MANAGED = Int32(3)
const GRIDCALL_MEM_PLACE_PAGEABLE = Int32(4)

const gc_mem_origin = Int32
const GRIDCALL_MEM_ORIGIN_ALLOCATED = Int32(1)
const GRIDCALL_MEM_ORIGIN_POOL = Int32(2)
const GRIDCALL_MEM_ORIGIN_SUB_REGION = Int32(3)
const GRIDCALL_MEM_ORIGIN_WRAPPED = Int32(4)
const GRIDCALL_MEM_ORIGIN_GLOBAL = Int32(5)
const GRIDCALL_MEM_ORIGIN_REGISTERED = Int32(6)
const GRIDCALL_MEM_ORIGIN_IPC = Int32(7)

const gc_mem_attribute = Int32
const GRIDCALL_MEM_ATTRIBUTE_READ_MOSTLY = Int32(1)
const GRIDCALL_MEM_ATTRIBUTE_PREFERRED_LOCATION = Int32(2)
const GRIDCALL_MEM_ATTRIBUTE_LAST_PREFETCH_LOCATION = Int32(4)
const GRIDCALL_MEM_ATTRIBUTE_PLACE = Int32(100001)
const GRIDCALL_MEM_ATTRIBUTE_ORIGIN = Int32(100002)
const GRIDCALL_MEM_ATTRIBUTE_FLAGS = Int32(100003)
const GRIDCALL_MEM_ATTRIBUTE_PITCH = Int32(100004)
const GRIDCALL_MEM_ATTRIBUTE_ROW_SIZE = Int32(100005)
const GRIDCALL_MEM_ATTRIBUTE_HEIGHT = Int32(100006)
const GRIDCALL_MEM_ATTRIBUTE_ALIGNMENT = Int32(100007)
const GRIDCALL_MEM_ATTRIBUTE_OFFSET = Int32(100008)
const GRIDCALL_MEM_ATTRIBUTE_REFERENCE_COUNT = Int32(100009)
const GRIDCALL_MEM_ATTRIBUTE_IS_REGISTERED = Int32(100010)
const GRIDCALL_MEM_ATTRIBUTE_USES_SVM = Int32(100011)

const gc_mem_attach_mode = Int32
const GRIDCALL_MEM_ATTACH_MODE_GLOBAL = Int32(1)
const GRIDCALL_MEM_ATTACH_MODE_HOST = Int32(2)
const GRIDCALL_MEM_ATTACH_MODE_SINGLE = Int32(4)

const gc_mem_advice = Int32
const GRIDCALL_MEM_ADVICE_SET_READ_MOSTLY = Int32(1)
const GRIDCALL_MEM_ADVICE_UNSET_READ_MOSTLY = Int32(2)
const GRIDCALL_MEM_ADVICE_SET_PREFERRED_LOCATION = Int32(3)
const GRIDCALL_MEM_ADVICE_UNSET_PREFERRED_LOCATION = Int32(4)
const GRIDCALL_MEM_ADVICE_SET_ACCESSED_BY = Int32(5)
const GRIDCALL_MEM_ADVICE_UNSET_ACCESSED_BY = Int32(6)

const GRIDCALL_MEM_WRITE_COMBINED = UInt64(0x1)
const GRIDCALL_MEM_PORTABLE = UInt64(0x2)
const GRIDCALL_MEM_MAPPED = UInt64(0x4)
const GRIDCALL_MEM_ZERO = UInt64(0x8)
const GRIDCALL_MEM_KERNEL_READ_ONLY = UInt64(0x10)
const GRIDCALL_MEM_KERNEL_WRITE_ONLY = UInt64(0x20)
const GRIDCALL_MEM_HOST_READ_ONLY = UInt64(0x40)
const GRIDCALL_MEM_HOST_WRITE_ONLY = UInt64(0x80)
const GRIDCALL_MEM_HOST_NO_ACCESS = UInt64(0x100)

const GRIDCALL_MEM_REGISTER_PORTABLE = UInt64(0x1)
const GRIDCALL_MEM_REGISTER_MAPPED = UInt64(0x2)
const GRIDCALL_MEM_REGISTER_IO_MEMORY = UInt64(0x4)
const GRIDCALL_MEM_REGISTER_READ_ONLY = UInt64(0x8)

const GRIDCALL_MEM_PREFETCH_DISCARD = UInt64(0x1)

const GRIDCALL_MEM_WRAP_OWNED = UInt64(0x1)

const GRIDCALL_MEM_IPC_LAZY_PEER_ACCESS = UInt64(0x1)

const GRIDCALL_MEM_HOST_WRITE_COMBINED = UInt64(0x1)

const gc_mapping_attribute = Int32
const GRIDCALL_MAPPING_ATTRIBUTE_SIZE = Int32(100001)
const GRIDCALL_MAPPING_ATTRIBUTE_FLAGS = Int32(100002)
const GRIDCALL_MAPPING_ATTRIBUTE_IS_DIRECT = Int32(100003)
const GRIDCALL_MAPPING_ATTRIBUTE_ROW_PITCH = Int32(100004)
const GRIDCALL_MAPPING_ATTRIBUTE_SLICE_PITCH = Int32(100005)

const GRIDCALL_MAP_READ = UInt64(0x1)
const GRIDCALL_MAP_WRITE = UInt64(0x2)
const GRIDCALL_MAP_WRITE_INVALIDATE_REGION = UInt64(0x4)

const gc_pipe_attribute = Int32
const GRIDCALL_PIPE_ATTRIBUTE_PACKET_SIZE = Int32(100001)
const GRIDCALL_PIPE_ATTRIBUTE_MAX_PACKETS = Int32(100002)

const gc_array_format = Int32
const GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8 = Int32(1)
const GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16 = Int32(2)
const GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT32 = Int32(3)
const GRIDCALL_ARRAY_FORMAT_SIGNED_INT8 = Int32(8)
const GRIDCALL_ARRAY_FORMAT_SIGNED_INT16 = Int32(9)
const GRIDCALL_ARRAY_FORMAT_SIGNED_INT32 = Int32(10)
const GRIDCALL_ARRAY_FORMAT_HALF = Int32(16)
const GRIDCALL_ARRAY_FORMAT_FLOAT = Int32(32)
const GRIDCALL_ARRAY_FORMAT_UNORM_INT_101010_2 = Int32(80)
const GRIDCALL_ARRAY_FORMAT_UNORM_INT8X1 = Int32(192)
const GRIDCALL_ARRAY_FORMAT_UNORM_INT8X2 = Int32(193)
const GRIDCALL_ARRAY_FORMAT_UNORM_INT8X4 = Int32(194)
const GRIDCALL_ARRAY_FORMAT_UNORM_INT16X1 = Int32(195)
const GRIDCALL_ARRAY_FORMAT_UNORM_INT16X2 = Int32(196)
const GRIDCALL_ARRAY_FORMAT_UNORM_INT16X4 = Int32(197)
const GRIDCALL_ARRAY_FORMAT_SNORM_INT8X1 = Int32(198)
const GRIDCALL_ARRAY_FORMAT_SNORM_INT8X2 = Int32(199)
const GRIDCALL_ARRAY_FORMAT_SNORM_INT8X4 = Int32(200)
const GRIDCALL_ARRAY_FORMAT_SNORM_INT16X1 = Int32(201)
const GRIDCALL_ARRAY_FORMAT_SNORM_INT16X2 = Int32(202)
const GRIDCALL_ARRAY_FORMAT_SNORM_INT16X4 = Int32(203)

const gc_channel_order = Int32
const GRIDCALL_CHANNEL_ORDER_R = Int32(4272)
const GRIDCALL_CHANNEL_ORDER_A = Int32(4273)
const GRIDCALL_CHANNEL_ORDER_RG = Int32(4274)
const GRIDCALL_CHANNEL_ORDER_RA = Int32(4275)
const GRIDCALL_CHANNEL_ORDER_RGB = Int32(4276)
const GRIDCALL_CHANNEL_ORDER_RGBA = Int32(4277)
const GRIDCALL_CHANNEL_ORDER_BGRA = Int32(4278)
const GRIDCALL_CHANNEL_ORDER_ARGB = Int32(4279)
const GRIDCALL_CHANNEL_ORDER_INTENSITY = Int32(4280)
const GRIDCALL_CHANNEL_ORDER_LUMINANCE = Int32(4281)
const GRIDCALL_CHANNEL_ORDER_RX = Int32(4282)
const GRIDCALL_CHANNEL_ORDER_RGX = Int32(4283)
const GRIDCALL_CHANNEL_ORDER_RGBX = Int32(4284)
const GRIDCALL_CHANNEL_ORDER_DEPTH = Int32(4285)
const GRIDCALL_CHANNEL_ORDER_DEPTH_STENCIL = Int32(4286)
const GRIDCALL_CHANNEL_ORDER_SRGB = Int32(4287)
const GRIDCALL_CHANNEL_ORDER_SRGBX = Int32(4288)
const GRIDCALL_CHANNEL_ORDER_SRGBA = Int32(4289)
const GRIDCALL_CHANNEL_ORDER_SBGRA = Int32(4290)
const GRIDCALL_CHANNEL_ORDER_ABGR = Int32(4291)

const gc_channel_type = Int32
const GRIDCALL_CHANNEL_TYPE_SNORM_INT8 = Int32(4304)
const GRIDCALL_CHANNEL_TYPE_SNORM_INT16 = Int32(4305)
const GRIDCALL_CHANNEL_TYPE_UNORM_INT8 = Int32(4306)
const GRIDCALL_CHANNEL_TYPE_UNORM_INT16 = Int32(4307)
const GRIDCALL_CHANNEL_TYPE_UNORM_SHORT_565 = Int32(4308)
const GRIDCALL_CHANNEL_TYPE_UNORM_SHORT_555 = Int32(4309)
const GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010 = Int32(4310)
const GRIDCALL_CHANNEL_TYPE_SIGNED_INT8 = Int32(4311)
const GRIDCALL_CHANNEL_TYPE_SIGNED_INT16 = Int32(4312)
const GRIDCALL_CHANNEL_TYPE_SIGNED_INT32 = Int32(4313)
const GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT8 = Int32(4314)
const GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT16 = Int32(4315)
const GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT32 = Int32(4316)
const GRIDCALL_CHANNEL_TYPE_HALF_FLOAT = Int32(4317)
const GRIDCALL_CHANNEL_TYPE_FLOAT = Int32(4318)
const GRIDCALL_CHANNEL_TYPE_UNORM_INT24 = Int32(4319)
const GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010_2 = Int32(4320)

const gc_array_attribute = Int32
const GRIDCALL_ARRAY_ATTRIBUTE_WIDTH = Int32(100001)
const GRIDCALL_ARRAY_ATTRIBUTE_HEIGHT = Int32(100002)
const GRIDCALL_ARRAY_ATTRIBUTE_DEPTH = Int32(100003)
const GRIDCALL_ARRAY_ATTRIBUTE_FORMAT = Int32(100004)
const GRIDCALL_ARRAY_ATTRIBUTE_CHANNELS = Int32(100005)
const GRIDCALL_ARRAY_ATTRIBUTE_FLAGS = Int32(100006)
const GRIDCALL_ARRAY_ATTRIBUTE_LEVELS = Int32(100007)
const GRIDCALL_ARRAY_ATTRIBUTE_LEVEL = Int32(100008)
const GRIDCALL_ARRAY_ATTRIBUTE_LAYERS = Int32(100009)
const GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE = Int32(100010)
const GRIDCALL_ARRAY_ATTRIBUTE_SIZE = Int32(100011)
const GRIDCALL_ARRAY_ATTRIBUTE_SAMPLES = Int32(100012)
const GRIDCALL_ARRAY_ATTRIBUTE_CHANNEL_ORDER = Int32(100013)
const GRIDCALL_ARRAY_ATTRIBUTE_CHANNEL_TYPE = Int32(100014)

const GRIDCALL_ARRAY_LAYERED = UInt64(0x1)
const GRIDCALL_ARRAY_SURFACE_LDST = UInt64(0x2)
const GRIDCALL_ARRAY_CUBEMAP = UInt64(0x4)
const GRIDCALL_ARRAY_TEXTURE_GATHER = UInt64(0x8)

const gc_address_mode = Int32
const GRIDCALL_ADDRESS_MODE_WRAP = Int32(0)
const GRIDCALL_ADDRESS_MODE_CLAMP = Int32(1)
const GRIDCALL_ADDRESS_MODE_MIRROR = Int32(2)
const GRIDCALL_ADDRESS_MODE_BORDER = Int32(3)

const gc_filter_mode = Int32
const GRIDCALL_FILTER_MODE_POINT = Int32(0)
const GRIDCALL_FILTER_MODE_LINEAR = Int32(1)

const gc_sampler_attribute = Int32
const GRIDCALL_SAMPLER_ATTRIBUTE_FLAGS = Int32(100001)
const GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_X = Int32(100002)
const GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_Y = Int32(100003)
const GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_Z = Int32(100004)
const GRIDCALL_SAMPLER_ATTRIBUTE_FILTER = Int32(100005)
const GRIDCALL_SAMPLER_ATTRIBUTE_MIP_FILTER = Int32(100006)
const GRIDCALL_SAMPLER_ATTRIBUTE_MAX_ANISOTROPY = Int32(100007)
const GRIDCALL_SAMPLER_ATTRIBUTE_BIAS = Int32(100008)
const GRIDCALL_SAMPLER_ATTRIBUTE_MIN_LEVEL = Int32(100009)
const GRIDCALL_SAMPLER_ATTRIBUTE_MAX_LEVEL = Int32(100010)
const GRIDCALL_SAMPLER_ATTRIBUTE_REFERENCE_COUNT = Int32(100011)

const gc_texture_attribute = Int32
const GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_X = Int32(100002)
const GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_Y = Int32(100003)
const GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_Z = Int32(100004)
const GRIDCALL_TEXTURE_ATTRIBUTE_FILTER = Int32(100005)
const GRIDCALL_TEXTURE_ATTRIBUTE_FLAGS = Int32(100021)
const GRIDCALL_TEXTURE_ATTRIBUTE_FORMAT = Int32(100022)
const GRIDCALL_TEXTURE_ATTRIBUTE_CHANNELS = Int32(100023)
const GRIDCALL_TEXTURE_ATTRIBUTE_OFFSET = Int32(100024)

const GRIDCALL_SAMPLING_NORMALIZED_COORDINATES = UInt64(0x2)

const GRIDCALL_TEXTURE_READ_AS_INTEGER = UInt64(0x1)
const GRIDCALL_TEXTURE_SRGB = UInt64(0x10)
const GRIDCALL_TEXTURE_SEAMLESS_CUBEMAP = UInt64(0x40)
const GRIDCALL_TEXTURE_ALLOW_OFFSET = UInt64(0x100000000)

const gc_module_attribute = Int32
const GRIDCALL_MODULE_ATTRIBUTE_COMPILE_NANOSECONDS = Int32(100001)
const GRIDCALL_MODULE_ATTRIBUTE_JIT_NANOSECONDS = Int32(100002)
const GRIDCALL_MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK = Int32(100003)

const GRIDCALL_COMPILE_NO_CACHE = UInt64(0x1)
const GRIDCALL_COMPILE_NO_TIERING = UInt64(0x2)
const GRIDCALL_COMPILE_NO_FILES = UInt64(0x4)

const GRIDCALL_MODULE_DEBUG = UInt64(0x1)
const GRIDCALL_MODULE_LINE_INFO = UInt64(0x2)
const GRIDCALL_MODULE_VERBOSE = UInt64(0x4)
const GRIDCALL_MODULE_PREFER_BINARY = UInt64(0x8)
const GRIDCALL_MODULE_NO_OPTIMIZATION = UInt64(0x10)

const gc_kernel_attribute = Int32
const GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK = Int32(0)
const GRIDCALL_KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES = Int32(1)
const GRIDCALL_KERNEL_ATTRIBUTE_CONST_SIZE_BYTES = Int32(2)
const GRIDCALL_KERNEL_ATTRIBUTE_LOCAL_SIZE_BYTES = Int32(3)
const GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS = Int32(4)
const GRIDCALL_KERNEL_ATTRIBUTE_PTX_VERSION = Int32(5)
const GRIDCALL_KERNEL_ATTRIBUTE_BINARY_VERSION = Int32(6)
const GRIDCALL_KERNEL_ATTRIBUTE_CACHE_MODE_CA = Int32(7)
const GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = Int32(8)
const GRIDCALL_KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = Int32(9)
const GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE = Int32(100001)
const GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS = Int32(100002)
const GRIDCALL_KERNEL_ATTRIBUTE_CACHE_CONFIG = Int32(100004)
const GRIDCALL_KERNEL_ATTRIBUTE_SHARED_CONFIG = Int32(100005)
const GRIDCALL_KERNEL_ATTRIBUTE_CPU_IS_BASELINE = Int32(100003)

const gc_value_type = Int32
const GRIDCALL_VALUE_TYPE_UNKNOWN = Int32(0)
const GRIDCALL_VALUE_TYPE_INT8 = Int32(1)
const GRIDCALL_VALUE_TYPE_UINT8 = Int32(2)
const GRIDCALL_VALUE_TYPE_INT16 = Int32(3)
const GRIDCALL_VALUE_TYPE_UINT16 = Int32(4)
const GRIDCALL_VALUE_TYPE_INT32 = Int32(5)
const GRIDCALL_VALUE_TYPE_UINT32 = Int32(6)
const GRIDCALL_VALUE_TYPE_INT64 = Int32(7)
const GRIDCALL_VALUE_TYPE_UINT64 = Int32(8)
const GRIDCALL_VALUE_TYPE_FLOAT16 = Int32(9)
const GRIDCALL_VALUE_TYPE_BFLOAT16 = Int32(10)
const GRIDCALL_VALUE_TYPE_FLOAT32 = Int32(11)
const GRIDCALL_VALUE_TYPE_FLOAT64 = Int32(12)
const GRIDCALL_VALUE_TYPE_BOOL = Int32(13)
const GRIDCALL_VALUE_TYPE_STRUCT = Int32(14)
const GRIDCALL_VALUE_TYPE_POINTER = Int32(256)

const GRIDCALL_OCCUPANCY_DISABLE_CACHING_OVERRIDE = UInt64(0x1)

const gc_arg_kind = Int32
const GRIDCALL_ARG_KIND_SCALAR = Int32(1)
const GRIDCALL_ARG_KIND_MEM = Int32(2)
const GRIDCALL_ARG_KIND_BYTES = Int32(3)
const GRIDCALL_ARG_KIND_VALUE = Int32(4)
const GRIDCALL_ARG_KIND_TEXTURE = Int32(5)
const GRIDCALL_ARG_KIND_SURFACE = Int32(6)
const GRIDCALL_ARG_KIND_NDARRAY = Int32(8)
const GRIDCALL_ARG_KIND_PIPE = Int32(7)

const GRIDCALL_LAUNCH_COOPERATIVE = UInt64(0x1)

const gc_host_direction = Int32
const GRIDCALL_HOST_DIRECTION_IN = Int32(1)
const GRIDCALL_HOST_DIRECTION_OUT = Int32(2)
const GRIDCALL_HOST_DIRECTION_IN_OUT = Int32(3)

const gc_capture_mode = Int32
const GRIDCALL_CAPTURE_MODE_GLOBAL = Int32(0)
const GRIDCALL_CAPTURE_MODE_THREAD_LOCAL = Int32(1)
const GRIDCALL_CAPTURE_MODE_RELAXED = Int32(2)

const gc_graph_node_kind = Int32
const GRIDCALL_GRAPH_NODE_KIND_KERNEL = Int32(0)
const GRIDCALL_GRAPH_NODE_KIND_MEMCPY = Int32(1)
const GRIDCALL_GRAPH_NODE_KIND_MEMSET = Int32(2)
const GRIDCALL_GRAPH_NODE_KIND_HOST = Int32(3)
const GRIDCALL_GRAPH_NODE_KIND_GRAPH = Int32(4)
const GRIDCALL_GRAPH_NODE_KIND_EMPTY = Int32(5)
const GRIDCALL_GRAPH_NODE_KIND_WAIT_EVENT = Int32(6)
const GRIDCALL_GRAPH_NODE_KIND_EVENT_RECORD = Int32(7)
const GRIDCALL_GRAPH_NODE_KIND_MEM_ALLOC = Int32(10)
const GRIDCALL_GRAPH_NODE_KIND_MEM_FREE = Int32(11)

const gc_scalar_type = Int32
const GRIDCALL_SCALAR_TYPE_INT8 = Int32(1)
const GRIDCALL_SCALAR_TYPE_UINT8 = Int32(2)
const GRIDCALL_SCALAR_TYPE_INT16 = Int32(3)
const GRIDCALL_SCALAR_TYPE_UINT16 = Int32(4)
const GRIDCALL_SCALAR_TYPE_INT32 = Int32(5)
const GRIDCALL_SCALAR_TYPE_UINT32 = Int32(6)
const GRIDCALL_SCALAR_TYPE_INT64 = Int32(7)
const GRIDCALL_SCALAR_TYPE_UINT64 = Int32(8)
const GRIDCALL_SCALAR_TYPE_FLOAT16 = Int32(9)
const GRIDCALL_SCALAR_TYPE_BFLOAT16 = Int32(10)
const GRIDCALL_SCALAR_TYPE_FLOAT32 = Int32(11)
const GRIDCALL_SCALAR_TYPE_FLOAT64 = Int32(12)
const GRIDCALL_SCALAR_TYPE_BOOL = Int32(13)
const GRIDCALL_SCALAR_TYPE_RECORD = Int32(14)
const GRIDCALL_SCALAR_TYPE_COMPLEX64 = Int32(15)
const GRIDCALL_SCALAR_TYPE_COMPLEX128 = Int32(16)

const gc_ndarray_attribute = Int32
const GRIDCALL_NDARRAY_ATTRIBUTE_TYPE = Int32(100001)
const GRIDCALL_NDARRAY_ATTRIBUTE_NDIM = Int32(100002)
const GRIDCALL_NDARRAY_ATTRIBUTE_COUNT = Int32(100003)
const GRIDCALL_NDARRAY_ATTRIBUTE_ELEMENT_SIZE = Int32(100004)
const GRIDCALL_NDARRAY_ATTRIBUTE_SIZE = Int32(100005)
const GRIDCALL_NDARRAY_ATTRIBUTE_OFFSET = Int32(100006)
const GRIDCALL_NDARRAY_ATTRIBUTE_ADDRESS = Int32(100007)
const GRIDCALL_NDARRAY_ATTRIBUTE_IS_C_CONTIGUOUS = Int32(100008)
const GRIDCALL_NDARRAY_ATTRIBUTE_IS_F_CONTIGUOUS = Int32(100009)
const GRIDCALL_NDARRAY_ATTRIBUTE_IS_READ_ONLY = Int32(100010)

const gc_reduction = Int32
const GRIDCALL_REDUCTION_SUM = Int32(1)
const GRIDCALL_REDUCTION_PROD = Int32(2)
const GRIDCALL_REDUCTION_MIN = Int32(3)
const GRIDCALL_REDUCTION_MAX = Int32(4)
const GRIDCALL_REDUCTION_ANY = Int32(5)
const GRIDCALL_REDUCTION_ALL = Int32(6)

const GRIDCALL_NDARRAY_ORDER_F = UInt64(0x1)

const GRIDCALL_ARRAY_FROM_CHANNELS = UInt64(0x1)
const GRIDCALL_ARRAY_FROM_NORMALIZED = UInt64(0x2)

const GRIDCALL_DLPACK_LEGACY = UInt64(0x1)

const gc_profiler_output = Int32
const GRIDCALL_PROFILER_OUTPUT_TRACE_EVENTS = Int32(1)
const GRIDCALL_PROFILER_OUTPUT_KEY_VALUE_PAIR = Int32(2)
const GRIDCALL_PROFILER_OUTPUT_CSV = Int32(3)

const gc_occupancy_limit = Int32
const GRIDCALL_OCCUPANCY_LIMIT_DEVICE = Int32(1)
const GRIDCALL_OCCUPANCY_LIMIT_WARPS = Int32(2)
const GRIDCALL_OCCUPANCY_LIMIT_REGISTERS = Int32(3)
const GRIDCALL_OCCUPANCY_LIMIT_SHARED_MEMORY = Int32(4)

struct gc_device_attribute_entry
    attribute::gc_device_attribute
    value::Int32
end
@assert sizeof(gc_device_attribute_entry) == 8
@assert [Int(fieldoffset(gc_device_attribute_entry, i)) for i in 1:2] ==
    [0, 4]

struct gc_context_options
    struct_size::Csize_t
    flags::UInt64
    sched::gc_context_sched
    reserved::UInt32
end
@assert sizeof(gc_context_options) == 24
@assert [Int(fieldoffset(gc_context_options, i)) for i in 1:4] ==
    [0, 8, 16, 20]

struct gc_stream_options
    struct_size::Csize_t
    flags::UInt64
    priority::Int32
    reserved::UInt32
end
@assert sizeof(gc_stream_options) == 24
@assert [Int(fieldoffset(gc_stream_options, i)) for i in 1:4] ==
    [0, 8, 16, 20]

struct gc_event_options
    struct_size::Csize_t
    flags::UInt64
end
@assert sizeof(gc_event_options) == 16
@assert [Int(fieldoffset(gc_event_options, i)) for i in 1:2] ==
    [0, 8]

struct gc_mem_ipc_options
    struct_size::Csize_t
    flags::UInt64
end
@assert sizeof(gc_mem_ipc_options) == 16
@assert [Int(fieldoffset(gc_mem_ipc_options, i)) for i in 1:2] ==
    [0, 8]

struct gc_mem_options
    struct_size::Csize_t
    flags::UInt64
    place::gc_mem_place
    attach::gc_mem_attach_mode
    size::UInt64
    alignment::UInt64
    height::UInt64
    element_size::UInt32
    reserved::UInt32
    content::Ptr{Cvoid}
    content_size::Csize_t
end
@assert sizeof(gc_mem_options) == 72
@assert [Int(fieldoffset(gc_mem_options, i)) for i in 1:11] ==
    [0, 8, 16, 20, 24, 32, 40, 48, 52, 56, 64]

struct gc_mem_register_options
    struct_size::Csize_t
    flags::UInt64
end
@assert sizeof(gc_mem_register_options) == 16
@assert [Int(fieldoffset(gc_mem_register_options, i)) for i in 1:2] ==
    [0, 8]

struct gc_mem_host_options
    struct_size::Csize_t
    flags::UInt64
end
@assert sizeof(gc_mem_host_options) == 16
@assert [Int(fieldoffset(gc_mem_host_options, i)) for i in 1:2] ==
    [0, 8]

struct gc_mem_wrap_options
    struct_size::Csize_t
    host_address::UInt64
    flags::UInt64
    completion::Ptr{gc_completion}
    token::UInt64
end
@assert sizeof(gc_mem_wrap_options) == 40
@assert [Int(fieldoffset(gc_mem_wrap_options, i)) for i in 1:5] ==
    [0, 8, 16, 24, 32]

struct gc_rect_copy
    struct_size::Csize_t
    dst_mem::Ptr{gc_mem}
    dst_host::Ptr{Cvoid}
    dst_host_size::Csize_t
    dst_offset::UInt64
    dst_row_pitch::UInt64
    dst_slice_pitch::UInt64
    src_mem::Ptr{gc_mem}
    src_host::Ptr{Cvoid}
    src_host_size::Csize_t
    src_offset::UInt64
    src_row_pitch::UInt64
    src_slice_pitch::UInt64
    width::UInt64
    height::UInt64
    depth::UInt64
    dst_array::Ptr{gc_array}
    dst_x::UInt64
    dst_y::UInt64
    dst_z::UInt64
    src_array::Ptr{gc_array}
    src_x::UInt64
    src_y::UInt64
    src_z::UInt64
end
@assert sizeof(gc_rect_copy) == 192
@assert [Int(fieldoffset(gc_rect_copy, i)) for i in 1:24] ==
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184]

struct gc_rect_fill
    struct_size::Csize_t
    mem::Ptr{gc_mem}
    offset::UInt64
    row_pitch::UInt64
    slice_pitch::UInt64
    width::UInt64
    height::UInt64
    depth::UInt64
    pattern::Ptr{Cvoid}
    pattern_size::Csize_t
    array::Ptr{gc_array}
    x::UInt64
    y::UInt64
    z::UInt64
end
@assert sizeof(gc_rect_fill) == 112
@assert [Int(fieldoffset(gc_rect_fill, i)) for i in 1:14] ==
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104]

struct gc_image_format
    order::gc_channel_order
    channel_type::gc_channel_type
end
@assert sizeof(gc_image_format) == 8
@assert [Int(fieldoffset(gc_image_format, i)) for i in 1:2] ==
    [0, 4]

struct gc_array_options
    struct_size::Csize_t
    flags::UInt64
    width::UInt64
    height::UInt64
    depth::UInt64
    format::gc_array_format
    channels::UInt32
    levels::UInt32
    reserved::UInt32
end
@assert sizeof(gc_array_options) == 56
@assert [Int(fieldoffset(gc_array_options, i)) for i in 1:9] ==
    [0, 8, 16, 24, 32, 40, 44, 48, 52]

struct gc_array_region
    struct_size::Csize_t
    x::UInt64
    y::UInt64
    z::UInt64
    width::UInt64
    height::UInt64
    depth::UInt64
end
@assert sizeof(gc_array_region) == 56
@assert [Int(fieldoffset(gc_array_region, i)) for i in 1:7] ==
    [0, 8, 16, 24, 32, 40, 48]

struct gc_sampling
    flags::UInt64
    address_x::gc_address_mode
    address_y::gc_address_mode
    address_z::gc_address_mode
    filter::gc_filter_mode
    mip_filter::gc_filter_mode
    max_anisotropy::UInt32
    bias::Float32
    min_level::Float32
    max_level::Float32
    border_r::Float32
    border_g::Float32
    border_b::Float32
    border_a::Float32
    reserved::UInt32
end
@assert sizeof(gc_sampling) == 64
@assert [Int(fieldoffset(gc_sampling, i)) for i in 1:15] ==
    [0, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60]

struct gc_sampler_options
    struct_size::Csize_t
    sampling::gc_sampling
end
@assert sizeof(gc_sampler_options) == 72
@assert [Int(fieldoffset(gc_sampler_options, i)) for i in 1:2] ==
    [0, 8]

struct gc_texture_options
    struct_size::Csize_t
    flags::UInt64
    array::Ptr{gc_array}
    mem::Ptr{gc_mem}
    offset::UInt64
    width::UInt64
    height::UInt64
    row_pitch::UInt64
    format::Int32
    channels::UInt32
    sampling::gc_sampling
    sampler::Ptr{gc_sampler}
end
@assert sizeof(gc_texture_options) == 144
@assert [Int(fieldoffset(gc_texture_options, i)) for i in 1:12] ==
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 68, 72, 136]

struct gc_define
    name::Cstring
    value::Cstring
end
@assert sizeof(gc_define) == 16
@assert [Int(fieldoffset(gc_define, i)) for i in 1:2] ==
    [0, 8]

struct gc_header
    name::Cstring
    text::Cstring
end
@assert sizeof(gc_header) == 16
@assert [Int(fieldoffset(gc_header, i)) for i in 1:2] ==
    [0, 8]

struct gc_compile_options
    struct_size::Csize_t
    flags::UInt64
    name::Cstring
    arch::Cstring
    options::Ptr{Cstring}
    option_count::Csize_t
    defines::Ptr{gc_define}
    define_count::Csize_t
    include_dirs::Ptr{Cstring}
    include_dir_count::Csize_t
    headers::Ptr{gc_header}
    header_count::Csize_t
    instances::Ptr{Cstring}
    instance_count::Csize_t
    cache_dir::Cstring
    keep_dir::Cstring
    compiler::Cstring
end
@assert sizeof(gc_compile_options) == 136
@assert [Int(fieldoffset(gc_compile_options, i)) for i in 1:17] ==
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128]

struct gc_module_options
    struct_size::Csize_t
    flags::UInt64
    arch::Cstring
    max_registers::UInt32
    threads_per_block::UInt32
    optimization_level::UInt32
    reserved::UInt32
end
@assert sizeof(gc_module_options) == 40
@assert [Int(fieldoffset(gc_module_options, i)) for i in 1:7] ==
    [0, 8, 16, 24, 28, 32, 36]

struct gc_kernel_param
    struct_size::Csize_t
    offset::UInt64
    size::UInt64
    value_type::gc_value_type
    reserved::UInt32
    type_name::Cstring
    name::Cstring
end
@assert sizeof(gc_kernel_param) == 48
@assert [Int(fieldoffset(gc_kernel_param, i)) for i in 1:7] ==
    [0, 8, 16, 24, 28, 32, 40]

struct gc_arg
    kind::gc_arg_kind
    size::UInt32
    bits::UInt64
    object::Ptr{Cvoid}
    value_type::gc_value_type
    reserved::UInt32
end
@assert sizeof(gc_arg) == 32
@assert [Int(fieldoffset(gc_arg, i)) for i in 1:6] ==
    [0, 4, 8, 16, 24, 28]

struct gc_launch_config
    struct_size::Csize_t
    grid_x::UInt32
    grid_y::UInt32
    grid_z::UInt32
    block_x::UInt32
    block_y::UInt32
    block_z::UInt32
    shared_size::UInt64
    bytes::Ptr{Cvoid}
    bytes_size::Csize_t
    timeout_nanoseconds::UInt64
    flags::UInt64
    start_event::Ptr{gc_event}
    end_event::Ptr{gc_event}
    cluster_x::UInt32
    cluster_y::UInt32
    cluster_z::UInt32
    reserved::UInt32
end
@assert sizeof(gc_launch_config) == 104
@assert [Int(fieldoffset(gc_launch_config, i)) for i in 1:18] ==
    [0, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 88, 92, 96, 100]

struct gc_host_arg
    index::UInt32
    direction::gc_host_direction
    host_address::UInt64
    size::Csize_t
    value_type::gc_value_type
    reserved::UInt32
end
@assert sizeof(gc_host_arg) == 32
@assert [Int(fieldoffset(gc_host_arg, i)) for i in 1:6] ==
    [0, 4, 8, 16, 24, 28]

struct gc_pool_options
    struct_size::Csize_t
    place::gc_mem_place
    reserved::UInt32
    limit::UInt64
    flags::UInt64
    alignment::UInt64
end
@assert sizeof(gc_pool_options) == 40
@assert [Int(fieldoffset(gc_pool_options, i)) for i in 1:6] ==
    [0, 8, 12, 16, 24, 32]

struct gc_pool_statistics
    struct_size::Csize_t
    held_blocks::UInt64
    held_bytes::UInt64
    active_blocks::UInt64
    active_bytes::UInt64
    peak_bytes::UInt64
    limit::UInt64
end
@assert sizeof(gc_pool_statistics) == 56
@assert [Int(fieldoffset(gc_pool_statistics, i)) for i in 1:7] ==
    [0, 8, 16, 24, 32, 40, 48]

struct gc_dtype_entry
    name::Cstring
    record::Ptr{gc_dtype}
    offset::UInt64
    count::UInt64
    scalar_type::gc_scalar_type
    reserved::UInt32
end
@assert sizeof(gc_dtype_entry) == 40
@assert [Int(fieldoffset(gc_dtype_entry, i)) for i in 1:6] ==
    [0, 8, 16, 24, 32, 36]

struct gc_dtype_field
    struct_size::Csize_t
    name::Cstring
    offset::UInt64
    count::UInt64
    size::UInt64
    scalar_type::gc_scalar_type
    reserved::UInt32
end
@assert sizeof(gc_dtype_field) == 48
@assert [Int(fieldoffset(gc_dtype_field, i)) for i in 1:7] ==
    [0, 8, 16, 24, 32, 40, 44]

struct gc_ndarray_options
    struct_size::Csize_t
    flags::UInt64
    scalar_type::gc_scalar_type
    place::gc_mem_place
    record::Ptr{gc_dtype}
    shape::Ptr{UInt64}
    shape_count::Csize_t
    strides::Ptr{Int64}
    stride_count::Csize_t
    mem_flags::UInt64
    alignment::UInt64
    pool::Ptr{gc_pool}
    stream::Ptr{gc_stream}
    attach::gc_mem_attach_mode
    reserved::UInt32
end
@assert sizeof(gc_ndarray_options) == 104
@assert [Int(fieldoffset(gc_ndarray_options, i)) for i in 1:15] ==
    [0, 8, 16, 20, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 100]

struct gc_ndarray_layout
    struct_size::Csize_t
    flags::UInt64
    strides::Ptr{Int64}
    stride_count::Csize_t
    offset::UInt64
    scalar_type::gc_scalar_type
    reserved::UInt32
end
@assert sizeof(gc_ndarray_layout) == 48
@assert [Int(fieldoffset(gc_ndarray_layout, i)) for i in 1:7] ==
    [0, 8, 16, 24, 32, 40, 44]

struct gc_axis_slice
    start::Int64
    stop::Int64
    step::Int64
end
@assert sizeof(gc_axis_slice) == 24
@assert [Int(fieldoffset(gc_axis_slice, i)) for i in 1:3] ==
    [0, 8, 16]

struct gc_scalar
    bits::NTuple{2,UInt64}
    scalar_type::gc_scalar_type
    reserved::UInt32
end
@assert sizeof(gc_scalar) == 24
@assert [Int(fieldoffset(gc_scalar, i)) for i in 1:3] ==
    [0, 16, 20]

struct gc_cache_statistics
    struct_size::Csize_t
    hits::UInt64
    misses::UInt64
    errors::UInt64
    enabled::Int32
    reserved::UInt32
end
@assert sizeof(gc_cache_statistics) == 40
@assert [Int(fieldoffset(gc_cache_statistics, i)) for i in 1:6] ==
    [0, 8, 16, 24, 32, 36]

struct gc_profiler_options
    struct_size::Csize_t
    output::gc_profiler_output
    capacity::UInt32
    output_file::Cstring
    config_file::Cstring
end
@assert sizeof(gc_profiler_options) == 32
@assert [Int(fieldoffset(gc_profiler_options, i)) for i in 1:5] ==
    [0, 8, 12, 16, 24]

struct gc_device_data
    struct_size::Csize_t
    max_threads::UInt32
    warp_size::UInt32
    warps_per_mp::UInt32
    thread_blocks_per_mp::UInt32
    registers_per_mp::UInt32
    registers_per_block::UInt32
    registers_per_thread::UInt32
    register_alloc_unit::UInt32
    register_partitions::UInt32
    shared_memory_per_mp::UInt32
    shared_memory_per_block::UInt32
    system_shared::UInt32
    smem_granularity::UInt32
    smem_alloc_granularity::UInt32
end
@assert sizeof(gc_device_data) == 64
@assert [Int(fieldoffset(gc_device_data, i)) for i in 1:15] ==
    [0, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60]

struct gc_occupancy_record
    struct_size::Csize_t
    thread_blocks_per_mp::UInt32
    limited_by::gc_occupancy_limit
    warps_per_mp::UInt32
    reserved::UInt32
    occupancy::Float64
end
@assert sizeof(gc_occupancy_record) == 32
@assert [Int(fieldoffset(gc_occupancy_record, i)) for i in 1:6] ==
    [0, 8, 12, 16, 20, 24]

gc_version() =
    ccall((:gc_version, libgridcall), UInt32, ())

gc_version_text() =
    ccall((:gc_version_text, libgridcall), Cstring, ())

gc_version_status() =
    ccall((:gc_version_status, libgridcall), Cstring, ())

gc_version_cuda() =
    ccall((:gc_version_cuda, libgridcall), UInt32, ())

gc_version_get_driver(out_major, out_minor, out_error) =
    @blocking ccall((:gc_version_get_driver, libgridcall), gc_status, (
        Ptr{Int32}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), out_major, out_minor, out_error)

gc_version_get_nvrtc(out_major, out_minor, out_error) =
    @blocking ccall((:gc_version_get_nvrtc, libgridcall), gc_status, (
        Ptr{Int32}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), out_major, out_minor, out_error)

gc_version_get_cpu(out_major, out_minor, out_error) =
    @blocking ccall((:gc_version_get_cpu, libgridcall), gc_status, (
        Ptr{Int32}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), out_major, out_minor, out_error)

gc_status_name(status) =
    ccall((:gc_status_name, libgridcall), Cstring, (gc_status,), status)

gc_status_text(status) =
    ccall((:gc_status_text, libgridcall), Cstring, (gc_status,), status)

gc_status_category(status) =
    ccall((:gc_status_category, libgridcall), gc_category, (gc_status,), status)

gc_error_status(error) =
    ccall((:gc_error_status, libgridcall), gc_status, (Ptr{gc_error},), error)

gc_error_message(error) =
    ccall((:gc_error_message, libgridcall), Cstring, (Ptr{gc_error},), error)

gc_error_text(error) =
    ccall((:gc_error_text, libgridcall), Cstring, (Ptr{gc_error},), error)

gc_error_function(error) =
    ccall((:gc_error_function, libgridcall), Cstring, (Ptr{gc_error},), error)

gc_error_driver_code(error) =
    ccall((:gc_error_driver_code, libgridcall), Int32, (Ptr{gc_error},), error)

gc_error_driver_name(error) =
    ccall((:gc_error_driver_name, libgridcall), Cstring, (Ptr{gc_error},), error)

gc_error_note_count(error) =
    ccall((:gc_error_note_count, libgridcall), Csize_t, (Ptr{gc_error},), error)

gc_error_note(error, index) =
    ccall((:gc_error_note, libgridcall), Cstring, (Ptr{gc_error}, Csize_t), error, index)

gc_error_log(error) =
    ccall((:gc_error_log, libgridcall), Cstring, (Ptr{gc_error},), error)

gc_error_options(error) =
    ccall((:gc_error_options, libgridcall), Cstring, (Ptr{gc_error},), error)

gc_error_source_name(error) =
    ccall((:gc_error_source_name, libgridcall), Cstring, (Ptr{gc_error},), error)

gc_error_release(error) =
    ccall((:gc_error_release, libgridcall), Cvoid, (Ptr{gc_error},), error)

gc_handle_get_context(handle, out_context, out_error) =
    ccall((:gc_handle_get_context, libgridcall), gc_status, (
        Ptr{Cvoid}, Ptr{Ptr{gc_context}}, Ptr{Ptr{gc_error}}
    ), handle, out_context, out_error)

gc_handle_get_identity(handle, out_identity, out_error) =
    ccall((:gc_handle_get_identity, libgridcall), gc_status, (
        Ptr{Cvoid}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), handle, out_identity, out_error)

gc_handle_get_native(handle, out_native, out_error) =
    ccall((:gc_handle_get_native, libgridcall), gc_status, (
        Ptr{Cvoid}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), handle, out_native, out_error)

gc_handle_count() =
    ccall((:gc_handle_count, libgridcall), UInt64, ())

gc_handle_collect(out_error) =
    @blocking ccall((:gc_handle_collect, libgridcall), gc_status, (Ptr{Ptr{gc_error}},), out_error)

gc_device_get_count(out_count, out_error) =
    @blocking ccall((:gc_device_get_count, libgridcall), gc_status, (
        Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), out_count, out_error)

gc_device_get_by_index(index, out_device, out_error) =
    @blocking ccall((:gc_device_get_by_index, libgridcall), gc_status, (
        Int32, Ptr{Ptr{gc_device}}, Ptr{Ptr{gc_error}}
    ), index, out_device, out_error)

gc_device_find(text, out_device, out_error) =
    @blocking ccall((:gc_device_find, libgridcall), gc_status, (
        Cstring, Ptr{Ptr{gc_device}}, Ptr{Ptr{gc_error}}
    ), text, out_device, out_error)

gc_device_get_by_pci_bus_id(bus_id, out_device, out_error) =
    @blocking ccall((:gc_device_get_by_pci_bus_id, libgridcall), gc_status, (
        Cstring, Ptr{Ptr{gc_device}}, Ptr{Ptr{gc_error}}
    ), bus_id, out_device, out_error)

gc_device_get_index(device, out_index, out_error) =
    ccall((:gc_device_get_index, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), device, out_index, out_error)

gc_device_get_kind(device, out_kind, out_error) =
    ccall((:gc_device_get_kind, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{gc_device_kind}, Ptr{Ptr{gc_error}}
    ), device, out_kind, out_error)

gc_device_get_name(device, name, capacity, out_needed, out_error) =
    ccall((:gc_device_get_name, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), device, name, capacity, out_needed, out_error)

gc_device_get_pci_bus_id(device, bus_id, capacity, out_needed, out_error) =
    ccall((:gc_device_get_pci_bus_id, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), device, bus_id, capacity, out_needed, out_error)

gc_device_get_uuid(device, out_uuid, out_error) =
    ccall((:gc_device_get_uuid, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{UInt8}, Ptr{Ptr{gc_error}}
    ), device, out_uuid, out_error)

gc_device_get_compute_capability(device, out_major, out_minor, out_error) =
    ccall((:gc_device_get_compute_capability, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{Int32}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), device, out_major, out_minor, out_error)

gc_device_get_total_memory(device, out_size, out_error) =
    ccall((:gc_device_get_total_memory, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), device, out_size, out_error)

gc_device_get_attribute(device, attribute, out_value, out_error) =
    ccall((:gc_device_get_attribute, libgridcall), gc_status, (
        Ptr{gc_device}, gc_device_attribute, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), device, attribute, out_value, out_error)

gc_device_get_attributes(device, values, capacity, out_count, out_error) =
    ccall((:gc_device_get_attributes, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{gc_device_attribute_entry}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), device, values, capacity, out_count, out_error)

gc_device_attribute_name(attribute) =
    ccall((:gc_device_attribute_name, libgridcall), Cstring, (gc_device_attribute,), attribute)

gc_device_attribute_from_name(name, out_attribute, out_error) =
    ccall((:gc_device_attribute_from_name, libgridcall), gc_status, (
        Cstring, Ptr{gc_device_attribute}, Ptr{Ptr{gc_error}}
    ), name, out_attribute, out_error)

gc_device_get_default(fallback, out_device, out_error) =
    @blocking ccall((:gc_device_get_default, libgridcall), gc_status, (
        Int32, Ptr{Ptr{gc_device}}, Ptr{Ptr{gc_error}}
    ), fallback, out_device, out_error)

gc_device_can_access_peer(device, peer, out_can, out_error) =
    ccall((:gc_device_can_access_peer, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{gc_device}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), device, peer, out_can, out_error)

gc_context_get_default(out_context, out_error) =
    @blocking ccall((:gc_context_get_default, libgridcall), gc_status, (
        Ptr{Ptr{gc_context}}, Ptr{Ptr{gc_error}}
    ), out_context, out_error)

gc_context_get_primary(device, options, out_context, out_error) =
    @blocking ccall((:gc_context_get_primary, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{gc_context_options}, Ptr{Ptr{gc_context}}, Ptr{Ptr{gc_error}}
    ), device, options, out_context, out_error)

gc_context_create(device, options, out_context, out_error) =
    @blocking ccall((:gc_context_create, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{gc_context_options}, Ptr{Ptr{gc_context}}, Ptr{Ptr{gc_error}}
    ), device, options, out_context, out_error)

gc_context_wrap(device, native, out_context, out_error) =
    @blocking ccall((:gc_context_wrap, libgridcall), gc_status, (
        Ptr{gc_device}, UInt64, Ptr{Ptr{gc_context}}, Ptr{Ptr{gc_error}}
    ), device, native, out_context, out_error)

gc_context_push(context, out_error) =
    ccall((:gc_context_push, libgridcall), gc_status, (Ptr{gc_context}, Ptr{Ptr{gc_error}}), context, out_error)

gc_context_pop(context, out_error) =
    ccall((:gc_context_pop, libgridcall), gc_status, (Ptr{gc_context}, Ptr{Ptr{gc_error}}), context, out_error)

gc_context_get_current(out_context, out_error) =
    @blocking ccall((:gc_context_get_current, libgridcall), gc_status, (
        Ptr{Ptr{gc_context}}, Ptr{Ptr{gc_error}}
    ), out_context, out_error)

gc_context_get_attribute(context, attribute, out_value, out_error) =
    ccall((:gc_context_get_attribute, libgridcall), gc_status, (
        Ptr{gc_context}, gc_context_attribute, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), context, attribute, out_value, out_error)

gc_context_set_attribute(context, attribute, value, out_error) =
    ccall((:gc_context_set_attribute, libgridcall), gc_status, (
        Ptr{gc_context}, gc_context_attribute, UInt64, Ptr{Ptr{gc_error}}
    ), context, attribute, value, out_error)

gc_context_get_pointer_attribute(context, attribute, address, out_value, out_error) =
    ccall((:gc_context_get_pointer_attribute, libgridcall), gc_status, (
        Ptr{gc_context}, gc_pointer_attribute, UInt64, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), context, attribute, address, out_value, out_error)

gc_context_enable_peer_access(context, peer, out_error) =
    ccall((:gc_context_enable_peer_access, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_context}, Ptr{Ptr{gc_error}}
    ), context, peer, out_error)

gc_context_disable_peer_access(context, peer, out_error) =
    ccall((:gc_context_disable_peer_access, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_context}, Ptr{Ptr{gc_error}}
    ), context, peer, out_error)

gc_context_get_device_reason(context, text, capacity, out_needed, out_error) =
    ccall((:gc_context_get_device_reason, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), context, text, capacity, out_needed, out_error)

gc_context_get_device(context, out_device, out_error) =
    ccall((:gc_context_get_device, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Ptr{gc_device}}, Ptr{Ptr{gc_error}}
    ), context, out_device, out_error)

gc_context_synchronize(context, out_error) =
    @blocking ccall((:gc_context_synchronize, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Ptr{gc_error}}
    ), context, out_error)

gc_context_get_memory_info(context, out_free, out_total, out_error) =
    @blocking ccall((:gc_context_get_memory_info, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{UInt64}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), context, out_free, out_total, out_error)

gc_context_is_supported(context, feature, out_supported, out_error) =
    ccall((:gc_context_is_supported, libgridcall), gc_status, (
        Ptr{gc_context}, gc_feature, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), context, feature, out_supported, out_error)

gc_context_release(context) =
    ccall((:gc_context_release, libgridcall), Cvoid, (Ptr{gc_context},), context)

gc_stream_create(context, options, out_stream, out_error) =
    ccall((:gc_stream_create, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_stream_options}, Ptr{Ptr{gc_stream}}, Ptr{Ptr{gc_error}}
    ), context, options, out_stream, out_error)

gc_context_get_default_stream(context, out_stream, out_error) =
    ccall((:gc_context_get_default_stream, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Ptr{gc_stream}}, Ptr{Ptr{gc_error}}
    ), context, out_stream, out_error)

gc_context_get_stream_priority_range(context, out_least, out_greatest, out_error) =
    ccall((:gc_context_get_stream_priority_range, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Int32}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), context, out_least, out_greatest, out_error)

gc_stream_synchronize(stream, out_error) =
    @blocking ccall((:gc_stream_synchronize, libgridcall), gc_status, (
        Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), stream, out_error)

gc_stream_query(stream, out_done, out_error) =
    ccall((:gc_stream_query, libgridcall), gc_status, (
        Ptr{gc_stream}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), stream, out_done, out_error)

gc_stream_synchronize_for(stream, timeout_nanoseconds, out_done, out_error) =
    @blocking ccall((:gc_stream_synchronize_for, libgridcall), gc_status, (
        Ptr{gc_stream}, UInt64, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), stream, timeout_nanoseconds, out_done, out_error)

gc_stream_cancel(stream, out_error) =
    ccall((:gc_stream_cancel, libgridcall), gc_status, (Ptr{gc_stream}, Ptr{Ptr{gc_error}}), stream, out_error)

gc_stream_wait_event(stream, event, out_error) =
    @blocking ccall((:gc_stream_wait_event, libgridcall), gc_status, (
        Ptr{gc_stream}, Ptr{gc_event}, Ptr{Ptr{gc_error}}
    ), stream, event, out_error)

gc_stream_wait_events(stream, events, event_count, out_error) =
    @blocking ccall((:gc_stream_wait_events, libgridcall), gc_status, (
        Ptr{gc_stream}, Ptr{Ptr{gc_event}}, Csize_t, Ptr{Ptr{gc_error}}
    ), stream, events, event_count, out_error)

gc_stream_notify(stream, completion, token, out_error) =
    ccall((:gc_stream_notify, libgridcall), gc_status, (
        Ptr{gc_stream}, Ptr{gc_completion}, UInt64, Ptr{Ptr{gc_error}}
    ), stream, completion, token, out_error)

gc_stream_release(stream) =
    ccall((:gc_stream_release, libgridcall), Cvoid, (Ptr{gc_stream},), stream)

gc_stream_get_attribute(stream, attribute, out_value, out_error) =
    ccall((:gc_stream_get_attribute, libgridcall), gc_status, (
        Ptr{gc_stream}, gc_stream_attribute, Ptr{Int64}, Ptr{Ptr{gc_error}}
    ), stream, attribute, out_value, out_error)

gc_stream_wrap(context, native, out_stream, out_error) =
    ccall((:gc_stream_wrap, libgridcall), gc_status, (
        Ptr{gc_context}, UInt64, Ptr{Ptr{gc_stream}}, Ptr{Ptr{gc_error}}
    ), context, native, out_stream, out_error)

gc_event_create(context, options, out_event, out_error) =
    ccall((:gc_event_create, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_event_options}, Ptr{Ptr{gc_event}}, Ptr{Ptr{gc_error}}
    ), context, options, out_event, out_error)

gc_event_record(event, stream, out_error) =
    ccall((:gc_event_record, libgridcall), gc_status, (
        Ptr{gc_event}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), event, stream, out_error)

gc_event_synchronize(event, out_error) =
    @blocking ccall((:gc_event_synchronize, libgridcall), gc_status, (
        Ptr{gc_event}, Ptr{Ptr{gc_error}}
    ), event, out_error)

gc_event_synchronize_for(events, event_count, timeout_nanoseconds, out_done, out_error) =
    @blocking ccall((:gc_event_synchronize_for, libgridcall), gc_status, (
        Ptr{Ptr{gc_event}}, Csize_t, UInt64, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), events, event_count, timeout_nanoseconds, out_done, out_error)

gc_event_query(event, out_done, out_error) =
    ccall((:gc_event_query, libgridcall), gc_status, (
        Ptr{gc_event}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), event, out_done, out_error)

gc_event_get_elapsed(start, end_, out_nanoseconds, out_error) =
    ccall((:gc_event_get_elapsed, libgridcall), gc_status, (
        Ptr{gc_event}, Ptr{gc_event}, Ptr{Int64}, Ptr{Ptr{gc_error}}
    ), start, end_, out_nanoseconds, out_error)

gc_event_release(event) =
    ccall((:gc_event_release, libgridcall), Cvoid, (Ptr{gc_event},), event)

gc_event_wrap(context, native, out_event, out_error) =
    ccall((:gc_event_wrap, libgridcall), gc_status, (
        Ptr{gc_context}, UInt64, Ptr{Ptr{gc_event}}, Ptr{Ptr{gc_error}}
    ), context, native, out_event, out_error)

gc_event_get_ipc_handle(event, out_handle, out_error) =
    ccall((:gc_event_get_ipc_handle, libgridcall), gc_status, (
        Ptr{gc_event}, Ptr{UInt8}, Ptr{Ptr{gc_error}}
    ), event, out_handle, out_error)

gc_event_open_ipc(context, handle, handle_size, out_event, out_error) =
    ccall((:gc_event_open_ipc, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Cvoid}, Csize_t, Ptr{Ptr{gc_event}}, Ptr{Ptr{gc_error}}
    ), context, handle, handle_size, out_event, out_error)

gc_completion_create(out_completion, out_error) =
    ccall((:gc_completion_create, libgridcall), gc_status, (
        Ptr{Ptr{gc_completion}}, Ptr{Ptr{gc_error}}
    ), out_completion, out_error)

gc_completion_wait(completion, timeout_nanoseconds, out_token, out_done, out_error) =
    @blocking ccall((:gc_completion_wait, libgridcall), gc_status, (
        Ptr{gc_completion}, UInt64, Ptr{UInt64}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), completion, timeout_nanoseconds, out_token, out_done, out_error)

gc_completion_get_descriptor(completion, out_descriptor, out_error) =
    ccall((:gc_completion_get_descriptor, libgridcall), gc_status, (
        Ptr{gc_completion}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), completion, out_descriptor, out_error)

gc_completion_release(completion) =
    ccall((:gc_completion_release, libgridcall), Cvoid, (Ptr{gc_completion},), completion)

gc_mem_create(context, options, out_mem, out_error) =
    @blocking ccall((:gc_mem_create, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_mem_options}, Ptr{Ptr{gc_mem}}, Ptr{Ptr{gc_error}}
    ), context, options, out_mem, out_error)

gc_mem_alloc(context, size, out_mem, out_error) =
    @blocking ccall((:gc_mem_alloc, libgridcall), gc_status, (
        Ptr{gc_context}, UInt64, Ptr{Ptr{gc_mem}}, Ptr{Ptr{gc_error}}
    ), context, size, out_mem, out_error)

gc_mem_alloc_host(context, size, options, out_mem, out_error) =
    @blocking ccall((:gc_mem_alloc_host, libgridcall), gc_status, (
        Ptr{gc_context}, UInt64, Ptr{gc_mem_host_options}, Ptr{Ptr{gc_mem}}, Ptr{Ptr{gc_error}}
    ), context, size, options, out_mem, out_error)

gc_mem_create_sub_region(mem, offset, size, out_mem, out_error) =
    ccall((:gc_mem_create_sub_region, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, UInt64, Ptr{Ptr{gc_mem}}, Ptr{Ptr{gc_error}}
    ), mem, offset, size, out_mem, out_error)

gc_mem_register(context, host_address, size, options, out_mem, out_error) =
    @blocking ccall((:gc_mem_register, libgridcall), gc_status, (
        Ptr{gc_context}, UInt64, UInt64, Ptr{gc_mem_register_options}, Ptr{Ptr{gc_mem}}, Ptr{Ptr{gc_error}}
    ), context, host_address, size, options, out_mem, out_error)

gc_mem_wrap(context, address, size, options, out_mem, out_error) =
    ccall((:gc_mem_wrap, libgridcall), gc_status, (
        Ptr{gc_context}, UInt64, UInt64, Ptr{gc_mem_wrap_options}, Ptr{Ptr{gc_mem}}, Ptr{Ptr{gc_error}}
    ), context, address, size, options, out_mem, out_error)

gc_mem_get_address(mem, out_address, out_error) =
    ccall((:gc_mem_get_address, libgridcall), gc_status, (
        Ptr{gc_mem}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), mem, out_address, out_error)

gc_mem_get_host_address(mem, out_address, out_error) =
    ccall((:gc_mem_get_host_address, libgridcall), gc_status, (
        Ptr{gc_mem}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), mem, out_address, out_error)

gc_mem_get_size(mem, out_size, out_error) =
    ccall((:gc_mem_get_size, libgridcall), gc_status, (
        Ptr{gc_mem}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), mem, out_size, out_error)

gc_mem_get_attribute(mem, attribute, out_value, out_error) =
    ccall((:gc_mem_get_attribute, libgridcall), gc_status, (
        Ptr{gc_mem}, gc_mem_attribute, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), mem, attribute, out_value, out_error)

gc_mem_get_parent(mem, out_mem, out_error) =
    ccall((:gc_mem_get_parent, libgridcall), gc_status, (
        Ptr{gc_mem}, Ptr{Ptr{gc_mem}}, Ptr{Ptr{gc_error}}
    ), mem, out_mem, out_error)

gc_mem_use(mem, stream, out_error) =
    ccall((:gc_mem_use, libgridcall), gc_status, (
        Ptr{gc_mem}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), mem, stream, out_error)

gc_mem_wait(mem, timeout_nanoseconds, out_done, out_error) =
    @blocking ccall((:gc_mem_wait, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), mem, timeout_nanoseconds, out_done, out_error)

gc_mem_attach(mem, attach, stream, out_error) =
    ccall((:gc_mem_attach, libgridcall), gc_status, (
        Ptr{gc_mem}, gc_mem_attach_mode, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), mem, attach, stream, out_error)

gc_mem_advise(mem, offset, size, advice, device, out_error) =
    ccall((:gc_mem_advise, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, UInt64, gc_mem_advice, Ptr{gc_device}, Ptr{Ptr{gc_error}}
    ), mem, offset, size, advice, device, out_error)

gc_mem_prefetch(mem, offset, size, device, flags, stream, out_error) =
    ccall((:gc_mem_prefetch, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, UInt64, Ptr{gc_device}, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), mem, offset, size, device, flags, stream, out_error)

gc_mem_get_ipc_handle(mem, out_handle, out_offset, out_error) =
    @blocking ccall((:gc_mem_get_ipc_handle, libgridcall), gc_status, (
        Ptr{gc_mem}, Ptr{UInt8}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), mem, out_handle, out_offset, out_error)

gc_mem_open_ipc(context, handle, handle_size, offset, size, options, out_mem, out_error) =
    @blocking ccall((:gc_mem_open_ipc, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Cvoid}, Csize_t, UInt64, UInt64, Ptr{gc_mem_ipc_options}, Ptr{Ptr{gc_mem}},
        Ptr{Ptr{gc_error}}
    ), context, handle, handle_size, offset, size, options, out_mem, out_error)

gc_mem_free(mem, out_error) =
    @blocking ccall((:gc_mem_free, libgridcall), gc_status, (Ptr{gc_mem}, Ptr{Ptr{gc_error}}), mem, out_error)

gc_mem_release(mem) =
    ccall((:gc_mem_release, libgridcall), Cvoid, (Ptr{gc_mem},), mem)

gc_memcpy_htod(dst, dst_offset, src, size, stream, out_error) =
    @blocking ccall((:gc_memcpy_htod, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, Ptr{Cvoid}, Csize_t, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), dst, dst_offset, src, size, stream, out_error)

gc_memcpy_dtoh(dst, src, src_offset, size, stream, out_error) =
    @blocking ccall((:gc_memcpy_dtoh, libgridcall), gc_status, (
        Ptr{Cvoid}, Ptr{gc_mem}, UInt64, Csize_t, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), dst, src, src_offset, size, stream, out_error)

gc_memcpy_dtod(dst, dst_offset, src, src_offset, size, stream, out_error) =
    @blocking ccall((:gc_memcpy_dtod, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, Ptr{gc_mem}, UInt64, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), dst, dst_offset, src, src_offset, size, stream, out_error)

gc_memcpy_htod_async(dst, dst_offset, src, src_offset, size, stream, out_error) =
    ccall((:gc_memcpy_htod_async, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, Ptr{gc_mem}, UInt64, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), dst, dst_offset, src, src_offset, size, stream, out_error)

gc_memcpy_dtoh_async(dst, dst_offset, src, src_offset, size, stream, out_error) =
    ccall((:gc_memcpy_dtoh_async, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, Ptr{gc_mem}, UInt64, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), dst, dst_offset, src, src_offset, size, stream, out_error)

gc_memcpy_rect(rect, stream, out_error) =
    @blocking ccall((:gc_memcpy_rect, libgridcall), gc_status, (
        Ptr{gc_rect_copy}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), rect, stream, out_error)

gc_memcpy_rect_async(rect, stream, out_error) =
    @blocking ccall((:gc_memcpy_rect_async, libgridcall), gc_status, (
        Ptr{gc_rect_copy}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), rect, stream, out_error)

gc_memset_d8(mem, offset, value, count, stream, out_error) =
    ccall((:gc_memset_d8, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, UInt8, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), mem, offset, value, count, stream, out_error)

gc_memset_d16(mem, offset, value, count, stream, out_error) =
    ccall((:gc_memset_d16, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, UInt16, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), mem, offset, value, count, stream, out_error)

gc_memset_d32(mem, offset, value, count, stream, out_error) =
    ccall((:gc_memset_d32, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, UInt32, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), mem, offset, value, count, stream, out_error)

gc_memset_pattern(mem, offset, pattern, pattern_size, count, stream, out_error) =
    ccall((:gc_memset_pattern, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, Ptr{Cvoid}, Csize_t, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), mem, offset, pattern, pattern_size, count, stream, out_error)

gc_memset_rect(rect, stream, out_error) =
    @blocking ccall((:gc_memset_rect, libgridcall), gc_status, (
        Ptr{gc_rect_fill}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), rect, stream, out_error)

gc_mem_map(mem, offset, size, flags, stream, out_mapping, out_error) =
    @blocking ccall((:gc_mem_map, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, UInt64, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_mapping}}, Ptr{Ptr{gc_error}}
    ), mem, offset, size, flags, stream, out_mapping, out_error)

gc_mapping_get_address(mapping, out_address, out_error) =
    ccall((:gc_mapping_get_address, libgridcall), gc_status, (
        Ptr{gc_mapping}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), mapping, out_address, out_error)

gc_mapping_get_attribute(mapping, attribute, out_value, out_error) =
    ccall((:gc_mapping_get_attribute, libgridcall), gc_status, (
        Ptr{gc_mapping}, gc_mapping_attribute, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), mapping, attribute, out_value, out_error)

gc_mapping_get_event(mapping, out_event, out_error) =
    ccall((:gc_mapping_get_event, libgridcall), gc_status, (
        Ptr{gc_mapping}, Ptr{Ptr{gc_event}}, Ptr{Ptr{gc_error}}
    ), mapping, out_event, out_error)

gc_mapping_unmap(mapping, stream, out_error) =
    ccall((:gc_mapping_unmap, libgridcall), gc_status, (
        Ptr{gc_mapping}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), mapping, stream, out_error)

gc_mapping_release(mapping) =
    ccall((:gc_mapping_release, libgridcall), Cvoid, (Ptr{gc_mapping},), mapping)

gc_pipe_create(context, packet_size, max_packets, out_pipe, out_error) =
    ccall((:gc_pipe_create, libgridcall), gc_status, (
        Ptr{gc_context}, UInt64, UInt64, Ptr{Ptr{gc_pipe}}, Ptr{Ptr{gc_error}}
    ), context, packet_size, max_packets, out_pipe, out_error)

gc_pipe_get_attribute(pipe, attribute, out_value, out_error) =
    ccall((:gc_pipe_get_attribute, libgridcall), gc_status, (
        Ptr{gc_pipe}, gc_pipe_attribute, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), pipe, attribute, out_value, out_error)

gc_pipe_release(pipe) =
    ccall((:gc_pipe_release, libgridcall), Cvoid, (Ptr{gc_pipe},), pipe)

gc_array_create(context, options, out_array, out_error) =
    @blocking ccall((:gc_array_create, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_array_options}, Ptr{Ptr{gc_array}}, Ptr{Ptr{gc_error}}
    ), context, options, out_array, out_error)

gc_array_wrap(context, native, out_array, out_error) =
    ccall((:gc_array_wrap, libgridcall), gc_status, (
        Ptr{gc_context}, UInt64, Ptr{Ptr{gc_array}}, Ptr{Ptr{gc_error}}
    ), context, native, out_array, out_error)

gc_array_find_format(order, channel_type, out_format, out_channels, out_error) =
    ccall((:gc_array_find_format, libgridcall), gc_status, (
        gc_channel_order, gc_channel_type, Ptr{gc_array_format}, Ptr{UInt32}, Ptr{Ptr{gc_error}}
    ), order, channel_type, out_format, out_channels, out_error)

gc_array_get_image_formats(context, flags, dimensions, formats, capacity, out_count, out_error) =
    @blocking ccall((:gc_array_get_image_formats, libgridcall), gc_status, (
        Ptr{gc_context}, UInt64, UInt32, Ptr{gc_image_format}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), context, flags, dimensions, formats, capacity, out_count, out_error)

gc_array_get_attribute(array, attribute, out_value, out_error) =
    ccall((:gc_array_get_attribute, libgridcall), gc_status, (
        Ptr{gc_array}, gc_array_attribute, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), array, attribute, out_value, out_error)

gc_array_get_level(array, level, out_array, out_error) =
    ccall((:gc_array_get_level, libgridcall), gc_status, (
        Ptr{gc_array}, UInt32, Ptr{Ptr{gc_array}}, Ptr{Ptr{gc_error}}
    ), array, level, out_array, out_error)

gc_array_map(array, region, flags, stream, out_mapping, out_error) =
    @blocking ccall((:gc_array_map, libgridcall), gc_status, (
        Ptr{gc_array}, Ptr{gc_array_region}, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_mapping}}, Ptr{Ptr{gc_error}}
    ), array, region, flags, stream, out_mapping, out_error)

gc_array_release(array) =
    ccall((:gc_array_release, libgridcall), Cvoid, (Ptr{gc_array},), array)

gc_texture_create(context, options, out_texture, out_error) =
    ccall((:gc_texture_create, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_texture_options}, Ptr{Ptr{gc_texture}}, Ptr{Ptr{gc_error}}
    ), context, options, out_texture, out_error)

gc_texture_get_attribute(texture, attribute, out_value, out_error) =
    ccall((:gc_texture_get_attribute, libgridcall), gc_status, (
        Ptr{gc_texture}, gc_texture_attribute, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), texture, attribute, out_value, out_error)

gc_texture_get_array(texture, out_array, out_error) =
    ccall((:gc_texture_get_array, libgridcall), gc_status, (
        Ptr{gc_texture}, Ptr{Ptr{gc_array}}, Ptr{Ptr{gc_error}}
    ), texture, out_array, out_error)

gc_texture_release(texture) =
    ccall((:gc_texture_release, libgridcall), Cvoid, (Ptr{gc_texture},), texture)

gc_surface_create(array, out_surface, out_error) =
    ccall((:gc_surface_create, libgridcall), gc_status, (
        Ptr{gc_array}, Ptr{Ptr{gc_surface}}, Ptr{Ptr{gc_error}}
    ), array, out_surface, out_error)

gc_surface_get_array(surface, out_array, out_error) =
    ccall((:gc_surface_get_array, libgridcall), gc_status, (
        Ptr{gc_surface}, Ptr{Ptr{gc_array}}, Ptr{Ptr{gc_error}}
    ), surface, out_array, out_error)

gc_surface_release(surface) =
    ccall((:gc_surface_release, libgridcall), Cvoid, (Ptr{gc_surface},), surface)

gc_sampler_create(context, options, out_sampler, out_error) =
    ccall((:gc_sampler_create, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_sampler_options}, Ptr{Ptr{gc_sampler}}, Ptr{Ptr{gc_error}}
    ), context, options, out_sampler, out_error)

gc_sampler_get_attribute(sampler, attribute, out_value, out_error) =
    ccall((:gc_sampler_get_attribute, libgridcall), gc_status, (
        Ptr{gc_sampler}, gc_sampler_attribute, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), sampler, attribute, out_value, out_error)

gc_sampler_release(sampler) =
    ccall((:gc_sampler_release, libgridcall), Cvoid, (Ptr{gc_sampler},), sampler)

gc_module_from_source(context, source, source_size, options, out_module, out_error) =
    @blocking ccall((:gc_module_from_source, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{UInt8}, Csize_t, Ptr{gc_compile_options}, Ptr{Ptr{gc_module}}, Ptr{Ptr{gc_error}}
    ), context, source, source_size, options, out_module, out_error)

gc_module_from_buffer(context, image, size, options, out_module, out_error) =
    @blocking ccall((:gc_module_from_buffer, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Cvoid}, Csize_t, Ptr{gc_module_options}, Ptr{Ptr{gc_module}}, Ptr{Ptr{gc_error}}
    ), context, image, size, options, out_module, out_error)

gc_module_from_file(context, path, options, out_module, out_error) =
    @blocking ccall((:gc_module_from_file, libgridcall), gc_status, (
        Ptr{gc_context}, Cstring, Ptr{gc_compile_options}, Ptr{Ptr{gc_module}}, Ptr{Ptr{gc_error}}
    ), context, path, options, out_module, out_error)

gc_module_get_kernel(module_, name, out_kernel, out_error) =
    @blocking ccall((:gc_module_get_kernel, libgridcall), gc_status, (
        Ptr{gc_module}, Cstring, Ptr{Ptr{gc_kernel}}, Ptr{Ptr{gc_error}}
    ), module_, name, out_kernel, out_error)

gc_module_get_kernel_count(module_, out_count, out_error) =
    ccall((:gc_module_get_kernel_count, libgridcall), gc_status, (
        Ptr{gc_module}, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), module_, out_count, out_error)

gc_module_get_kernel_name(module_, index, name, capacity, out_needed, out_error) =
    ccall((:gc_module_get_kernel_name, libgridcall), gc_status, (
        Ptr{gc_module}, Csize_t, Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), module_, index, name, capacity, out_needed, out_error)

gc_module_get_global(module_, name, out_mem, out_error) =
    ccall((:gc_module_get_global, libgridcall), gc_status, (
        Ptr{gc_module}, Cstring, Ptr{Ptr{gc_mem}}, Ptr{Ptr{gc_error}}
    ), module_, name, out_mem, out_error)

gc_module_bind_texture(module_, name, texture, stream, out_error) =
    @blocking ccall((:gc_module_bind_texture, libgridcall), gc_status, (
        Ptr{gc_module}, Cstring, Ptr{gc_texture}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), module_, name, texture, stream, out_error)

gc_module_bind_surface(module_, name, surface, stream, out_error) =
    @blocking ccall((:gc_module_bind_surface, libgridcall), gc_status, (
        Ptr{gc_module}, Cstring, Ptr{gc_surface}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), module_, name, surface, stream, out_error)

gc_module_get_texture(module_, name, out_texture, out_error) =
    ccall((:gc_module_get_texture, libgridcall), gc_status, (
        Ptr{gc_module}, Cstring, Ptr{Ptr{gc_texture}}, Ptr{Ptr{gc_error}}
    ), module_, name, out_texture, out_error)

gc_module_get_surface(module_, name, out_surface, out_error) =
    ccall((:gc_module_get_surface, libgridcall), gc_status, (
        Ptr{gc_module}, Cstring, Ptr{Ptr{gc_surface}}, Ptr{Ptr{gc_error}}
    ), module_, name, out_surface, out_error)

gc_module_get_log(module_, log, capacity, out_needed, out_error) =
    ccall((:gc_module_get_log, libgridcall), gc_status, (
        Ptr{gc_module}, Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), module_, log, capacity, out_needed, out_error)

gc_module_get_attribute(module_, attribute, out_value, out_error) =
    ccall((:gc_module_get_attribute, libgridcall), gc_status, (
        Ptr{gc_module}, gc_module_attribute, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), module_, attribute, out_value, out_error)

gc_module_is_cached(module_, out_cached, out_error) =
    ccall((:gc_module_is_cached, libgridcall), gc_status, (
        Ptr{gc_module}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), module_, out_cached, out_error)

gc_module_release(module_) =
    ccall((:gc_module_release, libgridcall), Cvoid, (Ptr{gc_module},), module_)

gc_program_compile(device, source, source_size, options, out_program, out_error) =
    @blocking ccall((:gc_program_compile, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{UInt8}, Csize_t, Ptr{gc_compile_options}, Ptr{Ptr{gc_program}}, Ptr{Ptr{gc_error}}
    ), device, source, source_size, options, out_program, out_error)

gc_program_get_image(program, image, capacity, out_count, out_error) =
    ccall((:gc_program_get_image, libgridcall), gc_status, (
        Ptr{gc_program}, Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), program, image, capacity, out_count, out_error)

gc_program_get_log(program, log, capacity, out_needed, out_error) =
    ccall((:gc_program_get_log, libgridcall), gc_status, (
        Ptr{gc_program}, Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), program, log, capacity, out_needed, out_error)

gc_program_get_symbol(program, name, symbol, capacity, out_needed, out_error) =
    ccall((:gc_program_get_symbol, libgridcall), gc_status, (
        Ptr{gc_program}, Cstring, Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), program, name, symbol, capacity, out_needed, out_error)

gc_module_from_program(context, program, options, out_module, out_error) =
    @blocking ccall((:gc_module_from_program, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_program}, Ptr{gc_module_options}, Ptr{Ptr{gc_module}}, Ptr{Ptr{gc_error}}
    ), context, program, options, out_module, out_error)

gc_program_get_default_options(options, capacity, out_needed, out_error) =
    ccall((:gc_program_get_default_options, libgridcall), gc_status, (
        Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), options, capacity, out_needed, out_error)

gc_program_set_default_options(options, option_count, out_error) =
    ccall((:gc_program_set_default_options, libgridcall), gc_status, (
        Ptr{Cstring}, Csize_t, Ptr{Ptr{gc_error}}
    ), options, option_count, out_error)

gc_program_release(program) =
    ccall((:gc_program_release, libgridcall), Cvoid, (Ptr{gc_program},), program)

gc_kernel_get_name(kernel, name, capacity, out_needed, out_error) =
    ccall((:gc_kernel_get_name, libgridcall), gc_status, (
        Ptr{gc_kernel}, Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), kernel, name, capacity, out_needed, out_error)

gc_kernel_get_attribute(kernel, attribute, out_value, out_error) =
    ccall((:gc_kernel_get_attribute, libgridcall), gc_status, (
        Ptr{gc_kernel}, gc_kernel_attribute, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), kernel, attribute, out_value, out_error)

gc_kernel_set_attribute(kernel, attribute, value, out_error) =
    ccall((:gc_kernel_set_attribute, libgridcall), gc_status, (
        Ptr{gc_kernel}, gc_kernel_attribute, Int32, Ptr{Ptr{gc_error}}
    ), kernel, attribute, value, out_error)

gc_kernel_get_occupancy(kernel, block_size, shared_size, flags, out_block_count, out_error) =
    ccall((:gc_kernel_get_occupancy, libgridcall), gc_status, (
        Ptr{gc_kernel}, UInt32, UInt64, UInt64, Ptr{UInt32}, Ptr{Ptr{gc_error}}
    ), kernel, block_size, shared_size, flags, out_block_count, out_error)

gc_kernel_suggest_block(kernel, shared_size, max_block_size, out_block_size, out_grid_size, out_error) =
    ccall((:gc_kernel_suggest_block, libgridcall), gc_status, (
        Ptr{gc_kernel}, UInt64, UInt32, Ptr{UInt32}, Ptr{UInt32}, Ptr{Ptr{gc_error}}
    ), kernel, shared_size, max_block_size, out_block_size, out_grid_size, out_error)

gc_kernel_get_param_count(kernel, out_count, out_error) =
    ccall((:gc_kernel_get_param_count, libgridcall), gc_status, (
        Ptr{gc_kernel}, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), kernel, out_count, out_error)

gc_kernel_get_param(kernel, index, out_param, out_error) =
    ccall((:gc_kernel_get_param, libgridcall), gc_status, (
        Ptr{gc_kernel}, Csize_t, Ptr{gc_kernel_param}, Ptr{Ptr{gc_error}}
    ), kernel, index, out_param, out_error)

gc_kernel_release(kernel) =
    ccall((:gc_kernel_release, libgridcall), Cvoid, (Ptr{gc_kernel},), kernel)

gc_launch(kernel, config, args, arg_count, stream, out_error) =
    ccall((:gc_launch, libgridcall), gc_status, (
        Ptr{gc_kernel}, Ptr{gc_launch_config}, Ptr{gc_arg}, Csize_t, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), kernel, config, args, arg_count, stream, out_error)

gc_prepared_create(kernel, config, args, arg_count, out_prepared, out_error) =
    ccall((:gc_prepared_create, libgridcall), gc_status, (
        Ptr{gc_kernel}, Ptr{gc_launch_config}, Ptr{gc_arg}, Csize_t, Ptr{Ptr{gc_prepared}}, Ptr{Ptr{gc_error}}
    ), kernel, config, args, arg_count, out_prepared, out_error)

gc_prepared_set_arg(prepared, index, arg, bytes, bytes_size, out_error) =
    ccall((:gc_prepared_set_arg, libgridcall), gc_status, (
        Ptr{gc_prepared}, Csize_t, Ptr{gc_arg}, Ptr{Cvoid}, Csize_t, Ptr{Ptr{gc_error}}
    ), prepared, index, arg, bytes, bytes_size, out_error)

gc_prepared_set_config(prepared, config, out_error) =
    ccall((:gc_prepared_set_config, libgridcall), gc_status, (
        Ptr{gc_prepared}, Ptr{gc_launch_config}, Ptr{Ptr{gc_error}}
    ), prepared, config, out_error)

gc_prepared_launch(prepared, stream, out_error) =
    ccall((:gc_prepared_launch, libgridcall), gc_status, (
        Ptr{gc_prepared}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), prepared, stream, out_error)

gc_prepared_release(prepared) =
    ccall((:gc_prepared_release, libgridcall), Cvoid, (Ptr{gc_prepared},), prepared)

gc_launch_staged(kernel, config, args, arg_count, host_args, host_arg_count, stream, out_error) =
    @blocking ccall((:gc_launch_staged, libgridcall), gc_status, (
        Ptr{gc_kernel}, Ptr{gc_launch_config}, Ptr{gc_arg}, Csize_t, Ptr{gc_host_arg}, Csize_t,
        Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), kernel, config, args, arg_count, host_args, host_arg_count, stream, out_error)

gc_stream_begin_capture(stream, mode, out_error) =
    ccall((:gc_stream_begin_capture, libgridcall), gc_status, (
        Ptr{gc_stream}, gc_capture_mode, Ptr{Ptr{gc_error}}
    ), stream, mode, out_error)

gc_stream_end_capture(stream, out_graph, out_error) =
    ccall((:gc_stream_end_capture, libgridcall), gc_status, (
        Ptr{gc_stream}, Ptr{Ptr{gc_graph}}, Ptr{Ptr{gc_error}}
    ), stream, out_graph, out_error)

gc_graph_launch(graph, stream, out_error) =
    ccall((:gc_graph_launch, libgridcall), gc_status, (
        Ptr{gc_graph}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), graph, stream, out_error)

gc_graph_get_node_count(graph, out_count, out_error) =
    ccall((:gc_graph_get_node_count, libgridcall), gc_status, (
        Ptr{gc_graph}, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), graph, out_count, out_error)

gc_graph_get_node_kind(graph, node, out_kind, out_error) =
    ccall((:gc_graph_get_node_kind, libgridcall), gc_status, (
        Ptr{gc_graph}, Csize_t, Ptr{gc_graph_node_kind}, Ptr{Ptr{gc_error}}
    ), graph, node, out_kind, out_error)

gc_graph_get_node_kernel(graph, node, out_kernel, out_error) =
    ccall((:gc_graph_get_node_kernel, libgridcall), gc_status, (
        Ptr{gc_graph}, Csize_t, Ptr{Ptr{gc_kernel}}, Ptr{Ptr{gc_error}}
    ), graph, node, out_kernel, out_error)

gc_graph_set_arg(graph, node, index, arg, bytes, bytes_size, out_error) =
    ccall((:gc_graph_set_arg, libgridcall), gc_status, (
        Ptr{gc_graph}, Csize_t, Csize_t, Ptr{gc_arg}, Ptr{Cvoid}, Csize_t, Ptr{Ptr{gc_error}}
    ), graph, node, index, arg, bytes, bytes_size, out_error)

gc_graph_get_text(graph, text, capacity, out_needed, out_error) =
    ccall((:gc_graph_get_text, libgridcall), gc_status, (
        Ptr{gc_graph}, Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), graph, text, capacity, out_needed, out_error)

gc_graph_release(graph) =
    ccall((:gc_graph_release, libgridcall), Cvoid, (Ptr{gc_graph},), graph)

gc_pool_create(context, options, out_pool, out_error) =
    ccall((:gc_pool_create, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_pool_options}, Ptr{Ptr{gc_pool}}, Ptr{Ptr{gc_error}}
    ), context, options, out_pool, out_error)

gc_pool_alloc(pool, size, stream, out_mem, out_error) =
    @blocking ccall((:gc_pool_alloc, libgridcall), gc_status, (
        Ptr{gc_pool}, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_mem}}, Ptr{Ptr{gc_error}}
    ), pool, size, stream, out_mem, out_error)

gc_pool_get_statistics(pool, out_statistics, out_error) =
    ccall((:gc_pool_get_statistics, libgridcall), gc_status, (
        Ptr{gc_pool}, Ptr{gc_pool_statistics}, Ptr{Ptr{gc_error}}
    ), pool, out_statistics, out_error)

gc_pool_free_held(pool, out_error) =
    @blocking ccall((:gc_pool_free_held, libgridcall), gc_status, (Ptr{gc_pool}, Ptr{Ptr{gc_error}}), pool, out_error)

gc_pool_stop_holding(pool, out_error) =
    @blocking ccall((:gc_pool_stop_holding, libgridcall), gc_status, (
        Ptr{gc_pool}, Ptr{Ptr{gc_error}}
    ), pool, out_error)

gc_pool_set_limit(pool, limit, out_error) =
    @blocking ccall((:gc_pool_set_limit, libgridcall), gc_status, (
        Ptr{gc_pool}, UInt64, Ptr{Ptr{gc_error}}
    ), pool, limit, out_error)

gc_pool_release(pool) =
    ccall((:gc_pool_release, libgridcall), Cvoid, (Ptr{gc_pool},), pool)

gc_dtype_create(entries, entry_count, size, out_dtype, out_error) =
    ccall((:gc_dtype_create, libgridcall), gc_status, (
        Ptr{gc_dtype_entry}, Csize_t, UInt64, Ptr{Ptr{gc_dtype}}, Ptr{Ptr{gc_error}}
    ), entries, entry_count, size, out_dtype, out_error)

gc_dtype_get_size(dtype, out_size, out_error) =
    ccall((:gc_dtype_get_size, libgridcall), gc_status, (
        Ptr{gc_dtype}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), dtype, out_size, out_error)

gc_dtype_get_alignment(dtype, out_alignment, out_error) =
    ccall((:gc_dtype_get_alignment, libgridcall), gc_status, (
        Ptr{gc_dtype}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), dtype, out_alignment, out_error)

gc_dtype_get_field_count(dtype, out_count, out_error) =
    ccall((:gc_dtype_get_field_count, libgridcall), gc_status, (
        Ptr{gc_dtype}, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), dtype, out_count, out_error)

gc_dtype_get_field(dtype, index, out_field, out_error) =
    ccall((:gc_dtype_get_field, libgridcall), gc_status, (
        Ptr{gc_dtype}, Csize_t, Ptr{gc_dtype_field}, Ptr{Ptr{gc_error}}
    ), dtype, index, out_field, out_error)

gc_dtype_get_field_record(dtype, index, out_record, out_error) =
    ccall((:gc_dtype_get_field_record, libgridcall), gc_status, (
        Ptr{gc_dtype}, Csize_t, Ptr{Ptr{gc_dtype}}, Ptr{Ptr{gc_error}}
    ), dtype, index, out_record, out_error)

gc_dtype_find_field(dtype, name, out_index, out_error) =
    ccall((:gc_dtype_find_field, libgridcall), gc_status, (
        Ptr{gc_dtype}, Cstring, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), dtype, name, out_index, out_error)

gc_dtype_scalar_size(scalar_type) =
    ccall((:gc_dtype_scalar_size, libgridcall), UInt32, (gc_scalar_type,), scalar_type)

gc_dtype_scalar_name(scalar_type) =
    ccall((:gc_dtype_scalar_name, libgridcall), Cstring, (gc_scalar_type,), scalar_type)

gc_dtype_scalar_from_name(name, out_scalar_type, out_error) =
    ccall((:gc_dtype_scalar_from_name, libgridcall), gc_status, (
        Cstring, Ptr{gc_scalar_type}, Ptr{Ptr{gc_error}}
    ), name, out_scalar_type, out_error)

gc_dtype_release(dtype) =
    ccall((:gc_dtype_release, libgridcall), Cvoid, (Ptr{gc_dtype},), dtype)

gc_ndarray_create(context, options, out_ndarray, out_error) =
    @blocking ccall((:gc_ndarray_create, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_ndarray_options}, Ptr{Ptr{gc_ndarray}}, Ptr{Ptr{gc_error}}
    ), context, options, out_ndarray, out_error)

gc_ndarray_from_host(context, data, size, options, out_ndarray, out_error) =
    @blocking ccall((:gc_ndarray_from_host, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Cvoid}, Csize_t, Ptr{gc_ndarray_options}, Ptr{Ptr{gc_ndarray}},
        Ptr{Ptr{gc_error}}
    ), context, data, size, options, out_ndarray, out_error)

gc_ndarray_from_mem(mem, offset, options, out_ndarray, out_error) =
    ccall((:gc_ndarray_from_mem, libgridcall), gc_status, (
        Ptr{gc_mem}, UInt64, Ptr{gc_ndarray_options}, Ptr{Ptr{gc_ndarray}}, Ptr{Ptr{gc_error}}
    ), mem, offset, options, out_ndarray, out_error)

gc_ndarray_get_mem(ndarray, out_mem, out_error) =
    ccall((:gc_ndarray_get_mem, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{Ptr{gc_mem}}, Ptr{Ptr{gc_error}}
    ), ndarray, out_mem, out_error)

gc_ndarray_get_record(ndarray, out_dtype, out_error) =
    ccall((:gc_ndarray_get_record, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{Ptr{gc_dtype}}, Ptr{Ptr{gc_error}}
    ), ndarray, out_dtype, out_error)

gc_ndarray_get_attribute(ndarray, attribute, out_value, out_error) =
    ccall((:gc_ndarray_get_attribute, libgridcall), gc_status, (
        Ptr{gc_ndarray}, gc_ndarray_attribute, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), ndarray, attribute, out_value, out_error)

gc_ndarray_get_shape(ndarray, shape, capacity, out_count, out_error) =
    ccall((:gc_ndarray_get_shape, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{UInt64}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), ndarray, shape, capacity, out_count, out_error)

gc_ndarray_get_strides(ndarray, strides, capacity, out_count, out_error) =
    ccall((:gc_ndarray_get_strides, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{Int64}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), ndarray, strides, capacity, out_count, out_error)

gc_ndarray_slice(ndarray, slices, slice_count, out_ndarray, out_error) =
    ccall((:gc_ndarray_slice, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{gc_axis_slice}, Csize_t, Ptr{Ptr{gc_ndarray}}, Ptr{Ptr{gc_error}}
    ), ndarray, slices, slice_count, out_ndarray, out_error)

gc_ndarray_reshape(ndarray, shape, shape_count, flags, out_ndarray, out_error) =
    ccall((:gc_ndarray_reshape, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{Int64}, Csize_t, UInt64, Ptr{Ptr{gc_ndarray}}, Ptr{Ptr{gc_error}}
    ), ndarray, shape, shape_count, flags, out_ndarray, out_error)

gc_ndarray_transpose(ndarray, axes, axis_count, out_ndarray, out_error) =
    ccall((:gc_ndarray_transpose, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{UInt32}, Csize_t, Ptr{Ptr{gc_ndarray}}, Ptr{Ptr{gc_error}}
    ), ndarray, axes, axis_count, out_ndarray, out_error)

gc_ndarray_view(ndarray, scalar_type, record, out_ndarray, out_error) =
    ccall((:gc_ndarray_view, libgridcall), gc_status, (
        Ptr{gc_ndarray}, gc_scalar_type, Ptr{gc_dtype}, Ptr{Ptr{gc_ndarray}}, Ptr{Ptr{gc_error}}
    ), ndarray, scalar_type, record, out_ndarray, out_error)

gc_ndarray_get_field(ndarray, name, out_ndarray, out_error) =
    ccall((:gc_ndarray_get_field, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Cstring, Ptr{Ptr{gc_ndarray}}, Ptr{Ptr{gc_error}}
    ), ndarray, name, out_ndarray, out_error)

gc_ndarray_copy(dst, src, stream, out_error) =
    @blocking ccall((:gc_ndarray_copy, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{gc_ndarray}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), dst, src, stream, out_error)

gc_ndarray_copy_from_host(ndarray, data, size, layout, stream, out_error) =
    @blocking ccall((:gc_ndarray_copy_from_host, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{Cvoid}, Csize_t, Ptr{gc_ndarray_layout}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), ndarray, data, size, layout, stream, out_error)

gc_ndarray_copy_to_host(ndarray, data, size, layout, stream, out_error) =
    @blocking ccall((:gc_ndarray_copy_to_host, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{Cvoid}, Csize_t, Ptr{gc_ndarray_layout}, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), ndarray, data, size, layout, stream, out_error)

gc_ndarray_fill(ndarray, value, value_size, stream, out_error) =
    @blocking ccall((:gc_ndarray_fill, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{Cvoid}, Csize_t, Ptr{gc_stream}, Ptr{Ptr{gc_error}}
    ), ndarray, value, value_size, stream, out_error)

gc_ndarray_apply(ndarray, expression, inputs, input_count, scalars, scalar_count, stream, out_error) =
    @blocking ccall((:gc_ndarray_apply, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Cstring, Ptr{Ptr{gc_ndarray}}, Csize_t, Ptr{gc_scalar}, Csize_t, Ptr{gc_stream},
        Ptr{Ptr{gc_error}}
    ), ndarray, expression, inputs, input_count, scalars, scalar_count, stream, out_error)

gc_ndarray_reduce(ndarray, src, reduction, axes, axis_count, stream, out_error) =
    @blocking ccall((:gc_ndarray_reduce, libgridcall), gc_status, (
        Ptr{gc_ndarray}, Ptr{gc_ndarray}, gc_reduction, Ptr{UInt32}, Csize_t, Ptr{gc_stream},
        Ptr{Ptr{gc_error}}
    ), ndarray, src, reduction, axes, axis_count, stream, out_error)

gc_array_from_ndarray(ndarray, array_flags, from_flags, stream, out_array, out_error) =
    @blocking ccall((:gc_array_from_ndarray, libgridcall), gc_status, (
        Ptr{gc_ndarray}, UInt64, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_array}}, Ptr{Ptr{gc_error}}
    ), ndarray, array_flags, from_flags, stream, out_array, out_error)

gc_array_from_host(context, data, size, options, array_flags, from_flags, out_array, out_error) =
    @blocking ccall((:gc_array_from_host, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Cvoid}, Csize_t, Ptr{gc_ndarray_options}, UInt64, UInt64, Ptr{Ptr{gc_array}},
        Ptr{Ptr{gc_error}}
    ), context, data, size, options, array_flags, from_flags, out_array, out_error)

gc_ndarray_release(ndarray) =
    ccall((:gc_ndarray_release, libgridcall), Cvoid, (Ptr{gc_ndarray},), ndarray)

gc_ndarray_to_dlpack(ndarray, flags, stream, out_tensor, out_error) =
    ccall((:gc_ndarray_to_dlpack, libgridcall), gc_status, (
        Ptr{gc_ndarray}, UInt64, Ptr{gc_stream}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), ndarray, flags, stream, out_tensor, out_error)

gc_ndarray_from_dlpack(context, tensor, flags, stream, out_ndarray, out_error) =
    ccall((:gc_ndarray_from_dlpack, libgridcall), gc_status, (
        Ptr{gc_context}, UInt64, UInt64, Ptr{gc_stream}, Ptr{Ptr{gc_ndarray}}, Ptr{Ptr{gc_error}}
    ), context, tensor, flags, stream, out_ndarray, out_error)

gc_cache_get_statistics(out_statistics, out_error) =
    @blocking ccall((:gc_cache_get_statistics, libgridcall), gc_status, (
        Ptr{gc_cache_statistics}, Ptr{Ptr{gc_error}}
    ), out_statistics, out_error)

gc_cache_get_directory(path, capacity, out_needed, out_error) =
    @blocking ccall((:gc_cache_get_directory, libgridcall), gc_status, (
        Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), path, capacity, out_needed, out_error)

gc_cache_get_disabled_reason(reason, capacity, out_needed, out_error) =
    @blocking ccall((:gc_cache_get_disabled_reason, libgridcall), gc_status, (
        Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{Ptr{gc_error}}
    ), reason, capacity, out_needed, out_error)

gc_cache_clear(out_error) =
    @blocking ccall((:gc_cache_clear, libgridcall), gc_status, (Ptr{Ptr{gc_error}},), out_error)

gc_profiler_initialize(context, options, out_error) =
    ccall((:gc_profiler_initialize, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{gc_profiler_options}, Ptr{Ptr{gc_error}}
    ), context, options, out_error)

gc_profiler_start(context, out_error) =
    @blocking ccall((:gc_profiler_start, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Ptr{gc_error}}
    ), context, out_error)

gc_profiler_stop(context, out_error) =
    @blocking ccall((:gc_profiler_stop, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Ptr{gc_error}}
    ), context, out_error)

gc_device_get_data(device, out_data, out_error) =
    ccall((:gc_device_get_data, libgridcall), gc_status, (
        Ptr{gc_device}, Ptr{gc_device_data}, Ptr{Ptr{gc_error}}
    ), device, out_data, out_error)

gc_device_get_alignment(device, word_size, size, out_alignment, out_size, out_error) =
    ccall((:gc_device_get_alignment, libgridcall), gc_status, (
        Ptr{gc_device}, UInt64, UInt64, Ptr{UInt64}, Ptr{UInt64}, Ptr{Ptr{gc_error}}
    ), device, word_size, size, out_alignment, out_size, out_error)

gc_device_channel_count(channels) =
    ccall((:gc_device_channel_count, libgridcall), UInt32, (UInt32,), channels)

gc_device_get_occupancy(threads, shared_size, registers, data, out_record, out_error) =
    ccall((:gc_device_get_occupancy, libgridcall), gc_status, (
        UInt32, UInt64, UInt32, Ptr{gc_device_data}, Ptr{gc_occupancy_record}, Ptr{Ptr{gc_error}}
    ), threads, shared_size, registers, data, out_record, out_error)

gc_context_set_memo(context, key, key_size, handle, value, out_error) =
    ccall((:gc_context_set_memo, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Cvoid}, Csize_t, Ptr{Cvoid}, UInt64, Ptr{Ptr{gc_error}}
    ), context, key, key_size, handle, value, out_error)

gc_context_get_memo(context, key, key_size, out_handle, out_value, out_found, out_error) =
    ccall((:gc_context_get_memo, libgridcall), gc_status, (
        Ptr{gc_context}, Ptr{Cvoid}, Csize_t, Ptr{UInt64}, Ptr{UInt64}, Ptr{Int32}, Ptr{Ptr{gc_error}}
    ), context, key, key_size, out_handle, out_value, out_found, out_error)

gc_context_clear_memo(context, out_error) =
    ccall((:gc_context_clear_memo, libgridcall), gc_status, (Ptr{gc_context}, Ptr{Ptr{gc_error}}), context, out_error)

gc_context_defer_cleanup(context, defers, out_error) =
    ccall((:gc_context_defer_cleanup, libgridcall), gc_status, (
        Ptr{gc_context}, Int32, Ptr{Ptr{gc_error}}
    ), context, defers, out_error)

end
