// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::{call, HostMut};
use crate::sys;
use crate::Result;
use core::ptr;
use std::ffi::c_void;
use super::*;

/// A copy of a rectangle: `depth` slices of `height` rows of `width` bytes, which are at other distances in
/// the destination than in the source. Each end is a [`Mem`], a [`Array`] or host memory, and one end at
/// least is no host memory. In an array the rectangle begins at `dst_x`, `dst_y`, `dst_z`, and offset and
/// pitches are 0; it covers whole elements. In memory a rectangle that begins at column x, row y and slice z
/// has the offset z * slice pitch + y * row pitch + x. All quantities are in bytes, but the counts of rows
/// and slices.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Debug, Default)]
pub struct RectCopy<'a> {
    /// The memory to copy to. None: `dst_host` or `dst_array` is the destination.
    pub dst_mem: Option<&'a Mem>,
    /// The host memory to copy to. Empty: `dst_mem` is the destination.
    pub dst_host: HostMut<'a>,
    /// Where the rectangle begins in the destination, in bytes.
    pub dst_offset: u64,
    /// From row to row in the destination, in bytes, not less than `width`; 0: the rows follow each other.
    pub dst_row_pitch: u64,
    /// From slice to slice in the destination, in bytes: a multiple of the row pitch, not less than the rows
    /// of a slice; 0: the slices follow each other.
    pub dst_slice_pitch: u64,
    /// The memory to copy from. None: `src_host` or `src_array` is the source.
    pub src_mem: Option<&'a Mem>,
    /// The host memory to copy from. Empty: `src_mem` is the source.
    pub src_host: &'a [u8],
    /// Where the rectangle begins in the source, in bytes.
    pub src_offset: u64,
    /// From row to row in the source, in bytes, as `dst_row_pitch`.
    pub src_row_pitch: u64,
    /// From slice to slice in the source, in bytes, as `dst_slice_pitch`.
    pub src_slice_pitch: u64,
    /// The bytes of a row; 0 does nothing.
    pub width: u64,
    /// The rows of a slice; 0 means 1.
    pub height: u64,
    /// The slices; 0 means 1.
    pub depth: u64,
    /// The array to copy to, without levels or one level. None: `dst_mem` or `dst_host` is the destination.
    pub dst_array: Option<&'a Array>,
    /// The first column in `dst_array`, in bytes; without one 0.
    pub dst_x: u64,
    /// The first row in `dst_array`; without one 0.
    pub dst_y: u64,
    /// The first slice, layer or face in `dst_array`; without one 0.
    pub dst_z: u64,
    /// The array to copy from, without levels or one level. None: `src_mem` or `src_host` is the source.
    pub src_array: Option<&'a Array>,
    /// The first column in `src_array`, in bytes; without one 0.
    pub src_x: u64,
    /// The first row in `src_array`; without one 0.
    pub src_y: u64,
    /// The first slice, layer or face in `src_array`; without one 0.
    pub src_z: u64,
}

impl RectCopy<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_rect_copy {
        sys::gc_rect_copy {
            struct_size: core::mem::size_of::<sys::gc_rect_copy>(),
            dst_mem: self.dst_mem.map_or(ptr::null_mut(), |h| h.raw),
            dst_host: self.dst_host.as_mut_ptr().cast(),
            dst_host_size: self.dst_host.len(),
            dst_offset: self.dst_offset,
            dst_row_pitch: self.dst_row_pitch,
            dst_slice_pitch: self.dst_slice_pitch,
            src_mem: self.src_mem.map_or(ptr::null_mut(), |h| h.raw),
            src_host: if self.src_host.is_empty() { ptr::null() } else { self.src_host.as_ptr().cast() },
            src_host_size: self.src_host.len(),
            src_offset: self.src_offset,
            src_row_pitch: self.src_row_pitch,
            src_slice_pitch: self.src_slice_pitch,
            width: self.width,
            height: self.height,
            depth: self.depth,
            dst_array: self.dst_array.map_or(ptr::null_mut(), |h| h.raw),
            dst_x: self.dst_x,
            dst_y: self.dst_y,
            dst_z: self.dst_z,
            src_array: self.src_array.map_or(ptr::null_mut(), |h| h.raw),
            src_x: self.src_x,
            src_y: self.src_y,
            src_z: self.src_z,
        }
    }
}

/// A fill of a rectangle of a [`Mem`] or a [`Array`]: `depth` slices of `height` rows of `width` bytes. The
/// pattern begins anew at each row. In an array the rectangle begins at `x`, `y`, `z`, and offset and pitches
/// are 0; it covers whole elements.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct RectFill<'a> {
    /// The memory to fill. None: `array` is filled.
    pub mem: Option<&'a Mem>,
    /// Where the rectangle begins, in bytes.
    pub offset: u64,
    /// From row to row, in bytes, not less than `width`; 0: the rows follow each other.
    pub row_pitch: u64,
    /// From slice to slice, in bytes: a multiple of the row pitch, not less than the rows of a slice; 0: the
    /// slices follow each other.
    pub slice_pitch: u64,
    /// The bytes of a row, a multiple of the pattern's size; 0 does nothing.
    pub width: u64,
    /// The rows of a slice; 0 means 1.
    pub height: u64,
    /// The slices; 0 means 1.
    pub depth: u64,
    /// The pattern, of any content. Empty: it is refused.
    pub pattern: &'a [u8],
    /// The array to fill, without levels or one level. None: `mem` is filled.
    pub array: Option<&'a Array>,
    /// The first column in `array`, in bytes; without one 0.
    pub x: u64,
    /// The first row in `array`; without one 0.
    pub y: u64,
    /// The first slice, layer or face in `array`; without one 0.
    pub z: u64,
    /// Of `array`: FLOAT32, INT32 or UINT32, and `pattern` is a colour of four such numbers, which is
    /// converted to the array's format, rounded and saturated (OpenCL 3.0, clEnqueueFillImage): FLOAT32 to
    /// float, half and normalised channels, INT32 to signed, UINT32 to unsigned ones. Channels that the array
    /// has not are ignored. 0: `pattern` is the bytes of an element, or equal parts of it.
    pub color_type: ScalarType,
}

