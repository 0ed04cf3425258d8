// SPDX-License-Identifier: Apache-2.0
//
// A stable radix sort of rows, from the lowest byte of a key to its highest. A pass is two launches: one counts the
// bytes in each chunk of a row, one moves each element to its place, which follows from the counts of all chunks.
// No block waits for another; a GPU sorts long rows by sweep.cuh. Short rows are sorted in one launch, each by one
// thread or one block, and so are the segments of a row. The host writes in front of it: `index`, `parameters`,
// `value`, keys.cuh, sort_rows.cuh, the constants kStep, kThreads and kItems (elements of a thread in a tile), and
// four macros: GRIDCALL_SEQUENTIAL if a thread works alone, GRIDCALL_VALUES if values move along, GRIDCALL_PLACES if
// those are the places of the keys, GRIDCALL_CUT if there are segments: the type of an offset.

enum { kFew = 0, kRows = 1, kSegments = 2, kCount = 3, kMove = 4, kFinish = 5 };  // kStep

#ifdef GRIDCALL_SEQUENTIAL

// On the CPU device a block is one thread. No value depends on the thread's number and the tables are shared memory,
// so that the compiler makes scalar code and not vectors of one lane.
__device__ inline void count_digits(const line_of<bits>::type keys, index begin, index end, int pass, index* counts) {
  __shared__ index counted[4][kDigits];  // equal digits that follow each other do not wait for each other
  for (int d = 0; d < kDigits; ++d) counted[0][d] = counted[1][d] = counted[2][d] = counted[3][d] = 0;
  index i = begin;
  for (; end - i >= 4; i += 4)
#pragma unroll
    for (int k = 0; k < 4; ++k) ++counted[k][digit_of(keys[i + k], pass)];
  for (; i < end; ++i) ++counted[0][digit_of(keys[i], pass)];
  for (int d = 0; d < kDigits; ++d) counts[d] = counted[0][d] + counted[1][d] + counted[2][d] + counted[3][d];
}

__device__ inline void move(const line& from, const line& to, index begin, index end, int pass, index* next) {
  const line_of<bits>::only keys = from.keys, out = to.keys;
  for (index i = begin; i < end; ++i) {
    const bits key = keys[i];
    const index at = next[digit_of(key, pass)]++;
#ifdef GRIDCALL_CUT
    if (at >= end) continue;  // offsets that do not ascend give segments that overlap, which others move too
#endif
    out[at] = key;
#ifdef GRIDCALL_VALUES
    to.values[at] = from.value_at(i);
#endif
  }
}

// Returns false if all keys have the same digit. `counts` are those of all chunks; `next` becomes where the
// elements of chunk c begin.
__device__ inline bool begin_move(const index* counts, index chunks, index c, index count, index* next) {
  index sum = 0;
  for (int d = 0; d < kDigits; ++d) {
    index all = 0, before = 0;
    for (index k = 0; k < chunks; ++k) {
      const index here = counts[k * kDigits + d];
      all += here;
      before += k < c ? here : 0;
    }
    if (all == count) return false;
    next[d] = sum + before;
    sum += all;
  }
  return true;
}

__device__ inline void sort_row(const buffers& b, index start, index count, int mode) {
  __shared__ index counts[kPasses][kDigits], next[kDigits];
  for (int pass = 0; pass < kPasses; ++pass)
    for (int d = 0; d < kDigits; ++d) counts[pass][d] = 0;
  const line_of<bits>::type keys = line(b, kInSource, start).keys;
  for (index i = 0; i < count; ++i)
#pragma unroll
    for (int pass = 0; pass < kPasses; ++pass) ++counts[pass][digit_of(keys[i], pass)];
  int passes = 0;
#pragma unroll
  for (int pass = 0; pass < kPasses; ++pass) passes += counts[pass][digit_of(keys[0], pass)] != count;
  int where = kInSource;
  for (int pass = 0; pass < kPasses; ++pass) {
    if (!begin_move(counts[pass], 1, 0, count, next)) continue;
    const int to = next_of(where, mode, passes--);
    move(line(b, where, start), line(b, to, start), 0, count, pass, next);
    where = to;
  }
  finish(b, where, start, 0, count, 1);
}

