// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::{array_out, c_text, check, string_out};
use crate::sys;
use crate::Result;
use core::fmt;
use core::ptr;
#[allow(unused_imports)] // for the links in the documentation
use super::*;

/// A GPU or the CPU device.
///
/// Devices of all drivers stand in one list: GPUs first, in the driver's order, the CPU device last. A
/// [`Device`] is never released; asking again gives the same handle.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Device {
    pub(super) raw: *mut sys::gc_device,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Device {}
unsafe impl Sync for Device {}

impl Device {
    /// The C handle, for other code that speaks to the library.
    pub fn raw(&self) -> *mut sys::gc_device {
        self.raw
    }

    /// The Rust value of a C handle.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_device`.
    pub unsafe fn from_raw(raw: *mut sys::gc_device) -> Device {
        Device { raw }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({:#x})", self.raw as usize)
    }
}

/// The kind of a device.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceKind(pub i32);

impl DeviceKind {
    /// An NVIDIA GPU.
    pub const GPU: DeviceKind = DeviceKind(1);
    /// The CPU device: this machine's cores.
    pub const CPU: DeviceKind = DeviceKind(2);
}

impl fmt::Debug for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            1 => "GPU",
            2 => "CPU",
            other => return write!(f, "DeviceKind({other})"),
        })
    }
}

/// The rule for who may make contexts of a device (CUDA's numbers): a value of
/// [`DeviceAttribute::COMPUTE_MODE`].
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComputeMode(pub i32);

impl ComputeMode {
    /// Any number of processes.
    pub const DEFAULT: ComputeMode = ComputeMode(0);
    /// None.
    pub const PROHIBITED: ComputeMode = ComputeMode(2);
    /// One process at a time.
    pub const EXCLUSIVE_PROCESS: ComputeMode = ComputeMode(3);
}

impl fmt::Debug for ComputeMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "DEFAULT",
            2 => "PROHIBITED",
            3 => "EXCLUSIVE_PROCESS",
            other => return write!(f, "ComputeMode({other})"),
        })
    }
}

/// Attributes of a device, with CUDA's own numbers (CUDA Driver API, CUdevice_attribute), gridcall's own from
/// 100001 on. Numbers that are not listed here are passed to the driver as they are.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceAttribute(pub i32);

