// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{call, nanoseconds};
use crate::sys;
use crate::Result;
use core::ptr;
use core::time::Duration;
use super::*;

handle! {
    /// A piece of memory that a device can use.
    ///
    /// One object for every kind of memory: on the device, page-locked on the host, managed, ordinary host
    /// memory, registered host memory, a part of another, a module's global variable, or a foreign address.
    /// [`Mem::create`] makes every kind, and [`Mem::alloc`] is short for the most common one, memory of the
    /// device. Sizes and offsets are in bytes.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    Mem(gc_mem) gc_mem_release
}

codes! {
    /// The place of memory.
    MemPlace {
        /// On the device.
        DEVICE = 1,
        /// Page-locked host memory; the device reaches it too.
        HOST = 2,
        /// Managed memory: one address for the host and the device, between which its pages move.
        MANAGED = 3,
        /// Ordinary host memory, aligned. A copy or fill of it may wait until it is made, as with a host
        /// address. Kernels take it where the device attribute PAGEABLE_MEMORY_ACCESS is 1, else page-locked
        /// memory.
        PAGEABLE = 4,
    }
}

codes! {
    /// The origin of a [`Mem`].
    MemOrigin {
        /// Allocated by [`Mem::create`] or [`Mem::alloc`].
        ALLOCATED = 1,
        /// From a pool.
        POOL = 2,
        /// A part of another [`Mem`].
        SUB_REGION = 3,
        /// A foreign address ([`Mem::wrap`]).
        WRAPPED = 4,
        /// A __device__ or __constant__ variable of a module.
        GLOBAL = 5,
        /// Host memory of the program, registered with [`Mem::register`].
        REGISTERED = 6,
        /// Memory of another process ([`Mem::open_ipc`]).
        IPC = 7,
    }
}

codes! {
    /// Attributes of memory: CUDA's numbers for what it knows of a range of managed memory
    /// (CUmem_range_attribute), gridcall's own from 100001 on.
    MemAttribute {
        /// Managed memory: 1 if all of it has the advice SET_READ_MOSTLY.
        READ_MOSTLY = 1,
        /// Managed memory: the CUDA ordinal of the preferred device as a signed number of 64 bits; -1 is the
        /// host, -2 none, or not the same for all of it.
        PREFERRED_LOCATION = 2,
        /// Managed memory: where all of it was last prefetched to; numbers as for PREFERRED_LOCATION.
        LAST_PREFETCH_LOCATION = 4,
        /// The place: a [`MemPlace`] number.
        PLACE = 100001,
        /// The origin: a [`MemOrigin`] number.
        ORIGIN = 100002,
        /// The [`MemFlags`] bits of [`MemOptions`], and of a part those that it adds. Of page-locked and
        /// registered memory PORTABLE, MAPPED and WRITE_COMBINED are what the driver says.
        FLAGS = 100003,
        /// Bytes from row to row of pitched memory; 0 if it is not pitched.
        PITCH = 100004,
        /// Bytes of a row of pitched memory without its padding; 0 if it is not pitched.
        ROW_SIZE = 100005,
        /// Rows of pitched memory; 0 if it is not pitched.
        HEIGHT = 100006,
        /// The greatest power of two that divides its address.
        ALIGNMENT = 100007,
        /// Bytes from the beginning of a part's parent; else 0.
        OFFSET = 100008,
        /// The number of its holders: handle, parts, prepared launches, calls under way.
        REFERENCE_COUNT = 100009,
        /// 1 if it is host memory registered with [`Mem::register`], else 0.
        IS_REGISTERED = 100010,
        /// 1 if the host and kernels use one address for it (shared virtual memory), else 0.
        USES_SVM = 100011,
        /// The number of its mappings that are mapped, without those of its parts.
        MAP_COUNT = 100012,
    }
}

codes! {
    /// The rule for who may use managed memory where the host and the device cannot use it at once (CUDA's
    /// numbers).
    MemAttachMode {
        /// Every stream, and the host while no kernel runs.
        GLOBAL = 1,
        /// The host, until it is attached otherwise.
        HOST = 2,
        /// One stream, and the host while nothing is queued on that stream.
        SINGLE = 4,
    }
}

