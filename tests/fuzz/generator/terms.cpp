// SPDX-License-Identifier: Apache-2.0

#include "fuzz/generator/terms.h"

#include <utility>

#include "fuzz/interpreter/expectations.h"
#include "fuzz/interpreter/interpreter.h"

namespace gridcall::kernels {
namespace {

// Places of its own for each of 3072 threads: side by side from thread to thread, or one thread's together.
constexpr unsigned kThreads = 3072, kColumns = 11, kRow = 8;
constexpr unsigned kRowsFrom = kThreads * (kColumns + 1);
static_assert(kRowsFrom + kThreads * kRow <= kOutWords);

std::string column(unsigned number_of_column) {
  return "out[gid + " + number(kThreads * number_of_column) + "]";
}

}  // namespace

void Terms::set_profile() {
  divergent_left_ = 1 + below(5);
  divergence_ = 10 + below(40);
  memory_ = chance(30) ? 0 : 10 + below(30);
}

std::string Terms::with(std::string text, const Names& names) {
  for (const auto& [name, by] : names) {
    const std::string mark = "@" + name;
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size()))
      text.replace(at, mark.size(), by);
  }
  return text;
}

std::string Terms::uniform_atom() {
  static const char* const atoms[] = {"a", "b",   "c",   "r",          "n",         "a",         "b",
                                      "c", "p.a", "p.b", "blockIdx.x", "gridDim.x", "blockDim.x"};
  switch (below(8)) {
    case 0:
      return number(below(64));
    case 1:
      return "in[" + number(below(64)) + "]";
    case 2:
      return "in[" + counter() + " & 63u]";
    case 3:
      return counter();
    default:
      return pick(atoms);
  }
}

Node Terms::atom(Kind kind) {
  static const char* const affine[] = {
      "v",   "w",    "v",   "threadIdx.x",         "threadIdx.x",        "threadIdx.y",
      "tid", "lane", "gid", "(threadIdx.x & 15u)", "(threadIdx.x >> 5)", "(tid >> 2)"};
  static const char* const divergent[] = {
      "d", "e", "in[gid]", "d", "e", "in[tid * 3u & 8191u]", "in[gid ^ 5u]", "loc[d & 7u]"};
  if (kind == Kind::kUniform) return leaf(Type::kU32, uniform_atom());
  if (kind == Kind::kDivergent) return leaf(Type::kU32, pick(divergent));
  if (chance(15)) return leaf(Type::kU32, "loc[" + counter() + " & 7u]");
  if (chance(10)) return leaf(Type::kU32, "own[tid]");
  return leaf(Type::kU32, pick(affine));
}

Node Terms::value(Kind kind, int depth) {
  if (depth <= 0) return atom(kind);
  // One side has the kind, the other at most that.
  Node first = value(kind, depth - 1);
  Node second = value(chance(70) ? Kind::kUniform : kind, depth - 1);
  static const char* const affine[] = {"($0 + $1)", "($0 - $1)", "($1 - $0)", "($0 * 3u + $1)",
                                       "($0 + 1u)", "($0 ^ $1)", "($0 << 1)"};
  static const char* const any[] = {"($0 + $1)",
                                    "($0 - $1)",
                                    "($0 * $1)",
                                    "($0 ^ $1)",
                                    "($0 & $1)",
                                    "($0 | $1)",
                                    "($0 * 3u + $1)",
                                    "($0 * 5u ^ $1)",
                                    "($0 >> ($1 & 31u))",
                                    "($0 / ($1 | 1u))",
                                    "($0 % (($1 & 15u) + 1u))",
                                    "min($0, $1)",
                                    "max($0, $1)",
                                    "($0 < $1 ? $0 : 7u)",
                                    "in[($0 + $1) & 8191u]"};
  const char* text = kind == Kind::kAffine ? pick(affine) : pick(any);
  return {Type::kU32, text, {std::move(first), std::move(second)}};
}

Node Terms::any_value(int depth) {
  const unsigned drawn = below(100);
  return value(drawn < 70 ? Kind::kUniform : drawn < 85 ? Kind::kAffine : Kind::kDivergent, depth);
}

