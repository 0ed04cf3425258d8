// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::check;
use crate::sys;
use crate::Result;
use core::ptr;
use std::ffi::c_void;
use super::*;

impl Mem {
    /// Copies from host memory to a [`Mem`], in the order of the stream, and returns when the host memory may
    /// be used again.
    ///
    /// * `dst_offset`: Offset in `dst`, in bytes.
    /// * `src`: The bytes to copy.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_htod(&self, dst_offset: u64, src: &[u8], stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memcpy_htod(self.raw, dst_offset, src.as_ptr().cast(), src.len(), stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Copies from a [`Mem`] to host memory, behind what the stream has been given so far, and returns when
    /// all bytes are there.
    ///
    /// * `dst`: Where the bytes go; all `size` of them are written.
    /// * `src_offset`: Offset in `src`, in bytes.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_dtoh(&self, dst: &mut [u8], src_offset: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memcpy_dtoh(dst.as_mut_ptr().cast::<c_void>(), self.raw, src_offset, dst.len(), stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Copies between two [`Mem`] of one context, wherever they are, queued on a stream. The ranges must not
    /// overlap.
    ///
    /// * `dst_offset`: Offset in `dst`, in bytes.
    /// * `src`: The memory to copy from.
    /// * `src_offset`: Offset in `src`, in bytes.
    /// * `size`: How much to copy, in bytes; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_dtod(&self, dst_offset: u64, src: &Mem, src_offset: u64, size: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memcpy_dtod(self.raw, dst_offset, src.raw, src_offset, size, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Copies from page-locked memory to a [`Mem`], queued on a stream.
    ///
    /// * `dst_offset`: Offset in `dst`, in bytes.
    /// * `src`: Page-locked memory, or a part of it.
    /// * `src_offset`: Offset in `src`, in bytes.
    /// * `size`: How much to copy, in bytes; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_htod_async(&self, dst_offset: u64, src: &Mem, src_offset: u64, size: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memcpy_htod_async(self.raw, dst_offset, src.raw, src_offset, size, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Copies from a [`Mem`] to page-locked memory, queued on a stream.
    ///
    /// * `dst_offset`: Offset in `dst`, in bytes.
    /// * `src`: The memory to copy from.
    /// * `src_offset`: Offset in `src`, in bytes.
    /// * `size`: How much to copy, in bytes; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_dtoh_async(&self, dst_offset: u64, src: &Mem, src_offset: u64, size: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memcpy_dtoh_async(self.raw, dst_offset, src.raw, src_offset, size, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Fills with an 8-bit pattern, queued on a stream.
    ///
    /// * `offset`: Where the fill begins, in bytes.
    /// * `value`: The pattern.
    /// * `count`: How many patterns; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `WRONG_CONTEXT`, `INVALID_ARGUMENT`, `OUT_OF_RANGE`, any device error.
    pub fn memset_d8(&self, offset: u64, value: u8, count: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memset_d8(self.raw, offset, value, count, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Fills with a 16-bit pattern, queued on a stream. `offset` must be a multiple of 2.
    ///
    /// * `offset`: Where the fill begins, in bytes.
    /// * `value`: The pattern.
    /// * `count`: How many patterns; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `WRONG_CONTEXT`, `INVALID_ARGUMENT`, `OUT_OF_RANGE`, any device error.
    pub fn memset_d16(&self, offset: u64, value: u16, count: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memset_d16(self.raw, offset, value, count, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Fills with a 32-bit pattern, queued on a stream. `offset` must be a multiple of 4.
    ///
    /// * `offset`: Where the fill begins, in bytes.
    /// * `value`: The pattern.
    /// * `count`: How many patterns; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `WRONG_CONTEXT`, `INVALID_ARGUMENT`, `OUT_OF_RANGE`, any device error.
    pub fn memset_d32(&self, offset: u64, value: u32, count: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memset_d32(self.raw, offset, value, count, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }
}
