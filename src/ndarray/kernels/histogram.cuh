// SPDX-License-Identifier: Apache-2.0
//
// Counts of elements in bins, or sums of their weights. One launch makes tables for each chunk of the elements, or one of all
// by atomics, one adds the tables up. The host writes in front of it: `index`, `parameters`, `stored_in`, `stored_out`,
// `stored_edge`, `stored_weight`, `sum` (u32, i64, u64 or double), the constants kMerge (it is the second launch), kShared (the bins
// that shared memory has, or 0) and kThreads, GRIDCALL_SEQUENTIAL if a thread works alone, kTables (those of its chunk) and
// kUnit (elements are integers of up to 32 bits, and bin i has `lower` + i; 2: `lower` is 0) then, kBytes (they are bytes without
// weights), GRIDCALL_EDGES, GRIDCALL_WEIGHTS.

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

#ifdef GRIDCALL_SEQUENTIAL

// A table has two entries more than bins: for elements that are the last bin's upper edge, and for those in no bin. An entry
// has kTables counts, so that equal elements that follow each other do not wait for each other's store. Processors share no
// pair of cache lines of tables.
enum { kMore = 2, kBatch = 8, kLine = 32 };
__device__ inline index counts_of_table(index bin_count) {
  return ((bin_count + kMore) * kTables + kLine - 1) / kLine * kLine;
}
typedef double reals __attribute__((ext_vector_type(kBatch)));
typedef long masks __attribute__((ext_vector_type(kBatch)));
typedef index places __attribute__((ext_vector_type(kBatch)));
typedef sum sums __attribute__((ext_vector_type(kBatch), aligned(sizeof(sum))));

template <class T> __device__ inline typename only_if<is_real<T>::value, reals>::type read(const T* from) {
  typedef T loose __attribute__((ext_vector_type(kBatch), aligned(sizeof(T))));
  return __builtin_convertvector(*(const loose*)from, reals);
}
template <class T> __device__ inline typename only_if<!is_real<T>::value, reals>::type read(const T* from) {
  reals x = {};
#pragma unroll
  for (int k = 0; k < kBatch; ++k) x[k] = value_of(from[k]);
  return x;
}

// Returns the entry of an element.
__device__ inline index entry(const bins& b, stored_in element) {
  const index i = b.of(element);
  return i < 0 ? b.count + 1 : i;
}

// Returns the entries of elements that follow each other.
__device__ inline places entries(const bins& b, const stored_in* from) {
  places found;
  const reals x = read(from);
#ifdef GRIDCALL_EDGES
  const masks is_in = (x >= b.edge(0)) & (x <= b.edge(b.count));
  found = 0;
  for (index left = b.count; left > 1;) {
    const index half = left / 2;
#pragma unroll
    for (int k = 0; k < kBatch; ++k) {
      const index there = found[k] + half;
      found[k] = b.edge(there) <= x[k] ? there : found[k];
    }
    left -= half;
  }
#pragma unroll
  for (int k = 0; k < kBatch; ++k) found[k] = is_in[k] != 0 ? found[k] : b.count + 1;
#else
  // As bins::of(), for all elements at once: the nearest bin, and one up or down where rounding missed the edge.
  const reals last = (double)(b.count - 1), one = 1.0;
  reals i = __builtin_elementwise_floor((x - b.lower) * b.scale);
  i = i < last ? i : last;
  const masks is_below = x < i * b.step + b.lower, is_above = (x >= (i + one) * b.step + b.lower) & (i < last);
  i = is_below ? i - one : is_above ? i + one : i;
  const masks is_in = (x >= b.lower) & (x <= b.upper);
  i = is_in ? i : last + one + one;
  // A sum with 2^52 has the integer in its low bits, which no conversion of numbers one by one finds sooner.
  found = __builtin_convertvector((masks)(i + 0x1p52) & ((1l << 52) - 1), places);
#endif
  return found;
}

