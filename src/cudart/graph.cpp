// SPDX-License-Identifier: Apache-2.0
//
// Graphs: lists of work with dependencies. An executable one queues its work, in an order that keeps them, on
// the stream of its launch. Long because it is the whole chapter of the API, in short functions.

#include <algorithm>
#include <cstdio>

#include "cudart/runtime.h"

struct CUgraphExec_st : gridcall::cudart::LiveObject<CUgraphExec_st> {
  CUgraph_st graph;
  unsigned long long flags = 0;
};

namespace gridcall::cudart {
namespace {

// Copies the nodes, sorted by their dependencies. Returns false if these form a cycle.
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
      made->graph = &to;
      for (CUgraphNode_st*& dependency : made->dependencies) dependency = copies[dependency];
      copies[node] = made.get();
      to.nodes.push_back(std::move(made));
    }
    if (later.size() == waiting.size()) return false;
    waiting = std::move(later);
  }
  return true;
}
// Also takes references to the objects of the program.
bool copy_graph(const CUgraph_st& from, CUgraph_st& to) {
  copy_user_objects(from, to);
  return copy_nodes(from, to);
}

// `frees`: memory that the launch before gave and no free took.
cudaError_t run(CUgraph_st& graph, cudaStream_t stream, bool frees) {
  if (cudaError_t error = prepare_memory(graph, frees); error != cudaSuccess) return error;
  for (auto& node : graph.nodes) {
    if (!node->work || !node->is_enabled) continue;
    if (cudaError_t error = node->work(stream); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

bool are_live(const cudaGraphNode_t* nodes, std::size_t count) {
  return nodes && std::all_of(nodes, nodes + count, [](cudaGraphNode_t node) { return is_live(node); });
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                std::size_t count, std::unique_ptr<CUgraphNode_st> made) {
  if (!node || !is_live(graph) || (count > 0 && !are_live(dependencies, count))) return cudaErrorInvalidValue;
  made->dependencies.assign(dependencies, dependencies + count);
  made->graph = graph;
  *node = made.get();
  graph->nodes.push_back(std::move(made));
  return cudaSuccess;
}

std::unique_ptr<CUgraphNode_st> node_of(cudaGraphNodeType type, Work work = {}) {
  auto made = std::make_unique<CUgraphNode_st>();
  made->type = type;
  made->work = std::move(work);
  return made;
}

// The node has the work, and the parameters for cudaGraph...NodeGetParams.
void set_fill(CUgraphNode_st& node, const cudaMemsetParams& p) {
  node.filled = p;
  node.work = [p](cudaStream_t stream) {
    return fill_2d(p.dst, p.pitch, p.value, p.elementSize, p.width * p.elementSize, p.height, stream);
  };
}
void set_copy(CUgraphNode_st& node, const cudaMemcpy3DParms& p) {
  node.copied = p;
  node.work = [p](cudaStream_t stream) { return copy_3d(p, stream); };
}
void set_copy(CUgraphNode_st& node, void* dst, const void* src, std::size_t size, cudaMemcpyKind kind) {
  node.copied = {};
  node.copied.srcPtr = {const_cast<void*>(src), size, size, 1};
  node.copied.dstPtr = {dst, size, size, 1};
  node.copied.extent = {size, 1, 1};
  node.copied.kind = kind;
  node.work = [=](cudaStream_t stream) { return copy(dst, src, size, kind, stream); };
}
void set_host_call(CUgraphNode_st& node, const cudaHostNodeParams& p) {
  node.called = p;
  node.work = [p](cudaStream_t stream) { return call_host(p.fn, p.userData, stream); };
}
// Returns false if the graph has a cycle.
bool set_child(CUgraphNode_st& node, const CUgraph_st& child) {
  const auto copy = std::make_shared<CUgraph_st>();
  if (!copy_nodes(child, *copy)) return false;
  node.child = copy;
  node.work = [copy](cudaStream_t stream) { return run(*copy, stream, false); };
  return true;
}

bool is_of(cudaGraphNode_t node, cudaGraphNodeType type) {
  return is_live(node) && node->type == type;
}

cudaError_t kernel_node_of(const cudaKernelNodeParams* p, std::unique_ptr<CUgraphNode_st>& made) {
  if (!p || p->extra) return cudaErrorInvalidValue;
  return launch_node({p->func, p->gridDim, p->blockDim, p->sharedMemBytes, false}, p->kernelParams, made);
}

// The attributes stay.
cudaError_t set_launch(CUgraphNode_st& node, const cudaKernelNodeParams* p) {
  std::unique_ptr<CUgraphNode_st> made;
  if (cudaError_t error = kernel_node_of(p, made); error != cudaSuccess) return error;
  made->shape.is_cooperative = node.shape.is_cooperative;
  made->shape.cluster = node.shape.cluster;
  node.shape = made->shape;
  node.arguments = made->arguments;
  node.argument_addresses = made->argument_addresses;
  set_launch(node);
  return cudaSuccess;
}

cudaError_t set_event(CUgraphNode_st& node, cudaEvent_t event) {
  if (!is_live_event(event)) return cudaErrorInvalidResourceHandle;
  node.event = event;
  if (node.type == cudaGraphNodeTypeEventRecord)
    node.work = [event](cudaStream_t stream) { return cudaEventRecord(event, stream); };
  else
    node.work = [event](cudaStream_t stream) { return cudaStreamWaitEvent(stream, event, 0); };
  return cudaSuccess;
}

// Makes a node of any type but those of semaphores, conditions and lists of copies. Stores the address of an
// allocation in the parameters.
cudaError_t node_of(cudaGraphNodeParams& p, std::unique_ptr<CUgraphNode_st>& made) {
  made = node_of(p.type);
  switch (p.type) {
    case cudaGraphNodeTypeKernel: {
      const auto& k = p.kernel;
      const cudaKernelNodeParams plain{k.func,           k.gridDim,      k.blockDim,
                                       k.sharedMemBytes, k.kernelParams, k.extra};
      return kernel_node_of(&plain, made);
    }
    case cudaGraphNodeTypeMemcpy:
      set_copy(*made, p.memcpy.copyParams);
      return cudaSuccess;
    case cudaGraphNodeTypeMemset: {
      const auto& m = p.memset;
      if (m.elementSize == 0) return cudaErrorInvalidValue;
      set_fill(*made, {m.dst, m.pitch, m.value, m.elementSize, m.width, m.height});
      return cudaSuccess;
    }
    case cudaGraphNodeTypeHost:
      if (!p.host.fn) return cudaErrorInvalidValue;
      set_host_call(*made, {p.host.fn, p.host.userData});
      return cudaSuccess;
    case cudaGraphNodeTypeGraph:
      return is_live(p.graph.graph) && set_child(*made, *p.graph.graph) ? cudaSuccess : cudaErrorInvalidValue;
    case cudaGraphNodeTypeEmpty:
      return cudaSuccess;
    case cudaGraphNodeTypeEventRecord:
      return set_event(*made, p.eventRecord.event);
    case cudaGraphNodeTypeWaitEvent:
      return set_event(*made, p.eventWait.event);
    case cudaGraphNodeTypeMemAlloc: {
      auto& a = p.alloc;
      cudaMemAllocNodeParams plain{a.poolProps, a.accessDescs, a.accessDescCount, a.bytesize, nullptr};
      const cudaError_t error = alloc_node(plain, made);
      a.dptr = plain.dptr;
      return error;
    }
    case cudaGraphNodeTypeMemFree:
      return free_node(p.free.dptr, made);
    default:
      return cudaErrorNotSupported;
  }
}

void take_work(CUgraphNode_st& node, CUgraphNode_st& other) {
  node.work = other.work;
  node.shape = other.shape;
  node.arguments = other.arguments;
  node.argument_addresses = other.argument_addresses;
  node.copied = other.copied;
  node.filled = other.filled;
  node.called = other.called;
  node.event = other.event;
  node.child = other.child;
  node.allocated = other.allocated;
  node.memory = other.memory;
}

// Returns the node of an executable graph that was made of `node`, of that type; nullptr if there is none.
CUgraphNode_st* find_copy(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNodeType type) {
  if (!is_live(executable) || !node) return nullptr;
  for (auto& copy : executable->graph.nodes)
    if (copy->origin == node && copy->type == type) return copy.get();
  return nullptr;
}

// Returns a node that can be switched off: a kernel, a copy or a fill.
CUgraphNode_st* find_switchable(cudaGraphExec_t executable, cudaGraphNode_t node) {
  for (cudaGraphNodeType type : {cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset})
    if (CUgraphNode_st* found = find_copy(executable, node, type)) return found;
  return nullptr;
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

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) try {
  if (!graph || flags != 0) return result(cudaErrorInvalidValue);
  *graph = new CUgraph_st;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphDestroy(cudaGraph_t graph) try {
  if (!is_live(graph) || graph->is_recording || !LiveObject<CUgraph_st>::forget(graph))
    return result(cudaErrorInvalidValue);
  delete graph;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) try {
  if (!clone || !is_live(graph)) return result(cudaErrorInvalidValue);
  auto made = std::make_unique<CUgraph_st>();
  if (!copy_graph(*graph, *made)) return result(cudaErrorInvalidValue);
  *clone = made.release();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaKernelNodeParams* parameters) try {
  std::unique_ptr<CUgraphNode_st> made;
  if (cudaError_t error = kernel_node_of(parameters, made); error != cudaSuccess) return result(error);
  return result(add(node, graph, dependencies, count, std::move(made)));
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemcpy3DParms* parameters) try {
  if (!parameters) return result(cudaErrorInvalidValue);
  auto made = node_of(cudaGraphNodeTypeMemcpy);
  set_copy(*made, *parameters);
  return result(add(node, graph, dependencies, count, std::move(made)));
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count, void* dst,
                                     const void* src, std::size_t size, cudaMemcpyKind kind) try {
  auto made = node_of(cudaGraphNodeTypeMemcpy);
  set_copy(*made, dst, src, size, kind);
  return result(add(node, graph, dependencies, count, std::move(made)));
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemsetParams* parameters) try {
  if (!parameters || parameters->elementSize == 0) return result(cudaErrorInvalidValue);
  auto made = node_of(cudaGraphNodeTypeMemset);
  set_fill(*made, *parameters);
  return result(add(node, graph, dependencies, count, std::move(made)));
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, std::size_t count,
                                 const cudaHostNodeParams* parameters) try {
  if (!parameters || !parameters->fn) return result(cudaErrorInvalidValue);
  auto made = node_of(cudaGraphNodeTypeHost);
  set_host_call(*made, *parameters);
  return result(add(node, graph, dependencies, count, std::move(made)));
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, std::size_t count,
                                       cudaGraph_t child) try {
  if (!is_live(child)) return result(cudaErrorInvalidValue);
  auto made = node_of(cudaGraphNodeTypeGraph);
  if (!set_child(*made, *child)) return result(cudaErrorInvalidValue);
  return result(add(node, graph, dependencies, count, std::move(made)));
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, std::size_t count) try {
  return result(add(node, graph, dependencies, count, node_of(cudaGraphNodeTypeEmpty)));
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, std::size_t count) try {
  if (!is_live(graph) || (count > 0 && (!are_live(from, count) || !are_live(to, count))))
    return result(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i) to[i]->dependencies.push_back(from[i]);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) try {
  if (!is_live(graph)) return result(cudaErrorInvalidValue);
  std::vector<CUgraphNode_st*> all;
  for (auto& node : graph->nodes) all.push_back(node.get());
  return result(list(all, nodes, count));
}
GRIDCALL_CATCH

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) try {
  if (!is_live(graph)) return result(cudaErrorInvalidValue);
  std::vector<CUgraphNode_st*> roots;
  for (auto& node : graph->nodes)
    if (node->dependencies.empty()) roots.push_back(node.get());
  return result(list(roots, nodes, count));
}
GRIDCALL_CATCH

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              std::size_t* count) try {
  if (!is_live(graph) || !count || (from != nullptr) != (to != nullptr)) return result(cudaErrorInvalidValue);
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
GRIDCALL_CATCH

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) try {
  if (!is_live(node) || !type) return result(cudaErrorInvalidValue);
  *type = node->type;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) try {
  if (!is_live(node) || !parameters || node->type != cudaGraphNodeTypeKernel)
    return result(cudaErrorInvalidValue);
  *parameters = {const_cast<void*>(node->shape.function),
                 node->shape.grid,
                 node->shape.block,
                 static_cast<unsigned>(node->shape.shared_size),
                 node->argument_addresses.data(),
                 nullptr};
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) try {
  if (!is_of(node, cudaGraphNodeTypeKernel)) return result(cudaErrorInvalidValue);
  return result(set_launch(*node, parameters));
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count,
                                     cudaMemAllocNodeParams* parameters) try {
  std::unique_ptr<CUgraphNode_st> made;
  if (!node || !is_live(graph) || !parameters) return result(cudaErrorInvalidValue);
  if (cudaError_t error = alloc_node(*parameters, made); error != cudaSuccess) return result(error);
  return result(add(node, graph, dependencies, count, std::move(made)));
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, std::size_t count,
                                    void* address) try {
  std::unique_ptr<CUgraphNode_st> made;
  if (cudaError_t error = free_node(address, made); error != cudaSuccess) return result(error);
  return result(add(node, graph, dependencies, count, std::move(made)));
}
GRIDCALL_CATCH

// ---- Nodes: what they are joined to, their parameters ----

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                         std::size_t* count) try {
  return result(is_live(node) ? list(node->dependencies, nodes, count) : cudaErrorInvalidValue);
}
GRIDCALL_CATCH

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                           std::size_t* count) try {
  if (!is_live(node)) return result(cudaErrorInvalidValue);
  std::vector<CUgraphNode_st*> found;
  for (auto& each : node->graph->nodes)
    if (std::find(each->dependencies.begin(), each->dependencies.end(), node) != each->dependencies.end())
      found.push_back(each.get());
  return result(list(found, nodes, count));
}
GRIDCALL_CATCH

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, std::size_t count) try {
  if (!is_live(graph) || (count > 0 && (!are_live(from, count) || !are_live(to, count))))
    return result(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i) {
    auto& joined = to[i]->dependencies;
    const auto found = std::find(joined.begin(), joined.end(), from[i]);
    if (found == joined.end()) return result(cudaErrorInvalidValue);
    joined.erase(found);
  }
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) try {
  if (!is_live(node) || node->graph->is_recording) return result(cudaErrorInvalidValue);
  auto& nodes = node->graph->nodes;
  for (auto& each : nodes) std::erase(each->dependencies, node);
  std::erase_if(nodes, [&](const auto& each) { return each.get() == node; });
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) try {
  if (!node || !is_live(original) || !is_live(clone)) return result(cudaErrorInvalidValue);
  for (auto& each : clone->nodes) {
    if (each->origin != original) continue;
    *node = each.get();
    return cudaSuccess;
  }
  return result(cudaErrorInvalidValue);
}
GRIDCALL_CATCH

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) try {
  if (!parameters || !is_of(node, cudaGraphNodeTypeMemset)) return result(cudaErrorInvalidValue);
  // A captured node has none.
  if (node->filled.elementSize == 0) return result(cudaErrorNotSupported);
  *parameters = node->filled;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) try {
  if (!parameters || parameters->elementSize == 0 || !is_of(node, cudaGraphNodeTypeMemset))
    return result(cudaErrorInvalidValue);
  set_fill(*node, *parameters);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) try {
  if (!parameters || !is_of(node, cudaGraphNodeTypeMemcpy)) return result(cudaErrorInvalidValue);
  if (node->copied.extent.width == 0) return result(cudaErrorNotSupported);
  *parameters = node->copied;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* parameters) try {
  if (!parameters || !is_of(node, cudaGraphNodeTypeMemcpy)) return result(cudaErrorInvalidValue);
  set_copy(*node, *parameters);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, std::size_t size,
                                           cudaMemcpyKind kind) try {
  if (!is_of(node, cudaGraphNodeTypeMemcpy)) return result(cudaErrorInvalidValue);
  set_copy(*node, dst, src, size, kind);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) try {
  if (!parameters || !is_of(node, cudaGraphNodeTypeHost)) return result(cudaErrorInvalidValue);
  if (!node->called.fn) return result(cudaErrorNotSupported);
  *parameters = node->called;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) try {
  if (!parameters || !parameters->fn || !is_of(node, cudaGraphNodeTypeHost))
    return result(cudaErrorInvalidValue);
  set_host_call(*node, *parameters);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) try {
  if (!graph || !is_of(node, cudaGraphNodeTypeGraph) || !node->child) return result(cudaErrorInvalidValue);
  *graph = node->child.get();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, std::size_t count,
                                        cudaEvent_t event) try {
  auto made = node_of(cudaGraphNodeTypeEventRecord);
  if (cudaError_t error = set_event(*made, event); error != cudaSuccess) return result(error);
  return result(add(node, graph, dependencies, count, std::move(made)));
}
GRIDCALL_CATCH

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, std::size_t count,
                                      cudaEvent_t event) try {
  auto made = node_of(cudaGraphNodeTypeWaitEvent);
  if (cudaError_t error = set_event(*made, event); error != cudaSuccess) return result(error);
  return result(add(node, graph, dependencies, count, std::move(made)));
}
GRIDCALL_CATCH

