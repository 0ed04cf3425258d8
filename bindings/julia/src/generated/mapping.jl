# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    mem_map(mem, offset, size; flags = 0, stream = nothing)

Maps a part of memory, behind the work that is queued on the stream. The host does not wait: it may use the
mapping when the mapping's event has happened.

- `offset`: The first byte of the part, in bytes.
- `size`: Its size, in bytes; not 0.
- `stream`: The stream; of the memory's context. `nothing`: the default stream of the memory's context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, any device error.
"""
function mem_map(mem::Mem, offset::Integer, size::Integer; flags = 0, stream::Union{Nothing,Stream} = nothing)
    out_mapping = Ref{Ptr{LibGridCall.gc_mapping}}(C_NULL)
    @check LibGridCall.gc_mem_map(mem, offset, size, flag_bits(MapFlags, flags), raw_stream(stream), out_mapping)
    return Mapping(out_mapping[])
end

"""
    address(mapping)

The address at which the host reads and writes. Not before the mapping's event has happened, nor after
`unmap`, from which on this is `INVALID_STATE`.

Returns: An address of the host.

Throws a `GridCallError`: `INVALID_STATE`.
"""
function address(mapping::Mapping)
    out_address = Ref{UInt64}(0)
    @check LibGridCall.gc_mapping_get_address(mapping, out_address)
    return out_address[]
end

"""
    attribute(mapping, attribute)

One of a mapping's attributes.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function attribute(mapping::Mapping, attribute::Union{MappingAttribute,Integer,Symbol})
    out_value = Ref{UInt64}(0)
    @check LibGridCall.gc_mapping_get_attribute(mapping, code(MappingAttribute, attribute), out_value)
    return out_value[] % Int
end

"""
    event(mapping)

The event that has happened when the host may use the mapping. Synchronize with it.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function event(mapping::Mapping)
    out_event = Ref{Ptr{LibGridCall.gc_event}}(C_NULL)
    @check LibGridCall.gc_mapping_get_event(mapping, out_event)
    return Event(out_event[])
end

"""
    unmap(mapping; stream = nothing)

Ends the mapping: work queued on the stream from now on sees what the host wrote. The host does not wait, and
may not use the address any more. A second time it is `INVALID_STATE`.

- `stream`: The stream; of the memory's context. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `INVALID_STATE`, `WRONG_CONTEXT`, any device error.
"""
function unmap(mapping::Mapping; stream::Union{Nothing,Stream} = nothing)
    @check LibGridCall.gc_mapping_unmap(mapping, raw_stream(stream))
    return nothing
end
