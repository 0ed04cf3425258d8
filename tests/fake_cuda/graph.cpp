// SPDX-License-Identifier: Apache-2.0
//
// Graphs: captured work does not run, and a launch does all of it anew, with the checks of the calls that
// queued it.

#include "fake_cuda/graph.h"

#include <string.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "fake_cuda/module.h"

namespace fake {

struct FakeExec {
  std::vector<std::function<void()>> run;
  std::vector<GraphNode*> nodes;
  std::vector<std::shared_ptr<fake_cuda_launch>> launches;  // its own, whose arguments may change
};
struct Graphs {
  std::uint64_t last_id = 0;
  std::map<std::uint64_t, FakeCapture> captures;
  std::map<CUgraph, FakeGraph> graphs;
  std::map<CUgraphExec, FakeExec> execs;
};
Graphs& graphs() {
  static Graphs* const made = new Graphs;
  return *made;
}
thread_local CUstreamCaptureMode thread_capture_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

FakeCapture* capture_of(std::uint64_t id) {
  const auto found = graphs().captures.find(id);
  return found == graphs().captures.end() ? nullptr : &found->second;
}
void break_capture(const Object& of) {
  ++state().broken_captures;
  if (FakeCapture* capture = capture_of(of.capture)) capture->broken = true;
}
CUresult unsafe_call() {
  if (thread_capture_mode == CU_STREAM_CAPTURE_MODE_RELAXED || !state().has_captured) return CUDA_SUCCESS;
  for (auto& [address, object] : state().objects) {
    if (object.kind != Kind::kStream || !object.live || !object.captures) continue;
    const FakeCapture* capture = capture_of(object.capture);
    const bool here = !capture || capture->thread == std::this_thread::get_id();
    const CUstreamCaptureMode mode = capture                ? capture->mode
                                     : object.captures_hard ? CU_STREAM_CAPTURE_MODE_GLOBAL
                                                            : CU_STREAM_CAPTURE_MODE_RELAXED;
    if (mode == CU_STREAM_CAPTURE_MODE_RELAXED || (mode == CU_STREAM_CAPTURE_MODE_THREAD_LOCAL && !here))
      continue;
    break_capture(object);
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  return CUDA_SUCCESS;
}
CUresult queue_refusal(CUstream stream) {
  if (stream) {
    const FakeCapture* capture = capture_of(live_here(stream, Kind::kStream).capture);
    return capture && capture->broken ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_SUCCESS;
  }
  for (const auto& [address, object] : state().objects) {
    const bool is_blocking = (object.flags & CU_STREAM_NON_BLOCKING) == 0;
    if (object.kind != Kind::kStream || !object.live || !capture_of(object.capture) || !is_blocking) continue;
    break_capture(object);
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  }
  return CUDA_SUCCESS;
}
GraphNode* captured(CUstream stream, CUgraphNodeType type, std::function<void()> run) {
  if (!stream) return nullptr;
  Object& object = live_here(stream, Kind::kStream);
  FakeCapture* capture = capture_of(object.capture);
  if (!capture) return nullptr;
  auto node = std::make_unique<GraphNode>();
  node->type = type;
  node->run = std::move(run);
  for (void* before : object.tail) node->before.push_back(static_cast<GraphNode*>(before));
  object.tail.assign(1, node.get());
  capture->graph.nodes.push_back(std::move(node));
  return capture->graph.nodes.back().get();
}

void end_fake_capture(FakeCapture& capture) {
  const std::uint64_t id = capture.id;
  for (auto& [address, object] : state().objects) {
    if (object.kind != Kind::kStream || object.capture != id) continue;
    object.capture = 0;
    object.captures = false;
    object.tail.clear();
  }
  graphs().captures.erase(id);
}

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
  NEED_CONTEXT();
  if (mode < CU_STREAM_CAPTURE_MODE_GLOBAL || mode > CU_STREAM_CAPTURE_MODE_RELAXED)
    return CUDA_ERROR_INVALID_VALUE;
  if (!stream) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  Object& object = live_here(stream, Kind::kStream);
  if (object.captures) return CUDA_ERROR_ILLEGAL_STATE;
  FakeCapture& capture = graphs().captures[++graphs().last_id];
  capture.id = graphs().last_id;
  capture.origin = stream;
  capture.mode = mode;
  capture.thread = std::this_thread::get_id();
  object.capture = capture.id;
  state().has_captured = object.captures = true;
  return CUDA_SUCCESS;
}
CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
  NEED_CONTEXT();
  *graph = nullptr;
  if (!stream) return CUDA_ERROR_ILLEGAL_STATE;
  Object& object = live_here(stream, Kind::kStream);
  FakeCapture* capture = capture_of(object.capture);
  if (!capture) return CUDA_ERROR_ILLEGAL_STATE;
  if (capture->origin != stream) {
    break_capture(object);
    return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
  }
  if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED && capture->thread != std::this_thread::get_id()) {
    end_fake_capture(*capture);
    return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
  }
  std::set<const void*> reached;
  std::vector<const void*> next(object.tail.begin(), object.tail.end());
  while (!next.empty()) {
    const void* node = next.back();
    next.pop_back();
    if (!reached.insert(node).second) continue;
    for (const GraphNode* before : static_cast<const GraphNode*>(node)->before) next.push_back(before);
  }
  CUresult result = capture->broken ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_SUCCESS;
  for (const auto& [address, other] : state().objects)
    if (other.kind == Kind::kStream && other.capture == capture->id && result == CUDA_SUCCESS)
      for (const void* node : other.tail)
        if (!reached.count(node)) result = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
  if (result == CUDA_SUCCESS) {
    *graph = make<CUgraph>(Kind::kGraph, current());
    graphs().graphs[*graph] = std::move(capture->graph);
  }
  end_fake_capture(*capture);
  return result;
}
CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus* status, std::uint64_t* id,
                                CUgraph* graph, const CUgraphNode** dependencies, std::size_t* count) {
  NEED_CONTEXT();
  const Object& object = live_here(stream, Kind::kStream);
  const FakeCapture* capture = capture_of(object.capture);
  *status = !capture          ? CU_STREAM_CAPTURE_STATUS_NONE
            : capture->broken ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                              : CU_STREAM_CAPTURE_STATUS_ACTIVE;
  if (*status != CU_STREAM_CAPTURE_STATUS_ACTIVE) return CUDA_SUCCESS;
  if (id) *id = object.capture;
  if (graph) *graph = nullptr;
  if (dependencies) *dependencies = reinterpret_cast<const CUgraphNode*>(object.tail.data());
  if (count) *count = object.tail.size();
  return CUDA_SUCCESS;
}
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  std::swap(*mode, thread_capture_mode);
  return CUDA_SUCCESS;
}
// A stream joins a capture, or a capture waits. `handled`: a capture of ours has to do with it.
CUresult wait_captured(Object& stream, const Object& event, bool& handled) {
  FakeCapture* const its = capture_of(event.capture);
  FakeCapture* const capture = capture_of(stream.capture);
  handled = capture || event.capture != 0;
  if (!handled) return CUDA_SUCCESS;
  if (capture) {
    if (capture->broken) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (its != capture) {
      break_capture(stream);
      if (its) break_capture(event);
      return its ? CUDA_ERROR_STREAM_CAPTURE_MERGE : CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    }
    for (void* node : event.tail)
      if (std::find(stream.tail.begin(), stream.tail.end(), node) == stream.tail.end())
        stream.tail.push_back(node);
    return CUDA_SUCCESS;
  }
  if (!its) return CUDA_ERROR_CAPTURED_EVENT;
  if (its->broken) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  stream.capture = its->id;
  stream.captures = true;
  stream.tail = event.tail;
  return CUDA_SUCCESS;
}
CUresult captured_event_refusal(const Object& event) {
  if (event.capture == 0) return CUDA_SUCCESS;
  if (capture_of(event.capture)) break_capture(event);
  return CUDA_ERROR_CAPTURED_EVENT;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec* exec, CUgraph graph, unsigned long long flags) {
  NEED_CONTEXT();
  live_here(graph, Kind::kGraph);
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  *exec = make<CUgraphExec>(Kind::kGraphExec, current());
  FakeExec& made = graphs().execs[*exec];
  for (const auto& node : graphs().graphs.at(graph).nodes) {
    made.nodes.push_back(node.get());
    made.launches.push_back(node->launch ? std::make_shared<fake_cuda_launch>(*node->launch) : nullptr);
    made.run.push_back(node->run);
  }
  return CUDA_SUCCESS;
}
CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  NEED_CONTEXT();
  live_here(exec, Kind::kGraphExec);
  if (stream && live_here(stream, Kind::kStream).captures) {
    break_capture(live_here(stream, Kind::kStream));
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  if (const CUresult refused = queue_refusal(stream)) return refused;
  FakeExec& its = graphs().execs.at(exec);
  queue(stream);
  for (std::size_t i = 0; i < its.run.size(); ++i) {
    if (!its.launches[i]) {
      its.run[i]();
      continue;
    }
    its.run[i]();  // the module must be there
    state().launch = *its.launches[i];
    state().launch.stream = stream;
    ++state().launches;
  }
  return CUDA_SUCCESS;
}
CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count) {
  live_here(graph, Kind::kGraph);
  const auto& all = graphs().graphs.at(graph).nodes;
  // The order is not that of their making: no driver promises that.
  for (std::size_t i = 0; nodes && i < all.size() && i < *count; ++i)
    nodes[i] = reinterpret_cast<CUgraphNode>(all[all.size() - 1 - i].get());
  *count = all.size();
  return CUDA_SUCCESS;
}
CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to, std::size_t* count) {
  live_here(graph, Kind::kGraph);
  std::size_t found = 0;
  for (const auto& node : graphs().graphs.at(graph).nodes)
    for (GraphNode* before : node->before) {
      if (from && found < *count) {
        from[found] = reinterpret_cast<CUgraphNode>(before);
        to[found] = reinterpret_cast<CUgraphNode>(node.get());
      }
      ++found;
    }
  *count = found;
  return CUDA_SUCCESS;
}
CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType* type) {
  *type = reinterpret_cast<const GraphNode*>(node)->type;
  return CUDA_SUCCESS;
}
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS* given) {
  NEED_CONTEXT();
  live_here(exec, Kind::kGraphExec);
  FakeExec& its = graphs().execs.at(exec);
  const auto* const wanted = reinterpret_cast<const GraphNode*>(node);
  for (std::size_t i = 0; i < its.nodes.size(); ++i) {
    if (its.nodes[i] != wanted) continue;
    const auto* const function = reinterpret_cast<Function*>(given->func);
    if (!its.launches[i] || wanted->function != function || given->extra) return CUDA_ERROR_INVALID_VALUE;
    fake_cuda_launch& launch = *its.launches[i];
    const unsigned shape[] = {given->gridDimX,  given->gridDimY,  given->gridDimZ,
                              given->blockDimX, given->blockDimY, given->blockDimZ};
    memcpy(launch.grid, shape, sizeof launch.grid);
    memcpy(launch.block, shape + 3, sizeof launch.block);
    launch.shared_bytes = given->sharedMemBytes;
    for (std::size_t each = 0; each < function->parameters.size(); ++each)
      memcpy(launch.arguments + function->parameters[each].offset, given->kernelParams[each],
             function->parameters[each].size);
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}
CUresult cuGraphExecDestroy(CUgraphExec exec) {
  live_here(exec, Kind::kGraphExec).live = false;
  graphs().execs.erase(exec);
  return CUDA_SUCCESS;
}
CUresult cuGraphDestroy(CUgraph graph) {
  live_here(graph, Kind::kGraph).live = false;
  graphs().graphs.erase(graph);
  return CUDA_SUCCESS;
}

}  // namespace fake
