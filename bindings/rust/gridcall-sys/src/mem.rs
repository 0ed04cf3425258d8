// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_void;

/// A piece of memory that a device can use. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_mem {
    _private: [u8; 0],
}

/// The place of memory.
pub type gc_mem_place = i32;
/// On the device.
pub const GRIDCALL_MEM_PLACE_DEVICE: gc_mem_place = 1;
/// Page-locked host memory; the device reaches it too.
pub const GRIDCALL_MEM_PLACE_HOST: gc_mem_place = 2;
/// Managed memory: one address for the host and the device, between which its pages move.
pub const GRIDCALL_MEM_PLACE_MANAGED: gc_mem_place = 3;
/// Ordinary host memory, aligned. A copy or fill of it may wait until it is made, as with a host address.
/// Kernels take it where the device attribute PAGEABLE_MEMORY_ACCESS is 1, else page-locked memory.
pub const GRIDCALL_MEM_PLACE_PAGEABLE: gc_mem_place = 4;

/// The origin of a gc_mem.
pub type gc_mem_origin = i32;
/// Allocated by gc_mem_create or gc_mem_alloc.
pub const GRIDCALL_MEM_ORIGIN_ALLOCATED: gc_mem_origin = 1;
/// From a pool.
pub const GRIDCALL_MEM_ORIGIN_POOL: gc_mem_origin = 2;
/// A part of another gc_mem.
pub const GRIDCALL_MEM_ORIGIN_SUB_REGION: gc_mem_origin = 3;
/// A foreign address (gc_mem_wrap).
pub const GRIDCALL_MEM_ORIGIN_WRAPPED: gc_mem_origin = 4;
/// A __device__ or __constant__ variable of a module.
pub const GRIDCALL_MEM_ORIGIN_GLOBAL: gc_mem_origin = 5;
/// Host memory of the program, registered with gc_mem_register.
pub const GRIDCALL_MEM_ORIGIN_REGISTERED: gc_mem_origin = 6;
/// Memory of another process (gc_mem_open_ipc).
pub const GRIDCALL_MEM_ORIGIN_IPC: gc_mem_origin = 7;

/// Attributes of memory: CUDA's numbers for what it knows of a range of managed memory
/// (CUmem_range_attribute), gridcall's own from 100001 on.
pub type gc_mem_attribute = i32;
/// Managed memory: 1 if all of it has the advice SET_READ_MOSTLY.
pub const GRIDCALL_MEM_ATTRIBUTE_READ_MOSTLY: gc_mem_attribute = 1;
/// Managed memory: the CUDA ordinal of the preferred device as a signed number of 64 bits; -1 is the host, -2
/// none, or not the same for all of it.
pub const GRIDCALL_MEM_ATTRIBUTE_PREFERRED_LOCATION: gc_mem_attribute = 2;
/// Managed memory: where all of it was last prefetched to; numbers as for PREFERRED_LOCATION.
pub const GRIDCALL_MEM_ATTRIBUTE_LAST_PREFETCH_LOCATION: gc_mem_attribute = 4;
/// The place: a GRIDCALL_MEM_PLACE_\* number.
pub const GRIDCALL_MEM_ATTRIBUTE_PLACE: gc_mem_attribute = 100001;
/// The origin: a GRIDCALL_MEM_ORIGIN_\* number.
pub const GRIDCALL_MEM_ATTRIBUTE_ORIGIN: gc_mem_attribute = 100002;
/// The GRIDCALL_MEM_\* bits of gc_mem_options, and of a part those that it adds. Of page-locked and
/// registered memory PORTABLE, MAPPED and WRITE_COMBINED are what the driver says.
pub const GRIDCALL_MEM_ATTRIBUTE_FLAGS: gc_mem_attribute = 100003;
/// Bytes from row to row of pitched memory; 0 if it is not pitched.
pub const GRIDCALL_MEM_ATTRIBUTE_PITCH: gc_mem_attribute = 100004;
/// Bytes of a row of pitched memory without its padding; 0 if it is not pitched.
pub const GRIDCALL_MEM_ATTRIBUTE_ROW_SIZE: gc_mem_attribute = 100005;
/// Rows of pitched memory; 0 if it is not pitched.
pub const GRIDCALL_MEM_ATTRIBUTE_HEIGHT: gc_mem_attribute = 100006;
/// The greatest power of two that divides its address.
pub const GRIDCALL_MEM_ATTRIBUTE_ALIGNMENT: gc_mem_attribute = 100007;
/// Bytes from the beginning of a part's parent; else 0.
pub const GRIDCALL_MEM_ATTRIBUTE_OFFSET: gc_mem_attribute = 100008;
/// The number of its holders: its handle, its parts, prepared launches, calls under way. For finding leaks.
pub const GRIDCALL_MEM_ATTRIBUTE_REFERENCE_COUNT: gc_mem_attribute = 100009;
/// 1 if it is host memory registered with gc_mem_register, else 0.
pub const GRIDCALL_MEM_ATTRIBUTE_IS_REGISTERED: gc_mem_attribute = 100010;
/// 1 if the host and kernels use one address for it (shared virtual memory), else 0.
pub const GRIDCALL_MEM_ATTRIBUTE_USES_SVM: gc_mem_attribute = 100011;
/// The number of its mappings that are mapped; those of its parts and of its parent count there. For finding
/// leaks.
pub const GRIDCALL_MEM_ATTRIBUTE_MAP_COUNT: gc_mem_attribute = 100012;

