// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

/// One __global__ function of a module. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_kernel {
    _private: [u8; 0],
}

/// Attributes of a kernel, with CUDA's own numbers (CUDA Driver API, CUfunction_attribute).
pub type gc_kernel_attribute = i32;
/// Most threads in a block that this kernel allows.
pub const GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK: gc_kernel_attribute = 0;
/// Static shared memory of a block, bytes.
pub const GRIDCALL_KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES: gc_kernel_attribute = 1;
/// Constant memory, bytes.
pub const GRIDCALL_KERNEL_ATTRIBUTE_CONST_SIZE_BYTES: gc_kernel_attribute = 2;
/// Local memory of a thread, bytes.
pub const GRIDCALL_KERNEL_ATTRIBUTE_LOCAL_SIZE_BYTES: gc_kernel_attribute = 3;
/// Registers of a thread; 0 on the CPU device.
pub const GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS: gc_kernel_attribute = 4;
/// PTX version the kernel was compiled to, major * 10 + minor; 0 on the CPU device.
pub const GRIDCALL_KERNEL_ATTRIBUTE_PTX_VERSION: gc_kernel_attribute = 5;
/// Architecture of the machine code, major * 10 + minor; the CPU device returns that of the GPU it stands
/// for.
pub const GRIDCALL_KERNEL_ATTRIBUTE_BINARY_VERSION: gc_kernel_attribute = 6;
/// 1 if compiled with -Xptxas --dlcm=ca.
pub const GRIDCALL_KERNEL_ATTRIBUTE_CACHE_MODE_CA: gc_kernel_attribute = 7;
/// Most dynamic shared memory of a launch, bytes; can be raised.
pub const GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: gc_kernel_attribute = 8;
/// Wanted share of L1 used as shared memory, percent; can be set.
pub const GRIDCALL_KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: gc_kernel_attribute = 9;
/// The way in which launches run. 0, the default: as vectors of a warp's threads where the kernel allows it.
/// 1, reference: each thread by itself, to compare with; can be set. Not CUDA's number. CPU device only.
pub const GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE: gc_kernel_attribute = 100001;
/// For which block shapes there is vector code. 0: none, the kernel always runs as in reference mode. Bit 0:
/// 1-D blocks and rows of a multiple of 32 threads; bit 1: rows of a multiple of 16; bit 2: any shape. Not
/// CUDA's number. CPU device only.
pub const GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS: gc_kernel_attribute = 100002;
/// The kernel's preference between L1 and shared memory: 0 none, 1 shared memory, 2 L1, 3 equal shares; can
/// be set. What was set last is returned, 0 before. (cuFuncSetCacheConfig.) Not CUDA's number.
pub const GRIDCALL_KERNEL_ATTRIBUTE_CACHE_CONFIG: gc_kernel_attribute = 100004;
/// The width of shared memory's banks: 0 the context's, 1 four bytes, 2 eight bytes; can be set. What was set
/// last is returned, 0 before. (cuFuncSetSharedMemConfig; today's GPUs have four bytes whatever is set.) Not
/// CUDA's number.
pub const GRIDCALL_KERNEL_ATTRIBUTE_SHARED_CONFIG: gc_kernel_attribute = 100005;
/// 1 while launches run the baseline code of a very large source (gc_module_from_source), 0 as soon as they
/// run the optimised code, and for all other sources. Not CUDA's number. CPU device only.
pub const GRIDCALL_KERNEL_ATTRIBUTE_CPU_IS_BASELINE: gc_kernel_attribute = 100003;

