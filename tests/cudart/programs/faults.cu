// SPDX-License-Identifier: Apache-2.0
//
// Errors: what a launch refuses, and a fault, which stays until cudaDeviceReset.

#include <cassert>
#include <cstring>

#include "check.h"

__global__ void nothing() {}
__global__ void fail(int n) { assert(n == 0); }

int main() {
  nothing<<<1, 2000>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  nothing<<<0, 1>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(std::strcmp(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation") == 0);
  CHECK(std::strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument") == 0);
  void* address = nullptr;
  CHECK(cudaMalloc(&address, size_t(1) << 60) == cudaErrorMemoryAllocation && address == nullptr);
  CHECK(cudaMalloc(static_cast<void**>(nullptr), 1) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  fail<<<1, 32>>>(1);
  CHECK(cudaDeviceSynchronize() == cudaErrorAssert);
  CHECK(cudaMalloc(&address, 4) == cudaErrorAssert);
  CHECK(cudaGetLastError() == cudaErrorAssert && cudaGetLastError() == cudaErrorAssert);
  CUDA(cudaDeviceReset());
  CUDA(cudaMalloc(&address, 4));
  fail<<<1, 32>>>(0);
  CUDA(cudaDeviceSynchronize());
}
