// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

#![allow(clippy::too_many_arguments)] // as many as MPI's and NCCL's functions have

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{call, nanoseconds, string_out, Keep};
use crate::sys;
use crate::Result;
use core::ptr;
use core::time::Duration;
use super::*;

handle! {
    /// One rank of a communicator. Releasing it is local: it never waits and needs no other rank;
    /// [`Comm::finalize`] is the orderly end. Calls of several threads are queued one after another;
    /// [`Comm::abort`] may be called while another one waits. Preview: may change in any release.
    ///
    /// A communicator is a group of ranks, each a device with a process or a thread, that exchange and
    /// combine memory: NCCL carries it between GPUs, MPI between CPU devices. Both are opened when the first
    /// communicator, id or version is asked for; a machine without them gets COMM_UNAVAILABLE.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    Comm(gc_comm) gc_comm_release
}

codes! {
    /// The operation that combines elements of the ranks. NCCL's numbers, where it has one.
    CommReduction {
        /// The sum.
        SUM = 0,
        /// The product.
        PROD = 1,
        /// The greatest element.
        MAX = 2,
        /// The least element.
        MIN = 3,
        /// The sum, divided by the number of ranks.
        AVG = 4,
        /// The sum of each rank's elements times its `scale`; in [`Comm::launch_group`] alone.
        SCALED_SUM = 100001,
    }
}

codes! {
    /// The kind of a [`CommOp`].
    CommOperation {
        /// [`Comm::all_reduce`].
        ALL_REDUCE = 1,
        /// [`Comm::reduce`].
        REDUCE = 2,
        /// [`Comm::broadcast`].
        BROADCAST = 3,
        /// [`Comm::all_gather`].
        ALL_GATHER = 4,
        /// [`Comm::reduce_scatter`].
        REDUCE_SCATTER = 5,
        /// [`Comm::all_to_all`].
        ALL_TO_ALL = 6,
        /// [`Comm::gather`].
        GATHER = 7,
        /// [`Comm::scatter`].
        SCATTER = 8,
        /// [`Comm::send`].
        SEND = 9,
        /// [`Comm::recv`].
        RECV = 10,
        /// [`Comm::barrier`].
        BARRIER = 11,
    }
}

codes! {
    /// The engine of a communicator.
    CommEngine {
        /// No engine: it has one rank and was made without an id.
        NONE = 0,
        /// NVIDIA's NCCL, between GPUs.
        NCCL = 1,
        /// MPI, between CPU devices.
        MPI = 2,
    }
}

codes! {
    /// Whether a communicator can be used.
    CommState {
        /// Operations can be queued.
        READY = 1,
        /// [`Comm::finalize`] has begun.
        FINALIZED = 2,
        /// [`Comm::abort`] has ended it.
        ABORTED = 3,
        /// An operation failed, or did not end in time.
        FAILED = 4,
    }
}

codes! {
    /// Attributes of a communicator.
    CommAttribute {
        /// The rank of this handle, from 0.
        RANK = 100001,
        /// The number of ranks.
        COUNT = 100002,
        /// The engine: a [`CommEngine`] number.
        ENGINE = 100003,
        /// The version of NCCL, 21803 for 2.18.3, or of what puts it on MPI; 0 without an engine.
        ENGINE_VERSION = 100004,
        /// A [`CommState`] number.
        STATE = 100005,
        /// The number of operations that were queued; each has the next number, from 1, in messages too.
        OPERATIONS_STARTED = 100006,
        /// The number of them that are known to be done.
        OPERATIONS_DONE = 100007,
        /// The status that it failed with, or 0.
        ERROR_STATUS = 100008,
        /// The rank among those of its machine, from 0. Between GPUs it is known of
        /// [`Comm::from_environment`], whose launcher tells it, and where one process has all ranks; else
        /// UNSUPPORTED.
        LOCAL_RANK = 100009,
        /// The number of ranks on its machine. UNSUPPORTED if the launcher does not tell.
        LOCAL_COUNT = 100010,
        /// Bytes of device memory that the engine has for it. UNSUPPORTED before NCCL 2.29.7.
        DEVICE_MEMORY = 100011,
    }
}

