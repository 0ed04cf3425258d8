// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_void;

/// A marker in a stream. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_event {
    _private: [u8; 0],
}

/// Flags of an event.
pub type gc_event_flags = u64;
/// gc_event_synchronize sleeps instead of spinning.
pub const GRIDCALL_EVENT_BLOCKING_SYNC: gc_event_flags = 1 << 0;
/// The event records no time, which makes it cheaper.
pub const GRIDCALL_EVENT_DISABLE_TIMING: gc_event_flags = 1 << 1;
/// Other processes can open the event (gc_event_get_ipc_handle). With DISABLE_TIMING alone.
pub const GRIDCALL_EVENT_INTERPROCESS: gc_event_flags = 1 << 2;

/// Options of a new event.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_event_options {
    /// sizeof(gc_event_options).
    pub struct_size: usize,
    /// GRIDCALL_EVENT_\* bits.
    pub flags: gc_event_flags,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Makes an event. UNSUPPORTED: INTERPROCESS on a device or driver that shares no events
    /// (GRIDCALL_FEATURE_IPC).
    pub fn gc_event_create(context: *mut gc_context, options: *const gc_event_options, out_event: *mut *mut gc_event, out_error: *mut *mut gc_error) -> gc_status;
    /// Puts the event behind the work queued on the stream so far. Recording again moves it.
    pub fn gc_event_record(event: *mut gc_event, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Waits until the event has happened. An event that was never recorded counts as happened.
    pub fn gc_event_synchronize(event: *mut gc_event, out_error: *mut *mut gc_error) -> gc_status;
    /// Waits as gc_event_synchronize does, for several events together and at most for a time. That the time
    /// ran out is no error: the work still runs. An event that was never recorded counts as happened. With
    /// faults behind several events it reports the first one's; the others stay to be reported.
    pub fn gc_event_synchronize_for(events: *const *mut gc_event, event_count: usize, timeout_nanoseconds: u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Says whether the event has happened. Never waits. One that happened behind a fault is an error, as
    /// gc_stream_query has it.
    pub fn gc_event_query(event: *mut gc_event, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// The time from one event to another, measured on the device. Both must have been recorded, have
    /// happened, and be of one context.
    pub fn gc_event_get_elapsed(start: *mut gc_event, end: *mut gc_event, out_nanoseconds: *mut i64, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases an event. A stream that waits for it still does.
    pub fn gc_event_release(event: *mut gc_event);
    /// A gc_event for an event that another library made: its CUevent. It is not destroyed; its owner must
    /// keep it until the gc_event is released. The CPU device refuses a number that is no event of the
    /// context; a GPU's driver may end the process with one.
    pub fn gc_event_wrap(context: *mut gc_context, native: u64, out_event: *mut *mut gc_event, out_error: *mut *mut gc_error) -> gc_status;
    /// A handle with which another process of the same machine opens the event (gc_event_open_ipc): 64 bytes,
    /// to be sent there by any means. It is valid while the event lives. INVALID_ARGUMENT: the event was made
    /// without the flag INTERPROCESS, or came from gc_event_open_ipc or gc_event_wrap.
    pub fn gc_event_get_ipc_handle(event: *mut gc_event, out_handle: *mut u8, out_error: *mut *mut gc_error) -> gc_status;
    /// Opens an event of another process. Both processes can record it, wait for it and query it; a wait is
    /// for the newest record of either. The event must live in the other process for as long as this one uses
    /// it. On the CPU device a wait for a record whose process ended before its work was done returns
    /// CANCELLED; with a GPU it is undefined. INVALID_ARGUMENT: the handle is none of an event, of this
    /// process, or of another device's driver. NOT_FOUND: the CPU device finds that its process has ended or
    /// has released the event. UNSUPPORTED: it is of another user, or the driver shares no events.
    pub fn gc_event_open_ipc(context: *mut gc_context, handle: *const c_void, handle_size: usize, out_event: *mut *mut gc_event, out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Makes an event. UNSUPPORTED: INTERPROCESS on a device or driver that shares no events
    /// (GRIDCALL_FEATURE_IPC).
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_create(context: *mut gc_context, options: *const gc_event_options, out_event: *mut *mut gc_event, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_create) {
            Some(function) => function(context, options, out_event, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Puts the event behind the work queued on the stream so far. Recording again moves it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_record(event: *mut gc_event, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_record) {
            Some(function) => function(event, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Waits until the event has happened. An event that was never recorded counts as happened.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_synchronize(event: *mut gc_event, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_synchronize) {
            Some(function) => function(event, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Waits as gc_event_synchronize does, for several events together and at most for a time. That the time
    /// ran out is no error: the work still runs. An event that was never recorded counts as happened. With
    /// faults behind several events it reports the first one's; the others stay to be reported.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_synchronize_for(events: *const *mut gc_event, event_count: usize, timeout_nanoseconds: u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_synchronize_for) {
            Some(function) => function(events, event_count, timeout_nanoseconds, out_done, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Says whether the event has happened. Never waits. One that happened behind a fault is an error, as
    /// gc_stream_query has it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_query(event: *mut gc_event, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_query) {
            Some(function) => function(event, out_done, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The time from one event to another, measured on the device. Both must have been recorded, have
    /// happened, and be of one context.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_get_elapsed(start: *mut gc_event, end: *mut gc_event, out_nanoseconds: *mut i64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_get_elapsed) {
            Some(function) => function(start, end, out_nanoseconds, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases an event. A stream that waits for it still does.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_release(event: *mut gc_event) {
        if let Some(function) = function!(event_release) {
            function(event)
        }
    }

    /// A gc_event for an event that another library made: its CUevent. It is not destroyed; its owner must
    /// keep it until the gc_event is released. The CPU device refuses a number that is no event of the
    /// context; a GPU's driver may end the process with one.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_wrap(context: *mut gc_context, native: u64, out_event: *mut *mut gc_event, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_wrap) {
            Some(function) => function(context, native, out_event, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A handle with which another process of the same machine opens the event (gc_event_open_ipc): 64 bytes,
    /// to be sent there by any means. It is valid while the event lives. INVALID_ARGUMENT: the event was made
    /// without the flag INTERPROCESS, or came from gc_event_open_ipc or gc_event_wrap.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_get_ipc_handle(event: *mut gc_event, out_handle: *mut u8, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_get_ipc_handle) {
            Some(function) => function(event, out_handle, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Opens an event of another process. Both processes can record it, wait for it and query it; a wait is
    /// for the newest record of either. The event must live in the other process for as long as this one uses
    /// it. On the CPU device a wait for a record whose process ended before its work was done returns
    /// CANCELLED; with a GPU it is undefined. INVALID_ARGUMENT: the handle is none of an event, of this
    /// process, or of another device's driver. NOT_FOUND: the CPU device finds that its process has ended or
    /// has released the event. UNSUPPORTED: it is of another user, or the driver shares no events.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_event_open_ipc(context: *mut gc_context, handle: *const c_void, handle_size: usize, out_event: *mut *mut gc_event, out_error: *mut *mut gc_error) -> gc_status {
        match function!(event_open_ipc) {
            Some(function) => function(context, handle, handle_size, out_event, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}
