// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{call, string_out};
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

handle! {
    /// Captured work, which can be launched any number of times. It holds the memory, the kernels and the
    /// other objects that the work uses, also if their handles are released: until it is released, and until
    /// what was launched of it is done. One thread at a time may change or launch it: others get
    /// INVALID_STATE.
    ///
    /// A graph is work that was captured from a stream: launches, copies and fills, which one call queues
    /// again, at the cost of one launch. While a stream captures, what is queued on it is recorded and does
    /// not run. A stream that waits for an event of the capture joins it, and must be joined back before its
    /// end: an event recorded there, for which the first stream waits. A call that would need the work's
    /// result is refused while a stream captures and ends the capture: synchronizing or asking such a stream,
    /// an event recorded on it or its context, and blocking copies on it; CUDA_ERROR_STREAM_CAPTURE_\* in the
    /// error says which rule it was. Work on the default stream does the same while a stream that was made
    /// without NON_BLOCKING captures. The library's own housekeeping never does.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Graph(gc_graph) gc_graph_release
}

codes! {
    /// The calls of other libraries that CUDA refuses while the stream captures. CUDA's numbers
    /// (CUstreamCaptureMode). This library's own calls are never refused for it.
    CaptureMode {
        /// Calls that may wait for it are refused in all threads, and end it. It ends in the thread where it
        /// began.
        GLOBAL = 0,
        /// As GLOBAL, in this thread alone.
        THREAD_LOCAL = 1,
        /// None is refused, and any thread may end the capture.
        RELAXED = 2,
    }
}

codes! {
    /// The kind of a node of a graph. CUDA's numbers (CUgraphNodeType).
    GraphNodeKind {
        /// A launch.
        KERNEL = 0,
        /// A copy.
        MEMCPY = 1,
        /// A fill.
        MEMSET = 2,
        /// A call of a function of the host.
        HOST = 3,
        /// Another graph.
        GRAPH = 4,
        /// No work: a place where others meet.
        EMPTY = 5,
        /// A wait for an event.
        WAIT_EVENT = 6,
        /// An event that is recorded.
        EVENT_RECORD = 7,
        /// An allocation of memory.
        MEM_ALLOC = 10,
        /// Memory that goes back.
        MEM_FREE = 11,
    }
}

impl Stream {
    /// Records what is queued on the stream from now on, which does not run, until [`Stream::end_capture`].
    /// What was queued before still runs. INVALID_STATE: the stream captures already, or the context has 64
    /// captures under way. The default stream cannot capture.
    ///
    /// * `mode`: The mode: what other libraries may do meanwhile; mostly RELAXED.
    ///
    /// # Errors
    /// `INVALID_STATE`, `UNSUPPORTED`, any driver error.
    pub fn begin_capture(&self, mode: CaptureMode) -> Result<()> {
        call(|error| unsafe { sys::gc_stream_begin_capture(self.raw, mode.0, error) })
    }

    /// Ends the capture that was begun on the stream, and makes a graph of what was recorded. If the capture
    /// was ended by a refused call, or a stream that joined it was not joined back, the call fails, and what
    /// was recorded is gone; the streams work as before. On a stream that only joined the call fails and
    /// breaks the capture, which is still to be ended where it began; in another thread, where the mode is
    /// not RELAXED, it fails, and the capture is over and nothing was recorded. INVALID_STATE: the stream is
    /// in no capture that [`Stream::begin_capture`] began.
    ///
    /// # Errors
    /// `INVALID_STATE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
    pub fn end_capture(&self) -> Result<Graph> {
        let mut out_graph = ptr::null_mut();
        call(|error| unsafe { sys::gc_stream_end_capture(self.raw, &mut out_graph, error) })?;
        Ok(Graph::own(out_graph))
    }
}

impl Graph {
    /// Queues the work of the graph, behind what is queued on the stream and behind earlier launches of the
    /// same graph. Releasing the graph meanwhile is safe. INVALID_STATE: the stream captures, or another
    /// thread changes or launches the graph.
    ///
    /// * `stream`: The stream it is queued on; of the graph's context. None: the default stream of the
    ///   graph's context.
    ///
    /// # Safety
    /// The kernels of the graph run with its arguments: they must stay inside the memory they name.
    ///
    /// # Errors
    /// `INVALID_STATE`, `WRONG_CONTEXT`, any device error.
    #[inline]
    pub unsafe fn launch(&self, stream: Option<&Stream>) -> Result<()> {
        call(|error| unsafe { sys::gc_graph_launch(self.raw, stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// The number of nodes: one for each launch, copy and fill, and what else the driver recorded.
    ///
    /// * returns: The number.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn node_count(&self) -> Result<usize> {
        let mut out_count = 0usize;
        call(|error| unsafe { sys::gc_graph_get_node_count(self.raw, &mut out_count, error) })?;
        Ok(out_count)
    }

    /// The kind of a node. The nodes of a graph keep their numbers, and launches come in the order in which
    /// they were captured.
    ///
    /// * `node`: The node, from 0.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`.
    pub fn node_kind(&self, node: usize) -> Result<GraphNodeKind> {
        let mut out_kind = 0;
        call(|error| unsafe { sys::gc_graph_get_node_kind(self.raw, node, &mut out_kind, error) })?;
        Ok(GraphNodeKind(out_kind))
    }

    /// The kernel of a node. NOT_FOUND: it is no launch, or another library's.
    ///
    /// * `node`: The node, from 0.
    ///
    /// # Errors
    /// `NOT_FOUND`, `OUT_OF_RANGE`.
    pub fn node_kernel(&self, node: usize) -> Result<Kernel> {
        let mut out_kernel = ptr::null_mut();
        call(|error| unsafe { sys::gc_graph_get_node_kernel(self.raw, node, &mut out_kernel, error) })?;
        Ok(Kernel::own(out_kernel))
    }

    /// Replaces one argument of a launch in the graph, for launches of the graph from now on; those that are
    /// queued keep the old one. The new argument is checked as [`Kernel::launch`] does, and on failure
    /// nothing is changed. The graph holds memory that the new argument names, and no longer what only the
    /// old one named. INVALID_ARGUMENT: the node is no launch of this library.
    ///
    /// * `node`: The node, from 0.
    /// * `index`: The argument of the kernel, from 0.
    /// * `arg`: Its new value; of the size the kernel takes.
    /// * `bytes`: The value of an argument of kind BYTES. None: not of kind BYTES.
    ///
    /// # Errors
    /// `INVALID_OPTIONS`, `INVALID_STATE`, `OUT_OF_RANGE`, `UNSUPPORTED`, `WRONG_CONTEXT`, any launch error
    /// (3xx), any driver error.
    pub fn set_arg(&self, node: usize, index: usize, arg: &Arg<'_>, bytes: Option<&[u8]>) -> Result<()> {
        call(|error| unsafe { sys::gc_graph_set_arg(self.raw, node, index, ptr::addr_of!(arg.0), bytes.map_or(ptr::null(), |b| b.as_ptr().cast()), bytes.map_or(0, <[u8]>::len), error) })
    }

    /// The graph in the language of Graphviz: a line for each node and each dependency.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn text(&self) -> Result<String> {
        string_out(|buffer, capacity, needed, error| unsafe { sys::gc_graph_get_text(self.raw, buffer, capacity, needed, error) })
    }
}
