// SPDX-License-Identifier: Apache-2.0

//! The library's table of functions, from a library that is opened when the first of them is called.

extern crate std;

use super::*;
use std::format;
use std::string::{String, ToString};
use std::sync::OnceLock;

/// The library's table. A pointer, for an older library's ends before ours does.
pub(crate) struct Table(pub(crate) *const gc_api);

// SAFETY: the library never changes it.
unsafe impl Send for Table {}
unsafe impl Sync for Table {}

static LIBRARY: OnceLock<Result<Table, String>> = OnceLock::new();

pub(crate) fn library() -> &'static Result<Table, String> {
    LIBRARY.get_or_init(|| {
        let name =
            std::env::var_os("GRIDCALL_LIBRARY").unwrap_or_else(|| "libgridcall.so.0".into());
        // SAFETY: opening gridcall runs nothing but its loader, and the symbol is what the header declares. It is never
        // closed.
        unsafe {
            let library = libloading::Library::new(&name).map_err(|e| e.to_string())?;
            let library = std::boxed::Box::leak(std::boxed::Box::new(library));
            let get: libloading::Symbol<'static, unsafe extern "C" fn(u32) -> *const gc_api> =
                library.get(b"gc_get_api\0").map_err(|e| e.to_string())?;
            let table = get(GRIDCALL_ABI_VERSION);
            if table.is_null() {
                let name = name.to_string_lossy();
                return Err(format!(
                    "{name} does not speak version {GRIDCALL_ABI_VERSION} of the interface"
                ));
            }
            Ok(Table(table))
        }
    })
}

/// Why the library could not be opened; None if it was.
pub fn load_failure() -> Option<&'static str> {
    library().as_ref().err().map(|why| why.as_str())
}

/// A function of the table, if the library has a table and is new enough for it; a preview if it is of this version.
macro_rules! function {
    ($name:ident) => {
        match $crate::loaded::library() {
            Ok($crate::loaded::Table(table)) => {
                let place = core::ptr::addr_of!((**table).$name);
                let at = place as usize - *table as usize;
                let known = at < $crate::functions::STABLE_SIZE
                    || ((**table).version)() == $crate::GRIDCALL_VERSION;
                if known && at < *table.cast::<usize>() {
                    Some(*place)
                } else {
                    None
                }
            }
            Err(_) => None,
        }
    };
}
