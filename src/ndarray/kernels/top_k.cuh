// SPDX-License-Identifier: Apache-2.0
//
// The elements of a row that a sort would put first, in the row's order: a radix select. From the highest byte of a
// key to its lowest, one launch counts the bytes of those keys that begin as the last kept one does, one finds the next
// byte of that key; the last launch moves. No block waits for another. The host writes in front of it: `index`,
// `parameters`, `value`, keys.cuh, the constants kStep and kThreads, and GRIDCALL_SEQUENTIAL, GRIDCALL_VALUES and
// GRIDCALL_PLACES as in sort.cuh.

enum { kCount = 0, kPick = 1, kMove = 2 };  // kStep
enum { kLanes = 32, kWarps = kThreads < kLanes ? 1 : kThreads / kLanes, kItems = 8, kTile = kThreads * kItems };

// The knowledge of a row after a pass.
struct row_state {
  bits* threshold;  // the bytes of the last kept key that are known; the others are 0
  index* left;      // the kept elements that begin with them
  index* counts;    // [chunk][digit]
  index *below, *equal;  // [chunk]: the elements below the threshold, those that begin with it
};

struct elements {
  line_of<const bits>::type keys;
  line_of<const value>::type values;
  bits* to;
  value* to_values;
  __device__ void move(index from, index at) const {
    to[at] = keys[from];
#ifdef GRIDCALL_PLACES
    to_values[at] = (value)from;
#elif defined(GRIDCALL_VALUES)
    to_values[at] = values[from];
#endif
  }
};

__device__ inline bits mask_above(int pass) {
  return pass + 1 == kPasses ? (bits)0 : (bits)((bits)~(bits)0 << 8 * (pass + 1));
}
__device__ inline int digit_at(bits key, int pass) { return (int)(u32)(key >> 8 * pass) & 255; }

#ifdef GRIDCALL_SEQUENTIAL

__device__ inline void count(const line_of<const bits>::type keys, index begin, index end, int pass, bits threshold,
                             index* counts) {
  __shared__ index counted[4][kDigits];  // equal digits that follow each other do not wait for each other
  for (int d = 0; d < kDigits; ++d) counted[0][d] = counted[1][d] = counted[2][d] = counted[3][d] = 0;
  const bits mask = mask_above(pass);
  const auto add = [&](int k, bits key) { counted[k][digit_at(key, pass)] += ((key ^ threshold) & mask) == 0; };
  index i = begin;
  for (; end - i >= 4; i += 4)
#pragma unroll
    for (int k = 0; k < 4; ++k) add(k, ordered(keys[i + k]));
  for (; i < end; ++i) add(0, ordered(keys[i]));
  for (int d = 0; d < kDigits; ++d) counts[d] = counted[0][d] + counted[1][d] + counted[2][d] + counted[3][d];
}

__device__ inline void pick(const row_state& r, index chunks, int pass, index wanted) {
  index below = 0;
  int digit = 0;
  for (; digit < kDigits - 1; ++digit) {
    index all = 0;
    for (index c = 0; c < chunks; ++c) all += r.counts[c * kDigits + digit];
    if (below + all >= wanted) break;
    below += all;
  }
  for (index c = 0; c < chunks; ++c) {
    index sum = 0;
    for (int d = 0; d < digit; ++d) sum += r.counts[c * kDigits + d];
    r.below[c] = sum + (pass + 1 == kPasses ? 0 : r.below[c]);
    r.equal[c] = r.counts[c * kDigits + digit];
  }
  *r.threshold = (bits)((pass + 1 == kPasses ? (bits)0 : *r.threshold) | (bits)digit << 8 * pass);
  *r.left = wanted - below;
}

__device__ inline void move(const elements& e, index begin, index end, bits threshold, index below, index equal,
                            index kept) {
  // A branch for each key is not predicted where half of them are kept.
  enum { kListed = 128 };
  __shared__ index listed[kListed];
  for (index tile = begin; tile < end; tile += kListed) {
    const index stop = end - tile < kListed ? end : tile + kListed;
    index count = 0;
    for (index i = tile; i < stop; ++i) {
      const bits key = ordered(e.keys[i]);
      listed[count] = i;
      count += key < threshold;
      if (key == threshold && equal < kept) e.move(i, equal++);
    }
    for (index k = 0; k < count; ++k) e.move(listed[k], below++);
  }
}

#else

__device__ inline void count(const line_of<const bits>::type keys, index begin, index end, int pass, bits threshold,
                             index* counts) {
  __shared__ u32 counted[kDigits];
  counted[threadIdx.x] = 0;
  __syncthreads();
  const bits mask = mask_above(pass);
  for (index i = begin + (index)threadIdx.x; i < end; i += kThreads) {
    const bits key = ordered(keys[i]);
    if (((key ^ threshold) & mask) == 0) atomicAdd(&counted[digit_at(key, pass)], 1u);
  }
  __syncthreads();
  counts[threadIdx.x] = (index)counted[threadIdx.x];
  __syncthreads();
}

