// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::{check, string_out};
use crate::sys;
use crate::Result;
use core::fmt;
use core::ptr;
use super::*;

/// A context of a device: its primary one, one of the program's own, or another library's.
///
/// A context is where memory, modules and streams of one device live. [`Context::default`] and
/// [`Context::primary`] use the device's primary context, the one that CUDA's runtime, PyTorch and others
/// share; [`Context::create`] makes one of the program's own, with limits and a heap of its own. Any thread
/// may call any function: the library makes the context current for the call and leaves the thread's own
/// current context as it was.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Context {
    pub(super) raw: *mut sys::gc_context,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Context {}
unsafe impl Sync for Context {}

impl Context {
    /// The C handle, for other code that speaks to the library. Still owned by `self`.
    pub fn raw(&self) -> *mut sys::gc_context {
        self.raw
    }

    /// Takes a C handle over.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_context` that nobody else releases.
    pub unsafe fn from_raw(raw: *mut sys::gc_context) -> Context {
        Context { raw }
    }

    /// The C handle, no longer owned: somebody must release it.
    pub fn into_raw(self) -> *mut sys::gc_context {
        let raw = self.raw;
        core::mem::forget(self);
        raw
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Context({:#x})", self.raw as usize)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and a release only queues its work.
        unsafe { sys::gc_context_release(self.raw) }
    }
}

/// The way in which a thread of the host waits for the device. The CPU device accepts each and returns it.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContextSched(pub i32);

impl ContextSched {
    /// The driver chooses.
    pub const AUTO: ContextSched = ContextSched(0);
    /// It spins: the least delay.
    pub const SPIN: ContextSched = ContextSched(1);
    /// It yields to other threads while it spins.
    pub const YIELD: ContextSched = ContextSched(2);
    /// It sleeps.
    pub const BLOCKING_SYNC: ContextSched = ContextSched(4);
}

impl fmt::Debug for ContextSched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "AUTO",
            1 => "SPIN",
            2 => "YIELD",
            4 => "BLOCKING_SYNC",
            other => return write!(f, "ContextSched({other})"),
        })
    }
}

/// Attributes of a context: the limits with CUDA's numbers (CUlimit), and gridcall's own from 100001 on.
/// Numbers below 100001 that are not listed are passed to the driver as they are.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContextAttribute(pub i32);

impl ContextAttribute {
    /// The stack of a kernel's thread, bytes. The CPU device uses it for later launches, and never less than
    /// its default.
    pub const STACK_SIZE: ContextAttribute = ContextAttribute(0);
    /// The buffer of `printf` in kernels, bytes; the CPU device keeps the number, and loses no text.
    pub const PRINTF_FIFO_SIZE: ContextAttribute = ContextAttribute(1);
    /// The memory of `malloc` in kernels, bytes. Set it before the first kernel that calls `malloc`.
    pub const MALLOC_HEAP_SIZE: ContextAttribute = ContextAttribute(2);
    /// The depth at which a kernel that launches others may wait for them.
    pub const DEV_RUNTIME_SYNC_DEPTH: ContextAttribute = ContextAttribute(3);
    /// The number of launches of kernels that may be pending.
    pub const DEV_RUNTIME_PENDING_LAUNCH_COUNT: ContextAttribute = ContextAttribute(4);
    /// Bytes that the L2 cache fetches at once, 0 to 128: a hint.
    pub const MAX_L2_FETCH_GRANULARITY: ContextAttribute = ContextAttribute(5);
    /// Bytes of the L2 cache that are set aside.
    pub const PERSISTING_L2_CACHE_SIZE: ContextAttribute = ContextAttribute(6);
    /// The preferred use of on-chip memory: a [`CacheConfig`] number.
    pub const CACHE_CONFIG: ContextAttribute = ContextAttribute(100001);
    /// The width of shared memory's banks: a [`SharedConfig`] number. A GPU that has one width takes each and
    /// returns its own.
    pub const SHARED_CONFIG: ContextAttribute = ContextAttribute(100002);
    /// The way in which the host waits: a [`ContextSched`] number. It is only read.
    pub const SCHED: ContextAttribute = ContextAttribute(100003);
    /// [`ContextFlags`] bits, and others that the driver has. They are only read.
    pub const FLAGS: ContextAttribute = ContextAttribute(100004);
    /// The version of the driver's interface with which it was made, 3020. It is only read.
    pub const API_VERSION: ContextAttribute = ContextAttribute(100005);
    /// 1 if it is the primary context of its device, else 0. It is only read.
    pub const IS_PRIMARY: ContextAttribute = ContextAttribute(100006);
    /// The number of calls of [`Context::defer_cleanup`] in force; 0: what is released is given back. It is
    /// only read.
    pub const DEFERS_CLEANUP: ContextAttribute = ContextAttribute(100007);
}

