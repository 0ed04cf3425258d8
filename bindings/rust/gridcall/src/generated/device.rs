// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{array_out, c_text, call, string_out};
use crate::sys;
use crate::Result;
use core::ptr;
#[allow(unused_imports)] // for the links in the documentation
use super::*;

handle! {
    /// A GPU or the CPU device.
    ///
    /// Devices of all drivers stand in one list: GPUs first, in the driver's order, the CPU device last. A
    /// [`Device`] is never released; asking again gives the same handle.
    Device(gc_device)
}

codes! {
    /// The kind of a device.
    DeviceKind {
        /// An NVIDIA GPU.
        GPU = 1,
        /// The CPU device: this machine's cores.
        CPU = 2,
    }
}

codes! {
    /// The rule for who may make contexts of a device (CUDA's numbers): a value of
    /// [`DeviceAttribute::COMPUTE_MODE`].
    ComputeMode {
        /// Any number of processes.
        DEFAULT = 0,
        /// None.
        PROHIBITED = 2,
        /// One process at a time.
        EXCLUSIVE_PROCESS = 3,
    }
}

codes! {
    /// Attributes of a device, with CUDA's own numbers (CUDA Driver API, CUdevice_attribute), gridcall's own
    /// from 100001 on. Numbers that are not listed here are passed to the driver as they are.
    DeviceAttribute {
        /// Most threads in a block.
        MAX_THREADS_PER_BLOCK = 1,
        /// Largest block size in x.
        MAX_BLOCK_DIM_X = 2,
        /// Largest block size in y.
        MAX_BLOCK_DIM_Y = 3,
        /// Largest block size in z.
        MAX_BLOCK_DIM_Z = 4,
        /// Largest grid size in x.
        MAX_GRID_DIM_X = 5,
        /// Largest grid size in y.
        MAX_GRID_DIM_Y = 6,
        /// Largest grid size in z.
        MAX_GRID_DIM_Z = 7,
        /// Shared memory of a block without opting in to more, bytes.
        MAX_SHARED_MEMORY_PER_BLOCK = 8,
        /// Constant memory of a kernel, bytes.
        TOTAL_CONSTANT_MEMORY = 9,
        /// Threads in a warp.
        WARP_SIZE = 10,
        /// Largest pitch of a 2D copy, bytes.
        MAX_PITCH = 11,
        /// 32-bit registers of a block.
        MAX_REGISTERS_PER_BLOCK = 12,
        /// Peak clock, kHz.
        CLOCK_RATE = 13,
        /// Alignment of textures, bytes.
        TEXTURE_ALIGNMENT = 14,
        /// 1 if a copy and a kernel can run at once.
        GPU_OVERLAP = 15,
        /// Multiprocessors; worker threads on the CPU device.
        MULTIPROCESSOR_COUNT = 16,
        /// 1 if kernels have a run-time limit.
        KERNEL_EXEC_TIMEOUT = 17,
        /// 1 if the device shares the host's memory.
        INTEGRATED = 18,
        /// 1 if host memory can be mapped into the device's address space.
        CAN_MAP_HOST_MEMORY = 19,
        /// The rule for who may make contexts: a [`ComputeMode`] number.
        COMPUTE_MODE = 20,
        /// Largest 1D texture.
        MAXIMUM_TEXTURE1D_WIDTH = 21,
        /// Largest 2D texture, width.
        MAXIMUM_TEXTURE2D_WIDTH = 22,
        /// Largest 2D texture, height.
        MAXIMUM_TEXTURE2D_HEIGHT = 23,
        /// Largest 3D texture, width.
        MAXIMUM_TEXTURE3D_WIDTH = 24,
        /// Largest 3D texture, height.
        MAXIMUM_TEXTURE3D_HEIGHT = 25,
        /// Largest 3D texture, depth.
        MAXIMUM_TEXTURE3D_DEPTH = 26,
        /// Largest layered 2D texture, width.
        MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27,
        /// Largest layered 2D texture, height.
        MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = 28,
        /// Layers of a layered 2D texture.
        MAXIMUM_TEXTURE2D_LAYERED_LAYERS = 29,
        /// Alignment of surfaces, bytes.
        SURFACE_ALIGNMENT = 30,
        /// 1 if several kernels can run at once.
        CONCURRENT_KERNELS = 31,
        /// 1 if memory is protected by ECC.
        ECC_ENABLED = 32,
        /// PCI bus.
        PCI_BUS_ID = 33,
        /// PCI device.
        PCI_DEVICE_ID = 34,
        /// 1 if a Windows TCC driver is in use.
        TCC_DRIVER = 35,
        /// Peak memory clock, kHz.
        MEMORY_CLOCK_RATE = 36,
        /// Width of the memory bus, bits.
        GLOBAL_MEMORY_BUS_WIDTH = 37,
        /// L2 cache, bytes.
        L2_CACHE_SIZE = 38,
        /// Most resident threads of a multiprocessor.
        MAX_THREADS_PER_MULTIPROCESSOR = 39,
        /// Copy engines.
        ASYNC_ENGINE_COUNT = 40,
        /// 1 if host and device share one address space.
        UNIFIED_ADDRESSING = 41,
        /// Largest layered 1D texture.
        MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42,
        /// Layers of a layered 1D texture.
        MAXIMUM_TEXTURE1D_LAYERED_LAYERS = 43,
        /// Deprecated by CUDA; do not use.
        CAN_TEX2D_GATHER = 44,
        /// Largest 2D texture with gather, width.
        MAXIMUM_TEXTURE2D_GATHER_WIDTH = 45,
        /// Largest 2D texture with gather, height.
        MAXIMUM_TEXTURE2D_GATHER_HEIGHT = 46,
        /// Alternate largest 3D texture, width.
        MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE = 47,
        /// Alternate largest 3D texture, height.
        MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE = 48,
        /// Alternate largest 3D texture, depth.
        MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE = 49,
        /// PCI domain.
        PCI_DOMAIN_ID = 50,
        /// Pitch alignment of 2D textures over linear memory, bytes.
        TEXTURE_PITCH_ALIGNMENT = 51,
        /// Largest cubemap texture.
        MAXIMUM_TEXTURECUBEMAP_WIDTH = 52,
        /// Largest layered cubemap texture.
        MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH = 53,
        /// Layers of a layered cubemap texture.
        MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS = 54,
        /// Largest 1D surface.
        MAXIMUM_SURFACE1D_WIDTH = 55,
        /// Largest 2D surface, width.
        MAXIMUM_SURFACE2D_WIDTH = 56,
        /// Largest 2D surface, height.
        MAXIMUM_SURFACE2D_HEIGHT = 57,
        /// Largest 3D surface, width.
        MAXIMUM_SURFACE3D_WIDTH = 58,
        /// Largest 3D surface, height.
        MAXIMUM_SURFACE3D_HEIGHT = 59,
        /// Largest 3D surface, depth.
        MAXIMUM_SURFACE3D_DEPTH = 60,
        /// Largest layered 1D surface.
        MAXIMUM_SURFACE1D_LAYERED_WIDTH = 61,
        /// Layers of a layered 1D surface.
        MAXIMUM_SURFACE1D_LAYERED_LAYERS = 62,
        /// Largest layered 2D surface, width.
        MAXIMUM_SURFACE2D_LAYERED_WIDTH = 63,
        /// Largest layered 2D surface, height.
        MAXIMUM_SURFACE2D_LAYERED_HEIGHT = 64,
        /// Layers of a layered 2D surface.
        MAXIMUM_SURFACE2D_LAYERED_LAYERS = 65,
        /// Largest cubemap surface.
        MAXIMUM_SURFACECUBEMAP_WIDTH = 66,
        /// Largest layered cubemap surface.
        MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH = 67,
        /// Layers of a layered cubemap surface.
        MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS = 68,
        /// Largest 1D texture over linear memory.
        MAXIMUM_TEXTURE1D_LINEAR_WIDTH = 69,
        /// Largest 2D texture over linear memory, width.
        MAXIMUM_TEXTURE2D_LINEAR_WIDTH = 70,
        /// Largest 2D texture over linear memory, height.
        MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = 71,
        /// Largest 2D texture over linear memory, pitch in bytes.
        MAXIMUM_TEXTURE2D_LINEAR_PITCH = 72,
        /// Largest mipmapped 2D texture, width.
        MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = 73,
        /// Largest mipmapped 2D texture, height.
        MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = 74,
        /// Compute capability, major.
        COMPUTE_CAPABILITY_MAJOR = 75,
        /// Compute capability, minor.
        COMPUTE_CAPABILITY_MINOR = 76,
        /// Largest mipmapped 1D texture.
        MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = 77,
        /// 1 if streams have priorities.
        STREAM_PRIORITIES_SUPPORTED = 78,
        /// 1 if global memory can be cached in L1.
        GLOBAL_L1_CACHE_SUPPORTED = 79,
        /// 1 if local memory can be cached in L1.
        LOCAL_L1_CACHE_SUPPORTED = 80,
        /// Shared memory of a multiprocessor, bytes.
        MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
        /// 32-bit registers of a multiprocessor.
        MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
        /// 1 if managed memory can be allocated.
        MANAGED_MEMORY = 83,
        /// 1 if the board holds several GPUs.
        MULTI_GPU_BOARD = 84,
        /// The group of GPUs that share a board.
        MULTI_GPU_BOARD_GROUP_ID = 85,
        /// 1 if the link to the host has native atomics.
        HOST_NATIVE_ATOMIC_SUPPORTED = 86,
        /// The factor by which float is faster than double.
        SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = 87,
        /// 1 if kernels can read ordinary host memory.
        PAGEABLE_MEMORY_ACCESS = 88,
        /// 1 if host and device can use managed memory at once.
        CONCURRENT_MANAGED_ACCESS = 89,
        /// 1 if kernels can be preempted.
        COMPUTE_PREEMPTION_SUPPORTED = 90,
        /// 1 if registered host memory has the same address on the device.
        CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91,
        /// 1 if cooperative launches work.
        COOPERATIVE_LAUNCH = 95,
        /// Shared memory of a block after opting in, bytes.
        MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
        /// 1 if host memory can be registered.
        HOST_REGISTER_SUPPORTED = 99,
        /// 1 if the device uses the host's page tables.
        PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = 100,
        /// 1 if the host can read managed memory on the device without migration.
        DIRECT_MANAGED_MEM_ACCESS_FROM_HOST = 101,
        /// 1 if virtual memory management works.
        VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
        /// 1 if memory can be shared by a file descriptor.
        HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
        /// 1 if memory can be shared by a Win32 handle.
        HANDLE_TYPE_WIN32_HANDLE_SUPPORTED = 104,
        /// 1 if memory can be shared by a Win32 KMT handle.
        HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED = 105,
        /// Most resident blocks of a multiprocessor.
        MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
        /// 1 if memory compression works.
        GENERIC_COMPRESSION_SUPPORTED = 107,
        /// L2 cache that can be set aside, bytes.
        MAX_PERSISTING_L2_CACHE_SIZE = 108,
        /// Largest access policy window, bytes.
        MAX_ACCESS_POLICY_WINDOW_SIZE = 109,
        /// Shared memory the driver keeps for itself, bytes a block.
        RESERVED_SHARED_MEMORY_PER_BLOCK = 111,
        /// 1 if host memory can be registered read-only.
        READ_ONLY_HOST_REGISTER_SUPPORTED = 113,
        /// 1 if the driver has stream-ordered memory pools.
        MEMORY_POOLS_SUPPORTED = 115,
        /// 1 if cluster launches work.
        CLUSTER_LAUNCH = 120,
        /// The ways in which the host and kernels can share addresses: [`SvmCapabilities`] bits.
        SVM_CAPABILITIES = 100001,
    }
}