impl DeviceAttribute {
    /// Most threads in a block.
    pub const MAX_THREADS_PER_BLOCK: DeviceAttribute = DeviceAttribute(1);
    /// Largest block size in x.
    pub const MAX_BLOCK_DIM_X: DeviceAttribute = DeviceAttribute(2);
    /// Largest block size in y.
    pub const MAX_BLOCK_DIM_Y: DeviceAttribute = DeviceAttribute(3);
    /// Largest block size in z.
    pub const MAX_BLOCK_DIM_Z: DeviceAttribute = DeviceAttribute(4);
    /// Largest grid size in x.
    pub const MAX_GRID_DIM_X: DeviceAttribute = DeviceAttribute(5);
    /// Largest grid size in y.
    pub const MAX_GRID_DIM_Y: DeviceAttribute = DeviceAttribute(6);
    /// Largest grid size in z.
    pub const MAX_GRID_DIM_Z: DeviceAttribute = DeviceAttribute(7);
    /// Shared memory of a block without opting in to more, bytes.
    pub const MAX_SHARED_MEMORY_PER_BLOCK: DeviceAttribute = DeviceAttribute(8);
    /// Constant memory of a kernel, bytes.
    pub const TOTAL_CONSTANT_MEMORY: DeviceAttribute = DeviceAttribute(9);
    /// Threads in a warp.
    pub const WARP_SIZE: DeviceAttribute = DeviceAttribute(10);
    /// Largest pitch of a 2D copy, bytes.
    pub const MAX_PITCH: DeviceAttribute = DeviceAttribute(11);
    /// 32-bit registers of a block.
    pub const MAX_REGISTERS_PER_BLOCK: DeviceAttribute = DeviceAttribute(12);
    /// Peak clock, kHz.
    pub const CLOCK_RATE: DeviceAttribute = DeviceAttribute(13);
    /// Alignment of textures, bytes.
    pub const TEXTURE_ALIGNMENT: DeviceAttribute = DeviceAttribute(14);
    /// 1 if a copy and a kernel can run at once.
    pub const GPU_OVERLAP: DeviceAttribute = DeviceAttribute(15);
    /// Multiprocessors; worker threads on the CPU device.
    pub const MULTIPROCESSOR_COUNT: DeviceAttribute = DeviceAttribute(16);
    /// 1 if kernels have a run-time limit.
    pub const KERNEL_EXEC_TIMEOUT: DeviceAttribute = DeviceAttribute(17);
    /// 1 if the device shares the host's memory.
    pub const INTEGRATED: DeviceAttribute = DeviceAttribute(18);
    /// 1 if host memory can be mapped into the device's address space.
    pub const CAN_MAP_HOST_MEMORY: DeviceAttribute = DeviceAttribute(19);
    /// The rule for who may make contexts: a [`ComputeMode`] number.
    pub const COMPUTE_MODE: DeviceAttribute = DeviceAttribute(20);
    /// Largest 1D texture.
    pub const MAXIMUM_TEXTURE1D_WIDTH: DeviceAttribute = DeviceAttribute(21);
    /// Largest 2D texture, width.
    pub const MAXIMUM_TEXTURE2D_WIDTH: DeviceAttribute = DeviceAttribute(22);
    /// Largest 2D texture, height.
    pub const MAXIMUM_TEXTURE2D_HEIGHT: DeviceAttribute = DeviceAttribute(23);
    /// Largest 3D texture, width.
    pub const MAXIMUM_TEXTURE3D_WIDTH: DeviceAttribute = DeviceAttribute(24);
    /// Largest 3D texture, height.
    pub const MAXIMUM_TEXTURE3D_HEIGHT: DeviceAttribute = DeviceAttribute(25);
    /// Largest 3D texture, depth.
    pub const MAXIMUM_TEXTURE3D_DEPTH: DeviceAttribute = DeviceAttribute(26);
    /// Largest layered 2D texture, width.
    pub const MAXIMUM_TEXTURE2D_LAYERED_WIDTH: DeviceAttribute = DeviceAttribute(27);
    /// Largest layered 2D texture, height.
    pub const MAXIMUM_TEXTURE2D_LAYERED_HEIGHT: DeviceAttribute = DeviceAttribute(28);
    /// Layers of a layered 2D texture.
    pub const MAXIMUM_TEXTURE2D_LAYERED_LAYERS: DeviceAttribute = DeviceAttribute(29);
    /// Alignment of surfaces, bytes.
    pub const SURFACE_ALIGNMENT: DeviceAttribute = DeviceAttribute(30);
    /// 1 if several kernels can run at once.
    pub const CONCURRENT_KERNELS: DeviceAttribute = DeviceAttribute(31);
    /// 1 if memory is protected by ECC.
    pub const ECC_ENABLED: DeviceAttribute = DeviceAttribute(32);
    /// PCI bus.
    pub const PCI_BUS_ID: DeviceAttribute = DeviceAttribute(33);
    /// PCI device.
    pub const PCI_DEVICE_ID: DeviceAttribute = DeviceAttribute(34);
    /// 1 if a Windows TCC driver is in use.
    pub const TCC_DRIVER: DeviceAttribute = DeviceAttribute(35);
    /// Peak memory clock, kHz.
    pub const MEMORY_CLOCK_RATE: DeviceAttribute = DeviceAttribute(36);
    /// Width of the memory bus, bits.
    pub const GLOBAL_MEMORY_BUS_WIDTH: DeviceAttribute = DeviceAttribute(37);
    /// L2 cache, bytes.
    pub const L2_CACHE_SIZE: DeviceAttribute = DeviceAttribute(38);
    /// Most resident threads of a multiprocessor.
    pub const MAX_THREADS_PER_MULTIPROCESSOR: DeviceAttribute = DeviceAttribute(39);
    /// Copy engines.
    pub const ASYNC_ENGINE_COUNT: DeviceAttribute = DeviceAttribute(40);
    /// 1 if host and device share one address space.
    pub const UNIFIED_ADDRESSING: DeviceAttribute = DeviceAttribute(41);
    /// Largest layered 1D texture.
    pub const MAXIMUM_TEXTURE1D_LAYERED_WIDTH: DeviceAttribute = DeviceAttribute(42);
    /// Layers of a layered 1D texture.
    pub const MAXIMUM_TEXTURE1D_LAYERED_LAYERS: DeviceAttribute = DeviceAttribute(43);
    /// Deprecated by CUDA; do not use.
    pub const CAN_TEX2D_GATHER: DeviceAttribute = DeviceAttribute(44);
    /// Largest 2D texture with gather, width.
    pub const MAXIMUM_TEXTURE2D_GATHER_WIDTH: DeviceAttribute = DeviceAttribute(45);
    /// Largest 2D texture with gather, height.
    pub const MAXIMUM_TEXTURE2D_GATHER_HEIGHT: DeviceAttribute = DeviceAttribute(46);
    /// Alternate largest 3D texture, width.
    pub const MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE: DeviceAttribute = DeviceAttribute(47);
    /// Alternate largest 3D texture, height.
    pub const MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE: DeviceAttribute = DeviceAttribute(48);
    /// Alternate largest 3D texture, depth.
    pub const MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE: DeviceAttribute = DeviceAttribute(49);
    /// PCI domain.
    pub const PCI_DOMAIN_ID: DeviceAttribute = DeviceAttribute(50);
    /// Pitch alignment of 2D textures over linear memory, bytes.
    pub const TEXTURE_PITCH_ALIGNMENT: DeviceAttribute = DeviceAttribute(51);
    /// Largest cubemap texture.
    pub const MAXIMUM_TEXTURECUBEMAP_WIDTH: DeviceAttribute = DeviceAttribute(52);
    /// Largest layered cubemap texture.
    pub const MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH: DeviceAttribute = DeviceAttribute(53);
    /// Layers of a layered cubemap texture.
    pub const MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS: DeviceAttribute = DeviceAttribute(54);
    /// Largest 1D surface.
    pub const MAXIMUM_SURFACE1D_WIDTH: DeviceAttribute = DeviceAttribute(55);
    /// Largest 2D surface, width.
    pub const MAXIMUM_SURFACE2D_WIDTH: DeviceAttribute = DeviceAttribute(56);
    /// Largest 2D surface, height.
    pub const MAXIMUM_SURFACE2D_HEIGHT: DeviceAttribute = DeviceAttribute(57);
    /// Largest 3D surface, width.
    pub const MAXIMUM_SURFACE3D_WIDTH: DeviceAttribute = DeviceAttribute(58);
    /// Largest 3D surface, height.
    pub const MAXIMUM_SURFACE3D_HEIGHT: DeviceAttribute = DeviceAttribute(59);
    /// Largest 3D surface, depth.
    pub const MAXIMUM_SURFACE3D_DEPTH: DeviceAttribute = DeviceAttribute(60);
    /// Largest layered 1D surface.
    pub const MAXIMUM_SURFACE1D_LAYERED_WIDTH: DeviceAttribute = DeviceAttribute(61);
    /// Layers of a layered 1D surface.
    pub const MAXIMUM_SURFACE1D_LAYERED_LAYERS: DeviceAttribute = DeviceAttribute(62);
    /// Largest layered 2D surface, width.
    pub const MAXIMUM_SURFACE2D_LAYERED_WIDTH: DeviceAttribute = DeviceAttribute(63);
    /// Largest layered 2D surface, height.
    pub const MAXIMUM_SURFACE2D_LAYERED_HEIGHT: DeviceAttribute = DeviceAttribute(64);
    /// Layers of a layered 2D surface.
    pub const MAXIMUM_SURFACE2D_LAYERED_LAYERS: DeviceAttribute = DeviceAttribute(65);
    /// Largest cubemap surface.
    pub const MAXIMUM_SURFACECUBEMAP_WIDTH: DeviceAttribute = DeviceAttribute(66);
    /// Largest layered cubemap surface.
    pub const MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH: DeviceAttribute = DeviceAttribute(67);
    /// Layers of a layered cubemap surface.
    pub const MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS: DeviceAttribute = DeviceAttribute(68);
    /// Largest 1D texture over linear memory.
    pub const MAXIMUM_TEXTURE1D_LINEAR_WIDTH: DeviceAttribute = DeviceAttribute(69);
    /// Largest 2D texture over linear memory, width.
    pub const MAXIMUM_TEXTURE2D_LINEAR_WIDTH: DeviceAttribute = DeviceAttribute(70);
    /// Largest 2D texture over linear memory, height.
    pub const MAXIMUM_TEXTURE2D_LINEAR_HEIGHT: DeviceAttribute = DeviceAttribute(71);
    /// Largest 2D texture over linear memory, pitch in bytes.
    pub const MAXIMUM_TEXTURE2D_LINEAR_PITCH: DeviceAttribute = DeviceAttribute(72);
    /// Largest mipmapped 2D texture, width.
    pub const MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH: DeviceAttribute = DeviceAttribute(73);
    /// Largest mipmapped 2D texture, height.
    pub const MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT: DeviceAttribute = DeviceAttribute(74);
    /// Compute capability, major.
    pub const COMPUTE_CAPABILITY_MAJOR: DeviceAttribute = DeviceAttribute(75);
    /// Compute capability, minor.
    pub const COMPUTE_CAPABILITY_MINOR: DeviceAttribute = DeviceAttribute(76);
    /// Largest mipmapped 1D texture.
    pub const MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH: DeviceAttribute = DeviceAttribute(77);
    /// 1 if streams have priorities.
    pub const STREAM_PRIORITIES_SUPPORTED: DeviceAttribute = DeviceAttribute(78);
    /// 1 if global memory can be cached in L1.
    pub const GLOBAL_L1_CACHE_SUPPORTED: DeviceAttribute = DeviceAttribute(79);
    /// 1 if local memory can be cached in L1.
    pub const LOCAL_L1_CACHE_SUPPORTED: DeviceAttribute = DeviceAttribute(80);
    /// Shared memory of a multiprocessor, bytes.
    pub const MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: DeviceAttribute = DeviceAttribute(81);
    /// 32-bit registers of a multiprocessor.
    pub const MAX_REGISTERS_PER_MULTIPROCESSOR: DeviceAttribute = DeviceAttribute(82);
    /// 1 if managed memory can be allocated.
    pub const MANAGED_MEMORY: DeviceAttribute = DeviceAttribute(83);
    /// 1 if the board holds several GPUs.
    pub const MULTI_GPU_BOARD: DeviceAttribute = DeviceAttribute(84);
    /// The group of GPUs that share a board.
    pub const MULTI_GPU_BOARD_GROUP_ID: DeviceAttribute = DeviceAttribute(85);
    /// 1 if the link to the host has native atomics.
    pub const HOST_NATIVE_ATOMIC_SUPPORTED: DeviceAttribute = DeviceAttribute(86);
    /// The factor by which float is faster than double.
    pub const SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO: DeviceAttribute = DeviceAttribute(87);
    /// 1 if kernels can read ordinary host memory.
    pub const PAGEABLE_MEMORY_ACCESS: DeviceAttribute = DeviceAttribute(88);
    /// 1 if host and device can use managed memory at once.
    pub const CONCURRENT_MANAGED_ACCESS: DeviceAttribute = DeviceAttribute(89);
    /// 1 if kernels can be preempted.
    pub const COMPUTE_PREEMPTION_SUPPORTED: DeviceAttribute = DeviceAttribute(90);
    /// 1 if registered host memory has the same address on the device.
    pub const CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM: DeviceAttribute = DeviceAttribute(91);
    /// 1 if cooperative launches work.
    pub const COOPERATIVE_LAUNCH: DeviceAttribute = DeviceAttribute(95);
    /// Shared memory of a block after opting in, bytes.
    pub const MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: DeviceAttribute = DeviceAttribute(97);
    /// 1 if host memory can be registered.
    pub const HOST_REGISTER_SUPPORTED: DeviceAttribute = DeviceAttribute(99);
    /// 1 if the device uses the host's page tables.
    pub const PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES: DeviceAttribute = DeviceAttribute(100);
    /// 1 if the host can read managed memory on the device without migration.
    pub const DIRECT_MANAGED_MEM_ACCESS_FROM_HOST: DeviceAttribute = DeviceAttribute(101);
    /// 1 if virtual memory management works.
    pub const VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: DeviceAttribute = DeviceAttribute(102);
    /// 1 if memory can be shared by a file descriptor.
    pub const HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED: DeviceAttribute = DeviceAttribute(103);
    /// 1 if memory can be shared by a Win32 handle.
    pub const HANDLE_TYPE_WIN32_HANDLE_SUPPORTED: DeviceAttribute = DeviceAttribute(104);
    /// 1 if memory can be shared by a Win32 KMT handle.
    pub const HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED: DeviceAttribute = DeviceAttribute(105);
    /// Most resident blocks of a multiprocessor.
    pub const MAX_BLOCKS_PER_MULTIPROCESSOR: DeviceAttribute = DeviceAttribute(106);
    /// 1 if memory compression works.
    pub const GENERIC_COMPRESSION_SUPPORTED: DeviceAttribute = DeviceAttribute(107);
    /// L2 cache that can be set aside, bytes.
    pub const MAX_PERSISTING_L2_CACHE_SIZE: DeviceAttribute = DeviceAttribute(108);
    /// Largest access policy window, bytes.
    pub const MAX_ACCESS_POLICY_WINDOW_SIZE: DeviceAttribute = DeviceAttribute(109);
    /// Shared memory the driver keeps for itself, bytes a block.
    pub const RESERVED_SHARED_MEMORY_PER_BLOCK: DeviceAttribute = DeviceAttribute(111);
    /// 1 if host memory can be registered read-only.
    pub const READ_ONLY_HOST_REGISTER_SUPPORTED: DeviceAttribute = DeviceAttribute(113);
    /// 1 if the driver has stream-ordered memory pools.
    pub const MEMORY_POOLS_SUPPORTED: DeviceAttribute = DeviceAttribute(115);
    /// 1 if cluster launches work.
    pub const CLUSTER_LAUNCH: DeviceAttribute = DeviceAttribute(120);
    /// The ways in which the host and kernels can share addresses: [`SvmCapabilities`] bits.
    pub const SVM_CAPABILITIES: DeviceAttribute = DeviceAttribute(100001);
}

