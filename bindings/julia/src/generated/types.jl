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
- `VERSION_COMPONENT_CUBLAS`: cuBLAS, which multiplies matrices on GPUs; UNSUPPORTED without one, as are the
  libraries behind it.
- `VERSION_COMPONENT_BLAS`: OpenBLAS, BLIS or MKL, which multiplies matrices on the CPU device; UNSUPPORTED
  too if it does not tell its version.
- `VERSION_COMPONENT_CUSOLVER`: cuSOLVER, which factorizes matrices on GPUs.
- `VERSION_COMPONENT_LAPACK`: The LAPACK that factorizes matrices on the CPU device, of OpenBLAS, MKL or by
  itself: the version of its interface.
- `VERSION_COMPONENT_CUFFT`: cuFFT, which transforms ndarrays on GPUs.
- `VERSION_COMPONENT_FFTW`: FFTW or MKL, which transforms ndarrays on the CPU device.
"""
@codes(
    VersionComponent, "VERSION_COMPONENT_", CUDA, DRIVER, NVRTC, CPU_DEVICE, NCCL, MPI, CUBLAS, BLAS,
    CUSOLVER, LAPACK, CUFFT, FFTW
)

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
- `ERROR_CHECK_FAILED`: A kernel did something that a check of the CPU device (`--cpu-check`) finds: a race, a
  read of what was never written, or a barrier that not all threads reach. CPU device only.
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
@codes(
    Status, "", OK, ERROR_INVALID_ARGUMENT, ERROR_INVALID_HANDLE, ERROR_OUT_OF_RANGE, ERROR_INVALID_OPTIONS,
    ERROR_NOT_FOUND, ERROR_WRONG_CONTEXT, ERROR_INVALID_STATE, ERROR_NOT_READY, ERROR_ALREADY_REGISTERED,
    ERROR_OUT_OF_MEMORY, ERROR_OUT_OF_HOST_MEMORY, ERROR_POOL_LIMIT, ERROR_INVALID_LAUNCH,
    ERROR_ARGUMENT_MISMATCH, ERROR_ILLEGAL_ADDRESS, ERROR_MISALIGNED_ADDRESS, ERROR_KERNEL_TRAP,
    ERROR_KERNEL_ASSERT, ERROR_DIVIDE_BY_ZERO, ERROR_STACK_OVERFLOW, ERROR_LAUNCH_TIMEOUT,
    ERROR_LAUNCH_FAILED, ERROR_KERNEL_DEADLOCK, ERROR_DEVICE_LOST, ERROR_CANCELLED, ERROR_CHECK_FAILED,
    ERROR_COMPILE, ERROR_COMPILER_UNAVAILABLE, ERROR_COMPILER_FAILED, ERROR_COMPILE_TIMEOUT,
    ERROR_INVALID_IMAGE, ERROR_INCOMPATIBLE_IMAGE, ERROR_INVALID_COMPILE_OPTION, ERROR_DRIVER,
    ERROR_NO_DEVICE, ERROR_DRIVER_UNAVAILABLE, ERROR_DRIVER_TOO_OLD, ERROR_IO, ERROR_INTERNAL,
    ERROR_UNSUPPORTED, ERROR_FORKED, ERROR_EXITING, ERROR_COMM, ERROR_COMM_UNAVAILABLE, ERROR_COMM_TOO_OLD,
    ERROR_COMM_PEER_LOST, ERROR_COMM_TIMEOUT, ERROR_COMM_ABORTED, ERROR_COMM_MISMATCH
)

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
@codes(Category, "CATEGORY_", NONE, LOGIC, MEMORY, LAUNCH, COMPILE, RUNTIME)

"""
    DeviceKind

The kind of a device.

- `DEVICE_KIND_GPU`: An NVIDIA GPU.
- `DEVICE_KIND_CPU`: The CPU device: this machine's cores.
"""
@codes(DeviceKind, "DEVICE_KIND_", GPU, CPU)

"""
    ComputeMode