flags! {
    /// Flags of how a communicator works.
    CommFlags {
        /// Before each operation the ranks compare what they call, and get COMM_MISMATCH before data moves.
        /// On GPUs the call then waits for the other ranks.
        CHECKED = 0,
        /// They do not. Without either: checked on the CPU device, unchecked on GPUs.
        UNCHECKED = 1,
        /// A communicator that is split off shares resources with its parent, where NCCL can.
        SHARE = 2,
    }
}

/// Options of a communicator, and its time limits.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommOptions<'a> {
    /// [`CommFlags`] bits.
    pub flags: CommFlags,
    /// The longest wait for the other ranks when it is made; 0 means 300 s.
    pub create_timeout: Duration,
    /// The longest time an operation may take, from its call or from the end of the one before it on the
    /// stream, whichever is later; 0 means 600 s, the largest number no limit.
    pub timeout: Duration,
    /// A name for messages. None: none.
    pub name: Option<&'a str>,
    /// The least number of blocks that NCCL's kernels use; 0: NCCL decides. With `max_blocks`.
    pub min_blocks: u32,
    /// The greatest number; 0: NCCL decides. With `min_blocks`.
    pub max_blocks: u32,
}

impl CommOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self, keep: &mut Keep) -> Result<sys::gc_comm_options> {
        Ok(sys::gc_comm_options {
            struct_size: core::mem::size_of::<sys::gc_comm_options>(),
            flags: self.flags.0,
            create_timeout_nanoseconds: nanoseconds(self.create_timeout),
            timeout_nanoseconds: nanoseconds(self.timeout),
            name: keep.optional("comm_options.name", self.name)?,
            min_blocks: self.min_blocks,
            max_blocks: self.max_blocks,
        })
    }
}

/// One operation of a group: plain data. What an operation does not take is zero.
#[derive(Clone, Copy, Debug)]
pub struct CommOp<'a> {
    /// The operation.
    pub operation: CommOperation,
    /// The reduction of ALL_REDUCE, REDUCE and REDUCE_SCATTER.
    pub reduction: CommReduction,
    /// The type of the elements.
    pub scalar_type: ScalarType,
    /// The root of REDUCE, BROADCAST, GATHER and SCATTER; the other rank of SEND and RECV.
    pub peer: u32,
    /// The communicator.
    pub comm: &'a Comm,
    /// The memory for the result. None: this rank receives nothing.
    pub dst: Option<&'a Mem>,
    /// The first byte there, in bytes.
    pub dst_offset: u64,
    /// The elements that this rank gives. None: this rank gives nothing.
    pub src: Option<&'a Mem>,
    /// The first byte there, in bytes.
    pub src_offset: u64,
    /// Elements of each rank.
    pub count: u64,
    /// The stream it is queued on. None: the default stream of the communicator's context.
    pub stream: Option<&'a Stream>,
    /// The factor of this rank's elements for SCALED_SUM.
    pub scale: f64,
}

impl<'a> CommOp<'a> {
    /// The comm op with this, and zero or none in all other fields: for `..CommOp::new(...)` at the end of a
    /// literal.
    pub fn new(comm: &'a Comm) -> CommOp<'a> {
        CommOp {
            operation: Default::default(),
            reduction: Default::default(),
            scalar_type: Default::default(),
            peer: Default::default(),
            comm,
            dst: Default::default(),
            dst_offset: Default::default(),
            src: Default::default(),
            src_offset: Default::default(),
            count: Default::default(),
            stream: Default::default(),
            scale: Default::default(),
        }
    }
}

impl CommOp<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_comm_op {
        sys::gc_comm_op {
            operation: self.operation.0,
            reduction: self.reduction.0,
            scalar_type: self.scalar_type.0,
            peer: self.peer,
            comm: self.comm.raw,
            dst: self.dst.map_or(ptr::null_mut(), |h| h.raw),
            dst_offset: self.dst_offset,
            src: self.src.map_or(ptr::null_mut(), |h| h.raw),
            src_offset: self.src_offset,
            count: self.count,
            stream: self.stream.map_or(ptr::null_mut(), |h| h.raw),
            scale: self.scale,
        }
    }
}