codes! {
    /// The expected use of managed memory (CUDA's numbers).
    MemAdvice {
        /// It is mostly read: each reader may have a copy.
        SET_READ_MOSTLY = 1,
        /// Takes SET_READ_MOSTLY back.
        UNSET_READ_MOSTLY = 2,
        /// It should be on the given device.
        SET_PREFERRED_LOCATION = 3,
        /// Takes SET_PREFERRED_LOCATION back.
        UNSET_PREFERRED_LOCATION = 4,
        /// The given device uses it and should have it mapped.
        SET_ACCESSED_BY = 5,
        /// Takes SET_ACCESSED_BY back.
        UNSET_ACCESSED_BY = 6,
    }
}

flags! {
    /// Flags of new memory, and promises of the program on its use. A copy that breaks a promise of the host
    /// is refused; a kernel that breaks one of kernels is not found out.
    MemFlags {
        /// Page-locked memory: fast for the device to read, slow for the host to read. On the CPU device it
        /// is memory as any other, and FLAGS lacks the bit.
        WRITE_COMBINED = 0,
        /// Page-locked memory: for every context. It always is.
        PORTABLE = 1,
        /// Page-locked memory: for kernels too. It always is.
        MAPPED = 2,
        /// Filled with zeros.
        ZERO = 3,
        /// Kernels only read it.
        KERNEL_READ_ONLY = 4,
        /// Kernels only write it.
        KERNEL_WRITE_ONLY = 5,
        /// The host only reads it: [`Mem::memcpy_htod`] refuses it.
        HOST_READ_ONLY = 6,
        /// The host only writes it: [`Mem::memcpy_dtoh`] refuses it.
        HOST_WRITE_ONLY = 7,
        /// The host neither reads nor writes it: its copies and [`Mem::host_address`] refuse it.
        HOST_NO_ACCESS = 8,
        /// Managed memory: the host and kernels use it at once. Needs FINE_GRAIN_BUFFER of SVM_CAPABILITIES.
        SVM_FINE_GRAIN_BUFFER = 9,
        /// Managed memory: they also use it with atomic operations. Needs ATOMICS of SVM_CAPABILITIES.
        SVM_ATOMICS = 10,
    }
}

flags! {
    /// Flags of how host memory is registered.
    MemRegisterFlags {
        /// For every context. It always is.
        PORTABLE = 0,
        /// For kernels too. It always is.
        MAPPED = 1,
        /// It is memory of another device, mapped into this process. GPU only.
        IO_MEMORY = 2,
        /// The device only reads it; for memory that the process itself may not write.
        READ_ONLY = 3,
    }
}

flags! {
    /// Flags of how managed memory is moved.
    MemPrefetchFlags {
        /// Its content is not wanted: the driver need not copy it, and until something writes it, it is
        /// undefined. Where the driver cannot do that (CUDA 13.0 and later can) the content is moved.
        DISCARD = 0,
    }
}

flags! {
    /// Flags of wrapped memory.
    MemWrapFlags {
        /// The library frees it, with cuMemFree or, if it is page-locked, cuMemFreeHost, when it is released.
        /// The address must be that of a whole allocation, which nothing else frees.
        OWNED = 0,
    }
}

flags! {
    /// Flags of how memory of another process is opened.
    MemIpcFlags {
        /// If it is on another GPU than the context's, peer access is enabled. It always is.
        LAZY_PEER_ACCESS = 0,
    }
}

/// Options of memory of another process.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemIpcOptions {
    /// [`MemIpcFlags`] bits.
    pub flags: MemIpcFlags,
}

impl MemIpcOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_mem_ipc_options {
        sys::gc_mem_ipc_options {
            struct_size: core::mem::size_of::<sys::gc_mem_ipc_options>(),
            flags: self.flags.0,
        }
    }
}

