// SPDX-License-Identifier: Apache-2.0
//
// Writes one kernel.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/generator.h"
#include "fuzz/generator/forms.h"

namespace gridcall::kernels {

// The threads that run a piece of code.
enum class Flow {
  kBlock,  // all of the block that are left: barriers are allowed here
  kMask,   // the lanes of the variable `mask`, exactly
  kFree,   // nobody knows; barriers only where they are allowed everywhere
};

struct Scope {
  Flow flow = Flow::kBlock;
  std::string mask;      // of the lanes that are here; "" in kFree
  bool whole = true;     // the mask is that of the whole warp
  bool in_loop = false;  // break and continue mean something, and nobody keeps count of who took them
  int depth = 0;

  Scope inside() const {
    Scope inner = *this;
    ++inner.depth;
    return inner;
  }
  void set_free() {
    flow = Flow::kFree;
    mask.clear();
  }
  void set_mask(const std::string& lanes) {
    flow = Flow::kMask;
    whole = false;
    mask = lanes;
  }
};

inline std::string number(unsigned value) {
  return std::to_string(value) + "u";
}
inline Node leaf(Type type, std::string text) {
  return {type, std::move(text), {}, false};
}
inline Node statement_of(std::string text, std::vector<Node> parts = {}) {
  return {Type::kStatement, std::move(text), std::move(parts), false};
}
// Whether `body` uses a variable: what it does not use costs only time.
bool uses(const std::string& body, const std::string& name);
// Returns the lines one below the other.
Node lines_of(std::vector<Node> lines);

// A branch at which the lanes of a mask part: the variables that hold the test and the lanes of each way.
struct Ways {
  std::string mask, test, yes, no;  // no is "" where there is no other way
};

inline constexpr const char* kIf = "if ($0) {\n$1}";
inline constexpr const char* kIfElse = "if ($0) {\n$1} else {\n$2}";

// Whatever draws numbers twice does it in the order that the language fixes (statements, braces), so that a
// seed means the same kernel under every compiler.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed), seed_(seed) {}
  Kernel run();

 private:
  // forms.cpp
  template <typename Table>
  auto pick(const Table& from) -> decltype(from[0]) {
    return from[random_.below(static_cast<unsigned>(std::size(from)))];
  }
  std::string fresh(const std::string& stem) { return stem + std::to_string(++names_); }
  std::string named(std::string text, Names names);
  const Form& choose(const Forms& forms);
  Node write(Type type, const Forms& forms, int rest, const Names& names = {});
  Node statement_from(const Forms& forms, int rest = 0, const Names& names = {}) {
    return write(Type::kStatement, forms, rest, names);
  }

  // expressions.cpp
  Node constant(Type type);
  Node atom(Type type);
  Node draw(const Part& part, int rest = 0);
  Node uniform_value(int depth);
  Node load(int rest);
  Node call(int rest);
  Node some_threads(int rest);

  // memory.cpp
  Node assignment(int depth);
  Node variable(int depth);
  Node global_store();
  Node shared_atomic();
  Node global_atomic();
  Node compare_and_swap(int rest);

  // warps.cpp
  Node warp_statement(const Scope& scope);

  // barriers.cpp
  Node barrier_statement();
  Node any_barrier();
  Node barrier_anywhere(const Scope& scope);
  Node arms_with_barriers(const Scope& scope, int depth);

  // control.cpp
  std::string text_of(const Ways& ways);
  static Node switch_of(Node condition);
  static void add_arm(Node& to, const std::string& label, Node body, bool ends = true);
  Node statement(Scope& scope);
  Node any_statement(const Scope& scope);
  Node block(Scope scope, int count);
  Node branch(const Scope& scope);
  Node loop(const Scope& scope);
  Node mask_loop(Scope inner, int count, Names names);
  Node free_loop(Scope inner, int count, const Names& names);
  Node row_statement(const Scope& scope);
  Node choice(const Scope& scope);
  Node leave(const Scope& scope);
  Node end_of_grid(int rest);

  // kernel.cpp
  std::string device_function(const std::string& name);
  std::string shared_variables(const std::string& body, std::string& finish);

  Random random_;
  std::uint64_t seed_;
  int names_ = 0;
  int loops_ = 0;
  int budget_ = 0;
  // Barriers are everywhere, each thread's own number of them, and nothing else that waits: all of a block
  // that are left have always passed equally many.
  bool anywhere_ = false;
  bool divergent_barriers_ = false;  // lanes of a warp reach barriers diverged
  bool rows_ = false;                // each thread walks rows of its own
  bool lost_ = false;                // some threads returned where no mask took note of it
  bool left_ = false;                // some threads of the block returned
  std::vector<std::string> functions_;
};

Kernel generate_mixed(std::uint64_t seed);

}  // namespace gridcall::kernels
