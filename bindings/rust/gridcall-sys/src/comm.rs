// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::{c_char, c_void};

/// One rank of a communicator. Releasing it is local: it never waits and needs no other rank;
/// gc_comm_finalize is the orderly end. Calls of several threads are queued one after another; gc_comm_abort
/// may be called while another one waits. Preview: may change in any release. An opaque identifier, not an
/// address: never dereferenced.
#[repr(C)]
pub struct gc_comm {
    _private: [u8; 0],
}

/// The operation that combines elements of the ranks. NCCL's numbers, where it has one.
pub type gc_comm_reduction = i32;
/// The sum.
pub const GRIDCALL_COMM_REDUCTION_SUM: gc_comm_reduction = 0;
/// The product.
pub const GRIDCALL_COMM_REDUCTION_PROD: gc_comm_reduction = 1;
/// The greatest element.
pub const GRIDCALL_COMM_REDUCTION_MAX: gc_comm_reduction = 2;
/// The least element.
pub const GRIDCALL_COMM_REDUCTION_MIN: gc_comm_reduction = 3;
/// The sum, divided by the number of ranks.
pub const GRIDCALL_COMM_REDUCTION_AVG: gc_comm_reduction = 4;
/// The sum of each rank's elements times its `scale`; in gc_comm_launch_group alone.
pub const GRIDCALL_COMM_REDUCTION_SCALED_SUM: gc_comm_reduction = 100001;

/// The kind of a gc_comm_op.
pub type gc_comm_operation = i32;
/// gc_comm_all_reduce.
pub const GRIDCALL_COMM_OPERATION_ALL_REDUCE: gc_comm_operation = 1;
/// gc_comm_reduce.
pub const GRIDCALL_COMM_OPERATION_REDUCE: gc_comm_operation = 2;
/// gc_comm_broadcast.
pub const GRIDCALL_COMM_OPERATION_BROADCAST: gc_comm_operation = 3;
/// gc_comm_all_gather.
pub const GRIDCALL_COMM_OPERATION_ALL_GATHER: gc_comm_operation = 4;
/// gc_comm_reduce_scatter.
pub const GRIDCALL_COMM_OPERATION_REDUCE_SCATTER: gc_comm_operation = 5;
/// gc_comm_all_to_all.
pub const GRIDCALL_COMM_OPERATION_ALL_TO_ALL: gc_comm_operation = 6;
/// gc_comm_gather.
pub const GRIDCALL_COMM_OPERATION_GATHER: gc_comm_operation = 7;
/// gc_comm_scatter.
pub const GRIDCALL_COMM_OPERATION_SCATTER: gc_comm_operation = 8;
/// gc_comm_send.
pub const GRIDCALL_COMM_OPERATION_SEND: gc_comm_operation = 9;
/// gc_comm_recv.
pub const GRIDCALL_COMM_OPERATION_RECV: gc_comm_operation = 10;
/// gc_comm_barrier.
pub const GRIDCALL_COMM_OPERATION_BARRIER: gc_comm_operation = 11;

/// The engine of a communicator.
pub type gc_comm_engine = i32;
/// No engine: it has one rank and was made without an id.
pub const GRIDCALL_COMM_ENGINE_NONE: gc_comm_engine = 0;
/// NVIDIA's NCCL, between GPUs.
pub const GRIDCALL_COMM_ENGINE_NCCL: gc_comm_engine = 1;
/// MPI, between CPU devices.
pub const GRIDCALL_COMM_ENGINE_MPI: gc_comm_engine = 2;

/// Whether a communicator can be used.
pub type gc_comm_state = i32;
/// Operations can be queued.
pub const GRIDCALL_COMM_STATE_READY: gc_comm_state = 1;
/// gc_comm_finalize has begun.
pub const GRIDCALL_COMM_STATE_FINALIZED: gc_comm_state = 2;
/// gc_comm_abort has ended it.
pub const GRIDCALL_COMM_STATE_ABORTED: gc_comm_state = 3;
/// An operation failed, or did not end in time.
pub const GRIDCALL_COMM_STATE_FAILED: gc_comm_state = 4;

