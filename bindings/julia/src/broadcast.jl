# SPDX-License-Identifier: Apache-2.0

# Broadcasting over DeviceArray: the whole expression becomes one kernel. Each call has Julia's type, which C++ is told by a cast.

import Base.Broadcast: Broadcasted, BroadcastStyle, AbstractArrayStyle

struct DeviceStyle{N} <: AbstractArrayStyle{N} end
DeviceStyle{M}(::Val{N}) where {M,N} = DeviceStyle{N}()
BroadcastStyle(::Type{<:DeviceArray{T,N}}) where {T,N} = DeviceStyle{N}()
BroadcastStyle(::Type{<:DeviceView{T,N}}) where {T,N} = DeviceStyle{N}()

# Number types that arrays of the library have: its number, and C++'s name.
const SCALARS = Dict{DataType,Tuple{Int32,String}}(
    Int8 => (1, "signed char"), UInt8 => (2, "unsigned char"), Int16 => (3, "short"), UInt16 => (4, "unsigned short"),
    Int32 => (5, "int"), UInt32 => (6, "unsigned"), Int64 => (7, "long long"), UInt64 => (8, "unsigned long long"),
    Float16 => (9, "float"), Float32 => (11, "float"), Float64 => (12, "double"), Bool => (13, "bool"))

# Complex numbers: their part's type says the rest.
const COMPLEX = Dict{DataType,Int32}(ComplexF32 => LibGridCall.GRIDCALL_SCALAR_TYPE_COMPLEX64, ComplexF64 => LibGridCall.GRIDCALL_SCALAR_TYPE_COMPLEX128)
is_element(T) = haskey(SCALARS, T) || haskey(COMPLEX, T)

scalar_of(::Type{T}) where {T} = get(SCALARS, T) do
    names = sort!(string.([keys(SCALARS)...; keys(COMPLEX)...]))
    throw(ArgumentError("a kernel of a broadcast cannot compute with $T: use one of $(join(names, ", "))"))
end
code_of(::Type{T}) where {T} = haskey(COMPLEX, T) ? COMPLEX[T] : scalar_of(T)[1]

# Functions of floats that C++ has under a name of its own or the same. Where Julia's throws a DomainError the result is NaN.
const CALLS = IdDict{Any,String}(
    f => string(f) for f in (sqrt, cbrt, exp, exp2, exp10, expm1, log, log2, log10, log1p, sin, cos, tan, asin, acos, atan, sinh, cosh,
                             tanh, asinh, acosh, atanh, sinpi, cospi))
const ROUNDINGS = IdDict{Any,String}(floor => "floor", ceil => "ceil", trunc => "trunc", round => "rint")
const CLASSES = IdDict{Any,String}(isnan => "isnan", isinf => "isinf", isfinite => "isfinite")
const COMPARISONS = IdDict{Any,String}((<) => "<", (<=) => "<=", (>) => ">", (>=) => ">=", (==) => "==", (!=) => "!=")
const INTEGER_INFIX = IdDict{Any,String}((+) => "+", (-) => "-", (*) => "*", (&) => "&", (|) => "|", xor => "^")

"An expression of the library, and what it reads."
struct Expression
    inputs::Vector{Any}
    scalars::Vector{LibGridCall.gc_scalar}
end

function operand(e::Expression, array::OnDevice)
    code_of(eltype(array))
    at = findfirst(each -> each === array, e.inputs)
    if at === nothing
        length(e.inputs) < 8 || throw(ArgumentError("a broadcast over more than 8 arrays is no single kernel: split it"))
        push!(e.inputs, array)
        at = length(e.inputs)
    end
    return string("abcdefgh"[at])
end
function make_item!(roots, ::Type{LibGridCall.gc_scalar}, number::Number)
    code = code_of(typeof(number))
    bits = Ref((UInt64(0), UInt64(0)))
    GC.@preserve bits unsafe_store!(Ptr{typeof(number)}(pointer_from_objref(bits)), number)
    return LibGridCall.gc_scalar(bits[], code, 0)
end
function operand(e::Expression, number::Number)
    scalar = make_item!(nothing, LibGridCall.gc_scalar, number)
    at = findfirst(==(scalar), e.scalars)
    if at === nothing
        length(e.scalars) < 6 || throw(ArgumentError("a broadcast with more than 6 numbers is no single kernel: split it"))
        push!(e.scalars, scalar)
        at = length(e.scalars)
    end
    return string("xyzuvw"[at])