// ---- Nodes of any type, of symbols; events and attributes of nodes ----

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                             std::size_t count, cudaGraphNodeParams* parameters) try {
  std::unique_ptr<CUgraphNode_st> made;
  if (!node || !is_live(graph) || !parameters) return result(cudaErrorInvalidValue);
  if (cudaError_t error = node_of(*parameters, made); error != cudaSuccess) return result(error);
  return result(add(node, graph, dependencies, count, std::move(made)));
}
GRIDCALL_CATCH

namespace {

// Memory keeps its address.
cudaError_t set_parameters(CUgraphNode_st* node, cudaGraphNodeParams* parameters) {
  std::unique_ptr<CUgraphNode_st> made;
  if (!node || !parameters || parameters->type != node->type) return cudaErrorInvalidValue;
  if (node->type == cudaGraphNodeTypeMemAlloc || node->type == cudaGraphNodeTypeMemFree)
    return cudaErrorNotSupported;
  if (cudaError_t error = node_of(*parameters, made); error != cudaSuccess) return error;
  made->shape.is_cooperative = node->shape.is_cooperative;
  made->shape.cluster = node->shape.cluster;
  if (node->type == cudaGraphNodeTypeKernel) set_launch(*made);
  take_work(*node, *made);
  return cudaSuccess;
}

cudaError_t copy_symbol(CUgraphNode_st* node, const void* symbol, const void* host, std::size_t size,
                        std::size_t offset, cudaMemcpyKind kind, bool to_symbol) {
  char* address = nullptr;
  if (!node || !host) return cudaErrorInvalidValue;
  if (cudaError_t error = symbol_at(symbol, size, offset, address); error != cudaSuccess) return error;
  void* other = const_cast<void*>(host);
  set_copy(*node, to_symbol ? address : other, to_symbol ? other : address, size, kind);
  return cudaSuccess;
}
CUgraphNode_st* of_type(cudaGraphNode_t node, cudaGraphNodeType type) {
  return is_of(node, type) ? node : nullptr;
}

cudaError_t event_of(cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t* event) {
  if (!event || !is_of(node, type)) return cudaErrorInvalidValue;
  *event = node->event;
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* parameters) try {
  return result(is_live(node) ? set_parameters(node, parameters) : cudaErrorInvalidValue);
}
GRIDCALL_CATCH

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                       cudaGraphNodeParams* parameters) try {
  if (!parameters) return result(cudaErrorInvalidValue);
  return result(set_parameters(find_copy(executable, node, parameters->type), parameters));
}
GRIDCALL_CATCH

