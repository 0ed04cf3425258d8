// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_void;

/// A copy of a rectangle: `depth` slices of `height` rows of `width` bytes, which are at other distances in
/// the destination than in the source. Each end is a gc_mem, a gc_array or host memory, and one end at least
/// is no host memory. In an array the rectangle begins at `dst_x`, `dst_y`, `dst_z`, and offset and pitches
/// are 0; it covers whole elements. In memory a rectangle that begins at column x, row y and slice z has the
/// offset z * slice pitch + y * row pitch + x. All quantities are in bytes, but the counts of rows and
/// slices.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rect_copy {
    /// sizeof(gc_rect_copy).
    pub struct_size: usize,
    /// The memory to copy to.
    pub dst_mem: *mut gc_mem,
    /// The host memory to copy to.
    pub dst_host: *mut c_void,
    /// The size of `dst_host`.
    pub dst_host_size: usize,
    /// Where the rectangle begins in the destination.
    pub dst_offset: u64,
    /// From row to row in the destination, not less than `width`; 0: the rows follow each other.
    pub dst_row_pitch: u64,
    /// From slice to slice in the destination: a multiple of the row pitch, not less than the rows of a
    /// slice; 0: the slices follow each other.
    pub dst_slice_pitch: u64,
    /// The memory to copy from.
    pub src_mem: *mut gc_mem,
    /// The host memory to copy from.
    pub src_host: *const c_void,
    /// The size of `src_host`.
    pub src_host_size: usize,
    /// Where the rectangle begins in the source.
    pub src_offset: u64,
    /// From row to row in the source, as `dst_row_pitch`.
    pub src_row_pitch: u64,
    /// From slice to slice in the source, as `dst_slice_pitch`.
    pub src_slice_pitch: u64,
    /// The bytes of a row; 0 does nothing.
    pub width: u64,
    /// The rows of a slice; 0 means 1.
    pub height: u64,
    /// The slices; 0 means 1.
    pub depth: u64,
    /// The array to copy to, without levels or one level.
    pub dst_array: *mut gc_array,
    /// The first column in `dst_array`; without one 0.
    pub dst_x: u64,
    /// The first row in `dst_array`; without one 0.
    pub dst_y: u64,
    /// The first slice, layer or face in `dst_array`; without one 0.
    pub dst_z: u64,
    /// The array to copy from, without levels or one level.
    pub src_array: *mut gc_array,
    /// The first column in `src_array`; without one 0.
    pub src_x: u64,
    /// The first row in `src_array`; without one 0.
    pub src_y: u64,
    /// The first slice, layer or face in `src_array`; without one 0.
    pub src_z: u64,
}