Node Terms::condition(Kind kind) {
  const std::string n = counter(), k = number(below(12));
  static const char* const compares[] = {"<", ">", "==", "!=", "<=", ">="};
  if (kind == Kind::kUniform) {
    switch (below(7)) {
      case 0:
        return {Type::kBool, "((($0 >> (" + n + " & 31u)) & 1u) != 0u)", {value(kind, 0)}};
      case 1:
        return {Type::kBool, "(($0 & " + number(1u << below(4)) + ") != 0u)", {value(kind, 1)}};
      case 2:
        return {Type::kBool, "(" + n + " > " + k + ")"};
      case 3:
        return {Type::kBool, "(" + n + " == " + k + ")"};
      case 4:
        return {Type::kBool, "(($0 & 3u) == " + number(below(4)) + ")", {value(kind, 1)}};
      case 5:
        return {Type::kBool, "(r == " + number(below(4)) + ")"};
      default: {
        Node first = value(kind, 0);
        return {
            Type::kBool, "($0 " + std::string(pick(compares)) + " $1)", {std::move(first), value(kind, 1)}};
      }
    }
  }
  if (kind == Kind::kAffine) {
    static const char* const equal[] = {"==", "!="};
    switch (below(12)) {
      case 0:
        return {Type::kBool, "(threadIdx.x < " + number(1 + below(40)) + ")"};
      case 1:
        return {Type::kBool, "((threadIdx.x & 31u) " + std::string(pick(equal)) + " (" + n + " & 31u))"};
      case 2:
        return {Type::kBool, "(" + n + " == threadIdx.x)"};
      case 3:
        return {Type::kBool, "(threadIdx.x / 32u == " + number(below(3)) + ")"};
      case 4:
        return {Type::kBool, "(threadIdx.y == " + n + ")"};
      case 5:
        return {Type::kBool, "((threadIdx.y & 1u) != 0u)"};
      case 6:
        return {Type::kBool, "((lane & 7u) == (" + n + " & 7u))"};
      case 7:
        return {Type::kBool, "(" + n + " " + pick(equal) + " (tid & 15u))"};
      case 8:
        return {Type::kBool, "((int)(v - " + n + ") < " + std::to_string(below(20)) + ")"};
      case 9:
        return {Type::kBool, "(" + n + " * " + number(1 + below(4)) + " == w)"};
      default: {
        Node first = value(kind, chance(70) ? 0 : 1);
        return {Type::kBool,
                "($0 " + std::string(pick(compares)) + " $1)",
                {std::move(first), value(Kind::kUniform, 0)}};
      }
    }
  }
  switch (below(4)) {
    case 0:
      return {Type::kBool, "((($0 >> (" + n + " & 31u)) & 1u) != 0u)", {value(kind, 0)}};
    case 1:
      return {Type::kBool, "(($0 & " + number(1 + below(7)) + ") == 0u)", {value(kind, 0)}};
    case 2:
      return {Type::kBool, "($0 % 3u == " + number(below(3)) + ")", {value(kind, 0)}};
    default: {
      Node first = value(kind, 0);
      return {Type::kBool,
              "($0 " + std::string(pick(compares)) + " $1)",
              {std::move(first), value(Kind::kUniform, 0)}};
    }
  }
}

Node Terms::test() {
  if (divergent_left_ == 0 || !chance(divergence_)) return condition(Kind::kUniform);
  --divergent_left_;
  return condition(chance(50) ? Kind::kDivergent : Kind::kAffine);
}

Node Terms::rare_test() {
  Kind kind = Kind::kUniform;
  if (divergent_left_ != 0 && chance(divergence_ + 30)) {
    --divergent_left_;
    kind = chance(70) ? Kind::kDivergent : Kind::kAffine;
  }
  return {Type::kBool,
          "((($0 & 0x0fffffffu) >> (" + (counters_.empty() ? "n" : counters_.back()) + " & 31u) & 1u) != 0u)",
          {value(kind, 0)}};
}

Node Terms::assignment() {
  const unsigned drawn = below(100);
  if (drawn < 20) return statement_of("r = " + number(below(5)) + ";");
  if (drawn < 45) {
    static const char* const texts[] = {"a = a * 3u + $0;", "a ^= $0;", "a += $0;",
                                        "a = a * 5u + ($0 >> 1);"};
    const char* const text = pick(texts);
    return statement_of(text, {any_value(1)});
  }
  if (drawn < 65) {
    static const char* const texts[] = {"b = $0;", "c = $0;", "b += $0;", "c ^= $0;", "b = $0 & 255u;"};
    const char* const text = pick(texts);
    return statement_of(text, {value(chance(85) ? Kind::kUniform : Kind::kAffine, 1)});
  }
  if (drawn < 78) {
    static const char* const texts[] = {"v = $0;", "w = $0;", "v += $0;", "w -= $0;"};
    const char* const text = pick(texts);
    return statement_of(text, {value(chance(60) ? Kind::kUniform : Kind::kAffine, 1)});
  }
  if (drawn < 92) {
    static const char* const texts[] = {"d = $0;", "e = $0;", "d ^= $0;", "e += $0;", "d = d * 7u + $0;"};
    const char* const text = pick(texts);
    return statement_of(text, {any_value(1)});
  }
  static const char* const texts[] = {"loc[$0 & 7u] = $1;", "loc[$0 & 7u] += $1;"};
  Node index = value(chance(70) ? Kind::kUniform : Kind::kDivergent, 0);
  const char* const text = pick(texts);
  return statement_of(text, {std::move(index), any_value(1)});
}

