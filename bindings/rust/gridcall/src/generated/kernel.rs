// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::{check, string_out};
use crate::sys;
use crate::Result;
use core::fmt;
use core::ptr;
#[allow(unused_imports)] // for the links in the documentation
use super::*;

/// One __global__ function of a module.
///
/// A kernel is one entry point of a module. [`Module::kernel`] finds it by its name, and a launch runs it.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Kernel {
    pub(super) raw: *mut sys::gc_kernel,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Kernel {}
unsafe impl Sync for Kernel {}

impl Kernel {
    /// The C handle, for other code that speaks to the library. Still owned by `self`.
    pub fn raw(&self) -> *mut sys::gc_kernel {
        self.raw
    }

    /// Takes a C handle over.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_kernel` that nobody else releases.
    pub unsafe fn from_raw(raw: *mut sys::gc_kernel) -> Kernel {
        Kernel { raw }
    }

    /// The C handle, no longer owned: somebody must release it.
    pub fn into_raw(self) -> *mut sys::gc_kernel {
        let raw = self.raw;
        core::mem::forget(self);
        raw
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({:#x})", self.raw as usize)
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and a release only queues its work.
        unsafe { sys::gc_kernel_release(self.raw) }
    }
}

/// Attributes of a kernel, with CUDA's own numbers (CUDA Driver API, CUfunction_attribute).
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KernelAttribute(pub i32);

impl KernelAttribute {
    /// Most threads in a block that this kernel allows.
    pub const MAX_THREADS_PER_BLOCK: KernelAttribute = KernelAttribute(0);
    /// Static shared memory of a block, bytes.
    pub const SHARED_SIZE_BYTES: KernelAttribute = KernelAttribute(1);
    /// Constant memory, bytes.
    pub const CONST_SIZE_BYTES: KernelAttribute = KernelAttribute(2);
    /// Local memory of a thread, bytes.
    pub const LOCAL_SIZE_BYTES: KernelAttribute = KernelAttribute(3);
    /// Registers of a thread; 0 on the CPU device.
    pub const NUM_REGS: KernelAttribute = KernelAttribute(4);
    /// PTX version the kernel was compiled to, major * 10 + minor; 0 on the CPU device.
    pub const PTX_VERSION: KernelAttribute = KernelAttribute(5);
    /// Architecture of the machine code, major * 10 + minor; the CPU device returns that of the GPU it stands
    /// for.
    pub const BINARY_VERSION: KernelAttribute = KernelAttribute(6);
    /// 1 if compiled with -Xptxas --dlcm=ca.
    pub const CACHE_MODE_CA: KernelAttribute = KernelAttribute(7);
    /// Most dynamic shared memory of a launch, bytes; can be raised.
    pub const MAX_DYNAMIC_SHARED_SIZE_BYTES: KernelAttribute = KernelAttribute(8);
    /// Wanted share of L1 used as shared memory, percent; can be set.
    pub const PREFERRED_SHARED_MEMORY_CARVEOUT: KernelAttribute = KernelAttribute(9);
    /// The way in which launches run. 0, the default: as vectors of a warp's threads where the kernel allows
    /// it. 1, reference: each thread by itself, to compare with; can be set. Not CUDA's number. CPU device
    /// only.
    pub const CPU_MODE: KernelAttribute = KernelAttribute(100001);
    /// For which block shapes there is vector code. 0: none, the kernel always runs as in reference mode. Bit
    /// 0: 1-D blocks and rows of a multiple of 32 threads; bit 1: rows of a multiple of 16; bit 2: any shape.
    /// Not CUDA's number. CPU device only.
    pub const CPU_WARP_LAYOUTS: KernelAttribute = KernelAttribute(100002);
    /// The kernel's preference between L1 and shared memory: 0 none, 1 shared memory, 2 L1, 3 equal shares;
    /// can be set. What was set last is returned, 0 before. (cuFuncSetCacheConfig.) Not CUDA's number.
    pub const CACHE_CONFIG: KernelAttribute = KernelAttribute(100004);
    /// The width of shared memory's banks: 0 the context's, 1 four bytes, 2 eight bytes; can be set. What was
    /// set last is returned, 0 before. (cuFuncSetSharedMemConfig; today's GPUs have four bytes whatever is
    /// set.) Not CUDA's number.
    pub const SHARED_CONFIG: KernelAttribute = KernelAttribute(100005);
    /// 1 while launches run the baseline code of a very large source ([`Module::from_source`]), 0 as soon as
    /// they run the optimised code, and for all other sources. Not CUDA's number. CPU device only.
    pub const CPU_IS_BASELINE: KernelAttribute = KernelAttribute(100003);
}

impl fmt::Debug for KernelAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "MAX_THREADS_PER_BLOCK",
            1 => "SHARED_SIZE_BYTES",
            2 => "CONST_SIZE_BYTES",
            3 => "LOCAL_SIZE_BYTES",
            4 => "NUM_REGS",
            5 => "PTX_VERSION",
            6 => "BINARY_VERSION",
            7 => "CACHE_MODE_CA",
            8 => "MAX_DYNAMIC_SHARED_SIZE_BYTES",
            9 => "PREFERRED_SHARED_MEMORY_CARVEOUT",
            100001 => "CPU_MODE",
            100002 => "CPU_WARP_LAYOUTS",
            100004 => "CACHE_CONFIG",
            100005 => "SHARED_CONFIG",
            100003 => "CPU_IS_BASELINE",
            other => return write!(f, "KernelAttribute({other})"),
        })
    }
}

