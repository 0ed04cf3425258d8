// SPDX-License-Identifier: Apache-2.0

#include "core/graph.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "base/concat.h"
#include "core/context_list.h"

namespace gridcall::core {

using namespace driver;

namespace {

const char* kind_text(CUgraphNodeType type) noexcept {
  switch (static_cast<GraphNodeKind>(type)) {
    case GraphNodeKind::kKernel:
      return "kernel";
    case GraphNodeKind::kMemcpy:
      return "copy";
    case GraphNodeKind::kMemset:
      return "fill";
    case GraphNodeKind::kHost:
      return "call of the host";
    case GraphNodeKind::kGraph:
      return "graph";
    case GraphNodeKind::kEmpty:
      return "nothing";
    case GraphNodeKind::kWaitEvent:
      return "wait for an event";
    case GraphNodeKind::kEventRecord:
      return "record of an event";
    case GraphNodeKind::kMemAlloc:
      return "allocation";
    case GraphNodeKind::kMemFree:
      return "free";
  }
  return "node";
}

std::string launch_text(const CapturedLaunch& launch) {
  const Shape& shape = launch.shape;
  const auto triple = [](const std::uint32_t(&value)[3]) {
    return concat("(", value[0], ", ", value[1], ", ", value[2], ")");
  };
  return concat(launch.kernel->name(), "<<<", triple(shape.grid), ", ", triple(shape.block), ">>>");
}

}  // namespace

Ref<Graph> Stream::end_capture() {
  const Ref<Capture> capture = context_->slots().captures().of(*this);
  if (!capture)
    throw Failure(
        status::kInvalidState,
        "`stream` is in no capture that gc_stream_begin_capture began: begin one, or end it where it "
        "was begun");
  const Ref<Stream> keep(this);
  collect(*context_);
  const auto made = make<Graph>(*context_);  // owns the graph that the driver returns
  context_->run([&] {
    const CUresult result = context_->table().cuStreamEndCapture(stream_, &made->graph_);
    // If the driver refuses to end the capture, it goes on.
    if (result != CUDA_SUCCESS && context_->slots().may_capture(stream_))
      context_->check(result, "cuStreamEndCapture", "the capture goes on");
    context_->slots().captures().finish(*capture);
    if (result != CUDA_SUCCESS) {
      Failure failure = context_->failure(result, "cuStreamEndCapture");
      failure.message += "; nothing was recorded, and the stream works as before: capture again";
      throw failure;
    }
  });
  made->instantiate(*capture);
  return made;
}

// ----------------------------------------------------------------------------------------------------------

void Graph::instantiate(Capture& capture) {
  for (std::unique_ptr<CapturedWork>& launch : capture.launches_)
    launches_.emplace_back(static_cast<CapturedLaunch*>(launch.release()));
  kept_ = std::move(capture.kept_);
  kept_.each([&](Usage& usage) {
    GraphObserver* const observer = usage.owner->graph_observer();
    if (!observer) return;
    observers_.push_back(observer);
    observer->graph_holds(true);
  });
  context_->run([&] {
    // So that other threads may capture.
    const RelaxedCaptureMode relaxed(context_->table(), context_->is_cpu());
    context_->check(context_->table().cuGraphInstantiateWithFlags(&exec_, graph_, 0),
                    "cuGraphInstantiateWithFlags");
    read_nodes();
  });
}

// Moves the launches from the order of their capture to the positions of the driver's nodes.
void Graph::read_nodes() {
  const Table& table = context_->table();
  std::size_t count = 0;
  context_->check(table.cuGraphGetNodes(graph_, nullptr, &count), "cuGraphGetNodes");
  std::vector<CUgraphNode> nodes(count);
  if (count != 0) context_->check(table.cuGraphGetNodes(graph_, nodes.data(), &count), "cuGraphGetNodes");
  std::map<CUgraphNode, CapturedLaunch*> of_node;
  for (const auto& launch : launches_)
    if (launch->node) of_node[launch->node] = launch.get();
  auto next = launches_.begin();
  for (CUgraphNode node : nodes) {
    Node& made = nodes_.emplace_back();
    made.node = node;
    if (of_node.count(node) != 0) {
      while (!(*next)->node || of_node.count((*next)->node) == 0) ++next;
      made.launch = (next++)->get();
      made.node = made.launch->node;
    }
    context_->check(table.cuGraphNodeGetType(made.node, &made.type), "cuGraphNodeGetType");
  }
  std::map<CUgraphNode, std::size_t> numbers;
  for (std::size_t i = 0; i < nodes_.size(); ++i) numbers[nodes_[i].node] = i;
  if (const auto ask = table.cuGraphGetEdges) {
    std::size_t edges = 0;
    context_->check(ask(graph_, nullptr, nullptr, &edges), "cuGraphGetEdges");
    std::vector<CUgraphNode> from(edges), to(edges);
    if (edges != 0) context_->check(ask(graph_, from.data(), to.data(), &edges), "cuGraphGetEdges");
    for (std::size_t i = 0; i < edges; ++i) edges_.emplace_back(numbers[from[i]], numbers[to[i]]);
    std::sort(edges_.begin(), edges_.end());
  }
  for (const auto& launch : launches_) {
    Module* const module = &launch->kernel->module();
    if (std::find(modules_.begin(), modules_.end(), module) == modules_.end()) modules_.push_back(module);
  }
}

const Graph::Node& Graph::node_at(std::size_t node) const {
  if (node >= nodes_.size())
    throw Failure(status::kOutOfRange, concat("`node` is ", node, ", and `graph` has ", nodes_.size(),
                                              " nodes: pass a smaller number"));
  return nodes_[node];
}

GraphNodeKind Graph::node_kind(std::size_t node) const {
  return static_cast<GraphNodeKind>(node_at(node).type);
}

Ref<Kernel> Graph::node_kernel(std::size_t node) const {
  const Node& found = node_at(node);
  if (!found.launch)
    throw Failure(status::kNotFound, concat("node ", node, " of `graph` launches no kernel of this library (",
                                            kind_text(found.type), ")"));
  return found.launch->kernel;
}

void Graph::use_on(unsigned slot) {
  kept_.each([&](Usage& usage) { context_->slots().use(usage, slot); });
  // Several streams share this slot, so each use is counted anew.
  marked_slots_ |= slot_bit(slot);
  launched_slots_ |= slot_bit(slot);
}

void Graph::launch(const Stream* stream) {
  if (stream) check_context("stream", stream->context(), "`graph`", *context_);
  const OneThread::Busy busy(one_thread_, "`graph`");
  const Queue queue = queue_of(stream);
  if (queue.slot >= kStreamSlots)
    throw Failure(status::kInvalidState,
                  "`stream` captures, and a graph is no part of another one: launch it on another stream");
  for (GraphObserver* observer : observers_) observer->graph_launches();
  context_->run([&] {
    if (__builtin_expect((marked_slots_ & slot_bit(queue.slot)) == 0, 0)) use_on(queue.slot);
    for (Module* module : modules_) module->use_bound_on(queue.slot);
    const CUresult result = context_->table().cuGraphLaunch(exec_, queue.stream);
    context_->slots().queued(queue.slot);
    context_->check(result, "cuGraphLaunch", "the graph was not launched");
    for (GraphObserver* observer : observers_) observer->graph_launched(stream);
  });
}

void Graph::set_argument(std::size_t node, std::size_t index, const Argument& argument,
                         std::span<const std::byte> bytes) {
  const OneThread::Busy busy(one_thread_, "`graph`");
  const Node& found = node_at(node);
  if (!found.launch)
    throw Failure(status::kInvalidArgument,
                  concat("`node` ", node, " of `graph` launches no kernel of this library (",
                         kind_text(found.type), "): pass one that does"));
  const Table& table = context_->table();
  context_->device().need_function(table.cuGraphExecKernelNodeSetParams != nullptr,
                                   "cuGraphExecKernelNodeSetParams, which came with CUDA 12.0");
  CapturedLaunch& launch = *found.launch;
  const Kernel& kernel = *launch.kernel;
  const auto parameters = kernel.parameters();
  if (index >= parameters.size())
    throw Failure(status::kOutOfRange, concat("`index` is ", index, ", and `", kernel.name(), "` takes ",
                                              parameters.size(), " parameters: pass a smaller one"));
  std::uint64_t scratch = 0;
  const CheckedArgument checked = check_argument(kernel, index, parameters[index], argument, bytes, scratch);
  std::vector<void*> values = launch.pointers();
  values[index] = const_cast<void*>(checked.value);
  const Shape& shape = launch.shape;
  const CUDA_KERNEL_NODE_PARAMS changed{kernel.driver_handle(), shape.grid[0],  shape.grid[1],  shape.grid[2],
                                        shape.block[0],         shape.block[1], shape.block[2], shape.shared,
                                        values.data(),          nullptr,        nullptr,        nullptr};
  // The graph holds the new memory before the driver is called, because adding it may fail.
  if (checked.usage) kept_.add(*checked.usage);
  CUresult result = CUDA_SUCCESS;
  try {
    context_->run([&] {
      result = table.cuGraphExecKernelNodeSetParams(exec_, found.node, &changed);
      context_->check(result, "cuGraphExecKernelNodeSetParams", "the argument was not replaced");
    });
  } catch (...) {
    if (result != CUDA_SUCCESS && checked.usage) kept_.remove(*checked.usage);
    throw;
  }
  marked_slots_ = 0;
  std::memcpy(launch.value(index), checked.value, parameters[index].size);
  if (index < launch.used.size()) {
    UsedObject old = std::exchange(launch.used[index], UsedObject(checked));
    if (old.usage) kept_.remove(*old.usage);
  }
}

std::string Graph::text() const {
  std::string text = "digraph gridcall {\n";
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    text += concat("  n", i, " [label=\"",
                   nodes_[i].launch ? launch_text(*nodes_[i].launch) : std::string(kind_text(nodes_[i].type)),
                   "\"];\n");
  for (const auto& [from, to] : edges_) text += concat("  n", from, " -> n", to, ";\n");
  return text + "}\n";
}

bool Graph::give_back() noexcept {
  const Table& table = context_->table();
  // The driver's graph is destroyed once all of its launches have ended.
  if (context_->slots().unfinished(launched_slots_, deferred_at, true) != 0) return false;
  if (exec_) table.cuGraphExecDestroy(exec_);
  if (graph_) table.cuGraphDestroy(graph_);
  exec_ = nullptr;
  graph_ = nullptr;
  return true;
}

}  // namespace gridcall::core
