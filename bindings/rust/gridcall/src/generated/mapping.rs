// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::call;
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

handle! {
    /// The host's view of a part of memory.
    ///
    /// A mapping is a part of memory that the host reads and writes at an address for a while. Page-locked
    /// memory, and all memory of the CPU device, is where it is: nothing is copied. Memory of a GPU gets
    /// page-locked memory beside it: copied when it is mapped, and copied back by [`Mapping::unmap`]. Map,
    /// wait for the mapping's event, read or write, unmap. Between map and unmap kernels must not write what
    /// is mapped, nor read it if it is mapped for writing. Mappings that overlap see each other's writes or
    /// not.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    Mapping(gc_mapping) gc_mapping_release
}

codes! {
    /// Attributes of a mapping. gridcall's own numbers.
    MappingAttribute {
        /// Its bytes.
        SIZE = 100001,
        /// The [`MapFlags`] bits it was made with.
        FLAGS = 100002,
        /// 1 if the host uses the memory itself, 0 if a copy.
        IS_DIRECT = 100003,
        /// Bytes from row to row of an array; else 0.
        ROW_PITCH = 100004,
        /// Bytes from slice to slice of an array; else 0.
        SLICE_PITCH = 100005,
    }
}

flags! {
    /// The host's use of mapped memory.
    MapFlags {
        /// It reads.
        READ = 0,
        /// It writes; what it does not write stays as it is.
        WRITE = 1,
        /// It writes all of it: what was there need not be copied, and is undefined. Not together with the
        /// others.
        WRITE_INVALIDATE_REGION = 2,
    }
}

impl Mem {
    /// Maps a part of memory, behind the work that is queued on the stream. The host does not wait: it may
    /// use the mapping when the mapping's event has happened.
    ///
    /// * `offset`: The first byte of the part, in bytes.
    /// * `size`: Its size, in bytes; not 0.
    /// * `stream`: The stream; of the memory's context. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, any device error.
    pub fn map(&self, offset: u64, size: u64, flags: MapFlags, stream: Option<&Stream>) -> Result<Mapping> {
        let mut out_mapping = ptr::null_mut();
        call(|error| unsafe { sys::gc_mem_map(self.raw, offset, size, flags.0, stream.map_or(ptr::null_mut(), |h| h.raw), &mut out_mapping, error) })?;
        Ok(Mapping::own(out_mapping))
    }
}

impl Mapping {
    /// The address at which the host reads and writes. Not before the mapping's event has happened, nor after
    /// [`Mapping::unmap`], from which on this is INVALID_STATE.
    ///
    /// # Errors
    /// `INVALID_STATE`.
    pub fn address(&self) -> Result<u64> {
        let mut out_address = 0u64;
        call(|error| unsafe { sys::gc_mapping_get_address(self.raw, &mut out_address, error) })?;
        Ok(out_address)
    }

    /// One of a mapping's attributes.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn attribute(&self, attribute: MappingAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        call(|error| unsafe { sys::gc_mapping_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// The event that has happened when the host may use the mapping. Synchronize with it.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn event(&self) -> Result<Event> {
        let mut out_event = ptr::null_mut();
        call(|error| unsafe { sys::gc_mapping_get_event(self.raw, &mut out_event, error) })?;
        Ok(Event::own(out_event))
    }

    /// Ends the mapping: work queued on the stream from now on sees what the host wrote. The host does not
    /// wait, and may not use the address any more. A second time it is INVALID_STATE.
    ///
    /// It takes the Mapping: if it fails, that is released as by dropping it.
    ///
    /// * `stream`: The stream; of the memory's context. None: the default stream of the memory's context.
    ///
    /// # Errors
    /// `INVALID_STATE`, `WRONG_CONTEXT`, any device error.
    pub fn unmap(self, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_mapping_unmap(self.raw, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }
}
