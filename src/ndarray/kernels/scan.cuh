// SPDX-License-Identifier: Apache-2.0
//
// A scan of rows. A row that is cut into chunks takes two launches: one combines the elements of each chunk, one
// scans each chunk behind what those before it have. No block waits for another. The host writes in front of it:
// `index`, `parameters`, `stored_in`, `stored_out`, `taken` (an element is converted to it, then to a sum), `sum` (what is
// computed with), combine(a, b), the macros IDENTITY (the result of no elements) and FIRST (as it is stored), the
// constants kPartial (it is the first launch), kExclusive, kThreads and kItems (elements of a
// thread at a time), lanes.cuh, GRIDCALL_SEQUENTIAL if a thread works alone,
// GRIDCALL_MAPPED if it declares `operands` itself, GRIDCALL_OUTPUT if they say what is stored,
// GRIDCALL_ORDERED if combine(a, b) may differ from combine(b, a), and GRIDCALL_CUT if the row has segments: the type of an
// offset. A launch before the others (kHeads) marks with a byte where they begin; elements and their combinations know whether
// a segment begins within them. A call (combine)(a, b) finds no function of the caller's preamble, as one without parentheses
// would by the types of its arguments.

#ifdef GRIDCALL_CUT
struct part { sum value; int is_cut; };
__device__ inline part part_of(sum value, int is_cut) { return {value, is_cut}; }
__device__ inline sum value_in(part x) { return x.value; }
__device__ inline bool is_cut(part x) { return x.is_cut != 0; }
__device__ inline part join_parts(part a, part b) {
  return {b.is_cut != 0 ? b.value : (combine)(a.value, b.value), a.is_cut | b.is_cut};
}
#else
typedef sum part;
__device__ inline part part_of(sum value, int) { return value; }
__device__ inline sum value_in(part x) { return x; }
__device__ inline bool is_cut(part) { return false; }
__device__ inline part join_parts(part a, part b) { return (combine)(a, b); }
#endif

#ifndef GRIDCALL_MAPPED
// The elements of a row, or of all.
struct operands {
  const stored_in* first;
  __device__ auto value(index i) const { return value_of(first[i]); }
  __device__ operands row(index row, index count) const { return {first + row * count}; }
};
#endif

__device__ inline part identity() { return part_of(convert<sum>::of(IDENTITY), 0); }

// A row, and where its results go.
struct line {
  operands from;
  stored_out* to;
  const unsigned char* heads;
  __device__ part load(index i) const {
    const sum value = convert<sum>::of(value_of(convert<taken>::of(from.value(i))));
#ifdef GRIDCALL_CUT
    return part_of(value, heads[i]);
#else
    return part_of(value, 0);
#endif
  }
  // `before`: what is before element i, and `with` that and the element, which is `own`.
  __device__ void store(index i, part before, part with, part own) const {
#ifdef GRIDCALL_OUTPUT
    to[i] = convert<stored_out>::of(from.output(i, value_in(with), value_in(is_cut(own) ? identity() : before)));
#else
    if (kExclusive && is_cut(own))
      to[i] = convert<stored_out>::of(FIRST);
    else
      to[i] = convert<stored_out>::of(value_in(kExclusive ? before : with));
#endif
  }
};

#ifdef GRIDCALL_SEQUENTIAL

// Four accumulators, which do not wait for each other; a segment that begins is not told from four, so that it takes one.
__device__ inline part reduce(const line& row, index begin, index end) {
  index i = begin;
#ifdef GRIDCALL_CUT
  part all = identity();
  for (; i < end; ++i) all = join_parts(all, row.load(i));
  return all;
#elif defined(GRIDCALL_ORDERED)
  part all = identity();
  for (; end - i >= kItems; i += kItems)
    all = join_parts(all, join_parts(join_parts(row.load(i), row.load(i + 1)), join_parts(row.load(i + 2), row.load(i + 3))));
  for (; i < end; ++i) all = join_parts(all, row.load(i));
  return all;
#else
  part partial[kItems] = {identity(), identity(), identity(), identity()};
  for (; end - i >= kItems; i += kItems)
#pragma unroll
    for (int k = 0; k < kItems; ++k) partial[k] = join_parts(partial[k], row.load(i + k));
  for (; i < end; ++i) partial[0] = join_parts(partial[0], row.load(i));
  return join_parts(join_parts(partial[0], partial[1]), join_parts(partial[2], partial[3]));
#endif
}