end
operand(e::Expression, number::Complex{<:Union{Bool,Int8,Int16,Int32,Int64}}) = operand(e, ComplexF64(number))
operand(e::Expression, range::AbstractRange) = operand(e, DeviceArray(range))
operand(e::Expression, reference::Base.RefValue{<:Number}) = operand(e, reference[])
operand(::Expression, value) =
    throw(ArgumentError("a broadcast over a DeviceArray takes other ones, ranges and numbers, not a $(typeof(value))" *
                        (value isa AbstractArray ? ": pass DeviceArray(x)" : "")))

cast(type, text) = "(($(scalar_of(type)[2]))($text))"

# Julia's type of an operand, and of a call.
type_of(x::Union{OnDevice,AbstractRange}) = eltype(x)
type_of(x::Number) = typeof(x)
type_of(x::Base.RefValue) = typeof(x[])
type_of(bc::Broadcasted) = Base.Broadcast.combine_eltypes(bc.f, bc.args)
type_of(x) = typeof(x)

refuse_call(f, types, why) =
    throw(ArgumentError("a broadcast over a DeviceArray cannot call $f of $(join(types, ", ")): $why"))

const Wide = Union{Int64,UInt64}

# Returns whether Julia converts two numbers to one type for `f`; it compares an integer with a float of fewer digits exactly
# instead.
promotes(f, A, B) = any(which(f, Tuple{A,B}).sig == Tuple{typeof(f),T,T} for T in (Real, Number))

# C++'s text of `a < b`, `a == b` for Julia's types.
function compare(f, A, a, B, b)
    f === (>) && return compare(<, B, b, A, a)
    f === (>=) && return compare(<=, B, b, A, a)
    f === (!=) && return "(!$(compare(==, A, a, B, b)))"
    sign = COMPARISONS[f]
    if A <: Integer && B <: Integer
        signed(T) = T <: Signed
        if signed(A) == signed(B) || max(sizeof(A), sizeof(B)) < 8
            wide = signed(A) || signed(B) ? Int64 : UInt64
            wide === Int64 && (A === UInt64 || B === UInt64) || return "($(cast(wide, a)) $sign $(cast(wide, b)))"
        end
        unsigned = "($(cast(UInt64, a)) $sign $(cast(UInt64, b)))"
        signed(A) && return "(($a) < 0 ? $(f === (==) ? "false" : "true") : $unsigned)"
        return "(($b) < 0 ? false : $unsigned)"
    elseif A <: AbstractFloat && B <: AbstractFloat
        return "($(cast(Float64, a)) $sign $(cast(Float64, b)))"
    elseif promotes(f, A, B)
        wide = promote_type(A, B)
        wide === Float16 && refuse_call(f, (A, B), "convert one, as in Float32.(x)")
        return "($(cast(wide, a)) $sign $(cast(wide, b)))"
    end
    f === (<=) && return "($(compare(<, A, a, B, b)) || $(compare(==, A, a, B, b)))"
    I, i, x = A <: Integer ? (A, a, b) : (B, b, a)
    I <: Wide || (I = I <: Signed ? Int64 : UInt64)
    x, i = cast(Float64, x), cast(I, i)
    limit = I === Int64 ? "9223372036854775808.0" : "18446744073709551616.0"
    near, whole = cast(Float64, i), cast(I, x)
    f === (==) && return "($x == $near && $x != $limit && $whole == $i)"
    B <: Integer && return "($x < $near || ($x == $near && $x != $limit && $whole < $i))"
    return "($near < $x || ($near == $x && ($x == $limit || $i < $whole)))"
end

