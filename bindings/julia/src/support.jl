# SPDX-License-Identifier: Apache-2.0
# The base of the generated code: codes, text and options on their way into C, text on its way out.

"""
A number of the library with a name, such as [`Status`](@ref) or [`MemPlace`](@ref). Numbers without a name may occur.
Where one is an argument, the number itself or a symbol (`:DEVICE`) does as well.
"""
abstract type Code end

"What has a handle of the library."
abstract type Handle end

# Functions that take a handle of any type.
Base.unsafe_convert(::Type{Ptr{Cvoid}}, x::Handle) = Ptr{Cvoid}(x.handle)

Base.Int(x::Code) = Int(x.value)
Base.convert(::Type{T}, x::Integer) where {T<:Code} = T(x)

function Base.show(io::IO, x::T) where {T<:Code}
    for (name, value) in codes(T)
        value == x.value && return print(io, nameof(T), "(:", name, ")")
    end
    print(io, nameof(T), "(", x.value, ")")
end

# Names that a caller may have meant: of many those that have most pairs of letters of it.
function similar_names(x::Symbol, names)
    pairs(name) = Set(zip(string(name), string(name)[2:end]))
    common(name) = length(intersect(pairs(name), pairs(x))) / length(union(pairs(name), pairs(x), (0,)))
    shown = length(names) > 20 ? sort(names; by = common, rev = true)[1:8] : names
    return join((":$name" for name in shown), ", ")
end

code(::Type{T}, x::T) where {T<:Code} = x.value
code(::Type{<:Code}, x::Integer) = Int32(x)
function code(::Type{T}, x::Symbol) where {T<:Code}
    for (name, value) in codes(T)
        name === x && return value
    end
    throw(ArgumentError("$(repr(x)) is no $(nameof(T)): pass one of " * similar_names(x, first.(codes(T)))))
end

# Help for a constant is the line of its type's. A constant has no documentation of its own, which would be loaded with the package.
function Base.Docs.getdoc(x::T, signature = Union{}) where {T<:Code}
    name = get(code_names(T), x.value, nothing)
    lines = split(string(Base.Docs.doc(T)), '\n')
    said = name === nothing ? nothing : findfirst(line -> occursin("`$name`:", line), lines)
    return Base.Docs.Text(said === nothing ? string(Base.Docs.doc(T)) :
                               string(strip(lines[said], [' ', '*', '-', '•']), "\n\nSee [`", nameof(T), "`](@ref)."))
end

"""
    flag_bits(names, flags)

The number of `flags`: a number, a symbol, or several of them, `(:READ, :WRITE)`.
"""
flag_bits(names::NamedTuple, bits::Integer) = UInt64(bits)
flag_bits(names::NamedTuple, flag::Symbol) = haskey(names, flag) ? names[flag] :
    throw(ArgumentError(":$flag is no flag here: pass one of " * similar_names(flag, collect(keys(names)))))
flag_bits(names::NamedTuple, flags) = reduce(|, (flag_bits(names, each) for each in flags); init = UInt64(0))

# A type of codes, and its constants: the raw layer's, without GRIDCALL_.
macro codes(type, prefix, names...)
    raw = [:(LibGridCall.$(Symbol(:GRIDCALL_, prefix, name))) for name in names]
    constants = (:(const $(Symbol(prefix, name)) = $type($number)) for (name, number) in zip(names, raw))
    rows = (:($(QuoteNode(name)) => $number) for (name, number) in zip(names, raw))
    list = Symbol(type, :_codes)
    return esc(quote
        Base.@__doc__ struct $type <: Code
            value::Int32
        end
        $(constants...)
        const $list = Pair{Symbol,Int32}[$(rows...)]
        codes(::Type{$type}) = $list
        code_names(::Type{$type}) = Dict($((:($number => $(string(prefix, name))) for (name, number) in zip(names, raw))...))
    end)
end

# A type that has a handle: one that `release` gives back, or one that is never released.
macro handle(name, raw)
    return esc(quote
        Base.@__doc__ struct $name <: Handle
            handle::Ptr{LibGridCall.$raw}
        end
        Base.unsafe_convert(::Type{Ptr{LibGridCall.$raw}}, x::$name) = x.handle
    end)
