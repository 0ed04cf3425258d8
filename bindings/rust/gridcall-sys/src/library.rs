// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

/// The parts with a version of their own.
pub type gc_version_component = i32;
/// The CUDA driver interface that this library follows, 13.0.
pub const GRIDCALL_VERSION_COMPONENT_CUDA: gc_version_component = 1;
/// The newest CUDA that NVIDIA's driver on this machine supports, 13.0.
pub const GRIDCALL_VERSION_COMPONENT_DRIVER: gc_version_component = 2;
/// NVRTC, the compiler for GPUs, that the library found.
pub const GRIDCALL_VERSION_COMPONENT_NVRTC: gc_version_component = 3;
/// The CPU device (libgridcall_cpu.so).
pub const GRIDCALL_VERSION_COMPONENT_CPU_DEVICE: gc_version_component = 4;
/// NCCL, which carries communicators between GPUs.
pub const GRIDCALL_VERSION_COMPONENT_NCCL: gc_version_component = 5;
/// The MPI standard of the library that carries communicators between CPU devices; gc_context_get_comm_engine
/// names that library.
pub const GRIDCALL_VERSION_COMPONENT_MPI: gc_version_component = 6;

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// The version of the library that is loaded: major * 10000 + minor * 100 + patch. Compare with
    /// GRIDCALL_VERSION, the version of the header.
    pub fn gc_version() -> u32;
    /// The version of the library as text, "0.1.0": a release; else "0.1.0-dev", "0.1.0-beta" or "0.1.0-rc1".
    /// Static; never released.
    pub fn gc_version_text() -> *const c_char;
    /// The version of something that the library works with, as three numbers. It opens what it asks, MPI is
    /// started if the program has not, and no context is made. What is not on this machine returns
    /// DRIVER_UNAVAILABLE, COMPILER_UNAVAILABLE or COMM_UNAVAILABLE, with what was looked for.
    pub fn gc_version_get(component: gc_version_component, out_major: *mut i32, out_minor: *mut i32, out_patch: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
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

    /// The version of the library as text, "0.1.0": a release; else "0.1.0-dev", "0.1.0-beta" or "0.1.0-rc1".
    /// Static; never released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_version_text() -> *const c_char {
        match function!(version_text) {
            Some(function) => function(),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// The version of something that the library works with, as three numbers. It opens what it asks, MPI is
    /// started if the program has not, and no context is made. What is not on this machine returns
    /// DRIVER_UNAVAILABLE, COMPILER_UNAVAILABLE or COMM_UNAVAILABLE, with what was looked for.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_version_get(component: gc_version_component, out_major: *mut i32, out_minor: *mut i32, out_patch: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(version_get) {
            Some(function) => function(component, out_major, out_minor, out_patch, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}
