# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    ndarray_create(context; flags = 0, scalar_type = 0, place = 0, record = nothing, shape = (), strides = (),
        mem_flags = 0, alignment = 0, pool = nothing, stream = nothing, attach = 0)

Makes an ndarray and its memory, of any place. Without the flag ZERO of its memory the elements are undefined.

- `flags`: `NDARRAY_*` bits; not with strides. Or `:ORDER_F`.
- `scalar_type`: The type of the elements; 0 with a record: RECORD.
- `place`: The place of its memory; 0 means `MEM_PLACE_DEVICE`. Not with a pool. One of `:DEVICE`, `:HOST`,
  `:MANAGED`, `:PAGEABLE`.
- `record`: The layout of elements of type RECORD. `nothing`: the elements are scalars.
- `shape`: The elements of each dimension.
- `strides`: Bytes from element to element of each dimension.
- `mem_flags`: `MEM_*` bits of its memory; not with a pool.
- `alignment`: The alignment of its memory, in bytes, as in `MemOptions`; not with a pool.
- `pool`: The pool that its memory is taken from. `nothing`: the context.
- `stream`: The stream that it is used on first: of memory from a pool, and of `ndarray_from_host`. `nothing`:
  the default stream of the context.
- `attach`: The mode of managed memory, as in `MemOptions`. One of `:GLOBAL`, `:HOST`, `:SINGLE`.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `POOL_LIMIT`, `UNSUPPORTED`, any device error.
"""
function ndarray_create(
    context::Context; flags = 0, scalar_type::Union{ScalarType,Integer,Symbol} = 0,
    place::Union{MemPlace,Integer,Symbol} = 0, record::Union{Nothing,Dtype} = nothing, shape = (),
    strides = (), mem_flags = 0, alignment::Integer = 0, pool::Union{Nothing,Pool} = nothing,
    stream::Union{Nothing,Stream} = nothing, attach::Union{MemAttachMode,Integer,Symbol} = 0
)
    roots = Any[]  # what the arguments point to
    shape_items = pin_all!(roots, UInt64, shape)
    strides_items = pin_all!(roots, Int64, strides)
    options_struct = LibGridCall.gc_ndarray_options(
        sizeof(LibGridCall.gc_ndarray_options), flag_bits(NdarrayFlags, flags), code(ScalarType, scalar_type),
        code(MemPlace, place), pin_handle!(roots, Ptr{LibGridCall.gc_dtype}, record), first_pointer(shape_items),
        length(shape_items), first_pointer(strides_items), length(strides_items), flag_bits(MemFlags, mem_flags),
        alignment, pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool),
        pin_handle!(roots, Ptr{LibGridCall.gc_stream}, stream), code(MemAttachMode, attach), 0
    )
    out_ndarray = Ref{Ptr{LibGridCall.gc_ndarray}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_ndarray_create(context, Ref(options_struct), out_ndarray)
    return Ndarray(out_ndarray[])
end
ndarray_create(f::Function, arguments...; options...) = with(f, ndarray_create(arguments...; options...))

"    Ndarray(context; flags = 0, scalar_type = 0, place = 0, record = nothing, shape = (), strides = (), mem_flags = 0, alignment = 0, pool = nothing, stream = nothing, attach = 0)\n\nSee `ndarray_create`."
Ndarray(context::Context, arguments...; options...) = ndarray_create(context, arguments...; options...)
Ndarray(f::Function, arguments...; options...) = with(f, Ndarray(arguments...; options...))

"""
    ndarray_from_host(context, data; flags = 0, scalar_type = 0, place = 0, record = nothing, shape = (),
        strides = (), mem_flags = 0, alignment = 0, pool = nothing, stream = nothing, attach = 0)

Makes an ndarray and its memory, and copies host memory to it, in the order of the stream. Returns when the
host memory may be used again.

