// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{call, Host, Keep};
use crate::sys;
use crate::Result;
use core::ptr;
use std::ffi::c_void;
use super::*;

/// One end of a copy or a fill: a [`Mem`], an [`Array`] or host memory, one of the three. In an array the
/// rectangle begins at `x`, `y`, `z`, and offset and pitches are 0; it covers whole elements. In memory a
/// rectangle that begins at column x, row y and slice z has the offset z * slice pitch + y * row pitch + x.
#[derive(Debug, Default)]
pub struct CopyEnd<'a> {
    /// The memory. None: `array` or `host` is given.
    pub mem: Option<&'a Mem>,
    /// The host memory; of a source it is only read. Empty: `mem` or `array` is given.
    pub host: Host<'a>,
    /// The array, without levels or one level. None: `mem` or `host` is given.
    pub array: Option<&'a Array>,
    /// The first byte of the rectangle in memory, in bytes.
    pub offset: u64,
    /// From row to row, in bytes, not less than `width`; 0: the rows follow each other.
    pub row_pitch: u64,
    /// From slice to slice, in bytes: a multiple of the row pitch, not less than the rows of a slice; 0: the
    /// slices follow each other.
    pub slice_pitch: u64,
    /// The first column in `array`, in bytes; without one 0.
    pub x: u64,
    /// The first row in `array`; without one 0.
    pub y: u64,
    /// The first slice, layer or face in `array`; without one 0.
    pub z: u64,
}

impl CopyEnd<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_copy_end {
        sys::gc_copy_end {
            mem: self.mem.map_or(ptr::null_mut(), |h| h.raw),
            host: self.host.as_ptr(),
            host_size: self.host.len(),
            array: self.array.map_or(ptr::null_mut(), |h| h.raw),
            offset: self.offset,
            row_pitch: self.row_pitch,
            slice_pitch: self.slice_pitch,
            x: self.x,
            y: self.y,
            z: self.z,
        }
    }
}

/// A copy of a rectangle: `depth` slices of `height` rows of `width` bytes, which are at other distances in
/// the destination than in the source. One end at least is no host memory.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Debug, Default)]
pub struct RectCopy<'a> {
    /// The destination.
    pub dst: CopyEnd<'a>,
    /// The source.
    pub src: CopyEnd<'a>,
    /// The bytes of a row; 0 does nothing.
    pub width: u64,
    /// The rows of a slice; 0 means 1.
    pub height: u64,
    /// The slices; 0 means 1.
    pub depth: u64,
}

impl RectCopy<'_> {
    #[inline]
    pub(crate) fn as_c(&self, _: &mut Keep) -> Result<sys::gc_rect_copy> {
        Ok(sys::gc_rect_copy {
            struct_size: core::mem::size_of::<sys::gc_rect_copy>(),
            dst: { self.dst.host.written("rect_copy.dst.host")?; self.dst.as_c() },
            src: self.src.as_c(),
            width: self.width,
            height: self.height,
            depth: self.depth,
        })
    }
}

/// A fill of `depth` slices of `height` rows of `width` bytes. The value begins anew at each row.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Debug, Default)]
pub struct RectFill<'a> {
    /// The memory to fill; host memory is refused.
    pub dst: CopyEnd<'a>,
    /// The bytes of a row, a multiple of the value's size; 0 does nothing.
    pub width: u64,
    /// The rows of a slice; 0 means 1.
    pub height: u64,
    /// The slices; 0 means 1.
    pub depth: u64,
    /// The value, of any content. Empty: it is refused.
    pub value: &'a [u8],
    /// For an array: FLOAT32, INT32 or UINT32, and `value` is a colour of four such numbers, which is
    /// converted to the array's format, rounded and saturated (OpenCL 3.0, clEnqueueFillImage): FLOAT32 to
    /// float, half and normalized channels, INT32 to signed, UINT32 to unsigned ones. Channels that the array
    /// has not are ignored. 0: `value` is the bytes of an element, or equal parts of it.
    pub color_type: ScalarType,
}

