// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

/// A context of a device: its primary one, one of the program's own, or another library's. An opaque
/// identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_context {
    _private: [u8; 0],
}

/// The way in which a thread of the host waits for the device. The CPU device accepts each and returns it.
pub type gc_context_sched = i32;
/// The driver chooses.
pub const GRIDCALL_CONTEXT_SCHED_AUTO: gc_context_sched = 0;
/// It spins: the least delay.
pub const GRIDCALL_CONTEXT_SCHED_SPIN: gc_context_sched = 1;
/// It yields to other threads while it spins.
pub const GRIDCALL_CONTEXT_SCHED_YIELD: gc_context_sched = 2;
/// It sleeps.
pub const GRIDCALL_CONTEXT_SCHED_BLOCKING_SYNC: gc_context_sched = 4;

/// Attributes of a context: the limits with CUDA's numbers (CUlimit), and gridcall's own from 100001 on.
/// Numbers below 100001 that are not listed are passed to the driver as they are.
pub type gc_context_attribute = i32;
/// The stack of a kernel's thread, bytes. The CPU device uses it for later launches, and never less than its
/// default.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_STACK_SIZE: gc_context_attribute = 0;
/// The buffer of `printf` in kernels, bytes; the CPU device keeps the number, and loses no text.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_PRINTF_FIFO_SIZE: gc_context_attribute = 1;
/// The memory of `malloc` in kernels, bytes. Set it before the first kernel that calls `malloc`.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE: gc_context_attribute = 2;
/// The depth at which a kernel that launches others may wait for them.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_DEV_RUNTIME_SYNC_DEPTH: gc_context_attribute = 3;
/// The number of launches of kernels that may be pending.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_DEV_RUNTIME_PENDING_LAUNCH_COUNT: gc_context_attribute = 4;
/// Bytes that the L2 cache fetches at once, 0 to 128: a hint.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_MAX_L2_FETCH_GRANULARITY: gc_context_attribute = 5;
/// Bytes of the L2 cache that are set aside.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_PERSISTING_L2_CACHE_SIZE: gc_context_attribute = 6;
/// The preferred use of on-chip memory: a GRIDCALL_CACHE_CONFIG_\* number.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG: gc_context_attribute = 100001;
/// The width of shared memory's banks: a GRIDCALL_SHARED_CONFIG_\* number. A GPU that has one width takes
/// each and returns its own.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG: gc_context_attribute = 100002;
/// The way in which the host waits: a GRIDCALL_CONTEXT_SCHED_\* number. It is only read.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_SCHED: gc_context_attribute = 100003;
/// GRIDCALL_CONTEXT_\* bits, and others that the driver has. They are only read.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_FLAGS: gc_context_attribute = 100004;
/// The version of the driver's interface with which it was made, 3020. It is only read.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_API_VERSION: gc_context_attribute = 100005;
/// 1 if it is the primary context of its device, else 0. It is only read.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_IS_PRIMARY: gc_context_attribute = 100006;
/// The number of calls of gc_context_defer_cleanup in force; 0: what is released is given back. It is only
/// read.
pub const GRIDCALL_CONTEXT_ATTRIBUTE_DEFERS_CLEANUP: gc_context_attribute = 100007;

/// The preferred use of on-chip memory, with CUDA's numbers.
pub type gc_cache_config = i32;
/// No preference.
pub const GRIDCALL_CACHE_CONFIG_PREFER_NONE: gc_cache_config = 0;
/// Shared memory.
pub const GRIDCALL_CACHE_CONFIG_PREFER_SHARED: gc_cache_config = 1;
/// L1 cache.
pub const GRIDCALL_CACHE_CONFIG_PREFER_L1: gc_cache_config = 2;
/// Both alike.
pub const GRIDCALL_CACHE_CONFIG_PREFER_EQUAL: gc_cache_config = 3;

/// The width of the banks of shared memory, with CUDA's numbers.
pub type gc_shared_config = i32;
/// The device's own.
pub const GRIDCALL_SHARED_CONFIG_DEFAULT_BANK_SIZE: gc_shared_config = 0;
/// 4 bytes.
pub const GRIDCALL_SHARED_CONFIG_FOUR_BYTE_BANK_SIZE: gc_shared_config = 1;
/// 8 bytes.
pub const GRIDCALL_SHARED_CONFIG_EIGHT_BYTE_BANK_SIZE: gc_shared_config = 2;

