// SPDX-License-Identifier: Apache-2.0
//
// A cuFFT without a GPU: it checks its arguments, computes sums on memory of the fake driver, and tells of
// its calls.

#pragma once

#include <cstddef>

struct fake_cufft_state {
  int plans = 0;        // created and not destroyed
  int made = 0;         // made in all
  int calls = 0;        // transforms
  int next_result = 0;  // the result of the next transform
  int next_plan = 0;    // the result of the next plan
  const void* stream = nullptr;
  // The last transform's.
  int rank = 0, direction = 0, in_type = 0, out_type = 0;
  long long lengths[3] = {}, in_embed[3] = {}, out_embed[3] = {}, in_stride = 0, in_distance = 0,
            out_stride = 0, out_distance = 0, batch = 0;
};
