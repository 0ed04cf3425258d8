// SPDX-License-Identifier: Apache-2.0

#include "core/graph.h"

#include "api/generated/implementation.h"

namespace gridcall::api {

std::size_t graph_get_node_count(core::Graph& graph) {
  return graph.node_count();
}

gc_graph_node_kind graph_get_node_kind(core::Graph& graph, std::size_t node) {
  return static_cast<gc_graph_node_kind>(graph.node_kind(node));
}

core::Ref<core::Kernel> graph_get_node_kernel(core::Graph& graph, std::size_t node) {
  return graph.node_kernel(node);
}

void graph_set_arg(core::Graph& graph, std::size_t node, std::size_t index, const gc_arg& arg,
                   std::span<const std::byte> bytes) {
  graph.set_argument(node, index, *reinterpret_cast<const core::Argument*>(&arg), bytes);
}

std::string graph_get_text(core::Graph& graph) {
  return graph.text();
}

}  // namespace gridcall::api
