// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;

/// A queue of packets between kernels. Preview: may change in any release. An opaque identifier, not an
/// address: never dereferenced.
#[repr(C)]
pub struct gc_pipe {
    _private: [u8; 0],
}

/// Attributes of a pipe.
pub type gc_pipe_attribute = i32;
/// The bytes of a packet.
pub const GRIDCALL_PIPE_ATTRIBUTE_PACKET_SIZE: gc_pipe_attribute = 100001;
/// The number of packets that the pipe holds at most.
pub const GRIDCALL_PIPE_ATTRIBUTE_MAX_PACKETS: gc_pipe_attribute = 100002;

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Makes an empty pipe. It takes `max_packets` times the packet's size and 4 bytes of device memory, and
    /// 384 bytes more. Preview: may change in any release.
    pub fn gc_pipe_create(context: *mut gc_context, packet_size: u64, max_packets: u64, out_pipe: *mut *mut gc_pipe, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of a pipe. NOT_FOUND for a number that is none. Preview: may change in any release.
    pub fn gc_pipe_get_attribute(pipe: *mut gc_pipe, attribute: gc_pipe_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a pipe. Its memory goes back when the launches that were given it are done. Preview: may
    /// change in any release.
    pub fn gc_pipe_release(pipe: *mut gc_pipe);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Makes an empty pipe. It takes `max_packets` times the packet's size and 4 bytes of device memory, and
    /// 384 bytes more. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pipe_create(context: *mut gc_context, packet_size: u64, max_packets: u64, out_pipe: *mut *mut gc_pipe, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pipe_create) {
            Some(function) => function(context, packet_size, max_packets, out_pipe, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One attribute of a pipe. NOT_FOUND for a number that is none. Preview: may change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pipe_get_attribute(pipe: *mut gc_pipe, attribute: gc_pipe_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(pipe_get_attribute) {
            Some(function) => function(pipe, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a pipe. Its memory goes back when the launches that were given it are done. Preview: may
    /// change in any release.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_pipe_release(pipe: *mut gc_pipe) {
        if let Some(function) = function!(pipe_release) {
            function(pipe)
        }
    }
}
