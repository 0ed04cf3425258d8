// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::{array_out, c_text, check, string_out, Keep};
use crate::sys;
use crate::Result;
use core::fmt;
use core::marker::PhantomData;
use core::ptr;
use std::ffi::c_void;

/// The version of the library that is loaded: major * 10000 + minor * 100 + patch. Compare with
/// `GRIDCALL_VERSION`, the version of the header.
pub fn version() -> u32 {
    unsafe { sys::gc_version() }
}

/// The version of the library as text, "0.1.0" or "0.1.0-dev". Static; never released.
pub fn version_text() -> &'static str {
    crate::support::static_text(unsafe { sys::gc_version_text() })
}

/// What kind of version it is: "" for a release, else "dev", "beta" or "rc1". Static; never released.
pub fn version_status() -> &'static str {
    crate::support::static_text(unsafe { sys::gc_version_status() })
}

/// The CUDA version that the NVIDIA driver supports, 13 and 0 for CUDA 13.0. It opens the driver, and no
/// context.
///
/// * returns: The major number; The minor number.
///
/// # Errors
/// `INVALID_ARGUMENT`, `DRIVER_UNAVAILABLE`, `DRIVER_TOO_OLD`, `FORKED`, `EXITING`.
pub fn version_driver() -> Result<(i32, i32)> {
    let mut out_major = 0i32;
    let mut out_minor = 0i32;
    let mut error = ptr::null_mut();
    let status = unsafe { sys::gc_version_get_driver(&mut out_major, &mut out_minor, &mut error) };
    check(status, error)?;
    Ok((out_major, out_minor))
}

/// The version of NVRTC, the compiler for GPUs, that the library found.
///
/// * returns: The major number; The minor number.
///
/// # Errors
/// `INVALID_ARGUMENT`, `COMPILER_UNAVAILABLE`.
pub fn version_nvrtc() -> Result<(i32, i32)> {
    let mut out_major = 0i32;
    let mut out_minor = 0i32;
    let mut error = ptr::null_mut();
    let status = unsafe { sys::gc_version_get_nvrtc(&mut out_major, &mut out_minor, &mut error) };
    check(status, error)?;
    Ok((out_major, out_minor))
}

/// The version of the CPU device (libgridcall_cpu.so).
///
/// * returns: The major number; The minor number.
///
/// # Errors
/// `INVALID_ARGUMENT`, `DRIVER_UNAVAILABLE`, `FORKED`, `EXITING`.
pub fn version_cpu() -> Result<(i32, i32)> {
    let mut out_major = 0i32;
    let mut out_minor = 0i32;
    let mut error = ptr::null_mut();
    let status = unsafe { sys::gc_version_get_cpu(&mut out_major, &mut out_minor, &mut error) };
    check(status, error)?;
    Ok((out_major, out_minor))
}

/// What a function returns.
///
/// "Any driver error" is DRIVER, DEVICE_LOST, FORKED or EXITING.
///
/// "Any device error" is any driver error, OUT_OF_MEMORY or any launch error (3xx). The launch error is then
/// one of work that was queued before.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Status(pub i32);

impl Status {
    /// It worked.
    pub const OK: Status = Status(0);
    /// An argument is None, zero, misaligned or contradicts another.
    pub const INVALID_ARGUMENT: Status = Status(100);
    /// A handle is None, was released, is of another type, or was never a handle.
    pub const INVALID_HANDLE: Status = Status(101);
    /// An offset, size, count or index lies outside the thing it indexes.
    pub const OUT_OF_RANGE: Status = Status(102);
    /// An options struct has a wrong struct_size, an unknown flag or a non-zero tail.
    pub const INVALID_OPTIONS: Status = Status(103);
    /// No device, kernel, global or attribute of that name.
    pub const NOT_FOUND: Status = Status(104);
    /// Two objects of one call belong to different contexts.
    pub const WRONG_CONTEXT: Status = Status(105);
    /// The object is not in a state for this: an event that was never recorded, a fault not yet reported.
    pub const INVALID_STATE: Status = Status(106);
    /// The work asked about has not finished.
    pub const NOT_READY: Status = Status(107);
    /// The device has not enough memory.
    pub const OUT_OF_MEMORY: Status = Status(200);
    /// The host has not enough memory.
    pub const OUT_OF_HOST_MEMORY: Status = Status(201);
    /// The pool's own limit is reached.
    pub const POOL_LIMIT: Status = Status(202);
    /// The grid, block or shared memory is more than the device or the kernel allows.
    pub const INVALID_LAUNCH: Status = Status(300);
    /// The arguments of a launch are not what the kernel takes, in count or in size.
    pub const ARGUMENT_MISMATCH: Status = Status(301);
    /// A kernel touched memory that is not there.
    pub const ILLEGAL_ADDRESS: Status = Status(302);
    /// A kernel accessed an address that is not a multiple of the access size.
    pub const MISALIGNED_ADDRESS: Status = Status(303);
    /// A kernel ended itself (__trap), or failed in a way the device does not specify.
    pub const KERNEL_TRAP: Status = Status(304);
    /// An assert in a kernel failed.
    pub const KERNEL_ASSERT: Status = Status(305);
    /// A kernel divided an integer by zero. CPU device only.
    pub const DIVIDE_BY_ZERO: Status = Status(306);
    /// A thread of a kernel used more stack than it has.
    pub const STACK_OVERFLOW: Status = Status(307);
    /// A kernel ran longer than its time limit. The CPU device has ended it; on a GPU it still runs, unless
    /// the driver itself ended it.
    pub const LAUNCH_TIMEOUT: Status = Status(308);
    /// A kernel failed for another reason; driver name and text say which.
    pub const LAUNCH_FAILED: Status = Status(309);
    /// Every thread of a block waits for another. CPU device only.
    pub const KERNEL_DEADLOCK: Status = Status(310);
    /// An earlier fault made the GPU unusable for this process; start a new process.
    pub const DEVICE_LOST: Status = Status(311);
    /// The work was ended by [`Stream::cancel`].
    pub const CANCELLED: Status = Status(312);
    /// The source does not compile; the compile log says why.
    pub const COMPILE: Status = Status(400);
    /// No compiler for this device was found; the notes list where it was looked for.
    pub const COMPILER_UNAVAILABLE: Status = Status(401);
    /// The compiler itself crashed or returned nonsense.
    pub const COMPILER_FAILED: Status = Status(402);
    /// The compiler took longer than its time limit and was ended.
    pub const COMPILE_TIMEOUT: Status = Status(403);
    /// The bytes are no module image, or a damaged one.
    pub const INVALID_IMAGE: Status = Status(404);
    /// The image is for another architecture, or newer than the driver.
    pub const INCOMPATIBLE_IMAGE: Status = Status(405);
    /// The compiler for this device does not know the option.
    pub const INVALID_COMPILE_OPTION: Status = Status(406);
    /// The driver failed with a code that has no status of its own; driver code and name tell which.
    pub const DRIVER: Status = Status(500);
    /// There is no such device, or none at all.
    pub const NO_DEVICE: Status = Status(501);
    /// The driver library was not found or cannot be loaded.
    pub const DRIVER_UNAVAILABLE: Status = Status(502);
    /// The driver lacks a function that this call needs.
    pub const DRIVER_TOO_OLD: Status = Status(503);
    /// A file could not be read or written.
    pub const IO: Status = Status(504);
    /// A defect in gridcall itself; please report it.
    pub const INTERNAL: Status = Status(505);
    /// This device or driver cannot do it; the message says which part is missing.
    pub const UNSUPPORTED: Status = Status(506);
    /// The process was forked after the library was used; CUDA does not work in the child. Use it first in
    /// the child, or exec.
    pub const FORKED: Status = Status(507);
    /// The process is exiting; the driver may already be gone.
    pub const EXITING: Status = Status(508);
}

impl fmt::Debug for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "OK",
            100 => "INVALID_ARGUMENT",
            101 => "INVALID_HANDLE",
            102 => "OUT_OF_RANGE",
            103 => "INVALID_OPTIONS",
            104 => "NOT_FOUND",
            105 => "WRONG_CONTEXT",
            106 => "INVALID_STATE",
            107 => "NOT_READY",
            200 => "OUT_OF_MEMORY",
            201 => "OUT_OF_HOST_MEMORY",
            202 => "POOL_LIMIT",
            300 => "INVALID_LAUNCH",
            301 => "ARGUMENT_MISMATCH",
            302 => "ILLEGAL_ADDRESS",
            303 => "MISALIGNED_ADDRESS",
            304 => "KERNEL_TRAP",
            305 => "KERNEL_ASSERT",
            306 => "DIVIDE_BY_ZERO",
            307 => "STACK_OVERFLOW",
            308 => "LAUNCH_TIMEOUT",
            309 => "LAUNCH_FAILED",
            310 => "KERNEL_DEADLOCK",
            311 => "DEVICE_LOST",
            312 => "CANCELLED",
            400 => "COMPILE",
            401 => "COMPILER_UNAVAILABLE",
            402 => "COMPILER_FAILED",
            403 => "COMPILE_TIMEOUT",
            404 => "INVALID_IMAGE",
            405 => "INCOMPATIBLE_IMAGE",
            406 => "INVALID_COMPILE_OPTION",
            500 => "DRIVER",
            501 => "NO_DEVICE",
            502 => "DRIVER_UNAVAILABLE",
            503 => "DRIVER_TOO_OLD",
            504 => "IO",
            505 => "INTERNAL",
            506 => "UNSUPPORTED",
            507 => "FORKED",
            508 => "EXITING",
            other => return write!(f, "Status({other})"),
        })
    }
}