/// The rule for who may use managed memory where the host and the device cannot use it at once (CUDA's
/// numbers).
pub type gc_mem_attach_mode = i32;
/// Every stream, and the host while no kernel runs.
pub const GRIDCALL_MEM_ATTACH_MODE_GLOBAL: gc_mem_attach_mode = 1;
/// The host, until it is attached otherwise.
pub const GRIDCALL_MEM_ATTACH_MODE_HOST: gc_mem_attach_mode = 2;
/// One stream, and the host while nothing is queued on that stream.
pub const GRIDCALL_MEM_ATTACH_MODE_SINGLE: gc_mem_attach_mode = 4;

/// The expected use of managed memory (CUDA's numbers).
pub type gc_mem_advice = i32;
/// It is mostly read: each reader may have a copy.
pub const GRIDCALL_MEM_ADVICE_SET_READ_MOSTLY: gc_mem_advice = 1;
/// Takes SET_READ_MOSTLY back.
pub const GRIDCALL_MEM_ADVICE_UNSET_READ_MOSTLY: gc_mem_advice = 2;
/// It should be on the given device.
pub const GRIDCALL_MEM_ADVICE_SET_PREFERRED_LOCATION: gc_mem_advice = 3;
/// Takes SET_PREFERRED_LOCATION back.
pub const GRIDCALL_MEM_ADVICE_UNSET_PREFERRED_LOCATION: gc_mem_advice = 4;
/// The given device uses it and should have it mapped.
pub const GRIDCALL_MEM_ADVICE_SET_ACCESSED_BY: gc_mem_advice = 5;
/// Takes SET_ACCESSED_BY back.
pub const GRIDCALL_MEM_ADVICE_UNSET_ACCESSED_BY: gc_mem_advice = 6;

