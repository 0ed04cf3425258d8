// SPDX-License-Identifier: Apache-2.0
//
// Graphs: lists of work with dependencies. An executable one queues its work, in an order that keeps them, on
// the stream of its launch.

#include <algorithm>

#include "cudart/runtime.h"

struct CUgraphExec_st {
  CUgraph_st graph;
};

namespace gridcall::cudart {
namespace {

// A copy of the nodes, in an order in which each comes behind those that it depends on. False if they wait
// for each other.
bool copy_nodes(const CUgraph_st& from, CUgraph_st& to) {
  std::unordered_map<const CUgraphNode_st*, CUgraphNode_st*> copies;
  std::vector<const CUgraphNode_st*> waiting;
  for (const auto& node : from.nodes) waiting.push_back(node.get());
  while (!waiting.empty()) {
    std::vector<const CUgraphNode_st*> later;
    for (const CUgraphNode_st* node : waiting) {
      const bool is_ready =
          std::all_of(node->dependencies.begin(), node->dependencies.end(),
                      [&](const CUgraphNode_st* dependency) { return copies.contains(dependency); });
      if (!is_ready) {
        later.push_back(node);
        continue;
      }
      auto made = std::make_unique<CUgraphNode_st>(*node);
      made->origin = const_cast<CUgraphNode_st*>(node);
      for (CUgraphNode_st*& dependency : made->dependencies) dependency = copies[dependency];
      copies[node] = made.get();
      to.nodes.push_back(std::move(made));
    }
    if (later.size() == waiting.size()) return false;
    waiting = std::move(later);
  }
  return true;
}

cudaError_t run(CUgraph_st& graph, cudaStream_t stream) {
  for (auto& node : graph.nodes) {
    if (!node->work) continue;
    if (cudaError_t error = node->work(stream); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                std::size_t count, std::unique_ptr<CUgraphNode_st> made) {
  if (!node || !graph || (count > 0 && !dependencies)) return cudaErrorInvalidValue;
  made->dependencies.assign(dependencies, dependencies + count);
  *node = made.get();
  graph->nodes.push_back(std::move(made));
  return cudaSuccess;
}

std::unique_ptr<CUgraphNode_st> node_of(cudaGraphNodeType type, Work work) {
  auto made = std::make_unique<CUgraphNode_st>();
  made->type = type;
  made->work = std::move(work);
  return made;
}

Work fill_of(const cudaMemsetParams& p) {
  return [p](cudaStream_t stream) {
    return fill_2d(p.dst, p.pitch, p.value, p.elementSize, p.width * p.elementSize, p.height, stream);
  };
}
Work copy_of(void* dst, const void* src, std::size_t size, cudaMemcpyKind kind) {
  return [=](cudaStream_t stream) { return copy(dst, src, size, kind, stream); };
}
Work host_call_of(const cudaHostNodeParams& p) {
  return [p](cudaStream_t stream) { return call_host(p.fn, p.userData, stream); };
}

cudaError_t kernel_node_of(const cudaKernelNodeParams* p, std::unique_ptr<CUgraphNode_st>& made) {
  if (!p || p->extra) return cudaErrorInvalidValue;
  return launch_node({p->func, p->gridDim, p->blockDim, p->sharedMemBytes, false}, p->kernelParams, made);
}

void take_work(CUgraphNode_st& node, CUgraphNode_st& other) {
  node.work = other.work;
  node.shape = other.shape;
  node.arguments = other.arguments;
  node.argument_addresses = other.argument_addresses;
}

// The node of an executable graph that was made of `node`, of the same type.
cudaError_t find_copy(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNodeType type,
                      CUgraphNode_st*& found) {
  if (!executable || !node) return cudaErrorInvalidValue;
  for (auto& copy : executable->graph.nodes) {
    if (copy->origin != node || copy->type != type) continue;
    found = copy.get();
    return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

cudaError_t list(const std::vector<CUgraphNode_st*>& from, cudaGraphNode_t* nodes, std::size_t* count) {
  if (!count) return cudaErrorInvalidValue;
  if (nodes) std::copy_n(from.begin(), std::min(*count, from.size()), nodes);
  *count = nodes ? std::min(*count, from.size()) : from.size();
  return cudaSuccess;
}

}  // namespace
}  // namespace gridcall::cudart

using namespace gridcall::cudart;

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  if (!graph || flags != 0) return result(cudaErrorInvalidValue);
  *graph = new CUgraph_st;
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  if (!graph) return result(cudaErrorInvalidValue);
  delete graph;
  return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  if (!clone || !graph) return result(cudaErrorInvalidValue);
  auto made = std::make_unique<CUgraph_st>();
  if (!copy_nodes(*graph, *made)) return result(cudaErrorInvalidValue);
  *clone = made.release();
  return cudaSuccess;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaKernelNodeParams* parameters) {
  std::unique_ptr<CUgraphNode_st> made;
  if (cudaError_t error = kernel_node_of(parameters, made); error != cudaSuccess) return result(error);
  return result(add(node, graph, dependencies, count, std::move(made)));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  if (!parameters) return result(cudaErrorInvalidValue);
  auto made =
      node_of(cudaGraphNodeTypeMemcpy, [p = *parameters](cudaStream_t stream) { return copy_3d(p, stream); });
  return result(add(node, graph, dependencies, count, std::move(made)));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count, void* dst,
                                     const void* src, std::size_t size, cudaMemcpyKind kind) {
  return result(
      add(node, graph, dependencies, count, node_of(cudaGraphNodeTypeMemcpy, copy_of(dst, src, size, kind))));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemsetParams* parameters) {
  if (!parameters || parameters->elementSize == 0) return result(cudaErrorInvalidValue);
  return result(
      add(node, graph, dependencies, count, node_of(cudaGraphNodeTypeMemset, fill_of(*parameters))));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
  if (!parameters || !parameters->fn) return result(cudaErrorInvalidValue);
  return result(
      add(node, graph, dependencies, count, node_of(cudaGraphNodeTypeHost, host_call_of(*parameters))));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, std::size_t count,
                                       cudaGraph_t child) {
  if (!child) return result(cudaErrorInvalidValue);
  auto copy = std::make_shared<CUgraph_st>();
  if (!copy_nodes(*child, *copy)) return result(cudaErrorInvalidValue);
  auto made = node_of(cudaGraphNodeTypeGraph, [copy](cudaStream_t stream) { return run(*copy, stream); });
  return result(add(node, graph, dependencies, count, std::move(made)));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, std::size_t count) {
  return result(add(node, graph, dependencies, count, node_of(cudaGraphNodeTypeEmpty, {})));
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, std::size_t count) {
  if (!graph || (count > 0 && (!from || !to))) return result(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i) to[i]->dependencies.push_back(from[i]);
  return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  if (!graph) return result(cudaErrorInvalidValue);
  std::vector<CUgraphNode_st*> all;
  for (auto& node : graph->nodes) all.push_back(node.get());
  return result(list(all, nodes, count));
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  if (!graph) return result(cudaErrorInvalidValue);
  std::vector<CUgraphNode_st*> roots;
  for (auto& node : graph->nodes)
    if (node->dependencies.empty()) roots.push_back(node.get());
  return result(list(roots, nodes, count));
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              std::size_t* count) {
  if (!graph || !count || (from != nullptr) != (to != nullptr)) return result(cudaErrorInvalidValue);
  std::vector<CUgraphNode_st*> begins, ends;
  for (auto& node : graph->nodes)
    for (CUgraphNode_st* dependency : node->dependencies) {
      begins.push_back(dependency);
      ends.push_back(node.get());
    }
  std::size_t same = *count;
  if (cudaError_t error = list(begins, from, &same); error != cudaSuccess) return result(error);
  return result(list(ends, to, count));
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  if (!node || !type) return result(cudaErrorInvalidValue);
  *type = node->type;
  return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  if (!node || !parameters || node->type != cudaGraphNodeTypeKernel) return result(cudaErrorInvalidValue);
  *parameters = {const_cast<void*>(node->shape.function),
                 node->shape.grid,
                 node->shape.block,
                 static_cast<unsigned>(node->shape.shared_size),
                 node->argument_addresses.data(),
                 nullptr};
  return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  std::unique_ptr<CUgraphNode_st> made;
  if (!node || node->type != cudaGraphNodeTypeKernel) return result(cudaErrorInvalidValue);
  if (cudaError_t error = kernel_node_of(parameters, made); error != cudaSuccess) return result(error);
  take_work(*node, *made);
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
  if (!executable || !graph) return result(cudaErrorInvalidValue);
  auto made = std::make_unique<CUgraphExec_st>();
  if (!copy_nodes(*graph, made->graph)) return result(cudaErrorInvalidValue);
  *executable = made.release();
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(executable, graph, flags);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  if (!executable) return result(cudaErrorInvalidValue);
  delete executable;
  return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t) {
  return result(executable ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  if (!executable) return result(cudaErrorInvalidValue);
  if (!is_capturing(stream)) return result(run(executable->graph, stream));
  auto copy = std::make_shared<CUgraph_st>();
  copy_nodes(executable->graph, *copy);
  return result(submit(stream, cudaGraphNodeTypeGraph, [copy](cudaStream_t s) { return run(*copy, s); }));
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
  if (!executable || !graph || !info) return result(cudaErrorInvalidValue);
  *info = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  CUgraph_st updated;
  auto& nodes = executable->graph.nodes;
  if (!copy_nodes(*graph, updated) || updated.nodes.size() != nodes.size()) {
    info->result = cudaGraphExecUpdateErrorTopologyChanged;
    return result(cudaErrorGraphExecUpdateFailure);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (updated.nodes[i]->type == nodes[i]->type) continue;
    *info = {cudaGraphExecUpdateErrorNodeTypeChanged, updated.nodes[i]->origin, nodes[i]->origin};
    return result(cudaErrorGraphExecUpdateFailure);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) take_work(*nodes[i], *updated.nodes[i]);
  return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  CUgraphNode_st* found = nullptr;
  std::unique_ptr<CUgraphNode_st> made;
  if (cudaError_t error = find_copy(executable, node, cudaGraphNodeTypeKernel, found); error != cudaSuccess)
    return result(error);
  if (cudaError_t error = kernel_node_of(parameters, made); error != cudaSuccess) return result(error);
  take_work(*found, *made);
  return cudaSuccess;
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void* dst,
                                               const void* src, std::size_t size, cudaMemcpyKind kind) {
  CUgraphNode_st* found = nullptr;
  if (cudaError_t error = find_copy(executable, node, cudaGraphNodeTypeMemcpy, found); error != cudaSuccess)
    return result(error);
  found->work = copy_of(dst, src, size, kind);
  return cudaSuccess;
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  CUgraphNode_st* found = nullptr;
  if (!parameters || parameters->elementSize == 0) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_copy(executable, node, cudaGraphNodeTypeMemset, found); error != cudaSuccess)
    return result(error);
  found->work = fill_of(*parameters);
  return cudaSuccess;
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  CUgraphNode_st* found = nullptr;
  if (!parameters || !parameters->fn) return result(cudaErrorInvalidValue);
  if (cudaError_t error = find_copy(executable, node, cudaGraphNodeTypeHost, found); error != cudaSuccess)
    return result(error);
  found->work = host_call_of(*parameters);
  return cudaSuccess;
}
