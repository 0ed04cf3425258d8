# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    VersionComponent

The parts with a version of their own.

- `VERSION_COMPONENT_CUDA`: The CUDA driver interface that this library follows, 13.0.
- `VERSION_COMPONENT_DRIVER`: The newest CUDA that NVIDIA's driver on this machine supports, 13.0.
- `VERSION_COMPONENT_NVRTC`: NVRTC, the compiler for GPUs, that the library found.
- `VERSION_COMPONENT_CPU_DEVICE`: The CPU device (libgridcall_cpu.so).
- `VERSION_COMPONENT_NCCL`: NCCL, which carries communicators between GPUs.
- `VERSION_COMPONENT_MPI`: The MPI standard of the library that carries communicators between CPU devices;
  `comm_engine` names that library.
"""
struct VersionComponent <: Code
    value::Int32
end
const VERSION_COMPONENT_CUDA = VersionComponent(1)
const VERSION_COMPONENT_DRIVER = VersionComponent(2)
const VERSION_COMPONENT_NVRTC = VersionComponent(3)
const VERSION_COMPONENT_CPU_DEVICE = VersionComponent(4)
const VERSION_COMPONENT_NCCL = VersionComponent(5)
const VERSION_COMPONENT_MPI = VersionComponent(6)
const version_component_names = Pair{Symbol,Int32}[
    :CUDA => 1, :DRIVER => 2, :NVRTC => 3, :CPU_DEVICE => 4, :NCCL => 5, :MPI => 6
]
codes(::Type{VersionComponent}) = version_component_names

"""
    Status

The status that a function returns.

Lists of errors leave out what a wrong argument causes: `INVALID_HANDLE` (a handle), `INVALID_OPTIONS`
(options and flags), `INVALID_ARGUMENT` (any other) and `OUT_OF_RANGE` (a buffer that is too small).

"Any driver error" is DRIVER, `DEVICE_LOST`, FORKED or EXITING.

"Any device error" is any driver error, `OUT_OF_MEMORY`, any launch error (3xx), COMM, `COMM_PEER_LOST`,
`COMM_TIMEOUT`, `COMM_ABORTED` or `COMM_MISMATCH`. The launch or communicator error is then one of work that
was queued before.

"Any communicator error" is COMM, `COMM_UNAVAILABLE`, `COMM_TOO_OLD`, `COMM_PEER_LOST`, `COMM_TIMEOUT`,
`COMM_ABORTED` or `COMM_MISMATCH`.

- `OK`: It worked.
- `ERROR_INVALID_ARGUMENT`: An argument is `nothing`, zero, misaligned or contradicts another.
- `ERROR_INVALID_HANDLE`: A handle is `nothing`, was released, is of another type, or was never a handle.
- `ERROR_OUT_OF_RANGE`: An offset, size, count or index lies outside the thing it indexes.
- `ERROR_INVALID_OPTIONS`: An options struct has a wrong struct_size, an unknown flag or a non-zero tail.
- `ERROR_NOT_FOUND`: No device, kernel, global or attribute of that name.
- `ERROR_WRONG_CONTEXT`: Two objects of one call belong to different contexts.
- `ERROR_INVALID_STATE`: The object is not in a state for this: an event that was never recorded, a fault not
  yet reported.
- `ERROR_NOT_READY`: The work asked about has not finished.
- `ERROR_ALREADY_REGISTERED`: Host memory is registered or page-locked already, all of it or a part.
- `ERROR_OUT_OF_MEMORY`: The device has not enough memory.
- `ERROR_OUT_OF_HOST_MEMORY`: The host has not enough memory.
- `ERROR_POOL_LIMIT`: The pool's own limit is reached.
- `ERROR_INVALID_LAUNCH`: The grid, block or shared memory is more than the device or the kernel allows.
- `ERROR_ARGUMENT_MISMATCH`: The arguments of a launch are not what the kernel takes, in count or in size.
- `ERROR_ILLEGAL_ADDRESS`: A kernel touched memory that is not there.
- `ERROR_MISALIGNED_ADDRESS`: A kernel accessed an address that is not a multiple of the access size.
- `ERROR_KERNEL_TRAP`: A kernel ended itself (__trap), or failed in a way the device does not specify.
- `ERROR_KERNEL_ASSERT`: An assert in a kernel failed.
- `ERROR_DIVIDE_BY_ZERO`: A kernel divided an integer by zero. CPU device only.
- `ERROR_STACK_OVERFLOW`: A thread of a kernel used more stack than it has.
- `ERROR_LAUNCH_TIMEOUT`: A kernel ran longer than its time limit. The CPU device has ended it; on a GPU it
  still runs, unless the driver itself ended it.
- `ERROR_LAUNCH_FAILED`: A kernel failed for another reason; driver name and text say which.
- `ERROR_KERNEL_DEADLOCK`: Every thread of a block waits for another. CPU device only.
- `ERROR_DEVICE_LOST`: An earlier fault of a kernel, in any context and on any GPU, made CUDA unusable for
  this process; start a new process.
- `ERROR_CANCELLED`: The work was ended by `cancel`, or with the process that it was of (`event_open_ipc`).
- `ERROR_COMPILE`: The source does not compile; the compile log says why.
- `ERROR_COMPILER_UNAVAILABLE`: No compiler for this device was found; the notes list where it was looked for.
- `ERROR_COMPILER_FAILED`: The compiler itself crashed or returned nonsense.
- `ERROR_COMPILE_TIMEOUT`: The compiler took longer than its time limit and was ended.
- `ERROR_INVALID_IMAGE`: The bytes are no module image, or a damaged one.
- `ERROR_INCOMPATIBLE_IMAGE`: The image is for another architecture, or newer than the driver.
- `ERROR_INVALID_COMPILE_OPTION`: The compiler for this device does not know the option.
- `ERROR_DRIVER`: The driver failed with a code that has no status of its own; driver code and name tell
  which.
- `ERROR_NO_DEVICE`: There is no such device, or none at all.
- `ERROR_DRIVER_UNAVAILABLE`: The driver library was not found or cannot be loaded.
- `ERROR_DRIVER_TOO_OLD`: The driver lacks a function that this call needs.
- `ERROR_IO`: A file could not be read or written.
- `ERROR_INTERNAL`: A defect in gridcall itself; please report it.
- `ERROR_UNSUPPORTED`: This device or driver cannot do it; the message says which part is missing.
- `ERROR_FORKED`: The process was forked after the library was used; CUDA does not work in the child. Use it
  first in the child, or exec.
- `ERROR_EXITING`: The process is exiting; the driver may already be gone.
- `ERROR_COMM`: NCCL or MPI failed; the message has its own code and text.
- `ERROR_COMM_UNAVAILABLE`: NCCL or MPI was not found or cannot be opened; the notes list where it was looked
  for.
- `ERROR_COMM_TOO_OLD`: NCCL or MPI is older than this library needs.
- `ERROR_COMM_PEER_LOST`: Another rank of the communicator has died, or cannot be reached.
- `ERROR_COMM_TIMEOUT`: Other ranks did not come, or an operation did not end, within the communicator's time
  limit.
- `ERROR_COMM_ABORTED`: The communicator was aborted while the work was under way.
- `ERROR_COMM_MISMATCH`: The ranks of a communicator did not call alike; the message says which rank called
  what.
"""
struct Status <: Code
    value::Int32
end
const OK = Status(0)
const ERROR_INVALID_ARGUMENT = Status(100)
const ERROR_INVALID_HANDLE = Status(101)
const ERROR_OUT_OF_RANGE = Status(102)
const ERROR_INVALID_OPTIONS = Status(103)
const ERROR_NOT_FOUND = Status(104)
const ERROR_WRONG_CONTEXT = Status(105)
const ERROR_INVALID_STATE = Status(106)
const ERROR_NOT_READY = Status(107)
const ERROR_ALREADY_REGISTERED = Status(108)
const ERROR_OUT_OF_MEMORY = Status(200)
const ERROR_OUT_OF_HOST_MEMORY = Status(201)
const ERROR_POOL_LIMIT = Status(202)
const ERROR_INVALID_LAUNCH = Status(300)
const ERROR_ARGUMENT_MISMATCH = Status(301)
const ERROR_ILLEGAL_ADDRESS = Status(302)
const ERROR_MISALIGNED_ADDRESS = Status(303)
const ERROR_KERNEL_TRAP = Status(304)
const ERROR_KERNEL_ASSERT = Status(305)
const ERROR_DIVIDE_BY_ZERO = Status(306)
const ERROR_STACK_OVERFLOW = Status(307)
const ERROR_LAUNCH_TIMEOUT = Status(308)
const ERROR_LAUNCH_FAILED = Status(309)
const ERROR_KERNEL_DEADLOCK = Status(310)
const ERROR_DEVICE_LOST = Status(311)
const ERROR_CANCELLED = Status(312)
const ERROR_COMPILE = Status(400)
const ERROR_COMPILER_UNAVAILABLE = Status(401)
const ERROR_COMPILER_FAILED = Status(402)
const ERROR_COMPILE_TIMEOUT = Status(403)
const ERROR_INVALID_IMAGE = Status(404)
const ERROR_INCOMPATIBLE_IMAGE = Status(405)
const ERROR_INVALID_COMPILE_OPTION = Status(406)
const ERROR_DRIVER = Status(500)
const ERROR_NO_DEVICE = Status(501)
const ERROR_DRIVER_UNAVAILABLE = Status(502)
const ERROR_DRIVER_TOO_OLD = Status(503)
const ERROR_IO = Status(504)
const ERROR_INTERNAL = Status(505)
const ERROR_UNSUPPORTED = Status(506)
const ERROR_FORKED = Status(507)
const ERROR_EXITING = Status(508)
const ERROR_COMM = Status(520)
const ERROR_COMM_UNAVAILABLE = Status(521)
const ERROR_COMM_TOO_OLD = Status(522)
const ERROR_COMM_PEER_LOST = Status(523)
const ERROR_COMM_TIMEOUT = Status(524)
const ERROR_COMM_ABORTED = Status(525)
const ERROR_COMM_MISMATCH = Status(526)
const status_names = Pair{Symbol,Int32}[
    :OK => 0, :ERROR_INVALID_ARGUMENT => 100, :ERROR_INVALID_HANDLE => 101, :ERROR_OUT_OF_RANGE => 102,
    :ERROR_INVALID_OPTIONS => 103, :ERROR_NOT_FOUND => 104, :ERROR_WRONG_CONTEXT => 105,
    :ERROR_INVALID_STATE => 106, :ERROR_NOT_READY => 107, :ERROR_ALREADY_REGISTERED => 108,
    :ERROR_OUT_OF_MEMORY => 200, :ERROR_OUT_OF_HOST_MEMORY => 201, :ERROR_POOL_LIMIT => 202,
    :ERROR_INVALID_LAUNCH => 300, :ERROR_ARGUMENT_MISMATCH => 301, :ERROR_ILLEGAL_ADDRESS => 302,
    :ERROR_MISALIGNED_ADDRESS => 303, :ERROR_KERNEL_TRAP => 304, :ERROR_KERNEL_ASSERT => 305,
    :ERROR_DIVIDE_BY_ZERO => 306, :ERROR_STACK_OVERFLOW => 307, :ERROR_LAUNCH_TIMEOUT => 308,
    :ERROR_LAUNCH_FAILED => 309, :ERROR_KERNEL_DEADLOCK => 310, :ERROR_DEVICE_LOST => 311,
    :ERROR_CANCELLED => 312, :ERROR_COMPILE => 400, :ERROR_COMPILER_UNAVAILABLE => 401,
    :ERROR_COMPILER_FAILED => 402, :ERROR_COMPILE_TIMEOUT => 403, :ERROR_INVALID_IMAGE => 404,
    :ERROR_INCOMPATIBLE_IMAGE => 405, :ERROR_INVALID_COMPILE_OPTION => 406, :ERROR_DRIVER => 500,
    :ERROR_NO_DEVICE => 501, :ERROR_DRIVER_UNAVAILABLE => 502, :ERROR_DRIVER_TOO_OLD => 503, :ERROR_IO => 504,
    :ERROR_INTERNAL => 505, :ERROR_UNSUPPORTED => 506, :ERROR_FORKED => 507, :ERROR_EXITING => 508,
    :ERROR_COMM => 520, :ERROR_COMM_UNAVAILABLE => 521, :ERROR_COMM_TOO_OLD => 522,
    :ERROR_COMM_PEER_LOST => 523, :ERROR_COMM_TIMEOUT => 524, :ERROR_COMM_ABORTED => 525,
    :ERROR_COMM_MISMATCH => 526
]
codes(::Type{Status}) = status_names

"""
    Category

The class of a status.

- `CATEGORY_NONE`: Success.
- `CATEGORY_LOGIC`: The program asked for something that cannot be right, on any machine.
- `CATEGORY_MEMORY`: Memory ran out.
- `CATEGORY_LAUNCH`: A kernel could not be launched, or failed while it ran (often reported by a later call).
- `CATEGORY_COMPILE`: A source or image could not be compiled or loaded.
- `CATEGORY_RUNTIME`: Something in the environment failed or is missing: driver, device, process, file.
"""
struct Category <: Code
    value::Int32
end
const CATEGORY_NONE = Category(0)
const CATEGORY_LOGIC = Category(1)
const CATEGORY_MEMORY = Category(2)
const CATEGORY_LAUNCH = Category(3)
const CATEGORY_COMPILE = Category(4)
const CATEGORY_RUNTIME = Category(5)
const category_names = Pair{Symbol,Int32}[
    :NONE => 0, :LOGIC => 1, :MEMORY => 2, :LAUNCH => 3, :COMPILE => 4, :RUNTIME => 5
]
codes(::Type{Category}) = category_names

"""
    DeviceKind

The kind of a device.

- `DEVICE_KIND_GPU`: An NVIDIA GPU.
- `DEVICE_KIND_CPU`: The CPU device: this machine's cores.
"""
struct DeviceKind <: Code
    value::Int32
end
const DEVICE_KIND_GPU = DeviceKind(1)
const DEVICE_KIND_CPU = DeviceKind(2)
const device_kind_names = Pair{Symbol,Int32}[:GPU => 1, :CPU => 2]
codes(::Type{DeviceKind}) = device_kind_names

"""
    ComputeMode

