// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use core::ffi::c_char;

/// The status that a function returns.
pub type gc_status = i32;
/// It worked.
pub const GRIDCALL_OK: gc_status = 0;
/// An argument is NULL, zero, misaligned or contradicts another.
pub const GRIDCALL_ERROR_INVALID_ARGUMENT: gc_status = 100;
/// A handle is NULL, was released, is of another type, or was never a handle.
pub const GRIDCALL_ERROR_INVALID_HANDLE: gc_status = 101;
/// An offset, size, count or index lies outside the thing it indexes.
pub const GRIDCALL_ERROR_OUT_OF_RANGE: gc_status = 102;
/// An options struct has a wrong struct_size, an unknown flag or a non-zero tail.
pub const GRIDCALL_ERROR_INVALID_OPTIONS: gc_status = 103;
/// No device, kernel, global or attribute of that name.
pub const GRIDCALL_ERROR_NOT_FOUND: gc_status = 104;
/// Two objects of one call belong to different contexts.
pub const GRIDCALL_ERROR_WRONG_CONTEXT: gc_status = 105;
/// The object is not in a state for this: an event that was never recorded, a fault not yet reported.
pub const GRIDCALL_ERROR_INVALID_STATE: gc_status = 106;
/// The work asked about has not finished.
pub const GRIDCALL_ERROR_NOT_READY: gc_status = 107;
/// Host memory is registered or page-locked already, all of it or a part.
pub const GRIDCALL_ERROR_ALREADY_REGISTERED: gc_status = 108;
/// The device has not enough memory.
pub const GRIDCALL_ERROR_OUT_OF_MEMORY: gc_status = 200;
/// The host has not enough memory.
pub const GRIDCALL_ERROR_OUT_OF_HOST_MEMORY: gc_status = 201;
/// The pool's own limit is reached.
pub const GRIDCALL_ERROR_POOL_LIMIT: gc_status = 202;
/// The grid, block or shared memory is more than the device or the kernel allows.
pub const GRIDCALL_ERROR_INVALID_LAUNCH: gc_status = 300;
/// The arguments of a launch are not what the kernel takes, in count or in size.
pub const GRIDCALL_ERROR_ARGUMENT_MISMATCH: gc_status = 301;
/// A kernel touched memory that is not there.
pub const GRIDCALL_ERROR_ILLEGAL_ADDRESS: gc_status = 302;
/// A kernel accessed an address that is not a multiple of the access size.
pub const GRIDCALL_ERROR_MISALIGNED_ADDRESS: gc_status = 303;
/// A kernel ended itself (__trap), or failed in a way the device does not specify.
pub const GRIDCALL_ERROR_KERNEL_TRAP: gc_status = 304;
/// An assert in a kernel failed.
pub const GRIDCALL_ERROR_KERNEL_ASSERT: gc_status = 305;
/// A kernel divided an integer by zero. CPU device only.
pub const GRIDCALL_ERROR_DIVIDE_BY_ZERO: gc_status = 306;
/// A thread of a kernel used more stack than it has.
pub const GRIDCALL_ERROR_STACK_OVERFLOW: gc_status = 307;
/// A kernel ran longer than its time limit. The CPU device has ended it; on a GPU it still runs, unless the
/// driver itself ended it.
pub const GRIDCALL_ERROR_LAUNCH_TIMEOUT: gc_status = 308;
/// A kernel failed for another reason; driver name and text say which.
pub const GRIDCALL_ERROR_LAUNCH_FAILED: gc_status = 309;
/// Every thread of a block waits for another. CPU device only.
pub const GRIDCALL_ERROR_KERNEL_DEADLOCK: gc_status = 310;
/// An earlier fault of a kernel, in any context and on any GPU, made CUDA unusable for this process; start a
/// new process.
pub const GRIDCALL_ERROR_DEVICE_LOST: gc_status = 311;
/// The work was ended by gc_stream_cancel, or with the process that it was of (gc_event_open_ipc).
pub const GRIDCALL_ERROR_CANCELLED: gc_status = 312;
/// The source does not compile; the compile log says why.
pub const GRIDCALL_ERROR_COMPILE: gc_status = 400;
/// No compiler for this device was found; the notes list where it was looked for.
pub const GRIDCALL_ERROR_COMPILER_UNAVAILABLE: gc_status = 401;
/// The compiler itself crashed or returned nonsense.
pub const GRIDCALL_ERROR_COMPILER_FAILED: gc_status = 402;
/// The compiler took longer than its time limit and was ended.
pub const GRIDCALL_ERROR_COMPILE_TIMEOUT: gc_status = 403;
/// The bytes are no module image, or a damaged one.
pub const GRIDCALL_ERROR_INVALID_IMAGE: gc_status = 404;
/// The image is for another architecture, or newer than the driver.
pub const GRIDCALL_ERROR_INCOMPATIBLE_IMAGE: gc_status = 405;
/// The compiler for this device does not know the option.
pub const GRIDCALL_ERROR_INVALID_COMPILE_OPTION: gc_status = 406;
/// The driver failed with a code that has no status of its own; driver code and name tell which.
pub const GRIDCALL_ERROR_DRIVER: gc_status = 500;
/// There is no such device, or none at all.
pub const GRIDCALL_ERROR_NO_DEVICE: gc_status = 501;
/// The driver library was not found or cannot be loaded.
pub const GRIDCALL_ERROR_DRIVER_UNAVAILABLE: gc_status = 502;
/// The driver lacks a function that this call needs.
pub const GRIDCALL_ERROR_DRIVER_TOO_OLD: gc_status = 503;
/// A file could not be read or written.
pub const GRIDCALL_ERROR_IO: gc_status = 504;
/// A defect in gridcall itself; please report it.
pub const GRIDCALL_ERROR_INTERNAL: gc_status = 505;
/// This device or driver cannot do it; the message says which part is missing.
pub const GRIDCALL_ERROR_UNSUPPORTED: gc_status = 506;
/// The process was forked after the library was used; CUDA does not work in the child. Use it first in the
/// child, or exec.
pub const GRIDCALL_ERROR_FORKED: gc_status = 507;
/// The process is exiting; the driver may already be gone.
pub const GRIDCALL_ERROR_EXITING: gc_status = 508;
/// NCCL or MPI failed; the message has its own code and text.
pub const GRIDCALL_ERROR_COMM: gc_status = 520;
/// NCCL or MPI was not found or cannot be opened; the notes list where it was looked for.
pub const GRIDCALL_ERROR_COMM_UNAVAILABLE: gc_status = 521;
/// NCCL or MPI is older than this library needs.
pub const GRIDCALL_ERROR_COMM_TOO_OLD: gc_status = 522;
/// Another rank of the communicator has died, or cannot be reached.
pub const GRIDCALL_ERROR_COMM_PEER_LOST: gc_status = 523;
/// Other ranks did not come, or an operation did not end, within the communicator's time limit.
pub const GRIDCALL_ERROR_COMM_TIMEOUT: gc_status = 524;
/// The communicator was aborted while the work was under way.
pub const GRIDCALL_ERROR_COMM_ABORTED: gc_status = 525;
/// The ranks of a communicator did not call alike; the message says which rank called what.
pub const GRIDCALL_ERROR_COMM_MISMATCH: gc_status = 526;

