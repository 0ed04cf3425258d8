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
}
