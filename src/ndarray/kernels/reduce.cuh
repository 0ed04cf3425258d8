// SPDX-License-Identifier: Apache-2.0
//
// Accumulators (combine.cuh) from another lane of the warp.

template <class T> __device__ inline T from_lane(T value, int away) {
  return __shfl_down_sync(0xffffffff, value, away);
}
template <class P> __device__ inline complex_number<P> from_lane(complex_number<P> value, int away) {
  value.re = from_lane(value.re, away);
  value.im = from_lane(value.im, away);
  return value;
}
template <class T> __device__ inline indexed<T> from_lane(indexed<T> value, int away) {
  value.value = from_lane(value.value, away);
  value.index = from_lane(value.index, away);
  return value;
}
