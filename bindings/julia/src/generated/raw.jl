# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

const GRIDCALL_VERSION = 100
const GRIDCALL_ABI_VERSION = 0

mutable struct gc_error end
mutable struct gc_device end
mutable struct gc_context end
mutable struct gc_stream end
mutable struct gc_event end
mutable struct gc_completion end
mutable struct gc_dtype end
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
mutable struct gc_ndarray end
mutable struct gc_comm end
mutable struct gc_log end

const gc_version_component = Int32
@constants(
    Int32, GRIDCALL_VERSION_COMPONENT_, CUDA = 1, DRIVER = 2, NVRTC = 3, CPU_DEVICE = 4, NCCL = 5, MPI = 6,
    CUBLAS = 7, BLAS = 8, CUSOLVER = 9, LAPACK = 10, CUFFT = 11, FFTW = 12
)

const gc_status = Int32
@constants(
    Int32, GRIDCALL_, OK = 0, ERROR_INVALID_ARGUMENT = 100, ERROR_INVALID_HANDLE = 101,
    ERROR_OUT_OF_RANGE = 102, ERROR_INVALID_OPTIONS = 103, ERROR_NOT_FOUND = 104, ERROR_WRONG_CONTEXT = 105,
    ERROR_INVALID_STATE = 106, ERROR_NOT_READY = 107, ERROR_ALREADY_REGISTERED = 108,
    ERROR_OUT_OF_MEMORY = 200, ERROR_OUT_OF_HOST_MEMORY = 201, ERROR_POOL_LIMIT = 202,
    ERROR_INVALID_LAUNCH = 300, ERROR_ARGUMENT_MISMATCH = 301, ERROR_ILLEGAL_ADDRESS = 302,
    ERROR_MISALIGNED_ADDRESS = 303, ERROR_KERNEL_TRAP = 304, ERROR_KERNEL_ASSERT = 305,
    ERROR_DIVIDE_BY_ZERO = 306, ERROR_STACK_OVERFLOW = 307, ERROR_LAUNCH_TIMEOUT = 308,
    ERROR_LAUNCH_FAILED = 309, ERROR_KERNEL_DEADLOCK = 310, ERROR_DEVICE_LOST = 311, ERROR_CANCELLED = 312,
    ERROR_CHECK_FAILED = 313, ERROR_COMPILE = 400, ERROR_COMPILER_UNAVAILABLE = 401,
    ERROR_COMPILER_FAILED = 402, ERROR_COMPILE_TIMEOUT = 403, ERROR_INVALID_IMAGE = 404,
    ERROR_INCOMPATIBLE_IMAGE = 405, ERROR_INVALID_COMPILE_OPTION = 406, ERROR_DRIVER = 500,
    ERROR_NO_DEVICE = 501, ERROR_DRIVER_UNAVAILABLE = 502, ERROR_DRIVER_TOO_OLD = 503, ERROR_IO = 504,
    ERROR_INTERNAL = 505, ERROR_UNSUPPORTED = 506, ERROR_FORKED = 507, ERROR_EXITING = 508, ERROR_COMM = 520,
    ERROR_COMM_UNAVAILABLE = 521, ERROR_COMM_TOO_OLD = 522, ERROR_COMM_PEER_LOST = 523,
    ERROR_COMM_TIMEOUT = 524, ERROR_COMM_ABORTED = 525, ERROR_COMM_MISMATCH = 526
)

const gc_category = Int32
@constants(Int32, GRIDCALL_CATEGORY_, NONE = 0, LOGIC = 1, MEMORY = 2, LAUNCH = 3, COMPILE = 4, RUNTIME = 5)

const gc_device_kind = Int32
@constants(Int32, GRIDCALL_DEVICE_KIND_, GPU = 1, CPU = 2)

const gc_compute_mode = Int32
@constants(Int32, GRIDCALL_COMPUTE_MODE_, DEFAULT = 0, PROHIBITED = 2, EXCLUSIVE_PROCESS = 3)

const gc_device_attribute = Int32
@constants(
    Int32, GRIDCALL_DEVICE_ATTRIBUTE_, MAX_THREADS_PER_BLOCK = 1, MAX_BLOCK_DIM_X = 2, MAX_BLOCK_DIM_Y = 3,
    MAX_BLOCK_DIM_Z = 4, MAX_GRID_DIM_X = 5, MAX_GRID_DIM_Y = 6, MAX_GRID_DIM_Z = 7,
    MAX_SHARED_MEMORY_PER_BLOCK = 8, TOTAL_CONSTANT_MEMORY = 9, WARP_SIZE = 10, MAX_PITCH = 11,
    MAX_REGISTERS_PER_BLOCK = 12, CLOCK_RATE = 13, TEXTURE_ALIGNMENT = 14, GPU_OVERLAP = 15,
    MULTIPROCESSOR_COUNT = 16, KERNEL_EXEC_TIMEOUT = 17, INTEGRATED = 18, CAN_MAP_HOST_MEMORY = 19,
    COMPUTE_MODE = 20, MAXIMUM_TEXTURE1D_WIDTH = 21, MAXIMUM_TEXTURE2D_WIDTH = 22,
    MAXIMUM_TEXTURE2D_HEIGHT = 23, MAXIMUM_TEXTURE3D_WIDTH = 24, MAXIMUM_TEXTURE3D_HEIGHT = 25,
    MAXIMUM_TEXTURE3D_DEPTH = 26, MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27, MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = 28,
    MAXIMUM_TEXTURE2D_LAYERED_LAYERS = 29, SURFACE_ALIGNMENT = 30, CONCURRENT_KERNELS = 31, ECC_ENABLED = 32,
    PCI_BUS_ID = 33, PCI_DEVICE_ID = 34, TCC_DRIVER = 35, MEMORY_CLOCK_RATE = 36,
    GLOBAL_MEMORY_BUS_WIDTH = 37, L2_CACHE_SIZE = 38, MAX_THREADS_PER_MULTIPROCESSOR = 39,
    ASYNC_ENGINE_COUNT = 40, UNIFIED_ADDRESSING = 41, MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42,
    MAXIMUM_TEXTURE1D_LAYERED_LAYERS = 43, CAN_TEX2D_GATHER = 44, MAXIMUM_TEXTURE2D_GATHER_WIDTH = 45,
    MAXIMUM_TEXTURE2D_GATHER_HEIGHT = 46, MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE = 47,
    MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE = 48, MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE = 49, PCI_DOMAIN_ID = 50,
    TEXTURE_PITCH_ALIGNMENT = 51, MAXIMUM_TEXTURECUBEMAP_WIDTH = 52,
    MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH = 53, MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS = 54,
    MAXIMUM_SURFACE1D_WIDTH = 55, MAXIMUM_SURFACE2D_WIDTH = 56, MAXIMUM_SURFACE2D_HEIGHT = 57,
    MAXIMUM_SURFACE3D_WIDTH = 58, MAXIMUM_SURFACE3D_HEIGHT = 59, MAXIMUM_SURFACE3D_DEPTH = 60,
    MAXIMUM_SURFACE1D_LAYERED_WIDTH = 61, MAXIMUM_SURFACE1D_LAYERED_LAYERS = 62,
    MAXIMUM_SURFACE2D_LAYERED_WIDTH = 63, MAXIMUM_SURFACE2D_LAYERED_HEIGHT = 64,
    MAXIMUM_SURFACE2D_LAYERED_LAYERS = 65, MAXIMUM_SURFACECUBEMAP_WIDTH = 66,
    MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH = 67, MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS = 68,
    MAXIMUM_TEXTURE1D_LINEAR_WIDTH = 69, MAXIMUM_TEXTURE2D_LINEAR_WIDTH = 70,
    MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = 71, MAXIMUM_TEXTURE2D_LINEAR_PITCH = 72,
    MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = 73, MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = 74,
    COMPUTE_CAPABILITY_MAJOR = 75, COMPUTE_CAPABILITY_MINOR = 76, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = 77,
    STREAM_PRIORITIES_SUPPORTED = 78, GLOBAL_L1_CACHE_SUPPORTED = 79, LOCAL_L1_CACHE_SUPPORTED = 80,
    MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81, MAX_REGISTERS_PER_MULTIPROCESSOR = 82, MANAGED_MEMORY = 83,
    MULTI_GPU_BOARD = 84, MULTI_GPU_BOARD_GROUP_ID = 85, HOST_NATIVE_ATOMIC_SUPPORTED = 86,
    SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = 87, PAGEABLE_MEMORY_ACCESS = 88, CONCURRENT_MANAGED_ACCESS = 89,
    COMPUTE_PREEMPTION_SUPPORTED = 90, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91, COOPERATIVE_LAUNCH = 95,
    MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97, HOST_REGISTER_SUPPORTED = 99,
    PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = 100, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST = 101,
    VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102, HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
    HANDLE_TYPE_WIN32_HANDLE_SUPPORTED = 104, HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED = 105,
    MAX_BLOCKS_PER_MULTIPROCESSOR = 106, GENERIC_COMPRESSION_SUPPORTED = 107,
    MAX_PERSISTING_L2_CACHE_SIZE = 108, MAX_ACCESS_POLICY_WINDOW_SIZE = 109,
    RESERVED_SHARED_MEMORY_PER_BLOCK = 111, READ_ONLY_HOST_REGISTER_SUPPORTED = 113,
    MEMORY_POOLS_SUPPORTED = 115, CLUSTER_LAUNCH = 120, SVM_CAPABILITIES = 100001
)

@constants(
    UInt64, GRIDCALL_SVM_, COARSE_GRAIN_BUFFER = 0x1, FINE_GRAIN_BUFFER = 0x2, FINE_GRAIN_SYSTEM = 0x4,
    ATOMICS = 0x8
)

const gc_context_sched = Int32
@constants(Int32, GRIDCALL_CONTEXT_SCHED_, AUTO = 0, SPIN = 1, YIELD = 2, BLOCKING_SYNC = 4)