/// The type of a value. A pointer has POINTER added to the type of what it points to: 267 is a pointer to
/// FLOAT32.
pub type gc_value_type = i32;
/// Not told.
pub const GRIDCALL_VALUE_TYPE_UNKNOWN: gc_value_type = 0;
/// A signed integer of 8 bits; `char` too.
pub const GRIDCALL_VALUE_TYPE_INT8: gc_value_type = 1;
/// An unsigned integer of 8 bits.
pub const GRIDCALL_VALUE_TYPE_UINT8: gc_value_type = 2;
/// A signed integer of 16 bits.
pub const GRIDCALL_VALUE_TYPE_INT16: gc_value_type = 3;
/// An unsigned integer of 16 bits.
pub const GRIDCALL_VALUE_TYPE_UINT16: gc_value_type = 4;
/// A signed integer of 32 bits.
pub const GRIDCALL_VALUE_TYPE_INT32: gc_value_type = 5;
/// An unsigned integer of 32 bits.
pub const GRIDCALL_VALUE_TYPE_UINT32: gc_value_type = 6;
/// A signed integer of 64 bits.
pub const GRIDCALL_VALUE_TYPE_INT64: gc_value_type = 7;
/// An unsigned integer of 64 bits.
pub const GRIDCALL_VALUE_TYPE_UINT64: gc_value_type = 8;
/// A float of 16 bits, CUDA's half. A 16-bit integer may stand for its bits.
pub const GRIDCALL_VALUE_TYPE_FLOAT16: gc_value_type = 9;
/// A bfloat16. A 16-bit integer may stand for its bits.
pub const GRIDCALL_VALUE_TYPE_BFLOAT16: gc_value_type = 10;
/// A float of 32 bits.
pub const GRIDCALL_VALUE_TYPE_FLOAT32: gc_value_type = 11;
/// A float of 64 bits.
pub const GRIDCALL_VALUE_TYPE_FLOAT64: gc_value_type = 12;
/// A truth value of 8 bits.
pub const GRIDCALL_VALUE_TYPE_BOOL: gc_value_type = 13;
/// A struct, a union or a class; CUDA's vector types too.
pub const GRIDCALL_VALUE_TYPE_STRUCT: gc_value_type = 14;
/// A pointer to what is unknown; else added to the type of that.
pub const GRIDCALL_VALUE_TYPE_POINTER: gc_value_type = 256;

/// Flags of how blocks are counted.
pub type gc_occupancy_flags = u64;
/// Counts as if global caching were on even where it costs occupancy. It is
/// CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE.
pub const GRIDCALL_OCCUPANCY_DISABLE_CACHING_OVERRIDE: gc_occupancy_flags = 1 << 0;

