// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_void;

/// The limit that keeps more blocks from being resident on a multiprocessor.
pub type gc_occupancy_limit = i32;
/// The device's number of blocks.
pub const GRIDCALL_OCCUPANCY_LIMIT_DEVICE: gc_occupancy_limit = 1;
/// Its warps.
pub const GRIDCALL_OCCUPANCY_LIMIT_WARPS: gc_occupancy_limit = 2;
/// Its registers.
pub const GRIDCALL_OCCUPANCY_LIMIT_REGISTERS: gc_occupancy_limit = 3;
/// Its shared memory.
pub const GRIDCALL_OCCUPANCY_LIMIT_SHARED_MEMORY: gc_occupancy_limit = 4;

/// The limits of the blocks of a multiprocessor: attributes of a device, and what its compute capability
/// implies. A program may change the numbers, to compute the occupancy of a device that is not there.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_device_data {
    /// sizeof(gc_device_data).
    pub struct_size: usize,
    /// Most threads of a block.
    pub max_threads: u32,
    /// Threads of a warp.
    pub warp_size: u32,
    /// Most resident warps of a multiprocessor.
    pub warps_per_mp: u32,
    /// Most resident blocks of a multiprocessor.
    pub thread_blocks_per_mp: u32,
    /// Registers of a multiprocessor.
    pub registers_per_mp: u32,
    /// Most registers of a block.
    pub registers_per_block: u32,
    /// Most registers of a thread.
    pub registers_per_thread: u32,
    /// The registers of a warp are a multiple of it.
    pub register_alloc_unit: u32,
    /// Parts of a multiprocessor that have registers of their own: a warp's are in one of them.
    pub register_partitions: u32,
    /// Shared memory of a multiprocessor.
    pub shared_memory_per_mp: u32,
    /// Most shared memory of a block; above 48 KiB a kernel must ask for it.
    pub shared_memory_per_block: u32,
    /// Shared memory that the system takes from a multiprocessor for each block.
    pub system_shared: u32,
    /// Banks of shared memory: threads that use it at once.
    pub smem_granularity: u32,
    /// The shared memory of a block is a multiple of it.
    pub smem_alloc_granularity: u32,
}

