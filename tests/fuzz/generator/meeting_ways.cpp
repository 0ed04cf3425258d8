// SPDX-License-Identifier: Apache-2.0
//
// The code in which threads come to the meetings of a script.

#include <algorithm>
#include <iterator>
#include <utility>

#include "fuzz/generator/meetings.h"

namespace gridcall::kernels {
namespace {

bool is_of_block(const Step& step) {
  return step.kind >= Step::kBarrier && step.kind <= Step::kNamed;
}

}  // namespace

// Whether some of them do.
bool Meetings::takes_part(const Runners& runners, const Step& step) const {
  if (step.kind == Step::kRepeat)
    return std::any_of(step.steps.begin(), step.steps.end(),
                       [&](const Step& one) { return takes_part(runners, one); });
  if (is_of_block(step) || step.set == 0) return true;
  const auto known = runners.of.find(step.set);
  return known == runners.of.end() || known->second;
}

// Whether all of them do.
bool Meetings::is_sure(const Runners& runners, const Step& step) const {
  if (step.kind == Step::kRepeat || is_of_block(step) || step.set == 0) return true;
  const auto known = runners.of.find(step.set);
  return known != runners.of.end() && known->second;
}

// Control flow without a meeting, which each thread goes through as it likes.
Node Meetings::noise() {
  switch (below(6)) {
    case 0: {
      std::vector<Node> parts = {test(), statement()};
      return removable(statement_of(kIf, std::move(parts)));
    }
    case 1: {
      const std::string i = fresh("i");
      static const char* const bounds[] = {"(d & 3u)", "3u", "(tid & 3u)", "(in[gid] & 7u)"};
      const std::string bound = pick(bounds);
      counters_.push_back(i);
      Node inner = statement();
      counters_.pop_back();
      return removable(
          statement_of("for (u32 " + i + " = 0u, end = " + bound + "; " + i + " < end; ++" + i + ") {\n$0}\n",
                       {std::move(inner)}));
    }
    case 2: {
      const std::string i = fresh("i");
      counters_.push_back(i);
      std::vector<Node> parts = {rare_test(), statement(), statement()};
      counters_.pop_back();
      return removable(statement_of("{ u32 " + i + " = 0u;\nfor (;;) {\n++" + i +
                                        ";\nif ($0) { $1 continue; }\n$2 if (" + i + " > " +
                                        number(1 + below(5)) + ") break;\n} }\n",
                                    std::move(parts)));
    }
    default:
      return statement();
  }
}

Node Meetings::plain(const Runners& runners, const Step& step) {
  const std::string m = mask_of(step.set), box = "box[" + std::to_string(step.set) + "][tid / 32u]";
  switch (step.kind) {
    case Step::kMeet:
      return statement_of(
          step.text, {step.type == Type::kBool ? condition(chance(50) ? Kind::kDivergent : Kind::kUniform)
                                               : any_value(1)});
    case Step::kSync:
      return statement_of("__syncwarp(" + m + ");");
    case Step::kWrite:
      return statement_of("cell[tid] = $0;", {any_value(1)});
    case Step::kRead:
      return statement_of("a = a * 3u + cell[(tid & ~31u) + " + lane_after() + "(" + m + ", lane)];");
    case Step::kLead:
      return statement_of("if (lane == (u32)__ffs((int)" + m + ") - 1u) " + box + " = $0;", {any_value(1)});
    case Step::kTake:
      return statement_of("a = a * 5u ^ " + box + ";");
    case Step::kBarrier:
      return statement_of(runners.whole_warps ? "__syncthreads();" : "block_barrier();");
    case Step::kCount:
      parts_ = parts_ || !runners.whole_warps;
      return statement_of(step.text, {condition(chance(50) ? Kind::kDivergent : Kind::kUniform)});
    case Step::kRing:
      return statement_of("ring[tid] = $0;", {any_value(1)});
    case Step::kNeighbour:
      return statement_of("d = d * 3u + ring[(tid + " + number(1 + below(40)) + ") % threads];");
    case Step::kNamed:
      return statement_of(step.text);
    case Step::kRepeat:
      break;
  }
  return around_loop(runners, step);
}

// One that they all come to, or that those who do are told from the rest by a test.
Node Meetings::one(const Runners& runners, const Step& step) {
  if (is_sure(runners, step)) return plain(runners, step);
  Runners members = runners;
  members.of[step.set] = true;
  members.whole_warps = false;
  const std::string t = member_of(step.set), m = mask_of(step.set);
  const std::string test = chance(70) ? t : "(" + m + " >> lane & 1u) != 0u";
  return statement_of("if (" + test + ") {\n$0 }\n", {plain(members, step)});
}

// Two branches, each with every step of the script, for the lanes that take part.
Node Meetings::split(const Runners& runners, const Script& steps, std::size_t first, std::size_t last,
                     int set) {
  Runners yes = runners, no = runners;
  ++yes.depth;
  ++no.depth;
  Node condition;
  if (set > 0) {
    yes.of[static_cast<unsigned>(set)] = true;
    no.of[static_cast<unsigned>(set)] = false;
    yes.whole_warps = no.whole_warps = false;
    condition = leaf(Type::kBool, member_of(static_cast<unsigned>(set)));
  } else if (divergent_left_ != 0 && chance(60)) {
    --divergent_left_;
    yes.whole_warps = no.whole_warps = false;
    condition = this->condition(chance(50) ? Kind::kDivergent : Kind::kAffine);
  } else {
    // It only looks the same for all.
    yes.whole_warps = no.whole_warps = false;
    condition = this->condition(Kind::kUniform);
  }
  Node on_yes = emit(yes, steps, first, last);
  Node on_no = emit(no, steps, first, last);
  const std::string end = fresh("met"), other = fresh("else");
  static const char* const texts[] = {
      kIfElse, "do { if ($0) {\n$1 break; }\n$2 } while (false);\n",
      "if ($0) goto @other;\n{\n$2 }\ngoto @end;\n@other: {\n$1 }\n@end: ;\n",
      // The way of the second sort of lanes is behind that of the first.
      "{ bool rest = true;\nwhile (rest) {\nrest = false;\nif ($0) {\n$1 continue; }\n$2 break;\n} }\n"};
  const std::string text = with(texts[chance(50) ? 0 : below(4)], {{"other", other}, {"end", end}});
  std::vector<Node> parts = {std::move(condition), std::move(on_yes), std::move(on_no)};
  return statement_of(text, std::move(parts));
}

Node Meetings::inside(const std::string& counter, const Runners& runners, const Script& steps) {
  counters_.push_back(counter);
  Node result = emit(runners, steps, 0, steps.size());
  counters_.pop_back();
  return result;
}

// As often as the script says, however the iterations are counted.
Node Meetings::around_loop(const Runners& runners, const Step& step) {
  Runners inner = runners;
  ++inner.depth;
  const std::string i = fresh("i"), k = fresh("k");
  const Names names = {{"i", i}, {"k", k}, {"count", step.count}};
  const bool is_number = step.count.size() == 2;
  const unsigned form = below(is_number ? 6 : 5);
  if (form == 5 && step.count <= "3u") {  // one iteration behind the other
    std::vector<Node> lines;
    for (char round = '0'; round < step.count[0]; ++round)
      lines.push_back(emit(inner, step.steps, 0, step.steps.size()));
    return lines_of(std::move(lines));
  }
  if (form == 0) {
    return statement_of(with("for (u32 @i = 0u; @i < @count; ++@i) {\n$0}\n", names),
                        {inside(i, inner, step.steps)});
  }
  if (form == 1) {
    return statement_of(with("{ u32 @i = @count;\ndo {\n$0} while (--@i != 0u); }\n", names),
                        {inside(i, inner, step.steps)});
  }
  // Iterations that are cut short before the meetings, by some lanes: these come in iterations of their own.
  inner.whole_warps = false;
  if (form == 2) {
    counters_.push_back(k);
    std::vector<Node> parts = {rare_test(), noise()};
    counters_.pop_back();
    parts.push_back(inside(k, inner, step.steps));
    return statement_of(with("{ u32 @i = 0u, @k = 0u;\nfor (;;) {\n++@k;\nif ($0) { $1 continue; }\n$2 if "
                             "(++@i >= @count) break;\n} }\n",
                             names),
                        std::move(parts));
  }
  if (form == 3) {
    counters_.push_back(k);
    std::vector<Node> parts = {rare_test()};
    counters_.pop_back();
    parts.push_back(inside(k, inner, step.steps));
    parts.push_back(noise());
    return statement_of(
        with("{ u32 @i = 0u, @k = 0u;\nwhile (@i < @count) {\nif (!($0)) {\n$1 ++@i; }\n$2 ++@k;\n} }\n",
             names),
        std::move(parts));
  }
  // The expected value follows from the number of the iteration.
  const std::string s = fresh("s");
  counters_.push_back(i);
  std::vector<Node> parts = {noise(), Node{}, noise(), rare_test()};
  parts[1] = emit(inner, step.steps, 0, step.steps.size());
  counters_.pop_back();
  return statement_of(with("{ u32 @i = 0u, @k = 0u, @s = 0u;\nwhile (@s != 3u) {\n++@k;\nswitch (@s) {\ncase "
                           "0: {\n$0 @s = 1u; break; }\ncase 1: {\n$1 @s = ++@i >= "
                           "@count ? 3u : 2u; break; }\ndefault: {\n$2 @s = 0u; break; }\n}\n} }\n",
                           {{"i", i}, {"k", k}, {"s", s}, {"count", step.count}}),
                      std::move(parts));
}

// Threads that have nothing left to meet for may leave the kernel before the others are through.
Node Meetings::until_left(const Runners& runners, const Script& steps) {
  std::size_t from = steps.size();
  unsigned set = 0;
  while (from > 0) {
    const Step& step = steps[from - 1];
    if (step.kind != Step::kBarrier && step.kind != Step::kCount) {
      if (is_of_block(step) || step.kind == Step::kRepeat || step.set == 0 || (set != 0 && step.set != set))
        break;
      set = step.set;
    }
    --from;
  }
  if (set == 0 || chance(40)) return emit(runners, steps, 0, steps.size());
  Node before = emit(runners, steps, 0, from);
  Runners left = runners;
  left.of[set] = true;
  left.whole_warps = false;
  std::vector<Node> parts = {std::move(before), store()};
  parts.push_back(emit(left, steps, from, steps.size()));
  return statement_of("$0if (!" + member_of(set) + ") { $1 return; }\n$2", std::move(parts));
}

// The next steps, at least one of them; `last` becomes where it ends.
Node Meetings::emit_some(const Runners& runners, const Script& steps, std::size_t first, std::size_t& last) {
  const std::size_t left = last - first;
  --budget_;
  last = first + 1;
  const Step& next = steps[first];
  if (budget_ <= 0 || runners.depth >= 3 || chance(30)) return one(runners, next);
  last = first + 1 + below(static_cast<unsigned>(std::min<std::size_t>(left, 4)));
  // By a set of the script, if there is one that is open, or by anything.
  int set = 0;
  for (std::size_t i = first; i < last; ++i) {
    if (!is_of_block(steps[i]) && steps[i].kind != Step::kRepeat && steps[i].set != 0 &&
        !runners.of.contains(steps[i].set))
      set = static_cast<int>(steps[i].set);
  }
  if (set == 0 && chance(50)) {
    const unsigned any = 1 + below(sets_);
    if (!runners.of.contains(any)) set = static_cast<int>(any);
  }
  return split(runners, steps, first, last, set);
}

Node Meetings::emit(const Runners& runners, const Script& steps, std::size_t first, std::size_t last) {
  std::vector<Node> lines;
  while (first < last && lines.size() < 8) {
    if (!takes_part(runners, steps[first])) {
      ++first;
      continue;
    }
    if (chance(15) && budget_ > 0) lines.push_back(noise());
    std::size_t end = last;
    lines.push_back(emit_some(runners, steps, first, end));
    first = end;
  }
  if (first < last) lines.push_back(emit(runners, steps, first, last));
  return lines_of(std::move(lines));
}

}  // namespace gridcall::kernels
