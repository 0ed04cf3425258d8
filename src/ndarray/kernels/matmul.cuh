// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices. A block computes a tile of the results: its warps, of 32 columns each, have kThreadRows
// rows, and a thread kThreadColumns of the tile's columns, 32 apart. Operands go through shared memory as what is
// computed with, so that any strides are read once for a tile. With kSplit all warps have the same rows and share the
// tile's depth. Before it stand add_product.cuh, `element`, `number` and the constants.

__device__ inline u32 add_product(u32 a, u32 b, u32 sum) { return kTruth ? sum | (a & b) : sum + a * b; }
__device__ inline u64 add_product(u64 a, u64 b, u64 sum) { return sum + a * b; }

enum {
  kDepth = 32,
  kRows = (kSplit ? 1 : kWarps) * kThreadRows,
  kColumns = 32 * kThreadColumns,
  kLeftPitch = kDepth + kPad,
  kSums = kSplit ? kWarps * kThreadRows * kColumns : 1,
};

// One operand of the tile: `near` is the distance of elements that follow each other in the loop of lanes.
__device__ inline number read(const unsigned char* from, index row, index column, index rows, index columns,
                              index row_stride, index column_stride) {
  number zero = {};
  if (row >= rows || column >= columns) return zero;
  return convert<number>::of(value_of(*(const element*)(from + (i64)row * row_stride + (i64)column * column_stride)));
}

// The values in v: rows, columns and depth; the tiles' rows and columns, and all tiles; the strides of rows and columns
// of the results, of a and of b, in bytes; then for each dimension of the batch its count and the three strides.
extern "C" __global__ void __launch_bounds__(32 * kWarps)
    gridcall_kernel(unsigned char* out, const unsigned char* a, const unsigned char* b, const parameters p) {
  __shared__ number left[kRows * kLeftPitch], right[kDepth * kColumns], sums[kSums];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const index m = p.v[0], n = p.v[1], depth = p.v[2];
  for (index tile = blockIdx.x; tile < p.v[5]; tile += gridDim.x) {
    const index first_row = tile % p.v[3] * kRows, first_column = tile / p.v[3] % p.v[4] * kColumns;
    index batch = tile / p.v[3] / p.v[4];
    unsigned char* to = out;
    const unsigned char *from_a = a, *from_b = b;
#pragma unroll
    for (int d = kDims - 1; d >= 0; --d) {
      const index* const dim = p.v + 12 + 4 * d;
      const i64 at = d == 0 ? batch : batch % dim[0];
      batch /= dim[0];
      to += at * dim[1];
      from_a += at * dim[2];
      from_b += at * dim[3];
    }
    number sum[kThreadRows][kThreadColumns];
#pragma unroll
    for (int i = 0; i < kThreadRows; ++i)
#pragma unroll
      for (int j = 0; j < kThreadColumns; ++j) sum[i][j] = number{};
    for (index k = 0; k < depth; k += kDepth) {
      if (kNearA) {
#pragma unroll
        for (int r = 0; r < (kRows + kWarps - 1) / kWarps; ++r)
          if (kRows % kWarps == 0 || warp + r * kWarps < kRows)
            left[(warp + r * kWarps) * kLeftPitch + lane] =
                read(from_a, first_row + warp + r * kWarps, k + lane, m, depth, p.v[8], p.v[9]);
      } else {
#pragma unroll kUnroll
        for (int c = warp; c < kDepth; c += kWarps)
#pragma unroll
          for (int r = 0; r < (kRows + 31) / 32; ++r)
            if (kRows % 32 == 0 || lane + 32 * r < kRows)
              left[(lane + 32 * r) * kLeftPitch + c] =
                  read(from_a, first_row + lane + 32 * r, k + c, m, depth, p.v[8], p.v[9]);
      }
      if (kNearB) {
#pragma unroll kUnroll
        for (int r = warp; r < kDepth; r += kWarps)
#pragma unroll
          for (int c = 0; c < kThreadColumns; ++c)
            right[r * kColumns + lane + 32 * c] =
                read(from_b, k + r, first_column + lane + 32 * c, depth, n, p.v[10], p.v[11]);
      } else {
#pragma unroll kUnroll
        for (int c = warp; c < kColumns; c += kWarps)
          right[lane * kColumns + c] = read(from_b, k + lane, first_column + c, depth, n, p.v[10], p.v[11]);
      }
      __syncthreads();
      const number* const rows = left + (kSplit ? 0 : warp * kThreadRows * kLeftPitch);
#pragma unroll kUnroll
      for (int d = kSplit ? warp : 0; d < kDepth; d += kSplit ? kWarps : 1) {
        number column[kThreadColumns];
#pragma unroll
        for (int j = 0; j < kThreadColumns; ++j) column[j] = right[d * kColumns + lane + 32 * j];
#pragma unroll
        for (int i = 0; i < kThreadRows; ++i) {
          const number row = rows[i * kLeftPitch + d];
#pragma unroll
          for (int j = 0; j < kThreadColumns; ++j) sum[i][j] = add_product(row, column[j], sum[i][j]);
        }
      }
      __syncthreads();
    }
    if (kSplit) {
#pragma unroll
      for (int i = 0; i < kThreadRows; ++i)
#pragma unroll
        for (int j = 0; j < kThreadColumns; ++j) sums[(warp * kThreadRows + i) * kColumns + lane + 32 * j] = sum[i][j];
      __syncthreads();
      if (warp == 0)
#pragma unroll 1
        for (int w = 1; w < kWarps; ++w)
#pragma unroll
          for (int i = 0; i < kThreadRows; ++i)
#pragma unroll
            for (int j = 0; j < kThreadColumns; ++j) {
              const number more = sums[(w * kThreadRows + i) * kColumns + lane + 32 * j];
              sum[i][j] = kTruth ? add_product(more, more, sum[i][j]) : sum[i][j] + more;
            }
      __syncthreads();
      if (warp != 0) continue;
    }
    const index row = first_row + (kSplit ? 0 : warp * kThreadRows), column = first_column + lane;
#pragma unroll
    for (int i = 0; i < kThreadRows; ++i)
#pragma unroll
      for (int j = 0; j < kThreadColumns; ++j)
        if (row + i < m && column + 32 * j < n)
          *(element*)(to + (i64)(row + i) * p.v[6] + (i64)(column + 32 * j) * p.v[7]) = convert<element>::of(sum[i][j]);
  }
}
