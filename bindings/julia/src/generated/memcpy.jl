# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    memcpy(dst, dst_offset, src, src_offset, size; stream = nothing)

Copies between two `Mem` wherever they are, on devices or the host, and also of two contexts or devices,
queued on a stream. The ranges must not overlap. With memory of the place PAGEABLE it may wait until the copy
is made.

- `dst`: The memory to copy to.
- `dst_offset`: Offset in `dst`, in bytes.
- `src`: The memory to copy from.
- `src_offset`: Offset in `src`, in bytes.
- `size`: The bytes to copy; 0 does nothing.
- `stream`: The stream it is queued on, of the context of either memory. `nothing`: the default stream of the
  destination's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
"""
function memcpy(
    dst::Mem, dst_offset::Integer, src::Mem, src_offset::Integer,
    size::Integer; stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_memcpy(dst, dst_offset, src, src_offset, size, raw_stream(stream))
    return nothing
end

"""
    memcpy_htod(dst, dst_offset, src; stream = nothing)

Copies from host memory, in the order of the stream; returns when the host memory may be used again.

- `dst`: The memory to copy to.
- `dst_offset`: Offset in `dst`, in bytes.
- `src`: The bytes to copy.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
"""
function memcpy_htod(dst::Mem, dst_offset::Integer, src::DenseArray; stream::Union{Nothing,Stream} = nothing)
    src_size = byte_count(src)
    @check LibGridCall.gc_memcpy_htod(dst, dst_offset, src, src_size, raw_stream(stream))
    return nothing
end

"""
    memcpy_dtoh(dst, src, src_offset; stream = nothing)

Copies to host memory, behind the work queued on the stream; returns when all bytes are there.

- `dst`: The memory for the bytes; all `size` of them are written.
- `src`: The memory to copy from.
- `src_offset`: Offset in `src`, in bytes.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
"""
function memcpy_dtoh(dst::DenseArray, src::Mem, src_offset::Integer; stream::Union{Nothing,Stream} = nothing)
    dst_size = byte_count(dst)
    @check LibGridCall.gc_memcpy_dtoh(dst, src, src_offset, dst_size, raw_stream(stream))
    return dst
end

"""
    memcpy_rect(; dst = nothing, src = nothing, width = 0, height = 0, depth = 0, stream = nothing)

Copies a rectangle of 1, 2 or 3 dimensions between memory, arrays and host memory; memory may also be of two
contexts or devices, in the order of the stream. With host memory at an end it returns when that may be used
again; of two ends that are each a `Mem` or a `OpaqueArray` it is queued. Rectangles may lie between each
other's rows, and share no byte.

- `dst`: The destination. A named tuple of `mem`, `host`, `array`, `offset`, `row_pitch`, `slice_pitch`, `x`,
  `y`, `z`.
- `src`: The source. A named tuple of `mem`, `host`, `array`, `offset`, `row_pitch`, `slice_pitch`, `x`, `y`,
  `z`.
- `width`: The bytes of a row; 0 does nothing.
- `height`: The rows of a slice; 0 means 1.
- `depth`: The slices; 0 means 1.
- `stream`: The stream it is queued on, of the context of either memory. `nothing`: the default stream of the
  context of the destination, or of the source if the destination is host memory.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
"""
function memcpy_rect(
    ; dst = nothing, src = nothing, width::Integer = 0, height::Integer = 0, depth::Integer = 0,
    stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    rect_struct = LibGridCall.gc_rect_copy(
        sizeof(LibGridCall.gc_rect_copy), make_item!(roots, LibGridCall.gc_copy_end, dst),
        make_item!(roots, LibGridCall.gc_copy_end, src), width, height, depth
    )
    GC.@preserve roots @check LibGridCall.gc_memcpy_rect(Ref(rect_struct), raw_stream(stream))
    return nothing
end

"""
    memset(mem, offset, value, count; stream = nothing)

Fills with copies of a value of 1 to 128 bytes, queued on a stream. The value is copied before the call
returns; nothing need be aligned. Values of 1, 2 and 4 bytes at a multiple of their size are the fastest.

- `mem`: The memory to fill.
- `offset`: The first byte of the fill, in bytes.
- `value`: The value, of 1 to 128 bytes.
- `count`: The number of copies of it; 0 does nothing.
- `stream`: The stream it is queued on. `nothing`: the default stream of the memory's context.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
"""
function memset(
    mem::Mem, offset::Integer, value::DenseArray, count::Integer; stream::Union{Nothing,Stream} = nothing
)
    value_size = byte_count(value)
    @check LibGridCall.gc_memset(mem, offset, value, value_size, count, raw_stream(stream))
    return nothing
end

"""
    memset_rect(; dst = nothing, width = 0, height = 0, depth = 0, value = nothing, color_type = 0, stream =
        nothing)

Fills a rectangle of 1, 2 or 3 dimensions with copies of a value of 1 to 128 bytes, queued on a stream. The
value is copied before the call returns; nothing need be aligned. Of an array it is one element, or a colour.
An array is filled by copies of a piece of device memory that is filled first.

- `dst`: The memory to fill; host memory is refused. A named tuple of `mem`, `host`, `array`, `offset`,
  `row_pitch`, `slice_pitch`, `x`, `y`, `z`.
- `width`: The bytes of a row, a multiple of the value's size; 0 does nothing.
- `height`: The rows of a slice; 0 means 1.
- `depth`: The slices; 0 means 1.
- `value`: The value, of any content. `nothing`: it is refused.
- `color_type`: For an array: FLOAT32, INT32 or UINT32, and `value` is a colour of four such numbers, which is
  converted to the array's format, rounded and saturated (OpenCL 3.0, clEnqueueFillImage): FLOAT32 to float,
  half and normalized channels, INT32 to signed, UINT32 to unsigned ones. Channels that the array has not are
  ignored. 0: `value` is the bytes of an element, or equal parts of it.
- `stream`: The stream it is queued on. `nothing`: the default stream of the context of the memory or the
  array.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `WRONG_CONTEXT`, `OUT_OF_RANGE`, any device error.
"""
function memset_rect(
    ; dst = nothing, width::Integer = 0, height::Integer = 0, depth::Integer = 0,
    value::Union{Nothing,DenseArray} = nothing, color_type::Union{ScalarType,Integer,Symbol} = 0,
    stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    rect_struct = LibGridCall.gc_rect_fill(
        sizeof(LibGridCall.gc_rect_fill), make_item!(roots, LibGridCall.gc_copy_end, dst), width, height, depth,
        pin_bytes!(roots, value), byte_count(value), code(ScalarType, color_type), 0
    )
    GC.@preserve roots @check LibGridCall.gc_memset_rect(Ref(rect_struct), raw_stream(stream))
    return nothing
end
