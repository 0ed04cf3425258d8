// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;

/// A piece of memory that a device can use. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_mem {
    _private: [u8; 0],
}

/// Where memory is.
pub type gc_mem_place = i32;
/// On the device.
pub const GRIDCALL_MEM_PLACE_DEVICE: gc_mem_place = 1;
/// Page-locked host memory; the device reaches it too.
pub const GRIDCALL_MEM_PLACE_HOST: gc_mem_place = 2;

/// How a gc_mem came about.
pub type gc_mem_origin = i32;
/// Allocated by gc_mem_alloc or gc_mem_alloc_host.
pub const GRIDCALL_MEM_ORIGIN_ALLOCATED: gc_mem_origin = 1;
/// From a pool.
pub const GRIDCALL_MEM_ORIGIN_POOL: gc_mem_origin = 2;
/// A part of another gc_mem.
pub const GRIDCALL_MEM_ORIGIN_SUB_REGION: gc_mem_origin = 3;
/// A foreign address that the library does not own.
pub const GRIDCALL_MEM_ORIGIN_WRAPPED: gc_mem_origin = 4;
/// A __device__ or __constant__ variable of a module.
pub const GRIDCALL_MEM_ORIGIN_GLOBAL: gc_mem_origin = 5;

/// What can be asked of memory. gridcall's own numbers.
pub type gc_mem_attribute = i32;
/// Where it is: a GRIDCALL_MEM_PLACE_\* number.
pub const GRIDCALL_MEM_ATTRIBUTE_PLACE: gc_mem_attribute = 100001;
/// How it came about: a GRIDCALL_MEM_ORIGIN_\* number.
pub const GRIDCALL_MEM_ATTRIBUTE_ORIGIN: gc_mem_attribute = 100002;

/// How page-locked memory is made.
pub type gc_mem_host_flags = u64;
/// Fast for the device to read, slow for the host to read.
pub const GRIDCALL_MEM_HOST_WRITE_COMBINED: gc_mem_host_flags = 1 << 0;

/// How to make page-locked memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_host_options {
    /// sizeof(gc_mem_host_options).
    pub struct_size: usize,
    /// GRIDCALL_MEM_HOST_\* bits.
    pub flags: gc_mem_host_flags,
}

/// What is known of foreign memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_wrap_options {
    /// sizeof(gc_mem_wrap_options).
    pub struct_size: usize,
    /// The host address of page-locked memory; 0: the driver is asked for it.
    pub host_address: u64,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Allocates device memory, aligned to 256 bytes at least. The content is undefined.
    pub fn gc_mem_alloc(context: *mut gc_context, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Allocates page-locked host memory: what the _async copies take, and what kernels can read across the
    /// bus. The content is undefined.
    pub fn gc_mem_alloc_host(context: *mut gc_context, size: u64, options: *const gc_mem_host_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// A part of a memory, which it keeps alive. Reading and writing either reads and writes the other.
    pub fn gc_mem_create_sub_region(mem: *mut gc_mem, offset: u64, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes a gc_mem of a device address that another library owns. That library must keep it valid until
    /// the gc_mem and the work that uses it are gone.
    pub fn gc_mem_wrap(context: *mut gc_context, address: u64, size: u64, options: *const gc_mem_wrap_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// The device address, for other libraries, for structs and for tables on the device. gridcall does not
    /// see what uses it there: keep the gc_mem until that work is done, or name it with gc_mem_use.
    pub fn gc_mem_get_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The host address of page-locked memory (place HOST), as a number. Valid until the gc_mem is released.
    /// Wait for the work that writes it before reading.
    pub fn gc_mem_get_host_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The size that was asked for.
    pub fn gc_mem_get_size(mem: *mut gc_mem, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of memory. NOT_FOUND for a number that this library does not know.
    pub fn gc_mem_get_attribute(mem: *mut gc_mem, attribute: gc_mem_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its
    /// address is in a struct, in a table on the device, or was given to another library. Released memory is
    /// then not reused before that work is done. Memory that a launch or a copy names needs no such call.
    pub fn gc_mem_use(mem: *mut gc_mem, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases memory. Copies and launches already queued with it finish first: releasing at once after a
    /// launch is safe, if the launch names the memory as an argument of kind MEM. For an address that the
    /// library cannot see, call gc_mem_use first.
    pub fn gc_mem_release(mem: *mut gc_mem);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Allocates device memory, aligned to 256 bytes at least. The content is undefined.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_alloc(context: *mut gc_context, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_alloc) {
            Some(function) => function(context, size, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Allocates page-locked host memory: what the _async copies take, and what kernels can read across the
    /// bus. The content is undefined.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_alloc_host(context: *mut gc_context, size: u64, options: *const gc_mem_host_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_alloc_host) {
            Some(function) => function(context, size, options, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A part of a memory, which it keeps alive. Reading and writing either reads and writes the other.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_create_sub_region(mem: *mut gc_mem, offset: u64, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_create_sub_region) {
            Some(function) => function(mem, offset, size, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes a gc_mem of a device address that another library owns. That library must keep it valid until
    /// the gc_mem and the work that uses it are gone.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_wrap(context: *mut gc_context, address: u64, size: u64, options: *const gc_mem_wrap_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_wrap) {
            Some(function) => function(context, address, size, options, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The device address, for other libraries, for structs and for tables on the device. gridcall does not
    /// see what uses it there: keep the gc_mem until that work is done, or name it with gc_mem_use.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_address) {
            Some(function) => function(mem, out_address, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The host address of page-locked memory (place HOST), as a number. Valid until the gc_mem is released.
    /// Wait for the work that writes it before reading.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_host_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_host_address) {
            Some(function) => function(mem, out_address, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The size that was asked for.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_size(mem: *mut gc_mem, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_size) {
            Some(function) => function(mem, out_size, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One attribute of memory. NOT_FOUND for a number that this library does not know.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_attribute(mem: *mut gc_mem, attribute: gc_mem_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_attribute) {
            Some(function) => function(mem, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its
    /// address is in a struct, in a table on the device, or was given to another library. Released memory is
    /// then not reused before that work is done. Memory that a launch or a copy names needs no such call.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_use(mem: *mut gc_mem, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_use) {
            Some(function) => function(mem, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases memory. Copies and launches already queued with it finish first: releasing at once after a
    /// launch is safe, if the launch names the memory as an argument of kind MEM. For an address that the
    /// library cannot see, call gc_mem_use first.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_release(mem: *mut gc_mem) {
        if let Some(function) = function!(mem_release) {
            function(mem)
        }
    }
}