// The other end of a copy is host memory or an address.
#define GRIDCALL_SYMBOL_NODES(direction, to_symbol, FIRST, SECOND, host)                                     \
  cudaError_t cudaGraphAddMemcpyNode##direction##Symbol(                                                     \
      cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies, std::size_t count,      \
      FIRST, SECOND, std::size_t size, std::size_t offset, cudaMemcpyKind kind) try {                        \
    auto made = node_of(cudaGraphNodeTypeMemcpy);                                                            \
    if (cudaError_t error = copy_symbol(made.get(), symbol, host, size, offset, kind, to_symbol);            \
        error != cudaSuccess)                                                                                \
      return result(error);                                                                                  \
    return result(add(node, graph, dependencies, count, std::move(made)));                                   \
  }                                                                                                          \
  GRIDCALL_CATCH                                                                                             \
  cudaError_t cudaGraphMemcpyNodeSetParams##direction##Symbol(                                               \
      cudaGraphNode_t node, FIRST, SECOND, std::size_t size, std::size_t offset, cudaMemcpyKind kind) try {  \
    return result(                                                                                           \
        copy_symbol(of_type(node, cudaGraphNodeTypeMemcpy), symbol, host, size, offset, kind, to_symbol));   \
  }                                                                                                          \
  GRIDCALL_CATCH                                                                                             \
  cudaError_t cudaGraphExecMemcpyNodeSetParams##direction##Symbol(                                           \
      cudaGraphExec_t executable, cudaGraphNode_t node, FIRST, SECOND, std::size_t size, std::size_t offset, \
      cudaMemcpyKind kind) try {                                                                             \
    return result(copy_symbol(find_copy(executable, node, cudaGraphNodeTypeMemcpy), symbol, host, size,      \
                              offset, kind, to_symbol));                                                     \
  }                                                                                                          \
  GRIDCALL_CATCH
