// SPDX-License-Identifier: Apache-2.0
//
// Memory of graphs, captures that the program steers, objects that graphs hold, ranges, kernels by handle.

#include <cstring>

#include "check.h"

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }
__global__ void add(int* out, const int* x, char, double) { out[threadIdx.x] += x[threadIdx.x]; }

int main() {
  int* out = nullptr;
  cudaStream_t stream;
  cudaGraph_t graph, same, clone;
  cudaGraphExec_t executable, freeing;
  cudaGraphNode_t nodes[8], given;
  size_t count = 8;
  CUDA(cudaMallocManaged(&out, 4096));
  CUDA(cudaStreamCreate(&stream));
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  int *inner = nullptr, *kept = nullptr;
  CUDA(cudaMallocAsync(&inner, 64, stream));
  CUDA(cudaMallocAsync(&kept, 64, stream));
  fill<<<1, 16, 0, stream>>>(inner, 3);
  fill<<<1, 16, 0, stream>>>(kept, 4);
  add<<<1, 16, 0, stream>>>(out, inner, 'a', 0.0);
  CUDA(cudaFreeAsync(inner, stream));
  cudaStreamCaptureStatus status;
  unsigned long long id = 0, other_id = 0;
  const cudaGraphNode_t* last = nullptr;
  const cudaGraphEdgeData* edges = nullptr;
  CUDA(cudaStreamGetCaptureInfo_v2(stream, &status, &id, &same, &last, &count));
  CHECK(status == cudaStreamCaptureStatusActive && id != 0 && count == 1);
  CUDA(cudaGraphMemFreeNodeGetParams(last[0], &given));
  CHECK(reinterpret_cast<int*>(given) == inner && cudaGraphDestroy(same) == cudaErrorInvalidValue);
  CHECK(cudaGraphDestroyNode(last[0]) == cudaErrorInvalidValue);
  CUDA(cudaStreamEndCapture(stream, &graph));
  CHECK(graph == same && cudaFreeAsync(kept, stream) == cudaErrorInvalidValue);
  CUDA(cudaStreamGetCaptureInfo(stream, &status));
  CHECK(status == cudaStreamCaptureStatusNone);
  // `kept` is the program's after a launch, and another launch wants it freed.
  CUDA(cudaGraphInstantiate(&executable, graph));
  CUDA(cudaGraphLaunch(executable, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(out[0] == 3 && cudaFree(inner) == cudaErrorInvalidValue);
  CHECK(cudaGraphLaunch(executable, stream) == cudaErrorInvalidValue);
  CUDA(cudaMemcpy(out, kept, 64, cudaMemcpyDefault));
  CUDA(cudaFreeAsync(kept, stream));
  CUDA(cudaGraphLaunch(executable, stream));
  CUDA(cudaGraphInstantiate(&freeing, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  CUDA(cudaGraphLaunch(freeing, stream));
  CUDA(cudaGraphLaunch(freeing, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(out[15] == 4 + 3 * 3);
  unsigned long long used = 0, high = 1;
  CUDA(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
  CHECK(used == 128);
  CUDA(cudaGraphExecDestroy(executable));
  CUDA(cudaGraphExecDestroy(freeing));
  // An object is destroyed with its last reference: of the program, of the graph, of its clone.
  int destroyed = 0;
  cudaUserObject_t object;
  CUDA(cudaUserObjectCreate(&object, &destroyed, [](void* at) { ++*static_cast<int*>(at); }, 2, cudaUserObjectNoDestructorSync));
  CUDA(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  CUDA(cudaGraphClone(&clone, graph));
  CUDA(cudaUserObjectRelease(object));
  CUDA(cudaGraphReleaseUserObject(graph, object));
  CHECK(cudaGraphReleaseUserObject(graph, object) == cudaErrorInvalidValue && destroyed == 0);
  CUDA(cudaGraphDestroy(clone));
  CHECK(destroyed == 1 && cudaUserObjectRetain(object) == cudaErrorInvalidValue);
  CUDA(cudaGraphDestroy(graph));
  CUDA(cudaMemset(kept, 0, 64));  // the last launch gave it
  CUDA(cudaFree(kept));
  CHECK(cudaMemset(inner, 0, 64) == cudaErrorInvalidValue && cudaFree(kept) == cudaErrorInvalidValue);
  CUDA(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
  CHECK(used == 0 && cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high) == cudaErrorInvalidValue);

  // A capture into a graph of the program's, behind a node of it, and then behind none.
  CUDA(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams wanted = {}, got;
  wanted.poolProps.location.type = cudaMemLocationTypeDevice;
  wanted.bytesize = 64;
  CUDA(cudaGraphAddMemAllocNode(&nodes[0], graph, nullptr, 0, &wanted));
  CUDA(cudaGraphMemAllocNodeGetParams(nodes[0], &got));
  CHECK(got.dptr == wanted.dptr && got.dptr);
  CUDA(cudaGraphAddEmptyNode(&nodes[1], graph, nullptr, 0));
  CUDA(cudaStreamBeginCaptureToGraph(stream, graph, nodes, nullptr, 1, cudaStreamCaptureModeGlobal));
  fill<<<1, 16, 0, stream>>>(static_cast<int*>(wanted.dptr), 9);
  CUDA(cudaStreamGetCaptureInfo_v3(stream, &status, &other_id, &same, &last, &edges, &count));
  CHECK(same == graph && count == 1 && edges[0].type == 0 && other_id != id);
  nodes[2] = last[0];
  CUDA(cudaStreamUpdateCaptureDependencies(stream, nodes, 0, cudaStreamSetCaptureDependencies));
  CUDA(cudaStreamUpdateCaptureDependencies(stream, nodes + 1, 2, cudaStreamAddCaptureDependencies));
  CUDA(cudaMemcpyAsync(out, wanted.dptr, 64, cudaMemcpyDefault, stream));
  CUDA(cudaStreamEndCapture(stream, &same));
  count = 8;
  CUDA(cudaGraphGetEdges(graph, nullptr, nullptr, &count));
  CHECK(same == graph && count == 3);
  CUDA(cudaGraphAddMemFreeNode(&nodes[3], graph, nodes + 2, 1, wanted.dptr));
  CUDA(cudaGraphInstantiate(&executable, graph));
  CUDA(cudaGraphLaunch(executable, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(out[7] == 9);
  CUDA(cudaGraphExecDestroy(executable));
  CUDA(cudaGraphDestroy(graph));

  // The advice for a range; a kernel's handle, name and parameters.
  int values[3] = {};
  void* data[3] = {&values[0], &values[1], &values[2]};
  size_t sizes[3] = {4, 4, 4}, offset = 0, size = 0;
  cudaMemRangeAttribute attributes[3] = {cudaMemRangeAttributeReadMostly, cudaMemRangeAttributePreferredLocation,
                                         cudaMemRangeAttributePreferredLocationType};
  cudaMemLocation host = {};
  host.type = cudaMemLocationTypeHost;
  CUDA(cudaMemAdvise(out, 4096, cudaMemAdviseSetReadMostly, 0));
  CUDA(cudaMemAdvise_v2(out, 4096, cudaMemAdviseSetPreferredLocation, host));
  CUDA(cudaMemPrefetchAsync_v2(out, 4096, host, 0, stream));
  CUDA(cudaMemRangeGetAttributes(data, sizes, attributes, 3, out, 4096));
  CHECK(values[0] == 1 && values[1] == cudaCpuDeviceId && values[2] == cudaMemLocationTypeHost);
  cudaKernel_t kernel;
  const char* name = nullptr;
  int nine = 9;
  void* arguments[] = {&out, &nine};
  CUDA(cudaGetKernel(&kernel, fill));
  CUDA(cudaLaunchKernel(kernel, 1, 1, arguments));
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaFuncGetName(&name, add));
  CHECK(out[0] == 9 && std::strstr(name, "add"));
  CUDA(cudaFuncGetParamInfo(reinterpret_cast<const void*>(add), 3, &offset, &size));
  CHECK(offset == 24 && size == 8);
}
