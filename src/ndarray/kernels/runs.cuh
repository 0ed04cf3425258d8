// SPDX-License-Identifier: Apache-2.0
//
// Runs of equal keys: the first key of each, and the combination of its values. Two launches: one counts the ends of runs in
// each chunk and combines the values behind the last of them, one writes the runs that end in each chunk, behind those
// of the chunks before it. No block waits for another. The host writes in front of it: `index`, `parameters`,
// `stored_key`, the types of scan.cuh, lanes.cuh, the constants kThreads and kCounts (it is the first launch), and the macros
// GRIDCALL_SEQUENTIAL if a thread works alone, GRIDCALL_VALUES if there are results, GRIDCALL_LENGTHS if they are lengths.

__device__ inline bool are_equal(stored_key a, stored_key b) {
  const auto x = value_of(a), y = value_of(b);
  return (x == y) | ((x != x) & (y != y));
}
__device__ inline sum load(const unsigned char* from, index i) {
#ifdef GRIDCALL_LENGTHS
  return 1;
#else
  return convert<sum>::of(value_of(convert<taken>::of(value_of(((const stored_in*)from)[i]))));
#endif
}
__device__ inline sum identity() { return convert<sum>::of(IDENTITY); }

struct runs {
  unsigned char *keys, *values;
  i64 key_stride, value_stride;
  index room, count;
  const stored_key* src_keys;
  const unsigned char* src_values;
  __device__ bool begins(index i) const { return i == 0 || !are_equal(src_keys[i - 1], src_keys[i]); }
  __device__ bool ends(index i) const { return i + 1 == count || !are_equal(src_keys[i], src_keys[i + 1]); }
  // Returns true at the first element of a run, and behind the last of all, without a branch around what it loads.
  __device__ bool begins_or_ends(index i) const {
    const index at = i < count ? i : count - 1;
    return (i == 0) | (i >= count) | !are_equal(src_keys[at == 0 ? 0 : at - 1], src_keys[at]);
  }
  __device__ void store_key(index at, stored_key key) const {
    *(stored_key*)(keys + (i64)at * key_stride) = key;
  }
  __device__ void store(index at, sum value) const {
#ifdef GRIDCALL_VALUES
    *(stored_out*)(values + (i64)at * value_stride) = convert<stored_out>::of(value);
#endif
  }
};

#ifdef GRIDCALL_SEQUENTIAL

enum { kItems = 8 };  // of a loop without a test

// Returns the place behind the last end of a run, or `begin`.
__device__ inline index behind_last(const runs& r, index begin, index end) {
  while (end > begin && !r.ends(end - 1)) --end;
  return end;
}

typedef int flags __attribute__((ext_vector_type(kItems)));

// Returns -1 for each of kItems keys that ends a run; one more key follows them.
template <class T> __device__ inline typename only_if<is_real<T>::value, flags>::type ends_of(const T* keys) {
  typedef T loose __attribute__((ext_vector_type(kItems), aligned(sizeof(T))));
  const loose a = *(const loose*)keys, b = *(const loose*)(keys + 1);
  return __builtin_convertvector((a != b) & ((a == a) | (b == b)), flags);
}
template <class T> __device__ inline typename only_if<!is_real<T>::value, flags>::type ends_of(const T* keys) {
  flags ends = {};
#pragma unroll
  for (int k = 0; k < kItems; ++k) ends[k] = are_equal(keys[k], keys[k + 1]) ? 0 : -1;
  return ends;
}

__device__ inline index count_ends(const runs& r, index begin, index end) {
  const index inner = end == r.count ? end - 1 : end;
  index n = inner < end, i = begin;
  for (; inner - i >= kItems; i += kItems) n -= __builtin_reduce_add(ends_of(r.src_keys + i));
  for (; i < inner; ++i) n += !are_equal(r.src_keys[i], r.src_keys[i + 1]);
  return n;
}

// Returns the combination of kItems values.
__device__ inline sum load_items(const unsigned char* from, index i) {
  sum all[kItems];
#pragma unroll
  for (int k = 0; k < kItems; ++k) all[k] = load(from, i + k);
#pragma unroll
  for (int n = 1; n < kItems; n *= 2)
#pragma unroll
    for (int k = 0; k < kItems; k += 2 * n) all[k] = combine(all[k], all[k + n]);
  return all[0];
}