GRIDCALL_SYMBOL_NODES(To, true, const void* symbol, const void* src, src)
GRIDCALL_SYMBOL_NODES(From, false, void* dst, const void* symbol, dst)
#undef GRIDCALL_SYMBOL_NODES

#define GRIDCALL_EVENT_NODES(name, type)                                                               \
  cudaError_t cudaGraphEvent##name##NodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) try {       \
    return result(event_of(node, type, event));                                                        \
  }                                                                                                    \
  GRIDCALL_CATCH                                                                                       \
  cudaError_t cudaGraphEvent##name##NodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) try {        \
    return result(is_of(node, type) ? set_event(*node, event) : cudaErrorInvalidValue);                \
  }                                                                                                    \
  GRIDCALL_CATCH                                                                                       \
  cudaError_t cudaGraphExecEvent##name##NodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node, \
                                                     cudaEvent_t event) try {                          \
    CUgraphNode_st* found = find_copy(executable, node, type);                                         \
    return result(found ? set_event(*found, event) : cudaErrorInvalidValue);                           \
  }                                                                                                    \
  GRIDCALL_CATCH
GRIDCALL_EVENT_NODES(Record, cudaGraphNodeTypeEventRecord)
GRIDCALL_EVENT_NODES(Wait, cudaGraphNodeTypeWaitEvent)
#undef GRIDCALL_EVENT_NODES

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                            const cudaLaunchAttributeValue* value) try {
  if (!value || !is_of(node, cudaGraphNodeTypeKernel)) return result(cudaErrorInvalidValue);
  if (!set_attribute(node->shape, id, *value)) node->hints[id] = *value;
  set_launch(*node);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                            cudaLaunchAttributeValue* value) try {
  if (!value || !is_of(node, cudaGraphNodeTypeKernel)) return result(cudaErrorInvalidValue);
  const auto found = node->hints.find(id);
  *value = found == node->hints.end() ? cudaLaunchAttributeValue{} : found->second;
  const Launch& shape = node->shape;
  if (id == cudaLaunchAttributeCooperative) value->cooperative = shape.is_cooperative;
  if (id == cudaLaunchAttributeClusterDimension)
    value->clusterDim = {shape.cluster.x, shape.cluster.y, shape.cluster.z};
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) try {
  if (!is_of(to, cudaGraphNodeTypeKernel) || !is_of(from, cudaGraphNodeTypeKernel))
    return result(cudaErrorInvalidValue);
  to->hints = from->hints;
  to->shape.is_cooperative = from->shape.is_cooperative;
  to->shape.cluster = from->shape.cluster;
  set_launch(*to);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int) try {
  if (!is_live(graph) || !path) return result(cudaErrorInvalidValue);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "w"), std::fclose);
  if (!file) return result(cudaErrorOperatingSystem);
  const auto number = [&](const CUgraphNode_st* node) {
    return std::find_if(graph->nodes.begin(), graph->nodes.end(),
                        [&](const auto& each) { return each.get() == node; }) -
           graph->nodes.begin();
  };
  std::fprintf(file.get(), "digraph graph_1 {\n");
  for (auto& node : graph->nodes) {
    std::fprintf(file.get(), "  node_%td [label=\"%td: type %d\"];\n", number(node.get()), number(node.get()),
                 static_cast<int>(node->type));
    for (const CUgraphNode_st* dependency : node->dependencies)
      std::fprintf(file.get(), "  node_%td -> node_%td;\n", number(dependency), number(node.get()));
  }
  std::fprintf(file.get(), "}\n");
  return cudaSuccess;
}
GRIDCALL_CATCH

