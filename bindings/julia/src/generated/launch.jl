# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    launch(kernel, config, args; stream = nothing)

Queues a launch. Values are copied before the call returns, and memory named by an argument stays alive until
the kernel is done.

- `config`: The shape: grid, block and shared memory.
- `args`: The arguments, in the kernel's order.
- `stream`: The stream it is queued on; of the kernel's context. `nothing`: the default stream of the kernel's
  context.

Throws a `GridCallError`: `UNSUPPORTED`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, any device error.
"""
function launch(
    kernel::Kernel, config::LibGridCall.gc_launch_config,
    args::DenseVector{LibGridCall.gc_arg}; stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_launch(kernel, Ref(config), args, length(args), raw_stream(stream))
    return nothing
end

"""
    prepared_create(kernel, config, args)

Checks a launch once and keeps it, with its own copy of the arguments. It holds the kernel and the memory.
Arguments of kind TYPE get their values later: before the first launch, from `set_arg!`, or all of them from
`launch_with`.

- `config`: The shape: grid, block and shared memory.
- `args`: The arguments, in the kernel's order.

Throws a `GridCallError`: `UNSUPPORTED`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, any launch error (3xx), any driver
error.
"""
function prepared_create(
    kernel::Kernel, config::LibGridCall.gc_launch_config, args::DenseVector{LibGridCall.gc_arg}
)
    out_prepared = Ref{Ptr{LibGridCall.gc_prepared}}(C_NULL)
    @check LibGridCall.gc_prepared_create(kernel, Ref(config), args, length(args), out_prepared)
    return Prepared(out_prepared[])
end
prepared_create(f::Function, arguments...; options...) = with(f, prepared_create(arguments...; options...))

"    Prepared(kernel, config, args)\n\nSee `prepared_create`."
Prepared(kernel::Kernel, arguments...; options...) = prepared_create(kernel, arguments...; options...)
Prepared(f::Function, arguments...; options...) = with(f, Prepared(arguments...; options...))

"""
    set_arg!(prepared, index, arg; bytes = nothing)

Replaces an argument; queued launches keep the old one.

- `index`: The argument, from 0.
- `arg`: Its new value; of the size the kernel takes.
- `bytes`: The value of an argument of kind BYTES. `nothing`: not of kind BYTES.

Throws a `GridCallError`: `INVALID_OPTIONS`, `INVALID_STATE`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, any launch
error (3xx).
"""
function set_arg!(
    prepared::Prepared, index::Integer, arg::LibGridCall.gc_arg; bytes::Union{Nothing,DenseArray} = nothing
)
    bytes_size = byte_count(bytes)
    @check LibGridCall.gc_prepared_set_arg(prepared, index, Ref(arg), something(bytes, C_NULL), bytes_size)
    return nothing
end

"""
    set_config!(prepared, config)

Replaces shape, shared memory, time limit, flags and events of a prepared launch; arguments and launches
already queued keep what they have. `bytes` are not used. On failure nothing is changed.

- `config`: The shape: grid, block and shared memory.

Throws a `GridCallError`: `INVALID_STATE`, `UNSUPPORTED`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, any launch error
(3xx), any driver error.
"""
function set_config!(prepared::Prepared, config::LibGridCall.gc_launch_config)
    @check LibGridCall.gc_prepared_set_config(prepared, Ref(config))
    return nothing
end

"""
    launch_with(prepared, args; config = nothing, stream = nothing)

Queues the prepared launch: as it stands, or with another shape or other arguments, which it keeps. A
configuration with grid_x and block_x 0 gives `bytes` for arguments of kind BYTES and no shape.
`INVALID_STATE`: an argument of kind TYPE has no value yet. What is refused changes nothing.

- `config`: The shape: grid, block and shared memory. `nothing`: the shape stays.
- `args`: All arguments, in the kernel's order; none: they stay.
- `stream`: The stream it is queued on; of the kernel's context. `nothing`: the default stream of the kernel's
  context.

Throws a `GridCallError`: `INVALID_STATE`, `UNSUPPORTED`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, any device error.
"""
function launch_with(
    prepared::Prepared,
    args::DenseVector{LibGridCall.gc_arg}; config::Union{Nothing,LibGridCall.gc_launch_config} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_prepared_launch(
        prepared, config === nothing ? C_NULL : Ref(config), args, length(args), raw_stream(stream)
    )
    return nothing
end
