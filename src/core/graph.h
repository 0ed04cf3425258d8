// SPDX-License-Identifier: Apache-2.0
//
// Captured work that is launched as a whole.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/capture.h"
#include "core/launch.h"
#include "core/one_thread.h"

namespace gridcall::core {

class Graph final : public DriverObject {
 public:
  static constexpr HandleType kType = HandleType::kGraph;

  void launch(const Stream* stream);
  std::size_t node_count() const noexcept { return nodes_.size(); }
  // Throw OUT_OF_RANGE for a node that does not exist.
  GraphNodeKind node_kind(std::size_t node) const;
  Ref<Kernel> node_kernel(std::size_t node) const;
  void set_argument(std::size_t node, std::size_t index, const Argument& argument,
                    std::span<const std::byte> bytes);
  std::string text() const;
  std::optional<std::uint64_t> native() override { return native_number(exec_); }

  bool waits_for_device() const noexcept override { return false; }
  std::uint64_t slots_in_use() const noexcept override { return launched_slots_; }
  bool give_back() noexcept override;

  explicit Graph(Context& context) noexcept : DriverObject(context) {}
  ~Graph() override {
    for (GraphObserver* observer : observers_) observer->graph_holds(false);
  }

 private:
  struct Node {
    driver::CUgraphNode node = nullptr;
    driver::CUgraphNodeType type{};
    CapturedLaunch* launch = nullptr;  // nullptr for work of other libraries
  };
  friend Ref<Graph> Stream::end_capture();
  // Creates the graph from the driver's capture and the objects that the capture recorded.
  void instantiate(Capture& capture);
  void read_nodes();
  const Node& node_at(std::size_t node) const;
  void use_on(unsigned slot);

  driver::CUgraph graph_ = nullptr;
  driver::CUgraphExec exec_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<std::pair<std::size_t, std::size_t>> edges_;  // each second node depends on the first
  std::vector<std::unique_ptr<CapturedLaunch>> launches_;
  std::vector<Module*> modules_;  // the modules of the launches, each once
  KeptObjects kept_;
  std::vector<GraphObserver*> observers_;  // the observers of the objects in `kept_`
  OneThread one_thread_;
  std::uint64_t marked_slots_ = 0;    // the slots on which all kept objects are marked as used
  std::uint64_t launched_slots_ = 0;  // the slots that it was launched on
};

}  // namespace gridcall::core
