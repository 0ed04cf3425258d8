// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/graph.h"

#include <algorithm>
#include <new>
#include <utility>
#include <variant>

#include "cpu/queue/scheduler.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

bool is_fill(const Transfer& transfer) noexcept {
  return std::holds_alternative<Fill>(transfer.work) || std::holds_alternative<FillBox>(transfer.work);
}

// Copies a command for a stream, with a reference of the caller's. Throws bad_alloc.
Command* copy_locked(const Command& from, Stream& stream) {
  Scheduler& queue = scheduler();
  Command* made = nullptr;
  switch (from.kind) {
    case CommandKind::kLaunch: {
      auto* const launch = queue.new_command_locked<LaunchCommand>(stream);
      made = launch;
      try {
        launch->take_over(static_cast<const LaunchCommand&>(from));
      } catch (...) {
        queue.release_locked(made);
        throw;
      }
      break;
    }
    case CommandKind::kTransfer: {
      auto* const transfer = queue.new_command_locked<TransferCommand>(stream);
      made = transfer;
      transfer->transfer = static_cast<const TransferCommand&>(from).transfer;
      if (auto* const call = std::get_if<HostWork>(&transfer->transfer.work)) {
        try {
          transfer->staged = static_cast<const TransferCommand&>(from).staged;
        } catch (...) {
          queue.release_locked(made);
          throw;
        }
        call->data = transfer->staged.data();
      }
      break;
    }
    case CommandKind::kHostCall: {
      auto* const call = queue.new_command_locked<HostCallCommand>(stream);
      made = call;
      call->function = static_cast<const HostCallCommand&>(from).function;
      call->data = static_cast<const HostCallCommand&>(from).data;
      break;
    }
    case CommandKind::kValueWait: {
      auto* const wait = queue.new_command_locked<ValueWaitCommand>(stream);
      made = wait;
      wait->word = static_cast<const ValueWaitCommand&>(from).word;
      wait->value = static_cast<const ValueWaitCommand&>(from).value;
      wait->condition = static_cast<const ValueWaitCommand&>(from).condition;
      wait->is_announced = static_cast<const ValueWaitCommand&>(from).is_announced;
      break;
    }
    case CommandKind::kValueWrite: {
      auto* const write = queue.new_command_locked<ValueWriteCommand>(stream);
      made = write;
      write->word = static_cast<const ValueWriteCommand&>(from).word;
      write->value = static_cast<const ValueWriteCommand&>(from).value;
      break;
    }
    case CommandKind::kMarker:
      made = queue.new_command_locked<Command>(stream);
      break;
  }
  made->chunks = from.chunks;
  made->grain = from.grain;
  for (std::size_t i = 0; i < std::size(from.modules); ++i) {
    made->modules[i] = from.modules[i];
    if (made->modules[i]) ++made->modules[i]->references;
  }
  return made;
}

Capture* find_locked(const Context& context, std::uint64_t id) noexcept {
  for (Capture* capture : context.captures)
    if (capture->id == id) return capture;
  return nullptr;
}

// Ends a capture, so that its streams run work again.
void finish_locked(Capture* capture) noexcept {
  Context& context = *capture->origin->context;
  for (Stream* stream : capture->streams) {
    stream->capture = nullptr;
    stream->captured_tail.clear();
  }
  context.captures.erase(std::find(context.captures.begin(), context.captures.end(), capture));
  if (capture->graph) capture->graph->clear_locked();
  delete capture;
}

// Returns true if work on the NULL stream would be ordered with the capture.
bool has_blocking_stream(const Capture& capture) noexcept {
  return std::any_of(capture.streams.begin(), capture.streams.end(),
                     [](const Stream* stream) { return stream->blocking; });
}

bool is_joined(const Capture& capture) {
  std::vector<bool> reached(capture.graph->nodes.size());
  std::vector<const GraphNode*> next(capture.origin->captured_tail.begin(),
                                     capture.origin->captured_tail.end());
  while (!next.empty()) {
    const GraphNode* const node = next.back();
    next.pop_back();
    if (reached[node->index]) continue;
    reached[node->index] = true;
    next.insert(next.end(), node->dependencies.begin(), node->dependencies.end());
  }
  return std::all_of(capture.streams.begin(), capture.streams.end(), [&](const Stream* stream) {
    return std::all_of(stream->captured_tail.begin(), stream->captured_tail.end(),
                       [&](const GraphNode* node) { return reached[node->index]; });
  });
}

}  // namespace

