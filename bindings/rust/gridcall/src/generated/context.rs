// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{call, string_out};
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

handle! {
    /// A context of a device: the primary one, the program's own, or another library's.
    ///
    /// A context is where memory, modules and streams of one device live. [`Context::default`] and
    /// [`Context::primary`] use the device's primary context, the one that CUDA's runtime, PyTorch and others
    /// share; [`Context::create`] makes one of the program's own, with limits and a heap of its own. Any
    /// thread may call any function: the library makes the context current for the call and leaves the
    /// thread's own current context as it was.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Context(gc_context) gc_context_release
}

codes! {
    /// The way in which a thread of the host waits for the device. The CPU device accepts each and returns
    /// it.
    ContextSched {
        /// The driver chooses.
        AUTO = 0,
        /// It spins: the least delay.
        SPIN = 1,
        /// It yields to other threads while it spins.
        YIELD = 2,
        /// It sleeps.
        BLOCKING_SYNC = 4,
    }
}

codes! {
    /// Attributes of a context: the limits with CUDA's numbers (CUlimit), and gridcall's own from 100001 on.
    /// Numbers below 100001 that are not listed are passed to the driver as they are.
    ContextAttribute {
        /// The stack of a kernel's thread, bytes. The CPU device has its default at least.
        STACK_SIZE = 0,
        /// The buffer of `printf` in kernels, bytes; the CPU device keeps the number, and loses no text.
        PRINTF_FIFO_SIZE = 1,
        /// The memory of `malloc` in kernels, bytes. Set it before the first kernel that calls `malloc`.
        MALLOC_HEAP_SIZE = 2,
        /// The depth at which a kernel that launches others may wait for them.
        DEV_RUNTIME_SYNC_DEPTH = 3,
        /// The number of launches of kernels that may be pending.
        DEV_RUNTIME_PENDING_LAUNCH_COUNT = 4,
        /// Bytes that the L2 cache fetches at once, 0 to 128: a hint.
        MAX_L2_FETCH_GRANULARITY = 5,
        /// Bytes of the L2 cache that are set aside.
        PERSISTING_L2_CACHE_SIZE = 6,
        /// The preferred use of on-chip memory: a [`CacheConfig`] number.
        CACHE_CONFIG = 100001,
        /// The width of shared memory's banks, a [`SharedConfig`] number. GPUs with one width return it.
        SHARED_CONFIG = 100002,
        /// The way in which the host waits: a [`ContextSched`] number. It is only read.
        SCHED = 100003,
        /// [`ContextFlags`] bits, and others that the driver has. They are only read.
        FLAGS = 100004,
        /// The version of the driver's interface with which it was made, 3020. It is only read.
        API_VERSION = 100005,
        /// 1 if it is the primary context of its device, else 0. It is only read.
        IS_PRIMARY = 100006,
        /// The number of calls of [`Context::defer_cleanup`] in force. It is only read.
        DEFERS_CLEANUP = 100007,
    }
}

codes! {
    /// The preferred use of on-chip memory, with CUDA's numbers.
    CacheConfig {
        /// No preference.
        PREFER_NONE = 0,
        /// Shared memory.
        PREFER_SHARED = 1,
        /// L1 cache.
        PREFER_L1 = 2,
        /// Both alike.
        PREFER_EQUAL = 3,
    }
}

codes! {
    /// The width of the banks of shared memory, with CUDA's numbers.
    SharedConfig {
        /// The device's own.
        DEFAULT_BANK_SIZE = 0,
        /// 4 bytes.
        FOUR_BYTE_BANK_SIZE = 1,
        /// 8 bytes.
        EIGHT_BYTE_BANK_SIZE = 2,
    }
}

codes! {
    /// Attributes of an address, with CUDA's numbers (CUpointer_attribute). Numbers that are not listed are
    /// passed to the driver as they are.
    PointerAttribute {
        /// The CUcontext in which the memory was allocated, as [`Context::native`] has it.
        CONTEXT = 1,
        /// The kind of memory: 1 host, 2 device.
        MEMORY_TYPE = 2,
        /// The address at which the device reaches it.
        DEVICE_POINTER = 3,
        /// The address at which the host reaches it.
        HOST_POINTER = 4,
        /// 1 if it is managed memory, else 0.
        IS_MANAGED = 8,
        /// The number of its device, as the driver counts.
        DEVICE_ORDINAL = 9,
        /// The address at which the allocation begins.
        RANGE_START_ADDRESS = 11,
        /// The size of the allocation, bytes.
        RANGE_SIZE = 12,
    }
}

