// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{call, nanoseconds};
use crate::sys;
use crate::Result;
use core::ptr;
use core::time::Duration;
use super::*;

handle! {
    /// A queue of work on a context.
    ///
    /// A stream is a queue: work on one runs in the order in which it was queued, work on different streams
    /// may overlap. A stream that is None means the context's default stream, which waits for every stream
    /// that was made without NON_BLOCKING and makes them wait (CUDA's legacy default stream).
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Stream(gc_stream) gc_stream_release
}

codes! {
    /// Attributes of a stream. gridcall's own numbers.
    StreamAttribute {
        /// [`StreamFlags`] bits.
        FLAGS = 100001,
        /// Its priority: lower is more urgent.
        PRIORITY = 100002,
        /// A number that no other stream of its driver ever has in this process.
        ID = 100003,
        /// 1 while work that is queued on it is recorded and does not run, else 0.
        IS_CAPTURING = 100004,
    }
}

flags! {
    /// Flags of a stream.
    StreamFlags {
        /// Work does not wait for the default stream, nor it for this one.
        NON_BLOCKING = 0,
    }
}

/// Options of a new stream.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct StreamOptions {
    /// [`StreamFlags`] bits.
    pub flags: StreamFlags,
    /// Lower is more urgent; it is clamped to [`Context::stream_priority_range`].
    pub priority: i32,
}

impl StreamOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_stream_options {
        sys::gc_stream_options {
            struct_size: core::mem::size_of::<sys::gc_stream_options>(),
            flags: self.flags.0,
            priority: self.priority,
            reserved: 0,
        }
    }
}

impl Stream {
    /// Makes a stream.
    ///
    /// * `options`: Flags and priority. None: all defaults.
    ///
    /// # Errors
    /// `OUT_OF_MEMORY`, any driver error.
    pub fn create(context: &Context, options: Option<&StreamOptions>) -> Result<Stream> {
        let options = options.map(|o| o.as_c());
        let mut out_stream = ptr::null_mut();
        call(|error| unsafe { sys::gc_stream_create(context.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_stream, error) })?;
        Ok(Stream::own(out_stream))
    }

    /// Waits until all work queued on the stream is done, and reports the fault of a kernel among it. On the
    /// CPU device a fault is reported once, to the first call that waits for its stream or queues work on it;
    /// then the stream works again. For the default stream, and for copies that wait on it, the faults of
    /// streams made without NON_BLOCKING count as its own.
    ///
    /// # Errors
    /// any device error.
    pub fn synchronize(&self) -> Result<()> {
        call(|error| unsafe { sys::gc_stream_synchronize(self.raw, error) })
    }

    /// Says whether all work queued on the stream is done. Never waits. Work that is done but for a fault is
    /// an error; the fault stays to be reported by a call that waits for the stream or queues work on it.
    ///
    /// # Errors
    /// any device error.
    pub fn query(&self) -> Result<bool> {
        let mut out_done = 0;
        call(|error| unsafe { sys::gc_stream_query(self.raw, &mut out_done, error) })?;
        Ok(out_done != 0)
    }

    /// Waits as [`Stream::synchronize`] does, but at most for a time. That the time ran out is no error: the
    /// work still runs.
    ///
    /// * `timeout`: The longest wait; 0 looks once.
    ///
    /// # Errors
    /// any device error.
    pub fn synchronize_for(&self, timeout: Duration) -> Result<bool> {
        let mut out_done = 0;
        call(|error| unsafe { sys::gc_stream_synchronize_for(self.raw, nanoseconds(timeout), &mut out_done, error) })?;
        Ok(out_done != 0)
    }

    /// Ends the kernel or copy that runs on the stream, and drops what is queued behind it there. The next
    /// call that waits for the stream reports CANCELLED, once; then the stream can be used again. Memory that
    /// the work writes is left half written. Nothing happens where nothing is queued. A call that waits for
    /// the default stream waits for all streams but non-blocking ones, so it may be the one that reports: in
    /// another thread too, such as [`Ndarray::from_host`] with no stream, which then makes nothing and may be
    /// called again. [`Context::default_stream`] has the default stream. Only on the CPU device: a GPU
    /// returns UNSUPPORTED.
    ///
    /// # Errors
    /// `UNSUPPORTED`, any driver error.
    pub fn cancel(&self) -> Result<()> {
        call(|error| unsafe { sys::gc_stream_cancel(self.raw, error) })
    }