/// The class of a status.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Category(pub i32);

impl Category {
    /// Success.
    pub const NONE: Category = Category(0);
    /// The program asked for something that cannot be right, on any machine.
    pub const LOGIC: Category = Category(1);
    /// Memory ran out.
    pub const MEMORY: Category = Category(2);
    /// A kernel could not be launched, or failed while it ran (often reported by a later call).
    pub const LAUNCH: Category = Category(3);
    /// A source or image could not be compiled or loaded.
    pub const COMPILE: Category = Category(4);
    /// Something in the environment failed or is missing: driver, device, process, file.
    pub const RUNTIME: Category = Category(5);
}

impl fmt::Debug for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "NONE",
            1 => "LOGIC",
            2 => "MEMORY",
            3 => "LAUNCH",
            4 => "COMPILE",
            5 => "RUNTIME",
            other => return write!(f, "Category({other})"),
        })
    }
}

impl Status {
    /// The name of a status without its prefix, "OUT_OF_MEMORY"; "UNKNOWN" for a number this library does not
    /// know. Static; never released.
    pub fn name(self) -> &'static str {
        crate::support::static_text(unsafe { sys::gc_status_name(self.0) })
    }

    /// One sentence that says what a status means. Static; never released.
    pub fn text(self) -> &'static str {
        crate::support::static_text(unsafe { sys::gc_status_text(self.0) })
    }

    /// The class of a status; RUNTIME for a number this library does not know.
    pub fn category(self) -> Category {
        Category(unsafe { sys::gc_status_category(self.0) })
    }
}

/// Why a call failed: everything the library says about it.
pub struct Error(Box<Details>);

pub(crate) struct Details {
    pub(crate) status: Status,
    pub(crate) message: String,
    pub(crate) text: String,
    pub(crate) function: String,
    pub(crate) driver_code: i32,
    pub(crate) driver_name: String,
    pub(crate) log: String,
    pub(crate) options: String,
    pub(crate) source_name: String,
    pub(crate) notes: Vec<String>,
}

impl Error {
    pub(crate) fn from_details(details: Details) -> Error {
        Error(Box::new(details))
    }

    /// Copies what a gc_error says, and releases it.
    #[cold]
    pub(crate) fn take(status: sys::gc_status, error: *mut sys::gc_error) -> Error {
        // SAFETY: the accessors return empty text for NULL; text lives until the release below.
        unsafe {
            let details = Details {
                status: Status(status),
                message: crate::support::message(status, error, sys::gc_error_message(error)),
                text: crate::support::owned_text(sys::gc_error_text(error)),
                function: crate::support::owned_text(sys::gc_error_function(error)),
                driver_code: sys::gc_error_driver_code(error),
                driver_name: crate::support::owned_text(sys::gc_error_driver_name(error)),
                log: crate::support::owned_text(sys::gc_error_log(error)),
                options: crate::support::owned_text(sys::gc_error_options(error)),
                source_name: crate::support::owned_text(sys::gc_error_source_name(error)),
                notes: (0..sys::gc_error_note_count(error))
                    .map(|index| crate::support::owned_text(sys::gc_error_note(error, index)))
                    .collect(),
            };
            sys::gc_error_release(error);
            Error::from_details(details)
        }
    }

    /// The status, equal to what the failing call returned.
    pub fn status(&self) -> Status {
        self.0.status
    }

    /// One line: what is wrong, with the names and numbers, and what to do.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Everything in one text, to print: the function, the status and the message in the first line, then the
    /// notes and the log, each on lines of its own.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The gridcall function that failed, "[`Mem::alloc`]".
    pub fn function(&self) -> &str {
        &self.0.function
    }

    /// The number that the driver or the compiler returned; 0 if the library refused the call itself.
    pub fn driver_code(&self) -> i32 {
        self.0.driver_code
    }

    /// The driver's name for that number, "CUDA_ERROR_OUT_OF_MEMORY", or "".
    pub fn driver_name(&self) -> &str {
        &self.0.driver_name
    }

    /// The compiler's or linker's log, with its line breaks, or "".
    pub fn log(&self) -> &str {
        &self.0.log
    }

    /// The options the compiler was given, joined by spaces, or "".
    pub fn options(&self) -> &str {
        &self.0.options
    }

    /// The name of the source that did not compile, or "".
    pub fn source_name(&self) -> &str {
        &self.0.source_name
    }

    /// Further lines, such as the files that were tried.
    pub fn notes(&self) -> &[String] {
        &self.0.notes
    }
}

impl Stream {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, or the device address of memory. It is valid while the
    /// object is. UNSUPPORTED for what the driver does not know: pools, prepared launches and errors.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Event {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, or the device address of memory. It is valid while the
    /// object is. UNSUPPORTED for what the driver does not know: pools, prepared launches and errors.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Mem {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, or the device address of memory. It is valid while the
    /// object is. UNSUPPORTED for what the driver does not know: pools, prepared launches and errors.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Module {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, or the device address of memory. It is valid while the
    /// object is. UNSUPPORTED for what the driver does not know: pools, prepared launches and errors.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Kernel {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, or the device address of memory. It is valid while the
    /// object is. UNSUPPORTED for what the driver does not know: pools, prepared launches and errors.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Prepared {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }
}

impl Pool {
    /// The context that an object belongs to.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn context(&self) -> Result<Context> {
        let mut out_context = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_context(self.raw.cast(), &mut out_context, &mut error) };
        check(status, error)?;
        Ok(Context { raw: out_context })
    }

    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }
}

impl Device {
    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, or the device address of memory. It is valid while the
    /// object is. UNSUPPORTED for what the driver does not know: pools, prepared launches and errors.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

impl Context {
    /// A number that all handles of one object have in common and no other object of this process ever has:
    /// for comparison, and as a key. Not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn identity(&self) -> Result<u64> {
        let mut out_identity = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_identity(self.raw.cast(), &mut out_identity, &mut error) };
        check(status, error)?;
        Ok(out_identity)
    }

    /// The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the
    /// default stream), CUevent, CUmodule, CUfunction, or the device address of memory. It is valid while the
    /// object is. UNSUPPORTED for what the driver does not know: pools, prepared launches and errors.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn native(&self) -> Result<u64> {
        let mut out_native = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_handle_get_native(self.raw.cast(), &mut out_native, &mut error) };
        check(status, error)?;
        Ok(out_native)
    }
}

/// How many handles are live in this process: created and not yet released. Handles of devices and of errors
/// are not counted. For leak checks.
pub fn handle_count() -> u64 {
    unsafe { sys::gc_handle_count() }
}

/// Gives back to the driver, now, what was released since the last call that created something. Releases only
/// queue their work (they may run in a finalizer), and every creating call does this first, so a program
/// rarely needs it.
///
/// # Errors
/// `FORKED`, `EXITING`.
pub fn handle_collect() -> Result<()> {
    let mut error = ptr::null_mut();
    let status = unsafe { sys::gc_handle_collect(&mut error) };
    check(status, error)
}

/// A GPU or the CPU device.
///
/// Devices of all drivers stand in one list: GPUs first, in the driver's order, the CPU device last. A
/// [`Device`] is never released; asking again gives the same handle.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Device {
    raw: *mut sys::gc_device,
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

/// What a device is.
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

/// What can be asked of a device, with CUDA's own numbers (CUDA Driver API, CUdevice_attribute). Numbers that
/// are not listed here are passed to the driver as they are.
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
    /// 0 default, 2 prohibited, 3 exclusive process.
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
    /// Which GPUs share a board.
    pub const MULTI_GPU_BOARD_GROUP_ID: DeviceAttribute = DeviceAttribute(85);
    /// 1 if the link to the host has native atomics.
    pub const HOST_NATIVE_ATOMIC_SUPPORTED: DeviceAttribute = DeviceAttribute(86);
    /// How many times faster float is than double.
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
            other => return write!(f, "DeviceAttribute({other})"),
        })
    }
}

