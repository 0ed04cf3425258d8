// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_void;

/// One end of a copy or a fill: a gc_mem, a gc_array or host memory, one of the three. In an array the
/// rectangle begins at `x`, `y`, `z`, and offset and pitches are 0; it covers whole elements. In memory a
/// rectangle that begins at column x, row y and slice z has the offset z * slice pitch + y * row pitch + x.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_copy_end {
    /// The memory.
    pub mem: *mut gc_mem,
    /// The host memory; of a source it is only read.
    pub host: *mut c_void,
    /// The size of `host`.
    pub host_size: usize,
    /// The array, without levels or one level.
    pub array: *mut gc_array,
    /// The first byte of the rectangle in memory.
    pub offset: u64,
    /// From row to row, not less than `width`; 0: the rows follow each other.
    pub row_pitch: u64,
    /// From slice to slice: a multiple of the row pitch, not less than the rows of a slice; 0: the slices
    /// follow each other.
    pub slice_pitch: u64,
    /// The first column in `array`; without one 0.
    pub x: u64,
    /// The first row in `array`; without one 0.
    pub y: u64,
    /// The first slice, layer or face in `array`; without one 0.
    pub z: u64,
}

/// A copy of a rectangle: `depth` slices of `height` rows of `width` bytes, which are at other distances in
/// the destination than in the source. One end at least is no host memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rect_copy {
    /// sizeof(gc_rect_copy).
    pub struct_size: usize,
    /// The destination.
    pub dst: gc_copy_end,
    /// The source.
    pub src: gc_copy_end,
    /// The bytes of a row; 0 does nothing.
    pub width: u64,
    /// The rows of a slice; 0 means 1.
    pub height: u64,
    /// The slices; 0 means 1.
    pub depth: u64,
}

/// A fill of a rectangle of a gc_mem or a gc_array: `depth` slices of `height` rows of `width` bytes. The
/// value begins anew at each row.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rect_fill {
    /// sizeof(gc_rect_fill).
    pub struct_size: usize,
    /// The memory to fill; host memory is refused.
    pub dst: gc_copy_end,
    /// The bytes of a row, a multiple of the value's size; 0 does nothing.
    pub width: u64,
    /// The rows of a slice; 0 means 1.
    pub height: u64,
    /// The slices; 0 means 1.
    pub depth: u64,
    /// The value, of any content.
    pub value: *const c_void,
    /// Its size, from 1 to 128.
    pub value_size: usize,
    /// For an array: FLOAT32, INT32 or UINT32, and `value` is a colour of four such numbers, which is
    /// converted to the array's format, rounded and saturated (OpenCL 3.0, clEnqueueFillImage): FLOAT32 to
    /// float, half and normalised channels, INT32 to signed, UINT32 to unsigned ones. Channels that the array
    /// has not are ignored. 0: `value` is the bytes of an element, or equal parts of it.
    pub color_type: gc_scalar_type,
    /// Zero.
    pub reserved: u32,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Copies between two gc_mem wherever they are, on devices or the host, and also of two contexts or
    /// devices, queued on a stream. The ranges must not overlap. With memory of the place PAGEABLE it may
    /// wait until the copy is made.
    pub fn gc_memcpy(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies from host memory to a gc_mem, in the order of the stream, and returns when the host memory may
    /// be used again.
    pub fn gc_memcpy_htod(dst: *mut gc_mem, dst_offset: u64, src: *const c_void, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies from a gc_mem to host memory, behind what the stream has been given so far, and returns when
    /// all bytes are there.
    pub fn gc_memcpy_dtoh(dst: *mut c_void, src: *mut gc_mem, src_offset: u64, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies a rectangle of 1, 2 or 3 dimensions between memory, arrays and host memory; memory may also be
    /// of two contexts or devices, in the order of the stream. With host memory at an end it returns when
    /// that may be used again; of two ends that are each a gc_mem or a gc_array it is queued. Rectangles may
    /// lie between each other's rows, and share no byte.
    pub fn gc_memcpy_rect(rect: *const gc_rect_copy, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills with copies of a value of 1 to 128 bytes, queued on a stream. The value is copied before the
    /// call returns; nothing need be aligned. Values of 1, 2 and 4 bytes at a multiple of their size are the
    /// fastest.
    pub fn gc_memset(mem: *mut gc_mem, offset: u64, value: *const c_void, value_size: usize, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills a rectangle of 1, 2 or 3 dimensions with copies of a value of 1 to 128 bytes, queued on a
    /// stream. The value is copied before the call returns; nothing need be aligned. Of an array it is one
    /// element, or a colour. An array is filled by copies of a piece of device memory that is filled first.
    pub fn gc_memset_rect(rect: *const gc_rect_fill, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Copies between two gc_mem wherever they are, on devices or the host, and also of two contexts or
    /// devices, queued on a stream. The ranges must not overlap. With memory of the place PAGEABLE it may
    /// wait until the copy is made.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy) {
            Some(function) => function(dst, dst_offset, src, src_offset, size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

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

    /// Copies a rectangle of 1, 2 or 3 dimensions between memory, arrays and host memory; memory may also be
    /// of two contexts or devices, in the order of the stream. With host memory at an end it returns when
    /// that may be used again; of two ends that are each a gc_mem or a gc_array it is queued. Rectangles may
    /// lie between each other's rows, and share no byte.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_rect(rect: *const gc_rect_copy, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_rect) {
            Some(function) => function(rect, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Fills with copies of a value of 1 to 128 bytes, queued on a stream. The value is copied before the
    /// call returns; nothing need be aligned. Values of 1, 2 and 4 bytes at a multiple of their size are the
    /// fastest.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memset(mem: *mut gc_mem, offset: u64, value: *const c_void, value_size: usize, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memset) {
            Some(function) => function(mem, offset, value, value_size, count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Fills a rectangle of 1, 2 or 3 dimensions with copies of a value of 1 to 128 bytes, queued on a
    /// stream. The value is copied before the call returns; nothing need be aligned. Of an array it is one
    /// element, or a colour. An array is filled by copies of a piece of device memory that is filled first.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memset_rect(rect: *const gc_rect_fill, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memset_rect) {
            Some(function) => function(rect, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}