# C++'s text of a sum, a product and the like of two, whose result is of Julia's type T. Integers are computed without a sign, which
# wraps around.
function combine(f, T, A, a, B, b)
    if T <: Integer
        T === Bool && return cast(Bool, "$(cast(Int32, a)) $(INTEGER_INFIX[f]) $(cast(Int32, b))")
        return cast(T, "$(cast(UInt64, a)) $(INTEGER_INFIX[f]) $(cast(UInt64, b))")
    end
    f in (+, -, *) || refuse_call(f, (A, B), "it is not of floats")
    if B === Bool && f !== (-)
        A, a, B, b = B, b, A, a  # Julia's order too
    end
    y = cast(T, b)
    A === Bool && f === (+) && return cast(T, "$a ? $(cast(T, "1")) + $y : $y")
    A === Bool && f === (*) && return cast(T, "$a ? $y : copysign($(cast(T, "0")), $y)")
    return cast(T, "$(cast(T, a)) $(INTEGER_INFIX[f]) $y")
end

# Whether every number of S is one of T, or T has floats, to which Julia rounds.
fits(::Type{T}, ::Type{S}) where {T,S} = T <: AbstractFloat || S === Bool ||
    (S <: Integer && T !== Bool && typemin(T) <= typemin(S) && typemax(S) <= typemax(T))
fits(::Type{T}, ::Type{S}) where {T<:Complex,S<:Number} = fits(real(T), real(S))
fits(::Type{<:Real}, ::Type{<:Complex}) = false
check_fit(T, S) = T === S || fits(T, S) || throw(ArgumentError(
    "a broadcast over a DeviceArray cannot convert $S to $T: Julia throws an InexactError for a number that does not fit, which a " *
    "kernel cannot; compute with $T throughout, as in x .+ $T(1), or convert Array(x)"))

# --- closures: they are called once with terms, which write down what they are used in

struct Term
    node::Any
end
node_of(x) = x
node_of(x::Term) = x.node
term(f, args...) = Term(Broadcasted(f, map(node_of, args)))

const TRACED_ONE = (-, +, !, abs, abs2, real, imag, conj, isnan, isinf, isfinite, identity, floor, ceil, trunc, round, sqrt, cbrt, exp, exp2, exp10, expm1, log, log2,
                    log10, log1p, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh, sinpi, cospi)
const TRACED_TWO = (+, -, *, /, ^, &, |, xor, <, <=, >, >=, ==, !=, min, max, hypot, copysign, atan)
for f in TRACED_ONE
    @eval (::typeof($f))(x::Term) = term($f, x)
end
for f in TRACED_TWO
    @eval begin
        (::typeof($f))(x::Term, y::Term) = term($f, x, y)
        (::typeof($f))(x::Term, y::Number) = term($f, x, y)
        (::typeof($f))(x::Number, y::Term) = term($f, x, y)
    end
end
for f in (muladd, fma, clamp)
    @eval (::typeof($f))(x::Term, y::Union{Term,Number}, z::Union{Term,Number}) = term($f, x, y, z)
end
Base.literal_pow(::typeof(^), x::Term, power::Val) = term(Base.literal_pow, Ref(^), x, Ref(power))
Base.inv(x::Term) = 1 / x
for T in (keys(SCALARS)..., keys(COMPLEX)...)
    @eval (::Type{$T})(x::Term) = term($T, x)
end
Base.complex(x::Term, y::Union{Term,Number}) = term(complex, x, y)

# Functions that an expression has a text for; others are traced.
const KNOWN = IdDict{Any,Nothing}(f => nothing for f in (TRACED_ONE..., TRACED_TWO..., muladd, fma, clamp, complex, ifelse, Base.literal_pow))

function trace(f, args, types)
    result = try
        f(map(Term, args)...)
    catch e
        why = e isa TypeError ? "it decides on an element, by if, ?: or &&; write ifelse.(c, a, b)" :
              e isa MethodError ? "it calls $(e.f), which a kernel has not; use operators and CUDA's mathematical functions, or write a kernel" :
              rethrow()
        refuse_call(f, types, why)
    end
    result isa Union{Term,Number} || refuse_call(f, types, "its result is a $(typeof(result)); return a number")
    return node_of(result)
end

