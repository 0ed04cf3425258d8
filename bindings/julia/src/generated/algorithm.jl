# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    ndarray_transform_reduce(outputs, expression, inputs, scalars, reductions, axes; combine = nothing,
        neutral = nothing, preamble = nothing, stream = nothing)

Combines the values of expressions along some dimensions, or all, queued on a stream: SUM of "a * b" is a dot
product, `ARG_MIN` of "fabs(a - x)" the place of the element nearest to x. Several results take one pass, in
which each input is read once: MIN, MAX, SUM and SUM of "a; a; a; a * a". Each expression is one of `apply`,
with the indices of the common shape of the inputs, to which each is broadcast; the rest is as in
`ndarray_reduce`. CUSTOM combines values of the type of its results, as expressions compute with it, in C's
order of the reduced dimensions, so that a * b may differ from b * a. Preview: may change in any release.

- `outputs`: The ndarrays for the results, 1 to 8, of any types: each of the common shape of the inputs
  without the dimensions in `axes`, or with 1 in their place. They share no byte.
- `expression`: The expressions, one for each output, with ";" between them.
- `inputs`: The ndarrays that they read, 1 to 8; they share no byte with the results.
- `combine`: The combination of two values, a and b, as an expression: (a * b) of a product. It is
  associative, but for rounding; a is of elements before those of b. `nothing`: CUSTOM is not among
  `reductions`.
- `neutral`: The value that changes nothing in a combination, on either side, as an expression of constants: 1
  of a product. It is the result of no elements. `nothing`: CUSTOM is not among `reductions`.
- `preamble`: CUDA C++ with device functions that the expressions may call, as `ndarray_transform` has it.
  `nothing`: there is none.
- `scalars`: The numbers that they read, up to 6.
- `reductions`: The reductions: one for each output, or one for all.
- `axes`: The dimensions that are reduced; none: all.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarrays' context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
device error.
"""
function ndarray_transform_reduce(
    outputs, expression::AbstractString, inputs, scalars, reductions,
    axes; combine::Union{Nothing,AbstractString} = nothing, neutral::Union{Nothing,AbstractString} = nothing,
    preamble::Union{Nothing,AbstractString} = nothing, stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    outputs_items = Ptr{LibGridCall.gc_ndarray}[pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, x) for x in outputs]
    inputs_items = Ptr{LibGridCall.gc_ndarray}[pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, x) for x in inputs]
    options_struct = LibGridCall.gc_reduce_options(
        sizeof(LibGridCall.gc_reduce_options), pin!(roots, combine), pin!(roots, neutral), pin!(roots, preamble)
    )
    scalars_items = pin_all!(roots, LibGridCall.gc_scalar, scalars)
    reductions_items = Int32[code(Reduction, x) for x in reductions]
    axes_items = UInt32[x for x in axes]
    GC.@preserve roots @check LibGridCall.gc_ndarray_transform_reduce(
        outputs_items, length(outputs_items), expression, inputs_items, length(inputs_items), Ref(options_struct),
        scalars_items, length(scalars_items), reductions_items, length(reductions_items), axes_items,
        length(axes_items), raw_stream(stream)
    )
    return nothing
end

"""
    ndarray_transform(outputs, expression, inputs, scalars; preamble = nothing, input_names = (), scalar_names
        = (), stream = nothing)

Computes an expression for each of several ndarrays, in one pass over the inputs, queued on a stream: "a + b;
a - b" for two. Each is one of `apply`, the shorter call for one result. Here operands can be 16 of each kind,
have names of the caller's in place of letters, and be arguments of the caller's own functions, in
`options->preamble`. The inputs are broadcast to the outputs' shape, and may overlap outputs or be some of
them: expressions see them as they are before the call. Functions of the preamble get elements as expressions
compute with them: FLOAT16 and BFLOAT16 as float, BOOL as bool, complex numbers as complex_number<float> and
complex_number<double>, with real(), imag() and operators. It stands behind the library's declarations, whose
names, u32 and convert among them, are taken. Unlike an expression it can reach memory: it is trusted as a
kernel's source is. What a compiler refuses is COMPILE, and the log names the line in "preamble", or in
"expression" the number of the expression. Preview: may change in any release.

