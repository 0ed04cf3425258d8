// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "fuzz/generator/writer.h"

namespace gridcall::kernels {

Node Writer::barrier_statement() {
  static const Forms forms = {
      {1, {"__syncthreads();"}, {}},
      {1, {"u = (u32)__syncthreads_count($0);"}, {truth(2)}},
      {1, {"u ^= (u32)(__syncthreads_and($0) != 0);"}, {truth(1)}},
      {1, {"u += (u32)(__syncthreads_or($0) != 0);"}, {truth(1)}},
      {1,
       {"{ __syncthreads(); cell[tid] = $0; __syncthreads(); a ^= cell[(tid + @k) % threads]; "
        "__syncthreads(); }"},
       {u32(2)}},
      {1,
       {"{ __syncthreads(); cell[threads - 1u - tid] = $0; __syncthreads(); b += cell[$1 % threads]; "
        "__syncthreads(); }"},
       {u32(2), u32(1)}},
      {1, {"{ __syncthreads(); c += s_add[$0 & 15u]; __syncthreads(); }"}, {u32(1)}},
      {1, {"{ __syncthreads(); i += s_max[$0 & 15u] & 255; i &= 0xffff; __syncthreads(); }"}, {u32(1)}},
  };
  return statement_from(forms, 0, {{"k", number(random_.below(40))}});
}

// Writes a barrier of any kind; each thread keeps what it returns.
Node Writer::any_barrier() {
  static const Forms forms = {
      {1, {"c += (u32)__syncthreads_count($0);"}, {truth(2)}},
      {1, {"t = __syncthreads_and($0) != 0;"}, {truth(1)}},
      {1, {"b ^= (u32)(__syncthreads_or($0) != 0);"}, {truth(1)}},
      {2, {"__syncthreads();"}, {}},
  };
  return statement_from(forms);
}

// A value that a thread writes in one iteration is read by others in the next, and may be overwritten by the
// one after that.
Node Writer::barrier_anywhere(const Scope& scope) {
  divergent_barriers_ = divergent_barriers_ || scope.depth > 0;
  if (random_.chance(40)) return statement_of("{ $0 ++round; }", {any_barrier()});
  return statement_of("{ ring[round & 1u][tid] = $0; $1 ++round; a ^= ring[~round & 1u][$2 % threads]; }",
                      {draw(u32(2)), any_barrier(), draw(u32(1))});
}

// Writes two barriers on each way: cells are written before the first, read between them.
Node Writer::arms_with_barriers(const Scope& scope, int depth) {
  static const Forms reads = {
      {1, {"b += cell[$0 % threads];"}, {u32(1)}, 50},
      {0, {"a ^= cell[$0 % threads];"}, {u32(1)}},
  };
  Scope inner = scope;
  inner.depth = std::max(scope.depth + 1, 2);
  if (depth <= 0 || random_.chance(20)) {
    std::vector<Node> lines;
    if (!left_ && random_.chance(70)) lines.push_back(statement_of("cell[tid] = $0;", {draw(u32(2))}));
    for (int phase = 0; phase < 3; ++phase) {
      if (phase == 1 && !left_ && random_.chance(70)) lines.push_back(statement_from(reads));
      if (random_.chance(35)) lines.push_back(block(inner, 1));
      if (phase < 2) lines.push_back(any_barrier());
    }
    return lines_of(std::move(lines));
  }
  divergent_barriers_ = true;
  if (random_.chance(25)) {
    inner.set_free();
    Node result = switch_of(draw(u32(2)));
    const unsigned cases = 1 + random_.below(3);
    for (unsigned i = 0; i <= cases; ++i) {
      Node arm = arms_with_barriers(inner, depth - 1);
      add_arm(result, i < cases ? "case " + std::to_string(i * 2) : "default", std::move(arm));
    }
    result.text += "}";
    return result;
  }
  Node condition = draw(truth(2));
  if (scope.flow == Flow::kFree || random_.chance(40)) {
    inner.set_free();
    Node yes = arms_with_barriers(inner, depth - 1);
    return statement_of(kIfElse, {condition, yes, arms_with_barriers(inner, depth - 1)});
  }
  const Ways ways = {scope.mask, fresh("go"), fresh("m"), fresh("m")};
  inner.set_mask(ways.yes);
  Node yes = arms_with_barriers(inner, depth - 1);
  inner.set_mask(ways.no);
  return statement_of(text_of(ways), {condition, yes, arms_with_barriers(inner, depth - 1)});
}

}  // namespace gridcall::kernels
