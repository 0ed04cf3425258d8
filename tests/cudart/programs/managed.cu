// SPDX-License-Identifier: Apache-2.0
//
// __managed__ variables: host and device have one variable, with its first value, under one address.

#include "check.h"

struct Pair {
  int first;
  float second;
};
__managed__ int counter = 5;
__device__ __managed__ Pair pairs[100];
static __managed__ double big[1 << 16] = {1, 2, 3};
__managed__ int* list;
__device__ int ordinary = 7;

__device__ int* place_of(int i) { return &pairs[i].first; }
__global__ void use(int n, int** out) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  atomicAdd(&counter, 1);
  *place_of(i) += i;
  pairs[i].second = static_cast<float>(big[i % 3]);
  list[i] = ordinary + i;
  if (i == 0) *out = &counter;
}
__global__ void add(int* x, int y) { atomicAdd(x, y); }

int main() {
  // Before any call.
  CHECK(counter == 5 && big[2] == 3 && big[3] == 0 && pairs[99].first == 0);
  counter = 10;
  for (Pair& pair : pairs) pair.first = 1000;
  big[1] = 20;
  int** where = nullptr;
  CUDA(cudaMallocManaged(&list, 100 * sizeof(int)));
  CUDA(cudaMallocManaged(&where, sizeof *where));
  use<<<4, 32>>>(100, where);
  CUDA(cudaDeviceSynchronize());
  CHECK(counter == 110 && *where == &counter);
  for (int i = 0; i < 100; ++i)
    CHECK(pairs[i].first == 1000 + i && pairs[i].second == (i % 3 == 0 ? 1 : i % 3 == 1 ? 20 : 3) && list[i] == 7 + i);

  // As an argument of a kernel, of a copy, and as a symbol.
  add<<<1, 8>>>(&counter, 2);
  int seen = 0;
  CUDA(cudaMemcpy(&seen, &counter, sizeof seen, cudaMemcpyDeviceToHost));
  CHECK(seen == 126);
  seen = 50;
  CUDA(cudaMemcpyToSymbol(counter, &seen, sizeof seen));
  CHECK(counter == 50);
  CUDA(cudaMemcpyFromSymbol(&seen, pairs, sizeof seen, 3 * sizeof(Pair)));
  CHECK(seen == 1003);
  void* address = nullptr;
  size_t size = 0;
  CUDA(cudaGetSymbolAddress(&address, pairs));
  CUDA(cudaGetSymbolSize(&size, pairs));
  CHECK(address == pairs && size == sizeof pairs);
  cudaPointerAttributes attributes;
  CUDA(cudaPointerGetAttributes(&attributes, &big[4]));
  CHECK(attributes.type == cudaMemoryTypeManaged && attributes.devicePointer == &big[4]);
  CUDA(cudaMemPrefetchAsync(big, sizeof big, 0, nullptr));
  CUDA(cudaMemAdvise(big, sizeof big, cudaMemAdviseSetReadMostly, 0));
  CHECK(cudaFree(&counter) == cudaErrorInvalidValue && cudaGetLastError() == cudaErrorInvalidValue);

  // They outlive a reset of the device, for the host has them.
  CUDA(cudaDeviceReset());
  CHECK(counter == 50);
  add<<<1, 4>>>(&counter, 1);
  CUDA(cudaMallocManaged(&list, 100 * sizeof(int)));
  CUDA(cudaMallocManaged(&where, sizeof *where));
  use<<<1, 32>>>(10, where);
  CUDA(cudaDeviceSynchronize());
  CHECK(counter == 64 && *where == &counter);
}
