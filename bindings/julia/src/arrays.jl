# SPDX-License-Identifier: Apache-2.0

"""
    DeviceArray{T}(undef, dims...; context, pool, stream)
    DeviceArray(host_array; context)
    DeviceArray{T}(mem)

An array in the memory of a device. Elements are plain data (`isbitstype`). It is not read or written element by
element from Julia: `Array(a)` copies it back, `copyto!` and `fill!` do the rest, kernels what remains. `reshape` and
contiguous `view`s share its memory. The memory is released when the last array over it is collected, or at once by
`close`.
"""
struct DeviceArray{T,N} <: AbstractArray{T,N}
    mem::Mem
    offset::Int  # bytes
    dims::NTuple{N,Int}
    # Over memory that is there already.
    function DeviceArray{T,N}(mem::Mem, offset::Integer, dims::NTuple{N,Int}) where {T,N}
        check_element(T)
        0 <= offset && offset + prod(dims) * sizeof(T) <= sizeof(mem) || throw(ArgumentError(
            "$(join(dims, "x")) elements of $T at byte $offset need $(offset + prod(dims) * sizeof(T)) bytes, " *
            "the memory has $(sizeof(mem))"))
        return new{T,N}(mem, offset, dims)
    end
end

const DeviceView{T,N} = SubArray{T,N,<:DeviceArray,<:Tuple{Vararg{Union{Int,AbstractRange{Int}}}}}
const OnDevice{T,N} = Union{DeviceArray{T,N},DeviceView{T,N}}
const DeviceVector{T} = DeviceArray{T,1}
const DeviceMatrix{T} = DeviceArray{T,2}

function check_element(::Type{T}) where {T}
    isbitstype(T) && sizeof(T) > 0 && return nothing
    throw(ArgumentError("$T cannot be the element of an array on a device: " *
                        (isbitstype(T) ? "it has no size" : "it is no plain data (isbitstype)") * "; use numbers, or structs of numbers"))
end

function DeviceArray{T,N}(::UndefInitializer, dims::NTuple{N,Int}; context::Union{Nothing,Context} = nothing,
                          pool::Union{Nothing,Pool} = nothing, stream::Union{Nothing,Stream} = nothing) where {T,N}
    check_element(T)
    all(>=(0), dims) || throw(ArgumentError("a dimension of $dims is negative: pass 0 or more"))
    bytes = max(prod(dims) * sizeof(T), 1)  # an empty array has memory too, so that kernels get an address
    mem = pool !== nothing ? alloc(pool, bytes; stream = stream) : mem_alloc(something(context, default_context()), bytes)
    return DeviceArray{T,N}(mem, 0, dims)
end
DeviceArray{T}(::UndefInitializer, dims::NTuple{N,Integer}; options...) where {T,N} =
    DeviceArray{T,N}(undef, map(Int, dims); options...)
DeviceArray{T}(::UndefInitializer, dims::Integer...; options...) where {T} =
    DeviceArray{T}(undef, dims; options...)
DeviceArray{T,N}(::UndefInitializer, dims::Integer...; options...) where {T,N} =
    DeviceArray{T,N}(undef, map(Int, dims); options...)
function DeviceArray{T,N}(host::AbstractArray{<:Any,N}; options...) where {T,N}
    device = DeviceArray{T,N}(undef, size(host); options...)
    return copyto!(device, host)
end
DeviceArray{T}(host::AbstractArray{<:Any,N}; options...) where {T,N} = DeviceArray{T,N}(host; options...)
DeviceArray(host::AbstractArray{T,N}; options...) where {T,N} = DeviceArray{T,N}(host; options...)

DeviceArray{T}(mem::Mem) where {T} = (check_element(T); DeviceArray{T,1}(mem, 0, (sizeof(mem) ÷ sizeof(T),)))

DeviceArray(f::Function, host::AbstractArray; options...) = with(f, DeviceArray(host; options...))
DeviceArray{T}(f::Function, arguments...; options...) where {T} = with(f, DeviceArray{T}(arguments...; options...))

