// SPDX-License-Identifier: Apache-2.0
//
// --default-stream per-thread: the default streams of two threads do not wait for each other.

#include <atomic>
#include <thread>

#include "check.h"

__global__ void wait_for(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag = nullptr;
  CUDA(cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped));
  *flag = 0;
  wait_for<<<1, 1>>>(flag);
  CUDA(cudaGetLastError());
  std::thread other([] {
    int *memory = nullptr, value = 3, got = 0;
    CUDA(cudaMalloc(&memory, sizeof(int)));
    CUDA(cudaMemcpy(memory, &value, sizeof(int), cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(&got, memory, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(got == 3);
  });
  other.join();
  CHECK(cudaStreamQuery(0) == cudaErrorNotReady);
  *static_cast<volatile int*>(flag) = 1;
  CUDA(cudaStreamSynchronize(0));
}