// By insertion, which works in place too.
__device__ inline void sort_few(const buffers& b, index start, index count) {
  const line from(b, kInSource, start), to(b, kInResult, start);
  for (index i = 0; i < count; ++i) {
    const bits key = from.keys[i];
#ifdef GRIDCALL_VALUES
    const value moved = from.value_at(i);
#endif
    index at = i;
    for (; at > 0 && ordered(to.keys[at - 1]) > ordered(key); --at) {
      to.keys[at] = to.keys[at - 1];
#ifdef GRIDCALL_VALUES
      to.values[at] = to.values[at - 1];
#endif
    }
    to.keys[at] = key;
#ifdef GRIDCALL_VALUES
    to.values[at] = moved;
#endif
  }
}

#else

enum { kLanes = 32, kWarps = kThreads / kLanes, kTile = kThreads * kItems };

struct shared_memory {
  unsigned short ranks[kWarps][kDigits];
  int starts[kDigits];  // where the elements of a digit begin in the sorted tile
  int totals[kWarps];
  unsigned short order[kTile];  // the elements of the sorted tile, by their places in the tile
};

// Returns the sum over the threads below, the thread's number being the digit.
__device__ inline int sum_below(shared_memory& s, int value) {
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  int sum = value;
  for (int away = 1; away < kLanes; away *= 2) {
    const int other = __shfl_up_sync(0xffffffff, sum, away);
    if (lane >= away) sum += other;
  }
  if (lane == kLanes - 1) s.totals[warp] = sum;
  __syncthreads();
  int below = sum - value;
  for (int w = 0; w < warp; ++w) below += s.totals[w];
  __syncthreads();
  return below;
}

// The elements of a warp follow each other: item k of a lane is number 32 k + lane of them.
__device__ inline int place_of(int k, int items) {
  return (int)(threadIdx.x / kLanes) * kLanes * items + k * kLanes + (int)(threadIdx.x % kLanes);
}

// Makes ranks of digits: the places in the sorted tile. -1 is no element. Returns how many elements have the
// digit that is the thread's number.
__device__ inline int rank(shared_memory& s, const int (&digits)[kItems], int (&ranks)[kItems], int items) {
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  for (int d = lane; d < kDigits; d += kLanes) s.ranks[warp][d] = 0;
  __syncwarp();
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    if (k >= items) break;
    const u32 equal = __match_any_sync(0xffffffff, digits[k]);
    const int below = __popc(equal & ((1u << lane) - 1));
    const int known = digits[k] < 0 ? 0 : s.ranks[warp][digits[k]];
    ranks[k] = known + below;
    __syncwarp();
    if (digits[k] >= 0 && below == 0) s.ranks[warp][digits[k]] = (unsigned short)(known + __popc(equal));
    __syncwarp();
  }
  __syncthreads();
  int sum = 0;
  for (int w = 0; w < kWarps; ++w) {
    const int here = s.ranks[w][threadIdx.x];
    s.ranks[w][threadIdx.x] = (unsigned short)sum;
    sum += here;
  }
  s.starts[threadIdx.x] = sum_below(s, sum);
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kItems; ++k)
    if (k < items && digits[k] >= 0) ranks[k] += s.starts[digits[k]] + s.ranks[warp][digits[k]];
  return sum;
}

__device__ inline void count_digits(const line_of<bits>::type keys, index begin, index end, int pass, index* counts) {
  __shared__ u32 counted[kDigits];
  counted[threadIdx.x] = 0;
  __syncthreads();
  for (index i = begin + (index)threadIdx.x; i < end; i += kThreads) atomicAdd(&counted[digit_of(keys[i], pass)], 1u);
  __syncthreads();
  counts[threadIdx.x] = (index)counted[threadIdx.x];
  __syncthreads();
}

