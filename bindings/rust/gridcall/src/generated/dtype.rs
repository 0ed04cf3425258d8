// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{c_text, call, Keep};
use crate::sys;
use crate::Result;
use core::ptr;
#[allow(unused_imports)] // for the links in the documentation
use super::*;

handle! {
    /// The layout of a record: names, types and offsets of its fields.
    ///
    /// The types of the elements of an ndarray. A scalar type is a number; a record, a struct of named
    /// fields, is a [`Dtype`]. Scalars need no object.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Dtype(gc_dtype) gc_dtype_release
}

codes! {
    /// The type of an element, with [`ValueType`]'s numbers where it has one. In brackets DLPack's type code
    /// and bits.
    ScalarType {
        /// A signed integer of 8 bits \[0, 8].
        INT8 = 1,
        /// An unsigned integer of 8 bits \[1, 8].
        UINT8 = 2,
        /// A signed integer of 16 bits \[0, 16].
        INT16 = 3,
        /// An unsigned integer of 16 bits \[1, 16].
        UINT16 = 4,
        /// A signed integer of 32 bits \[0, 32].
        INT32 = 5,
        /// An unsigned integer of 32 bits \[1, 32].
        UINT32 = 6,
        /// A signed integer of 64 bits \[0, 64].
        INT64 = 7,
        /// An unsigned integer of 64 bits \[1, 64].
        UINT64 = 8,
        /// A float of 16 bits, CUDA's half \[2, 16].
        FLOAT16 = 9,
        /// A bfloat16 \[4, 16].
        BFLOAT16 = 10,
        /// A float of 32 bits \[2, 32].
        FLOAT32 = 11,
        /// A float of 64 bits \[2, 64].
        FLOAT64 = 12,
        /// A truth value of 8 bits, 0 or 1 \[6, 8].
        BOOL = 13,
        /// A record, which a [`Dtype`] describes; DLPack has none.
        RECORD = 14,
        /// A complex number of two FLOAT32 \[5, 64].
        COMPLEX64 = 15,
        /// A complex number of two FLOAT64 \[5, 128].
        COMPLEX128 = 16,
        /// A float of 8 bits, 4 of them the exponent, without infinity \[10, 8]. For communicators alone.
        FLOAT8_E4M3 = 17,
        /// A float of 8 bits, 5 of them the exponent \[12, 8]. For communicators alone.
        FLOAT8_E5M2 = 18,
    }
}

/// A field of a record that is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct DtypeEntry<'a> {
    /// Its name; not empty.
    pub name: &'a str,
    /// The [`Dtype`] of a field of type RECORD. None: the field is a scalar.
    pub record: Option<&'a Dtype>,
    /// The field's first byte in the record, in bytes.
    pub offset: u64,
    /// The number of elements that follow each other there; 0 means 1.
    pub count: u64,
    /// The type of an element.
    pub scalar_type: ScalarType,
}

impl DtypeEntry<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_dtype_entry> {
        Ok(sys::gc_dtype_entry {
            name: keep.text("dtype_entry.name", self.name)?,
            record: self.record.map_or(ptr::null_mut(), |h| h.raw),
            offset: self.offset,
            count: self.count,
            scalar_type: self.scalar_type.0,
            reserved: 0,
        })
    }
}

/// A field of a record. Its name is valid as long as a handle of the record.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DtypeField {
    /// Its name.
    pub name: String,
    /// The field's first byte in the record, in bytes.
    pub offset: u64,
    /// The number of its elements.
    pub count: u64,
    /// The size of all of them, in bytes.
    pub size: u64,
    /// The type of an element.
    pub scalar_type: ScalarType,
}

impl DtypeField {
    pub(crate) fn from_c(c: sys::gc_dtype_field) -> DtypeField {
        DtypeField {
            name: unsafe { crate::support::owned_text(c.name) },
            offset: c.offset,
            count: c.count,
            size: c.size,
            scalar_type: ScalarType(c.scalar_type),
        }
    }
}

