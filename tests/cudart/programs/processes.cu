// SPDX-License-Identifier: Apache-2.0
//
// Memory and an event of another process: the program runs itself, and both use them.

#include <string>
#include <vector>

#include "check.h"

struct Handles {
  cudaIpcMemHandle_t memory;
  cudaIpcEventHandle_t event;
};
constexpr int kCount = 1000003;

__global__ void add(int* x, int n, int value) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] += value;
}

int main(int argc, char** argv) {
  Handles handles;
  int* x = nullptr;
  cudaEvent_t event;
  std::vector<int> values(kCount);
  if (argc > 1) {
    std::FILE* file = std::fopen(argv[1], "rb");
    CHECK(file && std::fread(&handles, sizeof handles, 1, file) == 1);
    CUDA(cudaIpcOpenMemHandle(reinterpret_cast<void**>(&x), handles.memory, cudaIpcMemLazyEnablePeerAccess));
    int* again = nullptr;
    CUDA(cudaIpcOpenMemHandle(reinterpret_cast<void**>(&again), handles.memory, cudaIpcMemLazyEnablePeerAccess));
    CUDA(cudaIpcCloseMemHandle(again));
    CUDA(cudaIpcOpenEventHandle(&event, handles.event));
    CUDA(cudaStreamWaitEvent(nullptr, event));
    CUDA(cudaMemcpy(values.data(), x, kCount * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(values[0] == 5 && values[kCount - 1] == 5);
    CHECK(cudaMemcpy(values.data(), x, (kCount + 1) * sizeof(int), cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    add<<<1, 256>>>(x, kCount, 7);
    CUDA(cudaEventRecord(event));
    CUDA(cudaEventSynchronize(event));
    CHECK(cudaFree(x) == cudaErrorInvalidValue);
    CUDA(cudaIpcCloseMemHandle(x));
    CHECK(cudaIpcCloseMemHandle(x) == cudaErrorInvalidValue);
    CHECK(cudaMemset(x, 0, 4) == cudaErrorInvalidValue);
    return 0;
  }
  CUDA(cudaMalloc(&x, kCount * sizeof(int)));
  CUDA(cudaMemset(x, 0, kCount * sizeof(int)));
  CUDA(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
  CUDA(cudaEventQuery(event));  // not recorded
  CUDA(cudaIpcGetMemHandle(&handles.memory, x));
  CUDA(cudaIpcGetEventHandle(&handles.event, event));
  add<<<1, 256>>>(x, kCount, 5);
  CUDA(cudaEventRecord(event));
  std::FILE* file = std::fopen("handles", "wb");
  CHECK(file && std::fwrite(&handles, sizeof handles, 1, file) == 1 && std::fclose(file) == 0);
  CHECK(std::system((std::string(argv[0]) + " handles").c_str()) == 0);
  CUDA(cudaStreamWaitEvent(nullptr, event));
  add<<<1, 256>>>(x, kCount, 30);
  CUDA(cudaMemcpy(values.data(), x, kCount * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(values[0] == 42 && values[kCount - 1] == 42);
  void* own = nullptr;
  CHECK(cudaIpcOpenMemHandle(&own, handles.memory, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess && !own);
}