Node Terms::store() {
  const std::string own_row = "out[gid * " + number(kRow) + " + " + number(kRowsFrom) + " + ";
  switch (below(6)) {
    case 0:
      return statement_of("own[tid] = $0;", {any_value(1)});
    case 1:
      return statement_of("own[tid] += $0;", {any_value(1)});
    case 2:
      return statement_of(own_row + "($0 & 7u)] = $1;", {value(Kind::kUniform, 0), any_value(1)});
    case 3:
      return statement_of(own_row + number(below(kRow)) + "] ^= $0;", {any_value(1)});
    case 4:
      return statement_of(column(below(6)) + " += $0;", {any_value(1)});
    default:
      return statement_of(column(below(6)) + " = $0;", {any_value(1)});
  }
}

Node Terms::statement() {
  return removable(chance(memory_) ? store() : assignment());
}

Node Terms::statements(unsigned most) {
  std::vector<Node> lines;
  for (unsigned i = below(most + 1); i > 0; --i) lines.push_back(statement());
  return lines_of(std::move(lines));
}

namespace {

// Values that are not used cost only time.
std::string end_of_kernel(const std::string& body) {
  std::string text = "  u32 hash = a;\n";
  for (const char* name : {"b", "c", "r", "n", "v", "w", "d", "e"}) {
    if (uses(body, name)) text += "  hash = hash * 31u + " + std::string(name) + ";\n";
  }
  if (uses(body, "loc")) text += "  for (u32 k = 0u; k < 8u; ++k) hash = hash * 31u + loc[k];\n";
  if (uses(body, "own")) text += "  hash = hash * 31u + own[tid];\n";
  text += "  " + column(6) + " = hash;\n  " + column(7) + " = a;\n";
  if (uses(body, "r")) text += "  " + column(8) + " = r;\n";
  if (uses(body, "n")) text += "  " + column(9) + " = n;\n";
  return text;
}

}  // namespace

Kernel Terms::kernel_around(Node body, const std::string& variables) {
  static const char* const affine[] = {"threadIdx.x",       "tid",         "lane",     "gid",
                                       "threadIdx.x + p.a", "threadIdx.y", "tid * 3u", "threadIdx.x & 7u"};
  static const char* const uniform[] = {
      "p.a", "p.b", "in[7]", "in[blockIdx.x]", "3u", "p.a & 15u", "in[p.b & 63u] & 255u"};
  static const char* const divergent[] = {"in[gid]", "in[gid + 64u]", "in[gid * 5u & 8191u]",
                                          "in[gid] & 1023u", "in[tid] & 15u"};
  Kernel kernel;
  kernel.seed = seed_;
  kernel.name = "k" + std::to_string(seed_);
  std::string text =
      "extern \"C\" __global__ FITS void " + kernel.name + R"((const u32* in, u32* out, Parameters p) {
  const u32 threads = blockDim.x * blockDim.y * blockDim.z;
  const u32 tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const u32 gid = (blockIdx.x + (blockIdx.y + blockIdx.z * gridDim.y) * gridDim.x) * threads + tid;
  const u32 lane = tid & 31u;
  u32 a = 0u, r = 0u, n = 0u;
)";
  const auto declare = [&](const char* name, const char* first) {
    text += "  u32 " + std::string(name) + " = " + first + ";\n";
  };
  declare("b", pick(uniform));
  declare("c", pick(uniform));
  declare("v", pick(affine));
  declare("w", pick(affine));
  declare("d", pick(divergent));
  declare("e", pick(divergent));
  const std::string printed = body.print();
  if (uses(printed, "loc")) text += "  u32 loc[8] = {a, b, c, v, 5u, 6u, 7u, d};\n";
  if (uses(printed, "own")) text += "  __shared__ u32 own[1024];\n  own[tid] = w;\n";
  text += variables + "$0" + end_of_kernel(printed) + "}\n";
  kernel.root = statement_of(std::move(text), {std::move(body)});
  return kernel;
}

Kernel first_telling(std::uint64_t seed, Kernel (*attempt)(std::uint64_t seed, std::uint64_t attempt)) {
  constexpr std::uint64_t kMax = 40;
  for (std::uint64_t i = 0;; ++i) {
    Kernel kernel = attempt(seed, i);
    try {
      if (i == kMax || Expectations(trial_of(seed, kernel.source())).diverges()) return kernel;
    } catch (const Undefined&) {
    }
  }
}

}  // namespace gridcall::kernels
