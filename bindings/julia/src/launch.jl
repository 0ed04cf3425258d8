# SPDX-License-Identifier: Apache-2.0
# Launches. Arguments become plain gc_arg records on the stack; nothing is allocated for a call.

const LaunchArg = LibGridCall.gc_arg
const NO_OBJECT = Ptr{Cvoid}(C_NULL)

"""
    DevicePointer(mem, offset = 0)

An argument that is an address inside a [`Mem`](@ref). Arrays and `Mem`s need no wrapping.
"""
struct DevicePointer
    mem::Mem
    offset::UInt64
end
DevicePointer(mem::Mem) = DevicePointer(mem, 0)

# The way of each kind of value into a launch: as memory, as a scalar, or by its bytes.
const MemLike = Union{DeviceArray,HostArray,Mem,DevicePointer}
const ScalarBits = Union{Bool,Int8,UInt8,Int16,UInt16,Int32,UInt32,Int64,UInt64,Float16,Float32,Float64,Char,Ptr}

@inline mem_of(x::Union{DeviceArray,HostArray,DevicePointer}) = x.mem
@inline mem_of(x::Mem) = x
@inline offset_of(x::DeviceArray) = x.offset % UInt64
@inline offset_of(x::DevicePointer) = x.offset
@inline offset_of(x::Union{HostArray,Mem}) = UInt64(0)

@inline bits_of(x::Union{Bool,UInt8,UInt16,UInt32,UInt64,Int64}) = x % UInt64
@inline bits_of(x::Int8) = UInt64(reinterpret(UInt8, x))
@inline bits_of(x::Int16) = UInt64(reinterpret(UInt16, x))
@inline bits_of(x::Int32) = UInt64(reinterpret(UInt32, x))
@inline bits_of(x::Float16) = UInt64(reinterpret(UInt16, x))
@inline bits_of(x::Float32) = UInt64(reinterpret(UInt32, x))
@inline bits_of(x::Float64) = reinterpret(UInt64, x)
@inline bits_of(x::Char) = UInt64(UInt32(x))
@inline bits_of(x::Ptr) = UInt64(UInt(x))

# The scalar type that a value, or an element of memory, is to a kernel.
const VALUE_TYPES = Dict{DataType,Int32}(
    Bool => LibGridCall.GRIDCALL_VALUE_TYPE_BOOL, Char => LibGridCall.GRIDCALL_VALUE_TYPE_UINT32,
    Int8 => LibGridCall.GRIDCALL_VALUE_TYPE_INT8, UInt8 => LibGridCall.GRIDCALL_VALUE_TYPE_UINT8,
    Int16 => LibGridCall.GRIDCALL_VALUE_TYPE_INT16, UInt16 => LibGridCall.GRIDCALL_VALUE_TYPE_UINT16,
    Int32 => LibGridCall.GRIDCALL_VALUE_TYPE_INT32, UInt32 => LibGridCall.GRIDCALL_VALUE_TYPE_UINT32,
    Int64 => LibGridCall.GRIDCALL_VALUE_TYPE_INT64, UInt64 => LibGridCall.GRIDCALL_VALUE_TYPE_UINT64,
    Float16 => LibGridCall.GRIDCALL_VALUE_TYPE_FLOAT16, Float32 => LibGridCall.GRIDCALL_VALUE_TYPE_FLOAT32,
    Float64 => LibGridCall.GRIDCALL_VALUE_TYPE_FLOAT64)
value_type(T) = get(VALUE_TYPES, T, LibGridCall.GRIDCALL_VALUE_TYPE_UNKNOWN)
value_type(::Type{<:Ptr}) = LibGridCall.GRIDCALL_VALUE_TYPE_POINTER
element_type(::Type{<:DeviceArray{T}}) where {T} = value_type(T)
element_type(::Type{<:HostArray{T}}) where {T} = value_type(T)
element_type(::Type) = LibGridCall.GRIDCALL_VALUE_TYPE_UNKNOWN