/// The occupancy of a multiprocessor.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_occupancy_record {
    /// sizeof(gc_occupancy_record).
    pub struct_size: usize,
    /// Resident blocks.
    pub thread_blocks_per_mp: u32,
    /// The limit that keeps more from being resident: the first in the order of the enum, if there are
    /// several.
    pub limited_by: gc_occupancy_limit,
    /// Resident warps.
    pub warps_per_mp: u32,
    /// Zero.
    pub reserved: u32,
    /// Resident warps of the most that the device has, 0 to 1.
    pub occupancy: f64,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// The limits of the blocks of a device's multiprocessors: from its attributes and its compute
    /// capability. A multiprocessor of the CPU device is a core, which holds 8 blocks of any size. Preview:
    /// may change in any release.
    pub fn gc_device_get_data(device: *mut gc_device, out_data: *mut gc_device_data, out_error: *mut *mut gc_error) -> gc_status;
    /// The alignment with which each warp reads whole lines of memory: the bytes that a warp reads if each
    /// thread reads a word, up to a line of 128 bytes; and a size rounded up to it. A row of words that has
    /// that size begins aligned if the one before does. The alignment is a multiple of the word's size.
    /// Preview: may change in any release.
    pub fn gc_device_get_alignment(device: *mut gc_device, word_size: u64, size: u64, out_alignment: *mut u64, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The number of blocks of a shape that are resident on a multiprocessor, and what limits them; no device
    /// is asked. For a kernel of a device that is there gc_kernel_get_occupancy asks the driver.
    /// INVALID_ARGUMENT: the block has more threads, registers or shared memory than one may have. Preview:
    /// may change in any release.
    pub fn gc_device_data_get_occupancy(data: *const gc_device_data, threads: u32, shared_size: u64, registers: u32, out_record: *mut gc_occupancy_record, out_error: *mut *mut gc_error) -> gc_status;
    /// Keeps an object, a number or both for a context under a key, in place of what was kept there: for what
    /// is made once for each context, such as a compiled kernel. The object lives until
    /// gc_context_clear_memo; with it a context that gc_context_create made lives that long too.
    /// WRONG_CONTEXT: the object belongs to another context. UNSUPPORTED: it is a pool, a completion, a
    /// mapping, a pipe, an error, a device or a context. Preview: may change in any release.
    pub fn gc_context_set_memo(context: *mut gc_context, key: *const c_void, key_size: usize, handle: *const c_void, value: u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The object that gc_context_set_memo keeps for a context under a key. Each call makes a new handle of
    /// the object. Preview: may change in any release.
    pub fn gc_context_get_memo(context: *mut gc_context, key: *const c_void, key_size: usize, out_handle: *mut u64, out_value: *mut u64, out_found: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Drops all that gc_context_set_memo keeps for a context, or for every context. Preview: may change in
    /// any release.
    pub fn gc_context_clear_memo(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// Defers giving back what is released in a context, so that no call takes time for that. Calls are
    /// counted, up with true and down with false: while the count is not zero nothing goes back to the
    /// driver, and at zero all that waits does. Where memory runs short (an allocation would fail, or a
    /// quarter of the device's memory or 65536 objects wait) what waits is given back all the same, and
    /// gc_mem_free frees at once as always. What waits keeps a context of the program's own from being
    /// destroyed. INVALID_STATE: false without a true before. Preview: may change in any release.
    pub fn gc_context_defer_cleanup(context: *mut gc_context, defers: i32, out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// The limits of the blocks of a device's multiprocessors: from its attributes and its compute
    /// capability. A multiprocessor of the CPU device is a core, which holds 8 blocks of any size. Preview:
    /// may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_data(device: *mut gc_device, out_data: *mut gc_device_data, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_data) {
            Some(function) => function(device, out_data, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The alignment with which each warp reads whole lines of memory: the bytes that a warp reads if each
    /// thread reads a word, up to a line of 128 bytes; and a size rounded up to it. A row of words that has
    /// that size begins aligned if the one before does. The alignment is a multiple of the word's size.
    /// Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_alignment(device: *mut gc_device, word_size: u64, size: u64, out_alignment: *mut u64, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_alignment) {
            Some(function) => function(device, word_size, size, out_alignment, out_size, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The number of blocks of a shape that are resident on a multiprocessor, and what limits them; no device
    /// is asked. For a kernel of a device that is there gc_kernel_get_occupancy asks the driver.
    /// INVALID_ARGUMENT: the block has more threads, registers or shared memory than one may have. Preview:
    /// may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_data_get_occupancy(data: *const gc_device_data, threads: u32, shared_size: u64, registers: u32, out_record: *mut gc_occupancy_record, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_data_get_occupancy) {
            Some(function) => function(data, threads, shared_size, registers, out_record, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Keeps an object, a number or both for a context under a key, in place of what was kept there: for what
    /// is made once for each context, such as a compiled kernel. The object lives until
    /// gc_context_clear_memo; with it a context that gc_context_create made lives that long too.
    /// WRONG_CONTEXT: the object belongs to another context. UNSUPPORTED: it is a pool, a completion, a
    /// mapping, a pipe, an error, a device or a context. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_set_memo(context: *mut gc_context, key: *const c_void, key_size: usize, handle: *const c_void, value: u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_set_memo) {
            Some(function) => function(context, key, key_size, handle, value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The object that gc_context_set_memo keeps for a context under a key. Each call makes a new handle of
    /// the object. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_memo(context: *mut gc_context, key: *const c_void, key_size: usize, out_handle: *mut u64, out_value: *mut u64, out_found: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_memo) {
            Some(function) => function(context, key, key_size, out_handle, out_value, out_found, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Drops all that gc_context_set_memo keeps for a context, or for every context. Preview: may change in
    /// any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_clear_memo(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_clear_memo) {
            Some(function) => function(context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Defers giving back what is released in a context, so that no call takes time for that. Calls are
    /// counted, up with true and down with false: while the count is not zero nothing goes back to the
    /// driver, and at zero all that waits does. Where memory runs short (an allocation would fail, or a
    /// quarter of the device's memory or 65536 objects wait) what waits is given back all the same, and
    /// gc_mem_free frees at once as always. What waits keeps a context of the program's own from being
    /// destroyed. INVALID_STATE: false without a true before. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_defer_cleanup(context: *mut gc_context, defers: i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_defer_cleanup) {
            Some(function) => function(context, defers, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}