function operand(e::Expression, bc::Broadcasted)
    f = bc.f
    if !haskey(KNOWN, f) && !(f isa Type)
        types = Any[type_of(each) for each in bc.args]
        return operand(e, trace(f, bc.args, types))
    end
    if f === Base.literal_pow  # x .^ 2
        base, T = operand(e, bc.args[2]), type_of(bc.args[2])
        power = typeof(bc.args[3] isa Ref ? bc.args[3][] : bc.args[3]).parameters[1]
        T in (Bool, Float16) && refuse_call(^, (T, Int), "convert the base, as in Float32.(x)")
        0 <= power <= 8 || throw(ArgumentError("x .^ $power: write powers from 0 to 8, or x .^ $(float(power))"))
        T <: Complex && power > 0 && return reduce((a, b) -> combine_complex(*, T, T, a, T, b), fill(base, power))
        power == 0 && return cast(T, "1")
        return reduce((a, b) -> combine(*, T, T, a, T, b), fill(base, power))
    end
    types = Any[type_of(each) for each in bc.args]
    type = type_of(bc)
    type === Union{} && refuse_call(f, types, "Julia has no such method, or it always throws")
    if !is_element(type)
        refuse_call(f, types, f === ifelse ? "both must be of one type; convert one" : "its result is a $type; return a number")
    end
    for (each, T) in zip(bc.args, types)
        each isa Broadcasted && T === Float16 && refuse_call(
            f, types, "results of Float16 are rounded when they are stored alone; convert first, as in Float32.(x)")
    end
    if Float16 in types && f !== ifelse && f !== identity && any(T -> T <: Integer, types)
        refuse_call(f, types, "convert one, as in Float32.(x)")
    end
    texts = String[operand(e, each) for each in bc.args]
    float = type <: AbstractFloat
    count = length(texts)
    f === identity && return texts[1]
    (type <: Complex || any(T -> T <: Complex, types)) && return call_complex(f, type, types, texts)
    if f isa Type && haskey(SCALARS, f) && count == 1
        check_fit(f, types[1])
        return cast(f, texts[1])
    elseif haskey(COMPARISONS, f) && count == 2
        return cast(Bool, compare(f, types[1], texts[1], types[2], texts[2]))
    elseif f === (-) && count == 1
        return float ? cast(type, "-$(cast(type, texts[1]))") : cast(type, "0 - $(cast(UInt64, texts[1]))")
    elseif f === (+) && count == 1
        return cast(type, texts[1])
    elseif haskey(INTEGER_INFIX, f)
        text, T = texts[1], types[1]
        for i in 2:count
            into = Base.promote_op(f, T, types[i])
            into === Float16 && count > 2 && refuse_call(f, types, "convert first, as in Float32.(x)")
            text, T = combine(f, into, T, text, types[i], texts[i]), into
        end
        return text
    elseif f === (/)
        return cast(type, "$(cast(type, texts[1])) / $(cast(type, texts[2]))")
    elseif f === (^)
        float || refuse_call(f, types, "the power of integers is written as a number, x .^ 3, or is of floats")
        return cast(type, "pow($(cast(type, texts[1])), $(cast(type, texts[2])))")
    elseif f === clamp && count == 3
        types[1] <: AbstractFloat || all(==(types[1]), types) || refuse_call(f, types, "all must be of one type; convert")
        below, above = compare(<, types[1], texts[1], types[2], texts[2]), compare(>, types[1], texts[1], types[3], texts[3])
        return cast(type, "$above ? $(cast(type, texts[3])) : $below ? $(cast(type, texts[2])) : $(cast(type, texts[1]))")
    elseif f === ifelse
        return cast(type, "$(texts[1]) ? $(texts[2]) : $(texts[3])")
    elseif f === (!)
        return cast(Bool, "!$(texts[1])")
    elseif f === muladd || f === fma
        all(==(type), types) && type !== Bool || refuse_call(f, types, "all must be of one type; convert")
        type === Float16 && refuse_call(f, types, "convert first, as in Float32.(x)")
        float && f === fma && return cast(type, "fma($(join(texts, ", ")))")
        return combine(+, type, type, combine(*, type, type, texts[1], type, texts[2]), type, texts[3])
    elseif f === min || f === max
        all(==(types[1]), types) || float || all(T -> fits(type, T), types) ||
            refuse_call(f, types, "not every number fits into $type; convert one")
        return reduce((cast(type, each) for each in texts)) do a, b
            float || return cast(type, "$a $(f === min ? "<" : ">") $b ? $a : $b")
            # NaN is kept, and -0.0 is less than 0.0.
            first = f === min ? "$a < $b || ($a == $b && signbit($a))" : "$a > $b || ($a == $b && !signbit($a))"
            cast(type, "isnan($a) ? $a : isnan($b) ? $b : ($first) ? $a : $b")
        end
    elseif f === abs2
        return combine(*, type, type, texts[1], type, texts[1])
    elseif f === real || f === conj
        return texts[1]
    elseif f === imag
        return cast(type, "0")
    elseif f === abs
        float && return cast(type, "fabs($(texts[1]))")
        type <: Signed || return texts[1]
        return cast(type, "$(texts[1]) < 0 ? 0 - $(cast(UInt64, texts[1])) : $(cast(UInt64, texts[1]))")
    elseif haskey(ROUNDINGS, f) && count == 1
        return float ? cast(type, "$(ROUNDINGS[f])($(cast(type, texts[1])))") : cast(type, texts[1])
    elseif haskey(CLASSES, f)
        types[1] <: Integer && return cast(Bool, f === isfinite ? "1" : "0")
        return cast(Bool, "$(CLASSES[f])($(texts[1]))")
    elseif f === hypot || f === copysign
        count == 2 && float && (f === hypot || all(T -> T <: AbstractFloat, types)) || refuse_call(f, types, "it takes two floats")
        return cast(type, "$f($(cast(type, texts[1])), $(cast(type, texts[2])))")
    elseif f === atan && count == 2
        return cast(type, "atan2($(cast(type, texts[1])), $(cast(type, texts[2])))")
    elseif haskey(CALLS, f) && count == 1
        return cast(type, "$(CALLS[f])($(cast(type, texts[1])))")
    end
    refuse_call(f, types, "use operators and CUDA's mathematical functions, or write a kernel")
