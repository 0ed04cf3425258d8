# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

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