- `outputs`: The ndarrays for the results, 1 to 8, of one shape; they share no byte.
- `expression`: The expressions, with ";" between them.
- `inputs`: The ndarrays that they read, up to 16.
- `preamble`: CUDA C++ with device functions that the expressions may call. `nothing`: there is none.
- `input_names`: The names of the inputs, of up to 64 letters, digits and _; none: a, b ... h.
- `scalar_names`: The names of the scalars; none: x, y, z, u, v, w.
- `scalars`: The numbers that they read, up to 16.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarrays' context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
device error.
"""
function ndarray_transform(
    outputs, expression::AbstractString, inputs, scalars; preamble::Union{Nothing,AbstractString} = nothing,
    input_names = (), scalar_names = (), stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    outputs_items = Ptr{LibGridCall.gc_ndarray}[pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, x) for x in outputs]
    inputs_items = Ptr{LibGridCall.gc_ndarray}[pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, x) for x in inputs]
    input_names_items = pin_all!(roots, Cstring, input_names)
    scalar_names_items = pin_all!(roots, Cstring, scalar_names)
    options_struct = LibGridCall.gc_transform_options(
        sizeof(LibGridCall.gc_transform_options), pin!(roots, preamble), first_pointer(input_names_items),
        length(input_names_items), first_pointer(scalar_names_items), length(scalar_names_items)
    )
    scalars_items = pin_all!(roots, LibGridCall.gc_scalar, scalars)
    GC.@preserve roots @check LibGridCall.gc_ndarray_transform(
        outputs_items, length(outputs_items), expression, inputs_items, length(inputs_items), Ref(options_struct),
        scalars_items, length(scalars_items), raw_stream(stream)
    )
    return nothing
end

"""
    prepared_from_expression(outputs, expression, inputs, scalars; preamble = nothing, input_names = (),
        scalar_names = ())

Checks and compiles what `ndarray_transform` computes, once, for a loop: `launch_with` queues it, at the cost
of a prepared launch, on any stream of the ndarrays' context, also while a graph captures it. It holds the
memory of the ndarrays, which may be released, and reads and writes what is there at each launch; of none of
their elements a launch does nothing. An input shares bytes with an output only if it is the same elements:
`INVALID_ARGUMENT`, because `ndarray_transform` would copy it first. Its arguments are the outputs, the
inputs, then the scalars. `set_arg!` replaces a scalar by a number of its type, the first one at the index
`output_count` + `input_count`; other arguments are `OUT_OF_RANGE`, and a shape or arguments with
`launch_with`, or `set_config!`, UNSUPPORTED. Preview: may change in any release.

- `outputs`: The ndarrays for the results, 1 to 8, of one shape; they share no byte.
- `expression`: The expressions, with ";" between them.
- `inputs`: The ndarrays that they read, up to 16.
- `preamble`: CUDA C++ with device functions that the expressions may call. `nothing`: there is none.
- `input_names`: The names of the inputs, of up to 64 letters, digits and _; none: a, b ... h.
- `scalar_names`: The names of the scalars; none: x, y, z, u, v, w.
- `scalars`: The numbers that they read, up to 16.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
device error.
"""
function prepared_from_expression(
    outputs, expression::AbstractString, inputs, scalars; preamble::Union{Nothing,AbstractString} = nothing,
    input_names = (), scalar_names = ()
)
    roots = Any[]  # what the arguments point to
    outputs_items = Ptr{LibGridCall.gc_ndarray}[pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, x) for x in outputs]
    inputs_items = Ptr{LibGridCall.gc_ndarray}[pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, x) for x in inputs]
    input_names_items = pin_all!(roots, Cstring, input_names)
    scalar_names_items = pin_all!(roots, Cstring, scalar_names)
    options_struct = LibGridCall.gc_transform_options(
        sizeof(LibGridCall.gc_transform_options), pin!(roots, preamble), first_pointer(input_names_items),
        length(input_names_items), first_pointer(scalar_names_items), length(scalar_names_items)
    )
    scalars_items = pin_all!(roots, LibGridCall.gc_scalar, scalars)
    out_prepared = Ref{Ptr{LibGridCall.gc_prepared}}(C_NULL)
    GC.@preserve roots @check LibGridCall.gc_prepared_from_expression(
        outputs_items, length(outputs_items), expression, inputs_items, length(inputs_items), Ref(options_struct),
        scalars_items, length(scalars_items), out_prepared
    )
    return Prepared(out_prepared[])
end
prepared_from_expression(f::Function, arguments...; options...) = with(f, prepared_from_expression(arguments...; options...))

"""
    fill_random(ndarray; distribution = 0, generator = 0, seed = 0, offset = 0, a = 0, b = 0, dimension = 0,
        stream = nothing)

