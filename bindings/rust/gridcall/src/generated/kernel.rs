// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{call, string_out};
use crate::sys;
use crate::Result;
#[allow(unused_imports)] // for the links in the documentation
use super::*;

handle! {
    /// One __global__ function of a module.
    ///
    /// A kernel is one entry point of a module. [`Module::kernel`] finds it by its name, and a launch runs
    /// it.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Kernel(gc_kernel) gc_kernel_release
}

codes! {
    /// Attributes of a kernel, with CUDA's own numbers (CUDA Driver API, CUfunction_attribute).
    KernelAttribute {
        /// Most threads in a block that this kernel allows.
        MAX_THREADS_PER_BLOCK = 0,
        /// Static shared memory of a block, bytes.
        SHARED_SIZE_BYTES = 1,
        /// Constant memory, bytes.
        CONST_SIZE_BYTES = 2,
        /// Local memory of a thread, bytes.
        LOCAL_SIZE_BYTES = 3,
        /// Registers of a thread; 0 on the CPU device.
        NUM_REGS = 4,
        /// PTX version the kernel was compiled to, major * 10 + minor; 0 on the CPU device.
        PTX_VERSION = 5,
        /// Architecture of the machine code, major * 10 + minor; CPU device: of the GPU it stands for.
        BINARY_VERSION = 6,
        /// 1 if compiled with -Xptxas --dlcm=ca.
        CACHE_MODE_CA = 7,
        /// Most dynamic shared memory of a launch, bytes; can be raised.
        MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
        /// Wanted share of L1 used as shared memory, percent; can be set.
        PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
        /// The way in which launches run. 0, the default: as vectors of a warp's threads where the kernel
        /// allows it. 1, reference: each thread by itself, to compare with; can be set. Not CUDA's number.
        /// CPU device only.
        CPU_MODE = 100001,
        /// For which block shapes there is vector code. 0: none, the kernel always runs as in reference mode.
        /// Bit 0: 1-D blocks and rows of a multiple of 32 threads; bit 1: rows of a multiple of 16; bit 2:
        /// any shape. Not CUDA's number. CPU device only.
        CPU_WARP_LAYOUTS = 100002,
        /// The kernel's preference between L1 and shared memory: 0 none, 1 shared memory, 2 L1, 3 equal
        /// shares; can be set. What was set last is returned, 0 before. (cuFuncSetCacheConfig.) Not CUDA's
        /// number.
        CACHE_CONFIG = 100004,
        /// The width of shared memory's banks: 0 the context's, 1 four bytes, 2 eight bytes; can be set. What
        /// was set last is returned, 0 before. (cuFuncSetSharedMemConfig; today's GPUs have four bytes
        /// whatever is set.) Not CUDA's number.
        SHARED_CONFIG = 100005,
        /// 1 while launches run the baseline code of a source that takes long to compile
        /// ([`Module::from_source`]), 0 as soon as they run the optimized code, and for all other sources.
        /// Not CUDA's number. CPU device only.
        CPU_IS_BASELINE = 100003,
    }
}

codes! {
    /// The type of a value. A pointer has POINTER added to the type of what it points to: 267 is a pointer to
    /// FLOAT32.
    ValueType {
        /// Not told.
        UNKNOWN = 0,
        /// A signed integer of 8 bits; `char` too.
        INT8 = 1,
        /// An unsigned integer of 8 bits.
        UINT8 = 2,
        /// A signed integer of 16 bits.
        INT16 = 3,
        /// An unsigned integer of 16 bits.
        UINT16 = 4,
        /// A signed integer of 32 bits.
        INT32 = 5,
        /// An unsigned integer of 32 bits.
        UINT32 = 6,
        /// A signed integer of 64 bits.
        INT64 = 7,
        /// An unsigned integer of 64 bits.
        UINT64 = 8,
        /// A float of 16 bits, CUDA's half. A 16-bit integer may stand for its bits.
        FLOAT16 = 9,
        /// A bfloat16. A 16-bit integer may stand for its bits.
        BFLOAT16 = 10,
        /// A float of 32 bits.
        FLOAT32 = 11,
        /// A float of 64 bits.
        FLOAT64 = 12,
        /// A truth value of 8 bits.
        BOOL = 13,
        /// A struct, a union or a class; CUDA's vector types too.
        STRUCT = 14,
        /// A pointer to what is unknown; else added to the type of that.
        POINTER = 256,
    }
}

flags! {
    /// Flags of how blocks are counted.
    OccupancyFlags {
        /// Counts as if global caching were on even where it costs occupancy. It is
        /// CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE.
        DISABLE_CACHING_OVERRIDE = 0,
    }
}

