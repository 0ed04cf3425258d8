// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

//! Raw declarations of [gridcall](https://docs.rs/gridcall)'s C interface, one to one with `gridcall/gridcall.h`:
//! the header's comments say what each function does. Programs want the safe crate, `gridcall`.

#![no_std]
#![allow(non_camel_case_types, deprecated)]
#![cfg_attr(rustfmt, rustfmt_skip)]

use core::ffi::{c_char, c_void};

/// The version these declarations were made from: major * 10000 + minor * 100 + patch.
pub const GRIDCALL_VERSION: u32 = 100;
/// What `gc_get_api` takes.
pub const GRIDCALL_ABI_VERSION: u32 = 0;

/// What a function returns.
pub type gc_status = i32;
/// It worked.
pub const GRIDCALL_OK: gc_status = 0;
/// An argument is NULL, zero, misaligned or contradicts another.
pub const GRIDCALL_ERROR_INVALID_ARGUMENT: gc_status = 100;
/// A handle is NULL, was released, is of another type, or was never a handle.
pub const GRIDCALL_ERROR_INVALID_HANDLE: gc_status = 101;
/// An offset, size, count or index lies outside the thing it indexes.
pub const GRIDCALL_ERROR_OUT_OF_RANGE: gc_status = 102;
/// An options struct has a wrong struct_size, an unknown flag or a non-zero tail.
pub const GRIDCALL_ERROR_INVALID_OPTIONS: gc_status = 103;
/// No device, kernel, global or attribute of that name.
pub const GRIDCALL_ERROR_NOT_FOUND: gc_status = 104;
/// Two objects of one call belong to different contexts.
pub const GRIDCALL_ERROR_WRONG_CONTEXT: gc_status = 105;
/// The object is not in a state for this: an event that was never recorded, a fault not yet reported.
pub const GRIDCALL_ERROR_INVALID_STATE: gc_status = 106;
/// The work asked about has not finished.
pub const GRIDCALL_ERROR_NOT_READY: gc_status = 107;
/// The device has not enough memory.
pub const GRIDCALL_ERROR_OUT_OF_MEMORY: gc_status = 200;
/// The host has not enough memory.
pub const GRIDCALL_ERROR_OUT_OF_HOST_MEMORY: gc_status = 201;
/// The pool's own limit is reached.
pub const GRIDCALL_ERROR_POOL_LIMIT: gc_status = 202;
/// The grid, block or shared memory is more than the device or the kernel allows.
pub const GRIDCALL_ERROR_INVALID_LAUNCH: gc_status = 300;
/// The arguments of a launch are not what the kernel takes, in count or in size.
pub const GRIDCALL_ERROR_ARGUMENT_MISMATCH: gc_status = 301;
/// A kernel touched memory that is not there.
pub const GRIDCALL_ERROR_ILLEGAL_ADDRESS: gc_status = 302;
/// A kernel accessed an address that is not a multiple of the access size.
pub const GRIDCALL_ERROR_MISALIGNED_ADDRESS: gc_status = 303;
/// A kernel ended itself (__trap), or failed in a way the device does not specify.
pub const GRIDCALL_ERROR_KERNEL_TRAP: gc_status = 304;
/// An assert in a kernel failed.
pub const GRIDCALL_ERROR_KERNEL_ASSERT: gc_status = 305;
/// A kernel divided an integer by zero. CPU device only.
pub const GRIDCALL_ERROR_DIVIDE_BY_ZERO: gc_status = 306;
/// A thread of a kernel used more stack than it has.
pub const GRIDCALL_ERROR_STACK_OVERFLOW: gc_status = 307;
/// A kernel ran longer than its time limit. The CPU device has ended it; on a GPU it still runs, unless the
/// driver itself ended it.
pub const GRIDCALL_ERROR_LAUNCH_TIMEOUT: gc_status = 308;
/// A kernel failed for another reason; driver name and text say which.
pub const GRIDCALL_ERROR_LAUNCH_FAILED: gc_status = 309;
/// Every thread of a block waits for another. CPU device only.
pub const GRIDCALL_ERROR_KERNEL_DEADLOCK: gc_status = 310;
/// An earlier fault made the GPU unusable for this process; start a new process.
pub const GRIDCALL_ERROR_DEVICE_LOST: gc_status = 311;
/// The work was ended by gc_stream_cancel.
pub const GRIDCALL_ERROR_CANCELLED: gc_status = 312;
/// The source does not compile; the compile log says why.
pub const GRIDCALL_ERROR_COMPILE: gc_status = 400;
/// No compiler for this device was found; the notes list where it was looked for.
pub const GRIDCALL_ERROR_COMPILER_UNAVAILABLE: gc_status = 401;
/// The compiler itself crashed or returned nonsense.
pub const GRIDCALL_ERROR_COMPILER_FAILED: gc_status = 402;
/// The compiler took longer than its time limit and was ended.
pub const GRIDCALL_ERROR_COMPILE_TIMEOUT: gc_status = 403;
/// The bytes are no module image, or a damaged one.
pub const GRIDCALL_ERROR_INVALID_IMAGE: gc_status = 404;
/// The image is for another architecture, or newer than the driver.
pub const GRIDCALL_ERROR_INCOMPATIBLE_IMAGE: gc_status = 405;
/// The compiler for this device does not know the option.
pub const GRIDCALL_ERROR_INVALID_COMPILE_OPTION: gc_status = 406;
/// The driver failed with a code that has no status of its own; driver code and name tell which.
pub const GRIDCALL_ERROR_DRIVER: gc_status = 500;
/// There is no such device, or none at all.
pub const GRIDCALL_ERROR_NO_DEVICE: gc_status = 501;
/// The driver library was not found or cannot be loaded.
pub const GRIDCALL_ERROR_DRIVER_UNAVAILABLE: gc_status = 502;
/// The driver lacks a function that this call needs.
pub const GRIDCALL_ERROR_DRIVER_TOO_OLD: gc_status = 503;
/// A file could not be read or written.
pub const GRIDCALL_ERROR_IO: gc_status = 504;
/// A defect in gridcall itself; please report it.
pub const GRIDCALL_ERROR_INTERNAL: gc_status = 505;
/// This device or driver cannot do it; the message says which part is missing.
pub const GRIDCALL_ERROR_UNSUPPORTED: gc_status = 506;
/// The process was forked after the library was used; CUDA does not work in the child. Use it first in the
/// child, or exec.
pub const GRIDCALL_ERROR_FORKED: gc_status = 507;
/// The process is exiting; the driver may already be gone.
pub const GRIDCALL_ERROR_EXITING: gc_status = 508;

/// The class of a status.
pub type gc_category = i32;
/// Success.
pub const GRIDCALL_CATEGORY_NONE: gc_category = 0;
/// The program asked for something that cannot be right, on any machine.
pub const GRIDCALL_CATEGORY_LOGIC: gc_category = 1;
/// Memory ran out.
pub const GRIDCALL_CATEGORY_MEMORY: gc_category = 2;
/// A kernel could not be launched, or failed while it ran (often reported by a later call).
pub const GRIDCALL_CATEGORY_LAUNCH: gc_category = 3;
/// A source or image could not be compiled or loaded.
pub const GRIDCALL_CATEGORY_COMPILE: gc_category = 4;
/// Something in the environment failed or is missing: driver, device, process, file.
pub const GRIDCALL_CATEGORY_RUNTIME: gc_category = 5;

/// Why a call failed. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_error {
    _private: [u8; 0],
}

/// A GPU or the CPU device. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_device {
    _private: [u8; 0],
}

/// What a device is.
pub type gc_device_kind = i32;
/// An NVIDIA GPU.
pub const GRIDCALL_DEVICE_KIND_GPU: gc_device_kind = 1;
/// The CPU device: this machine's cores.
pub const GRIDCALL_DEVICE_KIND_CPU: gc_device_kind = 2;

/// What can be asked of a device, with CUDA's own numbers (CUDA Driver API, CUdevice_attribute). Numbers that
/// are not listed here are passed to the driver as they are.
pub type gc_device_attribute = i32;
/// Most threads in a block.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: gc_device_attribute = 1;
/// Largest block size in x.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X: gc_device_attribute = 2;
/// Largest block size in y.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: gc_device_attribute = 3;
/// Largest block size in z.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: gc_device_attribute = 4;
/// Largest grid size in x.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: gc_device_attribute = 5;
/// Largest grid size in y.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y: gc_device_attribute = 6;
/// Largest grid size in z.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: gc_device_attribute = 7;
/// Shared memory of a block without opting in to more, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: gc_device_attribute = 8;
/// Constant memory of a kernel, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: gc_device_attribute = 9;
/// Threads in a warp.
pub const GRIDCALL_DEVICE_ATTRIBUTE_WARP_SIZE: gc_device_attribute = 10;
/// Largest pitch of a 2D copy, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_PITCH: gc_device_attribute = 11;
/// 32-bit registers of a block.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK: gc_device_attribute = 12;
/// Peak clock, kHz.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CLOCK_RATE: gc_device_attribute = 13;
/// Alignment of textures, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT: gc_device_attribute = 14;
/// 1 if a copy and a kernel can run at once.
pub const GRIDCALL_DEVICE_ATTRIBUTE_GPU_OVERLAP: gc_device_attribute = 15;
/// Multiprocessors; worker threads on the CPU device.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: gc_device_attribute = 16;
/// 1 if kernels have a run-time limit.
pub const GRIDCALL_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT: gc_device_attribute = 17;
/// 1 if the device shares the host's memory.
pub const GRIDCALL_DEVICE_ATTRIBUTE_INTEGRATED: gc_device_attribute = 18;
/// 1 if host memory can be mapped into the device's address space.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY: gc_device_attribute = 19;
/// 0 default, 2 prohibited, 3 exclusive process.
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_MODE: gc_device_attribute = 20;
/// Largest 1D texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH: gc_device_attribute = 21;
/// Largest 2D texture, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH: gc_device_attribute = 22;
/// Largest 2D texture, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT: gc_device_attribute = 23;
/// Largest 3D texture, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH: gc_device_attribute = 24;
/// Largest 3D texture, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT: gc_device_attribute = 25;
/// Largest 3D texture, depth.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH: gc_device_attribute = 26;
/// Largest layered 2D texture, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH: gc_device_attribute = 27;
/// Largest layered 2D texture, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT: gc_device_attribute = 28;
/// Layers of a layered 2D texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS: gc_device_attribute = 29;
/// Alignment of surfaces, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT: gc_device_attribute = 30;
/// 1 if several kernels can run at once.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS: gc_device_attribute = 31;
/// 1 if memory is protected by ECC.
pub const GRIDCALL_DEVICE_ATTRIBUTE_ECC_ENABLED: gc_device_attribute = 32;
/// PCI bus.
pub const GRIDCALL_DEVICE_ATTRIBUTE_PCI_BUS_ID: gc_device_attribute = 33;
/// PCI device.
pub const GRIDCALL_DEVICE_ATTRIBUTE_PCI_DEVICE_ID: gc_device_attribute = 34;
/// 1 if a Windows TCC driver is in use.
pub const GRIDCALL_DEVICE_ATTRIBUTE_TCC_DRIVER: gc_device_attribute = 35;
/// Peak memory clock, kHz.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: gc_device_attribute = 36;
/// Width of the memory bus, bits.
pub const GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH: gc_device_attribute = 37;
/// L2 cache, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: gc_device_attribute = 38;
/// Most resident threads of a multiprocessor.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: gc_device_attribute = 39;
/// Copy engines.
pub const GRIDCALL_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT: gc_device_attribute = 40;
/// 1 if host and device share one address space.
pub const GRIDCALL_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING: gc_device_attribute = 41;
/// Largest layered 1D texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH: gc_device_attribute = 42;
/// Layers of a layered 1D texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS: gc_device_attribute = 43;
/// Deprecated by CUDA; do not use.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER: gc_device_attribute = 44;
/// Largest 2D texture with gather, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH: gc_device_attribute = 45;
/// Largest 2D texture with gather, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT: gc_device_attribute = 46;
/// Alternate largest 3D texture, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE: gc_device_attribute = 47;
/// Alternate largest 3D texture, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE: gc_device_attribute = 48;
/// Alternate largest 3D texture, depth.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE: gc_device_attribute = 49;
/// PCI domain.
pub const GRIDCALL_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID: gc_device_attribute = 50;
/// Pitch alignment of 2D textures over linear memory, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT: gc_device_attribute = 51;
/// Largest cubemap texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH: gc_device_attribute = 52;
/// Largest layered cubemap texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH: gc_device_attribute = 53;
/// Layers of a layered cubemap texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS: gc_device_attribute = 54;
/// Largest 1D surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH: gc_device_attribute = 55;
/// Largest 2D surface, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH: gc_device_attribute = 56;
/// Largest 2D surface, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT: gc_device_attribute = 57;
/// Largest 3D surface, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH: gc_device_attribute = 58;
/// Largest 3D surface, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT: gc_device_attribute = 59;
/// Largest 3D surface, depth.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH: gc_device_attribute = 60;
/// Largest layered 1D surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH: gc_device_attribute = 61;
/// Layers of a layered 1D surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS: gc_device_attribute = 62;
/// Largest layered 2D surface, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH: gc_device_attribute = 63;
/// Largest layered 2D surface, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT: gc_device_attribute = 64;
/// Layers of a layered 2D surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS: gc_device_attribute = 65;
/// Largest cubemap surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH: gc_device_attribute = 66;
/// Largest layered cubemap surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH: gc_device_attribute = 67;
/// Layers of a layered cubemap surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS: gc_device_attribute = 68;
/// Largest 1D texture over linear memory.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH: gc_device_attribute = 69;
/// Largest 2D texture over linear memory, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH: gc_device_attribute = 70;
/// Largest 2D texture over linear memory, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT: gc_device_attribute = 71;
/// Largest 2D texture over linear memory, pitch in bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH: gc_device_attribute = 72;
/// Largest mipmapped 2D texture, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH: gc_device_attribute = 73;
/// Largest mipmapped 2D texture, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT: gc_device_attribute = 74;
/// Compute capability, major.
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: gc_device_attribute = 75;
/// Compute capability, minor.
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: gc_device_attribute = 76;
/// Largest mipmapped 1D texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH: gc_device_attribute = 77;
/// 1 if streams have priorities.
pub const GRIDCALL_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED: gc_device_attribute = 78;
/// 1 if global memory can be cached in L1.
pub const GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED: gc_device_attribute = 79;
/// 1 if local memory can be cached in L1.
pub const GRIDCALL_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED: gc_device_attribute = 80;
/// Shared memory of a multiprocessor, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: gc_device_attribute = 81;
/// 32-bit registers of a multiprocessor.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: gc_device_attribute = 82;
/// 1 if managed memory can be allocated.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY: gc_device_attribute = 83;
/// 1 if the board holds several GPUs.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD: gc_device_attribute = 84;
/// Which GPUs share a board.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID: gc_device_attribute = 85;
/// 1 if the link to the host has native atomics.
pub const GRIDCALL_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED: gc_device_attribute = 86;
/// How many times faster float is than double.
pub const GRIDCALL_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO: gc_device_attribute = 87;
/// 1 if kernels can read ordinary host memory.
pub const GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS: gc_device_attribute = 88;
/// 1 if host and device can use managed memory at once.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS: gc_device_attribute = 89;
/// 1 if kernels can be preempted.
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED: gc_device_attribute = 90;
/// 1 if registered host memory has the same address on the device.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM: gc_device_attribute = 91;
/// 1 if cooperative launches work.
pub const GRIDCALL_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH: gc_device_attribute = 95;
/// Shared memory of a block after opting in, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: gc_device_attribute = 97;
/// 1 if host memory can be registered.
pub const GRIDCALL_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED: gc_device_attribute = 99;
/// 1 if the device uses the host's page tables.
pub const GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES: gc_device_attribute = 100;
/// 1 if the host can read managed memory on the device without migration.
pub const GRIDCALL_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST: gc_device_attribute = 101;
/// 1 if virtual memory management works.
pub const GRIDCALL_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: gc_device_attribute = 102;
/// 1 if memory can be shared by a file descriptor.
pub const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED: gc_device_attribute = 103;
/// 1 if memory can be shared by a Win32 handle.
pub const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED: gc_device_attribute = 104;
/// 1 if memory can be shared by a Win32 KMT handle.
pub const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED: gc_device_attribute = 105;
/// Most resident blocks of a multiprocessor.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: gc_device_attribute = 106;
/// 1 if memory compression works.
pub const GRIDCALL_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED: gc_device_attribute = 107;
/// L2 cache that can be set aside, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE: gc_device_attribute = 108;
/// Largest access policy window, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE: gc_device_attribute = 109;
/// Shared memory the driver keeps for itself, bytes a block.
pub const GRIDCALL_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK: gc_device_attribute = 111;
/// 1 if host memory can be registered read-only.
pub const GRIDCALL_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED: gc_device_attribute = 113;
/// 1 if the driver has stream-ordered memory pools.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED: gc_device_attribute = 115;
/// 1 if cluster launches work.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH: gc_device_attribute = 120;

