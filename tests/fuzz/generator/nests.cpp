// SPDX-License-Identifier: Apache-2.0
//
// Nests of loops over arrays: affine subscripts, reductions, conditions on the loops' counters, in whole
// numbers and float. What a float holds stays small, so that no sum is infinite and no number is none.

#include <initializer_list>
#include <iterator>
#include <utility>

#include "fuzz/generator/terms.h"

namespace gridcall::kernels {
namespace {

struct Array {
  const char* name;
  Type type;
  unsigned extents[2];  // the second is 0 where there is one dimension
};

constexpr Array kArrays[] = {{"x", Type::kU32, {4, 4}},
                             {"y", Type::kU32, {8, 0}},
                             {"z", Type::kI32, {6, 0}},
                             {"f", Type::kFloat, {4, 2}},
                             {"g", Type::kFloat, {8, 0}}};

class Nests : public Terms {
 public:
  Nests(std::uint64_t seed, std::uint64_t attempt) : Terms(seed, attempt) {}
  Kernel run();

 private:
  std::string one_of(std::initializer_list<const char*> texts) {
    return texts.begin()[below(static_cast<unsigned>(texts.size()))];
  }
  std::string variable();
  std::string index(unsigned extent);
  std::string element(const Array& array);
  Node array_value(Type type);
  Node whole(int depth);
  Node real(int depth);
  Node truth();
  Node one();
  Node body(unsigned most);
  Node nest();

