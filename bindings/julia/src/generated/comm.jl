# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    comm_engine(context)

The engine of communicators of a context, "NCCL 2.18.3" or "Open MPI 4.1.4, rank 2 of 4, started by mpirun";
if there is nothing, where it was looked for and what to install. Preview: may change in any release.

May block.

Throws a `GridCallError`: any driver error.
"""
function comm_engine(context::Context)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_context_get_comm_engine(context, buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    comm_create_id(context)

An id for the ranks of a new communicator: 256 bytes, which one rank makes and any channel carries to the
others. Each id makes one communicator, and stays valid as long as the process that made it. Preview: may
change in any release.

- `context`: A context of the kind of device that the communicator is for.

May block.

Throws a `GridCallError`: `UNSUPPORTED`, any driver error, any communicator error.
"""
function comm_create_id(context::Context)
    out_id = Ref{NTuple{256,UInt8}}()
    GC.@preserve out_id @check LibGridCall.gc_comm_create_id(
        context, Base.unsafe_convert(Ptr{NTuple{256,UInt8}}, out_id)
    )
    return out_id[]
end

"""
    comm_create(context, rank, count; id = nothing, flags = 0, create_timeout_nanoseconds = 0,
        timeout_nanoseconds = 0, name = nothing, min_blocks = 0, max_blocks = 0)

Makes this rank of a communicator, and waits for the others: each calls it with the same id and count and its
own rank. Without an id it has one rank and needs neither NCCL nor MPI. `COMM_TIMEOUT`: not all came in time.
`WRONG_CONTEXT`: on a GPU a communicator is of the primary context. `INVALID_STATE`: the id was used before.
Preview: may change in any release.

- `context`: The context of this rank.
- `id`: The id that `comm_create_id` returned, all of its 256 bytes. `nothing`: the communicator has one rank.
- `rank`: The rank, from 0.
- `count`: The number of ranks.
- `flags`: `COMM_*` bits. Several of `:CHECKED`, `:UNCHECKED`, `:SHARE`.
- `create_timeout_nanoseconds`: The longest wait for the other ranks when it is made, in nanoseconds; 0 means
  300 s.
- `timeout_nanoseconds`: The longest time an operation may take, in nanoseconds, from its call or from the end
  of the one before it on the stream, whichever is later; 0 means 600 s, the largest number no limit.
- `name`: A name for messages. `nothing`: none.
- `min_blocks`: The least number of blocks that NCCL's kernels use; 0: NCCL decides. With `max_blocks`.
- `max_blocks`: The greatest number; 0: NCCL decides. With `min_blocks`.

May block.

Throws a `GridCallError`: `INVALID_STATE`, `OUT_OF_RANGE`, `OUT_OF_MEMORY`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any driver error, any communicator error.
"""
function comm_create(
    context::Context, rank::Integer, count::Integer; id::Union{Nothing,DenseArray} = nothing, flags = 0,
    create_timeout_nanoseconds::Integer = 0, timeout_nanoseconds::Integer = 0,
    name::Union{Nothing,AbstractString} = nothing, min_blocks::Integer = 0, max_blocks::Integer = 0
)
    id_size = byte_count(id)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_comm_options(
        sizeof(LibGridCall.gc_comm_options), flag_bits(CommFlags, flags), create_timeout_nanoseconds,
        timeout_nanoseconds, pin!(roots, name), min_blocks, max_blocks
    )
    out_comm = Ref{Ptr{LibGridCall.gc_comm}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_comm_create(
        context, something(id, C_NULL), id_size, rank, count, Ref(options_struct), out_comm
    )
    return Comm(out_comm[])
end
comm_create(f::Function, arguments...; options...) = with(f, comm_create(arguments...; options...))

"    Comm(context, rank, count; id = nothing, flags = 0, create_timeout_nanoseconds = 0, timeout_nanoseconds = 0, name = nothing, min_blocks = 0, max_blocks = 0)\n\nSee `comm_create`."
Comm(context::Context, arguments...; options...) = comm_create(context, arguments...; options...)
Comm(f::Function, arguments...; options...) = with(f, Comm(arguments...; options...))

"""
    comm_create_many(contexts, ranks, count; id = nothing, flags = 0, create_timeout_nanoseconds = 0,
        timeout_nanoseconds = 0, name = nothing, min_blocks = 0, max_blocks = 0)

Makes several ranks of a communicator in one call, one for each context, and waits for the others: for a
process with several GPUs. Without an id its ranks are all there are. All of them are made or none.
`COMM_MISMATCH`: two contexts of one GPU. UNSUPPORTED: several CPU devices, or GPUs beside them. As for
`comm_create` otherwise. Preview: may change in any release.

- `contexts`: The context of each rank; one at least, each of a device of its own.
- `ranks`: The rank of each, as many as contexts; none: 0, 1, 2 in this order.
- `id`: The id that `comm_create_id` returned, all of its 256 bytes. `nothing`: there are no other ranks.
- `count`: The number of ranks.
- `flags`: `COMM_*` bits. Several of `:CHECKED`, `:UNCHECKED`, `:SHARE`.
- `create_timeout_nanoseconds`: The longest wait for the other ranks when it is made, in nanoseconds; 0 means
  300 s.
- `timeout_nanoseconds`: The longest time an operation may take, in nanoseconds, from its call or from the end
  of the one before it on the stream, whichever is later; 0 means 600 s, the largest number no limit.
- `name`: A name for messages. `nothing`: none.
- `min_blocks`: The least number of blocks that NCCL's kernels use; 0: NCCL decides. With `max_blocks`.
- `max_blocks`: The greatest number; 0: NCCL decides. With `min_blocks`.

Returns: The communicators, in the order of the contexts.

May block.

Throws a `GridCallError`: `INVALID_STATE`, `OUT_OF_RANGE`, `OUT_OF_MEMORY`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any driver error, any communicator error.
"""
function comm_create_many(
    contexts, ranks, count::Integer; id::Union{Nothing,DenseArray} = nothing, flags = 0,
    create_timeout_nanoseconds::Integer = 0, timeout_nanoseconds::Integer = 0,
    name::Union{Nothing,AbstractString} = nothing, min_blocks::Integer = 0, max_blocks::Integer = 0
)
    roots = Any[]  # what the arguments point to
    contexts_items = Ptr{LibGridCall.gc_context}[pin_handle!(roots, Ptr{LibGridCall.gc_context}, x) for x in contexts]
    ranks_items = UInt32[x for x in ranks]
    id_size = byte_count(id)
    options_struct = LibGridCall.gc_comm_options(
        sizeof(LibGridCall.gc_comm_options), flag_bits(CommFlags, flags), create_timeout_nanoseconds,
        timeout_nanoseconds, pin!(roots, name), min_blocks, max_blocks
    )
    out_comms = fill(Ptr{LibGridCall.gc_comm}(C_NULL), length(contexts_items))
    GC.@preserve roots @check LibGridCall.gc_comm_create_many(
        contexts_items, length(contexts_items), ranks_items, length(ranks_items), something(id, C_NULL), id_size,
        count, Ref(options_struct), out_comms
    )
    return map(Comm, out_comms)
end

"""
    comm_from_environment(; context = nothing, flags = 0, create_timeout_nanoseconds = 0, timeout_nanoseconds
        = 0, name = nothing, min_blocks = 0, max_blocks = 0)

Makes this process's rank from what a launcher set: mpirun, srun, torchrun, or `GRIDCALL_COMM_RANK` and
`GRIDCALL_COMM_COUNT`. On the CPU device the communicator has all ranks of the MPI job. Between GPUs the id
travels by MPI, by the file that `GRIDCALL_COMM_ID` names, or by NCCL's own `NCCL_COMM_ID`. `INVALID_STATE`:
there is no launcher, or two disagree; the message names both. Preview: may change in any release.

- `context`: The context of this rank. `nothing`: the primary context of the GPU whose number is the
  launcher's rank on this machine; of the CPU device where `context_default` chooses that.
- `flags`: `COMM_*` bits. Several of `:CHECKED`, `:UNCHECKED`, `:SHARE`.
- `create_timeout_nanoseconds`: The longest wait for the other ranks when it is made, in nanoseconds; 0 means
  300 s.
- `timeout_nanoseconds`: The longest time an operation may take, in nanoseconds, from its call or from the end
  of the one before it on the stream, whichever is later; 0 means 600 s, the largest number no limit.
- `name`: A name for messages. `nothing`: none.
- `min_blocks`: The least number of blocks that NCCL's kernels use; 0: NCCL decides. With `max_blocks`.
- `max_blocks`: The greatest number; 0: NCCL decides. With `min_blocks`.

May block.

Throws a `GridCallError`: `INVALID_STATE`, `OUT_OF_MEMORY`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any driver
error, any communicator error.
"""
function comm_from_environment(
    ; context::Union{Nothing,Context} = nothing, flags = 0, create_timeout_nanoseconds::Integer = 0,
    timeout_nanoseconds::Integer = 0, name::Union{Nothing,AbstractString} = nothing, min_blocks::Integer = 0,
    max_blocks::Integer = 0
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_comm_options(
        sizeof(LibGridCall.gc_comm_options), flag_bits(CommFlags, flags), create_timeout_nanoseconds,
        timeout_nanoseconds, pin!(roots, name), min_blocks, max_blocks
    )
    out_comm = Ref{Ptr{LibGridCall.gc_comm}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_comm_from_environment(
        something(context, C_NULL), Ref(options_struct), out_comm
    )
    return Comm(out_comm[])
end
comm_from_environment(f::Function, arguments...; options...) = with(f, comm_from_environment(arguments...; options...))

"""
    comm_split(comm, color, key; flags = 0, create_timeout_nanoseconds = 0, timeout_nanoseconds = 0, name =
        nothing, min_blocks = 0, max_blocks = 0)

Parts the ranks: those that pass the same color make a communicator of their own, in the order of their keys,
then of their ranks. A rank with a color below 0 gets none. All ranks call it, with nothing outstanding.
Preview: may change in any release.

- `color`: The part of this rank, from 0; below 0: it is in none.
- `key`: This rank's place in the order of its part.
- `flags`: `COMM_*` bits. Several of `:CHECKED`, `:UNCHECKED`, `:SHARE`.
- `create_timeout_nanoseconds`: The longest wait for the other ranks when it is made, in nanoseconds; 0 means
  300 s.
- `timeout_nanoseconds`: The longest time an operation may take, in nanoseconds, from its call or from the end
  of the one before it on the stream, whichever is later; 0 means 600 s, the largest number no limit.
- `name`: A name for messages. `nothing`: none.
- `min_blocks`: The least number of blocks that NCCL's kernels use; 0: NCCL decides. With `max_blocks`.
- `max_blocks`: The greatest number; 0: NCCL decides. With `min_blocks`.

Returns: The part's communicator. `nothing`: the color is below 0.

May block.

Throws a `GridCallError`: `INVALID_STATE`, `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error, any communicator
error.
"""
function comm_split(
    comm::Comm, color::Integer, key::Integer; flags = 0, create_timeout_nanoseconds::Integer = 0,
    timeout_nanoseconds::Integer = 0, name::Union{Nothing,AbstractString} = nothing, min_blocks::Integer = 0,
    max_blocks::Integer = 0
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_comm_options(
        sizeof(LibGridCall.gc_comm_options), flag_bits(CommFlags, flags), create_timeout_nanoseconds,
        timeout_nanoseconds, pin!(roots, name), min_blocks, max_blocks
    )
    out_comm = Ref{Ptr{LibGridCall.gc_comm}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_comm_split(comm, color, key, Ref(options_struct), out_comm)
    return out_comm[] == C_NULL ? nothing : Comm(out_comm[])
end

"""
    attribute(comm, attribute)

An attribute of a communicator, also of one that failed. `NOT_FOUND`: a number this library does not know.
UNSUPPORTED: what carries the communicator does not tell it. `INVALID_STATE`: `DEVICE_MEMORY` of one that has
ended. Preview: may change in any release.

Throws a `GridCallError`: `INVALID_STATE`, `NOT_FOUND`, `UNSUPPORTED`, `COMM`, any driver error.
"""
function attribute(comm::Comm, attribute::Union{CommAttribute,Integer,Symbol})
    out_value = Ref{UInt64}(0)
    @check LibGridCall.gc_comm_get_attribute(comm, code(CommAttribute, attribute), out_value)
    return out_value[] % Int
end

"""
    query(comm)

Whether all operations that were queued are done. If the communicator has failed, the call fails with the same
status and text each time. Preview: may change in any release.

Returns: `true` if nothing is outstanding, else `false`.

Throws a `GridCallError`: any driver error, any communicator error.
"""
function query(comm::Comm)
    out_done = Ref{Int32}(0)
    @check LibGridCall.gc_comm_query(comm, out_done)
    return out_done[] != 0
end

"""
    all_reduce(comm, dst, dst_offset, src, src_offset, count, scalar_type, reduction; stream = nothing)

Queues: every rank's `dst` gets the elements of all ranks' `src`, combined. SUM and AVG also of complex
numbers, MAX and MIN also of BOOL; 16-bit integers are UNSUPPORTED. Preview: may change in any release.

- `dst`: The memory for the result.
- `dst_offset`: The first byte there, in bytes; a multiple of the element.
- `src`: The elements that this rank gives.
- `src_offset`: The first byte there, in bytes; a multiple of the element.
- `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
- `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
- `stream`: The stream it is queued on. `nothing`: the default stream of the communicator's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function all_reduce(
    comm::Comm, dst::Mem, dst_offset::Integer, src::Mem, src_offset::Integer, count::Integer,
    scalar_type::Union{ScalarType,Integer,Symbol},
    reduction::Union{CommReduction,Integer,Symbol}; stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_comm_all_reduce(
        comm, dst, dst_offset, src, src_offset, count, code(ScalarType, scalar_type),
        code(CommReduction, reduction), raw_stream(stream)
    )
    return nothing
end

"""
    comm_reduce(comm, dst_offset, src, src_offset, count, scalar_type, reduction, root; dst = nothing, stream
        = nothing)

Queues: the root's `dst` gets the elements of all ranks' `src`, combined. Preview: may change in any release.

- `dst`: The memory for the result on the root. `nothing`: this rank is not the root.
- `dst_offset`: The first byte there, in bytes; a multiple of the element.
- `src`: The elements that this rank gives.
- `src_offset`: The first byte there, in bytes; a multiple of the element.
- `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
- `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
- `root`: The rank of the root.
- `stream`: The stream it is queued on. `nothing`: the default stream of the communicator's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function comm_reduce(
    comm::Comm, dst_offset::Integer, src::Mem, src_offset::Integer, count::Integer,
    scalar_type::Union{ScalarType,Integer,Symbol}, reduction::Union{CommReduction,Integer,Symbol},
    root::Integer; dst::Union{Nothing,Mem} = nothing, stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_comm_reduce(
        comm, something(dst, C_NULL), dst_offset, src, src_offset, count, code(ScalarType, scalar_type),
        code(CommReduction, reduction), root, raw_stream(stream)
    )
    return nothing
end

"""
    comm_broadcast(comm, dst, dst_offset, src_offset, count, scalar_type, root; src = nothing, stream =
        nothing)

Queues: every rank's `dst` gets the root's `src`. Preview: may change in any release.

- `dst`: The memory for the elements.
- `dst_offset`: The first byte there, in bytes; a multiple of the element.
- `src`: The elements that the root gives. `nothing`: this rank is not the root.
- `src_offset`: The first byte there, in bytes; a multiple of the element.
- `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
- `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
- `root`: The rank of the root.
- `stream`: The stream it is queued on. `nothing`: the default stream of the communicator's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function comm_broadcast(
    comm::Comm, dst::Mem, dst_offset::Integer, src_offset::Integer, count::Integer,
    scalar_type::Union{ScalarType,Integer,Symbol}, root::Integer; src::Union{Nothing,Mem} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_comm_broadcast(
        comm, dst, dst_offset, something(src, C_NULL), src_offset, count, code(ScalarType, scalar_type), root,
        raw_stream(stream)
    )
    return nothing
end

"""
    all_gather(comm, dst, dst_offset, src, src_offset, count, scalar_type; stream = nothing)

Queues: every `dst` gets `count` elements of each rank, in their order. In place: `src` is the own slot.
Preview: may change in any release.

- `dst`: Room for `count` elements of each rank.
- `dst_offset`: The first byte there, in bytes; a multiple of the element.
- `src`: The elements that this rank gives.
- `src_offset`: The first byte there, in bytes; a multiple of the element.
- `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
- `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
- `stream`: The stream it is queued on. `nothing`: the default stream of the communicator's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function all_gather(
    comm::Comm, dst::Mem, dst_offset::Integer, src::Mem, src_offset::Integer, count::Integer,
    scalar_type::Union{ScalarType,Integer,Symbol}; stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_comm_all_gather(
        comm, dst, dst_offset, src, src_offset, count, code(ScalarType, scalar_type), raw_stream(stream)
    )
    return nothing
end

"""
    reduce_scatter(comm, dst, dst_offset, src, src_offset, count, scalar_type, reduction; stream = nothing)

Queues: the ranks' `src` are combined, and each rank's `dst` gets its `count` elements of the result. In
place: `dst` is the rank's own slot of `src`. Preview: may change in any release.

- `dst`: The memory for this rank's part.
- `dst_offset`: The first byte there, in bytes; a multiple of the element.
- `src`: `count` elements for each rank.
- `src_offset`: The first byte there, in bytes; a multiple of the element.
- `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
- `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
- `stream`: The stream it is queued on. `nothing`: the default stream of the communicator's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function reduce_scatter(
    comm::Comm, dst::Mem, dst_offset::Integer, src::Mem, src_offset::Integer, count::Integer,
    scalar_type::Union{ScalarType,Integer,Symbol},
    reduction::Union{CommReduction,Integer,Symbol}; stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_comm_reduce_scatter(
        comm, dst, dst_offset, src, src_offset, count, code(ScalarType, scalar_type),
        code(CommReduction, reduction), raw_stream(stream)
    )
    return nothing
end

"""
    all_to_all(comm, dst, dst_offset, src, src_offset, count, scalar_type; stream = nothing)

Queues: rank i's `count` elements at place j of `src` become rank j's at place i of `dst`. Preview: may change
in any release.

- `dst`: Room for `count` elements of each rank.
- `dst_offset`: The first byte there, in bytes; a multiple of the element.
- `src`: `count` elements for each rank.
- `src_offset`: The first byte there, in bytes; a multiple of the element.
- `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
- `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
- `stream`: The stream it is queued on. `nothing`: the default stream of the communicator's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function all_to_all(
    comm::Comm, dst::Mem, dst_offset::Integer, src::Mem, src_offset::Integer, count::Integer,
    scalar_type::Union{ScalarType,Integer,Symbol}; stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_comm_all_to_all(
        comm, dst, dst_offset, src, src_offset, count, code(ScalarType, scalar_type), raw_stream(stream)
    )
    return nothing
end

"""
    gather(comm, dst_offset, src, src_offset, count, scalar_type, root; dst = nothing, stream = nothing)

Queues: the root's `dst` gets `count` elements of each rank, in the order of ranks. Preview: may change in any
release.

- `dst`: Room for `count` elements of each rank, on the root. `nothing`: this rank is not the root.
- `dst_offset`: The first byte there, in bytes; a multiple of the element.
- `src`: The elements that this rank gives.
- `src_offset`: The first byte there, in bytes; a multiple of the element.
- `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
- `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
- `root`: The rank of the root.
- `stream`: The stream it is queued on. `nothing`: the default stream of the communicator's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function gather(
    comm::Comm, dst_offset::Integer, src::Mem, src_offset::Integer, count::Integer,
    scalar_type::Union{ScalarType,Integer,Symbol}, root::Integer; dst::Union{Nothing,Mem} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_comm_gather(
        comm, something(dst, C_NULL), dst_offset, src, src_offset, count, code(ScalarType, scalar_type), root,
        raw_stream(stream)
    )
    return nothing
end

"""
    scatter(comm, dst, dst_offset, src_offset, count, scalar_type, root; src = nothing, stream = nothing)

Queues: each rank's `dst` gets its `count` elements of the root's `src`. Preview: may change in any release.

- `dst`: The memory for this rank's part.
- `dst_offset`: The first byte there, in bytes; a multiple of the element.
- `src`: `count` elements for each rank, on the root. `nothing`: this rank is not the root.
- `src_offset`: The first byte there, in bytes; a multiple of the element.
- `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
- `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
- `root`: The rank of the root.
- `stream`: The stream it is queued on. `nothing`: the default stream of the communicator's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function scatter(
    comm::Comm, dst::Mem, dst_offset::Integer, src_offset::Integer, count::Integer,
    scalar_type::Union{ScalarType,Integer,Symbol}, root::Integer; src::Union{Nothing,Mem} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_comm_scatter(
        comm, dst, dst_offset, something(src, C_NULL), src_offset, count, code(ScalarType, scalar_type), root,
        raw_stream(stream)
    )
    return nothing
end

"""
    send(comm, src, src_offset, count, scalar_type, peer; stream = nothing)

Queues: the elements go to a rank that calls `recv`. An exchange is one `comm_launch_group`. Preview: may
change in any release.

- `src`: The elements that are sent.
- `src_offset`: The first byte there, in bytes; a multiple of the element.
- `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
- `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
- `peer`: The other rank.
- `stream`: The stream it is queued on. `nothing`: the default stream of the communicator's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function send(
    comm::Comm, src::Mem, src_offset::Integer, count::Integer, scalar_type::Union{ScalarType,Integer,Symbol},
    peer::Integer; stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_comm_send(
        comm, src, src_offset, count, code(ScalarType, scalar_type), peer, raw_stream(stream)
    )
    return nothing
end

"""
    recv(comm, dst, dst_offset, count, scalar_type, peer; stream = nothing)

Queues: elements come from another rank, which calls `send`. Preview: may change in any release.

- `dst`: The memory for the elements.
- `dst_offset`: The first byte there, in bytes; a multiple of the element.
- `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
- `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
- `peer`: The other rank.
- `stream`: The stream it is queued on. `nothing`: the default stream of the communicator's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function recv(
    comm::Comm, dst::Mem, dst_offset::Integer, count::Integer, scalar_type::Union{ScalarType,Integer,Symbol},
    peer::Integer; stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_comm_recv(
        comm, dst, dst_offset, count, code(ScalarType, scalar_type), peer, raw_stream(stream)
    )
    return nothing
end

"""
    barrier(comm; stream = nothing)

Queues: work behind it on the stream starts on no rank before all ranks' streams have come there. Preview: may
change in any release.

- `stream`: The stream it is queued on. `nothing`: the default stream of the communicator's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function barrier(comm::Comm; stream::Union{Nothing,Stream} = nothing)
    @check LibGridCall.gc_comm_barrier(comm, raw_stream(stream))
    return nothing
end

"""
    comm_launch_group(ops)

Queues several operations as one: exchanges of SEND and RECV, and one operation on several GPUs of this
process, each with its own communicator. All entries are checked before anything is queued; the message names
the entry. Entries of one communicator have the order of the list. Preview: may change in any release.

- `ops`: The operations; one at least.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
any device error, any communicator error.
"""
function comm_launch_group(ops)
    roots = Any[]  # what the arguments point to
    ops_items = pin_all!(roots, LibGridCall.gc_comm_op, ops)
    GC.@preserve roots @check LibGridCall.gc_comm_launch_group(ops_items, length(ops_items))
    return nothing
end

"""
    comm_finalize(comm, timeout_nanoseconds)

The orderly end, which all ranks call: waits until what was queued is done everywhere, and gives back what the
communicator used. That the time ran out is no error: call it again. `INVALID_STATE`: a graph holds the
communicator. Preview: may change in any release.

- `timeout_nanoseconds`: The longest wait, in nanoseconds; 0: as long as an operation of it may take.

Returns: `true` if it is finalized, `false` if the time ran out.

May block.

Throws a `GridCallError`: `INVALID_STATE`, any device error, any communicator error.
"""
function comm_finalize(comm::Comm, timeout_nanoseconds::Integer)
    out_done = Ref{Int32}(0)
    @check LibGridCall.gc_comm_finalize(comm, timeout_nanoseconds, out_done)
    return out_done[] != 0
end

"""
    comm_abort(comms)

Ends communicators at once, in this process alone: what they have queued ends without result, and calls that
wait for it return `COMM_ABORTED`. From any thread; again is no error. It returns within 5 s. Preview: may
change in any release.

- `comms`: The communicators. None: nothing is done.

May block.

Throws a `GridCallError`: any driver error, any communicator error.
"""
function comm_abort(comms)
    roots = Any[]  # what the arguments point to
    comms_items = Ptr{LibGridCall.gc_comm}[pin_handle!(roots, Ptr{LibGridCall.gc_comm}, x) for x in comms]
    GC.@preserve roots @check LibGridCall.gc_comm_abort(comms_items, length(comms_items))
    return nothing
end