Fills an ndarray with random numbers, queued on a stream. Element i in C's order is a function of the seed,
the distribution and `offset` + i alone, so that a fill of two halves equals one of the whole. They are
Philox4x32-10's words, as curand_kernel.h has them for the seed, subsequence 0: element n takes word n, and of
numbers with 53 random bits, or of a range above 2^32, words 2n and 2n + 1. UNIFORM numbers are a + (b - a) *
u, each operation rounded, u being a multiple of 2^-24, of FLOAT64 of 2^-53; FLOAT16 and BFLOAT16 are rounded
from FLOAT32. a and b are rounded to the type first; a number that would be rounded up to b is the one before
it. NORMAL ones are pairs by Box and Muller. Words that are refused, of INTEGERS and POISSON, are replaced by
those of the following subsequences. Other generators' words are taken likewise, of POISSON words 4n to 4n +
3; in place of refused ones come Philox's. They are made in temporary memory of 64 MiB at most. SOBOL32's
element n takes word n alone, in which UNIFORM numbers of FLOAT64 are multiples of 2^-32, and refuses none.
Preview: may change in any release.

- `ndarray`: The ndarray, of real numbers; a complex one is viewed as its parts (`ndarray_view`).
- `distribution`: The distribution. One of `:UNIFORM`, `:NORMAL`, `:LOG_NORMAL`, `:POISSON`, `:INTEGERS`.
- `generator`: The generator. One of `:PHILOX`, `:XORWOW`, `:MRG32K3A`, `:SOBOL32`.
- `seed`: The key of the numbers: any.
- `offset`: The number of the first element. The element behind it, in C's order, has the next number.
- `a`: The first parameter of the distribution.
- `b`: The second parameter of the distribution.
- `dimension`: The dimension of SOBOL32's points, 0 to 20, of Joe and Kuo; else 0.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
device error.
"""
function fill_random(
    ndarray::Ndarray; distribution::Union{RandomDistribution,Integer,Symbol} = 0,
    generator::Union{RandomGenerator,Integer,Symbol} = 0, seed::Integer = 0, offset::Integer = 0, a::Real = 0,
    b::Real = 0, dimension::Integer = 0, stream::Union{Nothing,Stream} = nothing
)
    options_struct = LibGridCall.gc_random_options(
        sizeof(LibGridCall.gc_random_options), code(RandomDistribution, distribution),
        code(RandomGenerator, generator), seed, offset, a, b, dimension, 0
    )
    @check LibGridCall.gc_ndarray_fill_random(ndarray, Ref(options_struct), raw_stream(stream))
    return nothing
end

"""
    ndarray_sort(ndarray, src; flags = 0, axis = 0, values = nothing, values_src = nothing, pool = nothing,
        segments = nothing, stream = nothing)

Sorts an ndarray along a dimension, queued on a stream. Equal elements keep their order. NaN is greater than
all numbers and equal to NaN, -0.0 equals 0.0, and true is greater than false. It is a radix sort, of as many
passes as a key has bytes; a pass in which all keys have the same byte moves nothing. If at most half of the
elements are kept, these are found first, and sorted alone. A segment is sorted by one worker or block.
Preview: may change in any release.

- `ndarray`: The ndarray for the sorted elements, of the type of `src` and of its shape; or shorter along the
  dimension, for the first elements of the order.
- `src`: The ndarray that is sorted, of real numbers; it may be the same, and may overlap.
- `flags`: `SORT_*` bits. Or `:DESCENDING`.
- `axis`: The dimension along which elements are sorted.
- `values`: The ndarray for the values, of the shape of the results and of any type, records too. `nothing`:
  the keys are sorted alone.
- `values_src`: The ndarray with the values of the elements of `src`, of the type of `values`; it may be
  `values`. `nothing`: the values are the places of the sorted elements in `src`, from 0, along the dimension;
  they are integers of 32 or 64 bits.
- `pool`: The pool that temporary memory is taken from. `nothing`: the context.
- `segments`: An ndarray of offsets, INT32 or INT64, at which `src`, of one dimension, is cut into segments:
  each is sorted by itself. They ascend, from 0 to the number of elements; 0 and that number may be among
  them. `nothing`: the dimension is one segment.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
