// SPDX-License-Identifier: Apache-2.0

//! The macros of `functions.rs` and `types.rs`, which are generated.

/// Declares every function once, in the order of the table: linked, or, with the feature `dlopen`, called through the
/// table of a library that is opened when the first of them is called. A function that cannot fail says what it returns
/// where there is no such library.
macro_rules! functions {
    ($($(#[$attribute:meta])* fn $name:ident as $row:ident($($param:ident: $type:ty),*) $(-> $result:ty)? $(= $missing:expr)?;)*) => {
        /// The functions of the library in one table; `gc_get_api` hands it out. Stable ones never move, previews stand last.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct gc_api {
            /// Bytes of the table that the library fills.
            pub size: usize,
            $(pub $row: unsafe extern "C" fn($($param: $type),*) $(-> $result)?,)*
        }

        #[cfg(not(feature = "dlopen"))]
        extern "C" {
            pub fn gc_get_api(abi_version: u32) -> *const gc_api;
            $($(#[$attribute])* pub fn $name($($param: $type),*) $(-> $result)?;)*
        }

        #[cfg(feature = "dlopen")]
        pub use from_table::*;

        #[cfg(feature = "dlopen")]
        #[allow(clippy::missing_safety_doc, clippy::too_many_arguments)]
        mod from_table {
            use super::*;

            $($(#[$attribute])*
            #[inline]
            pub unsafe fn $name($($param: $type),*) $(-> $result)? {
                match function!($row) {
                    Some(function) => function($($param),*),
                    None => missing!(($($param),*) $($missing)?),
                }
            })*
        }
    };
}

/// The result of a function that the library has not: its own answer, or a failure without an error object.
#[cfg(feature = "dlopen")]
macro_rules! missing {
    (($($param:ident),*) $missing:expr) => { $missing };
    (($out_error:ident)) => {{
        if !$out_error.is_null() {
            *$out_error = core::ptr::null_mut();
        }
        GRIDCALL_ERROR_DRIVER_UNAVAILABLE
    }};
    (($first:ident, $($rest:ident),+)) => { missing!(($($rest),+)) };
}

/// Handles: opaque identifiers, not addresses, which are never dereferenced.
macro_rules! handles {
    ($($name:ident),*) => {
        $(#[repr(C)]
        pub struct $name {
            _private: [u8; 0],
        })*
    };
}

/// Holds what the header says of a struct's size and offsets against what this compiler makes of it.
macro_rules! layout {
    ($type:ident $size:literal: $($field:ident $offset:literal),*) => {
        #[cfg(target_pointer_width = "64")]
        const _: () = {
            let whole = core::mem::MaybeUninit::<$type>::uninit();
            let base = whole.as_ptr();
            assert!(core::mem::size_of::<$type>() == $size);
            // SAFETY: all pointers lie in `whole`, and nothing is read.
            $(assert!(unsafe { (core::ptr::addr_of!((*base).$field) as *const u8).offset_from(base as *const u8) } == $offset);)*
        };
    };
}
