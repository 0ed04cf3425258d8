// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices: by a library that this machine has (host_blas.h, cublas.h), else by a kernel.

#pragma once

#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"
#include "ndarray/product.h"

namespace gridcall::ndarray {

struct MatmulOptions {
  bool allows_tf32 = false;
  bool own_kernel = false;
  core::Pool* pool = nullptr;  // the pool of temporaries, or nullptr
};

void matmul(core::Ndarray& out, core::Ndarray& a, core::Ndarray& b, const MatmulOptions& options,
            core::Stream* stream);

// Queues the library's own kernel; `memory` is that of the results and the operands.
void run_own_product(core::Context& context, Product product, std::span<core::Mem* const> memory,
                     core::Stream* stream);

}  // namespace gridcall::ndarray
