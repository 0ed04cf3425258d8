// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::{c_char, c_void};

/// A typed view of memory: shape, strides and element type. An opaque identifier, not an address: never
/// dereferenced.
#[repr(C)]
pub struct gc_ndarray {
    _private: [u8; 0],
}

/// Attributes of an ndarray.
pub type gc_ndarray_attribute = i32;
/// The type of its elements: a GRIDCALL_SCALAR_TYPE_\* number.
pub const GRIDCALL_NDARRAY_ATTRIBUTE_TYPE: gc_ndarray_attribute = 100001;
/// The number of its dimensions.
pub const GRIDCALL_NDARRAY_ATTRIBUTE_NDIM: gc_ndarray_attribute = 100002;
/// The number of its elements.
pub const GRIDCALL_NDARRAY_ATTRIBUTE_COUNT: gc_ndarray_attribute = 100003;
/// The bytes of an element.
pub const GRIDCALL_NDARRAY_ATTRIBUTE_ELEMENT_SIZE: gc_ndarray_attribute = 100004;
/// The bytes of all elements, without gaps between them.
pub const GRIDCALL_NDARRAY_ATTRIBUTE_SIZE: gc_ndarray_attribute = 100005;
/// The bytes from the beginning of its memory to its first element.
pub const GRIDCALL_NDARRAY_ATTRIBUTE_OFFSET: gc_ndarray_attribute = 100006;
/// The address of its first element, which kernels get as an argument of kind NDARRAY.
pub const GRIDCALL_NDARRAY_ATTRIBUTE_ADDRESS: gc_ndarray_attribute = 100007;
/// 1 if its elements follow each other in C's order, the last dimension fastest, else 0.
pub const GRIDCALL_NDARRAY_ATTRIBUTE_IS_C_CONTIGUOUS: gc_ndarray_attribute = 100008;
/// 1 if its elements follow each other in Fortran's order, the first dimension fastest, else 0.
pub const GRIDCALL_NDARRAY_ATTRIBUTE_IS_F_CONTIGUOUS: gc_ndarray_attribute = 100009;
/// 1 if it came as read-only from another library, else 0.
pub const GRIDCALL_NDARRAY_ATTRIBUTE_IS_READ_ONLY: gc_ndarray_attribute = 100010;

/// The result that gc_ndarray_reduce computes.
pub type gc_reduction = i32;
/// The sum; 0 of no elements.
pub const GRIDCALL_REDUCTION_SUM: gc_reduction = 1;
/// The product; 1 of no elements.
pub const GRIDCALL_REDUCTION_PROD: gc_reduction = 2;
/// The least element; NaN if there is one.
pub const GRIDCALL_REDUCTION_MIN: gc_reduction = 3;
/// The greatest element; NaN if there is one.
pub const GRIDCALL_REDUCTION_MAX: gc_reduction = 4;
/// 1 if an element is not zero, else 0.
pub const GRIDCALL_REDUCTION_ANY: gc_reduction = 5;
/// 1 if no element is zero, else 0.
pub const GRIDCALL_REDUCTION_ALL: gc_reduction = 6;

/// The order of elements in memory.
pub type gc_ndarray_flags = u64;
/// Fortran's order: the first dimension is the fastest. Without it C's order, the last dimension.
pub const GRIDCALL_NDARRAY_ORDER_F: gc_ndarray_flags = 1 << 0;

/// Flags of how the elements of an ndarray become those of an array.
pub type gc_array_from_flags = u64;
/// The last dimension, of 1, 2 or 4, is the channels of an element.
pub const GRIDCALL_ARRAY_FROM_CHANNELS: gc_array_from_flags = 1 << 0;
/// Integers of 8 and 16 bits become the formats that are always read as numbers from 0 or -1 to 1:
/// UNORM_INT8X1 and so on.
pub const GRIDCALL_ARRAY_FROM_NORMALIZED: gc_array_from_flags = 1 << 1;