/// One parameter of a kernel. Its texts are valid as long as a handle of the kernel.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_kernel_param {
    /// sizeof(gc_kernel_param).
    pub struct_size: usize,
    /// The first byte in the parameter block.
    pub offset: u64,
    /// Its size.
    pub size: u64,
    /// Its type. Known for every kernel of the CPU device, and for a GPU from the compiled name of a C++
    /// kernel, where a struct or an enum is UNKNOWN; nothing is known of an extern "C" kernel of a GPU.
    pub value_type: gc_value_type,
    /// Zero.
    pub reserved: u32,
    /// Its type as C++ writes it; "" if it is unknown.
    pub type_name: *const c_char,
    /// Its name in the source; "" if it has none, and on a GPU.
    pub name: *const c_char,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// The name of a kernel, as it was asked for.
    pub fn gc_kernel_get_name(kernel: *mut gc_kernel, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of a kernel. NOT_FOUND if the driver does not know the number.
    pub fn gc_kernel_get_attribute(kernel: *mut gc_kernel, attribute: gc_kernel_attribute, out_value: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Sets an attribute: MAX_DYNAMIC_SHARED_SIZE_BYTES (needed above 48 KiB),
    /// PREFERRED_SHARED_MEMORY_CARVEOUT, CACHE_CONFIG, SHARED_CONFIG or, on the CPU device (UNSUPPORTED on a
    /// GPU), CPU_MODE. Other numbers are passed to the driver. It holds for every handle of this kernel.
    pub fn gc_kernel_set_attribute(kernel: *mut gc_kernel, attribute: gc_kernel_attribute, value: i32, out_error: *mut *mut gc_error) -> gc_status;
    /// The number of blocks of the kernel that are resident at a time on one multiprocessor. Times
    /// MULTIPROCESSOR_COUNT it is the largest grid of a cooperative launch. 0 if no block fits. It is
    /// cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags.
    pub fn gc_kernel_get_occupancy(kernel: *mut gc_kernel, block_size: u32, shared_size: u64, flags: gc_occupancy_flags, out_block_count: *mut u32, out_error: *mut *mut gc_error) -> gc_status;
    /// A size of block with which the most threads of the kernel are resident, and the smallest grid that
    /// fills the device with such blocks. It is cuOccupancyMaxPotentialBlockSize.
    pub fn gc_kernel_suggest_block(kernel: *mut gc_kernel, shared_size: u64, max_block_size: u32, out_block_size: *mut u32, out_grid_size: *mut u32, out_error: *mut *mut gc_error) -> gc_status;
    /// The number of parameters of the kernel. UNSUPPORTED where neither the driver (before CUDA 12.4) nor
    /// the image tells.
    pub fn gc_kernel_get_param_count(kernel: *mut gc_kernel, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// One parameter of a kernel.
    pub fn gc_kernel_get_param(kernel: *mut gc_kernel, index: usize, out_param: *mut gc_kernel_param, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a kernel. Launches already queued still run.
    pub fn gc_kernel_release(kernel: *mut gc_kernel);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// The name of a kernel, as it was asked for.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_get_name(kernel: *mut gc_kernel, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_get_name) {
            Some(function) => function(kernel, name, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One attribute of a kernel. NOT_FOUND if the driver does not know the number.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_get_attribute(kernel: *mut gc_kernel, attribute: gc_kernel_attribute, out_value: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_get_attribute) {
            Some(function) => function(kernel, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Sets an attribute: MAX_DYNAMIC_SHARED_SIZE_BYTES (needed above 48 KiB),
    /// PREFERRED_SHARED_MEMORY_CARVEOUT, CACHE_CONFIG, SHARED_CONFIG or, on the CPU device (UNSUPPORTED on a
    /// GPU), CPU_MODE. Other numbers are passed to the driver. It holds for every handle of this kernel.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_set_attribute(kernel: *mut gc_kernel, attribute: gc_kernel_attribute, value: i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_set_attribute) {
            Some(function) => function(kernel, attribute, value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The number of blocks of the kernel that are resident at a time on one multiprocessor. Times
    /// MULTIPROCESSOR_COUNT it is the largest grid of a cooperative launch. 0 if no block fits. It is
    /// cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_get_occupancy(kernel: *mut gc_kernel, block_size: u32, shared_size: u64, flags: gc_occupancy_flags, out_block_count: *mut u32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_get_occupancy) {
            Some(function) => function(kernel, block_size, shared_size, flags, out_block_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A size of block with which the most threads of the kernel are resident, and the smallest grid that
    /// fills the device with such blocks. It is cuOccupancyMaxPotentialBlockSize.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_suggest_block(kernel: *mut gc_kernel, shared_size: u64, max_block_size: u32, out_block_size: *mut u32, out_grid_size: *mut u32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_suggest_block) {
            Some(function) => function(kernel, shared_size, max_block_size, out_block_size, out_grid_size, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The number of parameters of the kernel. UNSUPPORTED where neither the driver (before CUDA 12.4) nor
    /// the image tells.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_get_param_count(kernel: *mut gc_kernel, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_get_param_count) {
            Some(function) => function(kernel, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One parameter of a kernel.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_get_param(kernel: *mut gc_kernel, index: usize, out_param: *mut gc_kernel_param, out_error: *mut *mut gc_error) -> gc_status {
        match function!(kernel_get_param) {
            Some(function) => function(kernel, index, out_param, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a kernel. Launches already queued still run.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_kernel_release(kernel: *mut gc_kernel) {
        if let Some(function) = function!(kernel_release) {
            function(kernel)
        }
    }
}
