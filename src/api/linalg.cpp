// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "ndarray/factor.h"
#include "ndarray/matmul.h"
#include "ndarray/sparse.h"

namespace gridcall::api {

void ndarray_matmul(core::Ndarray& ndarray, core::Ndarray& left, core::Ndarray& right,
                    const gc_matmul_options& options, const MatmulOptionsObjects& options_objects,
                    core::Stream* stream) {
  ndarray::matmul(ndarray, left, right,
                  {(options.flags & GRIDCALL_MATMUL_TF32) != 0,
                   (options.flags & GRIDCALL_MATMUL_OWN_KERNEL) != 0, options_objects.pool},
                  stream);
}

void ndarray_sparse_matmul(core::Ndarray& ndarray, core::Ndarray& row_offsets, core::Ndarray& columns,
                           core::Ndarray& values, core::Ndarray& right, const gc_sparse_matmul_options&,
                           const SparseMatmulOptionsObjects& options_objects, core::Stream* stream) {
  ndarray::sparse_matmul(ndarray, {row_offsets, columns, values}, right, options_objects.pool, stream);
}

void ndarray_solve(core::Ndarray& x, core::Ndarray& a, core::Ndarray& b, const gc_factor_options&,
                   const FactorOptionsObjects& options_objects, core::Stream* stream) {
  ndarray::solve(x, a, b, {options_objects.info, options_objects.pool}, stream);
}

void ndarray_cholesky(core::Ndarray& ndarray, core::Ndarray& a, const gc_factor_options&,
                      const FactorOptionsObjects& options_objects, core::Stream* stream) {
  ndarray::cholesky(ndarray, a, {options_objects.info, options_objects.pool}, stream);
}

void ndarray_qr(core::Ndarray& q, core::Ndarray& r, core::Ndarray& a, const gc_factor_options&,
                const FactorOptionsObjects& options_objects, core::Stream* stream) {
  ndarray::qr(q, r, a, {options_objects.info, options_objects.pool}, stream);
}

void ndarray_svd(core::Ndarray& s, core::Ndarray* u, core::Ndarray* vt, core::Ndarray& a,
                 const gc_factor_options&, const FactorOptionsObjects& options_objects,
                 core::Stream* stream) {
  ndarray::svd(s, u, vt, a, {options_objects.info, options_objects.pool}, stream);
}

void ndarray_eigh(core::Ndarray& w, core::Ndarray* v, core::Ndarray& a, const gc_factor_options&,
                  const FactorOptionsObjects& options_objects, core::Stream* stream) {
  ndarray::eigh(w, v, a, {options_objects.info, options_objects.pool}, stream);
}

}  // namespace gridcall::api