/// Flags of new memory, and promises of the program on its use. A copy that breaks a promise of the host is
/// refused; a kernel that breaks one of kernels is not found out.
pub type gc_mem_flags = u64;
/// Page-locked memory: fast for the device to read, slow for the host to read. On the CPU device it is memory
/// as any other, and FLAGS lacks the bit.
pub const GRIDCALL_MEM_WRITE_COMBINED: gc_mem_flags = 1 << 0;
/// Page-locked memory: for every context. It always is.
pub const GRIDCALL_MEM_PORTABLE: gc_mem_flags = 1 << 1;
/// Page-locked memory: for kernels too. It always is.
pub const GRIDCALL_MEM_MAPPED: gc_mem_flags = 1 << 2;
/// Filled with zeros.
pub const GRIDCALL_MEM_ZERO: gc_mem_flags = 1 << 3;
/// Kernels only read it.
pub const GRIDCALL_MEM_KERNEL_READ_ONLY: gc_mem_flags = 1 << 4;
/// Kernels only write it.
pub const GRIDCALL_MEM_KERNEL_WRITE_ONLY: gc_mem_flags = 1 << 5;
/// The host only reads it: gc_memcpy_htod refuses it.
pub const GRIDCALL_MEM_HOST_READ_ONLY: gc_mem_flags = 1 << 6;
/// The host only writes it: gc_memcpy_dtoh refuses it.
pub const GRIDCALL_MEM_HOST_WRITE_ONLY: gc_mem_flags = 1 << 7;
/// The host neither reads nor writes it: gc_memcpy_htod, gc_memcpy_dtoh and gc_mem_get_host_address refuse
/// it.
pub const GRIDCALL_MEM_HOST_NO_ACCESS: gc_mem_flags = 1 << 8;
/// Managed memory: the host and kernels use it at the same time. UNSUPPORTED where SVM_CAPABILITIES of the
/// device lacks FINE_GRAIN_BUFFER.
pub const GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER: gc_mem_flags = 1 << 9;
/// Managed memory: they also use it with atomic operations. UNSUPPORTED where SVM_CAPABILITIES of the device
/// lacks ATOMICS.
pub const GRIDCALL_MEM_SVM_ATOMICS: gc_mem_flags = 1 << 10;

/// Flags of how host memory is registered.
pub type gc_mem_register_flags = u64;
/// For every context. It always is.
pub const GRIDCALL_MEM_REGISTER_PORTABLE: gc_mem_register_flags = 1 << 0;
/// For kernels too. It always is.
pub const GRIDCALL_MEM_REGISTER_MAPPED: gc_mem_register_flags = 1 << 1;
/// It is memory of another device, mapped into this process. GPU only.
pub const GRIDCALL_MEM_REGISTER_IO_MEMORY: gc_mem_register_flags = 1 << 2;
/// The device only reads it; for memory that the process itself may not write.
pub const GRIDCALL_MEM_REGISTER_READ_ONLY: gc_mem_register_flags = 1 << 3;

/// Flags of how managed memory is moved.
pub type gc_mem_prefetch_flags = u64;
/// Its content is not wanted: the driver need not copy it, and until something writes it, it is undefined.
/// Where the driver cannot do that (CUDA 13.0 and later can) the content is moved.
pub const GRIDCALL_MEM_PREFETCH_DISCARD: gc_mem_prefetch_flags = 1 << 0;

/// Flags of wrapped memory.
pub type gc_mem_wrap_flags = u64;
/// The library frees it, with cuMemFree or, if it is page-locked, cuMemFreeHost, when it is released. The
/// address must be that of a whole allocation, which nothing else frees.
pub const GRIDCALL_MEM_WRAP_OWNED: gc_mem_wrap_flags = 1 << 0;

/// Flags of how memory of another process is opened.
pub type gc_mem_ipc_flags = u64;
/// If it is on another GPU than the context's, peer access is enabled. It always is.
pub const GRIDCALL_MEM_IPC_LAZY_PEER_ACCESS: gc_mem_ipc_flags = 1 << 0;

/// Options of memory of another process.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_ipc_options {
    /// sizeof(gc_mem_ipc_options).
    pub struct_size: usize,
    /// GRIDCALL_MEM_IPC_\* bits.
    pub flags: gc_mem_ipc_flags,
}

