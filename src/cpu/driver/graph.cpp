// SPDX-License-Identifier: Apache-2.0

#include "cpu/driver/graph.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>

#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/driver/launch.h"
#include "cpu/queue/graph.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

Graph* find_locked(CUgraph handle) noexcept {
  auto* const graph = reinterpret_cast<Graph*>(handle);
  return current_context().graphs.count(graph) != 0 ? graph : nullptr;
}

GraphExec* find_locked(CUgraphExec handle) noexcept {
  auto* const exec = reinterpret_cast<GraphExec*>(handle);
  return current_context().graph_execs.count(exec) != 0 ? exec : nullptr;
}

const GraphNode* find_locked(CUgraphNode handle) noexcept {
  const auto* const node = reinterpret_cast<const GraphNode*>(handle);
  return current_context().graph_nodes.count(node) != 0 ? node : nullptr;
}

CUgraphNode handle_of(const GraphNode& node) noexcept {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): a handle does not say what may be done with it
  return reinterpret_cast<CUgraphNode>(const_cast<GraphNode*>(&node));
}

thread_local CUstreamCaptureMode thread_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

bool is_mode(CUstreamCaptureMode mode) noexcept {
  return mode >= CU_STREAM_CAPTURE_MODE_GLOBAL && mode <= CU_STREAM_CAPTURE_MODE_RELAXED;
}

}  // namespace

void destroy_graphs_locked(Context& context) noexcept {
  abandon_captures_locked(context);
  for (GraphExec* exec : context.graph_execs) {
    exec->clear_locked();
    delete exec;
  }
  context.graph_execs.clear();
  for (Graph* graph : context.graphs) {
    graph->clear_locked();
    delete graph;
  }
  context.graphs.clear();
}

namespace api {

CUresult cuStreamBeginCapture(CUstream handle, CUstreamCaptureMode mode) {
  if (!is_mode(mode)) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(scheduler().lock);
  Stream* stream = current_context().find_locked(handle);
  if (!stream) return CUDA_ERROR_INVALID_HANDLE;
  return begin_capture_locked(*stream, mode, new_id());
}

CUresult cuStreamEndCapture(CUstream handle, CUgraph* graph) {
  *graph = nullptr;
  const std::lock_guard lock(scheduler().lock);
  Stream* stream = current_context().find_locked(handle);
  if (!stream) return CUDA_ERROR_INVALID_HANDLE;
  Graph* made = nullptr;
  const CUresult result = end_capture_locked(*stream, made);
  *graph = reinterpret_cast<CUgraph>(made);
  return result;
}

CUresult cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus* status) {
  const std::lock_guard lock(scheduler().lock);
  const Stream* stream = current_context().find_locked(handle);
  return stream ? look_at_capture_locked(*stream, *status) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuStreamGetCaptureInfo(CUstream handle, CUstreamCaptureStatus* status, std::uint64_t* id,
                                CUgraph* graph, const CUgraphNode** dependencies, std::size_t* count) {
  const std::lock_guard lock(scheduler().lock);
  const Stream* stream = current_context().find_locked(handle);
  if (!stream) return CUDA_ERROR_INVALID_HANDLE;
  if (const CUresult refused = look_at_capture_locked(*stream, *status)) return refused;
  if (*status != CU_STREAM_CAPTURE_STATUS_ACTIVE) return CUDA_SUCCESS;
  if (id) *id = stream->capture->id;
  if (graph) *graph = reinterpret_cast<CUgraph>(stream->capture->graph.get());
  if (dependencies) *dependencies = reinterpret_cast<const CUgraphNode*>(stream->captured_tail.data());
  if (count) *count = stream->captured_tail.size();
  return CUDA_SUCCESS;
}

// The thread's mode is stored, but no call of this driver depends on it.
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  if (!is_mode(*mode)) return CUDA_ERROR_INVALID_VALUE;
  std::swap(*mode, thread_mode);
  return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec* exec, CUgraph handle, unsigned long long flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(scheduler().lock);
  const Graph* graph = find_locked(handle);
  if (!graph) return CUDA_ERROR_INVALID_VALUE;
  *exec = reinterpret_cast<CUgraphExec>(instantiate_locked(*graph));
  return CUDA_SUCCESS;
}