impl RectFill<'_> {
    #[inline]
    pub(crate) fn as_c(&self, _: &mut Keep) -> Result<sys::gc_rect_fill> {
        Ok(sys::gc_rect_fill {
            struct_size: core::mem::size_of::<sys::gc_rect_fill>(),
            dst: { self.dst.host.written("rect_fill.dst.host")?; self.dst.as_c() },
            width: self.width,
            height: self.height,
            depth: self.depth,
            value: if self.value.is_empty() { ptr::null() } else { self.value.as_ptr().cast() },
            value_size: self.value.len(),
            color_type: self.color_type.0,
            reserved: 0,
        })
    }
}

impl Mem {
    /// Copies between two [`Mem`] wherever they are, on devices or the host, and also of two contexts or
    /// devices, queued on a stream. The ranges must not overlap. With memory of the place PAGEABLE it may
    /// wait until the copy is made.
    ///
    /// * `dst_offset`: Offset in `dst`, in bytes.
    /// * `src`: The memory to copy from.
    /// * `src_offset`: Offset in `src`, in bytes.
    /// * `size`: The bytes to copy; 0 does nothing.
    /// * `stream`: The stream it is queued on, of the context of either memory. None: the default stream of
    ///   the destination's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy(&self, dst_offset: u64, src: &Mem, src_offset: u64, size: u64, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_memcpy(self.raw, dst_offset, src.raw, src_offset, size, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Copies from host memory, in the order of the stream; returns when the host memory may be used again.
    ///
    /// * `dst_offset`: Offset in `dst`, in bytes.
    /// * `src`: The bytes to copy.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_htod(&self, dst_offset: u64, src: &[u8], stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_memcpy_htod(self.raw, dst_offset, src.as_ptr().cast(), src.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Copies to host memory, behind the work queued on the stream; returns when all bytes are there.
    ///
    /// * `dst`: The memory for the bytes; all `size` of them are written.
    /// * `src_offset`: Offset in `src`, in bytes.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_dtoh(&self, dst: &mut [u8], src_offset: u64, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_memcpy_dtoh(dst.as_mut_ptr().cast::<c_void>(), self.raw, src_offset, dst.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Copies a rectangle of 1, 2 or 3 dimensions between memory, arrays and host memory; memory may also be
    /// of two contexts or devices, in the order of the stream. With host memory at an end it returns when
    /// that may be used again; of two ends that are each a [`Mem`] or an [`Array`] it is queued. Rectangles
    /// may lie between each other's rows, and share no byte.
    ///
    /// * `rect`: The two ends and the rectangle.
    /// * `stream`: The stream it is queued on, of the context of either memory. None: the default stream of
    ///   the context of the destination, or of the source if the destination is host memory.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_rect(rect: &RectCopy<'_>, stream: Option<&Stream>) -> Result<()> {
        let mut keep = Keep::default();
        let rect = rect.as_c(&mut keep)?;
        call(|error| unsafe { sys::gc_memcpy_rect(&rect, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Fills with copies of a value of 1 to 128 bytes, queued on a stream. The value is copied before the
    /// call returns; nothing need be aligned. Values of 1, 2 and 4 bytes at a multiple of their size are the
    /// fastest.
    ///
    /// * `offset`: The first byte of the fill, in bytes.
    /// * `value`: The value, of 1 to 128 bytes.
    /// * `count`: The number of copies of it; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memset(&self, offset: u64, value: &[u8], count: u64, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_memset(self.raw, offset, value.as_ptr().cast(), value.len(), count, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Fills a rectangle of 1, 2 or 3 dimensions with copies of a value of 1 to 128 bytes, queued on a
    /// stream. The value is copied before the call returns; nothing need be aligned. Of an array it is one
    /// element, or a colour. An array is filled by copies of a piece of device memory that is filled first.
    ///
    /// * `rect`: The memory or the array, the rectangle and the value.
    /// * `stream`: The stream it is queued on. None: the default stream of the context of the memory or the
    ///   array.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memset_rect(rect: &RectFill<'_>, stream: Option<&Stream>) -> Result<()> {
        let mut keep = Keep::default();
        let rect = rect.as_c(&mut keep)?;
        call(|error| unsafe { sys::gc_memset_rect(&rect, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }
}
