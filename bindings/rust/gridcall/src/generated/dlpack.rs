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

flags! {
    /// The form of a tensor.
    DlpackFlags {
        /// A DLManagedTensor, as before DLPack 1.0: a capsule named "dltensor" in Python. Without it a
        /// DLManagedTensorVersioned, "dltensor_versioned".
        LEGACY = 0,
    }
}

impl Ndarray {
    /// An ndarray as a tensor of DLPack, which shares its memory and keeps it. Who takes the tensor calls its
    /// deleter once, when its own work is done; that neither blocks nor calls the driver. UNSUPPORTED for
    /// records, and for memory that DLPack has no device for.
    ///
    /// * `stream`: The stream that the tensor is used on, which [`Stream::wrap`] makes of another library's:
    ///   it is ordered behind what uses the memory so far. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `UNSUPPORTED`, `WRONG_CONTEXT`, any device error.
    pub fn to_dlpack(&self, flags: DlpackFlags, stream: Option<&Stream>) -> Result<u64> {
        let mut out_tensor = 0u64;
        call(|error| unsafe { sys::gc_ndarray_to_dlpack(self.raw, flags.0, stream.map_or(ptr::null_mut(), |h| h.raw), &mut out_tensor, error) })?;
        Ok(out_tensor)
    }

    /// A tensor of DLPack as an ndarray, which shares its memory. On success the tensor is the library's,
    /// which calls its deleter when no ndarray and no work uses the memory any more: in [`handle_collect`],
    /// on the thread that calls it. On failure it stays the caller's. UNSUPPORTED for versions other than 1,
    /// devices that the context cannot reach, and types that [`ScalarType`] does not have. The memory counts
    /// as used on the stream.
    ///
    /// * `context`: The context that uses it. Of the CPU device, for memory of kDLCPU; of a GPU for that of
    ///   the same GPU (kDLCUDA), for page-locked memory (kDLCUDAHost) and managed memory (kDLCUDAManaged).
    /// * `tensor`: The address of the tensor.
    /// * `stream`: The stream that it is ordered on: what the producer was told. None: the default stream of
    ///   the context.
    ///
    /// # Safety
    /// `tensor` must be the address of a tensor of DLPack in the form that the flags say, whose memory nobody
    /// else uses meanwhile in a way that its producer forbids.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`, `WRONG_CONTEXT`, any device error.
    pub unsafe fn from_dlpack(context: &Context, tensor: u64, flags: DlpackFlags, stream: Option<&Stream>) -> Result<Ndarray> {
        let mut out_ndarray = ptr::null_mut();
        call(|error| unsafe { sys::gc_ndarray_from_dlpack(context.raw, tensor, flags.0, stream.map_or(ptr::null_mut(), |h| h.raw), &mut out_ndarray, error) })?;
        Ok(Ndarray::own(out_ndarray))
    }
}
