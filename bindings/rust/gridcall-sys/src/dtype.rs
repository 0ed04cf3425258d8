// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

/// The layout of a record: names, types and offsets of its fields. An opaque identifier, not an address:
/// never dereferenced.
#[repr(C)]
pub struct gc_dtype {
    _private: [u8; 0],
}

/// The type of an element, with gc_value_type's numbers where it has one. In brackets DLPack's type code and
/// bits.
pub type gc_scalar_type = i32;
/// A signed integer of 8 bits \[0, 8].
pub const GRIDCALL_SCALAR_TYPE_INT8: gc_scalar_type = 1;
/// An unsigned integer of 8 bits \[1, 8].
pub const GRIDCALL_SCALAR_TYPE_UINT8: gc_scalar_type = 2;
/// A signed integer of 16 bits \[0, 16].
pub const GRIDCALL_SCALAR_TYPE_INT16: gc_scalar_type = 3;
/// An unsigned integer of 16 bits \[1, 16].
pub const GRIDCALL_SCALAR_TYPE_UINT16: gc_scalar_type = 4;
/// A signed integer of 32 bits \[0, 32].
pub const GRIDCALL_SCALAR_TYPE_INT32: gc_scalar_type = 5;
/// An unsigned integer of 32 bits \[1, 32].
pub const GRIDCALL_SCALAR_TYPE_UINT32: gc_scalar_type = 6;
/// A signed integer of 64 bits \[0, 64].
pub const GRIDCALL_SCALAR_TYPE_INT64: gc_scalar_type = 7;
/// An unsigned integer of 64 bits \[1, 64].
pub const GRIDCALL_SCALAR_TYPE_UINT64: gc_scalar_type = 8;
/// A float of 16 bits, CUDA's half \[2, 16].
pub const GRIDCALL_SCALAR_TYPE_FLOAT16: gc_scalar_type = 9;
/// A bfloat16 \[4, 16].
pub const GRIDCALL_SCALAR_TYPE_BFLOAT16: gc_scalar_type = 10;
/// A float of 32 bits \[2, 32].
pub const GRIDCALL_SCALAR_TYPE_FLOAT32: gc_scalar_type = 11;
/// A float of 64 bits \[2, 64].
pub const GRIDCALL_SCALAR_TYPE_FLOAT64: gc_scalar_type = 12;
/// A truth value of 8 bits, 0 or 1 \[6, 8].
pub const GRIDCALL_SCALAR_TYPE_BOOL: gc_scalar_type = 13;
/// A record, which a gc_dtype describes; DLPack has none.
pub const GRIDCALL_SCALAR_TYPE_RECORD: gc_scalar_type = 14;
/// A complex number of two FLOAT32 \[5, 64].
pub const GRIDCALL_SCALAR_TYPE_COMPLEX64: gc_scalar_type = 15;
/// A complex number of two FLOAT64 \[5, 128].
pub const GRIDCALL_SCALAR_TYPE_COMPLEX128: gc_scalar_type = 16;
/// A float of 8 bits, 4 of them the exponent, without infinity \[10, 8]. Of communicators alone: ndarrays and
/// records refuse it.
pub const GRIDCALL_SCALAR_TYPE_FLOAT8_E4M3: gc_scalar_type = 17;
/// A float of 8 bits, 5 of them the exponent \[12, 8]. Of communicators alone: ndarrays and records refuse
/// it.
pub const GRIDCALL_SCALAR_TYPE_FLOAT8_E5M2: gc_scalar_type = 18;

/// A field of a record that is made.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_dtype_entry {
    /// Its name; not empty.
    pub name: *const c_char,
    /// The gc_dtype of a field of type RECORD.
    pub record: *mut gc_dtype,
    /// The field's first byte in the record.
    pub offset: u64,
    /// The number of elements that follow each other there; 0 means 1.
    pub count: u64,
    /// The type of an element.
    pub scalar_type: gc_scalar_type,
    /// Zero.
    pub reserved: u32,
}

