// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::call;
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

flags! {
    /// Flags of [`Ndarray::matmul`].
    MatmulFlags {
        /// A GPU may round FLOAT32 and COMPLEX64 elements to TF32, of 11 bits, before it multiplies them:
        /// faster, less exact.
        TF32 = 0,
        /// The library's kernel does the work: slower, with sums in an order that follows from shapes and
        /// type alone.
        OWN_KERNEL = 1,
    }
}

/// Options of a product of matrices.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatmulOptions<'a> {
    /// [`MatmulFlags`] bits.
    pub flags: MatmulFlags,
    /// The pool of device memory for temporaries: copies of operands whose strides BLAS does not take, and
    /// cuBLAS's workspace of 32 MiB. None: a pool that the context keeps.
    pub pool: Option<&'a Pool>,
}

impl MatmulOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_matmul_options {
        sys::gc_matmul_options {
            struct_size: core::mem::size_of::<sys::gc_matmul_options>(),
            flags: self.flags.0,
            pool: self.pool.map_or(ptr::null_mut(), |h| h.raw),
        }
    }
}

/// Options of a product of a sparse matrix.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SparseMatmulOptions<'a> {
    /// The pool of device memory for temporaries: parts of rows, and copies of the matrix's ndarrays whose
    /// elements do not follow each other. None: a pool that the context keeps.
    pub pool: Option<&'a Pool>,
}

impl SparseMatmulOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_sparse_matmul_options {
        sys::gc_sparse_matmul_options {
            struct_size: core::mem::size_of::<sys::gc_sparse_matmul_options>(),
            pool: self.pool.map_or(ptr::null_mut(), |h| h.raw),
        }
    }
}

/// Options of a factorisation.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct FactorOptions<'a> {
    /// An ndarray of INT32 and of the shape of the batch, for LAPACK's `info` of each matrix: 0 if it was
    /// factorized. None: the results alone tell, by NaN.
    pub info: Option<&'a Ndarray>,
    /// The pool of device memory for temporaries: a copy of each matrix, of the results, and what the library
    /// works in. None: a pool that the context keeps.
    pub pool: Option<&'a Pool>,
}

impl FactorOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_factor_options {
        sys::gc_factor_options {
            struct_size: core::mem::size_of::<sys::gc_factor_options>(),
            info: self.info.map_or(ptr::null_mut(), |h| h.raw),
            pool: self.pool.map_or(ptr::null_mut(), |h| h.raw),
        }
    }
}

