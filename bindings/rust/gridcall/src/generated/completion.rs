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
#[allow(unused_imports)] // for the links in the documentation
use super::*;

handle! {
    /// A queue of tokens.
    ///
    /// A completion is a queue of numbers, tokens, that streams post to when they get somewhere
    /// ([`Stream::notify`]), and from which the program takes them: it waits for many streams, of any
    /// contexts and devices, in one place, with a time limit, on a thread of its own or in the event loop
    /// that it has anyway ([`Completion::descriptor`]). A GPU that is lost tells nobody. The library notices
    /// in [`Completion::wait`], within about a second, and in every other call that asks the GPU something;
    /// then all tokens that are outstanding on it are posted.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Completion(gc_completion) gc_completion_release
}

impl Completion {
    /// Makes a completion. It belongs to no context: streams of all of them may post to it. It needs a file
    /// descriptor; a process without a free one gets IO.
    ///
    /// # Errors
    /// `IO`, `FORKED`, `EXITING`.
    pub fn create() -> Result<Completion> {
        let mut out_completion = ptr::null_mut();
        call(|error| unsafe { sys::gc_completion_create(&mut out_completion, error) })?;
        Ok(Completion::own(out_completion))
    }

    /// Takes the oldest token, and waits for one at most for a time. That the time ran out is no error.
    /// Several threads may wait: each token goes to one of them. If the completion is released meanwhile the
    /// call fails with INVALID_HANDLE.
    ///
    /// * `timeout`: The longest wait; 0 looks once, the greatest number waits without end.
    /// * returns: The token; 0 if there was none; true if there was a token, false if the time ran out.
    ///
    /// # Errors
    /// `IO`, `FORKED`, `EXITING`.
    pub fn wait(&self, timeout: Duration) -> Result<(u64, bool)> {
        let mut out_token = 0u64;
        let mut out_done = 0;
        call(|error| unsafe { sys::gc_completion_wait(self.raw, nanoseconds(timeout), &mut out_token, &mut out_done, error) })?;
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
        call(|error| unsafe { sys::gc_completion_get_descriptor(self.raw, &mut out_descriptor, error) })?;
        Ok(out_descriptor)
    }
}