// Returns false if all keys have the same digit. `next` is where the elements of the chunk begin of which the
// digit is the thread's number.
__device__ inline bool begin_move(const index* counts, index chunks, index c, index count, index& next) {
  __shared__ index totals[kDigits];
  index all = 0, before = 0;
#pragma unroll 8
  for (index k = 0; k < chunks; ++k) {
    const index here = counts[k * kDigits + (index)threadIdx.x];
    all += here;
    before += k < c ? here : 0;
  }
  totals[threadIdx.x] = all;
  if (__syncthreads_or(all == count)) return false;
  for (int away = 1; away < kDigits; away *= 2) {
    const index other = (int)threadIdx.x >= away ? totals[threadIdx.x - away] : 0;
    __syncthreads();
    totals[threadIdx.x] += other;
    __syncthreads();
  }
  next = totals[threadIdx.x] - all + before;
  __syncthreads();
  return true;
}

__device__ inline void move(shared_memory& s, const line& from, const line& to, index begin, index end, int pass,
                            index next) {
  __shared__ index offsets[kDigits];
  for (index tile = begin; tile < end; tile += kTile) {
    const int left = end - tile < kTile ? (int)(end - tile) : kTile;
    int digits[kItems], ranks[kItems];
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const int at = place_of(k, kItems);
      digits[k] = at < left ? (int)digit_of(from.keys[tile + at], pass) : -1;
    }
    const int sum = rank(s, digits, ranks, kItems);
    offsets[threadIdx.x] = next - s.starts[threadIdx.x];
    next += sum;
#pragma unroll
    for (int k = 0; k < kItems; ++k)
      if (digits[k] >= 0) s.order[ranks[k]] = (unsigned short)place_of(k, kItems);
    __syncthreads();
    // Neighbours write to neighbours; what they read is near.
    for (int i = threadIdx.x; i < left; i += kThreads) {
      const index at = tile + s.order[i];
      const bits key = from.keys[at];
      const index place = offsets[digit_of(key, pass)] + i;
#ifdef GRIDCALL_CUT
      if ((u64)place >= (u64)end) continue;
#endif
      to.keys[place] = key;
#ifdef GRIDCALL_VALUES
      to.values[place] = from.value_at(at);
#endif
    }
    __syncthreads();
  }
}

// A row of a tile at most.
__device__ inline void sort_row(shared_memory& s, const buffers& b, index start, int count) {
  __shared__ bits keys[kTile];
  const line from(b, kInSource, start), to(b, kInResult, start);
  const int items = (count + kThreads - 1) / kThreads;
  for (int i = threadIdx.x; i < count; i += kThreads) {
    keys[i] = from.keys[i];
    s.order[i] = (unsigned short)i;
  }
  __syncthreads();
  for (int pass = 0; pass < kPasses; ++pass) {
    int digits[kItems], ranks[kItems];
    bits key[kItems];
    unsigned short order[kItems];
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const int at = place_of(k, items);
      digits[k] = -1;
      if (k >= items || at >= count) continue;
      key[k] = keys[at];
      order[k] = s.order[at];
      digits[k] = (int)digit_of(key[k], pass);
    }
    rank(s, digits, ranks, items);
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      if (digits[k] < 0) continue;
      keys[ranks[k]] = key[k];
      s.order[ranks[k]] = order[k];
    }
    __syncthreads();
  }
#ifdef GRIDCALL_VALUES
  value moved[kItems];  // all are read before one is written
#pragma unroll
  for (int k = 0; k < kItems; ++k)
    if (k * kThreads + (int)threadIdx.x < count) moved[k] = from.value_at(s.order[k * kThreads + threadIdx.x]);
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kItems; ++k)
    if (k * kThreads + (int)threadIdx.x < count) to.values[k * kThreads + threadIdx.x] = moved[k];
#endif
  for (int i = threadIdx.x; i < count; i += kThreads) to.keys[i] = keys[i];
  __syncthreads();
}

// A segment of any length, by one block.
__device__ inline void sort_segment(shared_memory& s, const buffers& b, index start, index count, int mode) {
  if (count <= kTile) return sort_row(s, b, start, (int)count);
  __shared__ index counts[kDigits];
  int where = kInSource;
  for (int pass = 0; pass < kPasses; ++pass) {
    count_digits(line(b, where, start).keys, 0, count, pass, counts);
    index next = 0;
    if (!begin_move(counts, 1, 0, count, next)) continue;
    const int to = next_of(where, mode, kPasses - pass);
    move(s, line(b, where, start), line(b, to, start), 0, count, pass, next);
    where = to;
  }
  finish(b, where, start, (index)threadIdx.x, count, kThreads);
  __syncthreads();
}