The rule for who may make contexts of a device (CUDA's numbers): a value of `DEVICE_ATTRIBUTE_COMPUTE_MODE`.

- `COMPUTE_MODE_DEFAULT`: Any number of processes.
- `COMPUTE_MODE_PROHIBITED`: None.
- `COMPUTE_MODE_EXCLUSIVE_PROCESS`: One process at a time.
"""
@codes(ComputeMode, "COMPUTE_MODE_", DEFAULT, PROHIBITED, EXCLUSIVE_PROCESS)

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
@codes(
    DeviceAttribute, "DEVICE_ATTRIBUTE_", MAX_THREADS_PER_BLOCK, MAX_BLOCK_DIM_X, MAX_BLOCK_DIM_Y,
    MAX_BLOCK_DIM_Z, MAX_GRID_DIM_X, MAX_GRID_DIM_Y, MAX_GRID_DIM_Z, MAX_SHARED_MEMORY_PER_BLOCK,
    TOTAL_CONSTANT_MEMORY, WARP_SIZE, MAX_PITCH, MAX_REGISTERS_PER_BLOCK, CLOCK_RATE, TEXTURE_ALIGNMENT,
    GPU_OVERLAP, MULTIPROCESSOR_COUNT, KERNEL_EXEC_TIMEOUT, INTEGRATED, CAN_MAP_HOST_MEMORY, COMPUTE_MODE,
    MAXIMUM_TEXTURE1D_WIDTH, MAXIMUM_TEXTURE2D_WIDTH, MAXIMUM_TEXTURE2D_HEIGHT, MAXIMUM_TEXTURE3D_WIDTH,
    MAXIMUM_TEXTURE3D_HEIGHT, MAXIMUM_TEXTURE3D_DEPTH, MAXIMUM_TEXTURE2D_LAYERED_WIDTH,
    MAXIMUM_TEXTURE2D_LAYERED_HEIGHT, MAXIMUM_TEXTURE2D_LAYERED_LAYERS, SURFACE_ALIGNMENT, CONCURRENT_KERNELS,
    ECC_ENABLED, PCI_BUS_ID, PCI_DEVICE_ID, TCC_DRIVER, MEMORY_CLOCK_RATE, GLOBAL_MEMORY_BUS_WIDTH,
    L2_CACHE_SIZE, MAX_THREADS_PER_MULTIPROCESSOR, ASYNC_ENGINE_COUNT, UNIFIED_ADDRESSING,
    MAXIMUM_TEXTURE1D_LAYERED_WIDTH, MAXIMUM_TEXTURE1D_LAYERED_LAYERS, CAN_TEX2D_GATHER,
    MAXIMUM_TEXTURE2D_GATHER_WIDTH, MAXIMUM_TEXTURE2D_GATHER_HEIGHT, MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE,
    MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE, MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE, PCI_DOMAIN_ID,
    TEXTURE_PITCH_ALIGNMENT, MAXIMUM_TEXTURECUBEMAP_WIDTH, MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH,
    MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS, MAXIMUM_SURFACE1D_WIDTH, MAXIMUM_SURFACE2D_WIDTH,
    MAXIMUM_SURFACE2D_HEIGHT, MAXIMUM_SURFACE3D_WIDTH, MAXIMUM_SURFACE3D_HEIGHT, MAXIMUM_SURFACE3D_DEPTH,
    MAXIMUM_SURFACE1D_LAYERED_WIDTH, MAXIMUM_SURFACE1D_LAYERED_LAYERS, MAXIMUM_SURFACE2D_LAYERED_WIDTH,
    MAXIMUM_SURFACE2D_LAYERED_HEIGHT, MAXIMUM_SURFACE2D_LAYERED_LAYERS, MAXIMUM_SURFACECUBEMAP_WIDTH,
    MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH, MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS,
    MAXIMUM_TEXTURE1D_LINEAR_WIDTH, MAXIMUM_TEXTURE2D_LINEAR_WIDTH, MAXIMUM_TEXTURE2D_LINEAR_HEIGHT,
    MAXIMUM_TEXTURE2D_LINEAR_PITCH, MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT,
    COMPUTE_CAPABILITY_MAJOR, COMPUTE_CAPABILITY_MINOR, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH,
    STREAM_PRIORITIES_SUPPORTED, GLOBAL_L1_CACHE_SUPPORTED, LOCAL_L1_CACHE_SUPPORTED,
    MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, MAX_REGISTERS_PER_MULTIPROCESSOR, MANAGED_MEMORY, MULTI_GPU_BOARD,
    MULTI_GPU_BOARD_GROUP_ID, HOST_NATIVE_ATOMIC_SUPPORTED, SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO,
    PAGEABLE_MEMORY_ACCESS, CONCURRENT_MANAGED_ACCESS, COMPUTE_PREEMPTION_SUPPORTED,
    CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, COOPERATIVE_LAUNCH, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
    HOST_REGISTER_SUPPORTED, PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES,
    DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
    HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, HANDLE_TYPE_WIN32_HANDLE_SUPPORTED,
    HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED, MAX_BLOCKS_PER_MULTIPROCESSOR, GENERIC_COMPRESSION_SUPPORTED,
    MAX_PERSISTING_L2_CACHE_SIZE, MAX_ACCESS_POLICY_WINDOW_SIZE, RESERVED_SHARED_MEMORY_PER_BLOCK,
    READ_ONLY_HOST_REGISTER_SUPPORTED, MEMORY_POOLS_SUPPORTED, CLUSTER_LAUNCH, SVM_CAPABILITIES
)

"Managed memory, by turns: `mem_wait` before the host uses it."
const SVM_COARSE_GRAIN_BUFFER = LibGridCall.GRIDCALL_SVM_COARSE_GRAIN_BUFFER

"Managed memory, at once."
const SVM_FINE_GRAIN_BUFFER = LibGridCall.GRIDCALL_SVM_FINE_GRAIN_BUFFER

"Any memory of the host."
const SVM_FINE_GRAIN_SYSTEM = LibGridCall.GRIDCALL_SVM_FINE_GRAIN_SYSTEM

"Atomic operations of the host and of kernels on the same address."
const SVM_ATOMICS = LibGridCall.GRIDCALL_SVM_ATOMICS

const SvmCapabilities = (
    COARSE_GRAIN_BUFFER = SVM_COARSE_GRAIN_BUFFER, FINE_GRAIN_BUFFER = SVM_FINE_GRAIN_BUFFER,
    FINE_GRAIN_SYSTEM = SVM_FINE_GRAIN_SYSTEM, ATOMICS = SVM_ATOMICS
)

"""
    Device

A GPU or the CPU device. It is never closed.
"""
@handle Device gc_device

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
@codes(ContextSched, "CONTEXT_SCHED_", AUTO, SPIN, YIELD, BLOCKING_SYNC)

"""
    ContextAttribute

Attributes of a context: the limits with CUDA's numbers (CUlimit), and gridcall's own from 100001 on. Numbers
below 100001 that are not listed are passed to the driver as they are.

- `CONTEXT_ATTRIBUTE_STACK_SIZE`: The stack of a kernel's thread, bytes. The CPU device has its default at
  least.
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
- `CONTEXT_ATTRIBUTE_SHARED_CONFIG`: The width of shared memory's banks, a `SHARED_CONFIG_*` number. GPUs with
  one width return it.
- `CONTEXT_ATTRIBUTE_SCHED`: The way in which the host waits: a `CONTEXT_SCHED_*` number. It is only read.
- `CONTEXT_ATTRIBUTE_FLAGS`: `CONTEXT_*` bits, and others that the driver has. They are only read.
- `CONTEXT_ATTRIBUTE_API_VERSION`: The version of the driver's interface with which it was made, 3020. It is
  only read.
- `CONTEXT_ATTRIBUTE_IS_PRIMARY`: 1 if it is the primary context of its device, else 0. It is only read.
- `CONTEXT_ATTRIBUTE_DEFERS_CLEANUP`: The number of calls of `defer_cleanup` in force. It is only read.
"""
@codes(
    ContextAttribute, "CONTEXT_ATTRIBUTE_", STACK_SIZE, PRINTF_FIFO_SIZE, MALLOC_HEAP_SIZE,
    DEV_RUNTIME_SYNC_DEPTH, DEV_RUNTIME_PENDING_LAUNCH_COUNT, MAX_L2_FETCH_GRANULARITY,
    PERSISTING_L2_CACHE_SIZE, CACHE_CONFIG, SHARED_CONFIG, SCHED, FLAGS, API_VERSION, IS_PRIMARY,
    DEFERS_CLEANUP
)

"""
    CacheConfig

The preferred use of on-chip memory, with CUDA's numbers.

- `CACHE_CONFIG_PREFER_NONE`: No preference.
- `CACHE_CONFIG_PREFER_SHARED`: Shared memory.
- `CACHE_CONFIG_PREFER_L1`: L1 cache.
- `CACHE_CONFIG_PREFER_EQUAL`: Both alike.
"""
@codes(CacheConfig, "CACHE_CONFIG_", PREFER_NONE, PREFER_SHARED, PREFER_L1, PREFER_EQUAL)

"""
    SharedConfig

The width of the banks of shared memory, with CUDA's numbers.

- `SHARED_CONFIG_DEFAULT_BANK_SIZE`: The device's own.
- `SHARED_CONFIG_FOUR_BYTE_BANK_SIZE`: 4 bytes.
- `SHARED_CONFIG_EIGHT_BYTE_BANK_SIZE`: 8 bytes.
"""
@codes(SharedConfig, "SHARED_CONFIG_", DEFAULT_BANK_SIZE, FOUR_BYTE_BANK_SIZE, EIGHT_BYTE_BANK_SIZE)

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
@codes(
    PointerAttribute, "POINTER_ATTRIBUTE_", CONTEXT, MEMORY_TYPE, DEVICE_POINTER, HOST_POINTER, IS_MANAGED,
    DEVICE_ORDINAL, RANGE_START_ADDRESS, RANGE_SIZE
)

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
- `FEATURE_IPC`: Memory and events of other processes: `mem_open_ipc`, `event_open_ipc`.
"""
@codes(
    Feature, "FEATURE_", STREAM_CANCEL, MODULE_FROM_BUFFER, KERNEL_PARAMS, KERNEL_TIMEOUT, CPU_MODE,
    COOPERATIVE_LAUNCH, CLUSTERS, OCCUPANCY, IPC
)

"Page-locked memory can be mapped; every context can."
const CONTEXT_MAP_HOST = LibGridCall.GRIDCALL_CONTEXT_MAP_HOST

"Local memory that was enlarged for a kernel stays large."
const CONTEXT_LMEM_RESIZE_TO_MAX = LibGridCall.GRIDCALL_CONTEXT_LMEM_RESIZE_TO_MAX

const ContextFlags = (MAP_HOST = CONTEXT_MAP_HOST, LMEM_RESIZE_TO_MAX = CONTEXT_LMEM_RESIZE_TO_MAX)

"""
    Context

A context of a device: the primary one, the program's own, or another library's. It is released by `close`, or
when it is collected; in any order with others, from any thread. It keeps its device alive.
"""
@handle Context gc_context gc_context_release

"""
    StreamAttribute

Attributes of a stream. gridcall's own numbers.

- `STREAM_ATTRIBUTE_FLAGS`: `STREAM_*` bits.
- `STREAM_ATTRIBUTE_PRIORITY`: Its priority: lower is more urgent.
- `STREAM_ATTRIBUTE_ID`: A number that no other stream of its driver ever has in this process.
- `STREAM_ATTRIBUTE_IS_CAPTURING`: 1 while work that is queued on it is recorded and does not run, else 0.
"""
@codes(StreamAttribute, "STREAM_ATTRIBUTE_", FLAGS, PRIORITY, ID, IS_CAPTURING)

"Work does not wait for the default stream, nor it for this one."
const STREAM_NON_BLOCKING = LibGridCall.GRIDCALL_STREAM_NON_BLOCKING

const StreamFlags = (NON_BLOCKING = STREAM_NON_BLOCKING,)

"""
    Stream

A queue of work on a context. It is released by `close`, or when it is collected; in any order with others,
from any thread. It keeps its context alive.
"""
@handle Stream gc_stream gc_stream_release

"`synchronize` sleeps instead of spinning."
const EVENT_BLOCKING_SYNC = LibGridCall.GRIDCALL_EVENT_BLOCKING_SYNC

"The event records no time, which makes it cheaper."
const EVENT_DISABLE_TIMING = LibGridCall.GRIDCALL_EVENT_DISABLE_TIMING

"Other processes can open the event (`ipc_handle`). With `DISABLE_TIMING` alone."
const EVENT_INTERPROCESS = LibGridCall.GRIDCALL_EVENT_INTERPROCESS

const EventFlags = (
    BLOCKING_SYNC = EVENT_BLOCKING_SYNC, DISABLE_TIMING = EVENT_DISABLE_TIMING,
    INTERPROCESS = EVENT_INTERPROCESS
)

"""
    Event

A marker in a stream. It is released by `close`, or when it is collected; in any order with others, from any
thread. It keeps its context alive.
"""
@handle Event gc_event gc_event_release

"""
    Completion

A queue of tokens. It is released by `close`, or when it is collected; in any order with others, from any
thread.
"""
@handle Completion gc_completion gc_completion_release

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
- `SCALAR_TYPE_FLOAT8_E4M3`: A float of 8 bits, 4 of them the exponent, without infinity [10, 8]. For
  communicators alone.
- `SCALAR_TYPE_FLOAT8_E5M2`: A float of 8 bits, 5 of them the exponent [12, 8]. For communicators alone.
"""
@codes(
    ScalarType, "SCALAR_TYPE_", INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, FLOAT16, BFLOAT16,
    FLOAT32, FLOAT64, BOOL, RECORD, COMPLEX64, COMPLEX128, FLOAT8_E4M3, FLOAT8_E5M2
)

"""
    Dtype

The layout of a record: names, types and offsets of its fields. It is released by `close`, or when it is
collected; in any order with others, from any thread.
"""
@handle Dtype gc_dtype gc_dtype_release

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
@codes(MemPlace, "MEM_PLACE_", DEVICE, HOST, MANAGED, PAGEABLE)

"""
    MemOrigin

The origin of a `Mem`.

- `MEM_ORIGIN_ALLOCATED`: Allocated by `mem_create` or `mem_alloc`.
- `MEM_ORIGIN_POOL`: From a pool.
- `MEM_ORIGIN_SUB_REGION`: A part of another `Mem`.
- `MEM_ORIGIN_WRAPPED`: A foreign address (`mem_wrap`).
- `MEM_ORIGIN_GLOBAL`: A `__device__` or `__constant__` variable of a module.
- `MEM_ORIGIN_REGISTERED`: Host memory of the program, registered with `mem_register`.
- `MEM_ORIGIN_IPC`: Memory of another process (`mem_open_ipc`).
"""
@codes(MemOrigin, "MEM_ORIGIN_", ALLOCATED, POOL, SUB_REGION, WRAPPED, GLOBAL, REGISTERED, IPC)

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
- `MEM_ATTRIBUTE_REFERENCE_COUNT`: The number of its holders: handle, parts, prepared launches, calls under
  way.
- `MEM_ATTRIBUTE_IS_REGISTERED`: 1 if it is host memory registered with `mem_register`, else 0.
- `MEM_ATTRIBUTE_USES_SVM`: 1 if the host and kernels use one address for it (shared virtual memory), else 0.
- `MEM_ATTRIBUTE_MAP_COUNT`: The number of its mappings that are mapped, without those of its parts.
"""
@codes(
    MemAttribute, "MEM_ATTRIBUTE_", READ_MOSTLY, PREFERRED_LOCATION, LAST_PREFETCH_LOCATION, PLACE, ORIGIN,
    FLAGS, PITCH, ROW_SIZE, HEIGHT, ALIGNMENT, OFFSET, REFERENCE_COUNT, IS_REGISTERED, USES_SVM, MAP_COUNT
)

"""
    MemAttachMode

The rule for who may use managed memory where the host and the device cannot use it at once (CUDA's numbers).

- `MEM_ATTACH_MODE_GLOBAL`: Every stream, and the host while no kernel runs.
- `MEM_ATTACH_MODE_HOST`: The host, until it is attached otherwise.
- `MEM_ATTACH_MODE_SINGLE`: One stream, and the host while nothing is queued on that stream.
"""
@codes(MemAttachMode, "MEM_ATTACH_MODE_", GLOBAL, HOST, SINGLE)

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
@codes(
    MemAdvice, "MEM_ADVICE_", SET_READ_MOSTLY, UNSET_READ_MOSTLY, SET_PREFERRED_LOCATION,
    UNSET_PREFERRED_LOCATION, SET_ACCESSED_BY, UNSET_ACCESSED_BY
)

"""
Page-locked memory: fast for the device to read, slow for the host to read. On the CPU device it is memory as
any other, and FLAGS lacks the bit.
"""
const MEM_WRITE_COMBINED = LibGridCall.GRIDCALL_MEM_WRITE_COMBINED

"Page-locked memory: for every context. It always is."
const MEM_PORTABLE = LibGridCall.GRIDCALL_MEM_PORTABLE

"Page-locked memory: for kernels too. It always is."
const MEM_MAPPED = LibGridCall.GRIDCALL_MEM_MAPPED

"Filled with zeros."
const MEM_ZERO = LibGridCall.GRIDCALL_MEM_ZERO

"Kernels only read it."
const MEM_KERNEL_READ_ONLY = LibGridCall.GRIDCALL_MEM_KERNEL_READ_ONLY

"Kernels only write it."
const MEM_KERNEL_WRITE_ONLY = LibGridCall.GRIDCALL_MEM_KERNEL_WRITE_ONLY

"The host only reads it: `memcpy_htod` refuses it."
const MEM_HOST_READ_ONLY = LibGridCall.GRIDCALL_MEM_HOST_READ_ONLY

"The host only writes it: `memcpy_dtoh` refuses it."
const MEM_HOST_WRITE_ONLY = LibGridCall.GRIDCALL_MEM_HOST_WRITE_ONLY

"The host neither reads nor writes it: its copies and `host_address` refuse it."
const MEM_HOST_NO_ACCESS = LibGridCall.GRIDCALL_MEM_HOST_NO_ACCESS

"Managed memory: the host and kernels use it at once. Needs `FINE_GRAIN_BUFFER` of `SVM_CAPABILITIES`."
const MEM_SVM_FINE_GRAIN_BUFFER = LibGridCall.GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER

"Managed memory: they also use it with atomic operations. Needs ATOMICS of `SVM_CAPABILITIES`."
const MEM_SVM_ATOMICS = LibGridCall.GRIDCALL_MEM_SVM_ATOMICS

const MemFlags = (
    WRITE_COMBINED = MEM_WRITE_COMBINED, PORTABLE = MEM_PORTABLE, MAPPED = MEM_MAPPED, ZERO = MEM_ZERO,
    KERNEL_READ_ONLY = MEM_KERNEL_READ_ONLY, KERNEL_WRITE_ONLY = MEM_KERNEL_WRITE_ONLY,
    HOST_READ_ONLY = MEM_HOST_READ_ONLY, HOST_WRITE_ONLY = MEM_HOST_WRITE_ONLY,
    HOST_NO_ACCESS = MEM_HOST_NO_ACCESS, SVM_FINE_GRAIN_BUFFER = MEM_SVM_FINE_GRAIN_BUFFER,
    SVM_ATOMICS = MEM_SVM_ATOMICS
)

"For every context. It always is."
const MEM_REGISTER_PORTABLE = LibGridCall.GRIDCALL_MEM_REGISTER_PORTABLE

"For kernels too. It always is."
const MEM_REGISTER_MAPPED = LibGridCall.GRIDCALL_MEM_REGISTER_MAPPED

"It is memory of another device, mapped into this process. GPU only."
const MEM_REGISTER_IO_MEMORY = LibGridCall.GRIDCALL_MEM_REGISTER_IO_MEMORY

"The device only reads it; for memory that the process itself may not write."
const MEM_REGISTER_READ_ONLY = LibGridCall.GRIDCALL_MEM_REGISTER_READ_ONLY

const MemRegisterFlags = (
    PORTABLE = MEM_REGISTER_PORTABLE, MAPPED = MEM_REGISTER_MAPPED, IO_MEMORY = MEM_REGISTER_IO_MEMORY,
    READ_ONLY = MEM_REGISTER_READ_ONLY
)

"""
Its content is not wanted: the driver need not copy it, and until something writes it, it is undefined. Where
the driver cannot do that (CUDA 13.0 and later can) the content is moved.
"""
const MEM_PREFETCH_DISCARD = LibGridCall.GRIDCALL_MEM_PREFETCH_DISCARD

const MemPrefetchFlags = (DISCARD = MEM_PREFETCH_DISCARD,)

"""
The library frees it, with cuMemFree or, if it is page-locked, cuMemFreeHost, when it is released. The address
must be that of a whole allocation, which nothing else frees.
"""
const MEM_WRAP_OWNED = LibGridCall.GRIDCALL_MEM_WRAP_OWNED

const MemWrapFlags = (OWNED = MEM_WRAP_OWNED,)

"If it is on another GPU than the context's, peer access is enabled. It always is."
const MEM_IPC_LAZY_PEER_ACCESS = LibGridCall.GRIDCALL_MEM_IPC_LAZY_PEER_ACCESS

const MemIpcFlags = (LAZY_PEER_ACCESS = MEM_IPC_LAZY_PEER_ACCESS,)

"""
    Mem

A piece of memory that a device can use. It is released by `close`, or when it is collected; in any order with
others, from any thread. It keeps its context alive.
"""
@handle Mem gc_mem gc_mem_release

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
@codes(MappingAttribute, "MAPPING_ATTRIBUTE_", SIZE, FLAGS, IS_DIRECT, ROW_PITCH, SLICE_PITCH)

"It reads."
const MAP_READ = LibGridCall.GRIDCALL_MAP_READ

"It writes; what it does not write stays as it is."
const MAP_WRITE = LibGridCall.GRIDCALL_MAP_WRITE

"It writes all of it: what was there need not be copied, and is undefined. Not together with the others."
const MAP_WRITE_INVALIDATE_REGION = LibGridCall.GRIDCALL_MAP_WRITE_INVALIDATE_REGION

const MapFlags = (READ = MAP_READ, WRITE = MAP_WRITE, WRITE_INVALIDATE_REGION = MAP_WRITE_INVALIDATE_REGION)

"""
    Mapping

The host's view of a part of memory. It is released by `close`, or when it is collected; in any order with
others, from any thread. It keeps its mem alive.
"""
@handle Mapping gc_mapping gc_mapping_release

"""
    PipeAttribute

Attributes of a pipe.

- `PIPE_ATTRIBUTE_PACKET_SIZE`: The bytes of a packet.
- `PIPE_ATTRIBUTE_MAX_PACKETS`: The number of packets that the pipe holds at most.
"""
@codes(PipeAttribute, "PIPE_ATTRIBUTE_", PACKET_SIZE, MAX_PACKETS)

"""
    Pipe

A queue of packets between kernels. Preview: may change in any release. It is released by `close`, or when it
is collected; in any order with others, from any thread. It keeps its context alive.
"""
@handle Pipe gc_pipe gc_pipe_release

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
  read as 0 to 1.
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
@codes(
    ArrayFormat, "ARRAY_FORMAT_", UNSIGNED_INT8, UNSIGNED_INT16, UNSIGNED_INT32, SIGNED_INT8, SIGNED_INT16,
    SIGNED_INT32, HALF, FLOAT, UNORM_INT_101010_2, UNORM_INT8X1, UNORM_INT8X2, UNORM_INT8X4, UNORM_INT16X1,
    UNORM_INT16X2, UNORM_INT16X4, SNORM_INT8X1, SNORM_INT8X2, SNORM_INT8X4, SNORM_INT16X1, SNORM_INT16X2,
    SNORM_INT16X4
)

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
@codes(
    ChannelOrder, "CHANNEL_ORDER_", R, A, RG, RA, RGB, RGBA, BGRA, ARGB, INTENSITY, LUMINANCE, RX, RGX, RGBX,
    DEPTH, DEPTH_STENCIL, SRGB, SRGBX, SRGBA, SBGRA, ABGR
)

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
@codes(
    ChannelType, "CHANNEL_TYPE_", SNORM_INT8, SNORM_INT16, UNORM_INT8, UNORM_INT16, UNORM_SHORT_565,
    UNORM_SHORT_555, UNORM_INT_101010, SIGNED_INT8, SIGNED_INT16, SIGNED_INT32, UNSIGNED_INT8, UNSIGNED_INT16,
    UNSIGNED_INT32, HALF_FLOAT, FLOAT, UNORM_INT24, UNORM_INT_101010_2
)

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
- `ARRAY_ATTRIBUTE_REFERENCE_COUNT`: The number of its holders: handles, levels, textures, surfaces, mappings,
  calls under way.
- `ARRAY_ATTRIBUTE_MAP_COUNT`: The number of its mappings that are mapped.
"""
@codes(
    ArrayAttribute, "ARRAY_ATTRIBUTE_", WIDTH, HEIGHT, DEPTH, FORMAT, CHANNELS, FLAGS, LEVELS, LEVEL, LAYERS,
    ELEMENT_SIZE, SIZE, SAMPLES, CHANNEL_ORDER, CHANNEL_TYPE, ROW_PITCH, SLICE_PITCH, REFERENCE_COUNT,
    MAP_COUNT
)

"`depth` counts layers of 1 or 2 dimensions."
const ARRAY_LAYERED = LibGridCall.GRIDCALL_ARRAY_LAYERED

"A surface may be made of it."
const ARRAY_SURFACE_LDST = LibGridCall.GRIDCALL_ARRAY_SURFACE_LDST

"`depth` counts the faces of a cube: 6, with LAYERED a multiple of 6. Width and height are equal."
const ARRAY_CUBEMAP = LibGridCall.GRIDCALL_ARRAY_CUBEMAP

"Kernels may use tex2Dgather. Of 2 dimensions alone."
const ARRAY_TEXTURE_GATHER = LibGridCall.GRIDCALL_ARRAY_TEXTURE_GATHER

const ArrayFlags = (
    LAYERED = ARRAY_LAYERED, SURFACE_LDST = ARRAY_SURFACE_LDST, CUBEMAP = ARRAY_CUBEMAP,
    TEXTURE_GATHER = ARRAY_TEXTURE_GATHER
)

"""
    OpaqueArray

Memory of 1, 2 or 3 dimensions in the device's own layout. It is released by `close`, or when it is collected;
in any order with others, from any thread. It keeps its context alive.
"""
@handle OpaqueArray gc_array gc_array_release

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
- `ADDRESS_MODE_MIRROR`: It repeats, every other time mirrored; without normalized coordinates it is CLAMP.
- `ADDRESS_MODE_BORDER`: The border colour (OpenCL: CLAMP).
"""
@codes(AddressMode, "ADDRESS_MODE_", WRAP, CLAMP, MIRROR, BORDER)

"""
    FilterMode

The elements that a read combines. CUDA's numbers.

- `FILTER_MODE_POINT`: The nearest element (OpenCL: NEAREST).
- `FILTER_MODE_LINEAR`: The weighted mean of the 2, 4 or 8 nearest elements, with weights of 8 bits.
"""
@codes(FilterMode, "FILTER_MODE_", POINT, LINEAR)

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
@codes(
    SamplerAttribute, "SAMPLER_ATTRIBUTE_", FLAGS, ADDRESS_X, ADDRESS_Y, ADDRESS_Z, FILTER, MIP_FILTER,
    MAX_ANISOTROPY, BIAS, MIN_LEVEL, MAX_LEVEL, REFERENCE_COUNT
)

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
- `TEXTURE_ATTRIBUTE_ADDRESS`: The device address of the first element of linear memory; 0 of an array.
- `TEXTURE_ATTRIBUTE_WIDTH`: Elements of a row.
- `TEXTURE_ATTRIBUTE_HEIGHT`: Rows; 0: of one row.
- `TEXTURE_ATTRIBUTE_ROW_PITCH`: Bytes from row to row of linear memory with rows; else 0.
"""
@codes(
    TextureAttribute, "TEXTURE_ATTRIBUTE_", SAMPLING_FLAGS, ADDRESS_X, ADDRESS_Y, ADDRESS_Z, FILTER,
    MIP_FILTER, MAX_ANISOTROPY, BIAS, MIN_LEVEL, MAX_LEVEL, FLAGS, FORMAT, CHANNELS, OFFSET, ADDRESS, WIDTH,
    HEIGHT, ROW_PITCH
)

"From 0 to 1 across the texture, else in elements."
const SAMPLING_NORMALIZED_COORDINATES = LibGridCall.GRIDCALL_SAMPLING_NORMALIZED_COORDINATES

const SamplingFlags = (NORMALIZED_COORDINATES = SAMPLING_NORMALIZED_COORDINATES,)

"Integers are read as they are; else those of 8 and 16 bits as numbers from 0 or -1 to 1."
const TEXTURE_READ_AS_INTEGER = LibGridCall.GRIDCALL_TEXTURE_READ_AS_INTEGER

"Channels of 8 bits are sRGB and are made linear, but the last of 2 and of 4."
const TEXTURE_SRGB = LibGridCall.GRIDCALL_TEXTURE_SRGB

"Filtering combines faces of a cube. GPU only."
const TEXTURE_SEAMLESS_CUBEMAP = LibGridCall.GRIDCALL_TEXTURE_SEAMLESS_CUBEMAP

"""
Linear memory may begin at no multiple of the device's alignment: the texture begins before it, and the
attribute OFFSET tells how many bytes.
"""
const TEXTURE_ALLOW_OFFSET = LibGridCall.GRIDCALL_TEXTURE_ALLOW_OFFSET

const TextureFlags = (
    READ_AS_INTEGER = TEXTURE_READ_AS_INTEGER, SRGB = TEXTURE_SRGB,
    SEAMLESS_CUBEMAP = TEXTURE_SEAMLESS_CUBEMAP, ALLOW_OFFSET = TEXTURE_ALLOW_OFFSET
)

"""
    Texture

A way to read an array or linear memory in kernels. It is released by `close`, or when it is collected; in any
order with others, from any thread. It keeps its context alive.
"""
@handle Texture gc_texture gc_texture_release

"""
    Surface

A way to read and write an array in kernels. It is released by `close`, or when it is collected; in any order
with others, from any thread. It keeps its array alive.
"""
@handle Surface gc_surface gc_surface_release

"""
    Sampler

A way in which textures are read. It is released by `close`, or when it is collected; in any order with
others, from any thread. It keeps its context alive.
"""
@handle Sampler gc_sampler gc_sampler_release

make!(roots, ::Type{LibGridCall.gc_sampling}, flags, address_x = 0, address_y = 0, address_z = 0, filter = 0, mip_filter = 0, max_anisotropy = 0, bias = 0, min_level = 0, max_level = 0, border_r = 0, border_g = 0, border_b = 0, border_a = 0) =
    LibGridCall.gc_sampling(flag_bits(SamplingFlags, flags), code(AddressMode, address_x), code(AddressMode, address_y), code(AddressMode, address_z), code(FilterMode, filter), code(FilterMode, mip_filter), max_anisotropy, bias, min_level, max_level, border_r, border_g, border_b, border_a, 0)
item_fields(::Type{LibGridCall.gc_sampling}) = (flags = 0, address_x = 0, address_y = 0, address_z = 0, filter = 0, mip_filter = 0, max_anisotropy = 0, bias = 0, min_level = 0, max_level = 0, border_r = 0, border_g = 0, border_b = 0, border_a = 0)
make!(roots, ::Type{LibGridCall.gc_sampling}, ::Nothing) = zeroed(LibGridCall.gc_sampling)
make!(roots, ::Type{LibGridCall.gc_sampling}, x::LibGridCall.gc_sampling) = x

"""
    ModuleAttribute

Attributes of a module. Not CUDA's numbers.

- `MODULE_ATTRIBUTE_COMPILE_NANOSECONDS`: The time the compiler took, nanoseconds; 0 if the image was cached
  or given.
- `MODULE_ATTRIBUTE_JIT_NANOSECONDS`: The time the driver compiled PTX, nanoseconds; 0 for machine code. It is
  `CU_JIT_WALL_TIME`.
- `MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK`: The largest block that the driver compiled PTX for, threads; 0 if
  `threads_per_block` was not given.
"""
@codes(ModuleAttribute, "MODULE_ATTRIBUTE_", COMPILE_NANOSECONDS, JIT_NANOSECONDS, JIT_THREADS_PER_BLOCK)

"Neither look in the compile cache nor fill it."
const COMPILE_NO_CACHE = LibGridCall.GRIDCALL_COMPILE_NO_CACHE

"""
Compile to optimized code at once, also a source that takes long (see `module_from_source`).
`GRIDCALL_DISABLE_TIERING`=1 in the environment does it for all. CPU device only.
"""
const COMPILE_NO_TIERING = LibGridCall.GRIDCALL_COMPILE_NO_TIERING

"""
For source that nobody vouches for: the compiler reads no file but its own headers and the toolkit's. A header
that the source names must be one of `headers`; options that name a folder, a file or a program are refused.
On a GPU Thrust is refused too, whose headers can be made to name any file.
"""
const COMPILE_NO_FILES = LibGridCall.GRIDCALL_COMPILE_NO_FILES

const CompileFlags = (NO_CACHE = COMPILE_NO_CACHE, NO_TIERING = COMPILE_NO_TIERING, NO_FILES = COMPILE_NO_FILES)

"Keep what a debugger needs. It is `CU_JIT_GENERATE_DEBUG_INFO`."
const MODULE_DEBUG = LibGridCall.GRIDCALL_MODULE_DEBUG

"Keep line numbers for profilers. It is `CU_JIT_GENERATE_LINE_INFO`."
const MODULE_LINE_INFO = LibGridCall.GRIDCALL_MODULE_LINE_INFO

"Write registers and memory of each kernel into the log. It is `CU_JIT_LOG_VERBOSE`."
const MODULE_VERBOSE = LibGridCall.GRIDCALL_MODULE_VERBOSE

"Takes another GPU's code, not PTX, where a fatbin has none for this GPU (`CU_JIT_FALLBACK_STRATEGY`)."
const MODULE_PREFER_BINARY = LibGridCall.GRIDCALL_MODULE_PREFER_BINARY

"Level 0. It is `CU_JIT_OPTIMIZATION_LEVEL`."
const MODULE_NO_OPTIMIZATION = LibGridCall.GRIDCALL_MODULE_NO_OPTIMIZATION

const ModuleFlags = (
    DEBUG = MODULE_DEBUG, LINE_INFO = MODULE_LINE_INFO, VERBOSE = MODULE_VERBOSE,
    PREFER_BINARY = MODULE_PREFER_BINARY, NO_OPTIMIZATION = MODULE_NO_OPTIMIZATION
)

"""
    CodeModule

Compiled code, loaded into a context. It is released by `close`, or when it is collected; in any order with
others, from any thread. It keeps its context alive.
"""
@handle CodeModule gc_module gc_module_release

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
@handle Program gc_program gc_program_release

make!(roots, ::Type{LibGridCall.gc_link_input}, name, image = nothing) =
    LibGridCall.gc_link_input(pin!(roots, name), pin_bytes!(roots, image), byte_count(image))
item_fields(::Type{LibGridCall.gc_link_input}) = (name = nothing, image = nothing)
make!(roots, ::Type{LibGridCall.gc_link_input}, x::LibGridCall.gc_link_input) = x

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
- `KERNEL_ATTRIBUTE_BINARY_VERSION`: Architecture of the machine code, major * 10 + minor; CPU device: of the
  GPU it stands for.
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
- `KERNEL_ATTRIBUTE_CPU_IS_BASELINE`: 1 while launches run the baseline code of a source that takes long to
  compile (`module_from_source`), 0 as soon as they run the optimized code, and for all other sources. Not
  CUDA's number. CPU device only.
"""
@codes(
    KernelAttribute, "KERNEL_ATTRIBUTE_", MAX_THREADS_PER_BLOCK, SHARED_SIZE_BYTES, CONST_SIZE_BYTES,
    LOCAL_SIZE_BYTES, NUM_REGS, PTX_VERSION, BINARY_VERSION, CACHE_MODE_CA, MAX_DYNAMIC_SHARED_SIZE_BYTES,
    PREFERRED_SHARED_MEMORY_CARVEOUT, CPU_MODE, CPU_WARP_LAYOUTS, CACHE_CONFIG, SHARED_CONFIG, CPU_IS_BASELINE
)

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
@codes(
    ValueType, "VALUE_TYPE_", UNKNOWN, INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, FLOAT16,
    BFLOAT16, FLOAT32, FLOAT64, BOOL, STRUCT, POINTER
)

"""
Counts as if global caching were on even where it costs occupancy. It is
`CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE`.
"""
const OCCUPANCY_DISABLE_CACHING_OVERRIDE = LibGridCall.GRIDCALL_OCCUPANCY_DISABLE_CACHING_OVERRIDE

const OccupancyFlags = (DISABLE_CACHING_OVERRIDE = OCCUPANCY_DISABLE_CACHING_OVERRIDE,)

"""
    Kernel

One `__global__` function of a module. It is released by `close`, or when it is collected; in any order with
others, from any thread. It keeps its module alive.
"""
@handle Kernel gc_kernel gc_kernel_release

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

- `ARG_KIND_SCALAR`: The value is the lowest `size` bytes of `bits`, 1, 2, 4 or 8, also for float and double.
- `ARG_KIND_MEM`: `object` is a `Mem`; the kernel gets its device address plus `bits` bytes. `size` is 0 or 8.
- `ARG_KIND_BYTES`: The value is `size` bytes at offset `bits` of the launch's `bytes`: a struct of any size.
- `ARG_KIND_VALUE`: The value is `size` bytes of any type at the host address `object`. In C: `ARG`.
- `ARG_KIND_TEXTURE`: `object` is a `Texture`, of which the kernel gets the cudaTextureObject_t. In C:
  `ARG_TEXTURE`.
- `ARG_KIND_SURFACE`: `object` is a `Surface`, of which the kernel gets the cudaSurfaceObject_t. In C:
  `ARG_SURFACE`.
- `ARG_KIND_NDARRAY`: `object` is a `Ndarray`; the kernel gets the address of its first element. `size` is 0
  or 8, `bits` 0. Its element type is compared with the parameter's, where that is known. In C: `ARG_NDARRAY`.
- `ARG_KIND_PIPE`: `object` is a `Pipe`, a `gridcall::pipe` of gridcall_pipe.h in the kernel. In C:
  `ARG_PIPE`.
- `ARG_KIND_TYPE`: For `prepared_create` alone: no value yet, only what it will be, which is compared with the
  parameter. `value_type` is its type, a `ScalarType` too (`dtype_scalar_from_name`: "P", "i"), of which
  integers of 8 bytes are addresses too; with `size` not 0 it has so many bytes. `bits` 0.
"""
@codes(ArgKind, "ARG_KIND_", SCALAR, MEM, BYTES, VALUE, TEXTURE, SURFACE, NDARRAY, PIPE, TYPE)

"""
All blocks are resident at once, so that they can wait for each other: cooperative_groups::this_grid().sync().
`INVALID_LAUNCH` for a grid of more blocks than fit, which `occupancy` tells.
"""
const LAUNCH_COOPERATIVE = LibGridCall.GRIDCALL_LAUNCH_COOPERATIVE

const LaunchFlags = (COOPERATIVE = LAUNCH_COOPERATIVE,)

"""
    Prepared

A launch whose kernel, shape and arguments were checked once. One thread at a time may change or launch it:
others get `INVALID_STATE`. It is released by `close`, or when it is collected; in any order with others, from
any thread. It keeps its kernel alive.
"""
@handle Prepared gc_prepared gc_prepared_release

"""
    HostDirection

The direction in which the content of an array of the host goes.

- `HOST_DIRECTION_IN`: To the kernel, before it runs. The kernel must not write it.
- `HOST_DIRECTION_OUT`: From the kernel, when it has ended; what the kernel finds in it is undefined.
- `HOST_DIRECTION_IN_OUT`: To the kernel, and back when it has ended.
"""
@codes(HostDirection, "HOST_DIRECTION_", IN, OUT, IN_OUT)

make!(roots, ::Type{LibGridCall.gc_host_arg}, index, direction = 0, host_address = 0, size = 0, value_type = 0) =
    LibGridCall.gc_host_arg(index, code(HostDirection, direction), host_address, size, code(ValueType, value_type), 0)
item_fields(::Type{LibGridCall.gc_host_arg}) = (index = 0, direction = 0, host_address = 0, size = 0, value_type = 0)
make!(roots, ::Type{LibGridCall.gc_host_arg}, ::Nothing) = zeroed(LibGridCall.gc_host_arg)
make!(roots, ::Type{LibGridCall.gc_host_arg}, x::LibGridCall.gc_host_arg) = x

"""
    CaptureMode

The calls of other libraries that CUDA refuses while the stream captures. CUDA's numbers
(CUstreamCaptureMode). This library's own calls are never refused for it.

- `CAPTURE_MODE_GLOBAL`: Calls that may wait for it are refused in all threads, and end it. It ends in the
  thread where it began.
- `CAPTURE_MODE_THREAD_LOCAL`: As GLOBAL, in this thread alone.
- `CAPTURE_MODE_RELAXED`: None is refused, and any thread may end the capture.
"""
@codes(CaptureMode, "CAPTURE_MODE_", GLOBAL, THREAD_LOCAL, RELAXED)

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
@codes(
    GraphNodeKind, "GRAPH_NODE_KIND_", KERNEL, MEMCPY, MEMSET, HOST, GRAPH, EMPTY, WAIT_EVENT, EVENT_RECORD,
    MEM_ALLOC, MEM_FREE
)

"""
    Graph

Captured work, which can be launched any number of times. It holds the memory, the kernels and the other
objects that the work uses, also if their handles are released: until it is released, and until what was
launched of it is done. One thread at a time may change or launch it: others get `INVALID_STATE`. It is
released by `close`, or when it is collected; in any order with others, from any thread. It keeps its context
alive.
"""
@handle Graph gc_graph gc_graph_release

"""
    Pool

A caching allocator over device, page-locked or managed memory. It is released by `close`, or when it is
collected; in any order with others, from any thread. It keeps its context alive.
"""
@handle Pool gc_pool gc_pool_release

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
@codes(
    NdarrayAttribute, "NDARRAY_ATTRIBUTE_", TYPE, NDIM, COUNT, ELEMENT_SIZE, SIZE, OFFSET, ADDRESS,
    IS_C_CONTIGUOUS, IS_F_CONTIGUOUS, IS_READ_ONLY
)

"""
    Reduction

The result that `ndarray_reduce` computes.

- `REDUCTION_SUM`: The sum; 0 of no elements.
- `REDUCTION_PROD`: The product; 1 of no elements.
- `REDUCTION_MIN`: The least element; NaN if there is one.
- `REDUCTION_MAX`: The greatest element; NaN if there is one.
- `REDUCTION_ANY`: 1 if an element is not zero, else 0.
- `REDUCTION_ALL`: 1 if no element is zero, else 0.
- `REDUCTION_ARG_MIN`: The index of the first of the least elements, or of the first NaN: from 0, in C's order
  of the reduced dimensions. The results are integers.
- `REDUCTION_ARG_MAX`: The index of the first of the greatest elements, or of the first NaN, counted as by
  `ARG_MIN`.
- `REDUCTION_CUSTOM`: The combination of the options, for `ndarray_transform_reduce` and `scan` alone.
"""
@codes(Reduction, "REDUCTION_", SUM, PROD, MIN, MAX, ANY, ALL, ARG_MIN, ARG_MAX, CUSTOM)

"Fortran's order: the first dimension is the fastest. Without it C's order, the last dimension."
const NDARRAY_ORDER_F = LibGridCall.GRIDCALL_NDARRAY_ORDER_F

const NdarrayFlags = (ORDER_F = NDARRAY_ORDER_F,)

"The last dimension, of 1, 2 or 4, is the channels of an element."
const ARRAY_FROM_CHANNELS = LibGridCall.GRIDCALL_ARRAY_FROM_CHANNELS

"Integers of 8 and 16 bits become formats read as 0 or -1 to 1: `UNORM_INT8X1` and so on."
const ARRAY_FROM_NORMALIZED = LibGridCall.GRIDCALL_ARRAY_FROM_NORMALIZED

const ArrayFromFlags = (CHANNELS = ARRAY_FROM_CHANNELS, NORMALIZED = ARRAY_FROM_NORMALIZED)

"""
    Ndarray

A typed view of memory: shape, strides and element type. It is released by `close`, or when it is collected;
in any order with others, from any thread. It keeps its context alive.
"""
@handle Ndarray gc_ndarray gc_ndarray_release

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
    RandomDistribution

The distribution of random numbers; a and b are numbers of `RandomOptions`.

- `RANDOM_DISTRIBUTION_UNIFORM`: From a, which can occur, to b, which cannot: for floats.
- `RANDOM_DISTRIBUTION_NORMAL`: Mean a and standard deviation b: for floats.
- `RANDOM_DISTRIBUTION_LOG_NORMAL`: The exponential function of numbers of mean a and standard deviation b:
  for floats.
- `RANDOM_DISTRIBUTION_POISSON`: Mean a, from 0 to 2^30; b is 0. For integers and floats; a number beyond the
  type's greatest one becomes that one.
- `RANDOM_DISTRIBUTION_INTEGERS`: Integers from a to b - 1, each as often as another, for integers and BOOL. a
  and b are integers; 2^64 is one.
"""
@codes(RandomDistribution, "RANDOM_DISTRIBUTION_", UNIFORM, NORMAL, LOG_NORMAL, POISSON, INTEGERS)

"""
    RandomGenerator

The generator of random words: the seed's numbers are those of cuRAND's host generators, in their order.

- `RANDOM_GENERATOR_PHILOX`: Philox4x32-10: the fastest, of 2^64 numbers.
- `RANDOM_GENERATOR_XORWOW`: XORWOW, of 4096 subsequences in turns. Its low bits fail tests of linear rank.
- `RANDOM_GENERATOR_MRG32K3A`: MRG32k3a, of 81920 subsequences in turns.
- `RANDOM_GENERATOR_SOBOL32`: Sobol's sequences of 2^32 numbers, which fill a range evenly: for UNIFORM and
  INTEGERS. There is no seed.
"""
@codes(RandomGenerator, "RANDOM_GENERATOR_", PHILOX, XORWOW, MRG32K3A, SOBOL32)

"The greatest element first; equal ones stay in their order."
const SORT_DESCENDING = LibGridCall.GRIDCALL_SORT_DESCENDING

const SortFlags = (DESCENDING = SORT_DESCENDING,)

"""
A result combines the elements before its own; the first one is the result of no elements, of MIN and MAX the
greatest and the least number of the type.
"""
const SCAN_EXCLUSIVE = LibGridCall.GRIDCALL_SCAN_EXCLUSIVE

const ScanFlags = (EXCLUSIVE = SCAN_EXCLUSIVE,)

"A place is behind the equal elements, not before them."
const SEARCH_RIGHT = LibGridCall.GRIDCALL_SEARCH_RIGHT

const SearchFlags = (RIGHT = SEARCH_RIGHT,)

"Indices are taken modulo the extent of the dimension."
const INDEX_WRAP = LibGridCall.GRIDCALL_INDEX_WRAP

"Indices below 0 mean the first element, and those beyond the last one mean that."
const INDEX_CLIP = LibGridCall.GRIDCALL_INDEX_CLIP

"""
Of `put`: values are added to the elements, each one of several to the same element too; for numbers of 32 and
64 bits that are not complex. Floats are added in any order.
"""
const INDEX_ADD = LibGridCall.GRIDCALL_INDEX_ADD

const IndexFlags = (WRAP = INDEX_WRAP, CLIP = INDEX_CLIP, ADD = INDEX_ADD)

"""
A GPU may round FLOAT32 and COMPLEX64 elements to TF32, of 11 bits, before it multiplies them: faster, less
exact.
"""
const MATMUL_TF32 = LibGridCall.GRIDCALL_MATMUL_TF32

"The library's kernel does the work: slower, with sums in an order that follows from shapes and type alone."
const MATMUL_OWN_KERNEL = LibGridCall.GRIDCALL_MATMUL_OWN_KERNEL

const MatmulFlags = (TF32 = MATMUL_TF32, OWN_KERNEL = MATMUL_OWN_KERNEL)

"""
    FftNorm

The factor of a Fourier transform along n elements, by NumPy's names.

- `FFT_NORM_BACKWARD`: 1, and 1/n of the inverse transform.
- `FFT_NORM_ORTHO`: 1/sqrt(n) of both.
- `FFT_NORM_FORWARD`: 1/n, and 1 of the inverse transform.
"""
@codes(FftNorm, "FFT_NORM_", BACKWARD, ORTHO, FORWARD)

"The inverse transform, whose exponent is positive."
const FFT_INVERSE = LibGridCall.GRIDCALL_FFT_INVERSE

"The library's kernels do the work, also where cuFFT, FFTW or MKL could."
const FFT_OWN_KERNEL = LibGridCall.GRIDCALL_FFT_OWN_KERNEL

const FftFlags = (INVERSE = FFT_INVERSE, OWN_KERNEL = FFT_OWN_KERNEL)

"""
A DLManagedTensor, as before DLPack 1.0: a capsule named "dltensor" in Python. Without it a
DLManagedTensorVersioned, "dltensor_versioned".
"""
const DLPACK_LEGACY = LibGridCall.GRIDCALL_DLPACK_LEGACY

const DlpackFlags = (LEGACY = DLPACK_LEGACY,)

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
@codes(CommReduction, "COMM_REDUCTION_", SUM, PROD, MAX, MIN, AVG, SCALED_SUM)

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
@codes(
    CommOperation, "COMM_OPERATION_", ALL_REDUCE, REDUCE, BROADCAST, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL,
    GATHER, SCATTER, SEND, RECV, BARRIER
)

"""
    CommEngine

The engine of a communicator.

- `COMM_ENGINE_NONE`: No engine: it has one rank and was made without an id.
- `COMM_ENGINE_NCCL`: NVIDIA's NCCL, between GPUs.
- `COMM_ENGINE_MPI`: MPI, between CPU devices.
"""
@codes(CommEngine, "COMM_ENGINE_", NONE, NCCL, MPI)

"""
    CommState

Whether a communicator can be used.

- `COMM_STATE_READY`: Operations can be queued.
- `COMM_STATE_FINALIZED`: `comm_finalize` has begun.
- `COMM_STATE_ABORTED`: `comm_abort` has ended it.
- `COMM_STATE_FAILED`: An operation failed, or did not end in time.
"""
@codes(CommState, "COMM_STATE_", READY, FINALIZED, ABORTED, FAILED)

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
- `COMM_ATTRIBUTE_LOCAL_COUNT`: The number of ranks on its machine. UNSUPPORTED if the launcher does not tell.
- `COMM_ATTRIBUTE_DEVICE_MEMORY`: Bytes of device memory that the engine has for it. UNSUPPORTED before NCCL
  2.29.7.
"""
@codes(
    CommAttribute, "COMM_ATTRIBUTE_", RANK, COUNT, ENGINE, ENGINE_VERSION, STATE, OPERATIONS_STARTED,
    OPERATIONS_DONE, ERROR_STATUS, LOCAL_RANK, LOCAL_COUNT, DEVICE_MEMORY
)

"""
Before each operation the ranks compare what they call, and get `COMM_MISMATCH` before data moves. On GPUs the
call then waits for the other ranks.
"""
const COMM_CHECKED = LibGridCall.GRIDCALL_COMM_CHECKED

"They do not. Without either: checked on the CPU device, unchecked on GPUs."
const COMM_UNCHECKED = LibGridCall.GRIDCALL_COMM_UNCHECKED

"A communicator that is split off shares resources with its parent, where NCCL can."
const COMM_SHARE = LibGridCall.GRIDCALL_COMM_SHARE

const CommFlags = (CHECKED = COMM_CHECKED, UNCHECKED = COMM_UNCHECKED, SHARE = COMM_SHARE)

"""
    Comm

One rank of a communicator. Releasing it is local: it never waits and needs no other rank; `comm_finalize` is
the orderly end. Calls of several threads are queued one after another; `comm_abort` may be called while
another one waits. Preview: may change in any release. It is released by `close`, or when it is collected; in
any order with others, from any thread. It keeps its context alive.
"""
@handle Comm gc_comm gc_comm_release

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
- `errors`: Entries that could not be read or written, or were damaged or refused.
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
@codes(ProfilerOutput, "PROFILER_OUTPUT_", TRACE_EVENTS, KEY_VALUE_PAIR, CSV)

"""
    LogLevel

The levels of a log. Each has what those before it have.

- `LOG_LEVEL_INFO`: Choices, compilations, loads, losses: a few records for each module.
- `LOG_LEVEL_DEBUG`: Each launch, copy, fill and allocation.
"""
@codes(LogLevel, "LOG_LEVEL_", INFO, DEBUG)

"""
    Log

A queue of log records. Preview: may change in any release. It is released by `close`, or when it is
collected; in any order with others, from any thread.
"""
@handle Log gc_log gc_log_release

"""
    LogRecord

A record of a log.

- `time_nanoseconds`: The time: nanoseconds since 1970 began in UTC.
- `lost`: The number of records before this one that were left out because the log was full.
- `component`: The part of the library, a noun: library, environment, driver, device, context, compile,
  module, memory, pool, launch, copy, fill or trace. The text lives as long as the process.
- `level`: The level.
- `message`: The text, one line; a longer one is cut and ends with three points.
"""
struct LogRecord
    time_nanoseconds::UInt64
    lost::UInt64
    component::String
    level::LogLevel
    message::String
end
empty(::Type{LogRecord}) = zeroed(LibGridCall.gc_log_record, sizeof(LibGridCall.gc_log_record))
LogRecord(c::LibGridCall.gc_log_record) = LogRecord(
    c.time_nanoseconds, c.lost, unsafe_string(c.component), LogLevel(c.level), tuple_text(c.message)
)

"""
    OccupancyLimit

The limit on the blocks that are resident on a multiprocessor.

- `OCCUPANCY_LIMIT_DEVICE`: The device's number of blocks.
- `OCCUPANCY_LIMIT_WARPS`: Its warps.
- `OCCUPANCY_LIMIT_REGISTERS`: Its registers.
- `OCCUPANCY_LIMIT_SHARED_MEMORY`: Its shared memory.
"""
@codes(OccupancyLimit, "OCCUPANCY_LIMIT_", DEVICE, WARPS, REGISTERS, SHARED_MEMORY)

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
- `limited_by`: The limit that keeps more from being resident; of several the first of the enum.
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

const IN_MESSAGES = [
    "GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES" => "KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES",
    "a gc_mem, or a null pointer as an 8-byte SCALAR" => "a DeviceArray, a Mem, or C_NULL",
    "GRIDCALL_MAP_WRITE_INVALIDATE_REGION" => "MAP_WRITE_INVALIDATE_REGION",
    "gc_context_get_stream_priority_range" => "stream_priority_range",
    "gc_ndarray_copy_from_host: `size`" => "copy_from_host: the size of `data`",
    "gc_context_get_pointer_attribute" => "pointer_attribute",
    "gc_device_get_compute_capability" => "compute_capability",
    "GRIDCALL_RANDOM_DISTRIBUTION_*" => "RandomDistribution",
    "a GRIDCALL_NDARRAY_ATTRIBUTE_*" => "an NdarrayAttribute",
    "gc_context_disable_peer_access" => "disable_peer_access",
    "gc_program_get_default_options" => "program_default_options",
    "gc_program_set_default_options" => "program_set_default_options",
    "MAX_DYNAMIC_SHARED_SIZE_BYTES" => "KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES",
    "gc_context_enable_peer_access" => "enable_peer_access",
    "gc_context_get_default_stream" => "default_stream",
    "gc_device_attribute_from_name" => "device_attribute_from_name",
    "gc_module_from_buffer: `size`" => "module_from_buffer: the size of `image`",
    "GRIDCALL_CONTEXT_ATTRIBUTE_*" => "ContextAttribute",
    "GRIDCALL_MAPPING_ATTRIBUTE_*" => "MappingAttribute",
    "GRIDCALL_NDARRAY_ATTRIBUTE_*" => "NdarrayAttribute",
    "GRIDCALL_POINTER_ATTRIBUTE_*" => "PointerAttribute",
    "GRIDCALL_SAMPLER_ATTRIBUTE_*" => "SamplerAttribute",
    "GRIDCALL_TEXTURE_ATTRIBUTE_*" => "TextureAttribute",
    "GRIDCALL_VERSION_COMPONENT_*" => "VersionComponent",
    "a GRIDCALL_ARRAY_ATTRIBUTE_*" => "an ArrayAttribute",
    "a GRIDCALL_OCCUPANCY_LIMIT_*" => "an OccupancyLimit",
    "gc_cache_get_disabled_reason" => "cache_disabled_reason", "gc_completion_get_descriptor" => "descriptor",
    "gc_context_get_device_reason" => "device_reason",
    "gc_device_data_get_occupancy" => "device_data_occupancy",
    "gc_ndarray_from_host: `size`" => "ndarray_from_host: the size of `data`",
    "GRIDCALL_DEVICE_ATTRIBUTE_*" => "DeviceAttribute", "GRIDCALL_KERNEL_ATTRIBUTE_*" => "KernelAttribute",
    "GRIDCALL_LAUNCH_COOPERATIVE" => "LAUNCH_COOPERATIVE", "GRIDCALL_MODULE_ATTRIBUTE_*" => "ModuleAttribute",
    "GRIDCALL_RANDOM_GENERATOR_*" => "RandomGenerator", "GRIDCALL_STREAM_ATTRIBUTE_*" => "StreamAttribute",
    "gc_ndarray_transform_reduce" => "ndarray_transform_reduce",
    "gc_prepared_from_expression" => "prepared_from_expression",
    "GRIDCALL_ARRAY_ATTRIBUTE_*" => "ArrayAttribute", "GRIDCALL_GRAPH_NODE_KIND_*" => "GraphNodeKind",
    "GRIDCALL_MEM_ATTACH_MODE_*" => "MemAttachMode", "GRIDCALL_OCCUPANCY_LIMIT_*" => "OccupancyLimit",
    "GRIDCALL_PROFILER_OUTPUT_*" => "ProfilerOutput",
    "gc_array_from_host: `size`" => "array_from_host: the size of `data`",
    "gc_array_get_image_formats" => "array_image_formats", "gc_context_get_comm_engine" => "comm_engine",
    "gc_context_get_memory_info" => "memory_info", "gc_device_get_total_memory" => "total_memory",
    "gc_module_get_kernel_count" => "kernel_count", "GRIDCALL_COMM_ATTRIBUTE_*" => "CommAttribute",
    "GRIDCALL_COMM_OPERATION_*" => "CommOperation", "GRIDCALL_COMM_REDUCTION_*" => "CommReduction",
    "GRIDCALL_COMPILE_NO_FILES" => "COMPILE_NO_FILES", "GRIDCALL_HOST_DIRECTION_*" => "HostDirection",
    "GRIDCALL_PIPE_ATTRIBUTE_*" => "PipeAttribute", "a GRIDCALL_ADDRESS_MODE_*" => "an AddressMode",
    "a GRIDCALL_ARRAY_FORMAT_*" => "an ArrayFormat", "gc_device_attribute_entry" => "DeviceAttributeEntry",
    "gc_device_can_access_peer" => "can_access_peer", "gc_dtype_get_field_record" => "field_record",
    "gc_dtype_scalar_from_name" => "dtype_scalar_from_name", "gc_kernel_get_param_count" => "param_count",
    "gc_module_get_kernel_name" => "kernel_name", "gc_ndarray_copy_from_host" => "copy_from_host",
    "gc_stream_synchronize_for" => "synchronize_for", "GRIDCALL_CHANNEL_ORDER_*" => "ChannelOrder",
    "GRIDCALL_CONTEXT_SCHED_*" => "ContextSched", "GRIDCALL_MEM_ATTRIBUTE_*" => "MemAttribute",
    "GRIDCALL_SHARED_CONFIG_*" => "SharedConfig", "gc_comm_from_environment" => "comm_from_environment",
    "gc_context_defer_cleanup" => "defer_cleanup", "gc_context_get_attribute" => "attribute",
    "gc_context_set_attribute" => "set_attribute!", "gc_device_attribute_name" => "device_attribute_name",
    "gc_device_get_attributes" => "attributes", "gc_device_get_pci_bus_id" => "pci_bus_id",
    "gc_dtype_get_field_count" => "field_count", "gc_event_synchronize_for" => "event_synchronize_for",
    "gc_graph_get_node_kernel" => "node_kernel", "gc_mapping_get_attribute" => "attribute",
    "gc_mem_create_sub_region" => "sub_region", "gc_ndarray_get_attribute" => "attribute",
    "gc_ndarray_reduce_by_key" => "reduce_by_key", "gc_ndarray_sparse_matmul" => "sparse_matmul",
    "gc_sampler_get_attribute" => "attribute", "gc_sparse_matmul_options" => "SparseMatmulOptions",
    "gc_texture_get_attribute" => "attribute", "GRIDCALL_ADDRESS_MODE_*" => "AddressMode",
    "GRIDCALL_ARRAY_FORMAT_*" => "ArrayFormat", "GRIDCALL_CACHE_CONFIG_*" => "CacheConfig",
    "GRIDCALL_CAPTURE_MODE_*" => "CaptureMode", "GRIDCALL_CHANNEL_TYPE_*" => "ChannelType",
    "GRIDCALL_COMPUTE_MODE_*" => "ComputeMode", "an address as a pointer" => "an address as a Ptr",
    "gc_cache_get_statistics" => "cache_statistics", "gc_context_is_supported" => "issupported",
    "gc_device_get_alignment" => "alignment", "gc_device_get_attribute" => "attribute",
    "gc_event_get_ipc_handle" => "ipc_handle", "gc_graph_get_node_count" => "node_count",
    "gc_kernel_get_attribute" => "attribute", "gc_kernel_get_occupancy" => "occupancy",
    "gc_kernel_set_attribute" => "set_attribute!", "gc_kernel_suggest_block" => "suggest_block",
    "gc_mem_get_host_address" => "host_address", "gc_mem_register_options" => "MemRegisterOptions",
    "gc_module_get_attribute" => "attribute", "gc_ndarray_copy_to_host" => "copy_to_host",
    "gc_stream_begin_capture" => "capture", "gc_stream_get_attribute" => "attribute",
    "GRIDCALL_COMM_ENGINE_*" => "CommEngine", "GRIDCALL_DEVICE_KIND_*" => "DeviceKind",
    "GRIDCALL_DLPACK_LEGACY" => "DLPACK_LEGACY", "GRIDCALL_FILTER_MODE_*" => "FilterMode",
    "GRIDCALL_SCALAR_TYPE_*" => "ScalarType", "a gc_image_format_info" => "an ImageFormatInfo",
    "a gc_ndarray_attribute" => "an NdarrayAttribute", "gc_array_channel_count" => "array_channel_count",
    "gc_array_get_attribute" => "attribute", "gc_cache_get_directory" => "cache_directory",
    "gc_comm_reduce_scatter" => "reduce_scatter", "gc_context_get_current" => "context_current",
    "gc_context_get_default" => "default_context", "gc_context_get_primary" => "context_primary",
    "gc_context_synchronize" => "synchronize", "gc_device_get_by_index" => "device_by_index",
    "gc_dtype_get_alignment" => "alignment", "gc_graph_get_node_kind" => "node_kind",
    "gc_handle_get_identity" => "handle_identity", "gc_mapping_get_address" => "address",
    "gc_memcpy_htod: `size`" => "copyto!: the size of `src`", "gc_module_bind_surface" => "bind_surface",
    "gc_module_bind_texture" => "bind_texture", "gc_module_from_program" => "module_from_program",
    "gc_ndarray_fill_random" => "fill_random", "gc_ndarray_from_dlpack" => "ndarray_from_dlpack",
    "gc_ndarray_get_strides" => "ndarray_strides", "gc_pool_get_statistics" => "statistics",
    "gc_prepared_set_config" => "set_config!", "gc_profiler_initialize" => "initialize_profiler",
    "gc_random_distribution" => "RandomDistribution", "GRIDCALL_COMM_CHECKED" => "COMM_CHECKED",
    "GRIDCALL_COMM_STATE_*" => "CommState", "GRIDCALL_MEM_ADVICE_*" => "MemAdvice",
    "GRIDCALL_MEM_ORIGIN_*" => "MemOrigin", "GRIDCALL_VALUE_TYPE_*" => "ValueType",
    "a GRIDCALL_ARG_KIND_*" => "an ArgKind", "a gc_occupancy_record" => "an OccupancyRecord",
    "gc_array_from_ndarray" => "array_from_ndarray", "gc_comm_get_attribute" => "attribute",
    "gc_completion_release" => "close", "gc_context_clear_memo" => "context_clear_memo",
    "gc_context_get_device" => "device", "gc_device_get_default" => "device_default",
    "gc_handle_get_context" => "context", "gc_log_get_descriptor" => "descriptor",
    "gc_mem_get_ipc_handle" => "ipc_handle", "gc_module_from_buffer" => "module_from_buffer",
    "gc_module_from_source" => "CodeModule", "gc_module_get_surface" => "surface",
    "gc_module_get_texture" => "texture", "gc_ndarray_get_record" => "record",
    "gc_pipe_get_attribute" => "attribute", "gc_program_get_symbol" => "symbol",
    "gc_stream_end_capture" => "end_capture", "gc_stream_synchronize" => "synchronize",
    "gc_stream_wait_events" => "wait_events", "GRIDCALL_LOG_LEVEL_*" => "LogLevel",
    "GRIDCALL_MEM_PLACE_*" => "MemPlace", "GRIDCALL_REDUCTION_*" => "Reduction",
    "`object` of argument" => "argument", "a gc_array_attribute" => "an ArrayAttribute",
    "a gc_ndarray_options" => "an NdarrayOptions", "a gc_occupancy_limit" => "an OccupancyLimit",
    "gc_array_find_format" => "array_find_format", "gc_comm_launch_group" => "comm_launch_group",
    "gc_completion_create" => "completion_create", "gc_context_attribute" => "ContextAttribute",
    "gc_dtype_scalar_name" => "dtype_scalar_name", "gc_dtype_scalar_size" => "dtype_scalar_size",
    "gc_error_driver_code" => "driver_code", "gc_error_driver_name" => "driver_name",
    "gc_error_source_name" => "source_name",
    "gc_event_get_elapsed" => "GridCall.elapsed or GridCall.@elapsed",
    "gc_event_synchronize" => "synchronize", "gc_handle_get_native" => "native",
    "gc_histogram_options" => "HistogramOptions", "gc_image_format_info" => "ImageFormatInfo",
    "gc_mapping_attribute" => "MappingAttribute", "gc_mapping_get_event" => "event",
    "gc_mem_get_attribute" => "attribute", "gc_module_get_global" => "module_global",
    "gc_module_get_kernel" => "kernel", "gc_ndarray_attribute" => "NdarrayAttribute",
    "gc_ndarray_from_host" => "ndarray_from_host", "gc_ndarray_get_field" => "field",
    "gc_ndarray_get_shape" => "shape", "gc_ndarray_histogram" => "histogram",
    "gc_ndarray_to_dlpack" => "to_dlpack", "gc_ndarray_transform" => "ndarray_transform",
    "gc_ndarray_transpose" => "ndarray_transpose", "gc_pointer_attribute" => "PointerAttribute",
    "gc_pool_stop_holding" => "stop_holding", "gc_program_get_image" => "image",
    "gc_sampler_attribute" => "SamplerAttribute", "gc_stream_wait_event" => "wait_event",
    "gc_surface_get_array" => "array", "gc_texture_attribute" => "TextureAttribute",
    "gc_texture_get_array" => "array", "gc_transform_options" => "TransformOptions",
    "gc_version_component" => "VersionComponent", "GRIDCALL_ARG_KIND_*" => "ArgKind",
    "GRIDCALL_CATEGORY_*" => "Category", "GRIDCALL_FFT_NORM_*" => "FftNorm",
    "`include_dir_count`" => "the number of `include_dirs`",
    "`scalar_name_count`" => "the number of `scalar_names`", "a gc_ndarray_layout" => "an NdarrayLayout",
    "gc_cache_statistics" => "CacheStatistics", "gc_comm_create_many" => "comm_create_many",
    "gc_device_attribute" => "DeviceAttribute", "gc_device_get_count" => "device_count",
    "gc_device_get_index" => "index", "gc_dtype_find_field" => "find_field",
    "gc_error_note_count" => "note_count", "gc_kernel_attribute" => "KernelAttribute",
    "gc_kernel_get_param" => "param", "gc_mem_wrap_options" => "MemWrapOptions",
    "gc_module_attribute" => "ModuleAttribute", "gc_module_from_file" => "CodeModule",
    "gc_module_is_cached" => "iscached", "gc_ndarray_cholesky" => "cholesky",
    "gc_ndarray_from_mem" => "GridCall.Ndarray", "gc_occupancy_record" => "OccupancyRecord",
    "gc_prepared_release" => "close", "gc_prepared_set_arg" => "prepared[index]",
    "gc_profiler_options" => "ProfilerOptions", "gc_random_generator" => "RandomGenerator",
    "gc_stream_attribute" => "StreamAttribute", "GRIDCALL_FEATURE_*" => "Feature",
    "GRIDCALL_MAP_WRITE" => "MAP_WRITE", "`input_name_count`" => "the number of `input_names`",
    "a gc_array_options" => "an ArrayOptions", "a gc_event_options" => "an EventOptions",
    "a gc_index_options" => "an IndexOptions", "gc_array_attribute" => "ArrayAttribute",
    "gc_array_from_host" => "array_from_host", "gc_array_get_level" => "level",
    "gc_comm_all_gather" => "all_gather", "gc_comm_all_reduce" => "all_reduce",
    "gc_comm_all_to_all" => "all_to_all", "gc_compile_options" => "CompileOptions",
    "gc_completion_wait" => "completion_wait", "gc_context_options" => "ContextOptions",
    "gc_context_release" => "close", "gc_device_get_data" => "data", "gc_device_get_kind" => "kind",
    "gc_device_get_name" => "name", "gc_device_get_uuid" => "uuid", "gc_dtype_get_field" => "field",
    "gc_graph_node_kind" => "GraphNodeKind", "gc_kernel_get_name" => "name", "gc_mapping_release" => "close",
    "gc_mem_attach_mode" => "MemAttachMode", "gc_mem_get_address" => "address",
    "gc_mem_ipc_options" => "MemIpcOptions", "gc_ndarray_get_mem" => "mem",
    "gc_ndarray_options" => "NdarrayOptions", "gc_ndarray_release" => "close",
    "gc_ndarray_reshape" => "ndarray_reshape", "gc_occupancy_limit" => "OccupancyLimit",
    "gc_pool_statistics" => "PoolStatistics", "gc_prepared_create" => "prepare",
    "gc_prepared_launch" => "launch", "gc_profiler_output" => "ProfilerOutput",
    "gc_program_compile" => "program_compile", "gc_program_get_log" => "program_log",
    "gc_program_release" => "close", "gc_sampler_options" => "SamplerOptions",
    "gc_sampler_release" => "close", "gc_status_category" => "status_category",
    "gc_surface_release" => "close", "gc_texture_options" => "TextureOptions",
    "gc_texture_release" => "close", "GRIDCALL_MAP_READ" => "MAP_READ", "GRIDCALL_STATUS_*" => "Status",
    "`reduction_count`" => "the number of `reductions`", "a gc_address_mode" => "an AddressMode",
    "a gc_array_format" => "an ArrayFormat", "a gc_array_region" => "an ArrayRegion",
    "a gc_image_format" => "an ImageFormat", "gc_comm_attribute" => "CommAttribute",
    "gc_comm_broadcast" => "comm_broadcast", "gc_comm_create_id" => "comm_create_id",
    "gc_comm_operation" => "CommOperation", "gc_comm_reduction" => "CommReduction",
    "gc_context_create" => "context_create", "gc_dtype_get_size" => "dtype_size",
    "gc_error_function" => "function", "gc_event_open_ipc" => "event_open_ipc",
    "gc_factor_options" => "FactorOptions", "gc_graph_get_text" => "graph_text",
    "gc_handle_collect" => "handle_collect", "gc_host_direction" => "HostDirection",
    "gc_kernel_release" => "close", "gc_matmul_options" => "MatmulOptions", "gc_mem_get_parent" => "parent",
    "gc_module_get_log" => "module_log", "gc_module_options" => "ModuleOptions",
    "gc_module_release" => "close", "gc_ndarray_create" => "ndarray_create",
    "gc_ndarray_layout" => "NdarrayLayout", "gc_ndarray_matmul" => "matmul",
    "gc_ndarray_reduce" => "mapreduce", "gc_ndarray_search" => "search", "gc_ndarray_select" => "select",
    "gc_pipe_attribute" => "PipeAttribute", "gc_pool_free_held" => "free_held",
    "gc_pool_set_limit" => "set_limit!", "gc_profiler_start" => "start_profiler",
    "gc_random_options" => "RandomOptions", "gc_reduce_options" => "ReduceOptions",
    "gc_sampler_create" => "sampler_create", "gc_select_options" => "SelectOptions",
    "gc_stream_options" => "StreamOptions", "gc_stream_release" => "close",
    "gc_surface_create" => "surface_create", "gc_texture_create" => "GridCall.Texture",
    "`host_arg_count`" => "the number of arrays of the host",
    "`instance_count`" => "the number of `instances`", "gc_array_options" => "ArrayOptions",
    "gc_array_release" => "close", "gc_channel_order" => "ChannelOrder",
    "gc_comm_finalize" => "comm_finalize", "gc_context_sched" => "ContextSched",
    "gc_dtype_release" => "close", "gc_error_message" => "message", "gc_error_options" => "options",
    "gc_error_release" => "close", "gc_event_options" => "EventOptions", "gc_event_release" => "close",
    "gc_graph_release" => "close", "gc_graph_set_arg" => "graph[node, index]",
    "gc_index_options" => "IndexOptions", "gc_launch_config" => "LaunchConfig",
    "gc_launch_staged" => "@launch", "gc_mapping_unmap" => "unmap", "gc_mem_attribute" => "MemAttribute",
    "gc_ndarray_apply" => "apply", "gc_ndarray_slice" => "slice", "gc_ndarray_solve" => "solve",
    "gc_profiler_stop" => "stop_profiler", "gc_shared_config" => "SharedConfig",
    "gc_stream_cancel" => "cancel", "gc_stream_create" => "stream_create", "gc_stream_notify" => "wait",
    "`config->block_" => "`block.", "`context_count`" => "the number of `contexts`",
    "a gc_axis_slice" => "an AxisSlice", "gc_address_mode" => "AddressMode",
    "gc_array_create" => "array_create", "gc_array_format" => "ArrayFormat",
    "gc_array_region" => "ArrayRegion", "gc_cache_config" => "CacheConfig",
    "gc_capture_mode" => "CaptureMode", "gc_channel_type" => "ChannelType", "gc_comm_barrier" => "barrier",
    "gc_comm_options" => "CommOptions", "gc_comm_release" => "close", "gc_comm_scatter" => "scatter",
    "gc_compute_mode" => "ComputeMode", "gc_context_push" => "push", "gc_context_wrap" => "context_wrap",
    "gc_dtype_create" => "dtype_create", "gc_error_report" => "report", "gc_error_status" => "status",
    "gc_event_create" => "event_create", "gc_event_record" => "record", "gc_graph_launch" => "launch",
    "gc_handle_count" => "handle_count", "gc_image_format" => "ImageFormat",
    "gc_kernel_param" => "KernelParam", "gc_mem_get_size" => "mem_size", "gc_mem_open_ipc" => "mem_open_ipc",
    "gc_mem_prefetch" => "prefetch", "gc_mem_register" => "mem_register", "gc_ndarray_copy" => "ndarray_copy",
    "gc_ndarray_eigh" => "eigh", "gc_ndarray_fill" => "ndarray_fill", "gc_ndarray_scan" => "scan",
    "gc_ndarray_sort" => "ndarray_sort", "gc_ndarray_take" => "take", "gc_ndarray_view" => "ndarray_view",
    "gc_pipe_release" => "close", "gc_pool_options" => "PoolOptions", "gc_pool_release" => "close",
    "gc_scan_options" => "ScanOptions", "gc_sort_options" => "SortOptions", "gc_stream_query" => "query",
    "gc_version_text" => "version_text", "`config->grid_" => "`grid.",
    "`content_size`" => "the size of `content`", "`define_count`" => "the number of `defines`",
    "`header_count`" => "the number of `headers`", "`option_count`" => "the number of `options`",
    "`output_count`" => "the number of `outputs`", "`scalar_count`" => "the number of `scalars`",
    "`stride_count`" => "the number of `strides`", "gc_cache_clear" => "cache_clear",
    "gc_comm_create" => "comm_create", "gc_comm_engine" => "CommEngine", "gc_comm_gather" => "gather",
    "gc_comm_reduce" => "comm_reduce", "gc_context_pop" => "pop", "gc_device_data" => "DeviceData",
    "gc_device_find" => "Device", "gc_device_kind" => "DeviceKind", "gc_dtype_entry" => "DtypeEntry",
    "gc_dtype_field" => "DtypeField", "gc_event_query" => "query", "gc_fft_options" => "FftOptions",
    "gc_filter_mode" => "FilterMode", "gc_log_release" => "close", "gc_mem_options" => "MemOptions",
    "gc_mem_release" => "close", "gc_memcpy_dtoh" => "Array", "gc_memcpy_htod" => "copyto!",
    "gc_memcpy_rect" => "memcpy_rect", "gc_memset_rect" => "memset_rect", "gc_module_link" => "module_link",
    "gc_ndarray_fft" => "fft", "gc_ndarray_put" => "put", "gc_ndarray_svd" => "svd",
    "gc_pipe_create" => "pipe_create", "gc_pool_create" => "pool_create", "gc_scalar_type" => "ScalarType",
    "gc_status_name" => "status_name", "gc_status_text" => "status_text", "gc_stream_wrap" => "stream_wrap",
    "gc_version_get" => "version_get", "pass memory of" => "pass a DeviceArray of",
    "`entry_count`" => "the number of `entries`", "`event_count`" => "the number of `events`",
    "`handle_size`" => "the size of `handle`", "`input_count`" => "the number of `inputs`",
    "`shape_count`" => "the number of `shape`", "`slice_count`" => "the number of `slices`",
    "`source_size`" => "the size of `source`", "a gc_arg_kind" => "an ArgKind",
    "as kind BYTES" => "as a struct", "gc_array_wrap" => "array_wrap", "gc_axis_slice" => "AxisSlice",
    "gc_comm_abort" => "comm_abort", "gc_comm_query" => "query", "gc_comm_split" => "comm_split",
    "gc_comm_state" => "CommState", "gc_completion" => "Completion", "gc_error_note" => "note",
    "gc_error_text" => "error_text", "gc_event_wrap" => "event_wrap", "gc_link_input" => "LinkInput",
    "gc_log_create" => "log_create", "gc_log_record" => "LogRecord", "gc_mem_advice" => "MemAdvice",
    "gc_mem_advise" => "advise", "gc_mem_attach" => "attach", "gc_mem_create" => "DeviceArray or HostArray",
    "gc_mem_origin" => "MemOrigin", "gc_ndarray_qr" => "qr", "gc_pool_alloc" => "DeviceArray",
    "gc_value_type" => "ValueType", "`axis_count`" => "the number of `axes`",
    "`bytes_size`" => "the size of `bytes`", "`comm_count`" => "the number of `comms`",
    "`rank_count`" => "the number of `ranks`", "`value_size`" => "the size of `value`",
    "a gc_ndarray" => "an Ndarray", "gc_array_map" => "array_map", "gc_comm_recv" => "recv",
    "gc_comm_send" => "send", "gc_error_log" => "error_log", "gc_log_level" => "LogLevel",
    "gc_mem_alloc" => "DeviceArray", "gc_mem_place" => "MemPlace", "gc_rect_copy" => "RectCopy",
    "gc_rect_fill" => "RectFill", "gc_reduction" => "Reduction", "`arg_count`" => "the number of arguments",
    "`host_args[" => "array `[", "`host_size`" => "the size of `host`", "gc_arg_kind" => "ArgKind",
    "gc_category" => "Category", "gc_copy_end" => "CopyEnd", "gc_fft_norm" => "FftNorm",
    "gc_host_arg" => "HostArg", "gc_log_read" => "log_read", "gc_mem_free" => "free",
    "gc_mem_wait" => "mem_wait", "gc_mem_wrap" => "mem_wrap", "gc_prepared" => "Prepared",
    "gc_sampling" => "Sampling", "`key_size`" => "the size of `key`", "`op_count`" => "the number of `ops`",
    "`options->" => "`", "a gc_array" => "an OpaqueArray", "a gc_event" => "an Event",
    "gc_comm_op" => "CommOp", "gc_context" => "Context", "gc_feature" => "Feature", "gc_mapping" => "Mapping",
    "gc_mem_map" => "mapped", "gc_mem_use" => "use_on", "gc_ndarray" => "Ndarray", "gc_program" => "Program",
    "gc_sampler" => "Sampler", "gc_surface" => "Surface", "gc_texture" => "Texture",
    "gc_version" => "version", "`config->" => "`", "`id_size`" => "the size of `id`", "gc_define" => "Define",
    "gc_device" => "Device", "gc_header" => "Header", "gc_kernel" => "Kernel",
    "gc_launch" => "@launch or kernel[grid, block]", "gc_memcpy" => "copyto!", "gc_memset" => "fill!",
    "gc_module" => "CodeModule", "gc_scalar" => "Scalar", "gc_status" => "Status", "gc_stream" => "Stream",
    "a gc_arg" => "an Arg", "gc_array" => "OpaqueArray", "gc_dtype" => "Dtype", "gc_error" => "GridCallError",
    "gc_event" => "Event", "gc_graph" => "Graph", "gc_comm" => "Comm", "gc_pipe" => "Pipe",
    "gc_pool" => "Pool", "gc_arg" => "Arg", "gc_log" => "Log", "gc_mem" => "Mem", "NULL" => "nothing"
]
