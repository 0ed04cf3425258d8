// SPDX-License-Identifier: Apache-2.0

#include <cstring>

#include "kernel.h"

namespace {

struct Store {
  u64 address;
  u32 thread;  // the one that does it
};

void store(ThreadContext* t, const void* p) {
  const auto& a = params<Store>(p);
  if (t->linear_index == a.thread) *reinterpret_cast<volatile u32*>(a.address) = 1;
}

void load(ThreadContext* t, const void* p) {
  const auto& a = params<Store>(p);
  if (t->linear_index == a.thread) (void)*reinterpret_cast<volatile u32*>(a.address);
}

void copy(ThreadContext*, const void* p) {
  char local[256];
  std::memcpy(local, reinterpret_cast<const void*>(params<u64>(p)), 256);
  asm volatile("" : : "r"(local) : "memory");
}

void trap(ThreadContext* t, const void*) {
  gridcall_rt_fault(t, static_cast<u32>(Fault::kTrap));
}

void assertion(ThreadContext* t, const void* p) {
  if (t->linear_index == params<u32>(p)) gridcall_rt_assert(t, "x < n", "kernel.cu", 12, "assertion");
}

void divide(ThreadContext*, const void* p) {
  volatile int zero = 0;
  volatile int result = params<int>(p) / zero;
  (void)result;
}

__attribute__((noinline)) u32 recurse(u32 depth) {
  volatile char frame[512];
  frame[0] = static_cast<char>(depth);
  return depth == 0 ? 0 : recurse(depth - 1) + static_cast<u32>(frame[0]);
}
void overflow(ThreadContext*, const void* p) {
  volatile u32 sink = recurse(params<u32>(p));
  (void)sink;
}

void illegal(ThreadContext*, const void*) {
  __builtin_trap();
}

void misaligned(ThreadContext*, const void* p) {
#if defined(__x86_64__)
  asm volatile("movaps (%0), %%xmm0" : : "r"(params<u64>(p) + 1) : "xmm0", "memory");
#else
  (void)p;
#endif
}

// Only half of the threads reach the barrier, the others wait for a warp function of all.
void deadlock(ThreadContext* t, const void*) {
  if (t->linear_index < 16) {
    gridcall_rt_barrier(t, 0, 0);
  } else {
    gridcall_rt_ballot(t, 0xffffffffu, 1);
  }
}

void bad_mask(ThreadContext* t, const void*) {
  gridcall_rt_ballot(t, 1, 1);
}

void bad_free(ThreadContext* t, const void* p) {
  gridcall_rt_free(t, reinterpret_cast<void*>(params<u64>(p)));
}

void bad_string(ThreadContext* t, const void*) {
  u64 pointer = 16;
  gridcall_rt_vprintf(t, "%s\n", &pointer);
}

void barrier_undeclared(ThreadContext* t, const void*) {
  gridcall_rt_barrier(t, 0, 0);
}

const ParameterDescription store_params[] = {{0, 8}, {8, 4}};
const ParameterDescription one_long[] = {{0, 8}};
const ParameterDescription one_int[] = {{0, 4}};

const KernelDescription kernels[] = {
    {"store", "store", store, nullptr, store_params, 2, 12, 0, 1024, 0, 0},
    {"store_fiber", "store_fiber", store, nullptr, store_params, 2, 12, 0, 1024, 0, kKernelMayBlock},
    {"load", "load", load, nullptr, store_params, 2, 12, 0, 1024, 0, 0},
    {"copy", "copy", copy, nullptr, one_long, 1, 8, 0, 1024, 0, 0},
    {"trap", "trap", trap, nullptr, nullptr, 0, 0, 0, 1024, 0, 0},
    {"assertion", "assertion", assertion, nullptr, one_int, 1, 4, 0, 1024, 0, 0},
    {"assertion_fiber", "assertion_fiber", assertion, nullptr, one_int, 1, 4, 0, 1024, 0, kKernelMayBlock},
    {"divide", "divide", divide, nullptr, one_int, 1, 4, 0, 1024, 0, 0},
    {"overflow", "overflow", overflow, nullptr, one_int, 1, 4, 0, 1024, 0, 0},
    {"overflow_fiber", "overflow_fiber", overflow, nullptr, one_int, 1, 4, 0, 1024, 0, kKernelMayBlock},
    {"illegal", "illegal", illegal, nullptr, nullptr, 0, 0, 0, 1024, 0, 0},
    {"misaligned", "misaligned", misaligned, nullptr, one_long, 1, 8, 0, 1024, 0, 0},
    {"deadlock", "deadlock", deadlock, nullptr, nullptr, 0, 0, 0, 1024, 0, kKernelMayBlock},
    {"bad_mask", "bad_mask", bad_mask, nullptr, nullptr, 0, 0, 0, 1024, 0, kKernelMayBlock},
    {"bad_free", "bad_free", bad_free, nullptr, one_long, 1, 8, 0, 1024, 0, 0},
    {"bad_string", "bad_string", bad_string, nullptr, nullptr, 0, 0, 0, 1024, 0, 0},
    {"barrier_undeclared", "barrier_undeclared", barrier_undeclared, nullptr, nullptr, 0, 0, 0, 1024, 0, 0},
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const ModuleDescription gridcall_module = {
    kImageMagic, kImageVersion, "x86-64", kernels, nullptr, sizeof kernels / sizeof *kernels, 0, 0, 0};