/// Options of new memory.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemOptions<'a> {
    /// [`MemFlags`] bits.
    pub flags: MemFlags,
    /// The place; 0 means [`MemPlace::DEVICE`].
    pub place: MemPlace,
    /// Managed memory: GLOBAL or HOST; 0 means GLOBAL.
    pub attach: MemAttachMode,
    /// Its size, in bytes, or with a height that of a row; 0: that of its content, and without content it is
    /// refused.
    pub size: u64,
    /// A power of two that its address is a multiple of, in bytes, up to 1 GiB; 0: 256, or 4096 for ordinary
    /// host memory. It is never less than 256.
    pub alignment: u64,
    /// Rows of pitched memory (attribute PITCH), which begin at multiples of 512 bytes; 0: not pitched.
    pub height: u64,
    /// Pitched memory, in bytes: what a thread reads at once, 4, 8 or 16; 0: 4.
    pub element_size: u32,
    /// The first content, there when the call returns. Not with a height. Empty: no content.
    pub content: &'a [u8],
    /// Gets `token` when the memory was given back: it is released, with all its parts, no work uses it any
    /// more, and the driver has it. The library notices that in [`Completion::wait`], in [`handle_collect`],
    /// and in calls that make an object in the context. None: none.
    pub completion: Option<&'a Completion>,
    /// The token that the completion gets; without a completion 0.
    pub token: u64,
}

impl MemOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_mem_options {
        sys::gc_mem_options {
            struct_size: core::mem::size_of::<sys::gc_mem_options>(),
            flags: self.flags.0,
            place: self.place.0,
            attach: self.attach.0,
            size: self.size,
            alignment: self.alignment,
            height: self.height,
            element_size: self.element_size,
            reserved: 0,
            content: if self.content.is_empty() { ptr::null() } else { self.content.as_ptr().cast() },
            content_size: self.content.len(),
            completion: self.completion.map_or(ptr::null_mut(), |h| h.raw),
            token: self.token,
        }
    }
}

/// Options of registered host memory.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemRegisterOptions {
    /// [`MemRegisterFlags`] bits.
    pub flags: MemRegisterFlags,
}

impl MemRegisterOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_mem_register_options {
        sys::gc_mem_register_options {
            struct_size: core::mem::size_of::<sys::gc_mem_register_options>(),
            flags: self.flags.0,
        }
    }
}

/// Facts about foreign memory.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemWrapOptions<'a> {
    /// The host address of page-locked memory; 0: the driver is asked for it.
    pub host_address: u64,
    /// [`MemWrapFlags`] bits.
    pub flags: MemWrapFlags,
    /// Gets `token` when the library is done with the memory: it is released, with all its parts, and no work
    /// uses it any more. With OWNED it was freed then. The library notices that in [`Completion::wait`], in
    /// [`handle_collect`], and in calls that make an object in the context. None: none.
    pub completion: Option<&'a Completion>,
    /// The token that the completion gets; without a completion 0.
    pub token: u64,
}

impl MemWrapOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_mem_wrap_options {
        sys::gc_mem_wrap_options {
            struct_size: core::mem::size_of::<sys::gc_mem_wrap_options>(),
            host_address: self.host_address,
            flags: self.flags.0,
            completion: self.completion.map_or(ptr::null_mut(), |h| h.raw),
            token: self.token,
        }
    }
}

impl Mem {
    /// Allocates device memory, aligned to 256 bytes. Its content is undefined.
    ///
    /// * `size`: Its size, in bytes; not 0.
    ///
    /// # Errors
    /// `OUT_OF_MEMORY`, any driver error.
    pub fn alloc(context: &Context, size: u64) -> Result<Mem> {
        let mut out_mem = ptr::null_mut();
        call(|error| unsafe { sys::gc_mem_alloc(context.raw, size, &mut out_mem, error) })?;
        Ok(Mem::own(out_mem))
    }