# The kind of argument that a kernel gets an object as.
const Objects = Union{Texture,Surface,Ndarray,Pipe}
object_kind(::Type{Texture}) = LibGridCall.GRIDCALL_ARG_KIND_TEXTURE
object_kind(::Type{Surface}) = LibGridCall.GRIDCALL_ARG_KIND_SURFACE
object_kind(::Type{Ndarray}) = LibGridCall.GRIDCALL_ARG_KIND_NDARRAY
object_kind(::Type{Pipe}) = LibGridCall.GRIDCALL_ARG_KIND_PIPE

@noinline refuse_arg(i::Int, x::Array) = throw(ArgumentError(
    "argument $i is an Array, which is in host memory; pass a copy on the device: DeviceArray(x)"))
@noinline refuse_arg(i::Int, x) = throw(ArgumentError(
    "argument $i is a $(typeof(x)), which is no plain data (isbitstype): pass a number, a DeviceArray or a struct of numbers"))

# Code for one launch: `args` as a tuple of gc_arg, and the tuple of the values that go by their bytes.
function marshal(types)
    records, blobs = Any[], Int[]
    for (i, T) in enumerate(types)
        if !(T <: MemLike || T <: ScalarBits) && isbitstype(T) && sizeof(T) > 0
            push!(blobs, i)
        end
    end
    blob_type = Tuple{(types[i] for i in blobs)...}
    for (i, T) in enumerate(types)
        x = :(args[$i])
        if T <: MemLike
            push!(records, :(LaunchArg(LibGridCall.GRIDCALL_ARG_KIND_MEM, 0x00000008, offset_of($x), Ptr{Cvoid}(mem_of($x).handle),
                                       $(element_type(T)), 0x00000000)))
        elseif T <: ScalarBits
            push!(records, :(LaunchArg(LibGridCall.GRIDCALL_ARG_KIND_SCALAR, $(UInt32(sizeof(T))), bits_of($x), NO_OBJECT,
                                       $(value_type(T)), 0x00000000)))
        elseif T <: Objects
            push!(records, :(LaunchArg($(object_kind(T)), 0x00000008, UInt64(0), Ptr{Cvoid}($x.handle),
                                       LibGridCall.GRIDCALL_VALUE_TYPE_UNKNOWN, 0x00000000)))
        elseif i in blobs
            at = UInt64(fieldoffset(blob_type, findfirst(==(i), blobs)))
            push!(records, :(LaunchArg(LibGridCall.GRIDCALL_ARG_KIND_BYTES, $(UInt32(sizeof(T))), $at, NO_OBJECT,
                                       LibGridCall.GRIDCALL_VALUE_TYPE_UNKNOWN, 0x00000000)))
        else
            push!(records, :(refuse_arg($i, $x)))
        end
    end
    return Expr(:tuple, records...), Expr(:tuple, (:(args[$i]) for i in blobs)...), sizeof(blob_type)
end

# Grid and block: a number, or up to three. 0 stands for "not given".
const Extent = Union{Integer,Tuple{Integer},Tuple{Integer,Integer},Tuple{Integer,Integer,Integer}}
@inline extent(x::Integer) = (x % UInt32 == x ? x % UInt32 : extent_error(x), UInt32(0), UInt32(0))
@inline extent(x::Tuple{Integer}) = extent(x[1])
@inline extent(x::Tuple{Integer,Integer}) = (extent(x[1])[1], extent(x[2])[1], UInt32(0))
@inline extent(x::Tuple{Integer,Integer,Integer}) = (extent(x[1])[1], extent(x[2])[1], extent(x[3])[1])
@noinline extent_error(x) = throw(ArgumentError("a grid or block of $x: pass from 1 to $(typemax(UInt32))"))

# The stream of a call that names none: the task's, else the default one. A task that has set nothing costs one comparison.
@inline function raw_stream(::Nothing)
    storage = current_task().storage
    return storage === nothing ? Ptr{LibGridCall.gc_stream}(C_NULL) : stored_stream(storage::IdDict{Any,Any})