CUgraphNodeType GraphNode::type() const noexcept {
  switch (work->kind) {
    case CommandKind::kLaunch:
      return CU_GRAPH_NODE_TYPE_KERNEL;
    case CommandKind::kTransfer:
      if (std::holds_alternative<HostWork>(static_cast<const TransferCommand*>(work)->transfer.work))
        return CU_GRAPH_NODE_TYPE_HOST;
      return is_fill(static_cast<const TransferCommand*>(work)->transfer) ? CU_GRAPH_NODE_TYPE_MEMSET
                                                                          : CU_GRAPH_NODE_TYPE_MEMCPY;
    case CommandKind::kHostCall:
      return CU_GRAPH_NODE_TYPE_HOST;
    case CommandKind::kValueWait:
    case CommandKind::kValueWrite:
      return CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
    case CommandKind::kMarker:
      break;
  }
  return CU_GRAPH_NODE_TYPE_EMPTY;
}

void Graph::clear_locked() noexcept {
  for (const auto& node : nodes) {
    context.graph_nodes.erase(node.get());
    scheduler().release_locked(node->work);
  }
  nodes.clear();
}

void GraphExec::clear_locked() noexcept {
  for (Command* command : work) scheduler().release_locked(command);
  work.clear();
  if (last) scheduler().release_locked(last);
  last = nullptr;
}

std::uint64_t capture_thread() noexcept {
  thread_local char here = 0;
  return reinterpret_cast<std::uintptr_t>(&here);
}

CUresult begin_capture_locked(Stream& stream, CUstreamCaptureMode mode, std::uint64_t id) {
  if (stream.legacy) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  if (stream.capture) return CUDA_ERROR_ILLEGAL_STATE;
  Context& context = *stream.context;
  context.captures.reserve(context.captures.size() + 1);
  auto capture = std::make_unique<Capture>();
  capture->id = id;
  capture->origin = &stream;
  capture->mode = mode;
  capture->thread = capture_thread();
  capture->streams.push_back(&stream);
  capture->graph = std::make_unique<Graph>(context);
  stream.capture = capture.get();
  context.captures.push_back(capture.release());
  return CUDA_SUCCESS;
}

CUresult end_capture_locked(Stream& stream, Graph*& graph) {
  Capture* const capture = stream.capture;
  if (!capture) return CUDA_ERROR_ILLEGAL_STATE;
  if (capture->origin != &stream) {
    capture->is_broken = true;
    return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
  }
  CUresult result = CUDA_SUCCESS;
  if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED && capture->thread != capture_thread()) {
    result = CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;  // the capture is over too, as on an H200
  } else if (capture->is_broken) {
    result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  } else if (!is_joined(*capture)) {
    result = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
  } else {
    stream.context->graphs.insert(capture->graph.get());
    graph = capture->graph.release();
  }
  finish_locked(capture);
  return result;
}

void abandon_captures_locked(Context& context) noexcept {
  while (!context.captures.empty()) finish_locked(context.captures.back());
}

void leave_capture_locked(Stream& stream) noexcept {
  Capture* const capture = stream.capture;
  if (!capture) return;
  if (capture->origin == &stream) return finish_locked(capture);
  capture->is_broken = true;
  std::erase(capture->streams, &stream);
  stream.capture = nullptr;
  stream.captured_tail.clear();
}

CUresult check_capture_locked(Stream& stream) noexcept {
  if (stream.capture) return stream.capture->is_broken ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_SUCCESS;
  CUresult result = CUDA_SUCCESS;
  if (!stream.legacy) return result;
  for (Capture* capture : stream.context->captures) {
    if (!has_blocking_stream(*capture)) continue;
    capture->is_broken = true;
    result = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  }
  return result;
}

