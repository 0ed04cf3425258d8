# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    memcpy_htod(dst, dst_offset, src; stream = nothing)

Copies from host memory to a `Mem`, in the order of the stream, and returns when the host memory may be used
again.

- `dst`: The memory to copy to.
- `dst_offset`: Offset in `dst`, in bytes.
- `src`: The bytes to copy.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

May block.

Throws a `GridCallError`: `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device
error.
"""
function memcpy_htod(dst::Mem, dst_offset::Integer, src::DenseArray; stream::Union{Nothing,Stream} = nothing)
    src_size = byte_count(src)
    out_error = no_error()
    status = LibGridCall.gc_memcpy_htod(dst, dst_offset, src, src_size, something(stream, C_NULL), out_error)
    status == 0 || throw_error(status, out_error[])
    return nothing
end

"""
    memcpy_dtoh(dst, src, src_offset; stream = nothing)

Copies from a `Mem` to host memory, behind what the stream has been given so far, and returns when all bytes
are there.

- `dst`: Where the bytes go; all `size` of them are written.
- `src`: The memory to copy from.
- `src_offset`: Offset in `src`, in bytes.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

May block.

Throws a `GridCallError`: `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device
error.
"""
function memcpy_dtoh(dst::DenseArray, src::Mem, src_offset::Integer; stream::Union{Nothing,Stream} = nothing)
    dst_size = byte_count(dst)
    out_error = no_error()
    status = LibGridCall.gc_memcpy_dtoh(dst, src, src_offset, dst_size, something(stream, C_NULL), out_error)
    status == 0 || throw_error(status, out_error[])
    return dst
end

"""
    memcpy_dtod(dst, dst_offset, src, src_offset, size; stream = nothing)

Copies between two `Mem` of one context, wherever they are, queued on a stream. The ranges must not overlap.

- `dst`: The memory to copy to.
- `dst_offset`: Offset in `dst`, in bytes.
- `src`: The memory to copy from.
- `src_offset`: Offset in `src`, in bytes.
- `size`: How much to copy, in bytes; 0 does nothing.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device
error.
"""
function memcpy_dtod(
    dst::Mem, dst_offset::Integer, src::Mem, src_offset::Integer,
    size::Integer; stream::Union{Nothing,Stream} = nothing
)
    out_error = no_error()
    status = LibGridCall.gc_memcpy_dtod(
        dst, dst_offset, src, src_offset, size, something(stream, C_NULL), out_error
    )
    status == 0 || throw_error(status, out_error[])
    return nothing
end

"""
    memcpy_htod_async(dst, dst_offset, src, src_offset, size; stream = nothing)

Copies from page-locked memory to a `Mem`, queued on a stream.

- `dst`: The memory to copy to.
- `dst_offset`: Offset in `dst`, in bytes.
- `src`: Page-locked memory, or a part of it.
- `src_offset`: Offset in `src`, in bytes.
- `size`: How much to copy, in bytes; 0 does nothing.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device
error.
"""
function memcpy_htod_async(
    dst::Mem, dst_offset::Integer, src::Mem, src_offset::Integer,
    size::Integer; stream::Union{Nothing,Stream} = nothing
)
    out_error = no_error()
    status = LibGridCall.gc_memcpy_htod_async(
        dst, dst_offset, src, src_offset, size, something(stream, C_NULL), out_error
    )
    status == 0 || throw_error(status, out_error[])
    return nothing
end

"""
    memcpy_dtoh_async(dst, dst_offset, src, src_offset, size; stream = nothing)

Copies from a `Mem` to page-locked memory, queued on a stream.

- `dst`: Page-locked memory, or a part of it.
- `dst_offset`: Offset in `dst`, in bytes.
- `src`: The memory to copy from.
- `src_offset`: Offset in `src`, in bytes.
- `size`: How much to copy, in bytes; 0 does nothing.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device
error.
"""
function memcpy_dtoh_async(
    dst::Mem, dst_offset::Integer, src::Mem, src_offset::Integer,
    size::Integer; stream::Union{Nothing,Stream} = nothing
)
    out_error = no_error()
    status = LibGridCall.gc_memcpy_dtoh_async(
        dst, dst_offset, src, src_offset, size, something(stream, C_NULL), out_error
    )
    status == 0 || throw_error(status, out_error[])
    return nothing
end

"""
    memset_d8(mem, offset, value, count; stream = nothing)

Fills with an 8-bit pattern, queued on a stream.

- `mem`: The memory to fill.
- `offset`: Where the fill begins, in bytes.
- `value`: The pattern.
- `count`: How many patterns; 0 does nothing.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `INVALID_HANDLE`, `WRONG_CONTEXT`, `INVALID_ARGUMENT`, `OUT_OF_RANGE`, any device
error.
"""
function memset_d8(
    mem::Mem, offset::Integer, value::Integer, count::Integer; stream::Union{Nothing,Stream} = nothing
)
    out_error = no_error()
    status = LibGridCall.gc_memset_d8(mem, offset, value, count, something(stream, C_NULL), out_error)
    status == 0 || throw_error(status, out_error[])
    return nothing
end

"""
    memset_d16(mem, offset, value, count; stream = nothing)

Fills with a 16-bit pattern, queued on a stream. `offset` must be a multiple of 2.

- `mem`: The memory to fill.
- `offset`: Where the fill begins, in bytes.
- `value`: The pattern.
- `count`: How many patterns; 0 does nothing.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `INVALID_HANDLE`, `WRONG_CONTEXT`, `INVALID_ARGUMENT`, `OUT_OF_RANGE`, any device
error.
"""
function memset_d16(
    mem::Mem, offset::Integer, value::Integer, count::Integer; stream::Union{Nothing,Stream} = nothing
)
    out_error = no_error()
    status = LibGridCall.gc_memset_d16(mem, offset, value, count, something(stream, C_NULL), out_error)
    status == 0 || throw_error(status, out_error[])
    return nothing
end

"""
    memset_d32(mem, offset, value, count; stream = nothing)

Fills with a 32-bit pattern, queued on a stream. `offset` must be a multiple of 4.

- `mem`: The memory to fill.
- `offset`: Where the fill begins, in bytes.
- `value`: The pattern.
- `count`: How many patterns; 0 does nothing.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `INVALID_HANDLE`, `WRONG_CONTEXT`, `INVALID_ARGUMENT`, `OUT_OF_RANGE`, any device
error.
"""
function memset_d32(
    mem::Mem, offset::Integer, value::Integer, count::Integer; stream::Union{Nothing,Stream} = nothing
)
    out_error = no_error()
    status = LibGridCall.gc_memset_d32(mem, offset, value, count, something(stream, C_NULL), out_error)
    status == 0 || throw_error(status, out_error[])
    return nothing
end
