# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    begin_capture(stream, mode)

Records what is queued on the stream from now on, which does not run, until `end_capture`. What was queued
before still runs. `INVALID_STATE`: the stream captures already, or the context has 64 captures under way. The
default stream cannot capture.

- `mode`: The mode: what other libraries may do meanwhile; mostly RELAXED. One of `:GLOBAL`, `:THREAD_LOCAL`,
  `:RELAXED`.

Throws a `GridCallError`: `INVALID_STATE`, `UNSUPPORTED`, any driver error.
"""
function begin_capture(stream::Stream, mode::Union{CaptureMode,Integer,Symbol})
    @check LibGridCall.gc_stream_begin_capture(stream, code(CaptureMode, mode))
    return nothing
end

"""
    end_capture(stream)

Ends the capture that was begun on the stream, and makes a graph of what was recorded. If the capture was
ended by a refused call, or a stream that joined it was not joined back, the call fails, and what was recorded
is gone; the streams work as before. On a stream that only joined the call fails and breaks the capture, which
is still to be ended where it began; in another thread, where the mode is not RELAXED, it fails, and the
capture is over and nothing was recorded. `INVALID_STATE`: the stream is in no capture that `begin_capture`
began.

- `stream`: The stream on which the capture was begun.

Throws a `GridCallError`: `INVALID_STATE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
"""
function end_capture(stream::Stream)
    out_graph = Ref{Ptr{LibGridCall.gc_graph}}(C_NULL)
    @check LibGridCall.gc_stream_end_capture(stream, out_graph)
    return Graph(out_graph[])
end

"""
    launch(graph; stream = nothing)

Queues the work of the graph, behind what is queued on the stream and behind earlier launches of the same
graph. Releasing the graph meanwhile is safe. `INVALID_STATE`: the stream captures, or another thread changes
or launches the graph.

- `stream`: The stream it is queued on; of the graph's context. `nothing`: the default stream of the graph's
  context.

Throws a `GridCallError`: `INVALID_STATE`, `WRONG_CONTEXT`, any device error.
"""
function launch(graph::Graph; stream::Union{Nothing,Stream} = nothing)
    @check LibGridCall.gc_graph_launch(graph, raw_stream(stream))
    return nothing
end

"""
    node_count(graph)

The number of nodes: one for each launch, copy and fill, and what else the driver recorded.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function node_count(graph::Graph)
    out_count = Ref{Csize_t}(0)
    @check LibGridCall.gc_graph_get_node_count(graph, out_count)
    return Int(out_count[])
end

"""
    node_kind(graph, node)

The kind of a node. The nodes of a graph keep their numbers, and launches come in the order in which they were
captured.

- `node`: The node, from 0.

Throws a `GridCallError`: `OUT_OF_RANGE`.
"""
function node_kind(graph::Graph, node::Integer)
    out_kind = Ref{Int32}(0)
    @check LibGridCall.gc_graph_get_node_kind(graph, node, out_kind)
    return GraphNodeKind(out_kind[])
end

"""
    node_kernel(graph, node)

The kernel of a node. `NOT_FOUND`: it is no launch, or another library's.

- `node`: The node, from 0.

Throws a `GridCallError`: `NOT_FOUND`, `OUT_OF_RANGE`.
"""
function node_kernel(graph::Graph, node::Integer)
    out_kernel = Ref{Ptr{LibGridCall.gc_kernel}}(C_NULL)
    @check LibGridCall.gc_graph_get_node_kernel(graph, node, out_kernel)
    return Kernel(out_kernel[])
end

"""
    set_arg!(graph, node, index, arg; bytes = nothing)

Replaces one argument of a launch in the graph, for launches of the graph from now on; those that are queued
keep the old one. The new argument is checked as `launch` does, and on failure nothing is changed. The graph
holds memory that the new argument names, and no longer what only the old one named. `INVALID_ARGUMENT`: the
node is no launch of this library.

- `node`: The node, from 0.
- `index`: The argument of the kernel, from 0.
- `arg`: Its new value; of the size the kernel takes.
- `bytes`: The value of an argument of kind BYTES. `nothing`: not of kind BYTES.

Throws a `GridCallError`: `INVALID_OPTIONS`, `INVALID_STATE`, `OUT_OF_RANGE`, `UNSUPPORTED`, `WRONG_CONTEXT`,
any launch error (3xx), any driver error.
"""
function set_arg!(
    graph::Graph, node::Integer, index::Integer,
    arg::LibGridCall.gc_arg; bytes::Union{Nothing,DenseArray} = nothing
)
    bytes_size = byte_count(bytes)
    @check LibGridCall.gc_graph_set_arg(graph, node, index, Ref(arg), something(bytes, C_NULL), bytes_size)
    return nothing
end

"""
    graph_text(graph)

The graph in the language of Graphviz: a line for each node and each dependency.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function graph_text(graph::Graph)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_graph_get_text(graph, buffer, capacity, needed, out_error)
    return read_text(call)
end
