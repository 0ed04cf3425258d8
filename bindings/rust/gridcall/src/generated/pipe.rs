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
    /// A queue of packets between kernels. Preview: may change in any release.
    ///
    /// A pipe is a queue of packets of one size in device memory. Kernels write and read it, also several at
    /// the same time, with the functions of OpenCL C 2.0 in the header gridcall_pipe.h, which every source
    /// finds: `#include \<gridcall_pipe.h\>`. A kernel takes a `gridcall::pipe\<Packet\>` by value; the
    /// argument is of kind PIPE. The host neither reads nor writes a pipe. Packets come out in the order in
    /// which their writers reserved them, each once. Nothing waits: writing a full pipe and reading an empty
    /// one return a negative number to the thread. What a pipe holds stays in it from launch to launch.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    Pipe(gc_pipe) gc_pipe_release
}

codes! {
    /// Attributes of a pipe.
    PipeAttribute {
        /// The bytes of a packet.
        PACKET_SIZE = 100001,
        /// The number of packets that the pipe holds at most.
        MAX_PACKETS = 100002,
    }
}

impl Pipe {
    /// Makes an empty pipe. It takes `max_packets` times the packet's size and 4 bytes of device memory, and
    /// 384 bytes more. Preview: may change in any release.
    ///
    /// * `packet_size`: The size of a packet, in bytes, from 1 to 4294967295: sizeof(Packet) in the kernels.
    /// * `max_packets`: The number of packets that it holds at most, from 1 to 4294967295.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, any device error.
    pub fn create(context: &Context, packet_size: u64, max_packets: u64) -> Result<Pipe> {
        let mut out_pipe = ptr::null_mut();
        call(|error| unsafe { sys::gc_pipe_create(context.raw, packet_size, max_packets, &mut out_pipe, error) })?;
        Ok(Pipe::own(out_pipe))
    }

    /// One attribute of a pipe. NOT_FOUND for a number that is none. Preview: may change in any release.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn attribute(&self, attribute: PipeAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        call(|error| unsafe { sys::gc_pipe_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }
}
