# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    array_create(context; flags = 0, width = 0, height = 0, depth = 0, format = 0, channels = 0, levels = 0)

Makes an array. Its content is undefined. A combination that the device does not have is `INVALID_ARGUMENT`,
or UNSUPPORTED for a format.

- `flags`: `ARRAY_*` bits. Several of `:LAYERED`, `:SURFACE_LDST`, `:CUBEMAP`, `:TEXTURE_GATHER`.
- `width`: Elements of a row.
- `height`: Rows; 0: an array of one dimension.
- `depth`: Slices, layers or faces; 0: an array of one or two dimensions.
- `format`: The type of a channel.
- `channels`: Channels of an element: 1, 2 or 4. A format that says how many has that many.
- `levels`: Levels, at most 1 + log2 of the largest dimension; 0: an array without levels.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `UNSUPPORTED`, any device error.
"""
function array_create(
    context::Context; flags = 0, width::Integer = 0, height::Integer = 0, depth::Integer = 0,
    format::Union{ArrayFormat,Integer,Symbol} = 0, channels::Integer = 0, levels::Integer = 0
)
    options_struct = LibGridCall.gc_array_options(
        sizeof(LibGridCall.gc_array_options), flag_bits(ArrayFlags, flags), width, height, depth,
        code(ArrayFormat, format), channels, levels, 0
    )
    out_array = Ref{Ptr{LibGridCall.gc_array}}(C_NULL)
    @check LibGridCall.gc_array_create(context, Ref(options_struct), out_array)
    return OpaqueArray(out_array[])
end
array_create(f::Function, arguments...; options...) = with(f, array_create(arguments...; options...))

"    OpaqueArray(context; flags = 0, width = 0, height = 0, depth = 0, format = 0, channels = 0, levels = 0)\n\nSee `array_create`."
OpaqueArray(context::Context, arguments...; options...) = array_create(context, arguments...; options...)
OpaqueArray(f::Function, arguments...; options...) = with(f, OpaqueArray(arguments...; options...))

"""
    array_wrap(context, native)

Takes a CUarray that another library made, with which it stays: it must outlive the array and all work that
uses it. On the CPU device only an array of gridcall's own can be wrapped, and `INVALID_ARGUMENT` says that it
is none; a GPU's driver reads the number as an address, so it must be a CUarray.

- `context`: The context that it belongs to.
- `native`: The CUarray.

Throws a `GridCallError`: `UNSUPPORTED`, any device error.
"""
function array_wrap(context::Context, native::Integer)
    out_array = Ref{Ptr{LibGridCall.gc_array}}(C_NULL)
    @check LibGridCall.gc_array_wrap(context, native, out_array)
    return OpaqueArray(out_array[])
end
array_wrap(f::Function, arguments...; options...) = with(f, array_wrap(arguments...; options...))

"""
    array_find_format(order, channel_type)

The format of arrays that stands for an image format of OpenCL: format, channels, sizes and a text.
UNSUPPORTED names a format that arrays do not have: three channels, orders other than R, RG and RGBA, channels
of several in one word but `UNORM_INT_101010_2` with RGBA. UNORM and SNORM types give the formats that are
always read as numbers.

- `order`: The channels and their order.
- `channel_type`: The type of a channel.

Returns: The format of arrays.

Throws a `GridCallError`: `UNSUPPORTED`.
"""
function array_find_format(
    order::Union{ChannelOrder,Integer,Symbol}, channel_type::Union{ChannelType,Integer,Symbol}
)
    out_info = Ref(empty(ImageFormatInfo))
    @check LibGridCall.gc_array_find_format(code(ChannelOrder, order), code(ChannelType, channel_type), out_info)
    return ImageFormatInfo(out_info[])
end

"""
    array_channel_count(channels)

The channels of an array for so many values an element: 1, 2 or 4, the least that is enough, else 0.

- `channels`: Values of an element; 1 to 4.
"""
array_channel_count(channels::Integer) = Int(LibGridCall.gc_array_channel_count(channels))

"""
    array_image_formats(context, dimensions; flags = 0)

The image formats of which a context can make arrays of these dimensions. Each was tried on the device, once;
the answer is kept.

- `flags`: Flags of the arrays. Several of `:LAYERED`, `:SURFACE_LDST`, `:CUBEMAP`, `:TEXTURE_GATHER`.
- `dimensions`: 1, 2 or 3; of a layer with LAYERED, 1 or 2; 2 with CUBEMAP and `TEXTURE_GATHER`.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `UNSUPPORTED`, any device error.
"""
function array_image_formats(context::Context, dimensions::Integer; flags = 0)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_array_get_image_formats(context, flag_bits(ArrayFlags, flags), dimensions, buffer, capacity, needed, out_error)
    return map(ImageFormat, read_items(LibGridCall.gc_image_format, call))
end

"""
    attribute(array, attribute)

One attribute of an array. `NOT_FOUND` for a number that is none.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function attribute(array::OpaqueArray, attribute::Union{ArrayAttribute,Integer,Symbol})
    out_value = Ref{UInt64}(0)
    @check LibGridCall.gc_array_get_attribute(array, code(ArrayAttribute, attribute), out_value)
    return out_value[] % Int
end

"""
    level(array, level)

A level of an array as an array that shares its content, for copies, surfaces and textures.

- `array`: An array with levels.
- `level`: The level, from 0.

Returns: The level. It holds the array.

Throws a `GridCallError`: `OUT_OF_RANGE`, any device error.
"""
function level(array::OpaqueArray, level::Integer)
    out_array = Ref{Ptr{LibGridCall.gc_array}}(C_NULL)
    @check LibGridCall.gc_array_get_level(array, level, out_array)
    return OpaqueArray(out_array[])
end

"""
    array_map(array; x = 0, y = 0, z = 0, width = 0, height = 0, depth = 0, flags = 0, stream = nothing)

Maps a part of an array, behind the work that is queued on the stream: a copy in page-locked memory, whose
rows follow each other without a gap, and whose slices do. The host may use the mapping when its event has
happened, and `unmap` copies back what was mapped for writing.

- `array`: The array, without levels or one level.
- `x`: The first column, in bytes, a multiple of the element's size.
- `y`: The first row.
- `z`: The first slice, layer or face.
- `width`: The bytes of a row, a multiple of the element's size; 0: all behind `x`.
- `height`: Rows; 0: all behind `y`.
- `depth`: Slices; 0: all behind `z`.
- `stream`: The stream; of the array's context. `nothing`: the default stream of the array's context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, any device error.
"""
function array_map(
    array::OpaqueArray; x::Integer = 0, y::Integer = 0, z::Integer = 0, width::Integer = 0,
    height::Integer = 0, depth::Integer = 0, flags = 0, stream::Union{Nothing,Stream} = nothing
)
    region_struct = LibGridCall.gc_array_region(sizeof(LibGridCall.gc_array_region), x, y, z, width, height, depth)
    out_mapping = Ref{Ptr{LibGridCall.gc_mapping}}(C_NULL)
    @check LibGridCall.gc_array_map(
        array, Ref(region_struct), flag_bits(MapFlags, flags), raw_stream(stream), out_mapping
    )
    return Mapping(out_mapping[])
end