/// Attributes of an address, with CUDA's numbers (CUpointer_attribute). Numbers that are not listed are
/// passed to the driver as they are.
pub type gc_pointer_attribute = i32;
/// The CUcontext in which the memory was allocated, as gc_handle_get_native has it.
pub const GRIDCALL_POINTER_ATTRIBUTE_CONTEXT: gc_pointer_attribute = 1;
/// The kind of memory: 1 host, 2 device.
pub const GRIDCALL_POINTER_ATTRIBUTE_MEMORY_TYPE: gc_pointer_attribute = 2;
/// The address at which the device reaches it.
pub const GRIDCALL_POINTER_ATTRIBUTE_DEVICE_POINTER: gc_pointer_attribute = 3;
/// The address at which the host reaches it.
pub const GRIDCALL_POINTER_ATTRIBUTE_HOST_POINTER: gc_pointer_attribute = 4;
/// 1 if it is managed memory, else 0.
pub const GRIDCALL_POINTER_ATTRIBUTE_IS_MANAGED: gc_pointer_attribute = 8;
/// The number of its device, as the driver counts.
pub const GRIDCALL_POINTER_ATTRIBUTE_DEVICE_ORDINAL: gc_pointer_attribute = 9;
/// The address at which the allocation begins.
pub const GRIDCALL_POINTER_ATTRIBUTE_RANGE_START_ADDRESS: gc_pointer_attribute = 11;
/// The size of the allocation, bytes.
pub const GRIDCALL_POINTER_ATTRIBUTE_RANGE_SIZE: gc_pointer_attribute = 12;

/// Features that not every device or driver has.
pub type gc_feature = i32;
/// gc_stream_cancel.
pub const GRIDCALL_FEATURE_STREAM_CANCEL: gc_feature = 1;
/// gc_module_from_buffer: images of this device's own compiler; for a GPU PTX, cubins and fatbins.
pub const GRIDCALL_FEATURE_MODULE_FROM_BUFFER: gc_feature = 2;
/// The parameters of every kernel are known, so that gc_launch can compare the arguments with them.
pub const GRIDCALL_FEATURE_KERNEL_PARAMS: gc_feature = 3;
/// A kernel that exceeds its time limit is ended; else only the wait for it is.
pub const GRIDCALL_FEATURE_KERNEL_TIMEOUT: gc_feature = 4;
/// GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE can be set.
pub const GRIDCALL_FEATURE_CPU_MODE: gc_feature = 5;
/// GRIDCALL_LAUNCH_COOPERATIVE: the blocks of a grid can wait for each other.
pub const GRIDCALL_FEATURE_COOPERATIVE_LAUNCH: gc_feature = 6;
/// Launches with a cluster size.
pub const GRIDCALL_FEATURE_CLUSTERS: gc_feature = 7;
/// gc_kernel_get_occupancy and gc_kernel_suggest_block.
pub const GRIDCALL_FEATURE_OCCUPANCY: gc_feature = 8;
/// Memory and events of other processes: gc_mem_get_ipc_handle, gc_mem_open_ipc, gc_event_get_ipc_handle,
/// gc_event_open_ipc.
pub const GRIDCALL_FEATURE_IPC: gc_feature = 9;

/// Flags of a context, with CUDA's bits.
pub type gc_context_flags = u64;
/// Page-locked memory can be mapped; every context can.
pub const GRIDCALL_CONTEXT_MAP_HOST: gc_context_flags = 1 << 3;
/// Local memory that was enlarged for a kernel stays large.
pub const GRIDCALL_CONTEXT_LMEM_RESIZE_TO_MAX: gc_context_flags = 1 << 4;

