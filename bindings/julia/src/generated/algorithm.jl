# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    transform_reduce(ndarray, expression, inputs, scalars, reduction, axes; stream = nothing)

Combines the values of an expression along some dimensions, or all, queued on a stream: SUM of "a * b" is a
dot product, SUM of "(a - x) * (a - x)" a variance, `ARG_MIN` of "fabs(a - x)" the element nearest to x. The
expression is one of `apply`, the indices being those in the common shape of the inputs, to which each is
broadcast; no array of its values is made. The rest is as in `ndarray_reduce`, with the type of the expression
in the place of the elements'. Preview: may change in any release.

- `ndarray`: The ndarray for the results: of the common shape of the inputs without the dimensions in `axes`,
  or with 1 in their place.
- `inputs`: The ndarrays that it reads, 1 to 8; they share no byte with the results.
- `scalars`: The numbers that it reads, up to 6.
- `axes`: The dimensions that are reduced; none: all.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_OPTIONS`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
error (4xx), any device error.
"""
function transform_reduce(
    ndarray::Ndarray, expression::AbstractString, inputs, scalars, reduction::Union{Reduction,Integer,Symbol},
    axes; stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    inputs_items = Ptr{LibGridCall.gc_ndarray}[pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, x) for x in inputs]
    scalars_items = pin_all!(roots, LibGridCall.gc_scalar, scalars)
    axes_items = UInt32[x for x in axes]
    GC.@preserve roots @check LibGridCall.gc_ndarray_transform_reduce(
        ndarray, expression, inputs_items, length(inputs_items), scalars_items, length(scalars_items),
        code(Reduction, reduction), axes_items, length(axes_items), raw_stream(stream)
    )
    return nothing
end

"""
    fill_random(ndarray; distribution = 0, seed = 0, offset = 0, a = 0, b = 0, stream = nothing)

Fills an ndarray with random numbers, queued on a stream. Element i in C's order is a function of the seed,
the distribution and `offset` + i alone, so that a fill of two halves equals one of the whole. They are
Philox4x32-10's words, as curand_kernel.h has them for the seed, subsequence 0: element n takes word n, and of
numbers with 53 random bits, or of a range above 2^32, words 2n and 2n + 1. UNIFORM numbers are a + (b - a) *
u, each operation rounded, u being a multiple of 2^-24, of FLOAT64 of 2^-53; FLOAT16 and BFLOAT16 are rounded
from FLOAT32. a and b are rounded to the type first; a number that would be rounded up to b is the one before
it. NORMAL ones are pairs by Box and Muller. Words that are refused, of INTEGERS and POISSON, are replaced by
those of the following subsequences. Preview: may change in any release.

- `ndarray`: The ndarray, of real numbers; a complex one is viewed as its parts (`ndarray_view`).
- `distribution`: The distribution. One of `:UNIFORM`, `:NORMAL`, `:LOG_NORMAL`, `:POISSON`, `:INTEGERS`.
- `seed`: The key of the numbers: any.
- `offset`: The number of the first element. The element behind it, in C's order, has the next number.
- `a`: The first parameter of the distribution.
- `b`: The second parameter of the distribution.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
device error.
"""
function fill_random(
    ndarray::Ndarray; distribution::Union{RandomDistribution,Integer,Symbol} = 0, seed::Integer = 0,
    offset::Integer = 0, a::Real = 0, b::Real = 0, stream::Union{Nothing,Stream} = nothing
)
    options_struct = LibGridCall.gc_random_options(
        sizeof(LibGridCall.gc_random_options), code(RandomDistribution, distribution), 0, seed, offset, a, b
    )
    @check LibGridCall.gc_ndarray_fill_random(ndarray, Ref(options_struct), raw_stream(stream))
    return nothing
end
