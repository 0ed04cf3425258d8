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
    /// A marker in a stream.
    ///
    /// An event marks a point in a stream: to wait for it, to ask whether it has been reached, and to time
    /// what lies between two.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Event(gc_event) gc_event_release
}

flags! {
    /// Flags of an event.
    EventFlags {
        /// [`Event::synchronize`] sleeps instead of spinning.
        BLOCKING_SYNC = 0,
        /// The event records no time, which makes it cheaper.
        DISABLE_TIMING = 1,
        /// Other processes can open the event ([`Event::ipc_handle`]). With DISABLE_TIMING alone.
        INTERPROCESS = 2,
    }
}

/// Options of a new event.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventOptions {
    /// [`EventFlags`] bits.
    pub flags: EventFlags,
}

impl EventOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_event_options {
        sys::gc_event_options {
            struct_size: core::mem::size_of::<sys::gc_event_options>(),
            flags: self.flags.0,
        }
    }
}

impl Event {
    /// Makes an event. UNSUPPORTED: INTERPROCESS on a device or driver that shares no events
    /// ([`Feature::IPC`]).
    ///
    /// * `options`: Flags. None: all defaults.
    ///
    /// # Errors
    /// `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub fn create(context: &Context, options: Option<&EventOptions>) -> Result<Event> {
        let options = options.map(|o| o.as_c());
        let mut out_event = ptr::null_mut();
        call(|error| unsafe { sys::gc_event_create(context.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_event, error) })?;
        Ok(Event::own(out_event))
    }

    /// Puts the event behind the work queued on the stream so far. Recording again moves it.
    ///
    /// * `stream`: The stream; of the event's context. None: the default stream of the event's context.
    ///
    /// # Errors
    /// `WRONG_CONTEXT`, any device error.
    pub fn record(&self, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_event_record(self.raw, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Waits until the event has happened. An event that was never recorded counts as happened.
    ///
    /// # Errors
    /// any device error.
    pub fn synchronize(&self) -> Result<()> {
        call(|error| unsafe { sys::gc_event_synchronize(self.raw, error) })
    }

    /// Waits as [`Event::synchronize`] does, for several events together and at most for a time. That the
    /// time ran out is no error: the work still runs. An event that was never recorded counts as happened.
    /// With faults behind several events it reports the first one's; the others stay to be reported.
    ///
    /// * `events`: The events; of any contexts. None: all have happened.
    /// * `timeout`: The longest wait; 0 looks once, the greatest number waits without end.
    ///
    /// # Errors
    /// any device error.
    pub fn synchronize_for(events: &[&Event], timeout: Duration) -> Result<bool> {
        let events_c: Vec<_> = events.iter().map(|h| h.raw).collect();
        let mut out_done = 0;
        call(|error| unsafe { sys::gc_event_synchronize_for(if events_c.is_empty() { ptr::null() } else { events_c.as_ptr() }, events.len(), nanoseconds(timeout), &mut out_done, error) })?;
        Ok(out_done != 0)
    }

    /// Says whether the event has happened, without waiting. Behind a fault it is an error, as in
    /// [`Stream::query`].
    ///
    /// # Errors
    /// any device error.
    pub fn query(&self) -> Result<bool> {
        let mut out_done = 0;
        call(|error| unsafe { sys::gc_event_query(self.raw, &mut out_done, error) })?;
        Ok(out_done != 0)
    }

    /// The time from one event to another, measured on the device. Both must have been recorded, have
    /// happened, and be of one context.
    ///
    /// * `end`: The later event.
    /// * returns: The time, in nanoseconds; negative if `start` is the later one. A GPU resolves about 500,
    ///   and coarser for long times: 1,000 after 10 seconds, 63,000 after 1,000 seconds.
    ///
    /// # Errors
    /// `WRONG_CONTEXT`, `INVALID_STATE`, `NOT_READY`, any device error.
    pub fn elapsed(&self, end: &Event) -> Result<i64> {
        let mut out_nanoseconds = 0i64;
        call(|error| unsafe { sys::gc_event_get_elapsed(self.raw, end.raw, &mut out_nanoseconds, error) })?;
        Ok(out_nanoseconds)
    }

    /// An [`Event`] for an event that another library made: its CUevent. It is not destroyed; its owner must
    /// keep it until the [`Event`] is released. The CPU device refuses a number that is no event of the
    /// context; a GPU's driver may end the process with one.
    ///
    /// * `context`: The context in which the event was made.
    /// * `native`: The CUevent.
    ///
    /// # Safety
    /// `native` must be a CUevent of the context, and stay until the [`Event`] is released.
    ///
    /// # Errors
    /// any driver error.
    pub unsafe fn wrap(context: &Context, native: u64) -> Result<Event> {
        let mut out_event = ptr::null_mut();
        call(|error| unsafe { sys::gc_event_wrap(context.raw, native, &mut out_event, error) })?;
        Ok(Event::own(out_event))
    }

    /// A handle with which another process of the same machine opens the event ([`Event::open_ipc`]): 64
    /// bytes, to be sent there by any means. It is valid while the event lives. INVALID_ARGUMENT: the event
    /// was made without the flag INTERPROCESS, or came from [`Event::open_ipc`] or [`Event::wrap`].
    ///
    /// # Errors
    /// `UNSUPPORTED`, `OUT_OF_MEMORY`, any driver error.
    pub fn ipc_handle(&self) -> Result<[u8; 64]> {
        let mut out_handle = [0u8; 64];
        call(|error| unsafe { sys::gc_event_get_ipc_handle(self.raw, out_handle.as_mut_ptr(), error) })?;
        Ok(out_handle)
    }

    /// Opens an event of another process. Both processes can record it, wait for it and query it; a wait is
    /// for the newest record of either. The event must live in the other process for as long as this one uses
    /// it. On the CPU device a wait for a record whose process ended before its work was done returns
    /// CANCELLED; with a GPU it is undefined. INVALID_ARGUMENT: the handle is none of an event, of this
    /// process, or of another device's driver. NOT_FOUND: the CPU device finds that its process has ended or
    /// has released the event. UNSUPPORTED: it is of another user, or the driver shares no events.
    ///
    /// * `context`: The context to open it in; of the device that the other process uses.
    /// * `handle`: The handle that [`Event::ipc_handle`] returned in the other process.
    ///
    /// # Errors
    /// `NOT_FOUND`, `UNSUPPORTED`, `OUT_OF_MEMORY`, any driver error.
    pub fn open_ipc(context: &Context, handle: &[u8]) -> Result<Event> {
        let mut out_event = ptr::null_mut();
        call(|error| unsafe { sys::gc_event_open_ipc(context.raw, handle.as_ptr().cast(), handle.len(), &mut out_event, error) })?;
        Ok(Event::own(out_event))
    }
}
