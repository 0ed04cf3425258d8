// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{call, Keep};
use crate::sys;
use crate::Result;
use super::*;

codes! {
    /// The format that a profiler writes. Not CUDA's numbers.
    ProfilerOutput {
        /// Trace events in JSON, which Perfetto (ui.perfetto.dev) and chrome://tracing open.
        TRACE_EVENTS = 1,
        /// CUDA's first profiler's lines: method=\[ twice ] gputime=\[ 2.048 ] cputime=\[ 5.000 ],
        /// microseconds.
        KEY_VALUE_PAIR = 2,
        /// CUDA's first profiler's values with commas between them and a line of names above.
        CSV = 3,
    }
}

/// The output of a profiler, and its place.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProfilerOptions<'a> {
    /// The format; 0 means TRACE_EVENTS.
    pub output: ProfilerOutput,
    /// The most records that wait in memory; 0: 16384. The file is not limited.
    pub capacity: u32,
    /// The file; one that is there is replaced.
    pub output_file: &'a str,
    /// A file that names the columns of KEY_VALUE_PAIR and CSV, a line each: timestamp, gpustarttimestamp,
    /// gpuendtimestamp, gridsize, gridsize3d, threadblocksize, dynsmemperblock, stasmemperblock,
    /// regperthread, memtransferdir, memtransfersize, streamid. A line that begins with # is a comment.
    /// INVALID_OPTIONS for any other line, which the message names, and with TRACE_EVENTS, which always have
    /// all. None: method, gputime and cputime.
    pub config_file: Option<&'a str>,
}

impl ProfilerOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_profiler_options> {
        Ok(sys::gc_profiler_options {
            struct_size: core::mem::size_of::<sys::gc_profiler_options>(),
            output: self.output.0,
            capacity: self.capacity,
            output_file: keep.text("profiler_options.output_file", self.output_file)?,
            config_file: keep.optional("profiler_options.config_file", self.config_file)?,
        })
    }
}

impl Context {
    /// Gives the context a profiler, which is not started yet, and makes its file. A profiler that it had and
    /// that was stopped is replaced, its file stays. INVALID_STATE: the context's profiler is started, or
    /// another context writes this file. IO: the file cannot be written. Preview: may change in any release.
    ///
    /// * `options`: The file and what is in it.
    ///
    /// # Errors
    /// `INVALID_STATE`, `NOT_FOUND`, `OUT_OF_RANGE`, `UNSUPPORTED`, `IO`, any device error.
    pub fn initialize_profiler(&self, options: &ProfilerOptions<'_>) -> Result<()> {
        let mut keep = Keep::default();
        let options = options.as_c(&mut keep)?;
        call(|error| unsafe { sys::gc_profiler_initialize(self.raw, &options, error) })
    }

    /// Records launches, copies and fills of the context from now on. Profilers of NVIDIA's that watch the
    /// process, such as Nsight Systems, are told to start too (cuProfilerStart); that is all where the
    /// context has no profiler of gridcall's. A profiler that is started stays started. Preview: may change
    /// in any release.
    ///
    /// # Errors
    /// `IO`, any device error.
    pub fn start_profiler(&self) -> Result<()> {
        call(|error| unsafe { sys::gc_profiler_start(self.raw, error) })
    }

    /// Stops recording, waits for what was recorded, and completes the file; also tells NVIDIA's profilers to
    /// stop (cuProfilerStop). A later start appends to the file. The end of an own context completes its file
    /// with the records that the device was done with; the exit of the process completes the others' with
    /// those that the device was done with at the last [`Context::synchronize`]. The file counts the records
    /// that were left out. IO: the file could not be written wholly. Preview: may change in any release.
    ///
    /// # Errors
    /// `IO`, any device error.
    pub fn stop_profiler(&self) -> Result<()> {
        call(|error| unsafe { sys::gc_profiler_stop(self.raw, error) })
    }
}
