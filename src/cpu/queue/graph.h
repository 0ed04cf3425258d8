// SPDX-License-Identifier: Apache-2.0
//
// Graphs: work that streams capture instead of running it, and its launches. A node keeps the command that
// was captured; a launch queues copies of all of them, one behind the other on one stream, under one lock.
// All functions require the scheduler's lock.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cpu/queue/command.h"
#include "cpu/queue/context.h"
#include "driver/types.h"

namespace gridcall::cpu {

// A node, which a CUgraphNode names.
struct GraphNode {
  Command* work = nullptr;               // is never run; holds its modules
  std::vector<GraphNode*> dependencies;  // nodes of the same graph that were captured before
  std::size_t index = 0;

  driver::CUgraphNodeType type() const noexcept;
};

// A graph, which a CUgraph names. Its nodes are in an order in which they can run.
struct Graph {
  Context& context;
  std::vector<std::unique_ptr<GraphNode>> nodes;

  explicit Graph(Context& of) noexcept : context(of) {}
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  void clear_locked() noexcept;  // must be called before the graph is deleted
};

// An executable graph, which a CUgraphExec names: its own commands, in the order of the graph's nodes.
struct GraphExec {
  std::vector<Command*> work;
  // The nodes of the graph, which may be destroyed, so they are only compared.
  std::vector<const GraphNode*> nodes;
  std::vector<Command*> queued;  // the commands of the launch in progress
  Command* last = nullptr;       // the last command of the newest launch, which the next launch waits for
  bool has_limits = false;

  GraphExec() = default;
  GraphExec(const GraphExec&) = delete;
  GraphExec& operator=(const GraphExec&) = delete;
  void clear_locked() noexcept;  // must be called before it is deleted
};

// One sequence of captured work, from its begin to its end.
struct Capture {
  std::uint64_t id = 0;
  Stream* origin = nullptr;
  driver::CUstreamCaptureMode mode = driver::CU_STREAM_CAPTURE_MODE_RELAXED;
  std::uint64_t thread = 0;  // the thread that began the capture
  bool is_broken = false;
  std::vector<Stream*> streams;  // the origin and the streams that joined
  std::unique_ptr<Graph> graph;
};

// Returns a unique number of the calling thread.
std::uint64_t capture_thread() noexcept;

driver::CUresult begin_capture_locked(Stream& stream, driver::CUstreamCaptureMode mode, std::uint64_t id);
// Sets `graph` only if it returns CUDA_SUCCESS.
driver::CUresult end_capture_locked(Stream& stream, Graph*& graph);
// Abandons the captures of a context or a stream that ends.
void abandon_captures_locked(Context& context) noexcept;
void leave_capture_locked(Stream& stream) noexcept;

// Returns the error of a call that would queue work on the stream. Ends a capture that such work would break.
driver::CUresult check_capture_locked(Stream& stream) noexcept;
// Returns the error of a call that waits for the stream, queries it, or cannot be captured. It ends a capture
// too.
driver::CUresult refuse_capture_locked(Stream& stream) noexcept;
driver::CUresult refuse_captures_locked(Context& context) noexcept;
// Returns the error of cuStreamIsCapturing, which ends no capture.
driver::CUresult look_at_capture_locked(const Stream& stream, driver::CUstreamCaptureStatus& status) noexcept;
// Returns the error of a call that waits for the event or queries it.
driver::CUresult refuse_captured_event_locked(const Context& context, const Event& event) noexcept;

// Records the command in the graph of a capturing stream, and does not queue it. The graph takes a reference.
void capture_locked(Command* command);
// Records the event after the work that the stream has captured so far.
void record_captured_locked(Event& event, const Stream& stream);
// `handled`: the stream or the event is captured, so the call is done.
driver::CUresult wait_captured_locked(Stream& stream, const Event& event, bool& handled);

GraphExec* instantiate_locked(const Graph& graph);
// Launches the graph after its earlier launches. If it throws bad_alloc, no work was queued.
void launch_graph_locked(GraphExec& exec, Stream& stream);

}  // namespace gridcall::cpu