/// Options of new memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_options {
    /// sizeof(gc_mem_options).
    pub struct_size: usize,
    /// GRIDCALL_MEM_\* bits.
    pub flags: gc_mem_flags,
    /// The place; 0 means GRIDCALL_MEM_PLACE_DEVICE.
    pub place: gc_mem_place,
    /// Managed memory: GLOBAL or HOST; 0 means GLOBAL.
    pub attach: gc_mem_attach_mode,
    /// Its size, or with a height that of a row; 0: that of its content, and without content it is refused.
    pub size: u64,
    /// A power of two that its address is a multiple of, up to 1 GiB; 0: 256, or 4096 for ordinary host
    /// memory. It is never less than 256.
    pub alignment: u64,
    /// Rows of pitched memory, whose rows begin at multiples of 512 bytes; 0: not pitched. The attributes
    /// PITCH and ROW_SIZE give the layout.
    pub height: u64,
    /// Pitched memory: what a thread reads at once, 4, 8 or 16; 0: 4.
    pub element_size: u32,
    /// Zero.
    pub reserved: u32,
    /// The first content. It is there when the call returns, for every stream. Not with a height.
    pub content: *const c_void,
    /// Its size; at most `size`.
    pub content_size: usize,
    /// Gets `token` when the memory was given back: it is released, with all its parts, no work uses it any
    /// more, and the driver has it. The library notices that in gc_completion_wait, in gc_handle_collect, and
    /// in calls that make an object in the context.
    pub completion: *mut gc_completion,
    /// The token that the completion gets; without a completion 0.
    pub token: u64,
}

/// Options of registered host memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_register_options {
    /// sizeof(gc_mem_register_options).
    pub struct_size: usize,
    /// GRIDCALL_MEM_REGISTER_\* bits.
    pub flags: gc_mem_register_flags,
}

