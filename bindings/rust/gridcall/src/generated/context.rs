// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::{check, string_out};
use crate::sys;
use crate::Result;
use core::fmt;
use core::ptr;
use super::*;

/// The primary context of a device.
///
/// A context is where memory, modules and streams of one device live. gridcall uses the device's primary
/// context, the one that CUDA's runtime, PyTorch and others share. Any thread may call any function: the
/// library makes the context current for the call and leaves the thread's own current context as it was.
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

/// What not every device or driver can do.
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
            other => return write!(f, "Feature({other})"),
        })
    }
}

/// How to make a context.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContextOptions {
}

impl ContextOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_context_options {
        sys::gc_context_options {
            struct_size: core::mem::size_of::<sys::gc_context_options>(),
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
    /// `INVALID_ARGUMENT`, `NO_DEVICE`, `DRIVER_UNAVAILABLE`, `OUT_OF_MEMORY`, any driver error.
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
    /// * `options`: How to make it; there is no option yet. None: all defaults.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `NO_DEVICE`, `OUT_OF_MEMORY`, any driver
    /// error.
    pub fn primary(device: &Device, options: Option<&ContextOptions>) -> Result<Context> {
        let options = options.map(|o| o.as_c());
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_get_primary(device.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
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
    /// `INVALID_HANDLE`, any device error.
    pub fn synchronize(&self) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_synchronize(self.raw, &mut error) };
        check(status, error)
    }

    /// How much memory the device has, and how much of it is free now.
    ///
    /// * returns: Free memory, in bytes; All memory, in bytes.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, any driver error.
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
    /// * `feature`: What.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `NOT_FOUND`.
    pub fn is_supported(&self, feature: Feature) -> Result<bool> {
        let mut out_supported = 0;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_is_supported(self.raw, feature.0, &mut out_supported, &mut error) };
        check(status, error)?;
        Ok(out_supported != 0)
    }
}