  std::vector<std::string> loops_;
  unsigned first_array_ = 0, second_array_ = 0;
  int budget_ = 0;
};

// A counter, or a number that is the thread's.
std::string Nests::variable() {
  static const char* const others[] = {"tid", "lane", "threadIdx.x", "gid", "b", "p.b", "blockIdx.x"};
  if (loops_.empty() || chance(20)) return pick(others);
  return loops_[below(static_cast<unsigned>(loops_.size()))];
}

std::string Nests::index(unsigned extent) {
  const std::string size = number(extent), first = variable(), second = variable();
  switch (below(7)) {
    case 0:
      return "(" + first + " + " + number(below(5)) + ") % " + size;
    case 1:
      return "(" + first + " * " + number(1 + below(4)) + " + " + second + ") % " + size;
    case 2:
      return size + " - 1u - " + first + " % " + size;
    case 3:
      return "(" + first + " + " + second + ") % " + size;
    case 4:
      return "in[(" + first + " + tid * 3u) & 8191u] % " + size;
    case 5:
      return "(" + first + " ^ 1u) % " + size;
    default:
      return first + " % " + size;
  }
}

std::string Nests::element(const Array& array) {
  std::string text = std::string(array.name) + "[" + index(array.extents[0]) + "]";
  if (array.extents[1] != 0) text += "[" + index(array.extents[1]) + "]";
  return text;
}

// An element of one of the kernel's arrays, or a counter if it has none of the type.
Node Nests::array_value(Type type) {
  for (const unsigned i : {first_array_, second_array_}) {
    const Array& array = kArrays[i];
    if (array.type != type) continue;
    const std::string text = element(array);
    if (type == Type::kI32) return leaf(Type::kU32, "(u32)" + text);
    return leaf(type, text);
  }
  if (type == Type::kFloat) return leaf(type, "(float)(" + variable() + " & 15u)");
  return leaf(Type::kU32, variable());
}

Node Nests::whole(int depth) {
  if (depth <= 0 || chance(25)) {
    const std::string first = variable(), second = variable();
    switch (below(8)) {
      case 0:
      case 1:
        return array_value(Type::kU32);
      case 6: {
        // In range and out of it, infinite, and none: a float's integer saturates.
        const std::string factor =
            one_of({"1.0f", "-1.0f", "1000000.0f", "4294967296.0f", "-1000000000000.0f",
                    "10000000000000000.0f * 10000.0f", "10000000000000000000.0f * 0.25f",
                    "100000000000000000000000000000.0f * 100000000000.0f * 0.0f"});
        const std::string type = one_of({"(u32)", "(u32)(int)", "(u32)(u64)"});
        return {Type::kU32, type + "($0 * " + factor + ")", {real(0)}};
      }
      case 2:
        return leaf(Type::kU32, "in[(gid + " + first + " * " + number(1 + below(9)) + ") & 8191u]");
      case 3:
        return leaf(Type::kU32, "in[(" + first + " * 16u + " + second + ") & 8191u]");
      case 4:
        return array_value(Type::kI32);
      case 5:
        return leaf(Type::kU32, one_of({"a", "s", "b", "d"}));
      default:
        return leaf(Type::kU32, first);
    }
  }
  static const char* const texts[] = {"($0 + $1)",        "($0 - $1)",           "($0 * $1)",
                                      "($0 ^ $1)",        "($0 & $1)",           "($0 >> ($1 & 31u))",
                                      "($0 / ($1 | 1u))", "($0 < $1 ? $0 : $1)", "min($0, $1)"};
  Node result = {Type::kU32, pick(texts)};
  result.children.push_back(whole(depth - 1));
  result.children.push_back(whole(depth - 1));
  return result;
}

// At most a few thousand, whatever it is made of.
Node Nests::real(int depth) {
  if (depth <= 0 || chance(25)) {
    switch (below(4)) {
      case 0:
      case 1:
        return array_value(Type::kFloat);
      case 2:
        return leaf(Type::kFloat, "(float)(" + variable() + " & 31u)");
      default:
        return leaf(Type::kFloat, one_of({"sum", "1.5f", "0.25f", "3.0f"}));
    }
  }
  static const char* const texts[] = {"($0 * 0.5f + $1 * 0.25f)", "($0 * 0.5f - $1 * 0.375f)",
                                      "($0 < $1 ? $0 : $1)", "($0 > 2.0f ? $1 * 0.5f : $0)"};
  Node result = {Type::kFloat, pick(texts)};
  result.children.push_back(real(depth - 1));
  result.children.push_back(real(depth - 1));
  return result;
}

Node Nests::truth() {
  const std::string first = variable(), second = variable();
  switch (below(7)) {
    case 0:
      return {Type::kBool, "(" + first + " < " + second + ")"};
    case 5:
      return {Type::kBool,
              one_of({"((float)$0 < (float)$1)", "((float)(int)$0 < (float)(int)$1)",
                      "((float)((u64)$0 * 99999989ull) < (float)((u64)$1 * 4294967291ull))"}),
              {whole(0), whole(0)}};
    case 1:
      return {Type::kBool, "((" + first + " + " + second + " & 1u) == 0u)"};
    case 2:
      return {Type::kBool, "(" + first + " == " + number(below(6)) + ")"};
    case 3:
      return {Type::kBool, "($0 > $1)", {real(0), real(0)}};
    case 4:
      return {Type::kBool, "((int)$0 < (int)$1)", {whole(0), whole(0)}};
    default:
      return {Type::kBool, "(($0 & " + number(1u << below(4)) + ") != 0u)", {whole(0)}};
  }
}

Node Nests::one() {
  --budget_;
  const Array& array = kArrays[chance(60) ? first_array_ : second_array_];
  switch (below(9)) {
    case 0:
      return statement_of("s = s * 3u + $0;", {whole(1)});
    case 1:
      return statement_of("sum = sum * 0.5f + $0 * 0.25f;", {real(1)});
    case 2: {
      std::vector<Node> parts = {truth(), body(2)};
      return statement_of(kIf, std::move(parts));
    }
    case 3:
      if (!loops_.empty()) {
        static const char* const texts[] = {"if ($0) continue;", "if ($0) break;"};
        const char* const text = pick(texts);
        return statement_of(text, {truth()});
      }
      [[fallthrough]];
    case 4:
      if (loops_.size() < 3 && budget_ > 0) return nest();
      [[fallthrough]];
    case 5:
      return statement_of("out[gid + " + number(3072 * below(6)) + "] += $0;", {whole(1)});
    default: {
      const std::string to = element(array);
      if (array.type == Type::kFloat) return statement_of(to + " = $0;", {real(2)});
      if (array.type == Type::kI32) return statement_of(to + " = (int)($0 & 65535u) - 300;", {whole(2)});
      static const char* const changes[] = {" = ", " += ", " ^= "};
      const std::string text = to + pick(changes) + "$0;";
      return statement_of(text, {whole(2)});
    }
  }
}

Node Nests::body(unsigned most) {
  std::vector<Node> lines;
  for (unsigned i = 1 + below(most); i > 0; --i) lines.push_back(removable(one()));
  return lines_of(std::move(lines));
}

Node Nests::nest() {
  static const char* const bounds[] = {"3u",
                                       "(p.a & 7u) + 2u",
                                       "(p.b & 15u)",
                                       "(b & 7u)",
                                       "(c & 7u) + 1u",
                                       "(tid & 3u) + 2u",
                                       "(lane >> 2) + 1u",
                                       "(in[gid] & 7u)",
                                       "(in[9] & 7u) + 3u"};
  const std::string i = fresh("i");
  std::string bound = pick(bounds);
  if (!loops_.empty() && chance(20)) bound = loops_.back() + " + 1u";
  static const char* const texts[] = {"for (u32 @i = 0u; @i < @bound; ++@i) {\n$0}\n",
                                      "for (u32 @i = 0u, end = @bound; @i < end; @i += 2u) {\n$0}\n",
                                      "for (u32 @i = @bound; @i != 0u; --@i) {\n$0}\n"};
  const std::string text = with(pick(texts), {{"i", i}, {"bound", bound}});
  loops_.push_back(i);
  Node inner = body(3);
  loops_.pop_back();
  return statement_of(text, {std::move(inner)});
}

Kernel Nests::run() {
  budget_ = 2 + static_cast<int>(below(chance(20) ? 10 : 5));
  // Each has few arrays: what is laid out for all lanes takes long to compile.
  first_array_ = below(std::size(kArrays));
  second_array_ = below(std::size(kArrays));
  std::vector<Node> lines;
  for (unsigned k = 1 + below(2); k > 0; --k) lines.push_back(removable(nest()));
  Node all = lines_of(std::move(lines));
  const std::string printed = all.print();
  std::string variables = "  u32 s = 1u;\n  float sum = 0.5f;\n";
  std::string end = "  a = a * 31u + s;\n  a = a * 31u + __float_as_uint(sum);\n";
  for (const Array& array : kArrays) {
    const std::string name = array.name;
    if (!uses(printed, name)) continue;
    const bool square = array.extents[1] != 0, real = array.type == Type::kFloat;
    const std::string rows = number(array.extents[0]), columns = number(array.extents[1]);
    const std::string type = real ? "float " : array.type == Type::kI32 ? "int " : "u32 ";
    const std::string at = square ? name + "[k][l]" : name + "[k]", of = square ? "k * 7u + l" : "k";
    const std::string loops = "  for (u32 k = 0u; k < " + rows + "; ++k)" +
                              (square ? " for (u32 l = 0u; l < " + columns + "; ++l)" : "");
    variables += "  " + type + name + "[" + std::to_string(array.extents[0]) + "]" +
                 (square ? "[" + std::to_string(array.extents[1]) + "]" : "") + ";\n";
    const std::string first = chance(50) ? "in[tid + " + of + "]" : of;
    variables += loops + " " + at + " = " +
                 (real                       ? "(float)(" + first + " & 15u)"
                  : array.type == Type::kI32 ? "(int)(" + first + " & 255u)"
                                             : first) +
                 ";\n";
    end += loops + " a = a * 31u + " + (real ? "__float_as_uint(" + at + ")" : "(u32)" + at) + ";\n";
  }
  std::vector<Node> parts = {std::move(all)};
  return kernel_around(statement_of("$0" + end, std::move(parts)), variables);
}

}  // namespace

Kernel generate_nests(std::uint64_t seed) {
  return first_telling(seed, [](std::uint64_t a, std::uint64_t attempt) { return Nests(a, attempt).run(); });
}

}  // namespace gridcall::kernels
