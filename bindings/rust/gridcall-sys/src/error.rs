// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

/// Why a call failed. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_error {
    _private: [u8; 0],
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// The status, equal to what the failing call returned.
    pub fn gc_error_status(error: *mut gc_error) -> gc_status;
    /// One line: what is wrong, with the names and numbers, and what to do.
    pub fn gc_error_message(error: *mut gc_error) -> *const c_char;
    /// Everything in one text, to print: the function, the status and the message in the first line, then the
    /// notes and the log, each on lines of its own.
    pub fn gc_error_text(error: *mut gc_error) -> *const c_char;
    /// The gridcall function that failed, "gc_mem_alloc".
    pub fn gc_error_function(error: *mut gc_error) -> *const c_char;
    /// The number that the driver or the compiler returned; 0 if the library refused the call itself.
    pub fn gc_error_driver_code(error: *mut gc_error) -> i32;
    /// The driver's name for that number, "CUDA_ERROR_OUT_OF_MEMORY", or "".
    pub fn gc_error_driver_name(error: *mut gc_error) -> *const c_char;
    /// The number of notes: further lines, such as the files that were tried.
    pub fn gc_error_note_count(error: *mut gc_error) -> usize;
    /// One note; "" past the last.
    pub fn gc_error_note(error: *mut gc_error, index: usize) -> *const c_char;
    /// The compiler's or linker's log, with its line breaks, or "".
    pub fn gc_error_log(error: *mut gc_error) -> *const c_char;
    /// The options the compiler was given, joined by spaces, or "".
    pub fn gc_error_options(error: *mut gc_error) -> *const c_char;
    /// The name of the source that did not compile, or "".
    pub fn gc_error_source_name(error: *mut gc_error) -> *const c_char;
    /// Releases an error. A released one is ignored.
    pub fn gc_error_release(error: *mut gc_error);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// The status, equal to what the failing call returned.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_status(error: *mut gc_error) -> gc_status {
        match function!(error_status) {
            Some(function) => function(error),
            None => 0,
        }
    }

    /// One line: what is wrong, with the names and numbers, and what to do.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_message(error: *mut gc_error) -> *const c_char {
        match function!(error_message) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// Everything in one text, to print: the function, the status and the message in the first line, then the
    /// notes and the log, each on lines of its own.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_text(error: *mut gc_error) -> *const c_char {
        match function!(error_text) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// The gridcall function that failed, "gc_mem_alloc".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_function(error: *mut gc_error) -> *const c_char {
        match function!(error_function) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// The number that the driver or the compiler returned; 0 if the library refused the call itself.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_driver_code(error: *mut gc_error) -> i32 {
        match function!(error_driver_code) {
            Some(function) => function(error),
            None => 0,
        }
    }

    /// The driver's name for that number, "CUDA_ERROR_OUT_OF_MEMORY", or "".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_driver_name(error: *mut gc_error) -> *const c_char {
        match function!(error_driver_name) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// The number of notes: further lines, such as the files that were tried.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_note_count(error: *mut gc_error) -> usize {
        match function!(error_note_count) {
            Some(function) => function(error),
            None => 0,
        }
    }

    /// One note; "" past the last.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_note(error: *mut gc_error, index: usize) -> *const c_char {
        match function!(error_note) {
            Some(function) => function(error, index),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// The compiler's or linker's log, with its line breaks, or "".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_log(error: *mut gc_error) -> *const c_char {
        match function!(error_log) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// The options the compiler was given, joined by spaces, or "".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_options(error: *mut gc_error) -> *const c_char {
        match function!(error_options) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// The name of the source that did not compile, or "".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_source_name(error: *mut gc_error) -> *const c_char {
        match function!(error_source_name) {
            Some(function) => function(error),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// Releases an error. A released one is ignored.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_error_release(error: *mut gc_error) {
        if let Some(function) = function!(error_release) {
            function(error)
        }
    }
}