const gc_context_attribute = Int32
@constants(
    Int32, GRIDCALL_CONTEXT_ATTRIBUTE_, STACK_SIZE = 0, PRINTF_FIFO_SIZE = 1, MALLOC_HEAP_SIZE = 2,
    DEV_RUNTIME_SYNC_DEPTH = 3, DEV_RUNTIME_PENDING_LAUNCH_COUNT = 4, MAX_L2_FETCH_GRANULARITY = 5,
    PERSISTING_L2_CACHE_SIZE = 6, CACHE_CONFIG = 100001, SHARED_CONFIG = 100002, SCHED = 100003,
    FLAGS = 100004, API_VERSION = 100005, IS_PRIMARY = 100006, DEFERS_CLEANUP = 100007
)

const gc_cache_config = Int32
@constants(Int32, GRIDCALL_CACHE_CONFIG_, PREFER_NONE = 0, PREFER_SHARED = 1, PREFER_L1 = 2, PREFER_EQUAL = 3)

const gc_shared_config = Int32
@constants(
    Int32, GRIDCALL_SHARED_CONFIG_, DEFAULT_BANK_SIZE = 0, FOUR_BYTE_BANK_SIZE = 1, EIGHT_BYTE_BANK_SIZE = 2
)

const gc_pointer_attribute = Int32
@constants(
    Int32, GRIDCALL_POINTER_ATTRIBUTE_, CONTEXT = 1, MEMORY_TYPE = 2, DEVICE_POINTER = 3, HOST_POINTER = 4,
    IS_MANAGED = 8, DEVICE_ORDINAL = 9, RANGE_START_ADDRESS = 11, RANGE_SIZE = 12
)

const gc_feature = Int32
@constants(
    Int32, GRIDCALL_FEATURE_, STREAM_CANCEL = 1, MODULE_FROM_BUFFER = 2, KERNEL_PARAMS = 3,
    KERNEL_TIMEOUT = 4, CPU_MODE = 5, COOPERATIVE_LAUNCH = 6, CLUSTERS = 7, OCCUPANCY = 8, IPC = 9
)

@constants(UInt64, GRIDCALL_CONTEXT_, MAP_HOST = 0x8, LMEM_RESIZE_TO_MAX = 0x10)

const gc_stream_attribute = Int32
@constants(
    Int32, GRIDCALL_STREAM_ATTRIBUTE_, FLAGS = 100001, PRIORITY = 100002, ID = 100003, IS_CAPTURING = 100004
)

@constants(UInt64, GRIDCALL_STREAM_, NON_BLOCKING = 0x1)

@constants(UInt64, GRIDCALL_EVENT_, BLOCKING_SYNC = 0x1, DISABLE_TIMING = 0x2, INTERPROCESS = 0x4)

const gc_scalar_type = Int32
@constants(
    Int32, GRIDCALL_SCALAR_TYPE_, INT8 = 1, UINT8 = 2, INT16 = 3, UINT16 = 4, INT32 = 5, UINT32 = 6,
    INT64 = 7, UINT64 = 8, FLOAT16 = 9, BFLOAT16 = 10, FLOAT32 = 11, FLOAT64 = 12, BOOL = 13, RECORD = 14,
    COMPLEX64 = 15, COMPLEX128 = 16, FLOAT8_E4M3 = 17, FLOAT8_E5M2 = 18
)

const gc_mem_place = Int32
@constants(Int32, GRIDCALL_MEM_PLACE_, DEVICE = 1, HOST = 2, MANAGED = 3, PAGEABLE = 4)

const gc_mem_origin = Int32
@constants(
    Int32, GRIDCALL_MEM_ORIGIN_, ALLOCATED = 1, POOL = 2, SUB_REGION = 3, WRAPPED = 4, GLOBAL = 5,
    REGISTERED = 6, IPC = 7
)

const gc_mem_attribute = Int32
@constants(
    Int32, GRIDCALL_MEM_ATTRIBUTE_, READ_MOSTLY = 1, PREFERRED_LOCATION = 2, LAST_PREFETCH_LOCATION = 4,
    PLACE = 100001, ORIGIN = 100002, FLAGS = 100003, PITCH = 100004, ROW_SIZE = 100005, HEIGHT = 100006,
    ALIGNMENT = 100007, OFFSET = 100008, REFERENCE_COUNT = 100009, IS_REGISTERED = 100010, USES_SVM = 100011,
    MAP_COUNT = 100012
)

const gc_mem_attach_mode = Int32
@constants(Int32, GRIDCALL_MEM_ATTACH_MODE_, GLOBAL = 1, HOST = 2, SINGLE = 4)

const gc_mem_advice = Int32
@constants(
    Int32, GRIDCALL_MEM_ADVICE_, SET_READ_MOSTLY = 1, UNSET_READ_MOSTLY = 2, SET_PREFERRED_LOCATION = 3,
    UNSET_PREFERRED_LOCATION = 4, SET_ACCESSED_BY = 5, UNSET_ACCESSED_BY = 6
)

@constants(
    UInt64, GRIDCALL_MEM_, WRITE_COMBINED = 0x1, PORTABLE = 0x2, MAPPED = 0x4, ZERO = 0x8,
    KERNEL_READ_ONLY = 0x10, KERNEL_WRITE_ONLY = 0x20, HOST_READ_ONLY = 0x40, HOST_WRITE_ONLY = 0x80,
    HOST_NO_ACCESS = 0x100, SVM_FINE_GRAIN_BUFFER = 0x200, SVM_ATOMICS = 0x400
)

@constants(UInt64, GRIDCALL_MEM_REGISTER_, PORTABLE = 0x1, MAPPED = 0x2, IO_MEMORY = 0x4, READ_ONLY = 0x8)

@constants(UInt64, GRIDCALL_MEM_PREFETCH_, DISCARD = 0x1)

@constants(UInt64, GRIDCALL_MEM_WRAP_, OWNED = 0x1)

@constants(UInt64, GRIDCALL_MEM_IPC_, LAZY_PEER_ACCESS = 0x1)

const gc_mapping_attribute = Int32
@constants(
    Int32, GRIDCALL_MAPPING_ATTRIBUTE_, SIZE = 100001, FLAGS = 100002, IS_DIRECT = 100003, ROW_PITCH = 100004,
    SLICE_PITCH = 100005
)

@constants(UInt64, GRIDCALL_MAP_, READ = 0x1, WRITE = 0x2, WRITE_INVALIDATE_REGION = 0x4)

const gc_pipe_attribute = Int32
@constants(Int32, GRIDCALL_PIPE_ATTRIBUTE_, PACKET_SIZE = 100001, MAX_PACKETS = 100002)

const gc_array_format = Int32
@constants(
    Int32, GRIDCALL_ARRAY_FORMAT_, UNSIGNED_INT8 = 1, UNSIGNED_INT16 = 2, UNSIGNED_INT32 = 3, SIGNED_INT8 = 8,
    SIGNED_INT16 = 9, SIGNED_INT32 = 10, HALF = 16, FLOAT = 32, UNORM_INT_101010_2 = 80, UNORM_INT8X1 = 192,
    UNORM_INT8X2 = 193, UNORM_INT8X4 = 194, UNORM_INT16X1 = 195, UNORM_INT16X2 = 196, UNORM_INT16X4 = 197,
    SNORM_INT8X1 = 198, SNORM_INT8X2 = 199, SNORM_INT8X4 = 200, SNORM_INT16X1 = 201, SNORM_INT16X2 = 202,
    SNORM_INT16X4 = 203
)

const gc_channel_order = Int32
@constants(
    Int32, GRIDCALL_CHANNEL_ORDER_, R = 4272, A = 4273, RG = 4274, RA = 4275, RGB = 4276, RGBA = 4277,
    BGRA = 4278, ARGB = 4279, INTENSITY = 4280, LUMINANCE = 4281, RX = 4282, RGX = 4283, RGBX = 4284,
    DEPTH = 4285, DEPTH_STENCIL = 4286, SRGB = 4287, SRGBX = 4288, SRGBA = 4289, SBGRA = 4290, ABGR = 4291
)

const gc_channel_type = Int32
@constants(
    Int32, GRIDCALL_CHANNEL_TYPE_, SNORM_INT8 = 4304, SNORM_INT16 = 4305, UNORM_INT8 = 4306,
    UNORM_INT16 = 4307, UNORM_SHORT_565 = 4308, UNORM_SHORT_555 = 4309, UNORM_INT_101010 = 4310,
    SIGNED_INT8 = 4311, SIGNED_INT16 = 4312, SIGNED_INT32 = 4313, UNSIGNED_INT8 = 4314, UNSIGNED_INT16 = 4315,
    UNSIGNED_INT32 = 4316, HALF_FLOAT = 4317, FLOAT = 4318, UNORM_INT24 = 4319, UNORM_INT_101010_2 = 4320
)

const gc_array_attribute = Int32
@constants(
    Int32, GRIDCALL_ARRAY_ATTRIBUTE_, WIDTH = 100001, HEIGHT = 100002, DEPTH = 100003, FORMAT = 100004,
    CHANNELS = 100005, FLAGS = 100006, LEVELS = 100007, LEVEL = 100008, LAYERS = 100009,
    ELEMENT_SIZE = 100010, SIZE = 100011, SAMPLES = 100012, CHANNEL_ORDER = 100013, CHANNEL_TYPE = 100014,
    ROW_PITCH = 100015, SLICE_PITCH = 100016, REFERENCE_COUNT = 100017, MAP_COUNT = 100018
)

@constants(UInt64, GRIDCALL_ARRAY_, LAYERED = 0x1, SURFACE_LDST = 0x2, CUBEMAP = 0x4, TEXTURE_GATHER = 0x8)

const gc_address_mode = Int32
@constants(Int32, GRIDCALL_ADDRESS_MODE_, WRAP = 0, CLAMP = 1, MIRROR = 2, BORDER = 3)