impl fmt::Debug for ContextAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "STACK_SIZE",
            1 => "PRINTF_FIFO_SIZE",
            2 => "MALLOC_HEAP_SIZE",
            3 => "DEV_RUNTIME_SYNC_DEPTH",
            4 => "DEV_RUNTIME_PENDING_LAUNCH_COUNT",
            5 => "MAX_L2_FETCH_GRANULARITY",
            6 => "PERSISTING_L2_CACHE_SIZE",
            100001 => "CACHE_CONFIG",
            100002 => "SHARED_CONFIG",
            100003 => "SCHED",
            100004 => "FLAGS",
            100005 => "API_VERSION",
            100006 => "IS_PRIMARY",
            100007 => "DEFERS_CLEANUP",
            other => return write!(f, "ContextAttribute({other})"),
        })
    }
}

/// The preferred use of on-chip memory, with CUDA's numbers.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CacheConfig(pub i32);

impl CacheConfig {
    /// No preference.
    pub const PREFER_NONE: CacheConfig = CacheConfig(0);
    /// Shared memory.
    pub const PREFER_SHARED: CacheConfig = CacheConfig(1);
    /// L1 cache.
    pub const PREFER_L1: CacheConfig = CacheConfig(2);
    /// Both alike.
    pub const PREFER_EQUAL: CacheConfig = CacheConfig(3);
}

impl fmt::Debug for CacheConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "PREFER_NONE",
            1 => "PREFER_SHARED",
            2 => "PREFER_L1",
            3 => "PREFER_EQUAL",
            other => return write!(f, "CacheConfig({other})"),
        })
    }
}

/// The width of the banks of shared memory, with CUDA's numbers.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SharedConfig(pub i32);

impl SharedConfig {
    /// The device's own.
    pub const DEFAULT_BANK_SIZE: SharedConfig = SharedConfig(0);
    /// 4 bytes.
    pub const FOUR_BYTE_BANK_SIZE: SharedConfig = SharedConfig(1);
    /// 8 bytes.
    pub const EIGHT_BYTE_BANK_SIZE: SharedConfig = SharedConfig(2);
}

impl fmt::Debug for SharedConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "DEFAULT_BANK_SIZE",
            1 => "FOUR_BYTE_BANK_SIZE",
            2 => "EIGHT_BYTE_BANK_SIZE",
            other => return write!(f, "SharedConfig({other})"),
        })
    }
}

/// Attributes of an address, with CUDA's numbers (CUpointer_attribute). Numbers that are not listed are
/// passed to the driver as they are.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointerAttribute(pub i32);

impl PointerAttribute {
    /// The CUcontext in which the memory was allocated, as [`Context::native`] has it.
    pub const CONTEXT: PointerAttribute = PointerAttribute(1);
    /// The kind of memory: 1 host, 2 device.
    pub const MEMORY_TYPE: PointerAttribute = PointerAttribute(2);
    /// The address at which the device reaches it.
    pub const DEVICE_POINTER: PointerAttribute = PointerAttribute(3);
    /// The address at which the host reaches it.
    pub const HOST_POINTER: PointerAttribute = PointerAttribute(4);
    /// 1 if it is managed memory, else 0.
    pub const IS_MANAGED: PointerAttribute = PointerAttribute(8);
    /// The number of its device, as the driver counts.
    pub const DEVICE_ORDINAL: PointerAttribute = PointerAttribute(9);
    /// The address at which the allocation begins.
    pub const RANGE_START_ADDRESS: PointerAttribute = PointerAttribute(11);
    /// The size of the allocation, bytes.
    pub const RANGE_SIZE: PointerAttribute = PointerAttribute(12);
}

