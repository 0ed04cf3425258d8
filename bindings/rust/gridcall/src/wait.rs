// SPDX-License-Identifier: Apache-2.0

//! Waiting for a stream without holding a thread: a future that any runtime can poll.

use crate::{Completion, Error, Event, EventFlags, EventOptions, Result, Status, Stream};
use core::future::Future;
use core::mem::forget;
use core::pin::Pin;
use core::task::{Context as Task, Poll, Waker};
use core::time::Duration;
use std::collections::HashMap;
use std::os::fd::BorrowedFd;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;

/// The work that was queued on a [`Stream`] when [`Stream::done`] was called.
///
/// As a future it is ready when that work is done: `Ok`, or the fault of the work, as [`Event::synchronize`] reports it. Any
/// runtime can poll it; one thread of this crate waits for all of them, while there are any. Dropping it leaves the work alone.
///
/// ```no_run
/// # async fn example(stream: &gridcall::Stream) -> gridcall::Result<()> {
/// stream.done()?.await
/// # }
/// ```
#[must_use = "it does nothing unless it is awaited or waited for"]
#[derive(Debug)]
pub struct Done {
    event: Event, // behind the work: it knows of its fault
    reached: Arc<Reached>,
}

#[derive(Debug, Default)]
struct Reached {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    is_reached: bool,
    waker: Option<Waker>,
}

impl Stream {
    /// The end of the work that is queued on the stream so far: a future, and something to wait for.
    ///
    /// # Errors
    /// Those of [`Event::create`], [`Event::record`] and [`Stream::notify`], and of [`Completion::create`] the first time.
    pub fn done(&self) -> Result<Done> {
        let options = EventOptions {
            flags: EventFlags::DISABLE_TIMING,
        };
        let event = Event::create(&self.context()?, Some(&options))?;
        event.record(Some(self))?;
        let reached = Arc::new(Reached::default());
        notify(self, &reached)?;
        Ok(Done { event, reached })
    }
}

impl Event {
    /// The time from this event to `end`; see [`Event::elapsed`], which has it in nanoseconds and also where it is negative.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` if `end` is the earlier one, and those of [`Event::elapsed`].
    pub fn duration(&self, end: &Event) -> Result<Duration> {
        let nanoseconds = self.elapsed(end)?;
        u64::try_from(nanoseconds)
            .map(Duration::from_nanos)
            .map_err(|_| {
                let message = format!(
                    "`end` happened {} ns before the event: exchange the two",
                    nanoseconds.unsigned_abs()
                );
                Error::refuse(Status::INVALID_ARGUMENT, message)
            })
    }
}

impl Completion {
    /// [`Completion::descriptor`] as Rust has it, for `poll` and for runtimes: it is `AsFd` and `AsRawFd`.
    ///
    /// # Errors
    /// Those of [`Completion::descriptor`].
    pub fn fd(&self) -> Result<BorrowedFd<'_>> {
        // SAFETY: the completion, which is borrowed, keeps it open.
        Ok(unsafe { BorrowedFd::borrow_raw(self.descriptor()?) })
    }
}

impl Done {
    /// Waits on this thread.
    ///
    /// # Errors
    /// The fault of the work, and any device error.
    pub fn wait(self) -> Result<()> {
        self.event.synchronize()
    }

    /// Waits on this thread, at most for a time. `None`: it is not done yet, and can be waited for again.
    pub fn wait_for(&mut self, time: Duration) -> Option<Result<()>> {
        let state = lock(&self.reached.state);
        let (state, _) = self
            .reached
            .changed
            .wait_timeout_while(state, time, |state| !state.is_reached)
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        state.is_reached.then(|| self.event.synchronize())
    }
}

impl Future for Done {
    type Output = Result<()>;

    fn poll(self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<Self::Output> {
        let mut state = lock(&self.reached.state);
        if state.is_reached {
            drop(state);
            return Poll::Ready(self.event.synchronize()); // at once: it has happened
        }
        match &mut state.waker {
            Some(waker) => waker.clone_from(task.waker()),
            none => *none = Some(task.waker().clone()),
        }
        Poll::Pending
    }
}

impl Reached {
    fn set(&self) {
        let waker = {
            let mut state = lock(&self.state);
            state.is_reached = true;
            state.waker.take()
        };
        self.changed.notify_all();
        if let Some(waker) = waker {
            // A waker is somebody's own code. If it panics, that is told by the panic's message, and nobody else waits longer.
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| waker.wake())) {
                forget(panic); // dropping it could panic again
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No panic leaves the content half changed: it is whole between any two statements.
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The tokens that streams have still to post. One thread takes them, and ends when none is outstanding for a while.
struct Outstanding {
    completion: Option<Arc<Completion>>,
    reached: Option<HashMap<u64, Arc<Reached>>>,
    last: u64,
    has_thread: bool,
}

static OUTSTANDING: Mutex<Outstanding> = Mutex::new(Outstanding {
    completion: None,
    reached: None,
    last: 0,
    has_thread: false,
});

const IDLE: Duration = Duration::from_secs(1);

fn notify(stream: &Stream, reached: &Arc<Reached>) -> Result<()> {
    let mut all = lock(&OUTSTANDING);
    let completion = match &all.completion {
        Some(completion) => completion.clone(),
        None => all
            .completion
            .insert(Arc::new(Completion::create()?))
            .clone(),
    };
    all.last += 1;
    let token = all.last;
    stream.notify(&completion, token)?;
    all.reached
        .get_or_insert_with(HashMap::new)
        .insert(token, reached.clone());
    if !all.has_thread {
        all.has_thread = true;
        drop(all);
        let spawned = thread::Builder::new()
            .name("gridcall-wait".into())
            .spawn(move || take_tokens(&completion));
        if spawned.is_err() {
            // No thread is to be had: this one waits, and the future is ready at once.
            lock(&OUTSTANDING).has_thread = false;
            let result = stream.synchronize();
            reached.set();
            return result;
        }
    }
    Ok(())
}

/// Whatever ends the thread, the next future starts another.
struct Thread;

impl Drop for Thread {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&OUTSTANDING).has_thread = false;
        }
    }
}

fn take_tokens(completion: &Completion) {
    let _thread = Thread;
    loop {
        let taken = completion.wait(IDLE);
        let mut all = lock(&OUTSTANDING);
        let reached = all.reached.get_or_insert_with(HashMap::new);
        match taken {
            Ok((token, true)) => {
                let one = reached.remove(&token);
                drop(all);
                if let Some(one) = one {
                    one.set();
                }
            }
            Ok((_, false)) if !reached.is_empty() => {}
            Ok((_, false)) => {
                all.has_thread = false;
                return;
            }
            // The process exits, or was forked: nobody will post. The event says why.
            Err(_) => {
                let rest: Vec<_> = reached.drain().collect();
                all.completion = None;
                all.has_thread = false;
                drop(all);
                for (_, one) in rest {
                    one.set();
                }
                return;
            }
        }
    }
}
