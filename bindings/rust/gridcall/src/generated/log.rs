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

handle! {
    /// A queue of log records. Preview: may change in any release.
    ///
    /// A log is a queue of records that say, in a line each, what the library does: which driver and device
    /// it chose and why, what it compiled or found in the cache and how long that took, modules that it
    /// loaded, devices that were lost, memory that ran out; at the level DEBUG each launch, copy, fill and
    /// allocation too. The program takes them on a thread of its own or in its event loop
    /// ([`Log::descriptor`]) and gives them to the logger that it has. While nobody wants records a launch
    /// costs one load more.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    Log(gc_log) gc_log_release
}

codes! {
    /// The levels of a log. Each has what those before it have.
    LogLevel {
        /// Choices, compilations, loads, losses: a few records for each module.
        INFO = 1,
        /// Each launch, copy, fill and allocation.
        DEBUG = 2,
    }
}

/// A record of a log.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRecord {
    /// The time: nanoseconds since 1970 began in UTC.
    pub time_nanoseconds: u64,
    /// The number of records before this one that were left out because the log was full.
    pub lost: u64,
    /// The part of the library, a noun: library, environment, driver, device, context, compile, module,
    /// memory, pool, launch, copy, fill or trace. The text lives as long as the process.
    pub component: String,
    /// The level.
    pub level: LogLevel,
    /// The text, one line; a longer one is cut and ends with three points.
    pub message: String,
}

impl LogRecord {
    pub(crate) fn from_c(c: sys::gc_log_record) -> LogRecord {
        LogRecord {
            time_nanoseconds: c.time_nanoseconds,
            lost: c.lost,
            component: unsafe { crate::support::owned_text(c.component) },
            level: LogLevel(c.level),
            message: crate::support::array_text(&c.message),
        }
    }
}

impl Log {
    /// Makes a log, which gets the process's records from now on. IO: the process has no free descriptor.
    /// Preview: may change in any release.
    ///
    /// * `level`: The records that it gets.
    ///
    /// # Errors
    /// `IO`, `FORKED`, `EXITING`.
    pub fn create(level: LogLevel) -> Result<Log> {
        let mut out_log = ptr::null_mut();
        call(|error| unsafe { sys::gc_log_create(level.0, &mut out_log, error) })?;
        Ok(Log::own(out_log))
    }

    /// Takes the oldest record, and waits for one at most for a time. That the time ran out is no error.
    /// Several threads may read: each record goes to one of them. If the log is released meanwhile the call
    /// fails with INVALID_HANDLE. Preview: may change in any release.
    ///
    /// * `timeout`: The longest wait; 0 looks once, the greatest number waits without end.
    /// * returns: The record; empty if there was none; true if there was a record, false if the time ran out.
    ///
    /// # Errors
    /// `FORKED`, `EXITING`.
    pub fn read(&self, timeout: Duration) -> Result<(LogRecord, bool)> {
        let mut out_record = sys::gc_log_record { struct_size: core::mem::size_of::<sys::gc_log_record>(), ..unsafe { core::mem::zeroed() } };
        let mut out_done = 0;
        call(|error| unsafe { sys::gc_log_read(self.raw, nanoseconds(timeout), &mut out_record, &mut out_done, error) })?;
        Ok((LogRecord::from_c(out_record), out_done != 0))
    }

    /// A file descriptor for poll, select, epoll and the event loops made of them: readable while there is a
    /// record. Only poll it; take the record with [`Log::read`] and a time limit of 0. It belongs to the log:
    /// never read, write or close it, and take it out of the loop before the log is released. Preview: may
    /// change in any release.
    ///
    /// # Errors
    /// `FORKED`, `EXITING`.
    pub fn descriptor(&self) -> Result<i32> {
        let mut out_descriptor = 0i32;
        call(|error| unsafe { sys::gc_log_get_descriptor(self.raw, &mut out_descriptor, error) })?;
        Ok(out_descriptor)
    }
}