/// One line of gc_device_get_attributes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_device_attribute_entry {
    /// Which attribute.
    pub attribute: gc_device_attribute,
    /// Its value.
    pub value: i32,
}

/// The primary context of a device. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_context {
    _private: [u8; 0],
}

/// What not every device or driver can do.
pub type gc_feature = i32;
/// gc_stream_cancel.
pub const GRIDCALL_FEATURE_STREAM_CANCEL: gc_feature = 1;
/// gc_module_from_buffer: PTX, cubins and fatbins.
pub const GRIDCALL_FEATURE_MODULE_FROM_BUFFER: gc_feature = 2;
/// The parameters of every kernel are known, so that gc_launch can compare the arguments with them.
pub const GRIDCALL_FEATURE_KERNEL_PARAMS: gc_feature = 3;
/// A kernel that exceeds its time limit is ended; else only the wait for it is.
pub const GRIDCALL_FEATURE_KERNEL_TIMEOUT: gc_feature = 4;
/// GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE can be set.
pub const GRIDCALL_FEATURE_CPU_MODE: gc_feature = 5;

/// How to make a context.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_context_options {
    /// sizeof(gc_context_options).
    pub struct_size: usize,
}

/// A queue of work on a context. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_stream {
    _private: [u8; 0],
}

/// How a stream behaves.
pub type gc_stream_flags = u64;
/// Work does not wait for the default stream, nor it for this one.
pub const GRIDCALL_STREAM_NON_BLOCKING: gc_stream_flags = 1 << 0;

/// How to make a stream.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_stream_options {
    /// sizeof(gc_stream_options).
    pub struct_size: usize,
    /// GRIDCALL_STREAM_\* bits.
    pub flags: gc_stream_flags,
    /// Lower is more urgent; numbers outside gc_context_get_stream_priority_range are moved to its nearest
    /// end.
    pub priority: i32,
    /// Zero.
    pub reserved: u32,
}

/// A marker in a stream. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_event {
    _private: [u8; 0],
}

/// How an event behaves.
pub type gc_event_flags = u64;
/// gc_event_synchronize sleeps instead of spinning.
pub const GRIDCALL_EVENT_BLOCKING_SYNC: gc_event_flags = 1 << 0;
/// The event records no time, which makes it cheaper.
pub const GRIDCALL_EVENT_DISABLE_TIMING: gc_event_flags = 1 << 1;

/// How to make an event.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_event_options {
    /// sizeof(gc_event_options).
    pub struct_size: usize,
    /// GRIDCALL_EVENT_\* bits.
    pub flags: gc_event_flags,
}

/// A piece of memory that a device can use. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_mem {
    _private: [u8; 0],
}

/// Where memory is.
pub type gc_mem_place = i32;
/// On the device.
pub const GRIDCALL_MEM_PLACE_DEVICE: gc_mem_place = 1;
/// Page-locked host memory; the device reaches it too.
pub const GRIDCALL_MEM_PLACE_HOST: gc_mem_place = 2;

/// How a gc_mem came about.
pub type gc_mem_origin = i32;
/// Allocated by gc_mem_alloc or gc_mem_alloc_host.
pub const GRIDCALL_MEM_ORIGIN_ALLOCATED: gc_mem_origin = 1;
/// From a pool.
pub const GRIDCALL_MEM_ORIGIN_POOL: gc_mem_origin = 2;
/// A part of another gc_mem.
pub const GRIDCALL_MEM_ORIGIN_SUB_REGION: gc_mem_origin = 3;
/// A foreign address that the library does not own.
pub const GRIDCALL_MEM_ORIGIN_WRAPPED: gc_mem_origin = 4;
/// A __device__ or __constant__ variable of a module.
pub const GRIDCALL_MEM_ORIGIN_GLOBAL: gc_mem_origin = 5;

/// What can be asked of memory. gridcall's own numbers.
pub type gc_mem_attribute = i32;
/// Where it is: a GRIDCALL_MEM_PLACE_\* number.
pub const GRIDCALL_MEM_ATTRIBUTE_PLACE: gc_mem_attribute = 100001;
/// How it came about: a GRIDCALL_MEM_ORIGIN_\* number.
pub const GRIDCALL_MEM_ATTRIBUTE_ORIGIN: gc_mem_attribute = 100002;

/// How page-locked memory is made.
pub type gc_mem_host_flags = u64;
/// Fast for the device to read, slow for the host to read.
pub const GRIDCALL_MEM_HOST_WRITE_COMBINED: gc_mem_host_flags = 1 << 0;

/// How to make page-locked memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_host_options {
    /// sizeof(gc_mem_host_options).
    pub struct_size: usize,
    /// GRIDCALL_MEM_HOST_\* bits.
    pub flags: gc_mem_host_flags,
}

/// What is known of foreign memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_wrap_options {
    /// sizeof(gc_mem_wrap_options).
    pub struct_size: usize,
    /// The host address of page-locked memory; 0: the driver is asked for it.
    pub host_address: u64,
}

/// Compiled code, loaded into a context. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_module {
    _private: [u8; 0],
}

/// How a source is compiled.
pub type gc_compile_flags = u64;
/// Neither look in the compile cache nor fill it.
pub const GRIDCALL_COMPILE_NO_CACHE: gc_compile_flags = 1 << 0;
/// Compile to optimised code at once, also a very large source (see gc_module_from_source).
/// GRIDCALL_DISABLE_TIERING=1 in the environment does it for all. CPU device only.
pub const GRIDCALL_COMPILE_NO_TIERING: gc_compile_flags = 1 << 1;
/// For source that nobody vouches for: the compiler reads no file but its own headers and the toolkit's. A
/// header that the source names must be one of `headers`; options that name a folder, a file or a program are
/// refused. On a GPU Thrust is refused too, whose headers can be made to name any file.
pub const GRIDCALL_COMPILE_NO_FILES: gc_compile_flags = 1 << 2;

/// A preprocessor definition.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_define {
    /// The macro.
    pub name: *const c_char,
    /// Its value.
    pub value: *const c_char,
}

/// A header that the source can include, from memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_header {
    /// As #include spells it.
    pub name: *const c_char,
    /// Its content.
    pub text: *const c_char,
}

/// How to compile a source.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_compile_options {
    /// sizeof(gc_compile_options).
    pub struct_size: usize,
    /// GRIDCALL_COMPILE_\* bits.
    pub flags: gc_compile_flags,
    /// What diagnostics call the source. If it is a file's path, headers beside that file are found.
    pub name: *const c_char,
    /// The architecture, "sm_90" or "compute_90".
    pub arch: *const c_char,
    /// Further compiler options, NVRTC's spelling; nvcc's are translated where they have a meaning and
    /// refused by name where not.
    pub options: *const *const c_char,
    /// How many options.
    pub option_count: usize,
    /// Preprocessor definitions.
    pub defines: *const gc_define,
    /// How many definitions.
    pub define_count: usize,
    /// Directories to search for headers.
    pub include_dirs: *const *const c_char,
    /// How many directories.
    pub include_dir_count: usize,
    /// Headers from memory; they go before files.
    pub headers: *const gc_header,
    /// How many headers.
    pub header_count: usize,
    /// Template instances to make, as gc_module_get_kernel will be asked for them: "scale\<float\>".
    pub instances: *const *const c_char,
    /// How many instances.
    pub instance_count: usize,
}

/// How to load compiled code.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_module_options {
    /// sizeof(gc_module_options).
    pub struct_size: usize,
}

/// One __global__ function of a module. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_kernel {
    _private: [u8; 0],
}

