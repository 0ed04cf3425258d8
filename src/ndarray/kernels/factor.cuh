// SPDX-License-Identifier: Apache-2.0
//
// Factorisations of matrices in Fortran's order where no LAPACK is: a block does one matrix, column by column. Before
// it stand add_product.cuh, complex_parts.cuh, `number`, `real_number`, `pivot`, the constants kFirst, from which pivots
// count, and kRoutine, of 0, 1 and 2 for getrf, getrs and potrf, and another one for the order of rows.

enum { kThreadsOfBlock = 256 };

// Subtracts column times row from the matrix behind it; `lower`: from what lies on and below its diagonal.
__device__ inline void subtract(number* a, i64 lda, index from, index rows, index columns, const number* column,
                                const number* row, i64 row_step, bool lower) {
  const index side = rows - from;
  for (i64 at = threadIdx.x; at < (i64)side * (columns - from); at += kThreadsOfBlock) {
    const index i = from + (index)(at % side), j = from + (index)(at / side);
    if (lower && i < j) continue;
    const number factor = row[j * row_step];
    a[i + j * lda] = add_product(-column[i], lower ? conjugate(factor) : factor, a[i + j * lda]);
  }
  __syncthreads();
}

__device__ inline int factorize(number* a, index n, i64* pivots) {
  __shared__ real_number best[kThreadsOfBlock];
  __shared__ index place[kThreadsOfBlock];
  const int thread = threadIdx.x;
  int info = 0;
  for (index k = 0; k < n; ++k) {
    number* const column = a + (i64)k * n;
    real_number mine = -1;
    index at = k;
    for (index i = k + thread; i < n; i += kThreadsOfBlock) {
      const real_number here = magnitude(column[i]);
      if (here > mine || (here != here && mine == mine)) mine = here, at = i;
    }
    best[thread] = mine;
    place[thread] = at;
    __syncthreads();
    for (int d = kThreadsOfBlock / 2; d > 0; d /= 2) {
      if (thread < d) {
        const real_number one = best[thread], other = best[thread + d];
        const bool nan = other != other;
        if (one == one && (nan || other > one || (other == one && place[thread + d] < place[thread]))) {
          best[thread] = other;
          place[thread] = place[thread + d];
        }
      }
      __syncthreads();
    }
    const index pivot = place[0];
    const bool is_zero = best[0] == 0;
    if (thread == 0) pivots[k] = pivot;
    if (is_zero && info == 0) info = (int)k + 1;
    for (index j = thread; j < n && pivot != k; j += kThreadsOfBlock) {
      number* const other = a + (i64)j * n;
      const number kept = other[k];
      other[k] = other[pivot];
      other[pivot] = kept;
    }
    __syncthreads();
    if (is_zero) continue;
    const number divisor = column[k];
    for (index i = k + 1 + thread; i < n; i += kThreadsOfBlock) column[i] = column[i] / divisor;
    __syncthreads();
    subtract(a, n, k + 1, n, n, column, a + k, n, false);
  }
  return info;
}

__device__ inline int factorize_positive(number* a, index n) {
  for (index k = 0; k < n; ++k) {
    number* const column = a + (i64)k * n;
    const real_number square = real_of(column[k]);
    if (!(square > 0)) return (int)k + 1;
    const real_number diagonal = root(square);
    __syncthreads();
    if (threadIdx.x == 0) column[k] = convert<number>::of(diagonal);
    for (index i = k + 1 + threadIdx.x; i < n; i += kThreadsOfBlock) column[i] = column[i] / diagonal;
    __syncthreads();
    subtract(a, n, k + 1, n, n, column, column, 1, true);
  }
  return 0;
}

// Each thread has right sides of its own, but for the exchange of rows, which is a thread's for each, too.
__device__ inline void substitute(const number* a, index n, const i64* pivots, number* b, index sides) {
  for (index side = threadIdx.x; side < sides; side += kThreadsOfBlock) {
    number* const x = b + (i64)side * n;
    for (index k = 0; k < n && pivots; ++k) {
      const number kept = x[k];
      x[k] = x[pivots[k]];
      x[pivots[k]] = kept;
    }
    for (index k = 0; k < n; ++k)
      for (index i = k + 1; i < n; ++i) x[i] = add_product(-a[i + (i64)k * n], x[k], x[i]);
    for (index k = n - 1; k >= 0; --k) {
      x[k] = x[k] / a[k + (i64)k * n];
      for (index i = 0; i < k; ++i) x[i] = add_product(-a[i + (i64)k * n], x[k], x[i]);
    }
  }
}

// Follows a row back through the exchanges, of which those behind it do not move it.
__device__ inline int row_before(const pivot* pivots, int row) {
  int at = row;
  for (int k = row; k >= 0; --k) {
    const int other = (int)pivots[k] - kFirst;
    at = at == k ? other : at == other ? k : at;
  }
  return at;
}

// The values in v: the matrices, or the blocks for the rows of one; their side, and the right sides of each.
extern "C" __global__ void __launch_bounds__(kThreadsOfBlock)
    gridcall_kernel(number* a, i64* pivots, number* b, int* info, const parameters p) {
  const index n = p.v[1], sides = p.v[2];
  for (index at = blockIdx.x; at < p.v[0]; at += gridDim.x) {
    if (kRoutine > 2) {
      const index row = at * kThreadsOfBlock + threadIdx.x;
      if (row < n) ((i64*)b)[row] = row_before((const pivot*)pivots, (int)row);
      continue;
    }
    number* const matrix = a + (i64)at * n * n;
    i64* const order = pivots ? pivots + (i64)at * n : pivots;
    int result = 0;
    if (kRoutine == 0) result = factorize(matrix, n, order);
    if (kRoutine == 1) substitute(matrix, n, order, b + (i64)at * n * sides, sides);
    if (kRoutine == 2) result = factorize_positive(matrix, n);
    if (kRoutine != 1 && threadIdx.x == 0) info[at] = result;
    __syncthreads();
  }
}
