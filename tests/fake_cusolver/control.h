// SPDX-License-Identifier: Apache-2.0
//
// A cuSOLVER without a GPU: it checks its arguments, computes with the host's LAPACK on memory of the fake
// driver, and tells of its calls.

#pragma once

struct fake_cusolver_state {
  int handles = 0, parameters = 0;  // created and not destroyed
  int calls = 0;                    // routines
  int next_result = 0;
  bool has_lapack = false;
  const void* stream = nullptr;
  const char* name = "";  // the last routine's
  int m = 0, n = 0, k = 0, lda = 0;
};
