// SPDX-License-Identifier: Apache-2.0
//
// The host's half of a program of three files; this one is C++ alone.

#include <cuda_runtime.h>

#include <cstdio>

int* filled_on_device(int n, int value);
float2 summed_on_device(const int* x, int n);

int main() {
  int* x = filled_on_device(100, 3);
  const float2 sums = summed_on_device(x, 100);
  std::printf("%g %g %s\n", static_cast<double>(sums.x), static_cast<double>(sums.y),
              cudaGetErrorString(cudaGetLastError()));
  return sums.x == 300.0f && sums.y == 50.0f ? 0 : 1;
}