const gc_filter_mode = Int32
@constants(Int32, GRIDCALL_FILTER_MODE_, POINT = 0, LINEAR = 1)

const gc_sampler_attribute = Int32
@constants(
    Int32, GRIDCALL_SAMPLER_ATTRIBUTE_, FLAGS = 100001, ADDRESS_X = 100002, ADDRESS_Y = 100003,
    ADDRESS_Z = 100004, FILTER = 100005, MIP_FILTER = 100006, MAX_ANISOTROPY = 100007, BIAS = 100008,
    MIN_LEVEL = 100009, MAX_LEVEL = 100010, REFERENCE_COUNT = 100011
)

const gc_texture_attribute = Int32
@constants(
    Int32, GRIDCALL_TEXTURE_ATTRIBUTE_, SAMPLING_FLAGS = 100001, ADDRESS_X = 100002, ADDRESS_Y = 100003,
    ADDRESS_Z = 100004, FILTER = 100005, MIP_FILTER = 100006, MAX_ANISOTROPY = 100007, BIAS = 100008,
    MIN_LEVEL = 100009, MAX_LEVEL = 100010, FLAGS = 100021, FORMAT = 100022, CHANNELS = 100023,
    OFFSET = 100024, ADDRESS = 100025, WIDTH = 100026, HEIGHT = 100027, ROW_PITCH = 100028
)

@constants(UInt64, GRIDCALL_SAMPLING_, NORMALIZED_COORDINATES = 0x2)

@constants(
    UInt64, GRIDCALL_TEXTURE_, READ_AS_INTEGER = 0x1, SRGB = 0x10, SEAMLESS_CUBEMAP = 0x40,
    ALLOW_OFFSET = 0x100000000
)

const gc_module_attribute = Int32
@constants(
    Int32, GRIDCALL_MODULE_ATTRIBUTE_, COMPILE_NANOSECONDS = 100001, JIT_NANOSECONDS = 100002,
    JIT_THREADS_PER_BLOCK = 100003
)

@constants(UInt64, GRIDCALL_COMPILE_, NO_CACHE = 0x1, NO_TIERING = 0x2, NO_FILES = 0x4)

@constants(
    UInt64, GRIDCALL_MODULE_, DEBUG = 0x1, LINE_INFO = 0x2, VERBOSE = 0x4, PREFER_BINARY = 0x8,
    NO_OPTIMIZATION = 0x10
)

const gc_kernel_attribute = Int32
@constants(
    Int32, GRIDCALL_KERNEL_ATTRIBUTE_, MAX_THREADS_PER_BLOCK = 0, SHARED_SIZE_BYTES = 1, CONST_SIZE_BYTES = 2,
    LOCAL_SIZE_BYTES = 3, NUM_REGS = 4, PTX_VERSION = 5, BINARY_VERSION = 6, CACHE_MODE_CA = 7,
    MAX_DYNAMIC_SHARED_SIZE_BYTES = 8, PREFERRED_SHARED_MEMORY_CARVEOUT = 9, CPU_MODE = 100001,
    CPU_WARP_LAYOUTS = 100002, CACHE_CONFIG = 100004, SHARED_CONFIG = 100005, CPU_IS_BASELINE = 100003
)

const gc_value_type = Int32
@constants(
    Int32, GRIDCALL_VALUE_TYPE_, UNKNOWN = 0, INT8 = 1, UINT8 = 2, INT16 = 3, UINT16 = 4, INT32 = 5,
    UINT32 = 6, INT64 = 7, UINT64 = 8, FLOAT16 = 9, BFLOAT16 = 10, FLOAT32 = 11, FLOAT64 = 12, BOOL = 13,
    STRUCT = 14, POINTER = 256
)

@constants(UInt64, GRIDCALL_OCCUPANCY_, DISABLE_CACHING_OVERRIDE = 0x1)

const gc_arg_kind = Int32
@constants(
    Int32, GRIDCALL_ARG_KIND_, SCALAR = 1, MEM = 2, BYTES = 3, VALUE = 4, TEXTURE = 5, SURFACE = 6,
    NDARRAY = 8, PIPE = 7, TYPE = 9
)

@constants(UInt64, GRIDCALL_LAUNCH_, COOPERATIVE = 0x1)

const gc_host_direction = Int32
@constants(Int32, GRIDCALL_HOST_DIRECTION_, IN = 1, OUT = 2, IN_OUT = 3)

const gc_capture_mode = Int32
@constants(Int32, GRIDCALL_CAPTURE_MODE_, GLOBAL = 0, THREAD_LOCAL = 1, RELAXED = 2)

const gc_graph_node_kind = Int32
@constants(
    Int32, GRIDCALL_GRAPH_NODE_KIND_, KERNEL = 0, MEMCPY = 1, MEMSET = 2, HOST = 3, GRAPH = 4, EMPTY = 5,
    WAIT_EVENT = 6, EVENT_RECORD = 7, MEM_ALLOC = 10, MEM_FREE = 11
)

const gc_ndarray_attribute = Int32
@constants(
    Int32, GRIDCALL_NDARRAY_ATTRIBUTE_, TYPE = 100001, NDIM = 100002, COUNT = 100003, ELEMENT_SIZE = 100004,
    SIZE = 100005, OFFSET = 100006, ADDRESS = 100007, IS_C_CONTIGUOUS = 100008, IS_F_CONTIGUOUS = 100009,
    IS_READ_ONLY = 100010
)

const gc_reduction = Int32
@constants(
    Int32, GRIDCALL_REDUCTION_, SUM = 1, PROD = 2, MIN = 3, MAX = 4, ANY = 5, ALL = 6, ARG_MIN = 7,
    ARG_MAX = 8, CUSTOM = 9
)

@constants(UInt64, GRIDCALL_NDARRAY_, ORDER_F = 0x1)

@constants(UInt64, GRIDCALL_ARRAY_FROM_, CHANNELS = 0x1, NORMALIZED = 0x2)

const gc_random_distribution = Int32
@constants(
    Int32, GRIDCALL_RANDOM_DISTRIBUTION_, UNIFORM = 1, NORMAL = 2, LOG_NORMAL = 3, POISSON = 4, INTEGERS = 5
)

const gc_random_generator = Int32
@constants(Int32, GRIDCALL_RANDOM_GENERATOR_, PHILOX = 0, XORWOW = 1, MRG32K3A = 2, SOBOL32 = 3)

@constants(UInt64, GRIDCALL_SORT_, DESCENDING = 0x1)

@constants(UInt64, GRIDCALL_SCAN_, EXCLUSIVE = 0x1)

@constants(UInt64, GRIDCALL_SEARCH_, RIGHT = 0x1)

@constants(UInt64, GRIDCALL_INDEX_, WRAP = 0x1, CLIP = 0x2, ADD = 0x4)

@constants(UInt64, GRIDCALL_MATMUL_, TF32 = 0x1, OWN_KERNEL = 0x2)

const gc_fft_norm = Int32
@constants(Int32, GRIDCALL_FFT_NORM_, BACKWARD = 0, ORTHO = 1, FORWARD = 2)

@constants(UInt64, GRIDCALL_FFT_, INVERSE = 0x1, OWN_KERNEL = 0x2)

@constants(UInt64, GRIDCALL_DLPACK_, LEGACY = 0x1)

const gc_comm_reduction = Int32
@constants(Int32, GRIDCALL_COMM_REDUCTION_, SUM = 0, PROD = 1, MAX = 2, MIN = 3, AVG = 4, SCALED_SUM = 100001)

const gc_comm_operation = Int32
@constants(
    Int32, GRIDCALL_COMM_OPERATION_, ALL_REDUCE = 1, REDUCE = 2, BROADCAST = 3, ALL_GATHER = 4,
    REDUCE_SCATTER = 5, ALL_TO_ALL = 6, GATHER = 7, SCATTER = 8, SEND = 9, RECV = 10, BARRIER = 11
)

const gc_comm_engine = Int32
@constants(Int32, GRIDCALL_COMM_ENGINE_, NONE = 0, NCCL = 1, MPI = 2)

const gc_comm_state = Int32
@constants(Int32, GRIDCALL_COMM_STATE_, READY = 1, FINALIZED = 2, ABORTED = 3, FAILED = 4)

const gc_comm_attribute = Int32
@constants(
    Int32, GRIDCALL_COMM_ATTRIBUTE_, RANK = 100001, COUNT = 100002, ENGINE = 100003, ENGINE_VERSION = 100004,
    STATE = 100005, OPERATIONS_STARTED = 100006, OPERATIONS_DONE = 100007, ERROR_STATUS = 100008,
    LOCAL_RANK = 100009, LOCAL_COUNT = 100010, DEVICE_MEMORY = 100011
)

@constants(UInt64, GRIDCALL_COMM_, CHECKED = 0x1, UNCHECKED = 0x2, SHARE = 0x4)

const gc_profiler_output = Int32
@constants(Int32, GRIDCALL_PROFILER_OUTPUT_, TRACE_EVENTS = 1, KEY_VALUE_PAIR = 2, CSV = 3)

const gc_log_level = Int32
@constants(Int32, GRIDCALL_LOG_LEVEL_, INFO = 1, DEBUG = 2)

const gc_occupancy_limit = Int32
@constants(Int32, GRIDCALL_OCCUPANCY_LIMIT_, DEVICE = 1, WARPS = 2, REGISTERS = 3, SHARED_MEMORY = 4)

struct gc_device_attribute_entry
    attribute::gc_device_attribute
    value::Int32
end
layout(gc_device_attribute_entry, 8, 0, 4)

struct gc_context_options
    struct_size::Csize_t
    flags::UInt64
    sched::gc_context_sched
    reserved::UInt32
end
layout(gc_context_options, 24, 0, 8, 16, 20)

struct gc_stream_options
    struct_size::Csize_t
    flags::UInt64
    priority::Int32
    reserved::UInt32
