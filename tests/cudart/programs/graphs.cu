// SPDX-License-Identifier: Apache-2.0
//
// Graphs: captured over two streams with a host function, built by hand, updated.

#include "check.h"

__global__ void add(int* x, int value) { atomicAdd(x, value); }
__global__ void twice(int* x) { *x *= 2; }

int main() {
  int* x = nullptr;
  CUDA(cudaMallocManaged(&x, sizeof(int)));
  *x = 0;
  cudaStream_t first, second;
  CUDA(cudaStreamCreate(&first));
  CUDA(cudaStreamCreate(&second));
  cudaEvent_t fork, join;
  CUDA(cudaEventCreate(&fork));
  CUDA(cudaEventCreate(&join));

  int calls = 0;
  CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  add<<<1, 4, 0, first>>>(x, 1);
  CUDA(cudaEventRecord(fork, first));
  CUDA(cudaStreamWaitEvent(second, fork, 0));
  twice<<<1, 1, 0, second>>>(x);
  CUDA(cudaEventRecord(join, second));
  CUDA(cudaStreamWaitEvent(first, join, 0));
  CUDA(cudaLaunchHostFunc(first, [](void* raw) { ++*static_cast<int*>(raw); }, &calls));
  CHECK(cudaStreamSynchronize(first) == cudaErrorStreamCaptureUnsupported);
  cudaGraph_t graph;
  CUDA(cudaStreamEndCapture(first, &graph));
  CHECK(*x == 0 && calls == 0);
  size_t count = 0;
  CUDA(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 3);
  cudaGraphExec_t executable;
  CUDA(cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  for (int i = 0; i < 3; ++i) CUDA(cudaGraphLaunch(executable, first));
  CUDA(cudaStreamSynchronize(first));
  CHECK(*x == 56 && calls == 3);  // ((0 + 4) * 2 + 4) * 2 ...

  CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeRelaxed));
  CUDA(cudaEventRecord(fork, first));
  CUDA(cudaStreamWaitEvent(second, fork, 0));
  twice<<<1, 1, 0, second>>>(x);
  cudaGraph_t broken;
  CHECK(cudaStreamEndCapture(first, &broken) == cudaErrorStreamCaptureUnjoined);

  cudaGraph_t made;
  cudaGraphNode_t fill, launch, copy;
  int back = 0, value = 5;
  CUDA(cudaGraphCreate(&made, 0));
  cudaMemsetParams zero = {};
  zero.dst = x;
  zero.elementSize = 4;
  zero.width = zero.height = 1;
  CUDA(cudaGraphAddMemsetNode(&fill, made, nullptr, 0, &zero));
  void* arguments[] = {&x, &value};
  cudaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void*>(add);
  kernel.gridDim = dim3(2);
  kernel.blockDim = dim3(3);
  kernel.kernelParams = arguments;
  CUDA(cudaGraphAddKernelNode(&launch, made, &fill, 1, &kernel));
  CUDA(cudaGraphAddMemcpyNode1D(&copy, made, &launch, 1, &back, x, sizeof back, cudaMemcpyDeviceToHost));
  cudaGraphExec_t second_executable;
  CUDA(cudaGraphInstantiate(&second_executable, made, 0));
  value = 1000;  // it was copied
  CUDA(cudaGraphLaunch(second_executable, second));
  CUDA(cudaStreamSynchronize(second));
  CHECK(back == 30);
  value = 7;
  CUDA(cudaGraphExecKernelNodeSetParams(second_executable, launch, &kernel));
  CUDA(cudaGraphLaunch(second_executable, nullptr));
  CUDA(cudaDeviceSynchronize());
  CHECK(back == 42);
  CUDA(cudaGraphExecDestroy(second_executable));
  CUDA(cudaGraphExecDestroy(executable));
  CUDA(cudaGraphDestroy(made));
  CUDA(cudaGraphDestroy(graph));
}