// Counts the values of bytes, which have few bins in common, then the bins of values.
__device__ inline void count_bytes(const bins& b, const stored_in* src, index count, sum* table) {
  typedef u64 loose __attribute__((aligned(1)));
  enum { kValues = 256, kParts = 4 };
  __shared__ sum counted[kParts][kValues];
  for (int k = 0; k < kParts; ++k)
    for (int v = 0; v < kValues; ++v) counted[k][v] = 0;
  const unsigned char* const bytes = (const unsigned char*)src;
  index i = 0;
  for (; count - i >= 2 * kBatch; i += 2 * kBatch)
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const u64 eight = *(const loose*)(bytes + i + half * kBatch);
#pragma unroll
      for (int k = 0; k < kBatch; ++k) ++counted[k % kParts][eight >> 8 * k & 255];
    }
  for (; i < count; ++i) ++counted[0][bytes[i]];
  for (int v = 0; v < kValues; ++v) {
    const unsigned char byte = (unsigned char)v;
    const sum all = counted[0][v] + counted[1][v] + counted[2][v] + counted[3][v];
    if (all != 0) table[entry(b, *(const stored_in*)&byte)] += all;
  }
}

#endif

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
#ifdef GRIDCALL_SEQUENTIAL
    // A block adds some bins up, table by table: each is memory that another processor wrote.
    enum { kBins = 64 };
    const index share = (bin_count + threads - 1) / threads, from = thread * share;
    alignas(128) volatile index own_to = bin_count - from < share ? bin_count : from + share;
    const index to = own_to;
    for (index first = from; first < to; first += kBins) {
      const index n = to - first < kBins ? to - first : (index)kBins;
      sum all[(kBins + 1) * kTables] = {};
      const index entries = (n + (first + n == bin_count)) * kTables;  // the last bin has its upper edge's too
      for (index k = 0; k < table_count; ++k) {
        const sum* const own = tables + k * counts_of_table(bin_count) + first * kTables;
        index i = 0;
        for (; entries - i >= kBatch; i += kBatch) *(sums*)(all + i) += *(const sums*)(own + i);
        for (; i < entries; ++i) all[i] += own[i];
      }
      if (first + n == bin_count)
#pragma unroll
        for (int j = 0; j < kTables; ++j) all[(n - 1) * kTables + j] += all[n * kTables + j];
      for (index i = 0; i < n; ++i) {
        sum bin = all[i * kTables];
#pragma unroll
        for (int j = 1; j < kTables; ++j) bin += all[i * kTables + j];
        *(stored_out*)(out + (i64)(first + i) * (i64)p.v[4]) = convert<stored_out>::of(bin);
      }
    }
#else
    for (index i = thread; i < bin_count; i += threads) {
      sum all = 0;
      for (index k = 0; k < table_count; ++k) all += tables[k * bin_count + i];
      *(stored_out*)(out + (i64)i * (i64)p.v[4]) = convert<stored_out>::of(all);
    }
#endif
    return;
  }
  const index begin = (index)blockIdx.x * chunk, end = count - begin < chunk ? count : begin + chunk;
#ifdef GRIDCALL_SEQUENTIAL
  sum* const table = tables + (index)blockIdx.x * counts_of_table(bin_count);
  for (index i = 0; i < bin_count + kMore; ++i)
#pragma unroll
    for (int j = 0; j < kTables; ++j) table[i * kTables + j] = 0;
  index i = begin;
  // The alignment keeps the compiler from making vectors of 32 threads, of which 31 do not exist.
  alignas(128) volatile index own_end = end;
  const index last = own_end;
  if constexpr (kBytes != 0) {
    count_bytes(b, src + i, last - i, table);
    return;
  }
  if constexpr (kUnit != 0) {
    const i64 least = kUnit == 2 ? 0 : (i64)lower;
    const u64 most = (u64)bin_count;
    for (; last - i >= 2 * kBatch; i += 2 * kBatch)
#pragma unroll
      for (int k = 0; k < 2 * kBatch; ++k) {
        const u64 at = (u64)((i64)value_of(src[i + k]) - least);
        if (at <= most) table[at * kTables + k % kTables] += weight(weights, i + k);
      }
  }
  for (; last - i >= kBatch; i += kBatch) {
    const places found = entries(b, src + i);
#pragma unroll
    for (int k = 0; k < kBatch; ++k) {
      const u64 at = sizeof(index) == 4 ? (u32)found[k] : (u64)found[k];
      table[at * kTables + k % kTables] += weight(weights, i + k);
    }
  }
  for (; i < end; ++i) table[entry(b, src[i]) * kTables] += weight(weights, i);
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