end

# The parts of an operand: its type and its text for each; a real number has none that is imaginary.
parts(S, text) = S <: Complex ? (real(S), "real($text)", "imag($text)") : (S, text, nothing)
complex_text(T, re, im) = "complex($(cast(real(T), re)), $(cast(real(T), im)))"
function as_complex(T, S, text)
    S === T && return text
    _, re, im = parts(S, text)
    return complex_text(T, re, something(im, "0"))
end

# C++'s text of a sum, a product and the like of which one or both are complex; a real number goes to each part, as in Julia.
function combine_complex(f, T, A, a, B, b)
    A <: Complex && B <: Complex && return "($(as_complex(T, A, a)) $(f === (/) ? "/" : INTEGER_INFIX[f]) $(as_complex(T, B, b)))"
    P = real(T)
    both(f, A, a, B, b) = f === (/) ? "$(cast(P, a)) / $(cast(P, b))" : combine(f, P, A, a, B, b)
    if A <: Complex
        A, re, im = parts(A, a)
        return complex_text(T, both(f, A, re, B, b), f in (*, /) ? both(f, A, im, B, b) : im)
    end
    f === (/) && return "($(as_complex(T, A, a)) / $(as_complex(T, B, b)))"
    B, re, im = parts(B, b)
    return complex_text(T, both(f, A, a, B, re), f === (*) ? both(f, A, a, B, im) : f === (-) ? "-$(cast(P, im))" : im)
end

function call_complex(f, type, types, texts)
    T, text = types[1], texts[1]
    if f in (+, -, *, /) && length(texts) > 1
        for i in 2:length(texts)
            into = Base.promote_op(f, T, types[i])
            into <: Complex || (text = combine(f, into, T, text, types[i], texts[i]); T = into; continue)
            text, T = combine_complex(f, into, T, text, types[i], texts[i]), into
        end
        return text
    elseif f === (+)
        return text
    elseif f === (-) || f === conj
        return "$(f === (-) ? "-" : "conj")($text)"
    elseif f === real || f === imag || f === abs
        return cast(type, "$f($(f === abs ? as_complex(complex(type), T, text) : text))")
    elseif f === abs2
        P, re, im = parts(T, text)
        return combine(+, P, P, combine(*, P, P, re, P, re), P, combine(*, P, P, im, P, im))
    elseif f === (==) || f === (!=)
        (A, a, ai), (B, b, bi) = parts(types[1], text), parts(types[2], texts[2])
        imaginary = compare(==, ai === nothing ? Bool : A, something(ai, "0"), bi === nothing ? Bool : B, something(bi, "0"))
        return cast(Bool, "$(f === (!=) ? "!" : "")($(compare(==, A, a, B, b)) && $imaginary)")
    elseif f isa Type && length(texts) == 1
        check_fit(type, T)
        return as_complex(type, T, text)
    elseif f === complex
        return length(texts) == 1 ? as_complex(type, T, text) : complex_text(type, texts...)
    elseif f === ifelse
        return "($(texts[1]) ? $(texts[2]) : $(texts[3]))"
    elseif f === muladd
        return combine_complex(+, type, type, combine_complex(*, type, T, text, types[2], texts[2]), types[3], texts[3])
    end
    refuse_call(f, types, "of complex numbers a kernel has +, -, *, /, ==, real, imag, conj, abs, abs2 and powers written as a number; compute with the parts, or with Array(x)")