/// What can be asked of a kernel, with CUDA's own numbers (CUDA Driver API, CUfunction_attribute).
pub type gc_kernel_attribute = i32;
/// Most threads in a block that this kernel allows.
pub const GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK: gc_kernel_attribute = 0;
/// Static shared memory of a block, bytes.
pub const GRIDCALL_KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES: gc_kernel_attribute = 1;
/// Constant memory, bytes.
pub const GRIDCALL_KERNEL_ATTRIBUTE_CONST_SIZE_BYTES: gc_kernel_attribute = 2;
/// Local memory of a thread, bytes.
pub const GRIDCALL_KERNEL_ATTRIBUTE_LOCAL_SIZE_BYTES: gc_kernel_attribute = 3;
/// Registers of a thread; 0 on the CPU device.
pub const GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS: gc_kernel_attribute = 4;
/// PTX version the kernel was compiled to, major * 10 + minor; 0 on the CPU device.
pub const GRIDCALL_KERNEL_ATTRIBUTE_PTX_VERSION: gc_kernel_attribute = 5;
/// Architecture of the machine code, major * 10 + minor; the CPU device returns that of the GPU it stands
/// for.
pub const GRIDCALL_KERNEL_ATTRIBUTE_BINARY_VERSION: gc_kernel_attribute = 6;
/// 1 if compiled with -Xptxas --dlcm=ca.
pub const GRIDCALL_KERNEL_ATTRIBUTE_CACHE_MODE_CA: gc_kernel_attribute = 7;
/// Most dynamic shared memory of a launch, bytes; can be raised.
pub const GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: gc_kernel_attribute = 8;
/// Wanted share of L1 used as shared memory, percent; can be set.
pub const GRIDCALL_KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: gc_kernel_attribute = 9;
/// How launches run. 0, the default: as vectors of a warp's threads where the kernel allows it. 1, reference:
/// each thread by itself, to compare with; can be set. Not CUDA's number. CPU device only.
pub const GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE: gc_kernel_attribute = 100001;
/// For which block shapes there is vector code. 0: none, the kernel always runs as in reference mode. Bit 0:
/// 1-D blocks and rows of a multiple of 32 threads; bit 1: rows of a multiple of 16; bit 2: any shape. Not
/// CUDA's number. CPU device only.
pub const GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS: gc_kernel_attribute = 100002;
/// 1 while launches run the baseline code of a very large source (gc_module_from_source), 0 as soon as they
/// run the optimised code, and for all other sources. Not CUDA's number. CPU device only.
pub const GRIDCALL_KERNEL_ATTRIBUTE_CPU_IS_BASELINE: gc_kernel_attribute = 100003;

/// What a value is. A pointer has POINTER added to the type of what it points to: 267 is a pointer to
/// FLOAT32.
pub type gc_value_type = i32;
/// Not told.
pub const GRIDCALL_VALUE_TYPE_UNKNOWN: gc_value_type = 0;
/// A signed integer of 8 bits; `char` too.
pub const GRIDCALL_VALUE_TYPE_INT8: gc_value_type = 1;
/// An unsigned integer of 8 bits.
pub const GRIDCALL_VALUE_TYPE_UINT8: gc_value_type = 2;
/// A signed integer of 16 bits.
pub const GRIDCALL_VALUE_TYPE_INT16: gc_value_type = 3;
/// An unsigned integer of 16 bits.
pub const GRIDCALL_VALUE_TYPE_UINT16: gc_value_type = 4;
/// A signed integer of 32 bits.
pub const GRIDCALL_VALUE_TYPE_INT32: gc_value_type = 5;
/// An unsigned integer of 32 bits.
pub const GRIDCALL_VALUE_TYPE_UINT32: gc_value_type = 6;
/// A signed integer of 64 bits.
pub const GRIDCALL_VALUE_TYPE_INT64: gc_value_type = 7;
/// An unsigned integer of 64 bits.
pub const GRIDCALL_VALUE_TYPE_UINT64: gc_value_type = 8;
/// A float of 16 bits, CUDA's half. A 16-bit integer may stand for its bits.
pub const GRIDCALL_VALUE_TYPE_FLOAT16: gc_value_type = 9;
/// A bfloat16. A 16-bit integer may stand for its bits.
pub const GRIDCALL_VALUE_TYPE_BFLOAT16: gc_value_type = 10;
/// A float of 32 bits.
pub const GRIDCALL_VALUE_TYPE_FLOAT32: gc_value_type = 11;
/// A float of 64 bits.
pub const GRIDCALL_VALUE_TYPE_FLOAT64: gc_value_type = 12;
/// A truth value of 8 bits.
pub const GRIDCALL_VALUE_TYPE_BOOL: gc_value_type = 13;
/// A struct, a union or a class; CUDA's vector types too.
pub const GRIDCALL_VALUE_TYPE_STRUCT: gc_value_type = 14;
/// A pointer to what is unknown; else added to the type of that.
pub const GRIDCALL_VALUE_TYPE_POINTER: gc_value_type = 256;

/// One parameter of a kernel. Its texts are valid as long as a handle of the kernel.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_kernel_param {
    /// sizeof(gc_kernel_param).
    pub struct_size: usize,
    /// Where it is in the parameter block.
    pub offset: u64,
    /// Its size.
    pub size: u64,
    /// What it is. Known for every kernel of the CPU device, and for a GPU from the compiled name of a C++
    /// kernel, where a struct or an enum is UNKNOWN; nothing is known of an extern "C" kernel of a GPU.
    pub value_type: gc_value_type,
    /// Zero.
    pub reserved: u32,
    /// Its type as C++ writes it; "" if it is unknown.
    pub type_name: *const c_char,
    /// Its name in the source; "" if it has none, and on a GPU.
    pub name: *const c_char,
}

/// A launch whose kernel, shape and arguments were checked once. One thread at a time may change or launch
/// it: others get INVALID_STATE. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_prepared {
    _private: [u8; 0],
}

/// How a gc_arg carries its value.
pub type gc_arg_kind = i32;
/// `bits` holds the value, `size` its size: 1, 2, 4 or 8 bytes; the lowest bytes of `bits`, also for float
/// and double.
pub const GRIDCALL_ARG_KIND_SCALAR: gc_arg_kind = 1;
/// `object` is a gc_mem; the kernel gets its device address plus `bits` bytes. `size` is 0 or 8.
pub const GRIDCALL_ARG_KIND_MEM: gc_arg_kind = 2;
/// The value is `size` bytes at offset `bits` of the launch's `bytes`: a struct of any size.
pub const GRIDCALL_ARG_KIND_BYTES: gc_arg_kind = 3;
/// The value is `size` bytes at the host address `object`, of any type; copied before the function returns.
/// In C: GRIDCALL_ARG.
pub const GRIDCALL_ARG_KIND_VALUE: gc_arg_kind = 4;

/// One kernel argument: plain data, which any language can build. In C write GRIDCALL_ARG(x) for a variable
/// and GRIDCALL_ARG_MEM(m) for memory. With a type it is compared with the parameter's, where that is known,
/// and ARGUMENT_MISMATCH names both: integers of one size are alike, memory of bytes, and void*, char* and
/// pointers to structs take any memory, and a struct any bytes of its size.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_arg {
    /// How to read the rest.
    pub kind: gc_arg_kind,
    /// The size of the value.
    pub size: u32,
    /// The value (SCALAR), an offset in the memory (MEM), or an offset in the launch's `bytes` (BYTES).
    pub bits: u64,
    /// The memory (MEM), or the address of the value (VALUE).
    pub object: *const c_void,
    /// What the value is, or for kind MEM what the memory's elements are; UNKNOWN is not compared with
    /// anything.
    pub value_type: gc_value_type,
    /// Zero.
    pub reserved: u32,
}

/// The shape of a launch.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_launch_config {
    /// sizeof(gc_launch_config).
    pub struct_size: usize,
    /// Blocks in x.
    pub grid_x: u32,
    /// Blocks in y; 0 means 1.
    pub grid_y: u32,
    /// Blocks in z; 0 means 1.
    pub grid_z: u32,
    /// Threads of a block in x.
    pub block_x: u32,
    /// Threads of a block in y; 0 means 1.
    pub block_y: u32,
    /// Threads of a block in z; 0 means 1.
    pub block_z: u32,
    /// Dynamic shared memory of a block.
    pub shared_size: u64,
    /// The values of arguments of kind BYTES.
    pub bytes: *const c_void,
    /// How many bytes lie there.
    pub bytes_size: usize,
    /// How long the kernel may run, from when it begins; the time in the queue does not count. 0: as the
    /// environment variable GRIDCALL_KERNEL_TIMEOUT says, in seconds, else without a limit. The largest
    /// number: without a limit. The CPU device ends a kernel that exceeds it, and the stream reports
    /// LAUNCH_TIMEOUT. A GPU cannot end a kernel: the call that waits for it returns LAUNCH_TIMEOUT, once,
    /// while it still runs.
    pub timeout_nanoseconds: u64,
}

/// A caching allocator over device or page-locked memory. An opaque identifier, not an address: never
/// dereferenced.
#[repr(C)]
pub struct gc_pool {
    _private: [u8; 0],
}

/// How to make a pool.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_pool_options {
    /// sizeof(gc_pool_options).
    pub struct_size: usize,
    /// Where its memory is; 0 means GRIDCALL_MEM_PLACE_DEVICE.
    pub place: gc_mem_place,
    /// Zero.
    pub reserved: u32,
    /// Most memory to take from the driver, held and active together; 0 for no limit.
    pub limit: u64,
}

/// What a pool has, at one moment.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_pool_statistics {
    /// sizeof(gc_pool_statistics).
    pub struct_size: usize,
    /// Released blocks, kept for reuse.
    pub held_blocks: u64,
    /// Their size.
    pub held_bytes: u64,
    /// Blocks in use.
    pub active_blocks: u64,
    /// Their size, as rounded up by the pool.
    pub active_bytes: u64,
    /// The most that held and active were together.
    pub peak_bytes: u64,
    /// The limit; 0 for none.
    pub limit: u64,
}

/// What the compile cache did in this process.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_cache_statistics {
    /// sizeof(gc_cache_statistics).
    pub struct_size: usize,
    /// Compilations saved.
    pub hits: u64,
    /// Compilations done because nothing was found.
    pub misses: u64,
    /// Entries or directories that could not be read, were damaged or were refused, and entries that could
    /// not be written.
    pub errors: u64,
    /// 1 if the cache is on, else 0.
    pub enabled: i32,
    /// Zero.
    pub reserved: u32,
}

