// SPDX-License-Identifier: Apache-2.0
//
// A selection: the elements whose mask is true, one behind the other. Two launches: one counts the true ones of each chunk, one moves
// them behind those of the chunks before it. No block waits for another. The host writes in front of it: `index`,
// `parameters`, `value` (what is moved), lanes.cuh, the constants kThreads and kCounts (it is the first launch), and
// two macros: GRIDCALL_SEQUENTIAL if a thread works alone, GRIDCALL_PLACES if the results are the elements' numbers.

// Returns how many bytes are not 0, of which every `step`th word counts from `first`.
__device__ inline index count_true(const unsigned char* mask, index begin, index end, index first, index step) {
  constexpr u64 low = 0x7f7f7f7f7f7f7f7full;
  const index left = end - begin, apart = (index)((0 - (u64)(mask + begin)) & 7), lead = apart < left ? apart : left;
  const index words = (left - lead) / 8;
  index n = 0;
  if (first == 0) {
    for (index i = begin; i < begin + lead; ++i) n += mask[i] != 0;
    for (index i = begin + lead + 8 * words; i < end; ++i) n += mask[i] != 0;
  }
  const u64* const word = (const u64*)(mask + begin + lead);
  for (index i = first; i < words; i += step) n += (index)__popcll((((word[i] & low) + low) | word[i]) & ~low);
  return n;
}

// The place of results. Those beyond the room are left out.
struct target {
  unsigned char* out;
  i64 stride;
  index room;
  __device__ value& operator[](index i) const { return *(value*)(out + (i64)i * stride); }
};

__device__ inline value element(const value* src, index i) {
#ifdef GRIDCALL_PLACES
  return (value)i;
#else
  return src[i];
#endif
}

#ifdef GRIDCALL_SEQUENTIAL

// Elements are written before it is known whether they stay, but only where the chunk's own ones go.
__device__ inline void move(const target& to, const value* src, const unsigned char* mask, index begin, index end,
                            index at, index own) {
  const index limit = at + own < to.room ? at + own : to.room;
  index i = begin;
  if (sizeof(value) <= 16) {
    for (; end - i >= 8 && limit - at >= 8; i += 8)
#pragma unroll
      for (int k = 0; k < 8; ++k) {
        to[at] = element(src, i + k);
        at += mask[i + k] != 0;
      }
  }
  for (; at < limit; ++i)
    if (mask[i] != 0) to[at++] = element(src, i);
}

#else

enum { kItems = 8, kTile = kThreads * kItems };

// The elements of a warp follow each other.
__device__ inline index move(const target& to, const value* src, const unsigned char* mask, index begin, index end,
                             index at) {
  __shared__ int totals[kWarps];
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  for (index tile = begin; tile < end; tile += kTile) {
    const index first = tile + warp * kLanes * kItems + lane;
    u32 taken[kItems];
    int total = 0;
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const index i = first + k * kLanes;
      taken[k] = __ballot_sync(0xffffffff, i < end && mask[i] != 0);
      total += __popc(taken[k]);
    }
    if (lane == 0) totals[warp] = total;
    __syncthreads();
    index place = at;
    for (int w = 0; w < kWarps; ++w) {
      if (w == warp) place = at;
      at += totals[w];
    }
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const index mine = place + __popc(taken[k] & ((1u << lane) - 1));
      if ((taken[k] >> lane & 1) != 0 && mine < to.room) to[mine] = element(src, first + k * kLanes);
      place += __popc(taken[k]);
    }
    __syncthreads();
  }
  return at;
}

#endif

// The values in v: elements, those of a chunk, chunks, the room for results, the bytes between these. `total`: where the
// number of all goes, or 0.
extern "C" __global__ void __launch_bounds__(kThreads)
    gridcall_kernel(unsigned char* out, const value* src, const unsigned char* mask, index* counts, i64* total,
                    const parameters p) {
  const index count = p.v[0], chunk = p.v[1], chunks = p.v[2], c = blockIdx.x;
  const target to = {out, (i64)p.v[4], p.v[3]};
  const index begin = c * chunk, end = count - begin < chunk ? count : begin + chunk;
#ifdef GRIDCALL_SEQUENTIAL
  if (kCounts) {
    counts[c] = count_true(mask, begin, end, 0, 1);
    return;
  }
  index before = 0;
  for (index k = 0; k < c; ++k) before += counts[k];
  const index own = chunks == 1 ? count_true(mask, begin, end, 0, 1) : counts[c];
  move(to, src, mask, begin, end, before, own);
  if (c == chunks - 1 && total) *total = before + own;
#else
  const auto plus = [](index a, index b) { return a + b; };
  if (kCounts) {
    const index own = over_block(count_true(mask, begin, end, (index)threadIdx.x, kThreads), plus);
    if (threadIdx.x == 0) counts[c] = own;
    return;
  }
  index before = 0;
  for (index k = (index)threadIdx.x; k < c; k += kThreads) before += counts[k];
  const index all = move(to, src, mask, begin, end, over_block(before, plus));
  if (c == chunks - 1 && total && threadIdx.x == 0) *total = all;
#endif
}