`IO`, any compile error (4xx), any device error.
"""
function ndarray_sort(
    ndarray::Ndarray, src::Ndarray; flags = 0, axis::Integer = 0, values::Union{Nothing,Ndarray} = nothing,
    values_src::Union{Nothing,Ndarray} = nothing, pool::Union{Nothing,Pool} = nothing,
    segments::Union{Nothing,Ndarray} = nothing, stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_sort_options(
        sizeof(LibGridCall.gc_sort_options), flag_bits(SortFlags, flags), axis, 0,
        pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, values),
        pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, values_src),
        pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool),
        pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, segments)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_sort(ndarray, src, Ref(options_struct), raw_stream(stream))
    return nothing
end

"""
    scan(ndarray, src, reduction; flags = 0, axis = 0, pool = nothing, segments = nothing, combine = nothing,
        neutral = nothing, preamble = nothing, map = nothing, output = nothing, b = nothing, c = nothing, d =
        nothing, stream = nothing)

Combines each element of an ndarray with all before it along a dimension, queued on a stream: SUM gives
running sums. Types and conversions are those of `ndarray_reduce`, and the same call on the same device gives
the same result each time. CUSTOM combines values of the type of the results, as expressions compute with it,
in their order, so that a * b may differ from b * a. `map` and `output` of the options are expressions of
`apply`, in which a is the element of `src`. The value of `map` is combined in place of the element; that of
`output` is stored, in which item is the combination with the element and prev_item that without it, of the
elements before: SUM of "a * b" with "item / (i + 1)" gives running means of products. Both are of the type
that is computed with, int of ANY and ALL, and of segments prev_item begins anew. With `output` CUSTOM
combines values of the type of `map`, of int at least. Preview: may change in any release.

- `ndarray`: The ndarray for the results, of the shape of `src`.
- `src`: The ndarray that is read; it may be the same, and may overlap.
- `reduction`: The combination; not `ARG_MIN` and `ARG_MAX`.
- `flags`: `SCAN_*` bits. Or `:EXCLUSIVE`.
- `axis`: The dimension along which elements are combined.
- `pool`: The pool that temporary memory is taken from. `nothing`: the context.
- `segments`: An ndarray of offsets, INT32 or INT64, at which `src`, of one dimension, is cut into segments:
  each is scanned by itself. They ascend, from 0 to the number of elements; 0 and that number may be among
  them. `nothing`: the dimension is one segment.
- `combine`: The combination of two values, a and b, as `ReduceOptions` has it. `nothing`: `reduction` is not
  CUSTOM.
- `neutral`: The value that changes nothing in a combination, on either side, as an expression of constants.
  `nothing`: `reduction` is not CUSTOM.
- `preamble`: CUDA C++ with device functions that the expressions may call, as `ndarray_transform` has it.
  `nothing`: there is none.
- `map`: The value of an element that is combined, as an expression. `nothing`: the element.
- `output`: The value that is stored, as an expression. EXCLUSIVE goes without it: write prev_item. `nothing`:
  the combination.
- `b`: An ndarray whose elements `map` and `output` name b. It is broadcast to the shape of `src`, and may be
  one of the others, and overlap. `nothing`: expressions have no b.
- `c`: Likewise of c. `nothing`: expressions have no c.
- `d`: Likewise of d. `nothing`: expressions have no d.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
error (4xx), any device error.
"""
function scan(
    ndarray::Ndarray, src::Ndarray, reduction::Union{Reduction,Integer,Symbol}; flags = 0, axis::Integer = 0,
    pool::Union{Nothing,Pool} = nothing, segments::Union{Nothing,Ndarray} = nothing,
    combine::Union{Nothing,AbstractString} = nothing, neutral::Union{Nothing,AbstractString} = nothing,
    preamble::Union{Nothing,AbstractString} = nothing, map::Union{Nothing,AbstractString} = nothing,
    output::Union{Nothing,AbstractString} = nothing, b::Union{Nothing,Ndarray} = nothing,
    c::Union{Nothing,Ndarray} = nothing, d::Union{Nothing,Ndarray} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_scan_options(
        sizeof(LibGridCall.gc_scan_options), flag_bits(ScanFlags, flags), axis, 0,
        pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool),
        pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, segments), pin!(roots, combine), pin!(roots, neutral),
        pin!(roots, preamble), pin!(roots, map), pin!(roots, output),
        pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, b), pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, c),
        pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, d)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_scan(
        ndarray, src, code(Reduction, reduction), Ref(options_struct), raw_stream(stream)
    )
    return nothing
end

"""
    select(ndarray, mask; src = nothing, count = nothing, pool = nothing, stream = nothing)

