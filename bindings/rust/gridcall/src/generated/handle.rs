// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::call;
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

methods! {
    [Stream, Event, Mem, Mapping, #[cfg(feature = "preview")] Pipe, Array, Texture, Surface, Sampler, Module,
     Kernel, Prepared, Graph, Pool, Ndarray, #[cfg(feature = "preview")] Comm]
    {
        /// The context that an object belongs to.
        ///
        /// # Errors
        /// `UNSUPPORTED`.
        pub fn context(&self) -> Result<Context> {
            let mut out_context = ptr::null_mut();
            call(|error| unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, error) })?;
            Ok(Context::own(out_context))
        }
    }
}

methods! {
    [Device, Context, Stream, Event, Completion, Mem, Mapping, #[cfg(feature = "preview")] Pipe, Array,
     Texture, Surface, Sampler, Module, Program, Kernel, Prepared, Graph, Pool, Dtype, Ndarray, #[cfg(feature
     = "preview")] Comm, #[cfg(feature = "preview")] Log]
    {
        /// A number that all handles of one object have, and no other object of this process ever has; not 0.
        ///
        /// # Errors
        /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
        pub fn identity(&self) -> Result<u64> {
            let mut out_identity = 0u64;
            call(|error| unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, error) })?;
            Ok(out_identity)
        }
    }
}

methods! {
    [Device, Context, Stream, Event, Mem, Array, Texture, Surface, Module, Kernel, Graph, Ndarray]
    {
        /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
        /// default stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with
        /// levels), CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid
        /// while the object is.
        ///
        /// # Errors
        /// `UNSUPPORTED`.
        pub fn native(&self) -> Result<u64> {
            let mut out_native = 0u64;
            call(|error| unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, error) })?;
            Ok(out_native)
        }
    }
}

/// The number of handles of this process that are not released, of errors too and not of devices.
pub fn handle_count() -> u64 {
    unsafe { sys::gc_handle_count() }
}

/// Gives back to the driver, now, what was released since the last call that created something.
///
/// # Errors
/// `FORKED`, `EXITING`.
pub fn handle_collect() -> Result<()> {
    call(|error| unsafe { sys::gc_handle_collect(error) })
}