// Four elements are combined before they meet what came before them, which is what the next four wait for.
__device__ inline void scan(const line& row, index begin, index end, part before) {
  index i = begin;
  for (; end - i >= kItems; i += kItems) {
    const part a = row.load(i), two = row.load(i + 1), x = row.load(i + 2), four = row.load(i + 3);
    const part b = join_parts(a, two), y = join_parts(x, four), c = join_parts(b, x), d = join_parts(b, y);
    const part first = join_parts(before, a), second = join_parts(before, b), third = join_parts(before, c), last = join_parts(before, d);
    row.store(i, before, first, a);
    row.store(i + 1, first, second, two);
    row.store(i + 2, second, third, x);
    row.store(i + 3, third, last, four);
    before = last;
  }
  for (; i < end; ++i) {
    const part own = row.load(i), next = join_parts(before, own);
    row.store(i, before, next, own);
    before = next;
  }
}

#else

enum { kOfWarp = kLanes * kItems, kTile = kThreads * kItems };

#ifdef GRIDCALL_CUT
__device__ inline part from_lane(part value, int lane) {
  return {from_lane(value.value, lane), from_lane(value.is_cut, lane)};
}
#endif

// Returns what the lanes up to this one have.
__device__ inline part scan_warp(part value) {
  const int lane = threadIdx.x % kLanes;
#pragma unroll
  for (int away = 1; away < kLanes; away *= 2) {
    const part other = (from_lane)(value, lane - away);
    if (lane >= away) value = join_parts(other, value);
  }
  return value;
}

// Returns what the first parts of `from` have.
__device__ inline part combined(const part* from, index count) {
  __shared__ part totals[kWarps];
  part all = identity();
  for (index first = 0; first < count; first += kThreads) {
    const index i = first + threadIdx.x;
    const part here = scan_warp(i < count ? from[i] : identity());
    if (threadIdx.x % kLanes == kLanes - 1) totals[threadIdx.x / kLanes] = here;
    __syncthreads();
    for (int w = 0; w < kWarps; ++w) all = join_parts(all, totals[w]);
    __syncthreads();
  }
  return all;
}

#if defined(GRIDCALL_CUT) || defined(GRIDCALL_ORDERED)
#define GRIDCALL_IN_ORDER
#else
// Returns what the elements have, combined in any order.
__device__ inline part reduce(const line& row, index begin, index end) {
  part sums[kItems];
#pragma unroll
  for (int k = 0; k < kItems; ++k) sums[k] = identity();
  index i = begin + threadIdx.x;
  for (; end > i && end - i > (kItems - 1) * kThreads; i += kTile) {
#pragma unroll
    for (int k = 0; k < kItems; ++k) sums[k] = join_parts(sums[k], row.load(i + k * kThreads));
  }
  for (; i < end; i += kThreads) sums[0] = join_parts(sums[0], row.load(i));
#pragma unroll
  for (int k = 1; k < kItems; ++k) sums[0] = join_parts(sums[0], sums[k]);
  return (over_block)(sums[0], [](part a, part b) { return join_parts(a, b); });
}
#endif