/// Attributes of a communicator.
pub type gc_comm_attribute = i32;
/// The rank of this handle, from 0.
pub const GRIDCALL_COMM_ATTRIBUTE_RANK: gc_comm_attribute = 100001;
/// The number of ranks.
pub const GRIDCALL_COMM_ATTRIBUTE_COUNT: gc_comm_attribute = 100002;
/// The engine: a GRIDCALL_COMM_ENGINE_\* number.
pub const GRIDCALL_COMM_ATTRIBUTE_ENGINE: gc_comm_attribute = 100003;
/// The version of NCCL, 21803 for 2.18.3, or of what puts it on MPI; 0 without an engine.
pub const GRIDCALL_COMM_ATTRIBUTE_ENGINE_VERSION: gc_comm_attribute = 100004;
/// A GRIDCALL_COMM_STATE_\* number.
pub const GRIDCALL_COMM_ATTRIBUTE_STATE: gc_comm_attribute = 100005;
/// The number of operations that were queued; each has the next number, from 1, in messages too.
pub const GRIDCALL_COMM_ATTRIBUTE_OPERATIONS_STARTED: gc_comm_attribute = 100006;
/// The number of them that are known to be done.
pub const GRIDCALL_COMM_ATTRIBUTE_OPERATIONS_DONE: gc_comm_attribute = 100007;
/// The status that it failed with, or 0.
pub const GRIDCALL_COMM_ATTRIBUTE_ERROR_STATUS: gc_comm_attribute = 100008;
/// The rank among those of its machine, from 0. Between GPUs it is known of gc_comm_from_environment, whose
/// launcher tells it, and where one process has all ranks; else UNSUPPORTED.
pub const GRIDCALL_COMM_ATTRIBUTE_LOCAL_RANK: gc_comm_attribute = 100009;
/// The number of ranks on its machine. Known where LOCAL_RANK is; UNSUPPORTED too if the launcher does not
/// tell it.
pub const GRIDCALL_COMM_ATTRIBUTE_LOCAL_COUNT: gc_comm_attribute = 100010;
/// Bytes of device memory that the engine has allocated for it. Needs NCCL 2.29.7 or newer, else UNSUPPORTED;
/// 0 without an engine.
pub const GRIDCALL_COMM_ATTRIBUTE_DEVICE_MEMORY: gc_comm_attribute = 100011;

/// Flags of how a communicator works.
pub type gc_comm_flags = u64;
/// Before each operation the ranks compare what they call, and get COMM_MISMATCH before data moves. On GPUs
/// the call then waits for the other ranks.
pub const GRIDCALL_COMM_CHECKED: gc_comm_flags = 1 << 0;
/// They do not. Without either: checked on the CPU device, unchecked on GPUs.
pub const GRIDCALL_COMM_UNCHECKED: gc_comm_flags = 1 << 1;
/// A communicator that is split off shares resources with its parent, where NCCL can.
pub const GRIDCALL_COMM_SHARE: gc_comm_flags = 1 << 2;

/// Options of a communicator, and its time limits.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_comm_options {
    /// sizeof(gc_comm_options).
    pub struct_size: usize,
    /// GRIDCALL_COMM_\* bits.
    pub flags: gc_comm_flags,
    /// The longest wait for the other ranks when it is made; 0 means 300 s.
    pub create_timeout_nanoseconds: u64,
    /// The longest time an operation may take, from its call or from the end of the one before it on the
    /// stream, whichever is later; 0 means 600 s, the largest number no limit.
    pub timeout_nanoseconds: u64,
    /// A name for messages.
    pub name: *const c_char,
    /// The least number of blocks that NCCL's kernels use; 0: NCCL decides. With `max_blocks`.
    pub min_blocks: u32,
    /// The greatest number; 0: NCCL decides. With `min_blocks`.
    pub max_blocks: u32,
}