end
layout(gc_stream_options, 24, 0, 8, 16, 20)

struct gc_event_options
    struct_size::Csize_t
    flags::UInt64
end
layout(gc_event_options, 16, 0, 8)

struct gc_dtype_entry
    name::Cstring
    record::Ptr{gc_dtype}
    offset::UInt64
    count::UInt64
    scalar_type::gc_scalar_type
    reserved::UInt32
end
layout(gc_dtype_entry, 40, 0, 8, 16, 24, 32, 36)

struct gc_dtype_field
    struct_size::Csize_t
    name::Cstring
    offset::UInt64
    count::UInt64
    size::UInt64
    scalar_type::gc_scalar_type
    reserved::UInt32
end
layout(gc_dtype_field, 48, 0, 8, 16, 24, 32, 40, 44)

struct gc_mem_ipc_options
    struct_size::Csize_t
    flags::UInt64
end
layout(gc_mem_ipc_options, 16, 0, 8)

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
    completion::Ptr{gc_completion}
    token::UInt64
end
layout(gc_mem_options, 88, 0, 8, 16, 20, 24, 32, 40, 48, 52, 56, 64, 72, 80)

struct gc_mem_register_options
    struct_size::Csize_t
    flags::UInt64
end
layout(gc_mem_register_options, 16, 0, 8)

struct gc_mem_wrap_options
    struct_size::Csize_t
    host_address::UInt64
    flags::UInt64
    completion::Ptr{gc_completion}
    token::UInt64
end
layout(gc_mem_wrap_options, 40, 0, 8, 16, 24, 32)

struct gc_copy_end
    mem::Ptr{gc_mem}
    host::Ptr{Cvoid}
    host_size::Csize_t
    array::Ptr{gc_array}
    offset::UInt64
    row_pitch::UInt64
    slice_pitch::UInt64
    x::UInt64
    y::UInt64
    z::UInt64
end
layout(gc_copy_end, 80, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72)

struct gc_rect_copy
    struct_size::Csize_t
    dst::gc_copy_end
    src::gc_copy_end
    width::UInt64
    height::UInt64
    depth::UInt64
end
layout(gc_rect_copy, 192, 0, 8, 88, 168, 176, 184)

struct gc_rect_fill
    struct_size::Csize_t
    dst::gc_copy_end
    width::UInt64
    height::UInt64
    depth::UInt64
    value::Ptr{Cvoid}
    value_size::Csize_t
    color_type::gc_scalar_type
    reserved::UInt32
end
layout(gc_rect_fill, 136, 0, 8, 88, 96, 104, 112, 120, 128, 132)

struct gc_image_format
    order::gc_channel_order
    channel_type::gc_channel_type
end
layout(gc_image_format, 8, 0, 4)

struct gc_image_format_info
    struct_size::Csize_t
    format::gc_array_format
    channels::UInt32
    channel_size::UInt32
    element_size::UInt32
    order_name::Cstring
    type_name::Cstring
end
layout(gc_image_format_info, 40, 0, 8, 12, 16, 20, 24, 32)

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
layout(gc_array_options, 56, 0, 8, 16, 24, 32, 40, 44, 48, 52)

struct gc_array_region
    struct_size::Csize_t
    x::UInt64
    y::UInt64
    z::UInt64
    width::UInt64
    height::UInt64
    depth::UInt64
end
layout(gc_array_region, 56, 0, 8, 16, 24, 32, 40, 48)

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
layout(gc_sampling, 64, 0, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60)

struct gc_sampler_options
    struct_size::Csize_t
    sampling::gc_sampling
end
layout(gc_sampler_options, 72, 0, 8)

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
layout(gc_texture_options, 144, 0, 8, 16, 24, 32, 40, 48, 56, 64, 68, 72, 136)

struct gc_define
    name::Cstring
    value::Cstring
end
layout(gc_define, 16, 0, 8)

struct gc_header
    name::Cstring
    text::Cstring
end
layout(gc_header, 16, 0, 8)

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
layout(gc_compile_options, 136, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128)

struct gc_module_options
    struct_size::Csize_t
    flags::UInt64
    arch::Cstring
    max_registers::UInt32
    threads_per_block::UInt32
    optimization_level::UInt32
    reserved::UInt32
end
layout(gc_module_options, 40, 0, 8, 16, 24, 28, 32, 36)

struct gc_link_input
    name::Cstring
    image::Ptr{Cvoid}
    size::Csize_t
end
layout(gc_link_input, 24, 0, 8, 16)

struct gc_kernel_param
    struct_size::Csize_t
    offset::UInt64
    size::UInt64
    value_type::gc_value_type
    reserved::UInt32
    type_name::Cstring
    name::Cstring
end
layout(gc_kernel_param, 48, 0, 8, 16, 24, 28, 32, 40)

struct gc_arg
    kind::gc_arg_kind
    size::UInt32
    bits::UInt64
    object::Ptr{Cvoid}
    value_type::gc_value_type
    reserved::UInt32
end
layout(gc_arg, 32, 0, 4, 8, 16, 24, 28)

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
layout(gc_launch_config, 104, 0, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 88, 92, 96, 100)

struct gc_host_arg
    index::UInt32
    direction::gc_host_direction
    host_address::UInt64
    size::Csize_t
    value_type::gc_value_type
    reserved::UInt32
end
layout(gc_host_arg, 32, 0, 4, 8, 16, 24, 28)

struct gc_pool_options
    struct_size::Csize_t
    place::gc_mem_place
    reserved::UInt32
    limit::UInt64
    flags::UInt64
    alignment::UInt64
end
layout(gc_pool_options, 40, 0, 8, 12, 16, 24, 32)

struct gc_pool_statistics
    struct_size::Csize_t
    held_blocks::UInt64
    held_bytes::UInt64
    active_blocks::UInt64
    active_bytes::UInt64
    peak_bytes::UInt64
    limit::UInt64
end
layout(gc_pool_statistics, 56, 0, 8, 16, 24, 32, 40, 48)

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
layout(gc_ndarray_options, 104, 0, 8, 16, 20, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 100)

struct gc_ndarray_layout
    struct_size::Csize_t
    flags::UInt64
    strides::Ptr{Int64}
    stride_count::Csize_t
    offset::UInt64
    scalar_type::gc_scalar_type
    reserved::UInt32
end
layout(gc_ndarray_layout, 48, 0, 8, 16, 24, 32, 40, 44)

struct gc_axis_slice
    start::Int64
    stop::Int64
    step::Int64
end
layout(gc_axis_slice, 24, 0, 8, 16)

struct gc_scalar
    bits::NTuple{2,UInt64}
    scalar_type::gc_scalar_type
    reserved::UInt32
end
layout(gc_scalar, 24, 0, 16, 20)

struct gc_random_options
    struct_size::Csize_t
    distribution::gc_random_distribution
    generator::gc_random_generator
    seed::UInt64
    offset::UInt64
    a::Float64
    b::Float64
    dimension::UInt32
    reserved::UInt32
end
layout(gc_random_options, 56, 0, 8, 12, 16, 24, 32, 40, 48, 52)

struct gc_reduce_options
    struct_size::Csize_t
    combine::Cstring
    neutral::Cstring
    preamble::Cstring
end
layout(gc_reduce_options, 32, 0, 8, 16, 24)

struct gc_transform_options
    struct_size::Csize_t
    preamble::Cstring
    input_names::Ptr{Cstring}
    input_name_count::Csize_t
    scalar_names::Ptr{Cstring}
    scalar_name_count::Csize_t
end
layout(gc_transform_options, 48, 0, 8, 16, 24, 32, 40)

struct gc_sort_options
    struct_size::Csize_t
    flags::UInt64
    axis::UInt32
    reserved::UInt32
    values::Ptr{gc_ndarray}
    values_src::Ptr{gc_ndarray}
    pool::Ptr{gc_pool}
    segments::Ptr{gc_ndarray}
end
layout(gc_sort_options, 56, 0, 8, 16, 20, 24, 32, 40, 48)

struct gc_scan_options
    struct_size::Csize_t
    flags::UInt64
    axis::UInt32
    reserved::UInt32
    pool::Ptr{gc_pool}
    segments::Ptr{gc_ndarray}
    combine::Cstring
    neutral::Cstring
    preamble::Cstring
    map::Cstring
    output::Cstring
    b::Ptr{gc_ndarray}
    c::Ptr{gc_ndarray}
    d::Ptr{gc_ndarray}
end
layout(gc_scan_options, 104, 0, 8, 16, 20, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96)

struct gc_select_options
    struct_size::Csize_t
    pool::Ptr{gc_pool}
end
layout(gc_select_options, 16, 0, 8)

struct gc_histogram_options
    struct_size::Csize_t
    lower::Float64
    upper::Float64
    edges::Ptr{gc_ndarray}
    weights::Ptr{gc_ndarray}
    pool::Ptr{gc_pool}
end
layout(gc_histogram_options, 48, 0, 8, 16, 24, 32, 40)

struct gc_index_options
    struct_size::Csize_t
    flags::UInt64
    axis::UInt32
    reserved::UInt32
end
layout(gc_index_options, 24, 0, 8, 16, 20)

struct gc_matmul_options
    struct_size::Csize_t
    flags::UInt64
    pool::Ptr{gc_pool}
end
layout(gc_matmul_options, 24, 0, 8, 16)

struct gc_sparse_matmul_options
    struct_size::Csize_t
    pool::Ptr{gc_pool}
end
layout(gc_sparse_matmul_options, 16, 0, 8)

struct gc_factor_options
    struct_size::Csize_t
    info::Ptr{gc_ndarray}
    pool::Ptr{gc_pool}
end
layout(gc_factor_options, 24, 0, 8, 16)

struct gc_fft_options
    struct_size::Csize_t
    flags::UInt64
    norm::gc_fft_norm
    reserved::UInt32
    axes::Ptr{UInt32}
    axis_count::Csize_t
    pool::Ptr{gc_pool}
