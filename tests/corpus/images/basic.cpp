// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernel.h"

namespace {

struct Scale {
  float* out;
  const float* in;
  float factor;
  u32 count;
};

void scale(ThreadContext* t, const void* p) {
  const auto& a = params<Scale>(p);
  const u32 i = global_x(t);
  if (i < a.count) a.out[i] = a.in[i] * a.factor;
}

void nothing(ThreadContext*, const void*) {}

// Writes, for each thread of a 3-D grid of 3-D blocks, 1 + its own linear number.
void indices(ThreadContext* t, const void* p) {
  const BlockContext* b = t->block;
  const u64 inside =
      t->thread_index[0] +
      u64{b->block_size[0]} * (t->thread_index[1] + u64{b->block_size[1]} * t->thread_index[2]);
  params<u64*>(p)[linear_block(t) * b->thread_count + inside] += 1 + inside + linear_block(t) * 1000;
}

struct Math {
  double* out;
  double x;
};
void math(ThreadContext* t, const void* p) {
  const auto& a = params<Math>(p);
  a.out[t->linear_index] = std::sin(a.x + t->linear_index) + std::pow(a.x, 2.0) + std::floor(a.x);
}

// Sums over the block through shared memory, in a tree with barriers.
struct Sum {
  const u32* in;
  u32* out;
};
void block_sum(ThreadContext* t, const void* p) {
  const auto& a = params<Sum>(p);
  auto* shared = reinterpret_cast<volatile u32*>(t->block->shared);
  const u32 i = t->linear_index;
  const u32 n = t->block->thread_count;
  shared[i] = a.in[linear_block(t) * n + i];
  gridcall_rt_barrier(t, 0, 0);
  for (u32 half = n / 2; half != 0; half /= 2) {
    if (i < half) shared[i] = shared[i] + shared[i + half];
    gridcall_rt_barrier(t, 0, 0);
  }
  if (i == 0) a.out[linear_block(t)] = shared[0];
}

void dynamic_shared(ThreadContext* t, const void* p) {
  const BlockContext* b = t->block;
  auto* bytes = b->shared + (b->static_shared_bytes + 15) / 16 * 16;
  for (u32 i = 0; i < b->dynamic_shared_bytes; ++i) bytes[i] = static_cast<std::byte>(i);
  params<u32*>(p)[0] = b->dynamic_shared_bytes;
}

// Waits until the host writes; at most a long time, so that a broken test ends.
void wait_for_host(ThreadContext* t, const void* p) {
  const auto* flag = params<const volatile u32*>(p);
  while (*flag == 0) {
    BACK_EDGE(t);
  }
}

struct Release {
  u32* flag;
  u32 value;
};
void release(ThreadContext*, const void* p) {
  __atomic_store_n(params<Release>(p).flag, params<Release>(p).value, __ATOMIC_SEQ_CST);
}

// Block n waits for block n-1: in-order issue must let this end whatever the number of workers.
void chain(ThreadContext* t, const void* p) {
  auto* done = params<u32*>(p);
  const u64 n = linear_block(t);
  if (n != 0) {
    while (__atomic_load_n(&done[n - 1], __ATOMIC_ACQUIRE) == 0) {
      BACK_EDGE(t);
    }
  }
  __atomic_store_n(&done[n], 1, __ATOMIC_RELEASE);
}

// Adds one for each thread; slow on purpose, so that several launches overlap.
void count_slowly(ThreadContext* t, const void* p) {
  volatile u32 spin = 0;
  for (u32 i = 0; i < 2000; ++i) {
    spin = spin + 1;
    BACK_EDGE(t);
  }
  __atomic_fetch_add(params<u32*>(p), 1, __ATOMIC_RELAXED);
}

void endless(ThreadContext* t, const void*) {
  volatile u32 spin = 0;
  for (;;) {
    spin = spin + 1;
    BACK_EDGE(t);
  }
}

struct Format {
  u32 number;
  u32 padding;
  double real;
  u64 text;
  u64 large;
};
void print(ThreadContext* t, const void* p) {
  Format f{t->linear_index, 0, 1.5, reinterpret_cast<u64>("text"), 1ull << 40};
  params<std::int32_t*>(p)[0] = gridcall_rt_vprintf(t, "thread %u real %6.2f %s large %lld 100%%\n", &f);
}

void heap(ThreadContext* t, const void* p) {
  auto* out = params<u64*>(p);
  void* first = gridcall_rt_malloc(t, 1000);
  if (first) std::memset(first, 1, 1000);
  void* huge = gridcall_rt_malloc(t, 1ull << 40);
  gridcall_rt_free(t, first);
  gridcall_rt_free(t, nullptr);
  out[t->linear_index] =
      (first ? 1u : 0u) | (huge ? 0u : 2u) | (reinterpret_cast<u64>(first) % 16 == 0 ? 4u : 0u);
}

int initialized[4] = {1, 2, 3, 4};
int zeroed[1024];
const int table[2] = {7, 8};
int constant_memory[2] = {70, 80};

void use_globals(ThreadContext*, const void* p) {
  auto* out = params<int*>(p);
  out[0] = initialized[0]++ + initialized[3];
  out[1] = zeroed[1023];
  out[2] = *const_cast<const volatile int*>(&table[1]);
  out[3] = *const_cast<volatile int*>(&constant_memory[1]);
}

const ParameterDescription scale_params[] = {{0, 8}, {8, 8}, {16, 4}, {20, 4}};
const ParameterDescription one_pointer[] = {{0, 8}};
const ParameterDescription math_params[] = {{0, 8}, {8, 8}};
const ParameterDescription release_params[] = {{0, 8}, {8, 4}};

const KernelDescription kernels[] = {
    {"_Z5scalePfPKffj", "scale", scale, nullptr, scale_params, 4, 24, 0, 1024, 0, 0},
    {"_Z7nothingv", "nothing", nothing, nullptr, nullptr, 0, 0, 0, 1024, 0, 0},
    {"_Z7indicesPy", "indices", indices, nullptr, one_pointer, 1, 8, 0, 1024, 0, 0},
    {"_Z4mathPdd", "math", math, nullptr, math_params, 2, 16, 0, 1024, 0, 0},
    {"_Z9block_sumPKjPj", "block_sum", block_sum, nullptr, math_params, 2, 16, 4096, 1024, 0,
     kKernelMayBlock},
    {"_Z14dynamic_sharedPj", "dynamic_shared", dynamic_shared, nullptr, one_pointer, 1, 8, 100, 1024, 0, 0},
    {"_Z13wait_for_hostPVKj", "wait_for_host", wait_for_host, nullptr, one_pointer, 1, 8, 0, 1024, 0,
     kKernelMayBlock},
    {"_Z7releasePjj", "release", release, nullptr, release_params, 2, 12, 0, 1024, 0, 0},
    {"_Z5chainPj", "chain", chain, nullptr, one_pointer, 1, 8, 0, 1024, 0, kKernelMayBlock},
    {"_Z12count_slowlyPj", "count_slowly", count_slowly, nullptr, one_pointer, 1, 8, 0, 1024, 0, 0},
    {"_Z7endlessv", "endless", endless, nullptr, nullptr, 0, 0, 0, 1024, 0, kKernelMayBlock},
    {"_Z5printPi", "print", print, nullptr, one_pointer, 1, 8, 0, 1024, 0, 0},
    {"_Z4heapPy", "heap", heap, nullptr, one_pointer, 1, 8, 0, 1024, 0, 0},
    {"_Z11use_globalsPi", "use_globals", use_globals, nullptr, one_pointer, 1, 8, 0, 1024, 0, 0},
    {"_Z7boundedv", "bounded", nothing, nullptr, nullptr, 0, 0, 0, 64, 0, 0},
    {"_Z6filledv", "filled", nothing, nullptr, nullptr, 0, 0, 48 * 1024, 1024, 128, 0},
};

const GlobalDescription globals[] = {
    {"_ZL11initialized", "initialized", initialized, sizeof initialized, 0, 0},
    {"_ZL6zeroed", "zeroed", zeroed, sizeof zeroed, 0, 0},
    {"_ZL15constant_memory", "constant_memory", constant_memory, sizeof constant_memory, 1, 0},
};

}  // namespace

extern "C" __attribute__((visibility("default")))
const ModuleDescription gridcall_module = {kImageMagic,
                                           kImageVersion,
                                           "x86-64",
                                           kernels,
                                           globals,
                                           sizeof kernels / sizeof *kernels,
                                           sizeof globals / sizeof *globals,
                                           0,
                                           0};
