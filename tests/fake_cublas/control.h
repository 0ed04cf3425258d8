// SPDX-License-Identifier: Apache-2.0
//
// A cuBLAS without a GPU: it checks its arguments, computes in plain loops on memory of the fake driver, and
// tells of its calls.

#pragma once

#include <cstdint>

struct fake_cublas_state {
  int handles = 0;      // created and not destroyed
  int calls = 0;        // products
  int next_result = 0;  // the result of the next product
  const void* stream = nullptr;
  const void* workspace = nullptr;
  std::uint64_t workspace_bytes = 0;
  // The last product's.
  int transpose_a = 0, transpose_b = 0, type = 0, compute_type = 0;
  std::int64_t m = 0, n = 0, k = 0, lda = 0, ldb = 0, ldc = 0, count = 0;
  long long stride_a = 0, stride_b = 0, stride_c = 0;
};
