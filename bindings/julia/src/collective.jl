# SPDX-License-Identifier: Apache-2.0
# Base's functions of whole arrays: views, reductions, comparisons, arrays put together.

# --- parts that do not follow each other in memory

memory(a::DeviceArray) = a.mem
memory(v::DeviceView) = Base.parent(v).mem
byte_offset(v::DeviceView{T}, first::Integer) where {T} =
    byte_offset(Base.parent(v), 1 + mapreduce((i, stride) -> (Base.first(i) - 1) * stride, +, parentindices(v), strides(Base.parent(v)); init = first - 1))
Base.strides(a::DeviceArray) = Base.size_to_strides(1, a.dims...)
context(v::DeviceView) = context(Base.parent(v))
Base.isopen(v::DeviceView) = isopen(Base.parent(v))
Base.similar(v::DeviceView, ::Type{E}, dims::Dims) where {E} = similar(Base.parent(v), E, dims)

same_size(dst, src) = size(dst) == size(src) ||
    throw(DimensionMismatch("an array of $(join(size(src), "x")) elements does not fit one of $(join(size(dst), "x"))"))
elementwise!(dst, src) = run_broadcast!(dst, Broadcasted(identity, (src,)))
for (Dst, Src) in ((DeviceView, DeviceArray), (DeviceView, DeviceView), (DeviceArray, DeviceView))
    @eval function Base.copyto!(dst::$Dst, src::$Src)
        same_size(dst, src)
        return elementwise!(dst, src)
    end
end
Base.copyto!(dst::DeviceView{T}, src::AbstractArray) where {T} = copyto!(dst, DeviceArray{T}(src; context = context(dst)))
Base.copyto!(dst::Array, src::DeviceView) = copyto!(dst, copy(src))
Base.copy(v::DeviceView) = copyto!(similar(v), v)
Base.Array(v::DeviceView) = Array(copy(v))
Base.collect(v::DeviceView) = Array(v)
Base.fill!(v::DeviceView, value) = (v .= convert(eltype(v), value); v)
Base.show(io::IO, v::DeviceView) = isopen(v) ? show(io, copy(v)) : print(io, "a view of a closed array")
function Base.show(io::IO, kind::MIME"text/plain", v::DeviceView)
    print(io, summary(v), isopen(v) ? ":\n" : " (closed)")
    isopen(v) && Base.print_array(IOContext(io, :typeinfo => eltype(v)), is_large(io, v) ? Elements(copy(v)) : Array(v))
end

# a[2:5], m[:, 1]: copies. a[2:5] = x, m[:, 1] = x: an array of the size, of either side, or one value.
const Part = Union{Integer,Colon,AbstractRange{<:Integer}}
Base.getindex(a::DeviceArray, parts::Part...) = copy(view(a, parts...))
function Base.setindex!(a::DeviceArray, value, parts::Part...)
    part = view(a, parts...)
    value isa AbstractArray || return (fill!(part, value); a)
    length(part) == length(value) || same_size(part, value)
    copyto!(part, reshape(value, size(part)))
    return a
end

# --- element by element, like a broadcast

Base.map(f, a::OnDevice) = f.(a)
function Base.map(f, a::OnDevice, b::OnDevice, more::OnDevice...)
    foreach(x -> same_size(a, x), (b, more...))
    return broadcast(f, a, b, more...)
end
Base.map!(f, dst::OnDevice, a::OnDevice, more::OnDevice...) = (dst .= f.(a, more...); dst)

# --- reductions, by the library's kernels

const REDUCTIONS = IdDict{Any,Symbol}(Base.add_sum => :SUM, (+) => :SUM, Base.mul_prod => :PROD, (*) => :PROD, min => :MIN, max => :MAX,
                                      (|) => :ANY, (&) => :ALL)

