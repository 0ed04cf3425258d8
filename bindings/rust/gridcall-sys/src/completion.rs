// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;

/// A queue of tokens. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_completion {
    _private: [u8; 0],
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Makes a completion. It belongs to no context: streams of all of them may post to it. It needs a file
    /// descriptor; a process without a free one gets IO.
    pub fn gc_completion_create(out_completion: *mut *mut gc_completion, out_error: *mut *mut gc_error) -> gc_status;
    /// Takes the oldest token, and waits for one at most for a time. That the time ran out is no error.
    /// Several threads may wait: each token goes to one of them. If the completion is released meanwhile the
    /// call fails with INVALID_HANDLE.
    pub fn gc_completion_wait(completion: *mut gc_completion, timeout_nanoseconds: u64, out_token: *mut u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// A file descriptor for poll, select, epoll and the event loops made of them: readable while there is a
    /// token. Only poll it; take the token with gc_completion_wait and a time limit of 0, which says that
    /// there was none if another thread took it first. It belongs to the completion: never read, write or
    /// close it, and take it out of the loop before the completion is released. A loop that shall notice a
    /// lost GPU calls gc_completion_wait once a second while tokens are outstanding.
    pub fn gc_completion_get_descriptor(completion: *mut gc_completion, out_descriptor: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a completion. Its tokens, and those that are still to be posted, are dropped; calls that wait
    /// for one return INVALID_HANDLE.
    pub fn gc_completion_release(completion: *mut gc_completion);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Makes a completion. It belongs to no context: streams of all of them may post to it. It needs a file
    /// descriptor; a process without a free one gets IO.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_completion_create(out_completion: *mut *mut gc_completion, out_error: *mut *mut gc_error) -> gc_status {
        match function!(completion_create) {
            Some(function) => function(out_completion, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Takes the oldest token, and waits for one at most for a time. That the time ran out is no error.
    /// Several threads may wait: each token goes to one of them. If the completion is released meanwhile the
    /// call fails with INVALID_HANDLE.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_completion_wait(completion: *mut gc_completion, timeout_nanoseconds: u64, out_token: *mut u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(completion_wait) {
            Some(function) => function(completion, timeout_nanoseconds, out_token, out_done, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A file descriptor for poll, select, epoll and the event loops made of them: readable while there is a
    /// token. Only poll it; take the token with gc_completion_wait and a time limit of 0, which says that
    /// there was none if another thread took it first. It belongs to the completion: never read, write or
    /// close it, and take it out of the loop before the completion is released. A loop that shall notice a
    /// lost GPU calls gc_completion_wait once a second while tokens are outstanding.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_completion_get_descriptor(completion: *mut gc_completion, out_descriptor: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(completion_get_descriptor) {
            Some(function) => function(completion, out_descriptor, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a completion. Its tokens, and those that are still to be posted, are dropped; calls that wait
    /// for one return INVALID_HANDLE.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_completion_release(completion: *mut gc_completion) {
        if let Some(function) = function!(completion_release) {
            function(completion)
        }
    }
}