impl fmt::Debug for PointerAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            1 => "CONTEXT",
            2 => "MEMORY_TYPE",
            3 => "DEVICE_POINTER",
            4 => "HOST_POINTER",
            8 => "IS_MANAGED",
            9 => "DEVICE_ORDINAL",
            11 => "RANGE_START_ADDRESS",
            12 => "RANGE_SIZE",
            other => return write!(f, "PointerAttribute({other})"),
        })
    }
}

/// Features that not every device or driver has.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature(pub i32);

impl Feature {
    /// [`Stream::cancel`].
    pub const STREAM_CANCEL: Feature = Feature(1);
    /// [`Module::from_buffer`]: images of this device's own compiler; for a GPU PTX, cubins and fatbins.
    pub const MODULE_FROM_BUFFER: Feature = Feature(2);
    /// The parameters of every kernel are known, so that [`Kernel::launch`] can compare the arguments with
    /// them.
    pub const KERNEL_PARAMS: Feature = Feature(3);
    /// A kernel that exceeds its time limit is ended; else only the wait for it is.
    pub const KERNEL_TIMEOUT: Feature = Feature(4);
    /// [`KernelAttribute::CPU_MODE`] can be set.
    pub const CPU_MODE: Feature = Feature(5);
    /// [`LaunchFlags::COOPERATIVE`]: the blocks of a grid can wait for each other.
    pub const COOPERATIVE_LAUNCH: Feature = Feature(6);
    /// Launches with a cluster size.
    pub const CLUSTERS: Feature = Feature(7);
    /// [`Kernel::occupancy`] and [`Kernel::suggest_block`].
    pub const OCCUPANCY: Feature = Feature(8);
    /// Memory and events of other processes: [`Mem::ipc_handle`], [`Mem::open_ipc`], [`Event::ipc_handle`],
    /// [`Event::open_ipc`].
    pub const IPC: Feature = Feature(9);
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            1 => "STREAM_CANCEL",
            2 => "MODULE_FROM_BUFFER",
            3 => "KERNEL_PARAMS",
            4 => "KERNEL_TIMEOUT",
            5 => "CPU_MODE",
            6 => "COOPERATIVE_LAUNCH",
            7 => "CLUSTERS",
            8 => "OCCUPANCY",
            9 => "IPC",
            other => return write!(f, "Feature({other})"),
        })
    }
}

/// Flags of a context, with CUDA's bits.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ContextFlags(pub u64);

impl ContextFlags {
    /// Page-locked memory can be mapped; every context can.
    pub const MAP_HOST: ContextFlags = ContextFlags(1 << 3);
    /// Local memory that was enlarged for a kernel stays large.
    pub const LMEM_RESIZE_TO_MAX: ContextFlags = ContextFlags(1 << 4);

