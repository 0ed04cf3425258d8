// SPDX-License-Identifier: Apache-2.0
//
// Counts of elements in bins, or sums of their weights. One launch makes a table for each chunk of the elements, or one of all
// by atomics, one adds the tables up. The host writes in front of it: `index`, `parameters`, `stored_in`, `stored_out`,
// `stored_edge`, `stored_weight`, `sum` (u32, i64, u64 or double), the constants kMerge (it is the second launch), kShared (the bins
// that shared memory has, or 0) and kThreads, GRIDCALL_SEQUENTIAL if a thread works alone, GRIDCALL_EDGES, GRIDCALL_WEIGHTS.

struct bins {
  double lower, upper, scale, step;
  const stored_edge* edges;
  index count;

  __device__ double edge(index i) const {
#ifdef GRIDCALL_EDGES
    return (double)value_of(edges[i]);
#else
    return i == count ? upper : (double)i * step + lower;
#endif
  }
  // Returns -1 for what is in none.
  __device__ index of(stored_in element) const {
    const double x = (double)value_of(element);
#ifdef GRIDCALL_EDGES
    if (!(x >= edge(0) && x <= edge(count))) return -1;
    index first = 0;
    for (index left = count; left > 1;) {
      const index half = left / 2;
      first += edge(first + half) <= x ? half : 0;
      left -= half;
    }
    return first;
#else
    if (!(x >= lower && x <= upper)) return -1;
    // A sum with 1.5 * 2^52 has the nearest integer in its low bits.
    const double at = (x - lower) * scale;
    index i = sizeof(index) == 4 ? (index)__double2loint(at - 0.5 + 6755399441055744.0) : (index)at;
    i = i < count ? i : count - 1;
    i -= x < (double)i * step + lower;
    return i + (i + 1 < count && x >= (double)(i + 1) * step + lower);
#endif
  }
};

template <class T> __device__ inline void add(T* to, T value) { atomicAdd(to, value); }
__device__ inline void add(i64* to, i64 value) { atomicAdd((u64*)to, (u64)value); }

__device__ inline sum weight(const stored_weight* weights, index i) {
#ifdef GRIDCALL_WEIGHTS
  return convert<sum>::of(value_of(weights[i]));
#else
  return 1;
#endif
}

// The values in v: elements, those of a chunk, bins, tables, the bytes between results.
extern "C" __global__ void __launch_bounds__(kThreads)
    gridcall_kernel(unsigned char* out, const stored_in* src, const stored_weight* weights, const stored_edge* edges,
                    sum* tables, double lower, double upper, const parameters p) {
  const index count = p.v[0], chunk = p.v[1], bin_count = p.v[2], table_count = p.v[3];
  const bins b = {lower, upper, (double)bin_count / (upper - lower), (upper - lower) / (double)bin_count, edges, bin_count};
#ifdef GRIDCALL_SEQUENTIAL
  const index thread = blockIdx.x, threads = gridDim.x;
#else
  const index thread = (index)blockIdx.x * kThreads + (index)threadIdx.x, threads = (index)gridDim.x * kThreads;
#endif
  if (kMerge) {
    for (index i = thread; i < bin_count; i += threads) {
      sum all = 0;
      for (index k = 0; k < table_count; ++k) all += tables[k * bin_count + i];
      *(stored_out*)(out + (i64)i * (i64)p.v[4]) = convert<stored_out>::of(all);
    }
    return;
  }
  const index begin = (index)blockIdx.x * chunk, end = count - begin < chunk ? count : begin + chunk;
#ifdef GRIDCALL_SEQUENTIAL
  sum* const table = tables + (index)blockIdx.x * bin_count;
  for (index i = 0; i < bin_count; ++i) table[i] = 0;
  const auto count_one = [&](index i) {
    const index bin = b.of(src[i]);
    if (bin >= 0) table[bin] += weight(weights, i);
  };
  index i = begin;
  for (; end - i >= 8; i += 8)
#pragma unroll
    for (int k = 0; k < 8; ++k) count_one(i + k);
  for (; i < end; ++i) count_one(i);
#else
#ifdef GRIDCALL_WEIGHTS
  typedef sum part;
#else
  typedef u32 part;
#endif
  __shared__ part own[kShared == 0 ? 1 : kShared];
  if (kShared != 0) {
    for (index i = (index)threadIdx.x; i < bin_count; i += kThreads) own[i] = 0;
    __syncthreads();
  }
  for (index i = begin + (index)threadIdx.x; i < end; i += kThreads) {
    const index bin = b.of(src[i]);
    if (bin < 0) continue;
    if (kShared != 0)
      add(&own[bin], (part)weight(weights, i));
    else
      add(&tables[bin], weight(weights, i));
  }
  if (kShared != 0) {
    __syncthreads();
    for (index i = (index)threadIdx.x; i < bin_count; i += kThreads)
      if (own[i] != 0) add(&tables[i], (sum)own[i]);
  }
#endif
}