/// One line of [`Device::attributes`].
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceAttributeEntry {
    /// Which attribute.
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
    /// How many devices there are, the CPU device included. A machine without a GPU, or without a driver, is
    /// no error.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `FORKED`, `EXITING`.
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
    /// `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `FORKED`, `EXITING`.
    pub fn by_index(index: i32) -> Result<Device> {
        let mut out_device = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_by_index(index, &mut out_device, &mut error) };
        check(status, error)?;
        Ok(Device { raw: out_device })
    }

    /// The device that a text names: a kind ("gpu" or "cpu": the first of that kind; "gpu:1": the second), an
    /// index ("0"), a PCI bus id ("0000:65:00.0") or a UUID ("GPU-8d2f..."). It is what `GRIDCALL_DEVICE`
    /// holds. Case does not matter.
    ///
    /// * `text`: The name.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `NOT_FOUND`, `NO_DEVICE`, `DRIVER_UNAVAILABLE`, `FORKED`, `EXITING`.
    pub fn find(text: &str) -> Result<Device> {
        let text = c_text("text", text)?;
        let mut out_device = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_find(text.as_ptr(), &mut out_device, &mut error) };
        check(status, error)?;
        Ok(Device { raw: out_device })
    }

    /// The GPU at a PCI bus id.
    ///
    /// * `bus_id`: "domain:bus:device.function" in hexadecimal, the domain and the function optional.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `NOT_FOUND`, `FORKED`, `EXITING`.
    pub fn by_pci_bus_id(bus_id: &str) -> Result<Device> {
        let bus_id = c_text("bus_id", bus_id)?;
        let mut out_device = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_by_pci_bus_id(bus_id.as_ptr(), &mut out_device, &mut error) };
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
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `DRIVER`, `FORKED`, `EXITING`.
    pub fn name(&self) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_device_get_name(self.raw, buffer, capacity, needed, error) })
    }

    /// The PCI bus id of a device, "0000:65:00.0". Only on a GPU: the CPU device returns UNSUPPORTED.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`, `DRIVER`, `FORKED`, `EXITING`.
    pub fn pci_bus_id(&self) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_device_get_pci_bus_id(self.raw, buffer, capacity, needed, error) })
    }

    /// The UUID of a device: 16 bytes that name it across processes and reboots.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`, `DRIVER`, `FORKED`, `EXITING`.
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
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `DRIVER`, `FORKED`, `EXITING`.
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
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `DRIVER`, `FORKED`, `EXITING`.
    pub fn total_memory(&self) -> Result<u64> {
        let mut out_size = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_get_total_memory(self.raw, &mut out_size, &mut error) };
        check(status, error)?;
        Ok(out_size)
    }

    /// One attribute of a device. NOT_FOUND if the driver does not know the number.
    ///
    /// * `attribute`: Which one.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `NOT_FOUND`, `DRIVER`, `FORKED`, `EXITING`.
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
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `DRIVER`, `FORKED`, `EXITING`.
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
    /// `INVALID_ARGUMENT`, `NOT_FOUND`.
    pub fn attribute_from_name(name: &str) -> Result<DeviceAttribute> {
        let name = c_text("name", name)?;
        let mut out_attribute = 0;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_device_attribute_from_name(name.as_ptr(), &mut out_attribute, &mut error) };
        check(status, error)?;
        Ok(DeviceAttribute(out_attribute))
    }
}

/// The primary context of a device.
///
/// A context is where memory, modules and streams of one device live. gridcall uses the device's primary
/// context, the one that CUDA's runtime, PyTorch and others share. Any thread may call any function: the
/// library makes the context current for the call and leaves the thread's own current context as it was.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Context {
    raw: *mut sys::gc_context,
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
    /// [`Module::from_buffer`]: PTX, cubins and fatbins.
    pub const MODULE_FROM_BUFFER: Feature = Feature(2);
    /// The parameters of every kernel are known, so that [`Kernel::launch`] can compare the arguments with
    /// them.
    pub const KERNEL_PARAMS: Feature = Feature(3);
    /// A kernel that exceeds its time limit is ended; else only the wait for it is.
    pub const KERNEL_TIMEOUT: Feature = Feature(4);
    /// [`KernelAttribute::CPU_MODE`] can be set.
    pub const CPU_MODE: Feature = Feature(5);
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            1 => "STREAM_CANCEL",
            2 => "MODULE_FROM_BUFFER",
            3 => "KERNEL_PARAMS",
            4 => "KERNEL_TIMEOUT",
            5 => "CPU_MODE",
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

/// A queue of work on a context.
///
/// A stream is a queue: work on one runs in the order in which it was queued, work on different streams may
/// overlap. Where a stream is None the context's default stream is meant, which waits for every stream that
/// was made without NON_BLOCKING and makes them wait (CUDA's legacy default stream).
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Stream {
    raw: *mut sys::gc_stream,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Stream {}
unsafe impl Sync for Stream {}

impl Stream {
    /// The C handle, for other code that speaks to the library. Still owned by `self`.
    pub fn raw(&self) -> *mut sys::gc_stream {
        self.raw
    }

    /// Takes a C handle over.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_stream` that nobody else releases.
    pub unsafe fn from_raw(raw: *mut sys::gc_stream) -> Stream {
        Stream { raw }
    }

    /// The C handle, no longer owned: somebody must release it.
    pub fn into_raw(self) -> *mut sys::gc_stream {
        let raw = self.raw;
        core::mem::forget(self);
        raw
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stream({:#x})", self.raw as usize)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and a release only queues its work.
        unsafe { sys::gc_stream_release(self.raw) }
    }
}

/// How a stream behaves.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StreamFlags(pub u64);

impl StreamFlags {
    /// Work does not wait for the default stream, nor it for this one.
    pub const NON_BLOCKING: StreamFlags = StreamFlags(1 << 0);

    /// Whether all of `other`'s flags are set.
    pub const fn contains(self, other: StreamFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for StreamFlags {
    type Output = StreamFlags;
    fn bitor(self, other: StreamFlags) -> StreamFlags {
        StreamFlags(self.0 | other.0)
    }
}

/// How to make a stream.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct StreamOptions {
    /// [`StreamFlags`] bits.
    pub flags: StreamFlags,
    /// Lower is more urgent; numbers outside [`Context::stream_priority_range`] are moved to its nearest end.
    pub priority: i32,
}

impl StreamOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_stream_options {
        sys::gc_stream_options {
            struct_size: core::mem::size_of::<sys::gc_stream_options>(),
            flags: self.flags.0,
            priority: self.priority,
            reserved: 0,
        }
    }
}

impl Stream {
    /// Makes a stream.
    ///
    /// * `context`: The context it runs in.
    /// * `options`: Flags and priority. None: all defaults.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `OUT_OF_MEMORY`, any driver error.
    pub fn create(context: &Context, options: Option<&StreamOptions>) -> Result<Stream> {
        let options = options.map(|o| o.as_c());
        let mut out_stream = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_stream_create(context.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_stream, &mut error) };
        check(status, error)?;
        Ok(Stream { raw: out_stream })
    }

    /// Waits until all work queued on the stream is done, and reports the fault of a kernel among it. On the
    /// CPU device a fault is reported once, to the first call that waits for its stream or queues work on it;
    /// then the stream works again. For the default stream, and for copies that wait on it, the faults of
    /// streams made without NON_BLOCKING count as its own.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, any device error.
    pub fn synchronize(&self) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_stream_synchronize(self.raw, &mut error) };
        check(status, error)
    }

    /// Says whether all work queued on the stream is done. Never waits. Work that is done but for a fault is
    /// an error; the fault stays to be reported by a call that waits for the stream or queues work on it.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, any device error.
    pub fn query(&self) -> Result<bool> {
        let mut out_done = 0;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_stream_query(self.raw, &mut out_done, &mut error) };
        check(status, error)?;
        Ok(out_done != 0)
    }

    /// Waits as [`Stream::synchronize`] does, but at most for a time. That the time ran out is no error: the
    /// work still runs.
    ///
    /// * `timeout_nanoseconds`: How long to wait at most, in nanoseconds; 0 looks once.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, any device error.
    pub fn synchronize_for(&self, timeout_nanoseconds: u64) -> Result<bool> {
        let mut out_done = 0;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_stream_synchronize_for(self.raw, timeout_nanoseconds, &mut out_done, &mut error) };
        check(status, error)?;
        Ok(out_done != 0)
    }

    /// Ends the kernel or copy that runs on the stream, and drops what is queued behind it there. The next
    /// call that waits for the stream reports CANCELLED, once; then the stream can be used again. Memory that
    /// the work writes is left half written. Nothing happens where nothing is queued.
    /// [`Context::default_stream`] has the default stream. Only on the CPU device: a GPU returns UNSUPPORTED.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `UNSUPPORTED`, any driver error.
    pub fn cancel(&self) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_stream_cancel(self.raw, &mut error) };
        check(status, error)
    }

    /// Makes work queued on the stream from now on wait until the event has happened. The host does not wait,
    /// unless one is the CPU device's and the other a GPU's: then it waits here. An event that was never
    /// recorded counts as happened.
    ///
    /// * `event`: What it waits for; of any context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, any device error.
    pub fn wait_event(&self, event: &Event) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_stream_wait_event(self.raw, event.raw, &mut error) };
        check(status, error)
    }
}

impl Context {
    /// A handle for the default stream, which is meant wherever no stream is given: with it the default
    /// stream can be waited for, also for a time, asked whether it is done, and cancelled. Releasing the
    /// handle does nothing to the stream.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn default_stream(&self) -> Result<Stream> {
        let mut out_stream = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_get_default_stream(self.raw, &mut out_stream, &mut error) };
        check(status, error)?;
        Ok(Stream { raw: out_stream })
    }

    /// The range of stream priorities of a context: both 0 where priorities mean nothing.
    ///
    /// * returns: The least urgent priority, the larger number; The most urgent priority, the smaller number.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, any driver error.
    pub fn stream_priority_range(&self) -> Result<(i32, i32)> {
        let mut out_least = 0i32;
        let mut out_greatest = 0i32;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_context_get_stream_priority_range(self.raw, &mut out_least, &mut out_greatest, &mut error) };
        check(status, error)?;
        Ok((out_least, out_greatest))
    }
}

