// SPDX-License-Identifier: Apache-2.0
//
// __constant__ and __device__ variables from the host: copies, addresses, sizes, and names that two scopes share.

#include "check.h"

__constant__ float weights[4];
__device__ int counter;
namespace { __device__ int hidden = 5; }
static __device__ int2 pairs[3];

__global__ void use(float* out) {
  out[threadIdx.x] = weights[threadIdx.x] * hidden;
  atomicAdd(&counter, 1);
  if (threadIdx.x < 3) pairs[threadIdx.x] = make_int2(threadIdx.x, counter > 0);
}

int main() {
  const float given[4] = {1, 2, 3, 4};
  CUDA(cudaMemcpyToSymbol(weights, given, sizeof given));
  const int three = 3;
  CUDA(cudaMemcpyToSymbol(hidden, &three, sizeof three));
  float* out = nullptr;
  CUDA(cudaMalloc(&out, sizeof given));
  use<<<1, 4>>>(out);
  float back[4];
  CUDA(cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; ++i) CHECK(back[i] == 3 * given[i]);
  int count = 0;
  CUDA(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  CHECK(count == 4);
  int2 pair;
  CUDA(cudaMemcpyFromSymbol(&pair, pairs, sizeof pair, 2 * sizeof pair));
  CHECK(pair.x == 2 && pair.y == 1);
  void* address = nullptr;
  size_t size = 0;
  CUDA(cudaGetSymbolAddress(&address, counter));
  CUDA(cudaGetSymbolSize(&size, weights));
  CHECK(size == sizeof given);
  CUDA(cudaMemset(address, 0, sizeof(int)));
  CUDA(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  CHECK(count == 0);
  CHECK(cudaMemcpyToSymbol(weights, given, sizeof given, 4) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToSymbol(count, &count, sizeof count) == cudaErrorInvalidSymbol);
  CHECK(cudaGetLastError() == cudaErrorInvalidSymbol && cudaGetLastError() == cudaSuccess);
  CUDA(cudaDeviceReset());
  CUDA(cudaMemcpyFromSymbol(&count, hidden, sizeof count));
  CHECK(count == 5);
}
