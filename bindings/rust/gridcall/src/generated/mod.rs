// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

//! The nouns of the library: what follows from its description.

mod messages;
pub(crate) use messages::IN_RUST;

mod library;
pub use library::*;

mod status;
pub use status::*;

mod error;
pub use error::*;

mod handle;
pub use handle::*;

mod device;
pub use device::*;

mod context;
pub use context::*;

mod stream;
pub use stream::*;

mod event;
pub use event::*;

mod completion;
pub use completion::*;

mod dtype;
pub use dtype::*;

mod mem;
pub use mem::*;

mod memcpy;
pub use memcpy::*;

mod mapping;
pub use mapping::*;

#[cfg(feature = "preview")]
mod pipe;
#[cfg(feature = "preview")]
pub use pipe::*;

mod array;
pub use array::*;

mod texture;
pub use texture::*;

mod module;
pub use module::*;

mod program;
pub use program::*;

#[cfg(feature = "preview")]
mod link;
#[cfg(feature = "preview")]
pub use link::*;

mod kernel;
pub use kernel::*;

mod launch;
pub use launch::*;

mod staged;
pub use staged::*;

mod graph;
pub use graph::*;

mod pool;
pub use pool::*;

mod ndarray;
pub use ndarray::*;

#[cfg(feature = "preview")]
mod algorithm;
#[cfg(feature = "preview")]
pub use algorithm::*;

#[cfg(feature = "preview")]
mod linalg;
#[cfg(feature = "preview")]
pub use linalg::*;

#[cfg(feature = "preview")]
mod fft;
#[cfg(feature = "preview")]
pub use fft::*;

mod dlpack;
pub use dlpack::*;

#[cfg(feature = "preview")]
mod comm;
#[cfg(feature = "preview")]
pub use comm::*;

mod cache;
pub use cache::*;

#[cfg(feature = "preview")]
mod profiler;
#[cfg(feature = "preview")]
pub use profiler::*;

#[cfg(feature = "preview")]
mod log;
#[cfg(feature = "preview")]
pub use log::*;

#[cfg(feature = "preview")]
mod tools;
#[cfg(feature = "preview")]
pub use tools::*;

pub use crate::support::Host;
