// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

/// A GPU or the CPU device. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_device {
    _private: [u8; 0],
}

/// The kind of a device.
pub type gc_device_kind = i32;
/// An NVIDIA GPU.
pub const GRIDCALL_DEVICE_KIND_GPU: gc_device_kind = 1;
/// The CPU device: this machine's cores.
pub const GRIDCALL_DEVICE_KIND_CPU: gc_device_kind = 2;

/// The rule for who may make contexts of a device (CUDA's numbers): a value of
/// GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_MODE.
pub type gc_compute_mode = i32;
/// Any number of processes.
pub const GRIDCALL_COMPUTE_MODE_DEFAULT: gc_compute_mode = 0;
/// None.
pub const GRIDCALL_COMPUTE_MODE_PROHIBITED: gc_compute_mode = 2;
/// One process at a time.
pub const GRIDCALL_COMPUTE_MODE_EXCLUSIVE_PROCESS: gc_compute_mode = 3;

/// Attributes of a device, with CUDA's own numbers (CUDA Driver API, CUdevice_attribute), gridcall's own from
/// 100001 on. Numbers that are not listed here are passed to the driver as they are.
pub type gc_device_attribute = i32;
/// Most threads in a block.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: gc_device_attribute = 1;
/// Largest block size in x.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X: gc_device_attribute = 2;
/// Largest block size in y.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: gc_device_attribute = 3;
/// Largest block size in z.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: gc_device_attribute = 4;
/// Largest grid size in x.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: gc_device_attribute = 5;
/// Largest grid size in y.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y: gc_device_attribute = 6;
/// Largest grid size in z.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: gc_device_attribute = 7;
/// Shared memory of a block without opting in to more, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: gc_device_attribute = 8;
/// Constant memory of a kernel, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: gc_device_attribute = 9;
/// Threads in a warp.
pub const GRIDCALL_DEVICE_ATTRIBUTE_WARP_SIZE: gc_device_attribute = 10;
/// Largest pitch of a 2D copy, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_PITCH: gc_device_attribute = 11;
/// 32-bit registers of a block.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK: gc_device_attribute = 12;
/// Peak clock, kHz.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CLOCK_RATE: gc_device_attribute = 13;
/// Alignment of textures, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT: gc_device_attribute = 14;
/// 1 if a copy and a kernel can run at once.
pub const GRIDCALL_DEVICE_ATTRIBUTE_GPU_OVERLAP: gc_device_attribute = 15;
/// Multiprocessors; worker threads on the CPU device.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: gc_device_attribute = 16;
/// 1 if kernels have a run-time limit.
pub const GRIDCALL_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT: gc_device_attribute = 17;
/// 1 if the device shares the host's memory.
pub const GRIDCALL_DEVICE_ATTRIBUTE_INTEGRATED: gc_device_attribute = 18;
/// 1 if host memory can be mapped into the device's address space.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY: gc_device_attribute = 19;
/// The rule for who may make contexts: a GRIDCALL_COMPUTE_MODE_\* number.
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_MODE: gc_device_attribute = 20;
/// Largest 1D texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH: gc_device_attribute = 21;
/// Largest 2D texture, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH: gc_device_attribute = 22;
/// Largest 2D texture, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT: gc_device_attribute = 23;
/// Largest 3D texture, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH: gc_device_attribute = 24;
/// Largest 3D texture, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT: gc_device_attribute = 25;
/// Largest 3D texture, depth.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH: gc_device_attribute = 26;
/// Largest layered 2D texture, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH: gc_device_attribute = 27;
/// Largest layered 2D texture, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT: gc_device_attribute = 28;
/// Layers of a layered 2D texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS: gc_device_attribute = 29;
/// Alignment of surfaces, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT: gc_device_attribute = 30;
/// 1 if several kernels can run at once.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS: gc_device_attribute = 31;
/// 1 if memory is protected by ECC.
pub const GRIDCALL_DEVICE_ATTRIBUTE_ECC_ENABLED: gc_device_attribute = 32;
/// PCI bus.
pub const GRIDCALL_DEVICE_ATTRIBUTE_PCI_BUS_ID: gc_device_attribute = 33;
/// PCI device.
pub const GRIDCALL_DEVICE_ATTRIBUTE_PCI_DEVICE_ID: gc_device_attribute = 34;
/// 1 if a Windows TCC driver is in use.
pub const GRIDCALL_DEVICE_ATTRIBUTE_TCC_DRIVER: gc_device_attribute = 35;
/// Peak memory clock, kHz.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: gc_device_attribute = 36;
/// Width of the memory bus, bits.
pub const GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH: gc_device_attribute = 37;
/// L2 cache, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: gc_device_attribute = 38;
/// Most resident threads of a multiprocessor.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: gc_device_attribute = 39;
/// Copy engines.
pub const GRIDCALL_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT: gc_device_attribute = 40;
/// 1 if host and device share one address space.
pub const GRIDCALL_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING: gc_device_attribute = 41;
/// Largest layered 1D texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH: gc_device_attribute = 42;
/// Layers of a layered 1D texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS: gc_device_attribute = 43;
/// Deprecated by CUDA; do not use.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER: gc_device_attribute = 44;
/// Largest 2D texture with gather, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH: gc_device_attribute = 45;
/// Largest 2D texture with gather, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT: gc_device_attribute = 46;
/// Alternate largest 3D texture, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE: gc_device_attribute = 47;
/// Alternate largest 3D texture, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE: gc_device_attribute = 48;
/// Alternate largest 3D texture, depth.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE: gc_device_attribute = 49;
/// PCI domain.
pub const GRIDCALL_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID: gc_device_attribute = 50;
/// Pitch alignment of 2D textures over linear memory, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT: gc_device_attribute = 51;
/// Largest cubemap texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH: gc_device_attribute = 52;
/// Largest layered cubemap texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH: gc_device_attribute = 53;
/// Layers of a layered cubemap texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS: gc_device_attribute = 54;
/// Largest 1D surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH: gc_device_attribute = 55;
/// Largest 2D surface, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH: gc_device_attribute = 56;
/// Largest 2D surface, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT: gc_device_attribute = 57;
/// Largest 3D surface, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH: gc_device_attribute = 58;
/// Largest 3D surface, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT: gc_device_attribute = 59;
/// Largest 3D surface, depth.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH: gc_device_attribute = 60;
/// Largest layered 1D surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH: gc_device_attribute = 61;
/// Layers of a layered 1D surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS: gc_device_attribute = 62;
/// Largest layered 2D surface, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH: gc_device_attribute = 63;
/// Largest layered 2D surface, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT: gc_device_attribute = 64;
/// Layers of a layered 2D surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS: gc_device_attribute = 65;
/// Largest cubemap surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH: gc_device_attribute = 66;
/// Largest layered cubemap surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH: gc_device_attribute = 67;
/// Layers of a layered cubemap surface.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS: gc_device_attribute = 68;
/// Largest 1D texture over linear memory.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH: gc_device_attribute = 69;
/// Largest 2D texture over linear memory, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH: gc_device_attribute = 70;
/// Largest 2D texture over linear memory, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT: gc_device_attribute = 71;
/// Largest 2D texture over linear memory, pitch in bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH: gc_device_attribute = 72;
/// Largest mipmapped 2D texture, width.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH: gc_device_attribute = 73;
/// Largest mipmapped 2D texture, height.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT: gc_device_attribute = 74;
/// Compute capability, major.
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: gc_device_attribute = 75;
/// Compute capability, minor.
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: gc_device_attribute = 76;
/// Largest mipmapped 1D texture.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH: gc_device_attribute = 77;
/// 1 if streams have priorities.
pub const GRIDCALL_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED: gc_device_attribute = 78;
/// 1 if global memory can be cached in L1.
pub const GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED: gc_device_attribute = 79;
/// 1 if local memory can be cached in L1.
pub const GRIDCALL_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED: gc_device_attribute = 80;
/// Shared memory of a multiprocessor, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: gc_device_attribute = 81;
/// 32-bit registers of a multiprocessor.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: gc_device_attribute = 82;
/// 1 if managed memory can be allocated.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY: gc_device_attribute = 83;
/// 1 if the board holds several GPUs.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD: gc_device_attribute = 84;
/// The group of GPUs that share a board.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID: gc_device_attribute = 85;
/// 1 if the link to the host has native atomics.
pub const GRIDCALL_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED: gc_device_attribute = 86;
/// The factor by which float is faster than double.
pub const GRIDCALL_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO: gc_device_attribute = 87;
/// 1 if kernels can read ordinary host memory.
pub const GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS: gc_device_attribute = 88;
/// 1 if host and device can use managed memory at once.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS: gc_device_attribute = 89;
/// 1 if kernels can be preempted.
pub const GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED: gc_device_attribute = 90;
/// 1 if registered host memory has the same address on the device.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM: gc_device_attribute = 91;
/// 1 if cooperative launches work.
pub const GRIDCALL_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH: gc_device_attribute = 95;
/// Shared memory of a block after opting in, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: gc_device_attribute = 97;
/// 1 if host memory can be registered.
pub const GRIDCALL_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED: gc_device_attribute = 99;
/// 1 if the device uses the host's page tables.
pub const GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES: gc_device_attribute = 100;
/// 1 if the host can read managed memory on the device without migration.
pub const GRIDCALL_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST: gc_device_attribute = 101;
/// 1 if virtual memory management works.
pub const GRIDCALL_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: gc_device_attribute = 102;
/// 1 if memory can be shared by a file descriptor.
pub const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED: gc_device_attribute = 103;
/// 1 if memory can be shared by a Win32 handle.
pub const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED: gc_device_attribute = 104;
/// 1 if memory can be shared by a Win32 KMT handle.
pub const GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED: gc_device_attribute = 105;
/// Most resident blocks of a multiprocessor.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: gc_device_attribute = 106;
/// 1 if memory compression works.
pub const GRIDCALL_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED: gc_device_attribute = 107;
/// L2 cache that can be set aside, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE: gc_device_attribute = 108;
/// Largest access policy window, bytes.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE: gc_device_attribute = 109;
/// Shared memory the driver keeps for itself, bytes a block.
pub const GRIDCALL_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK: gc_device_attribute = 111;
/// 1 if host memory can be registered read-only.
pub const GRIDCALL_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED: gc_device_attribute = 113;
/// 1 if the driver has stream-ordered memory pools.
pub const GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED: gc_device_attribute = 115;
/// 1 if cluster launches work.
pub const GRIDCALL_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH: gc_device_attribute = 120;
/// The ways in which the host and kernels can share addresses: GRIDCALL_SVM_\* bits.
pub const GRIDCALL_DEVICE_ATTRIBUTE_SVM_CAPABILITIES: gc_device_attribute = 100001;

