// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;

/// A caching allocator over device, page-locked or managed memory. An opaque identifier, not an address:
/// never dereferenced.
#[repr(C)]
pub struct gc_pool {
    _private: [u8; 0],
}

/// Options of a new pool.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_pool_options {
    /// sizeof(gc_pool_options).
    pub struct_size: usize,
    /// The place of its memory: DEVICE, HOST or MANAGED; 0 means GRIDCALL_MEM_PLACE_DEVICE.
    pub place: gc_mem_place,
    /// Zero.
    pub reserved: u32,
    /// Most memory to take from the driver, held and active together; 0 for no limit.
    pub limit: u64,
    /// GRIDCALL_MEM_\* bits, for all its memory. With ZERO each piece that gc_pool_alloc returns is filled
    /// with zeros.
    pub flags: gc_mem_flags,
    /// A power of two that each address is a multiple of, up to 1 GiB; 0: 256. It is never less than 256.
    pub alignment: u64,
}

/// State of a pool, at one moment.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_pool_statistics {
    /// sizeof(gc_pool_statistics).
    pub struct_size: usize,
    /// Released blocks, kept for reuse.
    pub held_blocks: u64,
    /// Their size.
    pub held_bytes: u64,
    /// Blocks in use.
    pub active_blocks: u64,
    /// Their size, as rounded up by the pool.
    pub active_bytes: u64,
    /// The most that held and active were together.
    pub peak_bytes: u64,
    /// The limit; 0 for none.
    pub limit: u64,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Makes a pool.
    pub fn gc_pool_create(context: *mut gc_context, options: *const gc_pool_options, out_pool: *mut *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status;
    /// Memory from the pool. Releasing it gives it back to the pool. The content is undefined, but for a pool
    /// with ZERO: then device memory is filled in the order of `stream`, and use on other streams is ordered
    /// behind that.
    pub fn gc_pool_alloc(pool: *mut gc_pool, size: u64, stream: *mut gc_stream, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Blocks and bytes, held and active.
    pub fn gc_pool_get_statistics(pool: *mut gc_pool, out_statistics: *mut gc_pool_statistics, out_error: *mut *mut gc_error) -> gc_status;
    /// Gives every held block back to the driver, waiting for work that still uses one.
    pub fn gc_pool_free_held(pool: *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status;
    /// Gives every held block back, and from now on each block as it is released.
    pub fn gc_pool_stop_holding(pool: *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status;
    /// Changes the limit. Held blocks above it are given back; active ones stay.
    pub fn gc_pool_set_limit(pool: *mut gc_pool, limit: u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a pool. Memory from it stays usable and goes back to the driver when it is released.
    pub fn gc_pool_release(pool: *mut gc_pool);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Makes a pool.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_create(context: *mut gc_context, options: *const gc_pool_options, out_pool: *mut *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_create) {
            Some(function) => function(context, options, out_pool, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Memory from the pool. Releasing it gives it back to the pool. The content is undefined, but for a pool
    /// with ZERO: then device memory is filled in the order of `stream`, and use on other streams is ordered
    /// behind that.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_alloc(pool: *mut gc_pool, size: u64, stream: *mut gc_stream, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_alloc) {
            Some(function) => function(pool, size, stream, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Blocks and bytes, held and active.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_get_statistics(pool: *mut gc_pool, out_statistics: *mut gc_pool_statistics, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_get_statistics) {
            Some(function) => function(pool, out_statistics, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Gives every held block back to the driver, waiting for work that still uses one.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_free_held(pool: *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_free_held) {
            Some(function) => function(pool, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Gives every held block back, and from now on each block as it is released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_stop_holding(pool: *mut gc_pool, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_stop_holding) {
            Some(function) => function(pool, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Changes the limit. Held blocks above it are given back; active ones stay.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_set_limit(pool: *mut gc_pool, limit: u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pool_set_limit) {
            Some(function) => function(pool, limit, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a pool. Memory from it stays usable and goes back to the driver when it is released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pool_release(pool: *mut gc_pool) {
        if let Some(function) = function!(pool_release) {
            function(pool)
        }
    }
}