// ---- Executable graphs ----

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long flags) try {
  if (!executable || !is_live(graph)) return result(cudaErrorInvalidValue);
  auto made = std::make_unique<CUgraphExec_st>();
  if (!copy_graph(*graph, made->graph)) return result(cudaErrorInvalidValue);
  made->flags = flags;
  *executable = made.release();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags) try {
  return cudaGraphInstantiate(executable, graph, flags);
}
GRIDCALL_CATCH

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) try {
  if (!parameters) return result(cudaErrorInvalidValue);
  const cudaError_t error = cudaGraphInstantiate(executable, graph, parameters->flags);
  parameters->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  parameters->errNode_out = nullptr;
  return error;
}
GRIDCALL_CATCH

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long* flags) try {
  if (!is_live(executable) || !flags) return result(cudaErrorInvalidValue);
  *flags = executable->flags;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) try {
  if (!LiveObject<CUgraphExec_st>::forget(executable)) return result(cudaErrorInvalidValue);
  delete executable;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) try {
  gc_stream* native = nullptr;
  return result(is_live(executable) ? native_stream(stream, native) : cudaErrorInvalidValue);
}
GRIDCALL_CATCH

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) try {
  if (!is_live(executable)) return result(cudaErrorInvalidValue);
  const bool frees = (executable->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
  const auto& nodes = executable->graph.nodes;
  const bool calls_host = std::any_of(nodes.begin(), nodes.end(), [](const auto& node) {
    return node->type == cudaGraphNodeTypeHost || node->type == cudaGraphNodeTypeGraph;
  });
  if (!is_capturing(stream) && !calls_host && HostQueue::are_all_empty())
    return result(run(executable->graph, stream, frees));
  auto copy = std::make_shared<CUgraph_st>();
  copy_nodes(executable->graph, *copy);
  const Work work = [copy, frees](cudaStream_t s) { return run(*copy, s, frees); };
  return result(calls_host && !is_capturing(stream) ? queue_host_work(stream, work)
                                                    : submit(stream, cudaGraphNodeTypeGraph, work));
}
GRIDCALL_CATCH

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) try {
  if (!is_live(executable) || !is_live(graph) || !info) return result(cudaErrorInvalidValue);
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
GRIDCALL_CATCH

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) try {
  CUgraphNode_st* found = find_copy(executable, node, cudaGraphNodeTypeKernel);
  return result(found ? set_launch(*found, parameters) : cudaErrorInvalidValue);
}
GRIDCALL_CATCH

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void* dst,
                                               const void* src, std::size_t size, cudaMemcpyKind kind) try {
  CUgraphNode_st* found = find_copy(executable, node, cudaGraphNodeTypeMemcpy);
  if (!found) return result(cudaErrorInvalidValue);
  set_copy(*found, dst, src, size, kind);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) try {
  CUgraphNode_st* found = find_copy(executable, node, cudaGraphNodeTypeMemset);
  if (!parameters || parameters->elementSize == 0 || !found) return result(cudaErrorInvalidValue);
  set_fill(*found, *parameters);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) try {
  CUgraphNode_st* found = find_copy(executable, node, cudaGraphNodeTypeHost);
  if (!parameters || !parameters->fn || !found) return result(cudaErrorInvalidValue);
  set_host_call(*found, *parameters);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) try {
  CUgraphNode_st* found = find_copy(executable, node, cudaGraphNodeTypeMemcpy);
  if (!parameters || !found) return result(cudaErrorInvalidValue);
  set_copy(*found, *parameters);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaGraph_t child) try {
  CUgraphNode_st* found = find_copy(executable, node, cudaGraphNodeTypeGraph);
  if (!is_live(child) || !found) return result(cudaErrorInvalidValue);
  return result(set_child(*found, *child) ? cudaSuccess : cudaErrorInvalidValue);
}
GRIDCALL_CATCH

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned int enabled) try {
  CUgraphNode_st* found = find_switchable(executable, node);
  if (!found) return result(cudaErrorInvalidValue);
  found->is_enabled = enabled != 0;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned int* enabled) try {
  CUgraphNode_st* found = find_switchable(executable, node);
  if (!enabled || !found) return result(cudaErrorInvalidValue);
  *enabled = found->is_enabled ? 1 : 0;
  return cudaSuccess;
}
GRIDCALL_CATCH
