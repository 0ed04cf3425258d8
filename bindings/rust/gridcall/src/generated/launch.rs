// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{call, nanoseconds};
use crate::sys;
use crate::Result;
use core::fmt;
use core::marker::PhantomData;
use core::ptr;
use core::time::Duration;
use super::*;

handle! {
    /// A launch whose kernel, shape and arguments were checked once. One thread at a time may change or
    /// launch it: others get INVALID_STATE.
    ///
    /// A launch runs a kernel on a grid of blocks of threads. Count and size of the arguments are compared
    /// with what the kernel takes before anything is queued. If the device refuses a launch the error says
    /// which limit it breaks.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    Prepared(gc_prepared) gc_prepared_release
}

codes! {
    /// The form in which an [`Arg`] carries its value.
    ArgKind {
        /// The value is the lowest `size` bytes of `bits`, 1, 2, 4 or 8, also for float and double.
        SCALAR = 1,
        /// `object` is a [`Mem`]; the kernel gets its device address plus `bits` bytes. `size` is 0 or 8.
        MEM = 2,
        /// The value is `size` bytes at offset `bits` of the launch's `bytes`: a struct of any size.
        BYTES = 3,
        /// The value is `size` bytes of any type at the host address `object`. In C: `GRIDCALL_ARG`.
        VALUE = 4,
        /// `object` is a [`Texture`], of which the kernel gets the cudaTextureObject_t. In C:
        /// `GRIDCALL_ARG_TEXTURE`.
        TEXTURE = 5,
        /// `object` is a [`Surface`], of which the kernel gets the cudaSurfaceObject_t. In C:
        /// `GRIDCALL_ARG_SURFACE`.
        SURFACE = 6,
        /// `object` is an [`Ndarray`]; the kernel gets the address of its first element. `size` is 0 or 8,
        /// `bits` 0. Its element type is compared with the parameter's, where that is known. In C:
        /// `GRIDCALL_ARG_NDARRAY`.
        NDARRAY = 8,
        /// `object` is a [`Pipe`], a `gridcall::pipe` of gridcall_pipe.h in the kernel. In C:
        /// `GRIDCALL_ARG_PIPE`.
        PIPE = 7,
        /// For [`Prepared::create`] alone: no value yet, only what it will be, which is compared with the
        /// parameter. `value_type` is its type, a [`ScalarType`] too ([`Dtype::scalar_from_name`]: "P", "i"),
        /// of which integers of 8 bytes are addresses too; with `size` not 0 it has so many bytes. `bits` 0.
        TYPE = 9,
    }
}

flags! {
    /// Flags of a launch.
    LaunchFlags {
        /// All blocks are resident at once, so that they can wait for each other:
        /// cooperative_groups::this_grid().sync(). INVALID_LAUNCH for a grid of more blocks than fit, which
        /// [`Kernel::occupancy`] tells.
        COOPERATIVE = 0,
    }
}

/// One kernel argument: plain data, which any language can build. In C write `GRIDCALL_ARG`(x) for a value,
/// and `GRIDCALL_ARG_MEM`(m) for memory, which `GRIDCALL_ARG` too makes of a [`Mem`]. With a type it is
/// compared with the parameter's, where that is known, and ARGUMENT_MISMATCH names both: integers of one size
/// are alike, memory of bytes, and void*, char* and pointers to structs take any memory, and a struct any
/// bytes of its size.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Arg<'a>(pub(crate) sys::gc_arg, pub(crate) PhantomData<&'a ()>);