Base.size(a::DeviceArray) = a.dims
Base.IndexStyle(::Type{<:DeviceArray}) = IndexLinear()
Base.elsize(::Type{<:DeviceArray{T}}) where {T} = sizeof(T)
Base.sizeof(a::DeviceArray{T}) where {T} = length(a) * sizeof(T)
Base.close(a::DeviceArray) = close(a.mem)
Base.isopen(a::DeviceArray) = isopen(a.mem)
context(a::DeviceArray) = context(a.mem)

scalar_error() = throw(ErrorException(
    "a DeviceArray is not indexed element by element: each access would be a copy across the bus of its own. " *
    "Use Array(a) to read it, copyto! or fill! to write it, or a kernel."))
Base.getindex(::DeviceArray, ::Integer...) = scalar_error()
Base.setindex!(::DeviceArray, value, ::Integer...) = scalar_error()

Base.similar(a::DeviceArray{T}, ::Type{E}, dims::Dims{N}) where {T,E,N} =
    DeviceArray{E,N}(undef, dims; context = context(a))

# --- parts

function Base.reshape(a::DeviceArray{T}, dims::NTuple{N,Int}) where {T,N}
    prod(dims) == length(a) || throw(DimensionMismatch("$(length(a)) elements cannot be $(join(dims, "x"))"))
    return DeviceArray{T,N}(a.mem, a.offset, dims)
end
Base.reshape(a::DeviceArray, dims::Tuple{Vararg{Union{Int,Colon}}}) = reshape(a, Base._reshape_uncolon(a, dims))
Base.vec(a::DeviceArray) = reshape(a, (length(a),))
Base.reinterpret(::Type{E}, a::DeviceArray{T,1}) where {T,E} =
    DeviceArray{E,1}(a.mem, a.offset, (div(sizeof(a), sizeof(E)),))

# Contiguous parts: a range of a vector, or columns at the end.
function Base.view(a::DeviceArray{T,1}, range::AbstractUnitRange{<:Integer}) where {T}
    checkbounds(a, range)
    return DeviceArray{T,1}(a.mem, a.offset + (Int(first(range)) - 1) * sizeof(T), (length(range),))
end
function Base.view(a::DeviceArray{T,2}, ::Colon, columns::AbstractUnitRange{<:Integer}) where {T}
    checkbounds(a, :, columns)
    rows = size(a, 1)
    return DeviceArray{T,2}(a.mem, a.offset + (Int(first(columns)) - 1) * rows * sizeof(T), (rows, length(columns)))
end
Base.view(a::DeviceArray{T,2}, ::Colon, column::Integer) where {T} = vec(view(a, :, column:column))

# --- copies and fills

function check_copy(dst, dst_first, src, src_first, count)
    count >= 0 || throw(ArgumentError("$count elements cannot be copied: pass 0 or more"))
    1 <= dst_first && dst_first + count - 1 <= length(dst) || throw(BoundsError(dst, dst_first:(dst_first + count - 1)))
    1 <= src_first && src_first + count - 1 <= length(src) || throw(BoundsError(src, src_first:(src_first + count - 1)))
end

byte_offset(a::DeviceArray{T}, first::Integer) where {T} = a.offset + (first - 1) * sizeof(T)

# A dense host array of exactly this element type, and what it must be otherwise.
dense(::Type{T}, a::Array{T}) where {T} = a
dense(::Type{T}, a::AbstractArray) where {T} = convert(Array{T}, collect(a))

# Copies with a stream are ordered behind the work queued there; a copy of an ordinary array is done when it returns.
function Base.copyto!(dst::DeviceArray{T}, dst_first::Integer, src::AbstractArray, src_first::Integer,
                      count::Integer; stream::Union{Nothing,Stream} = nothing) where {T}
    check_copy(dst, dst_first, src, src_first, count)
    count == 0 && return dst
    host = dense(T, src)
    out_error = no_error()
    status = GC.@preserve host stream LibGridCall.gc_memcpy_htod(
        dst.mem, byte_offset(dst, dst_first), pointer(host, src_first), count * sizeof(T), raw_stream(stream), out_error)
    status == 0 || throw_error(status, out_error[])
    return dst
