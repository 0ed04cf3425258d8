// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

//! Raw declarations of [gridcall](https://docs.rs/gridcall)'s C interface, one to one with `gridcall/gridcall.h`:
//! the header's comments say what each function does. Programs want the safe crate, `gridcall`.

#![no_std]
#![allow(non_camel_case_types, deprecated)]
#![cfg_attr(rustfmt, rustfmt_skip)]

#[cfg(feature = "dlopen")]
#[macro_use]
#[rustfmt::skip]
mod loaded;
#[cfg(feature = "dlopen")]
pub use loaded::load_failure;

#[rustfmt::skip]
mod layout;
#[rustfmt::skip]
mod table;
pub use table::gc_api;

#[rustfmt::skip]
mod library;
pub use library::*;
#[rustfmt::skip]
mod status;
pub use status::*;
#[rustfmt::skip]
mod error;
pub use error::*;
#[rustfmt::skip]
mod handle;
pub use handle::*;
#[rustfmt::skip]
mod device;
pub use device::*;
#[rustfmt::skip]
mod context;
pub use context::*;
#[rustfmt::skip]
mod stream;
pub use stream::*;
#[rustfmt::skip]
mod event;
pub use event::*;
#[rustfmt::skip]
mod completion;
pub use completion::*;
#[rustfmt::skip]
mod dtype;
pub use dtype::*;
#[rustfmt::skip]
mod mem;
pub use mem::*;
#[rustfmt::skip]
mod memcpy;
pub use memcpy::*;
#[rustfmt::skip]
mod mapping;
pub use mapping::*;
#[rustfmt::skip]
mod pipe;
pub use pipe::*;
#[rustfmt::skip]
mod array;
pub use array::*;
#[rustfmt::skip]
mod texture;
pub use texture::*;
#[rustfmt::skip]
mod module;
pub use module::*;
#[rustfmt::skip]
mod program;
pub use program::*;
#[rustfmt::skip]
mod kernel;
pub use kernel::*;
#[rustfmt::skip]
mod launch;
pub use launch::*;
#[rustfmt::skip]
mod staged;
pub use staged::*;
#[rustfmt::skip]
mod graph;
pub use graph::*;
#[rustfmt::skip]
mod pool;
pub use pool::*;
#[rustfmt::skip]
mod ndarray;
pub use ndarray::*;
#[rustfmt::skip]
mod dlpack;
pub use dlpack::*;
#[rustfmt::skip]
mod comm;
pub use comm::*;
#[rustfmt::skip]
mod cache;
pub use cache::*;
#[rustfmt::skip]
mod profiler;
pub use profiler::*;
#[rustfmt::skip]
mod tools;
pub use tools::*;

/// The version these declarations were made from: major * 10000 + minor * 100 + patch.
pub const GRIDCALL_VERSION: u32 = 100;
/// What `gc_get_api` takes.
pub const GRIDCALL_ABI_VERSION: u32 = 0;

/// Why the library could not be opened; None if it was, or if it is linked.
#[cfg(not(feature = "dlopen"))]
pub fn load_failure() -> Option<&'static str> {
    None
}