/// Options of a new ndarray. Zero strides means none: the elements follow each other.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_ndarray_options {
    /// sizeof(gc_ndarray_options).
    pub struct_size: usize,
    /// GRIDCALL_NDARRAY_\* bits; not with strides.
    pub flags: gc_ndarray_flags,
    /// The type of the elements; 0 with a record: RECORD.
    pub scalar_type: gc_scalar_type,
    /// The place of its memory; 0 means GRIDCALL_MEM_PLACE_DEVICE. Not with a pool.
    pub place: gc_mem_place,
    /// The layout of elements of type RECORD.
    pub record: *mut gc_dtype,
    /// The elements of each dimension.
    pub shape: *const u64,
    /// The number of dimensions.
    pub shape_count: usize,
    /// Bytes from element to element of each dimension.
    pub strides: *const i64,
    /// 0, or the number of dimensions.
    pub stride_count: usize,
    /// GRIDCALL_MEM_\* bits of its memory; not with a pool.
    pub mem_flags: gc_mem_flags,
    /// The alignment of its memory, as in gc_mem_options; not with a pool.
    pub alignment: u64,
    /// The pool that its memory is taken from.
    pub pool: *mut gc_pool,
    /// The stream that it is used on first: of memory from a pool, and of gc_ndarray_from_host.
    pub stream: *mut gc_stream,
    /// The mode of managed memory, as in gc_mem_options.
    pub attach: gc_mem_attach_mode,
    /// Zero.
    pub reserved: u32,
}

/// The layout of the elements of host memory: of the shape of the ndarray that they are copied to or from.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_ndarray_layout {
    /// sizeof(gc_ndarray_layout).
    pub struct_size: usize,
    /// GRIDCALL_NDARRAY_\* bits; not with strides.
    pub flags: gc_ndarray_flags,
    /// Bytes from element to element of each dimension, of any sign.
    pub strides: *const i64,
    /// 0, or the number of dimensions.
    pub stride_count: usize,
    /// From the beginning of the host memory to the first element.
    pub offset: u64,
    /// The type of the elements in host memory; 0: as in the ndarray. Elements are converted on the device.
    pub scalar_type: gc_scalar_type,
    /// Zero.
    pub reserved: u32,
}

/// The part that is taken of one dimension: NumPy's start:stop:step. Numbers below 0 count from the end: -1
/// is the last element. The smallest number of 64 bits, INT64_MIN, as start or stop leaves it out: the slice
/// begins, or ends, at that end of the dimension which the sign of the step says.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_axis_slice {
    /// The first element.
    pub start: i64,
    /// The first one that is not taken.
    pub stop: i64,
    /// From element to element, of any sign. 0 with a stop equal to the start: the element `start` alone, and
    /// the ndarray that is made has one dimension less.
    pub step: i64,
}

