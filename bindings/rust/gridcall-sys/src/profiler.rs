// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

/// The format that a profiler writes. Not CUDA's numbers.
pub type gc_profiler_output = i32;
/// Trace events in JSON, which Perfetto (ui.perfetto.dev) and chrome://tracing open.
pub const GRIDCALL_PROFILER_OUTPUT_TRACE_EVENTS: gc_profiler_output = 1;
/// CUDA's first profiler's lines: method=\[ twice ] gputime=\[ 2.048 ] cputime=\[ 5.000 ], microseconds.
pub const GRIDCALL_PROFILER_OUTPUT_KEY_VALUE_PAIR: gc_profiler_output = 2;
/// CUDA's first profiler's values with commas between them and a line of names above.
pub const GRIDCALL_PROFILER_OUTPUT_CSV: gc_profiler_output = 3;

/// The output of a profiler, and its place.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_profiler_options {
    /// sizeof(gc_profiler_options).
    pub struct_size: usize,
    /// The format; 0 means TRACE_EVENTS.
    pub output: gc_profiler_output,
    /// The most records that wait in memory; 0: 16384. The file is not limited.
    pub capacity: u32,
    /// The file; one that is there is replaced.
    pub output_file: *const c_char,
    /// A file that names the columns of KEY_VALUE_PAIR and CSV, a line each: timestamp, gpustarttimestamp,
    /// gpuendtimestamp, gridsize, gridsize3d, threadblocksize, dynsmemperblock, stasmemperblock,
    /// regperthread, memtransferdir, memtransfersize, streamid. A line that begins with # is a comment.
    /// INVALID_OPTIONS for any other line, which the message names, and with TRACE_EVENTS, which always have
    /// all.
    pub config_file: *const c_char,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Gives the context a profiler, which is not started yet, and makes its file. A profiler that it had and
    /// that was stopped is replaced, its file stays. INVALID_STATE: the context's profiler is started, or
    /// another context writes this file. IO: the file cannot be written. Preview: may change in any release.
    pub fn gc_profiler_initialize(context: *mut gc_context, options: *const gc_profiler_options, out_error: *mut *mut gc_error) -> gc_status;
    /// From now on launches, copies and fills of the context are recorded. Profilers of NVIDIA's that watch
    /// the process, such as Nsight Systems, are told to start too (cuProfilerStart); that is all where the
    /// context has no profiler of gridcall's. A profiler that is started stays started. Preview: may change
    /// in any release.
    pub fn gc_profiler_start(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// Stops recording, waits for what was recorded, and completes the file; also tells NVIDIA's profilers to
    /// stop (cuProfilerStop). A later start appends to the file. The end of an own context completes its file
    /// with the records that the device was done with; the exit of the process completes the others' with
    /// those that the device was done with at the last gc_context_synchronize. The file counts the records
    /// that were left out. IO: the file could not be written wholly. Preview: may change in any release.
    pub fn gc_profiler_stop(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Gives the context a profiler, which is not started yet, and makes its file. A profiler that it had and
    /// that was stopped is replaced, its file stays. INVALID_STATE: the context's profiler is started, or
    /// another context writes this file. IO: the file cannot be written. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_profiler_initialize(context: *mut gc_context, options: *const gc_profiler_options, out_error: *mut *mut gc_error) -> gc_status {
        match function!(profiler_initialize) {
            Some(function) => function(context, options, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// From now on launches, copies and fills of the context are recorded. Profilers of NVIDIA's that watch
    /// the process, such as Nsight Systems, are told to start too (cuProfilerStart); that is all where the
    /// context has no profiler of gridcall's. A profiler that is started stays started. Preview: may change
    /// in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_profiler_start(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(profiler_start) {
            Some(function) => function(context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Stops recording, waits for what was recorded, and completes the file; also tells NVIDIA's profilers to
    /// stop (cuProfilerStop). A later start appends to the file. The end of an own context completes its file
    /// with the records that the device was done with; the exit of the process completes the others' with
    /// those that the device was done with at the last gc_context_synchronize. The file counts the records
    /// that were left out. IO: the file could not be written wholly. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_profiler_stop(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(profiler_stop) {
            Some(function) => function(context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}