codes! {
    /// Features that not every device or driver has.
    Feature {
        /// [`Stream::cancel`].
        STREAM_CANCEL = 1,
        /// [`Module::from_buffer`]: images of this device's own compiler; for a GPU PTX, cubins and fatbins.
        MODULE_FROM_BUFFER = 2,
        /// The parameters of every kernel are known, so that [`Kernel::launch`] can compare the arguments
        /// with them.
        KERNEL_PARAMS = 3,
        /// A kernel that exceeds its time limit is ended; else only the wait for it is.
        KERNEL_TIMEOUT = 4,
        /// [`KernelAttribute::CPU_MODE`] can be set.
        CPU_MODE = 5,
        /// [`LaunchFlags::COOPERATIVE`]: the blocks of a grid can wait for each other.
        COOPERATIVE_LAUNCH = 6,
        /// Launches with a cluster size.
        CLUSTERS = 7,
        /// [`Kernel::occupancy`] and [`Kernel::suggest_block`].
        OCCUPANCY = 8,
        /// Memory and events of other processes: [`Mem::open_ipc`], [`Event::open_ipc`].
        IPC = 9,
    }
}

flags! {
    /// Flags of a context, with CUDA's bits.
    ContextFlags {
        /// Page-locked memory can be mapped; every context can.
        MAP_HOST = 3,
        /// Local memory that was enlarged for a kernel stays large.
        LMEM_RESIZE_TO_MAX = 4,
    }
}