end

function Base.copyto!(dst::Array{T}, dst_first::Integer, src::DeviceArray{T}, src_first::Integer,
                      count::Integer; stream::Union{Nothing,Stream} = nothing) where {T}
    check_copy(dst, dst_first, src, src_first, count)
    count == 0 && return dst
    out_error = no_error()
    status = GC.@preserve dst stream LibGridCall.gc_memcpy_dtoh(
        pointer(dst, dst_first), src.mem, byte_offset(src, src_first), count * sizeof(T), raw_stream(stream), out_error)
    status == 0 || throw_error(status, out_error[])
    return dst
end
function Base.copyto!(dst::AbstractArray, dst_first::Integer, src::DeviceArray{T}, src_first::Integer,
                      count::Integer; stream::Union{Nothing,Stream} = nothing) where {T}
    check_copy(dst, dst_first, src, src_first, count)
    host = copyto!(Vector{T}(undef, count), 1, src, src_first, count; stream = stream)
    return copyto!(dst, dst_first, host, 1, count)
end

function Base.copyto!(dst::DeviceArray{T}, dst_first::Integer, src::DeviceArray{T}, src_first::Integer,
                      count::Integer; stream::Union{Nothing,Stream} = nothing) where {T}
    check_copy(dst, dst_first, src, src_first, count)
    to, from, bytes = byte_offset(dst, dst_first), byte_offset(src, src_first), count * sizeof(T)
    if dst.mem === src.mem && abs(to - from) < bytes  # as Julia's: the elements are those from before
        with(mem_alloc(context(src), bytes)) do between
            memcpy(between, 0, src.mem, from, bytes; stream = stream)
            memcpy(dst.mem, to, between, 0, bytes; stream = stream)
        end
    else
        memcpy(dst.mem, to, src.mem, from, bytes; stream = stream)
    end
    return dst
end
Base.copyto!(dst::DeviceArray, dst_first::Integer, src::DeviceArray, src_first::Integer, count::Integer; stream = nothing) =
    throw(ArgumentError("copying $(eltype(src)) to $(eltype(dst)) on a device takes a kernel: write dst .= src, or convert on the host"))

Base.copyto!(dst::DeviceArray, src::AbstractArray; stream = nothing) = copyto!(dst, 1, src, 1, length(src); stream = stream)
Base.copyto!(dst::AbstractArray, src::DeviceArray; stream = nothing) = copyto!(dst, 1, src, 1, length(src); stream = stream)
Base.copyto!(dst::Array, src::DeviceArray; stream = nothing) = copyto!(dst, 1, src, 1, length(src); stream = stream)
Base.copyto!(dst::DeviceArray, src::DeviceArray; stream = nothing) = copyto!(dst, 1, src, 1, length(src); stream = stream)

Base.Array{T,N}(a::DeviceArray{T,N}) where {T,N} = copyto!(Array{T,N}(undef, size(a)), a)
Base.Array{T,N}(a::DeviceArray{E,N}) where {T,E,N} = Array{T,N}(Array{E,N}(a))
Base.Array{T}(a::DeviceArray{E,N}) where {T,E,N} = Array{T,N}(a)
Base.Array(a::DeviceArray{T,N}) where {T,N} = Array{T,N}(a)
Base.collect(a::DeviceArray) = Array(a)
Base.copy(a::DeviceArray) = copyto!(similar(a), a)
Base.deepcopy_internal(a::DeviceArray, seen::IdDict) = get!(() -> copy(a), seen, a)

# The longest value that memset takes.
const MOST_PATTERN_BYTES = 128

# An end of `memcpy_rect` that is nothing but an array, of a device or of the host.
make_item!(roots, T::Type{LibGridCall.gc_copy_end}, host::DenseArray) = make_item!(roots, T, (host = host,))
make_item!(roots, T::Type{LibGridCall.gc_copy_end}, array::OpaqueArray) = make_item!(roots, T, (array = array,))
make_item!(roots, T::Type{LibGridCall.gc_copy_end}, a::DeviceArray) = make_item!(roots, T, (mem = a.mem, offset = a.offset))