impl RectFill<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_rect_fill {
        sys::gc_rect_fill {
            struct_size: core::mem::size_of::<sys::gc_rect_fill>(),
            mem: self.mem.map_or(ptr::null_mut(), |h| h.raw),
            offset: self.offset,
            row_pitch: self.row_pitch,
            slice_pitch: self.slice_pitch,
            width: self.width,
            height: self.height,
            depth: self.depth,
            pattern: if self.pattern.is_empty() { ptr::null() } else { self.pattern.as_ptr().cast() },
            pattern_size: self.pattern.len(),
            array: self.array.map_or(ptr::null_mut(), |h| h.raw),
            x: self.x,
            y: self.y,
            z: self.z,
            color_type: self.color_type.0,
            reserved: 0,
        }
    }
}

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
        call(|error| unsafe { sys::gc_memcpy_htod(self.raw, dst_offset, src.as_ptr().cast(), src.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
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
        call(|error| unsafe { sys::gc_memcpy_dtoh(dst.as_mut_ptr().cast::<c_void>(), self.raw, src_offset, dst.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Copies between two [`Mem`], wherever they are and also of two contexts or devices, queued on a stream.
    /// The ranges must not overlap.
    ///
    /// * `dst_offset`: Offset in `dst`, in bytes.
    /// * `src`: The memory to copy from.
    /// * `src_offset`: Offset in `src`, in bytes.
    /// * `size`: How much to copy, in bytes; 0 does nothing.
    /// * `stream`: The stream it is queued on, of the context of either memory. None: the default stream of
    ///   the destination's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_dtod(&self, dst_offset: u64, src: &Mem, src_offset: u64, size: u64, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_memcpy_dtod(self.raw, dst_offset, src.raw, src_offset, size, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
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
        call(|error| unsafe { sys::gc_memcpy_htod_async(self.raw, dst_offset, src.raw, src_offset, size, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
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
        call(|error| unsafe { sys::gc_memcpy_dtoh_async(self.raw, dst_offset, src.raw, src_offset, size, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Copies a rectangle of 1, 2 or 3 dimensions between memory, arrays and host memory; memory may also be
    /// of two contexts or devices, in the order of the stream. With host memory at an end it returns when
    /// that may be used again; else it is queued. Rectangles may lie between each other's rows, and share no
    /// byte.
    ///
    /// * `rect`: The two ends and the rectangle.
    /// * `stream`: The stream it is queued on, of the context of either memory. None: the default stream of
    ///   the context of the destination, or of the source if the destination is host memory.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `INVALID_OPTIONS`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device
    /// error.
    pub fn memcpy_rect(rect: &RectCopy<'_>, stream: Option<&Stream>) -> Result<()> {
        let rect = rect.as_c();
        call(|error| unsafe { sys::gc_memcpy_rect(&rect, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Copies a rectangle of 1, 2 or 3 dimensions between two ends that are each a [`Mem`] or a [`Array`],
    /// queued on a stream. On the host side it takes page-locked memory as a [`Mem`], and refuses any other
    /// host memory.
    ///
    /// * `rect`: The two ends and the rectangle.
    /// * `stream`: The stream it is queued on, of the context of either memory. None: the default stream of
    ///   the destination's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `INVALID_OPTIONS`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device
    /// error.
    pub fn memcpy_rect_async(rect: &RectCopy<'_>, stream: Option<&Stream>) -> Result<()> {
        let rect = rect.as_c();
        call(|error| unsafe { sys::gc_memcpy_rect_async(&rect, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
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
        call(|error| unsafe { sys::gc_memset_d8(self.raw, offset, value, count, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
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
        call(|error| unsafe { sys::gc_memset_d16(self.raw, offset, value, count, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
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
        call(|error| unsafe { sys::gc_memset_d32(self.raw, offset, value, count, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Fills with a pattern of 1 to 128 bytes, queued on a stream. The pattern is copied before the call
    /// returns; it has no alignment.
    ///
    /// * `offset`: Where the fill begins, in bytes.
    /// * `pattern`: The pattern, of 1 to 128 bytes.
    /// * `count`: How many patterns; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memset_pattern(&self, offset: u64, pattern: &[u8], count: u64, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_memset_pattern(self.raw, offset, pattern.as_ptr().cast(), pattern.len(), count, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Fills a rectangle of 1, 2 or 3 dimensions with a pattern of 1 to 128 bytes, queued on a stream. The
    /// pattern is copied before the call returns; it has no alignment. Of an array it is one element, or a
    /// colour. An array is filled by copies of a piece of device memory that is filled first.
    ///
    /// * `rect`: The memory or the array, the rectangle and the pattern.
    /// * `stream`: The stream it is queued on. None: the default stream of the context of the memory or the
    ///   array.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `INVALID_OPTIONS`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device
    /// error.
    pub fn memset_rect(rect: &RectFill<'_>, stream: Option<&Stream>) -> Result<()> {
        let rect = rect.as_c();
        call(|error| unsafe { sys::gc_memset_rect(&rect, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }
}