/// Options of a new context.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_context_options {
    /// sizeof(gc_context_options).
    pub struct_size: usize,
    /// GRIDCALL_CONTEXT_\* bits.
    pub flags: gc_context_flags,
    /// The way in which the host waits.
    pub sched: gc_context_sched,
    /// Zero.
    pub reserved: u32,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// The context on the device that the user or the machine chooses: the environment variable
    /// GRIDCALL_DEVICE, else CUDA_DEVICE, else the file ~/.cuda-device or ~/.cuda_device (each as
    /// gc_device_find takes it), else the first GPU on which a context can be made, else the CPU device.
    /// gc_context_get_device_reason says which it was and why.
    pub fn gc_context_get_default(out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// A handle of the primary context of a device. All handles of it are of one context: memory of either
    /// works with the other.
    pub fn gc_context_get_primary(device: *mut gc_device, options: *const gc_context_options, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes a context of the program's own on a device. It has a default stream, limits and a kernel heap of
    /// its own. It does not protect other contexts: after a kernel's fault on a GPU every context of the
    /// process fails, on all GPUs (DEVICE_LOST). When its last handle and the last object made in it are
    /// released and their work is done, it is destroyed. Making one takes a GPU some 100 ms and some 100 MiB.
    pub fn gc_context_create(device: *mut gc_device, options: *const gc_context_options, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// A handle of a context that another library made: its CUcontext. It is not destroyed; its owner must
    /// keep it until everything that was made in it here is released and gc_handle_collect has returned after
    /// that. What is the device's primary context, or known already, is that context. The CPU device refuses
    /// a number that is no context of its own; a GPU's driver may end the process with one.
    pub fn gc_context_wrap(device: *mut gc_device, native: u64, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes the context current in the calling thread, for other libraries that look at the current context;
    /// gridcall itself never does. Keep a handle of it until gc_context_pop. A GPU's driver and the CPU
    /// device have a stack of contexts each. It is about the calling thread: bind a task that may move to
    /// another one, such as a goroutine, to its thread first.
    pub fn gc_context_push(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// Takes the context off the calling thread's stack, so that the one below is current again.
    /// INVALID_STATE if it is not the current one. It is about the calling thread: bind a task that may move
    /// to another one, such as a goroutine, to its thread first.
    pub fn gc_context_pop(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// The context that is current in the calling thread, also where another library made it so: a GPU's,
    /// else the CPU device's. NOT_FOUND if there is none. It is about the calling thread: bind a task that
    /// may move to another one, such as a goroutine, to its thread first.
    pub fn gc_context_get_current(out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// A limit or another attribute of a context. UNSUPPORTED for a limit that the device does not have,
    /// NOT_FOUND for a number from 100001 on that this library does not know.
    pub fn gc_context_get_attribute(context: *mut gc_context, attribute: gc_context_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Sets a limit or another attribute of a context. The driver may take the nearest value that it can
    /// have: gc_context_get_attribute tells. On a primary context other libraries see the change.
    pub fn gc_context_set_attribute(context: *mut gc_context, attribute: gc_context_attribute, value: u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The value of an attribute that the driver knows of an address. NOT_FOUND if it is no memory of CUDA,
    /// or has no such attribute.
    pub fn gc_context_get_pointer_attribute(context: *mut gc_context, attribute: gc_pointer_attribute, address: u64, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Lets kernels of a context use memory of another context, on another GPU as a rule
    /// (gc_device_can_access_peer). INVALID_STATE if they can already.
    pub fn gc_context_enable_peer_access(context: *mut gc_context, peer: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// Takes back what gc_context_enable_peer_access gave. INVALID_STATE if nothing was given.
    pub fn gc_context_disable_peer_access(context: *mut gc_context, peer: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// One sentence that says why gc_context_get_default took this device, such as "no GPU found
    /// (libcuda.so.1: not installed): using the CPU device"; "" for another context.
    pub fn gc_context_get_device_reason(context: *mut gc_context, text: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The device of a context.
    pub fn gc_context_get_device(context: *mut gc_context, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status;
    /// Waits until all work queued on all streams of the context is done, and reports the fault of a kernel
    /// among it: the oldest that has not been reported, if there are several.
    pub fn gc_context_synchronize(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status;
    /// The memory that the device has, and the part of it that is free now.
    pub fn gc_context_get_memory_info(context: *mut gc_context, out_free: *mut u64, out_total: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Whether a context's device and driver can do something, before a function returns UNSUPPORTED.
    /// NOT_FOUND for a number that this library does not know.
    pub fn gc_context_is_supported(context: *mut gc_context, feature: gc_feature, out_supported: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a context. What was made in it stays usable and keeps it alive. One that gc_context_create
    /// made is destroyed with the last of that.
    pub fn gc_context_release(context: *mut gc_context);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// The context on the device that the user or the machine chooses: the environment variable
    /// GRIDCALL_DEVICE, else CUDA_DEVICE, else the file ~/.cuda-device or ~/.cuda_device (each as
    /// gc_device_find takes it), else the first GPU on which a context can be made, else the CPU device.
    /// gc_context_get_device_reason says which it was and why.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_default(out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_default) {
            Some(function) => function(out_context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A handle of the primary context of a device. All handles of it are of one context: memory of either
    /// works with the other.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_primary(device: *mut gc_device, options: *const gc_context_options, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_primary) {
            Some(function) => function(device, options, out_context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes a context of the program's own on a device. It has a default stream, limits and a kernel heap of
    /// its own. It does not protect other contexts: after a kernel's fault on a GPU every context of the
    /// process fails, on all GPUs (DEVICE_LOST). When its last handle and the last object made in it are
    /// released and their work is done, it is destroyed. Making one takes a GPU some 100 ms and some 100 MiB.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_create(device: *mut gc_device, options: *const gc_context_options, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_create) {
            Some(function) => function(device, options, out_context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A handle of a context that another library made: its CUcontext. It is not destroyed; its owner must
    /// keep it until everything that was made in it here is released and gc_handle_collect has returned after
    /// that. What is the device's primary context, or known already, is that context. The CPU device refuses
    /// a number that is no context of its own; a GPU's driver may end the process with one.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_wrap(device: *mut gc_device, native: u64, out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_wrap) {
            Some(function) => function(device, native, out_context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes the context current in the calling thread, for other libraries that look at the current context;
    /// gridcall itself never does. Keep a handle of it until gc_context_pop. A GPU's driver and the CPU
    /// device have a stack of contexts each. It is about the calling thread: bind a task that may move to
    /// another one, such as a goroutine, to its thread first.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_push(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_push) {
            Some(function) => function(context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Takes the context off the calling thread's stack, so that the one below is current again.
    /// INVALID_STATE if it is not the current one. It is about the calling thread: bind a task that may move
    /// to another one, such as a goroutine, to its thread first.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_pop(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_pop) {
            Some(function) => function(context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The context that is current in the calling thread, also where another library made it so: a GPU's,
    /// else the CPU device's. NOT_FOUND if there is none. It is about the calling thread: bind a task that
    /// may move to another one, such as a goroutine, to its thread first.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_current(out_context: *mut *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_current) {
            Some(function) => function(out_context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A limit or another attribute of a context. UNSUPPORTED for a limit that the device does not have,
    /// NOT_FOUND for a number from 100001 on that this library does not know.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_attribute(context: *mut gc_context, attribute: gc_context_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_attribute) {
            Some(function) => function(context, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Sets a limit or another attribute of a context. The driver may take the nearest value that it can
    /// have: gc_context_get_attribute tells. On a primary context other libraries see the change.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_set_attribute(context: *mut gc_context, attribute: gc_context_attribute, value: u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_set_attribute) {
            Some(function) => function(context, attribute, value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The value of an attribute that the driver knows of an address. NOT_FOUND if it is no memory of CUDA,
    /// or has no such attribute.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_pointer_attribute(context: *mut gc_context, attribute: gc_pointer_attribute, address: u64, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_pointer_attribute) {
            Some(function) => function(context, attribute, address, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Lets kernels of a context use memory of another context, on another GPU as a rule
    /// (gc_device_can_access_peer). INVALID_STATE if they can already.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_enable_peer_access(context: *mut gc_context, peer: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_enable_peer_access) {
            Some(function) => function(context, peer, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Takes back what gc_context_enable_peer_access gave. INVALID_STATE if nothing was given.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_disable_peer_access(context: *mut gc_context, peer: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_disable_peer_access) {
            Some(function) => function(context, peer, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One sentence that says why gc_context_get_default took this device, such as "no GPU found
    /// (libcuda.so.1: not installed): using the CPU device"; "" for another context.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_device_reason(context: *mut gc_context, text: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_device_reason) {
            Some(function) => function(context, text, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The device of a context.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_device(context: *mut gc_context, out_device: *mut *mut gc_device, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_device) {
            Some(function) => function(context, out_device, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Waits until all work queued on all streams of the context is done, and reports the fault of a kernel
    /// among it: the oldest that has not been reported, if there are several.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_synchronize(context: *mut gc_context, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_synchronize) {
            Some(function) => function(context, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The memory that the device has, and the part of it that is free now.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_memory_info(context: *mut gc_context, out_free: *mut u64, out_total: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_memory_info) {
            Some(function) => function(context, out_free, out_total, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Whether a context's device and driver can do something, before a function returns UNSUPPORTED.
    /// NOT_FOUND for a number that this library does not know.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_is_supported(context: *mut gc_context, feature: gc_feature, out_supported: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_is_supported) {
            Some(function) => function(context, feature, out_supported, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a context. What was made in it stays usable and keeps it alive. One that gc_context_create
    /// made is destroyed with the last of that.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_release(context: *mut gc_context) {
        if let Some(function) = function!(context_release) {
            function(context)
        }
    }
}