function reduced(op, a::OnDevice, dims)
    T, N = eltype(a), ndims(a)
    reduction = get(REDUCTIONS, op, nothing)
    T <: Complex && reduction in (:MIN, :MAX) && throw(ArgumentError("complex numbers have no order: reduce abs.(x), real.(x) or imag.(x)"))
    if reduction === nothing || (reduction in (:ANY, :ALL) && T !== Bool)
        throw(ArgumentError("a DeviceArray of $T is not reduced by $op: use +, *, min, max, or & and | of Bool; or Array(a)"))
    end
    all(>=(1), dims) || throw(ArgumentError("dimension $(minimum(dims)): they are counted from 1"))
    within = Int[d for d in dims if d <= N]
    into = similar(a, Base.promote_op(op, T, T), ntuple(d -> d in within ? 1 : size(a, d), N))
    if isempty(into) || (isempty(within) && N > 0)
        return isempty(into) ? into : elementwise!(into, a)
    end
    if isempty(a)
        reduction in (:MIN, :MAX) && throw(ArgumentError("reducing over an empty collection is not allowed"))
        return fill!(into, reduction in (:PROD, :ALL) ? 1 : 0)
    end
    with(Ndarray(into)) do result
        with(source -> ndarray_reduce(result, source, reduction, [N - d for d in within]), Ndarray(a))
    end
    return into
end

function Base.mapreduce(f, op, a::OnDevice; dims = :, init = nothing)
    mapped = f === identity ? a : map(f, a)
    if dims === (:)
        init !== nothing && isempty(a) && return init
        result = Array(reduced(op, mapped, 1:ndims(a)))[1]
        return init === nothing ? result : op(init, result)
    end
    result = reduced(op, mapped, dims)
    return init === nothing ? result : op.(init, result)
end
Base.mapreduce(f, op, a::OnDevice, b::OnDevice, more::OnDevice...; options...) =
    mapreduce(identity, op, map(f, a, b, more...); options...)
Base.any(a::OnDevice{Bool}; dims = :) = mapreduce(identity, |, a; dims = dims)
Base.all(a::OnDevice{Bool}; dims = :) = mapreduce(identity, &, a; dims = dims)
Base.any(f::Function, a::OnDevice; dims = :) = mapreduce(f, |, a; dims = dims)
Base.all(f::Function, a::OnDevice; dims = :) = mapreduce(f, &, a; dims = dims)
Base.count(a::OnDevice{Bool}) = mapreduce(identity, Base.add_sum, a)  # Base's sum of Bools is this
Base.count(f::Function, a::OnDevice) = sum(map(f, a))
Base.extrema(a::OnDevice) = (minimum(a), maximum(a))
LinearAlgebra.dot(a::OnDevice, b::OnDevice) = length(a) == length(b) ? mapreduce((x, y) -> conj(x) * y, +, vec(a), vec(b)) :
    throw(DimensionMismatch("a dot product of $(length(a)) elements and $(length(b))"))
# In units of the greatest, whose square need be no number of the type.
function LinearAlgebra.norm(a::OnDevice, p::Real = 2)
    p in (1, 2, Inf) || throw(ArgumentError("norm(x, $p) of a DeviceArray: pass 1, 2 or Inf, or write sum(abs.(x) .^ $p)^(1 / $p)"))
    T = float(real(eltype(a)))
    isempty(a) && return zero(T)
    p == 1 && return T(sum(abs, a))
    most = T(maximum(abs, a))
    return p == Inf || iszero(most) || !isfinite(most) ? most : most * sqrt(sum(abs2.(a ./ most)))
end

# --- textures

"""
    GridCall.Texture(array; address = :WRAP, sampling...)

A texture of a copy of an array, of the device or the host, whose first dimension is x. `address` stands for all of `address_x`, `address_y` and
`address_z`; the others are the fields of a sampling, `filter = :LINEAR`.
"""
function Texture(a::AbstractArray; context::Context = default_context(), address = :WRAP, array_flags = 0, from_flags = 0, sampling...)
    on_device = a isa OnDevice ? a : DeviceArray(a; context = context)
    array = with(n -> array_from_ndarray(n; array_flags = array_flags, from_flags = from_flags), Ndarray(on_device))
    fields = merge((address_x = address, address_y = address, address_z = address), values(sampling))
    return with(array -> Texture(GridCall.context(on_device); array = array, sampling = fields), array)