impl Ndarray {
    /// Multiplies two ndarrays as NumPy's matmul does, queued on a stream. The last two dimensions of each
    /// are a matrix; those before them are a batch, and are broadcast. An operand of one dimension is a row
    /// as `left`, a column as `right`, and the results do not have that dimension. All three have one type.
    /// FLOAT16 and BFLOAT16 are summed in float and rounded once; integers wrap around; BOOL is true where a
    /// pair of trues meets. Operands may be views of any strides: transposed ones cost no copy. Preview: may
    /// change in any release.
    ///
    /// * `left`: The left operand.
    /// * `right`: The right operand.
    /// * `options`: Flags, and a pool for temporaries. None: all defaults.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile error (4xx), any
    /// device error.
    pub fn matmul(&self, left: &Ndarray, right: &Ndarray, options: Option<&MatmulOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_matmul(self.raw, left.raw, right.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Multiplies a sparse matrix and a vector or a matrix, queued on a stream. The sparse one is stored by
    /// rows (CSR): row i has the elements of `columns` and `values` from row_offsets\[i] to row_offsets\[i +
    /// 1] - 1, in any order, and sums those of one column. Elements before the first row and behind the last
    /// one belong to none, so that a slice of `row_offsets` is a slice of rows. `ndarray`, `values` and
    /// `right` have one type, FLOAT16, BFLOAT16, FLOAT32, FLOAT64, COMPLEX64 or COMPLEX128; halves are summed
    /// in float and rounded once. A kernel of the library does it, and the same call on the same device gives
    /// the same result each time. Offsets that fall, and a column that `right` has no row for, are read where
    /// they point to, as by any kernel: the CPU device reports what lies outside of the memory if its checks
    /// are on. Preview: may change in any release.
    ///
    /// * `row_offsets`: One more number than there are rows, of INT32 or INT64.
    /// * `columns`: The column of each element, of INT32 or INT64.
    /// * `values`: The elements.
    /// * `right`: The right operand: a vector or a matrix.
    /// * `options`: A pool for temporaries. None: all defaults.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
    /// error (4xx), any device error.
    pub fn sparse_matmul(&self, row_offsets: &Ndarray, columns: &Ndarray, values: &Ndarray, right: &Ndarray, options: Option<&SparseMatmulOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_sparse_matmul(self.raw, row_offsets.raw, columns.raw, values.raw, right.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Solves a @ x = b by Gaussian elimination with partial pivoting, as numpy.linalg.solve does, queued on
    /// a stream. The last two dimensions of `a` are square matrices, those before them a batch; `b` is one
    /// vector, or matrices whose columns are right sides. Batches are broadcast. All have one type, FLOAT32,
    /// FLOAT64, COMPLEX64 or COMPLEX128, as in the other factorisations. Whether a matrix is singular is
    /// known when the work is done: its x is NaN then, and its info the place of a pivot that is 0, from 1.
    /// `x` may be `a` or `b`. Preview: may change in any release.
    ///
    /// * `a`: The matrices.
    /// * `b`: The right sides.
    /// * `options`: An ndarray for what failed, and a pool for temporaries. None: all defaults.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
    /// error (4xx), any device error.
    pub fn solve(&self, a: &Ndarray, b: &Ndarray, options: Option<&FactorOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_solve(self.raw, a.raw, b.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Computes the lower triangular L with L @ L^H = a, as numpy.linalg.cholesky does, queued on a stream.
    /// The lower triangle of the matrices is read. Of a matrix that is not positive definite L is NaN, and
    /// its info the order of the first leading block that is not, from 1. Preview: may change in any release.
    ///
    /// * `a`: The matrices, symmetric or Hermitian.
    /// * `options`: An ndarray for what failed, and a pool for temporaries. None: all defaults.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
    /// error (4xx), any device error.
    pub fn cholesky(&self, a: &Ndarray, options: Option<&FactorOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_cholesky(self.raw, a.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Computes a = q @ r, the columns of q being orthonormal and r upper triangular, as numpy.linalg.qr does
    /// in its reduced form, queued on a stream. For matrices of m rows and n columns, k being the smaller
    /// number, q has the shape (m, k) and r (k, n), behind those of the batch. Signs are those of the library
    /// that does it. The info is 0. Preview: may change in any release.
    ///
    /// * `r`: The ndarray for the upper triangles; it shares no byte with `q`.
    /// * `a`: The matrices.
    /// * `options`: An ndarray for what failed, and a pool for temporaries. None: all defaults.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
    /// error (4xx), any device error.
    pub fn qr(&self, r: &Ndarray, a: &Ndarray, options: Option<&FactorOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_qr(self.raw, r.raw, a.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Computes the singular values of matrices, in descending order, and the vectors of the reduced form, as
    /// numpy.linalg.svd does with full_matrices=False, queued on a stream: a = u @ diag(values) @ vt. For
    /// matrices of m rows and n columns, k being the smaller number, values has the shape (k), u (m, k) and
    /// vt (k, n), behind those of the batch. Results of a matrix that did not converge, or that has a NaN or
    /// an infinity, are NaN, and its info is not 0. Preview: may change in any release.
    ///
    /// * `u`: The ndarray for the left vectors. None: it and `vt`: the values alone.
    /// * `vt`: The ndarray for the right vectors, conjugated, in rows; no two results share a byte. None: it
    ///   and `u`: the values alone.
    /// * `a`: The matrices.
    /// * `options`: An ndarray for what failed, and a pool for temporaries. None: all defaults.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
    /// error (4xx), any device error.
    pub fn svd(&self, u: Option<&Ndarray>, vt: Option<&Ndarray>, a: &Ndarray, options: Option<&FactorOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_svd(self.raw, u.map_or(ptr::null_mut(), |h| h.raw), vt.map_or(ptr::null_mut(), |h| h.raw), a.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }

    /// Computes the eigenvalues of symmetric or Hermitian matrices, in ascending order, and their vectors, as
    /// numpy.linalg.eigh does, queued on a stream: a @ vectors = vectors @ diag(values). The lower triangle
    /// of the matrices is read. Results of a matrix that did not converge, or that has a NaN or an infinity,
    /// are NaN, and its info is not 0. Preview: may change in any release.
    ///
    /// * `vectors`: The ndarray for the vectors, in columns; it may be `a`. None: the values alone.
    /// * `a`: The matrices, symmetric or Hermitian.
    /// * `options`: An ndarray for what failed, and a pool for temporaries. None: all defaults.
    /// * `stream`: The stream it is queued on. None: the default stream of the ndarray's context.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `POOL_LIMIT`, `OUT_OF_RANGE`, `WRONG_CONTEXT`, `UNSUPPORTED`, `IO`, any compile
    /// error (4xx), any device error.
    pub fn eigh(&self, vectors: Option<&Ndarray>, a: &Ndarray, options: Option<&FactorOptions<'_>>, stream: Option<&Stream>) -> Result<()> {
        let options = options.map(|o| o.as_c());
        call(|error| unsafe { sys::gc_ndarray_eigh(self.raw, vectors.map_or(ptr::null_mut(), |h| h.raw), a.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), stream.map_or(ptr::null_mut(), |h| h.raw), error) })
    }
}
