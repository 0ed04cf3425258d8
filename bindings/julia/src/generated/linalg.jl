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

"""
    solve(x, a, b; info = nothing, pool = nothing, stream = nothing)

Solves a @ x = b by Gaussian elimination with partial pivoting, as numpy.linalg.solve does, queued on a
stream. The last two dimensions of `a` are square matrices, those before them a batch; `b` is one vector, or
matrices whose columns are right sides. Batches are broadcast. All have one type, FLOAT32, FLOAT64, COMPLEX64
or COMPLEX128, as in the other factorisations. Whether a matrix is singular is known when the work is done:
its x is NaN then, and its info the place of a pivot that is 0, from 1. `x` may be `a` or `b`. Preview: may
change in any release.

- `x`: The ndarray for the solutions, of the shape of `b` and the batch.
- `a`: The matrices.
- `b`: The right sides.
- `info`: An ndarray of INT32 and of the shape of the batch, for LAPACK's `info` of each matrix: 0 if it was
  factorized. `nothing`: the results alone tell, by NaN.
- `pool`: The pool of device memory for temporaries: a copy of each matrix, of the results, and what the
  library works in. `nothing`: a pool that the context keeps.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
`IO`, any compile error (4xx), any device error.
"""
function solve(
    x::Ndarray, a::Ndarray, b::Ndarray; info::Union{Nothing,Ndarray} = nothing,
    pool::Union{Nothing,Pool} = nothing, stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_factor_options(
        sizeof(LibGridCall.gc_factor_options), pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, info),
        pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_solve(x, a, b, Ref(options_struct), raw_stream(stream))
    return nothing
end

"""
    cholesky(ndarray, a; info = nothing, pool = nothing, stream = nothing)

Computes the lower triangular L with L @ L^H = a, as numpy.linalg.cholesky does, queued on a stream. The lower
triangle of the matrices is read. Of a matrix that is not positive definite L is NaN, and its info the order
of the first leading block that is not, from 1. Preview: may change in any release.

- `ndarray`: The ndarray for the factors, of the shape and the type of `a`; it may be `a`.
- `a`: The matrices, symmetric or Hermitian.
- `info`: An ndarray of INT32 and of the shape of the batch, for LAPACK's `info` of each matrix: 0 if it was
  factorized. `nothing`: the results alone tell, by NaN.
- `pool`: The pool of device memory for temporaries: a copy of each matrix, of the results, and what the
  library works in. `nothing`: a pool that the context keeps.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
`IO`, any compile error (4xx), any device error.
"""
function cholesky(
    ndarray::Ndarray, a::Ndarray; info::Union{Nothing,Ndarray} = nothing, pool::Union{Nothing,Pool} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_factor_options(
        sizeof(LibGridCall.gc_factor_options), pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, info),
        pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_cholesky(ndarray, a, Ref(options_struct), raw_stream(stream))
    return nothing
end

"""
    qr(q, r, a; info = nothing, pool = nothing, stream = nothing)

Computes a = q @ r, the columns of q being orthonormal and r upper triangular, as numpy.linalg.qr does in its
reduced form, queued on a stream. For matrices of m rows and n columns, k being the smaller number, q has the
shape (m, k) and r (k, n), behind those of the batch. Signs are those of the library that does it. The info is
0. Preview: may change in any release.

- `q`: The ndarray for the orthonormal columns.
- `r`: The ndarray for the upper triangles; it shares no byte with `q`.
- `a`: The matrices.
- `info`: An ndarray of INT32 and of the shape of the batch, for LAPACK's `info` of each matrix: 0 if it was
  factorized. `nothing`: the results alone tell, by NaN.
- `pool`: The pool of device memory for temporaries: a copy of each matrix, of the results, and what the
  library works in. `nothing`: a pool that the context keeps.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
`IO`, any compile error (4xx), any device error.
"""
function qr(
    q::Ndarray, r::Ndarray, a::Ndarray; info::Union{Nothing,Ndarray} = nothing,
    pool::Union{Nothing,Pool} = nothing, stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_factor_options(
        sizeof(LibGridCall.gc_factor_options), pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, info),
        pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_qr(q, r, a, Ref(options_struct), raw_stream(stream))
    return nothing
end

"""
    svd(values, a; u = nothing, vt = nothing, info = nothing, pool = nothing, stream = nothing)

Computes the singular values of matrices, in descending order, and the vectors of the reduced form, as
numpy.linalg.svd does with full_matrices=False, queued on a stream: a = u @ diag(values) @ vt. For matrices of
m rows and n columns, k being the smaller number, values has the shape (k), u (m, k) and vt (k, n), behind
those of the batch. Results of a matrix that did not converge, or that has a NaN or an infinity, are NaN, and
its info is not 0. Preview: may change in any release.

- `values`: The ndarray for the singular values: FLOAT32 or FLOAT64, as the parts of `a`.
- `u`: The ndarray for the left vectors. `nothing`: it and `vt`: the values alone.
- `vt`: The ndarray for the right vectors, conjugated, in rows; no two results share a byte. `nothing`: it and
  `u`: the values alone.
- `a`: The matrices.
- `info`: An ndarray of INT32 and of the shape of the batch, for LAPACK's `info` of each matrix: 0 if it was
  factorized. `nothing`: the results alone tell, by NaN.
- `pool`: The pool of device memory for temporaries: a copy of each matrix, of the results, and what the
  library works in. `nothing`: a pool that the context keeps.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
`IO`, any compile error (4xx), any device error.
"""
function svd(
    values::Ndarray, a::Ndarray; u::Union{Nothing,Ndarray} = nothing, vt::Union{Nothing,Ndarray} = nothing,
    info::Union{Nothing,Ndarray} = nothing, pool::Union{Nothing,Pool} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_factor_options(
        sizeof(LibGridCall.gc_factor_options), pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, info),
        pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_svd(
        values, something(u, C_NULL), something(vt, C_NULL), a, Ref(options_struct), raw_stream(stream)
    )
    return nothing
end

"""
    eigh(values, a; vectors = nothing, info = nothing, pool = nothing, stream = nothing)

Computes the eigenvalues of symmetric or Hermitian matrices, in ascending order, and their vectors, as
numpy.linalg.eigh does, queued on a stream: a @ vectors = vectors @ diag(values). The lower triangle of the
matrices is read. Results of a matrix that did not converge, or that has a NaN or an infinity, are NaN, and
its info is not 0. Preview: may change in any release.

- `values`: The ndarray for the eigenvalues: FLOAT32 or FLOAT64, as the parts of `a`.
- `vectors`: The ndarray for the vectors, in columns; it may be `a`. `nothing`: the values alone.
- `a`: The matrices, symmetric or Hermitian.
- `info`: An ndarray of INT32 and of the shape of the batch, for LAPACK's `info` of each matrix: 0 if it was
  factorized. `nothing`: the results alone tell, by NaN.
- `pool`: The pool of device memory for temporaries: a copy of each matrix, of the results, and what the
  library works in. `nothing`: a pool that the context keeps.
- `stream`: The stream it is queued on. `nothing`: the default stream of the ndarray's context.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`,
`IO`, any compile error (4xx), any device error.
"""
function eigh(
    values::Ndarray, a::Ndarray; vectors::Union{Nothing,Ndarray} = nothing,
    info::Union{Nothing,Ndarray} = nothing, pool::Union{Nothing,Pool} = nothing,
    stream::Union{Nothing,Stream} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_factor_options(
        sizeof(LibGridCall.gc_factor_options), pin_handle!(roots, Ptr{LibGridCall.gc_ndarray}, info),
        pin_handle!(roots, Ptr{LibGridCall.gc_pool}, pool)
    )
    GC.@preserve roots @check LibGridCall.gc_ndarray_eigh(
        values, something(vectors, C_NULL), a, Ref(options_struct), raw_stream(stream)
    )
    return nothing
end
