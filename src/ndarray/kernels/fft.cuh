// SPDX-License-Identifier: Apache-2.0
//
// Fourier transforms by passes. A pass transforms along a factor of the length, of up to kMaxFactor elements, for kLanes
// neighbours at once: a tile, which is read, multiplied by twiddle factors, transformed by Stockham's way in stages of
// radix 2 to 31, and written to its places in the result. An inverse transform exchanges the real and imaginary parts of
// what it reads and writes. On a GPU a block has the tile in shared memory. On the CPU device (GRIDCALL_SEQUENTIAL) a
// block is one thread, whose vectors are the lanes. The host writes in front of it `part` and the constants.

#ifdef GRIDCALL_SEQUENTIAL
typedef part pack __attribute__((ext_vector_type(kLanes)));
typedef part loose __attribute__((ext_vector_type(kLanes), aligned(sizeof(part))));
typedef part pairs __attribute__((ext_vector_type(2 * kLanes)));
typedef part loose_pairs __attribute__((ext_vector_type(2 * kLanes), aligned(sizeof(part))));
enum { kRow = 1 };  // the packs in a row of the tile
#define GRIDCALL_SYNCTHREADS
__device__ inline pack fused(pack a, pack b, pack c) { return __builtin_elementwise_fma(a, b, c); }
__device__ inline part fused(part a, part b, part c) { return __builtin_elementwise_fma(a, b, c); }
#else
typedef part pack;
enum { kRow = kLanes };
#define GRIDCALL_SYNCTHREADS __syncthreads()
__device__ inline float fused(float a, float b, float c) { return __fmaf_rn(a, b, c); }
__device__ inline double fused(double a, double b, double c) { return __fma_rn(a, b, c); }
#endif