    /// Whether all of `other`'s flags are set.
    pub const fn contains(self, other: ContextFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for ContextFlags {
    type Output = ContextFlags;
    fn bitor(self, other: ContextFlags) -> ContextFlags {
        ContextFlags(self.0 | other.0)
    }
}

/// Options of a new context.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug)]
pub struct ContextOptions {
    /// [`ContextFlags`] bits.
    pub flags: ContextFlags,
    /// The way in which the host waits.
    pub sched: ContextSched,
}

impl Default for ContextOptions {
    fn default() -> ContextOptions {
        ContextOptions {
            flags: Default::default(),
            sched: ContextSched(0),
        }
    }
}

impl ContextOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_context_options {
        sys::gc_context_options {
            struct_size: core::mem::size_of::<sys::gc_context_options>(),
            flags: self.flags.0,
            sched: self.sched.0,
            reserved: 0,
        }
    }
}

impl Context {
    /// The context on the device that the user or the machine chooses: the environment variable
    /// `GRIDCALL_DEVICE`, else CUDA_DEVICE, else the file ~/.cuda-device or ~/.cuda_device (each as
    /// [`Device::find`] takes it), else the first GPU on which a context can be made, else the CPU device.
    /// [`Context::device_reason`] says which it was and why.
    ///
    /// # Errors
    /// `NO_DEVICE`, `DRIVER_UNAVAILABLE`, `OUT_OF_MEMORY`, any driver error.
    #[allow(clippy::should_implement_trait)]
    pub fn default() -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_get_default(&mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A handle of the primary context of a device. All handles of it are of one context: memory of either
    /// works with the other.
    ///
    /// * `device`: The device.
    /// * `options`: All defaults: it is shared with other libraries, so flags and `sched` are refused. None:
    ///   all defaults.
    ///
    /// # Errors
    /// `NO_DEVICE`, `OUT_OF_MEMORY`, any driver error.
    pub fn primary(device: &Device, options: Option<&ContextOptions>) -> Result<Context> {
        let options = options.map(|o| o.as_c());
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_get_primary(device.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// Makes a context of the program's own on a device. It has a default stream, limits and a kernel heap of
    /// its own. It does not protect other contexts: after a kernel's fault on a GPU every context of the
    /// process fails, on all GPUs (DEVICE_LOST). When its last handle and the last object made in it are
    /// released and their work is done, it is destroyed. Making one takes a GPU some 100 ms and some 100 MiB.
    ///
    /// * `device`: The device.
    /// * `options`: Options of the new context. None: all defaults.
    ///
    /// # Errors
    /// `NO_DEVICE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub fn create(device: &Device, options: Option<&ContextOptions>) -> Result<Context> {
        let options = options.map(|o| o.as_c());
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_create(device.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A handle of a context that another library made: its CUcontext. It is not destroyed; its owner must
    /// keep it until everything that was made in it here is released and [`handle_collect`] has returned
    /// after that. What is the device's primary context, or known already, is that context. The CPU device
    /// refuses a number that is no context of its own; a GPU's driver may end the process with one.
    ///
    /// * `device`: The device of the context.
    /// * `native`: The CUcontext.
    ///
    /// # Safety
    /// `native` must be a CUcontext of the device, which stays until what was made in it here is released and
    /// [`handle_collect`] has returned after that.
    ///
    /// # Errors
    /// `NO_DEVICE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, `WRONG_CONTEXT`, any driver error.
    pub unsafe fn wrap(device: &Device, native: u64) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_wrap(device.raw, native, &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// Makes the context current in the calling thread, for other libraries that look at the current context;
    /// gridcall itself never does. Keep a handle of it until [`Context::pop`]. A GPU's driver and the CPU
    /// device have a stack of contexts each. It is about the calling thread: bind a task that may move to
    /// another one, such as a goroutine, to its thread first.
    ///
    /// # Errors
    /// `OUT_OF_MEMORY`, any driver error.
    pub fn push(&self) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_push(self.raw, &mut error) };
        check(status, error)
    }

    /// Takes the context off the calling thread's stack, so that the one below is current again.
    /// INVALID_STATE if it is not the current one. It is about the calling thread: bind a task that may move
    /// to another one, such as a goroutine, to its thread first.
    ///
    /// # Errors
    /// `INVALID_STATE`, any driver error.
    pub fn pop(&self) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_pop(self.raw, &mut error) };
        check(status, error)
    }

    /// The context that is current in the calling thread, also where another library made it so: a GPU's,
    /// else the CPU device's. NOT_FOUND if there is none. It is about the calling thread: bind a task that
    /// may move to another one, such as a goroutine, to its thread first.
    ///
    /// # Errors
    /// `NOT_FOUND`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub fn current() -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_get_current(&mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A limit or another attribute of a context. UNSUPPORTED for a limit that the device does not have,
    /// NOT_FOUND for a number from 100001 on that this library does not know.
    ///
    /// * `attribute`: The attribute.
    ///
    /// # Errors
    /// `NOT_FOUND`, `UNSUPPORTED`, any driver error.
    pub fn attribute(&self, attribute: ContextAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_get_attribute(self.raw, attribute.0, &mut out_value, &mut error) };
        check(status, error)?;
        Ok(out_value)
    }