/// A field of a record. Its name is valid as long as a handle of the record.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_dtype_field {
    /// sizeof(gc_dtype_field).
    pub struct_size: usize,
    /// Its name.
    pub name: *const c_char,
    /// The field's first byte in the record.
    pub offset: u64,
    /// The number of its elements.
    pub count: u64,
    /// The size of all of them.
    pub size: u64,
    /// The type of an element.
    pub scalar_type: gc_scalar_type,
    /// Zero.
    pub reserved: u32,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Makes the layout of a record from its fields, in any order of their offsets. Fields that overlap,
    /// share a name or exceed the size are refused.
    pub fn gc_dtype_create(entries: *const gc_dtype_entry, entry_count: usize, size: u64, out_dtype: *mut *mut gc_dtype, out_error: *mut *mut gc_error) -> gc_status;
    /// The size of a record.
    pub fn gc_dtype_get_size(dtype: *mut gc_dtype, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The alignment of records: the largest alignment of a field, as a struct of C has it, or 1 if an offset
    /// or the size is no multiple of that (a packed record).
    pub fn gc_dtype_get_alignment(dtype: *mut gc_dtype, out_alignment: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The number of fields of a record.
    pub fn gc_dtype_get_field_count(dtype: *mut gc_dtype, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// A field of a record, in the order in which they were given.
    pub fn gc_dtype_get_field(dtype: *mut gc_dtype, index: usize, out_field: *mut gc_dtype_field, out_error: *mut *mut gc_error) -> gc_status;
    /// The record that a field of type RECORD is made of. NOT_FOUND for a field of scalars.
    pub fn gc_dtype_get_field_record(dtype: *mut gc_dtype, index: usize, out_record: *mut *mut gc_dtype, out_error: *mut *mut gc_error) -> gc_status;
    /// The index of the field that has a name.
    pub fn gc_dtype_find_field(dtype: *mut gc_dtype, name: *const c_char, out_index: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The size of a scalar type in bytes; 0 for RECORD and for a number this library does not know.
    pub fn gc_dtype_scalar_size(scalar_type: gc_scalar_type) -> u32;
    /// NumPy's name of a scalar type, which the CUDA array interface has as typestr: "\<f4" is FLOAT32,
    /// "\<c8" COMPLEX64, "|b1" BOOL. NumPy has no bfloat16: "bfloat16". "" for RECORD and for a number this
    /// library does not know. Static; never released.
    pub fn gc_dtype_scalar_name(scalar_type: gc_scalar_type) -> *const c_char;
    /// The scalar type of a name: NumPy's ("\<f4", "f4", "float32"), and the codes of Python's struct module
    /// with PyCUDA's F and D for complex numbers ("b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "n", "N",
    /// "P", "e", "f", "d", "?"). Names of other byte orders ("\>f4") are not found.
    pub fn gc_dtype_scalar_from_name(name: *const c_char, out_scalar_type: *mut gc_scalar_type, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a record. Ndarrays and records that are made of it keep what they need.
    pub fn gc_dtype_release(dtype: *mut gc_dtype);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Makes the layout of a record from its fields, in any order of their offsets. Fields that overlap,
    /// share a name or exceed the size are refused.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_dtype_create(entries: *const gc_dtype_entry, entry_count: usize, size: u64, out_dtype: *mut *mut gc_dtype, out_error: *mut *mut gc_error) -> gc_status {
        match function!(dtype_create) {
            Some(function) => function(entries, entry_count, size, out_dtype, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The size of a record.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_dtype_get_size(dtype: *mut gc_dtype, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(dtype_get_size) {
            Some(function) => function(dtype, out_size, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The alignment of records: the largest alignment of a field, as a struct of C has it, or 1 if an offset
    /// or the size is no multiple of that (a packed record).
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_dtype_get_alignment(dtype: *mut gc_dtype, out_alignment: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(dtype_get_alignment) {
            Some(function) => function(dtype, out_alignment, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The number of fields of a record.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_dtype_get_field_count(dtype: *mut gc_dtype, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(dtype_get_field_count) {
            Some(function) => function(dtype, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A field of a record, in the order in which they were given.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_dtype_get_field(dtype: *mut gc_dtype, index: usize, out_field: *mut gc_dtype_field, out_error: *mut *mut gc_error) -> gc_status {
        match function!(dtype_get_field) {
            Some(function) => function(dtype, index, out_field, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The record that a field of type RECORD is made of. NOT_FOUND for a field of scalars.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_dtype_get_field_record(dtype: *mut gc_dtype, index: usize, out_record: *mut *mut gc_dtype, out_error: *mut *mut gc_error) -> gc_status {
        match function!(dtype_get_field_record) {
            Some(function) => function(dtype, index, out_record, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The index of the field that has a name.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_dtype_find_field(dtype: *mut gc_dtype, name: *const c_char, out_index: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(dtype_find_field) {
            Some(function) => function(dtype, name, out_index, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The size of a scalar type in bytes; 0 for RECORD and for a number this library does not know.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_dtype_scalar_size(scalar_type: gc_scalar_type) -> u32 {
        match function!(dtype_scalar_size) {
            Some(function) => function(scalar_type),
            None => 0,
        }
    }

    /// NumPy's name of a scalar type, which the CUDA array interface has as typestr: "\<f4" is FLOAT32,
    /// "\<c8" COMPLEX64, "|b1" BOOL. NumPy has no bfloat16: "bfloat16". "" for RECORD and for a number this
    /// library does not know. Static; never released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_dtype_scalar_name(scalar_type: gc_scalar_type) -> *const c_char {
        match function!(dtype_scalar_name) {
            Some(function) => function(scalar_type),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// The scalar type of a name: NumPy's ("\<f4", "f4", "float32"), and the codes of Python's struct module
    /// with PyCUDA's F and D for complex numbers ("b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "n", "N",
    /// "P", "e", "f", "d", "?"). Names of other byte orders ("\>f4") are not found.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_dtype_scalar_from_name(name: *const c_char, out_scalar_type: *mut gc_scalar_type, out_error: *mut *mut gc_error) -> gc_status {
        match function!(dtype_scalar_from_name) {
            Some(function) => function(name, out_scalar_type, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a record. Ndarrays and records that are made of it keep what they need.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_dtype_release(dtype: *mut gc_dtype) {
        if let Some(function) = function!(dtype_release) {
            function(dtype)
        }
    }
}
