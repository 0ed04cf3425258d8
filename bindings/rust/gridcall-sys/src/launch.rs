// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_void;

/// A launch whose kernel, shape and arguments were checked once. One thread at a time may change or launch
/// it: others get INVALID_STATE. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_prepared {
    _private: [u8; 0],
}

/// The form in which a gc_arg carries its value.
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
/// `object` is a gc_texture; the kernel gets its cudaTextureObject_t. `size` is 0 or 8, `bits` 0. In C:
/// GRIDCALL_ARG_TEXTURE.
pub const GRIDCALL_ARG_KIND_TEXTURE: gc_arg_kind = 5;
/// `object` is a gc_surface; the kernel gets its cudaSurfaceObject_t. `size` is 0 or 8, `bits` 0. In C:
/// GRIDCALL_ARG_SURFACE.
pub const GRIDCALL_ARG_KIND_SURFACE: gc_arg_kind = 6;
/// `object` is a gc_ndarray; the kernel gets the address of its first element. `size` is 0 or 8, `bits` 0.
/// Its element type is compared with the parameter's, where that is known. In C: GRIDCALL_ARG_NDARRAY.
pub const GRIDCALL_ARG_KIND_NDARRAY: gc_arg_kind = 8;
/// `object` is a gc_pipe; the kernel gets a `gridcall::pipe` of gridcall_pipe.h. `size` is 0 or 8, `bits` 0.
/// In C: GRIDCALL_ARG_PIPE.
pub const GRIDCALL_ARG_KIND_PIPE: gc_arg_kind = 7;
/// For gc_prepared_create alone: no value yet, only what it will be, which is compared with the parameter.
/// `value_type` is its type, a gc_scalar_type too (gc_dtype_scalar_from_name: "P", "i"), of which integers of
/// 8 bytes are addresses too; with `size` not 0 it has so many bytes. `bits` 0.
pub const GRIDCALL_ARG_KIND_TYPE: gc_arg_kind = 9;

/// Flags of a launch.
pub type gc_launch_flags = u64;
/// All blocks are resident at once, so that they can wait for each other:
/// cooperative_groups::this_grid().sync(). INVALID_LAUNCH for a grid of more blocks than fit, which
/// gc_kernel_get_occupancy tells.
pub const GRIDCALL_LAUNCH_COOPERATIVE: gc_launch_flags = 1 << 0;

/// One kernel argument: plain data, which any language can build. In C write GRIDCALL_ARG(x) for a value, and
/// GRIDCALL_ARG_MEM(m) for memory, which GRIDCALL_ARG too makes of a gc_mem. With a type it is compared with
/// the parameter's, where that is known, and ARGUMENT_MISMATCH names both: integers of one size are alike,
/// memory of bytes, and void*, char* and pointers to structs take any memory, and a struct any bytes of its
/// size.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_arg {
    /// The form of the value.
    pub kind: gc_arg_kind,
    /// The size of the value.
    pub size: u32,
    /// The value (SCALAR), an offset in the memory (MEM), or an offset in the launch's `bytes` (BYTES).
    pub bits: u64,
    /// The memory (MEM), the ndarray (NDARRAY), the pipe (PIPE), the texture (TEXTURE), the surface
    /// (SURFACE), or the address of the value (VALUE).
    pub object: *const c_void,
    /// The type of the value, or for kind MEM of the memory's elements; UNKNOWN is not compared with
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
    /// The number of bytes there.
    pub bytes_size: usize,
    /// The longest run of the kernel, from when it begins; the time in the queue does not count. 0: as the
    /// environment variable GRIDCALL_KERNEL_TIMEOUT says, in seconds, else without a limit. The largest
    /// number: without a limit. The CPU device ends a kernel that exceeds it, and the stream reports
    /// LAUNCH_TIMEOUT. A GPU cannot end a kernel: the call that waits for it returns LAUNCH_TIMEOUT, once,
    /// while it still runs.
    pub timeout_nanoseconds: u64,
    /// GRIDCALL_LAUNCH_\* bits.
    pub flags: gc_launch_flags,
    /// Recorded on the stream right before the kernel; of the kernel's context.
    pub start_event: *mut gc_event,
    /// Recorded on the stream right behind the kernel; gc_event_get_elapsed from `start_event` is then how
    /// long it ran.
    pub end_event: *mut gc_event,
    /// Blocks of a cluster in x, which divide the grid's; 0 in x, y and z: as the kernel was compiled, mostly
    /// without clusters. GPU only, with CUDA 12.0 or newer.
    pub cluster_x: u32,
    /// Blocks of a cluster in y; 0 means 1. GPU only, with CUDA 12.0 or newer.
    pub cluster_y: u32,
    /// Blocks of a cluster in z; 0 means 1. GPU only, with CUDA 12.0 or newer.
    pub cluster_z: u32,
    /// Zero.
    pub reserved: u32,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Queues a launch. Values are copied before the call returns, and memory named by an argument stays
    /// alive until the kernel is done.
    pub fn gc_launch(kernel: *mut gc_kernel, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Checks a launch once and keeps it, with its own copy of the arguments. It holds the kernel and the
    /// memory. Arguments of kind TYPE get their values later: before the first launch, from
    /// gc_prepared_set_arg, or all of them from gc_prepared_launch.
    pub fn gc_prepared_create(kernel: *mut gc_kernel, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, out_prepared: *mut *mut gc_prepared, out_error: *mut *mut gc_error) -> gc_status;
    /// Replaces one argument; launches already queued keep the old one.
    pub fn gc_prepared_set_arg(prepared: *mut gc_prepared, index: usize, arg: *const gc_arg, bytes: *const c_void, bytes_size: usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Replaces shape, shared memory, time limit, flags and events of a prepared launch; arguments and
    /// launches already queued keep what they have. `bytes` are not used. On failure nothing is changed.
    pub fn gc_prepared_set_config(prepared: *mut gc_prepared, config: *const gc_launch_config, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues the prepared launch: as it stands, or with another shape or other arguments, which it keeps. A
    /// configuration with grid_x and block_x 0 gives `bytes` for arguments of kind BYTES and no shape.
    /// INVALID_STATE: an argument of kind TYPE has no value yet. What is refused changes nothing.
    pub fn gc_prepared_launch(prepared: *mut gc_prepared, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a prepared launch. Launches already queued still run.
    pub fn gc_prepared_release(prepared: *mut gc_prepared);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

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
    /// memory. Arguments of kind TYPE get their values later: before the first launch, from
    /// gc_prepared_set_arg, or all of them from gc_prepared_launch.
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

    /// Replaces shape, shared memory, time limit, flags and events of a prepared launch; arguments and
    /// launches already queued keep what they have. `bytes` are not used. On failure nothing is changed.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_prepared_set_config(prepared: *mut gc_prepared, config: *const gc_launch_config, out_error: *mut *mut gc_error) -> gc_status {
        match function!(prepared_set_config) {
            Some(function) => function(prepared, config, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues the prepared launch: as it stands, or with another shape or other arguments, which it keeps. A
    /// configuration with grid_x and block_x 0 gives `bytes` for arguments of kind BYTES and no shape.
    /// INVALID_STATE: an argument of kind TYPE has no value yet. What is refused changes nothing.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_prepared_launch(prepared: *mut gc_prepared, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(prepared_launch) {
            Some(function) => function(prepared, config, args, arg_count, stream, out_error),
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
}
