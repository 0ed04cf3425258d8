# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    pipe_create(context, packet_size, max_packets)

Makes an empty pipe. It takes `max_packets` times the packet's size and 4 bytes of device memory, and 384
bytes more. Preview: may change in any release.

- `packet_size`: The size of a packet, in bytes, from 1 to 4294967295: sizeof(Packet) in the kernels.
- `max_packets`: The number of packets that it holds at most, from 1 to 4294967295.

Throws a `GridCallError`: `OUT_OF_RANGE`, any device error.
"""
function pipe_create(context::Context, packet_size::Integer, max_packets::Integer)
    out_pipe = Ref{Ptr{LibGridCall.gc_pipe}}(C_NULL)
    @check LibGridCall.gc_pipe_create(context, packet_size, max_packets, out_pipe)
    return Pipe(out_pipe[])
end
pipe_create(f::Function, arguments...; options...) = with(f, pipe_create(arguments...; options...))

"    Pipe(context, packet_size, max_packets)\n\nSee `pipe_create`."
Pipe(context::Context, arguments...; options...) = pipe_create(context, arguments...; options...)
Pipe(f::Function, arguments...; options...) = with(f, Pipe(arguments...; options...))

"""
    attribute(pipe, attribute)

One attribute of a pipe. `NOT_FOUND` for a number that is none. Preview: may change in any release.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function attribute(pipe::Pipe, attribute::Union{PipeAttribute,Integer,Symbol})
    out_value = Ref{UInt64}(0)
    @check LibGridCall.gc_pipe_get_attribute(pipe, code(PipeAttribute, attribute), out_value)
    return out_value[] % Int
end
