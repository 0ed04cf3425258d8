// SPDX-License-Identifier: Apache-2.0
//
// Products of a sparse matrix and a dense one, by the library's own kernel.

#pragma once

#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

// A matrix by rows: row i has the elements from row_offsets[i] to row_offsets[i + 1].
struct SparseRows {
  core::Ndarray &row_offsets, &columns, &values;
};

// `pool`: the pool of temporaries, or nullptr.
void sparse_matmul(core::Ndarray& out, const SparseRows& left, core::Ndarray& right, core::Pool* pool,
                   core::Stream* stream);

}  // namespace gridcall::ndarray
