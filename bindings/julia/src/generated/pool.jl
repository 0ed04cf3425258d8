# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    pool_create(context; place = 0, limit = 0, flags = 0, alignment = 0)

Makes a pool.

- `place`: The place of its memory: DEVICE, HOST or MANAGED; 0 means `MEM_PLACE_DEVICE`. One of `:DEVICE`,
  `:HOST`, `:MANAGED`, `:PAGEABLE`.
- `limit`: Most memory to take from the driver, in bytes, held and active together; 0 for no limit.
- `flags`: `MEM_*` bits. With ZERO `alloc` fills with zeros.
- `alignment`: A power of two up to 1 GiB that each address is a multiple of, in bytes; 256 at least.

Throws a `GridCallError`: `UNSUPPORTED`, `FORKED`, `EXITING`.
"""
function pool_create(
    context::Context; place::Union{MemPlace,Integer,Symbol} = 0, limit::Integer = 0, flags = 0,
    alignment::Integer = 0
)
    options_struct = LibGridCall.gc_pool_options(
        sizeof(LibGridCall.gc_pool_options), code(MemPlace, place), 0, limit, flag_bits(MemFlags, flags),
        alignment
    )
    out_pool = Ref{Ptr{LibGridCall.gc_pool}}(C_NULL)
    @check LibGridCall.gc_pool_create(context, Ref(options_struct), out_pool)
    return Pool(out_pool[])
end
pool_create(f::Function, arguments...; options...) = with(f, pool_create(arguments...; options...))

"    Pool(context; place = 0, limit = 0, flags = 0, alignment = 0)\n\nSee `pool_create`."
Pool(context::Context, arguments...; options...) = pool_create(context, arguments...; options...)
Pool(f::Function, arguments...; options...) = with(f, Pool(arguments...; options...))

"""
    alloc(pool, size; stream = nothing)

Memory from the pool. Releasing it gives it back to the pool. The content is undefined, but for a pool with
ZERO: then device memory is filled in the order of `stream`, and use on other streams is ordered behind that.

- `size`: Its size, in bytes; not 0.
- `stream`: The stream it is used on first: blocks that were last used there are taken first. `nothing`: the
  default stream of the pool's context.

May block.

Throws a `GridCallError`: `WRONG_CONTEXT`, `POOL_LIMIT`, any device error.
"""
function alloc(pool::Pool, size::Integer; stream::Union{Nothing,Stream} = nothing)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    @check LibGridCall.gc_pool_alloc(pool, size, raw_stream(stream), out_mem)
    return Mem(out_mem[])
end
alloc(f::Function, arguments...; options...) = with(f, alloc(arguments...; options...))

"""
    statistics(pool)

Blocks and bytes, held and active.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`, `INVALID_OPTIONS`.
"""
function statistics(pool::Pool)
    out_statistics = Ref(empty(PoolStatistics))
    @check LibGridCall.gc_pool_get_statistics(pool, out_statistics)
    return GC.@preserve pool PoolStatistics(out_statistics[])
end

"""
    free_held(pool)

Gives every held block back to the driver, waiting for work that still uses one.

May block.

Throws a `GridCallError`: any launch error (3xx), any driver error.
"""
function free_held(pool::Pool)
    @check LibGridCall.gc_pool_free_held(pool)
    return nothing
end

"""
    stop_holding(pool)

Gives every held block back, and from now on each block as it is released.

May block.

Throws a `GridCallError`: any launch error (3xx), any driver error.
"""
function stop_holding(pool::Pool)
    @check LibGridCall.gc_pool_stop_holding(pool)
    return nothing
end

"""
    set_limit!(pool, limit)

Changes the limit. Held blocks above it are given back; active ones stay.

- `limit`: The new limit, in bytes; 0 for none.

May block.

Throws a `GridCallError`: any launch error (3xx), any driver error.
"""
function set_limit!(pool::Pool, limit::Integer)
    @check LibGridCall.gc_pool_set_limit(pool, limit)
    return nothing
end