"    memset(mem, offset, value, count; stream = nothing)\n\nThe same with a value of any type of bits, of 128 bytes at most."
memset(mem::Mem, offset::Integer, value, count::Integer; stream::Union{Nothing,Stream} = nothing) =
    memset(mem, offset, [value], count; stream = stream)

"    fill!(device_array, value; stream)\n\nQueues a fill: every element becomes `value`. See also [`copyto!`](@ref)."
function Base.fill!(a::DeviceArray{T}, value; stream::Union{Nothing,Stream} = nothing) where {T}
    isempty(a) && return a
    element = convert(T, value)
    sizeof(T) <= MOST_PATTERN_BYTES || return copyto!(a, fill(element, size(a)); stream = stream)
    memset(a.mem, a.offset, element, length(a); stream = stream)
    return a
end

"    address(array)\n\nWhere the elements begin for kernels: of a view those of the view."
address(a::DeviceArray) = address(a.mem) + a.offset

"""
    mapped(f, device_array; read = true, write = false, stream = nothing)

Calls `f` with an `Array` of the elements, where the host reads them, or also writes them, in place; see `GridCall.mem_map`. The
array may not be used after that, and no queued work may write the memory meanwhile. With `read = false` its content is undefined
at first, and all of it must be written.

    mapped(a; write = true) do elements
        elements[1] += 1
    end
"""
function mapped(f::Function, a::DeviceArray{T,N}; read::Bool = true, write::Bool = false,
                stream::Union{Nothing,Stream} = nothing) where {T,N}
    read || write || throw(ArgumentError("neither read nor write: pass read = true, write = true or both"))
    isempty(a) && return f(Array{T,N}(undef, size(a)))
    flags = !read ? MAP_WRITE_INVALIDATE_REGION : write ? MAP_READ | MAP_WRITE : MAP_READ
    return with(mem_map(a.mem, a.offset, sizeof(a); flags = flags, stream = stream)) do mapping
        with(synchronize, event(mapping))
        try
            f(unsafe_wrap(Array, Ptr{T}(UInt(address(mapping))), a.dims))
        finally
            unmap(mapping; stream = stream)  # what was written so far stays, also if f throws
        end
    end
end

# --- showing

# A large array where a screen has room for some elements: each is copied when it is asked for.
struct Elements{T,N} <: AbstractArray{T,N}
    array::DeviceArray{T,N}
end
Base.size(x::Elements) = size(x.array)
Base.IndexStyle(::Type{<:Elements}) = IndexLinear()
Base.getindex(x::Elements{T}, i::Int) where {T} = copyto!(Vector{T}(undef, 1), 1, x.array, i, 1)[1]

const SHOWN_WHOLE = 4096  # elements, which one copy brings sooner
is_large(io, a) = get(io, :limit, false) && length(a) > SHOWN_WHOLE

function Base.show(io::IO, a::DeviceArray)
    isopen(a) || return print(io, summary(a), " (closed)")
    is_large(io, a) ? print(io, summary(a)) : show(io, Array(a))
end
function Base.show(io::IO, ::MIME"text/plain", a::DeviceArray)
    print(io, summary(a), isopen(a) ? ":\n" : " (closed)")
    isopen(a) && Base.print_array(IOContext(io, :typeinfo => eltype(a)), is_large(io, a) ? Elements(a) : Array(a))
end

"""
    HostArray{T}(undef, dims...; context, write_combined = false)

An array in page-locked host memory: an ordinary array for Julia, the host side of asynchronous copies
([`copyto!`](@ref) with `stream`), and readable by kernels across the bus. Wait for the stream before reading what a
copy or kernel writes.
"""
struct HostArray{T,N} <: DenseArray{T,N}
    mem::Mem
    data::Ptr{T}
    dims::NTuple{N,Int}
end

