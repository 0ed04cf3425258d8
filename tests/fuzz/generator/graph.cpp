// SPDX-License-Identifier: Apache-2.0
//
// Random control-flow graphs, with labels and goto: reducible ones, whose loops are left and continued from
// anywhere, and irreducible ones. Each target of a back edge counts its iterations. What does not end
// is not taken.

#include <algorithm>
#include <utility>

#include "fuzz/generator/terms.h"

namespace gridcall::kernels {
namespace {

class Graph : public Terms {
 public:
  Graph(std::uint64_t seed, std::uint64_t attempt) : Terms(seed, attempt) {}
  Kernel run();

 private:
  struct Loop {
    unsigned header, last;
    bool contains(unsigned block) const { return header <= block && block <= last; }
  };

  std::string label(unsigned block) const { return block < count_ ? "L" + std::to_string(block) : "end"; }
  void make_loops();
  bool may_go(unsigned from, unsigned to) const;
  unsigned forward(unsigned from);
  unsigned target(unsigned from);
  std::string go(unsigned to) { return "goto " + label(to) + ";"; }
  Node test_of(unsigned from, unsigned to);
  Node branch_to(unsigned from, unsigned to);
  Node way_out(unsigned from);
  Node block(unsigned number_of_block);
  std::string counter_of(unsigned number_of_block);
  std::string count_round(unsigned at);

