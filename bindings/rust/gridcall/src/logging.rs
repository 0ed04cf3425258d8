// SPDX-License-Identifier: Apache-2.0

//! Records of the library's log, handed to the logger of the crate `log`.

use crate::{Log, LogLevel, LogRecord, Result};
use core::time::Duration;
use log::{Level, Record};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// Hands records to the logger of the crate `log` until it is dropped; then all that came before was handed on.
#[must_use = "dropping it ends the forwarding"]
#[derive(Debug)]
pub struct LogForwarder {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Hands what the library logs from now on to the logger of the crate `log`, on a thread of its own. The target is
/// `gridcall::` and the part of the library, as in `gridcall::compile`. Where [`log::max_level`] is `Debug` or more each
/// launch, copy and allocation is a record. Preview: may change in any release.
///
/// # Errors
/// Those of [`Log::create`].
///
/// # Panics
/// Where no thread is to be had.
pub fn forward_log() -> Result<LogForwarder> {
    let level = if log::max_level() >= Level::Debug {
        LogLevel::DEBUG
    } else {
        LogLevel::INFO
    };
    let log = Log::create(level)?;
    let is_over = Arc::new(AtomicBool::new(false));
    let ends = is_over.clone();
    let thread = thread::Builder::new()
        .name("gridcall-log".into())
        .spawn(move || forward(&log, &ends))
        .expect("a thread for the records");
    Ok(LogForwarder {
        is_over,
        thread: Some(thread),
    })
}

const PAUSE: Duration = Duration::from_millis(100);

fn forward(log: &Log, ends: &AtomicBool) {
    loop {
        let is_over = ends.load(Ordering::Acquire);
        match log.read(if is_over { Duration::ZERO } else { PAUSE }) {
            Ok((record, true)) => hand_on(&record),
            Ok((_, false)) if !is_over => {}
            _ => return, // all was handed on, or the process exits
        }
    }
}

fn hand_on(record: &LogRecord) {
    let level = if record.level == LogLevel::DEBUG {
        Level::Debug
    } else {
        Level::Info
    };
    let target = format!("gridcall::{}", record.component);
    let lost = match record.lost {
        0 => String::new(),
        lost => format!(" ({lost} records before it were lost)"),
    };
    log::logger().log(
        &Record::builder()
            .level(level)
            .target(&target)
            .args(format_args!("{}{lost}", record.message))
            .build(),
    );
}

impl Drop for LogForwarder {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join(); // a logger that panicked has said so
        }
    }
}