CUresult cuGraphLaunch(CUgraphExec handle, CUstream stream_handle) {
  Scheduler& queue = scheduler();
  bool has_limits = false;
  {
    const std::lock_guard lock(queue.lock);
    const GraphExec* exec = find_locked(handle);
    has_limits = exec && exec->has_limits;
  }
  if (!workers_start(has_limits)) return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  {
    const std::lock_guard lock(queue.lock);
    GraphExec* exec = find_locked(handle);
    Stream* stream = current_context().find_locked(stream_handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (!exec) return CUDA_ERROR_INVALID_VALUE;
    // Child graphs are not supported.
    if (const CUresult refused = refuse_capture_locked(*stream)) return refused;
    if (const CUresult fault = queue.take_fault_locked(*stream)) return fault;
    launch_graph_locked(*exec, *stream);
  }
  workers_wake();
  return CUDA_SUCCESS;
}

CUresult cuGraphGetNodes(CUgraph handle, CUgraphNode* nodes, std::size_t* count) {
  const std::lock_guard lock(scheduler().lock);
  const Graph* graph = find_locked(handle);
  if (!graph) return CUDA_ERROR_INVALID_VALUE;
  const std::size_t all = graph->nodes.size();
  if (nodes) {
    for (std::size_t i = 0; i < *count; ++i) nodes[i] = i < all ? handle_of(*graph->nodes[i]) : nullptr;
  }
  *count = nodes ? std::min(*count, all) : all;
  return CUDA_SUCCESS;
}

CUresult cuGraphGetEdges(CUgraph handle, CUgraphNode* from, CUgraphNode* to, std::size_t* count) {
  if ((!from) != (!to)) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(scheduler().lock);
  const Graph* graph = find_locked(handle);
  if (!graph) return CUDA_ERROR_INVALID_VALUE;
  std::size_t found = 0;
  for (const auto& node : graph->nodes) {
    for (const GraphNode* before : node->dependencies) {
      if (from && found < *count) {
        from[found] = handle_of(*before);
        to[found] = handle_of(*node);
      }
      ++found;
    }
  }
  *count = from ? std::min(*count, found) : found;
  return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetType(CUgraphNode handle, CUgraphNodeType* type) {
  const std::lock_guard lock(scheduler().lock);
  const GraphNode* node = find_locked(handle);
  if (!node) return CUDA_ERROR_INVALID_VALUE;
  *type = node->type();
  return CUDA_SUCCESS;
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec handle, CUgraphNode node_handle,
                                        const CUDA_KERNEL_NODE_PARAMS* given) {
  Scheduler& queue = scheduler();
  const std::lock_guard lock(queue.lock);
  Context& context = current_context();
  const GraphExec* exec = find_locked(handle);
  const GraphNode* node = find_locked(node_handle);
  if (!exec || !node || node->index >= exec->nodes.size() || exec->nodes[node->index] != node)
    return CUDA_ERROR_INVALID_VALUE;
  LaunchCommand* launch = as_launch(exec->work[node->index]);
  Function* function = context.find_locked(given->func);
  if (!launch || !function) return CUDA_ERROR_INVALID_VALUE;
  const unsigned grid[] = {given->gridDimX, given->gridDimY, given->gridDimZ};
  const unsigned block[] = {given->blockDimX, given->blockDimY, given->blockDimZ};
  LaunchAttributes attributes{static_cast<std::uint64_t>(launch->limit_ns), launch->is_cooperative};
  if (launch->has_clusters) std::copy_n(launch->cluster, 3, attributes.cluster);
  if (const CUresult refused = check_launch_locked(*function, grid, block, given->sharedMemBytes, attributes))
    return refused;
  // The changes go into another command first, so that a failure leaves the launch unchanged.
  const NewCommand<LaunchCommand> changed(queue, context.legacy);
  if (const CUresult wrong =
          fill_launch_locked(*changed.get(), context, *function, grid, block, given->sharedMemBytes,
                             given->kernelParams, given->extra, attributes))
    return wrong;
  launch->take_over(*changed.get());
  launch->chunks = changed->chunks;
  launch->grain = changed->grain;
  std::swap(launch->modules[0], changed->modules[0]);
  return CUDA_SUCCESS;
}

CUresult cuGraphExecDestroy(CUgraphExec handle) {
  const std::lock_guard lock(scheduler().lock);
  GraphExec* exec = find_locked(handle);
  if (!exec) return CUDA_ERROR_INVALID_VALUE;
  current_context().graph_execs.erase(exec);
  exec->clear_locked();
  delete exec;
  return CUDA_SUCCESS;
}

CUresult cuGraphDestroy(CUgraph handle) {
  const std::lock_guard lock(scheduler().lock);
  Graph* graph = find_locked(handle);
  if (!graph) return CUDA_ERROR_INVALID_VALUE;
  current_context().graphs.erase(graph);
  graph->clear_locked();
  delete graph;
  return CUDA_SUCCESS;
}

}  // namespace api

}  // namespace gridcall::cpu
