// SPDX-License-Identifier: Apache-2.0
//
// Graphs: captured over two streams with a host function, built by hand, updated.

#include "check.h"

__global__ void add(int* x, int value) {
  atomicAdd(x, value);
}
__global__ void twice(int* x) {
  *x *= 2;
}
__device__ int kept = 11;
__global__ void raise(int by) {
  atomicAdd(&kept, by);
}

// Nodes of any type by one call, of symbols and events, changed in the graph and in what was made of it.
void any_nodes(int* x) {
  cudaGraph_t graph;
  cudaGraphNode_t fill, launch, called, recorded, to_symbol, from_symbol, raised;
  cudaGraphNodeParams p = {};
  int calls = 0, five = 5, back = 0, other = 0;
  *x = 1;
  CUDA(cudaGraphCreate(&graph, 0));
  p.type = cudaGraphNodeTypeMemset;
  p.memset.dst = x;
  p.memset.elementSize = 4;
  p.memset.width = p.memset.height = 1;
  p.memset.value = 20;
  CUDA(cudaGraphAddNode(&fill, graph, nullptr, 0, &p));
  p = {};
  p.type = cudaGraphNodeTypeKernel;
  void* arguments[] = {&x, &five};
  p.kernel.func = reinterpret_cast<void*>(add);
  p.kernel.gridDim = dim3(1);
  p.kernel.blockDim = dim3(2);
  p.kernel.kernelParams = arguments;
  CUDA(cudaGraphAddNode(&launch, graph, &fill, nullptr, 1, &p));  // as CUDA 13 has it
  cudaGraphNodeParams host = {};
  host.type = cudaGraphNodeTypeHost;
  host.host.fn = [](void* raw) { ++*static_cast<int*>(raw); };
  host.host.userData = &calls;
  CUDA(cudaGraphAddNode(&called, graph, &launch, 1, &host));
  cudaEvent_t event, second, got;
  CUDA(cudaEventCreate(&event));
  CUDA(cudaEventCreate(&second));
  cudaGraphNodeParams record = {};
  record.type = cudaGraphNodeTypeEventRecord;
  record.eventRecord.event = event;
  CUDA(cudaGraphAddNode(&recorded, graph, &called, 1, &record));
  CUDA(cudaGraphEventRecordNodeGetEvent(recorded, &got));
  CHECK(got == event);
  CUDA(cudaGraphAddMemcpyNodeToSymbol(&to_symbol, graph, &recorded, 1, kept, &five, sizeof five, 0,
                                      cudaMemcpyHostToDevice));
  void* more[] = {&five};
  cudaKernelNodeParams plain = {reinterpret_cast<void*>(raise), dim3(1), dim3(3), 0, more, nullptr};
  CUDA(cudaGraphAddKernelNode(&raised, graph, &to_symbol, 1, &plain));
  CUDA(cudaGraphAddMemcpyNodeFromSymbol(&from_symbol, graph, &raised, 1, &back, kept, sizeof back, 0,
                                        cudaMemcpyDeviceToHost));
  cudaGraphNodeParams conditional = {};
  conditional.type = cudaGraphNodeTypeConditional;
  CHECK(cudaGraphAddNode(&launch, graph, nullptr, 0, &conditional) == cudaErrorNotSupported);
  cudaGraphExec_t executable;
  CUDA(cudaGraphInstantiate(&executable, graph, 0));
  CUDA(cudaGraphLaunch(executable, nullptr));
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaEventQuery(event));
  CHECK(*x == 30 && calls == 1 && back == 20);
  // The executable graph alone changes.
  p.kernel.blockDim = dim3(4);
  CUDA(cudaGraphExecNodeSetParams(executable, launch, &p));
  CHECK(cudaGraphExecNodeSetParams(executable, fill, &p) == cudaErrorInvalidValue);
  CUDA(cudaGraphExecEventRecordNodeSetEvent(executable, recorded, second));
  CUDA(cudaGraphExecMemcpyNodeSetParamsFromSymbol(
      executable, from_symbol, &other, reinterpret_cast<const void*>(&kept), 4, 0, cudaMemcpyDeviceToHost));
  CUDA(cudaGraphLaunch(executable, nullptr));
  CUDA(cudaDeviceSynchronize());
  CHECK(*x == 40 && calls == 2 && back == 20 && other == 20);
  cudaStream_t stream;
  int device = 9;
  unsigned long long id = 0;
  CUDA(cudaStreamCreate(&stream));
  CUDA(cudaStreamGetDevice(stream, &device));
  CUDA(cudaStreamGetId(stream, &id));
  CHECK(device == 0 && id != 0);
  // Attributes: a cluster counts, and stays when the parameters change; a priority is a hint.
  cudaLaunchAttributeValue value = {}, read = {};
  value.clusterDim.x = 2;
  value.clusterDim.y = value.clusterDim.z = 1;
  CUDA(cudaGraphKernelNodeSetAttribute(raised, cudaLaunchAttributeClusterDimension, &value));
  plain.gridDim = dim3(2);
  CUDA(cudaGraphKernelNodeSetParams(raised, &plain));
  CUDA(cudaGraphKernelNodeCopyAttributes(launch, raised));
  CUDA(cudaGraphKernelNodeGetAttribute(launch, cudaLaunchAttributeClusterDimension, &read));
  CHECK(read.clusterDim.x == 2);  // of which a grid of one block is no multiple
  value = {};
  value.priority = -1;
  CUDA(cudaGraphKernelNodeSetAttribute(raised, cudaLaunchAttributePriority, &value));
  CUDA(cudaGraphKernelNodeGetAttribute(raised, cudaLaunchAttributePriority, &read));
  CHECK(read.priority == -1);
  cudaGraphExec_t clustered;
  CUDA(cudaGraphInstantiate(&clustered, graph, 0));
  CHECK(cudaGraphLaunch(clustered, stream) != cudaSuccess || cudaStreamSynchronize(stream) != cudaSuccess);
  p.kernel.gridDim = dim3(2);
  CUDA(cudaGraphNodeSetParams(launch, &p));
  CUDA(cudaGraphExecDestroy(clustered));
  CUDA(cudaGraphInstantiate(&clustered, graph, 0));
  CUDA(cudaGraphLaunch(clustered, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(*x == 60 && back == 35);
  // Lists of copies.
  int from[3] = {1, 2, 3}, into[3] = {};
  void* dsts[] = {x, &into[1]};
  const void* srcs[] = {&from[2], &from[1]};
  size_t sizes[] = {4, 8}, first = 0;
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  CUDA(cudaMemcpyBatchAsync(dsts, srcs, sizes, 2, &attributes, &first, 1, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(*x == 3 && into[1] == 2 && into[2] == 3);
  CHECK(cudaMemcpyBatchAsync(dsts, srcs, sizes, 2, &attributes, &first, 1, 0) == cudaErrorInvalidValue);
  // The places begin at growing indices.
  void* pages[2];
  CUDA(cudaMallocManaged(&pages[0], 8192));
  pages[1] = static_cast<char*>(pages[0]) + 4096;
  size_t page_sizes[] = {4096, 4096}, begins[] = {0, 1};
  cudaMemLocation places[2] = {};
  places[0].type = places[1].type = cudaMemLocationTypeHost;
  CUDA(cudaMemPrefetchBatchAsync(pages, page_sizes, 2, places, begins, 2, 0, stream));
  for (size_t wrong : {0, 2}) {
    begins[1] = wrong;
    CHECK(cudaMemPrefetchBatchAsync(pages, page_sizes, 2, places, begins, 2, 0, stream) == cudaErrorInvalidValue);
  }
  CUDA(cudaFree(pages[0]));
  CUDA(cudaGetLastError() == cudaErrorInvalidValue ? cudaSuccess : cudaErrorUnknown);
  cudaFunction_t function;
  size_t count = 0;
  CUDA(cudaGetFuncBySymbol(&function, add));
  CUDA(cudaFuncGetParamCount(reinterpret_cast<const void*>(add), &count));
  CHECK(count == 2);
  CUDA(cudaLaunchKernel(reinterpret_cast<const void*>(function), dim3(1), dim3(1), arguments, 0, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(*x == 8);
  CUDA(cudaGraphExecDestroy(clustered));
  CUDA(cudaGraphExecDestroy(executable));
  CUDA(cudaGraphDestroy(graph));
}

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
  // Nodes are switched off, joined, changed and taken out.
  unsigned int is_enabled = 9;
  CUDA(cudaGraphNodeSetEnabled(second_executable, launch, 0));
  CUDA(cudaGraphNodeGetEnabled(second_executable, launch, &is_enabled));
  CUDA(cudaGraphLaunch(second_executable, nullptr));
  CUDA(cudaDeviceSynchronize());
  CHECK(is_enabled == 0 && back == 0);
  cudaGraphNode_t joined[2];
  count = 2;
  CUDA(cudaGraphNodeGetDependencies(copy, joined, &count));
  CHECK(count == 1 && joined[0] == launch);
  count = 2;
  CUDA(cudaGraphNodeGetDependentNodes(fill, joined, &count));
  CHECK(count == 1 && joined[0] == launch);
  cudaMemsetParams filled;
  CUDA(cudaGraphMemsetNodeGetParams(fill, &filled));
  CHECK(filled.dst == x && filled.width == 1);
  filled.value = 0x01010101;
  CUDA(cudaGraphMemsetNodeSetParams(fill, &filled));
  cudaMemcpy3DParms copied;
  CUDA(cudaGraphMemcpyNodeGetParams(copy, &copied));
  CHECK(copied.srcPtr.ptr == x && copied.dstPtr.ptr == &back && copied.extent.width == sizeof back);
  int other = 0;
  CUDA(cudaGraphMemcpyNodeSetParams1D(copy, &other, x, sizeof other, cudaMemcpyDefault));
  CUDA(cudaGraphRemoveDependencies(made, &launch, &copy, 1));
  CHECK(cudaGraphRemoveDependencies(made, &launch, &copy, 1) == cudaErrorInvalidValue);
  CUDA(cudaGraphAddDependencies(made, &fill, &copy, 1));
  CUDA(cudaGraphDestroyNode(launch));
  CHECK(cudaGraphDestroyNode(launch) == cudaErrorInvalidValue);
  cudaGraphNode_t recorded, called, nested, found, waited;
  CUDA(cudaGraphAddEventRecordNode(&recorded, made, &copy, 1, fork));
  CUDA(cudaGraphAddEventWaitNode(&waited, made, &recorded, 1, fork));
  cudaHostNodeParams host = {[](void* raw) { *static_cast<int*>(raw) += 100; }, &calls}, got;
  CUDA(cudaGraphAddHostNode(&called, made, &recorded, 1, &host));
  CUDA(cudaGraphHostNodeGetParams(called, &got));
  CHECK(got.userData == &calls);
  got.userData = &value;
  CUDA(cudaGraphHostNodeSetParams(called, &got));
  CUDA(cudaGraphAddChildGraphNode(&nested, made, &called, 1, graph));
  cudaGraph_t child, clone;
  CUDA(cudaGraphChildGraphNodeGetGraph(nested, &child));
  count = 0;
  CUDA(cudaGraphGetNodes(child, nullptr, &count));
  CHECK(count == 3);
  CUDA(cudaGraphClone(&clone, made));
  CUDA(cudaGraphNodeFindInClone(&found, copy, clone));
  CHECK(found != copy && cudaGraphNodeFindInClone(&found, found, clone) == cudaErrorInvalidValue);
  CUDA(cudaGraphDebugDotPrint(made, "/dev/null", 0));
  cudaGraphInstantiateParams how = {};
  how.flags = cudaGraphInstantiateFlagUpload;
  cudaGraphExec_t third_executable;
  unsigned long long flags = 0;
  CUDA(cudaGraphInstantiateWithParams(&third_executable, made, &how));
  CUDA(cudaGraphExecGetFlags(third_executable, &flags));
  CHECK(how.result_out == cudaGraphInstantiateSuccess && flags == cudaGraphInstantiateFlagUpload);
  *x = 0;
  value = 1;
  CUDA(cudaGraphLaunch(third_executable, first));
  CUDA(cudaStreamSynchronize(first));
  CUDA(cudaEventQuery(fork));
  CHECK(other == 0x01010101 && value == 101 && *x == (0x01010101 + 4) * 2 && calls == 4);
  CUDA(cudaGraphNodeSetEnabled(third_executable, fill, 0));
  CHECK(cudaGraphNodeSetEnabled(third_executable, called, 0) == cudaErrorInvalidValue);
  copied.dstPtr.ptr = &back;
  CUDA(cudaGraphExecMemcpyNodeSetParams(third_executable, copy, &copied));
  CUDA(cudaGraphExecChildGraphNodeSetParams(third_executable, nested, clone));
  *x = 17;
  CUDA(cudaGraphLaunch(third_executable, first));
  CUDA(cudaStreamSynchronize(first));
  CHECK(back == 17 && value == 301);  // the clone's host function too
  cudaLaunchAttributeValue attribute;
  CUDA(cudaStreamGetAttribute(first, cudaLaunchAttributePriority, &attribute));
  CUDA(cudaStreamCopyAttributes(second, first));
  CHECK(attribute.priority == 0);
  CUDA(cudaGraphExecDestroy(third_executable));
  CUDA(cudaGraphDestroy(clone));
  CUDA(cudaGraphExecDestroy(second_executable));
  CUDA(cudaGraphExecDestroy(executable));
  CUDA(cudaGraphDestroy(made));
  CUDA(cudaGraphDestroy(graph));
  any_nodes(x);
}