/// A marker in a stream.
///
/// An event marks a point in a stream: to wait for it, to ask whether it has been reached, and to time what
/// lies between two.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Event {
    raw: *mut sys::gc_event,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Event {}
unsafe impl Sync for Event {}

impl Event {
    /// The C handle, for other code that speaks to the library. Still owned by `self`.
    pub fn raw(&self) -> *mut sys::gc_event {
        self.raw
    }

    /// Takes a C handle over.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_event` that nobody else releases.
    pub unsafe fn from_raw(raw: *mut sys::gc_event) -> Event {
        Event { raw }
    }

    /// The C handle, no longer owned: somebody must release it.
    pub fn into_raw(self) -> *mut sys::gc_event {
        let raw = self.raw;
        core::mem::forget(self);
        raw
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Event({:#x})", self.raw as usize)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and a release only queues its work.
        unsafe { sys::gc_event_release(self.raw) }
    }
}

/// How an event behaves.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EventFlags(pub u64);

impl EventFlags {
    /// [`Event::synchronize`] sleeps instead of spinning.
    pub const BLOCKING_SYNC: EventFlags = EventFlags(1 << 0);
    /// The event records no time, which makes it cheaper.
    pub const DISABLE_TIMING: EventFlags = EventFlags(1 << 1);

    /// Whether all of `other`'s flags are set.
    pub const fn contains(self, other: EventFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for EventFlags {
    type Output = EventFlags;
    fn bitor(self, other: EventFlags) -> EventFlags {
        EventFlags(self.0 | other.0)
    }
}

/// How to make an event.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventOptions {
    /// [`EventFlags`] bits.
    pub flags: EventFlags,
}

impl EventOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_event_options {
        sys::gc_event_options {
            struct_size: core::mem::size_of::<sys::gc_event_options>(),
            flags: self.flags.0,
        }
    }
}

impl Event {
    /// Makes an event.
    ///
    /// * `context`: The context to make it in.
    /// * `options`: Flags. None: all defaults.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `OUT_OF_MEMORY`, any driver error.
    pub fn create(context: &Context, options: Option<&EventOptions>) -> Result<Event> {
        let options = options.map(|o| o.as_c());
        let mut out_event = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_event_create(context.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_event, &mut error) };
        check(status, error)?;
        Ok(Event { raw: out_event })
    }

    /// Puts the event behind the work queued on the stream so far. Recording again moves it.
    ///
    /// * `stream`: The stream; of the event's context. None: the default stream of the event's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `WRONG_CONTEXT`, any device error.
    pub fn record(&self, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_event_record(self.raw, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Waits until the event has happened. An event that was never recorded counts as happened.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, any device error.
    pub fn synchronize(&self) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_event_synchronize(self.raw, &mut error) };
        check(status, error)
    }

    /// Says whether the event has happened. Never waits. One that happened behind a fault is an error, as
    /// [`Stream::query`] has it.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, any device error.
    pub fn query(&self) -> Result<bool> {
        let mut out_done = 0;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_event_query(self.raw, &mut out_done, &mut error) };
        check(status, error)?;
        Ok(out_done != 0)
    }

    /// The time from one event to another, measured on the device. Both must have been recorded, have
    /// happened, and be of one context.
    ///
    /// * `end`: The later event.
    /// * returns: The time, in nanoseconds; negative if `start` is the later one. A GPU resolves about 500,
    ///   and coarser for long times: 1,000 after 10 seconds, 63,000 after 1,000 seconds.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `WRONG_CONTEXT`, `INVALID_STATE`, `NOT_READY`, any device error.
    pub fn elapsed(&self, end: &Event) -> Result<i64> {
        let mut out_nanoseconds = 0i64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_event_get_elapsed(self.raw, end.raw, &mut out_nanoseconds, &mut error) };
        check(status, error)?;
        Ok(out_nanoseconds)
    }
}

/// A piece of memory that a device can use.
///
/// One object for every kind of memory: on the device, page-locked on the host, a part of another, a module's
/// global variable, or a foreign address. Sizes and offsets are in bytes.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Mem {
    raw: *mut sys::gc_mem,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Mem {}
unsafe impl Sync for Mem {}

impl Mem {
    /// The C handle, for other code that speaks to the library. Still owned by `self`.
    pub fn raw(&self) -> *mut sys::gc_mem {
        self.raw
    }

    /// Takes a C handle over.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_mem` that nobody else releases.
    pub unsafe fn from_raw(raw: *mut sys::gc_mem) -> Mem {
        Mem { raw }
    }

    /// The C handle, no longer owned: somebody must release it.
    pub fn into_raw(self) -> *mut sys::gc_mem {
        let raw = self.raw;
        core::mem::forget(self);
        raw
    }
}

impl fmt::Debug for Mem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mem({:#x})", self.raw as usize)
    }
}

impl Drop for Mem {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and a release only queues its work.
        unsafe { sys::gc_mem_release(self.raw) }
    }
}

/// Where memory is.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemPlace(pub i32);

impl MemPlace {
    /// On the device.
    pub const DEVICE: MemPlace = MemPlace(1);
    /// Page-locked host memory; the device reaches it too.
    pub const HOST: MemPlace = MemPlace(2);
}

impl fmt::Debug for MemPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            1 => "DEVICE",
            2 => "HOST",
            other => return write!(f, "MemPlace({other})"),
        })
    }
}

/// How a [`Mem`] came about.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemOrigin(pub i32);

impl MemOrigin {
    /// Allocated by [`Mem::alloc`] or [`Mem::alloc_host`].
    pub const ALLOCATED: MemOrigin = MemOrigin(1);
    /// From a pool.
    pub const POOL: MemOrigin = MemOrigin(2);
    /// A part of another [`Mem`].
    pub const SUB_REGION: MemOrigin = MemOrigin(3);
    /// A foreign address that the library does not own.
    pub const WRAPPED: MemOrigin = MemOrigin(4);
    /// A __device__ or __constant__ variable of a module.
    pub const GLOBAL: MemOrigin = MemOrigin(5);
}

impl fmt::Debug for MemOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            1 => "ALLOCATED",
            2 => "POOL",
            3 => "SUB_REGION",
            4 => "WRAPPED",
            5 => "GLOBAL",
            other => return write!(f, "MemOrigin({other})"),
        })
    }
}

/// What can be asked of memory. gridcall's own numbers.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemAttribute(pub i32);

impl MemAttribute {
    /// Where it is: a [`MemPlace`] number.
    pub const PLACE: MemAttribute = MemAttribute(100001);
    /// How it came about: a [`MemOrigin`] number.
    pub const ORIGIN: MemAttribute = MemAttribute(100002);
}

impl fmt::Debug for MemAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            100001 => "PLACE",
            100002 => "ORIGIN",
            other => return write!(f, "MemAttribute({other})"),
        })
    }
}

/// How page-locked memory is made.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MemHostFlags(pub u64);

impl MemHostFlags {
    /// Fast for the device to read, slow for the host to read.
    pub const WRITE_COMBINED: MemHostFlags = MemHostFlags(1 << 0);

    /// Whether all of `other`'s flags are set.
    pub const fn contains(self, other: MemHostFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for MemHostFlags {
    type Output = MemHostFlags;
    fn bitor(self, other: MemHostFlags) -> MemHostFlags {
        MemHostFlags(self.0 | other.0)
    }
}

/// How to make page-locked memory.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemHostOptions {
    /// [`MemHostFlags`] bits.
    pub flags: MemHostFlags,
}

impl MemHostOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_mem_host_options {
        sys::gc_mem_host_options {
            struct_size: core::mem::size_of::<sys::gc_mem_host_options>(),
            flags: self.flags.0,
        }
    }
}

/// What is known of foreign memory.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemWrapOptions {
    /// The host address of page-locked memory; 0: the driver is asked for it.
    pub host_address: u64,
}

impl MemWrapOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_mem_wrap_options {
        sys::gc_mem_wrap_options {
            struct_size: core::mem::size_of::<sys::gc_mem_wrap_options>(),
            host_address: self.host_address,
        }
    }
}