__device__ inline void write(const runs& r, index begin, index end, index at, sum before) {
  sum here = before;
  // The place of the run's key, or `end` while it began in another chunk, which stores its key.
  index first = r.begins(begin) ? begin : end, i = begin;
  const index inner = end == r.count ? end - 1 : end;
  const auto step = [&](index i, bool is_end) {
    here = combine(here, load(r.src_values, i));
    if (!is_end) return;
    if (at < r.room) {
      if (first != end) r.store_key(at, r.src_keys[first]);
      r.store(at, here);
    }
    ++at;
    here = identity();
    first = i + 1;
  };
  while (inner - i >= kItems && at < r.room) {
    const flags ends = ends_of(r.src_keys + i);
    if (__builtin_reduce_or(ends) == 0) {
      here = combine(here, load_items(r.src_values, i));
    } else {
#pragma unroll
      for (int k = 0; k < kItems; ++k) step(i + k, !are_equal(r.src_keys[i + k], r.src_keys[i + k + 1]));
    }
    i += kItems;
  }
  for (; i < end && at < r.room; ++i) step(i, r.ends(i));
  if (first < end && at < r.room) r.store_key(at, r.src_keys[first]);  // the run ends in another chunk
}

#else

enum { kItems = 8, kTile = kThreads * kItems };

// Returns the last of the lanes with a head, or 0.
__device__ inline int head_of(u32 heads) { return heads == 0 ? 0 : 31 - __clz((int)heads); }

// Returns what the last lane has.
__device__ inline sum last_of(sum here, u32 heads) {
#ifdef GRIDCALL_LENGTHS
  return kLanes - head_of(heads);
#else
  return from_lane(here, kLanes - 1);
#endif
}

// Returns what the lanes up to this one have since the last head.
__device__ inline sum scan_warp(sum value, u32 heads) {
  const int lane = threadIdx.x % kLanes, first = head_of(heads & (0xffffffffu >> (31 - lane)));
#pragma unroll
  for (int away = 1; away < kLanes; away *= 2) {
    const sum other = from_lane(value, lane - away);
    if (lane - away >= first) value = combine(other, value);
  }
  return value;
}

__device__ inline index write(const runs& r, index begin, index end, index at, sum before) {
  __shared__ sum totals[kWarps];
  __shared__ int ended[kWarps], has_head[kWarps];
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  const u32 up_to = 0xffffffffu >> (31 - lane), under = up_to >> 1;
  for (index tile = begin; tile < end; tile += kTile) {
    const index first = tile + warp * kLanes * kItems + lane;
    u32 heads[kItems], ends[kItems];
    sum here[kItems], total = identity();
    int ends_here = 0;
    bool is_closed = false;
    bool begin_here[kItems + 1];
#pragma unroll
    for (int k = 0; k < kItems; ++k) begin_here[k] = r.begins_or_ends(first + k * kLanes);
    begin_here[kItems] = r.begins_or_ends(first - lane + kItems * kLanes);
#pragma unroll
    for (int k = 0; k < kItems; ++k) heads[k] = __ballot_sync(0xffffffff, begin_here[k]);
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const index i = first + k * kLanes;
      const u32 inside = __ballot_sync(0xffffffff, i < end);
      const bool is_next = k + 1 < kItems ? (heads[k + 1] & 1) != 0 : begin_here[kItems];
      ends[k] = (heads[k] >> 1 | (u32)is_next << 31) & inside;
      heads[k] &= inside;
      ends_here += __popc(ends[k]);
#ifdef GRIDCALL_LENGTHS
      here[k] = lane + 1 - head_of(heads[k] & up_to);
#elif defined(GRIDCALL_VALUES)
      here[k] = scan_warp(i < end ? load(r.src_values, i) : identity(), heads[k]);
#endif
#ifdef GRIDCALL_VALUES
      const sum last = last_of(here[k], heads[k]);
      total = heads[k] != 0 ? last : combine(total, last);
      is_closed |= heads[k] != 0;
#endif
    }
    if (lane == 0) {
      totals[warp] = total;
      ended[warp] = ends_here;
      has_head[warp] = is_closed;
    }
    __syncthreads();
    sum left = before;
    index place = at;
    for (int w = 0; w < kWarps; ++w) {
      if (w == warp) left = before, place = at;
      before = has_head[w] != 0 ? totals[w] : combine(before, totals[w]);
      at += ended[w];
    }
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const index i = first + k * kLanes, mine = place + __popc(ends[k] & under);
      if ((heads[k] >> lane & 1) != 0 && mine < r.room) r.store_key(mine, r.src_keys[i]);
#ifdef GRIDCALL_VALUES
      const sum value = (heads[k] & up_to) != 0 ? here[k] : combine(left, here[k]);
      if ((ends[k] >> lane & 1) != 0 && mine < r.room) r.store(mine, value);
      const sum last = last_of(here[k], heads[k]);
      left = heads[k] != 0 ? last : combine(left, last);
#endif
      place += __popc(ends[k]);
    }
    __syncthreads();
  }
  return at;
}

