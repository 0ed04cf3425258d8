// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;

/// The host's view of a part of memory. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_mapping {
    _private: [u8; 0],
}

/// Attributes of a mapping. gridcall's own numbers.
pub type gc_mapping_attribute = i32;
/// Its bytes.
pub const GRIDCALL_MAPPING_ATTRIBUTE_SIZE: gc_mapping_attribute = 100001;
/// The GRIDCALL_MAP_\* bits it was made with.
pub const GRIDCALL_MAPPING_ATTRIBUTE_FLAGS: gc_mapping_attribute = 100002;
/// 1 if the host uses the memory itself, 0 if a copy.
pub const GRIDCALL_MAPPING_ATTRIBUTE_IS_DIRECT: gc_mapping_attribute = 100003;
/// Bytes from row to row of an array; else 0.
pub const GRIDCALL_MAPPING_ATTRIBUTE_ROW_PITCH: gc_mapping_attribute = 100004;
/// Bytes from slice to slice of an array; else 0.
pub const GRIDCALL_MAPPING_ATTRIBUTE_SLICE_PITCH: gc_mapping_attribute = 100005;

/// The host's use of mapped memory.
pub type gc_map_flags = u64;
/// It reads.
pub const GRIDCALL_MAP_READ: gc_map_flags = 1 << 0;
/// It writes; what it does not write stays as it is.
pub const GRIDCALL_MAP_WRITE: gc_map_flags = 1 << 1;
/// It writes all of it: what was there need not be copied, and is undefined. Not together with the others.
pub const GRIDCALL_MAP_WRITE_INVALIDATE_REGION: gc_map_flags = 1 << 2;

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Maps a part of memory, behind the work that is queued on the stream. The host does not wait: it may
    /// use the mapping when the mapping's event has happened.
    pub fn gc_mem_map(mem: *mut gc_mem, offset: u64, size: u64, flags: gc_map_flags, stream: *mut gc_stream, out_mapping: *mut *mut gc_mapping, out_error: *mut *mut gc_error) -> gc_status;
    /// The address at which the host reads and writes. Not before the mapping's event has happened, nor after
    /// gc_mapping_unmap, from which on this is INVALID_STATE.
    pub fn gc_mapping_get_address(mapping: *mut gc_mapping, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// One of a mapping's attributes.
    pub fn gc_mapping_get_attribute(mapping: *mut gc_mapping, attribute: gc_mapping_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The event that has happened when the host may use the mapping. Synchronize with it.
    pub fn gc_mapping_get_event(mapping: *mut gc_mapping, out_event: *mut *mut gc_event, out_error: *mut *mut gc_error) -> gc_status;
    /// Ends the mapping: work queued on the stream from now on sees what the host wrote. The host does not
    /// wait, and may not use the address any more. A second time it is INVALID_STATE.
    pub fn gc_mapping_unmap(mapping: *mut gc_mapping, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a mapping; the address may not be used any more. What is still mapped is unmapped on the
    /// stream on which it was mapped. Of an error in that nobody is told: gc_mapping_unmap says it.
    pub fn gc_mapping_release(mapping: *mut gc_mapping);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Maps a part of memory, behind the work that is queued on the stream. The host does not wait: it may
    /// use the mapping when the mapping's event has happened.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_map(mem: *mut gc_mem, offset: u64, size: u64, flags: gc_map_flags, stream: *mut gc_stream, out_mapping: *mut *mut gc_mapping, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_map) {
            Some(function) => function(mem, offset, size, flags, stream, out_mapping, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The address at which the host reads and writes. Not before the mapping's event has happened, nor after
    /// gc_mapping_unmap, from which on this is INVALID_STATE.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mapping_get_address(mapping: *mut gc_mapping, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mapping_get_address) {
            Some(function) => function(mapping, out_address, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One of a mapping's attributes.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mapping_get_attribute(mapping: *mut gc_mapping, attribute: gc_mapping_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mapping_get_attribute) {
            Some(function) => function(mapping, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The event that has happened when the host may use the mapping. Synchronize with it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mapping_get_event(mapping: *mut gc_mapping, out_event: *mut *mut gc_event, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mapping_get_event) {
            Some(function) => function(mapping, out_event, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Ends the mapping: work queued on the stream from now on sees what the host wrote. The host does not
    /// wait, and may not use the address any more. A second time it is INVALID_STATE.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mapping_unmap(mapping: *mut gc_mapping, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mapping_unmap) {
            Some(function) => function(mapping, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a mapping; the address may not be used any more. What is still mapped is unmapped on the
    /// stream on which it was mapped. Of an error in that nobody is told: gc_mapping_unmap says it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mapping_release(mapping: *mut gc_mapping) {
        if let Some(function) = function!(mapping_release) {
            function(mapping)
        }
    }
}
