// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// The version of the library that is loaded: major * 10000 + minor * 100 + patch. Compare with
    /// GRIDCALL_VERSION, the version of the header.
    pub fn gc_version() -> u32;
    /// The version of the library as text, "0.1.0" or "0.1.0-dev". Static; never released.
    pub fn gc_version_text() -> *const c_char;
    /// What kind of version it is: "" for a release, else "dev", "beta" or "rc1". Static; never released.
    pub fn gc_version_status() -> *const c_char;
    /// The version of the CUDA driver interface that this library follows: major * 1000 + minor * 10, 13000
    /// for CUDA 13.0. gc_version_get_driver has what the machine's driver supports.
    pub fn gc_version_cuda() -> u32;
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
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

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

    /// The version of the CUDA driver interface that this library follows: major * 1000 + minor * 10, 13000
    /// for CUDA 13.0. gc_version_get_driver has what the machine's driver supports.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_version_cuda() -> u32 {
        match function!(version_cuda) {
            Some(function) => function(),
            None => 0,
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
}