impl<'a> Arg<'a> {
    /// The arg with these fields.
    ///
    /// * `kind`: The form of the value.
    /// * `size`: The size of the value, in bytes; 0 or 8 of a PIPE, TEXTURE or SURFACE.
    /// * `bits`: The value (SCALAR), an offset in the memory (MEM), or in the launch's `bytes` (BYTES); else
    ///   0.
    /// * `object`: The memory (MEM), the ndarray (NDARRAY), the pipe (PIPE), the texture (TEXTURE), the
    ///   surface (SURFACE), or the address of the value (VALUE). None: kinds SCALAR and BYTES.
    /// * `value_type`: The type of the value, or for kind MEM of its elements; UNKNOWN is not compared.
    #[inline]
    pub fn new(kind: ArgKind, size: u32, bits: u64, object: Option<&'a Mem>, value_type: ValueType) -> Arg<'a> {
        Arg(sys::gc_arg {
            kind: kind.0,
            size,
            bits,
            object: if kind.0 == sys::GRIDCALL_ARG_KIND_VALUE { ptr::null() } else { object.map_or(ptr::null(), |m| m.raw.cast()) },
            value_type: value_type.0,
            reserved: 0,
        }, PhantomData)
    }
    /// The form of the value.
    pub fn kind(&self) -> ArgKind {
        ArgKind(self.0.kind)
    }
    /// The size of the value, in bytes; 0 or 8 of a PIPE, TEXTURE or SURFACE.
    pub fn size(&self) -> u32 {
        self.0.size
    }
    /// The value (SCALAR), an offset in the memory (MEM), or in the launch's `bytes` (BYTES); else 0.
    pub fn bits(&self) -> u64 {
        self.0.bits
    }
    /// The type of the value, or for kind MEM of its elements; UNKNOWN is not compared.
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
    /// The longest run of the kernel, from when it begins; the time in the queue does not count. 0: as the
    /// environment variable `GRIDCALL_KERNEL_TIMEOUT` says, in seconds, else without a limit. The largest
    /// number: without a limit. The CPU device ends a kernel that exceeds it, and the stream reports
    /// LAUNCH_TIMEOUT. A GPU cannot end a kernel: the call that waits for it returns LAUNCH_TIMEOUT, once,
    /// while it still runs.
    pub timeout: Duration,
    /// [`LaunchFlags`] bits.
    pub flags: LaunchFlags,
    /// An event that is recorded on the stream right before the kernel; of the kernel's context. None: none.
    pub start_event: Option<&'a Event>,
    /// An event that is recorded on the stream right behind the kernel; [`Event::elapsed`] from `start_event`
    /// is then how long it ran. None: none.
    pub end_event: Option<&'a Event>,
    /// Blocks of a cluster in x, which divide the grid's; 0 in x, y and z: as the kernel was compiled, mostly
    /// without clusters. A GPU needs CUDA 12.0 or newer.
    pub cluster_x: u32,
    /// Blocks of a cluster in y; 0 means 1. A GPU needs CUDA 12.0 or newer.
    pub cluster_y: u32,
    /// Blocks of a cluster in z; 0 means 1. A GPU needs CUDA 12.0 or newer.
    pub cluster_z: u32,
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
            timeout_nanoseconds: nanoseconds(self.timeout),
            flags: self.flags.0,
            start_event: self.start_event.map_or(ptr::null_mut(), |h| h.raw),
            end_event: self.end_event.map_or(ptr::null_mut(), |h| h.raw),
            cluster_x: self.cluster_x,
            cluster_y: self.cluster_y,
            cluster_z: self.cluster_z,
            reserved: 0,
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
    /// `UNSUPPORTED`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, any device error.
    #[inline]
    pub unsafe fn launch(&self, config: &LaunchConfig<'_>, args: &[Arg<'_>], stream: Option<&Stream>) -> Result<()> {
        let config = config.as_c();
        call(|error| unsafe { sys::gc_launch(self.raw, &config, if args.is_empty() { ptr::null() } else { args.as_ptr().cast() }, args.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }
}

impl Prepared {
    /// Checks a launch once and keeps it, with its own copy of the arguments. It holds the kernel and the
    /// memory. Arguments of kind TYPE get their values later: before the first launch, from
    /// [`Prepared::set_arg`], or all of them from [`Prepared::launch_with`].
    ///
    /// * `config`: The shape: grid, block and shared memory.
    /// * `args`: The arguments, in the kernel's order.
    ///
    /// # Errors
    /// `UNSUPPORTED`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, any launch error (3xx), any driver error.
    pub fn create(kernel: &Kernel, config: &LaunchConfig<'_>, args: &[Arg<'_>]) -> Result<Prepared> {
        let config = config.as_c();
        let mut out_prepared = ptr::null_mut();
        call(|error| unsafe { sys::gc_prepared_create(kernel.raw, &config, if args.is_empty() { ptr::null() } else { args.as_ptr().cast() }, args.len(), &mut out_prepared, error) })?;
        Ok(Prepared::own(out_prepared))
    }

    /// Replaces an argument; queued launches keep the old one.
    ///
    /// * `index`: The argument, from 0.
    /// * `arg`: Its new value; of the size the kernel takes.
    /// * `bytes`: The value of an argument of kind BYTES. None: not of kind BYTES.
    ///
    /// # Errors
    /// `INVALID_OPTIONS`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, any launch error (3xx).
    pub fn set_arg(&self, index: usize, arg: &Arg<'_>, bytes: Option<&[u8]>) -> Result<()> {
        call(|error| unsafe { sys::gc_prepared_set_arg(self.raw, index, ptr::addr_of!(arg.0), bytes.map_or(ptr::null(), |b| b.as_ptr().cast()), bytes.map_or(0, <[u8]>::len), error) })
    }

    /// Replaces shape, shared memory, time limit, flags and events of a prepared launch; arguments and
    /// launches already queued keep what they have. `bytes` are not used. On failure nothing is changed.
    ///
    /// * `config`: The shape: grid, block and shared memory.
    ///
    /// # Errors
    /// `INVALID_STATE`, `UNSUPPORTED`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, any launch error (3xx), any driver
    /// error.
    pub fn set_config(&self, config: &LaunchConfig<'_>) -> Result<()> {
        let config = config.as_c();
        call(|error| unsafe { sys::gc_prepared_set_config(self.raw, &config, error) })
    }

    /// Queues the prepared launch: as it stands, or with another shape or other arguments, which it keeps. A
    /// configuration with grid_x and block_x 0 gives `bytes` for arguments of kind BYTES and no shape.
    /// INVALID_STATE: an argument of kind TYPE has no value yet. What is refused changes nothing.
    ///
    /// * `config`: The shape: grid, block and shared memory. None: the shape stays.
    /// * `args`: All arguments, in the kernel's order; none: they stay.
    /// * `stream`: The stream it is queued on; of the kernel's context. None: the default stream of the
    ///   kernel's context.
    ///
    /// # Safety
    /// The kernel runs with the prepared arguments: it must stay inside the memory they name.
    ///
    /// # Errors
    /// `INVALID_STATE`, `UNSUPPORTED`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, any device error.
    #[inline]
    pub unsafe fn launch_with(&self, config: Option<&LaunchConfig<'_>>, args: &[Arg<'_>], stream: Option<&Stream>) -> Result<()> {
        let config = config.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_prepared_launch(self.raw, config.as_ref().map_or(ptr::null(), |o| o as *const _), if args.is_empty() { ptr::null() } else { args.as_ptr().cast() }, args.len(), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }
}