impl Mem {
    /// Allocates device memory, aligned to 256 bytes at least. The content is undefined.
    ///
    /// * `context`: The context to allocate in.
    /// * `size`: Its size, in bytes; not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `OUT_OF_MEMORY`, any driver error.
    pub fn alloc(context: &Context, size: u64) -> Result<Mem> {
        let mut out_mem = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_mem_alloc(context.raw, size, &mut out_mem, &mut error) };
        check(status, error)?;
        Ok(Mem { raw: out_mem })
    }

    /// Allocates page-locked host memory: what the _async copies take, and what kernels can read across the
    /// bus. The content is undefined.
    ///
    /// * `context`: The context to allocate in.
    /// * `size`: Its size, in bytes; not 0.
    /// * `options`: Flags. None: all defaults.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `OUT_OF_MEMORY`, any driver error.
    pub fn alloc_host(context: &Context, size: u64, options: Option<&MemHostOptions>) -> Result<Mem> {
        let options = options.map(|o| o.as_c());
        let mut out_mem = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_mem_alloc_host(context.raw, size, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_mem, &mut error) };
        check(status, error)?;
        Ok(Mem { raw: out_mem })
    }

    /// A part of a memory, which it keeps alive. Reading and writing either reads and writes the other.
    ///
    /// * `offset`: Where the part begins, in bytes.
    /// * `size`: Its size, in bytes; not 0.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `OUT_OF_RANGE`.
    pub fn sub_region(&self, offset: u64, size: u64) -> Result<Mem> {
        let mut out_mem = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_mem_create_sub_region(self.raw, offset, size, &mut out_mem, &mut error) };
        check(status, error)?;
        Ok(Mem { raw: out_mem })
    }

    /// Makes a [`Mem`] of a device address that another library owns. That library must keep it valid until
    /// the [`Mem`] and the work that uses it are gone.
    ///
    /// * `context`: The context in which the address is valid.
    /// * `address`: The device address; not 0.
    /// * `size`: The size of the memory there, in bytes; not 0.
    /// * `options`: What else is known of it. None: all defaults.
    ///
    /// # Safety
    /// `size` bytes at `address` must be valid in the context until this memory and the work that uses it are
    /// gone.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, any driver
    /// error.
    pub unsafe fn wrap(context: &Context, address: u64, size: u64, options: Option<&MemWrapOptions>) -> Result<Mem> {
        let options = options.map(|o| o.as_c());
        let mut out_mem = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_mem_wrap(context.raw, address, size, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_mem, &mut error) };
        check(status, error)?;
        Ok(Mem { raw: out_mem })
    }

    /// The device address, for other libraries, for structs and for tables on the device. gridcall does not
    /// see what uses it there: keep the [`Mem`] until that work is done, or name it with [`Mem::use_on`].
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn address(&self) -> Result<u64> {
        let mut out_address = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_mem_get_address(self.raw, &mut out_address, &mut error) };
        check(status, error)?;
        Ok(out_address)
    }

    /// The host address of page-locked memory (place HOST), as a number. Valid until the [`Mem`] is released.
    /// Wait for the work that writes it before reading.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
    pub fn host_address(&self) -> Result<u64> {
        let mut out_address = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_mem_get_host_address(self.raw, &mut out_address, &mut error) };
        check(status, error)?;
        Ok(out_address)
    }

    /// The size that was asked for.
    ///
    /// * returns: The size, in bytes.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn size(&self) -> Result<u64> {
        let mut out_size = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_mem_get_size(self.raw, &mut out_size, &mut error) };
        check(status, error)?;
        Ok(out_size)
    }

    /// One attribute of memory. NOT_FOUND for a number that this library does not know.
    ///
    /// * `attribute`: Which one.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `NOT_FOUND`.
    pub fn attribute(&self, attribute: MemAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_mem_get_attribute(self.raw, attribute.0, &mut out_value, &mut error) };
        check(status, error)?;
        Ok(out_value)
    }

    /// Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its
    /// address is in a struct, in a table on the device, or was given to another library. Released memory is
    /// then not reused before that work is done. Memory that a launch or a copy names needs no such call.
    ///
    /// * `stream`: The stream; of the memory's context. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `WRONG_CONTEXT`, any device error.
    pub fn use_on(&self, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_mem_use(self.raw, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }
}

impl Mem {
    /// Copies from host memory to a [`Mem`], in the order of the stream, and returns when the host memory may
    /// be used again.
    ///
    /// * `dst_offset`: Offset in `dst`, in bytes.
    /// * `src`: The bytes to copy.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_htod(&self, dst_offset: u64, src: &[u8], stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memcpy_htod(self.raw, dst_offset, src.as_ptr().cast(), src.len(), stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Copies from a [`Mem`] to host memory, behind what the stream has been given so far, and returns when
    /// all bytes are there.
    ///
    /// * `dst`: Where the bytes go; all `size` of them are written.
    /// * `src_offset`: Offset in `src`, in bytes.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_dtoh(&self, dst: &mut [u8], src_offset: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memcpy_dtoh(dst.as_mut_ptr().cast::<c_void>(), self.raw, src_offset, dst.len(), stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Copies between two [`Mem`] of one context, wherever they are, queued on a stream. The ranges must not
    /// overlap.
    ///
    /// * `dst_offset`: Offset in `dst`, in bytes.
    /// * `src`: The memory to copy from.
    /// * `src_offset`: Offset in `src`, in bytes.
    /// * `size`: How much to copy, in bytes; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_dtod(&self, dst_offset: u64, src: &Mem, src_offset: u64, size: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memcpy_dtod(self.raw, dst_offset, src.raw, src_offset, size, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Copies from page-locked memory to a [`Mem`], queued on a stream.
    ///
    /// * `dst_offset`: Offset in `dst`, in bytes.
    /// * `src`: Page-locked memory, or a part of it.
    /// * `src_offset`: Offset in `src`, in bytes.
    /// * `size`: How much to copy, in bytes; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_htod_async(&self, dst_offset: u64, src: &Mem, src_offset: u64, size: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memcpy_htod_async(self.raw, dst_offset, src.raw, src_offset, size, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Copies from a [`Mem`] to page-locked memory, queued on a stream.
    ///
    /// * `dst_offset`: Offset in `dst`, in bytes.
    /// * `src`: The memory to copy from.
    /// * `src_offset`: Offset in `src`, in bytes.
    /// * `size`: How much to copy, in bytes; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memcpy_dtoh_async(&self, dst_offset: u64, src: &Mem, src_offset: u64, size: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memcpy_dtoh_async(self.raw, dst_offset, src.raw, src_offset, size, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Fills with an 8-bit pattern, queued on a stream.
    ///
    /// * `offset`: Where the fill begins, in bytes.
    /// * `value`: The pattern.
    /// * `count`: How many patterns; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
    pub fn memset_d8(&self, offset: u64, value: u8, count: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memset_d8(self.raw, offset, value, count, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Fills with a 16-bit pattern, queued on a stream. `offset` must be a multiple of 2.
    ///
    /// * `offset`: Where the fill begins, in bytes.
    /// * `value`: The pattern.
    /// * `count`: How many patterns; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `WRONG_CONTEXT`, `INVALID_ARGUMENT`, `OUT_OF_RANGE`, any device error.
    pub fn memset_d16(&self, offset: u64, value: u16, count: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memset_d16(self.raw, offset, value, count, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }

    /// Fills with a 32-bit pattern, queued on a stream. `offset` must be a multiple of 4.
    ///
    /// * `offset`: Where the fill begins, in bytes.
    /// * `value`: The pattern.
    /// * `count`: How many patterns; 0 does nothing.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `WRONG_CONTEXT`, `INVALID_ARGUMENT`, `OUT_OF_RANGE`, any device error.
    pub fn memset_d32(&self, offset: u64, value: u32, count: u64, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_memset_d32(self.raw, offset, value, count, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }
}

/// Compiled code, loaded into a context.
///
/// A module is compiled code with its global variables, loaded into a context. From source it is compiled by
/// NVRTC for a GPU and by gridcall-cc for the CPU device; both outputs are kept in the compile cache. No
/// `extern "C"` is needed: kernels are found by the name the source gives them.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Module {
    raw: *mut sys::gc_module,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Module {}
unsafe impl Sync for Module {}

impl Module {
    /// The C handle, for other code that speaks to the library. Still owned by `self`.
    pub fn raw(&self) -> *mut sys::gc_module {
        self.raw
    }

    /// Takes a C handle over.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_module` that nobody else releases.
    pub unsafe fn from_raw(raw: *mut sys::gc_module) -> Module {
        Module { raw }
    }

    /// The C handle, no longer owned: somebody must release it.
    pub fn into_raw(self) -> *mut sys::gc_module {
        let raw = self.raw;
        core::mem::forget(self);
        raw
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Module({:#x})", self.raw as usize)
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and a release only queues its work.
        unsafe { sys::gc_module_release(self.raw) }
    }
}

/// How a source is compiled.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CompileFlags(pub u64);

impl CompileFlags {
    /// Neither look in the compile cache nor fill it.
    pub const NO_CACHE: CompileFlags = CompileFlags(1 << 0);
    /// Compile to optimised code at once, also a very large source (see [`Module::from_source`]).
    /// `GRIDCALL_DISABLE_TIERING`=1 in the environment does it for all. CPU device only.
    pub const NO_TIERING: CompileFlags = CompileFlags(1 << 1);
    /// For source that nobody vouches for: the compiler reads no file but its own headers and the toolkit's.
    /// A header that the source names must be one of `headers`; options that name a folder, a file or a
    /// program are refused. On a GPU Thrust is refused too, whose headers can be made to name any file.
    pub const NO_FILES: CompileFlags = CompileFlags(1 << 2);

    /// Whether all of `other`'s flags are set.
    pub const fn contains(self, other: CompileFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for CompileFlags {
    type Output = CompileFlags;
    fn bitor(self, other: CompileFlags) -> CompileFlags {
        CompileFlags(self.0 | other.0)
    }
}

/// A preprocessor definition.
#[derive(Clone, Copy, Debug, Default)]
pub struct Define<'a> {
    /// The macro.
    pub name: &'a str,
    /// Its value. None: 1.
    pub value: Option<&'a str>,
}

impl Define<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_define> {
        Ok(sys::gc_define {
            name: keep.text("define.name", self.name)?,
            value: keep.optional("define.value", self.value)?,
        })
    }
}

/// A header that the source can include, from memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Header<'a> {
    /// As #include spells it.
    pub name: &'a str,
    /// Its content.
    pub text: &'a str,
}

impl Header<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_header> {
        Ok(sys::gc_header {
            name: keep.text("header.name", self.name)?,
            text: keep.text("header.text", self.text)?,
        })
    }
}

/// How to compile a source.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompileOptions<'a> {
    /// [`CompileFlags`] bits.
    pub flags: CompileFlags,
    /// What diagnostics call the source. If it is a file's path, headers beside that file are found. None:
    /// "source.cu".
    pub name: Option<&'a str>,
    /// The architecture, "sm_90" or "compute_90". None: the device's own.
    pub arch: Option<&'a str>,
    /// Further compiler options, NVRTC's spelling; nvcc's are translated where they have a meaning and
    /// refused by name where not.
    pub options: &'a [&'a str],
    /// Preprocessor definitions.
    pub defines: &'a [Define<'a>],
    /// Directories to search for headers.
    pub include_dirs: &'a [&'a str],
    /// Headers from memory; they go before files.
    pub headers: &'a [Header<'a>],
    /// Template instances to make, as [`Module::kernel`] will be asked for them: "scale\<float\>".
    pub instances: &'a [&'a str],
}

