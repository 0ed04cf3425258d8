// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::sys;
#[allow(unused_imports)] // for the links in the documentation
use super::*;

codes! {
    /// The status that a function returns.
    ///
    /// Lists of errors leave out what a wrong argument causes: INVALID_HANDLE (a handle), INVALID_OPTIONS
    /// (options and flags), INVALID_ARGUMENT (any other) and OUT_OF_RANGE (a buffer that is too small).
    ///
    /// "Any driver error" is DRIVER, DEVICE_LOST, FORKED or EXITING.
    ///
    /// "Any device error" is any driver error, OUT_OF_MEMORY, any launch error (3xx), COMM, COMM_PEER_LOST,
    /// COMM_TIMEOUT, COMM_ABORTED or COMM_MISMATCH. The launch or communicator error is then one of work that
    /// was queued before.
    ///
    /// "Any communicator error" is COMM, COMM_UNAVAILABLE, COMM_TOO_OLD, COMM_PEER_LOST, COMM_TIMEOUT,
    /// COMM_ABORTED or COMM_MISMATCH.
    Status {
        /// It worked.
        OK = 0,
        /// An argument is None, zero, misaligned or contradicts another.
        INVALID_ARGUMENT = 100,
        /// A handle is None, was released, is of another type, or was never a handle.
        INVALID_HANDLE = 101,
        /// An offset, size, count or index lies outside the thing it indexes.
        OUT_OF_RANGE = 102,
        /// An options struct has a wrong struct_size, an unknown flag or a non-zero tail.
        INVALID_OPTIONS = 103,
        /// No device, kernel, global or attribute of that name.
        NOT_FOUND = 104,
        /// Two objects of one call belong to different contexts.
        WRONG_CONTEXT = 105,
        /// The object is not in a state for this: an event that was never recorded, a fault not yet reported.
        INVALID_STATE = 106,
        /// The work asked about has not finished.
        NOT_READY = 107,
        /// Host memory is registered or page-locked already, all of it or a part.
        ALREADY_REGISTERED = 108,
        /// The device has not enough memory.
        OUT_OF_MEMORY = 200,
        /// The host has not enough memory.
        OUT_OF_HOST_MEMORY = 201,
        /// The pool's own limit is reached.
        POOL_LIMIT = 202,
        /// The grid, block or shared memory is more than the device or the kernel allows.
        INVALID_LAUNCH = 300,
        /// The arguments of a launch are not what the kernel takes, in count or in size.
        ARGUMENT_MISMATCH = 301,
        /// A kernel touched memory that is not there.
        ILLEGAL_ADDRESS = 302,
        /// A kernel accessed an address that is not a multiple of the access size.
        MISALIGNED_ADDRESS = 303,
        /// A kernel ended itself (__trap), or failed in a way the device does not specify.
        KERNEL_TRAP = 304,
        /// An assert in a kernel failed.
        KERNEL_ASSERT = 305,
        /// A kernel divided an integer by zero. CPU device only.
        DIVIDE_BY_ZERO = 306,
        /// A thread of a kernel used more stack than it has.
        STACK_OVERFLOW = 307,
        /// A kernel ran longer than its time limit. The CPU device has ended it; on a GPU it still runs,
        /// unless the driver itself ended it.
        LAUNCH_TIMEOUT = 308,
        /// A kernel failed for another reason; driver name and text say which.
        LAUNCH_FAILED = 309,
        /// Every thread of a block waits for another. CPU device only.
        KERNEL_DEADLOCK = 310,
        /// An earlier fault of a kernel, in any context and on any GPU, made CUDA unusable for this process;
        /// start a new process.
        DEVICE_LOST = 311,
        /// The work was ended by [`Stream::cancel`], or with the process that it was of
        /// ([`Event::open_ipc`]).
        CANCELLED = 312,
        /// A kernel did something that a check of the CPU device (`--cpu-check`) finds: a race, a read of
        /// what was never written, or a barrier that not all threads reach. CPU device only.
        CHECK_FAILED = 313,
        /// The source does not compile; the compile log says why.
        COMPILE = 400,
        /// No compiler for this device was found; the notes list where it was looked for.
        COMPILER_UNAVAILABLE = 401,
        /// The compiler itself crashed or returned nonsense.
        COMPILER_FAILED = 402,
        /// The compiler took longer than its time limit and was ended.
        COMPILE_TIMEOUT = 403,
        /// The bytes are no module image, or a damaged one.
        INVALID_IMAGE = 404,
        /// The image is for another architecture, or newer than the driver.
        INCOMPATIBLE_IMAGE = 405,
        /// The compiler for this device does not know the option.
        INVALID_COMPILE_OPTION = 406,
        /// The driver failed with a code that has no status of its own; driver code and name tell which.
        DRIVER = 500,
        /// There is no such device, or none at all.
        NO_DEVICE = 501,
        /// The driver library was not found or cannot be loaded.
        DRIVER_UNAVAILABLE = 502,
        /// The driver lacks a function that this call needs.
        DRIVER_TOO_OLD = 503,
        /// A file could not be read or written.
        IO = 504,
        /// A defect in gridcall itself; please report it.
        INTERNAL = 505,
        /// This device or driver cannot do it; the message says which part is missing.
        UNSUPPORTED = 506,
        /// The process was forked after the library was used; CUDA does not work in the child. Use it first
        /// in the child, or exec.
        FORKED = 507,
        /// The process is exiting; the driver may already be gone.
        EXITING = 508,
        /// NCCL or MPI failed; the message has its own code and text.
        COMM = 520,
        /// NCCL or MPI was not found or cannot be opened; the notes list where it was looked for.
        COMM_UNAVAILABLE = 521,
        /// NCCL or MPI is older than this library needs.
        COMM_TOO_OLD = 522,
        /// Another rank of the communicator has died, or cannot be reached.
        COMM_PEER_LOST = 523,
        /// Other ranks did not come, or an operation did not end, within the communicator's time limit.
        COMM_TIMEOUT = 524,
        /// The communicator was aborted while the work was under way.
        COMM_ABORTED = 525,
        /// The ranks of a communicator did not call alike; the message says which rank called what.
        COMM_MISMATCH = 526,
    }
}

codes! {
    /// The class of a status.
    Category {
        /// Success.
        NONE = 0,
        /// The program asked for something that cannot be right, on any machine.
        LOGIC = 1,
        /// Memory ran out.
        MEMORY = 2,
        /// A kernel could not be launched, or failed while it ran (often reported by a later call).
        LAUNCH = 3,
        /// A source or image could not be compiled or loaded.
        COMPILE = 4,
        /// Something in the environment failed or is missing: driver, device, process, file.
        RUNTIME = 5,
    }
}

impl Status {
    /// The name of a status, "OUT_OF_MEMORY"; "UNKNOWN" for an unknown number. Static; never released.
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