end
layout(gc_fft_options, 48, 0, 8, 16, 20, 24, 32, 40)

struct gc_comm_options
    struct_size::Csize_t
    flags::UInt64
    create_timeout_nanoseconds::UInt64
    timeout_nanoseconds::UInt64
    name::Cstring
    min_blocks::UInt32
    max_blocks::UInt32
end
layout(gc_comm_options, 48, 0, 8, 16, 24, 32, 40, 44)

struct gc_comm_op
    operation::gc_comm_operation
    reduction::gc_comm_reduction
    scalar_type::gc_scalar_type
    peer::UInt32
    comm::Ptr{gc_comm}
    dst::Ptr{gc_mem}
    dst_offset::UInt64
    src::Ptr{gc_mem}
    src_offset::UInt64
    count::UInt64
    stream::Ptr{gc_stream}
    scale::Float64
end
layout(gc_comm_op, 80, 0, 4, 8, 12, 16, 24, 32, 40, 48, 56, 64, 72)

struct gc_cache_statistics
    struct_size::Csize_t
    hits::UInt64
    misses::UInt64
    errors::UInt64
    enabled::Int32
    reserved::UInt32
end
layout(gc_cache_statistics, 40, 0, 8, 16, 24, 32, 36)

struct gc_profiler_options
    struct_size::Csize_t
    output::gc_profiler_output
    capacity::UInt32
    output_file::Cstring
    config_file::Cstring
end
layout(gc_profiler_options, 32, 0, 8, 12, 16, 24)

struct gc_log_record
    struct_size::Csize_t
    time_nanoseconds::UInt64
    lost::UInt64
    component::Cstring
    level::gc_log_level
    message::NTuple{476,UInt8}
end
layout(gc_log_record, 512, 0, 8, 16, 24, 32, 36)

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
layout(gc_device_data, 64, 0, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60)

struct gc_occupancy_record
    struct_size::Csize_t
    thread_blocks_per_mp::UInt32
    limited_by::gc_occupancy_limit
    warps_per_mp::UInt32
    reserved::UInt32
    occupancy::Float64
end
layout(gc_occupancy_record, 32, 0, 8, 12, 16, 20, 24)

