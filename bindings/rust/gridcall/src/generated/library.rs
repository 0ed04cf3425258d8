// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::call;
use crate::sys;
use crate::Result;
#[allow(unused_imports)] // for the links in the documentation
use super::*;

codes! {
    /// The parts with a version of their own.
    VersionComponent {
        /// The CUDA driver interface that this library follows, 13.0.
        CUDA = 1,
        /// The newest CUDA that NVIDIA's driver on this machine supports, 13.0.
        DRIVER = 2,
        /// NVRTC, the compiler for GPUs, that the library found.
        NVRTC = 3,
        /// The CPU device (libgridcall_cpu.so).
        CPU_DEVICE = 4,
        /// NCCL, which carries communicators between GPUs.
        NCCL = 5,
        /// The MPI standard of the library that carries communicators between CPU devices;
        /// [`Context::comm_engine`] names that library.
        MPI = 6,
        /// cuBLAS, which multiplies matrices on GPUs; UNSUPPORTED without one, as are the libraries behind
        /// it.
        CUBLAS = 7,
        /// OpenBLAS, BLIS or MKL, which multiplies matrices on the CPU device; UNSUPPORTED too if it does not
        /// tell its version.
        BLAS = 8,
        /// cuSOLVER, which factorizes matrices on GPUs.
        CUSOLVER = 9,
        /// The LAPACK that factorizes matrices on the CPU device, of OpenBLAS, MKL or by itself: the version
        /// of its interface.
        LAPACK = 10,
        /// cuFFT, which transforms ndarrays on GPUs.
        CUFFT = 11,
        /// FFTW or MKL, which transforms ndarrays on the CPU device.
        FFTW = 12,
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
    call(|error| unsafe { sys::gc_version_get(component.0, &mut out_major, &mut out_minor, &mut out_patch, error) })?;
    Ok((out_major, out_minor, out_patch))
}
