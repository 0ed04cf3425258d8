// SPDX-License-Identifier: Apache-2.0
//
// Dense factorisations of batches of matrices, as numpy.linalg's: solve, cholesky, qr, svd and eigh.

#pragma once

#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

struct FactorOptions {
  core::Ndarray* info = nullptr;  // of INT32, a number for each matrix, or nullptr
  core::Pool* pool = nullptr;     // the pool of temporaries, or nullptr
};

void solve(core::Ndarray& x, core::Ndarray& a, core::Ndarray& b, const FactorOptions& options,
           core::Stream* stream);
void cholesky(core::Ndarray& l, core::Ndarray& a, const FactorOptions& options, core::Stream* stream);
void qr(core::Ndarray& q, core::Ndarray& r, core::Ndarray& a, const FactorOptions& options,
        core::Stream* stream);
// `u` and `vt` are nullptr for the values alone.
void svd(core::Ndarray& s, core::Ndarray* u, core::Ndarray* vt, core::Ndarray& a,
         const FactorOptions& options, core::Stream* stream);
// `v` is nullptr for the values alone.
void eigh(core::Ndarray& w, core::Ndarray* v, core::Ndarray& a, const FactorOptions& options,
          core::Stream* stream);

}  // namespace gridcall::ndarray
