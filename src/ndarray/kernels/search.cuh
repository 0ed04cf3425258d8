// SPDX-License-Identifier: Apache-2.0
//
// A search in a sorted array for the places of values. The host writes in front of it: `index`, `parameters`, `place` (a result), keys.cuh,
// the constants kRight (behind equal elements), kThreads and kAtOnce, the searches of a thread that wait for memory together.

__device__ inline bool is_before(bits element, bits key) {
  return kRight ? ordered(element) <= key : ordered(element) < key;
}

// The values in v: sorted elements, values, those of a block.
extern "C" __global__ void __launch_bounds__(kThreads)
    gridcall_kernel(place* out, const bits* sorted, const bits* values, const parameters p) {
  const index count = p.v[0], all = p.v[1], chunk = p.v[2], begin = (index)blockIdx.x * chunk;
  const index end = all - begin < chunk ? all : begin + chunk;
  const index thread = kThreads == 1 ? 0 : (index)threadIdx.x;
  for (index i = begin + thread; i < end; i += kAtOnce * kThreads) {
    bits key[kAtOnce];
    index first[kAtOnce];
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) {
      const index at = i + k * kThreads;
      key[k] = ordered(values[at < end ? at : i]);
      first[k] = 0;
    }
    for (index left = count; left > 1;) {
      const index half = left / 2;
#pragma unroll
      for (int k = 0; k < kAtOnce; ++k) first[k] += is_before(sorted[first[k] + half - 1], key[k]) ? half : 0;
      left -= half;
    }
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) {
      const index at = i + k * kThreads;
      if (at < end) out[at] = (place)(first[k] + (count != 0 && is_before(sorted[first[k]], key[k])));
    }
  }
}