flags! {
    /// The ways in which the host and kernels can share addresses (shared virtual memory); OpenCL's numbers.
    /// The value of the device attribute SVM_CAPABILITIES.
    SvmCapabilities {
        /// Managed memory, by turns: [`Mem::wait`] before the host uses it.
        COARSE_GRAIN_BUFFER = 0,
        /// Managed memory, at once.
        FINE_GRAIN_BUFFER = 1,
        /// Any memory of the host.
        FINE_GRAIN_SYSTEM = 2,
        /// Atomic operations of the host and of kernels on the same address.
        ATOMICS = 3,
    }
}

/// One line of [`Device::attributes`].
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceAttributeEntry {
    /// The attribute.
    pub attribute: DeviceAttribute,
    /// Its value.
    pub value: i32,
}

impl DeviceAttributeEntry {
    pub(crate) fn from_c(c: sys::gc_device_attribute_entry) -> DeviceAttributeEntry {
        DeviceAttributeEntry {
            attribute: DeviceAttribute(c.attribute),
            value: c.value,
        }
    }
}

impl Device {
    /// The number of devices, the CPU device included. A machine without a GPU, or without a driver, is no
    /// error.
    ///
    /// # Errors
    /// `FORKED`, `EXITING`.
    pub fn count() -> Result<i32> {
        let mut out_count = 0i32;
        call(|error| unsafe { sys::gc_device_get_count(&mut out_count, error) })?;
        Ok(out_count)
    }

