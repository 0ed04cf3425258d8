// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;

/// The direction in which the content of an array of the host goes.
pub type gc_host_direction = i32;
/// To the kernel, before it runs. The kernel must not write it.
pub const GRIDCALL_HOST_DIRECTION_IN: gc_host_direction = 1;
/// From the kernel, when it has ended; what the kernel finds in it is undefined.
pub const GRIDCALL_HOST_DIRECTION_OUT: gc_host_direction = 2;
/// To the kernel, and back when it has ended.
pub const GRIDCALL_HOST_DIRECTION_IN_OUT: gc_host_direction = 3;

/// One array of the host as an argument: plain data. In C: GRIDCALL_HOST_ARG(0, IN, array, sizeof array).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_host_arg {
    /// The parameter of the kernel that takes it, from 0: a pointer.
    pub index: u32,
    /// The direction in which its content goes.
    pub direction: gc_host_direction,
    /// The address of the array in the host's memory; not 0.
    pub host_address: u64,
    /// Its size; not 0.
    pub size: usize,
    /// The type of its elements, compared with the parameter's type as that of a gc_arg is; UNKNOWN is not
    /// compared.
    pub value_type: gc_value_type,
    /// Zero.
    pub reserved: u32,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Launches with arrays of the host as arguments, and waits. For each array there is device memory while
    /// the call lasts, from a pool that the context keeps; arrays of direction IN and IN_OUT are copied to
    /// it, the kernel runs behind what the stream has to do, and arrays of direction OUT and IN_OUT are
    /// copied back. On the CPU device the kernel gets the array itself and nothing is copied, if its address
    /// is a multiple of 16; device memory is aligned to 256 bytes, an array of the host only as the program
    /// has it. Else, and in the checked mode of the CPU device, it is copied too. Do not read or write the
    /// arrays meanwhile. If the call fails before the kernel was launched the arrays are untouched. If the
    /// kernel fails or exceeds its time limit, or a copy back fails, the content of arrays of direction OUT
    /// and IN_OUT is unspecified, and nothing uses the arrays any more when the call returns.
    pub fn gc_launch_staged(kernel: *mut gc_kernel, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, host_args: *const gc_host_arg, host_arg_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Launches with arrays of the host as arguments, and waits. For each array there is device memory while
    /// the call lasts, from a pool that the context keeps; arrays of direction IN and IN_OUT are copied to
    /// it, the kernel runs behind what the stream has to do, and arrays of direction OUT and IN_OUT are
    /// copied back. On the CPU device the kernel gets the array itself and nothing is copied, if its address
    /// is a multiple of 16; device memory is aligned to 256 bytes, an array of the host only as the program
    /// has it. Else, and in the checked mode of the CPU device, it is copied too. Do not read or write the
    /// arrays meanwhile. If the call fails before the kernel was launched the arrays are untouched. If the
    /// kernel fails or exceeds its time limit, or a copy back fails, the content of arrays of direction OUT
    /// and IN_OUT is unspecified, and nothing uses the arrays any more when the call returns.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_launch_staged(kernel: *mut gc_kernel, config: *const gc_launch_config, args: *const gc_arg, arg_count: usize, host_args: *const gc_host_arg, host_arg_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(launch_staged) {
            Some(function) => function(kernel, config, args, arg_count, host_args, host_arg_count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}