end
@noinline function stored_stream(storage::IdDict{Any,Any})
    stream = get(storage, :GridCallStream, nothing)
    return stream === nothing ? Ptr{LibGridCall.gc_stream}(C_NULL) : (stream::Stream).handle
end
@inline raw_stream(s::Stream) = s.handle

"    task_stream()\n\nThe stream that calls of this task use where they name none, or `nothing`: the default stream. See [`with_stream`](@ref)."
task_stream() = get(task_local_storage(), :GridCallStream, nothing)

"""
    with_stream(f, stream)
    with_stream(f)

Calls `f()`; launches, copies, fills and broadcasts of this task that name no stream go to `stream` meanwhile, and with the default
stream neither waits for the other. Without a stream it is a new one, which is waited for at the end: so do tasks work side by side.
Tasks that `f` starts begin with the default stream.

    @sync for part in parts
        @async with_stream() do
            part .= 2 .* part
        end
    end
"""
with_stream(f::Function, stream::Stream) = task_local_storage(f, :GridCallStream, stream)
function with_stream(f::Function)
    return with(Stream(; flags = :NON_BLOCKING)) do stream
        try
            with_stream(f, stream)
        finally
            wait(stream)
        end
    end
end

# Seconds to nanoseconds. 0 is the process's default, Inf is without a limit.
@inline function timeout_nanoseconds(seconds::Real)
    seconds == 0 && return UInt64(0)
    nanoseconds = seconds * 1.0e9
    nanoseconds > 0 || timeout_error(seconds)
    return nanoseconds < 9.0e18 ? max(unsafe_trunc(UInt64, nanoseconds), UInt64(1)) : typemax(UInt64)
end
@noinline timeout_error(x) = throw(ArgumentError("a timeout of $x seconds: pass 0 or more"))

# The records, the shape and the values by bytes are local, and `args`, kernel and stream are kept through the call.
@generated function with_launch(call::F, grid, block, shared, timeout, args::Tuple) where {F}
    records, blobs, blob_size = marshal(args.parameters)
    return quote
        $(Expr(:meta, :inline))
        records = Ref($records)
        blobs = $(blob_size == 0 ? :nothing : :(Ref($blobs)))
        g = extent(grid)
        b = extent(block)
        GC.@preserve args records blobs begin
            config = Ref(LibGridCall.gc_launch_config(
                sizeof(LibGridCall.gc_launch_config), g[1], g[2], g[3], b[1], b[2], b[3], UInt64(extent(shared)[1]),
                $(blob_size == 0 ? :(Ptr{Cvoid}(C_NULL)) :
                  :(Ptr{Cvoid}(Base.unsafe_convert(Ptr{typeof(blobs[])}, blobs)))), $(Csize_t(blob_size)),
                timeout_nanoseconds(timeout), UInt64(0), Ptr{LibGridCall.gc_event}(C_NULL),
                Ptr{LibGridCall.gc_event}(C_NULL), UInt32(0), UInt32(0), UInt32(0), UInt32(0)))
            call(config, Ptr{LaunchArg}(Base.unsafe_convert(Ptr{typeof(records[])}, records)),
                 $(Csize_t(length(args.parameters))))
        end
    end
end

# An array of the host as an argument.
struct HostSlice{A<:DenseArray}
    array::A
    direction::Int32
    function HostSlice(array::A, direction) where {A<:DenseArray}
        isbitstype(eltype(A)) ||
            throw(ArgumentError("an array of $(eltype(A)) is no plain data (isbitstype): pass one of numbers, or of structs of numbers"))
        return new{A}(array, direction)
    end
end
"""
    In(array), Out(array), InOut(array)

An `Array` of the host as an argument of [`launch`](@ref), which then waits: the kernel reads it (and must not write it), writes it, or
both. It is copied to the device before, and back behind the kernel; on the CPU device the kernel uses it where it is.

    @launch multiply grid = 1 block = 400 (Out(product), In(a), In(b))
"""
In(array::DenseArray) = HostSlice(array, LibGridCall.GRIDCALL_HOST_DIRECTION_IN)
"    Out(array)\n\nAn array that the kernel writes. See [`In`](@ref)."
Out(array::DenseArray) = HostSlice(array, LibGridCall.GRIDCALL_HOST_DIRECTION_OUT)
"    InOut(array)\n\nAn array that the kernel reads and writes. See [`In`](@ref)."
InOut(array::DenseArray) = HostSlice(array, LibGridCall.GRIDCALL_HOST_DIRECTION_IN_OUT)

