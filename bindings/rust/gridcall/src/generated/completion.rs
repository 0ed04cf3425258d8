// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::check;
use crate::sys;
use crate::Result;
use core::fmt;
use core::ptr;
#[allow(unused_imports)] // for the links in the documentation
use super::*;

/// A queue of tokens.
///
/// A completion is a queue of numbers, tokens, that streams post to when they get somewhere
/// ([`Stream::notify`]), and from which the program takes them: it waits for many streams, of any contexts
/// and devices, in one place, with a time limit, on a thread of its own or in the event loop that it has
/// anyway ([`Completion::descriptor`]). A GPU that is lost tells nobody. The library notices in
/// [`Completion::wait`], within about a second, and in every other call that asks the GPU something; then all
/// tokens that are outstanding on it are posted.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Completion {
    pub(super) raw: *mut sys::gc_completion,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Completion {}
unsafe impl Sync for Completion {}

impl Completion {
    /// The C handle, for other code that speaks to the library. Still owned by `self`.
    pub fn raw(&self) -> *mut sys::gc_completion {
        self.raw
    }

    /// Takes a C handle over.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_completion` that nobody else releases.
    pub unsafe fn from_raw(raw: *mut sys::gc_completion) -> Completion {
        Completion { raw }
    }

    /// The C handle, no longer owned: somebody must release it.
    pub fn into_raw(self) -> *mut sys::gc_completion {
        let raw = self.raw;
        core::mem::forget(self);
        raw
    }
}

impl fmt::Debug for Completion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Completion({:#x})", self.raw as usize)
    }
}

impl Drop for Completion {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and a release only queues its work.
        unsafe { sys::gc_completion_release(self.raw) }
    }
}

impl Completion {
    /// Makes a completion. It belongs to no context: streams of all of them may post to it. It needs a file
    /// descriptor; a process without a free one gets IO.
    ///
    /// # Errors
    /// `IO`, `FORKED`, `EXITING`.
    pub fn create() -> Result<Completion> {
        let mut out_completion = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_completion_create(&mut out_completion, &mut error) };
        check(status, error)?;
        Ok(Completion { raw: out_completion })
    }

    /// Takes the oldest token, and waits for one at most for a time. That the time ran out is no error.
    /// Several threads may wait: each token goes to one of them. If the completion is released meanwhile the
    /// call fails with INVALID_HANDLE.
    ///
    /// * `timeout_nanoseconds`: The longest wait, in nanoseconds; 0 looks once, the greatest number waits
    ///   without end.
    /// * returns: The token; 0 if there was none; true if there was a token, false if the time ran out.
    ///
    /// # Errors
    /// `IO`, `FORKED`, `EXITING`.
    pub fn wait(&self, timeout_nanoseconds: u64) -> Result<(u64, bool)> {
        let mut out_token = 0u64;
        let mut out_done = 0;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_completion_wait(self.raw, timeout_nanoseconds, &mut out_token, &mut out_done, &mut error) };
        check(status, error)?;
        Ok((out_token, out_done != 0))
    }

    /// A file descriptor for poll, select, epoll and the event loops made of them: readable while there is a
    /// token. Only poll it; take the token with [`Completion::wait`] and a time limit of 0, which says that
    /// there was none if another thread took it first. It belongs to the completion: never read, write or
    /// close it, and take it out of the loop before the completion is released. A loop that shall notice a
    /// lost GPU calls [`Completion::wait`] once a second while tokens are outstanding.
    ///
    /// # Errors
    /// `FORKED`, `EXITING`.
    pub fn descriptor(&self) -> Result<i32> {
        let mut out_descriptor = 0i32;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_completion_get_descriptor(self.raw, &mut out_descriptor, &mut error) };
        check(status, error)?;
        Ok(out_descriptor)
    }
}
