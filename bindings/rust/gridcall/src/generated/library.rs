// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::call;
use crate::sys;
use crate::Result;

/// The version of the library that is loaded: major * 10000 + minor * 100 + patch. Compare with
/// `GRIDCALL_VERSION`, the version of the header.
pub fn version() -> u32 {
    unsafe { sys::gc_version() }
}

/// The version of the library as text, "0.1.0" or "0.1.0-dev". Static; never released.
pub fn version_text() -> &'static str {
    crate::support::static_text(unsafe { sys::gc_version_text() })
}

/// What kind of version it is: "" for a release, else "dev", "beta" or "rc1". Static; never released.
pub fn version_status() -> &'static str {
    crate::support::static_text(unsafe { sys::gc_version_status() })
}

/// The version of the CUDA driver interface that this library follows: major * 1000 + minor * 10, 13000 for
/// CUDA 13.0. [`version_driver`] has what the machine's driver supports.
pub fn version_cuda() -> u32 {
    unsafe { sys::gc_version_cuda() }
}

/// The CUDA version that the NVIDIA driver supports, 13 and 0 for CUDA 13.0. It opens the driver, and no
/// context.
///
/// * returns: The major number; The minor number.
///
/// # Errors
/// `INVALID_ARGUMENT`, `DRIVER_UNAVAILABLE`, `DRIVER_TOO_OLD`, `FORKED`, `EXITING`.
pub fn version_driver() -> Result<(i32, i32)> {
    let mut out_major = 0i32;
    let mut out_minor = 0i32;
    call(|error| unsafe { sys::gc_version_get_driver(&mut out_major, &mut out_minor, error) })?;
    Ok((out_major, out_minor))
}

/// The version of NVRTC, the compiler for GPUs, that the library found.
///
/// * returns: The major number; The minor number.
///
/// # Errors
/// `INVALID_ARGUMENT`, `COMPILER_UNAVAILABLE`.
pub fn version_nvrtc() -> Result<(i32, i32)> {
    let mut out_major = 0i32;
    let mut out_minor = 0i32;
    call(|error| unsafe { sys::gc_version_get_nvrtc(&mut out_major, &mut out_minor, error) })?;
    Ok((out_major, out_minor))
}

/// The version of the CPU device (libgridcall_cpu.so).
///
/// * returns: The major number; The minor number.
///
/// # Errors
/// `INVALID_ARGUMENT`, `DRIVER_UNAVAILABLE`, `FORKED`, `EXITING`.
pub fn version_cpu() -> Result<(i32, i32)> {
    let mut out_major = 0i32;
    let mut out_minor = 0i32;
    call(|error| unsafe { sys::gc_version_get_cpu(&mut out_major, &mut out_minor, error) })?;
    Ok((out_major, out_minor))
}