end

# --- comparisons

Base.:(==)(a::OnDevice, b::OnDevice) = size(a) == size(b) &&
    (is_element(eltype(a)) && is_element(eltype(b)) ? all(a .== b) : Array(a) == Array(b))
Base.:(==)(a::OnDevice, b::AbstractArray) = size(a) == size(b) && Array(a) == b
Base.:(==)(a::AbstractArray, b::OnDevice) = b == a
for f in (:isequal, :isapprox)
    @eval begin
        Base.$f(a::OnDevice, b::OnDevice; options...) = $f(Array(a), Array(b); options...)
        Base.$f(a::OnDevice, b::AbstractArray; options...) = $f(Array(a), b; options...)
        Base.$f(a::AbstractArray, b::OnDevice; options...) = $f(a, Array(b); options...)
    end
end
Base.hash(a::OnDevice, h::UInt) = hash(Array(a), h)

# --- other orders, and arrays put together

function Base.permutedims(a::OnDevice, order)
    N = ndims(a)
    isperm(order) && length(order) == N || throw(ArgumentError("$order is no order of $N dimensions"))
    dst = similar(a, eltype(a), ntuple(i -> size(a, order[i]), N))
    isempty(dst) && return dst
    with(Ndarray(dst)) do result
        with(Ndarray(a)) do source
            with(turned -> ndarray_copy(result, turned), ndarray_transpose(source, [N - order[N - j] for j in 0:(N - 1)]))
        end
    end
    return dst
end
Base.permutedims(a::OnDevice{<:Any,2}) = permutedims(a, (2, 1))
"    x', transpose(x)\n\nOf a vector of real numbers on a device the row over the same memory, of a matrix and of complex numbers a copy."
Base.adjoint(a::DeviceVector{<:Real}) = reshape(a, (1, length(a)))
Base.adjoint(a::OnDevice{<:Real,2}) = permutedims(a)
Base.adjoint(a::DeviceVector{<:Complex}) = reshape(conj.(a), (1, length(a)))
Base.adjoint(a::OnDevice{<:Complex,2}) = permutedims(conj.(a))
Base.conj(a::OnDevice{<:Complex}) = conj.(a)
Base.transpose(a::DeviceVector) = reshape(a, (1, length(a)))
Base.transpose(a::OnDevice{<:Number,2}) = permutedims(a)

function joined(dim::Int, arrays)
    N = max(dim, maximum(map(ndims, arrays)))
    T = promote_type(map(eltype, arrays)...)
    shapes = map(a -> ntuple(d -> size(a, d), N), arrays)
    for shape in shapes, d in 1:N
        d == dim || shape[d] == shapes[1][d] ||
            throw(DimensionMismatch("arrays of $(join(shapes[1], "x")) and $(join(shape, "x")) elements do not fit along dimension $dim"))
    end
    all = similar(arrays[1], T, ntuple(d -> d == dim ? sum(shape[d] for shape in shapes) : shapes[1][d], N))
    at = 0
    for (a, shape) in zip(arrays, shapes)
        whole = a isa DeviceArray ? a : copy(a)
        isempty(whole) || copyto!(view(all, ntuple(d -> d == dim ? ((at + 1):(at + shape[d])) : Colon(), N)...),
                                  reshape(eltype(a) === T ? whole : T.(whole), shape))
        at += shape[dim]
    end
    return all
end
Base.vcat(a::OnDevice, more::OnDevice...) = joined(1, (a, more...))
Base.hcat(a::OnDevice, more::OnDevice...) = joined(2, (a, more...))
Base.cat(a::OnDevice, more::OnDevice...; dims) = joined(Int(dims), (a, more...))