CUresult refuse_capture_locked(Stream& stream) noexcept {
  if (const CUresult refused = check_capture_locked(stream)) return refused;
  if (!stream.capture) return CUDA_SUCCESS;
  stream.capture->is_broken = true;
  return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

CUresult refuse_captures_locked(Context& context) noexcept {
  if (context.captures.empty()) return CUDA_SUCCESS;
  for (Capture* capture : context.captures) capture->is_broken = true;
  return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

CUresult look_at_capture_locked(const Stream& stream, CUstreamCaptureStatus& status) noexcept {
  status = CU_STREAM_CAPTURE_STATUS_NONE;
  if (stream.capture)
    status =
        stream.capture->is_broken ? CU_STREAM_CAPTURE_STATUS_INVALIDATED : CU_STREAM_CAPTURE_STATUS_ACTIVE;
  if (!stream.legacy) return CUDA_SUCCESS;
  const auto& captures = stream.context->captures;
  return std::any_of(captures.begin(), captures.end(),
                     [](const Capture* capture) { return has_blocking_stream(*capture); })
             ? CUDA_ERROR_STREAM_CAPTURE_IMPLICIT
             : CUDA_SUCCESS;
}

CUresult refuse_captured_event_locked(const Context& context, const Event& event) noexcept {
  if (event.capture == 0) return CUDA_SUCCESS;
  if (Capture* const capture = find_locked(context, event.capture)) capture->is_broken = true;
  return CUDA_ERROR_CAPTURED_EVENT;
}

void capture_locked(Command* command) {
  Stream& stream = *command->stream;
  Graph& graph = *stream.capture->graph;
  auto node = std::make_unique<GraphNode>();
  node->dependencies = stream.captured_tail;
  node->index = graph.nodes.size();
  graph.nodes.reserve(node->index + 1 > graph.nodes.capacity() ? 2 * node->index + 16
                                                               : graph.nodes.capacity());
  stream.captured_tail.reserve(1);
  graph.context.graph_nodes.insert(node.get());
  node->work = command;
  ++command->references;
  stream.captured_tail.assign(1, node.get());
  graph.nodes.push_back(std::move(node));
}

void record_captured_locked(Event& event, const Stream& stream) {
  event.captured_tail = stream.captured_tail;
  event.capture = stream.capture->id;
  if (event.recorded) scheduler().release_locked(event.recorded);
  event.recorded = nullptr;
}

CUresult wait_captured_locked(Stream& stream, const Event& event, bool& handled) {
  handled = stream.capture || event.capture != 0;
  if (!handled) return CUDA_SUCCESS;
  Capture* const its = event.capture == 0 ? nullptr : find_locked(*stream.context, event.capture);
  if (stream.capture) {
    Capture& capture = *stream.capture;
    if (capture.is_broken) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (its != &capture) {
      capture.is_broken = true;
      if (event.capture == 0) return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
      if (!its) return CUDA_ERROR_CAPTURED_EVENT;
      its->is_broken = true;
      return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    }
    std::vector<GraphNode*> tail = stream.captured_tail;
    for (GraphNode* node : event.captured_tail)
      if (std::find(tail.begin(), tail.end(), node) == tail.end()) tail.push_back(node);
    stream.captured_tail = std::move(tail);
    return CUDA_SUCCESS;
  }
  if (!its) return CUDA_ERROR_CAPTURED_EVENT;  // the event's capture is over
  if (its->is_broken) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (stream.legacy) {
    its->is_broken = true;
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  }
  std::vector<GraphNode*> tail = event.captured_tail;
  its->streams.push_back(&stream);
  stream.captured_tail = std::move(tail);
  stream.capture = its;
  return CUDA_SUCCESS;
}

GraphExec* instantiate_locked(const Graph& graph) {
  auto exec = std::make_unique<GraphExec>();
  exec->work.reserve(graph.nodes.size());
  exec->nodes.reserve(graph.nodes.size());
  exec->queued.resize(graph.nodes.size());
  try {
    for (const auto& node : graph.nodes) {
      exec->work.push_back(copy_locked(*node->work, graph.context.legacy));
      exec->nodes.push_back(node.get());
      const LaunchCommand* launch = as_launch(node->work);
      exec->has_limits = exec->has_limits || (launch && launch->limit_ns != 0);
    }
    graph.context.graph_execs.insert(exec.get());
  } catch (...) {
    exec->clear_locked();
    throw;
  }
  return exec.release();
}

void launch_graph_locked(GraphExec& exec, Stream& stream) {
  if (exec.work.empty()) return;
  Scheduler& queue = scheduler();
  std::size_t made = 0;
  const auto release = [&] {
    for (std::size_t i = 0; i < made; ++i) queue.release_locked(exec.queued[i]);
  };
  try {
    for (; made < exec.work.size(); ++made) {
      exec.queued[made] = copy_locked(*exec.work[made], stream);
    }
    queue.submit_locked(exec.queued, exec.last);
  } catch (...) {
    release();
    throw;
  }
  Command* const last = exec.queued.back();
  ++last->references;
  if (exec.last) queue.release_locked(exec.last);
  exec.last = last;
  release();
}

}  // namespace gridcall::cpu