function HostArray{T,N}(::UndefInitializer, dims::NTuple{N,Int}; context::Union{Nothing,Context} = nothing,
                        pool::Union{Nothing,Pool} = nothing, write_combined::Bool = false) where {T,N}
    check_element(T)
    all(>=(0), dims) || throw(ArgumentError("a dimension of $dims is negative: pass 0 or more"))
    bytes = max(prod(dims) * sizeof(T), 1)
    mem = pool !== nothing ? alloc(pool, bytes) :
          mem_create(something(context, default_context()); place = :HOST, size = bytes,
                     flags = write_combined ? MEM_WRITE_COMBINED : 0)
    return HostArray{T,N}(mem, Ptr{T}(UInt(host_address(mem))), dims)
end
HostArray{T}(::UndefInitializer, dims::NTuple{N,Integer}; options...) where {T,N} =
    HostArray{T,N}(undef, map(Int, dims); options...)
HostArray{T}(::UndefInitializer, dims::Integer...; options...) where {T} = HostArray{T}(undef, dims; options...)
HostArray(a::AbstractArray{T,N}; options...) where {T,N} = copyto!(HostArray{T,N}(undef, size(a); options...), a)

Base.size(a::HostArray) = a.dims
Base.IndexStyle(::Type{<:HostArray}) = IndexLinear()
Base.elsize(::Type{<:HostArray{T}}) where {T} = sizeof(T)
Base.strides(a::HostArray) = Base.size_to_strides(1, a.dims...)
Base.unsafe_convert(::Type{Ptr{T}}, a::HostArray{T}) where {T} = a.mem.open ? a.data : closed_error()
Base.unsafe_convert(::Type{Ptr{Cvoid}}, a::HostArray{T}) where {T} = Ptr{Cvoid}(Base.unsafe_convert(Ptr{T}, a))
Base.unsafe_convert(::Type{Ptr{UInt8}}, a::HostArray{T}) where {T} = Ptr{UInt8}(Base.unsafe_convert(Ptr{T}, a))
address(a::HostArray) = address(a.mem)
Base.close(a::HostArray) = close(a.mem)
Base.isopen(a::HostArray) = isopen(a.mem)
closed_error() = throw(ArgumentError("this HostArray is closed: close it after its last use"))
Base.@propagate_inbounds function Base.getindex(a::HostArray{T}, i::Int) where {T}
    @boundscheck checkbounds(a, i)
    a.mem.open || closed_error()
    return GC.@preserve a unsafe_load(a.data, i)
end
Base.@propagate_inbounds function Base.setindex!(a::HostArray{T}, value, i::Int) where {T}
    @boundscheck checkbounds(a, i)
    a.mem.open || closed_error()
    GC.@preserve a unsafe_store!(a.data, convert(T, value), i)
    return a
end
Base.similar(a::HostArray, ::Type{T}, dims::Dims{N}) where {T,N} = Array{T,N}(undef, dims)

"""
    copyto!(device_array, [first,] host_array::HostArray, [first, count]; stream)
    copyto!(host_array::HostArray, [first,] device_array, [first, count]; stream)

Queues a copy on a stream; `nothing` is the default stream. The memory stays alive until it is done.
"""
function Base.copyto!(dst::DeviceArray{T}, dst_first::Integer, src::HostArray{T}, src_first::Integer, count::Integer;
                      stream::Union{Nothing,Stream} = nothing) where {T}
    check_copy(dst, dst_first, src, src_first, count)
    memcpy(dst.mem, byte_offset(dst, dst_first), src.mem, (src_first - 1) * sizeof(T), count * sizeof(T); stream = stream)
    return dst
end
function Base.copyto!(dst::HostArray{T}, dst_first::Integer, src::DeviceArray{T}, src_first::Integer, count::Integer;
                      stream::Union{Nothing,Stream} = nothing) where {T}
    check_copy(dst, dst_first, src, src_first, count)
    memcpy(dst.mem, (dst_first - 1) * sizeof(T), src.mem, byte_offset(src, src_first), count * sizeof(T); stream = stream)
    return dst
end