impl Context {
    /// The engine of communicators of a context, "NCCL 2.18.3" or "Open MPI 4.1.4, rank 2 of 4, started by
    /// mpirun"; if there is nothing, where it was looked for and what to install. Preview: may change in any
    /// release.
    ///
    /// # Errors
    /// any driver error.
    pub fn comm_engine(&self) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_context_get_comm_engine(self.raw, buffer, capacity, needed, error) })
    }
}

impl Comm {
    /// An id for the ranks of a new communicator: 256 bytes, which one rank makes and any channel carries to
    /// the others. Each id makes one communicator, and stays valid as long as the process that made it.
    /// Preview: may change in any release.
    ///
    /// * `context`: A context of the kind of device that the communicator is for.
    ///
    /// # Errors
    /// `UNSUPPORTED`, any driver error, any communicator error.
    pub fn create_id(context: &Context) -> Result<[u8; 256]> {
        let mut out_id = [0u8; 256];
        call(|error| unsafe { sys::gc_comm_create_id(context.raw, out_id.as_mut_ptr(), error) })?;
        Ok(out_id)
    }

    /// Makes this rank of a communicator, and waits for the others: each calls it with the same id and count
    /// and its own rank. Without an id it has one rank and needs neither NCCL nor MPI. COMM_TIMEOUT: not all
    /// came in time. WRONG_CONTEXT: on a GPU a communicator is of the primary context. INVALID_STATE: the id
    /// was used before. Preview: may change in any release.
    ///
    /// * `context`: The context of this rank.
    /// * `id`: The id that [`Comm::create_id`] returned, all of its 256 bytes. None: the communicator has one
    ///   rank.
    /// * `rank`: The rank, from 0.
    /// * `count`: The number of ranks.
    /// * `options`: Flags and time limits. None: all defaults.
    ///
    /// # Errors
    /// `INVALID_STATE`, `OUT_OF_RANGE`, `OUT_OF_MEMORY`, `WRONG_CONTEXT`, `UNSUPPORTED`, any driver error,
    /// any communicator error.
    pub fn create(context: &Context, id: Option<&[u8]>, rank: u32, count: u32, options: Option<&CommOptions<'_>>) -> Result<Comm> {
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut out_comm = ptr::null_mut();
        call(|error| unsafe { sys::gc_comm_create(context.raw, id.map_or(ptr::null(), |b| b.as_ptr().cast()), id.map_or(0, <[u8]>::len), rank, count, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_comm, error) })?;
        Ok(Comm::own(out_comm))
    }

    /// Makes several ranks of a communicator in one call, one for each context, and waits for the others: for
    /// a process with several GPUs. Without an id its ranks are all there are. All of them are made or none.
    /// COMM_MISMATCH: two contexts of one GPU. UNSUPPORTED: several CPU devices, or GPUs beside them. As for
    /// [`Comm::create`] otherwise. Preview: may change in any release.
    ///
    /// * `contexts`: The context of each rank; one at least, each of a device of its own.
    /// * `ranks`: The rank of each, as many as contexts; none: 0, 1, 2 in this order.
    /// * `id`: The id that [`Comm::create_id`] returned, all of its 256 bytes. None: there are no other
    ///   ranks.
    /// * `count`: The number of ranks.
    /// * `options`: Flags and time limits. None: all defaults.
    ///
    /// # Errors
    /// `INVALID_STATE`, `OUT_OF_RANGE`, `OUT_OF_MEMORY`, `WRONG_CONTEXT`, `UNSUPPORTED`, any driver error,
    /// any communicator error.
    pub fn create_many(contexts: &[&Context], ranks: &[u32], id: Option<&[u8]>, count: u32, options: Option<&CommOptions<'_>>) -> Result<Vec<Comm>> {
        let contexts_c: Vec<_> = contexts.iter().map(|h| h.raw).collect();
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut out_comms = vec![ptr::null_mut(); contexts.len()];
        call(|error| unsafe { sys::gc_comm_create_many(if contexts_c.is_empty() { ptr::null() } else { contexts_c.as_ptr() }, contexts.len(), if ranks.is_empty() { ptr::null() } else { ranks.as_ptr().cast() }, ranks.len(), id.map_or(ptr::null(), |b| b.as_ptr().cast()), id.map_or(0, <[u8]>::len), count, options.as_ref().map_or(ptr::null(), |o| o as *const _), out_comms.as_mut_ptr(), error) })?;
        Ok(out_comms.into_iter().map(Comm::own).collect())
    }

