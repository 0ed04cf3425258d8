// SPDX-License-Identifier: Apache-2.0
//
// Random small CUDA kernels of several forms, each from one 64-bit seed. What a kernel computes follows from
// its source alone: no undefined behaviour, no race, no result that depends on the order of threads. Compiled
// with -fmad=false its floating point is exact too, beside the functions that CUDA gives only bounds for
// (sinf): those are the same in all modes of one device, and under -DACROSS_DEVICES=1 something exact takes
// their place.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gridcall::kernels {

// splitmix64: the same numbers everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  unsigned below(unsigned bound) { return static_cast<unsigned>((next() >> 32) % bound); }
  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

enum class Type { kStatement, kU32, kI32, kU64, kFloat, kDouble, kBool };

// A piece of source: its text with $0, $1, ... where the pieces in it go.
struct Node {
  Type type = Type::kStatement;
  std::string text;
  std::vector<Node> children = {};
  bool removable = false;  // a statement without which the kernel is still one

  std::string print() const;
};

// The parameters of every kernel beside `const unsigned* in` and `unsigned* out`.
struct Parameters {
  std::uint32_t a, b;
  std::uint64_t c;
  std::uint8_t d;
  std::int8_t e;
  std::uint16_t f[3];
  float g;
};

struct Kernel {
  std::uint64_t seed = 0;
  std::string name;
  Node root;
  bool divergent_barriers = false;  // lanes of a warp reach barriers diverged
  std::string source() const { return root.print(); }
};

struct Shape {
  std::uint32_t grid[3];
  std::uint32_t block[3];
};

inline constexpr std::size_t kInWords = 8192;
inline constexpr std::size_t kOutWords = 73728;
inline constexpr std::size_t kZeroFrom = 44160, kZeroWords = 32;  // these start as 0, the others as anything

// One form of kernels.
struct Generator {
  const char* name;
  Kernel (*generate)(std::uint64_t seed);
  std::string (*prelude)();  // before the first kernel of a module
  bool interpreted;          // the interpreter reads it
  unsigned per_module;       // kernels compiled together
};
const Generator* find_generator(const std::string& name);  // or NULL
std::string generator_names();
// Returns the kernel of a file that begins with a prelude.
std::string kernel_in(const std::string& source);

// A kernel, alone in its source, and the shapes at which it runs.
struct Trial {
  std::string name, source;
  std::uint64_t seed = 0;  // of the parameters, and of what `out` begins with
  std::vector<Shape> shapes;
};
Trial trial_of(std::uint64_t seed, const std::string& source);

std::string describe(const Shape& shape);
std::vector<std::uint32_t> values_in();
std::uint32_t first_out(std::uint64_t seed);  // what `out` begins with
std::vector<Shape> shapes_for(std::uint64_t seed);
Parameters parameters_for(std::uint64_t seed);

// Statements that may go, those inside of others too.
std::size_t removable_count(const Node& root);
Node without(const Node& root, std::size_t first, std::size_t count);
// Smaller kernels, one step from this one; the smallest first.
std::vector<Node> reductions(const Node& root);

}  // namespace gridcall::kernels