/// One operation of a group: plain data, which any language can build. What an operation does not take is
/// zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_comm_op {
    /// The operation.
    pub operation: gc_comm_operation,
    /// The reduction of ALL_REDUCE, REDUCE and REDUCE_SCATTER.
    pub reduction: gc_comm_reduction,
    /// The type of the elements.
    pub scalar_type: gc_scalar_type,
    /// The root of REDUCE, BROADCAST, GATHER and SCATTER; the other rank of SEND and RECV.
    pub peer: u32,
    /// The communicator.
    pub comm: *mut gc_comm,
    /// The memory for the result.
    pub dst: *mut gc_mem,
    /// The first byte there.
    pub dst_offset: u64,
    /// The elements that this rank gives.
    pub src: *mut gc_mem,
    /// The first byte there.
    pub src_offset: u64,
    /// Elements of each rank.
    pub count: u64,
    /// The stream it is queued on.
    pub stream: *mut gc_stream,
    /// The factor of this rank's elements for SCALED_SUM.
    pub scale: f64,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// The engine of communicators of a context, "NCCL 2.18.3" or "Open MPI 4.1.4, rank 2 of 4, started by
    /// mpirun"; if there is nothing, where it was looked for and what to install. Preview: may change in any
    /// release.
    pub fn gc_context_get_comm_engine(context: *mut gc_context, text: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// An id for the ranks of a new communicator: 256 bytes, which one rank makes and any channel carries to
    /// the others. Each id makes one communicator, and stays valid as long as the process that made it.
    /// Preview: may change in any release.
    pub fn gc_comm_create_id(context: *mut gc_context, out_id: *mut u8, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes this rank of a communicator, and waits for the others: each calls it with the same id and count
    /// and its own rank. Without an id it has one rank and needs neither NCCL nor MPI. COMM_TIMEOUT: not all
    /// came in time. WRONG_CONTEXT: on a GPU a communicator is of the primary context. INVALID_STATE: the id
    /// was used before. Preview: may change in any release.
    pub fn gc_comm_create(context: *mut gc_context, id: *const c_void, id_size: usize, rank: u32, count: u32, options: *const gc_comm_options, out_comm: *mut *mut gc_comm, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes several ranks of a communicator in one call, one for each context, and waits for the others: for
    /// a process with several GPUs. Without an id its ranks are all there are. All of them are made or none.
    /// COMM_MISMATCH: two contexts of one GPU. UNSUPPORTED: several CPU devices, or GPUs beside them. As for
    /// gc_comm_create otherwise. Preview: may change in any release.
    pub fn gc_comm_create_many(contexts: *const *mut gc_context, context_count: usize, ranks: *const u32, rank_count: usize, id: *const c_void, id_size: usize, count: u32, options: *const gc_comm_options, out_comms: *mut *mut gc_comm, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes this process's rank from what a launcher set: mpirun, srun, torchrun, or GRIDCALL_COMM_RANK and
    /// GRIDCALL_COMM_COUNT. On the CPU device the communicator has all ranks of the MPI job. Between GPUs the
    /// id travels by MPI, by the file that GRIDCALL_COMM_ID names, or by NCCL's own NCCL_COMM_ID.
    /// INVALID_STATE: there is no launcher, or two disagree; the message names both. Preview: may change in
    /// any release.
    pub fn gc_comm_from_environment(context: *mut gc_context, options: *const gc_comm_options, out_comm: *mut *mut gc_comm, out_error: *mut *mut gc_error) -> gc_status;
    /// Parts the ranks: those that pass the same color make a communicator of their own, in the order of
    /// their keys, then of their ranks. A rank with a color below 0 gets none. All ranks call it, with
    /// nothing outstanding. Preview: may change in any release.
    pub fn gc_comm_split(comm: *mut gc_comm, color: i32, key: i32, options: *const gc_comm_options, out_comm: *mut *mut gc_comm, out_error: *mut *mut gc_error) -> gc_status;
    /// An attribute of a communicator, also of one that failed. NOT_FOUND: a number this library does not
    /// know. UNSUPPORTED: what carries the communicator does not tell it. INVALID_STATE: DEVICE_MEMORY of one
    /// that has ended. Preview: may change in any release.
    pub fn gc_comm_get_attribute(comm: *mut gc_comm, attribute: gc_comm_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Whether all operations that were queued are done. If the communicator has failed, the call fails with
    /// the same status and text each time. Preview: may change in any release.
    pub fn gc_comm_query(comm: *mut gc_comm, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues: every rank's `dst` gets the elements of all ranks' `src`, combined. SUM and AVG also of
    /// complex numbers, MAX and MIN also of BOOL; 16-bit integers are UNSUPPORTED. Preview: may change in any
    /// release.
    pub fn gc_comm_all_reduce(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, reduction: gc_comm_reduction, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues: the root's `dst` gets the elements of all ranks' `src`, combined. Preview: may change in any
    /// release.
    pub fn gc_comm_reduce(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, reduction: gc_comm_reduction, root: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues: every rank's `dst` gets the root's `src`. Preview: may change in any release.
    pub fn gc_comm_broadcast(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, root: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues: every rank's `dst` gets `count` elements of each rank, in the order of ranks. In place: `src`
    /// is the rank's own slot of `dst`. Preview: may change in any release.
    pub fn gc_comm_all_gather(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues: the ranks' `src` are combined, and each rank's `dst` gets its `count` elements of the result.
    /// In place: `dst` is the rank's own slot of `src`. Preview: may change in any release.
    pub fn gc_comm_reduce_scatter(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, reduction: gc_comm_reduction, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues: rank i's `count` elements at place j of `src` become rank j's at place i of `dst`. Preview:
    /// may change in any release.
    pub fn gc_comm_all_to_all(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues: the root's `dst` gets `count` elements of each rank, in the order of ranks. Preview: may
    /// change in any release.
    pub fn gc_comm_gather(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, root: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues: each rank's `dst` gets its `count` elements of the root's `src`. Preview: may change in any
    /// release.
    pub fn gc_comm_scatter(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, root: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues: the elements go to another rank, which calls gc_comm_recv. Exchanges in both directions are
    /// one gc_comm_launch_group. Preview: may change in any release.
    pub fn gc_comm_send(comm: *mut gc_comm, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, peer: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues: elements come from another rank, which calls gc_comm_send. Preview: may change in any release.
    pub fn gc_comm_recv(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, count: u64, scalar_type: gc_scalar_type, peer: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues: work behind it on the stream starts on no rank before all ranks' streams have come there.
    /// Preview: may change in any release.
    pub fn gc_comm_barrier(comm: *mut gc_comm, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues several operations as one: exchanges of SEND and RECV, and one operation on several GPUs of
    /// this process, each with its own communicator. All entries are checked before anything is queued; the
    /// message names the entry. Entries of one communicator have the order of the list. Preview: may change
    /// in any release.
    pub fn gc_comm_launch_group(ops: *const gc_comm_op, op_count: usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The orderly end, which all ranks call: waits until what was queued is done everywhere, and gives back
    /// what the communicator used. That the time ran out is no error: call it again. INVALID_STATE: a graph
    /// holds the communicator. Preview: may change in any release.
    pub fn gc_comm_finalize(comm: *mut gc_comm, timeout_nanoseconds: u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Ends communicators at once, in this process alone: what they have queued ends without result, and
    /// calls that wait for it return COMM_ABORTED. From any thread; again is no error. It returns within 5 s.
    /// Preview: may change in any release.
    pub fn gc_comm_abort(comms: *const *mut gc_comm, comm_count: usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a communicator. It never waits, in no order of ranks: what is queued still runs, then a
    /// thread of the library gives back what it used. Preview: may change in any release.
    pub fn gc_comm_release(comm: *mut gc_comm);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// The engine of communicators of a context, "NCCL 2.18.3" or "Open MPI 4.1.4, rank 2 of 4, started by
    /// mpirun"; if there is nothing, where it was looked for and what to install. Preview: may change in any
    /// release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_context_get_comm_engine(context: *mut gc_context, text: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(context_get_comm_engine) {
            Some(function) => function(context, text, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// An id for the ranks of a new communicator: 256 bytes, which one rank makes and any channel carries to
    /// the others. Each id makes one communicator, and stays valid as long as the process that made it.
    /// Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_create_id(context: *mut gc_context, out_id: *mut u8, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_create_id) {
            Some(function) => function(context, out_id, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes this rank of a communicator, and waits for the others: each calls it with the same id and count
    /// and its own rank. Without an id it has one rank and needs neither NCCL nor MPI. COMM_TIMEOUT: not all
    /// came in time. WRONG_CONTEXT: on a GPU a communicator is of the primary context. INVALID_STATE: the id
    /// was used before. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_create(context: *mut gc_context, id: *const c_void, id_size: usize, rank: u32, count: u32, options: *const gc_comm_options, out_comm: *mut *mut gc_comm, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_create) {
            Some(function) => function(context, id, id_size, rank, count, options, out_comm, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes several ranks of a communicator in one call, one for each context, and waits for the others: for
    /// a process with several GPUs. Without an id its ranks are all there are. All of them are made or none.
    /// COMM_MISMATCH: two contexts of one GPU. UNSUPPORTED: several CPU devices, or GPUs beside them. As for
    /// gc_comm_create otherwise. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_create_many(contexts: *const *mut gc_context, context_count: usize, ranks: *const u32, rank_count: usize, id: *const c_void, id_size: usize, count: u32, options: *const gc_comm_options, out_comms: *mut *mut gc_comm, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_create_many) {
            Some(function) => function(contexts, context_count, ranks, rank_count, id, id_size, count, options, out_comms, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes this process's rank from what a launcher set: mpirun, srun, torchrun, or GRIDCALL_COMM_RANK and
    /// GRIDCALL_COMM_COUNT. On the CPU device the communicator has all ranks of the MPI job. Between GPUs the
    /// id travels by MPI, by the file that GRIDCALL_COMM_ID names, or by NCCL's own NCCL_COMM_ID.
    /// INVALID_STATE: there is no launcher, or two disagree; the message names both. Preview: may change in
    /// any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_from_environment(context: *mut gc_context, options: *const gc_comm_options, out_comm: *mut *mut gc_comm, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_from_environment) {
            Some(function) => function(context, options, out_comm, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Parts the ranks: those that pass the same color make a communicator of their own, in the order of
    /// their keys, then of their ranks. A rank with a color below 0 gets none. All ranks call it, with
    /// nothing outstanding. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_split(comm: *mut gc_comm, color: i32, key: i32, options: *const gc_comm_options, out_comm: *mut *mut gc_comm, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_split) {
            Some(function) => function(comm, color, key, options, out_comm, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// An attribute of a communicator, also of one that failed. NOT_FOUND: a number this library does not
    /// know. UNSUPPORTED: what carries the communicator does not tell it. INVALID_STATE: DEVICE_MEMORY of one
    /// that has ended. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_get_attribute(comm: *mut gc_comm, attribute: gc_comm_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_get_attribute) {
            Some(function) => function(comm, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Whether all operations that were queued are done. If the communicator has failed, the call fails with
    /// the same status and text each time. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_query(comm: *mut gc_comm, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_query) {
            Some(function) => function(comm, out_done, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues: every rank's `dst` gets the elements of all ranks' `src`, combined. SUM and AVG also of
    /// complex numbers, MAX and MIN also of BOOL; 16-bit integers are UNSUPPORTED. Preview: may change in any
    /// release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_all_reduce(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, reduction: gc_comm_reduction, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_all_reduce) {
            Some(function) => function(comm, dst, dst_offset, src, src_offset, count, scalar_type, reduction, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues: the root's `dst` gets the elements of all ranks' `src`, combined. Preview: may change in any
    /// release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_reduce(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, reduction: gc_comm_reduction, root: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_reduce) {
            Some(function) => function(comm, dst, dst_offset, src, src_offset, count, scalar_type, reduction, root, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues: every rank's `dst` gets the root's `src`. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_broadcast(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, root: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_broadcast) {
            Some(function) => function(comm, dst, dst_offset, src, src_offset, count, scalar_type, root, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues: every rank's `dst` gets `count` elements of each rank, in the order of ranks. In place: `src`
    /// is the rank's own slot of `dst`. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_all_gather(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_all_gather) {
            Some(function) => function(comm, dst, dst_offset, src, src_offset, count, scalar_type, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues: the ranks' `src` are combined, and each rank's `dst` gets its `count` elements of the result.
    /// In place: `dst` is the rank's own slot of `src`. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_reduce_scatter(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, reduction: gc_comm_reduction, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_reduce_scatter) {
            Some(function) => function(comm, dst, dst_offset, src, src_offset, count, scalar_type, reduction, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues: rank i's `count` elements at place j of `src` become rank j's at place i of `dst`. Preview:
    /// may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_all_to_all(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_all_to_all) {
            Some(function) => function(comm, dst, dst_offset, src, src_offset, count, scalar_type, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues: the root's `dst` gets `count` elements of each rank, in the order of ranks. Preview: may
    /// change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_gather(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, root: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_gather) {
            Some(function) => function(comm, dst, dst_offset, src, src_offset, count, scalar_type, root, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues: each rank's `dst` gets its `count` elements of the root's `src`. Preview: may change in any
    /// release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_scatter(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, root: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_scatter) {
            Some(function) => function(comm, dst, dst_offset, src, src_offset, count, scalar_type, root, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues: the elements go to another rank, which calls gc_comm_recv. Exchanges in both directions are
    /// one gc_comm_launch_group. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_send(comm: *mut gc_comm, src: *mut gc_mem, src_offset: u64, count: u64, scalar_type: gc_scalar_type, peer: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_send) {
            Some(function) => function(comm, src, src_offset, count, scalar_type, peer, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues: elements come from another rank, which calls gc_comm_send. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_recv(comm: *mut gc_comm, dst: *mut gc_mem, dst_offset: u64, count: u64, scalar_type: gc_scalar_type, peer: u32, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_recv) {
            Some(function) => function(comm, dst, dst_offset, count, scalar_type, peer, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues: work behind it on the stream starts on no rank before all ranks' streams have come there.
    /// Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_barrier(comm: *mut gc_comm, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_barrier) {
            Some(function) => function(comm, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues several operations as one: exchanges of SEND and RECV, and one operation on several GPUs of
    /// this process, each with its own communicator. All entries are checked before anything is queued; the
    /// message names the entry. Entries of one communicator have the order of the list. Preview: may change
    /// in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_launch_group(ops: *const gc_comm_op, op_count: usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_launch_group) {
            Some(function) => function(ops, op_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The orderly end, which all ranks call: waits until what was queued is done everywhere, and gives back
    /// what the communicator used. That the time ran out is no error: call it again. INVALID_STATE: a graph
    /// holds the communicator. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_finalize(comm: *mut gc_comm, timeout_nanoseconds: u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_finalize) {
            Some(function) => function(comm, timeout_nanoseconds, out_done, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Ends communicators at once, in this process alone: what they have queued ends without result, and
    /// calls that wait for it return COMM_ABORTED. From any thread; again is no error. It returns within 5 s.
    /// Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_abort(comms: *const *mut gc_comm, comm_count: usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(comm_abort) {
            Some(function) => function(comms, comm_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a communicator. It never waits, in no order of ranks: what is queued still runs, then a
    /// thread of the library gives back what it used. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_comm_release(comm: *mut gc_comm) {
        if let Some(function) = function!(comm_release) {
            function(comm)
        }
    }
}