impl Dtype {
    /// Makes the layout of a record from its fields, in any order of their offsets. Fields that overlap,
    /// share a name or exceed the size are refused.
    ///
    /// * `entries`: The fields; one at least.
    /// * `size`: The record's size, in bytes, padding included; 0: the end of its last field.
    ///
    /// # Errors
    /// `INVALID_OPTIONS`, `OUT_OF_RANGE`.
    pub fn create(entries: &[DtypeEntry<'_>], size: u64) -> Result<Dtype> {
        let mut keep = Keep::default();
        let entries_c = keep.array(entries, |item, keep| item.as_c(keep))?;
        let mut out_dtype = ptr::null_mut();
        call(|error| unsafe { sys::gc_dtype_create(entries_c, entries.len(), size, &mut out_dtype, error) })?;
        Ok(Dtype::own(out_dtype))
    }

    /// The size of a record.
    ///
    /// * returns: Its size, in bytes, padding included.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn size(&self) -> Result<u64> {
        let mut out_size = 0u64;
        call(|error| unsafe { sys::gc_dtype_get_size(self.raw, &mut out_size, error) })?;
        Ok(out_size)
    }

    /// The alignment of records: the largest alignment of a field, as a struct of C has it, or 1 if an offset
    /// or the size is no multiple of that (a packed record).
    ///
    /// * returns: Its alignment, in bytes.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn alignment(&self) -> Result<u64> {
        let mut out_alignment = 0u64;
        call(|error| unsafe { sys::gc_dtype_get_alignment(self.raw, &mut out_alignment, error) })?;
        Ok(out_alignment)
    }

    /// The number of fields of a record.
    ///
    /// * returns: The number.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn field_count(&self) -> Result<usize> {
        let mut out_count = 0usize;
        call(|error| unsafe { sys::gc_dtype_get_field_count(self.raw, &mut out_count, error) })?;
        Ok(out_count)
    }

    /// A field of a record, in the order in which they were given.
    ///
    /// * `index`: The index, from 0.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`.
    pub fn field(&self, index: usize) -> Result<DtypeField> {
        let mut out_field = sys::gc_dtype_field { struct_size: core::mem::size_of::<sys::gc_dtype_field>(), ..unsafe { core::mem::zeroed() } };
        call(|error| unsafe { sys::gc_dtype_get_field(self.raw, index, &mut out_field, error) })?;
        Ok(DtypeField::from_c(out_field))
    }

    /// The record of a field of type RECORD. NOT_FOUND for a field of scalars.
    ///
    /// * `index`: The field, from 0.
    ///
    /// # Errors
    /// `NOT_FOUND`, `OUT_OF_RANGE`.
    pub fn field_record(&self, index: usize) -> Result<Dtype> {
        let mut out_record = ptr::null_mut();
        call(|error| unsafe { sys::gc_dtype_get_field_record(self.raw, index, &mut out_record, error) })?;
        Ok(Dtype::own(out_record))
    }

    /// The index of the field that has a name.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn find_field(&self, name: &str) -> Result<usize> {
        let name = c_text("name", name)?;
        let mut out_index = 0usize;
        call(|error| unsafe { sys::gc_dtype_find_field(self.raw, name.as_ptr(), &mut out_index, error) })?;
        Ok(out_index)
    }

    /// The size of a scalar type in bytes; 0 for RECORD and for a number this library does not know.
    pub fn scalar_size(scalar_type: ScalarType) -> u32 {
        unsafe { sys::gc_dtype_scalar_size(scalar_type.0) }
    }

    /// NumPy's name of a scalar type, which the CUDA array interface has as typestr: "\<f4" is FLOAT32,
    /// "\<c8" COMPLEX64, "|b1" BOOL. NumPy has no bfloat16: "bfloat16". "" for RECORD and for a number this
    /// library does not know. Static; never released.
    pub fn scalar_name(scalar_type: ScalarType) -> &'static str {
        crate::support::static_text(unsafe { sys::gc_dtype_scalar_name(scalar_type.0) })
    }

    /// The scalar type of a name: NumPy's ("\<f4", "f4", "float32"), and the codes of Python's struct module
    /// with PyCUDA's F and D for complex numbers ("b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "n", "N",
    /// "P", "e", "f", "d", "?"). Names of other byte orders ("\>f4") are not found.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn scalar_from_name(name: &str) -> Result<ScalarType> {
        let name = c_text("name", name)?;
        let mut out_scalar_type = 0;
        call(|error| unsafe { sys::gc_dtype_scalar_from_name(name.as_ptr(), &mut out_scalar_type, error) })?;
        Ok(ScalarType(out_scalar_type))
    }
}
