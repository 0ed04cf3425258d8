// SPDX-License-Identifier: Apache-2.0
//
// The terms of kernels whose lanes agree for the most part: variables that begin the same in all lanes
// (a, b, c, r, n), affine in the lane (v, w) or different in each (d, e), and conditions of which few
// diverge. A compiler that takes too much for uniform fails where the one divergent branch reaches the rest.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fuzz/generator.h"
#include "fuzz/generator/writer.h"

namespace gridcall::kernels {

class Terms {
 public:
  Terms(std::uint64_t seed, std::uint64_t attempt) : random_(seed + (attempt << 40)), seed_(seed) {
    set_profile();
  }

 protected:
  // The differences of a value between lanes, as far as they can be seen.
  enum class Kind { kUniform, kAffine, kDivergent };

  // Whatever draws twice does so in an order that the language fixes (statements, braces).
  unsigned below(unsigned bound) { return random_.below(bound); }
  bool chance(unsigned percent) { return random_.chance(percent); }
  template <std::size_t count>
  const char* pick(const char* const (&from)[count]) {
    return from[below(count)];
  }
  std::string fresh(const std::string& stem) { return stem + std::to_string(++names_); }
  // A text and the replacement of each @name in it.
  static std::string with(std::string text, const Names& names);
  static Node removable(Node node) {
    node.removable = true;
    return node;
  }

  Node value(Kind kind, int depth);
  Node any_value(int depth);
  Node condition(Kind kind);
  // Returns the condition of a branch: few diverge.
  Node test();
  // `true` in no lane for four iterations of any 32, whatever the value: a loop that such a test continues
  // ends by others.
  Node rare_test();

  Node assignment();
  Node store();
  Node statement();
  Node statements(unsigned most);

  // The whole kernel around `body`.
  Kernel kernel_around(Node body, const std::string& variables = "");

  // The counter that is in scope: `n`, or the innermost loop's.
  std::string counter() {
    return counters_.empty() || chance(15) ? "n" : counters_[below(static_cast<unsigned>(counters_.size()))];
  }

  Random random_;
  const std::uint64_t seed_;
  std::vector<std::string> counters_;
  unsigned divergent_left_ = 0;  // branches that may still diverge

 private:
  void set_profile();
  Node atom(Kind kind);
  std::string uniform_atom();

  int names_ = 0;
  unsigned divergence_ = 25;  // percent of the tests, while some are left
  unsigned memory_ = 25;      // percent of the statements
};

// The first attempt whose kernel ends, is defined, and in which lanes of a warp diverge; the interpreter says
// so.
Kernel first_telling(std::uint64_t seed, Kernel (*attempt)(std::uint64_t seed, std::uint64_t attempt));

Kernel generate_graph(std::uint64_t seed);
Kernel generate_loops(std::uint64_t seed);
Kernel generate_nests(std::uint64_t seed);
Kernel generate_meetings(std::uint64_t seed);

}  // namespace gridcall::kernels
