// SPDX-License-Identifier: Apache-2.0
// The source that scenario.txt compiles from a file.
__global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
