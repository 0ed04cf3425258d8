// SPDX-License-Identifier: Apache-2.0
//
// Products of a sparse matrix by rows (CSR) and a dense one. The list of all elements, with the end of each row behind
// the row's last element, is cut into chunks of one length (Merrill and Garland's merge path), so that neither long
// rows nor many empty ones make a chunk large. A chunk stores the sums of rows that begin in it; of its first row, and
// of the row that it leaves open, it keeps the parts, and the last stage adds those in order.
//
// Before it stand add_product.cuh, `element`, `number`, `column_type` and the constants: kTile, how many
// columns a thread sums in one walk; kUnit, whether elements of a row of `right` follow each other; kChunk, the
// elements of a chunk that a block does together, 0 if a thread walks along it.

enum { kThreadParts = kTile == 1 ? 4 : 1 };

// Offsets of rows, of 32 or 64 bits.
struct row_offsets {
  const void* numbers;
  bool is_wide;
  __device__ index operator[](index row) const {
    return is_wide ? (index)((const i64*)numbers)[row] : (index)((const int*)numbers)[row];
  }
};
struct sparse_matrix {
  row_offsets offsets;
  const column_type* columns;
  const element* values;
};

// Returns the row in which the list is cut: as many rows as end before that place.
__device__ inline index row_at(row_offsets offsets, index rows, index count, index place) {
  index low = place > count ? place - count : 0, high = place < rows ? place : rows;
  while (low < high) {
    const index middle = low + (high - low) / 2;
    if (offsets[middle + 1] <= place - middle - 1)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

__device__ inline number load(const unsigned char* at) { return convert<number>::of(value_of(*(const element*)at)); }

// Returns the sum of a lane that is so many lanes behind.
__device__ inline float from_behind(float sum, int lanes) { return __shfl_down_sync(0xffffffff, sum, lanes); }
__device__ inline double from_behind(double sum, int lanes) { return __shfl_down_sync(0xffffffff, sum, lanes); }
template <class P> __device__ inline complex_number<P> from_behind(complex_number<P> sum, int lanes) {
  complex_number<P> r = {from_behind(sum.re, lanes), from_behind(sum.im, lanes)};
  return r;
}

struct walk {
  sparse_matrix matrix;
  unsigned char* out;
  const unsigned char* right;
  const index* p;
  number *heads, *tails;
  index chunk, first_column;

  __device__ number* part_of(number* parts) const { return parts + (i64)chunk * p[3] + first_column; }
  __device__ unsigned char* out_at(index row) const { return out + (i64)row * p[6] + (i64)first_column * p[7]; }
  __device__ void store(index row, bool is_head, index column, number sum) const {
    if (is_head)
      part_of(heads)[column] = sum;
    else
      *(element*)(out_at(row) + (i64)column * p[7]) = convert<element>::of(sum);
  }
};

// Adds the products of the elements from k to `end` to the sums of `width` columns.
template <bool kFull>
__device__ inline void add_elements(const walk& w, index k, index end, int width, number (&sum)[kTile]) {
  const i64 step = kUnit ? (i64)sizeof(element) : (i64)w.p[9];
  const unsigned char* const right = w.right + (i64)w.first_column * step;
  number part[kThreadParts - 1 + (kThreadParts == 1)];
#pragma unroll
  for (int i = 0; i < kThreadParts - 1; ++i) part[i] = number{};
  if (kThreadParts > 1)
    for (; k + kThreadParts <= end; k += kThreadParts) {
      sum[0] = add_product(load((const unsigned char*)(w.matrix.values + k)),
                           load(right + (i64)w.matrix.columns[k] * w.p[8]), sum[0]);
#pragma unroll
      for (int i = 1; i < kThreadParts; ++i)
        part[i - 1] = add_product(load((const unsigned char*)(w.matrix.values + k + i)),
                                  load(right + (i64)w.matrix.columns[k + i] * w.p[8]), part[i - 1]);
    }
  for (; k < end; ++k) {
    const number value = load((const unsigned char*)(w.matrix.values + k));
    const unsigned char* const from = right + (i64)w.matrix.columns[k] * w.p[8];
    if (kFull) {
#pragma unroll
      for (int j = 0; j < kTile; ++j) sum[j] = add_product(value, load(from + j * step), sum[j]);
    } else {
#pragma unroll 1
      for (int j = 0; j < width; ++j) sum[j] = add_product(value, load(from + j * step), sum[j]);
    }
  }
#pragma unroll
  for (int i = 0; i < kThreadParts - 1; ++i) sum[0] = sum[0] + part[i];
}

template <bool kFull> __device__ inline void walk_chunk(const walk& w, index row, index row_end, index k, index k_end) {
  const index rows = w.p[1], first = row;
  const int width = kFull ? kTile : (int)(w.p[3] - w.first_column);
  for (; row <= row_end && row < rows; ++row) {
    const bool is_open = row == row_end;
    const index end = is_open ? k_end : w.matrix.offsets[row + 1];
    number sum[kTile];
#pragma unroll
    for (int j = 0; j < kTile; ++j) sum[j] = number{};
    add_elements<kFull>(w, k, end, width, sum);
    k = end;
#pragma unroll 1
    for (int j = 0; j < width; ++j) {
      if (is_open)
        w.part_of(w.tails)[j] = sum[j];
      else
        w.store(row, row == first && w.chunk != 0, j, sum[j]);
    }
  }
}

#if GRIDCALL_TOGETHER
// All threads of a block multiply the elements of a chunk; then groups of lanes sum the rows.
__device__ inline void sum_chunk(const walk& w, index row, index row_end, index k, index k_end, number* products) {
  const int thread = threadIdx.x;
  for (index i = k + thread; i < k_end; i += blockDim.x)
    products[i - k] = load((const unsigned char*)(w.matrix.values + i)) *
                      load(w.right + (i64)w.matrix.columns[i] * w.p[8] + (i64)w.first_column * w.p[9]);
  __syncthreads();
  const index rows = row_end - row + 1;
  int lanes = 1;
  while (lanes < 32 && rows * lanes < (index)blockDim.x) lanes *= 2;
  for (index base = 0; base < rows; base += blockDim.x / lanes) {
    const index at = base + thread / lanes, here = row + at;
    const bool is_open = here == row_end, exists = at < rows && here < w.p[1];
    number sum = {};
    if (exists) {
      const index begin = at == 0 ? k : w.matrix.offsets[here];
      const index end = is_open ? k_end : w.matrix.offsets[here + 1];
      for (index i = begin + thread % lanes; i < end; i += lanes) sum = sum + products[i - k];
    }
    for (int d = lanes / 2; d > 0; d /= 2) sum = sum + from_behind(sum, d);
    if (!exists || thread % lanes != 0) continue;
    if (is_open)
      *w.part_of(w.tails) = sum;
    else
      w.store(here, at == 0 && w.chunk != 0, 0, sum);
  }
  __syncthreads();
}
#endif

// Adds the parts of a chunk's first row, if it ends there, to those that the chunks before left open.
__device__ inline void add_parts(const walk& w, const index* starts) {
  const index row = starts[w.chunk];
  if (starts[w.chunk + 1] == row) return;
  number sum = {};
#if GRIDCALL_TOGETHER
  for (index c = w.chunk - 1 - threadIdx.x % 32; c >= 0 && starts[c + 1] == row; c -= 32)
    sum = sum + w.tails[(i64)c * w.p[3] + w.first_column];
  for (int d = 16; d > 0; d /= 2) sum = sum + from_behind(sum, d);
  if (threadIdx.x % 32 != 0) return;
#else
  for (index c = w.chunk - 1; c >= 0 && starts[c + 1] == row; --c)
    sum = sum + w.tails[(i64)c * w.p[3] + w.first_column];
#endif
  w.store(row, false, 0, *w.part_of(w.heads) + sum);
}

// The values in v: the stage; the matrix's rows and elements, the columns of the results; the length of a chunk, their
// number; the strides of rows and columns of the results and of `right`, in bytes; whether offsets have 64 bits.
extern "C" __global__ void gridcall_kernel(unsigned char* out, const void* numbers, const column_type* columns,
                                           const element* values, const unsigned char* right, index* starts,
                                           number* heads, number* tails, const parameters p) {
  const index rows = p.v[1], count = p.v[2], width = p.v[3], length = p.v[4], chunks = p.v[5];
  const i64 first = (i64)blockIdx.x * blockDim.x + threadIdx.x, step = (i64)gridDim.x * blockDim.x;
  const row_offsets offsets = {numbers, p.v[10] != 0};
  if (p.v[0] == 0) {
    for (i64 c = first; c <= chunks; c += step) {
      const index place = c == chunks ? rows + count : (index)c * length;
      starts[c] = row_at(offsets, rows, count, place);
    }
    return;
  }
  walk w = {{offsets, columns, values}, out, right, p.v, heads, tails, 0, 0};
  if (p.v[0] == 2) {
    // A result is a thread's, or a warp's where one has few columns.
    const i64 size = GRIDCALL_TOGETHER ? 32 : 1;
    for (i64 at = first / size; at < (i64)(chunks - 1) * width; at += step / size) {
      w.chunk = (index)(at / width) + 1;
      w.first_column = (index)(at % width);
      add_parts(w, starts);
    }
    return;
  }
#if GRIDCALL_TOGETHER
  __shared__ number products[kChunk];
  for (w.chunk = blockIdx.x; w.chunk < chunks; w.chunk += gridDim.x) {
#else
  const index tiles = (width + kTile - 1) / kTile;
  for (i64 at = first; at < (i64)chunks * tiles; at += step) {
    w.chunk = (index)(at / tiles);
    w.first_column = (index)(at % tiles) * kTile;
#endif
    const index row = starts[w.chunk], row_end = starts[w.chunk + 1];
    index k = w.chunk * length - row, k_end = (w.chunk == chunks - 1 ? rows + count : (w.chunk + 1) * length) - row_end;
    // Elements before the first row or behind the last one belong to none.
    if (row == 0 && k < offsets[0]) k = offsets[0];
    if (k_end > offsets[rows]) k_end = offsets[rows];
    if (k_end < k) k_end = k;
#if GRIDCALL_TOGETHER
    for (w.first_column = 0; w.first_column < width; ++w.first_column)
      sum_chunk(w, row, row_end, k, k_end, products);
#else
    if (kTile == 1 || w.first_column + kTile <= width)
      walk_chunk<true>(w, row, row_end, k, k_end);
    else
      walk_chunk<kTile == 1>(w, row, row_end, k, k_end);
#endif
  }
}