impl fmt::Debug for DeviceAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            1 => "MAX_THREADS_PER_BLOCK",
            2 => "MAX_BLOCK_DIM_X",
            3 => "MAX_BLOCK_DIM_Y",
            4 => "MAX_BLOCK_DIM_Z",
            5 => "MAX_GRID_DIM_X",
            6 => "MAX_GRID_DIM_Y",
            7 => "MAX_GRID_DIM_Z",
            8 => "MAX_SHARED_MEMORY_PER_BLOCK",
            9 => "TOTAL_CONSTANT_MEMORY",
            10 => "WARP_SIZE",
            11 => "MAX_PITCH",
            12 => "MAX_REGISTERS_PER_BLOCK",
            13 => "CLOCK_RATE",
            14 => "TEXTURE_ALIGNMENT",
            15 => "GPU_OVERLAP",
            16 => "MULTIPROCESSOR_COUNT",
            17 => "KERNEL_EXEC_TIMEOUT",
            18 => "INTEGRATED",
            19 => "CAN_MAP_HOST_MEMORY",
            20 => "COMPUTE_MODE",
            21 => "MAXIMUM_TEXTURE1D_WIDTH",
            22 => "MAXIMUM_TEXTURE2D_WIDTH",
            23 => "MAXIMUM_TEXTURE2D_HEIGHT",
            24 => "MAXIMUM_TEXTURE3D_WIDTH",
            25 => "MAXIMUM_TEXTURE3D_HEIGHT",
            26 => "MAXIMUM_TEXTURE3D_DEPTH",
            27 => "MAXIMUM_TEXTURE2D_LAYERED_WIDTH",
            28 => "MAXIMUM_TEXTURE2D_LAYERED_HEIGHT",
            29 => "MAXIMUM_TEXTURE2D_LAYERED_LAYERS",
            30 => "SURFACE_ALIGNMENT",
            31 => "CONCURRENT_KERNELS",
            32 => "ECC_ENABLED",
            33 => "PCI_BUS_ID",
            34 => "PCI_DEVICE_ID",
            35 => "TCC_DRIVER",
            36 => "MEMORY_CLOCK_RATE",
            37 => "GLOBAL_MEMORY_BUS_WIDTH",
            38 => "L2_CACHE_SIZE",
            39 => "MAX_THREADS_PER_MULTIPROCESSOR",
            40 => "ASYNC_ENGINE_COUNT",
            41 => "UNIFIED_ADDRESSING",
            42 => "MAXIMUM_TEXTURE1D_LAYERED_WIDTH",
            43 => "MAXIMUM_TEXTURE1D_LAYERED_LAYERS",
            44 => "CAN_TEX2D_GATHER",
            45 => "MAXIMUM_TEXTURE2D_GATHER_WIDTH",
            46 => "MAXIMUM_TEXTURE2D_GATHER_HEIGHT",
            47 => "MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE",
            48 => "MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE",
            49 => "MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE",
            50 => "PCI_DOMAIN_ID",
            51 => "TEXTURE_PITCH_ALIGNMENT",
            52 => "MAXIMUM_TEXTURECUBEMAP_WIDTH",
            53 => "MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH",
            54 => "MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS",
            55 => "MAXIMUM_SURFACE1D_WIDTH",
            56 => "MAXIMUM_SURFACE2D_WIDTH",
            57 => "MAXIMUM_SURFACE2D_HEIGHT",
            58 => "MAXIMUM_SURFACE3D_WIDTH",
            59 => "MAXIMUM_SURFACE3D_HEIGHT",
            60 => "MAXIMUM_SURFACE3D_DEPTH",
            61 => "MAXIMUM_SURFACE1D_LAYERED_WIDTH",
            62 => "MAXIMUM_SURFACE1D_LAYERED_LAYERS",
            63 => "MAXIMUM_SURFACE2D_LAYERED_WIDTH",
            64 => "MAXIMUM_SURFACE2D_LAYERED_HEIGHT",
            65 => "MAXIMUM_SURFACE2D_LAYERED_LAYERS",
            66 => "MAXIMUM_SURFACECUBEMAP_WIDTH",
            67 => "MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH",
            68 => "MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS",
            69 => "MAXIMUM_TEXTURE1D_LINEAR_WIDTH",
            70 => "MAXIMUM_TEXTURE2D_LINEAR_WIDTH",
            71 => "MAXIMUM_TEXTURE2D_LINEAR_HEIGHT",
            72 => "MAXIMUM_TEXTURE2D_LINEAR_PITCH",
            73 => "MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH",
            74 => "MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT",
            75 => "COMPUTE_CAPABILITY_MAJOR",
            76 => "COMPUTE_CAPABILITY_MINOR",
            77 => "MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH",
            78 => "STREAM_PRIORITIES_SUPPORTED",
            79 => "GLOBAL_L1_CACHE_SUPPORTED",
            80 => "LOCAL_L1_CACHE_SUPPORTED",
            81 => "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR",
            82 => "MAX_REGISTERS_PER_MULTIPROCESSOR",
            83 => "MANAGED_MEMORY",
            84 => "MULTI_GPU_BOARD",
            85 => "MULTI_GPU_BOARD_GROUP_ID",
            86 => "HOST_NATIVE_ATOMIC_SUPPORTED",
            87 => "SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO",
            88 => "PAGEABLE_MEMORY_ACCESS",
            89 => "CONCURRENT_MANAGED_ACCESS",
            90 => "COMPUTE_PREEMPTION_SUPPORTED",
            91 => "CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM",
            95 => "COOPERATIVE_LAUNCH",
            97 => "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN",
            99 => "HOST_REGISTER_SUPPORTED",
            100 => "PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES",
            101 => "DIRECT_MANAGED_MEM_ACCESS_FROM_HOST",
            102 => "VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED",
            103 => "HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED",
            104 => "HANDLE_TYPE_WIN32_HANDLE_SUPPORTED",
            105 => "HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED",
            106 => "MAX_BLOCKS_PER_MULTIPROCESSOR",
            107 => "GENERIC_COMPRESSION_SUPPORTED",
            108 => "MAX_PERSISTING_L2_CACHE_SIZE",
            109 => "MAX_ACCESS_POLICY_WINDOW_SIZE",
            111 => "RESERVED_SHARED_MEMORY_PER_BLOCK",
            113 => "READ_ONLY_HOST_REGISTER_SUPPORTED",
            115 => "MEMORY_POOLS_SUPPORTED",
            120 => "CLUSTER_LAUNCH",
            100001 => "SVM_CAPABILITIES",
            other => return write!(f, "DeviceAttribute({other})"),
        })
    }
}

