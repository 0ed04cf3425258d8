// SPDX-License-Identifier: Apache-2.0
//
// Branches, loops, switches, and their exits.

#include "fuzz/generator/writer.h"

namespace gridcall::kernels {
namespace {

constexpr const char* kCounted = "{ u32 @end = $0 % @most; for (u32 @n = 0; @n < @end; ++@n) {\n$1} }";

}  // namespace

std::string Writer::text_of(const Ways& ways) {
  const std::string otherwise = ways.no.empty() ? "" : " else { u32 @no = @mask & ~@yes;\n$2}";
  return named("{ bool @go = $0; u32 @yes = __ballot_sync(@mask, @go); if (@go) {\n$1}" + otherwise + " }",
               {{"mask", ways.mask}, {"go", ways.test}, {"yes", ways.yes}, {"no", ways.no}});
}

Node Writer::switch_of(Node condition) {
  return statement_of("switch ($0 & 7u) {\n", {std::move(condition)});
}

void Writer::add_arm(Node& to, const std::string& label, Node body, bool ends) {
  to.text += label + ": {\n$" + std::to_string(to.children.size()) + (ends ? "} break;\n" : "}\n");
  to.children.push_back(std::move(body));
}

Node Writer::branch(const Scope& scope) {
  Scope inner = scope.inside();
  const int count = 1 + static_cast<int>(random_.below(3));
  const bool otherwise = random_.chance(40);
  std::string text = otherwise ? kIfElse : kIf;
  Ways ways;
  ways.mask = scope.mask;
  Node condition;
  if (scope.flow == Flow::kBlock && random_.chance(35)) {
    // The whole block goes one way.
    condition = Node{Type::kBool, "(($0 & 1u) != 0u)", {draw(uniform(1))}};
  } else {
    condition = draw(truth(2));
    if (scope.flow != Flow::kFree && random_.chance(60)) {
      ways.test = fresh("go");
      ways.yes = fresh("m");
      inner.set_mask(ways.yes);
    } else {
      inner.set_free();
    }
  }
  std::vector<Node> parts = {std::move(condition)};
  parts.push_back(block(inner, count));
  if (!ways.test.empty()) {
    if (otherwise) inner.mask = ways.no = fresh("m");
    text = text_of(ways);
  }
  if (otherwise) parts.push_back(block(inner, count));
  return statement_of(std::move(text), std::move(parts));
}

Node Writer::loop(const Scope& scope) {
  if (loops_ >= 2) return assignment(2);
  ++loops_;
  Scope inner = scope.inside();
  inner.in_loop = false;
  const int count = 1 + static_cast<int>(random_.below(3));
  Names names;
  names.emplace_back("n", fresh("n"));
  names.emplace_back("most", number(2 + random_.below(7)));
  names.emplace_back("end", fresh("end"));
  Node result;
  if (scope.flow == Flow::kBlock && random_.chance(50)) {
    Node trips = draw(uniform(1));
    result = statement_of(named(kCounted, names), {trips, block(inner, count)});
  } else if (scope.flow != Flow::kFree && random_.chance(50)) {
    result = mask_loop(inner, count, std::move(names));
  } else {
    result = free_loop(inner, count, names);
  }
  --loops_;
  return result;
}

// Lanes leave at the top or at a break; the mask follows them.
Node Writer::mask_loop(Scope inner, int count, Names names) {
  names.emplace_back("mask", inner.mask);
  inner.set_mask(fresh("m"));
  names.emplace_back("all", inner.mask);
  std::string text =
      "{ u32 @end = $0 % @most; u32 @all = @mask; for (u32 @n = 0;; ++@n) { @all = __ballot_sync(@all, @n < "
      "@end); if (@n >= @end) break;\n$1";
  std::vector<Node> parts = {draw(u32(2)), block(inner, count)};
  if (random_.chance(40)) {
    text += "{ bool @stop = $2; @all = __ballot_sync(@all, !@stop); if (@stop) break; }\n$3";
    names.emplace_back("stop", fresh("stop"));
    parts.push_back(draw(truth(2)));
    parts.push_back(block(inner, 1));
  }
  return statement_of(named(text + "} }", names), std::move(parts));
}

Node Writer::free_loop(Scope inner, int count, const Names& names) {
  static const char* const over_the_grid =
      "{ u32 @end = min(8192u, ($0 % @most + 1u) * 5u * grid); for (u32 @n = gid; @n < @end; @n += grid) { "
      "a = a * 3u + in[@n];\n$1} }";
  static const char* const downwards = "{ u32 @n = $0 & 7u; do {\n$1} while (@n-- != 0u && $2); }";
  static const char* const texts[] = {
      kCounted, downwards, over_the_grid, over_the_grid,
      // An address that walks.
      "{ u32 @end = gid + $0 % @most; for (u32 @n = gid; @n < @end; ++@n) { a += in[@n];\n$1} }"};
  inner.set_free();
  inner.in_loop = true;
  std::vector<Node> parts = {draw(u32(2))};
  const char* text = pick(texts);
  parts.push_back(text == over_the_grid && !random_.chance(50) ? assignment(1) : block(inner, count));
  if (text == downwards) parts.push_back(draw(truth(2)));
  return statement_of(named(text, names), std::move(parts));
}

// Each thread goes along a row of its own, from where it likes and as far as it likes.
Node Writer::row_statement(const Scope& scope) {
  if (scope.depth >= 3 || random_.chance(20)) return statement_of("b ^= $0;", {atom(Type::kU32)});
  Scope inner = scope.inside();
  inner.set_free();
  if (random_.chance(25)) return statement_of(kIf, {draw(truth(1)), block(inner, 2)});
  inner.in_loop = true;
  Names names;
  for (const char* name : {"n", "from", "end"}) names.emplace_back(name, fresh(name));
  Node first = draw(u32(1));
  Node length = draw(u32(1));
  names.emplace_back("most", number(3 + random_.below(scope.depth == 0 ? 40 : 5)));
  static const char* const takes[] = {"a += in[@n];", "a = a * 5u ^ in[@n];", "a = min(a, in[@n]);",
                                      "b -= in[@n];"};
  std::string body = pick(takes);
  if (random_.chance(70)) body += " b += in[@n + 1u] * in[@n + 4000u];";
  if (random_.chance(20)) body += random_.chance(50) ? " if (b == 3u) break;" : " if (b == 3u) continue;";
  if (random_.chance(20)) body += " out[gid] = a;";
  names.emplace_back("body", body);
  return statement_of(
      named("{ u32 @from = (gid * 37u ^ $0) & 4095u, @end = @from + $1 % @most; for (u32 @n = "
            "@from; @n < @end; ++@n) { @body\n$2} }",
            names),
      {first, length, block(inner, random_.chance(70) ? 0 : 1)});
}

Node Writer::choice(const Scope& scope) {
  Scope inner = scope.inside();
  inner.in_loop = false;  // break would be the switch's
  const bool same = scope.flow == Flow::kBlock && random_.chance(30);
  if (!same) inner.set_free();
  Node result = switch_of(draw(same ? uniform(1) : u32(2)));
  const unsigned cases = 2 + random_.below(4);
  for (unsigned i = 0; i < cases && i < 3; ++i) {
    const bool ends = random_.chance(75);
    add_arm(result, "case " + std::to_string(i == 2 ? 5 : i), block(inner, 1), ends);
  }
  if (random_.chance(60)) add_arm(result, "default", block(inner, 1));
  result.text += "}";
  return result;
}

// A return, a break or a continue.
Node Writer::leave(const Scope& scope) {
  static const char* const if_return = "if ($0) return;";
  if (scope.in_loop) {
    const char* text = random_.chance(50) ? "if ($0) break;" : "if ($0) continue;";
    return statement_of(text, {draw(truth(2))});
  }
  if (anywhere_) {
    if (random_.chance(60)) return assignment(2);
    return statement_of(if_return, {draw(truth(2))});
  }
  if (scope.depth == 0 && random_.chance(40)) {
    left_ = true;
    static const Forms forms = {
        // Whole warps leave.
        {1,
         {"if (tid / 32u == 0u) return;", "if (tid / 32u == 1u) return;", "if (tid / 32u == 2u) return;"},
         {}},
        {1, {}, {}, 100, &Writer::end_of_grid},
        {1, {"{ bool go = $0; m0 = __ballot_sync(m0, !go); if (go) return; }"}, {truth(2)}},
    };
    return statement_from(forms);
  }
  if (scope.flow == Flow::kFree && scope.depth == 1 && !lost_ && random_.chance(15)) {
    lost_ = true;  // from here on no warp function, and no barrier either
    return statement_of(if_return, {draw(truth(2))});
  }
  return assignment(2);
}

// As most kernels have it.
Node Writer::end_of_grid(int) {
  const std::string end = number(random_.below(3000));
  return statement_of("{ bool go = gid >= " + end + "; m0 = __ballot_sync(m0, !go); if (go) return; }");
}

Node Writer::statement(Scope& scope) {
  --budget_;
  if (lost_) scope.set_free();
  Node result = rows_ ? row_statement(scope) : any_statement(scope);
  result.removable = true;
  return result;
}

Node Writer::any_statement(const Scope& scope) {
  const bool deep = scope.depth >= 3 || budget_ <= 0;
  switch (random_.below(deep ? 9 : 16)) {
    case 3:
      return global_store();
    case 4:
      return random_.chance(50) ? shared_atomic() : global_atomic();
    case 5:
    case 6:
      if (anywhere_) return barrier_anywhere(scope);
      return scope.flow == Flow::kFree ? assignment(2) : warp_statement(scope);
    case 7:
      if (anywhere_) return barrier_anywhere(scope);
      if (scope.flow != Flow::kBlock) return assignment(3);
      if (random_.chance(30)) {
        const int depth = random_.chance(25) ? 2 : 1;
        return statement_of("{ __syncthreads();\n$0}", {arms_with_barriers(scope, depth)});
      }
      // Exited threads' cells are read by nobody only as long as nobody has left.
      return left_ ? statement_of("__syncthreads();") : barrier_statement();
    case 8:
      return leave(scope);
    case 9:
    case 10:
    case 11:
      return branch(scope);
    case 12:
    case 13:
      return loop(scope);
    case 14:
      return choice(scope);
    default:
      return assignment(3);
  }
}

Node Writer::block(Scope scope, int count) {
  std::vector<Node> lines;
  for (int i = 0; i < count && i < 9; ++i) lines.push_back(statement(scope));
  return lines_of(std::move(lines));
}

}  // namespace gridcall::kernels