  unsigned count_ = 0;  // blocks; behind them the end
  bool irreducible_ = false;
  std::vector<Loop> loops_;
  std::vector<bool> again_;  // control comes back to these
  // The limit that ends a thread that does not end by itself: none, for an exit at each header hides mistakes
  // about where lanes reconverge; the number of iterations; fuel of the thread's own.
  enum class Fuel { kNone, kAll, kThread } fuel_ = Fuel::kNone;
  bool own_counters_ = false;  // one for each block, instead of n
};

void Graph::make_loops() {
  for (unsigned i = 1 + below(3); i > 0; --i) {
    Loop loop = {below(count_), 0};
    loop.last = loop.header + below(count_ - loop.header);
    // Loops nest or are disjoint; those that cross have two entries.
    const bool crosses = std::any_of(loops_.begin(), loops_.end(), [&](const Loop& other) {
      const bool apart = loop.last < other.header || other.last < loop.header;
      const bool inside = other.contains(loop.header) && other.contains(loop.last);
      const bool around = loop.contains(other.header) && loop.contains(other.last);
      return !apart && !inside && !around;
    });
    if (!crosses) loops_.push_back(loop);
  }
}

// In a reducible graph a loop is entered at its header, and control comes back to headers alone.
bool Graph::may_go(unsigned from, unsigned to) const {
  if (irreducible_ || to >= count_) return true;
  if (to <= from) {
    return std::any_of(loops_.begin(), loops_.end(),
                       [&](const Loop& loop) { return loop.header == to && loop.contains(from); });
  }
  return std::none_of(loops_.begin(), loops_.end(), [&](const Loop& loop) {
    return loop.contains(to) && loop.header != to && !loop.contains(from);
  });
}

unsigned Graph::forward(unsigned from) {
  for (unsigned tries = 0; tries < 8; ++tries) {
    const unsigned to = from + 1 + below(chance(70) ? 3 : count_ - from);
    if (to <= count_ && may_go(from, to)) return to;
  }
  // The next one is a header, or in all loops that this one is in, or the end.
  unsigned to = from + 1;
  while (!may_go(from, to)) ++to;
  return to;
}

unsigned Graph::target(unsigned from) {
  if (chance(55)) return forward(from);
  for (unsigned tries = 0; tries < 8; ++tries) {
    const unsigned to = below(from + 1);
    if (!may_go(from, to)) continue;
    again_[to] = true;
    return to;
  }
  return forward(from);
}

// Exits of a loop are taken after a number of iterations, back edges for some of them, most others at random.
Node Graph::test_of(unsigned from, unsigned to) {
  const bool leaves =
      to > from && (irreducible_ || std::any_of(loops_.begin(), loops_.end(), [&](const Loop& loop) {
                      return loop.contains(from) && !loop.contains(to);
                    }));
  if (leaves && chance(60)) return {Type::kBool, "(" + counter() + " > " + number(1 + below(9)) + ")"};
  if (to <= from && chance(60)) return rare_test();
  return test();
}

Node Graph::branch_to(unsigned from, unsigned to) {
  return removable(statement_of("if ($0) " + go(to) + "\n  ", {test_of(from, to)}));
}

Node Graph::way_out(unsigned from) {
  const unsigned drawn = below(100);
  if (drawn < 10) return statement_of(go(target(from)));
  if (drawn < 55) {
    Node branch = branch_to(from, target(from));
    return statement_of("$0" + go(forward(from)), {std::move(branch)});
  }
  if (drawn < 80) {
    Node first = branch_to(from, target(from));
    Node second = branch_to(from, target(from));
    return statement_of("$0$1" + go(forward(from)), {std::move(first), std::move(second)});
  }
  if (drawn < 88) {
    Node of =
        value(divergent_left_ != 0 && chance(35) ? (--divergent_left_, Kind::kDivergent) : Kind::kUniform, 1);
    std::string text = "switch ($0 & 3u) {";
    for (unsigned i = 0, cases = 2 + below(2); i < cases; ++i)
      text += " case " + std::to_string(i) + ": " + go(target(from));
    text += " default: " + go(forward(from)) + " }";
    return statement_of(text, {std::move(of)});
  }
  Node leaves = test();
  static const char* const texts[] = {"if ($0) { $1 return; }\n  ", "if ($0) { r = 77u; goto end; }\n  "};
  const char* const text = pick(texts);
  Node leave = removable(statement_of(text, {std::move(leaves), store()}));
  return statement_of("$0" + go(target(from)), {std::move(leave)});
}

std::string Graph::counter_of(unsigned number_of_block) {
  return own_counters_ ? "n" + std::to_string(number_of_block) : "n";
}

// At the begin of a block that control comes back to.
std::string Graph::count_round(unsigned at) {
  if (fuel_ == Fuel::kThread) return "if (fuel-- == 0u) goto end;\n  ";
  if (fuel_ == Fuel::kNone) return "++" + counter_of(at) + ";\n  ";
  return "if (++" + counter_of(at) + " > " + number(2 + below(own_counters_ ? 9 : 40)) + ") goto end;\n  ";
}

Node Graph::block(unsigned number_of_block) {
  Node lines = statements(2);
  Node out = way_out(number_of_block);
  std::vector<Node> parts = {std::move(lines), std::move(out)};
  return removable(statement_of(label(number_of_block) + ":\n  $0  $1\n", std::move(parts)));
}

Kernel Graph::run() {
  count_ = 3 + below(chance(25) ? 9 : 5);
  irreducible_ = chance(30);
  fuel_ = chance(70) ? Fuel::kNone : chance(60) ? Fuel::kAll : Fuel::kThread;
  own_counters_ = chance(40);
  again_.assign(count_ + 1, false);
  make_loops();
  if (own_counters_) {
    for (unsigned i = 0; i < count_; ++i) counters_.push_back(counter_of(i));
  }
  std::vector<Node> blocks;
  blocks.reserve(count_);
  for (unsigned i = 0; i < count_; ++i) blocks.push_back(block(i));
  // Only now the blocks that control comes back to are known.
  std::string variables;
  if (fuel_ == Fuel::kThread)
    variables += chance(50) ? "  u32 fuel = 20u + (in[gid] & 15u);\n" : "  u32 fuel = 20u;\n";
  for (unsigned i = 0; i < count_; ++i) {
    if (own_counters_) variables += "  u32 " + counter_of(i) + " = 0u;\n";
    if (!again_[i]) continue;
    const std::string begin = label(i) + ":\n  ";
    blocks[i].text.insert(begin.size(), count_round(i));
  }
  std::vector<Node> groups;
  for (std::size_t first = 0; first < blocks.size(); first += 6) {
    const std::size_t last = std::min(first + 6, blocks.size());
    groups.push_back(lines_of({blocks.begin() + static_cast<std::ptrdiff_t>(first),
                               blocks.begin() + static_cast<std::ptrdiff_t>(last)}));
  }
  return kernel_around(statement_of("$0end:\n", {lines_of(std::move(groups))}), variables);
}

}  // namespace

Kernel generate_graph(std::uint64_t seed) {
  return first_telling(seed, [](std::uint64_t a, std::uint64_t attempt) { return Graph(a, attempt).run(); });
}

}  // namespace gridcall::kernels
