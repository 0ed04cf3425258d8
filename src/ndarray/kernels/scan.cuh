// SPDX-License-Identifier: Apache-2.0
//
// A scan of rows. A row that is cut into chunks takes two launches: one combines the elements of each chunk, one
// scans each chunk behind what those before it have. No block waits for another. The host writes in front of it:
// `index`, `parameters`, `stored_in`, `stored_out`, `taken` (an element is converted to it, then to a sum), `sum` (what is
// computed with), combine(a, b), the macros IDENTITY (the result of no elements) and FIRST (as it is stored), the
// constants kPartial (it is the first launch), kExclusive and kThreads, GRIDCALL_SEQUENTIAL if a thread works alone, and lanes.cuh.

__device__ inline sum load(const unsigned char* from, index i) {
  return convert<sum>::of(value_of(convert<taken>::of(value_of(((const stored_in*)from)[i]))));
}
__device__ inline void store(unsigned char* to, index i, sum value) {
  ((stored_out*)to)[i] = convert<stored_out>::of(value);
}
__device__ inline sum identity() { return convert<sum>::of(IDENTITY); }

#ifdef GRIDCALL_SEQUENTIAL

enum { kItems = 4 };

// Four accumulators, which do not wait for each other.
__device__ inline sum reduce(const unsigned char* from, index begin, index end) {
  sum partial[kItems] = {identity(), identity(), identity(), identity()};
  index i = begin;
  for (; end - i >= kItems; i += kItems)
#pragma unroll
    for (int k = 0; k < kItems; ++k) partial[k] = combine(partial[k], load(from, i + k));
  for (; i < end; ++i) partial[0] = combine(partial[0], load(from, i));
  return combine(combine(partial[0], partial[1]), combine(partial[2], partial[3]));
}

// Four elements are combined before they meet what came before them, which is what the next four wait for.
__device__ inline void scan(const unsigned char* from, unsigned char* to, index begin, index end, sum before) {
  index i = begin;
  for (; end - i >= kItems; i += kItems) {
    const sum a = load(from, i), b = combine(a, load(from, i + 1)), x = load(from, i + 2),
              y = combine(x, load(from, i + 3));
    const sum c = combine(b, x), d = combine(b, y);
    const sum first = combine(before, a), second = combine(before, b), third = combine(before, c);
    const sum last = combine(before, d);
    store(to, i, kExclusive ? before : first);
    store(to, i + 1, kExclusive ? first : second);
    store(to, i + 2, kExclusive ? second : third);
    store(to, i + 3, kExclusive ? third : last);
    before = last;
  }
  for (; i < end; ++i) {
    const sum next = combine(before, load(from, i));
    store(to, i, kExclusive ? before : next);
    before = next;
  }
}

#else

enum { kItems = 8, kTile = kThreads * kItems };

// Returns what the lanes up to this one have.
__device__ inline sum scan_warp(sum value) {
  const int lane = threadIdx.x % kLanes;
#pragma unroll
  for (int away = 1; away < kLanes; away *= 2) {
    const sum other = from_lane(value, lane - away);
    if (lane >= away) value = combine(other, value);
  }
  return value;
}

// Scans tile after tile; in it the elements of a warp follow each other. Returns what all have.
__device__ inline sum scan(const unsigned char* from, unsigned char* to, index begin, index end, sum before) {
  __shared__ sum totals[kWarps];
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  for (index tile = begin; tile < end; tile += kTile) {
    const index first = tile + warp * kLanes * kItems + lane;
    sum here[kItems], total = identity();
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const index i = first + k * kLanes;
      here[k] = scan_warp(i < end ? load(from, i) : identity());
      total = combine(total, from_lane(here[k], kLanes - 1));
    }
    if (lane == 0) totals[warp] = total;
    __syncthreads();
    sum left = before;
    for (int w = 0; w < kWarps; ++w) {
      if (w == warp) left = before;
      before = combine(before, totals[w]);
    }
    if (!kPartial) {
#pragma unroll
      for (int k = 0; k < kItems; ++k) {
        const index i = first + k * kLanes;
        const sum up = from_lane(here[k], lane - 1);
        const sum mine = !kExclusive ? combine(left, here[k]) : lane == 0 ? left : combine(left, up);
        if (i < end) store(to, i, mine);
        left = combine(left, from_lane(here[k], kLanes - 1));
      }
    }
    __syncthreads();
  }
  return before;
}

#endif

// The values in v: rows, elements of a row, elements of a chunk, chunks of a row.
extern "C" __global__ void __launch_bounds__(kThreads)
    gridcall_kernel(unsigned char* out, const unsigned char* in, sum* partial, const parameters p) {
  const index rows = p.v[0], count = p.v[1], chunk = p.v[2], chunks = p.v[3];
#ifdef GRIDCALL_SEQUENTIAL
  const index c = blockIdx.x % chunks, threads = (index)gridDim.x / chunks * kThreads;
  const index thread = kThreads == 1 ? 0 : (index)threadIdx.x;  // without it, the compiler makes scalar code
  const index first = (index)(blockIdx.x / chunks) * kThreads + thread;
#else
  const index c = blockIdx.x, threads = gridDim.y, first = blockIdx.y;
#endif
  const index begin = c * chunk, end = count - begin < chunk ? count : begin + chunk;
  for (index row = first; row < rows; row += threads) {
    const unsigned char* from = in + (i64)(row * count) * (i64)sizeof(stored_in);
    unsigned char* to = out + (i64)(row * count) * (i64)sizeof(stored_out);
    sum before = identity();
#ifdef GRIDCALL_SEQUENTIAL
    if (kPartial) {
      partial[row * chunks + c] = reduce(from, begin, end);
      continue;
    }
    for (index k = 0; k < c; ++k) before = combine(before, partial[row * chunks + k]);
    scan(from, to, begin, end, before);
    if (kExclusive && c == 0) ((stored_out*)to)[0] = convert<stored_out>::of(FIRST);
#else
    if (!kPartial)
      for (index k = 0; k < c; ++k) before = combine(before, partial[row * chunks + k]);
    const sum all = scan(from, to, begin, end, before);
    if (threadIdx.x != 0) continue;
    if (kPartial)
      partial[row * chunks + c] = all;
    else if (kExclusive && c == 0)
      ((stored_out*)to)[0] = convert<stored_out>::of(FIRST);
#endif
  }
}
