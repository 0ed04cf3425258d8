// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_void;

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// The context that an object belongs to.
    pub fn gc_handle_get_context(handle: *const c_void, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    pub fn gc_handle_get_identity(handle: *const c_void, out_identity: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    pub fn gc_handle_get_native(handle: *const c_void, out_native: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The number of handles that are live in this process: created and not yet released. Errors are counted,
    /// devices are not. For leak checks.
    pub fn gc_handle_count() -> u64;
    /// Gives back to the driver, now, what was released since the last call that created something. Releases
    /// only queue their work (they may run in a finalizer), and every creating call does this first, so a
    /// program rarely needs it.
    pub fn gc_handle_collect(out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

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
    /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
    /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
    /// while the object is.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_handle_get_native(handle: *const c_void, out_native: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(handle_get_native) {
            Some(function) => function(handle, out_native, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The number of handles that are live in this process: created and not yet released. Errors are counted,
    /// devices are not. For leak checks.
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
}
