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
    @check LibGridCall.gc_memcpy_htod(dst, dst_offset, src, src_size, something(stream, C_NULL))
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
    @check LibGridCall.gc_memcpy_dtoh(dst, src, src_offset, dst_size, something(stream, C_NULL))
    return dst
end

"""
    memcpy_dtod(dst, dst_offset, src, src_offset, size; stream = nothing)

Copies between two `Mem`, wherever they are and also of two contexts or devices, queued on a stream. The
ranges must not overlap.

- `dst`: The memory to copy to.
- `dst_offset`: Offset in `dst`, in bytes.
- `src`: The memory to copy from.
- `src_offset`: Offset in `src`, in bytes.
- `size`: How much to copy, in bytes; 0 does nothing.
- `stream`: The stream it is queued on, of the context of either memory. `nothing`: the default stream of the
  destination's context.

May block.

Throws a `GridCallError`: `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device
error.
"""
function memcpy_dtod(
    dst::Mem, dst_offset::Integer, src::Mem, src_offset::Integer,
    size::Integer; stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_memcpy_dtod(dst, dst_offset, src, src_offset, size, something(stream, C_NULL))
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
    @check LibGridCall.gc_memcpy_htod_async(dst, dst_offset, src, src_offset, size, something(stream, C_NULL))
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
    @check LibGridCall.gc_memcpy_dtoh_async(dst, dst_offset, src, src_offset, size, something(stream, C_NULL))
    return nothing
end

"""
    memcpy_rect(; dst_mem = nothing, dst_host = nothing, dst_offset = 0, dst_row_pitch = 0, dst_slice_pitch =
        0, src_mem = nothing, src_host = nothing, src_offset = 0, src_row_pitch = 0, src_slice_pitch = 0,
        width = 0, height = 0, depth = 0, dst_array = nothing, dst_x = 0, dst_y = 0, dst_z = 0, src_array =
        nothing, src_x = 0, src_y = 0, src_z = 0, stream = nothing)

Copies a rectangle of 1, 2 or 3 dimensions between memory, arrays and host memory; memory may also be of two
contexts or devices, in the order of the stream. With host memory at an end it returns when that may be used
again; else it is queued. Rectangles may lie between each other's rows, and share no byte.

- `dst_mem`: The memory to copy to. `nothing`: `dst_host` or `dst_array` is the destination.
- `dst_host`: The host memory to copy to. `nothing`: `dst_mem` is the destination.
- `dst_offset`: Where the rectangle begins in the destination, in bytes.
- `dst_row_pitch`: From row to row in the destination, in bytes, not less than `width`; 0: the rows follow
  each other.
- `dst_slice_pitch`: From slice to slice in the destination, in bytes: a multiple of the row pitch, not less
  than the rows of a slice; 0: the slices follow each other.
- `src_mem`: The memory to copy from. `nothing`: `src_host` or `src_array` is the source.
- `src_host`: The host memory to copy from. `nothing`: `src_mem` is the source.
- `src_offset`: Where the rectangle begins in the source, in bytes.
- `src_row_pitch`: From row to row in the source, in bytes, as `dst_row_pitch`.
- `src_slice_pitch`: From slice to slice in the source, in bytes, as `dst_slice_pitch`.
- `width`: The bytes of a row; 0 does nothing.
- `height`: The rows of a slice; 0 means 1.
- `depth`: The slices; 0 means 1.
- `dst_array`: The array to copy to, without levels or one level. `nothing`: `dst_mem` or `dst_host` is the
  destination.
- `dst_x`: The first column in `dst_array`, in bytes; without one 0.
- `dst_y`: The first row in `dst_array`; without one 0.
- `dst_z`: The first slice, layer or face in `dst_array`; without one 0.
- `src_array`: The array to copy from, without levels or one level. `nothing`: `src_mem` or `src_host` is the
  source.
- `src_x`: The first column in `src_array`, in bytes; without one 0.
- `src_y`: The first row in `src_array`; without one 0.
- `src_z`: The first slice, layer or face in `src_array`; without one 0.
- `stream`: The stream it is queued on, of the context of either memory. `nothing`: the default stream of the
  context of the destination, or of the source if the destination is host memory.

May block.

Throws a `GridCallError`: `INVALID_HANDLE`, `INVALID_ARGUMENT`, `INVALID_OPTIONS`, `WRONG_CONTEXT`,
`OUT_OF_RANGE`, any device error.
"""
function memcpy_rect(
    ; dst_mem::Union{Nothing,Mem} = nothing, dst_host::Union{Nothing,DenseArray} = nothing,
    dst_offset::Integer = 0, dst_row_pitch::Integer = 0, dst_slice_pitch::Integer = 0,
    src_mem::Union{Nothing,Mem} = nothing, src_host::Union{Nothing,DenseArray} = nothing,
    src_offset::Integer = 0, src_row_pitch::Integer = 0, src_slice_pitch::Integer = 0, width::Integer = 0,
    height::Integer = 0, depth::Integer = 0, dst_array::Union{Nothing,OpaqueArray} = nothing,
    dst_x::Integer = 0, dst_y::Integer = 0, dst_z::Integer = 0,
    src_array::Union{Nothing,OpaqueArray} = nothing, src_x::Integer = 0, src_y::Integer = 0,
    src_z::Integer = 0, stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    rect_struct = LibGridCall.gc_rect_copy(
        sizeof(LibGridCall.gc_rect_copy), pin_handle!(roots, Ptr{LibGridCall.gc_mem}, dst_mem),
        pin_bytes!(roots, dst_host), byte_count(dst_host), dst_offset, dst_row_pitch, dst_slice_pitch,
        pin_handle!(roots, Ptr{LibGridCall.gc_mem}, src_mem), pin_bytes!(roots, src_host), byte_count(src_host),
        src_offset, src_row_pitch, src_slice_pitch, width, height, depth,
        pin_handle!(roots, Ptr{LibGridCall.gc_array}, dst_array), dst_x, dst_y, dst_z,
        pin_handle!(roots, Ptr{LibGridCall.gc_array}, src_array), src_x, src_y, src_z
    )
    GC.@preserve roots @check LibGridCall.gc_memcpy_rect(Ref(rect_struct), something(stream, C_NULL))
    return nothing
end

"""
    memcpy_rect_async(; dst_mem = nothing, dst_host = nothing, dst_offset = 0, dst_row_pitch = 0,
        dst_slice_pitch = 0, src_mem = nothing, src_host = nothing, src_offset = 0, src_row_pitch = 0,
        src_slice_pitch = 0, width = 0, height = 0, depth = 0, dst_array = nothing, dst_x = 0, dst_y = 0,
        dst_z = 0, src_array = nothing, src_x = 0, src_y = 0, src_z = 0, stream = nothing)

Copies a rectangle of 1, 2 or 3 dimensions between two ends that are each a `Mem` or a `OpaqueArray`, queued
on a stream. On the host side it takes page-locked memory as a `Mem`, and refuses any other host memory.

- `dst_mem`: The memory to copy to. `nothing`: `dst_host` or `dst_array` is the destination.
- `dst_host`: The host memory to copy to. `nothing`: `dst_mem` is the destination.
- `dst_offset`: Where the rectangle begins in the destination, in bytes.
- `dst_row_pitch`: From row to row in the destination, in bytes, not less than `width`; 0: the rows follow
  each other.
- `dst_slice_pitch`: From slice to slice in the destination, in bytes: a multiple of the row pitch, not less
  than the rows of a slice; 0: the slices follow each other.
- `src_mem`: The memory to copy from. `nothing`: `src_host` or `src_array` is the source.
- `src_host`: The host memory to copy from. `nothing`: `src_mem` is the source.
- `src_offset`: Where the rectangle begins in the source, in bytes.
- `src_row_pitch`: From row to row in the source, in bytes, as `dst_row_pitch`.
- `src_slice_pitch`: From slice to slice in the source, in bytes, as `dst_slice_pitch`.
- `width`: The bytes of a row; 0 does nothing.
- `height`: The rows of a slice; 0 means 1.
- `depth`: The slices; 0 means 1.
- `dst_array`: The array to copy to, without levels or one level. `nothing`: `dst_mem` or `dst_host` is the
  destination.
- `dst_x`: The first column in `dst_array`, in bytes; without one 0.
- `dst_y`: The first row in `dst_array`; without one 0.
- `dst_z`: The first slice, layer or face in `dst_array`; without one 0.
- `src_array`: The array to copy from, without levels or one level. `nothing`: `src_mem` or `src_host` is the
  source.
- `src_x`: The first column in `src_array`, in bytes; without one 0.
- `src_y`: The first row in `src_array`; without one 0.
- `src_z`: The first slice, layer or face in `src_array`; without one 0.
- `stream`: The stream it is queued on, of the context of either memory. `nothing`: the default stream of the
  destination's context.

May block.

Throws a `GridCallError`: `INVALID_HANDLE`, `INVALID_ARGUMENT`, `INVALID_OPTIONS`, `WRONG_CONTEXT`,
`OUT_OF_RANGE`, any device error.
"""
function memcpy_rect_async(
    ; dst_mem::Union{Nothing,Mem} = nothing, dst_host::Union{Nothing,DenseArray} = nothing,
    dst_offset::Integer = 0, dst_row_pitch::Integer = 0, dst_slice_pitch::Integer = 0,
    src_mem::Union{Nothing,Mem} = nothing, src_host::Union{Nothing,DenseArray} = nothing,
    src_offset::Integer = 0, src_row_pitch::Integer = 0, src_slice_pitch::Integer = 0, width::Integer = 0,
    height::Integer = 0, depth::Integer = 0, dst_array::Union{Nothing,OpaqueArray} = nothing,
    dst_x::Integer = 0, dst_y::Integer = 0, dst_z::Integer = 0,
    src_array::Union{Nothing,OpaqueArray} = nothing, src_x::Integer = 0, src_y::Integer = 0,
    src_z::Integer = 0, stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    rect_struct = LibGridCall.gc_rect_copy(
        sizeof(LibGridCall.gc_rect_copy), pin_handle!(roots, Ptr{LibGridCall.gc_mem}, dst_mem),
        pin_bytes!(roots, dst_host), byte_count(dst_host), dst_offset, dst_row_pitch, dst_slice_pitch,
        pin_handle!(roots, Ptr{LibGridCall.gc_mem}, src_mem), pin_bytes!(roots, src_host), byte_count(src_host),
        src_offset, src_row_pitch, src_slice_pitch, width, height, depth,
        pin_handle!(roots, Ptr{LibGridCall.gc_array}, dst_array), dst_x, dst_y, dst_z,
        pin_handle!(roots, Ptr{LibGridCall.gc_array}, src_array), src_x, src_y, src_z
    )
    GC.@preserve roots @check LibGridCall.gc_memcpy_rect_async(Ref(rect_struct), something(stream, C_NULL))
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
    @check LibGridCall.gc_memset_d8(mem, offset, value, count, something(stream, C_NULL))
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
    @check LibGridCall.gc_memset_d16(mem, offset, value, count, something(stream, C_NULL))
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
    @check LibGridCall.gc_memset_d32(mem, offset, value, count, something(stream, C_NULL))
    return nothing
end

"""
    memset_pattern(mem, offset, pattern, count; stream = nothing)

Fills with a pattern of 1 to 128 bytes, queued on a stream. The pattern is copied before the call returns; it
has no alignment.

- `mem`: The memory to fill.
- `offset`: Where the fill begins, in bytes.
- `pattern`: The pattern, of 1 to 128 bytes.
- `count`: How many patterns; 0 does nothing.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `INVALID_HANDLE`, `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device
error.
"""
function memset_pattern(
    mem::Mem, offset::Integer, pattern::DenseArray, count::Integer; stream::Union{Nothing,Stream} = nothing
)
    pattern_size = byte_count(pattern)
    @check LibGridCall.gc_memset_pattern(mem, offset, pattern, pattern_size, count, something(stream, C_NULL))
    return nothing
end

"""
    memset_rect(; mem = nothing, offset = 0, row_pitch = 0, slice_pitch = 0, width = 0, height = 0, depth = 0,
        pattern = nothing, array = nothing, x = 0, y = 0, z = 0, color_type = 0, stream = nothing)

Fills a rectangle of 1, 2 or 3 dimensions with a pattern of 1 to 128 bytes, queued on a stream. The pattern is
copied before the call returns; it has no alignment. Of an array it is one element, or a colour. An array is
filled by copies of a piece of device memory that is filled first.

- `mem`: The memory to fill. `nothing`: `array` is filled.
- `offset`: Where the rectangle begins, in bytes.
- `row_pitch`: From row to row, in bytes, not less than `width`; 0: the rows follow each other.
- `slice_pitch`: From slice to slice, in bytes: a multiple of the row pitch, not less than the rows of a
  slice; 0: the slices follow each other.
- `width`: The bytes of a row, a multiple of the pattern's size; 0 does nothing.
- `height`: The rows of a slice; 0 means 1.
- `depth`: The slices; 0 means 1.
- `pattern`: The pattern, of any content. `nothing`: it is refused.
- `array`: The array to fill, without levels or one level. `nothing`: `mem` is filled.
- `x`: The first column in `array`, in bytes; without one 0.
- `y`: The first row in `array`; without one 0.
- `z`: The first slice, layer or face in `array`; without one 0.
- `color_type`: Of `array`: FLOAT32, INT32 or UINT32, and `pattern` is a colour of four such numbers, which is
  converted to the array's format, rounded and saturated (OpenCL 3.0, clEnqueueFillImage): FLOAT32 to float,
  half and normalised channels, INT32 to signed, UINT32 to unsigned ones. Channels that the array has not are
  ignored. 0: `pattern` is the bytes of an element, or equal parts of it.
- `stream`: The stream it is queued on. `nothing`: the default stream of the context of the memory or the
  array.

May block.

Throws a `GridCallError`: `INVALID_HANDLE`, `INVALID_ARGUMENT`, `INVALID_OPTIONS`, `WRONG_CONTEXT`,
`OUT_OF_RANGE`, any device error.
"""
function memset_rect(
    ; mem::Union{Nothing,Mem} = nothing, offset::Integer = 0, row_pitch::Integer = 0,
    slice_pitch::Integer = 0, width::Integer = 0, height::Integer = 0, depth::Integer = 0,
    pattern::Union{Nothing,DenseArray} = nothing, array::Union{Nothing,OpaqueArray} = nothing, x::Integer = 0,
    y::Integer = 0, z::Integer = 0, color_type::Union{ScalarType,Integer,Symbol} = 0,
    stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    rect_struct = LibGridCall.gc_rect_fill(
        sizeof(LibGridCall.gc_rect_fill), pin_handle!(roots, Ptr{LibGridCall.gc_mem}, mem), offset, row_pitch,
        slice_pitch, width, height, depth, pin_bytes!(roots, pattern), byte_count(pattern),
        pin_handle!(roots, Ptr{LibGridCall.gc_array}, array), x, y, z, code(ScalarType, color_type), 0
    )
    GC.@preserve roots @check LibGridCall.gc_memset_rect(Ref(rect_struct), something(stream, C_NULL))
    return nothing
end
