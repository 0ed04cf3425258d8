// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;

/// A queue of work on a context. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_stream {
    _private: [u8; 0],
}

/// Attributes of a stream. gridcall's own numbers.
pub type gc_stream_attribute = i32;
/// GRIDCALL_STREAM_\* bits.
pub const GRIDCALL_STREAM_ATTRIBUTE_FLAGS: gc_stream_attribute = 100001;
/// Its priority: lower is more urgent.
pub const GRIDCALL_STREAM_ATTRIBUTE_PRIORITY: gc_stream_attribute = 100002;
/// A number that no other stream of its driver ever has in this process.
pub const GRIDCALL_STREAM_ATTRIBUTE_ID: gc_stream_attribute = 100003;
/// 1 while work that is queued on it is recorded and does not run, else 0.
pub const GRIDCALL_STREAM_ATTRIBUTE_IS_CAPTURING: gc_stream_attribute = 100004;

/// Flags of a stream.
pub type gc_stream_flags = u64;
/// Work does not wait for the default stream, nor it for this one.
pub const GRIDCALL_STREAM_NON_BLOCKING: gc_stream_flags = 1 << 0;

/// Options of a new stream.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_stream_options {
    /// sizeof(gc_stream_options).
    pub struct_size: usize,
    /// GRIDCALL_STREAM_\* bits.
    pub flags: gc_stream_flags,
    /// Lower is more urgent; numbers outside gc_context_get_stream_priority_range are moved to its nearest
    /// end.
    pub priority: i32,
    /// Zero.
    pub reserved: u32,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Makes a stream.
    pub fn gc_stream_create(context: *mut gc_context, options: *const gc_stream_options, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// A handle for the default stream, which is meant wherever no stream is given: with it the default
    /// stream can be waited for, also for a time, asked whether it is done, and cancelled. Releasing the
    /// handle does nothing to the stream.
    pub fn gc_context_get_default_stream(context: *mut gc_context, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// The range of stream priorities of a context: both 0 where priorities mean nothing.
    pub fn gc_context_get_stream_priority_range(context: *mut gc_context, out_least: *mut i32, out_greatest: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Waits until all work queued on the stream is done, and reports the fault of a kernel among it. On the
    /// CPU device a fault is reported once, to the first call that waits for its stream or queues work on it;
    /// then the stream works again. For the default stream, and for copies that wait on it, the faults of
    /// streams made without NON_BLOCKING count as its own.
    pub fn gc_stream_synchronize(stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Says whether all work queued on the stream is done. Never waits. Work that is done but for a fault is
    /// an error; the fault stays to be reported by a call that waits for the stream or queues work on it.
    pub fn gc_stream_query(stream: *mut gc_stream, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Waits as gc_stream_synchronize does, but at most for a time. That the time ran out is no error: the
    /// work still runs.
    pub fn gc_stream_synchronize_for(stream: *mut gc_stream, timeout_nanoseconds: u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Ends the kernel or copy that runs on the stream, and drops what is queued behind it there. The next
    /// call that waits for the stream reports CANCELLED, once; then the stream can be used again. Memory that
    /// the work writes is left half written. Nothing happens where nothing is queued.
    /// gc_context_get_default_stream has the default stream. Only on the CPU device: a GPU returns
    /// UNSUPPORTED.
    pub fn gc_stream_cancel(stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes work queued on the stream from now on wait until the event has happened. The host does not wait,
    /// unless one is the CPU device's and the other a GPU's: then it waits here. An event that was never
    /// recorded counts as happened.
    pub fn gc_stream_wait_event(stream: *mut gc_stream, event: *mut gc_event, out_error: *mut *mut gc_error) -> gc_status;
    /// gc_stream_wait_event for several events: work queued on the stream from now on waits until all of them
    /// have happened. No event: nothing happens. If the call fails the stream may already wait for some of
    /// them.
    pub fn gc_stream_wait_events(stream: *mut gc_stream, events: *const *mut gc_event, event_count: usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Posts a token to a completion when the work queued on the stream so far is done. The host does not
    /// wait, and no code of the program runs on a thread of the driver. The token comes once, whatever became
    /// of the work: also behind a fault, behind work that was cancelled, and where the GPU is lost; a call
    /// that waits for the stream or for an event recorded before says which. Tokens of one stream come in
    /// order. A call that fails posts none. The stream and the completion may be released at once.
    pub fn gc_stream_notify(stream: *mut gc_stream, completion: *mut gc_completion, token: u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a stream. Work queued on it still runs. A fault that has not been reported by then is lost,
    /// unless a call that waits for more than this stream reports it: synchronize first.
    pub fn gc_stream_release(stream: *mut gc_stream);
    /// An attribute of a stream. NOT_FOUND for a number that this library does not know, UNSUPPORTED where
    /// the driver does not tell.
    pub fn gc_stream_get_attribute(stream: *mut gc_stream, attribute: gc_stream_attribute, out_value: *mut i64, out_error: *mut *mut gc_error) -> gc_status;
    /// A gc_stream for a stream that another library made: its CUstream. It is not destroyed; its owner must
    /// keep it until the gc_stream is released and gc_handle_collect has returned after that while nothing
    /// ran on it. CU_STREAM_LEGACY is the default stream. The CPU device refuses a number that is no stream
    /// of the context; a GPU's driver may end the process with one.
    pub fn gc_stream_wrap(context: *mut gc_context, native: u64, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Makes a stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_create(context: *mut gc_context, options: *const gc_stream_options, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_create) {
            Some(function) => function(context, options, out_stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A handle for the default stream, which is meant wherever no stream is given: with it the default
    /// stream can be waited for, also for a time, asked whether it is done, and cancelled. Releasing the
    /// handle does nothing to the stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_default_stream(context: *mut gc_context, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_default_stream) {
            Some(function) => function(context, out_stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The range of stream priorities of a context: both 0 where priorities mean nothing.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_stream_priority_range(context: *mut gc_context, out_least: *mut i32, out_greatest: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_stream_priority_range) {
            Some(function) => function(context, out_least, out_greatest, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Waits until all work queued on the stream is done, and reports the fault of a kernel among it. On the
    /// CPU device a fault is reported once, to the first call that waits for its stream or queues work on it;
    /// then the stream works again. For the default stream, and for copies that wait on it, the faults of
    /// streams made without NON_BLOCKING count as its own.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_synchronize(stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_synchronize) {
            Some(function) => function(stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Says whether all work queued on the stream is done. Never waits. Work that is done but for a fault is
    /// an error; the fault stays to be reported by a call that waits for the stream or queues work on it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_query(stream: *mut gc_stream, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_query) {
            Some(function) => function(stream, out_done, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Waits as gc_stream_synchronize does, but at most for a time. That the time ran out is no error: the
    /// work still runs.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_synchronize_for(stream: *mut gc_stream, timeout_nanoseconds: u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_synchronize_for) {
            Some(function) => function(stream, timeout_nanoseconds, out_done, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Ends the kernel or copy that runs on the stream, and drops what is queued behind it there. The next
    /// call that waits for the stream reports CANCELLED, once; then the stream can be used again. Memory that
    /// the work writes is left half written. Nothing happens where nothing is queued.
    /// gc_context_get_default_stream has the default stream. Only on the CPU device: a GPU returns
    /// UNSUPPORTED.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_cancel(stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_cancel) {
            Some(function) => function(stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes work queued on the stream from now on wait until the event has happened. The host does not wait,
    /// unless one is the CPU device's and the other a GPU's: then it waits here. An event that was never
    /// recorded counts as happened.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_wait_event(stream: *mut gc_stream, event: *mut gc_event, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_wait_event) {
            Some(function) => function(stream, event, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// gc_stream_wait_event for several events: work queued on the stream from now on waits until all of them
    /// have happened. No event: nothing happens. If the call fails the stream may already wait for some of
    /// them.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_wait_events(stream: *mut gc_stream, events: *const *mut gc_event, event_count: usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_wait_events) {
            Some(function) => function(stream, events, event_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Posts a token to a completion when the work queued on the stream so far is done. The host does not
    /// wait, and no code of the program runs on a thread of the driver. The token comes once, whatever became
    /// of the work: also behind a fault, behind work that was cancelled, and where the GPU is lost; a call
    /// that waits for the stream or for an event recorded before says which. Tokens of one stream come in
    /// order. A call that fails posts none. The stream and the completion may be released at once.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_notify(stream: *mut gc_stream, completion: *mut gc_completion, token: u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_notify) {
            Some(function) => function(stream, completion, token, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a stream. Work queued on it still runs. A fault that has not been reported by then is lost,
    /// unless a call that waits for more than this stream reports it: synchronize first.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_release(stream: *mut gc_stream) {
        if let Some(function) = function!(stream_release) {
            function(stream)
        }
    }

    /// An attribute of a stream. NOT_FOUND for a number that this library does not know, UNSUPPORTED where
    /// the driver does not tell.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_get_attribute(stream: *mut gc_stream, attribute: gc_stream_attribute, out_value: *mut i64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_get_attribute) {
            Some(function) => function(stream, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A gc_stream for a stream that another library made: its CUstream. It is not destroyed; its owner must
    /// keep it until the gc_stream is released and gc_handle_collect has returned after that while nothing
    /// ran on it. CU_STREAM_LEGACY is the default stream. The CPU device refuses a number that is no stream
    /// of the context; a GPU's driver may end the process with one.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_wrap(context: *mut gc_context, native: u64, out_stream: *mut *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_wrap) {
            Some(function) => function(context, native, out_stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}