Moves the elements whose mask is true to the front of an ndarray, in C's order, queued on a stream. What is
behind them stays as it was. Elements for which there is no room are left out, and `count` counts them too.
Without `src` the results are the places of the true elements in the mask, from 0, as NumPy's flatnonzero has
them. Preview: may change in any release.

- `ndarray`: The ndarray for the elements, of one dimension and of the type of `src`, records too; for places
  integers of 32 or 64 bits.
- `src`: The ndarray whose elements are selected; it may be the same, and may overlap. `nothing`: the results
  are places.
- `mask`: The ndarray of BOOL, of the shape of `src`.
- `count`: The ndarray for the number of true elements, of INT64 with one element; it shares no byte with the
  results. `nothing`: the number is not wanted.
- `pool`: The pool that temporary memory is taken from. `nothing`: the context.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
`IO`, any compile error (4xx), any device error.
"""
function select(
    ndarray::Ndarray, mask::Ndarray; src::Union{Nothing,Ndarray} = nothing,
    count::Union{Nothing,Ndarray} = nothing, pool::Union{Nothing,Pool} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_select_options(
        sizeof(LibGridCall.gc_select_options), pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_select(
        ndarray, something(src, C_NULL), mask, something(count, C_NULL), Ref(options_struct), raw_stream(stream)
    )
    return nothing
end

"""
    reduce_by_key(keys, src_keys, reduction; values = nothing, src_values = nothing, count = nothing, pool =
        nothing, stream = nothing)

Makes one key of each run of equal keys that follow each other in C's order, and combines the values of the
run, queued on a stream. Equal keys that are apart are several runs: of sorted keys (`ndarray_sort`) there is
one run each. NaN equals NaN, and -0.0 equals 0.0; the first key of a run stays. Without `src_values` the
values are the lengths of the runs, and without `values` too there are keys alone. What is behind the results
stays as it was; runs for which there is no room are left out, and `count` counts them too. Types and
conversions of values are those of `ndarray_reduce`, and the same call on the same device gives the same
result each time. Preview: may change in any release.

- `keys`: The ndarray for the keys, of one dimension and of the type of `src_keys`.
- `values`: The ndarray for the reductions, of the shape of `keys`, with which it shares no byte; for lengths
  integers of 32 or 64 bits. `nothing`: there are keys alone.
- `src_keys`: The keys, real numbers; it may be one of the results, and may overlap.
- `src_values`: The values, of the shape of `src_keys`; it may be one of the results, and may overlap.
  `nothing`: the values are the lengths of the runs.
- `reduction`: The combination; not `ARG_MIN`, `ARG_MAX` and CUSTOM.
- `count`: The ndarray for the number of runs, of INT64 with one element; it shares no byte with the results.
  `nothing`: the number is not wanted.
- `pool`: The pool that temporary memory is taken from. `nothing`: the context.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
error (4xx), any device error.
"""
function reduce_by_key(
    keys::Ndarray, src_keys::Ndarray,
    reduction::Union{Reduction,Integer,Symbol}; values::Union{Nothing,Ndarray} = nothing,
    src_values::Union{Nothing,Ndarray} = nothing, count::Union{Nothing,Ndarray} = nothing,
    pool::Union{Nothing,Pool} = nothing, stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_select_options(
        sizeof(LibGridCall.gc_select_options), pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_reduce_by_key(
        keys, something(values, C_NULL), src_keys, something(src_values, C_NULL), code(Reduction, reduction),
        something(count, C_NULL), Ref(options_struct), raw_stream(stream)
    )
    return nothing
end

"""
    histogram(counts, src; lower = 0, upper = 0, edges = nothing, weights = nothing, pool = nothing, stream =
        nothing)

Counts the elements in each bin, or adds their weights up, queued on a stream. As by NumPy's histogram, a bin
has its lower edge and not its upper one, but for the last bin, which has both; what is in no bin, NaN for
instance, is not counted. Elements and edges are compared as FLOAT64, and edge i of bins of one width is i *
((upper - lower) / bins) + lower. Counts, and sums of weights that are integers, are the same each time. Sums
of floats are made in FLOAT64: on the CPU device in the same order each time, on a GPU in any. Preview: may
change in any release.

- `counts`: The ndarray for the results, with an element for each bin, in one dimension: integers of 32 or 64
  bits, or, of weights, FLOAT32 or FLOAT64. It is overwritten.
- `src`: The ndarray whose elements are counted, real numbers of any shape.
- `lower`: The lower edge of the first of bins of one width.
- `upper`: The upper edge of the last of them.
- `edges`: The edges between the bins in ascending order, real numbers, in one dimension; one more than there
  are bins. `lower` and `upper` are not read then. `nothing`: bins of one width.
