// SPDX-License-Identifier: Apache-2.0
//
// For images written by hand: what gridcall-cc would make, in C++.

#pragma once

#include "cpu/abi/check.h"
#include "cpu/abi/image.h"

using namespace gridcall::cpu;

extern "C" {
#define GRIDCALL_RT_FN(result, name, parameters) result name parameters;
#include "cpu/abi/runtime.def"
#undef GRIDCALL_RT_FN
}

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// A loop that may spin: what gridcall-cc puts at each back edge.
#define BACK_EDGE(t) \
  if (--(t)->fuel <= 0) gridcall_rt_yield(t)

template <class T>
const T& params(const void* p) {
  return *static_cast<const T*>(p);
}

inline u32 global_x(const ThreadContext* t) {
  return t->block->block_index[0] * t->block->block_size[0] + t->thread_index[0];
}

inline u64 linear_block(const ThreadContext* t) {
  const BlockContext* b = t->block;
  return b->block_index[0] +
         u64{b->grid_size[0]} * (b->block_index[1] + u64{b->grid_size[1]} * b->block_index[2]);
}
