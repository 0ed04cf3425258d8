// SPDX-License-Identifier: Apache-2.0

//! GPU compute from Rust: CUDA C++ source in, results out, on an NVIDIA GPU or on this machine's cores.
//!
//! ```no_run
//! use gridcall::{launch, Buffer, Context, Module};
//!
//! # fn main() -> gridcall::Result<()> {
//! let context = Context::default()?;
//! let source = "__global__ void twice(float *x, int n) {
//!     int i = blockIdx.x * blockDim.x + threadIdx.x;
//!     if (i < n) x[i] *= 2;
//! }";
//! let module = Module::from_source(&context, source, None)?;
//! let twice = module.kernel("twice")?;
//! let x = Buffer::from_slice(&context, &[1.0f32, 2.0, 3.0])?;
//! // SAFETY: `twice` takes a float array and its length, and stays inside it.
//! unsafe { launch!(twice<<<1, 32>>>(&x, 3i32))? };
//! assert_eq!(x.to_vec()?, [2.0, 4.0, 6.0]);
//! # Ok(())
//! # }
//! ```
//!
//! The nouns ([`Context`], [`Stream`], [`Mem`], [`Module`] ...) are generated from the library's own description;
//! [`Buffer`], [`HostBuffer`] and [`launch!`] are what Rust adds: typed memory and typed launches.
//!
//! * Errors are [`Error`]; its [`status`](Error::status) tells them apart.
//! * Dropping releases, in any order and on any thread. It never blocks: work already queued finishes first.
//! * Everything is `Send` and `Sync`.
//! * [`Stream::synchronize`] waits on the calling thread; [`Stream::done`] is a future, for any runtime:
//!   `stream.done()?.await?`.
//! * No safe function breaks memory safety: `docs/guide/rust_soundness.md` has the rules.
//! * Launching is `unsafe`, because a kernel can write wherever it likes. That the arguments have the count and the
//!   sizes that the kernel takes is checked. So are slices of memory that other objects and queued work reach too
//!   ([`HostBuffer::as_slice`], [`Mapped::as_slice`]), and addresses and objects of other libraries ([`Mem::wrap`],
//!   [`Stream::wrap`] ...). Everything else is safe: copies, fills and expressions ([`Ndarray::apply`]) stay inside the
//!   memory that they name.
//! * The feature `preview` adds what may change or go in any release: communicators, pipes, profiler files and
//!   [`Context::memoize`].

#![warn(missing_docs)]

pub use gridcall_sys as sys;

#[macro_use]
mod macros;

mod buffer;
#[cfg(feature = "preview")]
mod check_report;
#[rustfmt::skip]
mod generated;
mod graph;
mod host_slice;
mod launch;
mod lists;
#[cfg(feature = "log")]
mod logging;
mod mapped;
#[cfg(feature = "preview")]
mod memo;
#[cfg(feature = "ndarray")]
mod ndarray_interop;
mod ndarray_of;
#[cfg(doctest)]
mod refused;
mod support;
mod wait;

pub use buffer::{Buffer, Element, HostBuffer};
#[cfg(feature = "preview")]
pub use check_report::{CheckAccess, CheckFrame, CheckReport};
pub use generated::*;
pub use host_slice::{HostSlice, In, InOut, Out, Staged, StagedArg};
pub use launch::{
    launch_shape, Blob, Dim3, Extent, KernelArg, LaunchBuilder, LaunchOption, LaunchStream,
    SharedSize, Value,
};
#[doc(hidden)]
pub use launch::{launch_shared, launch_stream};
#[cfg(feature = "log")]
pub use logging::{forward_log, LogForwarder};
pub use mapped::Mapped;
#[cfg(feature = "preview")]
pub use memo::Memoized;
pub use ndarray_of::{scalar, NdarrayOf, ScalarElement};
pub use wait::Done;

/// The result of a call of the library.
pub type Result<T> = core::result::Result<T, Error>;
