// SPDX-License-Identifier: Apache-2.0

#include "kernel.h"

namespace {

constexpr u32 kAll = 0xffffffffu;

struct Shuffle {
  u64* out;  // value and in_range, for each thread
  u32 mask;
  u32 operand;
  u32 width;
  u32 mode;
};
void shuffle(ThreadContext* t, const void* p) {
  const auto& a = params<Shuffle>(p);
  const u32 lane = t->linear_index % 32;
  if ((a.mask >> lane & 1) == 0) return;
  u32 in_range = 99;
  a.out[2 * t->linear_index] =
      gridcall_rt_shuffle(t, a.mask, 1000 + t->linear_index, a.operand, a.width, a.mode, &in_range);
  a.out[2 * t->linear_index + 1] = in_range;
}

// Odd and even lanes have masks of their own, and two functions in opposite order.
void diverged(ThreadContext* t, const void* p) {
  auto* out = params<u32*>(p);
  const u32 i = t->linear_index;
  if (i % 2 == 0) {
    const u32 ballot = gridcall_rt_ballot(t, 0x55555555, i < 16);
    const u32 sum = gridcall_rt_warp_reduce(t, 0x55555555, i, static_cast<u32>(WarpReduction::kAdd));
    out[2 * i] = ballot;
    out[2 * i + 1] = sum;
  } else {
    const u32 sum = gridcall_rt_warp_reduce(t, 0xaaaaaaaa, i, static_cast<u32>(WarpReduction::kAdd));
    const u32 ballot = gridcall_rt_ballot(t, 0xaaaaaaaa, i < 16);
    out[2 * i] = ballot;
    out[2 * i + 1] = sum;
  }
  gridcall_rt_syncwarp(t, kAll);
}

struct Vote {
  u32* out;
  u32 exit_from;  // lanes from here on return before
};
void votes(ThreadContext* t, const void* p) {
  const auto& a = params<Vote>(p);
  const u32 lane = t->linear_index % 32;
  if (lane >= a.exit_from) return;
  u32* out = a.out + 16 * t->linear_index;
  out[0] = gridcall_rt_ballot(t, kAll, lane % 3 == 0);
  out[1] = gridcall_rt_match_any(t, kAll, lane % 4);
  u32 equal = 99;
  out[2] = gridcall_rt_match_all(t, kAll, 5, &equal);
  out[3] = equal;
  out[4] = gridcall_rt_match_all(t, kAll, lane, &equal);
  out[5] = equal;
  for (u32 r = 0; r < 8; ++r)
    out[6 + r] = gridcall_rt_warp_reduce(t, kAll, lane == 3 ? 0xfffffff0u : lane + 1, r);
  out[14] = t->linear_index;
}

// Lanes below 8 and the others meet at two sites.
void active(ThreadContext* t, const void* p) {
  auto* out = params<u32*>(p);
  out[t->linear_index] =
      t->linear_index % 32 < 8 ? gridcall_rt_activemask(t, 1) : gridcall_rt_activemask(t, 2);
}

// Lane 0 polls until lane 1 has read the active mask and continued.
void active_beside_poller(ThreadContext* t, const void* p) {
  auto* out = params<u32*>(p);
  if (t->linear_index == 0) {
    while (__atomic_load_n(&out[32], __ATOMIC_ACQUIRE) == 0) {
      BACK_EDGE(t);
    }
    out[0] = 77;
  } else {
    out[t->linear_index] = gridcall_rt_activemask(t, 3);
    if (t->linear_index == 1) __atomic_store_n(&out[32], 1, __ATOMIC_RELEASE);
  }
}

// cpu-driver.md's table: a lane waits for another one of its own warp; a warp for another.
void wait_for_next_lane(ThreadContext* t, const void* p) {
  auto* done = params<u32*>(p);
  const u32 i = t->linear_index;
  if (i + 1 < t->block->thread_count) {
    while (__atomic_load_n(&done[i + 1], __ATOMIC_ACQUIRE) == 0) {
      BACK_EDGE(t);
    }
  }
  __atomic_store_n(&done[i], 1, __ATOMIC_RELEASE);
}

// A lock that every thread takes, spin first and release after.
void lock(ThreadContext* t, const void* p) {
  auto* memory = params<u32*>(p);
  for (;;) {
    u32 free = 0;
    if (__atomic_compare_exchange_n(&memory[0], &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) break;
    BACK_EDGE(t);
  }
  const u32 old = *const_cast<volatile u32*>(&memory[1]);
  *const_cast<volatile u32*>(&memory[1]) = old + 1;
  __atomic_store_n(&memory[0], 0, __ATOMIC_RELEASE);
}

// Two textual barriers stand on the sides of a branch that divides the lanes: they are one barrier all the
// same.
void barrier_both_sides(ThreadContext* t, const void* p) {
  auto* out = params<u32*>(p);
  auto* shared = reinterpret_cast<volatile u32*>(t->block->shared);
  const u32 i = t->linear_index;
  shared[i] = i + 1;
  if (i % 2 == 0) {
    gridcall_rt_barrier(t, 0, 0);
  } else {
    gridcall_rt_barrier(t, 0, 0);
  }
  out[i] = shared[(i + 1) % t->block->thread_count];
}

// Reductions, with some threads gone before.
void barrier_reduce(ThreadContext* t, const void* p) {
  auto* out = params<u32*>(p);
  const u32 i = t->linear_index;
  if (i % 8 == 7) return;
  out[4 * i] = gridcall_rt_barrier(t, static_cast<u32>(BarrierReduction::kCount), i % 2);
  out[4 * i + 1] = gridcall_rt_barrier(t, static_cast<u32>(BarrierReduction::kAnd), 1);
  out[4 * i + 2] = gridcall_rt_barrier(t, static_cast<u32>(BarrierReduction::kOr), i == 9);
  out[4 * i + 3] = gridcall_rt_barrier(t, static_cast<u32>(BarrierReduction::kAnd), i != 9);
}

// The first warp produces, the second consumes: named barriers of 64 threads; the third warp takes no part.
void named(ThreadContext* t, const void* p) {
  auto* out = params<u32*>(p);
  auto* shared = reinterpret_cast<volatile u32*>(t->block->shared);
  const u32 i = t->linear_index;
  if (i >= 64) return;
  if (i < 32) shared[i] = i * 10;
  gridcall_rt_named_barrier(t, 1, 64);
  if (i >= 32) out[i - 32] = shared[i - 32];
  gridcall_rt_named_barrier(t, 2, 64);
}

void sleep(ThreadContext* t, const void* p) {
  auto* out = params<u64*>(p);
  const u64 start = gridcall_rt_globaltimer(t);
  gridcall_rt_nanosleep(t, 200000);
  out[t->linear_index] = gridcall_rt_globaltimer(t) - start;
}

// Blocks that all wait for each other: fits while the grid has no more than can be resident.
void grid_barrier(ThreadContext* t, const void* p) {
  auto* count = params<u32*>(p);
  const u32 blocks = t->block->grid_size[0];
  __atomic_fetch_add(count, 1, __ATOMIC_ACQ_REL);
  while (__atomic_load_n(count, __ATOMIC_ACQUIRE) < blocks * t->block->thread_count) {
    BACK_EDGE(t);
  }
}

const ParameterDescription shuffle_params[] = {{0, 8}, {8, 4}, {12, 4}, {16, 4}, {20, 4}};
const ParameterDescription vote_params[] = {{0, 8}, {8, 4}};
const ParameterDescription one_pointer[] = {{0, 8}};

#define KERNEL(name) {#name, #name, name, nullptr, one_pointer, 1, 8, 0, 1024, 0, kKernelMayBlock}
const KernelDescription kernels[] = {
    {"shuffle", "shuffle", shuffle, nullptr, shuffle_params, 5, 24, 0, 1024, 0, kKernelMayBlock},
    {"votes", "votes", votes, nullptr, vote_params, 2, 12, 0, 1024, 0, kKernelMayBlock},
    KERNEL(diverged),
    KERNEL(active),
    KERNEL(active_beside_poller),
    KERNEL(wait_for_next_lane),
    KERNEL(lock),
    {"barrier_both_sides", "barrier_both_sides", barrier_both_sides, nullptr, one_pointer, 1, 8, 4096, 1024,
     0, kKernelMayBlock},
    KERNEL(barrier_reduce),
    {"named", "named", named, nullptr, one_pointer, 1, 8, 128, 1024, 0, kKernelMayBlock},
    KERNEL(sleep),
    KERNEL(grid_barrier),
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const ModuleDescription gridcall_module = {
    kImageMagic, kImageVersion, "x86-64", kernels, nullptr, sizeof kernels / sizeof *kernels, 0, 0, 0};
