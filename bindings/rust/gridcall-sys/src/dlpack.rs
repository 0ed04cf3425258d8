// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;

/// The form of a tensor.
pub type gc_dlpack_flags = u64;
/// A DLManagedTensor, as before DLPack 1.0: a capsule named "dltensor" in Python. Without it a
/// DLManagedTensorVersioned, "dltensor_versioned".
pub const GRIDCALL_DLPACK_LEGACY: gc_dlpack_flags = 1 << 0;

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// An ndarray as a tensor of DLPack, which shares its memory and keeps it. Who takes the tensor calls its
    /// deleter once, when its own work is done; that neither blocks nor calls the driver. UNSUPPORTED for
    /// records, and for memory that DLPack has no device for.
    pub fn gc_ndarray_to_dlpack(ndarray: *mut gc_ndarray, flags: gc_dlpack_flags, stream: *mut gc_stream, out_tensor: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// A tensor of DLPack as an ndarray, which shares its memory. On success the tensor is the library's,
    /// which calls its deleter when no ndarray and no work uses the memory any more: in gc_handle_collect, on
    /// the thread that calls it. On failure it stays the caller's. UNSUPPORTED for versions other than 1,
    /// devices that the context cannot reach, and types that gc_scalar_type does not have. The memory counts
    /// as used on the stream.
    pub fn gc_ndarray_from_dlpack(context: *mut gc_context, tensor: u64, flags: gc_dlpack_flags, stream: *mut gc_stream, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// An ndarray as a tensor of DLPack, which shares its memory and keeps it. Who takes the tensor calls its
    /// deleter once, when its own work is done; that neither blocks nor calls the driver. UNSUPPORTED for
    /// records, and for memory that DLPack has no device for.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_to_dlpack(ndarray: *mut gc_ndarray, flags: gc_dlpack_flags, stream: *mut gc_stream, out_tensor: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_to_dlpack) {
            Some(function) => function(ndarray, flags, stream, out_tensor, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A tensor of DLPack as an ndarray, which shares its memory. On success the tensor is the library's,
    /// which calls its deleter when no ndarray and no work uses the memory any more: in gc_handle_collect, on
    /// the thread that calls it. On failure it stays the caller's. UNSUPPORTED for versions other than 1,
    /// devices that the context cannot reach, and types that gc_scalar_type does not have. The memory counts
    /// as used on the stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_from_dlpack(context: *mut gc_context, tensor: u64, flags: gc_dlpack_flags, stream: *mut gc_stream, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_from_dlpack) {
            Some(function) => function(context, tensor, flags, stream, out_ndarray, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}