    /// Makes work queued on the stream from now on wait until the event has happened. The host does not wait,
    /// unless one is the CPU device's and the other a GPU's: then it waits here. An event that was never
    /// recorded counts as happened.
    ///
    /// * `event`: The event that it waits for; of any context.
    ///
    /// # Errors
    /// any device error.
    pub fn wait_event(&self, event: &Event) -> Result<()> {
        call(|error| unsafe { sys::gc_stream_wait_event(self.raw, event.raw, error) })
    }

    /// Waits as [`Stream::wait_event`] does, for several events: work queued on the stream from now on waits
    /// until all of them have happened. No event: nothing happens. If the call fails the stream may already
    /// wait for some of them.
    ///
    /// * `events`: The events that it waits for; of any contexts.
    ///
    /// # Errors
    /// any device error.
    pub fn wait_events(&self, events: &[&Event]) -> Result<()> {
        let events_c: Vec<_> = events.iter().map(|h| h.raw).collect();
        call(|error| unsafe { sys::gc_stream_wait_events(self.raw, if events_c.is_empty() { ptr::null() } else { events_c.as_ptr() }, events.len(), error) })
    }

    /// Posts a token to a completion when the work queued on the stream so far is done. The host does not
    /// wait, and no code of the program runs on a thread of the driver. The token comes once, whatever became
    /// of the work: also behind a fault, behind work that was cancelled, and where the GPU is lost; a call
    /// that waits for the stream or for an event recorded before says which. Tokens of one stream come in
    /// order. A call that fails posts none. The stream and the completion may be released at once.
    ///
    /// * `completion`: The completion that gets the token.
    /// * `token`: Any number: what the program knows the work by.
    ///
    /// # Errors
    /// any device error.
    pub fn notify(&self, completion: &Completion, token: u64) -> Result<()> {
        call(|error| unsafe { sys::gc_stream_notify(self.raw, completion.raw, token, error) })
    }

    /// An attribute of a stream. NOT_FOUND for a number that this library does not know, UNSUPPORTED where
    /// the driver does not tell.
    ///
    /// # Errors
    /// `NOT_FOUND`, `UNSUPPORTED`, any driver error.
    pub fn attribute(&self, attribute: StreamAttribute) -> Result<i64> {
        let mut out_value = 0i64;
        call(|error| unsafe { sys::gc_stream_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// A [`Stream`] for a stream that another library made: its CUstream. It is not destroyed; its owner must
    /// keep it until the [`Stream`] is released and [`handle_collect`] has returned after that while nothing
    /// ran on it. CU_STREAM_LEGACY is the default stream. The CPU device refuses a number that is no stream
    /// of the context; a GPU's driver may end the process with one.
    ///
    /// * `context`: The context in which the stream was made.
    /// * `native`: The CUstream; 0 is the default stream, and CUDA's per-thread default stream is refused: it
    ///   is another one in each thread.
    ///
    /// # Safety
    /// `native` must be a CUstream of the context, or 0, and stay until the [`Stream`] is released and
    /// [`handle_collect`] has returned after that while nothing ran on it.
    ///
    /// # Errors
    /// `WRONG_CONTEXT`, `UNSUPPORTED`, any driver error.
    pub unsafe fn wrap(context: &Context, native: u64) -> Result<Stream> {
        let mut out_stream = ptr::null_mut();
        call(|error| unsafe { sys::gc_stream_wrap(context.raw, native, &mut out_stream, error) })?;
        Ok(Stream::own(out_stream))
    }
}

impl Context {
    /// A handle for the default stream, which is meant wherever no stream is given: with it the default
    /// stream can be waited for, also for a time, asked whether it is done, and cancelled. Releasing the
    /// handle does nothing to the stream.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn default_stream(&self) -> Result<Stream> {
        let mut out_stream = ptr::null_mut();
        call(|error| unsafe { sys::gc_context_get_default_stream(self.raw, &mut out_stream, error) })?;
        Ok(Stream::own(out_stream))
    }

    /// The range of stream priorities: both 0 where priorities mean nothing.
    ///
    /// * returns: The least urgent priority, the larger number; The most urgent priority, the smaller number.
    ///
    /// # Errors
    /// any driver error.
    pub fn stream_priority_range(&self) -> Result<(i32, i32)> {
        let mut out_least = 0i32;
        let mut out_greatest = 0i32;
        call(|error| unsafe { sys::gc_context_get_stream_priority_range(self.raw, &mut out_least, &mut out_greatest, error) })?;
        Ok((out_least, out_greatest))
    }
}
