// SPDX-License-Identifier: Apache-2.0
#include "check.h"

static __global__ void work(int* x, int n, int value) {
  if (threadIdx.x < n) x[threadIdx.x] = value;
}
int* filled_on_device(int n, int value) {
  int* x = nullptr;
  CUDA(cudaMalloc(&x, n * sizeof(int)));
  work<<<1, 128>>>(x, n, value);
  return x;
}
