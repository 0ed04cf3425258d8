// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::{c_char, c_void};

/// Captured work, which can be launched any number of times. It holds the memory, the kernels and the other
/// objects that the work uses, also if their handles are released: until it is released, and until what was
/// launched of it is done. One thread at a time may change or launch it: others get INVALID_STATE. An opaque
/// identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_graph {
    _private: [u8; 0],
}

/// The calls of other libraries that CUDA refuses while the stream captures. CUDA's numbers
/// (CUstreamCaptureMode). This library's own calls are never refused for it.
pub type gc_capture_mode = i32;
/// Calls that may wait for the capture are refused in every thread, and end the capture. It must end in the
/// thread where it began.
pub const GRIDCALL_CAPTURE_MODE_GLOBAL: gc_capture_mode = 0;
/// As GLOBAL, in this thread alone.
pub const GRIDCALL_CAPTURE_MODE_THREAD_LOCAL: gc_capture_mode = 1;
/// None is refused, and any thread may end the capture.
pub const GRIDCALL_CAPTURE_MODE_RELAXED: gc_capture_mode = 2;

/// The kind of a node of a graph. CUDA's numbers (CUgraphNodeType).
pub type gc_graph_node_kind = i32;
/// A launch.
pub const GRIDCALL_GRAPH_NODE_KIND_KERNEL: gc_graph_node_kind = 0;
/// A copy.
pub const GRIDCALL_GRAPH_NODE_KIND_MEMCPY: gc_graph_node_kind = 1;
/// A fill.
pub const GRIDCALL_GRAPH_NODE_KIND_MEMSET: gc_graph_node_kind = 2;
/// A call of a function of the host.
pub const GRIDCALL_GRAPH_NODE_KIND_HOST: gc_graph_node_kind = 3;
/// Another graph.
pub const GRIDCALL_GRAPH_NODE_KIND_GRAPH: gc_graph_node_kind = 4;
/// No work: a place where others meet.
pub const GRIDCALL_GRAPH_NODE_KIND_EMPTY: gc_graph_node_kind = 5;
/// A wait for an event.
pub const GRIDCALL_GRAPH_NODE_KIND_WAIT_EVENT: gc_graph_node_kind = 6;
/// An event that is recorded.
pub const GRIDCALL_GRAPH_NODE_KIND_EVENT_RECORD: gc_graph_node_kind = 7;
/// An allocation of memory.
pub const GRIDCALL_GRAPH_NODE_KIND_MEM_ALLOC: gc_graph_node_kind = 10;
/// Memory that goes back.
pub const GRIDCALL_GRAPH_NODE_KIND_MEM_FREE: gc_graph_node_kind = 11;

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Records what is queued on the stream from now on, which does not run, until gc_stream_end_capture.
    /// What was queued before still runs. INVALID_STATE: the stream captures already, or the context has 64
    /// captures under way. The default stream cannot capture.
    pub fn gc_stream_begin_capture(stream: *mut gc_stream, mode: gc_capture_mode, out_error: *mut *mut gc_error) -> gc_status;
    /// Ends the capture that was begun on the stream, and makes a graph of what was recorded. If the capture
    /// was ended by a refused call, or a stream that joined it was not joined back, the call fails, and what
    /// was recorded is gone; the streams work as before. On a stream that only joined the call fails and
    /// breaks the capture, which is still to be ended where it began; in another thread, where the mode is
    /// not RELAXED, it fails, and the capture is over and nothing was recorded. INVALID_STATE: the stream is
    /// in no capture that gc_stream_begin_capture began.
    pub fn gc_stream_end_capture(stream: *mut gc_stream, out_graph: *mut *mut gc_graph, out_error: *mut *mut gc_error) -> gc_status;
    /// Queues the work of the graph, behind what is queued on the stream and behind earlier launches of the
    /// same graph. Releasing the graph meanwhile is safe. INVALID_STATE: the stream captures, or another
    /// thread changes or launches the graph.
    pub fn gc_graph_launch(graph: *mut gc_graph, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status;
    /// The number of nodes of a graph: one for each launch, copy and fill that was captured, and what else
    /// the driver recorded.
    pub fn gc_graph_get_node_count(graph: *mut gc_graph, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The kind of a node. The nodes of a graph keep their numbers, and launches come in the order in which
    /// they were captured.
    pub fn gc_graph_get_node_kind(graph: *mut gc_graph, node: usize, out_kind: *mut gc_graph_node_kind, out_error: *mut *mut gc_error) -> gc_status;
    /// The kernel that a node launches. NOT_FOUND: it is no launch, or another library's.
    pub fn gc_graph_get_node_kernel(graph: *mut gc_graph, node: usize, out_kernel: *mut *mut gc_kernel, out_error: *mut *mut gc_error) -> gc_status;
    /// Replaces one argument of a launch in the graph, for launches of the graph from now on; those that are
    /// queued keep the old one. The new argument is checked as gc_launch does, and on failure nothing is
    /// changed. The graph holds memory that the new argument names, and no longer what only the old one
    /// named. INVALID_ARGUMENT: the node is no launch of this library.
    pub fn gc_graph_set_arg(graph: *mut gc_graph, node: usize, index: usize, arg: *const gc_arg, bytes: *const c_void, bytes_size: usize, out_error: *mut *mut gc_error) -> gc_status;
    /// The graph in the language of Graphviz: a line for each node, with what it does, and one for each
    /// dependency.
    pub fn gc_graph_get_text(graph: *mut gc_graph, text: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a graph. What was launched of it still runs; then what it holds is given back.
    pub fn gc_graph_release(graph: *mut gc_graph);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Records what is queued on the stream from now on, which does not run, until gc_stream_end_capture.
    /// What was queued before still runs. INVALID_STATE: the stream captures already, or the context has 64
    /// captures under way. The default stream cannot capture.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_begin_capture(stream: *mut gc_stream, mode: gc_capture_mode, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_begin_capture) {
            Some(function) => function(stream, mode, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Ends the capture that was begun on the stream, and makes a graph of what was recorded. If the capture
    /// was ended by a refused call, or a stream that joined it was not joined back, the call fails, and what
    /// was recorded is gone; the streams work as before. On a stream that only joined the call fails and
    /// breaks the capture, which is still to be ended where it began; in another thread, where the mode is
    /// not RELAXED, it fails, and the capture is over and nothing was recorded. INVALID_STATE: the stream is
    /// in no capture that gc_stream_begin_capture began.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_stream_end_capture(stream: *mut gc_stream, out_graph: *mut *mut gc_graph, out_error: *mut *mut gc_error) -> gc_status {
        match function!(stream_end_capture) {
            Some(function) => function(stream, out_graph, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Queues the work of the graph, behind what is queued on the stream and behind earlier launches of the
    /// same graph. Releasing the graph meanwhile is safe. INVALID_STATE: the stream captures, or another
    /// thread changes or launches the graph.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_graph_launch(graph: *mut gc_graph, stream: *mut gc_stream, out_error: *mut *mut gc_error) -> gc_status {
        match function!(graph_launch) {
            Some(function) => function(graph, stream, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The number of nodes of a graph: one for each launch, copy and fill that was captured, and what else
    /// the driver recorded.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_graph_get_node_count(graph: *mut gc_graph, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(graph_get_node_count) {
            Some(function) => function(graph, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The kind of a node. The nodes of a graph keep their numbers, and launches come in the order in which
    /// they were captured.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_graph_get_node_kind(graph: *mut gc_graph, node: usize, out_kind: *mut gc_graph_node_kind, out_error: *mut *mut gc_error) -> gc_status {
        match function!(graph_get_node_kind) {
            Some(function) => function(graph, node, out_kind, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The kernel that a node launches. NOT_FOUND: it is no launch, or another library's.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_graph_get_node_kernel(graph: *mut gc_graph, node: usize, out_kernel: *mut *mut gc_kernel, out_error: *mut *mut gc_error) -> gc_status {
        match function!(graph_get_node_kernel) {
            Some(function) => function(graph, node, out_kernel, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Replaces one argument of a launch in the graph, for launches of the graph from now on; those that are
    /// queued keep the old one. The new argument is checked as gc_launch does, and on failure nothing is
    /// changed. The graph holds memory that the new argument names, and no longer what only the old one
    /// named. INVALID_ARGUMENT: the node is no launch of this library.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_graph_set_arg(graph: *mut gc_graph, node: usize, index: usize, arg: *const gc_arg, bytes: *const c_void, bytes_size: usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(graph_set_arg) {
            Some(function) => function(graph, node, index, arg, bytes, bytes_size, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The graph in the language of Graphviz: a line for each node, with what it does, and one for each
    /// dependency.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_graph_get_text(graph: *mut gc_graph, text: *mut c_char, capacity: usize, out_needed: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(graph_get_text) {
            Some(function) => function(graph, text, capacity, out_needed, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a graph. What was launched of it still runs; then what it holds is given back.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_graph_release(graph: *mut gc_graph) {
        if let Some(function) = function!(graph_release) {
            function(graph)
        }
    }
}