host_arg(index, x::HostSlice) = LibGridCall.gc_host_arg(
    UInt32(index - 1), x.direction, UInt64(UInt(pointer(x.array))), Csize_t(sizeof(x.array)), value_type(eltype(x.array)), UInt32(0))

# Known when a launch is compiled, so that one without slices allocates nothing.
@generated has_host_slice(args::Tuple) = any(T -> T <: HostSlice, args.parameters)

@noinline function launch_with_host(kernel, args, grid, block, shared, stream, timeout)
    out_error = no_error()
    others = Tuple(x for x in args if !(x isa HostSlice))
    GC.@preserve args kernel stream begin
        hosts = LibGridCall.gc_host_arg[host_arg(i, x) for (i, x) in enumerate(args) if x isa HostSlice]
        status = with_launch(grid, block, shared, timeout, others) do config, records, count
            GC.@preserve hosts LibGridCall.gc_launch_staged(
                kernel.handle, config, records, count, pointer(hosts), length(hosts), raw_stream(stream), out_error)
        end
    end
    status == 0 || throw_error(status, out_error[])
    return nothing
end

"""
    launch(kernel, args::Tuple; grid, block, shared = 0, stream = nothing, timeout = 0)

Queues a launch: `grid` blocks of `block` threads (a number or up to three), `shared` bytes of dynamic shared memory,
on a stream or the default one. Arguments are arrays, `Mem`s, numbers and plain structs; numbers must have the kernel's
own width (`Int32(n)` for an `int`) and kind, and arrays its elements, which is checked. See [`@launch`](@ref).

`timeout` is how many seconds the kernel may run; 0 is what GRIDCALL_KERNEL_TIMEOUT says, else without a limit, and
`Inf` without one. The CPU device ends a kernel that exceeds it; on a GPU the call that waits for it returns while it
still runs. Either is a LAUNCH_TIMEOUT.
"""
@inline function launch(kernel::Kernel, args::Tuple; grid::Extent, block::Extent, shared::Integer = 0,
                        stream::Union{Nothing,Stream} = nothing, timeout::Real = 0)
    has_host_slice(args) && return launch_with_host(kernel, args, grid, block, shared, stream, timeout)
    out_error = no_error()
    on = raw_stream(stream)  # outside, so that the closure stays small enough to be inlined
    status = with_launch(grid, block, shared, timeout, args) do config, records, count
        GC.@preserve kernel stream LibGridCall.gc_launch(kernel.handle, config, records, count, on, out_error)
    end
    status == 0 || throw_error(status, out_error[])
    return nothing
end

"""
    kernel(args...; grid, block, shared = 0, stream = nothing, timeout = 0)
    kernel[grid, block](args...; shared = 0, stream = nothing, timeout = 0)

Queues a launch, as [`launch`](@ref) does with the arguments in a tuple.

    add = kernel(CodeModule(source), "vector_add")
    add[cld(n, 128), 128](c, a, b, Int32(n))
"""
@inline (kernel::Kernel)(args::Vararg{Any,N}; grid::Extent, block::Extent, shared::Integer = 0, stream::Union{Nothing,Stream} = nothing,
                         timeout::Real = 0) where {N} =
    launch(kernel, args; grid = grid, block = block, shared = shared, stream = stream, timeout = timeout)

# A kernel with its shape.
struct ShapedKernel{G<:Extent,B<:Extent}
    kernel::Kernel
    grid::G
    block::B