end

"""
    GridCall.Ndarray(device_array)

The array as an [`Ndarray`](@ref), which has the library's own reductions and expressions, and goes to other libraries by
`GridCall.to_dlpack`. It shares the memory. An `Ndarray` is in C's order: its shape is the array's in reverse, and dimension `d` of `N` is axis `N - d`, from 0.
"""
Ndarray(a::OnDevice) = ndarray_from_mem(memory(a), byte_offset(a, 1); scalar_type = code_of(eltype(a)),
                                        shape = UInt64[reverse(size(a))...], strides = Int64[reverse(strides(a))...] .* sizeof(eltype(a)))

const ELEMENT_TYPES = Dict{Int,DataType}(code_of(T) => T for T in (keys(SCALARS)..., keys(COMPLEX)...))

"    Array(ndarray)\n\nA copy of an [`Ndarray`](@ref), whose dimensions are in reverse: its last is Julia's first."
function Base.Array(a::Ndarray)
    code = Int(attribute(a, :TYPE))
    haskey(ELEMENT_TYPES, code) || throw(ArgumentError(
        "Julia has no type for elements of $(ScalarType(code)): call GridCall.copy_to_host(ndarray, host) with an array of theirs"))
    host = Array{ELEMENT_TYPES[code]}(undef, Int.(reverse(shape(a)))...)
    isempty(host) || copy_to_host(a, host)
    return host
end

function run_broadcast!(dst::OnDevice, bc::Broadcasted; stream = nothing)
    isempty(dst) && return dst
    e = Expression([], LibGridCall.gc_scalar[])
    from = type_of(bc)
    text = operand(e, bc)
    check_fit(eltype(dst), from)
    from === Float16 && eltype(dst) !== Float16 && bc.f !== identity &&
        throw(ArgumentError("a broadcast of Float16 goes to an array of Float16; convert first, as in Float32.(x)"))
    with(Ndarray(dst)) do result
        inputs = [Ndarray(each) for each in e.inputs]
        try
            apply(result, text, inputs, e.scalars; stream = stream)
        finally
            foreach(close, inputs)
        end
    end
    return dst
end

function Base.copy(bc::Broadcasted{<:DeviceStyle})
    type = type_of(bc)
    is_element(type) || operand(Expression([], LibGridCall.gc_scalar[]), bc)  # says which call it is
    return copyto!(similar(bc, type), bc)
end
Base.copyto!(dst::OnDevice, bc::Broadcasted{<:DeviceStyle}) = run_broadcast!(dst, bc)
# a .= 2: no array says the style.
Base.copyto!(dst::OnDevice, bc::Broadcasted{Base.Broadcast.DefaultArrayStyle{0}}) =
    dst isa DeviceArray && bc.f === identity && bc.args[1] isa Number ? fill!(dst, bc.args[1]) : run_broadcast!(dst, bc)
# A broadcast of the host's arrays alone is computed there.
Base.copyto!(dst::OnDevice, bc::Broadcasted{<:Base.Broadcast.DefaultArrayStyle}) =
    copyto!(dst, copyto!(Array{eltype(dst)}(undef, size(dst)), bc))

find_array(bc::Broadcasted) = find_array(bc.args)
find_array(args::Tuple) = something(map(find_array, args)..., Some(nothing))
find_array(a::DeviceArray) = a
find_array(a::DeviceView) = Base.parent(a)
find_array(::Any) = nothing
Base.similar(bc::Broadcasted{DeviceStyle{N}}, ::Type{T}) where {N,T} =
    DeviceArray{T}(undef, map(length, axes(bc)); context = context(find_array(bc)))
