// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

/// The primary context of a device. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_context {
    _private: [u8; 0],
}

/// What not every device or driver can do.
pub type gc_feature = i32;
/// gc_stream_cancel.
pub const GRIDCALL_FEATURE_STREAM_CANCEL: gc_feature = 1;
/// gc_module_from_buffer: images of this device's own compiler; for a GPU PTX, cubins and fatbins.
pub const GRIDCALL_FEATURE_MODULE_FROM_BUFFER: gc_feature = 2;
/// The parameters of every kernel are known, so that gc_launch can compare the arguments with them.
pub const GRIDCALL_FEATURE_KERNEL_PARAMS: gc_feature = 3;
/// A kernel that exceeds its time limit is ended; else only the wait for it is.
pub const GRIDCALL_FEATURE_KERNEL_TIMEOUT: gc_feature = 4;
/// GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE can be set.
pub const GRIDCALL_FEATURE_CPU_MODE: gc_feature = 5;
/// GRIDCALL_LAUNCH_COOPERATIVE: the blocks of a grid can wait for each other.
pub const GRIDCALL_FEATURE_COOPERATIVE_LAUNCH: gc_feature = 6;
/// Launches with a cluster size.
pub const GRIDCALL_FEATURE_CLUSTERS: gc_feature = 7;
/// gc_kernel_get_occupancy and gc_kernel_suggest_block.
pub const GRIDCALL_FEATURE_OCCUPANCY: gc_feature = 8;

/// How to make a context.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_context_options {
    /// sizeof(gc_context_options).
    pub struct_size: usize,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
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
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

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
}