typedef complex_number<part> pair;
struct number {
  pack re, im;
};
__device__ inline number operator+(number a, number b) { return number{a.re + b.re, a.im + b.im}; }
__device__ inline number operator-(number a, number b) { return number{a.re - b.re, a.im - b.im}; }
template <class A> __device__ inline A product(A a, A b) {
  return A{fused(a.re, b.re, -(a.im * b.im)), fused(a.re, b.im, a.im * b.re)};
}
__device__ inline number operator*(number a, pair w) {
  return number{fused(a.re, (pack)w.re, -(a.im * (pack)w.im)), fused(a.re, (pack)w.im, a.im * (pack)w.re)};
}
__device__ inline number operator*(number a, part b) { return number{a.re * (pack)b, a.im * (pack)b}; }
__device__ inline pair times(pair a, pair b) {
  return pair{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
// -i a
__device__ inline number turned(number a) { return number{a.im, -a.re}; }

// --- stages

template <int R> struct butterfly;
template <> struct butterfly<2> {
  __device__ static void run(number (&x)[2]) {
    const number a = x[0];
    x[0] = a + x[1];
    x[1] = a - x[1];
  }
};
template <> struct butterfly<4> {
  __device__ static void run(number (&x)[4]) {
    const number a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = turned(x[1] - x[3]);
    x[0] = a + c;
    x[1] = b + d;
    x[2] = a - c;
    x[3] = b - d;
  }
};
template <> struct butterfly<8> {
  __device__ static void run(number (&x)[8]) {
    number even[4] = {x[0], x[2], x[4], x[6]}, odd[4] = {x[1], x[3], x[5], x[7]};
    butterfly<4>::run(even);
    butterfly<4>::run(odd);
    const pack half = (pack)(part)0.70710678118654752440;
    const number a = number{(odd[1].re + odd[1].im) * half, (odd[1].im - odd[1].re) * half};
    const number b = turned(odd[2]);
    const number c = number{(odd[3].im - odd[3].re) * half, (odd[3].re + odd[3].im) * -half};
    x[0] = even[0] + odd[0];
    x[1] = even[1] + a;
    x[2] = even[2] + b;
    x[3] = even[3] + c;
    x[4] = even[0] - odd[0];
    x[5] = even[1] - a;
    x[6] = even[2] - b;
    x[7] = even[3] - c;
  }
};

// One stage: m butterflies of radix R, after stages whose radices' product is s. Each butterfly j takes rows j + r m, and
// writes rows R (j - q) + q + r s, where q is j modulo s. `w` has R - 1 twiddle factors for each q.
#ifdef GRIDCALL_SEQUENTIAL
#define GRIDCALL_BUTTERFLIES                                                        \
  int q = 0, base = 0;                                                              \
  for (int at = 0; at < m; ++at, base = ++q == s ? base + s * (R - 1) + 1 : base + 1, q = q == s ? 0 : q)
#else
#define GRIDCALL_BUTTERFLIES                                                           \
  for (int at = threadIdx.x, q = at / kRow % s, base = ((at / kRow - q) * R + q) * kRow + at % kRow; at < m * kRow; \
       at += kThreads, q = at / kRow % s, base = ((at / kRow - q) * R + q) * kRow + at % kRow)
#endif

template <int R> __device__ inline void stage(const number* from, number* to, int m, int s, const pair* w) {
  GRIDCALL_BUTTERFLIES {
    number x[R];
#pragma unroll
    for (int r = 0; r < R; ++r) x[r] = from[at + r * m * kRow];
    if (s != 1) {
#pragma unroll
      for (int r = 1; r < R; ++r) x[r] = x[r] * w[q * (R - 1) + r - 1];
    }
    butterfly<R>::run(x);
#pragma unroll
    for (int r = 0; r < R; ++r) to[base + r * s * kRow] = x[r];
  }
}

// A stage of an odd radix, by sums and differences of the rows r and R - r. In front of the twiddle factors stand the
// R roots of 1. kR 0: the radix is `radix`, and rows are read again for each result.
template <int kR>
__device__ inline void odd_stage(const number* from, number* to, int radix, int m, int s, const pair* roots) {
  const int R = kR != 0 ? kR : radix;
  constexpr int kHalf = kR != 0 ? kR / 2 : kMaxRadix / 2, kUnroll = kR != 0 ? kHalf : 1;
  const int half = R / 2;
  const pair* const w = roots + R;
  GRIDCALL_BUTTERFLIES {
    const number first = from[at];
    number sums[kHalf], differences[kHalf], all = first;
#pragma unroll kUnroll
    for (int r = 0; r < kHalf; ++r) {
      if (kR == 0 && r >= half) break;
      number a = from[at + (r + 1) * m * kRow], b = from[at + (R - 1 - r) * m * kRow];
      if (s != 1) a = a * w[q * (R - 1) + r], b = b * w[q * (R - 1) + R - 2 - r];
      sums[r] = a + b;
      differences[r] = turned(a - b);
      all = all + sums[r];
    }
    to[base] = all;
#pragma unroll kUnroll
    for (int k = 1; k <= kHalf; ++k) {
      if (kR == 0 && k > half) break;
      number a = first, b = number{(pack)(part)0, (pack)(part)0};
      int place = 0;
#pragma unroll kUnroll
      for (int r = 0; r < kHalf; ++r) {
        if (kR == 0 && r >= half) break;
        place = place + k >= R ? place + k - R : place + k;
        const pack cosine = (pack)roots[place].re, sine = (pack)-roots[place].im;
        a.re = fused(sums[r].re, cosine, a.re);
        a.im = fused(sums[r].im, cosine, a.im);
        b.re = fused(differences[r].re, sine, b.re);
        b.im = fused(differences[r].im, sine, b.im);
      }
      to[base + k * s * kRow] = a + b;
      to[base + (R - k) * s * kRow] = a - b;
    }
  }
}

// --- passes

enum { kComplex = 0, kReal = 1, kMirrored = 2 };  // the elements of a side; kMirrored: half of them, the rest follow

// One side of a pass. Element i of a transform is i * step bytes from its first one, and i is
// row * per_row + index * per_index: the row of the tile, and what the lane is, or with batch_lanes a dimension.
struct side {
  u64 address;
  const pair* factors;  // what element i is multiplied by, or nullptr
  i64 step, lane;       // bytes; `lane` with batch_lanes
  i64 per_row, per_index;
  i64 count;            // the elements that are there
  int kind, swaps;
  int is_plain, reserved;  // nothing is done with elements
};
struct dimension {
  i64 count, in, out;
};
struct pass {
  side in, out;
  dimension dims[kMaxDims];
  const pair *tables, *high, *low, *lane_factors;  // of stages; twiddle factors of the pass
  i64 lanes, chunks, tasks;
  double scale;
  int factor, stages, ndims, index_dim;  // index_dim: the dimension that is the index, or -1
  int batch_lanes, shift;  // batch_lanes: the lanes are a batch
  int has_all_factors, halves;  // lane_factors has those of each index; halves: see split()
  int radices[kMaxStages];
};
struct passes {
  pass list[kMaxPasses];
  i64 count;
};

// The place of a task's part of a side: the address without the index, and lane 0's distance.
struct place {
  u64 base;
  i64 index, lane;
};

__device__ inline i64 element(const pass& p, const side& of, const place& at, int row, int lane) {
  return row * of.per_row + (at.index + (p.batch_lanes ? 0 : lane)) * of.per_index;
}
__device__ inline u64 address(const pass& p, const side& of, const place& at, i64 i, int lane) {
  return at.base + (u64)(i * of.step + (p.batch_lanes ? (at.lane + lane) * of.lane : 0));
}

__device__ inline pair load(const pass& p, const place& at, int row, int lane) {
  const side& from = p.in;
  const i64 i = element(p, from, at, row, lane);
  pair value = {0, 0};
  if (i >= from.count) return value;
  if (from.kind == kReal) {
    value.re = *(const part*)address(p, from, at, i, lane);
  } else if (from.kind == kMirrored && 2 * i > from.count) {
    value = *(const pair*)address(p, from, at, from.count - i, lane);
    value.im = -value.im;
  } else {
    value = *(const pair*)address(p, from, at, i, lane);
  }
  if (from.swaps) value = pair{value.im, value.re};
  return from.factors ? times(value, from.factors[i]) : value;
}

__device__ inline void store(const pass& p, const place& at, int row, int lane, pair value) {
  const side& to = p.out;
  const i64 i = element(p, to, at, row, lane);
  if (i >= to.count) return;
  if (to.factors) value = times(value, to.factors[i]);
  if (to.swaps) value = pair{value.im, value.re};
  const u64 here = address(p, to, at, i, lane);
  if (to.kind == kReal)
    *(part*)here = value.re;
  else
    *(pair*)here = value;
}

// Returns the twiddle factor of the index and the row; `high` has every 2^shift-th root, `low` those between.
__device__ inline pair twiddle(const pass& p, i64 index, int row) {
  const i64 at = index * row;
  return times(p.high[at >> p.shift], p.low[at & (((i64)1 << p.shift) - 1)]);
}

#ifdef GRIDCALL_SEQUENTIAL

__device__ inline void transpose(pack (&x)[kLanes]) {
#pragma unroll
  for (int n = 1; n < kLanes; n *= 2) {
    pack y[kLanes];
#pragma unroll
    for (int i = 0; i < kLanes / 2; ++i) {
      pairs both = {};
      both.even = x[i];
      both.odd = x[i + kLanes / 2];
      y[2 * i] = both.lo;
      y[2 * i + 1] = both.hi;
    }
#pragma unroll
    for (int i = 0; i < kLanes; ++i) x[i] = y[i];
  }
}

// kLanes elements that follow each other.
__device__ inline number read(u64 at, int kind, int swaps) {
  number value;
  if (kind == kReal) {
    value = number{*(const loose*)at, (pack)(part)0};
  } else {
    const pairs both = *(const loose_pairs*)at;
    value = number{both.even, both.odd};
  }
  return swaps ? number{value.im, value.re} : value;
}
__device__ inline void write(u64 at, int kind, int swaps, number value) {
  if (swaps) value = number{value.im, value.re};
  if (kind == kReal) {
    *(loose*)at = value.re;
  } else {
    pairs both = {};
    both.even = value.re;
    both.odd = value.im;
    *(loose_pairs*)at = both;
  }
}

// Returns true if rows from `row` to `last` are all there, and nothing is done with their elements.
__device__ inline bool is_whole(const pass& p, const side& of, const place& at, int last) {
  return of.is_plain && element(p, of, at, last, kLanes - 1) < of.count;
}

// Moves a tile between the arrays and the vectors of the lanes: lanes that follow each other, rows that do, and others
// one by one.
template <bool kReads> __device__ inline void move(const pass& p, const side& of, const place& at, int lanes, number* tile) {
  const i64 size = of.kind == kReal ? sizeof(part) : sizeof(pair);
  const i64 row = of.per_row * of.step, lane = p.batch_lanes ? of.lane : of.per_index * of.step;
  const u64 first = address(p, of, at, element(p, of, at, 0, 0), 0);
  for (int k = 0; k < p.factor;) {
    const u64 here = first + (u64)(k * row);
    if (lanes == kLanes && lane == size && is_whole(p, of, at, k)) {
      if (kReads)
        tile[k] = read(here, of.kind, of.swaps);
      else
        write(here, of.kind, of.swaps, tile[k]);
      ++k;
    } else if (lanes == kLanes && row == size && k + kLanes <= p.factor && is_whole(p, of, at, k + kLanes - 1)) {
      pack re[kLanes], im[kLanes];
#pragma unroll
      for (int i = 0; i < kLanes; ++i) {
        const number value = kReads ? read(here + (u64)(i * lane), of.kind, of.swaps) : tile[k + i];
        re[i] = value.re, im[i] = value.im;
      }
      transpose(re);
      transpose(im);
#pragma unroll
      for (int i = 0; i < kLanes; ++i) {
        if (kReads)
          tile[k + i] = number{re[i], im[i]};
        else
          write(here + (u64)(i * lane), of.kind, of.swaps, number{re[i], im[i]});
      }
      k += kLanes;
    } else {
      if (kReads && lanes != kLanes) tile[k] = number{(pack)(part)0, (pack)(part)0};
      for (int i = 0; i < lanes; ++i) {
        part &re = ((part*)&tile[k].re)[i], &im = ((part*)&tile[k].im)[i];
        if (kReads) {
          const pair value = load(p, at, k, i);
          re = value.re, im = value.im;
        } else {
          store(p, at, k, i, pair{re, im});
        }
      }
      ++k;
    }
  }
}

__device__ inline void read_tile(const pass& p, const place& at, int lanes, number* tile) {
  move<true>(p, p.in, at, lanes, tile);
  if (!p.high) return;
  if (p.batch_lanes) {
    for (int k = 1; k < p.factor; ++k) tile[k] = tile[k] * twiddle(p, at.index, k);
  } else if (p.has_all_factors) {
    const number* const all = (const number*)(p.lane_factors + at.index * p.factor);
    for (int k = 1; k < p.factor; ++k) tile[k] = product(tile[k], all[k]);
  } else {
    for (int k = 1; k < p.factor; ++k)
      tile[k] = product(tile[k] * twiddle(p, at.index, k), *(const number*)(p.lane_factors + k * kLanes));
  }
}

__device__ inline void write_tile(const pass& p, const place& at, int lanes, number* tile) {
  if (p.scale != 1)
    for (int k = 0; k < p.factor; ++k) tile[k] = tile[k] * (part)p.scale;
  move<false>(p, p.out, at, lanes, tile);
}

// Numbers 2 i and 2 i + 1 of n real ones are element i of m = n / 2 complex ones. The transforms of both are elements k and
// m - k of one and of the other, for k from 0 to m / 2. `low` has kLanes roots more here.
enum { kFromHalf = 1, kToHalf = 2, kRun = 1024 };

template <class A> __device__ inline A conjugate(A a) { return A{a.re, -a.im}; }
__device__ inline number reversed(number a) {
  number b = a;
#pragma unroll
  for (int i = 0; i < kLanes; ++i) b.re[i] = a.re[kLanes - 1 - i], b.im[i] = a.im[kLanes - 1 - i];
  return b;
}
template <class A> __device__ inline void exchange(A& a, A& b, A w, part by) {
  b = conjugate(b);
  const A sum = A{a.re + b.re, a.im + b.im}, other = product(A{a.im - b.im, b.re - a.re}, w);
  a = A{(sum.re + other.re) * by, (sum.im + other.im) * by};
  b = A{(sum.re - other.re) * by, (other.im - sum.im) * by};
}
__device__ inline void split_run(const pass& p, u64 in, u64 out, i64 k, i64 last) {
  const i64 m = p.in.count, from = p.in.step, to = p.out.step, mask = ((i64)1 << p.shift) - 1;
  const part sign = p.halves == kFromHalf ? (part)1 : (part)-1, by = (part)(p.halves == kFromHalf ? p.scale / 2 : p.scale);
  const bool is_plain = from == sizeof(pair) && to == sizeof(pair);
  while (k <= last) {
    if (is_plain && k != 0 && 2 * k + kLanes - 1 <= m && (k + kLanes - 1 <= last || last == m / 2)) {
      number w = read((u64)(p.low + (k & mask)), kComplex, 0) * p.high[k >> p.shift];
      w.re *= (pack)sign;
      number a = read(in + (u64)(k * from), kComplex, 0), b = reversed(read(in + (u64)((m - k - kLanes + 1) * from), kComplex, 0));
      exchange(a, b, w, by);
      write(out + (u64)(k * to), kComplex, 0, a);
      write(out + (u64)((m - k - kLanes + 1) * to), kComplex, 0, reversed(b));
      k += kLanes;
      continue;
    }
    pair w = times(p.high[k >> p.shift], p.low[k & mask]);
    w.re *= sign;
    pair a = *(const pair*)(in + (u64)(k * from));
    pair b = *(const pair*)(in + (u64)((k == 0 && p.halves == kFromHalf ? 0 : m - k) * from));
    if (k == 0 && p.halves == kToHalf) a.im = b.im = 0;
    exchange(a, b, w, by);
    *(pair*)(out + (u64)(k * to)) = a;
    if (k != 0 || p.halves == kFromHalf) *(pair*)(out + (u64)((m - k) * to)) = b;
    ++k;
  }
}
__device__ inline void split(const pass& p) {
  for (i64 task = blockIdx.x; task < p.tasks; task += gridDim.x) {
    const i64 first = task % p.chunks * kRun;
    i64 rest = task / p.chunks;
    u64 in = p.in.address, out = p.out.address;
    for (int d = p.ndims - 1; d >= 0; --d) {
      const i64 at = rest % p.dims[d].count;
      rest /= p.dims[d].count;
      in += (u64)(at * p.dims[d].in), out += (u64)(at * p.dims[d].out);
    }
    split_run(p, in, out, first == 0 ? 0 : first + 1, p.lanes - first < kRun ? p.lanes : first + kRun);
  }
}

#else

// Neighbours of a warp are lanes, or where these are further apart than rows, rows.
__device__ inline void place_of(const pass& p, const side& of, int t, int& row, int& lane) {
  const i64 across = p.batch_lanes ? of.lane : of.per_index * of.step, down = of.per_row * of.step;
  const bool by_lanes = (across < 0 ? -across : across) <= (down < 0 ? -down : down);
  lane = by_lanes ? t % kLanes : t / p.factor;
  row = by_lanes ? t / kLanes : t % p.factor;
}

__device__ inline void read_tile(const pass& p, const place& at, int lanes, number* tile) {
  for (int t = threadIdx.x; t < p.factor * kLanes; t += kThreads) {
    int row, lane;
    place_of(p, p.in, t, row, lane);
    if (lane >= lanes) continue;
    pair value = load(p, at, row, lane);
    if (p.high) value = times(value, twiddle(p, at.index + (p.batch_lanes ? 0 : lane), row));
    tile[row * kLanes + lane] = number{value.re, value.im};
  }
}

__device__ inline void write_tile(const pass& p, const place& at, int lanes, number* tile) {
  for (int t = threadIdx.x; t < p.factor * kLanes; t += kThreads) {
    int row, lane;
    place_of(p, p.out, t, row, lane);
    const number value = tile[row * kLanes + lane] * (part)p.scale;
    if (lane < lanes) store(p, at, row, lane, pair{value.re, value.im});
  }
}

#endif

__device__ inline void run(const pass& p, number* tile, number* other) {
#ifdef GRIDCALL_SEQUENTIAL
  if (p.halves) return split(p);
#endif
  for (i64 task = blockIdx.x; task < p.tasks; task += gridDim.x) {
    const i64 first = task % p.chunks * kLanes;
    i64 rest = task / p.chunks;
    place in = {p.in.address, first, first}, out = {p.out.address, first, first};
    for (int d = p.ndims - 1; d >= 0; --d) {
      const dimension& dim = p.dims[d];
      const i64 at = rest % dim.count;
      rest /= dim.count;
      if (d == p.index_dim) {
        in.index = out.index = at;
      } else {
        in.base += (u64)(at * dim.in);
        out.base += (u64)(at * dim.out);
      }
    }
    const int lanes = p.lanes - first < kLanes ? (int)(p.lanes - first) : kLanes;
    read_tile(p, in, lanes, tile);
    const pair* table = p.tables;
    number *from = tile, *to = other;
    for (int i = 0, s = 1; i < p.stages; ++i) {
      const int R = p.radices[i], m = p.factor / R;
      GRIDCALL_SYNCTHREADS;
      switch (R) {
        case 2: stage<2>(from, to, m, s, table); break;
        case 4: stage<4>(from, to, m, s, table); break;
        case 8: stage<8>(from, to, m, s, table); break;
        case 3: odd_stage<3>(from, to, R, m, s, table); break;
        case 5: odd_stage<5>(from, to, R, m, s, table); break;
        case 7: odd_stage<7>(from, to, R, m, s, table); break;
        default: odd_stage<0>(from, to, R, m, s, table);
      }
      table += s * (R - 1) + (R % 2 == 1 ? R : 0);
      s *= R;
      number* const last = from;
      from = to;
      to = last;
    }
    GRIDCALL_SYNCTHREADS;
    write_tile(p, out, lanes, from);
    GRIDCALL_SYNCTHREADS;
  }
}

extern "C" __global__ void __launch_bounds__(kThreads) gridcall_kernel(const passes p) {
#ifdef GRIDCALL_SEQUENTIAL
  // The alignment keeps the compiler from making vectors of 32 threads, of which 31 do not exist.
  alignas(128) number tile[kMaxFactor], other[kMaxFactor];
#else
  __shared__ number tile[kMaxFactor * kRow], other[kMaxFactor * kRow];
#endif
  for (int i = 0; i < p.count; ++i) {
    run(p.list[i], tile, other);
    GRIDCALL_SYNCTHREADS;  // what the next pass reads
  }
}