impl CompileOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_compile_options> {
        Ok(sys::gc_compile_options {
            struct_size: core::mem::size_of::<sys::gc_compile_options>(),
            flags: self.flags.0,
            name: keep.optional("compile_options.name", self.name)?,
            arch: keep.optional("compile_options.arch", self.arch)?,
            options: keep.texts("compile_options.options", self.options)?,
            option_count: self.options.len(),
            defines: keep.array(self.defines, |item, keep| item.as_c(keep))?,
            define_count: self.defines.len(),
            include_dirs: keep.texts("compile_options.include_dirs", self.include_dirs)?,
            include_dir_count: self.include_dirs.len(),
            headers: keep.array(self.headers, |item, keep| item.as_c(keep))?,
            header_count: self.headers.len(),
            instances: keep.texts("compile_options.instances", self.instances)?,
            instance_count: self.instances.len(),
        })
    }
}

/// How to load compiled code.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModuleOptions {
}

impl ModuleOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_module_options {
        sys::gc_module_options {
            struct_size: core::mem::size_of::<sys::gc_module_options>(),
        }
    }
}

impl Module {
    /// Compiles CUDA C++ source and loads it. On failure the error carries the compiler's log: file, line,
    /// column, the source line and a caret. For the CPU device a very large source is first compiled to
    /// baseline code, in which kernels run as in CPU_MODE 1 and slower; the function returns with it, a
    /// thread of the library compiles the optimised code, and launches run that as soon as it is ready.
    /// Results, variables and handles stay as they are; the attribute CPU_IS_BASELINE of a kernel tells which
    /// code runs.
    ///
    /// * `context`: The context to load it in.
    /// * `source`: CUDA C++ source, UTF-8.
    /// * `options`: How to compile it. None: all defaults.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `UNSUPPORTED`, `IO`, any compile error (4xx),
    /// any device error.
    pub fn from_source(context: &Context, source: &str, options: Option<&CompileOptions<'_>>) -> Result<Module> {
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut out_module = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_module_from_source(context.raw, source.as_ptr().cast(), source.len(), options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_module, &mut error) };
        check(status, error)?;
        Ok(Module { raw: out_module })
    }

    /// Loads compiled code: PTX, a cubin or a fatbin. For the CPU device compile CUDA C++ source with
    /// [`Module::from_source`]. Only on a GPU: the CPU device returns UNSUPPORTED.
    ///
    /// * `context`: The context to load it in.
    /// * `image`: The code; PTX text needs no NUL at its end.
    /// * `options`: How to load it; there is no option yet. None: all defaults.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `UNSUPPORTED`, any compile error (4xx), any
    /// device error.
    pub fn from_buffer(context: &Context, image: &[u8], options: Option<&ModuleOptions>) -> Result<Module> {
        let options = options.map(|o| o.as_c());
        let mut out_module = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_module_from_buffer(context.raw, image.as_ptr().cast(), image.len(), options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_module, &mut error) };
        check(status, error)?;
        Ok(Module { raw: out_module })
    }

    /// Loads a file: compiled code as [`Module::from_buffer`] takes it if its content is PTX, a cubin or a
    /// fatbin, else CUDA C++ source. A regular file of 1 GiB at most: NOT_FOUND if there is none,
    /// INVALID_ARGUMENT for a directory, a FIFO or a device, OUT_OF_RANGE for a larger one, IO if it cannot
    /// be read.
    ///
    /// * `context`: The context to load it in.
    /// * `path`: The file.
    /// * `options`: How to compile source; INVALID_OPTIONS if the file is compiled code and an option is
    ///   given. None: all defaults.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `OUT_OF_RANGE`, `NOT_FOUND`, `UNSUPPORTED`,
    /// `IO`, any compile error (4xx), any device error.
    pub fn from_file(context: &Context, path: &str, options: Option<&CompileOptions<'_>>) -> Result<Module> {
        let path = c_text("path", path)?;
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut out_module = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_module_from_file(context.raw, path.as_ptr(), options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_module, &mut error) };
        check(status, error)?;
        Ok(Module { raw: out_module })
    }

    /// A kernel of the module, by the name the source gives it ("vector_add", "lib::vector_add"), a template
    /// instance ("scale\<float\>"), or the compiled name. NOT_FOUND lists the kernels there are.
    ///
    /// * `name`: The name.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `NOT_FOUND`, any compile error (4xx), any device error.
    pub fn kernel(&self, name: &str) -> Result<Kernel> {
        let name = c_text("name", name)?;
        let mut out_kernel = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_module_get_kernel(self.raw, name.as_ptr(), &mut out_kernel, &mut error) };
        check(status, error)?;
        Ok(Kernel { raw: out_kernel })
    }

    /// How many kernels the module has.
    ///
    /// * returns: The count.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`, any launch error (3xx), any driver error.
    pub fn kernel_count(&self) -> Result<usize> {
        let mut out_count = 0usize;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_module_get_kernel_count(self.raw, &mut out_count, &mut error) };
        check(status, error)?;
        Ok(out_count)
    }

    /// The name of one kernel of the module, as [`Module::kernel`] takes it.
    ///
    /// * `index`: From 0, below [`Module::kernel_count`].
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any
    /// driver error.
    pub fn kernel_name(&self, index: usize) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_module_get_kernel_name(self.raw, index, buffer, capacity, needed, error) })
    }

    /// A __device__ or __constant__ variable of the module, as memory to copy to and from. It keeps the
    /// module alive.
    ///
    /// * `name`: The variable's name in the source, or its compiled name.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `NOT_FOUND`, any device error.
    pub fn global(&self, name: &str) -> Result<Mem> {
        let name = c_text("name", name)?;
        let mut out_mem = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_module_get_global(self.raw, name.as_ptr(), &mut out_mem, &mut error) };
        check(status, error)?;
        Ok(Mem { raw: out_mem })
    }

    /// What the compiler said of a source that compiled: warnings; "" if nothing.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn log(&self) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_module_get_log(self.raw, buffer, capacity, needed, error) })
    }

    /// Whether the code came from the compile cache, so that no compiler ran.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn is_cached(&self) -> Result<bool> {
        let mut out_cached = 0;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_module_is_cached(self.raw, &mut out_cached, &mut error) };
        check(status, error)?;
        Ok(out_cached != 0)
    }
}

/// One __global__ function of a module.
///
/// A kernel is one entry point of a module.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Kernel {
    raw: *mut sys::gc_kernel,
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

/// What can be asked of a kernel, with CUDA's own numbers (CUDA Driver API, CUfunction_attribute).
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
    /// How launches run. 0, the default: as vectors of a warp's threads where the kernel allows it. 1,
    /// reference: each thread by itself, to compare with; can be set. Not CUDA's number. CPU device only.
    pub const CPU_MODE: KernelAttribute = KernelAttribute(100001);
    /// For which block shapes there is vector code. 0: none, the kernel always runs as in reference mode. Bit
    /// 0: 1-D blocks and rows of a multiple of 32 threads; bit 1: rows of a multiple of 16; bit 2: any shape.
    /// Not CUDA's number. CPU device only.
    pub const CPU_WARP_LAYOUTS: KernelAttribute = KernelAttribute(100002);
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
            100003 => "CPU_IS_BASELINE",
            other => return write!(f, "KernelAttribute({other})"),
        })
    }
}

/// What a value is. A pointer has POINTER added to the type of what it points to: 267 is a pointer to
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