/// The functions of the library in one table; `gc_get_api` hands it out. It only grows at its end.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_api {
    /// Bytes of the table that the library fills.
    pub size: usize,
    pub version: unsafe extern "C" fn() -> u32,
    pub version_text: unsafe extern "C" fn() -> *const c_char,
    pub version_status: unsafe extern "C" fn() -> *const c_char,
    pub version_get_driver: unsafe extern "C" fn(out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub version_get_nvrtc: unsafe extern "C" fn(out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub version_get_cpu: unsafe extern "C" fn(out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub status_name: unsafe extern "C" fn(status: gc_status) -> *const c_char,
    pub status_text: unsafe extern "C" fn(status: gc_status) -> *const c_char,
    pub status_category: unsafe extern "C" fn(status: gc_status) -> gc_category,
    pub error_status: unsafe extern "C" fn(error: *mut gc_error) -> gc_status,
    pub error_message: unsafe extern "C" fn(error: *mut gc_error) -> *const c_char,
    pub error_text: unsafe extern "C" fn(error: *mut gc_error) -> *const c_char,
    pub error_function: unsafe extern "C" fn(error: *mut gc_error) -> *const c_char,
    pub error_driver_code: unsafe extern "C" fn(error: *mut gc_error) -> i32,
    pub error_driver_name: unsafe extern "C" fn(error: *mut gc_error) -> *const c_char,
    pub error_note_count: unsafe extern "C" fn(error: *mut gc_error) -> usize,
    pub error_note: unsafe extern "C" fn(error: *mut gc_error, index: usize) -> *const c_char,
    pub error_log: unsafe extern "C" fn(error: *mut gc_error) -> *const c_char,
    pub error_options: unsafe extern "C" fn(error: *mut gc_error) -> *const c_char,
    pub error_source_name: unsafe extern "C" fn(error: *mut gc_error) -> *const c_char,
    pub error_release: unsafe extern "C" fn(error: *mut gc_error),
    pub handle_get_context: unsafe extern "C" fn(handle: *const c_void, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status,
    pub handle_get_identity: unsafe extern "C" fn(handle: *const c_void, out_identity: *mut u64, out_error: *mut *mut gc_error) -> gc_status,
    pub handle_get_native: unsafe extern "C" fn(handle: *const c_void, out_native: *mut u64, out_error: *mut *mut gc_error) -> gc_status,
    pub handle_count: unsafe extern "C" fn() -> u64,
    pub handle_collect: unsafe extern "C" fn(out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_count: unsafe extern "C" fn(out_count: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_by_index: unsafe extern "C" fn(index: i32, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status,
    pub device_find: unsafe extern "C" fn(text: *const c_char, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_by_pci_bus_id: unsafe extern "C" fn(bus_id: *const c_char, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_index: unsafe extern "C" fn(device: *mut gc_device, out_index: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_kind: unsafe extern "C" fn(device: *mut gc_device, out_kind: *mut gc_device_kind, out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_name: unsafe extern "C" fn(device: *mut gc_device, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_pci_bus_id: unsafe extern "C" fn(device: *mut gc_device, bus_id: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_uuid: unsafe extern "C" fn(device: *mut gc_device, out_uuid: *mut u8, out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_compute_capability: unsafe extern "C" fn(device: *mut gc_device, out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_total_memory: unsafe extern "C" fn(device: *mut gc_device, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_attribute: unsafe extern "C" fn(device: *mut gc_device, attribute: gc_device_attribute, out_value: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub device_get_attributes: unsafe extern "C" fn(device: *mut gc_device, values: *mut gc_device_attribute_entry, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status,
    pub device_attribute_name: unsafe extern "C" fn(attribute: gc_device_attribute) -> *const c_char,
    pub device_attribute_from_name: unsafe extern "C" fn(name: *const c_char, out_attribute: *mut gc_device_attribute, out_error: *mut *mut gc_error) -> gc_status,
    pub context_get_default: unsafe extern "C" fn(out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status,
    pub context_get_primary: unsafe extern "C" fn(device: *mut gc_device, options: *const gc_context_options, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status,
    pub context_get_device_reason: unsafe extern "C" fn(context: *mut gc_context, text: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status,
    pub context_get_device: unsafe extern "C" fn(context: *mut gc_context, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status,
    pub context_synchronize: unsafe extern "C" fn(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status,
    pub context_get_memory_info: unsafe extern "C" fn(context: *mut gc_context, out_free: *mut u64, out_total: *mut u64, out_error: *mut *mut gc_error) -> gc_status,
    pub context_is_supported: unsafe extern "C" fn(context: *mut gc_context, feature: gc_feature, out_supported: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub context_release: unsafe extern "C" fn(context: *mut gc_context),
    pub stream_create: unsafe extern "C" fn(context: *mut gc_context, options: *const gc_stream_options, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub context_get_default_stream: unsafe extern "C" fn(context: *mut gc_context, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub context_get_stream_priority_range: unsafe extern "C" fn(context: *mut gc_context, out_least: *mut i32, out_greatest: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub stream_synchronize: unsafe extern "C" fn(stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub stream_query: unsafe extern "C" fn(stream: *mut gc_stream, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub stream_synchronize_for: unsafe extern "C" fn(stream: *mut gc_stream, timeout_nanoseconds: u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub stream_cancel: unsafe extern "C" fn(stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub stream_wait_event: unsafe extern "C" fn(stream: *mut gc_stream, event: *mut gc_event, out_error: *mut *mut gc_error) -> gc_status,
    pub stream_release: unsafe extern "C" fn(stream: *mut gc_stream),
    pub event_create: unsafe extern "C" fn(context: *mut gc_context, options: *const gc_event_options, out_event: *mut *mut gc_event, out_error: *mut *mut gc_error) -> gc_status,
    pub event_record: unsafe extern "C" fn(event: *mut gc_event, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub event_synchronize: unsafe extern "C" fn(event: *mut gc_event, out_error: *mut *mut gc_error) -> gc_status,
    pub event_query: unsafe extern "C" fn(event: *mut gc_event, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub event_get_elapsed: unsafe extern "C" fn(start: *mut gc_event, end: *mut gc_event, out_nanoseconds: *mut i64, out_error: *mut *mut gc_error) -> gc_status,
    pub event_release: unsafe extern "C" fn(event: *mut gc_event),
    pub mem_alloc: unsafe extern "C" fn(context: *mut gc_context, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status,
    pub mem_alloc_host: unsafe extern "C" fn(context: *mut gc_context, size: u64, options: *const gc_mem_host_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status,
    pub mem_create_sub_region: unsafe extern "C" fn(mem: *mut gc_mem, offset: u64, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status,
    pub mem_wrap: unsafe extern "C" fn(context: *mut gc_context, address: u64, size: u64, options: *const gc_mem_wrap_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status,
    pub mem_get_address: unsafe extern "C" fn(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status,
    pub mem_get_host_address: unsafe extern "C" fn(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status,
    pub mem_get_size: unsafe extern "C" fn(mem: *mut gc_mem, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status,
    pub mem_get_attribute: unsafe extern "C" fn(mem: *mut gc_mem, attribute: gc_mem_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status,
    pub mem_use: unsafe extern "C" fn(mem: *mut gc_mem, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub mem_release: unsafe extern "C" fn(mem: *mut gc_mem),
    pub memcpy_htod: unsafe extern "C" fn(dst: *mut gc_mem, dst_offset: u64, src: *const c_void, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub memcpy_dtoh: unsafe extern "C" fn(dst: *mut c_void, src: *mut gc_mem, src_offset: u64, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub memcpy_dtod: unsafe extern "C" fn(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub memcpy_htod_async: unsafe extern "C" fn(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub memcpy_dtoh_async: unsafe extern "C" fn(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub memset_d8: unsafe extern "C" fn(mem: *mut gc_mem, offset: u64, value: u8, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub memset_d16: unsafe extern "C" fn(mem: *mut gc_mem, offset: u64, value: u16, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub memset_d32: unsafe extern "C" fn(mem: *mut gc_mem, offset: u64, value: u32, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub module_from_source: unsafe extern "C" fn(context: *mut gc_context, source: *const c_char, source_size: usize, options: *const gc_compile_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status,
    pub module_from_buffer: unsafe extern "C" fn(context: *mut gc_context, image: *const c_void, size: usize, options: *const gc_module_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status,
    pub module_from_file: unsafe extern "C" fn(context: *mut gc_context, path: *const c_char, options: *const gc_compile_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status,
    pub module_get_kernel: unsafe extern "C" fn(module: *mut gc_module, name: *const c_char, out_kernel: *mut *mut gc_kernel, out_error: *mut *mut gc_error) -> gc_status,
    pub module_get_kernel_count: unsafe extern "C" fn(module: *mut gc_module, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status,
    pub module_get_kernel_name: unsafe extern "C" fn(module: *mut gc_module, index: usize, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status,
    pub module_get_global: unsafe extern "C" fn(module: *mut gc_module, name: *const c_char, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status,
    pub module_get_log: unsafe extern "C" fn(module: *mut gc_module, log: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status,
    pub module_is_cached: unsafe extern "C" fn(module: *mut gc_module, out_cached: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub module_release: unsafe extern "C" fn(module: *mut gc_module),
    pub kernel_get_name: unsafe extern "C" fn(kernel: *mut gc_kernel, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status,
    pub kernel_get_attribute: unsafe extern "C" fn(kernel: *mut gc_kernel, attribute: gc_kernel_attribute, out_value: *mut i32, out_error: *mut *mut gc_error) -> gc_status,
    pub kernel_set_attribute: unsafe extern "C" fn(kernel: *mut gc_kernel, attribute: gc_kernel_attribute, value: i32, out_error: *mut *mut gc_error) -> gc_status,
    pub kernel_get_param_count: unsafe extern "C" fn(kernel: *mut gc_kernel, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status,
    pub kernel_get_param: unsafe extern "C" fn(kernel: *mut gc_kernel, index: usize, out_param: *mut gc_kernel_param, out_error: *mut *mut gc_error) -> gc_status,
    pub kernel_release: unsafe extern "C" fn(kernel: *mut gc_kernel),
    pub launch: unsafe extern "C" fn(kernel: *mut gc_kernel, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub prepared_create: unsafe extern "C" fn(kernel: *mut gc_kernel, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, out_prepared: *mut *mut gc_prepared, out_error: *mut *mut gc_error) -> gc_status,
    pub prepared_set_arg: unsafe extern "C" fn(prepared: *mut gc_prepared, index: usize, arg: *const gc_arg, bytes: *const c_void, bytes_size: usize, out_error: *mut *mut gc_error) -> gc_status,
    pub prepared_launch: unsafe extern "C" fn(prepared: *mut gc_prepared, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status,
    pub prepared_release: unsafe extern "C" fn(prepared: *mut gc_prepared),
    pub pool_create: unsafe extern "C" fn(context: *mut gc_context, options: *const gc_pool_options, out_pool: *mut *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status,
    pub pool_alloc: unsafe extern "C" fn(pool: *mut gc_pool, size: u64, stream: *mut gc_stream, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status,
    pub pool_get_statistics: unsafe extern "C" fn(pool: *mut gc_pool, out_statistics: *mut gc_pool_statistics, out_error: *mut *mut gc_error) -> gc_status,
    pub pool_free_held: unsafe extern "C" fn(pool: *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status,
    pub pool_stop_holding: unsafe extern "C" fn(pool: *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status,
    pub pool_set_limit: unsafe extern "C" fn(pool: *mut gc_pool, limit: u64, out_error: *mut *mut gc_error) -> gc_status,
    pub pool_release: unsafe extern "C" fn(pool: *mut gc_pool),
    pub cache_get_statistics: unsafe extern "C" fn(out_statistics: *mut gc_cache_statistics, out_error: *mut *mut gc_error) -> gc_status,
    pub cache_get_directory: unsafe extern "C" fn(path: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status,
    pub cache_get_disabled_reason: unsafe extern "C" fn(reason: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status,
    pub cache_clear: unsafe extern "C" fn(out_error: *mut *mut gc_error) -> gc_status,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// The version of the library that is loaded: major * 10000 + minor * 100 + patch. Compare with
    /// GRIDCALL_VERSION, the version of the header.
    pub fn gc_version() -> u32;
    /// The version of the library as text, "0.1.0" or "0.1.0-dev". Static; never released.
    pub fn gc_version_text() -> *const c_char;
    /// What kind of version it is: "" for a release, else "dev", "beta" or "rc1". Static; never released.
    pub fn gc_version_status() -> *const c_char;
    /// The CUDA version that the NVIDIA driver supports, 13 and 0 for CUDA 13.0. It opens the driver, and no
    /// context.
    pub fn gc_version_get_driver(out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// The version of NVRTC, the compiler for GPUs, that the library found.
    pub fn gc_version_get_nvrtc(out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// The version of the CPU device (libgridcall_cpu.so).
    pub fn gc_version_get_cpu(out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// The table of every function, for plugins that dlopen the library: one dlsym gives the rest. The table
    /// only grows at its end; its first field `size` says how many bytes of it this library fills, so a
    /// caller built against a newer header compares offsetof() with it. NULL if this library has no table of
    /// that `abi_version`: it is of another major version. Static; never released.
    pub fn gc_get_api(abi_version: u32) -> *const gc_api;
    /// The name of a status without its prefix, "OUT_OF_MEMORY"; "UNKNOWN" for a number this library does not
    /// know. Static; never released.
    pub fn gc_status_name(status: gc_status) -> *const c_char;
    /// One sentence that says what a status means. Static; never released.
    pub fn gc_status_text(status: gc_status) -> *const c_char;
    /// The class of a status; RUNTIME for a number this library does not know.
    pub fn gc_status_category(status: gc_status) -> gc_category;
    /// The status, equal to what the failing call returned.
    pub fn gc_error_status(error: *mut gc_error) -> gc_status;
    /// One line: what is wrong, with the names and numbers, and what to do.
    pub fn gc_error_message(error: *mut gc_error) -> *const c_char;
    /// Everything in one text, to print: the function, the status and the message in the first line, then the
    /// notes and the log, each on lines of its own.
    pub fn gc_error_text(error: *mut gc_error) -> *const c_char;
    /// The gridcall function that failed, "gc_mem_alloc".
    pub fn gc_error_function(error: *mut gc_error) -> *const c_char;
    /// The number that the driver or the compiler returned; 0 if the library refused the call itself.
    pub fn gc_error_driver_code(error: *mut gc_error) -> i32;
    /// The driver's name for that number, "CUDA_ERROR_OUT_OF_MEMORY", or "".
    pub fn gc_error_driver_name(error: *mut gc_error) -> *const c_char;
    /// How many notes there are: further lines, such as the files that were tried.
    pub fn gc_error_note_count(error: *mut gc_error) -> usize;
    /// One note; "" past the last.
    pub fn gc_error_note(error: *mut gc_error, index: usize) -> *const c_char;
    /// The compiler's or linker's log, with its line breaks, or "".
    pub fn gc_error_log(error: *mut gc_error) -> *const c_char;
    /// The options the compiler was given, joined by spaces, or "".
    pub fn gc_error_options(error: *mut gc_error) -> *const c_char;
    /// The name of the source that did not compile, or "".
    pub fn gc_error_source_name(error: *mut gc_error) -> *const c_char;
    /// Releases an error. A released one is ignored.
    pub fn gc_error_release(error: *mut gc_error);
    /// The context that an object belongs to.
    pub fn gc_handle_get_context(handle: *const c_void, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    pub fn gc_handle_get_identity(handle: *const c_void, out_identity: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, or the device address of memory. It is valid while the
    /// object is. UNSUPPORTED for what the driver does not know: pools, prepared launches and errors.
    pub fn gc_handle_get_native(handle: *const c_void, out_native: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// How many handles are live in this process: created and not yet released. Handles of devices and of
    /// errors are not counted. For leak checks.
    pub fn gc_handle_count() -> u64;
    /// Gives back to the driver, now, what was released since the last call that created something. Releases
    /// only queue their work (they may run in a finalizer), and every creating call does this first, so a
    /// program rarely needs it.
    pub fn gc_handle_collect(out_error: *mut *mut gc_error) -> gc_status;
    /// How many devices there are, the CPU device included. A machine without a GPU, or without a driver, is
    /// no error.
    pub fn gc_device_get_count(out_count: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// The device at an index.
    pub fn gc_device_get_by_index(index: i32, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status;
    /// The device that a text names: a kind ("gpu" or "cpu": the first of that kind; "gpu:1": the second), an
    /// index ("0"), a PCI bus id ("0000:65:00.0") or a UUID ("GPU-8d2f..."). It is what GRIDCALL_DEVICE
    /// holds. Case does not matter.
    pub fn gc_device_find(text: *const c_char, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status;
    /// The GPU at a PCI bus id.
    pub fn gc_device_get_by_pci_bus_id(bus_id: *const c_char, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status;
    /// The index of a device, as gc_device_get_by_index takes it.
    pub fn gc_device_get_index(device: *mut gc_device, out_index: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Whether a device is a GPU or the CPU device.
    pub fn gc_device_get_kind(device: *mut gc_device, out_kind: *mut gc_device_kind, out_error: *mut *mut gc_error) -> gc_status;
    /// The name of a device, "NVIDIA H200".
    pub fn gc_device_get_name(device: *mut gc_device, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The PCI bus id of a device, "0000:65:00.0". Only on a GPU: the CPU device returns UNSUPPORTED.
    pub fn gc_device_get_pci_bus_id(device: *mut gc_device, bus_id: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The UUID of a device: 16 bytes that name it across processes and reboots.
    pub fn gc_device_get_uuid(device: *mut gc_device, out_uuid: *mut u8, out_error: *mut *mut gc_error) -> gc_status;
    /// The compute capability of a device: 9 and 0 for sm_90. The CPU device returns the one whose features
    /// it offers.
    pub fn gc_device_get_compute_capability(device: *mut gc_device, out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// All memory of a device.
    pub fn gc_device_get_total_memory(device: *mut gc_device, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of a device. NOT_FOUND if the driver does not know the number.
    pub fn gc_device_get_attribute(device: *mut gc_device, attribute: gc_device_attribute, out_value: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Every attribute that this library names and this device knows.
    pub fn gc_device_get_attributes(device: *mut gc_device, values: *mut gc_device_attribute_entry, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The name of an attribute, "WARP_SIZE"; "" for one this library does not name. Static; never released.
    pub fn gc_device_attribute_name(attribute: gc_device_attribute) -> *const c_char;
    /// The attribute of a name: "WARP_SIZE", "warp_size" or "CU_DEVICE_ATTRIBUTE_WARP_SIZE"; PyCUDA's older
    /// names too (SHARED_MEMORY_PER_BLOCK, REGISTERS_PER_BLOCK, MAXIMUM_TEXTURE2D_ARRAY_\*).
    pub fn gc_device_attribute_from_name(name: *const c_char, out_attribute: *mut gc_device_attribute, out_error: *mut *mut gc_error) -> gc_status;
    /// The context on the device that the user or the machine chooses: the environment variable
    /// GRIDCALL_DEVICE, else CUDA_DEVICE, else the file ~/.cuda-device or ~/.cuda_device (each as
    /// gc_device_find takes it), else the first GPU on which a context can be made, else the CPU device.
    /// gc_context_get_device_reason says which it was and why.
    pub fn gc_context_get_default(out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// A handle of the primary context of a device. All handles of it are of one context: memory of either
    /// works with the other.
    pub fn gc_context_get_primary(device: *mut gc_device, options: *const gc_context_options, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// One sentence that says why gc_context_get_default took this device, such as "no GPU found
    /// (libcuda.so.1: not installed): using the CPU device"; "" for another context.
    pub fn gc_context_get_device_reason(context: *mut gc_context, text: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The device of a context.
    pub fn gc_context_get_device(context: *mut gc_context, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status;
    /// Waits until all work queued on all streams of the context is done, and reports the fault of a kernel
    /// among it: the oldest that has not been reported, if there are several.
    pub fn gc_context_synchronize(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// How much memory the device has, and how much of it is free now.
    pub fn gc_context_get_memory_info(context: *mut gc_context, out_free: *mut u64, out_total: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Whether a context's device and driver can do something, before a function returns UNSUPPORTED.
    /// NOT_FOUND for a number that this library does not know.
    pub fn gc_context_is_supported(context: *mut gc_context, feature: gc_feature, out_supported: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a context. What was made in it stays usable and keeps it alive.
    pub fn gc_context_release(context: *mut gc_context);
    /// Makes a stream.
    pub fn gc_stream_create(context: *mut gc_context, options: *const gc_stream_options, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// A handle for the default stream, which is meant wherever no stream is given: with it the default
    /// stream can be waited for, also for a time, asked whether it is done, and cancelled. Releasing the
    /// handle does nothing to the stream.
    pub fn gc_context_get_default_stream(context: *mut gc_context, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// The range of stream priorities of a context: both 0 where priorities mean nothing.
    pub fn gc_context_get_stream_priority_range(context: *mut gc_context, out_least: *mut i32, out_greatest: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Waits until all work queued on the stream is done, and reports the fault of a kernel among it. On the
    /// CPU device a fault is reported once, to the first call that waits for its stream or queues work on it;
    /// then the stream works again. For the default stream, and for copies that wait on it, the faults of
    /// streams made without NON_BLOCKING count as its own.
    pub fn gc_stream_synchronize(stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Says whether all work queued on the stream is done. Never waits. Work that is done but for a fault is
    /// an error; the fault stays to be reported by a call that waits for the stream or queues work on it.
    pub fn gc_stream_query(stream: *mut gc_stream, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Waits as gc_stream_synchronize does, but at most for a time. That the time ran out is no error: the
    /// work still runs.
    pub fn gc_stream_synchronize_for(stream: *mut gc_stream, timeout_nanoseconds: u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Ends the kernel or copy that runs on the stream, and drops what is queued behind it there. The next
    /// call that waits for the stream reports CANCELLED, once; then the stream can be used again. Memory that
    /// the work writes is left half written. Nothing happens where nothing is queued.
    /// gc_context_get_default_stream has the default stream. Only on the CPU device: a GPU returns
    /// UNSUPPORTED.
    pub fn gc_stream_cancel(stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes work queued on the stream from now on wait until the event has happened. The host does not wait,
    /// unless one is the CPU device's and the other a GPU's: then it waits here. An event that was never
    /// recorded counts as happened.
    pub fn gc_stream_wait_event(stream: *mut gc_stream, event: *mut gc_event, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a stream. Work queued on it still runs. A fault that has not been reported by then is lost,
    /// unless a call that waits for more than this stream reports it: synchronize first.
    pub fn gc_stream_release(stream: *mut gc_stream);
    /// Makes an event.
    pub fn gc_event_create(context: *mut gc_context, options: *const gc_event_options, out_event: *mut *mut gc_event, out_error: *mut *mut gc_error) -> gc_status;
    /// Puts the event behind the work queued on the stream so far. Recording again moves it.
    pub fn gc_event_record(event: *mut gc_event, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Waits until the event has happened. An event that was never recorded counts as happened.
    pub fn gc_event_synchronize(event: *mut gc_event, out_error: *mut *mut gc_error) -> gc_status;
    /// Says whether the event has happened. Never waits. One that happened behind a fault is an error, as
    /// gc_stream_query has it.
    pub fn gc_event_query(event: *mut gc_event, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// The time from one event to another, measured on the device. Both must have been recorded, have
    /// happened, and be of one context.
    pub fn gc_event_get_elapsed(start: *mut gc_event, end: *mut gc_event, out_nanoseconds: *mut i64, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases an event. A stream that waits for it still does.
    pub fn gc_event_release(event: *mut gc_event);
    /// Allocates device memory, aligned to 256 bytes at least. The content is undefined.
    pub fn gc_mem_alloc(context: *mut gc_context, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Allocates page-locked host memory: what the _async copies take, and what kernels can read across the
    /// bus. The content is undefined.
    pub fn gc_mem_alloc_host(context: *mut gc_context, size: u64, options: *const gc_mem_host_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// A part of a memory, which it keeps alive. Reading and writing either reads and writes the other.
    pub fn gc_mem_create_sub_region(mem: *mut gc_mem, offset: u64, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes a gc_mem of a device address that another library owns. That library must keep it valid until
    /// the gc_mem and the work that uses it are gone.
    pub fn gc_mem_wrap(context: *mut gc_context, address: u64, size: u64, options: *const gc_mem_wrap_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// The device address, for other libraries, for structs and for tables on the device. gridcall does not
    /// see what uses it there: keep the gc_mem until that work is done, or name it with gc_mem_use.
    pub fn gc_mem_get_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The host address of page-locked memory (place HOST), as a number. Valid until the gc_mem is released.
    /// Wait for the work that writes it before reading.
    pub fn gc_mem_get_host_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The size that was asked for.
    pub fn gc_mem_get_size(mem: *mut gc_mem, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of memory. NOT_FOUND for a number that this library does not know.
    pub fn gc_mem_get_attribute(mem: *mut gc_mem, attribute: gc_mem_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its
    /// address is in a struct, in a table on the device, or was given to another library. Released memory is
    /// then not reused before that work is done. Memory that a launch or a copy names needs no such call.
    pub fn gc_mem_use(mem: *mut gc_mem, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases memory. Copies and launches already queued with it finish first: releasing at once after a
    /// launch is safe, if the launch names the memory as an argument of kind MEM. For an address that the
    /// library cannot see, call gc_mem_use first.
    pub fn gc_mem_release(mem: *mut gc_mem);
    /// Copies from host memory to a gc_mem, in the order of the stream, and returns when the host memory may
    /// be used again.
    pub fn gc_memcpy_htod(dst: *mut gc_mem, dst_offset: u64, src: *const c_void, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies from a gc_mem to host memory, behind what the stream has been given so far, and returns when
    /// all bytes are there.
    pub fn gc_memcpy_dtoh(dst: *mut c_void, src: *mut gc_mem, src_offset: u64, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies between two gc_mem of one context, wherever they are, queued on a stream. The ranges must not
    /// overlap.
    pub fn gc_memcpy_dtod(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies from page-locked memory to a gc_mem, queued on a stream.
    pub fn gc_memcpy_htod_async(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies from a gc_mem to page-locked memory, queued on a stream.
    pub fn gc_memcpy_dtoh_async(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills with an 8-bit pattern, queued on a stream.
    pub fn gc_memset_d8(mem: *mut gc_mem, offset: u64, value: u8, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills with a 16-bit pattern, queued on a stream. `offset` must be a multiple of 2.
    pub fn gc_memset_d16(mem: *mut gc_mem, offset: u64, value: u16, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills with a 32-bit pattern, queued on a stream. `offset` must be a multiple of 4.
    pub fn gc_memset_d32(mem: *mut gc_mem, offset: u64, value: u32, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Compiles CUDA C++ source and loads it. On failure the error carries the compiler's log: file, line,
    /// column, the source line and a caret. For the CPU device a very large source is first compiled to
    /// baseline code, in which kernels run as in CPU_MODE 1 and slower; the function returns with it, a
    /// thread of the library compiles the optimised code, and launches run that as soon as it is ready.
    /// Results, variables and handles stay as they are; the attribute CPU_IS_BASELINE of a kernel tells which
    /// code runs.
    pub fn gc_module_from_source(context: *mut gc_context, source: *const c_char, source_size: usize, options: *const gc_compile_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status;
    /// Loads compiled code: PTX, a cubin or a fatbin. For the CPU device compile CUDA C++ source with
    /// gc_module_from_source. Only on a GPU: the CPU device returns UNSUPPORTED.
    pub fn gc_module_from_buffer(context: *mut gc_context, image: *const c_void, size: usize, options: *const gc_module_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status;
    /// Loads a file: compiled code as gc_module_from_buffer takes it if its content is PTX, a cubin or a
    /// fatbin, else CUDA C++ source. A regular file of 1 GiB at most: NOT_FOUND if there is none,
    /// INVALID_ARGUMENT for a directory, a FIFO or a device, OUT_OF_RANGE for a larger one, IO if it cannot
    /// be read.
    pub fn gc_module_from_file(context: *mut gc_context, path: *const c_char, options: *const gc_compile_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status;
    /// A kernel of the module, by the name the source gives it ("vector_add", "lib::vector_add"), a template
    /// instance ("scale\<float\>"), or the compiled name. NOT_FOUND lists the kernels there are.
    pub fn gc_module_get_kernel(module: *mut gc_module, name: *const c_char, out_kernel: *mut *mut gc_kernel, out_error: *mut *mut gc_error) -> gc_status;
    /// How many kernels the module has.
    pub fn gc_module_get_kernel_count(module: *mut gc_module, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The name of one kernel of the module, as gc_module_get_kernel takes it.
    pub fn gc_module_get_kernel_name(module: *mut gc_module, index: usize, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// A __device__ or __constant__ variable of the module, as memory to copy to and from. It keeps the
    /// module alive.
    pub fn gc_module_get_global(module: *mut gc_module, name: *const c_char, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// What the compiler said of a source that compiled: warnings; "" if nothing.
    pub fn gc_module_get_log(module: *mut gc_module, log: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Whether the code came from the compile cache, so that no compiler ran.
    pub fn gc_module_is_cached(module: *mut gc_module, out_cached: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a module. Its kernels and globals keep it loaded until they are released too.
    pub fn gc_module_release(module: *mut gc_module);
    /// The name of a kernel, as it was asked for.
    pub fn gc_kernel_get_name(kernel: *mut gc_kernel, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of a kernel. NOT_FOUND if the driver does not know the number.
    pub fn gc_kernel_get_attribute(kernel: *mut gc_kernel, attribute: gc_kernel_attribute, out_value: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Sets an attribute: MAX_DYNAMIC_SHARED_SIZE_BYTES (needed above 48 KiB),
    /// PREFERRED_SHARED_MEMORY_CARVEOUT or, on the CPU device (UNSUPPORTED on a GPU), CPU_MODE. Other numbers
    /// are passed to the driver. It holds for every handle of this kernel.
    pub fn gc_kernel_set_attribute(kernel: *mut gc_kernel, attribute: gc_kernel_attribute, value: i32, out_error: *mut *mut gc_error) -> gc_status;
    /// How many parameters the kernel takes. UNSUPPORTED where neither the driver (before CUDA 12.4) nor the
    /// image tells.
    pub fn gc_kernel_get_param_count(kernel: *mut gc_kernel, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// One parameter of a kernel.
    pub fn gc_kernel_get_param(kernel: *mut gc_kernel, index: usize, out_param: *mut gc_kernel_param, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a kernel. Launches already queued still run.
    pub fn gc_kernel_release(kernel: *mut gc_kernel);
    /// Queues a launch. Values are copied before the call returns, and memory named by an argument stays
    /// alive until the kernel is done.
    pub fn gc_launch(kernel: *mut gc_kernel, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Checks a launch once and keeps it, with its own copy of the arguments. It holds the kernel and the
    /// memory.
    pub fn gc_prepared_create(kernel: *mut gc_kernel, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, out_prepared: *mut *mut gc_prepared, out_error: *mut *mut gc_error) -> gc_status;
    /// Replaces one argument; launches already queued keep the old one.
    pub fn gc_prepared_set_arg(prepared: *mut gc_prepared, index: usize, arg: *const gc_arg, bytes: *const c_void, bytes_size: usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues the prepared launch as it stands.
    pub fn gc_prepared_launch(prepared: *mut gc_prepared, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a prepared launch. Launches already queued still run.
    pub fn gc_prepared_release(prepared: *mut gc_prepared);
    /// Makes a pool.
    pub fn gc_pool_create(context: *mut gc_context, options: *const gc_pool_options, out_pool: *mut *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status;
    /// Memory from the pool, aligned to 256 bytes. Releasing it gives it back to the pool. The content is
    /// undefined.
    pub fn gc_pool_alloc(pool: *mut gc_pool, size: u64, stream: *mut gc_stream, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Blocks and bytes, held and active.
    pub fn gc_pool_get_statistics(pool: *mut gc_pool, out_statistics: *mut gc_pool_statistics, out_error: *mut *mut gc_error) -> gc_status;
    /// Gives every held block back to the driver, waiting for work that still uses one.
    pub fn gc_pool_free_held(pool: *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status;
    /// Gives every held block back, and from now on each block as it is released.
    pub fn gc_pool_stop_holding(pool: *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status;
    /// Changes the limit. Held blocks above it are given back; active ones stay.
    pub fn gc_pool_set_limit(pool: *mut gc_pool, limit: u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a pool. Memory from it stays usable and goes back to the driver when it is released.
    pub fn gc_pool_release(pool: *mut gc_pool);
    /// What the compile cache did in this process.
    pub fn gc_cache_get_statistics(out_statistics: *mut gc_cache_statistics, out_error: *mut *mut gc_error) -> gc_status;
    /// Where the compile cache is, or "" if it is off.
    pub fn gc_cache_get_directory(path: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Why the compile cache is off, in a sentence that names the setting or the directory; "" if it is on.
    pub fn gc_cache_get_disabled_reason(reason: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Removes every entry of the compile cache, also those of other programs of this user.
    pub fn gc_cache_clear(out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use loaded::*;

/// Why the library could not be opened; None if it was, or if it is linked.
#[cfg(not(feature = "dlopen"))]
pub fn load_failure() -> Option<&'static str> {
    None
}

#[cfg(feature = "dlopen")]
mod loaded {
    extern crate std;

    use super::*;
    use std::format;
    use std::string::{String, ToString};
    use std::sync::OnceLock;

    /// The library's table. A pointer, for an older library's ends before ours does.
    struct Table(*const gc_api);

    // SAFETY: the library never changes it.
    unsafe impl Send for Table {}
    unsafe impl Sync for Table {}

    static LIBRARY: OnceLock<Result<Table, String>> = OnceLock::new();

    fn library() -> &'static Result<Table, String> {
        LIBRARY.get_or_init(|| {
            let name = std::env::var_os("GRIDCALL_LIBRARY").unwrap_or_else(|| "libgridcall.so.0".into());
            // SAFETY: opening gridcall runs nothing but its loader, and the symbol is what the header declares. It is never
            // closed.
            unsafe {
                let library = libloading::Library::new(&name).map_err(|e| e.to_string())?;
                let library = std::boxed::Box::leak(std::boxed::Box::new(library));
                let get: libloading::Symbol<'static, unsafe extern "C" fn(u32) -> *const gc_api> =
                    library.get(b"gc_get_api\0").map_err(|e| e.to_string())?;
                let table = get(GRIDCALL_ABI_VERSION);
                if table.is_null() {
                    let name = name.to_string_lossy();
                    return Err(format!("{name} does not speak version {GRIDCALL_ABI_VERSION} of the interface"));
                }
                Ok(Table(table))
            }
        })
    }

    /// Why the library could not be opened; None if it was.
    pub fn load_failure() -> Option<&'static str> {
        library().as_ref().err().map(|why| why.as_str())
    }

    /// A function of the table, if the library has a table and is new enough for it.
    macro_rules! function {
        ($name:ident) => {
            match library() {
                Ok(Table(table)) => {
                    let place = core::ptr::addr_of!((**table).$name);
                    let at = place as usize - *table as usize;
                    if at < *table.cast::<usize>() { Some(*place) } else { None }
                }
                Err(_) => None,
            }
        };
    }

    /// The version of the library that is loaded: major * 10000 + minor * 100 + patch. Compare with
    /// GRIDCALL_VERSION, the version of the header.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_version() -> u32 {
        match function!(version) {
            Some(function) => function(),
            None => 0,
        }
    }
    /// The version of the library as text, "0.1.0" or "0.1.0-dev". Static; never released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_version_text() -> *const c_char {
        match function!(version_text) {
            Some(function) => function(),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// What kind of version it is: "" for a release, else "dev", "beta" or "rc1". Static; never released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_version_status() -> *const c_char {
        match function!(version_status) {
            Some(function) => function(),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// The CUDA version that the NVIDIA driver supports, 13 and 0 for CUDA 13.0. It opens the driver, and no
    /// context.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_version_get_driver(out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(version_get_driver) {
            Some(function) => function(out_major, out_minor, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The version of NVRTC, the compiler for GPUs, that the library found.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_version_get_nvrtc(out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(version_get_nvrtc) {
            Some(function) => function(out_major, out_minor, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The version of the CPU device (libgridcall_cpu.so).
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_version_get_cpu(out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(version_get_cpu) {
            Some(function) => function(out_major, out_minor, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The name of a status without its prefix, "OUT_OF_MEMORY"; "UNKNOWN" for a number this library does not
    /// know. Static; never released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_status_name(status: gc_status) -> *const c_char {
        match function!(status_name) {
            Some(function) => function(status),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// One sentence that says what a status means. Static; never released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_status_text(status: gc_status) -> *const c_char {
        match function!(status_text) {
            Some(function) => function(status),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// The class of a status; RUNTIME for a number this library does not know.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_status_category(status: gc_status) -> gc_category {
        match function!(status_category) {
            Some(function) => function(status),
            None => 0,
        }
    }
    /// The status, equal to what the failing call returned.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_status(error: *mut gc_error) -> gc_status {
        match function!(error_status) {
            Some(function) => function(error),
            None => 0,
        }
    }
    /// One line: what is wrong, with the names and numbers, and what to do.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_message(error: *mut gc_error) -> *const c_char {
        match function!(error_message) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// Everything in one text, to print: the function, the status and the message in the first line, then the
    /// notes and the log, each on lines of its own.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_text(error: *mut gc_error) -> *const c_char {
        match function!(error_text) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// The gridcall function that failed, "gc_mem_alloc".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_function(error: *mut gc_error) -> *const c_char {
        match function!(error_function) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// The number that the driver or the compiler returned; 0 if the library refused the call itself.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_driver_code(error: *mut gc_error) -> i32 {
        match function!(error_driver_code) {
            Some(function) => function(error),
            None => 0,
        }
    }
    /// The driver's name for that number, "CUDA_ERROR_OUT_OF_MEMORY", or "".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_driver_name(error: *mut gc_error) -> *const c_char {
        match function!(error_driver_name) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// How many notes there are: further lines, such as the files that were tried.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_note_count(error: *mut gc_error) -> usize {
        match function!(error_note_count) {
            Some(function) => function(error),
            None => 0,
        }
    }
    /// One note; "" past the last.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_note(error: *mut gc_error, index: usize) -> *const c_char {
        match function!(error_note) {
            Some(function) => function(error, index),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// The compiler's or linker's log, with its line breaks, or "".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_log(error: *mut gc_error) -> *const c_char {
        match function!(error_log) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// The options the compiler was given, joined by spaces, or "".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_options(error: *mut gc_error) -> *const c_char {
        match function!(error_options) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// The name of the source that did not compile, or "".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_source_name(error: *mut gc_error) -> *const c_char {
        match function!(error_source_name) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// Releases an error. A released one is ignored.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_release(error: *mut gc_error) {
        if let Some(function) = function!(error_release) {
            function(error)
        }
    }
    /// The context that an object belongs to.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_handle_get_context(handle: *const c_void, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(handle_get_context) {
            Some(function) => function(handle, out_context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_handle_get_identity(handle: *const c_void, out_identity: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(handle_get_identity) {
            Some(function) => function(handle, out_identity, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, or the device address of memory. It is valid while the
    /// object is. UNSUPPORTED for what the driver does not know: pools, prepared launches and errors.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_handle_get_native(handle: *const c_void, out_native: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(handle_get_native) {
            Some(function) => function(handle, out_native, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// How many handles are live in this process: created and not yet released. Handles of devices and of
    /// errors are not counted. For leak checks.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_handle_count() -> u64 {
        match function!(handle_count) {
            Some(function) => function(),
            None => 0,
        }
    }
    /// Gives back to the driver, now, what was released since the last call that created something. Releases
    /// only queue their work (they may run in a finalizer), and every creating call does this first, so a
    /// program rarely needs it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_handle_collect(out_error: *mut *mut gc_error) -> gc_status {
        match function!(handle_collect) {
            Some(function) => function(out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// How many devices there are, the CPU device included. A machine without a GPU, or without a driver, is
    /// no error.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_count(out_count: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_count) {
            Some(function) => function(out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The device at an index.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_by_index(index: i32, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_by_index) {
            Some(function) => function(index, out_device, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The device that a text names: a kind ("gpu" or "cpu": the first of that kind; "gpu:1": the second), an
    /// index ("0"), a PCI bus id ("0000:65:00.0") or a UUID ("GPU-8d2f..."). It is what GRIDCALL_DEVICE
    /// holds. Case does not matter.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_find(text: *const c_char, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_find) {
            Some(function) => function(text, out_device, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The GPU at a PCI bus id.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_by_pci_bus_id(bus_id: *const c_char, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_by_pci_bus_id) {
            Some(function) => function(bus_id, out_device, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The index of a device, as gc_device_get_by_index takes it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_index(device: *mut gc_device, out_index: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_index) {
            Some(function) => function(device, out_index, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Whether a device is a GPU or the CPU device.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_kind(device: *mut gc_device, out_kind: *mut gc_device_kind, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_kind) {
            Some(function) => function(device, out_kind, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The name of a device, "NVIDIA H200".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_name(device: *mut gc_device, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_name) {
            Some(function) => function(device, name, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The PCI bus id of a device, "0000:65:00.0". Only on a GPU: the CPU device returns UNSUPPORTED.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_pci_bus_id(device: *mut gc_device, bus_id: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_pci_bus_id) {
            Some(function) => function(device, bus_id, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The UUID of a device: 16 bytes that name it across processes and reboots.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_uuid(device: *mut gc_device, out_uuid: *mut u8, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_uuid) {
            Some(function) => function(device, out_uuid, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The compute capability of a device: 9 and 0 for sm_90. The CPU device returns the one whose features
    /// it offers.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_compute_capability(device: *mut gc_device, out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_compute_capability) {
            Some(function) => function(device, out_major, out_minor, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// All memory of a device.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_total_memory(device: *mut gc_device, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_total_memory) {
            Some(function) => function(device, out_size, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// One attribute of a device. NOT_FOUND if the driver does not know the number.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_attribute(device: *mut gc_device, attribute: gc_device_attribute, out_value: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_attribute) {
            Some(function) => function(device, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Every attribute that this library names and this device knows.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_attributes(device: *mut gc_device, values: *mut gc_device_attribute_entry, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_attributes) {
            Some(function) => function(device, values, capacity, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The name of an attribute, "WARP_SIZE"; "" for one this library does not name. Static; never released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_attribute_name(attribute: gc_device_attribute) -> *const c_char {
        match function!(device_attribute_name) {
            Some(function) => function(attribute),
            None => b"\0".as_ptr().cast(),
        }
    }
    /// The attribute of a name: "WARP_SIZE", "warp_size" or "CU_DEVICE_ATTRIBUTE_WARP_SIZE"; PyCUDA's older
    /// names too (SHARED_MEMORY_PER_BLOCK, REGISTERS_PER_BLOCK, MAXIMUM_TEXTURE2D_ARRAY_\*).
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_attribute_from_name(name: *const c_char, out_attribute: *mut gc_device_attribute, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_attribute_from_name) {
            Some(function) => function(name, out_attribute, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The context on the device that the user or the machine chooses: the environment variable
    /// GRIDCALL_DEVICE, else CUDA_DEVICE, else the file ~/.cuda-device or ~/.cuda_device (each as
    /// gc_device_find takes it), else the first GPU on which a context can be made, else the CPU device.
    /// gc_context_get_device_reason says which it was and why.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_default(out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_default) {
            Some(function) => function(out_context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// A handle of the primary context of a device. All handles of it are of one context: memory of either
    /// works with the other.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_primary(device: *mut gc_device, options: *const gc_context_options, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_primary) {
            Some(function) => function(device, options, out_context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// One sentence that says why gc_context_get_default took this device, such as "no GPU found
    /// (libcuda.so.1: not installed): using the CPU device"; "" for another context.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_device_reason(context: *mut gc_context, text: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_device_reason) {
            Some(function) => function(context, text, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The device of a context.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_device(context: *mut gc_context, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_device) {
            Some(function) => function(context, out_device, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Waits until all work queued on all streams of the context is done, and reports the fault of a kernel
    /// among it: the oldest that has not been reported, if there are several.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_synchronize(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_synchronize) {
            Some(function) => function(context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// How much memory the device has, and how much of it is free now.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_memory_info(context: *mut gc_context, out_free: *mut u64, out_total: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_memory_info) {
            Some(function) => function(context, out_free, out_total, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Whether a context's device and driver can do something, before a function returns UNSUPPORTED.
    /// NOT_FOUND for a number that this library does not know.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_is_supported(context: *mut gc_context, feature: gc_feature, out_supported: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_is_supported) {
            Some(function) => function(context, feature, out_supported, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Releases a context. What was made in it stays usable and keeps it alive.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_release(context: *mut gc_context) {
        if let Some(function) = function!(context_release) {
            function(context)
        }
    }
    /// Makes a stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_create(context: *mut gc_context, options: *const gc_stream_options, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_create) {
            Some(function) => function(context, options, out_stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// A handle for the default stream, which is meant wherever no stream is given: with it the default
    /// stream can be waited for, also for a time, asked whether it is done, and cancelled. Releasing the
    /// handle does nothing to the stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_default_stream(context: *mut gc_context, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_default_stream) {
            Some(function) => function(context, out_stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The range of stream priorities of a context: both 0 where priorities mean nothing.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_stream_priority_range(context: *mut gc_context, out_least: *mut i32, out_greatest: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_stream_priority_range) {
            Some(function) => function(context, out_least, out_greatest, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Waits until all work queued on the stream is done, and reports the fault of a kernel among it. On the
    /// CPU device a fault is reported once, to the first call that waits for its stream or queues work on it;
    /// then the stream works again. For the default stream, and for copies that wait on it, the faults of
    /// streams made without NON_BLOCKING count as its own.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_synchronize(stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_synchronize) {
            Some(function) => function(stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Says whether all work queued on the stream is done. Never waits. Work that is done but for a fault is
    /// an error; the fault stays to be reported by a call that waits for the stream or queues work on it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_query(stream: *mut gc_stream, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_query) {
            Some(function) => function(stream, out_done, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Waits as gc_stream_synchronize does, but at most for a time. That the time ran out is no error: the
    /// work still runs.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_synchronize_for(stream: *mut gc_stream, timeout_nanoseconds: u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_synchronize_for) {
            Some(function) => function(stream, timeout_nanoseconds, out_done, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Ends the kernel or copy that runs on the stream, and drops what is queued behind it there. The next
    /// call that waits for the stream reports CANCELLED, once; then the stream can be used again. Memory that
    /// the work writes is left half written. Nothing happens where nothing is queued.
    /// gc_context_get_default_stream has the default stream. Only on the CPU device: a GPU returns
    /// UNSUPPORTED.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_cancel(stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_cancel) {
            Some(function) => function(stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Makes work queued on the stream from now on wait until the event has happened. The host does not wait,
    /// unless one is the CPU device's and the other a GPU's: then it waits here. An event that was never
    /// recorded counts as happened.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_wait_event(stream: *mut gc_stream, event: *mut gc_event, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_wait_event) {
            Some(function) => function(stream, event, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Releases a stream. Work queued on it still runs. A fault that has not been reported by then is lost,
    /// unless a call that waits for more than this stream reports it: synchronize first.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_release(stream: *mut gc_stream) {
        if let Some(function) = function!(stream_release) {
            function(stream)
        }
    }
    /// Makes an event.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_create(context: *mut gc_context, options: *const gc_event_options, out_event: *mut *mut gc_event, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_create) {
            Some(function) => function(context, options, out_event, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Puts the event behind the work queued on the stream so far. Recording again moves it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_record(event: *mut gc_event, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_record) {
            Some(function) => function(event, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Waits until the event has happened. An event that was never recorded counts as happened.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_synchronize(event: *mut gc_event, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_synchronize) {
            Some(function) => function(event, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Says whether the event has happened. Never waits. One that happened behind a fault is an error, as
    /// gc_stream_query has it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_query(event: *mut gc_event, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_query) {
            Some(function) => function(event, out_done, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The time from one event to another, measured on the device. Both must have been recorded, have
    /// happened, and be of one context.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_get_elapsed(start: *mut gc_event, end: *mut gc_event, out_nanoseconds: *mut i64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_get_elapsed) {
            Some(function) => function(start, end, out_nanoseconds, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Releases an event. A stream that waits for it still does.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_release(event: *mut gc_event) {
        if let Some(function) = function!(event_release) {
            function(event)
        }
    }
    /// Allocates device memory, aligned to 256 bytes at least. The content is undefined.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_alloc(context: *mut gc_context, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_alloc) {
            Some(function) => function(context, size, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Allocates page-locked host memory: what the _async copies take, and what kernels can read across the
    /// bus. The content is undefined.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_alloc_host(context: *mut gc_context, size: u64, options: *const gc_mem_host_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_alloc_host) {
            Some(function) => function(context, size, options, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// A part of a memory, which it keeps alive. Reading and writing either reads and writes the other.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_create_sub_region(mem: *mut gc_mem, offset: u64, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_create_sub_region) {
            Some(function) => function(mem, offset, size, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Makes a gc_mem of a device address that another library owns. That library must keep it valid until
    /// the gc_mem and the work that uses it are gone.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_wrap(context: *mut gc_context, address: u64, size: u64, options: *const gc_mem_wrap_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_wrap) {
            Some(function) => function(context, address, size, options, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The device address, for other libraries, for structs and for tables on the device. gridcall does not
    /// see what uses it there: keep the gc_mem until that work is done, or name it with gc_mem_use.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_address) {
            Some(function) => function(mem, out_address, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The host address of page-locked memory (place HOST), as a number. Valid until the gc_mem is released.
    /// Wait for the work that writes it before reading.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_host_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_host_address) {
            Some(function) => function(mem, out_address, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The size that was asked for.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_size(mem: *mut gc_mem, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_size) {
            Some(function) => function(mem, out_size, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// One attribute of memory. NOT_FOUND for a number that this library does not know.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_attribute(mem: *mut gc_mem, attribute: gc_mem_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_attribute) {
            Some(function) => function(mem, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its
    /// address is in a struct, in a table on the device, or was given to another library. Released memory is
    /// then not reused before that work is done. Memory that a launch or a copy names needs no such call.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_use(mem: *mut gc_mem, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_use) {
            Some(function) => function(mem, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Releases memory. Copies and launches already queued with it finish first: releasing at once after a
    /// launch is safe, if the launch names the memory as an argument of kind MEM. For an address that the
    /// library cannot see, call gc_mem_use first.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_release(mem: *mut gc_mem) {
        if let Some(function) = function!(mem_release) {
            function(mem)
        }
    }
    /// Copies from host memory to a gc_mem, in the order of the stream, and returns when the host memory may
    /// be used again.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_htod(dst: *mut gc_mem, dst_offset: u64, src: *const c_void, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_htod) {
            Some(function) => function(dst, dst_offset, src, size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Copies from a gc_mem to host memory, behind what the stream has been given so far, and returns when
    /// all bytes are there.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_dtoh(dst: *mut c_void, src: *mut gc_mem, src_offset: u64, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_dtoh) {
            Some(function) => function(dst, src, src_offset, size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Copies between two gc_mem of one context, wherever they are, queued on a stream. The ranges must not
    /// overlap.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_dtod(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_dtod) {
            Some(function) => function(dst, dst_offset, src, src_offset, size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Copies from page-locked memory to a gc_mem, queued on a stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_htod_async(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_htod_async) {
            Some(function) => function(dst, dst_offset, src, src_offset, size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Copies from a gc_mem to page-locked memory, queued on a stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_dtoh_async(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_dtoh_async) {
            Some(function) => function(dst, dst_offset, src, src_offset, size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Fills with an 8-bit pattern, queued on a stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memset_d8(mem: *mut gc_mem, offset: u64, value: u8, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memset_d8) {
            Some(function) => function(mem, offset, value, count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Fills with a 16-bit pattern, queued on a stream. `offset` must be a multiple of 2.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memset_d16(mem: *mut gc_mem, offset: u64, value: u16, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memset_d16) {
            Some(function) => function(mem, offset, value, count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Fills with a 32-bit pattern, queued on a stream. `offset` must be a multiple of 4.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memset_d32(mem: *mut gc_mem, offset: u64, value: u32, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memset_d32) {
            Some(function) => function(mem, offset, value, count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Compiles CUDA C++ source and loads it. On failure the error carries the compiler's log: file, line,
    /// column, the source line and a caret. For the CPU device a very large source is first compiled to
    /// baseline code, in which kernels run as in CPU_MODE 1 and slower; the function returns with it, a
    /// thread of the library compiles the optimised code, and launches run that as soon as it is ready.
    /// Results, variables and handles stay as they are; the attribute CPU_IS_BASELINE of a kernel tells which
    /// code runs.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_from_source(context: *mut gc_context, source: *const c_char, source_size: usize, options: *const gc_compile_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_from_source) {
            Some(function) => function(context, source, source_size, options, out_module, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Loads compiled code: PTX, a cubin or a fatbin. For the CPU device compile CUDA C++ source with
    /// gc_module_from_source. Only on a GPU: the CPU device returns UNSUPPORTED.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_from_buffer(context: *mut gc_context, image: *const c_void, size: usize, options: *const gc_module_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_from_buffer) {
            Some(function) => function(context, image, size, options, out_module, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Loads a file: compiled code as gc_module_from_buffer takes it if its content is PTX, a cubin or a
    /// fatbin, else CUDA C++ source. A regular file of 1 GiB at most: NOT_FOUND if there is none,
    /// INVALID_ARGUMENT for a directory, a FIFO or a device, OUT_OF_RANGE for a larger one, IO if it cannot
    /// be read.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_from_file(context: *mut gc_context, path: *const c_char, options: *const gc_compile_options, out_module: *mut *mut gc_module, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_from_file) {
            Some(function) => function(context, path, options, out_module, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// A kernel of the module, by the name the source gives it ("vector_add", "lib::vector_add"), a template
    /// instance ("scale\<float\>"), or the compiled name. NOT_FOUND lists the kernels there are.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_kernel(module: *mut gc_module, name: *const c_char, out_kernel: *mut *mut gc_kernel, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_kernel) {
            Some(function) => function(module, name, out_kernel, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// How many kernels the module has.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_kernel_count(module: *mut gc_module, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_kernel_count) {
            Some(function) => function(module, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// The name of one kernel of the module, as gc_module_get_kernel takes it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_kernel_name(module: *mut gc_module, index: usize, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_kernel_name) {
            Some(function) => function(module, index, name, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// A __device__ or __constant__ variable of the module, as memory to copy to and from. It keeps the
    /// module alive.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_global(module: *mut gc_module, name: *const c_char, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_global) {
            Some(function) => function(module, name, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// What the compiler said of a source that compiled: warnings; "" if nothing.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_get_log(module: *mut gc_module, log: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_get_log) {
            Some(function) => function(module, log, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Whether the code came from the compile cache, so that no compiler ran.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_is_cached(module: *mut gc_module, out_cached: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(module_is_cached) {
            Some(function) => function(module, out_cached, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Releases a module. Its kernels and globals keep it loaded until they are released too.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_module_release(module: *mut gc_module) {
        if let Some(function) = function!(module_release) {
            function(module)
        }
    }
    /// The name of a kernel, as it was asked for.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_get_name(kernel: *mut gc_kernel, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_get_name) {
            Some(function) => function(kernel, name, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// One attribute of a kernel. NOT_FOUND if the driver does not know the number.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_get_attribute(kernel: *mut gc_kernel, attribute: gc_kernel_attribute, out_value: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_get_attribute) {
            Some(function) => function(kernel, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Sets an attribute: MAX_DYNAMIC_SHARED_SIZE_BYTES (needed above 48 KiB),
    /// PREFERRED_SHARED_MEMORY_CARVEOUT or, on the CPU device (UNSUPPORTED on a GPU), CPU_MODE. Other numbers
    /// are passed to the driver. It holds for every handle of this kernel.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_set_attribute(kernel: *mut gc_kernel, attribute: gc_kernel_attribute, value: i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_set_attribute) {
            Some(function) => function(kernel, attribute, value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// How many parameters the kernel takes. UNSUPPORTED where neither the driver (before CUDA 12.4) nor the
    /// image tells.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_get_param_count(kernel: *mut gc_kernel, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_get_param_count) {
            Some(function) => function(kernel, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// One parameter of a kernel.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_get_param(kernel: *mut gc_kernel, index: usize, out_param: *mut gc_kernel_param, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_get_param) {
            Some(function) => function(kernel, index, out_param, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Releases a kernel. Launches already queued still run.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_release(kernel: *mut gc_kernel) {
        if let Some(function) = function!(kernel_release) {
            function(kernel)
        }
    }
    /// Queues a launch. Values are copied before the call returns, and memory named by an argument stays
    /// alive until the kernel is done.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_launch(kernel: *mut gc_kernel, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(launch) {
            Some(function) => function(kernel, config, args, arg_count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Checks a launch once and keeps it, with its own copy of the arguments. It holds the kernel and the
    /// memory.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_prepared_create(kernel: *mut gc_kernel, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, out_prepared: *mut *mut gc_prepared, out_error: *mut *mut gc_error) -> gc_status {
        match function!(prepared_create) {
            Some(function) => function(kernel, config, args, arg_count, out_prepared, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Replaces one argument; launches already queued keep the old one.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_prepared_set_arg(prepared: *mut gc_prepared, index: usize, arg: *const gc_arg, bytes: *const c_void, bytes_size: usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(prepared_set_arg) {
            Some(function) => function(prepared, index, arg, bytes, bytes_size, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Queues the prepared launch as it stands.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_prepared_launch(prepared: *mut gc_prepared, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(prepared_launch) {
            Some(function) => function(prepared, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Releases a prepared launch. Launches already queued still run.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_prepared_release(prepared: *mut gc_prepared) {
        if let Some(function) = function!(prepared_release) {
            function(prepared)
        }
    }
    /// Makes a pool.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_create(context: *mut gc_context, options: *const gc_pool_options, out_pool: *mut *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_create) {
            Some(function) => function(context, options, out_pool, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Memory from the pool, aligned to 256 bytes. Releasing it gives it back to the pool. The content is
    /// undefined.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_alloc(pool: *mut gc_pool, size: u64, stream: *mut gc_stream, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_alloc) {
            Some(function) => function(pool, size, stream, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Blocks and bytes, held and active.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_get_statistics(pool: *mut gc_pool, out_statistics: *mut gc_pool_statistics, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_get_statistics) {
            Some(function) => function(pool, out_statistics, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Gives every held block back to the driver, waiting for work that still uses one.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_free_held(pool: *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_free_held) {
            Some(function) => function(pool, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Gives every held block back, and from now on each block as it is released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_stop_holding(pool: *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_stop_holding) {
            Some(function) => function(pool, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Changes the limit. Held blocks above it are given back; active ones stay.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_set_limit(pool: *mut gc_pool, limit: u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_set_limit) {
            Some(function) => function(pool, limit, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Releases a pool. Memory from it stays usable and goes back to the driver when it is released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_release(pool: *mut gc_pool) {
        if let Some(function) = function!(pool_release) {
            function(pool)
        }
    }
    /// What the compile cache did in this process.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_cache_get_statistics(out_statistics: *mut gc_cache_statistics, out_error: *mut *mut gc_error) -> gc_status {
        match function!(cache_get_statistics) {
            Some(function) => function(out_statistics, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Where the compile cache is, or "" if it is off.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_cache_get_directory(path: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(cache_get_directory) {
            Some(function) => function(path, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Why the compile cache is off, in a sentence that names the setting or the directory; "" if it is on.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_cache_get_disabled_reason(reason: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(cache_get_disabled_reason) {
            Some(function) => function(reason, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
    /// Removes every entry of the compile cache, also those of other programs of this user.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_cache_clear(out_error: *mut *mut gc_error) -> gc_status {
        match function!(cache_clear) {
            Some(function) => function(out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}

// What the header says of sizes and offsets, held against what this compiler makes of the structs.
#[cfg(target_pointer_width = "64")]
const _: () = {
    macro_rules! offset {
        ($t:ty, $f:ident) => {{
            let whole = core::mem::MaybeUninit::<$t>::uninit();
            let base = whole.as_ptr();
            // SAFETY: both pointers lie in `whole`, and nothing is read.
            unsafe { (core::ptr::addr_of!((*base).$f) as *const u8).offset_from(base as *const u8) }
        }};
    }
    assert!(core::mem::size_of::<gc_device_attribute_entry>() == 8);
    assert!(offset!(gc_device_attribute_entry, attribute) == 0);
    assert!(offset!(gc_device_attribute_entry, value) == 4);
    assert!(core::mem::size_of::<gc_context_options>() == 8);
    assert!(offset!(gc_context_options, struct_size) == 0);
    assert!(core::mem::size_of::<gc_stream_options>() == 24);
    assert!(offset!(gc_stream_options, struct_size) == 0);
    assert!(offset!(gc_stream_options, flags) == 8);
    assert!(offset!(gc_stream_options, priority) == 16);
    assert!(offset!(gc_stream_options, reserved) == 20);
    assert!(core::mem::size_of::<gc_event_options>() == 16);
    assert!(offset!(gc_event_options, struct_size) == 0);
    assert!(offset!(gc_event_options, flags) == 8);
    assert!(core::mem::size_of::<gc_mem_host_options>() == 16);
    assert!(offset!(gc_mem_host_options, struct_size) == 0);
    assert!(offset!(gc_mem_host_options, flags) == 8);
    assert!(core::mem::size_of::<gc_mem_wrap_options>() == 16);
    assert!(offset!(gc_mem_wrap_options, struct_size) == 0);
    assert!(offset!(gc_mem_wrap_options, host_address) == 8);
    assert!(core::mem::size_of::<gc_define>() == 16);
    assert!(offset!(gc_define, name) == 0);
    assert!(offset!(gc_define, value) == 8);
    assert!(core::mem::size_of::<gc_header>() == 16);
    assert!(offset!(gc_header, name) == 0);
    assert!(offset!(gc_header, text) == 8);
    assert!(core::mem::size_of::<gc_compile_options>() == 112);
    assert!(offset!(gc_compile_options, struct_size) == 0);
    assert!(offset!(gc_compile_options, flags) == 8);
    assert!(offset!(gc_compile_options, name) == 16);
    assert!(offset!(gc_compile_options, arch) == 24);
    assert!(offset!(gc_compile_options, options) == 32);
    assert!(offset!(gc_compile_options, option_count) == 40);
    assert!(offset!(gc_compile_options, defines) == 48);
    assert!(offset!(gc_compile_options, define_count) == 56);
    assert!(offset!(gc_compile_options, include_dirs) == 64);
    assert!(offset!(gc_compile_options, include_dir_count) == 72);
    assert!(offset!(gc_compile_options, headers) == 80);
    assert!(offset!(gc_compile_options, header_count) == 88);
    assert!(offset!(gc_compile_options, instances) == 96);
    assert!(offset!(gc_compile_options, instance_count) == 104);
    assert!(core::mem::size_of::<gc_module_options>() == 8);
    assert!(offset!(gc_module_options, struct_size) == 0);
    assert!(core::mem::size_of::<gc_kernel_param>() == 48);
    assert!(offset!(gc_kernel_param, struct_size) == 0);
    assert!(offset!(gc_kernel_param, offset) == 8);
    assert!(offset!(gc_kernel_param, size) == 16);
    assert!(offset!(gc_kernel_param, value_type) == 24);
    assert!(offset!(gc_kernel_param, reserved) == 28);
    assert!(offset!(gc_kernel_param, type_name) == 32);
    assert!(offset!(gc_kernel_param, name) == 40);
    assert!(core::mem::size_of::<gc_arg>() == 32);
    assert!(offset!(gc_arg, kind) == 0);
    assert!(offset!(gc_arg, size) == 4);
    assert!(offset!(gc_arg, bits) == 8);
    assert!(offset!(gc_arg, object) == 16);
    assert!(offset!(gc_arg, value_type) == 24);
    assert!(offset!(gc_arg, reserved) == 28);
    assert!(core::mem::size_of::<gc_launch_config>() == 64);
    assert!(offset!(gc_launch_config, struct_size) == 0);
    assert!(offset!(gc_launch_config, grid_x) == 8);
    assert!(offset!(gc_launch_config, grid_y) == 12);
    assert!(offset!(gc_launch_config, grid_z) == 16);
    assert!(offset!(gc_launch_config, block_x) == 20);
    assert!(offset!(gc_launch_config, block_y) == 24);
    assert!(offset!(gc_launch_config, block_z) == 28);
    assert!(offset!(gc_launch_config, shared_size) == 32);
    assert!(offset!(gc_launch_config, bytes) == 40);
    assert!(offset!(gc_launch_config, bytes_size) == 48);
    assert!(offset!(gc_launch_config, timeout_nanoseconds) == 56);
    assert!(core::mem::size_of::<gc_pool_options>() == 24);
    assert!(offset!(gc_pool_options, struct_size) == 0);
    assert!(offset!(gc_pool_options, place) == 8);
    assert!(offset!(gc_pool_options, reserved) == 12);
    assert!(offset!(gc_pool_options, limit) == 16);
    assert!(core::mem::size_of::<gc_pool_statistics>() == 56);
    assert!(offset!(gc_pool_statistics, struct_size) == 0);
    assert!(offset!(gc_pool_statistics, held_blocks) == 8);
    assert!(offset!(gc_pool_statistics, held_bytes) == 16);
    assert!(offset!(gc_pool_statistics, active_blocks) == 24);
    assert!(offset!(gc_pool_statistics, active_bytes) == 32);
    assert!(offset!(gc_pool_statistics, peak_bytes) == 40);
    assert!(offset!(gc_pool_statistics, limit) == 48);
    assert!(core::mem::size_of::<gc_cache_statistics>() == 40);
    assert!(offset!(gc_cache_statistics, struct_size) == 0);
    assert!(offset!(gc_cache_statistics, hits) == 8);
    assert!(offset!(gc_cache_statistics, misses) == 16);
    assert!(offset!(gc_cache_statistics, errors) == 24);
    assert!(offset!(gc_cache_statistics, enabled) == 32);
    assert!(offset!(gc_cache_statistics, reserved) == 36);
};
