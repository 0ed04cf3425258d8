// SPDX-License-Identifier: Apache-2.0

//! Raw declarations of [gridcall](https://docs.rs/gridcall)'s C interface, one to one with `gridcall/gridcall.h`:
//! the header's comments say what each function does. Programs want the safe crate, `gridcall`.

#![no_std]
#![allow(non_camel_case_types, deprecated)]

#[macro_use]
mod declare;
#[cfg(feature = "dlopen")]
#[macro_use]
mod loaded;
#[rustfmt::skip]
mod functions;
#[rustfmt::skip]
mod types;

pub use functions::*;
#[cfg(feature = "dlopen")]
pub use loaded::load_failure;
pub use types::*;

/// Why the library could not be opened; None if it was, or if it is linked.
#[cfg(not(feature = "dlopen"))]
pub fn load_failure() -> Option<&'static str> {
    None
}
