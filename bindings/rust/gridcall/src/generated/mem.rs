// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::check;
use crate::sys;
use crate::Result;
use core::fmt;
use core::ptr;
use super::*;

/// A piece of memory that a device can use.
///
/// One object for every kind of memory: on the device, page-locked on the host, a part of another, a module's
/// global variable, or a foreign address. Sizes and offsets are in bytes.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Mem {
    pub(super) raw: *mut sys::gc_mem,
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