    /// Makes this process's rank from what a launcher set: mpirun, srun, torchrun, or `GRIDCALL_COMM_RANK`
    /// and `GRIDCALL_COMM_COUNT`. On the CPU device the communicator has all ranks of the MPI job. Between
    /// GPUs the id travels by MPI, by the file that `GRIDCALL_COMM_ID` names, or by NCCL's own NCCL_COMM_ID.
    /// INVALID_STATE: there is no launcher, or two disagree; the message names both. Preview: may change in
    /// any release.
    ///
    /// * `context`: The context of this rank. None: the primary context of the GPU whose number is the
    ///   launcher's rank on this machine; of the CPU device where [`Context::default`] chooses that.
    /// * `options`: Flags and time limits. None: all defaults.
    ///
    /// # Errors
    /// `INVALID_STATE`, `OUT_OF_MEMORY`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any driver error, any
    /// communicator error.
    pub fn from_environment(context: Option<&Context>, options: Option<&CommOptions<'_>>) -> Result<Comm> {
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut out_comm = ptr::null_mut();
        call(|error| unsafe { sys::gc_comm_from_environment(context.map_or(ptr::null_mut(), |h| h.raw), options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_comm, error) })?;
        Ok(Comm::own(out_comm))
    }

    /// Parts the ranks: those that pass the same color make a communicator of their own, in the order of
    /// their keys, then of their ranks. A rank with a color below 0 gets none. All ranks call it, with
    /// nothing outstanding. Preview: may change in any release.
    ///
    /// * `color`: The part of this rank, from 0; below 0: it is in none.
    /// * `key`: This rank's place in the order of its part.
    /// * `options`: Flags and time limits. None: all defaults.
    /// * returns: The part's communicator. None: the color is below 0.
    ///
    /// # Errors
    /// `INVALID_STATE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error, any communicator error.
    pub fn split(&self, color: i32, key: i32, options: Option<&CommOptions<'_>>) -> Result<Option<Comm>> {
        let mut keep = Keep::default();
        let options = match options { Some(options) => Some(options.as_c(&mut keep)?), None => None };
        let mut out_comm = ptr::null_mut();
        call(|error| unsafe { sys::gc_comm_split(self.raw, color, key, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_comm, error) })?;
        Ok((!out_comm.is_null()).then(|| Comm::own(out_comm)))
    }

