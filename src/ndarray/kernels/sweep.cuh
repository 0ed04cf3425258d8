// SPDX-License-Identifier: Apache-2.0
//
// A stable radix sort of long rows on a GPU that moves each element once for each byte of a key ("Onesweep", Adinets and Merrill,
// 2022). All bytes are counted first. A tile of a pass then learns from the tiles in front of it where its elements begin: it waits
// for them, and they have begun, because a tile's number is the order in which blocks begin. The host writes in front of it: what
// sort_rows.cuh needs, that, the constants kStep, kThreads and kItems, and GRIDCALL_STAGED if values go through shared memory.

enum { kCountAll = 0, kPlan = 1, kSweep = 2, kFinish = 3 };  // kStep
enum { kLanes = 32, kWarps = kThreads / kLanes, kTile = kThreads * kItems };

typedef choose<sizeof(index) == 8, u64, u32>::type unsigned_index;
// A tile's word for a digit: 0 is nothing yet, else one of the two bits and a number of elements.
typedef unsigned_index state;
static constexpr state kOfTile = (state)1 << (8 * sizeof(state) - 2);  // its own elements
static constexpr state kOfAll = kOfTile << 1;                          // and those of all tiles in front of it

__device__ inline void count_all(const line_of<bits>::type keys, index begin, index end, unsigned_index* counts) {
  enum { kParts = sizeof(bits) <= 4 ? 4 : 2, kAtOnce = 8 };  // lanes with equal digits wait for each other less
  __shared__ u32 counted[kPasses][kDigits * kParts];
  for (int pass = 0; pass < kPasses; ++pass)
    for (int d = threadIdx.x; d < kDigits * kParts; d += kThreads) counted[pass][d] = 0;
  __syncthreads();
  const int part = (int)threadIdx.x % kParts;
  const auto count = [&](bits key) {
#pragma unroll
    for (int pass = 0; pass < kPasses; ++pass) atomicAdd(&counted[pass][digit_of(key, pass) * kParts + part], 1u);
  };
  index i = begin + (index)threadIdx.x;
  for (; end - i > (kAtOnce - 1) * kThreads; i += kAtOnce * kThreads) {
    bits key[kAtOnce];
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) key[k] = keys[i + k * kThreads];
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) count(key[k]);
  }
  for (; i < end; i += kThreads) count(keys[i]);
  __syncthreads();
  for (int at = threadIdx.x; at < kPasses * kDigits; at += kThreads) {
    u32 sum = 0;
    for (int k = 0; k < kParts; ++k) sum += counted[at / kDigits][at % kDigits * kParts + k];
    if (sum != 0) atomicAdd(&counts[at], (unsigned_index)sum);
  }
  __syncthreads();
}

// Returns the sum over the threads below. Digits are threads: those from kDigits on have 0.
template <class T> __device__ inline T sum_below(T value) {
  __shared__ T totals[kWarps];
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  T sum = value;
  for (int away = 1; away < kLanes; away *= 2) {
    const T other = __shfl_up_sync(0xffffffff, sum, away);
    if (lane >= away) sum += other;
  }
  if (lane == kLanes - 1) totals[warp] = sum;
  __syncthreads();
  sum -= value;
  for (int w = 0; w < warp; ++w) sum += totals[w];
  __syncthreads();
  return sum;
}

// Makes places of the counts of a row, and decides where its elements are before each pass. A pass whose digits are all
// equal moves nothing.
__device__ inline void plan(unsigned_index* counts, unsigned char* where_of_row, index rows, index count, int mode) {
  u32 moving = 0;
  for (int pass = 0; pass < kPasses; ++pass) {
    const bool has_digit = threadIdx.x < kDigits;
    unsigned_index* const at = &counts[pass * kDigits + (has_digit ? (int)threadIdx.x : 0)];
    const unsigned_index own = has_digit ? *at : 0;
    if (!__syncthreads_or(own == (unsigned_index)count)) moving |= 1u << pass;
    const unsigned_index below = sum_below(own);
    if (has_digit) *at = below;
  }
  if (threadIdx.x != 0) return;
  int where = kInSource;
  for (int pass = 0; pass <= kPasses; ++pass) {
    where_of_row[(index)pass * rows] = (unsigned char)where;
    if ((moving >> pass & 1) != 0) where = next_of(where, mode, __popc(moving >> pass));
  }
}

// Returns the lanes that have this digit.
__device__ inline u32 lanes_with(u32 digit) {
  u32 equal = 0xffffffff;
#pragma unroll
  for (int bit = 0; bit < 8; ++bit) {
    const bool is_set = (digit >> bit & 1) != 0;
    const u32 set = __ballot_sync(0xffffffff, is_set);
    equal &= is_set ? set : ~set;
  }
  return equal;
}

union shared_memory {
  u32 counts[kWarps][kDigits];
  bits keys[kTile];
#ifdef GRIDCALL_STAGED
  value values[kTile];
#endif
};

// Returns how many elements of the row with the thread's digit are in front of the tile.
__device__ inline unsigned_index in_front(state* states, index tile) {
  unsigned_index sum = 0;
  for (index before = tile - 1;; --before) {
    const volatile state* const at = &states[before * kDigits + (index)threadIdx.x];
    state seen;
    do seen = *at;
    while (seen == 0);
    sum += seen & (kOfTile - 1);
    if ((seen & kOfAll) != 0) return sum;
  }
}

