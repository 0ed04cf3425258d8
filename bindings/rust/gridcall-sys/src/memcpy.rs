// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_void;

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Copies from host memory to a gc_mem, in the order of the stream, and returns when the host memory may
    /// be used again.
    pub fn gc_memcpy_htod(dst: *mut gc_mem, dst_offset: u64, src: *const c_void, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies from a gc_mem to host memory, behind what the stream has been given so far, and returns when
    /// all bytes are there.
    pub fn gc_memcpy_dtoh(dst: *mut c_void, src: *mut gc_mem, src_offset: u64, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies between two gc_mem of one context, wherever they are, queued on a stream. The ranges must not
    /// overlap.
    pub fn gc_memcpy_dtod(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies from page-locked memory to a gc_mem, queued on a stream.
    pub fn gc_memcpy_htod_async(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies from a gc_mem to page-locked memory, queued on a stream.
    pub fn gc_memcpy_dtoh_async(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills with an 8-bit pattern, queued on a stream.
    pub fn gc_memset_d8(mem: *mut gc_mem, offset: u64, value: u8, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills with a 16-bit pattern, queued on a stream. `offset` must be a multiple of 2.
    pub fn gc_memset_d16(mem: *mut gc_mem, offset: u64, value: u16, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills with a 32-bit pattern, queued on a stream. `offset` must be a multiple of 4.
    pub fn gc_memset_d32(mem: *mut gc_mem, offset: u64, value: u32, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Copies from host memory to a gc_mem, in the order of the stream, and returns when the host memory may
    /// be used again.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_htod(dst: *mut gc_mem, dst_offset: u64, src: *const c_void, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_htod) {
            Some(function) => function(dst, dst_offset, src, size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Copies from a gc_mem to host memory, behind what the stream has been given so far, and returns when
    /// all bytes are there.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_dtoh(dst: *mut c_void, src: *mut gc_mem, src_offset: u64, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_dtoh) {
            Some(function) => function(dst, src, src_offset, size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Copies between two gc_mem of one context, wherever they are, queued on a stream. The ranges must not
    /// overlap.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_dtod(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_dtod) {
            Some(function) => function(dst, dst_offset, src, src_offset, size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Copies from page-locked memory to a gc_mem, queued on a stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_htod_async(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_htod_async) {
            Some(function) => function(dst, dst_offset, src, src_offset, size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Copies from a gc_mem to page-locked memory, queued on a stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_dtoh_async(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_dtoh_async) {
            Some(function) => function(dst, dst_offset, src, src_offset, size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Fills with an 8-bit pattern, queued on a stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memset_d8(mem: *mut gc_mem, offset: u64, value: u8, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memset_d8) {
            Some(function) => function(mem, offset, value, count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Fills with a 16-bit pattern, queued on a stream. `offset` must be a multiple of 2.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memset_d16(mem: *mut gc_mem, offset: u64, value: u16, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memset_d16) {
            Some(function) => function(mem, offset, value, count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Fills with a 32-bit pattern, queued on a stream. `offset` must be a multiple of 4.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memset_d32(mem: *mut gc_mem, offset: u64, value: u32, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memset_d32) {
            Some(function) => function(mem, offset, value, count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}
