// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::check;
use crate::sys;
use crate::Result;
use core::fmt;
use core::ptr;
#[allow(unused_imports)] // for the links in the documentation
use super::*;

/// The parts with a version of their own.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VersionComponent(pub i32);

impl VersionComponent {
    /// The CUDA driver interface that this library follows, 13.0.
    pub const CUDA: VersionComponent = VersionComponent(1);
    /// The newest CUDA that NVIDIA's driver on this machine supports, 13.0.
    pub const DRIVER: VersionComponent = VersionComponent(2);
    /// NVRTC, the compiler for GPUs, that the library found.
    pub const NVRTC: VersionComponent = VersionComponent(3);
    /// The CPU device (libgridcall_cpu.so).
    pub const CPU_DEVICE: VersionComponent = VersionComponent(4);
    /// NCCL, which carries communicators between GPUs.
    pub const NCCL: VersionComponent = VersionComponent(5);
    /// The MPI standard of the library that carries communicators between CPU devices;
    /// [`Context::comm_engine`] names that library.
    pub const MPI: VersionComponent = VersionComponent(6);
}

impl fmt::Debug for VersionComponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            1 => "CUDA",
            2 => "DRIVER",
            3 => "NVRTC",
            4 => "CPU_DEVICE",
            5 => "NCCL",
            6 => "MPI",
            other => return write!(f, "VersionComponent({other})"),
        })
    }
}

/// The version of the library that is loaded: major * 10000 + minor * 100 + patch. Compare with
/// `GRIDCALL_VERSION`, the version of the header.
pub fn version() -> u32 {
    unsafe { sys::gc_version() }
}

/// The version of the library as text, "0.1.0": a release; else "0.1.0-dev", "0.1.0-beta" or "0.1.0-rc1".
/// Static; never released.
pub fn version_text() -> &'static str {
    crate::support::static_text(unsafe { sys::gc_version_text() })
}

/// The version of something that the library works with, as three numbers. It opens what it asks, MPI is
/// started if the program has not, and no context is made. What is not on this machine returns
/// DRIVER_UNAVAILABLE, COMPILER_UNAVAILABLE or COMM_UNAVAILABLE, with what was looked for.
///
/// * `component`: The part to ask.
/// * returns: The major number; The minor number; The third number; 0 where there is none.
///
/// # Errors
/// `DRIVER_UNAVAILABLE`, `DRIVER_TOO_OLD`, `COMPILER_UNAVAILABLE`, `COMM`, `COMM_UNAVAILABLE`,
/// `COMM_TOO_OLD`, `INVALID_STATE`, `UNSUPPORTED`, `FORKED`, `EXITING`.
pub fn version_get(component: VersionComponent) -> Result<(i32, i32, i32)> {
    let mut out_major = 0i32;
    let mut out_minor = 0i32;
    let mut out_patch = 0i32;
    let mut error = ptr::null_mut();
    let status = unsafe { sys::gc_version_get(component.0, &mut out_major, &mut out_minor, &mut out_patch, &mut error) };
    check(status, error)?;
    Ok((out_major, out_minor, out_patch))
}