end
macro handle(name, raw, release)
    return esc(quote
        Base.@__doc__ mutable struct $name <: Handle
            handle::Ptr{LibGridCall.$raw}
            open::Bool
            # Takes over the handle. With `owned = false` it is left to its owner.
            function $name(handle::Ptr{LibGridCall.$raw}; owned::Bool = true)
                x = new(handle, owned)
                owned && finalizer(close, x)
                return x
            end
        end
        # Safe in a finalizer: the library only queues the release. The handle stays, so that the library names a later misuse.
        function Base.close(x::$name)
            if x.open
                x.open = false
                LibGridCall.$release(x.handle)
            end
            return nothing
        end
        Base.isopen(x::$name) = x.open
        Base.unsafe_convert(::Type{Ptr{LibGridCall.$raw}}, x::$name) = x.handle
    end)
end

# A call of a function of C that may fail, without its last argument.
macro check(call)
    return esc(quote
        out_error = no_error()
        status = $(Expr(:call, call.args..., :out_error))
        status == 0 || throw_error(status, out_error[])
    end)
end

Base.show(io::IO, x::Handle) = print(io, nameof(typeof(x)), "(", x.handle, isopen(x) ? ")" : ", closed)")
Base.isopen(::Handle) = true

"Calls `f(x)` and closes `x`, whatever happens."
function with(f::Function, x)
    try
        return f(x)
    finally
        close(x)
    end
end

# Bytes of an argument that C reads or writes.
byte_count(::Nothing) = 0
function byte_count(x::DenseArray{T}) where {T}
    isbitstype(T) || throw(ArgumentError("an array of $T is not plain data: its elements are references"))
    return length(x) * sizeof(T)
end

# Keeps alive in `roots` what an options struct points to, and gives the pointer.
pin!(roots::Vector{Any}, ::Nothing) = Cstring(C_NULL)
function pin!(roots::Vector{Any}, text::AbstractString)
    owned = String(text)
    push!(roots, owned)
    return Base.unsafe_convert(Cstring, owned)  # refuses a NUL inside
end

# Keeps bytes and handles alive in `roots`.
pin_bytes!(roots::Vector{Any}, ::Nothing) = C_NULL
function pin_bytes!(roots::Vector{Any}, bytes::DenseArray)
    push!(roots, bytes)
    return Ptr{Cvoid}(pointer(bytes))
end
pin_handle!(roots::Vector{Any}, ::Type{T}, ::Nothing) where {T} = T(C_NULL)
function pin_handle!(roots::Vector{Any}, ::Type{T}, x::Handle) where {T}
    push!(roots, x)
    return Base.unsafe_convert(T, x)
end

# A C struct of zeros, and one that begins with its size.
function zeroed(::Type{T}, size::Integer = 0) where {T}
    words = zeros(UInt64, cld(sizeof(T), 8))
    size == 0 || (words[1] = size)
    return GC.@preserve words unsafe_load(Ptr{T}(pointer(words)))
end

# Text in an array of C's, with its NUL, and back.
function fixed_text(::Val{N}, text::AbstractString) where {N}
    bytes = codeunits(String(text))
    0 in bytes && throw(ArgumentError("text has a NUL inside: it would end there"))
    length(bytes) < N || throw(ArgumentError("text has $(length(bytes)) bytes, $(N - 1) fit: pass a shorter text"))
    return ntuple(i -> i <= length(bytes) ? bytes[i] : 0x00, Val(N))
end
tuple_text(text::NTuple{N,UInt8}) where {N} = String(collect(Iterators.takewhile(!iszero, text)))

make!(roots::Vector{Any}, ::Type{T}, x::Number) where {T<:Number} = T(x)
make!(roots::Vector{Any}, ::Type{Cstring}, text::AbstractString) = pin!(roots, text)
make_item!(roots, ::Type{T}, item) where {T} = make!(roots, T, item)
make_item!(roots, ::Type{T}, item::Union{Tuple,Pair}) where {T} = make!(roots, T, item...)
function make_item!(roots, ::Type{T}, item::NamedTuple) where {T}
    fields = item_fields(T)
    for name in keys(item)
        haskey(fields, name) || throw(ArgumentError("`$name` is no field: these are $(join(keys(fields), ", "))"))
    end
    return make!(roots, T, merge(fields, item)...)
end

function pin_all!(roots::Vector{Any}, ::Type{T}, items) where {T}
    items isa AbstractString &&
        throw(ArgumentError("a list is wanted, not the text \"$items\": put it in brackets"))
    made = T[make_item!(roots, T, item) for item in (items isa Pair ? (items,) : items)]
    push!(roots, made)
    return made
end

first_pointer(items::Vector{T}) where {T} = isempty(items) ? Ptr{T}(C_NULL) : pointer(items)
