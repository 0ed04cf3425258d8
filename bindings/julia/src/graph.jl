# SPDX-License-Identifier: Apache-2.0
# Graphs: capture by a do-block, and arguments of any type.

"""
    capture(queue, stream)

Captures what `queue()` queues on the stream, which does not run, and makes a graph of it. `launch(graph; stream)` queues it,
`graph[node, i] = x` replaces argument `i` of the launch that is node `node`, both from 1. Other streams join as
`GridCall.begin_capture` says. If `queue` throws the capture ends, and nothing of it is left.

    graph = capture(stream) do
        @launch step grid = 1 block = 32 stream = stream (x,)
    end
"""
function capture(queue::Function, stream::Stream)
    begin_capture(stream, :RELAXED)
    try
        queue()
    catch
        try
            finalize(end_capture(stream))
        catch error
            error isa GridCallError || rethrow()
        end
        rethrow()
    end
    return end_capture(stream)
end

function Base.setindex!(graph::Graph, x, node::Integer, i::Integer)
    node >= 1 || count_error("node", node)
    i >= 1 || count_error("argument", i)
    out_error = no_error()
    status = with_launch(0, 0, 0, 0, (x,)) do config, records, count
        LibGridCall.gc_graph_set_arg(graph, node - 1, i - 1, records, config[].bytes, config[].bytes_size, out_error)
    end
    status == 0 || throw_error(status, out_error[])
    return graph
end
