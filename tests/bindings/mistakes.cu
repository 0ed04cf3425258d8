// SPDX-License-Identifier: Apache-2.0
//
// The kernels of the deliberate mistakes.

struct Pair {
  int a, b, c;
};

__constant__ float table[4];

__global__ void scale(float *x, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= f;
}

__global__ void record(Pair p) {}

__global__ void past(float *x) {
  x[8] = 1;
}

__global__ void endless(volatile float *x) {
  while (*x == 0) {
  }
}