@c gc_version()::UInt32
@c gc_version_text()::Cstring
@c blocking gc_version_get(
    component::gc_version_component, out_major::Ptr{Int32}, out_minor::Ptr{Int32}, out_patch::Ptr{Int32},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_status_name(status::gc_status)::Cstring
@c gc_status_text(status::gc_status)::Cstring
@c gc_status_category(status::gc_status)::gc_category
@c gc_error_status(error::Ptr{gc_error})::gc_status
@c gc_error_message(error::Ptr{gc_error})::Cstring
@c gc_error_text(error::Ptr{gc_error})::Cstring
@c gc_error_function(error::Ptr{gc_error})::Cstring
@c gc_error_driver_code(error::Ptr{gc_error})::Int32
@c gc_error_driver_name(error::Ptr{gc_error})::Cstring
@c gc_error_note_count(error::Ptr{gc_error})::Csize_t
@c gc_error_note(error::Ptr{gc_error}, index::Csize_t)::Cstring
@c gc_error_report(error::Ptr{gc_error}, index::Csize_t, key::Cstring)::Cstring
@c gc_error_log(error::Ptr{gc_error})::Cstring
@c gc_error_options(error::Ptr{gc_error})::Cstring
@c gc_error_source_name(error::Ptr{gc_error})::Cstring
@c gc_error_release(error::Ptr{gc_error})::Cvoid
@c gc_handle_get_context(
    handle::Ptr{Cvoid}, out_context::Ptr{Ptr{gc_context}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_handle_get_identity(
    handle::Ptr{Cvoid}, out_identity::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_handle_get_native(handle::Ptr{Cvoid}, out_native::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_handle_count()::UInt64
@c blocking gc_handle_collect(out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_device_get_count(out_count::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_device_get_by_index(
    index::Int32, out_device::Ptr{Ptr{gc_device}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_device_find(
    text::Cstring, out_device::Ptr{Ptr{gc_device}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_device_get_index(device::Ptr{gc_device}, out_index::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_device_get_kind(
    device::Ptr{gc_device}, out_kind::Ptr{gc_device_kind}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_device_get_name(
    device::Ptr{gc_device}, name::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_device_get_pci_bus_id(
    device::Ptr{gc_device}, bus_id::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_device_get_uuid(device::Ptr{gc_device}, out_uuid::Ptr{UInt8}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_device_get_compute_capability(
    device::Ptr{gc_device}, out_major::Ptr{Int32}, out_minor::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_device_get_total_memory(
    device::Ptr{gc_device}, out_size::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_device_get_attribute(
    device::Ptr{gc_device}, attribute::gc_device_attribute, out_value::Ptr{Int32},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_device_get_attributes(
    device::Ptr{gc_device}, values::Ptr{gc_device_attribute_entry}, capacity::Csize_t,
    out_count::Ptr{Csize_t}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_device_attribute_name(attribute::gc_device_attribute)::Cstring
@c gc_device_attribute_from_name(
    name::Cstring, out_attribute::Ptr{gc_device_attribute}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_device_get_default(
    fallback::Int32, out_device::Ptr{Ptr{gc_device}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_device_can_access_peer(
    device::Ptr{gc_device}, peer::Ptr{gc_device}, out_can::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_context_get_default(out_context::Ptr{Ptr{gc_context}}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_context_get_primary(
    device::Ptr{gc_device}, options::Ptr{gc_context_options}, out_context::Ptr{Ptr{gc_context}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_context_create(
    device::Ptr{gc_device}, options::Ptr{gc_context_options}, out_context::Ptr{Ptr{gc_context}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_context_wrap(
    device::Ptr{gc_device}, native::UInt64, out_context::Ptr{Ptr{gc_context}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_push(context::Ptr{gc_context}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_context_pop(context::Ptr{gc_context}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_context_get_current(out_context::Ptr{Ptr{gc_context}}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_context_get_attribute(
    context::Ptr{gc_context}, attribute::gc_context_attribute, out_value::Ptr{UInt64},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_set_attribute(
    context::Ptr{gc_context}, attribute::gc_context_attribute, value::UInt64, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_get_pointer_attribute(
    context::Ptr{gc_context}, attribute::gc_pointer_attribute, address::UInt64, out_value::Ptr{UInt64},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_enable_peer_access(
    context::Ptr{gc_context}, peer::Ptr{gc_context}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_disable_peer_access(
    context::Ptr{gc_context}, peer::Ptr{gc_context}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_get_device_reason(
    context::Ptr{gc_context}, text::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_get_device(
    context::Ptr{gc_context}, out_device::Ptr{Ptr{gc_device}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_context_synchronize(context::Ptr{gc_context}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_context_get_memory_info(
    context::Ptr{gc_context}, out_free::Ptr{UInt64}, out_total::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_is_supported(
    context::Ptr{gc_context}, feature::gc_feature, out_supported::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_release(context::Ptr{gc_context})::Cvoid
@c gc_stream_create(
    context::Ptr{gc_context}, options::Ptr{gc_stream_options}, out_stream::Ptr{Ptr{gc_stream}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_get_default_stream(
    context::Ptr{gc_context}, out_stream::Ptr{Ptr{gc_stream}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_get_stream_priority_range(
    context::Ptr{gc_context}, out_least::Ptr{Int32}, out_greatest::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_stream_synchronize(stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_stream_query(stream::Ptr{gc_stream}, out_done::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_stream_synchronize_for(
    stream::Ptr{gc_stream}, timeout_nanoseconds::UInt64, out_done::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_stream_cancel(stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_stream_wait_event(
    stream::Ptr{gc_stream}, event::Ptr{gc_event}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_stream_wait_events(
    stream::Ptr{gc_stream}, events::Ptr{Ptr{gc_event}}, event_count::Csize_t, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_stream_notify(
    stream::Ptr{gc_stream}, completion::Ptr{gc_completion}, token::UInt64, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_stream_release(stream::Ptr{gc_stream})::Cvoid
@c gc_stream_get_attribute(
    stream::Ptr{gc_stream}, attribute::gc_stream_attribute, out_value::Ptr{Int64},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_stream_wrap(
    context::Ptr{gc_context}, native::UInt64, out_stream::Ptr{Ptr{gc_stream}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_event_create(
    context::Ptr{gc_context}, options::Ptr{gc_event_options}, out_event::Ptr{Ptr{gc_event}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_event_record(event::Ptr{gc_event}, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_event_synchronize(event::Ptr{gc_event}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_event_synchronize_for(
    events::Ptr{Ptr{gc_event}}, event_count::Csize_t, timeout_nanoseconds::UInt64, out_done::Ptr{Int32},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_event_query(event::Ptr{gc_event}, out_done::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_event_get_elapsed(
    start::Ptr{gc_event}, end_::Ptr{gc_event}, out_nanoseconds::Ptr{Int64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_event_release(event::Ptr{gc_event})::Cvoid
@c gc_event_wrap(
    context::Ptr{gc_context}, native::UInt64, out_event::Ptr{Ptr{gc_event}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_event_get_ipc_handle(
    event::Ptr{gc_event}, out_handle::Ptr{UInt8}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_event_open_ipc(
    context::Ptr{gc_context}, handle::Ptr{Cvoid}, handle_size::Csize_t, out_event::Ptr{Ptr{gc_event}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_completion_create(out_completion::Ptr{Ptr{gc_completion}}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_completion_wait(
    completion::Ptr{gc_completion}, timeout_nanoseconds::UInt64, out_token::Ptr{UInt64}, out_done::Ptr{Int32},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_completion_get_descriptor(
    completion::Ptr{gc_completion}, out_descriptor::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_completion_release(completion::Ptr{gc_completion})::Cvoid
@c gc_dtype_create(
    entries::Ptr{gc_dtype_entry}, entry_count::Csize_t, size::UInt64, out_dtype::Ptr{Ptr{gc_dtype}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_dtype_get_size(dtype::Ptr{gc_dtype}, out_size::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_dtype_get_alignment(
    dtype::Ptr{gc_dtype}, out_alignment::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_dtype_get_field_count(
    dtype::Ptr{gc_dtype}, out_count::Ptr{Csize_t}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_dtype_get_field(
    dtype::Ptr{gc_dtype}, index::Csize_t, out_field::Ptr{gc_dtype_field}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_dtype_get_field_record(
    dtype::Ptr{gc_dtype}, index::Csize_t, out_record::Ptr{Ptr{gc_dtype}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_dtype_find_field(
    dtype::Ptr{gc_dtype}, name::Cstring, out_index::Ptr{Csize_t}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_dtype_scalar_size(scalar_type::gc_scalar_type)::UInt32
@c gc_dtype_scalar_name(scalar_type::gc_scalar_type)::Cstring
@c gc_dtype_scalar_from_name(
    name::Cstring, out_scalar_type::Ptr{gc_scalar_type}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_dtype_release(dtype::Ptr{gc_dtype})::Cvoid
@c blocking gc_mem_alloc(
    context::Ptr{gc_context}, size::UInt64, out_mem::Ptr{Ptr{gc_mem}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_mem_create(
    context::Ptr{gc_context}, options::Ptr{gc_mem_options}, out_mem::Ptr{Ptr{gc_mem}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_mem_create_sub_region(
    mem::Ptr{gc_mem}, offset::UInt64, size::UInt64, flags::UInt64, out_mem::Ptr{Ptr{gc_mem}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_mem_register(
    context::Ptr{gc_context}, host_address::UInt64, size::UInt64, options::Ptr{gc_mem_register_options},
    out_mem::Ptr{Ptr{gc_mem}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_mem_wrap(
    context::Ptr{gc_context}, address::UInt64, size::UInt64, options::Ptr{gc_mem_wrap_options},
    out_mem::Ptr{Ptr{gc_mem}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_mem_get_address(mem::Ptr{gc_mem}, out_address::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_mem_get_host_address(mem::Ptr{gc_mem}, out_address::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_mem_get_size(mem::Ptr{gc_mem}, out_size::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_mem_get_attribute(
    mem::Ptr{gc_mem}, attribute::gc_mem_attribute, out_value::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_mem_get_parent(mem::Ptr{gc_mem}, out_mem::Ptr{Ptr{gc_mem}}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_mem_use(mem::Ptr{gc_mem}, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_mem_wait(
    mem::Ptr{gc_mem}, timeout_nanoseconds::UInt64, out_done::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_mem_attach(
    mem::Ptr{gc_mem}, attach::gc_mem_attach_mode, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_mem_advise(
    mem::Ptr{gc_mem}, offset::UInt64, size::UInt64, advice::gc_mem_advice, device::Ptr{gc_device},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_mem_prefetch(
    mem::Ptr{gc_mem}, offset::UInt64, size::UInt64, device::Ptr{gc_device}, flags::UInt64,
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_mem_get_ipc_handle(
    mem::Ptr{gc_mem}, out_handle::Ptr{UInt8}, out_offset::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_mem_open_ipc(
    context::Ptr{gc_context}, handle::Ptr{Cvoid}, handle_size::Csize_t, offset::UInt64, size::UInt64,
    options::Ptr{gc_mem_ipc_options}, out_mem::Ptr{Ptr{gc_mem}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_mem_free(mem::Ptr{gc_mem}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_mem_release(mem::Ptr{gc_mem})::Cvoid
@c blocking gc_memcpy(
    dst::Ptr{gc_mem}, dst_offset::UInt64, src::Ptr{gc_mem}, src_offset::UInt64, size::UInt64,
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_memcpy_htod(
    dst::Ptr{gc_mem}, dst_offset::UInt64, src::Ptr{Cvoid}, size::Csize_t, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_memcpy_dtoh(
    dst::Ptr{Cvoid}, src::Ptr{gc_mem}, src_offset::UInt64, size::Csize_t, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_memcpy_rect(
    rect::Ptr{gc_rect_copy}, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_memset(
    mem::Ptr{gc_mem}, offset::UInt64, value::Ptr{Cvoid}, value_size::Csize_t, count::UInt64,
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_memset_rect(
    rect::Ptr{gc_rect_fill}, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_mem_map(
    mem::Ptr{gc_mem}, offset::UInt64, size::UInt64, flags::UInt64, stream::Ptr{gc_stream},
    out_mapping::Ptr{Ptr{gc_mapping}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_mapping_get_address(
    mapping::Ptr{gc_mapping}, out_address::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_mapping_get_attribute(
    mapping::Ptr{gc_mapping}, attribute::gc_mapping_attribute, out_value::Ptr{UInt64},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_mapping_get_event(
    mapping::Ptr{gc_mapping}, out_event::Ptr{Ptr{gc_event}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_mapping_unmap(mapping::Ptr{gc_mapping}, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_mapping_release(mapping::Ptr{gc_mapping})::Cvoid
@c gc_pipe_create(
    context::Ptr{gc_context}, packet_size::UInt64, max_packets::UInt64, out_pipe::Ptr{Ptr{gc_pipe}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_pipe_get_attribute(
    pipe::Ptr{gc_pipe}, attribute::gc_pipe_attribute, out_value::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_pipe_release(pipe::Ptr{gc_pipe})::Cvoid
@c blocking gc_array_create(
    context::Ptr{gc_context}, options::Ptr{gc_array_options}, out_array::Ptr{Ptr{gc_array}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_array_wrap(
    context::Ptr{gc_context}, native::UInt64, out_array::Ptr{Ptr{gc_array}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_array_find_format(
    order::gc_channel_order, channel_type::gc_channel_type, out_info::Ptr{gc_image_format_info},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_array_channel_count(channels::UInt32)::UInt32
@c blocking gc_array_get_image_formats(
    context::Ptr{gc_context}, flags::UInt64, dimensions::UInt32, formats::Ptr{gc_image_format},
    capacity::Csize_t, out_count::Ptr{Csize_t}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_array_get_attribute(
    array::Ptr{gc_array}, attribute::gc_array_attribute, out_value::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_array_get_level(
    array::Ptr{gc_array}, level::UInt32, out_array::Ptr{Ptr{gc_array}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_array_map(
    array::Ptr{gc_array}, region::Ptr{gc_array_region}, flags::UInt64, stream::Ptr{gc_stream},
    out_mapping::Ptr{Ptr{gc_mapping}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_array_release(array::Ptr{gc_array})::Cvoid
@c gc_texture_create(
    context::Ptr{gc_context}, options::Ptr{gc_texture_options}, out_texture::Ptr{Ptr{gc_texture}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_texture_get_attribute(
    texture::Ptr{gc_texture}, attribute::gc_texture_attribute, out_value::Ptr{UInt64},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_texture_get_array(
    texture::Ptr{gc_texture}, out_array::Ptr{Ptr{gc_array}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_texture_release(texture::Ptr{gc_texture})::Cvoid
@c gc_surface_create(
    array::Ptr{gc_array}, out_surface::Ptr{Ptr{gc_surface}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_surface_get_array(
    surface::Ptr{gc_surface}, out_array::Ptr{Ptr{gc_array}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_surface_release(surface::Ptr{gc_surface})::Cvoid
@c gc_sampler_create(
    context::Ptr{gc_context}, options::Ptr{gc_sampler_options}, out_sampler::Ptr{Ptr{gc_sampler}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_sampler_get_attribute(
    sampler::Ptr{gc_sampler}, attribute::gc_sampler_attribute, out_value::Ptr{UInt64},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_sampler_release(sampler::Ptr{gc_sampler})::Cvoid
@c blocking gc_module_from_source(
    context::Ptr{gc_context}, source::Ptr{UInt8}, source_size::Csize_t, options::Ptr{gc_compile_options},
    out_module::Ptr{Ptr{gc_module}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_module_from_buffer(
    context::Ptr{gc_context}, image::Ptr{Cvoid}, size::Csize_t, options::Ptr{gc_module_options},
    out_module::Ptr{Ptr{gc_module}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_module_from_file(
    context::Ptr{gc_context}, path::Cstring, options::Ptr{gc_compile_options},
    out_module::Ptr{Ptr{gc_module}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_module_get_kernel(
    module_::Ptr{gc_module}, name::Cstring, out_kernel::Ptr{Ptr{gc_kernel}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_module_get_kernel_count(
    module_::Ptr{gc_module}, out_count::Ptr{Csize_t}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_module_get_kernel_name(
    module_::Ptr{gc_module}, index::Csize_t, name::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_module_get_global(
    module_::Ptr{gc_module}, name::Cstring, out_mem::Ptr{Ptr{gc_mem}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_module_bind_texture(
    module_::Ptr{gc_module}, name::Cstring, texture::Ptr{gc_texture}, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_module_bind_surface(
    module_::Ptr{gc_module}, name::Cstring, surface::Ptr{gc_surface}, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_module_get_texture(
    module_::Ptr{gc_module}, name::Cstring, out_texture::Ptr{Ptr{gc_texture}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_module_get_surface(
    module_::Ptr{gc_module}, name::Cstring, out_surface::Ptr{Ptr{gc_surface}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_module_get_log(
    module_::Ptr{gc_module}, log::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_module_get_attribute(
    module_::Ptr{gc_module}, attribute::gc_module_attribute, out_value::Ptr{UInt64},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_module_is_cached(
    module_::Ptr{gc_module}, out_cached::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_module_release(module_::Ptr{gc_module})::Cvoid
@c blocking gc_program_compile(
    device::Ptr{gc_device}, source::Ptr{UInt8}, source_size::Csize_t, options::Ptr{gc_compile_options},
    out_program::Ptr{Ptr{gc_program}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_program_get_image(
    program::Ptr{gc_program}, image::Ptr{UInt8}, capacity::Csize_t, out_count::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_program_get_log(
    program::Ptr{gc_program}, log::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_program_get_symbol(
    program::Ptr{gc_program}, name::Cstring, symbol::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_module_from_program(
    context::Ptr{gc_context}, program::Ptr{gc_program}, options::Ptr{gc_module_options},
    out_module::Ptr{Ptr{gc_module}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_program_get_default_options(
    options::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_program_set_default_options(
    options::Ptr{Cstring}, option_count::Csize_t, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_program_release(program::Ptr{gc_program})::Cvoid
@c blocking gc_module_link(
    context::Ptr{gc_context}, options::Ptr{gc_module_options}, inputs::Ptr{gc_link_input},
    input_count::Csize_t, out_module::Ptr{Ptr{gc_module}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_kernel_get_name(
    kernel::Ptr{gc_kernel}, name::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_kernel_get_attribute(
    kernel::Ptr{gc_kernel}, attribute::gc_kernel_attribute, out_value::Ptr{Int32},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_kernel_set_attribute(
    kernel::Ptr{gc_kernel}, attribute::gc_kernel_attribute, value::Int32, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_kernel_get_occupancy(
    kernel::Ptr{gc_kernel}, block_size::UInt32, shared_size::UInt64, flags::UInt64,
    out_block_count::Ptr{UInt32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_kernel_suggest_block(
    kernel::Ptr{gc_kernel}, shared_size::UInt64, max_block_size::UInt32, out_block_size::Ptr{UInt32},
    out_grid_size::Ptr{UInt32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_kernel_get_param_count(
    kernel::Ptr{gc_kernel}, out_count::Ptr{Csize_t}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_kernel_get_param(
    kernel::Ptr{gc_kernel}, index::Csize_t, out_param::Ptr{gc_kernel_param}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_kernel_release(kernel::Ptr{gc_kernel})::Cvoid
@c gc_launch(
    kernel::Ptr{gc_kernel}, config::Ptr{gc_launch_config}, args::Ptr{gc_arg}, arg_count::Csize_t,
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_prepared_create(
    kernel::Ptr{gc_kernel}, config::Ptr{gc_launch_config}, args::Ptr{gc_arg}, arg_count::Csize_t,
    out_prepared::Ptr{Ptr{gc_prepared}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_prepared_set_arg(
    prepared::Ptr{gc_prepared}, index::Csize_t, arg::Ptr{gc_arg}, bytes::Ptr{Cvoid}, bytes_size::Csize_t,
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_prepared_set_config(
    prepared::Ptr{gc_prepared}, config::Ptr{gc_launch_config}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_prepared_launch(
    prepared::Ptr{gc_prepared}, config::Ptr{gc_launch_config}, args::Ptr{gc_arg}, arg_count::Csize_t,
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_prepared_release(prepared::Ptr{gc_prepared})::Cvoid
@c blocking gc_launch_staged(
    kernel::Ptr{gc_kernel}, config::Ptr{gc_launch_config}, args::Ptr{gc_arg}, arg_count::Csize_t,
    host_args::Ptr{gc_host_arg}, host_arg_count::Csize_t, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_stream_begin_capture(
    stream::Ptr{gc_stream}, mode::gc_capture_mode, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_stream_end_capture(
    stream::Ptr{gc_stream}, out_graph::Ptr{Ptr{gc_graph}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_graph_launch(graph::Ptr{gc_graph}, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_graph_get_node_count(
    graph::Ptr{gc_graph}, out_count::Ptr{Csize_t}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_graph_get_node_kind(
    graph::Ptr{gc_graph}, node::Csize_t, out_kind::Ptr{gc_graph_node_kind}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_graph_get_node_kernel(
    graph::Ptr{gc_graph}, node::Csize_t, out_kernel::Ptr{Ptr{gc_kernel}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_graph_set_arg(
    graph::Ptr{gc_graph}, node::Csize_t, index::Csize_t, arg::Ptr{gc_arg}, bytes::Ptr{Cvoid},
    bytes_size::Csize_t, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_graph_get_text(
    graph::Ptr{gc_graph}, text::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_graph_release(graph::Ptr{gc_graph})::Cvoid
@c gc_pool_create(
    context::Ptr{gc_context}, options::Ptr{gc_pool_options}, out_pool::Ptr{Ptr{gc_pool}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_pool_alloc(
    pool::Ptr{gc_pool}, size::UInt64, stream::Ptr{gc_stream}, out_mem::Ptr{Ptr{gc_mem}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_pool_get_statistics(
    pool::Ptr{gc_pool}, out_statistics::Ptr{gc_pool_statistics}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_pool_free_held(pool::Ptr{gc_pool}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_pool_stop_holding(pool::Ptr{gc_pool}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_pool_set_limit(pool::Ptr{gc_pool}, limit::UInt64, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_pool_release(pool::Ptr{gc_pool})::Cvoid
@c blocking gc_ndarray_create(
    context::Ptr{gc_context}, options::Ptr{gc_ndarray_options}, out_ndarray::Ptr{Ptr{gc_ndarray}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_from_host(
    context::Ptr{gc_context}, data::Ptr{Cvoid}, size::Csize_t, options::Ptr{gc_ndarray_options},
    out_ndarray::Ptr{Ptr{gc_ndarray}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_from_mem(
    mem::Ptr{gc_mem}, offset::UInt64, options::Ptr{gc_ndarray_options}, out_ndarray::Ptr{Ptr{gc_ndarray}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_get_mem(
    ndarray::Ptr{gc_ndarray}, out_mem::Ptr{Ptr{gc_mem}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_get_record(
    ndarray::Ptr{gc_ndarray}, out_dtype::Ptr{Ptr{gc_dtype}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_get_attribute(
    ndarray::Ptr{gc_ndarray}, attribute::gc_ndarray_attribute, out_value::Ptr{UInt64},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_get_shape(
    ndarray::Ptr{gc_ndarray}, shape::Ptr{UInt64}, capacity::Csize_t, out_count::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_get_strides(
    ndarray::Ptr{gc_ndarray}, strides::Ptr{Int64}, capacity::Csize_t, out_count::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_slice(
    ndarray::Ptr{gc_ndarray}, slices::Ptr{gc_axis_slice}, slice_count::Csize_t,
    out_ndarray::Ptr{Ptr{gc_ndarray}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_reshape(
    ndarray::Ptr{gc_ndarray}, shape::Ptr{Int64}, shape_count::Csize_t, flags::UInt64,
    out_ndarray::Ptr{Ptr{gc_ndarray}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_transpose(
    ndarray::Ptr{gc_ndarray}, axes::Ptr{UInt32}, axis_count::Csize_t, out_ndarray::Ptr{Ptr{gc_ndarray}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_view(
    ndarray::Ptr{gc_ndarray}, scalar_type::gc_scalar_type, record::Ptr{gc_dtype},
    out_ndarray::Ptr{Ptr{gc_ndarray}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_get_field(
    ndarray::Ptr{gc_ndarray}, name::Cstring, out_ndarray::Ptr{Ptr{gc_ndarray}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_copy(
    dst::Ptr{gc_ndarray}, src::Ptr{gc_ndarray}, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_copy_from_host(
    ndarray::Ptr{gc_ndarray}, data::Ptr{Cvoid}, size::Csize_t, layout::Ptr{gc_ndarray_layout},
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_copy_to_host(
    ndarray::Ptr{gc_ndarray}, data::Ptr{Cvoid}, size::Csize_t, layout::Ptr{gc_ndarray_layout},
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_fill(
    ndarray::Ptr{gc_ndarray}, value::Ptr{Cvoid}, value_size::Csize_t, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_apply(
    ndarray::Ptr{gc_ndarray}, expression::Cstring, inputs::Ptr{Ptr{gc_ndarray}}, input_count::Csize_t,
    scalars::Ptr{gc_scalar}, scalar_count::Csize_t, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_reduce(
    ndarray::Ptr{gc_ndarray}, src::Ptr{gc_ndarray}, reduction::gc_reduction, axes::Ptr{UInt32},
    axis_count::Csize_t, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_array_from_ndarray(
    ndarray::Ptr{gc_ndarray}, array_flags::UInt64, from_flags::UInt64, stream::Ptr{gc_stream},
    out_array::Ptr{Ptr{gc_array}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_array_from_host(
    context::Ptr{gc_context}, data::Ptr{Cvoid}, size::Csize_t, options::Ptr{gc_ndarray_options},
    array_flags::UInt64, from_flags::UInt64, out_array::Ptr{Ptr{gc_array}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_release(ndarray::Ptr{gc_ndarray})::Cvoid
@c blocking gc_ndarray_transform_reduce(
    outputs::Ptr{Ptr{gc_ndarray}}, output_count::Csize_t, expression::Cstring, inputs::Ptr{Ptr{gc_ndarray}},
    input_count::Csize_t, options::Ptr{gc_reduce_options}, scalars::Ptr{gc_scalar}, scalar_count::Csize_t,
    reductions::Ptr{gc_reduction}, reduction_count::Csize_t, axes::Ptr{UInt32}, axis_count::Csize_t,
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_transform(
    outputs::Ptr{Ptr{gc_ndarray}}, output_count::Csize_t, expression::Cstring, inputs::Ptr{Ptr{gc_ndarray}},
    input_count::Csize_t, options::Ptr{gc_transform_options}, scalars::Ptr{gc_scalar}, scalar_count::Csize_t,
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_prepared_from_expression(
    outputs::Ptr{Ptr{gc_ndarray}}, output_count::Csize_t, expression::Cstring, inputs::Ptr{Ptr{gc_ndarray}},
    input_count::Csize_t, options::Ptr{gc_transform_options}, scalars::Ptr{gc_scalar}, scalar_count::Csize_t,
    out_prepared::Ptr{Ptr{gc_prepared}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_fill_random(
    ndarray::Ptr{gc_ndarray}, options::Ptr{gc_random_options}, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_sort(
    ndarray::Ptr{gc_ndarray}, src::Ptr{gc_ndarray}, options::Ptr{gc_sort_options}, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_scan(
    ndarray::Ptr{gc_ndarray}, src::Ptr{gc_ndarray}, reduction::gc_reduction, options::Ptr{gc_scan_options},
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_select(
    ndarray::Ptr{gc_ndarray}, src::Ptr{gc_ndarray}, mask::Ptr{gc_ndarray}, count::Ptr{gc_ndarray},
    options::Ptr{gc_select_options}, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_reduce_by_key(
    keys::Ptr{gc_ndarray}, values::Ptr{gc_ndarray}, src_keys::Ptr{gc_ndarray}, src_values::Ptr{gc_ndarray},
    reduction::gc_reduction, count::Ptr{gc_ndarray}, options::Ptr{gc_select_options}, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_histogram(
    counts::Ptr{gc_ndarray}, src::Ptr{gc_ndarray}, options::Ptr{gc_histogram_options}, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_search(
    ndarray::Ptr{gc_ndarray}, sorted::Ptr{gc_ndarray}, values::Ptr{gc_ndarray}, flags::UInt64,
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_take(
    ndarray::Ptr{gc_ndarray}, src::Ptr{gc_ndarray}, indices::Ptr{gc_ndarray}, options::Ptr{gc_index_options},
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_put(
    ndarray::Ptr{gc_ndarray}, indices::Ptr{gc_ndarray}, values::Ptr{gc_ndarray},
    options::Ptr{gc_index_options}, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_matmul(
    ndarray::Ptr{gc_ndarray}, left::Ptr{gc_ndarray}, right::Ptr{gc_ndarray}, options::Ptr{gc_matmul_options},
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_sparse_matmul(
    ndarray::Ptr{gc_ndarray}, row_offsets::Ptr{gc_ndarray}, columns::Ptr{gc_ndarray}, values::Ptr{gc_ndarray},
    right::Ptr{gc_ndarray}, options::Ptr{gc_sparse_matmul_options}, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_solve(
    x::Ptr{gc_ndarray}, a::Ptr{gc_ndarray}, b::Ptr{gc_ndarray}, options::Ptr{gc_factor_options},
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_cholesky(
    ndarray::Ptr{gc_ndarray}, a::Ptr{gc_ndarray}, options::Ptr{gc_factor_options}, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_qr(
    q::Ptr{gc_ndarray}, r::Ptr{gc_ndarray}, a::Ptr{gc_ndarray}, options::Ptr{gc_factor_options},
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_svd(
    values::Ptr{gc_ndarray}, u::Ptr{gc_ndarray}, vt::Ptr{gc_ndarray}, a::Ptr{gc_ndarray},
    options::Ptr{gc_factor_options}, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_eigh(
    values::Ptr{gc_ndarray}, vectors::Ptr{gc_ndarray}, a::Ptr{gc_ndarray}, options::Ptr{gc_factor_options},
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_ndarray_fft(
    ndarray::Ptr{gc_ndarray}, src::Ptr{gc_ndarray}, options::Ptr{gc_fft_options}, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_to_dlpack(
    ndarray::Ptr{gc_ndarray}, flags::UInt64, stream::Ptr{gc_stream}, out_tensor::Ptr{UInt64},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_ndarray_from_dlpack(
    context::Ptr{gc_context}, tensor::UInt64, flags::UInt64, stream::Ptr{gc_stream},
    out_ndarray::Ptr{Ptr{gc_ndarray}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_context_get_comm_engine(
    context::Ptr{gc_context}, text::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_comm_create_id(
    context::Ptr{gc_context}, out_id::Ptr{UInt8}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_comm_create(
    context::Ptr{gc_context}, id::Ptr{Cvoid}, id_size::Csize_t, rank::UInt32, count::UInt32,
    options::Ptr{gc_comm_options}, out_comm::Ptr{Ptr{gc_comm}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_comm_create_many(
    contexts::Ptr{Ptr{gc_context}}, context_count::Csize_t, ranks::Ptr{UInt32}, rank_count::Csize_t,
    id::Ptr{Cvoid}, id_size::Csize_t, count::UInt32, options::Ptr{gc_comm_options},
    out_comms::Ptr{Ptr{gc_comm}}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_comm_from_environment(
    context::Ptr{gc_context}, options::Ptr{gc_comm_options}, out_comm::Ptr{Ptr{gc_comm}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_comm_split(
    comm::Ptr{gc_comm}, color::Int32, key::Int32, options::Ptr{gc_comm_options}, out_comm::Ptr{Ptr{gc_comm}},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_get_attribute(
    comm::Ptr{gc_comm}, attribute::gc_comm_attribute, out_value::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_query(comm::Ptr{gc_comm}, out_done::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_comm_all_reduce(
    comm::Ptr{gc_comm}, dst::Ptr{gc_mem}, dst_offset::UInt64, src::Ptr{gc_mem}, src_offset::UInt64,
    count::UInt64, scalar_type::gc_scalar_type, reduction::gc_comm_reduction, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_reduce(
    comm::Ptr{gc_comm}, dst::Ptr{gc_mem}, dst_offset::UInt64, src::Ptr{gc_mem}, src_offset::UInt64,
    count::UInt64, scalar_type::gc_scalar_type, reduction::gc_comm_reduction, root::UInt32,
    stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_broadcast(
    comm::Ptr{gc_comm}, dst::Ptr{gc_mem}, dst_offset::UInt64, src::Ptr{gc_mem}, src_offset::UInt64,
    count::UInt64, scalar_type::gc_scalar_type, root::UInt32, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_all_gather(
    comm::Ptr{gc_comm}, dst::Ptr{gc_mem}, dst_offset::UInt64, src::Ptr{gc_mem}, src_offset::UInt64,
    count::UInt64, scalar_type::gc_scalar_type, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_reduce_scatter(
    comm::Ptr{gc_comm}, dst::Ptr{gc_mem}, dst_offset::UInt64, src::Ptr{gc_mem}, src_offset::UInt64,
    count::UInt64, scalar_type::gc_scalar_type, reduction::gc_comm_reduction, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_all_to_all(
    comm::Ptr{gc_comm}, dst::Ptr{gc_mem}, dst_offset::UInt64, src::Ptr{gc_mem}, src_offset::UInt64,
    count::UInt64, scalar_type::gc_scalar_type, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_gather(
    comm::Ptr{gc_comm}, dst::Ptr{gc_mem}, dst_offset::UInt64, src::Ptr{gc_mem}, src_offset::UInt64,
    count::UInt64, scalar_type::gc_scalar_type, root::UInt32, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_scatter(
    comm::Ptr{gc_comm}, dst::Ptr{gc_mem}, dst_offset::UInt64, src::Ptr{gc_mem}, src_offset::UInt64,
    count::UInt64, scalar_type::gc_scalar_type, root::UInt32, stream::Ptr{gc_stream},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_send(
    comm::Ptr{gc_comm}, src::Ptr{gc_mem}, src_offset::UInt64, count::UInt64, scalar_type::gc_scalar_type,
    peer::UInt32, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_recv(
    comm::Ptr{gc_comm}, dst::Ptr{gc_mem}, dst_offset::UInt64, count::UInt64, scalar_type::gc_scalar_type,
    peer::UInt32, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_barrier(comm::Ptr{gc_comm}, stream::Ptr{gc_stream}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_comm_launch_group(ops::Ptr{gc_comm_op}, op_count::Csize_t, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_comm_finalize(
    comm::Ptr{gc_comm}, timeout_nanoseconds::UInt64, out_done::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_comm_abort(
    comms::Ptr{Ptr{gc_comm}}, comm_count::Csize_t, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_comm_release(comm::Ptr{gc_comm})::Cvoid
@c blocking gc_cache_get_statistics(
    out_statistics::Ptr{gc_cache_statistics}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_cache_get_directory(
    path::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_cache_get_disabled_reason(
    reason::Ptr{UInt8}, capacity::Csize_t, out_needed::Ptr{Csize_t}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_cache_clear(out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_profiler_initialize(
    context::Ptr{gc_context}, options::Ptr{gc_profiler_options}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c blocking gc_profiler_start(context::Ptr{gc_context}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_profiler_stop(context::Ptr{gc_context}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_log_create(level::gc_log_level, out_log::Ptr{Ptr{gc_log}}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c blocking gc_log_read(
    log::Ptr{gc_log}, timeout_nanoseconds::UInt64, out_record::Ptr{gc_log_record}, out_done::Ptr{Int32},
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_log_get_descriptor(log::Ptr{gc_log}, out_descriptor::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_log_release(log::Ptr{gc_log})::Cvoid
@c gc_device_get_data(
    device::Ptr{gc_device}, out_data::Ptr{gc_device_data}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_device_get_alignment(
    device::Ptr{gc_device}, word_size::UInt64, size::UInt64, out_alignment::Ptr{UInt64},
    out_size::Ptr{UInt64}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_device_data_get_occupancy(
    data::Ptr{gc_device_data}, threads::UInt32, shared_size::UInt64, registers::UInt32,
    out_record::Ptr{gc_occupancy_record}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_set_memo(
    context::Ptr{gc_context}, key::Ptr{Cvoid}, key_size::Csize_t, handle::Ptr{Cvoid}, value::UInt64,
    out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_get_memo(
    context::Ptr{gc_context}, key::Ptr{Cvoid}, key_size::Csize_t, out_handle::Ptr{UInt64},
    out_value::Ptr{UInt64}, out_found::Ptr{Int32}, out_error::Ptr{Ptr{gc_error}}
)::gc_status
@c gc_context_clear_memo(context::Ptr{gc_context}, out_error::Ptr{Ptr{gc_error}})::gc_status
@c gc_context_defer_cleanup(context::Ptr{gc_context}, defers::Int32, out_error::Ptr{Ptr{gc_error}})::gc_status