__device__ inline void sweep(const line& from, const line& to, index count, int pass, const unsigned_index* starts, u32* begun,
                             state* states) {
  __shared__ __align__(16) shared_memory s;
  __shared__ unsigned_index offsets[kDigits];
  __shared__ u32 number;
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  const bool has_digit = threadIdx.x < kDigits;
  if (threadIdx.x == 0) number = atomicAdd(begun, 1u);
  for (int d = lane; d < kDigits; d += kLanes) s.counts[warp][d] = 0;
  __syncthreads();
  const index tile = (index)number, begin = tile * kTile;
  const int left = count - begin < kTile ? (int)(count - begin) : (int)kTile, first = warp * kLanes * kItems + lane;
  bits keys[kItems];
  u32 ranks[kItems];  // digits first
  if (left == kTile) {
#pragma unroll
    for (int k = 0; k < kItems; ++k) keys[k] = from.keys[begin + first + k * kLanes];
#pragma unroll
    for (int k = 0; k < kItems; ++k) ranks[k] = digit_of(keys[k], pass);
  } else {
    // Places without an element go behind all others.
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const int at = first + k * kLanes;
      keys[k] = from.keys[begin + (at < left ? at : 0)];
      ranks[k] = at < left ? digit_of(keys[k], pass) : kDigits - 1;
    }
  }
#pragma unroll
  for (int k = 0; k < kItems; ++k) atomicAdd(&s.counts[warp][ranks[k]], 1u);
  __syncthreads();
  // Tiles behind this one wait for these numbers.
  u32 own = 0;
  if (has_digit) {
#pragma unroll
    for (int w = 0; w < kWarps; ++w) {
      const u32 here = s.counts[w][threadIdx.x];
      s.counts[w][threadIdx.x] = own;
      own += here;
    }
    if (states)
      *(volatile state*)&states[tile * kDigits + (index)threadIdx.x] =
          tile == 0 ? kOfAll | (starts[threadIdx.x] + own) : kOfTile | own;
  }
  const u32 start = sum_below(own);
  if (has_digit) {
#pragma unroll
    for (int w = 0; w < kWarps; ++w) s.counts[w][threadIdx.x] += start;
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    const u32 equal = lanes_with(ranks[k]);
    const int last = 31 - __clz((int)equal), below = __popc(equal & ((1u << lane) - 1));
    u32 known = 0;
    if (lane == last) known = atomicAdd(&s.counts[warp][ranks[k]], (u32)__popc(equal));
    ranks[k] = __shfl_sync(0xffffffff, known, last) + below;
    __syncwarp();
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kItems; ++k) s.keys[ranks[k]] = keys[k];
  if (has_digit) {
    unsigned_index before;
    if (tile == 0) {
      before = starts[threadIdx.x];
    } else {
      before = in_front(states, tile);
      *(volatile state*)&states[tile * kDigits + (index)threadIdx.x] = kOfAll | (before + own);
    }
    offsets[threadIdx.x] = before - start;
  }
  __syncthreads();
#ifdef GRIDCALL_STAGED
  unsigned_index places[kItems];
#elif defined(GRIDCALL_VALUES)
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    const int at = first + k * kLanes;
    if (at < left) to.values[offsets[digit_of(keys[k], pass)] + ranks[k]] = from.value_at(begin + at);
  }
#endif
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    const int i = k * kThreads + (int)threadIdx.x;
    const bits key = s.keys[i];
    const unsigned_index place = offsets[digit_of(key, pass)] + (unsigned_index)i;
#ifdef GRIDCALL_STAGED
    places[k] = place;
#endif
    if (i < left) to.keys[place] = key;
  }
#ifdef GRIDCALL_STAGED
  value values[kItems];
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    const int at = first + k * kLanes;
    if (at < left) values[k] = from.value_at(begin + at);
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kItems; ++k)
    if (first + k * kLanes < left) s.values[ranks[k]] = values[k];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    const int i = k * kThreads + (int)threadIdx.x;
    if (i < left) to.values[places[k]] = s.values[i];
  }
#endif
}

// The values in v: rows, elements of a row, elements of a block that counts, tiles of a row, the pass, what the
// source is.
extern "C" __global__ void __launch_bounds__(kThreads)
    gridcall_kernel(const bits* source, bits* result, bits* spare, const value* source_values, value* result_values,
                    value* spare_values, unsigned_index* counts_of_all, unsigned char* where_of_all, u32* begun_of_all,
                    state* states_of_all, const parameters p GRIDCALL_STEPS) {
  // [row][pass][digit]: elements, then the place of the first; [pass][row]; [pass][row]: tiles; [pass][row][tile][digit].
  const buffers b = {source, result, spare, source_values, result_values, spare_values, 0, where_of_all GRIDCALL_GIVEN_STEPS};
  const index rows = p.v[0], count = p.v[1], chunk = p.v[2], tiles = p.v[3];
  const int pass = (int)p.v[4];
  const index begin = (index)blockIdx.x * chunk, end = count - begin < chunk ? count : begin + chunk;
  for (index row = blockIdx.y; row < rows; row += (index)gridDim.y) {
    const index start = row * count;
    unsigned_index* const counts = counts_of_all + row * (kPasses * kDigits);
    if (kStep == kCountAll) count_all(line(b, kInSource, start).keys, begin, end, counts);
    if (kStep == kPlan) plan(counts, b.where + row, rows, count, (int)p.v[5]);
    const int where = b.where[(index)pass * rows + row];
    if (kStep == kFinish) finish(b, where, start, begin + (index)threadIdx.x, end, kThreads);
    if (kStep != kSweep) continue;
    const int next = b.where[(index)(pass + 1) * rows + row];
    if (next == where) continue;
    const index table = (index)pass * rows + row;
    sweep(line(b, where, start), line(b, next, start), count, pass, counts + pass * kDigits, begun_of_all + table,
          tiles == 1 ? nullptr : states_of_all + table * tiles * kDigits);
    __syncthreads();
  }
}