- `weights`: The weights of the elements, real numbers, of the shape of `src`. `nothing`: an element counts 1.
- `pool`: The pool that temporary memory is taken from. `nothing`: the context.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
error (4xx), any device error.
"""
function histogram(
    counts::Ndarray, src::Ndarray; lower::Real = 0, upper::Real = 0, edges::Union{Nothing,Ndarray} = nothing,
    weights::Union{Nothing,Ndarray} = nothing, pool::Union{Nothing,Pool} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_histogram_options(
        sizeof(LibGridCall.gc_histogram_options), lower, upper,
        pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, edges),
        pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, weights),
        pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_histogram(counts, src, Ref(options_struct), raw_stream(stream))
    return nothing
end

"""
    search(ndarray, sorted, values; flags = 0, stream = nothing)

Finds where each value would be in a sorted ndarray, queued on a stream: the place of the first element that
is not less than it, as NumPy's searchsorted. The order is that of `ndarray_sort`, ascending, in which NaN is
behind all numbers. Preview: may change in any release.

- `ndarray`: The ndarray for the places, of the shape of `values`: integers of 32 or 64 bits.
- `sorted`: The ndarray that is searched: real numbers in ascending order, in one dimension.
- `values`: The values, of the type of `sorted`.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any
compile error (4xx), any device error.
"""
function search(
    ndarray::Ndarray, sorted::Ndarray, values::Ndarray; flags = 0, stream::Union{Nothing,Stream} = nothing
)
    @check LibGridCall.gc_ndarray_search(ndarray, sorted, values, flag_bits(SearchFlags, flags), raw_stream(stream))
    return nothing
end

"""
    take(ndarray, src, indices; flags = 0, axis = 0, stream = nothing)

Takes elements of a dimension by their indices, queued on a stream: NumPy's take. Where indices have one
dimension and that is the first, row i of the result is row `indices`[i] of `src`. Preview: may change in any
release.

- `ndarray`: The ndarray for the elements, of the type of `src`, and of its shape with that of `indices` in
  place of the dimension.
- `src`: The ndarray that elements are taken of, records too; it may overlap the result.
- `indices`: The indices: integers of any shape.
- `flags`: `INDEX_*` bits. Without WRAP and CLIP, negative indices count from the end, an element out of range
  is read as 0 and not written. Several of `:WRAP`, `:CLIP`, `:ADD`.
- `axis`: The dimension that indices are of.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any
compile error (4xx), any device error.
"""
function take(
    ndarray::Ndarray, src::Ndarray, indices::Ndarray; flags = 0, axis::Integer = 0,
    stream::Union{Nothing,Stream} = nothing
)
    options_struct = LibGridCall.gc_index_options(
        sizeof(LibGridCall.gc_index_options), flag_bits(IndexFlags, flags), axis, 0
    )
    @check LibGridCall.gc_ndarray_take(ndarray, src, indices, Ref(options_struct), raw_stream(stream))
    return nothing
end

"""
    put(ndarray, indices, values; flags = 0, axis = 0, stream = nothing)

Puts values to elements of a dimension by their indices, queued on a stream: row `indices`[i] of the ndarray
becomes row i of `values`. Of several values for one element one is there in the end, any; of values of more
than 16 bytes it may have parts of several. Preview: may change in any release.

- `ndarray`: The ndarray whose elements are written.
- `indices`: The indices: integers of any shape.
- `values`: The values, of the type of `ndarray`, records too. They are broadcast to its shape with that of
  `indices` in place of the dimension, and may overlap it.
- `flags`: `INDEX_*` bits. Without WRAP and CLIP, negative indices count from the end, an element out of range
  is read as 0 and not written. Several of `:WRAP`, `:CLIP`, `:ADD`.
- `axis`: The dimension that indices are of.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any
compile error (4xx), any device error.
"""
function put(
    ndarray::Ndarray, indices::Ndarray, values::Ndarray; flags = 0, axis::Integer = 0,
    stream::Union{Nothing,Stream} = nothing
)
    options_struct = LibGridCall.gc_index_options(
        sizeof(LibGridCall.gc_index_options), flag_bits(IndexFlags, flags), axis, 0
    )
    @check LibGridCall.gc_ndarray_put(ndarray, indices, values, Ref(options_struct), raw_stream(stream))
    return nothing
end