#endif

#ifdef GRIDCALL_CUT
// A row is cut in front of the elements with these offsets. None is trusted to be within the row.
__device__ inline void sort_segments(const buffers& b, const GRIDCALL_CUT* offsets, index cuts, index count,
                                     int mode) {
  enum { kMostOfThread = 32 };
#ifdef GRIDCALL_SEQUENTIAL
  const index threads = (index)gridDim.x * kThreads;
  const index first = (index)blockIdx.x * kThreads + (kThreads == 1 ? 0 : (index)threadIdx.x);
#else
  __shared__ shared_memory s;
  const index threads = gridDim.x, first = blockIdx.x;
#endif
  const auto offset = [&](index cut) {
    const i64 at = offsets[cut];
    return at < 0 ? 0 : at > (i64)count ? count : (index)at;
  };
  for (index i = first; i <= cuts; i += threads) {
    const index begin = i == 0 ? 0 : offset(i - 1), size = (i == cuts ? count : offset(i)) - begin;
    if (size <= 0) continue;
#ifdef GRIDCALL_SEQUENTIAL
    if (size <= kMostOfThread)
      sort_few(b, begin, size);
    else if (kThreads == 1)
      sort_row(b, begin, size, mode);
#else
    if (size > kMostOfThread) sort_segment(s, b, begin, size, mode);
#endif
  }
}
#endif

// The values in v: rows, elements of a row, elements of a chunk or the number of offsets, chunks of a row, the pass,
// what the source is. The offsets of segments are where else counts are.
extern "C" __global__ void __launch_bounds__(kThreads)
    gridcall_kernel(const bits* source, bits* result, bits* spare, const value* source_values, value* result_values,
                    value* spare_values, index* counts_of_all, unsigned char* where_of_all,
                    const parameters p GRIDCALL_STEPS) {
  const buffers b = {source, result, spare, source_values, result_values, spare_values, counts_of_all,
                     where_of_all GRIDCALL_GIVEN_STEPS};
  const index rows = p.v[0], count = p.v[1], chunk = p.v[2], chunks = p.v[3];
  const int pass = (int)p.v[4];
  const int mode = (int)p.v[5];
#ifdef GRIDCALL_CUT
  return sort_segments(b, (const GRIDCALL_CUT*)counts_of_all, chunk, count, mode);
#endif
#ifdef GRIDCALL_SEQUENTIAL
  if (kStep == kFew || kStep == kRows) {
    const index threads = (index)gridDim.x * kThreads, thread = kThreads == 1 ? 0 : (index)threadIdx.x;
    for (index row = (index)blockIdx.x * kThreads + thread; row < rows; row += threads) {
      if (kStep == kFew)
        sort_few(b, row * count, count);
      else
        sort_row(b, row * count, count, mode);
    }
    return;
  }
  const index c = blockIdx.x, begin = c * chunk, end = count - begin < chunk ? count : begin + chunk;
  for (index row = blockIdx.y; row < rows; row += (index)gridDim.y) {
    const index start = row * count;
    index* const counts = b.counts + row * chunks * kDigits;
    const int where = pass == 0 ? (int)kInSource : b.where[(index)pass * rows + row];
    if (kStep == kFinish) {
      finish(b, where, start, begin, end, 1);
      continue;
    }
    const line from(b, where, start);
    if (kStep == kCount) {
      count_digits(from.keys, begin, end, pass, counts + c * kDigits);
      continue;
    }
    __shared__ index next[kDigits];
    const bool moves = begin_move(counts, chunks, c, count, next);
    const int to = moves ? next_of(where, mode, kPasses - pass) : where;
    if (c == 0) b.where[(index)(pass + 1) * rows + row] = (unsigned char)to;
    if (moves) move(from, line(b, to, start), begin, end, pass, next);
  }
#else
  __shared__ shared_memory s;
  for (index row = blockIdx.x; row < rows; row += (index)gridDim.x) sort_row(s, b, row * count, (int)count);
#endif
}