/// A fill of a rectangle of a gc_mem or a gc_array: `depth` slices of `height` rows of `width` bytes. The
/// pattern begins anew at each row. In an array the rectangle begins at `x`, `y`, `z`, and offset and pitches
/// are 0; it covers whole elements.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rect_fill {
    /// sizeof(gc_rect_fill).
    pub struct_size: usize,
    /// The memory to fill.
    pub mem: *mut gc_mem,
    /// Where the rectangle begins.
    pub offset: u64,
    /// From row to row, not less than `width`; 0: the rows follow each other.
    pub row_pitch: u64,
    /// From slice to slice: a multiple of the row pitch, not less than the rows of a slice; 0: the slices
    /// follow each other.
    pub slice_pitch: u64,
    /// The bytes of a row, a multiple of the pattern's size; 0 does nothing.
    pub width: u64,
    /// The rows of a slice; 0 means 1.
    pub height: u64,
    /// The slices; 0 means 1.
    pub depth: u64,
    /// The pattern, of any content.
    pub pattern: *const c_void,
    /// Its size, from 1 to 128.
    pub pattern_size: usize,
    /// The array to fill, without levels or one level.
    pub array: *mut gc_array,
    /// The first column in `array`; without one 0.
    pub x: u64,
    /// The first row in `array`; without one 0.
    pub y: u64,
    /// The first slice, layer or face in `array`; without one 0.
    pub z: u64,
    /// Of `array`: FLOAT32, INT32 or UINT32, and `pattern` is a colour of four such numbers, which is
    /// converted to the array's format, rounded and saturated (OpenCL 3.0, clEnqueueFillImage): FLOAT32 to
    /// float, half and normalised channels, INT32 to signed, UINT32 to unsigned ones. Channels that the array
    /// has not are ignored. 0: `pattern` is the bytes of an element, or equal parts of it.
    pub color_type: gc_scalar_type,
    /// Zero.
    pub reserved: u32,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Copies from host memory to a gc_mem, in the order of the stream, and returns when the host memory may
    /// be used again.
    pub fn gc_memcpy_htod(dst: *mut gc_mem, dst_offset: u64, src: *const c_void, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies from a gc_mem to host memory, behind what the stream has been given so far, and returns when
    /// all bytes are there.
    pub fn gc_memcpy_dtoh(dst: *mut c_void, src: *mut gc_mem, src_offset: u64, size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies between two gc_mem, wherever they are and also of two contexts or devices, queued on a stream.
    /// The ranges must not overlap.
    pub fn gc_memcpy_dtod(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies from page-locked memory to a gc_mem, queued on a stream.
    pub fn gc_memcpy_htod_async(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies from a gc_mem to page-locked memory, queued on a stream.
    pub fn gc_memcpy_dtoh_async(dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, size: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies a rectangle of 1, 2 or 3 dimensions between memory, arrays and host memory; memory may also be
    /// of two contexts or devices, in the order of the stream. With host memory at an end it returns when
    /// that may be used again; else it is queued. Rectangles may lie between each other's rows, and share no
    /// byte.
    pub fn gc_memcpy_rect(rect: *const gc_rect_copy, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies a rectangle of 1, 2 or 3 dimensions between two ends that are each a gc_mem or a gc_array,
    /// queued on a stream. On the host side it takes page-locked memory as a gc_mem, and refuses any other
    /// host memory.
    pub fn gc_memcpy_rect_async(rect: *const gc_rect_copy, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills with an 8-bit pattern, queued on a stream.
    pub fn gc_memset_d8(mem: *mut gc_mem, offset: u64, value: u8, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills with a 16-bit pattern, queued on a stream. `offset` must be a multiple of 2.
    pub fn gc_memset_d16(mem: *mut gc_mem, offset: u64, value: u16, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills with a 32-bit pattern, queued on a stream. `offset` must be a multiple of 4.
    pub fn gc_memset_d32(mem: *mut gc_mem, offset: u64, value: u32, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills with a pattern of 1 to 128 bytes, queued on a stream. The pattern is copied before the call
    /// returns; it has no alignment.
    pub fn gc_memset_pattern(mem: *mut gc_mem, offset: u64, pattern: *const c_void, pattern_size: usize, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Fills a rectangle of 1, 2 or 3 dimensions with a pattern of 1 to 128 bytes, queued on a stream. The
    /// pattern is copied before the call returns; it has no alignment. Of an array it is one element, or a
    /// colour. An array is filled by copies of a piece of device memory that is filled first.
    pub fn gc_memset_rect(rect: *const gc_rect_fill, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
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

    /// Copies between two gc_mem, wherever they are and also of two contexts or devices, queued on a stream.
    /// The ranges must not overlap.
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

    /// Copies a rectangle of 1, 2 or 3 dimensions between memory, arrays and host memory; memory may also be
    /// of two contexts or devices, in the order of the stream. With host memory at an end it returns when
    /// that may be used again; else it is queued. Rectangles may lie between each other's rows, and share no
    /// byte.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_rect(rect: *const gc_rect_copy, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_rect) {
            Some(function) => function(rect, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Copies a rectangle of 1, 2 or 3 dimensions between two ends that are each a gc_mem or a gc_array,
    /// queued on a stream. On the host side it takes page-locked memory as a gc_mem, and refuses any other
    /// host memory.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memcpy_rect_async(rect: *const gc_rect_copy, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memcpy_rect_async) {
            Some(function) => function(rect, stream, out_error),
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

    /// Fills with a pattern of 1 to 128 bytes, queued on a stream. The pattern is copied before the call
    /// returns; it has no alignment.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memset_pattern(mem: *mut gc_mem, offset: u64, pattern: *const c_void, pattern_size: usize, count: u64, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memset_pattern) {
            Some(function) => function(mem, offset, pattern, pattern_size, count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Fills a rectangle of 1, 2 or 3 dimensions with a pattern of 1 to 128 bytes, queued on a stream. The
    /// pattern is copied before the call returns; it has no alignment. Of an array it is one element, or a
    /// colour. An array is filled by copies of a piece of device memory that is filled first.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_memset_rect(rect: *const gc_rect_fill, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(memset_rect) {
            Some(function) => function(rect, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}