#endif

// The values in v: elements, those of a chunk, chunks, the room for results, the bytes between keys and between values.
// `total`: where the number of all goes, or 0.
extern "C" __global__ void __launch_bounds__(kThreads)
    gridcall_kernel(unsigned char* keys, unsigned char* values, const stored_key* src_keys,
                    const unsigned char* src_values, index* counts, sum* open, i64* total, const parameters p) {
  const index count = p.v[0], chunk = p.v[1], chunks = p.v[2], c = blockIdx.x;
  const runs r = {keys, values, (i64)p.v[4], (i64)p.v[5], p.v[3], count, src_keys, src_values};
  const index begin = c * chunk, end = count - begin < chunk ? count : begin + chunk;
#ifdef GRIDCALL_SEQUENTIAL
  // The alignment keeps the compiler from making vectors of 32 threads, of which 31 do not exist.
  alignas(128) volatile index own_end = end;
  if (own_end == begin) return;
  if (kCounts) {
    counts[c] = count_ends(r, begin, end);
#ifdef GRIDCALL_VALUES
    sum value = identity();
    for (index i = behind_last(r, begin, end); i < end; ++i) value = combine(value, load(src_values, i));
    open[c] = value;
#endif
    return;
  }
  index before = 0, first = 0;  // the first chunk with values of the run that comes in
  for (index k = 0; k < c; ++k) {
    before += counts[k];
    first = counts[k] != 0 ? k : first;
  }
  sum started = identity();
#ifdef GRIDCALL_VALUES
  for (index k = first; k < c; ++k) started = combine(started, open[k]);
#endif
#else
  const auto plus = [](index a, index b) { return a + b; };
  const auto greatest = [](index a, index b) { return a < b ? b : a; };
  const auto both = [](sum a, sum b) { return combine(a, b); };
  if (kCounts) {
    index own = 0, behind = begin;
#pragma unroll 8
    for (index i = begin + (index)threadIdx.x; i < end; i += kThreads) {
      const bool is_end = r.begins_or_ends(i + 1);
      own += is_end;
      behind = is_end ? i + 1 : behind;
    }
    own = over_block(own, plus);
    if (threadIdx.x == 0) counts[c] = own;
#ifdef GRIDCALL_VALUES
    behind = over_block(behind, greatest);
#ifdef GRIDCALL_LENGTHS
    sum value = end - behind;
#else
    sum value = identity();
    for (index i = behind + (index)threadIdx.x; i < end; i += kThreads) value = combine(value, load(src_values, i));
    value = over_block(value, both);
#endif
    if (threadIdx.x == 0) open[c] = value;
#endif
    return;
  }
  index before = 0, first = 0;
  for (index k = (index)threadIdx.x; k < c; k += kThreads) {
    before += counts[k];
    first = counts[k] != 0 ? k : first;
  }
  before = over_block(before, plus);
  sum started = identity();
#ifdef GRIDCALL_VALUES
  first = over_block(first, greatest);
  for (index k = first + (index)threadIdx.x; k < c; k += kThreads) started = combine(started, open[k]);
  started = over_block(started, both);
#endif
#endif
#ifdef GRIDCALL_SEQUENTIAL
  write(r, begin, end, before, started);
  if (c == chunks - 1 && total) *total = before + (chunks == 1 ? count_ends(r, begin, end) : counts[c]);
#else
  const index all = write(r, begin, end, before, started);
  if (c == chunks - 1 && total && threadIdx.x == 0) *total = all;
#endif
}
