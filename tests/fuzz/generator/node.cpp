// SPDX-License-Identifier: Apache-2.0
//
// Pieces of source: how they read, and what smaller ones they become.

#include <algorithm>
#include <utility>
#include <vector>

#include "fuzz/generator.h"

namespace gridcall::kernels {

std::string Node::print() const {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$' && i + 1 < text.size()) {
      result += children[static_cast<std::size_t>(text[++i] - '0')].print();
    } else {
      result += text[i];
    }
  }
  return result;
}

namespace {

// Takes those out that `drop` says so of; counts from `at` on.
template <typename Drop>
void walk(Node& node, std::size_t& at, const Drop& drop) {
  if (node.removable && !node.text.empty() && drop(at++)) {
    node = {Type::kStatement, "", {}, false};
    return;
  }
  for (Node& child : node.children) walk(child, at, drop);
}

void collect(const Node& root, const Node& at, std::vector<std::size_t>& path, std::vector<Node>& out,
             std::vector<std::size_t>& sizes) {
  const auto replaced = [&](Node with) {
    Node copy = root;
    Node* place = &copy;
    for (std::size_t step : path) place = &place->children[step];
    *place = std::move(with);
    sizes.push_back(copy.print().size());
    out.push_back(std::move(copy));
  };
  if (at.removable && !at.text.empty()) {
    replaced({Type::kStatement, "", {}, false});
  } else if (at.type != Type::kStatement && !at.children.empty()) {
    static const char* const simple[] = {"", "a", "i", "q", "x", "dx", "t"};
    static const char* const one[] = {"", "1u", "1", "1ull", "1.0f", "1.0", "true"};
    replaced({at.type, one[static_cast<int>(at.type)], {}, false});
    replaced({at.type, simple[static_cast<int>(at.type)], {}, false});
    for (const Node& child : at.children) {
      if (child.type == at.type) replaced(child);
    }
  }
  for (std::size_t i = 0; i < at.children.size(); ++i) {
    path.push_back(i);
    collect(root, at.children[i], path, out, sizes);
    path.pop_back();
  }
}

}  // namespace

std::size_t removable_count(const Node& root) {
  Node copy = root;
  std::size_t count = 0;
  walk(copy, count, [](std::size_t) { return false; });
  return count;
}

Node without(const Node& root, std::size_t first, std::size_t count) {
  Node copy = root;
  std::size_t at = 0;
  walk(copy, at, [&](std::size_t number) { return number >= first && number - first < count; });
  return copy;
}

std::vector<Node> reductions(const Node& root) {
  std::vector<Node> found;
  std::vector<std::size_t> sizes, path;
  collect(root, root, path, found, sizes);
  std::vector<std::size_t> order(found.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] < sizes[b]; });
  const std::size_t before = root.print().size();
  std::vector<Node> result;
  for (std::size_t i : order) {
    if (sizes[i] < before) result.push_back(std::move(found[i]));
  }
  return result;
}

}  // namespace gridcall::kernels