/// One parameter of a kernel. Its texts are valid as long as a handle of the kernel.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelParam {
    /// Where it is in the parameter block, in bytes.
    pub offset: u64,
    /// Its size, in bytes.
    pub size: u64,
    /// What it is. Known for every kernel of the CPU device, and for a GPU from the compiled name of a C++
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
    /// * `attribute`: Which one.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `NOT_FOUND`, any launch error (3xx), any driver error.
    pub fn attribute(&self, attribute: KernelAttribute) -> Result<i32> {
        let mut out_value = 0i32;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_kernel_get_attribute(self.raw, attribute.0, &mut out_value, &mut error) };
        check(status, error)?;
        Ok(out_value)
    }

    /// Sets an attribute: MAX_DYNAMIC_SHARED_SIZE_BYTES (needed above 48 KiB),
    /// PREFERRED_SHARED_MEMORY_CARVEOUT or, on the CPU device (UNSUPPORTED on a GPU), CPU_MODE. Other numbers
    /// are passed to the driver. It holds for every handle of this kernel.
    ///
    /// * `attribute`: Which one.
    /// * `value`: Its new value.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `OUT_OF_RANGE`, `UNSUPPORTED`, any launch error (3xx), any
    /// driver error.
    pub fn set_attribute(&self, attribute: KernelAttribute, value: i32) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_kernel_set_attribute(self.raw, attribute.0, value, &mut error) };
        check(status, error)
    }

    /// How many parameters the kernel takes. UNSUPPORTED where neither the driver (before CUDA 12.4) nor the
    /// image tells.
    ///
    /// * returns: The count.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `UNSUPPORTED`.
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
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `OUT_OF_RANGE`, `UNSUPPORTED`.
    pub fn param(&self, index: usize) -> Result<KernelParam> {
        let mut out_param = sys::gc_kernel_param { struct_size: core::mem::size_of::<sys::gc_kernel_param>(), ..unsafe { core::mem::zeroed() } };
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_kernel_get_param(self.raw, index, &mut out_param, &mut error) };
        check(status, error)?;
        Ok(KernelParam::from_c(out_param))
    }
}

/// A launch whose kernel, shape and arguments were checked once. One thread at a time may change or launch
/// it: others get INVALID_STATE.
///
/// A launch runs a kernel on a grid of blocks of threads. Count and size of the arguments are compared with
/// what the kernel takes before anything is queued. If the device refuses a launch the error says which limit
/// it breaks.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Prepared {
    raw: *mut sys::gc_prepared,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Prepared {}
unsafe impl Sync for Prepared {}

impl Prepared {
    /// The C handle, for other code that speaks to the library. Still owned by `self`.
    pub fn raw(&self) -> *mut sys::gc_prepared {
        self.raw
    }

    /// Takes a C handle over.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_prepared` that nobody else releases.
    pub unsafe fn from_raw(raw: *mut sys::gc_prepared) -> Prepared {
        Prepared { raw }
    }

    /// The C handle, no longer owned: somebody must release it.
    pub fn into_raw(self) -> *mut sys::gc_prepared {
        let raw = self.raw;
        core::mem::forget(self);
        raw
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prepared({:#x})", self.raw as usize)
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and a release only queues its work.
        unsafe { sys::gc_prepared_release(self.raw) }
    }
}

/// How a [`Arg`] carries its value.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArgKind(pub i32);

impl ArgKind {
    /// `bits` holds the value, `size` its size: 1, 2, 4 or 8 bytes; the lowest bytes of `bits`, also for
    /// float and double.
    pub const SCALAR: ArgKind = ArgKind(1);
    /// `object` is a [`Mem`]; the kernel gets its device address plus `bits` bytes. `size` is 0 or 8.
    pub const MEM: ArgKind = ArgKind(2);
    /// The value is `size` bytes at offset `bits` of the launch's `bytes`: a struct of any size.
    pub const BYTES: ArgKind = ArgKind(3);
    /// The value is `size` bytes at the host address `object`, of any type; copied before the function
    /// returns. In C: `GRIDCALL_ARG`.
    pub const VALUE: ArgKind = ArgKind(4);
}

impl fmt::Debug for ArgKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            1 => "SCALAR",
            2 => "MEM",
            3 => "BYTES",
            4 => "VALUE",
            other => return write!(f, "ArgKind({other})"),
        })
    }
}

/// One kernel argument: plain data, which any language can build. In C write `GRIDCALL_ARG`(x) for a variable
/// and `GRIDCALL_ARG_MEM`(m) for memory. With a type it is compared with the parameter's, where that is
/// known, and ARGUMENT_MISMATCH names both: integers of one size are alike, memory of bytes, and void*, char*
/// and pointers to structs take any memory, and a struct any bytes of its size.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Arg<'a>(sys::gc_arg, PhantomData<&'a ()>);

impl<'a> Arg<'a> {
    /// The arg with these fields.
    ///
    /// * `kind`: How to read the rest.
    /// * `size`: The size of the value, in bytes.
    /// * `bits`: The value (SCALAR), an offset in the memory (MEM), or an offset in the launch's `bytes`
    ///   (BYTES).
    /// * `object`: The memory (MEM), or the address of the value (VALUE). None: kinds SCALAR and BYTES.
    /// * `value_type`: What the value is, or for kind MEM what the memory's elements are; UNKNOWN is not
    ///   compared with anything.
    #[inline]
    pub fn new(kind: ArgKind, size: u32, bits: u64, object: Option<&'a Mem>, value_type: ValueType) -> Arg<'a> {
        Arg(sys::gc_arg {
            kind: kind.0,
            size,
            bits,
            object: object.map_or(ptr::null(), |m| m.raw.cast()),
            value_type: value_type.0,
            reserved: 0,
        }, PhantomData)
    }
    /// How to read the rest.
    pub fn kind(&self) -> ArgKind {
        ArgKind(self.0.kind)
    }
    /// The size of the value, in bytes.
    pub fn size(&self) -> u32 {
        self.0.size
    }
    /// The value (SCALAR), an offset in the memory (MEM), or an offset in the launch's `bytes` (BYTES).
    pub fn bits(&self) -> u64 {
        self.0.bits
    }
    /// What the value is, or for kind MEM what the memory's elements are; UNKNOWN is not compared with
    /// anything.
    pub fn value_type(&self) -> ValueType {
        ValueType(self.0.value_type)
    }
}

impl fmt::Debug for Arg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arg")
            .field("kind", &self.kind())
            .field("size", &self.size())
            .field("bits", &self.bits())
            .field("object", &self.0.object)
            .field("value_type", &self.value_type())
            .finish()
    }
}
unsafe impl Send for Arg<'_> {}
unsafe impl Sync for Arg<'_> {}

/// The shape of a launch.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct LaunchConfig<'a> {
    /// Blocks in x.
    pub grid_x: u32,
    /// Blocks in y; 0 means 1.
    pub grid_y: u32,
    /// Blocks in z; 0 means 1.
    pub grid_z: u32,
    /// Threads of a block in x.
    pub block_x: u32,
    /// Threads of a block in y; 0 means 1.
    pub block_y: u32,
    /// Threads of a block in z; 0 means 1.
    pub block_z: u32,
    /// Dynamic shared memory of a block, in bytes.
    pub shared_size: u64,
    /// The values of arguments of kind BYTES. Empty: no argument of kind BYTES.
    pub bytes: &'a [u8],
    /// How long the kernel may run, in nanoseconds, from when it begins; the time in the queue does not
    /// count. 0: as the environment variable `GRIDCALL_KERNEL_TIMEOUT` says, in seconds, else without a
    /// limit. The largest number: without a limit. The CPU device ends a kernel that exceeds it, and the
    /// stream reports LAUNCH_TIMEOUT. A GPU cannot end a kernel: the call that waits for it returns
    /// LAUNCH_TIMEOUT, once, while it still runs.
    pub timeout_nanoseconds: u64,
}

impl LaunchConfig<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_launch_config {
        sys::gc_launch_config {
            struct_size: core::mem::size_of::<sys::gc_launch_config>(),
            grid_x: self.grid_x,
            grid_y: self.grid_y,
            grid_z: self.grid_z,
            block_x: self.block_x,
            block_y: self.block_y,
            block_z: self.block_z,
            shared_size: self.shared_size,
            bytes: if self.bytes.is_empty() { ptr::null() } else { self.bytes.as_ptr().cast() },
            bytes_size: self.bytes.len(),
            timeout_nanoseconds: self.timeout_nanoseconds,
        }
    }
}

impl Kernel {
    /// Queues a launch. Values are copied before the call returns, and memory named by an argument stays
    /// alive until the kernel is done.
    ///
    /// * `config`: The shape: grid, block and shared memory.
    /// * `args`: The arguments, in the kernel's order.
    /// * `stream`: The stream it is queued on; of the kernel's context. None: the default stream of the
    ///   kernel's context.
    ///
    /// # Safety
    /// The kernel runs with these arguments: it must accept them, and stay inside the memory they name.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `OUT_OF_RANGE`, `WRONG_CONTEXT`,
    /// `UNSUPPORTED`, any device error.
    #[inline]
    pub unsafe fn launch(&self, config: &LaunchConfig<'_>, args: &[Arg<'_>], stream: Option<&Stream>) -> Result<()> {
        let config = config.as_c();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_launch(self.raw, &config, if args.is_empty() { ptr::null() } else { args.as_ptr().cast() }, args.len(), stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }
}

