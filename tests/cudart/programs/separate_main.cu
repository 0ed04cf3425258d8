// SPDX-License-Identifier: Apache-2.0
//
// Device functions and variables of another file: built with -rdc=true.

#include "separate.h"

static __device__ int hidden = 10;
static __device__ float secret(float x) { return x + 1; }
__device__ float from_main(float x) { return secret(x) * 100; }

static __global__ void work(float* out) {
  const Shape shape(3.0f);
  atomicAdd(&calls, 1);
  atomicAdd(&total, 1);
  out[threadIdx.x] = apply(out[threadIdx.x]) + factors[threadIdx.x % 4] + hidden + shape.area();
}

int main() {
  float* out = nullptr;
  float values[32];
  CUDA(cudaMalloc(&out, sizeof values));
  fill<<<1, 32>>>(out, 4.0f);
  set_factors(7);
  int more = 20;
  CUDA(cudaMemcpyToSymbol(hidden, &more, sizeof more));
  work<<<1, 32>>>(out);
  CUDA(cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost));
  CHECK(values[0] == 900 + 7 + 20 + 3 && values[1] == 900 + 2 + 20 + 3);
  int seen = 0;
  CUDA(cudaMemcpyFromSymbol(&seen, calls, sizeof seen));
  CHECK(seen == 37 && count_calls() == 37 && total == 34);
  of_library<<<1, 32>>>(out);
  CUDA(cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost));
  CHECK(values[5] == 600);
  std::printf("linked\n");
  return 0;
}