// Scans tile after tile, in which the elements of a warp follow each other. The warp's threads load and store elements that
// follow each other, and a thread combines elements that do; shared memory is between. Returns what all have.
__device__ inline part scan(const line& row, index begin, index end, part before) {
  __shared__ part totals[kWarps];
  __shared__ __align__(16) unsigned char memory[kWarps][(kOfWarp + kItems) * sizeof(part)];
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  part* const shared = (part*)memory[warp];
  const auto place = [](int i) { return i + i / kLanes; };  // elements kItems apart are in different banks
  for (index tile = begin; tile < end; tile += kTile) {
    const index first = tile + warp * kOfWarp + lane;
    u32 cuts = 0;
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      const index i = first + k * kLanes;
      const part own = i < end ? row.load(i) : identity();
      cuts |= (u32)is_cut(own) << k;
      shared[place(k * kLanes + lane)] = own;
    }
    __syncwarp();
    part here[kItems];
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      here[k] = shared[place(lane * kItems + k)];
      if (k != 0) here[k] = join_parts(here[k - 1], here[k]);
    }
    const part up = scan_warp(here[kItems - 1]), others = (from_lane)(up, lane - 1);
    if (lane == kLanes - 1) totals[warp] = up;
    __syncthreads();
    part left = before;
    for (int w = 0; w < kWarps; ++w) {
      if (w == warp) left = before;
      before = join_parts(before, totals[w]);
    }
    if (!kPartial) {
      const part mine = lane == 0 ? left : join_parts(left, others);
#pragma unroll
      for (int k = 0; k < kItems; ++k) shared[place(lane * kItems + k)] = join_parts(mine, here[k]);
      __syncwarp();
#pragma unroll
      for (int k = 0; k < kItems; ++k) {
        const index i = first + k * kLanes;
        const int at = k * kLanes + lane;
        const part previous = at == 0 ? left : shared[place(at - 1)];
        if (i < end) row.store(i, previous, shared[place(at)], part_of(value_in(left), cuts >> k & 1));
      }
    }
    __syncthreads();
  }
  return before;
}

#endif

// The values in v: rows, elements of a row, elements of a chunk, chunks of a row, the number of offsets.
extern "C" __global__ void __launch_bounds__(kThreads)
    gridcall_kernel(unsigned char* out, const operands in, void* sums, unsigned char* heads, const void* offsets,
                    const parameters p) {
  const index rows = p.v[0], count = p.v[1], chunk = p.v[2], chunks = p.v[3];
#ifdef GRIDCALL_CUT
  if (kHeads) {
    const index step = (index)gridDim.x * kThreads;
    for (index i = (index)blockIdx.x * kThreads + (index)threadIdx.x; i < p.v[4]; i += step) {
      const i64 at = ((const GRIDCALL_CUT*)offsets)[i];
      if (at >= 0 && at < (i64)count) heads[at] = 1;
    }
    return;
  }
#endif
  part* const partial = (part*)sums;
#ifdef GRIDCALL_SEQUENTIAL
  const index c = blockIdx.x % chunks, threads = (index)gridDim.x / chunks * kThreads;
  const index thread = kThreads == 1 ? 0 : (index)threadIdx.x;  // without it, the compiler makes scalar code
  const index first = (index)(blockIdx.x / chunks) * kThreads + thread;
#else
  const index c = blockIdx.x, threads = gridDim.y, first = blockIdx.y;
#endif
  const index begin = c * chunk, end = count - begin < chunk ? count : begin + chunk;
  for (index row = first; row < rows; row += threads) {
    const line elements = {in.row(row, count), (stored_out*)out + row * count, heads};
    part before = identity();
#ifdef GRIDCALL_SEQUENTIAL
    if (kPartial) {
      partial[row * chunks + c] = reduce(elements, begin, end);
      continue;
    }
    for (index k = 0; k < c; ++k) before = join_parts(before, partial[row * chunks + k]);
    scan(elements, begin, end, before);
    if (kExclusive && c == 0) elements.to[0] = convert<stored_out>::of(FIRST);
#else
    if (!kPartial) before = combined(partial + row * chunks, c);
#ifdef GRIDCALL_IN_ORDER
    const part all = scan(elements, begin, end, before);
#else
    const part all = kPartial ? reduce(elements, begin, end) : scan(elements, begin, end, before);
#endif
    if (threadIdx.x != 0) continue;
    if (kPartial)
      partial[row * chunks + c] = all;
    else if (kExclusive && c == 0)
      elements.to[0] = convert<stored_out>::of(FIRST);
#endif
  }
}