impl Prepared {
    /// Checks a launch once and keeps it, with its own copy of the arguments. It holds the kernel and the
    /// memory.
    ///
    /// * `kernel`: The kernel to run.
    /// * `config`: The shape: grid, block and shared memory.
    /// * `args`: The arguments, in the kernel's order.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `OUT_OF_RANGE`, `WRONG_CONTEXT`,
    /// `UNSUPPORTED`, any launch error (3xx), any driver error.
    pub fn create(kernel: &Kernel, config: &LaunchConfig<'_>, args: &[Arg<'_>]) -> Result<Prepared> {
        let config = config.as_c();
        let mut out_prepared = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_prepared_create(kernel.raw, &config, if args.is_empty() { ptr::null() } else { args.as_ptr().cast() }, args.len(), &mut out_prepared, &mut error) };
        check(status, error)?;
        Ok(Prepared { raw: out_prepared })
    }

    /// Replaces one argument; launches already queued keep the old one.
    ///
    /// * `index`: Which argument, from 0.
    /// * `arg`: Its new value; of the size the kernel takes.
    /// * `bytes`: The value of an argument of kind BYTES. None: not of kind BYTES.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `INVALID_STATE`, `OUT_OF_RANGE`,
    /// `WRONG_CONTEXT`, any launch error (3xx).
    pub fn set_arg(&self, index: usize, arg: &Arg<'_>, bytes: Option<&[u8]>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_prepared_set_arg(self.raw, index, ptr::addr_of!(arg.0), bytes.map_or(ptr::null(), |b| b.as_ptr().cast()), bytes.map_or(0, <[u8]>::len), &mut error) };
        check(status, error)
    }

    /// Queues the prepared launch as it stands.
    ///
    /// * `stream`: The stream it is queued on; of the kernel's context. None: the default stream of the
    ///   kernel's context.
    ///
    /// # Safety
    /// The kernel runs with the prepared arguments: it must stay inside the memory they name.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, `INVALID_STATE`, `WRONG_CONTEXT`, any device error.
    #[inline]
    pub unsafe fn launch(&self, stream: Option<&Stream>) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_prepared_launch(self.raw, stream.map_or(ptr::null_mut(), |h| h.raw), &mut error) };
        check(status, error)
    }
}

/// A caching allocator over device or page-locked memory.
///
/// A pool keeps released blocks and hands them out again, which is far cheaper than asking the driver. A
/// block is reused on another stream only after the work that used it is done; on the same stream at once.
/// When memory runs out the pool gives back what it holds and tries again before it reports OUT_OF_MEMORY.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Pool {
    raw: *mut sys::gc_pool,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Pool {}
unsafe impl Sync for Pool {}

impl Pool {
    /// The C handle, for other code that speaks to the library. Still owned by `self`.
    pub fn raw(&self) -> *mut sys::gc_pool {
        self.raw
    }

    /// Takes a C handle over.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_pool` that nobody else releases.
    pub unsafe fn from_raw(raw: *mut sys::gc_pool) -> Pool {
        Pool { raw }
    }

    /// The C handle, no longer owned: somebody must release it.
    pub fn into_raw(self) -> *mut sys::gc_pool {
        let raw = self.raw;
        core::mem::forget(self);
        raw
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pool({:#x})", self.raw as usize)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and a release only queues its work.
        unsafe { sys::gc_pool_release(self.raw) }
    }
}

/// How to make a pool.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug)]
pub struct PoolOptions {
    /// Where its memory is; 0 means [`MemPlace::DEVICE`].
    pub place: MemPlace,
    /// Most memory to take from the driver, in bytes, held and active together; 0 for no limit.
    pub limit: u64,
}

impl Default for PoolOptions {
    fn default() -> PoolOptions {
        PoolOptions {
            place: MemPlace(0),
            limit: Default::default(),
        }
    }
}

impl PoolOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_pool_options {
        sys::gc_pool_options {
            struct_size: core::mem::size_of::<sys::gc_pool_options>(),
            place: self.place.0,
            reserved: 0,
            limit: self.limit,
        }
    }
}

/// What a pool has, at one moment.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolStatistics {
    /// Released blocks, kept for reuse.
    pub held_blocks: u64,
    /// Their size, in bytes.
    pub held_bytes: u64,
    /// Blocks in use.
    pub active_blocks: u64,
    /// Their size, in bytes, as rounded up by the pool.
    pub active_bytes: u64,
    /// The most that held and active were together, in bytes.
    pub peak_bytes: u64,
    /// The limit, in bytes; 0 for none.
    pub limit: u64,
}

impl PoolStatistics {
    pub(crate) fn from_c(c: sys::gc_pool_statistics) -> PoolStatistics {
        PoolStatistics {
            held_blocks: c.held_blocks,
            held_bytes: c.held_bytes,
            active_blocks: c.active_blocks,
            active_bytes: c.active_bytes,
            peak_bytes: c.peak_bytes,
            limit: c.limit,
        }
    }
}

impl Pool {
    /// Makes a pool.
    ///
    /// * `context`: The context to allocate in.
    /// * `options`: Place and limit. None: a device pool without limit.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`, `FORKED`, `EXITING`.
    pub fn create(context: &Context, options: Option<&PoolOptions>) -> Result<Pool> {
        let options = options.map(|o| o.as_c());
        let mut out_pool = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_pool_create(context.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_pool, &mut error) };
        check(status, error)?;
        Ok(Pool { raw: out_pool })
    }

    /// Memory from the pool, aligned to 256 bytes. Releasing it gives it back to the pool. The content is
    /// undefined.
    ///
    /// * `size`: Its size, in bytes; not 0.
    /// * `stream`: The stream it is used on first: blocks that were last used there are taken first. None:
    ///   the default stream of the pool's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `WRONG_CONTEXT`, `POOL_LIMIT`, any device error.
    pub fn alloc(&self, size: u64, stream: Option<&Stream>) -> Result<Mem> {
        let mut out_mem = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_pool_alloc(self.raw, size, stream.map_or(ptr::null_mut(), |h| h.raw), &mut out_mem, &mut error) };
        check(status, error)?;
        Ok(Mem { raw: out_mem })
    }

    /// Blocks and bytes, held and active.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`.
    pub fn statistics(&self) -> Result<PoolStatistics> {
        let mut out_statistics = sys::gc_pool_statistics { struct_size: core::mem::size_of::<sys::gc_pool_statistics>(), ..unsafe { core::mem::zeroed() } };
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_pool_get_statistics(self.raw, &mut out_statistics, &mut error) };
        check(status, error)?;
        Ok(PoolStatistics::from_c(out_statistics))
    }

    /// Gives every held block back to the driver, waiting for work that still uses one.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, any launch error (3xx), any driver error.
    pub fn free_held(&self) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_pool_free_held(self.raw, &mut error) };
        check(status, error)
    }

    /// Gives every held block back, and from now on each block as it is released.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, any launch error (3xx), any driver error.
    pub fn stop_holding(&self) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_pool_stop_holding(self.raw, &mut error) };
        check(status, error)
    }

    /// Changes the limit. Held blocks above it are given back; active ones stay.
    ///
    /// * `limit`: The new limit, in bytes; 0 for none.
    ///
    /// # Errors
    /// `INVALID_HANDLE`, any launch error (3xx), any driver error.
    pub fn set_limit(&self, limit: u64) -> Result<()> {
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_pool_set_limit(self.raw, limit, &mut error) };
        check(status, error)
    }
}

/// What the compile cache did in this process.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheStatistics {
    /// Compilations saved.
    pub hits: u64,
    /// Compilations done because nothing was found.
    pub misses: u64,
    /// Entries or directories that could not be read, were damaged or were refused, and entries that could
    /// not be written.
    pub errors: u64,
    /// true if the cache is on, else false.
    pub enabled: bool,
}

impl CacheStatistics {
    pub(crate) fn from_c(c: sys::gc_cache_statistics) -> CacheStatistics {
        CacheStatistics {
            hits: c.hits,
            misses: c.misses,
            errors: c.errors,
            enabled: c.enabled != 0,
        }
    }
}

/// What the compile cache did in this process.
///
/// # Errors
/// `INVALID_ARGUMENT`, `INVALID_OPTIONS`.
pub fn cache_statistics() -> Result<CacheStatistics> {
    let mut out_statistics = sys::gc_cache_statistics { struct_size: core::mem::size_of::<sys::gc_cache_statistics>(), ..unsafe { core::mem::zeroed() } };
    let mut error = ptr::null_mut();
    let status = unsafe { sys::gc_cache_get_statistics(&mut out_statistics, &mut error) };
    check(status, error)?;
    Ok(CacheStatistics::from_c(out_statistics))
}

/// Where the compile cache is, or "" if it is off.
///
/// # Errors
/// `INVALID_ARGUMENT`.
pub fn cache_directory() -> Result<String> {
    string_out(|buffer, capacity, needed, error| unsafe { sys::gc_cache_get_directory(buffer, capacity, needed, error) })
}

/// Why the compile cache is off, in a sentence that names the setting or the directory; "" if it is on.
///
/// # Errors
/// `INVALID_ARGUMENT`.
pub fn cache_disabled_reason() -> Result<String> {
    string_out(|buffer, capacity, needed, error| unsafe { sys::gc_cache_get_disabled_reason(buffer, capacity, needed, error) })
}

/// Removes every entry of the compile cache, also those of other programs of this user.
///
/// # Errors
/// `INVALID_ARGUMENT`, `IO`.
pub fn cache_clear() -> Result<()> {
    let mut error = ptr::null_mut();
    let status = unsafe { sys::gc_cache_clear(&mut error) };
    check(status, error)
}
