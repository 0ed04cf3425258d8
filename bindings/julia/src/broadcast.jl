# SPDX-License-Identifier: Apache-2.0

# Broadcasting over DeviceArray: the whole expression becomes one kernel. Each call has Julia's type, which C++ is told by a cast.

import Base.Broadcast: Broadcasted, BroadcastStyle, AbstractArrayStyle

struct DeviceStyle{N} <: AbstractArrayStyle{N} end
DeviceStyle{M}(::Val{N}) where {M,N} = DeviceStyle{N}()
BroadcastStyle(::Type{<:DeviceArray{T,N}}) where {T,N} = DeviceStyle{N}()

# Number types that arrays of the library have: its number, and C++'s name.
const SCALARS = Dict{DataType,Tuple{Int32,String}}(
    Int8 => (1, "signed char"), UInt8 => (2, "unsigned char"), Int16 => (3, "short"), UInt16 => (4, "unsigned short"),
    Int32 => (5, "int"), UInt32 => (6, "unsigned"), Int64 => (7, "long long"), UInt64 => (8, "unsigned long long"),
    Float16 => (9, "float"), Float32 => (11, "float"), Float64 => (12, "double"), Bool => (13, "bool"))

scalar_of(::Type{T}) where {T} = get(SCALARS, T) do
    throw(ArgumentError("a kernel of a broadcast cannot compute with $T: use one of $(join(sort!(string.(keys(SCALARS))), ", "))"))
end

const INFIX = IdDict{Any,String}((+) => "+", (-) => "-", (*) => "*", (<) => "<", (<=) => "<=", (>) => ">", (>=) => ">=", (==) => "==",
                                 (!=) => "!=",
                                 (&) => "&", (|) => "|", xor => "^")
const CALLS = IdDict{Any,String}(
    (f => string(f) for f in (sqrt, cbrt, exp, exp2, exp10, expm1, log, log2, log10, log1p, sin, cos, tan, asin, acos, atan, sinh, cosh,
                              tanh, asinh, acosh, atanh, sinpi, cospi, floor, ceil, trunc, hypot, fma, copysign, isnan, isinf,
                              isfinite))..., round => "rint", abs => "abs")

"An expression of the library, and what it reads."
struct Expression
    inputs::Vector{DeviceArray}
    scalars::Vector{LibGridCall.gc_scalar}
end

function operand(e::Expression, array::DeviceArray)
    scalar_of(eltype(array))
    at = findfirst(each -> each === array, e.inputs)
    if at === nothing
        length(e.inputs) < 8 || throw(ArgumentError("a broadcast over more than 8 arrays is no single kernel: split it"))
        push!(e.inputs, array)
        at = length(e.inputs)
    end
    return string("abcdefgh"[at])
end
function operand(e::Expression, number::Number)
    code, name = scalar_of(typeof(number))
    length(e.scalars) < 6 || throw(ArgumentError("a broadcast with more than 6 numbers is no single kernel: split it"))
    bits = Ref((UInt64(0), UInt64(0)))
    GC.@preserve bits unsafe_store!(Ptr{typeof(number)}(pointer_from_objref(bits)), number)
    push!(e.scalars, LibGridCall.gc_scalar(bits[], code, 0))
    return string("xyzuvw"[length(e.scalars)])
end
operand(e::Expression, reference::Base.RefValue) = operand(e, reference[])
operand(::Expression, value) =
    throw(ArgumentError("a broadcast over a DeviceArray takes other ones and numbers, not a $(typeof(value))"))

cast(type, text) = "(($(scalar_of(type)[2]))($text))"

function operand(e::Expression, bc::Broadcasted)
    type = Base.Broadcast.combine_eltypes(bc.f, bc.args)
    f = bc.f
    if f === Base.literal_pow  # x .^ 2
        base = operand(e, bc.args[2])
        power = typeof(bc.args[3] isa Ref ? bc.args[3][] : bc.args[3]).parameters[1]
        0 <= power <= 8 || throw(ArgumentError("x .^ $power: write powers from 0 to 8, or x .^ $(float(power))"))
        return cast(type, power == 0 ? "1" : join(fill(base, power), " * "))
    end
    texts = [operand(e, each) for each in bc.args]
    f === (/) && return cast(type, "$(cast(type, texts[1])) / $(cast(type, texts[2]))")
    f === (^) && return cast(type, "pow($(join(texts, ", ")))")
    f === identity && return texts[1]
    f === ifelse && return cast(type, "$(texts[1]) ? $(texts[2]) : $(texts[3])")
    f === (!) && return cast(type, "!$(texts[1])")
    f === (-) && length(texts) == 1 && return cast(type, "-$(texts[1])")
    f === muladd && return cast(type, "$(texts[1]) * $(texts[2]) + $(texts[3])")
    (f === min || f === max) &&
        return cast(type, "$(f === min ? "min" : "max")($(join((cast(type, each) for each in texts), ", ")))")
    if f isa Type && haskey(SCALARS, f)
        return cast(f, texts[1])
    elseif haskey(INFIX, f)
        wide = f in ((<), (<=), (>), (>=), (==), (!=)) ? Base.promote_type(map(each -> eltype(each isa Broadcasted ? Base.Broadcast.combine_eltypes(each.f, each.args) : typeof(each isa Ref ? each[] : each)), bc.args)...) : type
        return cast(type, join((cast(wide, each) for each in texts), " $(INFIX[f]) "))
    elseif haskey(CALLS, f)
        argument = f in (isnan, isinf, isfinite) ? nothing : type
        return cast(type, "$(CALLS[f])($(join((argument === nothing ? each : cast(argument, each) for each in texts), ", ")))")
    end
    throw(ArgumentError("a broadcast over a DeviceArray cannot call $f: use operators and CUDA's mathematical functions, or write a kernel"))
end

# Julia's first dimension is the fastest: the same memory in C's order has the shape in reverse.
ndarray_of(a::DeviceArray{T}, dims = a.dims) where {T} =
    ndarray_from_mem(a.mem, a.offset; scalar_type = scalar_of(T)[1], shape = UInt64[reverse(dims)...])

function run_broadcast!(dst::DeviceArray, bc::Broadcasted; stream = nothing)
    isempty(dst) && return dst
    e = Expression(DeviceArray[], LibGridCall.gc_scalar[])
    text = operand(e, bc)
    with(ndarray_of(dst)) do result
        inputs = [ndarray_of(each) for each in e.inputs]
        try
            apply(result, text, inputs, e.scalars; stream = stream)
        finally
            foreach(close, inputs)
        end
    end
    return dst
end

Base.copyto!(dst::DeviceArray, bc::Broadcasted{<:DeviceStyle}) = run_broadcast!(dst, bc)
# a .= 2: no array says the style.
Base.copyto!(dst::DeviceArray, bc::Broadcasted{<:AbstractArrayStyle{0}}) =
    bc.f === identity && bc.args[1] isa Number ? fill!(dst, bc.args[1]) : run_broadcast!(dst, bc)

find_array(bc::Broadcasted) = find_array(bc.args)
find_array(args::Tuple) = something(map(find_array, args)..., Some(nothing))
find_array(a::DeviceArray) = a
find_array(::Any) = nothing
Base.similar(bc::Broadcasted{DeviceStyle{N}}, ::Type{T}) where {N,T} =
    DeviceArray{T}(undef, map(length, axes(bc)); context = context(find_array(bc)))
