// SPDX-License-Identifier: Apache-2.0
//
// Structured control flow whose lanes agree for the most part: loops of every form with exits at several
// places, iterations that are cut short, state machines, searches, stacks.

#include <utility>

#include "fuzz/generator/terms.h"

namespace gridcall::kernels {
namespace {

class Loops : public Terms {
 public:
  Loops(std::uint64_t seed, std::uint64_t attempt) : Terms(seed, attempt) {}
  Kernel run();

 private:
  struct Around {
    std::string counter;  // of the loop
    bool continues;       // a `continue` reaches what counts its iterations
    std::string next;     // the label at the end of its iteration, "" if there is none
  };

  Node body(unsigned most);
  Node one();
  Node branch();
  Node leave();
  Node leave_loops();
  Node choice();
  Node loop();
  Node counted();
  Node until_equal();
  Node endless();
  Node rounds();
  Node in_loop(const std::string& counter, bool continues, unsigned most, const std::string& next = "");
  Node machine();
  Node search();
  Node approach();
  Node stack();
  Node queens();
  std::string bound();

  std::vector<Around> around_;
  unsigned depth_ = 0;
  int budget_ = 0;
};

Node Loops::body(unsigned most) {
  std::vector<Node> lines;
  for (unsigned i = 1 + below(most); i > 0; --i) lines.push_back(one());
  return lines_of(std::move(lines));
}

Node Loops::one() {
  --budget_;
  const unsigned drawn = below(100);
  if (budget_ < 0 || depth_ > 3 || drawn < 35) return statement();
  if (drawn < 55) return removable(branch());
  if (drawn < 68 && !around_.empty()) return removable(leave());
  if (drawn < 74) return removable(choice());
  if (around_.size() >= 3) return statement();
  if (drawn < 92) return removable(loop());
  switch (below(5)) {
    case 0:
      return removable(machine());
    case 1:
      return removable(search());
    case 2:
      return removable(approach());
    case 3:
      return removable(stack());
    default:
      return removable(around_.empty() ? queens() : stack());
  }
}

Node Loops::branch() {
  ++depth_;
  Node condition = test();
  Node yes = body(2);
  Node result;
  if (chance(40)) {
    result = statement_of(kIfElse, {std::move(condition), std::move(yes), body(2)});
  } else {
    result = statement_of(kIf, {std::move(condition), std::move(yes)});
  }
  --depth_;
  return result;
}

// Leaves this iteration, this loop, an outer one's iteration, or the kernel.
Node Loops::leave() {
  const Around& inner = around_.back();
  const bool may_continue = inner.continues;
  Node condition = may_continue && chance(40) ? Node{} : test();
  if (condition.text.empty()) {
    condition = rare_test();
    Node before = statement();
    return statement_of("if ($0) { $1 continue; }\n", {std::move(condition), std::move(before)});
  }
  std::vector<Node> parts = {std::move(condition), leave_loops()};
  return statement_of("if ($0) { $1 }\n", std::move(parts));
}

Node Loops::leave_loops() {
  const unsigned drawn = below(100);
  Node before = statement();
  if (drawn < 55) return statement_of("$0 break;", {std::move(before)});
  if (drawn < 75 && around_.size() > 1) {
    const Around& outer = around_[around_.size() - 2];
    if (!outer.next.empty()) return statement_of("$0 goto " + outer.next + ";", {std::move(before)});
  }
  if (drawn < 88) return statement_of("$0 $1 return;", {std::move(before), store()});
  return statement_of("r = " + number(10 + below(5)) + "; $0 break;", {std::move(before)});
}

Node Loops::choice() {
  Node of =
      value(divergent_left_ != 0 && chance(25) ? (--divergent_left_, Kind::kDivergent) : Kind::kUniform, 1);
  Node result = statement_of("switch ($0 & 3u) {\n", {std::move(of)});
  ++depth_;
  // In a switch a `break` is the switch's own.
  const std::vector<Around> around = std::move(around_);
  around_.clear();
  for (unsigned i = 0; i < 2 + below(2); ++i) {
    result.text += "case " + std::to_string(i) + ": {\n$" + std::to_string(result.children.size()) +
                   (chance(75) ? "} break;\n" : "}\n");
    result.children.push_back(body(2));
  }
  if (chance(50)) {
    result.text += "default: $" + std::to_string(result.children.size()) + "\n";
    result.children.push_back(statement());
  }
  around_ = around;
  --depth_;
  result.text += "}\n";
  return result;
}

std::string Loops::bound() {
  static const char* const uniform[] = {"7u",        "12u",      "(p.a & 15u)", "(in[3] & 15u)",
                                        "(b & 15u)", "(c & 7u)", "(r + 3u)",    "33u"};
  static const char* const affine[] = {"(tid & 7u)",  "(threadIdx.x & 15u)",
                                       "(lane + 1u)", "(threadIdx.y + 2u)",
                                       "(v & 15u)",   "(threadIdx.x & 3u) * 5u"};
  static const char* const divergent[] = {"(in[gid] & 15u)", "(d & 15u)", "(e & 7u)"};
  if (divergent_left_ == 0 || !chance(30)) return pick(uniform);
  --divergent_left_;
  return chance(50) ? pick(affine) : pick(divergent);
}

Node Loops::in_loop(const std::string& counter, bool continues, unsigned most, const std::string& next) {
  ++depth_;
  around_.push_back({counter, continues, next});
  counters_.push_back(counter);
  Node result = body(most);
  counters_.pop_back();
  around_.pop_back();
  --depth_;
  return result;
}

Node Loops::loop() {
  switch (below(5)) {
    case 0:
    case 1:
      return counted();
    case 2:
      return until_equal();
    case 3:
      return rounds();
    default:
      return endless();
  }
}

Node Loops::counted() {
  const std::string i = fresh("i"), next = chance(50) ? fresh("next") : "";
  const std::string label = next.empty() ? "" : next + ": ;\n", end = bound();
  static const char* const texts[] = {"for (u32 @i = 0u; @i < @end && @i < 40u; ++@i) {\n$0@label}\n",
                                      "{ u32 end = @end;\nfor (u32 @i = 0u; @i < end; ++@i) {\n$0@label} }\n",
                                      "for (u32 @i = @end; @i-- != 0u;) {\n$0@label}\n"};
  const std::string text = with(pick(texts), {{"i", i}, {"end", end}, {"label", label}});
  return statement_of(text, {in_loop(i, true, 3, next)});
}

// The iterations end with an equality, which holds for each lane in another one.
Node Loops::until_equal() {
  static const char* const ends[] = {"(threadIdx.x & 15u)", "(threadIdx.x & 31u)", "(tid & 7u)",
                                     "threadIdx.y",         "(threadIdx.x >> 5)",  "(lane >> 2)",
                                     "(in[gid] & 15u)",     "(in[5] & 15u)",       "(lane * 2u)"};
  const std::string i = fresh("i");
  std::string end = pick(ends);
  if (divergent_left_ != 0) --divergent_left_;
  const unsigned form = below(4);
  if (form == 0 && around_.empty() && chance(40)) end = "threadIdx.x";
  static const char* const leaves[] = {"", "break;", "return;", "continue;"};
  static const char* const texts[] = {
      "for (u32 @i = 0u; @i != @end; ++@i) {\n$0}\n", "{ u32 @i = @end;\nwhile (@i != 0u) {\n--@i;\n$0} }\n",
      "{ u32 @i = 0u;\ndo {\n$0} while (@i++ != @end); }\n",
      // One lane at a time does something, and may leave.
      "for (u32 @i = 0u; @i < 40u; ++@i) {\n$1 if (@i == @end) {\n$0@leave}\n$2 }\n"};
  const std::string text = with(texts[form], {{"i", i}, {"end", end}, {"leave", pick(leaves)}});
  std::vector<Node> parts = {in_loop(i, true, 2)};
  if (form == 3) {
    parts.push_back(statement());
    parts.push_back(statement());
  }
  return statement_of(text, std::move(parts));
}

// Its exit is behind tests that cut an iteration short.
Node Loops::endless() {
  const std::string i = fresh("i");
  static const char* const leaves[] = {" break;\n", " { r = 9u; break; }\n", " break;\n"};
  const std::string most = number(1 + below(20)), out = "if (" + i + " > " + most + ")" + pick(leaves);
  ++depth_;
  around_.push_back({i, false, ""});
  counters_.push_back(i);
  std::vector<Node> parts;
  std::string text = "{ u32 " + i + " = 0u;\nfor (;;) {\n++" + i + ";\n";
  for (unsigned k = 1 + below(2); k > 0; --k) {
    Node condition = rare_test();
    text += "$" + std::to_string(parts.size());
    std::vector<Node> pair = {std::move(condition), statement()};
    parts.push_back(removable(statement_of("if ($0) { $1 continue; }\n", std::move(pair))));
    text += "$" + std::to_string(parts.size());
    parts.push_back(body(2));
  }
  text += out + "$" + std::to_string(parts.size());
  parts.push_back(body(2));
  counters_.pop_back();
  around_.pop_back();
  --depth_;
  return statement_of(text + "} }\n", std::move(parts));
}

Node Loops::rounds() {
  const std::string i = fresh("i");
  static const char* const texts[] = {
      "{ u32 @i = 0u;\nwhile ($0 && @i < @most) {\n++@i;\n$1} }\n",
      "{ u32 @i = 0u;\ndo {\n$1} while (++@i < @most && $0); }\n",
      "for (u32 @i = 0u;; ++@i) {\nif (@i > @most) break;\n$1 if ($0) break;\n$2}\n"};
  const std::string text = with(pick(texts), {{"i", i}, {"most", number(3 + below(30))}});
  std::vector<Node> parts = {test(), in_loop(i, true, 3), statement()};
  return statement_of(text, std::move(parts));
}

// States that lanes walk through, for the most part together.
Node Loops::machine() {
  const std::string i = fresh("i"), s = fresh("s");
  const unsigned states = 3 + below(3);
  std::string text = "{ u32 " + i + " = 0u, " + s + " = 0u;\nwhile (" + s + " != " + number(states) + " && " +
                     i + "++ < 40u) {\n$0switch (" + s + ") {\n";
  counters_.push_back(i);
  ++depth_;
  std::vector<Node> parts = {statement()};
  for (unsigned k = 0; k < states; ++k) {
    Node condition = test();
    const std::string yes = number(below(states + 1)), no = number(chance(60) ? k + 1 : below(states + 1));
    const std::string at = "$" + std::to_string(parts.size());
    text += "case " + std::to_string(k) + ": {\n" + at + (chance(25) ? " continue; }\n" : " break; }\n");
    static const char* const texts[] = {"@s = $0 ? @yes : @no; $1",
                                        "if ($0) { $1 @s = @yes; } else @s = @no;",
                                        "@s = @no; if ($0) { @s = @yes; $1 }"};
    const std::string move = with(pick(texts), {{"s", s}, {"yes", yes}, {"no", no}});
    parts.push_back(statement_of(move, {std::move(condition), statement()}));
  }
  --depth_;
  counters_.pop_back();
  text += "default: break;\n}\n" + std::string(chance(40) ? "a = a * 3u + " + s + ";\n" : "") +
          "} a ^= " + s + "; }\n";
  return statement_of(text, std::move(parts));
}

// Searches the place where a key would be in order; the comparisons read values without order, and the search
// ends all the same.
Node Loops::search() {
  static const char* const keys[] = {"in[gid]", "in[3]", "d", "b", "tid * 77u", "v"};
  const std::string lo = fresh("lo"), hi = fresh("hi"), mid = fresh("mid");
  const std::string key = pick(keys);
  std::string text = "{ u32 " + lo + " = 0u, " + hi + " = " + (chance(50) ? "255u" : "tid") + ";\nwhile (" +
                     lo + " < " + hi + ") {\nconst u32 " + mid + " = (" + lo + " + " + hi + ") / 2u;\n";
  if (chance(50)) text += "if (in[" + mid + "] == " + key + ") { r = " + mid + "; break; }\n";
  text += "$0 if (in[" + mid + "] < " + key + ") " + lo + " = " + mid + " + 1u; else " + hi + " = " + mid +
          ";\n} a += " + lo + "; }\n";
  return statement_of(text, {statement()});
}

// Until two numbers are the same.
Node Loops::approach() {
  static const char* const numbers[] = {"(in[gid] & 63u) + 1u", "(in[9] & 63u) + 1u", "lane + 1u",
                                        "(b & 63u) + 1u",       "(tid & 31u) + 5u",   "12u",
                                        "(p.a & 31u) + 1u"};
  const std::string x = fresh("x"), y = fresh("y");
  const std::string first = pick(numbers), second = pick(numbers);
  static const char* const texts[] = {
      "{ u32 @x = @first, @y = @second;\nwhile (@x != @y) {\nif (@x > @y) @x -= @y; else @y -= @x;\n$0} a = "
      "a * 3u + @x; }\n",
      "{ u32 @x = @first, @y = @second;\nwhile (@x != @y) {\nif (@x < @y) { @y -= @x; continue; }\n$0 @x -= "
      "@y;\n} a = a * 3u + @x; }\n"};
  const std::string text = with(pick(texts), {{"x", x}, {"y", y}, {"first", first}, {"second", second}});
  return statement_of(text, {statement()});
}

// Sets on a stack, each taken apart bit by bit.
Node Loops::stack() {
  static const char* const sets[] = {"in[gid] & 31u", "in[tid & 63u] & 63u", "d & 31u",
                                     "b & 63u",       "p.a & 31u",           "(lane & 15u) | 1u"};
  const std::string open = fresh("open"), sp = fresh("sp"), found = fresh("found"), bit = fresh("bit");
  const std::string set = pick(sets), more = pick(sets);
  const std::string depth = std::to_string(2 + below(2));
  std::string text = "{ u32 " + open + "[6]; int " + sp + " = 0; u32 " + found + " = 0u;\n" + open +
                     "[0] = " + set + ";\nwhile (" + sp + " >= 0) {\n";
  text += "if (" + open + "[" + sp + "] == 0u) { --" + sp + "; continue; }\n";
  text += "const u32 " + bit + " = " + open + "[" + sp + "] & (0u - " + open + "[" + sp + "]);\n" + open +
          "[" + sp + "] &= " + open + "[" + sp + "] - 1u;\n$0";
  text += "if (" + sp + " == " + depth + ") { ++" + found + "; $1 continue; }\n++" + sp + ";\n" + open + "[" +
          sp + "] = (" + more + ") & ~" + bit + ";\n} a += " + found + "; }\n";
  return statement_of(text, {statement(), statement()});
}

// Placements of queens, the first rows' as the thread has them.
Node Loops::queens() {
  const unsigned size = 4 + below(2);
  const std::string first = chance(50) ? "lane & 3u" : "in[gid] & 1u";
  const std::string all = number((1u << size) - 1u), rows = std::to_string(size);
  return statement_of(
      "{ u32 cols[8], left[8], right[8], open[8]; int row = 0; u32 found = 0u;\ncols[0] = " + first +
          "; left[0] = 0u; right[0] = 0u; open[0] = " + all +
          " & ~cols[0];\nwhile (row >= 0) {\nif (open[row] == 0u) { --row; continue; }\n"
          "const u32 bit = open[row] & (0u - open[row]);\nopen[row] &= ~bit;\n$0if (row == " +
          std::to_string(size - 2) +
          ") { ++found; continue; }\n"
          "cols[row + 1] = cols[row] | bit; left[row + 1] = (left[row] | bit) << 1; right[row + 1] = "
          "(right[row] | bit) >> 1;\n++row;\n"
          "open[row] = " +
          all + " & ~(cols[row] | left[row] | right[row]);\n} a += found * " + rows + "u; }\n",
      {statement()});
}

Kernel Loops::run() {
  budget_ = 3 + static_cast<int>(below(chance(25) ? 14 : 7));
  std::vector<Node> lines;
  lines.push_back(removable(loop()));
  for (unsigned i = below(3); i > 0; --i) lines.push_back(one());
  return kernel_around(lines_of(std::move(lines)));
}

}  // namespace

Kernel generate_loops(std::uint64_t seed) {
  return first_telling(seed, [](std::uint64_t a, std::uint64_t attempt) { return Loops(a, attempt).run(); });
}

}  // namespace gridcall::kernels
