# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    matmul(ndarray, left, right; flags = 0, pool = nothing, stream = nothing)

Multiplies two ndarrays as NumPy's matmul does, queued on a stream. The last two dimensions of each are a
matrix; those before them are a batch, and are broadcast. An operand of one dimension is a row as `left`, a
column as `right`, and the results do not have that dimension. All three have one type. FLOAT16 and BFLOAT16
are summed in float and rounded once; integers wrap around; BOOL is true where a pair of trues meets. Operands
may be views of any strides: transposed ones cost no copy. Preview: may change in any release.

- `ndarray`: The ndarray for the results, of the shape of the product; it shares no byte with `left` or
  `right`.
- `left`: The left operand.
- `right`: The right operand.
- `flags`: `MATMUL_*` bits. Several of `:TF32`, `:OWN_KERNEL`.
- `pool`: The pool of device memory for temporaries: copies of operands whose strides BLAS does not take, and
  cuBLAS's workspace of 32 MiB. `nothing`: a pool that the context keeps.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any
compile error (4xx), any device error.
"""
function matmul(
    ndarray::Ndarray, left::Ndarray, right::Ndarray; flags = 0, pool::Union{Nothing,Pool} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_matmul_options(
        sizeof(LibGridCall.gc_matmul_options), flag_bits(MatmulFlags, flags),
        pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_matmul(
        ndarray, left, right, Ref(options_struct), raw_stream(stream)
    )
    return nothing
end

"""
    sparse_matmul(ndarray, row_offsets, columns, values, right; pool = nothing, stream = nothing)

Multiplies a sparse matrix and a vector or a matrix, queued on a stream. The sparse one is stored by rows
(CSR): row i has the elements of `columns` and `values` from row_offsets[i] to row_offsets[i + 1] - 1, in any
order, and sums those of one column. Elements before the first row and behind the last one belong to none, so
that a slice of `row_offsets` is a slice of rows. `ndarray`, `values` and `right` have one type, FLOAT16,
BFLOAT16, FLOAT32, FLOAT64, COMPLEX64 or COMPLEX128; halves are summed in float and rounded once. A kernel of
the library does it, and the same call on the same device gives the same result each time. Offsets that fall,
and a column that `right` has no row for, are read where they point to, as by any kernel: the CPU device
reports what lies outside of the memory if its checks are on. Preview: may change in any release.

- `ndarray`: The ndarray for the results, of the rows of the matrix and the columns of `right`, if it has
  those; it shares no byte with the others.
- `row_offsets`: One more number than there are rows, of INT32 or INT64.
- `columns`: The column of each element, of INT32 or INT64.
- `values`: The elements.
- `right`: The right operand: a vector or a matrix.
- `pool`: The pool of device memory for temporaries: parts of rows, and copies of the matrix's ndarrays whose
  elements do not follow each other. `nothing`: a pool that the context keeps.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
`IO`, any compile error (4xx), any device error.
"""
function sparse_matmul(
    ndarray::Ndarray, row_offsets::Ndarray, columns::Ndarray, values::Ndarray,
    right::Ndarray; pool::Union{Nothing,Pool} = nothing, stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_sparse_matmul_options(
        sizeof(LibGridCall.gc_sparse_matmul_options), pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_sparse_matmul(
        ndarray, row_offsets, columns, values, right, Ref(options_struct), raw_stream(stream)
    )
    return nothing
end
