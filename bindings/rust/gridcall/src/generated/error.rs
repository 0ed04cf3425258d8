// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

#![cfg_attr(not(feature = "preview"), allow(dead_code, unused_imports))]
use crate::sys;
use super::*;

/// Why a call failed: everything the library says about it.
pub struct Error(Box<Details>);

pub(crate) struct Details {
    pub(crate) status: Status,
    pub(crate) message: String,
    pub(crate) text: String,
    pub(crate) function: String,
    pub(crate) driver_code: i32,
    pub(crate) driver_name: String,
    pub(crate) log: String,
    pub(crate) options: String,
    pub(crate) source_name: String,
    pub(crate) notes: Vec<String>,
    #[cfg(feature = "preview")]
    pub(crate) reports: Vec<crate::CheckReport>,
}

impl Error {
    pub(crate) fn from_details(details: Details) -> Error {
        Error(Box::new(details))
    }

    /// Copies what a gc_error says, and releases it.
    #[cold]
    pub(crate) fn take(status: sys::gc_status, error: *mut sys::gc_error) -> Error {
        // SAFETY: the accessors return empty text for NULL; text lives until the release below.
        unsafe {
            let details = Details {
                status: Status(status),
                message: crate::support::message(status, error, sys::gc_error_message(error)),
                text: crate::support::owned_text(sys::gc_error_text(error)),
                function: crate::support::owned_text(sys::gc_error_function(error)),
                driver_code: sys::gc_error_driver_code(error),
                driver_name: crate::support::owned_text(sys::gc_error_driver_name(error)),
                log: crate::support::owned_text(sys::gc_error_log(error)),
                options: crate::support::owned_text(sys::gc_error_options(error)),
                source_name: crate::support::owned_text(sys::gc_error_source_name(error)),
                notes: (0..sys::gc_error_note_count(error))
                    .map(|index| crate::support::owned_text(sys::gc_error_note(error, index)))
                    .collect(),
                #[cfg(feature = "preview")]
                reports: crate::check_report::read(error),
            };
            sys::gc_error_release(error);
            Error::from_details(details)
        }
    }

    /// The status, equal to what the failing call returned.
    pub fn status(&self) -> Status {
        self.0.status
    }

    /// One line: what is wrong, with the names and numbers, and what to do.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Everything in one text, to print: the function, the status and the message in the first line, then the
    /// notes and the log, each on lines of its own.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The gridcall function that failed, "[`Mem::alloc`]".
    pub fn function(&self) -> &str {
        &self.0.function
    }

    /// The number that the driver or the compiler returned; 0 if the library refused the call itself.
    pub fn driver_code(&self) -> i32 {
        self.0.driver_code
    }

    /// The driver's name for that number, "CUDA_ERROR_OUT_OF_MEMORY", or "".
    pub fn driver_name(&self) -> &str {
        &self.0.driver_name
    }

    /// The compiler's or linker's log, with its line breaks, or "".
    pub fn log(&self) -> &str {
        &self.0.log
    }

    /// The options the compiler was given, joined by spaces, or "".
    pub fn options(&self) -> &str {
        &self.0.options
    }

    /// The name of the source that did not compile, or "".
    pub fn source_name(&self) -> &str {
        &self.0.source_name
    }

    /// Further lines, such as the files that were tried.
    pub fn notes(&self) -> &[String] {
        &self.0.notes
    }

    /// Preview: the reports of the CPU device's checks that made a launch fail.
    #[cfg(feature = "preview")]
    pub fn reports(&self) -> &[crate::CheckReport] {
        &self.0.reports
    }
}