/// Facts about foreign memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_mem_wrap_options {
    /// sizeof(gc_mem_wrap_options).
    pub struct_size: usize,
    /// The host address of page-locked memory; 0: the driver is asked for it.
    pub host_address: u64,
    /// GRIDCALL_MEM_WRAP_\* bits.
    pub flags: gc_mem_wrap_flags,
    /// Gets `token` when the library is done with the memory: it is released, with all its parts, and no work
    /// uses it any more. With OWNED it was freed then. The library notices that in gc_completion_wait, in
    /// gc_handle_collect, and in calls that make an object in the context.
    pub completion: *mut gc_completion,
    /// The token that the completion gets; without a completion 0.
    pub token: u64,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Allocates device memory, aligned to 256 bytes at least. The content is undefined.
    pub fn gc_mem_alloc(context: *mut gc_context, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes memory of any kind. Without the flag ZERO and without content what it holds is undefined.
    /// UNSUPPORTED: managed memory on a device that has none.
    pub fn gc_mem_create(context: *mut gc_context, options: *const gc_mem_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// A part of a memory, which it keeps alive. Reading and writing either reads and writes the other. It
    /// keeps the promises of its whole, and those that it adds itself.
    pub fn gc_mem_create_sub_region(mem: *mut gc_mem, offset: u64, size: u64, flags: gc_mem_flags, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Page-locks host memory of the program, so that kernels take it and gc_memcpy copies it while the
    /// program goes on. The program must keep the memory until the gc_mem and the work that uses it are gone,
    /// and must not free it before: gc_mem_free ends the registration at once, gc_mem_release when the work
    /// is done. Any address and size will do. ALREADY_REGISTERED: a part of it is registered or page-locked
    /// already.
    pub fn gc_mem_register(context: *mut gc_context, host_address: u64, size: u64, options: *const gc_mem_register_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Makes a gc_mem of a device address that another library owns. That library must keep it valid until
    /// the gc_mem and the work that uses it are gone; with the flag OWNED the gc_mem owns it from then on.
    /// The driver tells whether it is device, page-locked or managed memory.
    pub fn gc_mem_wrap(context: *mut gc_context, address: u64, size: u64, options: *const gc_mem_wrap_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// The device address, for other libraries, for structs and for tables on the device. gridcall does not
    /// see what uses it there: keep the gc_mem until that work is done, or name it with gc_mem_use.
    /// UNSUPPORTED: ordinary host memory (place PAGEABLE) that this device cannot reach.
    pub fn gc_mem_get_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The host address of memory that the host reaches (place HOST, MANAGED or PAGEABLE), as a number. Valid
    /// until the gc_mem is released. Wait for the work that writes it before reading: gc_mem_wait does.
    pub fn gc_mem_get_host_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The size that was asked for.
    pub fn gc_mem_get_size(mem: *mut gc_mem, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of memory. NOT_FOUND for a number that this library does not know, UNSUPPORTED for an
    /// attribute of managed memory that this is not.
    pub fn gc_mem_get_attribute(mem: *mut gc_mem, attribute: gc_mem_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The memory that a part is a part of: a handle of its own for the same memory. NOT_FOUND if the memory
    /// is no part.
    pub fn gc_mem_get_parent(mem: *mut gc_mem, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its
    /// address is in a struct, in a table on the device, or was given to another library. Released memory is
    /// then not reused before that work is done. Memory that a launch or a copy names needs no such call.
    pub fn gc_mem_use(mem: *mut gc_mem, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Waits until no work that was queued so far uses the memory, or the time is up: before the host reads
    /// or writes page-locked, managed or registered memory. Work counts that names it as an argument of kind
    /// MEM, in a copy or a fill, or with gc_mem_use. A fault of that work is reported by calls on its stream.
    /// In a context with more than 62 streams it may wait longer, for all of its work.
    pub fn gc_mem_wait(mem: *mut gc_mem, timeout_nanoseconds: u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status;
    /// Says who may use managed memory from this point of the stream on. It matters where the device
    /// attribute CONCURRENT_MANAGED_ACCESS is 0; elsewhere it is accepted. It is for the whole of a memory,
    /// not for a part. UNSUPPORTED: the memory is not managed.
    pub fn gc_mem_attach(mem: *mut gc_mem, attach: gc_mem_attach_mode, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// Tells the driver what to expect of the use of managed memory. Results do not depend on it.
    /// UNSUPPORTED: the memory is not managed.
    pub fn gc_mem_advise(mem: *mut gc_mem, offset: u64, size: u64, advice: gc_mem_advice, device: *mut gc_device, out_error: *mut *mut gc_error) -> gc_status;
    /// Moves managed memory to a device or to the host before it is used there, queued on a stream. Nothing
    /// is done where it cannot move ahead of its use: if it is not managed, or the device attribute
    /// CONCURRENT_MANAGED_ACCESS of its device or of `device` is 0.
    pub fn gc_mem_prefetch(mem: *mut gc_mem, offset: u64, size: u64, device: *mut gc_device, flags: gc_mem_prefetch_flags, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// A handle with which another process of the same machine opens the memory (gc_mem_open_ipc): 64 bytes,
    /// to be sent there by any means, together with the offset. It is valid while the memory lives: the
    /// exporting process must keep it, and its own work must be ordered with that of the other process (an
    /// event with INTERPROCESS does). INVALID_ARGUMENT: only device memory of gc_mem_create and gc_mem_alloc
    /// can be exported, parts of it, and wrapped memory of cuMemAlloc; a pool's block cannot, for the pool
    /// lends it to others once it is released. The driver may place small allocations in common pages, all of
    /// which the other process then maps: keep what it must not reach in allocations of 2 MiB and more. On
    /// the CPU device the first export copies the allocation in place to memory that processes can share,
    /// while kernels may run.
    pub fn gc_mem_get_ipc_handle(mem: *mut gc_mem, out_handle: *mut u8, out_offset: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Opens memory of another process. It is the same memory: what one process writes, the other reads, once
    /// work is ordered by an event with INTERPROCESS or by waiting. It may be opened several times. Release
    /// it before the other process releases its own; on the CPU device it stays valid after that, and after
    /// the other process has ended. INVALID_ARGUMENT: the handle is none of memory, of this process, or of
    /// another device's driver. NOT_FOUND: the CPU device finds that its process has ended or has released
    /// the memory. UNSUPPORTED: it is of another user, or the driver shares no memory.
    pub fn gc_mem_open_ipc(context: *mut gc_context, handle: *const c_void, handle_size: usize, offset: u64, size: u64, options: *const gc_mem_ipc_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Waits for the work that uses the memory, gives it back before it returns, and ends the handle: what
    /// gc_mem_release does later. Once its address was asked for, that is the work of all streams of its
    /// context. It also ends a registration, so that the program may free its memory. INVALID_STATE:
    /// something else holds it, a part, another handle or a prepared launch; the handle then stays. If
    /// another thread begins to use it meanwhile the handle ends, INVALID_STATE is returned, and the memory
    /// goes with its last holder. A part, and a variable of a module, can only be released
    /// (INVALID_ARGUMENT).
    pub fn gc_mem_free(mem: *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases memory. Copies and launches already queued with it finish first: releasing at once after a
    /// launch is safe, if the launch names the memory as an argument of kind MEM. For an address that the
    /// library cannot see, call gc_mem_use first.
    pub fn gc_mem_release(mem: *mut gc_mem);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Allocates device memory, aligned to 256 bytes at least. The content is undefined.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_alloc(context: *mut gc_context, size: u64, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_alloc) {
            Some(function) => function(context, size, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes memory of any kind. Without the flag ZERO and without content what it holds is undefined.
    /// UNSUPPORTED: managed memory on a device that has none.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_create(context: *mut gc_context, options: *const gc_mem_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_create) {
            Some(function) => function(context, options, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A part of a memory, which it keeps alive. Reading and writing either reads and writes the other. It
    /// keeps the promises of its whole, and those that it adds itself.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_create_sub_region(mem: *mut gc_mem, offset: u64, size: u64, flags: gc_mem_flags, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_create_sub_region) {
            Some(function) => function(mem, offset, size, flags, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Page-locks host memory of the program, so that kernels take it and gc_memcpy copies it while the
    /// program goes on. The program must keep the memory until the gc_mem and the work that uses it are gone,
    /// and must not free it before: gc_mem_free ends the registration at once, gc_mem_release when the work
    /// is done. Any address and size will do. ALREADY_REGISTERED: a part of it is registered or page-locked
    /// already.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_register(context: *mut gc_context, host_address: u64, size: u64, options: *const gc_mem_register_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_register) {
            Some(function) => function(context, host_address, size, options, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Makes a gc_mem of a device address that another library owns. That library must keep it valid until
    /// the gc_mem and the work that uses it are gone; with the flag OWNED the gc_mem owns it from then on.
    /// The driver tells whether it is device, page-locked or managed memory.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_wrap(context: *mut gc_context, address: u64, size: u64, options: *const gc_mem_wrap_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_wrap) {
            Some(function) => function(context, address, size, options, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The device address, for other libraries, for structs and for tables on the device. gridcall does not
    /// see what uses it there: keep the gc_mem until that work is done, or name it with gc_mem_use.
    /// UNSUPPORTED: ordinary host memory (place PAGEABLE) that this device cannot reach.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_address) {
            Some(function) => function(mem, out_address, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The host address of memory that the host reaches (place HOST, MANAGED or PAGEABLE), as a number. Valid
    /// until the gc_mem is released. Wait for the work that writes it before reading: gc_mem_wait does.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_host_address(mem: *mut gc_mem, out_address: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_host_address) {
            Some(function) => function(mem, out_address, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The size that was asked for.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_size(mem: *mut gc_mem, out_size: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_size) {
            Some(function) => function(mem, out_size, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One attribute of memory. NOT_FOUND for a number that this library does not know, UNSUPPORTED for an
    /// attribute of managed memory that this is not.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_attribute(mem: *mut gc_mem, attribute: gc_mem_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_attribute) {
            Some(function) => function(mem, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The memory that a part is a part of: a handle of its own for the same memory. NOT_FOUND if the memory
    /// is no part.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_parent(mem: *mut gc_mem, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_parent) {
            Some(function) => function(mem, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its
    /// address is in a struct, in a table on the device, or was given to another library. Released memory is
    /// then not reused before that work is done. Memory that a launch or a copy names needs no such call.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_use(mem: *mut gc_mem, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_use) {
            Some(function) => function(mem, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Waits until no work that was queued so far uses the memory, or the time is up: before the host reads
    /// or writes page-locked, managed or registered memory. Work counts that names it as an argument of kind
    /// MEM, in a copy or a fill, or with gc_mem_use. A fault of that work is reported by calls on its stream.
    /// In a context with more than 62 streams it may wait longer, for all of its work.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_wait(mem: *mut gc_mem, timeout_nanoseconds: u64, out_done: *mut i32, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_wait) {
            Some(function) => function(mem, timeout_nanoseconds, out_done, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Says who may use managed memory from this point of the stream on. It matters where the device
    /// attribute CONCURRENT_MANAGED_ACCESS is 0; elsewhere it is accepted. It is for the whole of a memory,
    /// not for a part. UNSUPPORTED: the memory is not managed.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_attach(mem: *mut gc_mem, attach: gc_mem_attach_mode, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_attach) {
            Some(function) => function(mem, attach, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Tells the driver what to expect of the use of managed memory. Results do not depend on it.
    /// UNSUPPORTED: the memory is not managed.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_advise(mem: *mut gc_mem, offset: u64, size: u64, advice: gc_mem_advice, device: *mut gc_device, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_advise) {
            Some(function) => function(mem, offset, size, advice, device, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Moves managed memory to a device or to the host before it is used there, queued on a stream. Nothing
    /// is done where it cannot move ahead of its use: if it is not managed, or the device attribute
    /// CONCURRENT_MANAGED_ACCESS of its device or of `device` is 0.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_prefetch(mem: *mut gc_mem, offset: u64, size: u64, device: *mut gc_device, flags: gc_mem_prefetch_flags, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_prefetch) {
            Some(function) => function(mem, offset, size, device, flags, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A handle with which another process of the same machine opens the memory (gc_mem_open_ipc): 64 bytes,
    /// to be sent there by any means, together with the offset. It is valid while the memory lives: the
    /// exporting process must keep it, and its own work must be ordered with that of the other process (an
    /// event with INTERPROCESS does). INVALID_ARGUMENT: only device memory of gc_mem_create and gc_mem_alloc
    /// can be exported, parts of it, and wrapped memory of cuMemAlloc; a pool's block cannot, for the pool
    /// lends it to others once it is released. The driver may place small allocations in common pages, all of
    /// which the other process then maps: keep what it must not reach in allocations of 2 MiB and more. On
    /// the CPU device the first export copies the allocation in place to memory that processes can share,
    /// while kernels may run.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_get_ipc_handle(mem: *mut gc_mem, out_handle: *mut u8, out_offset: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_get_ipc_handle) {
            Some(function) => function(mem, out_handle, out_offset, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Opens memory of another process. It is the same memory: what one process writes, the other reads, once
    /// work is ordered by an event with INTERPROCESS or by waiting. It may be opened several times. Release
    /// it before the other process releases its own; on the CPU device it stays valid after that, and after
    /// the other process has ended. INVALID_ARGUMENT: the handle is none of memory, of this process, or of
    /// another device's driver. NOT_FOUND: the CPU device finds that its process has ended or has released
    /// the memory. UNSUPPORTED: it is of another user, or the driver shares no memory.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_open_ipc(context: *mut gc_context, handle: *const c_void, handle_size: usize, offset: u64, size: u64, options: *const gc_mem_ipc_options, out_mem: *mut *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_open_ipc) {
            Some(function) => function(context, handle, handle_size, offset, size, options, out_mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Waits for the work that uses the memory, gives it back before it returns, and ends the handle: what
    /// gc_mem_release does later. Once its address was asked for, that is the work of all streams of its
    /// context. It also ends a registration, so that the program may free its memory. INVALID_STATE:
    /// something else holds it, a part, another handle or a prepared launch; the handle then stays. If
    /// another thread begins to use it meanwhile the handle ends, INVALID_STATE is returned, and the memory
    /// goes with its last holder. A part, and a variable of a module, can only be released
    /// (INVALID_ARGUMENT).
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_free(mem: *mut gc_mem, out_error: *mut *mut gc_error) -> gc_status {
        match function!(mem_free) {
            Some(function) => function(mem, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases memory. Copies and launches already queued with it finish first: releasing at once after a
    /// launch is safe, if the launch names the memory as an argument of kind MEM. For an address that the
    /// library cannot see, call gc_mem_use first.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_mem_release(mem: *mut gc_mem) {
        if let Some(function) = function!(mem_release) {
            function(mem)
        }
    }
}
