// SPDX-License-Identifier: Apache-2.0
//
// The script, and the kernel around it.

#include "fuzz/generator/meetings.h"

#include <algorithm>
#include <utility>

namespace gridcall::kernels {

// A lane of the set, known to all of it.
std::string Meetings::some_lane_of(unsigned set) {
  const std::string m = mask_of(set);
  switch (below(3)) {
    case 0:
      return "__ffs((int)" + m + ") - 1";
    case 1:
      return "31 - __clz((int)" + m + ")";
    default:
      return "(int)" + lane_after() + "(" + m + ", lane)";
  }
}

void Meetings::add_meeting(Script& to, unsigned set) {
  static const char* const truths[] = {"a = a * 3u + __ballot_sync(@m, $0);",
                                       "a += (u32)(__any_sync(@m, $0) != 0);",
                                       "d ^= (u32)(__all_sync(@m, $0) != 0);"};
  static const char* const values[] = {
      "a ^= __shfl_sync(@m, $0, @lane);",
      "d += __shfl_sync(@m, $0, @lane);",
      "b = __shfl_sync(@m, $0, @first);",
      "a = a * 5u + __reduce_add_sync(@m, $0);",
      "d = __reduce_min_sync(@m, $0);",
      "a ^= __reduce_max_sync(@m, $0);",
      "a += __reduce_xor_sync(@m, $0 & 255u);",
      "c = __reduce_or_sync(@m, $0 & 15u);",
      "a ^= __match_any_sync(@m, $0 & 3u);",
      "{ int same = 5; d += __match_all_sync(@m, $0 & 1u, &same); d ^= (u32)same; }"};
  Step step;
  step.set = set;
  const bool votes = chance(30);
  step.type = votes ? Type::kBool : Type::kU32;
  const std::string text = votes ? pick(truths) : pick(values);
  step.text = with(
      text,
      {{"m", mask_of(set)}, {"lane", some_lane_of(set)}, {"first", "__ffs((int)" + mask_of(set) + ") - 1"}});
  to.push_back(std::move(step));
}

// Written before a meeting, read behind it, and not written again before all have read.
void Meetings::add_exchange(Script& to, unsigned set) {
  const auto add = [&](Step::Kind kind) {
    Step step;
    step.kind = kind;
    step.set = set;
    to.push_back(std::move(step));
  };
  const bool leads = chance(45);
  add(leads ? Step::kLead : Step::kWrite);
  add(Step::kSync);
  add(leads ? Step::kTake : Step::kRead);
  add(Step::kSync);
}

void Meetings::add_barriers(Script& to) {
  static const char* const counts[] = {"a += (u32)__syncthreads_count($0);",
                                       "a = a * 3u + (u32)(__syncthreads_and($0) != 0);",
                                       "c ^= (u32)(__syncthreads_or($0) != 0);"};
  const auto add = [&](Step::Kind kind) {
    Step step;
    step.kind = kind;
    if (kind == Step::kBarrier && named_ && chance(25)) {
      step.kind = Step::kNamed;
      const std::string all = "named_barrier(" + number(1 + below(14)) + ", threads);";
      // Every second warp takes part.
      const std::string some = "if ((tid / 32u & 1u) == 0u) named_barrier(" + number(1 + below(14)) +
                               ", (threads / 32u + 1u) / 2u * 32u);";
      step.text = chance(60) ? all : some;
    }
    if (kind == Step::kBarrier && chance(20)) {
      step.kind = Step::kCount;
      step.text = pick(counts);
    }
    to.push_back(std::move(step));
  };
  if (chance(35)) return add(Step::kBarrier);
  add(Step::kRing);
  add(Step::kBarrier);
  add(Step::kNeighbour);
  add(Step::kBarrier);
}

Step Meetings::repeat() {
  static const char* const counts[] = {
      "2u", "3u", "4u", "6u", "((p.a & 3u) + 1u)", "((in[5] & 3u) + 2u)", "((blockIdx.x & 1u) + 2u)"};
  Step step;
  step.kind = Step::kRepeat;
  step.count = pick(counts);
  step.steps = script(2, true);
  return step;
}

Meetings::Script Meetings::script(unsigned most, bool inside) {
  Script result;
  for (unsigned i = 1 + below(most); i > 0; --i) {
    const unsigned set = below(sets_ + 1);
    const unsigned drawn = below(100);
    if (!inside && drawn < 35) {
      result.push_back(repeat());
    } else if (barriers_ && drawn < 60) {
      add_barriers(result);
    } else if (drawn < 80) {
      add_exchange(result, set);
    } else {
      for (unsigned k = 1 + below(2); k > 0; --k) add_meeting(result, set);
    }
  }
  return result;
}

Kernel Meetings::run() {
  static const char* const predicates[] = {"(lane & 1u) != 0u",
                                           "lane < 16u",
                                           "lane == 0u",
                                           "lane >= 5u",
                                           "(in[gid] & 1u) != 0u",
                                           "(0x0f0f33aau >> lane & 1u) != 0u",
                                           "lane % 3u == 1u",
                                           "threadIdx.x < 7u",
                                           "(threadIdx.y & 1u) != 0u",
                                           "(in[gid] & 12u) == 0u",
                                           "lane == (p.a & 31u)",
                                           "(tid / 32u & 1u) != 0u",
                                           "lane != 3u"};
  sets_ = 1 + below(3);
  barriers_ = chance(40);
  budget_ = 2 + static_cast<int>(below(chance(15) ? 12 : 6));
  const std::vector<Shape> shapes = shapes_for(seed_);
  named_ = std::all_of(shapes.begin(), shapes.end(), [](const Shape& shape) {
    return shape.block[0] * shape.block[1] * shape.block[2] % 32 == 0;
  });
  std::string variables =
      "  const u32 m0 = (tid | 31u) < threads ? 0xffffffffu : 0xffffffffu >> (31u - ((threads - 1u) & "
      "31u));\n"
      "  const bool t0 = true;\n";
  for (unsigned i = 1; i <= sets_; ++i) {
    const std::string t = member_of(i), m = mask_of(i);
    // Some sets are inside of others; their lanes know both.
    const std::string of = i > 1 && chance(40) ? " && " + member_of(i - 1) : "";
    variables += "  const bool " + t + " = " + pick(predicates) + of + ";\n  const u32 " + m +
                 " = __ballot_sync(m0, " + t + ");\n";
  }
  const Script all = script(2, false);
  Runners runners;
  Node body = until_left(runners, all);
  const std::string printed = body.print();
  std::string shared;
  if (uses(printed, "cell")) shared += "  __shared__ u32 cell[1024];\n";
  if (uses(printed, "ring")) shared += "  __shared__ u32 ring[1024];\n";
  if (uses(printed, "box")) shared += "  __shared__ u32 box[4][32];\n";
  Kernel kernel = kernel_around(std::move(body), variables + shared);
  kernel.divergent_barriers = parts_;
  kernel.root.text =
      "// Of a mask's lanes the one behind `lane`; behind the last is the first.\n__device__ u32 " +
      lane_after() +
      R"((u32 mask, u32 lane) {
  const u32 above = mask & (0xfffffffeu << lane);
  return (u32)__ffs((int)(above != 0u ? above : mask)) - 1u;
}
)" + kernel.root.text;
  return kernel;
}

Kernel generate_meetings(std::uint64_t seed) {
  return first_telling(seed,
                       [](std::uint64_t a, std::uint64_t attempt) { return Meetings(a, attempt).run(); });
}

}  // namespace gridcall::kernels