/// The type of a value. A pointer has POINTER added to the type of what it points to: 267 is a pointer to
/// FLOAT32.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueType(pub i32);

impl ValueType {
    /// Not told.
    pub const UNKNOWN: ValueType = ValueType(0);
    /// A signed integer of 8 bits; `char` too.
    pub const INT8: ValueType = ValueType(1);
    /// An unsigned integer of 8 bits.
    pub const UINT8: ValueType = ValueType(2);
    /// A signed integer of 16 bits.
    pub const INT16: ValueType = ValueType(3);
    /// An unsigned integer of 16 bits.
    pub const UINT16: ValueType = ValueType(4);
    /// A signed integer of 32 bits.
    pub const INT32: ValueType = ValueType(5);
    /// An unsigned integer of 32 bits.
    pub const UINT32: ValueType = ValueType(6);
    /// A signed integer of 64 bits.
    pub const INT64: ValueType = ValueType(7);
    /// An unsigned integer of 64 bits.
    pub const UINT64: ValueType = ValueType(8);
    /// A float of 16 bits, CUDA's half. A 16-bit integer may stand for its bits.
    pub const FLOAT16: ValueType = ValueType(9);
    /// A bfloat16. A 16-bit integer may stand for its bits.
    pub const BFLOAT16: ValueType = ValueType(10);
    /// A float of 32 bits.
    pub const FLOAT32: ValueType = ValueType(11);
    /// A float of 64 bits.
    pub const FLOAT64: ValueType = ValueType(12);
    /// A truth value of 8 bits.
    pub const BOOL: ValueType = ValueType(13);
    /// A struct, a union or a class; CUDA's vector types too.
    pub const STRUCT: ValueType = ValueType(14);
    /// A pointer to what is unknown; else added to the type of that.
    pub const POINTER: ValueType = ValueType(256);
}

impl fmt::Debug for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "UNKNOWN",
            1 => "INT8",
            2 => "UINT8",
            3 => "INT16",
            4 => "UINT16",
            5 => "INT32",
            6 => "UINT32",
            7 => "INT64",
            8 => "UINT64",
            9 => "FLOAT16",
            10 => "BFLOAT16",
            11 => "FLOAT32",
            12 => "FLOAT64",
            13 => "BOOL",
            14 => "STRUCT",
            256 => "POINTER",
            other => return write!(f, "ValueType({other})"),
        })
    }
}

/// Flags of how blocks are counted.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OccupancyFlags(pub u64);

impl OccupancyFlags {
    /// Counts as if global caching were on even where it costs occupancy. It is
    /// CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE.
    pub const DISABLE_CACHING_OVERRIDE: OccupancyFlags = OccupancyFlags(1 << 0);

    /// Whether all of `other`'s flags are set.
    pub const fn contains(self, other: OccupancyFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for OccupancyFlags {
    type Output = OccupancyFlags;
    fn bitor(self, other: OccupancyFlags) -> OccupancyFlags {
        OccupancyFlags(self.0 | other.0)
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
    /// * `attribute`: The attribute.
    ///
    /// # Errors
    /// `NOT_FOUND`, any launch error (3xx), any driver error.
    pub fn attribute(&self, attribute: KernelAttribute) -> Result<i32> {
        let mut out_value = 0i32;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_kernel_get_attribute(self.raw, attribute.0, &mut out_value, &mut error) };
        check(status, error)?;
        Ok(out_value)
    }

    /// Sets an attribute: MAX_DYNAMIC_SHARED_SIZE_BYTES (needed above 48 KiB),
    /// PREFERRED_SHARED_MEMORY_CARVEOUT, CACHE_CONFIG, SHARED_CONFIG or, on the CPU device (UNSUPPORTED on a
    /// GPU), CPU_MODE. Other numbers are passed to the driver. It holds for every handle of this kernel.
    ///
    /// * `attribute`: The attribute.
    /// * `value`: Its new value.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any driver error.
    pub fn set_attribute(&self, attribute: KernelAttribute, value: i32) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_kernel_set_attribute(self.raw, attribute.0, value, &mut error) };
        check(status, error)
    }

    /// The number of blocks of the kernel that are resident at a time on one multiprocessor. Times
    /// MULTIPROCESSOR_COUNT it is the largest grid of a cooperative launch. 0 if no block fits. It is
    /// cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags.
    ///
    /// * `block_size`: Threads of a block.
    /// * `shared_size`: Dynamic shared memory of a block, in bytes.
    /// * `flags`: [`OccupancyFlags`] bits.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any driver error.
    pub fn occupancy(&self, block_size: u32, shared_size: u64, flags: OccupancyFlags) -> Result<u32> {
        let mut out_block_count = 0u32;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_kernel_get_occupancy(self.raw, block_size, shared_size, flags.0, &mut out_block_count, &mut error) };
        check(status, error)?;
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
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_kernel_suggest_block(self.raw, shared_size, max_block_size, &mut out_block_size, &mut out_grid_size, &mut error) };
        check(status, error)?;
        Ok((out_block_size, out_grid_size))
    }

    /// The number of parameters of the kernel. UNSUPPORTED where neither the driver (before CUDA 12.4) nor
    /// the image tells.
    ///
    /// * returns: The count.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn param_count(&self) -> Result<usize> {
        let mut out_count = 0usize;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_kernel_get_param_count(self.raw, &mut out_count, &mut error) };
        check(status, error)?;
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
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_kernel_get_param(self.raw, index, &mut out_param, &mut error) };
        check(status, error)?;
        Ok(KernelParam::from_c(out_param))
    }
}
