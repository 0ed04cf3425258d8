// SPDX-License-Identifier: Apache-2.0
//
// Streams, events, page-locked memory, host functions, launches by cudaLaunchKernel, pitched memory, attributes and occupancy.

#include <atomic>
#include <thread>
#include <vector>

#include "check.h"

__global__ void add(int* x, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += value;
}
__global__ void rows(char* base, size_t pitch, int width) {
  reinterpret_cast<int*>(base + blockIdx.x * pitch)[threadIdx.x] = blockIdx.x * width + threadIdx.x;
}

int main() {
  const int n = 10000;
  int *host = nullptr, *device = nullptr;
  CUDA(cudaHostAlloc(&host, n * sizeof(int), cudaHostAllocDefault));
  CUDA(cudaMalloc(&device, n * sizeof(int)));
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaStream_t first, second;
  CUDA(cudaStreamCreate(&first));
  CUDA(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  cudaEvent_t begin, middle, end;
  CUDA(cudaEventCreate(&begin));
  CUDA(cudaEventCreateWithFlags(&middle, cudaEventDisableTiming));
  CUDA(cudaEventCreate(&end));
  CHECK(cudaEventQuery(middle) == cudaSuccess);
  CUDA(cudaEventRecord(begin, first));
  CUDA(cudaMemcpyAsync(device, host, n * sizeof(int), cudaMemcpyHostToDevice, first));
  add<<<(n + 255) / 256, 256, 0, first>>>(device, n, 1);
  CUDA(cudaEventRecord(middle, first));
  CUDA(cudaStreamWaitEvent(second, middle, 0));
  int count = n, value = 10;
  void* arguments[] = {&device, &count, &value};
  CUDA(cudaLaunchKernel(add, dim3((n + 255) / 256), dim3(256), arguments, 0, second));
  CUDA(cudaMemcpyAsync(host, device, n * sizeof(int), cudaMemcpyDeviceToHost, second));
  // A host function does not hold up the thread that queues it, nor what is queued behind it the host.
  std::atomic<int> steps{0};
  CUDA(cudaLaunchHostFunc(
      first,
      [](void* raw) {
        auto& number = *static_cast<std::atomic<int>*>(raw);
        while (number == 0) std::this_thread::yield();
        number = 2;
      },
      &steps));
  add<<<(n + 255) / 256, 256, 0, first>>>(device, n, 5);
  CUDA(cudaEventRecord(end, first));
  CHECK(cudaStreamQuery(first) == cudaErrorNotReady && cudaEventQuery(end) == cudaErrorNotReady && steps == 0);
  CUDA(cudaStreamSynchronize(second));  // the next addition changes what it copies
  steps = 1;
  CUDA(cudaEventSynchronize(end));
  CHECK(steps == 2);
  add<<<(n + 255) / 256, 256, 0, first>>>(device, n, -5);
  CUDA(cudaStreamSynchronize(first));
  int seen = 0;
  CUDA(cudaLaunchHostFunc(second, [](void* raw) { *static_cast<int*>(raw) = 1; }, &seen));
  CUDA(cudaStreamSynchronize(second));
  CHECK(seen == 1);
  CUDA(cudaEventRecord(end, first));
  CUDA(cudaEventSynchronize(end));
  float milliseconds = -1;
  CUDA(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(milliseconds >= 0);
  for (int i = 0; i < n; ++i) CHECK(host[i] == i + 11);
  CHECK(cudaEventElapsedTime(&milliseconds, begin, middle) != cudaSuccess);

  size_t pitch = 0;
  char* pitched = nullptr;
  CUDA(cudaMallocPitch(&pitched, &pitch, 10 * sizeof(int), 7));
  CHECK(pitch >= 10 * sizeof(int));
  rows<<<7, 10>>>(pitched, pitch, 10);
  int table[7][10];
  CUDA(cudaMemcpy2D(table, sizeof table[0], pitched, pitch, sizeof table[0], 7, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 70; ++i) CHECK(table[i / 10][i % 10] == i);
  CUDA(cudaMemset2D(pitched, pitch, 0, 4 * sizeof(int), 7));
  CUDA(cudaMemcpy2D(table, sizeof table[0], pitched, pitch, sizeof table[0], 7, cudaMemcpyDeviceToHost));
  CHECK(table[3][3] == 0 && table[3][4] == 34);

  cudaFuncAttributes attributes;
  CUDA(cudaFuncGetAttributes(&attributes, add));
  CHECK(attributes.maxThreadsPerBlock >= 256);
  int grid = 0, block = 0, blocks = 0;
  CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add));
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 256, 0));
  CHECK(grid > 0 && block > 0 && blocks > 0);
  cudaDeviceProp properties;
  CUDA(cudaGetDeviceProperties(&properties, 0));
  CHECK(properties.warpSize == 32 && properties.name[0] != 0 && properties.totalGlobalMem > 0);
  int processors = 0;
  CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  CHECK(processors == properties.multiProcessorCount);

  // Each thread has an error of its own.
  CHECK(cudaSetDevice(1000) == cudaErrorInvalidDevice);
  std::thread([] { CHECK(cudaPeekAtLastError() == cudaSuccess); }).join();
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);

  cudaPointerAttributes known;
  CUDA(cudaPointerGetAttributes(&known, device + 5));
  CHECK(known.type == cudaMemoryTypeDevice);
  CUDA(cudaPointerGetAttributes(&known, &n));
  CHECK(known.type == cudaMemoryTypeUnregistered);
  void* async = nullptr;
  CUDA(cudaMallocAsync(&async, 1000, first));
  CUDA(cudaMemsetAsync(async, 1, 1000, first));
  CUDA(cudaFreeAsync(async, first));
  CHECK(cudaFree(host) == cudaErrorInvalidValue);
  CUDA(cudaFreeHost(host));
  CUDA(cudaFree(device));
  CHECK(cudaFree(device) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device, table, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CUDA(cudaStreamDestroy(first));
  CHECK(cudaStreamSynchronize(first) == cudaErrorInvalidResourceHandle);
}
