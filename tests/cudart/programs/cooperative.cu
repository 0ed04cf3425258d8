// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups in a cooperative launch, printf, half precision, memory from kernels.

#include <cooperative_groups.h>
#include <cuda_fp16.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void meet(int* x) {
  cg::grid_group grid = cg::this_grid();
  if (threadIdx.x == 0) x[blockIdx.x] = blockIdx.x + 1;
  grid.sync();
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int mine = tile.thread_rank() < gridDim.x ? x[tile.thread_rank()] : 0;
  for (int step = 16; step > 0; step /= 2) mine += tile.shfl_down(mine, step);
  if (grid.thread_rank() == 0) {
    x[gridDim.x] = mine;
    printf("sum %d of %s\n", mine, "blocks");
  }
}
__global__ void halves(__half* x, int n) {
  int* own = new int(3);
  for (int i = 0; i < n; ++i) x[i] = __hmul(x[i], __float2half(float(*own)));
  delete own;
}

int main() {
  int* x = nullptr;
  CUDA(cudaMallocManaged(&x, 8 * sizeof(int)));
  void* arguments[] = {&x};
  CUDA(cudaLaunchCooperativeKernel(meet, dim3(4), dim3(64), arguments));
  CUDA(cudaDeviceSynchronize());
  CHECK(x[4] == 10);
  CHECK(cudaLaunchCooperativeKernel(meet, dim3(1000000), dim3(64), arguments) == cudaErrorCooperativeLaunchTooLarge);
  __half* numbers = nullptr;
  CUDA(cudaMallocManaged(&numbers, 2 * sizeof(__half)));
  numbers[0] = __float2half(1.5f);
  numbers[1] = __float2half(-2.0f);
  halves<<<1, 1>>>(numbers, 2);
  CUDA(cudaDeviceSynchronize());
  CHECK(__half2float(numbers[0]) == 4.5f && __half2float(numbers[1]) == -6.0f);
}