/// One parameter of a kernel. Its texts are valid as long as a handle of the kernel.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelParam {
    /// The first byte in the parameter block, in bytes.
    pub offset: u64,
    /// Its size, in bytes.
    pub size: u64,
    /// Its type. Known for every kernel of the CPU device, and for a GPU from the compiled name of a C++
    /// kernel, where a struct or an enum is UNKNOWN; nothing is known of an extern "C" kernel of a GPU.
    pub value_type: ValueType,
    /// Its type as C++ writes it; "" if it is unknown.
    pub type_name: String,
    /// Its name in the source; "" if it has none, and on a GPU.
    pub name: String,
}

impl KernelParam {
    pub(crate) fn from_c(c: sys::gc_kernel_param) -> KernelParam {
        KernelParam {
            offset: c.offset,
            size: c.size,
            value_type: ValueType(c.value_type),
            type_name: unsafe { crate::support::owned_text(c.type_name) },
            name: unsafe { crate::support::owned_text(c.name) },
        }
    }
}

impl Kernel {
    /// The name of a kernel, as it was asked for.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn name(&self) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_kernel_get_name(self.raw, buffer, capacity, needed, error) })
    }

    /// One attribute of a kernel. NOT_FOUND if the driver does not know the number.
    ///
    /// # Errors
    /// `NOT_FOUND`, any launch error (3xx), any driver error.
    pub fn attribute(&self, attribute: KernelAttribute) -> Result<i32> {
        let mut out_value = 0i32;
        call(|error| unsafe { sys::gc_kernel_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// Sets an attribute: MAX_DYNAMIC_SHARED_SIZE_BYTES (needed above 48 KiB),
    /// PREFERRED_SHARED_MEMORY_CARVEOUT, CACHE_CONFIG, SHARED_CONFIG or, on the CPU device (UNSUPPORTED on a
    /// GPU), CPU_MODE. Other numbers are passed to the driver. It holds for every handle of this kernel.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any driver error.
    pub fn set_attribute(&self, attribute: KernelAttribute, value: i32) -> Result<()> {
        call(|error| unsafe { sys::gc_kernel_set_attribute(self.raw, attribute.0, value, error) })
    }

    /// The number of blocks of the kernel that are resident at a time on one multiprocessor. Times
    /// MULTIPROCESSOR_COUNT it is the largest grid of a cooperative launch. 0 if no block fits. It is
    /// cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags.
    ///
    /// * `block_size`: Threads of a block.
    /// * `shared_size`: Dynamic shared memory of a block, in bytes.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any driver error.
    pub fn occupancy(&self, block_size: u32, shared_size: u64, flags: OccupancyFlags) -> Result<u32> {
        let mut out_block_count = 0u32;
        call(|error| unsafe { sys::gc_kernel_get_occupancy(self.raw, block_size, shared_size, flags.0, &mut out_block_count, error) })?;
        Ok(out_block_count)
    }

    /// A size of block with which the most threads of the kernel are resident, and the smallest grid that
    /// fills the device with such blocks. It is cuOccupancyMaxPotentialBlockSize.
    ///
    /// * `shared_size`: Dynamic shared memory of a block, in bytes, whatever its size.
    /// * `max_block_size`: The largest block to suggest, in threads; 0: what the kernel allows.
    /// * returns: Threads of a block; Blocks of the grid.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any driver error.
    pub fn suggest_block(&self, shared_size: u64, max_block_size: u32) -> Result<(u32, u32)> {
        let mut out_block_size = 0u32;
        let mut out_grid_size = 0u32;
        call(|error| unsafe { sys::gc_kernel_suggest_block(self.raw, shared_size, max_block_size, &mut out_block_size, &mut out_grid_size, error) })?;
        Ok((out_block_size, out_grid_size))
    }

    /// The number of parameters. UNSUPPORTED where neither driver (before CUDA 12.4) nor image tells.
    ///
    /// * returns: The count.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn param_count(&self) -> Result<usize> {
        let mut out_count = 0usize;
        call(|error| unsafe { sys::gc_kernel_get_param_count(self.raw, &mut out_count, error) })?;
        Ok(out_count)
    }

    /// One parameter of a kernel.
    ///
    /// * `index`: From 0, below [`Kernel::param_count`].
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`.
    pub fn param(&self, index: usize) -> Result<KernelParam> {
        let mut out_param = sys::gc_kernel_param { struct_size: core::mem::size_of::<sys::gc_kernel_param>(), ..unsafe { core::mem::zeroed() } };
        call(|error| unsafe { sys::gc_kernel_get_param(self.raw, index, &mut out_param, error) })?;
        Ok(KernelParam::from_c(out_param))
    }
}