    /// Sets a limit or another attribute of a context. The driver may take the nearest value that it can
    /// have: [`Context::attribute`] tells. On a primary context other libraries see the change.
    ///
    /// * `attribute`: The attribute.
    /// * `value`: Its value; the unit stands with each attribute.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `NOT_FOUND`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub fn set_attribute(&self, attribute: ContextAttribute, value: u64) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_set_attribute(self.raw, attribute.0, value, &mut error) };
        check(status, error)
    }

    /// The value of an attribute that the driver knows of an address. NOT_FOUND if it is no memory of CUDA,
    /// or has no such attribute.
    ///
    /// * `attribute`: The attribute.
    /// * `address`: Any address; it need not be memory.
    ///
    /// # Errors
    /// `NOT_FOUND`, `UNSUPPORTED`, any driver error.
    pub fn pointer_attribute(&self, attribute: PointerAttribute, address: u64) -> Result<u64> {
        let mut out_value = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_get_pointer_attribute(self.raw, attribute.0, address, &mut out_value, &mut error) };
        check(status, error)?;
        Ok(out_value)
    }

    /// Lets kernels of a context use memory of another context, on another GPU as a rule
    /// ([`Device::can_access_peer`]). INVALID_STATE if they can already.
    ///
    /// * `peer`: The context whose memory; another one than `context`.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub fn enable_peer_access(&self, peer: &Context) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_enable_peer_access(self.raw, peer.raw, &mut error) };
        check(status, error)
    }

    /// Takes back what [`Context::enable_peer_access`] gave. INVALID_STATE if nothing was given.
    ///
    /// * `peer`: The context whose memory.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `UNSUPPORTED`, any driver error.
    pub fn disable_peer_access(&self, peer: &Context) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_disable_peer_access(self.raw, peer.raw, &mut error) };
        check(status, error)
    }

    /// One sentence that says why [`Context::default`] took this device, such as "no GPU found (libcuda.so.1:
    /// not installed): using the CPU device"; "" for another context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn device_reason(&self) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_context_get_device_reason(self.raw, buffer, capacity, needed, error) })
    }

    /// The device of a context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn device(&self) -> Result<Device> {
        let mut out_device = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_get_device(self.raw, &mut out_device, &mut error) };
        check(status, error)?;
        Ok(Device { raw: out_device })
    }

    /// Waits until all work queued on all streams of the context is done, and reports the fault of a kernel
    /// among it: the oldest that has not been reported, if there are several.
    ///
    /// # Errors
    /// any device error.
    pub fn synchronize(&self) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_synchronize(self.raw, &mut error) };
        check(status, error)
    }

    /// The memory that the device has, and the part of it that is free now.
    ///
    /// * returns: Free memory, in bytes; All memory, in bytes.
    ///
    /// # Errors
    /// any driver error.
    pub fn memory_info(&self) -> Result<(u64, u64)> {
        let mut out_free = 0u64;
        let mut out_total = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_get_memory_info(self.raw, &mut out_free, &mut out_total, &mut error) };
        check(status, error)?;
        Ok((out_free, out_total))
    }

    /// Whether a context's device and driver can do something, before a function returns UNSUPPORTED.
    /// NOT_FOUND for a number that this library does not know.
    ///
    /// * `feature`: The feature.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn is_supported(&self, feature: Feature) -> Result<bool> {
        let mut out_supported = 0;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_is_supported(self.raw, feature.0, &mut out_supported, &mut error) };
        check(status, error)?;
        Ok(out_supported != 0)
    }
}