    /// The device at an index.
    ///
    /// * `index`: From 0, below [`Device::count`].
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `FORKED`, `EXITING`.
    pub fn by_index(index: i32) -> Result<Device> {
        let mut out_device = ptr::null_mut();
        call(|error| unsafe { sys::gc_device_get_by_index(index, &mut out_device, error) })?;
        Ok(Device::own(out_device))
    }

    /// The device that a text names: a kind ("gpu" or "cpu": the first of that kind; "gpu:1": the second), an
    /// index ("0"), a PCI bus id ("0000:65:00.0" in hexadecimal, the domain and the function optional) or a
    /// UUID ("GPU-8d2f...", or a beginning that no other device's has). It is what `GRIDCALL_DEVICE` holds.
    /// Case does not matter.
    ///
    /// * `text`: The name.
    ///
    /// # Errors
    /// `NOT_FOUND`, `NO_DEVICE`, `DRIVER_UNAVAILABLE`, `FORKED`, `EXITING`.
    pub fn find(text: &str) -> Result<Device> {
        let text = c_text("text", text)?;
        let mut out_device = ptr::null_mut();
        call(|error| unsafe { sys::gc_device_find(text.as_ptr(), &mut out_device, error) })?;
        Ok(Device::own(out_device))
    }

    /// The index of a device, as [`Device::by_index`] takes it.
    ///
    /// * returns: The index.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn index(&self) -> Result<i32> {
        let mut out_index = 0i32;
        call(|error| unsafe { sys::gc_device_get_index(self.raw, &mut out_index, error) })?;
        Ok(out_index)
    }

    /// Whether a device is a GPU or the CPU device.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn kind(&self) -> Result<DeviceKind> {
        let mut out_kind = 0;
        call(|error| unsafe { sys::gc_device_get_kind(self.raw, &mut out_kind, error) })?;
        Ok(DeviceKind(out_kind))
    }

    /// The name of a device, "NVIDIA H200".
    ///
    /// # Errors
    /// `DRIVER`, `FORKED`, `EXITING`.
    pub fn name(&self) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_device_get_name(self.raw, buffer, capacity, needed, error) })
    }

    /// The PCI bus id of a device, "0000:65:00.0". Only on a GPU: the CPU device returns UNSUPPORTED.
    ///
    /// # Errors
    /// `UNSUPPORTED`, `DRIVER`, `FORKED`, `EXITING`.
    pub fn pci_bus_id(&self) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_device_get_pci_bus_id(self.raw, buffer, capacity, needed, error) })
    }

    /// The UUID of a device: 16 bytes that name it across processes and reboots.
    ///
    /// # Errors
    /// `UNSUPPORTED`, `DRIVER`, `FORKED`, `EXITING`.
    pub fn uuid(&self) -> Result<[u8; 16]> {
        let mut out_uuid = [0u8; 16];
        call(|error| unsafe { sys::gc_device_get_uuid(self.raw, out_uuid.as_mut_ptr(), error) })?;
        Ok(out_uuid)
    }

    /// The compute capability: 9 and 0 for sm_90. The CPU device returns that whose features it offers.
    ///
    /// * returns: The major number; The minor number.
    ///
    /// # Errors
    /// `DRIVER`, `FORKED`, `EXITING`.
    pub fn compute_capability(&self) -> Result<(i32, i32)> {
        let mut out_major = 0i32;
        let mut out_minor = 0i32;
        call(|error| unsafe { sys::gc_device_get_compute_capability(self.raw, &mut out_major, &mut out_minor, error) })?;
        Ok((out_major, out_minor))
    }

    /// All memory of a device.
    ///
    /// * returns: The size, in bytes.
    ///
    /// # Errors
    /// `DRIVER`, `FORKED`, `EXITING`.
    pub fn total_memory(&self) -> Result<u64> {
        let mut out_size = 0u64;
        call(|error| unsafe { sys::gc_device_get_total_memory(self.raw, &mut out_size, error) })?;
        Ok(out_size)
    }

    /// One attribute of a device. NOT_FOUND if the driver does not know the number.
    ///
    /// # Errors
    /// `NOT_FOUND`, `DRIVER`, `FORKED`, `EXITING`.
    pub fn attribute(&self, attribute: DeviceAttribute) -> Result<i32> {
        let mut out_value = 0i32;
        call(|error| unsafe { sys::gc_device_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// Every attribute that this library names and this device knows.
    ///
    /// # Errors
    /// `DRIVER`, `FORKED`, `EXITING`.
    pub fn attributes(&self) -> Result<Vec<DeviceAttributeEntry>> {
        let items = array_out(|buffer, capacity, needed, error| unsafe { sys::gc_device_get_attributes(self.raw, buffer, capacity, needed, error) })?;
        Ok(items.into_iter().map(DeviceAttributeEntry::from_c).collect())
    }

    /// The name of an attribute, "WARP_SIZE"; "" for one this library does not name. Static; never released.
    pub fn attribute_name(attribute: DeviceAttribute) -> &'static str {
        crate::support::static_text(unsafe { sys::gc_device_attribute_name(attribute.0) })
    }

    /// The attribute of a name: "WARP_SIZE", "warp_size" or "CU_DEVICE_ATTRIBUTE_WARP_SIZE"; PyCUDA's older
    /// names too (SHARED_MEMORY_PER_BLOCK, REGISTERS_PER_BLOCK, MAXIMUM_TEXTURE2D_ARRAY_\*).
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn attribute_from_name(name: &str) -> Result<DeviceAttribute> {
        let name = c_text("name", name)?;
        let mut out_attribute = 0;
        call(|error| unsafe { sys::gc_device_attribute_from_name(name.as_ptr(), &mut out_attribute, error) })?;
        Ok(DeviceAttribute(out_attribute))
    }

    /// The device that the user chose: by the environment variable `GRIDCALL_DEVICE`, else CUDA_DEVICE, else
    /// the file ~/.cuda-device or ~/.cuda_device; else the one at an index. It makes no context, and does not
    /// ask whether one can be made.
    ///
    /// * `fallback`: The index where the user chose none, below [`Device::count`].
    ///
    /// # Errors
    /// `NO_DEVICE`, `OUT_OF_RANGE`, `DRIVER_UNAVAILABLE`, `FORKED`, `EXITING`.
    #[allow(clippy::should_implement_trait)]
    pub fn default(fallback: i32) -> Result<Device> {
        let mut out_device = ptr::null_mut();
        call(|error| unsafe { sys::gc_device_get_default(fallback, &mut out_device, error) })?;
        Ok(Device::own(out_device))
    }

    /// Whether kernels on a device can use memory of another one, once [`Context::enable_peer_access`] allows
    /// it.
    ///
    /// * `peer`: The device whose memory.
    ///
    /// # Errors
    /// `DRIVER`, `FORKED`, `EXITING`.
    pub fn can_access_peer(&self, peer: &Device) -> Result<bool> {
        let mut out_can = 0;
        call(|error| unsafe { sys::gc_device_can_access_peer(self.raw, peer.raw, &mut out_can, error) })?;
        Ok(out_can != 0)
    }
}