- `data`: The elements, without gaps, in the order that the options say (`ORDER_F`, else C's).
- `flags`: `NDARRAY_*` bits; not with strides. Or `:ORDER_F`.
- `scalar_type`: The type of the elements; 0 with a record: RECORD.
- `place`: The place of its memory; 0 means `MEM_PLACE_DEVICE`. Not with a pool. One of `:DEVICE`, `:HOST`,
  `:MANAGED`, `:PAGEABLE`.
- `record`: The layout of elements of type RECORD. `nothing`: the elements are scalars.
- `shape`: The elements of each dimension.
- `strides`: Bytes from element to element of each dimension.
- `mem_flags`: `MEM_*` bits of its memory; not with a pool.
- `alignment`: The alignment of its memory, in bytes, as in `MemOptions`; not with a pool.
- `pool`: The pool that its memory is taken from. `nothing`: the context.
- `stream`: The stream that it is used on first: of memory from a pool, and of `ndarray_from_host`. `nothing`:
  the default stream of the context.
- `attach`: The mode of managed memory, as in `MemOptions`. One of `:GLOBAL`, `:HOST`, `:SINGLE`.

May block.

Throws a `GridCallError`: `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
error (4xx), any device error.
"""
function ndarray_from_host(
    context::Context, data::DenseArray; flags = 0, scalar_type::Union{ScalarType,Integer,Symbol} = 0,
    place::Union{MemPlace,Integer,Symbol} = 0, record::Union{Nothing,Dtype} = nothing, shape = (),
    strides = (), mem_flags = 0, alignment::Integer = 0, pool::Union{Nothing,Pool} = nothing,
    stream::Union{Nothing,Stream} = nothing, attach::Union{MemAttachMode,Integer,Symbol} = 0
)
    data_size = byte_count(data)
    roots = Any[]  # what the arguments point to
    shape_items = pin_all!(roots, UInt64, shape)
    strides_items = pin_all!(roots, Int64, strides)
    options_struct = LibGridCall.gc_ndarray_options(
        sizeof(LibGridCall.gc_ndarray_options), flag_bits(NdarrayFlags, flags), code(ScalarType, scalar_type),
        code(MemPlace, place), pin_handle!(roots, Ptr{LibGridCall.gc_dtype}, record), first_pointer(shape_items),
        length(shape_items), first_pointer(strides_items), length(strides_items), flag_bits(MemFlags, mem_flags),
        alignment, pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool),
        pin_handle!(roots, Ptr{LibGridCall.gc_stream}, stream), code(MemAttachMode, attach), 0
    )
    out_ndarray = Ref{Ptr{LibGridCall.gc_ndarray}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_ndarray_from_host(
        context, data, data_size, Ref(options_struct), out_ndarray
    )
    return Ndarray(out_ndarray[])
end
ndarray_from_host(f::Function, arguments...; options...) = with(f, ndarray_from_host(arguments...; options...))

"""
    ndarray_from_mem(mem, offset; flags = 0, scalar_type = 0, place = 0, record = nothing, shape = (), strides
        = (), mem_flags = 0, alignment = 0, pool = nothing, stream = nothing, attach = 0)

Makes an ndarray of memory that is there: allocated, wrapped (the CUDA array interface of another library), of
another process. It holds the memory. The type, the shape, the strides and the order are taken of the options,
and the rest of them must be zero.

- `offset`: The first byte of its first element, in bytes; with strides below 0 others lie before it.
- `flags`: `NDARRAY_*` bits; not with strides. Or `:ORDER_F`.
- `scalar_type`: The type of the elements; 0 with a record: RECORD.
- `place`: The place of its memory; 0 means `MEM_PLACE_DEVICE`. Not with a pool. One of `:DEVICE`, `:HOST`,
  `:MANAGED`, `:PAGEABLE`.
- `record`: The layout of elements of type RECORD. `nothing`: the elements are scalars.
- `shape`: The elements of each dimension.
- `strides`: Bytes from element to element of each dimension.
- `mem_flags`: `MEM_*` bits of its memory; not with a pool.
- `alignment`: The alignment of its memory, in bytes, as in `MemOptions`; not with a pool.
- `pool`: The pool that its memory is taken from. `nothing`: the context.
- `stream`: The stream that it is used on first: of memory from a pool, and of `ndarray_from_host`. `nothing`:
  the default stream of the context.
- `attach`: The mode of managed memory, as in `MemOptions`. One of `:GLOBAL`, `:HOST`, `:SINGLE`.

Throws a `GridCallError`: `OUT_OF_RANGE`, `UNSUPPORTED`.
"""
function ndarray_from_mem(
    mem::Mem, offset::Integer; flags = 0, scalar_type::Union{ScalarType,Integer,Symbol} = 0,
    place::Union{MemPlace,Integer,Symbol} = 0, record::Union{Nothing,Dtype} = nothing, shape = (),
    strides = (), mem_flags = 0, alignment::Integer = 0, pool::Union{Nothing,Pool} = nothing,
    stream::Union{Nothing,Stream} = nothing, attach::Union{MemAttachMode,Integer,Symbol} = 0
)
    roots = Any[]  # what the arguments point to
    shape_items = pin_all!(roots, UInt64, shape)
    strides_items = pin_all!(roots, Int64, strides)
    options_struct = LibGridCall.gc_ndarray_options(
        sizeof(LibGridCall.gc_ndarray_options), flag_bits(NdarrayFlags, flags), code(ScalarType, scalar_type),
        code(MemPlace, place), pin_handle!(roots, Ptr{LibGridCall.gc_dtype}, record), first_pointer(shape_items),
        length(shape_items), first_pointer(strides_items), length(strides_items), flag_bits(MemFlags, mem_flags),
        alignment, pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool),
        pin_handle!(roots, Ptr{LibGridCall.gc_stream}, stream), code(MemAttachMode, attach), 0
    )
    out_ndarray = Ref{Ptr{LibGridCall.gc_ndarray}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_ndarray_from_mem(mem, offset, Ref(options_struct), out_ndarray)
    return Ndarray(out_ndarray[])
end
ndarray_from_mem(f::Function, arguments...; options...) = with(f, ndarray_from_mem(arguments...; options...))

"""
    mem(ndarray)

The memory of an ndarray; the attribute OFFSET has its first element.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function mem(ndarray::Ndarray)
    out_mem = Ref{Ptr{LibGridCall.gc_mem}}(C_NULL)
    @check LibGridCall.gc_ndarray_get_mem(ndarray, out_mem)
    return Mem(out_mem[])
end
mem(f::Function, arguments...; options...) = with(f, mem(arguments...; options...))

"""
    record(ndarray)

The record of an ndarray's elements. `NOT_FOUND` for an ndarray of scalars.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function record(ndarray::Ndarray)
    out_dtype = Ref{Ptr{LibGridCall.gc_dtype}}(C_NULL)
    @check LibGridCall.gc_ndarray_get_record(ndarray, out_dtype)
    return Dtype(out_dtype[])
end
record(f::Function, arguments...; options...) = with(f, record(arguments...; options...))

"""
    attribute(ndarray, attribute)

One attribute of an ndarray. `NOT_FOUND` for a number that is none; UNSUPPORTED for the ADDRESS of memory that
kernels cannot reach.

Throws a `GridCallError`: `NOT_FOUND`, `UNSUPPORTED`.
"""
function attribute(ndarray::Ndarray, attribute::Union{NdarrayAttribute,Integer,Symbol})
    out_value = Ref{UInt64}(0)
    @check LibGridCall.gc_ndarray_get_attribute(ndarray, code(NdarrayAttribute, attribute), out_value)
    return out_value[] % Int
end

"""
    shape(ndarray)

The elements of each dimension of an ndarray.

Returns: One for each dimension.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function shape(ndarray::Ndarray)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_ndarray_get_shape(ndarray, buffer, capacity, needed, out_error)
    return read_items(UInt64, call)
end

"""
    ndarray_strides(ndarray)

The bytes from element to element of each dimension of an ndarray.

Returns: One for each dimension.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function ndarray_strides(ndarray::Ndarray)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_ndarray_get_strides(ndarray, buffer, capacity, needed, out_error)
    return read_items(Int64, call)
end

"""
    slice(ndarray, slices)

A part of an ndarray by NumPy's slices, that shares its memory. A start or stop outside of the dimension is
refused, where NumPy would move it to the end.

- `slices`: One for each of the first dimensions; those behind them are taken whole.

Returns: The part.

Throws a `GridCallError`: `OUT_OF_RANGE`.
"""
function slice(ndarray::Ndarray, slices)
    roots = Any[]  # what the arguments point to
    slices_items = pin_all!(roots, LibGridCall.gc_axis_slice, slices)
    out_ndarray = Ref{Ptr{LibGridCall.gc_ndarray}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_ndarray_slice(ndarray, slices_items, length(slices_items), out_ndarray)
    return Ndarray(out_ndarray[])
end
slice(f::Function, arguments...; options...) = with(f, slice(arguments...; options...))

"""
    ndarray_reshape(ndarray, shape; flags = 0)

The elements of an ndarray, in C's order or with `ORDER_F` in Fortran's, as an ndarray of another shape that
shares its memory. `INVALID_ARGUMENT` if no strides can express it: copy the ndarray to a contiguous one
first.

- `shape`: The elements of each dimension; -1 for one of them: what is left.

Throws a `GridCallError`: `OUT_OF_RANGE`.
"""
function ndarray_reshape(ndarray::Ndarray, shape; flags = 0)
    shape_items = Int64[x for x in shape]
    out_ndarray = Ref{Ptr{LibGridCall.gc_ndarray}}(C_NULL)
    @check LibGridCall.gc_ndarray_reshape(
        ndarray, shape_items, length(shape_items), flag_bits(NdarrayFlags, flags), out_ndarray
    )
    return Ndarray(out_ndarray[])
end
ndarray_reshape(f::Function, arguments...; options...) = with(f, ndarray_reshape(arguments...; options...))

"""
    ndarray_transpose(ndarray, axes)

An ndarray with its dimensions in another order, that shares its memory.

- `axes`: Dimension i of the new ndarray is dimension axes[i] of this one; none: in reverse order.

Throws a `GridCallError`: `OUT_OF_RANGE`.
"""
function ndarray_transpose(ndarray::Ndarray, axes)
    axes_items = UInt32[x for x in axes]
    out_ndarray = Ref{Ptr{LibGridCall.gc_ndarray}}(C_NULL)
    @check LibGridCall.gc_ndarray_transpose(ndarray, axes_items, length(axes_items), out_ndarray)
    return Ndarray(out_ndarray[])
end
ndarray_transpose(f::Function, arguments...; options...) = with(f, ndarray_transpose(arguments...; options...))

"""
    ndarray_view(ndarray, scalar_type; record = nothing)

The bytes of an ndarray as elements of another type, as NumPy's view: nothing is converted. If the sizes
differ, the elements of the last dimension must follow each other, and its bytes be a multiple of the new
size.

- `scalar_type`: The new type; RECORD with a record.
- `record`: The layout of elements of type RECORD. `nothing`: the new elements are scalars.

Throws a `GridCallError`: `OUT_OF_RANGE`.
"""
function ndarray_view(
    ndarray::Ndarray, scalar_type::Union{ScalarType,Integer,Symbol}; record::Union{Nothing,Dtype} = nothing
)
    out_ndarray = Ref{Ptr{LibGridCall.gc_ndarray}}(C_NULL)
    @check LibGridCall.gc_ndarray_view(
        ndarray, code(ScalarType, scalar_type), something(record, C_NULL), out_ndarray
    )
    return Ndarray(out_ndarray[])
end
ndarray_view(f::Function, arguments...; options...) = with(f, ndarray_view(arguments...; options...))

"""
    field(ndarray, name)

One field of all records of an ndarray, that shares its memory: NumPy's ndarray["x"]. A field of several
elements becomes one more dimension, the last.

- `ndarray`: An ndarray of records.
- `name`: The name of the field.

Throws a `GridCallError`: `NOT_FOUND`.
"""
function field(ndarray::Ndarray, name::AbstractString)
    out_ndarray = Ref{Ptr{LibGridCall.gc_ndarray}}(C_NULL)
    @check LibGridCall.gc_ndarray_get_field(ndarray, name, out_ndarray)
    return Ndarray(out_ndarray[])
end
field(f::Function, arguments...; options...) = with(f, field(arguments...; options...))

"""
    ndarray_copy(dst, src; stream = nothing)

Copies the elements of one ndarray to another, of any strides and any two scalar types, queued on a stream.
The source is broadcast to the shape of the destination, as by NumPy's assignment. The ndarrays may overlap:
the source is as before the copy. Records are copied to records of the same size. Ndarrays of two contexts are
copied where their elements form rectangles and have one type.

- `dst`: The ndarray to copy to.
- `src`: The ndarray to copy from.
- `stream`: The stream it is queued on. `nothing`: the default stream of the destination's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any
compile error (4xx), any device error.
"""
function ndarray_copy(dst::Ndarray, src::Ndarray; stream::Union{Nothing,Stream} = nothing)
    @check LibGridCall.gc_ndarray_copy(dst, src, raw_stream(stream))
    return nothing
end

"""
    copy_from_host(ndarray, data; flags = 0, strides = (), offset = 0, scalar_type = 0, stream = nothing)

Copies from host memory, in the order of the stream; returns when the host memory may be used again.

- `data`: The elements. Without a layout exactly those of the ndarray, in C's order.
- `flags`: `NDARRAY_*` bits; not with strides. Or `:ORDER_F`.
- `strides`: Bytes from element to element of each dimension, of any sign.
- `offset`: From the beginning of the host memory to the first element, in bytes.
- `scalar_type`: The type of the elements in host memory; 0: as in the ndarray. Elements are converted on the
  device.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
device error.
"""
function copy_from_host(
    ndarray::Ndarray, data::DenseArray; flags = 0, strides = (), offset::Integer = 0,
    scalar_type::Union{ScalarType,Integer,Symbol} = 0, stream::Union{Nothing,Stream} = nothing
)
    data_size = byte_count(data)
    roots = Any[]  # what the arguments point to
    strides_items = pin_all!(roots, Int64, strides)
    layout_struct = LibGridCall.gc_ndarray_layout(
        sizeof(LibGridCall.gc_ndarray_layout), flag_bits(NdarrayFlags, flags), first_pointer(strides_items),
        length(strides_items), offset, code(ScalarType, scalar_type), 0
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_copy_from_host(
        ndarray, data, data_size, Ref(layout_struct), raw_stream(stream)
    )
    return nothing
end

"""
    copy_to_host(ndarray, data; flags = 0, strides = (), offset = 0, scalar_type = 0, stream = nothing)

Copies to host memory, behind the work queued on the stream; returns when all elements are there.

- `data`: The memory for the elements. Bytes between them stay as they are.
- `flags`: `NDARRAY_*` bits; not with strides. Or `:ORDER_F`.
- `strides`: Bytes from element to element of each dimension, of any sign.
- `offset`: From the beginning of the host memory to the first element, in bytes.
- `scalar_type`: The type of the elements in host memory; 0: as in the ndarray. Elements are converted on the
  device.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
device error.
"""
function copy_to_host(
    ndarray::Ndarray, data::DenseArray; flags = 0, strides = (), offset::Integer = 0,
    scalar_type::Union{ScalarType,Integer,Symbol} = 0, stream::Union{Nothing,Stream} = nothing
)
    data_size = byte_count(data)
    roots = Any[]  # what the arguments point to
    strides_items = pin_all!(roots, Int64, strides)
    layout_struct = LibGridCall.gc_ndarray_layout(
        sizeof(LibGridCall.gc_ndarray_layout), flag_bits(NdarrayFlags, flags), first_pointer(strides_items),
        length(strides_items), offset, code(ScalarType, scalar_type), 0
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_copy_to_host(
        ndarray, data, data_size, Ref(layout_struct), raw_stream(stream)
    )
    return data
end

"""
    ndarray_fill(ndarray, value; stream = nothing)

Sets all elements of an ndarray to one value, queued on a stream.

- `value`: The bytes of one element.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
device error.
"""
function ndarray_fill(ndarray::Ndarray, value::DenseArray; stream::Union{Nothing,Stream} = nothing)
    value_size = byte_count(value)
    @check LibGridCall.gc_ndarray_fill(ndarray, value, value_size, raw_stream(stream))
    return nothing
end

"""
    apply(ndarray, expression, inputs, scalars; stream = nothing)

Computes an expression of C++ for each element, queued on a stream: "a + 2 * b", "x < a ? sqrt(a) : y". The
elements of the inputs are named a, b, c, d, e, f, g and h, the scalars x, y, z, u, v and w, the index of the
element in C's order i and those in the first ten dimensions i0, i1 ... i9 (64 bits; "x + i * y" is NumPy's
arange), and the result is converted to the type of the ndarray. Types are C++'s, not NumPy's: integers
smaller than int become int, float with an integer stays float, and 1 / 2 is 0; FLOAT16 and BFLOAT16 are
computed as float; each operation is rounded by itself. The inputs are broadcast to the shape of the ndarray,
as by NumPy, and may be the ndarray itself or overlap it. An expression is made of these names, numbers,
operators without assignment, ?:, parentheses, casts to types of numbers such as (float)a, and calls of CUDA's
mathematical functions, by their names for float too (rsqrtf), besides real(a), imag(a), conj(a), abs(a),
complex(a, b), min and max. Nothing in it can reach memory: addresses, and all else that C++ has, are refused
with their column.

- `ndarray`: The ndarray for the results.
- `inputs`: The ndarrays that it reads, up to 8.
- `scalars`: The numbers that it reads, up to 6.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_OPTIONS`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
error (4xx), any device error.
"""
function apply(
    ndarray::Ndarray, expression::AbstractString, inputs, scalars; stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    inputs_items = Ptr{LibGridCall.gc_ndarray}[pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, x) for x in inputs]
    scalars_items = pin_all!(roots, LibGridCall.gc_scalar, scalars)
    GC.@preserve roots @check LibGridCall.gc_ndarray_apply(
        ndarray, expression, inputs_items, length(inputs_items), scalars_items, length(scalars_items),
        raw_stream(stream)
    )
    return nothing
end

"""
    ndarray_reduce(ndarray, src, reduction, axes; stream = nothing)

Combines the elements of an ndarray along some dimensions, or all, queued on a stream. The same call on the
same device gives the same result each time. Integers are computed in 64 bits, FLOAT16, BFLOAT16 and FLOAT32
in float, or in double if the result is FLOAT64; the result is converted to the type of the ndarray that it
goes to. Complex numbers have no MIN, MAX, `ARG_MIN` and `ARG_MAX`.

- `ndarray`: The ndarray for the results: the shape of `src` without `axes`, or with 1 in their place.
- `src`: The ndarray that is read; it shares no byte with the results.
- `reduction`: The reduction; not CUSTOM.
- `axes`: The dimensions of `src` that are reduced; none: all.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
device error.
"""
function ndarray_reduce(
    ndarray::Ndarray, src::Ndarray, reduction::Union{Reduction,Integer,Symbol},
    axes; stream::Union{Nothing,Stream} = nothing
)
    axes_items = UInt32[x for x in axes]
    @check LibGridCall.gc_ndarray_reduce(
        ndarray, src, code(Reduction, reduction), axes_items, length(axes_items), raw_stream(stream)
    )
    return nothing
end

"""
    array_from_ndarray(ndarray; array_flags = 0, from_flags = 0, stream = nothing)

Makes an array of 1, 2 or 3 dimensions of the shape of an ndarray, and copies the elements to it, queued on
the stream. The last dimension becomes the width, the one before it the height and the first of three the
depth; to have the first one as the width, transpose the ndarray. Of no dimensions, it is one element. With
LAYERED the first dimension counts layers. The format follows the type of the elements: integers of 8, 16 and
32 bits, FLOAT16 and FLOAT32 have a format of their own, BOOL is read as UINT8, and COMPLEX64 has two channels
of FLOAT. Numbers of 64 bits have two channels of `SIGNED_INT32` each, the lower bits first, and COMPLEX128
has four; kernels put them together, as fp_tex2D of gridcall_textures.h does. BFLOAT16 and records have no
format: UNSUPPORTED.

- `ndarray`: The elements, of any strides.
- `array_flags`: Flags of the array. Several of `:LAYERED`, `:SURFACE_LDST`, `:CUBEMAP`, `:TEXTURE_GATHER`.
- `from_flags`: Flags of its elements. Several of `:CHANNELS`, `:NORMALIZED`.
- `stream`: The stream that the copy is queued on. `nothing`: the default stream of the ndarray's context.

Returns: The array, of the ndarray's context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
device error.
"""
function array_from_ndarray(
    ndarray::Ndarray; array_flags = 0, from_flags = 0, stream::Union{Nothing,Stream} = nothing
)
    out_array = Ref{Ptr{LibGridCall.gc_array}}(C_NULL)
    @check LibGridCall.gc_array_from_ndarray(
        ndarray, flag_bits(ArrayFlags, array_flags), flag_bits(ArrayFromFlags, from_flags), raw_stream(stream),
        out_array
    )
    return OpaqueArray(out_array[])
end
array_from_ndarray(f::Function, arguments...; options...) = with(f, array_from_ndarray(arguments...; options...))

"""
    array_from_host(context, data; flags = 0, scalar_type = 0, place = 0, record = nothing, shape = (),
        strides = (), mem_flags = 0, alignment = 0, pool = nothing, stream = nothing, attach = 0, array_flags
        = 0, from_flags = 0)

Makes an array and copies host memory to it, in the order of the stream of the options, as `ndarray_from_host`
and `array_from_ndarray` do together. Returns when the host memory may be used again.

- `data`: The elements, in the order that the options say (`ORDER_F`, else C's), or with their strides;
  without strides there are no gaps.
- `flags`: `NDARRAY_*` bits; not with strides. Or `:ORDER_F`.
- `scalar_type`: The type of the elements; 0 with a record: RECORD.
- `place`: The place of its memory; 0 means `MEM_PLACE_DEVICE`. Not with a pool. One of `:DEVICE`, `:HOST`,
  `:MANAGED`, `:PAGEABLE`.
- `record`: The layout of elements of type RECORD. `nothing`: the elements are scalars.
- `shape`: The elements of each dimension.
- `strides`: Bytes from element to element of each dimension.
- `mem_flags`: `MEM_*` bits of its memory; not with a pool.
- `alignment`: The alignment of its memory, in bytes, as in `MemOptions`; not with a pool.
- `pool`: The pool that its memory is taken from. `nothing`: the context.
- `stream`: The stream that it is used on first: of memory from a pool, and of `ndarray_from_host`. `nothing`:
  the default stream of the context.
- `attach`: The mode of managed memory, as in `MemOptions`. One of `:GLOBAL`, `:HOST`, `:SINGLE`.
- `array_flags`: Flags of the array. Several of `:LAYERED`, `:SURFACE_LDST`, `:CUBEMAP`, `:TEXTURE_GATHER`.
- `from_flags`: Flags of its elements. Several of `:CHANNELS`, `:NORMALIZED`.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
device error.
"""
function array_from_host(
    context::Context, data::DenseArray; flags = 0, scalar_type::Union{ScalarType,Integer,Symbol} = 0,
    place::Union{MemPlace,Integer,Symbol} = 0, record::Union{Nothing,Dtype} = nothing, shape = (),
    strides = (), mem_flags = 0, alignment::Integer = 0, pool::Union{Nothing,Pool} = nothing,
    stream::Union{Nothing,Stream} = nothing, attach::Union{MemAttachMode,Integer,Symbol} = 0, array_flags = 0,
    from_flags = 0
)
    data_size = byte_count(data)
    roots = Any[]  # what the arguments point to
    shape_items = pin_all!(roots, UInt64, shape)
    strides_items = pin_all!(roots, Int64, strides)
    options_struct = LibGridCall.gc_ndarray_options(
        sizeof(LibGridCall.gc_ndarray_options), flag_bits(NdarrayFlags, flags), code(ScalarType, scalar_type),
        code(MemPlace, place), pin_handle!(roots, Ptr{LibGridCall.gc_dtype}, record), first_pointer(shape_items),
        length(shape_items), first_pointer(strides_items), length(strides_items), flag_bits(MemFlags, mem_flags),
        alignment, pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool),
        pin_handle!(roots, Ptr{LibGridCall.gc_stream}, stream), code(MemAttachMode, attach), 0
    )
    out_array = Ref{Ptr{LibGridCall.gc_array}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_array_from_host(
        context, data, data_size, Ref(options_struct), flag_bits(ArrayFlags, array_flags),
        flag_bits(ArrayFromFlags, from_flags), out_array
    )
    return OpaqueArray(out_array[])
end
array_from_host(f::Function, arguments...; options...) = with(f, array_from_host(arguments...; options...))