    /// Makes memory of any kind. Without the flag ZERO and without content what it holds is undefined.
    /// UNSUPPORTED: managed memory on a device that has none.
    ///
    /// * `options`: Place, size and the rest.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub fn create(context: &Context, options: &MemOptions<'_>) -> Result<Mem> {
        let options = options.as_c();
        let mut out_mem = ptr::null_mut();
        call(|error| unsafe { sys::gc_mem_create(context.raw, &options, &mut out_mem, error) })?;
        Ok(Mem::own(out_mem))
    }

    /// A part of a memory, which it keeps alive. Reading and writing either reads and writes the other. It
    /// keeps the promises of its whole, and those that it adds itself.
    ///
    /// * `offset`: The first byte of the part, in bytes.
    /// * `size`: Its size, in bytes; not 0.
    /// * `flags`: Further promises: bits as [`MemFlags::KERNEL_READ_ONLY`] and [`MemFlags::HOST_READ_ONLY`].
    ///
    /// # Errors
    /// `OUT_OF_RANGE`.
    pub fn sub_region(&self, offset: u64, size: u64, flags: MemFlags) -> Result<Mem> {
        let mut out_mem = ptr::null_mut();
        call(|error| unsafe { sys::gc_mem_create_sub_region(self.raw, offset, size, flags.0, &mut out_mem, error) })?;
        Ok(Mem::own(out_mem))
    }

    /// Page-locks host memory of the program, so that kernels take it and [`Mem::memcpy`] copies it while the
    /// program goes on. The program must keep the memory until the [`Mem`] and the work that uses it are
    /// gone, and must not free it before: [`Mem::free`] ends the registration at once, [`Mem`] when the work
    /// is done. Any address and size will do. ALREADY_REGISTERED: a part of it is registered or page-locked
    /// already.
    ///
    /// * `host_address`: The address; not 0.
    /// * `size`: The size of the memory there, in bytes; not 0.
    /// * `options`: Flags. None: all defaults.
    ///
    /// # Safety
    /// The `size` bytes at `host_address` must be the program's, must stay until this memory and the work
    /// that uses it are gone, and nobody may use them otherwise while a copy or a kernel does.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `ALREADY_REGISTERED`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub unsafe fn register(context: &Context, host_address: u64, size: u64, options: Option<&MemRegisterOptions>) -> Result<Mem> {
        let options = options.map(|o| o.as_c());
        let mut out_mem = ptr::null_mut();
        call(|error| unsafe { sys::gc_mem_register(context.raw, host_address, size, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_mem, error) })?;
        Ok(Mem::own(out_mem))
    }

    /// Makes a [`Mem`] of a device address that another library owns. That library must keep it valid until
    /// the [`Mem`] and the work that uses it are gone; with the flag OWNED the [`Mem`] owns it from then on.
    /// The driver tells whether it is device, page-locked or managed memory.
    ///
    /// * `context`: The context in which the address is valid.
    /// * `address`: The device address; not 0.
    /// * `size`: The size of the memory there, in bytes; not 0.
    /// * `options`: Further facts about it. None: all defaults.
    ///
    /// # Safety
    /// `size` bytes at `address` must be valid in the context until this memory and the work that uses it are
    /// gone.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, any driver error.
    pub unsafe fn wrap(context: &Context, address: u64, size: u64, options: Option<&MemWrapOptions<'_>>) -> Result<Mem> {
        let options = options.map(|o| o.as_c());
        let mut out_mem = ptr::null_mut();
        call(|error| unsafe { sys::gc_mem_wrap(context.raw, address, size, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_mem, error) })?;
        Ok(Mem::own(out_mem))
    }

    /// The device address, for other libraries, for structs and for tables on the device. gridcall does not
    /// see what uses it there: keep the [`Mem`] until that work is done, or name it with [`Mem::use_on`].
    /// UNSUPPORTED: ordinary host memory (place PAGEABLE) that this device cannot reach.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn address(&self) -> Result<u64> {
        let mut out_address = 0u64;
        call(|error| unsafe { sys::gc_mem_get_address(self.raw, &mut out_address, error) })?;
        Ok(out_address)
    }

    /// The host address of memory that the host reaches (place HOST, MANAGED or PAGEABLE), as a number. Valid
    /// until the [`Mem`] is released. Wait for the work that writes it before reading: [`Mem::wait`] does.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn host_address(&self) -> Result<u64> {
        let mut out_address = 0u64;
        call(|error| unsafe { sys::gc_mem_get_host_address(self.raw, &mut out_address, error) })?;
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
        call(|error| unsafe { sys::gc_mem_get_size(self.raw, &mut out_size, error) })?;
        Ok(out_size)
    }

    /// One attribute of memory. NOT_FOUND for a number that this library does not know, UNSUPPORTED for an
    /// attribute of managed memory that this is not.
    ///
    /// # Errors
    /// `NOT_FOUND`, `UNSUPPORTED`, any driver error.
    pub fn attribute(&self, attribute: MemAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        call(|error| unsafe { sys::gc_mem_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// The memory that a part is a part of. NOT_FOUND if the memory is no part.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn parent(&self) -> Result<Mem> {
        let mut out_mem = ptr::null_mut();
        call(|error| unsafe { sys::gc_mem_get_parent(self.raw, &mut out_mem, error) })?;
        Ok(Mem::own(out_mem))
    }

    /// Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its
    /// address is in a struct, in a table on the device, or was given to another library. Released memory is
    /// then not reused before that work is done. Memory that a launch or a copy names needs no such call.
    ///
    /// * `stream`: The stream; of the memory's context. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `WRONG_CONTEXT`, any device error.
    pub fn use_on(&self, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_mem_use(self.raw, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Waits until no work that was queued so far uses the memory, or the time is up: before the host reads
    /// or writes page-locked, managed or registered memory. Work counts that names it as an argument of kind
    /// MEM, in a copy or a fill, or with [`Mem::use_on`]. A fault of that work is reported by calls on its
    /// stream. In a context with more than 62 streams it may wait longer, for all of its work.
    ///
    /// * `timeout`: The longest wait; 0 only asks.
    ///
    /// # Errors
    /// any device error.
    pub fn wait(&self, timeout: Duration) -> Result<bool> {
        let mut out_done = 0;
        call(|error| unsafe { sys::gc_mem_wait(self.raw, nanoseconds(timeout), &mut out_done, error) })?;
        Ok(out_done != 0)
    }

    /// Says who may use managed memory from this point of the stream on. It matters where the device
    /// attribute CONCURRENT_MANAGED_ACCESS is 0; elsewhere it is accepted. It is for the whole of a memory,
    /// not for a part. UNSUPPORTED: the memory is not managed.
    ///
    /// * `attach`: To whom.
    /// * `stream`: The stream; of the memory's context. None: the default stream of the memory's context; not
    ///   for SINGLE.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `UNSUPPORTED`, any device error.
    pub fn attach(&self, attach: MemAttachMode, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_mem_attach(self.raw, attach.0, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Tells the driver what to expect of the use of managed memory. Results do not depend on it.
    /// UNSUPPORTED: the memory is not managed.
    ///
    /// * `offset`: The first byte of the range, in bytes.
    /// * `size`: Its size, in bytes; not 0.
    /// * `advice`: The expected use.
    /// * `device`: The device that the advice is about; of the driver of the memory's context. None: the
    ///   host.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`, any driver error.
    pub fn advise(&self, offset: u64, size: u64, advice: MemAdvice, device: Option<&Device>) -> Result<()> {
        call(|error| unsafe { sys::gc_mem_advise(self.raw, offset, size, advice.0, device.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Moves managed memory to a device or to the host before it is used there, queued on a stream. Nothing
    /// is done where it cannot move ahead of its use: if it is not managed, or the device attribute
    /// CONCURRENT_MANAGED_ACCESS of its device or of `device` is 0.
    ///
    /// * `offset`: The first byte of the range, in bytes.
    /// * `size`: Its size, in bytes; not 0.
    /// * `device`: The destination; of the driver of the memory's context. None: the host.
    /// * `stream`: The stream it is queued on. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, `UNSUPPORTED`, any device error.
    pub fn prefetch(&self, offset: u64, size: u64, device: Option<&Device>, flags: MemPrefetchFlags, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_mem_prefetch(self.raw, offset, size, device.map_or(ptr::null_mut(), |h| h.raw), flags.0, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// A handle with which another process of the same machine opens the memory ([`Mem::open_ipc`]): 64
    /// bytes, to be sent there by any means, together with the offset. It is valid while the memory lives:
    /// the exporting process must keep it, and its own work must be ordered with that of the other process
    /// (an event with INTERPROCESS does). INVALID_ARGUMENT: only device memory of [`Mem::create`] and
    /// [`Mem::alloc`] can be exported, parts of it, and wrapped memory of cuMemAlloc; a pool's block cannot,
    /// for the pool lends it to others once it is released. The driver may place small allocations in common
    /// pages, all of which the other process then maps: keep what it must not reach in allocations of 2 MiB
    /// and more. On the CPU device the first export copies the allocation in place to memory that processes
    /// can share, while kernels may run.
    ///
    /// * returns: 64 bytes; the same for all parts of an allocation; The memory's first byte in its
    ///   allocation, in bytes.
    ///
    /// # Errors
    /// `UNSUPPORTED`, `OUT_OF_MEMORY`, any driver error.
    pub fn ipc_handle(&self) -> Result<([u8; 64], u64)> {
        let mut out_handle = [0u8; 64];
        let mut out_offset = 0u64;
        call(|error| unsafe { sys::gc_mem_get_ipc_handle(self.raw, out_handle.as_mut_ptr(), &mut out_offset, error) })?;
        Ok((out_handle, out_offset))
    }

    /// Opens memory of another process. It is the same memory: what one process writes, the other reads, once
    /// work is ordered by an event with INTERPROCESS or by waiting. It may be opened several times. Release
    /// it before the other process releases its own; on the CPU device it stays valid after that, and after
    /// the other process has ended. INVALID_ARGUMENT: the handle is none of memory, of this process, or of
    /// another device's driver. NOT_FOUND: the CPU device finds that its process has ended or has released
    /// the memory. UNSUPPORTED: it is of another user, or the driver shares no memory.
    ///
    /// * `context`: The context to open it in; of the other process's device, or one with peer access to it.
    /// * `handle`: The handle that [`Mem::ipc_handle`] returned in the other process.
    /// * `offset`: Its first byte in the allocation, in bytes: what [`Mem::ipc_handle`] returned, or more.
    /// * `size`: Its size, in bytes; not 0. The allocation must hold it.
    /// * `options`: Flags. None: all defaults.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `NOT_FOUND`, `UNSUPPORTED`, `OUT_OF_MEMORY`, any driver error.
    pub fn open_ipc(context: &Context, handle: &[u8], offset: u64, size: u64, options: Option<&MemIpcOptions>) -> Result<Mem> {
        let options = options.map(|o| o.as_c());
        let mut out_mem = ptr::null_mut();
        call(|error| unsafe { sys::gc_mem_open_ipc(context.raw, handle.as_ptr().cast(), handle.len(), offset, size, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_mem, error) })?;
        Ok(Mem::own(out_mem))
    }

    /// Waits for the work that uses the memory, gives it back before it returns, and ends the handle: what
    /// [`Mem`] does later. Once its address was asked for, that is the work of all streams of its context. It
    /// also ends a registration, so that the program may free its memory. INVALID_STATE: something else holds
    /// it, a part, another handle or a prepared launch; the handle then stays. If another thread begins to
    /// use it meanwhile the handle ends, INVALID_STATE is returned, and the memory goes with its last holder.
    /// A part, and a variable of a module, can only be released (INVALID_ARGUMENT).
    ///
    /// It takes the Mem: if it fails, that is released as by dropping it.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_STATE`, any device error.
    pub fn free(self) -> Result<()> {
        call(|error| unsafe { sys::gc_mem_free(self.raw, error) })
    }
}
