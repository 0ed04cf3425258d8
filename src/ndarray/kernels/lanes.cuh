// SPDX-License-Identifier: Apache-2.0
//
// Exchanges between the threads of a block, in kernels whose blocks have one dimension. kThreads stands in front of it.

enum { kLanes = 32, kWarps = (kThreads + kLanes - 1) / kLanes };

template <class T> __device__ inline T from_lane(T value, int lane) {
  return __shfl_sync(0xffffffff, value, lane & (kLanes - 1));
}
template <class T> __device__ inline complex_number<T> from_lane(complex_number<T> value, int lane) {
  value.re = from_lane(value.re, lane);
  value.im = from_lane(value.im, lane);
  return value;
}

// Returns what all threads have, in the same order each time.
template <class T, class Combine> __device__ inline T over_block(T value, Combine combine) {
  __shared__ T all[kWarps];
  const int lane = threadIdx.x % kLanes;
  for (int away = kLanes / 2; away > 0; away /= 2) value = combine(value, from_lane(value, lane ^ away));
  if (lane == 0) all[threadIdx.x / kLanes] = value;
  __syncthreads();
  value = all[0];
  for (int w = 1; w < kWarps; ++w) value = combine(value, all[w]);
  __syncthreads();
  return value;
}