// A thread has a digit.
__device__ inline void pick(const row_state& r, index chunks, int pass, index wanted) {
  __shared__ index totals[kDigits];
  __shared__ int picked;
  index all = 0;
#pragma unroll 8
  for (index c = 0; c < chunks; ++c) all += r.counts[c * kDigits + (index)threadIdx.x];
  totals[threadIdx.x] = all;
  __syncthreads();
  for (int away = 1; away < kDigits; away *= 2) {
    const index other = (int)threadIdx.x >= away ? totals[threadIdx.x - away] : 0;
    __syncthreads();
    totals[threadIdx.x] += other;
    __syncthreads();
  }
  const index to = totals[threadIdx.x], below = to - all;
  if (below < wanted && wanted <= to) {
    picked = (int)threadIdx.x;
    *r.threshold = (bits)((pass + 1 == kPasses ? (bits)0 : *r.threshold) | (bits)threadIdx.x << 8 * pass);
    *r.left = wanted - below;
  }
  __syncthreads();
  const int digit = picked, lane = threadIdx.x % kLanes;
  for (index c = threadIdx.x / kLanes; c < chunks; c += kWarps) {
    index sum = 0;
    for (int d = lane; d < digit; d += kLanes) sum += r.counts[c * kDigits + d];
    for (int away = kLanes / 2; away > 0; away /= 2) sum += __shfl_down_sync(0xffffffff, sum, away);
    if (lane != 0) continue;
    r.below[c] = sum + (pass + 1 == kPasses ? 0 : r.below[c]);
    r.equal[c] = r.counts[c * kDigits + digit];
  }
  __syncthreads();
}

// Tile after tile, in which the elements of a warp follow each other.
__device__ inline void move(const elements& e, index begin, index end, bits threshold, index below, index equal,
                            index kept) {
  __shared__ int counted[2][kWarps];
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  const u32 lanes_below = (1u << lane) - 1;
  for (index tile = begin; tile < end; tile += kTile) {
    const index first = tile + warp * kLanes * kItems + lane;
    u32 is_below[kItems], is_equal[kItems];
    int sums[2] = {0, 0};
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const index i = first + k * kLanes;
      const bits key = i < end ? ordered(e.keys[i]) : (bits)0;
      is_below[k] = __ballot_sync(0xffffffff, i < end && key < threshold);
      is_equal[k] = __ballot_sync(0xffffffff, i < end && key == threshold);
      sums[0] += __popc(is_below[k]);
      sums[1] += __popc(is_equal[k]);
    }
    if (lane == 0) counted[0][warp] = sums[0], counted[1][warp] = sums[1];
    __syncthreads();
    index at = below, at_equal = equal;
    for (int w = 0; w < kWarps; ++w) {
      if (w < warp) at += counted[0][w], at_equal += counted[1][w];
      below += counted[0][w];
      equal += counted[1][w];
    }
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const index i = first + k * kLanes, place = at_equal + __popc(is_equal[k] & lanes_below);
      if (is_below[k] >> lane & 1) e.move(i, at + __popc(is_below[k] & lanes_below));
      if ((is_equal[k] >> lane & 1) && place < kept) e.move(i, place);
      at += __popc(is_below[k]);
      at_equal += __popc(is_equal[k]);
    }
    __syncthreads();
  }
}

#endif

// The values in v: rows, elements of a row, elements of a chunk, chunks of a row, kept elements of a row, the pass.
extern "C" __global__ void __launch_bounds__(kThreads)
    gridcall_kernel(const bits* source, const value* source_values, bits* result, value* result_values, u64* table,
                    const parameters p GRIDCALL_STEPS) {
  const index rows = p.v[0], size = p.v[1], chunk = p.v[2], chunks = p.v[3], kept = p.v[4];
  const int pass = (int)p.v[5];
  index* const left = (index*)(table + rows);
  index* const counts = left + rows;
  index* const below = counts + rows * chunks * kDigits;
  const index c = blockIdx.x, begin = c * chunk, end = size - begin < chunk ? size : begin + chunk;
  for (index row = blockIdx.y; row < rows; row += (index)gridDim.y) {
    const index first = row * chunks;
    const row_state r = {(bits*)(table + row), left + row, counts + first * kDigits, below + first,
                         below + rows * chunks + first};
    if (kStep == kPick) {
      pick(r, chunks, pass, pass + 1 == kPasses ? kept : *r.left);
      continue;
    }
#ifdef GRIDCALL_STRIDED
    const elements e = {{source, strides.source, row, 0}, {source_values, strides.source_values, row, 0},
                        result + row * kept, result_values + row * kept};
#else
    const elements e = {source + row * size, source_values + row * size, result + row * kept,
                        result_values + row * kept};
#endif
    if (kStep == kCount) {
      count(e.keys, begin, end, pass, pass + 1 == kPasses ? (bits)0 : *r.threshold, r.counts + c * kDigits);
      continue;
    }
    index at = 0, at_equal = kept - *r.left;
    for (index k = 0; k < c; ++k) {
      at += r.below[k];
      at_equal += r.equal[k];
    }
    move(e, begin, end, *r.threshold, at, at_equal, kept);
  }
}