/// The class of a status.
pub type gc_category = i32;
/// Success.
pub const GRIDCALL_CATEGORY_NONE: gc_category = 0;
/// The program asked for something that cannot be right, on any machine.
pub const GRIDCALL_CATEGORY_LOGIC: gc_category = 1;
/// Memory ran out.
pub const GRIDCALL_CATEGORY_MEMORY: gc_category = 2;
/// A kernel could not be launched, or failed while it ran (often reported by a later call).
pub const GRIDCALL_CATEGORY_LAUNCH: gc_category = 3;
/// A source or image could not be compiled or loaded.
pub const GRIDCALL_CATEGORY_COMPILE: gc_category = 4;
/// Something in the environment failed or is missing: driver, device, process, file.
pub const GRIDCALL_CATEGORY_RUNTIME: gc_category = 5;

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// The name of a status without its prefix, "OUT_OF_MEMORY"; "UNKNOWN" for a number this library does not
    /// know. Static; never released.
    pub fn gc_status_name(status: gc_status) -> *const c_char;
    /// One sentence that says what a status means. Static; never released.
    pub fn gc_status_text(status: gc_status) -> *const c_char;
    /// The class of a status; RUNTIME for a number this library does not know.
    pub fn gc_status_category(status: gc_status) -> gc_category;
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// The name of a status without its prefix, "OUT_OF_MEMORY"; "UNKNOWN" for a number this library does not
    /// know. Static; never released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_status_name(status: gc_status) -> *const c_char {
        match function!(status_name) {
            Some(function) => function(status),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// One sentence that says what a status means. Static; never released.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_status_text(status: gc_status) -> *const c_char {
        match function!(status_text) {
            Some(function) => function(status),
            None => b"\0".as_ptr().cast(),
        }
    }

    /// The class of a status; RUNTIME for a number this library does not know.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_status_category(status: gc_status) -> gc_category {
        match function!(status_category) {
            Some(function) => function(status),
            None => 0,
        }
    }
}