    /// An attribute of a communicator, also of one that failed. NOT_FOUND: a number this library does not
    /// know. UNSUPPORTED: what carries the communicator does not tell it. INVALID_STATE: DEVICE_MEMORY of one
    /// that has ended. Preview: may change in any release.
    ///
    /// # Errors
    /// `INVALID_STATE`, `NOT_FOUND`, `UNSUPPORTED`, `COMM`, any driver error.
    pub fn attribute(&self, attribute: CommAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        call(|error| unsafe { sys::gc_comm_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// Whether all operations that were queued are done. If the communicator has failed, the call fails with
    /// the same status and text each time. Preview: may change in any release.
    ///
    /// # Errors
    /// any driver error, any communicator error.
    pub fn query(&self) -> Result<bool> {
        let mut out_done = 0;
        call(|error| unsafe { sys::gc_comm_query(self.raw, &mut out_done, error) })?;
        Ok(out_done != 0)
    }

    /// Queues: every rank's `dst` gets the elements of all ranks' `src`, combined. SUM and AVG also of
    /// complex numbers, MAX and MIN also of BOOL; 16-bit integers are UNSUPPORTED. Preview: may change in any
    /// release.
    ///
    /// * `dst`: The memory for the result.
    /// * `dst_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `src`: The elements that this rank gives.
    /// * `src_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
    /// * `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
    /// * `stream`: The stream it is queued on. None: the default stream of the communicator's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn all_reduce(&self, dst: &Mem, dst_offset: u64, src: &Mem, src_offset: u64, count: u64, scalar_type: ScalarType, reduction: CommReduction, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_comm_all_reduce(self.raw, dst.raw, dst_offset, src.raw, src_offset, count, scalar_type.0, reduction.0, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Queues: the root's `dst` gets the elements of all ranks' `src`, combined. Preview: may change in any
    /// release.
    ///
    /// * `dst`: The memory for the result on the root. None: this rank is not the root.
    /// * `dst_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `src`: The elements that this rank gives.
    /// * `src_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
    /// * `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
    /// * `root`: The rank of the root.
    /// * `stream`: The stream it is queued on. None: the default stream of the communicator's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn reduce(&self, dst: Option<&Mem>, dst_offset: u64, src: &Mem, src_offset: u64, count: u64, scalar_type: ScalarType, reduction: CommReduction, root: u32, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_comm_reduce(self.raw, dst.map_or(ptr::null_mut(), |h| h.raw), dst_offset, src.raw, src_offset, count, scalar_type.0, reduction.0, root, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Queues: every rank's `dst` gets the root's `src`. Preview: may change in any release.
    ///
    /// * `dst`: The memory for the elements.
    /// * `dst_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `src`: The elements that the root gives. None: this rank is not the root.
    /// * `src_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
    /// * `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
    /// * `root`: The rank of the root.
    /// * `stream`: The stream it is queued on. None: the default stream of the communicator's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn broadcast(&self, dst: &Mem, dst_offset: u64, src: Option<&Mem>, src_offset: u64, count: u64, scalar_type: ScalarType, root: u32, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_comm_broadcast(self.raw, dst.raw, dst_offset, src.map_or(ptr::null_mut(), |h| h.raw), src_offset, count, scalar_type.0, root, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Queues: every `dst` gets `count` elements of each rank, in their order. In place: `src` is the own
    /// slot. Preview: may change in any release.
    ///
    /// * `dst`: Room for `count` elements of each rank.
    /// * `dst_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `src`: The elements that this rank gives.
    /// * `src_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
    /// * `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
    /// * `stream`: The stream it is queued on. None: the default stream of the communicator's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn all_gather(&self, dst: &Mem, dst_offset: u64, src: &Mem, src_offset: u64, count: u64, scalar_type: ScalarType, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_comm_all_gather(self.raw, dst.raw, dst_offset, src.raw, src_offset, count, scalar_type.0, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Queues: the ranks' `src` are combined, and each rank's `dst` gets its `count` elements of the result.
    /// In place: `dst` is the rank's own slot of `src`. Preview: may change in any release.
    ///
    /// * `dst`: The memory for this rank's part.
    /// * `dst_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `src`: `count` elements for each rank.
    /// * `src_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
    /// * `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
    /// * `stream`: The stream it is queued on. None: the default stream of the communicator's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn reduce_scatter(&self, dst: &Mem, dst_offset: u64, src: &Mem, src_offset: u64, count: u64, scalar_type: ScalarType, reduction: CommReduction, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_comm_reduce_scatter(self.raw, dst.raw, dst_offset, src.raw, src_offset, count, scalar_type.0, reduction.0, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Queues: rank i's `count` elements at place j of `src` become rank j's at place i of `dst`. Preview:
    /// may change in any release.
    ///
    /// * `dst`: Room for `count` elements of each rank.
    /// * `dst_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `src`: `count` elements for each rank.
    /// * `src_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
    /// * `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
    /// * `stream`: The stream it is queued on. None: the default stream of the communicator's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn all_to_all(&self, dst: &Mem, dst_offset: u64, src: &Mem, src_offset: u64, count: u64, scalar_type: ScalarType, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_comm_all_to_all(self.raw, dst.raw, dst_offset, src.raw, src_offset, count, scalar_type.0, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Queues: the root's `dst` gets `count` elements of each rank, in the order of ranks. Preview: may
    /// change in any release.
    ///
    /// * `dst`: Room for `count` elements of each rank, on the root. None: this rank is not the root.
    /// * `dst_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `src`: The elements that this rank gives.
    /// * `src_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
    /// * `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
    /// * `root`: The rank of the root.
    /// * `stream`: The stream it is queued on. None: the default stream of the communicator's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn gather(&self, dst: Option<&Mem>, dst_offset: u64, src: &Mem, src_offset: u64, count: u64, scalar_type: ScalarType, root: u32, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_comm_gather(self.raw, dst.map_or(ptr::null_mut(), |h| h.raw), dst_offset, src.raw, src_offset, count, scalar_type.0, root, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Queues: each rank's `dst` gets its `count` elements of the root's `src`. Preview: may change in any
    /// release.
    ///
    /// * `dst`: The memory for this rank's part.
    /// * `dst_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `src`: `count` elements for each rank, on the root. None: this rank is not the root.
    /// * `src_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
    /// * `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
    /// * `root`: The rank of the root.
    /// * `stream`: The stream it is queued on. None: the default stream of the communicator's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn scatter(&self, dst: &Mem, dst_offset: u64, src: Option<&Mem>, src_offset: u64, count: u64, scalar_type: ScalarType, root: u32, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_comm_scatter(self.raw, dst.raw, dst_offset, src.map_or(ptr::null_mut(), |h| h.raw), src_offset, count, scalar_type.0, root, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Queues: the elements go to a rank that calls [`Comm::recv`]. An exchange is one
    /// [`Comm::launch_group`]. Preview: may change in any release.
    ///
    /// * `src`: The elements that are sent.
    /// * `src_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
    /// * `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
    /// * `peer`: The other rank.
    /// * `stream`: The stream it is queued on. None: the default stream of the communicator's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn send(&self, src: &Mem, src_offset: u64, count: u64, scalar_type: ScalarType, peer: u32, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_comm_send(self.raw, src.raw, src_offset, count, scalar_type.0, peer, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Queues: elements come from another rank, which calls [`Comm::send`]. Preview: may change in any
    /// release.
    ///
    /// * `dst`: The memory for the elements.
    /// * `dst_offset`: The first byte there, in bytes; a multiple of the element.
    /// * `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
    /// * `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
    /// * `peer`: The other rank.
    /// * `stream`: The stream it is queued on. None: the default stream of the communicator's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn recv(&self, dst: &Mem, dst_offset: u64, count: u64, scalar_type: ScalarType, peer: u32, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_comm_recv(self.raw, dst.raw, dst_offset, count, scalar_type.0, peer, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Queues: work behind it on the stream starts on no rank before all ranks' streams have come there.
    /// Preview: may change in any release.
    ///
    /// * `stream`: The stream it is queued on. None: the default stream of the communicator's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn barrier(&self, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_comm_barrier(self.raw, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Queues several operations as one: exchanges of SEND and RECV, and one operation on several GPUs of
    /// this process, each with its own communicator. All entries are checked before anything is queued; the
    /// message names the entry. Entries of one communicator have the order of the list. Preview: may change
    /// in any release.
    ///
    /// * `ops`: The operations; one at least.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error,
    /// any communicator error.
    pub fn launch_group(ops: &[CommOp<'_>]) -> Result<()> {
        let ops_c: Vec<_> = ops.iter().map(|item| item.as_c()).collect();
        call(|error| unsafe { sys::gc_comm_launch_group(if ops_c.is_empty() { ptr::null() } else { ops_c.as_ptr() }, ops.len(), error) })
    }

    /// The orderly end, which all ranks call: waits until what was queued is done everywhere, and gives back
    /// what the communicator used. That the time ran out is no error: call it again. INVALID_STATE: a graph
    /// holds the communicator. Preview: may change in any release.
    ///
    /// * `timeout`: The longest wait; 0: as long as an operation of it may take.
    ///
    /// # Errors
    /// `INVALID_STATE`, any device error, any communicator error.
    pub fn finalize(&self, timeout: Duration) -> Result<bool> {
        let mut out_done = 0;
        call(|error| unsafe { sys::gc_comm_finalize(self.raw, nanoseconds(timeout), &mut out_done, error) })?;
        Ok(out_done != 0)
    }

    /// Ends communicators at once, in this process alone: what they have queued ends without result, and
    /// calls that wait for it return COMM_ABORTED. From any thread; again is no error. It returns within 5 s.
    /// Preview: may change in any release.
    ///
    /// * `comms`: The communicators. None: nothing is done.
    ///
    /// # Errors
    /// any driver error, any communicator error.
    pub fn abort(comms: &[&Comm]) -> Result<()> {
        let comms_c: Vec<_> = comms.iter().map(|h| h.raw).collect();
        call(|error| unsafe { sys::gc_comm_abort(if comms_c.is_empty() { ptr::null() } else { comms_c.as_ptr() }, comms.len(), error) })
    }
}