/// The ways in which the host and kernels can share addresses (shared virtual memory); OpenCL's numbers. The
/// value of the device attribute SVM_CAPABILITIES.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SvmCapabilities(pub u64);

impl SvmCapabilities {
    /// Managed memory, by turns: [`Mem::wait`] before the host uses it.
    pub const COARSE_GRAIN_BUFFER: SvmCapabilities = SvmCapabilities(1 << 0);
    /// Managed memory, at once.
    pub const FINE_GRAIN_BUFFER: SvmCapabilities = SvmCapabilities(1 << 1);
    /// Any memory of the host.
    pub const FINE_GRAIN_SYSTEM: SvmCapabilities = SvmCapabilities(1 << 2);
    /// Atomic operations of the host and of kernels on the same address.
    pub const ATOMICS: SvmCapabilities = SvmCapabilities(1 << 3);

    /// Whether all of `other`'s flags are set.
    pub const fn contains(self, other: SvmCapabilities) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for SvmCapabilities {
    type Output = SvmCapabilities;
    fn bitor(self, other: SvmCapabilities) -> SvmCapabilities {
        SvmCapabilities(self.0 | other.0)
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
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_count(&mut out_count, &mut error) };
        check(status, error)?;
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
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_by_index(index, &mut out_device, &mut error) };
        check(status, error)?;
        Ok(Device { raw: out_device })
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
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_find(text.as_ptr(), &mut out_device, &mut error) };
        check(status, error)?;
        Ok(Device { raw: out_device })
    }

    /// The index of a device, as [`Device::by_index`] takes it.
    ///
    /// * returns: The index.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn index(&self) -> Result<i32> {
        let mut out_index = 0i32;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_index(self.raw, &mut out_index, &mut error) };
        check(status, error)?;
        Ok(out_index)
    }

    /// Whether a device is a GPU or the CPU device.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn kind(&self) -> Result<DeviceKind> {
        let mut out_kind = 0;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_kind(self.raw, &mut out_kind, &mut error) };
        check(status, error)?;
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
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_uuid(self.raw, out_uuid.as_mut_ptr(), &mut error) };
        check(status, error)?;
        Ok(out_uuid)
    }

    /// The compute capability of a device: 9 and 0 for sm_90. The CPU device returns the one whose features
    /// it offers.
    ///
    /// * returns: The major number; The minor number.
    ///
    /// # Errors
    /// `DRIVER`, `FORKED`, `EXITING`.
    pub fn compute_capability(&self) -> Result<(i32, i32)> {
        let mut out_major = 0i32;
        let mut out_minor = 0i32;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_compute_capability(self.raw, &mut out_major, &mut out_minor, &mut error) };
        check(status, error)?;
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
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_total_memory(self.raw, &mut out_size, &mut error) };
        check(status, error)?;
        Ok(out_size)
    }

    /// One attribute of a device. NOT_FOUND if the driver does not know the number.
    ///
    /// * `attribute`: The attribute.
    ///
    /// # Errors
    /// `NOT_FOUND`, `DRIVER`, `FORKED`, `EXITING`.
    pub fn attribute(&self, attribute: DeviceAttribute) -> Result<i32> {
        let mut out_value = 0i32;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_attribute(self.raw, attribute.0, &mut out_value, &mut error) };
        check(status, error)?;
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
    ///
    /// * `attribute`: Any number.
    pub fn attribute_name(attribute: DeviceAttribute) -> &'static str {
        crate::support::static_text(unsafe { sys::gc_device_attribute_name(attribute.0) })
    }

    /// The attribute of a name: "WARP_SIZE", "warp_size" or "CU_DEVICE_ATTRIBUTE_WARP_SIZE"; PyCUDA's older
    /// names too (SHARED_MEMORY_PER_BLOCK, REGISTERS_PER_BLOCK, MAXIMUM_TEXTURE2D_ARRAY_\*).
    ///
    /// * `name`: The name.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn attribute_from_name(name: &str) -> Result<DeviceAttribute> {
        let name = c_text("name", name)?;
        let mut out_attribute = 0;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_attribute_from_name(name.as_ptr(), &mut out_attribute, &mut error) };
        check(status, error)?;
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
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_default(fallback, &mut out_device, &mut error) };
        check(status, error)?;
        Ok(Device { raw: out_device })
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
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_can_access_peer(self.raw, peer.raw, &mut out_can, &mut error) };
        check(status, error)?;
        Ok(out_can != 0)
    }
}