The rule for who may make contexts of a device (CUDA's numbers): a value of `DEVICE_ATTRIBUTE_COMPUTE_MODE`.

- `COMPUTE_MODE_DEFAULT`: Any number of processes.
- `COMPUTE_MODE_PROHIBITED`: None.
- `COMPUTE_MODE_EXCLUSIVE_PROCESS`: One process at a time.
"""
struct ComputeMode <: Code
    value::Int32
end
const COMPUTE_MODE_DEFAULT = ComputeMode(0)
const COMPUTE_MODE_PROHIBITED = ComputeMode(2)
const COMPUTE_MODE_EXCLUSIVE_PROCESS = ComputeMode(3)
const compute_mode_names = Pair{Symbol,Int32}[:DEFAULT => 0, :PROHIBITED => 2, :EXCLUSIVE_PROCESS => 3]
codes(::Type{ComputeMode}) = compute_mode_names

"""
    DeviceAttribute

Attributes of a device, with CUDA's own numbers (CUDA Driver API, CUdevice_attribute), gridcall's own from
100001 on. Numbers that are not listed here are passed to the driver as they are.

- `DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK`: Most threads in a block.
- `DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X`: Largest block size in x.
- `DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y`: Largest block size in y.
- `DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z`: Largest block size in z.
- `DEVICE_ATTRIBUTE_MAX_GRID_DIM_X`: Largest grid size in x.
- `DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y`: Largest grid size in y.
- `DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z`: Largest grid size in z.
- `DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK`: Shared memory of a block without opting in to more, bytes.
- `DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY`: Constant memory of a kernel, bytes.
- `DEVICE_ATTRIBUTE_WARP_SIZE`: Threads in a warp.
- `DEVICE_ATTRIBUTE_MAX_PITCH`: Largest pitch of a 2D copy, bytes.
- `DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK`: 32-bit registers of a block.
- `DEVICE_ATTRIBUTE_CLOCK_RATE`: Peak clock, kHz.
- `DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT`: Alignment of textures, bytes.
- `DEVICE_ATTRIBUTE_GPU_OVERLAP`: 1 if a copy and a kernel can run at once.
- `DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT`: Multiprocessors; worker threads on the CPU device.
- `DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT`: 1 if kernels have a run-time limit.
- `DEVICE_ATTRIBUTE_INTEGRATED`: 1 if the device shares the host's memory.
- `DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY`: 1 if host memory can be mapped into the device's address space.
- `DEVICE_ATTRIBUTE_COMPUTE_MODE`: The rule for who may make contexts: a `COMPUTE_MODE_*` number.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH`: Largest 1D texture.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH`: Largest 2D texture, width.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT`: Largest 2D texture, height.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH`: Largest 3D texture, width.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT`: Largest 3D texture, height.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH`: Largest 3D texture, depth.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH`: Largest layered 2D texture, width.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT`: Largest layered 2D texture, height.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS`: Layers of a layered 2D texture.
- `DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT`: Alignment of surfaces, bytes.
- `DEVICE_ATTRIBUTE_CONCURRENT_KERNELS`: 1 if several kernels can run at once.
- `DEVICE_ATTRIBUTE_ECC_ENABLED`: 1 if memory is protected by ECC.
- `DEVICE_ATTRIBUTE_PCI_BUS_ID`: PCI bus.
- `DEVICE_ATTRIBUTE_PCI_DEVICE_ID`: PCI device.
- `DEVICE_ATTRIBUTE_TCC_DRIVER`: 1 if a Windows TCC driver is in use.
- `DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE`: Peak memory clock, kHz.
- `DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH`: Width of the memory bus, bits.
- `DEVICE_ATTRIBUTE_L2_CACHE_SIZE`: L2 cache, bytes.
- `DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR`: Most resident threads of a multiprocessor.
- `DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT`: Copy engines.
- `DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING`: 1 if host and device share one address space.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH`: Largest layered 1D texture.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS`: Layers of a layered 1D texture.
- `DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER`: Deprecated by CUDA; do not use.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH`: Largest 2D texture with gather, width.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT`: Largest 2D texture with gather, height.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE`: Alternate largest 3D texture, width.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE`: Alternate largest 3D texture, height.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE`: Alternate largest 3D texture, depth.
- `DEVICE_ATTRIBUTE_PCI_DOMAIN_ID`: PCI domain.
- `DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT`: Pitch alignment of 2D textures over linear memory, bytes.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH`: Largest cubemap texture.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH`: Largest layered cubemap texture.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS`: Layers of a layered cubemap texture.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH`: Largest 1D surface.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH`: Largest 2D surface, width.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT`: Largest 2D surface, height.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH`: Largest 3D surface, width.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT`: Largest 3D surface, height.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH`: Largest 3D surface, depth.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH`: Largest layered 1D surface.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS`: Layers of a layered 1D surface.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH`: Largest layered 2D surface, width.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT`: Largest layered 2D surface, height.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS`: Layers of a layered 2D surface.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH`: Largest cubemap surface.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH`: Largest layered cubemap surface.
- `DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS`: Layers of a layered cubemap surface.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH`: Largest 1D texture over linear memory.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH`: Largest 2D texture over linear memory, width.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT`: Largest 2D texture over linear memory, height.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH`: Largest 2D texture over linear memory, pitch in bytes.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH`: Largest mipmapped 2D texture, width.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT`: Largest mipmapped 2D texture, height.
- `DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR`: Compute capability, major.
- `DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR`: Compute capability, minor.
- `DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH`: Largest mipmapped 1D texture.
- `DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED`: 1 if streams have priorities.
- `DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED`: 1 if global memory can be cached in L1.
- `DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED`: 1 if local memory can be cached in L1.
- `DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR`: Shared memory of a multiprocessor, bytes.
- `DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR`: 32-bit registers of a multiprocessor.
- `DEVICE_ATTRIBUTE_MANAGED_MEMORY`: 1 if managed memory can be allocated.
- `DEVICE_ATTRIBUTE_MULTI_GPU_BOARD`: 1 if the board holds several GPUs.
- `DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID`: The group of GPUs that share a board.
- `DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED`: 1 if the link to the host has native atomics.
- `DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO`: The factor by which float is faster than double.
- `DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS`: 1 if kernels can read ordinary host memory.
- `DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS`: 1 if host and device can use managed memory at once.
- `DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED`: 1 if kernels can be preempted.
- `DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM`: 1 if registered host memory has the same address
  on the device.
- `DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH`: 1 if cooperative launches work.
- `DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN`: Shared memory of a block after opting in, bytes.
- `DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED`: 1 if host memory can be registered.
- `DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES`: 1 if the device uses the host's page
  tables.
- `DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST`: 1 if the host can read managed memory on the device
  without migration.
- `DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED`: 1 if virtual memory management works.
- `DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED`: 1 if memory can be shared by a file
  descriptor.
- `DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED`: 1 if memory can be shared by a Win32 handle.
- `DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED`: 1 if memory can be shared by a Win32 KMT handle.
- `DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR`: Most resident blocks of a multiprocessor.
- `DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED`: 1 if memory compression works.
- `DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE`: L2 cache that can be set aside, bytes.
- `DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE`: Largest access policy window, bytes.
- `DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK`: Shared memory the driver keeps for itself, bytes a
  block.
- `DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED`: 1 if host memory can be registered read-only.
- `DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED`: 1 if the driver has stream-ordered memory pools.
- `DEVICE_ATTRIBUTE_CLUSTER_LAUNCH`: 1 if cluster launches work.
- `DEVICE_ATTRIBUTE_SVM_CAPABILITIES`: The ways in which the host and kernels can share addresses: `SVM_*`
  bits.
"""
struct DeviceAttribute <: Code
    value::Int32
end
const DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = DeviceAttribute(1)
const DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = DeviceAttribute(2)
const DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = DeviceAttribute(3)
const DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = DeviceAttribute(4)
const DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = DeviceAttribute(5)
const DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = DeviceAttribute(6)
const DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = DeviceAttribute(7)
const DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = DeviceAttribute(8)
const DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = DeviceAttribute(9)
const DEVICE_ATTRIBUTE_WARP_SIZE = DeviceAttribute(10)
const DEVICE_ATTRIBUTE_MAX_PITCH = DeviceAttribute(11)
const DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = DeviceAttribute(12)
const DEVICE_ATTRIBUTE_CLOCK_RATE = DeviceAttribute(13)
const DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = DeviceAttribute(14)
const DEVICE_ATTRIBUTE_GPU_OVERLAP = DeviceAttribute(15)
const DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = DeviceAttribute(16)
const DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = DeviceAttribute(17)
const DEVICE_ATTRIBUTE_INTEGRATED = DeviceAttribute(18)
const DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = DeviceAttribute(19)
const DEVICE_ATTRIBUTE_COMPUTE_MODE = DeviceAttribute(20)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = DeviceAttribute(21)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = DeviceAttribute(22)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = DeviceAttribute(23)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = DeviceAttribute(24)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = DeviceAttribute(25)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = DeviceAttribute(26)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = DeviceAttribute(27)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = DeviceAttribute(28)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = DeviceAttribute(29)
const DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = DeviceAttribute(30)
const DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = DeviceAttribute(31)
const DEVICE_ATTRIBUTE_ECC_ENABLED = DeviceAttribute(32)
const DEVICE_ATTRIBUTE_PCI_BUS_ID = DeviceAttribute(33)
const DEVICE_ATTRIBUTE_PCI_DEVICE_ID = DeviceAttribute(34)
const DEVICE_ATTRIBUTE_TCC_DRIVER = DeviceAttribute(35)
const DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = DeviceAttribute(36)
const DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = DeviceAttribute(37)
const DEVICE_ATTRIBUTE_L2_CACHE_SIZE = DeviceAttribute(38)
const DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = DeviceAttribute(39)
const DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = DeviceAttribute(40)
const DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = DeviceAttribute(41)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = DeviceAttribute(42)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = DeviceAttribute(43)
const DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER = DeviceAttribute(44)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH = DeviceAttribute(45)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT = DeviceAttribute(46)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE = DeviceAttribute(47)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE = DeviceAttribute(48)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE = DeviceAttribute(49)
const DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = DeviceAttribute(50)
const DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = DeviceAttribute(51)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH = DeviceAttribute(52)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH = DeviceAttribute(53)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS = DeviceAttribute(54)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH = DeviceAttribute(55)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH = DeviceAttribute(56)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT = DeviceAttribute(57)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH = DeviceAttribute(58)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT = DeviceAttribute(59)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH = DeviceAttribute(60)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH = DeviceAttribute(61)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS = DeviceAttribute(62)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH = DeviceAttribute(63)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT = DeviceAttribute(64)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS = DeviceAttribute(65)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH = DeviceAttribute(66)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH = DeviceAttribute(67)
const DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS = DeviceAttribute(68)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH = DeviceAttribute(69)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH = DeviceAttribute(70)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = DeviceAttribute(71)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH = DeviceAttribute(72)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = DeviceAttribute(73)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = DeviceAttribute(74)
const DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = DeviceAttribute(75)
const DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = DeviceAttribute(76)
const DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = DeviceAttribute(77)
const DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = DeviceAttribute(78)
const DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = DeviceAttribute(79)
const DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = DeviceAttribute(80)
const DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = DeviceAttribute(81)
const DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = DeviceAttribute(82)
const DEVICE_ATTRIBUTE_MANAGED_MEMORY = DeviceAttribute(83)
const DEVICE_ATTRIBUTE_MULTI_GPU_BOARD = DeviceAttribute(84)
const DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID = DeviceAttribute(85)
const DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = DeviceAttribute(86)
const DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = DeviceAttribute(87)
const DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = DeviceAttribute(88)
const DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = DeviceAttribute(89)
const DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = DeviceAttribute(90)
const DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = DeviceAttribute(91)
const DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = DeviceAttribute(95)
const DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = DeviceAttribute(97)
const DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = DeviceAttribute(99)
const DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = DeviceAttribute(100)
const DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST = DeviceAttribute(101)
const DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = DeviceAttribute(102)
const DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = DeviceAttribute(103)
const DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED = DeviceAttribute(104)
const DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED = DeviceAttribute(105)
const DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = DeviceAttribute(106)
const DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = DeviceAttribute(107)
const DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = DeviceAttribute(108)
const DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE = DeviceAttribute(109)
const DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = DeviceAttribute(111)
const DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED = DeviceAttribute(113)
const DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = DeviceAttribute(115)
const DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = DeviceAttribute(120)
const DEVICE_ATTRIBUTE_SVM_CAPABILITIES = DeviceAttribute(100001)
const device_attribute_names = Pair{Symbol,Int32}[
    :MAX_THREADS_PER_BLOCK => 1, :MAX_BLOCK_DIM_X => 2, :MAX_BLOCK_DIM_Y => 3, :MAX_BLOCK_DIM_Z => 4,
    :MAX_GRID_DIM_X => 5, :MAX_GRID_DIM_Y => 6, :MAX_GRID_DIM_Z => 7, :MAX_SHARED_MEMORY_PER_BLOCK => 8,
    :TOTAL_CONSTANT_MEMORY => 9, :WARP_SIZE => 10, :MAX_PITCH => 11, :MAX_REGISTERS_PER_BLOCK => 12,
    :CLOCK_RATE => 13, :TEXTURE_ALIGNMENT => 14, :GPU_OVERLAP => 15, :MULTIPROCESSOR_COUNT => 16,
    :KERNEL_EXEC_TIMEOUT => 17, :INTEGRATED => 18, :CAN_MAP_HOST_MEMORY => 19, :COMPUTE_MODE => 20,
    :MAXIMUM_TEXTURE1D_WIDTH => 21, :MAXIMUM_TEXTURE2D_WIDTH => 22, :MAXIMUM_TEXTURE2D_HEIGHT => 23,
    :MAXIMUM_TEXTURE3D_WIDTH => 24, :MAXIMUM_TEXTURE3D_HEIGHT => 25, :MAXIMUM_TEXTURE3D_DEPTH => 26,
    :MAXIMUM_TEXTURE2D_LAYERED_WIDTH => 27, :MAXIMUM_TEXTURE2D_LAYERED_HEIGHT => 28,
    :MAXIMUM_TEXTURE2D_LAYERED_LAYERS => 29, :SURFACE_ALIGNMENT => 30, :CONCURRENT_KERNELS => 31,
    :ECC_ENABLED => 32, :PCI_BUS_ID => 33, :PCI_DEVICE_ID => 34, :TCC_DRIVER => 35, :MEMORY_CLOCK_RATE => 36,
    :GLOBAL_MEMORY_BUS_WIDTH => 37, :L2_CACHE_SIZE => 38, :MAX_THREADS_PER_MULTIPROCESSOR => 39,
    :ASYNC_ENGINE_COUNT => 40, :UNIFIED_ADDRESSING => 41, :MAXIMUM_TEXTURE1D_LAYERED_WIDTH => 42,
    :MAXIMUM_TEXTURE1D_LAYERED_LAYERS => 43, :CAN_TEX2D_GATHER => 44, :MAXIMUM_TEXTURE2D_GATHER_WIDTH => 45,
    :MAXIMUM_TEXTURE2D_GATHER_HEIGHT => 46, :MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE => 47,
    :MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE => 48, :MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE => 49, :PCI_DOMAIN_ID => 50,
    :TEXTURE_PITCH_ALIGNMENT => 51, :MAXIMUM_TEXTURECUBEMAP_WIDTH => 52,
    :MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH => 53, :MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS => 54,
    :MAXIMUM_SURFACE1D_WIDTH => 55, :MAXIMUM_SURFACE2D_WIDTH => 56, :MAXIMUM_SURFACE2D_HEIGHT => 57,
    :MAXIMUM_SURFACE3D_WIDTH => 58, :MAXIMUM_SURFACE3D_HEIGHT => 59, :MAXIMUM_SURFACE3D_DEPTH => 60,
    :MAXIMUM_SURFACE1D_LAYERED_WIDTH => 61, :MAXIMUM_SURFACE1D_LAYERED_LAYERS => 62,
    :MAXIMUM_SURFACE2D_LAYERED_WIDTH => 63, :MAXIMUM_SURFACE2D_LAYERED_HEIGHT => 64,
    :MAXIMUM_SURFACE2D_LAYERED_LAYERS => 65, :MAXIMUM_SURFACECUBEMAP_WIDTH => 66,
    :MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH => 67, :MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS => 68,
    :MAXIMUM_TEXTURE1D_LINEAR_WIDTH => 69, :MAXIMUM_TEXTURE2D_LINEAR_WIDTH => 70,
    :MAXIMUM_TEXTURE2D_LINEAR_HEIGHT => 71, :MAXIMUM_TEXTURE2D_LINEAR_PITCH => 72,
    :MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH => 73, :MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT => 74,
    :COMPUTE_CAPABILITY_MAJOR => 75, :COMPUTE_CAPABILITY_MINOR => 76,
    :MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH => 77, :STREAM_PRIORITIES_SUPPORTED => 78,
    :GLOBAL_L1_CACHE_SUPPORTED => 79, :LOCAL_L1_CACHE_SUPPORTED => 80,
    :MAX_SHARED_MEMORY_PER_MULTIPROCESSOR => 81, :MAX_REGISTERS_PER_MULTIPROCESSOR => 82,
    :MANAGED_MEMORY => 83, :MULTI_GPU_BOARD => 84, :MULTI_GPU_BOARD_GROUP_ID => 85,
    :HOST_NATIVE_ATOMIC_SUPPORTED => 86, :SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO => 87,
    :PAGEABLE_MEMORY_ACCESS => 88, :CONCURRENT_MANAGED_ACCESS => 89, :COMPUTE_PREEMPTION_SUPPORTED => 90,
    :CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM => 91, :COOPERATIVE_LAUNCH => 95,
    :MAX_SHARED_MEMORY_PER_BLOCK_OPTIN => 97, :HOST_REGISTER_SUPPORTED => 99,
    :PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES => 100, :DIRECT_MANAGED_MEM_ACCESS_FROM_HOST => 101,
    :VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED => 102, :HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED => 103,
    :HANDLE_TYPE_WIN32_HANDLE_SUPPORTED => 104, :HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED => 105,
    :MAX_BLOCKS_PER_MULTIPROCESSOR => 106, :GENERIC_COMPRESSION_SUPPORTED => 107,
    :MAX_PERSISTING_L2_CACHE_SIZE => 108, :MAX_ACCESS_POLICY_WINDOW_SIZE => 109,
    :RESERVED_SHARED_MEMORY_PER_BLOCK => 111, :READ_ONLY_HOST_REGISTER_SUPPORTED => 113,
    :MEMORY_POOLS_SUPPORTED => 115, :CLUSTER_LAUNCH => 120, :SVM_CAPABILITIES => 100001
]
codes(::Type{DeviceAttribute}) = device_attribute_names

"""
    SVM_COARSE_GRAIN_BUFFER

Managed memory, by turns: `mem_wait` before the host uses it.
"""
const SVM_COARSE_GRAIN_BUFFER = UInt64(0x1)

"""
    SVM_FINE_GRAIN_BUFFER

Managed memory, at once.
"""
const SVM_FINE_GRAIN_BUFFER = UInt64(0x2)

"""
    SVM_FINE_GRAIN_SYSTEM

Any memory of the host.
"""
const SVM_FINE_GRAIN_SYSTEM = UInt64(0x4)

"""
    SVM_ATOMICS

Atomic operations of the host and of kernels on the same address.
"""
const SVM_ATOMICS = UInt64(0x8)

"""
    Device

A GPU or the CPU device. It is never closed.
"""
struct Device <: Handle
    handle::Ptr{LibGridCall.gc_device}
end
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_device}}, x::Device) = x.handle

"""
    DeviceAttributeEntry

One line of `attributes`.

- `attribute`: The attribute.
- `value`: Its value.
"""
struct DeviceAttributeEntry
    attribute::DeviceAttribute
    value::Int32
end
DeviceAttributeEntry(c::LibGridCall.gc_device_attribute_entry) = DeviceAttributeEntry(
    DeviceAttribute(c.attribute), c.value
)

"""
    ContextSched

The way in which a thread of the host waits for the device. The CPU device accepts each and returns it.

- `CONTEXT_SCHED_AUTO`: The driver chooses.
- `CONTEXT_SCHED_SPIN`: It spins: the least delay.
- `CONTEXT_SCHED_YIELD`: It yields to other threads while it spins.
- `CONTEXT_SCHED_BLOCKING_SYNC`: It sleeps.
"""
struct ContextSched <: Code
    value::Int32
end
const CONTEXT_SCHED_AUTO = ContextSched(0)
const CONTEXT_SCHED_SPIN = ContextSched(1)
const CONTEXT_SCHED_YIELD = ContextSched(2)
const CONTEXT_SCHED_BLOCKING_SYNC = ContextSched(4)
const context_sched_names = Pair{Symbol,Int32}[:AUTO => 0, :SPIN => 1, :YIELD => 2, :BLOCKING_SYNC => 4]
codes(::Type{ContextSched}) = context_sched_names

"""
    ContextAttribute

Attributes of a context: the limits with CUDA's numbers (CUlimit), and gridcall's own from 100001 on. Numbers
below 100001 that are not listed are passed to the driver as they are.

- `CONTEXT_ATTRIBUTE_STACK_SIZE`: The stack of a kernel's thread, bytes. The CPU device uses it for later
  launches, and never less than its default.
- `CONTEXT_ATTRIBUTE_PRINTF_FIFO_SIZE`: The buffer of `printf` in kernels, bytes; the CPU device keeps the
  number, and loses no text.
- `CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE`: The memory of `malloc` in kernels, bytes. Set it before the first
  kernel that calls `malloc`.
- `CONTEXT_ATTRIBUTE_DEV_RUNTIME_SYNC_DEPTH`: The depth at which a kernel that launches others may wait for
  them.
- `CONTEXT_ATTRIBUTE_DEV_RUNTIME_PENDING_LAUNCH_COUNT`: The number of launches of kernels that may be pending.
- `CONTEXT_ATTRIBUTE_MAX_L2_FETCH_GRANULARITY`: Bytes that the L2 cache fetches at once, 0 to 128: a hint.
- `CONTEXT_ATTRIBUTE_PERSISTING_L2_CACHE_SIZE`: Bytes of the L2 cache that are set aside.
- `CONTEXT_ATTRIBUTE_CACHE_CONFIG`: The preferred use of on-chip memory: a `CACHE_CONFIG_*` number.
- `CONTEXT_ATTRIBUTE_SHARED_CONFIG`: The width of shared memory's banks: a `SHARED_CONFIG_*` number. A GPU
  that has one width takes each and returns its own.
- `CONTEXT_ATTRIBUTE_SCHED`: The way in which the host waits: a `CONTEXT_SCHED_*` number. It is only read.
- `CONTEXT_ATTRIBUTE_FLAGS`: `CONTEXT_*` bits, and others that the driver has. They are only read.
- `CONTEXT_ATTRIBUTE_API_VERSION`: The version of the driver's interface with which it was made, 3020. It is
  only read.
- `CONTEXT_ATTRIBUTE_IS_PRIMARY`: 1 if it is the primary context of its device, else 0. It is only read.
- `CONTEXT_ATTRIBUTE_DEFERS_CLEANUP`: The number of calls of `defer_cleanup` in force; 0: what is released is
  given back. It is only read.
"""
struct ContextAttribute <: Code
    value::Int32
end
const CONTEXT_ATTRIBUTE_STACK_SIZE = ContextAttribute(0)
const CONTEXT_ATTRIBUTE_PRINTF_FIFO_SIZE = ContextAttribute(1)
const CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE = ContextAttribute(2)
const CONTEXT_ATTRIBUTE_DEV_RUNTIME_SYNC_DEPTH = ContextAttribute(3)
const CONTEXT_ATTRIBUTE_DEV_RUNTIME_PENDING_LAUNCH_COUNT = ContextAttribute(4)
const CONTEXT_ATTRIBUTE_MAX_L2_FETCH_GRANULARITY = ContextAttribute(5)
const CONTEXT_ATTRIBUTE_PERSISTING_L2_CACHE_SIZE = ContextAttribute(6)
const CONTEXT_ATTRIBUTE_CACHE_CONFIG = ContextAttribute(100001)
const CONTEXT_ATTRIBUTE_SHARED_CONFIG = ContextAttribute(100002)
const CONTEXT_ATTRIBUTE_SCHED = ContextAttribute(100003)
const CONTEXT_ATTRIBUTE_FLAGS = ContextAttribute(100004)
const CONTEXT_ATTRIBUTE_API_VERSION = ContextAttribute(100005)
const CONTEXT_ATTRIBUTE_IS_PRIMARY = ContextAttribute(100006)
const CONTEXT_ATTRIBUTE_DEFERS_CLEANUP = ContextAttribute(100007)
const context_attribute_names = Pair{Symbol,Int32}[
    :STACK_SIZE => 0, :PRINTF_FIFO_SIZE => 1, :MALLOC_HEAP_SIZE => 2, :DEV_RUNTIME_SYNC_DEPTH => 3,
    :DEV_RUNTIME_PENDING_LAUNCH_COUNT => 4, :MAX_L2_FETCH_GRANULARITY => 5, :PERSISTING_L2_CACHE_SIZE => 6,
    :CACHE_CONFIG => 100001, :SHARED_CONFIG => 100002, :SCHED => 100003, :FLAGS => 100004,
    :API_VERSION => 100005, :IS_PRIMARY => 100006, :DEFERS_CLEANUP => 100007
]
codes(::Type{ContextAttribute}) = context_attribute_names

"""
    CacheConfig

The preferred use of on-chip memory, with CUDA's numbers.

- `CACHE_CONFIG_PREFER_NONE`: No preference.
- `CACHE_CONFIG_PREFER_SHARED`: Shared memory.
- `CACHE_CONFIG_PREFER_L1`: L1 cache.
- `CACHE_CONFIG_PREFER_EQUAL`: Both alike.
"""
struct CacheConfig <: Code
    value::Int32
end
const CACHE_CONFIG_PREFER_NONE = CacheConfig(0)
const CACHE_CONFIG_PREFER_SHARED = CacheConfig(1)
const CACHE_CONFIG_PREFER_L1 = CacheConfig(2)
const CACHE_CONFIG_PREFER_EQUAL = CacheConfig(3)
const cache_config_names = Pair{Symbol,Int32}[
    :PREFER_NONE => 0, :PREFER_SHARED => 1, :PREFER_L1 => 2, :PREFER_EQUAL => 3
]
codes(::Type{CacheConfig}) = cache_config_names

"""
    SharedConfig

The width of the banks of shared memory, with CUDA's numbers.

- `SHARED_CONFIG_DEFAULT_BANK_SIZE`: The device's own.
- `SHARED_CONFIG_FOUR_BYTE_BANK_SIZE`: 4 bytes.
- `SHARED_CONFIG_EIGHT_BYTE_BANK_SIZE`: 8 bytes.
"""
struct SharedConfig <: Code
    value::Int32
end
const SHARED_CONFIG_DEFAULT_BANK_SIZE = SharedConfig(0)
const SHARED_CONFIG_FOUR_BYTE_BANK_SIZE = SharedConfig(1)
const SHARED_CONFIG_EIGHT_BYTE_BANK_SIZE = SharedConfig(2)
const shared_config_names = Pair{Symbol,Int32}[
    :DEFAULT_BANK_SIZE => 0, :FOUR_BYTE_BANK_SIZE => 1, :EIGHT_BYTE_BANK_SIZE => 2
]
codes(::Type{SharedConfig}) = shared_config_names

"""
    PointerAttribute

Attributes of an address, with CUDA's numbers (CUpointer_attribute). Numbers that are not listed are passed to
the driver as they are.

- `POINTER_ATTRIBUTE_CONTEXT`: The CUcontext in which the memory was allocated, as `native` has it.
- `POINTER_ATTRIBUTE_MEMORY_TYPE`: The kind of memory: 1 host, 2 device.
- `POINTER_ATTRIBUTE_DEVICE_POINTER`: The address at which the device reaches it.
- `POINTER_ATTRIBUTE_HOST_POINTER`: The address at which the host reaches it.
- `POINTER_ATTRIBUTE_IS_MANAGED`: 1 if it is managed memory, else 0.
- `POINTER_ATTRIBUTE_DEVICE_ORDINAL`: The number of its device, as the driver counts.
- `POINTER_ATTRIBUTE_RANGE_START_ADDRESS`: The address at which the allocation begins.
- `POINTER_ATTRIBUTE_RANGE_SIZE`: The size of the allocation, bytes.
"""
struct PointerAttribute <: Code
    value::Int32
end
const POINTER_ATTRIBUTE_CONTEXT = PointerAttribute(1)
const POINTER_ATTRIBUTE_MEMORY_TYPE = PointerAttribute(2)
const POINTER_ATTRIBUTE_DEVICE_POINTER = PointerAttribute(3)
const POINTER_ATTRIBUTE_HOST_POINTER = PointerAttribute(4)
const POINTER_ATTRIBUTE_IS_MANAGED = PointerAttribute(8)
const POINTER_ATTRIBUTE_DEVICE_ORDINAL = PointerAttribute(9)
const POINTER_ATTRIBUTE_RANGE_START_ADDRESS = PointerAttribute(11)
const POINTER_ATTRIBUTE_RANGE_SIZE = PointerAttribute(12)
const pointer_attribute_names = Pair{Symbol,Int32}[
    :CONTEXT => 1, :MEMORY_TYPE => 2, :DEVICE_POINTER => 3, :HOST_POINTER => 4, :IS_MANAGED => 8,
    :DEVICE_ORDINAL => 9, :RANGE_START_ADDRESS => 11, :RANGE_SIZE => 12
]
codes(::Type{PointerAttribute}) = pointer_attribute_names

"""
    Feature

Features that not every device or driver has.

- `FEATURE_STREAM_CANCEL`: `cancel`.
- `FEATURE_MODULE_FROM_BUFFER`: `module_from_buffer`: images of this device's own compiler; for a GPU PTX,
  cubins and fatbins.
- `FEATURE_KERNEL_PARAMS`: The parameters of every kernel are known, so that `launch` can compare the
  arguments with them.
- `FEATURE_KERNEL_TIMEOUT`: A kernel that exceeds its time limit is ended; else only the wait for it is.
- `FEATURE_CPU_MODE`: `KERNEL_ATTRIBUTE_CPU_MODE` can be set.
- `FEATURE_COOPERATIVE_LAUNCH`: `LAUNCH_COOPERATIVE`: the blocks of a grid can wait for each other.
- `FEATURE_CLUSTERS`: Launches with a cluster size.
- `FEATURE_OCCUPANCY`: `occupancy` and `suggest_block`.
- `FEATURE_IPC`: Memory and events of other processes: `ipc_handle`, `mem_open_ipc`, `ipc_handle`,
  `event_open_ipc`.
"""
struct Feature <: Code
    value::Int32
end
const FEATURE_STREAM_CANCEL = Feature(1)
const FEATURE_MODULE_FROM_BUFFER = Feature(2)
const FEATURE_KERNEL_PARAMS = Feature(3)
const FEATURE_KERNEL_TIMEOUT = Feature(4)
const FEATURE_CPU_MODE = Feature(5)
const FEATURE_COOPERATIVE_LAUNCH = Feature(6)
const FEATURE_CLUSTERS = Feature(7)
const FEATURE_OCCUPANCY = Feature(8)
const FEATURE_IPC = Feature(9)
const feature_names = Pair{Symbol,Int32}[
    :STREAM_CANCEL => 1, :MODULE_FROM_BUFFER => 2, :KERNEL_PARAMS => 3, :KERNEL_TIMEOUT => 4, :CPU_MODE => 5,
    :COOPERATIVE_LAUNCH => 6, :CLUSTERS => 7, :OCCUPANCY => 8, :IPC => 9
]
codes(::Type{Feature}) = feature_names

"""
    CONTEXT_MAP_HOST

Page-locked memory can be mapped; every context can.
"""
const CONTEXT_MAP_HOST = UInt64(0x8)

"""
    CONTEXT_LMEM_RESIZE_TO_MAX

Local memory that was enlarged for a kernel stays large.
"""
const CONTEXT_LMEM_RESIZE_TO_MAX = UInt64(0x10)

"""
    Context

A context of a device: its primary one, one of the program's own, or another library's. It is released by
`close`, or when it is collected; in any order with others, from any thread. It keeps its device alive.
"""
mutable struct Context <: Handle
    handle::Ptr{LibGridCall.gc_context}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Context(handle::Ptr{LibGridCall.gc_context}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Context)
    if x.open
        x.open = false
        LibGridCall.gc_context_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Context) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_context}}, x::Context) = x.handle

"""
    StreamAttribute

Attributes of a stream. gridcall's own numbers.

- `STREAM_ATTRIBUTE_FLAGS`: `STREAM_*` bits.
- `STREAM_ATTRIBUTE_PRIORITY`: Its priority: lower is more urgent.
- `STREAM_ATTRIBUTE_ID`: A number that no other stream of its driver ever has in this process.
- `STREAM_ATTRIBUTE_IS_CAPTURING`: 1 while work that is queued on it is recorded and does not run, else 0.
"""
struct StreamAttribute <: Code
    value::Int32
end
const STREAM_ATTRIBUTE_FLAGS = StreamAttribute(100001)
const STREAM_ATTRIBUTE_PRIORITY = StreamAttribute(100002)
const STREAM_ATTRIBUTE_ID = StreamAttribute(100003)
const STREAM_ATTRIBUTE_IS_CAPTURING = StreamAttribute(100004)
const stream_attribute_names = Pair{Symbol,Int32}[
    :FLAGS => 100001, :PRIORITY => 100002, :ID => 100003, :IS_CAPTURING => 100004
]
codes(::Type{StreamAttribute}) = stream_attribute_names

"""
    STREAM_NON_BLOCKING

Work does not wait for the default stream, nor it for this one.
"""
const STREAM_NON_BLOCKING = UInt64(0x1)

"""
    Stream

A queue of work on a context. It is released by `close`, or when it is collected; in any order with others,
from any thread. It keeps its context alive.
"""
mutable struct Stream <: Handle
    handle::Ptr{LibGridCall.gc_stream}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Stream(handle::Ptr{LibGridCall.gc_stream}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Stream)
    if x.open
        x.open = false
        LibGridCall.gc_stream_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Stream) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_stream}}, x::Stream) = x.handle

"""
    EVENT_BLOCKING_SYNC

`synchronize` sleeps instead of spinning.
"""
const EVENT_BLOCKING_SYNC = UInt64(0x1)

"""
    EVENT_DISABLE_TIMING

The event records no time, which makes it cheaper.
"""
const EVENT_DISABLE_TIMING = UInt64(0x2)

"""
    EVENT_INTERPROCESS

Other processes can open the event (`ipc_handle`). With `DISABLE_TIMING` alone.
"""
const EVENT_INTERPROCESS = UInt64(0x4)

"""
    Event

A marker in a stream. It is released by `close`, or when it is collected; in any order with others, from any
thread. It keeps its context alive.
"""
mutable struct Event <: Handle
    handle::Ptr{LibGridCall.gc_event}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Event(handle::Ptr{LibGridCall.gc_event}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Event)
    if x.open
        x.open = false
        LibGridCall.gc_event_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Event) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_event}}, x::Event) = x.handle

"""
    Completion

A queue of tokens. It is released by `close`, or when it is collected; in any order with others, from any
thread.
"""
mutable struct Completion <: Handle
    handle::Ptr{LibGridCall.gc_completion}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Completion(handle::Ptr{LibGridCall.gc_completion}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Completion)
    if x.open
        x.open = false
        LibGridCall.gc_completion_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Completion) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_completion}}, x::Completion) = x.handle

"""
    ScalarType

The type of an element, with `ValueType`'s numbers where it has one. In brackets DLPack's type code and bits.

- `SCALAR_TYPE_INT8`: A signed integer of 8 bits [0, 8].
- `SCALAR_TYPE_UINT8`: An unsigned integer of 8 bits [1, 8].
- `SCALAR_TYPE_INT16`: A signed integer of 16 bits [0, 16].
- `SCALAR_TYPE_UINT16`: An unsigned integer of 16 bits [1, 16].
- `SCALAR_TYPE_INT32`: A signed integer of 32 bits [0, 32].
- `SCALAR_TYPE_UINT32`: An unsigned integer of 32 bits [1, 32].
- `SCALAR_TYPE_INT64`: A signed integer of 64 bits [0, 64].
- `SCALAR_TYPE_UINT64`: An unsigned integer of 64 bits [1, 64].
- `SCALAR_TYPE_FLOAT16`: A float of 16 bits, CUDA's half [2, 16].
- `SCALAR_TYPE_BFLOAT16`: A bfloat16 [4, 16].
- `SCALAR_TYPE_FLOAT32`: A float of 32 bits [2, 32].
- `SCALAR_TYPE_FLOAT64`: A float of 64 bits [2, 64].
- `SCALAR_TYPE_BOOL`: A truth value of 8 bits, 0 or 1 [6, 8].
- `SCALAR_TYPE_RECORD`: A record, which a `Dtype` describes; DLPack has none.
- `SCALAR_TYPE_COMPLEX64`: A complex number of two FLOAT32 [5, 64].
- `SCALAR_TYPE_COMPLEX128`: A complex number of two FLOAT64 [5, 128].
- `SCALAR_TYPE_FLOAT8_E4M3`: A float of 8 bits, 4 of them the exponent, without infinity [10, 8]. Of
  communicators alone: ndarrays and records refuse it.
- `SCALAR_TYPE_FLOAT8_E5M2`: A float of 8 bits, 5 of them the exponent [12, 8]. Of communicators alone:
  ndarrays and records refuse it.
"""
struct ScalarType <: Code
    value::Int32
end
const SCALAR_TYPE_INT8 = ScalarType(1)
const SCALAR_TYPE_UINT8 = ScalarType(2)
const SCALAR_TYPE_INT16 = ScalarType(3)
const SCALAR_TYPE_UINT16 = ScalarType(4)
const SCALAR_TYPE_INT32 = ScalarType(5)
const SCALAR_TYPE_UINT32 = ScalarType(6)
const SCALAR_TYPE_INT64 = ScalarType(7)
const SCALAR_TYPE_UINT64 = ScalarType(8)
const SCALAR_TYPE_FLOAT16 = ScalarType(9)
const SCALAR_TYPE_BFLOAT16 = ScalarType(10)
const SCALAR_TYPE_FLOAT32 = ScalarType(11)
const SCALAR_TYPE_FLOAT64 = ScalarType(12)
const SCALAR_TYPE_BOOL = ScalarType(13)
const SCALAR_TYPE_RECORD = ScalarType(14)
const SCALAR_TYPE_COMPLEX64 = ScalarType(15)
const SCALAR_TYPE_COMPLEX128 = ScalarType(16)
const SCALAR_TYPE_FLOAT8_E4M3 = ScalarType(17)
const SCALAR_TYPE_FLOAT8_E5M2 = ScalarType(18)
const scalar_type_names = Pair{Symbol,Int32}[
    :INT8 => 1, :UINT8 => 2, :INT16 => 3, :UINT16 => 4, :INT32 => 5, :UINT32 => 6, :INT64 => 7, :UINT64 => 8,
    :FLOAT16 => 9, :BFLOAT16 => 10, :FLOAT32 => 11, :FLOAT64 => 12, :BOOL => 13, :RECORD => 14,
    :COMPLEX64 => 15, :COMPLEX128 => 16, :FLOAT8_E4M3 => 17, :FLOAT8_E5M2 => 18
]
codes(::Type{ScalarType}) = scalar_type_names

"""
    Dtype

The layout of a record: names, types and offsets of its fields. It is released by `close`, or when it is
collected; in any order with others, from any thread.
"""
mutable struct Dtype <: Handle
    handle::Ptr{LibGridCall.gc_dtype}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Dtype(handle::Ptr{LibGridCall.gc_dtype}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Dtype)
    if x.open
        x.open = false
        LibGridCall.gc_dtype_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Dtype) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_dtype}}, x::Dtype) = x.handle

make!(roots, ::Type{LibGridCall.gc_dtype_entry}, name, record = nothing, offset = 0, count = 0, scalar_type = 0) =
    LibGridCall.gc_dtype_entry(pin!(roots, name), pin_handle!(roots, Ptr{LibGridCall.gc_dtype}, record), offset, count, code(ScalarType, scalar_type), 0)
item_fields(::Type{LibGridCall.gc_dtype_entry}) = (name = nothing, record = nothing, offset = 0, count = 0, scalar_type = 0)
make!(roots, ::Type{LibGridCall.gc_dtype_entry}, x::LibGridCall.gc_dtype_entry) = x

"""
    DtypeField

A field of a record. Its name is valid as long as a handle of the record.

- `name`: Its name.
- `offset`: The field's first byte in the record, in bytes.
- `count`: The number of its elements.
- `size`: The size of all of them, in bytes.
- `scalar_type`: The type of an element.
"""
struct DtypeField
    name::String
    offset::UInt64
    count::UInt64
    size::UInt64
    scalar_type::ScalarType
end
empty(::Type{DtypeField}) = zeroed(LibGridCall.gc_dtype_field, sizeof(LibGridCall.gc_dtype_field))
DtypeField(c::LibGridCall.gc_dtype_field) = DtypeField(
    unsafe_string(c.name), c.offset, c.count, c.size, ScalarType(c.scalar_type)
)

"""
    MemPlace

The place of memory.

- `MEM_PLACE_DEVICE`: On the device.
- `MEM_PLACE_HOST`: Page-locked host memory; the device reaches it too.
- `MEM_PLACE_MANAGED`: Managed memory: one address for the host and the device, between which its pages move.
- `MEM_PLACE_PAGEABLE`: Ordinary host memory, aligned. A copy or fill of it may wait until it is made, as with
  a host address. Kernels take it where the device attribute `PAGEABLE_MEMORY_ACCESS` is 1, else page-locked
  memory.
"""
struct MemPlace <: Code
    value::Int32
end
const MEM_PLACE_DEVICE = MemPlace(1)
const MEM_PLACE_HOST = MemPlace(2)
const MEM_PLACE_MANAGED = MemPlace(3)
const MEM_PLACE_PAGEABLE = MemPlace(4)
const mem_place_names = Pair{Symbol,Int32}[:DEVICE => 1, :HOST => 2, :MANAGED => 3, :PAGEABLE => 4]
codes(::Type{MemPlace}) = mem_place_names

"""
    MemOrigin

The origin of a `Mem`.

- `MEM_ORIGIN_ALLOCATED`: Allocated by `mem_create` or `mem_alloc`.
- `MEM_ORIGIN_POOL`: From a pool.
- `MEM_ORIGIN_SUB_REGION`: A part of another `Mem`.
- `MEM_ORIGIN_WRAPPED`: A foreign address (`mem_wrap`).
- `MEM_ORIGIN_GLOBAL`: A __device__ or __constant__ variable of a module.
- `MEM_ORIGIN_REGISTERED`: Host memory of the program, registered with `mem_register`.
- `MEM_ORIGIN_IPC`: Memory of another process (`mem_open_ipc`).
"""
struct MemOrigin <: Code
    value::Int32
end
const MEM_ORIGIN_ALLOCATED = MemOrigin(1)
const MEM_ORIGIN_POOL = MemOrigin(2)
const MEM_ORIGIN_SUB_REGION = MemOrigin(3)
const MEM_ORIGIN_WRAPPED = MemOrigin(4)
const MEM_ORIGIN_GLOBAL = MemOrigin(5)
const MEM_ORIGIN_REGISTERED = MemOrigin(6)
const MEM_ORIGIN_IPC = MemOrigin(7)
const mem_origin_names = Pair{Symbol,Int32}[
    :ALLOCATED => 1, :POOL => 2, :SUB_REGION => 3, :WRAPPED => 4, :GLOBAL => 5, :REGISTERED => 6, :IPC => 7
]
codes(::Type{MemOrigin}) = mem_origin_names

"""
    MemAttribute

Attributes of memory: CUDA's numbers for what it knows of a range of managed memory (CUmem_range_attribute),
gridcall's own from 100001 on.

- `MEM_ATTRIBUTE_READ_MOSTLY`: Managed memory: 1 if all of it has the advice `SET_READ_MOSTLY`.
- `MEM_ATTRIBUTE_PREFERRED_LOCATION`: Managed memory: the CUDA ordinal of the preferred device as a signed
  number of 64 bits; -1 is the host, -2 none, or not the same for all of it.
- `MEM_ATTRIBUTE_LAST_PREFETCH_LOCATION`: Managed memory: where all of it was last prefetched to; numbers as
  for `PREFERRED_LOCATION`.
- `MEM_ATTRIBUTE_PLACE`: The place: a `MEM_PLACE_*` number.
- `MEM_ATTRIBUTE_ORIGIN`: The origin: a `MEM_ORIGIN_*` number.
- `MEM_ATTRIBUTE_FLAGS`: The `MEM_*` bits of `MemOptions`, and of a part those that it adds. Of page-locked
  and registered memory PORTABLE, MAPPED and `WRITE_COMBINED` are what the driver says.
- `MEM_ATTRIBUTE_PITCH`: Bytes from row to row of pitched memory; 0 if it is not pitched.
- `MEM_ATTRIBUTE_ROW_SIZE`: Bytes of a row of pitched memory without its padding; 0 if it is not pitched.
- `MEM_ATTRIBUTE_HEIGHT`: Rows of pitched memory; 0 if it is not pitched.
- `MEM_ATTRIBUTE_ALIGNMENT`: The greatest power of two that divides its address.
- `MEM_ATTRIBUTE_OFFSET`: Bytes from the beginning of a part's parent; else 0.
- `MEM_ATTRIBUTE_REFERENCE_COUNT`: The number of its holders: its handle, its parts, prepared launches, calls
  under way. For finding leaks.
- `MEM_ATTRIBUTE_IS_REGISTERED`: 1 if it is host memory registered with `mem_register`, else 0.
- `MEM_ATTRIBUTE_USES_SVM`: 1 if the host and kernels use one address for it (shared virtual memory), else 0.
- `MEM_ATTRIBUTE_MAP_COUNT`: The number of its mappings that are mapped; those of its parts and of its parent
  count there. For finding leaks.
"""
struct MemAttribute <: Code
    value::Int32
end
const MEM_ATTRIBUTE_READ_MOSTLY = MemAttribute(1)
const MEM_ATTRIBUTE_PREFERRED_LOCATION = MemAttribute(2)
const MEM_ATTRIBUTE_LAST_PREFETCH_LOCATION = MemAttribute(4)
const MEM_ATTRIBUTE_PLACE = MemAttribute(100001)
const MEM_ATTRIBUTE_ORIGIN = MemAttribute(100002)
const MEM_ATTRIBUTE_FLAGS = MemAttribute(100003)
const MEM_ATTRIBUTE_PITCH = MemAttribute(100004)
const MEM_ATTRIBUTE_ROW_SIZE = MemAttribute(100005)
const MEM_ATTRIBUTE_HEIGHT = MemAttribute(100006)
const MEM_ATTRIBUTE_ALIGNMENT = MemAttribute(100007)
const MEM_ATTRIBUTE_OFFSET = MemAttribute(100008)
const MEM_ATTRIBUTE_REFERENCE_COUNT = MemAttribute(100009)
const MEM_ATTRIBUTE_IS_REGISTERED = MemAttribute(100010)
const MEM_ATTRIBUTE_USES_SVM = MemAttribute(100011)
const MEM_ATTRIBUTE_MAP_COUNT = MemAttribute(100012)
const mem_attribute_names = Pair{Symbol,Int32}[
    :READ_MOSTLY => 1, :PREFERRED_LOCATION => 2, :LAST_PREFETCH_LOCATION => 4, :PLACE => 100001,
    :ORIGIN => 100002, :FLAGS => 100003, :PITCH => 100004, :ROW_SIZE => 100005, :HEIGHT => 100006,
    :ALIGNMENT => 100007, :OFFSET => 100008, :REFERENCE_COUNT => 100009, :IS_REGISTERED => 100010,
    :USES_SVM => 100011, :MAP_COUNT => 100012
]
codes(::Type{MemAttribute}) = mem_attribute_names

"""
    MemAttachMode

The rule for who may use managed memory where the host and the device cannot use it at once (CUDA's numbers).

- `MEM_ATTACH_MODE_GLOBAL`: Every stream, and the host while no kernel runs.
- `MEM_ATTACH_MODE_HOST`: The host, until it is attached otherwise.
- `MEM_ATTACH_MODE_SINGLE`: One stream, and the host while nothing is queued on that stream.
"""
struct MemAttachMode <: Code
    value::Int32
end
const MEM_ATTACH_MODE_GLOBAL = MemAttachMode(1)
const MEM_ATTACH_MODE_HOST = MemAttachMode(2)
const MEM_ATTACH_MODE_SINGLE = MemAttachMode(4)
const mem_attach_mode_names = Pair{Symbol,Int32}[:GLOBAL => 1, :HOST => 2, :SINGLE => 4]
codes(::Type{MemAttachMode}) = mem_attach_mode_names

"""
    MemAdvice

The expected use of managed memory (CUDA's numbers).

- `MEM_ADVICE_SET_READ_MOSTLY`: It is mostly read: each reader may have a copy.
- `MEM_ADVICE_UNSET_READ_MOSTLY`: Takes `SET_READ_MOSTLY` back.
- `MEM_ADVICE_SET_PREFERRED_LOCATION`: It should be on the given device.
- `MEM_ADVICE_UNSET_PREFERRED_LOCATION`: Takes `SET_PREFERRED_LOCATION` back.
- `MEM_ADVICE_SET_ACCESSED_BY`: The given device uses it and should have it mapped.
- `MEM_ADVICE_UNSET_ACCESSED_BY`: Takes `SET_ACCESSED_BY` back.
"""
struct MemAdvice <: Code
    value::Int32
end
const MEM_ADVICE_SET_READ_MOSTLY = MemAdvice(1)
const MEM_ADVICE_UNSET_READ_MOSTLY = MemAdvice(2)
const MEM_ADVICE_SET_PREFERRED_LOCATION = MemAdvice(3)
const MEM_ADVICE_UNSET_PREFERRED_LOCATION = MemAdvice(4)
const MEM_ADVICE_SET_ACCESSED_BY = MemAdvice(5)
const MEM_ADVICE_UNSET_ACCESSED_BY = MemAdvice(6)
const mem_advice_names = Pair{Symbol,Int32}[
    :SET_READ_MOSTLY => 1, :UNSET_READ_MOSTLY => 2, :SET_PREFERRED_LOCATION => 3,
    :UNSET_PREFERRED_LOCATION => 4, :SET_ACCESSED_BY => 5, :UNSET_ACCESSED_BY => 6
]
codes(::Type{MemAdvice}) = mem_advice_names

"""
    MEM_WRITE_COMBINED

Page-locked memory: fast for the device to read, slow for the host to read. On the CPU device it is memory as
any other, and FLAGS lacks the bit.
"""
const MEM_WRITE_COMBINED = UInt64(0x1)

"""
    MEM_PORTABLE

Page-locked memory: for every context. It always is.
"""
const MEM_PORTABLE = UInt64(0x2)

"""
    MEM_MAPPED

Page-locked memory: for kernels too. It always is.
"""
const MEM_MAPPED = UInt64(0x4)

"""
    MEM_ZERO

Filled with zeros.
"""
const MEM_ZERO = UInt64(0x8)

"""
    MEM_KERNEL_READ_ONLY

Kernels only read it.
"""
const MEM_KERNEL_READ_ONLY = UInt64(0x10)

"""
    MEM_KERNEL_WRITE_ONLY

Kernels only write it.
"""
const MEM_KERNEL_WRITE_ONLY = UInt64(0x20)

"""
    MEM_HOST_READ_ONLY

The host only reads it: `memcpy_htod` refuses it.
"""
const MEM_HOST_READ_ONLY = UInt64(0x40)

"""
    MEM_HOST_WRITE_ONLY

The host only writes it: `memcpy_dtoh` refuses it.
"""
const MEM_HOST_WRITE_ONLY = UInt64(0x80)

"""
    MEM_HOST_NO_ACCESS

The host neither reads nor writes it: `memcpy_htod`, `memcpy_dtoh` and `host_address` refuse it.
"""
const MEM_HOST_NO_ACCESS = UInt64(0x100)

"""
    MEM_SVM_FINE_GRAIN_BUFFER

Managed memory: the host and kernels use it at the same time. UNSUPPORTED where `SVM_CAPABILITIES` of the
device lacks `FINE_GRAIN_BUFFER`.
"""
const MEM_SVM_FINE_GRAIN_BUFFER = UInt64(0x200)

"""
    MEM_SVM_ATOMICS

Managed memory: they also use it with atomic operations. UNSUPPORTED where `SVM_CAPABILITIES` of the device
lacks ATOMICS.
"""
const MEM_SVM_ATOMICS = UInt64(0x400)

"""
    MEM_REGISTER_PORTABLE

For every context. It always is.
"""
const MEM_REGISTER_PORTABLE = UInt64(0x1)

"""
    MEM_REGISTER_MAPPED

For kernels too. It always is.
"""
const MEM_REGISTER_MAPPED = UInt64(0x2)

"""
    MEM_REGISTER_IO_MEMORY

It is memory of another device, mapped into this process. GPU only.
"""
const MEM_REGISTER_IO_MEMORY = UInt64(0x4)

"""
    MEM_REGISTER_READ_ONLY

The device only reads it; for memory that the process itself may not write.
"""
const MEM_REGISTER_READ_ONLY = UInt64(0x8)

"""
    MEM_PREFETCH_DISCARD

Its content is not wanted: the driver need not copy it, and until something writes it, it is undefined. Where
the driver cannot do that (CUDA 13.0 and later can) the content is moved.
"""
const MEM_PREFETCH_DISCARD = UInt64(0x1)

"""
    MEM_WRAP_OWNED

The library frees it, with cuMemFree or, if it is page-locked, cuMemFreeHost, when it is released. The address
must be that of a whole allocation, which nothing else frees.
"""
const MEM_WRAP_OWNED = UInt64(0x1)

"""
    MEM_IPC_LAZY_PEER_ACCESS

If it is on another GPU than the context's, peer access is enabled. It always is.
"""
const MEM_IPC_LAZY_PEER_ACCESS = UInt64(0x1)

"""
    Mem

A piece of memory that a device can use. It is released by `close`, or when it is collected; in any order with
others, from any thread. It keeps its context alive.
"""
mutable struct Mem <: Handle
    handle::Ptr{LibGridCall.gc_mem}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Mem(handle::Ptr{LibGridCall.gc_mem}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Mem)
    if x.open
        x.open = false
        LibGridCall.gc_mem_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Mem) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_mem}}, x::Mem) = x.handle

make!(roots, ::Type{LibGridCall.gc_copy_end}, mem, host = nothing, array = nothing, offset = 0, row_pitch = 0, slice_pitch = 0, x = 0, y = 0, z = 0) =
    LibGridCall.gc_copy_end(pin_handle!(roots, Ptr{LibGridCall.gc_mem}, mem), pin_bytes!(roots, host), byte_count(host), pin_handle!(roots, Ptr{LibGridCall.gc_array}, array), offset, row_pitch, slice_pitch, x, y, z)
item_fields(::Type{LibGridCall.gc_copy_end}) = (mem = nothing, host = nothing, array = nothing, offset = 0, row_pitch = 0, slice_pitch = 0, x = 0, y = 0, z = 0)
make!(roots, ::Type{LibGridCall.gc_copy_end}, ::Nothing) = zeroed(LibGridCall.gc_copy_end)
make!(roots, ::Type{LibGridCall.gc_copy_end}, x::LibGridCall.gc_copy_end) = x

"""
    MappingAttribute

Attributes of a mapping. gridcall's own numbers.

- `MAPPING_ATTRIBUTE_SIZE`: Its bytes.
- `MAPPING_ATTRIBUTE_FLAGS`: The `MAP_*` bits it was made with.
- `MAPPING_ATTRIBUTE_IS_DIRECT`: 1 if the host uses the memory itself, 0 if a copy.
- `MAPPING_ATTRIBUTE_ROW_PITCH`: Bytes from row to row of an array; else 0.
- `MAPPING_ATTRIBUTE_SLICE_PITCH`: Bytes from slice to slice of an array; else 0.
"""
struct MappingAttribute <: Code
    value::Int32
end
const MAPPING_ATTRIBUTE_SIZE = MappingAttribute(100001)
const MAPPING_ATTRIBUTE_FLAGS = MappingAttribute(100002)
const MAPPING_ATTRIBUTE_IS_DIRECT = MappingAttribute(100003)
const MAPPING_ATTRIBUTE_ROW_PITCH = MappingAttribute(100004)
const MAPPING_ATTRIBUTE_SLICE_PITCH = MappingAttribute(100005)
const mapping_attribute_names = Pair{Symbol,Int32}[
    :SIZE => 100001, :FLAGS => 100002, :IS_DIRECT => 100003, :ROW_PITCH => 100004, :SLICE_PITCH => 100005
]
codes(::Type{MappingAttribute}) = mapping_attribute_names

"""
    MAP_READ

It reads.
"""
const MAP_READ = UInt64(0x1)

"""
    MAP_WRITE

It writes; what it does not write stays as it is.
"""
const MAP_WRITE = UInt64(0x2)

"""
    MAP_WRITE_INVALIDATE_REGION

It writes all of it: what was there need not be copied, and is undefined. Not together with the others.
"""
const MAP_WRITE_INVALIDATE_REGION = UInt64(0x4)

"""
    Mapping

The host's view of a part of memory. It is released by `close`, or when it is collected; in any order with
others, from any thread. It keeps its mem alive.
"""
mutable struct Mapping <: Handle
    handle::Ptr{LibGridCall.gc_mapping}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Mapping(handle::Ptr{LibGridCall.gc_mapping}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Mapping)
    if x.open
        x.open = false
        LibGridCall.gc_mapping_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Mapping) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_mapping}}, x::Mapping) = x.handle

"""
    PipeAttribute

Attributes of a pipe.

- `PIPE_ATTRIBUTE_PACKET_SIZE`: The bytes of a packet.
- `PIPE_ATTRIBUTE_MAX_PACKETS`: The number of packets that the pipe holds at most.
"""
struct PipeAttribute <: Code
    value::Int32
end
const PIPE_ATTRIBUTE_PACKET_SIZE = PipeAttribute(100001)
const PIPE_ATTRIBUTE_MAX_PACKETS = PipeAttribute(100002)
const pipe_attribute_names = Pair{Symbol,Int32}[:PACKET_SIZE => 100001, :MAX_PACKETS => 100002]
codes(::Type{PipeAttribute}) = pipe_attribute_names

"""
    Pipe

A queue of packets between kernels. Preview: may change in any release. It is released by `close`, or when it
is collected; in any order with others, from any thread. It keeps its context alive.
"""
mutable struct Pipe <: Handle
    handle::Ptr{LibGridCall.gc_pipe}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Pipe(handle::Ptr{LibGridCall.gc_pipe}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Pipe)
    if x.open
        x.open = false
        LibGridCall.gc_pipe_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Pipe) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_pipe}}, x::Pipe) = x.handle

"""
    ArrayFormat

The type of a channel of an element. CUDA's numbers (`CU_AD_FORMAT_`...).

- `ARRAY_FORMAT_UNSIGNED_INT8`: An unsigned integer of 8 bits.
- `ARRAY_FORMAT_UNSIGNED_INT16`: An unsigned integer of 16 bits.
- `ARRAY_FORMAT_UNSIGNED_INT32`: An unsigned integer of 32 bits.
- `ARRAY_FORMAT_SIGNED_INT8`: A signed integer of 8 bits.
- `ARRAY_FORMAT_SIGNED_INT16`: A signed integer of 16 bits.
- `ARRAY_FORMAT_SIGNED_INT32`: A signed integer of 32 bits.
- `ARRAY_FORMAT_HALF`: A floating-point number of 16 bits.
- `ARRAY_FORMAT_FLOAT`: A floating-point number of 32 bits.
- `ARRAY_FORMAT_UNORM_INT_101010_2`: Four channels in 32 bits, 10, 10, 10 and 2, the first one lowest, always
  read as numbers from 0 to 1. An array of it has 4 channels.
- `ARRAY_FORMAT_UNORM_INT8X1`: One channel of 8 bits, always read as a number from 0 to 1.
- `ARRAY_FORMAT_UNORM_INT8X2`: Two channels of 8 bits, always read as numbers from 0 to 1.
- `ARRAY_FORMAT_UNORM_INT8X4`: Four channels of 8 bits, always read as numbers from 0 to 1.
- `ARRAY_FORMAT_UNORM_INT16X1`: One channel of 16 bits, always read as a number from 0 to 1.
- `ARRAY_FORMAT_UNORM_INT16X2`: Two channels of 16 bits, always read as numbers from 0 to 1.
- `ARRAY_FORMAT_UNORM_INT16X4`: Four channels of 16 bits, always read as numbers from 0 to 1.
- `ARRAY_FORMAT_SNORM_INT8X1`: One channel of 8 bits, always read as a number from -1 to 1.
- `ARRAY_FORMAT_SNORM_INT8X2`: Two channels of 8 bits, always read as numbers from -1 to 1.
- `ARRAY_FORMAT_SNORM_INT8X4`: Four channels of 8 bits, always read as numbers from -1 to 1.
- `ARRAY_FORMAT_SNORM_INT16X1`: One channel of 16 bits, always read as a number from -1 to 1.
- `ARRAY_FORMAT_SNORM_INT16X2`: Two channels of 16 bits, always read as numbers from -1 to 1.
- `ARRAY_FORMAT_SNORM_INT16X4`: Four channels of 16 bits, always read as numbers from -1 to 1.
"""
struct ArrayFormat <: Code
    value::Int32
end
const ARRAY_FORMAT_UNSIGNED_INT8 = ArrayFormat(1)
const ARRAY_FORMAT_UNSIGNED_INT16 = ArrayFormat(2)
const ARRAY_FORMAT_UNSIGNED_INT32 = ArrayFormat(3)
const ARRAY_FORMAT_SIGNED_INT8 = ArrayFormat(8)
const ARRAY_FORMAT_SIGNED_INT16 = ArrayFormat(9)
const ARRAY_FORMAT_SIGNED_INT32 = ArrayFormat(10)
const ARRAY_FORMAT_HALF = ArrayFormat(16)
const ARRAY_FORMAT_FLOAT = ArrayFormat(32)
const ARRAY_FORMAT_UNORM_INT_101010_2 = ArrayFormat(80)
const ARRAY_FORMAT_UNORM_INT8X1 = ArrayFormat(192)
const ARRAY_FORMAT_UNORM_INT8X2 = ArrayFormat(193)
const ARRAY_FORMAT_UNORM_INT8X4 = ArrayFormat(194)
const ARRAY_FORMAT_UNORM_INT16X1 = ArrayFormat(195)
const ARRAY_FORMAT_UNORM_INT16X2 = ArrayFormat(196)
const ARRAY_FORMAT_UNORM_INT16X4 = ArrayFormat(197)
const ARRAY_FORMAT_SNORM_INT8X1 = ArrayFormat(198)
const ARRAY_FORMAT_SNORM_INT8X2 = ArrayFormat(199)
const ARRAY_FORMAT_SNORM_INT8X4 = ArrayFormat(200)
const ARRAY_FORMAT_SNORM_INT16X1 = ArrayFormat(201)
const ARRAY_FORMAT_SNORM_INT16X2 = ArrayFormat(202)
const ARRAY_FORMAT_SNORM_INT16X4 = ArrayFormat(203)
const array_format_names = Pair{Symbol,Int32}[
    :UNSIGNED_INT8 => 1, :UNSIGNED_INT16 => 2, :UNSIGNED_INT32 => 3, :SIGNED_INT8 => 8, :SIGNED_INT16 => 9,
    :SIGNED_INT32 => 10, :HALF => 16, :FLOAT => 32, :UNORM_INT_101010_2 => 80, :UNORM_INT8X1 => 192,
    :UNORM_INT8X2 => 193, :UNORM_INT8X4 => 194, :UNORM_INT16X1 => 195, :UNORM_INT16X2 => 196,
    :UNORM_INT16X4 => 197, :SNORM_INT8X1 => 198, :SNORM_INT8X2 => 199, :SNORM_INT8X4 => 200,
    :SNORM_INT16X1 => 201, :SNORM_INT16X2 => 202, :SNORM_INT16X4 => 203
]
codes(::Type{ArrayFormat}) = array_format_names

"""
    ChannelOrder

The channels of an element of an image, and their order. OpenCL's numbers.

- `CHANNEL_ORDER_R`: One channel.
- `CHANNEL_ORDER_A`: Alpha alone.
- `CHANNEL_ORDER_RG`: Two channels.
- `CHANNEL_ORDER_RA`: Red and alpha.
- `CHANNEL_ORDER_RGB`: Three channels.
- `CHANNEL_ORDER_RGBA`: Four channels.
- `CHANNEL_ORDER_BGRA`: Four channels, blue first.
- `CHANNEL_ORDER_ARGB`: Four channels, alpha first.
- `CHANNEL_ORDER_INTENSITY`: One channel that is read as all four.
- `CHANNEL_ORDER_LUMINANCE`: One channel that is read as red, green and blue.
- `CHANNEL_ORDER_RX`: One channel and padding.
- `CHANNEL_ORDER_RGX`: Two channels and padding.
- `CHANNEL_ORDER_RGBX`: Three channels and padding.
- `CHANNEL_ORDER_DEPTH`: A depth.
- `CHANNEL_ORDER_DEPTH_STENCIL`: A depth and a stencil.
- `CHANNEL_ORDER_SRGB`: Three channels, sRGB.
- `CHANNEL_ORDER_SRGBX`: Three channels, sRGB, and padding.
- `CHANNEL_ORDER_SRGBA`: Three channels, sRGB, and alpha.
- `CHANNEL_ORDER_SBGRA`: Three channels, sRGB, blue first, and alpha.
- `CHANNEL_ORDER_ABGR`: Four channels, alpha first, red last.
"""
struct ChannelOrder <: Code
    value::Int32
end
const CHANNEL_ORDER_R = ChannelOrder(4272)
const CHANNEL_ORDER_A = ChannelOrder(4273)
const CHANNEL_ORDER_RG = ChannelOrder(4274)
const CHANNEL_ORDER_RA = ChannelOrder(4275)
const CHANNEL_ORDER_RGB = ChannelOrder(4276)
const CHANNEL_ORDER_RGBA = ChannelOrder(4277)
const CHANNEL_ORDER_BGRA = ChannelOrder(4278)
const CHANNEL_ORDER_ARGB = ChannelOrder(4279)
const CHANNEL_ORDER_INTENSITY = ChannelOrder(4280)
const CHANNEL_ORDER_LUMINANCE = ChannelOrder(4281)
const CHANNEL_ORDER_RX = ChannelOrder(4282)
const CHANNEL_ORDER_RGX = ChannelOrder(4283)
const CHANNEL_ORDER_RGBX = ChannelOrder(4284)
const CHANNEL_ORDER_DEPTH = ChannelOrder(4285)
const CHANNEL_ORDER_DEPTH_STENCIL = ChannelOrder(4286)
const CHANNEL_ORDER_SRGB = ChannelOrder(4287)
const CHANNEL_ORDER_SRGBX = ChannelOrder(4288)
const CHANNEL_ORDER_SRGBA = ChannelOrder(4289)
const CHANNEL_ORDER_SBGRA = ChannelOrder(4290)
const CHANNEL_ORDER_ABGR = ChannelOrder(4291)
const channel_order_names = Pair{Symbol,Int32}[
    :R => 4272, :A => 4273, :RG => 4274, :RA => 4275, :RGB => 4276, :RGBA => 4277, :BGRA => 4278,
    :ARGB => 4279, :INTENSITY => 4280, :LUMINANCE => 4281, :RX => 4282, :RGX => 4283, :RGBX => 4284,
    :DEPTH => 4285, :DEPTH_STENCIL => 4286, :SRGB => 4287, :SRGBX => 4288, :SRGBA => 4289, :SBGRA => 4290,
    :ABGR => 4291
]
codes(::Type{ChannelOrder}) = channel_order_names

"""
    ChannelType

The type of a channel of an image. OpenCL's numbers.

- `CHANNEL_TYPE_SNORM_INT8`: 8 bits, a number from -1 to 1.
- `CHANNEL_TYPE_SNORM_INT16`: 16 bits, a number from -1 to 1.
- `CHANNEL_TYPE_UNORM_INT8`: 8 bits, a number from 0 to 1.
- `CHANNEL_TYPE_UNORM_INT16`: 16 bits, a number from 0 to 1.
- `CHANNEL_TYPE_UNORM_SHORT_565`: Three channels in 16 bits.
- `CHANNEL_TYPE_UNORM_SHORT_555`: Three channels in 15 of 16 bits.
- `CHANNEL_TYPE_UNORM_INT_101010`: Three channels in 30 of 32 bits.
- `CHANNEL_TYPE_SIGNED_INT8`: A signed integer of 8 bits.
- `CHANNEL_TYPE_SIGNED_INT16`: A signed integer of 16 bits.
- `CHANNEL_TYPE_SIGNED_INT32`: A signed integer of 32 bits.
- `CHANNEL_TYPE_UNSIGNED_INT8`: An unsigned integer of 8 bits.
- `CHANNEL_TYPE_UNSIGNED_INT16`: An unsigned integer of 16 bits.
- `CHANNEL_TYPE_UNSIGNED_INT32`: An unsigned integer of 32 bits.
- `CHANNEL_TYPE_HALF_FLOAT`: A floating-point number of 16 bits.
- `CHANNEL_TYPE_FLOAT`: A floating-point number of 32 bits.
- `CHANNEL_TYPE_UNORM_INT24`: 24 bits, a number from 0 to 1.
- `CHANNEL_TYPE_UNORM_INT_101010_2`: Four channels in 32 bits: 10, 10, 10 and 2.
"""
struct ChannelType <: Code
    value::Int32
end
const CHANNEL_TYPE_SNORM_INT8 = ChannelType(4304)
const CHANNEL_TYPE_SNORM_INT16 = ChannelType(4305)
const CHANNEL_TYPE_UNORM_INT8 = ChannelType(4306)
const CHANNEL_TYPE_UNORM_INT16 = ChannelType(4307)
const CHANNEL_TYPE_UNORM_SHORT_565 = ChannelType(4308)
const CHANNEL_TYPE_UNORM_SHORT_555 = ChannelType(4309)
const CHANNEL_TYPE_UNORM_INT_101010 = ChannelType(4310)
const CHANNEL_TYPE_SIGNED_INT8 = ChannelType(4311)
const CHANNEL_TYPE_SIGNED_INT16 = ChannelType(4312)
const CHANNEL_TYPE_SIGNED_INT32 = ChannelType(4313)
const CHANNEL_TYPE_UNSIGNED_INT8 = ChannelType(4314)
const CHANNEL_TYPE_UNSIGNED_INT16 = ChannelType(4315)
const CHANNEL_TYPE_UNSIGNED_INT32 = ChannelType(4316)
const CHANNEL_TYPE_HALF_FLOAT = ChannelType(4317)
const CHANNEL_TYPE_FLOAT = ChannelType(4318)
const CHANNEL_TYPE_UNORM_INT24 = ChannelType(4319)
const CHANNEL_TYPE_UNORM_INT_101010_2 = ChannelType(4320)
const channel_type_names = Pair{Symbol,Int32}[
    :SNORM_INT8 => 4304, :SNORM_INT16 => 4305, :UNORM_INT8 => 4306, :UNORM_INT16 => 4307,
    :UNORM_SHORT_565 => 4308, :UNORM_SHORT_555 => 4309, :UNORM_INT_101010 => 4310, :SIGNED_INT8 => 4311,
    :SIGNED_INT16 => 4312, :SIGNED_INT32 => 4313, :UNSIGNED_INT8 => 4314, :UNSIGNED_INT16 => 4315,
    :UNSIGNED_INT32 => 4316, :HALF_FLOAT => 4317, :FLOAT => 4318, :UNORM_INT24 => 4319,
    :UNORM_INT_101010_2 => 4320
]
codes(::Type{ChannelType}) = channel_type_names

"""
    ArrayAttribute

Attributes of an array. gridcall's own numbers.

- `ARRAY_ATTRIBUTE_WIDTH`: Elements of a row.
- `ARRAY_ATTRIBUTE_HEIGHT`: Rows; 0: of one dimension.
- `ARRAY_ATTRIBUTE_DEPTH`: Slices, layers or faces; 0: of one or two dimensions.
- `ARRAY_ATTRIBUTE_FORMAT`: The `ArrayFormat`.
- `ARRAY_ATTRIBUTE_CHANNELS`: Channels of an element.
- `ARRAY_ATTRIBUTE_FLAGS`: `ARRAY_*` bits.
- `ARRAY_ATTRIBUTE_LEVELS`: Levels; 0: without.
- `ARRAY_ATTRIBUTE_LEVEL`: The level that it is, of an array that `level` returned; else 0.
- `ARRAY_ATTRIBUTE_LAYERS`: Layers; 0: none. Of a layered cube map each has six faces.
- `ARRAY_ATTRIBUTE_ELEMENT_SIZE`: Bytes of an element.
- `ARRAY_ATTRIBUTE_SIZE`: Bytes of all elements of this level, without what the device adds.
- `ARRAY_ATTRIBUTE_SAMPLES`: Samples of an element: always 0.
- `ARRAY_ATTRIBUTE_CHANNEL_ORDER`: The `ChannelOrder`: R, RG or RGBA.
- `ARRAY_ATTRIBUTE_CHANNEL_TYPE`: The `ChannelType`.
- `ARRAY_ATTRIBUTE_ROW_PITCH`: Bytes from row to row where the host or memory has the elements without gaps,
  as a mapping of all of it. How far apart the device's own rows are is not told by any driver.
- `ARRAY_ATTRIBUTE_SLICE_PITCH`: Bytes from slice to slice there, or from layer to layer; 0 of an array of one
  or two dimensions.
- `ARRAY_ATTRIBUTE_REFERENCE_COUNT`: The number of its holders: its handles, its levels, textures, surfaces
  and mappings, calls under way. For finding leaks.
- `ARRAY_ATTRIBUTE_MAP_COUNT`: The number of its mappings that are mapped.
"""
struct ArrayAttribute <: Code
    value::Int32
end
const ARRAY_ATTRIBUTE_WIDTH = ArrayAttribute(100001)
const ARRAY_ATTRIBUTE_HEIGHT = ArrayAttribute(100002)
const ARRAY_ATTRIBUTE_DEPTH = ArrayAttribute(100003)
const ARRAY_ATTRIBUTE_FORMAT = ArrayAttribute(100004)
const ARRAY_ATTRIBUTE_CHANNELS = ArrayAttribute(100005)
const ARRAY_ATTRIBUTE_FLAGS = ArrayAttribute(100006)
const ARRAY_ATTRIBUTE_LEVELS = ArrayAttribute(100007)
const ARRAY_ATTRIBUTE_LEVEL = ArrayAttribute(100008)
const ARRAY_ATTRIBUTE_LAYERS = ArrayAttribute(100009)
const ARRAY_ATTRIBUTE_ELEMENT_SIZE = ArrayAttribute(100010)
const ARRAY_ATTRIBUTE_SIZE = ArrayAttribute(100011)
const ARRAY_ATTRIBUTE_SAMPLES = ArrayAttribute(100012)
const ARRAY_ATTRIBUTE_CHANNEL_ORDER = ArrayAttribute(100013)
const ARRAY_ATTRIBUTE_CHANNEL_TYPE = ArrayAttribute(100014)
const ARRAY_ATTRIBUTE_ROW_PITCH = ArrayAttribute(100015)
const ARRAY_ATTRIBUTE_SLICE_PITCH = ArrayAttribute(100016)
const ARRAY_ATTRIBUTE_REFERENCE_COUNT = ArrayAttribute(100017)
const ARRAY_ATTRIBUTE_MAP_COUNT = ArrayAttribute(100018)
const array_attribute_names = Pair{Symbol,Int32}[
    :WIDTH => 100001, :HEIGHT => 100002, :DEPTH => 100003, :FORMAT => 100004, :CHANNELS => 100005,
    :FLAGS => 100006, :LEVELS => 100007, :LEVEL => 100008, :LAYERS => 100009, :ELEMENT_SIZE => 100010,
    :SIZE => 100011, :SAMPLES => 100012, :CHANNEL_ORDER => 100013, :CHANNEL_TYPE => 100014,
    :ROW_PITCH => 100015, :SLICE_PITCH => 100016, :REFERENCE_COUNT => 100017, :MAP_COUNT => 100018
]
codes(::Type{ArrayAttribute}) = array_attribute_names

"""
    ARRAY_LAYERED

`depth` counts layers of 1 or 2 dimensions.
"""
const ARRAY_LAYERED = UInt64(0x1)

"""
    ARRAY_SURFACE_LDST

A surface may be made of it.
"""
const ARRAY_SURFACE_LDST = UInt64(0x2)

"""
    ARRAY_CUBEMAP

`depth` counts the faces of a cube: 6, with LAYERED a multiple of 6. Width and height are equal.
"""
const ARRAY_CUBEMAP = UInt64(0x4)

"""
    ARRAY_TEXTURE_GATHER

Kernels may use tex2Dgather. Of 2 dimensions alone.
"""
const ARRAY_TEXTURE_GATHER = UInt64(0x8)

"""
    OpaqueArray

Memory of 1, 2 or 3 dimensions in the device's own layout. It is released by `close`, or when it is collected;
in any order with others, from any thread. It keeps its context alive.
"""
mutable struct OpaqueArray <: Handle
    handle::Ptr{LibGridCall.gc_array}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function OpaqueArray(handle::Ptr{LibGridCall.gc_array}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::OpaqueArray)
    if x.open
        x.open = false
        LibGridCall.gc_array_release(x.handle)
    end
    return nothing
end
Base.isopen(x::OpaqueArray) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_array}}, x::OpaqueArray) = x.handle

"""
    ImageFormat

A format of images in OpenCL's terms.

- `order`: The channels and their order.
- `channel_type`: The type of a channel.
"""
struct ImageFormat
    order::ChannelOrder
    channel_type::ChannelType
end
ImageFormat(c::LibGridCall.gc_image_format) = ImageFormat(ChannelOrder(c.order), ChannelType(c.channel_type))

"""
    ImageFormatInfo

The format of arrays that stands for a format of images.

- `format`: The format of an array.
- `channels`: Its channels.
- `channel_size`: The bytes of a channel; 0 where several share them (`UNORM_INT_101010_2`).
- `element_size`: The bytes of an element.
- `order_name`: The order as text: "RGBA". Static; never released.
- `type_name`: The type of a channel as text: "UNORM_INT8". Static; never released.
"""
struct ImageFormatInfo
    format::ArrayFormat
    channels::UInt32
    channel_size::UInt32
    element_size::UInt32
    order_name::String
    type_name::String
end
empty(::Type{ImageFormatInfo}) = zeroed(LibGridCall.gc_image_format_info, sizeof(LibGridCall.gc_image_format_info))
ImageFormatInfo(c::LibGridCall.gc_image_format_info) = ImageFormatInfo(
    ArrayFormat(c.format), c.channels, c.channel_size, c.element_size, unsafe_string(c.order_name),
    unsafe_string(c.type_name)
)

"""
    AddressMode

The treatment of coordinates outside a texture. CUDA's numbers.

- `ADDRESS_MODE_WRAP`: The texture repeats (OpenCL: REPEAT). Without normalized coordinates it is CLAMP.
- `ADDRESS_MODE_CLAMP`: The nearest edge (OpenCL: `CLAMP_TO_EDGE`, and NONE).
- `ADDRESS_MODE_MIRROR`: The texture repeats, every other time mirrored (OpenCL: `MIRRORED_REPEAT`). Without
  normalized coordinates it is CLAMP.
- `ADDRESS_MODE_BORDER`: The border colour (OpenCL: CLAMP).
"""
struct AddressMode <: Code
    value::Int32
end
const ADDRESS_MODE_WRAP = AddressMode(0)
const ADDRESS_MODE_CLAMP = AddressMode(1)
const ADDRESS_MODE_MIRROR = AddressMode(2)
const ADDRESS_MODE_BORDER = AddressMode(3)
const address_mode_names = Pair{Symbol,Int32}[:WRAP => 0, :CLAMP => 1, :MIRROR => 2, :BORDER => 3]
codes(::Type{AddressMode}) = address_mode_names

"""
    FilterMode

The elements that a read combines. CUDA's numbers.

- `FILTER_MODE_POINT`: The nearest element (OpenCL: NEAREST).
- `FILTER_MODE_LINEAR`: The weighted mean of the 2, 4 or 8 nearest elements, with weights of 8 bits.
"""
struct FilterMode <: Code
    value::Int32
end
const FILTER_MODE_POINT = FilterMode(0)
const FILTER_MODE_LINEAR = FilterMode(1)
const filter_mode_names = Pair{Symbol,Int32}[:POINT => 0, :LINEAR => 1]
codes(::Type{FilterMode}) = filter_mode_names

"""
    SamplerAttribute

Attributes of a sampler. gridcall's own numbers; floating-point numbers are their 32 bits.

- `SAMPLER_ATTRIBUTE_FLAGS`: `SAMPLING_*` bits.
- `SAMPLER_ATTRIBUTE_ADDRESS_X`: The `AddressMode` of x.
- `SAMPLER_ATTRIBUTE_ADDRESS_Y`: The `AddressMode` of y.
- `SAMPLER_ATTRIBUTE_ADDRESS_Z`: The `AddressMode` of z.
- `SAMPLER_ATTRIBUTE_FILTER`: The `FilterMode`.
- `SAMPLER_ATTRIBUTE_MIP_FILTER`: The `FilterMode` between levels.
- `SAMPLER_ATTRIBUTE_MAX_ANISOTROPY`: Elements along the longer gradient.
- `SAMPLER_ATTRIBUTE_BIAS`: The level's bias.
- `SAMPLER_ATTRIBUTE_MIN_LEVEL`: The least level.
- `SAMPLER_ATTRIBUTE_MAX_LEVEL`: The greatest level.
- `SAMPLER_ATTRIBUTE_REFERENCE_COUNT`: The number of handles and textures that hold it.
"""
struct SamplerAttribute <: Code
    value::Int32
end
const SAMPLER_ATTRIBUTE_FLAGS = SamplerAttribute(100001)
const SAMPLER_ATTRIBUTE_ADDRESS_X = SamplerAttribute(100002)
const SAMPLER_ATTRIBUTE_ADDRESS_Y = SamplerAttribute(100003)
const SAMPLER_ATTRIBUTE_ADDRESS_Z = SamplerAttribute(100004)
const SAMPLER_ATTRIBUTE_FILTER = SamplerAttribute(100005)
const SAMPLER_ATTRIBUTE_MIP_FILTER = SamplerAttribute(100006)
const SAMPLER_ATTRIBUTE_MAX_ANISOTROPY = SamplerAttribute(100007)
const SAMPLER_ATTRIBUTE_BIAS = SamplerAttribute(100008)
const SAMPLER_ATTRIBUTE_MIN_LEVEL = SamplerAttribute(100009)
const SAMPLER_ATTRIBUTE_MAX_LEVEL = SamplerAttribute(100010)
const SAMPLER_ATTRIBUTE_REFERENCE_COUNT = SamplerAttribute(100011)
const sampler_attribute_names = Pair{Symbol,Int32}[
    :FLAGS => 100001, :ADDRESS_X => 100002, :ADDRESS_Y => 100003, :ADDRESS_Z => 100004, :FILTER => 100005,
    :MIP_FILTER => 100006, :MAX_ANISOTROPY => 100007, :BIAS => 100008, :MIN_LEVEL => 100009,
    :MAX_LEVEL => 100010, :REFERENCE_COUNT => 100011
]
codes(::Type{SamplerAttribute}) = sampler_attribute_names

"""
    TextureAttribute

Attributes of a texture. gridcall's own numbers, up to `MAX_LEVEL` those of `SamplerAttribute`; floating-point
numbers are their 32 bits.

- `TEXTURE_ATTRIBUTE_SAMPLING_FLAGS`: `SAMPLING_*` bits.
- `TEXTURE_ATTRIBUTE_ADDRESS_X`: The `AddressMode` of x.
- `TEXTURE_ATTRIBUTE_ADDRESS_Y`: The `AddressMode` of y.
- `TEXTURE_ATTRIBUTE_ADDRESS_Z`: The `AddressMode` of z.
- `TEXTURE_ATTRIBUTE_FILTER`: The `FilterMode`.
- `TEXTURE_ATTRIBUTE_MIP_FILTER`: The `FilterMode` between levels.
- `TEXTURE_ATTRIBUTE_MAX_ANISOTROPY`: Elements along the longer gradient.
- `TEXTURE_ATTRIBUTE_BIAS`: The level's bias.
- `TEXTURE_ATTRIBUTE_MIN_LEVEL`: The least level.
- `TEXTURE_ATTRIBUTE_MAX_LEVEL`: The greatest level.
- `TEXTURE_ATTRIBUTE_FLAGS`: `TEXTURE_*` bits.
- `TEXTURE_ATTRIBUTE_FORMAT`: The `ArrayFormat` that it reads.
- `TEXTURE_ATTRIBUTE_CHANNELS`: The channels of an element.
- `TEXTURE_ATTRIBUTE_OFFSET`: Bytes between where the texture begins and where the memory's part does; 0 but
  with `ALLOW_OFFSET`.
- `TEXTURE_ATTRIBUTE_ADDRESS`: The device address of the first element of linear memory, as `address` of the
  part has it; 0 of an array.
- `TEXTURE_ATTRIBUTE_WIDTH`: Elements of a row.
- `TEXTURE_ATTRIBUTE_HEIGHT`: Rows; 0: of one row.
- `TEXTURE_ATTRIBUTE_ROW_PITCH`: Bytes from row to row of linear memory with rows; else 0.
"""
struct TextureAttribute <: Code
    value::Int32
end
const TEXTURE_ATTRIBUTE_SAMPLING_FLAGS = TextureAttribute(100001)
const TEXTURE_ATTRIBUTE_ADDRESS_X = TextureAttribute(100002)
const TEXTURE_ATTRIBUTE_ADDRESS_Y = TextureAttribute(100003)
const TEXTURE_ATTRIBUTE_ADDRESS_Z = TextureAttribute(100004)
const TEXTURE_ATTRIBUTE_FILTER = TextureAttribute(100005)
const TEXTURE_ATTRIBUTE_MIP_FILTER = TextureAttribute(100006)
const TEXTURE_ATTRIBUTE_MAX_ANISOTROPY = TextureAttribute(100007)
const TEXTURE_ATTRIBUTE_BIAS = TextureAttribute(100008)
const TEXTURE_ATTRIBUTE_MIN_LEVEL = TextureAttribute(100009)
const TEXTURE_ATTRIBUTE_MAX_LEVEL = TextureAttribute(100010)
const TEXTURE_ATTRIBUTE_FLAGS = TextureAttribute(100021)
const TEXTURE_ATTRIBUTE_FORMAT = TextureAttribute(100022)
const TEXTURE_ATTRIBUTE_CHANNELS = TextureAttribute(100023)
const TEXTURE_ATTRIBUTE_OFFSET = TextureAttribute(100024)
const TEXTURE_ATTRIBUTE_ADDRESS = TextureAttribute(100025)
const TEXTURE_ATTRIBUTE_WIDTH = TextureAttribute(100026)
const TEXTURE_ATTRIBUTE_HEIGHT = TextureAttribute(100027)
const TEXTURE_ATTRIBUTE_ROW_PITCH = TextureAttribute(100028)
const texture_attribute_names = Pair{Symbol,Int32}[
    :SAMPLING_FLAGS => 100001, :ADDRESS_X => 100002, :ADDRESS_Y => 100003, :ADDRESS_Z => 100004,
    :FILTER => 100005, :MIP_FILTER => 100006, :MAX_ANISOTROPY => 100007, :BIAS => 100008,
    :MIN_LEVEL => 100009, :MAX_LEVEL => 100010, :FLAGS => 100021, :FORMAT => 100022, :CHANNELS => 100023,
    :OFFSET => 100024, :ADDRESS => 100025, :WIDTH => 100026, :HEIGHT => 100027, :ROW_PITCH => 100028
]
codes(::Type{TextureAttribute}) = texture_attribute_names

"""
    SAMPLING_NORMALIZED_COORDINATES

From 0 to 1 across the texture, else in elements.
"""
const SAMPLING_NORMALIZED_COORDINATES = UInt64(0x2)

"""
    TEXTURE_READ_AS_INTEGER

Integers are read as they are; else those of 8 and 16 bits as numbers from 0 or -1 to 1.
"""
const TEXTURE_READ_AS_INTEGER = UInt64(0x1)

"""
    TEXTURE_SRGB

Channels of 8 bits are sRGB and are made linear, but the last of 2 and of 4.
"""
const TEXTURE_SRGB = UInt64(0x10)

"""
    TEXTURE_SEAMLESS_CUBEMAP

Filtering combines faces of a cube. GPU only.
"""
const TEXTURE_SEAMLESS_CUBEMAP = UInt64(0x40)

"""
    TEXTURE_ALLOW_OFFSET

Linear memory may begin at no multiple of the device's alignment: the texture begins before it, and the
attribute OFFSET tells how many bytes.
"""
const TEXTURE_ALLOW_OFFSET = UInt64(0x100000000)

"""
    Texture

A way to read an array or linear memory in kernels. It is released by `close`, or when it is collected; in any
order with others, from any thread. It keeps its context alive.
"""
mutable struct Texture <: Handle
    handle::Ptr{LibGridCall.gc_texture}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Texture(handle::Ptr{LibGridCall.gc_texture}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Texture)
    if x.open
        x.open = false
        LibGridCall.gc_texture_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Texture) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_texture}}, x::Texture) = x.handle

"""
    Surface

A way to read and write an array in kernels. It is released by `close`, or when it is collected; in any order
with others, from any thread. It keeps its array alive.
"""
mutable struct Surface <: Handle
    handle::Ptr{LibGridCall.gc_surface}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Surface(handle::Ptr{LibGridCall.gc_surface}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Surface)
    if x.open
        x.open = false
        LibGridCall.gc_surface_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Surface) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_surface}}, x::Surface) = x.handle

"""
    Sampler

A way in which textures are read. It is released by `close`, or when it is collected; in any order with
others, from any thread. It keeps its context alive.
"""
mutable struct Sampler <: Handle
    handle::Ptr{LibGridCall.gc_sampler}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Sampler(handle::Ptr{LibGridCall.gc_sampler}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Sampler)
    if x.open
        x.open = false
        LibGridCall.gc_sampler_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Sampler) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_sampler}}, x::Sampler) = x.handle

make!(roots, ::Type{LibGridCall.gc_sampling}, flags, address_x = 0, address_y = 0, address_z = 0, filter = 0, mip_filter = 0, max_anisotropy = 0, bias = 0, min_level = 0, max_level = 0, border_r = 0, border_g = 0, border_b = 0, border_a = 0) =
    LibGridCall.gc_sampling(flags, code(AddressMode, address_x), code(AddressMode, address_y), code(AddressMode, address_z), code(FilterMode, filter), code(FilterMode, mip_filter), max_anisotropy, bias, min_level, max_level, border_r, border_g, border_b, border_a, 0)
item_fields(::Type{LibGridCall.gc_sampling}) = (flags = 0, address_x = 0, address_y = 0, address_z = 0, filter = 0, mip_filter = 0, max_anisotropy = 0, bias = 0, min_level = 0, max_level = 0, border_r = 0, border_g = 0, border_b = 0, border_a = 0)
make!(roots, ::Type{LibGridCall.gc_sampling}, ::Nothing) = zeroed(LibGridCall.gc_sampling)
make!(roots, ::Type{LibGridCall.gc_sampling}, x::LibGridCall.gc_sampling) = x

"""
    ModuleAttribute

Attributes of a module. Not CUDA's numbers.

- `MODULE_ATTRIBUTE_COMPILE_NANOSECONDS`: The time the compiler took to make the image of a source,
  nanoseconds; 0 if it came from the cache or was given.
- `MODULE_ATTRIBUTE_JIT_NANOSECONDS`: The time the driver compiled PTX, nanoseconds; 0 for machine code. It is
  `CU_JIT_WALL_TIME`.
- `MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK`: The largest block that the driver compiled PTX for, threads; 0 if
  `threads_per_block` was not given.
"""
struct ModuleAttribute <: Code
    value::Int32
end
const MODULE_ATTRIBUTE_COMPILE_NANOSECONDS = ModuleAttribute(100001)
const MODULE_ATTRIBUTE_JIT_NANOSECONDS = ModuleAttribute(100002)
const MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK = ModuleAttribute(100003)
const module_attribute_names = Pair{Symbol,Int32}[
    :COMPILE_NANOSECONDS => 100001, :JIT_NANOSECONDS => 100002, :JIT_THREADS_PER_BLOCK => 100003
]
codes(::Type{ModuleAttribute}) = module_attribute_names

"""
    COMPILE_NO_CACHE

Neither look in the compile cache nor fill it.
"""
const COMPILE_NO_CACHE = UInt64(0x1)

"""
    COMPILE_NO_TIERING

Compile to optimised code at once, also a very large source (see `module_from_source`).
`GRIDCALL_DISABLE_TIERING`=1 in the environment does it for all. CPU device only.
"""
const COMPILE_NO_TIERING = UInt64(0x2)

"""
    COMPILE_NO_FILES

For source that nobody vouches for: the compiler reads no file but its own headers and the toolkit's. A header
that the source names must be one of `headers`; options that name a folder, a file or a program are refused.
On a GPU Thrust is refused too, whose headers can be made to name any file.
"""
const COMPILE_NO_FILES = UInt64(0x4)

"""
    MODULE_DEBUG

Keep what a debugger needs. It is `CU_JIT_GENERATE_DEBUG_INFO`.
"""
const MODULE_DEBUG = UInt64(0x1)

"""
    MODULE_LINE_INFO

Keep line numbers for profilers. It is `CU_JIT_GENERATE_LINE_INFO`.
"""
const MODULE_LINE_INFO = UInt64(0x2)

"""
    MODULE_VERBOSE

Write registers and memory of each kernel into the log. It is `CU_JIT_LOG_VERBOSE`.
"""
const MODULE_VERBOSE = UInt64(0x4)

"""
    MODULE_PREFER_BINARY

Takes another GPU's code that can run, rather than PTX, from a fatbin without machine code for this GPU. It is
`CU_JIT_FALLBACK_STRATEGY`.
"""
const MODULE_PREFER_BINARY = UInt64(0x8)

"""
    MODULE_NO_OPTIMIZATION

Level 0. It is `CU_JIT_OPTIMIZATION_LEVEL`.
"""
const MODULE_NO_OPTIMIZATION = UInt64(0x10)

"""
    CodeModule

Compiled code, loaded into a context. It is released by `close`, or when it is collected; in any order with
others, from any thread. It keeps its context alive.
"""
mutable struct CodeModule <: Handle
    handle::Ptr{LibGridCall.gc_module}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function CodeModule(handle::Ptr{LibGridCall.gc_module}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::CodeModule)
    if x.open
        x.open = false
        LibGridCall.gc_module_release(x.handle)
    end
    return nothing
end
Base.isopen(x::CodeModule) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_module}}, x::CodeModule) = x.handle

make!(roots, ::Type{LibGridCall.gc_define}, name, value = nothing) =
    LibGridCall.gc_define(pin!(roots, name), pin!(roots, value))
item_fields(::Type{LibGridCall.gc_define}) = (name = nothing, value = nothing)
make!(roots, ::Type{LibGridCall.gc_define}, x::LibGridCall.gc_define) = x

make!(roots, ::Type{LibGridCall.gc_header}, name, text = nothing) =
    LibGridCall.gc_header(pin!(roots, name), pin!(roots, text))
item_fields(::Type{LibGridCall.gc_header}) = (name = nothing, text = nothing)
make!(roots, ::Type{LibGridCall.gc_header}, x::LibGridCall.gc_header) = x

"""
    Program

Compiled code that is not loaded. It is released by `close`, or when it is collected; in any order with
others, from any thread.
"""
mutable struct Program <: Handle
    handle::Ptr{LibGridCall.gc_program}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Program(handle::Ptr{LibGridCall.gc_program}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Program)
    if x.open
        x.open = false
        LibGridCall.gc_program_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Program) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_program}}, x::Program) = x.handle

"""
    KernelAttribute

Attributes of a kernel, with CUDA's own numbers (CUDA Driver API, CUfunction_attribute).

- `KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK`: Most threads in a block that this kernel allows.
- `KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES`: Static shared memory of a block, bytes.
- `KERNEL_ATTRIBUTE_CONST_SIZE_BYTES`: Constant memory, bytes.
- `KERNEL_ATTRIBUTE_LOCAL_SIZE_BYTES`: Local memory of a thread, bytes.
- `KERNEL_ATTRIBUTE_NUM_REGS`: Registers of a thread; 0 on the CPU device.
- `KERNEL_ATTRIBUTE_PTX_VERSION`: PTX version the kernel was compiled to, major * 10 + minor; 0 on the CPU
  device.
- `KERNEL_ATTRIBUTE_BINARY_VERSION`: Architecture of the machine code, major * 10 + minor; the CPU device
  returns that of the GPU it stands for.
- `KERNEL_ATTRIBUTE_CACHE_MODE_CA`: 1 if compiled with -Xptxas --dlcm=ca.
- `KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`: Most dynamic shared memory of a launch, bytes; can be
  raised.
- `KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT`: Wanted share of L1 used as shared memory, percent; can
  be set.
- `KERNEL_ATTRIBUTE_CPU_MODE`: The way in which launches run. 0, the default: as vectors of a warp's threads
  where the kernel allows it. 1, reference: each thread by itself, to compare with; can be set. Not CUDA's
  number. CPU device only.
- `KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS`: For which block shapes there is vector code. 0: none, the kernel always
  runs as in reference mode. Bit 0: 1-D blocks and rows of a multiple of 32 threads; bit 1: rows of a multiple
  of 16; bit 2: any shape. Not CUDA's number. CPU device only.
- `KERNEL_ATTRIBUTE_CACHE_CONFIG`: The kernel's preference between L1 and shared memory: 0 none, 1 shared
  memory, 2 L1, 3 equal shares; can be set. What was set last is returned, 0 before. (cuFuncSetCacheConfig.)
  Not CUDA's number.
- `KERNEL_ATTRIBUTE_SHARED_CONFIG`: The width of shared memory's banks: 0 the context's, 1 four bytes, 2 eight
  bytes; can be set. What was set last is returned, 0 before. (cuFuncSetSharedMemConfig; today's GPUs have
  four bytes whatever is set.) Not CUDA's number.
- `KERNEL_ATTRIBUTE_CPU_IS_BASELINE`: 1 while launches run the baseline code of a very large source
  (`module_from_source`), 0 as soon as they run the optimised code, and for all other sources. Not CUDA's
  number. CPU device only.
"""
struct KernelAttribute <: Code
    value::Int32
end
const KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK = KernelAttribute(0)
const KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES = KernelAttribute(1)
const KERNEL_ATTRIBUTE_CONST_SIZE_BYTES = KernelAttribute(2)
const KERNEL_ATTRIBUTE_LOCAL_SIZE_BYTES = KernelAttribute(3)
const KERNEL_ATTRIBUTE_NUM_REGS = KernelAttribute(4)
const KERNEL_ATTRIBUTE_PTX_VERSION = KernelAttribute(5)
const KERNEL_ATTRIBUTE_BINARY_VERSION = KernelAttribute(6)
const KERNEL_ATTRIBUTE_CACHE_MODE_CA = KernelAttribute(7)
const KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = KernelAttribute(8)
const KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = KernelAttribute(9)
const KERNEL_ATTRIBUTE_CPU_MODE = KernelAttribute(100001)
const KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS = KernelAttribute(100002)
const KERNEL_ATTRIBUTE_CACHE_CONFIG = KernelAttribute(100004)
const KERNEL_ATTRIBUTE_SHARED_CONFIG = KernelAttribute(100005)
const KERNEL_ATTRIBUTE_CPU_IS_BASELINE = KernelAttribute(100003)
const kernel_attribute_names = Pair{Symbol,Int32}[
    :MAX_THREADS_PER_BLOCK => 0, :SHARED_SIZE_BYTES => 1, :CONST_SIZE_BYTES => 2, :LOCAL_SIZE_BYTES => 3,
    :NUM_REGS => 4, :PTX_VERSION => 5, :BINARY_VERSION => 6, :CACHE_MODE_CA => 7,
    :MAX_DYNAMIC_SHARED_SIZE_BYTES => 8, :PREFERRED_SHARED_MEMORY_CARVEOUT => 9, :CPU_MODE => 100001,
    :CPU_WARP_LAYOUTS => 100002, :CACHE_CONFIG => 100004, :SHARED_CONFIG => 100005, :CPU_IS_BASELINE => 100003
]
codes(::Type{KernelAttribute}) = kernel_attribute_names

"""
    ValueType

The type of a value. A pointer has POINTER added to the type of what it points to: 267 is a pointer to
FLOAT32.

- `VALUE_TYPE_UNKNOWN`: Not told.
- `VALUE_TYPE_INT8`: A signed integer of 8 bits; `char` too.
- `VALUE_TYPE_UINT8`: An unsigned integer of 8 bits.
- `VALUE_TYPE_INT16`: A signed integer of 16 bits.
- `VALUE_TYPE_UINT16`: An unsigned integer of 16 bits.
- `VALUE_TYPE_INT32`: A signed integer of 32 bits.
- `VALUE_TYPE_UINT32`: An unsigned integer of 32 bits.
- `VALUE_TYPE_INT64`: A signed integer of 64 bits.
- `VALUE_TYPE_UINT64`: An unsigned integer of 64 bits.
- `VALUE_TYPE_FLOAT16`: A float of 16 bits, CUDA's half. A 16-bit integer may stand for its bits.
- `VALUE_TYPE_BFLOAT16`: A bfloat16. A 16-bit integer may stand for its bits.
- `VALUE_TYPE_FLOAT32`: A float of 32 bits.
- `VALUE_TYPE_FLOAT64`: A float of 64 bits.
- `VALUE_TYPE_BOOL`: A truth value of 8 bits.
- `VALUE_TYPE_STRUCT`: A struct, a union or a class; CUDA's vector types too.
- `VALUE_TYPE_POINTER`: A pointer to what is unknown; else added to the type of that.
"""
struct ValueType <: Code
    value::Int32
end
const VALUE_TYPE_UNKNOWN = ValueType(0)
const VALUE_TYPE_INT8 = ValueType(1)
const VALUE_TYPE_UINT8 = ValueType(2)
const VALUE_TYPE_INT16 = ValueType(3)
const VALUE_TYPE_UINT16 = ValueType(4)
const VALUE_TYPE_INT32 = ValueType(5)
const VALUE_TYPE_UINT32 = ValueType(6)
const VALUE_TYPE_INT64 = ValueType(7)
const VALUE_TYPE_UINT64 = ValueType(8)
const VALUE_TYPE_FLOAT16 = ValueType(9)
const VALUE_TYPE_BFLOAT16 = ValueType(10)
const VALUE_TYPE_FLOAT32 = ValueType(11)
const VALUE_TYPE_FLOAT64 = ValueType(12)
const VALUE_TYPE_BOOL = ValueType(13)
const VALUE_TYPE_STRUCT = ValueType(14)
const VALUE_TYPE_POINTER = ValueType(256)
const value_type_names = Pair{Symbol,Int32}[
    :UNKNOWN => 0, :INT8 => 1, :UINT8 => 2, :INT16 => 3, :UINT16 => 4, :INT32 => 5, :UINT32 => 6, :INT64 => 7,
    :UINT64 => 8, :FLOAT16 => 9, :BFLOAT16 => 10, :FLOAT32 => 11, :FLOAT64 => 12, :BOOL => 13, :STRUCT => 14,
    :POINTER => 256
]
codes(::Type{ValueType}) = value_type_names

"""
    OCCUPANCY_DISABLE_CACHING_OVERRIDE

Counts as if global caching were on even where it costs occupancy. It is
`CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE`.
"""
const OCCUPANCY_DISABLE_CACHING_OVERRIDE = UInt64(0x1)

"""
    Kernel

One __global__ function of a module. It is released by `close`, or when it is collected; in any order with
others, from any thread. It keeps its module alive.
"""
mutable struct Kernel <: Handle
    handle::Ptr{LibGridCall.gc_kernel}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Kernel(handle::Ptr{LibGridCall.gc_kernel}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Kernel)
    if x.open
        x.open = false
        LibGridCall.gc_kernel_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Kernel) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_kernel}}, x::Kernel) = x.handle

"""
    KernelParam

One parameter of a kernel. Its texts are valid as long as a handle of the kernel.

- `offset`: The first byte in the parameter block, in bytes.
- `size`: Its size, in bytes.
- `value_type`: Its type. Known for every kernel of the CPU device, and for a GPU from the compiled name of a
  C++ kernel, where a struct or an enum is UNKNOWN; nothing is known of an extern "C" kernel of a GPU.
- `type_name`: Its type as C++ writes it; "" if it is unknown.
- `name`: Its name in the source; "" if it has none, and on a GPU.
"""
struct KernelParam
    offset::UInt64
    size::UInt64
    value_type::ValueType
    type_name::String
    name::String
end
empty(::Type{KernelParam}) = zeroed(LibGridCall.gc_kernel_param, sizeof(LibGridCall.gc_kernel_param))
KernelParam(c::LibGridCall.gc_kernel_param) = KernelParam(
    c.offset, c.size, ValueType(c.value_type), unsafe_string(c.type_name), unsafe_string(c.name)
)

"""
    ArgKind

The form in which a `Arg` carries its value.

- `ARG_KIND_SCALAR`: `bits` holds the value, `size` its size: 1, 2, 4 or 8 bytes; the lowest bytes of `bits`,
  also for float and double.
- `ARG_KIND_MEM`: `object` is a `Mem`; the kernel gets its device address plus `bits` bytes. `size` is 0 or 8.
- `ARG_KIND_BYTES`: The value is `size` bytes at offset `bits` of the launch's `bytes`: a struct of any size.
- `ARG_KIND_VALUE`: The value is `size` bytes at the host address `object`, of any type; copied before the
  function returns. In C: `ARG`.
- `ARG_KIND_TEXTURE`: `object` is a `Texture`; the kernel gets its cudaTextureObject_t. `size` is 0 or 8,
  `bits` 0. In C: `ARG_TEXTURE`.
- `ARG_KIND_SURFACE`: `object` is a `Surface`; the kernel gets its cudaSurfaceObject_t. `size` is 0 or 8,
  `bits` 0. In C: `ARG_SURFACE`.
- `ARG_KIND_NDARRAY`: `object` is a `Ndarray`; the kernel gets the address of its first element. `size` is 0
  or 8, `bits` 0. Its element type is compared with the parameter's, where that is known. In C: `ARG_NDARRAY`.
- `ARG_KIND_PIPE`: `object` is a `Pipe`; the kernel gets a `gridcall::pipe` of gridcall_pipe.h. `size` is 0 or
  8, `bits` 0. In C: `ARG_PIPE`.
- `ARG_KIND_TYPE`: For `prepared_create` alone: no value yet, only what it will be, which is compared with the
  parameter. `value_type` is its type, a `ScalarType` too (`dtype_scalar_from_name`: "P", "i"), of which
  integers of 8 bytes are addresses too; with `size` not 0 it has so many bytes. `bits` 0.
"""
struct ArgKind <: Code
    value::Int32
end
const ARG_KIND_SCALAR = ArgKind(1)
const ARG_KIND_MEM = ArgKind(2)
const ARG_KIND_BYTES = ArgKind(3)
const ARG_KIND_VALUE = ArgKind(4)
const ARG_KIND_TEXTURE = ArgKind(5)
const ARG_KIND_SURFACE = ArgKind(6)
const ARG_KIND_NDARRAY = ArgKind(8)
const ARG_KIND_PIPE = ArgKind(7)
const ARG_KIND_TYPE = ArgKind(9)
const arg_kind_names = Pair{Symbol,Int32}[
    :SCALAR => 1, :MEM => 2, :BYTES => 3, :VALUE => 4, :TEXTURE => 5, :SURFACE => 6, :NDARRAY => 8,
    :PIPE => 7, :TYPE => 9
]
codes(::Type{ArgKind}) = arg_kind_names

"""
    LAUNCH_COOPERATIVE

All blocks are resident at once, so that they can wait for each other: cooperative_groups::this_grid().sync().
`INVALID_LAUNCH` for a grid of more blocks than fit, which `occupancy` tells.
"""
const LAUNCH_COOPERATIVE = UInt64(0x1)

"""
    Prepared

A launch whose kernel, shape and arguments were checked once. One thread at a time may change or launch it:
others get `INVALID_STATE`. It is released by `close`, or when it is collected; in any order with others, from
any thread. It keeps its kernel alive.
"""
mutable struct Prepared <: Handle
    handle::Ptr{LibGridCall.gc_prepared}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Prepared(handle::Ptr{LibGridCall.gc_prepared}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Prepared)
    if x.open
        x.open = false
        LibGridCall.gc_prepared_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Prepared) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_prepared}}, x::Prepared) = x.handle

"""
    HostDirection

The direction in which the content of an array of the host goes.

- `HOST_DIRECTION_IN`: To the kernel, before it runs. The kernel must not write it.
- `HOST_DIRECTION_OUT`: From the kernel, when it has ended; what the kernel finds in it is undefined.
- `HOST_DIRECTION_IN_OUT`: To the kernel, and back when it has ended.
"""
struct HostDirection <: Code
    value::Int32
end
const HOST_DIRECTION_IN = HostDirection(1)
const HOST_DIRECTION_OUT = HostDirection(2)
const HOST_DIRECTION_IN_OUT = HostDirection(3)
const host_direction_names = Pair{Symbol,Int32}[:IN => 1, :OUT => 2, :IN_OUT => 3]
codes(::Type{HostDirection}) = host_direction_names

make!(roots, ::Type{LibGridCall.gc_host_arg}, index, direction = 0, host_address = 0, size = 0, value_type = 0) =
    LibGridCall.gc_host_arg(index, code(HostDirection, direction), host_address, size, code(ValueType, value_type), 0)
item_fields(::Type{LibGridCall.gc_host_arg}) = (index = 0, direction = 0, host_address = 0, size = 0, value_type = 0)
make!(roots, ::Type{LibGridCall.gc_host_arg}, ::Nothing) = zeroed(LibGridCall.gc_host_arg)
make!(roots, ::Type{LibGridCall.gc_host_arg}, x::LibGridCall.gc_host_arg) = x

"""
    CaptureMode

The calls of other libraries that CUDA refuses while the stream captures. CUDA's numbers
(CUstreamCaptureMode). This library's own calls are never refused for it.

- `CAPTURE_MODE_GLOBAL`: Calls that may wait for the capture are refused in every thread, and end the capture.
  It must end in the thread where it began.
- `CAPTURE_MODE_THREAD_LOCAL`: As GLOBAL, in this thread alone.
- `CAPTURE_MODE_RELAXED`: None is refused, and any thread may end the capture.
"""
struct CaptureMode <: Code
    value::Int32
end
const CAPTURE_MODE_GLOBAL = CaptureMode(0)
const CAPTURE_MODE_THREAD_LOCAL = CaptureMode(1)
const CAPTURE_MODE_RELAXED = CaptureMode(2)
const capture_mode_names = Pair{Symbol,Int32}[:GLOBAL => 0, :THREAD_LOCAL => 1, :RELAXED => 2]
codes(::Type{CaptureMode}) = capture_mode_names

"""
    GraphNodeKind

The kind of a node of a graph. CUDA's numbers (CUgraphNodeType).

- `GRAPH_NODE_KIND_KERNEL`: A launch.
- `GRAPH_NODE_KIND_MEMCPY`: A copy.
- `GRAPH_NODE_KIND_MEMSET`: A fill.
- `GRAPH_NODE_KIND_HOST`: A call of a function of the host.
- `GRAPH_NODE_KIND_GRAPH`: Another graph.
- `GRAPH_NODE_KIND_EMPTY`: No work: a place where others meet.
- `GRAPH_NODE_KIND_WAIT_EVENT`: A wait for an event.
- `GRAPH_NODE_KIND_EVENT_RECORD`: An event that is recorded.
- `GRAPH_NODE_KIND_MEM_ALLOC`: An allocation of memory.
- `GRAPH_NODE_KIND_MEM_FREE`: Memory that goes back.
"""
struct GraphNodeKind <: Code
    value::Int32
end
const GRAPH_NODE_KIND_KERNEL = GraphNodeKind(0)
const GRAPH_NODE_KIND_MEMCPY = GraphNodeKind(1)
const GRAPH_NODE_KIND_MEMSET = GraphNodeKind(2)
const GRAPH_NODE_KIND_HOST = GraphNodeKind(3)
const GRAPH_NODE_KIND_GRAPH = GraphNodeKind(4)
const GRAPH_NODE_KIND_EMPTY = GraphNodeKind(5)
const GRAPH_NODE_KIND_WAIT_EVENT = GraphNodeKind(6)
const GRAPH_NODE_KIND_EVENT_RECORD = GraphNodeKind(7)
const GRAPH_NODE_KIND_MEM_ALLOC = GraphNodeKind(10)
const GRAPH_NODE_KIND_MEM_FREE = GraphNodeKind(11)
const graph_node_kind_names = Pair{Symbol,Int32}[
    :KERNEL => 0, :MEMCPY => 1, :MEMSET => 2, :HOST => 3, :GRAPH => 4, :EMPTY => 5, :WAIT_EVENT => 6,
    :EVENT_RECORD => 7, :MEM_ALLOC => 10, :MEM_FREE => 11
]
codes(::Type{GraphNodeKind}) = graph_node_kind_names

"""
    Graph

Captured work, which can be launched any number of times. It holds the memory, the kernels and the other
objects that the work uses, also if their handles are released: until it is released, and until what was
launched of it is done. One thread at a time may change or launch it: others get `INVALID_STATE`. It is
released by `close`, or when it is collected; in any order with others, from any thread. It keeps its context
alive.
"""
mutable struct Graph <: Handle
    handle::Ptr{LibGridCall.gc_graph}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Graph(handle::Ptr{LibGridCall.gc_graph}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Graph)
    if x.open
        x.open = false
        LibGridCall.gc_graph_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Graph) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_graph}}, x::Graph) = x.handle

"""
    Pool

A caching allocator over device, page-locked or managed memory. It is released by `close`, or when it is
collected; in any order with others, from any thread. It keeps its context alive.
"""
mutable struct Pool <: Handle
    handle::Ptr{LibGridCall.gc_pool}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Pool(handle::Ptr{LibGridCall.gc_pool}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Pool)
    if x.open
        x.open = false
        LibGridCall.gc_pool_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Pool) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_pool}}, x::Pool) = x.handle

"""
    PoolStatistics

State of a pool, at one moment.

- `held_blocks`: Released blocks, kept for reuse.
- `held_bytes`: Their size, in bytes.
- `active_blocks`: Blocks in use.
- `active_bytes`: Their size, in bytes, as rounded up by the pool.
- `peak_bytes`: The most that held and active were together, in bytes.
- `limit`: The limit, in bytes; 0 for none.
"""
struct PoolStatistics
    held_blocks::UInt64
    held_bytes::UInt64
    active_blocks::UInt64
    active_bytes::UInt64
    peak_bytes::UInt64
    limit::UInt64
end
empty(::Type{PoolStatistics}) = zeroed(LibGridCall.gc_pool_statistics, sizeof(LibGridCall.gc_pool_statistics))
PoolStatistics(c::LibGridCall.gc_pool_statistics) = PoolStatistics(
    c.held_blocks, c.held_bytes, c.active_blocks, c.active_bytes, c.peak_bytes, c.limit
)

"""
    NdarrayAttribute

Attributes of an ndarray.

- `NDARRAY_ATTRIBUTE_TYPE`: The type of its elements: a `SCALAR_TYPE_*` number.
- `NDARRAY_ATTRIBUTE_NDIM`: The number of its dimensions.
- `NDARRAY_ATTRIBUTE_COUNT`: The number of its elements.
- `NDARRAY_ATTRIBUTE_ELEMENT_SIZE`: The bytes of an element.
- `NDARRAY_ATTRIBUTE_SIZE`: The bytes of all elements, without gaps between them.
- `NDARRAY_ATTRIBUTE_OFFSET`: The bytes from the beginning of its memory to its first element.
- `NDARRAY_ATTRIBUTE_ADDRESS`: The address of its first element, which kernels get as an argument of kind
  NDARRAY.
- `NDARRAY_ATTRIBUTE_IS_C_CONTIGUOUS`: 1 if its elements follow each other in C's order, the last dimension
  fastest, else 0.
- `NDARRAY_ATTRIBUTE_IS_F_CONTIGUOUS`: 1 if its elements follow each other in Fortran's order, the first
  dimension fastest, else 0.
- `NDARRAY_ATTRIBUTE_IS_READ_ONLY`: 1 if it came as read-only from another library, else 0.
"""
struct NdarrayAttribute <: Code
    value::Int32
end
const NDARRAY_ATTRIBUTE_TYPE = NdarrayAttribute(100001)
const NDARRAY_ATTRIBUTE_NDIM = NdarrayAttribute(100002)
const NDARRAY_ATTRIBUTE_COUNT = NdarrayAttribute(100003)
const NDARRAY_ATTRIBUTE_ELEMENT_SIZE = NdarrayAttribute(100004)
const NDARRAY_ATTRIBUTE_SIZE = NdarrayAttribute(100005)
const NDARRAY_ATTRIBUTE_OFFSET = NdarrayAttribute(100006)
const NDARRAY_ATTRIBUTE_ADDRESS = NdarrayAttribute(100007)
const NDARRAY_ATTRIBUTE_IS_C_CONTIGUOUS = NdarrayAttribute(100008)
const NDARRAY_ATTRIBUTE_IS_F_CONTIGUOUS = NdarrayAttribute(100009)
const NDARRAY_ATTRIBUTE_IS_READ_ONLY = NdarrayAttribute(100010)
const ndarray_attribute_names = Pair{Symbol,Int32}[
    :TYPE => 100001, :NDIM => 100002, :COUNT => 100003, :ELEMENT_SIZE => 100004, :SIZE => 100005,
    :OFFSET => 100006, :ADDRESS => 100007, :IS_C_CONTIGUOUS => 100008, :IS_F_CONTIGUOUS => 100009,
    :IS_READ_ONLY => 100010
]
codes(::Type{NdarrayAttribute}) = ndarray_attribute_names

"""
    Reduction

The result that `ndarray_reduce` computes.

- `REDUCTION_SUM`: The sum; 0 of no elements.
- `REDUCTION_PROD`: The product; 1 of no elements.
- `REDUCTION_MIN`: The least element; NaN if there is one.
- `REDUCTION_MAX`: The greatest element; NaN if there is one.
- `REDUCTION_ANY`: 1 if an element is not zero, else 0.
- `REDUCTION_ALL`: 1 if no element is zero, else 0.
"""
struct Reduction <: Code
    value::Int32
end
const REDUCTION_SUM = Reduction(1)
const REDUCTION_PROD = Reduction(2)
const REDUCTION_MIN = Reduction(3)
const REDUCTION_MAX = Reduction(4)
const REDUCTION_ANY = Reduction(5)
const REDUCTION_ALL = Reduction(6)
const reduction_names = Pair{Symbol,Int32}[:SUM => 1, :PROD => 2, :MIN => 3, :MAX => 4, :ANY => 5, :ALL => 6]
codes(::Type{Reduction}) = reduction_names

"""
    NDARRAY_ORDER_F

Fortran's order: the first dimension is the fastest. Without it C's order, the last dimension.
"""
const NDARRAY_ORDER_F = UInt64(0x1)

"""
    ARRAY_FROM_CHANNELS

The last dimension, of 1, 2 or 4, is the channels of an element.
"""
const ARRAY_FROM_CHANNELS = UInt64(0x1)

"""
    ARRAY_FROM_NORMALIZED

Integers of 8 and 16 bits become the formats that are always read as numbers from 0 or -1 to 1: `UNORM_INT8X1`
and so on.
"""
const ARRAY_FROM_NORMALIZED = UInt64(0x2)

"""
    Ndarray

A typed view of memory: shape, strides and element type. It is released by `close`, or when it is collected;
in any order with others, from any thread. It keeps its context alive.
"""
mutable struct Ndarray <: Handle
    handle::Ptr{LibGridCall.gc_ndarray}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Ndarray(handle::Ptr{LibGridCall.gc_ndarray}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Ndarray)
    if x.open
        x.open = false
        LibGridCall.gc_ndarray_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Ndarray) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_ndarray}}, x::Ndarray) = x.handle

make!(roots, ::Type{LibGridCall.gc_axis_slice}, start, stop = 0, step = 0) =
    LibGridCall.gc_axis_slice(start, stop, step)
item_fields(::Type{LibGridCall.gc_axis_slice}) = (start = 0, stop = 0, step = 0)
make!(roots, ::Type{LibGridCall.gc_axis_slice}, ::Nothing) = zeroed(LibGridCall.gc_axis_slice)
make!(roots, ::Type{LibGridCall.gc_axis_slice}, x::LibGridCall.gc_axis_slice) = x

make!(roots, ::Type{LibGridCall.gc_scalar}, bits, scalar_type = 0) =
    LibGridCall.gc_scalar(convert(NTuple{2,UInt64}, Tuple(bits)), code(ScalarType, scalar_type), 0)
item_fields(::Type{LibGridCall.gc_scalar}) = (bits = (0, 0, ), scalar_type = 0)
make!(roots, ::Type{LibGridCall.gc_scalar}, ::Nothing) = zeroed(LibGridCall.gc_scalar)
make!(roots, ::Type{LibGridCall.gc_scalar}, x::LibGridCall.gc_scalar) = x

"""
    DLPACK_LEGACY

A DLManagedTensor, as before DLPack 1.0: a capsule named "dltensor" in Python. Without it a
DLManagedTensorVersioned, "dltensor_versioned".
"""
const DLPACK_LEGACY = UInt64(0x1)

"""
    CommReduction

The operation that combines elements of the ranks. NCCL's numbers, where it has one.

- `COMM_REDUCTION_SUM`: The sum.
- `COMM_REDUCTION_PROD`: The product.
- `COMM_REDUCTION_MAX`: The greatest element.
- `COMM_REDUCTION_MIN`: The least element.
- `COMM_REDUCTION_AVG`: The sum, divided by the number of ranks.
- `COMM_REDUCTION_SCALED_SUM`: The sum of each rank's elements times its `scale`; in `comm_launch_group`
  alone.
"""
struct CommReduction <: Code
    value::Int32
end
const COMM_REDUCTION_SUM = CommReduction(0)
const COMM_REDUCTION_PROD = CommReduction(1)
const COMM_REDUCTION_MAX = CommReduction(2)
const COMM_REDUCTION_MIN = CommReduction(3)
const COMM_REDUCTION_AVG = CommReduction(4)
const COMM_REDUCTION_SCALED_SUM = CommReduction(100001)
const comm_reduction_names = Pair{Symbol,Int32}[
    :SUM => 0, :PROD => 1, :MAX => 2, :MIN => 3, :AVG => 4, :SCALED_SUM => 100001
]
codes(::Type{CommReduction}) = comm_reduction_names

"""
    CommOperation

The kind of a `CommOp`.

- `COMM_OPERATION_ALL_REDUCE`: `all_reduce`.
- `COMM_OPERATION_REDUCE`: `comm_reduce`.
- `COMM_OPERATION_BROADCAST`: `comm_broadcast`.
- `COMM_OPERATION_ALL_GATHER`: `all_gather`.
- `COMM_OPERATION_REDUCE_SCATTER`: `reduce_scatter`.
- `COMM_OPERATION_ALL_TO_ALL`: `all_to_all`.
- `COMM_OPERATION_GATHER`: `gather`.
- `COMM_OPERATION_SCATTER`: `scatter`.
- `COMM_OPERATION_SEND`: `send`.
- `COMM_OPERATION_RECV`: `recv`.
- `COMM_OPERATION_BARRIER`: `barrier`.
"""
struct CommOperation <: Code
    value::Int32
end
const COMM_OPERATION_ALL_REDUCE = CommOperation(1)
const COMM_OPERATION_REDUCE = CommOperation(2)
const COMM_OPERATION_BROADCAST = CommOperation(3)
const COMM_OPERATION_ALL_GATHER = CommOperation(4)
const COMM_OPERATION_REDUCE_SCATTER = CommOperation(5)
const COMM_OPERATION_ALL_TO_ALL = CommOperation(6)
const COMM_OPERATION_GATHER = CommOperation(7)
const COMM_OPERATION_SCATTER = CommOperation(8)
const COMM_OPERATION_SEND = CommOperation(9)
const COMM_OPERATION_RECV = CommOperation(10)
const COMM_OPERATION_BARRIER = CommOperation(11)
const comm_operation_names = Pair{Symbol,Int32}[
    :ALL_REDUCE => 1, :REDUCE => 2, :BROADCAST => 3, :ALL_GATHER => 4, :REDUCE_SCATTER => 5, :ALL_TO_ALL => 6,
    :GATHER => 7, :SCATTER => 8, :SEND => 9, :RECV => 10, :BARRIER => 11
]
codes(::Type{CommOperation}) = comm_operation_names

"""
    CommEngine

The engine of a communicator.

- `COMM_ENGINE_NONE`: No engine: it has one rank and was made without an id.
- `COMM_ENGINE_NCCL`: NVIDIA's NCCL, between GPUs.
- `COMM_ENGINE_MPI`: MPI, between CPU devices.
"""
struct CommEngine <: Code
    value::Int32
end
const COMM_ENGINE_NONE = CommEngine(0)
const COMM_ENGINE_NCCL = CommEngine(1)
const COMM_ENGINE_MPI = CommEngine(2)
const comm_engine_names = Pair{Symbol,Int32}[:NONE => 0, :NCCL => 1, :MPI => 2]
codes(::Type{CommEngine}) = comm_engine_names

"""
    CommState

Whether a communicator can be used.

- `COMM_STATE_READY`: Operations can be queued.
- `COMM_STATE_FINALIZED`: `comm_finalize` has begun.
- `COMM_STATE_ABORTED`: `comm_abort` has ended it.
- `COMM_STATE_FAILED`: An operation failed, or did not end in time.
"""
struct CommState <: Code
    value::Int32
end
const COMM_STATE_READY = CommState(1)
const COMM_STATE_FINALIZED = CommState(2)
const COMM_STATE_ABORTED = CommState(3)
const COMM_STATE_FAILED = CommState(4)
const comm_state_names = Pair{Symbol,Int32}[:READY => 1, :FINALIZED => 2, :ABORTED => 3, :FAILED => 4]
codes(::Type{CommState}) = comm_state_names

"""
    CommAttribute

Attributes of a communicator.

- `COMM_ATTRIBUTE_RANK`: The rank of this handle, from 0.
- `COMM_ATTRIBUTE_COUNT`: The number of ranks.
- `COMM_ATTRIBUTE_ENGINE`: The engine: a `COMM_ENGINE_*` number.
- `COMM_ATTRIBUTE_ENGINE_VERSION`: The version of NCCL, 21803 for 2.18.3, or of what puts it on MPI; 0 without
  an engine.
- `COMM_ATTRIBUTE_STATE`: A `COMM_STATE_*` number.
- `COMM_ATTRIBUTE_OPERATIONS_STARTED`: The number of operations that were queued; each has the next number,
  from 1, in messages too.
- `COMM_ATTRIBUTE_OPERATIONS_DONE`: The number of them that are known to be done.
- `COMM_ATTRIBUTE_ERROR_STATUS`: The status that it failed with, or 0.
- `COMM_ATTRIBUTE_LOCAL_RANK`: The rank among those of its machine, from 0. Between GPUs it is known of
  `comm_from_environment`, whose launcher tells it, and where one process has all ranks; else UNSUPPORTED.
- `COMM_ATTRIBUTE_LOCAL_COUNT`: The number of ranks on its machine. Known where `LOCAL_RANK` is; UNSUPPORTED
  too if the launcher does not tell it.
- `COMM_ATTRIBUTE_DEVICE_MEMORY`: Bytes of device memory that the engine has allocated for it. Needs NCCL
  2.29.7 or newer, else UNSUPPORTED; 0 without an engine.
"""
struct CommAttribute <: Code
    value::Int32
end
const COMM_ATTRIBUTE_RANK = CommAttribute(100001)
const COMM_ATTRIBUTE_COUNT = CommAttribute(100002)
const COMM_ATTRIBUTE_ENGINE = CommAttribute(100003)
const COMM_ATTRIBUTE_ENGINE_VERSION = CommAttribute(100004)
const COMM_ATTRIBUTE_STATE = CommAttribute(100005)
const COMM_ATTRIBUTE_OPERATIONS_STARTED = CommAttribute(100006)
const COMM_ATTRIBUTE_OPERATIONS_DONE = CommAttribute(100007)
const COMM_ATTRIBUTE_ERROR_STATUS = CommAttribute(100008)
const COMM_ATTRIBUTE_LOCAL_RANK = CommAttribute(100009)
const COMM_ATTRIBUTE_LOCAL_COUNT = CommAttribute(100010)
const COMM_ATTRIBUTE_DEVICE_MEMORY = CommAttribute(100011)
const comm_attribute_names = Pair{Symbol,Int32}[
    :RANK => 100001, :COUNT => 100002, :ENGINE => 100003, :ENGINE_VERSION => 100004, :STATE => 100005,
    :OPERATIONS_STARTED => 100006, :OPERATIONS_DONE => 100007, :ERROR_STATUS => 100008, :LOCAL_RANK => 100009,
    :LOCAL_COUNT => 100010, :DEVICE_MEMORY => 100011
]
codes(::Type{CommAttribute}) = comm_attribute_names

"""
    COMM_CHECKED

Before each operation the ranks compare what they call, and get `COMM_MISMATCH` before data moves. On GPUs the
call then waits for the other ranks.
"""
const COMM_CHECKED = UInt64(0x1)

"""
    COMM_UNCHECKED

They do not. Without either: checked on the CPU device, unchecked on GPUs.
"""
const COMM_UNCHECKED = UInt64(0x2)

"""
    COMM_SHARE

A communicator that is split off shares resources with its parent, where NCCL can.
"""
const COMM_SHARE = UInt64(0x4)

"""
    Comm

One rank of a communicator. Releasing it is local: it never waits and needs no other rank; `comm_finalize` is
the orderly end. Calls of several threads are queued one after another; `comm_abort` may be called while
another one waits. Preview: may change in any release. It is released by `close`, or when it is collected; in
any order with others, from any thread. It keeps its context alive.
"""
mutable struct Comm <: Handle
    handle::Ptr{LibGridCall.gc_comm}
    open::Bool
    # Takes over the handle. With `owned = false` it is left to its owner.
    function Comm(handle::Ptr{LibGridCall.gc_comm}; owned::Bool = true)
        x = new(handle, owned)
        owned && finalizer(close, x)
        return x
    end
end
# Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
function Base.close(x::Comm)
    if x.open
        x.open = false
        LibGridCall.gc_comm_release(x.handle)
    end
    return nothing
end
Base.isopen(x::Comm) = x.open
Base.unsafe_convert(::Type{Ptr{LibGridCall.gc_comm}}, x::Comm) = x.handle

make!(roots, ::Type{LibGridCall.gc_comm_op}, operation, reduction = 0, scalar_type = 0, peer = 0, comm = nothing, dst = nothing, dst_offset = 0, src = nothing, src_offset = 0, count = 0, stream = nothing, scale = 0) =
    LibGridCall.gc_comm_op(code(CommOperation, operation), code(CommReduction, reduction), code(ScalarType, scalar_type), peer, pin_handle!(roots, Ptr{LibGridCall.gc_comm}, comm), pin_handle!(roots, Ptr{LibGridCall.gc_mem}, dst), dst_offset, pin_handle!(roots, Ptr{LibGridCall.gc_mem}, src), src_offset, count, pin_handle!(roots, Ptr{LibGridCall.gc_stream}, stream), scale)
item_fields(::Type{LibGridCall.gc_comm_op}) = (operation = 0, reduction = 0, scalar_type = 0, peer = 0, comm = nothing, dst = nothing, dst_offset = 0, src = nothing, src_offset = 0, count = 0, stream = nothing, scale = 0)
make!(roots, ::Type{LibGridCall.gc_comm_op}, ::Nothing) = zeroed(LibGridCall.gc_comm_op)
make!(roots, ::Type{LibGridCall.gc_comm_op}, x::LibGridCall.gc_comm_op) = x

"""
    CacheStatistics

Statistics of the compile cache in this process.

- `hits`: Compilations saved.
- `misses`: Compilations done because nothing was found.
- `errors`: Entries or directories that could not be read, were damaged or were refused, and entries that
  could not be written.
- `enabled`: `true` if the cache is on, else `false`.
"""
struct CacheStatistics
    hits::UInt64
    misses::UInt64
    errors::UInt64
    enabled::Bool
end
empty(::Type{CacheStatistics}) = zeroed(LibGridCall.gc_cache_statistics, sizeof(LibGridCall.gc_cache_statistics))
CacheStatistics(c::LibGridCall.gc_cache_statistics) = CacheStatistics(
    c.hits, c.misses, c.errors, c.enabled != 0
)

"""
    ProfilerOutput

The format that a profiler writes. Not CUDA's numbers.

- `PROFILER_OUTPUT_TRACE_EVENTS`: Trace events in JSON, which Perfetto (ui.perfetto.dev) and chrome://tracing
  open.
- `PROFILER_OUTPUT_KEY_VALUE_PAIR`: CUDA's first profiler's lines: method=[ twice ] gputime=[ 2.048 ]
  cputime=[ 5.000 ], microseconds.
- `PROFILER_OUTPUT_CSV`: CUDA's first profiler's values with commas between them and a line of names above.
"""
struct ProfilerOutput <: Code
    value::Int32
end
const PROFILER_OUTPUT_TRACE_EVENTS = ProfilerOutput(1)
const PROFILER_OUTPUT_KEY_VALUE_PAIR = ProfilerOutput(2)
const PROFILER_OUTPUT_CSV = ProfilerOutput(3)
const profiler_output_names = Pair{Symbol,Int32}[:TRACE_EVENTS => 1, :KEY_VALUE_PAIR => 2, :CSV => 3]
codes(::Type{ProfilerOutput}) = profiler_output_names

"""
    OccupancyLimit

The limit that keeps more blocks from being resident on a multiprocessor.

- `OCCUPANCY_LIMIT_DEVICE`: The device's number of blocks.
- `OCCUPANCY_LIMIT_WARPS`: Its warps.
- `OCCUPANCY_LIMIT_REGISTERS`: Its registers.
- `OCCUPANCY_LIMIT_SHARED_MEMORY`: Its shared memory.
"""
struct OccupancyLimit <: Code
    value::Int32
end
const OCCUPANCY_LIMIT_DEVICE = OccupancyLimit(1)
const OCCUPANCY_LIMIT_WARPS = OccupancyLimit(2)
const OCCUPANCY_LIMIT_REGISTERS = OccupancyLimit(3)
const OCCUPANCY_LIMIT_SHARED_MEMORY = OccupancyLimit(4)
const occupancy_limit_names = Pair{Symbol,Int32}[
    :DEVICE => 1, :WARPS => 2, :REGISTERS => 3, :SHARED_MEMORY => 4
]
codes(::Type{OccupancyLimit}) = occupancy_limit_names

"""
    DeviceData

The limits of the blocks of a multiprocessor: attributes of a device, and what its compute capability implies.
A program may change the numbers, to compute the occupancy of a device that is not there.

- `max_threads`: Most threads of a block.
- `warp_size`: Threads of a warp.
- `warps_per_mp`: Most resident warps of a multiprocessor.
- `thread_blocks_per_mp`: Most resident blocks of a multiprocessor.
- `registers_per_mp`: Registers of a multiprocessor.
- `registers_per_block`: Most registers of a block.
- `registers_per_thread`: Most registers of a thread.
- `register_alloc_unit`: The registers of a warp are a multiple of it.
- `register_partitions`: Parts of a multiprocessor that have registers of their own: a warp's are in one of
  them.
- `shared_memory_per_mp`: Shared memory of a multiprocessor, in bytes.
- `shared_memory_per_block`: Most shared memory of a block, in bytes; above 48 KiB a kernel must ask for it.
- `system_shared`: Shared memory that the system takes from a multiprocessor for each block, in bytes.
- `smem_granularity`: Banks of shared memory: threads that use it at once.
- `smem_alloc_granularity`: The shared memory of a block is a multiple of it, in bytes.
"""
struct DeviceData
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
empty(::Type{DeviceData}) = zeroed(LibGridCall.gc_device_data, sizeof(LibGridCall.gc_device_data))
DeviceData(c::LibGridCall.gc_device_data) = DeviceData(
    c.max_threads, c.warp_size, c.warps_per_mp, c.thread_blocks_per_mp, c.registers_per_mp,
    c.registers_per_block, c.registers_per_thread, c.register_alloc_unit, c.register_partitions,
    c.shared_memory_per_mp, c.shared_memory_per_block, c.system_shared, c.smem_granularity,
    c.smem_alloc_granularity
)

"""
    OccupancyRecord

The occupancy of a multiprocessor.

- `thread_blocks_per_mp`: Resident blocks.
- `limited_by`: The limit that keeps more from being resident: the first in the order of the enum, if there
  are several.
- `warps_per_mp`: Resident warps.
- `occupancy`: Resident warps of the most that the device has, 0 to 1.
"""
struct OccupancyRecord
    thread_blocks_per_mp::UInt32
    limited_by::OccupancyLimit
    warps_per_mp::UInt32
    occupancy::Float64
end
empty(::Type{OccupancyRecord}) = zeroed(LibGridCall.gc_occupancy_record, sizeof(LibGridCall.gc_occupancy_record))
OccupancyRecord(c::LibGridCall.gc_occupancy_record) = OccupancyRecord(
    c.thread_blocks_per_mp, OccupancyLimit(c.limited_by), c.warps_per_mp, c.occupancy
)
