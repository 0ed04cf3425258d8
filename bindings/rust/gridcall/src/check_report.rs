// SPDX-License-Identifier: Apache-2.0

use std::ffi::CString;
use std::str::FromStr;

use crate::{support, sys};

/// A report of the CPU device's checks: what a line of `GRIDCALL_CPU_CHECK_FILE` has, under the same names. What
/// the report does not have is empty or 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckReport {
    /// The check: "memory", "init", "race" or "sync".
    pub check: String,
    /// The kind of fault, "out_of_bounds".
    pub what: String,
    /// The kernel's name.
    pub kernel: String,
    /// The block.
    pub block: [u32; 3],
    /// The thread in its block.
    pub thread: [u32; 3],
    /// The source file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// "read", "write" or "atomic".
    pub access: String,
    /// The bytes accessed.
    pub bytes: u64,
    /// The address, in hexadecimal digits.
    pub address: String,
    /// The name of the array.
    pub array: String,
    /// The kind of memory of the array, "device".
    pub array_kind: String,
    /// The size of the array.
    pub array_bytes: u64,
    /// Bytes from the end of the array, or, negative, to its beginning.
    pub distance: i64,
    /// The innermost function first.
    pub stack: Vec<CheckFrame>,
    /// The earlier access of a race.
    pub other: Option<CheckAccess>,
    /// All in one sentence.
    pub text: String,
}

/// A function of a report's call stack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckFrame {
    /// The function.
    pub function: String,
    /// The source file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// The earlier access of a race.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckAccess {
    /// "read", "write" or "atomic".
    pub access: String,
    /// The block.
    pub block: [u32; 3],
    /// The thread in its block.
    pub thread: [u32; 3],
    /// The source file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// A report of an error, or a part of it: the keys of its values begin with the prefix.
struct Values<'a> {
    error: *mut sys::gc_error,
    index: usize,
    prefix: &'a str,
}

impl Values<'_> {
    fn text(&self, key: &str) -> String {
        let key = CString::new(format!("{}{key}", self.prefix)).unwrap_or_default();
        // SAFETY: the error is NULL or live, the key NUL-terminated; the text lives until the error's release.
        unsafe { support::owned_text(sys::gc_error_report(self.error, self.index, key.as_ptr())) }
    }

    fn number<T: FromStr + Default>(&self, key: &str) -> T {
        self.text(key).parse().unwrap_or_default()
    }

    fn three(&self, key: &str) -> [u32; 3] {
        [0, 1, 2].map(|i| self.number(&format!("{key}.{i}")))
    }

    fn part<'b>(&self, prefix: &'b str) -> Values<'b> {
        Values { prefix, ..*self }
    }
}

/// The reports of an error that is NULL or live.
pub(crate) fn read(error: *mut sys::gc_error) -> Vec<CheckReport> {
    (0..)
        .map(|index| Values {
            error,
            index,
            prefix: "",
        })
        .take_while(|of| !of.text("check").is_empty())
        .map(|of| report(&of))
        .collect()
}

fn report(of: &Values) -> CheckReport {
    let frames: usize = of.number("stack");
    let other = of.part("other.");
    CheckReport {
        check: of.text("check"),
        what: of.text("what"),
        kernel: of.text("kernel"),
        block: of.three("block"),
        thread: of.three("thread"),
        file: of.text("file"),
        line: of.number("line"),
        column: of.number("column"),
        access: of.text("access"),
        bytes: of.number("bytes"),
        address: of.text("address"),
        array: of.text("array"),
        array_kind: of.text("array_kind"),
        array_bytes: of.number("array_bytes"),
        distance: of.number("distance"),
        stack: (0..frames)
            .map(|i| frame(&of.part(&format!("stack.{i}."))))
            .collect(),
        other: (!other.text("access").is_empty()).then(|| CheckAccess {
            access: other.text("access"),
            block: other.three("block"),
            thread: other.three("thread"),
            file: other.text("file"),
            line: other.number("line"),
            column: other.number("column"),
        }),
        text: of.text("text"),
    }
}

fn frame(of: &Values) -> CheckFrame {
    CheckFrame {
        function: of.text("function"),
        file: of.text("file"),
        line: of.number("line"),
        column: of.number("column"),
    }
}
