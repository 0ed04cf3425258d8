// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

/// Statistics of the compile cache in this process.
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

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Statistics of the compile cache in this process.
    pub fn gc_cache_get_statistics(out_statistics: *mut gc_cache_statistics, out_error: *mut *mut gc_error) -> gc_status;
    /// The folder of the compile cache, or "" if it is off.
    pub fn gc_cache_get_directory(path: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Why the compile cache is off, in a sentence that names the setting or the directory; "" if it is on.
    pub fn gc_cache_get_disabled_reason(reason: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Removes every entry of the compile cache, also those of other programs of this user.
    pub fn gc_cache_clear(out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Statistics of the compile cache in this process.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_cache_get_statistics(out_statistics: *mut gc_cache_statistics, out_error: *mut *mut gc_error) -> gc_status {
        match function!(cache_get_statistics) {
            Some(function) => function(out_statistics, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The folder of the compile cache, or "" if it is off.
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