/// The ways in which the host and kernels can share addresses (shared virtual memory); OpenCL's numbers. The
/// value of the device attribute SVM_CAPABILITIES.
pub type gc_svm_capabilities = u64;
/// Managed memory, by turns: gc_mem_wait before the host uses it.
pub const GRIDCALL_SVM_COARSE_GRAIN_BUFFER: gc_svm_capabilities = 1 << 0;
/// Managed memory, at once.
pub const GRIDCALL_SVM_FINE_GRAIN_BUFFER: gc_svm_capabilities = 1 << 1;
/// Any memory of the host.
pub const GRIDCALL_SVM_FINE_GRAIN_SYSTEM: gc_svm_capabilities = 1 << 2;
/// Atomic operations of the host and of kernels on the same address.
pub const GRIDCALL_SVM_ATOMICS: gc_svm_capabilities = 1 << 3;

/// One line of gc_device_get_attributes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_device_attribute_entry {
    /// The attribute.
    pub attribute: gc_device_attribute,
    /// Its value.
    pub value: i32,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// The number of devices, the CPU device included. A machine without a GPU, or without a driver, is no
    /// error.
    pub fn gc_device_get_count(out_count: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// The device at an index.
    pub fn gc_device_get_by_index(index: i32, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status;
    /// The device that a text names: a kind ("gpu" or "cpu": the first of that kind; "gpu:1": the second), an
    /// index ("0"), a PCI bus id ("0000:65:00.0" in hexadecimal, the domain and the function optional) or a
    /// UUID ("GPU-8d2f...", or a beginning that no other device's has). It is what GRIDCALL_DEVICE holds.
    /// Case does not matter.
    pub fn gc_device_find(text: *const c_char, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status;
    /// The index of a device, as gc_device_get_by_index takes it.
    pub fn gc_device_get_index(device: *mut gc_device, out_index: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Whether a device is a GPU or the CPU device.
    pub fn gc_device_get_kind(device: *mut gc_device, out_kind: *mut gc_device_kind, out_error: *mut *mut gc_error) -> gc_status;
    /// The name of a device, "NVIDIA H200".
    pub fn gc_device_get_name(device: *mut gc_device, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The PCI bus id of a device, "0000:65:00.0". Only on a GPU: the CPU device returns UNSUPPORTED.
    pub fn gc_device_get_pci_bus_id(device: *mut gc_device, bus_id: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The UUID of a device: 16 bytes that name it across processes and reboots.
    pub fn gc_device_get_uuid(device: *mut gc_device, out_uuid: *mut u8, out_error: *mut *mut gc_error) -> gc_status;
    /// The compute capability of a device: 9 and 0 for sm_90. The CPU device returns the one whose features
    /// it offers.
    pub fn gc_device_get_compute_capability(device: *mut gc_device, out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// All memory of a device.
    pub fn gc_device_get_total_memory(device: *mut gc_device, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of a device. NOT_FOUND if the driver does not know the number.
    pub fn gc_device_get_attribute(device: *mut gc_device, attribute: gc_device_attribute, out_value: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Every attribute that this library names and this device knows.
    pub fn gc_device_get_attributes(device: *mut gc_device, values: *mut gc_device_attribute_entry, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The name of an attribute, "WARP_SIZE"; "" for one this library does not name. Static; never released.
    pub fn gc_device_attribute_name(attribute: gc_device_attribute) -> *const c_char;
    /// The attribute of a name: "WARP_SIZE", "warp_size" or "CU_DEVICE_ATTRIBUTE_WARP_SIZE"; PyCUDA's older
    /// names too (SHARED_MEMORY_PER_BLOCK, REGISTERS_PER_BLOCK, MAXIMUM_TEXTURE2D_ARRAY_\*).
    pub fn gc_device_attribute_from_name(name: *const c_char, out_attribute: *mut gc_device_attribute, out_error: *mut *mut gc_error) -> gc_status;
    /// The device that the user chose: by the environment variable GRIDCALL_DEVICE, else CUDA_DEVICE, else
    /// the file ~/.cuda-device or ~/.cuda_device; else the one at an index. It makes no context, and does not
    /// ask whether one can be made.
    pub fn gc_device_get_default(fallback: i32, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status;
    /// Whether kernels on a device can use memory of another one, once gc_context_enable_peer_access allows
    /// it.
    pub fn gc_device_can_access_peer(device: *mut gc_device, peer: *mut gc_device, out_can: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// The number of devices, the CPU device included. A machine without a GPU, or without a driver, is no
    /// error.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_count(out_count: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_count) {
            Some(function) => function(out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The device at an index.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_by_index(index: i32, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_by_index) {
            Some(function) => function(index, out_device, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The device that a text names: a kind ("gpu" or "cpu": the first of that kind; "gpu:1": the second), an
    /// index ("0"), a PCI bus id ("0000:65:00.0" in hexadecimal, the domain and the function optional) or a
    /// UUID ("GPU-8d2f...", or a beginning that no other device's has). It is what GRIDCALL_DEVICE holds.
    /// Case does not matter.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_find(text: *const c_char, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_find) {
            Some(function) => function(text, out_device, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The index of a device, as gc_device_get_by_index takes it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_index(device: *mut gc_device, out_index: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_index) {
            Some(function) => function(device, out_index, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Whether a device is a GPU or the CPU device.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_kind(device: *mut gc_device, out_kind: *mut gc_device_kind, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_kind) {
            Some(function) => function(device, out_kind, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The name of a device, "NVIDIA H200".
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_name(device: *mut gc_device, name: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_name) {
            Some(function) => function(device, name, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The PCI bus id of a device, "0000:65:00.0". Only on a GPU: the CPU device returns UNSUPPORTED.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_pci_bus_id(device: *mut gc_device, bus_id: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_pci_bus_id) {
            Some(function) => function(device, bus_id, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The UUID of a device: 16 bytes that name it across processes and reboots.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_uuid(device: *mut gc_device, out_uuid: *mut u8, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_uuid) {
            Some(function) => function(device, out_uuid, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The compute capability of a device: 9 and 0 for sm_90. The CPU device returns the one whose features
    /// it offers.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_compute_capability(device: *mut gc_device, out_major: *mut i32, out_minor: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_compute_capability) {
            Some(function) => function(device, out_major, out_minor, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// All memory of a device.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_total_memory(device: *mut gc_device, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_total_memory) {
            Some(function) => function(device, out_size, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One attribute of a device. NOT_FOUND if the driver does not know the number.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_attribute(device: *mut gc_device, attribute: gc_device_attribute, out_value: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_attribute) {
            Some(function) => function(device, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Every attribute that this library names and this device knows.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_attributes(device: *mut gc_device, values: *mut gc_device_attribute_entry, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_attributes) {
            Some(function) => function(device, values, capacity, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The name of an attribute, "WARP_SIZE"; "" for one this library does not name. Static; never released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_attribute_name(attribute: gc_device_attribute) -> *const c_char {
        match function!(device_attribute_name) {
            Some(function) => function(attribute),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// The attribute of a name: "WARP_SIZE", "warp_size" or "CU_DEVICE_ATTRIBUTE_WARP_SIZE"; PyCUDA's older
    /// names too (SHARED_MEMORY_PER_BLOCK, REGISTERS_PER_BLOCK, MAXIMUM_TEXTURE2D_ARRAY_\*).
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_attribute_from_name(name: *const c_char, out_attribute: *mut gc_device_attribute, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_attribute_from_name) {
            Some(function) => function(name, out_attribute, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The device that the user chose: by the environment variable GRIDCALL_DEVICE, else CUDA_DEVICE, else
    /// the file ~/.cuda-device or ~/.cuda_device; else the one at an index. It makes no context, and does not
    /// ask whether one can be made.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_get_default(fallback: i32, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_get_default) {
            Some(function) => function(fallback, out_device, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Whether kernels on a device can use memory of another one, once gc_context_enable_peer_access allows
    /// it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_device_can_access_peer(device: *mut gc_device, peer: *mut gc_device, out_can: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(device_can_access_peer) {
            Some(function) => function(device, peer, out_can, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }
}
