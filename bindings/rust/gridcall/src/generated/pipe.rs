// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::check;
use crate::sys;
use crate::Result;
use core::fmt;
use core::ptr;
use super::*;

/// A queue of packets between kernels. Preview: may change in any release.
///
/// A pipe is a queue of packets of one size in device memory. Kernels write and read it, also several at the
/// same time, with the functions of OpenCL C 2.0 in the header gridcall_pipe.h, which every source finds:
/// `#include \<gridcall_pipe.h\>`. A kernel takes a `gridcall::pipe\<Packet\>` by value; the argument is of
/// kind PIPE. The host neither reads nor writes a pipe. Packets come out in the order in which their writers
/// reserved them, each once. Nothing waits: writing a full pipe and reading an empty one return a negative
/// number to the thread. What a pipe holds stays in it from launch to launch.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Pipe {
    pub(super) raw: *mut sys::gc_pipe,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Pipe {}
unsafe impl Sync for Pipe {}

impl Pipe {
    /// The C handle, for other code that speaks to the library. Still owned by `self`.
    pub fn raw(&self) -> *mut sys::gc_pipe {
        self.raw
    }

    /// Takes a C handle over.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_pipe` that nobody else releases.
    pub unsafe fn from_raw(raw: *mut sys::gc_pipe) -> Pipe {
        Pipe { raw }
    }

    /// The C handle, no longer owned: somebody must release it.
    pub fn into_raw(self) -> *mut sys::gc_pipe {
        let raw = self.raw;
        core::mem::forget(self);
        raw
    }
}

impl fmt::Debug for Pipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pipe({:#x})", self.raw as usize)
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and a release only queues its work.
        unsafe { sys::gc_pipe_release(self.raw) }
    }
}

/// Attributes of a pipe.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PipeAttribute(pub i32);

impl PipeAttribute {
    /// The bytes of a packet.
    pub const PACKET_SIZE: PipeAttribute = PipeAttribute(100001);
    /// The number of packets that the pipe holds at most.
    pub const MAX_PACKETS: PipeAttribute = PipeAttribute(100002);
}

impl fmt::Debug for PipeAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            100001 => "PACKET_SIZE",
            100002 => "MAX_PACKETS",
            other => return write!(f, "PipeAttribute({other})"),
        })
    }
}

impl Pipe {
    /// Makes an empty pipe. It takes `max_packets` times the packet's size and 4 bytes of device memory, and
    /// 384 bytes more. Preview: may change in any release.
    ///
    /// * `context`: The context whose kernels use it.
    /// * `packet_size`: The size of a packet, in bytes, from 1 to 4294967295: sizeof(Packet) in the kernels.
    /// * `max_packets`: The number of packets that it holds at most, from 1 to 4294967295.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, any device error.
    pub fn create(context: &Context, packet_size: u64, max_packets: u64) -> Result<Pipe> {
        let mut out_pipe = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_pipe_create(context.raw, packet_size, max_packets, &mut out_pipe, &mut error) };
        check(status, error)?;
        Ok(Pipe { raw: out_pipe })
    }

    /// One attribute of a pipe. NOT_FOUND for a number that is none. Preview: may change in any release.
    ///
    /// * `attribute`: The attribute.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn attribute(&self, attribute: PipeAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_pipe_get_attribute(self.raw, attribute.0, &mut out_value, &mut error) };
        check(status, error)?;
        Ok(out_value)
    }
}
