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

codes! {
    /// The limit on the blocks that are resident on a multiprocessor.
    OccupancyLimit {
        /// The device's number of blocks.
        DEVICE = 1,
        /// Its warps.
        WARPS = 2,
        /// Its registers.
        REGISTERS = 3,
        /// Its shared memory.
        SHARED_MEMORY = 4,
    }
}

/// The limits of the blocks of a multiprocessor: attributes of a device, and what its compute capability
/// implies. A program may change the numbers, to compute the occupancy of a device that is not there.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceData {
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
    /// Shared memory of a multiprocessor, in bytes.
    pub shared_memory_per_mp: u32,
    /// Most shared memory of a block, in bytes; above 48 KiB a kernel must ask for it.
    pub shared_memory_per_block: u32,
    /// Shared memory that the system takes from a multiprocessor for each block, in bytes.
    pub system_shared: u32,
    /// Banks of shared memory: threads that use it at once.
    pub smem_granularity: u32,
    /// The shared memory of a block is a multiple of it, in bytes.
    pub smem_alloc_granularity: u32,
}

impl DeviceData {
    pub(crate) fn from_c(c: sys::gc_device_data) -> DeviceData {
        DeviceData {
            max_threads: c.max_threads,
            warp_size: c.warp_size,
            warps_per_mp: c.warps_per_mp,
            thread_blocks_per_mp: c.thread_blocks_per_mp,
            registers_per_mp: c.registers_per_mp,
            registers_per_block: c.registers_per_block,
            registers_per_thread: c.registers_per_thread,
            register_alloc_unit: c.register_alloc_unit,
            register_partitions: c.register_partitions,
            shared_memory_per_mp: c.shared_memory_per_mp,
            shared_memory_per_block: c.shared_memory_per_block,
            system_shared: c.system_shared,
            smem_granularity: c.smem_granularity,
            smem_alloc_granularity: c.smem_alloc_granularity,
        }
    }
}

impl DeviceData {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_device_data {
        sys::gc_device_data {
            struct_size: core::mem::size_of::<sys::gc_device_data>(),
            max_threads: self.max_threads,
            warp_size: self.warp_size,
            warps_per_mp: self.warps_per_mp,
            thread_blocks_per_mp: self.thread_blocks_per_mp,
            registers_per_mp: self.registers_per_mp,
            registers_per_block: self.registers_per_block,
            registers_per_thread: self.registers_per_thread,
            register_alloc_unit: self.register_alloc_unit,
            register_partitions: self.register_partitions,
            shared_memory_per_mp: self.shared_memory_per_mp,
            shared_memory_per_block: self.shared_memory_per_block,
            system_shared: self.system_shared,
            smem_granularity: self.smem_granularity,
            smem_alloc_granularity: self.smem_alloc_granularity,
        }
    }
}

/// The occupancy of a multiprocessor.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OccupancyRecord {
    /// Resident blocks.
    pub thread_blocks_per_mp: u32,
    /// The limit that keeps more from being resident; of several the first of the enum.
    pub limited_by: OccupancyLimit,
    /// Resident warps.
    pub warps_per_mp: u32,
    /// Resident warps of the most that the device has, 0 to 1.
    pub occupancy: f64,
}

impl OccupancyRecord {
    pub(crate) fn from_c(c: sys::gc_occupancy_record) -> OccupancyRecord {
        OccupancyRecord {
            thread_blocks_per_mp: c.thread_blocks_per_mp,
            limited_by: OccupancyLimit(c.limited_by),
            warps_per_mp: c.warps_per_mp,
            occupancy: c.occupancy,
        }
    }
}

impl Device {
    /// The limits of the blocks of a device's multiprocessors: from its attributes and its compute
    /// capability. A multiprocessor of the CPU device is a core, which holds 8 blocks of any size. Preview:
    /// may change in any release.
    ///
    /// # Errors
    /// `DRIVER`, `FORKED`, `EXITING`.
    pub fn data(&self) -> Result<DeviceData> {
        let mut out_data = sys::gc_device_data { struct_size: core::mem::size_of::<sys::gc_device_data>(), ..unsafe { core::mem::zeroed() } };
        call(|error| unsafe { sys::gc_device_get_data(self.raw, &mut out_data, error) })?;
        Ok(DeviceData::from_c(out_data))
    }

    /// The alignment with which each warp reads whole lines of memory: the bytes that a warp reads if each
    /// thread reads a word, up to a line of 128 bytes; and a size rounded up to it. A row of words that has
    /// that size begins aligned if the one before does. The alignment is a multiple of the word's size.
    /// Preview: may change in any release.
    ///
    /// * `word_size`: The bytes that a thread reads at once: 1, 2, 4, 8 or 16.
    /// * `size`: Any size, in bytes.
    /// * returns: The alignment, in bytes; The least multiple of it that is not below `size`, in bytes.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `DRIVER`, `FORKED`, `EXITING`.
    pub fn alignment(&self, word_size: u64, size: u64) -> Result<(u64, u64)> {
        let mut out_alignment = 0u64;
        let mut out_size = 0u64;
        call(|error| unsafe { sys::gc_device_get_alignment(self.raw, word_size, size, &mut out_alignment, &mut out_size, error) })?;
        Ok((out_alignment, out_size))
    }

    /// The number of blocks of a shape that are resident on a multiprocessor, and what limits them; no device
    /// is asked. For a kernel of a device that is there [`Kernel::occupancy`] asks the driver.
    /// INVALID_ARGUMENT: the block has more threads, registers or shared memory than one may have. Preview:
    /// may change in any release.
    ///
    /// * `data`: The data that [`Device::data`] returned.
    /// * `threads`: Threads of a block.
    /// * `shared_size`: Shared memory of a block, in bytes, static and dynamic.
    /// * `registers`: Registers of a thread; 0: they do not limit.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_OPTIONS`.
    pub fn data_occupancy(data: &DeviceData, threads: u32, shared_size: u64, registers: u32) -> Result<OccupancyRecord> {
        let data = data.as_c();
        let mut out_record = sys::gc_occupancy_record { struct_size: core::mem::size_of::<sys::gc_occupancy_record>(), ..unsafe { core::mem::zeroed() } };
        call(|error| unsafe { sys::gc_device_data_get_occupancy(&data, threads, shared_size, registers, &mut out_record, error) })?;
        Ok(OccupancyRecord::from_c(out_record))
    }
}

impl Context {
    /// Drops all that `gc_context_set_memo` keeps for a context, or for every context. Preview: may change in
    /// any release.
    ///
    /// * `context`: The context. None: every context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`.
    pub fn clear_memo(context: Option<&Context>) -> Result<()> {
        call(|error| unsafe { sys::gc_context_clear_memo(context.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Defers giving back what is released in a context, so that no call takes time for that. Calls are
    /// counted, up with true and down with false: while the count is not zero nothing goes back to the
    /// driver, and at zero all that waits does. Where memory runs short (an allocation would fail, or a
    /// quarter of the device's memory or 65536 objects wait) what waits is given back all the same, and
    /// [`Mem::free`] frees at once as always. What waits keeps a context of the program's own from being
    /// destroyed. INVALID_STATE: false without a true before. Preview: may change in any release.
    ///
    /// * `defers`: true if one more defers, false if one less.
    ///
    /// # Errors
    /// `INVALID_STATE`, `FORKED`, `EXITING`.
    pub fn defer_cleanup(&self, defers: bool) -> Result<()> {
        call(|error| unsafe { sys::gc_context_defer_cleanup(self.raw, defers as i32, error) })
    }
}
