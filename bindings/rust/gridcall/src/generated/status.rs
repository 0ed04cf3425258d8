// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::sys;
use core::fmt;
#[allow(unused_imports)] // for the links in the documentation
use super::*;

/// The status that a function returns.
///
/// Lists of errors leave out what a wrong argument causes: INVALID_HANDLE (a handle), INVALID_OPTIONS
/// (options and flags), INVALID_ARGUMENT (any other) and OUT_OF_RANGE (a buffer that is too small).
///
/// "Any driver error" is DRIVER, DEVICE_LOST, FORKED or EXITING.
///
/// "Any device error" is any driver error, OUT_OF_MEMORY, any launch error (3xx), COMM, COMM_PEER_LOST,
/// COMM_TIMEOUT, COMM_ABORTED or COMM_MISMATCH. The launch or communicator error is then one of work that was
/// queued before.
///
/// "Any communicator error" is COMM, COMM_UNAVAILABLE, COMM_TOO_OLD, COMM_PEER_LOST, COMM_TIMEOUT,
/// COMM_ABORTED or COMM_MISMATCH.
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
    /// Host memory is registered or page-locked already, all of it or a part.
    pub const ALREADY_REGISTERED: Status = Status(108);
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
    /// An earlier fault of a kernel, in any context and on any GPU, made CUDA unusable for this process;
    /// start a new process.
    pub const DEVICE_LOST: Status = Status(311);
    /// The work was ended by [`Stream::cancel`], or with the process that it was of ([`Event::open_ipc`]).
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
    /// NCCL or MPI failed; the message has its own code and text.
    pub const COMM: Status = Status(520);
    /// NCCL or MPI was not found or cannot be opened; the notes list where it was looked for.
    pub const COMM_UNAVAILABLE: Status = Status(521);
    /// NCCL or MPI is older than this library needs.
    pub const COMM_TOO_OLD: Status = Status(522);
    /// Another rank of the communicator has died, or cannot be reached.
    pub const COMM_PEER_LOST: Status = Status(523);
    /// Other ranks did not come, or an operation did not end, within the communicator's time limit.
    pub const COMM_TIMEOUT: Status = Status(524);
    /// The communicator was aborted while the work was under way.
    pub const COMM_ABORTED: Status = Status(525);
    /// The ranks of a communicator did not call alike; the message says which rank called what.
    pub const COMM_MISMATCH: Status = Status(526);
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
            108 => "ALREADY_REGISTERED",
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
            520 => "COMM",
            521 => "COMM_UNAVAILABLE",
            522 => "COMM_TOO_OLD",
            523 => "COMM_PEER_LOST",
            524 => "COMM_TIMEOUT",
            525 => "COMM_ABORTED",
            526 => "COMM_MISMATCH",
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