/// A number for gc_ndarray_apply.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_scalar {
    /// Its bytes, from the first on, as a variable of the type has them.
    pub bits: [u64; 2],
    /// Its type; not RECORD.
    pub scalar_type: gc_scalar_type,
    /// Zero.
    pub reserved: u32,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Makes an ndarray and its memory, of any place. Without the flag ZERO of its memory the elements are
    /// undefined.
    pub fn gc_ndarray_create(context: *mut gc_context, options: *const gc_ndarray_options, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes an ndarray and its memory, and copies host memory to it, in the order of the stream. Returns
    /// when the host memory may be used again.
    pub fn gc_ndarray_from_host(context: *mut gc_context, data: *const c_void, size: usize, options: *const gc_ndarray_options, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes an ndarray of memory that is there: allocated, wrapped (the CUDA array interface of another
    /// library), of another process. It holds the memory. The type, the shape, the strides and the order are
    /// taken of the options, and the rest of them must be zero.
    pub fn gc_ndarray_from_mem(mem: *mut gc_mem, offset: u64, options: *const gc_ndarray_options, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status;
    /// The memory of an ndarray; the attribute OFFSET says where in it the first element is.
    pub fn gc_ndarray_get_mem(ndarray: *mut gc_ndarray, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// The record that the elements of an ndarray are made of. NOT_FOUND for an ndarray of scalars.
    pub fn gc_ndarray_get_record(ndarray: *mut gc_ndarray, out_dtype: *mut *mut gc_dtype, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of an ndarray. NOT_FOUND for a number that is none; UNSUPPORTED for the ADDRESS of
    /// memory that kernels cannot reach.
    pub fn gc_ndarray_get_attribute(ndarray: *mut gc_ndarray, attribute: gc_ndarray_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The elements of each dimension of an ndarray.
    pub fn gc_ndarray_get_shape(ndarray: *mut gc_ndarray, shape: *mut u64, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The bytes from element to element of each dimension of an ndarray.
    pub fn gc_ndarray_get_strides(ndarray: *mut gc_ndarray, strides: *mut i64, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// A part of an ndarray by NumPy's slices, that shares its memory. A start or stop outside of the
    /// dimension is refused, where NumPy would move it to the end.
    pub fn gc_ndarray_slice(ndarray: *mut gc_ndarray, slices: *const gc_axis_slice, slice_count: usize, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status;
    /// The elements of an ndarray, in C's order or with ORDER_F in Fortran's, as an ndarray of another shape
    /// that shares its memory. INVALID_ARGUMENT if no strides can express it: copy the ndarray to a
    /// contiguous one first.
    pub fn gc_ndarray_reshape(ndarray: *mut gc_ndarray, shape: *const i64, shape_count: usize, flags: gc_ndarray_flags, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status;
    /// An ndarray with its dimensions in another order, that shares its memory.
    pub fn gc_ndarray_transpose(ndarray: *mut gc_ndarray, axes: *const u32, axis_count: usize, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status;
    /// The bytes of an ndarray as elements of another type, as NumPy's view: nothing is converted. If the
    /// sizes differ, the elements of the last dimension must follow each other, and its bytes be a multiple
    /// of the new size.
    pub fn gc_ndarray_view(ndarray: *mut gc_ndarray, scalar_type: gc_scalar_type, record: *mut gc_dtype, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status;
    /// One field of all records of an ndarray, that shares its memory: NumPy's ndarray\["x"]. A field of
    /// several elements becomes one more dimension, the last.
    pub fn gc_ndarray_get_field(ndarray: *mut gc_ndarray, name: *const c_char, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies the elements of one ndarray to another, of any strides and any two scalar types, queued on a
    /// stream. The source is broadcast to the shape of the destination, as by NumPy's assignment. The
    /// ndarrays may overlap: the source is as before the copy. Records are copied to records of the same
    /// size. Ndarrays of two contexts are copied where their elements form rectangles and have one type.
    pub fn gc_ndarray_copy(dst: *mut gc_ndarray, src: *mut gc_ndarray, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies host memory to an ndarray, in the order of the stream, and returns when the host memory may be
    /// used again.
    pub fn gc_ndarray_copy_from_host(ndarray: *mut gc_ndarray, data: *const c_void, size: usize, layout: *const gc_ndarray_layout, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Copies an ndarray to host memory, behind what the stream has been given so far, and returns when all
    /// elements are there.
    pub fn gc_ndarray_copy_to_host(ndarray: *mut gc_ndarray, data: *mut c_void, size: usize, layout: *const gc_ndarray_layout, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Sets all elements of an ndarray to one value, queued on a stream.
    pub fn gc_ndarray_fill(ndarray: *mut gc_ndarray, value: *const c_void, value_size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Computes an expression of C++ for each element, queued on a stream: "a + 2 * b", "x \< a ? sqrt(a) :
    /// y". The elements of the inputs are named a, b, c, d, e, f, g and h, the scalars x, y, z, u, v and w,
    /// and the result is converted to the type of the ndarray. Types are C++'s, not NumPy's: integers smaller
    /// than int become int, float with an integer stays float, and 1 / 2 is 0; FLOAT16 and BFLOAT16 are
    /// computed as float; each operation is rounded by itself. The inputs are broadcast to the shape of the
    /// ndarray, as by NumPy, and may be the ndarray itself or overlap it. An expression is made of these
    /// names, numbers, operators without assignment, ?:, parentheses, casts to types of numbers such as
    /// (float)a, and calls of CUDA's mathematical functions, by their names for float too (rsqrtf), besides
    /// real(a), imag(a), conj(a), abs(a), complex(a, b), min and max. Nothing in it can reach memory:
    /// addresses, and all else that C++ has, are refused with their column.
    pub fn gc_ndarray_apply(ndarray: *mut gc_ndarray, expression: *const c_char, inputs: *const *mut gc_ndarray, input_count: usize, scalars: *const gc_scalar, scalar_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Combines the elements of an ndarray along some dimensions, or all, queued on a stream. The same call
    /// on the same device gives the same result each time. Integers are computed in 64 bits, FLOAT16,
    /// BFLOAT16 and FLOAT32 in float, or in double if the result is FLOAT64; the result is converted to the
    /// type of the ndarray that it goes to. Complex numbers have no MIN and MAX.
    pub fn gc_ndarray_reduce(ndarray: *mut gc_ndarray, src: *mut gc_ndarray, reduction: gc_reduction, axes: *const u32, axis_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes an array of 1, 2 or 3 dimensions of the shape of an ndarray, and copies the elements to it,
    /// queued on the stream. The last dimension becomes the width, the one before it the height and the first
    /// of three the depth; to have the first one as the width, transpose the ndarray. Of no dimensions, it is
    /// one element. With LAYERED the first dimension counts layers. The format follows the type of the
    /// elements: integers of 8, 16 and 32 bits, FLOAT16 and FLOAT32 have a format of their own, BOOL is read
    /// as UINT8, and COMPLEX64 has two channels of FLOAT. Numbers of 64 bits have two channels of
    /// SIGNED_INT32 each, the lower bits first, and COMPLEX128 has four; kernels put them together, as
    /// fp_tex2D of gridcall_textures.h does. BFLOAT16 and records have no format: UNSUPPORTED.
    pub fn gc_array_from_ndarray(ndarray: *mut gc_ndarray, array_flags: gc_array_flags, from_flags: gc_array_from_flags, stream: *mut gc_stream, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes an array and copies host memory to it, in the order of the stream of the options, as
    /// gc_ndarray_from_host and gc_array_from_ndarray do together. Returns when the host memory may be used
    /// again.
    pub fn gc_array_from_host(context: *mut gc_context, data: *const c_void, size: usize, options: *const gc_ndarray_options, array_flags: gc_array_flags, from_flags: gc_array_from_flags, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases an ndarray. Its memory goes back with the last ndarray and handle that holds it, when the
    /// work that uses it is done.
    pub fn gc_ndarray_release(ndarray: *mut gc_ndarray);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Makes an ndarray and its memory, of any place. Without the flag ZERO of its memory the elements are
    /// undefined.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_create(context: *mut gc_context, options: *const gc_ndarray_options, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_create) {
            Some(function) => function(context, options, out_ndarray, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes an ndarray and its memory, and copies host memory to it, in the order of the stream. Returns
    /// when the host memory may be used again.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_from_host(context: *mut gc_context, data: *const c_void, size: usize, options: *const gc_ndarray_options, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_from_host) {
            Some(function) => function(context, data, size, options, out_ndarray, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes an ndarray of memory that is there: allocated, wrapped (the CUDA array interface of another
    /// library), of another process. It holds the memory. The type, the shape, the strides and the order are
    /// taken of the options, and the rest of them must be zero.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_from_mem(mem: *mut gc_mem, offset: u64, options: *const gc_ndarray_options, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_from_mem) {
            Some(function) => function(mem, offset, options, out_ndarray, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The memory of an ndarray; the attribute OFFSET says where in it the first element is.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_get_mem(ndarray: *mut gc_ndarray, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_get_mem) {
            Some(function) => function(ndarray, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The record that the elements of an ndarray are made of. NOT_FOUND for an ndarray of scalars.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_get_record(ndarray: *mut gc_ndarray, out_dtype: *mut *mut gc_dtype, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_get_record) {
            Some(function) => function(ndarray, out_dtype, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One attribute of an ndarray. NOT_FOUND for a number that is none; UNSUPPORTED for the ADDRESS of
    /// memory that kernels cannot reach.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_get_attribute(ndarray: *mut gc_ndarray, attribute: gc_ndarray_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_get_attribute) {
            Some(function) => function(ndarray, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The elements of each dimension of an ndarray.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_get_shape(ndarray: *mut gc_ndarray, shape: *mut u64, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_get_shape) {
            Some(function) => function(ndarray, shape, capacity, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The bytes from element to element of each dimension of an ndarray.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_get_strides(ndarray: *mut gc_ndarray, strides: *mut i64, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_get_strides) {
            Some(function) => function(ndarray, strides, capacity, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A part of an ndarray by NumPy's slices, that shares its memory. A start or stop outside of the
    /// dimension is refused, where NumPy would move it to the end.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_slice(ndarray: *mut gc_ndarray, slices: *const gc_axis_slice, slice_count: usize, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_slice) {
            Some(function) => function(ndarray, slices, slice_count, out_ndarray, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The elements of an ndarray, in C's order or with ORDER_F in Fortran's, as an ndarray of another shape
    /// that shares its memory. INVALID_ARGUMENT if no strides can express it: copy the ndarray to a
    /// contiguous one first.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_reshape(ndarray: *mut gc_ndarray, shape: *const i64, shape_count: usize, flags: gc_ndarray_flags, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_reshape) {
            Some(function) => function(ndarray, shape, shape_count, flags, out_ndarray, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// An ndarray with its dimensions in another order, that shares its memory.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_transpose(ndarray: *mut gc_ndarray, axes: *const u32, axis_count: usize, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_transpose) {
            Some(function) => function(ndarray, axes, axis_count, out_ndarray, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The bytes of an ndarray as elements of another type, as NumPy's view: nothing is converted. If the
    /// sizes differ, the elements of the last dimension must follow each other, and its bytes be a multiple
    /// of the new size.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_view(ndarray: *mut gc_ndarray, scalar_type: gc_scalar_type, record: *mut gc_dtype, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_view) {
            Some(function) => function(ndarray, scalar_type, record, out_ndarray, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One field of all records of an ndarray, that shares its memory: NumPy's ndarray\["x"]. A field of
    /// several elements becomes one more dimension, the last.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_get_field(ndarray: *mut gc_ndarray, name: *const c_char, out_ndarray: *mut *mut gc_ndarray, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_get_field) {
            Some(function) => function(ndarray, name, out_ndarray, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Copies the elements of one ndarray to another, of any strides and any two scalar types, queued on a
    /// stream. The source is broadcast to the shape of the destination, as by NumPy's assignment. The
    /// ndarrays may overlap: the source is as before the copy. Records are copied to records of the same
    /// size. Ndarrays of two contexts are copied where their elements form rectangles and have one type.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_copy(dst: *mut gc_ndarray, src: *mut gc_ndarray, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_copy) {
            Some(function) => function(dst, src, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Copies host memory to an ndarray, in the order of the stream, and returns when the host memory may be
    /// used again.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_copy_from_host(ndarray: *mut gc_ndarray, data: *const c_void, size: usize, layout: *const gc_ndarray_layout, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_copy_from_host) {
            Some(function) => function(ndarray, data, size, layout, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Copies an ndarray to host memory, behind what the stream has been given so far, and returns when all
    /// elements are there.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_copy_to_host(ndarray: *mut gc_ndarray, data: *mut c_void, size: usize, layout: *const gc_ndarray_layout, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_copy_to_host) {
            Some(function) => function(ndarray, data, size, layout, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Sets all elements of an ndarray to one value, queued on a stream.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_fill(ndarray: *mut gc_ndarray, value: *const c_void, value_size: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_fill) {
            Some(function) => function(ndarray, value, value_size, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Computes an expression of C++ for each element, queued on a stream: "a + 2 * b", "x \< a ? sqrt(a) :
    /// y". The elements of the inputs are named a, b, c, d, e, f, g and h, the scalars x, y, z, u, v and w,
    /// and the result is converted to the type of the ndarray. Types are C++'s, not NumPy's: integers smaller
    /// than int become int, float with an integer stays float, and 1 / 2 is 0; FLOAT16 and BFLOAT16 are
    /// computed as float; each operation is rounded by itself. The inputs are broadcast to the shape of the
    /// ndarray, as by NumPy, and may be the ndarray itself or overlap it. An expression is made of these
    /// names, numbers, operators without assignment, ?:, parentheses, casts to types of numbers such as
    /// (float)a, and calls of CUDA's mathematical functions, by their names for float too (rsqrtf), besides
    /// real(a), imag(a), conj(a), abs(a), complex(a, b), min and max. Nothing in it can reach memory:
    /// addresses, and all else that C++ has, are refused with their column.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_apply(ndarray: *mut gc_ndarray, expression: *const c_char, inputs: *const *mut gc_ndarray, input_count: usize, scalars: *const gc_scalar, scalar_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_apply) {
            Some(function) => function(ndarray, expression, inputs, input_count, scalars, scalar_count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Combines the elements of an ndarray along some dimensions, or all, queued on a stream. The same call
    /// on the same device gives the same result each time. Integers are computed in 64 bits, FLOAT16,
    /// BFLOAT16 and FLOAT32 in float, or in double if the result is FLOAT64; the result is converted to the
    /// type of the ndarray that it goes to. Complex numbers have no MIN and MAX.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_reduce(ndarray: *mut gc_ndarray, src: *mut gc_ndarray, reduction: gc_reduction, axes: *const u32, axis_count: usize, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(ndarray_reduce) {
            Some(function) => function(ndarray, src, reduction, axes, axis_count, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes an array of 1, 2 or 3 dimensions of the shape of an ndarray, and copies the elements to it,
    /// queued on the stream. The last dimension becomes the width, the one before it the height and the first
    /// of three the depth; to have the first one as the width, transpose the ndarray. Of no dimensions, it is
    /// one element. With LAYERED the first dimension counts layers. The format follows the type of the
    /// elements: integers of 8, 16 and 32 bits, FLOAT16 and FLOAT32 have a format of their own, BOOL is read
    /// as UINT8, and COMPLEX64 has two channels of FLOAT. Numbers of 64 bits have two channels of
    /// SIGNED_INT32 each, the lower bits first, and COMPLEX128 has four; kernels put them together, as
    /// fp_tex2D of gridcall_textures.h does. BFLOAT16 and records have no format: UNSUPPORTED.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_array_from_ndarray(ndarray: *mut gc_ndarray, array_flags: gc_array_flags, from_flags: gc_array_from_flags, stream: *mut gc_stream, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status {
        match function!(array_from_ndarray) {
            Some(function) => function(ndarray, array_flags, from_flags, stream, out_array, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes an array and copies host memory to it, in the order of the stream of the options, as
    /// gc_ndarray_from_host and gc_array_from_ndarray do together. Returns when the host memory may be used
    /// again.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_array_from_host(context: *mut gc_context, data: *const c_void, size: usize, options: *const gc_ndarray_options, array_flags: gc_array_flags, from_flags: gc_array_from_flags, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status {
        match function!(array_from_host) {
            Some(function) => function(context, data, size, options, array_flags, from_flags, out_array, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases an ndarray. Its memory goes back with the last ndarray and handle that holds it, when the
    /// work that uses it is done.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_ndarray_release(ndarray: *mut gc_ndarray) {
        if let Some(function) = function!(ndarray_release) {
            function(ndarray)
        }
    }
}
