// SPDX-License-Identifier: Apache-2.0
#include "separate.h"

__device__ float from_main(float x);
__device__ int calls = 5;
__constant__ float factors[4] = {1, 2, 3, 4};
__managed__ int total = 2;
static __device__ int hidden = 1000;
static __device__ float secret(float x) { return twice(x); }
__device__ float Shape::area() const { return size; }
__device__ float apply(float x) { return from_main(secret(x)); }

// A kernel of this name is in the other file, too.
static __global__ void work(int* out) { *out = calls; }
__global__ void of_library(float* out) { out[threadIdx.x] = from_main(float(threadIdx.x)) + hidden - 1000; }

void set_factors(float first) { CUDA(cudaMemcpyToSymbol(factors, &first, sizeof first)); }
int count_calls() {
  int *out = nullptr, count = 0;
  CUDA(cudaMalloc(&out, sizeof count));
  work<<<1, 1>>>(out);
  CUDA(cudaMemcpy(&count, out, sizeof count, cudaMemcpyDeviceToHost));
  fill<<<1, 1>>>(out, 1);
  CUDA(cudaFree(out));
  return count;
}
