// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::call;
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

handle! {
    /// A caching allocator over device, page-locked or managed memory.
    ///
    /// A pool keeps released blocks and hands them out again, which is far cheaper than asking the driver. A
    /// block is reused on another stream only after the work that used it is done; on the same stream at
    /// once. When memory runs out the pool gives back what it holds and tries again before it reports
    /// OUT_OF_MEMORY.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Pool(gc_pool) gc_pool_release
}

/// Options of a new pool.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct PoolOptions {
    /// The place of its memory: DEVICE, HOST or MANAGED; 0 means [`MemPlace::DEVICE`].
    pub place: MemPlace,
    /// Most memory to take from the driver, in bytes, held and active together; 0 for no limit.
    pub limit: u64,
    /// [`MemFlags`] bits. With ZERO [`Pool::alloc`] fills with zeros.
    pub flags: MemFlags,
    /// A power of two up to 1 GiB that each address is a multiple of, in bytes; 256 at least.
    pub alignment: u64,
}

impl PoolOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_pool_options {
        sys::gc_pool_options {
            struct_size: core::mem::size_of::<sys::gc_pool_options>(),
            place: self.place.0,
            reserved: 0,
            limit: self.limit,
            flags: self.flags.0,
            alignment: self.alignment,
        }
    }
}

/// State of a pool, at one moment.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolStatistics {
    /// Released blocks, kept for reuse.
    pub held_blocks: u64,
    /// Their size, in bytes.
    pub held_bytes: u64,
    /// Blocks in use.
    pub active_blocks: u64,
    /// Their size, in bytes, as rounded up by the pool.
    pub active_bytes: u64,
    /// The most that held and active were together, in bytes.
    pub peak_bytes: u64,
    /// The limit, in bytes; 0 for none.
    pub limit: u64,
}

impl PoolStatistics {
    pub(crate) fn from_c(c: sys::gc_pool_statistics) -> PoolStatistics {
        PoolStatistics {
            held_blocks: c.held_blocks,
            held_bytes: c.held_bytes,
            active_blocks: c.active_blocks,
            active_bytes: c.active_bytes,
            peak_bytes: c.peak_bytes,
            limit: c.limit,
        }
    }
}

impl Pool {
    /// Makes a pool.
    ///
    /// * `options`: Place, limit, flags and alignment. None: a device pool without limit.
    ///
    /// # Errors
    /// `UNSUPPORTED`, `FORKED`, `EXITING`.
    pub fn create(context: &Context, options: Option<&PoolOptions>) -> Result<Pool> {
        let options = options.map(|o| o.as_c());
        let mut out_pool = ptr::null_mut();
        call(|error| unsafe { sys::gc_pool_create(context.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_pool, error) })?;
        Ok(Pool::own(out_pool))
    }

    /// Memory from the pool. Releasing it gives it back to the pool. The content is undefined, but for a pool
    /// with ZERO: then device memory is filled in the order of `stream`, and use on other streams is ordered
    /// behind that.
    ///
    /// * `size`: Its size, in bytes; not 0.
    /// * `stream`: The stream it is used on first: blocks that were last used there are taken first. None:
    ///   the default stream of the pool's context.
    ///
    /// # Errors
    /// `WRONG_CONTEXT`, `POOL_LIMIT`, any device error.
    pub fn alloc(&self, size: u64, stream: Option<&Stream>) -> Result<Mem> {
        let mut out_mem = ptr::null_mut();
        call(|error| unsafe { sys::gc_pool_alloc(self.raw, size, stream.map_or(ptr::null_mut(), |h| h.raw), &mut out_mem, error) })?;
        Ok(Mem::own(out_mem))
    }

    /// Blocks and bytes, held and active.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`.
    pub fn statistics(&self) -> Result<PoolStatistics> {
        let mut out_statistics = sys::gc_pool_statistics { struct_size: core::mem::size_of::<sys::gc_pool_statistics>(), ..unsafe { core::mem::zeroed() } };
        call(|error| unsafe { sys::gc_pool_get_statistics(self.raw, &mut out_statistics, error) })?;
        Ok(PoolStatistics::from_c(out_statistics))
    }

    /// Gives every held block back to the driver, waiting for work that still uses one.
    ///
    /// # Errors
    /// any launch error (3xx), any driver error.
    pub fn free_held(&self) -> Result<()> {
        call(|error| unsafe { sys::gc_pool_free_held(self.raw, error) })
    }

    /// Gives every held block back, and from now on each block as it is released.
    ///
    /// # Errors
    /// any launch error (3xx), any driver error.
    pub fn stop_holding(&self) -> Result<()> {
        call(|error| unsafe { sys::gc_pool_stop_holding(self.raw, error) })
    }

    /// Changes the limit. Held blocks above it are given back; active ones stay.
    ///
    /// * `limit`: The new limit, in bytes; 0 for none.
    ///
    /// # Errors
    /// any launch error (3xx), any driver error.
    pub fn set_limit(&self, limit: u64) -> Result<()> {
        call(|error| unsafe { sys::gc_pool_set_limit(self.raw, limit, error) })
    }
}
