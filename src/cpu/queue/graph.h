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

// A node, as a CUgraphNode names it.
struct GraphNode {
  Command* work = nullptr;               // never run; holds its modules
  std::vector<GraphNode*> dependencies;  // of the same graph, captured before
  std::size_t index = 0;

  driver::CUgraphNodeType type() const noexcept;
};

// A graph, as a CUgraph names it. The order of its nodes is one in which they can run.
struct Graph {
  Context& context;
  std::vector<std::unique_ptr<GraphNode>> nodes;

  explicit Graph(Context& of) noexcept : context(of) {}
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  void clear_locked() noexcept;  // before it is deleted
};

// An executable graph, as a CUgraphExec names it: commands of its own, in the order of the nodes of its
// graph.
struct GraphExec {
  std::vector<Command*> work;
  std::vector<const GraphNode*> nodes;  // of the graph, which may be destroyed: for comparison alone
  std::vector<Command*> queued;         // by the launch that is under way
  Command* last = nullptr;              // of its newest launch: the next one comes behind it
  bool has_limits = false;

  GraphExec() = default;
  GraphExec(const GraphExec&) = delete;
  GraphExec& operator=(const GraphExec&) = delete;
  void clear_locked() noexcept;  // before it is deleted
};

// One sequence of captured work, from its begin to its end.
struct Capture {
  std::uint64_t id = 0;
  Stream* origin = nullptr;
  driver::CUstreamCaptureMode mode = driver::CU_STREAM_CAPTURE_MODE_RELAXED;
  std::uint64_t thread = 0;  // where it began
  bool is_broken = false;
  std::vector<Stream*> streams;  // the origin and those that joined
  std::unique_ptr<Graph> graph;
};

// A number of the calling thread that no other one has.
std::uint64_t capture_thread() noexcept;

driver::CUresult begin_capture_locked(Stream& stream, driver::CUstreamCaptureMode mode, std::uint64_t id);
// `graph` is set only where CUDA_SUCCESS is returned.
driver::CUresult end_capture_locked(Stream& stream, Graph*& graph);
// The context ends, or the stream: what they captured is gone.
void abandon_captures_locked(Context& context) noexcept;
void leave_capture_locked(Stream& stream) noexcept;

// Returns the error of a call that would queue work on the stream. Ends a capture that such work would break.
driver::CUresult check_capture_locked(Stream& stream) noexcept;
// Returns the error of a call that waits for the stream or asks about it, or does what no graph can. It ends
// a capture too.
driver::CUresult refuse_capture_locked(Stream& stream) noexcept;
driver::CUresult refuse_captures_locked(Context& context) noexcept;
// Returns the error of cuStreamIsCapturing, which ends no capture.
driver::CUresult look_at_capture_locked(const Stream& stream, driver::CUstreamCaptureStatus& status) noexcept;
// A call that waits for the event or asks about it.
driver::CUresult refuse_captured_event_locked(const Context& context, const Event& event) noexcept;

// Records the command in the graph of a capturing stream, and does not queue it. The graph takes a reference.
void capture_locked(Command* command);
// The event marks what the stream has captured so far.
void record_captured_locked(Event& event, const Stream& stream);
// `handled`: the stream, the event or both are captured, and the call is done.
driver::CUresult wait_captured_locked(Stream& stream, const Event& event, bool& handled);

GraphExec* instantiate_locked(const Graph& graph);
// Behind its earlier launches. Throws bad_alloc: then nothing is queued.
void launch_graph_locked(GraphExec& exec, Stream& stream);

}  // namespace gridcall::cpu