/// Options of a new context.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContextOptions {
    /// [`ContextFlags`] bits.
    pub flags: ContextFlags,
    /// The way in which the host waits.
    pub sched: ContextSched,
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
        call(|error| unsafe { sys::gc_context_get_default(&mut out_context, error) })?;
        Ok(Context::own(out_context))
    }

    /// A handle of the primary context of a device. All handles of it are of one context: memory of either
    /// works with the other.
    ///
    /// * `options`: All defaults: it is shared with other libraries, so flags and `sched` are refused. None:
    ///   all defaults.
    ///
    /// # Errors
    /// `NO_DEVICE`, `OUT_OF_MEMORY`, any driver error.
    pub fn primary(device: &Device, options: Option<&ContextOptions>) -> Result<Context> {
        let options = options.map(|o| o.as_c());
        let mut out_context = ptr::null_mut();
        call(|error| unsafe { sys::gc_context_get_primary(device.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_context, error) })?;
        Ok(Context::own(out_context))
    }

    /// Makes a context of the program's own on a device. It has a default stream, limits and a kernel heap of
    /// its own. It does not protect other contexts: after a kernel's fault on a GPU every context of the
    /// process fails, on all GPUs (DEVICE_LOST). When its last handle and the last object made in it are
    /// released and their work is done, it is destroyed. Making one takes a GPU some 100 ms and some 100 MiB.
    ///
    /// * `options`: Options of the new context. None: all defaults.
    ///
    /// # Errors
    /// `NO_DEVICE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub fn create(device: &Device, options: Option<&ContextOptions>) -> Result<Context> {
        let options = options.map(|o| o.as_c());
        let mut out_context = ptr::null_mut();
        call(|error| unsafe { sys::gc_context_create(device.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_context, error) })?;
        Ok(Context::own(out_context))
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
        call(|error| unsafe { sys::gc_context_wrap(device.raw, native, &mut out_context, error) })?;
        Ok(Context::own(out_context))
    }

    /// Makes the context current in the calling thread, for other libraries that look at it. Keep a handle of
    /// it until [`Context::pop`]. A GPU's driver and the CPU device have a stack of contexts each. It is
    /// about the calling thread: bind a task that may move to another one, such as a goroutine, to its thread
    /// first.
    ///
    /// # Errors
    /// `OUT_OF_MEMORY`, any driver error.
    pub fn push(&self) -> Result<()> {
        call(|error| unsafe { sys::gc_context_push(self.raw, error) })
    }

    /// Takes the context off the calling thread's stack, so that the one below is current again.
    /// INVALID_STATE if it is not the current one. It is about the calling thread: bind a task that may move
    /// to another one, such as a goroutine, to its thread first.
    ///
    /// # Errors
    /// `INVALID_STATE`, any driver error.
    pub fn pop(&self) -> Result<()> {
        call(|error| unsafe { sys::gc_context_pop(self.raw, error) })
    }

    /// The context that is current in the calling thread, also where another library made it so: a GPU's,
    /// else the CPU device's. NOT_FOUND if there is none. It is about the calling thread: bind a task that
    /// may move to another one, such as a goroutine, to its thread first.
    ///
    /// # Errors
    /// `NOT_FOUND`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub fn current() -> Result<Context> {
        let mut out_context = ptr::null_mut();
        call(|error| unsafe { sys::gc_context_get_current(&mut out_context, error) })?;
        Ok(Context::own(out_context))
    }

    /// A limit or another attribute of a context. UNSUPPORTED for a limit that the device does not have,
    /// NOT_FOUND for a number from 100001 on that this library does not know.
    ///
    /// # Errors
    /// `NOT_FOUND`, `UNSUPPORTED`, any driver error.
    pub fn attribute(&self, attribute: ContextAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        call(|error| unsafe { sys::gc_context_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// Sets a limit or another attribute of a context. The driver may take the nearest value that it can
    /// have: [`Context::attribute`] tells. On a primary context other libraries see the change.
    ///
    /// * `value`: Its value; the unit stands with each attribute.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `NOT_FOUND`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub fn set_attribute(&self, attribute: ContextAttribute, value: u64) -> Result<()> {
        call(|error| unsafe { sys::gc_context_set_attribute(self.raw, attribute.0, value, error) })
    }

    /// The value of an attribute that the driver knows of an address. NOT_FOUND if it is no memory of CUDA,
    /// or has no such attribute.
    ///
    /// * `address`: Any address; it need not be memory.
    ///
    /// # Errors
    /// `NOT_FOUND`, `UNSUPPORTED`, any driver error.
    pub fn pointer_attribute(&self, attribute: PointerAttribute, address: u64) -> Result<u64> {
        let mut out_value = 0u64;
        call(|error| unsafe { sys::gc_context_get_pointer_attribute(self.raw, attribute.0, address, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// Lets kernels of a context use memory of another one ([`Device::can_access_peer`]). INVALID_STATE if
    /// they can already.
    ///
    /// * `peer`: The context whose memory; another one than `context`.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub fn enable_peer_access(&self, peer: &Context) -> Result<()> {
        call(|error| unsafe { sys::gc_context_enable_peer_access(self.raw, peer.raw, error) })
    }

    /// Takes back what [`Context::enable_peer_access`] gave. INVALID_STATE if nothing was given.
    ///
    /// * `peer`: The context whose memory.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `UNSUPPORTED`, any driver error.
    pub fn disable_peer_access(&self, peer: &Context) -> Result<()> {
        call(|error| unsafe { sys::gc_context_disable_peer_access(self.raw, peer.raw, error) })
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
        call(|error| unsafe { sys::gc_context_get_device(self.raw, &mut out_device, error) })?;
        Ok(Device::own(out_device))
    }

    /// Waits until all work queued on all streams of the context is done, and reports the fault of a kernel
    /// among it: the oldest that has not been reported, if there are several.
    ///
    /// # Errors
    /// any device error.
    pub fn synchronize(&self) -> Result<()> {
        call(|error| unsafe { sys::gc_context_synchronize(self.raw, error) })
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
        call(|error| unsafe { sys::gc_context_get_memory_info(self.raw, &mut out_free, &mut out_total, error) })?;
        Ok((out_free, out_total))
    }

    /// Whether a context's device and driver can do something, before a function returns UNSUPPORTED.
    /// NOT_FOUND for a number that this library does not know.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn is_supported(&self, feature: Feature) -> Result<bool> {
        let mut out_supported = 0;
        call(|error| unsafe { sys::gc_context_is_supported(self.raw, feature.0, &mut out_supported, error) })?;
        Ok(out_supported != 0)
    }
}