end
@inline Base.getindex(kernel::Kernel, grid::Extent, block::Extent) = ShapedKernel(kernel, grid, block)
Base.getindex(::Kernel, shape...) = throw(ArgumentError(
    "kernel[$(join(shape, ", "))]: pass kernel[grid, block], each an integer or up to three of them; cld(n, 32) is one, n / 32 is not"))
@inline (shaped::ShapedKernel)(args::Vararg{Any,N}; shared::Integer = 0, stream::Union{Nothing,Stream} = nothing,
                               timeout::Real = 0) where {N} =
    launch(shaped.kernel, args; grid = shaped.grid, block = shaped.block, shared = shared, stream = stream, timeout = timeout)

"""
    @launch kernel grid=... block=... [shared=...] [stream=...] [timeout=...] (arguments...)

Queues a launch of `kernel` with these arguments. See [`launch`](@ref).

    @launch add grid = cld(n, 128) block = 128 (c, a, b, Int32(n))
"""
macro launch(kernel, parts...)
    isempty(parts) && throw(ArgumentError("@launch kernel grid=... block=... (arguments...)"))
    options = Any[]
    for part in parts[1:(end - 1)]
        if !(part isa Expr && part.head === :(=) && part.args[1] in (:grid, :block, :shared, :stream, :timeout))
            throw(ArgumentError(
                "@launch: `$part` is none of grid=, block=, shared=, stream=, timeout=; arguments go last, in brackets"))
        end
        push!(options, Expr(:kw, part.args[1], esc(part.args[2])))
    end
    last = parts[end]
    if last isa Expr && last.head === :(=)
        throw(ArgumentError("@launch: the arguments are missing: put them last, in brackets"))
    end
    args = last isa Expr && last.head === :tuple ? esc(last) : Expr(:tuple, esc(last))
    return :(launch($(esc(kernel)), $args; $(options...)))
end

"""
    prepare(kernel, args::Tuple; grid, block, shared = 0, timeout = 0)

A launch that is checked once: `launch(prepared)` queues it, `prepared[i] = x` replaces argument `i`, from 1. See
[`launch`](@ref) for `timeout`.
"""
function prepare(kernel::Kernel, args::Tuple; grid::Extent, block::Extent, shared::Integer = 0, timeout::Real = 0)
    out_prepared = Ref{Ptr{LibGridCall.gc_prepared}}(C_NULL)
    out_error = no_error()
    status = with_launch(grid, block, shared, timeout, args) do config, records, count
        LibGridCall.gc_prepared_create(kernel, config, records, count, out_prepared, out_error)
    end
    status == 0 || throw_error(status, out_error[])
    return Prepared(out_prepared[])
end

@noinline count_error(what, i) = throw(ArgumentError("$what $i: pass its number, from 1"))

function Base.setindex!(p::Prepared, x, i::Integer)
    i >= 1 || count_error("argument", i)
    out_error = no_error()
    status = with_launch(0, 0, 0, 0, (x,)) do config, records, count
        LibGridCall.gc_prepared_set_arg(p, i - 1, records, config[].bytes, config[].bytes_size, out_error)
    end
    status == 0 || throw_error(status, out_error[])
    return p
end

"""
    launch(prepared; stream = nothing)
    launch(prepared, args::Tuple; stream = nothing)

Queues a prepared launch on a stream or the default one: as it stands, or with other arguments, all of them, which it keeps.
"""
(p::Prepared)(; stream = nothing) = launch(p; stream = stream)
function launch(p::Prepared; stream::Union{Nothing,Stream} = nothing)
    out_error = no_error()
    status = LibGridCall.gc_prepared_launch(p, C_NULL, C_NULL, 0, raw_stream(stream), out_error)
    status == 0 || throw_error(status, out_error[])
    return nothing
end

function launch(p::Prepared, args::Tuple; stream::Union{Nothing,Stream} = nothing)
    out_error = no_error()
    status = with_launch(0, 0, 0, 0, args) do config, records, count
        LibGridCall.gc_prepared_launch(p, config, records, count, raw_stream(stream), out_error)
    end
    status == 0 || throw_error(status, out_error[])
    return nothing
end
